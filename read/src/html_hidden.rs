//! Removes the content that a page hides from its reader, and returns it.
//!
//! Style sheets and attributes are obeyed as [`cascade`](crate::cascade) says. Labels for screen readers ("Skip to
//! content") are usual: a few short ones are removed but not counted. `O(n)` for few rules; never deeper than
//! [`html_cost`](crate::html_cost) allows.

use dom_query::{Document as Page, NodeRef};
use ibid_css::{Element, Hides, Look};

use crate::cascade::{Cascade, why};
use crate::elements::is_silent;
use crate::html_text::{name_of, render};
use ibid::structure::{Hidden, HiddenWhy};

/// The longest label for screen readers, in characters.
const LONG_LABEL: usize = 40;
/// The most characters of all labels of a page together.
const MOST_LABELS: usize = 400;

/// Removes the content that is not shown, and returns it in the order of the page.
pub(super) fn remove_hidden(page: &Page) -> Vec<Hidden> {
    let mut sweep = Sweep::of(page);
    let hiding = "[style], [hidden], [bgcolor], [color], [text], dialog";
    if !sweep.cascade.styles().is_empty() || page.select(hiding).exists() {
        sweep.sweep(&page.root());
    }
    // The search for the main content would obey these attributes by rules of its own.
    let attributes = ["style", "hidden", "aria-hidden"];
    page.select("[style], [hidden], [aria-hidden]").remove_attrs(&attributes);
    sweep.finish()
}

/// The state of a walk through a page.
struct Sweep {
    cascade: Cascade,
    look: Look,
    /// The hidden texts so far, with their numbers in the order of the page.
    found: Vec<(usize, Hidden)>,
    /// The number of hidden pieces met.
    met: usize,
}

/// The content of a part of a page.
#[derive(Default)]
struct Swept {
    is_shown: bool,
    /// The number of the first hidden piece, and the reason why it is hidden.
    hidden: Option<(usize, Hides)>,
}

impl Sweep {
    fn of(page: &Page) -> Sweep {
        let mut cascade = Cascade::default();
        for sheet in page.select("style, link[rel~=stylesheet]").nodes() {
            cascade.add_of_page(sheet.attr("href").as_deref(), &sheet.text(), &sheet.attr_or("media", ""));
        }
        let look = cascade.page();
        Sweep { cascade, look, found: vec![], met: 0 }
    }

    /// Removes the hidden pieces of a part, unless the whole part is hidden.
    fn sweep(&mut self, part: &NodeRef) -> Swept {
        let mut all = Swept::default();
        let mut hidden = vec![];
        for child in part.children() {
            let inner = match child.is_text() {
                true => self.text(&child),
                false => self.element(&child),
            };
            all.is_shown |= inner.is_shown;
            all.hidden = all.hidden.or(inner.hidden);
            if let Some((number, hides)) = inner.hidden
                && !inner.is_shown
            {
                hidden.push((child, number, hides));
            }
        }
        if all.is_shown || matches!(name_of(part).as_deref(), None | Some("body")) {
            for (child, number, hides) in hidden {
                self.take(&child, number, hides);
            }
            return Swept { is_shown: true, hidden: None };
        }
        all
    }

    fn text(&mut self, text: &NodeRef) -> Swept {
        if text.text().trim().is_empty() {
            return Swept::default();
        }
        let hides = self.look.hides();
        self.met += usize::from(hides.is_some());
        Swept { is_shown: hides.is_none(), hidden: Some(self.met).zip(hides) }
    }

    fn element(&mut self, node: &NodeRef) -> Swept {
        let Some(name) = name_of(node) else { return Swept::default() };
        let attributes = node.attrs().into_iter();
        let attributes = attributes.map(|one| (one.name.local.to_string(), one.value.to_string()));
        let element = Element::new(&name, attributes).with_last(node.next_element_sibling().is_none());
        let outer = self.look;
        self.look = self.cascade.open(element, outer);
        let swept = if is_silent(&name) { Swept::default() } else { self.sweep(node) };
        self.look = outer;
        self.cascade.close();
        swept
    }

    fn take(&mut self, node: &NodeRef, number: usize, hides: Hides) {
        let text = render(node).text;
        if !text.is_empty() {
            self.found.push((number, Hidden { why: why(hides), text, page: None, at: 0 }));
        }
        node.remove_from_parent();
    }

    /// Returns the hidden texts, without labels if the labels are few.
    fn finish(mut self) -> Vec<Hidden> {
        self.found.sort_by_key(|(number, _)| *number);
        let labels: usize = self.found.iter().filter_map(|(_, hidden)| label_length(hidden)).sum();
        let mut found = vec![];
        for (_, hidden) in self.found {
            if labels > MOST_LABELS || label_length(&hidden).is_none() {
                found.push(hidden);
            }
        }
        found
    }
}

/// Returns the length of a label for screen readers, in characters. `None` for other hidden texts.
fn label_length(hidden: &Hidden) -> Option<usize> {
    let length = hidden.text.chars().count();
    (hidden.why == HiddenWhy::OffPage && length <= LONG_LABEL).then_some(length)
}

#[cfg(test)]
mod tests {
    use crate::html::read;

    const SHOWN: &str = "<p>Seen.</p>";

    fn check(html: &str, text: &str, hidden: &[(&str, &str)]) {
        let document = read(html.to_owned());
        assert_eq!(document.text, text, "{html}");
        let found = document.structure.hidden.iter();
        let found: Vec<_> = found.map(|hidden| (hidden.why.name(), hidden.text.as_str())).collect();
        assert_eq!(found, hidden, "{html}");
    }

    #[test]
    fn style_sheets_of_the_page_are_obeyed() {
        for (css, why) in [
            (".x{display:none}", "not-shown"),
            ("div > p + p.x{visibility:hidden}", "not-shown"),
            ("@media screen{#x{opacity:0}}", "not-shown"),
            (".x{text-indent:-9999px}", "off-page"),
            (".x{position:absolute;left:-9999px}", "off-page"),
            (".x{height:0;overflow:hidden}", "off-page"),
            (".x{clip-path:inset(100%)}", "off-page"),
            (".x{font-size:1px}", "tiny"),
            (".x{color:#fefefe}", "color"),
            ("p:last-child{display:none}", "not-shown"),
            ("div{ .x{display:none} }", "not-shown"),
            ("@import url('data:text/css,.x{display:none}');", "not-shown"),
            ("body{background:#123} p{color:white} .x{color:#112233}", "color"),
        ] {
            let long = "Hidden words, and as many of them as no label ever has.";
            let html = format!("<style>{css}</style><div>{SHOWN}<p class=x id=x>{long}</p></div>");
            check(&html, "Seen.", &[(why, long)]);
        }
    }

    #[test]
    fn what_is_seen_is_text_whatever_style_sheets_say() {
        for html in [
            "<style>.x{display:none}</style><p class=x style='display:block'>Seen.",
            "<style>.x{display:block!important}</style><p class=x style='display:none'>Seen.",
            "<style>.x{display:contents}</style><p class=x hidden>Seen.",
            "<style>@media print{.x{display:none}}</style><p class=x>Seen.",
            "<body bgcolor=black text=white><p>Seen.",
            "<table><tr><td style='background:#000;color:#fff'>Seen.</table>",
            "<style>body{background:black;color:white}</style><p>Seen.",
            "<link rel=stylesheet href=a.css><p style='color:#fff'>Seen.",
            "<style>.x{visibility:hidden} b{visibility:visible}</style><p class=x><b>Seen.</b></p>",
            "<style>.x{position:absolute;clip:rect(0,0,0,0)}</style><a class=x href=#m>Skip to content</a><p>Seen.",
            "<p aria-hidden=true>Seen.",
            "<svg><title>x</title><text x=0 y=9>Seen.</text></svg>",
            "<iframe srcdoc='&lt;p&gt;Seen.&lt;/p&gt;'></iframe>",
        ] {
            check(html, "Seen.", &[]);
        }
        check("<details><summary>More</summary>Seen.</details>", "More\nSeen.", &[]);
    }

    #[test]
    fn hidden_parts_of_a_paragraph_are_found_in_order() {
        check(
            "<p>One <i hidden>two</i> three <font color=white>four</font> <b>five <span style='font-size:0'>six</span></b>",
            "One three five",
            &[("not-shown", "two"), ("color", "four"), ("tiny", "six")],
        );
    }

    #[test]
    fn many_labels_are_no_labels() {
        let label = "<i style='position:absolute;left:-9999px'>a piece of what was copied</i> ";
        let html = format!("{SHOWN}{}", label.repeat(20));
        assert!(read(html).meta.hidden_chars > 400);
    }
}
