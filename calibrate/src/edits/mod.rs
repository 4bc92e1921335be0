//! Edited copies of sentences, as people and programs make them and a calibration plants them.
//!
//! In: consecutive sentences, the [`Edit`], how much of them it changes, and [`Dice`]. Out: the edited sentences, or
//! `None` if the edit changes nothing: Chinese text has no letters with look-alikes, and not every sentence has a word
//! with a synonym. Words are cut as the program cuts them (Han text by the dictionary), so that a share of words means
//! the same as elsewhere. Punctuation and spaces stay in place. The same dice give the same edits. `O(n)` for n bytes.
//!
//! Useful for measuring how many copies with known changes are found. Not useful as an imitation of a writer: edits
//! fall on random words, and the result is no good prose.
//!
//! ```
//! use ibid::tokenize::Dictionary;
//! use ibid_calibrate::edits::{Dice, Edit, Editor, Synonyms};
//!
//! let editor = Editor::new(Synonyms::built_in(), &Dictionary::default(), &[]);
//! let edited = editor.edit(Edit::Drop, 0.1, &["The mill has stood by the river for ages."], &mut Dice::new(1, &[]));
//! assert_eq!(edited.unwrap().sentences[0].split(' ').count(), 8);
//! ```
//!
//! - [`dice`](Dice): random numbers
//! - [`synonyms`](Synonyms): words that may stand for each other
//! - [`cut`](Editor): a sentence as words and the text between them
//! - [`editor`](Editor): the edits

mod dice;
mod synonyms;
mod cut;
mod editor;

use std::str::FromStr;

use ibid::{Error, Result};

pub use dice::Dice;
pub use editor::{Edited, Editor};
pub use synonyms::Synonyms;

/// A kind of edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// Leaving words out.
    Drop,
    /// Inserting words from elsewhere in the collection.
    Insert,
    /// Exchanging neighboring words.
    Swap,
    /// Replacing words with others of a list that mean about the same.
    Synonym,
    /// Splitting a sentence in two.
    Split,
    /// Merging two sentences into one.
    Merge,
    /// Changing the order of sentences; in a sentence alone, of its clauses.
    Reorder,
    /// Turning simplified Chinese characters into traditional ones, or the other way round in traditional text.
    Traditional,
    /// Replacing letters of words with letters of other scripts that look the same.
    LookAlike,
    /// Putting a zero-width space between the characters of words.
    ZeroWidth,
}

impl Edit {
    /// All kinds, in the order in which reports show them.
    pub const ALL: [Edit; 10] = [
        Edit::Drop,
        Edit::Insert,
        Edit::Swap,
        Edit::Synonym,
        Edit::Split,
        Edit::Merge,
        Edit::Reorder,
        Edit::Traditional,
        Edit::LookAlike,
        Edit::ZeroWidth,
    ];

    /// Returns the name, such as `zero-width`.
    pub fn name(self) -> &'static str {
        match self {
            Edit::Drop => "drop",
            Edit::Insert => "insert",
            Edit::Swap => "swap",
            Edit::Synonym => "synonym",
            Edit::Split => "split",
            Edit::Merge => "merge",
            Edit::Reorder => "reorder",
            Edit::Traditional => "traditional",
            Edit::LookAlike => "look-alike",
            Edit::ZeroWidth => "zero-width",
        }
    }

    /// Returns the shares of words that are tried; 1 alone for edits of whole sentences and texts.
    pub fn shares(self) -> &'static [f64] {
        match self {
            Edit::Split | Edit::Merge | Edit::Reorder | Edit::Traditional => &[1.0],
            _ => &[0.05, 0.1, 0.2],
        }
    }
}

impl FromStr for Edit {
    type Err = Error;

    fn from_str(name: &str) -> Result<Edit> {
        for edit in Edit::ALL {
            if edit.name() == name {
                return Ok(edit);
            }
        }
        let names = Edit::ALL.map(Edit::name).join(", ");
        Err(Error::Request(format!("there is no edit \"{name}\"; there are {names}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_edits() {
        for edit in Edit::ALL {
            assert_eq!(edit.name().parse::<Edit>().unwrap(), edit);
        }
        let error = "swop".parse::<Edit>().unwrap_err().to_string();
        assert!(error.starts_with("there is no edit \"swop\"; there are drop, insert, swap,"), "{error}");
    }
}
