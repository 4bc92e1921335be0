"""Near-duplicates planted in real news, and how many of them each near method of `ibid dedup` finds.

    news-copies.py IBID FOLDER SEED [METHOD...]

FOLDER is Reuters-21578 as JSON (json-data/*.json) or a folder of transcripts (*.md), which are cut into stories of 600
to 1,500 characters. A METHOD is what --near takes.

Three hundred stories of at least 400 characters are sources. A story that shares a fifth of its stretches of five words
with another one is none, so that all that is found beside the planted copies is wrong. Each seed has sources of its own. Of each
source there are six copies: for 5, 10 and 20 %, one in which so many of the words are replaced by words of the
collection, deleted, or followed by another word, a third each, and one in which sentences with so many of the words are
moved, left out, or put in from another story, a third of the copies each. In all copies half of the words of the head line are replaced, and a
line of five words of the collection stands at the end. Copies stand at random places after their source.

A pair of documents is found when both are in one cluster. Recall: of the pairs of a copy and its source, and, in brackets,
of all pairs of a family, two copies of one source included. Precision: of all pairs found in which there is a copy. Pairs of documents without a copy are
counted only: the collection has near-duplicates of its own.
"""

import collections
import json
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

SOURCES = 300
LEAST_CHARS = 400
RATES = (5, 10, 20)
KINDS = ("words", "sentences")
SEEDS = 5


def stories(folder):
    """The texts of a news set, each as a head line and a body."""
    if (folder / "json-data").is_dir():
        for path in sorted((folder / "json-data").glob("*.json")):
            for story in json.loads(path.read_text(encoding="utf-8")):
                body = re.sub(r"\s*(Reuter\s*)?&#3;\s*$", "", story.get("body") or "")
                if body.strip():
                    yield story.get("title") or "", body
    else:
        for path in sorted(folder.glob("*.md")):
            yield from transcript(path.read_text(encoding="utf-8"))


def transcript(text):
    """The paragraphs of a transcript in groups of 600 to 1,500 characters; the first sentence is the head line."""
    lines = [line.strip() for line in text.splitlines()]
    paragraphs = []
    for line in lines:
        if line and not line.startswith("#"):
            for start in range(0, len(line), 1000):
                paragraphs.append(line[start : start + 1000])
    group = []
    for paragraph in paragraphs:
        if group and sum(map(len, group)) + len(paragraph) > 1500:
            yield group[0][:20], "\n".join(group)
            group = []
        group.append(paragraph)
        if sum(map(len, group)) >= 600:
            yield group[0][:20], "\n".join(group)
            group = []


class Language:
    """How texts are cut into words: English at white space; Chinese into the pairs of characters that stand together
    twenty times as often as by chance, and single characters."""

    def __init__(self, texts):
        self.chinese = any("\u4e00" <= c <= "\u9fff" for c in texts[0][1])
        self.pairs = set()
        if self.chinese:
            characters, pairs = collections.Counter(), collections.Counter()
            for _, body in texts:
                characters.update(body)
                pairs.update(map(str.__add__, body, body[1:]))
            total = sum(characters.values())
            chance = lambda pair: characters[pair[0]] * characters[pair[1]] / total
            self.pairs = {pair for pair, count in pairs.items() if pair.isalpha() and count >= max(20, 20 * chance(pair))}

    def words(self, text):
        if not self.chinese:
            return text.split()
        words, at = [], 0
        while at < len(text):
            size = 2 if text[at : at + 2] in self.pairs else 1
            words.append(text[at : at + size])
            at += size
        return words

    def join(self, words):
        return ("" if self.chinese else " ").join(words)

    def sentences(self, text):
        return re.findall(r"[^。！？；]+[。！？；]?", text) if self.chinese else re.split(r"(?<=[.!?])\s+", text)


def grams(units, between):
    """A fourth of the stretches of five units, the same ones in each text."""
    stretches = (zlib.crc32(between.join(units[at : at + 5]).encode()) for at in range(len(units) - 4))
    return {stretch for stretch in stretches if stretch % 4 == 0}


def unique(texts, language):
    """The numbers of the stories that share less than a fifth of their stretches of five words (in Chinese, characters) with any other."""
    if language.chinese:
        bags = [grams(body, "") for _, body in texts]
    else:
        bags = [grams(body.split(), " ") for _, body in texts]
    holders = collections.defaultdict(list)
    for number, bag in enumerate(bags):
        for gram in bag:
            holders[gram].append(number)
    for number, bag in enumerate(bags):
        if len(texts[number][1]) < LEAST_CHARS or not bag:
            continue
        shared = collections.Counter()
        for gram in bag:
            if 1 < len(holders[gram]) <= 1000:
                shared.update(holders[gram])
        del shared[number]
        if not shared or shared.most_common(1)[0][1] * 5 < len(bag):
            yield number


def edit_words(words, rate, other, draw):
    """So many percent of the words replaced, deleted, or followed by another one."""
    chosen = set(draw.sample(range(len(words)), max(1, round(len(words) * rate / 100))))
    edited = []
    for at, word in enumerate(words):
        if at not in chosen:
            edited.append(word)
            continue
        what = draw.randrange(3)
        if what == 0:
            edited.append(other())
        elif what == 2:
            edited += [word, other()]
    return edited


def edit_sentences(sentences, rate, others, draw, language):
    """Sentences with so many percent of the words moved, left out, or put in from elsewhere."""
    size = lambda sentence: len(language.words(sentence))
    wanted = sum(map(size, sentences)) * rate / 100
    what = draw.randrange(3)
    sentences = list(sentences)
    if what == 2:
        while wanted > 0:
            sentence = draw.choice(others)
            sentences.insert(draw.randrange(len(sentences) + 1), sentence)
            wanted -= size(sentence)
        return sentences
    taken = []
    while wanted > 0 and len(sentences) > 1:
        taken.append(sentences.pop(draw.randrange(len(sentences))))
        wanted -= size(taken[-1])
    if what == 0:
        for sentence in taken:
            sentences.insert(draw.randrange(len(sentences) + 1), sentence)
    return sentences


def plant(texts, candidates, seed, language):
    """Documents in order, each with its text, family and rate: 0 for a source, none for what is not planted."""
    draw = random.Random(seed)
    part = [number for at, number in enumerate(candidates) if at % SEEDS == seed % SEEDS]
    sources = sorted(draw.sample(part, min(SOURCES, len(part))))
    pool = [word for number in draw.sample(range(len(texts)), min(2000, len(texts))) for word in language.words(texts[number][1])]
    other = lambda: draw.choice(pool)
    placed = [(number, 0, None, None, head + "\n" + body) for number, (head, body) in enumerate(texts)]
    families = {number: family for family, number in enumerate(sources)}
    placed = [(at, 0, families.get(number), 0 if number in families else None, text) for number, (at, _, _, _, text) in enumerate(placed)]
    for number in sources:
        head, body = texts[number]
        for rate in RATES:
            for kind in KINDS:
                new_head = language.join(other() if draw.random() < 0.5 else word for word in language.words(head))
                if kind == "words":
                    new_body = language.join(edit_words(language.words(body), rate, other, draw))
                else:
                    others = language.sentences(texts[draw.randrange(len(texts))][1])
                    new_body = language.join(edit_sentences(language.sentences(body), rate, others, draw, language))
                footer = language.join(other() for _ in range(5))
                at = draw.uniform(number, len(texts))
                placed.append((at, len(placed), families[number], rate, f"{new_head}\n{new_body}\n{footer}"))
    placed.sort(key=lambda document: document[:2])
    return [document[2:] for document in placed], len(sources)


def run(ibid, path, method):
    """The cluster of each document, and processor time and memory."""
    command = [ibid, "--quiet", "dedup", str(path), "--near", method, "--format", "jsonl"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    clusters = [json.loads(line)["cluster"] for line in child.stdout]
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"ibid dedup --near {method} failed")
    return clusters, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000


def score(documents, clusters):
    """Right, wrong and all pairs, in all and by rate; how many pairs are left open."""
    members = collections.defaultdict(list)
    for (family, rate), cluster in zip(documents, clusters):
        members[cluster].append((family, rate))
    counts = collections.Counter()
    for group in members.values():
        copies = [member for member in group if member[1]]
        rest = [member for member in group if not member[1]]
        counts["open"] += len(rest) * (len(rest) - 1) // 2
        for at, (family, rate) in enumerate(copies):
            for other_family, other_rate in copies[at + 1 :] + rest:
                verdict = "right" if family == other_family else "wrong"
                counts[verdict, "all"] += 1
                for each in {rate, other_rate} & set(RATES):
                    counts[verdict, each] += 1
                if verdict == "right" and other_rate == 0:
                    counts["of source", rate] += 1
                    counts["of source", "all"] += 1
    return counts


def make(folder, seed, path, truth):
    """Writes the documents to one file, and family and rate of each to another."""
    texts = list(stories(folder))
    language = Language(texts)
    candidates = list(unique(texts, language))
    random.Random(0).shuffle(candidates)
    documents, sources = plant(texts, candidates, seed, language)
    with path.open("w", encoding="utf-8") as out:
        for number, (_, _, text) in enumerate(documents):
            out.write(json.dumps({"id": str(number), "text": text}, ensure_ascii=False) + "\n")
    truth.write_text(json.dumps([document[:2] for document in documents]))
    copies = sources * len(RATES) * len(KINDS)
    print(f"{len(texts)} stories, {len(candidates)} unlike all others; {sources} sources and {copies} copies, seed {seed}")


def main():
    ibid, folder, seed = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    methods = sys.argv[4:] or ["ddw", "simhash"]
    with tempfile.TemporaryDirectory() as temporary:
        path, truth = Path(temporary) / "news.jsonl", Path(temporary) / "truth.json"
        # In a process of its own: what this one takes in memory would count for those it starts.
        maker = multiprocessing.Process(target=make, args=(folder, seed, path, truth))
        maker.start()
        maker.join()
        documents = json.loads(truth.read_text())
        copies = sum(1 for _, rate in documents if rate)
        sources = sum(1 for _, rate in documents if rate == 0)
        per_family = copies // sources
        for method in methods:
            clusters, seconds, megabytes = run(ibid, path, method)
            counts = score(documents, clusters)
            print(f"{method}: {seconds:.1f} s, {megabytes:.0f} MB; {counts['open']} pairs left open")
            for rate in ("all",) + RATES:
                right, wrong = counts["right", rate], counts["wrong", rate]
                of_source = counts["of source", rate] / (copies if rate == "all" else copies / len(RATES))
                name = rate if rate == "all" else f"{rate} %"
                line = f"  {name:>4}: precision {right / max(1, right + wrong):.3f}, recall {of_source:.3f}"
                if rate == "all":
                    line += f" ({right / (sources * per_family * (per_family + 1) / 2):.3f})"
                print(line, flush=True)


if __name__ == "__main__":
    main()
