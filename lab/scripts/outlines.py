"""Outlines of real fonts, for the scripts that build files of tricks and measure letters.

Needs `fontTools` (`pip install fonttools`, or Debian's `python3-fonttools`) and fonts of Debian:
`apt-get install fonts-dejavu-core fonts-liberation fonts-urw-base35 fonts-wqy-zenhei`.
"""
import io
import pathlib

HOW = __doc__.split("\n\n")[1].replace("\n", " ")
ROOT = pathlib.Path("/usr/share/fonts")
SERIF = ROOT / "truetype/liberation/LiberationSerif-Regular.ttf"
SANS = ROOT / "truetype/dejavu/DejaVuSans.ttf"
CFF = ROOT / "opentype/urw-base35/C059-Roman.otf"
TYPE1 = ROOT / "type1/urw-base35/NimbusRoman-Regular.t1"
CHINESE = ROOT / "truetype/wqy/wqy-zenhei.ttc"


def missing():
    """Says what is missing, or returns None."""
    try:
        import fontTools  # noqa: F401
    except ModuleNotFoundError:
        return f"fontTools is missing. {HOW}"
    absent = [path.name for path in (SERIF, SANS, CFF, TYPE1, CHINESE) if not path.exists()]
    return f"{', '.join(absent)} missing. {HOW}" if absent else None


def opened(path):
    from fontTools.ttLib import TTFont
    return TTFont(path, fontNumber=0 if path.suffix == ".ttc" else -1)


def subset(path, text):
    """A font of these characters alone, as fontTools makes it."""
    from fontTools import subset as tool
    from fontTools.ttLib import TTFont
    options = tool.Options(layout_features=[], hinting=False, glyph_names=True, notdef_outline=True, desubroutinize=True)
    font = opened(path)
    cut = tool.Subsetter(options)
    cut.populate(text=text)
    cut.subset(font)
    out = io.BytesIO()
    font.save(out)
    return TTFont(io.BytesIO(out.getvalue()))


def contours(font, name, steps=4):
    """The outline of a glyph as closed polygons, in units of the font."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    return flattened(pen.value, steps)


def flattened(commands, steps):
    from fontTools.pens.basePen import decomposeQuadraticSegment
    out = []
    for command, points in commands:
        if command == "moveTo":
            out.append([points[0]])
        elif command == "lineTo":
            out[-1].append(points[0])
        elif command == "curveTo":
            out[-1] += curve([out[-1][-1], *points], steps)
        elif command == "qCurveTo" and points[-1] is None:
            ring = points[:-1]
            first = tuple((a + b) / 2 for a, b in zip(ring[-1], ring[0]))
            out.append([first])
            for control, end in decomposeQuadraticSegment([*ring, first]):
                out[-1] += curve([out[-1][-1], control, end], steps)
        elif command == "qCurveTo":
            for control, end in decomposeQuadraticSegment(points):
                out[-1] += curve([out[-1][-1], control, end], steps)
    return [ring for ring in out if len(ring) > 2]


def curve(points, steps):
    """Points on a Bézier curve, by de Casteljau."""
    out = []
    for step in range(1, steps + 1):
        t, row = step / steps, points
        while len(row) > 1:
            row = [tuple(a + (b - a) * t for a, b in zip(p, q)) for p, q in zip(row, row[1:])]
        out.append(row[0])
    return out


def raster(rings, box, width, height):
    """Rows from the top of what is inside, by the nonzero rule, at the middles of the cells of a box (x0, y0, x1, y1)."""
    x0, y0, x1, y1 = box
    rows = []
    for row in range(height):
        y = y1 - (row + 0.5) * (y1 - y0) / height
        crossings = []
        for ring in rings:
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
                if (ay <= y) != (by <= y):
                    crossings.append((ax + (y - ay) / (by - ay) * (bx - ax), 1 if by > ay else -1))
        crossings.sort()
        line, winding, at = [], 0, 0
        for column in range(width):
            x = x0 + (column + 0.5) * (x1 - x0) / width
            while at < len(crossings) and crossings[at][0] <= x:
                winding += crossings[at][1]
                at += 1
            line.append(winding != 0)
        rows.append(line)
    return rows
