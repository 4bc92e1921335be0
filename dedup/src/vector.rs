//! Texts as vectors of a few weighed terms, and their cosine.
//!
//! In: terms with weights. Out: vectors of one length, whose product is the cosine. Weights are whole numbers, and a
//! vector is 2²⁰ long, so that sums do not depend on their order, and ties and thresholds are exact. A cosine is a
//! whole number of ten-thousandths. `O(n log n)` for n terms to make one, `O(n)` to compare two.

/// The length of every vector, but for the rounding of its weights.
const LENGTH: u64 = 1 << 20;
/// An upper bound of every vector's length: each of up to [`MOST_TERMS`] weights is rounded by at most a half.
pub(crate) const MOST_LENGTH: u64 = LENGTH + 16;
/// The most terms of a vector. With more, rounding could show in a cosine.
pub(crate) const MOST_TERMS: u32 = 1000;

/// The cosine of two vectors in ten-thousandths, 0 to 10,000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cosine(u32);

impl Cosine {
    /// The least cosine above 0.
    pub(crate) const LEAST: Cosine = Cosine(1);
    /// The cosine of equal vectors.
    pub(crate) const MOST: Cosine = Cosine(10_000);

    /// Returns the cosine of a number from 0 to 1, rounded to ten-thousandths; none for another number.
    pub fn new(share: f64) -> Option<Cosine> {
        (0.0..=1.0).contains(&share).then_some(Cosine((share * 1e4).round() as u32))
    }

    /// Returns the cosine as a number from 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.0) / 1e4
    }

    /// Returns the cosine of two vectors with this product.
    fn of_product(product: u64) -> Cosine {
        let all = LENGTH * LENGTH;
        Cosine(((product * 10_000 + all / 2) / all).min(10_000) as u32)
    }

    /// Returns the least product that gives this cosine.
    pub(crate) fn least_product(self) -> u64 {
        let all = LENGTH * LENGTH;
        (u64::from(self.0) * all).saturating_sub(all / 2).div_ceil(10_000)
    }
}

/// A term: a number for how common it is, 0 for a term of no other text, and 48 bits of hash.
///
/// Terms are in the order in which they are looked up, the rarest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Term(u64);

impl Term {
    pub(crate) fn new(commonness: u16, word: u64) -> Term {
        Term(u64::from(commonness) << 48 | word & (u64::MAX >> 16))
    }

    /// Returns whether no other text can have the term.
    pub(crate) fn is_alone(self) -> bool {
        self.0 >> 48 == 0
    }

    /// Returns the term as a number whose bits are all spread evenly.
    pub(crate) fn hash(self) -> u64 {
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// A text as the weights of its terms. Vectors are comparable if they were weighed alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TermVector {
    /// The category, a hash; 0 for none. Only texts of one category are near.
    pub(crate) category: u64,
    // Invariant: both of one length, at most MOST_TERMS; terms ascend; weights are above 0.
    terms: Box<[Term]>,
    weights: Box<[u32]>,
}

impl TermVector {
    /// Makes the vector of different terms with any weights, at most [`MOST_TERMS`]. Terms whose weight rounds to 0 are
    /// left out.
    pub(crate) fn new(category: u64, mut weighed: Vec<(Term, u64)>) -> TermVector {
        weighed.sort_unstable();
        let mut squares = 0;
        for &(_, weight) in &weighed {
            squares += u128::from(weight).pow(2);
        }
        let scale = LENGTH as f64 / (squares as f64).sqrt();
        let (mut terms, mut weights) = (vec![], vec![]);
        for (term, weight) in weighed {
            let scaled = (weight as f64 * scale).round() as u32;
            if scaled > 0 {
                terms.push(term);
                weights.push(scaled);
            }
        }
        TermVector { category, terms: terms.into(), weights: weights.into() }
    }

    /// Returns whether the vector has no term. The text of such a vector is near no text, not even itself.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the number of its terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    pub(crate) fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Returns the weights, in the order of the terms.
    pub(crate) fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// Returns the cosine with another vector; 0 for texts of different categories.
    pub fn cosine(&self, other: &TermVector) -> Cosine {
        if self.category != other.category {
            return Cosine(0);
        }
        Cosine::of_product(self.product(other))
    }

    fn product(&self, other: &TermVector) -> u64 {
        let (mut sum, mut at) = (0, 0);
        for (term, &weight) in self.terms.iter().zip(&self.weights) {
            while let Some(next) = other.terms.get(at)
                && next < term
            {
                at += 1;
            }
            match other.terms.get(at) {
                Some(other_term) if other_term == term => {
                    sum += u64::from(weight) * u64::from(other.weights[at]);
                }
                Some(_) => {}
                None => break,
            }
        }
        sum
    }

    /// Writes for each term, in order, at least the length of the rest of the vector from this term on, and 0 at the
    /// end. The product of two such rests is at most the product of their lengths.
    pub(crate) fn lengths_from(&self, out: &mut Vec<u32>) {
        out.clear();
        out.push(0);
        let mut squares = 0;
        for &weight in self.weights.iter().rev() {
            squares += u64::from(weight).pow(2);
            let length = squares.isqrt();
            out.push((length + u64::from(length * length < squares)) as u32);
        }
        out.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(terms: &[(u64, u64)]) -> TermVector {
        TermVector::new(0, terms.iter().map(|&(word, weight)| (Term::new(1, word), weight)).collect())
    }

    #[test]
    fn cosines_of_small_vectors() {
        let (a, b, c) = (vector(&[(1, 3), (2, 4)]), vector(&[(2, 1)]), vector(&[(3, 9)]));
        assert_eq!(a.cosine(&a), Cosine(10_000));
        assert_eq!((a.cosine(&b), b.cosine(&a), a.cosine(&c)), (Cosine(8000), Cosine(8000), Cosine(0)));
        let other = TermVector { category: 7, ..a.clone() };
        assert_eq!(a.cosine(&other), Cosine(0));
        assert!(vector(&[]).is_empty() && vector(&[(1, 0)]).is_empty());
        assert_eq!(vector(&[(1, u64::from(u32::MAX) << 16), (2, 1)]).len(), 1);
    }

    #[test]
    fn every_vector_is_wholly_like_itself() {
        for terms in [1, 2, 3, 20, 999, 1000] {
            for step in [1, 7, 1 << 30] {
                let vector = vector(&(1..=terms).map(|n| (n, 1 + n * step)).collect::<Vec<_>>());
                assert_eq!(vector.cosine(&vector), Cosine(10_000), "{terms} {step}");
                let mut lengths = vec![];
                vector.lengths_from(&mut lengths);
                assert!(u64::from(lengths[0]) <= MOST_LENGTH);
            }
        }
    }

    #[test]
    fn the_least_product_is_the_least() {
        for number in 1..=10_000 {
            let least = Cosine(number).least_product();
            assert_eq!(Cosine::of_product(least), Cosine(number));
            assert_eq!(Cosine::of_product(least - 1), Cosine(number - 1));
        }
        assert_eq!(Cosine::new(0.8).map(Cosine::share), Some(0.8));
        assert_eq!((Cosine::new(1.1), Cosine::new(f64::NAN)), (None, None));
    }
}
