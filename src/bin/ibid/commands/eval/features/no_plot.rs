//! In place of figures, where the program is built without them.

use std::path::Path;

use super::Comparison;
use crate::exit::Failure;

/// There is none.
pub(super) enum Plot {}

impl Plot {
    pub(super) fn new(path: &Path) -> anyhow::Result<Plot> {
        Err(Failure::usage(format!(
            "--plot {path:?}: this program was built without figures; build it with `cargo build --features plots`"
        )))
    }

    pub(super) fn draw(self, _comparison: &Comparison) -> anyhow::Result<()> {
        match self {}
    }
}
