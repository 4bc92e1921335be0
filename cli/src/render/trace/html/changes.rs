//! The differences between a carrier and the earlier one that it most likely comes from.

use ibid::report::{Carrier, Change, Piece};

use super::Section;
use crate::render::escape::escape;
use crate::render::trace::messages::TraceMessages;
use crate::render::trace::saying::{changed_carriers, numbered, stand_apart};
use crate::render::wrap::shorten;

/// The most columns of a change's words; the wording below has all of them.
const CHANGE_COLS: usize = 40;

impl Section<'_> {
    pub(super) fn changes(&self) -> String {
        let changed = changed_carriers(self.trace);
        if changed.is_empty() {
            return String::new();
        }
        let changed: String = changed.into_iter().map(|carrier| self.changed(carrier)).collect();
        self.part("changes", self.messages.changes_heading(), &changed)
    }

    fn changed(&self, carrier: &Carrier) -> String {
        let against = match &carrier.parent {
            Some(parent) => {
                let (anchor, against) = (self.anchor(parent.carrier), self.messages.against(parent.carrier));
                let id = match numbered(self.trace, Some(parent.carrier)) {
                    Some(document) => &*document.id,
                    None => "",
                };
                format!("<a href=\"#{anchor}\">{against}</a> <code>{}</code>", escape(id))
            }
            None => self.messages.against_quotation().to_owned(),
        };
        format!(
            "<div class=\"change\">\n<h4><a href=\"#{}\">{}</a> <code>{}</code>{}{against}</h4>\n\
             {}<p class=\"wording\" {}>{}</p>\n</div>\n",
            self.anchor(carrier.number),
            carrier.number,
            escape(&carrier.document.id),
            self.messages.comma(),
            badges(&carrier.changes, self.messages),
            self.lang(),
            wording(&carrier.wording),
        )
    }
}

/// Lists the names of changes and their words.
pub(super) fn badges(changes: &[Change], messages: TraceMessages) -> String {
    let badges: String = changes.iter().map(|change| badge(change, messages)).collect();
    format!("<ul class=\"badges\">\n{badges}</ul>\n")
}

/// Formats a change as a list item. A change that turns the meaning has a sign and a thick border.
fn badge(change: &Change, messages: TraceMessages) -> String {
    let [gone, new] = [&change.gone, &change.new].map(|text| escape(&shorten(text, CHANGE_COLS)));
    let changed = match (gone.is_empty(), new.is_empty()) {
        (false, false) => format!(" <del>{gone}</del> → <ins>{new}</ins>"),
        (false, true) => format!(" <del>{gone}</del>"),
        (true, false) => format!(" <ins>{new}</ins>"),
        (true, true) => String::new(),
    };
    let name = messages.change(change.kind);
    match change.kind.turns_meaning() {
        true => format!("<li class=\"alarm\"><strong>⚠ {name}</strong>{changed}</li>\n"),
        false => format!("<li>{name}{changed}</li>\n"),
    }
}

/// Formats a wording as a difference from another one.
pub(super) fn wording(pieces: &[Piece]) -> String {
    let mut out = String::new();
    let mut before: Option<&Piece> = None;
    for piece in pieces {
        if before.is_some_and(|before| stand_apart(before, piece)) {
            out.push(' ');
        }
        before = Some(piece);
        let text = escape(piece.text().trim());
        out.push_str(&match piece {
            Piece::Same(_) => text,
            Piece::Gone(_) => format!("<del>{text}</del>"),
            Piece::New(_) => format!("<ins>{text}</ins>"),
        });
    }
    out
}
