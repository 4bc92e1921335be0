//! Ruby text: small text set over letters, which tells how they sound or something else.

/// The most letters that a reading aid has for each letter under it.
const LETTERS: usize = 8;

/// Letters with a small text over them.
#[derive(Debug, Default)]
pub(crate) struct Ruby {
    pub(crate) base: String,
    pub(crate) text: String,
    /// True while the small text is read.
    pub(crate) in_text: bool,
}

impl Ruby {
    /// Returns the small text, unless it only tells how Chinese, Japanese or Korean letters sound.
    pub(crate) fn into_gloss(self) -> Option<String> {
        (!is_reading_aid(&self.base, &self.text)).then_some(self.text)
    }
}

fn is_reading_aid(base: &str, text: &str) -> bool {
    let count = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let mut letters = base.chars().filter(|c| c.is_alphanumeric());
    let is_eastern = letters.all(|c| ('\u{2E80}'..='\u{3FFFF}').contains(&c));
    count(text) == 0 || (is_eastern && count(base) > 0 && count(text) <= LETTERS * count(base))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pinyin_is_a_reading_aid_and_a_sentence_is_none() {
        assert!(is_reading_aid("看", "kàn"));
        assert!(is_reading_aid("守人", "shǒurén"));
        assert!(!is_reading_aid("keeper", "watchman"));
        assert!(!is_reading_aid("看", "The number of boats falls"));
        assert!(!is_reading_aid("", "keeper"));
    }
}
