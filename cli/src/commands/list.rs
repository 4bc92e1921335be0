//! `ibid list`: the documents of the index, by id.

use std::io::Write;

use ibid::report::{sanitize, write_value};
use ibid::{Document, Library};
use serde::Serialize;

use crate::args::{Format, List};
use crate::exit::Exit;
use crate::output::Output;
use crate::settings::Session;
use crate::shown_id::shown;

/// A document as JSON.
#[derive(Debug, Serialize)]
pub(super) struct Listed<'d> {
    id: &'d str,
    title: Option<&'d str>,
    author: Option<&'d str>,
    date: Option<&'d str>,
    url: Option<&'d str>,
    category: Option<&'d str>,
    source: Option<&'d str>,
    characters: u64,
}

impl<'d> Listed<'d> {
    pub(super) fn new(document: &'d Document) -> Listed<'d> {
        let meta = &document.meta;
        Listed {
            id: &document.id,
            title: meta.title.as_deref(),
            author: meta.author.as_deref(),
            date: meta.date.as_deref(),
            url: meta.url.as_deref(),
            category: meta.category.as_deref(),
            source: meta.source.as_deref(),
            characters: document.text.chars().count() as u64,
        }
    }
}

pub(super) fn run(session: &Session, command: &List) -> anyhow::Result<Exit> {
    let dir = session.expect_index()?;
    let library = Library::open(dir)?;
    let format = session.format(&command.listing);
    let mut output = Output::open(command.listing.output.as_deref())?;
    let documents = library.documents()?;
    if format == Format::Json {
        output.with(|out| write!(out, "["))?;
    }
    for (number, document) in documents.enumerate() {
        let document = document?;
        output.with(|out| match format {
            Format::Text => write_line(&document, out),
            Format::Jsonl => {
                write_value(&Listed::new(&document), out)?;
                writeln!(out)
            }
            Format::Json => {
                writeln!(out, "{}", if number > 0 { "," } else { "" })?;
                write_value(&Listed::new(&document), out)
            }
        })?;
    }
    if format == Format::Json {
        output.with(|out| writeln!(out, "]"))?;
    }
    output.finish()?;
    Ok(Exit::Done)
}

/// Writes id, date and title separated by tabs, for other programs. An id that cannot be shown as it is stands in
/// quotation marks.
fn write_line(document: &Document, out: &mut dyn Write) -> std::io::Result<()> {
    let date = sanitize(document.meta.date.as_deref().unwrap_or(""));
    let title = sanitize(document.meta.title.as_deref().unwrap_or(""));
    let line = format!("{}\t{date}\t{title}", shown(&document.id));
    writeln!(out, "{}", line.trim_end())
}
