//! What things look like. Nothing is told by color alone.

use ibid::report::{Kind, Mark};
use ratatui::style::{Color, Modifier, Style};

/// Makes styles. Colors are the terminal's own sixteen, so that they fit its background.
#[derive(Clone, Copy, Debug)]
pub(in crate::tui) struct Look {
    /// Whether there are colors.
    pub(in crate::tui) has_color: bool,
}

impl Look {
    fn color(self, style: Style, color: Color) -> Style {
        if self.has_color { style.fg(color) } else { style }
    }

    /// Ordinary text.
    pub(in crate::tui) fn plain(self) -> Style {
        Style::new()
    }

    /// Text around what matters.
    pub(in crate::tui) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// The bar at the top.
    pub(in crate::tui) fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }

    /// The first row of a pane.
    pub(in crate::tui) fn heading(self, has_focus: bool) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if has_focus {
            style.add_modifier(Modifier::REVERSED)
        } else {
            style.add_modifier(Modifier::UNDERLINED)
        }
    }

    /// The row of a list that is selected.
    pub(in crate::tui) fn selected(self, has_focus: bool) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if has_focus { style.add_modifier(Modifier::REVERSED) } else { style }
    }

    /// Marked words, in the source or in the query text.
    pub(in crate::tui) fn mark(self, mark: Mark, is_source: bool) -> Style {
        let differs = Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        match mark {
            Mark::Changed if is_source => self.color(differs, Color::Red),
            Mark::Changed => self.color(differs, Color::Green),
            Mark::Moved => self.color(Style::new().add_modifier(Modifier::ITALIC), Color::Magenta),
            Mark::Own => self.quiet().add_modifier(Modifier::ITALIC),
        }
    }

    /// Text that matters.
    pub(in crate::tui) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Words that an earlier wording had.
    pub(in crate::tui) fn gone(self) -> Style {
        self.color(Style::new().add_modifier(Modifier::CROSSED_OUT), Color::Red)
    }

    /// Words that an earlier wording had not.
    pub(in crate::tui) fn new_words(self) -> Style {
        self.color(Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED), Color::Green)
    }

    /// What turns a meaning.
    pub(in crate::tui) fn alarm(self) -> Style {
        self.color(Style::new().add_modifier(Modifier::BOLD), Color::Red)
    }

    /// A place that was searched for.
    pub(in crate::tui) fn hit(self, is_current: bool) -> Style {
        let style = Style::new().add_modifier(Modifier::REVERSED);
        if is_current { self.color(style.add_modifier(Modifier::BOLD), Color::Yellow) } else { style }
    }

    /// The sign beside a passage.
    pub(in crate::tui) fn gutter(self, is_current: bool) -> Style {
        if is_current { self.color(Style::new(), Color::Cyan) } else { self.quiet() }
    }

    /// The letter of a kind.
    pub(in crate::tui) fn kind(self, kind: Kind) -> Style {
        match kind {
            Kind::Verbatim => self.color(Style::new(), Color::Red),
            Kind::NearVerbatim => self.color(Style::new(), Color::Yellow),
            Kind::Reordered => self.color(Style::new(), Color::Magenta),
            Kind::Reworded => self.color(Style::new(), Color::Blue),
            Kind::CommonPhrase => self.quiet(),
        }
    }

    /// A key in a line of keys.
    pub(in crate::tui) fn key(self) -> Style {
        self.color(Style::new().add_modifier(Modifier::BOLD), Color::Cyan)
    }
}
