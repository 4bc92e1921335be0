//! The body budget: large request bodies wait until others are done, so that together they do not fill the memory.

use std::sync::Arc;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use super::Service;
use super::problem::Problem;
use crate::checks::Refusal;

/// The size in bytes up to which a body need not wait.
const SMALL: u64 = 64 << 10;
/// The number of largest bodies that fit at once.
const LARGEST: u64 = 16;
const UNIT: u64 = 1 << 10;

/// A budget in units of a kilobyte.
pub(super) struct Room {
    free: Semaphore,
    largest: u32,
}

impl Room {
    /// Makes a budget for bodies of at most this many bytes.
    pub(super) fn new(body: usize) -> Room {
        let largest = (body as u64).div_ceil(UNIT).clamp(1, u64::from(u32::MAX) / LARGEST) as u32;
        let all = u64::from(largest) * LARGEST;
        Room { free: Semaphore::new((all as usize).min(Semaphore::MAX_PERMITS)), largest }
    }
}

/// Waits until there is room for the body, and holds it until the answer.
pub(super) async fn in_room(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    // The size of a compressed or chunked body is not known in advance.
    let units = match request.body().size_hint().upper() {
        Some(size) if size <= SMALL => return next.run(request).await,
        Some(size) => u32::try_from(size.div_ceil(UNIT)).unwrap_or(u32::MAX),
        None => u32::MAX,
    };
    let Room { free, largest } = &service.room;
    let Ok(_room) = free.acquire_many(units.min(*largest)).await else {
        return Problem::from(Refusal::Stopped).into_response();
    };
    next.run(request).await
}
