//! A text with what stands out in it, and where it is scrolled to.

use std::ops::Range;

use super::super::flow::{Flow, Page};
use super::super::wrap::Bracket;

/// How a stretch of text stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    /// It does not.
    Plain,
    /// It matters less.
    Quiet,
    /// It matters.
    Strong,
    /// It turns the meaning.
    Alarm,
    /// It stood in the earlier wording.
    Gone,
    /// It did not.
    New,
}

impl Tone {
    /// The signs before and behind such a stretch, if it has any.
    fn brackets(self) -> Option<[&'static str; 2]> {
        match self {
            Tone::Gone => Some(["[-", "-]"]),
            Tone::New => Some(["{+", "+}"]),
            _ => None,
        }
    }
}

/// A text with what stands out in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// The text.
    pub(super) text: String,
    /// Its blocks.
    pub(super) flow: Flow,
    /// The byte whose line is the first to be seen.
    pub(super) top: usize,
    /// What stands out, in bytes and in order.
    pub(super) tones: Vec<(Range<usize>, Tone)>,
    /// Signs that are set into it, in order.
    pub(super) brackets: Vec<Bracket>,
    /// The wording that it is about, in bytes; empty where lines are not told apart by that.
    pub(super) wording: Range<usize>,
}

impl Sheet {
    /// The text at some width, with its signs.
    pub(super) fn page(&self, cols: u16) -> Page<'_> {
        Page { text: &self.text, flow: &self.flow, cols, brackets: &self.brackets }
    }

    /// The text at some width, without its signs.
    pub(super) fn bare_page(&self, cols: u16) -> Page<'_> {
        Page { brackets: &[], ..self.page(cols) }
    }

    /// How the byte `at` stands out.
    pub(super) fn tone(&self, at: usize) -> Tone {
        let next = self.tones.get(self.tones.partition_point(|(range, _)| range.end <= at));
        next.filter(|(range, _)| range.contains(&at)).map_or(Tone::Plain, |(_, tone)| *tone)
    }

    /// Writes behind what is there.
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

    /// Writes the wording itself.
    pub(super) fn put_wording(&mut self, text: &str) -> &mut Sheet {
        let start = self.text.len();
        self.put(text, Tone::Strong);
        self.enclose(start..self.text.len(), ["[", "]"]);
        self
    }

    /// Sets signs around a stretch that lies behind all that have some.
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

    /// The sheet at its beginning; each line of it is one block.
    pub(super) fn finished(mut self) -> Sheet {
        self.flow = Flow::of_lines(&self.text);
        self
    }
}
