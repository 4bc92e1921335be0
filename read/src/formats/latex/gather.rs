//! Blocks that are gathered before they are written: a note waits for the end of its paragraph, and the label of a
//! citation is known only at the end of the paper.

use std::collections::HashMap;

use crate::formats::paper_builder::{PaperBuilder, one_line};
use ibid::structure::{BlockKind, HiddenWhy};

/// A block with the blocks that follow it.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) kind: BlockKind,
    pub(super) pieces: Vec<Piece>,
    /// The blocks that follow it: its footnotes, and floats that its source has in the middle of it.
    pub(super) after: Vec<Item>,
}

#[derive(Clone, Debug)]
pub(super) enum Piece {
    Text(String),
    Hidden(HiddenWhy, String),
    Cite {
        before: String,
        keys: Vec<String>,
        after: String,
    },
    /// The place of the mark of a footnote. The mark itself is no text.
    Note,
}

/// The label of each entry in the list of references, by its key.
pub(super) type Marks = HashMap<String, String>;

/// A text that is being gathered: the paper itself, a footnote, a caption or a heading.
#[derive(Debug, Default)]
pub(super) struct Level {
    pub(super) items: Vec<Item>,
    pieces: Vec<Piece>,
    pub(super) after: Vec<Item>,
    gap: bool,
    last: Option<char>,
    /// True if something that is not shown was just left out.
    is_gone: bool,
}

impl Level {
    /// Adds a blank, if something follows.
    pub(super) fn blank(&mut self) {
        self.gap = true;
    }

    /// Notes that something was left out, so that no blank stays before a punctuation mark that follows it.
    pub(super) fn gone(&mut self) {
        self.is_gone = true;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    pub(super) fn push(&mut self, c: char, hidden: Option<HiddenWhy>) {
        let is_gone = std::mem::take(&mut self.is_gone);
        let gap = std::mem::take(&mut self.gap);
        let closes = is_gone && matches!(c, '.' | ',' | ';' | ':' | ')' | '!' | '?');
        if is_gone && c == ')' && self.take_open() {
            (self.gap, self.is_gone) = (true, true);
            return;
        }
        let between = self.last.is_some_and(is_han) && is_han(c);
        if gap && !closes && !between && self.last.is_some() && c != '\n' && c != '\t' {
            self.add(' ', hidden);
        }
        self.add(c, hidden);
        self.last = (c != '\n' && c != '\t').then_some(c);
    }

    fn add(&mut self, c: char, hidden: Option<HiddenWhy>) {
        match (hidden, self.pieces.last_mut()) {
            (None, Some(Piece::Text(text))) => text.push(c),
            (Some(why), Some(Piece::Hidden(before, text))) if *before == why => text.push(c),
            (None, _) => self.pieces.push(Piece::Text(c.to_string())),
            (Some(why), _) => self.pieces.push(Piece::Hidden(why, c.to_string())),
        }
    }

    /// Takes back an opening bracket with nothing in it. Returns whether there was one.
    fn take_open(&mut self) -> bool {
        let Some(Piece::Text(text)) = self.pieces.last_mut() else { return false };
        let is_open = text.ends_with('(');
        if is_open {
            text.pop();
            let bare = text.trim_end_matches(' ').len();
            text.truncate(bare);
            self.last = text.chars().last();
        }
        is_open
    }

    pub(super) fn cite(&mut self, before: String, keys: Vec<String>, after: String) {
        if std::mem::take(&mut self.gap) && self.last.is_some() {
            self.add(' ', None);
        }
        self.pieces.push(Piece::Cite { before, keys, after });
        self.last = Some(']');
    }

    /// Adds a footnote, which follows the open block.
    pub(super) fn note(&mut self, note: Item) {
        self.pieces.push(Piece::Note);
        self.after.push(note);
    }

    /// Closes the open block.
    pub(super) fn flush(&mut self, kind: BlockKind) {
        let item = self.take(kind);
        self.items.extend(item);
    }

    /// Closes and returns the open block. `None` if it is empty.
    fn take(&mut self, kind: BlockKind) -> Option<Item> {
        let pieces = std::mem::take(&mut self.pieces);
        let after = std::mem::take(&mut self.after);
        (self.gap, self.last, self.is_gone) = (false, None, false);
        (!pieces.is_empty() || !after.is_empty()).then_some(Item { kind, pieces, after })
    }

    /// Returns the whole text as one block.
    pub(super) fn into_item(mut self, kind: BlockKind) -> Item {
        self.flush(kind);
        let mut all = Item { kind, pieces: vec![], after: vec![] };
        for item in self.items {
            if !all.pieces.is_empty() {
                all.pieces.push(Piece::Text(" ".to_owned()));
            }
            all.pieces.extend(item.pieces);
            all.after.extend(item.after);
        }
        all
    }
}

impl Item {
    /// Returns the text of the block, without its citations.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            if let Piece::Text(piece) = piece {
                text += piece;
            }
        }
        one_line(&text)
    }

    /// Writes the block and the blocks that follow it.
    pub(super) fn write(&self, marks: &Marks, builder: &mut PaperBuilder) {
        builder.open(self.kind);
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => builder.push(text),
                Piece::Hidden(why, text) => builder.hide(*why, text, None),
                Piece::Note => builder.mark_note(),
                Piece::Cite { before, keys, after } => {
                    let keys: Vec<_> =
                        keys.iter().map(|key| marks.get(key).unwrap_or(key).as_str()).collect();
                    let blank = if before.is_empty() { "" } else { " " };
                    let comma = if after.is_empty() { "" } else { ", " };
                    builder.push(&format!("[{before}{blank}{}{comma}{after}]", keys.join(", ")));
                }
            }
        }
        builder.close();
        for item in &self.after {
            item.write(marks, builder);
        }
    }
}

/// Returns whether a character belongs to Chinese text, which has no blanks between such characters.
fn is_han(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{2FDF}' | '\u{3001}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FF01}'..='\u{FF60}' | '\u{20000}'..='\u{3FFFF}')
}
