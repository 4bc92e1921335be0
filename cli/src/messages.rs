//! The messages of the reviews beyond those of reports and traces, in each language. The help of the program has its own
//! table.

use ibid::report::Kind;

use crate::tui::trace::Missing;

impl ReviewMessages {
    /// Returns the letter of a kind, the same with and without colors.
    pub(crate) fn letter(self, kind: Kind) -> &'static str {
        match kind {
            Kind::Verbatim => self.letter_verbatim(),
            Kind::NearVerbatim => self.letter_near_verbatim(),
            Kind::Reordered => self.letter_reordered(),
            Kind::Reworded => self.letter_reworded(),
            Kind::Possible => self.letter_possible(),
            Kind::CommonPhrase => self.letter_common_phrase(),
        }
    }

    /// Returns the unit of a report in one word.
    pub(crate) fn short_unit(self, unit: &str) -> &'static str {
        if unit == "words" { self.words() } else { self.characters() }
    }

    /// Returns the message for a document that cannot be shown.
    pub(crate) fn missing(self, missing: &Missing) -> String {
        match missing {
            Missing::Index => self.no_index().to_owned(),
            Missing::Document | Missing::Changed => self.no_document().to_owned(),
            Missing::Damaged(why) => self.damaged(why),
        }
    }
}

messages! { ReviewMessages:
    // The signs of the kinds.
    text letter_verbatim => "V", "逐";
    text letter_near_verbatim => "N", "近";
    text letter_reordered => "O", "序";
    text letter_reworded => "R", "改";
    text letter_possible => "P", "疑";
    text letter_common_phrase => "C", "常";

    // The help.
    text sign_marks =>
        "differs, stands elsewhere, the writer's own (uncounted)",
        "不同、在别处、作者自己的（不计入）";
    text sign_decisions =>
        "decided, with its key; only partly; suggested; disputed",
        "已审定（按键号）；部分；建议；有争议";
    text sign_lines => "lines of the passage, of other passages", "当前片段的行、其他片段的行";
    text comma => ", ", "、";

    // The help of traces.
    text sign_alarm => "a change turns the meaning", "改动使意思改变";
    text sign_reprints => "reprints: the same sentence in later documents", "转载：较后的文献中有同一句";
    text sign_changes => "gone from the earlier wording, new", "较早文字中删去的、新增的";
    text sign_wording => "the wording in its sentence, its lines in the document", "句中载有引语的文字、在文献中的行";

    // The line at the bottom.
    text hint_help => "help", "帮助";
    text hint_quit => "quit", "退出";
    text hint_passage => "passage", "片段";
    text hint_decide => "decide", "审定";
    text hint_open => "next open", "下一待定";
    text hint_undo => "undo", "撤销";
    text hint_note => "note", "附注";
    text hint_pane => "pane", "窗格";
    text hint_read => "read", "通读";
    text hint_search => "search", "搜索";
    text hint_sort => "sort", "排序";
    text hint_uncounted => "not counted", "不计入";
    text hint_copy => "copy", "复制";
    text hint_document => "document", "文献";
    text hint_carrier => "carrier", "文献";
    text hint_parent => "parent", "所本";
    text hint_tree => "tree", "承袭";
    text hint_timeline => "timeline", "时间";
    text hint_quotation => "quotation", "引语";
    text hint_back => "back", "返回";
    text hint_scroll => "scroll", "滚动";
    text hint_wording => "wording", "引语处";
    line hint_with_count(what, count) => "{what} ({count})", "{what} ({count})";
    text prompt_keys => "  Enter searches · Esc leaves", "  Enter 搜索 · Esc 取消";
    text note_prompt => "note: ", "附注：";
    text note_keys =>
        " Enter saves · Alt-Enter or Ctrl-j begins a line · Esc leaves",
        " Enter 保存 · Alt-Enter 或 Ctrl-j 换行 · Esc 取消";
    line place_of(at, count) => "  {at} of {count}", "  第 {at} 处，共 {count} 处";
    text search_next => "next, previous", "下一处、上一处";
    text search_ends => "ends", "结束";

    // Messages.
    line not_found(pattern) => "\"{pattern}\" was not found", "没有找到“{pattern}”";
    text last_passage => "this is the last passage", "已是最后一个片段";
    text first_passage => "this is the first passage", "已是第一个片段";
    text last_document => "this is the last document", "已是最后一篇文献";
    text first_document => "this is the first document", "已是第一篇文献";
    text only_this_source => "only passages of this source", "只显示此来源的片段";
    line key_shows_all(message, key) => "{message}; {key} shows all", "{message}；按 {key} 显示全部";
    text search_ended => "the search has ended", "搜索已结束";
    line quits(key) => "{key} quits", "按 {key} 退出";
    text all_count => "all passages count", "所有片段都计入";
    line uncounted_shown(count) => "what does not count is shown: {count}", "已显示不计入的片段 {count} 处";
    line uncounted_hidden(count) => "what does not count is hidden: {count}", "已隐藏不计入的片段 {count} 处";
    text nothing_to_copy => "there is no passage to copy", "没有可复制的片段";
    text no_text => "(the report holds no text)", "（报告中没有收入原文）";
    line copied_head(kind, similarity) => "{kind}, similarity {similarity}", "{kind}，相似度 {similarity}";

    // Decisions.
    text nothing_to_repeat => "there is no decision to repeat", "没有可重复的审定";
    text nothing_to_undo => "no decision of this sitting is left to undo", "没有可撤销的审定";
    text nothing_to_redo => "no decision is left to redo", "没有可重做的审定";
    text none_open => "no passage in this list is open", "列表中没有待定的片段";
    text note_waits => "the note goes with the decision to come", "附注将随审定保存";
    text no_ledger => "not saved: the review was begun with --decisions none", "未保存：审阅以 --decisions none 开始";
    text no_finding => "a common phrase does not count, and is not decided", "常用语不计入，无须审定";
    text cannot_be_decided =>
        "this report has no sentence pairs to decide on; make it anew with `ibid check --format json`",
        "此报告没有可供审定的句对；请用 `ibid check --format json` 重新生成";
    line partly_credited(quoted, cited, neither) =>
        "{quoted} quoted, {cited} cited, {neither} neither",
        "引用 {quoted}，标注 {cited}，均无 {neither}";
    text words => "words", "词";
    text characters => "characters", "字";
    line not_counted(part) => "not counted: {part}", "不计入：{part}";
    line decided_of(decided, all) => "{decided} of {all} decided", "已审定 {decided} / {all}";

    // The panes.
    text no_documents => "ibid: this report has no documents", "ibid：报告中没有文献";
    line passages(count, of) => "Passages {count}{of}", "片段 {count}{of}";
    line passages_of(source) => " of {source}", "，来源：{source}";
    text by_place => "by place", "按位置";
    text by_source => "by source", "按来源";
    text by_similarity => "by similarity", "按相似度";
    text open_first => "open first", "待定在前";
    text nothing_found => " nothing was found", " 没有发现重复";
    line none_that_counts(key, count) =>
        " none that counts; {key} shows common phrases: {count}",
        " 没有计入重复的片段；按 {key} 显示常用语 {count} 处";
    line sources(count) => "Sources {count}", "来源 {count}";
    text by_coverage => "by coverage", "按复制比";
    text no_sources => " no sources", " 没有来源";
    line passage_of(at, count) => "passage {at} of {count}", "片段 {at} / {count}";
    text no_source => "no source", "没有来源";
    text empty => "the text is empty", "正文为空";
    text left_out => "the report holds no text (--no-text)", "报告中没有收入原文（--no-text）";

    // The title.
    count sources_counted(count) => "{count} source", "{count} sources", "{count} 篇来源";
    count not_looked_through(count) =>
        " ({count} more not looked through)", " ({count} more not looked through)", "（另有 {count} 篇未查改写）";
    text much_quoted => "much is quoted · ", "引文过多 · ";
    text not_references => "text in the references · ", "参考文献表中有正文 · ";
    text may_be_disguised => "may be disguised · ", "可能经过伪装 · ";

    // The panes of traces.
    line carriers(count) => "Carriers {count}", "文献 {count}";
    text by_date => "by date", "按日期";
    text no_carrier => " no carrier", " 没有载有此语的文献";
    line carrier_of(at, count) => "{at} of {count}", "第 {at} 篇，共 {count} 篇";
    line similarity_of(similarity, coverage) =>
        "similarity {similarity}, coverage {coverage}",
        "相似度 {similarity}，覆盖率 {coverage}";
    text changes => "Changes, ", "改动，";
    text no_changes => "No changes, ", "没有改动，";
    line parent(number, name, similarity) =>
        "Likely taken from {number} · {name}, similarity {similarity}",
        "最可能所本：{number} · {name}，相似度 {similarity}";
    text no_parent => "No earlier carrier that it may come from", "没有可能所本的较早文献";
    text tree => "Tree", "承袭关系";
    text timeline => "Timeline", "时间分布";
    text no_tree => "No carrier has an earlier one that it may come from", "没有一篇有可能所本的较早文献";
    text no_timeline => "No carrier has a date", "各篇都没有日期";
    text because => "because: ", "理由：";
    count reprints(count) => "{count} reprint", "{count} reprints", "转载 {count} 篇";

    // Messages about traces.
    text last_carrier => "this is the last carrier", "已是最后一篇";
    text first_carrier => "this is the first carrier", "已是第一篇";
    text last_quotation => "this is the last quotation", "已是最后一句引语";
    text first_quotation => "this is the first quotation", "已是第一句引语";
    text has_no_parent => "no earlier carrier that it may come from", "没有可能所本的较早文献";
    text no_carrier_to_copy => "there is no carrier to copy", "没有可复制的文献";
    text no_index => "the text is not there: no index was found; give it with --index", "无法显示正文：没有找到索引，请用 --index 指定";
    text no_document => "the text is not there: the index has no such document", "无法显示正文：索引中没有这篇文献";
    line damaged(why) => "the text cannot be read: {why}", "无法读取正文：{why}";
    text has_changed =>
        "the document is another one than was traced: the wording is not at its place",
        "文献已有改变：引语不在原处";
}
