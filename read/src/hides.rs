//! The reasons of style sheets to hide a text, as a document has them.

use ibid::structure::HiddenWhy;
use ibid_css::Hides;

/// Returns the reason that a document gives for a text that style sheets hide.
pub(crate) fn why(hides: Hides) -> HiddenWhy {
    match hides {
        Hides::NotShown => HiddenWhy::NotShown,
        Hides::Color => HiddenWhy::Color,
        Hides::Tiny => HiddenWhy::Tiny,
        Hides::OffPage => HiddenWhy::OffPage,
    }
}
