#!/usr/bin/env python3
"""Checks texts whose lines have one form against their copies: the time may not grow with the square of the length.

Forms of which three words differ, references, footnotes and the lines of a log, from 64 kB to 4 MB; and documents of one
form among themselves. All texts are made up here, from a seed.

    python3 lab/scripts/one-form.py target/release/ibid [--most 4096] [--among 2000]

Prints a row per text: the share that was matched, processor seconds and peak memory, and how many times the seconds of
half the text these are. Exits with 1 where a text was not matched as a whole.
"""

import argparse
import json
import os
import random
import sys
import tempfile

SYLLABLES = [c + v for c in "b d f g k l m n p r s t v z".split() for v in "a e i o u".split()]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.words = ["".join(self.random.choices(SYLLABLES, k=self.random.randint(2, 4))) for _ in range(20_000)]

    def word(self):
        return self.random.choice(self.words)

    def form(self, _number):
        return (
            f"The applicant {self.word()} of the district {self.word()} has handed in the request for the extension of "
            f"the permit to the office in due time, and the fee of {self.word()} was paid at the counter on the same day.\n\n"
        )

    def reference(self, _number):
        among = self.random.randint
        names = f"{self.word().title()}, A., & {self.word().title()}, B. ({among(1950, 2024)})."
        title = f"{self.word().title()} {self.word()} {self.word()}."
        return f"{names} {title} Journal of Applied Physics, {among(1, 90)}({among(1, 12)}), {among(1, 900)}-{among(901, 1800)}.\n"

    def footnote(self, number):
        among = self.random.randint
        return f"[^{number}]: See {self.word().title()}, {self.word().title()}, vol. {among(1, 20)}, p. {among(1, 900)}.\n"

    def log(self, _number):
        among = self.random.randrange
        time = f"{among(24):02}:{among(60):02}:{among(60):02}"
        return f"{time} worker {among(64)} has finished request {among(10**6)} in {among(1000)} milliseconds with status 200.\n"

    def text(self, kind, size):
        lines, length = [], 0
        while length < size:
            lines.append(getattr(self, kind)(len(lines)))
            length += len(lines[-1])
        return "".join(lines)


def timed(args):
    """The report, processor seconds and peak memory in MB."""
    with tempfile.TemporaryFile() as out:
        pid = os.posix_spawn(args[0], args, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1)])
        _, status, used = os.wait4(pid, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            sys.exit(f"{args} ended with {os.waitstatus_to_exitcode(status)}")
        out.seek(0)
        return json.loads(out.read()), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def row(kind, size, args, before):
    """Prints a row; returns the seconds, and whether all was matched."""
    report, seconds, memory = timed(args)
    least = min(document["ratios"]["overall"] for document in report["documents"])
    times = f"{seconds / before:.1f}" if before else ""
    print(f"| {kind} | {size} | {least:.4f} | {seconds:.2f} | {times} | {memory:.0f} |", flush=True)
    return seconds, least >= 0.99


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ibid")
    parser.add_argument("--most", type=int, default=4096, help="kB of the longest text")
    parser.add_argument("--among", type=int, default=2000, help="documents of one form, at most")
    args = parser.parse_args()
    ibid, is_whole = os.path.abspath(args.ibid), True
    print("| text | kB, documents | matched | s | times | MB |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for kind in ["form", "reference", "footnote", "log"]:
            size, before = 64, None
            while size <= args.most:
                text = Maker(7).text(kind, size * 1000)
                for name in ["paper.txt", "source.txt"]:
                    with open(name, "w", encoding="utf-8") as out:
                        out.write(text)
                command = [ibid, "check", "paper.txt", "--against", "source.txt", "--no-text", "--format", "json", "-q"]
                before, is_matched = row(kind, size, command, before)
                is_whole &= is_matched
                size *= 2
        count, before = 500, None
        while count <= args.among:
            maker = Maker(7)
            with open("papers.jsonl", "w", encoding="utf-8") as out:
                for number in range(count):
                    out.write(json.dumps({"id": f"d{number:05}", "text": maker.text("form", 1)}) + "\n")
            command = [ibid, "check", "papers.jsonl", "--among", "--no-text", "--format", "json", "-q"]
            before, _ = row("among themselves", count, command, before)
            count *= 2
    sys.exit(0 if is_whole else 1)


main()
