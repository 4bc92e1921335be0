//! Papers are read in a child process with limits: one that hangs or takes all memory is the failure of one file only.
//!
//! The child is this program with a hidden command. It reads the file from standard input and answers on standard
//! output.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;

use ibid_read::{Papers, read_paper};

use crate::exit::Exit;

/// The hidden command, which no help shows. The size of the file in bytes follows it.
const COMMAND: &str = "read-paper";
/// The memory limit of a reader in bytes, on top of three times the size of the file.
const MEMORY: u64 = 512 << 20;
/// The limit of CPU time in seconds; a reader gives up by itself before.
const SECONDS: u64 = 12;

/// Returns a reader that starts this program; papers are read in this process if its file is not known.
pub(crate) fn elsewhere() -> Papers {
    match std::env::current_exe() {
        Ok(program) => Papers::Elsewhere(Arc::new(move |bytes: &[u8]| ask(Command::new(&program), bytes))),
        Err(_) => Papers::Here,
    }
}

fn ask(mut program: Command, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let failed = |error: io::Error| format!("its reader cannot be started: {}", ibid::system_reason(&error));
    program.arg(COMMAND).arg(bytes.len().to_string());
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut reader = program.spawn().map_err(failed)?;
    let (input, output) = (reader.stdin.take(), reader.stdout.take());
    let mut answer = vec![];
    let read = std::thread::scope(|scope| {
        // A reader that ends early takes no more input; its exit status tells why.
        let write = move || input.map(|mut input| input.write_all(bytes));
        std::thread::Builder::new().spawn_scoped(scope, write)?;
        output.map(|mut output| output.read_to_end(&mut answer)).transpose()
    });
    let ended = reader.wait().map_err(failed)?;
    // A reader that did not get the whole file may have answered as for an empty one.
    read.map_err(failed)?;
    if ended.success() {
        return Ok(answer);
    }
    Err(format!(
        "reading it takes more than {} MB of memory or {SECONDS} s; save it anew with another program, or split it",
        MEMORY >> 20
    ))
}

/// Returns the size of the file in bytes if the arguments are those of the hidden command.
pub(crate) fn asked_for(arguments: impl Iterator<Item = OsString>) -> Option<u64> {
    let mut arguments = arguments.skip(1);
    let is_asked = arguments.next()? == COMMAND;
    let bytes = arguments.next().filter(|_| is_asked)?;
    bytes.to_str()?.parse().ok()
}

/// Runs the hidden command for a file of this size.
pub(crate) fn answer(bytes: u64) -> anyhow::Result<Exit> {
    limit(MEMORY.saturating_add(bytes.saturating_mul(3)));
    let mut bytes = vec![];
    io::stdin().lock().read_to_end(&mut bytes)?;
    let mut out = io::stdout().lock();
    out.write_all(&read_paper(&bytes))?;
    out.flush()?;
    Ok(Exit::Done)
}

/// Limits memory and CPU time. On systems without such limits the reader's own must do.
#[cfg(unix)]
fn limit(memory: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let limit = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
    // No core file is left on the disk after a signal.
    for (resource, most) in [(Resource::As, memory), (Resource::Cpu, SECONDS), (Resource::Core, 0)] {
        // If this fails, the reader's own limits must do.
        let _ = setrlimit(resource, limit(most));
    }
}

#[cfg(not(unix))]
fn limit(_: u64) {}
