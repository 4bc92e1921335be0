//! The options for what counts.

use clap::Args;
use ibid::Exclude;

/// The settings for counting passages.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Counting")]
pub(crate) struct Counting {
    /// Do not count these parts, e.g. quotes,cited,small=20
    ///
    /// The parts are references (lists of references), front (keywords, addresses, notes on funding and the like) and
    /// possible (what may be reworded and is too weak to accuse by), which are excluded by default, captions, quotes
    /// (quoted text), cited (cited text) and small=N (passages of fewer than N words, or N characters of Chinese).
    #[arg(long, value_name = "PART,...", value_delimiter = ',', value_parser = excluded)]
    pub(crate) exclude: Vec<Part>,
    /// Count these parts again, e.g. possible
    ///
    /// The parts are references, front, possible, captions, quotes, cited and small.
    #[arg(long, visible_alias = "count", value_name = "PART,...", value_delimiter = ',', value_parser = included)]
    pub(crate) include: Vec<Part>,
    /// Also show passages that do not count
    ///
    /// These are common phrases, what is only possibly reworded, and the parts that --exclude names.
    #[arg(long, hide_short_help = true)]
    pub(crate) commonplaces: bool,
}

impl Counting {
    /// Returns the parts that are left out of the figures.
    pub(crate) fn excluded(&self) -> Exclude {
        let mut exclude = Exclude::default();
        self.exclude.iter().for_each(|part| part.exclude(&mut exclude));
        self.include.iter().for_each(|part| part.include(&mut exclude));
        exclude
    }
}

/// A part that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    References,
    Captions,
    Front,
    Quotes,
    Cited,
    Possible,
    /// Passages with fewer words than this.
    Small(u32),
}

impl Part {
    /// Leaves the part out.
    pub(crate) fn exclude(self, from: &mut Exclude) {
        self.set(from, true);
    }

    /// Counts the part again.
    pub(crate) fn include(self, into: &mut Exclude) {
        self.set(into, false);
    }

    fn set(self, exclude: &mut Exclude, is_out: bool) {
        match self {
            Part::References => exclude.references = is_out,
            Part::Captions => exclude.captions = is_out,
            Part::Front => exclude.front = is_out,
            Part::Quotes => exclude.quotes = is_out,
            Part::Cited => exclude.cited = is_out,
            Part::Possible => exclude.possible = is_out,
            Part::Small(words) => exclude.small = if is_out { words } else { 0 },
        }
    }
}

/// Parses a part to leave out.
pub(crate) fn excluded(text: &str) -> Result<Part, String> {
    if let Some(number) = text.strip_prefix("small=") {
        let number = number.parse().ok().filter(|number| *number > 0);
        return number
            .map(Part::Small)
            .ok_or_else(|| "must be a whole number of words above 0, as in small=20".to_owned());
    }
    named(text)
        .ok_or_else(|| "must be references, captions, front, quotes, cited, possible or small=N".to_owned())
}

/// Parses a part to count again.
pub(crate) fn included(text: &str) -> Result<Part, String> {
    let part = named(text).or((text == "small").then_some(Part::Small(0)));
    part.ok_or_else(|| "must be references, captions, front, quotes, cited, possible or small".to_owned())
}

fn named(text: &str) -> Option<Part> {
    Some(match text {
        "references" => Part::References,
        "captions" => Part::Captions,
        "front" => Part::Front,
        "quotes" => Part::Quotes,
        "cited" => Part::Cited,
        "possible" => Part::Possible,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_can_be_counted_again() {
        let mut exclude = Exclude::default();
        for text in ["quotes", "small=20"] {
            excluded(text).unwrap().exclude(&mut exclude);
        }
        assert_eq!(exclude.names(), ["references", "front", "quotes", "possible", "small=20"]);
        for text in ["references", "small"] {
            included(text).unwrap().include(&mut exclude);
        }
        assert_eq!(exclude.names(), ["front", "quotes", "possible"]);
        for text in ["small", "small=", "small=0", "small=-1", "quote", ""] {
            assert!(excluded(text).is_err(), "{text}");
        }
        assert!(included("small=3").is_err());
    }
}
