//! The conditions that carriers must meet: dates, sources, authors, categories.

use crate::date::{Moment, parse_date};
use crate::error::{Error, Result};
use crate::report::CarrierDocument;

/// The conditions that carriers must meet. The default has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The earliest date of carriers. It excludes carriers without a date.
    pub since: Option<Moment>,
    /// The latest date of carriers. It excludes carriers without a date.
    pub until: Option<Moment>,
    /// A text that the file, the address or the id contains, in any case.
    pub source: Option<String>,
    /// A text that the author contains, in any case.
    pub author: Option<String>,
    /// A text that the category contains, in any case.
    pub category: Option<String>,
    /// The id of a document that is excluded.
    pub except: Option<String>,
}

impl Wanted {
    /// Limits the dates of the carriers to those from `since` to `until`, each a date such as `2026-08-22`, `2026-08`
    /// or `2026`; a month or a year is meant as a whole.
    ///
    /// # Errors
    /// [`Error::Setting`] for the one that is no date, or if `until` is before `since`.
    pub fn within(self, since: Option<&str>, until: Option<&str>) -> Result<Wanted> {
        let wanted = Wanted { since: moment("since", since)?, until: moment("until", until)?, ..self };
        match (wanted.since, wanted.until, until) {
            (Some(first), Some(last), Some(until)) if last.is_before(first) => {
                let why = format!(
                    "is after {until:?}, the end of the time that is asked for: nothing can be of both"
                );
                Err(Error::Setting { setting: "since", why })
            }
            _ => Ok(wanted),
        }
    }

    /// Returns whether a document of this time is in the time that is asked for.
    pub(super) fn has_time(&self, time: Option<i64>) -> bool {
        let Some(time) = time else { return self.since.is_none() && self.until.is_none() };
        self.since.is_none_or(|since| time >= since.start) && self.until.is_none_or(|until| time < until.end)
    }

    /// Returns whether [`has`](Wanted::has) may be false.
    pub(super) fn has_conditions(&self) -> bool {
        let Wanted { source, author, category, except, .. } = self;
        [source, author, category, except].into_iter().any(Option::is_some)
    }

    /// Returns whether a document meets the conditions apart from its time.
    pub(super) fn has(&self, document: &CarrierDocument) -> bool {
        let origins = [document.source.as_deref(), document.url.as_deref(), Some(&*document.id)];
        has_wanted(&origins, self.source.as_deref())
            && has_wanted(&[document.author.as_deref()], self.author.as_deref())
            && has_wanted(&[document.category.as_deref()], self.category.as_deref())
            && self.except.as_ref() != Some(&document.id)
    }
}

/// Returns whether a field contains a wanted text, in any case. Every field has it if none is wanted.
fn has_wanted(fields: &[Option<&str>], wanted: Option<&str>) -> bool {
    let Some(wanted) = wanted else { return true };
    let wanted = wanted.to_lowercase();
    fields.iter().flatten().any(|field| field.to_lowercase().contains(&wanted))
}

/// Parses the date that a setting has.
fn moment(setting: &'static str, text: Option<&str>) -> Result<Option<Moment>> {
    let Some(text) = text else { return Ok(None) };
    if let Some(date) = parse_date(text)
        && let Some(moment) = Moment::of_iso(&date)
    {
        return Ok(Some(moment));
    }
    let why = format!("must be a date such as 2026, 2026-08, 2026-08-22 or 2026-08-22T15:00Z, got {text:?}");
    Err(Error::Setting { setting, why })
}
