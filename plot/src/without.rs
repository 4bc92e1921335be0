//! In place of pictures, where the program is built without them.

use std::path::Path;

use super::Figure;

/// There is none.
#[derive(Debug)]
pub enum Plot {}

impl Plot {
    /// Refuses every picture.
    ///
    /// # Errors
    /// Always, with what to do.
    pub fn new(path: &Path) -> Result<Plot, String> {
        Err(format!(
            "--plot {path:?} needs the feature \"plots\", which this build lacks; install it with \
             `cargo install --path . --features full`"
        ))
    }

    /// Where it is to be written.
    pub fn path(&self) -> &Path {
        match *self {}
    }

    /// The bytes of the picture.
    ///
    /// # Errors
    /// None, since there is no picture.
    pub fn draw(&self, _figures: &[Figure]) -> Result<Vec<u8>, String> {
        match *self {}
    }
}
