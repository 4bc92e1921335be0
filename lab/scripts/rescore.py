#!/usr/bin/env python3
"""Compare figures of reports that are scored again with those of new checks, for random filters.

usage: rescore.py IBID [--sets N] [--seed S] PAPER=SOURCES ...

Each pair is a document, or a folder of documents that are checked among each other if SOURCES is empty, and the sources
to search. N random sets of filters (default 75 a pair) are drawn. For each, `ibid rescore` of one report is compared
with a new `ibid check` with the same options, as whole JSON but for the number of the report and the ledger. Prints a
line for each pair, and each set that differs.
"""
import argparse, json, os, random, subprocess, sys, tempfile

PLAIN = ["quotes", "cited", "captions", "own", "phrases"]


def drawn(rng, report):
    sources = [s for d in report["documents"] for s in d["sources"]]
    ids = [s["id"] for s in sources] or ["none"]
    dates = [s["date"] for s in sources if s.get("date")] or ["2015"]
    name = rng.choice(ids).replace(",", "?")
    valued = [
        f"small={rng.randint(1, 120)}",
        f"source={name}",
        f"source={name[:len(name) // 2]}*",
        f"since={rng.choice(dates)[:rng.choice([4, 7, 10])]}",
        f"until={rng.choice(dates)[:rng.choice([4, 7, 10])]}",
        f"documents={rng.randint(1, 4)}",
        f"small-source={rng.choice([0.1, 0.5, 1, 2.5])}%",
    ]
    out = rng.sample(PLAIN, rng.randint(0, 3)) + rng.sample(valued, rng.randint(0, 3))
    back = rng.sample(["references", "front", "possible"], rng.randint(0, 2))
    return [part for name in out for part in ("--exclude", name)] + [part for name in back for part in ("--include", name)]


def report(args):
    command, rest = args[:2], args[2:]
    run = subprocess.run(command + ["--format", "json", "--decisions", "none"] + rest, capture_output=True)
    if run.returncode not in (0, 3):
        sys.exit(f"{args}: {run.stderr.decode()}")
    whole = json.loads(run.stdout)
    return {name: value for name, value in whole.items() if name not in ("number", "ledger")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ibid")
    parser.add_argument("--sets", type=int, default=75)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("pairs", nargs="+")
    asked = parser.parse_args()
    rng, total, differing = random.Random(asked.seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        phrases = os.path.join(folder, "phrases.txt")
        for pair in asked.pairs:
            paper, _, sources = pair.partition("=")
            check = [asked.ibid, "check", paper]
            rest = ["--against", sources] if sources else ["--among"]
            first = report(check + rest)
            saved = os.path.join(folder, "report.json")
            json.dump(first, open(saved, "w"))
            passages = [p for d in first["documents"] for p in d["passages"]]
            with open(phrases, "w") as file:
                for passage in rng.sample(passages, min(5, len(passages))):
                    text = " ".join(passage["a_text"].split())
                    file.write(text[: rng.randint(8, 40)] + "\n")
            wrong = 0
            for _ in range(asked.sets):
                options = drawn(rng, first)
                if "phrases" in options:
                    options += ["--phrases", phrases]
                new = report(check[:2] + options + check[2:] + rest)
                again = report([asked.ibid, "rescore"] + options + [saved])
                if new != again:
                    wrong += 1
                    print(f"  {paper}: differs with {' '.join(options)}")
            print(f"{paper}: {len(passages)} passages, {asked.sets} sets of filters, {wrong} differ")
            total, differing = total + asked.sets, differing + wrong
    print(f"all: {total} sets, {differing} differ")


if __name__ == "__main__":
    main()
