//! The author of a document, as people write it -> names that can be compared.
//!
//! Lists are split at `;`, `；`, `、`, `|`, `&`, "and" and "和", and at commas, unless a comma stands between the last and
//! the first name, as in "Okafor, Daniel". A name is the set of its words, so that both orders are one; titles of
//! address are left out. Initials are no names: "D. Okafor" may be another person. Nor are the names that programs and
//! editors give where nobody is named, such as "Microsoft Office User" and 本刊编辑部.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::is_han;
use crate::tokenize::fold::{fold, simplified};

type Name = BTreeSet<String>;

/// The words of which the names of nobody are made, folded. A name that has any other word is somebody's.
const OF_NOBODY: &str = "\
    acer admin administrator afp agence anon anonymous ap associated asus author authors bloomberg board computer \
    contributor correspondent default dell dpa editor editorial editors france-presse guest hp kyodo lenovo \
    libreoffice microsoft name newsroom none office openoffice our owner pc press reporter reporters reuters root \
    staff student system tass teacher team test the thinkpad unknown user users windows word writer xinhua your \
    windows用户 不详 中新社 中国新闻网 人民日报 佚名 作者 作者不详 匿名 姓名 学生 小编 微软中国 微软用户 教师 新华社 \
    新华社记者 新华网 无名 无名氏 未知 未署名 本刊 本报 本社 本站 本网 特约评论员 特约记者 用户 番茄花园 研究组 \
    管理员 系统管理员 编辑 编辑部 网友 老师 记者 评论员 课题组 责任编辑 通讯员 雨林木风 项目组";

/// The words for a journal or a group in front of the names of its nobody, such as 本刊编辑部.
const OF_THIS: [&str; 6] = ["本刊", "本报", "本社", "本站", "本网", "本"];

/// Returns an author that two documents have in common, as the first one writes the name.
pub(crate) fn shared_author(a: &str, b: &str) -> Option<String> {
    let others = names(b);
    for (name, written) in names(a) {
        if others.contains_key(&name) {
            return Some(written);
        }
    }
    None
}

/// Returns whether a name is one that stands where nobody is named.
fn is_nobody(name: &Name) -> bool {
    for word in name {
        let word = word.trim_end_matches(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        let is_initial = word.len() <= 1;
        if !is_initial && !is_of_nobody(word) {
            return false;
        }
    }
    true
}

/// Returns whether the names of nobody have a word, with or without the word for a journal or a group in front.
fn is_of_nobody(word: &str) -> bool {
    let mut rest = word;
    for this in OF_THIS {
        if let Some(behind) = word.strip_prefix(this) {
            rest = behind;
            break;
        }
    }
    for known in OF_NOBODY.split(' ') {
        if known == word || known == rest {
            return true;
        }
    }
    false
}

/// Returns the names in a list of authors, each with its form in the list.
fn names(authors: &str) -> BTreeMap<Name, String> {
    let authors = authors.trim().trim_start_matches(['[', '【']).trim_end_matches([']', '】']);
    let mut names = BTreeMap::new();
    for part in authors.split([';', '；', '、', '|', '｜', '&', '/', '\n']) {
        for part in split_at_words(part) {
            let mut parts = vec![];
            for part in part.split([',', '，']) {
                let part = part.trim();
                if !part.is_empty() {
                    parts.push(part);
                }
            }
            // "Okafor, Daniel" and "Okafor, Daniel, Poe, Mary", but "Daniel Okafor, Mary Poe" and "张三，李四".
            let step = match parts.as_slice() {
                [last, first] if is_last_name(last) && !first.contains(is_han) => 2,
                parts if parts.len() % 2 == 0 && parts.iter().step_by(2).all(is_last_name) => 2,
                _ => 1,
            };
            for parts in parts.chunks(step) {
                let name = name(&parts.join(" "));
                if !is_nobody(&name) {
                    names.insert(name, parts.join(", "));
                }
            }
        }
    }
    names
}

/// Returns whether a part of a list may be a last name, with the first name in the part behind it.
fn is_last_name(part: &&str) -> bool {
    !part.contains(char::is_whitespace) && !part.contains(is_han)
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
    let mut apart = vec![];
    for list in lists {
        // There are no blanks between Chinese names.
        let parts = list.split(['和', '与']);
        if list.chars().all(is_han) && parts.clone().all(|name| name.chars().count() >= 2) {
            apart.extend(parts.map(str::to_owned));
        } else {
            apart.push(list);
        }
    }
    apart
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
        assert_eq!(shared_author(a, b).is_some(), share, "{a} | {b}");
        assert_eq!(shared_author(b, a).is_some(), share, "{b} | {a}");
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
        for nobody in [
            "Microsoft Office User",
            "Admin",
            "administrator",
            "User",
            "user1",
            "Windows User",
            "Windows 用户",
            "Windows用户",
            "LibreOffice",
            "Unknown",
            "Anonymous",
            "N/A",
            "Staff Writer",
            "Our Correspondent",
            "Reuters",
            "Owner; Guest",
            "佚名",
            "编辑部",
            "本刊编辑部",
            "课题组",
            "本课题组",
            "本刊",
            "本报记者",
            "記者",
            "用户",
            "管理员",
        ] {
            check(nobody, nobody, false);
            check(&format!("Mary Poe; {nobody}"), nobody, false);
            check(&format!("Mary Poe; {nobody}"), &format!("{nobody}; Mary Poe"), true);
        }
        check("Daniel Guest", "Guest, Daniel", true);
        check("Ann Press", "Press, Ann", true);
        check("管员", "管员", true);
    }

    #[test]
    fn the_name_that_matches_is_told() {
        let of = |a, b| shared_author(a, b).unwrap();
        assert_eq!(of("Mary Poe; Daniel Okafor", "Okafor, Daniel"), "Daniel Okafor");
        assert_eq!(of("Okafor, Daniel, Poe, Mary", "Daniel Okafor"), "Okafor, Daniel");
        assert_eq!(of("李四、張三", "张三"), "張三");
    }
}
