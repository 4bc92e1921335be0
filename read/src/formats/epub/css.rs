//! The style sheets of a book.

use std::collections::HashMap;
use std::rc::Rc;

use ibid_css::Element;
use quick_xml::events::BytesStart;

use super::book::resolve;
use crate::cascade::Cascade;
use crate::formats::Fault;
use crate::formats::limits::Watch;
use crate::formats::package::Package;
use crate::formats::xml::{Node, Nodes, attribute, name};

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
    ) -> Result<Cascade, Fault> {
        let mut cascade = Cascade::default();
        for sheet in sheets(text, watch)? {
            match sheet.source {
                Source::Address(address) => {
                    cascade.add(&self.read(resolve(path, &address), package)?, &sheet.media);
                }
                Source::Own(css) => cascade.add(&css, &sheet.media),
            }
        }
        Ok(cascade)
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

/// Returns the style sheets of a page that stands alone.
pub(super) fn of_page(text: &str, watch: &Watch) -> Result<Cascade, Fault> {
    let mut cascade = Cascade::default();
    for sheet in sheets(text, watch)? {
        match sheet.source {
            Source::Address(address) => cascade.add_of_page(Some(&address), "", &sheet.media),
            Source::Own(css) => cascade.add_of_page(None, &css, &sheet.media),
        }
    }
    Ok(cascade)
}

/// A style sheet of a page, for some media.
struct Sheet {
    source: Source,
    media: String,
}

/// The place of a style sheet: a file of its own, or the page itself.
enum Source {
    Address(String),
    Own(String),
}

/// Returns the first style sheets in the head of a page.
fn sheets(text: &str, watch: &Watch) -> Result<Vec<Sheet>, Fault> {
    let mut all: Vec<Sheet> = vec![];
    let mut in_style = false;
    let mut nodes = Nodes::up_to_damage(text.as_bytes(), watch);
    while let Some(node) = nodes.next()? {
        match node {
            Node::Start(tag) => {
                in_style = name(&tag) == "style";
                let source = match name(&tag) {
                    "body" => break,
                    _ if all.len() == SHEETS => break,
                    "style" => Source::Own(String::new()),
                    "link" if is_sheet(&tag) => Source::Address(attribute(&tag, "href").unwrap_or_default()),
                    _ => continue,
                };
                all.push(Sheet { source, media: attribute(&tag, "media").unwrap_or_default() });
            }
            Node::End(_) => in_style = false,
            Node::Text(css) => {
                if let Some(Sheet { source: Source::Own(own), .. }) = all.last_mut().filter(|_| in_style) {
                    own.push_str(&css);
                }
            }
        }
    }
    Ok(all)
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
