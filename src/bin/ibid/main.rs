//! Stands in for the program: reviews a report, or a document against others.

mod tui;

use std::fs::File;

use anyhow::{Context, bail};
use ibid::report::{Report, read_json, write_json};

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [path] if path != "review" => review(path),
        [review, path] if review == "review" => self::review(path),
        [out, query, sources @ ..] => {
            let report = compare(query, sources)?;
            Ok(write_json(&report, &mut File::create(out)?)?)
        }
        _ => bail!("name a report"),
    }
}

fn review(path: &str) -> anyhow::Result<()> {
    tui::run(read_json(File::open(path).with_context(|| format!("cannot read {path}"))?)?)
}

/// A report of one document against others, each compared alone.
fn compare(query: &str, sources: &[String]) -> anyhow::Result<Report> {
    let detector = ibid::Detector::new(ibid::Config::default())?;
    let read = |path: &str| -> anyhow::Result<ibid::Document> {
        let text = std::fs::read_to_string(path)?;
        Ok(ibid::Document { id: path.to_owned(), text, ..ibid::Document::default() })
    };
    let query = read(query)?;
    let mut report = Report { schema_version: 1, ..Report::default() };
    for source in sources {
        let checked = detector.compare(&query, &read(source)?)?;
        report.passages.extend(checked.passages);
        match report.documents.first_mut() {
            Some(document) => {
                document.sources.extend(checked.document.sources);
                document.matched += checked.document.matched;
            }
            None => report.documents.push(checked.document),
        }
    }
    Ok(report)
}
