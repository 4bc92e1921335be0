//! Tables, whose cells are gathered until a paragraph stands outside of them.

use crate::formats::gather::{Item, Piece};
use ibid::structure::BlockKind;

/// A cell with more characters than this is running text: its table only sets the layout.
const LONG_CELL: usize = 600;

/// An open table.
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

    /// Returns the blocks of the table: one block and its notes, or the paragraphs of a table that only sets the
    /// layout.
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
        vec![Item { kind: BlockKind::Table, pieces, after }]
    }
}

/// Replaces all white space by blanks, since the tabs and line ends of a table separate its cells and rows.
fn in_cell(piece: Piece) -> Piece {
    match piece {
        Piece::Text(text) => Piece::Text(text.replace(char::is_whitespace, " ")),
        piece => piece,
    }
}
