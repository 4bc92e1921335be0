#!/usr/bin/env python3
"""Makes a large report of a small one, to measure the review with.

    big_report.py REPORT.json OUT.json DOCUMENTS PASSAGES_EACH

The text of the report's first document is repeated, with its findings, until each document has that many passages. All places,
words, sentences and lines are moved with the text. A sentence pair says something else in each repetition, so that a decision
is on one finding of a document; it says the same in all documents, whose papers thus share their sources. `ibid review`,
`ibid rescore` and `ibid decide` take the result. The ratios are those of the small report; `ibid rescore` makes them again.
"""

import hashlib
import json
import sys

RANGES = ("equal", "moved", "own", "a_also", "taken", "taken_also")


def moved(ranges, by):
    """Ranges whose first two numbers are places in the document."""
    return [[start + by, end + by, *rest] for start, end, *rest in ranges]


def said(pair, copy):
    halves = (hashlib.blake2b(f"{half}{copy}".encode(), digest_size=8).hexdigest() for half in pair.split("~"))
    return "~".join(halves)


def passage(base, copy, size):
    made = dict(base)
    chars, nbytes, words, sentences, lines, findings = (copy * size[name] for name in SIZES)
    for field, by in (("a_start", chars), ("a_end", chars), ("a_byte_start", nbytes), ("a_byte_end", nbytes)):
        made[field] += by
    for field in RANGES:
        if field in made:
            made[field] = moved(made[field], words if field.startswith("taken") else chars)
    made["finding"] += findings
    made["a_word_range"] = [word + words for word in made["a_word_range"]]
    made["a_sentences"] = [sentence + sentences for sentence in made["a_sentences"]]
    made["sentence_pairs"] = [{**pair, "a": pair["a"] + sentences} for pair in made["sentence_pairs"]]
    made["said"] = [{"pair": said(pair["pair"], copy), "words": [word + words for word in pair["words"]]} for pair in made["said"]]
    if "line" in made.get("a_place", {}):
        made["a_place"] = {**made["a_place"], "line": made["a_place"]["line"] + lines}
    return made


SIZES = ("chars", "bytes", "words", "sentences", "lines", "findings")


def main(source, out, documents, each):
    report = json.load(open(source, encoding="utf-8"))
    first = report["documents"][0]
    text = first["text"] + "\n"
    base = [passage for passage in first["passages"] if passage["finding"]]
    copies = -(-each // len(base))
    size = {
        "chars": len(text),
        "bytes": len(text.encode()),
        "words": first["total"],
        "sentences": max(passage["a_sentences"][1] for passage in base),
        "lines": text.count("\n"),
        "findings": max(passage["finding"] for passage in base),
    }
    passages = [passage(one, copy, size) for copy in range(copies) for one in base][:each]
    passages.sort(key=lambda one: (one["a_start"], one["a_end"]))
    words = {part: [span for copy in range(copies) for span in moved(spans, copy * first["total"])] for part, spans in first["words"].items()}
    counts = {"total": first["total"] * copies, "matched": first["matched"] * copies}
    sources = [{**one, "matched": one["matched"] * copies, "passages": one["passages"] * copies} for one in first["sources"]]
    document = {**first, **counts, "words": words, "sources": sources, "text": text * copies}
    with open(out, "w", encoding="utf-8") as file:
        header = {name: value for name, value in report.items() if name not in ("schema_version", "number", "documents")}
        fields = [f'"{name}":{json.dumps(value, ensure_ascii=False, separators=(",", ":"))}' for name, value in header.items()]
        file.write('{"schema_version":3,\n' + ",\n".join(fields) + ',\n"documents":[')
        for number in range(documents):
            name = f"papers/paper-{number:05d}.md"
            named = {**document, "id": name, "passages": [{**one, "a": name} for one in passages]}
            file.write((",\n" if number else "\n") + json.dumps(named, ensure_ascii=False, separators=(",", ":")))
        file.write("]}\n")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
