//! The limits of the engine of other words, with the reason of each, and the further demands in a collection.
//!
//! The limits were chosen all together on 2026-11-21, on the odd lines of the PAN-13 text-alignment training corpus
//! (`lab/record/tried.md`). Where a limit has a figure or another corpus, its comment says so.

use crate::lexicon::information::asked_among;
use crate::text::Lang;

/// The limits; see [`LIMITS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct RewordedLimits {
    /// The most pairs of sentences of two documents. Longer documents are compared by exact matches only: among
    /// more pairs, some are alike by chance, and weighing them takes long.
    pub(super) most_pairs: usize,
    /// The most sentences between two seeds of a passage.
    pub(super) gap: u32,
    /// The most sentences between two seeds of a summary.
    pub(super) summary_gap: u32,
    /// The least length of a summary's source, as a multiple of the summary's length.
    pub(super) summary_ratio: f32,
    /// The share of terms credited to the source of a summary, since a summary leaves most of it out.
    pub(super) summary_share: f32,
    /// The least cosine of a sentence's seeds, as a share of its best one.
    pub(super) near_best: f32,
    /// The same share when the lengths of a summary are compared.
    pub(super) summary_near_best: f32,
    /// The number of rounds in which the ends of both sides are set, each looking at the other.
    pub(super) rounds: u32,
    /// The least share of shared terms, by weight, in the sentences at the ends of a passage.
    pub(super) end_share: f32,
    /// The share subtracted when the ends are then moved on both sides at once, as a part of the share of matched terms
    /// in the passage: the ends go where the matched terms outweigh it by most.
    pub(super) own_share: f32,
    /// The least such share, of the weight of all terms. With both, and without sentences that one side takes in alone,
    /// plagdet on the odd lines rose from .931 to .936 (random), from .941 to .945 (translation) and from .643 to .653
    /// (summary), chosen on 2026-11-24. With an own share of .45 to .65, plagdet of all classes is .937 to .940.
    pub(super) least_own_share: f32,
    /// The number of sentences tried inside and outside of an end. With 1 and 3, plagdet of all classes is .001 and
    /// .0002 lower.
    pub(super) end_reach: u32,
    /// The share of shared terms, by weight, below which words at an end are cut off.
    pub(super) trim_share: f32,
    /// The least weight by which shared terms must fall short of that share before words are cut off.
    pub(super) min_trim: f32,
    /// The half words kept beside the shared terms when others are cut off: two words, or four Han characters, since
    /// the first or last word was often replaced. None and five words are no better.
    pub(super) margin: u32,
    /// The weight of a seed's cosine in the worth of a passage; the shares of shared terms have weight 1.
    pub(super) seed_worth: f32,
    /// The greatest sum of cosines that counts: more seeds do not make a passage surer.
    pub(super) most_seeds: f32,
    /// The least worth of a passage.
    pub(super) min_worth: f32,
    /// The least worth of a sure passage: it may be short, and is no common phrase unless a passage with a long match
    /// stands beside it.
    pub(super) sure_worth: f32,
    /// The least number of seeds in a sure passage: a single definition or slogan may resemble another by chance. Set
    /// after a look at the short answers of students.
    pub(super) sure_seeds: usize,
    /// The least length of a passage on either side, in bytes: some 25 words, or 50 Han characters.
    pub(super) min_bytes: u32,
    /// The least length of a sure passage, in bytes.
    pub(super) min_sure_bytes: u32,
    /// The least half words of a match that leaves its passage unchanged. With 80 instead of 60, plagdet rose from .916
    /// to .918.
    pub(super) solid_match: u32,
    /// The least sum of cosines of a passage beside an unchanged one.
    pub(super) min_beside_solid: f32,
    /// The most words between two passages that are joined, or shared by them.
    pub(super) most_between: u32,
    /// The least share of equal half words on the shorter side.
    pub(super) min_equal: f32,
    /// The greatest share of a passage that others may cover; beyond it, the passage is dropped.
    pub(super) max_covered: f32,
}

pub(super) const LIMITS: RewordedLimits = RewordedLimits {
    most_pairs: 1_000_000,
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
    solid_match: 80,
    min_beside_solid: 3.0,
    most_between: 8,
    min_equal: 0.2,
    max_covered: 0.95,
};

/// The likeness by which sentences are brought together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Likeness {
    /// The cosine above which two sentences are alike, if their Dice coefficient is high enough too.
    pub(super) min_cosine: f32,
    /// The Dice coefficient above which two sentences are alike, if their cosine is high enough too.
    pub(super) min_dice: f32,
    /// The cosine above which two ranges of sentences are alike.
    pub(super) min_whole_cosine: f32,
}

pub(super) const SURE: Likeness = Likeness { min_cosine: 0.25, min_dice: 0.27, min_whole_cosine: 0.26 };

/// The likeness of Chinese sentences whose clauses were moved and whose words were exchanged. Few pairs of characters
/// stay: paragraphs of that kind have a cosine of .16 to .29 with their source, and other paragraphs on the same topic .01 to
/// .04 (ten of each, 2026-11-26).
pub(super) const FAINT: Likeness = Likeness { min_cosine: 0.12, min_dice: 0.12, min_whole_cosine: 0.13 };

/// The demands on a passage beyond [`LIMITS`], so that chance finds none among many pairs of documents. Enough terms of
/// both sides must stand on the other side, or its worth must be high enough. The default demands nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demands {
    /// The least share of shared terms of each side, by weight.
    pub(crate) min_share: f32,
    /// The least worth that makes up for a smaller share, in the unit of [`RewordedLimits::min_worth`].
    pub(crate) min_worth: f32,
    /// The least worth of a passage of sentences that are faintly alike ([`FAINT`]), which is only possibly reworded; infinite
    /// if there are none of that kind.
    pub(crate) faint_worth: f32,
    /// The greatest share of a passage that others may cover; beyond it, the passage is dropped.
    pub(crate) max_covered: f32,
}

/// The demands on English passages among many documents. They were chosen with [`OF_CHINESE`] on 2026-11-21, on the
/// first seeds of the planted corpora and the odd lines of PAN-13: with a share of .45 alone, 14 wrong passages of 406
/// remain in English, and an eighth of the true ones is lost.
///
/// If verbatim passages cover half of a reworded one, they are left unchanged, because their borders are better.
/// Together with taking only reworded passages from documents that share nothing but rare words, precision rose from
/// .979 to .998.
const OF_WORDS: Demands =
    Demands { min_share: 0.40, min_worth: 2.0, faint_worth: f32::INFINITY, max_covered: 0.5 };
/// The demands on Chinese passages among many documents: with a share of .58 alone, 32 wrong ones of 1,941 remain.
const OF_CHINESE: Demands = Demands { min_share: 0.54, min_worth: 2.7, faint_worth: 1.0, max_covered: 0.5 };

impl Demands {
    /// Returns the demands on a passage of two documents that are only compared.
    pub(crate) fn of_pair(lang: Lang) -> Demands {
        match lang {
            Lang::Words => Demands::default(),
            Lang::Chinese => Demands { faint_worth: LIMITS.min_worth, ..Demands::default() },
        }
    }

    /// Returns the demands where passages of sentences that are only faintly alike are not looked for.
    pub(crate) fn without_faint(self) -> Demands {
        Demands { faint_worth: f32::INFINITY, ..self }
    }

    /// Returns the demands in a collection of `documents` documents: in a larger collection, more documents are alike
    /// by chance.
    pub(crate) fn among(documents: u32, lang: Lang) -> Demands {
        let Demands { min_share, min_worth, faint_worth, max_covered } = match lang {
            Lang::Words => OF_WORDS,
            Lang::Chinese => OF_CHINESE,
        };
        Demands {
            min_share: asked_among(documents, min_share),
            min_worth: asked_among(documents, min_worth),
            faint_worth: asked_among(documents, faint_worth).max(LIMITS.min_worth),
            max_covered,
        }
    }
}

impl Default for Demands {
    fn default() -> Demands {
        Demands {
            min_share: 0.0,
            min_worth: 0.0,
            faint_worth: f32::INFINITY,
            max_covered: LIMITS.max_covered,
        }
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
