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

/// Returns the meaning of a paragraph by its style: by the name, given in lower case, else by the level of a heading.
pub(crate) fn meaning(name: &str, level: Option<u8>) -> Option<Meaning> {
    if let Some(level) = name.strip_prefix("heading ")
        && let Ok(level) = level.trim().parse()
    {
        return Some(Meaning::Is(BlockKind::Heading(level)));
    }
    Some(Meaning::Is(match name {
        "title" | "toc heading" => BlockKind::Heading(1),
        "subtitle" => BlockKind::Heading(2),
        "caption" | "table caption" | "image caption" | "figure caption" | "tablecaption"
        | "figurecaption" => BlockKind::Caption,
        "quote" | "intense quote" | "block text" | "quotations" => BlockKind::Quote,
        "bibliography" | "bibliography 1" | "references" => BlockKind::Reference,
        "html preformatted" | "source code" | "macro text" | "preformatted text" => BlockKind::Code,
        "footnote text" | "endnote text" | "footnote" | "endnote" => BlockKind::Footnote,
        _ if name.starts_with("toc ") || name.starts_with("contents ") || name == "table of figures" => {
            return Some(Meaning::Generated);
        }
        _ => BlockKind::Heading(level?),
    }))
}
