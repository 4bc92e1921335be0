//! Joins the lines of a paragraph with a blank, with nothing, or with a hyphen that belongs to the word.
//!
//! A hyphen at a line's end is dropped, unless the paper has the hyphenated word elsewhere and never the joined one, or
//! the parts are not those of one word (numbers, names, abbreviations).

use std::collections::HashSet;

use super::letters::is_wide;
use super::lines::Line;

/// The words inside the lines of a paper, in lower case.
#[derive(Debug, Default)]
pub(super) struct Words(HashSet<String>);

impl Words {
    /// Notes the words of a line. Its first and last are skipped, since they may be broken.
    pub(super) fn add(&mut self, line: &Line) {
        let count = line.text.split_whitespace().count();
        for (at, word) in line.text.split_whitespace().enumerate() {
            let is_inner = at > 0 && at + 1 < count;
            let word = trimmed(word);
            if is_inner && word.len() > 2 && word.contains(char::is_alphabetic) && !self.0.contains(word) {
                self.0.insert(word.to_lowercase());
            }
        }
    }

    /// Appends the next line of a paragraph to its text.
    pub(super) fn join(&self, text: &mut String, next: &str) {
        let (Some(last), Some(first)) = (text.chars().next_back(), next.chars().next()) else {
            text.push_str(next);
            return;
        };
        if is_hyphen(last) && first.is_alphanumeric() && !is_wide(first) {
            if self.is_broken(text, next) {
                text.pop();
            }
        } else if !(is_wide(last) && (is_wide(first) || !first.is_alphanumeric()))
            && !(is_wide(first) && is_wide_mark(last))
            && !matches!(last, '/' | '—')
        {
            text.push(' ');
        }
        text.push_str(next);
    }

    /// Returns whether the hyphen at the end of a text only breaks a word that goes on in the next line.
    fn is_broken(&self, text: &str, next: &str) -> bool {
        let head = trimmed(text.rsplit(' ').next().unwrap_or_default()).trim_end_matches(is_hyphen);
        let tail = trimmed(next.split(' ').next().unwrap_or_default());
        if !is_word(head) || !is_word(tail) || tail.starts_with(char::is_uppercase) {
            return false;
        }
        let whole = format!("{head}{tail}").to_lowercase();
        let divided = format!("{head}-{tail}").to_lowercase();
        self.0.contains(&whole) || !self.0.contains(&divided)
    }
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Returns whether a part of a word has only letters and hyphens.
fn is_word(part: &str) -> bool {
    !part.is_empty() && part.chars().all(|c| c.is_alphabetic() || is_hyphen(c))
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}')
}

/// Returns whether a character is a mark of Chinese text, including those that are not full-width in all fonts.
fn is_wide_mark(c: char) -> bool {
    is_wide(c) || matches!(c, '“' | '‘' | '”' | '’' | '…')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(paper: &str, first: &str, second: &str) -> String {
        let mut words = Words::default();
        words.add(&Line { text: format!("- {paper} -"), ..Line::default() });
        let mut text = first.to_owned();
        words.join(&mut text, second);
        text
    }

    #[test]
    fn joins_words_that_a_line_breaks() {
        let check = |paper: &str, first: &str, second: &str, expected: &str| {
            assert_eq!(joined(paper, first, second), expected);
        };
        check("", "the exam-", "ple is", "the example is");
        check("a well-known fact", "it is well-", "known that", "it is well-known that");
        check("a wellknown fact", "it is well-", "known that", "it is wellknown that");
        check("", "in 2010-", "2012 the", "in 2010-2012 the");
        check("", "of Jean-", "Paul and", "of Jean-Paul and");
        check("", "one line", "and another", "one line and another");
    }

    #[test]
    fn chinese_lines_are_joined_without_a_blank() {
        let check =
            |first: &str, second: &str, expected: &str| assert_eq!(joined("", first, second), expected);
        check("我们的方", "法很好。", "我们的方法很好。");
        check("他说：", "“是的。”", "他说：“是的。”");
        check("使用", "Rust 语言", "使用 Rust 语言");
    }
}
