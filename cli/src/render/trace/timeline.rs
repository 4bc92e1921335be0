//! Carriers -> the number of them in each day, week, month or year.
//!
//! The step is the shortest with which the timeline fits into [`MOST_STEPS`] and no date is longer than a step; it is a
//! year if none fits. Steps without a carrier are included, so that the distance of two carriers is seen. Carriers
//! without a date are left out.

use ibid::date::Moment;
use ibid::report::Trace;
use jiff::civil::{Date, DateTime};
use jiff::{Timestamp, ToSpan, tz::TimeZone};

use super::dates::documents;

/// The most steps of a timeline of days, weeks or months.
const MOST_STEPS: usize = 40;

/// The length of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A day.
    Day,
    /// A week, from Monday.
    Week,
    /// A month.
    Month,
    /// A year.
    Year,
}

/// The numbers of carriers in consecutive steps of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Timeline {
    /// The length of a step.
    pub(crate) step: Step,
    /// The first day of each step, as it is written, and the number of carriers in the step.
    pub(crate) counts: Vec<(String, u64)>,
}

impl Timeline {
    /// Counts the carriers of a trace; `None` if none has a date.
    pub(crate) fn of(trace: &Trace) -> Option<Timeline> {
        let mut moments = vec![];
        for document in documents(trace) {
            moments.extend(document.date.as_deref().and_then(Moment::of_iso));
        }
        let longest = moments.iter().map(|moment| moment.end - moment.start).max()?;
        for step in [Step::Day, Step::Week, Step::Month, Step::Year] {
            if (longest <= step.seconds() || step == Step::Year)
                && let Some(timeline) = Timeline::with(step, &moments)
            {
                return Some(timeline);
            }
        }
        None
    }

    /// Counts the carriers of a trace; `None` if one step has all of them, or none has a date.
    pub(super) fn of_several_steps(trace: &Trace) -> Option<Timeline> {
        Timeline::of(trace).filter(|timeline| timeline.counts.len() > 1)
    }

    fn with(step: Step, moments: &[Moment]) -> Option<Timeline> {
        let mut days = vec![];
        for moment in moments {
            days.push(step.first_day(day(moment.start)?));
        }
        days.sort_unstable();
        let (mut at, last) = (*days.first()?, *days.last()?);
        let mut counts = vec![];
        loop {
            let count = days.partition_point(|&day| day <= at) - days.partition_point(|&day| day < at);
            counts.push((step.name(at), count as u64));
            if at >= last {
                return Some(Timeline { step, counts });
            }
            if counts.len() >= MOST_STEPS && step != Step::Year {
                return None;
            }
            at = step.next(at)?;
        }
    }
}

impl Step {
    fn seconds(self) -> i64 {
        const DAY: i64 = 24 * 60 * 60;
        match self {
            Step::Day => DAY,
            Step::Week => 7 * DAY,
            Step::Month => 31 * DAY,
            Step::Year => 366 * DAY,
        }
    }

    fn first_day(self, day: Date) -> Date {
        match self {
            Step::Day => day,
            Step::Week => {
                let since_monday = i64::from(day.weekday().to_monday_zero_offset());
                day.checked_sub(since_monday.days()).unwrap_or(day)
            }
            Step::Month => day.first_of_month(),
            Step::Year => day.first_of_year(),
        }
    }

    fn next(self, day: Date) -> Option<Date> {
        let step = match self {
            Step::Day => 1.day(),
            Step::Week => 1.week(),
            Step::Month => 1.month(),
            Step::Year => 1.year(),
        };
        day.checked_add(step).ok()
    }

    fn name(self, day: Date) -> String {
        match self {
            Step::Day | Step::Week => day.to_string(),
            Step::Month => day.strftime("%Y-%m").to_string(),
            Step::Year => day.strftime("%Y").to_string(),
        }
    }
}

fn day(second: i64) -> Option<Date> {
    let time: DateTime = TimeZone::UTC.to_datetime(Timestamp::from_second(second).ok()?);
    Some(time.date())
}
