//! Words whose change turns the meaning of a sentence: negations, hedges, numbers, dates; and verbs of saying.
//!
//! In: a word as it stands in a text. Out: its sense. English words are compared in lower case, Chinese ones in
//! simplified characters. The lists are short and closed: function words, days and months, digits.

use crate::calendar::{is_month, is_weekday};
use crate::text::is_han;
use crate::tokenize::fold::{fold, simplified};

/// A kind of word whose change can turn the meaning of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sense {
    Negation,
    Number,
    Date,
    Hedge,
    /// A verb of saying.
    Saying,
}

const NEGATIONS: &[&str] = &[
    "no", "not", "never", "none", "nobody", "nothing", "nowhere", "neither", "nor", "without", "cannot",
    "hardly", "scarcely", "barely",
];
const HEDGES: &[&str] = &[
    "may",
    "might",
    "could",
    "perhaps",
    "maybe",
    "possibly",
    "possible",
    "probably",
    "probable",
    "likely",
    "unlikely",
    "reportedly",
    "allegedly",
    "alleged",
    "apparently",
    "presumably",
    "supposedly",
    "seemingly",
    "seem",
    "seems",
    "seemed",
    "appear",
    "appears",
    "appeared",
    "about",
    "around",
    "approximately",
    "roughly",
    "nearly",
    "almost",
    "some",
    "up",
    "potentially",
    "tentatively",
    "conceivably",
    "rumored",
    "expected",
];
const NUMBERS: &[&str] = &[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "hundreds",
    "thousand",
    "thousands",
    "million",
    "millions",
    "billion",
    "billions",
    "trillion",
    "dozen",
    "dozens",
    "half",
    "quarter",
    "third",
    "double",
    "triple",
    "twice",
    "mln",
    "bln",
    "first",
    "second",
    "fourth",
    "fifth",
];
/// Days named relative to today.
const DATES: &[&str] = &["today", "yesterday", "tomorrow", "tonight"];
const SAYINGS: &[&str] = &[
    "said",
    "say",
    "says",
    "saying",
    "told",
    "tell",
    "tells",
    "telling",
    "stated",
    "states",
    "stating",
    "announced",
    "announces",
    "announcing",
    "added",
    "adds",
    "adding",
    "claimed",
    "claims",
    "claiming",
    "argued",
    "argues",
    "arguing",
    "insisted",
    "insists",
    "insisting",
    "warned",
    "warns",
    "warning",
    "declared",
    "declares",
    "noted",
    "notes",
    "reported",
    "reports",
    "explained",
    "explains",
    "promised",
    "promises",
    "denied",
    "denies",
    "acknowledged",
    "admitted",
    "admits",
    "suggested",
    "suggests",
    "predicted",
    "predicts",
    "believes",
    "believed",
    "thinks",
    "thought",
    "wrote",
    "writes",
    "replied",
    "answered",
    "asserted",
    "maintained",
    "maintains",
    "stressed",
    "confirmed",
];

/// Characters that negate, except in [`NO_NEGATIONS`].
const HAN_NEGATIONS: &[char] = &['不', '没', '未', '无', '非', '勿', '莫', '毋', '否', '弗'];
const HAN_NEGATION_WORDS: &[&str] = &["别", "休", "禁止", "拒绝"];
/// Words that have such a character and negate nothing.
const NO_NEGATIONS: &[&str] = &[
    "不过",
    "不仅",
    "不但",
    "不断",
    "不同",
    "不少",
    "不久",
    "不管",
    "不论",
    "不只",
    "不光",
    "不独",
    "不禁",
    "不由得",
    "不愧",
    "不妨",
    "不料",
    "不时",
    "不日",
    "不惜",
    "不然",
    "不得不",
    "无论",
    "无数",
    "无非",
    "无疑",
    "无不",
    "未来",
    "未免",
    "未必然",
    "非常",
    "非洲",
    "是否",
    "否则",
    "莫非",
    "莫名",
    "没准",
    "差不多",
    "了不起",
    "不得了",
    "不止",
    "不约而同",
    "不亦乐乎",
    "对不起",
];
const HAN_HEDGES: &[&str] = &[
    "可能",
    "或",
    "或许",
    "也许",
    "大概",
    "大约",
    "约",
    "大致",
    "恐怕",
    "似乎",
    "好像",
    "仿佛",
    "据称",
    "据说",
    "据悉",
    "据传",
    "据报",
    "据报道",
    "传闻",
    "传言",
    "疑似",
    "疑",
    "涉嫌",
    "估计",
    "预计",
    "有望",
    "或将",
    "左右",
    "上下",
    "近",
    "将近",
    "接近",
    "几乎",
    "左近",
    "看来",
    "看似",
    "想必",
    "未必",
    "不一定",
    "说不定",
    "可望",
    "拟",
    "应该",
    "应当",
];
const HAN_DATES: &[&str] = &[
    "今天",
    "昨天",
    "明天",
    "前天",
    "后天",
    "今日",
    "昨日",
    "明日",
    "今年",
    "去年",
    "明年",
    "前年",
    "后年",
    "本月",
    "上月",
    "下月",
    "上周",
    "本周",
    "下周",
    "星期一",
    "星期二",
    "星期三",
    "星期四",
    "星期五",
    "星期六",
    "星期日",
    "星期天",
    "周一",
    "周二",
    "周三",
    "周四",
    "周五",
    "周六",
    "周日",
    "年初",
    "年底",
    "年末",
    "月初",
    "月底",
];
const HAN_SAYINGS: &[&str] = &[
    "说", "称", "表示", "指出", "强调", "认为", "说道", "写道", "声称", "宣称", "宣布", "透露", "坦言",
    "介绍", "回应", "回答", "答道", "问道", "告诉", "声明", "报道", "解释", "补充", "重申", "承认", "否认",
    "警告", "呼吁", "曰", "云", "谓", "言",
];
const HAN_DIGITS: &[char] = &[
    '零', '〇', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '百', '千', '万', '亿', '两',
    '半', '廿', '卅', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖', '拾',
];
/// Characters that may stand beside the digits of a Chinese number.
const HAN_MEASURES: &[char] = &['个', '名', '人', '次', '倍', '成', '多', '余', '第', '几', '点', '分', '之'];
const HAN_DATE_UNITS: &[char] = &['年', '月', '日', '号'];

/// Returns the sense of a word, if its change can turn a meaning.
pub(crate) fn sense(word: &str) -> Option<Sense> {
    if word.contains(is_han) { sense_of_han(word) } else { sense_of_word(word) }
}

fn sense_of_word(word: &str) -> Option<Sense> {
    // With a capital it is the month, unless it opens a sentence, which is not known here.
    if word == "May" {
        return Some(Sense::Date);
    }
    let word = fold(word).replace('\u{2019}', "'");
    let is = |list: &[&str]| list.contains(&word.as_str());
    if is(NEGATIONS) || word.ends_with("n't") {
        return Some(Sense::Negation);
    }
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        let is_year = word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
        let is_year = is_year && word.bytes().all(|byte| byte.is_ascii_digit());
        return Some(if is_year { Sense::Date } else { Sense::Number });
    }
    // In small letters "may" is the verb.
    if (is_month(&word) && word != "may") || is_weekday(&word) {
        return Some(Sense::Date);
    }
    for (list, sense) in
        [(NUMBERS, Sense::Number), (DATES, Sense::Date), (HEDGES, Sense::Hedge), (SAYINGS, Sense::Saying)]
    {
        if is(list) {
            return Some(sense);
        }
    }
    None
}

fn sense_of_han(word: &str) -> Option<Sense> {
    let word: String = word.chars().map(simplified).collect();
    let is = |list: &[&str]| list.contains(&word.as_str());
    if is(HAN_HEDGES) {
        return Some(Sense::Hedge);
    }
    if is(HAN_NEGATION_WORDS) || (word.contains(HAN_NEGATIONS) && !is(NO_NEGATIONS)) {
        return Some(Sense::Negation);
    }
    if is(HAN_DATES) {
        return Some(Sense::Date);
    }
    let is_digit = |c: char| HAN_DIGITS.contains(&c) || c.is_ascii_digit();
    if word.contains(is_digit) {
        let mut rest = word.chars().filter(|&c| !is_digit(c));
        if rest.clone().count() > 0 && rest.clone().all(|c| HAN_DATE_UNITS.contains(&c)) {
            return Some(Sense::Date);
        }
        // 一 is a part of many words, so the whole word has to be a number.
        if rest.all(|c| HAN_MEASURES.contains(&c)) {
            return Some(Sense::Number);
        }
    }
    if word.chars().all(|c| HAN_DATE_UNITS.contains(&c)) {
        return Some(Sense::Date);
    }
    is(HAN_SAYINGS).then_some(Sense::Saying)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_turn_a_meaning_are_known() {
        for (sense_of, words) in [
            (Sense::Negation, "not Never cannot don't won’t 不 不能 没有 從未 无 未 不会 别"),
            (Sense::Number, "5 1,200 3.5 seven Million 三 三百 一万两千 五十多 两 第三 三分之一"),
            (Sense::Date, "1987 March Monday yesterday 三月 2026年 十二日 昨天 星期三 年"),
            (Sense::Hedge, "may reportedly perhaps About 可能 据称 或许 約 似乎"),
            (Sense::Saying, "said Told announced 说 表示 指出"),
        ] {
            for word in words.split(' ') {
                assert_eq!(sense(word), Some(sense_of), "{word}");
            }
        }
    }

    #[test]
    fn words_that_only_look_like_these_are_not() {
        for word in
            "note knot marching 不断 非常 不仅 未来 无论 一些 统一 一样 万 亿 是否 否则 差不多".split(' ')
        {
            let is_number = matches!(word, "万" | "亿");
            assert_eq!(sense(word).is_some(), is_number, "{word}");
        }
    }
}
