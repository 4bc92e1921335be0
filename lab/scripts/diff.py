#!/usr/bin/env python3
"""Whether `ibid diff` tells what became of findings as later drafts were made.

    diff.py IBID DRAFTS_TOOL DESK [SEEDS]

DESK has folders (en, zh) with a paper.md and a library/; DRAFTS_TOOL makes drafts of a paper: same, shuffled, moved, blocks and
edited, with a list of the edited sentences. Two more are made here of `same`: `less`, in which every seventh finding is cut
out, and `more`, with ten paragraphs of three sentences from the library. Each draft is checked and compared with `same`.

What is expected, by finding of `same`: of `edited`, it is the same if less than a tenth of its letters are in edited
sentences, gone if nine tenths are, else changed; of `less`, gone if it was cut out; of all others, the same or moved. What
is told: the worst that the differences say of it (gone, changed, the same or moved). Of `more`, each finding that lies in a
new paragraph has to be called appeared, and no other. Prints, by draft, how many are as expected, and the others by kind.
"""

import collections
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

DRAFTS = ["same", "shuffled", "moved", "blocks", "edited", "less", "more"]
SENTENCE = {"en": re.compile(r'[^.!?\n]+[.!?]+["”’)]*'), "zh": re.compile(r"[^。！？\n]+[。！？]+[”’」』]?")}


def letters(text):
    return "".join(c for c in text if c.isalnum())


def findings(report):
    """The best passage of each finding that counts, by number."""
    passages = report["documents"][0]["passages"]
    return {passage["finding"]: passage for passage in passages if passage["is_best"]}


def less(text, report):
    """Cuts every seventh finding out; returns the text and their numbers."""
    cut = set()
    for number, passage in sorted(findings(report).items()):
        copied = passage["a_text"]
        if number % 7 == 3 and text.count(copied) == 1:
            text = text.replace(copied, "")
            cut.add(number)
    return text, cut


def more(text, library, lang, draw):
    """Adds ten paragraphs of three sentences behind ten paragraphs; returns the text and what was added."""
    parts, added = text.split("\n\n"), []
    files = sorted(path for path in library.iterdir())
    for at in range(10):
        sentences = [part.strip() for part in SENTENCE[lang].findall(files[draw + at].read_text(encoding="utf-8"))]
        sentences = [part for part in sentences if len(letters(part)) > (40 if lang == "en" else 15)]
        middle = len(sentences) // 2
        copied = sentences[middle:middle + 3]
        if letters(copied[0]) in letters(text):
            continue
        added.append((" " if lang == "en" else "").join(copied))
        parts.insert(len(parts) * (at + 1) // 12, added[-1])
    return "\n\n".join(parts), added


def expected(draft, number, passage, edited, cut):
    if draft == "less":
        return "gone" if number in cut else "same"
    if draft != "edited":
        return "same"
    text = letters(passage["a_text"])
    share = sum(len(one) for one in edited if one in text or (text in one and len(text) > 20)) / len(text)
    return "same" if share <= .1 else "gone" if share >= .9 else "changed"


def told(difference):
    """What is said of each finding of the earlier report."""
    said = collections.defaultdict(set)
    for finding in difference["documents"][0]["findings"]:
        for number in finding["old"]:
            said[number].add("same" if finding["status"] == "moved" else finding["status"])
    return {number: min(kinds, key=["gone", "changed", "same"].index) for number, kinds in said.items()}


def main():
    ibid, drafts, desk = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    seeds = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    for lang in ("en", "zh"):
        right, wrong, counts = collections.Counter(), collections.defaultdict(collections.Counter), {}
        for seed in range(1, seeds + 1):
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                subprocess.run([sys.executable, drafts, "--lang", lang, "--seed", str(seed), desk / lang / "paper.md", folder], check=True)
                edited = [json.loads(line) for line in (folder / "edited.jsonl").read_text(encoding="utf-8").splitlines()]
                edited = [letters(line["before"]) for line in edited]
                cut, added, first = set(), [], None
                for draft in DRAFTS:
                    if draft == "less":
                        text, cut = less((folder / "same.md").read_text(encoding="utf-8"), first)
                        (folder / "less.md").write_text(text, encoding="utf-8")
                    if draft == "more":
                        text, added = more((folder / "same.md").read_text(encoding="utf-8"), desk / lang / "library", lang, 3 * seed)
                        (folder / "more.md").write_text(text, encoding="utf-8")
                    check = [ibid, "check", f"{draft}.md", "--against", desk / lang / "library", "-q", "-o", f"{draft}.json"]
                    subprocess.run(check, cwd=folder, check=True)
                    report = json.loads((folder / f"{draft}.json").read_text(encoding="utf-8"))
                    first = first or report
                    ended = subprocess.run([ibid, "diff", "same.json", f"{draft}.json", "--format", "json"], cwd=folder,
                                           check=True, capture_output=True, text=True)
                    difference = json.loads(ended.stdout)
                    if difference["compared_by"] != "sentence-pairs":
                        sys.exit("diff.py: the reports have no sentence pairs")
                    counts.setdefault(draft, collections.Counter()).update(difference["documents"][0]["counts"])
                    said = told(difference)
                    for number, passage in findings(first).items():
                        want, got = expected(draft, number, passage, edited, cut), said.get(number, "gone")
                        right[draft] += want == got
                        wrong[draft][f"{want}, told {got}"] += want != got
                    new = findings(report)
                    for finding in difference["documents"][0]["findings"]:
                        if "new" not in finding or draft not in ("less", "more"):
                            continue
                        copied = letters(new[finding["new"]]["a_text"])
                        want = any(letters(one) in copied or copied in letters(one) for one in added if draft == "more")
                        got = finding["status"] == "appeared"
                        right[f"{draft}, appeared"] += want == got
                        wrong[f"{draft}, appeared"][f"{'new' if want else 'known'}, told {finding['status']}"] += want != got
        print(lang)
        for draft, count in right.items():
            others = {kind: number for kind, number in wrong[draft].items() if number}
            print(f"  {draft}: {count} of {count + sum(others.values())} as expected", others or "")
            if draft in counts:
                print("    told:", dict(counts[draft]))


if __name__ == "__main__":
    main()
