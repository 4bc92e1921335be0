//! Text of documents -> text of a page, in elements and in quoted attributes.
//!
//! All pages share this one escaper: [`escape`], and [`Harmless`], which askama calls for each text of a template
//! (`askama.toml`). That of askama itself keeps control characters and those that turn the order of text.

use std::fmt::{self, Write};

use askama::filters::Escaper;
use ibid::report::sanitize;

/// The escaper of all templates.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Harmless;

impl Escaper for Harmless {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        let text = sanitize(text);
        let mut rest = &*text;
        while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
            let (before, behind) = rest.split_at(at);
            out.write_str(before)?;
            let mut chars = behind.chars();
            out.write_str(match chars.next() {
                Some('&') => "&amp;",
                Some('<') => "&lt;",
                Some('>') => "&gt;",
                Some('"') => "&quot;",
                _ => "&#39;",
            })?;
            rest = chars.as_str();
        }
        out.write_str(rest)
    }
}

/// Removes what a browser would obey from a text: markup, control characters, and characters that turn the order of
/// text.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    Harmless.write_escaped_str(&mut out, text).expect("a string takes all that is written");
    out
}

/// Returns the address if a page may link to it: it has one of the web's own schemes, and nothing is hidden in it.
pub(super) fn web_address(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
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
