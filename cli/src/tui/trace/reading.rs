//! A document of the index to the text that is read, with the wording marked.

use std::ops::Range;

use ibid::report::Carrier;

use super::card::one_line;
use super::sheet::Sheet;
use crate::tui::flow::Flow;
use crate::tui::panes::style::Tone;
use crate::tui::panes::text::Text;

/// The reason why a document cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// A missing index.
    Index,
    /// A document that the index does not have.
    Document,
    /// A document that has changed.
    Changed,
    /// A document that is damaged, with the error.
    Damaged(String),
}

/// Returns the text of a carrier's document, and whether the wording is at its place. If it is not, nothing is marked.
pub(super) fn sheet(words: String, carrier: &Carrier) -> (Sheet, bool) {
    let place = wording(&words, carrier);
    let is_there = place.is_some();
    let mut text = Text { flow: Flow::new(&words), ..Text::default() };
    if let Some(range) = place {
        text.mark(range.clone(), Tone::Strong, Some(["[", "]"]));
        text.place = range;
    }
    (Sheet { words, text }, is_there)
}

/// Returns the range of the wording, if the document has not changed since the trace.
fn wording(text: &str, carrier: &Carrier) -> Option<Range<usize>> {
    let range = carrier.document.byte_start as usize..carrier.document.byte_end as usize;
    let there = text.get(range.clone())?;
    (!there.is_empty() && one_line(there) == one_line(&carrier.text)).then_some(range)
}

#[cfg(test)]
mod tests {
    use ibid::report::CarrierDocument;

    use super::*;

    fn check(text: &str, (start, end): (u32, u32), wording: &str, expected: bool) {
        let document = CarrierDocument { byte_start: start, byte_end: end, ..CarrierDocument::default() };
        let carrier = Carrier { document, text: wording.into(), ..Carrier::default() };
        let (sheet, is_there) = sheet(text.into(), &carrier);
        assert_eq!((is_there, sheet.text.brackets.len()), (expected, if expected { 2 } else { 0 }), "{text}");
    }

    #[test]
    fn the_wording_is_marked_where_it_still_stands() {
        check("the\nice is gone", (4, 10), "ice is", true);
        check("the ice\nis gone", (4, 10), "ice is", true);
        check("冰消之前", (3, 9), "消之", true);
        check("冰消之前", (2, 9), "消之", false);
        check("the ice was gone", (4, 10), "ice is", false);
        check("short", (4, 10), "ice is", false);
        check("short", (3, 1), "", false);
    }
}
