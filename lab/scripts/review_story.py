"""A sitting in the review: a whole paper decided in a terminal, the program killed, and the paper checked again.

    review_story.py IBID DESK DRAFTS.py en|zh [COLUMNS ROWS]

DESK is a folder with paper.md and library/, of which a copy is worked on. Every finding is decided with one key, in
turn 1 to 5; before every ninth a note is typed. The last 20 are undone and made again. Then the program is killed, and the
ledger is read by `ibid rescore`: each finding must have its decision and its note. The review opens once more, and must say that
all are decided. DRAFTS.py makes a later draft, a tenth of whose sentences are edited, and a stretch of a source is put at its end. It
replaces the paper and is checked. Every decision must be one that was made on the same words, and around each open finding
the draft must differ from the paper.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from review_terminal import Ledger, Terminal, decided, documents, findings

DECISIONS = ["copied", "quotation", "own-work", "common-phrase", "ignore"]
NOTES = 8
UNDONE = 20
AROUND = 60
UNDO, REDO = "u", "\x12"


def flat(text):
    return " ".join(text.split())


def main():
    ibid, desk, drafts, language = os.path.abspath(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4]
    size = (int(sys.argv[5]), int(sys.argv[6])) if len(sys.argv) > 6 else (80, 24)
    folder = Path(tempfile.mkdtemp())
    shutil.copy(desk / "paper.md", folder)
    shutil.copytree(desk / "library", folder / "library")

    def run(*args):
        return subprocess.run([ibid, *args], cwd=folder, check=True, capture_output=True, text=True)

    run("check", "-q", "paper.md", "--against", "library", "-o", "report.json")
    first_report = documents(folder / "report.json")[0]
    first = findings(first_report)
    ledger = Ledger(folder / "ibid-decisions.jsonl")

    begun = time.monotonic()
    review = [ibid, "review", "report.json", "--lang", language]
    terminal = Terminal(review, folder, size)
    terminal.read(0.5)
    wanted, keys_of_notes = {}, 0
    for passage in first:
        # One decision holds for the same words wherever they stand.
        pairs = [pair["pair"] for pair in passage["said"]]
        if all(pair in wanted for pair in pairs):
            continue
        made = terminal.keys - keys_of_notes
        note = ""
        if made % 8 == 4 and keys_of_notes < 3 * NOTES:
            note = f"note {made}" if language == "en" else f"附注 {made}，请补注"
            for key in ["a", note, "\r"]:
                terminal.press(key)
            keys_of_notes += 3
            terminal.read(0.02)
        ledger.grows(terminal, str(made % len(DECISIONS) + 1))
        wanted.update((pair, (DECISIONS[made % len(DECISIONS)], note)) for pair in pairs)
    keys = terminal.keys - keys_of_notes
    for key in [UNDO] * UNDONE + [REDO] * UNDONE:
        ledger.grows(terminal, key)
    seconds = time.monotonic() - begun
    terminal.kill()

    run("rescore", "report.json", "-o", "decided.json")
    again = findings(documents(folder / "decided.json")[0])
    wrong = sum(decided(passage) not in [wanted[pair["pair"]] for pair in passage["said"]] for passage in again)
    print(f"{len(first)} findings, {keys} keys: {keys / len(first):.2f} a decision, {keys_of_notes // 3} notes")
    print(f"{UNDONE} undone and made again, killed: {wrong} decisions or notes lost or misplaced, {seconds:.1f} s")

    terminal = Terminal(review, folder, size)
    screen = terminal.read(0.5)
    terminal.kill()
    count = str(len(first))
    told = re.search(rf"{count} (of|/) {count}|{count}/{count}", screen)
    print("opened again:", "all are decided" if told else "it does not say that all are decided")

    run_drafts = [sys.executable, drafts, "--lang", language, str(folder / "paper.md"), str(folder / "drafts")]
    subprocess.run(run_drafts, check=True)
    before = flat(first_report["text"])
    source = sorted((folder / "library").iterdir())[0].read_text()
    new = source[len(source) // 2 :][:600] if language == "en" else source[len(source) // 2 :][:200]
    draft = (folder / "drafts/edited.md").read_text() + "\n\n" + new + "\n"
    (folder / "paper.md").write_text(draft)
    run("check", "-q", "paper.md", "--against", "library", "-o", "second.json")
    second = documents(folder / "second.json")[0]
    counts = {"open": 0, "open without a change": 0, "decided": 0, "decided as before": 0}
    for passage in findings(second):
        # The sentences at both ends go on beyond the passage.
        around = second["text"][max(0, passage["a_start"] - AROUND) : passage["a_end"] + AROUND]
        is_changed = flat(around) not in before
        marked = [wanted[pair["pair"]] for pair in passage["said"] if pair["pair"] in wanted]
        if "decision" not in passage or passage.get("open_words"):
            counts["open"] += 1
            counts["open without a change"] += not is_changed
        else:
            counts["decided"] += 1
            counts["decided as before"] += decided(passage) in marked
    print("the next draft:", ", ".join(f"{count} {name}" for name, count in counts.items()))
    shutil.rmtree(folder)
    if wrong or not told or counts["open without a change"] or counts["decided"] != counts["decided as before"]:
        sys.exit(1)


main()
