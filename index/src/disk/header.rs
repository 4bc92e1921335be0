//! What an index was made with: the caller's facts and settings.

use std::collections::BTreeMap;
use std::path::Path;

use crate::Error;

/// The facts that decide whether an index can be used by this caller: versions of whatever made its keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Names and values, such as `splitter` and `3`. Empty is allowed.
    pub facts: BTreeMap<String, String>,
    /// What the caller was asked for when the index was made, by name: kept for it, and never compared.
    pub settings: BTreeMap<String, String>,
}

impl Header {
    /// A header of these facts.
    pub fn new<K: Into<String>, V: Into<String>>(facts: impl IntoIterator<Item = (K, V)>) -> Header {
        Header { facts: strings(facts), settings: BTreeMap::new() }
    }

    /// With the settings that the facts follow from.
    pub fn with_settings<K: Into<String>, V: Into<String>>(
        self,
        settings: impl IntoIterator<Item = (K, V)>,
    ) -> Header {
        Header { settings: strings(settings), ..self }
    }

    /// Refuses the index in `dir`, made with the facts `stored`, where these are others.
    ///
    /// # Errors
    /// [`Error::OtherFacts`] names the first fact that differs.
    pub fn check(&self, stored: &Header, dir: &Path) -> Result<(), Error> {
        let names = self.facts.keys().chain(stored.facts.keys());
        let Some(name) = names.into_iter().find(|name| self.facts.get(*name) != stored.facts.get(*name))
        else {
            return Ok(());
        };
        let show = |facts: &BTreeMap<String, String>| match facts.get(name) {
            Some(value) => format!("{name} {value:?}"),
            None => format!("no {name}"),
        };
        let (then, now) = (show(&stored.facts), show(&self.facts));
        Err(Error::OtherFacts { dir: dir.to_owned(), then, now })
    }
}

fn strings<K: Into<String>, V: Into<String>>(
    pairs: impl IntoIterator<Item = (K, V)>,
) -> BTreeMap<String, String> {
    pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_fact_that_differs() {
        let (old, new) =
            (Header::new([("a", "1"), ("splitter", "2")]), Header::new([("a", "1"), ("splitter", "3")]));
        let message = new.check(&old, Path::new("x")).unwrap_err().to_string();
        assert_eq!(message, "the index \"x\" was made with splitter \"2\" and now it is splitter \"3\"");
        let missing = Header::default().check(&old, Path::new("x")).unwrap_err().to_string();
        assert!(missing.contains("made with a \"1\" and now it is no a"), "{missing}");
    }
}
