//! The methods that find near documents.
//!
//! In: texts. Out: for each a [`Signature`], which is all that is kept of it, and for the signatures of many texts, in
//! order, their clusters. All methods cluster in a Single-Pass ([`SinglePass`](super::SinglePass)).
//!
//! A method is described in its own file, by a type that is a [`NearMethod`] and by what a user writes for it
//! ([`Written`]). A new method is such a file, a row in [`METHODS`], and a variant of [`Signature`].

use std::fmt;

use serde::{Deserialize, Serialize};

use super::written::Written;
use super::{Fingerprint, LexiconHashes, Opening, Sketch, Terms, ddw, imatch, mixed, resemblance, simhash};
use crate::error::{Error, Result};
use crate::tokenize::Dictionary;

/// A method with its settings. Shared between threads.
pub trait NearMethod: fmt::Debug + Send + Sync {
    /// The name, with everything that matters for signatures and clusters. Signatures are comparable where it is equal.
    fn name(&self) -> String;

    /// The signature of a text of this category. There is none for a text that says nothing: an empty one, one without
    /// letters and digits, or one of stop words only.
    fn signature(&self, text: &str, category: Option<&str>) -> Option<Signature>;

    /// For each signature, in the order of the documents, the place of the leader of its cluster; its own for a leader.
    /// The result does not depend on the number of threads.
    ///
    /// # Errors
    /// [`Error::Request`] for settings out of range, and for signatures of another method.
    fn clusters(&self, signatures: &[&Signature], threads: usize) -> Result<Vec<u32>>;

    /// The same by links: all texts belong together that a chain of near ones connects, so that it does not matter which
    /// comes first. For each signature the place of the first of its cluster.
    ///
    /// # Errors
    /// [`Error::Request`] for a method that has no links, and for signatures of another method.
    fn links(&self, _signatures: &[&Signature], _threads: usize) -> Result<Vec<u32>> {
        Err(Error::Request("clusters by links go with mixed and shingles only".to_owned()))
    }

    /// How near the texts of each pair are, by their places among the signatures of a collection.
    ///
    /// # Errors
    /// [`Error::Request`] for signatures of another method.
    fn nearness(
        &self,
        signatures: &[&Signature],
        pairs: &[(u32, u32)],
        threads: usize,
    ) -> Result<Vec<Nearness>>;
}

/// A method as it is written.
pub(super) struct Method {
    /// What stands before the colon.
    pub(super) name: &'static str,
    /// What may be written.
    pub(super) help: &'static str,
    /// Makes the method of its settings.
    pub(super) make: fn(&mut Written<'_>, Dictionary) -> Result<Box<dyn NearMethod>>,
}

const METHODS: [Method; 5] =
    [mixed::METHOD, resemblance::METHOD, simhash::METHOD, ddw::METHOD, imatch::METHOD];
const HELP: &str = "mixed, shingles, simhash, ddw or imatch, and settings after a colon";

/// What is kept of a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Signature {
    /// Its shingles, or a sample of them.
    Sketch(Sketch),
    /// Its shingles and its bag of words, or samples of them, and its first words in order.
    Words(Sketch, Sketch, Opening),
    /// 64 bits.
    Fingerprint(Fingerprint),
    /// Its words with their counts.
    Terms(Terms),
    /// A hash of some of its words for each lexicon.
    LexiconHashes(LexiconHashes),
}

/// How near two texts are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Nearness {
    /// The number of bits in which their fingerprints differ, 0 to 64.
    Bits(u32),
    /// How much they are alike, 0 to 1.
    Share(f64),
}

impl fmt::Display for Nearness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nearness::Bits(bits) => bits.fmt(f),
            // Rounded down: 1.00 is all.
            Nearness::Share(share) => f.pad(&format!("{:.2}", (share * 100.0).floor() / 100.0)),
        }
    }
}

/// The method that a user writes: its name, and after a colon its settings with commas between, such as
/// `shingles:width=12,min=.86`. `shingles` takes the settings of [`ResemblanceSettings`](super::ResemblanceSettings),
/// `simhash` of [`SimHashSettings`](super::SimHashSettings), `ddw` of [`DdwSettings`](super::DdwSettings), and `imatch`
/// of [`IMatchSettings`](super::IMatchSettings). The dictionary is used, and loaded, only where words count.
///
/// # Errors
/// [`Error::Request`] for an unknown method, for settings that it does not have, and for values out of range.
pub fn near_method(text: &str, dictionary: Dictionary) -> Result<Box<dyn NearMethod>> {
    let name = text.split(':').next();
    let method = METHODS.iter().find(|method| Some(method.name) == name);
    let mut written = Written::parse(text, method.map_or(HELP, |method| method.help))?;
    let unknown = || written.wrong(format_args!("the near method \"{}\" is unknown", written.name));
    let near = (method.ok_or_else(unknown)?.make)(&mut written, dictionary)?;
    written.end().map(|()| near)
}

/// A method whose clusters are those of its links.
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

    fn nearness(
        &self,
        signatures: &[&Signature],
        pairs: &[(u32, u32)],
        threads: usize,
    ) -> Result<Vec<Nearness>> {
        self.0.nearness(signatures, pairs, threads)
    }
}

/// What signatures of one method hold.
pub(super) fn all_of<'s, T>(
    signatures: &[&'s Signature],
    held: impl Fn(&'s Signature) -> Option<T>,
) -> Result<Vec<T>> {
    let all: Option<Vec<T>> = signatures.iter().map(|signature| held(signature)).collect();
    all.ok_or_else(|| Error::Request("signatures of different methods cannot be compared".to_owned()))
}

/// How much alike the texts of each pair are.
pub(super) fn shares(pairs: &[(u32, u32)], share: impl Fn(usize, usize) -> f64) -> Vec<Nearness> {
    pairs.iter().map(|&(a, b)| Nearness::Share(share(a as usize, b as usize))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(text: &str) -> Result<Box<dyn NearMethod>> {
        near_method(text, Dictionary::default())
    }

    #[test]
    fn methods_are_named_with_their_settings() {
        assert_eq!(near("simhash").unwrap().name(), "simhash(shingles,once,width=4,hash=xxh3),distance=5");
        assert_eq!(near("shingles").unwrap().name(), "shingles(width=12,keep=1024,hash=xxh3),min=0.86");
        let name = near("shingles:width=8,min=.5,keep=all").unwrap().name();
        assert_eq!(name, "shingles(width=8,keep=all,hash=xxh3),min=0.5");
        let name = near("simhash:width=5,distance=7").unwrap().name();
        assert_eq!(name, "simhash(shingles,once,width=5,hash=xxh3),distance=7");
        assert!(near("ddw:min=.7").unwrap().name().starts_with("ddw(terms=40,min=0.7,"));
        assert!(near("imatch:lexicons=3").unwrap().name().starts_with("imatch(low=0.5,high=0.8,lexicons=3,"));
        for (text, error) in [
            (
                "minhash",
                "the near method \"minhash\" is unknown; write mixed, shingles, simhash, ddw or imatch,",
            ),
            ("shingles:min=0", "\"min=0\" must be a number from 0.1 to 1; write shingles:width"),
            (
                "shingles:keep=9",
                "\"keep=9\" must be all or a whole number from 64 to 1000000; write shingles:width",
            ),
            ("shingles:distance=3", "shingles has no setting \"distance=3\"; write shingles:width"),
            ("ddw:min=0", "\"min=0\" must be a number from 0.0001 to 1; write ddw:terms=40,"),
            ("ddw:terms=1001", "\"terms=1001\" must be a whole number from 1 to 1000; write ddw:"),
            ("ddw:idf=none", "\"idf=none\" must be collection or builtin or mixed; write ddw:"),
            ("ddw:distance=3", "ddw has no setting \"distance=3\"; write ddw:"),
            ("imatch:low=.9", "low must not be above high; write imatch:"),
            ("simhash:distance=8", "\"distance=8\" must be a whole number from 0 to 7; write simhash:"),
        ] {
            let told = near(text).unwrap_err().to_string();
            assert!(told.starts_with(error), "{told}");
        }
    }

    #[test]
    fn signatures_of_different_methods_are_not_compared() {
        let (shingles, simhash) = (near("shingles").unwrap(), near("simhash").unwrap());
        let signature = |near: &dyn NearMethod| near.signature("The tide turned.", None).unwrap();
        let (a, b) = (signature(&*shingles), signature(&*simhash));
        assert_eq!(shingles.clusters(&[&a, &a], 1).unwrap(), [0, 0]);
        assert_eq!(shingles.nearness(&[&a, &a], &[(1, 0)], 1).unwrap(), [Nearness::Share(1.0)]);
        let error = shingles.clusters(&[&a, &b], 1).unwrap_err().to_string();
        assert_eq!(error, "signatures of different methods cannot be compared");
        assert_eq!(Nearness::Share(0.999).to_string(), "0.99");
    }
}
