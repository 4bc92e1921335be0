//! What near documents are found by.
//!
//! In: texts. Out: for each a [`Mark`], which is all that is kept of it, and for the marks of many texts, in order, their
//! clusters. All methods cluster in a Single-Pass (paper 000, Li, Mao and Chen 2013): a text joins the nearest cluster
//! whose centre is near enough, of several at the same distance the oldest, else it begins one and is its centre for
//! good.

use std::fmt;

use super::resemblance::{self, ResemblanceSettings};
use super::simhash::{self, SimHashSettings};
use super::written::Written;
use super::{
    Ddw, DdwSettings, Fingerprint, IMatch, IMatchSettings, MOST_DISTANCE, ResemblancePass, Signatures,
    SimHash, SinglePass, Sketch, Terms, ddw, imatch,
};
use crate::error::{Error, Result};
use crate::tokenize::Dictionary;

/// In how many bits near documents may differ where nothing is said.
const DEFAULT_DISTANCE: u32 = 3;

/// A method with its settings. Shared between threads.
#[derive(Debug)]
pub enum Near {
    /// Sets of shingles, of which at least a share is common.
    Resemblance(ResemblanceSettings),
    /// Fingerprints of 64 bits that differ in at most so many of them, 0 to [`MOST_DISTANCE`].
    SimHash(SimHash, u32),
    /// The words that weigh most, by their cosine.
    Ddw(Ddw),
    /// The words that are neither common nor rare, by equal signatures of them.
    IMatch(IMatch),
}

/// What is kept of a text. Only comparable with those of an equal [`Near::name`].
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// Of [`Near::Resemblance`].
    Sketch(Sketch),
    /// Of [`Near::SimHash`].
    Fingerprint(Fingerprint),
    /// Of [`Near::Ddw`].
    Terms(Terms),
    /// Of [`Near::IMatch`].
    Signatures(Signatures),
}

/// How near two texts are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Nearness {
    /// In how many bits their fingerprints differ, 0 to 64.
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

impl Near {
    /// What is written: the name of a method, and after a colon its settings with commas between. `shingles` takes
    /// those of [`ResemblanceSettings`]; `simhash` takes `distance=K` (0 to 7, 3 where nothing is said) beside those of [`SimHashSettings`]; `ddw` takes `terms=N`,
    /// `min=SHARE`, `idf=collection|builtin|mixed`, `tf=raw|log` and `stop=N` ([`DdwSettings`]), `imatch` takes `low=IDF`, `high=IDF`
    /// and `lexicons=K` ([`IMatchSettings`]). The dictionary is used, and loaded, only where words count.
    ///
    /// # Errors
    /// [`Error::Request`](crate::Error::Request) for another method, for settings it does not have, and for values out
    /// of range.
    pub fn parse(text: &str, dictionary: Dictionary) -> Result<Near> {
        let mut written = Written::parse(text, help(text))?;
        let near = match written.name {
            "shingles" => Near::Resemblance(ResemblanceSettings::take(&mut written)?),
            "simhash" => {
                let distance = written.whole("distance", 0..=MOST_DISTANCE)?.unwrap_or(DEFAULT_DISTANCE);
                Near::SimHash(SimHash::new(SimHashSettings::take(&mut written)?, dictionary), distance)
            }
            "ddw" => Near::Ddw(Ddw::new(DdwSettings::take(&mut written)?, dictionary)),
            "imatch" => Near::IMatch(IMatch::new(IMatchSettings::take(&mut written)?, dictionary)),
            name => return Err(written.wrong(format_args!("the near method \"{name}\" is unknown"))),
        };
        written.end().map(|()| near)
    }

    /// What it is, with everything that matters for it.
    pub fn name(&self) -> String {
        match self {
            Near::Resemblance(settings) => settings.name(),
            Near::SimHash(simhash, distance) => format!("{},distance={distance}", simhash.name()),
            Near::Ddw(ddw) => ddw.name(),
            Near::IMatch(imatch) => imatch.name(),
        }
    }

    /// What is kept of a text of this category; none for one that says nothing: an empty text, one without letters and
    /// digits, one of stop words only.
    pub fn mark(&self, text: &str, category: Option<&str>) -> Option<Mark> {
        match self {
            Near::Resemblance(settings) => settings.sketch(text).map(Mark::Sketch),
            Near::SimHash(simhash, _) => simhash.fingerprint(text).map(Mark::Fingerprint),
            Near::Ddw(ddw) => ddw.terms(text, category).map(Mark::Terms),
            Near::IMatch(imatch) => imatch.signatures(text).map(Mark::Signatures),
        }
    }

    /// For each mark, in the order of the documents, the place among them of the centre of its cluster; its own where it
    /// is the centre. On so many threads; the result does not depend on those.
    ///
    /// # Errors
    /// [`Error::Request`](crate::Error::Request) for a distance above [`MOST_DISTANCE`], and for marks of another method.
    pub fn clusters(&self, marks: &[&Mark], threads: usize) -> Result<Vec<u32>> {
        match self {
            Near::Resemblance(settings) => {
                let sketches = all_of(marks, Mark::sketch)?;
                let joined = ResemblancePass::new(settings.min).push_all(sketches, threads);
                Ok(centres(joined.iter().map(|joined| (joined.cluster, joined.is_centre))))
            }
            Near::SimHash(_, distance) => {
                let prints = all_of(marks, Mark::fingerprint)?;
                let joined = SinglePass::new(*distance)?.push_all(&prints, threads);
                Ok(centres(joined.iter().map(|joined| (joined.cluster, joined.is_centre))))
            }
            Near::Ddw(ddw) => Ok(ddw.clusters(&all_of(marks, Mark::terms)?, threads)),
            Near::IMatch(imatch) => Ok(imatch.clusters(&all_of(marks, Mark::signatures)?)),
        }
    }

    /// How near the texts of each of these pairs are, by their places among the marks of a collection.
    ///
    /// # Errors
    /// [`Error::Request`](crate::Error::Request) for marks of another method.
    pub fn nearness(&self, marks: &[&Mark], pairs: &[(u32, u32)], threads: usize) -> Result<Vec<Nearness>> {
        match self {
            Near::Resemblance(_) => {
                let sketches = all_of(marks, Mark::sketch)?;
                let share = |a: u32, b: u32| sketches[a as usize].resemblance(sketches[b as usize]).share();
                Ok(pairs.iter().map(|&(a, b)| Nearness::Share(share(a, b))).collect())
            }
            Near::SimHash(..) => {
                let prints = all_of(marks, Mark::fingerprint)?;
                let bits = |a: u32, b: u32| prints[a as usize].distance(prints[b as usize]);
                Ok(pairs.iter().map(|&(a, b)| Nearness::Bits(bits(a, b))).collect())
            }
            Near::Ddw(ddw) => {
                let vectors = ddw.vectors(&all_of(marks, Mark::terms)?, threads);
                let share = |a: u32, b: u32| vectors[a as usize].cosine(&vectors[b as usize]).share();
                Ok(pairs.iter().map(|&(a, b)| Nearness::Share(share(a, b))).collect())
            }
            Near::IMatch(imatch) => {
                let texts = all_of(marks, Mark::signatures)?;
                let share = |a: u32, b: u32| imatch.share(texts[a as usize], texts[b as usize]);
                Ok(pairs.iter().map(|&(a, b)| Nearness::Share(share(a, b))).collect())
            }
        }
    }
}

/// For each text the place of its centre, from the number of its cluster and whether it is its centre.
fn centres(joined: impl Iterator<Item = (u32, bool)>) -> Vec<u32> {
    let mut centres = vec![];
    let centre_of = |(place, (cluster, is_centre)): (u32, (u32, bool))| {
        if is_centre {
            centres.push(place);
        }
        centres[cluster as usize]
    };
    (0..).zip(joined).map(centre_of).collect()
}

impl Mark {
    fn sketch(&self) -> Option<&Sketch> {
        if let Mark::Sketch(sketch) = self { Some(sketch) } else { None }
    }

    fn fingerprint(&self) -> Option<Fingerprint> {
        if let Mark::Fingerprint(print) = self { Some(*print) } else { None }
    }

    fn terms(&self) -> Option<&Terms> {
        if let Mark::Terms(terms) = self { Some(terms) } else { None }
    }

    fn signatures(&self) -> Option<&Signatures> {
        if let Mark::Signatures(signatures) = self { Some(signatures) } else { None }
    }
}

/// What marks of one method hold.
fn all_of<'m, T>(marks: &[&'m Mark], held: impl Fn(&'m Mark) -> Option<T>) -> Result<Vec<T>> {
    let all: Option<Vec<T>> = marks.iter().map(|mark| held(mark)).collect();
    all.ok_or_else(|| Error::Request("marks of different methods cannot be compared".to_owned()))
}

/// What may be written for the method that a text names.
fn help(text: &str) -> &'static str {
    match text.split(':').next() {
        Some("shingles") => resemblance::HELP,
        Some("simhash") => simhash::HELP,
        Some("ddw") => ddw::HELP,
        Some("imatch") => imatch::HELP,
        _ => "shingles, simhash, ddw or imatch, and settings after a colon",
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
        assert_eq!(near("shingles").unwrap().name(), "shingles(width=12,keep=1024,hash=xxh3),min=0.86");
        let name = near("shingles:width=8,min=.5,keep=all").unwrap().name();
        assert_eq!(name, "shingles(width=8,keep=all,hash=xxh3),min=0.5");
        let name = near("simhash:width=5,distance=7").unwrap().name();
        assert_eq!(name, "simhash(shingles,width=5,hash=xxh3),distance=7");
        assert!(near("ddw:min=.7").unwrap().name().starts_with("ddw(terms=40,min=0.7,"));
        assert!(near("imatch:lexicons=3").unwrap().name().starts_with("imatch(low=0.5,high=0.8,lexicons=3,"));
        for (text, error) in [
            ("minhash", "the near method \"minhash\" is unknown; write shingles, simhash, ddw or imatch,"),
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
    fn marks_of_different_methods_are_not_compared() {
        let (shingles, simhash) = (near("shingles").unwrap(), near("simhash").unwrap());
        let mark = |near: &Near| near.mark("The tide turned.", None).unwrap();
        let (a, b) = (mark(&shingles), mark(&simhash));
        assert_eq!(shingles.clusters(&[&a, &a], 1).unwrap(), [0, 0]);
        assert_eq!(shingles.nearness(&[&a, &a], &[(1, 0)], 1).unwrap(), [Nearness::Share(1.0)]);
        let error = shingles.clusters(&[&a, &b], 1).unwrap_err().to_string();
        assert_eq!(error, "marks of different methods cannot be compared");
        assert_eq!(Nearness::Share(0.999).to_string(), "0.99");
    }
}
