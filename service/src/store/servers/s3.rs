//! Articles in S3: moto, which has the interface of S3 and keeps its objects in memory.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::server::{Kind, Server};
use super::*;
use crate::store::objects::Objects;

const MOTO: Kind = Kind {
    name: "moto",
    user: "root",
    needs: None,
    install: None,
    run: |_, port| {
        let mut command = Command::new(program());
        command.args(["--host", "127.0.0.1", "--port", &port.to_string()]);
        command
    },
    url: |port| {
        format!(
            "s3://articles/2026?endpoint=http://127.0.0.1:{port}&region=us-east-1&access_key_id=geheim&secret_access_key=geheim"
        )
    },
};

/// Returns the path of the program, wherever pip has put it.
fn program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = std::env::split_paths(&path).map(|folder| folder.join("moto_server"));
    all.into_iter()
        .find(|program| program.is_file())
        .unwrap_or_else(|| Path::new("/usr/bin/moto_server").into())
}

fn open(url: &str) -> Result<Arc<dyn Store>, Fault> {
    Ok(Arc::new(Objects::s3(url)?))
}

/// Makes the bucket, which vanishes with the server.
fn make_bucket(server: &Server) {
    let url = server.url();
    let address = url.split("http://").nth(1).unwrap().split('&').next().unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let request =
        "PUT /articles HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn s3_keeps_articles_and_what_it_did_not_take_waits() {
    let Some(server) = &mut Server::start(&MOTO) else { return };
    let missing = open(&server.url()).err().unwrap().to_string();
    assert!(missing.contains("bucket") && !missing.contains("geheim"), "{missing}");
    make_bucket(server);
    let store = store_of(server, open);
    check(&*store);

    let folder = tempfile::tempdir().unwrap();
    let embedded = Embedded::open(folder.path()).unwrap();
    let tier = Tier::behind(&embedded, Table::Articles, store).unwrap();
    let put = |n: usize| {
        let value = Some(format!("{n} {}", "x".repeat(n * 50)).into_bytes());
        let changes = vec![Change { key: format!("article-{n}").into_bytes(), value }];
        embedded.commit(tier.to_commit(&changes).unwrap()).unwrap();
        tier.committed(changes);
    };
    (0..50).for_each(put);
    tier.wait_until_written().unwrap();
    server.kill();
    (50..250).for_each(put);
    let start = Instant::now();
    while tier.health().fault.is_none() {
        assert!(start.elapsed() < START, "nobody noticed that it is away");
        std::thread::sleep(Duration::from_millis(20));
    }
    server.run();
    make_bucket(server);
    while tier.wait_until_written().is_err() {
        assert!(start.elapsed() < START, "{:?}", tier.health());
        std::thread::sleep(Duration::from_millis(50));
    }
    let store = store_of(server, open);
    for n in 50..250 {
        let value = store.get_one(format!("article-{n}").as_bytes()).unwrap().unwrap();
        assert!(value.starts_with(format!("{n} ").as_bytes()) && value.len() > n * 50, "{n}");
    }
}
