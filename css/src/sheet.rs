//! Style sheets made plain before they are read: without comments, variables, imports and alternatives.

use std::collections::HashMap;

/// A variable's value is no longer,
const LONGEST_VALUE: usize = 200;
/// and variables make a sheet larger by no more bytes.
const MOST_GROWN: usize = 8 << 20;
/// Variables stand in variables no deeper.
const DEEPEST: usize = 4;
/// A selector stands for no more alternatives.
const MOST_ALTERNATIVES: usize = 16;

/// The variables of a page that have one value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variables(HashMap<String, Option<String>>);

impl Variables {
    /// Notes the variables that a sheet, or the style of an element, gives values to.
    pub(crate) fn gather(&mut self, css: &str) {
        for declaration in css.split([';', '{', '}']) {
            let Some((name, value)) = declaration.split_once(':') else { continue };
            let (name, value) = (name.trim(), value.trim());
            if name.starts_with("--") && value.len() <= LONGEST_VALUE {
                let known = self.0.entry(name.to_owned()).or_insert_with(|| Some(value.to_owned()));
                // Which of several values holds depends on what is not known here.
                *known = known.take().filter(|known| known == value);
            }
        }
    }

    /// Puts values in the place of variables.
    pub(crate) fn resolve(&self, css: &str) -> String {
        let mut resolved = css.to_owned();
        for _ in 0..DEEPEST {
            let count = resolved.matches("var(").count();
            if count == 0 || resolved.len() + count * LONGEST_VALUE > css.len() + MOST_GROWN {
                break;
            }
            resolved = self.resolve_once(&resolved);
        }
        resolved
    }

    fn resolve_once(&self, css: &str) -> String {
        let mut out = String::with_capacity(css.len());
        let mut rest = css;
        while let Some((before, after)) = rest.split_once("var(") {
            let Some(end) = closing(after) else { break };
            let (inside, tail) =
                (after.get(..end).unwrap_or_default(), after.get(end + 1..).unwrap_or_default());
            let (name, fallback) =
                inside.split_once(',').map_or((inside, None), |(name, other)| (name, Some(other)));
            out += before;
            match (self.0.get(name.trim()), fallback) {
                (Some(Some(value)), _) => out += value,
                (None, Some(fallback)) => out += fallback.trim(),
                // A value that nobody knows, so that what it stands in is not known.
                _ => out += "unknown",
            }
            rest = tail;
        }
        out + rest
    }
}

/// Returns the place at which the open parenthesis is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    for (at, byte) in text.bytes().enumerate() {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Removes comments.
pub(crate) fn without_comments(css: &str) -> String {
    let mut pieces = css.split("/*");
    let first = pieces.next().unwrap_or_default().to_owned();
    let rest = pieces.filter_map(|piece| piece.split_once("*/")).map(|(_, text)| text);
    let css = rest.fold(first, |css, text| css + text);
    css.replace("<!--", "").replace("-->", "")
}

/// The sheet that an address holds itself (`data:text/css,…`), if it is not packed.
pub fn sheet_of_address(address: &str) -> Option<String> {
    let (kind, sheet) = address.trim().strip_prefix("data:text/css")?.split_once(',')?;
    (!kind.contains("base64")).then(|| percent_decoded(sheet))
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let digits =
            (byte == b'%').then(|| after.get(..2)).flatten().and_then(|two| std::str::from_utf8(two).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(decoded) => {
                bytes.push(decoded);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The sheets that the imports of a sheet hold themselves.
pub(crate) fn imported(css: &str) -> Vec<String> {
    let imports = css.split("@import").skip(1);
    let address = |import: &str| {
        let import = import.trim_start();
        let (open, close) = if import.starts_with("url(") { ("url(", ")") } else { ("", ";") };
        let quoted = import.strip_prefix(open)?.trim_start();
        let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''));
        let end = quote.map_or_else(|| close.to_owned(), String::from);
        let address = quoted.trim_start_matches(['"', '\'']).split(end.as_str()).next()?;
        sheet_of_address(address)
    };
    imports.filter_map(address).collect()
}

/// The selectors of a list, with those of `:is` and `:where` as alternatives of their own, and without escapes.
pub(crate) fn alternatives(list: &str) -> Vec<String> {
    let mut out = Vec::new();
    for selector in split_list(list) {
        let mut open = vec![unescaped(selector.trim())];
        // Those that are left when there are too many have a choice, so that they match nothing.
        for _ in 0..MOST_ALTERNATIVES {
            let Some(at) = open.iter().position(|selector| choice(selector).is_some()) else { break };
            let chosen = open.get(at).and_then(|selector| choice(selector));
            let Some((before, inside, after)) = chosen else { break };
            let each: Vec<String> = split_list(inside)
                .take(MOST_ALTERNATIVES)
                .map(|one| with_choice(before, one.trim(), after))
                .collect();
            open.splice(at..=at, each);
        }
        out.extend(open);
    }
    out
}

/// The text before, in and behind the first choice of a selector.
fn choice(selector: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = [":is(", ":where("]
        .iter()
        .filter_map(|name| selector.split_once(name))
        .min_by_key(|(before, _)| before.len())?;
    let end = closing(rest)?;
    Some((before, rest.get(..end)?, rest.get(end + 1..)?))
}

/// A name has to stand before classes: `.a:is(p)` is `p.a`.
fn with_choice(before: &str, chosen: &str, after: &str) -> String {
    let start = before.rfind([' ', '>', '+', '~']).map_or(0, |at| at + 1);
    let (outer, part) = before.split_at_checked(start).unwrap_or((before, ""));
    let is_name = chosen.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_name && !part.is_empty() {
        format!("{outer}{chosen}{part}{after}")
    } else {
        format!("{before}{chosen}{after}")
    }
}

/// The parts of a list between the commas that stand in no parentheses.
pub(crate) fn split_list(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    list.split(move |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    })
}

/// Puts letters and digits in the place of their escapes.
pub(crate) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out += before;
        let digits = after.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        let code = after.get(..digits).and_then(|code| u32::from_str_radix(code, 16).ok());
        let tail = after.get(digits..).unwrap_or_default();
        match code.and_then(char::from_u32) {
            Some(c) => {
                out.push(c);
                rest = tail.strip_prefix([' ', '\n', '\t']).unwrap_or(tail);
            }
            None => {
                out.push('\\');
                rest = after;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_of_one_value_are_resolved() {
        let mut variables = Variables::default();
        variables.gather(":root{--a:#fff;--b:var(--a);--c:red}.dark{--c:blue}");
        for (css, expected) in [
            ("color:var(--a)", "color:#fff"),
            ("color: var( --b )", "color: #fff"),
            ("color:var(--c)", "color:unknown"),
            ("color:var(--d, var(--a))", "color:#fff"),
            ("color:var(--d)", "color:unknown"),
            ("color:var(--a", "color:var(--a"),
        ] {
            assert_eq!(variables.resolve(css), expected);
        }
        let mut bomb = Variables::default();
        bomb.gather(&format!("a{{--x:{}}}", "var(--x)".repeat(25)));
        assert!(bomb.resolve(&"var(--x)".repeat(1_000)).len() < 64 << 20);
    }

    #[test]
    fn selectors_are_made_plain() {
        for (list, expected) in [
            ("a, b", &["a", "b"][..]),
            (":is(a, .b) > c", &["a > c", ".b > c"]),
            (".x:is(p, :where(i, b))", &["p.x", "i.x", "b.x"]),
            (".\\78 y", &[".xy"]),
            ("p:not(.a, .b)", &["p:not(.a, .b)"]),
            (":is(a", &[":is(a"]),
        ] {
            assert_eq!(alternatives(list), expected, "{list}");
        }
        assert!(alternatives(&":is(a,b)".repeat(100)).len() <= 100);
    }

    #[test]
    fn sheets_in_addresses_are_read() {
        assert_eq!(imported("@import url(\"data:text/css,.x%7Bcolor:red}\"); a{}"), [".x{color:red}"]);
        assert_eq!(imported("@import 'data:text/css;charset=utf-8,a{}' screen;"), ["a{}"]);
        assert!(imported("@import url(a.css);").is_empty());
    }
}
