#!/usr/bin/env python3
"""Print how well the page of a report can be read: the contrast of each text on each ground of its style (WCAG 2.2), and
how far its colors of sources lie apart for readers who see fewer colors.

usage: contrast.py [STYLE]      the style of the page, cli/src/render/report_page/page.css by default

The colors are those of :root: --t-… are texts, --g-… grounds, --c1 to --c8 sources, --o1 to --o8 the numbers on them.
Simulated sight is that of Machado, Oliveira and Fernandes (2009) at full severity; the distance is CIEDE2000. Fails
below 4.5 for texts, 3 for sources on the page, and 20 for distances.
"""
import math
import os
import re
import sys

SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))


def colors(style):
    """Return the colors of :root in both themes, by name."""
    themes = ({}, {})
    for name, value in re.findall(r"--([a-z0-9-]+): (light-dark\([^)]*\)|#[0-9a-f]{6})", style):
        both = re.findall(r"#[0-9a-f]{6}", value)
        for theme, color in zip(themes, (both[0], both[-1])):
            theme[name] = tuple(int(color[at:at + 2], 16) / 255 for at in (1, 3, 5))
    return {"light": themes[0], "dark": themes[1]}


def linear(color):
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color]


def times(matrix, vector):
    return [sum(m * v for m, v in zip(row, vector)) for row in matrix]


def contrast(x, y):
    light = [sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(color))) for color in (x, y)]
    return (max(light) + 0.05) / (min(light) + 0.05)


def lab(color, sight):
    seen = [min(1, max(0, c)) for c in times(SIGHT[sight], linear(color))]
    x, y, z = (v / w for v, w in zip(times(XYZ, seen), (0.95047, 1, 1.08883)))
    fx, fy, fz = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(first, second):
    (l1, a1, b1), (l2, a2, b2) = first, second
    chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = (1 - 0.17 * math.cos(math.radians(hm - 30)) + 0.24 * math.cos(math.radians(2 * hm))
         + 0.32 * math.cos(math.radians(3 * hm + 6)) - 0.2 * math.cos(math.radians(4 * hm - 63)))
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -math.sin(math.radians(60 * math.exp(-((hm - 275) / 25) ** 2))) * 2 * math.sqrt(cm ** 7 / (cm ** 7 + 25 ** 7))
    x, y, z = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return math.sqrt(max(0, x * x + y * y + z * z + rt * y * z))


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "../../cli/src/render/report_page/page.css")
    is_good = True
    for theme, color in colors(open(path, encoding="utf-8").read()).items():
        texts = [(t, g) for t in color if t.startswith("t-") for g in color if g.startswith("g-")]
        # The message at the foot of the window is the page turned round.
        texts += [(f"o{n}", f"c{n}") for n in range(9)] + [("on-first", "first"), ("g-page", "t-main")]
        least, pair = min((contrast(color[t], color[g]), (t, g)) for t, g in texts)
        print(f"{theme}: {len(texts)} pairs of text and ground, least contrast {least:.2f} (--{pair[0]} on --{pair[1]})")
        lines, line = min((contrast(color[f"c{n}"], color["g-page"]), n) for n in range(9))
        print(f"{theme}: sources on the page, least contrast {lines:.2f} (--c{line})")
        is_good &= least >= 4.5 and lines >= 3
        for sight in SIGHT:
            seen = [lab(color[f"c{n}"], sight) for n in range(1, 9)]
            apart = [(ciede2000(seen[i], seen[j]), i + 1, j + 1) for i in range(8) for j in range(i)]
            least, i, j = min(apart)
            print(f"{theme}: {sight} sight, least distance {least:.1f} (--c{j}, --c{i})")
            is_good &= least >= 20
    sys.exit(0 if is_good else 1)


main()
