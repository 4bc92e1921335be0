"""Measures how time and memory of the commands grow as a text of one kind is doubled, for some 50 kinds of text.

    growth.py [--ibid PATH] [--kinds NAME,...] [--commands NAME,...] [--sizes KB,...] [--timeout SECONDS] [--list]

The texts are made up from seeded generators; no data set is read. For each kind, command and size, a row has the processor
seconds of the program (user and system), its peak memory, and the factor over the size before. Misses are listed at the end:
a doubling of more than 2.6 times above 0.2 s, more than 5 s or memory above 8 times the text (at least 200 MB) at the largest
size, an exit code of failure, or a run that was stopped. Exits with 1 where there is a miss.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

MOST_FACTOR = 2.6
MOST_SECONDS = 5.0
MOST_TIMES_TEXT = 8
MOST_MB = 200
# Shorter runs are the start of the program and noise.
LEAST_SECONDS = 0.2
SIZES_KB = "64,128,256,512,1024,2048,4096"
DOCUMENT_CHARS = 1000

SYLLABLES = "ka lo mi ten dar sul vo ri nes pa tor el gam hi bu cer on fa lin us".split()
HAN = [chr(0x4E00 + 37 * number % 5000) for number in range(3000)]
NAMES = "Alder Brandt Castel Duarte Eng Farrow Gould Hanna Ito Juarez Keller Lund".split()


def word(draw):
    return "".join(draw.choices(SYLLABLES, k=1 + min(int(draw.paretovariate(1.5)), 4)))


def words(draw, count):
    return " ".join(word(draw) for _ in range(count))


def sentence(draw):
    return words(draw, draw.randint(8, 20)).capitalize() + "."


def han(draw, count):
    return "".join(HAN[min(int(draw.paretovariate(0.6)), len(HAN)) - 1] for _ in range(count))


def han_sentence(draw):
    return han(draw, draw.randint(8, 16)) + "，" + han(draw, draw.randint(6, 14)) + "。"


def name(draw):
    return draw.choice(NAMES)


def number(draw):
    return str(draw.randint(1, 99999))


def nested(opening, closing):
    """Returns a text in half as many pairs of marks as it has characters."""

    def make(draw, size):
        count = size // (4 * len(opening.encode()))
        middle = filled(draw, size // 2, lambda draw: sentence(draw) + " ")
        return opening * count + middle + closing * count

    return make


def repeated(unit):
    return lambda _draw, size: unit * (size // len(unit.encode()))


def filled(draw, size, make):
    parts, length = [], 0
    while length < size:
        parts.append(make(draw))
        length += len(parts[-1].encode())
    return "".join(parts)


def by(make):
    return lambda draw, size: filled(draw, size, make)


def numbered(make):
    """Fills a text with items that are given their number."""

    def make_all(draw, size):
        count = iter(range(1, size))
        return filled(draw, size, lambda draw: make(draw, next(count)))

    return make_all


def one_sentence_repeated(draw, size):
    return repeated(sentence(draw) + " ")(draw, size)


def two_alternating(draw, size):
    return repeated(f"{sentence(draw)} {sentence(draw)} ")(draw, size)


def base64(draw):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return "".join(draw.choices(letters, k=76)) + "\n"


def between_letters(mark):
    return lambda draw: mark.join(sentence(draw)) + " "


def look_alike(draw):
    return sentence(draw).translate(str.maketrans("aeop", "аеор")) + " "


def date(draw):
    return f"2026-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}"


KINDS = {
    "nested-curly": nested("“", "”"),
    "nested-straight": nested('"', '"'),
    "nested-corner": nested("「", "」"),
    "nested-titles": nested("《", "》"),
    "nested-brackets": nested("(", ")"),
    "no-punctuation": by(lambda draw: word(draw) + " "),
    "no-punctuation-zh": by(lambda draw: han(draw, 20)),
    "classical-zh": by(lambda draw: han(draw, draw.randint(60, 200)) + "\n"),
    "numbers": by(lambda draw: number(draw) + " "),
    "one-word": repeated("word "),
    "one-character-zh": repeated("汉"),
    "one-word-sentences": by(lambda draw: word(draw).capitalize() + ". "),
    "one-sentence": one_sentence_repeated,
    "two-sentences": two_alternating,
    "prose": by(lambda draw: sentence(draw) + draw.choice([" ", " ", " ", "\n\n"])),
    "prose-zh": by(lambda draw: han_sentence(draw) + draw.choice(["", "", "", "\n"])),
    "references": numbered(lambda draw, at: f"[{at}] {name(draw)}, A. {words(draw, 5).capitalize()}. Journal of Tests, {draw.randint(1, 40)}({draw.randint(1, 12)}), {number(draw)}, {draw.randint(1950, 2026)}.\n"),
    "cited": by(lambda draw: f"{words(draw, 12).capitalize()} [{draw.randint(1, 90)}]. "),
    "author-year": by(lambda draw: f"{words(draw, 9).capitalize()} ({name(draw)} et al., {draw.randint(1950, 2026)}). "),
    "forms": by(lambda draw: f"The applicant {word(draw)} of the town of {word(draw)} hereby asks the office to grant the permit for {word(draw)} as set out in the law.\n"),
    "footnotes": numbered(lambda draw, at: f"{sentence(draw)[:-1]}[^{at}].\n\n[^{at}]: See {name(draw)}, page {draw.randint(1, 400)}.\n\n"),
    "table": by(lambda draw: f"| {word(draw)} | {number(draw)} | {word(draw)} |\n"),
    "list": by(lambda draw: f"- {words(draw, 4)}\n"),
    "headings": by(lambda draw: f"## {words(draw, 4).capitalize()}\n\n{sentence(draw)}\n\n"),
    "log": by(lambda draw: f"{date(draw)} 12:{draw.randint(0, 59):02}:{draw.randint(0, 59):02} INFO worker {draw.randint(1, 9)} finished job {number(draw)} in {draw.randint(1, 999)} ms\n"),
    "csv": by(lambda draw: f"{number(draw)},{word(draw)},{word(draw)},{number(draw)}\n"),
    "interview": by(lambda draw: f"Q: {words(draw, 7).capitalize()}?\n{name(draw)}: {sentence(draw)}\n\n"),
    "interview-zh": by(lambda draw: f"问：{han(draw, 9)}？\n答：{han_sentence(draw)}\n"),
    "dialogue": by(lambda draw: f"“{sentence(draw)[:-1]},” said {name(draw)}. "),
    "dialogue-zh": by(lambda draw: f"{han(draw, 3)}说：“{han_sentence(draw)}”"),
    "quotations": by(lambda draw: f"“{sentence(draw)}”\n\n"),
    "poem": by(lambda draw: words(draw, 4) + "\n"),
    "urls": by(lambda draw: f"https://example.org/{word(draw)}/{number(draw)}?q={word(draw)}\n"),
    "base64": by(base64),
    "mail": by(lambda draw: "> " * draw.randint(1, 6) + words(draw, 9) + "\n"),
    "code": by(lambda draw: f"    let {word(draw)} = {word(draw)}(\"{word(draw)}\", {number(draw)});\n"),
    "capitals": by(lambda draw: sentence(draw).upper() + " "),
    "initials": by(lambda draw: f"{draw.choice('ABCDEFG')}. {draw.choice('HIJKLM')}. {name(draw)} "),
    "abbreviations": by(lambda draw: f"e.g. {word(draw)} vs. {word(draw)} etc. "),
    "ellipses": by(lambda draw: words(draw, 3) + "... "),
    "semicolons-zh": by(lambda draw: han(draw, 10) + "；"),
    "titles-zh": by(lambda draw: f"《{han(draw, 5)}》、"),
    "mixed": by(lambda draw: f"{han(draw, 6)} {words(draw, 3)} {han(draw, 5)}。"),
    "look-alike": by(look_alike),
    "zero-width": by(between_letters("\u200b")),
    "combining": by(between_letters("\u0301")),
    "emoji": by(lambda draw: f"{words(draw, 3)} {chr(0x1F600 + draw.randint(0, 60))} "),
    "tabs": by(lambda draw: word(draw) + "\t"),
    "long-words": by(lambda draw: "".join(word(draw) for _ in range(400)) + " "),
    "latex": by(lambda draw: f"\\emph{{{words(draw, 3)}}} $x_{{{draw.randint(1, 9)}}}$ \\cite{{{word(draw)}}}. "),
    "entities": by(lambda draw: f"<p>{word(draw)} &amp; {word(draw)} &#{draw.randint(192, 500)}; {word(draw)}&nbsp;</p>\n"),
}
SUFFIXES = {"entities": ".html", "latex": ".tex", "footnotes": ".md", "table": ".md", "list": ".md", "headings": ".md"}

COMMANDS = ("check", "check-other", "compare", "trace", "read", "add", "dedup")


class Inputs:
    """The files of one kind and size: a text, its copy, another text, records for `dedup`, and where an index goes."""

    def __init__(self, folder, kind, size):
        suffix = SUFFIXES.get(kind, ".txt")
        self.text, self.copy, self.other = (folder / (stem + suffix) for stem in ("text", "copy", "other"))
        text = KINDS[kind](random.Random(f"{kind} text"), size)
        self.text.write_text(text, encoding="utf-8")
        self.copy.write_text(text, encoding="utf-8")
        self.other.write_text(KINDS[kind](random.Random(f"{kind} other"), size), encoding="utf-8")
        self.records = folder / "records.jsonl"
        with self.records.open("w", encoding="utf-8") as records:
            for start in range(0, len(text), DOCUMENT_CHARS):
                record = {"id": str(start), "text": text[start : start + DOCUMENT_CHARS]}
                records.write(json.dumps(record, ensure_ascii=False) + "\n")
        self.index, self.traced = folder / "index", folder / "traced"
        self.kept = folder / "kept.jsonl"

    def arguments(self, command):
        if command in ("check", "check-other"):
            source = self.copy if command == "check" else self.other
            return ["check", self.text, "--against", source, "--format", "jsonl"]
        return {
            "compare": ["compare", self.text, self.copy, "--format", "json"],
            "trace": ["trace", "--from", self.text, "--index", self.traced, "--format", "json"],
            "read": ["read", self.text],
            "add": ["add", "--index", self.index, self.text],
            "dedup": ["dedup", self.records, "--kept", self.kept],
        }[command]


def run(arguments, timeout):
    """Runs a program; returns its processor seconds, its peak memory in MB, and what went wrong, or an empty text."""

    def limit():
        # Counts the time of all threads.
        resource.setrlimit(resource.RLIMIT_CPU, (timeout, timeout + 1))

    child = subprocess.Popen(
        [str(part) for part in arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit,
    )
    timer = threading.Timer(6 * timeout, child.kill)
    timer.start()
    _, status, usage = os.wait4(child.pid, 0)
    timer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    failed = {0: "", 1: ""}.get(child.returncode, f"exit {child.returncode}")
    if child.returncode < 0:
        failed = f"stopped by signal {-child.returncode}"
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000, failed


class Cell:
    """The runs of one command on one kind, from the smallest size on."""

    def __init__(self, kind, command):
        self.kind, self.command, self.before, self.is_over = kind, command, None, False

    def measure(self, inputs, size, options):
        if self.command == "trace":
            _, _, failed = run([options.ibid, "--quiet", "add", "--index", inputs.traced, inputs.copy], options.timeout)
            if failed:
                return self.misses(size, [f"adding the copy: {failed}"])
        seconds, memory, failed = run([options.ibid, "--quiet", *inputs.arguments(self.command)], options.timeout)
        of_text = inputs.text.stat().st_size
        factor, steps = None, 1
        if self.before:
            factor = seconds / max(self.before[0], 0.001)
            # Sizes may be more than a doubling apart.
            steps = of_text / self.before[1] / 2
        shown = f"{factor:6.2f}" if factor else "      "
        print(f"{self.kind:20} {self.command:12} {size:6} {seconds:8.2f} {memory:7.0f} {shown} {failed}", flush=True)
        found = [failed] if failed else []
        if factor and seconds > LEAST_SECONDS and factor > MOST_FACTOR * max(steps, 1):
            found.append(f"{factor:.2f} times the size before")
        if size == options.sizes[-1]:
            if seconds > MOST_SECONDS:
                found.append(f"{seconds:.1f} s")
            if memory > max(MOST_MB, MOST_TIMES_TEXT * of_text / 1e6):
                found.append(f"{memory:.0f} MB")
        self.before = (seconds, of_text)
        self.is_over = bool(failed)
        return self.misses(size, found)

    def misses(self, size, found):
        return [f"{self.kind} {self.command} {size} kB: {miss}" for miss in found]


def chosen(text, known):
    names = text.split(",") if text else list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"growth.py: unknown: {', '.join(unknown)}; known are {', '.join(known)}")
    return names


def options_of(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    target = os.environ.get("CARGO_TARGET_DIR", str(Path(__file__).parents[2] / "target"))
    parser.add_argument("--ibid", default=f"{target}/release/ibid")
    parser.add_argument("--kinds", default="")
    parser.add_argument("--commands", default="")
    parser.add_argument("--sizes", default=SIZES_KB, help="kB, in ascending order")
    parser.add_argument("--timeout", type=int, default=60, help="processor seconds of a run")
    parser.add_argument("--list", action="store_true", help="print the kinds and the commands")
    options = parser.parse_args(arguments)
    options.kinds, options.commands = chosen(options.kinds, KINDS), chosen(options.commands, COMMANDS)
    options.sizes = sorted(int(size) for size in options.sizes.split(","))
    return options


def main():
    options = options_of(sys.argv[1:])
    if options.list:
        print("kinds:", *KINDS, "\ncommands:", *COMMANDS)
        return
    if not os.access(options.ibid, os.X_OK):
        sys.exit(f"growth.py: no program {options.ibid}; build it with `cargo build --release --features full`")
    print(f"{'kind':20} {'command':12} {'kB':>6} {'s':>8} {'MB':>7} {'factor':>6}")
    misses = []
    for kind in options.kinds:
        cells = [Cell(kind, command) for command in options.commands]
        for size in options.sizes:
            with tempfile.TemporaryDirectory() as folder:
                inputs = Inputs(Path(folder), kind, size * 1000)
                for cell in cells:
                    # What failed or was stopped does not get better with more.
                    if not cell.is_over:
                        misses += cell.measure(inputs, size, options)
    print(f"\n{len(misses)} misses")
    print("\n".join(misses))
    sys.exit(1 if misses else 0)


if __name__ == "__main__":
    main()
