//! Figures of the running service, in the format of Prometheus.

use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::register::{MatchedBy, Register};

/// The upper bounds of the time buckets, in seconds.
const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

const METHODS: [&str; 7] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    method: String,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct By {
    matched_by: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Kept {
    store: &'static str,
}

#[derive(Debug)]
pub(crate) struct Figures {
    registry: Registry,
    requests: Family<Route, Counter>,
    seconds: Histogram,
    running: Gauge,
    articles: Family<By, Counter>,
    waiting: Gauge,
    behind: Family<Kept, Gauge>,
}

/// A guard that counts a request as unanswered until it is dropped.
pub(crate) struct Running(Gauge);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Figures {
    pub(crate) fn new() -> Figures {
        let mut registry = Registry::with_prefix("ibid");
        let requests = Family::default();
        registry.register("requests", "Requests, by route and status of the answer", requests.clone());
        let seconds = Histogram::new(SECONDS);
        registry.register("request_seconds", "Time to answer", seconds.clone());
        let running = Gauge::default();
        registry.register("requests_running", "Requests that are not answered yet", running.clone());
        let articles = Family::default();
        registry.register(
            "articles",
            "Articles that were given a docId, by how it was found",
            articles.clone(),
        );
        let waiting = Gauge::default();
        registry.register("articles_waiting", "Articles that wait to be decided", waiting.clone());
        let behind = Family::default();
        registry.register("store_waiting_bytes", "What waits to be written to a store", behind.clone());
        Figures { registry, requests, seconds, running, articles, waiting, behind }
    }

    /// Counts a request that has come.
    pub(crate) fn asked(&self) -> Running {
        self.running.inc();
        Running(self.running.clone())
    }

    pub(crate) fn answered(&self, method: &str, route: &str, status: u16, time: Duration) {
        // A client may invent any number of methods, and each would be kept.
        let method = if METHODS.contains(&method) { method } else { "other" };
        let route = Route { method: method.to_owned(), route: route.to_owned(), status };
        self.requests.get_or_create(&route).inc();
        self.seconds.observe(time.as_secs_f64());
    }

    pub(crate) fn assigned(&self, by: MatchedBy) {
        self.articles.get_or_create(&By { matched_by: by.name() }).inc();
    }

    /// Writes the present figures.
    pub(crate) fn write(&self, register: &Register) -> Result<String, std::fmt::Error> {
        self.waiting.set(register.waiting() as i64);
        for (store, health) in register.stores().unwrap_or_default() {
            self.behind.get_or_create(&Kept { store }).set(health.waiting as i64);
        }
        let mut out = String::new();
        text::encode(&mut out, &self.registry)?;
        Ok(out)
    }
}
