//! `ibid serve` over real databases, which are killed under it.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::Folder;
use crate::serve::{Load, Service};

#[path = "../service/src/store/servers/server.rs"]
mod server;

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

fn wait_until_ready(service: &Service, servers: &[Server; 3]) {
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
