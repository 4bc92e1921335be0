//! Exit codes, and the mapping from each error to one line and one code.

use std::fmt;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use ibid::ErrorKind;

use crate::render::Language;
use crate::{advice, catalog, interrupt, progress};

/// The exit code of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// A run that did everything it was asked for.
    Done = 0,
    /// A condition that holds, such as that of `--fail-over`.
    Holds = 1,
    /// A request that makes no sense, or an output that cannot be written.
    Usage = 2,
    /// Inputs that failed, or nothing to read.
    Inputs = 3,
    /// An index that cannot be used, or a lack of memory or threads.
    Index = 4,
    /// A bug in this program.
    Bug = 70,
    /// An interrupt by Ctrl-C or a request to terminate.
    Interrupted = 130,
}

/// The table of exit codes for `--help`.
pub(crate) const HELP: &str = "\
Exit codes:
  0    success
  1    a condition holds that an option asks for, e.g. --fail-over
  2    a wrong argument or setting, or an output that cannot be written
  3    inputs that cannot be read or have no words; the others were processed
  4    an unusable index, or too little memory or too few threads
  70   a bug in ibid
  130  interrupted; committed changes are kept";

/// An error of the program that carries its own exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    exit: Exit,
    message: String,
}

impl Failure {
    /// Returns an error for a request that makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> anyhow::Error {
        Failure { exit: Exit::Usage, message: message.into() }.into()
    }

    /// Returns an error for inputs of which none could be read.
    pub(crate) fn inputs(message: impl Into<String>) -> anyhow::Error {
        Failure { exit: Exit::Inputs, message: message.into() }.into()
    }

    /// Returns an error for a missing index.
    pub(crate) fn index(message: impl Into<String>) -> anyhow::Error {
        Failure { exit: Exit::Index, message: message.into() }.into()
    }

    /// Returns an error for a thread that the system did not start.
    pub(crate) fn threads(error: io::Error) -> anyhow::Error {
        Failure { exit: Exit::Index, message: no_threads(&ibid::system_reason(&error)) }.into()
    }

    /// Returns an error for an interrupt by Ctrl-C.
    pub(crate) fn interrupted(message: impl Into<String>) -> anyhow::Error {
        Failure { exit: Exit::Interrupted, message: message.into() }.into()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// The message of the last panic. The hook prints nothing: a panic that is caught, such as one over a damaged index, is
/// no news to the user.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// True if messages are printed in Chinese. Whatever goes wrong anywhere is printed by [`say`], so that the language is one
/// of the process, like standard error itself.
static IS_CHINESE: AtomicBool = AtomicBool::new(false);

/// A function that takes the messages in place of standard error.
static LOG: OnceLock<fn(&str)> = OnceLock::new();

/// Passes all further messages, and panics, to a log. The log gets them in English, as JSON does.
#[cfg(feature = "serve")]
pub(crate) fn say_through(log: fn(&str)) {
    // A second log is not the program's own and changes nothing.
    let _ = LOG.set(log);
}

/// Sets the language of messages.
pub(crate) fn speak(language: Language) {
    IS_CHINESE.store(language == Language::Chinese, Ordering::Relaxed);
}

/// Returns the language of messages.
pub(crate) fn language() -> Language {
    if IS_CHINESE.load(Ordering::Relaxed) { Language::Chinese } else { Language::English }
}

/// Runs the program and prints its error, if it has one.
pub(crate) fn run(program: impl FnOnce() -> anyhow::Result<Exit>) -> ExitCode {
    panic::set_hook(Box::new(remember_panic));
    let ended = panic::catch_unwind(AssertUnwindSafe(program));
    say_held_back();
    let exit = match ended {
        Ok(Ok(exit)) => exit,
        Ok(Err(error)) => {
            let exit = exit_of(&error);
            if exit != Exit::Done {
                say(&in_words(&error));
            }
            exit
        }
        Err(_) => after_panic(),
    };
    ExitCode::from(exit as u8)
}

/// Reports the panic that ended the program, and returns its exit code.
fn after_panic() -> Exit {
    let said = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if is_of_threads(&said) {
        say(&no_threads("the system gives no more"));
        return Exit::Index;
    }
    say(&format!("a bug in ibid: {said}; please report it with the command that was run"));
    Exit::Bug
}

/// Returns whether a panic only reports that the system gave no thread; some libraries have no other way to say so.
fn is_of_threads(panic: &str) -> bool {
    let is_start = ["failed to spawn thread", "thread pool has not been initialized", "kind: IOError("]
        .iter()
        .any(|part| panic.contains(part));
    is_without_stack(panic)
        || is_start && ["WouldBlock", "OutOfMemory"].iter().any(|kind| panic.contains(kind))
}

/// Returns whether a panic reports that a new thread has no memory for the stack of its signals. Nothing can catch it:
/// the thread has not begun its work, and the program aborts.
fn is_without_stack(panic: &str) -> bool {
    panic.starts_with("failed to allocate an alternative stack")
        || panic.starts_with("failed to set up alternative stack guard page")
}

fn no_threads(why: &str) -> String {
    format!(
        "cannot start a thread: {why}; allow more processes or more memory, or ask for fewer with --threads"
    )
}

/// Joins an error and its causes into one message, each cause once, and errors of the system in our words.
pub(crate) fn in_words(error: &anyhow::Error) -> String {
    let mut said = String::new();
    for cause in error.chain() {
        let plain = cause.to_string();
        let words = advice::in_words(cause);
        // The text of some errors already ends with that of their cause.
        let before = said.strip_suffix(&plain).or(said.strip_suffix(&words)).map(str::to_owned);
        said = match before {
            Some(before) => before + &words,
            None if said.is_empty() => words,
            None => format!("{said}: {words}"),
        };
    }
    said
}

/// The messages that wait while a review has the terminal; none at other times.
static HELD_BACK: Mutex<Option<Vec<String>>> = Mutex::new(None);

/// Holds messages back until [`say_held_back`].
pub(crate) fn hold_back() {
    held_back().get_or_insert_default();
}

/// Prints the messages that were held back, and holds back no more.
pub(crate) fn say_held_back() {
    let messages = held_back().take();
    say_all(messages.unwrap_or_default());
}

fn held_back() -> MutexGuard<'static, Option<Vec<String>>> {
    HELD_BACK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints one line on standard error, in the language of messages and with control characters made harmless for a
/// terminal; or passes it to the log.
pub(crate) fn say(message: &str) {
    if let Some(log) = LOG.get() {
        return log(message);
    }
    if let Some(held_back) = &mut *held_back() {
        return held_back.push(message.to_owned());
    }
    let message = in_language(message);
    // If standard error is gone, there is nobody to tell.
    let _ = progress::above(|| writeln!(io::stderr(), "ibid: {}", ibid::report::sanitize(&message)));
}

/// Prints messages one after the other, as [`say`] does.
pub(crate) fn say_all<S: AsRef<str>>(messages: impl IntoIterator<Item = S>) {
    for message in messages {
        say(message.as_ref());
    }
}

/// Returns a message in the language of messages.
pub(crate) fn in_language(message: &str) -> String {
    match language() {
        Language::English => message.to_owned(),
        Language::Chinese => catalog::in_chinese(message),
    }
}

fn remember_panic(info: &PanicHookInfo<'_>) {
    let payload = info.payload();
    let text = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text.as_str(),
        (None, None) => "a panic",
    };
    let place = match info.location() {
        Some(at) => format!(" ({}:{})", at.file(), at.line()),
        None => String::new(),
    };
    if let Some(log) = LOG.get() {
        log(&format!("a panic: {text}{place}"));
    }
    let mut last = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
    if is_of_threads(&last) {
        // Its consequence: an abort that still has a lack of threads or of memory as its cause.
        return;
    }
    if !is_of_threads(text) {
        interrupt::abort_by_signal();
    }
    *last = format!("{text}{place}");
    drop(last);
    if is_without_stack(text) {
        say(&no_threads("the system gives no more"));
    }
}

/// Returns whether the error is a closed pipe: nobody reads the output any more.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    exit_of(error) == Exit::Done
}

/// Returns the exit code of the first cause that has one. A closed pipe is no error: its reader has seen enough.
fn exit_of(error: &anyhow::Error) -> Exit {
    for cause in error.chain() {
        if let Some(failure) = cause.downcast_ref::<Failure>() {
            return failure.exit;
        }
        if let Some(error) = cause.downcast_ref::<ibid::Error>() {
            return of_kind(error.kind());
        }
        if let Some(ibid_index::Error::Request(_)) = cause.downcast_ref() {
            return Exit::Usage;
        }
        if cause.downcast_ref::<ibid_index::Error>().is_some() {
            return Exit::Index;
        }
        if let Some(error) = cause.downcast_ref::<io::Error>() {
            return if error.kind() == io::ErrorKind::BrokenPipe { Exit::Done } else { Exit::Usage };
        }
    }
    Exit::Bug
}

fn of_kind(kind: ErrorKind) -> Exit {
    match kind {
        ErrorKind::Request => Exit::Usage,
        ErrorKind::Input => Exit::Inputs,
        ErrorKind::Index => Exit::Index,
        ErrorKind::Interrupted => Exit::Interrupted,
        ErrorKind::Bug => Exit::Bug,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_told_once() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let expected = "cannot write the state \"s\": the disk is full; make room";
        let what = "cannot write the state \"s\"".to_owned();
        let index = anyhow::Error::from(ibid::Error::Index(ibid_index::Error::Io { what, cause: full() }));
        assert_eq!(in_words(&index), expected);
        let plain = anyhow::Error::from(full()).context("cannot write the state \"s\"");
        assert_eq!(in_words(&plain), expected);
        let error =
            anyhow::Error::from(full()).context(format!("cannot write: {}", ibid::system_reason(&full())));
        assert_eq!(in_words(&error), "cannot write: the disk is full; make room");
        assert_eq!(in_words(&anyhow::anyhow!("c").context("b").context("a")), "a: b: c");
    }

    #[test]
    fn a_thread_that_cannot_be_had_is_no_bug() {
        let why = "Os { code: 11, kind: WouldBlock, message: \"Resource temporarily unavailable\" }";
        assert!(is_of_threads(&format!("failed to spawn thread: {why} (thread.rs:1)")));
        assert!(is_of_threads(
            "failed to allocate an alternative stack: Cannot allocate memory (os error 12)"
        ));
        assert!(!is_of_threads(&format!("called unwrap on {why}")));
        assert!(!is_of_threads("failed to spawn thread: Os { code: 22, kind: InvalidInput }"));
        assert_eq!(exit_of(&Failure::threads(io::Error::from(io::ErrorKind::WouldBlock))), Exit::Index);
    }

    #[test]
    fn each_error_has_its_code() {
        let io = |kind: io::ErrorKind| anyhow::Error::from(io::Error::from(kind)).context("cannot write");
        let index = ibid_index::Error::Locked("process 7 is writing".into());
        for (error, exit) in [
            (anyhow::Error::from(ibid::Error::Request("x".into())), Exit::Usage),
            (ibid::Error::unreadable("a", "b").into(), Exit::Inputs),
            (index.into(), Exit::Index),
            (ibid_index::Error::Request("too large".into()).into(), Exit::Usage),
            (ibid::Error::Bug("x".into()).into(), Exit::Bug),
            (io(io::ErrorKind::BrokenPipe), Exit::Done),
            (io(io::ErrorKind::StorageFull), Exit::Usage),
            (Failure::interrupted("x").context("y"), Exit::Interrupted),
        ] {
            assert_eq!(exit_of(&error), exit, "{error:#}");
        }
    }
}
