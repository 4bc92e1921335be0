//! A line or a part of a text -> whether it is the heading of a list of references, an entry, or the heading behind the
//! list.

use super::behind;

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

/// Headings behind a list of references, in lower case and without blanks.
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

/// The most letters of one of these headings.
const MAX_LETTERS: usize = 24;

/// The longest entry without a number, in bytes.
const MAX_ENTRY_BYTES: usize = 700;

/// Returns whether a line is the heading of a list of references.
pub(super) fn is_heading(line: &str) -> bool {
    HEADINGS.contains(&bare(line).as_str())
}

/// Returns whether a line is a heading behind such a list.
pub(super) fn is_end(line: &str) -> bool {
    let bare = bare(line);
    // Appendices have letters or numbers.
    ENDS.contains(&bare.as_str())
        || (line.len() < 60
            && bare.strip_prefix("appendix").is_some_and(|rest| rest.len() < 3 || line.contains([':', '.'])))
        || (line.len() < 60 && line.trim_start().starts_with("附录"))
}

/// Returns the first letters of a heading in lower case, without its number, its marks and its blanks; empty for a long
/// line.
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
    // No heading has more letters, and most lines have.
    let letters = name.chars().filter(|c| !c.is_whitespace()).take(MAX_LETTERS + 1);
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns whether a part begins with the heading and an entry in one line: `参考文献：[1] …`.
pub(super) fn begins_with_heading(part: &str) -> bool {
    let end = part.char_indices().nth(10).map_or(part.len(), |(end, _)| end);
    let head = part.get(..end).unwrap_or("");
    let at = head.find([':', '：']).or_else(|| head.find(['[', '［']));
    let Some(name) = at.and_then(|at| head.get(..at)) else { return false };
    let rest = part.get(name.len()..).unwrap_or("").trim_start_matches([':', '：', ' ', '\n']);
    is_heading(name) && begins_entry(rest) && is_dated(rest)
}

/// Returns whether a text begins with the number or the key of an entry: `[3]`, `［3］`, `[Holm10]`.
pub(super) fn begins_entry(text: &str) -> bool {
    matches!(number(text), Some((_, true))) || key(text)
}

/// Returns the number that an entry begins with, and whether it stands in brackets: `[3]`, `3.`, `（3）`.
pub(super) fn number(entry: &str) -> Option<(u32, bool)> {
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
    let Some((key, _)) = entry.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
        return false;
    };
    let bytes = key.as_bytes();
    bytes.len() <= 12
        && bytes.first().is_some_and(u8::is_ascii_uppercase)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.iter().any(u8::is_ascii_digit)
}

/// Returns whether a part looks like an entry.
pub(super) fn looks_like_entry(part: &str) -> bool {
    let is_short = part.len() <= MAX_ENTRY_BYTES;
    match number(part).is_some() || key(part) {
        true => is_short || is_dated(part),
        // Entries without empty lines between them are one part.
        false => is_dated(part) && (is_short || count_years(part) * MAX_ENTRY_BYTES >= part.len()),
    }
}

/// Returns whether a part has a year, the mark of a kind of work, or an address.
pub(super) fn is_dated(part: &str) -> bool {
    count_years(part) > 0
        || has_work(part)
        || part.contains("doi")
        || part.contains("http")
        || part.contains("in press")
}

/// Counts the years of four digits.
fn count_years(text: &str) -> usize {
    let figures = text.split(|c: char| !c.is_ascii_digit());
    figures.filter(|figures| matches!(figures.parse(), Ok(1400..=2099)) && figures.len() == 4).count()
}

/// Returns whether a part has the mark of a kind of work: `[J]`, `［M］`, `[EB/OL]`.
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
