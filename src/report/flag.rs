//! Reasons to look at a document by hand, whatever its ratios.

use std::collections::BTreeMap;

use super::ObfuscationReport;

/// The least length of prose in the list of references that is a flag: a hundred words, or two hundred Han characters.
const LEAST_LISTED_HALF_WORDS: u64 = 200;
/// More than one in this many words between quotation marks is a flag.
const QUOTED_ONE_IN: u64 = 3;

/// The counts that raise flags.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlagCounts<'r> {
    /// The words among all.
    pub(crate) total: u64,
    /// The words between quotation marks.
    pub(crate) quoted: u64,
    /// The words that are listed among references and are no entries.
    pub(crate) listed: u64,
    /// Their length in half words.
    pub(crate) listed_half_words: u64,
    /// The characters of the text without white space.
    pub(crate) chars: u64,
    pub(crate) obfuscation: Option<&'r ObfuscationReport>,
}

/// Returns the flags of a document, each with its share of the words; that of hidden text is its share of the characters.
pub(crate) fn flags(counts: FlagCounts<'_>) -> BTreeMap<String, f64> {
    let FlagCounts { total, quoted, listed, listed_half_words, chars, obfuscation } = counts;
    let hidden = obfuscation.map_or(0, |found| found.hidden_text.count);
    let disguised = obfuscation.filter(|found| found.suspicious).map_or(0, ObfuscationReport::disguised);
    let flags = [
        ("quoted", quoted * QUOTED_ONE_IN > total, share(quoted, total)),
        ("not_references", listed_half_words >= LEAST_LISTED_HALF_WORDS, share(listed, total)),
        ("hidden", hidden > 0, share(hidden, chars + hidden)),
        ("disguised", disguised > 0, share(disguised, total)),
    ];
    flags
        .into_iter()
        .filter(|(_, is_raised, _)| *is_raised)
        .map(|(flag, _, share)| (flag.to_owned(), share))
        .collect()
}

fn share(part: u64, all: u64) -> f64 {
    (part as f64 / all.max(1) as f64 * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_of_quotations_and_a_hundred_words_that_are_no_entries_are_flags() {
        let check = |quoted: u64, listed: u64, expected: &[(&str, f64)]| {
            let counts = FlagCounts {
                total: 300,
                quoted,
                listed,
                listed_half_words: 2 * listed,
                chars: 1500,
                obfuscation: None,
            };
            let found = flags(counts);
            let found: Vec<(&str, f64)> = found.iter().map(|(flag, share)| (&**flag, *share)).collect();
            assert_eq!(found, expected, "{quoted} quoted, {listed} listed");
        };
        check(100, 99, &[]);
        check(150, 100, &[("not_references", 0.3333), ("quoted", 0.5)]);
    }
}
