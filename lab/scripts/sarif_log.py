#!/usr/bin/env python3
"""Checks what `ibid check -o r.sarif` writes against the published schema of SARIF 2.1.0 and with sarif-tools, and whether
fingerprints stay when 40 lines are put in above.

    python3 -m venv target/sarif && target/sarif/bin/pip install jsonschema sarif-tools
    target/sarif/bin/python lab/scripts/sarif_log.py SCHEMA [IBID]

SCHEMA is sarif-schema-2.1.0.json, which the crate serde-sarif has as src/schema.json. The papers are those of fixtures/,
in English and Chinese, and one whose texts and names are made to break out.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import jsonschema
from sarif import loader

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOSTILE = "[x](1) {0} <script> \u202e\x1b[2J \"'"
COPIED = "Every spring the parish laid bundles of hazel across the bog and covered them with coarse gravel."


def check(folder, ibid, paper, sources, *more):
    log = folder / "r.sarif"
    command = [ibid, "check", paper, "-o", log, *more, "--against", sources]
    subprocess.run(command, cwd=folder, check=True)
    return log


def fingerprints(log):
    results = json.loads(log.read_text())["runs"][0]["results"]
    return [(result["partialFingerprints"]["ibidPairs/v1"],
             result["locations"][0]["physicalLocation"]["region"]["startLine"]) for result in results]


def main():
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
    ibid = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "target/debug/ibid").resolve()
    validator = jsonschema.validators.validator_for(schema)(schema)
    logs = errors = results = read = stayed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for language in ["en", "zh"]:
            shutil.copytree(ROOT / "fixtures" / language, folder / language)
        (folder / "hostile").mkdir()
        (folder / "hostile" / "[a](1) {0} <b>.txt").write_text(f"{HOSTILE}. {COPIED}")
        (folder / "<script>.txt").write_text(f"{COPIED} {HOSTILE}.")
        runs = [(paper, sources, more)
                for paper, sources in [("en/paper.md", "en/library"), ("zh/paper.md", "zh/library"),
                                       ("<script>.txt", "hostile")]
                for more in [[], ["--commonplaces"], ["--no-text"], ["--anonymous"], ["--lang", "zh"]]]
        for paper, sources, more in runs:
            log = check(folder, ibid, paper, sources, *more)
            logs += 1
            for error in validator.iter_errors(json.loads(log.read_text())):
                errors += 1
                print(paper, more, list(error.path), error.message)
            results += len(json.loads(log.read_text())["runs"][0]["results"])
            records = loader.load_sarif_file(str(log)).get_records()
            read += sum(1 for record in records if record["Location"] and record["Description"])
        for language in ["en", "zh"]:
            paper, sources = f"{language}/paper.md", f"{language}/library"
            before = fingerprints(check(folder, ibid, paper, sources))
            head, body = (folder / paper).read_text().split("\n\n", 1)
            (folder / paper).write_text(f"{head}\n\n{'Put in.' + chr(10) * 2}" + "Put in.\n\n" * 19 + body)
            after = fingerprints(check(folder, ibid, paper, sources))
            stayed += sum(1 for old, new in zip(before, after) if (old[0], old[1] + 40) == new)
            print(f"{language}: {len(before)} fingerprints before, {len(after)} after 40 lines")
    print(f"{logs} logs, {errors} errors of the schema")
    print(f"{results} results, {read} read by sarif-tools with place and text")
    print(f"{stayed} fingerprints are the same, 40 lines below")


main()
