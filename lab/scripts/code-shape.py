#!/usr/bin/env python3
"""Closures and tuple parameters in the product's functions, and the library's public names: `code-shape.py [FOLDER…]`

A closure is counted by its bars, a function by its braces, so that the figures are good for comparing two states of the
code and not to the last digit.
"""

import os
import re
import subprocess
import sys

FOLDERS = [f"{folder}src" for folder in ("", "calibrate/", "cli/", "css/", "dedup/", "index/", "plot/", "read/", "service/")]
FUNCTION = re.compile(r"\bfn (\w+)[^(]*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")
CLOSURE = re.compile(r"(?:[=(,{]|\bmove|\breturn|=>)\s*(?:move )?\|[^|\n]*\|")
TUPLE = re.compile(r"(?:^|,)\s*&?\([^)]*\)\s*:")


def code(path):
    with open(path, encoding="utf-8") as file:
        product = file.read().split("#[cfg(test)]\nmod tests {")[0]
    lines = (line for line in product.splitlines() if line.strip() and not line.strip().startswith("//"))
    return "\n".join(lines)


def body(text, start):
    """The text of a function from its first brace to the brace that closes it; empty for a declaration."""
    first = re.search(r"[{;]", text[start:])
    if not first or first[0] == ";":
        return ""
    depth, at = 0, start + first.start()
    for end in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[at : end + 1]
    return text[at:]


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
    tracked = subprocess.run(["git", "ls-files", *(sys.argv[1:] or FOLDERS)], capture_output=True, text=True, check=True)
    paths = [path for path in tracked.stdout.split() if path.endswith(".rs") and "/tests" not in path]
    lines = functions = closures = many = 0
    tuples = []
    for path in paths:
        text = code(path)
        for function in FUNCTION.finditer(text):
            inside = body(text, function.end())
            found = len(CLOSURE.findall(inside))
            functions += 1
            lines += inside.count("\n") + 1
            closures += found
            many += found >= 4
            if TUPLE.search(function[2]):
                tuples.append(f"{path}: {function[1]}")
    print(f"{functions} functions, {lines} lines of functions")
    print(f"closures in 1,000 lines: {closures * 1000 / lines:.1f}")
    print(f"functions with four or more closures: {many * 100 / functions:.1f} %")
    print(f"functions with tuple parameters: {len(tuples)}")
    print("\n".join(f"  {name}" for name in tuples))
    print(f"public names of the library: {len(public_names('src/lib.rs'))}")


if __name__ == "__main__":
    main()
