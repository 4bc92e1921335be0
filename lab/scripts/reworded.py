"""Folders for lab/scripts/reworded.sh, and detections for its scorer.

reworded.py split CORPUS FOLDER     copies the documents and answers of the odd and the even lines of each pairs file
reworded.py detections FOLDER < passages.jsonl    an XML file a labelled pair, as the scorer reads them
"""
import json
import os
import shutil
import sys
from pathlib import Path
from xml.sax.saxutils import quoteattr


def put(target, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        shutil.copy(target, path)


def split(corpus, folder):
    for pairs in sorted(corpus.glob("*/pairs")):
        for number, line in enumerate(pairs.read_text().split("\n"), 1):
            if not line.strip():
                continue
            query, source = line.split()
            half = folder / ("odd" if number % 2 else "even")
            name = f"{Path(query).stem}-{Path(source).stem}.xml"
            put(corpus / "susp" / query, half / "susp" / pairs.parent.name / query)
            put(corpus / "src" / source, half / "src" / source)
            if (pairs.parent / name).exists():
                put(pairs.parent / name, half / "truth" / pairs.parent.name / name)


def detections(half):
    found = {}
    for passage in map(json.loads, sys.stdin):
        a, b = os.path.basename(passage["a"]), os.path.basename(passage["b"])
        found.setdefault((Path(passage["a"]).parent.name, f"{Path(a).stem}-{Path(b).stem}.xml"), []).append((a, b, passage))
    for truth in (half / "truth").glob("*/*.xml"):
        query = truth.stem[: truth.stem.index("-source-")] + ".txt"
        features = "".join(
            f'<feature name="detected-plagiarism" this_offset="{p["a_start"]}" this_length="{p["a_end"] - p["a_start"]}" '
            f'source_reference={quoteattr(b)} source_offset="{p["b_start"]}" source_length="{p["b_end"] - p["b_start"]}"/>\n'
            for _, b, p in found.get((truth.parent.name, truth.name), [])
        )
        path = half / "detections" / truth.parent.name / truth.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<document reference={quoteattr(query)}>\n{features}</document>\n")


if __name__ == "__main__":
    if sys.argv[1] == "split":
        split(Path(sys.argv[2]).resolve(), Path(sys.argv[3]))
    else:
        detections(Path(sys.argv[2]))
