//! The credits of a text to others: its quotations, the text its citations stand for, its list of references. Also its
//! captions.
//!
//! In: a document. Out: [`Credits`], ranges of its text. They are found by rules, in English and Chinese:
//!
//! - *quoted* is the text between quotation marks or in a block of its own, except titles of works, abstracts and phrases
//!   of a few words ([`quotation`](crate::quotation));
//! - a *citation* is a mark such as `[3]`, `(2,3)`, `(Smith, 2010)`, `(Smith 44)`, `Smith (2010)`, `张三（2010）` for which the
//!   list of references has an entry, or the mark of a note that names a source;
//! - *cited* is the sentence in or behind which a citation stands, the whole quotation at which it stands, and a block that
//!   the cited sentence beside it introduces or speaks of;
//! - *references* are what looks like an entry below a heading such as "References" or 参考文献, in runs that are numbered
//!   from 1, or where the reader of the file says so; what is listed and looks like no entry is text;
//! - *captions* are paragraphs such as "Figure 3: …" and 表2　….
//!
//! If a reader knows the structure of a file, blocks, the marks of notes and captions are taken from it.
//!
//! `O(n log n)` time and `O(n)` space for n bytes.
//!
//! Useful for setting apart the words that a writer credits to others. Not useful for telling whether a citation is
//! right: the source itself is not looked at.
//!
//! - `headings`: the headings of lists of references
//! - `entries`: the look of entries
//! - `parts`: a text or its blocks -> parts
//! - `references`: the list of references, and the numbers, names and years in it
//! - `notes`: the notes that name a source
//! - `quoted`: quotations
//! - `citations`: the marks
//! - `scope`: marks -> the text for which they stand
//! - `captions`: figures and tables
//! - `front_matter`: what a journal or a form puts around a text
//!
//! ```
//! use ibid::credit::Credits;
//! use ibid::{Document, Span};
//!
//! let text = "The tide was late (Holm, 2010). Nobody knew why.\n\nReferences\n\nHolm, A. (2010). Tides. Harbour Press.";
//! let found = Credits::of(&Document { id: "a".into(), text: text.into(), ..Document::default() });
//! let of = |spans: &[Span]| spans.iter().map(|span| span.of(text)).collect::<Vec<_>>();
//! assert_eq!(of(&found.cited), ["The tide was late (Holm, 2010)."]);
//! assert_eq!(of(&found.references), ["References\n\nHolm, A. (2010). Tides. Harbour Press."]);
//! ```

mod captions;
mod citations;
mod entries;
mod front_matter;
mod headings;
mod notes;
mod parts;
mod quoted;
mod references;
mod scope;
#[cfg(test)]
mod tests;

use crate::split::split_sentences;
use crate::text::{Document, Span};

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
    /// Text that stands in the list of references and is no entry.
    pub not_references: Vec<Span>,
    /// The captions of figures and tables.
    pub captions: Vec<Span>,
    /// The parts that are no prose of the author: keywords, addresses, notes on funding and the like.
    pub front_matter: Vec<Span>,
}

impl Credits {
    /// Finds the credits of a document.
    pub fn of(document: &Document) -> Credits {
        Credits::without(document, &[])
    }

    /// Finds the credits of a document as if it had not these marks of citations.
    pub(crate) fn without(document: &Document, copied: &[Span]) -> Credits {
        let text = &*document.text;
        let parts = parts::parts(document);
        let list = references::references(text, &parts);
        let mut quotations = quoted::quoted(document, &parts);
        // The titles in entries may stand between quotation marks.
        quotations.retain(|quotation| !list.covers(quotation.span.start));
        let notes = notes::Notes::new(document, &parts);
        let mut citations =
            citations::citations(text, &parts, citations::Known { list: &list, notes: &notes });
        citations.retain(|mark| !copied.contains(mark));
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
            // The mark of a note may be no text.
            citations: citations.into_iter().filter(|mark| !mark.is_empty()).collect(),
            references: list.spans,
            not_references: list.not_entries,
        }
    }

    /// Finds only the list of references, the captions and the front matter of a document, as [`Credits::of`] does.
    pub(crate) fn only_parts(document: &Document) -> Credits {
        let text = &*document.text;
        let parts = parts::parts(document);
        let list = references::references(text, &parts);
        Credits {
            references: list.spans,
            not_references: list.not_entries,
            captions: captions::captions(text, &parts),
            front_matter: front_matter::front_matter(text, &parts),
            ..Credits::default()
        }
    }
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
