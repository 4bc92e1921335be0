//! Values -> JSON that is safe to print on a terminal.
//!
//! JSON itself escapes only the control characters below U+0020. DEL, the C1 controls and the bidirectional controls
//! are written as `\u` escapes too. A printed report then cannot steer a terminal, and its meaning as JSON is
//! unchanged. `O(n)`.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::sanitize::is_hostile;

/// Writes a value as JSON, on one line and without the end of the line.
pub fn write_value(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Escaping)).map_err(io::Error::from)
}

struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        // Every character that is escaped here begins with one of these bytes.
        if !fragment.bytes().any(|byte| matches!(byte, 0x7F | 0xC2 | 0xD8 | 0xE2 | 0xEF)) {
            return out.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_hostile(c)) {
            let (before, after) = rest.split_at(at);
            write!(out, "{before}\\u{:04x}", u32::from(c))?;
            rest = after.strip_prefix(c).unwrap_or("");
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> String {
        let mut out = vec![];
        write_value(&text, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn controls_are_escaped_and_come_back() {
        assert_eq!(json("\u{1b}\u{7f}\u{9b}\u{202e}x\u{2069}"), r#""\u001b\u007f\u009b\u202ex\u2069""#);
        for c in '\0'..='\u{FFFF}' {
            let written = json(&format!("中{c}é"));
            assert!(!written.contains(is_hostile), "{c:?}");
            assert_eq!(serde_json::from_str::<String>(&written).unwrap(), format!("中{c}é"));
        }
    }

    #[test]
    fn other_text_is_written_as_it_is() {
        assert_eq!(json("“浮桥” – naïve ½ שלום"), "\"“浮桥” – naïve ½ שלום\"");
    }
}
