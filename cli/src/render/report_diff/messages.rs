//! The messages about differences between reports, and the figures before and after.

use ibid::report::Ratios;

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

/// A function that takes one of the ratios.
type RatioOf = fn(&Ratios) -> f64;

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
    pub(super) fn finding(self, finding: &FindingDiff) -> String {
        let old: Vec<String> = finding.old.iter().map(u32::to_string).collect();
        let old = old.join("+");
        match finding.new {
            Some(new) if !old.is_empty() && old != new.to_string() => self.renumbered(old, new),
            Some(new) => self.number(new),
            None => self.number(old),
        }
    }

    /// Says how many words a finding has, and of one that has changed, how many are as before.
    pub(super) fn size(self, finding: &FindingDiff, unit: &str) -> String {
        let unit = self.0.unit(unit);
        let words = thousands(finding.words);
        match finding.status {
            FindingStatus::Changed => self.known_words(thousands(finding.common_words), words, unit),
            _ => format!("{words} {unit}"),
        }
    }

    /// Returns the lines that stand above all documents.
    pub(super) fn notes(self, diff: &ReportDiff) -> Vec<String> {
        let mut notes = vec![];
        if diff.compared_by == ComparedBy::Hashes {
            notes.push(self.by_hashes().to_owned());
        }
        let settings = diff.settings.iter();
        notes.extend(settings.map(|setting| {
            self.setting(setting.name, format!("{:?}", setting.old), format!("{:?}", setting.new))
        }));
        for (ids, line) in [
            (&diff.only_old, DiffMessages::only_old as fn(_, String) -> String),
            (&diff.only_new, DiffMessages::only_new),
        ] {
            if !ids.is_empty() {
                notes.push(line(self, ids.join(self.comma())));
            }
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
        let mut rows = vec![];
        let mut row = |name: &str, of: &dyn Fn(&DocumentFigures) -> String| {
            rows.push(FigureRow { name: name.to_owned(), before: of(old), after: of(new) });
        };
        let percent = |ratio: f64| self.0.percent(ratio, 1);
        let ratios: [(&str, RatioOf); 5] = [
            (messages.overall(), |ratios| ratios.overall),
            (messages.without_quotations(), |ratios| ratios.without_quotations),
            (messages.without_own_work(), |ratios| ratios.without_own_work),
            (messages.largest_source(), |ratios| ratios.largest_source),
            (messages.uncredited(), |ratios| ratios.uncredited),
        ];
        row(self.0.unit(&document.unit), &|figures| thousands(figures.total));
        row(messages.matched(), &|figures| thousands(figures.matched));
        row(self.findings(), &|figures| thousands(figures.findings));
        for (name, of) in ratios {
            row(name, &|figures| percent(of(&figures.ratios)));
        }
        if old.decided.is_none() && new.decided.is_none() {
            return rows;
        }
        // Without a decision, the figures as decided are those as found.
        let decided = |figures: &DocumentFigures| {
            figures.decided.as_ref().map_or(figures.ratios, |decided| decided.ratios)
        };
        for (name, of) in ratios {
            row(&self.decided(name), &|figures| percent(of(&decided(figures))));
        }
        row(self.found_copied(), &|figures| {
            thousands(figures.decided.as_ref().map_or(0, |decided| decided.found_copied))
        });
        rows
    }
}
