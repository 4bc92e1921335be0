//! A report as text for a terminal or a pipe.
//!
//! For each document: its figures, its sources, and its passages with both texts. What differs, stands elsewhere or is the
//! writer's own ([`Mark`]) is in brackets, or has a style with colors. All text of documents passes through [`sanitize`]. `O(n)` for n
//! characters of text shown.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::sanitize::{sanitize, sanitize_char};
use super::wrap::{shorten, text_cols, wrap};
use super::{
    DocumentReport, FORMULAS, Kind, MATCHED, Mark, MarkedWords, PLACES, Passage, Ratios, Report,
    SourceReport, characters, place_name,
};

/// The style of a report.
#[derive(Clone, Copy, Debug)]
pub struct PlainStyle {
    /// The columns of a line, at least 40.
    pub width_cols: usize,
    /// Whether escape sequences for bold, faint and colors are written.
    pub color: bool,
    /// Whether common phrases are shown, and not only counted.
    pub commonplaces: bool,
    /// What follows the number of those that are not shown, such as the option that shows them in parentheses.
    pub how_to_show: &'static str,
    /// Whether long passages are shown whole.
    pub whole: bool,
}

impl Default for PlainStyle {
    fn default() -> PlainStyle {
        PlainStyle { width_cols: 80, color: false, commonplaces: false, how_to_show: "", whole: false }
    }
}

/// A side of a passage with more lines than this is abbreviated...
const MOST_LINES: usize = 14;
/// ... to this many lines at its beginning and at its end.
const KEPT_LINES: usize = 5;

const BOLD: &str = "\x1b[1m";
pub(super) const FAINT: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";

fn style(mark: Mark) -> &'static str {
    match mark {
        Mark::Changed => "\x1b[1;4;33m",
        Mark::Moved => "\x1b[3;35m",
        Mark::Own => "\x1b[2;3m",
    }
}

/// Writes documents as they come. [`Plain::end`] explains the figures, once.
#[derive(Debug)]
pub struct Plain<W> {
    pub(super) style: PlainStyle,
    pub(super) out: W,
    pub(super) begun: bool,
    explains: bool,
    has_template: bool,
    /// The kinds and marks that were shown.
    shown: BTreeSet<Shown>,
}

/// What the legend explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    Kind(Kind),
    Mark(Mark),
}

impl<W: Write> Plain<W> {
    /// Nothing is written yet.
    pub fn new(style: PlainStyle, out: W) -> Plain<W> {
        let style = PlainStyle { width_cols: style.width_cols.max(40), ..style };
        Plain { style, out, begun: false, explains: false, has_template: false, shown: BTreeSet::new() }
    }

    /// Writes one document with its passages.
    pub fn document(&mut self, document: &DocumentReport, passages: &[Passage]) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            writeln!(self.out)?;
        }
        let counting = passages.iter().filter(|passage| passage.counts()).count();
        self.heading(document)?;
        if document.total > 0 && document.template_words == document.total {
            writeln!(self.out, "all of it stands in the template: nothing was left to check")?;
        } else if counting == 0 {
            writeln!(self.out, "nothing copied was found")?;
        } else {
            self.explains = true;
            self.ratios(&document.ratios)?;
            self.sources(&document.sources)?;
        }
        if document.sources_left > 0 {
            let many = if document.sources_left == 1 { "document was" } else { "documents were" };
            let left = thousands(document.sources_left);
            let note = format!("{left} more {many} not looked through for reworded passages");
            writeln!(self.out, "{}", self.paint(FAINT, &note))?;
        }
        let hidden = if self.style.commonplaces { 0 } else { passages.len() - counting };
        if hidden > 0 {
            let (many, is) = if hidden == 1 { ("", "is") } else { ("s", "are") };
            let how = self.style.how_to_show;
            let gap = if how.is_empty() { "" } else { " " };
            let note = format!("{hidden} common phrase{many} {is} not shown{gap}{how}");
            writeln!(self.out, "{}", self.paint(FAINT, &note))?;
        }
        let commonplaces = self.style.commonplaces;
        let (repeated, shown): (Vec<&Passage>, Vec<&Passage>) =
            passages.iter().partition(|passage| passage.is_repeated());
        let shown = shown.into_iter().filter(|passage| passage.counts() || commonplaces);
        for (number, passage) in shown.enumerate() {
            writeln!(self.out)?;
            self.passage(number + 1, passage)?;
            let same = repeated.iter().filter(|other| passage.counts() && other.finding == passage.finding);
            self.repeated(&same.copied().collect::<Vec<_>>())?;
        }
        Ok(())
    }

    /// Writes how much of the inputs was not looked at, and why. Nothing where all was.
    pub fn not_looked_at(&mut self, report: &Report) -> io::Result<()> {
        let failures = match report.failures.len() {
            0 => None,
            1 => Some("1 input failed, named on standard error".to_owned()),
            many => Some(format!("{many} inputs failed, named on standard error")),
        };
        let lines: Vec<String> = failures.into_iter().chain(report.not_looked_at()).collect();
        if !lines.is_empty() && std::mem::replace(&mut self.begun, true) {
            writeln!(self.out)?;
        }
        lines.iter().try_for_each(|line| self.wrapped(&sanitize(line), "    "))
    }

    /// Writes what the figures mean. Nothing where nothing was shown.
    pub fn end(&mut self) -> io::Result<()> {
        if !self.explains {
            return Ok(());
        }
        writeln!(self.out)?;
        for (name, formula) in [MATCHED].iter().chain(&FORMULAS) {
            self.wrapped(&format!("{name} = {formula}"), "  ")?;
        }
        if self.has_template {
            self.wrapped("all = the words that do not stand in the template", "  ")?;
        }
        for shown in std::mem::take(&mut self.shown) {
            let line = match shown {
                Shown::Kind(kind) => format!("{} = {}", kind.name(), kind.meaning()),
                Shown::Mark(mark) if self.style.color => {
                    format!("{}marked so{PLAIN} = {}", style(mark), mark.meaning())
                }
                Shown::Mark(mark) => format!("{} {}", mark.brackets().join(" "), mark.meaning()),
            };
            self.wrapped(&line, "  ")?;
        }
        self.wrapped(PLACES, "  ")
    }

    /// Where it was written to.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn heading(&mut self, document: &DocumentReport) -> io::Result<()> {
        let id = sanitize(&document.id).into_owned();
        writeln!(self.out, "{}", self.paint(BOLD, &id))?;
        let about = [&document.title, &document.author, &document.date];
        let about: Vec<_> = about.into_iter().flatten().map(|text| sanitize(text)).collect();
        if !about.is_empty() {
            self.wrapped(&about.join(" / "), "")?;
        }
        let (total, matched) = (thousands(document.total), thousands(document.matched));
        self.has_template |= document.template_words > 0;
        let template = match document.template_words {
            0 => String::new(),
            words => format!("{} in the template, ", thousands(words)),
        };
        writeln!(self.out, "{total} {}, {template}{matched} matched", document.unit)?;
        document.obfuscation.as_ref().map_or(Ok(()), |found| self.wrapped(&found.line(), "  "))
    }

    fn ratios(&mut self, ratios: &Ratios) -> io::Result<()> {
        let values =
            [ratios.overall, ratios.without_quotations, ratios.without_own_work, ratios.largest_source];
        writeln!(self.out)?;
        for ((name, _), value) in FORMULAS.iter().zip(values) {
            writeln!(self.out, "  {name:<20}{:>9}", percent(value))?;
        }
        Ok(())
    }

    fn sources(&mut self, sources: &[SourceReport]) -> io::Result<()> {
        let name_cols = self.style.width_cols - 36;
        writeln!(self.out)?;
        let header = format!("  {:<name_cols$}{:>12}{:>10}{:>12}", "source", "matched", "ratio", "passages");
        writeln!(self.out, "{}", self.paint(FAINT, &header))?;
        for source in sources {
            let name = shorten(&sanitize(&source.id), name_cols);
            let fill = name_cols - text_cols(&name);
            let (matched, ratio) = (thousands(source.matched), percent(source.ratio));
            writeln!(
                self.out,
                "  {name}{:fill$}{matched:>12}{ratio:>10}{:>12}",
                "",
                thousands(source.passages)
            )?;
            let about = [&source.title, &source.author, &source.date];
            let about: Vec<_> = about.into_iter().flatten().map(|text| sanitize(text)).collect();
            if !about.is_empty() {
                let about = shorten(&about.join(" / "), self.style.width_cols - 4);
                writeln!(self.out, "    {}", self.paint(FAINT, &about))?;
            }
        }
        Ok(())
    }

    fn passage(&mut self, number: usize, passage: &Passage) -> io::Result<()> {
        let sentences = match passage.sentence_pairs.len() {
            0 => String::new(),
            1 => ", 1 copied sentence".to_owned(),
            many => format!(", {many} copied sentences"),
        };
        let (kind, similarity) = (passage.kind, passage.similarity);
        let (matched, words) = (thousands(passage.matched_words.into()), thousands(passage.a_words.into()));
        let heading = format!(
            "{number}. {}, similarity {similarity:.2}, {matched} of {words} matched{sentences}",
            kind.name()
        );
        writeln!(self.out, "{}", self.paint(BOLD, &heading))?;
        self.shown.insert(Shown::Kind(kind));
        let (a_text, b_text) = (passage.a_text.as_deref(), passage.b_text.as_deref());
        let a = Side {
            label: "here ",
            name: place_name(&passage.a, passage.a_place),
            chars: (passage.a_start, passage.a_end),
            text: a_text,
            marks: a_text.map_or_else(Vec::new, |text| passage.marks_here(text)),
        };
        self.side(a)?;
        self.also("here", passage.a_also.len() as u64, passage.a_also.first())?;
        let b = Side {
            label: "there",
            name: place_name(&passage.b, passage.b_place),
            chars: (passage.b_start, passage.b_end),
            text: b_text,
            marks: b_text.map_or_else(Vec::new, |text| passage.marks_there(text)),
        };
        self.side(b)?;
        self.also("there", passage.b_also_count, passage.b_also.first())
    }

    /// The other sources that have the words of a passage.
    fn repeated(&mut self, passages: &[&Passage]) -> io::Result<()> {
        let Some((first, others)) = passages.split_first() else { return Ok(()) };
        let place = |passage: &Passage| {
            let name = place_name(&passage.b, passage.b_place);
            format!("also in {}, {}", sanitize(&name), characters(passage.b_start, passage.b_end))
        };
        if self.style.whole {
            return passages
                .iter()
                .try_for_each(|passage| self.wrapped(&format!("  {}", place(passage)), "        "));
        }
        let more = match others.len() {
            0 => String::new(),
            many => format!(", and in {} more (-v names them)", thousands(many as u64)),
        };
        self.wrapped(&format!("  {}{more}", place(first)), "        ")
    }

    /// How often a passage stands on one side again.
    fn also(&mut self, side: &str, count: u64, next: Option<&[u32; 2]>) -> io::Result<()> {
        let Some([start, end]) = next else { return Ok(()) };
        let times =
            if count == 1 { "once more".to_owned() } else { format!("{} more times", thousands(count)) };
        writeln!(self.out, "        {times} {side}, next at {}", characters(*start, *end))
    }

    fn side(&mut self, side: Side<'_>) -> io::Result<()> {
        let chars = characters(side.chars.0, side.chars.1);
        let label = format!("  {} {}, {chars}", side.label, sanitize(&side.name));
        self.wrapped(&label, "        ")?;
        let Some(text) = side.text else {
            return writeln!(self.out, "      (the text was left out)");
        };
        let chars: Vec<char> = text.chars().map(sanitize_char).collect();
        self.shown.extend(side.marks.iter().map(|words| Shown::Mark(words.mark)));
        let marked = Marked::new(&chars, &side.marks, self.style.color);
        let lines = wrap(&marked.chars, self.style.width_cols - 6);
        let cut =
            if self.style.whole || lines.len() <= MOST_LINES { 0 } else { lines.len() - 2 * KEPT_LINES };
        for (number, line) in lines.iter().enumerate() {
            if cut > 0 && number == KEPT_LINES {
                let note = format!("... {cut} more lines (-v shows them)");
                writeln!(self.out, "      {}", self.paint(FAINT, &note))?;
            }
            if cut == 0 || number < KEPT_LINES || number >= KEPT_LINES + cut {
                writeln!(self.out, "      {}", marked.show(line.clone()))?;
            }
        }
        Ok(())
    }

    pub(super) fn wrapped(&mut self, text: &str, indent: &str) -> io::Result<()> {
        let lead = text.len() - text.trim_start_matches(' ').len();
        let chars: Vec<char> = text.chars().skip(lead).collect();
        for (number, line) in wrap(&chars, self.style.width_cols - indent.len().max(lead)).iter().enumerate()
        {
            let line: String = chars[line.clone()].iter().collect();
            let indent = if number == 0 { lead } else { indent.len() };
            writeln!(self.out, "{:indent$}{line}", "")?;
        }
        Ok(())
    }

    pub(super) fn paint(&self, with: &str, text: &str) -> String {
        if self.style.color { format!("{with}{text}{PLAIN}") } else { text.to_owned() }
    }
}

/// One side of a passage.
struct Side<'p> {
    label: &'p str,
    /// Where it stands.
    name: String,
    chars: (u32, u32),
    text: Option<&'p str>,
    marks: Vec<MarkedWords>,
}

/// Characters of which some are marked: with brackets among them, or with a style for each.
struct Marked {
    chars: Vec<char>,
    styles: Vec<Option<Mark>>,
}

impl Marked {
    fn new(chars: &[char], marks: &[MarkedWords], color: bool) -> Marked {
        let mut marked = Marked { chars: vec![], styles: vec![] };
        let mut start = 0;
        for MarkedWords { mark, chars: words, .. } in marks {
            marked.push(&chars[start..words.start], None);
            let [before, behind] = mark.brackets().map(|sign| sign.chars().collect::<Vec<char>>());
            if color {
                marked.push(&chars[words.clone()], Some(*mark));
            } else {
                for chars in [&before, &chars[words.clone()], &behind] {
                    marked.push(chars, None);
                }
            }
            start = words.end;
        }
        marked.push(&chars[start..], None);
        marked
    }

    fn push(&mut self, chars: &[char], style: Option<Mark>) {
        self.chars.extend(chars);
        self.styles.extend(chars.iter().map(|_| style));
    }

    fn show(&self, line: std::ops::Range<usize>) -> String {
        let mut shown = String::new();
        let mut open = None;
        for at in line {
            let mark = self.styles[at];
            if mark != open {
                shown.push_str(if open.is_some() { PLAIN } else { "" });
                shown.push_str(mark.map_or("", style));
                open = mark;
            }
            shown.push(self.chars[at]);
        }
        shown.push_str(if open.is_some() { PLAIN } else { "" });
        shown
    }
}

pub(super) fn percent(ratio: f64) -> String {
    format!("{:.1} %", ratio * 100.0)
}

/// A number with `,` between its thousands.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(a: &str, b: &str, equal: Vec<[u32; 4]>) -> Passage {
        Passage {
            a: "a".into(),
            a_start: 100,
            a_end: 100 + a.chars().count() as u32,
            b: "b\u{1b}[2J.txt".into(),
            b_start: 7,
            b_end: 7 + b.chars().count() as u32,
            a_place: None,
            b_place: None,
            kind: Kind::NearVerbatim,
            finding: 1,
            is_best: true,
            similarity: 0.75,
            a_sentences: [3, 4],
            b_sentences: [0, 1],
            a_byte_start: 0,
            a_byte_end: 0,
            b_byte_start: 0,
            b_byte_end: 0,
            a_words: 4,
            b_words: 4,
            matched_words: 4,
            equal_words: 3,
            template_words: 0,
            says: 40.0,
            sentence_pairs: vec![],
            equal,
            moved: vec![],
            own: vec![],
            a_also: vec![],
            b_also: vec![],
            b_also_count: 0,
            a_hash: String::new(),
            b_hash: String::new(),
            a_text: Some(a.into()),
            b_text: Some(b.into()),
        }
    }

    fn show(style: PlainStyle, passages: &[Passage]) -> String {
        let document = DocumentReport {
            id: "d.txt".into(),
            unit: "words".into(),
            total: 1234,
            matched: 4,
            sources: vec![SourceReport { id: "b\u{1b}[2J.txt".into(), matched: 4, ..Default::default() }],
            ..Default::default()
        };
        let mut out = vec![];
        let mut plain = Plain::new(style, &mut out);
        plain.document(&document, passages).unwrap();
        plain.end().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn words_that_differ_are_marked_and_nothing_steers_the_terminal() {
        let found = passage(
            "The old bridge\u{202E}\nfell",
            "The new bridge\t\u{9b}fell",
            vec![[100, 103, 7, 10], [108, 114, 15, 21], [116, 120, 23, 27]],
        );
        let text = show(PlainStyle::default(), std::slice::from_ref(&found));
        assert!(text.contains("The [old] bridge\u{FFFD} fell\n"), "{text}");
        assert!(text.contains("The [new] bridge \u{FFFD}fell\n"), "{text}");
        assert!(text.contains("b␛[2J.txt, characters 7..27"), "{text}");
        assert!(!text.contains('\u{1b}'));
        assert!(text.contains("1,234 words, 4 matched"), "{text}");
        let colored = show(PlainStyle { color: true, ..PlainStyle::default() }, &[found]);
        assert!(colored.contains("The \u{1b}[1;4;33mold\u{1b}[0m bridge"), "{colored}");
    }

    #[test]
    fn the_legend_has_the_kinds_and_marks_that_were_shown() {
        let text = "The old bridge fell. I saw it.";
        let found = Passage {
            moved: vec![[104, 107, 11, 14]],
            own: vec![[121, 129]],
            ..passage(text, "The old bridge fell.", vec![[100, 119, 7, 26]])
        };
        let shown = show(PlainStyle::default(), std::slice::from_ref(&found));
        assert!(shown.contains("The {old} bridge fell. <I saw it>.\n"), "{shown}");
        assert!(shown.contains("The {old} bridge fell.\n"), "{shown}");
        let has = |sign: &str| shown.lines().any(|line| line.starts_with(sign));
        assert!(has("{ } is equal") && has("< > the writer's own") && !has("[ ]"), "{shown}");
        assert!(has("near-verbatim =") && !has("verbatim ="), "{shown}");
        let colored = show(PlainStyle { color: true, ..PlainStyle::default() }, &[found]);
        assert!(colored.contains("\u{1b}[2;3mI saw it\u{1b}[0m."), "{colored}");
    }

    #[test]
    fn sources_that_have_the_same_words_are_one_finding() {
        let text = "The old bridge fell";
        let best = passage(text, text, vec![[100, 119, 7, 26]]);
        let other = |b: &str| Passage { b: b.into(), is_best: false, ..best.clone() };
        let passages = [best.clone(), other("c.txt"), other("d.txt"), Passage { finding: 2, ..best.clone() }];
        let shown = show(PlainStyle::default(), &passages);
        assert!(
            shown.contains("also in c.txt, characters 7..26, and in 1 more (-v names them)\n"),
            "{shown}"
        );
        assert!(shown.contains("\n2. near-verbatim") && !shown.contains("\n3."), "{shown}");
        let whole = show(PlainStyle { whole: true, ..PlainStyle::default() }, &passages);
        assert!(
            whole.contains("also in c.txt, characters 7..26\n  also in d.txt, characters 7..26\n"),
            "{whole}"
        );
    }

    /// Found by random input: a report comes from a file, which may contain anything.
    #[test]
    fn stretches_that_end_before_they_begin_are_left_out() {
        let text = "The old bridge fell";
        let found = passage(text, text, vec![[100, 107, 7, 10], [200, 110, 90, 12]]);
        let shown = show(PlainStyle::default(), &[found]);
        assert!(shown.contains("The old [bridge fell]\n"), "{shown}");
    }

    #[test]
    fn long_passages_lose_their_middle_and_lines_fit() {
        let text = "桥上的木头很旧，but nobody minded。".repeat(60);
        let end = text.chars().count() as u32;
        let found = passage(&text, &text, vec![[100, 100 + end, 7, 7 + end]]);
        for width_cols in [60, 80, 121] {
            let style = PlainStyle { width_cols, ..PlainStyle::default() };
            let short = show(style, std::slice::from_ref(&found));
            let whole = show(PlainStyle { whole: true, ..style }, std::slice::from_ref(&found));
            assert!(short.contains("more lines (-v shows them)") && !whole.contains("more lines"));
            let body = |text: &str| text.lines().rev().skip(5).map(String::from).collect::<Vec<_>>();
            for line in body(&short).iter().chain(&body(&whole)) {
                assert!(text_cols(line) <= width_cols, "{line:?}");
            }
        }
    }

    #[test]
    fn commonplaces_are_counted_or_shown() {
        let common = Passage { kind: Kind::CommonPhrase, ..passage("as follows", "as follows", vec![]) };
        let hidden = show(PlainStyle::default(), std::slice::from_ref(&common));
        assert!(hidden.contains("nothing copied was found\n1 common phrase is not shown"), "{hidden}");
        let shown = show(PlainStyle { commonplaces: true, ..PlainStyle::default() }, &[common]);
        assert!(shown.contains("1. common phrase, similarity"), "{shown}");
    }
}
