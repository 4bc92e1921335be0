//! Removes the tags of HTML without building a tree.
//!
//! For the pieces of HTML inside Markdown, and for pages that are too deep or too large for a tree. It takes `O(n)` and
//! fails on no input. Styles and attributes are ignored: only the content of scripts, styles and the like is left out.

use crate::elements::{gap_around, is_preformatted, is_silent};
use crate::prose::Prose;

/// Appends the text of a piece of HTML, which stands at `place` in the file, if that is known.
pub(super) fn push_text(html: &str, place: Option<usize>, prose: &mut Prose) {
    let mut rest = html;
    let mut state = TagState { quotes: Quotes::Close, preformatted: 0 };
    while let Some((text, tag)) = rest.split_once('<') {
        push_decoded(text, place_of(rest, html, place), &state, prose);
        prose.from(None);
        rest = push_tag(tag, &mut state, prose);
    }
    push_decoded(rest, place_of(rest, html, place), &state, prose);
    prose.from(None);
}

/// Returns the place in the file of the rest of a text that stands at `place`.
fn place_of(rest: &str, text: &str, place: Option<usize>) -> Option<usize> {
    Some(place? + (text.len() - rest.len()))
}

/// The state after the tags so far.
struct TagState {
    quotes: Quotes,
    /// The number of open elements that preserve white space.
    preformatted: usize,
}

/// The trust in quotation marks in tags. It ends at a mark that is never closed. Then no text is lost, and the search
/// for the closing mark, which runs to the end of the page, happens only once.
#[derive(PartialEq)]
enum Quotes {
    Close,
    Ignored,
}

/// Reads a tag, without its `<`, and skips its content if that is no text. Returns the rest.
fn push_tag<'h>(tag: &'h str, state: &mut TagState, prose: &mut Prose) -> &'h str {
    if let Some(comment) = tag.strip_prefix("!--") {
        return comment.split_once("-->").unwrap_or_default().1;
    }
    let is_tag = tag.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'));
    if !is_tag {
        prose.push("<");
        return tag;
    }
    let (inner, rest) = split_tag(tag, &mut state.quotes);
    let name =
        inner.trim_start_matches('/').split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or("");
    let name = name.to_ascii_lowercase();
    if name == "q" {
        prose.push(if inner.starts_with('/') { "”" } else { "“" });
    }
    prose.gap(gap_around(&name));
    match (is_preformatted(&name), inner.starts_with('/')) {
        (true, false) => state.preformatted += 1,
        (true, true) => state.preformatted = state.preformatted.saturating_sub(1),
        (false, _) => {}
    }
    match is_silent(&name) && !inner.starts_with('/') && !inner.ends_with('/') {
        true => skip_element(rest, &name),
        false => rest,
    }
}

/// Splits a tag into its inside and the text after its `>`. A `>` inside quotes does not count.
fn split_tag<'h>(tag: &'h str, quotes: &mut Quotes) -> (&'h str, &'h str) {
    let mut quote = None;
    let believed = if *quotes == Quotes::Close { tag } else { "" };
    for (at, byte) in believed.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return (tag.get(..at).unwrap_or(""), tag.get(at + 1..).unwrap_or("")),
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(open)) if open == byte => quote = None,
            _ => {}
        }
    }
    *quotes = Quotes::Ignored;
    tag.split_once('>').unwrap_or((tag, ""))
}

/// Returns the text after the end tag of an element. Empty if there is no end tag.
fn skip_element<'h>(html: &'h str, name: &str) -> &'h str {
    let mut rest = html;
    while let Some((_, tag)) = rest.split_once("</") {
        rest = tag;
        if let Some((start, after)) = tag.split_at_checked(name.len())
            && start.eq_ignore_ascii_case(name)
            && !after.starts_with(char::is_alphanumeric)
        {
            return tag.split_once('>').unwrap_or_default().1;
        }
    }
    ""
}

/// Appends text that stands at `place`, and decodes its references: the five of XML, spaces, dashes, quotation marks
/// and numbers.
fn push_decoded(text: &str, place: Option<usize>, state: &TagState, prose: &mut Prose) {
    let mut rest = text;
    while let Some((before, reference)) = rest.split_once('&') {
        prose.from(place_of(rest, text, place));
        push(before, state, prose);
        let (c, after) = decoded(reference).unwrap_or(('&', reference));
        push(c.encode_utf8(&mut [0; 4]), state, prose);
        rest = after;
    }
    prose.from(place_of(rest, text, place));
    push(rest, state, prose);
}

/// Appends a piece of plain text.
fn push(piece: &str, state: &TagState, prose: &mut Prose) {
    if state.preformatted == 0 {
        return prose.push_collapsed(piece);
    }
    for line in piece.split_inclusive('\n') {
        prose.push(line);
    }
}

/// Returns the character of a reference, without its `&`, and the text behind it.
fn decoded(reference: &str) -> Option<(char, &str)> {
    let end = reference.bytes().take(12).position(|byte| byte == b';')?;
    Some((entity(reference.get(..end)?)?, reference.get(end + 1..)?))
}

fn entity(name: &str) -> Option<char> {
    const NAMED: &[(&str, char)] = &[
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
        ("nbsp", '\u{A0}'),
        ("ensp", '\u{2002}'),
        ("emsp", '\u{2003}'),
        ("ndash", '–'),
        ("mdash", '—'),
        ("lsquo", '‘'),
        ("rsquo", '’'),
        ("ldquo", '“'),
        ("rdquo", '”'),
        ("hellip", '…'),
        ("middot", '·'),
        ("copy", '©'),
        ("shy", '\u{AD}'),
    ];
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        return char::from_u32(code.ok()?).filter(|&c| c != '\0');
    }
    let (_, c) = NAMED.iter().find(|(known, _)| *known == name)?;
    Some(*c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &str) {
        let mut prose = Prose::default();
        push_text(html, None, &mut prose);
        assert_eq!(prose.finish().0, expected, "{html}");
    }

    #[test]
    fn keeps_the_text_and_drops_the_rest() {
        check("<p>One <b>bo</b>ld\nword.</p><p class='>'>二。</p>", "One bold word.\n\n二。");
        check("a<br>b<br/>c", "a\nb\nc");
        check("<tr><td>a</td><td>b</td></tr><tr><td>c</td></tr>", "a\tb\nc");
        check("a<!-- <p> x -->b<script>if (a</b) c</script >d<style>e</style>", "ab\n\nd");
        check("&lt;&amp;&#20013;&#x6587;&nbsp;&unknown; & &", "<&中文\u{A0}&unknown; & &");
        check("1 < 2 <3 a<", "1 < 2 <3 a<");
        check("<p>a  b</p><pre>c  &lt;\n  d</pre><p>e  f</p>", "a b\n\nc  <\n  d\n\ne f");
        check("</pre>a  b", "a b");
    }

    #[test]
    fn broken_markup_does_no_harm() {
        check("a<p title=\"never closed>b", "a\n\nb");
        check("a<script>b", "a");
        check("a<!-- b", "a");
        check("a<b", "a");
        check("&#xD800;&#0;&#99999999;&", "&#xD800;&#0;&#99999999;&");
        check(&"<div>".repeat(100_000), "");
        check(&"<a x=\">\"".repeat(100_000), &"\"".repeat(100_000));
    }
}
