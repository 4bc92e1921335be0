//! The text of an OpenDocument file.

use quick_xml::events::BytesStart;

use super::styles::{Look, Styles};
use crate::formats::Fault;
use crate::formats::limits::Watch;
use crate::formats::ruby::Glosses;
use crate::formats::story::{Meaning, Story, What};
use crate::formats::xml::{Node, Nodes, attribute, name, number};
use ibid::structure::{BlockKind, HiddenWhy};

/// The most blanks that one element may stand for.
const BLANKS: usize = 1000;

/// A reader of a body.
pub(super) struct Body<'d, 'w> {
    styles: &'d Styles,
    watch: &'w Watch,
    story: &'d mut Story<'w>,
    /// The open elements, outermost first.
    open: Vec<Element>,
    glosses: Glosses,
    notes: usize,
    has_body: bool,
}

/// An open element.
#[derive(Clone, Copy, Debug, Default)]
struct Element {
    look: Look,
    /// True if it is the text of the document, or stands in it.
    is_body: bool,
    /// True if its text is text of a paragraph.
    is_text: bool,
    /// True if it is not shown, whatever its style.
    is_off: bool,
    /// The meaning of the paragraphs in it that have none of their own.
    meaning: Option<Meaning>,
}

impl<'d, 'w> Body<'d, 'w> {
    pub(super) fn new(styles: &'d Styles, watch: &'w Watch, story: &'d mut Story<'w>) -> Body<'d, 'w> {
        Body { styles, watch, story, open: vec![], glosses: Glosses::default(), notes: 0, has_body: false }
    }

    /// Reads a whole part. Returns whether it is that of a text document.
    pub(super) fn read(mut self, part: &[u8]) -> Result<bool, Fault> {
        let mut nodes = Nodes::of_part(part, "content.xml", self.watch);
        while let Some(node) = nodes.next()? {
            match node {
                Node::Start(tag) if is_skipped(&tag) => nodes.skip()?,
                Node::Start(tag) => self.start(&tag)?,
                Node::End(tag) => self.end(tag.local_name().as_ref())?,
                Node::Text(text) => self.push_xml(&text)?,
            }
        }
        Ok(self.has_body)
    }

    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), Fault> {
        let page = Element { look: self.styles.page(), ..Element::default() };
        let outer = self.open.last().copied().unwrap_or(page);
        let mut inner = Element { is_text: false, ..outer };
        let name = name(tag);
        inner.is_body |= name == "text" && tag.name().as_ref() == "office:text";
        self.has_body |= inner.is_body;
        self.open.push(inner);
        if !inner.is_body {
            return Ok(());
        }
        match name {
            "p" | "h" => inner = self.paragraph(tag, inner)?,
            "s" => {
                let count = number(tag, "c").unwrap_or(1);
                self.push(&" ".repeat(BLANKS.min(count)))?;
            }
            "tab" => self.push("\t")?,
            "line-break" => self.push("\n")?,
            "note" => {
                let id = self.notes.to_string();
                self.notes += 1;
                self.story.refer(id.clone())?;
                self.story.open_note(id)?;
                inner.is_off |= outer.look.hides() == Some(HiddenWhy::NotShown);
                inner.look = Look::default();
                inner.meaning = None;
            }
            "hidden-text" if is_hidden(tag) => {
                let text = attribute(tag, "string-value").unwrap_or_default();
                self.story.push(Some(HiddenWhy::NotShown), &text)?;
            }
            _ => inner = self.container(name, tag, inner, outer)?,
        }
        if let Some(open) = self.open.last_mut() {
            *open = inner;
        }
        Ok(())
    }

    /// Opens a container of paragraphs, or a part of a paragraph.
    fn container(
        &mut self,
        name: &str,
        tag: &BytesStart<'_>,
        mut inner: Element,
        outer: Element,
    ) -> Result<Element, Fault> {
        let family = match name {
            "table" | "table-row" | "table-cell" | "section" => name,
            "frame" | "custom-shape" | "rect" => "graphic",
            "text-box" | "note-body" | "list" | "list-item" => "",
            // Every other element, whatever it is, is a part of the paragraph around it.
            _ => {
                inner.is_text = outer.is_text;
                "text"
            }
        };
        if let Some(style) = attribute(tag, "style-name") {
            inner.look = inner.look.with(self.styles.look(family, &style));
        }
        match name {
            "table" => self.story.open_table(),
            "table-row" => self.story.row(),
            "table-cell" | "covered-table-cell" => self.cell(tag)?,
            "section" => inner.is_off |= attribute(tag, "display").as_deref() == Some("none"),
            "hidden-paragraph" if is_hidden(tag) => self.story.hide(),
            "table-of-content" | "illustration-index" | "table-index" | "object-index" | "user-index" => {
                inner.meaning = Some(Meaning::Generated);
            }
            "ruby" => self.glosses.open(),
            "ruby-text" => self.glosses.set_in_text(true),
            "bibliography" => inner.meaning = Some(Meaning::Is(BlockKind::Reference)),
            "index-title" => inner.meaning = Some(Meaning::Is(BlockKind::Heading(1))),
            _ => {}
        }
        Ok(inner)
    }

    fn paragraph(&mut self, tag: &BytesStart<'_>, mut inner: Element) -> Result<Element, Fault> {
        let style = attribute(tag, "style-name").unwrap_or_default();
        let meaning = if name(tag) == "h" {
            let level = number(tag, "outline-level").unwrap_or(1).max(1);
            Some(Meaning::Is(BlockKind::Heading(level)))
        } else {
            self.styles.meaning(&style).or(inner.meaning)
        };
        self.story.open_paragraph(meaning)?;
        inner.look = inner.look.ground().with(self.styles.look("paragraph", &style));
        inner.is_text = true;
        Ok(inner)
    }

    fn cell(&mut self, tag: &BytesStart<'_>) -> Result<(), Fault> {
        for _ in 0..super::repetitions(tag) {
            self.story.cell()?;
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), Fault> {
        let Some(Element { is_body: true, .. }) = self.open.pop() else { return Ok(()) };
        match name {
            "p" | "h" => {
                let glosses = self.glosses.end_paragraph();
                if !glosses.is_empty() {
                    self.story.paragraph(None, None, &glosses)?;
                }
                self.story.close(What::Paragraph);
            }
            "ruby" => self.glosses.close(),
            "table" => self.story.close(What::Table),
            "note" => self.story.close(What::Note),
            _ => {}
        }
        Ok(())
    }

    /// Appends text of the XML, in which a line end is a blank.
    fn push_xml(&mut self, text: &str) -> Result<(), Fault> {
        match self.open.last() {
            Some(open) if open.is_text && open.is_body => self.push(&text.replace(['\n', '\r', '\t'], " ")),
            _ => Ok(()),
        }
    }

    fn push(&mut self, text: &str) -> Result<(), Fault> {
        let Some(open) = self.open.last() else { return Ok(()) };
        if self.glosses.take(text) {
            return self.watch.unpack(text.len() as u64);
        }
        let hidden = if open.is_off { Some(HiddenWhy::NotShown) } else { open.look.hides() };
        self.story.push(hidden, text)
    }
}

fn is_hidden(tag: &BytesStart<'_>) -> bool {
    attribute(tag, "is-hidden").as_deref() == Some("true")
}

/// Returns whether the content of an element is no text of the document: deleted text, remarks, note marks, list
/// templates, and the descriptions of pictures.
fn is_skipped(tag: &BytesStart<'_>) -> bool {
    match name(tag) {
        "tracked-changes" | "annotation" | "note-citation" | "number" | "forms" | "binary-data" => true,
        "table-of-content-source" | "illustration-index-source" | "table-index-source" => true,
        "object-index-source" | "user-index-source" | "alphabetical-index-source" => true,
        "bibliography-source" => true,
        _ => matches!(tag.name().as_ref(), "svg:title" | "svg:desc"),
    }
}
