//! The words of an article as they are stored, and the decision whether two articles tell of the same event.
//!
//! In: a text. Out: its [`Wording`]: up to 512 words in order, 16 bits each, with a mark for each *fact*
//! ([`ibid::facts`]: a number, a date or a name), and the facts as they are written. A number or a date is one word, by its
//! value. [`Wording::compare`] aligns two of them ([`Differences`]) and decides on the words in order and on the facts.
//!
//! A repost that was edited here and there differs in some words, of which few are facts. Two reports of one form differ
//! in little but facts: each stands where the other report has another number or name. Both have most of their words in
//! common, so that only the facts tell them apart.
//!
//! `O((n + m) · d)` for n and m words and d edits, which are bounded; 2 bytes a word and the text of the facts.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use ibid::facts::{Fact, FactKind, NameFinder};
use ibid::feature::{IdfTable, Ranking};
use ibid::normalize::normalize;
use ibid::tokenize::{Dictionary, Han, Token, Tokenizer, WordHash};
use ibid::{Span, is_han};
use ibid_dedup::{Differences, Stretch};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// The words that are stored of the beginning and of the end of a text. Longer texts are compared by these.
const HEAD: usize = 384;
const TAIL: usize = 128;
/// The number of a text's word pairs by which it is proposed.
pub(crate) const SKETCH: usize = 8;
/// The number of the most common words of each language that do not count in titles.
const FUNCTION_WORDS: usize = 100;
/// The fewest words of a title that can decide alone, and the fewest of them that are no function words.
const FEWEST_TITLE_WORDS: usize = 5;
const FEWEST_TITLE_CONTENT_WORDS: usize = 3;
/// The bits of a stored word that hold its hash; those above hold its kind.
const HASH_BITS: u32 = 13;
const HASH: u16 = (1 << HASH_BITS) - 1;

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ordinary,
    Number,
    Date,
    Name,
    /// A few Han characters that are no words, mostly a name.
    Unknown,
}

/// The kinds of facts, with the property that tells texts apart where one differs.
const FACT_KINDS: [(Kind, DifferBy); 4] = [
    (Kind::Number, DifferBy::Numbers),
    (Kind::Date, DifferBy::Dates),
    (Kind::Name, DifferBy::Names),
    (Kind::Unknown, DifferBy::Names),
];

/// A word of a text.
#[derive(Clone, Copy)]
struct Word {
    hash: u64,
    kind: Kind,
    span: Span,
}

/// The stored words of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wording {
    /// The words in order: the kind and some bits of the hash.
    #[serde(with = "packed")]
    words: Vec<u16>,
    /// The number of words of the whole text.
    length: u32,
    /// The facts among the words, in order, with a line feed behind each.
    facts: String,
}

/// The keys and the words of a content, made at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReadText {
    /// A hash of all words in order; none without words.
    pub(crate) whole: Option<u64>,
    /// The word pairs by which near texts are proposed.
    pub(crate) sketch: Vec<u32>,
    pub(crate) wording: Wording,
}

/// A reader of titles and contents. Shared between threads.
#[derive(Debug)]
pub(crate) struct WordReader {
    tokenizer: Tokenizer,
    names: NameFinder,
    idf: IdfTable,
    function_words: HashSet<u64, WordHash>,
    name: String,
}

impl WordReader {
    pub(crate) fn new() -> WordReader {
        let rankings = [Ranking::english(), Ranking::chinese_words()];
        let dictionary = Dictionary::default();
        let idf = IdfTable::of_rankings(&rankings);
        let name = format!(
            "facts-1(words={HEAD}+{TAIL},sketch={SKETCH},stop={FUNCTION_WORDS},{},{})",
            dictionary.version(),
            idf.name()
        );
        let mut function_words = HashSet::default();
        for ranking in &rankings {
            function_words.extend(ranking.words().iter().take(FUNCTION_WORDS));
        }
        let tokenizer = Tokenizer::new(Han::Words, dictionary);
        WordReader { tokenizer, names: NameFinder::default(), idf, function_words, name }
    }

    /// Returns the name of the method with all settings that matter.
    pub(crate) fn name(&self) -> String {
        self.name.clone()
    }

    /// Returns the hash of the words of a title without function words; none if it is too short to decide alone.
    pub(crate) fn title(&self, title: &str) -> Option<u64> {
        let mut words = self.words(&normalize(title).text);
        if words.len() < FEWEST_TITLE_WORDS {
            return None;
        }
        words.retain(|word| !self.function_words.contains(&word.hash));
        if words.len() < FEWEST_TITLE_CONTENT_WORDS { None } else { Some(hash_words(&words)) }
    }

    /// Reads a content.
    pub(crate) fn read(&self, text: &str) -> ReadText {
        let text = &*normalize(text).text;
        let words = self.words(text);
        ReadText {
            whole: if words.is_empty() { None } else { Some(hash_words(&words)) },
            sketch: self.sketch(&words),
            wording: Wording::of(text, &words),
        }
    }

    /// Cuts a normalized text into words.
    fn words(&self, text: &str) -> Vec<Word> {
        let mut tokens = vec![];
        let mut start = 0;
        // No word crosses the end of a line.
        for line in text.split_inclusive('\n') {
            let end = start + line.len() as u32;
            self.tokenizer.words(text, Span::new(start, end), &mut tokens);
            start = end;
        }
        // A number is one word, by its value; 1 is mostly an article.
        let mut found = Fact::all_in(text);
        found.retain(|fact| fact.value != "1");
        let mut rest = &found[..];
        let are_capitals_rare = are_capitals_rare(text, &tokens);
        let mut words: Vec<Word> = vec![];
        for token in tokens {
            while let [fact, later @ ..] = rest
                && fact.span.end <= token.span.start
            {
                rest = later;
            }
            let word = match rest.first() {
                // The digits of a word such as A380 are a part of it.
                Some(fact) if fact.span.start <= token.span.start && token.span.end <= fact.span.end => {
                    let kind = if fact.kind == FactKind::Date { Kind::Date } else { Kind::Number };
                    Word { hash: xxh3_64(fact.value.as_bytes()), kind, span: fact.span }
                }
                _ => {
                    let is_name = (are_capitals_rare || self.idf.idf(token.word) >= 1.0)
                        && self.names.is_name(text, &token);
                    Word {
                        hash: token.word,
                        kind: if is_name { Kind::Name } else { Kind::Ordinary },
                        span: token.span,
                    }
                }
            };
            // A fact of several words is one.
            if words.last().is_none_or(|last| last.span != word.span) {
                words.push(word);
            }
        }
        self.join_unknown_names(text, words)
    }

    /// Joins two to four neighboring single Han characters that are no function words. The dictionary cuts what it does not
    /// know into single characters, and so few of them are mostly a person, a place or a firm. Classical Chinese has longer
    /// runs, which stay.
    fn join_unknown_names(&self, text: &str, words: Vec<Word>) -> Vec<Word> {
        let is_single = |word: &Word| {
            let mut chars = word.span.of(text).chars();
            word.kind == Kind::Ordinary
                && chars.next().is_some_and(is_han)
                && chars.next().is_none()
                && !self.function_words.contains(&word.hash)
        };
        let mut joined = Vec::with_capacity(words.len());
        for run in words.chunk_by(|a, b| is_single(a) && is_single(b)) {
            match run {
                [first, .., last] if run.len() <= 4 => {
                    let span = Span::new(first.span.start, last.span.end);
                    joined.push(Word { hash: hash_words(run), kind: Kind::Unknown, span });
                }
                _ => joined.extend_from_slice(run),
            }
        }
        joined
    }

    /// Returns the pairs of neighboring words by which a text is proposed: a sample that all texts draw alike, in which
    /// facts and rare words are more frequent. Two texts that share a pair both draw it, or both leave it out, unless
    /// what else they have tells otherwise: a bottom-k sketch (Cohen and Kaplan 2007).
    fn sketch(&self, words: &[Word]) -> Vec<u32> {
        let mut pairs: Vec<(u64, u32)> = Vec::with_capacity(words.len());
        for pair in words.windows(words.len().clamp(1, 2)) {
            let mut weight = 0;
            for word in pair {
                weight = weight.max(self.weight(word));
            }
            let hash = hash_words(pair);
            // A hash that is divided by the weight is the least of so many.
            pairs.push((hash >> weight, hash as u32));
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs.into_iter().take(SKETCH).map(|(_, key)| key).collect()
    }

    /// Returns the weight of a word in the sample, as a binary logarithm.
    fn weight(&self, word: &Word) -> u32 {
        match word.kind {
            Kind::Ordinary => (self.idf.idf(word.hash) * 3.0) as u32,
            _ => 5,
        }
    }
}

/// Returns whether at most half of the words with letters begin with a capital. Otherwise capitals say nothing.
fn are_capitals_rare(text: &str, tokens: &[Token]) -> bool {
    let (mut capitals, mut letters) = (0, 0);
    for token in tokens {
        let token = token.span.of(text);
        capitals += usize::from(token.starts_with(char::is_uppercase));
        letters += usize::from(token.starts_with(char::is_alphabetic));
    }
    capitals * 2 <= letters
}

fn hash_words(words: &[Word]) -> u64 {
    let mut bytes = Vec::with_capacity(words.len() * size_of::<u64>());
    for word in words {
        bytes.extend(word.hash.to_le_bytes());
    }
    xxh3_64(&bytes)
}

/// The property in which two articles differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DifferBy {
    /// The words in order.
    Words,
    /// A number.
    Numbers,
    /// A date.
    Dates,
    /// A name.
    Names,
}

/// The difference that tells two articles apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) by: DifferBy,
    /// The facts of this article at the first place where they differ.
    pub(crate) here: String,
    /// The facts of the other article at this place.
    pub(crate) there: String,
}

impl Difference {
    /// Returns the difference of texts that differ in more than facts.
    fn by_words() -> Difference {
        Difference { by: DifferBy::Words, here: String::new(), there: String::new() }
    }
}

/// The comparison of two articles.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison {
    /// The share of the words of the longer one that stand in both, in order.
    pub(crate) similarity: f64,
    /// The difference that tells them apart; none if they tell of the same event.
    pub(crate) difference: Option<Difference>,
}

impl Comparison {
    /// Makes the comparison of texts that share too few of their words.
    fn by_words(shared: usize, longer: usize) -> Comparison {
        Comparison { similarity: share(shared, longer), difference: Some(Difference::by_words()) }
    }
}

/// The least share of words in order of two articles on the same event, in hundredths. Of a text in which 3 % of the
/// words were edited twice some 90 are left; the rest is for the edges of a cut.
const LEAST_SIMILAR: usize = 80;
/// The same where there are too few facts to tell two articles apart, such as in appointments, which differ in names.
const LEAST_SIMILAR_WITHOUT_FACTS: usize = 90;
/// The least number of facts for each one that is contradicted.
const FACTS_OF_CONTRADICTION: usize = 8;
/// The least number of differing words for each contradicted fact. An editor does not seek out facts; two reports of one
/// form differ in little else.
const WORDS_OF_CONTRADICTION: usize = 2;
/// The number of facts of which one may be contradicted whatever else differs: a correction, or an edit beside a number.
const FACTS_OF_CORRECTION: usize = 16;
/// The least number of facts for each one that the other text does not have in its place, beyond the first.
const FACTS_OF_CHANGE: usize = 5;
/// The number of words from which two contents under one title must have words in common.
const LONG_UNDER_TITLE: u32 = 40;
/// The least share of the shorter one's words, in hundredths. Unrelated texts of one language share about a third, texts
/// on one topic up to half.
const LEAST_WORDS_UNDER_TITLE: usize = 60;
/// The fewest different facts of both contents from which they can contradict a title.
const FEWEST_FACTS_UNDER_TITLE: usize = 6;
/// The least share of them that two contents under one title have in common, in hundredths.
const LEAST_FACTS_UNDER_TITLE: usize = 50;

impl Wording {
    fn of(text: &str, words: &[Word]) -> Wording {
        let tail = words.len().saturating_sub(TAIL).max(HEAD);
        let kept = words.iter().take(HEAD).chain(words.iter().skip(tail));
        let mut wording = Wording { length: words.len() as u32, ..Wording::default() };
        for word in kept {
            wording.words.push((word.kind as u16) << HASH_BITS | (word.hash >> (64 - HASH_BITS)) as u16);
            if word.kind != Kind::Ordinary {
                wording.facts.push_str(word.span.of(text));
                wording.facts.push('\n');
            }
        }
        wording
    }

    /// Returns the bytes that it takes in memory.
    pub(crate) fn size(&self) -> usize {
        self.words.len() * 2 + self.facts.len()
    }

    /// Compares an article with an earlier one.
    pub(crate) fn compare(&self, other: &Wording) -> Comparison {
        let longer = self.words.len().max(other.words.len());
        // The kinds of words do not count: an edit beside a word may change it.
        let (here, there) = (self.hashes(), other.hashes());
        let bag = shared(&here, &there);
        let lengths = (self.length.min(other.length) as usize, self.length.max(other.length) as usize);
        if bag * 100 < longer * LEAST_SIMILAR || lengths.0 * 100 < lengths.1 * LEAST_SIMILAR {
            return Comparison::by_words(bag, longer);
        }
        let most_edits = self.words.len() + other.words.len() - 2 * (longer * LEAST_SIMILAR).div_ceil(100);
        let Some(differences) = Differences::of(&here, &there, most_edits) else {
            return Comparison::by_words(bag, longer);
        };
        let common = differences.aligned();
        let difference = self.contradiction(other, differences.stretches());
        let has_facts = counted(&self.words).max(counted(&other.words)) >= FACTS_OF_CONTRADICTION;
        if difference.is_none() && !has_facts && common * 100 < longer * LEAST_SIMILAR_WITHOUT_FACTS {
            return Comparison::by_words(common, longer);
        }
        Comparison { similarity: share(common, longer), difference }
    }

    /// Returns the words without their kinds.
    fn hashes(&self) -> Vec<u16> {
        self.words.iter().map(|word| word & HASH).collect()
    }

    /// Returns the first contradicted fact if the facts tell two texts apart that differ in these stretches.
    fn contradiction(&self, other: &Wording, stretches: &[Stretch]) -> Option<Difference> {
        let (mut contradicted, mut differing, mut first) = (0, 0, None);
        let (mut changed_here, mut changed_there) = (0, 0);
        for (here, there) in stretches {
            let (words, other_words) = (&self.words[here.clone()], &other.words[there.clone()]);
            differing += words.len().max(other_words.len());
            changed_here += counted(words);
            changed_there += counted(other_words);
            for (kind, by) in FACT_KINDS {
                let (ours, theirs) = (of_kind(words, kind), of_kind(other_words, kind));
                let count = ours.len().min(theirs.len()) - shared(&ours, &theirs);
                contradicted += count;
                if count > 0 && first.is_none() {
                    let (here, there) = (self.facts_in(here, kind), other.facts_in(there, kind));
                    first = Some(Difference { by, here, there });
                }
            }
        }
        let facts = counted(&self.words).max(counted(&other.words));
        let changed = changed_here.max(changed_there);
        let is_same = contradicted * FACTS_OF_CONTRADICTION <= facts
            && (contradicted * WORDS_OF_CONTRADICTION <= differing
                || contradicted * FACTS_OF_CORRECTION <= facts)
            && (changed <= 1 || changed * FACTS_OF_CHANGE <= facts);
        if is_same {
            return None;
        }
        Some(first.unwrap_or_else(|| self.first_changed(other, stretches)))
    }

    /// Returns the facts of the first stretch that holds any.
    fn first_changed(&self, other: &Wording, stretches: &[Stretch]) -> Difference {
        for (here, there) in stretches {
            for (kind, by) in FACT_KINDS {
                let (here, there) = (self.facts_in(here, kind), other.facts_in(there, kind));
                if here != there {
                    return Difference { by, here, there };
                }
            }
        }
        Difference::by_words()
    }

    /// Returns whether there are no words.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the number of words of the whole text.
    pub(crate) fn length(&self) -> u32 {
        self.length
    }

    /// Returns the difference that tells two contents under the same title apart, given their comparison. Contents in
    /// other words may tell of the same event, if they have enough words and facts in common. Headlines that come back
    /// stand above others.
    pub(crate) fn under_title(&self, other: &Wording, compared: &Comparison) -> Option<Difference> {
        let difference = compared.difference.clone()?;
        if difference.by != DifferBy::Words {
            return Some(difference);
        }
        let (here, there) = (self.different_facts(), other.different_facts());
        let fewer = here.len().min(there.len());
        let both = here.intersection(&there).count();
        if fewer >= FEWEST_FACTS_UNDER_TITLE && both * 100 < fewer * LEAST_FACTS_UNDER_TITLE {
            return Some(self.first_other_facts(other));
        }
        let shorter = self.words.len().min(other.words.len());
        let are_long = self.length.min(other.length) >= LONG_UNDER_TITLE;
        let is_other =
            are_long && shared(&self.hashes(), &other.hashes()) * 100 < shorter * LEAST_WORDS_UNDER_TITLE;
        is_other.then_some(difference)
    }

    /// Returns the facts without their kinds, each once.
    fn different_facts(&self) -> HashSet<u16> {
        let mut facts = HashSet::new();
        for &word in &self.words {
            if is_fact(word) {
                facts.insert(word & HASH);
            }
        }
        facts
    }

    /// Returns the first fact of each of two texts that the other one does not have.
    fn first_other_facts(&self, other: &Wording) -> Difference {
        let mut difference = Difference::by_words();
        if let Some((word, fact)) = self.first_fact_beyond(other) {
            difference.here = fact.to_owned();
            for (kind, by) in FACT_KINDS {
                if is_of(word, kind) {
                    difference.by = by;
                }
            }
        }
        if let Some((_, fact)) = other.first_fact_beyond(self) {
            difference.there = fact.to_owned();
        }
        difference
    }

    /// Returns the first fact that another text does not have, with its word.
    fn first_fact_beyond(&self, other: &Wording) -> Option<(u16, &str)> {
        let known: HashSet<&str> = other.facts.lines().collect();
        let facts = self.words.iter().copied().filter(|&word| is_fact(word)).zip(self.facts.lines());
        facts.into_iter().find(|(_, fact)| !known.contains(fact))
    }

    /// Returns the facts of a kind in a range of words, as they are written.
    fn facts_in(&self, range: &Range<usize>, kind: Kind) -> String {
        let (mut written, mut facts) = (vec![], self.facts.lines());
        for (at, &word) in self.words.iter().enumerate().take(range.end) {
            if is_fact(word)
                && let Some(fact) = facts.next()
                && at >= range.start
                && is_of(word, kind)
            {
                written.push(fact);
            }
        }
        written.join(" ")
    }
}

fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn is_fact(word: u16) -> bool {
    word > HASH
}

/// Returns whether a word is certainly a fact. Edits that cut words in two leave unknown ones behind.
fn is_counted(word: u16) -> bool {
    is_fact(word) && !is_of(word, Kind::Unknown)
}

fn is_of(word: u16, kind: Kind) -> bool {
    word >> HASH_BITS == kind as u16
}

/// Counts the words that are certainly facts.
fn counted(words: &[u16]) -> usize {
    words.iter().filter(|&&word| is_counted(word)).count()
}

fn of_kind(words: &[u16], kind: Kind) -> Vec<u16> {
    words.iter().copied().filter(|&word| is_of(word, kind)).collect()
}

/// Counts the words that two texts have in common, as often as they stand in both.
fn shared(a: &[u16], b: &[u16]) -> usize {
    let mut counts: HashMap<u16, usize> = HashMap::new();
    for &word in a {
        *counts.entry(word).or_default() += 1;
    }
    let mut both = 0;
    for word in b {
        if let Some(count) = counts.get_mut(word)
            && *count > 0
        {
            *count -= 1;
            both += 1;
        }
    }
    both
}

/// The encoding of words as bytes: hashes fill their bits, so that numbers of varying length would take more.
mod packed {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(words: &[u16], serializer: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = words.iter().copied().flat_map(u16::to_le_bytes).collect();
        serializer.serialize_bytes(&bytes)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u16>, D::Error> {
        let (pairs, rest) = <&[u8]>::deserialize(deserializer)?.as_chunks();
        if !rest.is_empty() {
            return Err(D::Error::custom("half a word"));
        }
        Ok(pairs.iter().copied().map(u16::from_le_bytes).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;

    static READER: LazyLock<WordReader> = LazyLock::new(WordReader::new);

    fn compare(a: &str, b: &str) -> Comparison {
        READER.read(a).wording.compare(&READER.read(b).wording)
    }

    /// Returns the words of a text that are facts.
    fn facts(text: &str) -> Vec<String> {
        READER.read(text).wording.facts.lines().map(str::to_owned).collect()
    }

    #[test]
    fn facts_are_numbers_and_names() {
        for (text, expected) in [
            (
                "On Monday Halden Corp paid 68.7 mln for twelve mills.",
                &["Monday", "Halden", "Corp", "68.7 mln", "twelve"][..],
            ),
            ("The mill stood still. The miller slept.", &[]),
            ("Wexcombe slept.", &["Wexcombe"]),
            ("THE MILL STOOD STILL IN WEXCOMBE", &["WEXCOMBE"]),
            ("3月5日，广州的三千人一起等了一个上午。", &["3月5日", "广州", "三千"]),
        ] {
            assert_eq!(facts(text), expected, "{text}");
        }
    }

    #[test]
    fn titles_are_compared_without_function_words() {
        let same = |a: &str, b: &str| READER.title(a).is_some() && READER.title(a) == READER.title(b);
        assert!(same(
            "The harbour opens again after eleven years",
            "Harbour opens again, after the eleven years!"
        ));
        assert!(same("港口在十一年之后重新开放", "港口十一年之后重新开放了"));
        assert!(!same(
            "The harbour opens again after eleven years",
            "The harbour opens again after twelve years"
        ));
        assert!(!same("Halden beats Lowell by nine points", "Lowell beats Halden by nine points"));
        for short in ["", "sports news of today", "The smash of the rain and the", "今天的新闻"] {
            assert_eq!(READER.title(short), None, "{short}");
        }
    }

    #[test]
    fn a_few_edits_are_a_repeat_and_other_facts_are_not() {
        let report = |firm: &str, profit: &str, day: &str| {
            format!(
                "{firm} said on {day} that its profit for the quarter came to {profit} mln, more than it had expected."
            )
        };
        let known = report("The Lowell company", "22.5", "Monday");
        let edited = known.replace("said", "announced").replace(" that its", " its");
        assert_eq!(compare(&known, &edited).difference, None);
        for (other, by, here, there) in [
            (report("The Halden company", "22.5", "Monday"), DifferBy::Names, "Lowell", "Halden"),
            (report("The Lowell company", "68.7", "Monday"), DifferBy::Numbers, "22.5 mln", "68.7 mln"),
            (report("The Lowell company", "22.5", "Friday"), DifferBy::Dates, "Monday", "Friday"),
        ] {
            let Difference { by: found, here: ours, there: theirs } =
                compare(&known, &other).difference.unwrap();
            assert_eq!((found, &*ours, &*theirs), (by, here, there), "{other}");
        }
        let zh = |number: &str| {
            format!("据公司公告，本季度净利润为{number}亿元，同比有所增长，主要市场的销售情况良好。")
        };
        assert_eq!(compare(&zh("三"), &zh("三").replace("良好", "较好")).difference, None);
        assert_eq!(
            compare(&zh("三"), &zh("五")).difference.map(|difference| difference.by),
            Some(DifferBy::Numbers)
        );
    }

    #[test]
    fn the_order_of_words_decides() {
        let compared = compare("Halden beat Lowell in the final", "Lowell beat Halden in the final");
        assert_eq!(compared.difference.map(|difference| difference.by), Some(DifferBy::Words));
        let reversed: String = (0..60).rev().map(|n| format!("word{n}x ")).collect();
        let words: String = (0..60).map(|n| format!("word{n}x ")).collect();
        assert_eq!(
            compare(&words, &reversed).difference.map(|difference| difference.by),
            Some(DifferBy::Words)
        );
        assert_eq!(compare(&words, &words), Comparison { similarity: 1.0, difference: None });
    }

    #[test]
    fn long_texts_are_compared_by_their_beginning_and_end() {
        let long =
            |count: usize, last: &str| (0..count).map(|n| format!("word{n}x ")).collect::<String>() + last;
        let read = READER.read(&long(2000, "end"));
        assert_eq!((read.wording.words.len(), read.wording.length), (HEAD + TAIL, 2001));
        assert!(compare(&long(2000, "end"), &long(2001, "end")).difference.is_none());
        assert!(compare(&long(2000, "end"), &long(3000, "end")).difference.is_some(), "half as long again");
    }

    #[test]
    fn wordings_are_stored_in_two_bytes_a_word() {
        let wording = READER.read("On Monday 港口 opened again after eleven years.").wording;
        let stored = crate::store::rows::write(&wording).unwrap();
        assert_eq!(crate::store::rows::read::<Wording>(&stored).unwrap(), wording);
        assert!(stored.len() <= wording.size() + 5, "{} bytes", stored.len());
    }

    proptest! {
        #[test]
        fn two_texts_are_the_same_in_both_directions(a in "[ab3A ]{0,40}", b in "[ab3A ]{0,40}") {
            let (one, other) = (compare(&a, &b), compare(&b, &a));
            prop_assert_eq!(one.similarity, other.similarity);
            let by = |compared: &Comparison| compared.difference.as_ref().map(|difference| difference.by);
            prop_assert_eq!(by(&one).is_none(), by(&other).is_none());
        }
    }
}
