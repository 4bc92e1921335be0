//! What decides how rare a word is and how much a passage says, with the reason of each number.
//!
//! Lengths are in half words unless the name says otherwise, information is in the unit of a natural logarithm. Each field
//! says on what texts and when its value was chosen (`docs/evaluation.md`), or that it was not measured.

/// The limits; see [`LIMITS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    // How rare a word is, by its rank.
    /// A word of rank r is expected in a share of `1 − exp(−c/r)` of all documents. This is c for the English ranking: how often
    /// the first word would stand in such a document, if all words were as frequent as their ranks say. Set on 2026-11-21 for
    /// documents of a few thousand words; not measured.
    pub(super) spread_of_words: f64,
    /// This c for the ranking of Chinese characters. Not measured.
    pub(super) spread_of_characters: f64,
    /// A word without a rank is as rare as an English one of this rank would be; the English ranking ends at 10,000. Not
    /// measured.
    pub(super) rank_of_unranked: usize,

    // How much a passage says.
    /// A passage with less information is a common phrase. Chosen on 2026-11-21 on planted quotations of one or two sentences:
    /// most have more, most formulas less.
    pub(crate) least_information: f32,
    /// The weight of the rarity of shared keys beside that of words. Keys overlap, so that a word counts in several. With .6 in
    /// place of .4, together with looking up sentences of two keys, .974, .949 and .949 of the Chinese quotations of seeds 1 to
    /// 3 were found in place of .936, .910 and .923, and .950 of the English ones in place of .938 (2026-11-21).
    pub(super) key_share: f32,
    /// A passage of fewer half words than this does not count for its rare words alone: twenty words, or forty Han characters.
    /// Lists of names, titles and addresses are shorter, and two texts on one subject share them without copying. With fifteen
    /// words, plagdet on the odd lines of PAN-13 without obfuscation was .987 in place of .991 (2026-11-21).
    pub(crate) long: f32,
    /// What the order of equal words is worth, for each half word. Of the sentences in 100 novels, the share that two authors
    /// have written is .6 % of those of six words, .15 % of seven, .06 % of eight, five of 99,938 with nine or ten, and none of
    /// 150,865 with more. With this worth, a sentence of eleven words counts whatever they are, and one of eight when they are
    /// as rare as in nine sentences of ten. Chosen on 2026-11-22 on the odd lines of PAN-13 and on single sentences planted in
    /// novels and histories, and again on 2026-11-23 on quotations planted in news.
    pub(super) order: f32,

    // What is asked of a passage.
    /// The documents of the collections in which the demands on passages were chosen: 4,000 in the planted English corpora, 3,900
    /// in the Chinese ones.
    pub(super) many_documents: f32,
}

pub(crate) const LIMITS: Limits = Limits {
    spread_of_words: 170.0,
    spread_of_characters: 250.0,
    rank_of_unranked: 15_000,
    least_information: 13.0,
    key_share: 0.6,
    long: 40.0,
    order: 0.6,
    many_documents: 4000.0,
};
