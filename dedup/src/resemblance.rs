//! Texts are near if a large share of their shingles is common.
//!
//! In: texts. Out: a sketch of each ([`Sketch`]), and the clusters of the texts: a text joins the leader that it
//! resembles most, if they have at least the share t of all their shingles in common.
//!
//! [`resemblance_leaders`](crate::resemblance_leaders) has the search and its cost. Copies of one text are compared with
//! their leader alone.
//!
//! ```
//! use ibid_dedup::{NearMethod, ResemblanceSettings};
//!
//! let near = ResemblanceSettings { width: 5, min: 0.5, keep: None };
//! let texts = ["The tide turned, and the old mill began to grind.", "Potatoes.", "The tide turned and the mill began to grind"];
//! let signatures: Vec<_> = texts.iter().filter_map(|text| near.signature(text, None)).collect();
//! assert_eq!(near.clusters(&signatures.iter().collect::<Vec<_>>(), 1)?, [0, 1, 0]);
//! # Ok::<(), ibid::Error>(())
//! ```

use ibid::Result;

use crate::Sketch;
use crate::cluster::{LeaderFinder, leaders, links};
use crate::method_spec::MethodSpec;
use crate::near::{Measure, Method, NearMethod, Pair, Rule, Similarity, shares};
use crate::resemblance_leaders::ResemblanceLeaders;
use crate::signature::{Signature, all_of};

/// The default width: twelve Latin letters, or four Han characters.
const DEFAULT_WIDTH: u32 = 12;
/// The share of all shingles that must be common.
const DEFAULT_MIN: f64 = 0.86;
/// The most hashes that are kept of a text.
const DEFAULT_KEEP: u32 = 1024;

pub(crate) const METHOD: Method = Method {
    name: "shingles",
    help: "shingles:width=12,min=.86,keep=1024 or keep=all",
    make: |spec, _| Ok(Box::new(ResemblanceSettings::take(spec, ResemblanceSettings::default())?)),
};

/// The settings of a comparison by shingles, written as `shingles:width=12,min=.86` and the like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResemblanceSettings {
    /// The least number of bytes in UTF-8 of a shingle, 1 to 100: 12 bytes are 12 Latin letters, or 4 Han characters.
    pub width: u32,
    /// The least share of common shingles of near texts, .1 to 1; six decimal places count.
    pub min: f64,
    /// The most shingles that are kept of a text, as a sample, 64 to 1,000,000; none for all.
    pub keep: Option<u32>,
}

impl Default for ResemblanceSettings {
    fn default() -> ResemblanceSettings {
        ResemblanceSettings { width: DEFAULT_WIDTH, min: DEFAULT_MIN, keep: Some(DEFAULT_KEEP) }
    }
}

impl ResemblanceSettings {
    /// Parses `width=N`, `min=SHARE` and `keep=N|all`.
    pub(crate) fn take(
        spec: &mut MethodSpec<'_>,
        default: ResemblanceSettings,
    ) -> Result<ResemblanceSettings> {
        Ok(ResemblanceSettings {
            width: spec.whole("width", 1..=100)?.unwrap_or(default.width),
            min: spec.share("min", 0.1..=1.0)?.unwrap_or(default.min),
            keep: spec.whole_or_all("keep", 64..=1_000_000)?.unwrap_or(default.keep),
        })
    }

    /// Returns the shingles of a text, or a sample of them; none without letters and digits.
    pub fn sketch(&self, text: &str) -> Option<Sketch> {
        Sketch::of(text, self.width, self.keep)
    }
}

impl NearMethod for ResemblanceSettings {
    fn name(&self) -> String {
        let keep = match self.keep {
            Some(keep) => keep.to_string(),
            None => "all".to_owned(),
        };
        format!("shingles(width={},keep={keep},hash=xxh3),min={}", self.width, self.min)
    }

    fn signature(&self, text: &str, _category: Option<&str>) -> Option<Signature> {
        self.sketch(text).map(Signature::Sketch)
    }

    fn clusters(&self, signatures: &[&Signature], threads: usize) -> Result<Vec<u32>> {
        let sketches = sketches(signatures)?;
        Ok(leaders(ResemblanceLeaders::new(self.min, &sketches), &sketches, threads))
    }

    fn links(&self, signatures: &[&Signature], _threads: usize) -> Result<Vec<u32>> {
        let sketches = sketches(signatures)?;
        let mut finder = ResemblanceLeaders::new(self.min, &sketches);
        Ok(links(&sketches, |&sketch, is_new, found| {
            let keys = finder.keys(sketch);
            finder.all_near(sketch, &keys, is_new, found);
            finder.push(sketch, &keys);
            finder.settle();
        }))
    }

    fn similarity(&self, signatures: &[&Signature], pairs: &[Pair], _: usize) -> Result<Vec<Similarity>> {
        let sketches = sketches(signatures)?;
        Ok(shares(pairs, |a, b| sketches[a].resemblance(sketches[b]).share()))
    }

    fn measure(&self, similarity: Similarity, _: (&Signature, &Signature)) -> Measure {
        Measure { rule: Rule::Shingles, value: similarity.value(), limit: self.min }
    }
}

fn sketches<'s>(signatures: &[&'s Signature]) -> Result<Vec<&'s Sketch>> {
    all_of(
        signatures,
        |signature| if let Signature::Sketch(sketch) = signature { Some(sketch) } else { None },
    )
}
