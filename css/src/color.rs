//! CSS colors.

/// Red, green and blue, from 0 to 255.
pub(crate) type Rgb = [f32; 3];

pub(crate) const WHITE: Rgb = [255.0; 3];
pub(crate) const BLACK: Rgb = [0.0; 3];

/// The difference, in each channel, below which a reader cannot tell two colors apart.
const CLOSE: f32 = 17.0;

/// A color with an opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Color {
    pub(crate) rgb: Rgb,
    pub(crate) alpha: f32,
}

impl Color {
    /// Returns the color as it appears on a ground.
    pub(crate) fn on(self, ground: Rgb) -> Rgb {
        let mut mixed = ground;
        for (under, over) in mixed.iter_mut().zip(self.rgb) {
            *under += (over - *under) * self.alpha;
        }
        mixed
    }
}

pub(crate) fn are_close(one: Rgb, other: Rgb) -> bool {
    one.iter().zip(other).all(|(one, other)| (one - other).abs() < CLOSE)
}

/// Parses a color. `None` if the value is not known.
pub(crate) fn color(value: &str) -> Option<Color> {
    if let Some(hex) = value.strip_prefix('#') {
        return hex_color(hex);
    }
    if let Some((name, rest)) = value.split_once('(') {
        return function(name.trim(), rest.trim_end_matches(')'));
    }
    if value == "transparent" {
        return Some(Color { rgb: BLACK, alpha: 0.0 });
    }
    for (name, number) in NAMES {
        if *name == value {
            let [_, red, green, blue] = number.to_be_bytes();
            return Some(Color { rgb: [red, green, blue].map(f32::from), alpha: 1.0 });
        }
    }
    None
}

fn hex_color(hex: &str) -> Option<Color> {
    let mut digits = vec![];
    for c in hex.chars() {
        digits.push(c.to_digit(16)? as f32);
    }
    let parts: Vec<f32> = match digits.len() {
        3 | 4 => digits.iter().map(|digit| digit * 17.0).collect(),
        6 | 8 => digits.chunks_exact(2).map(|two| two[0] * 16.0 + two[1]).collect(),
        _ => return None,
    };
    let alpha = match parts.get(3) {
        Some(alpha) => alpha / 255.0,
        None => 1.0,
    };
    Some(Color { rgb: [*parts.first()?, *parts.get(1)?, *parts.get(2)?], alpha })
}

fn function(name: &str, inside: &str) -> Option<Color> {
    if name == "color-mix" {
        return mixed(inside);
    }
    let mut parts = vec![];
    for part in inside.split([',', ' ', '/']) {
        if !part.is_empty() {
            parts.push(part);
        }
    }
    let alpha = number(&parts, 3, 1.0).unwrap_or(1.0);
    let rgb = match name {
        "rgb" | "rgba" => [number(&parts, 0, 255.0)?, number(&parts, 1, 255.0)?, number(&parts, 2, 255.0)?],
        "oklab" => oklab(number(&parts, 0, 1.0)?, number(&parts, 1, 0.4)?, number(&parts, 2, 0.4)?),
        "oklch" => {
            let (chroma, turn) =
                (number(&parts, 1, 0.4)?, number(&parts, 2, 360.0).unwrap_or(0.0).to_radians());
            oklab(number(&parts, 0, 1.0)?, chroma * turn.cos(), chroma * turn.sin())
        }
        "lab" | "lch" if number(&parts, 1, 100.0)?.abs() < 10.0 => {
            [gray_of_lightness(number(&parts, 0, 100.0)?); 3]
        }
        "hsl" | "hsla" => hsl(number(&parts, 0, 360.0)?, number(&parts, 1, 1.0)?, number(&parts, 2, 1.0)?),
        _ => return None,
    };
    Some(Color { rgb, alpha })
}

/// Parses one of the parts of a color. A percentage is a share of `whole`.
fn number(parts: &[&str], at: usize, whole: f32) -> Option<f32> {
    let part = *parts.get(at)?;
    match part.strip_suffix('%') {
        Some(percent) => Some(percent.parse::<f32>().ok()? / 100.0 * whole),
        None => part.trim_end_matches("deg").parse::<f32>().ok(),
    }
}

/// Mixes two opaque colors (`color-mix`). The share of the first is half unless a share is given.
fn mixed(inside: &str) -> Option<Color> {
    let mut parts = inside.split(',').skip(1).map(str::trim);
    let (first, second) = (parts.next()?, parts.next()?);
    let alpha = match (percentage(first), percentage(second)) {
        (Some(own), _) => own / 100.0,
        (None, Some(other)) => 1.0 - other / 100.0,
        (None, None) => 0.5,
    };
    let (over, under) = (first.split(' ').find_map(color)?, second.split(' ').find_map(color)?);
    let rgb = Color { alpha, ..over }.on(under.rgb);
    (parts.next().is_none() && over.alpha.min(under.alpha) >= 1.0).then_some(Color { rgb, alpha: 1.0 })
}

/// Returns the first percentage among some words.
fn percentage(words: &str) -> Option<f32> {
    for word in words.split(' ') {
        if let Some(number) = word.strip_suffix('%')
            && let Ok(percentage) = number.parse()
        {
            return Some(percentage);
        }
    }
    None
}

/// Converts Oklab to sRGB, as CSS Color 4 does.
fn oklab(lightness: f32, a: f32, b: f32) -> Rgb {
    let [l, m, s] = [
        lightness + 0.396_337_78 * a + 0.215_803_76 * b,
        lightness - 0.105_561_346 * a - 0.063_854_17 * b,
        lightness - 0.089_484_18 * a - 1.291_485_5 * b,
    ]
    .map(|part| part.powi(3));
    [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ]
    .map(channel)
}

/// Returns the gray of a CIE lightness from 0 to 100.
fn gray_of_lightness(lightness: f32) -> f32 {
    channel(((lightness + 16.0) / 116.0).powi(3))
}

/// Converts a linear part of a color to its sRGB channel.
fn channel(linear: f32) -> f32 {
    let linear = linear.clamp(0.0, 1.0);
    255.0 * if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

fn hsl(hue: f32, saturation: f32, lightness: f32) -> Rgb {
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|part| {
        let turn = (part + hue / 30.0).rem_euclid(12.0);
        255.0 * (lightness - reach * (turn - 3.0).min(9.0 - turn).clamp(-1.0, 1.0))
    })
}

/// The color names that are most frequent on pages, and all that are nearly white.
#[rustfmt::skip]
const NAMES: &[(&str, u32)] = &[
    ("white", 0xFF_FFFF), ("black", 0), ("red", 0xFF_0000), ("green", 0x00_8000), ("blue", 0x00_00FF),
    ("yellow", 0xFF_FF00), ("orange", 0xFF_A500), ("purple", 0x80_0080), ("navy", 0x00_0080),
    ("teal", 0x00_8080), ("maroon", 0x80_0000), ("gray", 0x80_8080), ("grey", 0x80_8080),
    ("silver", 0xC0_C0C0), ("lightgray", 0xD3_D3D3), ("lightgrey", 0xD3_D3D3), ("gainsboro", 0xDC_DCDC),
    ("darkgray", 0xA9_A9A9), ("darkgrey", 0xA9_A9A9), ("dimgray", 0x69_6969), ("whitesmoke", 0xF5_F5F5),
    ("snow", 0xFF_FAFA), ("ivory", 0xFF_FFF0), ("ghostwhite", 0xF8_F8FF), ("floralwhite", 0xFF_FAF0),
    ("mintcream", 0xF5_FFFA), ("azure", 0xF0_FFFF), ("aliceblue", 0xF0_F8FF), ("honeydew", 0xF0_FFF0),
    ("seashell", 0xFF_F5EE), ("oldlace", 0xFD_F5E6), ("linen", 0xFA_F0E6), ("lavenderblush", 0xFF_F0F5),
    ("beige", 0xF5_F5DC), ("darkblue", 0x00_008B), ("darkred", 0x8B_0000), ("darkgreen", 0x00_6400),
    ("lightblue", 0xAD_D8E6), ("brown", 0xA5_2A2A),
];
