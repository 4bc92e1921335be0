//! The comparison as tables of at most 80 columns.

use std::io::{Result, Write};
use std::time::Duration;

use ibid_lab::features::Truth;

use super::{Comparison, Row, TAU};

/// The ratios that have a column.
const TAUS: [f64; 10] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

pub(super) fn write(comparison: &Comparison, out: &mut dyn Write) -> Result<()> {
    let Comparison { sentences, words_per_sentence, truth, .. } = comparison;
    let (copies, Truth { identical, open, .. }) = (truth.copies(), truth);
    writeln!(out, "{sentences} sentences of {words_per_sentence:.1} words")?;
    writeln!(out, "{copies} copied pairs, {identical} of them the same word for word, {open} open pairs")?;
    accuracy(comparison, out)?;
    costs(comparison, out)?;
    ratios(comparison, out)?;
    over_tau(comparison, out)?;
    over_antecedents(comparison, out)
}

fn accuracy(comparison: &Comparison, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\nWith the ratio that is best for each feature (\"key\": an equal key decides).")?;
    writeln!(out, "\"edited\" is F1 without the pairs that are the same word for word.\n")?;
    let widths = [5, 6, 7, 6, 7, 7, 11, 6];
    line(out, "feature", &widths, ["tau", "F1", "edited", "prec", "recall", "wrong", "paper: tau", "F1"])?;
    for row in &comparison.rows {
        let (best, paper) = (row.measured.best(), row.paper);
        let cells = [
            best.tau.map_or("key".to_owned(), two),
            three(best.f1),
            three(best.f1_edited),
            three(best.precision),
            three(best.recall),
            best.wrong.to_string(),
            paper.tau.map(two).unwrap_or_default(),
            paper.f1.map(three).unwrap_or_default(),
        ];
        line(out, &row.name, &widths, cells)?;
    }
    Ok(())
}

fn costs(comparison: &Comparison, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\nCosts on one thread. Indexing: words to features to an index of those. All pairs")?;
    writeln!(out, "with a ratio of {TAU}: by counting over full lists, and by the exact join.\n")?;
    let widths = [10, 10, 13, 13, 11];
    let heads = ["keys/sent", "space, kB", "indexing, ms", "counting, ms", "join, ms"];
    line(out, "feature", &widths, heads)?;
    for row in &comparison.rows {
        let ms = |time: Duration| format!("{:.2}", time.as_secs_f64() * 1000.0);
        let cells = [
            format!("{:.2}", row.measured.keys_per_sentence),
            format!("{:.1}", row.measured.space_bytes as f64 / 1000.0),
            ms(row.times.indexing),
            ms(row.times.counting),
            ms(row.times.join),
        ];
        line(out, &row.name, &widths, cells)?;
    }
    Ok(())
}

fn ratios(comparison: &Comparison, out: &mut dyn Write) -> Result<()> {
    let Some(first) = comparison.rows.first() else { return Ok(()) };
    writeln!(out, "\nThe same as ratios to {}, and what the paper found.\n", first.name)?;
    let widths = [7, 7, 10, 7, 10, 7, 7];
    line(out, "feature", &widths, ["space", "paper", "indexing", "paper", "counting", "paper", "join"])?;
    for row in &comparison.rows {
        let time = |of: fn(&Row) -> Duration| three(of(row).as_secs_f64() / of(first).as_secs_f64());
        let paper = |value: Option<f64>| value.map(three).unwrap_or_default();
        let cells = [
            three(row.measured.space_bytes as f64 / first.measured.space_bytes as f64),
            paper(row.paper.space),
            time(|row| row.times.indexing),
            paper(row.paper.indexing),
            time(|row| row.times.counting),
            paper(row.paper.similarity),
            time(|row| row.times.join),
        ];
        line(out, &row.name, &widths, cells)?;
    }
    Ok(())
}

fn over_tau(comparison: &Comparison, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\nF1 over the ratio.\n")?;
    let widths = [6; TAUS.len()];
    line(out, "feature", &widths, TAUS.map(two))?;
    for row in &comparison.rows {
        // If an equal key decides, there is one figure.
        let cell = |tau: f64| {
            let score = row.measured.at(tau);
            if score.tau.is_some() || tau == TAUS[0] { three(score.f1) } else { "\"".to_owned() }
        };
        line(out, &row.name, &widths, TAUS.map(cell))?;
    }
    Ok(())
}

fn over_antecedents(comparison: &Comparison, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\nF1 of Low-IDF-Sig over the number of antecedents, chains of three words.\n")?;
    let widths = [10, 9, 9, 9];
    line(
        out,
        "antecedents",
        &widths,
        ["keys/sent".to_owned(), format!("tau {}", two(TAU)), "best tau".to_owned(), "best F1".to_owned()],
    )?;
    for (n, measured) in &comparison.antecedents {
        let best = measured.best();
        let cells = [
            format!("{:.2}", measured.keys_per_sentence),
            three(measured.at(TAU).f1),
            best.tau.map(two).unwrap_or_default(),
            three(best.f1),
        ];
        line(out, &n.to_string(), &widths, cells)?;
    }
    Ok(())
}

/// Writes a name and cells of these widths, without the spaces of empty columns at the end.
fn line<const N: usize>(
    out: &mut dyn Write,
    name: &str,
    widths: &[usize; N],
    cells: [impl AsRef<str>; N],
) -> Result<()> {
    let mut text = format!("{name:17}");
    for (cell, width) in cells.iter().zip(widths) {
        text.push_str(&format!("{:>width$}", cell.as_ref()));
    }
    writeln!(out, "{}", text.trim_end())
}

/// Formats a share with three digits behind the point, without the zero before it.
fn three(value: f64) -> String {
    without_zero(format!("{value:.3}"))
}

/// Formats a ratio with two digits behind the point, without the zero before it.
fn two(value: f64) -> String {
    without_zero(format!("{value:.2}"))
}

fn without_zero(text: String) -> String {
    text.strip_prefix('0').map(str::to_owned).unwrap_or(text)
}
