//! The messages of the forms to hand over, in each language.

use crate::render::{Language, ReportMessages};

messages! { FormMessages:
    text title => "Report on copied passages", "文字复制检测报告";

    // Tables.
    text figure => "figure", "指标";
    text sources => "Sources", "来源";
    text passages => "Passages", "片段";
    text legend => "Terms", "说明";
    text inputs => "Inputs", "输入";

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
