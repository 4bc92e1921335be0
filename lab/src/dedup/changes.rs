//! Copies of whole documents with a share of the text added, deleted, edited or moved, or with their sentences in
//! another order; and as they stand on another page.
//!
//! In: documents, and for each copy a [`Change`] and [`Dice`]. Out: the changed text, or `None` if nothing changes.
//! Words are cut as the program cuts them; added words come from the other documents. Marks and line ends stay. The
//! same dice make the same copy. `O(n)` for n bytes; eight bytes per unit are kept.
//!
//! Useful for measuring which copies of documents of any length are recognized. For sentences, with edits of ten kinds,
//! see [`edits`](ibid_calibrate::edits).
//!
//! ```
//! use ibid::tokenize::Dictionary;
//! use ibid_lab::dedup::changes::{Change, Changer, Kind, Unit};
//! use ibid_calibrate::edits::Dice;
//!
//! let changer = Changer::new(Unit::Words, &Dictionary::default(), &["The tide turned today"]);
//! let change = Change { kind: Kind::Deleted, rate: 0.25 };
//! let copy = changer.copy(0, change, &mut Dice::new(1, &[])).unwrap();
//! assert_eq!(copy.split_whitespace().count(), 3);
//! ```

use ibid::split::split_sentences;
use ibid::tokenize::{Dictionary, Han, Token, Tokenizer};
use ibid::{Layout, Span};
use ibid_calibrate::edits::Dice;

/// The unit that is added, deleted and counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Words, as the tokenizer cuts them.
    Words,
    /// Letters and digits, each by itself.
    Characters,
}

impl Unit {
    fn cut(self, tokenizer: &Tokenizer, text: &str) -> Vec<Span> {
        match self {
            Unit::Words => words(tokenizer, text).iter().map(|token| token.span).collect(),
            Unit::Characters => characters(text),
        }
    }
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Units of other documents are put in, each at a place of its own.
    Added,
    /// Units are left out, each by itself.
    Deleted,
    /// A stretch of another document is put in at one place.
    StretchAdded,
    /// A stretch is left out.
    StretchDeleted,
    /// The sentences stand in another order.
    Reordered,
    /// Units are drawn; each is replaced by one of another document, left out, or followed by one.
    Edited,
    /// A stretch stands at another place.
    StretchMoved,
}

impl Kind {
    /// Returns the name, such as `stretch-added`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Added => "added",
            Kind::Deleted => "deleted",
            Kind::StretchAdded => "stretch-added",
            Kind::StretchDeleted => "stretch-deleted",
            Kind::Edited => "edited",
            Kind::StretchMoved => "stretch-moved",
            Kind::Reordered => "reordered",
        }
    }
}

/// A change, with its extent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The kind.
    pub kind: Kind,
    /// The number of units that are added, deleted, edited or moved, as a share of the document's units, 0 to 1; at
    /// least one unit. Ignored if sentences are reordered.
    pub rate: f64,
}

/// A maker of copies. Shared between threads.
#[derive(Debug)]
pub struct Changer<'t> {
    unit: Unit,
    tokenizer: Tokenizer,
    documents: Vec<Cut<'t>>,
}

/// A document with the places of its units.
#[derive(Debug)]
struct Cut<'t> {
    text: &'t str,
    units: Vec<Span>,
}

impl Cut<'_> {
    /// Returns the text behind a place.
    fn behind(&self, start: u32) -> &str {
        Span::new(start, self.text.len() as u32).of(self.text)
    }
}

impl<'t> Changer<'t> {
    /// Cuts these documents, each of less than 4 GiB, into units. The dictionary cuts Han text into words.
    pub fn new(unit: Unit, dictionary: &Dictionary, texts: &[&'t str]) -> Changer<'t> {
        let tokenizer = Tokenizer::new(Han::Words, dictionary.clone());
        let cut = |&text: &&'t str| Cut { text, units: unit.cut(&tokenizer, text) };
        let documents = texts.iter().map(cut).collect();
        Changer { unit, tokenizer, documents }
    }

    /// Makes a copy of the document with this number. `None` if it would be the same, if nothing would be left, if
    /// there is nothing to add, or if there is no such document.
    pub fn copy(&self, number: usize, change: Change, dice: &mut Dice) -> Option<String> {
        let document = self.documents.get(number)?;
        let units = &document.units;
        let count = ((change.rate * units.len() as f64).round() as usize).max(1);
        let copy = match change.kind {
            Kind::Reordered => reordered(document.text, dice)?,
            Kind::Added => self.added(number, document, count, dice)?,
            Kind::StretchAdded => self.stretch_added(number, document, count, dice)?,
            Kind::Edited => {
                let chosen = dice.choose(units.len(), count);
                self.edited(number, document, &chosen, dice)?
            }
            _ if count >= units.len() => return None,
            Kind::Deleted => {
                let chosen = dice.choose(units.len(), count);
                without(document.text, chosen.into_iter().map(|number| units[number]))
            }
            Kind::StretchDeleted => {
                let from = dice.below(units.len() - count + 1);
                let range = Span::new(units[from].start, units[from + count - 1].end);
                without(document.text, std::iter::once(range))
            }
            Kind::StretchMoved => self.stretch_moved(document, count, dice)?,
        };
        (copy != document.text).then_some(copy)
    }

    /// Makes a copy of the document with this number as it stands on another page: half of the units of the first line
    /// are edited, and `foot` units of other documents stand in a line below. `None` if there are no others.
    pub fn reframed(&self, number: usize, copy: &str, foot: usize, dice: &mut Dice) -> Option<String> {
        let (head, rest) = copy.split_at(copy.find('\n').unwrap_or(0));
        let head = Cut { text: head, units: self.unit.cut(&self.tokenizer, head) };
        let chosen = dice.choose(head.units.len(), head.units.len().div_ceil(2));
        let mut page = self.edited(number, &head, &chosen, dice)?;
        page.push_str(rest);
        if !page.ends_with('\n') {
            page.push('\n');
        }
        for _ in 0..foot {
            let other = self.other(number, dice)?;
            self.push(&mut page, other.units[dice.below(other.units.len())].of(other.text));
        }
        page.push('\n');
        Some(page)
    }

    /// Draws another document that has units.
    fn other(&self, number: usize, dice: &mut Dice) -> Option<&Cut<'t>> {
        // A few tries: it may be this one again, or have none.
        (0..8).find_map(|_| {
            let other = dice.below(self.documents.len());
            self.documents.get(other).filter(|cut| other != number && !cut.units.is_empty())
        })
    }

    /// Replaces, leaves out or follows by another unit each of the chosen units; all new ones are of one other
    /// document.
    fn edited(&self, number: usize, document: &Cut<'_>, chosen: &[usize], dice: &mut Dice) -> Option<String> {
        let other = self.other(number, dice)?;
        let mut copy = String::new();
        let mut from = 0;
        for (place, unit) in document.units.iter().enumerate() {
            let is_chosen = chosen.binary_search(&place).is_ok();
            // 0: the unit is replaced, 1: followed by another, 2: left out.
            let what = is_chosen.then(|| dice.below(3));
            let is_left = matches!(what, None | Some(1));
            copy.push_str(Span::new(from, if is_left { unit.end } else { unit.start }).of(document.text));
            if matches!(what, Some(0 | 1)) {
                self.push(&mut copy, other.units[dice.below(other.units.len())].of(other.text));
            }
            from = unit.end;
            if !is_left && !copy.ends_with(char::is_alphanumeric) {
                close(&mut copy, document.behind(from));
            }
        }
        copy.push_str(document.behind(from));
        Some(copy)
    }

    /// Moves a stretch of `count` units behind a unit that is drawn from the rest.
    fn stretch_moved(&self, document: &Cut<'_>, count: usize, dice: &mut Dice) -> Option<String> {
        let Cut { text, units } = document;
        let first = dice.below(units.len() - count + 1);
        let (before, rest) = units.split_at_checked(first)?;
        let (stretch, behind) = rest.split_at_checked(count)?;
        let stretch = Span::new(stretch.first()?.start, stretch.last()?.end);
        let left: Vec<&Span> = before.iter().chain(behind).collect();
        let place = left.get(dice.below(left.len()))?.end;
        let (low, high) = (place.min(stretch.start), place.max(stretch.end));
        let mut copy = Span::new(0, low).of(text).to_owned();
        if place <= stretch.start {
            self.push(&mut copy, stretch.of(text));
            copy.push_str(Span::new(low, stretch.start).of(text));
            close(&mut copy, document.behind(stretch.end));
            copy.push_str(document.behind(stretch.end));
        } else {
            close(&mut copy, document.behind(stretch.end));
            copy.push_str(Span::new(stretch.end, high).of(text));
            self.push(&mut copy, stretch.of(text));
            copy.push_str(document.behind(high));
        }
        Some(copy)
    }

    /// Puts `count` units of one other document behind units that are drawn.
    fn added(&self, number: usize, document: &Cut<'_>, count: usize, dice: &mut Dice) -> Option<String> {
        let Cut { text, units } = document;
        let other = self.other(number, dice)?;
        let mut places: Vec<usize> = (0..count).map(|_| dice.below(units.len())).collect();
        places.sort_unstable();
        let mut copy = String::new();
        let mut from = 0;
        for place in places {
            let end = units.get(place)?.end;
            copy.push_str(Span::new(from, end).of(text));
            from = end;
            self.push(&mut copy, other.units[dice.below(other.units.len())].of(other.text));
        }
        copy.push_str(document.behind(from));
        Some(copy)
    }

    /// Puts a stretch of `count` units of other documents, with the text between them, behind a unit that is drawn.
    fn stretch_added(
        &self,
        number: usize,
        document: &Cut<'_>,
        count: usize,
        dice: &mut Dice,
    ) -> Option<String> {
        let Cut { text, units } = document;
        let end = units.get(dice.below(units.len()))?.end;
        let mut copy = Span::new(0, end).of(text).to_owned();
        let mut left = count;
        while left > 0 {
            let other = self.other(number, dice)?;
            let words = &other.units;
            let length = left.min(words.len());
            let from = dice.below(words.len() - length + 1);
            let range = Span::new(words[from].start, words[from + length - 1].end);
            self.push(&mut copy, range.of(other.text));
            left -= length;
        }
        copy.push_str(document.behind(end));
        Some(copy)
    }

    /// Appends a word, with a space before it where words have spaces between them.
    fn push(&self, text: &mut String, word: &str) {
        let is_apart = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_han(c));
        let last = text.chars().next_back();
        let is_inside = last.is_some_and(|c| !c.is_whitespace());
        if self.unit == Unit::Words && is_inside && (is_apart(last) || is_apart(word.chars().next())) {
            text.push(' ');
        }
        text.push_str(word);
    }
}

/// Returns the words of a text, in order. None crosses the end of a line.
pub(super) fn words(tokenizer: &Tokenizer, text: &str) -> Vec<Token> {
    let (mut tokens, mut start) = (vec![], 0);
    for line in text.split_inclusive('\n') {
        let end = start + line.len() as u32;
        tokenizer.words(text, Span::new(start, end), &mut tokens);
        start = end;
    }
    tokens
}

fn characters(text: &str) -> Vec<Span> {
    let letters = text.char_indices().filter(|(_, c)| c.is_alphanumeric());
    letters.map(|(at, c)| Span::new(at as u32, (at + c.len_utf8()) as u32)).collect()
}

/// Removes ranges, given in order, each with the space beside it.
fn without(text: &str, ranges: impl Iterator<Item = Span>) -> String {
    let mut copy = String::with_capacity(text.len());
    let mut from = 0;
    for gone in ranges {
        copy.push_str(Span::new(from, gone.start).of(text));
        from = gone.end;
        close(&mut copy, Span::new(from, text.len() as u32).of(text));
    }
    copy.push_str(Span::new(from, text.len() as u32).of(text));
    copy
}

/// Removes the space before a gap: "a b c" without b is "a c", and "a b, c" is "a, c".
fn close(copy: &mut String, rest: &str) {
    if !rest.starts_with(char::is_alphanumeric) {
        copy.truncate(copy.trim_end_matches(' ').len());
    }
}

/// Puts the sentences into a random order; the text between them stays in its place.
fn reordered(text: &str, dice: &mut Dice) -> Option<String> {
    let mut sentences = vec![];
    split_sentences(text, Layout::default(), &mut sentences);
    let mut order: Vec<usize> = (0..sentences.len()).collect();
    dice.shuffle(&mut order);
    let mut copy = String::with_capacity(text.len());
    let mut from = 0;
    for (place, &number) in sentences.iter().zip(&order) {
        copy.push_str(Span::new(from, place.start).of(text));
        copy.push_str(sentences.get(number)?.of(text));
        from = place.end;
    }
    copy.push_str(Span::new(from, text.len() as u32).of(text));
    Some(copy)
}

/// Returns whether a character is a Han ideograph, as the tokenizer of `ibid` has it.
fn is_han(c: char) -> bool {
    matches!(u32::from(c),
        0x3005 | 0x3007 | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x323AF)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MILL: &str =
        "The old mill stood by the river, and nobody knew its age.\nIt was large. It fell down.\n";
    const CART: &str = "村里的水车修好以后，他们又开始引水灌溉农田。大家非常高兴。";
    const ALL: [Kind; 7] = [
        Kind::Added,
        Kind::Deleted,
        Kind::StretchAdded,
        Kind::StretchDeleted,
        Kind::Edited,
        Kind::StretchMoved,
        Kind::Reordered,
    ];
    const OTHER: &str = "Seven pale lanterns hung there.";

    fn copy(unit: Unit, texts: &[&str], kind: Kind, rate: f64, seed: u64) -> Option<String> {
        let changer = Changer::new(unit, &Dictionary::default(), texts);
        changer.copy(0, Change { kind, rate }, &mut Dice::new(seed, &[]))
    }

    /// Returns the words of a text that are left when those of another are taken away.
    fn more(text: &str, less: &str) -> Vec<String> {
        let words = |text: &str| -> Vec<String> {
            let text = text.split(|c: char| !c.is_alphanumeric());
            text.filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        let mut left = words(text);
        for word in words(less) {
            left.remove(left.iter().position(|other| *other == word).expect("it is there"));
        }
        left
    }

    #[test]
    fn as_many_words_as_asked_are_deleted_and_marks_stay() {
        for (rate, count) in [(0.05, 1), (0.5, 9)] {
            for kind in [Kind::Deleted, Kind::StretchDeleted] {
                for seed in 0..20 {
                    let copy = copy(Unit::Words, &[MILL], kind, rate, seed).unwrap();
                    assert_eq!(more(MILL, &copy).len(), count, "{copy}");
                    assert!(!copy.contains("  ") && !copy.contains(" ,") && copy.ends_with(".\n"), "{copy}");
                }
            }
        }
        assert_eq!(copy(Unit::Words, &["Stop!"], Kind::Deleted, 0.2, 1), None, "a word stays");
        assert_eq!(copy(Unit::Words, &[], Kind::Deleted, 0.2, 1), None);
    }

    #[test]
    fn words_of_other_documents_are_added() {
        for kind in [Kind::Added, Kind::StretchAdded] {
            for seed in 0..20 {
                let copy = copy(Unit::Words, &[MILL, OTHER], kind, 0.2, seed).unwrap();
                let added = more(&copy, MILL);
                assert_eq!(added.len(), 4, "{copy}");
                assert!(added.iter().all(|word| OTHER.contains(word.as_str())), "{copy}");
            }
            assert_eq!(copy(Unit::Words, &[MILL, "", "…"], kind, 0.2, 1), None, "nothing to add");
        }
        let copy = copy(Unit::Words, &[CART, "灯笼挂在门前。"], Kind::StretchAdded, 0.2, 1).unwrap();
        assert!(!copy.contains(' ') && copy.chars().count() > CART.chars().count(), "{copy}");
    }

    #[test]
    fn characters_are_counted_where_they_are_the_unit() {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        for (kind, more) in [(Kind::Added, 13), (Kind::StretchAdded, 13), (Kind::Deleted, -13)] {
            let copy = copy(Unit::Characters, &[CART, "灯笼挂在门前"], kind, 0.5, 1).unwrap();
            assert_eq!(letters(&copy) as i32, letters(CART) as i32 + more, "{copy}");
        }
    }

    #[test]
    fn words_are_replaced_left_out_or_followed() {
        let mut lengths = vec![];
        for seed in 0..30 {
            let copy = copy(Unit::Words, &[MILL, OTHER], Kind::Edited, 0.2, seed).unwrap();
            assert!(!copy.contains("  ") && copy.ends_with(".\n"), "{copy:?}");
            let words = |text: &str| more(text, "");
            let kept = words(MILL).iter().filter(|word| words(&copy).contains(word)).count();
            assert!(kept >= words(MILL).len() - 4, "{copy}");
            lengths.push(words(&copy).len() as i32 - words(MILL).len() as i32);
        }
        assert!(lengths.contains(&-2) && lengths.contains(&0) && lengths.contains(&2), "{lengths:?}");
    }

    #[test]
    fn a_stretch_changes_its_place() {
        for seed in 0..20 {
            let copy = copy(Unit::Words, &[MILL], Kind::StretchMoved, 0.3, seed);
            let Some(copy) = copy else { continue };
            assert!(more(&copy, MILL).is_empty() && more(MILL, &copy).is_empty(), "{copy}");
        }
    }

    #[test]
    fn another_page_has_another_head_and_foot() {
        let texts = [MILL, OTHER];
        let changer = Changer::new(Unit::Words, &Dictionary::default(), &texts);
        let page = |seed: u64| changer.reframed(0, MILL, 3, &mut Dice::new(seed, &[])).unwrap();
        let lines: Vec<String> = page(1).lines().map(str::to_owned).collect();
        assert_eq!((lines.len(), &*lines[1]), (3, "It was large. It fell down."));
        assert_ne!(lines[0], MILL.lines().next().unwrap());
        assert_eq!(more(&lines[2], "").len(), 3, "{}", lines[2]);
        assert_ne!(page(1), page(2));
        let alone = Changer::new(Unit::Words, &Dictionary::default(), &[MILL]);
        assert_eq!(alone.reframed(0, MILL, 3, &mut Dice::new(1, &[])), None);
    }

    #[test]
    fn sentences_change_places() {
        let copy = copy(Unit::Words, &[MILL], Kind::Reordered, 1.0, 1).unwrap();
        assert_eq!(copy.len(), MILL.len());
        assert!(more(&copy, MILL).is_empty() && copy.contains("It was large."), "{copy}");
    }

    proptest! {
        #[test]
        fn any_text_can_be_changed(
            texts in prop::collection::vec("\\PC{0,30}|[a-z ,.\n中文这個]{0,40}", 0..4),
            seed: u64,
            rate in 0.0..=1.0,
        ) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let changer = Changer::new(Unit::Characters, &Dictionary::default(), &texts);
            for kind in ALL {
                let change = Change { kind, rate };
                let copy = || changer.copy(0, change, &mut Dice::new(seed, &[]));
                prop_assert_eq!(copy(), copy());
                let Some(copy) = copy() else { continue };
                prop_assert_ne!(&copy, texts[0]);
                let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
                let (before, after) = (letters(texts[0]), letters(&copy));
                let count = ((rate * before as f64).round() as usize).max(1);
                match kind {
                    Kind::Added | Kind::StretchAdded => prop_assert_eq!(after, before + count),
                    Kind::Deleted | Kind::StretchDeleted => prop_assert_eq!(after, before - count),
                    Kind::Reordered | Kind::StretchMoved => prop_assert_eq!(after, before),
                    Kind::Edited => prop_assert!(after.abs_diff(before) <= count),
                }
            }
        }
    }
}
