//! The methods that recognize a document as a copy of another one: those of the near stage, and the papers' Shingle and
//! I-Match.
//!
//! In: texts. Out: for each the part that is kept ([`Kept`]), whether two are copies, and clusters. Useful for
//! measuring one method beside the others; to find duplicates, take [`NearMethod`].

use ibid::Result;
use ibid::tokenize::Dictionary;
use ibid_dedup::{NearMethod, Signature};

use super::imatch::{IMatch, IMatchSettings, LexiconHashes};
use super::sdbm;
use super::shingles::{Shingles, jaccard, single_pass};

/// The Jaccard above which Li, Mao and Chen (2013) call two pages copies.
const SHINGLE_LEAST: f64 = 0.95;

/// A method with a name for tables.
#[derive(Debug)]
pub struct Contender {
    /// A short name.
    pub name: String,
    /// The method.
    pub method: Method,
    /// The figures that Li, Mao and Chen (2013) report of it.
    pub paper: Published,
}

/// The figures that Li, Mao and Chen (2013) report, where they do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Published {
    /// The least share of copies with 5 % added or deleted that is recognized.
    pub edited: Option<f64>,
    /// The share of copies with their sentences reordered that is recognized.
    pub reordered: Option<f64>,
    /// The milliseconds for the fingerprint of a page: a processor of 2.5 GHz, in Java.
    pub page_ms: Option<f64>,
}

const PAPER_SIMHASH: Published = Published { edited: Some(0.7), reordered: Some(0.861), page_ms: Some(22.5) };
const PAPER_SHINGLE: Published = Published { edited: None, reordered: Some(0.061), page_ms: None };

/// SimHash as Li, Mao and Chen (2013) describe it: words without stop words, weighed by their frequency in the text,
/// SDBM, at most three bits. Their list of stop words is not known; here it is the hundred most common words of each
/// language.
pub const PAPER: &str = "simhash:of=words,weight=tf,stop=100,hash=sdbm,distance=3";

/// A method that recognizes copies.
#[derive(Debug)]
pub enum Method {
    /// A method of the near stage.
    Near(Box<dyn NearMethod>),
    /// I-Match.
    IMatch(IMatch),
    /// Sets of shingles whose Jaccard is above this share.
    Shingles(Shingles, f64),
}

/// The part of a text that a method keeps.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// The signature of a [`Method::Near`].
    Signature(Signature),
    /// The hashes of a [`Method::IMatch`].
    Hashes(LexiconHashes),
    /// The sorted hashes of a [`Method::Shingles`].
    Set(Vec<u64>),
}

/// Returns the methods that are compared: SimHash as the paper has it, the default SimHash of this program, Shingle by
/// words and by characters, and `others`, written as [`Method::parse`] reads them.
///
/// # Errors
/// [`Error::Request`](ibid::Error::Request) if one of the others is not written correctly.
pub fn contenders(others: &[String], dictionary: &Dictionary) -> Result<Vec<Contender>> {
    let near = |name: &str, written: &str, paper: Published| -> Result<Contender> {
        let method = Method::parse(written, dictionary)?;
        Ok(Contender { name: name.to_owned(), method, paper })
    };
    let shingle = |name: &str, shingles: Shingles| Contender {
        name: name.to_owned(),
        method: Method::Shingles(shingles, SHINGLE_LEAST),
        paper: PAPER_SHINGLE,
    };
    let mut contenders = vec![
        near("SimHash (paper)", PAPER, PAPER_SIMHASH)?,
        near("SimHash", "simhash", Published::default())?,
        shingle("Shingle (words)", Shingles::of_words(3, dictionary)),
        shingle("Shingle (letters)", Shingles::of_characters(5)),
    ];
    for written in others {
        contenders.push(near(written, written, Published::default())?);
    }
    Ok(contenders)
}

impl Method {
    /// Parses a method of the near stage, or I-Match: `imatch:low=.5,high=.8,lexicons=0`.
    ///
    /// # Errors
    /// [`Error::Request`](ibid::Error::Request) for an unknown method, and for wrong settings.
    pub fn parse(written: &str, dictionary: &Dictionary) -> Result<Method> {
        match IMatchSettings::parse(written) {
            Some(settings) => Ok(Method::IMatch(IMatch::new(settings?, dictionary.clone()))),
            None => sdbm::near(written, dictionary).map(Method::Near),
        }
    }

    /// Returns the method's name, with its settings.
    pub fn name(&self) -> String {
        match self {
            Method::Near(near) => near.name(),
            Method::IMatch(imatch) => imatch.name(),
            Method::Shingles(shingles, least) => format!("{}, Jaccard above {least}", shingles.name()),
        }
    }

    /// Returns the part of a text that is kept; none for a text that says nothing.
    pub fn keep(&self, text: &str) -> Option<Kept> {
        match self {
            Method::Near(near) => near.signature(text, None).map(Kept::Signature),
            Method::IMatch(imatch) => imatch.hashes(text).map(Kept::Hashes),
            Method::Shingles(shingles, _) => {
                Some(shingles.set(text)).filter(|set| !set.is_empty()).map(Kept::Set)
            }
        }
    }

    /// Returns whether two texts are taken for copies of each other, if the first came first and no others are there.
    ///
    /// # Errors
    /// The same as of [`NearMethod::clusters`].
    pub fn are_copies(&self, a: &Kept, b: &Kept) -> Result<bool> {
        match (self, a, b) {
            (Method::Shingles(_, least), Kept::Set(a), Kept::Set(b)) => Ok(jaccard(a, b) > *least),
            (Method::IMatch(_), Kept::Hashes(a), Kept::Hashes(b)) => Ok(a.in_common(b) > 0),
            (Method::Near(near), Kept::Signature(a), Kept::Signature(b)) => {
                Ok(near.clusters(&[a, b], 1)? == [0, 0])
            }
            _ => Ok(false),
        }
    }

    /// Returns for each text the number of its cluster's leader; its own for a leader, and for a text of which nothing
    /// is kept.
    ///
    /// # Errors
    /// The same as of [`NearMethod::clusters`].
    pub fn clusters(&self, kept: &[Option<&Kept>], threads: usize) -> Result<Vec<u32>> {
        let mut leaders: Vec<u32> = (0..kept.len() as u32).collect();
        let places: Vec<usize> = (0..kept.len()).filter(|&place| kept[place].is_some()).collect();
        let there = || kept.iter().copied().flatten();
        let joined = match self {
            Method::Near(near) => {
                let signatures = there().filter_map(|kept| match kept {
                    Kept::Signature(signature) => Some(signature),
                    _ => None,
                });
                near.clusters(&signatures.collect::<Vec<_>>(), threads)?
            }
            Method::IMatch(imatch) => {
                let hashes = there().filter_map(|kept| match kept {
                    Kept::Hashes(hashes) => Some(hashes),
                    _ => None,
                });
                imatch.clusters(&hashes.collect::<Vec<_>>(), threads)
            }
            Method::Shingles(_, least) => {
                let sets = there().filter_map(|kept| match kept {
                    Kept::Set(set) => Some(set.as_slice()),
                    _ => None,
                });
                single_pass(&sets.collect::<Vec<_>>(), *least)
            }
        };
        for (&place, leader) in places.iter().zip(joined) {
            leaders[place] = places.get(leader as usize).map_or(place as u32, |&leader| leader as u32);
        }
        Ok(leaders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 4] = [
        "The old mill stood by the river, and nobody knew its age.",
        " … ",
        "Seven pale lanterns hung there in the dark of the yard.",
        "The old mill stood by the river and nobody knew its age!",
    ];

    #[test]
    fn every_method_knows_copies_from_others() {
        let others = ["simhash:of=words,distance=1", "imatch:low=0,high=1"].map(str::to_owned);
        for contender in contenders(&others, &Dictionary::default()).unwrap() {
            let Contender { name, method, .. } = contender;
            let kept = TEXTS.map(|text| method.keep(text));
            assert!(kept[1].is_none(), "{name}: nothing is kept of nothing");
            let [Some(a), _, Some(b), Some(copy)] = &kept else { panic!("{name}") };
            assert!(method.are_copies(a, copy).unwrap() && !method.are_copies(a, b).unwrap(), "{name}");
            let kept: Vec<Option<&Kept>> = kept.iter().map(Option::as_ref).collect();
            assert_eq!(method.clusters(&kept, 2).unwrap(), [0, 1, 2, 0], "{name}");
        }
        assert!(contenders(&["minhash".to_owned()], &Dictionary::default()).is_err());
    }
}
