"""Writes the papers of `papers.py` with other programs, each in its own language of the page.

`MAKERS` has for each name: the programs and the module of Python that it needs, how many papers a language it makes, the
ending of their names, and the function that makes them.
"""

import html
import re
import subprocess
from pathlib import Path

FONTS = {False: "Liberation Serif", True: "Noto Serif CJK SC"}
WQY = "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"


def run(command, folder):
    """Runs a program; how it ended shows in whether its file is there."""
    subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=600, check=False)


def parts(text, number):
    """The parts of a paragraph between the marks of notes, with the numbers of the notes behind them."""
    pieces = text.split("\x01")
    return list(zip(pieces, [*range(number, number + len(pieces) - 1), None]))


def numbered(paper):
    """The blocks, with the number of the first note of each."""
    number = 0
    for kind, content in paper.blocks:
        yield kind, content, number
        number += content.count("\x01") if isinstance(content, str) else 0


# Pages of the web.


def soft(text, paper):
    """Words that may be divided, with the hyphens that show at a line's end only."""
    if paper.is_chinese or not paper.has_hyphens:
        return text
    return re.sub(r"([A-Za-z]{4})([a-z]{4,})", "\\1\u00ad\\2", text)


def page(paper, has_footnotes, by_hand):
    write = lambda text: html.escape(soft(text, paper) if by_hand else text)
    rows = []
    for kind, content, number in numbered(paper):
        if kind == "heading":
            rows.append(f"<h2>{write(content)}</h2>")
        elif kind == "table":
            cells = ["".join(f"<td>{write(cell)}</td>" for cell in row) for row in content]
            rows.append("<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>")
        elif kind == "list":
            rows.append("<ul>" + "".join(f"<li>{write(item)}</li>" for item in content) + "</ul>")
        else:
            text = ""
            for part, note in parts(content, number):
                text += write(part)
                if note is not None and has_footnotes:
                    text += f'<span class="note">{write(paper.notes[note])}</span>'
                elif note is not None:
                    text += f"<sup>{note + 1}</sup>"
            rows.append(f"<blockquote><p>{text}</p></blockquote>" if kind == "quote" else f"<p>{text}</p>")
    if not has_footnotes:
        rows += [f'<p class="end"><sup>{at}</sup> {write(note)}</p>' for at, note in enumerate(paper.notes, 1)]
    gap = "p{margin:0;text-indent:2em}" if paper.is_indented else "p{margin:0 0 .8em}"
    head = f'@top-center{{content:"{paper.title}"}}@bottom-center{{content:counter(page)}}' if paper.has_head else ""
    style = (
        f"@page{{size:A5;margin:18mm;{head}}}body{{font:10pt/1.35 '{FONTS[paper.is_chinese]}';text-align:justify;"
        f"{'hyphens:auto' if paper.has_hyphens else 'hyphens:manual'}}}"
        f"main{{{'columns:2;column-gap:8mm' if paper.has_columns else ''}}}{gap}h1{{font-size:16pt;text-align:left}}"
        "h2{font-size:12pt;text-align:left}blockquote{margin:.8em 2em;font-size:95%}blockquote p,.end,td{text-indent:0}"
        "td{padding:0 .6em}table{margin:.8em 0;text-align:left}.end{font-size:80%}.note{float:footnote;font-size:80%}"
    )
    language = "zh-CN" if paper.is_chinese else "en"
    return (
        f'<!DOCTYPE html><html lang="{language}"><meta charset="utf-8"><title>{write(paper.title)}</title>'
        f"<style>{style}</style><h1>{html.escape(paper.title)}</h1><p>{html.escape(paper.author)}</p>"
        f"<main>{''.join(rows)}</main></html>"
    )


def by_chromium(papers, folder):
    flags = ["--headless", "--no-sandbox", "--disable-gpu"]
    for paper, file in papers:
        source = file.with_suffix(".html")
        source.write_text(page(paper, has_footnotes=False, by_hand=True), encoding="utf-8")
        # What the browser prints at the edges by itself: a date, the title, the address, the page.
        bare = [] if paper.number % 5 == 4 else ["--no-pdf-header-footer"]
        run(["chromium", *flags, *bare, f"--print-to-pdf={file}", source.as_uri()], folder)
        source.unlink()


def by_weasyprint(papers, folder):
    for paper, file in papers:
        source = file.with_suffix(".html")
        # It sets no footnotes in columns.
        source.write_text(page(paper, has_footnotes=not paper.has_columns, by_hand=False), encoding="utf-8")
        run(["weasyprint", str(source), str(file)], folder)
        source.unlink()


# TeX and Typst.


def by_tex(papers, folder):
    for paper, file in papers:
        source = file.with_suffix(".tex")
        source.write_text(tex(paper), encoding="utf-8")
        program = "xelatex" if paper.is_chinese or paper.number % 4 == 3 else "pdflatex"
        for _ in range(2):
            run([program, "-interaction=nonstopmode", source.name], folder)
        for ending in (".aux", ".log", ".tex"):
            file.with_suffix(ending).unlink(missing_ok=True)


def tex(paper):
    rows = []
    for kind, content, number in numbered(paper):
        if kind == "heading":
            rows.append(f"\\section{{{content}}}")
        elif kind == "table":
            cells = [" & ".join(row) for row in content]
            rows.append("\\begin{center}\\begin{tabular}{lll}" + "\\\\".join(cells) + "\\end{tabular}\\end{center}")
        elif kind == "list":
            rows.append("\\begin{itemize}" + "".join(f"\\item {item}\n" for item in content) + "\\end{itemize}")
        else:
            notes = lambda note: "" if note is None else f"\\footnote{{{paper.notes[note]}}}"
            text = "".join(part + notes(note) for part, note in parts(content, number))
            rows.append(f"\\begin{{quote}}{text}\\end{{quote}}" if kind == "quote" else text)
    columns = ",twocolumn" if paper.has_columns else ""
    kind = f"[fontset=none{columns}]{{ctexart}}" if paper.is_chinese else f"[11pt{columns}]{{article}}"
    font = f"\\setCJKmainfont{{{FONTS[True]}}}" if paper.is_chinese else ""
    head = "\\usepackage{fancyhdr}\\pagestyle{fancy}\\fancyhead{}\\fancyhead[C]{" + paper.title + "}"
    gap = "" if paper.is_indented else "\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{6pt}"
    broken = "" if paper.has_hyphens else "\\hyphenpenalty=10000\\sloppy"
    body = "\n\n".join(rows).replace("—", "---")
    quotes = {"“": "``", "”": "''", "’": "'", "—": "---"}
    if not paper.is_chinese:
        body = re.sub("[“”’—]", lambda mark: quotes[mark[0]], body)
    # The numbers of sections are none of the known text.
    return (
        f"\\documentclass{kind}{font}{head if paper.has_head else ''}\\usepackage[a5paper,margin=18mm]{{geometry}}"
        f"\\setcounter{{secnumdepth}}{{0}}{gap}{broken}\\title{{{paper.title}}}\\author{{{paper.author}}}\\date{{}}"
        f"\\begin{{document}}\\maketitle\n{body}\n\\end{{document}}\n"
    )


def by_typst(papers, _):
    import typst

    for paper, file in papers:
        rows = []
        # What would be the sign of a markup is a string instead.
        text = lambda part: '#"' + part.replace('"', '\\"') + '"'
        for kind, content, number in numbered(paper):
            if kind == "heading":
                rows.append(f"= {text(content)}")
            elif kind == "table":
                cells = ",".join(f"[{text(cell)}]" for row in content for cell in row)
                rows.append(f"#table(columns: 3, stroke: {0.5 if paper.is_indented else 0}pt, {cells})")
            elif kind == "list":
                rows.append("\n".join(f"- {text(item)}" for item in content))
            else:
                notes = lambda note: "" if note is None else f"#footnote[{text(paper.notes[note])}]"
                whole = "".join(text(part) + notes(note) for part, note in parts(content, number))
                rows.append(f"#quote(block: true)[{whole}]" if kind == "quote" else whole)
        head = f", header: align(center, {text(paper.title)[1:]}), numbering: \"1\"" if paper.has_head else ""
        columns = 2 if paper.has_columns else 1
        indent = "first-line-indent: 2em, spacing: 0.65em" if paper.is_indented else "spacing: 1.2em"
        source = (
            f'#set page(paper: "a5", margin: 18mm, columns: {columns}{head})\n'
            f'#set text(font: "{FONTS[paper.is_chinese]}", size: 10pt, lang: "{"zh" if paper.is_chinese else "en"}", '
            f"hyphenate: {str(paper.has_hyphens).lower()})\n#set par(justify: true, {indent})\n"
            f"#text(16pt)[{text(paper.title)}]\n\n{text(paper.author)}\n\n" + "\n\n".join(rows)
        )
        file.write_bytes(typst.compile(source.encode()))


# Modules of Python.


def by_reportlab(papers, _):
    from reportlab.lib.pagesizes import A5
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, Table

    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    width, height = A5
    for paper, file in papers:
        font = "STSong-Light" if paper.is_chinese else "Times-Roman"
        base = dict(fontName=font, wordWrap="CJK" if paper.is_chinese else None, alignment=4)
        style = lambda size, **more: ParagraphStyle("", **{**base, "fontSize": size, "leading": 1.35 * size, **more})
        gap = dict(firstLineIndent=20) if paper.is_indented else dict(spaceAfter=8)
        flow = [Paragraph(html.escape(paper.title), style(16, alignment=0)), Paragraph(paper.author, style(10))]
        for kind, content, number in numbered(paper):
            if kind == "heading":
                flow.append(Paragraph(html.escape(content), style(12, alignment=0, spaceBefore=10, spaceAfter=4)))
            elif kind == "table":
                flow.append(Table(content, style=[("FONT", (0, 0), (-1, -1), font, 9)], spaceBefore=8, spaceAfter=8))
            elif kind == "list":
                flow += [Paragraph(html.escape(item), style(10, leftIndent=16), bulletText="•") for item in content]
            else:
                marks = lambda note: "" if note is None else f"<super size=7>{note + 1}</super>"
                text = "".join(html.escape(part) + marks(note) for part, note in parts(content, number))
                indent = dict(leftIndent=24, rightIndent=24, spaceBefore=8, spaceAfter=8) if kind == "quote" else gap
                flow.append(Paragraph(text, style(10, **indent)))
        for at, note in enumerate(paper.notes, 1):
            flow.append(Paragraph(f"<super size=6>{at}</super> {html.escape(note)}", style(8, spaceBefore=6)))

        def head(canvas, document):
            if paper.has_head:
                canvas.setFont(font, 8)
                canvas.drawCentredString(width / 2, height - 30, paper.title)
                canvas.drawCentredString(width / 2, 26, str(document.page))

        columns = 2 if paper.has_columns else 1
        inner = (width - 80 - 16 * (columns - 1)) / columns
        frames = [Frame(40 + at * (inner + 16), 44, inner, height - 88, 0, 0, 0, 0) for at in range(columns)]
        document = BaseDocTemplate(str(file), pagesize=A5, title=paper.title)
        document.addPageTemplates(PageTemplate(frames=frames, onPage=head))
        document.build(flow)


def by_fpdf2(papers, _):
    from fpdf import FPDF

    for paper, file in papers:

        class Pdf(FPDF):
            def header(self):
                if paper.has_head:
                    self.set_font("own", size=8)
                    self.cell(0, 8, paper.title, align="C", new_x="LMARGIN", new_y="NEXT")

            def footer(self):
                if paper.has_head:
                    self.set_y(-14)
                    self.set_font("own", size=8)
                    self.cell(0, 8, str(self.page_no()), align="C")

        pdf = Pdf(format="A5")
        pdf.set_margins(18, 18)
        pdf.add_font("own", fname=WQY if paper.is_chinese else DEJAVU)
        pdf.add_page()
        wrap = dict(wrapmode="CHAR" if paper.is_chinese else "WORD", new_x="LMARGIN", new_y="NEXT")

        def write(text, size, indent=0):
            pdf.set_font("own", size=size)
            pdf.set_x(pdf.l_margin + indent)
            pdf.multi_cell(pdf.epw - 2 * indent, 0.5 * size, text, align="L" if size > 10 else "J", **wrap)
            pdf.ln(2)

        write(paper.title, 16)
        write(paper.author, 10)
        for kind, content, number in numbered(paper):
            if kind == "table":
                pdf.set_font("own", size=9)
                with pdf.table(content, first_row_as_headings=False):
                    pass
                pdf.ln(2)
            elif kind == "list":
                for item in content:
                    write("• " + item, 10, 6)
            else:
                marks = lambda note: "" if note is None else "⁰¹²³⁴⁵⁶⁷⁸⁹"[note + 1]
                text = "".join(part + marks(note) for part, note in parts(content, number))
                write(text, 13 if kind == "heading" else 10, 10 if kind == "quote" else 0)
        for at, note in enumerate(paper.notes, 1):
            write(f"{'⁰¹²³⁴⁵⁶⁷⁸⁹'[at]} {note}", 8)
        pdf.output(str(file))


# Office programs.


def by_pandoc(papers, folder):
    for paper, file in papers:
        rows = [f"---\ntitle: {paper.title}\nauthor: {paper.author}\nlang: {'zh-CN' if paper.is_chinese else 'en'}\n---"]
        for kind, content, number in numbered(paper):
            if kind == "heading":
                rows.append(f"# {content}")
            elif kind == "table":
                lines = ["| " + " | ".join(row) + " |" for row in content]
                rows.append("\n".join([lines[0], "|---|---|---|", *lines[1:]]))
            elif kind == "list":
                rows.append("\n".join(f"- {item}" for item in content))
            else:
                marks = lambda note: "" if note is None else f"[^{note + 1}]"
                text = "".join(part + marks(note) for part, note in parts(content, number))
                rows.append(f"> {text}" if kind == "quote" else text)
        rows += [f"[^{at}]: {note}" for at, note in enumerate(paper.notes, 1)]
        source = file.with_suffix(".md")
        source.write_text("\n\n".join(rows) + "\n", encoding="utf-8")
        run(["pandoc", "-s", "-o", str(file), str(source)], folder)
        source.unlink()


def flat(paper):
    """The paper as OpenDocument in one file of XML, which LibreOffice reads and makes the other formats from."""
    rows = [f'<text:p text:style-name="Title">{html.escape(paper.title)}</text:p><text:p>{paper.author}</text:p>']
    body = "Body" if not paper.is_indented else "Indented"
    for kind, content, number in numbered(paper):
        if kind == "heading":
            rows.append(f'<text:h text:style-name="Heading_20_1" text:outline-level="1">{html.escape(content)}</text:h>')
        elif kind == "table":
            cell = lambda text: f"<table:table-cell><text:p>{html.escape(text)}</text:p></table:table-cell>"
            lines = ["<table:table-row>" + "".join(map(cell, row)) + "</table:table-row>" for row in content]
            rows.append('<table:table><table:table-column table:number-columns-repeated="3"/>' + "".join(lines) + "</table:table>")
        elif kind == "list":
            items = [f"<text:list-item><text:p>{html.escape(item)}</text:p></text:list-item>" for item in content]
            rows.append("<text:list>" + "".join(items) + "</text:list>")
        else:
            text = ""
            for part, note in parts(content, number):
                text += html.escape(part)
                if note is not None:
                    text += (
                        f'<text:note text:note-class="footnote"><text:note-citation>{note + 1}</text:note-citation>'
                        f'<text:note-body><text:p text:style-name="Footnote">{html.escape(paper.notes[note])}</text:p>'
                        "</text:note-body></text:note>"
                    )
            rows.append(f'<text:p text:style-name="{"Quotations" if kind == "quote" else body}">{text}</text:p>')
    text = "\n".join(rows)
    if paper.has_columns:
        text = f'<text:section text:style-name="Two" text:name="Two">{text}</text:section>'
    head = (
        f"<style:header><text:p>{html.escape(paper.title)}</text:p></style:header><style:footer><text:p><text:page-number/>"
        "</text:p></style:footer>"
    )
    names = "office style text table fo:xsl-fo-compatible".split()
    spaces = " ".join(f'xmlns:{name.split(":")[0]}="urn:oasis:names:tc:opendocument:xmlns:{name.split(":")[-1]}:1.0"' for name in names)
    font = FONTS[paper.is_chinese]
    language = 'style:language-asian="zh" style:country-asian="CN"' if paper.is_chinese else 'fo:language="en" fo:country="US"'
    style = lambda name, more="", text="": (
        f'<style:style style:name="{name}" style:family="paragraph"><style:paragraph-properties {more}/>'
        f"<style:text-properties {text}/></style:style>"
    )
    hyphenates = 'fo:hyphenate="true" fo:hyphenation-remain-char-count="2" fo:hyphenation-push-char-count="2"'
    hyphens = hyphenates if paper.has_hyphens else ""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {spaces} office:version="1.3" '
        'office:mimetype="application/vnd.oasis.opendocument.text"><office:styles><style:default-style '
        f'style:family="paragraph"><style:text-properties style:font-name-asian="{font}" '
        f'fo:font-family="{font}" style:font-family-asian="{font}" fo:font-size="10pt" style:font-size-asian="10pt" {language}/>'
        "</style:default-style>"
        + style("Title", "", 'fo:font-size="16pt" style:font-size-asian="16pt"')
        + style("Heading_20_1", 'fo:margin-top="4mm"', 'fo:font-size="12pt" style:font-size-asian="12pt" fo:font-weight="bold"')
        + style("Body", 'fo:margin-bottom="3mm" fo:text-align="justify"', hyphens)
        + style("Indented", 'fo:text-indent="8mm" fo:text-align="justify"', hyphens)
        + style("Quotations", 'fo:margin="4mm 8mm" fo:margin-left="8mm" fo:margin-right="8mm"')
        + style("Footnote", "", 'fo:font-size="8pt" style:font-size-asian="8pt"')
        + '</office:styles><office:automatic-styles><style:page-layout style:name="A5"><style:page-layout-properties '
        'fo:page-width="148mm" fo:page-height="210mm" fo:margin="18mm" fo:margin-top="18mm" fo:margin-bottom="18mm" '
        'fo:margin-left="18mm" fo:margin-right="18mm"/></style:page-layout><style:style style:name="Two" '
        'style:family="section"><style:section-properties><style:columns fo:column-count="2" fo:column-gap="8mm"/>'
        "</style:section-properties></style:style></office:automatic-styles><office:master-styles><style:master-page "
        f'style:name="Standard" style:page-layout-name="A5">{head if paper.has_head else ""}</style:master-page>'
        f"</office:master-styles><office:body><office:text>{text}</office:text></office:body></office:document>"
    )


def by_libreoffice(papers, folder):
    """All papers at once: the program takes seconds to begin."""
    sources = []
    for paper, file in papers:
        source = file.with_suffix(".fodt")
        source.write_text(flat(paper), encoding="utf-8")
        sources.append(source)
    to = papers[0][1].suffix[1:]
    run(["soffice", f"-env:UserInstallation=file://{Path(folder) / 'profile'}", "--headless", "--convert-to", to,
         "--outdir", str(folder), *map(str, sources)], folder)
    for source in sources:
        source.unlink()


MAKERS = {
    "chromium": (["chromium"], None, 14, "pdf", by_chromium),
    "weasyprint": (["weasyprint"], None, 14, "pdf", by_weasyprint),
    "tex": (["pdflatex", "xelatex"], None, 14, "pdf", by_tex),
    "typst": ([], "typst", 8, "pdf", by_typst),
    "reportlab": ([], "reportlab", 12, "pdf", by_reportlab),
    "fpdf2": ([], "fpdf", 8, "pdf", by_fpdf2),
    "libreoffice-pdf": (["soffice"], None, 10, "pdf", by_libreoffice),
    "libreoffice-docx": (["soffice"], None, 6, "docx", by_libreoffice),
    "libreoffice-odt": (["soffice"], None, 6, "odt", by_libreoffice),
    "libreoffice-epub": (["soffice"], None, 4, "epub", by_libreoffice),
    "pandoc-docx": (["pandoc"], None, 8, "docx", by_pandoc),
    "pandoc-odt": (["pandoc"], None, 6, "odt", by_pandoc),
    "pandoc-epub": (["pandoc"], None, 6, "epub", by_pandoc),
}
