//! Converts HTML to prose: the main content of a page, without text that a browser would not show.
//!
//! `dom_smoothie` (Mozilla's Readability) looks for the main content. If it finds none, or less than half of the prose
//! of the page, the whole body is taken: for finding copies, an extra menu is better than a missing chapter. Scripts,
//! styles and templates are not text, nor is content hidden by attributes or the page's own style sheets
//! ([`html_hidden`](crate::html_hidden)). Content shown by other means is counted
//! ([`html_unread`](crate::html_unread)). A page that is very large or very deeply nested only loses its tags
//! ([`markup`]): building a tree takes `O(n d)` time for n bytes and depth d, and more if formatting elements are left
//! open.

use crate::html_cost;
use crate::html_hidden::remove_hidden;
use crate::html_meta;
use crate::html_text::{Shown, render};
use crate::html_unread::Unread;
use crate::markup;
use crate::prose::{Prose, lines_with_starts};
use dom_query::Document as Page;
use dom_smoothie::{Config, Readability};
use ibid::origin::Origin;
use ibid::structure::{Hidden, Structure};
use ibid::{Document, Layout, Metadata};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The size above which no main content is looked for: it is a book and not a page.
const MOST_PAGE_BYTES: usize = 4 << 20;
/// The size above which no tree is built, however few tags there are: a tree takes some four times the bytes of prose.
const MOST_TREE_BYTES: usize = 32 << 20;
/// The length from which a line is prose and no menu: some 15 words, or 27 Chinese characters.
const PROSE_BYTES: usize = 80;

/// Returns the text of a page and its metadata.
pub(super) fn read(html: String) -> Document {
    let is_too_costly = html.len() > MOST_TREE_BYTES || html_cost::is_too_costly(&html);
    // The tree builder is a third-party library. If it panics on a page, the page is read without it.
    let tree = match is_too_costly {
        true => None,
        false => catch_unwind(AssertUnwindSafe(|| read_tree(&html))).ok(),
    };
    let mut whole = Prose::default();
    markup::push_text(&html, Some(0), &mut whole);
    let (whole, whole_places) = whole.finish();
    let (text, places, structure, meta) = match tree {
        Some(Tree { shown: Shown { text, mut structure }, hidden, unread, mut meta }) => {
            structure.hidden = hidden;
            meta.hidden_chars = structure.hidden_chars();
            unread.put(&text, &mut structure);
            let places = places(&whole, &whole_places, &text);
            (text, places, structure, meta)
        }
        None => (whole, whole_places, Structure::default(), Metadata::default()),
    };
    let origin = Origin::markup(&places, &html);
    Document { text, layout: Layout::Flowing, meta, origin, structure, ..Document::default() }
}

/// Returns the places of the lines of a text in its page. The tree does not give the places, so the lines are looked up
/// in the text of the whole page without its tags, where nearly all of them occur.
fn places(whole: &str, places: &[(u32, Option<u32>)], text: &str) -> Vec<(u32, Option<u32>)> {
    let mut lines: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, line) in with_starts(whole) {
        lines.entry(line).or_default().push(at);
    }
    let (mut found, mut after) = (vec![], 0);
    for (at, line) in with_starts(text) {
        // Of equal lines, the next one is taken.
        let starts = lines.get(line).map_or(&[][..], Vec::as_slice);
        let Some(&start) = starts.get(starts.partition_point(|&start| start < after)) else {
            found.push((at as u32, None));
            continue;
        };
        after = start + line.len();
        let first = places.partition_point(|&(byte, _)| (byte as usize) < start);
        for &(byte, place) in &places[first..] {
            if byte as usize >= after {
                break;
            }
            found.push(((at + byte as usize - start) as u32, place));
        }
    }
    found
}

/// Returns the lines of a text that are not empty, with their starts.
fn with_starts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = lines_with_starts(text).map(|(at, line)| (at, line.trim_end_matches('\n')));
    lines.filter(|(_, line)| !line.is_empty())
}

/// The content of a page, read by its tree.
struct Tree {
    shown: Shown,
    hidden: Vec<Hidden>,
    unread: Unread,
    meta: Metadata,
}

fn read_tree(html: &str) -> Tree {
    let page = Page::from(html);
    let meta = html_meta::read(&page);
    remove_notes(&page);
    let unread = Unread::of(&page, html);
    let hidden = remove_hidden(&page);
    let whole = page.body().as_ref().map(render).unwrap_or_default();
    let main = if html.len() > MOST_PAGE_BYTES { None } else { main_text(page) };
    let shown = match main {
        Some(Shown { text, structure })
            if prose_bytes(&text) * 2 >= prose_bytes(&whole.text) && !text.is_empty() =>
        {
            Shown { text, structure }
        }
        _ => whole,
    };
    Tree { shown, hidden, unread, meta }
}

fn main_text(page: Page) -> Option<Shown> {
    // JSON-LD is read by `html_meta`, which bounds its nesting.
    let config = Config { disable_json_ld: true, ..Config::default() };
    let article = Readability::with_document(page, None, Some(config)).ok()?.parse().ok()?;
    Some(render(&Page::fragment(article.content).root()))
}

/// Returns the number of bytes in lines that are long enough to be prose.
fn prose_bytes(text: &str) -> usize {
    text.lines().map(str::len).filter(|&len| len >= PROSE_BYTES).sum()
}

/// Removes attributes that the search for the main content would take for its own annotations. A page that has such
/// attributes could mislead it.
fn remove_notes(page: &Page) {
    let notes = ["data-readability-score", "data-readability-table"];
    page.select("[data-readability-score], [data-readability-table]").remove_attrs(&notes);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::places::{line_and_column, misplaced, named_blocks};

    const ENGLISH: &str = "The committee met on Tuesday and decided, after some hours of debate, that nothing could be decided before the spring. ";
    const CHINESE: &str = "委员会于星期二开会，经过几个小时的辩论，决定在春天之前不作任何决定，并把这一决定通知了所有的有关部门和人员。";

    fn check(html: &str, expected: &str) {
        assert_eq!(read(html.to_owned()).text, expected, "{html}");
    }

    proptest! {
        #[test]
        fn no_letter_is_found_at_a_wrong_place(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "one", "two", "三四", " ", "\n", "\n\n", "<p>", "</p>", "<b>", "</b>", "<br>", "<div>", "</div>", "<pre>",
                    "</pre>", "&amp;", "&eacute;", "&#20013;", "<script>x", "</script>", "<!-- y -->", "<td>", "</td>",
                    "<li>", "<ul>", "</ul>", "<", "&", "\t", "\r\n", "<p hidden>z</p>", "<a href='q'>", "</a>", "é",
                ]),
                0..40,
            )
        ) {
            let file = pieces.concat();
            let document = read(file.clone());
            prop_assert_eq!(misplaced(&document.text, &document.origin, &file), vec![], "{:?}", file);
        }
    }

    /// Checks line and column in the file of the first occurrence of each of these words in the text.
    #[test]
    fn every_word_is_found_in_the_page_again() {
        let html = "<html><head><title>T</title></head>\n<body><ul><li>Menu</li></ul>\n<p>One <i>two</i>\nthree &eacute;t.</p>\n\
                    <script>var x = 'four';</script><p>Four &amp; five.</p>\n<p>六七\n八。</p>\n<pre>nine  &lt;\n  ten</pre></body></html>";
        let document = read(html.to_owned());
        for (word, expected) in [
            ("Menu", Some((2, 15))),
            // A line with a reference that is unknown without the tree has no place.
            ("two", None),
            ("Four", Some((5, 36))),
            ("five", Some((5, 47))),
            ("六", Some((6, 4))),
            ("八", Some((7, 1))),
            ("nine", Some((8, 6))),
            ("ten", Some((9, 3))),
        ] {
            let byte = document.text.find(word).unwrap() as u32;
            let found = line_and_column(&document.text, &document.origin, byte);
            assert_eq!(found, expected, "{word} in {:?}", document.text);
        }
    }

    #[test]
    fn a_short_page_is_its_whole_body() {
        check("", "");
        check("just text &amp; more", "just text & more");
        check(
            "<title>t</title><h1>Head</h1><p>One <b>two</b>\nthree.<p>四\n五<br>六<ul><li>a<li>b</ul>",
            "Head\n\nOne two three.\n\n四五\n六\n\na\nb",
        );
        check("<p>He said: <q>the tide\nturned.</q> So.", "He said: “the tide turned.” So.");
        check("<table><tr><td>a<td>b<tr><td>c</table>", "a\tb\nc");
        check("<pre>a\n  b\n</pre>c", "a\n  b\n\nc");
        check("<ruby>中<rt>zhōng</rt></ruby>文", "中文");
    }

    #[test]
    fn what_is_not_shown_is_no_text() {
        for hidden in [
            "<p hidden>x",
            "<div style='color:red; DISPLAY : none'>x</div>",
            "<p style='visibility:hidden !important'>x",
            "<span style='font-size:0px'>x</span>",
            "<i style='opacity: 0'>x</i>",
            "<script>x</script>",
            "<style>x</style>",
            "<noscript>x</noscript>",
            "<template>x</template>",
            "<!-- x -->",
            "<div hidden><p>x<div>x</div></div>",
        ] {
            check(&format!("<body>a{hidden}"), "a");
        }
        check("<p style='display:block; opacity:0.5'>x", "x");
    }

    #[test]
    fn knows_what_blocks_are() {
        let html = "<h2>One</h2><p>Two<blockquote><p>Three<p>four</blockquote><pre>x = 1</pre><table><caption>T</caption><tr><td>a<td>b</table><ul><li>five<li>six</ul><figure><figcaption>F</figcaption></figure>";
        let document = read(html.to_owned());
        assert_eq!(
            named_blocks(&document),
            [
                ("heading", "One"),
                ("paragraph", "Two"),
                ("quote", "Three"),
                ("quote", "four"),
                ("code", "x = 1"),
                ("caption", "T"),
                ("table", "a\tb"),
                ("paragraph", "five"),
                ("paragraph", "six"),
                ("caption", "F"),
            ]
        );
    }

    #[test]
    fn hidden_text_is_counted_once() {
        for (html, chars) in [
            ("<p>shown<p style='display:block'>shown", 0),
            ("<p hidden>two 字<script>none</script><p>shown", 4),
            ("<div hidden>a<p hidden>b<i style='opacity:0'>c</i></div><b style='font-size:0'>d e</b>", 5),
            ("<script hidden>none</script>", 0),
        ] {
            assert_eq!(read(html.to_owned()).meta.hidden_chars, chars, "{html}");
        }
    }

    #[test]
    fn the_main_content_is_taken_from_its_surroundings() {
        for sentence in [ENGLISH, CHINESE] {
            let article: String = (0..6).map(|_| format!("<p>{}</p>", sentence.repeat(3))).collect();
            let menu = "<li><a href=/x>Home page</a></li>".repeat(20);
            let html = format!(
                "<html><body><div class=menu><ul>{menu}</ul></div><div id=main class=article>{article}</div><div class=footer>Imprint</div></body></html>"
            );
            let text = read(html).text;
            assert_eq!(text.matches(sentence.trim()).count(), 18, "{text}");
            assert!(!text.contains("Home page"), "{text}");
        }
    }

    #[test]
    fn no_chapter_is_lost() {
        let chapter = |n: usize| format!("<div class=c{n}><h2>{n}</h2><p>{}</p></div>", ENGLISH.repeat(4));
        let html = format!(
            "<body>{}<div class=sidebar>{}</div></body>",
            chapter(1),
            (2..9).map(chapter).collect::<String>()
        );
        assert_eq!(read(html).text.matches("The committee met").count(), 32);
    }

    #[test]
    fn a_page_says_who_wrote_it_and_when() {
        let html = "<head><title>Site | 标题</title><meta name=citation_author content='Li, A'><meta name=citation_author content=B>\
            <meta property=article:published_time content='2026-11-21T08:00:00+08:00'><link rel=canonical href=http://x/y></head>";
        let meta = read(html.to_owned()).meta;
        let found = [meta.title, meta.author, meta.date, meta.url].map(Option::unwrap_or_default);
        assert_eq!(found, ["Site | 标题", "Li, A; B", "2026-11-21T00:00:00Z", "http://x/y"]);
        let html = r#"<script type="application/ld+json">{"@graph":[{"@type":"WebSite"},{"headline":"H","author":[{"name":"A"},{"name":"B"}],
            "datePublished":"2026-11-21","articleSection":"News"}]}</script><p>x"#;
        let meta = read(html.to_owned()).meta;
        let found = [meta.title, meta.author, meta.date, meta.category].map(Option::unwrap_or_default);
        assert_eq!(found, ["H", "A; B", "2026-11-21", "News"]);
        let meta = read("<h1>Only\n this</h1><time datetime=2026-11-21>today</time>".to_owned()).meta;
        assert_eq!((meta.title.as_deref(), meta.date.as_deref()), (Some("Only this"), Some("2026-11-21")));
    }

    #[test]
    fn deep_and_wide_pages_do_no_harm() {
        let deep = |part: &str, times: usize| format!("{}end", part.repeat(times));
        for part in [
            "<div>",
            "<b>",
            "<span><p>",
            "<a href=x>",
            "<table><tr><td>",
            "<svg><g>",
            "<ul><li>",
            "<div></i>",
        ] {
            let text = read(deep(part, 20_000)).text;
            assert!(text.ends_with("end") || part.starts_with("<svg"), "{part}");
        }
        for part in ["<p>", "<li>", "<td>", "</div>", "<br>", "<!--", "&", "<font color=1><p>", "<option>"] {
            read(deep(part, 5_000));
        }
        let fonts: String = (0..400).map(|n| format!("<font size={n}>")).collect();
        read(format!("{fonts}{}", "<p>x".repeat(2_000)));
        let attributes: String = (0..20_000).map(|n| format!(" a{n}=1")).collect();
        check(&format!("<p title='<!--'{attributes}>x"), "x");
        read("<a '".repeat(20_000));
    }
}
