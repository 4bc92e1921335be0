"""Files of offices and of LaTeX that hide or show a sentence by a trick, and honest ones that look like tricks.

A set of `tricks.py`. The files are built here, part by part; the names have their endings. `shown` is seen, `lost` is not, and
`aside` stands beside the document.
"""
import io
import zipfile

SEEN = "The number of boats falls before a storm in thirty-one of forty cases."
HAN = "大风到来之前，港口里船的数量在四十次中有三十一次明显下降。"
OWN = "Nobody asked the keeper of the harbour what he had written in his ledger."
XML = '<?xml version="1.0" encoding="UTF-8"?>'
W = ' xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://r" xmlns:mc="http://mc"' \
    ' xmlns:wps="http://wps" xmlns:wp="http://wp" xmlns:a="http://a" xmlns:v="http://v" xmlns:c="http://c"' \
    ' xmlns:dgm="http://dgm" xmlns:w14="http://w14"'


def packed(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return out.getvalue()


# DOCX.

def docx(body, styles="", more=None, relations="", settings=None, background=""):
    rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    parts = {
        "[Content_Types].xml": XML + "<Types/>",
        "_rels/.rels": f'{XML}<Relationships><Relationship Id="m" Type="{rel}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f"{XML}<w:document{W}>{background}<w:body>{body}</w:body></w:document>",
        "word/styles.xml": f"{XML}<w:styles{W}>{styles}</w:styles>",
        "word/_rels/document.xml.rels": f"{XML}<Relationships>{relations.replace('REL', rel)}</Relationships>",
    }
    if settings is not None:
        parts["word/settings.xml"] = f"{XML}<w:settings{W}>{settings}</w:settings>"
    parts.update(more or {})
    return packed(parts)


def run(text, look=""):
    return f'<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def par(text, look="", props=""):
    return f"<w:p><w:pPr>{props}</w:pPr>{run(text, look)}</w:p>"


def style(look, kind="character", more=""):
    return f'<w:style w:type="{kind}" w:styleId="S"><w:name w:val="s"/>{more}<w:rPr>{look}</w:rPr></w:style>'


def rel(role, target):
    return f'<Relationship Id="x" Type="REL/{role}" Target="{target}"/>'


def shape(inner, fill=""):
    return (f'<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><a:graphic><wps:wsp><wps:spPr>{fill}</wps:spPr>'
            f"<wps:txbx><w:txbxContent>{inner}</w:txbxContent></wps:txbx></wps:wsp></a:graphic></wp:inline></w:drawing></mc:Choice>"
            f"<mc:Fallback><w:pict><v:textbox><w:txbxContent>{inner}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>")


def ruby(base, text):
    return f"<w:r><w:ruby><w:rubyPr/><w:rt>{run(text)}</w:rt><w:rubyBase>{run(base)}</w:rubyBase></w:ruby></w:r>"


WHITE = '<w:color w:val="FFFFFF"/>'
S = '<w:rStyle w:val="S"/>'
DARK = '<w:shd w:val="clear" w:color="auto" w:fill="1F3864"/>'
CHART = "<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>%s</a:t></a:r></a:p></c:rich></c:tx></c:title></c:chart>" % SEEN
DIAGRAM = "<dgm:dataModel><dgm:pt><dgm:t><a:p><a:r><a:t>%s</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>" % SEEN
TOC = '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="toc 1"/></w:style><w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>'


def shown_docx():
    """Tricks of Word that show the sentence where a reader may not look."""
    chunk = '<w:altChunk r:id="x"/>'
    long = f"{SEEN} " * 4
    yield "style of contents", docx(par(SEEN, "", '<w:pStyle w:val="T"/>'), TOC)
    yield "embedded html", docx(chunk, more={"word/a.html": f"<html><body><p>{SEEN}</p></body></html>"}, relations=rel("aFChunk", "a.html"))
    yield "embedded rtf", docx(chunk, more={"word/a.rtf": "{\\rtf1 %s\\par}" % SEEN}, relations=rel("aFChunk", "a.rtf"))
    yield "embedded docx", docx(chunk, more={"word/a.docx": docx(par(SEEN))}, relations=rel("aFChunk", "a.docx"))
    yield "chart", docx('<w:p><w:r><c:chart r:id="x"/></w:r></w:p>', more={"word/c.xml": CHART}, relations=rel("chart", "c.xml"))
    yield "diagram", docx('<w:p><w:r><dgm:relIds r:dm="x"/></w:r></w:p>', more={"word/d.xml": DIAGRAM}, relations=rel("diagramData", "d.xml"))
    yield "text box", docx(shape(par(SEEN)))
    yield "old WordArt", docx(f'<w:p><w:r><w:pict><v:shape><v:textpath string="{SEEN}"/></v:shape></w:pict></w:r></w:p>')
    yield "text over letters", docx(f"<w:p>{ruby('x', SEEN)}</w:p>")
    yield "pinyin among the words", docx("<w:p>" + "".join(ruby(c, "kàn") for c in HAN) + "</w:p>")
    yield "head of the page", docx("", more={"word/h.xml": f"<w:hdr{W}>{par(long)}</w:hdr>"}, relations=rel("header", "h.xml"))
    yield "inserted", docx(f"<w:p><w:ins>{run(SEEN)}</w:ins></w:p>")
    yield "moved here", docx(f"<w:p><w:moveTo>{run(SEEN)}</w:moveTo></w:p>")
    yield "other form of unknown", docx(f'<w:p><w:r><mc:AlternateContent><mc:Choice Requires="zzz"><w:t>{OWN}</w:t></mc:Choice><mc:Fallback><w:t>{SEEN}</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>')
    two = docx(par(OWN), more={"word/document2.xml": f"<w:document{W}><w:body>{par(SEEN)}</w:body></w:document>"})
    yield "other main part", packed({**{n: zipfile.ZipFile(io.BytesIO(two)).read(n) for n in zipfile.ZipFile(io.BytesIO(two)).namelist()},
                                     "_rels/.rels": '<Relationships><Relationship Id="m" Type="x/officeDocument" Target="word/document2.xml"/></Relationships>'})


def aside_docx():
    """Text of Word that stands beside the document, or in a part that cannot be read."""
    yield "remark", docx(par(OWN), more={"word/c.xml": f"<w:comments{W}><w:comment>{par(SEEN)}</w:comment></w:comments>"}, relations=rel("comments", "c.xml"))
    yield "embedded sheet", docx(par(OWN), more={"word/e.xlsx": xlsx(f'<row r="1">{cell(SEEN)}</row>')}, relations=rel("package", "e.xlsx"))
    yield "embedded web archive", docx('<w:altChunk r:id="x"/>', more={"word/a.mht": b"\xff\xfe\xff"}, relations=rel("aFChunk", "a.mht"))


def aside_xlsx():
    drawing = f"<xdr:wsDr xmlns:xdr='x' xmlns:a='a'><xdr:sp><xdr:txBody><a:p><a:r><a:t>{SEEN}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>"
    link = '<Relationships><Relationship Id="d" Type="http://x/drawing" Target="../drawings/d.xml"/></Relationships>'
    yield "shape", xlsx(f'<row r="1">{cell(OWN)}</row>', more={"xl/drawings/d.xml": drawing, "xl/worksheets/_rels/sheet1.xml.rels": link})


def lost_docx():
    """Tricks of Word by which nobody sees the sentence."""
    yield "white by a style", docx(par(SEEN, S), style(WHITE))
    yield "near white by a style", docx(par(SEEN, S), style('<w:color w:val="FAFAFA"/>'))
    based = style(WHITE) + '<w:style w:type="character" w:styleId="B"><w:name w:val="b"/><w:basedOn w:val="S"/></w:style>'
    yield "white by a base", docx(par(SEEN, '<w:rStyle w:val="B"/>'), based)
    yield "one point by a style", docx(par(SEEN, S), style('<w:sz w:val="2"/>'))
    yield "white by a paragraph's style", docx(par(SEEN, "", '<w:pStyle w:val="S"/>'), style(WHITE, "paragraph"))
    yield "white by default", docx(par(SEEN), f"<w:docDefaults><w:rPrDefault><w:rPr>{WHITE}</w:rPr></w:rPrDefault></w:docDefaults>")
    yield "white by the theme", docx(par(SEEN, '<w:color w:val="000000" w:themeColor="background1"/>'))
    yield "near white by the theme", docx(par(SEEN, '<w:color w:val="000000" w:themeColor="background1" w:themeShade="F2"/>'))
    yield "dark on dark", docx(par(SEEN, '<w:color w:val="1F3860"/>', DARK))
    yield "no fill", docx(par(SEEN, "<w14:textFill><w14:noFill/></w14:textFill>"))
    yield "narrow", docx(par(SEEN, '<w:w w:val="1"/>'))
    yield "flat lines", docx(par(SEEN, "", '<w:spacing w:line="20" w:lineRule="exact"/>'))
    yield "off the page", docx(par(SEEN, "", '<w:ind w:left="31000"/>'))
    yield "hidden by a paragraph's style", docx(par(SEEN, "", '<w:pStyle w:val="S"/>'), style("<w:vanish/>", "paragraph"))
    yield "hidden row", docx(f"<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr><w:tc>{par(SEEN)}</w:tc></w:tr></w:tbl>")
    yield "white box", docx(shape(par(SEEN, WHITE), '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>'))


def honest_docx():
    yield "small print", docx(par(SEEN, '<w:sz w:val="12"/>'))
    yield "gray", docx(par(SEEN, '<w:color w:val="A6A6A6"/>'))
    yield "white in a dark cell", docx(f"<w:tbl><w:tr><w:tc><w:tcPr>{DARK}</w:tcPr>{par(SEEN, WHITE)}</w:tc></w:tr></w:tbl>")
    yield "white in a dark paragraph", docx(par(SEEN, WHITE, DARK))
    yield "white on a dark page", docx(par(SEEN, WHITE), settings="<w:displayBackgroundShape/>", background='<w:background w:color="101010"/>')
    yield "white on dark highlight", docx(par(SEEN, WHITE + '<w:highlight w:val="darkBlue"/>'))
    yield "white in a dark shape", docx(shape(par(SEEN, WHITE), '<a:solidFill><a:srgbClr val="203060"/></a:solidFill>'))
    yield "not hidden", docx(par(SEEN, '<w:vanish w:val="0"/>'))
    yield "deleted beside", docx(f"<w:p>{run(SEEN)}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>")
    entries = par("Boats\t1", "", '<w:pStyle w:val="T"/>') + par("Boats", "", '<w:pStyle w:val="H"/>')
    yield "contents", docx(entries + par(SEEN), TOC)
    yield "table style", docx(f'<w:tbl><w:tblPr><w:tblStyle w:val="G"/><w:tblLook w:val="04A0"/></w:tblPr><w:tr><w:tc>{par(SEEN)}</w:tc></w:tr></w:tbl>',
                              f'<w:style w:type="table" w:styleId="G"><w:name w:val="g"/><w:tblStylePr w:type="firstRow"><w:rPr>{WHITE}</w:rPr><w:tcPr>{DARK}</w:tcPr></w:tblStylePr></w:style>')


# RTF.

def rtf(body):
    return ("{\\rtf1\\ansi{\\colortbl;\\red255\\green255\\blue255;\\red250\\green250\\blue250;\\red20\\green20\\blue60;}"
            "{\\stylesheet{\\s1 toc 1;}}" + body + "\\par}").encode()


def rtf_shape(fill, text):
    return "x{\\shp{\\*\\shpinst{\\sp{\\sn fillColor}{\\sv %s}}{\\shptxt %s\\par}}}" % (fill, text)


def shown_rtf():
    yield "text box", rtf(rtf_shape("16777215", SEEN))
    yield "old text box", rtf("x{\\*\\do{\\dptxbxtext %s\\par}}" % SEEN)
    yield "style of contents", rtf("\\pard\\s1 " + SEEN)
    yield "result of an object", rtf("{\\object{\\*\\objdata 00}{\\result %s}}" % SEEN)
    yield "starred note", rtf("x{\\*\\footnote %s}" % SEEN)


def lost_rtf():
    yield "white", rtf("{\\cf1 %s}" % SEEN)
    yield "near white", rtf("{\\cf2 %s}" % SEEN)
    yield "one point", rtf("{\\fs2 %s}" % SEEN)
    yield "narrow", rtf("{\\charscalex1 %s}" % SEEN)
    yield "hidden", rtf("{\\v %s}" % SEEN)


def honest_rtf():
    yield "white on dark", rtf("{\\cf1\\chcbpat3 %s}" % SEEN)
    yield "white in a dark paragraph", rtf("\\pard\\cbpat3{\\cf1 %s}" % SEEN)
    yield "not hidden", rtf("{\\v\\v0 %s}" % SEEN)
    yield "white in a dark shape", rtf(rtf_shape("4210752", "\\cf1 " + SEEN))


# LaTeX.

def latex(body, preamble=""):
    return f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\n{body}\n\\end{{document}}\n".encode()


def shown_latex():
    yield "ifnum", latex(f"\\ifnum1<2 {SEEN}\\fi")
    yield "else of ifnum", latex(f"\\ifnum1>2 {OWN}\\else {SEEN}\\fi")
    yield "ifx", latex(f"\\def\\a{{1}}\\def\\b{{1}}\\ifx\\a\\b {SEEN}\\fi")
    yield "if of letters", latex(f"\\if00{SEEN}\\fi")
    yield "ifdim", latex(f"\\ifdim 2pt>1pt {SEEN}\\fi")
    yield "ifcase", latex(f"\\ifcase1 {OWN}\\or {SEEN}\\fi")
    yield "only TeX knows", latex(f"\\ifnum\\value{{page}}>0 {SEEN}\\fi")
    yield "node", latex(f"\\begin{{tikzpicture}}\\node[draw] at (0,0) {{{SEEN}}};\\end{{tikzpicture}}")
    yield "node of a path", latex(f"\\begin{{tikzpicture}}\\draw (0,0) -- (1,1) node[above] {{{SEEN}}};\\end{{tikzpicture}}")
    yield "words in nodes", latex("\\begin{tikzpicture}" + "".join(f"\\node at ({i},0) {{{w}}};" for i, w in enumerate(SEEN.split())) + "\\end{tikzpicture}")
    yield "picture", latex(f"\\begin{{picture}}(9,9)\\put(0,0){{{SEEN}}}\\end{{picture}}")
    yield "char", latex("".join(f"\\char{ord(c)} " if c != " " else "{ } " for c in SEEN))
    yield "symbol", latex("".join(f"\\symbol{{{ord(c)}}}" if c != " " else " " for c in SEEN))
    yield "carets", latex("".join(f"^^{ord(c):02x}" if c != " " else " " for c in SEEN))
    yield "csname", latex("\\csname it\\endcsname{}", f"\\newcommand{{\\it}}{{{SEEN}}}")
    yield "comment that shows", latex(f"\\begin{{comment}}{SEEN}\\end{{comment}}", "\\newenvironment{comment}{}{}\n")


def lost_latex():
    yield "white", latex(f"\\textcolor{{white}}{{{SEEN}}}")
    yield "mixed", latex(f"\\textcolor{{white!95!black}}{{{SEEN}}}")
    yield "defined", latex(f"\\textcolor{{pale}}{{{SEEN}}}", "\\definecolor{pale}{HTML}{FBFBFB}")
    yield "gray model", latex(f"{{\\color[gray]{{0.97}}{SEEN}}}")
    yield "shrunk", latex(f"\\scalebox{{0.01}}{{{SEEN}}}")
    yield "one point", latex(f"{{\\fontsize{{1pt}}{{1pt}}\\selectfont {SEEN}}}")
    yield "phantom", latex(f"\\phantom{{{SEEN}}}")
    yield "white node", latex(f"\\begin{{tikzpicture}}\\node[text=white] {{{SEEN}}};\\end{{tikzpicture}}")


def honest_latex():
    yield "dark page", latex(f"\\pagecolor{{black}}\\color{{white}}{SEEN}")
    yield "gray", latex(f"\\textcolor{{gray}}{{{SEEN}}}")
    yield "dark box", latex(f"\\colorbox{{blue}}{{\\textcolor{{white}}{{{SEEN}}}}}")


# ODT and sheets.

def odt(body, styles=""):
    names = " ".join(f'xmlns:{p}="urn:{p}"' for p in "office text style fo table draw xlink svg".split())
    content = (f"{XML}<office:document-content {names}><office:automatic-styles>{styles}</office:automatic-styles>"
               f"<office:body><office:text>{body}</office:text></office:body></office:document-content>")
    return packed({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def odt_style(look, more="", family="paragraph"):
    return f'<style:style style:name="S" style:family="{family}">{more}<style:text-properties {look}/></style:style>'


def shown_odt():
    yield "index of contents", odt(f"<text:table-of-content><text:index-body><text:p>{SEEN}</text:p></text:index-body></text:table-of-content>")
    yield "text box", odt(f"<text:p><draw:frame><draw:text-box><text:p>{SEEN}</text:p></draw:text-box></draw:frame></text:p>")
    yield "text over letters", odt(f"<text:p><text:ruby><text:ruby-base>x</text:ruby-base><text:ruby-text>{SEEN}</text:ruby-text></text:ruby></text:p>")


def lost_odt():
    for name, look in [("white", 'fo:color="#ffffff"'), ("near white", 'fo:color="#fafafa"'), ("one point", 'fo:font-size="1pt"'),
                       ("hidden", 'text:display="none"'), ("narrow", 'style:text-scale="1%"')]:
        yield name, odt(f'<text:p text:style-name="S">{SEEN}</text:p>', odt_style(look))
    yield "white by default", odt(f"<text:p>{SEEN}</text:p>", '<style:default-style style:family="paragraph"><style:text-properties fo:color="#ffffff"/></style:default-style>')


def honest_odt():
    yield "dark paragraph", odt(f'<text:p text:style-name="S">{SEEN}</text:p>', odt_style('fo:color="#ffffff"', '<style:paragraph-properties fo:background-color="#203060"/>'))


def xlsx(row, styles="", columns="", more=None, relations=""):
    base = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    return packed({
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f'<Relationships><Relationship Id="r1" Type="{base}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships><Relationship Id="r1" Type="{base}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/styles.xml": f"<styleSheet>{styles}</styleSheet>",
        "xl/worksheets/sheet1.xml": f"<worksheet>{columns}<sheetData>{row}</sheetData></worksheet>",
        **(more or {}),
    })


def cell(text, look=""):
    return f'<c r="A1" t="inlineStr"{look}><is><t>{text}</t></is></c>'


def lost_xlsx():
    white = '<fonts><font/><font><color rgb="FFFFFFFF"/></font></fonts><fills><fill/></fills><cellXfs><xf fontId="0" fillId="0"/><xf fontId="1" fillId="0"/></cellXfs>'
    yield "hidden row", xlsx(f'<row r="1" hidden="1">{cell(SEEN)}</row>')
    yield "hidden column", xlsx(f'<row r="1">{cell(SEEN)}</row>', columns='<cols><col min="1" max="1" hidden="1"/></cols>')
    yield "white", xlsx('<row r="1">' + cell(SEEN, ' s="1"') + "</row>", white)


def honest_xlsx():
    dark = '<fonts><font/><font><color rgb="FFFFFFFF"/></font></fonts><fills><fill/><fill><patternFill patternType="solid"><fgColor rgb="FF203060"/></patternFill></fill></fills><cellXfs><xf fontId="0" fillId="0"/><xf fontId="1" fillId="1"/></cellXfs>'
    yield "white on dark", xlsx('<row r="1">' + cell(SEEN, ' s="1"') + "</row>", dark)


def entries():
    """The files as a set: (name with ending, make, what is seen)."""
    for make, files in sorted(globals().items()):
        kind, _, ending = make.partition("_")
        if kind not in ("shown", "lost", "aside", "honest") or not callable(files):
            continue
        for name, data in files():
            seen = None if kind in ("lost", "aside") else HAN if "pinyin" in name else SEEN
            name = f"{kind}-{name.replace(' ', '-')}.{ending.replace('latex', 'tex')}"
            yield name, lambda data=data: data, seen


TRICKS = list(entries())
