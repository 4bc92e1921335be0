#!/usr/bin/env python3
"""Articles with quotations from news: which of them `ibid trace --from ARTICLE` recognises, and what it says of them.

usage: quotations.py make [--seed S] [--articles N] OUT EN ZH
       quotations.py score [--wrong N] IBID OUT

EN and ZH are folders that `trace.py make` wrote, in English and in Chinese. `make` writes to OUT:
    articles/en-NNN.txt, articles/zh-NNN.txt    half of them each; four quotations an article
    truth.json    the news they are from, and each article's quotations and what only looks like one
The prose is of stories that were held out, two sentences to four a paragraph, without quotations. A quotation is a sentence
of the news of which no run stands in a second document (runs as in trace.py), from another document each, and is
    verbatim    five of eight: as it is, but for quotation marks inside
    altered     two of eight: a number, a negation, a name or a word changed, or two words to four left out with no ellipsis
    spliced     half of one sentence and half of another one, of two documents, or both one after the other
    not-found   a sentence of what was held out, of which no run stands in the news
It stands in straight or curly marks, double or single, in corner brackets (Chinese), with a quotation inside, parted by who
says it, as a block of lines that begin with ">", or as two paragraphs or three that each open with a mark. One in ten has
no speaker. Beside them stand words in marks, titles, feet and inches, decades and apostrophes.

`score` reads lines of JSON with article, start and end (code points, without the marks), speaker and status. A quotation is
recognised when a line and it have half of each other, or each of its parts and a line have. A line that is so of none is
wrong. A speaker is right when it has the name, and nothing that does not stand with it. The index is of both news.
"""
import argparse
import collections
import json
import random
import re
import subprocess
import sys
import time
from pathlib import Path

from trace import (
    BODIES, FIRST, LAST, PLACES, ROLES, GIVEN, RUN, SURNAMES, ZH_BODIES, ZH_PLACES, ZH_ROLES, Editor, Pairs,
    change_negation, change_number, is_prose, length, normal, runs, sentences, share, telling,
)

LENGTHS = {"en": (6, 40), "zh": (8, 60)}
# Of two hundred quotations of a language.
FORMS = {
    "en": {"straight": 50, "curly": 40, "straight single": 18, "curly single": 18, "nested": 18, "parted": 20, "block": 18, "paragraphs": 18},
    "zh": {"straight": 18, "curly": 70, "curly single": 10, "corner": 34, "double corner": 14, "nested": 18, "parted": 18, "block": 10, "paragraphs": 8},
}
MARKS = {
    "straight": '""', "curly": "“”", "straight single": "''", "curly single": "‘’", "corner": "「」", "double corner": "『』",
}
INNER = {'""': "''", "“”": "‘’", "「」": "『』"}
STATUSES = {"verbatim": 5, "altered": 2, "spliced": 0.5, "not-found": 0.5}

# {q} is the wording, with its marks; the comma or full stop at its end stands inside them.
SAID = {
    "en": {
        "behind": ["{q,} said {who}.", "{q,} {who} said.", "{q,} {who} told reporters.", "{q,} {who} said in {place} yesterday.", "{q,} explained {who}.",
                   "{q,} said {who}, who had come from {place} that morning.", "{q,} {who}, who had waited in {place} for an hour, said.",
                   "{q,} {who}, asked about it in {place}, replied."],
        "before": ["{who} said: {q.}", "{who} told a meeting in {place}, {q.}", "According to {who}, {q.}",
                   "In the words of {who}: {q.}", "{who} wrote in a letter: {q.}", "{who} put it thus: {q.}",
                   "{who}, who had not been seen in {place} since the spring, said: {q.}",
                   "Speaking in {place}, {who} said: {q.}", "{who}, whose office is in {place}, told reporters: {q.}",
                   "When the vote in {place} was over, {who} said, {q.}"],
        "parted": ["{a,} said {who}, {b.}", "{a,} {who} told us in {place}, {b.}", "{a,} {who} added, {b.}"],
        "block": ["{who} writes:", "From a letter of {who}:", "{who} put it like this in {place}:"],
        "nobody": ["{q,} reads a notice on the wall of the station.",
                   "A banner in the main street of {place} read: {q.}", "On the back of the leaflet stands {q.}"],
        "nobody block": ["The leaflet reads:", "On the board at the station in {place} one can read:"],
    },
    "zh": {
        "behind": ["{q.}{who}说。", "{q,}{who}表示。", "{q.}{who}在{place}这样说。", "{q.}{who}告诉记者。", "{q,}{who}解释说。"],
        "before": ["{who}说：{q.}", "{who}在{place}对记者说：{q.}", "{who}指出，{q.}", "{who}强调：{q.}", "据{who}介绍，{q.}", "{who}在信中写道：{q.}"],
        "parted": ["{a,}{who}说，{b.}", "{a,}{who}在{place}表示，{b.}", "{a,}{who}接着说，{b.}"],
        "block": ["{who}写道：", "{who}在信中说：", "下面是{who}在{place}的讲话："],
        "nobody": ["{q.}车站的墙上这样写着。", "{place}的横幅上写着：{q.}", "传单的背面印着{q.}"],
        "nobody block": ["传单上写着：", "{place}车站的木牌上写着："],
    },
}
# What only looks like a quotation: kind and sentence. [ and ] stand around what could be taken for one.
LOOKALIKES = {
    "en": [
        ("title", 'A film called "[Nine Winters]" opened in {place}.'),
        ("title", "The choir of {place} sang “[The Long Way Home from Carrick Bridge]” twice."),
        ("title", "Her second novel, ‘[A House of Salt]’, sold rather badly."),
        ("title", 'The song "[Do Not Ask the River]" could be heard from every window.'),
        ("inches", 'The new pipe is 6" wide and runs for 40\' along the quay, the old one was 4" wide.'),
        ("inches", 'Most of the screens on show were 14" or 17", though one of 21" drew the crowd.'),
        ("inches", "The keeper of the lock, who is 6'2\" himself, has to bend at the 5'11\" door."),
        ("decade", "Nothing like it had been seen since the '60s, and the '70s brought little change."),
        ("decade", "People in {place} still talk of the winter of '47 and the fire of '53."),
        ("apostrophe", "The farmers' and the dockers' wives met at the brothers' shop, 'twas said, over rock 'n' roll."),
        ("apostrophe", "The traders' hall, the bakers' hall and the weavers' hall all stand in {place}."),
        ("words", 'So much for the "[quick fix]" and the "[experts]" behind it.'),
        ("words", "The “[reform]” took eleven years, and the ‘[savings]’ were never found."),
        ("words", 'In {place} they call it the "[big one]".'),
    ],
    "zh": [
        ("title", "影片《[青石纪事]》昨天在{place}上映。"),
        ("title", "有关部门发布了《[关于进一步加强农村道路管理工作的通知]》。"),
        ("title", "歌曲“[不要问那条河]”从每一扇窗里传出来。"),
        ("title", "她的第二部小说《[盐做的房子]》卖得并不好，第一部〈[远路]〉倒还可以。"),
        ("inches", '展台上的屏幕大多是14"或者17"的，只有一块是21"。'),
        ("words", "所谓“[快办法]”，不过是“[老办法]”换了名字。"),
        ("words", "“[海燕]”号和“[北山二号]”同时到达{place}。"),
        ("words", "当地人把它叫作「[大家伙]」。"),
        ("words", "这种『[样板]』在{place}随处可见。"),
        ("words", "村里的“[一事一议]”制度和“[三个不出门]”做法已经有些年头了。"),
        ("apostrophe", "店名叫做Baker's，隔壁的叫O'Hara's，都开了很多年。"),
    ],
}
ZH_NAMES = "美国 俄罗斯 日本 法国 德国 英国 韩国 印度 巴西 埃及 伊朗 以色列 乌克兰 巴基斯坦 泰国 越南 澳大利亚 加拿大 意大利 西班牙 " \
    "北京 上海 天津 重庆 河北 山西 辽宁 吉林 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃 青海 广西 新疆 西藏"
ZH_NAMES = ZH_NAMES.split()
NOT_NAMES = set("Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June July August September "
                "October November December President Minister Corp Company Department Bank This That The".split())

# ---------------------------------------------------------------------------------------------------------- wordings


class News:
    """The stories of a language, and sentences of them that no second document has."""

    def __init__(self, folder, lang, draw):
        self.lang, self.draw = lang, draw
        read = lambda name: [json.loads(line) for line in open(folder / name, encoding="utf-8")]
        stories, held = read("news.jsonl"), read("held.jsonl")
        planted = {c["doc"] for entry in json.loads((folder / "truth.json").read_text(encoding="utf-8")) for c in entry["carriers"]}
        asked = {entry["quote"] for entry in json.loads((folder / "truth.json").read_text(encoding="utf-8"))}
        draw.shuffle(held)
        self.prose = self.paragraphs(held, asked)
        sample = draw.sample([story for story in stories if story["id"] not in planted], min(5000, len(stories) // 2))
        # Each is a document and a sentence of it, or some that follow each other.
        single, nested, series = [], [], []
        for story in sample:
            found = list(self.fitting(story["text"]))
            plain = [text for _, text, is_nested in found if not is_nested]
            single += [(story["id"], [text]) for text in draw.sample(plain, min(2, len(plain)))]
            nested += [(story["id"], [text]) for _, text, is_nested in found if is_nested]
            size = draw.choice([2, 3])
            for at in range(len(found) - size + 1):
                part = found[at : at + size]
                if part[-1][0] - part[0][0] == size - 1 and not any(is_nested for _, _, is_nested in part):
                    series.append((story["id"], [text for _, text, _ in part]))
                    break
        absent = [(story["id"], [s]) for story in held for _, s, is_nested in self.fitting(story["text"]) if not is_nested and s not in asked]
        absent = draw.sample(absent, min(3000, len(absent)))
        self.single, self.nested, self.series, self.absent = self.known(stories, [(single, 1), (nested, 1), (series, 1), (absent, 0)])
        self.taken = set()
        pairs = Pairs(story["text"] for story in stories[::3]) if lang == "zh" else None
        self.editor = Editor(lang, pairs, [story["text"] for story in sample[:1000]])

    def fitting(self, text):
        """Sentences of the length with their numbers, without the mark at their end, and whether they have a quotation inside."""
        low, high = LENGTHS[self.lang]
        inside = r'(?<=\w )"[^"]{6,}"(?= \w)' if self.lang == "en" else "(?<=[\u3400-\u9fff])“[^“”]{2,12}”(?=[\u3400-\u9fff])"
        for number, sentence in enumerate(sentences(text, self.lang)):
            bare = re.sub('["“”]', "", sentence)
            nested = len(re.findall(inside, sentence))
            if low <= length(bare, self.lang) <= high and is_prose(bare, self.lang) and len(sentence) - len(bare) == 2 * nested <= 2:
                yield number, sentence.rstrip(".!?。！？"), bool(nested)

    def paragraphs(self, held, asked):
        """Paragraphs of two to four sentences of one story, without quotations and without those that are asked for elsewhere."""
        for story in held:
            found = [s for s in sentences(story["text"], self.lang) if is_prose(s, self.lang) and s.rstrip(".!?。！？") not in asked]
            while len(found) >= 2:
                size = self.draw.randint(2, 4)
                yield found[:size]
                found = found[size:]

    def known(self, stories, groups):
        """Of each group those of which each run stands in so many documents."""
        counts = {}
        for group, _ in groups:
            for _, texts in group:
                for text in texts:
                    counts.update((run, 0) for run in telling(text, self.lang))
        for story in stories:
            seen = set()
            for size in range(4, RUN[self.lang] + 1):
                seen.update(run for text in (story["title"], story["text"]) for run in runs(text, self.lang, size) if run in counts)
            for run in seen:
                counts[run] += 1
        kept = []
        for group, wanted in groups:
            kept.append([(doc, texts) for doc, texts in group if all(counts[run] == wanted for t in texts for run in telling(t, self.lang))])
            self.draw.shuffle(kept[-1])
        return kept

    def take(self, group, fits=lambda text: True):
        """One of a group that fits, of a document that none was taken of."""
        for at in range(len(group) - 1, -1, -1):
            doc, texts = group[at]
            if doc not in self.taken and all(fits(text) for text in texts[:1]):
                del group[at]
                self.taken.add(doc)
                return doc, texts
        sys.exit("quotations.py: the news have too few sentences that no second document has")


def alter(text, kind, news, draw):
    """The text with something changed, and what; nothing where it has nothing of the kind."""
    lang, editor = news.lang, news.editor
    if kind == "number":
        return change_number(text, lang, draw)
    if kind == "negation":
        return change_negation(text, lang, draw)
    if kind == "name":
        if lang == "en":
            places = [p for p in re.finditer(r"(?<=[a-z] )[A-Z][a-z]{3,}\b(?! Corp| Inc)", text) if p[0] not in NOT_NAMES]
            others = LAST
        else:
            places = list(re.finditer("|".join(ZH_NAMES), text))
            others = ZH_NAMES
        if not places:
            return None
        place = draw.choice(places)
        new = draw.choice([other for other in others if other != place[0]])
        return text[: place.start()] + new + text[place.end() :], {"kind": kind, "gone": place[0], "new": new}
    units = editor.units(text)
    least = 5 if lang == "en" else 2
    if kind == "word":
        places = [at for at, unit in enumerate(units) if len(unit) >= least and unit.isalpha() and unit.islower() == (lang == "en")]
        if not places:
            return None
        at = draw.choice(places)
        old = units[at]
        new = draw.choice([unit for unit in draw.sample(editor.vocabulary, 50) if len(unit) >= least and unit != old])
        units[at] = new
        return ("" if lang == "zh" else " ").join(units), {"kind": kind, "gone": old, "new": new}
    size = draw.randint(2, 4)
    if len(units) < size + 6:
        return None
    at = draw.randrange(2, len(units) - size - 2)
    gone = units[at : at + size]
    joint = "" if lang == "zh" else " "
    if any(mark in joint.join(gone) for mark in "\"“”'‘’") or not any(map(str.isalpha, gone)):
        return None
    return joint.join(units[:at] + units[at + size :]), {"kind": "left out", "gone": joint.join(gone), "new": ""}


def quotation(news, status, form, kinds, draw):
    """The texts of a quotation, one or more paragraphs of it, and what is true of it."""
    lang = news.lang
    group = news.series if form == "paragraphs" else news.nested if form == "nested" and news.nested else news.single
    least = 12 if lang == "zh" else 8
    made = {"status": status, "form": form}
    fits = lambda text: form != "parted" or length(text, lang) >= least
    if form == "straight single":
        fits = lambda text: not re.search(r"s' |\b'|'\b(?!s\b|t\b|re\b|ve\b|ll\b)", text) or re.search(r"\w'[st]\b", text) and "s' " not in text
    if status == "verbatim":
        doc, texts = news.take(group, fits)
        made["sources"] = [doc]
    elif status == "not-found":
        doc, texts = news.take(news.absent, fits)
        made["sources"] = []
    elif status == "spliced":
        enough = lambda text: length(text, lang) >= 2 * least and fits(text)
        (one, (first,)), (two, (second,)) = news.take(news.single, enough), news.take(news.single, enough)
        if draw.random() < 0.5:
            joint = ". " if lang == "en" else "。"
        else:
            cuts = [news.editor.cuts(text) for text in (first, second)]
            first = first[: cuts[0][len(cuts[0]) // 2]].rstrip(" ,;:，；：、")
            second = second[cuts[1][len(cuts[1]) // 2] :].strip(" ,;:，；：、")
            joint = ", " if lang == "en" else "，"
        texts = [first + joint + second]
        made["sources"] = [one, two]
    else:
        for kind in kinds + kinds:
            able = lambda text: fits(text) and length(text, lang) >= least and alter(text, kind, news, random.Random(0))
            if any(doc not in news.taken and able(texts[0]) for doc, texts in group):
                break
        doc, texts = news.take(group, able)
        texts = list(texts)
        changed = None
        while changed is None:
            changed = alter(texts[0], kind, news, draw)
        texts[0], changed = changed
        kinds.append(kinds.pop(kinds.index(kind)))
        made.update(sources=[doc], changed={**changed, "kind": changed["kind"].split("-")[0]})
    return made, texts


# ---------------------------------------------------------------------------------------------------------- articles


def somebody(lang, draw):
    """How a speaker is called where they speak, and the name alone."""
    way = draw.randrange(4)
    if lang == "en":
        name = f"{draw.choice(FIRST)} {draw.choice(LAST)}"
        body = draw.choice(BODIES)
        return [(name, name), (f"{draw.choice(ROLES)} {name}", name), (f"{name} of {body}", name), (body, body.removeprefix("the "))][way]
    name = draw.choice(SURNAMES) + draw.choice(GIVEN)
    body = draw.choice(ZH_BODIES)
    return [(name, name), (body + draw.choice(ZH_ROLES) + name, name), (draw.choice(ZH_ROLES) + name, name), (body, body)][way]


def capital(text):
    """With a capital at its head, whatever marks stand in front."""
    return re.sub(r"^[a-z]", lambda first: first[0].upper(), text)


def told(made, texts, number, lang, draw):
    """The paragraphs that bring a quotation. Private characters of the number stand around its parts."""
    form = made["form"]
    style = form if form in MARKS else draw.choice(["straight", "curly", "curly"] if lang == "en" else ["curly", "curly", "corner"])
    left, right = MARKS[style]
    inner = INNER.get(left + right, '""' if left == "'" else "“”")
    start, end = chr(0xE000 + number), chr(0xE800 + number)
    stops = {",": ",", ".": "."} if lang == "en" else {",": "，", ".": "。"}
    who, name = somebody(lang, draw)
    is_nobody = form not in ("parted", "paragraphs") and draw.random() < 0.12
    made.update(speaker=None if is_nobody else name, called=None if is_nobody else who)
    # What is quoted inside has the other marks. A stop behind a mark of another kind stays there.
    texts = [re.sub('["“]([^"“”]*)["”]', lambda m: inner[0] + m[1] + inner[1], text) for text in texts]
    marked = lambda text, stop: left + start + text + end + stops.get(stop, "") + right
    fill = lambda frame: frame.replace("{who}", who).replace("{place}", draw.choice(PLACES if lang == "en" else ZH_PLACES))
    if form == "block":
        lead = capital(fill(draw.choice(SAID[lang]["nobody block" if is_nobody else "block"])))
        lines = folded(texts[0] + stops["."], lang, draw)
        return [lead, "\n".join("> " + line for line in [start + lines[0], *lines[1:]]) + end]
    if form == "paragraphs":
        stop = stops["."]
        if draw.random() < 0.5:
            paragraphs = [left + start + text + end + stop for text in texts]
            paragraphs[0] = capital(who) + (" said: " if lang == "en" else "说：") + paragraphs[0]
            return paragraphs[:-1] + [paragraphs[-1] + right]
        paragraphs = [left + start + text + end + stop for text in texts[:-1]]
        tail = [marked(texts[-1], ",") + f" {who} said." if lang == "en" else marked(texts[-1], ".") + who + "说。"]
        return paragraphs + tail
    if form == "parted":
        frame = fill(draw.choice(SAID[lang]["parted"]))
        middle = len(texts[0]) / 2
        commas = [m.start() for m in re.finditer(", |，", texts[0]) if middle / 3 < m.start() < middle * 5 / 3]
        if lang == "en":
            gaps = [m.start() for m in re.finditer(" (?=(?:and|or|but|that|which|because|to|for|in|at|on|with|after|while|as|by|from|than) )", texts[0])]
            gaps = [at for at in gaps if at > 15] or [m.start() for m in re.finditer(" ", texts[0])]
        else:
            gaps = made["cuts"]
        at = min(commas or gaps, key=lambda at: abs(at - middle))
        a, b = texts[0][:at].rstrip(" ,，"), texts[0][at:].strip(" ,，")
        return [capital(frame.replace("{a,}", marked(a, ",")).replace("{b.}", marked(b, ".")))]
    frame = draw.choice(SAID[lang]["nobody" if is_nobody else draw.choice(["behind", "before"])])
    frame = fill(frame)
    return [capital(re.sub(r"\{q([,.])\}", lambda m: marked(texts[0], m[1]), frame))]


def folded(text, lang, draw):
    """In lines, as a block of mail has it; in one line half of the time."""
    if draw.random() < 0.5:
        return [text]
    width = 60 if lang == "en" else 30
    if lang == "zh":
        return [text[at : at + width] for at in range(0, len(text), width)]
    lines = [""]
    for word in text.split(" "):
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def scared(sentence, news, draw):
    """A sentence of the prose with a word or two in marks."""
    lang = news.lang
    left, right = draw.choice(['""', "“”", "‘’"] if lang == "en" else ["“”", "「」"])
    places = list(re.finditer(r"(?<= )[a-z]{5,}(?: [a-z]{5,})?(?= )" if lang == "en" else "(?<=[\u3400-\u9fff])[\u3400-\u9fff]{2,4}(?=[的，])", sentence))
    if lang == "zh":
        cuts = set(news.editor.cuts(sentence))
        places = [place for place in places if place.start() in cuts and place.end() in cuts]
    if not places:
        return None
    place = draw.choice(places)
    return sentence[: place.start()] + left + "[" + place[0] + "]" + right + sentence[place.end() :]


def article(news, quotes, draw):
    """The text of an article, and where its quotations and look-alikes are."""
    lang = news.lang
    gap = " " if lang == "en" else ""
    paragraphs = [list(next(news.prose)) for _ in range(draw.randint(4, 6))]
    number = len(quotes)
    lookalikes = []

    def known(sentence, kind):
        nonlocal number
        # Two stretches of one sentence are two things; one without a stretch is the whole sentence.
        if "[" not in sentence:
            sentence = f"[{sentence}]"
        while "[" in sentence:
            sentence = sentence.replace("[", chr(0xE000 + number), 1).replace("]", chr(0xE800 + number), 1)
            lookalikes.append((number, kind))
            number += 1
        return sentence

    for kind, sentence in draw.sample(LOOKALIKES[lang], 3):
        paragraph = draw.choice(paragraphs)
        sentence = sentence.replace("{place}", draw.choice(PLACES if lang == "en" else ZH_PLACES))
        paragraph.insert(draw.randint(0, len(paragraph)), known(sentence, kind))
    for paragraph in draw.sample(paragraphs, 2):
        at = draw.randrange(len(paragraph))
        marked = scared(paragraph[at], news, draw) if not re.search("[\ue000-\uefff]", paragraph[at]) else None
        if marked:
            paragraph[at] = known(marked, "words")
    blocks = [[gap.join(paragraph)] for paragraph in paragraphs]
    for at, (made, texts) in enumerate(quotes):
        pieces = told(made, texts, at, lang, draw)
        place = draw.randint(1, len(blocks))
        before = blocks[place - 1]
        if len(pieces) == 1 and len(before) == 1 and draw.random() < 0.5:
            before[0] += gap + pieces[0]
        else:
            blocks.insert(place, pieces + [None])
    lines = [part for block in blocks for part in block if part]
    text, parts = located("\n\n".join(lines) + "\n")
    truth = {"lang": lang, "quotations": [], "lookalikes": []}
    for at, (made, _) in enumerate(quotes):
        made.pop("cuts", None)
        start, end = parts[at][0][0], parts[at][-1][1]
        truth["quotations"].append({"start": start, "end": end, "parts": parts[at], **made, "text": text[start:end]})
    for at, kind in lookalikes:
        (start, end), = parts[at]
        truth["lookalikes"].append({"start": start, "end": end, "kind": kind, "text": text[start:end]})
    truth["quotations"].sort(key=lambda quote: quote["start"])
    return text, truth


def located(text):
    """The text without the private characters, and the parts of each number."""
    out, parts, open_at = [], collections.defaultdict(list), {}
    for c in text:
        if "\ue000" <= c < "\ue800":
            open_at[ord(c) - 0xE000] = len(out)
        elif "\ue800" <= c < "\uf000":
            parts[ord(c) - 0xE800].append([open_at[ord(c) - 0xE800], len(out)])
        else:
            out.append(c)
    return "".join(out), parts


def dealt(weights, count, draw):
    """So many of the names, as often as their weights say."""
    total = sum(weights.values())
    names = [name for name, weight in weights.items() for _ in range(round(count * weight / total))]
    names = (names + [max(weights, key=weights.get)] * count)[:count]
    draw.shuffle(names)
    return names


def make(a):
    out = Path(a.out)
    (out / "articles").mkdir(parents=True, exist_ok=True)
    truth, folders = [], {"en": Path(a.en), "zh": Path(a.zh)}
    for lang, folder in folders.items():
        draw = random.Random(f"{a.seed} {lang} quotations")
        news = News(folder, lang, draw)
        print(f"{lang}: {len(news.single)} sentences that no second document has, {len(news.nested)} with a quotation inside, "
              f"{len(news.series)} series, {len(news.absent)} sentences that no document has")
        count = a.articles // 2 * 4
        forms, statuses = dealt(FORMS[lang], count, draw), dealt(STATUSES, count, draw)
        kinds = ["number", "negation", "name", "word", "left out"]
        made = []
        for form, status in zip(forms, statuses):
            # Parts of several sentences, and quotations inside, are of one document.
            if status in ("spliced", "not-found") and form in ("nested", "paragraphs"):
                form = "curly"
            quote, texts = quotation(news, status, form, kinds, draw)
            if form == "parted" and lang == "zh":
                quote["cuts"] = news.editor.cuts(texts[0])
            made.append((quote, texts))
        for number in range(a.articles // 2):
            name = f"{lang}-{number + 1:03}.txt"
            text, known = article(news, made[4 * number : 4 * number + 4], draw)
            (out / "articles" / name).write_text(text, encoding="utf-8")
            truth.append({"article": name, **known})
    written = {"news": [str((folder / "news.jsonl").resolve()) for folder in folders.values()], "articles": truth}
    (out / "truth.json").write_text(json.dumps(written, ensure_ascii=False, indent=1), encoding="utf-8")
    quotes = [quote for entry in truth for quote in entry["quotations"]]
    for of in ("status", "form"):
        print(", ".join(f"{count} {name}" for name, count in sorted(collections.Counter(quote[of] for quote in quotes).items())))
    changed = collections.Counter(quote["changed"]["kind"] for quote in quotes if "changed" in quote)
    print("altered: " + ", ".join(f"{count} {kind}" for kind, count in sorted(changed.items())))
    print("look-alikes: " + ", ".join(f"{count} {kind}" for kind, count in sorted(
        collections.Counter(like["kind"] for entry in truth for like in entry["lookalikes"]).items())))


# ---------------------------------------------------------------------------------------------------------- scoring


def common(line, start, end):
    return max(0, min(line["end"], end) - max(line["start"], start))


def is_same(line, span):
    """Whether a line and a span have half of each other."""
    start, end = span
    return 2 * common(line, start, end) >= max(end - start, line["end"] - line["start"])


def is_recognised(quote, lines):
    whole = quote["start"], quote["end"]
    return any(is_same(line, whole) for line in lines) or all(any(is_same(line, part) for line in lines) for part in quote["parts"])


def is_speaker(found, quote):
    """A name and what stands with it are right, the name with other words is not."""
    if quote["speaker"] is None or not found:
        return quote["speaker"] is None and not found
    name, called, found = normal(quote["speaker"]), normal(quote["called"]), normal(found)
    return found in called and (name in found or quote["speaker"].split()[-1].lower() in found)


def score(a):
    out = Path(a.out)
    truth = json.loads((out / "truth.json").read_text(encoding="utf-8"))
    index = out / "index"
    if not index.exists():
        subprocess.run([a.ibid, "--quiet", "--index", str(index), "add", *truth["news"]], check=True)
    counts, wrong = collections.Counter(), collections.defaultdict(list)
    statuses = collections.Counter()
    seconds = 0
    for entry in truth["articles"]:
        path = out / "articles" / entry["article"]
        begun = time.monotonic()
        run = subprocess.run([a.ibid, "--quiet", "--index", str(index), "trace", "--from", str(path), "--format", "jsonl"], capture_output=True, text=True)
        seconds += time.monotonic() - begun
        if run.returncode > 1:
            sys.exit(f"{run.stderr}quotations.py: {path} ended with {run.returncode}")
        lines = [line for line in map(json.loads, run.stdout.splitlines()) if "status" in line]
        score_article(entry, lines, path.read_text(encoding="utf-8"), counts, statuses, wrong)
    print(f"{len(truth['articles'])} articles, {counts['of', 'all']} quotations, {counts['lines']} lines, {seconds:.1f} s")
    print(f"recognised: {share(counts['found', 'all'], counts['of', 'all'])}")
    for name in ["en", "zh", *STATUSES, *dict.fromkeys([*FORMS["en"], *FORMS["zh"]])]:
        if counts["of", name]:
            print(f"  {name:<16} {share(counts['found', name], counts['of', name])}")
    print(f"wrongly recognised: {share(counts['wrong'], counts['lines'])} lines")
    for kind in ("title", "words", "inches", "decade", "apostrophe", "elsewhere"):
        print(f"  {kind:<16} {counts['wrong', kind]} lines" + (f", of {counts['lookalikes', kind]}" if counts["lookalikes", kind] else ""))
    both = ("verbatim", "altered")
    right = sum(statuses[status, status] for status in both)
    print(f"altered told from verbatim: {share(right, sum(counts['found', status] for status in both))}")
    for status in STATUSES:
        said = ", ".join(f"{count} {given}" for (true, given), count in sorted(statuses.items(), key=lambda s: -s[1]) if true == status)
        print(f"  {status:<16} {share(statuses[status, status], counts['found', status])}: {said}")
    for kind in ("number", "negation", "name", "word", "left out"):
        print(f"  altered, {kind:<9} {share(counts['told', kind], counts['altered', kind])}")
    print(f"speakers right: {share(counts['speaker'], counts['found', 'all'])}")
    for has in ("one", "none"):
        print(f"  where there is {has:<5} {share(counts['speaker', has], counts['has', has])}")
    for name, cases in wrong.items():
        if a.wrong:
            print(f"\n== {name}: {len(cases)}")
        for case in cases[: a.wrong]:
            print(case)


def score_article(entry, lines, text, counts, statuses, wrong):
    flat = lambda start, end: text[max(0, start) : end].replace("\n", "¶")
    around = lambda start, end: f"{entry['article']} {start}: {flat(start - 60, start)}>>>{flat(start, end)}<<<{flat(end, end + 60)}"
    counts["lines"] += len(lines)
    for like in entry["lookalikes"]:
        counts["lookalikes", like["kind"]] += 1
    for line in lines:
        if not any(is_same(line, span) for quote in entry["quotations"] for span in [(quote["start"], quote["end"]), *quote["parts"]]):
            kinds = [like["kind"] for like in entry["lookalikes"] if common(line, like["start"], like["end"])]
            kind = kinds[0] if kinds else "elsewhere"
            counts["wrong"] += 1
            counts["wrong", kind] += 1
            wrong[f"wrongly recognised, {kind}"].append(around(line["start"], line["end"]))
    for quote in entry["quotations"]:
        is_found = is_recognised(quote, lines)
        for name in ("all", entry["lang"], quote["status"], quote["form"]):
            counts["of", name] += 1
            counts["found", name] += is_found
        shown = around(quote["start"], quote["end"])
        if not is_found:
            wrong[f"not recognised, {quote['form']}"].append(shown)
            continue
        line = max(lines, key=lambda line: common(line, quote["start"], quote["end"]))
        statuses[quote["status"], line["status"]] += 1
        if line["status"] != quote["status"]:
            wrong[f"{quote['status']} taken for {line['status']}"].append(f"{shown}\n  changed: {json.dumps(quote.get('changed'), ensure_ascii=False)}")
        if "changed" in quote:
            counts["altered", quote["changed"]["kind"]] += 1
            counts["told", quote["changed"]["kind"]] += line["status"] == "altered"
        has = "one" if quote["speaker"] else "none"
        is_right = is_speaker(line.get("speaker"), quote)
        counts["has", has] += 1
        counts["speaker"] += is_right
        counts["speaker", has] += is_right
        if not is_right:
            wrong["speaker"].append(f"{shown}\n  given: {line.get('speaker')}, right: {quote['called']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    m = commands.add_parser("make")
    m.add_argument("--seed", type=int, default=1)
    m.add_argument("--articles", type=int, default=100)
    m.add_argument("out")
    m.add_argument("en")
    m.add_argument("zh")
    m.set_defaults(run=make)
    s = commands.add_parser("score")
    s.add_argument("--wrong", type=int, default=0)
    s.add_argument("ibid")
    s.add_argument("out")
    s.set_defaults(run=score)
    a = parser.parse_args()
    a.run(a)


if __name__ == "__main__":
    main()
