//! Exact decimal numbers: sums and powers of ten, as numerals need them.

use std::fmt;

/// The most powers of ten in a number: far above any that is written in words.
const MOST_DIGITS: usize = 36;

/// A decimal number: `units / 10^places`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    units: u128,
    places: u32,
}

impl Decimal {
    pub(super) const ZERO: Decimal = Decimal::whole(0);

    pub(super) const fn whole(units: u64) -> Decimal {
        Decimal { units: units as u128, places: 0 }
    }

    /// Parses the digits before and behind the point; none if there are too many.
    pub(super) fn parse(whole: &str, fraction: &str) -> Option<Decimal> {
        let digits = format!("{whole}{fraction}");
        if digits.len() > MOST_DIGITS {
            return None;
        }
        Some(Decimal { units: digits.parse().ok()?, places: fraction.len() as u32 })
    }

    /// Returns the number times a power of ten; none if it is too large.
    pub(super) fn shifted(self, power: u32) -> Option<Decimal> {
        let taken = power.min(self.places);
        let units = 10_u128.checked_pow(power - taken)?.checked_mul(self.units)?;
        Some(Decimal { units, places: self.places - taken })
    }

    /// Returns the number times another one, without places; none if it is too large.
    pub(super) fn times(self, factor: u64) -> Option<Decimal> {
        Some(Decimal { units: self.units.checked_mul(u128::from(factor))?, places: self.places })
    }

    pub(super) fn plus(self, other: Decimal) -> Option<Decimal> {
        let places = self.places.max(other.places);
        let units = self.units_of(places)?.checked_add(other.units_of(places)?)?;
        Some(Decimal { units, places })
    }

    /// Returns the units if the number had `places`, at least as many as it has.
    fn units_of(self, places: u32) -> Option<u128> {
        10_u128.checked_pow(places - self.places)?.checked_mul(self.units)
    }

    pub(super) fn is_zero(self) -> bool {
        self.units == 0
    }

    /// Returns the number if it is whole and at most `most`.
    pub(super) fn at_most(self, most: u32) -> Option<u32> {
        let whole = u32::try_from(self.units).ok()?;
        (self.places == 0 && whole <= most).then_some(whole)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:0>width$}", self.units, width = self.places as usize + 1);
        let (whole, fraction) = digits.split_at(digits.len() - self.places as usize);
        match fraction.trim_end_matches('0') {
            "" => f.write_str(whole),
            fraction => write!(f, "{whole}.{fraction}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_shifts_are_exact() {
        let decimal = |whole, fraction| Decimal::parse(whole, fraction).unwrap();
        for (number, expected) in [
            (decimal("5", "2").shifted(12), "5200000000000"),
            (decimal("0", "125").shifted(1), "1.25"),
            (decimal("5", "20").plus(decimal("1", "")), "6.2"),
            (decimal("12", "5").times(3), "37.5"),
            (decimal("000", "0").plus(Decimal::ZERO), "0"),
            (decimal("9", "").shifted(60), "too large"),
        ] {
            assert_eq!(number.map_or("too large".into(), |number| number.to_string()), expected);
        }
        assert_eq!(Decimal::parse(&"9".repeat(50), ""), None);
        assert_eq!((decimal("12", "").at_most(12), decimal("12", "5").at_most(31)), (Some(12), None));
    }
}
