//! The body of a Word document, and its notes.

use quick_xml::events::{BytesStart, Event};

use super::styles::{Styles, level};
use crate::limits::Watch;
use crate::story::{Meaning, Story, What};
use crate::xml::{attribute, character, is_on, name, reader};
use crate::{Fault, Kind, Why};

/// Text of fewer half points is not meant to be read.
const TINY: u32 = 5;

/// What a run of text looks like.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    hidden: Option<Why>,
}

/// Reads a body, or a part with notes.
pub(super) struct Body<'d, 'w> {
    styles: &'d Styles,
    watch: &'w Watch,
    story: &'d mut Story<'w>,
    /// The look of the run, and that of the paragraph's mark, which is none of its text.
    look: Look,
}

impl<'d, 'w> Body<'d, 'w> {
    pub(super) fn new(styles: &'d Styles, watch: &'w Watch, story: &'d mut Story<'w>) -> Body<'d, 'w> {
        Body { styles, watch, story, look: Look::default() }
    }

    /// Reads all of a part.
    pub(super) fn read(mut self, part: &[u8]) -> Result<(), Fault> {
        let mut xml = reader(part);
        let mut depth = 0;
        // In an element whose content is no text, how deep it stands.
        let mut skipped: Option<u32> = None;
        let mut in_text = false;
        loop {
            let event = xml.read_event().map_err(|error| Fault::Damaged(format!("document.xml: {error}")))?;
            match event {
                Event::Eof => return Ok(()),
                Event::Start(tag) => {
                    depth += 1;
                    self.watch.depth(depth)?;
                    self.watch.check()?;
                    if skipped.is_none() && is_skipped(name(&tag)) {
                        skipped = Some(depth);
                    }
                    if skipped.is_none() {
                        in_text = name(&tag) == "t";
                        self.start(&tag)?;
                    }
                }
                Event::Empty(tag) if skipped.is_none() && !is_skipped(name(&tag)) => {
                    self.start(&tag)?;
                    self.end(name(&tag));
                }
                Event::End(tag) => {
                    if skipped.is_none() {
                        in_text = false;
                        self.end(tag.local_name().as_ref());
                    } else if skipped == Some(depth) {
                        skipped = None;
                    }
                    depth = depth.saturating_sub(1);
                }
                Event::Text(text) if in_text && skipped.is_none() => self.push(&text)?,
                Event::GeneralRef(reference) if in_text && skipped.is_none() => {
                    self.push(&character(&reference))?;
                }
                _ => {}
            }
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), Fault> {
        match name(tag) {
            "p" => {
                self.story.open_paragraph(None)?;
                self.look = Look::default();
            }
            "tbl" => self.story.open_table(),
            "tr" => self.story.row(),
            "tc" => self.story.cell()?,
            "footnote" | "endnote" => self.story.open_note(note(name(tag), tag))?,
            "footnoteReference" => self.story.refer(note("footnote", tag))?,
            "endnoteReference" => self.story.refer(note("endnote", tag))?,
            "pStyle" => {
                let meaning = attribute(tag, "val").and_then(|id| self.styles.meaning(&id));
                self.story.mean(|before| before.or(meaning));
            }
            "outlineLvl" => {
                let heading = level(tag).map(|level| Meaning::Is(Kind::Heading(level)));
                self.story.mean(|before| heading.or(before));
            }
            "tab" | "ptab" => self.push("\t")?,
            "br" | "cr" => self.push("\n")?,
            "noBreakHyphen" => self.push("-")?,
            "sym" => {
                let char = attribute(tag, "char").and_then(|code| u32::from_str_radix(&code, 16).ok());
                let shown = char.and_then(char::from_u32).filter(|c| !('\u{E000}'..='\u{F8FF}').contains(c));
                self.push(shown.unwrap_or('•').encode_utf8(&mut [0; 4]))?;
            }
            _ => self.look(tag),
        }
        Ok(())
    }

    /// What a property of a run says of how it looks.
    fn look(&mut self, tag: &BytesStart<'_>) {
        let hidden = &mut self.look.hidden;
        match name(tag) {
            "r" => *hidden = None,
            "rStyle" if attribute(tag, "val").is_some_and(|id| self.styles.hides(&id)) => {
                *hidden = Some(Why::NotShown);
            }
            "vanish" if is_on(tag) => *hidden = Some(Why::NotShown),
            "color" if attribute(tag, "val").is_some_and(|color| color.eq_ignore_ascii_case("FFFFFF")) => {
                *hidden = hidden.or(Some(Why::Color));
            }
            // Text on a ground of another color is seen.
            "shd" | "highlight" if *hidden == Some(Why::Color) => *hidden = None,
            "sz" if attribute(tag, "val")
                .and_then(|size| size.parse().ok())
                .is_some_and(|size: u32| size < TINY) =>
            {
                *hidden = hidden.or(Some(Why::Tiny));
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "r" => self.look = Look::default(),
            "p" => self.story.close(What::Paragraph),
            "tbl" => self.story.close(What::Table),
            "footnote" | "endnote" => self.story.close(What::Note),
            _ => {}
        }
    }

    fn push(&mut self, text: &str) -> Result<(), Fault> {
        self.story.push(self.look.hidden, text)
    }
}

/// What a note is called: its kind and its number.
fn note(kind: &str, tag: &BytesStart<'_>) -> String {
    format!("{kind} {}", attribute(tag, "id").unwrap_or_default())
}

/// Elements whose content is no text of the document: what was deleted or moved away, instructions of fields, and the
/// second form of what is there in two.
fn is_skipped(name: &str) -> bool {
    matches!(
        name,
        "del"
            | "moveFrom"
            | "delText"
            | "instrText"
            | "delInstrText"
            | "Fallback"
            | "docPr"
            | "pPrChange"
            | "rPrChange"
            | "sectPrChange"
            | "tblPrChange"
    )
}
