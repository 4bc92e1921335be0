//! Two analyzed documents -> aligned passages.
//!
//! In: the words of two documents, and for paraphrases their terms. Out: their passages. A passage is a range on each
//! side, one of which was copied or reworded from the other, with the equal words. Two engines work side by side:
//! [`verbatim`] chains exact matches, [`reworded`] joins sentences whose terms are alike. Neither knows an index
//! or a feature.
//!
//! A place of the query document has one passage; other places of the source that match it are kept with that passage.
//! Apart from this, both directions find the same: a text that stands twice in one document and once in the other makes
//! two passages in one direction and one passage in the other.
//!
//! - [`sides`]: a value for each side
//! - [`limits`]: the limits that both engines share
//! - [`exact_match`]: a maximal exact match
//! - [`scope`]: the parts of two documents to search, and for what
//! - [`alignment`]: a passage and its figures
//! - [`lcs`]: a longest common subsequence of two short sequences
//! - [`local`]: the best local alignment of two short ranges
//! - [`groups`]: items that stand close together on both sides
//! - [`verbatim`]: passages of equal words
//! - [`reworded`]: passages in other words
//! - [`ends`]: passages that begin and end with whole Chinese words
//! - [`aligner`]: both engines, in this order

mod sides;
mod limits;
mod exact_match;
mod scope;
pub(crate) mod alignment;
pub(crate) mod lcs;
pub(crate) mod local;
mod groups;
pub(crate) mod verbatim;
pub(crate) mod reworded;
mod ends;
mod aligner;

pub(crate) use aligner::Aligner;
pub(crate) use alignment::{Alignment, FoundBy, Likeness};
pub(crate) use exact_match::ExactMatch;
pub(crate) use reworded::Demands;
pub(crate) use scope::{Known, Paraphrases, Scope, Verbatim};
pub(crate) use sides::Sides;
pub(crate) use verbatim::{Covered, Seeding};
