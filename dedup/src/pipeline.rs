//! A pipeline of two stages (Gao and Li 2014): equal documents first, then near ones among the rest.
//!
//! In: for each document the data that the stages need ([`Item`]). Out: which documents are kept, and for each of the
//! others the one that is kept in its place, and why. Documents of one text are one for the second stage, which
//! clusters their signatures in the order of the first document of each text ([`NearMethod`]). One document of each
//! cluster is kept ([`Keep`]). `O(n)` for the first stage; 70 bytes per document beside its signature and the memory of
//! the clusters.
//!
//! Texts whose facts differ are not near ([`KeepDifferent`]): they are clustered apart, so that a text is asked about each
//! leader with its own facts. A short text is compared by its facts with all others, a long one with short ones only.
//!
//! A document without a text is a duplicate of none, nor is a document without a signature in the second stage: a text
//! that says nothing says nothing about others.

use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;

use ibid::{Document, Error, Metadata, Result};
use serde::{Deserialize, Serialize};

use crate::exact::{ExactKey, ExactKeyHash};
use crate::near::Pair;
use crate::{FactsKey, Measure, NearMethod, Signature, Similarity};

/// The data of a document that the stages need.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// The key of the text; none for a text that is empty or white space.
    pub exact: Option<ExactKey>,
    /// The signature by which near documents are found; none for a text that says nothing.
    pub signature: Option<Signature>,
    /// The facts in which a near text must not differ; none if they do not count.
    pub facts: Option<FactsKey>,
    /// The length of its text in characters.
    pub chars: u32,
    /// Its date in ISO 8601.
    pub date: Option<String>,
    /// The number of its known fields among title, author, date, address and category.
    pub known: u8,
    /// True if its text was seen before all of these documents: it is dropped, and a duplicate of none of them.
    pub seen: bool,
}

impl Item {
    /// Makes the item of a document. Without a method, the second stage skips it.
    pub fn of(document: &Document, near: Option<&dyn NearMethod>) -> Item {
        let Metadata { title, author, date, url, category, .. } = &document.meta;
        let known = [title, author, date, url, category].into_iter().flatten().count();
        let item = Item::of_category(&document.text, category.as_deref(), near);
        Item { date: date.clone(), known: known as u8, ..item }
    }

    /// Makes the item of a text of which nothing else is known.
    pub fn of_text(text: &str, near: Option<&dyn NearMethod>) -> Item {
        Item::of_category(text, None, near)
    }

    fn of_category(text: &str, category: Option<&str>, near: Option<&dyn NearMethod>) -> Item {
        let exact = if text.trim().is_empty() { None } else { Some(ExactKey::of(text)) };
        let signature = match near {
            Some(near) => near.signature(text, category),
            None => None,
        };
        let chars = text.chars().count() as u32;
        Item { exact, signature, facts: None, chars, date: None, known: 0, seen: false }
    }
}

/// The document of a cluster that is kept; among equals the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// The first.
    #[default]
    First,
    /// The one with most characters.
    Longest,
    /// The one with the latest date; one without a date only if none has one.
    Newest,
    /// The one with most known fields, then the longest.
    Best,
}

impl FromStr for Keep {
    type Err = Error;

    fn from_str(text: &str) -> Result<Keep> {
        match text {
            "first" => Ok(Keep::First),
            "longest" => Ok(Keep::Longest),
            "newest" => Ok(Keep::Newest),
            "best" => Ok(Keep::Best),
            _ => Err(Error::Request(format!(
                "what is kept must be first, longest, newest or best, got \"{text}\""
            ))),
        }
    }
}

impl Keep {
    /// Returns whether a later document is kept in place of an earlier one.
    fn prefers(self, later: &Item, earlier: &Item) -> bool {
        match self {
            Keep::First => false,
            Keep::Longest => later.chars > earlier.chars,
            Keep::Newest => later.date > earlier.date,
            Keep::Best => (later.known, later.chars) > (earlier.known, earlier.chars),
        }
    }
}

/// The fate of a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The document is kept.
    Kept,
    /// The text was seen before.
    Seen,
    /// The document has the text of another one.
    Exact {
        /// The number of the one kept.
        kept: u32,
        /// The number of the one whose text it has: the one kept, or the first of its text, which is near the one kept.
        of: u32,
    },
    /// The document is the first with its text, and in one cluster with the one kept.
    Near {
        /// The number of the one kept.
        kept: u32,
        /// The similarity of the two. They may lie farther apart than the limit if neither is the leader of the
        /// cluster.
        similarity: Similarity,
    },
}

impl Verdict {
    /// Returns the number of the document that stands for the one with this number; its own if it was seen before.
    pub fn kept(self, number: u32) -> u32 {
        match self {
            Verdict::Kept | Verdict::Seen => number,
            Verdict::Exact { kept, .. } | Verdict::Near { kept, .. } => kept,
        }
    }
}

/// Decides for each document whether it is kept. Without a method there is no second stage. The result does not depend
/// on the number of threads.
///
/// # Errors
/// [`Error::Request`] for settings of the method that are out of range.
pub fn decide(
    items: &[Item],
    near: Option<&dyn NearMethod>,
    keep: Keep,
    threads: usize,
) -> Result<Vec<Verdict>> {
    let texts = Texts::of(items);
    let clusters = texts.clusters(items, near, threads)?;
    let kept = kept(items, keep, &texts, &clusters);
    let mut pairs = vec![];
    for (number, &kept) in (0..).zip(&kept) {
        if texts.is_near(number, kept) {
            pairs.push((number, kept));
        }
    }
    let mut similarities = texts.similarity(items, near, &pairs, threads)?.into_iter();
    let mut verdicts = Vec::with_capacity(items.len());
    for ((number, item), &kept) in (0..).zip(items).zip(&kept) {
        let first = texts.first_of(number);
        verdicts.push(if item.seen {
            Verdict::Seen
        } else if number == kept {
            Verdict::Kept
        } else if texts.is_near(number, kept) {
            match similarities.next() {
                Some(similarity) => Verdict::Near { kept, similarity },
                None => Verdict::Kept,
            }
        } else if first == texts.first_of(kept) {
            Verdict::Exact { kept, of: kept }
        } else {
            Verdict::Exact { kept, of: first }
        });
    }
    Ok(verdicts)
}

/// Returns for each document the number of the one that is kept of its cluster.
fn kept(items: &[Item], keep: Keep, texts: &Texts, clusters: &[u32]) -> Vec<u32> {
    let mut best: Vec<Option<u32>> = vec![None; texts.first.len()];
    for ((item, number), &text) in items.iter().zip(0_u32..).zip(&texts.of) {
        let best = &mut best[clusters[text as usize] as usize];
        if best.is_none_or(|best| keep.prefers(item, &items[best as usize])) {
            *best = Some(number);
        }
    }
    let mut kept = Vec::with_capacity(items.len());
    for (number, &text) in (0..).zip(&texts.of) {
        kept.push(best[clusters[text as usize] as usize].unwrap_or(number));
    }
    kept
}

/// Returns the place of the leader of each signature, among those with facts that go with its own.
///
/// Texts whose facts count only beside short ones are clustered first. Then each short text is clustered with the short
/// texts and the leaders that have its facts. Such a leader joins an earlier short text if it leads no other text.
fn leaders_by_facts(
    signatures: &[&Signature],
    facts: &[Option<FactsKey>],
    near: &dyn NearMethod,
    threads: usize,
) -> Result<Vec<u32>> {
    let is_strict = |place: &u32| matches!(facts[*place as usize], Some(FactsKey { is_strict: true, .. }));
    let places = 0..signatures.len() as u32;
    let mut not_strict = vec![];
    for place in places.clone() {
        if !is_strict(&place) {
            not_strict.push(place);
        }
    }
    let mut leaders = near.clusters_of(signatures, &[not_strict], threads)?;
    let mut led = vec![0_u32; signatures.len()];
    for &leader in &leaders {
        led[leader as usize] += 1;
    }
    let mut with_facts: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for place in places {
        if leaders[place as usize] == place
            && let Some(key) = facts[place as usize]
        {
            with_facts.entry(key.hash).or_default().push(place);
        }
    }
    let mut parts: Vec<Vec<u32>> = with_facts.into_values().collect();
    parts.retain(|part| part.len() > 1 && part.iter().any(is_strict));
    let among_equals = near.clusters_of(signatures, &parts, threads)?;
    for &place in parts.iter().flatten() {
        if is_strict(&place) || led[place as usize] == 1 {
            leaders[place as usize] = among_equals[place as usize];
        }
    }
    Ok(leaders)
}

/// Returns for each document that is dropped as near the rule that says so, with its measure; none for all others.
pub fn measures(items: &[Item], near: Option<&dyn NearMethod>, verdicts: &[Verdict]) -> Vec<Option<Measure>> {
    let documents = items.iter().zip(verdicts);
    documents.map(|(item, verdict)| measure(items, near?, item, verdict)).collect()
}

/// Returns the rule by which a document is dropped as near, with its measure.
fn measure(items: &[Item], near: &dyn NearMethod, item: &Item, verdict: &Verdict) -> Option<Measure> {
    let &Verdict::Near { kept, similarity } = verdict else { return None };
    // The document that is kept may be a later one of a text whose first one has been compared.
    let kept = items[kept as usize].signature.as_ref()?;
    Some(near.measure(similarity, (item.signature.as_ref()?, kept)))
}

/// The different texts.
struct Texts {
    /// The number of each document's text.
    of: Vec<u32>,
    /// The first document of each text.
    first: Vec<u32>,
}

impl Texts {
    fn of(items: &[Item]) -> Texts {
        let mut known: HashMap<ExactKey, u32, ExactKeyHash> = HashMap::default();
        let mut texts = Texts { of: Vec::with_capacity(items.len()), first: vec![] };
        for (item, number) in items.iter().zip(0..) {
            let next = texts.first.len() as u32;
            let text = match item.exact {
                Some(key) if !item.seen => *known.entry(key).or_insert(next),
                // A text that was seen before is apart from all others.
                _ => next,
            };
            if text == next {
                texts.first.push(number);
            }
            texts.of.push(text);
        }
        texts
    }

    /// Returns the first document with the text of this one.
    fn first_of(&self, number: u32) -> u32 {
        self.first[self.of[number as usize] as usize]
    }

    /// Returns whether a document is the first with its text, and another text is kept in its place.
    fn is_near(&self, number: u32, kept: u32) -> bool {
        self.first_of(number) == number && self.first_of(kept) != number
    }

    /// Returns for each text its cluster, named by the text that leads it.
    fn clusters(&self, items: &[Item], near: Option<&dyn NearMethod>, threads: usize) -> Result<Vec<u32>> {
        let mut clusters: Vec<u32> = (0..self.first.len() as u32).collect();
        let Some(near) = near else { return Ok(clusters) };
        let (signed, signatures) = self.signatures(items);
        let facts: Vec<Option<FactsKey>> =
            signed.iter().map(|&text| items[self.first[text as usize] as usize].facts).collect();
        for (&text, leader) in signed.iter().zip(leaders_by_facts(&signatures, &facts, near, threads)?) {
            clusters[text as usize] = signed[leader as usize];
        }
        Ok(clusters)
    }

    /// Returns the texts that have a signature, in order, and the signatures.
    fn signatures<'i>(&self, items: &'i [Item]) -> (Vec<u32>, Vec<&'i Signature>) {
        let (mut signed, mut signatures) = (vec![], vec![]);
        for (text, &first) in (0..).zip(&self.first) {
            let item = &items[first as usize];
            if !item.seen
                && let Some(signature) = &item.signature
            {
                signed.push(text);
                signatures.push(signature);
            }
        }
        (signed, signatures)
    }

    /// Returns the similarity of the documents of each pair. All of them have signatures.
    fn similarity(
        &self,
        items: &[Item],
        near: Option<&dyn NearMethod>,
        pairs: &[Pair],
        threads: usize,
    ) -> Result<Vec<Similarity>> {
        let (Some(near), false) = (near, pairs.is_empty()) else { return Ok(vec![]) };
        let (signed, signatures) = self.signatures(items);
        // Only texts that have a signature are near others.
        let place = |number: u32| signed.binary_search(&self.of[number as usize]).unwrap_or(0) as u32;
        let pairs: Vec<Pair> = pairs.iter().map(|&(a, b)| (place(a), place(b))).collect();
        near.similarity(&signatures, &pairs, threads)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        Fingerprint, KeepDifferent, Rule, SimHash, SimHashSettings, linear_single_pass, near_method,
    };
    use ibid::tokenize::Dictionary;

    fn verdicts(items: &[Item], distance: u32, keep: Keep) -> Vec<Verdict> {
        let near = SimHash::new(SimHashSettings { distance, ..Default::default() }, Dictionary::default());
        let one = decide(items, Some(&near), keep, 1).unwrap();
        assert_eq!(decide(items, Some(&near), keep, 3).unwrap(), one);
        one
    }

    fn item(text: &str, print: u64) -> Item {
        Item { signature: Some(Signature::Fingerprint(Fingerprint(print))), ..Item::of_text(text, None) }
    }

    #[test]
    fn exact_first_then_near() {
        let items = [item("a", 0), item("bb", 0b11), item("a", 0), item("bb", 0b11), item("c", 0xFF)];
        let near = Verdict::Near { kept: 0, similarity: Similarity::Bits(2) };
        let exact = |kept, of| Verdict::Exact { kept, of };
        // The second "bb" has the text of the first one, not of the one kept.
        let expected = [Verdict::Kept, near, exact(0, 0), exact(0, 1), Verdict::Kept];
        assert_eq!(verdicts(&items, 3, Keep::First), expected);
        let near = Verdict::Near { kept: 1, similarity: Similarity::Bits(2) };
        let expected = [near, Verdict::Kept, exact(1, 0), exact(1, 1), Verdict::Kept];
        assert_eq!(verdicts(&items, 3, Keep::Longest), expected, "the first of the longest");
        assert_eq!(verdicts(&items, 1, Keep::First)[1], Verdict::Kept);
    }

    fn with_facts(text: &str, print: u64) -> Item {
        Item { facts: KeepDifferent::default().key(text), ..item(text, print) }
    }

    #[test]
    fn texts_with_other_facts_are_not_near() {
        let items = [
            with_facts("It fell 41 pct.", 0),
            with_facts("It fell 41.9 pct.", 1),
            // Nearer to the second, which has other facts.
            with_facts("It dropped 41%.", 3),
            with_facts("It dropped 41.9%.", 2),
            with_facts("It fell 41.9 pct.", 1),
        ];
        let near = |kept, bits| Verdict::Near { kept, similarity: Similarity::Bits(bits) };
        let exact = Verdict::Exact { kept: 1, of: 1 };
        let expected = [Verdict::Kept, Verdict::Kept, near(0, 2), near(1, 2), exact];
        assert_eq!(verdicts(&items, 3, Keep::First), expected);
        let near_method = near_method("simhash:distance=3", Dictionary::default()).unwrap();
        let found = measures(&items, Some(&*near_method), &expected);
        let bits = Measure { rule: Rule::Bits, value: 2.0, limit: 3.0 };
        assert_eq!(found, [None, None, Some(bits), Some(bits), None]);
    }

    #[test]
    fn long_texts_are_kept_apart_from_short_ones_only() {
        let long = |number: u32| format!("{}{number}", "tide ".repeat(80));
        let items = [
            with_facts(&long(1), 0),
            with_facts(&long(2), 1),
            with_facts("tide 1", 3),
            with_facts("tide 2", 2),
            with_facts(&(long(2) + "!"), 0b110_0010),
        ];
        let near = |kept, bits| Verdict::Near { kept, similarity: Similarity::Bits(bits) };
        // The second is near the first whatever its number, and leads no short text; the last is near a short text.
        let expected = [Verdict::Kept, near(0, 1), near(0, 2), Verdict::Kept, near(3, 2)];
        assert_eq!(verdicts(&items, 2, Keep::First), expected);
    }

    #[test]
    fn what_is_kept_is_asked_for() {
        let with = |text: &str, date: Option<&str>, known: u8| Item {
            date: date.map(String::from),
            known,
            ..item(text, 7)
        };
        let items = [
            with("one", None, 0),
            with("four", Some("2025"), 1),
            with("1", Some("2026-01-01"), 1),
            with("seven", None, 0),
        ];
        let kept =
            |keep: Keep| verdicts(&items, 3, keep).iter().position(|verdict| *verdict == Verdict::Kept);
        let expected = [(Keep::First, 0), (Keep::Longest, 3), (Keep::Newest, 2), (Keep::Best, 1)];
        for (keep, number) in expected {
            assert_eq!(kept(keep), Some(number), "{keep:?}");
        }
        let [one, longer] = [with("one", Some("2025"), 1), with("three", Some("2025"), 1)];
        for (keep, items, number) in [
            (Keep::Best, [&one, &longer], 1),
            (Keep::Best, [&longer, &one], 0),
            (Keep::Best, [&one, &Item { date: None, ..with("two", None, 1) }], 0),
            (Keep::Newest, [&one, &longer], 0),
        ] {
            let verdicts = verdicts(&items.map(Item::clone), 3, keep);
            assert_eq!(
                verdicts.iter().position(|v| *v == Verdict::Kept),
                Some(number),
                "{keep:?}, among equals"
            );
        }
        assert_eq!("newest".parse::<Keep>().unwrap(), Keep::Newest);
        assert!("last".parse::<Keep>().unwrap_err().to_string().contains("\"last\""));
    }

    #[test]
    fn what_was_seen_before_takes_no_part() {
        let seen = |text: &str, print: u64| Item { seen: true, ..item(text, print) };
        let items = [seen("a", 0), item("b", 1), seen("b", 1), seen("a", 0), item("c", 3), item("b", 1)];
        let near = Verdict::Near { kept: 1, similarity: Similarity::Bits(1) };
        let exact = Verdict::Exact { kept: 1, of: 1 };
        let expected = [Verdict::Seen, Verdict::Kept, Verdict::Seen, Verdict::Seen, near, exact];
        for keep in [Keep::First, Keep::Longest] {
            assert_eq!(verdicts(&items, 3, keep), expected);
        }
    }

    #[test]
    fn what_says_nothing_is_a_duplicate_of_none() {
        let stop = near_method("simhash:stop=100", Dictionary::default()).unwrap();
        let texts = ["", "", "  \n", "the of", "of the and", "的 了", "……", "…!"];
        let items: Vec<Item> = texts.iter().map(|text| Item::of_text(text, Some(&*stop))).collect();
        assert_eq!(verdicts(&items, 7, Keep::First), [Verdict::Kept; 8]);
        let twice = [item("the of", 1), item("the of", 1)].map(|item| Item { signature: None, ..item });
        assert_eq!(verdicts(&twice, 3, Keep::First)[1], Verdict::Exact { kept: 0, of: 0 }, "equal is equal");
    }

    proptest! {
        /// Compares the verdicts with those of texts compared one by one and the linear scan.
        #[test]
        fn equals_the_simple_way(
            documents in prop::collection::vec((0_u8..12, prop::sample::select(vec![0_u64, 1, 3, 15, 255, 0xF0F0])), 0..40),
            distance in 0_u32..5,
        ) {
            // A text has one fingerprint.
            let prints: Vec<u64> = (0..12).map(|text| documents.iter().find(|d| d.0 == text).map_or(0, |d| d.1)).collect();
            let texts: Vec<u8> = documents.iter().map(|document| document.0).collect();
            let items: Vec<Item> = texts.iter().map(|&t| item(&format!("text {t}"), prints[usize::from(t)])).collect();
            let mut first: Vec<u8> = vec![];
            texts.iter().for_each(|text| if !first.contains(text) { first.push(*text) });
            let distinct: Vec<Fingerprint> = first.iter().map(|&t| Fingerprint(prints[usize::from(t)])).collect();
            let clusters = linear_single_pass(&distinct, |a, b| a.within(b, distance));
            let cluster = |text: u8| clusters[first.iter().position(|&other| other == text).unwrap()].cluster;
            for (number, verdict) in verdicts(&items, distance, Keep::First).into_iter().enumerate() {
                let kept = texts.iter().position(|&other| cluster(other) == cluster(texts[number])).unwrap();
                prop_assert_eq!(verdict.kept(number as u32) as usize, kept);
                match verdict {
                    Verdict::Seen => prop_assert!(false),
                    Verdict::Kept => prop_assert_eq!(kept, number),
                    Verdict::Exact { of, .. } => {
                        prop_assert_eq!(texts[of as usize], texts[number]);
                        prop_assert_eq!(of as usize == kept, texts[kept] == texts[number]);
                        prop_assert!((of as usize) < number);
                    }
                    Verdict::Near { similarity, .. } => {
                        prop_assert!(texts[kept] != texts[number]);
                        prop_assert!(!texts[..number].contains(&texts[number]), "equal copies are exact");
                        let (a, b) = (prints[usize::from(texts[kept])], prints[usize::from(texts[number])]);
                        prop_assert_eq!(similarity, Similarity::Bits((a ^ b).count_ones()));
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_kept_is_named() {
        let named = ["first", "longest", "newest", "best"].map(|name| name.parse::<Keep>().unwrap());
        assert_eq!(named, [Keep::First, Keep::Longest, Keep::Newest, Keep::Best]);
        let refused = "shortest".parse::<Keep>().unwrap_err().to_string();
        assert!(refused.contains("\"shortest\""), "{refused}");
    }
}
