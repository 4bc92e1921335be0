//! Lines of values separated by commas, semicolons or tabs.

use csv::{ReaderBuilder, StringRecord};

use super::Sheets;
use crate::formats::Fault;
use crate::formats::format::PaperFormat;
use crate::formats::limits::Watch;
use crate::formats::xml::decode;
use ibid::{Document, Metadata};

/// The most records from which the separator is determined. The limit in bytes is below.
const LOOKED_AT: usize = 100;
const LOOKED_WITHIN: usize = 64 << 10;

/// Lines of values separated by commas, semicolons or tabs. Never recognized by content, only by name.
pub static FORMAT: PaperFormat =
    PaperFormat { name: "CSV", marks: &[], read: read_csv, has_properties: true };

fn read_csv(bytes: &[u8], watch: &Watch) -> Result<Document, Fault> {
    let text = decode(bytes, "the text")?;
    watch.unpack(text.len() as u64)?;
    let mut sheets = Sheets::new(watch);
    for record in records(&text, separator(&text)) {
        let record = record.map_err(|error| Fault::Damaged(error.to_string()))?;
        sheets.cells(&record.iter().map(str::to_owned).collect::<Vec<_>>(), false)?;
    }
    Ok(sheets.builder.finish(Metadata::default()))
}

fn records(text: &str, separator: u8) -> impl Iterator<Item = Result<StringRecord, csv::Error>> {
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(separator);
    builder.from_reader(text.as_bytes()).into_records()
}

/// Returns the separator by which most records have as many values as the first one. On a tie, the one with the most
/// values.
fn separator(text: &str) -> u8 {
    let head = (0..4).find_map(|back| text.get(..LOOKED_WITHIN - back)).unwrap_or(text);
    let mut best = b',';
    for separator in [b';', b'\t'] {
        if rank(head, separator) > rank(head, best) {
            best = separator;
        }
    }
    best
}

/// Returns the number of records with as many values as the first one, and this number, which is 0 for a single value.
fn rank(text: &str, separator: u8) -> (usize, usize) {
    let records = records(text, separator).take(LOOKED_AT).flatten();
    let widths: Vec<usize> = records.map(|record| record.len()).collect();
    let first = match widths.first() {
        Some(&width) if width > 1 => width,
        _ => 0,
    };
    (widths.iter().filter(|width| **width == first).count(), first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_what_divides_the_values() {
        let check = |text: &str, expected: u8| assert_eq!(separator(text), expected, "{text:?}");
        check("a,b\n1,2\n", b',');
        check("a;b\n1,5;2\n3,5;4\n", b';');
        check("name\ttext\n1\tBoats, storms; and more.\n", b'\t');
        check("\"a;b\",c\n\"d\",e\n", b',');
        check("One line of text.", b',');
        check("", b',');
    }
}
