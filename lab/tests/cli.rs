//! The output of the program, case by case: each file of `tests/cli/` is a test of its name.

use crate::case::cases;

cases! {
    alignment
    dedup
    features
    sets
}
