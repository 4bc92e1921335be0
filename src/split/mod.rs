//! A text into sentences, English and Chinese, mixed or not.
//!
//! In: a normalized text and how its line breaks are meant. Out: spans in order. First paragraphs are found
//! (`paragraphs`), each by itself; then each is split (`sentences`) at `.`, `!`, `?`, `。`, `！`, `？`, `……` and `；`,
//! with rules for abbreviations, quotes and brackets; last, what is far too long is cut at semicolons and commas
//! (`long`). No dictionary is needed and no model: a copied sentence must be split like its source, and that needs
//! rules that look only at what stands near. Other languages fall under the rules of Latin or CJK text by their
//! punctuation. `O(n)` time, `O(1)` space besides the spans and the line ends of one block.
//!
//! The sentences of a paragraph are the same alone and in any text in which blank lines stand around it.
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

/// Adds the sentences of a text of less than 4 GiB to `out`: in order, not overlapping, not empty, without white space
/// at either end. What has no letter and no digit, such as a rule of signs, is in no sentence.
pub fn split_sentences(text: &str, layout: Layout, out: &mut Vec<Span>) {
    paragraphs::for_each_paragraph(text, layout, |paragraph, base| {
        sentences::add_sentences(paragraph, base, out);
    });
}
