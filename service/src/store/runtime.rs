//! The runtime of a store whose client is asynchronous.

use tokio::runtime::{Builder, Runtime};

use super::Fault;

/// A runtime with one thread. A store with it must be called from threads that may block.
pub(super) struct StoreRuntime {
    store: &'static str,
    // Invariant: some, until it is dropped.
    runtime: Option<Runtime>,
}

impl StoreRuntime {
    /// Starts the runtime of a store.
    pub(super) fn start(store: &'static str) -> Result<StoreRuntime, Fault> {
        match Builder::new_multi_thread().worker_threads(1).thread_name(store).enable_all().build() {
            Ok(runtime) => Ok(StoreRuntime { store, runtime: Some(runtime) }),
            Err(error) => Err(Fault::unreachable(store, error)),
        }
    }

    /// Does work, and waits for it.
    pub(super) fn run<A, E: From<Fault>>(&self, work: impl Future<Output = Result<A, E>>) -> Result<A, E> {
        match &self.runtime {
            Some(runtime) => runtime.block_on(work),
            None => Err(Fault::unreachable(self.store, "it is closed").into()),
        }
    }
}

impl Drop for StoreRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Nothing runs on it any more. Waiting would not be allowed within another runtime.
            runtime.shutdown_background();
        }
    }
}
