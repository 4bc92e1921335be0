//! HTML to prose.

use super::markup;
use super::prose::Prose;
use crate::text::{Document, Layout};

/// The text of a page.
pub(super) fn read(html: String) -> Document {
    let mut prose = Prose::new();
    markup::push_text(&html, &mut prose);
    Document { text: prose.finish(), layout: Layout::Flowing, ..Document::default() }
}
