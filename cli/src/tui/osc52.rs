//! The escape sequence that puts a text into the clipboard, also over SSH (OSC 52).

/// The most bytes of text. Terminals ignore longer sequences; xterm and tmux take a little more.
const MAX_TEXT_BYTES: usize = 50_000;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns the sequence, and whether it holds the whole text.
pub(super) fn copy(text: &str) -> (String, bool) {
    let ends = 0..=text.len().min(MAX_TEXT_BYTES);
    let end = ends.rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    let shown = text.get(..end).unwrap_or(text);
    (format!("\x1b]52;c;{}\x07", base64(shown.as_bytes())), end == text.len())
}

fn base64(bytes: &[u8]) -> String {
    let mut encoded = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |place: usize| u32::from(chunk.get(place).copied().unwrap_or(0));
        let bits = (at(0) << 16) | (at(1) << 8) | at(2);
        for place in 0..4 {
            let sign = ALPHABET[(bits >> (18 - 6 * place)) as usize & 63];
            encoded.push(if place <= chunk.len() { sign.into() } else { '=' });
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_by_the_examples_of_rfc_4648() {
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
            ("盐", "55uQ"),
        ] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!(copy("盐"), ("\x1b]52;c;55uQ\x07".to_owned(), true));
        let (sequence, is_whole) = copy(&"盐".repeat(20_000));
        assert!(!is_whole && sequence.len() < 70_000);
    }
}
