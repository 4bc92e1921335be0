//! Decompression of request bodies while they are read, so that limits count the decompressed bytes.
//!
//! A layer of `tower-http` would end a body after the first gzip member (`cat a.gz b.gz`), and let zstd ask for 128 MB
//! per body.

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

/// The binary logarithm of the largest zstd window: 8 MB, as in RFC 9659.
const ZSTD_WINDOW: u32 = 23;

/// Decompresses gzip and zstd bodies, and refuses other encodings.
pub(super) async fn unpack(mut request: Request, next: Next) -> Response {
    let Some(packing) = request.headers_mut().remove(header::CONTENT_ENCODING) else {
        return next.run(request).await;
    };
    let packing = packing.to_str().unwrap_or("?").to_ascii_lowercase();
    let (parts, body) = request.into_parts();
    let body = match packing.trim() {
        "" | "identity" => body,
        "gzip" | "x-gzip" => {
            let packed = StreamReader::new(body.into_data_stream().map_err(io::Error::other));
            let mut unpacked = GzipDecoder::new(packed);
            unpacked.multiple_members(true);
            Body::from_stream(ReaderStream::new(unpacked))
        }
        "zstd" => {
            let packed = StreamReader::new(body.into_data_stream().map_err(io::Error::other));
            let mut unpacked = ZstdDecoder::with_params(packed, &[DParameter::window_log_max(ZSTD_WINDOW)]);
            unpacked.multiple_members(true);
            Body::from_stream(ReaderStream::new(unpacked))
        }
        other => {
            let detail = format!("the body is packed as {other:?}; send it plain, or as gzip or zstd");
            return Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail).into_response();
        }
    };
    let mut request = Request::from_parts(parts, body);
    // The length was that of the compressed body.
    request.headers_mut().remove(header::CONTENT_LENGTH);
    next.run(request).await
}
