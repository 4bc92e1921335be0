//! A quotation + an index -> its carriers, the witness, and the changes on the way.
//!
//! The steps are those of a check with another question. The quotation is analyzed. Parts of documents that have its
//! words in a row are retrieved, and parts that share keys or rare terms with it. Each part is aligned with it, word by
//! word, and carries it if enough is equal. The carriers are ordered by date, and each is compared with the one that it
//! most likely comes from.
//!
//! - `limits`: the limits of a trace, with the reason of each
//! - `wording`: the wording of a quotation in a part of a document
//! - `carrier`: the document, the form of the wording, and the text around it
//! - `units`: the words, numerals and dates in which wordings are compared
//! - `exchange`: what has changed places between two wordings
//! - `difference`: the difference between two wordings, and its subject
//! - `lineage`: order, witness and parents
//! - `clauses`: the clauses of a quotation
//! - `speakers`: who said a quotation in its source
//! - `article`: the quotations of an article, compared with their sources

mod limits;
mod wording;
mod carrier;
mod units;
mod exchange;
mod difference;
mod lineage;
mod clauses;
mod speakers;
mod article;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use ibid_index::{RecordNo, Search};
use rayon::prelude::*;

use crate::analyze::{Analyzed, DocumentRef};
use crate::date::{Moment, parse_date};
use crate::detect::Detector;
use crate::error::{Error, Result};
use crate::interrupt;
use crate::report::{CarrierDocument, Trace};
use crate::retrieve::cache::{RecordCache, record_cache};
use crate::retrieve::payload::StoredDocument;
use crate::retrieve::quoted::{self, Part};
use crate::retrieve::word_for_word::WordForWord;
use crate::text::{Document, Lang, SentenceRange, Span, WordRange};

use carrier::{FoundCarrier, Look};
use difference::DictionaryWords;
use limits::LIMITS;

/// The conditions that carriers must meet. The default has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The earliest date of carriers. It excludes carriers without a date.
    pub since: Option<Moment>,
    /// The latest date of carriers. It excludes carriers without a date.
    pub until: Option<Moment>,
    /// A text that the file, the address or the id contains, in any case.
    pub source: Option<String>,
    /// A text that the author contains, in any case.
    pub author: Option<String>,
    /// A text that the category contains, in any case.
    pub category: Option<String>,
    /// The id of a document that is excluded.
    pub except: Option<String>,
}

impl Wanted {
    /// Limits the dates of the carriers to those from `since` to `until`, each a date such as `2026-08-22`, `2026-08`
    /// or `2026`; a month or a year is meant as a whole.
    ///
    /// # Errors
    /// [`Error::Setting`] for the one that is no date, or if `until` is before `since`.
    pub fn within(self, since: Option<&str>, until: Option<&str>) -> Result<Wanted> {
        let wanted = Wanted { since: moment("since", since)?, until: moment("until", until)?, ..self };
        match (wanted.since, wanted.until, until) {
            (Some(first), Some(last), Some(until)) if last.is_before(first) => {
                let why = format!(
                    "is after {until:?}, the end of the time that is asked for: nothing can be of both"
                );
                Err(Error::Setting { setting: "since", why })
            }
            _ => Ok(wanted),
        }
    }

    fn has_time(&self, time: Option<i64>) -> bool {
        match time {
            None => self.since.is_none() && self.until.is_none(),
            Some(time) => {
                self.since.is_none_or(|since| time >= since.start)
                    && self.until.is_none_or(|until| time < until.end)
            }
        }
    }

    /// Returns whether [`has`](Wanted::has) may be false.
    fn has_conditions(&self) -> bool {
        let Wanted { source, author, category, except, .. } = self;
        [source, author, category, except].iter().any(|condition| condition.is_some())
    }

    fn has(&self, document: &CarrierDocument) -> bool {
        let origins = [document.source.as_deref(), document.url.as_deref(), Some(&*document.id)];
        has_wanted(&origins, self.source.as_deref())
            && has_wanted(&[document.author.as_deref()], self.author.as_deref())
            && has_wanted(&[document.category.as_deref()], self.category.as_deref())
            && self.except.as_ref() != Some(&document.id)
    }
}

/// Returns whether a field contains a wanted text, in any case. Every field has it if none is wanted.
fn has_wanted(fields: &[Option<&str>], wanted: Option<&str>) -> bool {
    let Some(wanted) = wanted else { return true };
    let wanted = wanted.to_lowercase();
    fields.iter().flatten().any(|field| field.to_lowercase().contains(&wanted))
}

/// Parses the date that a setting has.
fn moment(setting: &'static str, text: Option<&str>) -> Result<Option<Moment>> {
    let Some(text) = text else { return Ok(None) };
    let moment = parse_date(text).and_then(|date| Moment::of_iso(&date));
    let wrong = || {
        let why =
            format!("must be a date such as 2026, 2026-08, 2026-08-22 or 2026-08-22T15:00Z, got {text:?}");
        Error::Setting { setting, why }
    };
    moment.map(Some).ok_or_else(wrong)
}

/// A tracer of quotations in one snapshot of an index, shared between threads.
///
/// ```
/// use ibid::trace::{Tracer, Wanted};
/// use ibid::{Config, Detector, Document, Metadata};
/// use ibid_index::MemoryIndex;
///
/// let detector = Detector::new(Config::default())?;
/// let document = |id: &str, date: &str, text: &str| Document {
///     id: id.into(),
///     text: text.into(),
///     meta: Metadata { date: Some(date.into()), ..Metadata::default() },
///     ..Document::default()
/// };
/// let index = MemoryIndex::from_records([
///     detector.record(&document("late", "2026-03-02", "He said the harbor will be closed by winter.")),
///     detector.record(&document("early", "2026-03-01", "“The harbor will not be closed by winter,” she said.")),
/// ])?;
/// let trace = Tracer::new(&detector, &index).trace("the harbor will not be closed by winter", &Wanted::default())?;
/// assert_eq!(trace.witness.carrier, Some(1));
/// assert_eq!((&*trace.carriers[0].document.id, &*trace.carriers[1].document.id), ("early", "late"));
/// assert_eq!(trace.carriers[1].changes[0].gone, "not");
/// # Ok::<(), ibid::Error>(())
/// ```
pub struct Tracer<'i> {
    detector: &'i Detector,
    index: &'i dyn Search,
    word_for_word: WordForWord<'i>,
    /// A cache of stored documents.
    documents: RecordCache<RecordNo, StoredDocument>,
    /// A cache of analyzed parts of documents, by their sentences.
    parts: RecordCache<(RecordNo, SentenceRange), Analyzed<'static>>,
}

impl<'i> Tracer<'i> {
    /// Makes a tracer over the current records of `index`, which this detector made.
    pub fn new(detector: &'i Detector, index: &'i dyn Search) -> Tracer<'i> {
        let (documents, parts) = (record_cache(LIMITS.cached_bytes), record_cache(LIMITS.cached_words));
        let word_for_word = WordForWord::new(index, detector.analyzer());
        Tracer { detector, index, word_for_word, documents, parts }
    }

    /// Finds the carriers of a quotation: all documents that have its words in a row, and those that have it edited.
    /// Documents are searched side by side, on the threads of the rayon pool that this is called in.
    ///
    /// # Errors
    /// [`Error::Request`] for a quotation of fewer than two words (four Han characters), [`Error::LongQuotation`] for
    /// one of more than 500 (1,000); [`Error::Index`] if the index cannot be read.
    pub fn trace(&self, quote: &str, wanted: &Wanted) -> Result<Trace> {
        let document = Document { text: quote.to_owned(), ..Document::default() };
        let quotation = Analyzed::new(self.detector.analyzer(), DocumentRef::Borrowed(&document));
        expect_length(&quotation)?;
        let carriers = self.carriers(&quotation, wanted)?;
        let mut ordered = lineage::in_order(carriers.found);
        let witness = lineage::witness(&ordered);
        let words = DictionaryWords::of(self.detector.analyzer(), quote, Span::new(0, quote.len() as u32));
        lineage::add_parents(&mut ordered, &words);
        let (unit, length) = match quotation.lang() {
            Lang::Words => ("words", words.hashes.len() as u32),
            Lang::Chinese => ("characters", quotation.words().len() as u32),
        };
        Ok(Trace {
            number: 1,
            quote: quote.to_owned(),
            unit: unit.to_owned(),
            length,
            documents: u64::from(self.index.record_count()),
            witness,
            carriers: ordered.into_iter().map(|found| found.carrier).collect(),
            left: carriers.left,
            is_common: carriers.is_common,
            verbatim: carriers.verbatim,
            not_listed: carriers.not_listed,
        })
    }

    /// Finds the carriers of a quotation.
    fn carriers(&self, quotation: &Analyzed<'_>, wanted: &Wanted) -> Result<Carriers> {
        let mut parts = self.verbatim_parts(quotation, wanted)?;
        let documents = |parts: &[Part]| parts.chunk_by(|x, y| x.record == y.record).count();
        let verbatim = documents(&parts);
        let mut carriers = Carriers { verbatim: verbatim as u64, ..Carriers::default() };
        if verbatim > LIMITS.most_listed {
            self.keep_earliest(&mut parts)?;
            carriers.not_listed = (verbatim - LIMITS.most_listed) as u64;
        } else if may_be_edited(quotation) {
            let edited = quoted::find(quotation, self.index, &|time| wanted.has_time(time))?;
            (carriers.left, carriers.is_common) = (edited.left, edited.is_common);
            parts.extend(edited.best);
            // The places that have all of it stay before the others of their record.
            parts.sort_by_key(|part| part.record);
        }
        let by_record: Vec<&[Part]> = parts.chunk_by(|x, y| x.record == y.record).collect();
        let is_wanted = |document: &CarrierDocument| wanted.has(document);
        let analyzer = self.detector.analyzer();
        let current = interrupt::current();
        let look = |parts: &[Part]| carrier::find(self, quotation, analyzer, parts, &is_wanted);
        let looks: Vec<Result<Option<Look>>> =
            by_record.into_par_iter().map(|parts| interrupt::with(current.clone(), || look(parts))).collect();
        interrupt::check()?;
        let looks = looks.into_iter().filter_map(Result::transpose).collect::<Result<Vec<_>>>()?;
        carriers.found = without_set_phrases(looks);
        Ok(carriers)
    }

    /// Finds the parts of documents that have a quotation word for word.
    fn verbatim_parts(&self, quotation: &Analyzed<'_>, wanted: &Wanted) -> Result<Vec<Part>> {
        let has_conditions = wanted.has_conditions();
        let is_wanted = |record: RecordNo| {
            Ok(wanted.has_time(self.index.time(record)?)
                && (!has_conditions || wanted.has(&carrier::about(&self.stored(record)?.document))))
        };
        self.word_for_word.find(quotation, &is_wanted)
    }

    /// Keeps the parts of the earliest documents, as many as are listed; of equals, those with the smallest ids.
    fn keep_earliest(&self, parts: &mut Vec<Part>) -> Result<()> {
        let mut records = vec![];
        for same in parts.chunk_by(|x, y| x.record == y.record) {
            let record = same[0].record;
            // Documents without a time come last.
            records.push((self.index.time(record)?.unwrap_or(i64::MAX), self.index.id(record)?, record));
        }
        records.sort_unstable();
        let mut kept: Vec<RecordNo> =
            records.into_iter().take(LIMITS.most_listed).map(|(_, _, record)| record).collect();
        kept.sort_unstable();
        parts.retain(|part| kept.binary_search(&part.record).is_ok());
        Ok(())
    }

    /// Returns a stored document. A cache keeps those read lately: a book takes some milliseconds to unpack, and many
    /// quotations share something with it.
    fn stored(&self, record: RecordNo) -> Result<Arc<StoredDocument>> {
        self.documents
            .get_or_insert_with(&record, || Ok(Arc::new(StoredDocument::read(self.index.payload(record)?)?)))
    }

    /// Returns an analyzed part of a record. A cache keeps it: the quotations of an article are searched for in the
    /// same parts repeatedly.
    fn analyzed(&self, part: &Part, document: impl FnOnce() -> Document) -> Result<Arc<Analyzed<'static>>> {
        self.parts.get_or_insert_with(&(part.record, part.sentences), || {
            let document = DocumentRef::Shared(Arc::new(document()));
            Ok(Arc::new(Analyzed::new(self.detector.analyzer(), document)))
        })
    }
}

/// The carriers of a quotation, in no order.
#[derive(Default)]
struct Carriers {
    found: Vec<FoundCarrier>,
    /// The number of documents that have it word for word.
    verbatim: u64,
    /// The number of these that were counted and not looked at.
    not_listed: u64,
    /// The number of parts left out although they share much of it.
    left: u64,
    /// True if its words are too common for edited wordings to be looked for.
    is_common: bool,
}

/// Returns whether edited wordings of a quotation are worth looking for.
fn may_be_edited(quotation: &Analyzed<'_>) -> bool {
    let words = quotation.words();
    quotation.lang() == Lang::Chinese || words.half_words(words.all()) >= LIMITS.least_edited_words
}

/// Keeps the carriers that have enough of the quotation, given how many documents have the same most telling words.
fn without_set_phrases(looks: Vec<Look>) -> Vec<FoundCarrier> {
    let mut alike: HashMap<WordRange, u32> = HashMap::new();
    for look in &looks {
        *alike.entry(look.telling).or_default() += 1;
    }
    let has_enough = |look: Look| look.found.filter(|found| found.wording.is_enough(alike[&look.telling]));
    looks.into_iter().filter_map(has_enough).collect()
}

/// Compares the length of a quotation with the limits: equal if it can be traced; `None` if it has no words.
fn is_of_length(quotation: &Analyzed<'_>) -> Option<Ordering> {
    let words = quotation.words();
    let half_words = words.half_words(words.all());
    let least = match quotation.lang() {
        Lang::Words => LIMITS.least_of_words,
        Lang::Chinese => LIMITS.least_of_han,
    };
    match half_words {
        0 => None,
        _ if half_words < least => Some(Ordering::Less),
        _ if half_words > LIMITS.most => Some(Ordering::Greater),
        _ => Some(Ordering::Equal),
    }
}

/// Returns an error for a quotation that is too short to be told from chance, or too long to be one.
fn expect_length(quotation: &Analyzed<'_>) -> Result<()> {
    let words = quotation.words();
    let (in_units, unit, least): (fn(u32) -> u32, _, _) = match quotation.lang() {
        Lang::Words => (|half_words| half_words.div_ceil(2), "word", LIMITS.least_of_words),
        Lang::Chinese => (|half_words| half_words, "character", LIMITS.least_of_han),
    };
    let [length, least, most] = [words.half_words(words.all()), least, LIMITS.most].map(in_units);
    let s = if length == 1 { "" } else { "s" };
    Err(match is_of_length(quotation) {
        Some(Ordering::Equal) => return Ok(()),
        None => Error::Request("the quotation has no words".to_owned()),
        Some(Ordering::Less) => Error::Request(format!(
            "the quotation has {length} {unit}{s}, which many texts have by chance: give at least {least}"
        )),
        Some(Ordering::Greater) => {
            Error::LongQuotation(format!("the quotation has {length} {unit}s, and at most {most} are traced"))
        }
    })
}

/// Rounds a share to whole thousandths, as it is reported.
fn thousandths(share: f64) -> u32 {
    (share * 1000.0).round() as u32
}

fn of_thousandths(thousandths: u32) -> f64 {
    f64::from(thousandths) / 1000.0
}

/// Rounds a share to three digits.
fn thousandth(share: f64) -> f64 {
    of_thousandths(thousandths(share))
}

#[cfg(test)]
mod tests {
    use ibid_index::MemoryIndex;

    use super::*;
    use crate::detect::Config;
    use crate::report::{ChangeKind, Form, Reason};
    use crate::text::Metadata;

    /// Traces a quotation in documents of these ids, dates and texts.
    fn trace_in(documents: &[(&str, &str, &str)], quote: &str, wanted: &Wanted) -> Trace {
        let detector = Detector::new(Config::default()).unwrap();
        let record = |&(id, date, text): &(&str, &str, &str)| {
            let date = (!date.is_empty()).then(|| date.to_owned());
            let meta = Metadata { date, author: Some(format!("author of {id}")), ..Metadata::default() };
            detector.record(&Document { id: id.into(), text: text.into(), meta, ..Document::default() })
        };
        let index = MemoryIndex::from_records(documents.iter().map(record)).unwrap();
        Tracer::new(&detector, &index).trace(quote, wanted).unwrap()
    }

    const QUOTE: &str = "The ferry to Quandix island will not run before the first of March";
    const ZH: &str = "开往泉岛的渡轮在三月一日以前不会恢复通航";

    /// Returns the carrier in a text that is not the first.
    fn carrier(quote: &str, text: &str) -> Option<crate::report::Carrier> {
        let source = format!("“{quote},” said the harbor master.");
        let trace = trace_in(
            &[("first", "2026-01-01", &source), ("x", "2026-01-02", text)],
            quote,
            &Wanted::default(),
        );
        trace.carriers.into_iter().find(|carrier| carrier.document.id == "x")
    }

    #[test]
    fn forms_are_told_apart() {
        for (quote, text, form) in [
            (QUOTE, "The Ferry to Quandix Island will not run before the first of March!", Form::Exact),
            (QUOTE, "The boat to Quandix island will not sail before the first of March.", Form::Edited),
            (QUOTE, "The ferry to Quandix island will not run, people say.", Form::Shortened),
            (QUOTE, "“The ferry to Quandix island … before the first of March,” he said.", Form::Elided),
            (ZH, "开往泉岛的渡轮在三月一日以前不会恢复通航。", Form::Exact),
            (ZH, "開往泉島的渡輪在三月一日以前不會恢復通航。", Form::Exact),
            (ZH, "开往泉岛的客轮在三月二日以前不会恢复通航。", Form::Edited),
            (ZH, "他说：“开往泉岛的渡轮……不会恢复通航。”", Form::Elided),
        ] {
            let found = carrier(quote, text).unwrap_or_else(|| panic!("not found: {text}"));
            assert_eq!(found.form, form, "{text}: {found:?}");
        }
    }

    /// Returns documents of other words, so many that not all are searched.
    fn many(word: &str) -> Vec<(String, String)> {
        let document = |number: u32| (format!("other{number:04}"), format!("{word}{number}."));
        (0..2_001).map(document).collect()
    }

    fn trace_among(
        others: &[(String, String)],
        documents: &[(&str, &str, &str)],
        quote: &str,
    ) -> Vec<String> {
        let others = others.iter().map(|(id, text)| (&**id, "2026-01-01", &**text));
        let all: Vec<(&str, &str, &str)> = documents.iter().copied().chain(others).collect();
        let trace = trace_in(&all, quote, &Wanted::default());
        trace.carriers.into_iter().map(|carrier| carrier.document.id).collect()
    }

    #[test]
    fn a_few_common_words_are_found_among_many_documents() {
        for (others, quote, text) in [
            (
                many("Number "),
                "Values dropped 12 pct in 1985",
                "“Values dropped 12 pct in 1985,” said the clerk.",
            ),
            (many("编号"), "属于高山区域", "人们都说那里属于高山区域，所以很冷。"),
            (many("编号"), "关键是打通大动脉", "他说：“关键不是打通大动脉。”"),
        ] {
            assert_eq!(trace_among(&others, &[("x", "2026-01-02", text)], quote), ["x"], "{quote}");
            assert_eq!(trace_among(&[], &[("x", "2026-01-02", text)], quote), ["x"], "{quote}");
        }
    }

    #[test]
    fn all_of_a_small_collection_is_looked_at() {
        let short = [("x", "2026-01-02", "人之所以，以为不可以。")];
        assert_eq!(trace_among(&[], &short, "不可以人"), [""; 0], "out of order");
        assert_eq!(trace_among(&[], &short, "以为不可以"), ["x"]);
        let dated = Wanted { since: Moment::of_iso("2026-01-03"), ..Wanted::default() };
        assert!(trace_in(&short, "以为不可以", &dated).carriers.is_empty(), "what is not wanted is not");
    }

    #[test]
    fn another_number_in_a_short_quotation_is_a_change() {
        for (quote, text) in
            [("依法查处190余人", "据了解，依法查处198余人。"), ("可节约成本约15%", "他说，可节约成本约55%。")]
        {
            assert_eq!(trace_among(&[], &[("x", "2026-01-02", text)], quote), ["x"], "{text}");
        }
    }

    #[test]
    fn a_set_phrase_of_many_documents_is_no_carrier() {
        let quote = "今年计划建造口袋公园80个";
        let with_phrase: Vec<(String, String)> =
            (0..60).map(|number| (format!("p{number}"), format!("第{number}处是“口袋公园”。"))).collect();
        let all = [("first", "2026-01-01", "市长说：“今年计划建造口袋公园80个。”")];
        assert_eq!(trace_among(&with_phrase[..1], &all, quote), ["first", "p0"], "a part of it");
        assert_eq!(trace_among(&with_phrase, &all, quote), ["first"], "what many have");
        let copies: Vec<(String, String)> =
            (0..30).map(|number| (format!("c{number}"), format!("{number}日，{quote}。"))).collect();
        assert_eq!(trace_among(&copies, &all, quote).len(), 31, "all of it, however many have it");
    }

    #[test]
    fn what_stands_around_is_told() {
        let embedded = carrier(
            QUOTE,
            "Nobody on the coast who has heard that the ferry to Quandix island will not run before the \
                                       first of March has been able to find a room for the night anywhere.",
        )
        .unwrap();
        assert!(embedded.embedded && !embedded.quoted && !embedded.indirect, "{embedded:?}");
        assert!(
            embedded.before.starts_with("Nobody on") && embedded.after.ends_with("anywhere."),
            "{embedded:?}"
        );
        let indirect = carrier(
            QUOTE,
            "The company said that the ferry to Quandix island will not run before the first of March.",
        );
        assert!(indirect.unwrap().indirect);
        let quoted =
            carrier(QUOTE, "He said: “The ferry to Quandix island will not run before the first of March.”")
                .unwrap();
        assert!(quoted.quoted && !quoted.indirect && !quoted.embedded, "{quoted:?}");
        assert!(carrier(ZH, "港务局表示，开往泉岛的渡轮在三月一日以前不会恢复通航。").unwrap().indirect);
        assert!(carrier(ZH, "開往泉島的渡輪在三月一日以前不會恢復通航。").unwrap().other_script);
    }

    #[test]
    fn other_texts_are_no_carriers() {
        for text in [
            "The ferry will run in summer. It was the last of March, and cold.",
            "A ferry was not there before the first light.",
            "Quandix island has a mill, and the mill has two doors.",
        ] {
            assert_eq!(carrier(QUOTE, text), None, "{text}");
        }
        for text in ["渡轮公司将在三月公布新的票价。", "泉岛以前没有通航。"] {
            assert_eq!(carrier(ZH, text), None, "{text}");
        }
    }

    #[test]
    fn the_earliest_is_the_witness_if_that_can_be_known() {
        let text = "He said the ferry to Quandix island will not run before the first of March. ";
        let with = |more: &str| format!("{text} {more}");
        let texts = [with("So it is."), text.replace("He", "She"), text.replace("He", "It")];
        let traced = |dates: [&str; 3]| {
            let documents =
                [("a", dates[0], &*texts[0]), ("b", dates[1], &*texts[1]), ("c", dates[2], &*texts[2])];
            trace_in(&documents, QUOTE, &Wanted::default())
        };
        let known = traced(["2026-02-03", "2026-02-02T10:00:00Z", "2026-02-02T11:00:00Z"]);
        assert_eq!((known.witness.carrier, &*known.carriers[0].document.id), (Some(1), "b"));
        let parents: Vec<Option<u32>> =
            known.carriers.iter().map(|c| c.parent.as_ref().map(|p| p.carrier)).collect();
        assert_eq!(parents, [None, Some(1), Some(1)]);
        assert_eq!(known.carriers[1].parent.as_ref().unwrap().reasons, [Reason::SameWording]);
        let tied = traced(["2026-02-03", "2026-02-02", "2026-02-02T11:00:00Z"]);
        assert_eq!((tied.witness.carrier, tied.witness.tied.join(" ")), (None, "b c".to_owned()));
        let undated = traced(["2026-02-03", "", "2026-02-02T11:00:00Z"]);
        assert_eq!((undated.witness.carrier, undated.witness.undated), (Some(1), 1));
        assert_eq!(undated.carriers[2].parent, None, "its place in the order is not known");
        assert_eq!(traced(["", "", ""]).witness, crate::report::Witness { undated: 3, ..Default::default() });
    }

    #[test]
    fn a_few_words_are_no_witness_of_the_whole() {
        let whole = format!("“{QUOTE},” he said.");
        let part = "“The ferry to Quandix island,” people say.";
        let documents = [("part", "2026-02-01", part), ("whole", "2026-02-02", &*whole)];
        let trace = trace_in(&documents, QUOTE, &Wanted::default());
        assert_eq!((trace.carriers.len(), &*trace.carriers[0].document.id), (2, "part"));
        assert_eq!(trace.witness.carrier, Some(2));
        assert_eq!(trace_in(&documents[..1], QUOTE, &Wanted::default()).witness.carrier, Some(1));
    }

    #[test]
    fn a_similar_wording_before_the_witness_stands_beside_it() {
        let edited = format!("“{},” he said.", QUOTE.replace("run", "sail"));
        let whole = format!("“{QUOTE},” he said.");
        let documents = [("edited", "2026-02-01", &*edited), ("whole", "2026-02-02", &*whole)];
        let trace = trace_in(&documents, QUOTE, &Wanted::default());
        assert_eq!((&*trace.carriers[0].document.id, trace.witness.carrier), ("edited", Some(2)));
        assert_eq!(trace.witness.similar_since, Some(1));
        assert_eq!(trace_in(&documents[1..], QUOTE, &Wanted::default()).witness.similar_since, None);
        assert_eq!(trace_in(&documents[..1], QUOTE, &Wanted::default()).witness.similar_since, None);
    }

    #[test]
    fn a_wording_that_stands_is_never_denied() {
        for (quote, text) in [
            ("oil prices will rise", "Analysts think that oil prices will rise by May."),
            ("of the", "It was the best of the mills."),
            ("not run", "The ferry will not run."),
            ("改革开放", "这是改革开放以来的事。"),
            ("不利于体育科学总体的发展", "这样做不利于体育科学总体的发展，大家都这么说。"),
            ("利于体育科学总体的发展", "这样做不利于体育科学总体的发展，大家都这么说。"),
        ] {
            for others in [vec![], many("Number "), many("编号")] {
                assert_eq!(trace_among(&others, &[("x", "2026-01-02", text)], quote), ["x"], "{quote}");
            }
        }
    }

    #[test]
    fn documents_that_are_too_many_to_list_are_counted() {
        let texts: Vec<(String, String)> = (0..1_200)
            .map(|at| (format!("{:04}", 1_200 - at), format!("Prices of the year {at}.")))
            .collect();
        let others: Vec<(&str, &str, &str)> =
            texts.iter().map(|(id, text)| (&**id, "2026-01-02", &**text)).collect();
        let all = [&others[..], &[("first", "2026-01-01", "The best of the year.")]].concat();
        let trace = trace_in(&all, "of the year", &Wanted::default());
        assert_eq!((trace.verbatim, trace.not_listed, trace.carriers.len()), (1_201, 201, 1_000));
        assert_eq!((&*trace.carriers[0].document.id, &*trace.carriers[999].document.id), ("first", "0999"));
        let author = Wanted { author: Some("of first".to_owned()), ..Wanted::default() };
        let trace = trace_in(&all, "of the year", &author);
        assert_eq!((trace.verbatim, trace.not_listed, trace.carriers.len()), (1, 0, 1), "what is wanted");
    }

    #[test]
    fn equal_sentences_are_one_carrier() {
        let text = "“The ferry to Quandix island will not run before the first of March,” he said.";
        let documents = [("b", "2026-02-02", text), ("a", "2026-02-03", text), ("c", "2026-02-01", text)];
        let trace = trace_in(&documents, QUOTE, &Wanted::default());
        let [carrier] = &*trace.carriers else { panic!("{trace:?}") };
        let reprints: Vec<&str> = carrier.reprints.iter().map(|document| &*document.id).collect();
        assert_eq!((&*carrier.document.id, reprints), ("c", vec!["b", "a"]));
    }

    #[test]
    fn a_changed_wording_is_the_parent_of_what_shares_the_change() {
        let changed = QUOTE.replace("not", "surely").replace("March", "May");
        let documents = [
            ("a", "2026-02-01", format!("“{QUOTE},” he said.")),
            ("b", "2026-02-02", format!("“{changed},” he said.")),
            ("c", "2026-02-03", format!("We read that {} this year.", changed.replace("run", "sail"))),
            ("d", "2026-02-04", format!("We read that {} this year.", QUOTE.replace("run", "sail"))),
        ];
        let documents: Vec<(&str, &str, &str)> =
            documents.iter().map(|(id, date, text)| (*id, *date, &**text)).collect();
        let trace = trace_in(&documents, QUOTE, &Wanted::default());
        let parents: Vec<u32> =
            trace.carriers[1..].iter().map(|c| c.parent.as_ref().unwrap().carrier).collect();
        assert_eq!(parents, [1, 2, 1]);
        assert!(
            trace.carriers[2].parent.as_ref().unwrap().reasons.contains(&Reason::SharedChanges { words: 2 })
        );
        let kinds: Vec<ChangeKind> = trace.carriers[1].changes.iter().map(|change| change.kind).collect();
        assert_eq!(kinds, [ChangeKind::NegationLost, ChangeKind::Date]);
    }

    #[test]
    fn filters_choose_carriers() {
        let text = |number: u32| {
            format!(
                "{number} people said the ferry to Quandix island will not run before the first of March."
            )
        };
        let texts = [text(1), text(2), text(3)];
        let documents =
            [("a", "2025-12-31", &*texts[0]), ("b", "2026-01-15", &*texts[1]), ("c", "", &*texts[2])];
        let ids = |wanted: Wanted| {
            let trace = trace_in(&documents, QUOTE, &wanted);
            trace.carriers.iter().map(|carrier| carrier.document.id.clone()).collect::<Vec<_>>().join(" ")
        };
        let moment = |date: &str| Moment::of_iso(date);
        assert_eq!(ids(Wanted::default()), "a b c");
        assert_eq!(ids(Wanted { since: moment("2026"), ..Wanted::default() }), "b");
        assert_eq!(ids(Wanted { until: moment("2025-12"), ..Wanted::default() }), "a");
        assert_eq!(ids(Wanted { until: moment("2026-01-15"), ..Wanted::default() }), "a b");
        assert_eq!(ids(Wanted { author: Some("OF B".into()), ..Wanted::default() }), "b");
        assert_eq!(ids(Wanted { source: Some("c".into()), ..Wanted::default() }), "c");
        assert_eq!(ids(Wanted { category: Some("x".into()), ..Wanted::default() }), "");
    }

    #[test]
    fn what_is_no_quotation_is_refused() {
        let detector = Detector::new(Config::default()).unwrap();
        let index = MemoryIndex::from_records([]).unwrap();
        let why = |quote: &str| {
            Tracer::new(&detector, &index).trace(quote, &Wanted::default()).unwrap_err().to_string()
        };
        assert_eq!(why(" …"), "the quotation has no words");
        assert!(why("of").contains("has 1 word, ") && why("渡轮").contains("has 2 characters"));
        assert!(why(&"mill ".repeat(10_000)).contains("10000 words, and at most 500"));
        assert!(why(&"磨".repeat(1001)).contains("1001 characters, and at most 1000"));
        for quote in ["one mill here", "of the"] {
            assert_eq!(Tracer::new(&detector, &index).trace(quote, &Wanted::default()).unwrap().carriers, []);
        }
    }
}
