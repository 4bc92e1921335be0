//! The limits that both engines share, with the reason of each. Each engine has its own limits beside it.

/// The limits; see [`LIMITS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct AlignLimits {
    /// The number of earlier matches to try when the longest sequence in order is extended: bounds the cost. Set on
    /// 2026-11-21, not measured.
    pub(super) look_back: usize,
    /// The least number of equal half words for which a sentence counts: five words, or ten Han characters. Set on
    /// 2026-11-23 with the rule for single edited sentences, not measured by itself.
    pub(super) least_of_sentence: u32,
    /// The number of words, without a cut Chinese word, below which a passage takes the word in instead of leaving it
    /// out. Set on 2026-11-23, not measured.
    pub(super) least_without_word: u32,
    /// The most rounds of moving the ends of both sides, since leaving out a word of one side may cut a word of the
    /// other: bounds the cost. Set on 2026-11-23, not measured.
    pub(super) rounds: usize,
}

pub(super) const LIMITS: AlignLimits =
    AlignLimits { look_back: 200, least_of_sentence: 10, least_without_word: 12, rounds: 4 };
