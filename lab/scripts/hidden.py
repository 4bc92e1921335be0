#!/usr/bin/env python3
"""Disguise the copies of a planted corpus, in ways that a reader does not see.

usage: hidden.py zero-width|look-alikes|letter-spaced CORPUS OUT

CORPUS has docs.jsonl (id, title, text) and truth.jsonl (src, dst, and the ranges of both in code points). Each document
that a passage was planted in (dst) is disguised as a whole, and OUT gets both files with the ranges as they are then.

    zero-width     a zero-width space between all characters that are not space
    look-alikes    in one word of ten, all letters that have a Cyrillic look-alike
    letter-spaced  one word of ten, or one run of Han characters, of four or more, with a space between all of them
"""
import json
import os
import re
import sys
from random import Random

CYRILLIC = dict(zip("aceopxyABCEHKMOPTX", "асеорхуАВСЕНКМОРТХ"))


def disguise(kind, text, dice):
    """The pieces that the characters of the text become, one for each."""
    pieces = list(text)
    if kind == "zero-width":
        return [c if c.isspace() else c + "\u200b" for c in pieces]
    for word in re.finditer(r"[A-Za-z]+|[\u4e00-\u9fff]+", text):
        if dice.random() >= 0.1 or (kind == "letter-spaced" and len(word[0]) < 4):
            continue
        for i in range(word.start(), word.end()):
            if kind == "look-alikes":
                pieces[i] = CYRILLIC.get(pieces[i], pieces[i])
            elif i + 1 < word.end():
                pieces[i] += " "
    return pieces


def main():
    kind, corpus, out = sys.argv[1:]
    if kind not in ("zero-width", "look-alikes", "letter-spaced"):
        sys.exit(__doc__)
    truth = [json.loads(line) for line in open(os.path.join(corpus, "truth.jsonl"), encoding="utf-8")]
    disguised = {plant["dst"] for plant in truth}
    places, dice = {}, Random(1)
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "docs.jsonl"), "w", encoding="utf-8") as docs:
        for line in open(os.path.join(corpus, "docs.jsonl"), encoding="utf-8"):
            doc = json.loads(line)
            if doc["id"] in disguised:
                place = places[doc["id"]] = [0]
                pieces = disguise(kind, doc["text"], dice)
                for piece in pieces:
                    place.append(place[-1] + len(piece))
                doc["text"] = "".join(pieces)
            docs.write(json.dumps(doc, ensure_ascii=False) + "\n")
    with open(os.path.join(out, "truth.jsonl"), "w", encoding="utf-8") as file:
        for plant in truth:
            for side in ("src", "dst"):
                for end in ("start", "end"):
                    if plant[side] in places:
                        plant[f"{side}_{end}"] = places[plant[side]][plant[f"{side}_{end}"]]
            file.write(json.dumps(plant) + "\n")


if __name__ == "__main__":
    main()
