#!/usr/bin/env python3
"""Passages that a classical Chinese chapter takes from older books, as experts aligned them: which of them are found.

usage: huainanzi.py IBID FOLDER

FOLDER has chap1.txt and parallels.tsv: offset and length of each parallel in the chapter, and where in the text it was
taken from, in code points. The chapter names its sources in brackets; these are cut out first, and offsets moved.
A parallel is found when a passage overlaps it on both sides. Characters are those of parallels, both sides together.
"""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from difflib import SequenceMatcher

CITATION = re.compile(r"（[^（）]*[A-Za-z][^（）]*）")
LENGTHS = [(1, 5), (6, 9), (10, 14), (15, 19), (20, 999)]


def read(folder):
    """The chapter without citations, and the parallels: (start, end), source text, its ranges."""
    text = open(os.path.join(folder, "chap1.txt"), encoding="utf-8").read()
    cut = [(found.start(), found.end()) for found in CITATION.finditer(text)]
    gone = lambda at: sum(min(at, end) - start for start, end in cut if start < at)
    with open(os.path.join(folder, "parallels.tsv"), encoding="utf-8") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    parallels = []
    for _, _, offset, length, taken, _, _, source, ranges, _ in rows:
        start, end = int(offset), int(offset) + int(length)
        assert text[start:end] == taken
        parallels.append(((start - gone(start), end - gone(end)), source, json.loads(ranges)))
    return CITATION.sub("", text), parallels


def found_by(command):
    """The passages of a command, by the number of the source."""
    passages = {}
    lines = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout.splitlines()
    for passage in map(json.loads, lines):
        a, b = (passage["a_start"], passage["a_end"]), (passage["b_start"], passage["b_end"])
        passages.setdefault(int(re.search(r"(\d+)\.txt$", passage["b"])[1]), []).append((a, b))
    return passages


def union(of, parts):
    return len(set(range(*of)) & {at for part in parts for at in range(*part)})


def score(parallels, number_of, passages):
    """For each parallel whether it is found, and its characters, covered and all."""
    scored = []
    for own, source, ranges in parallels:
        overlaps = lambda x, y: x[0] < y[1] and y[0] < x[1]
        of_source = passages.get(number_of[source], [])
        hits = [(a, b) for a, b in of_source if overlaps(a, own) and any(overlaps(b, r) for r in ranges)]
        covered = union(own, [a for a, _ in hits]) + sum(union(r, [b for _, b in hits]) for r in ranges)
        scored.append((bool(hits), covered, own[1] - own[0] + sum(end - start for start, end in ranges)))
    return scored


def equal(text, parallel):
    """The share of the characters of the chapter's side that stand in the source's in the same order."""
    (start, end), source, ranges = parallel
    han = lambda part: re.sub(r"\W", "", part)
    own, other = han(text[start:end]), han("".join(source[x:y] for x, y in ranges))
    blocks = SequenceMatcher(None, own, other, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / max(1, len(own))


def traced(ibid, made, older, text, parallels, number_of):
    """Each parallel traced in the older texts: how many are found where they were taken from, and carriers of nothing."""
    index, quotes = os.path.join(made, "index"), os.path.join(made, "quotes.txt")
    subprocess.run([ibid, "--index", index, "--quiet", "add", older], check=True)
    open(quotes, "w", encoding="utf-8").write("".join(text[slice(*own)].replace("\n", "") + "\n" for own, _, _ in parallels))
    run = subprocess.run([ibid, "--index", index, "trace", "--quotes", quotes, "--format", "jsonl"], capture_output=True, encoding="utf-8")
    overlaps = lambda x, y: x[0] < y[1] and y[0] < x[1]
    found, wrong = set(), 0
    for line in map(json.loads, run.stdout.splitlines()):
        own, _, _ = parallels[line["quote"] - 1]
        b = (line["a_start"], line["a_end"])
        number = int(re.search(r"(\d+)\.txt$", line["a"])[1])
        # An expert may have aligned the same words of the chapter with several texts.
        is_right = any(number_of[source] == number and overlaps(own, other) and any(overlaps(b, r) for r in ranges) for other, source, ranges in parallels)
        if is_right:
            found.add(line["quote"])
        else:
            wrong += 1
            print("wrong:", text[slice(*own)], "|", line["text"]) if os.environ.get("SHOW") else None
    return len(found), wrong, len(run.stderr.splitlines())


def table(name, groups, columns):
    print(f"\n| {name} | parallels | " + " | ".join(column for column, _ in columns) + " |")
    print("|---" * (len(columns) + 2) + "|")
    for title, members in groups:
        counts = [str(sum(scored[i][0] for i in members)) for _, scored in columns]
        print(f"| {title} | {len(members)} | " + " | ".join(counts) + " |")


def main():
    ibid, folder = sys.argv[1:]
    text, parallels = read(folder)
    sources = list(dict.fromkeys(source for _, source, _ in parallels))
    number_of = {source: number for number, source in enumerate(sources)}
    columns = []
    with tempfile.TemporaryDirectory() as made:
        chapter = os.path.join(made, "chapter.txt")
        open(chapter, "w", encoding="utf-8").write(text)
        older = os.path.join(made, "older")
        os.mkdir(older)
        for number, source in enumerate(sources):
            open(os.path.join(older, f"{number}.txt"), "w", encoding="utf-8").write(source)
        shown = ["--quiet", "--format", "jsonl", "--no-text"]
        for name, options in [
            ("compare", []),
            ("compare, verbatim", ["--reworded", "never"]),
            ("compare, commonplaces too", ["--commonplaces"]),
        ]:
            passages = {}
            for number in range(len(sources)):
                path = os.path.join(older, f"{number}.txt")
                passages |= found_by([ibid, "compare", chapter, path, *shown, *options])
            columns.append((name, score(parallels, number_of, passages), passages))
        for name, options in [("check", []), ("check, reworded", ["--reworded", "always"]), ("check, commonplaces too", ["--commonplaces"])]:
            passages = found_by([ibid, "check", chapter, "--against", older, *shown, *options])
            columns.append((name, score(parallels, number_of, passages), passages))
    print("| | found | of | characters | of | passages | of which beside all parallels |")
    print("|---|---|---|---|---|---|---|")
    for name, scored, passages in columns:
        hits, covered, all_of = (sum(column) for column in zip(*scored))
        count = sum(map(len, passages.values()))
        beside = sum(
            not any(number_of[source] == number and a[0] < own[1] and own[0] < a[1] for own, source, _ in parallels)
            for number, of_source in passages.items()
            for a, _ in of_source
        )
        print(f"| {name} | {hits} | {len(scored)} | {covered} | {all_of} | {count} | {beside} |")
    with tempfile.TemporaryDirectory() as made:
        older = os.path.join(made, "older")
        os.mkdir(older)
        for number, source in enumerate(sources):
            open(os.path.join(older, f"{number}.txt"), "w", encoding="utf-8").write(source)
        hits, wrong, refused = traced(ibid, made, older, text, parallels, number_of)
    print(f"\ntrace of each parallel: {hits} of {len(parallels)} found, {wrong} carriers that are none, {refused} too short")
    columns = [(name, scored) for name, scored, _ in columns]
    lengths = [own[1] - own[0] for own, _, _ in parallels]
    by_length = [
        (f"{least} to {most}" if most < 999 else f"{least} and more", [i for i, n in enumerate(lengths) if least <= n <= most])
        for least, most in LENGTHS
    ]
    table("characters", by_length, columns)
    shares = [equal(text, parallel) for parallel in parallels]
    by_share = [
        (title, [i for i, share in enumerate(shares) if least <= share < most and lengths[i] >= 10])
        for title, least, most in [("all equal", 1.0, 2.0), (".8 to <1", 0.8, 1.0), (".6 to <.8", 0.6, 0.8), ("below .6", 0.0, 0.6)]
    ]
    table("equal, of ten characters and more", by_share, columns)
    for i, (own, source, ranges) in enumerate(parallels):
        if lengths[i] >= 12 and not columns[0][1][i][0]:
            print(f"\nmissed: {text[slice(*own)]}\n    in: {' … '.join(source[x:y] for x, y in ranges)}")


main()
