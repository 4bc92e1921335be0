//! The documents of a calibration, cut, and the sentences and passages drawn from them.

use ibid::normalize::normalize;
use ibid::split::split_sentences;
use ibid::tokenize::{Dictionary, Tokenizer};
use ibid::{Document, Span, is_han};

use crate::edits::{Dice, Edit, Editor, Synonyms};
use crate::similarity::UNITS;

/// The least length of a stretch of unrelated text, measured as a passage is.
const AROUND_WORDS: usize = 80;
/// The most sentences of a passage: lists and tables of single words are none.
const PASSAGE_SENTENCES: usize = 40;
/// The number of passages that are put into one document to be checked, if there are enough documents.
const TOGETHER: usize = 4;
/// The number of documents that must be exceeded for this.
const ENOUGH: usize = 2 * TOGETHER;
/// The number of sentences whose words are inserted elsewhere.
const POOL_SENTENCES: usize = 400;

/// A plan of what to draw and how to edit it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of sentences of 8 to 80 words (Chinese: characters) to draw, if there are enough.
    pub sentences: usize,
    /// The number of passages to draw, if there are enough.
    pub passages: usize,
    /// The least length of a passage, which ends with a sentence, in words; a Han character is half a word.
    pub passage_words: usize,
    /// The kinds of edits.
    pub edits: Vec<Edit>,
    /// The seed of the sample and the edits: equal seeds draw equal ones.
    pub seed: u64,
    /// The dictionary that cuts Han text into the words that are edited.
    pub dictionary: Dictionary,
}

/// A document of the collection, normalized and split.
#[derive(Debug)]
pub struct Source {
    document: Document,
    /// The text for matching.
    text: String,
    sentences: Vec<Sentence>,
    /// The words of all sentences; each Han character is a word.
    words: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Sentence {
    /// The sentence in the text for matching.
    span: Span,
    /// The sentence in the text as stored.
    original: Span,
    /// The beginning and the end of its words.
    words: (u32, u32),
}

impl Source {
    /// Cuts a document. `O(n)` for n bytes.
    pub fn new(document: Document) -> Source {
        let normalized = normalize(&document.text);
        let (mut spans, mut tokens, mut words, mut sentences) = (vec![], vec![], vec![], vec![]);
        split_sentences(&normalized.text, document.layout, &mut spans);
        for span in spans {
            let first = words.len() as u32;
            Tokenizer::characters(&normalized.text, span, &mut tokens);
            words.extend(tokens.drain(..).map(|token| token.word));
            let words = (first, words.len() as u32);
            sentences.push(Sentence { span, original: normalized.original(span), words });
        }
        let text = normalized.text.into_owned();
        Source { document, text, sentences, words }
    }

    /// Returns the document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the number of its sentences.
    pub fn sentence_count(&self) -> usize {
        self.sentences.len()
    }

    /// Returns a sentence on one line.
    pub(super) fn sentence(&self, number: usize) -> String {
        let Some(sentence) = self.sentences.get(number) else { return String::new() };
        sentence.span.of(&self.text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the words of a sentence.
    pub(super) fn words(&self, number: usize) -> &[u64] {
        let Some(sentence) = self.sentences.get(number) else { return &[] };
        &self.words[sentence.words.0 as usize..sentence.words.1 as usize]
    }

    /// Returns the bytes of some sentences in the text as stored.
    pub(super) fn original(&self, first: usize, end: usize) -> Span {
        Span::new(self.original_of(first).start, self.original_of(end.saturating_sub(1)).end)
    }

    /// Returns the bytes of a sentence in the text as stored; none if there is no such sentence.
    fn original_of(&self, number: usize) -> Span {
        match self.sentences.get(number) {
            Some(sentence) => sentence.original,
            None => Span::default(),
        }
    }

    /// Returns the end of a passage that begins with sentence `first` and has at least this many words, in as few
    /// sentences as possible; `None` if the document ends too soon.
    fn passage(&self, first: usize, words: usize) -> Option<usize> {
        let mut half_words = 0;
        for (number, sentence) in self.sentences.iter().enumerate().skip(first).take(PASSAGE_SENTENCES) {
            let count = (sentence.words.1 - sentence.words.0) as usize;
            let is_chinese = is_mostly_han(sentence.span.of(&self.text));
            half_words += if is_chinese { count } else { 2 * count };
            if half_words >= 2 * words {
                return Some(number + 1);
            }
        }
        None
    }
}

/// A kind of edit, with the share of words that it changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The kind; `None` for unedited copies.
    pub edit: Option<Edit>,
    /// The share of words that is edited, 0 to 1.
    pub share: f64,
}

/// Consecutive sentences of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    /// The number of the document.
    pub(super) source: usize,
    /// The first sentence.
    pub(super) first: usize,
    /// One past the last sentence.
    pub(super) end: usize,
}

/// A group of passages that are checked together.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) passages: Vec<Stretch>,
    /// The text of another document before each passage and behind the last; empty if there is no other document.
    pub(super) around: Vec<Stretch>,
}

/// A random sample of sentences and passages, with the edits to make.
#[derive(Debug)]
pub struct Sample<'s> {
    pub(super) sources: Vec<Source>,
    /// The document and the number of each sentence.
    pub(super) sentences: Vec<(usize, usize)>,
    pub(super) groups: Vec<Group>,
    editor: Editor<'s>,
    rows: Vec<Row>,
    seed: u64,
}

impl<'s> Sample<'s> {
    /// Draws from these documents, which are taken in the order of their ids. `O(s log s)` for s sentences.
    pub fn new(mut sources: Vec<Source>, plan: &Plan, synonyms: &'s Synonyms) -> Sample<'s> {
        sources.sort_by(|a, b| a.document.id.cmp(&b.document.id));
        let mut dice = Dice::new(plan.seed, &[]);
        let (mut starts, mut sentences) = (vec![], vec![]);
        for (at, source) in sources.iter().enumerate() {
            for number in 0..source.sentence_count() {
                starts.push((at, number));
                if (UNITS.0..=UNITS.1).contains(&source.words(number).len()) {
                    sentences.push((at, number));
                }
            }
        }
        dice.shuffle(&mut sentences);
        let mut pool = vec![];
        for &(source, number) in sentences.iter().take(POOL_SENTENCES) {
            pool.push(sources[source].sentence(number));
        }
        sentences.truncate(plan.sentences);
        dice.shuffle(&mut starts);
        let mut passages = vec![];
        for &(source, first) in &starts {
            if passages.len() == plan.passages {
                break;
            }
            passages.extend(stretch(&sources, source, first, plan.passage_words));
        }
        let together = if sources.len() > ENOUGH { TOGETHER } else { 1 };
        let mut groups = vec![];
        for passages in passages.chunks(together) {
            let around = around(passages, &sources, &starts, &mut dice);
            groups.push(Group { passages: passages.to_vec(), around });
        }
        let pool: Vec<&str> = pool.iter().map(String::as_str).collect();
        let editor = Editor::new(synonyms, &plan.dictionary, &pool);
        let mut rows = vec![Row { edit: None, share: 0.0 }];
        for &edit in &plan.edits {
            for &share in edit.shares() {
                rows.push(Row { edit: Some(edit), share });
            }
        }
        Sample { sources, sentences, groups, editor, rows, seed: plan.seed }
    }

    /// Returns the number of sentences drawn.
    pub fn sentence_count(&self) -> usize {
        self.sentences.len()
    }

    /// Returns the number of passages drawn.
    pub fn passage_count(&self) -> usize {
        self.groups.iter().map(|group| group.passages.len()).sum()
    }

    /// Returns the number of groups for [`PassageTrial::one`](super::PassageTrial::one): documents to check, each with
    /// all its edits.
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// Returns whether the passages stand in unrelated text, which takes two documents.
    pub fn has_surroundings(&self) -> bool {
        self.groups.iter().any(|group| !group.around.is_empty())
    }

    /// Returns the documents, in the order of their ids.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// Returns the rows: unedited copies, then each kind of edit with each share.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Edits a sentence; returns it with the share of its words that was edited, or `None` if it cannot be edited.
    pub(super) fn edited_sentence(&self, number: usize, row: usize) -> Option<(Vec<String>, f64)> {
        let (source, sentence) = self.sentences[number];
        let source = &self.sources[source];
        let mut texts = vec![source.sentence(sentence)];
        if self.rows[row].edit == Some(Edit::Merge) {
            texts.push(source.sentence(sentence + 1));
            texts.retain(|text| !text.is_empty());
        }
        self.edited(&texts, row, &[0, number as u64, row as u64])
    }

    /// Edits the sentences of a passage.
    pub(super) fn edited_passage(&self, passage: Stretch, row: usize) -> Option<(Vec<String>, f64)> {
        let what = [1, passage.source as u64, passage.first as u64, row as u64];
        self.edited(&self.texts(passage), row, &what)
    }

    fn edited(&self, texts: &[String], row: usize, what: &[u64]) -> Option<(Vec<String>, f64)> {
        let Row { edit, share } = self.rows[row];
        let Some(edit) = edit else { return Some((texts.to_vec(), 0.0)) };
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let edited = self.editor.edit(edit, share, &texts, &mut Dice::new(self.seed, what))?;
        Some((edited.sentences, edited.share))
    }

    pub(super) fn texts(&self, stretch: Stretch) -> Vec<String> {
        (stretch.first..stretch.end).map(|number| self.sources[stretch.source].sentence(number)).collect()
    }

    /// Returns dice for work on the measured figures.
    pub(super) fn dice(&self, what: u64) -> Dice {
        Dice::new(self.seed, &[2, what])
    }
}

/// Draws stretches of one document that none of the passages comes from: one more than there are passages.
fn around(
    passages: &[Stretch],
    sources: &[Source],
    starts: &[(usize, usize)],
    dice: &mut Dice,
) -> Vec<Stretch> {
    let wanted = passages.len() + 1;
    let (behind, ahead) = starts.split_at(dice.below(starts.len()));
    let mut stretches: Vec<Stretch> = vec![];
    for &(source, first) in ahead.iter().chain(behind) {
        let may_host = match stretches.first() {
            Some(host) => source == host.source,
            None => passages.iter().all(|passage| passage.source != source),
        };
        if may_host {
            stretches.extend(stretch(sources, source, first, AROUND_WORDS));
        }
        if stretches.len() == wanted {
            break;
        }
    }
    // The stretches of a short document are used more than once.
    stretches.iter().copied().cycle().take(wanted).collect()
}

/// Returns the stretch of at least this many words that begins with a sentence of a source.
fn stretch(sources: &[Source], source: usize, first: usize, words: usize) -> Option<Stretch> {
    let end = sources[source].passage(first, words)?;
    Some(Stretch { source, first, end })
}

/// Returns whether at least half of the letters and digits are Han.
pub(super) fn is_mostly_han(text: &str) -> bool {
    let (mut letters, mut han) = (0, 0);
    for c in text.chars() {
        letters += usize::from(c.is_alphanumeric());
        han += usize::from(is_han(c));
    }
    han * 2 >= letters.max(1)
}

#[cfg(test)]
pub(super) mod tests {
    use ibid::Detector;
    use ibid_index::MemoryIndex;

    use super::*;

    /// Makes documents of sentences that have little in common, each of ten words or more.
    pub(crate) fn sources(documents: usize) -> Vec<Source> {
        let names =
            ["miller", "weaver", "ferryman", "mason", "widow", "captain", "doctor", "painter", "clerk"];
        let places = ["harbor", "orchard", "chapel", "market", "quarry", "bridge", "meadow", "cellar"];
        let deeds = [
            "mended the nets",
            "counted the coins",
            "wrote a long letter",
            "planted beans",
            "sold the horse",
        ];
        let text = |document: usize| {
            let sentence = |number: usize| {
                let at = document * 97 + number * 31;
                let (name, place) = (names[at % names.len()], places[(at / 7) % places.len()]);
                let (deed, other) = (deeds[at % deeds.len()], names[(at / 3) % names.len()]);
                format!(
                    "In the {at}th year the {name} {deed} near the {place}, and the {other} of it knew nothing."
                )
            };
            (0..20).map(sentence).collect::<Vec<_>>().join(" ")
        };
        let document =
            |number: usize| Document { id: format!("d{number}"), text: text(number), ..Document::default() };
        (0..documents).map(|number| Source::new(document(number))).collect()
    }

    pub(crate) fn plan(edits: &[Edit]) -> Plan {
        Plan {
            sentences: 12,
            passages: 6,
            passage_words: 40,
            edits: edits.to_vec(),
            seed: 5,
            dictionary: Dictionary::default(),
        }
    }

    pub(crate) fn index(detector: &Detector, sources: &[Source]) -> MemoryIndex {
        MemoryIndex::from_records(sources.iter().map(|source| detector.record(source.document()))).unwrap()
    }

    #[test]
    fn the_same_seed_draws_the_same_whatever_the_order_of_documents() {
        let draw = |sources: Vec<Source>, seed: u64| {
            let plan = Plan { seed, ..plan(&Edit::ALL) };
            let sample = Sample::new(sources, &plan, Synonyms::built_in());
            let rows = 0..sample.rows().len();
            let texts = rows.filter_map(|row| Some(sample.edited_sentence(3, row)?.0)).collect::<Vec<_>>();
            (sample.sentences.clone(), format!("{:?}", sample.groups), texts)
        };
        let mut turned = sources(12);
        turned.reverse();
        assert_eq!(draw(sources(12), 1), draw(turned, 1));
        assert_ne!(draw(sources(12), 1).0, draw(sources(12), 2).0);
    }

    #[test]
    fn passages_stand_in_text_of_other_documents() {
        for documents in [2, 12] {
            let sample = Sample::new(sources(documents), &plan(&[]), Synonyms::built_in());
            assert_eq!((sample.sentence_count(), sample.passage_count()), (12, 6));
            assert_eq!(sample.group_count(), if documents > ENOUGH { 2 } else { 6 });
            for group in &sample.groups {
                assert_eq!(group.around.len(), group.passages.len() + 1);
                let hosts: Vec<usize> = group.around.iter().map(|stretch| stretch.source).collect();
                assert!(hosts.iter().all(|host| *host == hosts[0]));
                assert!(group.passages.iter().all(|passage| passage.source != hosts[0]), "{group:?}");
            }
        }
        let alone = Sample::new(sources(1), &plan(&[]), Synonyms::built_in());
        assert!(alone.passage_count() == 6 && !alone.has_surroundings());
    }

    #[test]
    fn little_text_gives_a_small_sample() {
        let source =
            |text: &str| Source::new(Document { id: "a".into(), text: text.into(), ..Document::default() });
        for text in ["", "Too short.", "\u{200B}", "。。。"] {
            let sample = Sample::new(vec![source(text)], &plan(&Edit::ALL), Synonyms::built_in());
            assert_eq!((sample.sentence_count(), sample.passage_count()), (0, 0), "{text}");
        }
        let nothing = Sample::new(vec![], &plan(&Edit::ALL), Synonyms::built_in());
        assert_eq!((nothing.sentence_count(), nothing.group_count()), (0, 0));
    }
}
