//! Sentences that go on where a copy broke off.
//!
//! Whoever puts own sentences between copied ones leaves copies that are short, each by itself. They follow each other
//! in the source. Chance may put a sentence of a source anywhere, but hardly right behind another one that was copied:
//! a whole sentence beside a passage that counts therefore needs no more information than two short texts would.
//! `O(n log n)` for n passages of a pair that overlap little.

use super::demands::least_information;
use super::limits::LIMITS;
use super::passages::{Judged, copied};
use super::sentences::{Beside, sentence_information};
use crate::align::{Covered, Sides};
use crate::analyze::Words;
use crate::lexicon::{self, Rarity};
use crate::report::Kind;
use crate::text::WordRange;

/// Counts the common phrases of a pair that are whole sentences and stand beside a passage that counts, in both
/// documents. Two that stand beside each other are judged together. `judged` has the passages in order.
pub(super) fn count_continued(judged: &mut [Judged], words: Sides<&Words>, rarity: &Rarity) {
    let (mut counting, mut common) = (Places::default(), Places::default());
    // The information of each common phrase as a sentence that continues another one.
    let mut information = vec![];
    for (at, passage) in judged.iter().enumerate() {
        if passage.kind.counts() {
            counting.push(at, passage);
        } else if passage.kind == Kind::CommonPhrase {
            let of_sentence = sentence_information(&passage.alignment, words, rarity, 1, Beside::Continued);
            if of_sentence > 0.0 {
                common.push(at, passage);
                information.push(of_sentence);
            }
        }
    }
    let mut counted = vec![];
    for place in 0..common.passages.len() {
        let passage = &judged[common.passages[place]];
        for next in common.beside(passage, words) {
            let of_next = (1.0 - judged[common.passages[next]].common) * information[next];
            if next > place && passage.information + of_next >= lexicon::LIMITS.least_information {
                counted.extend([place, next]);
                break;
            }
        }
    }
    counted.sort_unstable();
    counted.dedup();
    for place in counted {
        let at = common.passages[place];
        count(&mut judged[at], information[place], words);
        counting.push(at, &judged[at]);
    }
    // One may continue the one before it, and that the one behind it.
    let all = 0..common.passages.len();
    for place in all.clone().chain(all.rev()) {
        let (at, information) = (common.passages[place], information[place]);
        let passage = &mut judged[at];
        if passage.kind == Kind::CommonPhrase
            && information >= least_information(&passage.alignment, words, 1)
            && !counting.beside(passage, words).is_empty()
        {
            count(passage, information, words);
            counting.push(at, passage);
        }
    }
}

fn count(passage: &mut Judged, information: f32, words: Sides<&Words>) {
    passage.information = passage.information.max(information);
    passage.kind = copied(&passage.alignment, &passage.moved, words.a);
}

/// The places of some passages of a pair.
#[derive(Default)]
struct Places {
    /// Their numbers among all.
    passages: Vec<usize>,
    in_a: Covered,
    in_b: Vec<WordRange>,
}

impl Places {
    fn push(&mut self, at: usize, passage: &Judged) {
        self.passages.push(at);
        self.in_a.push(passage.alignment.a);
        self.in_b.push(passage.alignment.b);
    }

    /// Returns those beside a passage, in both documents, by their number here.
    fn beside(&self, passage: &Judged, words: Sides<&Words>) -> Vec<usize> {
        let near_a = words.a.around(passage.alignment.a, LIMITS.continued.in_query);
        let near_b = words.b.around(passage.alignment.b, LIMITS.continued.in_source);
        let mut beside = self.in_a.over(near_a);
        beside.retain(|&place| self.in_b[place].meets(near_b));
        beside
    }
}

#[cfg(test)]
mod tests {
    use ibid_index::Ratio;

    use crate::align::{Aligner, Known, Paraphrases, Scope, Verbatim};
    use crate::detect::{Config, Detector};
    use crate::judge::{Rules, judge};
    use crate::text::Document;

    const OWN: &str = "Our guests had eaten nearly everything by then, and my uncle proposed another game of cards. \
                       Two of them left early, as they lived far away, while those who stayed sang until their \
                       neighbors knocked on each wall. ";

    /// Returns the words of the passages of `a` that count, among ten documents that share most keys. `b` begins a long
    /// one.
    fn counted(a: &[&str], b: &str) -> Vec<u32> {
        let detector = Detector::new(Config::default()).unwrap();
        let filler = "Nobody at the harbor talked about anything else on that day. ".repeat(2000);
        let document = |text: String| Document { text, ..Document::default() };
        let query = detector.analyze(document(a.join(OWN)));
        let source = detector.analyze(document(format!("{b}{filler}")));
        let scope = Scope {
            verbatim: Verbatim::Anywhere,
            known: Known { documents: 100, pairs: &[] },
            paraphrases: Paraphrases::Nowhere,
        };
        let passages = Aligner::new(&query).align(&source, &scope);
        let rules = Rules {
            documents: 10,
            freqs: &|keys| Ok(vec![9; keys.len()]),
            ..Rules::of_pair(Ratio::from_f64(0.5).unwrap(), query.rarity())
        };
        let judged = judge(&query, &source, passages, &rules).unwrap();
        let counting = judged.iter().filter(|passage| passage.kind.counts());
        counting.map(|passage| passage.alignment.equal_words).collect()
    }

    #[test]
    fn a_sentence_that_continues_a_copy_counts() {
        let long = "The old lighthouse keeper climbed the narrow winding stairs every evening before dusk. ";
        let next = "He said that he did not know what would come of it all. ";
        assert_eq!(
            counted(&[next, ""], &format!("{next}{long}")),
            [] as [u32; 0],
            "alone it says too little"
        );
        assert_eq!(counted(&[long, next, ""], &format!("{long}{next}")), [13, 13]);
        assert_eq!(counted(&[next, long, ""], &format!("{long}{next}")), [13, 13], "in another order");
        let far = "Nobody at the harbor talked about anything else on that day. ".repeat(9);
        assert_eq!(
            counted(&[long, next, ""], &format!("{long}{far}{next}")),
            [13],
            "elsewhere in the source"
        );
        let formula = "There is no doubt about that. ";
        assert_eq!(counted(&[long, formula, ""], &format!("{long}{formula}")), [13], "six words");
    }

    #[test]
    fn two_sentences_that_follow_each_other_count_together() {
        let first = "He said that he did not know what would come of it all. ";
        let second = "She told him that it was of no use to her. ";
        assert_eq!(counted(&[first, second, ""], &format!("{first}{second}")).len(), 2);
        let phrase = "There was no more to say. ";
        assert_eq!(
            counted(&[first, phrase, ""], &format!("{first}{phrase}")).len(),
            0,
            "too short for a sentence"
        );
    }
}
