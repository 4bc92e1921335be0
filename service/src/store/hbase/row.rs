//! Rows as the gateway reads and writes them, and their keys.

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::unreadable;
use crate::article::COLUMNS;
use crate::store::Fault;
use crate::store::names::{escape, unescape};

/// The column family.
pub(super) const FAMILY: &str = "a";
/// The column of a value that is no article.
const VALUE: &str = "_value";
/// The row that keeps the time of the last write. No key has it.
pub(super) const CLOCK: &str = "ibid";
/// The character before the digits of a byte in a row's key. The gateway decodes `%` twice.
const MARK: char = '=';

/// Some rows.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct CellSet {
    #[serde(rename = "Row", default)]
    pub(super) rows: Vec<Row>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Row {
    key: String,
    #[serde(rename = "Cell")]
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Cell {
    column: String,
    timestamp: i64,
    #[serde(rename = "$", default)]
    value: String,
}

impl Row {
    /// Makes the row of a value.
    pub(super) fn of(key: &[u8], value: &[u8], time: i64) -> Row {
        let cells = match attributes(value) {
            Some(all) => all.iter().map(|(name, text)| Cell::of(name, text.as_bytes(), time)).collect(),
            None => vec![Cell::of(VALUE, value, time)],
        };
        Row { key: BASE64_STANDARD.encode(row_of(key)), cells }
    }

    /// Returns the row that keeps the time of the last write.
    pub(super) fn of_clock(time: i64) -> Row {
        let text = time.to_string();
        Row { key: BASE64_STANDARD.encode(CLOCK), cells: vec![Cell::of("last", text.as_bytes(), time)] }
    }

    /// Returns the key of its value; none for a foreign row.
    pub(super) fn key(&self) -> Option<Vec<u8>> {
        key_of(&self.name()?)
    }

    pub(super) fn name(&self) -> Option<String> {
        String::from_utf8(BASE64_STANDARD.decode(&self.key).ok()?).ok()
    }

    /// Returns the time of its latest cell; 0 without any.
    pub(super) fn time(&self) -> i64 {
        self.cells.iter().map(|cell| cell.timestamp).max().unwrap_or(0)
    }

    /// Returns the size of its cells in a request.
    pub(super) fn size(&self) -> usize {
        self.cells.iter().map(|cell| cell.column.len() + cell.value.len()).sum()
    }

    /// Returns its value: that of the column for values that are no articles if nothing is newer, else the article.
    pub(super) fn value(&self) -> Result<Vec<u8>, Fault> {
        self.decoded().ok_or_else(|| unreadable("a row"))
    }

    fn decoded(&self) -> Option<Vec<u8>> {
        let mut cells: BTreeMap<String, (i64, Vec<u8>)> = BTreeMap::new();
        for cell in &self.cells {
            let column = String::from_utf8(BASE64_STANDARD.decode(&cell.column).ok()?).ok()?;
            let value = BASE64_STANDARD.decode(&cell.value).ok()?;
            if let Some((FAMILY, name)) = column.split_once(':') {
                cells.insert(name.to_owned(), (cell.timestamp, value));
            }
        }
        if let Some((time, value)) = cells.remove(VALUE)
            && cells.values().all(|(other, _)| *other < time)
        {
            return Some(value);
        }
        let mut article = BTreeMap::new();
        for name in COLUMNS {
            if let Some((_, value)) = cells.remove(name) {
                article.insert(name, String::from_utf8(value).ok()?);
            }
        }
        serde_json::to_vec(&article).ok()
    }
}

impl Cell {
    fn of(name: &str, value: &[u8], timestamp: i64) -> Cell {
        let column = BASE64_STANDARD.encode(format!("{FAMILY}:{name}"));
        Cell { column, timestamp, value: BASE64_STANDARD.encode(value) }
    }
}

/// Returns the attributes of a value that is an article, each as text; none of any other value.
fn attributes(value: &[u8]) -> Option<BTreeMap<String, String>> {
    let all: BTreeMap<String, String> = serde_json::from_slice(value).ok()?;
    (all.len() == COLUMNS.len() && COLUMNS.iter().all(|name| all.contains_key(*name))).then_some(all)
}

/// Returns the key of a row.
pub(super) fn row_of(key: &[u8]) -> String {
    format!("{:02x}-{}", xxh3_64(key) >> 56, escape(key, MARK))
}

/// Returns the key of a row's value, the inverse of [`row_of`]; none for a foreign row.
fn key_of(row: &str) -> Option<Vec<u8>> {
    let (_, name) = row.split_once('-')?;
    unescape(name, MARK).filter(|key| row_of(key) == row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_lead_back_to_their_keys() {
        for key in [&b"cdd71f57317390e7-ad7b2a053b6e4176"[..], b"A", &[0, 0xff, b'%'], "数".as_bytes()] {
            let row = row_of(key);
            assert_eq!(key_of(&row).as_deref(), Some(key), "{row}");
        }
        // It is stored, and must stay as it is.
        let doc = "cdd71f57317390e7-ad7b2a053b6e4176";
        assert_eq!(row_of(doc.as_bytes()), format!("0f-{doc}"));
        assert_eq!(key_of(CLOCK), None);
        assert_eq!(key_of("zz-a"), None);
    }
}
