//! `ibid-lab alignment`: scores on a labelled set of document pairs, in the form of the PAN text-alignment task.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use ibid::Exclude;
use ibid::{Config, Detector, Document, Error, system_reason};
use ibid_lab::alignment::{Case, Score, read_cases, score, write_detections};
use ibid_read::{IdBase, ReadOptions, read_file};
use rayon::prelude::*;

use crate::args::Alignment;
use crate::output::{print, write_file};
use crate::{Read, say};

/// The true cases of a pair, and the cases found.
type Judged = (Vec<Case>, Vec<Case>);

/// A document pair of the set.
struct Pair {
    query: String,
    source: String,
    /// The folder of the truth that names the pair, and its cases there.
    truth: Option<(String, Vec<Case>)>,
}

impl Pair {
    /// Returns the file name of the pair's truth and of its detections.
    fn file_name(&self) -> String {
        let stem = |name: &str| name.strip_suffix(".txt").unwrap_or(name).to_owned();
        format!("{}-{}.xml", stem(&self.query), stem(&self.source))
    }
}

pub(super) fn run(command: &Alignment) -> anyhow::Result<Read> {
    let mut pairs = read_pairs(&command.pairs)?;
    if let Some(truth) = &command.truth {
        add_truth(&mut pairs, truth)?;
    }
    if let Some(folder) = &command.detections {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {folder:?}"))?;
    }
    let detector = Detector::new(Config { exclude: Exclude::NOTHING, ..Config::default() })?;
    // Offsets count the code points of the file as it is, so it is read as UTF-8 whatever its bytes are.
    let reading = ReadOptions { encoding: Some("utf-8".parse()?), ..ReadOptions::default() };
    let found: Vec<Result<Vec<Case>, Error>> =
        pairs.par_iter().map(|pair| detect(&detector, &reading, command, pair)).collect();
    let mut classes: BTreeMap<String, Vec<Judged>> = BTreeMap::new();
    let mut outcome = Read::All;
    for (pair, found) in pairs.iter().zip(found) {
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                say(&error.into());
                outcome = Read::Some;
                continue;
            }
        };
        if let Some(folder) = &command.detections {
            let path = folder.join(pair.file_name());
            write_file(&path, write_detections(&pair.query, &pair.source, &found).as_bytes())?;
        }
        if let Some((class, cases)) = &pair.truth {
            classes.entry(class.clone()).or_default().push((cases.clone(), found));
        }
    }
    print(|out| table(out, &classes, pairs.len()))?;
    Ok(outcome)
}

/// Returns the cases found in a pair.
fn detect(
    detector: &Detector,
    reading: &ReadOptions,
    command: &Alignment,
    pair: &Pair,
) -> Result<Vec<Case>, Error> {
    let read = |folder: &Path, name: &str| -> Result<Document, Error> {
        read_file(&folder.join(name), &IdBase::AsGiven, reading)
    };
    let (query, source) = (read(&command.query_dir, &pair.query)?, read(&command.source_dir, &pair.source)?);
    let checked = detector.compare(&query, &source)?;
    let counted = checked.passages().filter(|passage| passage.counts());
    Ok(counted.map(|p| Case { query: (p.a_start, p.a_end), source: (p.b_start, p.b_end) }).collect())
}

fn read_pairs(path: &Path) -> anyhow::Result<Vec<Pair>> {
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, error))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| match line.split_whitespace().collect::<Vec<_>>()[..] {
            [query, source] => Ok(Pair { query: query.to_owned(), source: source.to_owned(), truth: None }),
            _ => Err(anyhow!(
                "line {} of {path:?} must name a query and a source file, got \"{line}\"",
                number + 1
            )),
        })
        .collect()
}

/// Looks up the truth of each pair in the folder and in its subfolders, which are the classes.
fn add_truth(pairs: &mut [Pair], folder: &Path) -> anyhow::Result<()> {
    let mut classes: Vec<(String, PathBuf)> = vec![(".".to_owned(), folder.to_owned())];
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, error))? {
        let path = entry.map_err(|error| unreadable(folder, error))?.path();
        if path.is_dir() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            classes.push((name, path));
        }
    }
    classes.sort();
    for pair in pairs {
        let name = pair.file_name();
        let Some((class, path)) =
            classes.iter().map(|(class, path)| (class, path.join(&name))).find(|(_, path)| path.is_file())
        else {
            return Err(anyhow!("no truth for {name} in {folder:?} or a folder in it"));
        };
        let xml = fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
        let cases = read_cases(&xml).with_context(|| format!("cannot read {path:?}"))?;
        pair.truth = Some((class.clone(), cases));
    }
    Ok(())
}

fn unreadable(path: &Path, error: std::io::Error) -> Error {
    Error::unreadable(path, system_reason(&error))
}

fn table(out: &mut dyn Write, classes: &BTreeMap<String, Vec<Judged>>, pairs: usize) -> std::io::Result<()> {
    if classes.is_empty() {
        return writeln!(out, "{pairs} pairs; give --truth to score them");
    }
    writeln!(
        out,
        "{:28} {:>6} {:>8} {:>7} {:>7} {:>6} {:>13}",
        "class", "pairs", "plagdet", "prec", "recall", "gran", "false alarms"
    )?;
    let row = |out: &mut dyn Write, class: &str, score: Score| {
        writeln!(
            out,
            "{class:28} {:6} {:8.4} {:7.4} {:7.4} {:6.3} {:13}",
            score.pairs, score.plagdet, score.precision, score.recall, score.granularity, score.false_alarms
        )
    };
    for (class, scored) in classes {
        row(out, class, score(scored))?;
    }
    let all: Vec<Judged> = classes.values().flatten().cloned().collect();
    row(out, "all", score(&all))
}
