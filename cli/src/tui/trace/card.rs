//! The text about a carrier: the words around the wording, the changes, the likely parent, the reprints.

use ibid::report::{Carrier, CarrierDocument, Piece, PlaceReport, Trace};

use super::sheet::Sheet;
use crate::messages::ReviewMessages;
use crate::render::{Language, stand_apart};
use crate::tui::panes::style::Tone;

/// Builds the text about a carrier of a trace.
pub(super) fn card(trace: &Trace, carrier: &Carrier, language: Language) -> Sheet {
    let mut sheet = Sheet::default();
    let messages = ReviewMessages(language);
    put_facts(&mut sheet, carrier, language);
    let [before, text, after] = [carrier.before.as_str(), &carrier.text, &carrier.after].map(one_line);
    sheet.put(&before, Tone::Quiet).put_wording(&text).put(&after, Tone::Quiet);
    sheet.end_line().end_line();
    put_changes(&mut sheet, carrier, language);
    put_parent(&mut sheet, trace, carrier, language);
    if !carrier.reprints.is_empty() {
        sheet.end_line().put(&messages.reprints(carrier.reprints.len() as u64), Tone::Strong);
        for document in &carrier.reprints {
            sheet.end_line().put(&format!("  {}", describe(document, language)), Tone::Plain);
        }
        sheet.end_line();
    }
    sheet.finished()
}

/// Returns a text in one line, with single spaces.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn put_facts(sheet: &mut Sheet, carrier: &Carrier, language: Language) {
    let document = &carrier.document;
    sheet.put(&describe(document, language), Tone::Plain).end_line();
    let figures = ReviewMessages(language)
        .similarity_of(format!("{:.2}", carrier.similarity), format!("{:.2}", carrier.coverage));
    sheet.put(&format!("{} · {figures}", language.form(carrier)), Tone::Quiet).end_line().end_line();
}

/// Joins date, place, title, author, category and URL, skipping what is unknown.
fn describe(document: &CarrierDocument, language: Language) -> String {
    let date = document.date.as_deref().unwrap_or(language.no_date());
    let place = PlaceReport::name(&document.id, document.place);
    let known = [&document.title, &document.author, &document.category, &document.url];
    let parts = [date, &place].into_iter().chain(known.into_iter().flatten().map(String::as_str));
    one_line(&parts.collect::<Vec<_>>().join(" · "))
}

fn put_changes(sheet: &mut Sheet, carrier: &Carrier, language: Language) {
    let messages = ReviewMessages(language);
    let heading = if carrier.changes.is_empty() { messages.no_changes() } else { messages.changes() };
    sheet.put(&format!("{heading}{}", language.compared_with(carrier)), Tone::Strong).end_line();
    for change in &carrier.changes {
        let is_alarming = change.kind.turns_meaning();
        let (sign, tone) = if is_alarming { ("! ", Tone::Alarm) } else { ("  ", Tone::Plain) };
        sheet.put(&format!("{sign}{}", language.change(change)), tone).end_line();
    }
    for (at, piece) in carrier.wording.iter().enumerate() {
        if at > 0 && stand_apart(&carrier.wording[at - 1], piece) {
            sheet.put(" ", Tone::Plain);
        }
        let tone = match piece {
            Piece::Same(_) => Tone::Plain,
            Piece::Gone(_) => Tone::Gone,
            Piece::New(_) => Tone::New,
        };
        sheet.put(&one_line(piece.text()), tone);
    }
    sheet.end_line().end_line();
}

fn put_parent(sheet: &mut Sheet, trace: &Trace, carrier: &Carrier, language: Language) {
    let messages = ReviewMessages(language);
    let Some(parent) = &carrier.parent else {
        sheet.put(messages.no_parent(), Tone::Quiet).end_line();
        return;
    };
    let of_parent = trace.carriers.iter().find(|other| other.number == parent.carrier);
    let name = of_parent.map_or("?", |other| &other.document.id);
    let line = messages.parent(parent.carrier, one_line(name), format!("{:.2}", parent.similarity));
    sheet.put(&line, Tone::Strong).end_line();
    let reasons = language.reasons(parent);
    if !reasons.is_empty() {
        sheet.put(&format!("  {}{reasons}", messages.because()), Tone::Plain).end_line();
    }
}
