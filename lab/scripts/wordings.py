#!/usr/bin/env python3
"""Wordings that stand in a set of documents: whether `ibid trace` finds all of the documents that have them.

usage: wordings.py [--seed S] [--count N] [--documents N] [--articles N] [--lang en|zh] [--wrong N] IBID DATA

DATA is a folder of JSON, JSONL or Markdown files, or one JSONL file; a record needs `text` or `body`. Wordings are drawn
from inside sentences: two to six words, or four to ten Han characters, as often as they stand there, so that most are
common. `ibid trace` says in how many documents each stands word for word, and lists them, or the earliest where there are
too many; a plain text search over the same documents says the same. Both take no notice of case, spacing and the marks
between words. Then articles quote them, and `ibid trace --from` has to call none of them *not found*.

Prints how many wordings agree exactly, and each that does not. The same arguments draw the same wordings.
"""
import argparse
import collections
import json
import random
import re
import subprocess
import sys
import tempfile
import time
import unicodedata
from pathlib import Path

WORD = re.compile(r"[^\W_]+(?:(?<=\d)[.,;'](?=\d)[^\W_]+)*")
HAN = re.compile(r"[\u3400-\u9fff]")
PER_CALL = 100


def documents(data, lang, count, draw):
    """The texts by id."""
    data = Path(data)
    found = {}
    for path in [data] if data.is_file() else sorted(p for p in data.rglob("*") if p.suffix in (".json", ".jsonl", ".md")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.name == "README.md":
            continue
        if path.suffix == ".md":
            # The stories of a day.
            for number, story in enumerate(re.split(r"\n(?=#)", text)):
                found[f"{path.stem}-{number}"] = story
            continue
        records = json.loads(text) if path.suffix == ".json" else map(json.loads, filter(str.strip, text.splitlines()))
        for number, record in enumerate(records):
            found[f"{path.stem}-{record.get('id', number)}"] = record.get("text") or record.get("body") or ""
    is_of = lambda text: bool(text.strip()) and (len(HAN.findall(text)) * 2 > len(text)) == (lang == "zh")
    ids = [name for name, text in found.items() if is_of(text)]
    if count and len(ids) > count:
        ids = sorted(draw.sample(ids, count))
    return {name: found[name] for name in ids}


def normal(text):
    return unicodedata.normalize("NFKC", text).replace("’", "'").lower()


def searched(text, lang):
    """The text for a plain text search: its words in lower case with a blank around each, or its letters."""
    if lang == "en":
        return " " + " ".join(word.group() for word in WORD.finditer(normal(text))) + " "
    return "".join(c for c in normal(text) if c.isalnum())


def draw_wordings(texts, lang, count, draw):
    ids, found, tries = list(texts), [], 0
    while len(found) < count and tries < 100 * count:
        tries += 1
        if lang == "en":
            sentences = re.split(r"[.!?;:\"()<>/\n]+", re.sub(r"\s*\n\s*", " ", texts[draw.choice(ids)]))
            words = re.findall(r"[A-Za-z]+|\S", draw.choice(sentences))
            size = draw.randint(2, 6)
            if len(words) < size + 2:
                continue
            at = draw.randrange(1, len(words) - size)
            words = words[at : at + size]
            if all(re.fullmatch("[A-Za-z]{1,20}", word) for word in words) and words[0].lower() not in ("s", "t"):
                found.append(" ".join(words))
        else:
            stretches = re.findall("[\u3400-\u9fff]{6,}", texts[draw.choice(ids)])
            size = draw.randint(4, 10)
            stretch = draw.choice(stretches) if stretches else ""
            if len(stretch) >= size + 2:
                at = draw.randrange(1, len(stretch) - size)
                found.append(stretch[at : at + size])
    return sorted(set(found))


def ibid(command, *args):
    run = subprocess.run([command, "--quiet", *args], capture_output=True, text=True)
    if run.returncode > 1:
        sys.exit(f"{run.stderr}wordings.py: ibid {' '.join(args)} ended with {run.returncode}")
    return run.stdout


def traces(a, index, wordings, folder):
    found = []
    for at in range(0, len(wordings), PER_CALL):
        quotes = folder / "quotes.txt"
        quotes.write_text("".join(f"{wording}\n" for wording in wordings[at : at + PER_CALL]), encoding="utf-8")
        found += json.loads(ibid(a.ibid, "--index", index, "trace", "--quotes", str(quotes), "--format", "json"))["traces"]
    return found


def said(wordings, lang, number):
    """An article that quotes."""
    lines = [f"The clerk said: \"{wording}\".\n" if lang == "en" else f"王某某说：“{wording}”。\n" for wording in wordings]
    return f"{number}.\n\n" + "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="wordings")
    parser.add_argument("--documents", type=int, default=0, help="documents, drawn from DATA; 0 for all")
    parser.add_argument("--lang", choices=("en", "zh"), default="en")
    parser.add_argument("--wrong", type=int, default=20, help="wordings to print that do not agree")
    parser.add_argument("ibid")
    parser.add_argument("data")
    a = parser.parse_args()
    draw = random.Random(f"{a.seed} {a.lang} wordings")
    texts = documents(a.data, a.lang, a.documents, draw)
    plain = {name: searched(text, a.lang) for name, text in texts.items()}
    wordings = draw_wordings(texts, a.lang, a.count, draw)
    counts, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory(prefix="ibid-wordings-") as temporary:
        folder = Path(temporary)
        index = str(folder / "index")
        with open(folder / "news.jsonl", "w", encoding="utf-8") as out:
            for name, text in texts.items():
                out.write(json.dumps({"id": name, "text": text}, ensure_ascii=False) + "\n")
        ibid(a.ibid, "--index", index, "add", str(folder / "news.jsonl"))
        begun = time.monotonic()
        for wording, trace in zip(wordings, traces(a, index, wordings, folder)):
            right = {name for name, text in plain.items() if searched(wording, a.lang) in text}
            listed = {d["id"] for c in trace["carriers"] for d in [c["document"], *c["reprints"]]}
            is_counted = trace["verbatim"] == len(right)
            lacks = right - listed if not trace["not_listed"] else set()
            counts["agree"] += is_counted and not lacks
            counts["documents"] += len(right)
            counts["listed"] += len(right & listed)
            counts["too many"] += trace["not_listed"] > 0
            if not is_counted or lacks:
                wrong.append(f"{wording}: {len(right)} by search, {trace['verbatim']} word for word, not listed: {sorted(lacks)[:5]}")
        seconds = time.monotonic() - begun
        statuses = collections.Counter()
        articles = []
        for number in range(0, len(wordings), PER_CALL):
            articles.append(str(folder / f"article-{number}.txt"))
            Path(articles[-1]).write_text(said(wordings[number : number + PER_CALL], a.lang, number), encoding="utf-8")
        begun = time.monotonic()
        for article in json.loads(ibid(a.ibid, "--index", index, "trace", "--from", *articles, "--format", "json"))["articles"]:
            statuses.update(quoted["status"] for quoted in article["quotations"])
            wrong += [f"--from, not found: {q['text']}" for q in article["quotations"] if q["status"] == "not-found"]
        from_seconds = time.monotonic() - begun
    print(f"{len(texts)} documents, {len(wordings)} wordings in {counts['documents']} places, {seconds:.1f} s")
    print(f"the same documents: {counts['agree']} of {len(wordings)}; {counts['too many']} in too many documents to list")
    print(f"--from: {sum(statuses.values())} quotations in {from_seconds:.1f} s: " + ", ".join(f"{count} {status}" for status, count in statuses.most_common()))
    for line in wrong[: a.wrong]:
        print(line)


if __name__ == "__main__":
    main()
