//! `ibid dedup`: finds exact and near duplicates, and decides which documents to keep.
//!
//! - `collection`: the documents read, without their texts
//! - `source`: the inputs, and the detection of changes
//! - `name`: the names of documents and lines
//! - `listed`: the list of documents
//! - `cluster_fields`: the cluster as fields of a kept record
//! - `outputs`: the files to write
//! - `seen`: the texts of earlier runs
//! - `reading`: the first reading; `state`: the folder that keeps its entries; `path`: paths as bytes
//! - `tables`: Parquet, or `without_tables`, which refuses it
//! - `record`: a kept record and its writers; `records`: the second reading

mod collection;
mod listed;
mod cluster_fields;
mod name;
mod outputs;
mod path;
mod reading;
mod record;
mod records;
mod seen;
mod source;
mod state;
#[cfg_attr(not(feature = "parquet"), path = "without_tables.rs")]
mod tables;

use std::path::Path;

use ibid::report::SkippedReport;
use ibid::tokenize::Dictionary;
use ibid_dedup::{Keep, KeepDifferent, Linked, NearMethod, decide, item_version, measures, near_method};
use ibid_read::{IdBase, Input, Markup, ReadOptions};

use self::collection::{Collection, Making};
use self::listed::{Counts, Deduplicated, Parameters};
use self::outputs::Outputs;
use self::reading::Plan;
use self::records::SecondReading;
use self::seen::SeenBefore;
use self::state::{Facts, State};
use crate::advice;
use crate::args::{ClustersName, Dedup, Format, KeepName};
use crate::exit::{self, Exit, Failure};
use crate::input::{self, Inputs};
use crate::input_spool::Spools;
use crate::interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::render::notes;
use crate::settings::Session;

pub(super) fn run(session: &Session, command: &Dedup) -> anyhow::Result<Exit> {
    let near = near(command)?;
    let different = keep_different(command)?;
    let markup = if command.raw { Markup::Kept } else { Markup::Removed };
    let options = ReadOptions { markup, ..session.read_options(&command.reading)? };
    let Walked { found, failures, skipped } = walk(session, command, &options)?;
    let outputs = Outputs::of(command)?;
    outputs.check(found.iter())?;
    let Known { mut seen, mut state, plan } =
        known(session, command, facts(command, near.as_deref(), &different, &options), &found)?;
    outputs.check(plan.sources())?;
    let told = if state.is_some() { Some(plan.told.to_string()) } else { None };
    let spools = if outputs.need_records() { Spools::of(&found)? } else { Spools::default() };
    let inputs = plan.inputs(&options, spools.clone());
    let progress = Progress::new(inputs.size_bytes(), !session.quiet);
    let pool = session.pool()?;
    let making = Making {
        pool: &pool,
        near: near.as_deref(),
        different: &different,
        lines: command.lines,
        seen: seen.as_ref(),
    };
    let (mut collection, sources) = plan.read(making, inputs, progress, state.as_mut())?;
    interrupt::check()?;
    collection.failures.splice(..0, failures);
    let result = decided(session, command, near.as_deref(), &different, collection)?;
    if result.collection.is_broken_off || result.is_of_nothing() && state.is_none() {
        return leave_files(session, command, &outputs, &result);
    }
    let progress = Progress::new(None, !session.quiet);
    let second = SecondReading { sources: &sources, options: &options, spools, progress };
    outputs.write(&pool, &result, second)?;
    let listed = if outputs.has_list() { list(session, command, &result) } else { Ok(()) };
    // Saved last, because a failed run may be repeated. A run whose reader closed the pipe did not fail.
    if let Some(seen) = &mut seen
        && listed.as_ref().err().is_none_or(exit::is_closed_pipe)
    {
        seen.take(&result.collection.items);
        seen.save(session.quiet)?;
    }
    listed?;
    exit::say_all(&result.collection.failures);
    if !session.quiet {
        exit::say_all(&told);
        let has_markup = sources.iter().any(|source| source.input.has_markup());
        summarize(command, &result, has_markup);
        exit::say_all(notes::skipped(&skipped, session.language));
    }
    Ok(if result.collection.failures.is_empty() { Exit::Done } else { Exit::Inputs })
}

/// Ends a run whose result would be incomplete: files stay as they were, and standard output gets what was read.
fn leave_files(
    session: &Session,
    command: &Dedup,
    outputs: &Outputs,
    result: &Deduplicated,
) -> anyhow::Result<Exit> {
    if outputs.has_list() && command.listing.output.is_none() {
        list(session, command, result)?;
    }
    exit::say_all(&result.collection.failures);
    if result.collection.is_broken_off {
        exit::say(input::BROKEN_OFF);
    }
    Ok(Exit::Inputs)
}

/// The inputs found, and those that cannot be read.
struct Walked {
    found: Vec<Input>,
    /// The messages about inputs that cannot be read.
    failures: Vec<String>,
    skipped: SkippedReport,
}

/// Looks for the inputs.
fn walk(session: &Session, command: &Dedup, options: &ReadOptions) -> anyhow::Result<Walked> {
    let walked = Inputs::walk(&command.paths, options, IdBase::AsGiven)?;
    let skipped = session.skipped(&walked.skipped);
    // With a state, an empty input may mean that all earlier inputs are gone.
    if walked.inputs.is_empty() && command.state.is_none() {
        let nothing = input::nothing_in(&command.paths, Some(&skipped));
        return Err(Failure::inputs(format!("nothing was read: {nothing}")));
    }
    let (mut found, mut failures) = (vec![], vec![]);
    for input in walked.inputs {
        match input {
            Ok(input) => found.push(input),
            Err(error) => failures.push(advice::in_words(&error)),
        }
    }
    Ok(Walked { found, failures, skipped })
}

/// The knowledge of earlier runs, and the plan for reading the rest.
struct Known {
    seen: Option<SeenBefore>,
    state: Option<State>,
    plan: Plan,
}

/// Loads the knowledge of earlier runs.
fn known(session: &Session, command: &Dedup, facts: Facts, found: &[Input]) -> anyhow::Result<Known> {
    let _progress = Progress::of_work("reading what is known", !session.quiet);
    let mut seen = SeenBefore::open(command, session.quiet)?;
    let mut state = match &command.state {
        Some(dir) => Some(open_state(dir, &facts)?),
        None => None,
    };
    let plan = match &mut state {
        Some(state) => Plan::with(state, found)?,
        None => Plan::of(found),
    };
    if let (Some(seen), Some(state)) = (&mut seen, &mut state) {
        seen.own = std::mem::take(&mut state.superseded);
    }
    Ok(Known { seen, state, plan })
}

/// Returns the method that finds near documents.
fn near(command: &Dedup) -> anyhow::Result<Option<Box<dyn NearMethod>>> {
    let settings = command.near.as_deref().unwrap_or(command.level.unwrap_or_default().method());
    if settings == "none" {
        return Ok(None);
    }
    let near = near_method(settings, Dictionary::default())?;
    if command.clusters == ClustersName::Leaders {
        return Ok(Some(near));
    }
    // A method without links is refused before anything is read.
    near.links(&[], 1)
        .map_err(|error| Failure::usage(format!("--clusters links: {error}; got \"{settings}\"")))?;
    Ok(Some(Box::new(Linked(near))))
}

/// Returns the facts in which near documents must not differ.
fn keep_different(command: &Dedup) -> anyhow::Result<KeepDifferent> {
    match &command.keep_different {
        Some(facts) => {
            Ok(facts.parse().map_err(|error| Failure::usage(format!("--keep-different: {error}")))?)
        }
        None => Ok(KeepDifferent::default()),
    }
}

/// Opens the state. From here on Ctrl-C waits for its commit.
fn open_state(dir: &Path, facts: &Facts) -> anyhow::Result<State> {
    interrupt::saying("interrupted; what was read is in the state, and the same command goes on from there");
    interrupt::carefully();
    Ok(State::open(dir, facts)?)
}

/// Prints the number of documents of each kind, and what may surprise.
fn summarize(command: &Dedup, result: &Deduplicated, has_markup: bool) {
    exit::say(&result.counts.to_string());
    if has_markup && !command.raw && result.counts.dropped() > 0 {
        exit::say(
            "Markdown and HTML are compared as they are read, without markup (--raw compares the files)",
        );
    }
    let items = &result.collection.items;
    let undated = items.iter().filter(|item| item.date.is_none()).count();
    if command.keep == KeepName::Newest && undated > 0 {
        exit::say(&format!(
            "--keep newest: {undated} of {} have no date; where none of a cluster has one, the first is kept \
             (--field-date names the field of dates)",
            items.len()
        ));
    }
}

/// Decides which documents to keep.
fn decided(
    session: &Session,
    command: &Dedup,
    near: Option<&dyn NearMethod>,
    different: &KeepDifferent,
    collection: Collection,
) -> anyhow::Result<Deduplicated> {
    let keep = match command.keep {
        KeepName::First => Keep::First,
        KeepName::Longest => Keep::Longest,
        KeepName::Newest => Keep::Newest,
        KeepName::Best => Keep::Best,
    };
    let _progress = Progress::of_work("comparing", !session.quiet);
    let verdicts = decide(&collection.items, near, keep, session.threads)?;
    Ok(Deduplicated {
        counts: Counts::of(&collection.items, &verdicts),
        parameters: Parameters::of(command, near, different),
        measures: measures(&collection.items, near, &verdicts),
        collection,
        verdicts,
    })
}

/// Writes the verdict on each document.
fn list(session: &Session, command: &Dedup, result: &Deduplicated) -> anyhow::Result<()> {
    let mut output = Output::open(command.listing.output.as_deref())?;
    output.with(|out| match session.format(&command.listing) {
        Format::Text => result.write_text(out),
        Format::Json => result.write_json(out),
        Format::Jsonl => result.write_jsonl(out),
    })?;
    output.finish()
}

/// Returns the settings that must be equal in all runs with one state.
fn facts(
    command: &Dedup,
    near: Option<&dyn NearMethod>,
    different: &KeepDifferent,
    options: &ReadOptions,
) -> Facts {
    let fields = &options.fields;
    let names = [
        &fields.id,
        &fields.title,
        &fields.text,
        &fields.author,
        &fields.date,
        &fields.url,
        &fields.category,
    ];
    let dates_from_names = if options.dates_from_names { " --dates-from-names" } else { "" };
    vec![
        ("--near", near.map_or("none".to_owned(), NearMethod::name)),
        ("--keep-different", different.name()),
        ("--raw", if command.raw { "yes" } else { "no" }.to_owned()),
        ("--lines", if command.lines { "yes" } else { "no" }.to_owned()),
        // Dates may also come from file names.
        ("--field names", names.map(String::as_str).join(" ") + dates_from_names),
        ("--seen", if command.seen.is_empty() { "no" } else { "yes" }.to_owned()),
        ("--encoding", options.encoding.map_or("", |encoding| encoding.name()).to_owned()),
        ("signatures of version", item_version()),
    ]
}
