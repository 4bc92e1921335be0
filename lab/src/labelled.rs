//! A labelled set of sentences: which of them are copies of each other.
//!
//! In: the texts of the two files of a set. Out: [`Labelled`], or an error that names the file and the line.
//! `sentences.tsv` has one line per sentence: its number, counted from 0, its document and its text. `pairs.tsv` has
//! one line per pair: the numbers of both sentences, the smaller one first, their similarity, and `copy` or `open`. A
//! pair that is not listed is not a copy; an open pair counts neither way. `O(n)` for n bytes.
//!
//! ```
//! use ibid_lab::labelled::{Label, Labelled};
//!
//! let set = Labelled::parse("set".as_ref(), "0\ta.txt\tOne.\n1\tb.txt\tOne.\n", "0\t1\t1.000\tcopy\n").unwrap();
//! assert_eq!((set.sentences.len(), set.pairs[0].label), (2, Label::Copy));
//! ```

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ibid::{Error, Result};

/// The file of the sentences in the folder of a set.
pub const SENTENCES: &str = "sentences.tsv";
/// The file of the pairs.
pub const PAIRS: &str = "pairs.tsv";

/// The sentences of a set, and the labels of their pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labelled {
    /// The document of each sentence, and its text.
    pub sentences: Vec<(String, String)>,
    /// The pairs that are copies or open, as listed.
    pub pairs: Vec<LabelledPair>,
}

/// A pair of sentences with its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelledPair {
    /// The number of the first sentence.
    pub a: u32,
    /// The number of the second, larger than `a`.
    pub b: u32,
    /// 1 - Levenshtein distance / length of the longer, over words (Chinese: characters); 0 to 1.
    pub similarity: f64,
    /// The label.
    pub label: Label,
}

impl LabelledPair {
    /// Returns whether both sentences are the same word for word.
    pub fn is_same(&self) -> bool {
        self.similarity >= 1.0
    }
}

/// The label of a listed pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// A copy: to be found.
    Copy,
    /// Neither a copy nor none: counts neither way.
    Open,
}

impl Label {
    /// Returns the word for it in `pairs.tsv`.
    pub fn name(self) -> &'static str {
        match self {
            Label::Copy => "copy",
            Label::Open => "open",
        }
    }
}

impl Labelled {
    /// Reads the texts of both files; `folder` is only named in errors.
    ///
    /// # Errors
    /// [`Error::Unreadable`] that names the file, the line, the value and the form that it must have.
    pub fn parse(folder: &Path, sentences: &str, pairs: &str) -> Result<Labelled> {
        let (sentences_file, pairs_file) = (folder.join(SENTENCES), folder.join(PAIRS));
        let sentences = lines(&sentences_file, sentences)
            .map(|line| sentence(&line))
            .collect::<Result<Vec<(String, String)>>>()?;
        let mut seen = HashSet::new();
        let pairs = lines(&pairs_file, pairs).map(|line| {
            let pair = pair(&line, sentences.len())?;
            match seen.insert((pair.a, pair.b)) {
                true => Ok(pair),
                false => Err(line.wrong(format!("the pair {} {} stands there twice", pair.a, pair.b))),
            }
        });
        let pairs = pairs.collect::<Result<Vec<LabelledPair>>>()?;
        Ok(Labelled { sentences, pairs })
    }

    /// Opens every edited pair unless it joins two documents, and each sentence is the other's one best match there:
    /// versions of one sentence, not lines of a list that differ in a word or two. Equal sentences stay copies.
    pub fn open_unless_mutual(&mut self) {
        let document = |sentence: u32| self.sentences[sentence as usize].0.as_str();
        // The best similarity of a sentence with the sentences of a document, and the number of sentences that reach
        // it.
        let mut best: HashMap<(u32, &str), (f64, u32)> = HashMap::new();
        let sides = |pair: &LabelledPair| [(pair.a, document(pair.b)), (pair.b, document(pair.a))];
        for pair in &self.pairs {
            for side in sides(pair) {
                let most = best.entry(side).or_default();
                if pair.similarity > most.0 {
                    *most = (pair.similarity, 1);
                } else if pair.similarity == most.0 {
                    most.1 += 1;
                }
            }
        }
        let is_mutual = |pair: &LabelledPair| {
            document(pair.a) != document(pair.b)
                && sides(pair).iter().all(|side| best.get(side) == Some(&(pair.similarity, 1)))
        };
        let opened: Vec<bool> = self.pairs.iter().map(|pair| !pair.is_same() && !is_mutual(pair)).collect();
        for (pair, _) in self.pairs.iter_mut().zip(opened).filter(|(_, opened)| *opened) {
            pair.label = Label::Open;
        }
    }

    /// Writes the file that [`Labelled::parse`] reads as `sentences.tsv`.
    pub fn write_sentences(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut numbered = self.sentences.iter().enumerate();
        numbered.try_for_each(|(number, (document, text))| writeln!(out, "{number}\t{document}\t{text}"))
    }

    /// Writes the file that [`Labelled::parse`] reads as `pairs.tsv`; similarities have three decimal places.
    pub fn write_pairs(&self, out: &mut dyn Write) -> io::Result<()> {
        self.pairs.iter().try_for_each(|LabelledPair { a, b, similarity, label }| {
            writeln!(out, "{a}\t{b}\t{similarity:.3}\t{}", label.name())
        })
    }
}

/// A line of a file, with its place.
pub(crate) struct Line<'t> {
    file: &'t Path,
    /// The number of the line, counted from 0.
    number: usize,
    text: &'t str,
}

/// Returns the lines of the text of a file, without a byte order mark.
pub(crate) fn lines<'t>(file: &'t Path, text: &'t str) -> impl Iterator<Item = Line<'t>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    text.lines().enumerate().map(move |(number, text)| Line { file, number, text })
}

impl<'t> Line<'t> {
    pub(crate) fn wrong(&self, why: String) -> Error {
        unreadable(format!("{}:{}", self.file.display(), self.number + 1), why)
    }

    /// Returns the fields of the line, or an error that names the fields it must have.
    pub(crate) fn fields<const N: usize>(&self, names: &str) -> Result<[&'t str; N]> {
        let fields: Vec<&str> = self.text.split('\t').collect();
        fields.try_into().map_err(|fields: Vec<&str>| {
            let s = if fields.len() == 1 { "" } else { "s" };
            self.wrong(format!(
                "the line has {} field{s}, it must have {N} with tabs between them: {names}",
                fields.len()
            ))
        })
    }
}

/// Makes the error for an input that cannot be read.
pub(crate) fn unreadable(path: impl Into<PathBuf>, why: impl Into<String>) -> Error {
    Error::unreadable(path, why)
}

fn sentence(line: &Line<'_>) -> Result<(String, String)> {
    let [number, document, text] = line.fields("number, document, text")?;
    if number.parse() != Ok(line.number) {
        return Err(line.wrong(format!(
            "the number of the sentence must be {}, its line counted from 0, got \"{number}\"",
            line.number
        )));
    }
    Ok((document.to_owned(), text.to_owned()))
}

fn pair(line: &Line<'_>, sentences: usize) -> Result<LabelledPair> {
    let [a, b, similarity, label] = line.fields("number, number, similarity, copy or open")?;
    let number = |field: &str| match field.parse::<u32>() {
        Ok(number) if (number as usize) < sentences => Ok(number),
        Ok(number) => Err(line.wrong(format!(
            "there is no sentence {number}: {SENTENCES} has {sentences}, counted from 0; make both files anew"
        ))),
        Err(_) => {
            Err(line.wrong(format!("the number of a sentence must be a whole number, got \"{field}\"")))
        }
    };
    let (a, b) = (number(a)?, number(b)?);
    if a >= b {
        return Err(line.wrong(format!("the smaller number must stand first, got {a} and {b}")));
    }
    let similarity = match similarity.parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&value) => value,
        _ => {
            return Err(line.wrong(format!("the similarity must be between 0 and 1, got \"{similarity}\"")));
        }
    };
    let label = match label {
        "copy" => Label::Copy,
        "open" => Label::Open,
        _ => return Err(line.wrong(format!("the label must be copy or open, got \"{label}\""))),
    };
    Ok(LabelledPair { a, b, similarity, label })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: &str = "0\ta.txt\tOne.\n1\tb.txt\t一句。\n2\tb.txt\t\n";

    fn parse(sentences: &str, pairs: &str) -> Result<Labelled> {
        Labelled::parse("set".as_ref(), sentences, pairs)
    }

    #[test]
    fn is_written_as_it_was_read() {
        let pairs = "0\t1\t0.562\topen\n1\t2\t1.000\tcopy\n";
        let set = parse(SOME, pairs).unwrap();
        let (mut first, mut second) = (vec![], vec![]);
        set.write_sentences(&mut first).unwrap();
        set.write_pairs(&mut second).unwrap();
        assert_eq!((first, second), (SOME.into(), pairs.into()));
        assert_eq!(parse(&SOME.replace('\n', "\r\n"), &format!("\u{FEFF}{pairs}")).unwrap(), set);
        assert_eq!(parse("", "").unwrap(), Labelled::default());
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (sentences, pairs, message) in [
            ("0\ta.txt\n", "", "set/sentences.tsv:1\": the line has 2 fields, it must have 3"),
            ("\n", "", "set/sentences.tsv:1\": the line has 1 field, it must have 3"),
            ("0\ta\tx\n0\ta\ty\n", "", "set/sentences.tsv:2\": the number of the sentence must be 1"),
            (SOME, "0\t1\t1\n", "set/pairs.tsv:1\": the line has 3 fields, it must have 4"),
            (SOME, "0\t3\t1\tcopy\n", "there is no sentence 3: sentences.tsv has 3, counted from 0"),
            (SOME, "x\t1\t1\tcopy\n", "must be a whole number, got \"x\""),
            (SOME, "1\t0\t1\tcopy\n", "the smaller number must stand first, got 1 and 0"),
            (SOME, "0\t1\t1.1\tcopy\n", "the similarity must be between 0 and 1, got \"1.1\""),
            (SOME, "0\t1\t1\tcopied\n", "set/pairs.tsv:1\": the label must be copy or open, got \"copied\""),
            (SOME, "0\t1\t1\tcopy\n0\t1\t1\topen\n", "set/pairs.tsv:2\": the pair 0 1 stands there twice"),
        ] {
            let error = parse(sentences, pairs).unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
            assert_eq!(error.kind(), ibid::ErrorKind::Input);
        }
    }

    #[test]
    fn only_mutual_best_matches_stay_copies() {
        let sentences = "0\ta\tx\n1\tb\tx\n2\tb\tx\n3\ta\tx\n4\tc\tx\n";
        let pairs = "0\t1\t0.900\tcopy\n0\t2\t0.800\tcopy\n0\t3\t0.950\tcopy\n3\t4\t1.000\tcopy\n1\t4\t0.700\tcopy\n2\t4\t0.700\tcopy\n";
        let mut set = Labelled::parse("set".as_ref(), sentences, pairs).unwrap();
        set.open_unless_mutual();
        let copies: Vec<(u32, u32)> =
            set.pairs.iter().filter(|pair| pair.label == Label::Copy).map(|pair| (pair.a, pair.b)).collect();
        assert_eq!(copies, [(0, 1), (3, 4)]);
    }
}
