#!/usr/bin/env python3
"""Measures how letters and Chinese characters look in common faces, for the reader of PDF.

usage: letter_shapes.py OUT

Writes `latin.bin` and `han.bin` into OUT (`read/src/formats/pdf/shapes/`). A record is a character (16 bits, big-endian) and a grid of
8 by 8 bits (64 bits, the upper left one highest): its outline is fitted into a square, and a bit is set where there is more ink
than in the mean cell. Latin letters have a record for each face; a Chinese character has one, of the mean of four faces, and only
those of GB 2312 and of the common part of Big5 are in. Besides what `outlines.py` names, it needs
`apt-get install fonts-dejavu-extra fonts-arphic-uming fonts-arphic-ukai fonts-wqy-microhei`.
"""
import pathlib
import string
import sys

import outlines
from outlines import ROOT

SIDE, SAMPLES = 8, 4
LATIN = [
    *(f"truetype/liberation/Liberation{name}.ttf" for name in ["Serif-Regular", "Serif-Italic", "Serif-Bold", "Sans-Regular", "Sans-Bold", "Mono-Regular"]),
    *(f"truetype/dejavu/DejaVu{name}.ttf" for name in ["Sans", "Sans-Oblique", "Serif", "SansMono"]),
    *(f"opentype/urw-base35/{name}.otf" for name in ["C059-Italic", "P052-Roman", "P052-Italic", "Z003-MediumItalic", "URWGothic-Book", "NimbusMonoPS-Regular"]),
]
HAN = ["wqy/wqy-zenhei.ttc", "wqy/wqy-microhei.ttc", "arphic/uming.ttc", "arphic/ukai.ttc"]


def cells(font, cmap, character):
    """The ink in each cell of the square around an outline."""
    rings = outlines.contours(font, cmap[ord(character)], 3)
    if not rings:
        return None
    xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
    half = max(max(xs) - min(xs), max(ys) - min(ys)) / 2
    x, y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    rows = outlines.raster(rings, (x - half, y - half, x + half, y + half), SIDE * SAMPLES, SIDE * SAMPLES)
    step = range(SAMPLES)
    return [sum(rows[SAMPLES * row + a][SAMPLES * column + b] for a in step for b in step) for row in range(SIDE) for column in range(SIDE)]


def record(character, ink):
    mean = sum(ink) / len(ink)
    bits = sum((value > mean) << (63 - at) for at, value in enumerate(ink))
    return ord(character).to_bytes(2, "big") + bits.to_bytes(8, "big")


def common_han():
    by_rows = lambda rows, columns, encoding: (bytes([row, column]).decode(encoding, "ignore") for row in rows for column in columns)
    signs = {*by_rows(range(0xB0, 0xF8), range(0xA1, 0xFF), "gb2312"), *by_rows(range(0xA4, 0xC7), [*range(0x40, 0x7F), *range(0xA1, 0xFF)], "big5")}
    return sorted(sign for sign in signs if len(sign) == 1 and "一" <= sign <= "鿿")


def main():
    out = pathlib.Path(sys.argv[1])
    faces = [outlines.opened(ROOT / path) for path in LATIN]
    latin = [record(c, cells(face, face.getBestCmap(), c)) for c in string.ascii_letters + string.digits for face in faces]
    (out / "latin.bin").write_bytes(b"".join(dict.fromkeys(latin)))
    faces = [(face, face.getBestCmap()) for face in (outlines.opened(ROOT / "truetype" / path) for path in HAN)]
    han = []
    for sign in common_han():
        inks = [ink for face, cmap in faces if ord(sign) in cmap and (ink := cells(face, cmap, sign))]
        shares = [[value / sum(ink) for value in ink] for ink in inks if sum(ink)]
        if shares:
            han.append(record(sign, [sum(column) for column in zip(*shares)]))
    (out / "han.bin").write_bytes(b"".join(han))
    print(f"{len(latin)} Latin and {len(han)} Chinese records")


if __name__ == "__main__":
    main()
