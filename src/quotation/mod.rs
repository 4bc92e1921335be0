//! The quotations of a text, in English and Chinese: where they stand, how whole they are, and who said them.
//!
//! In: a text as it was read, and how its line breaks are meant. Out: [`Quotation`]s in order, with their wording in one
//! or more parts: a quotation goes on behind "he said", and from paragraph to paragraph where each opens with a mark and
//! only the last one closes. Text between marks is a [`Kind`]: a statement, some words of one, a phrase between scare
//! quotes, or the title of a work.
//!
//! Marks are paired in each paragraph with a stack. An opening mark that is not closed in its paragraph opens none. What
//! stands around a quotation in its sentence is searched for a verb of saying, and that for its subject. There is no
//! parser: the rules know lists of words and look at what is nearby. They were read against news of 1987 and of 2022.
//!
//! `O(n)` time and space for n bytes: at most some hundred bytes around a quotation are looked at.
//!
//! Useful for looking for the wording of a quotation elsewhere, and for naming its speaker as far as the sentence does.
//! Not useful for speech without marks, nor for who is meant by "he".
//!
//! - `paragraphs`: what marks are paired in
//! - `marks`: which characters are marks, and which of those that look alike open or close
//! - `pairs`: marks -> pairs
//! - `chains`: pairs -> quotations, over paragraphs
//! - `blocks`: lines that begin with `>`
//! - `kind`: statements, fragments, phrases and titles
//! - `speaker`: who said it
//! - `marked`: the simple scanner that traces ask
//!
//! ```
//! use ibid::Layout;
//! use ibid::quotation::{Kind, quotations};
//!
//! let text = "\"We will win,\" the minister said, \"and soon.\" 王毅表示：“中方反对。”";
//! let found = quotations(text, Layout::default());
//! let wording = |number: usize| found[number].parts.iter().map(|part| part.of(text)).collect::<Vec<_>>();
//! assert_eq!(wording(0), ["We will win,", "and soon."]);
//! assert_eq!(found[0].speaker.map(|span| span.of(text)), Some("the minister"));
//! assert_eq!(wording(1), ["中方反对。"]);
//! assert_eq!(found[1].speaker.map(|span| span.of(text)), Some("王毅"));
//! assert_eq!(found[1].kind, Kind::Statement);
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

use crate::text::{Layout, Span};

/// Words of somebody else, as a text marks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotation {
    /// From its first mark to its last one, with the attribution between two parts. Of a block, its lines.
    pub span: Span,
    /// Its wording without marks, in order: at least one part, none of them empty. There are several where an attribution
    /// or the end of a paragraph lies between, and one for each line of a block.
    pub parts: Vec<Span>,
    /// In how many other quotations it lies.
    pub depth: u32,
    /// How it is marked.
    pub form: Form,
    /// How much of a statement it is.
    pub kind: Kind,
    /// Who said it, as the sentence names them: a name with its title, or a pronoun. None where no verb of saying has a
    /// subject nearby, and for phrases and titles.
    pub speaker: Option<Span>,
    /// The verb of saying, or the "according to" in its place.
    pub said: Option<Span>,
}

/// How a quotation is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// With quotation marks.
    Marks,
    /// As a block of lines that begin with `>`.
    Block,
}

/// How much of a statement stands between the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A sentence or more, or as much as a verb of saying introduces.
    Statement,
    /// Some words of a statement in a sentence of the writer's own: at least three words, or nine Han characters.
    Fragment,
    /// Less: a name, a slogan, a word that is kept at a distance (scare quotes).
    Phrase,
    /// The title of a work: 《…》, or "…" where a word such as "novel" stands before it.
    Title,
}

/// The quotations of a text of less than 4 GiB, in the order in which they begin, the outer before the inner.
pub fn quotations(text: &str, layout: Layout) -> Vec<Quotation> {
    let paragraphs = paragraphs::paragraphs(text, layout);
    let mut drafts = chains::chains(text, &paragraphs);
    drafts.extend(blocks::blocks(text, layout));
    drafts.sort_by_key(|draft| (draft.span.start, std::cmp::Reverse(draft.span.end)));
    speaker::attribute(text, &paragraphs, drafts)
}

/// A quotation of which the speaker is not known yet.
#[derive(Clone, Debug)]
struct Draft {
    span: Span,
    parts: Vec<Span>,
    form: Form,
    /// Whether its marks are those of titles.
    is_title: bool,
}
