//! What decides in a trace, with the reason of each limit.
//!
//! Lengths are in half words unless the name says otherwise. What decides whether a part of a document carries a quotation was
//! chosen on 2026-11-23 on quotations planted in a year of news, English and Chinese, seed 1 (`docs/evaluation.md`). The other
//! limits were set on that day with the steps that use them, and were not measured by themselves.

use crate::align::local::GapCosts;

/// The limits; see [`LIMITS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    // What is traced.
    /// The least length of an English quotation: three words. Fewer stand together in many texts by chance.
    pub(super) least_of_words: u32,
    /// The least length of a Chinese one.
    pub(super) least_of_han: u32,
    /// The greatest length: five hundred words, or a thousand Han characters. Longer texts are for a check; bounds the cost.
    pub(super) most: u32,
    /// How many bytes of stored documents are kept at most: bounds the memory.
    pub(super) kept_bytes: usize,
    /// How many words of analyzed parts are kept at most, at some 25 bytes each with their text: bounds the memory.
    pub(super) kept_words: usize,
    /// Sentences before and behind a part that are looked at too: a quotation may go on in the next one.
    pub(super) margin_sentences: u32,

    // Whether a wording makes a carrier.
    /// What passing over words of the quotation (a) and of the part (b) costs: a carrier may leave out most of a quotation, and
    /// puts little between.
    pub(super) costs: GapCosts,
    /// What it is worth that all of the quotation is equal, and in proportion where less is.
    pub(super) coverage: f32,
    /// What it is worth that all of the wording is equal, and in proportion where less is.
    pub(super) density: f32,
    /// What it is worth that the wording fills a pair of quotation marks: a few words of a statement that are quoted are
    /// seldom another statement's.
    pub(super) fills_marks: f32,
    /// The share of a number that counts as equal where another number stands in its place: what is said of another number
    /// is a changed quotation more often than another statement. It finds three carriers more in Chinese.
    pub(super) changed_number: f32,
    /// The least worth of a carrier, with its information. With 38, 40 and 42, precision on seed 1 was .981, .988 and .992 in
    /// English and .984, .988 and .994 in Chinese; of 284 Chinese carriers with a quarter edited that were retrieved, 276, 268
    /// and 262 were found.
    pub(super) least_worth: f32,
    /// A collection counts as of at least this many documents: a few on one matter share its words.
    pub(super) least_documents: u32,
    /// At most this much at an end of the quotation may be replaced by other words there.
    pub(super) changed_end: u32,

    // The form of a carrier.
    /// A wording without quotation marks is embedded where its sentence has at least this much more: three words.
    pub(super) embedded: u32,
    /// A wording that lacks this share of the quotation or more, in few stretches, is shortened.
    pub(super) shortened: f32,
    /// The least length of a stretch that is left out: three words.
    pub(super) left_out: u32,
    /// How close to a wording a verb of saying makes it indirect speech: twelve words.
    pub(super) near_saying: u32,

    // What differs.
    /// A stretch of at least this many words is called left out where nothing stands in its place. Less is a change.
    pub(super) left_out_words: usize,

    // Order and parents.
    /// The least coverage of a witness, if any carrier has it: a few words of a quotation are no witness of the whole.
    pub(super) witness_coverage: f64,
    /// How many different wordings are compared with each other: bounds the cost.
    pub(super) most_wordings: usize,

    // The quotations of an article.
    /// What a second document has to have of a spliced quotation where the first lacks it: three words. With the next one, 23 of
    /// 24 spliced quotations are told, of 100 articles with 400 quotations.
    pub(super) spliced: u32,
    /// The least share of a spliced quotation that two documents have together.
    pub(super) spliced_share: f32,
    /// An earlier wording is one of the same statement with at least this similarity to the quotation.
    pub(super) earlier_similarity: f64,
}

pub(super) const LIMITS: Limits = Limits {
    least_of_words: 6,
    least_of_han: 4,
    most: 1000,
    kept_bytes: 128 << 20,
    kept_words: 2_000_000,
    margin_sentences: 1,
    costs: GapCosts { a: 0.1, b: 0.5 },
    coverage: 30.0,
    density: 20.0,
    fills_marks: 12.0,
    changed_number: 0.5,
    least_worth: 37.0,
    least_documents: 1_000,
    changed_end: 6,
    embedded: 6,
    shortened: 0.2,
    left_out: 6,
    near_saying: 24,
    left_out_words: 4,
    witness_coverage: 0.6,
    most_wordings: 200,
    spliced: 6,
    spliced_share: 0.85,
    earlier_similarity: 0.8,
};
