//! The rows of a table so far, against the size of its file.
//!
//! A dictionary, a run or a delta stands for any number of rows: some hundred bytes can be a hundred thousand rows of one
//! megabyte, or fifty million rows without a text. The sizes that a file declares say nothing of this, since they are those
//! of its pages. So what is handed on is counted, and a file stops where it is a decompression bomb by the rule for packed
//! files ([`is_bomb`]). `O(1)` for a row beside its size.

use super::super::compressed::{HARMLESS_BYTES, MOST_RATIO, is_bomb};
use super::cells::{Cell, Row, size_bytes};
use crate::error::Refusal;

/// The bytes that a row counts beside its texts: as much as it takes at least as a document.
const ROW_BYTES: u64 = 32;
/// The bytes that a row without a text counts: a message names it, and is kept. With 64 MiB, some 65,000 such rows are
/// read of a small file.
const NULL_BYTES: u64 = 1 << 10;

/// The bytes of the rows so far.
#[derive(Debug)]
pub(super) struct Tally {
    file_bytes: u64,
    rows_bytes: u64,
}

/// The limit that the rows of a table exceed.
#[derive(Debug)]
pub(super) struct TooMany {
    file_bytes: u64,
}

impl Tally {
    /// Counts from no row on, of a file of this size.
    pub(super) fn of(file_bytes: u64) -> Tally {
        Tally { file_bytes, rows_bytes: 0 }
    }

    /// Counts a row. A row above the limit for documents is refused without being copied, and counts as one without a text.
    pub(super) fn add(&mut self, row: &Row, limit: u64) -> Option<TooMany> {
        let size = size_bytes(row);
        let has_text = row.first().is_some_and(|text| !Cell::is_null(text));
        let counted = if has_text && size <= limit { ROW_BYTES + size } else { NULL_BYTES };
        self.rows_bytes = self.rows_bytes.saturating_add(counted);
        is_bomb(self.file_bytes, self.rows_bytes).then_some(TooMany { file_bytes: self.file_bytes })
    }
}

impl TooMany {
    /// Says why the rest of a file is not read, from a row of this row group on, counted from 0.
    pub(super) fn of_column(&self, group: usize, text: &str) -> Refusal {
        format!(
            "row group {}, column \"{text}\": the rows up to here are a decompression bomb: more than {} MiB, over \
             {MOST_RATIO} times the {} bytes of the file; the rest is not read, write its rows as JSONL if they are \
             what they should be",
            group + 1,
            HARMLESS_BYTES >> 20,
            self.file_bytes
        )
        .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::data_type::ByteArray;
    use serde_json::Value;

    fn rows_until_full(file_bytes: u64, cell: &Cell) -> usize {
        let mut tally = Tally::of(file_bytes);
        let row = vec![cell.clone()];
        (0..1_000_000).take_while(|_| tally.add(&row, 1 << 20).is_none()).count()
    }

    #[test]
    fn rows_count_by_their_texts_and_without_one_by_what_their_messages_take() {
        let bytes = |length: usize| Cell::Bytes(ByteArray::from(vec![b'a'; length]));
        assert_eq!(rows_until_full(762, &bytes(1 << 20)), 63);
        assert_eq!(rows_until_full(762, &Cell::Value(Value::Null)), 1 << 16);
        assert_eq!(rows_until_full(762, &bytes(2 << 20)), 1 << 16, "too large, and refused one by one");
        assert_eq!(rows_until_full(1 << 20, &bytes(1 << 20)), 250, "a larger file may hold more");
    }
}
