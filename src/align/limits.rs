//! What decides about passages of both engines, with the reason of each limit. Those of an engine stand with it.

/// The limits; see [`LIMITS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Runs before a run that are looked at for the longest sequence in order: bounds the cost. Set on 2026-11-21, not measured.
    pub(super) look_back: usize,
    /// The least equal half words of a sentence that tell something: five words, or ten Han characters. Set on 2026-11-23 with
    /// the rule for single edited sentences, not measured by itself.
    pub(super) least_of_sentence: u32,
    /// A passage of fewer words, of which a cut Chinese word would have to be left out, takes it in. Set on 2026-11-23, not
    /// measured.
    pub(super) least_without_word: u32,
    /// How often both sides are looked at anew at most, since leaving out a word of one side may cut a word of the other: bounds
    /// the cost. Set on 2026-11-23, not measured.
    pub(super) rounds: usize,
}

pub(super) const LIMITS: Limits =
    Limits { look_back: 200, least_of_sentence: 10, least_without_word: 12, rounds: 4 };
