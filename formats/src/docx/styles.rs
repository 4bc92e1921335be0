//! The styles of a Word document: what a paragraph of a style is, and which styles hide their text.

use std::collections::{HashMap, HashSet};

use quick_xml::events::Event;

use crate::limits::Watch;
use crate::names::meaning;
use crate::story::Meaning;
use crate::xml::{attribute, is_on, name, reader};
use crate::{Fault, Kind};

/// A style is based on one that is based on another, and so on, at most this many times.
const LINEAGE: usize = 32;

/// Styles by id.
#[derive(Debug, Default)]
pub(super) struct Styles(HashMap<String, Style>);

#[derive(Debug, Default)]
struct Style {
    /// Its name in lower case: in English for those that Word has, whatever the language of the id.
    name: String,
    based_on: Option<String>,
    level: Option<u8>,
    is_hidden: bool,
}

impl Styles {
    pub(super) fn read(part: &[u8], watch: &Watch) -> Result<Styles, Fault> {
        let mut styles = HashMap::new();
        let mut open: Option<(String, Style)> = None;
        let mut xml = reader(part);
        loop {
            watch.check()?;
            match xml.read_event().map_err(|error| Fault::Damaged(format!("styles.xml: {error}")))? {
                Event::Eof => return Ok(Styles(styles)),
                Event::Start(tag) | Event::Empty(tag) => match (name(&tag), &mut open) {
                    ("style", _) => open = attribute(&tag, "styleId").map(|id| (id, Style::default())),
                    ("name", Some((_, style))) => {
                        style.name = attribute(&tag, "val").unwrap_or_default().to_lowercase();
                    }
                    ("basedOn", Some((_, style))) => style.based_on = attribute(&tag, "val"),
                    ("outlineLvl", Some((_, style))) => style.level = level(&tag),
                    ("vanish", Some((_, style))) => style.is_hidden = is_on(&tag),
                    _ => {}
                },
                Event::End(tag) if tag.local_name().as_ref() == "style" => styles.extend(open.take()),
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

    /// Whether text of this style is hidden.
    pub(super) fn hides(&self, id: &str) -> bool {
        self.lineage(id).any(|style| style.is_hidden)
    }

    /// A style and those that it is based on; a circle ends it.
    fn lineage<'s>(&'s self, id: &'s str) -> impl Iterator<Item = &'s Style> {
        let (mut next, mut seen) = (Some(id), HashSet::new());
        let all = std::iter::from_fn(move || {
            let id = next.filter(|id| seen.insert(*id))?;
            let style = self.0.get(id)?;
            next = style.based_on.as_deref();
            Some(style)
        });
        all.take(LINEAGE)
    }
}

/// The level of a heading; nothing for that of a text.
pub(super) fn level(tag: &quick_xml::events::BytesStart<'_>) -> Option<u8> {
    let level: u8 = attribute(tag, "val")?.parse().ok()?;
    (level < 9).then_some(level + 1)
}
