//! A text that is put together piece by piece, with emphasis.

use std::ops::Range;

use crate::tui::flow::Flow;
use crate::tui::panes::style::Tone;
use crate::tui::panes::text::Text;

/// A text with its words.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// The words.
    pub(super) words: String,
    /// The state of the text.
    pub(super) text: Text,
}

impl Sheet {
    /// Appends words with an emphasis.
    pub(super) fn put(&mut self, words: &str, tone: Tone) -> &mut Sheet {
        let range = self.append(words);
        if tone != Tone::Plain && !range.is_empty() {
            self.text.mark(range, tone, signs(tone));
        }
        self
    }

    /// Appends the wording itself.
    pub(super) fn put_wording(&mut self, words: &str) -> &mut Sheet {
        let range = self.append(words);
        self.text.mark(range, Tone::Strong, Some(["[", "]"]));
        self
    }

    /// Ends a line.
    pub(super) fn end_line(&mut self) -> &mut Sheet {
        self.words.push('\n');
        self
    }

    /// Finishes the sheet at scroll position 0, with one block per line.
    pub(super) fn finished(mut self) -> Sheet {
        self.text.flow = Flow::of_lines(&self.words);
        self
    }

    fn append(&mut self, words: &str) -> Range<usize> {
        let start = self.words.len();
        self.words.push_str(words);
        start..self.words.len()
    }
}

/// Returns the signs before and after words with an emphasis, if it has any.
fn signs(tone: Tone) -> Option<[&'static str; 2]> {
    match tone {
        Tone::Gone => Some(["[-", "-]"]),
        Tone::New => Some(["{+", "+}"]),
        _ => None,
    }
}
