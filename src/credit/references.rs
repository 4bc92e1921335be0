//! The list of references: below its heading, or numbered from 1 without one.

use std::collections::HashSet;

use super::behind;
use super::parts::Part;
use crate::structure::BlockKind;
use crate::text::Span;

/// Headings of lists of references, in lower case and without blanks.
const HEADINGS: [&str; 24] = [
    "references",
    "reference",
    "referencelist",
    "listofreferences",
    "referencesandnotes",
    "notesandreferences",
    "bibliography",
    "selectedbibliography",
    "workscited",
    "worksconsulted",
    "literaturecited",
    "literature",
    "furtherreading",
    "参考文献",
    "主要参考文献",
    "参考书目",
    "参考资料",
    "引用文献",
    "引用书目",
    "征引文献",
    "注释与参考文献",
    "参考文献与注释",
    "注释",
    "參考文獻",
];

/// Headings of what follows a list of references, in lower case and without blanks.
const ENDS: [&str; 26] = [
    "appendix",
    "appendices",
    "acknowledgements",
    "acknowledgments",
    "acknowledgement",
    "acknowledgment",
    "abouttheauthor",
    "abouttheauthors",
    "authorbiography",
    "supplementarymaterial",
    "supplementaryinformation",
    "index",
    "notes",
    "tables",
    "figures",
    "附录",
    "附件",
    "附表",
    "致谢",
    "谢辞",
    "后记",
    "作者简介",
    "英文摘要",
    "攻读学位期间发表的论文",
    "攻读学位期间取得的研究成果",
    "声明",
];

/// Marks of the kinds of works in Chinese entries, behind `[`: `[J]`, `[M]`, `[EB/OL]`.
const WORKS: [&str; 14] = ["J", "M", "D", "C", "N", "R", "S", "P", "Z", "A", "G", "EB", "DB", "CP"];

/// Figures before headings and captions.
pub(super) const CHINESE_FIGURES: &str = "一二三四五六七八九十";

/// The longest of these have so many letters.
const MAX_LETTERS: usize = 24;

/// How many parts in a row that are no entries end a list.
const END_AFTER: usize = 2;
/// How many entries make a list that has no heading.
const LEAST_WITHOUT_HEADING: usize = 3;
/// An entry without a number is no longer than this, in bytes.
const MAX_ENTRY_BYTES: usize = 700;

/// The lists of references of a text.
#[derive(Debug, Default)]
pub(super) struct List {
    /// Where they stand, with their headings.
    pub(super) spans: Vec<Span>,
    /// The greatest number of an entry, where entries have numbers.
    pub(super) numbers: Option<u32>,
    /// Words of the entries in lower case; names in Chinese are runs of Han characters.
    words: HashSet<String>,
}

impl List {
    /// Whether a number may be that of an entry.
    pub(super) fn has_number(&self, number: u32) -> bool {
        self.numbers.is_none_or(|most| number <= most)
    }

    /// Whether a name stands in an entry; nothing where there are no entries.
    pub(super) fn has_name(&self, name: &str) -> Option<bool> {
        (!self.words.is_empty()).then(|| self.words.contains(&name.to_lowercase()))
    }

    /// Whether a place lies in a list.
    pub(super) fn covers(&self, at: u32) -> bool {
        let next = self.spans.partition_point(|span| span.end <= at);
        self.spans.get(next).is_some_and(|span| span.start <= at)
    }

    fn add(&mut self, text: &str, parts: &[Part]) {
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
        self.spans.push(Span::new(first.span.start, last.span.end));
        for part in parts {
            let entry = part.span.of(text);
            self.numbers = self.numbers.max(number(entry).map(|(number, _)| number));
            let words = entry.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '’' | '\''));
            for word in words.filter(|word| !word.is_empty()) {
                self.words.insert(word.trim_end_matches('等').to_lowercase());
            }
        }
    }
}

/// The lists of references of a text with these parts.
pub(super) fn references(text: &str, parts: &[Part]) -> List {
    let mut list = List::default();
    let mut at = 0;
    while at < parts.len() {
        let rest = &parts[at..];
        let count =
            below_heading(text, rest).or_else(|| told(rest)).or_else(|| numbered(text, rest)).unwrap_or(0);
        list.add(text, &rest[..count]);
        at += count.max(1);
    }
    list
}

/// How many parts a heading and the entries below it are.
fn below_heading(text: &str, parts: &[Part]) -> Option<usize> {
    let heading = parts.first()?.span.of(text);
    if !is_heading(heading) && !begins_with_heading(heading) {
        return None;
    }
    let is_entry = |part: &Part| {
        let entry = part.span.of(text);
        part.is(BlockKind::Reference) || looks_like_entry(entry)
    };
    let (mut end, mut others) = (1, 0);
    for (count, part) in (2..).zip(&parts[1..]) {
        let is_end = matches!(part.kind, Some(BlockKind::Heading(_))) || is_end(part.span.of(text));
        if is_end || (others + 1 == END_AFTER && !is_entry(part)) {
            break;
        }
        if is_entry(part) {
            (end, others) = (count, 0);
        } else {
            others += 1;
        }
    }
    // A line of a table of contents, and a heading without a list, are none.
    let begins = parts.get(1).is_some_and(is_entry) || begins_with_heading(heading);
    (begins && (end > 1 || begins_with_heading(heading))).then_some(end)
}

/// How many parts are entries by the word of the reader, where it knows no heading.
fn told(parts: &[Part]) -> Option<usize> {
    let count = parts.iter().take_while(|part| part.is(BlockKind::Reference)).count();
    (count > 0).then_some(count)
}

/// How many parts are entries that are numbered from 1.
fn numbered(text: &str, parts: &[Part]) -> Option<usize> {
    let is_next = |(expected, part): &(u32, &Part)| {
        let entry = part.span.of(text);
        number(entry).is_some_and(|(number, is_bracket)| number == *expected && is_bracket) && is_dated(entry)
    };
    let count = (1..).zip(parts).take_while(is_next).count();
    (count >= LEAST_WITHOUT_HEADING).then_some(count)
}

/// Whether a line is the heading of a list of references.
pub(super) fn is_heading(line: &str) -> bool {
    HEADINGS.contains(&bare(line).as_str())
}

/// Whether a line is the heading of what follows such a list.
pub(super) fn is_end(line: &str) -> bool {
    let bare = bare(line);
    // Appendices have letters or numbers.
    ENDS.contains(&bare.as_str())
        || (line.len() < 60
            && bare.strip_prefix("appendix").is_some_and(|rest| rest.len() < 3 || line.contains([':', '.'])))
        || (line.len() < 60 && line.trim_start().starts_with("附录"))
}

/// The first letters of a heading in lower case, without its number, its marks and its blanks; nothing of a long line.
fn bare(line: &str) -> String {
    if line.len() >= 100 {
        return String::new();
    }
    let name = line.trim_start_matches(|c: char| {
        c.is_ascii_digit()
            || CHINESE_FIGURES.contains(c)
            || matches!(c, '.' | '、' | '#' | '*' | '=' | '【' | '[' | ' ' | '\u{3000}')
    });
    let name = name
        .strip_prefix(['I', 'V', 'X'])
        .filter(|rest| rest.starts_with(['.', 'I', 'V', 'X']))
        .map_or(name, |rest| rest.trim_start_matches(['I', 'V', 'X', '.', ' ']));
    let name = name.trim_end_matches([':', '：', '.', '】', ']', '*', '#', '=', ' ']);
    // No heading has more letters, and most lines do.
    let letters = name.chars().filter(|c| !c.is_whitespace()).take(MAX_LETTERS + 1);
    letters.flat_map(char::to_lowercase).collect()
}

/// `参考文献：[1] …` in one line.
fn begins_with_heading(part: &str) -> bool {
    let end = part.char_indices().nth(10).map_or(part.len(), |(end, _)| end);
    let head = part.get(..end).unwrap_or("");
    let at = head.find([':', '：']).or_else(|| head.find(['[', '［']));
    let Some(name) = at.and_then(|at| head.get(..at)) else { return false };
    let rest = part.get(name.len()..).unwrap_or("").trim_start_matches([':', '：', ' ', '\n']);
    is_heading(name) && begins_entry(rest) && is_dated(rest)
}

/// Whether a text begins with the number or the key of an entry: `[3]`, `［3］`, `[Holm10]`.
pub(super) fn begins_entry(text: &str) -> bool {
    matches!(number(text), Some((_, true))) || key(text)
}

/// The number that an entry begins with, and whether it stands in brackets: `[3]`, `3.`, `（3）`.
fn number(entry: &str) -> Option<(u32, bool)> {
    let rest = entry.trim_start();
    let bracket = rest.strip_prefix(['[', '［', '〔', '【', '(', '（']);
    let digits = bracket.unwrap_or(rest).trim_start();
    let len = digits.chars().take_while(char::is_ascii_digit).count();
    let (digits, rest) = digits.split_at_checked(len)?;
    let is_number = (1..=3).contains(&len)
        && match bracket {
            Some(_) => rest.trim_start().starts_with([']', '］', '〕', '】', ')', '）']),
            None => {
                rest.starts_with(['.', '．', '、'])
                    && !behind(rest, 1).starts_with(|c: char| c.is_ascii_digit())
            }
        };
    let number = digits.parse().ok().filter(|_| is_number)?;
    Some((number, bracket.is_some()))
}

fn key(entry: &str) -> bool {
    let inside = entry.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(inside, _)| inside);
    inside.is_some_and(|key| {
        key.len() <= 12
            && key.starts_with(|c: char| c.is_ascii_uppercase())
            && key.ends_with(|c: char| c.is_ascii_alphanumeric())
            && key.contains(|c: char| c.is_ascii_digit())
    })
}

/// Whether a part looks like an entry.
fn looks_like_entry(part: &str) -> bool {
    let is_short = part.len() <= MAX_ENTRY_BYTES;
    match number(part).is_some() || key(part) {
        true => is_short || is_dated(part),
        // Entries that no empty line divides are one part.
        false => is_dated(part) && (is_short || count_years(part) * MAX_ENTRY_BYTES >= part.len()),
    }
}

/// Whether there is a year, the mark of a kind of work, or an address.
fn is_dated(part: &str) -> bool {
    count_years(part) > 0
        || has_work(part)
        || part.contains("doi")
        || part.contains("http")
        || part.contains("in press")
}

/// How many years of four figures there are.
fn count_years(text: &str) -> usize {
    let figures = text.split(|c: char| !c.is_ascii_digit());
    figures.filter(|figures| matches!(figures.parse(), Ok(1400..=2099)) && figures.len() == 4).count()
}

/// Whether there is the mark of a kind of work: `[J]`, `［M］`, `[EB/OL]`.
fn has_work(text: &str) -> bool {
    let mut marks = text.split(['[', '［']).skip(1);
    marks.any(|rest| {
        let mark = rest.split([']', '］']).next().unwrap_or("").trim();
        WORKS.contains(&mark.split('/').next().unwrap_or(""))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heading_is_known_by_its_letters() {
        for name in HEADINGS {
            assert!(is_heading(name) && is_heading(&format!("## 7. {}:", name.to_uppercase())), "{name}");
            assert!(!is_heading(&format!("{name} of the house")), "{name}");
        }
        for name in ENDS {
            assert!(is_end(name), "{name}");
        }
    }
}
