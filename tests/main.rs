//! The tests of the whole program, in one test program.

mod program;
mod cli;
mod layers;
mod answers;
mod bad_input;
mod interrupted;
mod reports;
