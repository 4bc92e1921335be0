#!/usr/bin/env python3
"""Checks files that hide or show text by tricks with the program, and honest files that look like them.

usage: tricks.py IBID FOLDER [SET…] [-v]

Sets are the modules beside this one: `pdf`, `web`, `office`, `credit` (default: all). Each has `TRICKS`: a list of (name, make, seen).
`make()` returns the bytes of the file; its ending is that of the name, or the set's `SUFFIX`. `seen` is the text that a reader
sees, or None where that cannot be read or where a text is there that nobody sees. The program checks each file against the seen
text (for None: the set's own text), as `ibid check FILE --against SOURCE --format json`.

A trick passes if nine tenths of the words (the set's `FOUND`) are found (`found`), or if the report has a reservation: hidden or disguised text
(`flag`), parts that were not read (`not read`), or no words at all (`refused`). Where `seen` is None, `found` is a failure, too:
the text was matched though nobody sees it. A file whose name begins with `honest` passes if nine tenths are found and nothing is
told; only a scan has a picture that was not read, and a letter that only quotes another has the flag of that. The exit code is 1 if any fails. With -v each file has its line, else those
that fail. The sets need fonts: see `outlines.py`; without them the set `pdf` is skipped.
"""
import importlib
import json
import pathlib
import subprocess
import sys

SETS = ["pdf", "web", "office", "credit"]
OUTCOMES = ["found", "flag", "not read", "refused", "failed"]


def looked_at(ibid, path, source):
    """Returns what came of a check: an outcome, the share that was found, and what was told."""
    command = [ibid, "check", path, "--against", source, "--format", "json", "-q"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if ended.returncode == 3:
        return "refused", 0.0, ended.stderr.strip().splitlines()[-1:]
    if ended.returncode != 0:
        return "failed", 0.0, [f"exit {ended.returncode}: {ended.stderr.strip()[-200:]}"]
    document = json.loads(ended.stdout)["documents"][0]
    disguise, not_read = document.get("obfuscation"), document.get("not_read")
    told = {name: value.get("count", value) if isinstance(value, dict) else value for name, value in (disguise or {}).items()}
    told = [f"{name} {value}" for name, value in {**told, **(not_read or {})}.items() if value]
    told += [f"{flag} {share:.2f}" for flag, share in document.get("flags", {}).items()]
    is_flagged = bool(document.get("flags"))
    outcome = "flag" if is_flagged else "not read" if not_read else "told" if disguise else "nothing"
    return outcome, document["ratios"]["overall"], told


def judge(name, seen, outcome, ratio, least):
    """Returns the outcome that is counted."""
    if name.startswith("honest"):
        # A letter that is quoted as a whole has the flag of one.
        expected = "not read" if "scan" in name else "flag" if "honest-quoted" in name else "nothing"
        return "found" if ratio >= 0.9 and outcome == expected else "failed"
    if seen is not None and ratio >= least:
        return "found"
    return outcome if outcome in ("flag", "not read", "refused") else "failed"


def run_set(ibid, folder, name, is_told):
    """Runs a set, prints what fails, and returns its counts: of tricks, and of honest files."""
    tricks = importlib.import_module(f"tricks_{name}")
    why = getattr(tricks, "missing", lambda: None)()
    if why:
        print(f"SKIPPED: {name}: {why}")
        return None
    folder = folder / name
    folder.mkdir(parents=True, exist_ok=True)
    counts = {"tricks": dict.fromkeys(OUTCOMES, 0), "honest": dict.fromkeys(OUTCOMES, 0)}
    source = folder / "source.txt"
    for file, make, seen in tricks.TRICKS:
        path = folder / (file if "." in file else file + tricks.SUFFIX)
        path.write_bytes(make())
        source.write_text(seen or getattr(tricks, "TEXT", None) or tricks.SEEN)
        outcome, ratio, told = looked_at(ibid, path, source)
        judged = judge(file, seen, outcome, ratio, getattr(tricks, "FOUND", 0.9))
        counts["honest" if file.startswith("honest") else "tricks"][judged] += 1
        if is_told or judged == "failed":
            print(f"{judged:8} {path.name}: {ratio:.2f} {'; '.join(told)}", flush=True)
    return counts


def main():
    words = [word for word in sys.argv[1:] if word != "-v"]
    ibid, folder, names = words[0], pathlib.Path(words[1]), words[2:] or SETS
    rows, failed = [], 0
    for name in names:
        counts = run_set(ibid, folder, name, "-v" in sys.argv)
        for kind, found in (counts or {}).items():
            rows.append(f"{name:8} {kind:8} {sum(found.values()):6} " + " ".join(f"{found[outcome]:9}" for outcome in OUTCOMES))
            failed += found["failed"]
    print(f"{'set':8} {'kind':8} {'files':>6} " + " ".join(f"{outcome:>9}" for outcome in OUTCOMES))
    print("\n".join(rows))
    sys.exit(min(failed, 1))


if __name__ == "__main__":
    main()
