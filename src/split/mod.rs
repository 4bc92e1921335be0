//! A text -> sentences, in English and Chinese, mixed or not.
//!
//! In: a normalized text and the meaning of its line breaks. Out: spans in order. First the text is cut into
//! paragraphs (`paragraphs`). Then each paragraph is split (`sentences`) at `.`, `!`, `?`, `。`, `！`, `？`, `……` and
//! `；`, with rules for abbreviations, quotes and brackets. Last, sentences that are far too long are cut at
//! semicolons and commas (`long`). There is no dictionary and no model: a copied sentence must be split like its
//! source, so the rules only look at nearby text. Other languages follow the rules for Latin or CJK text, by their
//! punctuation. `O(n)` time; `O(1)` space beside the spans and the line ends of one block.
//!
//! A paragraph between blank lines has the same sentences in any text.
//!
//! ```
//! use ibid::split::split_sentences;
//! use ibid::{Layout, Span};
//!
//! let text = "Dr. Lee left. 他走了。她没有走。";
//! let mut spans = Vec::new();
//! split_sentences(text, Layout::default(), &mut spans);
//! let sentences: Vec<&str> = spans.iter().map(|span| span.of(text)).collect();
//! assert_eq!(sentences, ["Dr. Lee left.", "他走了。", "她没有走。"]);
//! ```

mod abbreviations;
mod lists;
mod long;
mod marks;
mod paragraphs;
mod sentences;
#[cfg(test)]
mod tests;

use crate::text::{Layout, Span};

/// The version of these rules. Sentences split by different versions must not be matched.
pub(crate) const SPLITTER_VERSION: u32 = 1;

/// Appends the sentences of a text of less than 4 GiB to `out`: in order, not overlapping, not empty, without white
/// space at either end. Text without letters and digits, such as a line of dashes, is in no sentence.
pub fn split_sentences(text: &str, layout: Layout, out: &mut Vec<Span>) {
    paragraphs::for_each_paragraph(text, layout, |paragraph, base| {
        sentences::add_sentences(paragraph, base, out);
    });
}
