//! A tree of HTML -> text: blocks on lines of their own, and what they are.
//!
//! Useful for a page as a whole and for parts of one. `O(n)` for n nodes, without recursion.

use dom_query::NodeRef;

use super::markup::{self, gap_around, is_preformatted, is_silent};
use super::prose::{Gap, Prose};
use crate::structure::{BlockKind, Structure};

/// Text that is shown, and what it is made of.
#[derive(Default)]
pub(super) struct Shown {
    pub(super) text: String,
    pub(super) structure: Structure,
}

/// The text below a node, each block on lines of its own. Goes through the tree without recursion.
pub(super) fn render(root: &NodeRef) -> Shown {
    let mut renderer = Renderer { prose: Prose::new(), preformatted: 0 };
    let mut node = *root;
    let mut inner = renderer.enter(&node);
    loop {
        if let Some(child) = inner.then(|| node.first_child()).flatten() {
            node = child;
        } else {
            loop {
                renderer.leave(&node);
                if node.id == root.id {
                    return renderer.finish();
                }
                if let Some(next) = node.next_sibling() {
                    node = next;
                    break;
                }
                let Some(parent) = node.parent() else { return renderer.finish() };
                node = parent;
            }
        }
        inner = renderer.enter(&node);
    }
}

struct Renderer {
    prose: Prose,
    /// How many elements are open in which white space stands as it is.
    preformatted: usize,
}

impl Renderer {
    /// Whether to go inside.
    fn enter(&mut self, node: &NodeRef) -> bool {
        if node.is_text() {
            match self.preformatted {
                0 => self.prose.push_collapsed(&node.text()),
                _ => self.prose.push(&node.text()),
            }
            return false;
        }
        let Some(name) = name_of(node) else { return !node.is_comment() && !node.is_doctype() };
        self.prose.gap(gap_of(node, &name));
        if let Some(page) = node.attr("srcdoc").filter(|_| name == "iframe") {
            markup::push_text(&page, None, &mut self.prose);
        }
        self.preformatted += usize::from(is_preformatted(&name));
        if let Some(kind) = kind(&name) {
            self.prose.open(kind);
        }
        !is_silent(&name)
    }

    fn leave(&mut self, node: &NodeRef) {
        let Some(name) = name_of(node) else { return };
        self.prose.gap(gap_of(node, &name));
        self.preformatted -= usize::from(is_preformatted(&name));
        if kind(&name).is_some() {
            self.prose.close();
        }
    }

    fn finish(self) -> Shown {
        let structure = self.prose.structure();
        Shown { text: self.prose.finish().0, structure }
    }
}

/// Returns the gap that an element puts around its content. One that pages name themselves stays within the line where it is empty, or where
/// only such elements may stand.
fn gap_of(node: &NodeRef, name: &str) -> Gap {
    let is_in_line = || {
        node.first_child().is_none()
            || node.parent().and_then(|parent| name_of(&parent)).is_some_and(|name| name == "p")
    };
    if name.contains('-') && is_in_line() { Gap::None } else { gap_around(name) }
}

/// What an element is, if it is more than a paragraph.
fn kind(name: &str) -> Option<BlockKind> {
    Some(match name {
        "h1" => BlockKind::Heading(1),
        "h2" => BlockKind::Heading(2),
        "h3" => BlockKind::Heading(3),
        "h4" => BlockKind::Heading(4),
        "h5" => BlockKind::Heading(5),
        "h6" => BlockKind::Heading(6),
        "blockquote" => BlockKind::Quote,
        "pre" | "listing" | "xmp" => BlockKind::Code,
        "table" => BlockKind::Table,
        "caption" | "figcaption" => BlockKind::Caption,
        _ => return None,
    })
}

/// The name of an element; nothing for what is none.
pub(super) fn name_of(node: &NodeRef) -> Option<String> {
    node.qual_name_ref().map(|name| name.local.to_string())
}
