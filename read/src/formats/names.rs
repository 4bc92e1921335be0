//! The meaning of style names in all programs that write office files, and the styles that others are based on.

use std::collections::HashSet;
use std::hash::Hash;

use crate::formats::story::Meaning;
use ibid::structure::BlockKind;

/// The most styles in a chain of styles that are based on one another.
const LINEAGE: usize = 32;

/// Returns a style and the styles that it is based on, by their ids. A cycle ends the chain.
pub(crate) fn lineage<'s, I: Copy + Eq + Hash, S: 's>(
    id: I,
    style: impl Fn(I) -> Option<&'s S>,
    base: impl Fn(&'s S) -> Option<I>,
) -> impl Iterator<Item = &'s S> {
    let (mut next, mut seen) = (Some(id), HashSet::new());
    let all = std::iter::from_fn(move || {
        let found = style(next.filter(|id| seen.insert(*id))?)?;
        next = base(found);
        Some(found)
    });
    all.take(LINEAGE)
}

/// Returns what a paragraph is by the name of its style, given in lower case.
pub(crate) fn meaning(name: &str) -> Option<Meaning> {
    let is = |kind| Some(Meaning::Is(kind));
    if let Some(level) = name.strip_prefix("heading ").and_then(|level| level.trim().parse().ok()) {
        return is(BlockKind::Heading(level));
    }
    match name {
        "title" => is(BlockKind::Heading(1)),
        "subtitle" => is(BlockKind::Heading(2)),
        "caption" | "table caption" | "image caption" | "figure caption" | "tablecaption"
        | "figurecaption" => is(BlockKind::Caption),
        "quote" | "intense quote" | "block text" | "quotations" => is(BlockKind::Quote),
        "bibliography" | "bibliography 1" | "references" => is(BlockKind::Reference),
        "html preformatted" | "source code" | "macro text" | "preformatted text" => is(BlockKind::Code),
        "footnote text" | "endnote text" | "footnote" | "endnote" => is(BlockKind::Footnote),
        "toc heading" => is(BlockKind::Heading(1)),
        _ if name.starts_with("toc ") || name.starts_with("contents ") || name == "table of figures" => {
            Some(Meaning::Generated)
        }
        _ => None,
    }
}
