#!/usr/bin/env python3
"""Paragraphs of a fellow student's essay, reworded: how many of them are counted, and what own text is counted with them.

usage: rewritten.py [--among] [--list] IBID LANG HOSTS

lab/paraphrases/LANG (en or zh) has paragraphs of ten essays: for each the source, a light and a medium rewording of it, and
another student's own paragraph on the same subject. HOSTS is a folder of text files, novels or histories, of which hosts
are made: 600 words in a row (1,000 characters of Chinese) of one place, that no other host has. 1,000 hosts are the
documents, and each source stands in the middle of one of them. The light, medium and other paragraphs stand in hosts of
their own, and 200 hosts stay clean; these come from files that no document is of, as a part of a text has phrases of the
other parts. Then `ibid check QUERIES --against DOCUMENTS` runs. With --among, the ten sources, the queries and the clean
hosts are checked among themselves.

A paragraph is counted if a passage that counts, from the document of its source, covers half of its characters; it is
possible if only a passage of the kind `possible` does. "In part" are those of which any such passage counts some characters,
less than half. A clean host is counted if any passage in it counts. --list names the paragraphs, and the passages in clean
hosts and between a paragraph and another document.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

DOCUMENTS, CLEAN = 1000, 200
KINDS = ("light", "medium", "other")
PARAGRAPHS = Path(__file__).resolve().parent.parent / "paraphrases"
SIZE = {"en": 600, "zh": 1000}
UNIT = {"en": re.compile(r"\S+"), "zh": re.compile(r"[\u3400-\u9fff]")}
# Where a host can be cut: behind a sentence and the quotation marks that close it.
END = {"en": re.compile(r"(?<=[.!?])[\"'”’]*\s+(?=[\"'“‘]?[A-Z])"), "zh": re.compile(r"(?<=[。！？])[”’」』]*\s*")}


def places(path, lang):
    """The hosts that a text makes, one behind the other. Its first and last tenth are passed over: licences, contents."""
    text = path.read_text(encoding="utf-8", errors="replace")
    text = " ".join(text.split()) if lang == "en" else re.sub(r"\s*\n\s*", "\n", text.strip())
    units = [found.start() for found in UNIT[lang].finditer(text)]
    margin = len(units) // 10
    size = SIZE[lang]
    for start in range(margin, len(units) - margin - size, size):
        yield text[units[start] : units[start + size]].strip()


def hosts(folder, lang, queries, draw):
    """Hosts of documents, and as many as are asked for of other files."""
    files = [path for path in sorted(Path(folder).rglob("*.txt")) if path.is_file()]
    draw.shuffle(files)
    apart = len(files) // 4
    made = []
    for part, count in ((files[apart:], DOCUMENTS), (files[:apart], queries)):
        found = [host for path in part for host in places(path, lang)]
        if len(found) < count:
            sys.exit(f"rewritten.py: the texts make {len(found)} hosts only, not {count}")
        made.append(draw.sample(found, count))
    return made


def inside(host, paragraph, lang):
    """The host with the paragraph in its middle, and where the paragraph starts."""
    middle = len(host) // 2
    cut = min((found.end() for found in END[lang].finditer(host)), key=lambda end: abs(end - middle), default=middle)
    before = host[:cut].rstrip() + "\n\n"
    return before + paragraph + "\n\n" + host[cut:].lstrip() + "\n", len(before)


def check(ibid, arguments):
    out = subprocess.run([ibid, "check", *arguments, "--format", "json", "--commonplaces"], capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(f"rewritten.py: ibid ended with {out.returncode}: {out.stderr.strip()}")
    report = json.loads(out.stdout)
    if report["failures"]:
        sys.exit(f"rewritten.py: {report['failures']}")
    # A pair of documents that are checked among themselves can be told from both sides: each passage is wanted once.
    seen = {}
    for document in report["documents"]:
        for passage in document["passages"]:
            if passage["kind"] == "commonplace" or "left_out" in passage:
                continue
            sides = [(passage[side], passage[side + "_start"], passage[side + "_end"]) for side in "ab"]
            seen[tuple(sorted(sides)) + (passage["kind"],)] = passage
    return list(seen.values())


def covered(passages, query, source, start, end):
    """The share of the paragraph that the largest passage covers: of passages that count, and of possible ones."""
    most = {False: 0.0, True: 0.0}
    for passage in passages:
        for side, other in ("ab", "ba"):
            if passage[side] == query and passage[other] == source:
                both = min(end, passage[side + "_end"]) - max(start, passage[side + "_start"])
                possible = passage["kind"] == "possible"
                most[possible] = max(most[possible], both / (end - start))
    return most[False], most[True]


def tell(passage):
    sides = [f"{passage[side]} {passage[side + '_start']}..{passage[side + '_end']}" for side in "ab"]
    words = f"{passage['kind']}, {passage['matched_words']} of {passage['a_words']}"
    return f"{words}: {' = '.join(sides)}\n      {passage['a_text']!r} = {passage['b_text']!r}"


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--among", action="store_true")
    args.add_argument("--list", action="store_true")
    args.add_argument("ibid")
    args.add_argument("lang", choices=sorted(SIZE))
    args.add_argument("hosts")
    a = args.parse_args()
    draw = random.Random(1)
    texts = {path.stem: path.read_text(encoding="utf-8").strip() for path in (PARAGRAPHS / a.lang).glob("*.txt")}
    subjects = sorted(stem.split("-")[0] for stem in texts if stem.endswith("-source"))
    queries = [f"{subject}-{kind}" for subject in subjects for kind in KINDS]
    documents, others = hosts(a.hosts, a.lang, len(queries) + CLEAN, draw)
    ibid = a.ibid if os.sep not in a.ibid else str(Path(a.ibid).resolve())
    with tempfile.TemporaryDirectory() as temporary:
        os.chdir(temporary)
        os.mkdir("documents")
        os.mkdir("queries")
        home = "queries" if a.among else "documents"
        sources, ranges = {}, {}
        for number, host in enumerate(documents):
            name = f"documents/{number:04}.txt"
            if number < len(subjects):
                name = f"{home}/{subjects[number]}-source.txt"
                sources[subjects[number]] = name
                host, _ = inside(host, texts[f"{subjects[number]}-source"], a.lang)
            Path(name).write_text(host, encoding="utf-8")
        for query, host in zip(queries, others):
            text, start = inside(host, texts[query], a.lang)
            ranges[query] = (start, start + len(texts[query]))
            Path(f"queries/{query}.txt").write_text(text, encoding="utf-8")
        for number, host in enumerate(others[len(queries) :]):
            Path(f"queries/clean-{number:03}.txt").write_text(host + "\n", encoding="utf-8")
        passages = check(ibid, ["queries", "--among"] if a.among else ["queries", "--against", "documents"])

    against = f"{len(subjects) + len(queries) + CLEAN} documents among themselves" if a.among else f"{DOCUMENTS:,} documents"
    print(f"{a.lang}, {against}:")
    for kind in KINDS:
        counted, part, possible = [], [], []
        for subject in subjects:
            query = f"{subject}-{kind}"
            sure, maybe = covered(passages, f"queries/{query}.txt", sources[subject], *ranges[query])
            if sure >= 0.5:
                counted.append(subject)
            elif maybe >= 0.5:
                possible.append(subject)
            elif sure > 0:
                part.append(subject)
        figures = f"{len(counted):2} of {len(subjects)} counted, {len(possible)} only possible, {len(part)} in part"
        print(f"  {kind + ':':8}{figures}")
        if a.list:
            print(f"    counted: {' '.join(counted)}; possible: {' '.join(possible)}; in part: {' '.join(part)}")
    for what, possible in (("counted", False), ("possible", True)):
        hits = [passage for passage in passages if (passage["kind"] == "possible") == possible]
        clean = {passage[side] for passage in hits for side in "ab" if passage[side].startswith("queries/clean-")}
        rate = len(clean) * 1000 / CLEAN
        print(f"  clean hosts with a passage that is {what}: {len(clean)} of {CLEAN}, {rate:.0f} per 1,000")
    if a.list:
        for passage in passages:
            subjects_of = {Path(passage[side]).name.split("-")[0] for side in "ab"}
            if len(subjects_of) > 1 or "clean" in subjects_of:
                print(f"    {tell(passage)}")


if __name__ == "__main__":
    main()
