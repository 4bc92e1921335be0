//! `ibid dedup`: equal and near documents, and which of them to keep.
//!
//! - `collection`: what is read of the inputs, without texts
//! - `source`: the inputs, and whether they have changed
//! - `listed`: what is said of each document
//! - `outputs`: the files that are asked for
//! - `records`: the records of what is kept, read a second time

mod collection;
mod listed;
mod outputs;
mod records;
mod source;

use ibid::dedup::{Keep, Near, decide};
use ibid::{Dictionary, IdBase};

use self::collection::{Collection, Making, Read};
use self::listed::{Counts, Deduplicated, Parameters};
use self::outputs::Outputs;
use self::records::SecondReading;
use self::source::Source;
use crate::args::{Dedup, Format, KeepName};
use crate::exit::{self, Exit};
use crate::input::Inputs;
use crate::output::Output;
use crate::progress::Progress;
use crate::settings::Session;
use crate::spool::Spools;
use crate::stop;

pub(super) fn run(session: &Session, command: &Dedup) -> anyhow::Result<Exit> {
    let near = match command.near.as_str() {
        "none" => None,
        settings => Some(Near::parse(settings, Dictionary::default())?),
    };
    let options = session.read_options(&command.reading)?;
    let mut inputs = Inputs::walk(&command.paths, &options, IdBase::AsGiven)?;
    let outputs = Outputs::of(command, &inputs.inputs)?;
    if outputs.need_records() {
        inputs.spools = Spools::of(&inputs.inputs)?;
    }
    let spools = inputs.spools.clone();
    let progress = || Progress::new(inputs.size_bytes(), !session.quiet && command.listing.output.is_some());
    let (first, second) = (progress(), progress());
    let pool = session.pool()?;
    let making = Making { near: near.as_ref(), lines: command.lines };
    let (collection, sources) = read(&pool, making, inputs, first)?;
    stop::check()?;
    let keep = match command.keep {
        KeepName::First => Keep::First,
        KeepName::Longest => Keep::Longest,
        KeepName::Newest => Keep::Newest,
        KeepName::Best => Keep::Best,
    };
    let verdicts = decide(&collection.items, near.as_ref(), keep, session.threads)?;
    let result = Deduplicated {
        counts: Counts::of(&collection.items, &verdicts),
        parameters: Parameters::of(command, near.as_ref()),
        collection,
        verdicts,
    };
    let second = SecondReading { sources: &sources, options: &options, spools, progress: second };
    outputs.write(&pool, &result, second)?;
    let mut output = Output::open(command.listing.output.as_deref())?;
    output.with(|out| match session.format(&command.listing) {
        Format::Text => result.write_text(out),
        Format::Json => result.write_json(out),
        Format::Jsonl => result.write_jsonl(out),
    })?;
    output.finish()?;
    for failure in &result.collection.failures {
        exit::say(failure);
    }
    if !session.quiet {
        exit::say(&result.counts.to_string());
    }
    Ok(if result.collection.failures.is_empty() { Exit::Done } else { Exit::Inputs })
}

/// Reads all inputs.
fn read(
    pool: &rayon::ThreadPool,
    making: Making<'_>,
    mut inputs: Inputs,
    progress: Progress,
) -> anyhow::Result<(Collection, Vec<Source>)> {
    let mut collection = Collection::default();
    let (found, failed): (Vec<_>, Vec<_>) =
        std::mem::take(&mut inputs.inputs).into_iter().partition(Result::is_ok);
    collection.failures.extend(failed.into_iter().filter_map(Result::err).map(|error| error.to_string()));
    let mut sources: Vec<Source> = found.iter().flatten().map(Source::of).collect();
    inputs.inputs = found;
    making.read(pool, inputs, progress, &mut |Read { input, entry, .. }| {
        sources[input].entries += 1;
        collection.push(&sources[input].input.path, entry);
        Ok(())
    })?;
    collection.end();
    Ok((collection, sources))
}
