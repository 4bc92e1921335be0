"""PDF files that hide or show text by a trick, and honest ones that look like them, with real embedded fonts.

A set of `tricks.py`. A page is written by hand; fonts are embedded as they are, with a map to Unicode that lies, or with outlines
that were exchanged. `missing()` says what is not installed.
"""
import functools
import io
import random
import zlib

import outlines
from outlines import missing  # noqa: F401

SUFFIX = ".pdf"
TEXT = (
    "The number of boats falls before a storm in thirty-one of forty cases, and the keeper of the harbour wrote all of them "
    "down in his ledger. Nobody asked him why the lamps had gone out before the tide turned, although every family on the quay "
    "had waited for an answer since the autumn. When the commission finally arrived, it found forty pages of numbers, a broken "
    "barometer and a map of the sandbanks that no pilot had ever seen."
)
OWN = (
    "This essay is about quite another thing, namely how a village choir prepares its yearly concert. It tells of the singers, "
    "their rehearsals in a cold hall, the borrowed piano and the cakes that were sold at the door."
)
HAN = (
    "大风到来以前，港口里的船只数量在四十次中有三十一次明显下降，看守人把这些数字全部写进了自己的账本。没有人问过他，为什么灯塔的灯在涨潮之前就已经熄灭，"
    "虽然码头上的每一户人家从秋天起就在等待一个答案。等到调查委员会终于来到的时候，他们只找到了四十页数字、一个破碎的气压计，以及一张任何领航员都没有见过的沙洲地图。"
)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
JUNK = "xqzvkjwpmg"


# The file.

class Pdf:
    def __init__(self):
        self.objects = [None, None]
        self.pages, self.catalog = [], ""

    def add(self, body):
        self.objects.append(body if isinstance(body, bytes) else body.encode())
        return f"{len(self.objects)} 0 R"

    def stream(self, data, entries=""):
        data = data if isinstance(data, bytes) else data.encode("latin-1")
        packed = zlib.compress(data)
        return self.add(f"<<{entries}/Filter/FlateDecode/Length {len(packed)}>>stream\n".encode() + packed + b"\nendstream")

    def page(self, content, resources="", entries="", box="0 0 612 792"):
        contents = self.stream(content)
        self.pages.append(self.add(f"<</Type/Page/Parent 2 0 R/MediaBox[{box}]/Contents {contents}/Resources<<{resources}>>{entries}>>"))

    def form(self, content, resources="", entries="", box="0 0 612 792"):
        return self.stream(content, f"/Type/XObject/Subtype/Form/BBox[{box}]/Resources<<{resources}>>{entries}")

    def bytes(self):
        self.objects[0] = f"<</Type/Catalog/Pages 2 0 R{self.catalog}>>".encode()
        self.objects[1] = f"<</Type/Pages/Kids[{' '.join(self.pages)}]/Count {len(self.pages)}>>".encode()
        out, places = b"%PDF-1.7\n", []
        for number, body in enumerate(self.objects, 1):
            places.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        table = b"".join(b"%010d 00000 n \n" % place for place in places)
        size = len(self.objects) + 1
        end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(out))
        return out + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + end


def to_unicode(pairs, digits):
    """A map from codes to what they are said to be."""
    rows = [f"<{code:0{digits}x}> <{said.encode('utf-16-be').hex()}>" for code, said in sorted(pairs.items())]
    blocks = [rows[at : at + 100] for at in range(0, len(rows), 100)]
    body = "".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks)
    return (f"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def\n1 begincodespacerange "
            f"<{'0' * digits}> <{'f' * digits}> endcodespacerange\n{body}endcmap end end")


# Fonts. Each has `name`, `width(c)` in thousandths and `show(text)`, the operand of Tj.

class Face:
    """A font of a page: characters to codes, and their widths."""

    def __init__(self, reference, codes, widths, digits=2):
        self.reference, self.codes, self.widths, self.digits = reference, codes, widths, digits

    def width(self, text):
        return sum(self.widths[c] for c in text)

    def show(self, text):
        return "<" + "".join(f"{self.codes[c]:0{self.digits}x}" for c in text) + ">"


@functools.lru_cache
def cut(path, text):
    font = outlines.subset(path, text)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def reopened(path, text):
    from fontTools.ttLib import TTFont
    return TTFont(io.BytesIO(cut(path, "".join(sorted(set(text))))))


def exchanged(font, swap):
    """Puts the outline of each character where another one's was: `swap` from the one seen to the one that is named."""
    cmap = font.getBestCmap()
    names = {cmap[ord(named)]: cmap[ord(seen)] for seen, named in swap.items() if ord(seen) in cmap and ord(named) in cmap}
    if "glyf" in font:
        table, metrics = font["glyf"], font["hmtx"]
        old = {name: (table[name], metrics[name]) for name in cmap.values()}
        for named, seen in names.items():
            table[named], metrics[named] = old[seen]
        return font
    strings, metrics = font["CFF "].cff.topDictIndex[0].CharStrings, font["hmtx"]
    old = {name: (strings[name], metrics[name]) for name in cmap.values()}
    for named, seen in names.items():
        strings[named], metrics[named] = old[seen]
    return font


def metrics(font):
    scale = 1000 / font["head"].unitsPerEm
    return {chr(c): font["hmtx"][name][0] * scale for c, name in font.getBestCmap().items()}


def descriptor(pdf, name, file, flags=4):
    return pdf.add(f"<</Type/FontDescriptor/FontName/{name}/Flags {flags}/FontBBox[-200 -300 1200 1000]/ItalicAngle 0/Ascent 900"
                   f"/Descent -250/CapHeight 700/StemV 80/{file}>>")


def saved(font):
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def cid(pdf, text, path=outlines.SERIF, says=None, swap=None, vertical=False):
    """A CID font. `says` tells what the map says of a character, None for no map; `swap` exchanges outlines."""
    font = reopened(path, text)
    widths = metrics(font)
    if swap:
        font = exchanged(font, swap)
        widths = metrics(font)
    numbers = {chr(c): font.getGlyphID(name) for c, name in font.getBestCmap().items()}
    data = saved(font)
    if "glyf" in font:
        file = f"FontFile2 {pdf.stream(data, f'/Length1 {len(data)}')}"
    else:
        file = f"FontFile3 {pdf.stream(font.getTableData('CFF '), '/Subtype/CIDFontType0C')}"
    kind = "CIDFontType2/CIDToGIDMap/Identity" if "glyf" in font else "CIDFontType0"
    rows = " ".join(f"{number} [{widths[c]:.0f}]" for c, number in numbers.items())
    name = "ABCDEF+" + path.stem
    inner = pdf.add(f"<</Type/Font/Subtype/{kind}/BaseFont/{name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
                    f"/FontDescriptor {descriptor(pdf, name, file)}/DW 1000/W[{rows}]>>")
    said = {} if says is None else {number: says(c) for c, number in numbers.items()}
    unicode = f"/ToUnicode {pdf.stream(to_unicode(said, 4))}" if said else ""
    mode = "V" if vertical else "H"
    return Face(pdf.add(f"<</Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-{mode}/DescendantFonts[{inner}]{unicode}>>"),
                numbers, widths, 4)


def simple(pdf, text, path=outlines.SERIF, says=None, swap=None):
    """A TrueType or CFF font of one byte in WinAnsi."""
    font = reopened(path, text)
    if swap:
        font = exchanged(font, swap)
    widths = metrics(font)
    codes = {c: ord(c) for c in widths if ord(c) < 127}
    if "glyf" in font:
        data = saved(font)
        file, kind = f"FontFile2 {pdf.stream(data, f'/Length1 {len(data)}')}", "TrueType"
    else:
        file, kind = f"FontFile3 {pdf.stream(font.getTableData('CFF '), '/Subtype/Type1C')}", "Type1"
    return with_widths(pdf, "ABCDEF+" + path.stem, kind, file, codes, widths, says)


def with_widths(pdf, name, kind, file, codes, widths, says):
    by_code = {code: widths[c] for c, code in codes.items()}
    rows = " ".join(f"{by_code.get(code, 0):.0f}" for code in range(32, 127))
    unicode = f"/ToUnicode {pdf.stream(to_unicode({code: says(c) for c, code in codes.items()}, 2))}" if says else ""
    return Face(pdf.add(f"<</Type/Font/Subtype/{kind}/BaseFont/{name}/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[{rows}]"
                        f"/FontDescriptor {descriptor(pdf, name, file, 32)}{unicode}>>"), codes, widths)


def type1(pdf, says=None):
    """The whole Type 1 font of URW, with three parts as PFB has them."""
    data, parts, at = outlines.TYPE1.read_bytes(), [], 0
    while at < len(data) and data[at] == 0x80 and data[at + 1] != 3:
        length = int.from_bytes(data[at + 2 : at + 6], "little")
        parts.append((data[at + 1], data[at + 6 : at + 6 + length]))
        at += 6 + length
    clear = b"".join(part for kind, part in parts[:1])
    middle = b"".join(part for kind, part in parts if kind == 2)
    end = b"".join(part for kind, part in parts[1:] if kind == 1)
    file = f"FontFile {pdf.stream(clear + middle + end, f'/Length1 {len(clear)}/Length2 {len(middle)}/Length3 {len(end)}')}"
    afm = outlines.TYPE1.with_suffix(".afm").read_text(encoding="latin-1")
    rows = [line.split(";") for line in afm.splitlines() if line.startswith("C ")]
    widths = {chr(int(row[0].split()[1])): float(row[1].split()[1]) for row in rows if 32 <= int(row[0].split()[1]) < 127}
    return with_widths(pdf, "NimbusRoman-Regular", "Type1", file, {c: ord(c) for c in widths}, widths, says)


def type3(pdf, text, says=None, swap=None, how="outline"):
    """A font whose letters are drawings. `swap`: from the letter that is seen to the one that its name says."""
    font, named = outlines.opened(outlines.SANS), dict(swap or {})
    cmap, widths = font.getBestCmap(), metrics(font)
    draw = {"outline": type3_outline, "bitmap": type3_bitmap, "stroke": type3_stroke}[how]
    letters = sorted(set(text))
    codes = {c: ord(named.get(c, c)) for c in letters}
    procs = {codes[c]: pdf.stream(draw(font, cmap[ord(c)], widths[c])) for c in letters}
    names = {code: cmap[code] for code in procs}
    seen = {code: c for c, code in codes.items()}
    rows = " ".join(f"{widths[seen[code]]:.0f}" if code in seen else "0" for code in range(32, 127))
    unicode = f"/ToUnicode {pdf.stream(to_unicode({codes[c]: says(c) for c in letters}, 2))}" if says else ""
    reference = pdf.add(
        f"<</Type/Font/Subtype/Type3/FontBBox[0 -300 1100 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 32/LastChar 126/Widths[{rows}]"
        f"/CharProcs<<{' '.join(f'/{names[code]} {proc}' for code, proc in procs.items())}>>/Resources<<>>"
        f"/Encoding<</Type/Encoding/Differences[{' '.join(f'{code} /{name}' for code, name in names.items())}]>>{unicode}>>")
    return Face(reference, codes, {c: widths[c] for c in letters})


def scaled(font, glyph):
    scale = 1000 / font["head"].unitsPerEm
    return [[(x * scale, y * scale) for x, y in ring] for ring in outlines.contours(font, glyph)]


def drawn(rings):
    return " ".join(" ".join(f"{x:.1f} {y:.1f} {'l' if at else 'm'}" for at, (x, y) in enumerate(ring)) + " h" for ring in rings)


def type3_outline(font, glyph, width):
    return f"{width:.0f} 0 0 -300 1100 1000 d1 {drawn(scaled(font, glyph))} f"


def type3_stroke(font, glyph, width):
    return f"{width:.0f} 0 0 -300 1100 1000 d1 20 w {drawn(scaled(font, glyph))} S"


def type3_bitmap(font, glyph, width):
    rows = outlines.raster(scaled(font, glyph), (0, -256, 1024, 768), 64, 64)
    bits = "".join("".join("%02x" % sum(bit << (7 - at) for at, bit in enumerate(row[left : left + 8])) for left in range(0, 64, 8)) for row in rows)
    return (f"{width:.0f} 0 0 -300 1100 1000 d1 1024 0 0 1024 0 -256 cm BI /W 64 /H 64 /IM true /BPC 1 /D[1 0] /F /AHx ID {bits}> EI")


# Lines.

def rows_of(text, face, size, measure):
    """Lines of at most a measure."""
    words, row, out = text.split(" "), "", []
    if len(words) < 4:
        step = int(measure / size)
        return [text[at : at + step] for at in range(0, len(text), step)]
    for word in words:
        longer = f"{row} {word}".strip()
        if row and face.width(longer) * size / 1000 > measure:
            out.append(row)
            longer = word
        row = longer
    return out + [row]


def set_text(face, text, paint=None, name="F", top=720, size=12, left=72, measure=460, before=""):
    """Lines of text, each painted by `paint(face, row, size)`, where the text matrix is at its beginning."""
    paint = paint or (lambda face, row, size: face.show(row) + " Tj")
    out = [f"BT /{name} {size} Tf {before}"]
    for number, row in enumerate(rows_of(text, face, size, measure)):
        out.append(f"1 0 0 1 {left} {top - number * size * 1.4:.1f} Tm {paint(face, row, size)}")
    return "\n".join(out) + "\nET\n"


def file(make, text=TEXT, path=outlines.SERIF, more="", **entries):
    """A file of one page, whose content is `make(face, own)`: the text's face, and a paragraph of one's own."""
    pdf = Pdf()
    face = cid(pdf, text + OWN + JUNK, path, says=lambda c: c)
    own = set_text(face, OWN, top=200)
    content = make(pdf, face, own)
    extra = ""
    if isinstance(content, tuple):
        content, extra = content
    pdf.page(content, f"/Font<</F {face.reference}>>{extra}{more}", **entries)
    return pdf.bytes()


def page(content, face, pdf, more="", faces="", **entries):
    pdf.page(content, f"/Font<</F {face.reference}{faces}>>{more}", **entries)
    return pdf.bytes()


# Fonts that lie.

def turned(letters, by=1):
    return {c: letters[(at + by) % len(letters)] for at, c in enumerate(letters)}


NEXT = turned(LETTERS)
# Letters of one kind each: with a hole, without one, below the line.
ALIKE = {**turned("aeobd"), **turned("cnsutvxmwrk"), **turned("pqg")}
ONE_IN_FEW = {**turned("nu"), **turned("ae"), **turned("st")}


def han_swap(text, share=1):
    signs = sorted({c for c in text if "一" <= c <= "鿿"})
    random.Random(7).shuffle(signs)
    return turned(signs[: int(len(signs) * share)])


def lie(swap):
    return lambda c: swap.get(c, c)


def lying(font, text=TEXT):
    def build():
        pdf = Pdf()
        face = font(pdf)
        return page(set_text(face, text), face, pdf)
    return build


def beside_text(font):
    """Text of a font that lies, above a paragraph of an honest one."""
    def build():
        pdf = Pdf()
        face, own = font(pdf), cid(pdf, OWN, outlines.SANS, says=lambda c: c)
        return page(set_text(face, TEXT) + set_text(own, OWN, name="O", top=200), face, pdf, faces=f"/O {own.reference}")
    return build


def lies():
    for name, swap in [("all", NEXT), ("alike", ALIKE), ("few", ONE_IN_FEW)]:
        yield f"map-lies-truetype-{name}", lying(lambda pdf, swap=swap: simple(pdf, TEXT, says=lie(swap)))
        yield f"outlines-exchanged-{name}", lying(lambda pdf, swap=swap: named(simple(pdf, TEXT + LETTERS, swap=swap), swap))
    yield "map-lies-sans", lying(lambda pdf: simple(pdf, TEXT, outlines.SANS, says=lie(ALIKE)))
    yield "map-lies-cid", lying(lambda pdf: cid(pdf, TEXT, says=lie(NEXT)))
    yield "map-lies-type1", lying(lambda pdf: type1(pdf, says=lie(NEXT)))
    yield "map-lies-cff", lying(lambda pdf: cid(pdf, TEXT, outlines.CFF, says=lie(NEXT)))
    yield "map-lies-chinese", lying(lambda pdf: cid(pdf, HAN, outlines.CHINESE, says=lie(han_swap(HAN))), HAN)
    yield "map-lies-chinese-third", lying(lambda pdf: cid(pdf, HAN, outlines.CHINESE, says=lie(han_swap(HAN, 0.34))), HAN)
    yield "outlines-exchanged-chinese", lying(lambda pdf: named(cid(pdf, HAN, outlines.CHINESE, says=lambda c: c, swap=han_swap(HAN)), han_swap(HAN)), HAN)
    yield "map-to-another-script", lying(lambda pdf: cid(pdf, TEXT, says=lie({c: chr(0x4E00 + 37 * at) for at, c in enumerate(LETTERS)})))
    yield "map-to-digits", lying(lambda pdf: cid(pdf, TEXT, says=lie({c: chr(0x30 + at % 10) for at, c in enumerate(LETTERS)})))
    yield "map-to-private-use", lying(lambda pdf: cid(pdf, TEXT, says=lie({c: chr(0xE000 + at) for at, c in enumerate(LETTERS)})))
    yield "map-to-nothing", lying(lambda pdf: cid(pdf, TEXT, says=lie({c: "\u200b" for c in LETTERS})))
    yield "map-to-two-letters", lying(lambda pdf: cid(pdf, TEXT, says=lie({c: NEXT[c] + c for c in LETTERS})))
    yield "no-map-no-names", lying(lambda pdf: cid(pdf, TEXT))
    yield "no-map-beside-text", beside_text(lambda pdf: cid(pdf, TEXT))
    yield "private-use-beside-text", beside_text(lambda pdf: cid(pdf, TEXT, says=lie({c: chr(0xE000 + at) for at, c in enumerate(LETTERS)})))
    yield "names-lie-cff", lying(lambda pdf: named(simple(pdf, TEXT + LETTERS, outlines.CFF, swap=NEXT), NEXT))
    for how in ["outline", "bitmap", "stroke"]:
        yield f"type3-{how}-exchanged", lying(lambda pdf, how=how: type3(pdf, TEXT, swap=NEXT, how=how))
        yield f"type3-{how}-map-lies", lying(lambda pdf, how=how: type3(pdf, TEXT, says=lie(ALIKE), how=how))


def named(face, swap):
    """The face of a font with exchanged outlines: what is seen is written by the code of what it is called."""
    codes = {c: face.codes[swap.get(c, c)] for c in face.codes if swap.get(c, c) in face.codes}
    return Face(face.reference, codes, {c: face.widths[swap.get(c, c)] for c in codes}, face.digits)


# Words that are cut, or out of order: what is seen is all there.

def pulled_back(face, row, size):
    """A blank inside of each long word, and the gap taken back."""
    cut = []
    for word in row.split():
        cut += [face.show(word[:2] + " "), f"{face.width(' '):.0f}", face.show(word[2:] + " ")] if len(word) > 3 else [face.show(word + " ")]
    return f"[{' '.join(cut)}] TJ"


def by_word_space(face, row, size):
    out = []
    for word in row.split():
        head, tail = (word[:2], word[2:]) if len(word) > 3 else (word, "")
        back = f"{-face.width(' ') * size / 1000:.2f}"
        out.append(f"{face.show(head)} Tj {back} Tc {face.show(' ')} Tj 0 Tc {face.show(tail + ' ')} Tj" if tail else f"{face.show(head + ' ')} Tj")
    return " ".join(out)


def placed(order):
    """Letters that are painted one by one, in some order."""
    def paint(face, row, size):
        places, x = [], 0.0
        for c in row:
            places.append((x, c))
            x += face.width(c) * size / 1000
        return " ".join(f"1 0 0 1 {72 + x:.2f} {{y}} Tm {face.show(c)} Tj" for x, c in order(places) if c != " ")
    return paint


def set_placed(face, text, order):
    out = ["BT /F 12 Tf"]
    for number, row in enumerate(rows_of(text, face, 12, 460)):
        out.append(placed(order)(face, row, 12).replace("{y}", f"{720 - 16.8 * number:.1f}"))
    return "\n".join(out) + "\nET\n"


def shuffled(places):
    places = list(places)
    random.Random(3).shuffle(places)
    return places


def every_second(places):
    return places[::2] + places[1::2]


def between(before, after):
    """Blanks that are letters which are not seen."""
    def paint(face, row, size):
        out = []
        for at, word in enumerate(row.split(" ")):
            junk = JUNK[at % len(JUNK)]
            out.append(f"{face.show(word)} Tj {before} {face.show(junk)} Tj {after}")
        return " ".join(out)
    return paint


def lined(paint):
    return lambda: file(lambda pdf, face, own: set_text(face, TEXT, paint))


def order_of(order):
    return lambda: file(lambda pdf, face, own: set_placed(face, TEXT, order))


def odd_map(change):
    """A map that says more, or other, than the letter, which looks the same."""
    return lying(lambda pdf: cid(pdf, TEXT, outlines.SANS, says=change))


LOOK = dict(zip("aceopxyi", "асеорхуі"))


def shown():
    yield "blanks-pulled-back", lined(pulled_back)
    yield "blanks-pulled-back-by-spacing", lined(by_word_space)
    yield "painted-backwards", order_of(lambda places: places[::-1])
    yield "painted-in-any-order", order_of(shuffled)
    yield "every-second-letter-first", order_of(every_second)
    yield "letter-by-letter", order_of(lambda places: places)
    yield "white-letters-for-blanks", lined(between("1 g", "0 g"))
    yield "unpainted-letters-for-blanks", lined(between("3 Tr", "0 Tr"))
    yield "tiny-letters-for-blanks", lined(between("/F .5 Tf", "/F 12 Tf [-300] TJ"))
    yield "cyrillic-in-the-map", odd_map(lie(LOOK))
    yield "no-width-in-the-map", odd_map(lambda c: c + "\u200b" if c in "aeiou" else c)
    yield "soft-hyphen-in-the-map", odd_map(lambda c: c + "\u00ad" if c in "aeiou" else c)
    yield "full-width-in-the-map", odd_map(lambda c: chr(ord(c) + 0xFEE0) if c in LETTERS else c)
    yield "mathematical-in-the-map", odd_map(lambda c: chr(0x1D41A + ord(c) - 97) if c in LETTERS else c)
    yield "actual-text-lies", lambda: file(
        lambda pdf, face, own: f"/Span <</ActualText <{('feff' + OWN.encode('utf-16-be').hex())}>>> BDC\n{set_text(face, TEXT)}EMC\n")
    yield "in-a-form", lambda: file(in_form)
    yield "in-forms-in-forms", lambda: file(lambda pdf, face, own: in_form(pdf, face, own, 6))
    yield "rotated-by-matrix", lambda: file(lambda pdf, face, own: f"q 0 1 -1 0 612 0 cm {set_text(face, TEXT, top=560)} Q")
    yield "chinese-painted-backwards", lambda: chinese(lambda face: set_han(face, backwards=True))


def in_form(pdf, face, own, depth=1):
    reference = pdf.form(set_text(face, TEXT), f"/Font<</F {face.reference}>>")
    for _ in range(depth - 1):
        reference = pdf.form("/X Do", f"/XObject<</X {reference}>>")
    return "/X Do", f"/XObject<</X {reference}>>"


def chinese(make, **how):
    pdf = Pdf()
    face = cid(pdf, HAN, outlines.CHINESE, says=lambda c: c, **how)
    return page(make(face), face, pdf)


def set_han(face, backwards=False):
    out, step = ["BT /F 12 Tf"], 36
    for number, at in enumerate(range(0, len(HAN), step)):
        row = [(72 + 12 * place, c) for place, c in enumerate(HAN[at : at + step])]
        for x, c in reversed(row) if backwards else row:
            out.append(f"1 0 0 1 {x} {720 - 18 * number} Tm {face.show(c)} Tj")
    return "\n".join(out) + "\nET\n"


# Text that nobody sees, above a paragraph of one's own.

def hidden(before, after="", more=""):
    return lambda: file(lambda pdf, face, own: (f"q {before} {set_text(face, TEXT)} {after} Q {own}", more))


def state(entries):
    """A graphics state, of which `entries(pdf)` tells."""
    return lambda: file(lambda pdf, face, own: (f"q /G gs {set_text(face, TEXT)} Q {own}", f"/ExtGState<</G<<{entries(pdf)}>>>>"))


def soft_mask(kind, content):
    group = "/Group<</S/Transparency/CS/DeviceGray>>"
    return lambda pdf: f"/SMask<</S/{kind}/G {pdf.form(content, '', group)}>>"


def white_function(end="1 1 1"):
    return f"<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[{end}]/N 1>>"


def shading(end="1 1 1"):
    return f"<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 612 0]/Extend[true true]/Function {white_function(end)}>>"


def shaded(end):
    return lambda: file(lambda pdf, face, own: (f"q /Pattern cs /P scn {set_text(face, TEXT)} Q {own}",
                                                f"/Pattern<</P<</PatternType 2/Shading {shading(end)}>>>>"))


def tiled(content, text=TEXT):
    """Text that is filled with a pattern of this content."""
    def make(pdf, face, own):
        tile = pdf.stream(content, "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>")
        return f"q /Pattern cs /P scn {set_text(face, text)} Q {own}", f"/Pattern<</P {tile}>>"
    return lambda: file(make)


def in_tile(pdf, face, own):
    """A rectangle that is filled with a pattern which is the text."""
    tile = pdf.stream(set_text(face, TEXT), "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 612 792]/XStep 612/YStep 792"
                      f"/Resources<</Font<</F {face.reference}>>>>")
    return f"q /Pattern cs /P scn 0 300 612 492 re f Q {own}", f"/Pattern<</P {tile}>>"


def colored(space, values):
    return lambda: file(lambda pdf, face, own: (f"q /C cs {values} scn {set_text(face, TEXT)} Q {own}", f"/ColorSpace<</C {space(pdf)}>>"))


def icc(pdf):
    """A color space of a profile; one that cannot be read falls back to what it names."""
    return f"[/ICCBased {pdf.stream(b'no profile', '/N 3/Alternate/DeviceRGB')}]"


def separation(pdf):
    return "[/Separation/Spot/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 1 0]/N 1>>]"


def layered(pdf, face, own, by_form=False):
    group = pdf.add("<</Type/OCG/Name(Layer)>>")
    pdf.catalog += f"/OCProperties<</OCGs[{group}]/D<</OFF[{group}]/Order[{group}]>>>>"
    if by_form:
        form = pdf.form(set_text(face, TEXT), f"/Font<</F {face.reference}>>", f"/OC {group}")
        return f"/X Do {own}", f"/XObject<</X {form}>>"
    return f"/OC /L BDC {set_text(face, TEXT)} EMC {own}", f"/Properties<</L {group}>>"


def image(pdf, rows, colors="/DeviceGray"):
    return pdf.stream(bytes(v for row in rows for v in row), f"/Type/XObject/Subtype/Image/Width {len(rows[0])}/Height {len(rows)}"
                      f"/ColorSpace{colors}/BitsPerComponent 8")


def covered_by_image(pdf, face, own):
    return f"{set_text(face, TEXT)} q 500 0 0 140 60 600 cm /I Do Q {own}", f"/XObject<</I {image(pdf, [[255] * 8] * 8)}>>"


def ellipse(x, y, w, h):
    """A round path."""
    k = 0.5523
    return (f"{x} {y + h} m {x + k * w} {y + h} {x + w} {y + k * h} {x + w} {y} c {x + w} {y - k * h} {x + k * w} {y - h} {x} {y - h} c "
            f"{x - k * w} {y - h} {x - w} {y - k * h} {x - w} {y} c {x - w} {y + k * h} {x - k * w} {y + h} {x} {y + h} c")


def noted(kind, entries, own_too=True):
    """An annotation that has the text."""
    def build():
        pdf = Pdf()
        face = cid(pdf, TEXT + OWN, says=lambda c: c)
        note = pdf.add(f"<</Type/Annot/Subtype/{kind}/Rect[60 500 560 740]/Contents({TEXT}){entries(pdf, face)}>>")
        return page(set_text(face, OWN, top=200), face, pdf, entries=f"/Annots[{note}]")
    return build


def appearance(pdf, face):
    return f"/DA(/F 12 Tf)/AP<</N {pdf.form(set_text(face, TEXT), f'/Font<</F {face.reference}>>', '', '60 500 560 740')}>>"


def attached():
    pdf = Pdf()
    face = cid(pdf, OWN, says=lambda c: c)
    data = pdf.stream(TEXT, "/Type/EmbeddedFile")
    spec = pdf.add(f"<</Type/Filespec/F(a.txt)/EF<</F {data}>>>>")
    pdf.catalog = f"/Names<</EmbeddedFiles<</Names[(a.txt) {spec}]>>>>"
    return page(set_text(face, OWN), face, pdf)


def lines_of_rings(text, size, top=720):
    """The outlines of a text, set in lines on a page."""
    font = outlines.opened(outlines.SANS)
    cmap, widths = font.getBestCmap(), metrics(font)
    face = Face("", {}, widths)
    for number, row in enumerate(rows_of(text, face, size, 460)):
        x = 72.0
        for c in row:
            for ring in scaled(font, cmap[ord(c)]):
                yield [(x + px * size / 1000, top - number * size * 1.4 + py * size / 1000) for px, py in ring]
            x += widths[c] * size / 1000


def as_picture(strips=1, own=""):
    """The page as a picture, in some strips."""
    def build():
        pdf = Pdf()
        face = cid(pdf, OWN, says=lambda c: c)
        rings, resources, content = list(lines_of_rings(TEXT, 12)), "", ""
        for strip in range(strips):
            y1 = 792 - strip * 792 / strips
            box = (0, y1 - 792 / strips, 612, y1)
            rows = outlines.raster(rings, box, 612, 792 // strips)
            pixels = [[0 if bit else 255 for bit in row] for row in rows]
            resources += f"/I{strip} {image(pdf, pixels)}"
            content += f"q 612 0 0 {792 / strips} 0 {box[1]} cm /I{strip} Do Q "
        return page(content + (set_text(face, own, top=200) if own else ""), face, pdf, f"/XObject<<{resources}>>")
    return build


def as_paths(own):
    def build():
        pdf = Pdf()
        face = cid(pdf, OWN, says=lambda c: c)
        return page(f"{drawn(lines_of_rings(TEXT, 12))} f " + (set_text(face, OWN, top=200) if own else ""), face, pdf)
    return build


def lost():
    for mode in (3, 7):
        yield f"render-mode-{mode}", hidden(f"{mode} Tr")
    yield "no-size", lambda: file(lambda pdf, face, own: set_text(face, TEXT).replace(" 12 Tf", " 0 Tf") + own)
    yield "half-a-point", lambda: file(lambda pdf, face, own: set_text(face, TEXT, size=0.5) + own)
    yield "shrunk", hidden(".01 0 0 .01 300 500 cm")
    yield "flat", hidden("1 0 0 .001 0 500 cm")
    yield "narrow", lambda: file(lambda pdf, face, own: set_text(face, TEXT, before="1 Tz ") + own)
    yield "off-the-page", hidden("1 0 0 1 -2000 0 cm")
    yield "below-the-page", hidden("1 0 0 1 0 -900 cm")
    yield "outside-the-crop", lambda: file(lambda pdf, face, own: set_text(face, TEXT, top=780) + own, entries="/CropBox[0 0 612 300]")
    yield "clipped-away", hidden("0 0 10 10 re W n")
    yield "clipped-by-nothing", hidden("0 0 m 0 0 l h W n")
    yield "clipped-by-a-round", hidden(f"{ellipse(300, 100, 40, 40)} W n")
    yield "covered-by-white", hidden("", "1 g 60 560 500 190 re f")
    yield "covered-by-a-picture", lambda: file(covered_by_image)
    yield "covered-by-a-round", hidden("", f"1 g {ellipse(306, 680, 600, 300)} f")
    yield "covered-by-a-thick-line", hidden("", "1 G 300 w 0 690 m 612 690 l S")
    yield "covered-in-strips", hidden("", "1 g " + " ".join(f"60 {740 - 8 * at} 500 8.2 re f" for at in range(24)))
    yield "covered-by-a-shading", lambda: file(
        lambda pdf, face, own: (f"{set_text(face, TEXT)} q 60 560 500 190 re W n /S sh Q {own}", f"/Shading<</S {shading()}>>"))
    yield "layer-off", lambda: file(layered)
    yield "layer-off-by-a-form", lambda: file(lambda pdf, face, own: layered(pdf, face, own, True))
    for name, values in [("gray", "1 g"), ("rgb", "1 1 1 rg"), ("cmyk", "0 0 0 0 k"), ("near-gray", "0.94 g"), ("near-rgb", ".96 .98 .93 rg"), ("near-cmyk", ".02 .03 0 .01 k")]:
        yield f"white-{name}", hidden(values)
    yield "white-separation", colored(separation, "0")
    yield "near-white-separation", colored(separation, ".03")
    yield "white-icc", colored(icc, "1 1 1")
    yield "near-white-icc", colored(icc, ".95 .97 .96")
    yield "white-lab", colored(lambda pdf: "[/Lab<</WhitePoint[.95 1 1.09]/Range[-100 100 -100 100]>>]", "100 0 0")
    yield "white-shading", shaded("1 1 1")
    yield "near-white-shading", shaded(".95 .96 .97")
    yield "white-tiles", tiled("1 g 0 0 9 9 re f")
    yield "empty-tiles", tiled("0 g 0 0 0 0 re f")
    yield "no-opacity", state(lambda pdf: "/ca 0")
    yield "little-opacity", state(lambda pdf: "/ca .06")
    yield "mask-of-black", state(soft_mask("Luminosity", "0 g 0 0 612 792 re f"))
    yield "mask-of-nothing", state(soft_mask("Alpha", ""))
    yield "mask-elsewhere", state(soft_mask("Luminosity", "1 g 0 0 612 100 re f"))
    yield "black-on-black", lambda: file(lambda pdf, face, own: f"0 g 60 560 500 190 re f {set_text(face, TEXT)} {own}")
    yield "white-in-a-light-cell", lambda: file(lambda pdf, face, own: f".95 g 60 560 500 190 re f 1 g {set_text(face, TEXT)} 0 g {own}")
    yield "white-stroke-on-white", hidden("1 Tr 1 G")
    yield "blend-away", lambda: file(lambda pdf, face, own: (f"1 g 0 0 612 792 re f 0 g q /G gs {set_text(face, TEXT)} Q {own}", "/ExtGState<</G<</BM/Screen>>>>"))
    yield "hidden-note", noted("FreeText", lambda pdf, face: "/F 2" + appearance(pdf, face))


def unread():
    yield "in-a-tile", lambda: file(in_tile)
    yield "free-text-without-appearance", noted("FreeText", lambda pdf, face: "/DA(/Helv 12 Tf 0 g)")
    yield "free-text", noted("FreeText", appearance)
    yield "stamp", noted("Stamp", appearance)
    yield "form-field", noted("Widget", lambda pdf, face: f"/FT/Tx/T(a)/V({TEXT})")
    yield "attachment", attached
    yield "page-is-a-picture", as_picture()
    yield "page-is-a-picture-with-a-line", as_picture(own=OWN)
    yield "page-is-strips-of-pictures", as_picture(12, OWN)
    yield "page-is-paths", as_paths(False)
    yield "paths-beside-text", as_paths(True)


# Honest files.

def honest_face(font, text=TEXT):
    return lying(font, text)


def scan():
    pdf = Pdf()
    face = cid(pdf, TEXT, outlines.SANS, says=lambda c: c)
    rows = outlines.raster(list(lines_of_rings(TEXT, 12)), (0, 0, 612, 792), 612, 792)
    picture = image(pdf, [[0 if bit else 255 for bit in row] for row in rows])
    return page(f"q 612 0 0 792 0 0 cm /I Do Q {set_text(face, TEXT, before='3 Tr ')}", face, pdf, f"/XObject<</I {picture}>>")


def ligatures():
    pdf = Pdf()
    face = cid(pdf, TEXT + "ﬁﬂ", says=lambda c: {"ﬁ": "fi", "ﬂ": "fl"}.get(c, c))
    return page(set_text(face, TEXT.replace("fi", "ﬁ").replace("fl", "ﬂ")), face, pdf)


def small_capitals(face, row, size):
    out = []
    for word in row.split(" "):
        out.append(f"/F {size} Tf {face.show(word[0].upper())} Tj /F {size * 0.75} Tf {face.show(word[1:].upper())} Tj /F {size} Tf {face.show(' ')} Tj")
    return " ".join(out)


def kerned(face, row, size):
    out = "".join(f"{face.show(c)} {random.Random(at).choice([-60, -20, 0, 0, 15, 40, 70])} " for at, c in enumerate(row))
    return f"[{out}] TJ"


def over(before, after="", top=720):
    return lambda: file(lambda pdf, face, own: f"{before} {set_text(face, TEXT, top=top)} {after}")


def on_dark_picture(pdf, face, own):
    return f"q 560 0 0 300 30 480 cm /I Do Q 1 g {set_text(face, TEXT)}", f"/XObject<</I {image(pdf, [[30, 60, 40, 50]] * 4)}>>"


def on_dark_shading(pdf, face, own):
    dark = shading(".2 .2 .4").replace("/C0[1 1 1]", "/C0[.1 .1 .2]")
    return f"q 30 480 560 300 re W n /S sh Q 1 g {set_text(face, TEXT)}", f"/Shading<</S {dark}>>"


def in_gradient(pdf, face, own):
    dark = shading(".2 .2 .6").replace("/C0[1 1 1]", "/C0[.6 .1 .2]")
    return f"/Pattern cs /P scn {set_text(face, TEXT)}", f"/Pattern<</P<</PatternType 2/Shading {dark}>>>>"


def vertical():
    def make(face):
        out, step = ["BT /F 12 Tf"], 40
        for number, at in enumerate(range(0, len(HAN), step)):
            out.append(f"1 0 0 1 {500 - 20 * number} 720 Tm {face.show(HAN[at : at + step])} Tj")
        return "\n".join(out) + "\nET\n"
    return chinese(make, vertical=True)


def honest():
    yield "truetype", honest_face(lambda pdf: simple(pdf, TEXT))
    yield "cid", honest_face(lambda pdf: cid(pdf, TEXT, says=lambda c: c))
    yield "cid-sans", honest_face(lambda pdf: cid(pdf, TEXT, outlines.SANS, says=lambda c: c))
    yield "cff-with-names-and-no-map", honest_face(lambda pdf: simple(pdf, TEXT, outlines.CFF))
    yield "type1", honest_face(type1)
    yield "type1-with-a-map", honest_face(lambda pdf: type1(pdf, says=lambda c: c))
    for how in ("outline", "bitmap", "stroke"):
        yield f"type3-{how}", honest_face(lambda pdf, how=how: type3(pdf, TEXT, how=how))
    yield "chinese", honest_face(lambda pdf: cid(pdf, HAN, outlines.CHINESE, says=lambda c: c), HAN)
    yield "chinese-vertical", vertical
    yield "ligatures", ligatures
    yield "small-capitals", lambda: file(lambda pdf, face, own: set_text(face, TEXT.upper(), small_capitals, measure=420), TEXT + TEXT.upper())
    yield "kerned", lined(kerned)
    yield "white-on-a-dark-page", over("0 g 0 0 612 792 re f 1 g")
    yield "white-in-a-dark-cell", over(".1 .2 .4 rg 60 560 500 190 re f 1 g")
    yield "white-in-a-dark-round", over(f".1 .2 .4 rg {ellipse(306, 680, 600, 300)} f 1 g")
    yield "white-on-a-thick-line", over("0 0 .4 RG 300 w 0 690 m 612 690 l S 1 g")
    yield "white-on-a-dark-picture", lambda: file(on_dark_picture)
    yield "white-on-a-dark-shading", lambda: file(on_dark_shading)
    yield "gradient", lambda: file(in_gradient)
    yield "gray", over(".55 g")
    yield "highlighted", over("1 1 0 rg 60 560 500 190 re f 0 g")
    yield "outlined", over("1 Tr")
    yield "bold-by-a-stroke", over("2 Tr .3 w")
    yield "clipped-to-the-page", over("q 20 20 570 750 re W n", "Q")
    yield "clipped-to-a-round", over(f"q {ellipse(306, 640, 900, 700)} W n", "Q")
    yield "under-a-full-mask", lambda: file(lambda pdf, face, own: (f"q /G gs {set_text(face, TEXT)} Q", f"/ExtGState<</G<<{soft_mask('Luminosity', '1 g 0 0 612 792 re f')(pdf)}>>>>"))
    yield "half-opaque", lambda: file(lambda pdf, face, own: (f"q /G gs {set_text(face, TEXT)} Q", "/ExtGState<</G<</ca .6>>>>"))
    yield "rotated-page", lambda: file(lambda pdf, face, own: set_text(face, TEXT), entries="/Rotate 90")
    yield "watermark", lambda: file(lambda pdf, face, own: f"q .85 g BT /F 90 Tf .7 .7 -.7 .7 150 200 Tm {face.show('boats')} Tj ET Q {set_text(face, TEXT)}")
    yield "frame", over("0 G 2 w 50 50 500 700 re S")
    yield "scan", scan


def han_or_latin(name):
    return HAN if "chinese" in name else TEXT


TRICKS = [
    *[(f"lies-{name}", make, None) for name, make in lies()],
    *[(f"shown-{name}", make, han_or_latin(name)) for name, make in shown()],
    *[(f"lost-{name}", make, OWN) for name, make in lost()],
    *[(f"unread-{name}", make, None) for name, make in unread()],
    *[(f"honest-{name}", make, han_or_latin(name)) for name, make in honest()],
]
