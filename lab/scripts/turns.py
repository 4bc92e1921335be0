#!/usr/bin/env python3
"""Turns of meaning: whether `ibid trace` names them, and whether it names one where the meaning stayed.

usage: turns.py [--list] [--news FILE] IBID

Each case is a quotation and the wording of a carrier. A turn counts as named if any change that turns the meaning is
named: a negation, an opposite, exchanged places, a number, a date, a name or a hedge. The rewordings keep the meaning;
for these a negation, an opposite or an exchange is an error. `--list` prints each case that failed.

With `--news`, Chinese texts as JSONL (`held.jsonl` of trace.py), two more are measured on their sentences: numerals of
which one character is changed, which must be named as numbers; and sentences that are cut beside a 不 and in the middle,
where nothing that turns the meaning may be named.

The cases were written before the list of opposites and are kept apart from it: a case that fails is no reason to add its
words there.
"""
import argparse
import json
import random
import re
import subprocess
import tempfile
from pathlib import Path

TURNS = {
    "en": [
        ("The council agreed to the plan for the harbor", "The council disagreed with the plan for the harbor"),
        ("Grain prices will rise in the northern provinces", "Grain prices will fall in the northern provinces"),
        ("The ministry increased the budget for rural schools", "The ministry decreased the budget for rural schools"),
        ("The letter was posted before the committee voted", "The letter was posted after the committee voted"),
        ("It was an unfortunate choice for the young players", "It was a fortunate choice for the young players"),
        ("Most of the miners supported the new contract", "Most of the miners opposed the new contract"),
        ("The court accepted the appeal of the two brothers", "The court rejected the appeal of the two brothers"),
        ("More than forty ships were waiting at the canal", "Less than forty ships were waiting at the canal"),
        ("All of the witnesses remembered the blue lantern", "None of the witnesses remembered the blue lantern"),
        ("The ferry always stops at the smaller island", "The ferry never stops at the smaller island"),
        ("The reservoir stood above its usual level in spring", "The reservoir stood below its usual level in spring"),
        ("The visitors won the last match of the season", "The visitors lost the last match of the season"),
        ("Farmers must register every well on their land", "Farmers may register every well on their land"),
        ("Lowell sued Halden over the patent for the valve", "Halden sued Lowell over the patent for the valve"),
        ("The bank will buy the shares of the small brewer", "The bank will sell the shares of the small brewer"),
        ("The bridge is strong enough for the heavy trams", "The bridge is weak enough for the heavy trams"),
        ("Officials denied that the dam had been inspected", "Officials confirmed that the dam had been inspected"),
        ("The evidence in the second trial was relevant", "The evidence in the second trial was irrelevant"),
        ("The museum opened its gates to the strikers", "The museum closed its gates to the strikers"),
        ("The experiment succeeded in the autumn of that year", "The experiment failed in the autumn of that year"),
        ("The governor allowed the march through the old town", "The governor banned the march through the old town"),
        ("The guards treated the captured sailors with respect", "The guards treated the captured sailors with contempt"),
        ("The remedy is harmful to most of the patients", "The remedy is harmless to most of the patients"),
        ("The deal made the coastal villages richer", "The deal made the coastal villages poorer"),
        ("The editor praised the first chapter of the novel", "The editor criticized the first chapter of the novel"),
        ("The minister was optimistic about the talks in Carrow", "The minister was pessimistic about the talks in Carrow"),
        ("The two companies will merge their shipping lines", "The two companies will separate their shipping lines"),
        ("Unemployment shrank in the towns along the river", "Unemployment grew in the towns along the river"),
        ("The union forgave the company for the long delay", "The company forgave the union for the long delay"),
        ("The vaccine is safe for children under ten", "The vaccine is dangerous for children under ten"),
    ],
    "zh": [
        ("多数村民支持修建这座水库的方案", "多数村民反对修建这座水库的方案"),
        ("今冬北方各地的煤炭价格将会上升", "今冬北方各地的煤炭价格将会下降"),
        ("工厂决定增加夜班工人的补贴", "工厂决定减少夜班工人的补贴"),
        ("会议在洪水到来之前作出了决定", "会议在洪水到来之后作出了决定"),
        ("船东同意了码头工人提出的条件", "船东拒绝了码头工人提出的条件"),
        ("这对年轻的渔民来说是幸运的一天", "这对年轻的渔民来说是不幸的一天"),
        ("全部仓库都通过了消防部门的检查", "部分仓库都通过了消防部门的检查"),
        ("果农必须登记自家果园里的水井", "果农可以登记自家果园里的水井"),
        ("新来的校长赞成延长午休的时间", "新来的校长反对延长午休的时间"),
        ("海棠队战胜了石桥队进入下一轮", "石桥队战胜了海棠队进入下一轮"),
        ("河道疏浚以后下游的水质明显好转", "河道疏浚以后下游的水质明显恶化"),
        ("法院承认了这份遗嘱的法律效力", "法院否认了这份遗嘱的法律效力"),
        ("镇上的小店总是在雨天开门营业", "镇上的小店从不在雨天开门营业"),
        ("这种草药对孕妇来说是安全的", "这种草药对孕妇来说是危险的"),
        ("两家航运公司决定合并各自的航线", "两家航运公司决定拆分各自的航线"),
        ("老矿工们对新的合同表示满意", "老矿工们对新的合同表示不满"),
        ("这项试验在去年秋天取得了成功", "这项试验在去年秋天遭到了失败"),
        ("出口的茶叶超过了往年的平均数量", "出口的茶叶低于了往年的平均数量"),
        ("评论家赞扬了这部小说的开头部分", "评论家批评了这部小说的开头部分"),
        ("县里允许货车在夜间通过老城区", "县里禁止货车在夜间通过老城区"),
        ("银行买进了这家酿酒厂的股票", "银行卖出了这家酿酒厂的股票"),
        ("博物馆的大门在清晨准时打开", "博物馆的大门在清晨准时关闭"),
        ("山区学校的学生人数今年有所增长", "山区学校的学生人数今年有所下滑"),
        ("这座桥的承重能力比原先强", "这座桥的承重能力比原先弱"),
        ("队长对这次谈判的结果十分乐观", "队长对这次谈判的结果十分悲观"),
        ("调查认为这些证据与案件有关", "调查认为这些证据与案件无关"),
        ("协会放宽了外地车辆的准入条件", "协会收紧了外地车辆的准入条件"),
        ("青年歌手的表演受到观众欢迎", "青年歌手的表演受到观众抵制"),
        ("房租在开学季前后明显贵于平时", "房租在开学季前后明显低于平时"),
        ("三千万株树苗在春天按时运到", "三千亿株树苗在春天按时运到"),
    ],
}
SAME = {
    "en": [
        ("The council approved the plan for the harbor", "The council endorsed the plan for the harbor"),
        ("Grain prices will rise in the northern provinces", "Grain prices will climb in the northern provinces"),
        ("The ministry increased the budget for rural schools", "The ministry raised the budget for rural schools"),
        ("It was a lucky choice for the young players", "It was a fortunate choice for the young players"),
        ("The court accepted the appeal of the two brothers", "The court took up the appeal of the two brothers"),
        ("Britain and France signed the treaty in the spring", "France and Britain signed the treaty in the spring"),
        ("Lowell sued Halden over the patent for the valve", "Halden was sued by Lowell over the patent for the valve"),
        ("The reservoir stood high in the spring of that year", "In the spring of that year the reservoir stood high"),
        ("The bank will buy the shares of the small brewer", "The bank will purchase the shares of the small brewer"),
        ("The workers did not accept the offer of the owners", "The workers rejected the offer of the owners"),
        ("About thirty million trees were planted there", "Some 30,000,000 trees were planted there"),
        ("The guards treated the captured sailors with respect", "The guards treated the captive seamen with respect"),
        ("The minister was hopeful about the talks in Carrow", "The minister was confident about the talks in Carrow"),
        ("The experiment ended well in the autumn of that year", "The trial ended well in the fall of that year"),
        ("The ferry always stops at the smaller island", "The boat always stops at the little island"),
    ],
    "zh": [
        ("多数村民支持修建这座水库的方案", "多数村民赞成修建这座水库的方案"),
        ("今冬北方各地的煤炭价格将会上升", "今冬北方各地的煤炭价格将会上涨"),
        ("工厂决定增加夜班工人的补贴", "工厂决定提高夜班工人的补贴"),
        ("船东同意了码头工人提出的条件", "船东接受了码头工人提出的条件"),
        ("全部仓库都通过了消防部门的检查", "所有仓库都通过了消防部门的检查"),
        ("果农必须登记自家果园里的水井", "果农应当登记自家果园里的水井"),
        ("这项试验在去年秋天取得了成功", "这项实验在去年秋天获得了成功"),
        ("石桥镇和海棠镇共同修建了这条路", "海棠镇和石桥镇共同修建了这条路"),
        ("三千万株树苗在春天按时运到", "3000万株树苗在春天按时运到"),
        ("评论家赞扬了这部小说的开头部分", "评论家称赞了这部小说的开头部分"),
        ("老矿工们没有接受新的合同条款", "老矿工们拒绝了新的合同条款"),
        ("山区学校的学生人数今年有所增长", "山区学校的学生数量今年有所增加"),
        ("博物馆的大门在清晨准时打开", "博物馆大门清晨准时开启"),
        ("河道疏浚以后下游的水质明显好转", "河道疏浚后下游的水质明显改善"),
        ("县里允许货车在夜间通过老城区", "县里准许货车在夜间通过老城区"),
    ],
}
TURNED = {"negation-lost", "negation-added", "opposite", "exchanged", "number", "date", "name", "hedge-lost", "hedge-added"}
WRONG = {"negation-lost", "negation-added", "opposite", "exchanged"}


def changes(ibid, cases):
    """For each case the changes that a trace of the quotation names at the carrier's wording."""
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for number, (quote, wording) in enumerate(cases):
            article = Path(folder, f"{number}.txt")
            article.write_text(wording + ("。\n" if wording[-1] > "\u3000" else ".\n"), encoding="utf-8")
            index = str(Path(folder, f"index-{number}"))
            subprocess.run([ibid, "--quiet", "--index", index, "add", str(article)], check=True)
            asked = [ibid, "--quiet", "--index", index, "trace", "--format", "json", quote]
            run = subprocess.run(asked, capture_output=True, text=True)
            carriers = [c for trace in json.loads(run.stdout)["traces"] for c in trace["carriers"]]
            found.append([change for carrier in carriers for change in carrier["changes"]])
    return found


def sentences(file, least, most):
    """The Chinese sentences of a file, without quotation marks and figures."""
    for line in open(file, encoding="utf-8"):
        for sentence in re.split("[。！？\n]", json.loads(line)["text"]):
            if least <= len(sentence) <= most and not re.search("[“”A-Za-z0-9]", sentence):
                yield sentence


def with_numerals(file, count, draw):
    """Sentences with a numeral before what it counts, and the same with another digit or scale in it."""
    numeral = re.compile("[二三四五六七八九两十百千万亿]+(?=[个名人次倍成年天种项条家位件座岁元季届期层艘场月])")
    cases = []
    for sentence in sentences(file, 12, 50):
        for place in numeral.finditer(sentence):
            at = draw.randrange(place.start(), place.end())
            alike = next(kind for kind in ("二三四五六七八九两", "十百千万亿") if sentence[at] in kind)
            if alike != "十百千万亿" or len(place[0]) > 1:
                same = "二两" if sentence[at] in "二两" else sentence[at] + "两"
                new = draw.choice([c for c in alike if c not in same])
                cases.append((sentence, sentence[:at] + new + sentence[at + 1 :]))
                break
    return draw.sample(cases, min(count, len(cases)))


def cut(file, count, draw):
    """Sentences, and what is left of them when they are cut before or behind a 不, or in the middle."""
    whole = [sentence for sentence in sentences(file, 14, 40) if "不" in sentence[2:-2]]
    cases = []
    for sentence in draw.sample(whole, min(count, len(whole))):
        places = [place.start() for place in re.finditer("不", sentence)]
        parts = [sentence[: at + 1] for at in places] + [sentence[at:] for at in places]
        parts += [sentence[: len(sentence) // 2], sentence[len(sentence) // 2 :]]
        cases += [(sentence, part) for part in parts if 7 <= len(part) < len(sentence)]
    return cases


def news_changes(ibid, cases):
    """For each case the kinds of the changes between the sentence and the other wording, each in a document of its own."""
    with tempfile.TemporaryDirectory() as folder:
        quotes = sorted({sentence for sentence, _ in cases})
        with open(Path(folder, "news.jsonl"), "w", encoding="utf-8") as out:
            for number, quote in enumerate(quotes):
                out.write(json.dumps({"id": f"{number}-first", "date": "2026-01-01", "text": f"他当时说：“{quote}。”"}) + "\n")
            for number, (sentence, wording) in enumerate(cases):
                text = f"记者昨日报道，他说“{wording}”。随后他离开了会场。"
                id = f"{quotes.index(sentence)}-case-{number}"
                out.write(json.dumps({"id": id, "date": "2026-01-02", "text": text}) + "\n")
        Path(folder, "quotes.txt").write_text("\n".join(quotes) + "\n", encoding="utf-8")
        index = str(Path(folder, "index"))
        subprocess.run([ibid, "--quiet", "--index", index, "add", str(Path(folder, "news.jsonl"))], check=True)
        asked = [ibid, "--quiet", "--index", index, "trace", "--quotes", str(Path(folder, "quotes.txt")), "--format", "jsonl"]
        found = {}
        for line in subprocess.run(asked, capture_output=True, text=True).stdout.splitlines():
            row = json.loads(line)
            quote, _, case = row["a"].partition("-case-")
            if case and quote == str(row["quote"] - 1):
                found[int(case)] = [change["kind"] for change in row["changes"]]
        return [found.get(number) for number in range(len(cases))]


def measure_news(a):
    for name, cases, is_wanted in (
        ("Chinese numerals named", with_numerals(a.news, 200, random.Random(5)), True),
        ("cut wordings called changed", cut(a.news, 120, random.Random(5)), False),
    ):
        told = [(case, kinds) for case, kinds in zip(cases, news_changes(a.ibid, cases)) if kinds is not None]
        hits = [bool(("number" in kinds or "date" in kinds) if is_wanted else TURNED & set(kinds)) for _, kinds in told]
        print(f"{name}: {sum(hits)} of {len(hits)} ({sum(hits) / len(hits):.3f}); {len(cases) - len(told)} not found")
        for (case, kinds), hit in zip(told, hits):
            if a.list and hit != is_wanted:
                print(f"  {case[0]} | {case[1]}: {kinds}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="print the cases that failed")
    parser.add_argument("--news", help="Chinese texts as JSONL")
    parser.add_argument("ibid")
    a = parser.parse_args()
    for lang in ("en", "zh"):
        for name, cases, kinds, is_wanted in (
            ("turns named", TURNS[lang], TURNED, True),
            ("rewordings called a turn", SAME[lang], WRONG, False),
        ):
            named = [(case, told) for case, told in zip(cases, changes(a.ibid, cases))]
            hits = [any(change["kind"] in kinds for change in told) for _, told in named]
            print(f"{lang}, {name}: {sum(hits)} of {len(hits)} ({sum(hits) / len(hits):.3f})")
            for (case, told), hit in zip(named, hits):
                if a.list and hit != is_wanted:
                    print(f"  {case[0]} | {case[1]}: {[(c['kind'], c['gone'], c['new']) for c in told]}")
    if a.news:
        measure_news(a)


if __name__ == "__main__":
    main()
