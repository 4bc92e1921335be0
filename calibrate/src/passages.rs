//! Edited passages in unrelated text, checked as any document is.
//!
//! Some passages of the collection are edited and put between parts of another document of it. The result keeps the id
//! of that document, so that a check leaves the document's own record out. It is checked against the index. Only
//! letters and digits count, and none that a check of the parts alone finds: the collection has these for other
//! reasons. *Recall* is the share of the planted ones that lie in a right detection. *Precision* is the share of the
//! detected ones that are planted and lie in a right detection. A detection is right if its source is the place from
//! which the passage was taken, or equally similar text (.6 or more) elsewhere. *Granularity* is the mean number of
//! right detections for a passage and a source, over pairs that have one. *Found* counts passages with any right
//! detection.

use std::collections::HashMap;

use ibid::report::Passage;
use ibid::{Checker, Document, Result};

use crate::sample::{Group, Row, Sample, Stretch, is_mostly_han};
use crate::similarity::MIN_COPY;

/// A trial that checks edited passages. Shared between threads.
pub struct PassageTrial<'t> {
    sample: &'t Sample<'t>,
    checker: &'t Checker<'t>,
}

/// The finds of the passages of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct PassagePart {
    rows: Vec<Counts>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    passages: u64,
    found: u64,
    share: f64,
    /// Letters and digits: planted ones, the ones in right detections, and the ones in wrong detections or outside
    /// passages.
    planted: u64,
    right: u64,
    wrong: u64,
    /// Right detections, and the pairs of a passage and a source that have one.
    detections: u64,
    pairs: u64,
}

/// The figures of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PassageRates {
    /// The edit.
    pub row: Row,
    /// The number of passages that could be edited so; if it is 0, the other figures mean nothing.
    pub passages: u64,
    /// The number of them that were found, whole or in part.
    pub found: u64,
    /// The mean share of words that was edited.
    pub share: f64,
    /// The recall, 0 to 1.
    pub recall: f64,
    /// The precision, 0 to 1; 1 if nothing was found.
    pub precision: f64,
    /// The granularity, at least 1; 1 if nothing was found.
    pub granularity: f64,
}

/// The part of a checked document to which a letter or digit belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// Nothing that counts: punctuation, a space, or text that the collection has anyway.
    Nothing,
    /// A stretch of unrelated text.
    Around,
    /// The passage with this number in the group.
    Planted(usize),
}

/// A document to be checked, put together from pieces.
#[derive(Debug, Default)]
struct Mixed {
    text: String,
    /// The part of each code point.
    of: Vec<Of>,
    /// The beginning of each stretch of unrelated text, in code points.
    around: Vec<usize>,
}

impl Mixed {
    fn push(&mut self, piece: &str, of: Of) {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
            self.of.extend([Of::Nothing; 2]);
        }
        if of == Of::Around {
            self.around.push(self.of.len());
        }
        self.text.push_str(piece);
        self.of.extend(piece.chars().map(|c| if c.is_alphanumeric() { of } else { Of::Nothing }));
    }
}

impl<'t> PassageTrial<'t> {
    /// Makes a trial with a checker over an index that holds the documents of the sample.
    pub fn new(sample: &'t Sample<'t>, checker: &'t Checker<'t>) -> PassageTrial<'t> {
        PassageTrial { sample, checker }
    }

    /// Runs a part of the trial: all edits of the passages of a group, below [`Sample::group_count`].
    ///
    /// # Errors
    /// [`Error::Index`](ibid::Error::Index) if the index does not answer.
    pub fn one(&self, group: usize) -> Result<PassagePart> {
        let group = &self.sample.groups[group];
        let around: Vec<String> =
            group.around.iter().map(|&stretch| joined(&self.sample.texts(stretch))).collect();
        let known = self.known(group, &around)?;
        let mut rows = vec![];
        for row in 0..self.sample.rows().len() {
            rows.push(self.check(group, &around, &known, row)?);
        }
        Ok(PassagePart { rows })
    }

    /// Returns which characters of the stretches around are found without any passage.
    fn known(&self, group: &Group, around: &[String]) -> Result<Vec<Vec<bool>>> {
        let mut mixed = Mixed::default();
        for text in around {
            mixed.push(text, Of::Around);
        }
        let mut covered = vec![false; mixed.of.len()];
        for passage in self.detections(group, &mixed.text)? {
            covered[passage.a_start as usize..passage.a_end as usize].fill(true);
        }
        let mut known = vec![];
        for (&start, text) in mixed.around.iter().zip(around) {
            known.push(covered[start..start + text.chars().count()].to_vec());
        }
        Ok(known)
    }

    fn check(&self, group: &Group, around: &[String], known: &[Vec<bool>], row: usize) -> Result<Counts> {
        let mut mixed = Mixed::default();
        let mut counts = Counts::default();
        for (number, &passage) in group.passages.iter().enumerate() {
            if let Some(text) = around.get(number) {
                mixed.push(text, Of::Around);
            }
            let Some((texts, share)) = self.sample.edited_passage(passage, row) else { continue };
            counts.passages += 1;
            counts.share += share;
            mixed.push(&joined(&texts), Of::Planted(number));
        }
        if counts.passages == 0 {
            return Ok(counts);
        }
        if let Some(text) = around.get(group.passages.len()) {
            mixed.push(text, Of::Around);
        }
        for (&start, known) in mixed.around.iter().zip(known) {
            for (of, &known) in mixed.of[start..].iter_mut().zip(known) {
                if known {
                    *of = Of::Nothing;
                }
            }
        }
        let found = self.detections(group, &mixed.text)?;
        self.count(group, &mixed, &found, &mut counts);
        Ok(counts)
    }

    /// Returns the passages that a check finds in a text, without common phrases.
    fn detections(&self, group: &Group, text: &str) -> Result<Vec<Passage>> {
        if text.is_empty() {
            return Ok(vec![]);
        }
        let id = match group.around.first() {
            Some(stretch) => self.sample.sources[stretch.source].document().id.clone(),
            // No document that was read from a file or a record has an id with this character.
            None => "\u{0}".to_owned(),
        };
        let document = Document { id, text: text.to_owned(), ..Document::default() };
        let mut passages = self.checker.check(&document)?.passages;
        passages.retain(Passage::counts);
        Ok(passages)
    }

    fn count(&self, group: &Group, mixed: &Mixed, found: &[Passage], counts: &mut Counts) {
        let mut covered = vec![0_u8; mixed.of.len()];
        let mut of_pairs: HashMap<(usize, &str), u64> = HashMap::new();
        let mut is_found = vec![false; group.passages.len()];
        for detection in found {
            let range = detection.a_start as usize..(detection.a_end as usize).min(mixed.of.len());
            let mut last = None;
            for at in range {
                let Of::Planted(number) = mixed.of[at] else {
                    covered[at] |= WRONG;
                    continue;
                };
                let right = match last {
                    Some((same, right)) if same == number => right,
                    _ => {
                        let right = self.is_right(group.passages[number], detection);
                        if right {
                            is_found[number] = true;
                            *of_pairs.entry((number, detection.b.as_str())).or_default() += 1;
                        }
                        last = Some((number, right));
                        right
                    }
                };
                covered[at] |= if right { RIGHT } else { WRONG };
            }
        }
        for (&of, &covered) in mixed.of.iter().zip(&covered) {
            counts.planted += u64::from(matches!(of, Of::Planted(_)));
            counts.right += u64::from(of != Of::Nothing && covered & RIGHT != 0);
            counts.wrong += u64::from(of != Of::Nothing && covered == WRONG);
        }
        for &found in &is_found {
            counts.found += u64::from(found);
        }
        counts.pairs += of_pairs.len() as u64;
        counts.detections += of_pairs.values().sum::<u64>();
    }

    /// Returns whether the source of a detection is the origin of a passage, or nearly the same text.
    fn is_right(&self, passage: Stretch, detection: &Passage) -> bool {
        let source = &self.sample.sources[passage.source];
        let origin = source.original(passage.first, passage.end);
        let is_origin = detection.b == source.document().id
            && detection.b_byte_start < origin.end
            && origin.start < detection.b_byte_end;
        is_origin || detection.similarity >= MIN_COPY
    }

    /// Adds up the parts, which stand in the order of their groups.
    pub fn table(&self, parts: &[PassagePart]) -> Vec<PassageRates> {
        let mut table = vec![];
        for (place, &row) in self.sample.rows().iter().enumerate() {
            let mut sum = Counts::default();
            for part in parts {
                sum.add(&part.rows[place]);
            }
            table.push(PassageRates {
                row,
                passages: sum.passages,
                found: sum.found,
                share: sum.share / sum.passages.max(1) as f64,
                recall: share(sum.right, sum.planted, 0.0),
                precision: share(sum.right, sum.right + sum.wrong, 1.0),
                granularity: share(sum.detections, sum.pairs, 1.0),
            });
        }
        table
    }
}

/// Returns the share of a part in all, or `none` if there is nothing.
fn share(part: u64, all: u64, none: f64) -> f64 {
    if all == 0 { none } else { part as f64 / all as f64 }
}

const RIGHT: u8 = 1;
const WRONG: u8 = 2;

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.passages += other.passages;
        self.found += other.found;
        self.share += other.share;
        self.planted += other.planted;
        self.right += other.right;
        self.wrong += other.wrong;
        self.detections += other.detections;
        self.pairs += other.pairs;
    }
}

/// Joins sentences into a paragraph.
fn joined(sentences: &[String]) -> String {
    let separator = if is_mostly_han(&sentences.concat()) { "" } else { " " };
    sentences.join(separator)
}

#[cfg(test)]
mod tests {
    use ibid::{Config, Detector, Sources};

    use super::*;
    use crate::edits::{Edit, Synonyms};
    use crate::sample::tests::{index, plan, sources};

    fn table(documents: usize, edits: &[Edit]) -> Vec<PassageRates> {
        let detector = Detector::new(Config::default()).unwrap();
        let index = index(&detector, &sources(documents));
        let sample = Sample::new(sources(documents), &plan(edits), Synonyms::built_in());
        let checker = detector.checker(Sources::of_index(&index)).unwrap();
        let trial = PassageTrial::new(&sample, &checker);
        let parts: Vec<PassagePart> =
            (0..sample.group_count()).map(|group| trial.one(group).unwrap()).collect();
        trial.table(&parts)
    }

    #[test]
    fn passages_are_found_where_they_were_planted() {
        for documents in [1, 3, 12] {
            let table = table(documents, &[Edit::ZeroWidth, Edit::Traditional]);
            let plain = table[0];
            // The sentences of these documents are so much alike that one passage may be taken for another.
            assert!(plain.passages == 6 && plain.found >= 5, "{documents}: {plain:?}");
            assert!(plain.recall > 0.8 && plain.precision > 0.8, "{documents}: {plain:?}");
            for row in &table[1..4] {
                let same = PassageRates { row: row.row, share: row.share, ..plain };
                assert_eq!(*row, same, "what is undone before comparing changes nothing");
            }
            assert_eq!(table[4].passages, 0, "English has no traditional characters");
        }
    }

    #[test]
    fn each_letter_counts_once() {
        let sample = Sample::new(sources(3), &plan(&[]), Synonyms::built_in());
        let detector = Detector::new(Config::default()).unwrap();
        let index = index(&detector, &[]);
        let checker = detector.checker(Sources::of_index(&index)).unwrap();
        let trial = PassageTrial::new(&sample, &checker);
        let group = &sample.groups[0];
        let mut mixed = Mixed::default();
        mixed.push("Around it.", Of::Around);
        mixed.push("Planted.", Of::Planted(0));
        let source = sample.sources[group.passages[0].source].document().id.clone();
        let origin =
            sample.sources[group.passages[0].source].original(group.passages[0].first, group.passages[0].end);
        let document = sample.sources[0].document();
        let base = detector.compare(document, document).unwrap().documents.remove(0).passages.remove(0);
        let found = |range: (u32, u32), b_byte_start: u32, similarity: f64| Passage {
            a_start: range.0,
            a_end: range.1,
            b: source.clone(),
            b_byte_start,
            b_byte_end: b_byte_start + 5,
            similarity,
            ..base.clone()
        };
        let detections = [
            found((7, 17), origin.start, 0.1),  // "it. Plant": two letters too many
            found((15, 20), origin.start, 0.1), // "anted": a second part
            found((12, 14), origin.end, 0.1),   // elsewhere, but found rightly by the first
            found((0, 3), origin.end, 0.9),     // similar, but not of the passage
        ];
        let mut counts = Counts::default();
        trial.count(group, &mixed, &detections, &mut counts);
        assert_eq!((counts.planted, counts.right, counts.wrong), (7, 7, 2 + 3));
        assert_eq!((counts.found, counts.detections, counts.pairs), (1, 2, 1));
    }
}
