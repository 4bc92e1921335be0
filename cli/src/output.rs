//! Outputs for results, and the writer of reports.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;
use flate2::write::GzEncoder;
use ibid::report::{DocumentReport, LeftOut, Report};

use crate::anonymous::Anonymizer;
use crate::applied_decisions::AppliedDecisions;
use crate::args::{Counting, FailOn, OnlyOver, Reporting, Tables};
use crate::atomic_file::AtomicFile;
use crate::baseline::Baseline;
use crate::exit::{self, Exit, Failure};
use crate::progress;
use crate::protected::replaced_by;
use crate::render::notes;
use crate::report_form::{FormOptions, ReportForm, ReportFormat};
use crate::settings::{Session, share};
use crate::text_report::{Pairs, Unread};

/// The compression level of zstd, the default of its own program.
const ZSTD_LEVEL: i32 = 3;

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Gzip,
    Zstd,
}

impl Packing {
    /// Returns the packing that the extension of a path names.
    pub(crate) fn of(path: &Path) -> Option<Packing> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "gz" | "gzip" => Some(Packing::Gzip),
            "zst" | "zstd" => Some(Packing::Zstd),
            _ => None,
        }
    }

    /// Returns the packing that the first bytes of a file show.
    pub(crate) fn of_bytes(head: &[u8]) -> Option<Packing> {
        match head {
            [0x1F, 0x8B, 8, ..] => Some(Packing::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Packing::Zstd),
            _ => None,
        }
    }
}

/// Returns the extension in lower case, without that of a packing.
pub(crate) fn ending(path: &Path) -> Option<String> {
    let inner = if Packing::of(path).is_some() { Path::new(path.file_stem()?) } else { path };
    Some(inner.extension()?.to_str()?.to_ascii_lowercase())
}

/// The extensions that promise a document or a table, and no plain text.
const PROMISES: [&str; 18] = [
    "csv", "doc", "docx", "epub", "htm", "html", "odp", "ods", "odt", "parquet", "pdf", "ppt", "pptx", "rtf",
    "tsv", "xhtml", "xls", "xlsx",
];

/// Refuses a file of results whose extension promises another format than those of its command, `F`.
pub(crate) fn expect_written<F: ValueEnum>(path: &Path) -> anyhow::Result<()> {
    if format_of_name::<F>(path).is_some() || !ending(path).is_some_and(|end| PROMISES.contains(&&*end)) {
        return Ok(());
    }
    let mut endings = vec![];
    for format in F::value_variants().iter().filter_map(ValueEnum::to_possible_value) {
        endings.push(match format.get_name() {
            "text" => ".txt".to_owned(),
            name => format!(".{name}"),
        });
    }
    Err(not_written("--output", path, &format!("name a file that ends in {}", endings.join(", "))))
}

/// Returns the error for a file whose extension promises a format that is not written, with the advice `instead`.
pub(crate) fn not_written(flag: &str, path: &Path, instead: &str) -> anyhow::Error {
    let packed = match Packing::of(path).and(path.extension()) {
        Some(packing) => format!(".{}", packing.display()),
        None => String::new(),
    };
    let end = ending(path).unwrap_or_default();
    Failure::usage(format!("{flag} {path:?}: no .{end}{packed} is written; {instead}"))
}

/// Returns the format that the extension names, without that of a packing. The format for people has none.
pub(crate) fn format_of_name<F: ValueEnum>(path: &Path) -> Option<F> {
    let end = ending(path)?;
    let name = match &*end {
        "text" => return None,
        "ndjson" | "json-lines" => "jsonl",
        "markdown" => "md",
        "htm" => "html",
        name => name,
    };
    F::from_str(name, false).ok()
}

impl Reporting {
    /// Returns the format of the report: the one that was asked for, else the one that the name of the file promises.
    pub(crate) fn report_format(&self) -> ReportFormat {
        let by_name = self.output.as_deref().and_then(format_of_name);
        self.format.or(by_name).unwrap_or_default()
    }
}

/// A writer, compressed or not.
enum Packed {
    None(Box<dyn Write + Send>),
    Gzip(GzEncoder<File>),
    Zstd(zstd::Encoder<'static, File>),
}

impl Packed {
    /// Writes what the compressor still holds, and ends its stream.
    fn end(&mut self) -> io::Result<()> {
        match self {
            Packed::None(writer) => writer.flush(),
            Packed::Gzip(writer) => writer.try_finish(),
            Packed::Zstd(writer) => writer.do_finish(),
        }
    }
}

impl Write for Packed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Packed::None(writer) => writer.write(bytes),
            Packed::Gzip(writer) => writer.write(bytes),
            Packed::Zstd(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Packed::None(writer) => writer.flush(),
            // Flushing would make the file larger; `end` ends the stream.
            Packed::Gzip(_) | Packed::Zstd(_) => Ok(()),
        }
    }
}

/// Standard output, or a file that is written atomically.
pub(crate) struct Output {
    writer: BufWriter<Packed>,
    file: Option<AtomicFile>,
    path: Option<PathBuf>,
    name: String,
}

impl Output {
    /// Opens an output; a file is compressed if its name ends as that of a compressed one.
    pub(crate) fn open(path: Option<&Path>) -> anyhow::Result<Output> {
        Output::open_packed(path, path.and_then(Packing::of))
    }

    /// Opens a file that is never compressed, whatever its name.
    pub(crate) fn open_unpacked(path: &Path) -> anyhow::Result<Output> {
        Output::open_packed(Some(path), None)
    }

    fn open_packed(path: Option<&Path>, packing: Option<Packing>) -> anyhow::Result<Output> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            let writer = BufWriter::new(Packed::None(progress::standard_output()));
            return Ok(Output { writer, file: None, path: None, name: "standard output".to_owned() });
        };
        let name = format!("{path:?}");
        expect_unprotected(path)?;
        let (file, packed) = begin(path, packing).with_context(|| cannot_write(&name))?;
        Ok(Output { writer: BufWriter::new(packed), file, path: Some(path.to_owned()), name })
    }

    /// Returns whether the output is a file.
    pub(crate) fn is_file(&self) -> bool {
        self.file.is_some()
    }

    /// Returns the message for an output that cannot be written.
    pub(crate) fn failure(&self) -> String {
        cannot_write(&self.name)
    }

    /// Calls `write`; an error names the output.
    pub(crate) fn with(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        write(&mut self.writer).with_context(|| self.failure())
    }

    /// Writes what is left, and puts a file in its place.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        // Inputs that were found since the output was opened are known by now.
        if let Some(path) = &self.path {
            expect_unprotected(path)?;
        }
        self.place().with_context(|| self.failure())
    }

    fn place(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.get_mut().end()?;
        match self.file.take() {
            Some(file) => file.finish(),
            None => Ok(()),
        }
    }
}

/// Begins a file, with the writer that packs its bytes.
fn begin(path: &Path, packing: Option<Packing>) -> io::Result<(Option<AtomicFile>, Packed)> {
    let file = AtomicFile::begin(path)?;
    let writer = match &file {
        Some(file) => file.writer()?,
        // A device or a pipe is written to directly.
        None => File::create(path)?,
    };
    let packed = match packing {
        None => Packed::None(Box::new(writer)),
        Some(Packing::Gzip) => Packed::Gzip(GzEncoder::new(writer, flate2::Compression::default())),
        Some(Packing::Zstd) => Packed::Zstd(zstd::Encoder::new(writer, ZSTD_LEVEL)?),
    };
    Ok((file, packed))
}

/// Writes a file of these bytes atomically.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut output = Output::open_unpacked(path)?;
    output.with(|out| out.write_all(bytes))?;
    output.finish()
}

/// Refuses to write over an input or into an index.
fn expect_unprotected(path: &Path) -> anyhow::Result<()> {
    match replaced_by(path) {
        None => Ok(()),
        Some(replaced) => {
            let what = cannot_write(&format!("{path:?}"));
            Err(Failure::usage(format!("{what}, which {replaced}; name another file")))
        }
    }
}

fn cannot_write(name: &str) -> String {
    format!("cannot write {name}")
}

/// A writer of reports. JSONL lines are written as they come. Other formats are spooled and written at the end.
pub(crate) struct Reporter {
    output: Output,
    form: Box<dyn ReportForm>,
    /// The header.
    report: Report,
    fail_over: Option<f64>,
    fails_on_flags: bool,
    applied: Option<AppliedDecisions>,
    /// The earlier report of `--fail-on new`.
    baseline: Option<Baseline>,
    only_over: Option<f64>,
    /// True if a document meets a condition of `--fail-over` or `--fail-on`.
    is_over: bool,
    /// True if a document has no words, or all sources together have none.
    has_no_words: bool,
    uncounted: bool,
    no_text: bool,
    anonymizer: Option<Anonymizer>,
    is_quiet: bool,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The options that decide the form and the contents of a report.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'g> {
    pub(crate) reporting: &'g Reporting,
    pub(crate) counting: &'g Counting,
    pub(crate) tables: &'g Tables,
    /// True if the documents were compared with each other.
    pub(crate) among: bool,
}

impl Reporter {
    /// Starts a report from its header, a report without documents.
    pub(crate) fn new(
        session: &Session,
        given: Given<'_>,
        mut report: Report,
        mut applied: Option<AppliedDecisions>,
    ) -> anyhow::Result<Reporter> {
        if let Some(applied) = &mut applied {
            applied.begin(&mut report)?;
        }
        let mut output = Output::open(given.reporting.output.as_deref())?;
        let Given { reporting, counting, tables, among } = given;
        let uncounted = counting.commonplaces;
        let only_over = only_over(&tables.only_over)?;
        let pairs = among.then(|| Pairs::new(tables.details.unwrap_or_default()));
        let fails_on_new = reporting.fail_on.contains(&FailOn::New);
        let options = FormOptions { session, tables, pairs, only_over, uncounted, is_file: output.is_file() };
        let form = reporting.report_format().form(options);
        form.begin(&report, &mut output)?;
        Ok(Reporter {
            output,
            form,
            has_no_words: report.collection.sentences == 0,
            report,
            fail_over: session.fail_over(reporting)?,
            fails_on_flags: reporting.fail_on.contains(&FailOn::Flags),
            applied,
            baseline: match fails_on_new {
                true => Some(Baseline::read(reporting.baseline.as_deref())?),
                false => None,
            },
            only_over,
            is_over: false,
            uncounted,
            no_text: reporting.no_text,
            anonymizer: reporting.anonymous.then(Anonymizer::default),
            is_quiet: session.quiet,
        })
    }

    /// Adds an input that could not be read. Other formats have it among the failures.
    pub(crate) fn push_unread(&mut self, mut unread: Unread) {
        if let Some(anonymizer) = &mut self.anonymizer {
            anonymizer.unread(&mut unread);
        }
        self.form.push_unread(unread);
    }

    /// Adds a document.
    pub(crate) fn push(&mut self, mut document: DocumentReport) -> anyhow::Result<()> {
        if let Some(applied) = &mut self.applied {
            applied.apply(&mut document)?;
        }
        if let Some(baseline) = &mut self.baseline {
            baseline.add(&document);
        }
        if let Some(limit) = self.fail_over {
            self.is_over |= ratio_with_flagged(&document) > limit;
        }
        self.is_over |= self.fails_on_flags && !document.flags.is_empty();
        if document.has_no_words() {
            self.has_no_words = true;
            exit::say(&no_words(&document.id));
        }
        let shows_all = self.form.shows_all_documents();
        if !shows_all && document.total > 0 && document.total == document.template_words {
            let id = &document.id;
            exit::say(&format!("all of {id:?} stands in the template: nothing was left to check"));
        }
        if !self.uncounted {
            self.form.leave_uncounted_out(&mut document);
        }
        if let Some(anonymizer) = &mut self.anonymizer {
            anonymizer.document(&mut document);
        }
        if self.no_text {
            leave_texts_out(&mut document);
        }
        if let Some(limit) = self.only_over
            && !shows_all
            && document.ratios.overall < limit
        {
            return Ok(());
        }
        self.form.push(document, &mut self.output)
    }

    /// Writes what is left. Returns whether a document is over the limit of `--fail-over`, and whether inputs failed.
    pub(crate) fn finish(mut self, failures: &[String]) -> anyhow::Result<Exit> {
        self.report.failures = failures.to_vec();
        if let Some(anonymizer) = &self.anonymizer {
            anonymizer.header(&mut self.report);
        }
        let has_no_notes = self.form.has_no_notes();
        self.form.end(&self.report, &mut self.output)?;
        self.output.finish()?;
        if has_no_notes && !self.is_quiet {
            for line in notes::not_looked_at(&self.report, exit::language()) {
                exit::say(&line);
            }
        }
        if let Some(applied) = self.applied
            && !self.is_quiet
        {
            applied.say();
            if self.fail_over.is_some() {
                exit::say(
                    "--fail-over goes by the ratio as decided where a passage is decided, else by that as found",
                );
            }
        }
        let has_new = self.baseline.as_ref().is_some_and(Baseline::has_new);
        Ok(match (self.is_over || has_new, failures.is_empty()) {
            (true, _) => Exit::Holds,
            (false, true) if !self.has_no_words => Exit::Done,
            (false, _) => Exit::Inputs,
        })
    }
}

/// Returns the overall ratio: as decided if a passage is decided, else as found. Quotations that were left out count where
/// they are flagged.
fn ratio_with_flagged(document: &DocumentReport) -> f64 {
    let overall = match &document.decided {
        Some(decided) => decided.ratios.overall,
        None => document.ratios.overall,
    };
    if let Some(excluded) = &document.excluded
        && let Some(&left_out) = excluded.matched.get(&LeftOut::Quotes)
        && document.flags.contains_key("quoted")
    {
        return overall + left_out as f64 / document.total.max(1) as f64;
    }
    overall
}

/// Returns the message for a document without words, which is no clean bill.
pub(crate) fn no_words(id: &str) -> String {
    format!(
        "{id:?} has no words: nothing was checked; if it shows some, they are pictures, which are not read"
    )
}

/// Returns the least overall ratio of documents to show, between 0 and 1.
pub(crate) fn only_over(OnlyOver { only_over }: &OnlyOver) -> anyhow::Result<Option<f64>> {
    only_over.as_ref().map(|text| share("--only-over", text)).transpose()
}

fn leave_texts_out(document: &mut DocumentReport) {
    document.text = None;
    for passage in &mut document.passages {
        passage.a_text = None;
        passage.b_text = None;
        passage.b_before.clear();
        passage.b_after.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::TraceFormat;

    #[test]
    fn a_name_may_not_promise_a_format_that_is_not_written() {
        let report =
            |name: &str| expect_written::<ReportFormat>(Path::new(name)).map_err(|why| why.to_string());
        for name in [
            "r",
            "r.txt",
            "r.json",
            "r.JSONL",
            "r.json.gz",
            "r.log",
            "2026.11",
            "html",
            "r.md",
            "r.html.gz",
            "r.csv",
        ] {
            assert_eq!(report(name), Ok(()), "{name}");
        }
        for name in ["r.xhtml", "r.PDF", "r.docx", "r.tsv", "r.doc.gz", "r.xlsx.zst"] {
            assert!(report(name).is_err(), "{name}");
        }
        let why = "--output \"r.doc.gz\": no .doc.gz is written; name a file that ends in .txt, .json, .jsonl, .md, .csv, \
                   .sarif, .html";
        assert_eq!(report("r.doc.gz").unwrap_err(), why);
        let trace = |name: &str| expect_written::<TraceFormat>(Path::new(name));
        for name in ["r.text", "r.txt", "text", "r.xml"] {
            assert_eq!(format_of_name::<ReportFormat>(Path::new(name)), None, "{name}");
        }
        assert_eq!(format_of_name(Path::new("r.HTM.gz")), Some(ReportFormat::Html));
        assert_eq!(format_of_name(Path::new("r.ndjson")), Some(TraceFormat::Jsonl));
        assert!(trace("t.html").is_ok() && trace("t.csv.gz").is_ok() && trace("t.pdf").is_err());
    }
}
