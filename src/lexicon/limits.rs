//! The numbers that decide how rare a word is and how much information a passage has, with the reason for each.
//!
//! Lengths are in half words unless the name says otherwise; information is in the unit of a natural logarithm. Each
//! field says when and on which texts its value was chosen (`lab/record/tried.md`), or that it was not measured.

/// The limits of the lexicon; their values are [`LIMITS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct LexiconLimits {
    // The rarity of a word, by its rank.
    /// The c of the English ranking: a word of rank r is expected in a share of `1 − exp(−c/r)` of all documents. The
    /// first word would occur c times in such a document if all words were as frequent as their ranks say. Set on
    /// 2026-11-21 for documents of a few thousand words; not measured.
    pub(super) spread_of_words: f64,
    /// The c of the ranking of Chinese characters. Not measured.
    pub(super) spread_of_characters: f64,
    /// The rank of an English word that is as rare as any word without a rank; the English ranking ends at 10,000. Not
    /// measured.
    pub(super) rank_of_unranked: usize,

    // The information of a passage.
    /// The least information of a passage that is no common phrase. Chosen on 2026-11-21 on planted quotations of one
    /// or two sentences: most have more, and most formulas less.
    pub(crate) least_information: f32,
    /// The weight of the rarity of shared keys beside that of words. Keys overlap, so that a word counts in several.
    /// With .6 in place of .4, together with looking up sentences of two keys, .974, .949 and .949 of the Chinese
    /// quotations of seeds 1 to 3 were found in place of .936, .910 and .923, and .950 of the English ones in place of
    /// .938 (2026-11-21).
    pub(super) key_share: f32,
    /// The fewest half words with which a passage counts for its rare words alone: twenty words, or forty Han
    /// characters. Lists of names, titles and addresses are shorter, and two texts on one subject share them without
    /// copying. With fifteen words, plagdet on the odd lines of PAN-13 without obfuscation was .987 in place of .991
    /// (2026-11-21).
    pub(crate) long: f32,
    /// The worth of the order of equal words, per half word. Of the sentences in 100 novels, two authors share .6 % of
    /// those with six words, .15 % with seven, .06 % with eight, five of 99,938 with nine or ten, and none of 150,865
    /// with more. With this worth, a sentence of eleven words counts whatever its words are, and one of eight if they
    /// are as rare as in nine sentences of ten. Chosen on 2026-11-22 on the odd lines of PAN-13 and on single sentences
    /// planted in novels and histories, and again on 2026-11-23 on quotations planted in news.
    pub(super) order: f32,

    // The requirements of a passage.
    /// The number of documents in the collections on which the requirements of passages were chosen: 4,000 in the
    /// planted English corpora, 3,900 in the Chinese ones.
    pub(super) many_documents: f32,
}

pub(crate) const LIMITS: LexiconLimits = LexiconLimits {
    spread_of_words: 170.0,
    spread_of_characters: 250.0,
    rank_of_unranked: 15_000,
    least_information: 13.0,
    key_share: 0.6,
    long: 40.0,
    order: 0.6,
    many_documents: 4000.0,
};
