//! The limits of the engine of equal words, with the reason of each.
//!
//! Lengths are in half words unless the name says otherwise. The limits that decide about findings were chosen on
//! 2026-11-21, on the first seed of the planted corpora and the odd lines of the PAN-13 text-alignment training corpus;
//! figures are from there (`lab/record/tried.md`). A limit without figures was not measured by itself. The limits that
//! bound the cost were set by timing novels checked against each other on 2026-11-21, and repetitive text on
//! 2026-11-22.

/// The limits; see [`LIMITS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct VerbatimLimits {
    // Exact matches.
    /// The length of the shortest match: three words, or six Han characters.
    pub(super) shortest: u32,
    /// The most pairs of places of a stretch that all become seeds: bounds the cost.
    pub(super) max_pairs: usize,
    /// The same in a box around a long match. Lines of one form repeat each stretch in each line: with 64, 2 MB of
    /// forms checked against others had four million matches and took 43 s in place of 5. The planted collections
    /// (English seed 1, Chinese seeds 1 to 3) have the same plants and precision (2026-11-25).
    pub(super) max_pairs_in_box: usize,
    /// The least words of a source that keeps its seeds once it is compared again: making them takes longer than
    /// looking up a short query document.
    pub(super) long_source_words: usize,
    /// The greatest distance, on both sides, of short matches from a match that can found a passage. Elsewhere, two
    /// novels share thousands by chance.
    pub(super) reach: u32,
    /// The most words of either document for which short matches are searched for everywhere: two novels take .4 s
    /// instead of .2 s.
    pub(super) moderate_words: usize,
    /// The most documents in a search that looks for short matches everywhere: among 4,000, checks took 1.8 times as
    /// long. In larger collections, short matches are searched for in the pairs of sentences that the index names.
    pub(super) few_documents: u32,
    /// The most words of one sentence, times those of another, that are aligned word by word: bounds the cost.
    pub(super) most_in_pair: u64,
    /// The least distance, on both sides, of an aligned sentence pair from a match that can found a passage. The index
    /// names most sentences of a retelling: if the pairs beside a passage are kept, precision on the planted Chinese
    /// collections falls from .971 to .961. With 160, it is .968.
    pub(super) apart: u32,
    /// The share of a sentence, in half words, that founds a passage if no match is long enough.
    pub(super) founding_share: f32,
    /// The size, on either side, up to which boxes that meet are searched as one, so that the cost of all boxes grows
    /// with their number only.
    pub(super) most_in_box: u32,
    /// The ratio of lengths, on both sides, at which a match inside a longer one is a phrase that recurs.
    pub(super) much_longer: u32,
    /// The greatest distance, in words, of the next phrase from the place where the last one continues.
    pub(super) near_words: u32,

    // Chains.
    /// The longest gap inside a chain on either side.
    pub(super) max_gap: u32,
    /// The number of earlier matches that chaining tries before each match: bounds the cost.
    pub(super) look_back: usize,
    /// The cost of a half word of a gap, on either side, in equal half words. A match at the end of a chain must be
    /// longer than the gap before it, so that chains do not run on. Compared with a fifth of this cost, precision rose
    /// from .985 to .996 in English and from .957 to .980 in Chinese, and plagdet without obfuscation from .948 to
    /// .956.
    pub(super) gap_cost: f32,

    // Chains that belong together.
    /// The least equal half words of a passage, and the least length of a piece of a reordered one. With 12 instead of
    /// 14, and more Chinese antecedents, .910 of the Chinese quotations of seed 2 were found instead of .885.
    pub(super) min_equal: u32,
    /// The greatest distance, on both sides, between chains that are joined.
    pub(super) join_gap: u32,
    /// The least share of equal half words in joined chains, on the side that has fewer.
    pub(super) join_density: f32,
    /// The largest gap in a passage whose sentences stand in another order. Joining such pieces at all lowered
    /// granularity from 1.09 to 1.01 on English seed 3.
    pub(super) regroup_gap: u32,
    /// The least share of equal half words of such a passage, on the side that has fewer.
    pub(super) regroup_density: f32,

    // Passages.
    /// The least share of equal half words of a passage, on the side that has fewer.
    pub(super) min_density: f32,
    /// The least share of a passage's stretches of [`VerbatimLimits::shortest`] that are equal, on the shorter side. Half of
    /// them tell a copy; retellings of the same matter stay below. Measured on planted passages of which 20 % of the
    /// words were edited, and on Chinese histories that retell each other: with the rule for common phrases, precision
    /// rose from .898 to .983 in English and from .749 to .953 in Chinese.
    pub(super) min_stretches: f32,
    /// The least share of such stretches in a passage that holds a long match.
    pub(super) min_stretches_with_long_match: f32,
    /// The least share of equal half words, on the side that has fewer, with which a passage needs no equal stretches
    /// if most of a sentence is equal: a sentence in which every fifth word was edited has few. Chosen on 2026-11-22 on
    /// planted single sentences.
    pub(super) sure_density: f32,
    /// The least equal half words of such a passage: ten Han characters.
    pub(super) least_sure: u32,
    /// The least equal words of such a passage.
    pub(super) least_sure_words: u32,
    /// The half words on either side of such a passage in which the text must differ, among many documents: a copied
    /// sentence stands alone, while histories that retell each other share words there.
    pub(super) around: u32,
    /// The least length of the stretches that are compared there: two words, or three Han characters. With pairs of
    /// characters, any two words of one kind of text (朝廷, 皇帝, 派遣) kept a sentence from being found: a fifth of the
    /// planted ones that came so far.
    pub(super) stretch_around: u32,
    /// The most rarity that both documents may share around such a passage in English, among four thousand documents
    /// and for a passage no longer than [`VerbatimLimits::long_around`].
    pub(super) most_around_of_words: f32,
    /// The same limit in Chinese. With 1.3, precision on the planted Chinese collections falls by another .0005.
    pub(super) most_around_of_han: f32,
    /// The equal half words beyond which a passage may have more rarity around it, in proportion. Without that, planted
    /// Chinese sentences of more than fifty characters are lost.
    pub(super) long_around: f32,
    /// The amount subtracted from the rarity of each pair of words, so that pairs of common words do not count. Without
    /// the rule, precision on the planted Chinese collections falls from .971 to .81. Chosen on 2026-11-23, and the
    /// rules for Chinese on 2026-11-24.
    pub(super) common_pair: f32,
    /// The greatest rarity of a Han character that is common, such as 的 or 把: three characters with one of these are
    /// mostly a word and a particle.
    pub(super) common_character: f32,
    /// The most that such three characters count.
    pub(super) most_with_common: f32,
    /// The length of a match that nobody writes by chance: eight words, or sixteen Han characters.
    pub(super) long_match: u32,
    /// The most words at an end of a passage that may be there by chance.
    pub(super) max_stray_words: u32,
    /// The most words of the rest of a sentence that are aligned to extend a passage.
    pub(super) max_rest_words: u32,
    /// The most passages with the same words at one place of the source that are kept apart; more are folded into one.
    pub(super) most_apart: usize,
}

pub(super) const LIMITS: VerbatimLimits = VerbatimLimits {
    shortest: 6,
    max_pairs: 64,
    max_pairs_in_box: 16,
    long_source_words: 20_000,
    reach: 160,
    moderate_words: 400_000,
    few_documents: 10,
    most_in_pair: 40_000,
    apart: 40,
    founding_share: 0.6,
    most_in_box: 16 * 160,
    much_longer: 8,
    near_words: 16,
    max_gap: 30,
    look_back: 64,
    gap_cost: 0.5,
    min_equal: 12,
    join_gap: 60,
    join_density: 0.35,
    regroup_gap: 40,
    regroup_density: 0.6,
    min_density: 0.6,
    min_stretches: 0.5,
    min_stretches_with_long_match: 0.4,
    sure_density: 0.7,
    least_sure: 10,
    least_sure_words: 6,
    around: 220,
    stretch_around: 3,
    most_around_of_words: 3.0,
    most_around_of_han: 0.9,
    long_around: 20.0,
    common_pair: 1.0,
    common_character: 0.05,
    most_with_common: 0.5,
    long_match: 16,
    max_stray_words: 2,
    max_rest_words: 24,
    most_apart: 8,
};
