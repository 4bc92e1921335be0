//! The messages about traces, in each language.

use ibid::report::{Carrier, ChangeKind, Form, QuotedStatus, Reason};

use crate::render::messages::thousands;
use crate::render::{CHECK, Language};

impl TraceMessages {
    pub(crate) fn form(self, form: Form) -> &'static str {
        match form {
            Form::Exact => self.exact(),
            Form::Edited => self.edited(),
            Form::Shortened => self.shortened(),
            Form::Elided => self.elided(),
        }
    }

    pub(crate) fn status(self, status: QuotedStatus) -> &'static str {
        match status {
            QuotedStatus::Verbatim => self.verbatim(),
            QuotedStatus::Common => self.common(),
            QuotedStatus::Partial => self.partial(),
            QuotedStatus::Altered => self.altered(),
            QuotedStatus::Spliced => self.spliced(),
            QuotedStatus::NotFound => self.not_found(),
        }
    }

    /// Says in which document a wording stands, and in how many if there are several; the name is as it is to be shown.
    pub(crate) fn found_in(self, name: String, date: String, documents: u64) -> String {
        match documents {
            0 | 1 => self.stands_in(name, date),
            _ => self.stands_in_many(name, date, thousands(documents)),
        }
    }

    /// Returns the form of a carrier, and the further marks of its wording.
    pub(crate) fn marks(self, carrier: &Carrier) -> Vec<String> {
        let mut marks = vec![self.form(carrier.form).to_owned()];
        if carrier.indirect {
            marks.push(self.indirect().to_owned());
        } else if carrier.embedded {
            marks.push(self.embedded().to_owned());
        }
        if carrier.other_script {
            marks.push(self.other_script().to_owned());
        }
        marks
    }

    pub(crate) fn change(self, kind: ChangeKind) -> &'static str {
        match kind {
            ChangeKind::NegationLost => self.negation_lost(),
            ChangeKind::NegationAdded => self.negation_added(),
            ChangeKind::Opposite => self.opposite(),
            ChangeKind::Exchanged => self.exchanged(),
            ChangeKind::Number => self.number(),
            ChangeKind::Date => self.date(),
            ChangeKind::Name => self.name(),
            ChangeKind::Speaker => self.speaker(),
            ChangeKind::HedgeLost => self.hedge_lost(),
            ChangeKind::HedgeAdded => self.hedge_added(),
            ChangeKind::LeftOut => self.left_out(),
            ChangeKind::Words => self.other_words(),
        }
    }

    pub(crate) fn reason(self, reason: Reason) -> String {
        match reason {
            Reason::SameWording => self.same_wording().to_owned(),
            Reason::ClosestWording => self.closest_wording().to_owned(),
            Reason::SharedChanges { words } => self.shared_changes(u64::from(words)),
            Reason::Named => self.named().to_owned(),
        }
    }

    /// Returns the sign between a heading and its text.
    pub(crate) fn colon(self) -> &'static str {
        match self.0 {
            Language::English => ": ",
            Language::Chinese => "：",
        }
    }

    /// Formats the number of quotations that are too long, and what to do about them.
    pub(crate) fn too_long_for(self, count: u64) -> String {
        self.too_long(count, self.check_with(CHECK))
    }

    /// Returns the sign between the items of a list.
    pub(crate) fn comma(self) -> &'static str {
        match self.0 {
            Language::English => ", ",
            Language::Chinese => "，",
        }
    }
}

messages! { TraceMessages:
    // The heading.
    count carriers_in(count, documents) =>
        "{count} carrier in {documents} documents", "{count} carriers in {documents} documents", "{documents} 篇文献中有 {count} 篇载有";
    line between(first, last) => "{first} to {last}", "{first} 至 {last}";
    line no_carrier(documents) =>
        "no document carries it, of {documents} that were searched", "在 {documents} 篇文献中未见载有此语的文献";
    text too_common =>
        "no document has it word for word, and its words stand in too many documents to look for edited wordings: give more of it",
        "没有文献逐字载有此语；其中的词语在过多文献中出现，未查找有改动者：请给出更长的引文";
    line earliest_listed(count) => "too many to list: these are the {count} earliest", "篇数过多，仅列最早的 {count} 篇";
    count left(count) =>
        "{count} more place shares half of it or more and was not looked at: the earliest were",
        "{count} more places share half of it or more and were not looked at: the earliest were",
        "另有 {count} 处与之有一半以上相同，未再查看：已查看最早的各处";

    // The witness.
    line witness_is(id, date) => "witness: {id}, {date}", "最早见于：{id}，{date}";
    line similar_since(id, date) => "similar since: {id}, {date}", "相近的说法更早见于：{id}，{date}";
    line witness_tied(ids) =>
        "who had it first cannot be told: the dates leave open which of these is the earliest: {ids}",
        "无法判定最早者：从日期看，下列文献都可能最早：{ids}";
    text witness_without_dates =>
        "who had it first cannot be told: no carrier of most of it has a date", "无法判定最早者：载有大部分引文的文献都没有日期";
    count undated(count) =>
        "{count} carrier has no date and may be earlier", "{count} carriers have no date and may be earlier",
        "{count} 篇没有日期，可能更早";
    text no_date => "no date", "无日期";

    // Forms.
    text exact => "exact", "原文";
    text edited => "edited", "有改动";
    text shortened => "shortened", "有删减";
    text elided => "elided", "有省略";
    text embedded => "embedded", "嵌入长句";
    text indirect => "indirect", "间接引语";
    text other_script => "other script", "另一字体";
    count reprints(count) => "+{count} reprint", "+{count} reprints", "另 {count} 篇转载";

    // Changes.
    text changes_heading => "What was changed, against the likeliest earlier wording", "与最可能所本的较早文字相比的改动";
    text against_quotation => "against the quotation", "与所问引文相比";
    line against(number) => "against {number}", "与 {number} 相比";
    text negation_lost => "negation lost", "否定丢失";
    text negation_added => "negation added", "增加否定";
    text opposite => "opposite meaning", "意思相反";
    text exchanged => "places exchanged", "位置互换";
    text number => "number changed", "数字改变";
    text date => "date changed", "日期改变";
    text name => "name changed", "名称改变";
    text speaker => "another speaker", "说话人不同";
    text hedge_lost => "hedge lost", "推测语丢失";
    text hedge_added => "hedge added", "增加推测语";
    text left_out => "left out", "略去";
    text other_words => "words changed", "文字改变";

    // The tree.
    text tree_heading =>
        "Who may have taken it from whom: a guess from wording and dates", "可能的承袭关系：仅据文字和日期推测";
    text same_wording => "same wording", "文字相同";
    text closest_wording => "closest earlier wording", "较早文字中最接近";
    count shared_changes(count) =>
        "shares {count} word that the earliest has not", "shares {count} words that the earliest has not",
        "同有最早者所无的 {count} 个词";
    text named => "names its author", "提及其作者";

    // The quotations of an article.
    count quotations(count, article) => "{article}: {count} quotation", "{article}: {count} quotations", "{article}：{count} 条引语";
    count quotation_count(count) => "{count} quotation", "{count} quotations", "{count} 条引语";
    line of_status(count, status) => "{count} {status}", "{status} {count} 条";
    line no_quotation(article) => "{article}: no quotation", "{article}：没有引语";
    text verbatim => "verbatim", "一致";
    text common => "common", "常见用语";
    text partial => "in part", "部分一致";
    text altered => "altered", "有改动";
    text spliced => "spliced", "两处拼接";
    text not_found => "not found", "未找到";
    line stands_in(id, date) => "in {id}, {date}", "见于 {id}，{date}";
    line stands_in_many(id, date, count) =>
        "in {count} documents, the earliest is {id}, {date}", "见于 {count} 篇文献，最早为 {id}，{date}";
    line but_earlier(id, date) => "but earlier, in {id}, {date}, it has another meaning:", "但较早的 {id}（{date}）意思不同：";
    line said_by(name) => "said by {name}", "说话人：{name}";
    line source_says(name) => "said there by {name}", "原文说话人：{name}";
    count phrases(count) =>
        "{count} phrase in quotation marks was not looked for: a name, a slogan or scare quotes",
        "{count} phrases in quotation marks were not looked for: names, slogans, scare quotes",
        "{count} 处引号中的短语未作查找：名称、口号或特指的词语";
    count too_short(count) =>
        "{count} quotation is too short to be looked for", "{count} quotations are too short to be looked for",
        "{count} 条引语过短，未作查找";
    count too_long(count, how) =>
        "{count} quotation is too long to be looked for{how}",
        "{count} quotations are too long to be looked for{how}",
        "{count} 条引语过长，未作查找{how}";
    line check_with(command) => ": check the article with `{command}`", "：请用 `{command}` 检查全文";

    // The timeline.
    text by_day => "Carriers by day", "每日篇数";
    text by_week => "Carriers by week, from Monday", "每周篇数，自周一起";
    text by_month => "Carriers by month", "每月篇数";
    text by_year => "Carriers by year", "每年篇数";

    // A page.
    text page_title => "Where a quotation comes from", "引文溯源";
    text contents => "Quotations", "引文";
    text articles_title => "Quotations against their sources", "引语核对";
    text articles => "Articles", "文章";
    text carriers_heading => "Carriers", "载有此语的文献";
    text number_column => "No.", "序号";
    text date_column => "Date", "日期";
    text document_column => "Document", "文献";
    text form_column => "Form", "形式";
    text similarity_column => "Similarity", "相似度";
    text wording_column => "Wording in its sentence", "所在句子";
    line perhaps_from(number) => "perhaps from {number}", "可能承自 {number}";
    count tree_label(count) =>
        "Tree of {count} carrier, each to the right below the one that it may have taken the wording from",
        "Tree of {count} carriers, each to the right below the one that it may have taken the wording from",
        "{count} 篇文献的承袭关系图：每篇位于其可能所本的文献的右下方";
    count not_drawn(count) =>
        "{count} more carrier is not drawn; the table has it", "{count} more carriers are not drawn; the table has them",
        "另有 {count} 篇未画出，见表";
    line timeline_label(heading, first, last, most) =>
        "{heading}, {first} to {last}, at most {most}", "{heading}，{first} 至 {last}，最多 {most} 篇";
    count earlier_not_drawn(count) =>
        "{count} earlier carrier is not drawn", "{count} earlier carriers are not drawn", "更早的 {count} 篇未画出";
}
