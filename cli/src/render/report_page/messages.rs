//! The messages of the page of a report. Those that it shares with the text report come from there.

use ibid::report::{Decision, PassageDecision};

use crate::render::messages::ReportMessages;

impl PageMessages {
    /// Returns the messages of the text report.
    pub(super) fn report(self) -> ReportMessages {
        ReportMessages(self.0)
    }

    /// Returns the name of a decision.
    pub(super) fn decision(self, decision: Decision) -> &'static str {
        match decision {
            // On a button it is what to do.
            Decision::Ignore => self.ignore(),
            _ => self.0.decision(Some(decision)),
        }
    }

    /// Formats who decided, when, and the note.
    pub(super) fn made(self, made: &PassageDecision) -> String {
        let who = self.made_by(self.decision(made.decision), &made.by, &made.at);
        if made.note.is_empty() { who } else { format!("{who}{}{}", self.colon(), made.note) }
    }
}

messages! { PageMessages:
    text page_title => "Report of copied passages", "文本重复检测报告单";
    text colon => ": ", "：";
    text comma => ", ", "，";
    line report_number(number) => "Report no. {number}", "报告编号 {number}";
    line made_by(decision, by, at) => "{decision}, {by}, {at}", "{decision}，{by}，{at}";
    line words(count, unit) => "{count} {unit}", "{count} {unit}";
    text needs_script =>
        "The script of this page did not run. All texts stand here; filters and decisions need it.",
        "本页的脚本没有运行。全文均可阅读，筛选和审定需要脚本。";
    text no_text => "The texts were left out of this report.", "报告中没有收入原文。";

    // The table of documents.
    text pairs => "The strongest pairs", "重复最多的文献";
    text all_documents => "All documents", "全部文献";

    // The figures.
    text found_in_sources => "found in sources", "检测总复制比";
    text found_copied => "found copied", "认定复制";
    text still_open => "undecided", "待定";
    text figures => "Found in sources, share of the paper", "文字复制比";
    text overview => "Overview", "概况";
    text figure => "Figure", "指标";
    text as_found => "as found", "检测值";
    text as_decided => "as decided", "审定后";
    text found_copied_meaning =>
        "the words of passages decided copied / all", "认定为复制的片段字数 ÷ 总字数";
    line out_of_all(count, unit, part) =>
        "{count} {unit} in {part} are not among all", "总字数不含{part}中的 {count} {unit}";
    text progress => "Decided so far", "审定进度";
    line decided_of(count, all) => "{count} of {all} decided", "已审定 {count} / {all}";
    text sample => "so", "如此";
    text meanings => "Meaning of the figures and marks", "指标与标记的含义";

    // Decisions.
    text decision_of_passage => "Decision", "审定";
    text ignore => "ignore", "忽略";
    text open => "undecided", "待定";
    text disputed => "disputed", "有争议";
    text note => "Note", "备注";
    line suggested(decision) => "suggested: {decision}", "建议：{decision}";
    line decides_only(count, all) =>
        "decides {count} of {all} words; the others were edited since",
        "只涵盖 {all} 字中的 {count} 字，其余已改动";

    // Filters.
    text leave_out => "Leave out of the figures", "不计入";
    text references => "lists of references", "参考文献表";
    text captions => "captions", "图表标题";
    text front => "front matter", "题录信息";
    text quotes => "quotations", "引文";
    text cited => "cited text", "标注出处的文字";
    text possible => "possible rewordings", "疑似改写";
    text own => "the author's own work", "本人文献";
    text small => "passages of fewer words than", "少于此字数的片段";
    text small_source => "sources below this share (%)", "低于此比例（%）的来源";
    text documents => "what more documents have than", "见于多于此数文献的片段";
    text since => "sources dated before", "早于此日期的来源";
    text until => "sources dated after", "晚于此日期的来源";
    text named_sources =>
        "sources with these ids or titles, one per line; * stands for any characters",
        "编号或标题为此的来源，每行一个；* 代表任意字符";
    text reset => "As in the report", "恢复检测设置";
    text show => "Show", "筛选";
    line shown_of(count, all) => "{count} of {all} passages shown", "显示 {count} / {all} 个片段";
    text kind => "Kind", "类型";
    text all_kinds => "all kinds", "全部类型";
    text credit => "Quoted or cited", "引用情况";
    text credit_all => "quoted or not: all", "引用情况：全部";
    text credit_both => "quoted and cited", "已加引号，已标注出处";
    text credit_quoted => "quoted", "已加引号";
    text credit_cited => "cited", "已标注出处";
    text credit_partly => "partly", "部分";
    text credit_neither => "neither", "两者皆无";
    text decided => "Decided or not", "审定情况";
    text decided_all => "decided or not: all", "审定情况：全部";
    text decided_some => "decided", "已审定";
    text counts_all => "also what does not count", "包括不计入的片段";

    // The sources.
    text sources => "Sources", "来源";
    count passages_of(count) => "1 passage", "{count} passages", "{count} 处";

    // The paper and its passages.
    text paper => "The paper", "被检文献";
    text passages => "Passages", "片段";
    text map => "Places of the passages in the paper", "片段在文中的位置";
    text similarity => "similarity", "相似度";
    line matched_of(matched, all) => "{matched} of {all} words matched", "重复字数 {matched} / {all}";
    line left_out(part) => "left out: {part}", "不计入：{part}";
    text in_paper => "In the paper", "被检文献";
    text in_source => "In the source", "来源";
    text also_in => "Also in", "亦见于";
    text nothing => "No passage", "没有片段";

    // The tools.
    text tools => "Tools", "工具";
    text previous => "Previous", "上一个";
    text next => "Next", "下一个";
    text save => "Save decisions", "保存审定结果";
    text load => "Open decisions", "打开审定结果";
    text print => "Print", "打印";
    text theme => "Light / dark", "浅色 / 深色";
    text keys => "Keys", "快捷键";
    text close => "Close", "关闭";
    text your_name => "Your name, for the decisions", "您的姓名，随审定结果保存";
    text accept => "Continue", "继续";
    text keys_on => "Single keys are on", "启用单键快捷键";
    text print_what => "Print", "打印内容";
    text print_all => "passages side by side, then the full text", "片段对照及全文";
    text print_sides => "passages side by side", "全文对照";
    text print_text => "the full text with marks", "全文标明引文";
    text nothing_to_save => "There is no new decision to save.", "没有新的审定结果。";
    line saved(count, name) => "{count} decisions saved as {name}", "已保存 {count} 条审定结果：{name}";
    line loaded(count) => "{count} lines read", "已读取 {count} 行";
    line bad_line(line) =>
        "Line {line} is no decision of ibid: nothing was read.", "第 {line} 行不是 ibid 的审定结果，未读取任何内容。";
    text said_nothing =>
        "The report does not say what this passage says, so that no decision on it can be saved.",
        "报告中没有此片段的语句，无法保存审定结果。";
    text at_end => "That was the last passage.", "已是最后一个片段。";
    text at_start => "That was the first passage.", "已是第一个片段。";

    // The keys.
    text key_next => "next, previous passage", "下一个、上一个片段";
    text key_open => "next, previous undecided passage", "下一个、上一个待定片段";
    text key_first => "first, last passage", "第一个、最后一个片段";
    text key_difference => "next, previous difference in the passage", "片段中下一处、上一处不同";
    text key_decide => "copied, quotation, own work, common phrase, ignore", "复制、引用、本人文献、常用语、忽略";
    text key_zero => "undecided again", "恢复待定";
    text key_repeat => "the suggestion, else the last decision with its note", "采用建议，否则重复上次审定及备注";
    text key_note => "note", "备注";
    text key_undo => "undo, redo", "撤销、重做";
    text key_document => "next, previous document", "下一篇、上一篇文献";
    text key_filters => "filters; all filters off", "筛选；关闭全部筛选";
    text key_all => "also what does not count", "显示不计入的片段";
    text key_help => "this list", "本列表";
}
