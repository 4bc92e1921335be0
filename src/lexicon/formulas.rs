//! Formulas of laws: wordings that belong to a kind of text and to nobody. Two laws share them though neither was taken
//! from the other.
//!
//! In: a text. Out: the places of formulas in it. They are written down here, as expressions for both languages; a
//! formula that is missing is known as one where many documents of a collection have it. `O(n)` for n bytes.

use std::sync::LazyLock;

use regex::Regex;

use crate::interrupt;
use crate::text::{Lang, Span};

/// Formulas of Chinese laws and regulations. `_` stands for a number, and for what is named in few characters.
const CHINESE: &[&str] = &[
    "第_[条章节款项次届号]",
    "（_）",
    "_年_月_日",
    "总\\s*则",
    "附\\s*则",
    "法律责任",
    "(自|从)(_年_月_日|公布之日|发布之日)起(施行|实施|生效)",
    "(全国|省|市|自治区)?人民代表大会常务委员会",
    "人民代表大会",
    "第_次会议(通过|批准|修订|修正)?",
    "关于修改",
    "的决定",
    "为了(加强|规范|保障|促进|保护|维护|贯彻)",
    "根据[^。；，]{0,12}有关法律、?(行政)?法规",
    "(有关|相关)?(法律|行政法规|法规)、(行政法规|法规|规章)",
    "结合(本市|本省|本自治区|本州|本县)?实际(情况)?",
    "制定本(条例|办法|规定|法)",
    "本(条例|办法|规定|法)(适用于|所称)",
    "(适用|遵守)本(条例|办法|规定|法)",
    "本(省|市|自治区)?行政区域(内|的)?",
    "违反本(条例|办法|规定|法)(规定)?",
    "有下列(情形|行为|情况)之一的",
    "按照下列规定",
    "(由|应当由)?(其|所在)?所?在?单位或者(其)?上级(主管)?(部门|机关)",
    "(县|市|区|各)?级以上(地方)?人民政府",
    "(本级|上级|同级)人民政府",
    "(有关|主管|行政主管|行政管理)部门",
    "及其工作人员",
    "滥用职权",
    "玩忽职守",
    "徇私舞弊",
    "(不|未)依法履行(法定)?职责",
    "(对)?(直接)?负(有)?责(任)?的主管人员和(其他|其它)?直接责任人员",
    "(依法)?(给予|予以)(行政)?(处分|处罚|警告|表彰|奖励|处理)",
    "(尚不)?构成犯罪的?",
    "(依法)?追究(其)?(刑事|行政|法律|民事)责任",
    "(依法)?承担(赔偿|民事|法律)责任",
    "(造成损失|情节严重|情节较轻|逾期不改正|逾期未改正|拒不改正|逾期不履行)的?",
    "责令(其)?(限期)?(改正|整改|履行|停业整顿)",
    "(予以)?通报批评",
    "没收(违法|非法)所得",
    "(并)?(可以)?处(以)?[^。；，]{1,14}以下(的)?罚款",
    "治安管理处罚法?",
    "(依法)?(申请|提起)(行政)?(复议|诉讼)",
    "(向)?人民法院(起诉|强制执行)?",
    "(法律|法律、法规|法律、行政法规)(对[^。；，]{0,16})?另有规定的?",
    "从其规定",
    "(纳入|列入)[^。；，]{0,14}(国民经济和社会发展规划|财政预算|计划)",
    "国民经济和社会发展",
    "(任何|其他)?(单位和个人|组织和个人|组织或者个人|单位或者个人)",
    "中华人民共和国",
];

/// Formulas of English laws.
const ENGLISH: &[&str] = &[
    "notwithstanding any other provision of (law|this)",
    "for (the )?purposes of (this|the) (section|subsection|title|act|paragraph|subparagraph|chapter)",
    "in accordance with the provisions of",
    "except as otherwise provided (in|by)",
    "as the case may be",
    "shall be construed (to|as)",
    "not later than \\d+ (days|months|years) after the date of (the )?enactment of this (act|section|title)",
    "is amended (by|to read)",
    "by (striking|inserting|adding at the end)",
    "(section|subsection|paragraph|subparagraph|clause|title) \\(?[0-9a-z]{1,5}\\)?",
    "the term",
    "in witness whereof",
    "terms and conditions",
];

static IN_CHINESE: LazyLock<Regex> = LazyLock::new(|| {
    let number = "[〇零一二三四五六七八九十百千两0-9０-９]{1,6}";
    any_of(CHINESE.iter().map(|formula| formula.replace('_', number)))
});

static IN_ENGLISH: LazyLock<Regex> =
    LazyLock::new(|| any_of(ENGLISH.iter().map(|formula| format!("(?i-u:\\b{formula})"))));

fn any_of(formulas: impl Iterator<Item = String>) -> Regex {
    let mut all = vec![];
    for formula in formulas {
        all.push(format!("(?:{formula})"));
    }
    Regex::new(&all.join("|")).expect("the formulas are written down here")
}

/// Returns the places of formulas in a text of this language, in order.
pub(crate) fn formulas(text: &str, lang: Lang) -> Vec<Span> {
    let formula = match lang {
        Lang::Words => &IN_ENGLISH,
        Lang::Chinese => &IN_CHINESE,
    };
    let (mut found, mut start) = (vec![], 0);
    for line in text.split_inclusive('\n') {
        if interrupt::is_set() {
            break;
        }
        for place in formula.find_iter(line) {
            found.push(Span::new((start + place.start()) as u32, (start + place.end()) as u32));
        }
        start += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, lang: Lang) -> String {
        formulas(text, lang).iter().map(|span| span.of(text)).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn formulas_of_laws_are_found() {
        assert_eq!(
            found(
                "灯塔管理人员滥用职权、玩忽职守的，由其所在单位或者上级主管部门依法给予行政处分；构成犯罪的，依法追究刑事责任。",
                Lang::Chinese
            ),
            "滥用职权|玩忽职守|由其所在单位或者上级主管部门|依法给予行政处分|构成犯罪的|依法追究刑事责任"
        );
        assert_eq!(
            found("第四十五条 本条例自2020年1月1日起施行", Lang::Chinese),
            "第四十五条|自2020年1月1日起施行"
        );
        assert_eq!(
            found(
                "Notwithstanding any other provision of law, the keeper, as the case may be, rings.",
                Lang::Words
            ),
            "Notwithstanding any other provision of law|as the case may be"
        );
        assert_eq!(
            found("守塔人每天黄昏点灯，第二天早上再熄灭。The keeper lights the lamp.", Lang::Chinese),
            ""
        );
    }
}
