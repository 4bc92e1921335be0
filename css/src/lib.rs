//! Style sheets -> which text of a page its reader does not see.
//!
//! In: style sheets ([`Styles`]), and the elements of a page in the order of the page ([`Path`]). Out: how the text of an
//! element looks ([`Look`]), and what hides it ([`Hides`]). Obeyed is what can hide text or show it again: the cascade
//! with specificity and `!important`, variables of one value, selectors of names, classes, ids, attributes and places among
//! children with `:is`, `:where`, `:not`, nesting and all four combinators, and media as a screen of usual size has them. A selector with anything else matches nothing.
//!
//! No tree is needed, so that a page may be read as a stream. An element takes `O(r d)` time at most for r rules that could
//! match and depth d; after [`MOST_STEPS`] in all, style sheets are no longer looked at.

mod color;
mod declare;
mod look;
mod media;
mod selector;
mod sheet;
mod styles;

pub use declare::{Rule, declarations};
pub use look::{Hides, Look};
pub use selector::{Element, Path};
pub use sheet::sheet_of_address;
pub use styles::{MOST_STEPS, Styles};
