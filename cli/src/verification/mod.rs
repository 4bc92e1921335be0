//! A finished report and the documents it was made from -> what differs.
//!
//! In: a report, and a function that finds a document by its id. Out: a [`Verification`]: what was checked, what differs,
//! each difference by name, and what could not be checked. The number tells that something was changed in the report,
//! whatever it is; figures that are made again and texts at their places tell what it was.
//!
//! - `figures`: the figures and the decisions of a document, made again from the words of its passages and the ledger
//! - `places`: the texts of passages at their places
//!
//! Memory: the report, its figures once more, and the documents that it names.

mod figures;
mod places;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::rc::Rc;

use ibid::decisions::Ledger;
use ibid::report::{DocumentReport, LedgerReport, Passage, Report};
use ibid::{Document, Exclude};

use self::figures::MadeWith;
use self::places::SideText;

/// The outcome of a verification.
#[derive(Debug, Default)]
pub(crate) struct Verification {
    /// True if the content of the report belongs to its number.
    pub(crate) is_numbered: bool,
    /// The number of documents whose figures were made again.
    pub(crate) scored: u64,
    /// The number of query documents and sources whose text is the one that was checked.
    pub(crate) texts: u64,
    /// The number of passages whose text was found at its place on both sides.
    pub(crate) passages: u64,
    /// The number of lines of the ledger that were applied, if they are the same.
    pub(crate) ledger_lines: u64,
    pub(crate) differences: Vec<Difference>,
    pub(crate) unchecked: Vec<Unchecked>,
}

/// A difference between a report and what it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    /// The content of the report is not the one that its number was made of.
    Number { written: String, content: String },
    /// A figure of a document is not the one that the words of its passages give.
    Figure { document: String, figure: String, written: String, again: String },
    /// The text of a document in the report does not belong to its hash.
    ReportText { document: String },
    /// The text of a query document or of a source is not the one that was checked. `passages` are those whose text is
    /// no longer at its place.
    Text { id: String, passages: Vec<PassageName> },
    /// The title, the author or the date of a document is another one.
    About { id: String, field: &'static str, written: String, found: String },
    /// Fields of a passage do not belong to the text of the document with this id.
    Passage { document: String, passage: PassageName, id: String, fields: Vec<&'static str> },
    /// The lines of the ledger are not those that were applied.
    Ledger { path: String, written: u64, found: u64 },
    /// A line of the ledger, counted from 1, cannot be read.
    LedgerLine { path: String, line: usize, why: String },
}

/// Something that could not be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unchecked {
    /// The number: the report was made by an earlier version and has none.
    Number,
    /// The figures of a document: the report was made by an earlier version and has no word ranges.
    Figures { document: String },
    /// The text of a document that was not found.
    Text { id: String },
    /// The text that the page of a report shows.
    Page,
    /// The ledger with this path, which was not found.
    Ledger { path: String },
}

/// A passage by its finding and its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PassageName {
    pub(crate) finding: u32,
    pub(crate) source: String,
    /// Its start in code points, which names a common phrase: that has no finding.
    pub(crate) start: u32,
}

impl PassageName {
    fn of(passage: &Passage) -> PassageName {
        PassageName { finding: passage.finding, source: passage.b.clone(), start: passage.a_start }
    }
}

/// The part of a document in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Query,
    Source,
}

/// A finder of documents: returns all that have an id, as files or in an index.
pub(crate) type Find<'f> = dyn FnMut(&str, Role) -> Vec<Rc<Document>> + 'f;

/// A finder of ledgers: returns the bytes of the file with this path, if there is one.
pub(crate) type FindLedger<'f> = dyn FnMut(&str) -> Option<Vec<u8>> + 'f;

/// Compares a report with its number, with its own words and with the documents that it was made from.
///
/// # Errors
/// The filters of the report are none that this version has.
pub(crate) fn verify(
    report: &Report,
    find: &mut Find<'_>,
    find_ledger: &mut FindLedger<'_>,
) -> anyhow::Result<Verification> {
    let mut verification = Verification::default();
    verification.number(report)?;
    let mut ledger = None;
    if let Some(applied) = &report.ledger
        && let Some(as_applied) = verification.ledger(applied, find_ledger)
    {
        ledger = Some((as_applied, applied.draft_of.clone()));
    }
    let made_with = MadeWith { exclude: Exclude::of_names(&report.parameters.excluded)?, ledger };
    let mut sources = SourceTexts::default();
    for document in &report.documents {
        verification.figures(document, &made_with)?;
        verification.document(document, &mut sources, find);
    }
    verification.sources(sources);
    Ok(verification)
}

impl Verification {
    fn number(&mut self, report: &Report) -> io::Result<()> {
        let Some(written) = &report.number else {
            self.unchecked.push(Unchecked::Number);
            return Ok(());
        };
        let content = report.content_number()?;
        self.is_numbered = content == *written;
        if !self.is_numbered {
            self.differences.push(Difference::Number { written: written.clone(), content });
        }
        Ok(())
    }

    /// Compares the lines of the ledger with those that were applied, and returns these. Lines that were appended since
    /// are no difference.
    fn ledger(&mut self, applied: &LedgerReport, find: &mut FindLedger<'_>) -> Option<Ledger> {
        let path = applied.path.clone();
        let Some(file) = find(&path) else {
            self.unchecked.push(Unchecked::Ledger { path });
            return None;
        };
        let ledger = match Ledger::parse(&file) {
            Ok(ledger) => ledger,
            Err((line, why)) => {
                let why = why.to_string();
                self.differences.push(Difference::LedgerLine { path, line, why });
                return None;
            }
        };
        let found = ledger.lines().len() as u64;
        for ledger in [ledger].into_iter().chain(beginning(&file, applied.lines)) {
            if ledger.hash() == applied.hash {
                self.ledger_lines = applied.lines;
                return Some(ledger);
            }
        }
        self.differences.push(Difference::Ledger { path, written: applied.lines, found });
        None
    }

    fn figures(&mut self, document: &DocumentReport, made_with: &MadeWith) -> anyhow::Result<()> {
        if document.words.is_none() {
            self.unchecked.push(Unchecked::Figures { document: document.id.clone() });
            return Ok(());
        }
        self.scored += 1;
        self.differences.extend(figures::differences(document, made_with)?);
        Ok(())
    }

    /// Compares the text of a document with its input, and its passages with the texts of both sides.
    fn document(&mut self, document: &DocumentReport, sources: &mut SourceTexts, find: &mut Find<'_>) {
        let id = &document.id;
        let found = find(id, Role::Query);
        let input = chosen(&found, Some(&document.text_hash));
        match input {
            None => self.unchecked.push(Unchecked::Text { id: id.clone() }),
            Some((input, true)) => {
                self.texts += 1;
                let written = [&document.title, &document.author, &document.date];
                self.differences.extend(about(id, written, input));
            }
            Some((_, false)) => {
                self.differences.push(Difference::Text { id: id.clone(), passages: vec![] });
            }
        }
        let own = document.text.as_deref();
        let has_own = matches!(own, Some(text) if Report::text_hash(text) == document.text_hash);
        if own.is_some() && !has_own {
            self.differences.push(Difference::ReportText { document: id.clone() });
        }
        let text = match (own, input) {
            (Some(own), _) if has_own => Some(SideText::new(own)),
            (_, Some((input, true))) => Some(SideText::new(&input.text)),
            _ => None,
        };
        sources.find_all(document, find);
        let of_sources = sources.wrong_fields(&document.passages);
        for (passage, wrong_there) in document.passages.iter().zip(of_sources) {
            let wrong_here = places::here(passage, text.as_ref());
            if text.is_some() && wrong_here.is_empty() && wrong_there.as_ref().is_some_and(Vec::is_empty) {
                self.passages += 1;
            }
            let wrong_there = wrong_there.unwrap_or_else(|| places::there(passage, None));
            for (id, fields) in [(&passage.a, wrong_here), (&passage.b, wrong_there)] {
                if !fields.is_empty() {
                    let (document, passage) = (document.id.clone(), PassageName::of(passage));
                    self.differences.push(Difference::Passage { document, passage, id: id.clone(), fields });
                }
            }
        }
    }

    /// Adds the differences of the sources, each once.
    fn sources(&mut self, sources: SourceTexts) {
        for (id, source) in sources.by_id {
            match source.document {
                None => self.unchecked.push(Unchecked::Text { id }),
                Some(_) if source.is_same => self.texts += 1,
                Some(_) => self.differences.push(Difference::Text { id, passages: source.gone }),
            }
        }
        self.differences.extend(sources.about);
    }
}

/// Returns the ledger of the first lines of a file.
fn beginning(file: &[u8], lines: u64) -> Option<Ledger> {
    let all = file.split_inclusive(|&byte| byte == b'\n');
    let lines = all.filter(|line| !line.trim_ascii().is_empty()).take(lines as usize);
    Ledger::parse(&lines.collect::<Vec<_>>().concat()).ok()
}

/// Returns the document with this hash, else the first, and whether it is the one that was checked. A report of an
/// earlier version has no hashes of sources: then the places of the passages decide.
fn chosen<'d>(found: &'d [Rc<Document>], hash: Option<&str>) -> Option<(&'d Rc<Document>, bool)> {
    let first = found.first()?;
    let Some(hash) = hash else { return Some((first, true)) };
    for document in found {
        if Report::text_hash(&document.text) == hash {
            return Some((document, true));
        }
    }
    Some((first, false))
}

/// Returns the differences of title, author and date. A date that the file does not have may come from its name.
fn about(id: &str, written: [&Option<String>; 3], found: &Document) -> Vec<Difference> {
    let meta = &found.meta;
    let fields = [("title", &meta.title), ("author", &meta.author), ("date", &meta.date)];
    let mut differences = vec![];
    for ((field, found), written) in fields.into_iter().zip(written) {
        if found != written && (field != "date" || found.is_some()) {
            differences.push(Difference::About {
                id: id.to_owned(),
                field,
                written: written.clone().unwrap_or_default(),
                found: found.clone().unwrap_or_default(),
            });
        }
    }
    differences
}

/// The sources of a report.
#[derive(Default)]
struct SourceTexts {
    by_id: BTreeMap<String, SourceText>,
    about: Vec<Difference>,
    seen: BTreeSet<String>,
}

struct SourceText {
    document: Option<Rc<Document>>,
    /// True if it is the text that was checked.
    is_same: bool,
    /// The passages whose text is not at its place in a text that has changed.
    gone: Vec<PassageName>,
}

impl SourceTexts {
    /// Finds the sources of a document.
    fn find_all(&mut self, document: &DocumentReport, find: &mut Find<'_>) {
        for source in document.sources.iter().chain(&document.other_sources) {
            if !self.seen.insert(source.id.clone()) {
                continue;
            }
            let found = find(&source.id, Role::Source);
            let mut text = SourceText { document: None, is_same: false, gone: vec![] };
            if let Some((document, is_same)) = chosen(&found, source.text_hash.as_deref()) {
                if is_same {
                    let written = [&source.title, &source.author, &source.date];
                    self.about.extend(about(&source.id, written, document));
                }
                (text.document, text.is_same) = (Some(Rc::clone(document)), is_same);
            }
            self.by_id.insert(source.id.clone(), text);
        }
    }

    /// Returns, for each of some passages, the fields that do not belong to its source; none if the source was not found
    /// or has changed. Of one that has changed, the passages that are no longer at their place are remembered.
    fn wrong_fields(&mut self, passages: &[Passage]) -> Vec<Option<Vec<&'static str>>> {
        let mut of_source: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, passage) in passages.iter().enumerate() {
            of_source.entry(&passage.b).or_default().push(at);
        }
        let mut fields = vec![None; passages.len()];
        for (id, places) in of_source {
            let Some(source) = self.by_id.get_mut(id) else { continue };
            let Some(document) = &source.document else { continue };
            let text = SideText::new(&document.text);
            for at in places {
                let passage = &passages[at];
                let wrong = places::there(passage, Some(&text));
                if source.is_same {
                    fields[at] = Some(wrong);
                } else if !wrong.is_empty() {
                    source.gone.push(PassageName::of(passage));
                }
            }
        }
        fields
    }
}

#[cfg(test)]
mod tests {
    use ibid::decisions::LedgerLine;
    use ibid::report::{Decision, Kind, PartWords, SaidPair, SourceReport};

    use super::*;

    const PAIR: &str = "0000000000000001~0000000000000002";

    fn line(by: &str, decision: Decision) -> LedgerLine {
        LedgerLine {
            v: 1,
            at: "2026-11-25T09:14:22Z".to_owned(),
            by: by.to_owned(),
            paper: "a.txt".to_owned(),
            decision: Some(decision),
            pairs: vec![PAIR.to_owned()],
            ..LedgerLine::default()
        }
    }

    fn file(lines: &[LedgerLine]) -> Vec<u8> {
        lines.iter().map(|line| line.to_json() + "\n").collect::<String>().into_bytes()
    }

    /// A report on a text of three words, all copied, to which these lines were applied.
    fn report(lines: &[LedgerLine]) -> Report {
        let text = "salt and light";
        let mut document = DocumentReport {
            id: "a.txt".to_owned(),
            total: 3,
            text_hash: Report::text_hash(text),
            text: Some(text.to_owned()),
            words: Some(PartWords::default()),
            sources: vec![SourceReport {
                id: "s.txt".to_owned(),
                text_hash: Some(Report::text_hash(text)),
                ..SourceReport::default()
            }],
            passages: vec![Passage {
                a: "a.txt".to_owned(),
                b: "s.txt".to_owned(),
                a_end: 14,
                b_end: 14,
                a_byte_end: 14,
                b_byte_end: 14,
                kind: Kind::Verbatim,
                finding: 1,
                a_words: 3,
                taken: vec![[0, 3]],
                said: vec![SaidPair { pair: PAIR.to_owned(), words: [0, 3] }],
                matched_words: 3,
                a_hash: Report::text_hash(text),
                b_hash: Report::text_hash(text),
                ..Passage::default()
            }],
            ..DocumentReport::default()
        };
        let ledger = Ledger::new(lines.to_vec());
        document.score(&Exclude::NOTHING).unwrap();
        ledger.apply(&mut document, None);
        document.score(&Exclude::NOTHING).unwrap();
        let report = Report {
            schema_version: Report::SCHEMA_VERSION,
            ledger: Some(ledger.report("d.jsonl")),
            documents: vec![document],
            ..Report::default()
        };
        let mut json = vec![];
        report.write_json(&mut json).unwrap();
        Report::read_json(&*json).unwrap()
    }

    fn verified(report: &Report, ledger: Option<Vec<u8>>) -> Verification {
        let mut find = |id: &str, _| {
            let document =
                Document { id: id.to_owned(), text: "salt and light".to_owned(), ..Document::default() };
            vec![Rc::new(document)]
        };
        verify(report, &mut find, &mut |_| ledger.clone()).unwrap()
    }

    #[test]
    fn the_ledger_is_compared_line_by_line_and_its_decisions_with_the_passages() {
        let lines = [line("Ana", Decision::Copied), line("Ben", Decision::Copied)];
        let report = report(&lines);
        let same = verified(&report, Some(file(&lines)));
        assert_eq!(same.differences, []);
        assert_eq!((same.ledger_lines, same.texts, same.passages, same.is_numbered), (2, 2, 1, true));
        // A line that came later, and lines in another order.
        let more = [&lines[..], &[line("Cai", Decision::Quotation)]].concat();
        assert_eq!(verified(&report, Some(file(&more))).differences, []);
        let [first, second] = lines.clone();
        assert_eq!(verified(&report, Some(file(&[second, first]))).differences, []);

        let other = file(&[lines[0].clone(), line("Ben", Decision::Quotation)]);
        let told = |written, found| Difference::Ledger { path: "d.jsonl".to_owned(), written, found };
        assert_eq!(verified(&report, Some(other)).differences, [told(2, 2)]);
        assert_eq!(verified(&report, Some(file(&lines[..1]))).differences, [told(2, 1)]);
        let conflict = [&b"<<<<<<< HEAD\n"[..], &file(&lines)].concat();
        let conflict = verified(&report, Some(conflict));
        assert!(matches!(conflict.differences[..], [Difference::LedgerLine { line: 1, .. }]), "{conflict:?}");
        let gone = verified(&report, None);
        assert_eq!(gone.unchecked, [Unchecked::Ledger { path: "d.jsonl".to_owned() }]);

        let mut changed = report;
        changed.documents[0].passages[0].decision.as_mut().unwrap().note = "Fine.".to_owned();
        let changed = verified(&changed, Some(file(&lines)));
        let Some(Difference::Figure { figure, .. }) = changed.differences.last() else {
            panic!("{changed:?}")
        };
        assert_eq!(figure, "passages[1, s.txt].decision.note");
    }
}
