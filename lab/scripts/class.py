"""How long a class of papers takes among themselves, and what is found of planted copies.

    class.py IBID FOLDER [PAPERS [COPIES]]

From the text files in the folder, 3,000 papers of some 1,500 words are made: each has consecutive sentences of one place of
one text, that no other paper has. Into 300 of them a passage of another paper is planted, 60 words or more in whole
sentences, one word in ten replaced in half of them. All papers carry the same assignment of some 60 words at their head,
which is the template. Then `ibid check --among` runs, without the template and with it, and its wall time, processor time
and memory are printed. A copy is found if the pair of papers has a passage that counts over half of the planted words. Other
pairs are counted too: novels have some sentences in common, and editions of one.
"""

import json
import os
import random
import re
import sys
import tempfile
import time
from pathlib import Path

WORDS = 1500
PLANTED_WORDS = 60
ASSIGNMENT = (
    "Assignment four. Choose one of the places that were described in the lectures, and write at least fifteen hundred "
    "words about the people who lived there, the work that they did, and what became of it. Say which sources you have used. "
    "Hand in your paper before the last day of term, with your name and your number on the first page, and keep a copy.\n\n"
)


def sentences(text):
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+", " ".join(text.split())) if part.strip()]


def papers(folder, count, draw):
    """Papers as lists of sentences, of places that do not overlap."""
    made = []
    for path in sorted(path for path in Path(folder).rglob("*.txt") if path.is_file()):
        paper, words = [], 0
        for sentence in sentences(path.read_text(encoding="utf-8", errors="replace")):
            paper.append(sentence)
            words += len(sentence.split())
            if words >= WORDS:
                made.append(paper)
                paper, words = [], 0
    if len(made) < count:
        sys.exit(f"class.py: the texts make {len(made)} papers only, not {count}")
    draw.shuffle(made)
    return made[:count]


def planted(paper, draw, edits):
    start = draw.randrange(len(paper))
    passage = []
    for sentence in paper[start:]:
        passage.append(sentence)
        if sum(len(part.split()) for part in passage) >= PLANTED_WORDS:
            break
    words = " ".join(passage).split()
    if edits:
        for at in draw.sample(range(len(words)), len(words) // 10):
            words[at] = draw.choice(words)
    return " ".join(words)


def run(arguments, name):
    """Runs a program with its output in a file: seconds of the wall clock and of processors, and megabytes."""
    begun = time.monotonic()
    child = os.fork()
    if child == 0:
        out = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.execvp(arguments[0], arguments)
    _, status, used = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"class.py: {' '.join(arguments)} ended with {os.waitstatus_to_exitcode(status)}")
    return time.monotonic() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def found(path, plants):
    """How many planted pairs are found, and how many other pairs share a passage."""
    pairs = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            passage = json.loads(line)
            words = passage["a_words"] - passage.get("template_words", 0)
            pair = frozenset((passage["a"], passage["b"]))
            pairs[pair] = max(words, pairs.get(pair, 0))
    known = {frozenset(pair): words for pair, words in plants.items()}
    right = sum(1 for pair, words in known.items() if pairs.get(pair, 0) * 2 >= words)
    return right, len(set(pairs) - set(known))


def main():
    ibid, folder = sys.argv[1], sys.argv[2]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 3000
    copies = int(sys.argv[4]) if len(sys.argv) > 4 else count // 10
    draw = random.Random(1)
    texts = papers(folder, count, draw)
    copiers = draw.sample(range(count), copies)
    plants, passages = {}, []
    for number, copier in enumerate(copiers):
        source = draw.choice([paper for paper in draw.sample(range(count), 9) if paper not in copiers])
        passage = planted(texts[source], draw, number % 2 == 1)
        passages.append((copier, passage))
        plants[(f"class/{copier:05}.txt", f"class/{source:05}.txt")] = len(passage.split())
    for copier, passage in passages:
        texts[copier].insert(draw.randrange(len(texts[copier]) + 1), passage)
    with tempfile.TemporaryDirectory() as temporary:
        os.chdir(temporary)
        os.mkdir("class")
        Path("assignment.txt").write_text(ASSIGNMENT, encoding="utf-8")
        size = 0
        for number, paper in enumerate(texts):
            text = ASSIGNMENT + " ".join(paper) + "\n"
            size += Path(f"class/{number:05}.txt").write_text(text, encoding="utf-8")
        print(f"{count:,} papers, {size / 1e6:.1f} MB, {copies} copies planted")
        for more in ([], ["--template", "assignment.txt"]):
            arguments = [ibid, "check", "class", "--among", *more]
            wall, used, memory = run([*arguments, "--format", "jsonl"], "passages.jsonl")
            right, others = found("passages.jsonl", plants)
            text_wall, _, text_memory = run(arguments, "report.txt")
            name = "with the template" if more else "without a template"
            print(f"{name}: {right} of {copies} found, {others} other pairs")
            print(f"  jsonl: {wall:.1f} s, {used:.1f} s of processors, {memory:.0f} MB")
            print(f"  text:  {text_wall:.1f} s, {text_memory:.0f} MB, {os.path.getsize('report.txt'):,} bytes")


if __name__ == "__main__":
    main()
