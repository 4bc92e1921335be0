//! The options for what counts.

use std::path::PathBuf;

use clap::Args;
use ibid::Exclude;

/// The settings for counting passages.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Counting")]
pub(crate) struct Counting {
    /// Do not count these, e.g. quotes,cited,small=20
    ///
    /// Parts of the document: references (lists of references), front (keywords, addresses, notes on funding and the
    /// like), captions, quotes (quoted text), cited (cited text) and phrases (see --phrases). Passages: possible (what may
    /// be reworded and is too weak to accuse by), small=N (of fewer than N words, or N characters of Chinese) and
    /// documents=N (what more than N documents have). Sources: own (by the same author), source=PATTERN (with this id or
    /// title, where a star stands for any characters), since=DATE and until=DATE (dated outside of this time),
    /// small-source=N% (those that cover less of the document). By default references, front and possible are excluded.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', value_parser = excluded)]
    pub(crate) exclude: Vec<String>,
    /// Count these again, e.g. possible
    ///
    /// The names are those of --exclude, without values.
    #[arg(long, visible_alias = "count", value_name = "WHAT,...", value_delimiter = ',', value_parser = included)]
    pub(crate) include: Vec<String>,
    /// Do not count the phrases in this file, one per line
    ///
    /// Words of the document that stand in one of these phrases are not matched.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) phrases: Option<PathBuf>,
    /// Also show passages that do not count
    ///
    /// These are common phrases, what is only possibly reworded, and what --exclude names.
    #[arg(long, hide_short_help = true)]
    pub(crate) commonplaces: bool,
}

impl Counting {
    /// Returns the filters.
    pub(crate) fn excluded(&self) -> Exclude {
        self.changed(Exclude::default())
    }

    /// Returns these filters with the changes of the options.
    pub(crate) fn changed(&self, mut exclude: Exclude) -> Exclude {
        let were_checked = "the parser of the option has checked the name";
        exclude.phrases |= self.phrases.is_some();
        for name in &self.exclude {
            exclude.add(name).expect(were_checked);
        }
        for name in &self.include {
            exclude.remove(name).expect(were_checked);
        }
        exclude
    }
}

/// Checks the name of a filter to add.
pub(crate) fn excluded(name: &str) -> Result<String, String> {
    checked(name, Exclude::default().add(name))
}

/// Checks the name of a filter to remove.
pub(crate) fn included(name: &str) -> Result<String, String> {
    checked(name, Exclude::default().remove(name))
}

fn checked(name: &str, result: ibid::Result<()>) -> Result<String, String> {
    match result {
        Ok(()) => Ok(name.to_owned()),
        Err(ibid::Error::Setting { why, .. }) => Err(why),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_can_be_counted_again() {
        let filters = |exclude: &[&str], include: &[&str]| {
            let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
            let counting =
                Counting { exclude: owned(exclude), include: owned(include), ..Counting::default() };
            counting.excluded().names()
        };
        let excluded = ["quotes", "small=20"];
        assert_eq!(filters(&excluded, &[]), ["references", "front", "quotes", "possible", "small=20"]);
        assert_eq!(filters(&excluded, &["references", "small"]), ["front", "quotes", "possible"]);
    }
}
