#!/usr/bin/env python3
"""Closures and tuple parameters in the product's functions, and the library's public names: `code-shape.py [FOLDER…]`

What is only compiled for tests is left out, and so are comments and what stands in literals. A function is counted by its
braces, and those inside another one are part of it. A closure is counted by its bars where an expression may begin.
"""

import os
import re
import subprocess
import sys

FOLDERS = [f"{folder}src" for folder in ("", "calibrate/", "cli/", "css/", "dedup/", "index/", "plot/", "read/", "service/")]
FUNCTION = re.compile(r"\bfn (\w+)")
CLOSURE = re.compile(r"(?:[=(,{\[;:&]|=>|\b(?:async|move|mut|return))\s*\|[^|]*\|")
TUPLE = re.compile(r"(?:^|,)\s*&?\([^)]*\)\s*:")
COMMENT_OR_LITERAL = re.compile(
    r"""//[^\n]* | /\*.*?\*/
      | \b[bc]?r(?P<hashes>\#*)".*?"(?P=hashes)
      | "(?:\\.|[^"\\])*"
      | '(?:\\u\{[^}]*\}|\\x..|\\.|[^'\\\n])'""",
    re.S | re.X,
)
FOR_TESTS = re.compile(r"#\[cfg\((?:all\()?test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*")
MODULE_FOR_TESTS = re.compile(FOR_TESTS.pattern + r"(?:pub(?:\([^)]*\))? )?mod (\w+);")


def emptied(found):
    """What stands for a comment or a literal: nothing, or an empty text of as many lines."""
    return "" if found[0].startswith("/") else '"' + "\n" * found[0].count("\n") + '"'


def read(path):
    """A file without its comments, and with empty literals."""
    with open(path, encoding="utf-8") as file:
        return COMMENT_OR_LITERAL.sub(emptied, file.read())


def code(path):
    """The lines of a file that are compiled for the product."""
    text = read(path)
    while item := FOR_TESTS.search(text):
        text = text[: item.start()] + text[item_end(text, item.end()) :]
    return "\n".join(line for line in text.splitlines() if line.strip())


def files_for_tests():
    """The files of modules that are only compiled for tests, and the folders of their modules."""
    found = []
    for path in tracked(["*.rs"]):
        folder, name = os.path.split(path)
        if name not in ("lib.rs", "main.rs", "mod.rs"):
            folder = path.removesuffix(".rs")
        for module in MODULE_FOR_TESTS.findall(read(path)):
            found += [f"{folder}/{module}.rs", f"{folder}/{module}/"]
    return tuple(found)


def tracked(paths):
    listed = subprocess.run(["git", "ls-files", "-z", *paths], capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.split("\0") if path.endswith(".rs")]


def closed(text, start):
    """The place behind the bracket that closes the one at a place."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return at + 1
    return len(text)


def item_end(text, start):
    """The place behind an item: its semicolon, or the brace that closes it."""
    at = start
    while at < len(text) and text[at] != ";":
        if text[at] == "{":
            return closed(text, at)
        at = closed(text, at) if text[at] in "([" else at + 1
    return at + 1


def parameters(text, start):
    """The parameters of a function whose name ends at a place."""
    angles = 0
    for at in range(start, len(text)):
        if text[at] == "(" and angles == 0:
            return text[at + 1 : closed(text, at) - 1]
        angles += (text[at] == "<") - (text[at] == ">" and text[at - 1] != "-")
    return ""


def body(text, start):
    """The body of a function whose name ends at a place; empty for a declaration."""
    item = text[start : item_end(text, start)]
    opening = re.search(r"\{", item) if item.endswith("}") else None
    return item[opening.start() :] if opening else ""


def public_names(path):
    """The public names of a module, and those of the open modules in it."""
    text = code(path)
    names = re.findall(r"^pub (?:const )?(?:fn|struct|enum|trait|const|type|static) (\w+)", text, re.M)
    for used in re.findall(r"^pub use ([^;]*);", text, re.M):
        inner = re.search(r"\{(.*)\}", used, re.S)
        names += [name for name in re.split(r"[\s,]+", inner[1] if inner else used.split("::")[-1]) if name]
    for module in re.findall(r"^pub mod (\w+);", text, re.M):
        folder = os.path.join(os.path.dirname(path), module)
        names += public_names(f"{folder}/mod.rs" if os.path.isdir(folder) else f"{folder}.rs")
    return names


def main():
    for_tests = files_for_tests()
    lines = functions = closures = many = 0
    tuples = []
    for path in tracked(sys.argv[1:] or FOLDERS):
        if path.startswith(for_tests):
            continue
        text, end = code(path), 0
        for function in FUNCTION.finditer(text):
            if function.start() < end:
                continue
            end = item_end(text, function.end())
            inside = body(text, function.end())
            found = len(CLOSURE.findall(inside))
            functions += 1
            lines += inside.count("\n") + 1
            closures += found
            many += found >= 4
            if TUPLE.search(parameters(text, function.end())):
                tuples.append(f"{path}: {function[1]}")
    print(f"{functions} functions, {lines} lines of functions")
    print(f"closures in 1,000 lines: {closures * 1000 / lines:.1f}")
    print(f"functions with four or more closures: {many * 100 / functions:.1f} %")
    print(f"functions with tuple parameters: {len(tuples)}")
    print("\n".join(f"  {name}" for name in tuples))
    print(f"public names of the library: {len(public_names('src/lib.rs'))}")


if __name__ == "__main__":
    main()
