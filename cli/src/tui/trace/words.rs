//! The messages of the review of traces beyond those of a trace, in each language.

use super::reading::Missing;

impl Words {
    /// Returns the keys, as the help shows them.
    pub(in crate::tui) fn keys(self) -> [(&'static str, &'static str); 15] {
        [
            ("j k ↓ ↑", self.key_lines()),
            ("n N", self.key_carriers()),
            ("h l ← → Tab", self.key_panes()),
            ("g G Home End", self.key_ends()),
            ("PgUp PgDn", self.key_screens()),
            ("Enter", self.key_open()),
            ("Esc", self.key_back()),
            ("p", self.key_parent()),
            ("t", self.key_beside()),
            ("/", self.key_search()),
            ("s", self.key_sort()),
            ("m", self.key_brackets()),
            ("[ ]", self.key_quotations()),
            ("y", self.key_copy()),
            ("? q", self.key_help()),
        ]
    }

    /// Returns the meanings of the signs.
    pub(in crate::tui) fn signs(self) -> [(&'static str, &'static str); 4] {
        [
            ("!", self.sign_alarm()),
            ("+2", self.sign_reprints()),
            ("[- -] {+ +}", self.sign_changes()),
            ("[ ] ▌", self.sign_wording()),
        ]
    }

    /// Returns the keys for the bottom line, the most wanted first.
    pub(in crate::tui) fn hints(self) -> [(&'static str, &'static str); 10] {
        [
            ("?", self.hint_help()),
            ("q", self.hint_quit()),
            ("n N", self.hint_carrier()),
            ("Enter", self.hint_open()),
            ("p", self.hint_parent()),
            ("t", self.hint_tree()),
            ("Tab", self.hint_pane()),
            ("/", self.hint_search()),
            ("s", self.hint_sort()),
            ("[ ]", self.hint_quotation()),
        ]
    }

    /// Returns the keys for the bottom line while a document is read.
    pub(in crate::tui) fn reading_hints(self) -> [(&'static str, &'static str); 5] {
        [
            ("?", self.hint_help()),
            ("q", self.hint_quit()),
            ("Esc", self.hint_back()),
            ("Enter", self.hint_wording()),
            ("/", self.hint_search()),
        ]
    }

    /// Returns the message for a document that cannot be shown.
    pub(in crate::tui) fn missing(self, missing: &Missing) -> String {
        match missing {
            Missing::Index => self.no_index().to_owned(),
            Missing::Document => self.no_document().to_owned(),
            Missing::Damaged(why) => self.damaged(why),
        }
    }
}

messages! { Words:
    // The help.
    text key_lines => "line down, up; in the list: next, previous", "下一行、上一行；在列表中：下一篇、上一篇";
    text key_carriers =>
        "next, previous carrier; while a search is on: place",
        "下一篇、上一篇；搜索时：下一处、上一处";
    text key_panes => "go to the other pane", "切换窗格";
    text key_ends => "beginning, end", "开头、末尾";
    text key_screens => "screen up, down (also Ctrl-b, Ctrl-f)", "上一屏、下一屏（亦可用 Ctrl-b、Ctrl-f）";
    text key_open => "read the document at this place", "在此处通读文献";
    text key_back => "one step back", "返回一步";
    text key_parent => "go to the wording it was likely taken from", "转到最可能所本的文献";
    text key_beside => "the tree, the timeline, the carrier", "承袭关系、时间分布、文献";
    text key_search => "search in the carriers, or in the document", "在各篇中搜索；通读时：在文献中搜索";
    text key_sort => "sort by date, similarity", "按日期、相似度排序";
    text key_brackets => "brackets around words that are gone or new", "用括号标出删去和新增的文字";
    text key_quotations => "previous, next quotation", "上一句、下一句引语";
    text key_copy => "copy the place", "复制位置到剪贴板";
    text key_help => "this help, quit", "本帮助、退出";
    text sign_alarm => "a change turns the meaning", "改动使意思改变";
    text sign_reprints => "reprints: the same sentence in later documents", "转载：较后的文献中有同一句";
    text sign_changes => "gone from the earlier wording, new", "较早文字中删去的、新增的";
    text sign_wording => "the wording in its sentence, its lines in the document", "句中载有引语的文字、在文献中的行";

    // The line at the bottom.
    text hint_help => "help", "帮助";
    text hint_quit => "quit", "退出";
    text hint_carrier => "carrier", "文献";
    text hint_open => "read", "通读";
    text hint_parent => "parent", "所本";
    text hint_tree => "tree", "承袭";
    text hint_timeline => "timeline", "时间";
    text hint_pane => "pane", "窗格";
    text hint_search => "search", "搜索";
    text hint_sort => "sort", "排序";
    text hint_quotation => "quotation", "引语";
    text hint_back => "back", "返回";
    text hint_wording => "wording", "引语处";

    // The panes.
    line carriers(count) => "Carriers {count}", "文献 {count}";
    text by_date => "by date", "按日期";
    text by_similarity => "by similarity", "按相似度";
    text no_carrier => " no carrier", " 没有载有此语的文献";
    line carrier_of(at, count) => "{at} of {count}", "第 {at} 篇，共 {count} 篇";
    line similarity(similarity, coverage) =>
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

    // Messages.
    text last_carrier => "this is the last carrier", "已是最后一篇";
    text first_carrier => "this is the first carrier", "已是第一篇";
    text last_quotation => "this is the last quotation", "已是最后一句引语";
    text first_quotation => "this is the first quotation", "已是第一句引语";
    text has_no_parent => "no earlier carrier that it may come from", "没有可能所本的较早文献";
    text nothing_to_copy => "there is no carrier to copy", "没有可复制的文献";
    line copied(place) => "copied: {place}", "已复制：{place}";
    text no_index => "the text is not there: no index was found; give it with --index", "无法显示正文：没有找到索引，请用 --index 指定";
    text no_document => "the text is not there: the index has no such document", "无法显示正文：索引中没有这篇文献";
    line damaged(why) => "the text cannot be read: {why}", "无法读取正文：{why}";
    text has_changed =>
        "the document is another one than was traced: the wording is not at its place",
        "文献已有改变：引语不在原处";
}
