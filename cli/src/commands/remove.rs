//! `ibid remove`: removes documents from the index.

use ibid::LibraryWriter;

use crate::args::Remove;
use crate::exit::{self, Exit};
use crate::settings::Session;
use crate::{interrupt, shown_id};

pub(super) fn run(session: &Session, command: &Remove) -> anyhow::Result<Exit> {
    let dir = session.expect_index()?;
    interrupt::carefully();
    let mut writer = LibraryWriter::open_to_remove(dir)?;
    let mut unknown = vec![];
    let mut removed = 0_u64;
    for id in &command.ids {
        if remove(&mut writer, id)? {
            removed += 1;
        } else {
            unknown.push(id);
        }
        interrupt::check()?;
    }
    writer.finish()?;
    for id in &unknown {
        exit::say(&format!(
            "there is no document \"{id}\" in the index {dir:?}; `ibid list` shows the ids there are"
        ));
    }
    if !session.quiet {
        super::print(format!("removed {removed}, unknown {}\n", unknown.len()))?;
    }
    Ok(if unknown.is_empty() { Exit::Done } else { Exit::Inputs })
}

/// Removes the document with this id, or with the id that `list` shows like this. Returns whether there was one.
fn remove(writer: &mut LibraryWriter, id: &str) -> ibid::Result<bool> {
    Ok(writer.remove(id)?
        || match shown_id::meant(id) {
            Some(id) => writer.remove(&id)?,
            None => false,
        })
}
