//! The messages of the text report, in each of its languages. The meaning of a figure or a mark is explained here only.
//!
//! The Chinese names of the four figures are CNKI's. Each stands beside its formula, since programs differ in what they
//! leave out as a quotation.

use std::fmt;

use ibid::report::{Credit, Kind, LeftOut, Passage, SourceReport};

use super::marks::Mark;

/// A language of reports and screens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    /// English.
    #[default]
    English,
    /// Chinese in simplified characters.
    Chinese,
}

impl Language {
    /// Returns the language of a locale such as `zh_CN.UTF-8`: Chinese for those that begin with `zh`, English for all
    /// others.
    pub(crate) fn of_locale(locale: &str) -> Language {
        let language = locale.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        if language.eq_ignore_ascii_case("zh") { Language::Chinese } else { Language::English }
    }

    /// Returns the BCP 47 tag.
    pub(super) fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh-Hans",
        }
    }

    /// Returns the name of a kind.
    pub(crate) fn kind(self, kind: Kind) -> &'static str {
        let messages = ReportMessages(self);
        match kind {
            Kind::Verbatim => messages.verbatim(),
            Kind::NearVerbatim => messages.near_verbatim(),
            Kind::Reordered => messages.reordered(),
            Kind::Reworded => messages.reworded(),
            Kind::Possible => messages.possible(),
            Kind::CommonPhrase => messages.common_phrase(),
        }
    }

    /// Returns the unit of a document's length in a report, `words` or `characters`. Any other unit is returned
    /// unchanged.
    pub(crate) fn unit(self, unit: &str) -> &str {
        match (self, unit) {
            (Language::Chinese, "words") => "词",
            (Language::Chinese, "characters") => "字",
            // Ranges of characters count every code point.
            (Language::English, "characters") => "Chinese characters",
            _ => unit,
        }
    }

    /// Formats a share of 1 as percent.
    pub(crate) fn percent(self, share: f64, decimals: usize) -> String {
        ReportMessages(self).percent(format!("{:.decimals$}", share * 100.0))
    }

    /// Formats the place of a passage: the name from [`PlaceReport::name`](ibid::report::PlaceReport::name), and its range of code points,
    /// half open.
    pub(crate) fn place_in(self, name: impl fmt::Display, start: u32, end: u32) -> String {
        ReportMessages(self).place_in(name, start, end)
    }

    pub(super) fn kind_meaning(self, kind: Kind) -> &'static str {
        let messages = ReportMessages(self);
        match kind {
            Kind::Verbatim => messages.verbatim_meaning(),
            Kind::NearVerbatim => messages.near_verbatim_meaning(),
            Kind::Reordered => messages.reordered_meaning(),
            Kind::Reworded => messages.reworded_meaning(),
            Kind::Possible => messages.possible_meaning(),
            Kind::CommonPhrase => messages.common_phrase_meaning(),
        }
    }

    /// Formats the credit of a passage.
    pub(crate) fn credit(self, passage: &Passage) -> String {
        let messages = ReportMessages(self);
        let is_stray = |words: u32| words.saturating_mul(10) <= passage.matched_words;
        let said = match passage.credit {
            Credit::Both => messages.both(),
            Credit::Quoted if is_stray(passage.cited_words) => messages.quoted(),
            Credit::Cited if is_stray(passage.quoted_words) => messages.cited(),
            Credit::Neither => messages.neither(),
            _ => {
                let counts = [passage.quoted_words, passage.cited_words, passage.uncredited_words];
                let [quoted, cited, neither] = counts.map(|count| thousands(count.into()));
                return messages.partly(quoted, cited, neither);
            }
        };
        said.to_owned()
    }

    /// Returns the name of a part that is left out.
    pub(crate) fn part(self, part: LeftOut) -> &'static str {
        let messages = ReportMessages(self);
        match part {
            LeftOut::References => messages.references(),
            LeftOut::Captions => messages.captions(),
            LeftOut::Front => messages.front_matter(),
            LeftOut::Quotes => messages.quotes(),
            LeftOut::Cited => messages.cited_text(),
            LeftOut::Phrases => messages.phrases(),
            LeftOut::Own => messages.own_documents(),
            LeftOut::Source => messages.named_sources(),
            LeftOut::Date => messages.sources_of_other_dates(),
            LeftOut::Small => messages.small(),
            LeftOut::Documents => messages.widespread(),
            LeftOut::SmallSource => messages.small_sources(),
            LeftOut::Within => messages.within_possible(),
        }
    }

    pub(super) fn mark_meaning(self, mark: Mark) -> &'static str {
        let messages = ReportMessages(self);
        match mark {
            Mark::Changed => messages.changed(),
            Mark::Moved => messages.moved(),
            Mark::Own => messages.own(),
        }
    }
}

impl ReportMessages {
    /// Says of a source that it is work of the author; `None` if it is not.
    pub(super) fn own_source(self, source: &SourceReport) -> Option<String> {
        Some(self.own_work(source.same_author.as_ref()?))
    }
}

/// Formats a number with `,` between its thousands.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

messages! { ReportMessages:
    // The figures.
    text matched => "matched", "重复字数";
    text matched_meaning =>
        "words that are equal in a source, with gaps of at most five words (ten Chinese characters) inside a sentence",
        "与来源相同的文字，含同一句内不超过十个字（英文为五个词）的间隔；中文按字计，英文按词计";
    text overall => "overall", "总文字复制比";
    text overall_meaning => "matched / all", "重复字数 ÷ 总字数";
    text without_quotations => "without quotations", "去除引用文献复制比";
    text without_quotations_meaning =>
        "(matched - matched inside quoted or cited text) / all",
        "（重复字数 − 引文和标注出处的文字中的重复字数）÷ 总字数";
    text without_own_work => "without own work", "去除本人已发表文献复制比";
    text without_own_work_meaning =>
        "(matched - matched only in documents by the same author) / all",
        "（重复字数 − 只见于同一作者文献的重复字数）÷ 总字数";
    text largest_source => "largest source", "单篇最大文字复制比";
    text largest_source_meaning =>
        "the most that any one source covers / all",
        "与任何一篇来源重复的最多字数 ÷ 总字数";
    line all_but(what) =>
        "all = the words that do not stand in {what}",
        "总字数：不含{what}中的文字";
    text the_template => "the template", "模板";
    text places =>
        "FILE:12:5 = line 12 of the file, column 5; characters of a text are counted from 0, and the one at the end of a range is not in it",
        "“文件:12:5”即该文件第 12 行第 5 列；正文的字符从 0 数起，范围不包括末尾的那一个";
    line meaning(name, meaning) => "{name} = {meaning}", "{name}：{meaning}";
    line marked_so(on, off, meaning) => "{on}marked so{off} = {meaning}", "{on}如此标记{off}：{meaning}";
    line percent(number) => "{number} %", "{number}%";

    // The kinds.
    text verbatim => "verbatim", "逐字相同";
    text near_verbatim => "near-verbatim", "近乎相同";
    text reordered => "reordered", "语序调整";
    text reworded => "reworded", "改写";
    text possible => "possible", "疑似改写";
    text common_phrase => "common phrase", "常用语";
    text verbatim_meaning => "the same words, but for one of fifty", "文字相同，不同之处不超过五十分之一";
    text near_verbatim_meaning =>
        "most words are the same and in the same order",
        "大部分文字相同，次序也相同";
    text reordered_meaning =>
        "most words are the same, but parts stand in another order or elsewhere",
        "大部分文字相同，但有些部分的次序或位置不同";
    text reworded_meaning => "the same matter, mostly in other words", "内容相同，大部分文字不同";
    text possible_meaning =>
        "may be reworded, and is too weak to accuse by; it does not count",
        "可能是改写，但不足以认定，不计入重复";
    text common_phrase_meaning =>
        "says too little to be evidence; it does not count",
        "内容太少，不足为据，不计入重复";

    // The marks.
    text changed => "differs from the other text", "与另一方的文字不同";
    text moved => "is equal, but stands elsewhere in the other text", "文字相同，但在另一方中位置不同";
    text own => "the writer's own words: not matched", "作者自己的文字，不计入重复";

    // A document.
    line length(total, unit, template, matched) =>
        "{total} {unit}, {template}{matched} matched",
        "共 {total} {unit}，{template}重复 {matched} {unit}";
    line in_template(count, unit) => "{count} in the template, ", "模板中 {count} {unit}，";
    line in_references(count, unit) => "{count} in the list of references, ", "参考文献表 {count} {unit}，";
    line in_captions(count, unit) => "{count} in captions, ", "图表标题 {count} {unit}，";
    line in_front_matter(count, unit) => "{count} in front matter, ", "题录信息 {count} {unit}，";
    text all_in_template =>
        "all of it stands in the template: nothing was left to check",
        "全文都在模板之中，没有可检查的文字";
    text nothing_found => "nothing copied was found", "没有发现重复的文字";
    text nothing_that_counts => "nothing that counts was found", "没有发现计入的重复文字";
    line left_out(words, passages) => "left out: {words}{passages}", "不计入重复：{words}{passages}";
    line matched_in(count, unit, part) => "{count} matched {unit} in {part}", "{part}中的 {count} {unit}";
    count passages_left_out(count, how) => "; {count} passage{how}", "; {count} passages{how}", "；片段 {count} 处{how}";
    text references => "the list of references", "参考文献表";
    text captions => "captions", "图表标题";
    text front_matter => "front matter", "题录信息";
    text quotes => "quotations", "引文";
    text cited_text => "cited text", "标注出处的文字";
    text small => "small passages", "短片段";
    text phrases => "given phrases", "所给短语";
    text own_documents => "work by the same author", "本人文献";
    text named_sources => "named sources", "指定的来源";
    text sources_of_other_dates => "sources of other dates", "日期范围以外的来源";
    text widespread => "passages that many documents have", "多篇文献共有的片段";
    text small_sources => "sources that cover little", "占比很小的来源";
    text within_possible => "passages inside possible ones", "疑似改写片段之内的片段";
    count sources_left(count) =>
        "{count} more document was not looked through for reworded passages",
        "{count} more documents were not looked through for reworded passages",
        "另有 {count} 篇文献未查找改写的片段";
    count possible_hidden(count, how) =>
        "{count} possible rewording is not counted{how}",
        "{count} possible rewordings are not counted{how}",
        "{count} 处疑似改写未计入{how}";
    count common_phrases_hidden(count, how) =>
        "{count} common phrase is not shown{how}",
        "{count} common phrases are not shown{how}",
        "{count} 处常用语未显示{how}";
    line in_parentheses(text) => " ({text})", "（{text}）";
    line shown_with(option) => " ({option})", "（用 {option} 显示）";
    line shows_them(option) => " ({option} shows them)", "（用 {option} 显示）";
    line names_them(option) => " ({option} names them)", "（用 {option} 逐一列出）";
    line lists_it(option) => " ({option} lists it)", "（用 {option} 列出）";
    line lists_them(option) => " ({option} lists them)", "（用 {option} 列出）";
    text source => "source", "来源";
    line own_work(author) => "own work of {author}", "{author}本人的文献";
    text ratio => "ratio", "复制比";
    text passages => "passages", "片段";

    // A passage.
    line passage(number, kind, similarity, matched, words, sentences) =>
        "{number}. {kind}, similarity {similarity}, {matched} of {words} matched{sentences}",
        "{number}. {kind}，相似度 {similarity}，重复字数 {matched} / {words}{sentences}";
    count copied_sentences(count) => ", {count} copied sentence", ", {count} copied sentences", "，复制的句子 {count} 个";
    text both => "quoted and cited", "已加引号，已标注出处";
    text quoted => "quoted, not cited", "已加引号，未标注出处";
    text cited => "cited, not quoted", "未加引号，已标注出处";
    line partly(quoted, cited, neither) =>
        "of the matched: {quoted} quoted, {cited} cited, {neither} neither",
        "重复文字中：加引号 {quoted}，标注出处 {cited}，两者皆无 {neither}";
    text neither => "neither quoted nor cited", "未加引号，未标注出处";
    line passage_left_out(credit, part) => "{credit}; left out: {part}", "{credit}；不计入重复：{part}";
    text quoted_name => "quoted", "加引号";
    text quoted_meaning =>
        "at least nine tenths of its matched words stand in quotation marks or in a block quotation",
        "重复的文字至少十分之九在引号或引文段落之内";
    text cited_name => "cited", "标注出处";
    text cited_meaning =>
        "at least nine tenths of its matched words stand in sentences or quotations with a citation",
        "重复的文字至少十分之九在带有引用标注的句子或引文之内";
    text here => "here", "本文";
    text there => "there", "来源";
    line place_in(name, start, end) => "{name}, characters {start}..{end}", "{name}，字符 {start}..{end}";
    line also_in(id, start, end) =>
        "also in {id}, characters {start}..{end}",
        "亦见于 {id}，字符 {start}..{end}";
    line both_from(source) => "; both have it from {source}", "；都出自 {source}";
    line all_from(source) => "; all have it from {source}", "；都出自 {source}";
    count also_in_more(count, how) => ", and in {count} more{how}", ", and in {count} more{how}",
        "，以及另外 {count} 篇{how}";
    count more_documents(count) =>
        "1 more document has this text, and was not compared",
        "{count} more documents have this text, and were not compared",
        "另有 {count} 篇文献载有此段文字，未逐一比对";
    count again(count, side, start, end) =>
        "once more {side}, next at characters {start}..{end}",
        "{count} more times {side}, next at characters {start}..{end}",
        "{side}中还有 {count} 处，下一处：字符 {start}..{end}";
    text text_left_out => "(the text was left out)", "（报告中没有收入原文）";
    line more_lines(lines, how) => "... {lines} more lines{how}", "……另有 {lines} 行{how}";

    // Many documents.
    text document => "document", "文献";
    text largest_source_of_it => "largest source", "重复最多的来源";
    text uncredited => "uncredited", "未标注";
    text uncredited_meaning =>
        "(matched in documents by others, outside quoted or cited text) / all",
        "与他人文献重复、未加引号也未标注出处的字数 ÷ 总字数";
    text overall_ratio => "overall", "复制比";
    count unread(count) =>
        "; {count} could not be read", "; {count} could not be read", "；另有 {count} 篇无法读取";
    count documents_checked(count, copied, below) =>
        "{count} document, {copied} with copied passages{below}",
        "{count} documents, {copied} with copied passages{below}",
        "共 {count} 篇文献，其中 {copied} 篇有重复片段{below}";
    count left_out_below(count, limit, how) =>
        "; {count} more below {limit} left out{how}",
        "; {count} more below {limit} left out{how}",
        "；另有 {count} 篇低于 {limit}，未列出{how}";
    count more_without(count, how) =>
        "{count} more has none{how}",
        "{count} more have none{how}",
        "另有 {count} 篇没有重复片段{how}";
    line disguised(names, more) =>
        "suspiciously many hidden or disguised words: {names}{more}",
        "隐藏或伪装的文字多得可疑：{names}{more}";
    count and_more(count) => " and {count} more", " and {count} more", "等，另有 {count} 篇";
    text comma => ", ", "，";
    text comma_of_list => ", ", "、";
    text no_pairs =>
        "no two of the documents checked share a passage",
        "所检查的文献彼此没有重复片段";
    text no_pairs_beyond =>
        "what documents checked share with each other is in the collection too",
        "所检查的文献彼此重复的片段，来源中也都有";
    text strongest_pairs => "the strongest pairs", "重复最多的文献";
    text of_it => "of it", "复制比";
    text with => "with", "与之重复的文献";
    text others_share_less => "others share less", "其余文献之间重复较少";
    count without_details(count, how) =>
        "the passages of {count} more document are not shown{how}",
        "the passages of {count} more documents are not shown{how}",
        "另有 {count} 篇文献的片段未显示{how}";

    // Inputs that were not read.
    count failures(count) =>
        "{count} input failed, named on standard error",
        "{count} inputs failed, named on standard error",
        "{count} 个输入有错，名称见标准错误输出";
    text no_sentence => "the sources have no sentence", "来源中没有句子";
    text skipped => "skipped", "已跳过";
    text skipped_among_sources => "skipped among the sources", "来源中已跳过";
    line what_is(what, is) => "{what}: {is}", "{what}：{is}";
    count unread_format(count) =>
        "{count} of a format that is not read", "{count} of a format that is not read", "格式不支持 {count} 个";
    count hidden(count) => "{count} hidden", "{count} hidden", "隐藏 {count} 个";
    count ignored(count) => "{count} ignored", "{count} ignored", "被忽略 {count} 个";
    count links(count) => "{count} symbolic link", "{count} symbolic links", "符号链接 {count} 个";
    count parts(count) =>
        "{count} read as a part of another", "{count} read as parts of others", "作为其他文件的一部分读取 {count} 个";
    count special(count) =>
        "{count} neither file nor folder", "{count} neither file nor folder", "既非文件也非文件夹 {count} 个";
    text is_unread_format => "of a format that is not read", "格式不支持";
    text is_hidden => "hidden", "隐藏";
    text is_ignored => "ignored", "被忽略";
    text is_link => "symbolic link", "符号链接";
    text is_part => "read as a part of another", "作为其他文件的一部分读取";
    text is_special => "neither file nor folder", "既非文件也非文件夹";

    // Parts of a document that were not read.
    text not_read => "not read", "未读取";
    count pages_without_text(count) => "{count} page without text", "{count} pages without text", "无文字的页 {count} 页";
    count pictures(count) =>
        "{count} picture that fills a page", "{count} pictures that fill a page", "占满一页的图片 {count} 张";
    count attachments(count) => "{count} attachment", "{count} attachments", "附件 {count} 个";
    count text_shapes(count) => "{count} text shape", "{count} text shapes", "文字图形 {count} 个";
    count embedded_parts(count) => "{count} embedded part", "{count} embedded parts", "嵌入部分 {count} 个";
    count annotations(count) =>
        "{count} note or form field", "{count} notes or form fields", "批注或表单域 {count} 个";
    text no_words => "no words", "无文字";
    text nothing_to_check => "has no words: nothing was checked", "没有文字：未作任何检查";
    text has_hidden_text => "hidden text", "含隐藏文字";
    text has_disguised_text => "disguised text", "含伪装文字";
    text has_excluded => "text excluded", "有内容被排除";
    text is_much_quoted => "much quoted", "引文过多";
    text has_not_references => "text in the list of references", "参考文献表中有正文";
    text is_template => "all in the template", "全部在模板中";

    // Flags.
    line much_quoted(share) =>
        "warning: {share} of the words are quoted",
        "警告：引文占全文的 {share}";
    line not_references(share) =>
        "warning: {share} of the words stand in the list of references and are no entries",
        "警告：参考文献表中有不是条目的文字，占全文的 {share}";

    // Hidden and disguised words.
    text may_be_disguised => "warning: this text may be disguised", "警告：文字可能经过伪装";
    text hidden_or_disguised => "hidden or disguised", "隐藏或伪装的文字";
    count zero_width(count) => "{count} zero-width character", "{count} zero-width characters", "零宽字符 {count} 个";
    count look_alikes(count) =>
        "{count} word with look-alike letters", "{count} words with look-alike letters", "含形近字母的词 {count} 个";
    count mixed_script(count) => "{count} word of mixed scripts", "{count} words of mixed scripts", "混用多种字母的词 {count} 个";
    count letter_spaced(count) => "{count} letter-spaced word", "{count} letter-spaced words", "字母间有空格的词 {count} 个";
    count hidden_text(count) =>
        "{count} character of hidden text", "{count} characters of hidden text", "隐藏文字 {count} 个字符";
    line on_pages(pages) => "p. {pages}", "第 {pages} 页";
    count doubtful_letters(count) =>
        "{count} letter that may look like another",
        "{count} letters that may look like others",
        "外形可能与所标文字不符的字母 {count} 个";
    count bidi(count) => "{count} direction mark", "{count} direction marks", "书写方向控制符 {count} 个";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_that_begin_with_zh_are_chinese() {
        for (locale, expected) in [
            ("zh_CN.UTF-8", Language::Chinese),
            ("zh", Language::Chinese),
            ("zh-Hant-TW", Language::Chinese),
            ("ZH_hk.Big5", Language::Chinese),
            ("en_US.UTF-8", Language::English),
            ("zha_CN", Language::English),
            ("de_DE@euro", Language::English),
            ("C", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), expected, "{locale}");
        }
    }

    #[test]
    fn numbers_have_commas() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
