//! The headings of lists of references and notes, and those of what follows a list.

use crate::text::lookup::is_digit;

/// Headings of lists of references and notes, in lower case and without blanks.
#[rustfmt::skip]
const HEADINGS: [&str; 61] = [
    "references", "reference", "referencescited", "referencelist", "listofreferences",
    "referencesandnotes", "notesandreferences", "bibliography", "selectedbibliography",
    "selectbibliography", "bibliographicreferences", "workscited", "citedworks", "worksconsulted",
    "literaturecited", "literature", "citedliterature", "furtherreading", "sources", "sourcescited",
    "primarysources", "secondarysources", "sourcesandliterature", "notes", "endnotes", "footnotes",
    "tableofauthorities", "literatur", "literaturverzeichnis", "literaturhinweise", "quellen",
    "quellenverzeichnis", "quellenundliteratur", "anmerkungen", "bibliographie", "références",
    "référencesbibliographiques", "ouvragescités", "referencias", "referenciasbibliográficas",
    "bibliografía", "obrascitadas", "bibliografia", "参考文献", "主要参考文献", "参考书目", "参考资料",
    "主要参考资料", "引用文献", "引用书目", "引证文献", "征引文献", "征引书目", "资料来源",
    "注释与参考文献", "注释及参考文献", "参考文献与注释", "注释", "注", "尾注", "參考文獻",
];

/// Headings behind a list of references, in lower case and without blanks.
#[rustfmt::skip]
const ENDS: [&str; 25] = [
    "appendix", "appendices", "acknowledgements", "acknowledgments", "acknowledgement",
    "acknowledgment", "abouttheauthor", "abouttheauthors", "authorbiography", "supplementarymaterial",
    "supplementaryinformation", "index", "tables", "figures", "附录", "附件", "附表", "致谢", "谢辞",
    "后记", "作者简介", "英文摘要", "攻读学位期间发表的论文", "攻读学位期间取得的研究成果", "声明",
];

/// Figures before headings and captions.
pub(super) const CHINESE_FIGURES: &str = "一二三四五六七八九十";

/// The most letters of one of these headings.
const MAX_LETTERS: usize = 28;

/// A heading that begins or ends a list of references or notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    /// The heading of such a list.
    List,
    /// A heading behind it.
    End,
}

/// Returns the heading that a line is, if any.
pub(super) fn heading(line: &str) -> Option<Heading> {
    let bare = bare(line);
    if HEADINGS.contains(&bare.as_str()) {
        Some(Heading::List)
    } else if ENDS.contains(&bare.as_str()) || (line.len() < 60 && is_appendix(line, &bare)) {
        Some(Heading::End)
    } else {
        None
    }
}

/// Returns whether a line is the heading of an appendix with a letter or a number.
fn is_appendix(line: &str, bare: &str) -> bool {
    match bare.strip_prefix("appendix") {
        Some(rest) if rest.len() < 3 || line.contains([':', '.']) => true,
        _ => line.trim_start().starts_with("附录"),
    }
}

/// Returns whether a line is the heading of a list of references or notes.
pub(super) fn is_heading(line: &str) -> bool {
    heading(line) == Some(Heading::List)
}

/// Returns the first letters of a heading in lower case, without its number, its marks and its blanks; empty for a long
/// line.
fn bare(line: &str) -> String {
    if line.len() >= 100 {
        return String::new();
    }
    let name = line.trim_start_matches(is_before_name);
    let name = match name.strip_prefix(['I', 'V', 'X']) {
        Some(rest) if rest.starts_with(['.', 'I', 'V', 'X']) => {
            rest.trim_start_matches(['I', 'V', 'X', '.', ' '])
        }
        _ => name,
    };
    let name = name.trim_end_matches([':', '：', '.', '】', ']', '*', '#', '=', ' ', '_']);
    // No heading has more letters, and most lines have.
    let letters = name.chars().filter(|c| !c.is_whitespace()).take(MAX_LETTERS + 1);
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns whether a character belongs to the number of a heading, or to the marks before it.
fn is_before_name(c: char) -> bool {
    const MARKS: &str = ".、．#*=【[(（)） \u{3000}";
    is_digit(c) || CHINESE_FIGURES.contains(c) || MARKS.contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heading_is_known_by_its_letters() {
        for name in HEADINGS {
            for line in [name.to_owned(), format!("## 7. {}:", name.to_uppercase()), format!("VII. {name}")] {
                assert!(is_heading(&line), "{line}");
            }
            assert!(!is_heading(&format!("{name} of the house")), "{name}");
        }
        for name in ENDS {
            assert!(heading(name) == Some(Heading::End), "{name}");
        }
        assert!(
            is_heading("七、参考文献") && is_heading("（七）参 考 文 献") && is_heading("References Cited")
        );
    }
}
