//! Decides from the style sheets of a page which text its reader does not see.
//!
//! In: style sheets ([`Styles`]), and the elements of a page in document order ([`Path`]). Out: the look of an
//! element's text ([`Look`]), and the reason why it is hidden ([`Hides`]). Only rules that can hide or show text are
//! obeyed: the cascade with specificity and `!important`, variables with one value, media of a screen of usual size,
//! and selectors. These may have names, classes, ids, attributes and places among siblings, with `:is`, `:where`,
//! `:not`, nesting and all four combinators. A selector with anything else matches nothing.
//!
//! No tree is needed, so that a page may be read as a stream. An element takes at most `O(r d)` time for r rules that
//! could match and depth d. After [`MOST_STEPS`] in all, style sheets are ignored.

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
