//! The frame of the engine's `.store` files, checked before the engine believes it.
//!
//! In: the bytes of a store, of one of its blocks, or of one stored record. Out: where things are, or that they cannot
//! be there. The engine takes the number of layers of the skip index, the size of an unpacked block and the length of a
//! stored value from the file and reserves as much memory before it looks whether the file is that long; a few damaged
//! bytes ask for terabytes, and the process ends without a word. So each of these lengths is held against the bytes that
//! are there first. What the engine reads it still finds wrong by itself.
//!
//! Cost: `O(b)` when a store is opened, b blocks of at least 16 KiB each; a few headers a block when one is read.

use tantivy::schema::Field;

/// Version 2 of the engine's stores, its only one with blocks as they are read here.
const VERSION: u32 = 2;

/// The engine's number for zstd.
const ZSTD: u8 = 4;

/// Version, length of the data, compression, 15 bytes for later.
const FOOTER_BYTES: usize = 28;

/// A layer of the skip index has an eighth of the entries of the next, and a store 2^32 records at most.
const MAX_LAYERS: u64 = 12;

/// A compressed block of zstd's unpacks to this many bytes at most.
const ZSTD_BLOCK_BYTES: u64 = 128 << 10;

/// The engine's number for a value that is bytes.
const BYTES: u8 = 4;

/// The length of the records' data in a store (without the checksum at its end), if the footer and the skip index are
/// what can have been written.
pub(super) fn data_len(store: &[u8]) -> Option<usize> {
    let (body, footer) = store.split_last_chunk::<FOOTER_BYTES>()?;
    let (version, rest) = footer.split_first_chunk::<4>()?;
    let (data_len, rest) = rest.split_first_chunk::<8>()?;
    let data_len = usize::try_from(u64::from_le_bytes(*data_len)).ok()?;
    let known = u32::from_le_bytes(*version) == VERSION && rest.first() == Some(&ZSTD);
    (known && skip_index_fits(body.get(data_len..)?, data_len)?).then_some(data_len)
}

/// Where a block ends: the number of the record after it, and the byte after it.
type End = (u64, u64);

/// Whether each layer names the blocks of the next one, and the last layer those of the data, all without gaps.
fn skip_index_fits(bytes: &[u8], data_len: usize) -> Option<bool> {
    let mut layers = bytes;
    let count = vint(&mut layers)?;
    if count > MAX_LAYERS {
        return Some(false);
    }
    let mut ends = vec![];
    for _ in 0..count {
        ends.push(vint(&mut layers)?);
    }
    let mut start = 0;
    let mut named: Option<Vec<End>> = None;
    let mut data_end = 0;
    for end in ends {
        let layer = layers.get(start..usize::try_from(end).ok()?)?;
        let (blocks, entries) = read_layer(layer)?;
        if let Some(named) = named
            && named != blocks
        {
            return Some(false);
        }
        data_end = entries.last().map_or(0, |(_, byte)| *byte);
        named = Some(entries);
        start += layer.len();
    }
    Some(start == layers.len() && data_end == data_len as u64)
}

/// The ends of a layer's own blocks, and the ends of those that it names in the next layer.
fn read_layer(layer: &[u8]) -> Option<(Vec<End>, Vec<End>)> {
    let (mut blocks, mut entries) = (vec![], vec![]);
    let (mut record, mut byte) = (0_u64, 0_u64);
    let mut rest = layer;
    while !rest.is_empty() {
        let count = vint(&mut rest)?;
        if count == 0 || (vint(&mut rest)?, vint(&mut rest)?) != (record, byte) {
            return None;
        }
        for _ in 0..count {
            record += u64::from(u32::try_from(vint(&mut rest)?).ok()?);
            byte += u64::from(u32::try_from(vint(&mut rest)?).ok()?);
            entries.push((record, byte));
        }
        blocks.push((record, (layer.len() - rest.len()) as u64));
    }
    Some((blocks, entries))
}

/// Whether the size that a block claims to unpack to is one that its bytes can unpack to.
pub(super) fn block_fits(block: &[u8]) -> bool {
    let Some((size, frame)) = block.split_first_chunk::<4>() else { return false };
    let Some(most) = unpacked_at_most(frame) else { return false };
    u64::from(u32::from_le_bytes(*size)) <= most
}

/// The most bytes that a zstd frame (RFC 8878, 3.1.1) unpacks to, by the headers of its blocks. What the frame says of
/// its own size is ignored: it may be as wrong as the number that this is held against.
fn unpacked_at_most(frame: &[u8]) -> Option<u64> {
    let rest = frame.strip_prefix(&0xFD2F_B528_u32.to_le_bytes())?;
    let (&descriptor, rest) = rest.split_first()?;
    let is_single = descriptor & 0x20 != 0;
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let size = [usize::from(is_single), 2, 4, 8][usize::from(descriptor >> 6)];
    let mut rest = rest.get(usize::from(!is_single) + dictionary + size..)?;
    let mut most = 0;
    loop {
        let ([low, middle, high], after) = rest.split_first_chunk::<3>()?;
        let header = u32::from_le_bytes([*low, *middle, *high, 0]);
        let size = header >> 3;
        let (packed, unpacked) = match header >> 1 & 3 {
            0 => (size, u64::from(size)),
            1 => (1, u64::from(size)),
            2 => (size, ZSTD_BLOCK_BYTES),
            _ => return None,
        };
        most += unpacked;
        rest = after.get(packed as usize..)?;
        if header & 1 == 1 {
            return Some(most);
        }
    }
}

/// The stored bytes of a field in a record as it stands in an unpacked block.
pub(super) fn value(record: &[u8], field: Field) -> Option<&[u8]> {
    let mut rest = record;
    for _ in 0..vint(&mut rest)? {
        let (number, after) = rest.split_first_chunk::<4>()?;
        rest = after.strip_prefix(&[BYTES])?;
        let length = usize::try_from(vint(&mut rest)?).ok()?;
        let (value, after) = rest.split_at_checked(length)?;
        if u32::from_le_bytes(*number) == field.field_id() {
            return Some(value);
        }
        rest = after;
    }
    None
}

/// Seven bits a byte, the lowest first; the last byte has the highest bit set.
fn vint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 != 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What [`vint`] reads.
    fn written(mut value: u64) -> Vec<u8> {
        let mut bytes = vec![];
        while value > 0x7F {
            bytes.push((value & 0x7F) as u8);
            value >>= 7;
        }
        bytes.push(value as u8 | 0x80);
        bytes
    }

    fn numbers(values: &[u64]) -> Vec<u8> {
        values.iter().copied().flat_map(written).collect()
    }

    #[test]
    fn numbers_come_back_and_do_not_run_on() {
        for value in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            assert_eq!(vint(&mut written(value).as_slice()), Some(value));
        }
        assert_eq!(vint(&mut [].as_slice()), None);
        assert_eq!(vint(&mut [1; 11].as_slice()), None);
    }

    #[test]
    fn layers_name_the_blocks_of_the_next() {
        // One block in the upper layer names two blocks of 5 bytes each below, which name the data's three.
        let lower = [numbers(&[2, 0, 0, 1, 50, 2, 60]), numbers(&[1, 3, 110, 4, 70])];
        let upper = numbers(&[2, 0, 0, 3, lower[0].len() as u64, 4, lower[1].len() as u64]);
        let ends = [upper.len() as u64, (upper.len() + lower.concat().len()) as u64];
        let whole =
            |count: u64| [numbers(&[count, ends[0], ends[1]]), upper.clone(), lower.concat()].concat();
        assert_eq!(skip_index_fits(&whole(2), 180), Some(true));
        assert_eq!(skip_index_fits(&whole(2), 181), Some(false));
        assert_ne!(skip_index_fits(&whole(1), 180), Some(true));
        assert_ne!(skip_index_fits(&whole(u64::MAX), 180), Some(true));
        let good = whole(2);
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            assert_ne!(skip_index_fits(&bytes, 180), Some(true), "{at}");
            assert_ne!(skip_index_fits(&good[..at], 180), Some(true), "{at}");
        }
        assert_eq!(skip_index_fits(&numbers(&[0]), 0), Some(true));
    }

    #[test]
    fn layers_are_counted() {
        // Each has one block of five bytes, which names the one block of the next.
        let store = |count: u64| {
            let ends: Vec<u64> = (1..=count).map(|number| 5 * number).collect();
            let layers = numbers(&[1, 0, 0, 1, 5]).repeat(count as usize);
            [numbers(&[count]), numbers(&ends), layers].concat()
        };
        for count in [1, 2, MAX_LAYERS] {
            assert_eq!(skip_index_fits(&store(count), 5), Some(true), "{count}");
        }
        assert_eq!(skip_index_fits(&store(MAX_LAYERS + 1), 5), Some(false));
    }

    #[test]
    fn only_stores_as_they_are_read_here_are_known() {
        // No record, a skip index without layers, and the footer.
        let store = |version: u32, data_len: u64, compression: u8| {
            let footer = [&version.to_le_bytes()[..], &data_len.to_le_bytes(), &[compression], &[0; 15]];
            [numbers(&[0]), footer.concat()].concat()
        };
        assert_eq!(data_len(&store(VERSION, 0, ZSTD)), Some(0));
        for (version, bytes, compression) in [(VERSION + 1, 0, ZSTD), (VERSION, 0, 1), (VERSION, 1, ZSTD)] {
            assert_eq!(
                data_len(&store(version, bytes, compression)),
                None,
                "{version} {bytes} {compression}"
            );
        }
    }

    #[test]
    fn a_block_does_not_claim_more_than_it_has() {
        // A frame of a single segment of unknown use, with a raw block of 3 bytes and a last one of 5 equal bytes.
        let frame =
            |size: u32| [&size.to_le_bytes()[..], b"\x28\xB5\x2F\xFD\x20\x08\x18\0\0abc\x2B\0\0d"].concat();
        assert!(block_fits(&frame(8)));
        assert!(!block_fits(&frame(9)));
        assert!(!block_fits(&frame(u32::MAX)));
        for cut in 0..frame(8).len() {
            assert!(!block_fits(&frame(8)[..cut]), "{cut}");
        }
    }

    #[test]
    fn a_value_ends_inside_its_record() {
        let record = b"\x82\x04\0\0\0\x04\x83abc\x05\0\0\0\x04\x80";
        assert_eq!(value(record, Field::from_field_id(4)), Some(&b"abc"[..]));
        assert_eq!(value(record, Field::from_field_id(5)), Some(&b""[..]));
        assert_eq!(value(record, Field::from_field_id(6)), None);
        let longer = b"\x81\x04\0\0\0\x04\x7F\x7F\x7F\x7F\x7F\xFFabc";
        assert_eq!(value(longer, Field::from_field_id(4)), None);
    }
}
