#!/usr/bin/env python3
"""Opens what `ibid check -o r.csv` writes in LibreOffice, and counts cells that became formulas or other than they are.

    apt-get install libreoffice-calc-nogui
    python3 lab/scripts/sheet.py [IBID]

Names of the documents begin as formulas do; the texts are English and Chinese. The sheet is read back from the
ODS file that LibreOffice makes of it, where a formula has an attribute of its own.
"""

import csv
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXTS = [
    "Every spring the parish laid bundles of hazel across the bog and covered them with coarse gravel.",
    "每年春天，村里人把成捆的榛条铺在沼泽上，再盖一层粗砂，好让运盐的车赶在雨季以前过去。",
]
SIGNS = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "＝1"]


def cells(ods):
    """Returns the rows of a sheet: the text of each cell, and whether it is a formula."""
    with zipfile.ZipFile(ods) as packed:
        tree = xml.etree.ElementTree.fromstring(packed.read("content.xml"))
    for row in tree.iter(f"{TABLE}table-row"):
        found = []
        for cell in row.iter(f"{TABLE}table-cell"):
            one = ("".join(cell.itertext()), cell.get(f"{TABLE}formula") is not None)
            found += [one] * int(cell.get(f"{TABLE}number-columns-repeated", "1"))
        yield found


def main():
    ibid = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/debug/ibid").resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "papers").mkdir()
        for number, sign in enumerate(SIGNS):
            for language, text in enumerate(TEXTS):
                head = f"---\ntitle: '{sign}桥'\nauthor: '{sign}林小满'\n---\n\n"
                (folder / "papers" / f"{number}{language}.md").write_text(head + text)
        sources = [f"=source{number}.md" for number, _ in enumerate(TEXTS)]
        for source, text in zip(sources, TEXTS):
            (folder / source).write_text(f"---\ntitle: '=1+1'\nauthor: '+盐'\n---\n\n{text}")
        command = [ibid, "check", "-o", "r.csv", "papers", "--against", *sources]
        subprocess.run(command, cwd=folder, check=True)
        office = ["soffice", "--headless", "--convert-to", "ods", "--infilter=CSV:44,34,76,1", "r.csv"]
        subprocess.run(office, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(folder / "r.csv", encoding="utf-8-sig", newline="") as file:
            expected = list(csv.reader(file))
        sheet = [row for row in cells(folder / "r.ods") if any(text for text, _ in row)]
        formulas = sum(is_formula for row in sheet for _, is_formula in row)
        chinese = [cell for row in expected for cell in row if any("一" <= c <= "鿿" for c in cell)]
        shown = [text for row in sheet for text, _ in row]
        right = sum(cell in shown for cell in chinese)
        guarded = sum(cell.startswith("'") for row in expected for cell in row)
        print(f"{len(expected)} rows, {len(sheet)} in the sheet; {guarded} cells begin with an apostrophe")
        print(f"{formulas} formulas; {right} of {len(chinese)} Chinese cells are right")


main()
