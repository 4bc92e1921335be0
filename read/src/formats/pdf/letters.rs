//! The meaning in running text of the characters that a font maps its glyphs to.
//!
//! Fonts map their glyphs to what they draw: ligatures, radicals that look like a character, accents without their
//! letter. Only these are taken apart or replaced. Full-width punctuation, superscripts and the like are the author's
//! own and stay.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::compose;

/// Pushes the meaning of a mapped character. Nothing is pushed for controls and for marks that only guide line breaks.
pub(super) fn clean(c: char, out: &mut impl FnMut(char)) {
    match c {
        // Fonts for simplified Chinese draw 户 with it, others 戶 or 戸.
        '\u{2F3E}' => out('户'),
        '\u{FB00}'..='\u{FB06}' | '\u{2F00}'..='\u{2FD5}' | '\u{F900}'..='\u{FAFF}' => {
            std::iter::once(c).nfkc().for_each(out);
        }
        '\u{2E80}'..='\u{2EF3}' => out(radical(c)),
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\t' => out(' '),
        // A soft hyphen that a page paints is a hyphen.
        '\u{AD}' => out('-'),
        '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}'
        | '\u{FFFD}' => {}
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'.. => {}
        c if c.is_control() => {}
        c => out(c),
    }
}

/// Pushes the meaning of several characters that one glyph is mapped to. A letter with a soft hyphen behind it is only
/// that letter.
pub(super) fn clean_all(text: &str, out: &mut impl FnMut(char)) {
    for c in text.chars() {
        if c != '\u{AD}' {
            clean(c, out);
        }
    }
}

/// Returns the character that a radical of the supplement is drawn for. Some programs map simplified characters back to
/// radicals.
fn radical(c: char) -> char {
    let (_, behind) = RADICALS.split_once(c).unwrap_or_default();
    behind.chars().next().unwrap_or(c)
}

/// The radicals of the supplement, each followed by the character it stands for.
const RADICALS: &str = "⺁厂⺄乙⺅亻⺆冂⺇几⺈刀⺉刂⺋卩⺍小⺎兀⺏尣⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歹⺟母⺠民⺡氵\
⺢氺⺣灬⺤爫⺥爫⺦丬⺨犭⺩王⺪疋⺫罒⺬示⺭礻⺮竹⺯糹⺰纟⺱罓⺲罒⺳罒⺴罒⺵羊⺶羊⺷羊⺸羊⺹耂⺺肀⺻聿⺼月⺽臼⺾艹⺿艹⻀艹⻁虎\
⻂衤⻃覀⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏阝⻐钅⻑長⻒长⻓长⻔门⻕阜⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞食⻟食⻠饣\
⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟";

/// Returns the accented letter for an accent drawn over or under a letter as a separate glyph. `None` if there is no
/// such letter.
pub(super) fn accented(accent: char, letter: char) -> Option<char> {
    let letter = match letter {
        'ı' => 'i',
        'ȷ' => 'j',
        letter => letter,
    };
    let mark = match accent {
        '`' => '\u{300}',
        '´' | '\u{2CA}' => '\u{301}',
        'ˆ' | '^' => '\u{302}',
        '˜' | '~' => '\u{303}',
        '¯' | 'ˉ' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' | '°' => '\u{30A}',
        '˝' => '\u{30B}',
        'ˇ' => '\u{30C}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        '\u{300}'..='\u{36F}' => accent,
        _ => return None,
    };
    compose(letter, mark)
}

/// Returns the character of a code in the bitmap fonts of TeX, if it is an ASCII character or a ligature.
pub(super) fn by_tex_code(code: u32) -> Option<char> {
    match u8::try_from(code).ok()? {
        0x0B | 0x1B => Some('\u{FB00}'),
        0x0C | 0x1C => Some('\u{FB01}'),
        0x0D | 0x1D => Some('\u{FB02}'),
        0x0E | 0x1E => Some('\u{FB03}'),
        0x0F | 0x1F => Some('\u{FB04}'),
        byte @ 0x20..=0x7E => Some(char::from(byte)),
        _ => None,
    }
}

/// Returns whether a character is written without blanks around it: Chinese characters, kana and the marks between
/// them.
pub(crate) fn is_wide(c: char) -> bool {
    matches!(c,
        '\u{2E80}'..='\u{30FF}' | '\u{3130}'..='\u{318F}' | '\u{31A0}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FF60}' | '\u{FFE0}'..='\u{FFE6}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// Returns a digit as a superscript.
pub(super) fn raise(c: char) -> char {
    let digit = c.to_digit(10).and_then(|digit| RAISED.chars().nth(digit as usize));
    digit.unwrap_or(c)
}

/// Returns whether a character is a superscript digit.
pub(super) fn is_raised(c: char) -> bool {
    RAISED.contains(c)
}

const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/// Returns whether a text ends like a word or a sentence, and not like a formula: with three letters, a Chinese
/// character or a mark.
pub(super) fn is_word_end(text: &str) -> bool {
    let end = text.trim_end();
    match end.chars().next_back() {
        Some(c) if c.is_alphabetic() && !is_wide(c) => {
            end.chars().rev().take(3).filter(|c| c.is_alphabetic()).count() == 3
        }
        Some(c) => is_wide(c) || matches!(c, '.' | ',' | ';' | ':' | '?' | '!' | '”' | '"' | '’'),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(text: &str) -> String {
        let mut out = String::new();
        text.chars().for_each(|c| clean(c, &mut |c| out.push(c)));
        out
    }

    #[test]
    fn takes_apart_what_only_fonts_join() {
        let check = |text: &str, expected: &str| assert_eq!(cleaned(text), expected);
        check("e\u{FB03}cient \u{FB01}eld", "efficient field");
        check("\u{2F00}\u{2F08}\u{2FD5}", "一人龠");
        check("⻚⻋⻔⻅⺎⼾", "页车门见兀户");
        check("a\u{200B}b\u{A0}c\u{1}", "ab c");
        check("well\u{AD}known", "well-known");
    }

    #[test]
    fn keeps_what_the_author_wrote() {
        let check = |text: &str| assert_eq!(cleaned(text), text);
        check("，（全角）：；");
        check("x² ½ ①");
        check("naïve — “quoted”");
    }

    #[test]
    fn every_radical_of_the_table_has_its_character() {
        assert_eq!(RADICALS.chars().count() % 2, 0);
        for (at, c) in RADICALS.chars().enumerate() {
            assert_eq!(matches!(c, '\u{2E80}'..='\u{2EF3}'), at % 2 == 0, "{c} at {at}");
        }
    }

    #[test]
    fn bitmap_letters_are_known_by_their_codes() {
        assert_eq!(by_tex_code(0x61), Some('a'));
        assert_eq!(by_tex_code(0x0C), Some('\u{FB01}'));
        assert_eq!(by_tex_code(0x90), None);
        assert_eq!(by_tex_code(0x4E2D), None);
    }

    #[test]
    fn puts_accents_on_letters() {
        assert_eq!(accented('´', 'e'), Some('é'));
        assert_eq!(accented('¨', 'ı'), Some('ï'));
        assert_eq!(accented('´', '3'), None);
    }
}
