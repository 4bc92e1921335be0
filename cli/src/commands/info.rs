//! `ibid info`: the size of the index, its settings, and whether it is intact.

use std::collections::BTreeMap;
use std::io::Write;

use ibid::report::{sanitize, write_value};
use ibid::{Config, Library};
use serde::Serialize;

use crate::args::{Format, Info};
use crate::exit::Exit;
use crate::output::Output;
use crate::progress::Progress;
use crate::settings::Session;

#[derive(Debug, Serialize)]
struct About {
    index: String,
    documents: u32,
    sentences: u64,
    bytes: u64,
    /// The facts that it was made with.
    facts: BTreeMap<String, String>,
    /// True if this program can use it with its default settings.
    is_default: bool,
    /// True if the checksums were compared, since a wrong one is an error; none otherwise.
    verified: Option<bool>,
}

pub(super) fn run(session: &Session, command: &Info) -> anyhow::Result<Exit> {
    let dir = session.expect_index()?;
    let library = if command.verify {
        let _progress = Progress::of_work("comparing the files with their checksums", !session.quiet);
        Library::open_verified(dir)
    } else {
        Library::open(dir)
    }?;
    let about = About {
        index: dir.display().to_string(),
        documents: library.len(),
        sentences: library.sentence_count(),
        bytes: library.size_bytes(),
        is_default: library.detector(Config::default()).is_ok(),
        facts: library.facts().clone(),
        verified: command.verify.then_some(true),
    };
    let mut output = Output::open(command.listing.output.as_deref())?;
    output.with(|out| match session.format(&command.listing) {
        Format::Text => write_text(&about, out),
        Format::Json | Format::Jsonl => {
            write_value(&about, out)?;
            writeln!(out)
        }
    })?;
    output.finish()?;
    Ok(Exit::Done)
}

fn write_text(about: &About, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{:<12}{}", "index", sanitize(&about.index))?;
    writeln!(out, "{:<12}{}", "documents", about.documents)?;
    writeln!(out, "{:<12}{}", "sentences", about.sentences)?;
    writeln!(out, "{:<12}{:.1} MB", "size", about.bytes as f64 / 1e6)?;
    for (name, value) in &about.facts {
        writeln!(out, "{:<12}{}", sanitize(name), sanitize(value))?;
    }
    let health = match about.verified {
        Some(_) => "whole: all checksums are right",
        None => "it opens; --verify compares all checksums",
    };
    writeln!(out, "{:<12}{health}", "health")
}
