//! The header of a Markdown file: title, author, date and the like, between `---` (YAML) or `+++` (TOML).
//!
//! A small line reader takes the texts and lists of texts at the top level, and skips the rest. A YAML parser would
//! refuse a file for a colon in its title, and nothing else of YAML is needed here.

use ibid::Metadata;
use ibid::date;

/// Returns the metadata of the header and the text after it. Without a header, the text is returned as it is.
pub(super) fn split(text: &str) -> (Metadata, &str) {
    let body = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    for fence in ["---", "+++"] {
        if let Some((header, rest)) = split_header(body, fence) {
            return (read_header(header), rest);
        }
    }
    (Metadata::default(), body)
}

fn split_header<'t>(text: &'t str, fence: &str) -> Option<(&'t str, &'t str)> {
    let (first, rest) = text.split_once('\n')?;
    if first.trim_end() != fence {
        return None;
    }
    let mut length = 0;
    for line in rest.split_inclusive('\n') {
        let bare = line.trim_end();
        if bare == fence || (fence == "---" && bare == "...") {
            let (header, after) = rest.split_at(length);
            // Two rules across a page with prose between them are no header.
            let is_header = header.lines().all(belongs) && header.lines().find_map(entry).is_some();
            let behind = after.get(line.len()..).unwrap_or("");
            return is_header.then_some((header, behind));
        }
        length += line.len();
    }
    None
}

/// Returns whether a line may stand in a header.
fn belongs(line: &str) -> bool {
    let is_inner = line.starts_with([' ', '\t', '#', ']', '[', '}', '-', '"', '\'']);
    line.trim().is_empty() || is_inner || entry(line).is_some()
}

/// Parses a name and its value.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once([':', '='])?;
    let name = name.trim_end().trim_matches(['"', '\'']);
    let is_name =
        name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ')) && !name.is_empty();
    (is_name && name.split(' ').count() < 4 && !name.starts_with(' ')).then_some((name, value.trim()))
}

fn read_header(header: &str) -> Metadata {
    let mut meta = Metadata::default();
    let mut lines = header.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with('[') {
            // The following lines belong to a table of TOML.
            break;
        }
        if line.starts_with([' ', '\t', '-', '#']) {
            continue;
        }
        let Some((name, value)) = entry(line) else { continue };
        let mut values = Vec::new();
        read_value(value, &mut values);
        let is_block = matches!(value, "" | ">" | "|" | ">-" | "|-" | "[");
        while let Some(inner) = lines.next_if(|line| line.starts_with([' ', '\t', '-', ']', '"', '\''])) {
            if is_block {
                read_inner(inner, &mut values);
            }
        }
        let folded = values.join(if value.starts_with(['>', '|']) { " " } else { "; " });
        let folded = (!folded.is_empty()).then_some(folded);
        match name.to_lowercase().as_str() {
            "title" => meta.title = folded,
            "author" | "authors" | "by" => meta.author = folded,
            "date" | "published" | "created" => {
                meta.date = meta.date.or(values.first().map(String::as_str).and_then(date::parse_date))
            }
            "url" | "link" | "canonical_url" | "permalink" => meta.url = folded,
            "category" | "categories" => meta.category = folded,
            _ => {}
        }
    }
    meta
}

/// Reads a line inside a block: an item of a list, a part of a long text, or the name of an author given as an object.
fn read_inner(line: &str, values: &mut Vec<String>) {
    let line = line.trim();
    let item = line.strip_prefix("- ").unwrap_or(line).trim();
    match item.split_once(':') {
        Some(("name", name)) => read_value(name.trim(), values),
        Some((key, _)) if key.chars().all(|c| c.is_ascii_lowercase() || c == '_') => {}
        _ => read_value(item.trim_end_matches([',', ']']).trim(), values),
    }
}

/// Reads a text, quoted or not, or a list in brackets.
fn read_value(value: &str, values: &mut Vec<String>) {
    if let Some(list) = value.strip_prefix('[') {
        let list = list.strip_suffix(']').unwrap_or(list);
        for item in list.split(',') {
            read_value(item.trim().trim_start_matches('['), values);
        }
        return;
    }
    let value = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let inner = value.trim_start_matches(quote);
            inner.rsplit_once(quote).unwrap_or((inner, "")).0
        }
        _ => value.split(" #").next().unwrap_or_default(),
    };
    let value = value.replace("\\\"", "\"");
    let value = value.trim();
    if !matches!(value, "" | ">" | "|" | ">-" | "|-" | "null" | "~") {
        values.push(value.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, title: &str, author: &str, date: &str, rest: &str) {
        let (meta, body) = split(text);
        let of = |value: Option<String>| value.unwrap_or_default();
        let found = (of(meta.title), of(meta.author), of(meta.date), body.to_owned());
        assert_eq!(found, (title.into(), author.into(), date.into(), rest.into()), "{text}");
    }

    #[test]
    fn reads_yaml() {
        check(
            "---\ntitle: A: b\nauthor: X\ndate: 2026-11-21\n---\n# A\n",
            "A: b",
            "X",
            "2026-11-21",
            "# A\n",
        );
        check(
            "\u{FEFF}---\r\ntitle: \"论\\\"文\\\"\"\r\nauthors: [甲, '乙']\r\n---\r\n正文",
            "论\"文\"",
            "甲; 乙",
            "",
            "正文",
        );
        check("---\nauthor:\n  - A B # first\n  - C\ntags:\n- x\n...\n", "", "A B; C", "", "");
        check(
            "---\ntitle: >\n  A long\n  title\nauthor:\n- name: X\n  email: x@y\n- name: Y\n---\nz",
            "A long title",
            "X; Y",
            "",
            "z",
        );
        check("---\ntitle: a\ndate: soon\nextra: {a: 1}\n---", "a", "", "", "");
    }

    #[test]
    fn reads_toml() {
        check(
            "+++\ntitle = \"A = b\"\nauthors = [\"X\", \"Y\"]\ndate = 2026-11-21\n[extra]\ntitle = 'no'\n+++\nz",
            "A = b",
            "X; Y",
            "2026-11-21",
            "z",
        );
    }

    #[test]
    fn prose_between_two_lines_is_no_header() {
        for text in [
            "---\nSome prose.\n---\nMore.",
            "---\n\n---\n",
            "---\ntitle: a\n",
            "--- x\na: b\n---\n",
            "",
            "---",
        ] {
            check(text, "", "", "", text);
        }
        check("---\n一段文字。\n---\n", "", "", "", "---\n一段文字。\n---\n");
    }
}
