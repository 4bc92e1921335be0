//! Headings that are known by their words, in all formats.

/// Headings that have no number and are not always set in a larger size, in lower case.
const NAMES: [&str; 24] = [
    "abstract",
    "introduction",
    "conclusion",
    "conclusions",
    "discussion",
    "related work",
    "acknowledgements",
    "acknowledgments",
    "acknowledgement",
    "acknowledgment",
    "appendix",
    "background",
    "methods",
    "results",
    "summary",
    "contents",
    "摘要",
    "引言",
    "绪论",
    "结论",
    "致谢",
    "附录",
    "目录",
    "前言",
];

/// Headings of lists of references, in lower case.
const REFERENCES: [&str; 8] = [
    "references",
    "bibliography",
    "works cited",
    "literature cited",
    "literature",
    "reference",
    "参考文献",
    "引用文献",
];

/// Returns whether a text is a heading by its words, whatever its looks.
pub(crate) fn is_heading_name(text: &str) -> bool {
    is_name(text, &NAMES) || is_references(text)
}

/// Returns whether a text is the heading of a list of references.
pub(crate) fn is_references(text: &str) -> bool {
    is_name(text, &REFERENCES)
}

fn is_name(text: &str, names: &[&str]) -> bool {
    let name = text.trim_start_matches(|c: char| {
        c.is_ascii_digit() || matches!(c, '.' | ' ' | 'I' | 'V' | 'X') && !text.starts_with("In")
    });
    let bare: String = name.trim_end_matches([':', '：', '.']).to_lowercase();
    let close: String = bare.chars().filter(|c| !c.is_whitespace()).collect();
    names.iter().any(|name| *name == bare.trim() || (!name.is_ascii() && *name == close))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_lists_of_references_by_their_heading() {
        let check = |text: &str, expected: bool| assert_eq!(is_references(text), expected, "{text}");
        check("References", true);
        check("REFERENCES", true);
        check("7. References", true);
        check("参 考 文 献", true);
        check("参考文献", true);
        check("References to it", false);
    }
}
