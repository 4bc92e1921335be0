//! `ibid eval`: scores on labelled sets.

mod alignment;
mod dedup;
mod features;
mod gold;
mod labelled;
mod pairs;
mod sentences;

use crate::args::Eval;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::settings::Session;

pub(super) fn run(session: &Session, command: &Eval) -> anyhow::Result<Exit> {
    let _progress = Progress::of_work("measuring", !session.quiet);
    match command {
        Eval::Alignment(command) => alignment::run(session, command),
        Eval::Gold(command) => gold::run(session, command),
        Eval::Sentences(command) => sentences::run(session, command),
        Eval::Features(command) => features::run(session, command),
        Eval::Pairs(command) => pairs::run(session, command),
        Eval::Dedup(command) => dedup::run(session, command),
    }
}
