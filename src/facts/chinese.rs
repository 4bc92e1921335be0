//! Chinese numerals -> their values. Digits of either kind may stand in them: 5.2万亿, 3千五百.

use super::decimal::Decimal;
use super::pieces::{Piece, Pieces};

/// Words that hold a numeral and are no number.
const OTHER_WORDS: &str = "\
    一些 一样 一定 一直 一起 一旦 一切 一般 一致 一边 一面 一方面 一下 一向 一时 一同 一概 \
    一律 一再 一度 一贯 一体 一流 一线 一手 一心 一生 一来 一番 一道 一路 一带 一经 一共 \
    一代 一点 一端 一系列 一次性 一会儿 十分 十足 十堰 百姓 千万别 千万不 千万要 万一 万万 \
    四川 四处 四周 四面 四海 四肢 四季 三峡 三角 三明 三亚 三星 三农 三轮 三国 三文 三甲 \
    两岸 两极 两翼 五角 五官 五金 五彩 五星 五粮 九江 九龙 九州 九泉 七夕 八卦 八路 六安 \
    六盘 二胡 二手 二维 二氧 二话 二元 零售 零部 零件 零星 零食 零散 零碎 半岛 半导";
/// Measure words that a lone 一, 十, 百, 千 or 万 counts.
const MEASURES: &str = "个名人次倍成年月日天种项条家位件座所岁块元季届期层艘场份支只辆架台套批起例门部本张片根股对双\
    国省市县区州村镇级类组队步点分秒时周米里斤吨克亩度股页章节段句字词";

/// Characters before a lone 一 that make a word with it.
const BEFORE_ONE: &str = "进统唯单逐专之同独某这那另哪";

/// A numeral.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numeral {
    /// The place behind its last piece.
    pub(super) end: usize,
    /// Its value.
    pub(super) value: Decimal,
    /// True if the number may be larger, as in 十几.
    pub(super) is_least: bool,
}

fn digit(c: char) -> Option<u64> {
    let digits = ["零〇", "一壹", "二贰两", "三叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖"];
    (0..).zip(digits).find(|(_, forms)| forms.contains(c)).map(|(digit, _)| digit)
}

/// Returns the power of ten of a scale below 万.
fn small_scale(c: char) -> Option<u32> {
    match c {
        '十' | '拾' => Some(1),
        '百' | '佰' => Some(2),
        '千' | '仟' => Some(3),
        _ => None,
    }
}

/// Returns the power of ten of a scale.
fn scale(c: char) -> Option<u32> {
    match c {
        '万' => Some(4),
        '亿' => Some(8),
        '兆' => Some(12),
        _ => small_scale(c),
    }
}

/// Returns whether a character may stand in a numeral.
pub(super) fn is_numeral(c: char) -> bool {
    digit(c).is_some() || scale(c).is_some()
}

/// Returns the length of the word at a place that holds a numeral and is no number; 0 if there is none.
pub(super) fn other_word(pieces: &Pieces, at: usize) -> usize {
    if !pieces.han(at).is_some_and(|c| is_numeral(c) || c == '半') {
        return 0;
    }
    let words = OTHER_WORDS.split(' ').filter(|word| pieces.has_han(at, word));
    words.map(|word| word.chars().count()).max().unwrap_or(0)
}

/// Reads the numeral at a place. Digits alone are one too.
pub(super) fn read(pieces: &Pieces, start: usize) -> Option<Numeral> {
    let numeral = read_any(pieces, start)?;
    let is_lone =
        numeral.end == start + 1 && pieces.han(start).is_some_and(|c| c == '一' || scale(c).is_some());
    let is_counted = |c: char| MEASURES.contains(c);
    let is_number = !is_lone || is_ordinal(pieces, start) || pieces.han(numeral.end).is_some_and(is_counted);
    let is_end_of_word = matches!(pieces.before(start), Some(&Piece::Han(c)) if BEFORE_ONE.contains(c));
    let is_other =
        (is_lone && is_end_of_word) || (other_word(pieces, start) > 0 && !is_ordinal(pieces, start));
    (is_number && !is_other).then_some(numeral)
}

fn is_ordinal(pieces: &Pieces, start: usize) -> bool {
    pieces.before(start) == Some(&Piece::Han('第'))
}

/// Reads characters that make up a numeral, whether or not they are one there.
pub(super) fn read_any(pieces: &Pieces, start: usize) -> Option<Numeral> {
    let mut sum = Sum::default();
    let mut at = start;
    loop {
        at = if let Some((value, end)) = decimal(pieces, at).filter(|_| sum.last.is_none()) {
            sum.last = Some(value);
            end
        } else if let Some(run) = digits(pieces, at).filter(|_| sum.last.is_none()) {
            sum.is_least |= run.is_least;
            sum.is_colloquial = run.end == at + 1;
            sum.last = Some(run.value);
            run.end
        } else if let Some(power) = pieces.han(at).and_then(scale) {
            sum.scale(power)?;
            at + 1
        } else if at > start && is_rest(pieces, at) && (sum.last.is_none() || has_scale(pieces, at + 1)) {
            sum.is_least = true;
            at + 1
        } else {
            break;
        };
    }
    (at > start).then_some(())?;
    Some(Numeral { end: at, value: sum.total()?, is_least: sum.is_least })
}

fn has_scale(pieces: &Pieces, at: usize) -> bool {
    pieces.han(at).and_then(scale).is_some()
}

/// Returns whether a character says that a number is somewhat larger.
fn is_rest(pieces: &Pieces, at: usize) -> bool {
    matches!(pieces.han(at), Some('多' | '余' | '几'))
}

/// Reads a number in digits, with its places.
pub(super) fn decimal(pieces: &Pieces, at: usize) -> Option<(Decimal, usize)> {
    let whole = pieces.digits(at)?;
    let is_point = |at: usize| pieces.is_mark(at, '.') && pieces.digits(at + 1).is_some();
    // Two points are no decimal number, but a date or a version.
    let is_part = pieces.before(at) == Some(&Piece::Mark('.')) && at > 1 && pieces.digits(at - 2).is_some();
    match pieces.digits(at + 2).filter(|_| is_point(at + 1) && !is_point(at + 3) && !is_part) {
        Some(fraction) => Some((Decimal::parse(whole, fraction)?, at + 3)),
        None => Some((Decimal::parse(whole, "")?, at + 1)),
    }
}

/// Reads Han digits that stand together: one, the digits of a year, or two neighbors such as 七八.
fn digits(pieces: &Pieces, start: usize) -> Option<Numeral> {
    let at = |at: usize| pieces.han(at).and_then(digit);
    if matches!(pieces.han(start), Some('几' | '数')) {
        return has_scale(pieces, start + 1).then_some(Numeral {
            end: start + 1,
            value: Decimal::whole(1),
            is_least: true,
        });
    }
    let mut value = Decimal::whole(at(start)?);
    let mut end = start + 1;
    while let Some(digit) = at(end) {
        value = value.shifted(1)?.plus(Decimal::whole(digit))?;
        end += 1;
    }
    if let (2, Some(low), Some(high)) = (end - start, at(start), at(start + 1))
        && low > 0
        && high == low + 1
    {
        return Some(Numeral { end, value: Decimal::whole(low), is_least: true });
    }
    let mut fraction = end + 1;
    while pieces.han(end) == Some('点') && at(fraction).is_some() {
        fraction += 1;
    }
    // Minutes follow an hour: 三点五十分.
    if fraction > end + 1 && pieces.han(fraction).and_then(small_scale).is_none() {
        let places: String = (end + 1..fraction).filter_map(at).map(|digit| digit.to_string()).collect();
        return Some(Numeral {
            end: fraction,
            value: Decimal::parse(&value.to_string(), &places)?,
            is_least: false,
        });
    }
    Some(Numeral { end, value, is_least: false })
}

/// A sum of scaled numbers.
struct Sum {
    /// The sum of what a scale from 万 on follows.
    large: Decimal,
    /// The sum below 万 since then.
    small: Decimal,
    /// The number since the last scale.
    last: Option<Decimal>,
    /// The power of ten of the last scale.
    power: u32,
    /// True if the number since the last scale is one Han digit.
    is_colloquial: bool,
    is_least: bool,
}

impl Default for Sum {
    fn default() -> Sum {
        let (large, small) = (Decimal::ZERO, Decimal::ZERO);
        Sum { large, small, last: None, power: 0, is_colloquial: false, is_least: false }
    }
}

impl Sum {
    /// Multiplies what came before by a power of ten, as far as the scale reaches.
    fn scale(&mut self, power: u32) -> Option<()> {
        if power < 4 {
            let factor = self.last.take().unwrap_or(Decimal::whole(1));
            self.small = self.small.plus(factor.shifted(power)?)?;
        } else {
            let below = self.small.plus(self.last.take().unwrap_or(Decimal::ZERO))?;
            let reaches_all = power > 4;
            let of = if reaches_all { self.large.plus(below)? } else { below };
            let of = if of.is_zero() && self.large.is_zero() { Decimal::whole(1) } else { of };
            let scaled = of.shifted(power)?;
            self.large = if reaches_all { scaled } else { self.large.plus(scaled)? };
            self.small = Decimal::ZERO;
        }
        self.power = power;
        Some(())
    }

    fn total(&self) -> Option<Decimal> {
        let last = match self.last {
            // 两万五 is 25,000.
            Some(last) if self.is_colloquial && self.power > 1 => last.shifted(self.power - 1)?,
            last => last.unwrap_or(Decimal::ZERO),
        };
        self.large.plus(self.small)?.plus(last)
    }
}
