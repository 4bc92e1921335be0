//! Names of plain characters for keys of any bytes.

/// Returns the name of a key: digits, small letters, `-` and `_` as they are, each other byte as `mark` and two
/// hexadecimal digits.
pub(crate) fn escape(key: &[u8], mark: char) -> String {
    let mut name = String::with_capacity(key.len());
    for &byte in key {
        if is_plain(byte) {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("{mark}{byte:02X}"));
        }
    }
    name
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_digit() || byte.is_ascii_lowercase() || byte == b'-' || byte == b'_'
}

/// Returns the key of a name, the inverse of [`escape`]; none for a name that no key has.
pub(crate) fn unescape(name: &str, mark: char) -> Option<Vec<u8>> {
    let mut key = vec![];
    let mut chars = name.chars();
    while let Some(char) = chars.next() {
        key.push(if char == mark {
            let digits = [chars.next()?, chars.next()?];
            u8::from_str_radix(&String::from_iter(digits), 16).ok()?
        } else {
            u8::try_from(char).ok()?
        });
    }
    (!key.is_empty() && escape(&key, mark) == name).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_keys() {
        for (key, name) in
            [(&b"cdd7-ad"[..], "cdd7-ad"), (b"A", "=41"), (b"m/1", "m=2F1"), ("数".as_bytes(), "=E6=95=B0")]
        {
            assert_eq!(escape(key, '='), name);
            assert_eq!(unescape(name, '=').as_deref(), Some(key));
        }
        for other in ["", "A", "a/b", "=4", "=4x", "=+4", "=61", "数"] {
            assert_eq!(unescape(other, '='), None, "{other}");
        }
    }
}
