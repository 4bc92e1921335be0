//! The tests of the whole program, in one test program.

#![expect(
    clippy::unwrap_used,
    clippy::string_slice,
    reason = "a test fails where something is not as it should be"
)]

/// The program that is run.
const PROGRAM: &str = env!("CARGO_BIN_EXE_ibid");
/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The folder of the cases.
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cli");
/// The folder of the input texts.
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");
/// What is asked of everything that a case prints, besides what the case says.
const LOOK_AT: fn(&[&str], &str) = trace::look_at;

mod program;
mod index_files;
mod case;
mod cli;
mod help;
mod layers;
mod circles;
mod prose;
mod accused;
mod answers;
mod bad_input;
mod interrupted;
#[cfg(unix)]
mod own_files;
#[cfg(unix)]
mod damaged;
#[cfg(unix)]
mod beside;
#[cfg(unix)]
mod kills;
mod calibrate;
mod trace;
mod browser;
mod page;
#[cfg(all(unix, feature = "serve"))]
mod serve;
#[cfg(all(unix, feature = "serve"))]
mod guide;
#[cfg(all(unix, feature = "serve"))]
mod deployed;
#[cfg(all(unix, feature = "serve"))]
mod clients;
#[cfg(all(unix, feature = "stores"))]
mod stores;
mod decisions;
mod dedup;
mod dedup_outputs;
mod dedup_levels;
mod dedup_state;
mod dedup_seen;
mod files;
mod protected;
#[cfg(all(unix, feature = "papers"))]
mod papers;
#[cfg(all(unix, feature = "serve", feature = "papers"))]
mod sent_files;
#[cfg(all(feature = "papers", feature = "html"))]
mod hidden_text;
mod reports;
mod rescore;
mod forms;
mod class;
mod repeated;
mod many_copies;
#[cfg(all(unix, feature = "html"))]
mod growth;
mod looked_at;
#[cfg(unix)]
mod review;
#[cfg(unix)]
mod review_scale;
mod review_about;
mod review_look;
mod review_queue;
mod review_texts;
#[cfg(unix)]
mod review_panels;
mod verify;
mod diff;
#[cfg(unix)]
mod progress;
mod fuzz_seeds;
mod mutate;
mod mutations;
