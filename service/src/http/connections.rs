//! The connection limit, and the time limit for clients that read nothing.
//!
//! Every connection takes a file descriptor. A process has 1,024 by default, and the embedded store needs its own. One
//! address has at most three quarters of the places, so that it does not lock out the others; behind a proxy all
//! clients share one address. If all places are taken, a connection without a request is closed for a new one: the
//! longest idle one, of the address with the most connections. If none is idle, the new one is closed. A connection
//! whose client reads nothing is closed, or a few such clients would take all places.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::future::{Ready, ready};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum_server::accept::Accept;
use futures_util::task::AtomicWaker;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};
use tower::Service;

use super::access::network;
use crate::mutex::lock;

/// The limits of connections at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConnectionLimits {
    /// The most connections in all.
    all: usize,
    /// The most connections of one address.
    of_address: usize,
}

impl ConnectionLimits {
    /// Returns limits that leave three quarters of the places to one address.
    pub(super) fn new(all: usize) -> ConnectionLimits {
        let all = all.max(1);
        ConnectionLimits { all, of_address: (all - all / 4).max(1) }
    }

    /// Returns limits without one per address: all clients come from the address of a proxy, which has its own limits.
    pub(super) fn of_proxy(all: usize) -> ConnectionLimits {
        ConnectionLimits { all: all.max(1), of_address: usize::MAX }
    }
}

/// A listener that accepts connections while there are places.
#[derive(Clone)]
pub(super) struct Places {
    taken: Arc<Taken>,
    limits: ConnectionLimits,
    /// True if the lack of places has been logged.
    is_full: Arc<AtomicBool>,
    patience: Duration,
}

/// The connections that have a place.
#[derive(Default)]
struct Taken {
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    /// The places, in the order in which they were taken.
    places: BTreeMap<u64, Arc<Place>>,
    of_address: HashMap<String, usize>,
    next: u64,
}

/// The place of a connection.
struct Place {
    number: u64,
    address: String,
    /// The number of its unanswered requests.
    requests: AtomicUsize,
    /// The time of the last read or write.
    active: Mutex<Instant>,
    is_closed: AtomicBool,
    reader: AtomicWaker,
}

impl Taken {
    /// Gives a place to a connection of an address, if it may have one.
    fn take(self: &Arc<Taken>, address: String, limits: ConnectionLimits) -> Option<HeldPlace> {
        let mut table = lock(&self.table);
        if table.of_address.get(&address).is_some_and(|&count| count >= limits.of_address) {
            return None;
        }
        if table.places.len() >= limits.all {
            let idle = table.longest_idle()?;
            table.remove(idle.number);
            idle.close();
        }
        let number = table.next;
        table.next += 1;
        *table.of_address.entry(address.clone()).or_default() += 1;
        let place = Arc::new(Place {
            number,
            address,
            requests: AtomicUsize::new(0),
            active: Mutex::new(Instant::now()),
            is_closed: AtomicBool::new(false),
            reader: AtomicWaker::new(),
        });
        table.places.insert(number, place.clone());
        Some(HeldPlace { place, taken: self.clone() })
    }
}

impl Table {
    /// Returns the idle connection to close: the one idle longest, of the address with the most connections.
    fn longest_idle(&self) -> Option<Arc<Place>> {
        let mut idle = vec![];
        for place in self.places.values() {
            if place.requests.load(Ordering::SeqCst) == 0 {
                let count = self.of_address.get(&place.address).copied().unwrap_or(0);
                idle.push((Reverse(count), place.active(), place.number));
            }
        }
        let (_, _, longest) = idle.into_iter().min()?;
        self.places.get(&longest).cloned()
    }

    fn remove(&mut self, number: u64) {
        let Some(place) = self.places.remove(&number) else { return };
        if let Some(count) = self.of_address.get_mut(&place.address) {
            *count -= 1;
            if *count == 0 {
                self.of_address.remove(&place.address);
            }
        }
    }
}

impl Place {
    fn active(&self) -> Instant {
        *lock(&self.active)
    }

    fn touch(&self) {
        *lock(&self.active) = Instant::now();
    }

    fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        self.reader.wake();
    }

    /// Returns whether the service has closed it. If not, its reader is woken when that happens.
    fn is_closed(&self, cx: &Context<'_>) -> bool {
        self.reader.register(cx.waker());
        self.is_closed.load(Ordering::SeqCst)
    }
}

/// A held place, free again when this is dropped.
struct HeldPlace {
    place: Arc<Place>,
    taken: Arc<Taken>,
}

impl Drop for HeldPlace {
    fn drop(&mut self) {
        lock(&self.taken.table).remove(self.place.number);
    }
}

impl Places {
    /// Makes places with these limits. A connection whose client reads nothing for `patience` is closed.
    pub(super) fn new(limits: ConnectionLimits, patience: Duration) -> Places {
        Places { taken: Arc::default(), limits, is_full: Arc::default(), patience }
    }
}

impl<S> Accept<TcpStream, S> for Places {
    type Stream = Connection;
    type Service = Counted<S>;
    type Future = Ready<io::Result<(Connection, Counted<S>)>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let address = stream.peer_addr().as_ref().map(SocketAddr::ip).map(network).unwrap_or_default();
        let Some(held) = self.taken.take(address, self.limits) else {
            if !self.is_full.swap(true, Ordering::Relaxed) {
                tracing::warn!("there are as many connections as allowed; others are closed");
            }
            return ready(Err(io::Error::other("too many connections")));
        };
        self.is_full.store(false, Ordering::Relaxed);
        // Events must be sent as they come, without waiting for more.
        let set = stream.set_nodelay(true);
        let counted = Counted { service, place: held.place.clone() };
        let connection = Connection { stream, patience: self.patience, stalled: None, held };
        ready(set.map(|()| (connection, counted)))
    }
}

/// A service that counts the requests of a connection.
#[derive(Clone)]
pub(super) struct Counted<S> {
    service: S,
    place: Arc<Place>,
}

/// A guard for a request that is not answered yet.
struct Request(Arc<Place>);

impl Drop for Request {
    fn drop(&mut self) {
        self.0.touch();
        self.0.requests.fetch_sub(1, Ordering::SeqCst);
    }
}

impl<R, S> Service<R> for Counted<S>
where
    S: Service<R>,
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(cx)
    }

    fn call(&mut self, request: R) -> Self::Future {
        self.place.requests.fetch_add(1, Ordering::SeqCst);
        let counted = Request(self.place.clone());
        let answer = self.service.call(request);
        Box::pin(async move {
            let _counted = counted;
            answer.await
        })
    }
}

/// A connection that has a place.
pub(super) struct Connection {
    stream: TcpStream,
    patience: Duration,
    /// The time at which it is closed if its client still reads nothing.
    stalled: Option<Pin<Box<Sleep>>>,
    held: HeldPlace,
}

impl Connection {
    /// Returns the result of a write, or a timeout if it has waited too long.
    fn in_time<A>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<A>>) -> Poll<io::Result<A>> {
        if written.is_ready() {
            self.stalled = None;
            self.held.place.touch();
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
        if self.held.place.is_closed(cx) {
            // Ends as if the client had closed it.
            return Poll::Ready(Ok(()));
        }
        let read = Pin::new(&mut self.stream).poll_read(cx, into);
        if read.is_ready() {
            self.held.place.touch();
        }
        read
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
