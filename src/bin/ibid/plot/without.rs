//! In place of figures, where the program is built without them.

use std::path::Path;

use super::Figure;
use crate::exit::Failure;

/// There is none.
pub(crate) enum Plot {}

impl Plot {
    pub(crate) fn new(path: &Path) -> anyhow::Result<Plot> {
        Err(Failure::usage(format!(
            "--plot {path:?}: this program was built without figures; build it with `cargo build --features plots`"
        )))
    }

    pub(crate) fn draw(self, _figures: &[Figure]) -> anyhow::Result<()> {
        match self {}
    }
}
