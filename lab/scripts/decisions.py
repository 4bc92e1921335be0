#!/usr/bin/env python3
"""Makes decisions with `ibid` while it is killed, runs beside itself, meets a full disk, and is merged by git.

A paper of made-up sentences is checked against the source of every second one: 1,700 passages. Then

- `kills`: `ibid decide` is ended by SIGKILL at random moments. What it told as saved has to be in the ledger, and the ledger
  has to be read after each kill;
- `writers`: processes decide at once. All of their lines have to be there;
- `disk`: decisions are made on a disk that is full (a small tmpfs; needs root). Nothing may be told as saved that is not
  there, and the ledger has to be read;
- `merge`: two reviewers decide 1,000 passages each, 300 in common and 50 of them against each other, on two branches of a
  git repository. `git merge` with `merge=union` must find no conflict, all lines must be there, exactly 50 passages must be
  disputed, and the report must have the same bytes for every order of the lines;
- `read`: a ledger of 100,000 decisions is read.

    python3 lab/scripts/decisions.py target/release/ibid [--kills 200] [--writers 16] [--orders 20] [--seed 1] [--only PART]

Needs Linux, git, and root for the full disk. Prints one line per part, and exits with 1 if one of them failed.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

LEDGER = "ibid-decisions.jsonl"
PASSAGES = 1700


def words(rng, count):
    syllables = ["ka", "lo", "mi", "ren", "tu", "vas", "pel", "dor", "shi", "gan", "bel", "nor", "qui", "zet", "fam"]
    return ["".join(rng.choice(syllables) for _ in range(rng.randint(2, 4))) for _ in range(count)]


def sentence(rng, vocabulary):
    text = " ".join(rng.choice(vocabulary) for _ in range(rng.randint(28, 36)))
    return text[0].upper() + text[1:] + "."


def make_paper(folder, rng):
    """Writes a paper and its source, whose sentences stand in another order, and checks the one against the other."""
    vocabulary = words(rng, 4000)
    copied = [sentence(rng, vocabulary) for _ in range(PASSAGES)]
    paragraphs = [f"{sentence(rng, vocabulary)} {text} {sentence(rng, vocabulary)}" for text in copied]
    with open(os.path.join(folder, "paper.txt"), "w") as out:
        out.write("\n\n".join(paragraphs))
    rng.shuffle(copied)
    with open(os.path.join(folder, "source.txt"), "w") as out:
        out.write("\n\n".join(copied))


class Scene:
    def __init__(self, ibid, folder, rng):
        self.ibid, self.folder, self.rng = ibid, folder, rng
        make_paper(folder, rng)
        self.check("report.json")
        self.findings = max(passage["finding"] for passage in self.passages("report.json"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *args, folder=None):
        command = [self.ibid, *args]
        return subprocess.run(command, cwd=folder or self.folder, capture_output=True, text=True, check=False)

    def check(self, report):
        ended = self.run("check", "paper.txt", "-q", "-o", report, "--against", "source.txt")
        assert ended.returncode == 0, ended.stderr

    def decide(self, passages, decision, by, report="report.json"):
        return ["decide", report, *passages, "--as", decision, "--by", by]

    def passages(self, report):
        with open(self.path(report)) as file:
            return json.load(file)["documents"][0]["passages"]

    def lines(self, folder=None):
        path = os.path.join(folder or self.folder, LEDGER)
        with open(path) as file:
            return [json.loads(line) for line in file]

    def reads(self, folder=None):
        path = os.path.join(folder or self.folder, LEDGER)
        return not os.path.exists(path) or self.run("decisions", path, "--check").returncode == 0

    def forget(self):
        if os.path.exists(self.path(LEDGER)):
            os.remove(self.path(LEDGER))


def kills(scene, args):
    """Ends `ibid decide` at random moments, half of them just when the ledger grows."""
    start = time.monotonic()
    assert scene.run(*scene.decide(["1-40"], "copied", "first")).returncode == 0
    length = time.monotonic() - start
    killed, unreadable, saved = 0, 0, []
    for number in range(args.kills):
        by = f"person {number}"
        child = subprocess.Popen(
            [scene.ibid, *scene.decide(["1-40"], "copied", by)],
            cwd=scene.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        if number % 2:
            size = os.path.getsize(scene.path(LEDGER))
            while os.path.getsize(scene.path(LEDGER)) == size and child.poll() is None:
                pass
            time.sleep(scene.rng.uniform(0, 0.01))
        else:
            time.sleep(length * scene.rng.uniform(0, 1.05))
        child.kill()
        told, _ = child.communicate()
        killed += child.returncode < 0
        if " saved in " in told:
            saved.append(by)
        unreadable += not scene.reads()
    scene.run(*scene.decide(["1"], "copied", "last"))
    count = {}
    for line in scene.lines():
        count[line["by"]] = count.get(line["by"], 0) + 1
    lost = sum(count.get(by, 0) != 40 for by in saved)
    print(f"kills: {args.kills} runs, {killed} killed, {len(saved)} told as saved, {lost} of them lost, "
          f"{unreadable} times the ledger could not be read")
    return lost == 0 and unreadable == 0


def writers(scene, args):
    """Decides in many processes at once."""
    names = [f"person {number}" for number in range(args.writers)]
    children = [
        subprocess.Popen([scene.ibid, *scene.decide(["1-40"], "copied", by)], cwd=scene.folder, stdout=subprocess.DEVNULL)
        for by in names
    ]
    failed = sum(child.wait() != 0 for child in children)
    lines = scene.lines()
    missing = sum(40 - sum(line["by"] == by for line in lines) for by in names)
    print(f"writers: {len(names)} at once, {failed} failed, {len(lines)} lines, {missing} missing")
    return failed == 0 and missing == 0 and len(lines) == 40 * len(names)


def disk(scene, args):
    """Decides on a disk of 200 kB until it is full, and on."""
    if os.geteuid() != 0:
        print("SKIPPED: a full disk needs root")
        return True
    small = scene.path("small")
    os.mkdir(small)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", small], check=True)
    try:
        saved, refused, wrong = [], 0, 0
        for number in range(60):
            by = f"person {number}"
            command = [*scene.decide(["1-20"], "copied", by), "--note", "n" * 100, "--decisions", os.path.join(small, LEDGER)]
            ended = scene.run(*command)
            if ended.returncode == 0:
                saved.append(by)
            else:
                refused += 1
                wrong += "no decision was saved" not in ended.stderr or ended.stdout != ""
            wrong += not scene.reads(small)
        lines = scene.lines(small)
        lost = sum(sum(line["by"] == by for line in lines) != 20 for by in saved)
        extra = len(lines) - 20 * len(saved)
    finally:
        subprocess.run(["umount", small], check=True)
    print(f"disk: {len(saved)} told as saved, {lost} of them lost; {refused} refused, {extra} lines of these there, "
          f"{wrong} told wrongly")
    return lost == 0 and wrong == 0 and refused > 0 and extra == 0


def merge(scene, args):
    """Merges the ledgers of two reviewers with git."""
    identity = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"]

    def git(*command):
        return subprocess.run(["git", *identity, *command], cwd=scene.folder, capture_output=True, text=True, check=False)

    def decide(passages, decision, by):
        ended = scene.run(*scene.decide([passages], decision, by))
        assert ended.returncode == 0, ended.stderr
        assert git("commit", "-qam", f"{by} {passages}").returncode == 0

    with open(scene.path(".gitattributes"), "w") as out:
        out.write(f"{LEDGER} merge=union\n")
    open(scene.path(LEDGER), "w").close()
    git("init", "-q")
    git("add", ".gitattributes", LEDGER)
    git("commit", "-qm", "start")
    git("checkout", "-qb", "second")
    decide("701-950", "copied", "Bo")
    decide("951-1000", "quotation", "Bo")
    decide("1001-1700", "copied", "Bo")
    git("checkout", "-q", "main")
    decide("1-1000", "copied", "Ana")
    merged = git("merge", "-q", "second", "-m", "both")
    conflicts = int(merged.returncode != 0)
    lines = scene.lines()
    scene.check("merged.json")
    with open(scene.path("merged.json"), "rb") as file:
        expected = file.read()
    passages = [passage for passage in scene.passages("merged.json") if passage["is_best"]]
    disputed = sum("disputed" in passage for passage in passages)
    decided = sum("decision" in passage for passage in passages)
    with open(scene.path(LEDGER)) as file:
        texts = file.read().splitlines()
    differ = 0
    for _ in range(args.orders):
        scene.rng.shuffle(texts)
        with open(scene.path(LEDGER), "w") as out:
            out.write("".join(f"{line}\n" for line in texts))
        scene.check("merged.json")
        with open(scene.path("merged.json"), "rb") as file:
            differ += file.read() != expected
    print(f"merge: {conflicts} conflicts, {len(lines)} lines of 2000, {decided} passages decided, {disputed} disputed, "
          f"{differ} of {args.orders} orders of lines with other bytes")
    return conflicts == 0 and len(lines) == 2000 and disputed == 50 and decided == PASSAGES - 50 and differ == 0


def read(scene, args):
    """Reads a ledger of 100,000 decisions."""
    with open(scene.path(LEDGER), "w") as out:
        for number in range(100_000):
            pairs = [f"{scene.rng.getrandbits(64):016x}~{scene.rng.getrandbits(64):016x}" for _ in range(3)]
            line = {"v": 1, "at": f"2026-11-25T09:{number // 60 % 60:02}:{number % 60:02}Z", "by": f"person {number % 7}",
                    "paper": f"papers/{number % 500}.txt", "as": "copied", "pairs": pairs, "says": "The first words",
                    "source": "source.txt"}
            out.write(json.dumps(line, separators=(",", ":")) + "\n")
    start = time.monotonic()
    ended = scene.run("decisions", LEDGER, "--check")
    seconds = time.monotonic() - start
    start = time.monotonic()
    decided = scene.run(*scene.decide(["1"], "copied", "last"))
    one = time.monotonic() - start
    print(f"read: 100,000 lines ({os.path.getsize(scene.path(LEDGER)) >> 20} MB) read in {seconds:.2f} s by "
          f"`ibid decisions --check`, one more decision in {one:.2f} s")
    return ended.returncode == 0 and decided.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ibid")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--writers", type=int, default=16)
    parser.add_argument("--orders", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=[part.__name__ for part in PARTS])
    args = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="ibid-decisions-")
    try:
        scene = Scene(os.path.abspath(args.ibid), folder, random.Random(args.seed))
        print(f"{scene.findings} passages")
        held = [scene.findings == PASSAGES]
        for part in PARTS:
            if args.only in (None, part.__name__):
                scene.forget()
                held.append(part(scene, args))
    finally:
        shutil.rmtree(folder)
    sys.exit(0 if all(held) else 1)


PARTS = [kills, writers, disk, merge, read]

if __name__ == "__main__":
    main()
