//! The messages of the panels, in each language.

messages! { PanelMessages:
    // Headings.
    line filters(key) => "filters ({key})", "筛选（{key}）";
    line set_back(key) => "{key} sets all back", "{key} 全部恢复";
    line why(key) => "why ({key})", "依据（{key}）";
    line figures(key) => "figures ({key})", "指标（{key}）";
    text decision => "decision", "审定";
    text closes => "Esc closes", "Esc 关闭";
    line open_of_them(open) => ", {open} open", "，待定 {open}";

    // The filters.
    text references => "no list of references", "参考文献表不计";
    text front => "no front matter", "题录信息不计";
    text captions => "no captions", "图表标题不计";
    text quotes => "no quotations", "引号内不计";
    text cited => "no cited text", "标注出处的不计";
    text phrases => "no given phrases", "所给短语不计";
    text possible => "no possible rewording", "疑似改写不计";
    text own => "no own work", "本人文献不计";
    line small(count, unit) => "passage ≥ {count} {unit}", "片段 ≥ {count} {unit}";
    line small_source(share) => "source ≥ {share}", "来源 ≥ {share}";
    line documents(count) => "in ≤ {count} sources", "见于 ≤ {count} 篇来源";
    text any_documents => "in any number of sources", "见于任意多篇来源";
    line since(date) => "sources since {date}", "来源不早于 {date}";
    line until(date) => "sources until {date}", "来源不晚于 {date}";
    text any_time => "any time", "不限";
    line source(name) => "not {name}", "不计 {name}";
    line counted(what) => "with what was left out: {what}", "计入：{what}";
    text only_open => "only open", "只看待定";
    text only_disputed => "only disputed", "只看有争议";
    text only_noted => "only with a note", "只看有附注";
    line kind(kind) => "kind: {kind}", "种类：{kind}";
    text all_kinds => "all", "全部";
    line only_source(name) => "only {name}", "只看 {name}";
    text open => "open", "待定";
    text disputed => "disputed", "有争议";
    text noted => "noted", "有附注";
    count more_filters(count) => "{count} filter", "{count} filters", "筛选 {count} 项";
    text cannot_be_scored =>
        "a report of an earlier version: its figures cannot be made again",
        "旧版本的报告，无法重新计算指标";
    text all_set_back => "all filters are as in the report", "筛选已全部恢复";
    text no_filter_set => "no filter was changed", "没有改动过的筛选";
    text none_shown => " no passage is shown with this filter; F sets all back", " 按此筛选没有片段；按 F 全部恢复";
    text no_change => "no change", "无变化";
    line shown_of(shown, all) => "{shown} of {all}", "共 {all}，显示 {shown}";

    // Why.
    line similarity(kind, similarity, equal, unit, a, b) =>
        "{kind} {similarity}: 2 × {equal} equal {unit} in order / ({a} + {b})",
        "{kind} {similarity}：2 × 依次相同的 {equal} {unit} ÷（{a} + {b}）";
    line needs(information, needed, documents) =>
        "information {information}, needs {needed} (documents searched: {documents})",
        "信息量 {information}，下限 {needed}（检索文献 {documents} 篇）";
    line too_few(information) =>
        "information {information}, which is not enough by itself: too few equal words",
        "信息量 {information}：相同的文字太少，仅凭信息量不计入";
    line not_known(information) =>
        "information {information}; how much it needed is not known without texts",
        "信息量 {information}；没有原文，无法得知下限";
    text counts_otherwise =>
        "it counts all the same, as nearly a whole text, as going on from another passage, or by its terms: the report does not say which",
        "仍然计入：几乎是全文，或接续另一片段，或词语相近；报告没有说明是哪一种";
    text is_weak =>
        "its sentences are alike by their terms; too few words are equal in a row to accuse by",
        "词语相近，但连续相同的文字太少，不足以认定";
    line left_out(part) => "left out of the figures by a filter: {part}", "已被筛选排除：{part}";
    line rarest(words) => "rarest words in common: {words}", "最罕见的共同词语：{words}";
    text no_counts =>
        "how many documents have them is not in the report",
        "载有这些词语的文献数不在报告中";
    line pairs(min, pairs) => "sentence pairs, Jaccard ≥ {min}: {pairs}", "句对（Jaccard ≥ {min}）：{pairs}";
    text no_pairs =>
        "no sentence pair: found by runs of equal words",
        "没有句对：由连续相同的文字发现";
    line before(compared) => "sentences before it: {compared}", "上一句：{compared}";
    line after(compared) => "sentences behind it: {compared}", "下一句：{compared}";
    line compared(jaccard, equal, a, b) =>
        "Jaccard {jaccard}, equal in order {equal} of {a} and {b}",
        "Jaccard {jaccard}，依次相同 {equal}，两句各 {a}、{b}";
    line left_out_below(compared, min) => "left out, {compared}; a pair needs {min}", "未收，{compared}；句对下限 {min}";
    line other_feature(compared) =>
        "{compared} (by the usual feature, not that of the report)",
        "{compared}（按默认特征，非报告所用）";
    line same_source(numbers) => "other passages of this source: {numbers}", "本来源的其他片段：{numbers}";
    text no_passage => "no passage is selected", "没有选定片段";

    // The decision.
    text undecided => "open", "待定";
    text note_to_come => "note for the decision to come: ", "待审定的附注：";
    text keys_of_decisions =>
        "1 copied  2 quotation  3 own work  4 common phrase  5 ignore  0 open",
        "1 复制  2 引用  3 本人  4 常用语  5 忽略  0 待定";
    text also_in => "also in", "亦见于";
    text in_no_other => "in no other source", "没有其他来源";
    count more_documents(count) =>
        "1 more document, not compared", "{count} more documents, not compared", "另有 {count} 篇，未逐一比对";
    count same_words(count, key) =>
        "the same words are open in {count} more paper ({key} decides them too)",
        "the same words are open in {count} more papers ({key} decides them too)",
        "同一段文字另在 {count} 篇被检文献中待定（{key} 一并审定）";

    // The figures.
    line formula(name, figures, meaning) => "{name} {figures} = {meaning}", "{name} {figures} = {meaning}";
    text found_and_decided => "as found → as decided", "检测所得 → 审定之后";
    line words_of(matched, counted, total, unit) =>
        "matched {matched}, all {counted} of {total} {unit}",
        "重复 {matched}，总字数 {counted}（全文 {total} {unit}）";
    line found_copied(ratio, words) =>
        "decided as copied {ratio} = {words} words / all",
        "审定为复制 {ratio} = {words} ÷ 总字数";
    line findings(all, open, disputed) =>
        "findings {all}: open {open}, disputed {disputed}",
        "片段 {all}：待定 {open}，有争议 {disputed}";
    line decided_by(list) => "decided by: {list}", "审定人：{list}";
    text nobody => "decided by nobody yet", "尚无人审定";
    line ledger(path) => "ledger: {path}", "审定记录：{path}";
    text no_ledger => "ledger: none; nothing can be saved", "审定记录：无，审定不会保存";
    line in_force(names) => "filters: {names}", "筛选：{names}";
    text none_in_force => "filters: none", "筛选：无";

    // The help.
    text hint_rows => "row", "选择";
    text hint_switch => "switch", "开关";
    text hint_steps => "less, more", "减、增";
    text hint_number => "number", "数值";
    text hint_set_back => "set all back", "全部恢复";
    text hint_close => "close", "关闭";
    text hint_scroll => "line", "行";
    text hint_filters => "filter", "筛选";
    text hint_why => "why", "依据";
    text sign_credits =>
        "neither quoted nor cited, partly, quoted, both, cited",
        "均无、部分、加引号、两者、标注出处";
    text sign_sources =>
        "own work; more sources (Enter, → unfold), such a source",
        "本人文献；其他来源（Enter、→ 展开）、其中一篇";
    text sign_map =>
        "on the map: here, open, decided, nothing; lines shown",
        "位置条：当前、待定、已审定、无；屏幕所示";
}
