//! The limits of a trace, with the reason of each.
//!
//! Lengths are in half words unless the name says otherwise. The limits that decide whether a part of a document
//! carries a quotation were chosen on 2026-11-23 on quotations planted in a year of news, English and Chinese, seed 1
//! (`lab/record/tried.md`). The other limits were set on that day with the steps that use them, and were not measured
//! by themselves.

use crate::align::local::GapCosts;

/// The limits; see [`LIMITS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct TraceLimits {
    // Quotations that are traced.
    /// The least length of an English quotation: two words. A single word is no wording.
    pub(super) least_of_words: u32,
    /// The least length of a Chinese quotation: four Han characters. Two or three are most often a word.
    pub(super) least_of_han: u32,
    /// The least length of an English quotation whose edited wordings are looked for: three words. Of fewer, nothing is
    /// left once one is changed.
    pub(super) least_edited_words: u32,
    /// The most documents listed that have a quotation word for word: nobody reads more, and each is aligned. Where more
    /// have it, they are counted, and edited wordings are not looked for.
    pub(super) most_listed: usize,
    /// The greatest length: five hundred words, or a thousand Han characters. Longer texts are for a check; bounds the
    /// cost.
    pub(super) most: u32,
    /// The most bytes of stored documents in the cache: bounds the memory.
    pub(super) cached_bytes: usize,
    /// The most words of analyzed parts in the cache, at some 25 bytes each with their text: bounds the memory.
    pub(super) cached_words: usize,
    /// The number of sentences before and behind a part that are aligned too: a quotation may go on in the next one.
    pub(super) margin_sentences: u32,

    // Wordings that make a carrier.
    /// The cost of skipping words of the quotation (a) and of the part (b): a carrier may leave out most of a
    /// quotation, and puts little between.
    pub(super) costs: GapCosts,
    /// The worth of a quotation that is equal as a whole; in proportion if less is.
    pub(super) coverage: f32,
    /// The worth of a wording that is equal as a whole; in proportion if less is.
    pub(super) density: f32,
    /// The worth of a wording that fills a pair of quotation marks: a few quoted words of a statement are seldom
    /// another statement's.
    pub(super) fills_marks: f32,
    /// The share of a number that counts as equal if another number stands in its place: the same words about another
    /// number are more often a changed quotation than another statement. It finds three carriers more in Chinese.
    pub(super) changed_number: f32,
    /// The least worth of a carrier, with its information. With 38, 40 and 42, precision on seed 1 was .981, .988 and
    /// .992 in English and .984, .988 and .994 in Chinese; of 284 Chinese carriers with a quarter edited that were
    /// retrieved, 276, 268 and 262 were found.
    pub(super) least_worth: f32,
    /// The least number of documents that a collection counts as having: a few documents on one matter share its words.
    pub(super) least_documents: u32,
    /// The most half words at an end of the quotation that may be replaced by other words there.
    pub(super) changed_end: u32,
    /// The least length of words at an end that stand elsewhere in the quotation: two words. One may be there by chance.
    pub(super) moved_end: u32,

    // The form of a carrier.
    /// The least length of the rest of the sentence around an embedded wording without quotation marks: three words.
    pub(super) embedded: u32,
    /// The least share of the quotation that a shortened wording lacks, in few stretches.
    pub(super) shortened: f32,
    /// The least length of a stretch that is left out: three words.
    pub(super) left_out: u32,
    /// The greatest distance from a wording at which a verb of saying makes it indirect speech: twelve words.
    pub(super) near_saying: u32,

    // The differences between wordings.
    /// The least number of words of a stretch that is called left out if nothing stands in its place. Fewer words are a
    /// change.
    pub(super) left_out_words: usize,
    /// The most words of a place where opposites are looked for: in longer ones, words of opposite meaning need not
    /// stand for each other.
    pub(super) opposite_words: usize,
    /// The most words of a stretch that has changed places.
    pub(super) exchanged_words: usize,

    // Order and parents.
    /// The least coverage of a witness, if any carrier has it: a few words of a quotation are no witness of the whole.
    pub(super) witness_coverage: f64,
    /// The most different wordings that are compared with each other: bounds the cost.
    pub(super) most_wordings: usize,

    // The quotations of an article.
    /// The least length that a second document adds to a spliced quotation: three words. With the next limit, 23 of 24
    /// spliced quotations are told, of 100 articles with 400 quotations.
    pub(super) spliced: u32,
    /// The least share of a spliced quotation that two documents have together.
    pub(super) spliced_share: f32,
    /// The least length of a clause that is compared by itself: four words, or six Han characters. A shorter one is a
    /// set phrase, or stands somewhere by chance.
    pub(super) clause_words: u32,
    pub(super) clause_han: u32,
    /// The share of a clause from which it is missing in a source, if no other has it.
    pub(super) missing_clause: f32,
    /// The least similarity to the quotation of an earlier wording of the same statement.
    pub(super) earlier_similarity: f64,
}

pub(super) const LIMITS: TraceLimits = TraceLimits {
    least_of_words: 4,
    least_of_han: 4,
    least_edited_words: 6,
    most_listed: 1_000,
    most: 1000,
    cached_bytes: 128 << 20,
    cached_words: 2_000_000,
    margin_sentences: 1,
    costs: GapCosts { a: 0.1, b: 0.5 },
    coverage: 30.0,
    density: 20.0,
    fills_marks: 12.0,
    changed_number: 0.5,
    least_worth: 37.0,
    least_documents: 1_000,
    changed_end: 6,
    moved_end: 4,
    embedded: 6,
    shortened: 0.2,
    left_out: 6,
    near_saying: 24,
    left_out_words: 4,
    opposite_words: 6,
    exchanged_words: 6,
    witness_coverage: 0.6,
    most_wordings: 200,
    spliced: 6,
    spliced_share: 0.85,
    clause_words: 8,
    clause_han: 6,
    missing_clause: 0.7,
    earlier_similarity: 0.8,
};
