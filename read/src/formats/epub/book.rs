//! The container and the package of a book: its chapters in order, and its metadata.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use percent_encoding::percent_decode_str;
use quick_xml::events::BytesStart;

use crate::formats::Fault;
use crate::formats::limits::Watch;
use crate::formats::package::{Package, join};
use crate::formats::xml::{Nodes, attribute, fields, name};
use ibid::Metadata;

/// The contents of a book.
#[derive(Debug, Default)]
pub(super) struct Book {
    /// The paths of the chapters in the container, each once.
    pub(super) chapters: Vec<String>,
    /// The paths of pages that the spine leaves out, sorted.
    pub(super) beside: Vec<String>,
    pub(super) metadata: Metadata,
}

/// The lists in the package of a book.
#[derive(Debug, Default)]
struct Lists {
    /// Paths by the ids that the spine uses, without navigation.
    items: HashMap<String, String>,
    spine: Vec<String>,
    cover: Option<String>,
}

impl Book {
    pub(super) fn read(package: &mut Package<'_>, watch: &Watch) -> Result<Book, Fault> {
        let Some(container) = package.part("META-INF/container.xml")? else {
            return Err(Fault::Damaged("META-INF/container.xml is missing".to_owned()));
        };
        let paths = attributes(&container, "rootfile", "full-path", watch)?;
        let Some(path) = paths.into_iter().next() else {
            return Err(Fault::Damaged("the container names no package".to_owned()));
        };
        let Some(part) = package.part(&path)? else {
            return Err(Fault::Damaged(format!("{path} is missing")));
        };
        let lists = Lists::read(&part, &path, watch)?;
        let chapters = lists.chapters();
        if let Some(encryption) = package.part("META-INF/encryption.xml")? {
            // Fonts may be encrypted: many programs do so, and their books can be read.
            let chapters: HashSet<&String> = chapters.iter().collect();
            for uri in attributes(&encryption, "CipherReference", "URI", watch)? {
                if chapters.contains(&resolve("", &uri)) {
                    return Err(Fault::Encrypted);
                }
            }
        }
        let beside = lists.beside(&chapters);
        Ok(Book { chapters, beside, metadata: metadata(&part, watch)? })
    }
}

impl Lists {
    fn read(part: &[u8], path: &str, watch: &Watch) -> Result<Lists, Fault> {
        let mut lists = Lists::default();
        let mut nodes = Nodes::of_part(part, path, watch);
        while let Some(tag) = nodes.next_start()? {
            lists.add(&tag, path);
        }
        Ok(lists)
    }

    fn add(&mut self, tag: &BytesStart<'_>, path: &str) {
        match name(tag) {
            "item" if !has_word(tag, "properties", "nav") => {
                if let (Some(id), Some(href)) = (attribute(tag, "id"), attribute(tag, "href")) {
                    self.items.insert(id, resolve(path, &href));
                }
            }
            "itemref" => self.spine.extend(attribute(tag, "idref")),
            "reference" if has_word(tag, "type", "cover") => {
                self.cover = attribute(tag, "href").map(|href| resolve(path, &href));
            }
            _ => {}
        }
    }

    fn chapters(&self) -> Vec<String> {
        let (mut chapters, mut seen) = (vec![], HashSet::new());
        for id in &self.spine {
            if let Some(path) = self.items.get(id)
                && Some(path) != self.cover.as_ref()
                && seen.insert(path)
            {
                chapters.push(path.clone());
            }
        }
        chapters
    }

    fn beside(&self, chapters: &[String]) -> Vec<String> {
        let pages = self.items.values().filter(|path| {
            let is_page = path.ends_with(".xhtml") || path.ends_with(".html") || path.ends_with(".htm");
            is_page && !chapters.contains(path) && Some(*path) != self.cover.as_ref()
        });
        let mut beside: Vec<String> = pages.cloned().collect();
        beside.sort();
        beside.dedup();
        beside
    }
}

fn metadata(part: &[u8], watch: &Watch) -> Result<Metadata, Fault> {
    let mut metadata = Metadata::default();
    for (name, text) in fields(part, "metadata", watch)? {
        match name.as_str() {
            "title" => metadata.title = metadata.title.or(Some(text)),
            "creator" => {
                metadata.author = Some(match metadata.author {
                    Some(first) => format!("{first}, {text}"),
                    None => text,
                });
            }
            "date" => metadata.date = metadata.date.or(Some(text)),
            _ => {}
        }
    }
    Ok(metadata)
}

/// Returns whether an attribute has a word among its words.
fn has_word(tag: &BytesStart<'_>, key: &str, word: &str) -> bool {
    attribute(tag, key).unwrap_or_default().split_whitespace().any(|one| one == word)
}

/// Returns all values of an attribute in elements of this name.
fn attributes(part: &[u8], element: &str, key: &str, watch: &Watch) -> Result<Vec<String>, Fault> {
    let mut values = vec![];
    let mut nodes = Nodes::of(part, watch);
    while let Some(tag) = nodes.next_start()? {
        if name(&tag) == element {
            values.extend(attribute(&tag, key));
        }
    }
    Ok(values)
}

/// Returns the path in the container that a part refers to, without the fragment.
pub(super) fn resolve(part: &str, href: &str) -> String {
    let href = href.split(['#', '?']).next().unwrap_or_default();
    if href.is_empty() {
        return part.to_owned();
    }
    let (folder, _) = part.rsplit_once('/').unwrap_or_default();
    join(folder, &decode_percent(href))
}

/// Decodes `%20` and the like in a URL.
pub(super) fn decode_percent(address: &str) -> Cow<'_, str> {
    percent_decode_str(address).decode_utf8_lossy()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_paths_in_the_container() {
        let check = |part: &str, href: &str, path: &str| assert_eq!(resolve(part, href), path);
        check("OEBPS/content.opf", "text/a.xhtml#b", "OEBPS/text/a.xhtml");
        check("OEBPS/text/a.xhtml", "../b%20c.xhtml", "OEBPS/b c.xhtml");
        check("a.opf", "%E7%AB%A0.xhtml", "章.xhtml");
        check("a.opf", "100%.xhtml", "100%.xhtml");
        check("a.opf", "../../../b", "b");
        check("x/a.xhtml", "#n1", "x/a.xhtml");
    }
}
