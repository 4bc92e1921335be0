//! A trace as text for a terminal or a pipe: one line per carrier, the changes, the tree of carriers, and the timeline.
//!
//! All text of documents passes through [`sanitize`].

use std::io::{self, Write};

use ibid::report::{
    Carrier, CarrierDocument, EarlierWording, Piece, PlaceReport, Quoted, QuotedArticle, Trace, sanitize,
};

use super::messages::TraceMessages;
use super::saying::{changed_carriers, cited, headline, not_traced, one_line, stand_apart, turn_meaning};
use super::{Timeline, TraceForm, Tree, TreeRow, dates};
use crate::render::messages::thousands;
use crate::render::names::ShortNames;
use crate::render::plain::{BOLD, FAINT, PlainStyle};
use crate::render::wrap::{pad_end, pad_start, shorten, text_cols, widest, wrap, wrapped};

/// The styles of words that are gone and words that are new, with colors.
const GONE: &str = "\x1b[9;31m";
const NEW: &str = "\x1b[1;4;32m";
/// The style of changes that turn the meaning.
const ALARM: &str = "\x1b[1;31m";
/// The most columns of a name.
const NAME_COLS: usize = 28;
/// The most columns of a bar of the timeline.
const BAR_COLS: usize = 40;
/// The least columns for the words of a carrier.
const LEAST_COLS: usize = 44;

/// Text, with a blank line between two traces or articles.
pub(super) struct TraceText;

impl TraceForm for TraceText {
    fn traces(&self, traces: &[Trace], style: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        for (number, trace) in traces.iter().enumerate() {
            Text::begin(number, style, out)?.trace(trace)?;
        }
        Ok(())
    }

    fn articles(&self, articles: &[QuotedArticle], style: PlainStyle, out: &mut dyn Write) -> io::Result<()> {
        for (number, article) in articles.iter().enumerate() {
            Text::begin(number, style, out)?.article(article)?;
        }
        Ok(())
    }
}

struct Text<'o> {
    style: PlainStyle,
    messages: TraceMessages,
    out: &'o mut dyn Write,
}

impl<'o> Text<'o> {
    /// Begins a trace or an article, below a blank line if it is not the first.
    fn begin(number: usize, style: PlainStyle, out: &'o mut dyn Write) -> io::Result<Text<'o>> {
        if number > 0 {
            writeln!(out)?;
        }
        Ok(Text { style, messages: TraceMessages(style.language), out })
    }

    fn trace(&mut self, trace: &Trace) -> io::Result<()> {
        self.wrapped(&format!("“{}”", one_line(&trace.quote)), "", BOLD)?;
        for line in self.style.language.trace_summary(trace) {
            self.wrapped(&line, "", "")?;
        }
        if trace.carriers.is_empty() {
            return Ok(());
        }
        writeln!(self.out)?;
        self.carriers(trace)?;
        self.changes(trace)?;
        self.tree(trace)?;
        self.timeline(trace)
    }

    fn carriers(&mut self, trace: &Trace) -> io::Result<()> {
        let names = short_names(trace);
        let dates = dates::shown(trace, self.messages);
        let forms: Vec<String> =
            trace.carriers.iter().map(|carrier| self.style.language.form(carrier)).collect();
        let number_cols = trace.carriers.len().to_string().len() + 1;
        let name_cols = widest(trace.carriers.iter().map(|carrier| names.get(&carrier.document.id)));
        let date_cols = widest(dates.iter().map(String::as_str));
        let form_cols = widest(forms.iter().map(String::as_str));
        for ((carrier, date), form) in trace.carriers.iter().zip(&dates).zip(&forms) {
            let head = format!(
                "{}  {}  {}  {}  {:.2}  ",
                pad_start(&carrier.number.to_string(), number_cols),
                pad_end(date, date_cols),
                pad_end(names.get(&carrier.document.id), name_cols),
                pad_end(form, form_cols),
                carrier.similarity
            );
            let beside = self.style.width_cols.saturating_sub(text_cols(&head));
            // The words get a line of their own if there is too little room beside the head.
            let (head, room) = match beside < LEAST_COLS {
                true => (
                    format!("{}\n{:2$}", head.trim_end(), "", number_cols + 2),
                    self.style.width_cols - number_cols - 2,
                ),
                false => (head, beside),
            };
            writeln!(self.out, "{head}{}", self.around(carrier, room))?;
        }
        Ok(())
    }

    /// Shows the wording with as much of the text around it as there is room for.
    fn around(&self, carrier: &Carrier, room: usize) -> String {
        let texts = [&carrier.before, &carrier.text, &carrier.after].map(|text| sanitize(text));
        let [before, text, after] = &texts;
        let left = room.saturating_sub(text_cols(text) + 2);
        let for_before = (left / 2).max(left.saturating_sub(text_cols(after)));
        let before = end_of(before, for_before.min(left));
        let after = shorten(after, left.saturating_sub(text_cols(&before)));
        let text = shorten(text, room - 2);
        let (before, after) = (self.paint(FAINT, &before), self.paint(FAINT, &after));
        format!("{before}[{}]{after}", self.paint(BOLD, &text))
    }

    fn changes(&mut self, trace: &Trace) -> io::Result<()> {
        let changed = changed_carriers(trace);
        if changed.is_empty() {
            return Ok(());
        }
        let heading = self.messages.changes_heading();
        writeln!(self.out, "\n{}", self.paint(BOLD, heading))?;
        for carrier in changed {
            let language = self.style.language;
            let against = language.compared_with(carrier);
            let (comma, colon) = (self.messages.comma(), self.messages.colon());
            let changes = language.changes(&carrier.changes);
            let line = format!("{}{comma}{against}{colon}{changes}", carrier.number);
            self.wrapped(&line, "  ", if turn_meaning(&carrier.changes) { ALARM } else { "" })?;
            self.wording(&carrier.wording)?;
        }
        Ok(())
    }

    /// Writes a wording with its gone and new words marked, as word diffs show them.
    fn wording(&mut self, pieces: &[Piece]) -> io::Result<()> {
        // Each character with its style.
        let mut chars: Vec<(char, &str)> = vec![];
        for (at, piece) in pieces.iter().enumerate() {
            let (open, close, style) = match piece {
                Piece::Same(_) => ("", "", ""),
                Piece::Gone(_) => ("[-", "-]", GONE),
                Piece::New(_) => ("{+", "+}", NEW),
            };
            let text = one_line(piece.text());
            if at > 0 && stand_apart(&pieces[at - 1], piece) {
                chars.push((' ', ""));
            }
            let marked = if self.style.color { text } else { format!("{open}{text}{close}") };
            chars.extend(marked.chars().map(|c| (c, style)));
        }
        let plain: Vec<char> = chars.iter().map(|&(c, _)| c).collect();
        for line in wrap(&plain, self.style.width_cols - 6) {
            write!(self.out, "      ")?;
            for of_style in chars[line].chunk_by(|x, y| x.1 == y.1) {
                let text: String = of_style.iter().map(|&(c, _)| c).collect();
                let style = of_style[0].1;
                write!(self.out, "{}", self.paint(style, &text))?;
            }
            writeln!(self.out)?;
        }
        Ok(())
    }

    fn article(&mut self, article: &QuotedArticle) -> io::Result<()> {
        let name = sanitize(&article.article);
        let heading = match article.quotations.len() as u64 {
            0 => self.messages.no_quotation(name),
            count => self.messages.quotations(count, name),
        };
        self.wrapped(&heading, "", BOLD)?;
        for quoted in &article.quotations {
            writeln!(self.out)?;
            self.quoted(article, quoted)?;
        }
        for line in not_traced(article, self.messages) {
            self.wrapped(&line, "", FAINT)?;
        }
        Ok(())
    }

    fn quoted(&mut self, article: &QuotedArticle, quoted: &Quoted) -> io::Result<()> {
        let language = self.style.language;
        let status = self.messages.status(quoted.status);
        let place = PlaceReport::name(&article.article, quoted.place);
        let mut heading = format!("{}  {status}", sanitize(&place));
        if let Some(name) = &quoted.speaker {
            heading += self.messages.comma();
            heading += &self.messages.said_by(one_line(name));
        }
        self.wrapped(&heading, "  ", if turn_meaning(&quoted.changes) { ALARM } else { BOLD })?;
        if quoted.wording.is_empty() {
            self.wrapped(&format!("“{}”", one_line(&quoted.text)), "      ", "")?;
        } else {
            self.wording(&quoted.wording)?;
        }
        if !quoted.changes.is_empty() {
            self.wrapped(&language.changes(&quoted.changes), "    ", "")?;
        }
        for clause in &quoted.clauses {
            let status = self.messages.status(clause.status);
            self.wrapped(
                &format!("{status}{}“{}”", self.messages.colon(), one_line(&clause.text)),
                "    ",
                "",
            )?;
            for source in &clause.sources {
                self.source(source, clause.verbatim, "      ")?;
            }
        }
        if quoted.clauses.is_empty() {
            for source in &quoted.sources {
                self.source(source, quoted.verbatim, "    ")?;
            }
        }
        if let Some(speaker) = &quoted.source_speaker {
            self.wrapped(&self.messages.source_says(one_line(speaker)), "    ", FAINT)?;
        }
        let Some(EarlierWording { document, changes, wording }) = &quoted.earlier else { return Ok(()) };
        let date = document.date.as_deref().unwrap_or(self.messages.no_date());
        let line = self.messages.but_earlier(cited(document), sanitize(date));
        self.wrapped(&line, "    ", ALARM)?;
        self.wording(wording)?;
        self.wrapped(&language.changes(changes), "    ", "")
    }

    /// Writes where a wording stands, and in how many documents word for word.
    fn source(&mut self, source: &CarrierDocument, verbatim: u64, indent: &str) -> io::Result<()> {
        let date = sanitize(source.date.as_deref().unwrap_or(self.messages.no_date())).into_owned();
        self.wrapped(&self.messages.found_in(cited(source), date, verbatim), indent, FAINT)
    }

    fn tree(&mut self, trace: &Trace) -> io::Result<()> {
        let Some(tree) = Tree::of(trace) else { return Ok(()) };
        let heading = self.messages.tree_heading();
        writeln!(self.out, "\n{}", self.paint(BOLD, heading))?;
        let names = short_names(trace);
        for TreeRow { carrier, lines, .. } in &tree.rows {
            let date = dates::day_of(&carrier.document, self.messages);
            let reasons = match &carrier.parent {
                Some(parent) => format!("  ({})", self.style.language.reasons(parent)),
                None => String::new(),
            };
            let name = names.get(&carrier.document.id);
            let line = format!("  {lines}{}  {}  {name}{reasons}", carrier.number, sanitize(date));
            writeln!(self.out, "{}", shorten(&line, self.style.width_cols))?;
        }
        Ok(())
    }

    fn timeline(&mut self, trace: &Trace) -> io::Result<()> {
        let Some(Timeline { step, counts }) = Timeline::of_several_steps(trace) else { return Ok(()) };
        let heading = self.style.language.timeline_heading(step);
        writeln!(self.out, "\n{}", self.paint(BOLD, heading))?;
        let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(1);
        let scale = (most as usize).div_ceil(BAR_COLS).max(1) as u64;
        for (name, count) in counts {
            let bar = "█".repeat(count.div_ceil(scale) as usize);
            let line = if count == 0 {
                format!("  {name}  ·")
            } else {
                format!("  {name}  {bar} {}", thousands(count))
            };
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn wrapped(&mut self, text: &str, indent: &str, style: &str) -> io::Result<()> {
        for line in wrapped(text, self.style.width_cols - text_cols(indent)) {
            writeln!(self.out, "{indent}{}", self.paint(style, &line))?;
        }
        Ok(())
    }

    fn paint(&self, with: &str, text: &str) -> String {
        self.style.paint(with, text)
    }
}

fn short_names(trace: &Trace) -> ShortNames {
    let named =
        trace.carriers.iter().map(|Carrier { document, .. }| (&*document.id, headline(document).into()));
    ShortNames::new(named, NAME_COLS)
}

/// Returns the end of a text that fits into `cols` columns.
pub(super) fn end_of(text: &str, cols: usize) -> String {
    let reversed: String = text.chars().rev().collect();
    shorten(&reversed, cols).chars().rev().collect()
}
