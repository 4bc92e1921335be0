#!/usr/bin/env python3
"""Measures whether the cost of `ibid dedup` grows in step with its input.

In: the program, and optionally shapes of input and sizes. Out: a table with user and system seconds, peak memory, the
documents kept, and the factor of each doubling. The inputs are made up, from a fixed seed, and written to a temporary
folder. `growth_dedup.py PROGRAM --limit 2.6` exits with 1 if a doubling costs more than that.

    lab/scripts/growth_dedup.py target/release/ibid --shapes forms,pool --sizes 2500,5000,10000
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

LATIN = "abcdefghijklmnopqrstuvwxyz"
# Below this number of seconds a factor is noise.
LEAST_SECONDS = 0.4


def word(rng, least=3, most=9):
    return "".join(rng.choice(LATIN) for _ in range(rng.randint(least, most)))


def words(rng, count):
    return [word(rng) for _ in range(count)]


def han(rng, count):
    return "".join(chr(rng.randint(0x4E00, 0x6FFF)) for _ in range(count))


def forms(rng, count):
    """One template with ten values, each from a list of two hundred."""
    stretches = [" ".join(words(rng, 5)) for _ in range(11)]
    values = [words(rng, 200) for _ in range(10)]
    for _ in range(count):
        yield " ".join(f"{stretch} {rng.choice(value)}" for stretch, value in zip(stretches, values)) + "."


def few_values(rng, count):
    """One template with thirty values, each one of ten."""
    stretches = [" ".join(words(rng, 2)) for _ in range(30)]
    values = [words(rng, 10) for _ in range(30)]
    for _ in range(count):
        yield " ".join(f"{stretch} {rng.choice(value)}" for stretch, value in zip(stretches, values)) + "."


def own_values(rng, count):
    """One template with six values that no other form has."""
    stretches = [" ".join(words(rng, 9)) for _ in range(6)]
    for _ in range(count):
        yield " ".join(f"{stretch} {word(rng, 6, 9)}" for stretch in stretches) + "."


def pool(rng, count):
    """Eight sentences, each from a pool of three hundred."""
    sentences = [" ".join(words(rng, 9)).capitalize() + "." for _ in range(300)]
    for _ in range(count):
        yield " ".join(rng.choice(sentences) for _ in range(8))


def chinese_forms(rng, count):
    stretches = [han(rng, 14) for _ in range(11)]
    values = [[han(rng, 3) for _ in range(200)] for _ in range(10)]
    for _ in range(count):
        yield "，".join(stretch + rng.choice(value) for stretch, value in zip(stretches, values)) + "。"


def log(rng, count):
    """Lines of one form with three numbers."""
    for _ in range(count * 2):
        worker, job, time = rng.randint(1, 9), rng.randint(1, 99999), rng.randint(1, 999)
        yield f"2026-11-02 INFO worker {worker} finished job {job} in {time} ms with status 200 and went to the next one."


def numbers(rng, count):
    for _ in range(count):
        yield " ".join(str(rng.randint(0, 9999)) for _ in range(80))


def last_character(rng, count):
    """Texts that differ at the end only."""
    text = " ".join(words(rng, 60))
    for number in range(count):
        yield f"{text} {chr(0x4E00 + number % 20000)}{number // 20000 or ''}"


def different(rng, count):
    for _ in range(count):
        yield " ".join(words(rng, 60))


def equal(rng, count):
    text = " ".join(words(rng, 60))
    for _ in range(count):
        yield text


def empty(rng, count):
    for _ in range(count * 10):
        yield ""


def one_word(rng, count):
    for _ in range(count * 10):
        yield word(rng)


def one_huge(rng, count):
    yield " ".join(words(rng, count * 60))
    for _ in range(count):
        yield " ".join(words(rng, 12))


def one_word_sentences(rng, count):
    """One document of sentences of one word."""
    yield "".join(f"{word(rng).capitalize()}. " for _ in range(count * 60))


def one_character(rng, count):
    """One document of one Chinese character over and over."""
    yield "的" * (count * 130)


SHAPES = {
    shape.__name__: shape
    for shape in (
        forms, few_values, own_values, pool, chinese_forms, log, numbers, last_character, different, equal, empty, one_word,
        one_huge, one_word_sentences, one_character,
    )
}


def write(path, texts):
    with open(path, "w", encoding="utf-8") as file:
        for number, text in enumerate(texts):
            file.write(json.dumps({"id": str(number), "text": text}, ensure_ascii=False) + "\n")
    return os.path.getsize(path)


def run(command):
    """Returns seconds of user and system time, peak memory in megabytes, and the lines that were printed."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            sys.exit(f"{' '.join(command)} ended with {process.returncode}")
        out.seek(0)
        lines = sum(chunk.count(b"\n") for chunk in iter(lambda: out.read(1 << 20), b""))
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, lines


def measure(arguments, shape, options, folder):
    """Prints one row per size, and returns the greatest factor."""
    before, greatest = None, 0
    for size in arguments.sizes:
        path = os.path.join(folder, f"{shape}-{size}.jsonl")
        length = write(path, SHAPES[shape](random.Random(arguments.seed), size))
        seconds, memory, kept = run([arguments.program, "dedup", *options, path])
        factor = seconds / before if before and before >= LEAST_SECONDS else None
        greatest = max(greatest, factor or 0)
        before = seconds
        print(
            f"| {shape} {' '.join(options)} | {size} | {length / 1e6:.2f} | {seconds:.2f} | {memory:.0f} | {kept} |"
            f" {f'{factor:.1f}' if factor else ''} |",
            flush=True,
        )
        os.remove(path)
    return greatest


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--sizes", default="2500,5000,10000,20000")
    parser.add_argument("--options", default="", help="options of dedup, several sets with ; between")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, help="exit with 1 if a doubling costs more")
    arguments = parser.parse_args()
    arguments.sizes = [int(size) for size in arguments.sizes.split(",")]
    print("| shape | documents | MB | s | memory, MB | kept | factor |\n|---|---|---|---|---|---|---|")
    greatest = 0
    with tempfile.TemporaryDirectory() as folder:
        for shape in arguments.shapes.split(","):
            for options in arguments.options.split(";"):
                greatest = max(greatest, measure(arguments, shape, options.split(), folder))
    if arguments.limit and greatest > arguments.limit:
        sys.exit(f"a doubling costs {greatest:.1f} times, more than {arguments.limit}")


if __name__ == "__main__":
    main()
