//! The author of a document, as people write it -> names that can be compared.
//!
//! Lists are split at `;`, `；`, `、`, `|`, `&`, "and" and "和", and at commas, unless a comma stands between the last and
//! the first name, as in "Okafor, Daniel". A name is the set of its words, so that both orders are one; titles of
//! address are left out. Initials are no names: "D. Okafor" may be another person.

use std::collections::BTreeSet;

use crate::text::is_han;
use crate::tokenize::fold::{fold, simplified};

type Name = BTreeSet<String>;

/// Returns whether two documents have an author in common.
pub(crate) fn share_author(a: &str, b: &str) -> bool {
    let (a, b) = (names(a), names(b));
    a.iter().any(|name| b.contains(name))
}

/// Returns the names in a list of authors.
fn names(authors: &str) -> BTreeSet<Name> {
    let is_separator = |c: char| matches!(c, ';' | '；' | '、' | '|' | '｜' | '&' | '/' | '\n');
    let authors = authors.trim().trim_start_matches(['[', '【']).trim_end_matches([']', '】']);
    let mut names = BTreeSet::new();
    for part in authors.split(is_separator) {
        for part in split_at_words(part) {
            let parts: Vec<&str> =
                part.split([',', '，']).map(str::trim).filter(|part| !part.is_empty()).collect();
            let is_single = |part: &&str| !part.contains(char::is_whitespace) && !part.contains(is_han);
            // "Okafor, Daniel" and "Okafor, Daniel, Poe, Mary", but "Daniel Okafor, Mary Poe" and "张三，李四".
            let step = match parts.as_slice() {
                [last, first] if is_single(last) && !first.contains(is_han) => 2,
                parts if parts.len() % 2 == 0 && parts.iter().step_by(2).all(is_single) => 2,
                _ => 1,
            };
            names.extend(parts.chunks(step.max(1)).map(|parts| name(&parts.join(" "))));
        }
    }
    names.remove(&Name::new());
    names
}

/// Splits a list at the words that join its last name.
fn split_at_words(part: &str) -> Vec<String> {
    let mut lists = vec![String::new()];
    for word in part.split_whitespace() {
        if ["and", "und", "et", "和", "与"].contains(&word.to_lowercase().as_str()) {
            lists.push(String::new());
        } else if let Some(list) = lists.last_mut() {
            list.push_str(if list.is_empty() { "" } else { " " });
            list.push_str(word);
        }
    }
    // There are no blanks between Chinese names.
    let apart = |list: String| -> Vec<String> {
        let parts: Vec<String> = list.split(['和', '与']).map(str::to_owned).collect();
        let are_names = list.chars().all(is_han) && parts.iter().all(|name| name.chars().count() >= 2);
        if are_names { parts } else { vec![list] }
    };
    lists.into_iter().flat_map(apart).collect()
}

fn name(text: &str) -> Name {
    let mut name = Name::new();
    for word in text.split(|c: char| !c.is_alphanumeric() && !"'’-".contains(c)) {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let folded: String = fold(word).chars().map(simplified).collect();
        if !word.is_empty() && !matches!(&*folded, "dr" | "prof" | "mr" | "mrs" | "ms" | "by") {
            name.insert(folded);
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, share: bool) {
        assert_eq!(share_author(a, b), share, "{a} | {b}");
        assert_eq!(share_author(b, a), share, "{b} | {a}");
    }

    #[test]
    fn lists_are_read_as_people_write_them() {
        let lists = [
            "Daniel Okafor",
            "Okafor, Daniel",
            "[Daniel Okafor, Mary Poe]",
            "Daniel Okafor, Mary Poe",
            "Okafor, Daniel; Poe, Mary",
            "Okafor, Daniel, Poe, Mary",
            "Mary Poe and Daniel Okafor",
            "Mary Poe & DANIEL OKAFOR",
            "by Dr. Daniel Okafor",
            "Mary Poe, Ann Lee, and Daniel Okafor",
            "Dániel Okafor",
        ];
        for a in lists {
            lists.iter().for_each(|b| check(a, b, true));
            check(a, "Daniel Poe", false);
            check(a, "D. Okafor", false);
            check(a, "Okafor", false);
        }
    }

    #[test]
    fn chinese_lists() {
        for list in
            ["张三", "李四；张三", "李四、张三", "李四,张三", "李四，张三", "张三和李四", "張三", "李四 张三"]
        {
            let share = list != "李四 张三";
            check("张三", list, share);
            check("张三丰", list, false);
        }
        check("王和平", "王", false);
        check("王和平", "平", false);
    }

    #[test]
    fn nobody_is_nobody() {
        check("", "", false);
        check(";,", "[]", false);
    }
}
