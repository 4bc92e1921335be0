//! The limits of the judge, with the reason of each.
//!
//! Lengths are in half words unless the name says otherwise. The comment of each group names the date and the texts of
//! its limits (`lab/record/tried.md`). A limit without figures was not measured by itself.

/// The limits; see [`LIMITS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct JudgeLimits {
    pub(super) sentences: Sentences,
    pub(super) demands: Demands,
    pub(super) continued: Continued,
    pub(super) kinds: Kinds,
    pub(super) matched_words: MatchedWordLimits,
    pub(super) possible: Possible,
    pub(super) common: Common,
}

/// The limits by which whole sentences are evidence. Chosen on 2026-11-22 on the odd lines of the PAN-13 text-alignment
/// training corpus and on single sentences planted in novels and histories.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sentences {
    /// The least equal share of a sentence that stands whole in a passage.
    pub(super) share: f32,
    /// The least such share on both sides, if the documents share a long passage.
    pub(super) share_beside_long: f32,
    /// The least equal length of a long passage: twenty-five words, or fifty Han characters. With thirty words, two
    /// more notices and menus of PAN-13 count.
    pub(super) long: u32,
    /// The least length of sentences if the documents share a long passage. With less, single sentences of summaries
    /// count beside the passage that they belong to: granularity 1.097 instead of 1.088.
    pub(super) least_beside_long: u32,
    /// The length of a short text: some thousand words, or two thousand Han characters. In longer texts chance is
    /// likelier: twelve novels share 4 passages with twelve others, and 56 without this limit.
    pub(super) short_text: f32,
    /// The least words of whole sentences: fewer, such as "The Old Curiosity Shop and the", are as often a name or a
    /// title as a sentence.
    pub(super) least_words: u32,
    /// The least words if they are a sentence on one side only: "the conditional probability of B given A" is a line in
    /// one text and a term in the other.
    pub(super) least_words_on_one_side: u32,
    /// The greatest average rarity per word: more have names in a row, addresses, and lists without a verb.
    pub(super) rarity_a_word: f32,
    /// The least similarity of the passage. Below, it is a sentence in other words, which is judged like any passage.
    /// With .6, an answer that a student wrote on his own counts.
    pub(super) similarity: f64,
}

/// The limits for the information of a short passage. Chosen on 2026-11-23 on single sentences planted in novels and
/// histories, three seeds each, checked among 1,200 documents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demands {
    /// The least equal words of a passage that counts. Among 1,200 documents each, three English seeds have 51 shorter
    /// passages that are turns of phrase, of 123 in all, and one that is a planted sentence, of 1,800.
    pub(super) least_words: u32,
    /// The least equal share of a whole sentence.
    pub(super) whole: f32,
    /// The information demanded among many documents, beyond that of any passage that counts, if a sentence is whole on
    /// one side only.
    pub(super) part_on_one_side: f32,
    /// The same if no sentence is whole on either side. With both, and no other demand, 42 English passages beside the
    /// planted sentences count instead of 181, nearly all of them turns of phrase, and 4 of 1,800 planted sentences are
    /// lost.
    pub(super) part_on_both_sides: f32,
}

/// The distances at which a sentence continues a passage. Set on 2026-11-26, with 310 texts a language in which own
/// sentences stand between copied ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Continued {
    /// The greatest distance in the query document: 200 words, or 400 Han characters of the writer's own.
    pub(super) in_query: u32,
    /// The greatest distance in the source: thirty words, or sixty Han characters, a long sentence that was left out.
    pub(super) in_source: u32,
}

/// The limits of reordered passages, set on 2026-11-23. The similarities of the other kinds stand with
/// [`Kind`](crate::report::Kind).
#[derive(Clone, Copy, Debug)]
pub(super) struct Kinds {
    /// The shortest match that is called moved: three words, or six Han characters. Shorter matches stand in another
    /// order by chance.
    pub(super) moved_match: u32,
    /// The least moved half words of a reordered passage: six words, or twelve Han characters.
    pub(super) moved: u32,
    /// The least share of moved words among those that are equal or moved in a reordered passage.
    pub(super) moved_share: f32,
}

/// The limits for words that were taken over. Set on 2026-11-23, with 100 texts in which the writer's own words stand
/// between copies: none of 2,585 own words and characters counts, where 2,300 did.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchedWordLimits {
    /// The largest gap that counts: five words, or ten Han characters. Half of it must be less than the equal words on
    /// either side, as in alignment.
    pub(super) gap: u32,
    /// The largest gap in a sentence that is alike by its terms, in which words were replaced by others: ten words.
    pub(super) gap_by_terms: u32,
    /// The least length of equal words that stand alone in a sentence: three words, or six Han characters. Shorter ones
    /// are there by chance, unless they are most of the sentence.
    pub(super) least: u32,
}

/// The limits of passages that may be reworded and are too weak to accuse by. Chosen on 2026-11-26 on the short answers
/// of Clough and Stevenson and on wire stories on one topic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Possible {
    /// The shortest run of equal words that is evidence of order: three words, or six Han characters.
    pub(super) run: u32,
    /// The least share of the shorter side that stands in such runs, if a passage counts.
    pub(super) in_runs: f32,
    /// The share of the shorter side that is enough in any order.
    pub(super) most: f32,
    /// The least equal half words for that: forty words, or eighty Han characters.
    pub(super) least_of_most: u32,
    /// The share in runs for two documents that are compared, or checked among themselves: no collection tells what is
    /// their topic.
    pub(super) in_runs_of_pair: f32,
}

/// The limits of words that many sources carry. Chosen on 2026-11-26 on regulations of Chinese provinces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    /// The number of sources that carry words which are common.
    pub(super) sources: u32,
    /// The least share of the documents searched that hold a key which is common is one of this many.
    pub(super) one_of: u32,
    /// The share of formulas from which on the rest of a passage, which is names and dates, is no evidence either.
    pub(super) nearly_all: f32,
    /// The share of formulas, or of keys that many documents hold, below which a sure passage counts.
    pub(super) most_of_sure: f32,
    /// The half words of a text that counts however many sources carry it, since no formula is as long.
    pub(super) text: u32,
}

pub(super) const LIMITS: JudgeLimits = JudgeLimits {
    sentences: Sentences {
        share: 0.6,
        share_beside_long: 0.7,
        long: 50,
        least_beside_long: 32,
        short_text: 2000.0,
        least_words: 7,
        least_words_on_one_side: 8,
        rarity_a_word: 2.4,
        similarity: 0.65,
    },
    demands: Demands { least_words: 7, whole: 0.75, part_on_one_side: 3.5, part_on_both_sides: 6.0 },
    continued: Continued { in_query: 400, in_source: 60 },
    kinds: Kinds { moved_match: 6, moved: 12, moved_share: 0.1 },
    matched_words: MatchedWordLimits { gap: 10, gap_by_terms: 20, least: 6 },
    possible: Possible { run: 6, in_runs: 0.19, most: 0.6, least_of_most: 80, in_runs_of_pair: 0.3 },
    common: Common { sources: 10, one_of: 10, nearly_all: 0.8, most_of_sure: 0.5, text: 400 },
};
