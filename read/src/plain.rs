//! Plain text: the document is the decoded file.
//!
//! A byte order mark and carriage returns are kept, so that positions in a report are positions in the file.

use ibid::origin::Origin;
use ibid::{Document, Layout};

/// Returns the text itself; its lines may be wrapped.
pub(super) fn read(text: String) -> Document {
    Document { text, layout: Layout::Wrapped, origin: Origin::File, ..Document::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_every_character() {
        for text in ["", "\u{FEFF}One.\r\nTwo.\r", "一段\0文字。\n"] {
            assert_eq!(read(text.to_owned()).text, text);
        }
    }
}
