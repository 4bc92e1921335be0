//! A finished report and the documents it was made from -> what differs.
//!
//! In: a report, and a function that finds a document by its id. Out: a [`Verification`]: what was checked, what differs,
//! each difference by name, and what could not be checked. The number tells that something was changed in the report,
//! whatever it is; figures that are made again and texts at their places tell what it was.
//!
//! - `figures`: the figures of a document, made again from the words of its passages
//! - `places`: the texts of passages at their places
//!
//! Memory: the report, its figures once more, and the documents that it names.

mod figures;
mod places;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::rc::Rc;

use ibid::report::{DocumentReport, Passage, Report, text_hash};
use ibid::{Document, Exclude};

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
    /// The ledger with this path.
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

/// Compares a report with its number, with its own words and with the documents that it was made from.
///
/// # Errors
/// The filters of the report are none that this version has.
pub(crate) fn verify(report: &Report, find: &mut Find<'_>) -> anyhow::Result<Verification> {
    let mut verification = Verification::default();
    verification.number(report)?;
    if let Some(ledger) = &report.ledger {
        verification.unchecked.push(Unchecked::Ledger { path: ledger.path.clone() });
    }
    let exclude = Exclude::of_names(&report.parameters.excluded)?;
    let mut sources = SourceTexts::default();
    for document in &report.documents {
        verification.figures(document, &exclude)?;
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

    fn figures(&mut self, document: &DocumentReport, exclude: &Exclude) -> anyhow::Result<()> {
        if document.words.is_none() {
            self.unchecked.push(Unchecked::Figures { document: document.id.clone() });
            return Ok(());
        }
        self.scored += 1;
        self.differences.extend(figures::differences(document, exclude)?);
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
        let has_own = own.is_some_and(|text| text_hash(text) == document.text_hash);
        if own.is_some() && !has_own {
            self.differences.push(Difference::ReportText { document: id.clone() });
        }
        let input = input.and_then(|(input, is_same)| is_same.then_some(&*input.text));
        let text = own.filter(|_| has_own).or(input).map(SideText::new);
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

/// Returns the document with this hash, else the first, and whether it is the one that was checked. A report of an
/// earlier version has no hashes of sources: then the places of the passages decide.
fn chosen<'d>(found: &'d [Rc<Document>], hash: Option<&str>) -> Option<(&'d Rc<Document>, bool)> {
    let same = found.iter().find(|document| hash.is_none_or(|hash| text_hash(&document.text) == hash));
    same.map(|document| (document, true)).or_else(|| Some((found.first()?, false)))
}

/// Returns the differences of title, author and date. A date that the file does not have may come from its name.
fn about(id: &str, written: [&Option<String>; 3], found: &Document) -> Vec<Difference> {
    let meta = &found.meta;
    let fields = [("title", &meta.title), ("author", &meta.author), ("date", &meta.date)];
    let differs = |(field, found): &(&str, &Option<String>), written: &Option<String>| {
        *found != written && (*field != "date" || found.is_some())
    };
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let pairs = fields.into_iter().zip(written).filter(|(found, written)| differs(found, written));
    pairs
        .map(|((field, found), written)| Difference::About {
            id: id.to_owned(),
            field,
            written: text(written),
            found: text(found),
        })
        .collect()
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
            let chosen = chosen(&found, source.text_hash.as_deref());
            let is_same = chosen.is_some_and(|(_, is_same)| is_same);
            if let Some((document, true)) = chosen {
                let written = [&source.title, &source.author, &source.date];
                self.about.extend(about(&source.id, written, document));
            }
            let document = chosen.map(|(document, _)| Rc::clone(document));
            self.by_id.insert(source.id.clone(), SourceText { document, is_same, gone: vec![] });
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
