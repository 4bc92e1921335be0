//! `ibid show`: the stored text of a document.

use std::io::Write;

use ibid::report::{sanitize, write_value};
use ibid::{CharIndex, Detector, Document, Library, Span};
use serde::Serialize;

use super::list::Listed;
use super::read::places;
use crate::args::{Format, Show};
use crate::exit::{self, Exit};
use crate::output::Output;
use crate::settings::Session;
use crate::shown_id;

/// A document as JSON.
#[derive(Debug, Serialize)]
struct Shown<'d> {
    #[serde(flatten)]
    listed: Listed<'d>,
    /// The start and the end of each sentence, in code points.
    sentences: Vec<[u32; 2]>,
    text: &'d str,
}

pub(super) fn run(session: &Session, command: &Show) -> anyhow::Result<Exit> {
    let dir = session.expect_index()?;
    let Some(document) = find(&Library::open(dir)?, &command.id)? else {
        let id = &command.id;
        exit::say(&format!(
            "there is no document \"{id}\" in the index {dir:?}; `ibid list` shows the ids there are"
        ));
        return Ok(Exit::Inputs);
    };
    let sentences = Detector::sentences(&document);
    let mut output = Output::open(command.listing.output.as_deref())?;
    output.with(|out| match session.format(&command.listing) {
        Format::Text => write_text(&document, &sentences, out),
        Format::Json | Format::Jsonl => write_shown(&document, &sentences, out),
    })?;
    output.finish()?;
    Ok(Exit::Done)
}

/// Finds the document with this id, or with the id that `list` shows like this.
fn find(library: &Library, id: &str) -> ibid::Result<Option<Document>> {
    let found = library.document(id)?;
    match shown_id::meant(id) {
        Some(id) if found.is_none() => library.document(&id),
        _ => Ok(found),
    }
}

fn write_shown(document: &Document, sentences: &[Span], out: &mut dyn Write) -> std::io::Result<()> {
    let sentences = places(sentences, &CharIndex::new(&document.text));
    write_value(&Shown { listed: Listed::new(document), sentences, text: &document.text }, out)?;
    writeln!(out)
}

fn write_text(document: &Document, sentences: &[Span], out: &mut dyn Write) -> std::io::Result<()> {
    let meta = &document.meta;
    let fields = [
        ("id", Some(&document.id)),
        ("title", meta.title.as_ref()),
        ("author", meta.author.as_ref()),
        ("date", meta.date.as_ref()),
        ("url", meta.url.as_ref()),
        ("category", meta.category.as_ref()),
        ("source", meta.source.as_ref()),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            writeln!(out, "{name:<10}{}", sanitize(value))?;
        }
    }
    writeln!(out, "{:<10}{}", "length", document.text.chars().count())?;
    writeln!(out, "{:<10}{}\n", "sentences", sentences.len())?;
    for (number, sentence) in sentences.iter().enumerate() {
        writeln!(out, "{number:>6}  {}", sanitize(sentence.of(&document.text)))?;
    }
    Ok(())
}
