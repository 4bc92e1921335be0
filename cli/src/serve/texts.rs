//! What a text is known by: the SimHash of its words, and the words of a short one.

use std::collections::HashMap;

use ibid::dedup::{
    Features, Fingerprint, HammingIndex, NearMethod, Neighbor, SimHash, SimHashSettings, Weight,
};
use ibid::feature::{IdfTable, Ranking, WordHash, key};
use ibid::tokenize::Dictionary;
use ibid_service::{DISTANCE, Nearby, SHORT, Signature, Texts};

/// Makes signatures by the words of texts.
#[derive(Debug)]
pub(crate) struct Signer {
    simhash: SimHash,
    idf: IdfTable,
}

impl Signer {
    /// A word weighs as often as it stands in a text, up to this number. Loads the Chinese dictionary, so that no article
    /// waits for it.
    pub(crate) fn new(levels: u32) -> Signer {
        let features = Features::Words { weight: Weight::Levels(levels), stop_words: 0 };
        let settings = SimHashSettings { features, distance: DISTANCE };
        let simhash = SimHash::new(settings, Dictionary::default());
        simhash.features("词");
        Signer { simhash, idf: IdfTable::of_rankings(&[Ranking::english(), Ranking::chinese_words()]) }
    }

    /// One number for each word, the rarest first.
    fn bag(&self, words: &[u64]) -> Vec<u32> {
        let mut seen: HashMap<u64, u64, WordHash> = HashMap::default();
        let mut numbered: Vec<(f32, u64, u64)> = words
            .iter()
            .map(|&word| {
                let times = seen.entry(word).or_default();
                *times += 1;
                (self.idf.idf(word), word, *times)
            })
            .collect();
        numbered.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        numbered.into_iter().map(|(_, word, times)| key([word, times]) as u32).collect()
    }
}

impl Texts for Signer {
    fn name(&self) -> String {
        self.simhash.name()
    }

    fn signature(&self, text: &str) -> Signature {
        let words = self.simhash.features(text);
        let fingerprint = self.simhash.vote(&words).map(|print| print.0);
        let is_short = words.len() < SHORT as usize;
        Signature {
            fingerprint,
            words: words.len() as u32,
            bag: if is_short { self.bag(&words) } else { vec![] },
        }
    }

    fn nearby(&self) -> Box<dyn Nearby> {
        let index = HammingIndex::new(DISTANCE);
        Box::new(Prints(index.unwrap_or_else(|_| unreachable!("the distance is a small constant"))))
    }
}

struct Prints(HammingIndex);

impl Nearby for Prints {
    fn insert(&mut self, fingerprint: u64) -> u32 {
        self.0.insert(Fingerprint(fingerprint))
    }

    fn within(&self, fingerprint: u64, out: &mut Vec<(u32, u32)>) {
        let mut found = vec![];
        self.0.within(Fingerprint(fingerprint), &mut found);
        out.clear();
        out.extend(found.into_iter().map(|Neighbor { distance, number }| (number, distance)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_has_its_words_the_rarest_first() {
        let signer = Signer::new(5);
        let bag = |text: &str| signer.signature(text).bag;
        let harbour = bag("the harbour");
        assert_eq!(bag("harbour"), harbour[..1], "harbour is rarer than the");
        assert_eq!(bag("harbour the"), harbour);
        let twice = bag("the harbour the");
        assert_eq!((twice.len(), &twice[..2]), (3, &harbour[..]), "the second one is another number");
        assert_eq!(bag("港口 的"), bag("的港口"));
        assert_eq!(bag(""), [] as [u32; 0]);
    }

    #[test]
    fn a_long_text_has_a_fingerprint_only() {
        let signer = Signer::new(5);
        let words = |count: usize| (0..count).map(|n| format!("word{n} ")).collect::<String>();
        assert_eq!(signer.signature(&words(39)).bag.len(), 39);
        let long = signer.signature(&words(40));
        assert_eq!((long.words, long.bag.len(), long.fingerprint.is_some()), (40, 0, true));
    }

    /// Folders hold signatures: with others, or another name, nothing in them would be found again.
    #[test]
    fn signatures_and_their_name_stay_as_folders_hold_them() {
        let signer = Signer::new(5);
        assert_eq!(signer.name(), "simhash(words,levels=5,stop=0,jieba-0.11,hash=xxh3),distance=3");
        let long = "The harbour opened again after eleven years, and the tide came in. ".repeat(5);
        let of = |text: &str| signer.signature(text);
        let english = vec![968884224, 3934257152, 1849688064, 457179136, 3946840064, 1174405120, 1526726656];
        let chinese =
            [2919235584, 4185915392, 3024093184, 1543503872, 2306867200, 1669332992, 2533359616, 2545942528];
        assert_eq!(
            of("The harbour opens again, the council said."),
            Signature { fingerprint: Some(6_288_018_244_235_654_431), words: 7, bag: english }
        );
        assert_eq!(
            of("港口重新开放了，港口的人说。"),
            Signature { fingerprint: Some(6_631_271_370_904_992_310), words: 8, bag: chinese }
        );
        let fingerprint = Some(14_415_327_426_186_993_950);
        assert_eq!(of(&long), Signature { fingerprint, words: 60, bag: vec![] });
    }
}
