//! Ctrl-C, and requests of the system to end. Commands that only read end at once. Commands that write end at a point
//! where nothing is half done. A command that has taken over the terminal gives it back first.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::sync::{Arc, LazyLock};

use crate::exit::{Exit, Failure};
use crate::{atomic_file, progress};

static WANTED: AtomicBool = AtomicBool::new(false);
static CAREFUL: AtomicBool = AtomicBool::new(false);
static INSTALLED: OnceLock<()> = OnceLock::new();
/// True while an abort is taken for a lack of memory.
#[cfg(unix)]
static OUT_OF_MEMORY: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));
static LAST: OnceLock<fn()> = OnceLock::new();
static SAID: OnceLock<&str> = OnceLock::new();

/// Makes the first Ctrl-C only ask to stop. A second one ends the program, and even then nothing committed is lost.
pub(crate) fn carefully() {
    CAREFUL.store(true, Ordering::SeqCst);
    install();
}

/// Sets the message for an interrupt, in place of the one about the index.
pub(crate) fn saying(what: &'static str) {
    let _ = SAID.set(what);
}

/// Makes Ctrl-C end the program at once, with its exit code.
pub(crate) fn install() {
    INSTALLED.get_or_init(|| {
        // Without a handler the system ends the program, which is safe too.
        let _ = ctrlc::set_handler(|| {
            if !CAREFUL.load(Ordering::SeqCst) || WANTED.swap(true, Ordering::SeqCst) {
                progress::end_for_good();
                // Locked until the end, so that nothing is drawn after the terminal was given back.
                let _out = io::stdout().lock();
                if let Some(last) = LAST.get() {
                    last();
                }
                atomic_file::abandon_all();
                std::process::exit(Exit::Interrupted as i32);
            }
        });
    });
}

/// Makes a write beyond the shell's file size limit (`ulimit -f`) fail as on a full disk. By default the system would
/// end the program.
pub(crate) fn survive_file_size_limits() {
    #[cfg(unix)]
    {
        // The flag is never read: a handler is enough. If none can be set, the default stays.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    }
}

/// Makes the program end with its exit code when memory runs out. The allocator prints a message and aborts, and
/// nothing else reports it.
pub(crate) fn survive_memory_limits() {
    #[cfg(unix)]
    {
        let wanted = Arc::clone(&OUT_OF_MEMORY);
        let code = Exit::Index as i32;
        // Without a handler the system ends the program, which loses nothing either.
        let _ = signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGABRT, code, wanted);
    }
}

/// Lets an abort end the program by its signal: its cause is a panic, and not a lack of memory or threads.
pub(crate) fn abort_by_signal() {
    #[cfg(unix)]
    OUT_OF_MEMORY.store(false, Ordering::SeqCst);
}

/// Sets the work to do before a signal ends the program. Only the first call counts.
pub(crate) fn last(work: fn()) {
    let _ = LAST.set(work);
    install();
}

/// Fails if Ctrl-C was pressed, for work of the library. [`check`] then has the message.
pub(crate) fn check_library() -> ibid::Result<()> {
    if WANTED.load(Ordering::SeqCst) { Err(ibid::Error::Interrupted) } else { Ok(()) }
}

/// Fails if Ctrl-C was pressed.
pub(crate) fn check() -> anyhow::Result<()> {
    if WANTED.load(Ordering::SeqCst) {
        let said = SAID.get().copied();
        let said = said.unwrap_or("interrupted; the index is as it was after the last commit");
        return Err(Failure::interrupted(said));
    }
    Ok(())
}
