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

/// The digits from 0 to 9, each in its forms.
const DIGITS: [&str; 10] = ["零〇", "一壹", "二贰两", "三叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖"];

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
    Some(DIGITS.iter().position(|forms| forms.contains(c))? as u64)
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
    let mut longest = 0;
    if pieces.han(at).is_some_and(|c| is_numeral(c) || c == '半') {
        for word in OTHER_WORDS.split(' ') {
            if pieces.has_han(at, word) {
                longest = longest.max(word.chars().count());
            }
        }
    }
    longest
}

/// Reads the numeral at a place. Digits alone are one too.
pub(super) fn read(pieces: &Pieces, start: usize) -> Option<Numeral> {
    let numeral = read_any(pieces, start)?;
    let is_ordinal = pieces.before(start) == Some(&Piece::Han('第'));
    if !is_ordinal && other_word(pieces, start) > 0 {
        return None;
    }
    let is_lone = numeral.end == start + 1 && (pieces.han(start) == Some('一') || has_scale(pieces, start));
    if is_lone {
        let is_end_of_word = matches!(pieces.before(start), Some(&Piece::Han(c)) if BEFORE_ONE.contains(c));
        let is_number = is_ordinal || pieces.is_han_of(numeral.end, MEASURES);
        if is_end_of_word || !is_number {
            return None;
        }
    }
    Some(numeral)
}

/// Reads characters that make up a numeral, whether or not they are one there.
pub(super) fn read_any(pieces: &Pieces, start: usize) -> Option<Numeral> {
    let mut sum = Sum::default();
    let mut at = start;
    loop {
        at = if sum.last.is_none()
            && let Some((value, end)) = decimal(pieces, at)
        {
            sum.last = Some(value);
            end
        } else if sum.last.is_none()
            && let Some(run) = digits(pieces, at)
        {
            sum.is_least |= run.is_least;
            sum.is_colloquial = run.end == at + 1;
            sum.last = Some(run.value);
            run.end
        } else if let Some(power) = scale_at(pieces, at) {
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

fn scale_at(pieces: &Pieces, at: usize) -> Option<u32> {
    scale(pieces.han(at)?)
}

fn has_scale(pieces: &Pieces, at: usize) -> bool {
    scale_at(pieces, at).is_some()
}

/// Returns whether a character says that a number is somewhat larger.
fn is_rest(pieces: &Pieces, at: usize) -> bool {
    matches!(pieces.han(at), Some('多' | '余' | '几'))
}

/// Reads a number in digits, with its places.
pub(super) fn decimal(pieces: &Pieces, at: usize) -> Option<(Decimal, usize)> {
    let whole = pieces.digits(at)?;
    // Two points are no decimal number, but a date or a version.
    let is_part = at > 1 && pieces.digits(at - 2).is_some() && pieces.is_mark(at - 1, '.');
    if !is_part
        && let Some(fraction) = fraction_at(pieces, at + 1)
        && fraction_at(pieces, at + 3).is_none()
    {
        return Some((Decimal::parse(whole, fraction)?, at + 3));
    }
    Some((Decimal::parse(whole, "")?, at + 1))
}

/// Returns the digits behind a point.
fn fraction_at(pieces: &Pieces, point: usize) -> Option<&str> {
    if pieces.is_mark(point, '.') { pieces.digits(point + 1) } else { None }
}

fn digit_at(pieces: &Pieces, at: usize) -> Option<u64> {
    digit(pieces.han(at)?)
}

/// Reads Han digits that stand together: one, the digits of a year, or two neighbors such as 七八.
fn digits(pieces: &Pieces, start: usize) -> Option<Numeral> {
    if matches!(pieces.han(start), Some('几' | '数')) {
        return has_scale(pieces, start + 1).then_some(Numeral {
            end: start + 1,
            value: Decimal::whole(1),
            is_least: true,
        });
    }
    let first = digit_at(pieces, start)?;
    let (mut value, mut last, mut end) = (Decimal::whole(first), first, start + 1);
    while let Some(digit) = digit_at(pieces, end) {
        value = value.shifted(1)?.plus(Decimal::whole(digit))?;
        last = digit;
        end += 1;
    }
    if end == start + 2 && first > 0 && last == first + 1 {
        return Some(Numeral { end, value: Decimal::whole(first), is_least: true });
    }
    if pieces.han(end) == Some('点') {
        let (mut places, mut behind) = (String::new(), end + 1);
        while let Some(digit) = digit_at(pieces, behind) {
            places += &digit.to_string();
            behind += 1;
        }
        // Minutes follow an hour: 三点五十分.
        let is_hour = pieces.han(behind).and_then(small_scale).is_some();
        if !places.is_empty() && !is_hour {
            value = Decimal::parse(&value.to_string(), &places)?;
            end = behind;
        }
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
