#!/usr/bin/env python3
"""How long a reader waits in a review: first frame, keys, decisions, order and filter; and the memory it takes.

    review_speed.py IBID REPORT.json [--lines N] [--times N] [--size COLSxROWS] [--open]

The program runs in a pseudo-terminal, with a ledger of N lines (default 100,000) on other passages. A key is timed from its
writing to the last byte of the frame that answers it; a frame ends when nothing comes for some milliseconds, which are not
counted. The decision's time includes its way to the disk. Each key is pressed N times (default 40).
"""

import argparse
import os
import random
import re
import select
import sys
import tempfile
import time
from pathlib import Path

from review_terminal import Terminal

QUIET = 0.025
PATIENCE = 120


class Review(Terminal):
    """A review that times its frames."""

    def __init__(self, command, size):
        self.start = time.perf_counter()
        super().__init__(command, ".", size)

    def frame(self, start, quiet=QUIET):
        """Reads a frame; returns the seconds to its last byte, and its bytes."""
        last, read = start, b""
        while True:
            left = quiet if read else PATIENCE
            if not select.select([self.terminal], [], [], left)[0]:
                return last - start, read
            try:
                read += os.read(self.terminal, 65536)
            except OSError:
                return last - start, read
            last = time.perf_counter()

    def first_frame(self):
        """Returns the seconds until the title is drawn."""
        shown = b""
        while b"\x1b[?1049h" not in shown or b"%" not in shown.split(b"\x1b[?1049h")[-1]:
            _, read = self.frame(self.start, 0.002)
            if not read:
                sys.exit(f"review_speed.py: no review: {shown[-400:]!r}")
            shown += read
        return time.perf_counter() - self.start - 0.002

    def answer(self, keys):
        """Presses keys, and returns the seconds to the last byte of the frame that answers them."""
        start = time.perf_counter()
        self.press(keys)
        return self.frame(start)[0]

    def status(self, name):
        status = Path(f"/proc/{self.process}/status").read_text()
        return int(re.search(rf"{name}:\s+(\d+) kB", status)[1]) * 1024


def write_ledger(path, lines):
    draw = random.Random(37)
    digits = lambda: f"{draw.getrandbits(64):016x}"
    with open(path, "w", encoding="utf-8") as file:
        for number in range(lines):
            at = f"2026-{1 + number // 8640 % 9:02}-{1 + number // 1000 % 28:02}T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}Z"
            pairs = ",".join(f'"{digits()}~{digits()}"' for _ in range(4))
            name = ("copied", "quotation", "own-work", "common-phrase", "ignore")[number % 5]
            file.write(
                f'{{"v":1,"at":"{at}","by":"Ana Reyes","paper":"papers/{number // 1000}.pdf","as":"{name}",'
                f'"pairs":[{pairs}],"says":"The road itself was seldom more than a line","source":"salt.txt"}}\n'
            )


def tell(name, seconds):
    seconds = sorted(seconds)
    at = lambda share: seconds[min(len(seconds) - 1, int(share * len(seconds)))] * 1000
    print(f"{name:24} p50 {at(.5):7.1f} ms   p99 {at(.99):7.1f} ms   ({len(seconds)} times)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ibid")
    parser.add_argument("report")
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=40)
    parser.add_argument("--size", default="160x50")
    parser.add_argument("--open", action="store_true", help="open the first document of the queue")
    options = parser.parse_args()
    cols, rows = map(int, options.size.split("x"))
    bytes_ = os.path.getsize(options.report)
    with tempfile.TemporaryDirectory() as folder:
        ledger = os.path.join(folder, "ledger.jsonl")
        write_ledger(ledger, options.lines)
        command = [options.ibid, "review", options.report, "--decisions", ledger, "--by", "Bo", "--lang", "en"]
        # The report is in the cache of the system before it is opened.
        with open(options.report, "rb") as file:
            while file.read(1 << 24):
                pass
        review = Review(command, (cols, rows))
        print(f"{options.report}: {bytes_ / 1e6:.0f} MB, a ledger of {options.lines} lines, {options.size}")
        print(f"{'first frame':24}     {review.first_frame() * 1000:7.1f} ms")
        # What a decision needs is made ready behind the first frame.
        time.sleep(2)
        if options.open:
            review.answer("\r")
            time.sleep(1)
        press = lambda key: [review.answer(key) for _ in range(options.times)]
        keys = {"j": "j", "n": "n", "space": " ", "Tab": "\t"}
        moves = {name: press(key) for name, key in keys.items()}
        moves["G, g"] = [review.answer(key) for _ in range(options.times // 2) for key in ("G", "g")]
        for name, seconds in moves.items():
            tell(name, seconds)
        tell("all keys", [one for seconds in moves.values() for one in seconds])
        tell("search", [review.answer("/harbour\r") for _ in range(5)])
        tell("next hit", press("n"))
        review.answer("\x1b")
        tell("decision", press("1"))
        tell("undo", [review.answer("u") for _ in range(options.times // 2)])
        tell("order", [review.answer("s") for _ in range(6)])
        tell("filter", [review.answer("c") for _ in range(6)])
        peak, now = review.status("VmHWM"), review.status("VmRSS")
        print(f"memory: at most {peak / 1e6:.0f} MB, {peak / bytes_:.2f} of the file; at the end {now / 1e6:.0f} MB")
        review.kill()


if __name__ == "__main__":
    main()
