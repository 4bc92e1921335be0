//! `ibid rebuild`: the index made again from the texts stored in it.

use ibid::{ErrorKind, Library};

use crate::args::Rebuild;
use crate::exit::{self, Exit};
use crate::interrupt;
use crate::progress::Progress;
use crate::settings::Session;

pub(super) fn run(session: &Session, command: &Rebuild) -> anyhow::Result<Exit> {
    let dir = session.expect_index()?;
    let config = session.config(&command.detection)?;
    interrupt::carefully();
    let mut progress = Progress::new(None, !session.quiet);
    let mut advance = |bytes| {
        progress.add(bytes);
        interrupt::check_library()
    };
    let rebuilt = match session.pool()?.install(|| Library::rebuild(dir, config, &mut advance)) {
        Err(error) if error.kind() == ErrorKind::Interrupted => {
            interrupt::check()?;
            return Ok(Exit::Interrupted);
        }
        rebuilt => rebuilt?,
    };
    progress.end();
    if let Some(left) = rebuilt.left {
        exit::say(&format!(
            "the old index is left in {left:?}: it cannot be deleted, or has other files in it"
        ));
    }
    if !session.quiet {
        super::print(format!("rebuilt {}\n", rebuilt.documents))?;
    }
    Ok(Exit::Done)
}
