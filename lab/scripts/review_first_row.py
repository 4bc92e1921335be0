"""How soon a review shows documents that are being checked, and how soon keys are answered meanwhile.

    review_first_row.py IBID FOLDER [DOCUMENTS [WORDS]]

From the text files in the folder, 400 papers and 400 sources of some 1,500 words are made; every fourth paper has a passage
of a source. `ibid review papers --against sources` runs in a terminal of 120 columns. Printed are the seconds until the first
paper stands on the screen, the slowest of 100 answers to `j` and `k` that come while papers are checked, and the seconds
until all are checked.
"""

import os
import random
import select
import shutil
import sys
import tempfile
import time
from pathlib import Path

from review_terminal import Terminal


def main():
    ibid, texts = os.path.abspath(sys.argv[1]), Path(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 400
    words = int(sys.argv[4]) if len(sys.argv) > 4 else 1500
    rng, folder = random.Random(20261127), Path(tempfile.mkdtemp())
    books = [path.read_text(errors="replace").split() for path in sorted(texts.iterdir()) if path.suffix == ".txt"]
    books = [book for book in books if len(book) > 20 * words]
    stretch = lambda book, size: book[(at := rng.randrange(len(book) - size)) : at + size]
    sources = [stretch(rng.choice(books), words) for _ in range(count)]
    papers = [stretch(rng.choice(books), words) for _ in range(count)]
    for paper in papers[::4]:
        at = rng.randrange(words)
        paper[at:at] = stretch(rng.choice(sources), 80)
    for name, many in (("papers", papers), ("sources", sources)):
        (folder / name).mkdir()
        for number, text in enumerate(many):
            (folder / name / f"{number:03}.txt").write_text(" ".join(text) + "\n")

    begun = time.monotonic()
    terminal = Terminal([ibid, "review", "papers", "--against", "sources"], folder, (120, 40))
    first = terminal.shows("papers/")
    slowest, answered = 0.0, 0
    for key in "jk" * 50:
        pressed = time.monotonic()
        terminal.press(key)
        if not select.select([terminal.terminal], [], [], 5)[0]:
            break
        os.read(terminal.terminal, 1 << 16)
        slowest, answered = max(slowest, time.monotonic() - pressed), answered + 1
        time.sleep(0.01)
    terminal.read(2)
    print(f"first paper {first:.2f} s, slowest of {answered} keys {slowest * 1000:.0f} ms,", end=" ")
    print(f"silent after {time.monotonic() - begun - 2:.1f} s")
    terminal.kill()
    shutil.rmtree(folder)


main()
