"""Pages, books, letters, Markdown and plain text that hide or show text by a trick, and honest ones that look like them.

A set of `tricks.py`. The names have the endings of the files.
"""
import base64
import io
import quopri
import zipfile

from tricks_pdf import HAN, OWN, TEXT

JAPANESE = (
    "嵐の前になると港の船の数は四十回のうち三十一回ではっきりと減り、番人はその数字をすべて自分の帳簿に書き込んでいた。なぜ灯台の明かりが満ち潮の前に消えたのかを彼に尋ねた人は誰もいなかったが、"
    "岸壁に住むどの家族も秋からずっと答えを待っていた。"
)
WORDS = TEXT.split(" ")


# Pages.

def page(body, head=""):
    return f"<!DOCTYPE html><html><head><meta charset=utf-8><title>Boats</title>{head}</head><body>{body}</body></html>".encode()


def whole(text, element="p", attributes=""):
    return f"<{element} {attributes}>{text}</{element}>"


def beside(attributes="class=x", css="", element="p", head=""):
    """All of the text hidden, beside one's own."""
    style = f"<style>{css}</style>" if css else ""
    return lambda: page(f"<div><p>{OWN}</p>{whole(TEXT, element, attributes)}</div>", style + head)


def inside(css="", attributes="class=x", element="i"):
    """Letters that are hidden, inside of each word."""
    cut = [f"{word[:2]}<{element} {attributes}>zq</{element}>{word[2:]}" if len(word) > 3 else word for word in WORDS]
    return lambda: page(whole(" ".join(cut)), f"<style>{css}</style>")


HIDES = {
    "display": "display:none",
    "visibility": "visibility:hidden",
    "collapse": "visibility:collapse",
    "opacity": "opacity:0",
    "filter": "filter:opacity(0)",
    "no-size": "font-size:0",
    "one-pixel": "font-size:1px",
    "left": "position:absolute;left:-9999px",
    "inset": "position:absolute;inset:-9999px auto auto -9999px",
    "indent": "text-indent:-9999px",
    "margin": "margin-left:-9999px",
    "scale": "transform:scale(0)",
    "scale-alone": "scale:0",
    "translate": "transform:translate(-9999px,0)",
    "translate-alone": "translate:-9999px",
    "turned": "transform:rotateY(90deg);backface-visibility:hidden",
    "clip": "position:absolute;clip:rect(0,0,0,0)",
    "clip-path": "clip-path:inset(100%)",
    "clip-path-polygon": "clip-path:polygon(0 0,0 0,0 0,0 0)",
    "no-height": "height:0;overflow:hidden",
    "max-height": "max-height:0;overflow:hidden",
    "line-height": "line-height:0;height:0;overflow:hidden",
    "white": "color:#fff",
    "near-white": "color:#fdfdfd;background:#fff",
    "transparent": "color:transparent",
    "fill-color": "-webkit-text-fill-color:transparent",
    "hsl": "color:hsl(0 0% 100%)",
    "oklch": "color:oklch(1 0 0)",
    "variable": "color:var(--c);--c:#fff",
    "content-visibility": "content-visibility:hidden",
    "zoom": "zoom:0.01",
    "mask": "mask-image:linear-gradient(transparent,transparent)",
    "mix": "color:color-mix(in srgb,white 98%,black)",
}


def hiding():
    for name, css in HIDES.items():
        yield f"lost-{name}.html", beside(css=f".x{{{css}}}")
        yield f"within-{name}.html", inside(f".x{{{css}}}")
    for name, css in [
        ("child", "div > p.x{display:none}"), ("media", "@media screen{.x{display:none}}"), ("supports", "@supports (color:red){.x{display:none}}"),
        ("not", "p:not(.y):nth-child(2){display:none}"), ("last-child", "p:last-child{display:none}"), ("is", ":is(p.x,b){display:none}"),
        ("where", ":where(p.x){display:none}"), ("nested", "div{ .x{display:none} }"), ("escaped", ".\\78 {display:none}"), ("after", "p + p{display:none}"),
        ("attribute", "p[class=x]{display:none}"), ("important", ".x{display:none!important}"), ("layer", "@layer a{.x{display:none}}"),
        ("root-variable", ":root{--d:none}.x{display:var(--d)}"), ("upper", ".X,.x{DISPLAY:NONE}"), ("comment", ".x{dis/**/play:block;display:/**/none}"),
    ]:
        yield f"lost-by-{name}.html", beside("class=x", css)
    yield "lost-hidden.html", beside("hidden")
    yield "lost-inert-dialog.html", beside("", element="dialog")
    yield "lost-font-color.html", beside("color=#ffffff", element="font")
    yield "lost-style.html", beside("style='display:none'")
    yield "lost-sheet-by-data.html", beside(head="<link rel=stylesheet href='data:text/css,.x{display:none}'>")
    yield "lost-import-by-data.html", beside(css="@import url('data:text/css,.x{display:none}');")
    yield "lost-black-on-black.html", beside("style='background:#000'")
    yield "lost-select.html", lambda: page(f"<p>{OWN}</p><textarea style='display:none'>{TEXT}</textarea>")


def contents(text):
    rules = "".join(f".w{at}::before{{content:'{word} '}}" for at, word in enumerate(text.split(" ")))
    return page(f"<p>{OWN}</p><p>" + "".join(f"<b class=w{at}></b>" for at in range(len(text.split(" ")))), f"<style>{rules}</style>")


def shown():
    """What a browser shows; it has to be found or counted as not read."""
    yield "important-shows.html", beside("class=x style='display:none'", ".x{display:block!important}"), f"{OWN} {TEXT}"
    yield "visible-again.html", lambda: page(f"<div style='visibility:hidden'><p style='visibility:visible'>{TEXT}</p></div>"), TEXT
    yield "aria-hidden.html", lambda: page(f"<p aria-hidden=true>{TEXT}</p>"), TEXT
    yield "details.html", lambda: page(f"<details><summary>More</summary><p>{TEXT}</p></details>"), TEXT
    yield "print-only.html", lambda: page(f"<style>@media print{{.x{{display:none}}}}</style><p class=x>{TEXT}</p>"), TEXT
    yield "narrow-only.html", lambda: page(f"<style>@media (max-width:300px){{.x{{display:none}}}}</style><p class=x>{TEXT}</p>"), TEXT
    yield "svg.html", lambda: page(f"<svg width=900 height=99><text x=0 y=20>{TEXT}</text></svg>"), TEXT
    yield "svg-foreign.html", lambda: page(f"<svg width=900 height=400><foreignObject width=900 height=400><p>{TEXT}</p></foreignObject></svg>"), TEXT
    yield "srcdoc.html", lambda: page(f"<iframe srcdoc=\"<p>{TEXT}</p>\"></iframe>"), TEXT
    yield "frame-by-data.html", lambda: page(f"<p>{OWN}</p><iframe src=\"data:text/html;base64,{base64.b64encode(TEXT.encode()).decode()}\"></iframe>"), None
    yield "object-by-data.html", lambda: page(f"<p>{OWN}</p><object data=\"data:text/html,<p>{TEXT}</p>\"></object>"), None
    yield "object-fallback.html", lambda: page(f"<p>{OWN}</p><object data=none><p>{TEXT}</p></object>"), f"{OWN} {TEXT}"
    yield "canvas.html", lambda: page(f"<p>{OWN}</p><canvas id=c></canvas><script>c.getContext('2d').fillText('{TEXT}',0,9)</script>"), None
    yield "script-writes.html", lambda: page(f"<p>{OWN}</p><script>document.write('<p>{TEXT}</p>')</script>"), None
    yield "script-writes-base64.html", lambda: page(f"<p>{OWN}</p><script>document.write(atob('{base64.b64encode(TEXT.encode()).decode()}'))</script>"), None
    yield "template.html", lambda: page(f"<p>{OWN}</p><template id=t><p>{TEXT}</p></template><script>document.body.append(t.content)</script>"), None
    yield "shadow.html", lambda: page(f"<p>{OWN}</p><div><template shadowrootmode=open><p>{TEXT}</p></template></div>"), None
    yield "noscript.html", lambda: page(f"<p>{OWN}</p><noscript><p>{TEXT}</p></noscript>"), OWN
    yield "content.html", lambda: page(f"<p>{OWN}</p><p class=x></p>", f"<style>.x::before{{content:\"{TEXT}\"}}</style>"), None
    yield "content-by-words.html", lambda: contents(TEXT), None
    yield "content-by-attributes.html", lambda: page(f"<p>{OWN}</p>" + "".join(f"<b data-w='{word} '></b>" for word in WORDS), "<style>b::after{content:attr(data-w)}</style>"), None
    yield "content-by-escapes.html", lambda: page(f"<p>{OWN}</p><p class=x></p>", f"<style>.x::before{{content:\"{''.join(f'{chr(92)}{ord(c):06x}' for c in TEXT)}\"}}</style>"), None
    yield "input-values.html", lambda: page(f"<p>{OWN}</p><input value='{TEXT}'>"), None
    yield "placeholder.html", lambda: page(f"<p>{OWN}</p><input placeholder='{TEXT}'>"), None
    yield "textarea.html", lambda: page(f"<textarea rows=20 cols=80>{TEXT}</textarea>"), TEXT
    yield "options.html", lambda: page(f"<select size=9><option>{TEXT}</select>"), TEXT
    yield "picture-of-text.html", lambda: page(f"<p>{OWN}</p><img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><text>{TEXT}</text></svg>\">"), None
    yield "math.html", lambda: page(f"<math><mtext>{TEXT}</mtext></math>"), TEXT
    yield "ruby.html", lambda: page(f"<p>{OWN}</p><ruby>x<rt>{TEXT}</rt></ruby>"), None
    yield "marquee.html", lambda: page(f"<marquee>{TEXT}</marquee>"), TEXT
    yield "upside-down.html", lambda: page(f"<p><bdo dir=rtl>{TEXT[::-1]}</bdo></p>"), TEXT
    yield "reversed-by-style.html", lambda: page(f"<p style='direction:rtl;unicode-bidi:bidi-override'>{TEXT[::-1]}</p>"), TEXT
    yield "reversed-by-flex.html", lambda: page("<p style='display:flex;flex-direction:row-reverse;flex-wrap:wrap-reverse'>" + "".join(f"<span>{word}&nbsp;</span>" for word in WORDS[::-1]) + "</p>"), TEXT
    yield "ordered-by-flex.html", lambda: page("<p style='display:flex;flex-wrap:wrap'>" + "".join(f"<span style='order:{at}'>{word}&nbsp;</span>" for at, word in sorted(enumerate(WORDS), key=lambda pair: pair[1])) + "</p>"), TEXT
    yield "table-of-letters.html", lambda: page("<table><tr>" + "".join("<td>" + "".join(f"<span>{c}</span>" for c in word) for word in WORDS) + "</table>"), TEXT
    yield "letters-in-elements.html", lambda: page("<p>" + "".join(f"<b>{c}</b>" for c in TEXT) + "</p>"), TEXT
    yield "letters-in-blocks.html", lambda: page("<p>" + "".join(f"<span style='display:inline-block'>{c}</span>" for c in TEXT) + "</p>"), TEXT
    yield "entities.html", lambda: page("<p>" + "".join(f"&#{ord(c)};" for c in TEXT) + "</p>"), TEXT
    yield "named-entities.html", lambda: page("<p>" + TEXT.replace(" ", "&emsp;").replace("f", "&#102;") + "</p>"), TEXT
    yield "comments-in-words.html", lambda: page("<p>" + " ".join(f"{w[:2]}<!-- zq -->{w[2:]}" for w in WORDS) + "</p>"), TEXT
    yield "wbr.html", lambda: page("<p>" + " ".join(f"{w[:2]}<wbr>{w[2:]}" for w in WORDS) + "</p>"), TEXT
    yield "unknown-elements.html", lambda: page("<p>" + " ".join(f"{w[:2]}<x-y></x-y>{w[2:]}" for w in WORDS) + "</p>"), TEXT
    yield "no-end-tags.html", lambda: f"<p><b><i>{TEXT}".encode(), TEXT
    yield "plaintext.html", lambda: f"<plaintext>{TEXT}".encode(), TEXT
    yield "title-in-body.html", lambda: page(f"<p>{OWN}</p><svg><title>x</title></svg><p>{TEXT}</p>"), f"{OWN} {TEXT}"
    yield "utf16.html", lambda: page(f"<p>{TEXT}</p>").decode().encode("utf-16"), TEXT


# Books.

XHTML = ('<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html{dtd}><html xmlns="http://www.w3.org/1999/xhtml"><head><title>B</title>{head}</head>'
         "<body>{body}</body></html>")


def epub(body, head="", css="", dtd="", spine='<itemref idref="a"/>', more=None):
    parts = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "b.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
                 '<item id="c" href="c.css" media-type="text/css"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine>' + spine + "</spine></package>",
        "a.xhtml": XHTML.format(dtd=dtd, head=f'<link rel="stylesheet" href="c.css"/>{head}', body=body),
        "c.css": css,
        **(more or {}),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return out.getvalue()


def books():
    for name in ["display", "opacity", "no-size", "left", "clip-path", "white", "no-height", "scale", "indent"]:
        yield f"lost-{name}.epub", lambda css=HIDES[name]: epub(f'<p>{OWN}</p><p class="x">{TEXT}</p>', css=f".x{{{css}}}"), OWN
    yield "lost-hidden.epub", lambda: epub(f'<p>{OWN}</p><p hidden="hidden">{TEXT}</p>'), OWN
    yield "not-linear.epub", lambda: epub(f"<p>{OWN}</p>", spine='<itemref idref="a"/><itemref idref="b" linear="no"/>', more={"b.xhtml": XHTML.format(dtd="", head="", body=f"<p>{TEXT}</p>")}), f"{OWN} {TEXT}"
    yield "not-in-the-spine.epub", lambda: epub(f'<p>{OWN}</p><p><a href="b.xhtml">more</a></p>', more={"b.xhtml": XHTML.format(dtd="", head="", body=f"<p>{TEXT}</p>")}), None
    yield "own-entities.epub", lambda: epub("<p>&text;</p>", dtd=f' [<!ENTITY text "{TEXT}">]'), TEXT
    yield "entities-in-entities.epub", lambda: epub("<p>&b;</p>", dtd=f' [<!ENTITY a "{TEXT}"><!ENTITY b "&a;">]'), TEXT
    yield "content.epub", lambda: epub(f'<p>{OWN}</p><p class="x"></p>', css=f'.x::before{{content:"{TEXT}"}}'), None
    yield "svg-page.epub", lambda: epub(f'<svg xmlns="http://www.w3.org/2000/svg"><text>{TEXT}</text></svg>'), TEXT
    yield "cdata.epub", lambda: epub(f"<p><![CDATA[{TEXT}]]></p>"), TEXT
    yield "honest-white-on-dark.epub", lambda: epub(f'<p class="x">{TEXT}</p>', css="body{background:#111}.x{color:#fff}"), TEXT
    yield "honest-small-capitals.epub", lambda: epub(f'<p class="x">{TEXT}</p>', css=".x{font-variant:small-caps}.x::first-letter{font-size:3em}.y{display:none}"), TEXT


# Letters.

def letter(kind, body, encoding="8bit", more=""):
    return f"From: a@example.org\nSubject: Boats\nMIME-Version: 1.0\nContent-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n{more}\n".encode() + body


def parts(*bodies, kind="alternative"):
    inner = b"".join(b"--b\nContent-Type: %s; charset=utf-8\n\n%s\n" % (name.encode(), body.encode()) for name, body in bodies)
    return letter(f"multipart/{kind}; boundary=b", inner + b"--b--\n")


def letters():
    html = f"<p>{TEXT}</p>"
    yield "text-beside-html.eml", lambda: parts(("text/plain", OWN), ("text/html", html)), TEXT
    yield "text-that-html-hides.eml", lambda: parts(("text/plain", TEXT), ("text/html", f"<p>{OWN}</p>")), OWN
    yield "html-hidden.eml", lambda: parts(("text/plain", OWN), ("text/html", f"<p>{OWN}</p><p style='display:none'>{TEXT}</p>")), OWN
    yield "base64.eml", lambda: letter("text/html; charset=utf-8", base64.encodebytes(html.encode()), "base64"), TEXT
    yield "quoted-printable.eml", lambda: letter("text/plain; charset=utf-8", quopri.encodestring(HAN.encode()), "quoted-printable"), HAN
    yield "gbk.eml", lambda: letter("text/plain; charset=gbk", HAN.encode("gbk")), HAN
    yield "iso-2022-jp.eml", lambda: letter("text/plain; charset=iso-2022-jp", JAPANESE.encode("iso-2022-jp"), "7bit"), JAPANESE
    yield "utf-7.eml", lambda: letter("text/plain; charset=utf-7", HAN.encode("utf-7"), "7bit"), HAN
    yield "wrong-charset.eml", lambda: letter("text/plain; charset=us-ascii", HAN.encode()), HAN
    yield "related.eml", lambda: parts(("text/html", html), ("text/plain", "x"), kind="related"), TEXT
    yield "three-alternatives.eml", lambda: parts(("text/plain", OWN), ("text/plain", TEXT), ("text/html", f"<p>{OWN}</p>")), OWN
    yield "after-the-end.eml", lambda: parts(("text/plain", OWN)) + f"\n{TEXT}\n".encode(), OWN
    yield "calendar.eml", lambda: parts(("text/plain", OWN), ("text/calendar", f"BEGIN:VCALENDAR\nDESCRIPTION:{TEXT}\nEND:VCALENDAR"), kind="mixed"), None
    yield "enriched.eml", lambda: letter("text/enriched", TEXT.encode()), TEXT
    yield "honest-alternative.eml", lambda: parts(("text/plain", TEXT), ("text/html", html)), TEXT
    yield "honest-quoted.eml", lambda: letter("text/plain", "\n".join(f"> {line}" for line in TEXT.split(", ")).encode()), TEXT


# Markdown and plain text.

def each(change):
    return " ".join(change(word) if len(word) > 3 else word for word in WORDS)


def put(sign):
    return each(lambda word: word[:2] + sign + word[2:])


SMALL = dict(zip("abcdefghijklmnopqrstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ"))
LIKE = dict(zip("aceopxyi", "асеорхуі"))
GREEK = dict(zip("oAEHIKMNTXYZ", "οΑΕΗΙΚΜΝΤΧΥΖ"))


def through(table):
    return "".join(table.get(c, c) for c in TEXT)


def shifted(base):
    return "".join(chr(base + ord(c) - 97) if c.islower() else c for c in TEXT)


SIGNS = {
    "thin": "\u2009", "hair": "\u200a", "narrow": "\u202f", "six-per-em": "\u2006", "next-line": "\u0085", "unit-separator": "\u001f", "delete": "\x7f",
    "object": "\ufffc", "no-width": "\u200b", "joiner": "\u200d", "non-joiner": "\u200c", "word-joiner": "\u2060", "bom": "\ufeff", "soft-hyphen": "\u00ad",
    "tag": "\U000e0061", "variation": "\ufe0f", "variation-more": "\U000e0100", "left-to-right": "\u200e", "isolate": "\u2066\u2069", "filler": "\u3164",
    "hangul-filler": "\u115f", "braille-blank": "\u2800", "combining-joiner": "\u034f", "invisible-times": "\u2062", "mongolian": "\u180e", "khmer": "\u17b4",
    "interlinear": "\ufff9", "shorthand": "\U0001bca0", "music": "\U0001d173", "deprecated": "\u206a", "arabic-mark": "\u061c",
    "backspace": "z\b", "nul": "\0", "line-separator": "\u2028", "dot-below": "\u0323", "long-stroke": "\u0336",
}


def texts():
    for name, sign in SIGNS.items():
        yield f"{name}.txt", lambda sign=sign: put(sign).encode(), TEXT
    for name, text in {
        "small-capitals": through(SMALL), "cyrillic": through(LIKE), "greek": through(GREEK), "full-width": "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in TEXT),
        "bold": shifted(0x1D41A), "sans": shifted(0x1D5BA), "mono": shifted(0x1D68A), "double-struck": shifted(0x1D552), "circled": shifted(0x24D0),
        "squared": "".join(chr(0x1F130 + ord(c.lower()) - 97) if c.isascii() and c.isalpha() else c for c in TEXT),
        "regional": "".join(chr(0x1F1E6 + ord(c.lower()) - 97) + "\u200b" if c.isascii() and c.isalpha() else c for c in TEXT),
        "spaced": " ".join(TEXT.replace(" ", "  ")), "spaced-no-break": "\u00a0".join(TEXT).replace("\u00a0 \u00a0", "   "), "no-break-blanks": TEXT.replace(" ", "\u00a0"),
        "ogham-blanks": TEXT.replace(" ", "\u1680"), "ideographic-blanks": TEXT.replace(" ", "\u3000"), "line-per-word": TEXT.replace(" ", "\n"),
        "accents": TEXT.replace("e", "é").replace("o", "ö"), "ligatures": TEXT.replace("fi", "ﬁ").replace("fl", "ﬂ").replace("st", "ﬆ"),
        "overridden": "\u202e" + TEXT[::-1] + "\u202c", "words-overridden": " ".join(f"\u202e{w[::-1]}\u202c" for w in WORDS),
        "hyphenated": each(lambda w: w[:2] + "-\n" + w[2:]), "cyrillic-in-few": "".join(LIKE.get(c, c) if at % 5 == 0 else c for at, c in enumerate(TEXT)), "armenian": through(dict(zip("hnouq", "հոօսգ"))),
        "cherokee": through(dict(zip("ABCDEGHIJKLMNPRSTVWZ", "ᎪᏴᏟᎠᎬᏀᎻᏆᎫᏦᏞᎷΝᏢᎡᏚᎢᏙᎳᏃ"))), "superscript": through(dict(zip("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"))),
    }.items():
        yield f"{name}.txt", lambda text=text: text.encode(), TEXT
    for name, text in {"radicals": HAN.replace("人", "⼈").replace("大", "⼤").replace("风", "⻛").replace("水", "⽔").replace("一", "⼀"),
                       "traditional": HAN.replace("风", "風").replace("来", "來").replace("数", "數").replace("写", "寫").replace("进", "進").replace("没", "沒").replace("问", "問").replace("为", "為").replace("灯", "燈").replace("涨", "漲").replace("经", "經").replace("虽", "雖").replace("码", "碼").replace("头", "頭").replace("户", "戶").replace("从", "從").replace("个", "個").replace("调", "調").replace("会", "會").replace("终", "終").replace("于", "於").replace("时", "時").replace("们", "們").replace("页", "頁").replace("气", "氣").replace("压", "壓").replace("计", "計").replace("张", "張").replace("领", "領").replace("员", "員").replace("过", "過").replace("图", "圖").replace("账", "賬").replace("这", "這").replace("里", "裡").replace("现", "現").replace("只", "隻"),
                       "blanks-between": " ".join(HAN), "no-width-between": "\u200b".join(HAN), "variants": HAN.replace("户", "戶").replace("没", "沒"), "compatibility": HAN.replace("人", "⼈").replace("数", "\uf969"),
                       "line-per-letter": "\n".join(HAN)}.items():
        yield f"chinese-{name}.txt", lambda text=text: text.encode(), HAN
    for name, encoding, text in [("gb18030", "gb18030", HAN), ("big5", "big5", None), ("utf-16le", "utf-16-le", HAN), ("utf-7", "utf-7", HAN), ("hz", "hz", HAN), ("iso-2022-jp", "iso-2022-jp", JAPANESE), ("shift-jis", "shift-jis", JAPANESE), ("euc-jp", "euc-jp", JAPANESE), ("utf-32", "utf-32", HAN)]:
        if text:
            yield f"encoding-{name}.txt", lambda encoding=encoding, text=text: text.encode(encoding), text
    yield "comment.md", lambda: f"{put('<!-- zq -->')}\n".encode(), TEXT
    yield "hidden-span.md", lambda: f"{OWN}\n\n<p style='display:none'>{TEXT}</p>\n".encode(), f"{OWN} {TEXT}"
    yield "link-reference.md", lambda: f"{OWN}\n\n[x]: http://a '{TEXT}'\n".encode(), OWN
    yield "image-label.md", lambda: f"![{TEXT}](a.png)\n".encode(), TEXT
    yield "details.md", lambda: f"<details>\n\n{TEXT}\n\n</details>\n".encode(), TEXT
    yield "code-block.md", lambda: f"```\n{TEXT}\n```\n".encode(), TEXT
    yield "emphasis-in-words.md", lambda: each(lambda w: f"{w[:2]}**{w[2:]}**").encode(), TEXT
    yield "entities.md", lambda: "".join(f"&#{ord(c)};" if c.isalpha() else c for c in TEXT).encode(), TEXT
    yield "escapes.md", lambda: TEXT.replace(".", "\\.").replace("-", "\\-").encode(), TEXT
    yield "table.md", lambda: ("| a | b |\n|---|---|\n" + "\n".join(f"| {' '.join(WORDS[at : at + 9])} | |" for at in range(0, len(WORDS), 9))).encode(), TEXT
    yield "front-matter.md", lambda: f"---\nabstract: {TEXT}\n---\n{OWN}\n".encode(), OWN


# Honest files.

def honest():
    article = "".join(f"<p>{TEXT}</p>" for _ in range(1))
    yield "plain.html", lambda: page(article)
    yield "white-on-dark.html", lambda: page(f"<p>{TEXT}</p>", "<style>body{background:#111;color:#fff}</style>")
    yield "dark-mode.html", lambda: page(f"<p>{TEXT}</p>", "<style>@media (prefers-color-scheme: dark){body{background:#000;color:#fff}}</style>")
    yield "dark-mode-by-variables.html", lambda: page(f"<p>{TEXT}</p>", "<style>:root{--bg:#fff;--fg:#111}@media (prefers-color-scheme: dark){:root{--bg:#111;--fg:#fff}}body{background:var(--bg);color:var(--fg)}</style>")
    yield "dark-by-variables.html", lambda: page(f"<p>{TEXT}</p>", "<style>:root{--bg:#111;--fg:#fff}body{background:var(--bg);color:var(--fg)}</style>")
    yield "menu.html", lambda: page(f"<div class=menu><a href=#m>Skip</a></div><main id=m>{article}</main>", "<style>.menu{position:absolute;left:-9999px}@media (max-width:600px){main{margin:0}}</style>")
    yield "reader-heading.html", lambda: page(f"<h1 class=sr-only>Boats</h1>{article}", "<style>.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}</style>")
    yield "details.html", lambda: page(f"<details><summary>More of it</summary>{article}</details>")
    yield "icons.html", lambda: page(f"<i class=icon></i>{article}", "<style>.icon::before{content:'\\f101';font-family:Icons}.q::after{content:'\\201D'}a[href]::after{content:' (' attr(href) ')'}</style>")
    yield "note-for-scripts.html", lambda: page(f"{article}<noscript>Please turn on JavaScript.</noscript><script>window.dataLayer=[];console.log('a b c')</script><template><li></li></template>")
    yield "gradient-heading.html", lambda: page(f"<p style='background:linear-gradient(90deg,red,blue);-webkit-background-clip:text;color:transparent'>{TEXT}</p>")
    yield "drop-capital.html", lambda: page(f"<p class=x>{TEXT}</p>", "<style>.x::first-letter{font-size:3em}.x{hyphens:auto}</style>")
    yield "hero.html", lambda: page(f"<div style='background:url(a.jpg);color:#fff'>{article}</div>")
    yield "data-of-the-page.html", lambda: page(f"{article}<script type='application/ld+json'>{{\"@type\":\"Article\",\"articleBody\":\"{TEXT}\"}}</script>")
    yield "unseen-states.html", lambda: page(f"<p class=fade>{TEXT}</p>", "<style>.fade{opacity:1;transition:opacity 1s}.fade:hover{opacity:.8}.tip{display:none}.p:hover .tip{display:block}</style>")
    yield "soft-hyphens.html", lambda: page("<p>" + put("&shy;") + "</p>")
    yield "plain.md", lambda: f"# Boats\n\n{TEXT}\n\n<!-- a note -->\n".encode()
    yield "french.txt", lambda: (TEXT + "\n\nIl a dit\u202f: «\u202foui\u202f», 5\u202f000\u202f€.").encode()
    yield "emoji.txt", lambda: (TEXT + " ❤️ 👩‍🚀").encode()
    yield "chinese.txt", lambda: HAN.encode()


TRICKS = [
    *[(f"page-{name}", make, TEXT if name.startswith("within") else OWN) for name, make in hiding()],
    *[(f"page-shown-{name}", make, seen) for name, make, seen in shown()],
    *[(name if name.startswith("honest") else f"book-{name}", make, seen) for name, make, seen in books()],
    *[(name if name.startswith("honest") else f"letter-{name}", make, seen) for name, make, seen in letters()],
    *[(f"text-{name}", make, seen) for name, make, seen in texts()],
    *[(f"honest-{name}", make, HAN if "chinese" in name else TEXT) for name, make in honest()],
]
