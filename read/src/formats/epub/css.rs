//! The style sheets of a book.

use std::collections::HashMap;
use std::rc::Rc;

use ibid_css::{Element, Styles};
use quick_xml::events::{BytesStart, Event};

use super::book::resolve;
use crate::formats::Fault;
use crate::formats::limits::Watch;
use crate::formats::package::Package;
use crate::formats::xml::{attribute, name, reader};

/// The most style sheets of a chapter that are read.
const SHEETS: usize = 16;

/// The style sheets of a book by their paths.
#[derive(Debug, Default)]
pub(super) struct Sheets(HashMap<String, Rc<str>>);

impl Sheets {
    /// Returns the style sheets of a chapter.
    pub(super) fn of_chapter(
        &mut self,
        path: &str,
        text: &str,
        package: &mut Package<'_>,
        watch: &Watch,
    ) -> Result<Styles, Fault> {
        let mut all = Styles::default();
        let mut count = 0;
        // The media of the open `style` element.
        let mut open = None;
        let mut xml = reader(text.as_bytes());
        while count < SHEETS {
            watch.check()?;
            match xml.read_event() {
                Ok(Event::Start(tag) | Event::Empty(tag)) => match name(&tag) {
                    "body" => break,
                    "link" if is_sheet(&tag) => {
                        let path = resolve(path, &attribute(&tag, "href").unwrap_or_default());
                        all.add(&self.read(path, package)?, &media(&tag));
                        count += 1;
                    }
                    other => open = (other == "style").then(|| media(&tag)),
                },
                Ok(Event::Text(text)) => count += add(&mut all, &text, open.as_deref()),
                Ok(Event::CData(text)) => count += add(&mut all, &text, open.as_deref()),
                Ok(Event::End(_)) => open = None,
                Ok(Event::Eof) | Err(_) => break,
                Ok(_) => {}
            }
        }
        Ok(all)
    }

    fn read(&mut self, path: String, package: &mut Package<'_>) -> Result<Rc<str>, Fault> {
        if let Some(known) = self.0.get(&path) {
            return Ok(Rc::clone(known));
        }
        let part = package.part(&path)?.unwrap_or_default();
        let read: Rc<str> = String::from_utf8_lossy(&part).into();
        self.0.insert(path, Rc::clone(&read));
        Ok(read)
    }
}

/// Adds the text of an open style sheet. Returns the number of sheets added, 0 or 1.
fn add(all: &mut Styles, css: &str, media: Option<&str>) -> usize {
    media.map_or(0, |media| {
        all.add(css, media);
        1
    })
}

fn media(tag: &BytesStart<'_>) -> String {
    attribute(tag, "media").unwrap_or_default()
}

/// Returns whether a link is to a style sheet that is no alternative.
fn is_sheet(tag: &BytesStart<'_>) -> bool {
    attribute(tag, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("stylesheet"))
}

/// Returns an element as selectors see it.
pub(super) fn element(tag: &BytesStart<'_>) -> Element {
    let pairs = tag.attributes().flatten().map(|one| {
        let value = quick_xml::escape::unescape(&one.value);
        let value = value.map_or_else(|_| one.value.to_string(), |value| value.into_owned());
        (one.key.local_name().as_ref().to_owned(), value)
    });
    Element::new(name(tag), pairs)
}
