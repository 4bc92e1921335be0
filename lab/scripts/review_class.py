"""A class of forty decided in the review, the worst first.

    review_class.py IBID FOLDER [COLUMNS ROWS]

From the text files in the folder, at least 60 of them, 40 papers of some 900 words are made, and 20 sources. Of the papers, 23
have 42 passages of sources or of one another. They are checked `--among` themselves and against the sources. Then all
findings are decided in a terminal: Enter opens the first document of the queue, a digit decides, and `o` goes to the next
document once one has no open passage. The keys are counted, and `ibid rescore` says what became of the decisions.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from review_terminal import Ledger, Terminal, decided, documents, findings

PAPERS, SOURCES, COPIERS, COPIES = 40, 20, 23, 42
WORDS, COPIED_WORDS = 900, 60
DECISIONS = ["copied", "quotation", "own-work", "common-phrase", "ignore"]


def stretch(rng, sentences, words):
    """Returns sentences that follow one another, of so many words or somewhat more."""
    start, taken = rng.randrange(len(sentences) // 2), []
    while sum(len(sentence.split()) for sentence in taken) < words:
        taken.append(sentences[start + len(taken)])
    return taken


def make(folder, texts):
    rng = random.Random(20261127)
    split = lambda text: [" ".join(s.split()) for s in re.findall(r"[^.!?]+[.!?]+[\"”’]*", text) if len(s.split()) > 7]
    files = [path for path in sorted(texts.iterdir()) if path.suffix in (".txt", ".md") and path.stat().st_size > 60_000]
    rng.shuffle(files)
    books = [split(path.read_text(errors="replace")) for path in files[: PAPERS + SOURCES]]
    papers = [stretch(rng, book, WORDS) for book in books[:PAPERS]]
    sources = [stretch(rng, book, 4 * WORDS) for book in books[PAPERS:]]
    copiers = [at % COPIERS for at in range(COPIERS)] + [rng.randrange(COPIERS // 2) for _ in range(COPIES - COPIERS)]
    for number, copier in enumerate(copiers):
        of = papers[(copier + 1) % COPIERS] if number % 8 == 7 else sources[number % SOURCES]
        copied = stretch(rng, of, COPIED_WORDS)
        at = rng.randrange(len(papers[copier]))
        papers[copier][at:at] = copied
    for name, many in (("papers", papers), ("sources", sources)):
        (folder / name).mkdir()
        for number, sentences in enumerate(many):
            (folder / name / f"{number:02}.txt").write_text(" ".join(sentences) + "\n")


def main():
    ibid, size = os.path.abspath(sys.argv[1]), (80, 24)
    if len(sys.argv) > 4:
        size = (int(sys.argv[3]), int(sys.argv[4]))
    folder = Path(tempfile.mkdtemp())
    make(folder, Path(sys.argv[2]))
    check = [ibid, "check", "-q", "papers", "--among", "--against", "sources", "-o", "class.json"]
    subprocess.run(check, cwd=folder, check=True)
    open_pairs = {
        document["id"]: [{pair["pair"] for pair in passage["said"]} for passage in findings(document)]
        for document in documents(folder / "class.json")
    }
    count = sum(len(passages) for passages in open_pairs.values())
    copiers = sum(bool(passages) for passages in open_pairs.values())

    ledger = Ledger(folder / "ibid-decisions.jsonl")
    terminal = Terminal([ibid, "review", "class.json"], folder, size)
    terminal.read(1)
    terminal.press("\r")
    terminal.read(0.2)
    wanted, order = {}, []
    while any(open_pairs.values()):
        decision = len(wanted) % len(DECISIONS)
        ledger.grows(terminal, str(decision + 1))
        line = json.loads(ledger.path.read_text().splitlines()[-1])
        paper = line["paper"]
        order += [paper] * (paper not in order)
        wanted.update({(paper, pair): DECISIONS[decision] for pair in line["pairs"]})
        decided_here = {pair for of, pair in wanted if of == paper}
        open_pairs[paper] = [pairs for pairs in open_pairs[paper] if not pairs <= decided_here]
        if not open_pairs[paper] and any(open_pairs.values()):
            terminal.press("o")
            terminal.read(0.05)
    terminal.kill()

    subprocess.run([ibid, "rescore", "class.json", "-o", "decided.json"], cwd=folder, check=True, capture_output=True)
    wrong, ratios = 0, {}
    for document in documents(folder / "decided.json"):
        ratios[document["id"]] = document["ratios"]["overall"]
        for passage in findings(document):
            marked = {wanted.get((document["id"], pair["pair"])) for pair in passage["said"]}
            wrong += decided(passage)[0] not in marked
    in_order = [ratios[paper] for paper in order]
    print(f"{PAPERS} papers, {copiers} with findings, {count} findings, {terminal.keys} keys:", end=" ")
    print(f"{terminal.keys / count:.2f} a decision; {wrong} decisions lost or misplaced")
    print("the worst first:", in_order == sorted(in_order, reverse=True), [f"{ratio:.3f}" for ratio in in_order[:10]])
    shutil.rmtree(folder)


main()
