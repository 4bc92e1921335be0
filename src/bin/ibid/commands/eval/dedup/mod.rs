//! `ibid eval dedup`: the papers' experiments on whole documents.
//!
//! - [`edits`]: how many edited copies are recognized
//! - [`planted`]: precision and recall with planted copies
//! - [`speed`]: how long fingerprints and clusters take
//! - [`exact`]: what finds equal texts
//! - [`table`]: tables for people

mod edits;
mod exact;
mod planted;
mod speed;
mod table;

use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

use ibid::{Document, IdBase};
use ibid_plot::{Color, Figure, Plot};
use serde_json::Value;

use self::table::Table;
use crate::args::{EvalDedup, Experiment, Format, Listing};
use crate::exit::{self, Exit, Failure};
use crate::input::{Inputs, Item, named};
use crate::output::{Output, write_file};
use crate::settings::Session;
use crate::stop;

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

pub(super) fn run(session: &Session, command: &EvalDedup) -> anyhow::Result<Exit> {
    match command {
        EvalDedup::Edits(command) => edits::run(session, command),
        EvalDedup::Planted(command) => planted::run(session, command),
        EvalDedup::Speed(command) => speed::run(session, command),
        EvalDedup::Exact(command) => exact::run(session, command),
    }
}

/// What an experiment has to say, in all forms.
struct Results {
    tables: Vec<Table>,
    /// All of it.
    json: Value,
    /// The same as rows.
    rows: Vec<Value>,
    figures: Vec<Figure>,
}

impl Results {
    fn write(self, session: &Session, listing: &Listing, plot: Option<Plot>) -> anyhow::Result<()> {
        let mut output = Output::open(listing.output.as_deref())?;
        output.with(|out| match session.format(listing) {
            Format::Text => self.tables.iter().try_for_each(|table| table.write(out)),
            Format::Json => write_line(&self.json, out),
            Format::Jsonl => self.rows.iter().try_for_each(|row| write_line(row, out)),
        })?;
        output.finish()?;
        let Some(plot) = plot else { return Ok(()) };
        let picture = plot.draw(&self.figures).map_err(anyhow::Error::msg)?;
        write_file(plot.path(), &picture)
    }
}

fn write_line(value: &Value, out: &mut dyn Write) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Texts with their ids, and whether everything could be read.
struct Texts {
    ids: Vec<String>,
    texts: Vec<String>,
    exit: Exit,
}

impl Texts {
    /// All documents, or all lines of them that are not blank. What cannot be read is told.
    fn read(session: &Session, experiment: &Experiment, lines: bool) -> anyhow::Result<Texts> {
        let Experiment { paths, reading, .. } = experiment;
        let inputs = Inputs::walk(paths, &session.read_options(reading)?, IdBase::AsGiven)?;
        let mut read = Texts { ids: vec![], texts: vec![], exit: Exit::Done };
        inputs.process(&session.pool()?, |_, document: Document| Ok(document), &mut |item: Item<
            Document,
        >| {
            match item.result {
                Ok(document) if lines => {
                    let lines = (1..).zip(document.text.lines()).filter(|(_, line)| !line.trim().is_empty());
                    for (number, line) in lines {
                        read.ids.push(format!("{}:{number}", document.id));
                        read.texts.push(line.to_owned());
                    }
                }
                Ok(document) => {
                    read.ids.push(document.id);
                    read.texts.push(document.text);
                }
                Err(error) => {
                    exit::say(&error.to_string());
                    read.exit = Exit::Inputs;
                }
            }
            Ok(())
        })?;
        if read.texts.iter().all(|text| text.trim().is_empty()) {
            return Err(Failure::inputs(format!("there is no text in {}", named(paths))));
        }
        Ok(read)
    }

    /// So many of them, evenly drawn.
    fn thin_out(&mut self, count: usize) {
        let all = self.texts.len();
        if all > count {
            // One of each of `count` parts of nearly the same length: the first.
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
    /// Where its figures are drawn, if they are.
    fn plot(&self) -> anyhow::Result<Option<Plot>> {
        self.plot.as_deref().map(Plot::new).transpose().map_err(Failure::usage)
    }
}

/// The median seconds of so many runs; fewer, one at least, once they have taken this long together.
fn seconds<T>(runs: u32, mut run: impl FnMut() -> T) -> anyhow::Result<f64> {
    const LONG_S: f64 = 60.0;
    let mut times = vec![];
    while times.len() < runs as usize && times.iter().sum::<f64>() < LONG_S {
        stop::check()?;
        let began = Instant::now();
        black_box(run());
        times.push(began.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times.get(times.len() / 2).copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_drawn_evenly() {
        for (all, count) in [(10, 3), (10, 10), (10, 20), (7, 1)] {
            let texts: Vec<String> = (0..all).map(|number| number.to_string()).collect();
            let mut drawn = Texts { ids: texts.clone(), texts, exit: Exit::Done };
            drawn.thin_out(count);
            assert_eq!(drawn.texts.len(), count.min(all));
            assert_eq!(drawn.ids, drawn.texts);
            assert_eq!(drawn.texts[0], "0");
        }
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let mut runs = 0;
        assert!(seconds(3, || runs += 1).unwrap() < 1.0);
        assert_eq!(runs, 3);
    }
}
