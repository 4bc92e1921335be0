//! `ibid read`: the text that is read from files.

use std::io::{self, Write};

use ibid::credit::Credits;
use ibid::origin::Origin;
use ibid::report::{sanitize, write_value};
use ibid::structure::{BlockKind, Hidden};
use ibid::{CharIndex, Document, Error, Span};
use ibid_read::IdBase;
use serde::Serialize;

use super::list::Listed;
use crate::advice;
use crate::args::{Format, Read};
use crate::exit::{self, Exit, Failure};
use crate::input::{self, Inputs};
use crate::output::Output;
use crate::progress::Progress;
use crate::render::notes;
use crate::settings::Session;

/// A document as JSON. All positions are code points of its text.
#[derive(Serialize)]
struct DocumentShown<'d> {
    #[serde(flatten)]
    listed: Listed<'d>,
    /// The blocks of the text, if the reader knows them.
    blocks: Vec<BlockShown>,
    /// The beginnings of pages, if the file has pages.
    pages: Vec<PageShown>,
    /// The hidden text of the file, which is not in the text.
    hidden: Vec<HiddenShown<'d>>,
    /// The text credited to others, by the rules of checks.
    credits: CreditsShown,
    text: &'d str,
}

#[derive(Serialize)]
struct BlockShown {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    start: u32,
    end: u32,
}

/// The start and the end of each range.
#[derive(Serialize)]
struct CreditsShown {
    quoted: Vec<[u32; 2]>,
    citations: Vec<[u32; 2]>,
    cited: Vec<[u32; 2]>,
    references: Vec<[u32; 2]>,
    captions: Vec<[u32; 2]>,
    front_matter: Vec<[u32; 2]>,
}

#[derive(Serialize)]
struct PageShown {
    page: u32,
    start: u32,
}

#[derive(Serialize)]
struct HiddenShown<'d> {
    why: &'static str,
    page: Option<u32>,
    at: u32,
    text: &'d str,
}

impl<'d> DocumentShown<'d> {
    fn new(document: &'d Document) -> DocumentShown<'d> {
        let chars = CharIndex::new(&document.text);
        let mut shown = DocumentShown {
            listed: Listed::new(document),
            blocks: vec![],
            pages: vec![],
            hidden: vec![],
            credits: CreditsShown::new(&Credits::of(document), &chars),
            text: &document.text,
        };
        for block in &document.structure.blocks {
            let level = if let BlockKind::Heading(level) = block.kind { Some(level) } else { None };
            let (start, end) = (chars.chars(block.start), chars.chars(block.end));
            shown.blocks.push(BlockShown { kind: block.kind.name(), level, start, end });
        }
        if let Origin::Pages(pages) = &document.origin {
            for page in pages {
                shown.pages.push(PageShown { page: page.page, start: chars.chars(page.byte) });
            }
        }
        for Hidden { why, page, at, text } in &document.structure.hidden {
            shown.hidden.push(HiddenShown { why: why.name(), page: *page, at: chars.chars(*at), text });
        }
        shown
    }
}

impl CreditsShown {
    fn new(found: &Credits, chars: &CharIndex<'_>) -> CreditsShown {
        CreditsShown {
            quoted: places(&found.quoted, chars),
            citations: places(&found.citations, chars),
            cited: places(&found.cited, chars),
            references: places(&found.references, chars),
            captions: places(&found.captions, chars),
            front_matter: places(&found.front_matter, chars),
        }
    }
}

/// Returns spans in code points.
pub(super) fn places(spans: &[Span], chars: &CharIndex<'_>) -> Vec<[u32; 2]> {
    spans.iter().map(|span| [chars.chars(span.start), chars.chars(span.end)]).collect()
}

pub(super) fn run(session: &Session, command: &Read) -> anyhow::Result<Exit> {
    let options = session.read_options(&command.reading)?;
    let format = session.format(&command.listing);
    let pool = session.pool()?;
    let inputs = Inputs::walk(&command.paths, &options, IdBase::AsGiven)?;
    let skipped = session.skipped(&inputs.skipped);
    let mut output = Output::open(command.listing.output.as_deref())?;
    let mut progress = Progress::new(inputs.size_bytes(), !session.quiet);
    let (mut count, mut exit) = (0_u64, Exit::Done);
    let mut is_broken_off = false;
    let is_one = command.paths.len() == 1 && !command.paths[0].is_dir();
    inputs.process(&pool, |_, document| Ok(document), &mut |item| {
        progress.add(item.bytes);
        let document = match item.result {
            Ok(document) => document,
            Err(error) => {
                exit::say(&advice::in_words(&error));
                exit = Exit::Inputs;
                is_broken_off |= matches!(error, Error::BrokenOff { .. });
                return Ok(());
            }
        };
        output.with(|out| match format {
            Format::Text => {
                write_text(&document, (!is_one || count > 0).then_some(count), command.hidden_text, out)
            }
            Format::Json => {
                write!(out, "{}", if count == 0 { "[\n" } else { ",\n" })?;
                write_value(&DocumentShown::new(&document), out)
            }
            Format::Jsonl => {
                write_value(&DocumentShown::new(&document), out)?;
                writeln!(out)
            }
        })?;
        count += 1;
        Ok(())
    })?;
    progress.end();
    if count == 0 && exit == Exit::Done {
        return Err(Failure::inputs(input::nothing_in(&command.paths, Some(&skipped))));
    }
    if is_broken_off && output.is_file() {
        exit::say(input::BROKEN_OFF);
    }
    if count == 0 || is_broken_off && output.is_file() {
        // An earlier result file stays.
        return Ok(exit);
    }
    if format == Format::Json {
        output.with(|out| writeln!(out, "\n]"))?;
    }
    output.finish()?;
    if !session.quiet {
        exit::say_all(notes::skipped(&skipped, session.language));
    }
    Ok(exit)
}

/// Writes the text, below its name if there are several. `number` counts the documents before it.
fn write_text(
    document: &Document,
    number: Option<u64>,
    with_hidden: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(number) = number {
        writeln!(out, "{}==> {} <==", if number == 0 { "" } else { "\n" }, sanitize(&document.id))?;
    }
    for line in document.text.lines() {
        // Tabs stay: they separate the cells of tables.
        let cells: Vec<_> = line.split('\t').map(sanitize).collect();
        writeln!(out, "{}", cells.join("\t"))?;
    }
    let hidden = &document.structure.hidden;
    if with_hidden && !hidden.is_empty() {
        writeln!(out)?;
        for hidden in hidden {
            let page = match hidden.page {
                Some(page) => format!(", p. {page}"),
                None => String::new(),
            };
            writeln!(out, "hidden ({}{page}): {}", hidden.why.name(), sanitize(&hidden.text))?;
        }
    }
    Ok(())
}
