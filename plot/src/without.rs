//! In place of pictures, where the program is built without them.

use std::path::Path;

use super::{Figure, Refused};

/// There is none.
#[derive(Debug)]
pub enum Plot {}

impl Plot {
    /// Refuses every picture.
    ///
    /// # Errors
    /// Always.
    pub fn new(_path: &Path) -> Result<Plot, Refused> {
        Err(Refused::Lacks)
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
