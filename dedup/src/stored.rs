//! The version of items in files.
//!
//! [`Item`](crate::Item) can be serialized, with all that is in it. Items are checked when they are read back: foreign
//! bytes give no item or some other one, but no panic, and no more memory than there are bytes.

use ibid::normalize::Normalized;

/// The version of the layout of items. It also changes when signatures of the same name come out differently.
const VERSION: u32 = 5;

/// Returns the version of stored items. Stored items are comparable with new ones if this and
/// [`NearMethod::name`](crate::NearMethod::name) are equal.
pub fn item_version() -> String {
    format!("{VERSION}.{}", Normalized::VERSION)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{ExactKey, Fingerprint, Item, KeepDifferent, Signature, near_method};
    use ibid::tokenize::Dictionary;

    fn item() -> impl Strategy<Value = Item> {
        let exact = prop::option::of(".{0,9}").prop_map(|text| text.map(|text| ExactKey::of(&text)));
        let of_text = |settings: &'static str| {
            let near = near_method(settings, Dictionary::default()).unwrap();
            "[a-f ]{3,40}".prop_filter_map("says nothing", move |text| near.signature(&text, Some("x")))
        };
        let print = any::<u64>().prop_map(|print| Signature::Fingerprint(Fingerprint(print)));
        let signature =
            prop_oneof![print, of_text("shingles:width=3"), of_text("mixed:width=3"), of_text("ddw"),];
        let signature = prop::option::of(signature);
        let facts = prop::option::of("[a-z0-9 ]{0,9}")
            .prop_map(|text| text.and_then(|text| KeepDifferent::default().key(&text)));
        let parts =
            (exact, signature, facts, any::<u32>(), prop::option::of(".{0,12}"), any::<u8>(), any::<bool>());
        parts.prop_map(|(exact, signature, facts, chars, date, known, seen)| Item {
            exact,
            signature,
            facts,
            chars,
            date,
            known,
            seen,
        })
    }

    proptest! {
        #[test]
        fn items_come_back(items in prop::collection::vec(item(), 0..5)) {
            let bytes = postcard::to_allocvec(&items).unwrap();
            prop_assert_eq!(postcard::from_bytes::<Vec<Item>>(&bytes).unwrap(), items);
        }

        #[test]
        fn any_bytes_are_an_item_or_none(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let mut rest = &bytes[..];
            while let Ok((item, after)) = postcard::take_from_bytes::<Item>(rest) {
                prop_assert!(item.date.is_none_or(|date| date.len() <= bytes.len()));
                rest = after;
            }
        }

        /// Bytes of items with some of them changed, which get farther than random bytes.
        #[test]
        fn changed_bytes_are_an_item_or_none(
            item in item(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        ) {
            let mut bytes = postcard::to_allocvec(&item).unwrap();
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            if let Ok(item) = postcard::from_bytes::<Item>(&bytes) && let Some(signature) = item.signature {
                let near = near_method(match &signature {
                    Signature::Sketch(_) => "shingles",
                    Signature::Words(..) => "mixed",
                    Signature::Fingerprint(_) => "simhash",
                    Signature::Terms(_) => "ddw",
                }, Dictionary::default()).unwrap();
                prop_assert_eq!(near.clusters(&[&signature], 1).unwrap(), [0]);
            }
        }
    }
}
