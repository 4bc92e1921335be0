#!/usr/bin/env python3
"""Own words between copied ones: how many of them are counted as matched.

usage: own-words.py [--lang en|zh] [--cases N] IBID FOLDER

Makes N cases (default 50) from the texts of FOLDER: three sentences of one text follow each other, a copied one, an own
one from another text, and a copied one, amid more text of that other text. In every second case the own words stand in
the sentence: a copied half, own words of the same length, the other half. Runs `IBID compare` on each and prints the
cases that were found, and the own words that lie in a passage, those that count, and the copied words that count.
"""
import argparse
import glob
import json
import os
import random
import re
import subprocess
import tempfile

HAN = re.compile(r"[\u3400-\u9fff]")


def words(text, lang):
    return HAN.findall(text) if lang == "zh" else re.findall(r"\w+", text)


def sentences(text, lang):
    text = re.sub(r"\s+", "" if lang == "zh" else " ", text)
    ends = "[^。！？]+[。！？]" if lang == "zh" else r"[^.!?]+[.!?](?= )"
    least, most = (20, 45) if lang == "zh" else (12, 30)
    clean = [s.strip() for s in re.findall(ends, text)]
    return [s if least <= len(words(s, lang)) <= most and not re.search("[\"“”‘’'「」\\[\\]_*]", s) else None for s in clean]


def halves(sentence, lang):
    if lang == "zh":
        return sentence[: len(sentence) // 2], sentence[len(sentence) // 2 :]
    parts = sentence.split(" ")
    return " ".join(parts[: len(parts) // 2]), " ".join(parts[len(parts) // 2 :])


def main():
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("--lang", default="en")
    args.add_argument("--cases", type=int, default=50)
    args.add_argument("ibid")
    args.add_argument("folder")
    a = args.parse_args()
    rng = random.Random(1)
    gap = "" if a.lang == "zh" else " "
    texts = []
    for path in sorted(glob.glob(os.path.join(a.folder, "**", "*.txt"), recursive=True)):
        found = sentences(open(path, encoding="utf-8", errors="replace").read(), a.lang)
        if len(found) > 400:
            texts.append(found)
    found = inside = counted = own_words = copied_counted = copied_words = 0
    with tempfile.TemporaryDirectory() as folder:
        query, source = os.path.join(folder, "query.txt"), os.path.join(folder, "source.txt")
        for case in range(a.cases):
            while True:
                other, mine = rng.sample(texts, 2)
                at, to = rng.randrange(200, len(other) - 40), rng.randrange(200, len(mine) - 40)
                pair, own = other[at : at + 2], mine[to : to + 21]
                if all(pair) and all(own):
                    break
                own = [s for s in mine[to : to + 60] if s]
                if all(pair) and len(own) >= 21:
                    break
            before, between, behind = own[:10], own[10], own[11:21]
            if case % 2 == 0:
                pieces = [(pair[0] + gap, False), (between + gap, True), (pair[1] + gap, False)]
            else:
                first, second = halves(pair[0], a.lang)
                inner = between.rstrip(".!?。！？")
                comma = "，" if a.lang == "zh" else ", "
                pieces = [(first + comma, False), (inner + comma, True), (second + gap + pair[1] + gap, False)]
            text = gap.join(before) + gap
            ranges = []
            for piece, is_own in pieces:
                ranges.append((len(text), len(text) + len(piece), is_own))
                text += piece
            text += gap.join(behind)
            open(query, "w").write(text)
            open(source, "w").write(gap.join(s for s in other[at - 40 : at + 40] if s))
            out = subprocess.run([a.ibid, "compare", query, source, "--format", "json"], capture_output=True, text=True)
            passages = [p for p in json.loads(out.stdout)["documents"][0]["passages"] if p["kind"] != "commonplace"]
            covered, matched = set(), set()
            for p in passages:
                covered.update(range(p["a_start"], p["a_end"]))
                taken = set(range(p["a_start"], p["a_end"]))
                for start, end in p.get("own", []):
                    taken -= set(range(start, end))
                matched |= taken
            found += bool(covered)
            for start, end, is_own in ranges:
                for m in (HAN if a.lang == "zh" else re.compile(r"\w+")).finditer(text, start, end):
                    own_words += is_own
                    copied_words += not is_own
                    inside += is_own and m.start() in covered
                    counted += is_own and m.start() in matched
                    copied_counted += (not is_own) and m.start() in matched
    unit = "characters" if a.lang == "zh" else "words"
    print(f"{a.lang}: {found} of {a.cases} cases found; of {own_words} own {unit} {inside} lie in a passage and {counted} count; "
          f"of {copied_words} copied {unit} {copied_counted} count")


if __name__ == "__main__":
    main()
