//! Converts Markdown to prose: no markup, no URLs, no tags.
//!
//! Paragraphs, headings, code and footnotes end with a blank line, list items and table rows with a line break, so that
//! each line is a paragraph ([`Layout::Flowing`]). The text of links and images stays. Parsed by `pulldown-cmark`
//! (CommonMark with tables, footnotes, task lists and strikethrough) in `O(n)`. The parser keeps some hundred bytes for
//! each piece of markup, so a large file that is mostly markup is taken as plain text.

use crate::front_matter;
use crate::markup;
use crate::prose::{Gap, Prose, lines_with_starts};
use ibid::origin::Origin;
use ibid::structure::{Block, BlockKind};
use ibid::{Document, Layout};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::collections::HashMap;
use std::ops::Range;

/// The bytes that may be markup, or that the parser keeps as such. In files of a single kind of mark, the parser was
/// measured to hold 60 to 100 bytes for each.
const MARKS: &[u8] = b"*_~`[]!<>&\\|-+\n";
const MARK_BYTES: usize = 100;
/// The memory allowed for the markup of any file.
const HARMLESS_BYTES: usize = 64 << 20;
/// The memory allowed for the markup of a large file, as a multiple of its size.
const MOST_RATIO: usize = 6;

/// Returns the prose of a Markdown file and the metadata of its header.
pub(super) fn read(text: String) -> Document {
    let (mut meta, body) = front_matter::split(&text);
    let start = text.len() - body.len();
    if is_too_costly(body) {
        let lines = lines_with_starts(body);
        let places: Vec<_> = lines.map(|(at, _)| (at as u32, Some((start + at) as u32))).collect();
        let origin = Origin::markup(&places, &text);
        return Document {
            text: body.to_owned(),
            layout: Layout::Flowing,
            meta,
            origin,
            ..Document::default()
        };
    }
    let mut writer = Writer {
        body,
        start,
        prose: Prose::default(),
        title: None,
        heading: None,
        html: None,
        in_code: false,
        lists: 0,
        marks: vec![],
        notes: vec![],
    };
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES;
    for (event, range) in Parser::new_ext(body, options).into_offset_iter() {
        writer.write(event, range);
    }
    meta.title = meta.title.or(writer.title);
    let mut structure = writer.prose.structure();
    structure.note_marks = note_marks(&writer.marks, &writer.notes, &structure.blocks);
    let (prose, places) = writer.prose.finish();
    let origin = Origin::markup(&places, &text);
    Document { text: prose, layout: Layout::Flowing, meta, origin, structure, ..Document::default() }
}

/// Returns the marks of footnotes, each with the block of its note.
fn note_marks(marks: &[(u32, String)], notes: &[(String, u32)], blocks: &[Block]) -> Vec<[u32; 2]> {
    let notes: HashMap<&str, u32> = notes.iter().map(|(name, at)| (&**name, *at)).collect();
    let mut note_marks = vec![];
    for (at, name) in marks {
        if let Some(&before) = notes.get(&**name)
            && let Some(note) = blocks.get(blocks.partition_point(|block| block.start < before))
        {
            note_marks.push([*at, note.start]);
        }
    }
    note_marks
}

/// Returns whether parsing would take more memory than all later steps.
fn is_too_costly(body: &str) -> bool {
    let most_bytes = HARMLESS_BYTES.max(MOST_RATIO * body.len());
    // Most files are too small for it, whatever they contain.
    if body.len() * MARK_BYTES <= most_bytes {
        return false;
    }
    let (mut marks, mut before) = (0, b' ');
    for byte in body.bytes() {
        let is_number = byte == b'.' && before.is_ascii_digit();
        marks += usize::from(is_number || MARKS.contains(&byte));
        before = byte;
    }
    marks * MARK_BYTES > most_bytes
}

struct Writer<'b> {
    /// The text that is parsed.
    body: &'b str,
    /// The start of `body` in the file.
    start: usize,
    prose: Prose,
    /// The first heading of level 1, in case the header gives no title.
    title: Option<String>,
    /// The start of the heading that may become the title.
    heading: Option<usize>,
    /// The open block of HTML and its start: its tags may span lines.
    html: Option<(usize, String)>,
    in_code: bool,
    /// The number of open lists.
    lists: usize,
    /// The marks of footnotes, with their places in the text.
    marks: Vec<(u32, String)>,
    /// The names of footnotes, with the length of the text before them.
    notes: Vec<(String, u32)>,
}

impl Writer<'_> {
    /// Returns the place of a piece in the file, if it stands there as it is.
    fn place(&self, at: usize, piece: &str) -> Option<usize> {
        (self.body.get(at..at + piece.len()) == Some(piece)).then_some(self.start + at)
    }

    fn write(&mut self, event: Event, range: Range<usize>) {
        self.prose.from(match &event {
            Event::Text(text) => self.place(range.start, text),
            // The text stands between its marks.
            Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                let whole = self.body.get(range.clone()).unwrap_or_default();
                whole.find(&**text).and_then(|at| self.place(range.start + at, text))
            }
            _ => None,
        });
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.in_code => {
                for line in text.split_inclusive('\n') {
                    self.prose.push(line);
                }
            }
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.prose.push_collapsed(&text);
            }
            Event::SoftBreak => self.prose.gap(Gap::Wrap),
            Event::HardBreak => self.prose.gap(Gap::Line),
            Event::Rule => self.prose.gap(Gap::Paragraph),
            Event::Html(html) => {
                self.html.get_or_insert_with(|| (range.start, String::new())).1.push_str(&html);
            }
            Event::InlineHtml(tag) => markup::push_text(&tag, None, &mut self.prose),
            Event::FootnoteReference(name) => self.marks.push((self.prose.len() as u32, name.to_string())),
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        if let Tag::FootnoteDefinition(name) = tag {
            self.notes.push((name.to_string(), self.prose.len() as u32));
        }
        self.in_code = matches!(tag, Tag::CodeBlock(_));
        if matches!(tag, Tag::Heading { level: HeadingLevel::H1, .. }) && self.title.is_none() {
            self.heading = Some(self.prose.len());
        }
        self.prose.gap(match tag {
            Tag::Item | Tag::TableRow => Gap::Line,
            Tag::List(_) if self.lists > 0 => Gap::Line,
            Tag::TableCell => Gap::None,
            tag => gap_after(tag.to_end()),
        });
        self.lists += usize::from(matches!(tag, Tag::List(_)));
        if let Some(kind) = kind(tag.to_end()) {
            self.prose.open(kind);
        }
    }

    fn end(&mut self, tag: TagEnd) {
        self.in_code = false;
        if kind(tag).is_some() {
            self.prose.close();
        }
        let gap = match tag {
            TagEnd::List(_) => {
                self.lists = self.lists.saturating_sub(1);
                if self.lists > 0 { Gap::Line } else { Gap::Paragraph }
            }
            TagEnd::HtmlBlock => {
                if let Some((at, html)) = self.html.take() {
                    markup::push_text(&html, self.place(at, &html), &mut self.prose);
                }
                Gap::Paragraph
            }
            TagEnd::Heading(_) => {
                self.take_title();
                Gap::Paragraph
            }
            tag => gap_after(tag),
        };
        self.prose.gap(gap);
    }

    fn take_title(&mut self) {
        if let Some(from) = self.heading.take() {
            let title = self.prose.since(from).trim();
            self.title = (!title.is_empty()).then_some(title.to_owned());
        }
    }
}

/// Returns the kind of an element, if it is more than a paragraph.
fn kind(tag: TagEnd) -> Option<BlockKind> {
    Some(match tag {
        TagEnd::Heading(level) => BlockKind::Heading(level as u8),
        TagEnd::BlockQuote(_) => BlockKind::Quote,
        TagEnd::CodeBlock => BlockKind::Code,
        TagEnd::Table => BlockKind::Table,
        TagEnd::FootnoteDefinition => BlockKind::Footnote,
        _ => return None,
    })
}

fn gap_after(tag: TagEnd) -> Gap {
    match tag {
        TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image => Gap::None,
        TagEnd::Superscript | TagEnd::Subscript => Gap::None,
        TagEnd::TableCell => Gap::Tab,
        TagEnd::Item | TagEnd::TableRow | TagEnd::TableHead => Gap::Line,
        _ => Gap::Paragraph,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::places::{line_and_column, misplaced, named_blocks};

    fn check(markdown: &str, expected: &str) {
        assert_eq!(read(markdown.to_owned()).text, expected, "{markdown}");
    }

    #[test]
    fn knows_what_blocks_are() {
        let file = "# One\n\nTwo[^1]\n\n> Three\n>\n> four\n\n```\nx = 1\n```\n\n| a | b |\n|---|---|\n| c | d |\n\n- five\n- six\n\n[^1]: Seven";
        let document = read(file.to_owned());
        assert_eq!(
            named_blocks(&document),
            [
                ("heading", "One"),
                ("paragraph", "Two"),
                ("quote", "Three"),
                ("quote", "four"),
                ("code", "x = 1"),
                ("table", "a\tb\nc\td"),
                ("paragraph", "five"),
                ("paragraph", "six"),
                ("footnote", "Seven"),
            ]
        );
        let [mark, note] = document.structure.note_marks[0];
        let (before, _) = document.text.split_at(mark as usize);
        let (_, behind) = document.text.split_at(note as usize);
        assert!(before.ends_with("Two") && behind == "Seven", "{before:?} {behind:?}");
    }

    #[test]
    fn keeps_the_prose() {
        check("", "");
        check(
            "# One *two*\n\nThree\nfour  \nfive\\\nsix.\n***\nSeven",
            "One two\n\nThree four\nfive\nsix.\n\nSeven",
        );
        check("Title\n=====\r\n\r\n> Quoted\r\n> text", "Title\n\nQuoted text");
        check(
            "a [link](http://x \"t\") ![alt](y.png) <http://z> `code` ~~gone~~",
            "a link alt http://z code gone",
        );
        check("---\ntitle: t\n---\nbody", "body");
        check("\u{FEFF}# a\n\nb", "a\n\nb");
    }

    proptest! {
        #[test]
        fn no_letter_is_found_at_a_wrong_place(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "one", "two", "三四", " ", "\n", "\n\n", "  \n", "*", "**", "`", "# ", "- ", "> ", "1. ", "    ", "```\n",
                    "[a](b)", "![c](d)", "&amp;", "&eacute;", "<b>", "</b>", "<br>", "<p>five", "</p>", "|", "|---|\n", "\\*",
                    "\t", "~~", "[^1]", "[^1]: ", "\r\n", "<div>\n", "</div>\n", "---\n", "\u{FEFF}", "é",
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
    fn every_word_is_found_in_the_file_again() {
        let markdown = "---\ntitle: t\n---\n# 标题\n\nOne [two](http://x) **three**\nfour &amp; five `six`\n\n- seven\n\n```\n\
                        fn eight()\n  nine\n```\n\n<p>ten <b>eleven</b></p>\n\n中文\n论文";
        let document = read(markdown.to_owned());
        for (word, line, column) in [
            ("标题", 4, 3),
            ("题", 4, 4),
            ("One", 6, 1),
            ("two", 6, 6),
            ("three", 6, 23),
            ("four", 7, 1),
            ("five", 7, 12),
            ("six", 7, 18),
            ("seven", 9, 3),
            ("eight", 12, 4),
            ("nine", 13, 3),
            ("ten", 16, 4),
            ("eleven", 16, 11),
            ("中文", 18, 1),
            ("论文", 19, 1),
        ] {
            let byte = document.text.find(word).unwrap() as u32;
            let found = line_and_column(&document.text, &document.origin, byte);
            assert_eq!(found, Some((line, column)), "{word}");
        }
    }

    #[test]
    fn a_broken_line_is_no_space_in_chinese() {
        check("# 标题\n\n中文\n论文，\n**抄袭**检测\nword\n", "标题\n\n中文论文，抄袭检测 word");
    }

    #[test]
    fn items_rows_and_code_have_their_lines() {
        check("- one\n- two\n  more\n  - inner\n- [x] done\n\nafter", "one\ntwo more\ninner\ndone\n\nafter");
        check("1. one\n\n2. two\n\n   three", "one\n\ntwo\n\nthree");
        check("| a | b |\n|---|---|\n| 一 | 二 |\n\nx", "a\tb\n一\t二\n\nx");
        check(
            "a\n\n```rust\nfn f() {\n    1\n}\n```\n\n    indented\n\nb",
            "a\n\nfn f() {\n    1\n}\n\nindented\n\nb",
        );
    }

    #[test]
    fn footnotes_stay_and_tags_go() {
        check("Text[^1] more.\n\n[^1]: A note.\n", "Text more.\n\nA note.");
        check("a <b>bold</b><br>c <!-- no --> d", "a bold\nc d");
        check(
            "<div class=\"x\">\n<p>In &amp; out</p>\n<script>\nno\n</script>\n</div>\n\nafter",
            "In & out\n\nafter",
        );
    }

    #[test]
    fn the_first_heading_is_the_title_where_the_header_has_none() {
        let title = |markdown: &str| read(markdown.to_owned()).meta.title;
        assert_eq!(title("x\n\n# One *two*\n\n# Three").as_deref(), Some("One two"));
        assert_eq!(title("---\ntitle: 论文\n---\n# One").as_deref(), Some("论文"));
        assert_eq!(title("## Two"), None);
    }

    #[test]
    fn a_large_file_of_marks_alone_is_taken_as_it_stands() {
        let marks = "*a* ".repeat(1 << 20);
        assert_eq!(read(format!("---\ntitle: t\n---\n{marks}")).text, marks);
        assert!(!is_too_costly(&"*a* ".repeat(1 << 16)));
        assert!(!is_too_costly(
            &"Prose of *some* words, more of them without any mark, and a link or two to [another](page) of it.\n".repeat(1 << 17)
        ));
    }

    #[test]
    fn deep_nesting_does_no_harm() {
        for part in ["> ", "- ", "[", "*", "<div>", "**a ", "![", "`", "|a|\n|-|\n", "[^1]: "] {
            read(part.repeat(20_000));
        }
    }
}
