//! In place of figures, where the program is built without them.

use std::path::Path;

use super::Figure;
use crate::exit::Failure;

/// There is none.
pub(crate) enum Plot {}

impl Plot {
    pub(crate) fn new(path: &Path) -> anyhow::Result<Plot> {
        Err(Failure::usage(format!(
            "--plot {path:?} needs the feature \"plots\", which this build lacks; install it with \
             `cargo install --path . --features full`"
        )))
    }

    pub(crate) fn draw(self, _figures: &[Figure]) -> anyhow::Result<()> {
        match self {}
    }
}
