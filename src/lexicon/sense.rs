//! Words whose change turns the meaning of a sentence: negations and hedges; and verbs of saying.
//!
//! In: a word as it stands in a text. Out: its sense. English words are compared in lower case, Chinese ones in
//! simplified characters. The lists are short and closed: function words.
//! Numbers and dates are [facts](crate::facts).

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::text::is_han;
use crate::tokenize::fold::{fold, simplified};

/// A kind of word whose change can turn the meaning of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sense {
    Negation,
    Hedge,
    /// A verb of saying.
    Saying,
}

const NEGATIONS: &str = "\
    no not never none nobody nothing nowhere neither nor without cannot hardly scarcely barely \
    别 休 禁止 拒绝";
const HEDGES: &str = "\
    may might could perhaps maybe possibly possible probably probable likely unlikely reportedly \
    allegedly alleged apparently presumably supposedly seemingly seem seems seemed appear appears \
    appeared about around approximately roughly nearly almost some up potentially tentatively conceivably \
    rumored expected \
    可能 或 或许 也许 大概 大约 约 大致 恐怕 似乎 好像 仿佛 据称 据说 据悉 据传 据报 据报道 传闻 传言 \
    疑似 疑 涉嫌 估计 预计 有望 或将 左右 上下 近 将近 接近 几乎 左近 看来 看似 想必 未必 不一定 说不定 \
    可望 拟 应该 应当";
const SAYINGS: &str = "\
    said say says saying told tell tells telling stated states stating announced announces announcing \
    added adds adding claimed claims claiming argued argues arguing insisted insists insisting warned \
    warns warning declared declares noted notes reported reports explained explains promised promises \
    denied denies acknowledged admitted admits suggested suggests predicted predicts believes believed \
    thinks thought wrote writes replied answered asserted maintained maintains stressed confirmed \
    说 称 表示 指出 强调 认为 说道 写道 声称 宣称 宣布 透露 坦言 介绍 回应 回答 答道 问道 告诉 声明 报道 \
    解释 补充 重申 承认 否认 警告 呼吁 曰 云 谓 言";

/// Characters that negate, except in [`NO_NEGATIONS`].
const HAN_NEGATIONS: &[char] = &['不', '没', '未', '无', '非', '勿', '莫', '毋', '否', '弗'];
/// Words that have such a character and negate nothing.
const NO_NEGATIONS: &str = "\
    不过 不仅 不但 不断 不同 不少 不久 不管 不论 不只 不光 不独 不禁 不由得 不愧 不妨 不料 不时 不日 不惜 \
    不然 不得不 无论 无数 无非 无疑 无不 未来 未免 未必然 非常 非洲 是否 否则 莫非 莫名 没准 差不多 \
    了不起 不得了 不止 不约而同 不亦乐乎 对不起";

/// The listed words of both languages.
static SENSES: LazyLock<HashMap<&str, Sense>> = LazyLock::new(|| {
    let mut senses = HashMap::new();
    for (words, sense) in [(NEGATIONS, Sense::Negation), (HEDGES, Sense::Hedge), (SAYINGS, Sense::Saying)] {
        for word in words.split(' ') {
            senses.insert(word, sense);
        }
    }
    senses
});

/// Returns the sense of a word, if its change can turn a meaning.
pub(crate) fn sense(word: &str) -> Option<Sense> {
    if word.contains(is_han) { sense_of_han(word) } else { sense_of_word(word) }
}

fn sense_of_word(word: &str) -> Option<Sense> {
    // With a capital it is the month, unless it opens a sentence, which is not known here.
    if word == "May" {
        return None;
    }
    let word = fold(word).replace('\u{2019}', "'");
    if word.ends_with("n't") { Some(Sense::Negation) } else { SENSES.get(&*word).copied() }
}

fn sense_of_han(word: &str) -> Option<Sense> {
    let word: String = word.chars().map(simplified).collect();
    let listed = SENSES.get(&*word).copied();
    if listed == Some(Sense::Hedge) || !word.contains(HAN_NEGATIONS) {
        return listed;
    }
    // In an idiom such as 坚定不移 a negation turns nothing but a part.
    let is_idiom = word.chars().count() >= 4 && !word.starts_with(HAN_NEGATIONS);
    match is_idiom || NO_NEGATIONS.split(' ').any(|other| other == word) {
        true => listed,
        false => Some(Sense::Negation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_turn_a_meaning_are_known() {
        for (sense_of, words) in [
            (Sense::Negation, "not Never cannot don't won’t 不 不能 没有 從未 无 未 不会 别"),
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
            "note knot marching 不断 非常 不仅 未来 无论 一些 统一 一样 是否 否则 差不多 坚定不移 May 三"
                .split(' ')
        {
            assert_eq!(sense(word), None, "{word}");
        }
    }
}
