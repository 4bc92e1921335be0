//! Papers are read in a child process with limits: one that hangs or takes all memory is the failure of one file only.
//!
//! The child is this program with a hidden command. It reads the file from standard input and answers on standard
//! output.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use ibid::{Document, Error};
use ibid_read::{Papers, ReadOptions, read_bytes, read_paper};

use crate::exit::Exit;

/// The hidden command, which no help shows. The size of the file in bytes follows it, and the size of its name if that
/// stands before the file on standard input. With a name, a file of any format is read, and all its documents.
const COMMAND: &str = "read-paper";
/// The memory limit of a reader in bytes, on top of three times the size of the file.
const MEMORY: u64 = 512 << 20;
/// The limit of CPU time in seconds; a reader gives up by itself before.
const SECONDS: u64 = 12;
/// The most bytes of text that are read from a named file, in all its documents.
const MOST_TEXT: usize = 16 << 20;
/// The time between two looks at whether a reader is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// Returns a reader that starts this program; papers are read in this process if its file is not known.
pub(crate) fn elsewhere() -> Papers {
    match std::env::current_exe() {
        Ok(program) => Papers::Elsewhere(Arc::new(move |bytes: &[u8]| {
            let mut program = Command::new(&program);
            program.arg(COMMAND).arg(bytes.len().to_string());
            ask(program, &[bytes], None)
        })),
        Err(_) => Papers::Here,
    }
}

/// Reads a file of any format in a process of its own, which ends when the flag is set. `program` is this program.
#[cfg(feature = "serve")]
pub(crate) fn read_file(
    program: &Path,
    name: &str,
    bytes: &[u8],
    stop: &AtomicBool,
) -> Vec<Result<Document, String>> {
    let mut program = Command::new(program);
    program.arg(COMMAND).arg(bytes.len().to_string()).arg(name.len().to_string());
    let answer = ask(program, &[name.as_bytes(), bytes], Some(stop));
    let why = match answer.as_deref().map(postcard::from_bytes) {
        Ok(Ok(read)) => return read,
        Ok(Err(_)) => "its reader gave no answer",
        Err(why) => why,
    };
    vec![Err(Error::unreadable(name, why).to_string())]
}

/// Starts a reader, sends it `input`, and returns its answer. It is killed when `stop` is set.
fn ask(program: Command, input: &[&[u8]], stop: Option<&AtomicBool>) -> Result<Vec<u8>, String> {
    match run(program, input, stop) {
        Ok(Some(answer)) => Ok(answer),
        Ok(None) => Err(format!(
            "reading it takes more than {} MB of memory or {SECONDS} s; save it anew with another program, or split it",
            MEMORY >> 20
        )),
        Err(error) => Err(format!("its reader cannot be started: {}", ibid::system_reason(&error))),
    }
}

/// Runs a reader, and returns its answer; none if it failed.
fn run(mut program: Command, input: &[&[u8]], stop: Option<&AtomicBool>) -> io::Result<Option<Vec<u8>>> {
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut reader = program.spawn()?;
    let (stdin, output) = (reader.stdin.take(), reader.stdout.take());
    let mut answer = vec![];
    let read = std::thread::scope(|scope| {
        std::thread::Builder::new().spawn_scoped(scope, move || send(stdin, input))?;
        let (_over, is_over) = mpsc::channel();
        if let Some(stop) = stop {
            let reader = &mut reader;
            let kill = move || kill_when_set(stop, reader, &is_over);
            std::thread::Builder::new().spawn_scoped(scope, kill)?;
        }
        output.map(|mut output| output.read_to_end(&mut answer)).transpose()
    });
    let ended = reader.wait()?;
    // A reader that did not get the whole file may have answered as for an empty one.
    read?;
    Ok(ended.success().then_some(answer))
}

/// Sends a reader its input. One that ends early takes no more of it; its exit status tells why.
fn send(stdin: Option<ChildStdin>, input: &[&[u8]]) -> io::Result<()> {
    let Some(mut stdin) = stdin else { return Ok(()) };
    for part in input {
        stdin.write_all(part)?;
    }
    Ok(())
}

/// Kills a reader when the flag is set before the reader has answered, which closes the channel.
fn kill_when_set(stop: &AtomicBool, reader: &mut Child, is_over: &Receiver<()>) {
    while is_over.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
        if stop.load(Ordering::Relaxed) {
            // A reader that has ended by itself cannot be killed, and need not be.
            let _ = reader.kill();
            return;
        }
    }
}

/// The arguments of the hidden command.
pub(crate) struct Asked {
    /// The size of the file in bytes.
    bytes: u64,
    /// The size of its name in bytes, if it has one.
    name_bytes: Option<usize>,
}

/// Returns the arguments of the hidden command, if they are its.
pub(crate) fn asked_for(arguments: impl Iterator<Item = OsString>) -> Option<Asked> {
    let mut arguments = arguments.skip(1);
    if arguments.next()? != COMMAND {
        return None;
    }
    Some(Asked { bytes: number(arguments.next()?)?, name_bytes: arguments.next().and_then(number) })
}

fn number<N: FromStr>(argument: OsString) -> Option<N> {
    argument.to_str()?.parse().ok()
}

/// Runs the hidden command.
pub(crate) fn answer(asked: &Asked) -> anyhow::Result<Exit> {
    limit(MEMORY.saturating_add(asked.bytes.saturating_mul(3)));
    let mut bytes = vec![];
    io::stdin().lock().read_to_end(&mut bytes)?;
    let answer = match asked.name_bytes.and_then(|length| bytes.split_at_checked(length)) {
        Some((name, bytes)) => postcard::to_stdvec(&read_all(&String::from_utf8_lossy(name), bytes))?,
        None => read_paper(&bytes),
    };
    let mut out = io::stdout().lock();
    out.write_all(&answer)?;
    out.flush()?;
    Ok(Exit::Done)
}

/// Reads all documents of a file in this process.
fn read_all(name: &str, bytes: &[u8]) -> Vec<Result<Document, String>> {
    let (mut read, mut text_bytes) = (vec![], 0);
    // The sink ends the reading, and has said why.
    let _ = read_bytes(Path::new(name), bytes, &ReadOptions::default(), &mut |document| {
        text_bytes += document.as_ref().map_or(0, |document| document.text.len());
        if text_bytes > MOST_TEXT {
            let why = format!("it has more than {} MB of text; send it in parts", MOST_TEXT >> 20);
            read.push(Err(Error::unreadable(name, why).to_string()));
            return ControlFlow::Break(());
        }
        read.push(document.map_err(|error| error.to_string()));
        ControlFlow::Continue(())
    });
    read
}

/// Limits memory and CPU time. On systems without such limits the reader's own must do.
#[cfg(unix)]
fn limit(memory: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};

    // No core file is left on the disk after a signal.
    for (resource, most) in [(Resource::As, memory), (Resource::Cpu, SECONDS), (Resource::Core, 0)] {
        // If this fails, the reader's own limits must do.
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

#[cfg(not(unix))]
fn limit(_: u64) {}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_reader_that_is_not_wanted_any_more_is_killed() {
        let mut sleeper = Command::new("sleep");
        sleeper.arg("60");
        let began = Instant::now();
        ask(sleeper, &[], Some(&AtomicBool::new(true))).unwrap_err();
        assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    }

    #[test]
    fn all_documents_of_a_file_are_read_and_not_more_than_memory_holds() {
        let read =
            read_all("a.jsonl", b"{\"text\": \"one\"}\n{\"no\": 1}\n{\"id\": \"x\", \"text\": \"two\"}\n");
        let ids: Vec<_> = read.iter().map(|read| read.as_ref().map(|document| &*document.id)).collect();
        assert_eq!((&ids[0], &ids[2]), (&Ok("a.jsonl:1"), &Ok("x")));
        assert!(ids[1].as_ref().is_err_and(|why| why.starts_with("cannot read \"a.jsonl:2\": ")), "{ids:?}");
        let large = format!("{{\"text\": \"{}\"}}\n", "word ".repeat(1 << 20)).repeat(5);
        let read = read_all("b.jsonl", large.as_bytes());
        let last = read.last().unwrap().as_ref().unwrap_err();
        assert!(read.len() == 4 && last.contains("more than 16 MB of text"), "{last}");
    }
}
