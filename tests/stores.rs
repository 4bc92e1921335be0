//! `ibid serve` over real databases, which are killed under it.

use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use crate::program::Folder;
use crate::serve::{Load, Service};

#[path = "../service/src/store/servers/server.rs"]
mod server;
#[path = "../service/src/store/servers/hbase_server.rs"]
mod hbase_server;

use hbase_server::HBASE;
use server::{MARIADB, POSTGRESQL, REDIS, START, Server};

/// Starts the service, as often as it takes: a database can be reached before it answers.
fn start(folder: &Folder, variables: &[(&str, String)]) -> Service {
    let start = Instant::now();
    loop {
        match Service::try_start(folder, &[], variables) {
            Ok(service) => return service,
            Err(said) => assert!(start.elapsed() < START, "{said}"),
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn wait_until_ready(service: &Service, servers: &[Server]) {
    let start = Instant::now();
    loop {
        let (status, answer) = service.send("GET", "/health/ready", &Value::Null);
        if status == 200 {
            return;
        }
        let log = |server: &Server| format!("{}: {}", server.name(), server.log());
        let logs: Vec<String> = servers.iter().map(log).collect();
        assert!(start.elapsed() < START, "{answer}: {logs:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_service_or_a_database_is_killed() {
    let kills: usize = std::env::var("IBID_KILLS").map_or(5, |kills| kills.parse().unwrap());
    let Some(map) = Server::start(&MARIADB) else { return };
    let Some(articles) = Server::start(&POSTGRESQL) else { return };
    let Some(keys) = Server::start(&REDIS) else { return };
    let mut servers = [map, articles, keys];
    let variables = ["IBID_SERVE_MAP", "IBID_SERVE_ARTICLES", "IBID_SERVE_KEYS"];
    let variables: Vec<(&str, String)> = variables.into_iter().zip(servers.iter().map(Server::url)).collect();
    let folder = Folder::new();
    let (load, mut sent) = (Load::default(), 0);
    for round in 0..kills {
        let service = start(&folder, &variables);
        // The map, the articles, the keys, all three, and the service itself.
        let killed = match round % 5 {
            one @ 0..3 => one..one + 1,
            3 => 0..3,
            _ => 0..0,
        };
        load.during(&service, || {
            std::thread::sleep(Duration::from_millis(300 + 70 * (round as u64 % 7)));
            if killed.is_empty() {
                service.kill();
            }
            servers[killed.clone()].iter_mut().for_each(Server::kill);
            std::thread::sleep(Duration::from_millis(200));
            servers[killed.clone()].iter_mut().for_each(Server::run);
        });
        let service = if killed.is_empty() {
            drop(service);
            start(&folder, &variables)
        } else {
            service
        };
        wait_until_ready(&service, &servers);
        assert!(load.len() > sent, "something was sent in each round");
        sent = load.len();
        load.is_there(&service, if round + 1 == kills { sent } else { 300 });
        let (code, log) = service.stop();
        assert_eq!(code, Some(0), "{log}");
        for word in ["geheim", "/tmp", "panicked"] {
            assert!(!log.contains(word), "{log}");
        }
    }
    eprintln!("{kills} kills, {sent} articles acknowledged and there");
}

#[test]
fn hbase_has_every_acknowledged_article_when_it_or_the_service_was_killed() {
    eprintln!("{}", kill_under_load(&[1, 1], 1));
}

/// Takes some five minutes.
#[test]
#[ignore = "takes minutes; run it by hand"]
fn hbase_has_every_acknowledged_article_after_many_kills_and_a_minute_away() {
    eprintln!("{}", kill_under_load(&[1, 1, 1, 1, 1, 60], 5));
}

/// Kills HBase under load, once for each of these numbers of seconds, and the service as often as said. Then each `docId`
/// is one row. Returns the counts.
fn kill_under_load(away: &[u64], services: usize) -> String {
    let Some(mut server) = Server::start(&HBASE) else { return String::new() };
    let variables = [("IBID_SERVE_ARTICLES", server.url())];
    let (folder, load) = (Folder::new(), Load::default());
    let kills = away.iter().copied().map(Some).chain(std::iter::repeat_n(None, services));
    for kill in kills {
        let service = start(&folder, &variables);
        let before = load.len();
        load.during(&service, || {
            std::thread::sleep(Duration::from_millis(500));
            match kill {
                None => service.kill(),
                Some(seconds) => {
                    server.kill();
                    std::thread::sleep(Duration::from_secs(seconds));
                    if seconds > 5 {
                        let (status, answer) = service.send("GET", "/health/ready", &Value::Null);
                        assert!(
                            status == 503 && answer["detail"].as_str().unwrap().contains("HBase"),
                            "{answer}"
                        );
                    }
                    server.run();
                }
            }
        });
        assert!(load.len() > before, "something was sent in each round");
        let service = if kill.is_none() { start(&folder, &variables) } else { service };
        wait_until_ready(&service, std::slice::from_ref(&server));
        load.is_there(&service, 200);
        let (code, log) = service.stop();
        assert_eq!(code, Some(0), "{log}");
        for word in ["geheim", "/tmp", "panicked"] {
            assert!(!log.contains(word), "{log}");
        }
    }
    let service = start(&folder, &variables);
    load.is_there(&service, load.len());
    assert_eq!(service.stop().0, Some(0));
    let rows = rows(&server);
    let row_of = |doc: &str| rows.iter().filter(|row| row.get(3..) == Some(doc)).count();
    let docs = load.docs();
    assert!(docs.iter().all(|doc| row_of(doc) == 1), "each docId is one row");
    // Those that were decided and not acknowledged before a kill may be there as well.
    let kills = away.len() + services;
    format!("{kills} kills, {} articles acknowledged, {} docIds, {} rows", load.len(), docs.len(), rows.len())
}

/// Returns the keys of all rows in HBase, as its gateway lists them.
fn rows(server: &Server) -> Vec<String> {
    let url = server.url().replace("hbase+", "") + "/*?limit=1000000";
    let mut answer = ureq::get(url).header("Accept", "application/json").call().unwrap();
    let text = answer.body_mut().with_config().limit(1 << 30).read_to_string().unwrap();
    let answer: Value = serde_json::from_str(&text).unwrap();
    let key = |row: &Value| {
        String::from_utf8(BASE64_STANDARD.decode(row["key"].as_str().unwrap()).unwrap()).unwrap()
    };
    answer["Row"].as_array().unwrap().iter().map(key).collect()
}
