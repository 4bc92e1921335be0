#!/usr/bin/env python3
"""Lines of code of the product at each of these commits, without tests, comments and blank lines: `code-size.py COMMIT…`"""

import subprocess
import sys

FOLDERS = tuple(f"{folder}src/" for folder in ("", "calibrate/", "cli/", "css/", "dedup/", "formats/", "index/", "plot/", "read/", "service/"))


def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


def is_product(path):
    is_test = "/tests/" in path or path.endswith("tests.rs")
    return path.endswith(".rs") and path.startswith(FOLDERS) and not is_test


def code_lines(text):
    product = text.split("#[cfg(test)]\nmod tests {")[0]
    lines = (line.strip() for line in product.splitlines())
    return sum(1 for line in lines if line and not line.startswith("//"))


for commit in sys.argv[1:] or ["HEAD"]:
    paths = filter(is_product, git("ls-tree", "-r", "--name-only", commit).splitlines())
    print(commit, sum(code_lines(git("show", f"{commit}:{path}")) for path in paths))
