//! The styles, and the colors of each palette. Nothing is told by color alone.
//!
//! Each color is easy to read on the ground that it is made for, a property that the tests hold: contrast 4.5 on white and
//! light gray or on black and dark gray, and 3 on both for the sixteen colors of a terminal whose ground is unknown. That
//! is why nothing is dimmed: terminals dim text to a contrast near 2.

use ibid::report::Kind;
use ratatui::style::{Color, Modifier, Style};

/// The kinds of passages in the order in which reviews list them.
pub(in crate::tui) const KINDS: [Kind; 6] =
    [Kind::Verbatim, Kind::NearVerbatim, Kind::Reordered, Kind::Reworded, Kind::Possible, Kind::CommonPhrase];

/// The emphasis of a range of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::tui) enum Tone {
    /// No emphasis.
    #[default]
    Plain,
    /// Words of less importance.
    Quiet,
    /// Words of importance.
    Strong,
    /// A change that turns the meaning.
    Alarm,
    /// Words that only the earlier wording has, where both wordings stand in one text.
    Gone,
    /// Words that the earlier wording or the source lacks.
    New,
    /// Words of the source that the other text lacks.
    Lacking,
    /// Words that stand elsewhere in the other text.
    Moved,
    /// Words that are the writer's own.
    Own,
}

/// The colors in which a review is drawn. The ground is always the terminal's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Palette {
    /// No colors.
    None,
    /// The terminal's own sixteen, for any ground.
    #[default]
    Sixteen,
    /// Dark colors for a light ground.
    Light(Depth),
    /// Light colors for a dark ground.
    Dark(Depth),
}

/// The number of colors that a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// The 256 colors of xterm.
    Indexed,
    /// All colors of 24 bits.
    Full,
}

/// A color by its use in all palettes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ink {
    Gray,
    Red,
    Green,
    Yellow,
    Magenta,
    Blue,
    Cyan,
}

impl Palette {
    fn color(self, ink: Ink) -> Option<Color> {
        match self {
            Palette::None => None,
            Palette::Sixteen => Some(of_terminal(ink)),
            Palette::Light(depth) => Some(on_light(ink).at(depth)),
            Palette::Dark(depth) => Some(on_dark(ink).at(depth)),
        }
    }
}

/// A color, and the nearest one of the 256.
struct Shade(u32, u8);

impl Shade {
    /// Returns the color for a terminal of this depth.
    fn at(self, depth: Depth) -> Color {
        let Shade(rgb, index) = self;
        match depth {
            Depth::Indexed => Color::Indexed(index),
            Depth::Full => Color::from_u32(rgb),
        }
    }
}

/// Returns a color of the terminal that can be read on white and on black. Its green, yellow and cyan cannot: blue, red and
/// magenta stand for them.
fn of_terminal(ink: Ink) -> Color {
    match ink {
        Ink::Gray => Color::DarkGray,
        Ink::Red => Color::Red,
        Ink::Yellow => Color::LightRed,
        Ink::Magenta => Color::Magenta,
        Ink::Green | Ink::Blue | Ink::Cyan => Color::LightBlue,
    }
}

fn on_light(ink: Ink) -> Shade {
    match ink {
        Ink::Gray => Shade(0x5c_5c_5c, 240),
        Ink::Red => Shade(0xb3_26_1e, 124),
        Ink::Green => Shade(0x1f_6b_2e, 22),
        Ink::Yellow => Shade(0x7a_59_00, 94),
        Ink::Magenta => Shade(0x8a_2f_9a, 90),
        Ink::Blue => Shade(0x1f_54_b8, 25),
        Ink::Cyan => Shade(0x0b_62_6c, 23),
    }
}

fn on_dark(ink: Ink) -> Shade {
    match ink {
        Ink::Gray => Shade(0xa0_a0_a0, 247),
        Ink::Red => Shade(0xff_8a_80, 210),
        Ink::Green => Shade(0x7c_cf_8a, 114),
        Ink::Yellow => Shade(0xe5_c0_6a, 179),
        Ink::Magenta => Shade(0xd9_a0_e8, 176),
        Ink::Blue => Shade(0x8a_b4_f8, 111),
        Ink::Cyan => Shade(0x6f_d0_d8, 80),
    }
}

/// A maker of styles.
#[derive(Clone, Copy, Debug)]
pub(in crate::tui) struct Look {
    /// The colors.
    pub(in crate::tui) palette: Palette,
}

impl Look {
    fn color(self, style: Style, ink: Ink) -> Style {
        self.palette.color(ink).map_or(style, |color| style.fg(color))
    }

    /// Returns the style of ordinary text.
    pub(in crate::tui) fn plain(self) -> Style {
        Style::new()
    }

    /// Returns the style of text around what matters.
    pub(in crate::tui) fn quiet(self) -> Style {
        self.color(Style::new(), Ink::Gray)
    }

    /// Returns the style of the bar at the top.
    pub(in crate::tui) fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }

    /// Returns the style of a pane's first row.
    pub(in crate::tui) fn heading(self, has_focus: bool) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if has_focus {
            style.add_modifier(Modifier::REVERSED)
        } else {
            style.add_modifier(Modifier::UNDERLINED)
        }
    }

    /// Returns the style of the selected row in a list.
    pub(in crate::tui) fn selected(self, has_focus: bool) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if has_focus { style.add_modifier(Modifier::REVERSED) } else { style }
    }

    /// Returns the style of words with an emphasis.
    pub(in crate::tui) fn tone(self, tone: Tone) -> Style {
        let differs = Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        match tone {
            Tone::Plain => self.plain(),
            Tone::Quiet => self.quiet(),
            Tone::Strong => Style::new().add_modifier(Modifier::BOLD),
            Tone::Alarm => self.color(Style::new().add_modifier(Modifier::BOLD), Ink::Red),
            Tone::Gone => self.color(Style::new().add_modifier(Modifier::CROSSED_OUT), Ink::Red),
            Tone::New => self.color(differs, Ink::Green),
            Tone::Lacking => self.color(differs, Ink::Red),
            Tone::Moved => self.color(Style::new().add_modifier(Modifier::ITALIC), Ink::Magenta),
            Tone::Own => self.quiet().add_modifier(Modifier::ITALIC),
        }
    }

    /// Returns the style of a search hit.
    pub(in crate::tui) fn hit(self, is_current: bool) -> Style {
        let style = Style::new().add_modifier(Modifier::REVERSED);
        if is_current { self.color(style.add_modifier(Modifier::BOLD), Ink::Yellow) } else { style }
    }

    /// Returns the style of the sign beside a passage.
    pub(in crate::tui) fn gutter(self, is_current: bool) -> Style {
        if is_current { self.color(Style::new(), Ink::Cyan) } else { self.quiet() }
    }

    /// Returns the style of a kind's letter.
    pub(in crate::tui) fn kind(self, kind: Kind) -> Style {
        match kind {
            Kind::Verbatim => self.color(Style::new(), Ink::Red),
            Kind::NearVerbatim => self.color(Style::new(), Ink::Yellow),
            Kind::Reordered => self.color(Style::new(), Ink::Magenta),
            Kind::Reworded => self.color(Style::new(), Ink::Blue),
            Kind::Possible | Kind::CommonPhrase => self.quiet(),
        }
    }

    /// Returns the style of a key in a line of keys.
    pub(in crate::tui) fn key(self) -> Style {
        self.color(Style::new().add_modifier(Modifier::BOLD), Ink::Cyan)
    }
}

#[cfg(test)]
pub(in crate::tui) mod tests {
    use super::*;

    /// The palettes with the grounds that each is made for, and the least contrast on them. What is best or worst on a
    /// range of grays is so at one of its ends.
    pub(in crate::tui) const GROUNDS: [(Palette, &[u32], f64); 5] = [
        (Palette::Light(Depth::Full), &[0xff_ff_ff, 0xf4_f4_f4], 4.5),
        (Palette::Light(Depth::Indexed), &[0xff_ff_ff, 0xf4_f4_f4], 4.5),
        (Palette::Dark(Depth::Full), &[0x00_00_00, 0x1e_1e_1e], 4.5),
        (Palette::Dark(Depth::Indexed), &[0x00_00_00, 0x1e_1e_1e], 4.5),
        (Palette::Sixteen, &[0xff_ff_ff, 0x00_00_00], 3.0),
    ];

    /// The sixteen colors of xterm, in the order of their numbers.
    const XTERM: [u32; 16] = [
        0x00_00_00, 0xcd_00_00, 0x00_cd_00, 0xcd_cd_00, 0x00_00_ee, 0xcd_00_cd, 0x00_cd_cd, 0xe5_e5_e5,
        0x7f_7f_7f, 0xff_00_00, 0x00_ff_00, 0xff_ff_00, 0x5c_5c_ff, 0xff_00_ff, 0x00_ff_ff, 0xff_ff_ff,
    ];

    const NAMED: [Color; 16] = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];

    /// Returns a color as xterm shows it. Text without a color is black on a light ground, and light gray on a dark one.
    fn rgb(color: Color, ground: u32) -> u32 {
        match color {
            Color::Reset => [XTERM[7], XTERM[0]][usize::from(luminance(ground) > 0.5)],
            Color::Rgb(red, green, blue) => u32::from_be_bytes([0, red, green, blue]),
            Color::Indexed(index @ 0..16) => XTERM[usize::from(index)],
            Color::Indexed(index @ 16..232) => {
                let level = |of: u8| [0, 95, 135, 175, 215, 255][usize::from((index - 16) / of % 6)];
                u32::from_be_bytes([0, level(36), level(6), level(1)])
            }
            Color::Indexed(index) => u32::from(8 + 10 * (index - 232)) * 0x01_01_01,
            named => XTERM[NAMED.iter().position(|&color| color == named).unwrap()],
        }
    }

    fn luminance(rgb: u32) -> f64 {
        let [_, red, green, blue] = rgb.to_be_bytes().map(|level| f64::from(level) / 255.0);
        let linear =
            |level: f64| if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Returns the contrast of a text in a color on a ground (WCAG 2.2). It is the same if both are reversed.
    fn contrast(color: Color, ground: u32) -> f64 {
        let [text, ground] = [rgb(color, ground), ground].map(|rgb| luminance(rgb) + 0.05);
        text.max(ground) / text.min(ground)
    }

    /// Returns the contrast of a style on a ground. Styles paint no ground of their own, and dim nothing.
    pub(in crate::tui) fn contrast_of(style: Style, ground: u32) -> f64 {
        assert!(matches!(style.bg, None | Some(Color::Reset)), "{style:?}");
        assert!(!style.add_modifier.contains(Modifier::DIM), "{style:?}");
        contrast(style.fg.unwrap_or_default(), ground)
    }

    /// Returns all styles with their names.
    fn styles(look: Look) -> Vec<(String, Style)> {
        use Tone::{Alarm, Gone, Lacking, Moved, New, Own, Plain, Quiet, Strong};
        let tones = [Plain, Quiet, Strong, Alarm, Gone, New, Lacking, Moved, Own];
        let mut styles = vec![("title".to_owned(), look.title()), ("key".to_owned(), look.key())];
        styles.extend(tones.map(|tone| (format!("{tone:?}"), look.tone(tone))));
        styles.extend(KINDS.map(|kind| (format!("{kind:?}"), look.kind(kind))));
        for is_on in [false, true] {
            let named = [("heading", look.heading(is_on)), ("selected", look.selected(is_on))];
            let more = [("hit", look.hit(is_on)), ("gutter", look.gutter(is_on))];
            styles.extend(
                [named, more].concat().into_iter().map(|(name, style)| (format!("{name} {is_on}"), style)),
            );
        }
        styles
    }

    #[test]
    fn every_style_can_be_read_on_its_ground() {
        for (palette, grounds, bar) in GROUNDS {
            let styles = styles(Look { palette });
            let each = styles
                .iter()
                .flat_map(|(name, style)| grounds.iter().map(move |&ground| (name, style, ground)));
            let contrasts = each.map(|(name, &style, ground)| (contrast_of(style, ground), name, ground));
            let (least, name, ground) = contrasts.min_by(|x, y| x.0.total_cmp(&y.0)).unwrap();
            println!(
                "{palette:?}: {} styles, least contrast {least:.2} ({name} on #{ground:06x})",
                styles.len()
            );
            assert!(least >= bar, "{palette:?}: {least:.2}, {name} on #{ground:06x}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        for (color, ground, expected) in [
            (Color::Black, 0xff_ff_ff, 21.0),
            (Color::White, 0xff_ff_ff, 1.0),
            (Color::Rgb(0x77, 0x77, 0x77), 0xff_ff_ff, 4.48),
            (Color::Indexed(244), 0x00_00_00, 5.32),
        ] {
            let found = contrast(color, ground);
            assert!((found - expected).abs() < 0.01, "{color:?} on {ground:06x}: {found}");
        }
    }

    #[test]
    fn without_colors_no_style_has_one() {
        assert!(styles(Look { palette: Palette::None }).iter().all(|(_, style)| style.fg.is_none()));
    }
}
