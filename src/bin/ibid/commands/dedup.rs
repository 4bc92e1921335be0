//! `ibid dedup`: equal and near documents, and which of them to keep.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use ibid::dedup::{Item, Keep, Near, Nearness, Verdict, decide};
use ibid::report::{sanitize, write_value};
use ibid::{Dictionary, Document, IdBase};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;

use crate::args::{Dedup, Format, KeepName};
use crate::exit::{self, Exit, Failure};
use crate::input::Inputs;
use crate::output::Output;
use crate::progress::Progress;
use crate::settings::Session;
use crate::stop;

/// The version of the JSON form.
const SCHEMA_VERSION: u32 = 1;

pub(super) fn run(session: &Session, command: &Dedup) -> anyhow::Result<Exit> {
    if command.kept.is_some() && command.kept == command.listing.output {
        return Err(Failure::usage("--kept and --output must be different files"));
    }
    let near = match command.near.as_str() {
        "none" => None,
        settings => Some(Near::parse(settings, Dictionary::default())?),
    };
    let inputs = Inputs::walk(&command.paths, &session.read_options(&command.reading)?, IdBase::AsGiven)?;
    let mut collection = Collection::default();
    collection.read(session, command, near.as_ref(), inputs)?;
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
    if let Some(path) = &command.kept {
        result.write_kept(path)?;
    }
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

/// What was read.
#[derive(Debug, Default)]
struct Collection {
    ids: Vec<Id>,
    items: Vec<Item>,
    /// With `--lines` and `--kept`, the texts whose lines the items are, in order.
    texts: Vec<String>,
    failures: Vec<String>,
}

/// A document, or a line of one.
#[derive(Clone, Debug)]
struct Id {
    document: Arc<str>,
    line: Option<u32>,
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.document),
            None => f.write_str(&self.document),
        }
    }
}

impl Serialize for Id {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The lines of a text that are not blank, with their numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

impl Collection {
    fn read(
        &mut self,
        session: &Session,
        command: &Dedup,
        near: Option<&Near>,
        inputs: Inputs,
    ) -> anyhow::Result<()> {
        let pool = session.pool()?;
        let mut progress =
            Progress::new(inputs.size_bytes(), !session.quiet && command.listing.output.is_some());
        let make = |_: &_, document: Document| {
            let item = (!command.lines).then(|| Item::of(&document, near));
            Ok((document.id, item, if command.lines { document.text } else { String::new() }))
        };
        inputs.process(&pool, make, &mut |item| {
            progress.add(item.bytes);
            match item.result {
                Ok((id, Some(item), _)) => {
                    self.ids.push(Id { document: id.into(), line: None });
                    self.items.push(item);
                }
                Ok((id, None, text)) => {
                    self.read_lines(&pool, near, &id.into(), &text);
                    self.texts.extend(command.kept.is_some().then_some(text));
                }
                Err(error) => self.failures.push(error.to_string()),
            }
            Ok(())
        })
    }

    fn read_lines(&mut self, pool: &ThreadPool, near: Option<&Near>, document: &Arc<str>, text: &str) {
        let lines: Vec<(u32, &str)> = lines(text).collect();
        let id = |&(line, _): &(u32, &str)| Id { document: Arc::clone(document), line: Some(line) };
        self.ids.extend(lines.iter().map(id));
        let items = || lines.par_iter().map(|(_, line)| Item::of_text(line, near));
        pool.install(|| self.items.par_extend(items()));
    }
}

/// How much became of what.
#[derive(Debug, Default, Serialize)]
struct Counts {
    documents: usize,
    kept: usize,
    exact: usize,
    near: usize,
    /// Of all, those that the second stage passed over.
    passed_over: usize,
}

impl Counts {
    fn of(items: &[Item], verdicts: &[Verdict]) -> Counts {
        let mut counts = Counts { documents: items.len(), ..Counts::default() };
        counts.passed_over = items.iter().filter(|item| item.mark.is_none()).count();
        for verdict in verdicts {
            match verdict {
                Verdict::Kept => counts.kept += 1,
                Verdict::Exact { .. } => counts.exact += 1,
                Verdict::Near { .. } => counts.near += 1,
            }
        }
        counts
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { documents, kept, exact, near, .. } = self;
        write!(f, "{documents} read: {kept} kept, {exact} exact and {near} near duplicates dropped")
    }
}

#[derive(Debug, Serialize)]
struct Parameters {
    exact: &'static str,
    near: Option<String>,
    keep: &'static str,
    lines: bool,
}

impl Parameters {
    fn of(command: &Dedup, near: Option<&Near>) -> Parameters {
        Parameters {
            exact: "xxh3-128",
            near: near.map(Near::name),
            keep: match command.keep {
                KeepName::First => "first",
                KeepName::Longest => "longest",
                KeepName::Newest => "newest",
                KeepName::Best => "best",
            },
            lines: command.lines,
        }
    }
}

/// A document as JSON.
#[derive(Debug, Serialize)]
struct Listed<'r> {
    id: &'r Id,
    kept: bool,
    cluster: &'r Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
}

/// Everything that is shown.
struct Deduplicated {
    collection: Collection,
    verdicts: Vec<Verdict>,
    counts: Counts,
    parameters: Parameters,
}

impl Deduplicated {
    /// A line for each document, in the order of the input.
    fn listed(&self) -> impl Iterator<Item = Listed<'_>> {
        let ids = &self.collection.ids;
        self.verdicts.iter().enumerate().map(|(number, verdict)| {
            let (reason, distance) = match verdict {
                Verdict::Kept => (None, None),
                Verdict::Exact { .. } => (Some("exact"), None),
                Verdict::Near { nearness: Nearness::Bits(bits), .. } => (Some("near"), Some(*bits)),
            };
            let cluster = &ids[verdict.kept(number as u32) as usize];
            Listed { id: &ids[number], kept: reason.is_none(), cluster, reason, distance }
        })
    }

    /// What is kept, each with what is dropped for it below.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let kept = |number: &u32| self.verdicts[*number as usize].kept(*number);
        let mut order: Vec<u32> = (0..self.verdicts.len() as u32).collect();
        order.sort_by_key(|number| (kept(number), kept(number) != *number));
        for number in order {
            let id = self.collection.ids[number as usize].to_string();
            let id = sanitize(&id);
            match self.verdicts[number as usize] {
                Verdict::Kept => writeln!(out, "{id}")?,
                Verdict::Exact { .. } => writeln!(out, "    exact     {id}")?,
                Verdict::Near { nearness, .. } => writeln!(out, "    near {nearness:<4} {id}")?,
            }
        }
        Ok(())
    }

    fn write_jsonl(&self, out: &mut dyn Write) -> io::Result<()> {
        for listed in self.listed() {
            write_value(&listed, out)?;
            writeln!(out)?;
        }
        Ok(())
    }

    /// The header, then a document a line.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let tool = concat!("ibid ", env!("CARGO_PKG_VERSION"));
        writeln!(out, "{{\"schema_version\":{SCHEMA_VERSION},\n\"tool\":\"{tool}\",")?;
        write!(out, "\"parameters\":")?;
        write_value(&self.parameters, out)?;
        write!(out, ",\n\"counts\":")?;
        write_value(&self.counts, out)?;
        write!(out, ",\n\"failures\":")?;
        write_value(&self.collection.failures, out)?;
        write!(out, ",\n\"documents\":[")?;
        for (number, listed) in self.listed().enumerate() {
            writeln!(out, "{}", if number > 0 { "," } else { "" })?;
            write_value(&listed, out)?;
        }
        writeln!(out, "]}}")
    }

    /// The ids, or the lines as they stood.
    fn write_kept(&self, path: &Path) -> anyhow::Result<()> {
        let mut output = Output::open(Some(path))?;
        output.with(|out| {
            if self.parameters.lines {
                let all = self.collection.texts.iter().flat_map(|text| lines(text));
                let mut kept = all.map(|(_, line)| line).zip(&self.verdicts).filter(is_kept);
                kept.try_for_each(|(line, _)| writeln!(out, "{line}"))
            } else {
                let mut kept = self.collection.ids.iter().zip(&self.verdicts).filter(is_kept);
                kept.try_for_each(|(id, _)| writeln!(out, "{id}"))
            }
        })?;
        output.finish()
    }
}

fn is_kept<T>((_, verdict): &(T, &Verdict)) -> bool {
    **verdict == Verdict::Kept
}
