//! Tables for people: a first column on the left, the others on the right.

use std::io::{Result, Write};

/// A table below some lines of text.
pub(super) struct Table {
    /// The line above it.
    pub(super) title: String,
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new<const N: usize>(title: impl Into<String>, heads: [&str; N]) -> Table {
        Table { title: title.into(), heads: heads.map(str::to_owned).into(), rows: vec![] }
    }

    pub(super) fn push<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// Writes the table with columns as wide as their contents, and an empty line behind.
    pub(super) fn write(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "{}", self.title)?;
        let lines = || self.rows.iter().chain(Some(&self.heads).filter(|heads| !heads.is_empty()));
        let columns = lines().map(Vec::len).max().unwrap_or(0);
        let widest = |column: usize| {
            let cells = lines().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(widest).collect();
        let mut write = |line: &Vec<String>| {
            let mut text = String::new();
            for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
                if column == 0 {
                    text.push_str(&format!("  {cell:width$}"));
                } else {
                    text.push_str(&format!("  {cell:>width$}"));
                }
            }
            writeln!(out, "{}", text.trim_end())
        };
        if !self.heads.is_empty() {
            write(&self.heads)?;
        }
        self.rows.iter().try_for_each(&mut write)?;
        writeln!(out)
    }
}

/// Formats a share with three digits behind the point, without the zero before it.
pub(super) fn three(value: f64) -> String {
    let text = format!("{value:.3}");
    text.strip_prefix('0').map(str::to_owned).unwrap_or(text)
}

/// Formats a number with at most three digits behind the point: two from 1 on, one from 10 on, none from 100 on.
pub(super) fn short(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value if value >= 1.0 => format!("{value:.2}"),
        value => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let mut table = Table::new("Times, ms", ["method", "a", "b"]);
        table.push(["one".to_owned(), short(12.34), String::new()]);
        table.push(["thirteen".to_owned(), short(0.5), three(0.25)]);
        let mut out = vec![];
        table.write(&mut out).unwrap();
        let expected = "Times, ms\n  method        a     b\n  one        12.3\n  thirteen  0.500  .250\n\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        assert_eq!([short(1234.5), short(1.234), three(1.0)], ["1234", "1.23", "1.000"]);
    }
}
