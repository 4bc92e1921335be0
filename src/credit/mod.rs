//! What a text credits to others: its quotations, what its citations stand for, its list of references. And its captions.
//!
//! In: a document. Out: [`Credits`], ranges of its text. They are known by rules, in English and Chinese:
//!
//! - *quoted* is what stands between quotation marks or in a block of its own, except titles of works and phrases of
//!   one or two words ([`quotation`](crate::quotation));
//! - a *citation* is a mark such as `[3]`, `［3］`, `(Smith, 2010)`, `Smith (2010)`, `张三（2010）`, or a raised number. Where
//!   there is a list of references, the number or the name must be in it;
//! - *cited* is the sentence that a citation stands in or behind, and the whole quotation that it stands at;
//! - *references* are the entries below a heading such as "References" or 参考文献, as far as they look like entries, and
//!   runs of entries that are numbered from 1;
//! - *captions* are paragraphs such as "Figure 3: …" and 表2　….
//!
//! Where a reader knows the structure of a file, blocks, references and captions are those of the file.
//!
//! `O(n log n)` time and `O(n)` space for n bytes.
//!
//! Useful for setting apart what a writer has given to others. Not useful for telling whether a citation is right: what
//! the source says is not looked at, and a note whose mark is not in the text cites nothing.
//!
//! - `entries`: what the headings and the entries of a list of references look like
//! - `parts`: a text or its blocks -> parts
//! - `references`: that list, and what its entries are known by
//! - `citations`: the marks
//! - `scope`: marks -> the text that they stand for
//! - `captions`: figures and tables
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
mod parts;
mod references;
mod scope;
#[cfg(test)]
mod tests;

use crate::quotation::{Form, Kind, Quotation, quotations};
use crate::split::split_sentences;
use crate::structure::BlockKind;
use crate::text::{Document, Span, is_han};

/// What a text credits to others, and its captions: ranges of each kind in order, none over another of its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credits {
    /// The wording of quotations.
    pub quoted: Vec<Span>,
    /// The marks of citations.
    pub citations: Vec<Span>,
    /// What these stand for: whole sentences, and whole quotations.
    pub cited: Vec<Span>,
    /// The list of references, with its heading.
    pub references: Vec<Span>,
    /// The captions of figures and tables.
    pub captions: Vec<Span>,
}

/// Fewer words are no quotation...
const LEAST_WORDS: usize = 3;
/// ... nor are fewer Han characters.
const LEAST_HAN: usize = 4;

/// What a document credits to others.
pub fn credits(document: &Document) -> Credits {
    let text = &*document.text;
    let parts = parts::parts(document);
    let list = references::references(text, &parts);
    let mut quotations = quoted(document);
    // Titles of entries may stand between marks.
    quotations.retain(|quotation| !list.covers(quotation.span.start));
    let citations = citations::citations(text, &parts, &list);
    let mut sentences = vec![];
    // Nothing else asks for them, and most texts cite nothing.
    if !citations.is_empty() {
        split_sentences(text, document.layout, &mut sentences);
    }
    let cited = scope::cited(text, &citations, &sentences, &quotations);
    Credits {
        quoted: joined(text, quotations.into_iter().flat_map(|quotation| quotation.parts).collect()),
        cited: joined(text, cited),
        captions: captions::captions(text, &parts),
        citations,
        references: list.spans,
    }
}

/// The list of references of a document and its captions, as [`credits`] finds them, and nothing else.
pub(crate) fn references_and_captions(document: &Document) -> Credits {
    let text = &*document.text;
    let parts = parts::parts(document);
    Credits {
        references: references::references(text, &parts).spans,
        captions: captions::captions(text, &parts),
        ..Credits::default()
    }
}

/// A quotation, or a block that is one.
struct Quoted {
    /// With its marks.
    span: Span,
    /// Its wording.
    parts: Vec<Span>,
}

/// The quotations of a document, in no order.
fn quoted(document: &Document) -> Vec<Quoted> {
    let text = &*document.text;
    let is_quoted = |found: &Quotation| match found.kind {
        Kind::Statement => !is_phrase(text, found),
        Kind::Fragment => found.form == Form::Block || !is_title(text, found),
        Kind::Phrase | Kind::Title => false,
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

/// Whether a statement has a word or two: “No,” or what somebody is called.
fn is_phrase(text: &str, quotation: &Quotation) -> bool {
    let wording = || quotation.parts.iter().map(|part| part.of(text));
    let words: usize = wording().map(|part| part.split_whitespace().count()).sum();
    let han = wording().flat_map(str::chars).filter(|c| is_han(*c)).count();
    words < LEAST_WORDS && han < LEAST_HAN
}

/// Whether all longer words between the marks have capitals, as in titles: “The Boats of the Herring Coast”.
fn is_title(text: &str, quotation: &Quotation) -> bool {
    let [part] = quotation.parts[..] else { return false };
    let is_capital = |word: &str| {
        word.chars().count() < 5
            || word.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(char::is_uppercase)
    };
    part.of(text).split_whitespace().all(is_capital) && part.of(text).contains(char::is_uppercase)
}

/// The text before a place; empty where that is inside of a character.
fn until(text: &str, at: usize) -> &str {
    text.get(..at).unwrap_or("")
}

/// The text from a place on; empty where that is inside of a character.
fn behind(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or("")
}

/// Ranges in order, those that meet or have only white space between them made one.
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
