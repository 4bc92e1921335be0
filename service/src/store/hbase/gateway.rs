//! The REST gateway of HBase, and the requests to it.

use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Client, Method, StatusCode, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::row::{CLOCK, CellSet, FAMILY, Row};
use super::{late, unreachable, unreadable};
use crate::store::Fault;

const JSON: &str = "application/json";
/// The longest wait for a connection, and for any answer.
const CONNECT: Duration = Duration::from_secs(3);
const ANSWER: Duration = Duration::from_secs(20);
/// The pauses before a request that failed is sent again: a region that moves is back after some hundred milliseconds.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_millis(400)];
/// The rows of a page of a scan.
const PAGE: usize = 64;

/// The gateway, and the table that is asked for there.
pub(super) struct Gateway {
    client: Client,
    /// The address of the gateway, with its path prefix, user and password.
    root: Url,
    table: String,
}

/// The settings of a table that is made.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Making {
    compression: Option<String>,
    /// The number of regions that it begins with.
    regions: Option<u32>,
}

#[derive(Deserialize)]
struct Schema {
    #[serde(rename = "ColumnSchema", default)]
    families: Vec<Family>,
}

#[derive(Deserialize)]
struct Family {
    name: String,
}

#[derive(Deserialize)]
struct Version {
    #[serde(rename = "Version")]
    version: String,
}

/// The failure of a request.
pub(super) enum Failed {
    /// A value is larger than a cell may be.
    TooLarge,
    /// Anything else.
    Fault(Fault),
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Failed {
        Failed::Fault(fault)
    }
}

impl Failed {
    pub(super) fn fault(self) -> Fault {
        match self {
            Failed::TooLarge => unreachable("its gateway refuses a request for its size"),
            Failed::Fault(fault) => fault,
        }
    }
}

/// A request to the gateway.
struct Request<'r> {
    method: Method,
    /// The segments of its path after the prefix.
    path: &'r [&'r str],
    query: Vec<(&'r str, &'r str)>,
    body: Option<Vec<u8>>,
}

/// An answer of the gateway that is no failure of it.
struct Answer {
    status: StatusCode,
    body: Vec<u8>,
}

impl Gateway {
    /// Parses an address.
    pub(super) fn at(url: &str) -> Result<(Gateway, Making), Fault> {
        let form = "the address of a table in HBase is hbase+http://HOST:PORT/TABLE";
        let root = url.strip_prefix("hbase+").and_then(|url| Url::parse(url).ok()).filter(Url::has_host);
        let Some(mut root) = root else { return Err(refused(form)) };
        let mut making = Making::default();
        for (name, value) in root.query_pairs() {
            match (&*name, value.parse()) {
                ("compression", _) if value.as_bytes().iter().all(u8::is_ascii_alphanumeric) => {
                    making.compression = Some(value.to_ascii_uppercase());
                }
                ("regions", Ok(regions @ 1..=256)) => making.regions = Some(regions),
                _ => {
                    return Err(refused(
                        "the address of a table in HBase has no settings but ?compression=NAME&regions=N, with 1 to 256 \
                         regions",
                    ));
                }
            }
        }
        root.set_query(None);
        let mut segments: Vec<String> =
            root.path_segments().into_iter().flatten().map(str::to_owned).collect();
        let table = segments.pop().unwrap_or_default();
        if table.is_empty()
            || !table.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte))
        {
            return Err(refused(&format!("{form}, and its table is of letters, digits, _, - and .")));
        }
        root.set_path(&segments.join("/"));
        // A provider that is already installed is as good.
        drop(rustls::crypto::ring::default_provider().install_default());
        let client = Client::builder().connect_timeout(CONNECT).timeout(ANSWER).no_proxy().build();
        Ok((Gateway { client: client.map_err(failed)?, root, table }, making))
    }

    fn address(&self, path: &[&str], query: &[(&str, &str)]) -> Url {
        let mut url = self.root.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url
    }

    /// Sends a request, again where the gateway or a region is away for a moment.
    async fn ask(&self, request: Request<'_>) -> Result<Answer, Failed> {
        let url = self.address(request.path, &request.query);
        let mut pauses = PAUSES.into_iter();
        loop {
            let sent = self.client.request(request.method.clone(), url.clone()).header(ACCEPT, JSON);
            let sent = match &request.body {
                Some(body) => sent.header(CONTENT_TYPE, JSON).body(body.clone()),
                None => sent,
            };
            let answer = read(sent).await;
            let is_passing = match &answer {
                Ok(answer) => answer.status.is_server_error(),
                // What timed out has waited long enough.
                Err(error) => !error.is_timeout(),
            };
            match pauses.next() {
                Some(pause) if is_passing => tokio::time::sleep(pause).await,
                _ => return self.accepted(answer.map_err(failed)?),
            }
        }
    }

    /// Refuses answers that mean that the table, the right or the gateway is missing.
    fn accepted(&self, answer: Answer) -> Result<Answer, Failed> {
        let table = &self.table;
        let reason = match answer.status {
            status if status.is_success() => return Ok(answer),
            StatusCode::NOT_FOUND if answer.says("NoSuchColumnFamily") => no_family(table),
            StatusCode::NOT_FOUND => return Ok(answer),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => format!(
                "its gateway refuses this user ({}): give the user and the password in the address, or the right in the \
                 HBase shell: grant 'USER', 'RW', '{table}'",
                answer.status.as_u16()
            ),
            _ if answer.says("KeyValue size too large") || answer.says("exceeds limit") => {
                return Err(Failed::TooLarge);
            }
            StatusCode::PAYLOAD_TOO_LARGE => return Err(Failed::TooLarge),
            status => format!("its gateway answers {}{}", status.as_u16(), answer.exception()),
        };
        Err(Failed::Fault(unreachable(&reason)))
    }

    async fn get(&self, path: &[&str], query: Vec<(&str, &str)>) -> Result<Answer, Fault> {
        self.ask(Request { method: Method::GET, path, query, body: None }).await.map_err(Failed::fault)
    }

    /// Tests that a gateway of HBase answers, and of a version that is known.
    pub(super) async fn is_known(&self) -> Result<(), Fault> {
        let answer = self.get(&["version", "cluster"], vec![]).await?;
        let Ok(Version { version }) = serde_json::from_slice(&answer.body) else {
            return Err(unreachable(
                "what answers at its address is no gateway of HBase; start one with `hbase rest start`, which listens at \
                 port 8080, and name that",
            ));
        };
        if version.starts_with("0.") || version.starts_with("1.") {
            let version: String = version.chars().filter(|c| !c.is_control()).take(20).collect();
            return Err(unreachable(&format!(
                "it is of version {version}, and 2.0 or later is needed; name another gateway"
            )));
        }
        Ok(())
    }

    /// Tests that the table has its family, or makes it.
    pub(super) async fn find_table(&self, making: &Making) -> Result<(), Fault> {
        let answer = self.get(&[&self.table, "schema"], vec![]).await?;
        if answer.status == StatusCode::NOT_FOUND {
            return self.make_table(making).await;
        }
        let schema: Schema = answer.parse("a schema")?;
        if schema.families.iter().any(|family| family.name == FAMILY) {
            return Ok(());
        }
        Err(unreachable(&no_family(&self.table)))
    }

    async fn make_table(&self, making: &Making) -> Result<(), Fault> {
        let table = &self.table;
        let by_hand =
            |why: &str| unreachable(&format!("it has no table {table:?}, {why}; {}", making.command(table)));
        if making.regions > Some(1) {
            return Err(by_hand("and its gateway makes none of several regions"));
        }
        let compression = making.compression.as_deref().unwrap_or("NONE");
        let family = serde_json::json!({"name": FAMILY, "VERSIONS": "1", "COMPRESSION": compression});
        let schema = serde_json::json!({"name": table, "ColumnSchema": [family]});
        let body = Some(schema.to_string().into_bytes());
        let path: &[&str] = &[table, "schema"];
        match self.ask(Request { method: Method::PUT, path, query: vec![], body }).await {
            Ok(answer) if answer.status.is_success() => Ok(()),
            Ok(_) => Err(by_hand("and none can be made by its gateway")),
            Err(failed) => match failed.fault() {
                Fault::Unreachable { reason, .. } => {
                    Err(by_hand(&format!("and none can be made ({reason})")))
                }
                fault => Err(fault),
            },
        }
    }

    /// Returns the time of the last write; 0 if there was none.
    pub(super) async fn last_write(&self) -> Result<i64, Fault> {
        let rows = self.rows(&[CLOCK.into()]).await?;
        Ok(rows.last().map_or(0, Row::time))
    }

    /// Returns the rows of these keys that are there, in no given order.
    pub(super) async fn rows(&self, keys: &[String]) -> Result<Vec<Row>, Fault> {
        let query = keys.iter().map(|key| ("row", &**key)).collect();
        let answer = self.get(&[&self.table, "multiget"], query).await?;
        if answer.status == StatusCode::NOT_FOUND {
            return Ok(vec![]);
        }
        Ok(answer.parse::<CellSet>("an answer")?.rows)
    }

    /// Returns a page of all rows, from this one on.
    pub(super) async fn page(&self, from: &str) -> Result<Vec<Row>, Fault> {
        let limit = PAGE.to_string();
        let query = vec![("limit", &*limit), ("startrow", from)];
        let answer = self.get(&[&self.table, "*"], query).await?;
        Ok(answer.parse::<CellSet>("an answer")?.rows)
    }

    /// Writes rows.
    pub(super) async fn put(&self, rows: &[Row]) -> Result<(), Failed> {
        let body = serde_json::to_vec(&CellSet { rows: rows.to_vec() });
        let body = Some(body.map_err(|_| unreadable("a row"))?);
        // The key in the path of a request for many rows means nothing.
        let path: &[&str] = &[&self.table, "rows"];
        let answer = self.ask(Request { method: Method::PUT, path, query: vec![], body }).await?;
        if answer.status.is_success() { Ok(()) } else { Err(Failed::Fault(self.no_table())) }
    }

    /// Writes rows, by halves where one of them is too large. Returns those that are.
    pub(super) async fn put_by_halves(&self, rows: Vec<Row>) -> Result<Vec<Row>, Fault> {
        let (mut left, mut refused) = (vec![rows], vec![]);
        while let Some(mut rows) = left.pop() {
            match self.put(&rows).await {
                Ok(()) => {}
                Err(Failed::Fault(fault)) => return Err(fault),
                Err(Failed::TooLarge) if rows.len() == 1 => refused.append(&mut rows),
                Err(Failed::TooLarge) => left.extend([rows.split_off(rows.len() / 2), rows]),
            }
        }
        Ok(refused)
    }

    /// Removes what a row had until `time`.
    pub(super) async fn remove(&self, key: &str, time: i64) -> Result<(), Fault> {
        let time = time.to_string();
        let path: &[&str] = &[&self.table, key, FAMILY, &time];
        let request = Request { method: Method::DELETE, path, query: vec![], body: None };
        let answer = self.ask(request).await.map_err(Failed::fault)?;
        if answer.status.is_success() { Ok(()) } else { Err(self.no_table()) }
    }

    fn no_table(&self) -> Fault {
        let command = Making::default().command(&self.table);
        unreachable(&format!("its table {:?} is gone; {command}", self.table))
    }
}

impl Making {
    /// Returns the command of the HBase shell that makes the table.
    fn command(&self, table: &str) -> String {
        let compression = match &self.compression {
            Some(name) => format!(", COMPRESSION => '{name}'"),
            None => String::new(),
        };
        let regions = self.regions.unwrap_or(1);
        let splits: Vec<String> =
            (1..regions).map(|region| format!("'{:02x}'", region * 256 / regions)).collect();
        let splits =
            if splits.is_empty() { String::new() } else { format!(", SPLITS => [{}]", splits.join(", ")) };
        format!(
            "make it in the HBase shell: create '{table}', {{NAME => '{FAMILY}', VERSIONS => 1{compression}}}{splits}"
        )
    }
}

impl Answer {
    /// Parses its body; `what` names it in a fault.
    fn parse<T: DeserializeOwned>(&self, what: &str) -> Result<T, Fault> {
        serde_json::from_slice(&self.body).map_err(|_| unreadable(what))
    }

    fn says(&self, text: &str) -> bool {
        String::from_utf8_lossy(&self.body).contains(text)
    }

    /// Returns the name of the exception that it tells of, in brackets. Its message may name a host.
    fn exception(&self) -> String {
        let text = String::from_utf8_lossy(&self.body);
        for word in text.split(|char: char| !char.is_ascii_alphanumeric() && char != '.') {
            if word.ends_with("Exception") {
                let (_, name) = word.rsplit_once('.').unwrap_or(("", word));
                return format!(" ({name})");
            }
        }
        String::new()
    }
}

fn refused(reason: &str) -> Fault {
    Fault::Address { reason: reason.into() }
}

async fn read(request: reqwest::RequestBuilder) -> Result<Answer, reqwest::Error> {
    let answer = request.send().await?;
    let status = answer.status();
    Ok(Answer { status, body: answer.bytes().await?.to_vec() })
}

/// Returns the fault of a request that failed, without its address.
fn failed(error: reqwest::Error) -> Fault {
    if error.is_timeout() {
        return unreachable(&late(ANSWER));
    }
    let mut cause: &dyn std::error::Error = &error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    let gateway =
        if error.is_connect() { "no gateway answers at its address" } else { "its gateway hung up" };
    unreachable(&format!("{gateway}: {}", cause.to_string().replace('\n', " ")))
}

fn no_family(table: &str) -> String {
    format!(
        "its table {table:?} has no column family {FAMILY:?}; add it in the HBase shell: alter '{table}', {{NAME => \
         '{FAMILY}', VERSIONS => 1}}"
    )
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{SocketAddr, TcpListener};

    use super::*;
    use crate::store::hbase::HBase;

    /// Starts a gateway with these answers: the beginning of a request, the status and the body. It says nothing to
    /// other requests.
    fn gateway(answers: &'static [(&'static str, &'static str, &'static str)]) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut reader = BufReader::new(stream.unwrap());
                let mut head = String::new();
                while !head.ends_with("\r\n\r\n") {
                    if reader.read_line(&mut head).unwrap_or(0) == 0 {
                        break;
                    }
                }
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
                let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
                reader.read_exact(&mut body).unwrap();
                if let Some((_, status, body)) = answers.iter().find(|(begin, ..)| head.starts_with(begin)) {
                    let length = body.len();
                    let answer = format!(
                        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
                    );
                    // A client that is gone needs no answer.
                    drop(reader.get_mut().write_all(answer.as_bytes()));
                }
            }
        });
        address
    }

    fn refusal(url: &str) -> String {
        let text = HBase::open(url).err().unwrap().to_string();
        assert!(!text.contains("geheim") && !text.contains("127.0.0.1") && !text.contains('\n'), "{text}");
        text
    }

    fn refusal_at(address: SocketAddr) -> String {
        refusal(&format!("hbase+http://u:geheim@{address}/t"))
    }

    const KNOWN: (&str, &str, &str) = ("GET /version/cluster", "200 OK", r#"{"Version":"2.6.1"}"#);

    #[test]
    fn what_is_no_gateway_or_a_wrong_one_is_one_line() {
        let html = gateway(&[("GET", "200 OK", "<html><body>Welcome to nginx</body></html>")]);
        assert!(refusal_at(html).contains("is no gateway of HBase; start one with `hbase rest start`"));
        let missing = gateway(&[("GET", "404 Not Found", "<html>nothing</html>")]);
        assert!(refusal_at(missing).contains("is no gateway of HBase"));
        let old = gateway(&[("GET", "200 OK", r#"{"Version":"1.4.13"}"#)]);
        assert!(refusal_at(old).contains("it is of version 1.4.13, and 2.0 or later is needed"));
        let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        assert!(refusal_at(closed).contains("no gateway answers at its address: "));
        let broken =
            gateway(&[("GET", "503 Unavailable", "Unavailable\r\na.b.NotServingRegionException: r\r\n")]);
        assert_eq!(
            refusal_at(broken),
            "HBase cannot be reached: its gateway answers 503 (NotServingRegionException)"
        );
    }

    #[test]
    fn a_server_that_says_nothing_is_given_up() {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let late = refusal_at(silent.local_addr().unwrap());
        assert_eq!(late, "HBase cannot be reached: no answer in 8 s");
    }

    #[test]
    fn a_user_who_may_not_write_or_make_the_table_is_told_the_command() {
        let readable = gateway(&[
            KNOWN,
            ("GET /t/schema", "200 OK", r#"{"name":"t","ColumnSchema":[{"name":"a"}]}"#),
            ("GET /t/multiget", "404 Not Found", "No rows found.\r\n"),
            ("PUT", "403 Forbidden", "Forbidden"),
        ]);
        let text = refusal_at(readable);
        assert!(
            text.contains("refuses this user (403)") && text.ends_with("grant 'USER', 'RW', 't'"),
            "{text}"
        );
        let empty = gateway(&[
            KNOWN,
            (
                "GET /t/schema",
                "404 Not Found",
                "Not found\r\norg.apache.hadoop.hbase.TableNotFoundException: t",
            ),
            ("PUT", "403 Forbidden", "Forbidden"),
        ]);
        let text = refusal_at(empty);
        assert!(text.contains("it has no table \"t\", and none can be made"), "{text}");
        assert!(text.ends_with("in the HBase shell: create 't', {NAME => 'a', VERSIONS => 1}"), "{text}");
    }

    #[test]
    fn an_address_has_a_table_and_known_settings() {
        for url in ["hbase+http://", "hbase+http://u:geheim@h:port/t", "hbase+http://h"] {
            assert!(
                refusal(url).starts_with("the address of a table in HBase is hbase+http://HOST:PORT/TABLE")
            );
        }
        for query in ["geheim=1", "regions=0", "regions=257", "regions=x", "compression='); drop"] {
            assert!(
                refusal(&format!("hbase+http://h/t?{query}")).contains("no settings but ?compression=NAME")
            );
        }
        let (gateway, making) =
            Gateway::at("hbase+https://u:p@h:1/rest/v1/ns:t?regions=4&compression=gz").ok().unwrap();
        assert_eq!(gateway.table, "ns:t");
        assert_eq!(
            gateway.address(&["ns:t", "multiget"], &[("row", "7f-=25")]).as_str(),
            "https://u:p@h:1/rest/v1/ns:t/multiget?row=7f-%3D25"
        );
        assert_eq!(making, Making { compression: Some("GZ".into()), regions: Some(4) });
    }
}
