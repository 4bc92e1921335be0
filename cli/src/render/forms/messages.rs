//! The messages of the forms to hand over, in each language.

use ibid::report::{Decision, PassageDecision};

use crate::render::{Language, ReportMessages};

impl FormMessages {
    /// Returns the name of a decision.
    pub(super) fn decision(self, decision: Decision) -> &'static str {
        match decision {
            Decision::Copied => self.copied(),
            Decision::Quotation => self.quotation(),
            Decision::OwnWork => self.own_work(),
            Decision::CommonPhrase => ReportMessages(self.0).common_phrase(),
            Decision::Ignore => self.ignore(),
        }
    }

    /// Formats a decision with its author, its day and its note, as far as they are there.
    pub(super) fn decided(self, decided: &PassageDecision) -> String {
        let day = decided.at.split('T').next().unwrap_or_default();
        let facts = [self.decision(decided.decision), &decided.by, day, &decided.note];
        let facts: Vec<&str> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        facts.join(ReportMessages(self.0).comma())
    }
}

messages! { FormMessages:
    text title => "Report on copied passages", "文字复制检测报告";

    // Tables.
    text figure => "figure", "指标";
    text as_found => "as found", "审定前";
    text as_decided => "as decided", "审定后";
    text found_copied => "found copied", "认定复制";
    line open_findings(open, findings) =>
        "{open} of {findings} findings are open",
        "{findings} 处重复中 {open} 处待定";
    text sources => "Sources", "来源";
    text passages => "Passages", "片段";
    text legend => "Terms", "说明";
    text inputs => "Inputs", "输入";

    // Decisions.
    text copied => "copied", "复制";
    text quotation => "quotation", "引用";
    text own_work => "own work", "本人文献";
    text ignore => "ignore", "忽略";
    line decision_is(decision) => "decision: {decision}", "审定：{decision}";
    line disputed_is(decisions) => "disputed: {decisions}", "有争议：{decisions}";
    line suggestion_is(decision) => "suggestion: {decision}", "建议：{decision}";
    text semicolon => "; ", "；";

    // SARIF.
    line found_in(source, facts) => "found in {source}: {facts}", "见于 {source}：{facts}";
    line result_facts(kind, similarity, matched, words, credit) =>
        "{kind}, similarity {similarity}, {matched} of {words} matched, {credit}",
        "{kind}，相似度 {similarity}，重复字数 {matched} / {words}，{credit}";
    line on_page(page) => "p. {page}", "第 {page} 页";
    text rule_help =>
        "Read the passage beside its source. Quote and cite it, reword it, or decide that it may stand, with a note.",
        "请将片段与来源对照阅读：加引号并标注出处，或改写，或审定其可以保留并附备注。";
}

/// Returns the messages in a language.
pub(super) fn in_language(language: Language) -> (ReportMessages, FormMessages) {
    (ReportMessages(language), FormMessages(language))
}
