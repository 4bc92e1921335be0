//! The size of the rows of a table so far, against the size of its file.
//!
//! A dictionary or a run stands for any number of rows: some hundred bytes can be a hundred thousand rows of one
//! megabyte, or fifty million rows without a text. A file declares the sizes of its pages, which do not show this. So
//! the rows that are handed on are counted, and a file ends where it becomes a decompression bomb by the rule for
//! packed files ([`is_bomb`]). `O(1)` for a row beside its size.

use super::cells::{Row, has_no_text, size_bytes};
use crate::compressed::{HARMLESS_BYTES, MOST_RATIO, is_bomb};
use crate::refusal::Refusal;

/// The bytes counted for a row beside its texts: a document takes at least as much.
const ROW_BYTES: u64 = 256;
/// The bytes counted for a row that is refused: its message is kept.
const REFUSED_BYTES: u64 = 1 << 10;
/// The bytes counted for a row without a text, which costs nothing but time. Eight million such rows are read of any
/// file, and of a large one 31 for each of its bytes.
const EMPTY_BYTES: u64 = 8;

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
    /// Returns the tally of a file of this size, without rows yet.
    pub(super) fn of(file_bytes: u64) -> Tally {
        Tally { file_bytes, rows_bytes: 0 }
    }

    /// Counts a row, and returns the limit if the rows exceed it now.
    pub(super) fn add(&mut self, row: &Row, limit: u64) -> Option<TooMany> {
        let size = size_bytes(row);
        let counted = match has_no_text(row) {
            true => EMPTY_BYTES,
            false if size > limit => REFUSED_BYTES,
            false => ROW_BYTES + size,
        };
        self.rows_bytes = self.rows_bytes.saturating_add(counted);
        is_bomb(self.file_bytes, self.rows_bytes).then_some(TooMany { file_bytes: self.file_bytes })
    }
}

impl TooMany {
    /// Returns the reason to read no further in this row group, counted from 0.
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
    use super::super::cells::Cell;
    use super::*;
    use parquet::data_type::ByteArray;
    use serde_json::Value;

    fn rows_until_full(file_bytes: u64, cell: &Cell) -> usize {
        let mut tally = Tally::of(file_bytes);
        let row = vec![cell.clone()];
        (0..10_000_000).take_while(|_| tally.add(&row, 1 << 20).is_none()).count()
    }

    #[test]
    fn rows_count_by_their_texts_and_without_one_by_the_time_they_take() {
        let bytes = |length: usize| Cell::Bytes(ByteArray::from(vec![b'a'; length]));
        assert_eq!(rows_until_full(762, &bytes(1 << 20)), 63);
        assert_eq!(rows_until_full(762, &bytes(0)), 1 << 18);
        assert_eq!(rows_until_full(762, &Cell::Value(Value::Null)), 1 << 23);
        assert_eq!(rows_until_full(762, &bytes(2 << 20)), 1 << 16, "too large, and refused one by one");
        assert_eq!(rows_until_full(1 << 20, &bytes(1 << 20)), 249, "a larger file may hold more");
    }
}
