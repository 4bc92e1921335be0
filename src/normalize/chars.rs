//! The first step: characters, one by one.
//!
//! In: a text. Out: the text without invisible characters, with one form for each width, ligature, dash, space and line
//! end. A scan skips plain characters by a table (64 to a word) and stops at the few others. These are replaced by
//! their compatibility form (NFKC), one character at a time, so that no boundary crosses another character. CJK
//! punctuation keeps its form, because the splitter distinguishes 。 from `.`. `O(n)`.

use unicode_normalization::UnicodeNormalization;

use super::Obfuscation;
use super::offset_map::{OffsetMap, Pen};
use crate::text::Span;
use crate::text::lookup::is_ascii_letter;

/// Folds the characters of `text`; returns `None` if nothing changes.
pub(super) fn fold_chars(text: &str, counts: &mut Obfuscation) -> Option<(String, OffsetMap)> {
    let mut pen = Pen::new(text);
    let mut at = 0;
    while let Some(place) = next_special(text.as_bytes(), at) {
        at = place + fold_at(text, place, &mut pen, counts);
    }
    pen.finish()
}

/// Looks at the character at `at` and rewrites it if needed. Returns the number of bytes consumed.
fn fold_at(text: &str, at: usize, pen: &mut Pen<'_>, counts: &mut Obfuscation) -> usize {
    let Some(rest) = text.get(at..) else { return 1 };
    let mut chars = rest.chars();
    let Some(c) = chars.next() else { return 1 };
    let next = chars.next();
    let len = c.len_utf8();
    if c == '\r' {
        let both = if next == Some('\n') { 2 } else { 1 };
        pen.replace(at, both, "\n");
        return both;
    }
    if c == '\u{AD}' && matches!(next, Some('\n' | '\r')) {
        // The soft hyphen of a word that was broken here.
        pen.replace(at, len, "-");
        return len;
    }
    if is_ignorable(c) {
        let joins = matches!(c, '\u{200C}' | '\u{200D}') && pen.last_char(at).is_some_and(is_joined);
        if !joins {
            let place = Span::new(at as u32, (at + len) as u32);
            count(c, place, counts);
            for _ in 0..turned_words(c, rest) {
                counts.bidi.add(place);
            }
            pen.replace(at, len, "");
        }
        return len;
    }
    if is_unseen(c) {
        // Counted only inside a word. Elsewhere pictures and the codes of old printers leave such characters.
        if pen.last_char(at).is_some_and(char::is_alphabetic) && next.is_some_and(char::is_alphabetic) {
            counts.zero_width.add(Span::new(at as u32, (at + len) as u32));
        }
        pen.replace(at, len, "");
        return len;
    }
    if let Some(with) = simple_fold(c, pen.last_char(at), next) {
        if with != c.encode_utf8(&mut [0; 4]) {
            pen.replace(at, len, with);
        }
        return len;
    }
    if let Some(mark @ ('\u{FF9E}' | '\u{FF9F}')) = next
        && let Some(voiced) = voiced_kana(c, mark)
    {
        pen.replace(at, len + mark.len_utf8(), voiced.encode_utf8(&mut [0; 4]));
        return len + mark.len_utf8();
    }
    compatible(c, at, pen);
    len
}

/// Writes the compatibility form of a character, if it has another one.
fn compatible(c: char, at: usize, pen: &mut Pen<'_>) {
    if keeps_form(c) {
        return;
    }
    let folded: String = std::iter::once(c).nfkc().filter(|&c| !is_ignorable(c)).collect();
    if folded.starts_with(' ') || folded.is_empty() || folded.chars().eq([c]) {
        // A spacing accent would become a space and a mark; as a character of its own it says more.
        return;
    }
    let mut with = String::with_capacity(folded.len());
    for c in folded.chars() {
        match simple_fold(c, None, None) {
            Some(simple) => with.push_str(simple),
            None => with.push(c),
        }
    }
    pen.replace(at, c.len_utf8(), &with);
}

/// Returns the replacement of a space, line end, dash or single quote; `None` for other characters.
fn simple_fold(c: char, before: Option<char>, next: Option<char>) -> Option<&'static str> {
    Some(match c {
        '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => " ",
        // A form feed or vertical tab stands between pages or lines, beside a line end.
        '\u{B}' | '\u{C}' => " ",
        '\u{85}' | '\u{2028}' => "\n",
        '\u{2029}' => "\n\n",
        '‐' | '‑' => "-",
        // Windows-1252 that was read as ISO 8859-1.
        '\u{91}' | '\u{92}' => "'",
        '\u{93}' | '\u{94}' => "\"",
        '\u{96}' => "-",
        '\u{97}' => "--",
        // Doubled at the end of a line, or it would be taken for the hyphen of a broken word.
        '‒' | '–' | '−' if matches!(next, Some('\n' | '\r')) => "--",
        '‒' | '–' | '−' => "-",
        '—' | '―' | '⸺' | '⸻' => "--",
        '‘' | '’' if before.is_some_and(is_cjk) || next.is_some_and(is_cjk) => match c {
            '‘' => "‘",
            _ => "’",
        },
        '‘' | '’' | 'ʼ' | '‛' | '´' => "'",
        _ => return None,
    })
}

/// Returns whether this is Han, Kana or CJK punctuation, beside which a single quote keeps its direction.
fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3001}'..='\u{3003}' | '\u{3005}'..='\u{301F}' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FE}'
        | '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{2F7FF}' | '！' | '，' | '：' | '；' | '？' | '（' | '）' | '“' | '”')
}

/// Returns whether the compatibility form of a character is not used.
fn keeps_form(c: char) -> bool {
    matches!(
        c,
        '…' | '™'
            | '℠'
            | '！'
            | '（'
            | '）'
            | '，'
            | '：'
            | '；'
            | '？'
            | '［'
            | '］'
            | '｛'
            | '｝'
            | '～'
            | '｟'
            | '｠'
    )
}

/// Returns whether a character is default-ignorable, or a blank that takes no part in a word: it can only hide or split
/// words.
fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns whether this is a control that is no blank, or the placeholder of an object.
fn is_unseen(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{E}'..='\u{1F}' | '\u{7F}'..='\u{84}' | '\u{86}'..='\u{9F}' | '\u{FFFC}')
        && simple_fold(c, None, None).is_none()
}

/// Counts an ignorable character. Soft hyphens, emoji styles and the byte order mark are not counted.
fn count(c: char, place: Span, counts: &mut Obfuscation) {
    match c {
        '\u{AD}' | '\u{FE00}'..='\u{FE0F}' => {}
        '\u{FEFF}' if place.start == 0 => {}
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            counts.bidi.add(place)
        }
        _ => counts.zero_width.add(place),
    }
}

/// Counts the Latin words that a right-to-left override shows backwards, without the first.
fn turned_words(mark: char, text: &str) -> usize {
    if mark != '\u{202E}' {
        return 0;
    }
    let turned = text.split(['\u{202C}', '\n']).next().unwrap_or(text);
    turned.split(' ').filter(|word| word.contains(is_ascii_letter)).count().saturating_sub(1)
}

/// Returns whether a joiner or non-joiner has a meaning after this character: Arabic, Indic and related scripts,
/// Mongolian, emoji.
fn is_joined(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{8FF}' | '\u{900}'..='\u{109F}' | '\u{1780}'..='\u{18AF}' | '\u{A8E0}'..='\u{A9FF}'
        | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}' | '\u{2600}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}'
        | '\u{11000}'..='\u{11FFF}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Composes a half-width Kana and its half-width voicing mark into one character.
fn voiced_kana(c: char, mark: char) -> Option<char> {
    let kana = std::iter::once(c).nfkc().next()?;
    let mark = if mark == '\u{FF9E}' { '\u{3099}' } else { '\u{309A}' };
    unicode_normalization::char::compose(kana, mark)
}

/// Returns the place of the next character that may not be plain.
fn next_special(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(&lead) = bytes.get(at) {
        at = match lead {
            0..0x80 => {
                if is_odd_ascii(lead) {
                    return Some(at);
                }
                skip_ascii(bytes, at + 1)
            }
            0x80..0xE0 if is_plain(&PLAIN_2, usize::from(lead & 0x1F), bytes.get(at + 1)) => at + 2,
            0xE0..0xF0 => {
                let high = usize::from(lead & 0xF) << 6 | usize::from(bytes.get(at + 1)? & 0x3F);
                if !is_plain(&PLAIN_3, high, bytes.get(at + 2)) {
                    return Some(at);
                }
                at + 3
            }
            // Emoji and the rare Han planes: F0 9F 8C.. to F0 9F AB.., F0 A0.. to F0 AE...
            0xF0 if matches!(bytes.get(at + 1), Some(0xA0..=0xAE)) => at + 4,
            0xF0 if matches!(bytes.get(at + 1..at + 3), Some([0x9F, 0x8C..=0xAB])) => at + 4,
            _ => return Some(at),
        };
    }
    None
}

fn is_plain(table: &[u64], high: usize, last: Option<&u8>) -> bool {
    let word = table.get(high).copied().unwrap_or(0);
    last.is_some_and(|last| word >> (last & 0x3F) & 1 == 1)
}

/// Returns whether this ASCII byte must be rewritten: a control other than the tab and the line end.
fn is_odd_ascii(byte: u8) -> bool {
    byte == 0x7F || byte < 0x20 && byte != b'\t' && byte != b'\n'
}

/// Returns the place of the next byte that is not plain ASCII, or the end.
fn skip_ascii(bytes: &[u8], from: usize) -> usize {
    const CHUNK: usize = 32;
    let mut at = from;
    while let Some(rest) = bytes.get(at..)
        && let Some(chunk) = rest.first_chunk::<CHUNK>()
    {
        let mut odd = 0;
        for &byte in chunk {
            odd |= (byte & 0x80) | u8::from(is_odd_ascii(byte));
        }
        if odd != 0 {
            break;
        }
        at += CHUNK;
    }
    let rest = bytes.get(at..).unwrap_or(&[]);
    at + rest.iter().position(|&byte| byte >= 0x80 || is_odd_ascii(byte)).unwrap_or(rest.len())
}

/// One bit for each character of two bytes, 64 to a word; set if the character certainly stays unchanged.
static PLAIN_2: [u64; 32] = plain_table(0);
/// The same for characters of three bytes.
static PLAIN_3: [u64; 1024] = plain_table(0x800);

const fn plain_table<const WORDS: usize>(least: u32) -> [u64; WORDS] {
    let mut table = [0; WORDS];
    let mut range = 0;
    while range < PLAIN.len() {
        let mut point = PLAIN[range].0;
        while point <= PLAIN[range].1 {
            if point >= least && (point >> 6) < WORDS as u32 {
                table[(point >> 6) as usize] |= 1 << (point & 63);
            }
            point += 1;
        }
        range += 1;
    }
    table
}

/// The ranges of common characters that are never changed. A missing one only costs time.
#[rustfmt::skip]
const PLAIN: &[(u32, u32)] = &[
    // Latin with accents, combining marks.
    (0xA1, 0xA7), (0xA9, 0xA9), (0xAB, 0xAC), (0xB0, 0xB1), (0xB6, 0xB7), (0xBB, 0xBB), (0xBF, 0x131),
    (0x134, 0x13E), (0x141, 0x148), (0x14A, 0x17E), (0x180, 0x1C3), (0x1CD, 0x1F0), (0x1F4, 0x2AF),
    (0x300, 0x33F), (0x345, 0x34E), (0x350, 0x36F),
    // Greek, Cyrillic, Armenian, Hebrew, Arabic, Devanagari, Hangul.
    (0x388, 0x38A), (0x38C, 0x38C), (0x38E, 0x3A1), (0x3A3, 0x3CF), (0x400, 0x482), (0x48A, 0x52F),
    (0x531, 0x556), (0x561, 0x586), (0x5D0, 0x5EA), (0x621, 0x64A), (0x660, 0x66C), (0x679, 0x6D4),
    (0x900, 0x957), (0x960, 0x97F), (0xAC00, 0xD7A3),
    // Double quotes, bullets, ellipsis, currency, arrows, signs, boxes.
    (0x201C, 0x201E), (0x2020, 0x2022), (0x2026, 0x2026), (0x2030, 0x2030), (0x2039, 0x203B), (0x20A9, 0x20BF),
    (0x2190, 0x2211), (0x2213, 0x222B), (0x22EF, 0x22EF), (0x2500, 0x2767),
    // CJK punctuation, Kana, Han, private use.
    (0x3001, 0x3035), (0x3041, 0x3096), (0x3099, 0x309A), (0x309D, 0x309E), (0x30A1, 0x30FE), (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF), (0xE000, 0xF8FF),
    (0xFF01, 0xFF01), (0xFF08, 0xFF09), (0xFF0C, 0xFF0C), (0xFF1A, 0xFF1B), (0xFF1F, 0xFF1F), (0xFF3B, 0xFF3B),
    (0xFF3D, 0xFF3D), (0xFF5B, 0xFF5B), (0xFF5D, 0xFF60),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn fold(text: &str) -> String {
        fold_chars(text, &mut Obfuscation::default()).map_or_else(|| text.to_owned(), |(text, _)| text)
    }

    #[test]
    fn the_scan_skips_nothing_that_would_change() {
        for c in ('\u{80}'..'\u{3FFFF}')
            .filter(|&c| next_special(c.encode_utf8(&mut [0; 4]).as_bytes(), 0).is_none())
        {
            let mut pen = Pen::new("");
            assert!(!is_ignorable(c) && simple_fold(c, None, None).is_none(), "{c:?}");
            compatible(c, 0, &mut pen);
            assert!(pen.finish().is_none(), "{c:?}");
        }
    }

    #[test]
    fn every_character_alone_is_folded_for_good() {
        for c in ('\0'..'\u{3FFFF}').chain('\u{E0000}'..'\u{E1000}') {
            let once = fold(c.encode_utf8(&mut [0; 4]));
            assert_eq!(fold(&once), once, "{c:?}");
        }
    }

    #[test]
    fn width_ligatures_and_signs_take_one_form() {
        for (text, folded) in [
            ("Ｆｕｌｌ１２％", "Full12%"),
            ("ｶﾞｷﾞﾊﾟｱ｡｢ｱ｣､", "ガギパア。「ア」、"),
            ("oﬃce ﬁn", "office fin"),
            ("𝐇𝒾 ①Ⅳ㎏ x²", "Hi 1IVkg x2"),
            ("，；：！？。…（）【】《》、～", "，；：！？。…（）【】《》、～"),
            ("１．引言", "1.引言"),
            ("don’t ‘so’ ʼn", "don't 'so' 'n"),
            ("他说“‘好’字。”", "他说“‘好’字。”"),
            ("1990–2000 a—b co‑op −3", "1990-2000 a--b co-op -3"),
            ("a\u{A0}b\u{3000}c\u{2009}d", "a b c d"),
            ("a\r\nb\rc\u{2028}d\u{2029}e\u{C}", "a\nb\nc\nd\n\ne "),
            ("Brand™ 10´ ¨", "Brand™ 10' ¨"),
        ] {
            assert_eq!(fold(text), folded);
        }
    }

    #[test]
    fn invisible_characters_go_unless_they_mean_something() {
        let mut counts = Obfuscation::default();
        let (text, _) =
            fold_chars("\u{FEFF}pla\u{200B}gi\u{2060}ar\u{AD}ism \u{202E}x\u{202C} ❤️", &mut counts).unwrap();
        assert_eq!(text, "plagiarism x ❤");
        assert_eq!((counts.zero_width.count, counts.bidi.count), (2, 2));
        assert_eq!(counts.zero_width.places, [Span::new(6, 9), Span::new(11, 14)]);
        assert_eq!(
            fold("क्\u{200D}ष می\u{200C}خواهم 👩\u{200D}🚀"),
            "क्\u{200D}ष می\u{200C}خواهم 👩\u{200D}🚀"
        );
        assert_eq!(fold("wo\u{200D}rd 中\u{200C}文"), "word 中文");
        assert_eq!(fold("ᅟㅤ한글"), "한글");
    }

    #[test]
    fn controls_and_places_of_objects_go_and_count_inside_words() {
        let fold = |text: &str| {
            let mut counts = Obfuscation::default();
            let folded = fold_chars(text, &mut counts).unwrap().0;
            (folded, counts.zero_width.count)
        };
        for unseen in
            ['\0', '\u{1}', '\u{8}', '\u{E}', '\u{1B}', '\u{1F}', '\u{7F}', '\u{81}', '\u{9F}', '\u{FFFC}']
        {
            assert_eq!(
                fold(&format!("wo{unseen}rd 中{unseen}文")),
                ("word 中文".to_owned(), 2),
                "{unseen:?}"
            );
            assert_eq!(
                fold(&format!("See {unseen} here.{unseen}")),
                ("See  here.".to_owned(), 0),
                "{unseen:?}"
            );
        }
        assert_eq!(fold("don\u{92}t \u{93}so\u{94} \u{97}"), ("don't \"so\" --".to_owned(), 0));
    }
}
