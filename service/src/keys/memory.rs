//! The keys in memory, made from the map when the service starts.
//!
//! Some 250 bytes an article with url, title and content.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{Alike, Field, Keys, LEAST_ALIKE, Marks, bag_jaccard, prefix};
use crate::docid::DocId;
use crate::store::Fault;
use crate::texts::{Nearby, Texts};

/// Keys in memory.
pub(crate) struct MemoryKeys {
    /// With the number of the articles there.
    urls: HashMap<u128, (DocId, u32)>,
    titles: Prints,
    contents: Prints,
    words: Words,
}

/// Fingerprints, each with a `docId`.
struct Prints {
    nearby: Box<dyn Nearby>,
    /// By the number of the fingerprint; none where it was removed.
    docs: Vec<Option<DocId>>,
}

/// Short contents by their words.
#[derive(Default)]
struct Words {
    /// None where it was removed.
    bags: Vec<Option<Bag>>,
    /// The numbers of the bags that have a word among their rarest.
    lists: HashMap<u32, Vec<u32>>,
}

struct Bag {
    doc: DocId,
    content: Option<u64>,
    words: Box<[u32]>,
}

impl MemoryKeys {
    pub(crate) fn new(texts: &dyn Texts) -> MemoryKeys {
        let prints = || Prints { nearby: texts.nearby(), docs: vec![] };
        MemoryKeys { urls: HashMap::new(), titles: prints(), contents: prints(), words: Words::default() }
    }

    fn prints(&self, field: Field) -> &Prints {
        match field {
            Field::Title => &self.titles,
            Field::Content => &self.contents,
        }
    }
}

impl Prints {
    fn near(&self, fingerprint: u64) -> Option<(DocId, u32)> {
        let mut found = vec![];
        self.nearby.within(fingerprint, &mut found);
        found.iter().find_map(|&(number, distance)| Some((self.docs[number as usize]?, distance)))
    }

    fn insert(&mut self, fingerprint: u64, doc: DocId) {
        let number = self.nearby.insert(fingerprint) as usize;
        if number == self.docs.len() {
            self.docs.push(Some(doc));
        } else {
            self.docs[number].get_or_insert(doc);
        }
    }

    fn remove(&mut self, fingerprint: u64, doc: DocId) {
        let mut found = vec![];
        self.nearby.within(fingerprint, &mut found);
        if let Some(&(number, 0)) = found.first() {
            let place = &mut self.docs[number as usize];
            if *place == Some(doc) {
                *place = None;
            }
        }
    }
}

impl Words {
    fn alike(&self, marks: &Marks) -> Option<Alike> {
        let mut found: Vec<u32> =
            prefix(&marks.bag).iter().filter_map(|word| self.lists.get(word)).flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        let mut best: Option<Alike> = None;
        for bag in found.into_iter().filter_map(|number| self.bags[number as usize].as_ref()) {
            let similarity = bag_jaccard(&marks.bag, &bag.words);
            if similarity >= best.map_or(LEAST_ALIKE, |best| best.similarity.next_up()) {
                let distance = marks.content.zip(bag.content).map(|(a, b)| (a ^ b).count_ones());
                best = Some(Alike { doc: bag.doc, similarity, distance });
            }
        }
        best
    }

    fn insert(&mut self, marks: &Marks, doc: DocId) {
        let number = self.bags.len() as u32;
        for &word in prefix(&marks.bag) {
            self.lists.entry(word).or_default().push(number);
        }
        self.bags.push(Some(Bag { doc, content: marks.content, words: marks.bag.clone().into() }));
    }

    fn remove(&mut self, marks: &Marks, doc: DocId) {
        for word in prefix(&marks.bag) {
            let Some(list) = self.lists.get_mut(word) else { continue };
            list.retain(|&number| {
                let place = &mut self.bags[number as usize];
                if place.as_ref().is_some_and(|bag| bag.doc == doc && *bag.words == *marks.bag) {
                    *place = None;
                }
                place.is_some()
            });
        }
    }
}

impl Keys for MemoryKeys {
    fn begin(&mut self, _: &[u128], _: &[&Marks]) -> Result<(), Fault> {
        Ok(())
    }

    fn url(&self, url: u128) -> Option<DocId> {
        self.urls.get(&url).map(|(doc, _)| *doc)
    }

    fn near(&self, field: Field, fingerprint: u64) -> Option<(DocId, u32)> {
        self.prints(field).near(fingerprint)
    }

    fn alike(&self, marks: &Marks) -> Option<Alike> {
        self.words.alike(marks)
    }

    fn insert_url(&mut self, url: u128, doc: DocId) {
        let (at, count) = self.urls.entry(url).or_insert((doc, 0));
        if *at == doc {
            *count += 1;
        }
    }

    fn remove_url(&mut self, url: u128, doc: DocId) {
        if let Entry::Occupied(mut entry) = self.urls.entry(url)
            && entry.get().0 == doc
        {
            entry.get_mut().1 -= 1;
            if entry.get().1 == 0 {
                entry.remove();
            }
        }
    }

    fn insert(&mut self, marks: &Marks, doc: DocId) {
        if let Some(title) = marks.title {
            self.titles.insert(title, doc);
        }
        if let Some(content) = marks.content {
            self.contents.insert(content, doc);
        }
        if !marks.bag.is_empty() {
            self.words.insert(marks, doc);
        }
    }

    fn remove(&mut self, marks: &Marks, doc: DocId) {
        if let Some(title) = marks.title {
            self.titles.remove(title, doc);
        }
        if let Some(content) = marks.content {
            self.contents.remove(content, doc);
        }
        self.words.remove(marks, doc);
    }

    fn end(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}
