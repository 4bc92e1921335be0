//! The look of entries and notes in Chinese.

use super::{has_address, has_year};
use crate::text::is_han;
use crate::text::lookup::{contains_any, is_digit, starts_with_any, until};

/// Marks of the kinds of works, behind `[`: `[J]`, `[M]`, `[EB/OL]`.
const WORKS: [&str; 14] = ["J", "M", "D", "C", "N", "R", "S", "P", "Z", "A", "G", "EB", "DB", "CP"];
/// Words for where a work was published, or for a place in it.
#[rustfmt::skip]
const PLACES: [&str; 24] = [
    "出版", "书局", "书店", "书社", "印书馆", "学报", "杂志", "大学", "论文", "日报", "晚报", "周刊",
    "月刊", "法院", "年版", "年第", "卷", "期", "页", "号", "第", "译", "收入", "载",
];
/// The beginnings of notes that lead to another place.
#[rustfmt::skip]
const LEADS: [&str; 14] = [
    "同上", "同前", "同注", "参见", "参看", "参阅", "见", "详见", "转引自", "引自", "前引", "前揭",
    "参考", "另见",
];
/// Words of sentences. A title has few of them, so that a second clause with one is prose.
const OF_SENTENCES: &str = "的了着在是被把而就都也却还不没已";
/// The most characters of names and brackets before the first mark.
const MAX_NAMES: usize = 24;
/// The fewest characters of a clause.
const LEAST_CLAUSE: usize = 8;

/// Returns whether this is an entry, without its number.
pub(super) fn is_entry(entry: &str) -> bool {
    if clauses(entry) > 1 {
        return false;
    }
    if has_work(entry) {
        return true;
    }
    let (is_named, is_dated) = (begins_with_name(entry), has_year(entry));
    let has_place = has_address(entry) || contains_any(entry, &PLACES) || has_volume(entry);
    let has_title = begins_with_title(entry);
    // Names, title and journal, each with a stop.
    let is_stopped = entry.matches(['.', '．']).count() > 1;
    is_dated && has_place && (is_named || has_title)
        || is_dated && is_named && is_stopped
        || is_named && has_title && has_place
}

/// Returns whether a note names a source.
pub(super) fn names_source(note: &str) -> bool {
    is_entry(note)
        || starts_with_any(note, &LEADS)
            && (note.contains(['页', '《', '注', '①']) || note.chars().count() < 12 || has_year(note))
        || note.contains('《') && (note.contains(['页', '第']) || note.contains("出版") || has_year(note))
}

/// Returns whether there is the mark of a kind of work: `[J]`, `［M］`, `[EB/OL]`.
fn has_work(text: &str) -> bool {
    for rest in text.split(['[', '［', '〔']).skip(1) {
        let mark = rest.split([']', '］', '〕']).next().unwrap_or("").trim();
        if WORKS.contains(&mark.split('/').next().unwrap_or("")) {
            return true;
        }
    }
    false
}

/// Returns whether there is a volume with a number: `12(3)`, `2010(3)`.
fn has_volume(text: &str) -> bool {
    text.match_indices(['(', '（']).any(|(at, _)| until(text, at).ends_with(is_digit))
}

/// Returns whether it begins with names of writers or of an office, up to a mark: `张三, 李四.`, `国家统计局：`,
/// `［美］约翰·霍姆：`.
fn begins_with_name(entry: &str) -> bool {
    let mut rest = entry;
    // The land or the dynasty of a writer.
    if let Some(inside) = entry.strip_prefix(['[', '［', '(', '（', '〔', '【'])
        && let Some((_, behind)) = inside.split_once([']', '］', ')', '）', '〕', '】'])
    {
        rest = behind;
    }
    let end = rest.find(|c: char| !is_han(c) && c != '·' && !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (name, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
    let count = name.chars().count();
    let marks = [',', '，', '.', '．', '。', '：', ':', '、', ';', '；', '(', '（', ' ', '《', '\u{3000}'];
    (2..=MAX_NAMES).contains(&count)
        && behind.starts_with(marks)
        && name.chars().filter(|c| OF_SENTENCES.contains(*c)).count() < 2
}

/// Returns whether the title of a work stands near its beginning.
fn begins_with_title(entry: &str) -> bool {
    let Some(title) = entry.find(['《', '〈', '“', '「']) else { return false };
    until(entry, title).chars().count() <= MAX_NAMES
}

/// Counts the clauses of sentences, outside titles in marks.
fn clauses(entry: &str) -> usize {
    let (mut count, mut depth) = (0, 0usize);
    let (mut chars, mut words) = (0, 0);
    for c in entry.chars().chain(['。']) {
        match c {
            '《' | '〈' => depth += 1,
            '》' | '〉' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && is_han(c) {
            chars += 1;
            words += usize::from(OF_SENTENCES.contains(c));
        } else if depth == 0 && !c.is_alphanumeric() {
            count += usize::from(chars >= LEAST_CLAUSE && words > 0);
            (chars, words) = (0, 0);
        }
    }
    count
}
