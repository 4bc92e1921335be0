//! The decisions on passages in a text report.
//!
//! In: the fields of a passage or a document that a ledger has set. Out: lines of the report, which are left out where
//! nothing is decided. All text of people passes through [`sanitize`].

use std::borrow::Cow;
use std::io::{self, Write};

use ibid::report::{DecidedReport, Decision, Passage, PassageDecision, Ratios, sanitize, shorten};

use super::messages::{Language, thousands};
use super::plain::{Plain, figure_names, figures};
use super::wrap::{pad_end, pad_start, widest};

/// The columns of a figure.
const FIGURE_COLS: usize = 13;
/// The most columns of a note in a report.
const NOTE_COLS: usize = 200;

impl Language {
    /// Returns the name of a decision; that of an open passage without one.
    pub(crate) fn decision(self, decision: Option<Decision>) -> &'static str {
        let messages = DecisionMessages(self);
        match decision {
            Some(Decision::Copied) => messages.copied(),
            Some(Decision::Quotation) => messages.quotation(),
            Some(Decision::OwnWork) => messages.own_work(),
            Some(Decision::CommonPhrase) => messages.common_phrase(),
            Some(Decision::Ignore) => messages.ignore(),
            None => messages.open(),
        }
    }

    /// Returns a line for each thing that is known of the decision on a passage: the decision, those of people who
    /// disagree, the one that is suggested, and the words that are open all the same.
    pub(crate) fn decision_lines(self, passage: &Passage) -> Vec<String> {
        let messages = DecisionMessages(self);
        let mut lines = vec![];
        if let Some(decision) = &passage.decision {
            lines.push(messages.decided(self.signed(decision)));
        }
        if !passage.disputed.is_empty() {
            let signed: Vec<String> = passage.disputed.iter().map(|decision| self.signed(decision)).collect();
            lines.push(messages.disputed(signed.join(messages.between())));
        }
        if let Some(suggestion) = &passage.suggestion {
            let paper = match suggestion.paper == passage.a {
                true => String::new(),
                false => messages.on_paper(sanitize(&suggestion.paper)),
            };
            let signed = self.signed(&suggestion.decision);
            let (words, matched) =
                (thousands(suggestion.words.into()), thousands(passage.matched_words.into()));
            lines.push(messages.suggested(signed, paper, words, matched));
        }
        let open: u64 = passage.open_words.iter().map(|[start, end]| u64::from(end - start)).sum();
        if passage.decision.is_some() && open > 0 {
            lines.push(messages.open_words(open));
        }
        lines
    }

    /// Says how many passages of a document are open, and how many words each decision has.
    pub(super) fn progress(self, decided: &DecidedReport) -> String {
        let messages = DecisionMessages(self);
        let disputed = match decided.disputed {
            0 => String::new(),
            disputed => messages.disputed_of_them(disputed),
        };
        let mut parts =
            vec![messages.open_of(thousands(decided.open), thousands(decided.findings), disputed)];
        for (&decision, &count) in &decided.words {
            if count > 0 {
                parts.push(messages.words_of(thousands(count), self.decision(Some(decision))));
            }
        }
        parts.join(messages.between())
    }

    /// Formats a decision with its author, day and note.
    fn signed(self, decision: &PassageDecision) -> String {
        let messages = DecisionMessages(self);
        let name = self.decision(Some(decision.decision));
        let note = match decision.note.is_empty() {
            true => String::new(),
            false => messages.note(shorten(&sanitize(&decision.note), NOTE_COLS)),
        };
        messages.signed(name, shorten(&sanitize(&decision.by), NOTE_COLS), day(&decision.at), note)
    }
}

impl<W: Write> Plain<W> {
    /// Writes the decision on a passage, the decisions of people who disagree, or the suggested one.
    pub(super) fn decision(&mut self, passage: &Passage) -> io::Result<()> {
        for line in self.style.language.decision_lines(passage) {
            self.wrapped(&format!("  {line}"), "    ")?;
        }
        Ok(())
    }

    /// Writes figures as found beside those as decided, the passages that are open, and the words of each decision.
    pub(super) fn figures_as_decided(&mut self, found: &Ratios, decided: &DecidedReport) -> io::Result<()> {
        let language = self.style.language;
        let messages = DecisionMessages(language);
        let names = figure_names(self.messages());
        let name_cols = widest(names) + 2;
        self.faint(&row("", name_cols, [messages.as_found(), messages.as_decided()]))?;
        for ((name, found), decided) in names.into_iter().zip(figures(found)).zip(figures(&decided.ratios)) {
            let cells = [&*self.percent(found), &*self.percent(decided)];
            writeln!(self.out, "{}", row(name, name_cols, cells))?;
        }
        let copied = self.percent(decided.found_copied_ratio);
        writeln!(self.out, "{}", row(messages.found_copied(), name_cols, ["", &copied]))?;
        self.wrapped(&format!("  {}", language.progress(decided)), "    ")
    }
}

/// Formats a row of figures.
fn row(name: &str, name_cols: usize, cells: [&str; 2]) -> String {
    let cells = cells.map(|cell| pad_start(cell, FIGURE_COLS)).concat();
    format!("  {}{cells}", pad_end(name, name_cols))
}

/// Returns the day of a time in a ledger.
pub(super) fn day(at: &str) -> Cow<'_, str> {
    sanitize(at.split('T').next().unwrap_or_default())
}

messages! { DecisionMessages:
    text copied => "copied", "复制";
    text quotation => "quotation", "引用";
    text own_work => "own work", "本人文献";
    text common_phrase => "common phrase", "常用语";
    text ignore => "ignored", "忽略";
    text open => "open", "待定";

    // A passage in a report.
    text between => "; ", "；";
    line decided(signed) => "decided: {signed}", "审定：{signed}";
    line disputed(signed) => "disputed, counts as found: {signed}", "有争议，照查得计：{signed}";
    line suggested(signed, paper, words, matched) =>
        "suggested, counts as found: {signed}{paper}, for {words} of {matched} words",
        "建议，照查得计：{signed}{paper}，涉及 {words} / {matched} 字";
    line on_paper(paper) => ", on {paper}", "，见于 {paper}";
    line signed(decision, by, day, note) => "{decision} ({by}, {day}){note}", "{decision}（{by}，{day}）{note}";
    line note(note) => ": {note}", "：{note}";
    count open_words(count) =>
        "{count} word of sentences that changed since is open",
        "{count} words of sentences that changed since are open",
        "其后有改动的句子中 {count} 字待定";

    // The figures.
    text as_found => "as found", "查得";
    text as_decided => "as decided", "审定后";
    text found_copied => "found copied", "认定复制比";
    text found_copied_meaning => "words of passages decided \"copied\" / all", "审定为复制的字数 ÷ 总字数";
    line open_of(open, findings, disputed) =>
        "{open} of {findings} passages open{disputed}",
        "片段 {findings}，待定 {open}{disputed}";
    line words_of(count, decision) => "{count} words {decision}", "{decision} {count} 字";

    // Messages on standard error.
    line applied(path, decided, findings) =>
        "decisions of {path} applied: {decided} of {findings} passages decided",
        "已采用 {path} 的审定：片段 {findings}，已审定 {decided}";
    count disputed_of_them(count) => ", {count} disputed", ", {count} disputed", "，有争议 {count}";
    count suggested_of_them(count) =>
        ", {count} with a suggestion",
        ", {count} with a suggestion",
        "，有建议 {count}";

    // Deciding.
    line decided_now(number, decision, says) => "{number}: {decision}: {says}", "{number}：{decision}：{says}";
    count saved(count, by, path) =>
        "{count} decision of {by} saved in {path}",
        "{count} decisions of {by} saved in {path}",
        "{by}的 {count} 项审定已保存到 {path}";

    // The list of a ledger.
    text replaced => ", replaced", "，已被取代";
    text everywhere => ", in all documents", "，适用于所有文献";
    text settles => ", settles a dispute", "，裁定争议";
    count in_force(count, lines) =>
        "{count} decision holds, of {lines} lines",
        "{count} decisions hold, of {lines} lines",
        "{lines} 行中有效的审定 {count} 项";
    line agreement(one, other, both, equal, kappa) =>
        "{one} and {other}: {both} sentence pairs decided by both, {equal} alike, kappa {kappa}",
        "{one}与{other}：两人都审定的句对 {both} 个，一致 {equal} 个，kappa {kappa}";
    text no_kappa => "none", "无";
    count disputes(count) => "{count} dispute:", "{count} disputes:", "争议 {count} 项：";
    line reads_well(path, lines) => "{path}: {lines} lines, all of them can be read", "{path}：{lines} 行，均可读取";
}
