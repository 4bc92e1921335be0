//! The quotations of a text, in English and Chinese: their places, their kinds, and their speakers.
//!
//! In: a text as it was read, and the meaning of its line breaks. Out: [`Quotation`]s in order, with their wording in
//! one or more parts: a quotation continues behind "he said", and from paragraph to paragraph if each opens with a mark
//! and only the last one closes. Text between marks is of a [`QuotationKind`]: a statement, some words of one, a phrase between
//! scare quotes, or the title of a work.
//!
//! Marks are paired in each paragraph with a stack. An opening mark that is not closed in its paragraph opens nothing,
//! unless the quotation continues in the next. The sentence around a quotation is searched for a verb of saying and for
//! the subject of the verb. There is no parser: the rules know lists of words and look only nearby. They were read
//! against news of 1987 and of 2022.
//!
//! `O(n)` time and space for n bytes: at most some hundred bytes around a quotation are looked at.
//!
//! Useful for looking for the wording of a quotation elsewhere, and for the speaker whom its sentence names.
//! Not useful for speech without marks, nor for finding out who "he" is.
//!
//! - `paragraphs`: the ranges in which marks are paired
//! - `marks`: the quotation marks, and which of the ambiguous ones open or close
//! - `pairs`: marks -> pairs
//! - `chains`: pairs -> quotations, over paragraphs
//! - `blocks`: lines that begin with `>`, and blocks that the file calls quotations
//! - `kind`: statements, fragments, phrases and titles
//! - `speaker`: the person who said it
//! - `marked`: the simple scanner that traces use
//!
//! ```
//! use ibid::Layout;
//! use ibid::quotation::{Quotation, QuotationKind};
//!
//! let text = "\"We will win,\" the minister said, \"and soon.\" 王毅表示：“中方反对。”";
//! let found = Quotation::all_in(text, Layout::default());
//! let wording = |number: usize| found[number].parts.iter().map(|part| part.of(text)).collect::<Vec<_>>();
//! assert_eq!(wording(0), ["We will win,", "and soon."]);
//! assert_eq!(found[0].speaker.map(|span| span.of(text)), Some("the minister"));
//! assert_eq!(wording(1), ["中方反对。"]);
//! assert_eq!(found[1].speaker.map(|span| span.of(text)), Some("王毅"));
//! assert_eq!(found[1].kind, QuotationKind::Statement);
//! ```

mod blocks;
mod chains;
mod kind;
mod marked;
mod marks;
mod pairs;
mod paragraphs;
mod speaker;
#[cfg(test)]
mod tests;

pub(crate) use marked::marked;

use crate::text::{Document, Layout, Span};

/// Words of somebody else, as a text marks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotation {
    /// The range from its first mark to its last, with the attribution between two parts; for a block, its lines.
    pub span: Span,
    /// Its wording without marks, in order: at least one part, none of them empty. An attribution or the end of a
    /// paragraph separates two parts; a block has one part per line.
    pub parts: Vec<Span>,
    /// The number of other quotations in which it lies, without titles.
    pub depth: u32,
    /// The way in which it is marked.
    pub form: QuotationForm,
    /// Its kind.
    pub kind: QuotationKind,
    /// The speaker as the sentence names them: a name with its title, or a pronoun. `None` if no verb of saying has a
    /// subject nearby, and for phrases and titles.
    pub speaker: Option<Span>,
    /// The verb of saying, or the "according to" in its place.
    pub said: Option<Span>,
}

/// The way in which a quotation is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotationForm {
    /// Quotation marks.
    Marks,
    /// A block: lines that begin with `>`, or what the file calls a quotation.
    Block,
}

/// The kind of a quotation: how much of a statement it is, or a title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotationKind {
    /// A sentence or more, or as much as a verb of saying introduces.
    Statement,
    /// Some words of a statement in a sentence of the writer's own: at least three words, or nine Han characters.
    Fragment,
    /// Fewer words: a name, a slogan, a word that is kept at a distance (scare quotes).
    Phrase,
    /// The title of a work: 《…》, or "…" behind a word such as "novel".
    Title,
}

impl Quotation {
    /// Finds the quotations of a text of less than 4 GiB, in the order in which they begin, the outer before the inner.
    pub fn all_in(text: &str, layout: Layout) -> Vec<Quotation> {
        quotations_beside(text, layout, vec![])
    }

    /// Finds the quotations of a document, as [`Quotation::all_in`] does, and the blocks that its file calls quotations.
    pub(crate) fn all_of(document: &Document) -> Vec<Quotation> {
        let blocks = blocks::blocks_of(&document.structure, &document.text);
        quotations_beside(&document.text, document.layout, blocks)
    }
}

fn quotations_beside(text: &str, layout: Layout, blocks: Vec<Draft>) -> Vec<Quotation> {
    let paragraphs = paragraphs::paragraphs(text, layout);
    let mut drafts = blocks;
    drafts.extend(chains::chains(text, &paragraphs));
    drafts.extend(blocks::blocks(text, layout));
    drafts.sort_by_key(|draft| (draft.span.start, std::cmp::Reverse(draft.span.end)));
    speaker::attribute(text, &paragraphs, drafts)
}

/// A quotation whose speaker is not known yet.
#[derive(Clone, Debug)]
struct Draft {
    span: Span,
    parts: Vec<Span>,
    form: QuotationForm,
    /// True if its marks are those of titles.
    is_title: bool,
    /// The name that stands at its end, behind a dash.
    name: Option<Span>,
}
