//! Room for the bodies of requests: large ones wait until others are done, so that they do not fill the memory together.

use std::sync::Arc;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use super::Service;
use super::problem::Problem;
use crate::checks::Refusal;

/// Smaller bodies wait for nobody.
const SMALL: u64 = 64 << 10;
/// The largest bodies that there is room for at once.
const LARGEST: u64 = 16;
const UNIT: u64 = 1 << 10;

/// Room in units of a kilobyte.
pub(super) struct Room {
    free: Semaphore,
    largest: u32,
}

impl Room {
    /// For bodies up to this number of bytes.
    pub(super) fn new(body: usize) -> Room {
        let largest = (body as u64).div_ceil(UNIT).clamp(1, u64::from(u32::MAX) / LARGEST) as u32;
        let all = u64::from(largest) * LARGEST;
        Room { free: Semaphore::new((all as usize).min(Semaphore::MAX_PERMITS)), largest }
    }
}

/// Waits until there is room for the body, which it has until it is answered.
pub(super) async fn in_room(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    // Of a packed one, and of one in chunks, the size is not known before.
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
