//! Notes: the marks whose notes name a source.

use std::collections::HashSet;

use super::entries::{is_circled, is_raised, looks_like_entry, names_source, number};
use super::parts::Part;
use super::references::List;
use crate::structure::BlockKind;
use crate::text::lookup::behind;
use crate::text::{Document, Span};

/// The notes of a text that name a source, by their marks.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Numbers in circles.
    circled: HashSet<u32>,
    /// Numbers of other notes: raised ones, and those at the foot of a page.
    numbers: HashSet<u32>,
    /// The marks of notes such as `[^1]`.
    labels: HashSet<String>,
    /// The places in the text of marks that are no text, as the reader of the file tells them.
    pub(super) marks: Vec<Span>,
}

impl Notes {
    /// Finds the notes of a document with these parts.
    pub(super) fn new(document: &Document, parts: &[Part]) -> Notes {
        let text = &*document.text;
        let mut notes = Notes::default();
        for part in parts {
            let note = part.span.of(text);
            let first = note.chars().next().unwrap_or(' ');
            let is_note = is_circled(first) || is_raised(first) || part.is(BlockKind::Footnote);
            match (label(note), number(note)) {
                (Some(label), _) if names_source(behind(note, label.len() + 3)) => {
                    _ = notes.labels.insert(label.to_owned())
                }
                (None, Some(number)) if is_note && names_source(note) || looks_like_entry(note) => {
                    let numbers = if is_circled(first) { &mut notes.circled } else { &mut notes.numbers };
                    numbers.insert(number.value);
                }
                _ => {}
            }
        }
        for &[mark, note] in &document.structure.note_marks {
            let blocks = &document.structure.blocks;
            let at = blocks.partition_point(|block| block.start < note);
            if blocks.get(at).is_some_and(|note| names_source(note.text(text))) {
                notes.marks.push(Span::new(mark, mark));
            }
        }
        notes
    }

    /// Returns whether a number in a circle has a note, or an entry.
    pub(super) fn has_circled(&self, number: u32, list: &List) -> bool {
        self.circled.contains(&number) || self.has_number(number, list)
    }

    /// Returns whether a raised number has a note, or an entry.
    pub(super) fn has_number(&self, number: u32, list: &List) -> bool {
        self.numbers.contains(&number) || !list.is_empty() && list.has_number(number)
    }

    /// Returns whether a mark such as `[^1]` has a note.
    pub(super) fn has_label(&self, label: &str) -> bool {
        self.labels.contains(label)
    }
}

/// Returns the name in the mark with which a note begins: `1` in `[^1]: …`.
fn label(note: &str) -> Option<&str> {
    let (label, behind) = note.strip_prefix("[^")?.split_once(']')?;
    behind.starts_with([':', '：', ' ']).then_some(label)
}
