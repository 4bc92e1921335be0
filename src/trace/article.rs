//! An article + an index -> its quotations, each compared with the wording of its source.
//!
//! A quotation is verbatim if all its words stand in a row in some document; at an ellipsis the document may go on with
//! other words. It is spliced if no document has most of it and two have it together. Otherwise it is altered, compared
//! with the document that is most like it. The article's own record is left out.

use std::cmp::Ordering;

use super::carrier::FoundCarrier;
use super::difference::{DictionaryWords, difference};
use super::limits::LIMITS;
use super::{Carriers, Tracer, Wanted, is_of_length, thousandth};
use crate::align::ExactMatch;
use crate::analyze::{Analyzed, DocumentRef};
use crate::error::Result;
use crate::interrupt;
use crate::origin::PlaceFigures;
use crate::quotation::{Quotation, QuotationKind, quotations};
use crate::report::{EarlierWording, PlaceReport, Quoted, QuotedArticle, QuotedStatus};
use crate::text::{Document, Span, WordRange};

impl Tracer<'_> {
    /// Compares each quotation of an article with its source in the index. Scare quotes and titles are skipped. So are
    /// words that nobody is said to have said, unless a document has them.
    ///
    /// # Errors
    /// [`crate::Error::Index`] if the index cannot be read.
    pub fn check_quotations(&self, article: &Document, wanted: &Wanted) -> Result<QuotedArticle> {
        let wanted = Wanted { except: Some(article.id.clone()), ..wanted.clone() };
        let figures = PlaceFigures::default();
        let (chars, places) = (figures.chars(&article.text), figures.places(&article.text, &article.origin));
        let mut checked = QuotedArticle {
            article: article.id.clone(),
            documents: u64::from(self.index.record_count()),
            ..QuotedArticle::default()
        };
        for quotation in quotations(&article.text, article.layout) {
            interrupt::check()?;
            let Some(certainty) = certainty(&quotation) else { continue };
            let text = wording(&article.text, &quotation);
            let of_quotation = Document { text: text.clone(), ..Document::default() };
            let analyzed = Analyzed::new(self.detector.analyzer(), DocumentRef::Borrowed(&of_quotation));
            match is_of_length(&analyzed) {
                None => {}
                Some(Ordering::Less) => checked.too_short += 1,
                Some(Ordering::Greater) => checked.too_long += 1,
                Some(Ordering::Equal) => {
                    let compared = self.compare(&analyzed, &wanted)?;
                    if certainty == Certainty::Perhaps && compared.status == QuotedStatus::NotFound {
                        continue;
                    }
                    let (Some(first), Some(last)) = (quotation.parts.first(), quotation.parts.last()) else {
                        continue;
                    };
                    let place = places.at(first.start);
                    checked.quotations.push(Quoted {
                        start: chars.chars(first.start),
                        end: chars.chars(last.end),
                        byte_start: first.start,
                        byte_end: last.end,
                        place: place.map(PlaceReport::from),
                        depth: quotation.depth,
                        speaker: quotation.speaker.map(|speaker| one_line(speaker.of(&article.text))),
                        text,
                        ..compared
                    });
                }
            }
        }
        Ok(checked)
    }

    /// Compares a quotation with its source. The result lacks its place in the article.
    fn compare(&self, quotation: &Analyzed<'_>, wanted: &Wanted) -> Result<Quoted> {
        let Carriers { mut found, .. } = self.carriers(quotation, wanted)?;
        found.sort_by(|x, y| x.by_date().cmp(&y.by_date()));
        let text = &quotation.document().text;
        let words = DictionaryWords::of(self.detector.analyzer(), text, Span::new(0, text.len() as u32));
        if let Some(first) = found.iter().find(|found| is_verbatim(quotation, found)) {
            let earlier = found.iter().find_map(|found| earlier_wording(found, first, &words));
            return Ok(Quoted { earlier, ..quoted(QuotedStatus::Verbatim, first, &words) });
        }
        let all = quotation.words().half_words(quotation.words().all());
        let Some((has, first)) = best(quotation, &found, &[]) else { return Ok(Quoted::default()) };
        let covered: Vec<WordRange> = first.wording.equal.iter().map(|exact| exact.in_a()).collect();
        if let Some((more, second)) = best(quotation, &found, &covered)
            && more >= LIMITS.spliced
            && (has + more) as f32 >= LIMITS.spliced_share * all as f32
        {
            // In the order in which the quotation has them.
            let mut both = [first, second];
            both.sort_by_key(|found| found.wording.equal.first().map(|exact| exact.a));
            let sources = both.map(|found| found.carrier.document.clone()).into();
            return Ok(Quoted { sources, ..quoted(QuotedStatus::Spliced, first, &words) });
        }
        Ok(quoted(QuotedStatus::Altered, first, &words))
    }
}

/// Returns the carrier with most of the quotation outside of these ranges, and how many half words it has there.
fn best<'f>(
    quotation: &Analyzed<'_>,
    found: &'f [FoundCarrier],
    covered: &[WordRange],
) -> Option<(u32, &'f FoundCarrier)> {
    let mut best: Option<(u32, u32, &FoundCarrier)> = None;
    for found in found {
        let equal = found.wording.equal.iter().map(|exact| uncovered(quotation, exact.in_a(), covered)).sum();
        let similarity = (found.carrier.similarity * 1000.0) as u32;
        // The earliest of equals.
        if best.is_none_or(|best| (equal, similarity) > (best.0, best.1)) {
            best = Some((equal, similarity, found));
        }
    }
    best.map(|(equal, _, found)| (equal, found))
}

fn quoted(status: QuotedStatus, source: &FoundCarrier, words: &DictionaryWords) -> Quoted {
    let (wording, changes) = match status {
        QuotedStatus::Verbatim => (vec![], vec![]),
        _ => difference(&source.words, words),
    };
    let similarity = source.words.similarity(words, source.words.in_order(words));
    let sources = vec![source.carrier.document.clone()];
    Quoted { status, similarity: thousandth(similarity), changes, wording, sources, ..Quoted::default() }
}

/// Returns the wording of a carrier that is surely earlier than the first one, if the quotation has another meaning.
fn earlier_wording(
    found: &FoundCarrier,
    first: &FoundCarrier,
    words: &DictionaryWords,
) -> Option<EarlierWording> {
    if !found.moment?.is_before(first.moment?) || found.carrier.similarity < LIMITS.earlier_similarity {
        return None;
    }
    let (wording, changes) = difference(&found.words, words);
    let is_turned = changes.iter().any(|change| change.kind.turns_meaning());
    is_turned.then(|| EarlierWording { document: found.carrier.document.clone(), changes, wording })
}

/// The certainty that somebody is quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    Surely,
    /// It may be a slogan or a long name, unless a document has it.
    Perhaps,
}

fn certainty(quotation: &Quotation) -> Option<Certainty> {
    match quotation.kind {
        QuotationKind::Statement => Some(Certainty::Surely),
        QuotationKind::Fragment if quotation.speaker.is_some() => Some(Certainty::Surely),
        QuotationKind::Fragment => Some(Certainty::Perhaps),
        QuotationKind::Phrase | QuotationKind::Title => None,
    }
}

/// Joins the parts of a quotation.
fn wording(text: &str, quotation: &Quotation) -> String {
    let parts: Vec<String> = quotation.parts.iter().map(|part| one_line(part.of(text))).collect();
    parts.join(" ")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Counts the half words of a range that lie in none of the others.
fn uncovered(quotation: &Analyzed<'_>, range: WordRange, others: &[WordRange]) -> u32 {
    let words = quotation.words();
    let is_free = |word: &u32| others.iter().all(|other| !other.contains(*word));
    range.numbers().filter(is_free).map(|word| words.half_words(WordRange::new(word, word + 1))).sum()
}

/// Returns whether all words of a quotation stand in a row, except where it has an ellipsis.
fn is_verbatim(quotation: &Analyzed<'_>, found: &FoundCarrier) -> bool {
    let (words, text) = (quotation.words(), &quotation.document().text);
    let (Some(first), Some(last)) = (found.wording.equal.first(), found.wording.equal.last()) else {
        return false;
    };
    let is_whole = first.a == 0 && last.in_a().end == words.len() as u32;
    let has_no_more = found.wording.words == WordRange::new(first.b, last.in_b().end);
    let follows = |two: &[ExactMatch]| {
        let (before, next) = (two[0].in_a().end, two[1].a);
        let between = || Span::new(words.span(before - 1).end, words.span(next).start).of(text);
        before == next && super::carrier::has_ellipsis(between())
    };
    is_whole && has_no_more && found.wording.equal.windows(2).all(follows)
}

#[cfg(test)]
mod tests {
    use ibid_index::MemoryIndex;

    use super::*;
    use crate::detect::{Config, Detector};
    use crate::report::ChangeKind;
    use crate::text::Metadata;

    const SOURCES: [(&str, &str, &str); 4] = [
        (
            "a",
            "2026-01-01",
            "“The ferry to Quandix island will not run before the first of March,” she said.",
        ),
        (
            "b",
            "2026-01-02",
            "The ferry to Quandix island will not run before the first of March, it was said.",
        ),
        (
            "c",
            "2026-01-03",
            "“Every miller on the Orle has sold his wheel to the museum of Brandhof,” he added.",
        ),
        ("zh", "2026-01-04", "港务局长说：“开往泉岛的渡轮在三月一日以前不会恢复通航。”"),
    ];

    fn check(article: &str) -> QuotedArticle {
        check_in(&SOURCES, article)
    }

    fn check_in(sources: &[(&str, &str, &str)], article: &str) -> QuotedArticle {
        let detector = Detector::new(Config::default()).unwrap();
        let record = |&(id, date, text): &(&str, &str, &str)| {
            let meta = Metadata { date: Some(date.into()), ..Metadata::default() };
            detector.record(&Document { id: id.into(), text: text.into(), meta, ..Document::default() })
        };
        let index = MemoryIndex::from_records(sources.iter().map(record)).unwrap();
        let article = Document { id: "article".into(), text: article.into(), ..Document::default() };
        Tracer::new(&detector, &index).check_quotations(&article, &Wanted::default()).unwrap()
    }

    fn statuses(article: &str) -> Vec<(QuotedStatus, String)> {
        let sources =
            |quoted: &Quoted| quoted.sources.iter().map(|source| &*source.id).collect::<Vec<_>>().join(" ");
        check(article).quotations.iter().map(|quoted| (quoted.status, sources(quoted))).collect()
    }

    #[test]
    fn a_wording_is_compared_with_where_it_stands() {
        use QuotedStatus::*;
        for (article, status, sources) in [
            (
                "She said: \"The ferry to Quandix island will not run before the first of March.\"",
                Verbatim,
                "a",
            ),
            (
                "\"The ferry to Quandix island,\" she said, \"will not run before the first of March.\"",
                Verbatim,
                "a",
            ),
            ("She said: \"The ferry to Quandix island … before the first of March.\"", Verbatim, "a"),
            ("She said: \"The ferry to Quandix island will run before the first of March.\"", Altered, "a"),
            ("She said: \"The ferry to Quandix island will not run before the first of May.\"", Altered, "a"),
            (
                "She said: \"The ferry to Quandix island will not run and every miller on the Orle has sold his wheel.\"",
                Spliced,
                "a c",
            ),
            (
                "She said: \"There has been no snow on the hills of Tannery since the old king died.\"",
                NotFound,
                "",
            ),
            ("港务局长说：“开往泉岛的渡轮在三月一日以前不会恢复通航。”", Verbatim, "zh"),
            ("港务局长说：「開往泉島的渡輪在三月一日以前不會恢復通航。」", Verbatim, "zh"),
            ("港务局长说：“开往泉岛的渡轮在三月一日以前会恢复通航。”", Altered, "zh"),
        ] {
            assert_eq!(statuses(article), [(status, sources.to_owned())], "{article}");
        }
    }

    #[test]
    fn what_is_cut_before_a_quotation_is_told() {
        let checked = check("She said that the ferry would \"run before the first of March\" this year.");
        let [quoted] = &*checked.quotations else { panic!("{checked:?}") };
        assert_eq!(
            (quoted.status, quoted.changes[0].kind),
            (QuotedStatus::Altered, ChangeKind::NegationLost)
        );
    }

    #[test]
    fn an_earlier_wording_of_another_meaning_is_told() {
        let article = "She said: \"The ferry to Quandix island will run before the first of March.\"";
        assert_eq!(check(article).quotations[0].earlier, None);
        let later = (
            "d",
            "2026-02-01",
            "“The ferry to Quandix island will run before the first of March,” she said.",
        );
        let checked = check_in(&[&SOURCES[..], &[later]].concat(), article);
        let [quoted] = &*checked.quotations else { panic!("{checked:?}") };
        let earlier = quoted.earlier.as_ref().unwrap();
        assert_eq!(
            (quoted.status, &*quoted.sources[0].id, &*earlier.document.id),
            (QuotedStatus::Verbatim, "d", "a")
        );
        assert_eq!(earlier.changes[0].kind, ChangeKind::NegationLost);
    }

    #[test]
    fn what_nobody_said_is_left_out() {
        assert_eq!(statuses("The so-called \"ferry question\" and the novel 《开往泉岛的渡轮》."), []);
        assert_eq!(statuses("A banner with \"long live the river and all its boats\" hung there."), []);
        let checked = check("He said \"No.\"");
        assert_eq!((checked.quotations.len(), checked.too_short), (0, 1));
    }
}
