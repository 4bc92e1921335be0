//! Converts a tree of HTML to text, each block on a line of its own, with the kinds of the blocks.
//!
//! Useful for a whole page and for parts of one. `O(n)` for n nodes, without recursion.

use dom_query::NodeRef;

use crate::elements::{block_kind, gap_around, is_preformatted, is_silent};
use crate::markup;
use crate::prose::{Gap, Prose};
use ibid::structure::Structure;

/// The text that is shown, and its structure.
#[derive(Default)]
pub(super) struct Shown {
    pub(super) text: String,
    pub(super) structure: Structure,
}

/// Returns the text below a node, each block on lines of its own. Walks the tree without recursion.
pub(super) fn render(root: &NodeRef) -> Shown {
    let mut renderer = Renderer { prose: Prose::default(), preformatted: 0 };
    let mut node = *root;
    let mut inner = renderer.enter(&node);
    loop {
        if inner && let Some(child) = node.first_child() {
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
    /// The number of open elements that preserve white space.
    preformatted: usize,
}

impl Renderer {
    /// Enters a node. Returns whether to go on to its children.
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
        if name == "iframe"
            && let Some(page) = node.attr("srcdoc")
        {
            markup::push_text(&page, None, &mut self.prose);
        }
        if name == "q" {
            self.prose.push("“");
        }
        self.preformatted += usize::from(is_preformatted(&name));
        if let Some(kind) = block_kind(&name) {
            self.prose.open(kind);
        }
        !is_silent(&name)
    }

    fn leave(&mut self, node: &NodeRef) {
        let Some(name) = name_of(node) else { return };
        if name == "q" {
            self.prose.push("”");
        }
        self.prose.gap(gap_of(node, &name));
        self.preformatted -= usize::from(is_preformatted(&name));
        if block_kind(&name).is_some() {
            self.prose.close();
        }
    }

    fn finish(self) -> Shown {
        let structure = self.prose.structure();
        Shown { text: self.prose.finish().0, structure }
    }
}

/// Returns the gap that an element puts around its content. A custom element stays within the line if it is empty or
/// stands in a paragraph.
fn gap_of(node: &NodeRef, name: &str) -> Gap {
    if !name.contains('-') {
        return gap_around(name);
    }
    let parent = node.parent().and_then(|parent| name_of(&parent));
    let is_in_line = node.first_child().is_none() || parent.as_deref() == Some("p");
    if is_in_line { Gap::None } else { gap_around(name) }
}

/// Returns the name of an element. `None` for other nodes.
pub(super) fn name_of(node: &NodeRef) -> Option<String> {
    node.qual_name_ref().map(|name| name.local.to_string())
}
