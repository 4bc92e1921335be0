//! The tests of the program `ibid-lab`, in one test program. They share the code that runs cases with the tests of
//! `ibid`.

#![expect(clippy::unwrap_used, reason = "a test fails where something is not as it should be")]

/// The program that is run.
const PROGRAM: &str = env!("CARGO_BIN_EXE_ibid-lab");
/// The folder of the cases.
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli");
/// The folder of the input texts.
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");
/// A check of all that a case prints, besides the case's own; here there is none.
const LOOK_AT: fn(&[&str], &str) = |_, _| {};

#[expect(dead_code, reason = "the tests of `ibid` use more of it")]
#[path = "../../tests/program.rs"]
mod program;
#[path = "../../tests/case.rs"]
mod case;
mod cli;
mod gold;
mod features;
mod dedup;
