//! A stand-in for pictures in a program that is built without them.

use std::path::Path;

use super::{Figure, Refused};

/// A picture, of which no value exists.
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

    /// Returns the path of the picture.
    pub fn path(&self) -> &Path {
        match *self {}
    }

    /// Returns the bytes of the picture.
    ///
    /// # Errors
    /// None, since there is no picture.
    pub fn draw(&self, _figures: &[Figure]) -> Result<Vec<u8>, String> {
        match *self {}
    }
}
