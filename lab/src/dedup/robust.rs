//! The robustness that Li, Mao and Chen (2013) measure: the share of recognized copies with 1 to 20 % of the text added
//! or deleted, or with their sentences reordered; and the number of different documents that are taken for copies.
//!
//! In: documents with their ids, and methods. Out: counts by change and method. Each document is changed by dice of its
//! own, which its id and the seed decide, so that the other documents play no part but for the added words. Each copy
//! is compared with its original alone. `O(n)` for n bytes of text, some eighty times over.

use xxhash_rust::xxh3::xxh3_64;

use ibid::Result;
use ibid_calibrate::edits::Dice;

use super::changes::{Change, Changer, Kind};
use super::copies::{Contender, Kept};
use super::shingles::{Shingles, jaccard};

/// The rates of the changes, in hundredths of the text.
const RATES: std::ops::RangeInclusive<u32> = 1..=20;
/// The least share of common sequences of five letters; documents with less are different, whoever takes them for
/// copies.
const DIFFERENT: f64 = 0.5;

/// Returns all changes that are tried.
pub fn changes() -> Vec<Change> {
    let kinds = [Kind::Added, Kind::Deleted, Kind::StretchAdded, Kind::StretchDeleted];
    let change = |kind: Kind| RATES.map(move |rate| Change { kind, rate: f64::from(rate) / 100.0 });
    let reordered = Change { kind: Kind::Reordered, rate: 1.0 };
    kinds.into_iter().flat_map(change).chain([reordered]).collect()
}

/// The number of copies, and of recognized ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recognized {
    /// Copies that were made.
    pub copies: u32,
    /// Copies that were recognized.
    pub recognized: u32,
}

impl Recognized {
    /// Returns the share that was recognized, 0 to 1; 0 if there are no copies.
    pub fn share(self) -> f64 {
        f64::from(self.recognized) / f64::from(self.copies.max(1))
    }

    fn add(&mut self, other: Recognized) {
        self.copies += other.copies;
        self.recognized += other.recognized;
    }
}

/// Counts by change, then by method.
pub type Counts = Vec<Vec<Recognized>>;

/// Adds up counts of the same changes and methods.
pub fn add(sum: &mut Counts, other: &Counts) {
    if sum.is_empty() {
        sum.clone_from(other);
        return;
    }
    for (sum, other) in sum.iter_mut().flatten().zip(other.iter().flatten()) {
        sum.add(*other);
    }
}

/// A document with what each method keeps of it.
#[derive(Clone, Debug)]
pub struct Original<'t> {
    /// The document's id, which decides how it is changed.
    pub id: &'t str,
    /// The part that each method keeps.
    pub kept: Vec<Option<Kept>>,
}

/// Makes the original of this id and text.
pub fn original<'t>(id: &'t str, text: &str, contenders: &[Contender]) -> Original<'t> {
    let kept = contenders.iter().map(|contender| contender.method.keep(text));
    Original { id, kept: kept.collect() }
}

/// Counts the recognized copies of one document. A copy that cannot be made is not counted. If a method keeps nothing
/// of the document, it recognizes none of its copies.
///
/// # Errors
/// The same as of [`Method::are_copies`](super::copies::Method::are_copies).
pub fn recognized(
    changer: &Changer<'_>,
    number: usize,
    original: &Original<'_>,
    contenders: &[Contender],
    seed: u64,
) -> Result<Counts> {
    let mut counts = vec![];
    for change in changes() {
        let what = [xxh3_64(original.id.as_bytes()), change.kind as u64, (change.rate * 100.0) as u64];
        let copy = changer.copy(number, change, &mut Dice::new(seed, &what));
        let of_method = |(contender, kept): (&Contender, &Option<Kept>)| {
            let Some(copy) = &copy else { return Ok(Recognized::default()) };
            let is_recognized = match kept.as_ref().zip(contender.method.keep(copy)) {
                Some((kept, copy)) => contender.method.are_copies(kept, &copy)?,
                None => false,
            };
            Ok(Recognized { copies: 1, recognized: u32::from(is_recognized) })
        };
        let of_methods: Result<Vec<Recognized>> =
            contenders.iter().zip(&original.kept).map(of_method).collect();
        counts.push(of_methods?);
    }
    Ok(counts)
}

/// Documents of a collection that a method takes for copies of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// All such documents.
    pub taken: u32,
    /// Documents that share less than half of their sequences of five letters with the one they are taken for: wrong
    /// for sure. The rest are copies, new versions, or much alike.
    pub different: u32,
}

/// Counts the documents that fall into a cluster with an earlier one by this contender, whose number is `method`.
///
/// # Errors
/// The same as of [`Method::clusters`](super::copies::Method::clusters).
pub fn taken(
    contender: &Contender,
    method: usize,
    originals: &[Original<'_>],
    texts: &[&str],
    threads: usize,
) -> Result<Taken> {
    let kept: Vec<Option<&Kept>> =
        originals.iter().map(|original| original.kept.get(method).and_then(Option::as_ref)).collect();
    let letters = Shingles::of_characters(5);
    let mut taken = Taken::default();
    for (number, leader) in contender.method.clusters(&kept, threads)?.into_iter().enumerate() {
        let (Some(text), Some(other)) = (texts.get(number), texts.get(leader as usize)) else { continue };
        if leader as usize != number {
            taken.taken += 1;
            taken.different += u32::from(jaccard(&letters.set(text), &letters.set(other)) < DIFFERENT);
        }
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::super::changes::Unit;
    use super::super::copies::contenders;
    use super::*;
    use ibid::tokenize::Dictionary;

    fn texts() -> Vec<String> {
        let line =
            |n: usize| format!("Sentence {n} of the mill by the river says {} and {}.", n * n, n * 7 + 3);
        let text = |from: usize| (from..from + 40).map(line).collect::<Vec<_>>().join(" ");
        vec![text(0), text(1000), text(2000), String::new(), text(0) + " "]
    }

    #[test]
    fn small_edits_are_recognized_more_often_than_large_ones() {
        let texts = texts();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let dictionary = Dictionary::default();
        let contenders = contenders(&[], &dictionary).unwrap();
        let changer = Changer::new(Unit::Words, &dictionary, &texts);
        let ids = ["a", "b", "c", "empty", "again"];
        let originals: Vec<Original<'_>> =
            ids.iter().zip(&texts).map(|(id, text)| original(id, text, &contenders)).collect();
        let all = |seed: u64| {
            let mut sum = vec![];
            for (number, original) in originals.iter().enumerate() {
                add(&mut sum, &recognized(&changer, number, original, &contenders, seed).unwrap());
            }
            sum
        };
        let sum = all(1);
        assert_eq!(sum, all(1));
        assert_eq!((sum.len(), sum[0].len()), (81, 4));
        assert!(sum.iter().flatten().all(|one| one.copies == 4), "the empty one has no copies");
        let recognized = |changes: &[Vec<Recognized>], method: usize| -> u32 {
            changes.iter().map(|methods| methods[method].recognized).sum()
        };
        for (kind, changes) in sum[..80].chunks(20).enumerate() {
            for method in 0..4 {
                let (small, large) = (recognized(&changes[..5], method), recognized(&changes[15..], method));
                assert!(small >= large, "{method} {kind}");
            }
        }
        let reordered = sum[80].iter().map(|one| one.recognized).collect::<Vec<_>>();
        assert_eq!(reordered[0], 4, "words alone do not tell where they stand");
        assert_eq!(reordered[2], 0, "runs of words do");
        for (method, contender) in contenders.iter().enumerate() {
            let taken = taken(contender, method, &originals, &texts, 1).unwrap();
            assert!(taken.taken >= 1 && taken.different < taken.taken, "{}: {taken:?}", contender.name);
        }
    }
}
