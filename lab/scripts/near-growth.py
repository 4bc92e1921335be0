"""How a near method of `ibid dedup` grows with the number of documents.

    near-growth.py IBID METHOD FOLDER...

The text files in the folders, those of each folder in an order drawn at random, are cut into pieces of a thousand characters,
which are drawn at random into one order; the first 10,000, 100,000 and 300,000 are given to `ibid dedup`, without a near
method and with it. One in ten is a copy of an earlier one with one word of ten replaced.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SIZES = (10_000, 100_000, 300_000)
CHARS = 1000


def pieces(folders, draw):
    all_pieces = []
    for folder in folders:
        files = sorted(path for path in Path(folder).rglob("*") if path.suffix in (".txt", ".md") and path.is_file())
        draw.shuffle(files)
        of_folder = 0
        for path in files:
            text = path.read_text(encoding="utf-8", errors="replace")
            for start in range(0, len(text) - CHARS, CHARS):
                all_pieces.append(text[start : start + CHARS])
                of_folder += 1
            if of_folder > SIZES[-1] // len(folders):
                break
    draw.shuffle(all_pieces)
    return all_pieces[: SIZES[-1]]


def copy(text, draw):
    words = text.split(" ") if text.count(" ") > CHARS // 20 else [text[at : at + 2] for at in range(0, len(text), 2)]
    for at in draw.sample(range(len(words)), len(words) // 10):
        words[at] = draw.choice(words)
    return (" " if text.count(" ") > CHARS // 20 else "").join(words)


def main():
    ibid, method, folders = sys.argv[1], sys.argv[2], sys.argv[3:]
    draw = random.Random(1)
    texts = pieces(folders, draw)
    for number in range(10, len(texts), 10):
        texts[number] = copy(texts[draw.randrange(number)], draw)
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "pieces.jsonl"
        written = 0
        for size in [size for size in SIZES if size < len(texts)] + [min(len(texts), SIZES[-1])]:
            with path.open("a", encoding="utf-8") as out:
                for number in range(written, size):
                    out.write(json.dumps({"id": str(number), "text": texts[number]}, ensure_ascii=False) + "\n")
            written = size
            figures = []
            for near in ("none", method):
                # A shell between, so that what this process takes in memory does not count for that one.
                start = time.monotonic()
                command = [ibid, "dedup", str(path), "--near", near, "--format", "jsonl", "--output", os.devnull]
                child = subprocess.Popen(["/usr/bin/time", "-f", "%U %S %M", *command], stderr=subprocess.PIPE, text=True)
                said = child.communicate()[1].splitlines()
                wall = time.monotonic() - start
                user, system, kilobytes = said[-1].split()
                figures.append((wall, float(user) + float(system), int(kilobytes) / 1000, said[-2]))
            (wall0, cpu0, _, _), (wall, cpu, megabytes, said) = figures
            print(f"{size} documents: {cpu:.1f} s of processor time ({cpu - cpu0:.1f} s more than without), {wall:.1f} s, {megabytes:.0f} MB; {said}", flush=True)


main()
