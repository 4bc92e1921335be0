//! Reads the blocks of a chapter, which is XHTML.
//!
//! A block begins and ends with a block element. Text outside of block elements is a paragraph.

use std::collections::HashMap;

use ibid_css::Look;
use quick_xml::events::{BytesStart, Event};

use super::book::{decode_percent, resolve};
use super::css::element;
use crate::cascade::{Cascade, why};
use crate::elements::{block_kind, is_block, is_preformatted, is_silent_in_books, is_void};
use crate::formats::Fault;
use crate::formats::limits::Watch;
use crate::formats::story::{Meaning, Story, What};
use crate::formats::xml::{attribute, character, name, reader, unescaped};
use ibid::structure::{BlockKind, HiddenWhy};

/// The longest mark of a note, in characters.
const LONG_MARK: usize = 8;

/// A reader of a chapter.
pub(super) struct Chapter<'d, 'w> {
    path: &'d str,
    cascade: Cascade,
    /// The entities that the chapter defines.
    entities: HashMap<String, String>,
    watch: &'w Watch,
    story: &'d mut Story<'w>,
    /// The open elements, outermost first.
    open: Vec<Element>,
    has_paragraph: bool,
    link: Option<Link>,
    notes: usize,
    /// True if the last thing written is the mark that a note begins with.
    is_after_mark: bool,
}

/// An open element.
#[derive(Clone, Copy, Debug)]
struct Element {
    look: Look,
    kind: Option<BlockKind>,
    is_skipped: bool,
    is_body: bool,
    /// True if its lines and blanks are kept.
    is_kept: bool,
    /// True if it is a note, which ends with it. `in_note` is true inside a note.
    is_note: bool,
    in_note: bool,
    in_notes: bool,
}

impl Element {
    /// Returns the element around the whole chapter.
    fn page(look: Look) -> Element {
        Element {
            look,
            kind: None,
            is_skipped: false,
            is_body: false,
            is_kept: false,
            is_note: false,
            in_note: false,
            in_notes: false,
        }
    }
}

/// An open link.
#[derive(Debug)]
struct Link {
    /// The target of the link in the book.
    target: String,
    /// True if it is marked as the mark of a note.
    is_mark: bool,
    text: String,
}

impl<'d, 'w> Chapter<'d, 'w> {
    pub(super) fn new(
        path: &'d str,
        cascade: Cascade,
        watch: &'w Watch,
        story: &'d mut Story<'w>,
    ) -> Chapter<'d, 'w> {
        Chapter {
            path,
            cascade,
            entities: HashMap::new(),
            watch,
            story,
            open: vec![],
            has_paragraph: false,
            link: None,
            notes: 0,
            is_after_mark: false,
        }
    }

    pub(super) fn read(mut self, text: &str) -> Result<(), Fault> {
        let mut xml = reader(text.as_bytes());
        loop {
            let event =
                xml.read_event().map_err(|error| Fault::Damaged(format!("{}: {error}", self.path)))?;
            match event {
                Event::Eof => break,
                Event::Start(tag) if is_void(name(&tag)) => self.void(&tag)?,
                Event::Start(tag) => self.start(&tag)?,
                Event::Empty(tag) if is_void(name(&tag)) => self.void(&tag)?,
                Event::Empty(tag) => {
                    self.start(&tag)?;
                    self.end(name(&tag))?;
                }
                Event::End(tag) if is_void(tag.local_name().as_ref()) => {}
                Event::End(tag) => self.end(tag.local_name().as_ref())?,
                Event::Text(text) => self.push(&text)?,
                Event::CData(text) => self.push(&text)?,
                Event::GeneralRef(reference) => self.reference(&reference)?,
                Event::DocType(declared) => self.entities = entities(&declared),
                _ => {}
            }
        }
        while let Some(element) = self.open.pop() {
            self.close(element)?;
        }
        self.break_block()
    }

    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), Fault> {
        let outer = self.open.last().copied().unwrap_or_else(|| Element::page(self.cascade.page()));
        let name = name(tag);
        let role = Role::of(tag, name);
        let mut inner = Element { is_note: false, ..outer };
        inner.is_body |= name == "body";
        inner.is_skipped |= role == Role::Skipped || is_silent_in_books(name);
        inner.look = self.cascade.open(element(tag), outer.look);
        if inner.is_body && !inner.is_skipped {
            self.open_element(tag, name, role, outer, &mut inner)?;
        }
        self.open.push(inner);
        self.watch.check()?;
        self.watch.depth(self.open.len().try_into().unwrap_or(u32::MAX))
    }

    fn open_element(
        &mut self,
        tag: &BytesStart<'_>,
        name: &str,
        role: Role,
        outer: Element,
        inner: &mut Element,
    ) -> Result<(), Fault> {
        if is_block(name) {
            self.break_block()?;
        }
        inner.in_notes |= role == Role::Notes;
        let is_note = role == Role::Note || (outer.in_notes && name == "li");
        if is_note && !outer.in_note && is_block(name) {
            // Notes that a reader opens are hidden until then.
            inner.look = inner.look.shown_as(outer.look);
            (inner.is_note, inner.in_note, inner.kind) = (true, true, None);
            self.notes += 1;
            let id = match attribute(tag, "id").or_else(|| attribute(tag, "name")) {
                Some(id) => id,
                None => format!(" {}", self.notes),
            };
            self.story.open_note(format!("{}#{id}", self.path))?;
        }
        match name {
            "table" => self.story.open_table(),
            "tr" => self.story.row(),
            "td" | "th" => self.story.cell()?,
            "a" => self.open_link(tag, role)?,
            _ => {}
        }
        inner.kind = kind(name, role).or(inner.kind);
        inner.is_kept |= is_preformatted(name);
        Ok(())
    }

    fn open_link(&mut self, tag: &BytesStart<'_>, role: Role) -> Result<(), Fault> {
        self.close_link()?;
        let Some(href) = attribute(tag, "href") else { return Ok(()) };
        let is_outside = href.contains("://") || href.starts_with("mailto:");
        if !is_outside && let Some((_, place)) = href.split_once('#') {
            let target = format!("{}#{}", resolve(self.path, &href), decode_percent(place));
            self.link = Some(Link { target, is_mark: role == Role::Mark, text: String::new() });
        }
        Ok(())
    }

    fn close_link(&mut self) -> Result<(), Fault> {
        let Some(Link { target, is_mark, text }) = self.link.take() else { return Ok(()) };
        let in_note = self.open.last().is_some_and(|open| open.in_note);
        let text = if in_note && !text.contains(char::is_alphanumeric) { "" } else { text.as_str() };
        if in_note || !(is_mark || is_mark_like(text)) {
            let begins = in_note && !self.has_paragraph && is_mark_like(text);
            self.write(text, None)?;
            self.is_after_mark = begins;
            return Ok(());
        }
        self.ensure_paragraph()?;
        self.story.mark(target, if is_mark { "" } else { text })
    }

    fn end(&mut self, name: &str) -> Result<(), Fault> {
        let Some(&element) = self.open.last() else { return Ok(()) };
        self.cascade.close();
        let is_read = element.is_body && !element.is_skipped;
        if is_read && name == "a" {
            self.close_link()?;
        }
        if is_read && is_block(name) {
            self.break_block()?;
        }
        self.open.pop();
        if is_read && name == "table" {
            self.story.close(What::Table);
        }
        if is_read { self.close(element) } else { Ok(()) }
    }

    fn close(&mut self, element: Element) -> Result<(), Fault> {
        if element.is_note {
            self.break_block()?;
            self.story.close(What::Note);
        }
        Ok(())
    }

    /// Reads an element that never has content.
    fn void(&mut self, tag: &BytesStart<'_>) -> Result<(), Fault> {
        self.cascade.pass(element(tag));
        match name(tag) {
            "br" if self.has_paragraph => self.push_as("\n"),
            "hr" => self.break_block(),
            _ => Ok(()),
        }
    }

    fn reference(&mut self, name: &str) -> Result<(), Fault> {
        let Some(named) = self.entities.get(name).cloned() else { return self.push(&character(name)) };
        // An entity may be used often, and each use has its whole text.
        self.watch.unpack(named.len() as u64)?;
        self.push(&named)
    }

    fn push(&mut self, text: &str) -> Result<(), Fault> {
        let Some(open) = self.open.last() else { return Ok(()) };
        if open.is_kept { self.push_as(text) } else { self.push_as(&text.replace(['\n', '\r', '\t'], " ")) }
    }

    fn push_as(&mut self, text: &str) -> Result<(), Fault> {
        let Some(open) = self.open.last().copied() else { return Ok(()) };
        if open.is_skipped || !open.is_body {
            return Ok(());
        }
        match (open.look.hides().map(why), &mut self.link) {
            (None, Some(link)) => link.text.push_str(text),
            (hidden, _) => self.write(text, hidden)?,
        }
        Ok(())
    }

    fn write(&mut self, text: &str, hidden: Option<HiddenWhy>) -> Result<(), Fault> {
        if !self.has_paragraph && text.trim().is_empty() {
            return Ok(());
        }
        self.ensure_paragraph()?;
        if std::mem::take(&mut self.is_after_mark) && text.starts_with(char::is_alphanumeric) {
            self.story.push(hidden, " ")?;
        }
        self.story.push(hidden, text)
    }

    fn ensure_paragraph(&mut self) -> Result<(), Fault> {
        if !self.has_paragraph {
            let kind = self.open.last().and_then(|open| open.kind);
            self.story.open_paragraph(kind.map(Meaning::Is))?;
            self.has_paragraph = true;
        }
        Ok(())
    }

    fn break_block(&mut self) -> Result<(), Fault> {
        self.close_link()?;
        if std::mem::take(&mut self.has_paragraph) {
            self.story.close(What::Paragraph);
        }
        Ok(())
    }
}

/// Returns the entities that a chapter defines, by name. An entity inside another is replaced only if it was defined
/// before.
fn entities(declared: &str) -> HashMap<String, String> {
    let mut known: HashMap<String, String> = HashMap::new();
    for entity in declared.split("<!ENTITY").skip(1) {
        let Some((name, rest)) = entity.trim_start().split_once(char::is_whitespace) else { continue };
        let mut rest = rest.trim_start().chars();
        let Some(quote @ ('"' | '\'')) = rest.next() else { continue };
        let Some((text, _)) = rest.as_str().split_once(quote) else { continue };
        let text = unescaped(&with_known(text, &known));
        known.insert(name.to_owned(), without_tags(&text));
    }
    known
}

/// The longest text of an entity, in bytes, so that nested entities do not grow without end.
const LONGEST_NAMED: usize = 1 << 16;

/// Replaces the known entities in a text.
fn with_known(text: &str, known: &HashMap<String, String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out += before;
        if let Some((name, tail)) = after.split_once(';')
            && let Some(named) = known.get(name)
            && out.len() + named.len() <= LONGEST_NAMED
        {
            out += named;
            rest = tail;
        } else {
            out.push('&');
            rest = after;
        }
    }
    out + rest
}

pub(super) fn without_tags(text: &str) -> String {
    let mut pieces = text.split('<');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        if let Some((_, after)) = piece.split_once('>') {
            text += after;
        }
    }
    text
}

/// The purpose of an element, by its attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Plain,
    /// A note; `Notes` is an element that contains notes.
    Note,
    Notes,
    /// The link to a note.
    Mark,
    Reference,
    Skipped,
}

impl Role {
    fn of(tag: &BytesStart<'_>, name: &str) -> Role {
        // Without its prefix, `type` is the type of something else.
        let kind = tag.attributes().flatten().find(|one| one.key.as_ref() == "epub:type");
        let mut words = kind.map(|one| one.value.to_string()).unwrap_or_default();
        for key in ["role", "class"] {
            words.push(' ');
            words += &attribute(tag, key).unwrap_or_default();
        }
        words.make_ascii_lowercase();
        for word in words.split_whitespace() {
            match word.strip_prefix("doc-").unwrap_or(word) {
                "noteref" | "footnote-ref" | "footnoteref" | "footnote-reference" if name == "a" => {
                    return Role::Mark;
                }
                "footnote" | "endnote" | "rearnote" => return Role::Note,
                "footnotes" | "endnotes" | "rearnotes" => return Role::Notes,
                "biblioentry" | "csl-entry" => return Role::Reference,
                "backlink" | "footnote-back" | "footnote-backref" | "pagebreak" | "page-list" => {
                    return Role::Skipped;
                }
                _ => {}
            }
        }
        Role::Plain
    }
}

/// Returns the kind of a paragraph in an element, if it is more than a paragraph. A table has cells of its own.
fn kind(name: &str, role: Role) -> Option<BlockKind> {
    match block_kind(name) {
        None | Some(BlockKind::Table) if role == Role::Reference => Some(BlockKind::Reference),
        Some(BlockKind::Table) => None,
        kind => kind,
    }
}

/// Returns whether a text may be the mark of a note: a number, a sign or a letter, and no word.
fn is_mark_like(text: &str) -> bool {
    let letters = text.matches(char::is_alphabetic).count();
    letters <= 1 && text.chars().count() <= LONG_MARK && !text.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_may_give_names_to_texts() {
        let found = entities(
            r#"html [<!ENTITY one "The first &amp; only."> <!ENTITY two '<b>Bold</b> text'><!ENTITY % p "no">"#,
        );
        let text = |name: &str| found.get(name).map(String::as_str);
        assert_eq!(
            (text("one"), text("two"), text("three")),
            (Some("The first & only."), Some("Bold text"), None)
        );
    }
}
