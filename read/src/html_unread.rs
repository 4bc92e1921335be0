//! Counts content that a page shows by other means than its text: pages in data URLs, drawings, scripts, style sheets
//! and fields.
//!
//! A piece counts only if at least twenty of its words, and half of them, are not in the text. Data that a page keeps
//! for its scripts, and content for browsers without scripts, do not count. `O(n)` for n bytes.

use dom_query::{Document as Page, NodeRef};
use ibid_css::Styles;

use crate::markup;
use crate::prose::Prose;
use crate::seven_bits::base64;
use crate::shown_words::ShownWords;
use ibid::structure::{NotReadKind, Structure};

/// The texts gathered from a page before its hidden parts are removed.
pub(super) struct Unread {
    texts: Vec<(NotReadKind, String)>,
    /// The number of Latin letters that are shown in reverse direction.
    turned: u32,
}

/// Elements whose content is shown by a script or another program.
const OTHER_CONTENT: &str = "object, canvas";

/// Words in scripts that write into a page.
const WRITERS: &[&str] = &[
    "document.write",
    "innerHTML",
    "outerHTML",
    "insertAdjacent",
    "textContent",
    "innerText",
    "createTextNode",
    "fillText",
    "append",
];

/// The length, in bytes, below which a string of a script holds no sentences.
const SHORT: usize = 60;

impl Unread {
    pub(super) fn of(page: &Page, html: &str) -> Unread {
        let mut unread = Unread { texts: Vec::new(), turned: 0 };
        // The tree keeps the content of templates apart.
        for template in html.split("<template").skip(1) {
            let (template, _) = template.split_once("</template").unwrap_or((template, ""));
            if let Some((_, content)) = template.split_once('>') {
                unread.add(NotReadKind::EmbeddedParts, plain(content));
            }
        }
        for node in page.select(OTHER_CONTENT).nodes() {
            unread.add(NotReadKind::EmbeddedParts, plain(&node.inner_html()));
        }
        for (query, attribute) in
            [("iframe[src]", "src"), ("embed[src]", "src"), ("object[data]", "data"), ("img[src]", "src")]
        {
            for node in page.select(query).nodes() {
                let embedded = of_address(&node.attr_or(attribute, ""));
                unread.add(NotReadKind::EmbeddedParts, embedded.unwrap_or_default());
            }
        }
        for script in page.select("script").nodes() {
            unread.script(script);
        }
        unread.fields(page);
        for node in page.select("ruby rt").nodes() {
            unread.add(NotReadKind::TextShapes, node.text().to_string());
        }
        unread.sheets(page);
        for node in page.select("bdo[dir=rtl], [style*=bidi-override]").nodes() {
            let letters = node.text().chars().filter(char::is_ascii_alphabetic).count();
            unread.turned = unread.turned.saturating_add(letters.try_into().unwrap_or(u32::MAX));
        }
        unread
    }

    fn add(&mut self, kind: NotReadKind, text: String) {
        if !text.is_empty() {
            self.texts.push((kind, text));
        }
    }

    fn script(&mut self, script: &NodeRef) {
        let code = script.text();
        let is_json = script.attr_or("type", "").contains("json");
        if is_json || !WRITERS.iter().any(|one| code.contains(one)) {
            return;
        }
        for string in code.split(['"', '\'', '`']).filter(|string| string.len() >= SHORT) {
            let text = if string.contains(' ') { Some(string.to_owned()) } else { from_base64(string) };
            self.add(NotReadKind::EmbeddedParts, plain(&text.unwrap_or_default()));
        }
    }

    /// Adds all fields of a page as one text.
    fn fields(&mut self, page: &Page) {
        let mut text = String::new();
        for (query, attribute) in
            [("input[value]:not([type=hidden])", "value"), ("[placeholder]", "placeholder")]
        {
            for node in page.select(query).nodes() {
                text = text + &node.attr_or(attribute, "") + " ";
            }
        }
        self.add(NotReadKind::Annotations, text);
    }

    /// Adds everything that style sheets put before and behind elements, as one text.
    fn sheets(&mut self, page: &Page) {
        let mut styles = Styles::default();
        for sheet in page.select("style").nodes() {
            let css = sheet.text();
            if css.contains("content") {
                styles.add(&css, &sheet.attr_or("media", ""));
            }
        }
        let mut text = String::new();
        for value in styles.contents() {
            text += &strings(value);
            for rest in value.split("attr(").skip(1) {
                let Some((name, _)) = rest.split_once(')') else { continue };
                let name = name.trim();
                let is_name =
                    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
                if is_name && !matches!(name, "href" | "title") {
                    for node in page.select(&format!("[{name}]")).nodes() {
                        text = text + &node.attr_or(name, "") + " ";
                    }
                }
            }
        }
        self.add(NotReadKind::TextShapes, text);
    }

    /// Counts the gathered texts that are not in the text shown.
    pub(super) fn put(self, text: &str, structure: &mut Structure) {
        let shown = ShownWords::of(text);
        for (kind, text) in self.texts {
            if shown.lacks(&text) {
                structure.add_not_read(kind, 1);
            }
        }
        structure.doubtful_chars = structure.doubtful_chars.saturating_add(self.turned);
    }
}

/// Returns the quoted strings of a value, joined by blanks.
fn strings(value: &str) -> String {
    let mut text: String = value.split(['"', '\'']).skip(1).step_by(2).collect::<Vec<_>>().join(" ");
    text.push(' ');
    text
}

/// Returns the text of a piece of HTML.
fn plain(html: &str) -> String {
    let mut prose = Prose::default();
    markup::push_text(html, None, &mut prose);
    prose.finish().0
}

/// Returns the text inside a data URL. `None` for pictures and the like.
fn of_address(address: &str) -> Option<String> {
    let (kind, data) = address.trim().strip_prefix("data:")?.split_once(',')?;
    let is_text = kind.starts_with("text/") || kind.contains("svg") || kind.contains("html");
    if !is_text {
        return None;
    }
    let data = data.replace("%3C", "<").replace("%3E", ">").replace("%20", " ");
    let html = if kind.ends_with("base64") { from_base64(&data)? } else { data };
    Some(plain(&html))
}

/// Decodes Base64 to text. `None` if it holds no text.
fn from_base64(text: &str) -> Option<String> {
    // In URLs, two digits have other signs.
    let text = text.trim_end_matches('=').replace('-', "+").replace('_', "/");
    let (bytes, _) = base64(text.bytes().filter(|byte| !byte.is_ascii_whitespace()))?;
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use crate::html::read;
    use ibid::structure::NotReadKind;

    const SHOWN: &str = "<p>Seen.</p>";
    const LONG: &str = "Nobody asked the keeper whether he knew why nine ships lay wrecked upon those sands last year, although everybody \
                        else seemed quite certain.";

    fn check(html: &str, kind: Option<NotReadKind>) {
        let document = read(format!("<body>{SHOWN}{html}</body>"));
        let found = document.structure.not_read.into_keys().next();
        assert_eq!(found, kind, "{html}");
    }

    #[test]
    fn what_is_shown_by_other_means_is_counted_as_not_read() {
        let words: String = LONG
            .split(' ')
            .enumerate()
            .map(|(at, word)| format!(".w{at}::before{{content:'{word} '}}"))
            .collect();
        let values: String = LONG.split(' ').map(|word| format!("<b data-w='{word}'></b>")).collect();
        for (html, kind) in [
            (format!("<template><p>{LONG}</p></template>"), NotReadKind::EmbeddedParts),
            (format!("<iframe src='data:text/html,<p>{LONG}'></iframe>"), NotReadKind::EmbeddedParts),
            (
                format!("<img src=\"data:image/svg+xml,<svg><text>{LONG}</text></svg>\">"),
                NotReadKind::EmbeddedParts,
            ),
            (format!("<script>document.write('<p>{LONG}')</script>"), NotReadKind::EmbeddedParts),
            (format!("<script>c.fillText(`{LONG}`, 0, 0)</script>"), NotReadKind::EmbeddedParts),
            (format!("<style>p::after{{content:\"{LONG}\"}}</style>"), NotReadKind::TextShapes),
            (format!("<style>{words}</style>"), NotReadKind::TextShapes),
            (format!("<style>b::after{{content:attr(data-w)}}</style>{values}"), NotReadKind::TextShapes),
            (format!("<ruby>x<rt>{LONG}</rt></ruby>"), NotReadKind::TextShapes),
            (format!("<input value='{LONG}'>"), NotReadKind::Annotations),
        ] {
            check(&html, Some(kind));
        }
        assert!(super::from_base64("Tm9ib2R5IGFza2VkLg==").as_deref() == Some("Nobody asked."));
    }

    #[test]
    fn what_is_usual_is_not_counted() {
        for html in [
            format!("<p>{LONG}</p><script>document.write('<p>{LONG}')</script>"),
            format!("<script type=application/json>{{\"text\":\"{LONG}\", \"by\":\"innerHTML\"}}</script>"),
            format!("<noscript>{LONG}</noscript>"),
            format!("<script>console.log('{LONG}')</script>"),
            format!("<input type=hidden value='{LONG}'>"),
            "<style>.q::before{content:'\\201C'} a::after{content:' (' attr(href) ')'}</style>".to_owned(),
            "<template><li></li></template><img src='data:image/png;base64,AAAA'><input placeholder='Search'>".to_owned(),
        ] {
            check(&html, None);
        }
    }

    #[test]
    fn letters_that_are_shown_backwards_are_doubtful() {
        assert_eq!(read("<p>Seen. <bdo dir=rtl>.neeS</bdo>".to_owned()).structure.doubtful_chars, 4);
    }
}
