//! Decides whether a page may be made into a tree.
//!
//! The tree builder (`html5ever`) bounds neither depth nor attributes, and searches all open elements at many tags. A
//! crafted page of a megabyte can take minutes. The tree also takes some hundred bytes for each tag, and twice that if
//! the main content is looked for. One pass over the tags, in `O(n)`, bounds the work and the memory beforehand.

use std::collections::HashMap;

/// The greatest depth. Pages have a depth of 10 to 40; browsers stop at 512.
const MOST_DEPTH: usize = 512;
/// The most work of building a tree, in open elements summed over all tags: one second.
const MOST_WORK: usize = 20_000_000;
/// The most attributes of an element: the tree builder compares each with all others.
const MOST_ATTRIBUTES: usize = 4096;
/// The most tags of a page of up to 33 MB: a tree of some 200 MB.
const MOST_TAGS: usize = 1_000_000;
/// The fewest bytes per tag in a larger page: a tree of six times the page.
const BYTES_A_TAG: usize = 33;

/// Returns whether building a tree would take too deep a stack, too much time or too much memory. An element that the
/// page does not close counts as open to the end, except for elements that close themselves, so the depth is never
/// underestimated.
pub(super) fn is_too_costly(html: &str) -> bool {
    const SELF_CLOSING: &[&str] = &[
        "area", "base", "br", "col", "colgroup", "dd", "dt", "embed", "hr", "img", "input", "li", "link",
        "meta", "option", "optgroup", "p", "param", "rp", "rt", "rb", "rtc", "source", "tbody", "td",
        "tfoot", "th", "thead", "tr", "track", "wbr", "html", "head", "body",
    ];
    let (mut open, mut depth, mut work) = (HashMap::<String, usize>::new(), 0_usize, 0_usize);
    let most_tags = MOST_TAGS.max(html.len() / BYTES_A_TAG);
    for (tags, (at, _)) in html.match_indices('<').enumerate() {
        let tag = html.get(at + 1..).unwrap_or("");
        let is_end = tag.starts_with('/');
        let name = tag.trim_start_matches('/');
        let is_inside = |c: &char| !c.is_ascii_whitespace() && !matches!(c, '>' | '/');
        let name: String =
            name.chars().take(32).take_while(is_inside).collect::<String>().to_ascii_lowercase();
        work += 1 + depth;
        if tag.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let (attributes, scanned) = count_attributes(tag.as_bytes());
            // Each attribute is compared with all earlier ones.
            work += attributes * attributes / 32 + scanned / 16;
            if attributes > MOST_ATTRIBUTES {
                return true;
            }
        }
        if depth > MOST_DEPTH || work > MOST_WORK || tags >= most_tags {
            return true;
        }
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || SELF_CLOSING.contains(&name.as_str()) {
            continue;
        }
        let count = open.entry(name).or_default();
        match (is_end, *count) {
            (false, _) => (*count, depth) = (*count + 1, depth + 1),
            (true, 1..) => (*count, depth) = (*count - 1, depth - 1),
            (true, 0) => {}
        }
    }
    depth > MOST_DEPTH
}

/// Returns the number of attributes of the tag that begins here, and its length in bytes. Follows the states of the
/// HTML standard, so that no quotation mark misleads it.
fn count_attributes(tag: &[u8]) -> (usize, usize) {
    enum At {
        TagName,
        BeforeName,
        Name,
        AfterName,
        BeforeValue,
        Value,
        Quoted(u8),
    }
    let (mut at, mut attributes) = (At::TagName, 0);
    for (scanned, &byte) in tag.iter().enumerate() {
        at = match (at, byte) {
            (At::Quoted(quote), _) if byte == quote => At::BeforeName,
            (At::Quoted(quote), _) => At::Quoted(quote),
            (_, b'>') => return (attributes, scanned),
            (At::BeforeValue, b'"' | b'\'') => At::Quoted(byte),
            (At::BeforeValue, _) if byte.is_ascii_whitespace() => At::BeforeValue,
            (At::BeforeValue, _) => At::Value,
            (At::Value, _) if !byte.is_ascii_whitespace() => At::Value,
            (At::Value, _) => At::BeforeName,
            (_, b'/') => At::BeforeName,
            (At::Name | At::AfterName, b'=') => At::BeforeValue,
            (At::Name | At::AfterName, _) if byte.is_ascii_whitespace() => At::AfterName,
            (_, _) if byte.is_ascii_whitespace() => At::BeforeName,
            (At::TagName, _) => At::TagName,
            (At::Name, _) => At::Name,
            (At::BeforeName | At::AfterName, _) => {
                attributes += 1;
                if attributes > MOST_ATTRIBUTES {
                    return (attributes, scanned);
                }
                At::Name
            }
        };
    }
    (attributes, tag.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_attributes() {
        let check =
            |tag: &str, expected: usize| assert_eq!(count_attributes(tag.as_bytes()).0, expected, "{tag}");
        check("p>a b c", 0);
        check("p a b=c d='> x' e = \"y z\"f/g>h i", 6);
        check("p =a =b c'd e>", 3);
        check("p a=>b c", 1);
    }

    #[test]
    fn a_usual_page_is_not_costly() {
        assert!(!is_too_costly(&"<ul><li><a href='x'>a</a><li>b</ul><p>c<p>d<br><img src=x>".repeat(10_000)));
        assert!(is_too_costly(&"<div>".repeat(513)));
        assert!(!is_too_costly(&"<1</".repeat(200_000)));
        assert!(is_too_costly(&"<p<".repeat(400_000)));
        assert!(is_too_costly(&"<div></i>".repeat(513)));
        assert!(!is_too_costly(&"<div></div>".repeat(5_000)));
        assert!(!is_too_costly(&"<td>1".repeat(999_999)));
        assert!(is_too_costly(&"<td>1".repeat(1_000_001)));
        assert!(!is_too_costly(&"<p>Some words in a long book of pages.".repeat(1_000_001)));
    }
}
