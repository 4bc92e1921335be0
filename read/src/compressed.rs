//! Unpacks gzip and zstd while reading.
//!
//! A packed input is recognized by its first bytes, whatever its name. Consecutive members or frames form one text.
//! Only a window is held in memory (at most 128 MiB for zstd). The caller bounds the size of the output, so that a
//! small file cannot fill the memory. [`is_bomb`] recognizes an input that unpacks beyond reason.

use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::rc::Rc;

/// The size up to which unpacked text is harmless at any ratio: a small file of one repeated letter stays readable.
pub(super) const HARMLESS_BYTES: u64 = 64 << 20;
/// The highest plausible ratio. Texts compress 3 to 10 times, logs 100 times at most. One repeated line compresses 300
/// times with gzip, which is limited to 1,032 times, and 10,000 times with zstd.
pub(super) const MOST_RATIO: u64 = 250;

/// A kind of compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Gzip,
    Zstd,
}

impl Packing {
    /// Returns the compression that a name promises.
    pub(super) fn of_name(path: &Path) -> Option<Packing> {
        let extension = path.extension()?.to_str()?;
        match extension.to_ascii_lowercase().as_str() {
            "gz" | "gzip" => Some(Packing::Gzip),
            "zst" | "zstd" => Some(Packing::Zstd),
            _ => None,
        }
    }

    /// Returns the compression that the first bytes show. A zstd file may begin with a skippable frame.
    pub(super) fn of_bytes(head: &[u8]) -> Option<Packing> {
        match head {
            [0x1F, 0x8B, 8, ..] => Some(Packing::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Packing::Zstd),
            _ => None,
        }
    }

    /// Returns the unpacked stream, and a counter of the packed bytes taken so far.
    pub(super) fn unpack<'r>(self, packed: impl BufRead + 'r) -> io::Result<(Box<dyn Read + 'r>, Taken)> {
        let taken = Taken::default();
        let packed = Counted { packed, taken: Taken::clone(&taken) };
        let unpacked: Box<dyn Read + 'r> = match self {
            Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(packed)),
            Packing::Zstd => Box::new(zstd::Decoder::with_buffer(packed)?),
        };
        Ok((unpacked, taken))
    }

    fn name(self) -> &'static str {
        match self {
            Packing::Gzip => "gzip",
            Packing::Zstd => "zstd",
        }
    }

    /// Returns the reason why unpacking stopped, and advice.
    pub(super) fn reason(self, error: &io::Error) -> String {
        let name = self.name();
        let what = match error.kind() {
            io::ErrorKind::UnexpectedEof => "the file ends too early".to_owned(),
            _ => error.to_string(),
        };
        format!("broken {name} data: {what}; get the file again, \"{name} -t\" tells whether it is whole")
    }
}

/// The number of bytes taken from a stream.
pub(super) type Taken = Rc<Cell<u64>>;

/// A reader that counts the bytes taken from it.
struct Counted<R> {
    packed: R,
    taken: Taken,
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.packed.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.taken.set(self.taken.get() + count as u64);
        self.packed.consume(count);
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.packed.read(buffer)?;
        self.taken.set(self.taken.get() + count as u64);
        Ok(count)
    }
}

/// Returns whether an input with these sizes is a decompression bomb.
pub(super) fn is_bomb(packed_bytes: u64, unpacked_bytes: u64) -> bool {
    unpacked_bytes > HARMLESS_BYTES && unpacked_bytes / MOST_RATIO > packed_bytes
}

/// Returns the error message for a decompression bomb.
pub(super) fn bomb() -> String {
    format!(
        "it is a decompression bomb: it unpacks to more than {} MiB, over {MOST_RATIO} times its size; \
         unpack it first if it is what it should be",
        HARMLESS_BYTES >> 20
    )
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::Write;

    pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    pub(crate) fn zstd(bytes: &[u8]) -> Vec<u8> {
        zstd::encode_all(bytes, 1).unwrap()
    }

    fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut unpacked = Vec::new();
        Packing::of_bytes(packed).unwrap().unpack(packed)?.0.read_to_end(&mut unpacked)?;
        Ok(unpacked)
    }

    #[test]
    fn unpacks_members_after_each_other() {
        let text = "Some text. 一段文字。".repeat(1000);
        for pack in [gzip, zstd] {
            let packed = [pack(text.as_bytes()), pack(b"more")].concat();
            assert_eq!(unpack(&packed).unwrap(), [text.as_bytes(), b"more"].concat());
        }
    }

    #[test]
    fn what_is_taken_is_counted_and_a_bomb_is_one_by_size_and_ratio() {
        for pack in [gzip, zstd] {
            let packed = pack(&vec![b'a'; 1 << 20]);
            let (mut unpacked, taken) = Packing::of_bytes(&packed).unwrap().unpack(&*packed).unwrap();
            io::copy(&mut unpacked, &mut io::sink()).unwrap();
            assert_eq!(taken.get(), packed.len() as u64);
        }
        assert!(!is_bomb(1, HARMLESS_BYTES));
        assert!(is_bomb(HARMLESS_BYTES / 251, HARMLESS_BYTES + 1));
        assert!(!is_bomb(HARMLESS_BYTES / 240, HARMLESS_BYTES + 1));
    }

    #[test]
    fn a_cut_or_damaged_file_is_an_error_that_says_what_to_do() {
        for (pack, packing) in [(gzip as fn(&[u8]) -> Vec<u8>, Packing::Gzip), (zstd, Packing::Zstd)] {
            let mut packed = pack("Some text. 一段文字。".repeat(1000).as_bytes());
            let error = unpack(packed.get(..packed.len() - 5).unwrap()).unwrap_err();
            assert!(
                packing.reason(&error).contains("the file ends too early; get the file again"),
                "{error}"
            );
            let middle = packed.len() / 2;
            packed[middle] ^= 0xFF;
            assert!(unpack(&packed).is_err() || packing == Packing::Zstd);
        }
    }
}
