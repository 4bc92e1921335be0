//! A document -> its parts: the blocks that its reader knows, or paragraphs of the text.

use crate::structure::{Block, BlockKind};
use crate::text::lookup::is_digit;
use crate::text::{Document, Layout, Span};

use super::entries::{begins_entry, begins_line_of_entry};
use super::headings::{Heading, heading};

/// A paragraph, or a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The range, without white space around it.
    pub(super) span: Span,
    /// The kind by its reader, if that knows one.
    pub(super) kind: Option<BlockKind>,
}

impl Part {
    pub(super) fn is(self, kind: BlockKind) -> bool {
        self.kind == Some(kind)
    }
}

/// Returns the parts of a document in order, none of them empty.
pub(super) fn parts(document: &Document) -> Vec<Part> {
    let text = &*document.text;
    let blocks = &document.structure.blocks;
    if !blocks.is_empty() {
        let part = |block: &Block| Part { span: Span::new(block.start, block.end), kind: Some(block.kind) };
        return blocks.iter().map(part).collect();
    }
    let mut parts: Vec<Part> = vec![];
    let (mut start, mut goes_on, mut in_list) = (0, false, false);
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        let at = start + (line.len() - line.trim_start().len());
        let end = (at + bare.len()) as u32;
        start += line.len();
        if bare.is_empty() {
            goes_on = false;
            continue;
        }
        let heading = heading(bare);
        let is_alone = document.layout == Layout::Flowing || heading.is_some();
        if let Some(heading) = heading {
            in_list = heading == Heading::List;
        }
        match parts.last_mut() {
            Some(last) if goes_on && !is_alone && !begins(bare, last.span.of(text), in_list) => {
                last.span.end = end
            }
            _ => parts.push(Part { span: Span::new(at as u32, end), kind: None }),
        }
        goes_on = !is_alone;
    }
    parts
}

/// Returns whether a line begins a part, though the line before it is not empty: it begins an entry, and the entry before it
/// may end.
fn begins(line: &str, before: &str, in_list: bool) -> bool {
    let ends = before.ends_with(is_digit) || before.ends_with(['.', '。', '．', ')', '）', ']', '/']);
    ends && (begins_entry(line) || in_list && begins_line_of_entry(line))
}
