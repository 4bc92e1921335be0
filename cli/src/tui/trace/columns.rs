//! The carriers of a trace and the width of the list -> how wide its columns are.
//!
//! They are made once for a width, since all carriers are looked at, however few of them are seen: `O(p)` for p carriers.

use ibid::report::{Carrier, Language, ShortNames, Trace};

use crate::tui::view::row::{cols, fit_names};

/// From this many columns on, the time of a day is shown, where two carriers have one day.
const TIME_COLS: u16 = 60;
/// No name takes more columns.
const MAX_NAME_COLS: u16 = 28;
/// The signs, the blanks between and the similarity.
const OTHER_COLS: u16 = 11;

/// How many columns each part of a row has.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// The columns of the whole list.
    pub(super) width: u16,
    /// The number of a carrier.
    pub(super) number: usize,
    /// Its date.
    pub(super) date: u16,
    /// Its document.
    pub(super) name: u16,
    /// Its form.
    pub(super) form: u16,
    /// The documents as they are shown.
    pub(super) names: ShortNames,
}

impl Columns {
    /// Widths for the whole list, whichever part of it is seen.
    pub(super) fn new(trace: Option<&Trace>, width: u16, language: Language) -> Columns {
        let carriers = trace.map_or(&[][..], |trace| &trace.carriers);
        let number =
            carriers.iter().map(|carrier| carrier.number.to_string().len()).max().unwrap_or(1).max(2);
        let date = if width >= TIME_COLS && has_shared_day(carriers) { 16 } else { 10 };
        let left = width.saturating_sub(number as u16 + date + OTHER_COLS);
        let name = carriers.iter().map(|carrier| cols(&carrier.document.id)).max().unwrap_or(0);
        let name = name.min(MAX_NAME_COLS);
        let form = carriers.iter().map(|carrier| cols(&form(carrier, language))).max().unwrap_or(0);
        let form = form.min(left.saturating_sub(name).max(left / 2));
        let name = name.min(left.saturating_sub(form));
        let ids = carriers.iter().map(|carrier| (&*carrier.document.id, &*carrier.document.id));
        Columns { width, number, date, name, form, names: fit_names(ids, name) }
    }
}

/// The form, with the number of reprints behind it and not in words, since there is little room.
pub(super) fn form(carrier: &Carrier, language: Language) -> String {
    let [form, marks] = language.form_of_wording(carrier);
    let reprints = match carrier.reprints.len() {
        0 => String::new(),
        count => format!(" +{count}"),
    };
    format!("{form}{reprints}{marks}")
}

fn has_shared_day(carriers: &[Carrier]) -> bool {
    let dates = carriers.iter().filter_map(|carrier| carrier.document.date.as_deref());
    let mut days: Vec<&str> = dates.map(|date| date.get(..10).unwrap_or(date)).collect();
    days.sort_unstable();
    days.windows(2).any(|two| two[0] == two[1])
}
