//! A text with emphasis and a scroll position.

use std::ops::Range;

use super::super::flow::{Flow, Page};
use super::super::wrap::Bracket;

/// The emphasis of a range of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    /// No emphasis.
    Plain,
    /// Text of less importance.
    Quiet,
    /// Text of importance.
    Strong,
    /// A change that turns the meaning.
    Alarm,
    /// Words that only the earlier wording has.
    Gone,
    /// Words that the earlier wording lacks.
    New,
}

impl Tone {
    /// Returns the signs before and after such a range, if it has any.
    fn brackets(self) -> Option<[&'static str; 2]> {
        match self {
            Tone::Gone => Some(["[-", "-]"]),
            Tone::New => Some(["{+", "+}"]),
            _ => None,
        }
    }
}

/// A text with emphasis.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// The text.
    pub(super) text: String,
    /// Its blocks.
    pub(super) flow: Flow,
    /// The byte whose line is at the top of the pane.
    pub(super) top: usize,
    /// The emphasized ranges, in bytes and in order.
    pub(super) tones: Vec<(Range<usize>, Tone)>,
    /// The signs inserted into the text, in order.
    pub(super) brackets: Vec<Bracket>,
    /// The range of the wording, in bytes; empty if it is not marked.
    pub(super) wording: Range<usize>,
}

impl Sheet {
    /// Returns the text at a given width, with its signs.
    pub(super) fn page(&self, cols: u16) -> Page<'_> {
        Page { text: &self.text, flow: &self.flow, cols, brackets: &self.brackets }
    }

    /// Returns the text at a given width, without its signs.
    pub(super) fn bare_page(&self, cols: u16) -> Page<'_> {
        Page { brackets: &[], ..self.page(cols) }
    }

    /// Returns the emphasis of the byte `at`.
    pub(super) fn tone(&self, at: usize) -> Tone {
        let next = self.tones.get(self.tones.partition_point(|(range, _)| range.end <= at));
        next.filter(|(range, _)| range.contains(&at)).map_or(Tone::Plain, |(_, tone)| *tone)
    }

    /// Appends a text with an emphasis.
    pub(super) fn put(&mut self, text: &str, tone: Tone) -> &mut Sheet {
        let start = self.text.len();
        self.text.push_str(text);
        let end = self.text.len();
        if start == end {
            return self;
        }
        if tone != Tone::Plain {
            self.tones.push((start..end, tone));
        }
        if let Some(signs) = tone.brackets() {
            self.enclose(start..end, signs);
        }
        self
    }

    /// Appends the wording itself.
    pub(super) fn put_wording(&mut self, text: &str) -> &mut Sheet {
        let start = self.text.len();
        self.put(text, Tone::Strong);
        self.enclose(start..self.text.len(), ["[", "]"]);
        self
    }

    /// Inserts signs around a range, which must lie after all ranges that have some.
    pub(super) fn enclose(&mut self, range: Range<usize>, [before, behind]: [&'static str; 2]) {
        let bracket = |at, sign, closes| Bracket { at, sign, closes };
        self.brackets.push(bracket(range.start, before, false));
        self.brackets.push(bracket(range.end, behind, true));
    }

    /// Ends a line.
    pub(super) fn end_line(&mut self) -> &mut Sheet {
        self.text.push('\n');
        self
    }

    /// Finishes the sheet at scroll position 0, with one block per line.
    pub(super) fn finished(mut self) -> Sheet {
        self.flow = Flow::of_lines(&self.text);
        self
    }
}
