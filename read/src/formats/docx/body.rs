//! The body of a Word document, and its notes.

use quick_xml::events::BytesStart;

use super::embedded::Embedded;
use super::looks::{Ink, indent};
use super::scopes::{Scopes, Where};
use super::styles::{Styles, level};
use crate::formats::Fault;
use crate::formats::colors::Ground;
use crate::formats::limits::Watch;
use crate::formats::ruby::Glosses;
use crate::formats::story::{Meaning, Story, What};
use crate::formats::theme::Theme;
use crate::formats::xml::{Node, Nodes, attribute, hex, name, number};
use ibid::structure::BlockKind;

/// The context in which a body is read.
pub(super) struct Context<'d> {
    pub(super) styles: &'d Styles,
    pub(super) theme: &'d Theme,
    pub(super) embedded: &'d Embedded,
    pub(super) page: Ground,
}

/// The least indent on each side of a quotation, in twentieths of a point.
const LEAST_INDENT: i32 = 200;

/// A reader of a body, or of a part with notes.
pub(super) struct Body<'d, 'w> {
    context: &'d Context<'d>,
    watch: &'w Watch,
    story: &'d mut Story<'w>,
    scopes: Scopes<'d>,
    /// For each open choice between alternatives, true if one of them was read.
    choices: Vec<bool>,
    /// True inside the color of the letters themselves.
    in_text_fill: bool,
    glosses: Glosses,
}

impl<'d, 'w> Body<'d, 'w> {
    pub(super) fn new(context: &'d Context<'d>, watch: &'w Watch, story: &'d mut Story<'w>) -> Body<'d, 'w> {
        let scopes = Scopes::new(context.styles, context.theme, context.page);
        let (choices, glosses) = (vec![], Glosses::default());
        Body { context, watch, story, scopes, choices, in_text_fill: false, glosses }
    }

    /// Reads a whole part.
    pub(super) fn read(mut self, part: &[u8]) -> Result<(), Fault> {
        let mut nodes = Nodes::of_part(part, "document.xml", self.watch);
        let mut in_text = false;
        while let Some(node) = nodes.next()? {
            match node {
                Node::Start(tag) if self.is_skipped(&tag) => nodes.skip()?,
                Node::Start(tag) => {
                    in_text = name(&tag) == "t";
                    self.start(&tag)?;
                }
                Node::End(tag) => {
                    in_text = false;
                    self.end(tag.local_name().as_ref())?;
                }
                Node::Text(text) if in_text => self.push(&text)?,
                Node::Text(_) => {}
            }
        }
        Ok(())
    }

    /// Returns whether the content of an element is no text of the document.
    fn is_skipped(&mut self, tag: &BytesStart<'_>) -> bool {
        match name(tag) {
            "docPr" => {
                self.scopes.drawing(tag);
                true
            }
            "Choice" => {
                let is_known = is_known(&attribute(tag, "Requires").unwrap_or_default());
                if let Some(taken) = self.choices.last_mut() {
                    *taken |= is_known;
                }
                !is_known
            }
            "Fallback" => self.choices.last().copied().unwrap_or(true),
            // Deleted or moved text, field instructions, and lines and shadows of shapes.
            "del" | "moveFrom" | "delText" | "instrText" | "delInstrText" | "pPrChange" | "rPrChange"
            | "sectPrChange" | "tblPrChange" | "tcPrChange" | "trPrChange" | "ln" | "effectLst"
            | "textOutline" | "sp3d" | "scene3d" => true,
            _ => false,
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), Fault> {
        match name(tag) {
            "p" => {
                self.story.open_paragraph(None)?;
                self.scopes.open_paragraph();
            }
            "tbl" => {
                self.story.open_table();
                self.scopes.open_table();
            }
            "tr" => {
                self.story.row();
                self.scopes.open_row();
            }
            "tc" => {
                self.story.cell()?;
                self.scopes.open_cell();
            }
            "footnote" | "endnote" => self.story.open_note(note(name(tag), tag))?,
            "footnoteReference" => self.story.refer(note("footnote", tag))?,
            "endnoteReference" => self.story.refer(note("endnote", tag))?,
            "pStyle" => {
                let id = attribute(tag, "val");
                let meaning = id.as_deref().and_then(|id| self.context.styles.meaning(id));
                self.story.mean(meaning);
                self.scopes.paragraph_style(id.as_deref());
            }
            "ind" if is_set_in(tag) => self.story.mean(Some(Meaning::Is(BlockKind::Quote))),
            "outlineLvl" => {
                if let Some(level) = level(tag) {
                    self.story.set_meaning(Meaning::Is(BlockKind::Heading(level)));
                }
            }
            "tab" | "ptab" => self.push("\t")?,
            "br" | "cr" => self.push("\n")?,
            "noBreakHyphen" => self.push("-")?,
            "sym" => {
                let shown = match hex(tag, "char").and_then(char::from_u32) {
                    None | Some('\u{E000}'..='\u{F8FF}') => '•',
                    Some(c) => c,
                };
                self.push(shown.encode_utf8(&mut [0; 4]))?;
            }
            _ => self.start_inside(tag)?,
        }
        Ok(())
    }

    /// Opens an element inside a paragraph, or one that gives the looks of text.
    fn start_inside(&mut self, tag: &BytesStart<'_>) -> Result<(), Fault> {
        match name(tag) {
            "AlternateContent" => self.choices.push(false),
            "ruby" => self.glosses.open(),
            "rt" => self.glosses.set_in_text(true),
            "altChunk" | "chart" => self.embed(tag, "id")?,
            "relIds" => self.embed(tag, "dm")?,
            "textpath" => {
                let text = attribute(tag, "string").unwrap_or_default();
                self.set_apart(&text)?;
            }
            "textFill" => self.in_text_fill = true,
            "solidFill" if self.scopes.is_in(Where::Run) => self.in_text_fill = true,
            _ if self.in_text_fill => self.text_fill(tag),
            _ => self.scopes.property(tag),
        }
        Ok(())
    }

    /// Reads an element of the color of the letters themselves.
    fn text_fill(&mut self, tag: &BytesStart<'_>) {
        let theme = self.context.theme;
        let Some(look) = self.scopes.run() else { return };
        match name(tag) {
            "noFill" => look.is_clear = Some(true),
            "srgbClr" | "schemeClr" | "sysClr" => look.ink = theme.drawn(tag).map(Ink::Plain).or(look.ink),
            "alpha" => {
                if let Some(share) = number::<u32>(tag, "val") {
                    look.is_clear = Some(share >= 90_000);
                }
            }
            _ => {
                if let Some(Ink::Plain(color)) = look.ink {
                    look.ink = Some(Ink::Plain(crate::formats::theme::adjusted(color, tag)));
                }
            }
        }
    }

    fn end(&mut self, name: &str) -> Result<(), Fault> {
        match name {
            "p" => {
                let glosses = self.glosses.end_paragraph();
                self.set_apart(&glosses)?;
                self.story.close(What::Paragraph);
            }
            "tbl" => self.story.close(What::Table),
            "footnote" | "endnote" => self.story.close(What::Note),
            "AlternateContent" => _ = self.choices.pop(),
            "textFill" | "solidFill" => self.in_text_fill = false,
            "rt" => self.glosses.set_in_text(false),
            "ruby" => self.glosses.close(),
            _ => {}
        }
        self.scopes.end(name);
        Ok(())
    }

    fn push(&mut self, text: &str) -> Result<(), Fault> {
        if self.glosses.take(text) {
            return self.watch.unpack(text.len() as u64);
        }
        self.story.push(self.scopes.hidden(), text)
    }

    /// Writes a text as a paragraph of its own inside the open one.
    fn set_apart(&mut self, text: &str) -> Result<(), Fault> {
        if text.trim().is_empty() {
            return Ok(());
        }
        self.story.paragraph(None, self.scopes.hidden(), text)
    }

    /// Writes the text of the part that an attribute names.
    fn embed(&mut self, tag: &BytesStart<'_>, id: &str) -> Result<(), Fault> {
        if let Some(id) = attribute(tag, id)
            && let Some(paper) = self.context.embedded.get(&id)
        {
            super::embedded::write(paper, self.story)?;
        }
        Ok(())
    }
}

/// Returns whether a paragraph is indented on both sides, as quotations are.
fn is_set_in(tag: &BytesStart<'_>) -> bool {
    matches!(indent(tag, ["left", "start"]), Some(LEAST_INDENT..))
        && matches!(indent(tag, ["right", "end"]), Some(LEAST_INDENT..))
}

/// Returns the name of a note: its kind and its number.
fn note(kind: &str, tag: &BytesStart<'_>) -> String {
    format!("{kind} {}", attribute(tag, "id").unwrap_or_default())
}

/// Returns whether programs show an alternative that needs these extensions.
fn is_known(extensions: &str) -> bool {
    const KNOWN: [&str; 16] =
        ["w", "wp", "wps", "wpg", "wpc", "wpi", "a", "c", "cx", "m", "o", "v", "r", "pic", "am", "aink"];
    for extension in extensions.split_whitespace() {
        // Behind its stem, a name may have a version.
        let stem = extension.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
        if !KNOWN.contains(&stem) {
            return false;
        }
    }
    true
}
