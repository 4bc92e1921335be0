//! Parts of a paper that are no prose of its author: what a journal or a form puts around a text.
//!
//! These are classification lines, dates of receipt, notes on authors and funding, addresses, keywords, licence notices
//! and mastheads; in a thesis the lines of its cover, its declarations and its table of contents. A part is one by the
//! words with which it begins, or by a sign that only such parts have; a part that is too long for that is prose.

use std::sync::LazyLock;

use regex::Regex;

use super::parts::Part;
use crate::structure::BlockKind;
use crate::text::Span;
use crate::text::lookup::{begins_in_han, behind, contains_any, is_digit, is_separator, strip_any};

/// The longest such part, in bytes.
const MAX_BYTES: usize = 1200;
/// The longest part in which a sign anywhere is enough, in bytes.
const MAX_BYTES_WITH_SIGN: usize = 400;

/// Words with which such parts begin in English, in lower case; a colon, a dash, a point or the end of the line follows.
#[rustfmt::skip]
const ENGLISH_LABELS: [&str; 27] = [
    "keywords", "key words", "index terms", "keywords and phrases", "general terms", "ccs concepts",
    "acm reference format", "categories and subject descriptors", "received", "manuscript received",
    "accepted", "published", "available online", "corresponding author", "e-mail", "email", "funding",
    "competing interests", "conflict of interest", "conflicts of interest", "author contributions",
    "authors' contributions", "data availability", "how to cite", "citation", "cite this article",
    "doi",
];

/// Signs that stand only in such parts in English, in lower case.
#[rustfmt::skip]
const ENGLISH_SIGNS: [&str; 18] = [
    "creative commons", "all rights reserved", "permission to make digital", "this work is licensed",
    "this article is licensed", "is an open access article", "open access article distributed",
    "copyright ©", "© the author", "doi.org/", "issn", "isbn", "corresponding author",
    "contributed equally", "article history", "(eds.)", "manuscript received", "licensee",
];

/// Words with which such parts begin in Chinese, before a colon, a bracket or the end of the line.
#[rustfmt::skip]
const CHINESE_LABELS: [&str; 32] = [
    "关键词", "关键字", "中图分类号", "分类号", "文献标识码", "文献标志码", "文章编号", "收稿日期",
    "修回日期", "录用日期", "投稿日期", "网络首发", "出版日期", "发表日期", "基金项目", "资助项目",
    "项目基金", "项目资助", "项目来源", "作者简介", "作者单位", "第一作者", "通信作者", "通讯作者",
    "通讯地址", "引用格式", "本文引用", "引用本文", "责任编辑", "本文编辑", "责任校对", "联系方式",
];

/// Signs that stand only in such parts in Chinese.
const CHINESE_SIGNS: [&str; 9] = [
    "中图分类号：",
    "中图分类号:",
    "文献标识码",
    "文献标志码",
    "文章编号：",
    "收稿日期：",
    "开放科学（资源服务）标识码",
    "版权所有，未经许可",
    "国内统一刊号",
];

/// Words of the declarations that stand in each thesis, in both languages, in lower case.
const DECLARATIONS: [&str; 12] = [
    "本人郑重声明",
    "所呈交的学位论文",
    "所提交的学位论文",
    "使用学位论文的规定",
    "学位论文使用授权",
    "独创性声明",
    "原创性声明",
    "论文在解密后",
    "i hereby declare that",
    "declare that this thesis",
    "in partial fulfillment of the requirements for the degree",
    "in partial fulfilment of the requirements for the degree",
];

/// Labels of the lines on the cover of a Chinese thesis, without blanks.
#[rustfmt::skip]
const COVER_LABELS: [&str; 22] = [
    "姓名", "学号", "专业", "院系", "系别", "学院", "班级", "学科", "题目", "论文题目", "学生姓名",
    "作者姓名", "指导教师", "导师姓名", "导师签名", "培养单位", "学校代码", "学科专业", "研究方向",
    "申请学位", "密级", "签名",
];

static A_DECLARATION: LazyLock<Regex> = LazyLock::new(|| one_of(&DECLARATIONS));
static AN_ENGLISH_SIGN: LazyLock<Regex> = LazyLock::new(|| one_of(&ENGLISH_SIGNS));
static A_CHINESE_SIGN: LazyLock<Regex> = LazyLock::new(|| one_of(&CHINESE_SIGNS));

/// Returns an expression that finds one of these texts, in capital or small letters.
fn one_of(texts: &[&str]) -> Regex {
    let texts: Vec<String> = texts.iter().copied().map(regex::escape).collect();
    Regex::new(&format!("(?i){}", texts.join("|"))).expect("the texts are written down here")
}

/// Finds the front matter of a text with these parts.
pub(super) fn front_matter(text: &str, parts: &[Part]) -> Vec<Span> {
    let mut found = vec![];
    for part in parts {
        let is_paragraph = matches!(part.kind, None | Some(BlockKind::Paragraph | BlockKind::Footnote));
        if is_paragraph && is_front(part.span.of(text)) {
            found.push(part.span);
        }
    }
    found
}

fn is_front(part: &str) -> bool {
    if is_contents(part) {
        return true;
    }
    if part.len() > MAX_BYTES {
        return false;
    }
    let part = part.trim_start_matches(|c| is_separator(c) && c != '©');
    if A_DECLARATION.is_match(part) {
        return true;
    }
    if begins_in_han(part) {
        return is_cover(part) || is_chinese_front(part);
    }
    part.starts_with('©')
        || has_english_label(part)
        || part.len() <= MAX_BYTES_WITH_SIGN && AN_ENGLISH_SIGN.is_match(part)
}

fn has_english_label(part: &str) -> bool {
    for label in ENGLISH_LABELS {
        let Some((begin, rest)) = part.split_at_checked(label.len()) else { continue };
        let rest = rest.trim_start();
        let is_apart = rest.is_empty()
            || rest.starts_with([':', '—', '–', '-', '.', '·'])
            || label == "received" && part.contains("ccepted");
        if is_apart && begin.eq_ignore_ascii_case(label) {
            return true;
        }
    }
    false
}

/// Returns whether the lines of a part are a table of contents: each has a heading, a tab or leaders, and a page that is
/// not before the last.
fn is_contents(part: &str) -> bool {
    const LEAST_LINES: usize = 2;
    let (mut lines, mut last) = (0, 0);
    for line in part.lines().map(str::trim_end) {
        if line.is_empty() {
            continue;
        }
        let heading = line.trim_end_matches(is_digit);
        let leads = heading.trim_end();
        let is_led = heading.ends_with('\t') || leads.ends_with(['…', '·']) || leads.ends_with("....");
        match behind(line, heading.len()).parse::<u32>() {
            Ok(page) if is_led && page >= last => (lines, last) = (lines + 1, page),
            _ => return false,
        }
    }
    lines >= LEAST_LINES
}

/// Returns whether each line of a part is one of the cover of a thesis: a label and what it names.
fn is_cover(part: &str) -> bool {
    for line in part.lines() {
        let bare = without_blanks(line);
        if !strip_any(&bare, &COVER_LABELS).unwrap_or("").starts_with([':', '：']) {
            return false;
        }
    }
    true
}

fn is_chinese_front(part: &str) -> bool {
    // The characters of a label may stand apart: 关 键 词.
    let bare = without_blanks(part);
    let is_signed = part.len() <= MAX_BYTES_WITH_SIGN && A_CHINESE_SIGN.is_match(&bare);
    is_signed || has_chinese_label(&bare) || is_address(&bare)
}

fn has_chinese_label(bare: &str) -> bool {
    for label in CHINESE_LABELS {
        if let Some(rest) = bare.strip_prefix(label)
            && (rest.is_empty() || rest.starts_with([':', '：', '】', ']', '］', '〕', '/', '（', '(']))
        {
            return true;
        }
    }
    false
}

/// Returns the first characters of a text that are not white space.
fn without_blanks(text: &str) -> String {
    const MOST: usize = 600;
    text.chars().filter(|c| !c.is_whitespace()).take(MOST).collect()
}

/// Returns whether a part is an address such as （某某大学 计算机学院，某市 100000）.
fn is_address(bare: &str) -> bool {
    const PLACES: [&str; 7] = ["大学", "学院", "研究所", "研究院", "实验室", "公司", "学校"];
    const MAX_CHARS: usize = 120;
    let before_marks = bare.trim_end_matches(is_separator);
    let digits = before_marks.len() - before_marks.trim_end_matches(is_digit).len();
    bare.chars().count() <= MAX_CHARS && digits == 6 && contains_any(bare, &PLACES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_is_known_by_its_words() {
        for part in [
            "中图分类号：TP391 文献标识码：A 文章编号：1001-2345(2020)03-0012-05",
            "关 键 词：潮汐；灯塔；航标",
            "【关键词】 潮汐；灯塔",
            "收稿日期：2020-03-04；修回日期：2020-05-06",
            "基金项目：沿海航标研究基金（2019A01）",
            "作者简介：李潮（1980-），男，教授，研究方向为航标。",
            "（1. 海湾大学 航海学院，海湾市 123456）",
            "本人郑重声明：所呈交的学位论文，是本人在导师指导下独立完成的。",
            "本人完全了解海湾大学有关保留、使用学位论文的规定。",
            "系\t别：航海系\n专\t业：航标\n姓\t名：李潮",
            "第 1 章 引言\t1\n1.1 潮汐\t2\n1.2 灯塔……………3",
            "1 Introduction ........ 1\n1.1 Tides ........ 12",
            "I hereby declare that this report is my own.",
            "Keywords: tides; beacons; harbours",
            "Index Terms—tides, beacons",
            "Received 3 March 2020; accepted 5 June 2020",
            "© 2020 The Harbour Society. All rights reserved.",
            "This is an open access article distributed under the Creative Commons Attribution License.",
            "Corresponding author: A. Holm, Harbour Street 3.",
        ] {
            assert!(is_front(part), "{part}");
        }
    }

    #[test]
    fn prose_is_none() {
        for part in [
            "关键词是检索的基础，读者用它来找文章。",
            "基金项目的申请在三月开始，所有教师都可以参加。",
            "他在海湾大学读书，后来去了灯塔。",
            "专业：这个词在那时很少有人用。\n后来人人都用它。",
            "In the year of the flood the harbour had 12",
            "Iron\t12\nCopper\t7\nTin\t30",
            "Keywords help a reader to find an article in a catalogue.",
            "Received wisdom has it that the tide is late.",
            "Funding was scarce in those years, and the harbour decayed.",
            "The letter was accepted, and the boat was sold.",
        ] {
            assert!(!is_front(part), "{part}");
        }
    }
}
