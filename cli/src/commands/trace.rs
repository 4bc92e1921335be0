//! `ibid trace`: the carriers of a quotation.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use ibid::report::{Quoted, Trace as Traced};
use ibid::trace::{Tracer, Wanted};
use ibid::{Detector, ErrorKind, Library};
use rayon::prelude::*;

use super::trace_review;
use crate::advice;
use crate::args::{Filters, Showing, SortName, Trace};
use crate::exit::{self, Exit, Failure};
use crate::input::read_one;
use crate::location;
use crate::output::{Output, format_of_name};
use crate::progress::Progress;
use crate::protected::protect;
use crate::render::{PlainStyle, TraceForm, shorten_name};
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
        write(session, command, |form, style, out| form.traces(&traces, style, out))?;
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
        write(session, command, |form, style, out| form.articles(&articles, style, out))?;
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
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    match path == Path::new("-") {
        true => io::stdin().take(MOST_BYTES + 1).read_to_end(&mut bytes)?,
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

/// Writes results in the format that is asked for, else in the one that the name of the output promises.
fn write(
    session: &Session,
    command: &Trace,
    shown: impl FnOnce(&dyn TraceForm, PlainStyle, &mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let path = command.tracing.output.as_deref();
    let mut output = Output::open(path)?;
    let style = session.style(false, output.is_file());
    let format = command.tracing.format.or(path.and_then(format_of_name)).unwrap_or_default();
    output.with(|out| shown(format.form(), style, out))?;
    output.finish()
}
