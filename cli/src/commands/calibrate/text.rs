//! The calibration as tables of at most 80 columns.

use std::io::{Result, Write};

use ibid_calibrate::edits::Edit;
use ibid_calibrate::{PassageRates, Rates, Row, RowRates, SentenceTable};

use super::checks::{Checked, better};
use super::{Calibration, edit_name, f1_of, precision_of, recall_of};
use crate::render::Language;

/// The thresholds that have a column, besides the present one and the recommended one.
const TAUS: [f64; 8] = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/// A kind of edit, with the means over its shares.
pub(super) struct Kind {
    pub(super) edit: Option<Edit>,
    pub(super) rates: Vec<Rates>,
}

/// Groups the rows by kind, in their order. An edit that cannot be made has no rates.
pub(super) fn kinds(table: &SentenceTable) -> Vec<Kind> {
    let mut kinds = vec![];
    for rows in table.rows.chunk_by(|a, b| a.row.edit == b.row.edit) {
        let rows_with: Vec<&RowRates> = rows.iter().filter(|row| !row.rates.is_empty()).collect();
        let count = rows_with.len() as f64;
        let mut rates = vec![];
        for (place, &Rates { tau, .. }) in table.all.iter().enumerate() {
            if rows_with.is_empty() {
                break;
            }
            let mut sum = Rates { tau, recall: 0.0, precision: 0.0, f1: 0.0 };
            for row in &rows_with {
                sum.recall += row.rates[place].recall;
                sum.precision += row.rates[place].precision;
                sum.f1 += row.rates[place].f1;
            }
            let Rates { recall, precision, f1, .. } = sum;
            rates.push(Rates { tau, recall: recall / count, precision: precision / count, f1: f1 / count });
        }
        kinds.push(Kind { edit: rows[0].row.edit, rates });
    }
    kinds
}

pub(super) fn write(calibration: &Calibration<'_>, out: &mut dyn Write) -> Result<()> {
    sizes(calibration, out)?;
    headline(calibration, out)?;
    checks(calibration, out)?;
    let columns = columns(calibration);
    recall(calibration, &columns, out)?;
    precision(calibration, &columns, out)?;
    profiles(calibration, out)?;
    of_sentences(calibration, out)
}

/// Writes the recommendation, and its gain.
fn headline(calibration: &Calibration<'_>, out: &mut dyn Write) -> Result<()> {
    let Some(now) = calibration.checks.first() else {
        let why = match calibration.command.passages {
            0 => "--passages 0",
            _ => "the documents have no passage long enough",
        };
        return writeln!(out, "\nNOTHING RECOMMENDED: no check was made ({why})");
    };
    let Some(better) = better(&calibration.checks) else {
        writeln!(out, "\nRECOMMENDED: keep the settings. No other one that was tried helps a check.")?;
        return writeln!(out, "Checks as set now: {}", of_check(now));
    };
    writeln!(out, "\nRECOMMENDED: {}", better.name)?;
    writeln!(out, "Checks with it: {}", of_check(better))?;
    writeln!(out, "as set now:     {}", of_check(&calibration.checks[better.base]))?;
    for line in &better.how {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn of_check(checked: &Checked) -> String {
    figures(checked.f1, checked.recall, checked.precision)
}

fn sizes(calibration: &Calibration<'_>, out: &mut dyn Write) -> Result<()> {
    let Calibration { command, collection, sample, .. } = calibration;
    let (documents, sentences) = (collection.documents, collection.sentences);
    writeln!(out, "{} with {}", count(documents.into(), "document"), count(sentences, "sentence"))?;
    let read = sample.sources().len();
    if read < documents as usize {
        let megabytes = collection.read_bytes as f64 / 1e6;
        writeln!(out, "{read} of them, {megabytes:.1} MB, were drawn by chance and read (--megabytes)")?;
    }
    let (drawn, passages) = (sample.sentence_count(), sample.passage_count());
    writeln!(
        out,
        "{} of 8 to 80 words (Chinese: characters) were edited{}",
        count(drawn as u64, "sentence"),
        all_if_few(drawn, command.sample)
    )?;
    if command.passages > 0 {
        writeln!(
            out,
            "{} of {} words (Chinese: {} characters) or more were edited{}",
            count(passages as u64, "passage"),
            command.passage_words,
            2 * command.passage_words,
            all_if_few(passages, command.passages)
        )?;
    }
    Ok(())
}

fn all_if_few(drawn: usize, wanted: u32) -> &'static str {
    if drawn < wanted as usize { ", all there are" } else { "" }
}

/// Returns the indices of the thresholds shown.
fn columns(calibration: &Calibration<'_>) -> Vec<usize> {
    let (table, advice) = (&calibration.table, &calibration.advice);
    let more = [advice.now.tau, advice.best.tau];
    let mut columns: Vec<usize> = TAUS.into_iter().chain(more).map(|tau| table.nearest(tau)).collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// Returns the heads of the columns. The present setting has a star, the best one a plus.
fn heads(calibration: &Calibration<'_>, columns: &[usize]) -> Vec<String> {
    let advice = &calibration.advice;
    let mut heads = vec![];
    for &place in columns {
        let tau = calibration.table.all[place].tau;
        let now = if tau == advice.now.tau { "*" } else { "" };
        let best = if tau == advice.best.tau { "+" } else { "" };
        heads.push(format!("{}{now}{best}", two(tau)));
    }
    heads
}

fn recall(calibration: &Calibration<'_>, columns: &[usize], out: &mut dyn Write) -> Result<()> {
    let table = &calibration.table;
    writeln!(out, "\nRECALL of edited sentences alone: the share whose origin is found, by the least")?;
    writeln!(out, "Jaccard (* now, + best). \"edited\": the share of words that was, at least one.\n")?;
    line(out, "edit", ["share", "edited", "n"], &heads(calibration, columns))?;
    let mut last = None;
    for row in &table.rows {
        let name = if last == Some(row.row.edit) { "" } else { edit_name(row.row.edit) };
        last = Some(row.row.edit);
        let cells = cells(&row.rates, columns, recall_of);
        let (share, edited) = shares(&row.row, row.share, row.sentences > 0);
        line(out, name, [&share, &edited, &row.sentences.to_string()], &cells)?;
    }
    Ok(())
}

fn precision(calibration: &Calibration<'_>, columns: &[usize], out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\nPRECISION: the share of what is found that is right: the origin, or a sentence")?;
    writeln!(out, "as similar (.6 of the words or more). All shares of an edit together.\n")?;
    line(out, "edit", [""; 3], &heads(calibration, columns))?;
    for kind in kinds(&calibration.table) {
        let cells = cells(&kind.rates, columns, precision_of);
        line(out, edit_name(kind.edit), [""; 3], &cells)?;
    }
    writeln!(out, "\nALL EDITS together, each kind counted the same (copies as they are left out)\n")?;
    let all = &calibration.table.all;
    line(out, "", [""; 3], &heads(calibration, columns))?;
    line(out, "recall", [""; 3], &cells(all, columns, recall_of))?;
    line(out, "precision", [""; 3], &cells(all, columns, precision_of))?;
    line(out, "F1", [""; 3], &cells(all, columns, f1_of))
}

/// Returns one figure of the rates in each column; "-" where there are none.
fn cells(rates: &[Rates], columns: &[usize], figure: fn(&Rates) -> f64) -> Vec<String> {
    let mut cells = vec![];
    for &place in columns {
        cells.push(match rates.get(place) {
            Some(rates) => three(figure(rates)),
            None => "-".to_owned(),
        });
    }
    cells
}

fn checks(calibration: &Calibration<'_>, out: &mut dyn Write) -> Result<()> {
    let Some(now) = calibration.checks.first() else { return Ok(()) };
    let place = match calibration.sample.has_surroundings() {
        true => "between text of another",
        false => "alone, as there is no other",
    };
    writeln!(out, "\nCHECKS, as `ibid check` makes them, of edited passages {place}")?;
    writeln!(out, "document. Recall and precision in letters; \"parts\": passages found for each.\n")?;
    writeln!(
        out,
        "{:12}{:>5}{:>6}{:>8}{:>7}{:>7}{:>6}",
        "edit", "share", "n", "found", "recall", "prec", "parts"
    )?;
    let mut last = None;
    for row in &now.rows {
        let name = if last == Some(row.row.edit) { "" } else { edit_name(row.row.edit) };
        last = Some(row.row.edit);
        let (share, _) = shares(&row.row, row.share, true);
        writeln!(out, "{name:12}{share:>5}{:>6}{}", row.passages, passage_cells(row))?;
    }
    writeln!(out, "\nSETTINGS in checks, one changed at a time; all edits together\n")?;
    writeln!(out, "{:28}{:>8}{:>8}{:>8}", "setting", "recall", "prec", "F1")?;
    for checked in &calibration.checks {
        let cells = [checked.recall, checked.precision, checked.f1].map(three);
        writeln!(out, "{:28}{:>8}{:>8}{:>8}", checked.name, cells[0], cells[1], cells[2])?;
    }
    Ok(())
}

fn passage_cells(row: &PassageRates) -> String {
    if row.passages == 0 {
        return format!("{:>8}{:>7}{:>7}{:>6}", "-", "-", "-", "-");
    }
    let parts = format!("{:.2}", row.granularity);
    format!("{:>8}{:>7}{:>7}{parts:>6}", row.found, three(row.recall), three(row.precision))
}

fn profiles(calibration: &Calibration<'_>, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\nPROFILES, each with its best least Jaccard, on the documents that were read\n")?;
    writeln!(out, "{:10}{:>12}{:>8}{:>8}{:>8}", "profile", "min-jaccard", "F1", "recall", "prec")?;
    for (number, one) in calibration.profiles.iter().enumerate() {
        let best = one.table.best();
        let cells = [best.f1, best.recall, best.precision].map(three);
        let tau = two(best.tau);
        let own = if number == 0 { "   this index" } else { "" };
        writeln!(out, "{:10}{tau:>12}{:>8}{:>8}{:>8}{own}", one.name, cells[0], cells[1], cells[2])?;
    }
    Ok(())
}

/// Writes the best setting for sentences alone, which decides the sentence pairs that reports list.
fn of_sentences(calibration: &Calibration<'_>, out: &mut dyn Write) -> Result<()> {
    let advice = &calibration.advice;
    let (now, best) = (advice.now.tau, advice.best.tau);
    writeln!(out, "\nFor sentences alone, and so for the sentence pairs that reports list:")?;
    writeln!(out, "  min-jaccard {now}, as set now: {}", of_rates(&advice.now))?;
    if now != best {
        let chance = if advice.is_as_good { "; no better than chance explains" } else { "" };
        writeln!(out, "  min-jaccard {best}: {}{chance}", of_rates(&advice.best))?;
    }
    match advice.profile {
        Some((name, rates)) => {
            writeln!(out, "  profile {name}, min-jaccard {}: {}", rates.tau, of_rates(&rates))
        }
        None => Ok(()),
    }
}

fn of_rates(rates: &Rates) -> String {
    figures(rates.f1, rates.recall, rates.precision)
}

fn figures(f1: f64, recall: f64, precision: f64) -> String {
    format!("F1 {}, recall {}, precision {}", three(f1), three(recall), three(precision))
}

/// Returns the share that was asked for and the share edited; "-" if there is none.
fn shares(row: &Row, edited: f64, is_any: bool) -> (String, String) {
    match row.edit {
        Some(edit) if edit.shares().len() > 1 => {
            let edited = if is_any { Language::English.percent(edited, 0) } else { "-".to_owned() };
            (Language::English.percent(row.share, 0), edited)
        }
        _ => (String::new(), String::new()),
    }
}

/// Writes a line of the tables of sentences.
fn line(out: &mut dyn Write, name: &str, about: [&str; 3], cells: &[String]) -> Result<()> {
    let width = if cells.len() > 8 { 5 } else { 6 };
    let [share, edited, n] = about;
    let mut text = format!("{name:12}{share:>5}{edited:>7}{n:>6}");
    for cell in cells {
        text.push_str(&format!("{cell:>width$}"));
    }
    writeln!(out, "{}", text.trim_end())
}

fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Formats a share with three digits, without the zero before the point.
fn three(value: f64) -> String {
    let text = format!("{value:.3}");
    if text == "1.000" { "1".to_owned() } else { text.strip_prefix('0').map(str::to_owned).unwrap_or(text) }
}

/// Formats a ratio with two digits, or with as many as it has, without the zero before the point.
fn two(value: f64) -> String {
    let text = if (value * 100.0).fract().abs() < 1e-6 { format!("{value:.2}") } else { value.to_string() };
    text.strip_prefix('0').map(str::to_owned).unwrap_or(text)
}
