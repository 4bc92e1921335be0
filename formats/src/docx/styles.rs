//! The styles of a Word document: what a paragraph of a style is, and how its text looks.

use std::collections::{HashMap, HashSet};

use quick_xml::events::{BytesStart, Event};

use super::looks::{Fill, Look, shading};
use crate::limits::Watch;
use crate::names::meaning;
use crate::story::Meaning;
use crate::theme::Theme;
use crate::xml::{attribute, is_on, name, reader};
use crate::{Fault, Kind};

/// A style is based on one that is based on another, and so on, at most this many times.
const LINEAGE: usize = 32;

/// Styles by id.
#[derive(Debug, Default)]
pub(super) struct Styles {
    styles: HashMap<String, Style>,
    defaults: Look,
    /// The style of paragraphs that name none.
    paragraph: Option<String>,
}

#[derive(Debug, Default)]
struct Style {
    /// Its name in lower case: in English for those that Word has, whatever the language of the id.
    name: String,
    based_on: Option<String>,
    level: Option<u8>,
    dress: Dress,
    /// How parts of a table look, such as its first row.
    parts: HashMap<String, Dress>,
}

/// The look of text, and the ground of its paragraph or cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dress {
    pub(super) look: Look,
    pub(super) ground: Option<Fill>,
}

impl Dress {
    fn over(self, outer: Dress) -> Dress {
        Dress { look: self.look.over(outer.look), ground: self.ground.or(outer.ground) }
    }
}

/// The part that is being read.
struct Reading<'t> {
    theme: &'t Theme,
    styles: Styles,
    open: Option<(String, Style)>,
    /// The part of a table that is being told of.
    part: Option<String>,
    in_defaults: bool,
    in_run: bool,
}

impl Reading<'_> {
    fn start(&mut self, tag: &BytesStart<'_>) {
        match name(tag) {
            "style" => {
                let id = attribute(tag, "styleId");
                let is_paragraph = attribute(tag, "type").is_none_or(|kind| kind == "paragraph");
                if is_paragraph && attribute(tag, "default").is_some_and(|is| is == "1" || is == "true") {
                    self.styles.paragraph.clone_from(&id);
                }
                self.open = id.map(|id| (id, Style::default()));
            }
            "docDefaults" => self.in_defaults = true,
            "tblStylePr" => self.part = attribute(tag, "type"),
            "rPr" => self.in_run = true,
            _ => self.property(tag),
        }
    }

    fn property(&mut self, tag: &BytesStart<'_>) {
        if self.in_defaults {
            self.styles.defaults.read(tag, self.theme);
            return;
        }
        let Some((_, style)) = &mut self.open else { return };
        match name(tag) {
            "name" => style.name = attribute(tag, "val").unwrap_or_default().to_lowercase(),
            "basedOn" => style.based_on = attribute(tag, "val"),
            "outlineLvl" => style.level = level(tag),
            _ => {
                let dress = match &self.part {
                    Some(part) => style.parts.entry(part.clone()).or_default(),
                    None => &mut style.dress,
                };
                match name(tag) {
                    _ if self.in_run => dress.look.read(tag, self.theme),
                    "shd" => dress.ground = Some(shading(tag, self.theme)),
                    "spacing" => dress.look.read_lines(tag),
                    _ => {}
                }
            }
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "style" => self.styles.styles.extend(self.open.take()),
            "docDefaults" => self.in_defaults = false,
            "tblStylePr" => self.part = None,
            "rPr" => self.in_run = false,
            _ => {}
        }
    }
}

impl Styles {
    pub(super) fn read(part: &[u8], theme: &Theme, watch: &Watch) -> Result<Styles, Fault> {
        let (styles, open, part_of) = (Styles::default(), None, None);
        let mut reading = Reading { theme, styles, open, part: part_of, in_defaults: false, in_run: false };
        let mut xml = reader(part);
        loop {
            watch.check()?;
            match xml.read_event().map_err(|error| Fault::Damaged(format!("styles.xml: {error}")))? {
                Event::Eof => return Ok(reading.styles),
                Event::Start(tag) => reading.start(&tag),
                Event::Empty(tag) => {
                    reading.start(&tag);
                    reading.end(name(&tag));
                }
                Event::End(tag) => reading.end(tag.local_name().as_ref()),
                _ => {}
            }
        }
    }

    /// What a paragraph of this style is, if the style or one that it is based on says so.
    pub(super) fn meaning(&self, id: &str) -> Option<Meaning> {
        self.lineage(id).find_map(|style| {
            let by_name = meaning(&style.name);
            by_name.or_else(|| style.level.map(|level| Meaning::Is(Kind::Heading(level))))
        })
    }

    /// Returns how text looks that no style says anything of.
    pub(super) fn defaults(&self) -> Look {
        self.defaults
    }

    /// Returns how a paragraph of this style looks, or one that names none.
    pub(super) fn paragraph(&self, id: Option<&str>) -> Dress {
        id.or(self.paragraph.as_deref()).map_or(Dress::default(), |id| self.dress(id))
    }

    /// Returns how text of a character style looks.
    pub(super) fn look(&self, id: &str) -> Look {
        self.dress(id).look
    }

    /// Returns how a cell of a table looks to which these conditions apply, the strongest last.
    pub(super) fn cell(&self, id: &str, conditions: &[&str]) -> Dress {
        conditions.iter().fold(self.dress(id), |outer, condition| {
            let parts = self.lineage(id).filter_map(|style| style.parts.get(*condition));
            parts.fold(Dress::default(), |inner, part| inner.over(*part)).over(outer)
        })
    }

    fn dress(&self, id: &str) -> Dress {
        self.lineage(id).fold(Dress::default(), |inner, style| inner.over(style.dress))
    }

    /// A style and those that it is based on; a circle ends it.
    fn lineage<'s>(&'s self, id: &'s str) -> impl Iterator<Item = &'s Style> {
        let (mut next, mut seen) = (Some(id), HashSet::new());
        let all = std::iter::from_fn(move || {
            let id = next.filter(|id| seen.insert(*id))?;
            let style = self.styles.get(id)?;
            next = style.based_on.as_deref();
            Some(style)
        });
        all.take(LINEAGE)
    }
}

/// The level of a heading; nothing for that of a text.
pub(super) fn level(tag: &BytesStart<'_>) -> Option<u8> {
    let level: u8 = attribute(tag, "val")?.parse().ok()?;
    (level < 9).then_some(level + 1)
}

/// What the settings of a document say of its looks.
#[derive(Debug, Default)]
pub(super) struct Settings {
    /// Whether the color of the page is shown.
    pub(super) shows_page: Option<bool>,
}

impl Settings {
    /// Reads the settings, and tells the theme which of its colors are grounds.
    pub(super) fn read(part: &[u8], theme: &mut Theme, watch: &Watch) -> Result<Settings, Fault> {
        let mut settings = Settings { shows_page: Some(false) };
        let mut xml = reader(part);
        loop {
            watch.check()?;
            match xml.read_event().map_err(|error| Fault::Damaged(format!("settings.xml: {error}")))? {
                Event::Eof => return Ok(settings),
                Event::Start(tag) | Event::Empty(tag) => match name(&tag) {
                    "displayBackgroundShape" => settings.shows_page = Some(is_on(&tag)),
                    "clrSchemeMapping" => theme.map(&tag),
                    _ => {}
                },
                _ => {}
            }
        }
    }
}
