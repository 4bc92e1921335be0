//! The panes of the review: which are shown, and the list or the text in each.

use std::ops::Range;

use ratatui::layout::Rect;

use super::layout::Pane;
use super::queue;
use super::state::{Hit, State};
use crate::tui::flow::TextRow;
use crate::tui::keys::KeyView;
use crate::tui::panes::Panes;
use crate::tui::panes::area::{Areas, GUTTER_COLS, Margins, without_heading};
use crate::tui::panes::list::List;
use crate::tui::panes::text::Text;
use crate::tui::panes::window::Window;

impl Panes for State {
    type Pane = Pane;
    type Hit = Hit;

    fn window(&self) -> &Window<Pane, Hit> {
        &self.window
    }

    fn window_mut(&mut self) -> &mut Window<Pane, Hit> {
        &mut self.window
    }

    fn key_view(&self) -> KeyView {
        if self.queue.is_shown { KeyView::Queue } else { KeyView::Passages }
    }

    fn panes(&self) -> &'static [Pane] {
        if self.queue.is_shown {
            return match self.queue.class.pairs.is_empty() {
                true => &[Pane::Queue, Pane::ClassSources],
                false => &[Pane::Queue, Pane::Pairs, Pane::ClassSources],
            };
        }
        use Pane::{Decision, Figures, Filters, Passages, Query, Source, Sources, Why};
        // A panel is left with the first Tab.
        match (self.window.focus.is_panel(), self.is_zoomed) {
            (false, true) => &[Query, Source],
            (false, false) => &[Passages, Sources, Query, Source],
            (true, true) => &[Filters, Why, Figures, Decision, Query, Source],
            (true, false) => &[Filters, Why, Figures, Decision, Passages, Sources, Query, Source],
        }
    }

    fn areas(&self) -> Areas<Pane> {
        if self.queue.is_shown { queue::view::layout(self).panes } else { self.layout().panes }
    }

    fn list(&self, pane: Pane) -> Option<&List> {
        match pane {
            Pane::Passages => Some(&self.passage_list),
            Pane::Sources => Some(&self.source_list),
            Pane::Queue => Some(&self.queue.list),
            Pane::Pairs => Some(&self.queue.class.pair_list),
            Pane::ClassSources => Some(&self.queue.class.source_list),
            Pane::Filters => Some(&self.filters.list),
            _ => None,
        }
    }

    fn list_mut(&mut self, pane: Pane) -> Option<&mut List> {
        match pane {
            Pane::Passages => Some(&mut self.passage_list),
            Pane::Sources => Some(&mut self.source_list),
            Pane::Queue => Some(&mut self.queue.list),
            Pane::Pairs => Some(&mut self.queue.class.pair_list),
            Pane::ClassSources => Some(&mut self.queue.class.source_list),
            Pane::Filters => Some(&mut self.filters.list),
            _ => None,
        }
    }

    fn text(&self, pane: Pane) -> (&str, &Text) {
        match pane {
            Pane::Source => (&self.texts.source, &self.other),
            pane => self.panels.text(pane).unwrap_or_else(|| (self.query_words(), &self.query)),
        }
    }

    fn text_mut(&mut self, pane: Pane) -> &mut Text {
        match pane {
            Pane::Source => &mut self.other,
            pane => self.panels.text_mut(pane).unwrap_or(&mut self.query),
        }
    }

    fn range_of_hit(&self, hit: &Hit) -> Option<(Pane, Range<usize>)> {
        match hit {
            Hit::Query(range) => Some((Pane::Query, range.clone())),
            Hit::Passage(at, range) => {
                let start = self.other.place.start;
                let is_shown = self.selected_index() == Some(*at);
                is_shown.then_some((Pane::Source, range.start + start..range.end + start))
            }
            Hit::Name(_) | Hit::Document(_) => None,
        }
    }

    fn margins(&self, pane: Pane) -> Margins {
        match pane {
            Pane::Why | Pane::Figures | Pane::Decision => Margins { left: 1, right: 0 },
            pane => Margins { left: GUTTER_COLS, right: (pane != Pane::Source).into() },
        }
    }

    /// Returns the area of a pane without its heading, and without the remark below a text.
    fn body(&self, pane: Pane) -> Rect {
        if matches!(pane, Pane::Queue | Pane::Pairs | Pane::ClassSources) {
            return queue::view::body(self.area(pane));
        }
        let body = without_heading(self.area(pane));
        let remark_rows = self.remark(pane, body).len() as u16;
        Rect { height: body.height.saturating_sub(remark_rows), ..body }
    }

    fn lowest(&self, pane: Pane) -> TextRow {
        self.lowest_row(pane)
    }
}
