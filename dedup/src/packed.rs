//! Rows of numbers stored as little-endian bytes, for `#[serde(with = "packed")]`.
//!
//! In: numbers. Out: their bytes; from the bytes, the numbers. Hashes fill all their bits: numbers of varying length
//! would take a fifth more space, and longer to read.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// A number of a fixed number of bytes.
pub(crate) trait Number: Copy {
    /// Appends the bytes.
    fn put(self, out: &mut Vec<u8>);

    /// Returns the number of these bytes; none for a wrong number of bytes.
    fn of(bytes: &[u8]) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Number for $number {
            fn put(self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }

            fn of(bytes: &[u8]) -> Option<$number> {
                Some(<$number>::from_le_bytes(bytes.try_into().ok()?))
            }
        })*
    };
}

numbers!(u32 u64);

pub(crate) fn serialize<N: Number, S: Serializer>(numbers: &[N], serializer: S) -> Result<S::Ok, S::Error> {
    let mut bytes = Vec::with_capacity(size_of_val(numbers));
    for number in numbers {
        number.put(&mut bytes);
    }
    serializer.serialize_bytes(&bytes)
}

pub(crate) fn deserialize<'de, N: Number, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Box<[N]>, D::Error> {
    let bytes = <&[u8]>::deserialize(deserializer)?;
    let numbers: Option<Box<[N]>> = bytes.chunks(size_of::<N>()).map(N::of).collect();
    numbers.ok_or_else(|| D::Error::custom("part of a number"))
}
