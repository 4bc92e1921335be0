#!/usr/bin/env python3
"""Reports of one form with other facts, edited reposts and distinct texts: which of them get the same docId.

    templated.py write FILE [--each 400] [--seed 1]           the reports as JSON lines: url, title, content, kind
    templated.py reports WHERE [--each 400] [--seed 1]        share of the reports of each kind merged with another
    templated.py reposts WHERE [--each 300] [--percent 0,1,2,3]   share of edited copies with the first one's docId
    templated.py distinct WHERE [--count 20000]               distinct texts that were given another one's docId
    templated.py storm WHERE [--count 2000] [--percent 1]     docIds of near-identical articles sent at once, 32 clients

WHERE is the address of a running `ibid serve` (http://127.0.0.1:7117), which should hold no articles yet; or the program
`ibid` itself, which is then started over a folder of its own, with what follows `--` (such as `-- --rule paper`). For
`reports` it may also be `dedup:IBID`: the share that `ibid dedup` drops, with what follows `--` as its options.

`reposts` reads long articles of Reuters and of Chinese news, `distinct` also parts of novels and histories, from
`~/.cache/ibid-data` (lab/README.md says where they come from) or --data. Titles are all different.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import http.client
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import urllib.parse

CLIENTS = 32
# The most characters of a body, well below what the service takes.
BODY = 1 << 16

# Parts of made-up names.
FIRST = "Al Bar Cor Dun El Fen Gar Hal Is Jor Kel Lor Mar Nor Os Pel Quar Ros Sel Tor Ul Ver Wex Yar Zan".split()
LAST = "ford combe wick low by ton dale mere stead hurst bury wood ley den field".split()
ENDS = "er ison well man ard ett ing ow ane ick".split()
HAN_PLACE = "清平安石长新永龙白临云东宁昌泰丰河秀"
HAN_END = "州县镇山河港原城口岭"
HAN_SURNAME = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何"
HAN_GIVEN = "建国志明丽华晓东海燕文杰思远雨桐子轩佳怡"
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


class Facts:
    """Facts drawn at random, by the names that the forms use."""

    def __init__(self, rng):
        self.rng = rng
        self.makers = {
            "n": lambda: str(rng.randint(2, 98)), "N": lambda: str(rng.randint(120, 9800)),
            "d": lambda: f"{rng.uniform(.2, 9.8):.1f}", "D": lambda: f"{rng.uniform(12, 980):.2f}",
            "day": lambda: rng.choice(DAYS), "date": lambda: f"{rng.randint(1, 28)} {rng.choice(MONTHS)}",
            "time": lambda: f"{rng.randint(1, 12)}:{rng.randint(10, 59)}",
            "place": lambda: rng.choice(FIRST) + rng.choice(LAST),
            "firm": lambda: rng.choice(FIRST) + rng.choice(ENDS) + rng.choice([" Inc", " Corp", " Ltd", " Holdings", " Group"]),
            "who": lambda: rng.choice(FIRST) + rng.choice(ENDS) + " " + rng.choice(FIRST) + rng.choice(LAST),
            "side": lambda: rng.choice(["north", "south", "east", "west"]),
            "move": lambda: rng.choice(["rose", "fell"]), "sky": lambda: rng.choice(["rain", "sunshine", "clouds", "snow", "fog"]),
            "地": lambda: rng.choice(HAN_PLACE) + rng.choice(HAN_PLACE) + rng.choice(HAN_END),
            "人": lambda: rng.choice(HAN_SURNAME) + rng.choice(HAN_GIVEN) + rng.choice(HAN_GIVEN),
            "司": lambda: rng.choice(HAN_PLACE) + rng.choice(HAN_PLACE) + rng.choice(["科技", "能源", "食品", "汽车", "医药"]),
            "日": lambda: f"{rng.randint(1, 12)}月{rng.randint(1, 28)}日", "方": lambda: rng.choice("东南西北"),
            "动": lambda: rng.choice(["上涨", "下跌"]), "天": lambda: rng.choice(["晴", "阴", "小雨", "中雪", "多云"]),
        }

    def fill(self, title, content):
        """A title and a content with the same facts under the same names: {place1} twice is one place."""
        drawn = {}

        def draw(match):
            name = match[1]
            if name not in drawn:
                drawn[name] = self.makers[re.sub(r"\d+$", "", name)]()
            return drawn[name]

        return [re.sub(r"\{(\w+)\}", draw, form) for form in (title, content)]


FORMS = {
    "en quakes": ("Tremor of {d1} felt near {place1}", "A magnitude {d1} earthquake struck {n1} km {side1} of {place1} at {time1} on {day1}, the seismological service said. The quake was recorded at a depth of {n2} km. There were no immediate reports of damage or injuries, and no tsunami warning was issued. Residents of {place2} reported light shaking that lasted a few seconds."),
    "en shares": ("{firm1} {move1} {d1} pct", "Shares of {firm1} {move1} {d1} percent to {D1} on {day1} after the company said its chief executive {who1} would step down at the end of the year. Volume was {N1} thousand shares, against a daily average of {N2} thousand. Analysts said the market had expected the change, and that the outlook for the rest of the year had not been altered by the announcement."),
    "en weather": ("{sky1} over {place1} until {day1}", "The forecast for {place1} on {day1}: {sky1} in the morning and {sky2} later, with a high of {n1} degrees and a low of {n2}. Winds will come from the {side1} at {n3} km an hour. The chance of rain is {n4} percent. Drivers are asked to take care on the roads around {place2}, where fog may form before dawn. The outlook for the coming days remains unsettled, the weather office said."),
    "en earnings": ("{firm1} quarter profit {d1} mln", "{firm1} said net profit for the quarter was {D1} mln dlrs, compared with {D2} mln a year earlier. Revenue came to {N1} mln against {N2} mln. Earnings per share were {d1} dlrs. The board declared a dividend of {n1} cents a share, payable on {date1} to holders of record on {date2}. The company said results reflect higher sales in its main markets and lower costs."),
    "en markets": ("Index at {N1} as {firm1} leads", "The main index closed {d1} percent higher at {N1} on {day1}, led by {firm1} and {firm2}. Turnover was {D1} mln dlrs. Gainers outnumbered losers by {n1} to {n2}. Dealers said trading was quiet and investors were waiting for the outcome of the central bank meeting later in the week. The broader index ended at {N2}."),
    "en matches": ("{place1} {n1} {place2} {n2}", "{place1} beat {place2} {n1}-{n2} on {day1} in front of {N1} spectators. {who1} opened the scoring in minute {n3}, and {who2} added the second shortly after the break. The visitors had more of the ball in the second half but could not find a way through. {place1} will next travel to {place3}. The coach said he was pleased with the way his players had kept their shape."),
    "en court": ("Trial of {who1} set for {date1}", "A judge in {place1} on {day1} set {date1} for the trial of {who1}, who is accused of taking {N1} dollars from {firm1}. Prosecutor {who2} asked for bail to be denied; the court fixed it at {N2} dollars. The defendant, {n1}, has denied all charges. If convicted, the accused faces a prison sentence and a fine. The hearing is expected to last several days."),
    "en flights": ("Flight {N1} to {place1} late", "Flight {N1} from {place1} to {place2}, due to leave at {time1} on {date1}, has been delayed and is now expected to depart at {time2} from gate {n1}. Passengers are asked to stay near the gate and to watch the screens for changes. Those who miss a connection in {place2} should speak to the staff at the desk, who will book them on the next service free of charge."),
    "en elections": ("{who1} wins in {place1}", "{who1} won the seat of {place1} with {N1} votes, ahead of {who2} with {N2}, according to the final count on {day1}. Turnout was {n1} percent. The seat became vacant when {who3} retired in {date1}. The count was completed without incident, the returning officer said, and the result will be published in the official gazette within a week."),
    "en rates": ("Currency at {D1} on {date1}", "The central bank set the middle rate of the currency at {D1} to the dollar on {date1}, against {D2} the day before. The rate to the pound was {D3} and to the yen {D4}. Dealers said demand from importers was moderate. The bank said it would continue to keep the rate stable in line with the state of the market and its stated policy."),
    "en posts": ("{firm1} names {who1}", "The board of {firm1} has appointed {who1} as head of its operations, the company said in a statement. The post had been held by {who2}, who leaves the company at the end of the month after many years of service. The board thanked the outgoing manager for the work done and said the plans for the coming years remain unchanged."),
    "zh 地震": ("{地1}附近发生{d1}级地震", "据地震台网测定，{日1}{n1}时{n2}分，{地1}以{方1}{n3}公里处发生{d1}级地震，震源深度{n4}公里。{地2}有明显震感，暂未收到人员伤亡和房屋倒塌的报告。当地消防救援队伍已经前往震中了解情况，供水供电和通信均正常。"),
    "zh 股价": ("{司1}股价{动1}{d1}%", "{日1}，{司1}股价{动1}{d1}%，收于{D1}元，成交额{D2}亿元，换手率为{d2}%。公司前一日公告称，董事长{人1}因个人原因辞去职务，由{人2}接任。分析人士认为，市场对这一变动已有预期，对公司全年业绩影响有限。"),
    "zh 天气": ("{地1}{日1}天气：{天1}", "{地1}气象台{日1}发布天气预报：今天白天{天1}，夜间转{天2}，最高气温{n1}度，最低气温{n2}度，偏{方1}风{n3}级。{地2}等地早晚有雾，能见度较低，请驾驶员减速慢行。未来三天冷空气活动频繁，请市民注意添衣保暖。"),
    "zh 财报": ("{司1}净利润{D1}亿元", "{司1}{日1}发布季度报告，实现营业收入{D1}亿元，同比增长{d1}%；净利润{D2}亿元，同比增长{d2}%；每股收益{d3}元。公司拟每十股派发现金{d4}元。报告称，业绩增长主要来自主要市场销售增加以及成本下降，预计全年将保持平稳。"),
    "zh 股市": ("大盘{动1}报{N1}点", "{日1}，股市大盘{动1}{d1}%，报{N1}点，成交额{N2}亿元。{司1}涨{d2}%，{司2}跌{d3}%，两市共有{N3}只个股上涨。交易员表示，市场观望气氛较浓，投资者等待央行会议的结果，短期内大盘仍将维持震荡走势。"),
    "zh 比赛": ("{地1}{n1}比{n2}胜{地2}", "{日1}的比赛中，{地1}队主场以{n1}比{n2}战胜{地2}队，现场观众{N1}人。第{n3}分钟，{人1}首开纪录；下半场{人2}再下一城。客队下半场控球占优，但未能把握机会。下一轮{地1}队将客场挑战{地3}队。主教练赛后表示，对球员的表现感到满意。"),
    "zh 庭审": ("{人1}案{日1}开庭", "{地1}法院{日1}开庭审理{人1}一案。检察机关指控，被告人于任职期间收受{司1}财物共计{N1}万元。公诉人{人2}当庭出示了相关证据，控辩双方在法庭的主持下充分发表了意见。被告人作了最后陈述，法庭宣布休庭，将于{日2}择期宣判。"),
    "zh 航班": ("飞往{地1}的{N1}次航班延误", "原定{日1}{n1}时{n2}分由{地1}飞往{地2}的{N1}次航班因天气原因延误，预计{n3}时{n4}分从{n5}号登机口起飞。请旅客在登机口附近等候并留意显示屏上的信息。需要在{地2}转机的旅客可以到服务台免费改签后续航班。"),
    "zh 选举": ("{人1}当选{地1}代表", "{日1}，{地1}选举结果揭晓，{人1}以{N1}票当选，{人2}获得{N2}票，投票率为{n1}%。此次补选因{人3}退休而举行。选举委员会表示，投票和计票过程平稳有序，最终结果将在一周之内公告。"),
    "zh 任命": ("{司1}任命{人1}", "{司1}发布公告称，经董事会研究决定，聘任{人1}为公司总经理，任期三年。{人2}因工作调整不再担任该职务。公司董事会对其在任职期间为公司发展所作的贡献表示衷心感谢，并表示公司的经营计划保持不变。"),
    "zh 汇率": ("{日1}汇率中间价报{D1}", "{日1}，外汇交易中心公布的中间价为{D1}，较前一交易日{动1}{n1}个基点；对欧元报{D2}，对英镑报{D3}，对日元报{D4}。交易员表示，企业结汇需求平稳。央行有关负责人表示，将继续保持汇率在合理均衡水平上的基本稳定。"),
}


def reports(each, seed):
    """Reports of each kind: kind, article."""
    rng = random.Random(seed)
    facts, titles = Facts(rng), set()
    for kind, form in FORMS.items():
        made = 0
        while made < each:
            title, content = facts.fill(*form)
            if title not in titles:
                titles.add(title)
                made += 1
                name = urllib.parse.quote(kind.replace(" ", "-"))
                yield kind, {"url": f"https://reports.example/{name}/{made}", "title": title, "content": content}


class Service:
    """A running service, or one that is started here."""

    def __init__(self, where, options):
        self.process, self.folder = None, None
        if not where.startswith("http"):
            self.folder = tempfile.TemporaryDirectory()
            program = str(pathlib.Path(where).resolve())
            self.process = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", *options], cwd=self.folder.name,
                                            stderr=subprocess.PIPE, text=True)
            for line in self.process.stderr:
                if "answers at" in line:
                    where = re.search(r"http://[\d.]+:\d+", line)[0]
                    break
            else:
                sys.exit("the service does not start")
            threading.Thread(target=lambda: [None for _ in self.process.stderr], daemon=True).start()
        self.address = urllib.parse.urlsplit(where).netloc
        self.local = threading.local()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.terminate()
            self.process.wait(60)
            self.folder.cleanup()

    def ask(self, body, kind):
        # The service closes a connection that was silent for long.
        for is_last in (False, True):
            if is_last or not hasattr(self.local, "link"):
                self.local.link = http.client.HTTPConnection(self.address, timeout=120)
            try:
                self.local.link.request("POST", "/v1/documents", body.encode(), {"Content-Type": kind})
                answer = self.local.link.getresponse()
                text = answer.read().decode()
                break
            except (OSError, http.client.HTTPException):
                if is_last:
                    raise
        if answer.status not in (200, 201):
            sys.exit(f"{answer.status} {text}")
        return text

    def send(self, article):
        return json.loads(self.ask(json.dumps(article), "application/json"))

    def send_all(self, articles):
        """The answers to articles, in order."""
        answers, lines, size = [], [], 0
        for number, article in enumerate(articles, 1):
            lines.append(json.dumps(article, ensure_ascii=False))
            size += len(lines[-1])
            if size > BODY or number == len(articles):
                answers += map(json.loads, self.ask("\n".join(lines), "application/x-ndjson").splitlines())
                lines, size = [], 0
        return answers

    def send_at_once(self, articles):
        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
            return list(clients.map(self.send, articles))


def merged_by_dedup(program, kinds, options):
    """The share of reports of each kind that `ibid dedup` drops."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "reports.jsonl"
        lines = [json.dumps({"id": f"{number}", "text": article["content"]}) for number, (_, article) in enumerate(kinds)]
        path.write_text("\n".join(lines))
        dropped = pathlib.Path(folder) / "dropped.jsonl"
        subprocess.run([program, "dedup", str(path), "--dropped", str(dropped), *options], check=True, stdout=subprocess.DEVNULL)
        ids = [json.loads(line)["id"] for line in dropped.read_text().splitlines()]
    return collections.Counter(kinds[int(number)][0] for number in ids)


def score_reports(where, options, each, seed):
    kinds = list(reports(each, seed))
    if where.startswith("dedup:"):
        merged = merged_by_dedup(where.removeprefix("dedup:"), kinds, options)
    else:
        merged, by = collections.Counter(), collections.Counter()
        with Service(where, options) as service:
            for (kind, _), answer in zip(kinds, service.send_all([article for _, article in kinds])):
                if answer["matchedBy"] != "none":
                    merged[kind] += 1
                    by[answer["matchedBy"]] += 1
        print("matched by:", dict(by))
    for kind in FORMS:
        print(f"{kind:12} {merged[kind] / each:.3f}")


def english_news(data):
    for path in sorted((data / "reuters/json-data").glob("*.json")):
        for story in json.loads(path.read_text(errors="replace"), strict=False):
            body = " ".join(story.get("body", "").split())
            if body:
                yield body


def chinese_news(data):
    for path in sorted((data / "zh-news").glob("*.md")):
        for part in re.split(r"^## ", path.read_text(), flags=re.M)[2:]:
            _, _, body = part.partition("\n")
            if len(body) > 60:
                yield " ".join(body.split())


def cut_parts(data, folder, cut):
    for path in sorted((data / folder).rglob("*.txt" if folder == "en-novels" else "*.*")):
        if path.suffix in (".txt", ".md"):
            yield from cut(path.read_text(errors="replace"))


def parts_of_words(text, length=250):
    words = text.split()
    for start in range(0, len(words) - length, length):
        yield " ".join(words[start:start + length])


def parts_of_characters(text, length=400):
    text = "".join(text.split())
    for start in range(0, len(text) - length, length):
        yield text[start:start + length]


def words_of(text):
    """The words of a text and what stands between them; of Chinese pairs of characters."""
    return re.findall(r"[一-鿿]{1,2}|[^\W_一-鿿]+(?:[.,'][^\W_]+)*|[^\w]+|_", text)


def edited(text, percent, rng, others):
    """The text with this share of its words replaced, left out, inserted or exchanged."""
    pieces = words_of(text)
    places = [at for at, piece in enumerate(pieces) if piece[0].isalnum()]
    for at in rng.sample(places, round(len(places) * percent / 100)):
        match rng.randrange(4):
            case 0:
                pieces[at] = rng.choice(others)
            case 1:
                pieces[at] = ""
            case 2:
                between = " " if pieces[at].isascii() else ""
                pieces[at] += between + rng.choice(others)
            case _:
                other = next((place for place in places if place > at), at)
                pieces[at], pieces[other] = pieces[other], pieces[at]
    return "".join(pieces)


def long_articles(data, count, seed):
    rng = random.Random(seed)
    for language, all_texts, least in (("English", english_news(data), 1000), ("Chinese", chinese_news(data), 400)):
        texts = distinct(text for text in all_texts if least <= len(text) <= 12000)
        texts = list(texts)
        others = [piece for text in rng.sample(texts, min(200, len(texts))) for piece in words_of(text) if piece[0].isalnum()]
        yield language, rng.sample(texts, min(count, len(texts))), others


def titled(texts, rng, name):
    """Articles of these texts with titles that no other one has."""
    made = FIRST + LAST
    for number, text in enumerate(texts):
        title = " ".join(rng.choice(made).lower() + rng.choice(LAST) + rng.choice(ENDS) for _ in range(7))
        yield {"url": f"https://{name}.example/{number}", "title": title, "content": text}


def score_reposts(where, options, each, percents, seed, data):
    rng = random.Random(seed)
    with Service(where, options) as service:
        for language, texts, others in long_articles(data, each, seed):
            first = service.send_all(list(titled(texts, rng, f"first-{language}")))
            for percent in percents:
                copies = [edited(text, percent, rng, others) for text in texts]
                answers = service.send_all(list(titled(copies, rng, f"copy-{language}-{percent}")))
                found = sum(answer["docId"] == known["docId"] for answer, known in zip(answers, first))
                by = collections.Counter(answer["matchedBy"] for answer in answers)
                why = collections.Counter(answer["refused"]["differBy"] for answer in answers if "refused" in answer)
                print(f"{language} {percent:g} %: {found / len(texts):.3f} of {len(texts)}; {dict(by)}; refused by {dict(why)}")


def distinct(texts):
    """The texts that share less than a tenth of their sampled eight-character stretches with an earlier one."""
    seen = {}
    for number, text in enumerate(texts):
        plain = re.sub(r"\W+", "", text.lower())
        hashes = {int.from_bytes(hashlib.blake2b(plain[at:at + 12].encode(), digest_size=8).digest()) for at in range(0, len(plain))}
        sample = sorted(hashes)[:40]
        counts = collections.Counter(seen[hash] for hash in sample if hash in seen)
        for hash in sample:
            seen.setdefault(hash, number)
        if sum(counts.values()) * 10 <= len(sample):
            yield text


def opening(text):
    return " ".join(text.split()[:8]) if text[:40].isascii() else text[:24]


def score_distinct(where, options, count, data):
    sources = [english_news(data), chinese_news(data), cut_parts(data, "en-novels", parts_of_words),
               cut_parts(data, "zh-histories", parts_of_characters)]
    texts = []
    for source in sources:
        # Each source has a share; the last ones fill what is left.
        share = (count - len(texts)) // (len(sources) - sources.index(source))
        for text in distinct(source):
            if share == 0:
                break
            texts.append(text)
            share -= 1
    articles = [{"url": f"https://distinct.example/{number}", "title": opening(text), "content": text}
                for number, text in enumerate(texts)]
    with Service(where, options) as service:
        answers = service.send_all(articles)
    first = {}
    for article, answer in zip(articles, answers):
        known = first.setdefault(answer["docId"], article)
        if known is not article:
            print(answer["matchedBy"], answer.get("similarity"), known["content"][:300], article["content"][:300], sep="\n  ")
    print(f"{len(articles)} distinct articles, {len(articles) - len(first)} with another one's docId")


def score_storm(where, options, count, percent, seed, data):
    rng = random.Random(seed)
    with Service(where, options) as service:
        for language, texts, others in long_articles(data, 1, seed):
            copies = [edited(texts[0], percent, rng, others) for _ in range(count)]
            answers = service.send_at_once(list(titled(copies, rng, f"storm-{language}")))
            print(f"{language}: {count} sent at once, {len({answer['docId'] for answer in answers})} docIds")


def main():
    own, options = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, options = own[:at], own[at + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["write", "reports", "reposts", "distinct", "storm"])
    parser.add_argument("where")
    parser.add_argument("--each", type=int)
    parser.add_argument("--count", type=int)
    parser.add_argument("--percent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path.home() / ".cache/ibid-data")
    args = parser.parse_args(own)
    match args.what:
        case "write":
            with open(args.where, "w") as out:
                for kind, article in reports(args.each or 400, args.seed):
                    out.write(json.dumps(article | {"kind": kind}, ensure_ascii=False) + "\n")
        case "reports":
            score_reports(args.where, options, args.each or 400, args.seed)
        case "reposts":
            percents = [float(percent) for percent in (args.percent or "0,1,2,3").split(",")]
            score_reposts(args.where, options, args.each or 300, percents, args.seed, args.data)
        case "distinct":
            score_distinct(args.where, options, args.count or 20000, args.data)
        case "storm":
            score_storm(args.where, options, args.count or 2000, float(args.percent or 1), args.seed, args.data)


if __name__ == "__main__":
    main()
