#!/usr/bin/env python3
"""Quotations planted in dated news: which of their carriers `ibid trace` finds, and what it says of them.

usage: trace.py make --lang en|zh [--seed S] [--quotes N] OUT DATA
       trace.py score [--wrong N] IBID OUT

DATA is Reuters-21578 as JSON (json-data/*.json) for English, a folder of daily transcripts (*.md) for Chinese. `make` holds
out a tenth of the English stories, or of the Chinese days, and writes to OUT:
    news.jsonl   the other stories, with what was planted in them
    held.jsonl   those held out
    quotes.txt   a quotation a line
    truth.json   a quotation each: its text and its carriers by date
Quotations are sentences and clauses of what was held out, of which no run of six words or eight characters stands in the
rest, whatever its numbers, nor one of three quarters of a short one: all that is found beside the plants is wrong. A quarter
each have 6 to 10, 11 to 18, 19 to 30 and 31 to 60 words (in Chinese 6 to 12, 13 to 20, 21 to 35 and 36 to 60 characters).
Each is planted in seven or eight stories of different days, in a sentence of a reporter: the witness, the earliest, has it
as it is; then in random order
    verbatim    as it is
    edit10      one in ten words replaced, left out, or followed by another one
    edit25      one in four; where it is later than edit10, it has the edits of that and some more (but with less than six
                words each has one edit of its own)
    shortened   the first or the last half
    elided      in a third of the cases instead of that: the beginning and the end, with an ellipsis between
    embedded    as it is, without marks, in a sentence of 30 to 40 words more (in Chinese 35 to 60 characters); in half of the
                cases this is indirect speech, called indirect
    number      a number changed, or, where there is none,
    negation    a negation taken out or put in
    copy        in half of the cases: the changed wording of number or negation, later
In up to a third of the Chinese quotations one carrier's sentence is in traditional characters.

Each carrier has the id of its document, the wording and its place in the text (code points), how it is told (quoted, in
indirect speech, or embedded without either), and the `parent`, the document it derives from; null for the witness, and
where another wording of an earlier carrier has all of it, too. A parent counts as right when it has the wording of the true
one; that of a reprint is the carrier it reprints. The same arguments give the same bytes.
"""
import argparse
import bisect
import collections
import html
import json
import math
import random
import re
import subprocess
import sys
import time
from pathlib import Path

MONTHS = dict(zip("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(), range(1, 13)))
BANDS = {"en": [(6, 10), (11, 18), (19, 30), (31, 60)], "zh": [(6, 12), (13, 20), (21, 35), (36, 60)]}
RUN = {"en": 6, "zh": 8}
LEAST = {"en": 4, "zh": 6}
HAN = re.compile(r"[\u3400-\u9fff]")
WORD = {"en": re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*"), "zh": re.compile(r"\d+(?:[.,]\d+)*|[A-Za-z]+|[\u3400-\u9fff]")}
ABBREVIATIONS = (
    "Corp|Inc|Cos?|Ltd|Plc|Mrs?|Messrs|Bros|Gov|Gen|Sen|Rep|Pres|Prof|Sept|Oct|Nov|Dec|Aug|Feb|Jan|"
    "Calif|Mass|Conn|Minn|Penn|Wash|Tenn|Ariz|Colo"
)
# How a clause begins that leans on another one.
LEANING = re.compile("[是和与及而也既越或并且即其以使让称将第一二三四五六七八九]")
QUOTED = "\"“”‘’「」『』"

# ---------------------------------------------------------------------------------------------------------- the news


def english(folder):
    for path in sorted((folder / "json-data").glob("*.json")):
        for story in json.loads(path.read_text(encoding="utf-8")):
            body = re.sub(r"\s*(Reuter\s*)?&#3;\s*$", "", story.get("body") or "", flags=re.I)
            body = re.sub(r"\n(?! )", " ", html.unescape(body).strip("\n"))
            text = "\n".join(re.sub(r"\s+", " ", line).strip() for line in body.split("\n") if line.strip())
            when = re.match(r"\s*(\d+)-([A-Z]{3})-(\d{4})\s+(\d\d:\d\d:\d\d)?", story["date"])
            if not text or not when:
                continue
            day = f"{when[3]}-{MONTHS[when[2]]:02}-{int(when[1]):02}"
            yield {
                "id": "r" + story["attrs"]["newid"],
                "title": html.unescape(story.get("title") or ""),
                "date": day + ("T" + when[4] if when[4] else ""),
                "source": "Reuters",
                "category": ", ".join(story["topics"]),
                "dateline": html.unescape(story.get("dateline") or ""),
                "text": text,
            }


def chinese(folder):
    for path in sorted(folder.glob("2*.md")):
        day = f"{path.stem[:4]}-{path.stem[4:6]}-{path.stem[6:8]}"
        stories = re.split(r"^### *", path.read_text(encoding="utf-8"), flags=re.M)[1:]
        for number, story in enumerate(stories, 1):
            title, _, body = story.partition("\n")
            url = re.search(r"\[查看原文\]\((.*?)\)", body)
            body = re.split(r"\[查看原文\]|^---", body, maxsplit=1, flags=re.M)[0]
            body = html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"</p>|<br */?>", "\n", body)))
            text = "\n".join(line.strip() for line in body.splitlines() if line.strip())
            if text:
                yield {"id": f"{path.stem}-{number:02}", "title": title.strip(), "date": day, "source": "新闻联播",
                       "url": url[1] if url else "", "text": text}


def news(lang, folder):
    found = list((english if lang == "en" else chinese)(Path(folder)))
    if not found:
        sys.exit(f"trace.py: no stories in {folder}")
    return found


def hold_out(stories, lang, draw):
    """The stories that stay and those held out: single ones in English, whole days in Chinese."""
    key = (lambda story: story["id"]) if lang == "en" else (lambda story: story["date"])
    keys = sorted({key(story) for story in stories})
    held = set(draw.sample(keys, len(keys) // 10))
    return [s for s in stories if key(s) not in held], [s for s in stories if key(s) in held]


def tokens(text, lang):
    """What runs are made of: words, or characters; all numbers are one, and Chinese text has one letter of a foreign word."""
    found = ["0" if word[0].isdigit() else word for word in WORD[lang].findall(text.lower())]
    return tuple(found) if lang == "en" else "".join(word[0] for word in found)


def runs(text, lang, size):
    found = tokens(text, lang)
    return [found[at : at + size] for at in range(len(found) - size + 1)]


def telling(wording, lang):
    """The runs that no other text may have: in short wordings three quarters of all words, but at least four."""
    size = len(tokens(wording, lang))
    return set(runs(wording, lang, min(RUN[lang], max(4, math.ceil(size * 3 / 4)))))


def length(text, lang):
    return len(text.split()) if lang == "en" else len(re.findall(r"[\u3400-\u9fffA-Za-z0-9]", text))


def sentence_ends(paragraph, lang):
    """Where sentences end for certain: not behind an abbreviation, not inside quotation marks or brackets."""
    ends = r"(?<=[a-z]{3})[.!?]\"?(?= [A-Z\"]|$)" if lang == "en" else r"[。！？][”’」』]?(?!”|’|」|』)"
    for found in re.finditer(ends, paragraph):
        before = paragraph[: found.end()]
        if before.count('"') % 2 == 0 and all(before.count(a) <= before.count(b) for a, b in ("“”", "‘’", "（）", "()", "《》")):
            if not re.search(rf"\b({ABBREVIATIONS})\.$", before):
                yield found.end()


def sentences(text, lang):
    for paragraph in text.split("\n"):
        start = 0
        for end in sentence_ends(paragraph, lang):
            yield paragraph[start:end].strip()
            start = end


def is_prose(sentence, lang):
    if any(mark in sentence for mark in QUOTED + "()（）<>[]【】/*_…—"):
        return False
    if lang == "en":
        words = sentence.split()
        lower = sum(word[0].islower() for word in words)
        return sentence[0].isupper() and sentence[-1] == "." and not re.search(r"--|:| vs ", sentence) and lower * 10 >= len(words) * 6
    return len(HAN.findall(sentence)) * 10 >= len(sentence) * 7


def wordings(text, lang):
    """Sentences, and clauses that can stand alone, without the mark at their end."""
    for sentence in sentences(text, lang):
        if not is_prose(sentence, lang):
            continue
        whole = sentence.rstrip(".!?。！？")
        if lang == "en":
            whole = re.sub(r", (?:[\w.' -]+ )?(?:said|says|added|noted|stated|reported)(?: [\w ]+)?$", "", whole)
        if lang == "zh":
            yield from [whole] * (not LEANING.match(whole))
            clauses = re.split(r"[，；：]", whole)
            for at, clause in enumerate(clauses):
                if LEANING.match(clause):
                    continue
                if not re.search("[前后时中上的等内下里]$", clause):
                    yield clause
                if at + 1 < len(clauses) and "：" not in whole:
                    yield "，".join(clauses[at : at + 2])
        else:
            yield whole
            for clause in re.split(r"; |, (?:and|but|while|although|because) (?=(?:the|it|they|he|she|we|this|there|its|some) )", whole):
                yield clause[0].upper() + clause[1:] if clause else clause


class Pairs:
    """Chinese in words: pairs of characters that stand together twenty times as often as by chance, and single ones."""

    def __init__(self, texts):
        characters, pairs = collections.Counter(), collections.Counter()
        for text in texts:
            characters.update(text)
            pairs.update(map(str.__add__, text, text[1:]))
        total = sum(characters.values())
        often = lambda pair: 20 * characters[pair[0]] * characters[pair[1]] / total
        self.pairs = {p for p, count in pairs.items() if count >= max(20, often(p)) and all(map(HAN.match, p))}

    def units(self, text):
        found, at = [], 0
        while at < len(text):
            run = re.match(r"[A-Za-z0-9.%-]+", text[at:])
            size = run.end() if run else 2 if text[at : at + 2] in self.pairs else 1
            found.append(text[at : at + size])
            at += size
        return found


# ---------------------------------------------------------------------------------------------------------- the changes

MONTH = "jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december"
NUMBER = {
    "en": re.compile(rf"(?<![\w.,$/-])\d+(?:[.,]\d+)*(?![\w/-]|[.,]\d| (?i:{MONTH})\b)"),
    "zh": re.compile(r"(?<![A-Za-z\d.,-])\d+(?:[.,]\d+)*(?![A-Za-z\d.,-]|[年月日号时点分版届])"),
}
TAKEN = {
    "en": [
        (r"\bcannot\b", "can"), (r"\bcan't\b", "can"), (r"\bwon't\b", "will"), (r"(?<=[a-z])n't\b", ""), (r"\bnever ", ""),
        (r"(?<!or )(?<!if )(?<!why )\bnot (?!only|yet|necessarily|just|least|to mention|including|until|all)", ""),
    ],
    "zh": [
        (r"(?<![不得])不(?=会|是|能(?!不)|可能|应|需|要|允许|愿|希望|认为|存在|接受|支持|同意|承认|考虑|参加|排除|具备|了解|知道|影响|符合|属于)", ""),
        (r"没(?=有)", ""), (r"(?<!尚)(?<!从)未(?=能|有|发现|造成|达到|出现|进行|完成|得到|受到)", ""),
    ],
}
ADDED = {
    "en": [
        (r"(?<=[a-z] )(will|would|could|should|must)(?= (?!not\b)[a-z])", r"\1 not"),
        (r"(?<=[a-z] )(is|are|was|were)(?= (?!not\b)[a-z])", r"\1 not"),
        (r"(?<=[a-z] )can(?= [a-z])", "cannot"),
        (r"(?<=[a-z] )(has|have|had)(?= (?:been|[a-z]+ed)\b)", r"\1 not"),
    ],
    "zh": [
        (r"(?<=[将就也都才还仍])会(?=[\u3400-\u9fff])(?!议|见|晤|谈|同)", "不会"),
        (r"(?<![但于就只还总若正更别其不而或要便既算凡如很真最却先像乃老国非])是(?!否|非|以|的|因|由)(?=[\u3400-\u9fff])", "不是"),
        (r"(?<!不)(?<!是否)(能够|可以|应该|应当|同意|希望|认为|具备|符合|属于)", r"不\1"),
        (r"(?<![不的有和])需要(?=[\u3400-\u9fff])", "不需要"),
        (r"(?<![不的])可能(?=[\u3400-\u9fff])(?!性)", "不可能"),
        (r"(?<=[已还也都])有(?=[\u3400-\u9fff])(?!效|力|序|所|关|限|机|利)", "没有"),
        (r"(?<=[，\u3400-\u9fff])将(?=继续|成为|进一步|举行|召开|推出|采取|影响|达到|超过|进入|迎来|出现)", "将不"),
    ],
}


def change_number(text, lang, draw):
    """The text with one digit of one number changed, and what was changed."""
    places = list(NUMBER[lang].finditer(text))
    places = [p for p in places if not re.fullmatch(r"(19|20)\d\d", p[0])]
    if lang == "en":
        places = [p for p in places if not re.search(rf"\b(?i:{MONTH})\.? $", text[: p.start()])]
    if not places:
        return None
    place = draw.choice(places)
    old = place[0]
    while True:
        at = draw.choice([at for at, c in enumerate(old) if c.isdigit()])
        new = old[:at] + draw.choice("123456789") + old[at + 1 :]
        if new != old and not re.fullmatch(r"(19|20)\d\d", new):
            return text[: place.start()] + new + text[place.end() :], {"kind": "number", "gone": old, "new": new}


def change_negation(text, lang, draw):
    """The text with a negation taken out where it has one, and else put in; and what was changed."""
    for rules, kind in ((TAKEN, "negation-lost"), (ADDED, "negation-added")):
        places = [(place, new) for rule, new in rules[lang] for place in re.finditer(rule, text)]
        if places:
            place, new = draw.choice(places)
            new = place.expand(new)
            changed = text[: place.start()] + new + text[place.end() :]
            if lang == "en" and kind == "negation-lost":
                changed = re.sub(r"\bca(?= )", "can", changed)
            return changed, {"kind": kind, "gone": place[0].strip(), "new": new.strip()}
        if rules is TAKEN and re.search({"en": r"\b(not?|never|nor|without|neither)\b|n't\b", "zh": "[不没未无非]"}[lang], text):
            return None
    return None


class Editor:
    """Edits single words. Keeps which units an edit has touched, so that a second round adds to the first."""

    def __init__(self, lang, pairs, texts):
        self.lang, self.pairs = lang, pairs
        units = [unit for text in texts for unit in self.units(text)]
        if lang == "en":
            negations = {"not", "no", "never", "nor", "none"}
            self.vocabulary = [unit for unit in units if unit.isalpha() and unit.islower() and unit not in negations]
        else:
            self.vocabulary = [unit for unit in units if len(unit) == 2 and HAN.match(unit) and unit[0] not in "不没未无非"]

    def units(self, text):
        return text.split() if self.lang == "en" else self.pairs.units(text)

    def cuts(self, text):
        """Where the text can be cut: between words."""
        if self.lang == "en":
            return [place.start() for place in re.finditer(" ", text)]
        around = lambda at: text[at - 1 : at + 1]
        return [at for at in range(1, len(text)) if around(at) not in self.pairs.pairs and not re.match(r"[\w.]{2}", around(at), re.A)]

    def join(self, units):
        text = (" " if self.lang == "en" else "").join(unit for unit, _ in units)
        return text.strip(" ,;:，；：、")

    def start(self, text):
        return [(unit, False) for unit in self.units(text)]

    def edit(self, units, count, draw):
        """So many more of the units not touched yet replaced, left out, or followed by another one."""
        free = [at for at, (unit, touched) in enumerate(units) if not touched and any(c.isalpha() for c in unit)]
        chosen = set(draw.sample(free, min(count, len(free))))
        out = []
        for at, (unit, touched) in enumerate(units):
            if at not in chosen:
                out.append((unit, touched))
                continue
            other = draw.choice(self.vocabulary)
            while other == unit.strip(",;:").lower():
                other = draw.choice(self.vocabulary)
            # A word behind the last one would be an edit of nothing.
            what = draw.choice(["replace", "leave out", "add"] if at + 1 < len(units) else ["replace", "leave out"])
            tail = unit[len(unit.rstrip(",;:")) :]
            if what == "replace":
                out.append((other + tail, True))
            elif what == "add":
                out += [(unit[: len(unit) - len(tail)], True), (other + tail, True)]
        return out


def shorten(text, lang, editor, draw, elided):
    """Half of the words, in one piece or two; nothing where that would be nearly all of them."""
    cuts = editor.cuts(text)
    total = length(text, lang)
    wanted = max(LEAST[lang], total // 2)
    clean = lambda piece: piece.strip(" ,;:，；：、")
    head = lambda wanted: next((text[:cut] for cut in cuts if length(text[:cut], lang) >= wanted), text)
    tail = lambda wanted: next((text[cut:] for cut in reversed(cuts) if length(text[cut:], lang) >= wanted), text)
    if elided:
        pieces = [clean(head((wanted + 1) // 2)), clean(tail(wanted // 2))]
    else:
        pieces = [clean(head(wanted) if draw.random() < 0.5 else tail(wanted))]
    left = sum(length(piece, lang) for piece in pieces)
    if left >= total - (1 if lang == "en" else 2) or not all(pieces):
        return None
    return (" … " if lang == "en" else "……").join(pieces), pieces


# The pairs of simplified and traditional characters that the script can write, one to one.
TRADITIONAL = dict(
    zip(*[iter(
        "万萬与與专專业業东東丝絲两兩严嚴个個丰豐临臨为為丽麗举舉么麼义義乐樂习習乡鄉书書买買乱亂争爭于於亏虧亚亞产產亲親"
        "亿億仅僅从從仪儀们們价價众眾优優伙夥会會伟偉传傳伤傷伦倫体體侧側债債倾傾儿兒党黨兰蘭关關兴興养養写寫农農决決况況"
        "冻凍净淨凉涼减減凤鳳凭憑凯凱划劃刘劉则則刚剛创創别別剑劍剧劇劝勸办辦务務动動励勵劲勁劳勞势勢勋勳区區医醫华華协協"
        "单單卖賣卫衛却卻厂廠厅廳历歷厉厲压壓厦廈县縣参參双雙发發变變叙敘叶葉号號后後吗嗎听聽启啟吴吳员員响響唤喚团團园園"
        "围圍国國图圖圆圓圣聖场場坏壞块塊坚堅坛壇垒壘垦墾墙牆壮壯声聲处處备備够夠头頭夹夾夺奪奋奮奖獎奥奧妇婦孙孫学學宁寧"
        "宝寶实實审審宪憲宫宮宽寬宾賓对對寻尋导導寿壽将將尔爾尘塵尝嘗尧堯层層岁歲岂豈岗崗岛島巩鞏帅帥师師帐帳帜幟带帶帮幫"
        "幂冪并並广廣庄莊庆慶库庫应應开開异異弃棄张張弯彎强強归歸当當录錄彻徹径徑忆憶忧憂怀懷态態怜憐总總恋戀恳懇恶惡悬懸"
        "惊驚惩懲惯慣愿願慑懾戏戲战戰户戶执執扩擴扫掃扬揚抚撫抢搶护護报報担擔拟擬拥擁择擇挂掛挤擠挥揮捞撈损損捡撿换換据據"
        "掷擲摄攝摆擺敌敵敛斂数數斋齋断斷无無旧舊时時昼晝显顯晓曉暂暫术術朴樸机機杀殺杂雜权權条條来來杨楊极極构構枪槍柜櫃"
        "标標栋棟树樹样樣档檔桥橋桩樁梦夢检檢椭橢楼樓榄欖横橫欢歡欧歐殁歿残殘毁毀毕畢气氣氢氫汇匯汉漢汤湯沟溝没沒泪淚泽澤"
        "洁潔洒灑浅淺测測济濟浓濃涌湧涛濤润潤涨漲渐漸渔漁温溫湾灣湿濕溃潰滚滾滞滯满滿滨濱潜潛澜瀾灭滅灯燈灵靈灾災炉爐点點"
        "烂爛烦煩热熱焕煥爱愛爷爺牵牽犊犢状狀犹猶独獨狮獅猎獵献獻环環现現珑瓏瑶瑤电電画畫畅暢疗療疮瘡疯瘋盐鹽监監盖蓋盘盤"
        "着著睁睜矫矯矿礦码碼砖磚硕碩确確碍礙礼禮祸禍禅禪离離种種积積称稱税稅稣穌稳穩穷窮窃竊窝窩竖豎竞競笔筆笼籠筑築筹籌"
        "签簽简簡类類粤粵粮糧紧緊红紅纤纖约約级級纪紀纯純纲綱纳納纵縱纷紛纸紙纹紋纺紡线線练練组組细細织織终終绍紹经經结結"
        "绘繪给給络絡绝絕统統继繼绩績续續维維综綜绿綠缓緩编編缘緣缩縮缴繳网網罗羅罚罰罢罷职職联聯聪聰肃肅肠腸肤膚胀脹胁脅"
        "胜勝胶膠脉脈脑腦脚腳脱脫脸臉舰艦舱艙艰艱艺藝节節芦蘆苏蘇苹蘋范範荐薦荡蕩荣榮药藥莲蓮萝蘿营營萧蕭蓝藍虏虜虑慮虫蟲"
        "虽雖蛮蠻补補袭襲装裝见見观觀规規视視览覽觉覺触觸计計订訂认認讨討让讓训訓议議讯訊记記讲講许許论論讼訟设設访訪证證"
        "评評识識诉訴诊診词詞译譯试試诗詩诚誠话話诞誕询詢该該详詳语語误誤说說请請诸諸诺諾课課谁誰调調谈談谊誼谋謀谐諧谓謂"
        "谢謝谨謹谱譜贝貝负負贡貢财財责責贤賢败敗账賬货貨质質贫貧购購贯貫贰貳贴貼贵貴贸貿费費贺賀资資赋賦赏賞赔賠赖賴赛賽"
        "赞贊赠贈赢贏赶趕趋趨跃躍践踐车車轨軌转轉轮輪轴軸轻輕载載较較辅輔辆輛辈輩辉輝辑輯输輸辖轄边邊辽遼达達迁遷过過迈邁"
        "运運还還这這进進远遠违違连連迟遲迹跡适適选選逊遜递遞逻邏遗遺邓鄧邮郵邻鄰郑鄭酿釀释釋针針钟鐘钢鋼钱錢钻鑽铁鐵铜銅"
        "铝鋁银銀链鏈销銷锁鎖锅鍋锋鋒锐銳错錯锦錦键鍵镇鎮镜鏡长長门門闪閃闭閉问問闯闖闲閒间間闸閘闻聞阅閱阔闊队隊阳陽阴陰"
        "阵陣阶階际際陆陸陈陳陕陝险險随隨难難雾霧静靜韩韓页頁顶頂项項顺順顾顧顿頓颁頒预預领領频頻颗顆题題颜顏额額风風飘飄"
        "飞飛饭飯饮飲馆館馈饋马馬驰馳驱驅驶駛驻駐骄驕验驗骑騎鱼魚鲜鮮鸟鳥鸡雞鸣鳴鹏鵬麦麥黄黃齐齊齿齒龄齡龙龍"
    )] * 2)
)
# Simplified characters that stand for several traditional ones, and that the table above does not decide.
SEVERAL = set("干台只松系云斗谷几丑余征采制卷冲郁须周准折舍佣吁咸姜秋栗仆辟旋凶岩巨胡借困占注累曲朱沈游里复获尽")


def is_writable(text):
    """Whether all characters are in the table, or the same in both scripts."""
    return all(c in TRADITIONAL or not HAN.match(c) or c not in SEVERAL and is_common(c) for c in text)


def is_common(c):
    """Whether it is among the common traditional characters, those of the first level of Big5."""
    code = c.encode("big5", "ignore")
    return len(code) == 2 and code[0] <= 0xC6


def traditional(text):
    return "".join(TRADITIONAL.get(c, c) for c in text).translate(str.maketrans("“”‘’", "「」『』"))


# ---------------------------------------------------------------------------------------------------------- the reporters

FIRST = (
    "Harlan Odette Percy Maude Lionel Bettina Rufus Thea Cornel Inga Desmond Yvette Barnaby Sunniva Leopold Greta Amos "
    "Ottilie Crispin Hester"
).split()
LAST = (
    "Pryce Vandermolen Ashcombe Tillery Okonjo Brandvold Quillfeather Marsk Delacourt Penhallow Strand Wexcombe Iverness "
    "Calloway Dunmarsh Roth Fennimore Larkspur Holt Abernathy"
).split()
ROLES = "analyst,spokesman,economist,trader,director,union leader,farmer,engineer,professor,council member,shipowner,lawyer".split(",")
BODIES = (
    "the Dunmore Institute,Corbett and Lyle,the Harbour Board,Marsk Brothers,the Penhallow Fund,the Growers' League,"
    "Ashcombe College,the Inland Chamber,Strand Shipping,the Tillery Group"
).split(",")
PLACES = "Port Merrow,Ellingham,Stony Ferry,Lower Quay,Saint Brannoc,Carrick Bridge,Oldhaven,Westmarch,Tarn Hill,Bellweather".split(",")
SURNAMES = "林王李高唐方石白江何杜田安马罗"
GIVEN = "文清 志平 安之 明山 水生 思源 家和 大同 月如 景行 春来 永年 小满 长河 光远".split()
ZH_ROLES = "研究员 教授 会长 发言人 工程师 站长 村民 主任 社长 校长".split()
ZH_BODIES = "青石大学 白水研究所 南山商会 东江合作社 长河气象站 月湖中学 石桥村 北山林场 明镜通讯社 安和医院".split()
ZH_PLACES = "青石镇 白水县 长河市 东江口 南山村 月湖边 石桥镇 北山脚下 安和街 明镜路".split()

QUOTING = {
    "en": [
        '"{q}," said {who}.', '{who} said: "{q}."', '{who} told reporters in {place}: "{q}."', '"{q}," {who} told a meeting in {place}.',
        'Asked about it, {who} answered, "{q}."', 'In a letter read out in {place}, {who} wrote: "{q}."',
        '"{q}," according to {who} by telephone from {place}.', 'This week in {place}, {who} put it like this: "{q}."',
        '"{q}," were the words of {who}.', '{who}, visiting {place}, declared: "{q}."', 'It was {who} who remarked "{q}" over lunch in {place}.',
        '"{q}," the {place} Courier quoted {who} as saying.', 'A note signed by {who} ends: "{q}."', '“{q},” said {who} on arriving in {place}.',
        '{who} added: “{q}.”', 'On the steps of the town hall in {place} {who} said, “{q}.”', '“{q},” {who} argued.',
    ],
    "zh": [
        "{who}说：“{q}。”", "“{q}。”{who}说。", "{who}在{place}对大家说：“{q}。”", "“{q}，”{who}在{place}表示。", "谈到这件事，{who}回答：“{q}。”",
        "{who}在一封信中写道：“{q}。”", "“{q}。”这是{who}在{place}说的话。", "据报道，{who}在{place}讲话时说：“{q}。”", "{who}告诉来访的人：“{q}。”",
        "“{q}。”来自{place}的{who}这样说。", "在{place}的一次会上，{who}说道：“{q}。”", "{who}最后说：“{q}。”", "听到这里，{who}说：“{q}。”",
        "{who}昨天在{place}说，“{q}”。", "用{who}的话说，“{q}”。",
    ],
}
PART_QUOTING = {
    "en": [
        '{who} spoke of "{q}" in {place}.', 'The phrase "{q}" is from {who}.', 'In short, "{q}," as {who} has it.', '{who} was quoted: "{q}."',
        'Papers in {place} printed only "{q}" of what {who} said.', 'What {who} said comes down to "{q}."',
    ],
    "zh": [
        "{who}提到“{q}”。", "“{q}”，这是{who}的话。", "{who}在{place}说了“{q}”这一句。", "{place}的人都记得{who}那句“{q}”。", "简单地说，“{q}”，{who}这样讲。",
    ],
}
TELLING = {
    "en": ["{who} said that {q}.", "{who} told a meeting in {place} that {q}.", "According to {who}, {q}.",
           "{who} made it known in {place} that {q}."],
    "zh": ["{who}说，{q}。", "{who}在{place}表示，{q}。", "据{who}讲，{q}。", "{who}认为，{q}。"],
}
# What stands before and behind an embedded quotation: one in front and one behind make 30 to 40 words, 35 to 60 characters.
BEFORE = {
    "en": {
        "indirect": [
            "After a long morning behind closed doors in {place}, where tempers had run rather short, {who} let it be known that",
            "Speaking slowly and without notes to the guests of a small dinner held in {place}, {who} told those present that",
            "When the lights had gone up again in the old theatre of {place}, {who} rose to say once more that",
            "In the last of three talks that were given to a full house in {place}, {who} maintained with some force that",
        ],
        "embedded": [
            "Whoever has read the letters that reach us from {place} these days will have found, somewhere between complaints and greetings, that",
            "There is talk on every corner of {place}, and it has been going round for a good while now, that",
            "Among the few things on which both camps in {place} could agree before they parted for the summer was this, that",
            "One can turn it over as often as one likes, and many in {place} have done so, but",
        ],
    },
    "zh": {
        "indirect": [
            "在{place}关起门来谈了一个上午之后，{who}才慢慢对等在外面的人说，",
            "在{place}的一次晚会上，{who}没有拿讲稿，就告诉在座的各位，",
            "{who}在{place}给满满一屋子的人讲了三天，最后一天还是坚持认为，",
            "那天大雨刚停，{who}从{place}打来电话，又一次向我们说明，",
        ],
        "embedded": [
            "最近从{place}寄来的信里，除了问好和一些家常话，总有人写着，",
            "这些天{place}的街头巷尾都在说，而且已经说了很长时间，",
            "双方在{place}分手以前难得谈到一起的就这么一件事，就是",
            "不管把这件事翻过来还是倒过去想，{place}的许多人都明白，",
        ],
    },
}
BEHIND = {
    "en": [
        ", a view that the others took down and carried home.",
        ", and nobody in the room seemed willing to say anything against it.",
        ", which many heard and, as it seems, most have forgotten since.",
        ", although at the next table somebody was already telling another story.",
        ", so that those who had come far went away no wiser.",
    ],
    "zh": [
        "，这话大家都记了下来，带回家去慢慢想。",
        "，屋里的人不论老少，一时都没有说什么别的话。",
        "，听见的人很多，不过现在还记得的人恐怕已经不多了。",
        "，虽然当天晚上就有人在旁边讲起另外一个很不一样的故事来。",
        "，远道而来的人听完就走了，既不高兴也不生气。",
    ],
}
SMALL = set((
    "The A An It He She They We This That These Those There In On At Its But If As For Some Most Many All Both When While "
    "After Last Such Other Another Any Each"
).split())


def speaker(lang, draw):
    if lang == "en":
        return f"{draw.choice(ROLES)} {draw.choice(FIRST)} {draw.choice(LAST)} of {draw.choice(BODIES)}"
    return draw.choice(ZH_BODIES) + draw.choice(ZH_ROLES) + draw.choice(SURNAMES) + draw.choice(GIVEN)


def within(text, lang):
    """As it stands inside a sentence: no capital at its head, if its first word needs none."""
    first = text.split(" ")[0]
    return text[0].lower() + text[1:] if lang == "en" and first in SMALL else text


def reported(wording, kind, who, lang, used, draw):
    """A sentence with the wording in it, the wording as it stands there, where, and how it is told. Takes none of the frames
    used, and adds its own: two equal sentences would be one that was reprinted."""
    place = draw.choice(PLACES if lang == "en" else ZH_PLACES)
    gap = " " if lang == "en" else ""
    way = "quoted"
    if kind in ("embedded", "indirect"):
        way = kind
        frames = [before + gap + "{q}" + behind for before in BEFORE[lang][kind] for behind in BEHIND[lang]]
    elif kind in ("shortened", "elided"):
        frames = PART_QUOTING[lang]
    elif kind not in ("witness", "verbatim") and draw.random() < 0.2:
        way = "indirect"
        frames = TELLING[lang]
    else:
        frames = QUOTING[lang]
    frame = draw.choice([frame for frame in frames if frame not in used])
    used.add(frame)
    if way != "quoted":
        wording = within(wording, lang)
    frame = frame.replace("{who}", who).replace("{place}", place)
    if lang == "en":
        frame = re.sub(r"^[a-z]", lambda first: first[0].upper(), frame)
    at = frame.index("{q}")
    return frame.replace("{q}", wording), wording, at, way


# ---------------------------------------------------------------------------------------------------------- planting


def candidates(held, rest, lang, draw):
    """Wordings of what was held out of which no run stands in the rest, by band of length; prints how many there are."""
    shaped = {}
    for story in held:
        for wording in wordings(story["text"], lang):
            if BANDS[lang][0][0] <= length(wording, lang) <= BANDS[lang][-1][1]:
                shaped.setdefault(wording, None)
    holders = collections.defaultdict(list)
    for wording in shaped:
        for run in telling(wording, lang):
            holders[run].append(wording)
    known = set()
    for story in rest:
        for text in (story["title"], story["text"]):
            for size in range(4, RUN[lang] + 1):
                for run in runs(text, lang, size):
                    if run in holders:
                        known.update(holders.pop(run))
    unknown = [wording for wording in shaped if wording not in known and telling(wording, lang)]
    unknown = [wording for wording in shaped if wording not in known]
    print(f"{len(held)} stories held out; {len(shaped)} sentences and clauses of the length, {len(unknown)} with no run in the rest; ", end="")
    bands = [[] for _ in BANDS[lang]]
    for wording in unknown:
        number = change_number(wording, lang, random.Random(0)) is not None
        if number or change_negation(wording, lang, random.Random(0)):
            band = bisect.bisect_left([high for _, high in BANDS[lang]], length(wording, lang))
            bands[band].append((wording, number))
    print(f"{sum(map(len, bands))} with a number or a negation to change")
    for band in bands:
        draw.shuffle(band)
    return bands


def pick(bands, count, lang, draw):
    """As many quotations of each band, numbers and negations in turn, no two with a run in common."""
    picked, seen, told = [], set(), set()
    for at, band in enumerate(bands):
        wanted = count * (at + 1) // len(bands) - count * at // len(bands)
        queues = [[w for w, number in band if number], [w for w, number in band if not number]]
        turn = 0
        while wanted and any(queues):
            turn += 1
            queue = queues[turn % 2] or queues[1 - turn % 2]
            wording = queue.pop()
            mine = telling(wording, lang)
            every = {run for size in range(4, RUN[lang] + 1) for run in runs(wording, lang, size)}
            if not mine & seen and not every & told:
                seen |= every
                told |= mine
                picked.append(wording)
                wanted -= 1
        if wanted:
            sys.exit(f"trace.py: too few quotations of {BANDS[lang][at]}: {wanted} more are wanted")
    draw.shuffle(picked)
    return picked


def places(text, lang):
    """Where a sentence can be put between two others."""
    found, start = [], 0
    for paragraph in text.split("\n"):
        found += [start + end for end in sentence_ends(paragraph, lang)]
        start += len(paragraph) + 1
    return [at for at in found if text[at:].strip()]


class Hosts:
    """Stories to plant in, by day; those used least are given out first."""

    def __init__(self, rest, lang, draw):
        self.draw, self.days, self.used = draw, collections.defaultdict(list), collections.Counter()
        for number, story in enumerate(rest):
            if len(places(story["text"], lang)) >= 3:
                self.days[story["date"][:10]].append(number)
        for day in self.days.values():
            draw.shuffle(day)
        self.weights = {day: len(numbers) for day, numbers in sorted(self.days.items())}

    def take(self, count):
        """So many stories of different days, in their order; days with many stories come more often."""
        days = set()
        while len(days) < count:
            days.update(self.draw.choices(list(self.weights), list(self.weights.values()), k=1))
        taken = []
        for day in sorted(days):
            number = min(self.days[day], key=lambda number: self.used[number])
            self.used[number] += 1
            taken.append(number)
        return taken


def normal(text):
    return "".join(c for c in text.lower() if c.isalnum())


def carriers(quote, lang, editor, draw):
    """The carriers of a quotation in their order: kind, wording, the place of the parent in the list, what was changed."""
    changed = change_number(quote, lang, draw)
    kind = "number"
    if changed is None:
        changed, kind = change_negation(quote, lang, draw), "negation"
    later = ["verbatim", "edit10", "edit25", "short", draw.choice(["embedded", "indirect"]), kind]
    draw.shuffle(later)
    if draw.random() < 0.5:
        later.insert(draw.randint(later.index(kind) + 1, len(later)), "copy")
    found = [dict(kind="witness", plain=quote, parent=None)]
    at_of = {}
    size = len([unit for unit in editor.units(quote) if any(c.isalpha() for c in unit)])
    tenth = max(1, round(size / 10))
    quarter = max(1, round(size / 4))
    start = editor.start(quote)
    edited = None
    for what in later:
        made = dict(kind=what, plain=quote, parent=0)
        if what == "edit10":
            edited = different(lambda: editor.edit(start, tenth, draw), quote, editor)
            made["plain"] = editor.join(edited)
        elif what == "edit25" and (edited is None or quarter == tenth):
            made["plain"] = editor.join(different(lambda: editor.edit(start, quarter, draw), quote, editor))
        elif what == "edit25":
            more = different(lambda: editor.edit(edited, quarter - tenth, draw), editor.join(edited), editor)
            made.update(plain=editor.join(more), parent=at_of["edit10"])
        elif what == "short":
            elided = draw.random() < 1 / 3
            short = shorten(quote, lang, editor, draw, elided)
            if short is None:
                continue
            made.update(kind="elided" if elided else "shortened", plain=short[0])
            others = [normal(c["plain"]) for c in found if normal(c["plain"]) != normal(quote)]
            if any(all(normal(piece) in other for piece in short[1]) for other in others):
                made["parent"] = None
        elif what == kind:
            made.update(plain=changed[0], changed=changed[1])
        elif what == "copy":
            made.update(plain=changed[0], parent=at_of[kind])
        at_of[what] = len(found)
        found.append(made)
    return found


def different(make, text, editor):
    while True:
        made = make()
        if normal(editor.join(made)) != normal(text):
            return made


def plant(rest, quotes, lang, editor, draw):
    """Writes the sentences into the stories; the truth."""
    hosts = Hosts(rest, lang, draw)
    inserted = collections.defaultdict(list)
    truth = []
    for quote in quotes:
        made = carriers(quote, lang, editor, draw)
        who, used = speaker(lang, draw), set()
        for carrier, host in zip(made, hosts.take(len(made))):
            sentence, wording, at, way = reported(carrier.pop("plain"), carrier["kind"], who, lang, used, draw)
            inserted[host].append((draw.choice(places(rest[host]["text"], lang)), draw.random(), carrier, sentence, wording, at))
            carrier.update(host=host, plain=wording, sentence=sentence, told=way)
        truth.append(dict(quote=quote, lang=lang, carriers=made))
    if lang == "zh":
        in_traditional(truth, draw)
    for host, plants in inserted.items():
        text, parts, last = rest[host]["text"], [], 0
        gap = " " if lang == "en" else ""
        for place, _, carrier, sentence, wording, at in sorted(plants, key=lambda plant: plant[:2]):
            parts.append(text[last:place] + gap)
            start = sum(map(len, parts)) + at
            carrier.update(start=start, end=start + len(wording))
            parts.append(carrier.pop("sentence"))
            last = place
        rest[host]["text"] = "".join(parts) + text[last:]
    for entry in truth:
        made = entry["carriers"]
        for carrier in made:
            story = rest[carrier.pop("host")]
            carrier.update(doc=story["id"], date=story["date"], wording=story["text"][carrier["start"] : carrier["end"]])
        for carrier in made:
            carrier["parent"] = None if carrier["parent"] is None else made[carrier["parent"]]["doc"]
    return truth, hosts.used


def in_traditional(truth, draw):
    """One carrier of up to a third of the quotations, of those that the table can write."""
    able = []
    for entry in truth:
        sentences = [c for c in entry["carriers"][1:] if is_writable(c["sentence"]) and traditional(c["plain"]) != c["plain"]]
        if is_writable(entry["quote"]) and sentences:
            able.append(draw.choice(sentences))
    for carrier in draw.sample(able, min(len(able), len(truth) // 3)):
        carrier.update(sentence=traditional(carrier["sentence"]), script="traditional")


def write_lines(path, records):
    with open(path, "w", encoding="utf-8") as out:
        for record in records:
            out.write(json.dumps(record, ensure_ascii=False) + "\n")


def make(a):
    draw = random.Random(f"{a.seed} {a.lang}")
    rest, held = hold_out(news(a.lang, a.data), a.lang, draw)
    quotes = pick(candidates(held, rest, a.lang, draw), a.quotes, a.lang, draw)
    sample = [story["text"] for story in draw.sample(rest, min(2000, len(rest)))]
    pairs = Pairs(story["text"] for story in rest) if a.lang == "zh" else None
    truth, used = plant(rest, quotes, a.lang, Editor(a.lang, pairs, sample), draw)
    out = Path(a.out)
    out.mkdir(parents=True, exist_ok=True)
    write_lines(out / "news.jsonl", rest)
    write_lines(out / "held.jsonl", held)
    (out / "quotes.txt").write_text("".join(quote + "\n" for quote in quotes), encoding="utf-8")
    (out / "truth.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1), encoding="utf-8")
    kinds = collections.Counter(carrier["kind"] for entry in truth for carrier in entry["carriers"])
    scripts = sum("script" in carrier for entry in truth for carrier in entry["carriers"])
    print(f"{len(rest)} stories, {len(truth)} quotations, {sum(kinds.values())} carriers in {len(used)} stories, "
          f"{scripts} in traditional characters: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))


# ---------------------------------------------------------------------------------------------------------- scoring


def share(right, of):
    return f"{right} of {of} ({right / of:.3f})" if of else "none"


def score(a):
    out = Path(a.out)
    index = out / "index"
    if not index.exists():
        subprocess.run([a.ibid, "--quiet", "--index", str(index), "add", str(out / "news.jsonl")], check=True)
    begun = time.monotonic()
    asked = [a.ibid, "--quiet", "--index", str(index), "trace", "--quotes", str(out / "quotes.txt"), "--format", "jsonl"]
    run = subprocess.run(asked, capture_output=True, text=True)
    seconds = time.monotonic() - begun
    if run.returncode > 1:
        sys.exit(f"{run.stderr}trace.py: {' '.join(asked)} ended with {run.returncode}")
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    truth = json.loads((out / "truth.json").read_text(encoding="utf-8"))
    texts = {}
    for line in open(out / "news.jsonl", encoding="utf-8"):
        story = json.loads(line)
        texts[story["id"]] = story["text"]
    by_quote = collections.defaultdict(list)
    for line in lines:
        by_quote[line["quote"]].append(line)
    counts = collections.Counter()
    wrong = collections.defaultdict(list)
    forms = collections.defaultdict(collections.Counter)
    for number, entry in enumerate(truth, 1):
        score_quote(number, entry, by_quote[number], texts, counts, wrong, forms)
    print(f"{len(truth)} quotations, {len(lines)} lines, {seconds:.1f} s for all of them")
    print(f"witness right: {share(counts['witness'], len(truth))}")
    print("carriers found:")
    bands = [f"{low}-{high}" for low, high in BANDS[truth[0]["lang"]]]
    kinds = "witness verbatim edit10 edit25 shortened elided embedded indirect number negation copy all".split()
    for kind in kinds + bands + ["in traditional characters"]:
        if counts["of", kind]:
            said = ", ".join(f"{count} {form}" for form, count in sorted(forms[kind].items(), key=lambda f: -f[1]))
            print(f"  {kind:<10} {share(counts['found', kind], counts['of', kind]):<22} {said}")
    print(f"precision: {share(counts['planted'], counts['listed'])} documents listed")
    for kind in ("number", "negation-lost", "negation-added"):
        print(f"changes named, {kind}: {share(counts['named', kind], counts['changed', kind])}")
    for kind in ("verbatim", "cut"):
        print(f"numbers or negations named where none was changed, {kind}: {share(counts['named', kind], counts['changed', kind])}")
    for way in ("quoted", "indirect"):
        said = ", ".join(f"{as_what} {share(counts[as_what, way], counts['told', way])}" for as_what in ("quoted", "indirect"))
        print(f"told to be, of carriers found that are {way}: {said}")
    for kind in ("the witness", "a changed wording"):
        print(f"parents right, of carriers found that derive from {kind}: {share(counts['parent', kind], counts['decided', kind])}")
    for name, cases in wrong.items():
        if a.wrong:
            print(f"\n== {name}: {len(cases)}")
        for case in cases[: a.wrong]:
            print(case)


def score_quote(number, entry, lines, texts, counts, wrong, forms):
    of = {carrier["doc"]: carrier for carrier in entry["carriers"]}
    by_doc = collections.defaultdict(list)
    for line in lines:
        by_doc[line["a"]].append(line)
    band = "{}-{}".format(*next(b for b in BANDS[entry["lang"]] if length(entry["quote"], entry["lang"]) <= b[1]))
    head = f"\n[{number}] {entry['quote']}"
    doc_of = {line["carrier"]: line["a"] for line in lines if not line["is_reprint"]}

    witness = entry["carriers"][0]["doc"]
    first = [line["a"] for line in lines if line["carrier"] == 1 and not line["is_reprint"] and line["b"] is None]
    if first == [witness]:
        counts["witness"] += 1
    else:
        wrong["witness"].append(f"{head}\n  planted: {witness} {of[witness]['date']}, found: {first}")

    counts["listed"] += len(by_doc)
    counts["planted"] += sum(doc in of for doc in by_doc)
    for doc, mine in by_doc.items():
        if doc not in of:
            wrong["listed, not planted"] += [f"{head}\n  {doc}: {l['form']} {l['similarity']} {l['text']}" for l in mine]

    wording_of = {doc: normal(carrier["plain"]) for doc, carrier in of.items()}
    for doc, carrier in of.items():
        hits = [l for l in by_doc[doc] if l["a_start"] < carrier["end"] and carrier["start"] < l["a_end"]]
        names = [carrier["kind"], "all", band] + ["in traditional characters"] * ("script" in carrier)
        for name in names:
            counts["of", name] += 1
            counts["found", name] += bool(hits)
        told = f"{head}\n  {doc} {carrier['kind']}: {texts[doc][carrier['start'] : carrier['end']]}"
        changes = [change for line in hits for change in line["changes"]]
        named = [change["kind"] for change in changes if change["kind"] == "number" or change["kind"].startswith("negation")]
        said = f"{told}\n  changes: {json.dumps(changes, ensure_ascii=False)}"
        if "changed" in carrier:
            kind = carrier["changed"]["kind"]
            counts["changed", kind] += 1
            counts["named", kind] += kind in named
            if kind not in named:
                wrong[f"change not named, {kind}"].append(f"{said}\n  changed: {json.dumps(carrier['changed'], ensure_ascii=False)}")
        if not hits:
            wrong[f"missed, {carrier['kind']}"].append(f"{told}\n  in: {texts[doc][max(0, carrier['start'] - 150) : carrier['end'] + 80]}")
            continue
        line = hits[0]
        for name in names:
            forms[name][line["form"]] += 1
        if carrier["kind"] in ("verbatim", "embedded", "indirect", "shortened", "elided"):
            kind = "cut" if carrier["kind"] in ("shortened", "elided") else "verbatim"
            counts["changed", kind] += 1
            counts["named", kind] += bool(named)
            if named:
                wrong[f"change named where there is none, {kind}"].append(said)
        for told_as in ("quoted", "indirect"):
            if carrier["told"] != "embedded":
                counts["told", carrier["told"]] += told_as == "quoted"
                counts[told_as, carrier["told"]] += line[told_as]
        if carrier["parent"]:
            same = [d for d, wording in wording_of.items() if wording == wording_of[carrier["parent"]]]
            kind = "the witness" if witness in same else "a changed wording"
            given = doc_of.get(line["carrier"] if line["is_reprint"] else line["parent"])
            counts["decided", kind] += 1
            if given in same:
                counts["parent", kind] += 1
            else:
                what = f"{given} {of[given]['kind'] if given in of else 'not planted'}"
                text = texts[given][of[given]["start"] : of[given]["end"]] if given in of else ""
                right = of[carrier["parent"]]
                wrong["parent"].append(f"{told}\n  should be: {right['doc']} {right['kind']}: {right['wording']}\n  given: {what}: {text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    m = commands.add_parser("make")
    m.add_argument("--lang", choices=("en", "zh"), required=True)
    m.add_argument("--seed", type=int, default=1)
    m.add_argument("--quotes", type=int, default=300)
    m.add_argument("out")
    m.add_argument("data")
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
