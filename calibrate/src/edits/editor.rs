//! The edits themselves, on sentences that are cut into words.

use std::collections::HashMap;
use std::sync::LazyLock;

use ibid::normalize::disguised;
use ibid::tokenize::{Dictionary, Han, Tokenizer, simplified};
use ibid::{Span, is_han};

use super::cut::{Cut, capitalized, is_han_word, uncapitalized};
use super::{Dice, Edit, Synonyms};

/// The fewest words of a sentence that is split, or whose halves are exchanged.
const MIN_WORDS: usize = 6;
/// The number of words of a collection that are kept for insertion, for each script.
const POOL: usize = 4096;

/// The result of an edit on some sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct Edited {
    /// The edited sentences.
    pub sentences: Vec<String>,
    /// The share of the words that was changed, 0 to 1; 1 for edits of whole sentences and texts.
    pub share: f64,
}

/// An editor of sentences. Shared between threads.
#[derive(Debug)]
pub struct Editor<'s> {
    synonyms: &'s Synonyms,
    tokenizer: Tokenizer,
    /// The words to insert, Han and others, as often as they occur.
    pool: [Vec<String>; 2],
}

impl<'s> Editor<'s> {
    /// Makes an editor with these synonyms that cuts Han text by this dictionary. Words to insert are taken from
    /// `texts`; without texts, none can be inserted.
    pub fn new(synonyms: &'s Synonyms, dictionary: &Dictionary, texts: &[&str]) -> Editor<'s> {
        let tokenizer = Tokenizer::new(Han::Words, dictionary.clone());
        let mut editor = Editor { synonyms, tokenizer, pool: [vec![], vec![]] };
        for text in texts {
            let sentence = editor.cut(text);
            for (word, _) in sentence.words {
                let pool = &mut editor.pool[usize::from(!is_han_word(word))];
                if pool.len() < POOL {
                    pool.push(word.to_owned());
                }
            }
        }
        editor
    }

    /// Edits consecutive sentences of one text. An edit of words changes `share` of them, at least one. Each sentence
    /// is one line without space at its ends. Returns `None` if nothing changes.
    pub fn edit(&self, edit: Edit, share: f64, sentences: &[&str], dice: &mut Dice) -> Option<Edited> {
        let (sentences_now, share) = match edit {
            Edit::Split => (self.split(sentences)?, 1.0),
            Edit::Merge => (merge(sentences)?, 1.0),
            Edit::Reorder => (self.reorder(sentences, dice)?, 1.0),
            Edit::Traditional => (other_han(sentences), 1.0),
            _ => self.edit_words(edit, share, sentences, dice)?,
        };
        let is_changed = sentences_now.iter().map(String::as_str).ne(sentences.iter().copied());
        is_changed.then_some(Edited { sentences: sentences_now, share })
    }

    fn edit_words(
        &self,
        edit: Edit,
        share: f64,
        sentences: &[&str],
        dice: &mut Dice,
    ) -> Option<(Vec<String>, f64)> {
        let (mut cut, mut total) = (Vec::with_capacity(sentences.len()), 0);
        for sentence in sentences {
            let sentence = self.cut(sentence);
            total += sentence.words.len();
            cut.push(sentence);
        }
        let wanted = ((share * total as f64).round() as usize).max(1);
        // The words that can be edited, by sentence and place.
        let mut able = vec![];
        for (number, sentence) in cut.iter().enumerate() {
            for at in 0..sentence.words.len() {
                if self.can(edit, sentence, at) {
                    able.push((number, at));
                }
            }
        }
        let chosen = match edit {
            Edit::Swap => choose_apart(&able, wanted.div_ceil(2), dice),
            _ => dice.choose(able.len(), wanted).into_iter().map(|place| able[place]).collect(),
        };
        // From the last to the first, so that the places before stay valid.
        let mut changed = 0;
        for &(number, at) in chosen.iter().rev() {
            changed += usize::from(self.edit_word(edit, &mut cut[number], at, dice)) * words_of(edit);
        }
        if changed == 0 {
            return None;
        }
        Some((cut.iter().map(Cut::joined).collect(), changed as f64 / total as f64))
    }

    /// Returns whether an edit can be made at this word.
    fn can(&self, edit: Edit, sentence: &Cut<'_>, at: usize) -> bool {
        let word = sentence.words[at].0;
        match edit {
            Edit::Drop => sentence.words.len() > 1,
            Edit::Insert => !self.pool[usize::from(!is_han_word(word))].is_empty(),
            // Not across a mark: names in a list stay in place.
            Edit::Swap => {
                let Some(&(next, _)) = sentence.words.get(at + 1) else { return false };
                let gap = sentence.words[at].1.as_str();
                gap.trim().is_empty() && is_han_word(word) == is_han_word(next) && word != next
            }
            Edit::Synonym => self.synonyms.has(word),
            Edit::LookAlike => word.chars().any(|c| disguised(c).is_some()),
            Edit::ZeroWidth => word.chars().nth(1).is_some(),
            Edit::Split | Edit::Merge | Edit::Reorder | Edit::Traditional => false,
        }
    }

    /// Makes an edit. Returns whether it was possible.
    fn edit_word(&self, edit: Edit, sentence: &mut Cut<'_>, at: usize, dice: &mut Dice) -> bool {
        let word = sentence.words[at].0;
        match edit {
            Edit::Drop => return sentence.drop(at),
            Edit::Insert => {
                let pool = &self.pool[usize::from(!is_han_word(word))];
                sentence.inserted.push((at, pool[dice.below(pool.len())].clone()));
            }
            Edit::Swap => {
                let next = sentence.words[at + 1].0;
                sentence.words[at].0 = next;
                sentence.words[at + 1].0 = word;
            }
            Edit::Synonym => match self.synonyms.other(word, dice) {
                Some(other) => sentence.replaced.push((at, other)),
                None => return false,
            },
            Edit::LookAlike => {
                let letters = word.chars().map(|c| disguised(c).unwrap_or(c)).collect();
                sentence.replaced.push((at, letters));
            }
            Edit::ZeroWidth => {
                let letters: Vec<String> = word.chars().map(String::from).collect();
                sentence.replaced.push((at, letters.join("\u{200B}")));
            }
            Edit::Split | Edit::Merge | Edit::Reorder | Edit::Traditional => return false,
        }
        true
    }

    /// Splits each sentence that is long enough in two: at the clause border nearest the middle, else in the middle.
    fn split(&self, sentences: &[&str]) -> Option<Vec<String>> {
        let mut out = vec![];
        for sentence in sentences {
            let cut = self.cut(sentence);
            let count = cut.words.len();
            if count < MIN_WORDS {
                out.push((*sentence).to_owned());
                continue;
            }
            let border =
                cut.clause_ends().filter(|&at| at + 1 >= MIN_WORDS / 2 && at + 1 + MIN_WORDS / 2 <= count);
            let at = border.min_by_key(|&at| (at + 1).abs_diff(count / 2)).unwrap_or(count / 2 - 1);
            let stop = if is_han_word(cut.words[at].0) { "。" } else { "." };
            out.push(cut.part(0, at + 1) + stop);
            out.push(capitalized(&cut.tail(at + 1)));
        }
        (out.len() > sentences.len()).then_some(out)
    }

    /// Puts the sentences in another order. In a sentence alone it moves the clauses, or the halves if there is only
    /// one clause.
    fn reorder(&self, sentences: &[&str], dice: &mut Dice) -> Option<Vec<String>> {
        if sentences.len() > 1 {
            let order = other_order(sentences.len(), dice);
            return Some(order.into_iter().map(|number| sentences[number].to_owned()).collect());
        }
        let cut = self.cut(sentences.first()?);
        let count = cut.words.len();
        if count < MIN_WORDS {
            return None;
        }
        let mut ends: Vec<usize> = cut.clause_ends().map(|at| at + 1).collect();
        ends.pop_if(|end| *end == count);
        if ends.is_empty() {
            ends.push(count / 2);
        }
        let (mut parts, mut start) = (vec![], 0);
        for &end in ends.iter().chain([&count]) {
            parts.push(cut.part(start, end));
            start = end;
        }
        // The marks between clauses stay in place.
        let mut text = cut.lead.to_owned();
        for (place, number) in other_order(parts.len(), dice).into_iter().enumerate() {
            text.push_str(&parts[number]);
            let end = ends.get(place).unwrap_or(&count);
            text.push_str(&cut.words[end - 1].1);
        }
        Some(vec![text])
    }

    /// Cuts a sentence into words and the text between them.
    fn cut<'t>(&self, sentence: &'t str) -> Cut<'t> {
        let mut tokens = vec![];
        self.tokenizer.words(sentence, Span::new(0, sentence.len() as u32), &mut tokens);
        let mut starts: Vec<u32> = tokens.iter().map(|token| token.span.start).collect();
        starts.push(sentence.len() as u32);
        let lead = Span::new(0, starts[0]).of(sentence);
        let mut words = vec![];
        for (token, &next) in tokens.iter().zip(&starts[1..]) {
            let gap = Span::new(token.span.end, next).of(sentence);
            words.push((token.span.of(sentence), gap.to_owned()));
        }
        Cut { lead, words, replaced: vec![], inserted: vec![] }
    }
}

/// Returns a random order of `count` things that is not the given one.
fn other_order(count: usize, dice: &mut Dice) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    dice.shuffle(&mut order);
    if order.is_sorted() {
        order.rotate_left(1);
    }
    order
}

/// Returns how many words an edit at one place touches.
fn words_of(edit: Edit) -> usize {
    if edit == Edit::Swap { 2 } else { 1 }
}

/// Chooses at most `count` places, no two of them neighbors, ascending.
fn choose_apart(able: &[(usize, usize)], count: usize, dice: &mut Dice) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..able.len()).collect();
    dice.shuffle(&mut order);
    let mut chosen: Vec<(usize, usize)> = vec![];
    for place in order {
        if chosen.len() == count {
            break;
        }
        let (number, at) = able[place];
        if !chosen.iter().any(|&(other, place)| other == number && place.abs_diff(at) < 2) {
            chosen.push((number, at));
        }
    }
    chosen.sort_unstable();
    chosen
}

/// Merges every two sentences into one, with a comma between them.
fn merge(sentences: &[&str]) -> Option<Vec<String>> {
    if sentences.len() < 2 {
        return None;
    }
    let mut merged = vec![];
    for pair in sentences.chunks(2) {
        let [first, second] = pair else {
            merged.push(pair.concat());
            continue;
        };
        let first = first.trim_end_matches(|c: char| !c.is_alphanumeric());
        let comma = if first.ends_with(is_han) { "，" } else { ", " };
        merged.push(format!("{first}{comma}{}", uncapitalized(second)));
    }
    Some(merged)
}

/// Replaces simplified characters with traditional ones, or the other way round if more are traditional.
fn other_han(sentences: &[&str]) -> Vec<String> {
    let (mut traditional_chars, mut simplified_chars) = (0, 0);
    for c in sentences.concat().chars() {
        traditional_chars += u32::from(simplified(c) != c);
        simplified_chars += u32::from(traditional(c) != c);
    }
    let other = if traditional_chars > simplified_chars { simplified } else { traditional };
    sentences.iter().map(|sentence| sentence.chars().map(other).collect()).collect()
}

/// Returns a traditional form of a Han character, or the character itself if it has none. If there are several, it is
/// the first of the main block: 后 becomes 後 and 发 becomes 發, whatever the word.
fn traditional(c: char) -> char {
    static TRADITIONAL: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
        let mut forms = HashMap::new();
        for from in '\u{4E00}'..='\u{9FFF}' {
            let to = simplified(from);
            if to != from {
                forms.entry(to).or_insert(from);
            }
        }
        forms
    });
    TRADITIONAL.get(&c).copied().unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use ibid::normalize::normalize;
    use proptest::prelude::*;

    use super::*;

    const MILL: &str = "The old mill stood by the river, and nobody knew its age; it was large.";
    const CART: &str = "村里的水车修好以后，他们又开始引水灌溉农田，大家非常高兴。";

    /// Returns one editor for all tests, since each new one loads the dictionary anew.
    fn editor() -> &'static Editor<'static> {
        static EDITOR: LazyLock<Editor<'static>> = LazyLock::new(|| {
            Editor::new(
                Synonyms::built_in(),
                &Dictionary::default(),
                &["Seven pale lanterns hung there.", "灯笼挂在门前。"],
            )
        });
        &EDITOR
    }

    fn edit(edit: Edit, share: f64, sentences: &[&str], seed: u64) -> Option<Vec<String>> {
        editor().edit(edit, share, sentences, &mut Dice::new(seed, &[])).map(|edited| edited.sentences)
    }

    fn words(text: &str) -> Vec<String> {
        let mut tokens = vec![];
        let text = normalize(text).text;
        let span = Span::new(0, text.len() as u32);
        editor().tokenizer.words(&text, span, &mut tokens);
        tokens.iter().map(|token| token.span.of(&text).to_lowercase()).collect()
    }

    fn sorted(mut words: Vec<String>) -> Vec<String> {
        words.sort();
        words
    }

    #[test]
    fn drops_as_many_words_as_asked_and_keeps_marks() {
        let total = words(MILL).len();
        for (share, dropped) in [(0.05, 1), (0.2, 3), (0.5, 8)] {
            for seed in 0..20 {
                let edited = edit(Edit::Drop, share, &[MILL], seed).unwrap().concat();
                assert_eq!(words(&edited).len(), total - dropped, "{edited}");
                assert!(
                    edited.ends_with('.') && !edited.contains("  ") && !edited.contains(" ,"),
                    "{edited}"
                );
            }
        }
        assert_eq!(edit(Edit::Drop, 0.2, &["Stop!"], 1), None, "a word stays");
        let edited = edit(Edit::Drop, 0.1, &[CART], 1).unwrap().concat();
        assert!(edited.chars().count() < CART.chars().count() && edited.ends_with('。'), "{edited}");
    }

    #[test]
    fn inserts_words_of_the_same_script_from_elsewhere() {
        let new = |text: &str, pool: &str, count: usize| {
            for seed in 0..10 {
                let edited = edit(Edit::Insert, 0.2, &[text], seed).unwrap().concat();
                let mut left = words(&edited);
                for word in words(text) {
                    left.remove(left.iter().position(|other| *other == word).unwrap());
                }
                let pool = words(pool);
                assert!(
                    left.len() == count && left.iter().all(|word| pool.contains(word)),
                    "{edited}: {left:?}"
                );
            }
        };
        new(MILL, "Seven pale lanterns hung there.", 3);
        let none = Editor::new(Synonyms::built_in(), &Dictionary::default(), &[]);
        assert_eq!(none.edit(Edit::Insert, 0.2, &[MILL], &mut Dice::new(1, &[])), None);
        let edited = edit(Edit::Insert, 0.05, &[CART], 1).unwrap().concat();
        assert!(
            ["灯笼", "挂", "在", "门前"].iter().any(|word| edited.contains(word)) && !edited.contains(' ')
        );
    }

    #[test]
    fn swaps_neighbors_that_no_mark_parts() {
        assert_eq!(edit(Edit::Swap, 0.2, &["One two."], 3).unwrap(), ["two One."]);
        assert_eq!(edit(Edit::Swap, 0.2, &["One, two."], 3), None);
        assert_eq!(edit(Edit::Swap, 0.2, &["Very very."], 3).unwrap(), ["very Very."]);
        for text in [MILL, CART] {
            let edited = edit(Edit::Swap, 0.2, &[text], 5).unwrap().concat();
            assert_ne!(edited, text);
            assert_eq!(edited.chars().count(), text.chars().count());
        }
        let editor = editor();
        let edited = editor.edit(Edit::Swap, 0.1, &[MILL], &mut Dice::new(1, &[])).unwrap();
        assert_eq!(edited.share, 2.0 / 15.0, "a swap moves two words");
    }

    #[test]
    fn replaces_words_with_synonyms_and_keeps_capitals() {
        let synonyms =
            Synonyms::parse("# comment\n\nold,ancient\nriver\tbroad stream\n高兴 欢喜\nthe, this").unwrap();
        let editor = Editor::new(&synonyms, &Dictionary::default(), &[]);
        let edited = |text: &str| {
            editor
                .edit(Edit::Synonym, 1.0, &[text], &mut Dice::new(1, &[]))
                .map(|edited| edited.sentences.concat())
        };
        assert_eq!(edited("The old river.").unwrap(), "This ancient broad stream.");
        assert_eq!(edited("孩子们高兴。").unwrap(), "孩子们欢喜。");
        assert_eq!(edited("Nothing here."), None);
    }

    #[test]
    fn splits_at_a_clause_near_the_middle() {
        assert_eq!(
            edit(Edit::Split, 1.0, &[MILL], 1).unwrap(),
            ["The old mill stood by the river.", "And nobody knew its age; it was large."]
        );
        assert_eq!(
            edit(Edit::Split, 1.0, &["one two three four five six!"], 1).unwrap(),
            ["one two three.", "Four five six!"]
        );
        assert_eq!(edit(Edit::Split, 1.0, &["One, two."], 1), None);
        let parts = edit(Edit::Split, 1.0, &[CART], 1).unwrap();
        assert_eq!(parts, ["村里的水车修好以后。", "他们又开始引水灌溉农田，大家非常高兴。"]);
    }

    #[test]
    fn merges_two_and_two() {
        assert_eq!(
            edit(Edit::Merge, 1.0, &["It rained.", "He stayed.", "NASA left."], 1).unwrap(),
            ["It rained, he stayed.", "NASA left."]
        );
        assert_eq!(edit(Edit::Merge, 1.0, &["下雨了。", "他没走。"], 1).unwrap(), ["下雨了，他没走。"]);
        assert_eq!(edit(Edit::Merge, 1.0, &[MILL], 1), None);
    }

    #[test]
    fn reorders_sentences_or_clauses() {
        for seed in 0..20 {
            let three = ["One.", "Two.", "Three."];
            let edited = edit(Edit::Reorder, 1.0, &three, seed).unwrap();
            assert_ne!(edited, three);
            assert_eq!(sorted(edited), sorted(three.map(str::to_owned).into()));
            for text in [MILL, CART, "one two three four five six!"] {
                let edited = edit(Edit::Reorder, 1.0, &[text], seed).unwrap().concat();
                assert_ne!(edited, text);
                assert_eq!(sorted(words(&edited)), sorted(words(text)));
            }
        }
        assert_eq!(edit(Edit::Reorder, 1.0, &["Too short."], 1), None);
    }

    #[test]
    fn writes_chinese_in_the_other_characters() {
        let traditional = edit(Edit::Traditional, 1.0, &["这个问题很难"], 1).unwrap();
        assert_eq!(traditional, ["這個問題很難"]);
        assert_eq!(edit(Edit::Traditional, 1.0, &["這個問題很難"], 1).unwrap(), ["这个问题很难"]);
        assert_eq!(edit(Edit::Traditional, 1.0, &[MILL], 1), None);
    }

    #[test]
    fn disguises_are_undone_by_normalizing() {
        for (kind, text) in [(Edit::LookAlike, MILL), (Edit::ZeroWidth, MILL), (Edit::ZeroWidth, CART)] {
            let edited = edit(kind, 0.2, &[text], 1).unwrap().concat();
            assert_ne!(edited, text);
            assert_eq!(normalize(&edited).text, text);
        }
        assert_eq!(edit(Edit::LookAlike, 0.2, &[CART], 1), None, "Han characters have no look-alikes");
    }

    #[test]
    fn the_same_seed_gives_the_same_edits() {
        for kind in Edit::ALL {
            assert_eq!(edit(kind, 0.2, &[MILL, CART], 4), edit(kind, 0.2, &[MILL, CART], 4));
        }
    }

    proptest! {
        #[test]
        fn any_text_is_edited_without_losing_other_characters(
            texts in prop::collection::vec("\\PC{0,40}|[a-z ,.中文这個\u{200B}\u{301}аΩ]{0,40}", 1..4),
            seed: u64,
            share in 0.0..=1.0,
        ) {
            let sentences: Vec<&str> = texts.iter().map(String::as_str).collect();
            let chars = |texts: &[String]| {
                let mut chars: Vec<char> = texts.concat().chars().filter(|c| !c.is_whitespace()).collect();
                chars.sort_unstable();
                chars
            };
            for kind in Edit::ALL {
                let Some(edited) = editor().edit(kind, share, &sentences, &mut Dice::new(seed, &[])) else { continue };
                prop_assert_ne!(&edited.sentences, &texts);
                prop_assert!(edited.share > 0.0 && edited.share <= 1.0, "{} {}", kind.name(), edited.share);
                match kind {
                    Edit::Swap => prop_assert_eq!(chars(&edited.sentences), chars(&texts)),
                    Edit::Drop => prop_assert!(chars(&edited.sentences).len() < chars(&texts).len()),
                    Edit::Insert | Edit::ZeroWidth => {
                        prop_assert!(chars(&edited.sentences).len() > chars(&texts).len());
                    }
                    Edit::LookAlike | Edit::Traditional => {
                        prop_assert_eq!(chars(&edited.sentences).len(), chars(&texts).len());
                    }
                    Edit::Reorder => prop_assert_eq!(edited.sentences.len(), texts.len()),
                    Edit::Split => prop_assert!(edited.sentences.len() > texts.len()),
                    Edit::Merge => prop_assert_eq!(edited.sentences.len(), texts.len().div_ceil(2)),
                    Edit::Synonym => {}
                }
            }
        }
    }

    #[test]
    fn a_traditional_form_leads_back() {
        assert_eq!(
            ['万', '发', '说', '为', '中', '說', 'a'].map(traditional),
            ['萬', '發', '說', '為', '中', '說', 'a']
        );
        for c in '\u{4E00}'..'\u{9FFF}' {
            assert_eq!(
                simplified(traditional(c)),
                if traditional(c) == c { simplified(c) } else { c },
                "{c}"
            );
        }
    }
}
