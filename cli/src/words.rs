//! The messages of the review beyond those of the report, in each language. The help has its own table.

use ibid::report::Kind;

impl Words {
    /// Returns the letter of a kind, the same with and without colors.
    pub(crate) fn letter(self, kind: Kind) -> &'static str {
        match kind {
            Kind::Verbatim => self.letter_verbatim(),
            Kind::NearVerbatim => self.letter_near_verbatim(),
            Kind::Reordered => self.letter_reordered(),
            Kind::Reworded => self.letter_reworded(),
            Kind::CommonPhrase => self.letter_common_phrase(),
        }
    }

    /// Returns the keys, as the help shows them.
    pub(crate) fn keys(self) -> [(&'static str, &'static str); 14] {
        [
            ("j k ↓ ↑", self.key_lines()),
            ("n N", self.key_passages()),
            ("h l ← → Tab", self.key_panes()),
            ("g G Home End", self.key_ends()),
            ("PgUp PgDn", self.key_screens()),
            ("Enter", self.key_open()),
            ("Esc", self.key_back()),
            ("/", self.key_search()),
            ("s", self.key_sort()),
            ("c", self.key_common_phrases()),
            ("m", self.key_brackets()),
            ("[ ]", self.key_documents()),
            ("y", self.key_copy()),
            ("? q", self.key_help()),
        ]
    }

    /// Returns the meanings of the signs.
    pub(crate) fn signs(self) -> [(String, String); 4] {
        let kinds = [Kind::Verbatim, Kind::NearVerbatim, Kind::Reordered, Kind::Reworded, Kind::CommonPhrase];
        let names = kinds.map(|kind| self.0.kind(kind));
        [
            (kinds.map(|kind| self.letter(kind)).join(" "), names.join(self.comma())),
            ("[ ] { } < >".to_owned(), self.sign_marks().to_owned()),
            ("▌ ┆".to_owned(), self.sign_lines().to_owned()),
            ("█ ▄".to_owned(), self.sign_map().to_owned()),
        ]
    }

    /// Returns the keys for the bottom line, the most wanted first.
    pub(crate) fn hints(self) -> [(&'static str, &'static str); 10] {
        [
            ("?", self.hint_help()),
            ("q", self.hint_quit()),
            ("n N", self.hint_passage()),
            ("Tab", self.hint_pane()),
            ("Enter", self.hint_read()),
            ("/", self.hint_search()),
            ("s", self.hint_sort()),
            ("c", self.hint_common_phrases()),
            ("y", self.hint_copy()),
            ("[ ]", self.hint_document()),
        ]
    }
}

messages! { Words:
    // The signs of the kinds.
    text letter_verbatim => "V", "逐";
    text letter_near_verbatim => "N", "近";
    text letter_reordered => "O", "序";
    text letter_reworded => "R", "改";
    text letter_common_phrase => "C", "常";

    // The help.
    text key_lines => "line down, up; in a list: next, previous", "下一行、上一行；在列表中：下一项、上一项";
    text key_passages =>
        "next, previous passage; while a search is on: place",
        "下一个、上一个片段；搜索时：下一处、上一处";
    text key_panes => "go to another pane", "切换窗格";
    text key_ends => "beginning, end", "开头、末尾";
    text key_screens => "screen up, down (also Ctrl-b, Ctrl-f)", "上一屏、下一屏（亦可用 Ctrl-b、Ctrl-f）";
    text key_open => "passage: read it in full; source: only its passages", "片段：通读；来源：只看它的片段";
    text key_back => "one step back", "返回一步";
    text key_search => "search in the text, the passages and the sources", "在正文、片段和来源中搜索";
    text key_sort => "sort by place, source, similarity", "按位置、来源、相似度排序";
    text key_common_phrases => "show or hide common phrases", "显示或隐藏常用语";
    text key_brackets => "brackets around words that differ", "用括号标出不同的文字";
    text key_documents => "previous, next document", "上一篇、下一篇文献";
    text key_copy => "copy the passage", "复制片段到剪贴板";
    text key_help => "this help, quit", "本帮助、退出";
    text sign_marks =>
        "differs, stands elsewhere, the writer's own (uncounted)",
        "不同、在别处、作者自己的（不计入）";
    text sign_lines => "lines of the passage, of other passages", "当前片段的行、其他片段的行";
    text sign_map => "the same on the line below the title", "标题下方位置条上的当前片段、其他片段";
    text comma => ", ", "、";

    // The line at the bottom.
    text hint_help => "help", "帮助";
    text hint_quit => "quit", "退出";
    text hint_passage => "passage", "片段";
    text hint_pane => "pane", "窗格";
    text hint_read => "read", "通读";
    text hint_search => "search", "搜索";
    text hint_sort => "sort", "排序";
    text hint_common_phrases => "common phrases", "常用语";
    text hint_copy => "copy", "复制";
    text hint_document => "document", "文献";
    line hint_with_count(what, count) => "{what} ({count})", "{what} ({count})";
    text prompt_keys => "  Enter searches · Esc leaves", "  Enter 搜索 · Esc 取消";
    line place_of(at, count) => "  {at} of {count}", "  第 {at} 处，共 {count} 处";
    text search_next => "next, previous", "下一处、上一处";
    text search_ends => "ends", "结束";

    // Messages.
    line not_found(pattern) => "\"{pattern}\" was not found", "没有找到“{pattern}”";
    text last_passage => "this is the last passage", "已是最后一个片段";
    text first_passage => "this is the first passage", "已是第一个片段";
    text last_document => "this is the last document", "已是最后一篇文献";
    text first_document => "this is the first document", "已是第一篇文献";
    text only_this_source => "only passages of this source; Esc shows all", "只显示此来源的片段；按 Esc 显示全部";
    text search_ended => "the search has ended", "搜索已结束";
    text q_quits => "q quits", "按 q 退出";
    text no_common_phrases => "there are no common phrases", "没有常用语";
    line common_phrases_shown(count) =>
        "common phrases and what is left out are shown: {count}; they do not count",
        "已显示常用语和不计入的片段 {count} 处";
    line common_phrases_hidden(count) => "common phrases are hidden: {count}", "已隐藏常用语 {count} 处";
    text nothing_to_copy => "there is no passage to copy", "没有可复制的片段";
    text copied => "copied the passage, both sides", "片段已复制，含双方文字";
    text copied_beginning =>
        "copied the beginning of the passage; it is too long for the terminal",
        "片段太长，只复制了开头";
    text no_text => "(the report holds no text)", "（报告中没有收入原文）";
    line copied_head(kind, similarity) => "{kind}, similarity {similarity}", "{kind}，相似度 {similarity}";

    // The panes.
    text no_documents => "ibid: this report has no documents", "ibid：报告中没有文献";
    line passages(count, of) => "Passages {count}{of}", "片段 {count}{of}";
    line passages_of(source) => " of {source}", "，来源：{source}";
    text by_place => "by place", "按位置";
    text by_source => "by source", "按来源";
    text by_similarity => "by similarity", "按相似度";
    text nothing_found => " nothing was found", " 没有发现重复";
    line none_that_counts(count) =>
        " none that counts; c shows common phrases: {count}",
        " 没有计入重复的片段；按 c 显示常用语 {count} 处";
    line sources(count) => "Sources {count}", "来源 {count}";
    text by_coverage => "by coverage", "按复制比";
    text no_sources => " no sources", " 没有来源";
    line passage_of(at, count) => "passage {at} of {count}", "片段 {at} / {count}";
    text no_source => "no source", "没有来源";
    count also_in_more(count) => " · also in {count} more", " · also in {count} more", " · 亦见于另外 {count} 篇";
    line matched_of(matched, words, unit) => "{matched} of {words} {unit} matched", "{words} {unit}中重复 {matched} {unit}";
    text empty => "the text is empty", "正文为空";
    text left_out => "the report holds no text (--no-text)", "报告中没有收入原文（--no-text）";

    // The title.
    count passages_counted(count) => "{count} passage", "{count} passages", "{count} 个片段";
    count sources_counted(count) => "{count} source", "{count} sources", "{count} 篇来源";
    count not_looked_through(count) =>
        " ({count} more not looked through)", " ({count} more not looked through)", "（另有 {count} 篇未查改写）";
    line copied_share(ratio) => "{ratio} copied", "总文字复制比 {ratio}";
    line matched_of_all(matched, total, unit) => "{matched} of {total} {unit}", "重复 {matched} / {total} {unit}";
    text may_be_disguised => "may be disguised · ", "可能经过伪装 · ";
}
