//! What near documents are found by.
//!
//! In: texts. Out: for each a [`Mark`], which is all that is kept of it, and for the marks of many texts, in order, their
//! clusters. All methods cluster in a Single-Pass (paper 000, Li, Mao and Chen 2013): a text joins the nearest cluster
//! whose centre is near enough, of several at the same distance the oldest, else it begins one and is its centre for
//! good.

use std::fmt;

use super::simhash::{self, SimHashSettings};
use super::written::Written;
use super::{Fingerprint, MOST_DISTANCE, SimHash, SinglePass};
use crate::error::Result;
use crate::tokenize::Dictionary;

/// In how many bits near documents may differ where nothing is said.
const DEFAULT_DISTANCE: u32 = 3;

/// A method with its settings. Shared between threads.
#[derive(Debug)]
pub enum Near {
    /// Fingerprints of 64 bits that differ in at most so many of them, 0 to [`MOST_DISTANCE`].
    SimHash(SimHash, u32),
}

/// What is kept of a text. Only comparable with those of an equal [`Near::name`].
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// Of [`Near::SimHash`].
    Fingerprint(Fingerprint),
}

/// How near two texts are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Nearness {
    /// In how many bits their fingerprints differ, 0 to 64.
    Bits(u32),
}

impl fmt::Display for Nearness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nearness::Bits(bits) => bits.fmt(f),
        }
    }
}

impl Near {
    /// What is written: the name of a method, and after a colon its settings with commas between. `simhash` takes
    /// `distance=K` (0 to 7, 3 where nothing is said) beside those of [`SimHashSettings`]. The dictionary is used, and
    /// loaded, only where words count.
    ///
    /// # Errors
    /// [`Error::Request`](crate::Error::Request) for another method, for settings it does not have, and for values out
    /// of range.
    pub fn parse(text: &str, dictionary: Dictionary) -> Result<Near> {
        let mut written = Written::parse(text, simhash::HELP)?;
        let near = match written.name {
            "simhash" => {
                let distance = written.whole("distance", 0..=MOST_DISTANCE)?.unwrap_or(DEFAULT_DISTANCE);
                Near::SimHash(SimHash::new(SimHashSettings::take(&mut written)?, dictionary), distance)
            }
            name => return Err(written.wrong(format_args!("the near method \"{name}\" is unknown"))),
        };
        written.end().map(|()| near)
    }

    /// What it is, with everything that matters for it.
    pub fn name(&self) -> String {
        match self {
            Near::SimHash(simhash, distance) => format!("{},distance={distance}", simhash.name()),
        }
    }

    /// What is kept of a text of this category; none for one that says nothing: an empty text, one without letters and
    /// digits, one of stop words only.
    pub fn mark(&self, text: &str, category: Option<&str>) -> Option<Mark> {
        match self {
            Near::SimHash(simhash, _) => {
                let _ = category;
                simhash.fingerprint(text).map(Mark::Fingerprint)
            }
        }
    }

    /// For each mark, in the order of the documents, the place among them of the centre of its cluster; its own where it
    /// is the centre. On so many threads; the result does not depend on those.
    ///
    /// # Errors
    /// [`Error::Request`](crate::Error::Request) for a distance above [`MOST_DISTANCE`].
    pub fn clusters(&self, marks: &[&Mark], threads: usize) -> Result<Vec<u32>> {
        match self {
            Near::SimHash(_, distance) => {
                let prints: Vec<Fingerprint> = marks.iter().map(|Mark::Fingerprint(print)| *print).collect();
                let mut centres = vec![];
                let centre_of = |(joined, place): (super::Joined, u32)| {
                    if joined.is_centre {
                        centres.push(place);
                    }
                    centres[joined.cluster as usize]
                };
                Ok(SinglePass::new(*distance)?
                    .push_all(&prints, threads)
                    .into_iter()
                    .zip(0..)
                    .map(centre_of)
                    .collect())
            }
        }
    }

    /// How near two texts are that have these marks.
    pub fn nearness(&self, a: &Mark, b: &Mark) -> Nearness {
        match (self, a, b) {
            (Near::SimHash(..), Mark::Fingerprint(a), Mark::Fingerprint(b)) => Nearness::Bits(a.distance(*b)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(text: &str) -> Result<Near> {
        Near::parse(text, Dictionary::default())
    }

    #[test]
    fn methods_are_named_with_their_settings() {
        assert_eq!(near("simhash").unwrap().name(), "simhash(shingles,width=4,hash=xxh3),distance=3");
        let name = near("simhash:width=5,distance=7").unwrap().name();
        assert_eq!(name, "simhash(shingles,width=5,hash=xxh3),distance=7");
        for (text, error) in [
            ("minhash", "the near method \"minhash\" is unknown; write simhash:"),
            ("simhash:distance=8", "\"distance=8\" must be a whole number from 0 to 7; write simhash:"),
        ] {
            let told = near(text).unwrap_err().to_string();
            assert!(told.starts_with(error), "{told}");
        }
    }
}
