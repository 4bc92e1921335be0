//! Text of documents -> text of a page, in elements and in quoted attributes.

use ibid::report::sanitize;

/// Removes what a browser would obey from a text: markup, control characters, and characters that turn the order of
/// text.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in sanitize(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// Returns the address if a page may link to it: it has one of the web's own schemes, and nothing is hidden in it.
pub(super) fn web_address(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    let is_web = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let is_plain = !rest.is_empty() && sanitize(url) == url && !url.contains(char::is_whitespace);
    (is_web && is_plain).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_a_browser_would_obey() {
        for (text, expected) in [
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\" onclick='x'", "&quot; onclick=&#39;x&#39;"),
            ("&lt;", "&amp;lt;"),
            ("a\u{202E}b\u{2066}\u{7}\n", "a\u{FFFD}b\u{FFFD}␇ "),
            ("浮桥，naïve", "浮桥，naïve"),
        ] {
            assert_eq!(escape(text), expected);
        }
    }

    #[test]
    fn only_addresses_of_the_web_are_linked() {
        for url in ["https://example.org/a?b=c&d", "HTTP://example.org", "https://example.org/浮桥"] {
            assert_eq!(web_address(url), Some(url));
        }
        for url in [
            "javascript:alert(1)",
            "javascript://example.org/%0Aalert(1)",
            " https://example.org",
            "https://",
            "https://example.org/\u{202E}gpj",
            "https://example.org/a b",
            "data:text/html,x",
            "//example.org",
            "file:///etc/hosts",
            "",
        ] {
            assert_eq!(web_address(url), None, "{url}");
        }
    }
}
