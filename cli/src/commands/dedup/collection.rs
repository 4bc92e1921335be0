//! The collection of what is read from the inputs: names and items, without texts.
//!
//! A document is identified by its place in the inputs. Its id is its name. Several documents may share an id: each
//! shard of a collection may count from 0.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ibid::Error;
use ibid_dedup::{ExactKey, Item, KeepDifferent, NearMethod};
use ibid_read::Input;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::name::{Name, Origin, ReadDocument, Text};
use super::seen::SeenBefore;
use crate::advice;
use crate::input::{Fetched, Inputs};
use crate::progress::Progress;

/// Returns the lines of a text that are not blank, with their numbers from 1.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

/// The result for one fetched document. Each reading of an unchanged input gives equal entries in equal order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Entry {
    /// A whole document.
    Whole(Origin, Item),
    /// A document as its lines that are not blank.
    Lines(Origin, Vec<(u32, Item)>),
    /// The reason why it cannot be read.
    Failed(String),
}

impl Entry {
    /// Returns whether it is a document.
    pub(super) fn is_document(&self) -> bool {
        !matches!(self, Entry::Failed(_))
    }

    /// Returns the keys of its texts that were not seen before.
    pub(super) fn keys(&self) -> impl Iterator<Item = ExactKey> {
        let (one, lines) = match self {
            Entry::Whole(_, item) => (Some(item), &[][..]),
            Entry::Lines(_, lines) => (None, &lines[..]),
            Entry::Failed(_) => (None, &[][..]),
        };
        one.into_iter().chain(lines.iter().map(|(_, item)| item)).filter_map(new_key)
    }
}

/// Returns the key of a text that was not seen before.
pub(super) fn new_key(item: &Item) -> Option<ExactKey> {
    if item.seen { None } else { item.exact }
}

/// An entry, with the input it was read from.
#[derive(Debug)]
pub(super) struct Read {
    /// The number of the input.
    pub(super) input: usize,
    pub(super) entry: Entry,
    /// True if fetching worked. A failed fetch may work the next time.
    pub(super) is_fetched: bool,
    /// True if the input broke off here, so that the rest of it is unknown.
    pub(super) is_broken_off: bool,
}

/// The settings for turning documents into entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Making<'n> {
    pub(super) pool: &'n ThreadPool,
    pub(super) near: Option<&'n dyn NearMethod>,
    /// The facts in which near texts must not differ.
    pub(super) different: &'n KeepDifferent,
    /// True if each line is a text.
    pub(super) lines: bool,
    pub(super) seen: Option<&'n SeenBefore>,
}

/// The result of one thread for one document.
enum Made {
    Entry(Entry),
    /// A text whose lines are then shared among the threads, since it may be the only text.
    Text(Origin, String),
}

impl Making<'_> {
    /// Reads the inputs, and calls `take` with the result for each document, in order.
    pub(super) fn read(
        self,
        inputs: Inputs,
        mut progress: Progress,
        take: &mut dyn FnMut(Read) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        inputs.each(
            self.pool,
            |fetched| {
                let is_broken_off = matches!(fetched.raw, Err(Error::BrokenOff { .. }));
                let about = (fetched.input, fetched.size_bytes(), fetched.raw.is_ok(), is_broken_off);
                (about, self.make(fetched))
            },
            &mut |((input, bytes, is_fetched, is_broken_off), made)| {
                progress.add(bytes);
                let entry = match made {
                    Made::Entry(entry) => entry,
                    Made::Text(origin, text) => Entry::Lines(origin, self.lines(&text)),
                };
                take(Read { input, entry, is_fetched, is_broken_off })
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
                    Made::Entry(Entry::Whole(origin, self.asked(item, &document.text)))
                }
            }
            Err(error) => Made::Entry(Entry::Failed(advice::in_words(&error))),
        }
    }

    /// Returns the near method for a text; none for a text seen before, which is dropped anyway.
    fn near_of(&self, text: &str) -> Option<&dyn NearMethod> {
        match self.seen {
            Some(seen) if seen.has(&Item::of_text(text, None)) => None,
            _ => self.near,
        }
    }

    /// Sets in the item of a text whether the text was seen before, and its facts if it may be near others.
    fn asked(self, item: Item, text: &str) -> Item {
        let facts = if item.signature.is_some() { self.different.key(text) } else { None };
        Item { seen: matches!(self.seen, Some(seen) if seen.has(&item)), facts, ..item }
    }

    fn lines(self, text: &str) -> Vec<(u32, Item)> {
        let lines: Vec<(u32, &str)> = lines(text).collect();
        self.pool.install(|| lines.par_iter().map(|&(number, line)| (number, self.of_line(line))).collect())
    }

    fn of_line(self, line: &str) -> Item {
        self.asked(Item::of_text(line, self.near_of(line)), line)
    }
}

/// Everything that was read.
#[derive(Debug, Default)]
pub(super) struct Collection {
    /// The documents, in the order in which they were read.
    documents: Vec<ReadDocument>,
    /// The inputs of the documents.
    inputs: Vec<Input>,
    /// The texts to keep or drop: documents, or their lines.
    pub(super) texts: Vec<Text>,
    pub(super) items: Vec<Item>,
    pub(super) failures: Vec<String>,
    /// True if an input broke off, so that a result would be incomplete.
    pub(super) is_broken_off: bool,
    /// The number of entries.
    entries: u64,
    /// The numbers of the entries that could not be read.
    left_out: HashSet<u64>,
}

impl Collection {
    /// Adds the next entry, which comes from this input.
    pub(super) fn push(&mut self, input: &Input, entry: Entry) {
        let number = self.entries;
        self.entries += 1;
        if self.inputs.last() != Some(input) {
            self.inputs.push(input.clone());
        }
        let document = self.documents.len() as u32;
        let (input, shares_its_id) = (self.inputs.len() as u32 - 1, false);
        match entry {
            Entry::Whole(origin, item) => {
                self.documents.push(ReadDocument { origin, input, shares_its_id });
                self.texts.push(Text { document, line: None });
                self.items.push(item);
            }
            Entry::Lines(origin, items) => {
                self.documents.push(ReadDocument { origin, input, shares_its_id });
                for (line, item) in items {
                    self.texts.push(Text { document, line: Some(line) });
                    self.items.push(item);
                }
            }
            Entry::Failed(why) => {
                self.failures.push(why);
                self.left_out.insert(number);
            }
        }
    }

    /// Finds the documents that share an id, once all entries are there.
    pub(super) fn end(&mut self) {
        let mut first: HashMap<Arc<str>, usize> = HashMap::with_capacity(self.documents.len());
        for number in 0..self.documents.len() {
            let id = Arc::clone(&self.documents[number].origin.id);
            let earlier = *first.entry(id).or_insert(number);
            if earlier != number {
                self.documents[earlier].shares_its_id = true;
                self.documents[number].shares_its_id = true;
            }
        }
        // A state may know files with the same name from several folders.
        let mut names: HashMap<_, usize> = HashMap::new();
        for input in &self.inputs {
            *names.entry(input.path.clone()).or_default() += 1;
        }
        for input in &mut self.inputs {
            if let Some(absolute) = &input.absolute
                && names[&input.path] > 1
            {
                input.path.clone_from(absolute);
            }
        }
    }

    /// Returns whether the entry with this number, from 0, could not be read.
    pub(super) fn is_left_out(&self, entry: u64) -> bool {
        self.left_out.contains(&entry)
    }

    /// Returns the id of a document, by its number.
    pub(super) fn id(&self, document: u32) -> Option<&str> {
        Some(&self.documents.get(document as usize)?.origin.id)
    }

    /// Returns the name of a text, by its number.
    pub(super) fn name(&self, number: u32) -> Name<'_> {
        let text = self.texts[number as usize];
        let found = &self.documents[text.document as usize];
        let place = found.shares_its_id.then(|| found.place(&self.inputs[found.input as usize]));
        Name { id: &found.origin.id, line: text.line, place }
    }
}
