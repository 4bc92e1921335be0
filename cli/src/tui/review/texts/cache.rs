//! Texts of documents that were read for the review, within a bound.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::tui::trace::Missing;

/// The most bytes of texts that are kept beside the one read last.
const MAX_BYTES: usize = 16 << 20;
/// The most documents that are kept.
const MAX_DOCUMENTS: usize = 1000;

/// A request for the text of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tui) struct WantedText {
    /// The id of the document.
    pub(in crate::tui) id: String,
    /// The hash of its text, if known.
    pub(in crate::tui) hash: Option<String>,
}

/// The text of a document, or the reason why there is none.
pub(super) type ReadText = Result<Rc<str>, Missing>;

/// The texts that were read last.
#[derive(Clone, Debug, Default)]
pub(super) struct TextCache(VecDeque<(WantedText, ReadText)>);

impl TextCache {
    /// Returns a text; none if it was not read, or is no longer kept.
    pub(super) fn get(&self, wanted: &WantedText) -> Option<&ReadText> {
        Some(&self.0.iter().rev().find(|(of, _)| of == wanted)?.1)
    }

    /// Drops the reasons why there are no texts.
    pub(super) fn forget_missing(&mut self) {
        self.0.retain(|(_, text)| text.is_ok());
    }

    /// Keeps a text, and drops the ones read first beyond the bound.
    pub(super) fn put(&mut self, wanted: WantedText, text: ReadText) {
        self.0.push_back((wanted, text));
        let mut bytes: usize = self.0.iter().rev().skip(1).map(|(_, text)| size(text)).sum();
        while bytes > MAX_BYTES || self.0.len() > MAX_DOCUMENTS {
            let Some((_, text)) = self.0.pop_front() else { return };
            bytes -= size(&text);
        }
    }
}

/// Returns the bytes of a text.
fn size(text: &ReadText) -> usize {
    text.as_ref().map_or(0, |text| text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(number: usize) -> WantedText {
        WantedText { id: number.to_string(), hash: None }
    }

    #[test]
    fn the_last_texts_are_kept() {
        let mut cache = TextCache::default();
        for number in 0..9 {
            cache.put(wanted(number), Ok("x".repeat(5 << 20).into()));
        }
        let kept: Vec<usize> = (0..9).filter(|&number| cache.get(&wanted(number)).is_some()).collect();
        assert_eq!(kept, [5, 6, 7, 8]);
        cache.put(wanted(9), Err(Missing::Document));
        assert_eq!(cache.get(&wanted(9)), Some(&Err(Missing::Document)));
    }
}
