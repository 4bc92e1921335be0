"""Draws the pictures of the review from its real screen.

    screen.py IBID [FOLDER]

Runs the program IBID in tmux on the papers of `fixtures/`, in a terminal of a fixed size, presses some keys, and writes the
screen to FOLDER (default `docs/`) as SVG: `review.svg` shows the English paper, `review-zh.svg` the Chinese one. The same
program draws the same bytes. Needs tmux.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[2]
COLUMNS, ROWS = 108, 27
# File name, folder of fixtures, language, keys.
PICTURES = [("review.svg", "en", "en", ["n", "n"]), ("review-zh.svg", "zh", "zh", ["n"])]

# Pixels: the width of a column, the height of a row, the sizes of a narrow and a wide letter, the base line, the margin, the
# title bar.
COLUMN, ROW, LETTER, WIDE_LETTER, BASE, MARGIN, BAR = 8.4, 19, 14, 16, 14, 14, 34
FONTS = "ui-monospace,'SF Mono','Cascadia Mono','JetBrains Mono',Menlo,Consolas,'DejaVu Sans Mono'," \
    "'Noto Sans Mono CJK SC','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',monospace"
GROUND, INK, BAR_GROUND, EDGE = "#14171c", "#d9dce3", "#21262e", "#343b46"
COLORS = ["#3b424d", "#ff7b72", "#7ee787", "#e3b341", "#79b8ff", "#d2a8ff", "#56d4dd", "#d9dce3"]
BRIGHT = ["#6e7681", "#ffa198", "#a5f0ab", "#f0cf74", "#a5d0ff", "#e2c5ff", "#8ae6ec", "#ffffff"]


@dataclass(frozen=True)
class Style:
    """The style of a cell; colors are None where they are the terminal's own."""

    ink: str | None = None
    ground: str | None = None
    bold: bool = False
    dim: bool = False
    italic: bool = False
    underlined: bool = False
    crossed: bool = False
    reversed: bool = False

    def colors(self):
        """Returns the colors of letter and ground; the latter is None where nothing is to be painted."""
        ink, ground = self.ink or INK, self.ground
        if self.reversed:
            ink, ground = ground or GROUND, ink
        return (mixed(ink, ground or GROUND) if self.dim else ink), ground


def mixed(ink, ground, share=0.55):
    """Returns a color between two: that of dim letters."""
    parts = [(int(ink[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


def indexed(number):
    """Returns a color of the palette of 256."""
    if number < 16:
        return (COLORS + BRIGHT)[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#" + "".join(f"{steps[number // part % 6]:02x}" for part in (36, 6, 1))


SWITCHES = {
    1: {"bold": True}, 2: {"dim": True}, 3: {"italic": True}, 4: {"underlined": True}, 7: {"reversed": True},
    9: {"crossed": True}, 22: {"bold": False, "dim": False}, 23: {"italic": False}, 24: {"underlined": False},
    27: {"reversed": False}, 29: {"crossed": False}, 39: {"ink": None}, 49: {"ground": None},
}


def styled(style, codes):
    """Returns the style after one escape sequence of tmux."""
    codes = [int(code) for code in codes.split(";") if code] or [0]
    while codes:
        code = codes.pop(0)
        if code == 0:
            style = Style()
        elif code in SWITCHES:
            style = replace(style, **SWITCHES[code])
        elif code in (38, 48):
            kind = codes.pop(0)
            if kind == 5:
                color = indexed(codes.pop(0))
            else:
                color = "#" + "".join(f"{codes.pop(0):02x}" for _ in range(3))
            style = replace(style, **{"ink" if code == 38 else "ground": color})
        else:
            palette, field = {3: (COLORS, "ink"), 4: (COLORS, "ground"), 9: (BRIGHT, "ink")}[code // 10]
            style = replace(style, **{field: palette[code % 10]})
    return style


def width(letter):
    """Returns the number of columns of a letter."""
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def cells(screen):
    """Yields row, column, letter and style of each cell of a captured screen."""
    style = Style()
    for row, line in enumerate(screen.split("\n")):
        column = 0
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            if part.startswith("\x1b["):
                style = styled(style, part[2:-1])
                continue
            for letter in part:
                yield row, column, letter, style
                column += width(letter)


# Lines and blocks, drawn as boxes, since letters of a font would leave gaps: left, top, width and height in eighths.
BOXES = {
    "│": (3.5, 0, 1, 8), "─": (0, 3.75, 8, 0.5), "█": (0, 0, 8, 8), "▄": (0, 4, 8, 4), "▀": (0, 0, 8, 4),
    "▌": (0, 0, 4, 8), "▐": (4, 0, 4, 8),
}


def runs(screen):
    """Joins cells of equal style and width that stand beside each other: row, column, letters, style."""
    joined = []
    for row, column, letter, style in cells(screen):
        last = joined[-1] if joined else None
        boxed = letter in BOXES
        if last and last[0] == row and last[3] == style and last[4] == (width(letter), letter if boxed else ""):
            last[2] += letter
        else:
            joined.append([row, column, letter, style, (width(letter), letter if boxed else "")])
    return [run[:4] for run in joined]


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def box(left, top, wide, high, color):
    return f'<rect x="{number(left)}" y="{number(top)}" width="{number(wide)}" height="{number(high)}" fill="{color}"/>'


def drawn(row, column, letters, style):
    """Returns the elements of a run: its ground, then its boxes or its text."""
    columns = sum(map(width, letters))
    left, top = MARGIN + column * COLUMN, BAR + MARGIN / 2 + row * ROW
    ink, ground = style.colors()
    elements = []
    if ground:
        elements.append(box(left, top, columns * COLUMN, ROW, ground))
    if letters[0] in BOXES:
        x, y, wide, high = (part / 8 for part in BOXES[letters[0]])
        wide = columns * COLUMN if wide == 1 else wide * COLUMN
        elements.append(box(left + x * COLUMN, top + y * ROW, wide, high * ROW, ink))
        return elements
    if not letters.strip() and not style.underlined:
        return elements
    marks = [name for name, on in (("underline", style.underlined), ("line-through", style.crossed)) if on]
    attributes = f'x="{number(left)}" y="{number(top + BASE)}" textLength="{number(columns * COLUMN)}" fill="{ink}"'
    attributes += f' style="font-size:{WIDE_LETTER}px"' if width(letters[0]) == 2 else ""
    attributes += ' font-weight="bold"' if style.bold else ""
    attributes += ' font-style="italic"' if style.italic else ""
    attributes += f' text-decoration="{" ".join(marks)}"' if marks else ""
    elements.append(f'<text {attributes}>{escape(letters)}</text>')
    return elements


def svg(screen, title):
    """Draws a captured screen in the frame of a window."""
    wide, high = 2 * MARGIN + COLUMNS * COLUMN, BAR + MARGIN + ROWS * ROW
    size = f"{number(wide)} {number(high)}"
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{number(wide)}" height="{number(high)}">'
    yield f"<title>{escape(title)}</title>"
    yield f"<style>text{{font-family:{FONTS};font-size:{LETTER}px;white-space:pre}}</style>"
    frame = f'x=".5" y=".5" width="{number(wide - 1)}" height="{number(high - 1)}" rx="9"'
    yield f'<clipPath id="frame"><rect {frame}/></clipPath>'
    yield f'<rect {frame} fill="{GROUND}"/>'
    yield f'<rect width="{number(wide)}" height="{BAR - 6}" fill="{BAR_GROUND}" clip-path="url(#frame)"/>'
    for at, color in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        yield f'<circle cx="{20 + 18 * at}" cy="{(BAR - 6) / 2:g}" r="5.5" fill="{color}"/>'
    yield f'<text x="{number(wide / 2)}" y="19" text-anchor="middle" fill="{mixed(INK, BAR_GROUND, .75)}">{escape(title)}</text>'
    yield '<g xml:space="preserve">'
    for run in runs(screen):
        yield from drawn(*run)
    yield "</g>"
    yield f'<rect {frame} fill="none" stroke="{EDGE}"/>'
    yield "</svg>"


class Terminal:
    """A program in a window of a tmux server of its own."""

    def __init__(self, command, folder, language):
        self.socket = f"ibid-screen-{os.getpid()}"
        environment = {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "PATH": os.environ["PATH"]}
        settings = [part for name, value in environment.items() for part in ("-e", f"{name}={value}")]
        command = [*command, "--lang", language, "--color", "always"]
        self.tmux("-f", "/dev/null", "-u", "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), "-c", folder,
                  *settings, *command, ";", "set", "status", "off")

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-L", self.socket, *arguments], check=True, capture_output=True, text=True).stdout

    def screen(self):
        """Returns the screen as soon as it no longer changes."""
        last = None
        for _ in range(100):
            time.sleep(0.2)
            now = self.tmux("capture-pane", "-e", "-p", "-N")
            if now == last and now.strip():
                return now.removesuffix("\n")
            last = now
        sys.exit("the screen does not come to rest")

    def press(self, key):
        self.tmux("send-keys", key)
        return self.screen()

    def close(self):
        self.tmux("kill-server")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.strip())
    if not shutil.which("tmux"):
        sys.exit("SKIPPED: tmux is not installed")
    program = str(Path(sys.argv[1]).resolve())
    target = Path(sys.argv[2]) if len(sys.argv) == 3 else ROOT / "docs"
    for name, folder, language, keys in PICTURES:
        with tempfile.TemporaryDirectory() as place:
            shutil.copytree(ROOT / "fixtures" / folder, place, dirs_exist_ok=True)
            arguments = ["review", "paper.md", "--against", "library"]
            terminal = Terminal([program, *arguments], place, language)
            try:
                screen = terminal.screen()
                for key in keys:
                    screen = terminal.press(key)
            finally:
                terminal.close()
        title = " ".join(["ibid", *arguments])
        (target / name).write_text("\n".join(svg(screen, title)) + "\n", encoding="utf-8")


main()
