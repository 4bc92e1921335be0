//! Decodes encodings that are made of ASCII alone, which other readers would take for ASCII.
//!
//! ISO-2022-JP is recognized by its escapes. HZ and UTF-7 look like text with odd signs, so they are believed only if
//! every such place is well formed and most decoded characters are Chinese or Japanese. `O(n)`.

use encoding_rs::{GBK, ISO_2022_JP, UTF_16BE};

use crate::refusal::Refusal;
use ibid::is_han;

/// The fewest ideographs that are no accident.
const LEAST_HAN: usize = 4;

/// Decodes an ASCII text that is in another encoding. `None` if it is plain ASCII, or not ASCII.
pub(super) fn decode(text: &str) -> Option<Result<String, Refusal>> {
    if !text.is_ascii() {
        return None;
    }
    if text.contains('\u{1B}') {
        return escaped(text);
    }
    hz(text).or_else(|| utf7(text)).map(Ok)
}

fn escaped(text: &str) -> Option<Result<String, Refusal>> {
    let mut behind_escapes = text.split("\u{1B}$").skip(1);
    if behind_escapes.clone().any(|rest| rest.starts_with([')', '*', '+'])) {
        return Some(Err("it is ISO-2022-KR or ISO-2022-CN; convert it to UTF-8".into()));
    }
    if !behind_escapes.any(|rest| rest.starts_with(['B', '@'])) {
        return None;
    }
    match ISO_2022_JP.decode_without_bom_handling_and_without_replacement(text.as_bytes()) {
        Some(decoded) => Some(Ok(decoded.into_owned())),
        None => Some(Err("it is ISO-2022-JP with damaged places; convert it to UTF-8".into())),
    }
}

/// Decodes HZ: GB 2312 between `~{` and `~}`.
fn hz(text: &str) -> Option<String> {
    if !text.contains("~{") {
        return None;
    }
    let mut rest = text;
    let mut bytes = Vec::with_capacity(text.len());
    while let Some((plain, tail)) = rest.split_once("~{") {
        let (coded, after) = tail.split_once("~}")?;
        if coded.len() % 2 == 1 || !coded.as_bytes().iter().all(u8::is_ascii_graphic) {
            return None;
        }
        bytes.extend(plain.replace("~\n", "").replace("~~", "~").into_bytes());
        bytes.extend(coded.bytes().map(|byte| byte | 0x80));
        rest = after;
    }
    bytes.extend(rest.replace("~\n", "").replace("~~", "~").into_bytes());
    let decoded = GBK.decode_without_bom_handling_and_without_replacement(&bytes)?;
    if is_east_asian(&decoded) { Some(decoded.into_owned()) } else { None }
}

/// Decodes UTF-7: UTF-16 in Base64, between `+` and `-` or another character that is not in Base64.
fn utf7(text: &str) -> Option<String> {
    if !text.contains('+') {
        return None;
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, tail)) = rest.split_once('+') {
        decoded.push_str(plain);
        let len = tail.bytes().take_while(|&byte| base64_digit(byte).is_some()).count();
        let (coded, after) = tail.split_at_checked(len)?;
        rest = after.strip_prefix('-').unwrap_or(after);
        match coded {
            "" if rest.len() < after.len() => decoded.push('+'),
            coded => decoded.push_str(&utf16_of(coded)?),
        }
    }
    decoded.push_str(rest);
    is_east_asian(&decoded).then_some(decoded)
}

/// Decodes Base64. Returns the bytes, and the bits behind the last of them with their number.
pub(super) fn base64(digits: impl Iterator<Item = u8>) -> Option<(Vec<u8>, [u32; 2])> {
    let (mut bytes, mut bits, mut count) = (vec![], 0, 0);
    for digit in digits {
        bits = bits << 6 | base64_digit(digit)?;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some((bytes, [bits, count]))
}

/// Returns the value of a digit of Base64.
fn base64_digit(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

/// Decodes UTF-16 in Base64. `None` if a unit is cut or a surrogate stands alone.
fn utf16_of(coded: &str) -> Option<String> {
    let (bytes, [bits, count]) = base64(coded.bytes())?;
    if bytes.is_empty() || bytes.len() % 2 == 1 || count >= 6 || bits != 0 {
        return None;
    }
    Some(UTF_16BE.decode_without_bom_handling_and_without_replacement(&bytes)?.into_owned())
}

/// Returns whether most characters beyond ASCII are Chinese or Japanese, and there are enough ideographs.
fn is_east_asian(text: &str) -> bool {
    let (mut all, mut han, mut kana_and_signs) = (0_usize, 0_usize, 0_usize);
    for c in text.chars() {
        all += usize::from(!c.is_ascii());
        match c {
            c if is_han(c) => han += 1,
            '\u{3000}'..='\u{30FF}' | '\u{FF01}'..='\u{FF5E}' => kana_and_signs += 1,
            _ => {}
        }
    }
    han >= LEAST_HAN && (han + kana_and_signs) * 10 >= all * 9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_ascii_is_read_as_what_it_is() {
        for (coded, text) in [
            ("\u{1B}$BF|K\\8l$NJ8>O\u{1B}(B ok", "日本語の文章 ok"),
            ("A ~{VPNDB[ND5D~} b ~~ ~\nc", "A 中文论文的 b ~ c"),
            ("A +Ti1lh4u6ZYc- b +-c", "A 中文论文 b +c"),
        ] {
            assert_eq!(decode(coded).unwrap().unwrap(), text);
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        let why = |text: &str| decode(text).unwrap().unwrap_err().to_string();
        assert!(why("\u{1B}$)C\u{E}ab").starts_with("it is ISO-2022-KR"));
        assert!(why("\u{1B}$BF\u{1B}(B").starts_with("it is ISO-2022-JP with damaged places"));
    }

    #[test]
    fn ascii_is_left_alone() {
        for text in [
            "Plain.",
            "1 + 1 = 2, a+b-c, C++ and +1-800-555",
            "~{not} this~}",
            "x ~{ab~} y",
            "\u{1B}[1mbold\u{1B}[0m",
            "dGVzdA+Ti1lh4u6ZYc and +more/",
            "+AGEAYgBj- +AGQAZQBm-",
        ] {
            assert!(decode(text).is_none(), "{text}");
        }
    }
}
