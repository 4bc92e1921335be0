//! What decides in the engine of other words, with the reason of each limit, and what a collection asks beyond it.
//!
//! The limits were chosen all together on 2026-11-21, on the odd lines of the PAN-13 text-alignment training corpus
//! (`docs/evaluation.md`); where one has a figure or another corpus, its comment says so.

use crate::lexicon::information::asked_among;
use crate::text::Lang;

/// The limits; see [`LIMITS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Longer documents, by their sentences times those of the other, are compared by runs of equal words only: of more
    /// pairs, some are alike by chance, and weighing them takes long.
    pub(super) most_pairs: usize,
    /// Two sentences are alike above this cosine,
    pub(super) min_cosine: f32,
    /// and above this Dice coefficient;
    pub(super) min_dice: f32,
    /// two ranges of sentences above this cosine.
    pub(super) min_whole_cosine: f32,
    /// Sentences between two seeds of a passage, at most.
    pub(super) gap: u32,
    /// Sentences between two seeds of a summary, at most.
    pub(super) summary_gap: u32,
    /// A summary's source is at least this many times longer.
    pub(super) summary_ratio: f32,
    /// What the source of a summary counts as sharing: a summary leaves most of it out.
    pub(super) summary_share: f32,
    /// Of the seeds of a sentence, those count whose cosine is at least this share of the best one's;
    pub(super) near_best: f32,
    /// the same when the lengths of a summary are compared.
    pub(super) summary_near_best: f32,
    /// How often the ends of both sides are set anew, each looking at the other.
    pub(super) rounds: u32,
    /// At its ends a passage has sentences of whose terms at least this share, by weight, stands on the other side;
    pub(super) end_share: f32,
    /// then its ends are moved on both sides at once, to where the terms that stand for one another outweigh a share of all
    /// terms by most: this much of the share that they have in the passage,
    pub(super) own_share: f32,
    /// but at least this much of all. With both, and sentences of one side that are no longer taken in by themselves, plagdet
    /// on the odd lines rose from .931 to .936 (random), from .941 to .945 (translation) and from .643 to .653 (summary),
    /// chosen on 2026-11-24. With .45 to .65 of its own share, that of all classes is .937 to .940.
    pub(super) least_own_share: f32,
    /// The sentences inside and outside of an end that are looked at. With 1 and 3, plagdet of all classes is .001 and .0002
    /// lower.
    pub(super) end_reach: u32,
    /// Of the words at an end, those are cut off of whose terms, by weight, less than this share stands on the other side,
    pub(super) trim_share: f32,
    /// when the terms that are missing there exceed that by this weight.
    pub(super) min_trim: f32,
    /// Half words beside the terms that are shared that stay where others are cut off: two words, or four Han characters, since
    /// the first or last word was often replaced. None and five words are no better.
    pub(super) margin: u32,
    /// What the cosine of a seed is worth beside the shares of terms that stand on the other side.
    pub(super) seed_worth: f32,
    /// More seeds do not make a passage surer; in the unit of a cosine.
    pub(super) most_seeds: f32,
    /// What a passage has to be worth.
    pub(super) min_worth: f32,
    /// What it has to be worth to be sure: it may be short, and is no common phrase unless another stays beside it.
    pub(super) sure_worth: f32,
    /// Pairs of alike sentences in a passage that is sure, at least: a definition or a slogan alone may be like another by
    /// chance. Set after a look at the short answers of students.
    pub(super) sure_seeds: usize,
    /// The least length of a passage on either side, in bytes: some 25 words, or 50 Han characters.
    pub(super) min_bytes: u32,
    /// The least length of a passage that is sure, in bytes.
    pub(super) min_sure_bytes: u32,
    /// Half words of a run that makes a passage stay as it is. With 80 in place of 60, plagdet rose from .916 to .918.
    pub(super) solid_run: u32,
    /// The sum of cosines of a passage beside one that stays.
    pub(super) min_beside_solid: f32,
    /// The most words between two passages of which one goes on where the other ends, or that both have.
    pub(super) most_between: u32,
    /// The least share of equal half words on the shorter side.
    pub(super) min_equal: f32,
    /// A passage of which a greater share is covered by others is none.
    pub(super) max_covered: f32,
}

pub(super) const LIMITS: Limits = Limits {
    most_pairs: 1_000_000,
    min_cosine: 0.25,
    min_dice: 0.27,
    min_whole_cosine: 0.26,
    gap: 4,
    summary_gap: 33,
    summary_ratio: 3.0,
    summary_share: 0.2,
    near_best: 0.8,
    summary_near_best: 0.88,
    rounds: 2,
    end_share: 0.15,
    own_share: 0.5,
    least_own_share: 0.25,
    end_reach: 2,
    trim_share: 0.3,
    min_trim: 5.0,
    margin: 4,
    seed_worth: 0.48,
    most_seeds: 3.0,
    min_worth: 0.7,
    sure_worth: 1.3,
    sure_seeds: 2,
    min_bytes: 150,
    min_sure_bytes: 100,
    solid_run: 80,
    min_beside_solid: 3.0,
    most_between: 8,
    min_equal: 0.2,
    max_covered: 0.95,
};

/// What a passage has to reach beyond [`LIMITS`], so that chance finds none among many pairs of documents: enough of
/// its terms stand on the other side, for both sides, or it is worth enough. By default nothing is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demands {
    /// The least share of the terms of each side, by weight,
    pub(crate) min_share: f32,
    /// or the least worth, in the unit of [`Limits::min_worth`].
    pub(crate) min_worth: f32,
    /// A passage of which a greater share is covered by others is none.
    pub(crate) max_covered: f32,
}

/// What is asked among many documents of English passages. It was chosen with [`OF_CHINESE`] on 2026-11-21, on the first seeds
/// of the planted corpora and the odd lines of PAN-13: with a share of .45 alone, 14 wrong passages of 406 remain in English, and an
/// eighth of the true ones is lost.
///
/// Where runs of equal words cover half of a passage, they stay as they are: their borders are better. Precision rose from
/// .979 to .998, together with taking nothing but reworded passages from documents that share rare words only.
const OF_WORDS: Demands = Demands { min_share: 0.40, min_worth: 2.0, max_covered: 0.5 };
/// What is asked among many documents of Chinese passages: with a share of .58 alone, 32 wrong ones of 1,941 remain.
const OF_CHINESE: Demands = Demands { min_share: 0.54, min_worth: 2.7, max_covered: 0.5 };

impl Demands {
    /// What a passage has to reach in a collection of this many documents: the more there are, the more are alike by
    /// chance.
    pub(crate) fn among(documents: u32, lang: Lang) -> Demands {
        let Demands { min_share, min_worth, max_covered } = match lang {
            Lang::Words => OF_WORDS,
            Lang::Chinese => OF_CHINESE,
        };
        Demands {
            min_share: asked_among(documents, min_share),
            min_worth: asked_among(documents, min_worth),
            max_covered,
        }
    }
}

impl Default for Demands {
    fn default() -> Demands {
        Demands { min_share: 0.0, min_worth: 0.0, max_covered: LIMITS.max_covered }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_documents_ask_for_surer_passages() {
        let (few, many) = (Demands::among(2, Lang::Words), Demands::among(100_000, Lang::Words));
        assert!(few.min_share < many.min_share && few.min_worth < many.min_worth);
        assert_eq!(Demands::among(1, Lang::Chinese).min_share, 0.0);
    }
}
