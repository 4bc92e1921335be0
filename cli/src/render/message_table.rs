//! [`messages!`]: tables of short texts in English and Chinese.
//!
//! A row is a text in each language, so that none can be missing in one of them. There are a few hundred and no
//! translators to send files to, so a framework such as Fluent would be larger than this macro.

/// Defines a type with a method for each message, in the languages of [`Language`](super::Language),
/// and a test that a message says the same things in all of them.
///
/// `text` has no arguments. `line` has arguments, which stand in braces. The first argument of a `count` is a number,
/// with one text for one thing and one for several in English.
macro_rules! messages {
    (@text $name:ident() $en:literal $zh:literal) => {
        pub(crate) fn $name(self) -> &'static str {
            match self.0 {
                $crate::render::Language::English => $en,
                $crate::render::Language::Chinese => $zh,
            }
        }
    };
    (@line $name:ident($($arg:ident)*) $en:literal $zh:literal) => {
        pub(crate) fn $name(self, $($arg: impl std::fmt::Display),*) -> String {
            match self.0 {
                $crate::render::Language::English => format!($en),
                $crate::render::Language::Chinese => format!($zh),
            }
        }
    };
    (@count $name:ident($count:ident $($arg:ident)*) $one:literal $many:literal $zh:literal) => {
        pub(crate) fn $name(self, $count: u64, $($arg: impl std::fmt::Display),*) -> String {
            let is_one = $count == 1;
            let $count = $crate::render::thousands($count);
            match self.0 {
                $crate::render::Language::English if is_one => format!($one),
                $crate::render::Language::English => format!($many),
                $crate::render::Language::Chinese => format!($zh),
            }
        }
    };
    ($messages:ident: $($form:ident $name:ident $(($($arg:ident),*))? => $($text:literal),+;)+) => {
        /// The messages in a language.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $messages(pub(crate) $crate::render::Language);

        impl $messages {
            $(messages! { @$form $name($($($arg)*)?) $($text)+ })+
        }

        #[cfg(test)]
        #[test]
        fn every_message_says_the_same_in_both_languages() {
            $crate::render::expect_same_in_both_languages(&[$((stringify!($name), &[$($text),+])),+]);
        }
    };
}

#[cfg(test)]
pub(crate) use tests::expect_same_in_both_languages;

/// The check of all tables.
#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// Fails if a message does not say the same in its last text, which is Chinese, as in the one before.
    pub(crate) fn expect_same_in_both_languages(rows: &[(&str, &[&str])]) {
        for (name, texts) in rows {
            let (Some((chinese, english)), false) = (texts.split_last(), texts.contains(&"")) else {
                panic!("{name} has an empty text");
            };
            let english = english.last().copied().unwrap_or("");
            assert!(arguments(english).is_subset(&arguments(chinese)), "{name}: {chinese}");
            // Options and keys stay as they are.
            assert!(words(chinese).is_subset(&words(english)), "{name}: {chinese}");
            let is_chinese = |c: char| matches!(c, '一'..='鿿' | '，' | '：' | '、' | '；' | '“');
            let has_words = said(english).contains(char::is_alphabetic);
            assert!(!has_words || chinese.contains(is_chinese), "{name}: {chinese}");
        }
    }

    fn arguments(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
    }

    /// Returns a text without its arguments.
    fn said(text: &str) -> String {
        let parts = text.split('{').map(|part| part.rsplit('}').next().unwrap_or(""));
        parts.collect::<Vec<_>>().join(" ")
    }

    fn words(text: &str) -> BTreeSet<String> {
        let said = said(text);
        let words = said.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }
}
