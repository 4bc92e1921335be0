//! The filters: what is left out of the figures of a document.

use crate::date::Moment;
use crate::error::{Error, Result};
use crate::report::{LeftOut, SourceReport};

/// The filters of a report. By default the list of references, the front matter and what is only possibly reworded are
/// left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Exclude {
    /// The list of references: out of *matched* and out of *all*.
    pub references: bool,
    /// Captions of figures and tables: out of *matched* and out of *all*.
    pub captions: bool,
    /// Front matter, such as keywords and addresses: out of *matched* and out of *all*.
    pub front: bool,
    /// Quoted words: out of *matched*.
    pub quotes: bool,
    /// Cited words: out of *matched*.
    pub cited: bool,
    /// The phrases of [`Config::phrases`](crate::Config::phrases): out of *matched*.
    pub phrases: bool,
    /// Passages that may be reworded and are too weak to accuse by: kind *possible*, out of *matched*.
    pub possible: bool,
    /// Passages of sources by the same author: out of *matched*.
    pub own: bool,
    /// Passages with fewer matched words than this (Chinese: characters), after the above: out of *matched*.
    pub small: u32,
    /// Passages of the sources whose id or title is one of these patterns, in which `*` stands for any characters and `?`
    /// for one: out of *matched*.
    pub sources: Vec<String>,
    /// Passages of sources dated before this year, month or day: out of *matched*. A source without a date stays.
    pub since: Option<String>,
    /// Passages of sources dated after this year, month or day: out of *matched*. A source without a date stays.
    pub until: Option<String>,
    /// Findings that more documents than this have: out of *matched*. With 0, none.
    pub documents: u32,
    /// Passages of sources that cover less than this share of the document after all other filters: out of *matched*.
    pub small_source: f64,
}

impl Exclude {
    /// The value with which nothing is left out.
    pub const NOTHING: Exclude = Exclude {
        references: false,
        captions: false,
        front: false,
        quotes: false,
        cited: false,
        phrases: false,
        possible: false,
        own: false,
        small: 0,
        sources: vec![],
        since: None,
        until: None,
        documents: 0,
        small_source: 0.0,
    };

    /// Returns the names of the filters, as the option writes them: `references`, `small=20`.
    pub fn names(&self) -> Vec<String> {
        let mut names = vec![];
        for (name, is_out) in self.clone().parts() {
            if *is_out {
                names.push(name.to_owned());
            }
        }
        if self.small > 0 {
            names.push(format!("small={}", self.small));
        }
        for pattern in &self.sources {
            names.push(format!("source={pattern}"));
        }
        if let Some(date) = &self.since {
            names.push(format!("since={date}"));
        }
        if let Some(date) = &self.until {
            names.push(format!("until={date}"));
        }
        if self.documents > 0 {
            names.push(format!("documents={}", self.documents));
        }
        if self.small_source > 0.0 {
            names.push(format!("small-source={}%", percent(self.small_source)));
        }
        names
    }

    /// Makes the filters with these names, and no others.
    ///
    /// # Errors
    /// As [`Exclude::add`].
    pub fn of_names(names: &[String]) -> Result<Exclude> {
        let mut exclude = Exclude::NOTHING;
        for name in names {
            exclude.add(name)?;
        }
        Ok(exclude)
    }

    /// Adds the filter with a name, such as `quotes`, `small=20`, `source=drafts/*`, `since=2020`, `documents=5` and
    /// `small-source=1%`.
    ///
    /// # Errors
    /// [`Error::Setting`] if there is no such filter, or its value is out of range.
    pub fn add(&mut self, name: &str) -> Result<()> {
        if self.set_part(name, true) {
            return Ok(());
        }
        let (name, value) = name.split_once('=').unwrap_or((name, ""));
        let number = match value.parse::<u32>() {
            Ok(number) if number > 0 => Some(number),
            _ => None,
        };
        match (name, number) {
            ("small", Some(words)) => self.small = words,
            ("small", None) => return wrong("must be a whole number of words above 0, as in small=20"),
            ("documents", Some(documents)) => self.documents = documents,
            ("documents", None) => return wrong("must be a whole number above 0, as in documents=5"),
            ("small-source", _) => match share(value) {
                Some(share) => self.small_source = share,
                None => return wrong("must be a share above 0 and at most 100 %, as in small-source=1%"),
            },
            ("source", _) if !value.is_empty() => self.sources.push(value.to_owned()),
            ("source", _) => return wrong("must be an id or a pattern, as in source=drafts/*"),
            ("since" | "until", _) if Moment::of_iso(value).is_some() => {
                let date = if name == "since" { &mut self.since } else { &mut self.until };
                *date = Some(value.to_owned());
            }
            ("since", _) => return wrong("must be a date, as in since=2020 or since=2020-06-30"),
            ("until", _) => return wrong("must be a date, as in until=2024 or until=2024-06-30"),
            _ => {
                return wrong(
                    "must be references, captions, front, quotes, cited, phrases, possible, own, small=N, \
                     source=PATTERN, since=DATE, until=DATE, documents=N or small-source=N%",
                );
            }
        }
        Ok(())
    }

    /// Removes the filter with a name, such as `possible` or `small`.
    ///
    /// # Errors
    /// [`Error::Setting`] if there is no such filter.
    pub fn remove(&mut self, name: &str) -> Result<()> {
        if self.set_part(name, false) {
            return Ok(());
        }
        match name {
            "small" => self.small = 0,
            "source" => self.sources.clear(),
            "since" => self.since = None,
            "until" => self.until = None,
            "documents" => self.documents = 0,
            "small-source" => self.small_source = 0.0,
            _ => {
                let why = "must be references, captions, front, quotes, cited, phrases, possible, own, small, \
                           source, since, until, documents or small-source";
                return Err(Error::Setting { setting: "include", why: why.to_owned() });
            }
        }
        Ok(())
    }

    /// Returns the filters without a value, with their names.
    fn parts(&mut self) -> [(&'static str, &mut bool); 8] {
        [
            ("references", &mut self.references),
            ("front", &mut self.front),
            ("captions", &mut self.captions),
            ("quotes", &mut self.quotes),
            ("cited", &mut self.cited),
            ("phrases", &mut self.phrases),
            ("possible", &mut self.possible),
            ("own", &mut self.own),
        ]
    }

    /// Sets the filter of this name, if it is one without a value. Returns whether it is.
    fn set_part(&mut self, name: &str, is_out: bool) -> bool {
        for (known, part) in self.parts() {
            if known == name {
                *part = is_out;
                return true;
            }
        }
        false
    }

    /// Returns the filter that leaves out all passages of a source, if one does.
    pub(super) fn of_source(&self, source: &SourceReport) -> Option<LeftOut> {
        if self.own && source.same_author.is_some() {
            return Some(LeftOut::Own);
        }
        for name in [Some(&source.id), source.title.as_ref()].into_iter().flatten() {
            for pattern in &self.sources {
                if matches(pattern, name) {
                    return Some(LeftOut::Source);
                }
            }
        }
        let published = moment(&source.date)?.start;
        if let Some(since) = moment(&self.since)
            && published < since.start
        {
            return Some(LeftOut::Date);
        }
        if let Some(until) = moment(&self.until)
            && published >= until.end
        {
            return Some(LeftOut::Date);
        }
        None
    }
}

/// Makes the error for a filter that there is not, or whose value is out of range.
fn wrong(why: &str) -> Result<()> {
    Err(Error::Setting { setting: "exclude", why: why.to_owned() })
}

fn moment(date: &Option<String>) -> Option<Moment> {
    Moment::of_iso(date.as_deref()?)
}

impl Default for Exclude {
    fn default() -> Exclude {
        Exclude { references: true, front: true, possible: true, ..Exclude::NOTHING }
    }
}

/// Parses a share such as `1.5%` or `0.015`.
fn share(text: &str) -> Option<f64> {
    let share = match text.strip_suffix('%') {
        Some(percent) => percent.trim_end().parse::<f64>().ok()? / 100.0,
        None => text.parse().ok()?,
    };
    (share > 0.0 && share <= 1.0).then_some(share)
}

/// Returns a share in percent, without the last digits of its binary form.
fn percent(share: f64) -> f64 {
    (share * 1e8).round() / 1e6
}

/// Returns whether a pattern matches a whole name. Names have no form that all of them keep, such as folders, so `*`
/// stands for any characters; patterns of files treat `/` apart. `O(p · n)`.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // Whether the pattern so far matches each beginning of the name.
    let mut reached = vec![false; name.len() + 1];
    reached[0] = true;
    for part in pattern {
        let mut next = vec![false; name.len() + 1];
        for at in 0..=name.len() {
            next[at] = match part {
                '*' => reached[at] || (at > 0 && next[at - 1]),
                '?' => at > 0 && reached[at - 1],
                _ => at > 0 && reached[at - 1] && name[at - 1] == part,
            };
        }
        reached = next;
    }
    reached[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        let names: Vec<String> = [
            "references",
            "front",
            "captions",
            "quotes",
            "cited",
            "phrases",
            "possible",
            "own",
            "small=20",
            "source=a*",
            "source=b",
            "since=2020-06",
            "until=2024",
            "documents=5",
            "small-source=1.5%",
        ]
        .map(str::to_owned)
        .to_vec();
        let exclude = Exclude::of_names(&names).unwrap();
        assert_eq!(exclude.names(), names);
        assert_eq!(exclude.small_source, 0.015);
        let mut left = exclude;
        for name in &names {
            left.remove(name.split('=').next().unwrap()).unwrap();
        }
        assert_eq!(left, Exclude::NOTHING);
        assert_eq!(Exclude::of_names(&Exclude::default().names()).unwrap(), Exclude::default());
    }

    #[test]
    fn wrong_names_and_values_are_refused() {
        for name in [
            "",
            "quote",
            "small",
            "small=",
            "small=0",
            "small=-1",
            "small=x",
            "documents=0",
            "source=",
            "since=soon",
            "until=",
            "small-source=0%",
            "small-source=101%",
            "small-source=x",
        ] {
            assert!(Exclude::default().add(name).is_err(), "{name}");
        }
        for name in ["", "quote", "small=3"] {
            assert!(Exclude::default().remove(name).is_err(), "{name}");
        }
    }

    #[test]
    fn patterns() {
        for (pattern, name, expected) in [
            ("a.txt", "a.txt", true),
            ("a.txt", "b/a.txt", false),
            ("*.txt", "b/a.txt", true),
            ("b/?.txt", "b/a.txt", true),
            ("b/?.txt", "b/aa.txt", false),
            ("*灯*", "海港灯塔", true),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("**a**", "a", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn sources_are_left_out_by_author_name_and_date() {
        let source = |date: &str| SourceReport {
            id: "library/a.txt".into(),
            title: Some("Salt Roads".into()),
            date: (!date.is_empty()).then(|| date.to_owned()),
            ..SourceReport::default()
        };
        let check = |name: &str, source: SourceReport, expected: Option<LeftOut>| {
            assert_eq!(Exclude::of_names(&[name.to_owned()]).unwrap().of_source(&source), expected, "{name}");
        };
        let own = SourceReport { same_author: Some("A. Reyes".into()), ..source("") };
        check("own", own, Some(LeftOut::Own));
        check("own", source(""), None);
        check("source=library/*", source(""), Some(LeftOut::Source));
        check("source=Salt*", source(""), Some(LeftOut::Source));
        check("source=a.txt", source(""), None);
        check("since=2020", source("2019-12-31"), Some(LeftOut::Date));
        check("since=2020", source("2020"), None);
        check("since=2020", source(""), None);
        check("until=2020", source("2020-12-31"), None);
        check("until=2020", source("2021"), Some(LeftOut::Date));
    }
}
