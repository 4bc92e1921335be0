//! Reasons to look at a document by hand, whatever its ratios.

use super::{DocumentReport, ObfuscationReport};

const QUOTED: &str = "quoted";
const NOT_REFERENCES: &str = "not_references";
const HIDDEN: &str = "hidden";
const DISGUISED: &str = "disguised";

/// The least length of prose in the list of references that is a flag: a hundred words, or two hundred Han characters.
const LEAST_LISTED_HALF_WORDS: u64 = 200;
/// More than one in this many words between quotation marks is a flag.
const QUOTED_ONE_IN: u64 = 3;

/// Raises the flags that no filter changes. [`share_flags`] sets their shares of the words.
pub(crate) fn raise_flags(document: &mut DocumentReport, listed_half_words: u64, chars: u64) {
    document.flags.clear();
    if listed_half_words >= LEAST_LISTED_HALF_WORDS {
        document.flags.insert(NOT_REFERENCES.to_owned(), 0.0);
    }
    let Some(found) = &document.obfuscation else { return };
    let hidden = found.hidden_text.count;
    if hidden > 0 {
        document.flags.insert(HIDDEN.to_owned(), share(hidden, chars + hidden));
    }
    if found.suspicious && found.disguised() > 0 {
        document.flags.insert(DISGUISED.to_owned(), 0.0);
    }
}

/// Sets each flag's share of all `total` words that the filters leave, and raises the one for quotations. The share of
/// hidden text is one of the characters, and stays.
pub(crate) fn share_flags(document: &mut DocumentReport, total: u64) {
    let words = document.words.clone().unwrap_or_default();
    let (quoted, listed) = (count(&words.quoted), count(&words.not_references));
    let disguised = document.obfuscation.as_ref().map_or(0, ObfuscationReport::disguised);
    let flags = &mut document.flags;
    flags.remove(QUOTED);
    for (flag, words) in [(NOT_REFERENCES, listed), (DISGUISED, disguised)] {
        if let Some(value) = flags.get_mut(flag) {
            *value = share(words, total);
        }
    }
    if quoted * QUOTED_ONE_IN > total {
        flags.insert(QUOTED.to_owned(), share(quoted, total));
    }
}

fn count(ranges: &[[u32; 2]]) -> u64 {
    let mut count = 0;
    for [start, end] in ranges {
        count += u64::from(end - start);
    }
    count
}

fn share(part: u64, all: u64) -> f64 {
    (part as f64 / all.max(1) as f64 * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::PartWords;

    #[test]
    fn a_third_of_quotations_and_a_hundred_words_that_are_no_entries_are_flags() {
        let check = |quoted: u32, listed: u32, expected: &[(&str, f64)]| {
            let words = PartWords {
                quoted: vec![[0, quoted]],
                not_references: vec![[0, listed]],
                ..PartWords::default()
            };
            let mut document = DocumentReport { words: Some(words), ..DocumentReport::default() };
            raise_flags(&mut document, 2 * u64::from(listed), 1500);
            // Sharing twice is sharing once.
            [7, 300].iter().for_each(|&total| share_flags(&mut document, total));
            let found: Vec<(&str, f64)> =
                document.flags.iter().map(|(flag, share)| (&**flag, *share)).collect();
            assert_eq!(found, expected, "{quoted} quoted, {listed} listed");
        };
        check(100, 99, &[]);
        check(150, 100, &[("not_references", 0.3333), ("quoted", 0.5)]);
    }
}
