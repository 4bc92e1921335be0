#!/usr/bin/env python3
"""Whether `ibid verify` tells single changes, and nothing where there is none.

    verify.py IBID DESK [CHANGES]

DESK has folders (en, zh) with a paper.md and a library/. Each paper is checked, decided on if the program can do that, and
verified. Then 300 changes are made one by one, each of one of these kinds, and undone: a letter of the paper or of a source;
a figure of the report; another value of the report (such as the information of a passage); a word of a text in it; a line of
the ledger. A change is told if verify ends with exit code 1, and named if its output has the name of the file, or of the
document and the field. After every tenth change, the unchanged report is verified again, from a copy whose fields are in
another order. Prints the figures by kind. Of another value, only the number tells.
"""

import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FIGURES = ["matched", "overall", "without_quotations", "without_own_work", "largest_source", "uncredited", "ratio", "passages",
           "matched_words", "quoted_words", "cited_words", "uncredited_words", "a_start", "a_end", "b_start", "b_end",
           "a_byte_start", "b_byte_end", "found_copied", "open", "template_words"]
TEXTS = ["text", "a_text", "b_text", "b_before", "b_after", "a_hash", "b_hash", "text_hash"]
OTHERS = ["information", "similarity", "equal_words", "jaccard", "finding", "sentences", "min_jaccard", "feature", "kind"]
LEDGER = "ibid-decisions.jsonl"


def run(ibid, folder, *args):
    return subprocess.run([ibid, *args], cwd=folder, capture_output=True, text=True)


def leaves(value, names, path=()):
    """The paths of all values with one of these names."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in items:
        if name in names and isinstance(inner, (str, int, float)) and not isinstance(inner, bool) and inner != "":
            yield (*path, name)
        yield from leaves(inner, names, (*path, name))


def other(value, draw):
    """Another value of the same type."""
    if isinstance(value, int):
        return value + draw.choice([1, 2, 10]) if value < 2 or draw.random() < .5 else value - 1
    if isinstance(value, float):
        return round(value + .01 if value < .5 else value - .01, 4)
    if value in ("verbatim", "near-verbatim", "reordered", "reworded"):
        return draw.choice([kind for kind in ("verbatim", "near-verbatim", "reordered", "reworded") if kind != value])
    at = draw.randrange(len(value))
    letter = "0" if value[at] != "0" else "1"
    return value[:at] + letter + value[at + 1:]


def change_report(report, names, draw):
    """Changes one value with one of these names; returns what has to be told."""
    found = {}
    for path in leaves(report, names):
        found.setdefault(path[-1], []).append(path)
    path = draw.choice(found[draw.choice(sorted(found))])
    place = report
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = other(place[path[-1]], draw)
    parts = [path[-1]] if path[0] == "documents" else []
    if path[0] == "documents":
        parts.append(report["documents"][path[1]]["id"])
    if path[-1] in ("text", "text_hash"):
        parts = parts[1:] if len(path) == 3 else [place["id"]]
    return parts, ".".join(map(str, path))


def change_input(folder, names, draw):
    """Changes one letter of one file; returns what has to be told."""
    name = draw.choice(names)
    text = (folder / name).read_text(encoding="utf-8")
    behind = text.index("\n---\n", 4) + 5 if text.startswith("---\n") else 0
    letters = [at for at in range(behind, len(text)) if text[at].isalpha()]
    at = draw.choice(letters)
    (folder / name).write_text(text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1:], encoding="utf-8")
    return [name], f"{name} at {at}"


def change_ledger(folder, draw):
    lines = (folder / LEDGER).read_text(encoding="utf-8").splitlines()
    at = draw.randrange(len(lines))
    line = json.loads(lines[at])
    how = draw.choice(["note", "as", "gone", "by"])
    line["note" if how == "note" else "by"] = "somebody"
    line["as"] = "ignore" if line["as"] != "ignore" else "copied"
    lines[at] = json.dumps(line, ensure_ascii=False)
    if how == "gone":
        del lines[at]
    (folder / LEDGER).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return [LEDGER], f"line {at + 1} {how}"


def main():
    ibid, desk = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    draw = random.Random(36)
    told, false, verified = {}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        folders = []
        for lang in ("en", "zh"):
            home = Path(folder) / lang
            shutil.copytree(desk / lang, home)
            check = ("check", "paper.md", "--against", "library", "-q", "-o", "report.json")
            run(ibid, home, *check)
            decided = [run(ibid, home, "decide", "report.json", f"{at}", "--as", how, "--by", "Ana").returncode
                       for at, how in ((1, "copied"), (2, "quotation"), (3, "own-work"), (4, "ignore"))]
            if decided == [0] * 4:
                run(ibid, home, *check)
            folders.append(home)
        kinds = ["input", "figure", "text", "other"] + ["ledger"] * (folders[0] / LEDGER).exists()
        if "ledger" not in kinds:
            print("this program cannot decide, so that no line of a ledger is changed")
        for number in range(count):
            home, kind = folders[number % 2], kinds[number // 2 % len(kinds)]
            report = json.loads((home / "report.json").read_text(encoding="utf-8"))
            kept = {}
            if kind == "input":
                ids = [report["documents"][0]["id"], *(source["id"] for source in report["documents"][0]["sources"])]
                kept = {name: (home / name).read_bytes() for name in ids}
                parts, what = change_input(home, ids, draw)
            elif kind == "ledger":
                kept = {LEDGER: (home / LEDGER).read_bytes()}
                parts, what = change_ledger(home, draw)
            else:
                parts, what = change_report(report, {"figure": FIGURES, "text": TEXTS, "other": OTHERS}[kind], draw)
            (home / "changed.json").write_text(json.dumps(report, sort_keys=True), encoding="utf-8")
            ended = run(ibid, home, "verify", "changed.json")
            is_told = ended.returncode == 1
            named = is_told and all(part in ended.stdout for part in parts)
            counts = told.setdefault(kind, [0, 0, 0])
            for at, holds in enumerate((True, is_told, named)):
                counts[at] += holds
            if not (named if kind != "other" else is_told):
                print("not told by name:", kind, what, parts, ended.stdout, ended.stderr)
            for name, content in kept.items():
                (home / name).write_bytes(content)
            if number % 10 < 2:
                report = json.loads((home / "report.json").read_text(encoding="utf-8"))
                (home / "changed.json").write_text(json.dumps(report, sort_keys=True), encoding="utf-8")
                ended = run(ibid, home, "verify", "changed.json")
                verified += 1
                if ended.returncode != 0:
                    false += 1
                    print("told without a change:", ended.stdout, ended.stderr)
    for kind, (made, is_told, named) in told.items():
        print(f"{kind}: {made} changes, {is_told} told, {named} by name")
    print(f"without a change: {false} of {verified} told")


if __name__ == "__main__":
    main()
