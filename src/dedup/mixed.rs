//! Texts are near when a large share of their shingles is common, or a larger one of their words.
//!
//! In: texts. Out: two sketches of each, of its shingles and of its bag of words, and the clusters of these. A word that is
//! exchanged takes all shingles with it that reach over it, some sixteen of twelve letters, and one word: edits that are
//! spread over a text leave few shingles and most words. Where whole parts differ, both shares fall alike. So a threshold
//! for words, above that for shingles, finds edited copies, and texts of one subject have fewer words in common than that.
//! Of such a pair some shingles must be common too, since words in another order are another text.
//!
//! A word is what the tokenizer cuts and folds, or two Han characters; each is counted as often as it stands. Of a long
//! text the words are sampled as shingles are. Cost and memory are those of [`ResemblanceSettings`], twice.

use std::cmp::Reverse;

use super::cluster::{LeaderFinder, Nearest, Neighbor, leaders, links};
use super::near::{Method, NearMethod, Nearness, Signature, all_of, shares};
use super::resemblance::{ResemblanceLeaders, ResemblanceSettings};
use super::sketch::Least;
use super::written::Written;
use super::{Resemblance, Sketch};
use crate::error::Result;

/// The share of common shingles that two texts must have that are near by their words.
const LEAST_SHINGLES: f64 = 0.4;

pub(super) const METHOD: Method = Method {
    name: "mixed",
    help: "mixed:min=.77,words=.85,width=12,keep=1024 or keep=all",
    make: |written, _| Ok(Box::new(MixedSettings::take(written)?)),
};

/// How texts are compared by their shingles and by their words; `mixed:min=.77,words=.85` and the like when written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MixedSettings {
    /// Width and size of the sketches, and the least share of common shingles.
    pub shingles: ResemblanceSettings,
    /// The least share of common words, .4 to 1.
    pub words: f64,
}

impl Default for MixedSettings {
    fn default() -> MixedSettings {
        MixedSettings {
            shingles: ResemblanceSettings { min: 0.77, ..ResemblanceSettings::default() },
            words: 0.85,
        }
    }
}

impl MixedSettings {
    fn take(written: &mut Written<'_>) -> Result<MixedSettings> {
        let default = MixedSettings::default();
        let words = written.share("words", LEAST_SHINGLES..=1.0)?.unwrap_or(default.words);
        Ok(MixedSettings { shingles: ResemblanceSettings::take(written, default.shingles.min)?, words })
    }
}

impl NearMethod for MixedSettings {
    fn name(&self) -> String {
        format!("{} or words(bag),min={}", self.shingles.name(), self.words)
    }

    fn signature(&self, text: &str, _category: Option<&str>) -> Option<Signature> {
        let shingles = self.shingles.sketch(text)?;
        let words = Sketch::of_words(text, self.shingles.keep)?;
        Some(Signature::Sketches(shingles, words))
    }

    fn clusters(&self, signatures: &[&Signature], threads: usize) -> Result<Vec<u32>> {
        let pairs = pairs(signatures)?;
        Ok(leaders(MixedLeaders::new(self, &pairs), &pairs, threads))
    }

    fn links(&self, signatures: &[&Signature], _threads: usize) -> Result<Vec<u32>> {
        let pairs = pairs(signatures)?;
        let mut finder = MixedLeaders::new(self, &pairs);
        Ok(links(&pairs, |&pair, is_new, found| {
            let keys = (finder.shingles.prefix(pair.0), finder.words.prefix(pair.1));
            finder.shingles.all_near(pair.0, &keys.0, is_new, found);
            let (shingles, least) = (&finder.shingles, finder.least_shingles);
            let is_alike = |number: u32| is_new(number) && shingles.reaches(pair.0, number, least);
            finder.words.all_near(pair.1, &keys.1, &is_alike, found);
            finder.push(pair, &keys);
        }))
    }

    fn nearness(&self, signatures: &[&Signature], of: &[(u32, u32)], _: usize) -> Result<Vec<Nearness>> {
        let pairs = pairs(signatures)?;
        Ok(shares(of, |a, b| pairs[a].0.resemblance(pairs[b].0).share()))
    }
}

fn pairs<'s>(signatures: &[&'s Signature]) -> Result<Vec<(&'s Sketch, &'s Sketch)>> {
    all_of(signatures, |signature| match signature {
        Signature::Sketches(shingles, words) => Some((shingles, words)),
        _ => None,
    })
}

/// Texts that lead clusters, by their rarest shingles and by their rarest words.
#[derive(Clone, Debug)]
struct MixedLeaders<'s> {
    shingles: ResemblanceLeaders<'s>,
    words: ResemblanceLeaders<'s>,
    least_shingles: Least,
}

impl<'s> MixedLeaders<'s> {
    fn new(settings: &MixedSettings, pairs: &[(&'s Sketch, &'s Sketch)]) -> MixedLeaders<'s> {
        let (shingles, words): (Vec<&Sketch>, Vec<&Sketch>) = pairs.iter().copied().unzip();
        MixedLeaders {
            shingles: ResemblanceLeaders::new(settings.shingles.min, &shingles),
            words: ResemblanceLeaders::new(settings.words, &words),
            least_shingles: Least::of(LEAST_SHINGLES.min(settings.shingles.min)),
        }
    }

    /// The nearest leader, of those that the two searches found: by shingles, if there is one.
    fn nearer(
        &self,
        shingles: &'s Sketch,
        by_shingles: Nearest<ResemblanceLeaders<'s>>,
        by_words: impl FnOnce(&dyn Fn(u32) -> bool) -> Nearest<ResemblanceLeaders<'s>>,
    ) -> Nearest<Self> {
        let ranked = |rank: u8| {
            move |near: Neighbor<Reverse<Resemblance>>| Neighbor {
                distance: (rank, near.distance),
                number: near.number,
            }
        };
        let is_alike = |number: u32| self.shingles.reaches(shingles, number, self.least_shingles);
        by_shingles.map(ranked(0)).or_else(|| by_words(&is_alike).map(ranked(1)))
    }
}

impl<'s> LeaderFinder for MixedLeaders<'s> {
    type Item = (&'s Sketch, &'s Sketch);
    /// 0 by shingles and 1 by words, then how near.
    type Distance = (u8, Reverse<Resemblance>);
    type Keys = (Box<[u32]>, Box<[u32]>);

    const NEAREST: Self::Distance = (0, ResemblanceLeaders::NEAREST);
    const BATCH: usize = ResemblanceLeaders::BATCH;

    fn count(&self) -> usize {
        self.shingles.count()
    }

    fn look_up(&self, pairs: &[(&'s Sketch, &'s Sketch)]) -> Vec<(Self::Keys, Nearest<Self>)> {
        let mut found = vec![];
        for &(shingles, words) in pairs {
            let (keys, by_shingles) = self.shingles.look_up(&[shingles]).remove(0);
            let of_words = self.words.prefix(words);
            let nearest = self
                .nearer(shingles, by_shingles, |is_alike| self.words.nearest_of(words, &of_words, is_alike));
            found.push(((keys, of_words), nearest));
        }
        found
    }

    fn nearest(&mut self, (shingles, words): Self::Item, keys: &Self::Keys) -> Nearest<Self> {
        let by_shingles = self.shingles.nearest(shingles, &keys.0);
        self.nearer(shingles, by_shingles, |is_alike| self.words.nearest_of(words, &keys.1, is_alike))
    }

    fn push(&mut self, (shingles, words): Self::Item, keys: &Self::Keys) {
        self.shingles.push(shingles, &keys.0);
        self.words.push(words, &keys.1);
    }

    fn empty(&self, room: usize) -> MixedLeaders<'s> {
        let (shingles, words) = (self.shingles.empty(room), self.words.empty(room));
        MixedLeaders { shingles, words, least_shingles: self.least_shingles }
    }

    fn append(&mut self, new: MixedLeaders<'s>, threads: usize) {
        self.shingles.append(new.shingles, threads);
        self.words.append(new.words, threads);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dedup::cluster::tests::check as check_finder;

    fn signatures(settings: &MixedSettings, texts: &[String]) -> Vec<Signature> {
        texts.iter().filter_map(|text| settings.signature(text, None)).collect()
    }

    proptest! {
        /// The oracle: each pair compared, for leaders and for links.
        #[test]
        fn clusters_are_those_of_all_pairs(
            texts in prop::collection::vec(prop::collection::vec("[a-d]{1,2}", 1..14), 1..30),
            min in 0.4_f64..=1.0, words in 0.4_f64..=1.0,
        ) {
            let shingles = ResemblanceSettings { width: 2, min, keep: None };
            let settings = MixedSettings { shingles, words };
            let texts: Vec<String> = texts.iter().map(|words| words.join(" ")).collect();
            let signatures = signatures(&settings, &texts);
            let of_all: Vec<&Signature> = signatures.iter().collect();
            let pairs = pairs(&of_all).unwrap();
            let least = Least::of(LEAST_SHINGLES.min(min));
            let distance = |a: (&Sketch, &Sketch), b: (&Sketch, &Sketch)| {
                let (by_shingles, by_words) = (a.0.resemblance(b.0), a.1.resemblance(b.1));
                if Least::of(min).is_reached(by_shingles) {
                    return Some((0, Reverse(by_shingles)));
                }
                let is_near = Least::of(words).is_reached(by_words) && least.is_reached(by_shingles);
                is_near.then_some((1, Reverse(by_words)))
            };
            check_finder(|| MixedLeaders::new(&settings, &pairs), &pairs, distance);
            let linked = settings.links(&of_all, 1).unwrap();
            let mut expected: Vec<u32> = (0..pairs.len() as u32).collect();
            for _ in 0..pairs.len() {
                for a in 0..pairs.len() {
                    for b in 0..a {
                        if distance(pairs[a], pairs[b]).is_some() {
                            let least = expected[a].min(expected[b]);
                            (expected[a], expected[b]) = (least, least);
                        }
                    }
                }
            }
            prop_assert_eq!(linked, expected);
        }
    }

    #[test]
    fn spread_edits_leave_the_words() {
        let text = "the keeper climbed the tower every evening and trimmed the nine flat wicks of the lamp before he \
                    went down again to eat with his wife and the four children in the low room beside the quay";
        let edited = text.replace("evening", "night").replace("flat", "small").replace("room", "house");
        let shuffled: Vec<&str> = text.split(' ').rev().collect();
        let texts = [text.to_owned(), edited, shuffled.join(" ")];
        let settings = MixedSettings { words: 0.8, ..MixedSettings::default() };
        let signatures = signatures(&settings, &texts);
        let signatures: Vec<&Signature> = signatures.iter().collect();
        assert_eq!(settings.clusters(&signatures, 1).unwrap(), [0, 0, 2]);
        assert!(settings.shingles.clusters(&signatures, 1).is_err());
    }
}
