//! The exact stage of Gao and Li (2014): a stream of texts, a share of which were there before, and the share of right
//! answers about them.
//!
//! In: lines of text, the number of texts, and the share of duplicates. Out: the texts in a random order, each with
//! whether it is a duplicate; and for a structure that remembers texts, how often it was wrong. If there are fewer
//! different lines than needed, more are made by writing numbers into them. Memory: the texts, and eight bytes for each
//! place.

use ibid::{Error, Result};
use ibid_calibrate::edits::Dice;
use ibid_dedup::{ExactSet, Membership};

/// Returns `count` different texts: the lines that are different and not blank, in order; then the same lines with a
/// number written into their middle, all lines with 1 before all with 2.
///
/// # Errors
/// [`Error::Request`] if all lines are blank.
pub fn distinct<'t>(lines: impl Iterator<Item = &'t str>, count: usize) -> Result<Vec<String>> {
    let mut known = ExactSet::new();
    let lines = lines.map(str::trim).filter(|line| !line.is_empty());
    let mut texts: Vec<String> =
        lines.filter(|line| !known.insert(line)).take(count).map(str::to_owned).collect();
    let there = texts.len();
    if there == 0 && count > 0 {
        return Err(Error::Request("there are no texts; name files with letters in them".to_owned()));
    }
    let mut round = 0;
    while texts.len() < count {
        round += 1;
        for place in 0..there.min(count - texts.len()) {
            let text = &texts[place];
            let (middle, _) = text.char_indices().nth(text.chars().count() / 2).unwrap_or_default();
            let (start, end) = text.split_at(middle);
            let text = format!("{start}{round}{end}");
            if !known.insert(&text) {
                texts.push(text);
            }
        }
    }
    Ok(texts)
}

/// A stream of texts.
#[derive(Clone, Debug)]
pub struct Stream<'t> {
    places: Vec<(&'t str, bool)>,
}

impl<'t> Stream<'t> {
    /// Draws a stream of `count` texts. The share `duplicates` of them, 0 to 1, repeat one before them; the first one
    /// never does. The others are taken from `texts` in order. If there are too few `texts`, more are duplicates;
    /// without any, the stream is empty.
    pub fn new(texts: &'t [String], count: usize, duplicates: f64, seed: u64) -> Stream<'t> {
        let wanted = (count as f64 * duplicates).round() as usize;
        let wanted = wanted.max(count.saturating_sub(texts.len())).min(count.saturating_sub(1));
        let mut dice = Dice::new(seed, &[count as u64, wanted as u64]);
        let mut is_duplicate = vec![false; count];
        for place in dice.choose(count.saturating_sub(1), wanted) {
            is_duplicate[place + 1] = true;
        }
        let mut next = 0;
        let mut places = Vec::with_capacity(count);
        for is_duplicate in is_duplicate {
            let number = if is_duplicate { dice.below(next) } else { next };
            let Some(text) = texts.get(number) else { break };
            next += usize::from(!is_duplicate);
            places.push((text.as_str(), is_duplicate));
        }
        Stream { places }
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the number of different texts.
    pub fn different(&self) -> usize {
        self.places.iter().filter(|(_, is_duplicate)| !is_duplicate).count()
    }

    /// Returns the texts in order.
    pub fn texts(&self) -> impl Iterator<Item = &'t str> {
        self.places.iter().map(|(text, _)| *text)
    }

    /// Inserts all texts into a membership test, and counts its answers.
    pub fn judge(&self, seen: &mut dyn Membership) -> Judged {
        let mut judged = Judged { texts: self.len() as u64, ..Judged::default() };
        for (text, is_duplicate) in &self.places {
            match (seen.insert(text), is_duplicate) {
                (true, false) => judged.called_seen += 1,
                (false, true) => judged.called_new += 1,
                _ => judged.right += 1,
            }
        }
        judged.new = self.different() as u64;
        judged
    }
}

/// The number of right and of wrong answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// All texts.
    pub texts: u64,
    /// New texts.
    pub new: u64,
    /// Texts about which the answer was right.
    pub right: u64,
    /// New texts called duplicates.
    pub called_seen: u64,
    /// Duplicates called new.
    pub called_new: u64,
}

impl Judged {
    /// Returns the share of texts about which the answer was right, 0 to 1; 1 if there are none.
    pub fn accuracy(self) -> f64 {
        if self.texts == 0 { 1.0 } else { self.right as f64 / self.texts as f64 }
    }

    /// Returns the share of new texts called duplicates, 0 to 1.
    pub fn false_positives(self) -> f64 {
        self.called_seen as f64 / self.new.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{DigitTrie, PaperBloom};
    use super::*;

    #[test]
    fn more_texts_are_made_where_there_are_too_few() {
        let lines = || ["tide", "", "磨坊", " tide ", "ti1de"].into_iter();
        assert_eq!(distinct(lines(), 2).unwrap(), ["tide", "磨坊"]);
        let texts = distinct(lines(), 7).unwrap();
        assert_eq!(texts, ["tide", "磨坊", "ti1de", "磨1坊", "ti11de", "ti2de", "磨2坊"], "ti1de was there");
        assert!(distinct([" "].into_iter(), 1).unwrap_err().to_string().contains("no texts"));
    }

    #[test]
    fn what_errs_is_told() {
        let texts: Vec<String> = (0..2000).map(|number| format!("text {number}")).collect();
        let stream = Stream::new(&texts, 3000, 0.5, 1);
        assert_eq!((stream.len(), stream.different()), (3000, 1500));
        let exact = stream.judge(&mut ExactSet::new());
        assert_eq!(exact, Judged { texts: 3000, new: 1500, right: 3000, called_seen: 0, called_new: 0 });
        assert_eq!(stream.judge(&mut DigitTrie::new()).called_new, 0);
        let small = stream.judge(&mut PaperBloom::new(100).unwrap());
        assert!(
            small.accuracy() < 0.6 && small.false_positives() > 0.9 && small.called_new == 0,
            "{small:?}"
        );
    }

    proptest! {
        #[test]
        fn duplicates_are_those_that_were_there(
            there in 0_usize..30, count in 0_usize..60, share in 0.0..=1.0, seed: u64,
        ) {
            let texts: Vec<String> = (0..there).map(|number| number.to_string()).collect();
            let stream = Stream::new(&texts, count, share, seed);
            prop_assert_eq!(stream.len(), if there == 0 { 0 } else { count });
            let judged = stream.judge(&mut ExactSet::new());
            prop_assert_eq!(judged.right, judged.texts);
            if there >= count && count > 0 {
                let wanted = ((count as f64 * share).round() as usize).min(count - 1);
                prop_assert_eq!(stream.different(), count - wanted);
            }
        }
    }
}
