#!/usr/bin/env python3
"""Fails system calls, kills, fills disks and takes memory away while `ibid` writes, and looks for what was lost.

Each command is run over a small made-up collection: once undisturbed, then once per disturbance in a fresh copy of the
folder, each time followed by the same command undisturbed. Of every disturbance it is asserted that

- the exit code is 0, 2, 3 or 4 (or, if it was killed, that of the kill);
- the documents of an index are those of before or those of after, and a check of them gives what it gave;
- an output file is wholly the old one or wholly the new one;
- inputs and foreign files have the bytes they had;
- the run that follows ends with 0, gives what an undisturbed run gives, and leaves nothing temporary.

    sudo python3 lab/scripts/faults.py target/release/ibid [--faults 2000] [--kills 500] [--disks 150] [--limits 50]

Needs Linux and strace; full disks need root (tmpfs is mounted). Prints counts per kind, and every failure with a command
that repeats it. Exits with 1 if something failed or if there were fewer disturbances than asked for.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

FAULTS = {
    "openat": ["ENOSPC", "EIO", "EACCES", "EMFILE"],
    "write": ["ENOSPC", "EIO"],
    "pwrite64": ["ENOSPC", "EIO"],
    "read": ["EIO"],
    "fsync": ["ENOSPC", "EIO"],
    "fdatasync": ["ENOSPC", "EIO"],
    "rename": ["ENOSPC", "EIO", "EACCES"],
    "unlink": ["EIO", "EACCES"],
    "unlinkat": ["EIO", "EACCES"],
    "ftruncate": ["ENOSPC", "EIO"],
    "mkdir": ["ENOSPC", "EIO", "EACCES"],
    "rmdir": ["EIO", "EACCES"],
    "statx": ["EIO", "EACCES"],
    "mmap": ["ENOMEM"],
    "flock": ["EIO"],
}
CODES = {0, 2, 3, 4}
BEFORE_MAIN = "failed to allocate an alternative stack"
LEFTOVERS = re.compile(r"^\.ibid-.{12}\.tmp$")
OF_INDEX = re.compile(r"^(ibid-index\.json|writer\.lock|g-[0-9a-f]{16})$")
OF_GENERATION = re.compile(r"^(meta\.json|\.managed\.json|[0-9a-f]{32}\.[a-z0-9.]+)$")


def text(seed, sentences=12):
    rng = random.Random(seed)
    words = ["".join(rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(3)) for _ in range(400)]
    lines = [" ".join(rng.choice(words) for _ in range(14)).capitalize() + "." for _ in range(sentences)]
    return "\n".join(lines) + "\n"


class Case:
    """A command, how its folder is prepared, and which of its files are outputs."""

    def __init__(self, name, prepare, args, output=None, indexed=False):
        self.name, self.prepare, self.args = name, prepare, args
        self.output, self.indexed = output, indexed


def cases():
    def library(count):
        return [["add", "lib%d" % number] for number in range(1, count + 1)]

    records = ["dedup", "in.jsonl", "-q", "--near", "none"]
    listed = records + ["--format", "json"]
    return [
        Case("add-first", [], ["add", "lib1"], indexed=True),
        Case("add-second", library(1), ["add", "lib2"], indexed=True),
        Case("remove", library(2), ["remove", "lib1/3.txt"], indexed=True),
        Case("rebuild", library(2), ["rebuild"], indexed=True),
        Case("state-first", [], listed + ["--state", "state", "-o", "out.json"], "out.json"),
        Case("state-second", [listed + ["--state", "state", "-o", "out.json"]],
             ["dedup", "more.jsonl", "-q", "--near", "none", "--format", "json", "--state", "state", "-o", "out.json"],
             "out.json"),
        Case("seen", [["dedup", "more.jsonl", "-q", "--near", "none", "--seen", "seen", "-o", "first.txt"]],
             records + ["--seen", "seen", "--kept", "out.jsonl"], "out.jsonl"),
        Case("kept-jsonl", [], records + ["--kept", "out.jsonl"], "out.jsonl"),
        Case("kept-zst", [], records + ["--kept", "out.jsonl.zst"], "out.jsonl.zst"),
        Case("kept-gz", [], records + ["--kept", "out.jsonl.gz"], "out.jsonl.gz"),
        Case("kept-parquet", [], records + ["--kept", "out.parquet"], "out.parquet"),
        Case("check", [], ["check", "paper.txt", "--against", "lib1/1.txt", "-q", "-o", "out.json"], "out.json"),
        Case("read", [], ["read", "paper.txt", "-o", "out.txt"], "out.txt"),
    ]


def make_inputs(folder):
    for library in (1, 2):
        os.mkdir(os.path.join(folder, "lib%d" % library))
        for number in range(6):
            with open(os.path.join(folder, "lib%d/%d.txt" % (library, number)), "w") as file:
                file.write(text(library * 100 + number))
    with open(os.path.join(folder, "paper.txt"), "w") as file:
        file.write(text(999, 6) + text(101, 4) + text(203, 4))
    for name, seeds in (("in.jsonl", [*range(300), *range(0, 300, 5)]), ("more.jsonl", range(200, 500))):
        with open(os.path.join(folder, name), "w") as file:
            for number, seed in enumerate(seeds):
                file.write(json.dumps({"id": "%s%d" % (name[0], number), "text": text(seed, 3)}) + "\n")
    with open(os.path.join(folder, "foreign.txt"), "w") as file:
        file.write("A file of somebody else.\n")


def left_in_index(index):
    """What lies in the folder of an index beside its files and those of one generation."""
    names = os.listdir(index) if os.path.isdir(index) else []
    generations = sorted(name for name in names if name.startswith("g-"))
    left = [name for name in names if not OF_INDEX.match(name)] + generations[1:]
    for generation in generations[:1]:
        left += [name for name in os.listdir(os.path.join(index, generation)) if not OF_GENERATION.match(name)]
    return left


def says_what_is_missing(case, seen):
    """Whether a result in JSON names the inputs that could not be read; the others are in it."""
    if not case.output or not case.output.endswith(".json") or not seen or not seen.startswith(b"{"):
        return False
    return bool(json.loads(seen).get("failures"))


def says_which_are_missing(case, seen, error):
    """Whether each document that `add` left out is named, as one whose file could not be read; the others are in."""
    if not case.indexed or not isinstance(seen, tuple) or not isinstance(case.after, tuple):
        return False
    missing = set(case.after[0]) - set(seen[0])
    return set(seen[0]) <= set(case.after[0]) and all(json.loads(line)["source"] in error for line in missing)


class Harness:
    def __init__(self, options):
        self.program, self.options = os.path.abspath(options.program), options
        self.base = tempfile.mkdtemp(prefix="ibid-faults-", dir=options.folder)
        self.counts, self.failures = collections.Counter(), []

    def run(self, folder, args, wrap=()):
        ended = subprocess.run([*wrap, self.program, *args], cwd=folder, stdin=subprocess.DEVNULL,
                               capture_output=True, timeout=300)
        return ended.returncode, ended.stdout, ended.stderr.decode("utf-8", "replace")

    def documents(self, folder):
        """What an index has: its documents, and what a check of the paper finds in them. None without an index."""
        code, out, error = self.run(folder, ["list", "--format", "jsonl"])
        if code != 0:
            return None if "no index" in error or "not an index" in error else "list: %d %s" % (code, error)
        code, report, error = self.run(folder, ["check", "paper.txt", "-q", "--format", "jsonl"])
        if code != 0 and out:
            return "check: %d %s" % (code, error)
        return sorted(out.splitlines()), report

    def seen_of(self, case, folder):
        """The result of a case, as its folder has it."""
        if case.indexed:
            return self.documents(folder)
        path = os.path.join(folder, case.output)
        if not os.path.exists(path):
            return None
        with open(path, "rb") as file:
            return file.read()

    def prepare(self, case):
        folder = os.path.join(self.base, case.name)
        os.mkdir(folder)
        make_inputs(folder)
        for args in case.prepare:
            code, _, error = self.run(folder, args)
            assert code == 0, (case.name, args, error)
        if case.output and not case.prepare:
            with open(os.path.join(folder, case.output), "w") as file:
                file.write("of before")
        case.folder, case.before = folder, self.seen_of(case, folder)
        done = self.copy(case)
        code, _, error = self.run(done, case.args)
        assert code == 0, (case.name, error)
        case.after = self.seen_of(case, done)
        case.inputs = self.inputs(case, done)
        # A second run, as one follows each disturbance: an `add` that is repeated changes nothing.
        code, _, _ = self.run(done, case.args)
        case.again = code
        case.repeated = self.seen_of(case, done)
        shutil.rmtree(done)

    def inputs(self, case, folder):
        found = {}
        for root, _, names in os.walk(folder):
            if os.path.basename(root).startswith(".ibid") or "/.ibid" in root or root.endswith("/state"):
                continue
            for name in names:
                path = os.path.relpath(os.path.join(root, name), folder)
                if path in (case.output, "seen") or LEFTOVERS.search(name):
                    continue
                with open(os.path.join(root, name), "rb") as file:
                    found[path] = hashlib.sha256(file.read()).hexdigest()
        return found

    def copy(self, case, into=None):
        folder = into or tempfile.mkdtemp(prefix=case.name + "-", dir=self.base)
        shutil.copytree(case.folder, folder, dirs_exist_ok=True)
        return folder

    def calls(self, case):
        """How often the program makes each system call: before its own code begins, and at most in one thread."""
        folder = self.copy(case)
        log = os.path.join(self.base, case.name + ".trace")
        self.run(folder, case.args, ["strace", "-f", "-o", log])
        first, started = None, False
        before, threads = collections.Counter(), collections.Counter()
        with open(log, errors="replace") as file:
            for line in file:
                found = re.match(r"(\d+)\s+(\w+)\(", line)
                if not found:
                    continue
                thread, call = found.groups()
                first = first or thread
                started = started or call == "poll"
                if not started:
                    before[call] += 1
                threads[call, thread] += 1
        shutil.rmtree(folder)
        most = collections.Counter()
        for (call, _), count in threads.items():
            most[call] = max(most[call], count)
        return {call: (before[call] + 1, most[call]) for call in most if most[call] > before[call]}

    def disturbances(self, case, kill):
        calls = self.calls(case)
        for call, errors in FAULTS.items():
            first, last = calls.get(call, (1, 0))
            for number in range(first, last + 1):
                for what in ["signal=KILL"] if kill else ["error=" + error for error in errors]:
                    yield "%s:%s:when=%d" % (call, what, number)

    def judge(self, kind, case, how, folder, code, error):
        """Looks at what is there after a disturbance, then runs again."""
        wrong = []
        killed = kind == "kill" and code in (-9, 137)
        if code not in CODES and not killed:
            wrong.append("exit code %d: %s" % (code, error.strip()[:200]))
        seen = self.seen_of(case, folder)
        if seen not in (case.before, case.after) and not (case.indexed and seen in (None, ([], b"")) and not case.before):
            wrong.append("the result is neither old nor new: %s" % str(seen)[:200])
        if code == 3 and (says_what_is_missing(case, seen) or says_which_are_missing(case, seen, error)):
            wrong = []
        if code == -6 and BEFORE_MAIN in error and seen == case.before:
            # The runtime of Rust ends so where its own first call fails. Nothing was done by then.
            wrong = []
        if code == 0 and seen != case.after:
            wrong.append("exit code 0 without the result")
        if self.inputs(case, folder) != case.inputs:
            wrong.append("inputs or foreign files changed")
        return wrong

    def follow(self, case, folder):
        was_done = self.seen_of(case, folder) == case.after
        code, _, error = self.run(folder, case.args)
        wrong = []
        if code != 0 and not (was_done and code == case.again):
            wrong.append("the next run: exit code %d: %s" % (code, error.strip()[:200]))
        seen = self.seen_of(case, folder)
        if seen != case.after and not (was_done and seen == case.repeated):
            # What was remembered in an earlier try, and written, is dropped the second time.
            wrong.append("the next run gives something else: %s" % str(seen)[:200])
        if self.inputs(case, folder) != case.inputs:
            wrong.append("inputs or foreign files changed in the next run")
        left = [name for name in os.listdir(folder) if LEFTOVERS.search(name)]
        left += left_in_index(os.path.join(folder, ".ibid"))
        if left:
            wrong.append("left: %s" % left)
        return wrong

    def disturb(self, kind, case, how):
        folder, mounted = self.copy(case) if kind != "disk" else self.mount(case, how), kind == "disk"
        try:
            wrap = {
                "fault": ["strace", "-f", "-o", "/dev/null", "-e", "inject=" + how],
                "kill": ["strace", "-f", "-o", "/dev/null", "-e", "inject=" + how],
                "memory": ["prlimit", "--as=" + how],
                "disk": [],
            }[kind]
            code, _, error = self.run(folder, case.args, wrap)
            wrong = self.judge(kind, case, how, folder, code, error)
            if mounted:
                subprocess.run(["mount", "-o", "remount,size=200m", os.path.dirname(folder)], check=True)
            wrong += self.follow(case, folder)
        except subprocess.TimeoutExpired:
            wrong = ["it hangs"]
        finally:
            if mounted:
                subprocess.run(["umount", "-l", os.path.dirname(folder)], check=True)
                os.rmdir(os.path.dirname(folder))
            else:
                shutil.rmtree(folder, ignore_errors=True)
        return kind, case, how, shlex.join([*wrap, "ibid", *case.args]), wrong

    def mount(self, case, kilobytes):
        point = tempfile.mkdtemp(prefix="disk-", dir=self.base)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200m", "tmpfs", point], check=True)
        folder = os.path.join(point, "in")
        os.mkdir(folder)
        self.copy(case, folder)
        used = sum(os.lstat(os.path.join(root, name)).st_blocks for root, _, names in os.walk(point) for name in names)
        size = used // 2 + int(kilobytes) + 16
        subprocess.run(["mount", "-o", "remount,size=%dk" % size, point], check=True)
        return folder

    def plan(self, all_cases):
        options, is_root = self.options, os.geteuid() == 0
        for kind, wanted in (("fault", options.faults), ("kill", options.kills)):
            every = [(kind, case, how) for case in all_cases for how in self.disturbances(case, kind == "kill")]
            yield from random.Random(7).sample(every, min(wanted, len(every)))
        if is_root:
            for number in range(options.disks):
                yield "disk", all_cases[number % len(all_cases)], str(4 * (number // len(all_cases)))
        elif options.disks:
            print("SKIPPED: full disks need root")
        for number in range(options.limits):
            size = self.least + (number // len(all_cases)) * 12_000_000
            yield "memory", all_cases[number % len(all_cases)], str(size)

    def find_least(self):
        """The least memory in which the program starts at all."""
        size = 10_000_000
        while self.run(self.base, ["--version"], ["prlimit", "--as=%d" % size])[0] != 0:
            size += 4_000_000
        self.least = size

    def all(self):
        all_cases = [case for case in cases() if not self.options.only or case.name in self.options.only]
        for case in all_cases:
            self.prepare(case)
        self.find_least()
        planned = list(self.plan(all_cases))
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for kind, case, how, command, wrong in pool.map(lambda item: self.disturb(*item), planned):
                self.counts[kind] += 1
                self.counts[kind, case.name] += 1
                if wrong:
                    self.failures.append((kind, case.name))
                    print("FAILED %s of %s: %s\n    %s" % (kind, case.name, "; ".join(wrong), command), flush=True)
        self.report(all_cases)

    def report(self, all_cases):
        kinds = ["fault", "kill", "disk", "memory"]
        print("%-14s" % "" + "".join("%14s" % kind for kind in kinds) + "   (failed/all)")
        for name in [case.name for case in all_cases]:
            cells = ["%d/%d" % (self.failures.count((kind, name)), self.counts[kind, name]) for kind in kinds]
            print("%-14s" % name + "".join("%14s" % cell for cell in cells))
        print("%-14s" % "all" + "".join("%14s" % self.counts[kind] for kind in kinds))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    for name, default in (("faults", 2000), ("kills", 500), ("disks", 150), ("limits", 50), ("jobs", 2)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--folder", help="where to work; it needs some room")
    parser.add_argument("--only", nargs="*", help="names of cases")
    options = parser.parse_args()
    if sys.platform != "linux" or not shutil.which("strace") or not shutil.which("prlimit"):
        print("SKIPPED: faults are injected with strace and prlimit, on Linux")
        return 0
    harness = Harness(options)
    try:
        harness.all()
    finally:
        shutil.rmtree(harness.base, ignore_errors=True)
    wanted = {"fault": options.faults, "kill": options.kills, "memory": options.limits}
    short = [kind for kind, count in wanted.items() if harness.counts[kind] < count]
    if short:
        print("fewer than asked for: %s" % ", ".join(short))
    return 1 if harness.failures or short else 0


if __name__ == "__main__":
    sys.exit(main())
