#!/usr/bin/env python3
"""Counts the edited copies among documents of one form that `ibid dedup` finds.

In: one or more programs, shapes of `growth_dedup.py` and sizes. Among the documents of each shape, copies of every twentieth
are planted with some words exchanged for new ones. Out: a table with the share of the copies that stand in the cluster of
their source, for each program, and with two programs the share of what the first found that the second found, too. All
texts are made up, from a fixed seed.

    lab/scripts/form_copies.py target/release/ibid --shapes forms,pool --sizes 2500,5000
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

from growth_dedup import SHAPES, han, word

EVERY = 20


def edited(rng, text, share):
    """Exchanges a share of the words, one at least; of a text without spaces, of the characters."""
    is_spaced = " " in text
    parts = text.split(" ") if is_spaced else list(text)
    for place in rng.sample(range(len(parts)), max(1, round(share * len(parts)))):
        parts[place] = word(rng) if is_spaced else han(rng, 1)
    return (" " if is_spaced else "").join(parts)


def planted(rng, texts, share):
    """Returns the records in an order by chance, each source before its copies, and the pairs of source and copy."""
    placed = [(rng.random(), str(number), text) for number, text in enumerate(texts)]
    pairs = []
    for place, name, text in placed[::EVERY]:
        placed.append((place + (1 - place) * rng.random(), f"copy-{name}", edited(rng, text, share)))
        pairs.append((name, f"copy-{name}"))
    return [(name, text) for _, name, text in sorted(placed)], pairs


def found(program, options, path, pairs):
    """Returns the copies in the cluster of their source, and the number of documents kept."""
    command = [program, "--quiet", "dedup", *options, "--format", "json", path]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {done.returncode}")
    report = json.loads(done.stdout)
    cluster = {document["id"]: document["cluster"] for document in report["documents"]}
    return {copy for source, copy in pairs if cluster[source] == cluster[copy]}, report["counts"]["kept"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--shapes", default="forms,few_values,own_values,pool,chinese_forms")
    parser.add_argument("--sizes", default="2500")
    parser.add_argument("--edited", default=".02,.05", help="shares of the words that are exchanged")
    parser.add_argument("--options", default="", help="options of dedup, several sets with ; between")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print("| shape | documents | edited | copies | found | kept | of the first's |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "texts.jsonl")
        for shape in arguments.shapes.split(","):
            for size in map(int, arguments.sizes.split(",")):
                for share in map(float, arguments.edited.split(",")):
                    rng = random.Random(arguments.seed)
                    texts, pairs = planted(rng, list(SHAPES[shape](rng, size)), share)
                    with open(path, "w", encoding="utf-8") as file:
                        for name, text in texts:
                            file.write(json.dumps({"id": name, "text": text}, ensure_ascii=False) + "\n")
                    for options in arguments.options.split(";"):
                        row(arguments.programs, f"{shape} {options} | {size} | {share}", options.split(), path, pairs)


def row(programs, name, options, path, pairs):
    results = [found(program, options, path, pairs) for program in programs]
    first, last = results[0][0], results[-1][0]
    shares = ", ".join(f"{len(copies) / len(pairs):.3f}" for copies, _ in results)
    kept = ", ".join(str(kept) for _, kept in results)
    again = f"{len(first & last) / len(first):.3f}" if first and len(programs) > 1 else ""
    print(f"| {name} | {len(pairs)} | {shares} | {kept} | {again} |", flush=True)


if __name__ == "__main__":
    main()
