#!/usr/bin/env python3
"""Which words of small papers in many styles of citing the program calls quoted, cited or a list of references.

usage: credit.py IBID OUT [-v]

Writes 120 papers to OUT, six in each of twenty styles, and a source for each of their copied sentences and for each list of
references. All texts are made here. The program's rules are not made on these papers: look at the shares, and do not mend the
rules by the papers that fail.

    quoted      of the matched words that stand in quotations, those that the program calls quoted
    cited       of the matched words with a citation, those that it calls cited
    references  of the matched words of the lists, those that it leaves out as references
    wrong       of the matched words that are neither quoted nor cited, or only cited, those that it calls so
-v names the sentences that are wrong.
"""
import collections
import json
import pathlib
import random
import subprocess
import sys
import zipfile

ENGLISH = """The ferryman of Ostrava counted eleven geese on the frozen weir before the bells began
A baker who rises at three has no use for the moon except as a lamp on the road
The second winter of the survey buried every marker stone between the ridge and the mill
No surveyor trusted the brass compass after lightning had struck the observatory roof
Children in the upper valley learn to read the clouds before they learn to read a page
The widow kept the ledgers of the quarry in a trunk lined with yellow newspaper
Salt was carried over the pass by mules whose bells could be heard for half a morning
The dam held for nine days and then gave way at the place where nobody had looked
Beekeepers of the plateau paint their hives blue because they say wasps dislike the color
An orchard planted by prisoners still bears plums along the old military road
The clockmaker refused to repair any clock that had been stopped on purpose
Every spring the monks drained the fish pond and sold the mud to the gardeners
The telegraph office closed because the operator could not bear the sound of rain
Rust had eaten the hinges of the granary, yet the door stood upright for years
A violin made from the wood of a church pew was played at the mayor's funeral
The glassblowers moved their furnace twice to escape the smoke of the brickyard
Nobody in the village could explain why the well had turned sweet after the earthquake
The surveyor's dog remembered the boundary better than the three men who had drawn it
Potatoes were paid as rent in the years when silver could not be found anywhere
The librarian numbered the shelves from right to left out of respect for a dead teacher
A swarm of starlings broke the wires and left the town without news for a week
The tannery stood downstream so that the washing women would not complain to the bishop
Lamplighters were the first to hear that the bridge had been sold to a foreign company
The map shows a lake where travellers have found only reeds and the ribs of a barge
The cook buried the silver spoons under the third step and forgot to tell his heirs
Two engineers quarrelled about the slope of the canal until the money was spent
The goats were driven through the ruins each autumn to keep the thistles low
A notary in the capital kept the only copy of the treaty in his umbrella stand
The old printer set the names of the dead in a smaller type to save on paper
Fog delayed the verdict because the judge would not ride without seeing the road""".splitlines()
CHINESE = """山脚下的铁匠每逢大雪就把炉火烧得更旺，好让迷路的行人看见光亮
老船夫说桥塌那年河里的鱼突然都游到上游的水库里去了
茶园的主人把最早采下的嫩叶送给了山后那座小学的孩子们
测量队在第二个冬天丢失了全部的标石，只好从头再量一遍
村口的石碑背面刻着一份谁也看不懂的账目，据说与盐税有关
钟表匠拒绝修理任何被人故意弄停的钟，这是他父亲留下的规矩
养蜂人把蜂箱漆成蓝色，因为他们相信黄蜂不喜欢这种颜色
图书管理员从右向左给书架编号，以此纪念他去世的老师
渡口的灯在暴雨中熄灭以后，没有一条船敢再往对岸去
窑工们两次搬动炉子，为的是躲开砖厂飘过来的浓烟
驮盐的骡队翻过山口时，铃声能在山谷里响上半个早晨
水井在地震之后忽然变甜，村里的老人至今说不出原因""".splitlines()
GERMAN = """Der Müller von Wiesental zählte jeden Morgen die Säcke, obwohl niemand ihn darum gebeten hatte
Die Brücke über die Lauter wurde zweimal gebaut, weil die erste dem Hochwasser nicht standhielt
Im dritten Winter verlor die Vermessung alle Grenzsteine zwischen dem Hang und der Sägemühle
Kein Uhrmacher der Stadt wollte die Turmuhr anrühren, seit der Blitz in das Werk gefahren war
Die Witwe verwahrte die Rechnungsbücher des Steinbruchs in einer Truhe voller alter Zeitungen
Salz wurde auf Maultieren über den Pass getragen, deren Glocken man stundenlang hören konnte
Niemand im Dorf konnte erklären, warum der Brunnen nach dem Erdbeben süßes Wasser gab
Die Imker der Hochebene streichen ihre Kästen blau, weil Wespen diese Farbe meiden sollen""".splitlines()
FRENCH = """Le passeur comptait les oies sur la glace du barrage avant que les cloches ne sonnent
La veuve gardait les registres de la carrière dans une malle doublée de vieux journaux
Aucun arpenteur ne se fiait plus à la boussole depuis que la foudre avait frappé le toit
Les enfants de la haute vallée apprennent à lire les nuages avant de lire une page
Le sel passait le col à dos de mulets dont on entendait les clochettes toute la matinée
Personne au village ne savait dire pourquoi le puits était devenu doux après la secousse
L’horloger refusait de réparer toute montre que l’on avait arrêtée volontairement
Les apiculteurs du plateau peignent leurs ruches en bleu pour éloigner les guêpes""".splitlines()
SPANISH = """El barquero contaba los gansos sobre el hielo de la presa antes de que sonaran las campanas
La viuda guardaba los libros de la cantera en un baúl forrado de periódicos amarillos
Ningún agrimensor confiaba en la brújula desde que el rayo cayó sobre el observatorio
Los niños del valle alto aprenden a leer las nubes antes de aprender a leer una página
La sal cruzaba el puerto a lomos de mulas cuyas campanas se oían durante media mañana
Nadie en el pueblo supo explicar por qué el pozo se volvió dulce después del terremoto
El relojero se negaba a reparar cualquier reloj que hubieran detenido a propósito
Los apicultores de la meseta pintan sus colmenas de azul para alejar a las avispas""".splitlines()
SENTENCES = {"en": ENGLISH, "zh": CHINESE, "de": GERMAN, "fr": FRENCH, "es": SPANISH}
OWN = {
    "en": ["I walked the same road last year and saw nothing of the kind.", "This chapter asks whether such stories can be trusted at all.",
           "My own notes from the archive point in another direction.", "Let me turn to the second question, which is harder."],
    "zh": ["笔者去年走过同一条路，并没有看到类似的情形。", "本章要讨论的是这样的说法究竟能不能相信。", "档案里的材料指向另一个方向。", "下面转入第二个问题，它更难回答。"],
    "de": ["Ich bin denselben Weg gegangen und habe davon nichts bemerkt.", "Dieses Kapitel fragt, ob man solchen Erzählungen trauen darf.",
           "Meine eigenen Notizen weisen in eine andere Richtung.", "Nun zur zweiten Frage, die schwerer wiegt."],
    "fr": ["J’ai suivi le même chemin sans rien voir de pareil.", "Ce chapitre se demande si de tels récits méritent confiance.",
           "Mes propres notes indiquent une autre direction.", "Passons à la seconde question, plus difficile."],
    "es": ["Recorrí el mismo camino y no vi nada parecido.", "Este capítulo pregunta si tales relatos merecen confianza.",
           "Mis propias notas apuntan en otra dirección.", "Pasemos a la segunda pregunta, más difícil."],
}
# Works: surname, given name, initials, title, town, publisher, journal, volume, issue, first page, last page, year.
WORKS = {
    "en": [
        ("Abernathy", "Clara", "C.", "Mills and their keepers in the hill country", "Dunmore", "Kestrel Press", "Journal of Rural Records", 14, 2, 201, 219, 1998),
        ("Quisling-Orr", "Tobias", "T.", "Weather signs of the upper valleys", "Halden", "Northgate University Press", "Annals of Climate Lore", 7, 4, 33, 58, 2006),
        ("Venkataraman", "Priya", "P.", "Boundary stones and the law of memory", "Madurai", "Banyan Books", "Review of Land History", 22, 1, 5, 27, 2013),
        ("Fairweather", "Jonas", "J.", "A history of provincial telegraphs", "Leeds", "Copperline", "Communication Studies Quarterly", 31, 3, 410, 433, 1987),
        ("Moreau", "Edith", "E.", "Glass, smoke and the early factory", "Lyon", "Atelier Press", "Bulletin of Industrial Heritage", 9, 2, 77, 95, 2019),
    ],
    "de": [
        ("Brandstetter", "Karl", "K.", "Mühlen und Müller im Wiesental", "Freiburg", "Rebstock Verlag", "Zeitschrift für Heimatkunde", 44, 2, 112, 131, 1992),
        ("Hölzl", "Magda", "M.", "Brücken der Lauter", "Kaiserslautern", "Burgverlag", "Jahrbuch der Technikgeschichte", 12, 1, 9, 40, 2005),
        ("Szczepański", "Ignaz", "I.", "Grenzsteine und Recht", "Breslau", "Oder-Verlag", "Archiv für Rechtsgeschichte", 88, 3, 301, 322, 2011),
    ],
    "fr": [
        ("Delacroix-Vial", "Hélène", "H.", "Les moulins et leurs gardiens", "Grenoble", "Éditions du Torrent", "Revue des campagnes", 18, 2, 55, 74, 1994),
        ("Kerbrat", "Yann", "Y.", "Sel, mulets et passages", "Rennes", "Presses du Littoral", "Annales des routes", 40, 1, 12, 36, 2008),
        ("Oumarou", "Salif", "S.", "Bornes et mémoire", "Dakar", "Éditions Baobab", "Cahiers du droit ancien", 5, 3, 201, 218, 2016),
    ],
    "es": [
        ("Ibarruri Sanz", "Lucía", "L.", "Los molinos y sus guardianes", "Bilbao", "Editorial Ría", "Revista de Historia Rural", 21, 2, 45, 66, 1996),
        ("Quispe", "Mateo", "M.", "Sal, mulas y caminos de altura", "Cusco", "Ediciones Andenes", "Anales de la Sierra", 13, 1, 7, 29, 2009),
        ("Valcárcel", "Rosa", "R.", "Piedras de linde y memoria", "Lugo", "Editorial Breogán", "Cuadernos de Derecho Antiguo", 30, 4, 310, 335, 2015),
    ],
    "zh": [
        ("陶然", "", "", "山村铁匠的炉火与行旅", "成都", "巴蜀书社", "乡土研究", 14, 2, 21, 29, 1998),
        ("欧阳明远", "", "", "盐税碑刻考释", "西安", "三秦出版社", "碑林集刊", 7, 4, 33, 58, 2006),
        ("苏婉清", "", "", "渡口与桥梁的变迁", "武汉", "长江出版社", "水运史学报", 22, 1, 5, 27, 2013),
        ("柯立", "", "", "蜂箱颜色的民俗学解释", "昆明", "云岭出版社", "民俗季刊", 9, 3, 77, 85, 2019),
    ],
}


class Paper:
    """A paper that is being written: its text, and what is true of its sentences."""

    def __init__(self, name, lang, draw):
        self.name, self.lang, self.draw = name, lang, draw
        self.truth, self.blocks, self.entries = {}, [], []
        self.sentences = draw.sample(range(len(SENTENCES[lang])), len(SENTENCES[lang]))
        self.own = list(OWN[lang])
        self.works = draw.sample(WORKS[lang], len(WORKS[lang]))

    def copied(self, kind):
        number = self.sentences.pop()
        self.truth[f"{self.lang}-{number}"] = kind
        return SENTENCES[self.lang][number]

    def own_words(self):
        return self.draw.choice(self.own)

    def stop(self):
        return "。" if self.lang == "zh" else "."

    def gap(self):
        return "" if self.lang == "zh" else " "

    def paragraph(self, *sentences):
        self.blocks.append(("p", self.gap().join(sentences)))


TITLES = {work[3] for works in WORKS.values() for work in works}
MARKS = {"en": "“”", "zh": "“”", "de": "„“", "fr": "«»", "es": "«»"}


def quote(paper, text, marks=None):
    left, right = marks or MARKS[paper.lang]
    inner = f"\u00a0{text}\u00a0" if left == "«" and paper.lang == "fr" else text
    return left + inner + right


def introduced(paper, work):
    name = work[0]
    return {"en": f"{name} puts it like this:", "zh": f"{name}写道：", "de": f"Bei {name} heißt es:", "fr": f"{name} écrit :", "es": f"{name} escribe:"}[paper.lang]


DECOYS = {
    "en": ["The essay “{title}” is often named here. {copied}.", "{copied}, or so the “old mill folk” will have it.", "{copied} (in 1904 at the latest)."],
    "zh": ["《{title}》一文常被提起。{copied}。", "{copied}，这就是所谓的“山里规矩”。", "{copied}（不晚于1904年）。"],
    "de": ["Der Aufsatz „{title}“ wird hier oft genannt. {copied}.", "{copied}, so will es die „gute alte Zeit“.", "{copied} (spätestens im Jahre 1904)."],
    "fr": ["L’article «\u00a0{title}\u00a0» est souvent nommé. {copied}.", "{copied}, selon la «\u00a0vieille coutume\u00a0».", "{copied} (en 1904 au plus tard)."],
    "es": ["El artículo «{title}» se nombra a menudo. {copied}.", "{copied}, según la «vieja costumbre».", "{copied} (en 1904 a más tardar)."],
}


def body(paper, style):
    """Writes what all papers have: quotations, cited sentences, and sentences that are credited to nobody."""
    cite = style["cite"]
    stop = paper.stop()
    quoted_work, cited_work, block_work = paper.works[0], paper.works[1], paper.works[2]
    paper.paragraph(paper.own_words(), paper.copied("neither") + stop, paper.own_words())
    marks = style.get("marks")
    wording = quote(paper, paper.copied("both") + ("" if style.get("outside") else stop), marks)
    paper.paragraph(paper.own_words(), introduced(paper, quoted_work) + paper.gap() + cite(paper, quoted_work, wording, "quote"), paper.own_words())
    paper.paragraph(paper.own_words(), cite(paper, cited_work, paper.copied("cited"), "sentence"), paper.own_words())
    decoy = paper.draw.choice(DECOYS[paper.lang])
    paper.paragraph(paper.own_words(), decoy.format(title=paper.draw.choice(WORKS[paper.lang])[3], copied=paper.copied("neither")))
    if style.get("block"):
        block = paper.copied("both") + stop + paper.gap() + paper.copied("both") + stop
        style["block"](paper, block_work, block, cite)
    paper.paragraph(cite(paper, block_work, paper.copied("cited"), "sentence"), paper.own_words())
    paper.paragraph(paper.own_words(), paper.copied("neither") + stop)


def number_of(paper, work):
    if work not in paper.entries:
        paper.entries.append(work)
    return paper.entries.index(work) + 1


def at_end(mark_of, gap=" ", before_stop=True):
    """A mark before the full stop of a sentence or behind it, and behind the marks of a quotation."""
    def cite(paper, work, text, kind):
        number_of(paper, work)
        mark = mark_of(paper, work)
        if kind == "quote":
            stop = "" if text[-2:-1] in ".。" else paper.stop()
            return f"{text}{gap}{mark}{stop or (paper.stop() if gap else '')}"
        return f"{text}{gap}{mark}{paper.stop()}" if before_stop else f"{text}{paper.stop()}{mark}"
    return cite


def page(paper, work):
    return paper.draw.randint(work[9], work[10])


def indented(paper, work, block, cite):
    paper.blocks.append(("p", introduced(paper, work)))
    paper.blocks.append(("q", cite(paper, work, block[:-1], "sentence")))


def credited_behind(paper, work, block, cite):
    paper.blocks.append(("p", paper.own_words()))
    paper.blocks.append(("q", block))
    behind = {"en": f"The words above are those of {work[0]}", "zh": "以上文字出自", "de": f"Das Zitat stammt von {work[0]}",
              "fr": f"La citation ci-dessus est de {work[0]}", "es": f"La cita de arriba es de {work[0]}"}[paper.lang]
    paper.blocks.append(("p", cite(paper, work, behind, "sentence")))


def listed(heading, entry, numbered="{entry}", in_order=True):
    def write(paper):
        works = paper.entries if in_order else sorted(paper.entries, key=lambda work: work[0])
        paper.blocks.append(("h", heading))
        for number, work in enumerate(works, 1):
            paper.blocks.append(("r", numbered.format(entry=entry(paper, work), n=number)))
    return write


def apa(p, w):
    return f"{w[0]}, {w[2]} ({w[11]}). {w[3]}. {w[6]}, {w[7]}({w[8]}), {w[9]}–{w[10]}."


def mla(p, w):
    return f"{w[0]}, {w[1]}. “{w[3].title()}.” {w[6]}, vol. {w[7]}, no. {w[8]}, {w[11]}, pp. {w[9]}-{w[10]}."


def book(p, w):
    return f"{w[0]}, {w[1]}. {w[11]}. {w[3].title()}. {w[4]}: {w[5]}."


def note(p, w):
    return f"{w[1]} {w[0]}, {w[3].title()} ({w[4]}: {w[5]}, {w[11]}), {page(p, w)}."


def harvard(p, w):
    return f"{w[0]}, {w[2]}, {w[11]}. {w[3]}. {w[4]}: {w[5]}."


def vancouver(p, w):
    return f"{w[0]} {w[2][0]}. {w[3]}. {w[6]}. {w[11]};{w[7]}({w[8]}):{w[9]}-{w[10]}."


def ieee(p, w):
    return f"{w[2]} {w[0]}, “{w[3]},” {w[6]}, vol. {w[7]}, no. {w[8]}, pp. {w[9]}–{w[10]}, {w[11]}."


def nature(p, w):
    return f"{w[0]}, {w[2]} {w[3]}. {w[6]} {w[7]}, {w[9]}–{w[10]} ({w[11]})."


def german(p, w):
    return f"{w[0]}, {w[1]}: {w[3]}. {w[4]}: {w[5]} {w[11]}."


def german_note(p, w):
    return f"{w[1]} {w[0]}: {w[3]}, {w[4]} {w[11]}, S. {page(p, w)}."


def french(p, w):
    return f"{w[0].upper()}, {w[1]}, {w[3]}, {w[4]}, {w[5]}, {w[11]}, {w[10]} p."


def spanish(p, w):
    return f"{w[0]}, {w[2]} ({w[11]}). {w[3]}. {w[4]}: {w[5]}."


def gb(p, w):
    return f"{w[0]}. {w[3]}[J]. {w[6]}, {w[11]}, {w[7]}({w[8]}): {w[9]}-{w[10]}."


def gb_book(p, w):
    return f"{w[0]}．{w[3]}［M］．{w[4]}：{w[5]}，{w[11]}：{w[9]}-{w[10]}．"


def zh_note(p, w):
    return f"{w[0]}：《{w[3]}》，{w[4]}：{w[5]}，{w[11]}年，第{page(p, w)}页。"


def case(p, w):
    return f"{w[0]} v. {p.draw.choice(WORKS['en'])[0]}, {w[9] + 100} F.3d {w[10] + 700}, {w[10] + 705} (2d Cir. {w[11]})."


RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
CIRCLES = "①②③④⑤⑥⑦⑧⑨"


def in_note(mark, gap=""):
    """A mark behind each sentence and quotation; each has a note of its own."""
    def cite(paper, work, text, kind):
        paper.entries.append(work)
        stop = "" if text.rstrip("”“«»\u00a0")[-1:] in ".。" else paper.stop()
        return f"{text}{stop}{gap}{mark(len(paper.entries))}"
    return cite


def notes_below(entry, form, heading=None):
    def write(paper):
        if heading:
            paper.blocks.append(("h", heading))
        for number, work in enumerate(paper.entries, 1):
            paper.blocks.append(("r" if heading else "n", form(number, entry(paper, work))))
    return write


# Name: language, format, cite, block, list, marks.
STYLES = {
    "apa": dict(lang="en", ext="txt", cite=at_end(lambda p, w: f"({w[0]}, {w[11]}, p. {page(p, w)})"), block=indented, list=listed("References", apa, in_order=False)),
    "mla": dict(lang="en", ext="txt", cite=at_end(lambda p, w: f"({w[0]} {page(p, w)})"), outside=True, block=indented, list=listed("Works Cited", mla, in_order=False)),
    "chicago-notes": dict(lang="en", ext="txt", cite=in_note(lambda n: str(n).translate(RAISED)), list=notes_below(note, "{0}. {1}".format, "Endnotes")),
    "chicago-date": dict(lang="en", ext="md", cite=at_end(lambda p, w: f"({w[0]} {w[11]}, {page(p, w)})"), outside=True, block=indented, list=listed("Bibliography", book, in_order=False)),
    "harvard": dict(lang="en", ext="html", cite=at_end(lambda p, w: f"({w[0]} {w[11]}: {page(p, w)})"), outside=True, block=credited_behind, list=listed("Sources", harvard, in_order=False)),
    "vancouver": dict(lang="en", ext="txt", cite=at_end(lambda p, w: f"({number_of(p, w)})"), outside=True, block=credited_behind, list=listed("References cited", vancouver, "{n}. {entry}")),
    "vancouver-raised": dict(lang="en", ext="md", cite=at_end(lambda p, w: str(number_of(p, w)).translate(RAISED), "", False), list=listed("Literature cited", vancouver, "{n}. {entry}")),
    "ieee": dict(lang="en", ext="tex", cite=at_end(lambda p, w: f"[{number_of(p, w)}]"), outside=True, block=credited_behind, list=listed("References", ieee, "[{n}] {entry}")),
    "nature": dict(lang="en", ext="html", cite=at_end(lambda p, w: f"[{number_of(p, w)}]", " ", True), outside=True, list=listed("7. References", nature, "{n}. {entry}")),
    "bluebook": dict(lang="en", ext="txt", cite=in_note(lambda n: str(n).translate(RAISED)), list=notes_below(case, lambda n, e: f"{str(n).translate(RAISED)} {e}")),
    "markdown-notes": dict(lang="en", ext="md", cite=in_note(lambda n: f"[^{n}]"), list=notes_below(note, "[^{0}]: {1}".format)),
    "docx-notes": dict(lang="en", ext="docx", cite=in_note(lambda n: f"\ue000{n}\ue001"), block=credited_behind, list=notes_below(note, lambda n, e: e)),
    "html-q": dict(lang="en", ext="html", cite=at_end(lambda p, w: f"({w[0]}, {w[11]})"), marks=("<q>", "</q>"), outside=True, list=listed("Works cited", apa, in_order=False)),
    "german-date": dict(lang="de", ext="txt", cite=at_end(lambda p, w: f"(vgl. {w[0]} {w[11]}, {page(p, w)} f.)"), marks="»«", outside=True, block=indented, list=listed("Literatur", german, in_order=False)),
    "german-notes": dict(lang="de", ext="tex", cite=in_note(lambda n: f"\ue000{n}\ue001"), list=notes_below(german_note, lambda n, e: e)),
    "french": dict(lang="fr", ext="txt", cite=at_end(lambda p, w: f"({w[0]}, {w[11]}, p. {page(p, w)})"), outside=True, list=listed("Bibliographie", french, in_order=False)),
    "spanish": dict(lang="es", ext="docx", cite=at_end(lambda p, w: f"({w[0].split()[0]}, {w[11]}, p. {page(p, w)})"), outside=True, block=indented, list=listed("Referencias", spanish, in_order=False)),
    "gb-numbers": dict(lang="zh", ext="txt", cite=at_end(lambda p, w: f"［{number_of(p, w)}］{page(p, w)}", ""), outside=True, block=credited_behind, list=listed("七、参考文献", gb_book, "［{n}］{entry}")),
    "gb-date": dict(lang="zh", ext="docx", cite=at_end(lambda p, w: f"（{w[0]}，{w[11]}：{page(p, w)}）", ""), outside=True, block=indented, list=listed("主要参考文献", gb, in_order=False)),
    "zh-notes": dict(lang="zh", ext="txt", cite=in_note(lambda n: CIRCLES[n - 1]), list=notes_below(zh_note, lambda n, e: f"{CIRCLES[n - 1]}{e}", "注释")),
}

# ------------------------------------------------------------------------------------------------------------- formats


def wrapped(text, indent=""):
    lines, line = [], indent
    for word in text.split(" "):
        if len(line) + len(word) > 78 and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    return "\n".join([*lines, line.rstrip()])


def as_txt(blocks):
    return "\n\n".join(wrapped(text, "        ") if kind == "q" else wrapped(text) for kind, text in blocks) + "\n"


def as_md(blocks):
    forms = {"h": "## {}", "q": "> {}"}
    return "\n\n".join(forms.get(kind, "{}").format(text.replace("[", "\\[") if kind != "n" and "[^" not in text else text) for kind, text in blocks) + "\n"


def as_html(blocks):
    forms = {"h": "<h2>{}</h2>", "q": "<blockquote><p>{}</p></blockquote>", "p": "<p>{}</p>", "n": "<p>{}</p>"}
    out, in_list = [], False
    for kind, text in blocks:
        if kind == "r":
            numbered = text.split(". ", 1) if text[:1].isdigit() else None
            out.append(("" if in_list else "<ol>") + f"<li>{numbered[1] if numbered else text}</li>")
            in_list = True
        else:
            out.append(forms[kind].format(text))
    return "<!DOCTYPE html><html><head><meta charset=utf-8><title>x</title></head><body>" + "\n".join(out) + ("</ol>" if in_list else "") + "</body></html>"


def as_tex(blocks):
    notes = {number: text for number, (kind, text) in enumerate([b for b in blocks if b[0] == "n"], 1)}
    forms = {"h": "\\section*{{{}}}", "q": "\\begin{{quote}}{}\\end{{quote}}"}
    out = []
    for kind, text in blocks:
        if kind == "n":
            continue
        for number, of_note in notes.items():
            text = text.replace(f"\ue000{number}\ue001", f"\\footnote{{{of_note}}}")
        out.append(forms.get(kind, "{}").format(text))
    return "\\documentclass{article}\\begin{document}\n" + "\n\n".join(out) + "\n\\end{document}\n"


def as_docx(blocks, path):
    notes = [text for kind, text in blocks if kind == "n"]
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    escape = lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
    run = lambda text: f'<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
    props = {"q": '<w:pPr><w:ind w:left="720" w:right="720"/></w:pPr>', "h": '<w:pPr><w:pStyle w:val="H"/></w:pPr>'}
    out = []
    for kind, text in blocks:
        if kind == "n":
            continue
        runs = []
        for at, piece in enumerate(text.replace("\ue001", "\ue000").split("\ue000")):
            runs.append(run(piece) if at % 2 == 0 else f'<w:r><w:footnoteReference w:id="{piece}"/></w:r>')
        out.append(f"<w:p>{props.get(kind, '')}{''.join(runs)}</w:p>")
    foot = "".join(f'<w:footnote w:id="{n}"><w:p>{run(text)}</w:p></w:footnote>' for n, text in enumerate(notes, 1))
    rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("[Content_Types].xml", "<Types/>")
        file.writestr("_rels/.rels", f'<Relationships><Relationship Id="m" Type="{rel}/officeDocument" Target="word/document.xml"/></Relationships>')
        file.writestr("word/document.xml", f"<w:document {space}><w:body>{''.join(out)}</w:body></w:document>")
        file.writestr("word/styles.xml", f'<w:styles {space}><w:style w:styleId="H"><w:name w:val="heading 1"/></w:style></w:styles>')
        file.writestr("word/footnotes.xml", f"<w:footnotes {space}>{foot}</w:footnotes>")
        file.writestr("word/_rels/document.xml.rels", f'<Relationships><Relationship Id="f" Type="{rel}/footnotes" Target="footnotes.xml"/></Relationships>')


def make(out):
    """Writes papers and sources, and returns what is true of each pair of them."""
    papers, sources = out / "papers", out / "sources"
    for folder in (papers, sources):
        folder.mkdir(parents=True, exist_ok=True)
    truth = {}
    for lang, sentences in SENTENCES.items():
        for number, sentence in enumerate(sentences):
            (sources / f"{lang}-{number}.txt").write_text(sentence + ("。" if lang == "zh" else "."), encoding="utf-8")
    for name, style in STYLES.items():
        for number in range(6):
            paper = Paper(f"{name}-{number}", style["lang"], random.Random(f"{name} {number}"))
            body(paper, style)
            style["list"](paper)
            path = papers / f"{paper.name}.{style['ext']}"
            entries = [text for kind, text in paper.blocks if kind == "r"]
            if entries:
                (sources / f"list-{paper.name}.txt").write_text("\n\n".join(entries), encoding="utf-8")
                paper.truth[f"list-{paper.name}"] = "references"
            if style["ext"] == "docx":
                as_docx(paper.blocks, path)
            else:
                path.write_text(globals()[f"as_{style['ext']}"](paper.blocks), encoding="utf-8")
            truth[path.name] = paper.truth
    return truth


def main():
    words = [word for word in sys.argv[1:] if word != "-v"]
    ibid, out = words[0], pathlib.Path(words[1])
    truth = make(out)
    command = [ibid, "check", str(out / "papers"), "--against", str(out / "sources"), "--commonplaces", "--format", "json", "-q"]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode not in (0, 1):
        sys.exit(ended.stderr)
    counts = collections.defaultdict(lambda: [0, 0])
    by_style = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))

    def add(name, style, part, whole):
        for table in (counts, by_style[style]):
            table[name][0] += part
            table[name][1] += whole

    for document in json.loads(ended.stdout)["documents"]:
        name = pathlib.Path(document["id"]).name
        style, said = name.rsplit("-", 1)[0], truth[name]
        for passage in document["passages"]:
            source = pathlib.Path(passage["b"]).stem
            kind = said.get(source)
            if kind is None or passage["kind"] == "common phrase":
                continue
            matched, quoted, cited = passage["matched_words"], passage["quoted_words"], passage["cited_words"]
            wrong = 0
            # A title that the text names stands in its list, too.
            if kind == "references" and " ".join(passage["a_text"].split()).strip("“”„«»") in TITLES:
                continue
            if kind == "references":
                left = matched if passage.get("left_out") == "references" else 0
                add("references", style, left, matched)
                is_right = left
            else:
                if kind == "both":
                    add("quoted", style, quoted, matched)
                if kind in ("both", "cited"):
                    add("cited", style, cited, matched)
                if kind == "cited":
                    wrong = quoted
                if kind == "neither":
                    wrong = matched - passage["uncredited_words"]
                if kind != "both":
                    add("wrong", style, wrong, matched)
                is_right = not wrong and (kind == "neither" or cited * 10 >= matched * 9) and (kind != "both" or quoted * 10 >= matched * 9)
            if not is_right and "-v" in sys.argv:
                print(f"{name}: {kind}: {quoted} quoted, {cited} cited of {matched}, {passage.get('left_out')}: {passage.get('a_text', '')[:90]}")
    for style, table in [*sorted(by_style.items()), ("all", counts)]:
        shares = [f"{kind} {table[kind][0] / table[kind][1]:.3f}" if table[kind][1] else f"{kind}     –" for kind in ("quoted", "cited", "references", "wrong")]
        print(f"{style:<18} " + "  ".join(shares))


if __name__ == "__main__":
    main()
