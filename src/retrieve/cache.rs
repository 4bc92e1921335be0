//! A size-bounded cache of values built from records or parts of them, shared by all queries.

use std::hash::Hash;
use std::sync::Arc;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use super::payload::StoredDocument;
use crate::analyze::Analyzed;

/// The most words of analyzed documents in a cache, at some 25 bytes each with their text.
pub(super) const CACHED_WORDS: usize = 12_000_000;

/// The share of a cache for values that were used again. With the library's default of .97, sources that are used a few
/// times in a row are built more often than by an LRU cache.
const HOT_SHARE: f64 = 0.75;

/// A size-bounded cache of values built from keys, such as records. A value is built once, however many threads ask for
/// it at the same time.
pub(crate) type RecordCache<K, V> = Cache<K, Arc<V>, SizeWeighter>;

/// A value that a cache can hold.
pub(crate) trait Size {
    /// Returns the size of the value, in the unit of its cache.
    fn size(&self) -> usize;
}

impl Size for Analyzed<'_> {
    fn size(&self) -> usize {
        self.words().len()
    }
}

impl Size for StoredDocument {
    fn size(&self) -> usize {
        self.size_bytes
    }
}

/// A weighter by size. A value larger than the cache counts as one that fits, so that it is cached alone.
#[derive(Clone, Debug)]
pub(crate) struct SizeWeighter {
    most: u64,
}

impl<K, V: Size> Weighter<K, Arc<V>> for SizeWeighter {
    fn weight(&self, _: &K, value: &Arc<V>) -> u64 {
        // A value without weight would never be dropped.
        (value.size() as u64).clamp(1, self.most)
    }
}

/// Makes an empty cache of values of at most this size together.
pub(crate) fn record_cache<K: Eq + Hash, V: Size>(most: usize) -> RecordCache<K, V> {
    let options = OptionsBuilder::new()
        // A shard has its share of the room: with several of them, long documents would not fit.
        .shards(1)
        .hot_allocation(HOT_SHARE)
        .estimated_items_capacity(1_000)
        .weight_capacity(most as u64)
        .build()
        .expect("the capacities are set");
    let weighter = SizeWeighter { most: (most as f64 * HOT_SHARE) as u64 };
    Cache::with_options(options, weighter, DefaultHashBuilder::default(), DefaultLifecycle::default())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::error::{Error, Result};

    impl Size for u32 {
        fn size(&self) -> usize {
            *self as usize
        }
    }

    #[test]
    fn values_together_have_at_most_the_size_of_the_cache() {
        let cache = record_cache(100);
        for size in (0..1_000).map(|number| number * 7 % 60) {
            let value = cache.get_or_insert_with(&size, || Ok::<_, Error>(Arc::new(size))).unwrap();
            assert_eq!(*value, size);
            assert!(cache.iter().map(|(_, value)| value.size()).sum::<usize>() <= 100);
        }
        assert!(cache.len() > 1);
    }

    #[test]
    fn values_that_are_used_again_are_not_built_again() {
        let cache = record_cache(40);
        let mut built = vec![];
        for key in [1, 2, 1, 2, 3, 4, 5, 6, 1, 2, 7, 8, 9, 1, 2] {
            let build = || {
                built.push(key);
                Ok::<_, Error>(Arc::new(10))
            };
            cache.get_or_insert_with(&key, build).unwrap();
        }
        assert_eq!(built, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn a_value_larger_than_the_cache_is_built_once() {
        let cache = record_cache(40);
        cache.get_or_insert_with(&1, || Ok::<_, Error>(Arc::new(1_000))).unwrap();
        assert!(cache.get(&1).is_some());
    }

    #[test]
    fn threads_that_ask_for_one_value_build_it_once() {
        let (cache, built) = (record_cache(40), AtomicU32::new(0));
        let build = || -> Result<Arc<u32>> {
            built.fetch_add(1, Ordering::Relaxed);
            std::thread::yield_now();
            Ok(Arc::new(10))
        };
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| assert_eq!(*cache.get_or_insert_with(&1, build).unwrap(), 10));
            }
        });
        assert_eq!(built.into_inner(), 1);
    }

    #[test]
    fn a_value_that_could_not_be_built_is_tried_again() {
        let cache = record_cache(40);
        let failed: Result<Arc<u32>> = cache.get_or_insert_with(&1, || Err(Error::Request(String::new())));
        assert!(failed.is_err());
        assert_eq!(*cache.get_or_insert_with(&1, || Ok::<_, Error>(Arc::new(10))).unwrap(), 10);
    }
}
