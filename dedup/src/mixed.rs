//! Texts are near if a large share of their shingles is common, or if one is the other with edits that are spread.
//!
//! In: texts. Out: of each a sketch of its shingles, one of its bag of words, and its first words in order; and the
//! clusters of the texts. A word that is exchanged takes all shingles with it that reach over it, some sixteen of
//! twelve letters: edits that are spread over a text leave few shingles and most words. Pages of one template have as
//! many words in common. There the differences stand in long stretches, or are one name in place of another, so words
//! alone cannot tell such pages from copies ([`is_dispersed`](crate::dispersion::is_dispersed)).
//!
//! A word is as the tokenizer cuts and folds it; in the bag, two Han characters make a word. Of a long text the
//! shingles and the bag are sampled. Cost and memory are three times those of [`ResemblanceSettings`]; texts that may
//! be edited copies are aligned.

use std::cmp::Reverse;

use ibid::normalize::normalize;
use ibid::tokenize::{Token, Tokenizer};
use ibid::{Result, Span, is_han};

use crate::cluster::{LeaderFinder, Nearest, Neighbor, leaders, links};
use crate::dispersion::{WordPrefix, aligned_share};
use crate::edited::{EditedLeaders, TextWords};
use crate::method_spec::MethodSpec;
use crate::near::{Measure, Method, NearMethod, Pair, Rule, Similarity, shares};
use crate::resemblance::ResemblanceSettings;
use crate::resemblance_leaders::{ResemblanceLeaders, SketchKeys};
use crate::signature::{Signature, all_of};
use crate::words::HashedWord;
use crate::{Resemblance, Sketch};

pub(crate) const METHOD: Method = Method {
    name: "mixed",
    help: "mixed:min=.8,words=.66,width=8,keep=1024 or keep=all",
    make: |spec, _| Ok(Box::new(MixedSettings::take(spec)?)),
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
    fn take(spec: &mut MethodSpec<'_>) -> Result<MixedSettings> {
        let default = MixedSettings::default();
        let words = spec.share("words", 0.5..=1.0)?.unwrap_or(default.words);
        Ok(MixedSettings { shingles: ResemblanceSettings::take(spec, default.shingles)?, words })
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
        Some(Signature::Words(shingles, bag, WordPrefix::of(&words)))
    }

    fn clusters(&self, signatures: &[&Signature], threads: usize) -> Result<Vec<u32>> {
        let texts = texts(signatures)?;
        Ok(leaders(MixedLeaders::new(self, &texts), &texts, threads))
    }

    fn links(&self, signatures: &[&Signature], _threads: usize) -> Result<Vec<u32>> {
        let texts = texts(signatures)?;
        let mut finder = MixedLeaders::new(self, &texts);
        Ok(links(&texts, |&text, is_new, found| {
            let keys = MixedKeys {
                shingles: finder.shingles.keys(text.shingles),
                words: finder.edited.keys(text.words),
            };
            finder.shingles.all_near(text.shingles, &keys.shingles, is_new, found);
            finder.edited.all_near(text.words, &keys.words, is_new, found);
            finder.push(text, &keys);
            finder.settle();
        }))
    }

    fn similarity(&self, signatures: &[&Signature], of: &[Pair], _: usize) -> Result<Vec<Similarity>> {
        let texts = texts(signatures)?;
        Ok(shares(of, |a, b| texts[a].shingles.resemblance(texts[b].shingles).share()))
    }

    fn measure(&self, similarity: Similarity, of: (&Signature, &Signature)) -> Measure {
        if similarity.value() < self.shingles.min
            && let (Signature::Words(.., a), Signature::Words(.., b)) = of
            && let Some(value) = aligned_share(a, b, self.words)
        {
            return Measure { rule: Rule::Words, value, limit: self.words };
        }
        self.shingles.measure(similarity, of)
    }
}

/// Returns the words of a text, in order.
fn words(text: &str) -> Vec<HashedWord> {
    let text = &*normalize(text).text;
    let mut tokens = vec![];
    Tokenizer::characters(text, Span::new(0, text.len() as u32), &mut tokens);
    let word =
        |token: &Token| HashedWord { hash: token.word, is_han: token.span.of(text).starts_with(is_han) };
    tokens.iter().map(word).collect()
}

/// The shingles and the words of a text.
#[derive(Clone, Copy, Debug)]
struct MixedText<'s> {
    shingles: &'s Sketch,
    words: TextWords<'s>,
}

fn texts<'s>(signatures: &[&'s Signature]) -> Result<Vec<MixedText<'s>>> {
    all_of(signatures, |signature| match signature {
        Signature::Words(shingles, bag, prefix) => {
            Some(MixedText { shingles, words: TextWords { bag, prefix } })
        }
        _ => None,
    })
}

/// The keys that a text is looked up by.
#[derive(Clone, Debug)]
struct MixedKeys {
    shingles: SketchKeys,
    words: Box<[u32]>,
}

/// A finder of leaders among texts, by their rarest shingles and by their rarest words.
#[derive(Clone, Debug)]
struct MixedLeaders<'s> {
    shingles: ResemblanceLeaders<'s>,
    edited: EditedLeaders<'s>,
}

impl<'s> MixedLeaders<'s> {
    fn new(settings: &MixedSettings, texts: &[MixedText<'s>]) -> MixedLeaders<'s> {
        let shingles: Vec<&Sketch> = texts.iter().map(|text| text.shingles).collect();
        let words: Vec<_> = texts.iter().map(|text| text.words).collect();
        MixedLeaders {
            shingles: ResemblanceLeaders::new(settings.shingles.min, &shingles),
            edited: EditedLeaders::new(settings.words, &words),
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
        text: MixedText<'s>,
        by_shingles: Nearest<ResemblanceLeaders<'s>>,
        keys: &[u32],
    ) -> Nearest<Self> {
        let (rank, near) = match by_shingles {
            Some(near) => (0, near),
            None => (1, self.edited.nearest(text.words, keys)?),
        };
        Some(Neighbor { distance: (rank, near.distance), number: near.number })
    }
}

impl<'s> LeaderFinder for MixedLeaders<'s> {
    type Item = MixedText<'s>;
    /// 0 by shingles and 1 by words, then the resemblance.
    type Distance = (u8, Reverse<Resemblance>);
    type Keys = MixedKeys;

    const NEAREST: Self::Distance = (0, ResemblanceLeaders::NEAREST);
    const BATCH: usize = ResemblanceLeaders::BATCH;

    fn count(&self) -> usize {
        self.shingles.count()
    }

    fn look_up(&self, texts: &[MixedText<'s>]) -> Vec<(MixedKeys, Nearest<Self>)> {
        let sketches: Vec<&Sketch> = texts.iter().map(|text| text.shingles).collect();
        let mut all = Vec::with_capacity(texts.len());
        for (&text, (shingles, by_shingles)) in texts.iter().zip(self.shingles.look_up(&sketches)) {
            let words = self.edited.keys(text.words);
            let nearest = self.nearer(text, by_shingles, &words);
            all.push((MixedKeys { shingles, words }, nearest));
        }
        all
    }

    fn nearest(&mut self, text: MixedText<'s>, keys: &MixedKeys) -> Nearest<Self> {
        let by_shingles = self.shingles.nearest(text.shingles, &keys.shingles);
        self.nearer(text, by_shingles, &keys.words)
    }

    fn push(&mut self, text: MixedText<'s>, keys: &MixedKeys) {
        self.shingles.push(text.shingles, &keys.shingles);
        self.edited.push(text.words, &keys.words);
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
    use crate::dispersion::is_dispersed;
    use crate::edited::LIMITS;
    use crate::sketch::Least;

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
            let distance = |a: MixedText<'_>, b: MixedText<'_>| {
                let (by_shingles, by_words) = (a.shingles.resemblance(b.shingles), a.words.bag.resemblance(b.words.bag));
                if Least::of(min).is_reached(by_shingles) {
                    return Some((0, Reverse(by_shingles)));
                }
                let [x, y] = [a, b].map(|text| finder.edited.keys(text.words));
                let is_near = x.iter().filter(|key| y.contains(key)).count() >= LIMITS.shared
                    && Least::of(LIMITS.bag).is_reached(by_words)
                    && is_dispersed(a.words.prefix, b.words.prefix, words);
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
