//! CSV for spreadsheets: the writer and the cells of every table.
//!
//! UTF-8 with a byte order mark, without which Excel takes Chinese for another encoding; tools such as csvkit and xsv skip
//! it. Rows end in a line feed, and the first row names the columns. A row is one line, since texts pass through
//! [`sanitize`]; JSON has them unchanged. A cell that a spreadsheet would take for a formula, because it begins with `=`,
//! `+`, `-`, `@`, a tab or a line break, gets an apostrophe before it.

use std::borrow::Cow;
use std::io::{self, Write};

use ibid::report::sanitize;
use serde::Serialize;

/// Writes the byte order mark and makes a writer of rows. The columns are named by hand, so that their names are written
/// even without a row.
pub(super) fn writer(out: &mut dyn Write) -> io::Result<csv::Writer<&mut dyn Write>> {
    out.write_all("\u{FEFF}".as_bytes())?;
    Ok(append(out))
}

/// Makes a writer of more rows.
pub(super) fn append(out: &mut dyn Write) -> csv::Writer<&mut dyn Write> {
    csv::WriterBuilder::new().has_headers(false).from_writer(out)
}

/// Formats a text as one line that no spreadsheet takes for a formula. Some also take the wide forms of the signs for
/// one.
pub(super) fn cell(text: &str) -> Cow<'_, str> {
    let line = sanitize(text);
    match text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
        true => Cow::Owned(format!("'{line}")),
        false => line,
    }
}

/// Formats a text that may be missing; its cell is then empty.
pub(super) fn optional(text: &Option<String>) -> Cow<'_, str> {
    cell(text.as_deref().unwrap_or(""))
}

/// Returns the name of a value of an enum, as in JSON.
pub(super) fn name(value: impl Serialize) -> String {
    serde_json::to_value(value).unwrap_or_default().as_str().unwrap_or("").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "' =1"),
            ("\n=1", "' =1"),
            ("＝1", "'＝1"),
            ("1=1", "1=1"),
            ("“-1”", "“-1”"),
            ("", ""),
        ] {
            assert_eq!(cell(text), expected, "{text:?}");
        }
    }
}
