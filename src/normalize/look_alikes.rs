//! Letters of other scripts that look like an ASCII letter.
//!
//! In: a character. Out: the ASCII letter it can be taken for. Only single letters of alphabets with case are listed,
//! never a Han character or Kana: the Unicode skeleton of a whole text (UTS #39) would turn "modern" into "rnodern" and
//! 士 into 土. A capital stands for a capital and a small letter for a small one, so that a replacement never changes
//! case.

/// Returns the ASCII letter that this Cyrillic, Greek, Armenian, Cherokee or phonetic letter looks like.
pub(super) fn looks_like(c: char) -> Option<char> {
    let place = LOOK_ALIKES.binary_search_by_key(&c, |&(from, _)| from).ok()?;
    LOOK_ALIKES.get(place).map(|&(_, to)| to)
}

/// Returns whether this small capital is also used in phonetic transcriptions.
pub(super) fn is_sound(c: char) -> bool {
    matches!(c, 'ɢ' | 'ɪ' | 'ɴ' | 'ʀ' | 'ʏ' | 'ʙ' | 'ʜ' | 'ʟ')
}

/// Returns whether this is a small capital: a Latin letter, whatever its look.
pub(super) fn is_small_capital(c: char) -> bool {
    is_sound(c) || matches!(c, 'ᴀ'..='ᴢ' | 'ꜰ' | 'ꜱ' | 'ꞯ')
}

/// Returns a letter that this ASCII letter can be disguised as: Cyrillic if there is one, else the first other one that
/// is no small capital and no Cherokee small letter.
pub fn disguised(c: char) -> Option<char> {
    let mut first = None;
    for &(from, to) in LOOK_ALIKES {
        if to != c || is_small_capital(from) || matches!(from, '\u{AB70}'..='\u{ABBF}') {
            continue;
        }
        if matches!(from, '\u{400}'..='\u{52F}') {
            return Some(from);
        }
        first = first.or(Some(from));
    }
    first
}

/// The letters with the ASCII letters that they look like, sorted by the first.
#[rustfmt::skip]
const LOOK_ALIKES: &[(char, char)] = &[
    // The phonetic alphabet, with small capitals.
    ('ɑ', 'a'), ('ɡ', 'g'), ('ɢ', 'g'), ('ɪ', 'i'), ('ɴ', 'n'), ('ʀ', 'r'), ('ʏ', 'y'), ('ʙ', 'b'), ('ʜ', 'h'),
    ('ʟ', 'l'),
    // Greek.
    ('Ϳ', 'J'), ('Α', 'A'), ('Β', 'B'), ('Ε', 'E'), ('Ζ', 'Z'), ('Η', 'H'), ('Ι', 'I'), ('Κ', 'K'), ('Μ', 'M'),
    ('Ν', 'N'), ('Ο', 'O'), ('Ρ', 'P'), ('Τ', 'T'), ('Υ', 'Y'), ('Χ', 'X'), ('α', 'a'), ('γ', 'y'), ('ι', 'i'),
    ('ν', 'v'), ('ο', 'o'), ('ρ', 'p'), ('υ', 'u'), ('ϳ', 'j'),
    // Cyrillic.
    ('Ѕ', 'S'), ('І', 'I'), ('Ј', 'J'), ('А', 'A'), ('В', 'B'), ('Е', 'E'), ('К', 'K'), ('М', 'M'), ('Н', 'H'),
    ('О', 'O'), ('Р', 'P'), ('С', 'C'), ('Т', 'T'), ('У', 'Y'), ('Х', 'X'), ('а', 'a'), ('е', 'e'), ('о', 'o'),
    ('р', 'p'), ('с', 'c'), ('у', 'y'), ('х', 'x'), ('ѕ', 's'), ('і', 'i'), ('ј', 'j'), ('Ѵ', 'V'), ('ѵ', 'v'),
    ('Ү', 'Y'), ('ү', 'y'), ('Һ', 'H'), ('һ', 'h'), ('Ӏ', 'I'), ('ӏ', 'l'), ('ԁ', 'd'), ('Ԍ', 'G'), ('Ԛ', 'Q'),
    ('ԛ', 'q'), ('Ԝ', 'W'), ('ԝ', 'w'),
    // Armenian.
    ('Ս', 'U'), ('Տ', 'S'), ('Օ', 'O'), ('զ', 'q'), ('հ', 'h'), ('յ', 'j'), ('ո', 'n'), ('ս', 'u'), ('ց', 'g'),
    ('օ', 'o'),
    // Cherokee capitals.
    ('Ꭰ', 'D'), ('Ꭱ', 'R'), ('Ꭲ', 'T'), ('Ꭺ', 'A'), ('Ꭻ', 'J'), ('Ꭼ', 'E'), ('Ꮃ', 'W'), ('Ꮇ', 'M'), ('Ꮋ', 'H'),
    ('Ꮍ', 'Y'), ('Ꮐ', 'G'), ('Ꮓ', 'Z'), ('Ꮢ', 'R'), ('Ꮤ', 'W'), ('Ꮥ', 'S'), ('Ꮩ', 'V'), ('Ꮪ', 'S'), ('Ꮮ', 'L'),
    ('Ꮯ', 'C'), ('Ꮲ', 'P'), ('Ꮶ', 'K'), ('Ᏼ', 'B'),
    // Small capitals, and Cherokee small letters.
    ('ᴀ', 'a'), ('ᴄ', 'c'), ('ᴅ', 'd'), ('ᴇ', 'e'), ('ᴊ', 'j'), ('ᴋ', 'k'), ('ᴍ', 'm'), ('ᴏ', 'o'), ('ᴘ', 'p'),
    ('ᴛ', 't'), ('ᴜ', 'u'), ('ᴠ', 'v'), ('ᴡ', 'w'), ('ᴢ', 'z'),
    ('ꜰ', 'f'), ('ꜱ', 's'), ('ꞯ', 'q'), ('ꭰ', 'd'), ('ꭱ', 'r'), ('ꭲ', 't'), ('ꭺ', 'a'), ('ꭻ', 'j'), ('ꭼ', 'e'),
    ('ꮃ', 'w'), ('ꮇ', 'm'), ('ꮋ', 'h'), ('ꮍ', 'y'), ('ꮐ', 'g'), ('ꮓ', 'z'), ('ꮢ', 'r'), ('ꮤ', 'w'), ('ꮥ', 's'),
    ('ꮩ', 'v'), ('ꮪ', 's'), ('ꮮ', 'l'), ('ꮯ', 'c'), ('ꮲ', 'p'), ('ꮶ', 'k'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_keeps_case() {
        assert!(LOOK_ALIKES.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for &(from, to) in LOOK_ALIKES {
            assert!(!from.is_ascii() && to.is_ascii_alphabetic(), "{from}");
            assert_eq!(from.is_lowercase(), to.is_lowercase(), "{from}");
            assert_eq!(from.is_uppercase(), to.is_uppercase(), "{from}");
        }
        assert_eq!(looks_like('р'), Some('p'));
        assert_eq!(looks_like('ж'), None);
        assert_eq!(looks_like('土'), None);
        assert_eq!(['a', 'D', 'z', '土'].map(disguised), [Some('а'), Some('Ꭰ'), None, None]);
    }
}
