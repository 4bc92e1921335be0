//! Tables, whose cells are gathered until a paragraph stands outside of them.

use crate::Kind;
use crate::gather::{Item, Piece};

/// A table of which a cell has this many characters holds running text, and is only set as one.
const LONG_CELL: usize = 600;

/// A table that is open.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: Vec<Vec<Vec<Item>>>,
    row: Vec<Vec<Item>>,
    cell: Vec<Item>,
}

impl Table {
    pub(super) fn add(&mut self, item: Item) {
        self.cell.push(item);
    }

    pub(super) fn end_cell(&mut self) {
        self.row.push(std::mem::take(&mut self.cell));
    }

    pub(super) fn end_row(&mut self) {
        if !self.cell.is_empty() {
            self.end_cell();
        }
        self.rows.push(std::mem::take(&mut self.row));
    }

    /// Its blocks: one table with its notes, or the paragraphs of one that only sets them.
    pub(super) fn into_items(mut self) -> Vec<Item> {
        if !self.cell.is_empty() || !self.row.is_empty() {
            self.end_row();
        }
        let chars = |cell: &Vec<Item>| cell.iter().map(|item| item.text().chars().count()).sum::<usize>();
        let is_running = self.rows.iter().all(|row| row.len() <= 1)
            || self.rows.iter().flatten().any(|cell| chars(cell) > LONG_CELL);
        if is_running {
            return self.rows.into_iter().flatten().flatten().collect();
        }
        let (mut pieces, mut after) = (vec![], vec![]);
        for (number, row) in self.rows.into_iter().enumerate() {
            pieces.extend((number > 0).then(|| Piece::Text("\n".to_owned())));
            for (column, cell) in row.into_iter().enumerate() {
                pieces.extend((column > 0).then(|| Piece::Text("\t".to_owned())));
                for item in cell {
                    pieces.extend(item.pieces.into_iter().map(in_cell));
                    pieces.push(Piece::Text(" ".to_owned()));
                    after.extend(item.after);
                }
            }
        }
        vec![Item { kind: Kind::Table, pieces, after }]
    }
}

/// A text whose white space is none of the table's.
fn in_cell(piece: Piece) -> Piece {
    match piece {
        Piece::Text(text) => Piece::Text(text.replace(char::is_whitespace, " ")),
        piece => piece,
    }
}
