//! Texts are near if a large share of their shingles is common, or if one is the other with edits that are spread.
//!
//! In: texts. Out: of each a sketch of its shingles, one of its bag of words, and its first words in order; and the
//! clusters of the texts. A word that is exchanged takes all shingles with it that reach over it, some sixteen of
//! twelve letters: edits that are spread over a text leave few shingles and most words. Pages of one template have as
//! many words in common. There the differences stand in long stretches, or are one name in place of another, so words
//! alone cannot tell such pages from copies ([`is_spread`](crate::spread::is_spread)).
//!
//! A word is as the tokenizer cuts and folds it; in the bag, two Han characters make a word. Of a long text the
//! shingles and the bag are sampled. Cost and memory are three times those of [`ResemblanceSettings`]; texts that may
//! be edited copies are aligned.

use std::cmp::Reverse;

use ibid::normalize::normalize;
use ibid::tokenize::Tokenizer;
use ibid::{Result, Span, is_han};

use crate::cluster::{LeaderFinder, Nearest, Neighbor, leaders, links};
use crate::edited::EditedLeaders;
use crate::near::{Method, NearMethod, Nearness, shares};
use crate::resemblance::{ResemblanceLeaders, ResemblanceSettings, SketchKeys};
use crate::signature::{Signature, all_of};
use crate::spread::Opening;
use crate::written::Written;
use crate::{Resemblance, Sketch};

pub(crate) const METHOD: Method = Method {
    name: "mixed",
    help: "mixed:min=.8,words=.66,width=8,keep=1024 or keep=all",
    make: |written, _| Ok(Box::new(MixedSettings::take(written)?)),
};

/// The settings of a comparison by shingles and by words, written as `mixed:min=.8,words=.66` and the like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MixedSettings {
    /// The width and the size of the sketches, and the least share of common shingles.
    pub shingles: ResemblanceSettings,
    /// The least share of words in the same order, .5 to 1, if edits are spread.
    pub words: f64,
}

impl Default for MixedSettings {
    fn default() -> MixedSettings {
        MixedSettings {
            // Chosen with the limits of `spread`, on the same texts: with twelve letters and .77, F1 is .761 on the
            // pages and .955 on the manual, with eight .778 and .956.
            shingles: ResemblanceSettings { width: 8, min: 0.8, ..ResemblanceSettings::default() },
            words: 0.66,
        }
    }
}

impl MixedSettings {
    fn take(written: &mut Written<'_>) -> Result<MixedSettings> {
        let default = MixedSettings::default();
        let words = written.share("words", 0.5..=1.0)?.unwrap_or(default.words);
        Ok(MixedSettings { shingles: ResemblanceSettings::take(written, default.shingles)?, words })
    }
}

impl NearMethod for MixedSettings {
    fn name(&self) -> String {
        format!("{} or words(aligned,spread),min={}", self.shingles.name(), self.words)
    }

    fn signature(&self, text: &str, _category: Option<&str>) -> Option<Signature> {
        let shingles = self.shingles.sketch(text)?;
        let words = words(text);
        let bag = Sketch::of_words(&words, self.shingles.keep)?;
        Some(Signature::Words(shingles, bag, Opening::of(&words)))
    }

    fn clusters(&self, signatures: &[&Signature], threads: usize) -> Result<Vec<u32>> {
        let texts = texts(signatures)?;
        Ok(leaders(MixedLeaders::new(self, &texts), &texts, threads))
    }

    fn links(&self, signatures: &[&Signature], _threads: usize) -> Result<Vec<u32>> {
        let texts = texts(signatures)?;
        let mut finder = MixedLeaders::new(self, &texts);
        Ok(links(&texts, |&text, is_new, found| {
            let keys = (finder.shingles.keys(text.0), finder.edited.keys(text.1, text.2));
            finder.shingles.all_near(text.0, &keys.0, is_new, found);
            finder.edited.all_near((text.1, text.2), &keys.1, is_new, found);
            finder.push(text, &keys);
            finder.settle();
        }))
    }

    fn nearness(&self, signatures: &[&Signature], of: &[(u32, u32)], _: usize) -> Result<Vec<Nearness>> {
        let texts = texts(signatures)?;
        Ok(shares(of, |a, b| texts[a].0.resemblance(texts[b].0).share()))
    }
}

/// Returns the words of a text in order, each with whether it is a Han character.
fn words(text: &str) -> Vec<(u64, bool)> {
    let text = &*normalize(text).text;
    let mut tokens = vec![];
    Tokenizer::characters(text, Span::new(0, text.len() as u32), &mut tokens);
    let is_han = |span: Span| span.of(text).chars().next().is_some_and(is_han);
    tokens.iter().map(|token| (token.word, is_han(token.span))).collect()
}

/// The shingles of a text, its bag of words, and its first words.
type Text<'s> = (&'s Sketch, &'s Sketch, &'s Opening);

fn texts<'s>(signatures: &[&'s Signature]) -> Result<Vec<Text<'s>>> {
    all_of(signatures, |signature| match signature {
        Signature::Words(shingles, bag, opening) => Some((shingles, bag, opening)),
        _ => None,
    })
}

/// A finder of leaders among texts, by their rarest shingles and by their rarest words.
#[derive(Clone, Debug)]
struct MixedLeaders<'s> {
    shingles: ResemblanceLeaders<'s>,
    edited: EditedLeaders<'s>,
}

impl<'s> MixedLeaders<'s> {
    fn new(settings: &MixedSettings, texts: &[Text<'s>]) -> MixedLeaders<'s> {
        let shingles: Vec<&Sketch> = texts.iter().map(|text| text.0).collect();
        let worded: Vec<_> = texts.iter().map(|text| (text.1, text.2)).collect();
        MixedLeaders {
            shingles: ResemblanceLeaders::new(settings.shingles.min, &shingles),
            edited: EditedLeaders::new(settings.words, &worded),
        }
    }

    /// Moves the texts that were pushed one by one to the arrays, if there are many.
    fn settle(&mut self) {
        self.shingles.settle();
        self.edited.settle();
    }

    /// Returns the nearest leader: by shingles, if there is one, else by words.
    fn nearer(
        &self,
        text: Text<'s>,
        by_shingles: Nearest<ResemblanceLeaders<'s>>,
        keys: &[u32],
    ) -> Nearest<Self> {
        let ranked = |rank: u8| {
            move |near: Neighbor<Reverse<Resemblance>>| Neighbor {
                distance: (rank, near.distance),
                number: near.number,
            }
        };
        let by_words = || self.edited.nearest((text.1, text.2), keys);
        by_shingles.map(ranked(0)).or_else(|| by_words().map(ranked(1)))
    }
}

impl<'s> LeaderFinder for MixedLeaders<'s> {
    type Item = Text<'s>;
    /// 0 by shingles and 1 by words, then the resemblance.
    type Distance = (u8, Reverse<Resemblance>);
    type Keys = (SketchKeys, Box<[u32]>);

    const NEAREST: Self::Distance = (0, ResemblanceLeaders::NEAREST);
    const BATCH: usize = ResemblanceLeaders::BATCH;

    fn count(&self) -> usize {
        self.shingles.count()
    }

    fn look_up(&self, texts: &[Text<'s>]) -> Vec<(Self::Keys, Nearest<Self>)> {
        let sketches: Vec<&Sketch> = texts.iter().map(|text| text.0).collect();
        let look_up = |(&text, (of_shingles, by_shingles)): (&Text<'s>, _)| {
            let of_words = self.edited.keys(text.1, text.2);
            let nearest = self.nearer(text, by_shingles, &of_words);
            ((of_shingles, of_words), nearest)
        };
        texts.iter().zip(self.shingles.look_up(&sketches)).map(look_up).collect()
    }

    fn nearest(&mut self, text: Text<'s>, keys: &Self::Keys) -> Nearest<Self> {
        let by_shingles = self.shingles.nearest(text.0, &keys.0);
        self.nearer(text, by_shingles, &keys.1)
    }

    fn push(&mut self, text: Text<'s>, keys: &Self::Keys) {
        self.shingles.push(text.0, &keys.0);
        self.edited.push((text.1, text.2), &keys.1);
    }

    fn empty(&self, room: usize) -> MixedLeaders<'s> {
        MixedLeaders { shingles: self.shingles.empty(room), edited: self.edited.empty() }
    }

    fn append(&mut self, new: MixedLeaders<'s>, threads: usize) {
        self.shingles.append(new.shingles, threads);
        self.edited.append(new.edited);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::cluster::tests::check as check_finder;
    use crate::edited::LIMITS;
    use crate::sketch::Least;
    use crate::spread::is_spread;

    fn signatures(settings: &MixedSettings, texts: &[String]) -> Vec<Signature> {
        texts.iter().filter_map(|text| settings.signature(text, None)).collect()
    }

    /// Texts of which many are others with some words exchanged: so many that each is aligned with all others.
    fn edited_texts() -> impl Strategy<Value = Vec<String>> {
        let origin = prop::collection::vec("[a-f]{1,2}", 30..60);
        let edit = (any::<prop::sample::Index>(), prop::collection::vec((0_usize..60, "[a-z]{1,3}"), 0..16));
        (prop::collection::vec(origin, 1..4), prop::collection::vec(edit, 1..15)).prop_map(
            |(mut texts, edits)| {
                for (origin, exchanged) in edits {
                    let mut text = texts[origin.index(texts.len())].clone();
                    for (at, word) in exchanged {
                        let at = at % text.len();
                        text[at] = word;
                    }
                    texts.push(text);
                }
                texts.iter().map(|words| words.join(" ")).collect()
            },
        )
    }

    proptest! {
        /// Compares clusters and links with the oracle, which compares each pair.
        #[test]
        fn clusters_are_those_of_all_pairs(
            texts in edited_texts(), min in 0.4_f64..=1.0, words in 0.5_f64..=1.0,
            keep in prop::sample::select(vec![None, Some(24), Some(40)]),
        ) {
            let shingles = ResemblanceSettings { width: 2, min, keep };
            let settings = MixedSettings { shingles, words };
            let signatures = signatures(&settings, &texts);
            let of_all: Vec<&Signature> = signatures.iter().collect();
            let texts = super::texts(&of_all).unwrap();
            let finder = MixedLeaders::new(&settings, &texts);
            let distance = |a: Text<'_>, b: Text<'_>| {
                let (by_shingles, by_words) = (a.0.resemblance(b.0), a.1.resemblance(b.1));
                if Least::of(min).is_reached(by_shingles) {
                    return Some((0, Reverse(by_shingles)));
                }
                let [x, y] = [a, b].map(|text| finder.edited.keys(text.1, text.2));
                let is_near = x.iter().filter(|key| y.contains(key)).count() >= LIMITS.shared
                    && Least::of(LIMITS.bag).is_reached(by_words)
                    && is_spread(a.2, b.2, words);
                is_near.then_some((1, Reverse(by_words)))
            };
            check_finder(|| MixedLeaders::new(&settings, &texts), &texts, distance);
            let linked = settings.links(&of_all, 1).unwrap();
            let earlier = |a: usize| (0..a).map(move |b| (a, b));
            let near: Vec<(usize, usize)> = (0..texts.len())
                .flat_map(earlier)
                .filter(|&(a, b)| distance(texts[a], texts[b]).is_some())
                .collect();
            let mut expected: Vec<u32> = (0..texts.len() as u32).collect();
            for _ in 0..texts.len() {
                for &(a, b) in &near {
                    let least = expected[a].min(expected[b]);
                    (expected[a], expected[b]) = (least, least);
                }
            }
            prop_assert_eq!(linked, expected);
        }
    }

    fn clusters(texts: &[String]) -> Vec<u32> {
        let settings = MixedSettings::default();
        let signatures = signatures(&settings, texts);
        settings.clusters(&signatures.iter().collect::<Vec<_>>(), 1).unwrap()
    }

    #[test]
    fn spread_edits_leave_the_words_in_their_order() {
        let text = "the keeper climbed the tower every evening and trimmed the nine flat wicks of the lamp before he \
                    went down again to eat with his wife and the four children in the low room beside the quay";
        let edited = text.replace("evening", "night").replace("flat", "small").replace("room", "house");
        let shuffled: Vec<&str> = text.split(' ').rev().collect();
        assert_eq!(clusters(&[text.to_owned(), edited, shuffled.join(" ")]), [0, 0, 2]);
    }

    #[test]
    fn spread_edits_leave_the_characters_in_their_order() {
        let text = "看守人每天傍晚都要爬上那座高塔修剪油灯里的九根灯芯然后再下来和妻子以及四个孩子一起在码头旁边的矮房子里吃饭";
        let edited = text.replace('傍', "夜").replace("油", "").replace('矮', "小");
        assert_eq!(clusters(&[text.to_owned(), edited]), [0, 0]);
    }

    #[test]
    fn a_page_for_another_thing_is_no_copy() {
        let page = |name: &str, place: &str| {
            format!(
                "the {name} is open every day from nine to five and the {name} is closed in winter when no boat goes to \
                 the {name} from {place} so ask in {place} whether the {name} can be seen before you walk from {place}"
            )
        };
        let texts = [page("lighthouse", "Falmouth"), page("museum", "Harwich"), page("mill", "Whitby")];
        assert_eq!(clusters(&texts), [0, 1, 2]);
    }

    #[test]
    fn the_name_says_all_settings() {
        let name = |settings: MixedSettings| settings.name();
        let default = MixedSettings::default();
        let wider = ResemblanceSettings { width: 12, ..default.shingles };
        let all =
            [default, MixedSettings { words: 0.7, ..default }, MixedSettings { shingles: wider, ..default }];
        let names: BTreeSet<String> = all.into_iter().map(name).collect();
        assert_eq!(names.len(), 3, "{names:?}");
        assert!(name(default).contains(&default.shingles.name()));
    }
}
