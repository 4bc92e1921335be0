//! Blocks that are indented on both sides -> which of them are quotations.
//!
//! Papers set abstracts, authors, formulas, listings and the numbers of a chart apart in the same way: in 39 papers, 44 of 49
//! such blocks were no quotations.

use super::kinds::is_section;
use super::lines::joined;
use super::paragraphs::Paragraph;
use ibid::structure::BlockKind;

/// The headings of abstracts, in lower case.
const ABSTRACTS: [&str; 5] = ["abstract", "summary", "摘要", "内容摘要", "zusammenfassung"];
/// The fewest words of a quotation that is set apart, and the fewest Chinese characters.
const LEAST_WORDS: usize = 12;
const LEAST_HAN: usize = 20;

/// The state that tells an abstract from a quotation.
#[derive(Default)]
pub(super) struct InsetBlocks {
    has_heading: bool,
    has_section: bool,
    in_abstract: bool,
}

impl InsetBlocks {
    /// Makes a paragraph of a block that is no quotation. Blocks have to come in their order.
    pub(super) fn judge(&mut self, paragraph: &mut Paragraph) {
        let text = joined(&paragraph.lines);
        let is_first_page = paragraph.lines.first().is_some_and(|line| line.page <= 1);
        let begins_abstract = begins_abstract(&text);
        match paragraph.kind {
            BlockKind::Heading(_) => {
                self.has_heading = true;
                self.has_section |= is_section(&text) && !begins_abstract;
                self.in_abstract = begins_abstract;
            }
            BlockKind::Quote => {
                self.in_abstract |= begins_abstract;
                let is_front = is_first_page && self.has_heading && !self.has_section;
                if self.in_abstract || is_front || !is_prose(&text) {
                    paragraph.kind = BlockKind::Paragraph;
                }
            }
            _ => self.in_abstract = begins_abstract,
        }
    }
}

/// Returns whether a block is the heading of an abstract, or begins with it.
fn begins_abstract(text: &str) -> bool {
    let letters: String =
        text.chars().filter(|c| !c.is_whitespace()).take(24).flat_map(char::to_lowercase).collect();
    ABSTRACTS.iter().any(|name| letters.starts_with(name))
}

/// Returns whether a block is sentences: nearly all of it are words, and it ends as sentences do or goes on.
fn is_prose(text: &str) -> bool {
    let (mut words, mut others) = (0, 0);
    for word in text.split_whitespace() {
        let letters = word.matches(char::is_alphabetic).count();
        let is_word = letters * 2 > word.chars().count() && (letters > 1 || matches!(word, "a" | "A" | "I"));
        words += usize::from(is_word);
        others += usize::from(!is_word);
    }
    let han = text.chars().filter(|c| matches!(c, '\u{4e00}'..='\u{9fff}')).count();
    let is_code = text.contains(['=', '{', '}', '←', '@', '∈', '∅', '∩', '∪', '≤', '≥', '∑'])
        || han > 0 && text.contains(['%', '_', '—']);
    // Items of lists begin with a mark or a digit.
    let begins = text.starts_with(char::is_alphabetic)
        || text.starts_with(['“', '"', '[', '(', '…', '.', '‘', '《', '「']);
    (words >= LEAST_WORDS || han >= LEAST_HAN) && others * 6 <= words.max(han) && !is_code && begins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_prose_and_formulas_and_addresses_are_not() {
        for text in [
            "The boats leave the harbour before a storm, and nobody on the quay can say how they know of it.",
            "船在大风之前就离开了港口，岸上的人谁也说不出它们是怎么知道的。",
        ] {
            assert!(is_prose(text), "{text}");
        }
        for text in [
            "0.14 0.12 0.10",
            "c ← AES(s) d ← AES(t) and so on until all of the boats are gone from here",
            "Ada Holm, Department of Harbours, University of the Coast, Lund, ada@example.org, and Bo Poe of Bergen",
            "代数：A 是 X 上一个集类，若 ∅ ∈ A, 对并运算与余运算封闭，则 A 为代数，定理与推导定理",
            "% 初始化结果结构体的每一个字段，然后再把所有的结果写到文件里去，直到结束",
        ] {
            assert!(!is_prose(text), "{text}");
        }
        assert!(
            begins_abstract("Abstract. The boats")
                && begins_abstract("摘 要")
                && !begins_abstract("The boats")
        );
    }
}
