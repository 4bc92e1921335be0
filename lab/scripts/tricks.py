#!/usr/bin/env python3
"""Files that hide or show text by tricks: what ibid makes of them.

usage: tricks.py IBID FOLDER

A set is a module beside this one (`tricks_office.py`, `tricks_web.py`) with `SUFFIX` and `TRICKS`: a list of
(name, make, seen). `make()` returns the bytes of the file; `seen` is what a reader sees, or None where what is seen
cannot be read and has to be flagged or counted as not read. Names that begin with `honest` must get no flag.
PDF is in here. Sets that are missing are named and passed over.
"""

import importlib
import json
import pathlib
import subprocess
import sys

SUFFIX = ".pdf"
TEXT = "the ferry was late again and nobody on the quay asked why the lamps had gone out before the tide turned"


def pdf(content, fonts="", more=(), face=b"Helvetica"):
    """A file of one page; `more` are objects from number 6 on."""
    font = b"<</Type/Font/Subtype/Type1/BaseFont/" + face + b" " + fonts.encode() + b">>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
    stream = b"<</Length %d>>stream\n%s\nendstream" % (len(content), content.encode())
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, stream, font, *more]
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(out))
    return out + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + end


def lines(paint):
    words = TEXT.split()
    rows = [" ".join(words[at : at + 5]) for at in range(0, len(words), 5)]
    return "BT /F 12 Tf " + "".join(f"1 0 0 1 72 {700 - 20 * row} Tm {paint(line)} " for row, line in enumerate(rows)) + "ET"


def plain(line):
    return f"({line}) Tj"


def lying():
    """A map to Unicode that moves each letter on by one."""
    pairs = "".join(f"<{97 + at:02x}> <{97 + (at + 1) % 26:04x}>\n" for at in range(26))
    cmap = f"begincmap 1 begincodespacerange <00> <ff> endcodespacerange 26 beginbfchar {pairs}endbfchar endcmap".encode()
    stream = b"<</Length %d>>stream\n%s\nendstream" % (len(cmap), cmap)
    return pdf(lines(plain), "/ToUnicode 6 0 R", [stream])


def pulled_back(line):
    """A blank inside of each long word, and the gap taken back."""
    cut = [f"({word[:2]} ) 278 ({word[2:]} )" if len(word) > 3 else f"({word} )" for word in line.split()]
    return f"[{' '.join(cut)}] TJ"


def backwards():
    width = 7.2
    paint = lambda line: " ".join(f"1 0 0 1 {72 + width * at:.1f} {{y}} Tm ({c}) Tj" for at, c in reversed(list(enumerate(line))))
    words = TEXT.split()
    rows = [" ".join(words[at : at + 5]) for at in range(0, len(words), 5)]
    return "BT /F 12 Tf " + " ".join(paint(line).format(y=700 - 20 * row) for row, line in enumerate(rows)) + " ET"


TRICKS = [
    ("honest-plain", lambda: pdf(lines(plain)), TEXT),
    ("honest-white-on-dark", lambda: pdf("0 g 0 0 612 792 re f 1 g " + lines(plain)), TEXT),
    ("lying-map", lying, None),
    ("near-white", lambda: pdf("0.94 g " + lines(plain)), None),
    ("blanks-pulled-back", lambda: pdf(lines(pulled_back)), TEXT),
    ("painted-backwards", lambda: pdf(backwards(), face=b"Courier"), TEXT),
]


def judge(ibid, path, seen, is_honest):
    """Returns what is wrong; nothing where all is well."""
    source = path.with_name("source.txt")
    source.write_text(TEXT)
    command = [ibid, "check", path, "--against", source, "--format", "json", "-q"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if ended.returncode == 3 and not is_honest:
        return None
    if ended.returncode != 0:
        return f"exit {ended.returncode}: {ended.stderr.strip()}"
    document = json.loads(ended.stdout)["documents"][0]
    flags = document.get("obfuscation") or document.get("not_read")
    if is_honest and flags:
        return f"flagged: {flags}"
    if document["ratios"]["overall"] > 0.9 and seen is not None or flags and not is_honest:
        return None
    return f"passes: {document['ratios']['overall']:.2f} found, and no flag"


def main():
    ibid, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    sets, wrong, count = [sys.modules[__name__]], 0, 0
    for name in ("tricks_office", "tricks_web"):
        try:
            sets.append(importlib.import_module(name))
        except ModuleNotFoundError:
            print(f"MISSING: {name}.py is passed over")
    for tricks in sets:
        for name, make, seen in tricks.TRICKS:
            path = folder / (name + tricks.SUFFIX)
            path.write_bytes(make())
            why = judge(ibid, path, seen, name.startswith("honest"))
            count, wrong = count + 1, wrong + (why is not None)
            print(f"{name}{tricks.SUFFIX}: {why or 'well'}")
    print(f"{count - wrong} of {count} well")
    sys.exit(min(wrong, 1))


if __name__ == "__main__":
    main()
