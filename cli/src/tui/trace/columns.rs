//! The widths of the columns in a list of carriers.
//!
//! They are computed once per width, from all carriers, however few are visible: `O(p)` for p carriers.

use ibid::report::Carrier;

use crate::render::{Language, ShortNames, has_shared_day};
use crate::tui::panes::row::{cols, fit_names};

/// The least number of columns at which times of day are shown, if two carriers have the same day.
const TIME_COLS: u16 = 60;
/// The most columns of a name.
const MAX_NAME_COLS: u16 = 28;
/// The columns of the signs, the blanks between and the similarity.
const OTHER_COLS: u16 = 11;

/// The number of columns for each part of a row.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// The width of the whole list.
    pub(super) width: u16,
    /// The width of a carrier's number.
    pub(super) number: usize,
    /// The width of its date.
    pub(super) date: u16,
    /// The width of its document's name.
    pub(super) name: u16,
    /// The width of its form.
    pub(super) form: u16,
    /// The shortened names of the documents.
    pub(super) names: ShortNames,
}

impl Columns {
    /// Computes widths for the whole list, whichever part of it is visible.
    pub(super) fn new(carriers: &[Carrier], width: u16, language: Language) -> Columns {
        let (mut number, mut longest_name, mut longest_form) = (2, 0, 0);
        let mut ids = vec![];
        for carrier in carriers {
            let id = carrier.document.id.as_str();
            number = number.max(carrier.number.to_string().len());
            longest_name = longest_name.max(cols(id));
            longest_form = longest_form.max(cols(&form(carrier, language)));
            ids.push((id, id));
        }
        let date = if width >= TIME_COLS && has_shared_day(carriers) { 16 } else { 10 };
        let left = width.saturating_sub(number as u16 + date + OTHER_COLS);
        let name = longest_name.min(MAX_NAME_COLS);
        let form = longest_form.min(left.saturating_sub(name).max(left / 2));
        let name = name.min(left.saturating_sub(form));
        Columns { width, number, date, name, form, names: fit_names(ids, name) }
    }
}

/// Returns the form, followed by the number of reprints as a figure to save room.
pub(super) fn form(carrier: &Carrier, language: Language) -> String {
    let [form, marks] = language.form_of_wording(carrier);
    let reprints = match carrier.reprints.len() {
        0 => String::new(),
        count => format!(" +{count}"),
    };
    format!("{form}{reprints}{marks}")
}
