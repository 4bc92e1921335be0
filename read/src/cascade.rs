//! Obeys the style sheets of a page, element by element, for web pages and for books.
//!
//! The page's own style sheets, `style`, `hidden` and the old attributes for colors are obeyed (`ibid_css`). If a page
//! has style sheets that are not known, a color hides text only if the page itself gives the ground, too.

use ibid::structure::HiddenWhy;
use ibid_css::{Element, Hides, Look, Path, Rule, Styles, declarations, sheet_of_address};

/// The style sheets of a page, and the place in the page that a reader has reached.
#[derive(Default)]
pub(crate) struct Cascade {
    styles: Styles,
    path: Path,
    /// True if the page has style sheets that are not known.
    is_partial: bool,
}

impl Cascade {
    /// Adds a style sheet for these media.
    #[cfg(feature = "papers")]
    pub(crate) fn add(&mut self, css: &str, media: &str) {
        self.styles.add(css, media);
    }

    /// Adds a style sheet of a page that stands alone: the one at `address`, or else `css`. Only data URLs are known.
    pub(crate) fn add_of_page(&mut self, address: Option<&str>, css: &str, media: &str) {
        let linked = address.map(sheet_of_address);
        let css = match &linked {
            Some(Some(css)) => css,
            Some(None) => return self.is_partial = true,
            None => css,
        };
        self.is_partial |= css.matches("@import").count() > css.matches("data:text/css").count();
        self.styles.add(css, media);
    }

    /// Returns the style sheets.
    pub(crate) fn styles(&self) -> &Styles {
        &self.styles
    }

    /// Returns the look of text outside of all elements.
    pub(crate) fn page(&self) -> Look {
        if self.is_partial { Look::of_styled_page() } else { Look::of_page() }
    }

    /// Enters an element. Returns the look of its text inside text of the look `outer`.
    pub(crate) fn open(&mut self, element: Element, outer: Look) -> Look {
        let hints = hints(&element);
        self.path.open(element);
        outer.with(&self.styles.rule(&self.path, hints))
    }

    /// Passes an element without text, which counts among its siblings.
    #[cfg(feature = "papers")]
    pub(crate) fn pass(&mut self, element: Element) {
        self.path.open(element);
        self.path.close();
    }

    /// Leaves the innermost element.
    pub(crate) fn close(&mut self) {
        self.path.close();
    }
}

/// Returns the rule that attributes other than `style` make.
fn hints(element: &Element) -> Rule {
    let is_closed = element.name() == "dialog" && element.attribute("open").is_none();
    let mut rule = match element.attribute("hidden").is_some() || is_closed {
        true => Rule::gone(),
        false => Rule::default(),
    };
    let color = match element.name() {
        "font" => element.attribute("color"),
        "body" => element.attribute("text"),
        _ => None,
    };
    for (property, value) in [("color", color), ("background-color", element.attribute("bgcolor"))] {
        if let Some(value) = value {
            rule.add(&declarations(&format!("{property}:{value}"))[0]);
        }
    }
    rule
}

/// Returns the reason that a document gives for a text that style sheets hide.
pub(crate) fn why(hides: Hides) -> HiddenWhy {
    match hides {
        Hides::NotShown => HiddenWhy::NotShown,
        Hides::Color => HiddenWhy::Color,
        Hides::Tiny => HiddenWhy::Tiny,
        Hides::OffPage => HiddenWhy::OffPage,
    }
}
