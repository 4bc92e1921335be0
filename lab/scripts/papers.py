#!/usr/bin/env python3
"""How well `ibid read` reads papers that other programs made from known text.

    papers.py IBID OUT ENGLISH CHINESE [ONLY…]

ENGLISH and CHINESE are folders of prose, text files. From runs of their sentences, papers are made that have two columns
or one, notes, tables, lists, quotations, hyphens, running heads and page numbers, and written to OUT by the programs that
are installed; what is missing is named. Made are 116 papers a language: as PDF by Chromium, WeasyPrint, ReportLab, fpdf2,
TeX (pdfTeX and XeTeX), Typst and LibreOffice, as DOCX, ODT and EPUB by pandoc and LibreOffice. ONLY are names of makers
such as `chromium` or `libreoffice-odt`. ReportLab, fpdf2 and Typst are modules of Python: run the script with the Python
that has them. A paper that OUT has already is not made again.

Of each file, as percentages:
    share   of the known word 5-grams (Chinese: 5 characters) inside blocks, those that were read
    order   of two known blocks one after the other, those that were read in this order; notes are left out
    excess  of the words (characters) that were read, those that are not known or were read too often
A note's mark divides the text around it, and may be read. Hyphens and apostrophes inside of words are not compared.
"""

import collections
import importlib.util
import re
import shutil
import subprocess
import sys
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from random import Random

import papers_makers as makers

SENTENCE = {
    False: re.compile(r"[A-Z][a-z]+ [A-Za-z ,;:'’()“”?!—-]{40,300}[.?!]"),
    True: re.compile(r"[\u4e00-\u9fff][\u4e00-\u9fff，、；：“”《》（）—]{10,90}[。？！]"),
}
WORDS = re.compile(r"[^\W_]+")
INNER = re.compile("(?<=\\w)[-\u2010\u2011'\u2019\u2018\u02bc]+(?=\\w)")
ZERO = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")


@dataclass
class Paper:
    """A paper to be made. A block is its kind and its text; that of a list or a table is rows of cells."""

    number: int
    is_chinese: bool
    title: str
    author: str
    blocks: list
    # The text of each note; in a paragraph, `\x01` stands where the next one is referred to.
    notes: list
    has_columns: bool
    has_head: bool
    has_hyphens: bool
    is_indented: bool


def sentences(folder, is_chinese):
    """Runs of sentences, one for each file."""
    runs = []
    for path in sorted(path for path in Path(folder).rglob("*") if path.is_file()):
        text = " ".join(path.read_text(encoding="utf-8", errors="replace").split())
        if is_chinese:
            text = text.replace(" ", "")
        found = [s for s in SENTENCE[is_chinese].findall(text) if "--" not in s]
        if len(found) > 60:
            runs.append(found)
    if not runs:
        sys.exit(f"papers.py: no prose in {folder}")
    return runs


def make_paper(number, runs, is_chinese):
    draw = Random(1000 * number + is_chinese)
    prose = draw.choice(runs)
    place = draw.randrange(len(prose) - 55)
    prose = iter(prose[place:] + prose[:place])
    joined = "" if is_chinese else " "
    take = lambda count: joined.join(next(prose) for _ in range(count))
    short = lambda size: (next(prose)[:size] if is_chinese else " ".join(re.findall("[A-Za-z’]+", next(prose))[:size]))
    bare = lambda size: re.sub("[，、；：“”《》（）—。？！]", "", short(size))
    blocks, notes = [], []
    for section in range(3):
        blocks.append(("heading", bare(8 if is_chinese else 5)))
        for at in range(3):
            text = take(draw.randrange(2, 5))
            if number % 4 != 1 and at == 1:
                text += "\x01" + joined + take(1)
                notes.append(take(1))
            blocks.append(("paragraph", text))
        if number % 5 < 3 and section == 0:
            blocks.append(("quote", take(2)))
        if number % 3 != 1 and section == 1:
            cell = lambda at: bare(3 if is_chinese else 1) if at % 3 else bare(6 if is_chinese else 2)
            blocks.append(("table", [[cell(at) for at in range(3)] for _ in range(4)]))
        if number % 4 == 2 and section == 2:
            blocks.append(("list", [take(1) for _ in range(3)]))
        blocks.append(("paragraph", take(3)))
    author = "王小明" if is_chinese else "Nell Ashgrove"
    return Paper(
        number=number,
        is_chinese=is_chinese,
        title=bare(12 if is_chinese else 7),
        author=author,
        blocks=blocks,
        notes=notes,
        has_columns=number % 2 == 0,
        has_head=number % 3 != 0,
        has_hyphens=number % 4 < 2,
        is_indented=number // 2 % 2 == 0,
    )


def tokens(text, is_chinese):
    text = ZERO.sub("", unicodedata.normalize("NFKC", ZERO.sub("", text)).lower())
    words = WORDS.findall(INNER.sub("", text))
    return list("".join(words)) if is_chinese else words


def grams(words):
    return [tuple(words[at : at + 5]) for at in range(len(words) - 4)]


def score(paper, read):
    """Share, order and excess of what was read."""
    split = lambda text: tokens(text, paper.is_chinese)
    got = split(read)
    places = {}
    for at, gram in enumerate(grams(got)):
        places[gram] = at if gram not in places else -1
    known = collections.Counter(split(paper.author))
    found = total = 0
    order = []
    notes = [("note", note) for note in paper.notes]
    for kind, content in [("heading", paper.title), *paper.blocks, *notes]:
        texts = {"table": lambda: sum(content, []), "list": lambda: content}.get(kind, lambda: [content])()
        here = []
        for text in [part for text in texts for part in text.split("\x01")]:
            words = split(text)
            known.update(words)
            for gram in grams(words):
                total += 1
                found += gram in places
                here += [places[gram]] if places.get(gram, -1) >= 0 else []
        if kind != "note" and len(here) >= 3:
            order.append(sorted(here)[len(here) // 2])
    for number in range(1, len(paper.notes) + 1):
        known.update(2 * split(str(number)))
    kept = sum(a < b for a, b in zip(order, order[1:]))
    more = sum((collections.Counter(got) - known).values())
    return found / max(total, 1), kept / max(len(order) - 1, 1), more / max(len(got), 1)


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    ibid, out, *folders = sys.argv[1:5]
    only = sys.argv[5:]
    out = Path(out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    prose = {is_chinese: sentences(folder, is_chinese) for is_chinese, folder in enumerate(folders)}
    lines, passed, made, crashed = [], 0, 0, 0
    for name, (needs, module, count, ending, make) in makers.MAKERS.items():
        if only and name not in only:
            continue
        missing = [program for program in needs if not shutil.which(program)]
        missing += [module] if module and not importlib.util.find_spec(module) else []
        if missing:
            print(f"SKIPPED {name}: not installed: {', '.join(missing)}")
            continue
        for is_chinese in (False, True):
            language = "Chinese" if is_chinese else "English"
            papers = [make_paper(number, prose[is_chinese], is_chinese) for number in range(count)]
            files = [out / f"{name}-{language.lower()}-{paper.number:02}.{ending}" for paper in papers]
            missing = [(paper, file) for paper, file in zip(papers, files) if not file.exists()]
            if missing:
                make(missing, out)
            scores = []
            for paper, file in zip(papers, files):
                if not file.exists():
                    print(f"NOT MADE {file.name}")
                    continue
                done = subprocess.run([ibid, "read", str(file)], capture_output=True)
                made += 1
                if done.returncode != 0:
                    crashed += done.returncode < 0 or done.returncode == 70
                    print(f"NOT READ {file.name}: {done.stderr.decode(errors='replace').strip()}")
                scores.append(score(paper, done.stdout.decode()))
                share, order, excess = scores[-1]
                is_good = share >= 0.99 and order == 1.0 and excess <= 0.01
                passed += is_good
                if not is_good:
                    values = "  ".join(f"{100 * value:6.2f}" for value in scores[-1])
                    print(f"  {file.name:36} {values}")
            if scores:
                means = [100 * sum(column) / len(scores) for column in zip(*scores)]
                lines.append(f"{name:18} {language} {len(scores):5}  " + "  ".join(f"{mean:6.2f}" for mean in means))
    print(f"{'maker':18} language files   share   order  excess")
    print("\n".join(lines))
    print(f"{made} files, {crashed} crashes, {passed} with share >= 99 %, order 100 % and excess <= 1 %")


if __name__ == "__main__":
    main()
