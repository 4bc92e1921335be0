use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::signature::Rule;
use crate::store::memory::Memory;
use crate::store::tier::Tier;
use crate::store::{Embedded, Store};

#[derive(Clone, Debug)]
enum Step {
    Insert(ArticleKeys, u64),
    Remove(ArticleKeys, u64),
    InsertUrl(u128, u64),
    RemoveUrl(u128, u64),
    Settle(bool),
    Open,
}

fn owner(number: u64) -> Owner {
    Owner { number, doc: DocId::from_bytes(u128::from(100 - number).to_be_bytes()) }
}

/// Generates fingerprints that are mostly within a few bits of each other.
fn print() -> impl Strategy<Value = Option<u64>> {
    let flipped = prop::collection::vec(0..64_u32, 0..4);
    let print = (0..2_u64, flipped).prop_map(|(base, flipped)| {
        flipped.into_iter().fold(base * 0x0123_4567_89ab_cdef, |print, bit| print ^ 1 << bit)
    });
    prop::option::of(print)
}

fn article_keys() -> impl Strategy<Value = ArticleKeys> {
    let bag = prop::collection::btree_set(0..8_u32, 0..6).prop_map(|bag| bag.into_iter().collect());
    (print(), print(), bag).prop_map(|(title, content, bag)| ArticleKeys { title, content, bag })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (article_keys(), 0..9_u64).prop_map(|(article_keys, owner)| Step::Insert(article_keys, owner)),
        2 => (article_keys(), 0..9_u64).prop_map(|(article_keys, owner)| Step::Remove(article_keys, owner)),
        3 => (0..4_u128, 0..9_u64).prop_map(|(url, owner)| Step::InsertUrl(url, owner)),
        3 => (0..4_u128, 0..9_u64).prop_map(|(url, owner)| Step::RemoveUrl(url, owner)),
        2 => prop::bool::weighted(0.7).prop_map(Step::Settle),
        1 => Just(Step::Open),
    ];
    prop::collection::vec(step, 1..60)
}

fn open(embedded: &Embedded, store: &Arc<Memory>) -> StoredKeys {
    open_by(Rule::Paper, embedded, store)
}

fn open_by(rule: Rule, embedded: &Embedded, store: &Arc<Memory>) -> StoredKeys {
    let tier = Arc::new(Tier::behind(embedded, Table::Keys, store.clone()).unwrap());
    StoredKeys::open(rule, tier, embedded).unwrap()
}

/// Opens keys whose lists have at most `longest` fingerprints.
fn open_with(rule: Rule, embedded: &Embedded, store: &Arc<Memory>, longest: usize) -> StoredKeys {
    let mut keys = open_by(rule, embedded, store);
    keys.longest = longest;
    keys
}

fn new(embedded: &Embedded, store: &Arc<Memory>) -> StoredKeys {
    new_by(Rule::Paper, embedded, store)
}

fn new_by(rule: Rule, embedded: &Embedded, store: &Arc<Memory>) -> StoredKeys {
    let mut keys = open_by(rule, embedded, store);
    assert!(!keys.are_whole().unwrap());
    keys.clear().unwrap();
    keys.complete().unwrap();
    keys
}

fn settle(keys: &mut dyn Keys, embedded: &Embedded, is_committed: bool) {
    if is_committed {
        let changes = keys.to_commit().unwrap();
        embedded.commit(changes).unwrap();
    }
    keys.settle(is_committed);
}

fn apply(keys: &mut dyn Keys, embedded: &Embedded, step: &Step) {
    match step {
        Step::Insert(article_keys, number) => keys.insert(article_keys, owner(*number)).unwrap(),
        Step::Remove(article_keys, number) => keys.remove(article_keys, owner(*number)).unwrap(),
        Step::InsertUrl(url, number) => keys.insert_url(*url, owner(*number)).unwrap(),
        Step::RemoveUrl(url, number) => keys.remove_url(*url, owner(*number)).unwrap(),
        Step::Settle(is_committed) => settle(keys, embedded, *is_committed),
        Step::Open => settle(keys, embedded, true),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn keys_in_a_store_find_what_keys_in_memory_find(
        steps in steps(),
        asked in prop::collection::vec(article_keys(), 1..6),
        longest in 1..20_usize,
        rule in prop_oneof![Just(Rule::Facts), Just(Rule::Paper)],
    ) {
        let folder = tempfile::tempdir().unwrap();
        let embedded = Embedded::open(folder.path()).unwrap();
        let store = Arc::new(Memory::default());
        let (mut stored, mut memory) = (new_by(rule, &embedded, &store), MemoryKeys::new(rule));
        stored.longest = longest;
        for step in steps {
            apply(&mut stored, &embedded, &step);
            apply(&mut memory, &embedded, &step);
            if matches!(step, Step::Open) {
                drop(stored);
                stored = open_with(rule, &embedded, &store, longest);
                prop_assert!(stored.are_whole().unwrap());
            }
            stored.fetch(&[0, 1], &asked.iter().collect::<Vec<_>>()).unwrap();
            for article_keys in &asked {
                for (field, print) in article_keys.prints() {
                    prop_assert_eq!(stored.near(field, print).unwrap(), memory.near(field, print).unwrap());
                }
                prop_assert_eq!(stored.alike(article_keys).unwrap(), memory.alike(article_keys).unwrap());
                prop_assert_eq!(stored.proposed(article_keys).unwrap(), memory.proposed(article_keys).unwrap());
            }
            for url in 0..4 {
                prop_assert_eq!(stored.url(url).unwrap(), memory.url(url).unwrap());
            }
        }
    }
}

#[test]
fn long_lists_are_split_and_nothing_near_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let embedded = Embedded::open(folder.path()).unwrap();
    let store = Arc::new(Memory::default());
    let (mut stored, mut memory) = (new(&embedded, &store), MemoryKeys::new(Rule::Paper));
    let mut state = 7_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    // Three blocks of sixteen bits have few values, as in real texts.
    let print = |bits: u64| bits & 0xffff_000f_0007_0003;
    let article_keys = |print: u64| ArticleKeys { content: Some(print), ..ArticleKeys::default() };
    let prints: Vec<u64> = (0..3000).map(|_| print(random())).collect();
    for (number, &print) in (0..).zip(&prints) {
        let article_keys = article_keys(print);
        for keys in [&mut stored as &mut dyn Keys, &mut memory] {
            keys.insert(&article_keys, owner(number % 90)).unwrap();
        }
        if number % 500 == 0 {
            settle(&mut stored, &embedded, true);
        }
    }
    settle(&mut stored, &embedded, true);
    let mut kinds = std::collections::BTreeMap::new();
    let mut count = |key: &[u8], _: &[u8]| {
        *kinds.entry(key[0]).or_insert(0) += 1;
        Ok(())
    };
    drop(stored);
    store.for_each(b"", &mut count).unwrap();
    assert!(kinds[&b'C'] > 1000, "finer lists: {kinds:?}");
    stored = open(&embedded, &store);
    let mut found = 0;
    for (number, &inserted) in (0..).zip(&prints) {
        // Up to five bits away from an inserted fingerprint, or from a random one.
        let from = if number % 2 == 0 { inserted } else { print(random()) };
        let near = (0..random() % 6).fold(from, |near, _| near ^ (1 << (random() % 64)));
        let expected = memory.near(Field::Content, near).unwrap();
        found += usize::from(expected.is_some());
        assert_eq!(stored.near(Field::Content, near).unwrap(), expected);
    }
    assert!((500..2500).contains(&found), "{found}");
}

#[test]
fn bags_that_are_alike_share_a_word_of_their_prefixes() {
    for n in 1..40_u32 {
        let bag: Vec<u32> = (0..n).collect();
        // As many of the rarest words as possible differ.
        let others = (0..=n).rev().find(|&others| 10 * (n - others) >= 7 * (n + others)).unwrap();
        let other: Vec<u32> = (0..others).map(|word| word + 1000).chain(others..n).collect();
        assert!(similarity(&bag, &sorted(&other)).is_some());
        assert!(prefix(&bag).iter().any(|word| prefix(&other).contains(word)), "{n} words, {others} others");
    }
}

#[test]
fn keys_that_a_store_lost_are_not_whole() {
    let folder = tempfile::tempdir().unwrap();
    let embedded = Embedded::open(folder.path()).unwrap();
    let store = Arc::new(Memory::default());
    let mut keys = new(&embedded, &store);
    keys.insert_url(1, owner(1)).unwrap();
    settle(&mut keys, &embedded, true);
    assert!(keys.are_whole().unwrap());
    drop(keys);
    keys = open(&embedded, &store);
    let whole: Vec<Change> = ["e2", "s"]
        .map(|key| Change { key: key.into(), value: store.get_one(key.as_bytes()).unwrap() })
        .into();
    for lost in ["e2", "s"] {
        store.write(&[Change { key: lost.into(), value: None }]).unwrap();
        assert!(!keys.are_whole().unwrap(), "{lost}");
        drop(keys);
        keys = open(&embedded, &store);
        assert!(!keys.are_whole().unwrap(), "{lost}");
        store.write(&whole).unwrap();
        drop(keys);
        keys = open(&embedded, &store);
        assert!(keys.are_whole().unwrap());
    }
}

#[test]
fn two_services_in_one_store_are_told_and_a_new_one_takes_over() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [one, other] = folders.each_ref().map(|folder| Embedded::open(folder.path()).unwrap());
    let store = Arc::new(Memory::default());
    let first = new(&one, &store);
    let second = new(&other, &store);
    assert!(second.are_whole().unwrap());
    let told = first.are_whole().unwrap_err().to_string();
    assert!(told.contains("another service writes its keys there"), "{told}");
    drop(first);
    assert!(!open(&one, &store).are_whole().unwrap());
}

#[test]
fn keys_in_memory_make_those_in_a_store_old() {
    let folder = tempfile::tempdir().unwrap();
    let embedded = Embedded::open(folder.path()).unwrap();
    let store = Arc::new(Memory::default());
    drop(new(&embedded, &store));
    assert!(open(&embedded, &store).are_whole().unwrap());
    forget_stored(&embedded).unwrap();
    assert!(!open(&embedded, &store).are_whole().unwrap());
}
