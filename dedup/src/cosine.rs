//! The leaders of term vectors, found by their cosine without looking at all of them.
//!
//! In: vectors, and the least cosine of near ones. Out: for each the nearest leader, exactly as by comparing it with
//! each leader. Only leaders are indexed (Cao et al. 2009). That paper adds up the products of all terms in common.
//! Here most terms are not looked at, as in all-pairs search by prefixes (Bayardo, Ma and Srikant 2007; with lengths as
//! bounds, Anastasiu and Karypis 2014): terms stand in one order in all vectors, the rarest first. Two vectors can be
//! near enough only if the rest of each, from their first common term on, is long enough. So a leader is listed under
//! its first terms only, and a vector is looked up by its first terms only. Products are added up term by term, as long
//! as the rests of both may still give enough. Terms of many texts come last; their lists are short, and none has to be
//! left out.
//!
//! A vector costs `O(t + p + c)`: t terms, p entries in the lists of its first terms, c of them compared. Memory: some
//! 20 to 60 bytes for each of the first terms of a leader.

use std::cmp::Reverse;
use std::collections::HashMap;

use ibid::tokenize::WordHash;

use crate::cluster::{LeaderFinder, Nearest, Neighbor};
use crate::vector::{Cosine, MOST_LENGTH, Term, TermVector};

/// A finder of leaders among vectors, by their first terms.
#[derive(Clone, Debug)]
pub(crate) struct CosineLeaders<'v> {
    /// The least cosine of two vectors that are near; above 0.
    min: Cosine,
    /// The least product of two vectors that are near.
    least: u64,
    vectors: Vec<&'v TermVector>,
    lists: HashMap<u64, List, WordHash>,
    search: Search,
}

impl<'v> CosineLeaders<'v> {
    /// Makes a finder without leaders; vectors are near from this cosine on.
    pub(crate) fn new(min: Cosine) -> CosineLeaders<'v> {
        // Texts without anything in common are never near.
        let min = min.max(Cosine::LEAST);
        let (lists, search) = (HashMap::default(), Search::default());
        CosineLeaders { min, least: min.least_product(), vectors: vec![], lists, search }
    }
}

/// The leaders that have a term among their first ones. Most lists hold one leader.
#[derive(Clone, Debug)]
struct List {
    first: Entry,
    more: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    leader: u32,
    /// The weight of the term in the leader.
    weight: u32,
    /// The length of the leader after this term.
    rest: u32,
}

/// The memory of a search, reused by the next one.
#[derive(Clone, Debug, Default)]
struct Search {
    number: u32,
    lengths: Vec<u32>,
    /// The product so far with each leader.
    sums: Vec<Sum>,
    /// The leaders that had enough in common at first.
    found: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    /// The search that it belongs to.
    search: u32,
    /// True while the leader may be near enough.
    is_alive: bool,
    /// The product of the terms so far.
    product: u64,
}

impl Search {
    /// Begins another search among this number of leaders.
    fn begin(&mut self, leaders: usize) {
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            self.sums.clear();
            self.number = 1;
        }
        self.sums.resize(leaders, Sum::default());
        self.found.clear();
    }

    /// Adds the product of one term. `weight` is the term's weight in the vector, `rest` the length of the vector after
    /// it.
    fn add(&mut self, entry: &Entry, weight: u64, rest: u64, least: u64) {
        let sum = &mut self.sums[entry.leader as usize];
        let is_new = sum.search != self.number;
        if is_new {
            *sum = Sum { search: self.number, is_alive: true, product: 0 };
        }
        sum.product += weight * u64::from(entry.weight);
        // All common terms before this one are counted, since both vectors are read from their first term on. So only
        // the terms after this one can add to the product.
        if sum.product + rest * u64::from(entry.rest) < least {
            sum.is_alive = false;
        } else if is_new {
            self.found.push(entry.leader);
        }
    }
}

impl CosineLeaders<'_> {
    fn find(&self, vector: &TermVector, search: &mut Search) -> Nearest<Self> {
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
        // Two terms may share a key, which brings along leaders that are compared in vain.
        let mut nearest = None;
        for &number in &search.found {
            if !search.sums[number as usize].is_alive {
                continue;
            }
            let cosine = vector.cosine(self.vectors[number as usize]);
            let near = Neighbor { distance: Reverse(cosine), number };
            if cosine >= self.min && nearest.is_none_or(|nearest| near < nearest) {
                nearest = Some(near);
            }
        }
        nearest
    }
}

impl<'v> LeaderFinder for CosineLeaders<'v> {
    type Item = &'v TermVector;
    type Distance = Reverse<Cosine>;
    type Keys = ();

    const NEAREST: Reverse<Cosine> = Reverse(Cosine::MOST);
    // Few, because the leaders of a batch are found in order, on one thread; many, because starting threads costs, too.
    const BATCH: usize = 1 << 12;

    fn count(&self) -> usize {
        self.vectors.len()
    }

    fn look_up(&self, vectors: &[&'v TermVector]) -> Vec<((), Nearest<Self>)> {
        let mut search = Search::default();
        vectors.iter().map(|vector| ((), self.find(vector, &mut search))).collect()
    }

    fn nearest(&mut self, vector: &'v TermVector, _keys: &()) -> Nearest<Self> {
        let mut search = std::mem::take(&mut self.search);
        let nearest = self.find(vector, &mut search);
        self.search = search;
        nearest
    }

    fn push(&mut self, vector: &'v TermVector, _keys: &()) {
        let number = self.vectors.len() as u32;
        let mut lengths = vec![];
        vector.lengths_from(&mut lengths);
        for (at, &term) in vector.terms().iter().enumerate() {
            // Invariant: a near vector has its first common term with a leader where the rest of both is long enough.
            if u64::from(lengths[at]) * MOST_LENGTH < self.least {
                break;
            }
            if term.is_alone() {
                continue;
            }
            let entry = Entry { leader: number, weight: vector.weights()[at], rest: lengths[at + 1] };
            self.lists
                .entry(key(term, vector.category))
                .and_modify(|list| list.more.push(entry))
                .or_insert(List { first: entry, more: vec![] });
        }
        self.vectors.push(vector);
    }

    fn empty(&self, _room: usize) -> CosineLeaders<'v> {
        CosineLeaders::new(self.min)
    }

    fn append(&mut self, new: CosineLeaders<'v>, _threads: usize) {
        for vector in new.vectors {
            self.push(vector, &());
        }
    }
}

/// Returns the key that a term is listed under in texts of one category.
fn key(term: Term, category: u64) -> u64 {
    term.hash() ^ category
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cluster::tests::check as check_finder;
    use crate::linear_single_pass;

    fn similarity(min: Cosine) -> impl Fn(&TermVector, &TermVector) -> Option<Reverse<Cosine>> {
        move |a, b| Some(a.cosine(b)).filter(|cosine| *cosine >= min.max(Cosine::LEAST)).map(Reverse)
    }

    fn check(vectors: &[TermVector], min: Cosine) {
        let vectors: Vec<&TermVector> = vectors.iter().collect();
        check_finder(|| CosineLeaders::new(min), &vectors, similarity(min));
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
        let vectors: Vec<TermVector> = (0..CosineLeaders::BATCH + 500)
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
        let clusters = |min: f64| {
            let min = Cosine::new(min).unwrap();
            check(&vectors, min);
            let joined = linear_single_pass(&vectors.iter().collect::<Vec<_>>(), similarity(min));
            joined.iter().map(|joined| joined.cluster).collect::<Vec<_>>()
        };
        assert_eq!(clusters(0.5), [0, 0, 0, 1, 0, 2, 3]);
        assert_eq!(clusters(0.6), [0, 1, 2, 3, 1, 4, 5]);
    }

    #[test]
    fn a_leader_stays_while_its_product_can_still_reach_the_least() {
        let found = |least: u64| {
            let mut search = Search::default();
            search.begin(1);
            search.add(&Entry { leader: 0, weight: 3, rest: 5 }, 2, 4, least);
            search.found
        };
        assert_eq!(found(3 * 2 + 5 * 4), [0]);
        assert_eq!(found(3 * 2 + 5 * 4 + 1), [0_u32; 0]);
    }
}
