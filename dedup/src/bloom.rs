//! Bloom filters: texts that were there before, in a few bits each.
//!
//! In: texts. Out: which of them seem to have been there before. A chosen share of new texts is wrongly called seen; no
//! text is wrongly called new. Each text sets k bits of m. The size follows from the number n of texts and the share p
//! of false positives: `m = −n ln p / ln² 2` bits, `k = m/n · ln 2`; 1.2 GB for a billion texts at 1 %. Each position
//! is `h₁ + i·h₂` of the two halves of one 128-bit hash, scaled to m (Kirsch and Mitzenmacher 2006). `O(n + k)` for a
//! text of n bytes, with k random memory accesses.
//!
//! Useful where [`ExactSet`](crate::ExactSet) does not fit into memory, or where the texts seen have to be kept in a
//! file: a filter can be saved, loaded and merged with another one of the same shape.
//!
//! ```
//! use ibid_dedup::{BloomFilter, Membership};
//!
//! let mut seen = BloomFilter::new(1_000_000, 0.001)?;
//! assert!(!seen.insert("a text"));
//! assert!(seen.insert("a text"));
//! # Ok::<(), ibid::Error>(())
//! ```

use std::path::Path;

use ibid::{Error, Result};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::{ExactKey, Membership};

/// The most bits of a filter: 128 GiB.
const MOST_BITS: u64 = 1 << 40;
/// The most bits that a text sets. More gain nothing; reached at p = 10⁻¹⁹.
const MOST_HASHES: u32 = 64;

/// A Bloom filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BloomFilter {
    // Invariant: 1 to MOST_BITS.
    bits: u64,
    // Invariant: 1 to MOST_HASHES.
    hashes: u32,
    /// The number of insertions that found the text new.
    texts: u64,
    // Invariant: ⌈bits / 64⌉ words; bits beyond the last are 0.
    words: Vec<u64>,
}

impl BloomFilter {
    /// Makes a filter that calls at most this share of new texts seen when it holds this number of texts.
    ///
    /// # Errors
    /// [`Error::Request`] if the number is 0, the share does not lie between 0 and 1, the filter would need more than
    /// 128 GiB, or there is too little memory.
    pub fn new(texts: u64, false_positives: f64) -> Result<BloomFilter> {
        let (bits, hashes) = BloomFilter::shape(texts, false_positives)?;
        BloomFilter::empty(bits, hashes)
    }

    /// Returns the bits of such a filter, and the number of bits that a text sets.
    ///
    /// # Errors
    /// The same as of [`BloomFilter::new`], but for memory, which it does not take.
    pub fn shape(texts: u64, false_positives: f64) -> Result<(u64, u32)> {
        if texts == 0 || !(false_positives > 0.0 && false_positives < 1.0) {
            return Err(Error::Request(format!(
                "a Bloom filter needs at least one text and a share of false positives between 0 and 1, \
                 got {texts} and {false_positives}"
            )));
        }
        let ln2 = std::f64::consts::LN_2;
        let bits = (-(texts as f64) * false_positives.ln() / (ln2 * ln2)).ceil().max(64.0);
        if bits > MOST_BITS as f64 {
            return Err(Error::Request(format!(
                "a Bloom filter for {texts} texts at {false_positives} needs {:.0} GB, more than 128 GiB; \
                 take fewer texts or more false positives",
                bits / 8e9
            )));
        }
        let hashes = (bits / texts as f64 * ln2).round().clamp(1.0, f64::from(MOST_HASHES));
        Ok((bits as u64, hashes as u32))
    }

    fn empty(bits: u64, hashes: u32) -> Result<BloomFilter> {
        let count = bits.div_ceil(64) as usize;
        // Reserved and given back: the system need not write zeroes that it has at hand, but a request for zeroes
        // cannot fail politely.
        if Vec::<u64>::new().try_reserve_exact(count).is_err() {
            return Err(Error::Request(format!(
                "there is no memory for a Bloom filter of {:.1} GB",
                bits as f64 / 8e9
            )));
        }
        Ok(BloomFilter { bits, hashes, texts: 0, words: vec![0; count] })
    }

    /// Returns the number of bits.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// Returns the number of bits that a text sets.
    pub fn hashes(&self) -> u32 {
        self.hashes
    }

    /// Returns the number of insertions that found the text new.
    pub fn texts(&self) -> u64 {
        self.texts
    }

    /// Returns the share of new texts that the filter is expected to call seen, as full as it is now: `O(m)`.
    pub fn false_positives(&self) -> f64 {
        let mut set = 0;
        for word in &self.words {
            set += u64::from(word.count_ones());
        }
        (set as f64 / self.bits as f64).powi(self.hashes as i32)
    }

    /// Inserts the texts of another filter.
    ///
    /// # Errors
    /// [`Error::Request`] if the two differ in bits or hashes.
    pub fn merge(&mut self, other: &BloomFilter) -> Result<()> {
        if (self.bits, self.hashes) != (other.bits, other.hashes) {
            return Err(Error::Request(format!(
                "Bloom filters of different shapes cannot be merged: {} and {}; make both with the same numbers",
                self.name(),
                other.name()
            )));
        }
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
        // At most: texts of both are counted twice.
        self.texts = self.texts.saturating_add(other.texts);
        Ok(())
    }

    /// Inserts the text of this key, as [`Membership::insert`] does.
    pub fn insert_key(&mut self, key: ExactKey) -> bool {
        // Looked up before any bit is set: several bits of a text may be the same one.
        let is_seen = self.contains_key(key);
        for position in self.positions(key) {
            self.words[(position / 64) as usize] |= 1 << (position % 64);
        }
        self.texts += u64::from(!is_seen);
        is_seen
    }

    /// Returns whether the text of this key was inserted, or seems so.
    pub fn contains_key(&self, key: ExactKey) -> bool {
        for position in self.positions(key) {
            if self.words[(position / 64) as usize] & 1 << (position % 64) == 0 {
                return false;
            }
        }
        true
    }

    /// Returns the positions of a text's bits.
    fn positions(&self, key: ExactKey) -> impl Iterator<Item = u64> + use<> {
        let ((first, second), bits) = (key.halves(), self.bits);
        (0..u64::from(self.hashes)).map(move |number| {
            let hash = first.wrapping_add((second | 1).wrapping_mul(number));
            // Scaled, which needs no division and works for any number of bits.
            ((u128::from(hash) * u128::from(bits)) >> 64) as u64
        })
    }
}

impl Membership for BloomFilter {
    fn name(&self) -> String {
        format!("bloom(xxh3-128,hashes={},bits={})", self.hashes, self.bits)
    }

    fn insert(&mut self, text: &str) -> bool {
        self.insert_key(ExactKey::of(text))
    }

    fn contains(&self, text: &str) -> bool {
        self.contains_key(ExactKey::of(text))
    }

    fn size_bytes(&self) -> usize {
        self.words.len() * 8
    }
}

// The saved form, all numbers little-endian: the magic, then as u32 version, 0, hashes and 0, as u64 bits and texts, a
// hash of all that; the words; a hash of them.

const MAGIC: &[u8; 8] = b"ibidblom";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 48;
/// The number of words written at a time.
const CHUNK_WORDS: usize = 8192;

impl BloomFilter {
    /// Writes the filter to a sink, piece by piece.
    ///
    /// # Errors
    /// The error of the sink.
    pub fn save<E>(&self, sink: &mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        sink(&self.header())?;
        let mut check = Xxh3::new();
        let mut piece = Vec::with_capacity(CHUNK_WORDS * 8);
        for words in self.words.chunks(CHUNK_WORDS) {
            piece.clear();
            piece.extend(words.iter().copied().flat_map(u64::to_le_bytes));
            check.update(&piece);
            sink(&piece)?;
        }
        sink(&check.digest().to_le_bytes())
    }

    fn header(&self) -> [u8; HEADER_BYTES] {
        let mut header = [0; HEADER_BYTES];
        header[..8].copy_from_slice(MAGIC);
        for (place, number) in [VERSION, 0, self.hashes, 0].into_iter().enumerate() {
            header[8 + 4 * place..][..4].copy_from_slice(&number.to_le_bytes());
        }
        header[24..32].copy_from_slice(&self.bits.to_le_bytes());
        header[32..40].copy_from_slice(&self.texts.to_le_bytes());
        let check = xxh3_64(&header[..40]);
        header[40..].copy_from_slice(&check.to_le_bytes());
        header
    }

    /// Makes a filter from the bytes that [`BloomFilter::save`] wrote. Like a reader, `source` fills a buffer as far as
    /// it can and returns the number of bytes, 0 at the end. Errors call the source `name`.
    ///
    /// # Errors
    /// [`Error::Unreadable`] if the source fails, or if the bytes are not exactly those of a filter of this version.
    pub fn load(
        name: &Path,
        source: &mut dyn FnMut(&mut [u8]) -> Result<usize, String>,
    ) -> Result<BloomFilter> {
        read(source).map_err(|why| Error::unreadable(name, why))
    }
}

type Source<'s> = dyn FnMut(&mut [u8]) -> Result<usize, String> + 's;

fn read(source: &mut Source<'_>) -> Result<BloomFilter, String> {
    let mut header = [0; HEADER_BYTES];
    fill(source, &mut header)?;
    let mut filter = of_header(&header)?;
    let mut check = Xxh3::new();
    let count = filter.bits.div_ceil(64) as usize;
    let mut piece = vec![0; CHUNK_WORDS.min(count) * 8];
    // Grows with the bytes that come: a wrong size in the header takes no memory.
    while filter.words.len() < count {
        let size = piece.len().min((count - filter.words.len()) * 8);
        let piece = &mut piece[..size];
        fill(source, piece)?;
        check.update(piece);
        if filter.words.try_reserve(size / 8).is_err() {
            return Err(format!("there is no memory for its {:.1} GB", filter.bits as f64 / 8e9));
        }
        filter.words.extend(piece.chunks_exact(8).map(number));
    }
    let mut end = [0; 8];
    fill(source, &mut end)?;
    if number(&end) != check.digest() || source(&mut [0])? != 0 {
        return Err("it is damaged: its checksum or its length is wrong; make it again".to_owned());
    }
    Ok(filter)
}

/// Makes a filter from a header, without its words.
fn of_header(header: &[u8; HEADER_BYTES]) -> Result<BloomFilter, String> {
    if &header[..8] != MAGIC {
        return Err("it is no Bloom filter of ibid".to_owned());
    }
    if number(&header[40..]) != xxh3_64(&header[..40]) {
        return Err("it is damaged: the checksum of its header is wrong; make it again".to_owned());
    }
    let [version, setting, hashes] = [8, 12, 16].map(|place| number(&header[place..place + 4]) as u32);
    let bits = number(&header[24..32]);
    if version != VERSION {
        return Err(format!("it has version {version}, this ibid reads {VERSION}; make it again"));
    }
    if setting != 0 {
        return Err(format!("it has the unknown setting {setting}; make it again"));
    }
    if !(1..=MOST_BITS).contains(&bits) || !(1..=MOST_HASHES).contains(&hashes) {
        return Err(format!("it is damaged: {bits} bits with {hashes} hashes cannot be; make it again"));
    }
    Ok(BloomFilter { bits, hashes, texts: number(&header[32..40]), words: vec![] })
}

fn fill(source: &mut Source<'_>, mut buffer: &mut [u8]) -> Result<(), String> {
    while !buffer.is_empty() {
        match source(buffer)? {
            0 => return Err("it is damaged: it ends too early; make it again".to_owned()),
            count => buffer = buffer.get_mut(count..).unwrap_or_default(),
        }
    }
    Ok(())
}

/// Returns up to eight bytes as a little-endian number.
fn number(bytes: &[u8]) -> u64 {
    let mut number = 0;
    for &byte in bytes.iter().rev() {
        number = number << 8 | u64::from(byte);
    }
    number
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn saved(filter: &BloomFilter) -> Vec<u8> {
        let mut bytes = vec![];
        let Ok(()) = filter.save::<Infallible>(&mut |piece| {
            bytes.extend_from_slice(piece);
            Ok(())
        });
        bytes
    }

    fn load(mut bytes: &[u8]) -> Result<BloomFilter> {
        BloomFilter::load(Path::new("seen.bloom"), &mut |buffer| {
            // In small pieces, as a pipe may give them.
            let count = buffer.len().min(bytes.len()).min(1000);
            buffer[..count].copy_from_slice(&bytes[..count]);
            bytes = &bytes[count..];
            Ok(count)
        })
    }

    fn texts(from: u32, to: u32) -> impl Iterator<Item = String> {
        (from..to).map(|number| format!("text {number}"))
    }

    fn filled(texts: impl Iterator<Item = String>) -> BloomFilter {
        let mut filter = BloomFilter::new(20_000, 0.01).unwrap();
        texts.for_each(|text| {
            filter.insert(&text);
        });
        filter
    }

    #[test]
    fn a_key_is_as_good_as_its_text() {
        let mut filter = BloomFilter::new(1000, 0.001).unwrap();
        for text in texts(0, 500) {
            assert_eq!(filter.contains_key(ExactKey::of(&text)), filter.contains(&text));
            assert!(!filter.insert_key(ExactKey::of(&text)));
            assert!(filter.contains(&text));
        }
        assert_eq!(filter, {
            let mut other = BloomFilter::new(1000, 0.001).unwrap();
            texts(0, 500).for_each(|text| assert!(!other.insert(&text)));
            other
        });
    }

    #[test]
    fn the_size_follows_from_the_share() {
        let (bits, hashes) = BloomFilter::shape(1_000_000_000, 0.01).unwrap();
        assert_eq!((bits / 8_000_000, hashes), (1198, 7), "1.2 GB for a billion");
        assert_eq!(BloomFilter::shape(1, 0.5).unwrap(), (64, 44));
        for (texts, share) in [(0, 0.1), (10, 0.0), (10, 1.0), (10, f64::NAN), (u64::MAX, 0.1)] {
            assert!(BloomFilter::new(texts, share).is_err(), "{texts} {share}");
        }
    }

    #[test]
    fn as_many_are_wrong_as_was_asked_for() {
        let filter = filled(texts(0, 20_000));
        let wrong = texts(20_000, 120_000).filter(|text| filter.contains(text)).count();
        assert!((800..1200).contains(&wrong), "{wrong} of 100,000");
        assert!((filter.false_positives() - 0.01).abs() < 0.001);
    }

    #[test]
    fn a_merged_filter_has_seen_what_both_have() {
        let (mut a, b) = (filled(texts(0, 500)), filled(texts(300, 1000)));
        a.merge(&b).unwrap();
        let both = filled(texts(0, 1000));
        assert_eq!(a.words, both.words);
        let error = a.merge(&BloomFilter::new(20_001, 0.01).unwrap()).unwrap_err();
        assert!(error.to_string().contains("shapes"), "{error}");
    }

    #[test]
    fn comes_back_as_it_was_saved() {
        for filter in [filled(texts(0, 1000)), BloomFilter::new(1, 0.5).unwrap()] {
            assert_eq!(load(&saved(&filter)).unwrap(), filter);
        }
    }

    #[test]
    fn another_setting_is_refused() {
        let mut bytes = saved(&BloomFilter::new(100, 0.1).unwrap());
        bytes[12] = 1;
        let check = xxh3_64(&bytes[..40]);
        bytes[40..48].copy_from_slice(&check.to_le_bytes());
        assert!(load(&bytes).unwrap_err().to_string().contains("unknown setting 1"));
    }

    #[test]
    fn every_damaged_byte_is_told() {
        let bytes = saved(&BloomFilter::new(100, 0.1).unwrap());
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 16;
            let error = load(&damaged).unwrap_err();
            assert!(error.to_string().starts_with("cannot read \"seen.bloom\": it "), "{error}");
            load(&bytes[..place]).unwrap_err();
        }
        load(&[&bytes[..], b"x"].concat()).unwrap_err();
    }

    #[test]
    fn a_forged_header_takes_no_memory() {
        let mut forged = BloomFilter::new(100, 0.1).unwrap();
        forged.bits = MOST_BITS;
        assert!(load(&saved(&forged)).unwrap_err().to_string().contains("too early"));
        for (bits, hashes) in [(0, 1), (MOST_BITS + 1, 1), (64, 0), (64, 65)] {
            (forged.bits, forged.hashes) = (bits, hashes);
            assert!(load(&saved(&forged)).unwrap_err().to_string().contains("cannot be"));
        }
    }

    #[test]
    fn a_text_sets_as_many_bits_as_its_share_of_false_positives_asks_for() {
        for (false_positives, hashes) in [(0.5, 1), (0.01, 7), (0.000_1, 13)] {
            let mut filter = BloomFilter::new(1000, false_positives).unwrap();
            filter.insert("one text");
            let set: u32 = filter.words.iter().map(|word| word.count_ones()).sum();
            assert_eq!(filter.hashes(), hashes);
            assert!(set <= hashes && set + 2 >= hashes, "{set} of {hashes}");
        }
    }
}
