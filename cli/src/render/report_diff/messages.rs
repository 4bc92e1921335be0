//! The messages about differences between reports, and the figures before and after.

use ibid::report::Ratios;

use crate::render::plain::{figure_names, figures};
use crate::render::{ReportMessages, thousands};
use crate::report_diff::{ComparedBy, DocumentDiff, DocumentFigures, FindingDiff, FindingStatus, ReportDiff};

messages! { DiffMessages:
    text before => "before", "之前";
    text after => "after", "之后";
    line decided(figure) => "{figure}, as decided", "{figure}（审定后）";
    text found_copied => "found copied", "审定为复制的字数";
    text findings => "findings", "片段数";
    count appeared(count) => "{count} appeared", "{count} appeared", "新出现 {count} 个";
    count gone(count) => "{count} gone", "{count} gone", "消失 {count} 个";
    count changed(count) => "{count} changed", "{count} changed", "有改动 {count} 个";
    count moved(count) => "{count} moved", "{count} moved", "移动 {count} 个";
    count same(count) => "{count} the same", "{count} the same", "不变 {count} 个";
    line draft(old, new) => "{old} → {new}", "{old} → {new}";
    line number(number) => "finding {number}", "片段 {number}";
    line renumbered(old, new) => "finding {old} → {new}", "片段 {old} → {new}";
    line known_words(common, words, unit) => "{common} of {words} {unit} as before", "{words} {unit}中 {common} {unit}同前";
    line only_old(ids) => "only in the earlier report: {ids}", "只在较早的报告中：{ids}";
    line only_new(ids) => "only in the later report: {ids}", "只在较晚的报告中：{ids}";
    line setting(name, old, new) =>
        "the setting {name} was {old} and is {new}: figures may differ for it",
        "设置 {name} 由 {old} 变为 {new}：各项指标可能因此不同";
    text by_hashes =>
        "a report has no sentence pairs, so that passages are compared as a whole: check again with this version",
        "有一份报告没有句对，因此按整个片段比较：请用此版本重新检查";
    text no_difference => "no difference", "没有差别";
    text comma => ", ", "，";
}

/// A figure before and after.
pub(super) struct FigureRow {
    pub(super) name: String,
    pub(super) before: String,
    pub(super) after: String,
}

impl DiffMessages {
    pub(super) fn status(self, status: FindingStatus, count: u64) -> String {
        match status {
            FindingStatus::Appeared => self.appeared(count),
            FindingStatus::Gone => self.gone(count),
            FindingStatus::Changed => self.changed(count),
            FindingStatus::Moved => self.moved(count),
            FindingStatus::Same => self.same(count),
        }
    }

    /// Returns the name of a document, or both where a draft has another id.
    pub(super) fn document(self, document: &DocumentDiff) -> String {
        match document.old_id == document.new_id {
            true => document.new_id.clone(),
            false => self.draft(&document.old_id, &document.new_id),
        }
    }

    /// Lists the findings by what became of them.
    pub(super) fn counts(self, document: &DocumentDiff) -> String {
        let counts = FindingStatus::ALL.map(|status| self.status(status, document.counts.of(status)));
        counts.join(self.comma())
    }

    /// Names a finding by its number, or by both where it has another.
    fn finding(self, finding: &FindingDiff) -> String {
        let old: Vec<String> = finding.old.iter().map(u32::to_string).collect();
        let old = old.join("+");
        match finding.new {
            Some(new) if !old.is_empty() && old != new.to_string() => self.renumbered(old, new),
            Some(new) => self.number(new),
            None => self.number(old),
        }
    }

    /// Says how many words a finding has, and of one that has changed, how many are as before.
    fn size(self, finding: &FindingDiff, unit: &str) -> String {
        let unit = self.0.unit(unit);
        let words = thousands(finding.words);
        match finding.status {
            FindingStatus::Changed => self.known_words(thousands(finding.common_words), words, unit),
            _ => format!("{words} {unit}"),
        }
    }

    /// Formats a finding in one line: its number, its size and its source.
    pub(super) fn line(self, finding: &FindingDiff, unit: &str) -> String {
        [self.finding(finding), self.size(finding, unit), finding.source.clone()].join(self.comma())
    }

    /// Groups the findings by what became of them, each group with its heading. Those that are the same are left out.
    pub(super) fn shown_findings(self, document: &DocumentDiff) -> Vec<(String, Vec<&FindingDiff>)> {
        let mut groups = vec![];
        for status in FindingStatus::ALL {
            let findings: Vec<_> =
                document.findings.iter().filter(|finding| finding.status == status).collect();
            if status != FindingStatus::Same && !findings.is_empty() {
                groups.push((self.status(status, document.counts.of(status)), findings));
            }
        }
        groups
    }

    /// Returns the lines that stand above all documents.
    pub(super) fn notes(self, diff: &ReportDiff) -> Vec<String> {
        let mut notes = vec![];
        if diff.compared_by == ComparedBy::Hashes {
            notes.push(self.by_hashes().to_owned());
        }
        for setting in &diff.settings {
            let (old, new) = (format!("{:?}", setting.old), format!("{:?}", setting.new));
            notes.push(self.setting(setting.name, old, new));
        }
        if !diff.only_old.is_empty() {
            notes.push(self.only_old(diff.only_old.join(self.comma())));
        }
        if !diff.only_new.is_empty() {
            notes.push(self.only_new(diff.only_new.join(self.comma())));
        }
        if !diff.has_differences() && diff.settings.is_empty() {
            notes.push(self.no_difference().to_owned());
        }
        notes
    }

    /// Returns the figures of a document in both reports; those as decided only if one of them has any.
    pub(super) fn figures(self, document: &DocumentDiff) -> Vec<FigureRow> {
        let (old, new) = (&document.old, &document.new);
        let messages = ReportMessages(self.0);
        let mut rows = vec![
            FigureRow::of_counts(self.0.unit(&document.unit), old.total, new.total),
            FigureRow::of_counts(messages.matched(), old.matched, new.matched),
            FigureRow::of_counts(self.findings(), old.findings, new.findings),
        ];
        let names = figure_names(messages).into_iter().chain([messages.uncredited()]);
        let values = figures(&old.ratios).into_iter().zip(figures(&new.ratios));
        for (name, (old, new)) in names.clone().zip(values) {
            rows.push(self.row_of_ratios(name.to_owned(), old, new));
        }
        if old.decided.is_none() && new.decided.is_none() {
            return rows;
        }
        let ((old, old_copied), (new, new_copied)) = (as_decided(old), as_decided(new));
        for (name, (old, new)) in names.zip(figures(&old).into_iter().zip(figures(&new))) {
            rows.push(self.row_of_ratios(self.decided(name), old, new));
        }
        rows.push(FigureRow::of_counts(self.found_copied(), old_copied, new_copied));
        rows
    }

    fn row_of_ratios(self, name: String, old: f64, new: f64) -> FigureRow {
        FigureRow { name, before: self.0.percent(old, 1), after: self.0.percent(new, 1) }
    }
}

impl FigureRow {
    fn of_counts(name: &str, old: u64, new: u64) -> FigureRow {
        FigureRow { name: name.to_owned(), before: thousands(old), after: thousands(new) }
    }
}

/// Returns the ratios as decided, and the words that were found copied. Without a decision, the figures as decided are
/// those as found.
fn as_decided(figures: &DocumentFigures) -> (Ratios, u64) {
    match &figures.decided {
        Some(decided) => (decided.ratios, decided.found_copied),
        None => (figures.ratios, 0),
    }
}
