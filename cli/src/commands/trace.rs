//! `ibid trace`: the carriers of a quotation.

use std::fs;
use std::io::Read;
use std::path::Path;

use ibid::report::{Quoted, QuotedArticle, Trace as Traced};
use ibid::trace::{Tracer, Wanted};
use ibid::{Detector, ErrorKind, Library};
use rayon::prelude::*;

use super::trace_review;
use crate::advice;
use crate::args::{Filters, Showing, SortName, Trace, TraceFormat};
use crate::exit::{self, Exit, Failure};
use crate::input::read_one;
use crate::location;
use crate::output::Output;
use crate::progress::Progress;
use crate::protected::protect;
use crate::render::{
    shorten_name, write_articles_csv, write_articles_html, write_articles_text, write_traces_csv,
    write_traces_html, write_traces_text,
};
use crate::settings::Session;

/// The most bytes of a text given by file name.
const MOST_BYTES: u64 = 16 << 20;

pub(super) fn run(session: &Session, command: &Trace) -> anyhow::Result<Exit> {
    let wanted = wanted(&command.filters)?;
    if !command.from.is_empty() {
        return check_articles(session, command, &wanted);
    }
    if !command.fail_on.is_empty() {
        return Err(Failure::usage("--fail-on is about the quotations of an article: name it with --from"));
    }
    let quotes = quotes(command)?;
    let (detector, library) = open(session, command)?;
    let tracer = Tracer::new(&detector, library.index());
    let pool = session.pool()?;
    let (mut traces, mut failed) = (vec![], 0);
    let progress = Progress::of_steps(quotes.len(), "tracing", !session.quiet);
    let trace = |quote: &String| {
        let trace = tracer.trace(quote, &wanted);
        progress.step();
        trace
    };
    let traced: Vec<ibid::Result<Traced>> = pool.install(|| quotes.par_iter().map(trace).collect());
    progress.end();
    for ((quote, trace), number) in quotes.iter().zip(traced).zip(1..) {
        match trace {
            Ok(trace) => {
                let mut trace = Traced { number, ..trace };
                if command.tracing.sort == Some(SortName::Similarity) {
                    trace
                        .carriers
                        .sort_by(|x, y| y.similarity.total_cmp(&x.similarity).then(x.number.cmp(&y.number)));
                }
                traces.push(trace);
            }
            Err(error) if error.kind() == ErrorKind::Request && quotes.len() > 1 => {
                failed += 1;
                exit::say(&format!("\"{}\": {error}", shorten_name(quote, 40)));
            }
            Err(error) => return Err(error.into()),
        }
    }
    if command.tracing.review {
        trace_review::show(session, traces, &Showing::default())?;
    } else {
        write(session, command, &traces)?;
    }
    Ok(if failed == 0 { Exit::Done } else { Exit::Inputs })
}

/// Opens the library, which must hold a document.
fn open(session: &Session, command: &Trace) -> anyhow::Result<(Detector, Library)> {
    let dir = session.expect_index()?;
    // The library is opened first, since another one may take its place at any time.
    let library = Library::open(dir)?;
    let detector = library.detector(session.config(&command.detection)?)?;
    if library.is_empty() {
        return Err(Failure::index(format!(
            "nothing was traced: the index {dir:?} holds no document; add some with `ibid add PATH`"
        )));
    }
    Ok((detector, library))
}

/// Returns the format that is asked for, else the one that the name of the output promises.
fn format(command: &Trace) -> TraceFormat {
    let by_name = command.tracing.output.as_deref().and_then(TraceFormat::of_name);
    command.tracing.format.or(by_name).unwrap_or_default()
}

/// Checks the quotations of articles, for `--from`.
fn check_articles(session: &Session, command: &Trace, wanted: &Wanted) -> anyhow::Result<Exit> {
    let options = session.read_options(&command.reading)?;
    let (detector, library) = open(session, command)?;
    let base = location::id_base(session.expect_index()?)?;
    let tracer = Tracer::new(&detector, library.index());
    let pool = session.pool()?;
    let (mut articles, mut failed) = (vec![], 0);
    let progress = Progress::of_work("looking quotations up", !session.quiet);
    for path in &command.from {
        match read_one(path, &base, &options) {
            Ok(document) => articles.push(pool.install(|| tracer.check_quotations(&document, wanted))?),
            Err(error) => {
                failed += 1;
                exit::say(&advice::in_words(&error));
            }
        }
    }
    progress.end();
    if articles.is_empty() {
        return Ok(Exit::Inputs);
    }
    let mut quotations: Vec<&Quoted> = vec![];
    for article in &articles {
        quotations.extend(&article.quotations);
    }
    if command.tracing.review && trace_review::has_terminal() {
        let mut traces = vec![];
        for (quoted, number) in quotations.iter().zip(1..) {
            let trace = pool.install(|| tracer.trace(&quoted.text, wanted))?;
            traces.push(Traced { number, ..trace });
        }
        trace_review::show(session, traces, &Showing::default())?;
    } else {
        write_articles(session, command, &articles)?;
    }
    let holds = quotations.iter().any(|quoted| fails_on(command, quoted));
    Ok(match (holds, failed) {
        (true, _) => Exit::Holds,
        (false, 0) => Exit::Done,
        (false, _) => Exit::Inputs,
    })
}

/// Returns whether a quotation or a clause of it has a status of `--fail-on`.
fn fails_on(command: &Trace, quoted: &Quoted) -> bool {
    command.fail_on.iter().any(|name| {
        let status = name.status();
        quoted.status == status || quoted.clauses.iter().any(|clause| clause.status == status)
    })
}

/// Returns the quotations to trace.
fn quotes(command: &Trace) -> anyhow::Result<Vec<String>> {
    if let Some(path) = &command.quotes {
        let text = text_of(path)?;
        let mut quotes: Vec<String> = text.lines().map(str::trim).map(str::to_owned).collect();
        quotes.retain(|quote| !quote.is_empty());
        if quotes.is_empty() {
            return Err(Failure::inputs(format!("{path:?} has no quotation: write one a line")));
        }
        return Ok(quotes);
    }
    let quote = command.quote.as_deref().unwrap_or("");
    let path = Path::new(quote);
    let quote = if quote == "-" || path.is_file() { text_of(path)? } else { quote.to_owned() };
    Ok(vec![quote.trim().to_owned()])
}

fn text_of(path: &Path) -> anyhow::Result<String> {
    protect(path);
    match read_text(path) {
        Ok(text) => Ok(text.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(text)),
        Err(why) => Err(Failure::inputs(format!("cannot read the quotation from {path:?}: {why}"))),
    }
}

/// Reads a text that is not too long. The error is the reason.
fn read_text(path: &Path) -> Result<String, String> {
    let bytes = read_bytes(path).map_err(|error| ibid::system_reason(&error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("it has more than {} MiB, the limit; split it", MOST_BYTES >> 20));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("it is not UTF-8: byte {at} begins no character; convert it to UTF-8")
    })
}

/// Reads one byte more than allowed, so that a longer text is noticed.
fn read_bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = vec![];
    match path == Path::new("-") {
        true => std::io::stdin().take(MOST_BYTES + 1).read_to_end(&mut bytes)?,
        false => fs::File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

/// Returns the filters of the carriers.
fn wanted(filters: &Filters) -> anyhow::Result<Wanted> {
    let wanted = Wanted {
        source: filters.source.clone(),
        author: filters.author.clone(),
        category: filters.category.clone(),
        ..Wanted::default()
    };
    Ok(wanted.within(filters.since.as_deref(), filters.until.as_deref())?)
}

fn write(session: &Session, command: &Trace, traces: &[Traced]) -> anyhow::Result<()> {
    let mut output = Output::open(command.tracing.output.as_deref())?;
    let style = session.style(false, output.is_file());
    output.with(|out| match format(command) {
        TraceFormat::Text => write_traces_text(traces, style, out),
        TraceFormat::Json => Traced::write_json(traces, out),
        TraceFormat::Jsonl => Traced::write_jsonl(traces, out),
        TraceFormat::Csv => write_traces_csv(traces, out),
        TraceFormat::Html => write_traces_html(traces, session.language, out),
    })?;
    output.finish()
}

fn write_articles(session: &Session, command: &Trace, articles: &[QuotedArticle]) -> anyhow::Result<()> {
    let mut output = Output::open(command.tracing.output.as_deref())?;
    let style = session.style(false, output.is_file());
    output.with(|out| match format(command) {
        TraceFormat::Text => write_articles_text(articles, style, out),
        TraceFormat::Json => QuotedArticle::write_json(articles, out),
        TraceFormat::Jsonl => QuotedArticle::write_jsonl(articles, out),
        TraceFormat::Csv => write_articles_csv(articles, out),
        TraceFormat::Html => write_articles_html(articles, session.language, out),
    })?;
    output.finish()
}
