//! Real sentences for papers that are made up.

use std::ops::{ControlFlow, Range};
use std::path::Path;

use ibid::split::split_sentences;
use ibid_read::{IdBase, ReadOptions, read_paths};

/// Sentences of this many characters in which nothing looks like a quotation or a citation.
pub(crate) fn sentences(
    path: &Path,
    length: Range<usize>,
    stop: &str,
) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let mut found = vec![];
    read_paths(&[path.to_owned()], &IdBase::AsGiven, &ReadOptions::default(), &mut |document| {
        let Ok(document) = document else { return ControlFlow::Continue(()) };
        let mut spans = vec![];
        split_sentences(&document.text, document.layout, &mut spans);
        for span in spans.into_iter().skip(40).step_by(7) {
            let sentence = span.of(&document.text).split_whitespace().collect::<Vec<_>>().join(" ");
            let is_plain = !sentence.contains(|c: char| {
                c.is_ascii_digit() || "“”\"'‘’「」『』《》〈〉()（）[]［］_*—;；:：".contains(c)
            });
            if is_plain && length.contains(&sentence.chars().count()) && sentence.ends_with(stop) {
                found.push(sentence);
            }
        }
        if found.len() < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(found)
}

/// Numbers that look random and are the same each time.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }

    pub(crate) fn one_of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }
}
