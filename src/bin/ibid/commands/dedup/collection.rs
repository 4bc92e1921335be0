//! What is read of the inputs, and kept: ids and items, no texts.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use ibid::dedup::{ExactKey, Item, Near};
use ibid::{Document, Ids, Place};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;

use super::seen::SeenBefore;
use crate::input::{Fetched, Inputs};
use crate::progress::Progress;

/// A document, or a line of one.
#[derive(Clone, Debug)]
pub(super) struct Id {
    pub(super) document: Arc<str>,
    pub(super) line: Option<u32>,
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.document),
            None => f.write_str(&self.document),
        }
    }
}

impl Serialize for Id {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The lines of a text that are not blank, with their numbers from 1.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

/// What one thing that was fetched is: in each reading of an input that has not changed, the same comes at the same
/// place.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entry {
    /// A document.
    Whole(Origin, Item),
    /// A document by its lines that are not blank.
    Lines(Origin, Vec<(u32, Item)>),
    /// It cannot be read: why.
    Failed(String),
}

impl Entry {
    /// Whether it is a document.
    pub(super) fn is_document(&self) -> bool {
        !matches!(self, Entry::Failed(_))
    }

    /// The keys of its texts that were not seen before.
    pub(super) fn keys(&self) -> impl Iterator<Item = ExactKey> {
        let (one, lines) = match self {
            Entry::Whole(_, item) => (Some(item), &[][..]),
            Entry::Lines(_, lines) => (None, &lines[..]),
            Entry::Failed(_) => (None, &[][..]),
        };
        let items = one.into_iter().chain(lines.iter().map(|(_, item)| item));
        items.filter(|item| !item.seen).filter_map(|item| item.exact)
    }
}

/// The document of an entry.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Origin {
    /// Its id.
    pub(super) id: Arc<str>,
    /// The line of a JSONL record.
    pub(super) line: Option<u64>,
}

/// An entry of an input.
#[derive(Debug)]
pub(super) struct Read {
    /// The number of the input.
    pub(super) input: usize,
    pub(super) entry: Entry,
    /// Whether reading itself worked; where it did not, it may the next time.
    pub(super) is_fetched: bool,
}

/// How documents become entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Making<'n> {
    pub(super) near: Option<&'n Near>,
    /// Whether each line is a text.
    pub(super) lines: bool,
    pub(super) seen: Option<&'n SeenBefore>,
}

/// What is made by many threads at once.
enum Made {
    Entry(Entry),
    /// A text whose lines are worked on by many threads: it may be the only one.
    Text(Origin, String),
}

impl Making<'_> {
    /// Reads the inputs and hands on what is made of each document, in order.
    pub(super) fn read(
        self,
        pool: &ThreadPool,
        inputs: Inputs,
        mut progress: Progress,
        take: &mut dyn FnMut(Read) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        inputs.each(
            pool,
            |fetched| {
                let about = (fetched.input, fetched.size_bytes(), fetched.raw.is_ok());
                (about, self.make(fetched))
            },
            &mut |((input, bytes, is_fetched), made)| {
                progress.add(bytes);
                let entry = match made {
                    Made::Entry(entry) => entry,
                    Made::Text(origin, text) => Entry::Lines(origin, self.lines(pool, &text)),
                };
                take(Read { input, entry, is_fetched })
            },
        )
    }

    fn make(self, fetched: Fetched) -> Made {
        match fetched.decode() {
            Ok((place, document)) => {
                let origin = Origin { id: document.id.as_str().into(), line: place.line };
                if self.lines {
                    Made::Text(origin, document.text)
                } else {
                    let item = Item::of(&document, self.near_of(&document.text));
                    Made::Entry(Entry::Whole(origin, self.asked(item)))
                }
            }
            Err(error) => Made::Entry(Entry::Failed(error.to_string())),
        }
    }

    /// What near ones of a text are found by: of what was seen, none are looked for.
    fn near_of(&self, text: &str) -> Option<&Near> {
        let is_new = |seen: &SeenBefore| !seen.has(&Item::of_text(text, None));
        self.near.filter(|_| self.seen.is_none_or(is_new))
    }

    /// An item of which it is known whether its text was seen.
    fn asked(self, item: Item) -> Item {
        Item { seen: self.seen.is_some_and(|seen| seen.has(&item)), ..item }
    }

    fn lines(self, pool: &ThreadPool, text: &str) -> Vec<(u32, Item)> {
        let lines: Vec<(u32, &str)> = lines(text).collect();
        let item =
            |&(number, line): &(u32, &str)| (number, self.asked(Item::of_text(line, self.near_of(line))));
        pool.install(|| lines.par_iter().map(item).collect())
    }
}

/// All that was read.
#[derive(Debug, Default)]
pub(super) struct Collection {
    pub(super) ids: Vec<Id>,
    pub(super) items: Vec<Item>,
    pub(super) failures: Vec<String>,
    /// How many entries there were.
    entries: u64,
    /// Those of them that gave nothing: failures, and documents whose id another one has.
    left_out: HashSet<u64>,
    taken: Ids,
}

impl Collection {
    /// Takes the next entry, which stood in the input of this path.
    pub(super) fn push(&mut self, path: &Path, entry: Entry) {
        let number = self.entries;
        self.entries += 1;
        if let Err(why) = self.take(path, entry) {
            self.failures.push(why);
            self.left_out.insert(number);
        }
    }

    fn take(&mut self, path: &Path, entry: Entry) -> Result<(), String> {
        let (Entry::Whole(origin, _) | Entry::Lines(origin, _)) = &entry else {
            let Entry::Failed(why) = entry else { return Ok(()) };
            return Err(why);
        };
        let place = Place { path: path.to_owned(), line: origin.line };
        self.taken.take(&origin.id, &place).map_err(|error| error.to_string())?;
        match entry {
            Entry::Whole(Origin { id, .. }, item) => {
                self.ids.push(Id { document: id, line: None });
                self.items.push(item);
            }
            Entry::Lines(Origin { id, .. }, items) => {
                let of = |(line, _): &(u32, Item)| Id { document: Arc::clone(&id), line: Some(*line) };
                self.ids.extend(items.iter().map(of));
                self.items.extend(items.into_iter().map(|(_, item)| item));
            }
            Entry::Failed(_) => {}
        }
        Ok(())
    }

    /// Whether the entry of this number, from 0, gave nothing.
    pub(super) fn is_left_out(&self, entry: u64) -> bool {
        self.left_out.contains(&entry)
    }

    /// Frees what only reading needs.
    pub(super) fn end(&mut self) {
        self.taken = Ids::default();
    }
}

/// A document of a line, where lines are texts.
pub(super) fn of_line(id: &Id, line: &str) -> Document {
    Document { id: id.to_string(), text: line.to_owned(), ..Document::default() }
}
