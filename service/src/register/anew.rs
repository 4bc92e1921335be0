//! The rebuild of the keys from the map.

use std::collections::HashMap;

use super::opened::Tiers;
use super::rows::{GROUPS, Group, MEMBERS, Member, group_of};
use crate::docid::DocId;
use crate::keys::{ArticleKeys, Keys, Owner};
use crate::store::Fault;
use crate::store::rows::read;

/// The number of keys that are inserted at once.
const AT_ONCE: usize = 1000;

/// Makes all keys, and returns the number of the next group. `O(n)` for n articles; a hash for each `docId` is in
/// memory meanwhile.
pub(super) fn make(tiers: &Tiers, keys: &mut dyn Keys) -> Result<u64, Fault> {
    keys.clear()?;
    let mut numbers: HashMap<DocId, u64> = HashMap::new();
    let mut article_keys: Vec<(ArticleKeys, Owner)> = vec![];
    tiers.map.for_each(&[GROUPS], &mut |key, value| {
        let Some(doc) = group_of(key) else { return Ok(()) };
        let group: Group = read(value)?;
        numbers.insert(doc, group.number);
        let owner = group.owner(doc);
        for keys in group.article_keys {
            article_keys.push((keys, owner));
        }
        if article_keys.len() < AT_ONCE { Ok(()) } else { insert_all(tiers, keys, &mut article_keys) }
    })?;
    insert_all(tiers, keys, &mut article_keys)?;
    let mut urls: Vec<(u128, Owner)> = vec![];
    tiers.map.for_each(&[MEMBERS], &mut |_, value| {
        let member: Member = read(value)?;
        if let (Some(url), Some(&number)) = (member.url, numbers.get(&member.doc)) {
            urls.push((url, Owner { number, doc: member.doc }));
        }
        if urls.len() < AT_ONCE { Ok(()) } else { insert_urls(tiers, keys, &mut urls) }
    })?;
    insert_urls(tiers, keys, &mut urls)?;
    keys.complete()?;
    Ok(numbers.values().max().map_or(0, |number| number + 1))
}

fn insert_all(
    tiers: &Tiers,
    keys: &mut dyn Keys,
    article_keys: &mut Vec<(ArticleKeys, Owner)>,
) -> Result<(), Fault> {
    keys.fetch(&[], &article_keys.iter().map(|(article_keys, _)| article_keys).collect::<Vec<_>>())?;
    for (article_keys, owner) in article_keys.drain(..) {
        keys.insert(&article_keys, owner)?;
    }
    commit(tiers, keys)
}

fn insert_urls(tiers: &Tiers, keys: &mut dyn Keys, urls: &mut Vec<(u128, Owner)>) -> Result<(), Fault> {
    keys.fetch(&urls.iter().map(|(url, _)| *url).collect::<Vec<_>>(), &[])?;
    for (url, owner) in urls.drain(..) {
        keys.insert_url(url, owner)?;
    }
    commit(tiers, keys)
}

fn commit(tiers: &Tiers, keys: &mut dyn Keys) -> Result<(), Fault> {
    let written = keys.to_commit().and_then(|changes| tiers.embedded.commit(changes));
    keys.settle(written.is_ok());
    written
}
