//! `ibid serve`: the docId service over HTTP.

mod log;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use ibid::{Detector, system_reason};
use ibid_service::{
    Access, AccessHints, Checks, Embedded, Fault, Listening, MatchBy, Register, Right, Service, Settings,
    Signer, Stores, Tls, Token,
};
use serde::{Deserialize, Serialize};

use crate::args::{LogForm, Property, RightName, RuleName, Serve};
use crate::exit::{self, Exit, Failure};
use crate::interrupt;
use crate::settings::Session;

/// The maximum weight of a word under `--rule paper`.
const WEIGHT_LEVELS: u32 = 5;

/// The file of tokens.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tokens {
    #[serde(default)]
    token: Vec<Token>,
}

pub(super) fn run(session: Session, command: &Serve) -> anyhow::Result<Exit> {
    if let Some(name) = &command.new_token {
        return new_token(name, &command.rights);
    }
    log::start(command.log, session.quiet);
    let tokens = match &command.tokens {
        None => vec![],
        Some(file) => read_tokens(file)?,
    };
    if tokens.is_empty() && !command.listen.ip().is_loopback() {
        return Err(Failure::usage(format!(
            "--listen {} can be reached from other machines: name who may ask with --tokens FILE (see --new-token)",
            command.listen
        )));
    }
    let settings = Settings {
        match_by: MatchBy {
            url: command.match_by.contains(&Property::Url),
            title: command.match_by.contains(&Property::Title),
            content: command.match_by.contains(&Property::Content),
            content_words: command.match_by.contains(&Property::ContentWords),
        },
        body: usize::try_from(command.max_body).unwrap_or(usize::MAX),
        time: Duration::from_secs(command.timeout.max(1)),
        connections: usize::try_from(command.max_connections.get()).unwrap_or(usize::MAX),
        checks: session.threads,
        ..Settings::default()
    };
    let (map, articles, keys) =
        (command.map.as_deref(), command.articles.as_deref(), command.keys.as_deref());
    let stores = Stores::open(map, articles, keys)
        .map_err(|fault| Failure::usage(format!("--map, --articles, --keys: {fault}")))?;
    let listening = Listening::bind(command.listen, tls(command)?)
        .map_err(|error| Failure::usage(format!("--listen {}: {}", command.listen, system_reason(&error))))?;
    let signer = Arc::new(signer(command)?);
    let register = open_register(&command.data, stores, &signer)
        .map_err(|fault| Failure::index(format!("--data {:?}: {fault}", command.data)))?;
    let checks = checks(&session, command)?;
    let count = tokens.len();
    let hints = AccessHints { tokens: "--tokens", behind_proxy: "--behind-proxy" };
    let access = Access::new(tokens, command.rate, command.behind_proxy).hinting(hints);
    let service = Service::new(register, signer, checks, access, settings);
    let scheme = if command.tls_cert.is_some() { "https" } else { "http" };
    let address = listening.address().unwrap_or(command.listen);
    let ready = || {
        // From here on the first signal ends the service in order, and a second one ends it at once.
        interrupt::carefully();
        match command.log {
            LogForm::Json => log_start(&session, command, &format!("{scheme}://{address}"), count),
            LogForm::Text if session.quiet => {}
            LogForm::Text => {
                exit::say(&format!(
                    "ibid answers at {scheme}://{address}; try it at {scheme}://{address}/docs/"
                ));
            }
        }
    };
    let began = Instant::now();
    listening.serve(service, ready).map_err(of_system)?;
    if command.log == LogForm::Json {
        tracing::info!(seconds = began.elapsed().as_secs_f64(), "stopped");
    }
    Ok(Exit::Done)
}

/// Logs the version, the address, and the settings that are no secrets. Of the address of a store, which may hold a
/// password, only the kind is logged.
fn log_start(session: &Session, command: &Serve, address: &str, tokens: usize) {
    let match_by: Vec<String> = command.match_by.iter().filter_map(value_name).collect();
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        address,
        data = %command.data.display(),
        index = session.index.as_ref().map(|index| index.display().to_string()),
        map = store_kind(command.map.as_deref(), "embedded"),
        articles = store_kind(command.articles.as_deref(), "embedded"),
        keys = store_kind(command.keys.as_deref(), "memory"),
        match_by = match_by.join(","),
        rule = value_name(&command.rule),
        weight_levels = command.weight_levels,
        tokens,
        rate = command.rate.map(u32::from),
        behind_proxy = command.behind_proxy,
        max_body = command.max_body,
        max_connections = u32::from(command.max_connections),
        timeout = command.timeout,
        threads = session.threads,
        process = std::process::id(),
        "started"
    );
}

/// Returns the value of a flag as it is given.
fn value_name(value: &impl ValueEnum) -> Option<String> {
    Some(value.to_possible_value()?.get_name().to_owned())
}

/// Returns the kind of a store: the scheme of its address, or `default` without one.
fn store_kind<'a>(address: Option<&'a str>, default: &'a str) -> &'a str {
    match address.unwrap_or_default().split_once("://") {
        Some((scheme, _)) => scheme,
        None => default,
    }
}

/// Returns the maker of signatures for the rule of the command.
fn signer(command: &Serve) -> anyhow::Result<Signer> {
    match (command.rule, command.weight_levels) {
        (RuleName::Paper, levels) => Ok(Signer::paper(levels.unwrap_or(WEIGHT_LEVELS))),
        (RuleName::Facts, None) => Ok(Signer::facts()),
        (RuleName::Facts, Some(_)) => Err(Failure::usage(
            "--weight-levels goes with --rule paper only: words are not weighed otherwise".to_owned(),
        )),
    }
}

/// Returns the checks over the index that the session has found, if any.
fn checks(session: &Session, command: &Serve) -> anyhow::Result<Checks> {
    let config = session.counting_config(&command.detection, &command.counting)?;
    let checks = reading(Checks::new(Detector::new(config.clone())?, command.counting.commonplaces));
    match &session.index {
        Some(dir) => Ok(checks.over(dir.clone(), config)?),
        None => Ok(checks),
    }
}

/// Adds checks of files, which are read in processes of their own, if the file of this program is known.
#[cfg(feature = "papers")]
fn reading(checks: Checks) -> Checks {
    let Ok(program) = std::env::current_exe() else { return checks };
    checks.reading(Arc::new(move |name, bytes, stop| crate::papers::read_file(&program, name, bytes, stop)))
}

#[cfg(not(feature = "papers"))]
fn reading(checks: Checks) -> Checks {
    checks
}

fn of_system(error: std::io::Error) -> anyhow::Error {
    Failure::usage(system_reason(&error))
}

fn open_register(data: &Path, stores: Stores, signer: &Signer) -> Result<Register, Fault> {
    Register::open(Embedded::open(data)?, stores, signer.method())
}

fn tls(command: &Serve) -> anyhow::Result<Option<Tls>> {
    let (Some(certificates), Some(key)) = (&command.tls_cert, &command.tls_key) else { return Ok(None) };
    match Tls::read(certificates, key) {
        Ok(tls) => Ok(Some(tls)),
        Err(error) => Err(Failure::usage(format!(
            "--tls-cert {certificates:?} --tls-key {key:?}: {}",
            system_reason(&error)
        ))),
    }
}

fn read_tokens(file: &Path) -> anyhow::Result<Vec<Token>> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::usage(format!("--tokens {file:?}: {}", system_reason(&error))))?;
    let tokens: Tokens = toml::from_str(&text)
        .map_err(|error| Failure::usage(format!("--tokens {file:?}: {}", error.to_string().trim_end())))?;
    for token in &tokens.token {
        let hash = token.sha256.as_bytes();
        if hash.len() != 64 || !hash.iter().all(u8::is_ascii_hexdigit) {
            return Err(Failure::usage(format!(
                "--tokens {file:?}: sha256 of {:?} must be 64 hexadecimal digits, as --new-token prints them",
                token.name
            )));
        }
    }
    if tokens.token.is_empty() {
        return Err(Failure::usage(format!(
            "--tokens {file:?} has no token: make one with --new-token NAME"
        )));
    }
    Ok(tokens.token)
}

fn new_token(name: &str, rights: &[RightName]) -> anyhow::Result<Exit> {
    if rights.is_empty() {
        return Err(Failure::usage("--new-token needs --rights, such as --rights read,check"));
    }
    let mut may = vec![];
    for right in rights {
        may.push(match right {
            RightName::Read => Right::Read,
            RightName::Check => Right::Check,
            RightName::Write => Right::Write,
        });
    }
    let made = Token::new(name.to_owned(), may);
    let (secret, token) = made.map_err(of_system)?;
    let table = toml::to_string(&Tokens { token: vec![token] })?;
    let mut out = std::io::stdout().lock();
    write!(
        out,
        "# The token of {name}. It is shown once, and kept nowhere:\n# {secret}\n\n# For the file of tokens:\n{table}"
    )?;
    Ok(Exit::Done)
}
