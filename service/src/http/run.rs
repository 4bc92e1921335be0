//! The service on a socket, until it is told to stop.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum_server::Handle;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};
use hyper_util::rt::TokioTimer;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::connections::{ConnectionLimits, Places};
use super::{Service, router};

/// The most time for a client to send the head of a request, the wait for the next one on the same connection included.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The time that requests may take after the service was told to stop.
const GRACE: Duration = Duration::from_secs(20);

/// A listening socket; connections wait until the service runs.
#[derive(Debug)]
pub struct Listening {
    listener: TcpListener,
    tls: Option<Tls>,
}

/// A certificate with its key.
#[derive(Clone, Debug)]
pub struct Tls {
    config: Arc<rustls::ServerConfig>,
}

impl Tls {
    /// Reads a chain of certificates and a private key, both as PEM.
    ///
    /// # Errors
    /// A file cannot be read or holds none, or the two do not belong together.
    pub fn read(certificates: &Path, key: &Path) -> io::Result<Tls> {
        let chain = CertificateDer::pem_file_iter(certificates).map_err(invalid)?;
        let chain = chain.collect::<Result<Vec<_>, _>>().map_err(invalid)?;
        if chain.is_empty() {
            return Err(invalid("there is no certificate in it"));
        }
        let key = PrivateKeyDer::from_pem_file(key).map_err(invalid)?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(invalid)?;
        let config = config.with_no_client_auth().with_single_cert(chain, key).map_err(invalid)?;
        Ok(Tls { config: Arc::new(config) })
    }
}

fn invalid(error: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

impl Listening {
    /// Binds an address.
    ///
    /// # Errors
    /// The address is taken, or may not be bound.
    pub fn bind(address: SocketAddr, tls: Option<Tls>) -> io::Result<Listening> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Listening { listener, tls })
    }

    /// Returns the bound address. If port 0 was asked for, the system has chosen one.
    ///
    /// # Errors
    /// The system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the process is told to stop (SIGTERM, SIGINT). Then it finishes running requests and accepts no
    /// others. `ready` is called once it can be told to stop.
    ///
    /// # Errors
    /// The system gives no threads or sockets.
    pub fn serve(self, service: Service, ready: impl FnOnce()) -> io::Result<()> {
        let service = Arc::new(service);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let served = runtime.block_on(self.serve_until_stopped(&service, ready));
        // Checks whose clients are gone are not waited for.
        runtime.shutdown_timeout(Duration::from_secs(1));
        served
    }

    async fn serve_until_stopped(self, service: &Arc<Service>, ready: impl FnOnce()) -> io::Result<()> {
        let handle = Handle::new();
        let stopped = stop()?;
        ready();
        let (stopping, ending) = (handle.clone(), service.clone());
        tokio::spawn(async move {
            stopped.await;
            tracing::info!("stopping: requests that run are ended");
            ending.stop();
            stopping.graceful_shutdown(Some(GRACE));
        });
        let app = router(service.clone()).into_make_service_with_connect_info::<SocketAddr>();
        let most = service.settings.connections;
        let limits = match service.access.trusts_proxy() {
            true => ConnectionLimits::of_proxy(most),
            false => ConnectionLimits::new(most),
        };
        let places = Places::new(limits, service.settings.time);
        let head = HEAD_TIME.min(service.settings.time);
        // Without `http1_only`, the first bytes of a connection would be awaited without limit, to tell versions apart.
        let mut server = axum_server::from_tcp(self.listener)?.handle(handle).http1_only();
        server.http_builder().http1().timer(TokioTimer::new()).header_read_timeout(head);
        match self.tls {
            None => server.acceptor(places).serve(app).await,
            Some(tls) => {
                let tls = RustlsAcceptor::new(RustlsConfig::from_config(tls.config));
                server.acceptor(tls.acceptor(places)).serve(app).await
            }
        }
    }
}

/// Returns a future that ends when the process is told to stop.
#[cfg(unix)]
fn stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Returns a future that ends when the process is told to stop.
#[cfg(not(unix))]
fn stop() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // If no signal can be received, the service runs until it is killed.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
