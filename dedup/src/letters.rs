//! The shingles of a text: stretches of its letters and digits (Broder 1997).
//!
//! In: a normalized text. Out: each stretch of letters and digits of some width, as UTF-8. White space and punctuation
//! are left out, letters are lower case, and Han characters simplified. So line ends, the style of titles, and the kind
//! of characters that a copy was converted to do not matter. `O(w n)` for n letters and stretches of w bytes, in a
//! window of fixed size.

use ibid::is_han;
use ibid::tokenize::simplified;

/// The number of bytes of folded text that are kept at a time.
const WINDOW_BYTES: usize = 1 << 14;

/// The length of a shingle; 0 counts as 1.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Width {
    /// A number of letters.
    Letters(u32),
    /// The fewest letters with this number of bytes in UTF-8. A Latin letter has one byte and a Han character three,
    /// about in proportion to the information that they carry.
    Bytes(u32),
}

/// Calls `shingle` with each shingle of this width, one for each letter that it can begin with. A shorter text is one
/// shingle, and a text without letters and digits has none.
pub(crate) fn for_each_shingle(text: &str, width: Width, mut shingle: impl FnMut(&[u8])) {
    // The last letter may reach beyond the window.
    let room = text.len().min(WINDOW_BYTES) + 4;
    let mut letters = Letters { bytes: Vec::with_capacity(room), starts: Vec::with_capacity(room) };
    let mut is_short = true;
    for c in text.chars() {
        letters.push(c);
        if letters.bytes.len() >= WINDOW_BYTES {
            is_short &= !letters.take_shingles(width, &mut shingle);
        }
    }
    is_short &= !letters.take_shingles(width, &mut shingle);
    if is_short && !letters.starts.is_empty() {
        shingle(&letters.bytes);
    }
}

/// Folded letters and digits in a row.
#[derive(Default)]
struct Letters {
    bytes: Vec<u8>,
    /// The place in `bytes` at which each letter begins.
    starts: Vec<usize>,
}

impl Letters {
    fn push(&mut self, c: char) {
        if c.is_ascii() {
            if c.is_ascii_alphanumeric() {
                self.starts.push(self.bytes.len());
                self.bytes.push(c.to_ascii_lowercase() as u8);
            }
        } else if is_han(c) {
            self.push_folded(simplified(c));
        } else if c.is_alphanumeric() {
            for lower in c.to_lowercase() {
                self.push_folded(lower);
            }
        }
    }

    fn push_folded(&mut self, c: char) {
        self.starts.push(self.bytes.len());
        self.bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }

    /// Calls `shingle` with each shingle, and keeps the letters that later shingles may need. Returns whether there was
    /// one.
    fn take_shingles(&mut self, width: Width, shingle: &mut impl FnMut(&[u8])) -> bool {
        let count = match width {
            Width::Letters(width) => self.take_letters(width.max(1) as usize, shingle),
            Width::Bytes(width) => self.take_bytes(width.max(1) as usize, shingle),
        };
        let rest = self.starts.get(count).copied().unwrap_or(self.bytes.len());
        self.bytes.drain(..rest);
        self.starts.drain(..count);
        for start in &mut self.starts {
            *start -= rest;
        }
        count > 0
    }

    /// Calls `shingle` with each shingle of this number of letters, and returns their number.
    fn take_letters(&self, width: usize, shingle: &mut impl FnMut(&[u8])) -> usize {
        let ends = self.starts.iter().skip(width).copied().chain([self.bytes.len()]);
        let count = (self.starts.len() + 1).saturating_sub(width);
        for (&start, end) in self.starts.iter().zip(ends).take(count) {
            shingle(&self.bytes[start..end]);
        }
        count
    }

    /// Calls `shingle` with each shingle of this number of bytes, and returns their number.
    fn take_bytes(&self, width: usize, shingle: &mut impl FnMut(&[u8])) -> usize {
        let mut ends = self.starts.iter().skip(1).copied().chain([self.bytes.len()]);
        let mut end = 0;
        for (count, &start) in self.starts.iter().enumerate() {
            while end < start + width {
                let Some(next) = ends.next() else { return count };
                end = next;
            }
            shingle(&self.bytes[start..end]);
        }
        self.starts.len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shingles(text: &str, width: Width) -> Vec<String> {
        let mut found = vec![];
        for_each_shingle(text, width, |bytes| found.push(String::from_utf8(bytes.to_vec()).unwrap()));
        found
    }

    /// Returns the shingles of a text the simple way; none of a text shorter than one.
    fn windows(text: &str, width: Width) -> Vec<String> {
        let folded: Vec<char> = text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        let of = |letters: &[char]| letters.iter().collect::<String>();
        match width {
            Width::Letters(width) => folded.windows(width as usize).map(of).collect(),
            Width::Bytes(width) => {
                let fits = |stretch: &String| stretch.len() >= width as usize;
                let from =
                    |start: usize| (start + 1..=folded.len()).map(|end| of(&folded[start..end])).find(fits);
                (0..folded.len()).filter_map(from).collect()
            }
        }
    }

    fn widths() -> impl Strategy<Value = Width> {
        (1_u32..9, any::<bool>())
            .prop_map(|(n, letters)| if letters { Width::Letters(n) } else { Width::Bytes(n) })
    }

    proptest! {
        #[test]
        fn shingles_equal_windows_over_the_letters(text in "[aBé,去 ]{0,40}", width in widths(), often in 1_usize..30) {
            let (mut letters, mut found) = (Letters::default(), vec![]);
            let mut take = |letters: &mut Letters| {
                let mut push = |bytes: &[u8]| found.push(String::from_utf8(bytes.to_vec()).unwrap());
                letters.take_shingles(width, &mut push)
            };
            for (number, c) in text.chars().enumerate() {
                letters.push(c);
                if number % often == 0 {
                    take(&mut letters);
                }
            }
            take(&mut letters);
            prop_assert_eq!(found, windows(&text, width));
        }
    }

    #[test]
    fn long_texts_go_through_the_window_whole() {
        let long = "岸边的潮汐 mill".repeat(2000);
        assert!(long.len() > 2 * WINDOW_BYTES);
        // The rest behind the window has too few letters for a shingle.
        let exact = "millrace".repeat(WINDOW_BYTES / 8);
        for width in [Width::Letters(4), Width::Bytes(12)] {
            for text in [&long, &exact] {
                assert!(shingles(text, width) == windows(text, width));
            }
        }
    }

    #[test]
    fn short_texts_are_one_stretch_and_marks_are_none() {
        assert_eq!(shingles("A, b", Width::Letters(4)), ["ab"]);
        assert_eq!(shingles("這裏", Width::Letters(4)), ["这里"]);
        assert_eq!(shingles("Mill 2!", Width::Letters(5)), ["mill2"]);
        assert_eq!(shingles("去去 ab", Width::Bytes(7)), ["去去a"]);
        assert_eq!(shingles("去去", Width::Bytes(7)), ["去去"]);
        assert!(shingles(" —…。", Width::Bytes(4)).is_empty() && shingles("", Width::Letters(1)).is_empty());
    }
}
