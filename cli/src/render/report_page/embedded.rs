//! JSON -> the same JSON inside of an element of HTML.

use std::io::{self, Write};

/// A writer that escapes `<` in JSON, so that no text can end the element around it or begin a comment. JSON has `<` in
/// strings only, where `\u003c` means the same.
pub(super) struct Embedded<W>(pub(super) W);

impl<W: Write> Write for Embedded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some(at) = memchr::memchr(b'<', rest) {
            self.0.write_all(&rest[..at])?;
            self.0.write_all(b"\\u003c")?;
            rest = &rest[at + 1..];
        }
        self.0.write_all(rest)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_element() {
        let text = "a</script><!--<b>浮<";
        let mut out = vec![];
        let json = serde_json::to_vec(text).unwrap();
        Embedded(&mut out).write_all(&json).unwrap();
        assert!(!out.contains(&b'<'));
        assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), text);
    }
}
