#!/usr/bin/env python3
"""What becomes of decisions in later drafts of a paper.

    drafts.py IBID DRAFTS_TOOL DESK [SEEDS]

DESK has folders (en, zh) with a paper.md and a library/; DRAFTS_TOOL makes drafts of a paper: same, shuffled, moved, blocks and
edited, with a list of the edited sentences. All findings of *same* are decided, which has the paper's sentences as the other
drafts write them. Each draft is checked with `--draft-of same.md`. Prints the share of the draft's matched words that are decided again; the share that lies in sentence
pairs which are decided, be their passage decided or only suggested; and how many edited sentences inside of passages are
taken as decided.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DRAFTS = ["same", "shuffled", "moved", "blocks", "edited"]


def words(ranges):
    return {word for start, end in ranges for word in range(start, end)}


def letters(text):
    return "".join(c for c in text if c.isalnum())


def run(ibid, folder, *args):
    done = subprocess.run([ibid, *args], cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        sys.exit(f"{args}: {done.stderr}")


def check(ibid, folder, paper, *args):
    run(ibid, folder, "check", paper, "-o", f"{paper}.json", *args, "--against", "library")
    report = json.loads((folder / f"{paper}.json").read_text(encoding="utf-8"))["documents"][0]
    report["passages"] = [p for p in report["passages"] if p["finding"] and not p.get("left_out") and p["kind"] != "possible"]
    return report


def score(draft, decided, edited):
    """Words decided again, words in decided pairs, all words; edited sentences in passages, those taken as decided."""
    again, in_pairs, matched, found, taken = set(), set(), set(), set(), set()
    for passage in draft["passages"]:
        own = words(passage["taken"])
        matched |= own
        if passage.get("decision"):
            again |= own - words(passage.get("open_words", []))
        for said in passage.get("said", []):
            if said["pair"] in decided:
                in_pairs |= own & words([said["words"]])
        # Words of the writer between copied ones are nobody's to decide.
        own_text = [(start - passage["a_start"], end - passage["a_start"]) for start, end in passage["own"]]
        text = letters("".join(c for at, c in enumerate(passage["a_text"]) if not any(x <= at < y for x, y in own_text)))
        for number, sentence in enumerate(edited):
            if len(sentence) > 20 and sentence in text:
                found.add(number)
                if passage.get("decision") and not passage.get("open_words"):
                    taken.add(number)
    return len(again), len(in_pairs), len(matched), len(found), len(taken)


def main():
    ibid, tool, desk = Path(sys.argv[1]).resolve(), sys.argv[2], Path(sys.argv[3])
    seeds = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    for lang in ("en", "zh"):
        sums = {name: [0] * 5 for name in DRAFTS}
        for seed in range(1, seeds + 1):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                shutil.copy(desk / lang / "paper.md", folder / "paper.md")
                (folder / "library").symlink_to((desk / lang / "library").resolve())
                subprocess.run(
                    [sys.executable, tool, "--lang", lang, "--seed", str(seed), folder / "paper.md", folder / "drafts"], check=True
                )
                shutil.copy(folder / "drafts" / "same.md", folder / "same.md")
                paper = check(ibid, folder, "same.md", "--decisions", "none")
                findings = sorted({str(p["finding"]) for p in paper["passages"]}, key=int)
                run(ibid, folder, "decide", "same.md.json", *findings, "--as", "copied", "--by", "Ana")
                decided = {said["pair"] for p in paper["passages"] for said in p["said"]}
                edited = (folder / "drafts" / "edited.jsonl").read_text(encoding="utf-8").splitlines()
                edited = [letters(json.loads(line)["after"]) for line in edited]
                for draft in DRAFTS:
                    shutil.copy(folder / "drafts" / f"{draft}.md", folder / f"{draft}.md")
                    report = check(ibid, folder, f"{draft}.md", *(["--draft-of", "same.md"] if draft != "same" else []))
                    of_draft = score(report, decided, edited if draft == "edited" else [])
                    sums[draft] = [x + y for x, y in zip(sums[draft], of_draft)]
        print(lang)
        for draft, (again, in_pairs, matched, found, taken) in sums.items():
            line = f"  {draft}: decided again {again / matched:.4f}, in decided pairs {in_pairs / matched:.4f} of {matched} words"
            print(line + (f"; of {found} edited sentences in passages {taken} taken as decided" if draft == "edited" else ""))


if __name__ == "__main__":
    main()
