//! Ruby text: small text set over letters, which tells how they sound or something else.

/// The most letters that a reading aid has for each letter under it.
const LETTERS: usize = 8;

/// The ruby text of a paragraph.
#[derive(Debug, Default)]
pub(crate) struct Glosses {
    open: Option<Ruby>,
    /// The small texts that tell more than how letters sound.
    text: String,
}

/// Letters with a small text over them.
#[derive(Debug, Default)]
struct Ruby {
    base: String,
    text: String,
    /// True while the small text is read.
    in_text: bool,
}

impl Glosses {
    /// Begins letters with a small text.
    pub(crate) fn open(&mut self) {
        self.open = Some(Ruby::default());
    }

    /// Begins or ends the small text.
    pub(crate) fn set_in_text(&mut self, in_text: bool) {
        if let Some(ruby) = &mut self.open {
            ruby.in_text = in_text;
        }
    }

    /// Ends letters with a small text. Keeps the text, unless it only tells how Chinese, Japanese or Korean letters
    /// sound.
    pub(crate) fn close(&mut self) {
        if let Some(ruby) = self.open.take()
            && !is_reading_aid(&ruby.base, &ruby.text)
        {
            self.text += &ruby.text;
            self.text.push(' ');
        }
    }

    /// Takes a piece of the paragraph. Returns whether it is small text, which is no text of the paragraph itself.
    pub(crate) fn take(&mut self, text: &str) -> bool {
        let Some(ruby) = &mut self.open else { return false };
        if ruby.in_text {
            ruby.text += text
        } else {
            ruby.base += text
        }
        ruby.in_text
    }

    /// Returns the small texts so far, at the end of their paragraph.
    pub(crate) fn end_paragraph(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

fn is_reading_aid(base: &str, text: &str) -> bool {
    let under = base.matches(char::is_alphanumeric).count();
    let over = text.matches(char::is_alphanumeric).count();
    let is_western = base.contains(|c: char| c.is_alphanumeric() && !('\u{2E80}'..='\u{3FFFF}').contains(&c));
    over == 0 || (!is_western && under > 0 && over <= LETTERS * under)
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
