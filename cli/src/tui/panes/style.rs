//! The styles. Nothing is told by color alone.

use ibid::report::Kind;
use ratatui::style::{Color, Modifier, Style};

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

/// A maker of styles. Colors are the terminal's own sixteen, so that they fit its background.
#[derive(Clone, Copy, Debug)]
pub(in crate::tui) struct Look {
    /// True if there are colors.
    pub(in crate::tui) has_color: bool,
}

impl Look {
    fn color(self, style: Style, color: Color) -> Style {
        if self.has_color { style.fg(color) } else { style }
    }

    /// Returns the style of ordinary text.
    pub(in crate::tui) fn plain(self) -> Style {
        Style::new()
    }

    /// Returns the style of text around what matters.
    pub(in crate::tui) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
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
            Tone::Alarm => self.color(Style::new().add_modifier(Modifier::BOLD), Color::Red),
            Tone::Gone => self.color(Style::new().add_modifier(Modifier::CROSSED_OUT), Color::Red),
            Tone::New => self.color(differs, Color::Green),
            Tone::Lacking => self.color(differs, Color::Red),
            Tone::Moved => self.color(Style::new().add_modifier(Modifier::ITALIC), Color::Magenta),
            Tone::Own => self.quiet().add_modifier(Modifier::ITALIC),
        }
    }

    /// Returns the style of a search hit.
    pub(in crate::tui) fn hit(self, is_current: bool) -> Style {
        let style = Style::new().add_modifier(Modifier::REVERSED);
        if is_current { self.color(style.add_modifier(Modifier::BOLD), Color::Yellow) } else { style }
    }

    /// Returns the style of the sign beside a passage.
    pub(in crate::tui) fn gutter(self, is_current: bool) -> Style {
        if is_current { self.color(Style::new(), Color::Cyan) } else { self.quiet() }
    }

    /// Returns the style of a kind's letter.
    pub(in crate::tui) fn kind(self, kind: Kind) -> Style {
        match kind {
            Kind::Verbatim => self.color(Style::new(), Color::Red),
            Kind::NearVerbatim => self.color(Style::new(), Color::Yellow),
            Kind::Reordered => self.color(Style::new(), Color::Magenta),
            Kind::Reworded => self.color(Style::new(), Color::Blue),
            Kind::Possible | Kind::CommonPhrase => self.quiet(),
        }
    }

    /// Returns the style of a key in a line of keys.
    pub(in crate::tui) fn key(self) -> Style {
        self.color(Style::new().add_modifier(Modifier::BOLD), Color::Cyan)
    }
}
