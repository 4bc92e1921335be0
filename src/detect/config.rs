//! [`Config`]: every setting, checked once.

use std::sync::Arc;

use ibid_index::Ratio;

use crate::error::{Error, Result};
use crate::feature::{Feature, Lists, LowIdfSig, Method, Ranking, Skip};
use crate::score::Exclude;
use crate::tokenize::{Dictionary, Han, Tokenizer};

/// A named set of feature settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// 200 English and 500 Chinese antecedents, chains of two words, at least eight per sentence: finds edited
    /// sentences. The default.
    #[default]
    Robust,
    /// 50 antecedents, chains of three words: the table of Yu, Zhang, Zhang and Huang (2011).
    Paper,
}

/// The cases in which reworded passages are searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reworded {
    /// Comparisons of two documents only.
    Pairs,
    /// Comparisons, and checks in documents that share rare words in one place. The default.
    #[default]
    Always,
    /// No case.
    Never,
}

/// Every setting of a [`crate::Detector`]. The first settings decide the features: with a [`Library`](crate::Library),
/// those that are `None` are the library's.
#[derive(Clone, Debug)]
pub struct Config {
    /// The features; robust by default.
    pub profile: Option<Profile>,
    /// A method that replaces the profile's. The default finds passages best: a sentence of fewer than two keys does
    /// not make a document a candidate by itself, and a method may give fewer.
    pub features: Option<Method>,
    /// Words that chains skip; none by default.
    pub skip: Option<Skip>,
    /// The unit that counts as a word in Han text when features are made; words by default.
    pub han: Option<Han>,
    /// Antecedents that replace the built-in ones.
    pub antecedents: Option<Ranking>,
    /// The Chinese dictionary.
    pub dictionary: Dictionary,
    /// The least bag Jaccard of a copied sentence pair, in `(0, 1]`.
    pub min_jaccard: f64,
    /// The cases in which reworded passages are searched for, beside those found by runs of equal words.
    pub reworded: Reworded,
    /// The filters: what is left out of the figures of a document.
    pub exclude: Exclude,
    /// Phrases, such as those of a form, whose words [`Exclude::phrases`] leaves out.
    pub phrases: Vec<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            profile: None,
            features: None,
            skip: None,
            han: None,
            antecedents: None,
            dictionary: Dictionary::default(),
            min_jaccard: 0.6,
            reworded: Reworded::default(),
            exclude: Exclude::default(),
            phrases: vec![],
        }
    }
}

impl Config {
    /// Checks the ranges of all settings.
    ///
    /// # Errors
    /// [`Error::Setting`] that names the setting, its range and its value.
    pub fn check(&self) -> Result<()> {
        if Ratio::from_f64(self.min_jaccard).is_none() {
            let why = format!("must be above 0 and at most 1, got {}", self.min_jaccard);
            return Err(Error::Setting { setting: "min_jaccard", why });
        }
        if let Some(method) = &self.features
            && !method.is_low_idf_sig()
        {
            for (setting, is_given) in
                [("antecedents", self.antecedents.is_some()), ("skip", self.skip() != Skip::None)]
            {
                if is_given {
                    let why =
                        format!("is for the features low-idf-sig only, got {method}; leave one of them out");
                    return Err(Error::Setting { setting, why });
                }
            }
        }
        Ok(())
    }

    /// Returns these settings, with those of a library for the features that are not given.
    pub(crate) fn over(self, stored: Config) -> Config {
        let is_given = self.profile.is_some() || self.features.is_some();
        let (profile, features) =
            if is_given { (self.profile, self.features) } else { (stored.profile, stored.features) };
        Config { profile, features, skip: self.skip.or(stored.skip), han: self.han.or(stored.han), ..self }
    }

    pub(crate) fn profile(&self) -> Profile {
        self.profile.unwrap_or_default()
    }

    pub(crate) fn skip(&self) -> Skip {
        self.skip.clone().unwrap_or_default()
    }

    pub(crate) fn han(&self) -> Han {
        self.han.unwrap_or_default()
    }

    /// Returns the least bag Jaccard of a copied sentence pair.
    pub(crate) fn min_ratio(&self) -> Ratio {
        Ratio::from_f64(self.min_jaccard).expect("the configuration was checked")
    }

    /// Builds the feature that these settings name.
    pub fn feature(&self) -> Arc<dyn Feature> {
        if let Some(method) = &self.features {
            return method.build(&self.lists());
        }
        let (n, c, m) = match self.profile() {
            Profile::Robust => (200, 2, 8),
            Profile::Paper => (50, 3, 0),
        };
        let (chinese, n_chinese) = match (self.han(), self.profile()) {
            (Han::Words, Profile::Robust) => (Ranking::chinese_words(), 500),
            (Han::Words, Profile::Paper) => (Ranking::chinese_words(), n),
            (Han::Characters, _) => (Ranking::chinese_characters(), n),
        };
        let feature = match &self.antecedents {
            Some(ranking) => LowIdfSig::new(ranking, n, c),
            None => LowIdfSig::built_in((n, n_chinese), c, chinese),
        };
        Arc::new(feature.with_least(m).with_skip(&self.skip()))
    }

    /// Returns the word lists of a method. Given antecedents replace those of both languages.
    pub fn lists(&self) -> Lists {
        let chinese = match self.han() {
            Han::Words => Ranking::chinese_words(),
            Han::Characters => Ranking::chinese_characters(),
        };
        match &self.antecedents {
            Some(own) => Lists { english: Some(own.clone()), chinese: None, skip: self.skip() },
            None => Lists { chinese: Some(chinese), skip: self.skip(), ..Lists::default() },
        }
    }

    /// Makes the tokenizer that cuts sentences into the words of features.
    pub fn tokenizer(&self) -> Tokenizer {
        Tokenizer::new(self.han(), self.dictionary.clone())
    }
}
