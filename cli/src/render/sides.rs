//! A passage -> its two sides as text, one below the other.
//!
//! In: a passage with its texts. Out: lines ([`Plain::passage`]) with the kind of copy, the place of each side, and its
//! words. Words that differ, stand elsewhere or are the writer's own ([`Mark`]) are in brackets, or have a style with
//! colors. A long side loses its middle. Lines for the other sources that have the same words follow
//! ([`Plain::repeated`]).

use std::io::{self, Write};

use ibid::report::{Kind, Passage, PlaceReport, sanitize, sanitize_char};

use super::SHOW_ALL;
use super::marks::{Mark, MarkedWords, marks_here, marks_there};
use super::messages::{Language, ReportMessages, thousands};
use super::plain::{BOLD, FAINT, PLAIN, Plain, Shown, style};
use super::wrap::{pad_end, widest, wrap};

/// The most lines of a side of a passage that is shown whole.
const MOST_LINES: usize = 14;
/// The number of lines kept at the beginning and at the end of a longer side.
const KEPT_LINES: usize = 5;

impl<W: Write> Plain<W> {
    pub(super) fn passage(&mut self, passage: &Passage) -> io::Result<()> {
        let (messages, language) = (self.messages(), self.style.language);
        let heading = heading(passage, language);
        writeln!(self.out, "{}", self.paint(BOLD, &heading))?;
        self.shown.insert(Shown::Kind(passage.kind));
        if passage.kind != Kind::CommonPhrase {
            writeln!(self.out, "  {}", credit(passage, language))?;
        }
        self.decision(passage)?;
        self.side(messages.here(), &Side::here(passage))?;
        self.also(messages.here(), passage.a_also.len() as u64, passage.a_also.first())?;
        self.side(messages.there(), &Side::there(passage))?;
        self.also(messages.there(), passage.b_also_count, passage.b_also.first())?;
        match passage.more_documents {
            0 => Ok(()),
            more => self.wrapped(&format!("  {}", messages.more_documents(u64::from(more))), "        "),
        }
    }

    /// Writes the other sources that have the words of a passage.
    pub(super) fn repeated(&mut self, passages: &[&Passage], behind: &str) -> io::Result<()> {
        let Some((first, others)) = passages.split_first() else { return Ok(()) };
        let messages = self.messages();
        let (shown, more) = match others.len() {
            0 => (passages, String::new()),
            _ if self.style.whole => (passages, String::new()),
            many => (
                std::slice::from_ref(first),
                messages.also_in_more(many as u64, messages.names_them(SHOW_ALL)),
            ),
        };
        for passage in shown {
            let name = PlaceReport::name(&passage.b, passage.b_place);
            let place = messages.also_in(sanitize(&name), passage.b_start, passage.b_end);
            self.wrapped(&format!("  {place}{more}{behind}"), "        ")?;
        }
        Ok(())
    }

    /// Writes how many more times a passage stands on one side.
    fn also(&mut self, side: &str, count: u64, next: Option<&[u32; 2]>) -> io::Result<()> {
        let Some([start, end]) = next else { return Ok(()) };
        writeln!(self.out, "        {}", self.messages().again(count, side, start, end))
    }

    fn side(&mut self, label: &str, side: &Side<'_>) -> io::Result<()> {
        let messages = self.messages();
        let place = messages.place_in(sanitize(&side.name), side.start, side.end);
        let longest = widest([messages.here(), messages.there()]);
        let label = format!("  {} {place}", pad_end(label, longest));
        self.wrapped(&label, "        ")?;
        let Some(text) = side.text else {
            return writeln!(self.out, "      {}", messages.text_left_out());
        };
        let chars: Vec<char> = text.chars().map(sanitize_char).collect();
        self.shown.extend(side.marks.iter().map(|words| Shown::Mark(words.mark)));
        let marked = Marked::new(&chars, &side.marks, self.style.color);
        let lines = wrap(&marked.chars, self.style.width_cols - 6);
        let cut =
            if self.style.whole || lines.len() <= MOST_LINES { 0 } else { lines.len() - 2 * KEPT_LINES };
        for (number, line) in lines.iter().enumerate() {
            if cut > 0 && number == KEPT_LINES {
                let how = messages.shows_them(SHOW_ALL);
                let note = messages.more_lines(cut, how);
                writeln!(self.out, "      {}", self.paint(FAINT, &note))?;
            }
            if cut == 0 || number < KEPT_LINES || number >= KEPT_LINES + cut {
                writeln!(self.out, "      {}", marked.show(line.clone()))?;
            }
        }
        Ok(())
    }
}

/// One side of a passage.
pub(super) struct Side<'p> {
    /// The document and the place in it.
    pub(super) name: String,
    /// The range in the document, in code points.
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) text: Option<&'p str>,
    pub(super) marks: Vec<MarkedWords>,
}

impl Side<'_> {
    /// Returns the side of the query document.
    pub(super) fn here(passage: &Passage) -> Side<'_> {
        let text = passage.a_text.as_deref();
        Side {
            name: PlaceReport::name(&passage.a, passage.a_place),
            start: passage.a_start,
            end: passage.a_end,
            text,
            marks: text.map(|text| marks_here(passage, text)).unwrap_or_default(),
        }
    }

    /// Returns the side of the source.
    pub(super) fn there(passage: &Passage) -> Side<'_> {
        let text = passage.b_text.as_deref();
        Side {
            name: PlaceReport::name(&passage.b, passage.b_place),
            start: passage.b_start,
            end: passage.b_end,
            text,
            marks: text.map(|text| marks_there(passage, text)).unwrap_or_default(),
        }
    }
}

/// Formats the credit of a passage, and the part that leaves it out of the figures.
pub(super) fn credit(passage: &Passage, language: Language) -> String {
    let credit = language.credit(passage);
    match passage.left_out {
        None => credit,
        Some(part) => ReportMessages(language).passage_left_out(credit, language.part(part)),
    }
}

/// Returns the line above a passage: the number of its finding, the kind of copy and its measures.
pub(super) fn heading(passage: &Passage, language: Language) -> String {
    let messages = ReportMessages(language);
    let sentences = match passage.sentence_pairs.len() as u64 {
        0 => String::new(),
        count => messages.copied_sentences(count),
    };
    // A common phrase belongs to no finding.
    let number = match passage.finding {
        0 => "–".to_owned(),
        number => number.to_string(),
    };
    messages.passage(
        number,
        language.kind(passage.kind),
        format!("{:.2}", passage.similarity),
        thousands(passage.matched_words.into()),
        thousands(passage.a_words.into()),
        sentences,
    )
}

/// Returns a text with its marked words in brackets.
pub(super) fn with_brackets(text: &str, marks: &[MarkedWords]) -> String {
    let chars: Vec<char> = text.chars().map(sanitize_char).collect();
    Marked::new(&chars, marks, false).chars.into_iter().collect()
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
        self.styles.resize(self.chars.len(), style);
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

#[cfg(test)]
mod tests {
    use crate::render::plain::PlainStyle;
    use crate::render::plain::tests::{passage, show};
    use crate::render::wrap::text_cols;

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
}
