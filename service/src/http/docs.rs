//! The OpenAPI 3.1 description of the interface, and a page to try it.

use std::sync::Arc;

use axum::Router;
use utoipa::OpenApi;
use utoipa_swagger_ui::SwaggerUi;

use super::problem::Problem;
use super::{Service, articles, checks, documents, health, jobs};

#[derive(OpenApi)]
#[openapi(
    info(title = "ibid", description = "One docId for all articles that say the same, and copied sentences found."),
    paths(
        articles::get_doc_id,
        documents::post,
        documents::put,
        documents::get,
        documents::delete,
        checks::check,
        checks::compare,
        checks::trace,
        jobs::post,
        jobs::get,
        jobs::events,
        jobs::result,
        jobs::delete,
        health::live,
        health::ready,
        health::metrics,
    ),
    components(schemas(Problem)),
    modifiers(&Tokens)
)]
struct Api;

/// The security scheme of tokens, for every path except those of health.
struct Tokens;

impl utoipa::Modify for Tokens {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        api.components.get_or_insert_default().add_security_scheme("token", scheme);
        let none = SecurityRequirement::default();
        api.security = Some(vec![none, SecurityRequirement::new("token", [] as [String; 0])]);
    }
}

/// Returns the description of the interface.
pub(crate) fn api() -> utoipa::openapi::OpenApi {
    Api::openapi()
}

/// Returns the routes of `/openapi.json` and of the page `/docs`.
pub(crate) fn routes() -> Router<Arc<Service>> {
    SwaggerUi::new("/docs").url("/openapi.json", api()).into()
}
