//! `ibid-lab dedup`: the papers' experiments on whole documents.
//!
//! - [`edits`]: the share of edited copies that is recognized
//! - [`planted`]: precision and recall with planted copies
//! - [`speed`]: the times of fingerprints and clusters
//! - [`exact`]: structures that find equal texts
//! - [`table`]: tables for people

mod edits;
mod exact;
mod planted;
mod speed;
mod table;

use std::hint::black_box;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use ibid_plot::{Color, Figure, Plot};
use ibid_read::{IdBase, read_paths};
use serde_json::Value;

use self::table::Table;
use crate::args::{Dedup, Experiment, Format, Listing};
use crate::{Read, output, say};

/// The colors of lines, one after the other.
const COLORS: [Color; 8] = [
    (215, 50, 50),
    (0, 60, 140),
    (50, 140, 60),
    (150, 200, 120),
    (240, 170, 60),
    (130, 90, 160),
    (90, 90, 90),
    (40, 120, 200),
];

pub(super) fn run(command: &Dedup) -> anyhow::Result<Read> {
    match command {
        Dedup::Edits(command) => edits::run(command),
        Dedup::Planted(command) => planted::run(command),
        Dedup::Speed(command) => speed::run(command),
        Dedup::Exact(command) => exact::run(command),
    }
}

/// The results of an experiment, in all forms.
struct Results {
    tables: Vec<Table>,
    /// All results as one value.
    json: Value,
    /// The results as rows.
    rows: Vec<Value>,
    figures: Vec<Figure>,
}

impl Results {
    fn write(self, listing: &Listing, plot: Option<Plot>) -> anyhow::Result<()> {
        output::write(listing, |format, out| match format {
            Format::Text => self.tables.iter().try_for_each(|table| table.write(out)),
            Format::Json => write_line(&self.json, out),
            Format::Jsonl => self.rows.iter().try_for_each(|row| write_line(row, out)),
        })?;
        output::draw(plot, &self.figures)
    }
}

fn write_line(value: &Value, out: &mut dyn Write) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Texts with their ids.
struct Texts {
    ids: Vec<String>,
    texts: Vec<String>,
    /// The outcome of reading the inputs.
    read: Read,
}

impl Texts {
    /// Reads all documents, and reports the unreadable ones.
    fn documents(experiment: &Experiment) -> anyhow::Result<Texts> {
        let (paths, options) = (&experiment.paths, experiment.reading.options()?);
        let mut all = Texts { ids: vec![], texts: vec![], read: Read::All };
        read_paths(paths, &IdBase::AsGiven, &options, &mut |document| {
            match document {
                Ok(document) => {
                    all.ids.push(document.id);
                    all.texts.push(document.text);
                }
                Err(error) => {
                    say(&error.into());
                    all.read = Read::Some;
                }
            }
            ControlFlow::Continue(())
        })?;
        if all.texts.iter().all(|text| text.trim().is_empty()) {
            anyhow::bail!("there is no text in {paths:?}");
        }
        Ok(all)
    }

    /// Makes a text of each line that is not blank.
    fn into_lines(self) -> Texts {
        let mut lines = Texts { ids: vec![], texts: vec![], read: self.read };
        for (id, text) in self.ids.into_iter().zip(self.texts) {
            for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
                lines.ids.push(format!("{id}:{number}"));
                lines.texts.push(line.to_owned());
            }
        }
        lines
    }

    /// Keeps `count` texts, evenly drawn.
    fn thin_out(&mut self, count: usize) {
        let all = self.texts.len();
        if all > count {
            // The first text of each of `count` parts of nearly the same length.
            let is_drawn = |place: usize| place == 0 || place * count / all > (place - 1) * count / all;
            let mut places = 0..;
            self.ids.retain(|_| places.next().is_some_and(is_drawn));
            let mut places = 0..;
            self.texts.retain(|_| places.next().is_some_and(is_drawn));
        }
    }

    fn strs(&self) -> Vec<&str> {
        self.texts.iter().map(String::as_str).collect()
    }
}

impl Experiment {
    /// Returns the plot that the figures are drawn into, if one was asked for.
    fn plot(&self) -> anyhow::Result<Option<Plot>> {
        output::plot(self.plot.as_deref())
    }
}

/// Returns the median seconds of `runs` runs; of fewer, at least one, once they have taken `LONG_S` together.
fn seconds<T>(runs: u32, mut run: impl FnMut() -> T) -> f64 {
    const LONG_S: f64 = 60.0;
    let mut times = vec![];
    while times.len() < runs as usize && times.iter().sum::<f64>() < LONG_S {
        let began = Instant::now();
        black_box(run());
        times.push(began.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_drawn_evenly() {
        for (all, count) in [(10, 3), (10, 10), (10, 20), (7, 1)] {
            let texts: Vec<String> = (0..all).map(|number| number.to_string()).collect();
            let mut drawn = Texts { ids: texts.clone(), texts, read: Read::All };
            drawn.thin_out(count);
            assert_eq!(drawn.texts.len(), count.min(all));
            assert_eq!(drawn.ids, drawn.texts);
            assert_eq!(drawn.texts[0], "0");
        }
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let mut runs = 0;
        assert!(seconds(3, || runs += 1) < 1.0);
        assert_eq!(runs, 3);
    }
}
