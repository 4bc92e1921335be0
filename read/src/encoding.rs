//! Decodes bytes to characters.
//!
//! The encoding is the first of these that applies: the one named by the caller; that of a byte order mark; UTF-16 that
//! is evident from the bytes; encodings made of ASCII alone (`seven_bits`); UTF-8; the one that an HTML or XML file
//! declares; Shift-JIS or EUC-JP, if the text is Japanese; the guess of `chardetng` (GB18030, Big5, Windows-1252 and
//! the other encodings of the Web). All but the first are strict: an invalid byte means that the guess is wrong or the
//! file damaged. A text with holes would be compared and quoted with holes, so the file is refused with the position of
//! the byte. In a named encoding, U+FFFD replaces an invalid byte. A NUL in the first 8 KiB of a file that is not
//! UTF-16 means a binary file. A byte order mark stays in the text. `O(n)`.

use crate::refusal::Refusal;
use crate::seven_bits;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder, DecoderResult, EUC_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use ibid::Error;
use std::io::{self, Read};
use std::str::FromStr;

/// The size of the head of a file, in which a NUL means that the file is binary.
const HEAD_BYTES: usize = 8 * 1024;

/// The number of bytes, from the first byte that is not ASCII, that the encoding is guessed from at first: guessing is
/// slow, at some megabytes per second. The whole file is then decoded with that guess.
const GUESSED_BYTES: usize = 64 << 10;

/// An encoding, by any of its names on the Web: `gb18030`, `big5`, `latin1`, `utf-16le`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// Returns the usual name of the encoding.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    pub(super) fn is_utf16(self) -> bool {
        self.0 == UTF_16LE || self.0 == UTF_16BE
    }
}

impl FromStr for Encoding {
    type Err = Error;

    fn from_str(name: &str) -> Result<Encoding, Error> {
        match encoding_rs::Encoding::for_label_no_replacement(name.as_bytes()) {
            Some(encoding) => Ok(Encoding(encoding)),
            None => Err(Error::Request(format!(
                "unknown encoding \"{name}\"; such as utf-8, gb18030, big5, windows-1252, utf-16le"
            ))),
        }
    }
}

/// Decodes a whole file, or returns the reason why it cannot be decoded.
pub(super) fn decode(
    bytes: Vec<u8>,
    named: Option<Encoding>,
    declared: Option<Encoding>,
) -> Result<String, Refusal> {
    let head = bytes.get(..HEAD_BYTES).unwrap_or(&bytes);
    if let Some(what) = other_format(head) {
        return Err(what.into());
    }
    let utf16 = utf16(head, named);
    let nul = head.iter().position(|&byte| byte == 0);
    match (utf16, named, nul) {
        (_, Some(named), _) => Ok(decode_loosely(bytes, named)),
        (None, _, Some(at)) => Err(binary(at)),
        (Some(utf16), ..) => decode_strictly(&bytes, utf16).ok_or_else(|| invalid_utf16(utf16)),
        (None, None, None) => match String::from_utf8(bytes) {
            Ok(text) => seven_bits::decode(&text).unwrap_or(Ok(text)),
            Err(error) => {
                decode_guessed(error.as_bytes(), declared).ok_or_else(|| invalid_utf8(error.as_bytes()))
            }
        },
    }
}

/// Decodes a line of JSONL, which is UTF-8 unless the caller names another encoding.
pub(super) fn decode_line(bytes: Vec<u8>, named: Option<Encoding>) -> Result<String, Refusal> {
    match named {
        Some(named) => Ok(decode_loosely(bytes, named)),
        None => String::from_utf8(bytes).map_err(|error| invalid_utf8(error.as_bytes())),
    }
}

/// Decodes the beginning of a file, as well as possible.
pub(super) fn preview(head: &[u8], named: Option<Encoding>) -> String {
    let Encoding(encoding) = utf16(head, named).or(named).unwrap_or(Encoding(UTF_8));
    encoding.decode(head).0.into_owned()
}

/// Returns a text without the byte order mark and white space at its beginning.
pub(super) fn beginning(text: &str) -> &str {
    text.trim_start_matches(|c: char| c == '\u{FEFF}' || c.is_whitespace())
}

/// Returns the encoding that an HTML or XML file declares in its first 1,024 bytes.
pub(super) fn declared(bytes: &[u8]) -> Option<Encoding> {
    let head = String::from_utf8_lossy(bytes.get(..1024).unwrap_or(bytes)).to_ascii_lowercase();
    let (_, name) = head.split_once("charset=").or(head.split_once("encoding="))?;
    let name = name.trim_start_matches(['"', '\'', ' ']);
    let name = name.split(|c: char| !c.is_ascii_alphanumeric() && !"-_:".contains(c)).next()?;
    let encoding = Encoding(encoding_rs::Encoding::for_label_no_replacement(name.as_bytes())?);
    // A file whose declaration can be read as bytes is not UTF-16, whatever it declares.
    (!encoding.is_utf16()).then_some(encoding)
}

fn decode_loosely(bytes: Vec<u8>, encoding: Encoding) -> String {
    encoding.0.decode_without_bom_handling(&bytes).0.into_owned()
}

fn decode_strictly(bytes: &[u8], encoding: Encoding) -> Option<String> {
    Some(encoding.0.decode_without_bom_handling_and_without_replacement(bytes)?.into_owned())
}

/// Decodes bytes that are no UTF-8.
fn decode_guessed(bytes: &[u8], declared: Option<Encoding>) -> Option<String> {
    if let Some(declared) = declared
        && let Some(text) = decode_strictly(bytes, declared)
    {
        return Some(text);
    }
    if is_damaged_utf8(bytes) {
        return None;
    }
    if let Some(text) = decode_japanese(bytes) {
        return Some(text);
    }
    let from = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    if let Some(part) = bytes.get(from..from + GUESSED_BYTES)
        && let Some(text) = decode_likely(bytes, guess(part, Ending::Cut))
    {
        return Some(text);
    }
    decode_likely(bytes, guess(bytes, Ending::Whole))
}

/// Decodes bytes by a guess, unless the text shows that the guess is wrong.
fn decode_likely(bytes: &[u8], guess: Encoding) -> Option<String> {
    decode_strictly(bytes, guess).filter(|text| is_likely(guess, text))
}

/// Decodes Japanese text, in which kana are frequent. `chardetng` takes its bytes for Chinese.
fn decode_japanese(bytes: &[u8]) -> Option<String> {
    for encoding in [SHIFT_JIS, EUC_JP] {
        if let Some(text) = decode_strictly(bytes, Encoding(encoding))
            && is_japanese(&text)
        {
            return Some(text);
        }
    }
    None
}

/// Returns whether kana are frequent in a text, and half-width ones are not.
fn is_japanese(text: &str) -> bool {
    let (mut wide, mut syllables, mut half) = (0_usize, 0_usize, 0_usize);
    for c in text.chars() {
        wide += usize::from(!c.is_ascii());
        syllables += usize::from(matches!(c, '\u{3041}'..='\u{3096}'));
        half += usize::from(matches!(c, '\u{FF61}'..='\u{FF9F}'));
    }
    syllables >= 4 && syllables * 5 >= wide && half * 10 <= wide
}

/// Returns whether the head of a file is Japanese. The head may end inside a character.
fn is_japanese_head(head: &[u8]) -> bool {
    let cut = head.get(..head.len().saturating_sub(1)).unwrap_or_default();
    decode_japanese(head).is_some() || decode_japanese(cut).is_some()
}

/// The state of the last character of a piece of text.
#[derive(PartialEq)]
enum Ending {
    Whole,
    Cut,
}

fn guess(bytes: &[u8], ending: Ending) -> Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, ending == Ending::Whole);
    Encoding(detector.guess(None, Utf8Detection::Deny))
}

/// Returns whether most of the bytes beyond ASCII are valid UTF-8. Then the file is UTF-8 with a damaged place, and any
/// other encoding would spoil the rest. Chinese in GB18030 or Big5 has about as many invalid places as valid ones.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().bytes().filter(|&byte| byte >= 0xC0).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > 2 * bad
}

/// Returns whether a decoded text shows no sign of a wrong guess. One sign is a C1 control. In Windows-1252, which fits
/// any bytes and is guessed if nothing else fits, another is `ÿ`: its byte 0xFF is rare in words and frequent in
/// damage. In single-byte encodings of Cyrillic, Greek, Hebrew and the like, a sign is a letter or two of that script
/// among many Latin ones.
fn is_likely(guess: Encoding, text: &str) -> bool {
    let is_odd = |c: char| matches!(c, '\u{80}'..='\u{9F}') || (guess.0 == WINDOWS_1252 && c == 'ÿ');
    if text.contains(is_odd) {
        return false;
    }
    let (mut latin, mut other) = (0_usize, 0_usize);
    for c in text.chars() {
        let is_latin = u32::from(c) < 0x250;
        latin += usize::from(c.is_alphabetic() && is_latin);
        other += usize::from(c.is_alphabetic() && !is_latin);
    }
    !guess.0.is_single_byte() || other == 0 || other * 4 >= latin
}

/// The name of the setting for the encoding of all inputs.
const SETTING: &str = "encoding";

fn invalid_utf8(bytes: &[u8]) -> Refusal {
    let at = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(error) => error.valid_up_to(),
    };
    let byte = bytes.get(at).copied().unwrap_or_default();
    let why = format!(
        "invalid UTF-8 at byte {at} (0x{byte:02X}), and no other encoding fits; convert it, or name its encoding (utf-8 \
         puts U+FFFD in such places)"
    );
    Refusal::with(why, SETTING)
}

fn invalid_utf16(encoding: Encoding) -> Refusal {
    let name = encoding.name();
    let why = format!("invalid {name}; convert it to UTF-8, or name {name} (it puts U+FFFD in such places)");
    Refusal::with(why, SETTING)
}

fn binary(at: usize) -> Refusal {
    Refusal::with(
        format!("it is binary: byte {at} is NUL; convert it to text, or name its encoding"),
        SETTING,
    )
}

/// Returns a description of a format that is no text, with advice, by its first bytes. `None` if they are of none.
fn other_format(head: &[u8]) -> Option<&'static str> {
    const FORMATS: &[(&[u8], &str)] = &[
        (b"%PDF-", "it is binary: a PDF; convert it to text"),
        (b"PK\x03\x04", "it is binary: a ZIP archive or an office document; unpack it or save it as text"),
        (b"\xD0\xCF\x11\xE0", "it is binary: an office document; save it as text"),
        (b"{\\rtf", "it is RTF; save it as text"),
        (b"\xFF\xFE\0\0", "it is UTF-32; convert it to UTF-8"),
        (b"\0\0\xFE\xFF", "it is UTF-32; convert it to UTF-8"),
        (b"\x1F\x8B", "it is compressed twice; unpack it"),
        (b"\x28\xB5\x2F\xFD", "it is compressed twice; unpack it"),
        (b"BZh9", "it is compressed with bzip2; unpack it"),
        (b"\xFD7zXZ", "it is compressed with xz; unpack it"),
    ];
    let (_, what) = FORMATS.iter().find(|(start, _)| head.starts_with(start))?;
    Some(what)
}

/// Returns the byte order of a file in UTF-16: by the named encoding, its byte order mark, or because it plainly reads
/// so.
pub(super) fn utf16(head: &[u8], named: Option<Encoding>) -> Option<Encoding> {
    if named.is_some() {
        return named.filter(|encoding| encoding.is_utf16());
    }
    match head {
        [0xFF, 0xFE, ..] => Some(Encoding(UTF_16LE)),
        [0xFE, 0xFF, ..] => Some(Encoding(UTF_16BE)),
        _ if std::str::from_utf8(head).is_ok() && !head.contains(&0) => None,
        // Pairs of bytes in Shift-JIS look like ideographs of UTF-16.
        _ if is_japanese_head(head) => None,
        _ => [UTF_16LE, UTF_16BE].map(Encoding).into_iter().find(|&order| reads_as_utf16(head, order)),
    }
}

/// Returns whether nearly every pair of bytes is a character of English or Chinese. Two ASCII letters also form an
/// ideograph, so ideographs count only if a fair share of their bytes is above ASCII.
fn reads_as_utf16(head: &[u8], order: Encoding) -> bool {
    let (mut all, mut usual, mut wide, mut high) = (0, 0, 0, 0);
    for pair in head.chunks_exact(2) {
        let unit = match order.0 == UTF_16LE {
            true => u16::from_le_bytes([pair[0], pair[1]]),
            false => u16::from_be_bytes([pair[0], pair[1]]),
        };
        let is_letter = matches!(unit, 9 | 10 | 13 | 0x20..=0x7E | 0xA0..=0x24F | 0x2010..=0x2040 | 0x20AC);
        let is_wide = matches!(unit, 0x3000..=0x30FF | 0x4E00..=0x9FFF | 0xFF00..=0xFF5E);
        all += 1;
        usual += usize::from(is_letter || is_wide);
        wide += usize::from(is_wide);
        high += usize::from(is_wide && pair[0] >= 0x80) + usize::from(is_wide && pair[1] >= 0x80);
    }
    all >= 2 && usual * 100 >= all * 97 && high * 2 >= wide
}

/// A reader that converts UTF-16 to UTF-8. Invalid UTF-16 is an error.
pub(super) struct Utf16Reader<R> {
    source: R,
    decoder: Decoder,
    input: Vec<u8>,
    output: Vec<u8>,
    read: usize,
    ended: bool,
}

impl<R: Read> Utf16Reader<R> {
    pub(super) fn new(source: R, encoding: Encoding) -> Utf16Reader<R> {
        let decoder = encoding.0.new_decoder_without_bom_handling();
        Utf16Reader { source, decoder, input: Vec::new(), output: Vec::new(), read: 0, ended: false }
    }

    fn refill(&mut self) -> io::Result<()> {
        self.input.clear();
        self.output.clear();
        self.read = 0;
        self.ended = (&mut self.source).take(HEAD_BYTES as u64).read_to_end(&mut self.input)? == 0;
        // Two bytes of UTF-16 become up to three of UTF-8. The rest is for what was left from before.
        self.output.resize(self.input.len() * 2 + 16, 0);
        let decoded =
            self.decoder.decode_to_utf8_without_replacement(&self.input, &mut self.output, self.ended);
        let (result, _, written) = decoded;
        self.output.truncate(written);
        match result {
            DecoderResult::InputEmpty => Ok(()),
            _ => Err(io::Error::new(io::ErrorKind::InvalidData, "invalid UTF-16; convert it to UTF-8")),
        }
    }
}

impl<R: Read> Read for Utf16Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.output.len() && !self.ended {
            self.refill()?;
        }
        let ready = self.output.get(self.read..).unwrap_or_default();
        let count = ready.len().min(buffer.len());
        for (to, from) in buffer.iter_mut().zip(ready) {
            *to = *from;
        }
        self.read += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHINESE: &str =
        "中文论文的抄袭检测，是一个由来已久的问题。\n本文提出了一种方法，并且在两个语料上作了试验。";
    const TRADITIONAL: &str =
        "中文論文的抄襲檢測，是一個由來已久的問題。\n本文提出了一種方法，並且在兩個語料上作了試驗。";
    const FRENCH: &str =
        "Le café était fermé. «\u{A0}Où êtes-vous allé\u{A0}?\u{A0}» demanda-t-elle. Cela n’a pas coûté 5 €.";
    const QUOTED: &str = "He said that it “wasn’t so” – and went. It was a long day, and nobody saw him.";

    fn check(bytes: Vec<u8>, expected: &str) {
        assert_eq!(decode(bytes, None, None).as_deref(), Ok(expected));
    }

    fn encode(text: &str, name: &str) -> Vec<u8> {
        encoding_rs::Encoding::for_label(name.as_bytes()).unwrap().encode(text).0.into_owned()
    }

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn recognises_the_encodings_of_english_and_chinese() {
        for text in ["", "a", "abc", CHINESE, FRENCH, "\u{FEFF}a中\r\n", "𝄞"] {
            check(text.into(), text);
        }
        check(encode(CHINESE, "gb18030"), CHINESE);
        check(encode(CHINESE, "gbk"), CHINESE);
        check(encode(TRADITIONAL, "big5"), TRADITIONAL);
        check(encode(FRENCH, "windows-1252"), FRENCH);
        check(encode(QUOTED, "windows-1252"), QUOTED);
        check(encode("The café was closed on Sunday.", "windows-1252"), "The café was closed on Sunday.");
        check(
            encode("Москва — столица России, самый большой город.", "windows-1251"),
            "Москва — столица России, самый большой город.",
        );
    }

    #[test]
    fn recognises_the_encodings_of_japanese() {
        let japanese = "日本語の文章です。昨日は雨が降りましたが、今日は晴れています。";
        for name in ["shift_jis", "euc-jp", "iso-2022-jp"] {
            check(encode(japanese, name), japanese);
        }
    }

    #[test]
    fn recognises_large_files_by_a_part() {
        let (chinese, ascii) = (CHINESE.repeat(1_000), "A line.\n".repeat(10_000));
        check(encode(&chinese, "gb18030"), &chinese);
        let late = ascii.clone() + &chinese;
        check(encode(&late, "gb18030"), &late);
        // The first part tells nothing of the rest here, so the whole file decides.
        let mixed = "café ".repeat(15_000) + &FRENCH.repeat(50);
        check(encode(&mixed, "windows-1252"), &mixed);
    }

    #[test]
    fn recognises_short_chinese() {
        for text in ["中文论文", "抄袭检测的方法", "今天天气很好。", "你好，世界"] {
            check(encode(text, "gb18030"), text);
        }
        for text in ["中文論文的方法", "今天天氣很好。", "你好，世界，我們來了"] {
            check(encode(text, "big5"), text);
        }
    }

    #[test]
    fn recognises_utf_16_with_and_without_its_mark() {
        for text in [CHINESE, QUOTED, FRENCH, "没有换行的中文", "abc"] {
            for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
                check(utf16(text, to_bytes), text);
                let marked = format!("\u{FEFF}{text}");
                check(utf16(&marked, to_bytes), &marked);
            }
        }
        assert!(
            decode(b"\xFF\xFEa\0\x00\xD8b\0".to_vec(), None, None)
                .unwrap_err()
                .to_string()
                .starts_with("invalid UTF-16LE")
        );
    }

    #[test]
    fn a_damaged_file_is_refused_with_the_place() {
        let check = |bytes: &[u8], at: &str| {
            let error = decode(bytes.to_vec(), None, None).unwrap_err().to_string();
            assert!(error.starts_with(&format!("invalid UTF-8 at byte {at}, and")), "{error}");
        };
        check(b"hello \xFF world", "6 (0xFF)");
        check(b"A stray byte \xFF here, an overlong \xC0\xAF there.", "13 (0xFF)");
        check(b"A stray byte \xE1 here, a stray \xEA there, and a lot of other words around the two of them.\x81", "13 (0xE1)");
        check("一段文字。".as_bytes().get(..14).unwrap(), "12 (0xE3)");
        check(
            &[FRENCH.as_bytes(), b"\xE9 ", FRENCH.as_bytes()].concat(),
            &format!("{} (0xE9)", FRENCH.len()),
        );
        check(
            &[CHINESE.as_bytes(), b"\xC3(", CHINESE.as_bytes()].concat(),
            &format!("{} (0xC3)", CHINESE.len()),
        );
    }

    #[test]
    fn a_named_encoding_wins_and_never_fails() {
        let named = |name: &str| Some(name.parse::<Encoding>().unwrap());
        assert_eq!(decode(b"a\xFFb".to_vec(), named("utf-8"), None).unwrap(), "a\u{FFFD}b");
        assert_eq!(decode("é".into(), named("latin1"), None).unwrap(), "Ã©");
        assert_eq!(decode(utf16("中", u16::to_be_bytes), named("utf-16be"), None).unwrap(), "中");
        assert_eq!(decode(encode("中", "big5"), named("Big5"), None).unwrap(), "中");
        assert!(
            "klingon"
                .parse::<Encoding>()
                .unwrap_err()
                .to_string()
                .starts_with("unknown encoding \"klingon\"")
        );
    }

    #[test]
    fn binary_files_are_refused() {
        let error = |bytes: &[u8]| decode(bytes.to_vec(), None, None).unwrap_err().to_string();
        assert_eq!(
            error(b"ab\0cd\x01\x02\x03"),
            "it is binary: byte 2 is NUL; convert it to text, or name its encoding with encoding"
        );
        assert_eq!(
            error(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"),
            "it is binary: byte 8 is NUL; convert it to text, or name its encoding with encoding"
        );
        assert_eq!(error(b"%PDF-1.7\n1 0 obj"), "it is binary: a PDF; convert it to text");
        assert!(error(b"\xFF\xFE\0\0a\0\0\0").contains("UTF-32"));
    }

    #[test]
    fn html_may_declare_its_encoding() {
        let name = |html: &str| declared(html.as_bytes()).map(Encoding::name);
        assert_eq!(name("<meta charset=\"gb2312\">"), Some("GBK"));
        assert_eq!(name("<META HTTP-EQUIV=x content='text/html; CHARSET=Big5'>"), Some("Big5"));
        assert_eq!(name("<?xml?><p>"), None);
        let html = encode("<meta charset=gbk><p>好", "gbk");
        assert_eq!(decode(html.clone(), None, declared(&html)).unwrap(), "<meta charset=gbk><p>好");
    }

    #[test]
    fn streams_utf_16() {
        let text = format!("{CHINESE}{FRENCH}𝄞").repeat(500);
        for (order, to_bytes) in
            [(UTF_16LE, u16::to_le_bytes as fn(u16) -> [u8; 2]), (UTF_16BE, u16::to_be_bytes)]
        {
            let bytes = utf16(&text, to_bytes);
            let mut read = String::new();
            Utf16Reader::new(bytes.as_slice(), Encoding(order)).read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
            let cut = bytes.get(..bytes.len() - 1).unwrap();
            assert!(Utf16Reader::new(cut, Encoding(order)).read_to_string(&mut read).is_err());
        }
    }
}
