//! The ids of documents, as lists show them and as commands take them back.
//!
//! An id is shown as it is, unless it has characters that cannot be shown: a file name may contain a line break or a
//! tab. Such an id is shown as a JSON string, so that no two ids look the same and each can be copied into a command.

use std::borrow::Cow;
use std::fmt::Write;

use ibid::report::sanitize_char;

/// Returns an id as a list shows it, which [`meant`] takes back.
pub(crate) fn shown(id: &str) -> Cow<'_, str> {
    let is_plain = id.chars().all(|c| sanitize_char(c) == c) && id.trim() == id;
    if is_plain && meant(id).is_none() {
        return Cow::Borrowed(id);
    }
    let mut quoted = String::from("\"");
    for c in id.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            // All characters that are not shown lie in the basic plane. Writing to a string cannot fail.
            c if sanitize_char(c) != c => drop(write!(quoted, "\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    Cow::Owned(quoted + "\"")
}

/// Returns the id that a list shows as this JSON string; none if it is no JSON string.
pub(crate) fn meant(shown: &str) -> Option<String> {
    shown.starts_with('"').then(|| serde_json::from_str(shown).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_shown_so_that_it_can_be_given_back() {
        for (id, expected) in [
            ("en/paper.md", "en/paper.md"),
            ("论文 一.txt", "论文 一.txt"),
            ("say \"a\".txt", "say \"a\".txt"),
            ("a\nb.txt", r#""a\nb.txt""#),
            ("a\tb\\c", r#""a\tb\\c""#),
            ("x\u{202E}y\u{1b}", r#""x\u202ey\u001b""#),
            ("ends in a blank ", r#""ends in a blank ""#),
            ("\"quoted\"", r#""\"quoted\"""#),
            ("\"open", "\"open"),
        ] {
            assert_eq!(shown(id), expected);
            assert_eq!(meant(expected).as_deref().unwrap_or(expected), id);
        }
    }
}
