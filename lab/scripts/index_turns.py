#!/usr/bin/env python3
"""Compares two programs over an index, in turns: `index_turns.py BEFORE AFTER [--rounds N] [--paper FILE] [--quote TEXT] PATH…`

BEFORE and AFTER are programs `ibid`; each PATH is a collection. For each collection it prints, as medians of N rounds
(default 3): processor seconds, elapsed seconds and peak memory of `add`, the bytes of the index, the same of checking
all documents against their index and against themselves in memory, elapsed seconds of checking PAPER and of tracing
TEXT, and whether the reports are the same bytes. Exits with 1 where they are not.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def run(command, out):
    """Runs a command and returns (processor seconds, elapsed seconds, peak memory in MB)."""
    with open(out, "wb") as file:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # 1 says that something was found.
    if process.returncode not in (0, 1):
        sys.exit(f"{command} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss / 1000


def size(folder):
    return sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--paper")
    parser.add_argument("--quote")
    parser.add_argument("--only-add", action="store_true")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    given = parser.parse_args()
    programs = {"before": given.before, "after": given.after}
    is_same = True
    with tempfile.TemporaryDirectory() as scratch:
        for path in given.paths:
            figures, bytes_of = {}, {}
            for _ in range(given.rounds):
                for name, program in programs.items():
                    index, out = f"{scratch}/{name}", f"{scratch}/{name}.json"
                    subprocess.run(["rm", "-rf", index], check=True)
                    steps = {"add": ["--index", index, "add", path]}
                    if not given.only_add:
                        steps["check against the index"] = ["--index", index, "check", path, "--format", "json"]
                        steps["check in memory"] = ["check", path, "--against", path, "--format", "json"]
                    if given.paper:
                        steps["one paper"] = ["--index", index, "check", given.paper, "--format", "json"]
                    if given.quote:
                        steps["trace"] = ["--index", index, "trace", given.quote, "--format", "json"]
                    for step, arguments in steps.items():
                        figures.setdefault((step, name), []).append(run([program, *arguments], f"{out}.{step}"))
                    bytes_of[name] = size(index)
            print(f"== {path}, index {bytes_of['before']:,} -> {bytes_of['after']:,} bytes, {bytes_of['after'] / bytes_of['before']:.3f}")
            for step in steps:
                median = {
                    name: [statistics.median(column) for column in zip(*figures[step, name])] for name in programs
                }
                cells = (
                    f"{what} {median['before'][at]:.3f} -> {median['after'][at]:.3f} ({median['after'][at] / median['before'][at]:.2f})"
                    for at, what in enumerate(("processor s", "elapsed s", "MB"))
                )
                print(f"{step}: {'; '.join(cells)}")
                if step != "add":
                    files = [Path(f"{scratch}/{name}.json.{step}").read_bytes() for name in programs]
                    same = files[0] == files[1]
                    is_same &= same
                    print(f"  {'the same bytes' if same else 'OTHER BYTES'}, {len(files[0]):,}")
            sys.stdout.flush()
    sys.exit(0 if is_same else 1)


if __name__ == "__main__":
    main()
