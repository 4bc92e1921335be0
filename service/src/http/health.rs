//! Liveness, readiness and figures of the service.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::Service;
use super::problem::Problem;
use crate::store::tier::Health;

/// Says that the process answers.
#[utoipa::path(get, path = "/health/live", tag = "health", security(()), responses((status = 200, description = "It lives", body = String, content_type = "text/plain")))]
pub(crate) async fn live() -> &'static str {
    "live\n"
}

/// What the service stands on.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Ready {
    /// `ready`.
    #[schema(example = "ready")]
    status: &'static str,
    /// Whether there is an index to check against.
    index: bool,
    /// What keeps the map and the articles.
    stores: BTreeMap<&'static str, String>,
}

/// Says whether ids can be given now, and whether there is an index.
#[utoipa::path(
    get,
    path = "/health/ready",
    tag = "health",
    security(()),
    responses(
        (status = 200, description = "It can do its work", body = Ready),
        (status = 503, description = "What is missing", body = Problem, content_type = "application/problem+json"),
    )
)]
pub(crate) async fn ready(State(service): State<Arc<Service>>) -> Result<Json<Ready>, Problem> {
    let mut stores = BTreeMap::new();
    for (tier, Health { store, waiting, fault }) in service.register.stores()? {
        if fault.is_some() {
            let detail =
                format!("{store}, which keeps the {tier}, cannot be reached; {waiting} bytes wait for it");
            return Err(Problem::unavailable(detail));
        }
        stores.insert(tier, store);
    }
    if let Some(fault) = service.turns.fault() {
        return Err(Problem::unavailable(fault));
    }
    Ok(Json(Ready { status: "ready", index: service.checks.has_index(), stores }))
}

/// Figures for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "health", responses((status = 200, description = "The figures", body = String, content_type = "application/openmetrics-text")))]
pub(crate) async fn metrics(State(service): State<Arc<Service>>) -> Result<Response, Problem> {
    let Ok(figures) = service.figures.write(&service.register) else {
        return Err(Problem::unavailable("the figures cannot be written"));
    };
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], figures).into_response())
}
