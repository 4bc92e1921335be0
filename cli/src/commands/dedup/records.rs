//! The records that are kept. They are read a second time, because texts are not held in memory.
//!
//! The name of the file chooses the [`RecordWriter`].

use std::borrow::Cow;
use std::path::Path;

use ibid::Document;
use ibid_dedup::{ExactKey, Verdict};
use ibid_read::{IdBase, ReadOptions, write_record};
use rayon::ThreadPool;

use super::cluster_fields::ClusterFields;
use super::collection::lines;
use super::listed::Deduplicated;
use super::record::{Record, RecordWriter, Row};
use super::source::Source;
use super::tables::{self, RowReader};
use crate::args::Format;
use crate::input::{Fetched, Inputs};
use crate::input_spool::Spools;
use crate::output::{Output, ending, format_of_name, not_written};
use crate::progress::Progress;

/// The form of a file with kept records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One line each: an id, or the line that is the text.
    List,
    /// JSONL records.
    Records,
    /// A Parquet table.
    Table,
}

/// The extensions of lists, beside numbers, such as a date, and none.
const LISTS: [&str; 4] = ["txt", "text", "ids", "list"];

impl Form {
    /// Checks that the extension of a file is one of a form, packed or not. A table packs itself.
    ///
    /// # Errors
    /// The extension promises something else.
    pub(super) fn check(flag: &str, path: &Path) -> anyhow::Result<()> {
        if is_table(path) {
            return tables::expect_built(flag, path);
        }
        let end = ending(path).unwrap_or_default();
        let is_number = end.as_bytes().iter().all(u8::is_ascii_digit);
        if is_number || LISTS.contains(&&*end) || has_records(path) {
            return Ok(());
        }
        let instead = "name a file that ends in .jsonl (.gz or .zst after that) or .parquet for records, or in .txt for a \
                       list";
        Err(not_written(flag, path, instead))
    }

    /// Returns the form that a file name asks for.
    pub(super) fn of(path: &Path) -> Form {
        if is_table(path) {
            Form::Table
        } else if has_records(path) {
            Form::Records
        } else {
            Form::List
        }
    }
}

/// Returns whether a path names a file of records, packed or not.
fn has_records(path: &Path) -> bool {
    format_of_name(path) == Some(Format::Jsonl)
}

/// Returns whether a path names a table.
fn is_table(path: &Path) -> bool {
    matches!(path.extension(), Some(extension) if extension.eq_ignore_ascii_case("parquet"))
}

/// Makes the writer for a file of this name, for whole documents of these sources or for lines.
pub(super) fn writer(
    path: &Path,
    second: &SecondReading<'_>,
    lines: bool,
) -> anyhow::Result<Box<dyn RecordWriter>> {
    let (output, options) = (Output::open(Some(path))?, second.options);
    Ok(match Form::of(path) {
        Form::Table => tables::writer(output, second.sources, options, lines)?,
        Form::Records => {
            Box::new(Jsonl { output, options: options.clone(), rows: RowReader::new(second.sources) })
        }
        Form::List => Box::new(Texts(output)),
    })
}

/// A writer of JSONL: records as they were, or in the form in which they can be read.
struct Jsonl {
    output: Output,
    options: ReadOptions,
    rows: RowReader,
}

impl RecordWriter for Jsonl {
    fn push(&mut self, record: &Record<'_>) -> anyhow::Result<()> {
        let mut line = match (record.row, record.raw) {
            (Some(row), _) => {
                Cow::Owned(self.rows.line(row, record.document, &self.options.fields.id)?.into_bytes())
            }
            (None, Some(raw)) => Cow::Borrowed(raw),
            (None, None) => Cow::Owned(write_record(record.document, &self.options).into_bytes()),
        };
        if let Some(cluster) = &record.cluster {
            line = Cow::Owned(cluster.add_to(&line)?);
        }
        self.output.with(|out| {
            out.write_all(&line)?;
            if line.ends_with(b"\n") { Ok(()) } else { out.write_all(b"\n") }
        })
    }

    fn finish(self: Box<Self>) -> anyhow::Result<()> {
        self.output.finish()
    }
}

/// A writer of texts, one line each.
struct Texts(Output);

impl RecordWriter for Texts {
    fn push(&mut self, record: &Record<'_>) -> anyhow::Result<()> {
        self.0.with(|out| writeln!(out, "{}", record.document.text))
    }

    fn finish(self: Box<Self>) -> anyhow::Result<()> {
        self.0.finish()
    }
}

/// The parts that a second reading needs.
pub(super) struct SecondReading<'s> {
    pub(super) sources: &'s [Source],
    pub(super) options: &'s ReadOptions,
    pub(super) spools: Spools,
    pub(super) progress: Progress,
}

/// A document that was read again.
struct Again {
    document: Document,
    raw: Option<Vec<u8>>,
    row: Option<Row>,
    /// The key of its text, as in an item.
    exact: Option<ExactKey>,
}

fn exact(text: &str) -> Option<ExactKey> {
    if text.trim().is_empty() { None } else { Some(ExactKey::of(text)) }
}

fn make(fetched: Fetched) -> (usize, u64, Option<Again>) {
    let (input, bytes) = (fetched.input, fetched.size_bytes());
    let (mut record, mut row) = (None, None);
    if let Ok(raw) = &fetched.raw {
        record = raw.record().map(<[u8]>::to_vec);
        row = raw.row().map(|number| Row { input, number });
    }
    let again = match fetched.decode() {
        Ok((_, document)) => Some(Again { exact: exact(&document.text), document, raw: record, row }),
        Err(_) => None,
    };
    (input, bytes, again)
}

impl SecondReading<'_> {
    /// Hands the kept records to a writer.
    ///
    /// # Errors
    /// An input has changed since it was first read, or the writer fails.
    pub(super) fn write(
        mut self,
        pool: &ThreadPool,
        result: &Deduplicated,
        writer: &mut dyn RecordWriter,
    ) -> anyhow::Result<()> {
        expect_unchanged(self.sources)?;
        let inputs = self.sources.iter().map(|source| Ok(source.input.clone())).collect();
        let mut inputs = Inputs::new(inputs, self.options, IdBase::AsGiven);
        inputs.spools = std::mem::take(&mut self.spools);
        let sizes = if result.parameters.cluster_fields { Some(result.cluster_sizes()) } else { None };
        let mut kept = Kept { result, writer, sizes, document: 0, next: 0 };
        let mut seen = vec![0; self.sources.len()];
        let mut entries = 0;
        inputs.each(pool, make, &mut |(input, bytes, again)| {
            self.progress.add(bytes);
            seen[input] += 1;
            entries += 1;
            if result.collection.is_left_out(entries - 1) {
                return Ok(());
            }
            let is_same = match again {
                Some(again) => kept.take(&again)?,
                None => false,
            };
            if is_same { Ok(()) } else { Err(self.sources[input].changed().into()) }
        })?;
        for (source, seen) in self.sources.iter().zip(seen) {
            if source.entries != seen {
                return Err(source.changed().into());
            }
        }
        // An input that changed while it was read may have been read partly old and partly new.
        Ok(expect_unchanged(self.sources)?)
    }
}

/// Fails if an input has changed.
fn expect_unchanged(sources: &[Source]) -> ibid::Result<()> {
    match sources.iter().find(|source| !source.is_unchanged()) {
        Some(source) => Err(source.changed()),
        None => Ok(()),
    }
}

struct Kept<'r> {
    result: &'r Deduplicated,
    writer: &'r mut dyn RecordWriter,
    /// The number of texts in each cluster, indexed by the kept one, if records are to tell it.
    sizes: Option<Vec<u32>>,
    /// The number of the next document.
    document: u32,
    /// The number of the next text.
    next: u32,
}

impl Kept<'_> {
    /// Writes what is kept of a document. Returns whether it is the next document of the first reading, unchanged.
    fn take(&mut self, again: &Again) -> anyhow::Result<bool> {
        let collection = &self.result.collection;
        let number = self.document;
        self.document += 1;
        if collection.id(number) != Some(&again.document.id) {
            return Ok(false);
        }
        let is_same =
            if self.result.parameters.lines { self.take_lines(again)? } else { self.take_whole(again)? };
        let next = collection.texts.get(self.next as usize);
        Ok(is_same && next.is_none_or(|next| next.document > number))
    }

    fn take_whole(&mut self, again: &Again) -> anyhow::Result<bool> {
        let Some(number) = self.next(None, again.exact) else { return Ok(false) };
        if self.result.verdicts[number as usize] != Verdict::Kept {
            return Ok(true);
        }
        let mut document = Cow::Borrowed(&again.document);
        // The id of a file is its path as given, which is not unique if two files have the same name.
        if let Some(place) = self.result.collection.name(number).place
            && place.line.is_none()
            && again.raw.is_none()
        {
            document.to_mut().id = place.to_string();
        }
        let cluster = self.cluster(number);
        self.writer.push(&Record {
            document: &document,
            raw: again.raw.as_deref(),
            row: again.row,
            cluster,
        })?;
        Ok(true)
    }

    fn take_lines(&mut self, again: &Again) -> anyhow::Result<bool> {
        for (line, text) in lines(&again.document.text) {
            let Some(number) = self.next(Some(line), exact(text)) else { return Ok(false) };
            if self.result.verdicts[number as usize] == Verdict::Kept {
                let id = self.result.collection.name(number).to_string();
                let document = Document { id, text: text.to_owned(), ..Document::default() };
                let cluster = self.cluster(number);
                self.writer.push(&Record { document: &document, raw: None, row: None, cluster })?;
            }
        }
        Ok(true)
    }

    /// Returns the cluster fields of a kept text.
    fn cluster(&self, number: u32) -> Option<ClusterFields> {
        let size = *self.sizes.as_ref()?.get(number as usize)?;
        Some(ClusterFields { cluster: self.result.collection.name(number).to_string(), size })
    }

    /// Returns the number of the next text if this is it, and advances.
    fn next(&mut self, line: Option<u32>, exact: Option<ExactKey>) -> Option<u32> {
        let (number, collection) = (self.next, &self.result.collection);
        let (text, item) = (collection.texts.get(number as usize)?, collection.items.get(number as usize)?);
        let is_it = text.document + 1 == self.document && text.line == line && item.exact == exact;
        self.next += u32::from(is_it);
        is_it.then_some(number)
    }
}
