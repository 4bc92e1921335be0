//! Single-Pass clustering of term vectors: each text joins the nearest centre that is near enough, without looking at
//! all of them.
//!
//! In: vectors in the order of the documents, and the least cosine. Out: for each its cluster, exactly as by comparing
//! it with each centre. Only centres are indexed (paper 001, Cao Yujuan et al. 2009). The paper adds up the products of
//! all terms in common; here most terms are not looked at, as in all-pairs search by prefixes (Bayardo, Ma and Srikant
//! 2007; with lengths as bounds, Anastasiu and Karypis 2014): terms stand in one order in all vectors, the rarest first.
//! Two vectors can only be near enough where the rest of each, from their first term in common on, is long enough
//! for that. So a centre is listed under its first terms only, a text is looked up by its first terms only, and products
//! are added up term by term as long as what is left of both may still give enough. Terms of many texts come last; their lists are short, and
//! none has to be left out.
//!
//! A text costs `O(t + p + c)`: t terms, p entries in the lists of its first terms, c of them compared. Memory: 12 bytes
//! a term and some 20 to 60 bytes for each of the first terms of a centre.

use std::collections::HashMap;

use super::threads::on_threads;
use super::vector::{Cosine, MOST_LENGTH, Term, TermVector};
use crate::tokenize::WordHash;

/// So many texts are asked about at once before their centres are taken in: few, because the centres among them are
/// found in order, on one thread; many beside what it takes to start threads.
const BATCH: usize = 1 << 12;

/// Where a text belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The cluster's number, counted from 0 in the order of their centres.
    pub cluster: u32,
    /// How much it is like the centre.
    pub cosine: Cosine,
    /// Whether it is the centre.
    pub is_centre: bool,
}

/// Clusters of term vectors so far.
#[derive(Clone, Debug)]
pub struct CosinePass {
    centres: Centres,
    search: Search,
}

impl CosinePass {
    /// No clusters yet; texts join from this cosine on.
    pub fn new(min: Cosine) -> CosinePass {
        // Texts without anything in common are never near.
        let min = min.max(Cosine::LEAST);
        let centres = Centres { min, least: min.least_product(), ..Centres::default() };
        CosinePass { centres, search: Search::default() }
    }

    /// How many clusters there are.
    pub fn len(&self) -> usize {
        self.centres.vectors.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.centres.vectors.is_empty()
    }

    /// The next text. One without terms makes a cluster of its own.
    pub fn push(&mut self, vector: &TermVector) -> Placed {
        match self.centres.nearest(vector, &mut self.search) {
            Some(near) => near.placed(),
            None => self.centres.insert(vector),
        }
    }

    /// The next texts, on so many threads: the same as one after the other.
    pub fn push_all(&mut self, vectors: &[TermVector], threads: usize) -> Vec<Placed> {
        let mut all = Vec::with_capacity(vectors.len());
        let mut search = Search::default();
        for batch in vectors.chunks(BATCH) {
            let before = self.len() as u32;
            let old = self.ask(batch, threads);
            // The centres of this batch, which were not there to be asked.
            let mut new = self.centres.another();
            for (vector, old) in batch.iter().zip(old) {
                let of_batch = new.nearest(vector, &mut search);
                let of_batch = of_batch.map(|near| Near { number: before + near.number, ..near });
                all.push(match old.into_iter().chain(of_batch).max() {
                    Some(near) => near.placed(),
                    None => {
                        new.insert(vector);
                        self.centres.insert(vector)
                    }
                });
            }
        }
        all
    }

    /// The nearest centre of each text.
    fn ask(&self, batch: &[TermVector], threads: usize) -> Vec<Option<Near>> {
        let part = batch.len().div_ceil(threads.max(1)).max(64);
        let ask = |vectors: &[TermVector]| -> Vec<Option<Near>> {
            let mut search = Search::default();
            vectors.iter().map(|vector| self.centres.nearest(vector, &mut search)).collect()
        };
        on_threads(batch.chunks(part).map(|vectors| move || ask(vectors))).concat()
    }
}

/// A centre that is near enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Near {
    cosine: Cosine,
    number: u32,
}

impl Near {
    fn placed(self) -> Placed {
        Placed { cluster: self.number, cosine: self.cosine, is_centre: false }
    }
}

impl Ord for Near {
    /// The nearest is the greatest; of several the oldest.
    fn cmp(&self, other: &Near) -> std::cmp::Ordering {
        self.cosine.cmp(&other.cosine).then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Near) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The centres by their first terms.
#[derive(Clone, Debug, Default)]
struct Centres {
    /// From which cosine on two vectors are near enough; above 0.
    min: Cosine,
    /// The least product of two such vectors.
    least: u64,
    vectors: Vec<TermVector>,
    lists: HashMap<u64, List, WordHash>,
}

/// The centres that have a term among their first ones. Most lists are of one.
#[derive(Clone, Debug)]
struct List {
    first: Entry,
    more: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    centre: u32,
    /// That of the term in its vector.
    weight: u32,
    /// The length of its vector after this term.
    rest: u32,
}

/// What a search needs, kept for the next one.
#[derive(Clone, Debug, Default)]
struct Search {
    number: u32,
    lengths: Vec<u32>,
    /// What is known of the product with each centre.
    sums: Vec<Sum>,
    /// The centres that had enough in common at first.
    found: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    /// The search that it belongs to.
    search: u32,
    /// Whether the centre may be near enough.
    is_alive: bool,
    /// Of the terms so far.
    product: u64,
}

impl Search {
    /// Another search among so many centres.
    fn begin(&mut self, centres: usize) {
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            self.sums.clear();
            self.number = 1;
        }
        self.sums.resize(centres, Sum::default());
        self.found.clear();
    }

    /// Adds the product of a term, of this weight in the vector and with this length of the vector after it.
    fn add(&mut self, entry: &Entry, weight: u64, rest: u64, least: u64) {
        let sum = &mut self.sums[entry.centre as usize];
        let is_new = sum.search != self.number;
        if is_new {
            *sum = Sum { search: self.number, is_alive: true, product: 0 };
        }
        sum.product += weight * u64::from(entry.weight);
        // All terms in common before this one are counted, since both vectors are looked at from their first term on:
        // there is no more to the product than what the terms after this one can give.
        if sum.product + rest * u64::from(entry.rest) < least {
            sum.is_alive = false;
        } else if is_new {
            self.found.push(entry.centre);
        }
    }
}

impl Centres {
    /// Another one without centres.
    fn another(&self) -> Centres {
        Centres { min: self.min, least: self.least, ..Centres::default() }
    }

    fn insert(&mut self, vector: &TermVector) -> Placed {
        let number = self.vectors.len() as u32;
        let mut lengths = vec![];
        vector.lengths_from(&mut lengths);
        for (at, &term) in vector.terms().iter().enumerate() {
            // Invariant: what is near has its first term in common with a centre where the rest of both is long enough.
            if u64::from(lengths[at]) * MOST_LENGTH < self.least {
                break;
            }
            if term.is_alone() {
                continue;
            }
            let entry = Entry { centre: number, weight: vector.weights()[at], rest: lengths[at + 1] };
            self.lists
                .entry(key(term, vector.category))
                .and_modify(|list| list.more.push(entry))
                .or_insert(List { first: entry, more: vec![] });
        }
        self.vectors.push(vector.clone());
        Placed { cluster: number, cosine: vector.cosine(vector), is_centre: true }
    }

    fn nearest(&self, vector: &TermVector, search: &mut Search) -> Option<Near> {
        search.begin(self.vectors.len());
        vector.lengths_from(&mut search.lengths);
        for (at, (&term, &weight)) in vector.terms().iter().zip(vector.weights()).enumerate() {
            if u64::from(search.lengths[at]) * MOST_LENGTH < self.least {
                break;
            }
            if term.is_alone() {
                continue;
            }
            let Some(list) = self.lists.get(&key(term, vector.category)) else { continue };
            let rest = search.lengths[at + 1];
            for entry in std::iter::once(&list.first).chain(&list.more) {
                search.add(entry, u64::from(weight), u64::from(rest), self.least);
            }
        }
        // A key that two terms share brings what is compared in vain.
        let near = |&number: &u32| Near { cosine: vector.cosine(&self.vectors[number as usize]), number };
        let alive = search.found.iter().filter(|&&number| search.sums[number as usize].is_alive);
        alive.map(near).filter(|near| near.cosine >= self.min).max()
    }
}

/// What a term is listed under: texts of one category only.
fn key(term: Term, category: u64) -> u64 {
    term.hash() ^ category
}

/// The same by comparing each text with each centre: `O(n · clusters)`.
pub fn linear_cosine_pass(vectors: &[TermVector], min: Cosine) -> Vec<Placed> {
    let mut centres: Vec<&TermVector> = vec![];
    let place = |vector| {
        let near = |(number, centre): (usize, &&TermVector)| Near {
            cosine: centre.cosine(vector),
            number: number as u32,
        };
        let nears = centres.iter().enumerate().map(near);
        match nears.filter(|near| near.cosine >= min.max(Cosine::LEAST)).max() {
            Some(near) => near.placed(),
            None => {
                centres.push(vector);
                let cluster = centres.len() as u32 - 1;
                Placed { cluster, cosine: vector.cosine(vector), is_centre: true }
            }
        }
    };
    vectors.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All ways to the clusters.
    fn check(vectors: &[TermVector], min: Cosine) {
        let expected = linear_cosine_pass(vectors, min);
        let mut one = CosinePass::new(min);
        let one_by_one: Vec<Placed> = vectors.iter().map(|vector| one.push(vector)).collect();
        assert_eq!(one_by_one, expected, "one at a time, {min:?}");
        for threads in [1, 3] {
            let mut many = CosinePass::new(min);
            let (first, rest) = vectors.split_at(vectors.len() / 3);
            let mut placed = many.push_all(first, threads);
            placed.extend(many.push_all(rest, threads));
            assert_eq!(placed, expected, "{min:?} on {threads} threads");
            assert_eq!(many.len(), one.len());
        }
    }

    /// Vectors around some others, so that all cosines occur; few words, in some categories.
    fn vectors() -> impl Strategy<Value = Vec<TermVector>> {
        let term = (0_u64..30, 1_u64..50);
        let terms = prop::collection::btree_map(0_u64..30, 1_u64..50, 0..9);
        let edit = prop::collection::vec(term, 0..4);
        let copies = prop::collection::vec((any::<prop::sample::Index>(), edit, 0_u64..6), 1..100);
        (prop::collection::vec(terms, 1..8), copies).prop_map(|(seeds, copies)| {
            let of = |(seed, edit, category): (prop::sample::Index, Vec<(u64, u64)>, u64)| {
                let mut terms = seeds[seed.index(seeds.len())].clone();
                terms.extend(edit);
                // Rare and common words; those from 25 on have no fixed weight, so some stand below others.
                let weighed =
                    terms.into_iter().map(|(word, weight)| (Term::new(1 + word as u16 / 5, word), weight));
                TermVector::new(category / 4, weighed.collect())
            };
            copies.into_iter().map(of).collect()
        })
    }

    proptest! {
        #[test]
        fn clusters_equal_those_of_the_linear_scan(vectors in vectors(), min in 0_u32..=100) {
            check(&vectors, Cosine::new(f64::from(min) / 100.0).unwrap());
        }
    }

    fn vector(category: u64, terms: &[(u64, u64)]) -> TermVector {
        TermVector::new(category, terms.iter().map(|&(word, weight)| (Term::new(1, word), weight)).collect())
    }

    #[test]
    fn more_than_one_batch_is_clustered_alike() {
        let mut state = 1_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let vectors: Vec<TermVector> = (0..BATCH + 500)
            .map(|_| {
                let (story, shift) = (next(200), next(3));
                vector(next(2), &(0..5).map(|n| (story * 10 + n + shift, 1 + n)).collect::<Vec<_>>())
            })
            .collect();
        for min in [0.3, 0.8, 1.0] {
            check(&vectors, Cosine::new(min).unwrap());
        }
    }

    #[test]
    fn the_nearest_then_the_oldest_of_the_same_category() {
        let vectors = [
            vector(0, &[(1, 1), (2, 1)]),
            vector(0, &[(3, 1), (2, 1)]),
            vector(0, &[(1, 1), (3, 1)]),
            vector(7, &[(1, 1), (2, 1)]),
            vector(0, &[(1, 1), (2, 9), (3, 2)]),
            vector(0, &[]),
            vector(0, &[]),
        ];
        let clusters = linear_cosine_pass(&vectors, Cosine::new(0.5).unwrap());
        let clusters: Vec<u32> = clusters.iter().map(|placed| placed.cluster).collect();
        assert_eq!(clusters, [0, 0, 0, 1, 0, 2, 3]);
        check(&vectors, Cosine::new(0.5).unwrap());
        let strict = linear_cosine_pass(&vectors, Cosine::new(0.6).unwrap());
        assert_eq!(strict.iter().map(|placed| placed.cluster).collect::<Vec<_>>(), [0, 1, 2, 3, 1, 4, 5]);
        check(&vectors, Cosine::new(0.6).unwrap());
    }
}
