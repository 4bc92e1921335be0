//! A report as text for a terminal or a pipe.
//!
//! For each document: its figures, its sources, and its passages with both texts. Words that differ are in
//! brackets, or bold and underlined with colors. All text of documents passes through [`sanitize`]. `O(n)` for n
//! characters of text shown.

use std::io::{self, Write};

use super::sanitize::{sanitize, sanitize_char};
use super::wrap::{shorten, text_cols, wrap};
use super::{DocumentReport, FORMULAS, Passage, Ratios, Report, SourceReport};

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
const FAINT: &str = "\x1b[2m";
const MARKED: &str = "\x1b[1;4;33m";
const PLAIN: &str = "\x1b[0m";

/// Writes documents as they come. [`Plain::end`] explains the figures, once.
#[derive(Debug)]
pub struct Plain<W> {
    style: PlainStyle,
    out: W,
    begun: bool,
    explains: bool,
}

impl<W: Write> Plain<W> {
    /// Nothing is written yet.
    pub fn new(style: PlainStyle, out: W) -> Plain<W> {
        let style = PlainStyle { width_cols: style.width_cols.max(40), ..style };
        Plain { style, out, begun: false, explains: false }
    }

    /// Writes one document with its passages.
    pub fn document(&mut self, document: &DocumentReport, passages: &[Passage]) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            writeln!(self.out)?;
        }
        let counting = passages.iter().filter(|passage| passage.counts()).count();
        self.heading(document)?;
        if counting == 0 {
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
            let note = format!("{hidden} commonplace passage{many} {is} not shown{gap}{how}");
            writeln!(self.out, "{}", self.paint(FAINT, &note))?;
        }
        let commonplaces = self.style.commonplaces;
        let shown = passages.iter().filter(|passage| passage.counts() || commonplaces);
        for (number, passage) in shown.enumerate() {
            writeln!(self.out)?;
            self.passage(number + 1, passage)?;
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
        let mut legend: Vec<String> =
            FORMULAS.iter().map(|(name, formula)| format!("{name} = {formula}")).collect();
        legend.push("ranges of characters and sentences are counted from 0, without their end".to_owned());
        writeln!(self.out)?;
        for line in legend {
            self.wrapped(&line, "  ")?;
        }
        Ok(())
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
        writeln!(self.out, "{total} {}, {matched} in copied passages", document.unit)?;
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
        let pairs = match passage.sentence_pairs.len() {
            0 => "no sentence pair".to_owned(),
            1 => "1 sentence pair".to_owned(),
            many => format!("{many} sentence pairs"),
        };
        let similarity = passage.similarity;
        let heading = format!("{number}. {}, similarity {similarity:.2}, {pairs}", passage.kind.name());
        writeln!(self.out, "{}", self.paint(BOLD, &heading))?;
        let equal = |side: usize| passage.equal.iter().map(move |run| (run[side], run[side + 1]));
        let a = Side {
            label: "here ",
            id: "",
            chars: (passage.a_start, passage.a_end),
            sentences: passage.a_sentences,
            text: passage.a_text.as_deref(),
        };
        self.side(&a, equal(0))?;
        self.also("here", passage.a_also.len() as u64, passage.a_also.first())?;
        let b = Side {
            label: "there",
            id: &passage.b,
            chars: (passage.b_start, passage.b_end),
            sentences: passage.b_sentences,
            text: passage.b_text.as_deref(),
        };
        self.side(&b, equal(2))?;
        self.also("there", passage.b_also_count, passage.b_also.first())
    }

    /// How often a passage stands on one side again.
    fn also(&mut self, side: &str, count: u64, next: Option<&[u32; 2]>) -> io::Result<()> {
        let Some([start, end]) = next else { return Ok(()) };
        let times =
            if count == 1 { "once more".to_owned() } else { format!("{} more times", thousands(count)) };
        writeln!(self.out, "        {times} {side}, next at characters {start}..{end}")
    }

    fn side(&mut self, side: &Side<'_>, equal: impl Iterator<Item = (u32, u32)>) -> io::Result<()> {
        let place = format!(
            "characters {}..{}, sentences {}..{}",
            side.chars.0, side.chars.1, side.sentences[0], side.sentences[1]
        );
        let label = match side.id {
            "" => format!("  {} {place}", side.label),
            id => format!("  {} {}, {place}", side.label, sanitize(id)),
        };
        self.wrapped(&label, "        ")?;
        let Some(text) = side.text else {
            return writeln!(self.out, "      (the text was left out)");
        };
        let chars: Vec<char> = text.chars().map(sanitize_char).collect();
        let ends = |place: u32| (place.saturating_sub(side.chars.0) as usize).min(chars.len());
        let equal: Vec<(usize, usize)> = equal.map(|(start, end)| (ends(start), ends(end))).collect();
        let marks = differing(&chars, equal);
        let marked = Marked::new(&chars, &marks, self.style.color);
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

    fn wrapped(&mut self, text: &str, indent: &str) -> io::Result<()> {
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

    fn paint(&self, with: &str, text: &str) -> String {
        if self.style.color { format!("{with}{text}{PLAIN}") } else { text.to_owned() }
    }
}

/// One side of a passage.
struct Side<'p> {
    label: &'p str,
    id: &'p str,
    chars: (u32, u32),
    sentences: [u32; 2],
    text: Option<&'p str>,
}

/// The stretches between the equal ones that have a letter or a digit, from the first of these to the last.
fn differing(chars: &[char], mut equal: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    equal.retain(|(from, to)| from < to);
    equal.sort_unstable();
    equal.push((chars.len(), chars.len()));
    let mut marks = vec![];
    let mut start = 0;
    for (from, to) in equal {
        let gap = chars.get(start..from).unwrap_or(&[]);
        let first = gap.iter().position(|c| c.is_alphanumeric());
        let last = gap.iter().rposition(|c| c.is_alphanumeric());
        if let (Some(first), Some(last)) = (first, last) {
            marks.push((start + first, start + last + 1));
        }
        start = start.max(to);
    }
    marks
}

/// Characters of which some are marked: with brackets among them, or with a style for each.
struct Marked {
    chars: Vec<char>,
    styled: Vec<bool>,
}

impl Marked {
    fn new(chars: &[char], marks: &[(usize, usize)], color: bool) -> Marked {
        let mut marked = Marked { chars: vec![], styled: vec![] };
        let mut start = 0;
        let mut push = |chars: &[char], styled: bool| {
            marked.chars.extend(chars);
            marked.styled.extend(chars.iter().map(|_| styled));
        };
        for &(from, to) in marks {
            push(&chars[start..from], false);
            if color {
                push(&chars[from..to], true);
            } else {
                push(&['['], false);
                push(&chars[from..to], false);
                push(&[']'], false);
            }
            start = to;
        }
        push(&chars[start..], false);
        marked
    }

    fn show(&self, line: std::ops::Range<usize>) -> String {
        let mut shown = String::new();
        let mut styled = false;
        for at in line {
            if self.styled[at] != styled {
                styled = !styled;
                shown.push_str(if styled { MARKED } else { PLAIN });
            }
            shown.push(self.chars[at]);
        }
        if styled {
            shown.push_str(PLAIN);
        }
        shown
    }
}

fn percent(ratio: f64) -> String {
    format!("{:.1} %", ratio * 100.0)
}

/// A number with `,` between its thousands.
fn thousands(number: u64) -> String {
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
    use crate::report::Kind;

    fn passage(a: &str, b: &str, equal: Vec<[u32; 4]>) -> Passage {
        Passage {
            a: "a".into(),
            a_start: 100,
            a_end: 100 + a.chars().count() as u32,
            b: "b\u{1b}[2J.txt".into(),
            b_start: 7,
            b_end: 7 + b.chars().count() as u32,
            kind: Kind::NearVerbatim,
            similarity: 0.75,
            a_sentences: [3, 4],
            b_sentences: [0, 1],
            a_byte_start: 0,
            a_byte_end: 0,
            b_byte_start: 0,
            b_byte_end: 0,
            a_words: 4,
            b_words: 4,
            equal_words: 3,
            says: 40.0,
            sentence_pairs: vec![],
            equal,
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
        assert!(text.contains("1,234 words, 4 in copied passages"), "{text}");
        let colored = show(PlainStyle { color: true, ..PlainStyle::default() }, &[found]);
        assert!(colored.contains("The \u{1b}[1;4;33mold\u{1b}[0m bridge"), "{colored}");
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
        assert!(hidden.contains("nothing copied was found\n1 commonplace passage is not shown"), "{hidden}");
        let shown = show(PlainStyle { commonplaces: true, ..PlainStyle::default() }, &[common]);
        assert!(shown.contains("1. commonplace, similarity"), "{shown}");
    }
}
