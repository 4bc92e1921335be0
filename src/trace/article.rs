//! An article + an index -> its quotations, each compared with the wording of its source.
//!
//! A quotation is verbatim if all its words stand in a row in some document; at an ellipsis the document may go on with
//! other words. It is spliced if no document has most of it and two have it together. Otherwise it is altered, compared
//! with the document that is most like it. It is common if more documents have it than can be listed. If it has several
//! clauses, of which one stands somewhere word for word and another one nowhere, each is compared by itself. The
//! article's own record is left out.

use std::cmp::Ordering;

use super::carrier::{FoundCarrier, sort_by_date};
use super::difference::{DictionaryWords, difference};
use super::length::is_of_length;
use super::limits::LIMITS;
use super::speakers::{are_different, one_line, speaker_of};
use super::units::has_ellipsis;
use super::{Carriers, Tracer, Wanted, clauses, thousandth};
use crate::align::ExactMatch;
use crate::analyze::{Analyzed, DocumentRef};
use crate::error::Result;
use crate::interrupt;
use crate::origin::PlaceFigures;
use crate::quotation::{Quotation, QuotationKind};
use crate::report::{Change, ChangeKind, EarlierWording, PlaceReport, Quoted, QuotedArticle, QuotedStatus};
use crate::text::lookup::ends_with_any;
use crate::text::{Document, Span, WordRange};

impl Tracer<'_> {
    /// Compares each quotation of an article with its source in the index. Scare quotes and titles are skipped.
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
        for quotation in Quotation::all_of(article) {
            interrupt::check()?;
            let (Some(first), Some(last)) = (quotation.parts.first(), quotation.parts.last()) else {
                continue;
            };
            let text = wording(&article.text, &quotation);
            if is_title(&article.text, &quotation, &text) {
                continue;
            }
            let of_quotation = Document { text: text.clone(), ..Document::default() };
            let analyzed = Analyzed::new(self.detector.analyzer(), DocumentRef::Borrowed(&of_quotation));
            match is_of_length(&analyzed) {
                None => {}
                Some(Ordering::Less) => checked.too_short += u64::from(is_said(&article.text, &quotation)),
                Some(Ordering::Greater) => checked.too_long += 1,
                Some(Ordering::Equal) if !is_said(&article.text, &quotation) => checked.phrases += 1,
                Some(Ordering::Equal) => {
                    let compared = self.compare(&analyzed, &wanted)?;
                    let place = places.at(first.start);
                    let quoted = Quoted {
                        start: chars.chars(first.start),
                        end: chars.chars(last.end),
                        byte_start: first.start,
                        byte_end: last.end,
                        place: place.map(PlaceReport::from),
                        depth: quotation.depth,
                        speaker: quotation.speaker.map(|speaker| one_line(speaker.of(&article.text))),
                        text,
                        ..compared
                    };
                    checked.quotations.push(self.with_source_speaker(quoted)?);
                }
            }
        }
        Ok(checked)
    }

    /// Compares a quotation with its source, or each of its clauses with its own if one stands somewhere and another
    /// one nowhere. The result lacks its place in the article.
    fn compare(&self, quotation: &Analyzed<'_>, wanted: &Wanted) -> Result<Quoted> {
        let (whole, covered) = self.compare_whole(quotation, wanted)?;
        if !matches!(whole.status, QuotedStatus::Altered | QuotedStatus::NotFound) {
            return Ok(whole);
        }
        let spans = clauses::clauses(quotation);
        if spans.len() < 2 {
            return Ok(whole);
        }
        let mut clauses = vec![];
        for span in spans {
            interrupt::check()?;
            let document =
                Document { text: span.of(&quotation.document().text).to_owned(), ..Document::default() };
            let analyzed = Analyzed::new(self.detector.analyzer(), DocumentRef::Borrowed(&document));
            let (alone, _) = self.compare_whole(&analyzed, wanted)?;
            let words = quotation.words();
            let range = words.in_span(span);
            let missing = uncovered(quotation, range, &covered) as f32;
            let is_altered = missing < LIMITS.missing_clause * words.half_words(range) as f32;
            let clause = Quoted {
                start: quotation.chars().chars(span.start),
                end: quotation.chars().chars(span.end),
                byte_start: span.start,
                byte_end: span.end,
                text: document.text,
                ..alone
            };
            clauses.push(match clause.status {
                QuotedStatus::NotFound if is_altered => {
                    Quoted { status: QuotedStatus::Altered, sources: whole.sources.clone(), ..clause }
                }
                _ => clause,
            });
        }
        let lacks_end = clauses.first().is_some_and(is_missing) || clauses.last().is_some_and(is_missing);
        // What is missing in the middle was put into the wording of a source.
        if !clauses.iter().any(stands) || !lacks_end {
            return Ok(whole);
        }
        Ok(Quoted { status: QuotedStatus::Partial, changes: vec![], wording: vec![], clauses, ..whole })
    }

    /// Compares a quotation as a whole with its source. Returns the words of it that the source has, too.
    fn compare_whole(&self, quotation: &Analyzed<'_>, wanted: &Wanted) -> Result<(Quoted, Vec<WordRange>)> {
        let Carriers { mut found, verbatim, not_listed, .. } = self.carriers(quotation, wanted)?;
        sort_by_date(&mut found);
        let text = &quotation.document().text;
        let words = DictionaryWords::of(self.detector.analyzer(), text, Span::new(0, text.len() as u32));
        if let Some(first) = found.first()
            && not_listed > 0
        {
            return Ok((Quoted { verbatim, ..quoted(QuotedStatus::Common, first, &words) }, vec![]));
        }
        if let Some(first) = found.iter().find(|found| is_verbatim(quotation, found)) {
            let earlier = found.iter().find_map(|found| earlier_wording(found, first, &words));
            let quoted = quoted(QuotedStatus::Verbatim, first, &words);
            return Ok((Quoted { earlier, verbatim, ..quoted }, vec![]));
        }
        let all = quotation.words().half_words(quotation.words().all());
        let Some((has, first)) = best(quotation, &found, &[]) else { return Ok(Default::default()) };
        let covered: Vec<WordRange> = first.wording.equal.iter().copied().map(ExactMatch::in_a).collect();
        if let Some((more, second)) = best(quotation, &found, &covered)
            && more >= LIMITS.spliced
            && (has + more) as f32 >= LIMITS.spliced_share * all as f32
        {
            // In the order in which the quotation has them.
            let mut both = [first, second];
            both.sort_by_key(|found| found.wording.equal[0].a);
            let sources = both.map(|found| found.carrier.document.clone()).into();
            return Ok((Quoted { sources, ..quoted(QuotedStatus::Spliced, first, &words) }, covered));
        }
        Ok((Quoted { verbatim, ..quoted(QuotedStatus::Altered, first, &words) }, covered))
    }

    /// Adds the speaker that the first source names, and a change if it is another person.
    fn with_source_speaker(&self, mut quoted: Quoted) -> Result<Quoted> {
        if !matches!(quoted.status, QuotedStatus::Verbatim | QuotedStatus::Altered) {
            return Ok(quoted);
        }
        let Some(source) = quoted.sources.first() else { return Ok(quoted) };
        let Some(record) = self.index.find(&source.id)? else { return Ok(quoted) };
        let stored = self.stored(record)?;
        let wording = Span::new(source.byte_start, source.byte_end);
        quoted.source_speaker = speaker_of(&stored.document, wording);
        if let (Some(now), Some(then)) = (&quoted.speaker, &quoted.source_speaker)
            && are_different(now, then)
        {
            let change = Change { kind: ChangeKind::Speaker, gone: then.clone(), new: now.clone() };
            let at = quoted.changes.partition_point(|other| other.kind < change.kind);
            quoted.changes.insert(at, change);
        }
        Ok(quoted)
    }
}

/// Returns the carrier with most of the quotation outside of these ranges, and how many half words it has there.
fn best<'f>(
    quotation: &Analyzed<'_>,
    found: &'f [FoundCarrier],
    covered: &[WordRange],
) -> Option<(u32, &'f FoundCarrier)> {
    let mut best = None;
    let mut most = (0, 0);
    for found in found {
        let mut equal = 0;
        for exact in &found.wording.equal {
            equal += uncovered(quotation, exact.in_a(), covered);
        }
        let similarity = (found.carrier.similarity * 1000.0) as u32;
        // The earliest of equals.
        if best.is_none() || (equal, similarity) > most {
            (best, most) = (Some((equal, found)), (equal, similarity));
        }
    }
    best
}

fn quoted(status: QuotedStatus, source: &FoundCarrier, words: &DictionaryWords) -> Quoted {
    let (wording, changes) = match status {
        QuotedStatus::Verbatim | QuotedStatus::Common => (vec![], vec![]),
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
    if !changes.iter().any(|change| change.kind.turns_meaning()) {
        return None;
    }
    Some(EarlierWording { document: found.carrier.document.clone(), changes, wording })
}

/// Returns whether a quotation says more than a phrase does, or follows a colon.
fn is_said(text: &str, quotation: &Quotation) -> bool {
    let before = Span::new(0, quotation.span.start).of(text).trim_end();
    quotation.kind != QuotationKind::Phrase || before.ends_with([':', '：'])
}

/// Returns whether a quotation is the title of a work, or looks like one: all its longer words have capitals, and nobody
/// is said to have said it, or something is called so.
fn is_title(text: &str, quotation: &Quotation, wording: &str) -> bool {
    let before = Span::new(0, quotation.span.start).of(text).trim_end();
    let is_named = ends_with_any(before, &["called", "titled", "named", "dubbed"]);
    match quotation.kind {
        QuotationKind::Title => true,
        QuotationKind::Fragment => (quotation.said.is_none() || is_named) && has_capitals(wording),
        QuotationKind::Statement => is_named && has_capitals(wording),
        QuotationKind::Phrase => false,
    }
}

/// Returns whether a source has the words of a clause.
fn stands(clause: &Quoted) -> bool {
    matches!(clause.status, QuotedStatus::Verbatim | QuotedStatus::Common)
}

fn is_missing(clause: &Quoted) -> bool {
    clause.status == QuotedStatus::NotFound
}

/// Returns whether all longer words of a wording have capitals, and it does not end as sentences do.
fn has_capitals(wording: &str) -> bool {
    for word in wording.split_whitespace() {
        if word.chars().count() >= 5 && word.starts_with(char::is_lowercase) {
            return false;
        }
    }
    wording.starts_with(char::is_uppercase) && !wording.ends_with(['.', '!', '?', ','])
}

/// Joins the parts of a quotation.
fn wording(text: &str, quotation: &Quotation) -> String {
    let parts: Vec<String> = quotation.parts.iter().map(|part| one_line(part.of(text))).collect();
    parts.join(" ")
}

/// Counts the half words of a range that lie in none of the others.
fn uncovered(quotation: &Analyzed<'_>, range: WordRange, others: &[WordRange]) -> u32 {
    let mut half_words = 0;
    for word in range.numbers() {
        if !others.iter().any(|other| other.contains(word)) {
            half_words += quotation.words().half_words(WordRange::new(word, word + 1));
        }
    }
    half_words
}

/// Returns whether all words of a quotation stand in a row, except where it has an ellipsis.
fn is_verbatim(quotation: &Analyzed<'_>, found: &FoundCarrier) -> bool {
    let (words, text) = (quotation.words(), &quotation.document().text);
    let (Some(first), Some(last)) = (found.wording.equal.first(), found.wording.equal.last()) else {
        return false;
    };
    let is_whole = first.a == 0 && last.in_a().end == words.len() as u32;
    let has_no_more = found.wording.words == WordRange::new(first.b, last.in_b().end);
    if !is_whole || !has_no_more {
        return false;
    }
    for two in found.wording.equal.windows(2) {
        let (before, next) = (two[0].in_a().end, two[1].a);
        let between = Span::new(words.span(before - 1).end, words.span(next).start);
        if before != next || !has_ellipsis(between.of(text)) {
            return false;
        }
    }
    true
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
    fn what_is_no_quotation_is_left_out_and_counted() {
        let checked = check("The so-called \"ferry question\" and the novel 《开往泉岛的渡轮》.");
        assert_eq!((checked.quotations.len(), checked.phrases), (0, 1));
        assert_eq!(statuses("The choir sang \"The Long Way Home from Carrick Bridge\" twice."), []);
        let checked = check("He said \"No.\"");
        assert_eq!((checked.quotations.len(), checked.too_short), (0, 1));
    }

    #[test]
    fn a_quotation_that_no_document_has_is_listed_whoever_said_it() {
        for article in [
            "A banner with \"long live the river and all its boats\" hung there.",
            "Orla Penhale put it thus: \"long live the river and all its boats\".",
            "Orla Penhale put it thus: \"Rivers sing\".",
            "在墙上可以读到“河水长流而船只永远不停”这样的字。",
            "周白水的话是：“河水长流”。",
        ] {
            assert_eq!(statuses(article), [(QuotedStatus::NotFound, String::new())], "{article}");
        }
    }

    #[test]
    fn clauses_have_verdicts_where_one_stands_and_another_does_not() {
        use QuotedStatus::*;
        for (article, expected) in [
            (
                "She said: \"The ferry to Quandix island will not run before the first of March, and the \
                          brewers of Tannery drink nothing but old rain.\"",
                Some([Verbatim, NotFound]),
            ),
            (
                "她说：“酿酒的人从来只喝陈年的雨水，开往泉岛的渡轮在三月一日以前不会恢复通航。”",
                Some([NotFound, Verbatim]),
            ),
            (
                "She said: \"The ferry to Quandix island will not run, in this year or the next, before the first \
                          of May.\"",
                None,
            ),
        ] {
            let checked = check(article);
            let [quoted] = &*checked.quotations else { panic!("{checked:?}") };
            let clauses: Vec<QuotedStatus> = quoted.clauses.iter().map(|clause| clause.status).collect();
            match expected {
                Some(expected) => {
                    assert_eq!((quoted.status, &*clauses), (Partial, &expected[..]), "{article}")
                }
                None => assert_eq!((quoted.status, clauses), (Altered, vec![]), "{article}"),
            }
        }
    }

    #[test]
    fn a_wording_of_many_documents_is_common() {
        let texts: Vec<(String, String)> =
            (0..1_001).map(|at| (format!("{at}"), format!("Prices of the year {at}."))).collect();
        let sources: Vec<(&str, &str, &str)> =
            texts.iter().map(|(id, text)| (&**id, "2026-01-02", &**text)).collect();
        let checked = check_in(&sources, "She said: \"Prices of the year\".");
        let [quoted] = &*checked.quotations else { panic!("{checked:?}") };
        assert_eq!((quoted.status, quoted.verbatim, quoted.sources.len()), (QuotedStatus::Common, 1_001, 1));
    }

    #[test]
    fn another_speaker_is_a_change() {
        for (source, article, changed) in [
            ("said Ruth Ellering", "Jonas Brandt said: ", true),
            ("said Ruth Ellering", "Mrs. Ellering said: ", false),
            ("she said", "Jonas Brandt said: ", false),
        ] {
            let source = format!("“Every miller on the Orle has sold his wheel,” {source}.");
            let article = format!("{article}\"Every miller on the Orle has sold his wheel.\"");
            let checked = check_in(&[("a", "2026-01-01", &source)], &article);
            let [quoted] = &*checked.quotations else { panic!("{checked:?}") };
            assert_eq!(quoted.status, QuotedStatus::Verbatim);
            let kinds: Vec<ChangeKind> = quoted.changes.iter().map(|change| change.kind).collect();
            assert_eq!(kinds, if changed { vec![ChangeKind::Speaker] } else { vec![] }, "{source} {article}");
        }
    }

    #[test]
    fn a_block_of_the_file_is_a_quotation() {
        use crate::structure::{Block, BlockKind, Structure};
        let (lead, wording, name) =
            ("From a letter:", "Every miller on the Orle has sold his wheel.", "— Ada Brook");
        let text = format!("{lead}\n\n{wording}\n\n{name}\n\nSo it goes.");
        let block = |kind, text_of: &str| {
            let start = text.find(text_of).unwrap() as u32;
            Block { kind, start, end: start + text_of.len() as u32 }
        };
        let blocks = vec![
            block(BlockKind::Paragraph, lead),
            block(BlockKind::Quote, wording),
            block(BlockKind::Quote, name),
        ];
        let structure = Structure { blocks, ..Structure::default() };
        let document =
            Document { structure, layout: crate::Layout::Flowing, text: text.clone(), ..Document::default() };
        let found = Quotation::all_of(&document);
        let [quotation] = &*found else { panic!("{found:?}") };
        let parts: Vec<&str> = quotation.parts.iter().map(|part| part.of(&text)).collect();
        assert_eq!((parts, quotation.speaker.map(|name| name.of(&text))), (vec![wording], Some("Ada Brook")));
    }
}
