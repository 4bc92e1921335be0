//! Articles in HBase: one server for all tests of it, since its start takes half a minute.

use reqwest::Url;
use serde_json::{Value, json};

use super::hbase_server::HBASE;
use super::*;
use crate::article::{Article, StoredArticle};
use crate::store::hbase::HBase;

fn open(url: &str) -> Result<Arc<dyn Store>, Fault> {
    Ok(Arc::new(HBase::open(url)?))
}

fn article(n: usize) -> Change {
    let article = Article {
        id: format!("新闻-{n}"),
        url: format!("https://example.com/{n}"),
        title: format!("港口在十一年后重新开放（{n}）"),
        content: format!("第 {n} 篇：港口星期一重新开放。The harbour opened again.\n").repeat(1 + n % 40),
        ..Article::default()
    };
    let stored = StoredArticle::new(article, 1 + n as u64, 1_795_000_000_000, 1_795_000_000_000 + n as i64);
    Change {
        key: format!("{n:016x}-{n:016x}").into_bytes(),
        value: Some(serde_json::to_vec(&stored).unwrap()),
    }
}

#[test]
fn hbase_keeps_what_was_committed() {
    let Some(server) = &mut Server::start(&HBASE) else { return };
    is_a_store_of(server, open);
    has_a_column_for_each_attribute(server);
    writes_the_others_when_one_is_too_large(server);
    names_a_missing_family_and_a_table_that_it_cannot_make(server);
}

/// Returns the answer of the gateway to a request.
fn ask(server: &Server, method: reqwest::Method, path: &str, body: Option<&Value>) -> Option<Value> {
    let url = server.url().replace("hbase+", "").replace("/articles", path);
    let request = reqwest::Client::builder().no_proxy().build().unwrap().request(method, url);
    let request = request.header("Accept", "application/json").header("Content-Type", "application/json");
    let request = match body {
        Some(body) => request.body(body.to_string()),
        None => request,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let bytes = runtime.block_on(async { request.send().await.unwrap().bytes().await.unwrap() });
    serde_json::from_slice(&bytes).ok()
}

/// Reads the rows with the gateway alone, and compares all their columns with what was written.
fn has_a_column_for_each_attribute(server: &Server) {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;

    // A table of its own: others have bytes that are no text.
    let store = open(&server.url().replace("articles", "columns")).unwrap();
    let articles: Vec<Change> = (0..500).map(article).collect();
    store.write(&articles).unwrap();
    let text = |base64: &Value| {
        String::from_utf8(BASE64_STANDARD.decode(base64.as_str().unwrap()).unwrap()).unwrap()
    };
    let rows = ask(server, reqwest::Method::GET, "/columns/*?limit=100000", None).unwrap();
    let rows: Vec<(String, Value)> = rows["Row"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let cells = row["Cell"].as_array().unwrap().iter();
            let column = |cell: &Value| text(&cell["column"]).strip_prefix("a:").unwrap().to_owned();
            let columns: Value = cells.map(|cell| (column(cell), text(&cell["$"]))).collect();
            (text(&row["key"]), columns)
        })
        .collect();
    for change in &articles {
        let doc = String::from_utf8(change.key.clone()).unwrap();
        let of: Vec<_> = rows.iter().filter(|(key, _)| key.get(3..) == Some(&*doc)).collect();
        let written: Value = serde_json::from_slice(change.value.as_ref().unwrap()).unwrap();
        assert_eq!(of.iter().map(|(_, columns)| columns).collect::<Vec<_>>(), [&written]);
    }
    let keys: Vec<&[u8]> = articles.iter().map(|change| &change.key[..]).collect();
    for (value, change) in store.get(&keys).unwrap().into_iter().zip(&articles) {
        let read: StoredArticle = serde_json::from_slice(&value.unwrap()).unwrap();
        assert_eq!(read, serde_json::from_slice(change.value.as_ref().unwrap()).unwrap());
    }
    // A value of another form replaces an article, and the other way round.
    let key = articles[0].key.clone();
    store.write(&[Change { key: key.clone(), value: Some(b"bytes".to_vec()) }]).unwrap();
    assert_eq!(store.get_one(&key).unwrap().unwrap(), b"bytes");
    store.write(&[article(0)]).unwrap();
    assert_ne!(store.get_one(&key).unwrap().unwrap(), b"bytes");
}

fn writes_the_others_when_one_is_too_large(server: &Server) {
    let folder = tempfile::tempdir().unwrap();
    let embedded = Embedded::open(folder.path()).unwrap();
    let tier = Tier::behind(&embedded, Table::Articles, store_of(server, open)).unwrap();
    let large = Change { key: b"large".to_vec(), value: Some(vec![b'x'; 11 << 20]) };
    let mut changes: Vec<Change> = (1000..1400).map(article).collect();
    changes.insert(200, large.clone());
    embedded.commit(tier.to_commit(&changes).unwrap()).unwrap();
    tier.committed(changes.clone());
    let store = store_of(server, open);
    let start = Instant::now();
    while tier.health().waiting > large.key.len() + (11 << 20) {
        assert!(start.elapsed() < START, "{:?}", tier.health());
        std::thread::sleep(Duration::from_millis(50));
    }
    let Health { waiting, fault, .. } = tier.health();
    assert_eq!((waiting, fault), (large.key.len() + (11 << 20), None), "one waits, and the store is there");
    assert!(store.get_one(&article(1399).key).unwrap().is_some());
    let fault = tier.wait_until_written().unwrap_err().to_string();
    assert!(fault.contains("hbase.client.keyvalue.maxsize") && !fault.contains('\n'), "{fault}");
    assert!(tier.get_one(b"large").unwrap() == large.value, "it is not lost");
    // A later value of the key takes its place.
    let small = vec![Change { key: b"large".to_vec(), value: Some(b"small".to_vec()) }];
    embedded.commit(tier.to_commit(&small).unwrap()).unwrap();
    tier.committed(small);
    while tier.wait_until_written().is_err() {
        assert!(start.elapsed() < START, "{:?}", tier.health());
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(store.get_one(b"large").unwrap().unwrap(), b"small");
}

fn names_a_missing_family_and_a_table_that_it_cannot_make(server: &Server) {
    let schema = json!({"name": "others", "ColumnSchema": [{"name": "b"}]});
    ask(server, reqwest::Method::PUT, "/others/schema", Some(&schema));
    let refusal = |table: &str| open(&server.url().replace("articles", table)).err().unwrap().to_string();
    assert_eq!(
        refusal("others"),
        "HBase cannot be reached: its table \"others\" has no column family \"a\"; add it in the HBase shell: alter \
         'others', {NAME => 'a', VERSIONS => 1}"
    );
    assert_eq!(
        refusal("news?regions=4&compression=gz"),
        "HBase cannot be reached: it has no table \"news\", and its gateway makes none of several regions; make it in the \
         HBase shell: create 'news', {NAME => 'a', VERSIONS => 1, COMPRESSION => 'GZ'}, SPLITS => ['40', '80', 'c0']"
    );
    let unknown = refusal("news?compression=nix");
    assert!(
        unknown.contains("create 'news', {NAME => 'a', VERSIONS => 1, COMPRESSION => 'NIX'}"),
        "{unknown}"
    );
    assert!(!unknown.contains('\n'), "{unknown}");
    let packed = Url::parse(&server.url()).unwrap().join("packed?compression=gz").unwrap();
    open(packed.as_str()).unwrap();
}
