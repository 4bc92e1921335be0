//! Simplifies style sheets before they are parsed: removes comments, variables, imports and alternatives.

use std::collections::HashMap;

/// The longest value of a variable, in bytes.
const LONGEST_VALUE: usize = 200;
/// The most bytes by which variables make a sheet larger.
const MOST_GROWN: usize = 8 << 20;
/// The depth to which variables inside variables are resolved.
const DEEPEST: usize = 4;
/// The most alternatives of one selector.
const MOST_ALTERNATIVES: usize = 16;

/// The variables of a page. `None` for a variable with several values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variables(HashMap<String, Option<String>>);

impl Variables {
    /// Notes the variables that a sheet, or the style of an element, sets.
    pub(crate) fn gather(&mut self, css: &str) {
        for declaration in css.split([';', '{', '}']) {
            let Some((name, value)) = declaration.split_once(':') else { continue };
            let (name, value) = (name.trim(), value.trim());
            if name.starts_with("--") && value.len() <= LONGEST_VALUE {
                let known = self.0.entry(name.to_owned()).or_insert_with(|| Some(value.to_owned()));
                // Which of several values holds depends on facts unknown here.
                if known.as_deref() != Some(value) {
                    *known = None;
                }
            }
        }
    }

    /// Replaces variables by their values.
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
            let Some((inside, tail)) = split_closed(after, [b'(', b')']) else { break };
            let (name, fallback) = match inside.split_once(',') {
                Some((name, fallback)) => (name, Some(fallback)),
                None => (inside, None),
            };
            out += before;
            match (self.0.get(name.trim()), fallback) {
                (Some(Some(value)), _) => out += value,
                (None, Some(fallback)) => out += fallback.trim(),
                // An unknown word makes the whole value unknown.
                _ => out += "unknown",
            }
            rest = tail;
        }
        out + rest
    }
}

/// Splits the text behind an opening bracket into the text in the brackets and the text after them.
pub(crate) fn split_closed(text: &str, brackets: [u8; 2]) -> Option<(&str, &str)> {
    let mut depth = 1;
    for (at, byte) in text.bytes().enumerate() {
        depth += i32::from(byte == brackets[0]) - i32::from(byte == brackets[1]);
        if depth == 0 {
            return Some((text.get(..at)?, text.get(at + 1..)?));
        }
    }
    None
}

/// Removes comments.
pub(crate) fn without_comments(css: &str) -> String {
    let mut pieces = css.split("/*");
    let mut css = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        if let Some((_, text)) = piece.split_once("*/") {
            css += text;
        }
    }
    css.replace("<!--", "").replace("-->", "")
}

/// Returns the sheet inside a data URL (`data:text/css,…`), unless it is in Base64.
pub fn sheet_of_address(address: &str) -> Option<String> {
    let (kind, sheet) = address.trim().strip_prefix("data:text/css")?.split_once(',')?;
    if kind.contains("base64") { None } else { Some(percent_decoded(sheet)) }
}

/// Decodes `%` with two hexadecimal digits; any other stays as it is.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%'
            && let [high, low, behind @ ..] = after
            && let (Some(high), Some(low)) = (hex_value(*high), hex_value(*low))
        {
            bytes.push(high << 4 | low);
            rest = behind;
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the value of a hexadecimal digit.
fn hex_value(digit: u8) -> Option<u8> {
    u8::try_from(char::from(digit).to_digit(16)?).ok()
}

/// Returns the sheets that a sheet imports by data URLs.
pub(crate) fn imported(css: &str) -> Vec<String> {
    let mut sheets = vec![];
    for import in css.split("@import").skip(1).map(str::trim_start) {
        let (quoted, close) = match import.strip_prefix("url(") {
            Some(quoted) => (quoted.trim_start(), ')'),
            None => (import, ';'),
        };
        let end = match quoted.chars().next() {
            Some(quote @ ('"' | '\'')) => quote,
            _ => close,
        };
        let address = quoted.trim_start_matches(['"', '\'']).split(end).next();
        sheets.extend(address.and_then(sheet_of_address));
    }
    sheets
}

/// Returns the selectors of a list, without escapes. Each choice of `:is` and `:where` becomes a selector of its own.
pub(crate) fn alternatives(list: &str) -> Vec<String> {
    let mut out = Vec::new();
    for selector in split_list(list) {
        let mut open = vec![unescaped(selector.trim())];
        // If there are too many alternatives, the rest keep their choice and match nothing.
        for _ in 0..MOST_ALTERNATIVES {
            let mut choices = open.iter().enumerate().filter_map(|(at, one)| Some((at, choice(one)?)));
            let Some((at, (before, inside, after))) = choices.next() else { break };
            let mut each = vec![];
            for one in split_list(inside).take(MOST_ALTERNATIVES) {
                each.push(with_choice(before, one.trim(), after));
            }
            open.splice(at..=at, each);
        }
        out.extend(open);
    }
    out
}

/// Returns the text before, in and behind the first choice of a selector.
fn choice(selector: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = [":is(", ":where("]
        .iter()
        .filter_map(|name| selector.split_once(name))
        .min_by_key(|(before, _)| before.len())?;
    let (inside, after) = split_closed(rest, [b'(', b')'])?;
    Some((before, inside, after))
}

/// Returns a selector with one choice put in. A name must stand before classes: `.a:is(p)` becomes `p.a`.
fn with_choice(before: &str, chosen: &str, after: &str) -> String {
    let start = match before.rfind([' ', '>', '+', '~']) {
        Some(at) => at + 1,
        None => 0,
    };
    let (outer, part) = before.split_at_checked(start).unwrap_or((before, ""));
    let is_name = chosen.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_name && !part.is_empty() {
        format!("{outer}{chosen}{part}{after}")
    } else {
        format!("{before}{chosen}{after}")
    }
}

/// Splits a list at the commas outside parentheses.
pub(crate) fn split_list(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    list.split(move |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    })
}

/// Replaces escapes by their characters.
pub(crate) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out += before;
        let digits = after.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        let (code, tail) = after.split_at_checked(digits).unwrap_or_default();
        match u32::from_str_radix(code, 16).ok().and_then(char::from_u32) {
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
        for (address, expected) in
            [("%41%e4%bd%A0", "A你"), ("%+5 %-1", "%+5 %-1"), ("%4", "%4"), ("%%41", "%A")]
        {
            assert_eq!(sheet_of_address(&format!("data:text/css,{address}")).as_deref(), Some(expected));
        }
    }
}
