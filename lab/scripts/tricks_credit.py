"""Papers that credit what they copy by a trick, in five formats, and honest papers that credit as they should.

A set of `tricks.py`. All of `TEXT` is copied; a trick passes if nine tenths of it are found, though the paper says that they are
quoted, cited or entries of a list, or if a flag tells. Honest papers have a list of references that is one, and quote little.
"""
from tricks_office import docx, par

SENTENCES = [
    "The number of boats in the harbour falls before a storm in thirty-one of forty cases",
    "Nobody asked the keeper why the light went out before the flood of that autumn",
    "The families on the quay have waited for an answer since the bells were taken down",
    "A ledger of the pilots names every ship that was lost between the two lighthouses",
    "The mud of the channel was carried up the valley in carts that were drawn by oxen",
    "Three surveyors drew the line of the new pier, and each of them drew another one",
    "The fish market moved inland when the northern mole began to sink into the sand",
    "Old sailors still steer by the chimney of a brewery that was pulled down long ago",
    "The customs house kept two clocks, one for the crown and one for the merchants",
    "A rope that had been measured at night was found to be shorter in the morning",
]
TEXT = " ".join(sentence + "." for sentence in SENTENCES)
SEEN = TEXT
# The marks and dates of the tricks are words of their own.
FOUND = 0.7
ENTRIES = [
    "Okafor, N. (2014). The slow return of the eel. Journal of Estuary Studies, 8(2), 101–119.",
    "Smith, A. (2010). Tidal towns and their ledgers. Bergen: Tidewater Press.",
    "Lind, S., & Berg, T. (2003). Rivers at night. Estuary Review, 12(3), 4–19.",
]


def txt(blocks):
    forms = {"quote": "> {}"}
    return ("\n\n".join(forms.get(kind, "{}").format(text) for kind, text in blocks) + "\n").encode()


def md(blocks):
    forms = {"quote": "> {}", "heading": "# {}"}
    return ("\n\n".join(forms.get(kind, "{}").format(text) for kind, text in blocks) + "\n").encode()


def html(blocks):
    forms = {"quote": "<blockquote><p>{}</p></blockquote>", "heading": "<h2>{}</h2>", "entry": "<ol><li>{}</li></ol>"}
    return ("<!DOCTYPE html><meta charset=utf-8><title>Boats</title><body>" + "\n".join(forms.get(kind, "<p>{}</p>").format(text) for kind, text in blocks)).encode()


def tex(blocks):
    forms = {"quote": "\\begin{{quote}}{}\\end{{quote}}", "heading": "\\section*{{{}}}"}
    return ("\\documentclass{article}\\begin{document}\n" + "\n\n".join(forms.get(kind, "{}").format(text.replace("&", "\\&")) for kind, text in blocks) + "\n\\end{document}\n").encode()


def word(blocks):
    styles = '<w:style w:styleId="q"><w:name w:val="Quote"/></w:style><w:style w:styleId="h"><w:name w:val="heading 1"/></w:style>'
    props = {"quote": '<w:pStyle w:val="q"/>', "heading": '<w:pStyle w:val="h"/>'}
    return docx("".join(par(text.replace("&", "&amp;"), props=props.get(kind, "")) for kind, text in blocks), styles)


def all_of(form):
    return [form(number, sentence) for number, sentence in enumerate(SENTENCES, 1)]


def listed(heading, entries):
    return [("heading", heading)] + [("entry", entry) for entry in entries]


CHEATS = {
    "marks": [("text", f"“{TEXT}”")],
    "blocks": [("quote", sentence + ".") for sentence in SENTENCES],
    "numbers": [("text", " ".join(all_of(lambda number, sentence: f"{sentence} [{number % 3 + 1}].")))],
    "names": [("text", " ".join(all_of(lambda number, sentence: f"{sentence} (Smith, 2010).")))],
    "raised": [("text", " ".join(all_of(lambda number, sentence: f"{sentence}.¹")))],
    "heading": listed("References", [TEXT]),
    "sentences": listed("References", [sentence + "." for sentence in SENTENCES]),
    "numbered": listed("References", all_of(lambda number, sentence: f"[{number}] {sentence}.")),
    "dotted": listed("Bibliography", all_of(lambda number, sentence: f"{number}. {sentence}.")),
    "among-entries": listed("References", [text for at, sentence in enumerate(SENTENCES) for text in (sentence + ".", ENTRIES[at % 3])]),
    "dated": listed("Works cited", all_of(lambda number, sentence: f"[{number}] In {1990 + number}, {sentence[0].lower()}{sentence[1:]}.")),
    "notes": listed("Notes", all_of(lambda number, sentence: f"{number}. {sentence}.")),
}
HONEST = {
    "honest-list": [("text", TEXT + " So it was (Smith, 2010).")] + listed("References", ENTRIES),
    "honest-quotation": [("text", TEXT + " Smith (2010) writes: “The ledger was never found again by anybody.”")] + listed("References", ENTRIES),
}
FORMATS = {"txt": txt, "md": md, "html": html, "docx": word, "tex": tex}
TRICKS = [
    (f"{name}.{ending}", lambda blocks=blocks, make=make: make(blocks), TEXT)
    for name, blocks in {**CHEATS, **HONEST}.items()
    for ending, make in FORMATS.items()
]
