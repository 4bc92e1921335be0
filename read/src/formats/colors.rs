//! Colors, and a test of whether text has the color of its ground.

/// The largest difference per channel at which a color is not seen on its ground: a tenth of the way from white to
/// black. The gray of text in papers (`#D9D9D9`), yellow and other bright colors differ from white by far more.
const NEAR: u8 = 26;

/// A color: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Color(pub(crate) [u8; 3]);

/// The ground that a text stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ground {
    Plain(Color),
    /// A picture, a gradient or an undetermined color. All text is seen on it.
    #[default]
    Unknown,
}

impl Color {
    pub(crate) const WHITE: Color = Color([255; 3]);
    pub(crate) const BLACK: Color = Color([0; 3]);

    /// Parses six hexadecimal digits, with or without `#`.
    pub(crate) fn from_hex(text: &str) -> Option<Color> {
        let text = text.trim();
        let digits = text.strip_prefix('#').unwrap_or(text);
        // A sign is no digit of a color.
        if digits.len() != 6 || digits.starts_with('+') {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Color([red, green, blue]))
    }

    /// Mixes the color with another one. `share` is the share of the first, clamped to 0 to 1.
    pub(crate) fn mixed(self, other: Color, share: f64) -> Color {
        let share = share.clamp(0.0, 1.0);
        let mut channels = self.0;
        for (channel, other) in channels.iter_mut().zip(other.0) {
            let mixed = f64::from(*channel) * share + f64::from(other) * (1.0 - share);
            *channel = mixed.round() as u8;
        }
        Color(channels)
    }

    /// Returns whether text of this color is not seen on this ground.
    pub(crate) fn is_lost_on(self, ground: Ground) -> bool {
        match ground {
            Ground::Plain(ground) => {
                self.0.iter().zip(ground.0).all(|(channel, ground)| channel.abs_diff(ground) <= NEAR)
            }
            Ground::Unknown => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_lost_on_a_ground_of_nearly_its_color() {
        let check = |text: &str, ground: &str, expected: bool| {
            let ground = Ground::Plain(Color::from_hex(ground).unwrap());
            assert_eq!(Color::from_hex(text).unwrap().is_lost_on(ground), expected, "{text}");
        };
        check("FFFFFF", "#ffffff", true);
        check("F2F2F2", "FFFFFF", true);
        check("E7E6E6", "FFFFFF", true);
        check("D9D9D9", "FFFFFF", false);
        check("FFFF00", "FFFFFF", false);
        check("FFFFFF", "1F3864", false);
        check("1F3864", "1F3763", true);
        assert!(!Color::WHITE.is_lost_on(Ground::Unknown));
    }

    #[test]
    fn colors_are_parsed_and_mixed() {
        assert_eq!(Color::from_hex("auto"), None);
        assert_eq!(Color::from_hex("+12345"), None);
        assert_eq!(Color::WHITE.mixed(Color::BLACK, 0.95), Color([242; 3]));
    }
}
