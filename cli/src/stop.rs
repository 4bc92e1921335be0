//! Ctrl-C, and requests of the system to end. Commands that only read end at once; those that write end where nothing
//! is half done; whoever has taken the terminal over gives it back first.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::sync::{Arc, LazyLock};

use crate::exit::{Exit, Failure};
use crate::{progress, whole};

static WANTED: AtomicBool = AtomicBool::new(false);
static CAREFUL: AtomicBool = AtomicBool::new(false);
static INSTALLED: OnceLock<()> = OnceLock::new();
/// Whether an abort means that memory ran out.
#[cfg(unix)]
static OUT_OF_MEMORY: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));
static LAST: OnceLock<fn()> = OnceLock::new();
static SAID: OnceLock<&str> = OnceLock::new();

/// From now on the first Ctrl-C only asks to stop; a second one ends the program, and even that loses nothing that was
/// committed.
pub(crate) fn carefully() {
    CAREFUL.store(true, Ordering::SeqCst);
    install();
}

/// What is said when it was asked to stop, in place of what holds for an index.
pub(crate) fn saying(what: &'static str) {
    SAID.get_or_init(|| what);
}

/// Ctrl-C ends the program at once, with the exit code for it.
pub(crate) fn install() {
    INSTALLED.get_or_init(|| {
        // Without a handler the system ends the program, which is safe too.
        let _ = ctrlc::set_handler(|| {
            if !CAREFUL.load(Ordering::SeqCst) || WANTED.swap(true, Ordering::SeqCst) {
                progress::end_for_good();
                // Held until the end, so that nobody draws after the terminal was given back.
                let _out = io::stdout().lock();
                if let Some(last) = LAST.get() {
                    last();
                }
                whole::abandon_all();
                std::process::exit(Exit::Interrupted as i32);
            }
        });
    });
}

/// A file that reaches the limit of the shell (`ulimit -f`) is like a full disk: writing fails, and says so. Without
/// this, the system ends the program.
pub(crate) fn survive_file_size_limits() {
    #[cfg(unix)]
    {
        // The flag is not looked at: to have a handler is enough. Where there can be none, all is as without this.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    }
}

/// Ends the program with the exit code for it where memory runs out. The allocator has said so by then, and aborts;
/// there is nothing else that is told of it.
pub(crate) fn survive_memory_limits() {
    #[cfg(unix)]
    {
        let wanted = Arc::clone(&OUT_OF_MEMORY);
        let code = Exit::Index as i32;
        // Without a handler the system ends the program, which loses nothing either.
        let _ = signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGABRT, code, wanted);
    }
}

/// Lets an abort end the program by its signal, since something else than memory or threads is the cause: a panic.
pub(crate) fn abort_by_signal() {
    #[cfg(unix)]
    OUT_OF_MEMORY.store(false, Ordering::SeqCst);
}

/// Does this before a signal ends the program. The first one to ask is heard.
pub(crate) fn last(work: fn()) {
    LAST.get_or_init(|| work);
    install();
}

/// An error if Ctrl-C was pressed.
pub(crate) fn check() -> anyhow::Result<()> {
    if WANTED.load(Ordering::SeqCst) {
        let said = SAID.get().copied();
        let said = said.unwrap_or("interrupted; the index is as it was after the last commit");
        return Err(Failure::interrupted(said));
    }
    Ok(())
}
