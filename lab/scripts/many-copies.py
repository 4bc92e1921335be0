#!/usr/bin/env python3
"""Checks text that many documents have: whatever their number, all of it is matched.

A paper and 1 to 10,000 equal copies, alone and beside 3,000 other documents; a paper of seven paragraphs, each in 85 of
300 documents; copies in each of which every twelfth word differs; and equal papers checked among themselves. English
and Chinese, in memory (--against) and in an index. All texts are made up here, from a seed.

    python3 lab/scripts/many-copies.py target/release/ibid [--most 10000] [--folder DIR]

Prints a row per cell: the share that was matched, its bar, processor seconds and peak memory of the check. Exits with 1
where a bar was missed.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

SYLLABLES = [c + v for c in "b d f g k l m n p r s t v z".split() for v in "a e i o u".split()]
COMMON = "the of and to in a is that it was for on with as by at from this".split()
HAN = [chr(code) for code in range(0x4E00, 0x4E00 + 3000)]
HAN_COMMON = list("的一是不了在有人我他这中大来上")


class Maker:
    def __init__(self, seed, lang):
        self.random, self.lang = random.Random(seed), lang
        chosen = self.random
        self.words = ["".join(chosen.choices(SYLLABLES, k=chosen.randint(2, 4))) for _ in range(20_000)]

    def sentence(self):
        chosen = self.random
        if self.lang == "zh":
            count = chosen.randint(14, 40)
            return "".join(chosen.choice(HAN_COMMON if chosen.random() < 0.3 else HAN) for _ in range(count)) + "。"
        count = chosen.randint(9, 28)
        words = [chosen.choice(COMMON if chosen.random() < 0.45 else self.words) for _ in range(count)]
        return " ".join(words).capitalize() + "."

    def text(self, sentences):
        gap = "" if self.lang == "zh" else " "
        made = [self.sentence() for _ in range(sentences)]
        paragraphs = [gap.join(made[at : at + 6]) for at in range(0, len(made), 6)]
        return "\n\n".join(paragraphs)

    def edited(self, text):
        units = list(text) if self.lang == "zh" else text.split(" ")
        for at in range(self.random.randrange(12), len(units), 12):
            if units[at].isalpha():
                units[at] = self.random.choice(HAN if self.lang == "zh" else self.words)
        return ("" if self.lang == "zh" else " ").join(units)


def write_records(path, texts):
    with open(path, "w", encoding="utf-8") as out:
        for number, text in enumerate(texts):
            out.write(json.dumps({"id": f"d{number:05}", "text": text}, ensure_ascii=False) + "\n")


def run(args, folder):
    process = subprocess.Popen(args, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate()
    if process.returncode not in (0, 1):
        sys.exit(f"{args} ended with {process.returncode}: {err.decode()}")
    return out


def timed(args, folder):
    """The output, processor seconds and peak memory in MB."""
    with tempfile.TemporaryFile() as out:
        pid = os.posix_spawn(args[0], args, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1)])
        _, status, used = os.wait4(pid, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            sys.exit(f"{args} ended with {os.waitstatus_to_exitcode(status)}")
        out.seek(0)
        return out.read(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


class Bench:
    def __init__(self, ibid, folder):
        self.ibid, self.folder, self.missed = os.path.abspath(ibid), folder, 0

    def check(self, lang, name, texts, paper, bar):
        os.chdir(self.folder)
        write_records("sources.jsonl", texts)
        with open("paper.txt", "w", encoding="utf-8") as out:
            out.write(paper)
        shutil.rmtree(".ibid", ignore_errors=True)
        common = [self.ibid, "check", "paper.txt", "--format", "json", "-q"]
        self.row(lang, name, "memory", common + ["--against", "sources.jsonl"], bar)
        run([self.ibid, "add", "sources.jsonl", "-q"], self.folder)
        self.row(lang, name, "disk", common, bar)

    def among(self, lang, count, paper):
        os.chdir(self.folder)
        write_records("papers.jsonl", [paper] * count)
        args = [self.ibid, "check", "papers.jsonl", "--among", "--format", "json", "--no-text", "-q"]
        self.row(lang, f"{count} equal papers", "among", args, 1.0)

    def row(self, lang, name, place, args, bar):
        out, seconds, memory = timed(args, self.folder)
        documents = json.loads(out)["documents"]
        least = min(document["ratios"]["overall"] for document in documents)
        each = seconds / len(documents)
        ok = least >= bar
        self.missed += not ok
        note = "" if ok else "  MISSED"
        print(f"| {lang} | {name} | {place} | {least:.4f} | {bar} | {each:.2f} | {memory:.0f} |{note}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ibid")
    parser.add_argument("--most", type=int, default=10_000)
    parser.add_argument("--sentences", type=int, default=90)
    parser.add_argument("--langs", default="en,zh")
    parser.add_argument("--folder", default=None)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        bench = Bench(args.ibid, folder)
        print("| language | sources | place | least matched | bar | seconds a paper | MB |")
        print("|---|---|---|---|---|---|---|")
        for lang in args.langs.split(","):
            maker = Maker(11, lang)
            paper = maker.text(args.sentences)
            others = [maker.text(12) for _ in range(3000)]
            for count in [1, 10, 100, 300, 1000, 3000, 10_000]:
                if count <= args.most:
                    bench.check(lang, f"{count} copies", [paper] * count, paper, 1.0)
                    bench.check(lang, f"{count} copies, 3,000 others", [paper] * count + others, paper, 1.0)
            paragraphs = [maker.text(6) for _ in range(7)]
            parts = [[] for _ in range(300)]
            for paragraph in paragraphs:
                for number in maker.random.sample(range(300), 85):
                    parts[number].append(paragraph)
            texts = ["\n\n".join([maker.text(6), *part, maker.text(6)]) for part in parts]
            bench.check(lang, "7 paragraphs, each in 85 of 300", texts, "\n\n".join(paragraphs), 0.99)
            texts = [maker.edited(paper) for _ in range(300)] + others[:300]
            bench.check(lang, "300 edited copies, 300 others", texts, paper, 0.99)
            bench.among(lang, min(1000, args.most), maker.text(args.sentences))
    sys.exit(1 if bench.missed else 0)


main()
