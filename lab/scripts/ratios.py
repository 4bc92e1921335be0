#!/usr/bin/env python3
"""Ratios of made documents, in which own sentences stand between copied ones.

usage: ratios.py [--lang en|zh] [--own FOLDER] [--documents N] [--inside] [--seed N]
                 [--worst N] [--keep FOLDER] IBID FOLDER

Makes N documents (default 310) of the texts of FOLDER. Half of the texts are sources, in an index of their own, and
the other half has the writer's own sentences; with --own FOLDER these come from there. A document is made of one to three stretches of a source, each of 3 to 12 sentences in their order, amid sentences of a
text that is no source. Between the copied sentences of a stretch stand none to three own ones; with --inside, in every
fourth document single own clauses within copied sentences too. Runs `IBID check`, compares the ratio that it says with
the share of the words that were copied, and prints the mean error and the largest, in points, and the documents that
err most.
"""
import argparse
import collections
import glob
import importlib.util
import itertools
import json
import os
import random
import re
import subprocess
import tempfile

spec = importlib.util.spec_from_file_location("own_words", os.path.join(os.path.dirname(__file__), "own-words.py"))
own_words = importlib.util.module_from_spec(spec)
spec.loader.exec_module(own_words)


def count_words(text, lang):
    """Counts words, or Han characters and the words of other scripts between them."""
    return len(re.findall(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+" if lang == "zh" else r"\w+", text))


def runs(text):
    """Returns the runs of three and more usable sentences."""
    found = [list(run) for is_usable, run in itertools.groupby(text, bool) if is_usable]
    return [run for run in found if len(run) >= 3]


def whole(text):
    """Drops the sentences that end with an abbreviation, which is no end, and those behind them."""
    is_cut = [sentence and re.search(r"\b(Mrs?|Messrs|Dr|St|Rev|Hon|[A-Z])\.$", sentence) for sentence in text]
    return [None if cut or before else sentence for sentence, cut, before in zip(text, is_cut, [None] + is_cut)]


def usable_texts(folder, lang):
    """Returns the paths and sentences of the texts that have enough usable sentences."""
    every_path = [glob.glob(os.path.join(folder, "**", ending), recursive=True) for ending in ["*.txt", "*.md"]]
    texts = []
    for path in sorted(sum(every_path, [])):
        with open(path, encoding="utf-8", errors="replace") as file:
            found = whole(own_words.sentences(file.read(), lang))
        if len(runs(found)) >= 3 and sum(map(bool, found)) > 40:
            texts.append((path, found))
    return texts


def stretch(rng, source, own, is_inside, lang):
    """Returns pieces of text, each with whether it is copied."""
    run = rng.choice(source)
    length = min(rng.randint(3, 12), len(run))
    at = rng.randint(0, len(run) - length)
    copied = run[at : at + length]
    pieces = []
    for sentence in copied:
        if is_inside and rng.random() < 0.3:
            first, second = own_words.halves(sentence, lang)
            pieces += [(first, True), (own_words.halves(next(own), lang)[0], False), (second, True)]
        else:
            pieces.append((sentence, True))
        pieces += [(next(own), False) for _ in range(rng.choice([0, 0, 1, 1, 2, 3]))]
    return pieces


def main():
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("--lang", default="en")
    args.add_argument("--own", help="a folder of texts that share nothing with those of FOLDER")
    args.add_argument("--documents", type=int, default=310)
    args.add_argument("--inside", action="store_true")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--worst", type=int, default=5)
    args.add_argument("--keep", help="a folder for the documents and their index")
    args.add_argument("ibid")
    args.add_argument("folder")
    a = args.parse_args()
    rng = random.Random(a.seed)
    gap = "" if a.lang == "zh" else " "
    texts = usable_texts(a.folder, a.lang)
    rng.shuffle(texts)
    sources, others = texts[: len(texts) // 2], texts[len(texts) // 2 :]
    if a.own:
        sources, others = texts, usable_texts(a.own, a.lang)
    with tempfile.TemporaryDirectory() as temporary:
        folder = a.keep or temporary
        papers = os.path.join(folder, "papers")
        os.makedirs(papers, exist_ok=True)
        shares = {}
        for number in range(a.documents):
            _, own_text = rng.choice(others)
            own_sentences = [s for s in own_text if s]
            rng.shuffle(own_sentences)
            own = iter(own_sentences * 50)
            pieces = []
            for _ in range(rng.randint(1, 3)):
                pieces += [(next(own), False) for _ in range(rng.randint(2, 20))]
                pieces += stretch(rng, runs(rng.choice(sources)[1]), own, a.inside and number % 4 == 0, a.lang)
            pieces += [(next(own), False) for _ in range(rng.randint(2, 20))]
            count = collections.Counter()
            for text, is_copied in pieces:
                count[is_copied] += count_words(text, a.lang)
            shares[f"{number:03}.txt"] = 100 * count[True] / sum(count.values())
            with open(os.path.join(papers, f"{number:03}.txt"), "w", encoding="utf-8") as out:
                out.write(gap.join(text for text, _ in pieces) + "\n")
        index = os.path.join(folder, "index")
        subprocess.run([a.ibid, "add", "--index", index, *[p for p, _ in sources]], check=True, capture_output=True)
        options = ["--format", "json", "--no-text"]
        run = subprocess.run([a.ibid, "check", "--index", index, papers, *options], capture_output=True)
        report = json.loads(run.stdout)
    errors = []
    for document in report["documents"]:
        name = os.path.basename(document["id"])
        said = 100 * document["ratios"]["overall"]
        errors.append((said - shares[name], name, said))
    sizes = sorted(abs(error) for error, _, _ in errors)
    mean = sum(sizes) / len(sizes)
    print(f"{len(errors)} documents: mean error {mean:.2f} points, largest {sizes[-1]:.2f}, "
          f"mean of what is too much {sum(max(0, e) for e, _, _ in errors) / len(errors):.2f}, "
          f"over 1 point {sum(size > 1 for size in sizes)}")
    for error, name, said in sorted(errors, key=lambda row: -abs(row[0]))[: a.worst]:
        print(f"{name}: said {said:.2f}, copied {shares[name]:.2f}")


if __name__ == "__main__":
    main()
