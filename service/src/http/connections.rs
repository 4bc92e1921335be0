//! Connections: how many there are at once, and how long one may take nothing of its answer.
//!
//! Every connection takes a file descriptor, of which a process has 1,024 where nobody asks for more, and the embedded store
//! needs its own. A connection over the number is closed at once. One whose client reads nothing is given up, or a few such
//! clients would take all places.

use std::future::{Ready, ready};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum_server::accept::Accept;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

/// Takes connections as long as there are places.
#[derive(Clone)]
pub(super) struct Places {
    free: Arc<Semaphore>,
    /// Whether it was said that there are none.
    is_full: Arc<AtomicBool>,
    patience: Duration,
}

impl Places {
    /// For at most this many connections, each of which takes something of its answer within this time.
    pub(super) fn new(connections: usize, patience: Duration) -> Places {
        let connections = connections.clamp(1, Semaphore::MAX_PERMITS);
        Places { free: Arc::new(Semaphore::new(connections)), is_full: Arc::default(), patience }
    }
}

impl<S> Accept<TcpStream, S> for Places {
    type Stream = Connection;
    type Service = S;
    type Future = Ready<io::Result<(Connection, S)>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let Ok(place) = self.free.clone().try_acquire_owned() else {
            if !self.is_full.swap(true, Ordering::Relaxed) {
                tracing::warn!("there are as many connections as allowed; others are closed");
            }
            return ready(Err(io::Error::other("too many connections")));
        };
        self.is_full.store(false, Ordering::Relaxed);
        // Events are sent when they come, not when there are many.
        let set = stream.set_nodelay(true);
        let connection = Connection { stream, patience: self.patience, stalled: None, _place: place };
        ready(set.map(|()| (connection, service)))
    }
}

/// A connection that has a place.
pub(super) struct Connection {
    stream: TcpStream,
    patience: Duration,
    /// When it is given up, while its client takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
    _place: OwnedSemaphorePermit,
}

impl Connection {
    /// What came of writing, unless it has waited for too long.
    fn in_time<A>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<A>>) -> Poll<io::Result<A>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled =
            self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + patience)));
        stalled.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.in_time(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.in_time(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
