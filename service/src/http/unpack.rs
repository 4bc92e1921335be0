//! Packed bodies are unpacked as they are read: whoever reads one counts what is unpacked.
//!
//! Not by a layer of `tower-http`, which ends a body after the first member of gzip (`cat a.gz b.gz`), and lets zstd ask for
//! 128 MB a body.

use std::io;

use async_compression::tokio::bufread::{GzipDecoder, ZstdDecoder};
use async_compression::zstd::DParameter;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::TryStreamExt;
use tokio_util::io::{ReaderStream, StreamReader};

use super::problem::Problem;

/// The memory that zstd may ask for is two to the power of this: 8 MB, as RFC 9659 has it.
const ZSTD_WINDOW: u32 = 23;

/// Unpacks gzip and zstd, and refuses other packings.
pub(super) async fn unpack(mut request: Request, next: Next) -> Response {
    let Some(packing) = request.headers_mut().remove(header::CONTENT_ENCODING) else {
        return next.run(request).await;
    };
    let packing = packing.to_str().unwrap_or("?").to_ascii_lowercase();
    let (parts, body) = request.into_parts();
    let packed = |body: Body| StreamReader::new(body.into_data_stream().map_err(io::Error::other));
    let body = match packing.trim() {
        "" | "identity" => body,
        "gzip" | "x-gzip" => {
            let mut unpacked = GzipDecoder::new(packed(body));
            unpacked.multiple_members(true);
            Body::from_stream(ReaderStream::new(unpacked))
        }
        "zstd" => {
            let mut unpacked =
                ZstdDecoder::with_params(packed(body), &[DParameter::window_log_max(ZSTD_WINDOW)]);
            unpacked.multiple_members(true);
            Body::from_stream(ReaderStream::new(unpacked))
        }
        other => {
            let detail = format!("the body is packed as {other:?}; send it plain, or as gzip or zstd");
            return Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail).into_response();
        }
    };
    let mut request = Request::from_parts(parts, body);
    // It was that of the packed body.
    request.headers_mut().remove(header::CONTENT_LENGTH);
    next.run(request).await
}
