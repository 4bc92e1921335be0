//! The credits of a text to others: its quotations, the text its citations stand for, its list of references. Also its
//! captions.
//!
//! In: a document. Out: [`Credits`], ranges of its text. They are found by rules, in English and Chinese:
//!
//! - *quoted* is the text between quotation marks or in a block of its own, except titles of works and phrases of one
//!   or two words ([`quotation`](crate::quotation));
//! - a *citation* is a mark such as `[3]`, `［3］`, `(Smith, 2010)`, `Smith (2010)`, `张三（2010）`, or a raised number. If
//!   there is a list of references, the number or the name must be in it;
//! - *cited* is the sentence in or behind which a citation stands, and the whole quotation at which it stands;
//! - *references* are the entries below a heading such as "References" or 参考文献, if they look like entries, and
//!   runs of entries that are numbered from 1;
//! - *captions* are paragraphs such as "Figure 3: …" and 表2　….
//!
//! If a reader knows the structure of a file, blocks, references and captions are taken from it.
//!
//! `O(n log n)` time and `O(n)` space for n bytes.
//!
//! Useful for setting apart the words that a writer credits to others. Not useful for telling whether a citation is
//! right: the source itself is not looked at, and a note whose mark is not in the text cites nothing.
//!
//! - `entries`: the look of headings and entries of a list of references
//! - `parts`: a text or its blocks -> parts
//! - `references`: the list of references, and the numbers and names in it
//! - `citations`: the marks
//! - `scope`: marks -> the text for which they stand
//! - `captions`: figures and tables
//! - `front_matter`: what a journal or a form puts around a text
//!
//! ```
//! use ibid::credit::credits;
//! use ibid::{Document, Span};
//!
//! let text = "The tide was late (Holm, 2010). Nobody knew why.\n\nReferences\n\nHolm, A. (2010). Tides. Harbour Press.";
//! let found = credits(&Document { id: "a".into(), text: text.into(), ..Document::default() });
//! let of = |spans: &[Span]| spans.iter().map(|span| span.of(text)).collect::<Vec<_>>();
//! assert_eq!(of(&found.cited), ["The tide was late (Holm, 2010)."]);
//! assert_eq!(of(&found.references), ["References\n\nHolm, A. (2010). Tides. Harbour Press."]);
//! ```

mod captions;
mod citations;
mod entries;
mod front_matter;
mod parts;
mod references;
mod scope;
#[cfg(test)]
mod tests;

use crate::quotation::{Quotation, QuotationForm, QuotationKind, quotations};
use crate::split::split_sentences;
use crate::structure::BlockKind;
use crate::text::{Document, Span, is_han};

/// The credits of a text to others, and its captions: ranges in order, those of one kind without overlaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credits {
    /// The wording of quotations.
    pub quoted: Vec<Span>,
    /// The marks of citations.
    pub citations: Vec<Span>,
    /// The text for which the marks stand: whole sentences, and whole quotations.
    pub cited: Vec<Span>,
    /// The list of references, with its heading.
    pub references: Vec<Span>,
    /// The captions of figures and tables.
    pub captions: Vec<Span>,
    /// The parts that are no prose of the author: keywords, addresses, notes on funding and the like.
    pub front_matter: Vec<Span>,
}

/// The fewest words of a statement that is a quotation.
const LEAST_WORDS: usize = 3;
/// The fewest Han characters of a statement of fewer words that is a quotation.
const LEAST_HAN: usize = 4;

/// Finds the credits of a document.
pub fn credits(document: &Document) -> Credits {
    let text = &*document.text;
    let parts = parts::parts(document);
    let list = references::references(text, &parts);
    let mut quotations = quoted(document);
    // The titles in entries may stand between quotation marks.
    quotations.retain(|quotation| !list.covers(quotation.span.start));
    let citations = citations::citations(text, &parts, &list);
    let mut sentences = vec![];
    // Nothing else needs the sentences, and most texts cite nothing.
    if !citations.is_empty() {
        split_sentences(text, document.layout, &mut sentences);
    }
    let cited = scope::cited(text, &citations, &sentences, &quotations);
    Credits {
        quoted: joined(text, quotations.into_iter().flat_map(|quotation| quotation.parts).collect()),
        cited: joined(text, cited),
        captions: captions::captions(text, &parts),
        front_matter: front_matter::front_matter(text, &parts),
        citations,
        references: list.spans,
    }
}

/// Finds only the list of references, the captions and the front matter of a document, as [`credits`] does.
pub(crate) fn parts_without_prose(document: &Document) -> Credits {
    let text = &*document.text;
    let parts = parts::parts(document);
    Credits {
        references: references::references(text, &parts).spans,
        captions: captions::captions(text, &parts),
        front_matter: front_matter::front_matter(text, &parts),
        ..Credits::default()
    }
}

/// A quotation, or a block that is one.
struct Quoted {
    /// The range with its marks.
    span: Span,
    /// The wording.
    parts: Vec<Span>,
}

/// Finds the quotations of a document, in no order.
fn quoted(document: &Document) -> Vec<Quoted> {
    let text = &*document.text;
    let is_quoted = |found: &Quotation| match found.kind {
        QuotationKind::Statement => !is_phrase(text, found),
        QuotationKind::Fragment => found.form == QuotationForm::Block || !is_title(text, found),
        QuotationKind::Phrase | QuotationKind::Title => false,
    };
    let marked = quotations(text, document.layout).into_iter().filter(is_quoted);
    let mut found: Vec<Quoted> =
        marked.map(|found| Quoted { span: found.span, parts: found.parts }).collect();
    let blocks = document.structure.blocks.iter().filter(|block| block.kind == BlockKind::Quote);
    found.extend(
        blocks.map(|block| Span::new(block.start, block.end)).map(|span| Quoted { span, parts: vec![span] }),
    );
    found
}

/// Returns whether a statement is only a word or two: “No,” or a name for somebody.
fn is_phrase(text: &str, quotation: &Quotation) -> bool {
    let wording = || quotation.parts.iter().map(|part| part.of(text));
    let words: usize = wording().map(|part| part.split_whitespace().count()).sum();
    let han = wording().flat_map(str::chars).filter(|c| is_han(*c)).count();
    words < LEAST_WORDS && han < LEAST_HAN
}

/// Returns whether all longer words between the marks have capitals, as in titles: “The Boats of the Herring Coast”.
fn is_title(text: &str, quotation: &Quotation) -> bool {
    let [part] = quotation.parts[..] else { return false };
    let is_capital = |word: &str| {
        word.chars().count() < 5
            || word.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(char::is_uppercase)
    };
    part.of(text).split_whitespace().all(is_capital) && part.of(text).contains(char::is_uppercase)
}

/// Returns the text before a place; empty if the place is inside a character.
fn until(text: &str, at: usize) -> &str {
    text.get(..at).unwrap_or("")
}

/// Returns the text from a place on; empty if the place is inside a character.
fn behind(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or("")
}

/// Sorts ranges, and joins those that meet or have only white space between them.
fn joined(text: &str, mut spans: Vec<Span>) -> Vec<Span> {
    spans.retain(|span| !span.is_empty());
    spans.sort_unstable();
    let mut out: Vec<Span> = vec![];
    for span in spans {
        match out.last_mut() {
            Some(last)
                if span.start <= last.end || Span::new(last.end, span.start).of(text).trim().is_empty() =>
            {
                last.end = last.end.max(span.end);
            }
            _ => out.push(span),
        }
    }
    out
}
