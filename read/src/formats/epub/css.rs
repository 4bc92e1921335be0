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
use crate::formats::xml::{Node, Nodes, attribute, name, unescaped};

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
            match sheet.address {
                Some(address) => cascade.add(&self.read(resolve(path, &address), package)?, &sheet.media),
                None => cascade.add(&sheet.css, &sheet.media),
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
        cascade.add_of_page(sheet.address.as_deref(), &sheet.css, &sheet.media);
    }
    Ok(cascade)
}

/// A style sheet of a page.
struct Sheet {
    /// The address of its file. `None` if it stands in the page itself.
    address: Option<String>,
    css: String,
    media: String,
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
                let address = match name(&tag) {
                    "body" => break,
                    _ if all.len() == SHEETS => break,
                    "style" => None,
                    "link" if is_sheet(&tag) => Some(attribute(&tag, "href").unwrap_or_default()),
                    _ => continue,
                };
                let media = attribute(&tag, "media").unwrap_or_default();
                all.push(Sheet { address, css: String::new(), media });
            }
            Node::End(_) => in_style = false,
            Node::Text(css) => {
                if in_style && let Some(sheet) = all.last_mut() {
                    sheet.css += &css;
                }
            }
        }
    }
    Ok(all)
}

/// Returns whether a link is to a style sheet that is no alternative.
fn is_sheet(tag: &BytesStart<'_>) -> bool {
    attribute(tag, "rel").unwrap_or_default().eq_ignore_ascii_case("stylesheet")
}

/// Returns an element as selectors see it.
pub(super) fn element(tag: &BytesStart<'_>) -> Element {
    let pairs = tag.attributes().flatten();
    let pairs = pairs.map(|one| (one.key.local_name().as_ref().to_owned(), unescaped(&one.value)));
    Element::new(name(tag), pairs)
}
