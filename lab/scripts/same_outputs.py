#!/usr/bin/env python3
"""Whether two programs print the same bytes: `same_outputs.py BEFORE AFTER [--pan FOLDER] [--every N] [--between A B]… [--planted FILE]…`

BEFORE and AFTER are programs `ibid`. Both run on `fixtures/`: checks, comparisons, traces, deduplication and reading, in
each of their formats and in both languages. With `--pan`, also every Nth pair of a PAN-13 folder (default 12); with
`--between`, folder B against folder A, such as two releases of a manual; with `--planted`, a collection against itself.
Standard output, standard error and the exit code are compared. Prints a line for each difference, then the counts; exits
with 1 if there is a difference. `index_turns.py` compares collections over an index, with time and memory.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

CHECK_FORMATS = ["text", "json", "jsonl", "md", "csv", "sarif", "html"]
TRACE_FORMATS = ["text", "json", "jsonl", "csv", "html"]
PLAIN_FORMATS = ["text", "json", "jsonl"]
CLASSES = [("essays", "assignment.txt"), ("作文", "题目.txt")]


def in_formats(formats, command):
    return [[*command, "--format", form, "--lang", lang] for form in formats for lang in ("en", "zh")]


def on_fixtures(fixtures):
    """The commands over the fixtures; `INDEX` stands for a folder of the program that runs."""
    checks = []
    for lang in ("en", "zh"):
        library = f"{fixtures}/{lang}/library"
        papers = [f"{fixtures}/{lang}/{name}" for name in ("paper.md", "news-reprint.txt", "clean")]
        checks += [["check", paper, "--against", library] for paper in papers]
        checks += [["check", papers[0], "--against", library, "--exclude", "quotes,cited"]]
        checks += [["check", papers[0], "--against", library, "--reworded", "always", "--details", "all", "-v"]]
        checks += [["compare", f"{fixtures}/{lang}/news-original.txt", papers[1]]]
        checks += [["check", f"{fixtures}/reworded/{lang}-copy.txt", "--against", f"{fixtures}/reworded/{lang}-source.txt"]]
    for essays, assignment in CLASSES:
        checks.append(["check", f"{fixtures}/class/{essays}", "--among", "--template", f"{fixtures}/class/{assignment}"])
    for paper in ("paper.txt", "论文.txt"):
        checks.append(["check", f"{fixtures}/credit/{paper}", "--against", f"{fixtures}/credit/sources"])
    readable = sorted(path for path in Path(f"{fixtures}/formats").iterdir() if path.is_file())
    checks += [["check", str(path), "--against", f"{fixtures}/formats/boats.md"] for path in readable]
    # A comparison has fewer formats than a check.
    commands = [line for check in checks for line in in_formats(PLAIN_FORMATS if check[0] == "compare" else CHECK_FORMATS, check)]

    news = ["--index", "INDEX"]
    libraries = [f"{fixtures}/{lang}/library" for lang in ("en", "zh")]
    commands.append([*news, "add", "--quiet", *libraries, f"{fixtures}/trace/news.jsonl", f"{fixtures}/formats"])
    commands += in_formats(TRACE_FORMATS, [*news, "trace", "--from", f"{fixtures}/trace/article.txt"])
    for quote in quotations(f"{fixtures}/trace/article.txt"):
        commands += in_formats(TRACE_FORMATS, [*news, "trace", quote])
    commands += in_formats(CHECK_FORMATS, [*news, "check", *(f"{fixtures}/{lang}/paper.md" for lang in ("en", "zh"))])
    commands += in_formats(PLAIN_FORMATS, [*news, "list"])
    commands += in_formats(PLAIN_FORMATS, [*news, "show", f"{libraries[0]}/salt-roads.txt"])
    commands += in_formats(CHECK_FORMATS, [*news, "check", f"{fixtures}/odd"])

    for near in ("none", "shingles", "simhash", "ddw"):
        for folder in ("notes", "pages", "news.jsonl"):
            commands += in_formats(PLAIN_FORMATS, ["dedup", f"{fixtures}/dedup/{folder}", "--near", near])
    commands += in_formats(PLAIN_FORMATS, ["dedup", "--lines", f"{fixtures}/dedup/titles.txt"])
    commands += in_formats(PLAIN_FORMATS, ["read", f"{fixtures}/formats", f"{fixtures}/odd", "--hidden-text"])
    return commands


def quotations(article):
    """The texts between quotation marks of an article, as examples of what is traced."""
    text = Path(article).read_text(encoding="utf-8")
    quoted = []
    for opening, closing in ("“”", "「」"):
        quoted += [part.split(closing)[0] for part in text.split(opening)[1:]]
    return quoted


def run(program, command, index):
    line = [program, *(index if word == "INDEX" else word for word in command)]
    done = subprocess.run(line, capture_output=True)
    return tuple(text.replace(index.encode(), b"INDEX") for text in (done.stdout, done.stderr)), done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--pan", metavar="FOLDER")
    parser.add_argument("--every", type=int, default=12, metavar="N")
    parser.add_argument("--between", nargs=2, action="append", default=[], metavar=("A", "B"))
    parser.add_argument("--planted", action="append", default=[], metavar="FILE")
    given = parser.parse_args()

    commands = on_fixtures("fixtures")
    if given.pan:
        pairs = Path(f"{given.pan}/pairs").read_text(encoding="utf-8").split("\n")
        for pair in filter(None, pairs[:: given.every]):
            copy, source = pair.split()
            commands.append(["check", f"{given.pan}/susp/{copy}", "--against", f"{given.pan}/src/{source}", "--format", "json"])
    for before, after in given.between:
        commands += [["check", after, "--against", before, "--format", form] for form in ("jsonl", "csv")]
        commands.append(["dedup", before, after, "--format", "jsonl"])
    for corpus in given.planted:
        commands += [["check", corpus, "--against", corpus, "--format", form] for form in ("json", "jsonl", "csv")]
        commands.append(["dedup", corpus, "--format", "jsonl"])

    different, failed, size = 0, 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        for command in commands:
            outputs = [run(program, command, f"{scratch}/{name}") for program, name in ((given.before, "before"), (given.after, "after"))]
            size += len(outputs[0][0][0])
            failed += outputs[0][1] == 3
            if outputs[0][1] == 2:
                sys.exit(f"not understood: {' '.join(command)}: {outputs[0][0][1].decode()}")
            if outputs[0] != outputs[1]:
                different += 1
                print("differs:", " ".join(command))
    print(f"{len(commands)} commands, {size / 1e6:.1f} MB of output, {failed} with an input that cannot be read, {different} differ")
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
