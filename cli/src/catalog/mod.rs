//! Messages on standard error in Chinese, found by their English text.
//!
//! In: a message as the program or one of its libraries wrote it. Out: the same in Chinese, or nothing for a message
//! that has no row in [`rows`]. The libraries know one language, and their messages are made of parts from several
//! modules, so that a message is translated where it is printed, as gettext does. JSON stays in English. A test holds
//! every row against the source code, so that no row outlives its message.
//!
//! `O(r m)` for r rows and a message of m bytes, which is nothing beside what went wrong.

mod rows;

use self::rows::{MESSAGES, OF_COMMAND_LINE};

/// Returns a message in Chinese, with what has no row left in English.
pub(crate) fn in_chinese(message: &str) -> String {
    look_up(message, MESSAGES).unwrap_or_else(|| message.to_owned())
}

/// Returns an answer of the command line in Chinese, line by line.
pub(crate) fn answer_in_chinese(answer: &str) -> String {
    let mut lines = String::new();
    for line in answer.lines() {
        let text = line.trim_start();
        let indent = line.get(..line.len() - text.len()).unwrap_or_default();
        let chinese = look_up(text, OF_COMMAND_LINE);
        lines += &format!("{indent}{}\n", chinese.as_deref().unwrap_or(text));
    }
    lines
}

/// Returns a message by the row that has the most of its text, else joined from messages that have rows.
fn look_up(message: &str, rows: &[(&str, &str)]) -> Option<String> {
    let matching = rows.iter().filter_map(|&row| Some((row, fill(row.0, message)?)));
    let Some(((_, chinese), arguments)) = matching.max_by_key(|((english, _), _)| text_len(english)) else {
        return joined(message);
    };
    let mut said = String::new();
    for (text, name) in parts(chinese) {
        said.push_str(text);
        let Some(name) = name else { continue };
        let Some((_, argument)) = arguments.iter().find(|(known, _)| *known == name) else { continue };
        match name.starts_with("why") {
            true => said.push_str(&in_chinese(argument)),
            false => said.push_str(argument),
        }
    }
    Some(said)
}

/// Returns two messages that a colon or a semicolon joins, of which at least the second has a row.
fn joined(message: &str) -> Option<String> {
    for (separator, in_chinese_text) in [(": ", "："), ("; ", "；")] {
        if let Some((first, second)) = message.split_once(separator)
            && is_whole(first)
            && let Some(second) = look_up(second, MESSAGES)
        {
            return Some(format!("{}{in_chinese_text}{second}", in_chinese(first)));
        }
    }
    None
}

/// Returns the arguments, by name, with which a row's text is this message.
fn fill<'m>(row: &'m str, message: &'m str) -> Option<Vec<(&'m str, &'m str)>> {
    let mut arguments = vec![];
    take(&parts(row), message, &mut arguments).then_some(arguments)
}

/// Matches the parts of a row with all of a text, from the left, and collects the arguments.
fn take<'m>(
    parts: &[(&'m str, Option<&'m str>)],
    text: &'m str,
    arguments: &mut Vec<(&'m str, &'m str)>,
) -> bool {
    let Some(((literal, name), more)) = parts.split_first() else { return text.is_empty() };
    let Some(text) = text.strip_prefix(literal) else { return false };
    let Some(name) = name else { return text.is_empty() };
    let mut ends = vec![];
    if let Some((next, _)) = more.first()
        && !next.is_empty()
    {
        ends.extend(text.match_indices(next).map(|(at, _)| at));
    }
    ends.push(text.len());
    for end in ends {
        let (argument, rest) = text.split_at(end);
        let is_flag = *name != "flag" || !argument.contains(' ');
        if !argument.is_empty() && is_flag && is_whole(argument) {
            arguments.push((name, argument));
            if take(more, rest, arguments) {
                return true;
            }
            arguments.pop();
        }
    }
    false
}

/// Returns whether a part of a message ends outside of quotation marks.
fn is_whole(text: &str) -> bool {
    text.replace("\\\\", "").replace("\\\"", "").matches('"').count().is_multiple_of(2)
}

/// Returns the parts of a row: a text, and the name of the argument behind it.
fn parts(row: &str) -> Vec<(&str, Option<&str>)> {
    let mut parts = vec![];
    let mut rest = row;
    while let Some((text, behind)) = rest.split_once('{') {
        let (name, behind) = behind.split_once('}').unwrap_or((behind, ""));
        parts.push((text, Some(name)));
        rest = behind;
    }
    parts.push((rest, None));
    parts
}

/// Returns the number of bytes of a row without its arguments.
fn text_len(row: &str) -> usize {
    parts(row).iter().map(|(text, _)| text.len()).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    fn check(english: &str, chinese: &str) {
        assert_eq!(in_chinese(english), chinese);
    }

    #[test]
    fn a_message_is_found_by_its_parts() {
        check("cannot read \"a.txt\": no such file or folder", "无法读取 \"a.txt\"：没有这个文件或文件夹");
        // The path is not the message.
        check(
            "cannot read \"a: it is a folder\": it is a folder",
            "无法读取 \"a: it is a folder\"：这是文件夹",
        );
        check("cannot read \"a\\\": b\": it is a folder", "无法读取 \"a\\\": b\"：这是文件夹");
        check(
            "cannot read \"a.jsonl:1\": no field \"text\"; there is \"body\": name the one that holds the text with --field-text",
            "无法读取 \"a.jsonl:1\"：没有字段 \"text\"，有 \"body\"：请指明存放正文的字段（用 --field-text）",
        );
        check("\"a quotation\": the quotation has no words", "\"a quotation\"：引语没有文字");
        check("cannot write \"x\": made up", "无法写入 \"x\"：made up");
        check("made up", "made up");
        check("made: up", "made: up");
        check("", "");
    }

    #[test]
    fn an_answer_of_the_command_line_keeps_its_lines() {
        let answer = "error: unexpected argument '--foo' found\n\n  tip: a similar argument exists: '--for'\n\n\
                      Usage: ibid check <PATH>\n\nFor more information, try '--help'.\n";
        let chinese = "错误：没有选项 '--foo'\n\n  提示：有相近的选项：'--for'\n\n用法：ibid check <PATH>\n\n详见 '--help'。\n";
        assert_eq!(answer_in_chinese(answer), chinese);
    }

    fn arguments(row: &'static str) -> BTreeSet<&'static str> {
        parts(row).into_iter().filter_map(|(_, name)| name).collect()
    }

    /// Returns the names of options and the like in a text.
    fn names(row: &str) -> BTreeSet<String> {
        let text: Vec<&str> = parts(row).into_iter().map(|(text, _)| text).collect();
        let text = text.join(" ");
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c)));
        words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    }

    #[test]
    fn both_texts_of_a_row_have_the_same_arguments_and_options() {
        for (english, chinese) in MESSAGES.iter().chain(OF_COMMAND_LINE) {
            assert_eq!(arguments(english), arguments(chinese), "{chinese}");
            assert!(names(chinese).is_subset(&names(english)), "{chinese}: {english}");
        }
    }

    /// Returns the string literals of the source files below a folder, as one text.
    fn sources(folder: &Path) -> String {
        let mut all = String::new();
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() && !entry.ends_with("catalog") {
                all.push_str(&sources(&entry));
            } else if entry.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&entry).unwrap();
                let mut lines = text.split("\\\n").map(str::trim_start);
                all.push_str(lines.next().unwrap_or_default());
                lines.for_each(|line| all.push_str(line));
            }
        }
        all.replace("\\\"", "\"").replace("\\\\", "\\")
    }

    /// Returns whether a text stands in the sources, in at most this many pieces that meet between words.
    fn is_written(text: &str, sources: &str, pieces: u32) -> bool {
        let text = text.trim();
        let mut cuts = text.match_indices([' ', ',', ';', ':', '`']).map(|(at, _)| text.split_at(at));
        sources.contains(text)
            || pieces > 1
                && cuts.any(|(first, rest)| sources.contains(first) && is_written(rest, sources, pieces - 1))
    }

    #[test]
    fn every_row_is_a_message_of_the_code() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let folders = ["cli/src", "src", "read/src", "index/src", "dedup/src"];
        let sources: String = folders.iter().map(|folder| self::sources(&root.join(folder))).collect();
        let texts = MESSAGES.iter().flat_map(|(english, _)| parts(english)).map(|(text, _)| text);
        let gone: Vec<&str> = texts.filter(|text| !is_written(text, &sources, 3)).collect();
        assert!(gone.is_empty(), "{gone:#?}");
    }
}
