//! The contract of a method that finds near documents.
//!
//! In: texts. Out: for each a [`Signature`], which is all that is kept of it; for the signatures of many texts, in
//! order, their clusters. All methods cluster in a Single-Pass ([`SinglePass`](crate::SinglePass)).
//!
//! Each method has its own file, with a type that is a [`NearMethod`] and with the settings that a user writes for it
//! ([`MethodSpec`]). A new method is such a file, a row in `methods`, and a variant of [`Signature`].

use std::fmt;

use ibid::tokenize::Dictionary;
use ibid::{Error, Result};

use crate::Signature;
use crate::method_spec::MethodSpec;

/// Two places among the signatures of a collection.
pub type Pair = (u32, u32);

/// A method with its settings. Shared between threads.
pub trait NearMethod: fmt::Debug + Send + Sync {
    /// Returns the name, with everything that matters for signatures and clusters. Signatures are comparable if it is
    /// equal.
    fn name(&self) -> String;

    /// Returns the signature of a text of this category. There is none for a text that says nothing: an empty one, one
    /// without letters and digits, or one of stop words only.
    fn signature(&self, text: &str, category: Option<&str>) -> Option<Signature>;

    /// Returns for each signature, in the order of the documents, the place of the leader of its cluster; a leader is
    /// its own. The result does not depend on the number of threads.
    ///
    /// # Errors
    /// [`Error::Request`] for settings out of range, and for signatures of another method.
    fn clusters(&self, signatures: &[&Signature], threads: usize) -> Result<Vec<u32>>;

    /// Clusters the signatures of each part by themselves, as [`clusters`](NearMethod::clusters) does. A part is places of
    /// signatures, in order. Returns for each signature the place of its leader; one that is in no part is its own.
    ///
    /// # Errors
    /// As of [`clusters`](NearMethod::clusters).
    fn clusters_of(&self, signatures: &[&Signature], parts: &[Vec<u32>], threads: usize) -> Result<Vec<u32>> {
        let mut leaders: Vec<u32> = (0..signatures.len() as u32).collect();
        for part in parts {
            let of_part: Vec<&Signature> = part.iter().map(|&place| signatures[place as usize]).collect();
            for (&place, leader) in part.iter().zip(self.clusters(&of_part, threads)?) {
                leaders[place as usize] = part[leader as usize];
            }
        }
        Ok(leaders)
    }

    /// Clusters by links: texts belong together if a chain of near ones connects them, so that their order does not
    /// matter. Returns for each signature the place of the first of its cluster.
    ///
    /// # Errors
    /// [`Error::Request`] for a method that has no links, and for signatures of another method.
    fn links(&self, _signatures: &[&Signature], _threads: usize) -> Result<Vec<u32>> {
        Err(Error::Request("clusters by links go with mixed and shingles only".to_owned()))
    }

    /// Returns the similarity of the texts of each pair.
    ///
    /// # Errors
    /// [`Error::Request`] for signatures of another method.
    fn similarity(
        &self,
        signatures: &[&Signature],
        pairs: &[Pair],
        threads: usize,
    ) -> Result<Vec<Similarity>>;

    /// Returns the rule by which two texts with this similarity are near, with its measure.
    fn measure(&self, similarity: Similarity, of: (&Signature, &Signature)) -> Measure;
}

/// The rule by which two texts are near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The share of common shingles.
    Shingles,
    /// The share of words in the same order, where edits are spread.
    Words,
    /// The number of bits in which fingerprints differ.
    Bits,
    /// The cosine of the weightiest words.
    Cosine,
}

/// The rule by which two texts are near, with its measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The rule.
    pub rule: Rule,
    /// The measure of the two texts.
    pub value: f64,
    /// The limit of the rule: the least share, or the most bits. Texts of one cluster may miss it, if neither is its
    /// leader.
    pub limit: f64,
}

/// A method by the name that a user writes.
pub(crate) struct Method {
    /// The name, which stands before the colon.
    pub(crate) name: &'static str,
    /// The settings that may be written, for error messages.
    pub(crate) help: &'static str,
    /// A function that makes the method from its settings.
    pub(crate) make: fn(&mut MethodSpec<'_>, Dictionary) -> Result<Box<dyn NearMethod>>,
}

/// The similarity of two texts, as a distance or as a share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Similarity {
    /// The number of bits in which their fingerprints differ, 0 to 64.
    Bits(u32),
    /// The share that they have in common, 0 to 1.
    Share(f64),
}

impl Similarity {
    /// Returns the number of bits or the share.
    pub fn value(self) -> f64 {
        match self {
            Similarity::Bits(bits) => f64::from(bits),
            Similarity::Share(share) => share,
        }
    }
}

impl fmt::Display for Similarity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Similarity::Bits(bits) => bits.fmt(f),
            // Rounded down: only 1 is shown as 1.00.
            Similarity::Share(share) => f.pad(&format!("{:.2}", (share * 100.0).floor() / 100.0)),
        }
    }
}

/// A method whose clusters are those that links connect.
#[derive(Debug)]
pub struct Linked(pub Box<dyn NearMethod>);

impl NearMethod for Linked {
    fn name(&self) -> String {
        format!("{},clusters=links", self.0.name())
    }

    fn signature(&self, text: &str, category: Option<&str>) -> Option<Signature> {
        self.0.signature(text, category)
    }

    fn clusters(&self, signatures: &[&Signature], threads: usize) -> Result<Vec<u32>> {
        self.0.links(signatures, threads)
    }

    fn similarity(
        &self,
        signatures: &[&Signature],
        pairs: &[Pair],
        threads: usize,
    ) -> Result<Vec<Similarity>> {
        self.0.similarity(signatures, pairs, threads)
    }

    fn measure(&self, similarity: Similarity, of: (&Signature, &Signature)) -> Measure {
        self.0.measure(similarity, of)
    }
}

/// Returns the similarity of each pair, as the share that its two texts have in common.
pub(crate) fn shares(pairs: &[Pair], share: impl Fn(usize, usize) -> f64) -> Vec<Similarity> {
    pairs.iter().map(|&(a, b)| Similarity::Share(share(a as usize, b as usize))).collect()
}
