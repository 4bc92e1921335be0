//! Items as bytes, so that what was made of documents can be kept in a file.
//!
//! In: an [`Item`]. Out: bytes, and from these the same item. The bytes hold no checksum; whoever stores them adds one.
//! Foreign bytes give no item or some other one, but no panic, and no more memory than there are bytes.
//! Numbers are little-endian; lengths have seven bits a byte, the lowest first, the last byte below 128.

use super::{ExactKey, Fingerprint, Item, LexiconHashes, Signature, Sketch, Terms};
use crate::normalize::NORMALIZER_VERSION;

/// The layout of the bytes. Changes when signatures of one name come out otherwise, too.
const VERSION: u32 = 1;

/// What has to be equal for stored items to be comparable with those that are made now, beside
/// [`NearMethod::name`](super::NearMethod::name).
pub fn item_version() -> String {
    format!("{VERSION}.{NORMALIZER_VERSION}")
}

const HAS_EXACT: u8 = 1;
const HAS_SIGNATURE: u8 = 2;
const HAS_DATE: u8 = 4;
const IS_SEEN: u8 = 8;

const FINGERPRINT: u8 = 0;
const TERMS: u8 = 1;
const LEXICON_HASHES: u8 = 2;
const SKETCH: u8 = 3;

impl Signature {
    /// Appends its bytes.
    pub fn to_bytes(&self, out: &mut Vec<u8>) {
        match self {
            Signature::Fingerprint(print) => {
                out.push(FINGERPRINT);
                out.extend(print.0.to_le_bytes());
            }
            Signature::Sketch(sketch) => {
                out.push(SKETCH);
                sketch.to_bytes(out);
            }
            Signature::Terms(terms) => {
                out.push(TERMS);
                terms.to_bytes(out);
            }
            Signature::LexiconHashes(hashes) => {
                out.push(LEXICON_HASHES);
                hashes.to_bytes(out);
            }
        }
    }

    /// The signature of these bytes, all of them; none where they are not those of a signature.
    pub fn from_bytes(bytes: &[u8]) -> Option<Signature> {
        let (kind, bytes) = bytes.split_first()?;
        match *kind {
            FINGERPRINT => {
                Some(Signature::Fingerprint(Fingerprint(u64::from_le_bytes(bytes.try_into().ok()?))))
            }
            SKETCH => Sketch::from_bytes(bytes).map(Signature::Sketch),
            TERMS => Terms::from_bytes(bytes).map(Signature::Terms),
            LEXICON_HASHES => LexiconHashes::from_bytes(bytes).map(Signature::LexiconHashes),
            _ => None,
        }
    }
}

impl Item {
    /// Appends its bytes.
    pub fn to_bytes(&self, out: &mut Vec<u8>) {
        let has = |is: bool, flag: u8| if is { flag } else { 0 };
        out.push(
            has(self.exact.is_some(), HAS_EXACT)
                | has(self.signature.is_some(), HAS_SIGNATURE)
                | has(self.date.is_some(), HAS_DATE)
                | has(self.seen, IS_SEEN),
        );
        out.push(self.known);
        put_number(u64::from(self.chars), out);
        if let Some(exact) = self.exact {
            out.extend(exact.to_bytes());
        }
        if let Some(date) = &self.date {
            put_bytes(date.as_bytes(), out);
        }
        if let Some(signature) = &self.signature {
            let mut bytes = vec![];
            signature.to_bytes(&mut bytes);
            put_bytes(&bytes, out);
        }
    }

    /// Takes an item from the front of some bytes; none where there is none.
    pub fn take_bytes(bytes: &mut &[u8]) -> Option<Item> {
        let &[flags, known] = take(bytes, 2)? else { return None };
        let chars = u32::try_from(take_number(bytes)?).ok()?;
        let seen = flags & IS_SEEN != 0;
        let mut item = Item { exact: None, signature: None, chars, date: None, known, seen };
        if flags & HAS_EXACT != 0 {
            item.exact = Some(ExactKey::from_bytes(take(bytes, 16)?.try_into().ok()?));
        }
        if flags & HAS_DATE != 0 {
            item.date = Some(std::str::from_utf8(take_bytes(bytes)?).ok()?.to_owned());
        }
        if flags & HAS_SIGNATURE != 0 {
            item.signature = Some(Signature::from_bytes(take_bytes(bytes)?)?);
        }
        Some(item)
    }
}

/// Appends a number: seven bits a byte, 1 to 10 bytes.
pub fn put_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes what [`put_number`] appended from the front; none where there is nothing of the kind.
pub fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..10 {
        let &[byte] = take(bytes, 1)? else { return None };
        number |= u64::from(byte & 127).checked_shl(7 * place)?;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

/// Appends bytes with their number before them.
pub fn put_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    put_number(bytes.len() as u64, out);
    out.extend(bytes);
}

/// Takes what [`put_bytes`] appended from the front; none where there is nothing of the kind.
pub fn take_bytes<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let count = usize::try_from(take_number(bytes)?).ok()?;
    take(bytes, count)
}

fn take<'b>(bytes: &mut &'b [u8], count: usize) -> Option<&'b [u8]> {
    let (first, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dedup::near_method;
    use crate::tokenize::Dictionary;

    fn item() -> impl Strategy<Value = Item> {
        let exact = prop::option::of(".{0,9}").prop_map(|text| text.map(|text| ExactKey::of(&text)));
        let of_text = |settings: &'static str| {
            let near = near_method(settings, Dictionary::default()).unwrap();
            "[a-f ]{3,40}".prop_filter_map("says nothing", move |text| near.signature(&text, Some("x")))
        };
        let print = any::<u64>().prop_map(|print| Signature::Fingerprint(Fingerprint(print)));
        let signature = prop_oneof![
            print,
            of_text("shingles:width=3"),
            of_text("ddw"),
            of_text("imatch:low=0,high=1,lexicons=2")
        ];
        let signature = prop::option::of(signature);
        let parts = (exact, signature, any::<u32>(), prop::option::of(".{0,12}"), any::<u8>(), any::<bool>());
        parts.prop_map(|(exact, signature, chars, date, known, seen)| Item {
            exact,
            signature,
            chars,
            date,
            known,
            seen,
        })
    }

    proptest! {
        #[test]
        fn items_come_back(items in prop::collection::vec(item(), 0..5)) {
            let mut bytes = vec![];
            items.iter().for_each(|item| item.to_bytes(&mut bytes));
            let mut rest = &bytes[..];
            for item in &items {
                prop_assert_eq!(Item::take_bytes(&mut rest), Some(item.clone()));
            }
            prop_assert!(rest.is_empty());
            prop_assert_eq!(Item::take_bytes(&mut rest), None);
        }

        #[test]
        fn any_bytes_are_an_item_or_none(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let mut rest = &bytes[..];
            while let Some(item) = Item::take_bytes(&mut rest) {
                prop_assert!(item.date.is_none_or(|date| date.len() <= bytes.len()));
            }
        }

        #[test]
        fn numbers_come_back(number in any::<u64>()) {
            let mut bytes = vec![];
            put_number(number, &mut bytes);
            prop_assert_eq!(take_number(&mut &bytes[..]), Some(number));
        }
    }
}
