//! `ibid serve`, as those who run it and those who ask it see it.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{Ended, Folder};

/// A service that runs.
pub(crate) struct Service {
    child: Child,
    address: String,
    /// The line that says where it answers.
    answers_at: String,
    log: Option<std::thread::JoinHandle<String>>,
}

impl Drop for Service {
    /// A test that fails leaves nothing running.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Service {
    /// Starts it, and waits until it says where it answers.
    pub(crate) fn start(folder: &Folder, more: &[&str]) -> Service {
        Service::try_start(folder, more, &[]).unwrap_or_else(|said| panic!("{said}"))
    }

    /// Starts it with variables of the environment; or what it said before it ended.
    pub(crate) fn try_start(
        folder: &Folder,
        more: &[&str],
        variables: &[(&str, String)],
    ) -> Result<Service, String> {
        // A config file says where to listen.
        let is_told = more.iter().any(|option| ["--listen", "--config"].contains(option));
        let listen: &[&str] = if is_told { &[] } else { &["--listen", "127.0.0.1:0"] };
        let args = [&["serve"], listen, more].concat();
        let mut command = folder.command(args);
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        Service::of_command(command)
    }

    /// Starts it by a command; or what it said before it ended.
    pub(crate) fn of_command(mut command: Command) -> Result<Service, String> {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut lines = String::new();
        let (address, answers_at) = loop {
            let before = lines.len();
            if log.read_line(&mut lines).unwrap() == 0 {
                child.wait().unwrap();
                return Err(lines);
            }
            let line = lines[before..].to_owned();
            if line.starts_with("ibid: ibid answers at ") || line.contains("\"message\":\"started\"") {
                let address = line.split("//").nth(1).unwrap().split([';', '"']).next().unwrap();
                break (address.to_owned(), line);
            }
        };
        let log = std::thread::spawn(move || {
            while log.read_line(&mut lines).is_ok_and(|read| read > 0) {}
            lines
        });
        Ok(Service { child, address, answers_at, log: Some(log) })
    }

    /// Where it answers.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Returns the line in which it said where it answers.
    pub(crate) fn answers_at(&self) -> &str {
        &self.answers_at
    }

    pub(crate) fn try_send(
        &self,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<(u16, Value), ureq::Error> {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let url = format!("http://{}{path}", self.address);
        let mut response = match method {
            "GET" => agent.get(url).call()?,
            "DELETE" => agent.delete(url).call()?,
            "PUT" => agent.put(url).content_type("application/json").send(body.to_string())?,
            _ => agent.post(url).content_type("application/json").send(body.to_string())?,
        };
        let text = response.body_mut().read_to_string()?;
        Ok((response.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        self.try_send(method, path, body).unwrap()
    }

    fn post(&self, article: &Value) -> Value {
        let (status, answer) = self.send("POST", "/v1/documents", article);
        assert!(status == 200 || status == 201, "{status} {answer}");
        answer
    }

    /// `kill -9`.
    pub(crate) fn kill(&self) {
        let pid = self.child.id().to_string();
        std::process::Command::new("kill").args(["-KILL", &pid]).status().unwrap();
    }

    /// Tells it to stop, and gives its exit code and its log.
    pub(crate) fn stop(mut self) -> (Option<i32>, String) {
        let kill = std::process::Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let code = self.child.wait().unwrap().code();
        (code, self.log.take().unwrap().join().unwrap())
    }
}

#[test]
fn two_requests_as_in_the_paper() {
    let folder = Folder::new();
    let service = Service::start(&folder, &["--rule", "paper", "--log", "json"]);
    let ask = |article: Value| {
        let query: String = article.to_string().bytes().map(|b| format!("%{b:02X}")).collect();
        let (status, answer) = service.send("GET", &format!("/docId/getDocId?json={query}"), &Value::Null);
        assert_eq!(status, 200, "{answer}");
        answer
    };
    // As short as those that Tang and Kou show: the fingerprints of such contents lie more than three bits apart.
    let first = ask(json!({
        "url": "http://news.example.com/1.html", "title": "语义指纹在新闻去重中的应用和软件", "category": "科技",
        "content": "本文用语义指纹检测新闻网页是否重复，并给出检测系统的结构和实验结果", "media": "日报", "imageCount": "1",
    }));
    let second = ask(json!({
        "url": "http://news.example.com/2.html", "title": "新闻网页去重的一种做法和软件2", "category": "科技",
        "content": "本文用语义指纹检测新闻网页是否相似，并给出检测系统的结构和实验结果", "media": "晚报", "imageCount": "0",
    }));
    assert_eq!((&first["matchedBy"], &second["matchedBy"]), (&json!("none"), &json!("content-words")));
    assert_eq!(second["docId"], first["docId"]);
    let (distance, similarity) =
        (second["distance"].as_u64().unwrap(), second["similarity"].as_f64().unwrap());
    assert!(distance > 3 && (0.7..1.0).contains(&similarity), "{second}");
    // As published, on longer texts: within three bits.
    let sentence = |n: usize| {
        format!("第{n}条新闻说，港口在{}年之后重新开放，居民们在码头上等候第{}艘船。", n + 3, n * 7)
    };
    let long: String = (0..80).map(sentence).collect();
    let third = ask(json!({"url": "http://news.example.com/3.html", "content": long}));
    let changed = long.replacen("居民们", "市民们", 1);
    let fourth = ask(json!({"url": "http://news.example.com/4.html", "content": changed}));
    assert_eq!((&fourth["docId"], &fourth["matchedBy"]), (&third["docId"], &json!("content")));
    assert!(fourth["distance"].as_u64().unwrap() <= 3);
    let (code, log) = service.stop();
    assert_eq!(code, Some(0), "{log}");
    let found = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let found: Vec<Value> = found.filter(|line| line["matchedBy"] == "content-words").collect();
    assert_eq!((&found[0]["distance"], &found[0]["docId"]), (&json!(distance), &first["docId"]));
}

#[test]
fn checks_compares_and_traces_over_an_index_that_grows() {
    let folder = Folder::with(&["en/library", "en/paper.md", "zh/library", "zh/paper.md"]);
    assert_eq!(folder.run(&["add", "en/library"]).code, Some(0));
    let service = Service::start(&folder, &[]);
    let text = |name: &str| std::fs::read_to_string(folder.path(name)).unwrap();
    let check = |name: &str| {
        let (status, report) = service.send("POST", "/v1/check", &json!({"id": name, "text": text(name)}));
        assert_eq!(status, 200, "{report}");
        report
    };
    let report = check("en/paper.md");
    let record = json!({"id": "en/paper.md", "text": text("en/paper.md")});
    let of_command =
        folder.run_with_input(&["check", "-", "--format", "json"], record.to_string().as_bytes());
    let of_command: Value = serde_json::from_str(&of_command.stdout).unwrap();
    assert!(!report["documents"][0]["passages"].as_array().unwrap().is_empty());
    assert_eq!(
        report["documents"][0]["passages"], of_command["documents"][0]["passages"],
        "as the command finds them"
    );
    assert_eq!(check("zh/paper.md")["documents"][0]["passages"], json!([]), "no Chinese text is there yet");
    assert_eq!(folder.run(&["add", "zh/library"]).code, Some(0));
    assert!(
        !check("zh/paper.md")["documents"][0]["passages"].as_array().unwrap().is_empty(),
        "the index that was added to"
    );

    let source = std::fs::read_dir(folder.path("en/library")).unwrap().next().unwrap().unwrap().path();
    let source = std::fs::read_to_string(source).unwrap();
    let pair = json!({"a": {"text": source}, "b": {"text": source}});
    let (status, report) = service.send("POST", "/v1/compare", &pair);
    assert_eq!((status, report["documents"][0]["passages"].as_array().map(Vec::len)), (200, Some(1)));
    let (status, problem) = service.send("POST", "/v1/trace", &json!({"quote": "a"}));
    assert_eq!(status, 422, "{problem}");
    let (status, problem) =
        service.send("POST", "/v1/trace", &json!({"quote": "the harbour of the north", "since": "soon"}));
    assert_eq!(status, 422);
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.starts_with("since must be a date") && detail.ends_with("got \"soon\""), "{detail}");
    assert_eq!(service.stop().0, Some(0));
}

#[test]
fn without_an_index_ids_are_given_and_checks_say_what_is_missing() {
    let folder = Folder::new();
    let service = Service::start(&folder, &[]);
    assert_eq!(
        service.send("GET", "/health/ready", &Value::Null),
        (
            200,
            json!({
                "status": "ready", "index": false,
                "stores": {"map": "the embedded store", "articles": "the embedded store"},
            })
        )
    );
    let (status, problem) = service.send("POST", "/v1/check", &json!({"text": "some words"}));
    assert_eq!(status, 503);
    assert!(problem["detail"].as_str().unwrap().contains("names one with --index"), "{problem}");
    let other = folder.run(&["serve", "--listen", "127.0.0.1:0"]);
    assert_eq!(other.code, Some(4));
    assert!(other.stderr.contains("it is open in another process; stop that one first"), "{}", other.stderr);
}

/// Articles that are sent all the time, and what was answered.
#[derive(Default)]
pub(crate) struct Load {
    next: AtomicUsize,
    acknowledged: Mutex<BTreeMap<usize, String>>,
}

impl Load {
    /// Every third is a repeat of an earlier one.
    fn article(n: usize) -> Value {
        let number = Load::original(n);
        let content: String = (0..60).map(|word| format!("word{} ", number * 61 + word)).collect();
        json!({"id": n.to_string(), "url": format!("u{n}"), "content": content})
    }

    fn original(n: usize) -> usize {
        if n % 3 == 2 { Load::original(n / 2) } else { n }
    }

    /// Sends from eight clients while something is done.
    pub(crate) fn during(&self, service: &Service, work: impl FnOnce()) {
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    while !is_over.load(Ordering::SeqCst) {
                        let n = self.next.fetch_add(1, Ordering::SeqCst);
                        if let Ok((200 | 201, answer)) =
                            service.try_send("POST", "/v1/documents", &Load::article(n))
                        {
                            let id = answer["docId"].as_str().unwrap().to_owned();
                            self.acknowledged.lock().unwrap().insert(n, id);
                        }
                    }
                });
            }
            work();
            is_over.store(true, Ordering::SeqCst);
        });
    }

    /// The number of articles that were acknowledged.
    pub(crate) fn len(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    /// The ids that were acknowledged, each once.
    #[cfg(feature = "stores")]
    pub(crate) fn docs(&self) -> std::collections::BTreeSet<String> {
        self.acknowledged.lock().unwrap().values().cloned().collect()
    }

    /// Looks for the last of what was acknowledged. Repeats have the id of what they repeat.
    pub(crate) fn is_there(&self, service: &Service, last: usize) {
        let acknowledged = self.acknowledged.lock().unwrap();
        for (n, doc) in acknowledged.iter().rev().take(last) {
            let began = Instant::now();
            let (status, known) = loop {
                // A database that was killed is noticed when it is asked.
                match service.send("GET", &format!("/v1/documents/{n}"), &Value::Null) {
                    (503, _) if began.elapsed() < Duration::from_secs(60) => {
                        std::thread::sleep(Duration::from_millis(50));
                    }
                    answer => break answer,
                }
            };
            assert_eq!((status, known["docId"].as_str()), (200, Some(&**doc)), "{n}");
            assert!(known["article"]["content"].is_string());
            let original = acknowledged.get(&Load::original(*n));
            assert!(original.is_none_or(|original| original == doc), "{n} repeats another");
        }
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_it_is_killed() {
    let kills: usize = std::env::var("IBID_KILLS").map_or(3, |kills| kills.parse().unwrap());
    let folder = Folder::new();
    let (load, mut sent) = (Load::default(), 0);
    for round in 0..kills {
        let service = Service::start(&folder, &[]);
        load.during(&service, || {
            std::thread::sleep(Duration::from_millis(150 + 70 * (round as u64 % 7)));
            service.kill();
        });
        drop(service);
        let service = Service::start(&folder, &[]);
        assert!(load.len() > sent, "something was sent in each round");
        sent = load.len();
        // In each round what came last, and after the last all.
        load.is_there(&service, if round + 1 == kills { sent } else { 300 });
        assert_eq!(service.stop().0, Some(0));
    }
}

#[test]
fn what_runs_is_answered_when_it_is_told_to_stop() {
    let folder = Folder::with(&["en/library"]);
    folder.run(&["add", "en/library"]);
    let mut service = Service::start(&folder, &[]);
    let long = "the harbour opened again after eleven years of silence and rain. ".repeat(8_000);
    std::thread::scope(|scope| {
        let running = scope.spawn(|| service.send("POST", "/v1/check", &json!({"text": long})));
        // The request for the figures is one of them.
        let runs = || {
            let (_, figures) = service.send("GET", "/metrics", &Value::Null);
            figures.as_str().unwrap().contains("ibid_requests_running 2")
        };
        while !running.is_finished() && !runs() {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::process::Command::new("kill").args(["-TERM", &service.child.id().to_string()]).status().unwrap();
        assert_eq!(running.join().unwrap().0, 200);
    });
    assert_eq!(service.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_backup_is_a_copy_of_the_folder_while_it_is_stopped() {
    let folder = Folder::new();
    let service = Service::start(&folder, &["--data", "data"]);
    let article =
        json!({"url": "u1", "title": "the harbour opens again after eleven years", "content": "it did"});
    let first = service.post(&article);
    assert_eq!(service.stop().0, Some(0));
    let copied =
        std::process::Command::new("cp").args(["-a", "data", "backup"]).current_dir(folder.path("")).status();
    assert!(copied.unwrap().success());
    let service = Service::start(&folder, &["--data", "data"]);
    let later = service.post(&json!({"url": "u2"}));
    drop(service);
    std::fs::remove_dir_all(folder.path("data")).unwrap();
    std::fs::rename(folder.path("backup"), folder.path("data")).unwrap();
    let service = Service::start(&folder, &["--data", "data"]);
    let again = service.post(&article);
    assert_eq!((&again["docId"], &again["matchedBy"]), (&first["docId"], &json!("url")));
    let id = later["id"].as_str().unwrap();
    assert_eq!(
        service.send("GET", &format!("/v1/documents/{id}"), &Value::Null).0,
        404,
        "sent after the backup"
    );
    assert_eq!(service.stop().0, Some(0));
}

#[test]
fn a_token_is_made_and_asked_for() {
    let folder = Folder::new();
    let made = folder.run(&["serve", "--new-token", "desk", "--rights", "read,write"]);
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let secret = made.stdout.lines().find_map(|line| line.strip_prefix("# ibid_")).unwrap();
    folder.write("tokens.toml", made.stdout.replace(secret, "…"));
    let service = Service::start(&folder, &["--tokens", "tokens.toml"]);
    let url = format!("http://{}/v1/documents/7", service.address);
    let ask = |token: &str| {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        agent.get(&url).header("authorization", format!("Bearer {token}")).call().unwrap().status().as_u16()
    };
    assert_eq!(ask(&format!("ibid_{secret}")), 404);
    assert_eq!(ask("ibid_0"), 401);
    let (_, log) = service.stop();
    assert!(!log.contains(secret) && log.contains("client=\"desk\""), "{log}");
}

#[test]
fn it_speaks_tls() {
    let folder = Folder::new();
    let run = |program: &str, args: &[&str]| {
        let output = std::process::Command::new(program).args(args).current_dir(folder.path("")).output();
        output.map(|output| (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned()))
    };
    let certificate = [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
        "-addext",
        "subjectAltName=IP:127.0.0.1",
        "-keyout",
        "key.pem",
        "-out",
        "cert.pem",
    ];
    let (Ok((true, _)), Ok((true, _))) = (run("openssl", &certificate), run("curl", &["--version"])) else {
        use std::io::Write;
        writeln!(std::io::stderr(), "SKIPPED: openssl or curl is not installed").unwrap();
        return;
    };
    let service = Service::start(&folder, &["--tls-cert", "cert.pem", "--tls-key", "key.pem"]);
    let url = format!("https://{}/health/live", service.address);
    assert_eq!(run("curl", &["-s", "--cacert", "cert.pem", &url]).unwrap(), (true, "live\n".into()));
    assert_eq!(service.stop().0, Some(0));
}

#[test]
fn wrong_settings_are_told_before_it_starts() {
    let folder = Folder::new();
    folder.write("empty.toml", "");
    folder.write("wrong.toml", "[[token]]\nname = 'a'\nsha256 = '12'\nrights = ['read']\n");
    folder.write("unknown.toml", "[[token]]\nname = 'a'\nsha256 = '12'\nrights = ['all']\n");
    folder.write("no.pem", "no certificate");
    for (args, code, part) in [
        (&["--listen", "0.0.0.0:0"][..], 2, "name who may ask with --tokens FILE"),
        (&["--listen", "here"], 2, "must be an address with a port, such as 127.0.0.1:7117"),
        (&["--rate", "0"], 2, "must be a whole number, 1 or more"),
        (&["--tokens", "missing.toml"], 2, "missing.toml"),
        (&["--tokens", "empty.toml"], 2, "has no token"),
        (&["--tokens", "wrong.toml"], 2, "must be 64 hexadecimal digits"),
        (&["--tokens", "unknown.toml"], 2, "unknown variant `all`"),
        (&["--new-token", "desk"], 2, "needs --rights"),
        (&["--tls-cert", "no.pem", "--tls-key", "no.pem"], 2, "--tls-cert \"no.pem\""),
        (&["--map", "hbase+http://h/t"], 2, "the map cannot be kept in HBase, which is for articles"),
        (&["--weight-levels", "0"], 2, "must be a whole number from 1 to 100"),
        (&["--weight-levels", "5"], 2, "--weight-levels goes with --rule paper"),
        (&["--rule", "words"], 2, "[possible values: facts, paper]"),
        (
            &["--data", "no.pem"],
            4,
            "ibid: --data \"no.pem\": the embedded store cannot be reached: it, or a part of its path, is a file; name a folder\n",
        ),
        (&["--index", "missing"], 4, "missing"),
    ] {
        let ended = folder.run(&[&["serve"], args].concat());
        assert_eq!(ended.code, Some(code), "{args:?} {}", ended.stderr);
        assert!(ended.stderr.contains(part), "{args:?} {}", ended.stderr);
    }
    let service = Service::start(&folder, &["--data", "paper", "--rule", "paper", "--weight-levels", "5"]);
    assert_eq!(service.stop().0, Some(0));
    let of_rules = |more: &[&str]| {
        let ended = folder.run(&[&["serve", "--listen", "127.0.0.1:0"], more].concat());
        assert_eq!(ended.code, Some(4), "{}", ended.stderr);
        ended.stderr
    };
    let other = of_rules(&["--data", "paper", "--rule", "paper", "--weight-levels", "9"]);
    assert!(other.contains("levels=5") && other.contains("give the same settings"), "{other}");
    let other = of_rules(&["--data", "paper"]);
    assert!(other.contains("compared by --rule paper; start with --rule paper, or"), "{other}");
    assert_eq!(other.lines().count(), 1, "{other}");
    assert_eq!(Service::start(&folder, &["--data", "facts"]).stop().0, Some(0));
    let other = of_rules(&["--data", "facts", "--rule", "paper"]);
    assert!(other.contains("compared by --rule facts; start without --rule paper, or"), "{other}");
}

#[test]
fn words_find_and_facts_decide() {
    let folder = Folder::new();
    let service = Service::start(&folder, &[]);
    let number = AtomicUsize::new(0);
    let post = |title: &str, content: &str| {
        let url = format!("http://news.example.com/{}", number.fetch_add(1, Ordering::SeqCst));
        service.post(&json!({"url": url, "title": title, "content": content}))
    };
    let quake = |strength: &str, distance: &str, place: &str| {
        format!(
            "A magnitude {strength} earthquake struck {distance} km north of {place} on Monday. There were no reports of \
             damage or injuries, and no warning was issued. Residents felt light shaking for some seconds."
        )
    };
    let first = post("Light tremor felt around the town of Wexcombe", &quake("5.1", "26", "Wexcombe"));
    let edited = quake("5.1", "26", "Wexcombe").replace("light ", "").replace("reports of", "reported");
    let repost = post("Residents of Wexcombe report some light shaking", &edited);
    assert_eq!((&repost["matchedBy"], &repost["docId"]), (&json!("near"), &first["docId"]), "{repost}");
    assert!(repost["similarity"].as_f64().unwrap() > 0.8 && repost["refused"].is_null(), "{repost}");
    let other = post("Light tremor felt around the town of Carrow", &quake("4.3", "12", "Carrow"));
    assert_eq!(other["matchedBy"], "none", "{other}");
    let refused = &other["refused"];
    assert_eq!((&refused["docId"], &refused["differBy"]), (&first["docId"], &json!("numbers")), "{other}");
    assert_eq!((&refused["here"], &refused["there"]), (&json!("4.3"), &json!("5.1")));
    // The same content, under the title of another article.
    let again = post("Light tremor felt around the town of Carrow", &quake("5.1", "26", "Wexcombe"));
    assert_eq!((&again["matchedBy"], &again["docId"]), (&json!("identical"), &first["docId"]), "{again}");
    // The same in Chinese.
    let rate = |rate: &str, points: &str| {
        format!(
            "外汇交易中心公布的中间价为{rate}，较前一交易日上涨{points}个基点，交易员表示企业结汇需求平稳。"
        )
    };
    let first = post("", &rate("7.1123", "三十二"));
    let repost = post("", &rate("7.1123", "三十二").replace("平稳", "稳定"));
    assert_eq!((&repost["matchedBy"], &repost["docId"]), (&json!("near"), &first["docId"]), "{repost}");
    let other = post("", &rate("7.0981", "七十二"));
    assert_eq!(
        (&other["matchedBy"], &other["refused"]["differBy"]),
        (&json!("none"), &json!("numbers")),
        "{other}"
    );
    assert_eq!(service.stop().0, Some(0));
}

#[test]
fn near_identical_articles_at_once_get_one_id() {
    let folder = Folder::new();
    let service = Service::start(&folder, &[]);
    const WORDS: &str = "harbour quay tide mill ship rope crane town river bell lamp stone boat sail net dust clock \
                         bridge tower field market winter ferry bread letter window orchard barrel lantern";
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let words: Vec<String> =
        (0..400).map(|n: usize| format!("{} ", words[n * n % 97 % words.len()])).collect();
    let ids: Vec<Value> = std::thread::scope(|scope| {
        let send = |thread: usize| {
            let (service, words) = (&service, &words);
            move || {
                let one = |n: usize| {
                    let mut words = words.clone();
                    words[(thread * 25 + n) * 2] = "meadow ".into();
                    words[(thread * 31 + n * 7) % 400] = String::new();
                    let title = format!("Own headline of article a{thread}b{n} c{thread}d{n} e{thread}f{n}");
                    service.post(&json!({"title": title, "content": words.concat()}))["docId"].clone()
                };
                (0..25).map(one).collect::<Vec<Value>>()
            }
        };
        let threads: Vec<_> = (0..8).map(|thread| scope.spawn(send(thread))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(ids.len(), 200);
    assert!(ids.iter().all(|id| *id == ids[0]), "one docId");
}

/// The lines of a log, each a JSON object with a time and a level.
fn lines_of_json(log: &str) -> Vec<Value> {
    let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let lines: Vec<Value> = log.lines().map(parse).collect();
    for line in &lines {
        assert!(line["timestamp"].is_string() && line["level"].is_string(), "{line}");
    }
    lines
}

#[test]
fn a_log_of_json_is_json_from_the_first_line_to_the_last() {
    let folder = Folder::with(&["en/library"]);
    folder.run(&["add", "en/library"]);
    let made = folder.run(&["serve", "--new-token", "desk", "--rights", "read"]);
    folder.write("tokens.toml", &made.stdout);
    let secret = made.stdout.lines().find_map(|line| line.strip_prefix("# ibid_")).unwrap();
    let service = Service::start(&folder, &["--log", "json", "--tokens", "tokens.toml", "--rate", "1000"]);
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let url = format!("http://{}/v1/documents/a%20b?c=d", service.address);
    let request = agent.get(url).header("authorization", format!("Bearer ibid_{secret}"));
    assert_eq!(request.header("x-request-id", "seven").call().unwrap().status().as_u16(), 404);
    assert_eq!(service.send("POST", "/v1/documents", &json!({"url": "u"})).0, 401);
    let address = service.address.clone();
    let (code, log) = service.stop();
    let lines = lines_of_json(&log);
    assert_eq!(code, Some(0));
    let started = &lines[0];
    for (name, value) in [
        ("message", json!("started")),
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("address", json!(format!("http://{address}"))),
        ("data", json!(".ibid-service")),
        ("map", json!("embedded")),
        ("articles", json!("embedded")),
        ("keys", json!("memory")),
        ("match_by", json!("url,title,content,content-words")),
        ("tokens", json!(1)),
        ("rate", json!(1000)),
        ("timeout", json!(30)),
    ] {
        assert_eq!(started[name], value, "{name} {started}");
    }
    let answered: Vec<&Value> = lines.iter().filter(|line| line["message"] == "answered").collect();
    let [found, refused] = answered[..] else { panic!("one line a request: {log}") };
    for (name, value) in [
        ("method", json!("GET")),
        ("path", json!("/v1/documents/a%20b")),
        ("route", json!("/v1/documents/{id}")),
        ("status", json!(404)),
        ("id", json!("seven")),
        ("client", json!("desk")),
    ] {
        assert_eq!(found[name], value, "{name} {found}");
    }
    assert!(found["milliseconds"].is_f64() && found.get("span").is_none(), "{found}");
    assert_eq!((&refused["status"], refused.get("client")), (&json!(401), None), "nobody that is known");
    let said: Vec<&str> =
        lines[lines.len() - 2..].iter().map(|line| line["message"].as_str().unwrap()).collect();
    assert_eq!(said, ["stopping: requests that run are ended", "stopped"]);
    assert!(!log.contains(secret) && !log.contains("sha256"), "{log}");
}

#[test]
fn what_ends_the_service_at_its_start_is_a_line_of_json_too() {
    let folder = Folder::new();
    folder.write("file", "no folder");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let port = std::net::TcpListener::bind(&*taken).unwrap();
    for (args, code, part) in [
        (&["--listen", &*taken][..], 2, "--listen"),
        (&["--tokens", "missing.toml"], 2, "missing.toml"),
        (&["--listen", "0.0.0.0:0"], 2, "name who may ask with --tokens FILE"),
        (&["--data", "file"], 4, "name a folder"),
        (&["--map", "pigeon://user:secret@here"], 2, "the address of a store begins with"),
    ] {
        let ended = folder.run(&[&["serve", "--log", "json"], args].concat());
        assert_eq!(ended.code, Some(code), "{args:?} {}", ended.stderr);
        let lines = lines_of_json(&ended.stderr);
        let said = lines[0]["message"].as_str().unwrap();
        assert!(
            lines.len() == 1 && lines[0]["level"] == "ERROR" && said.contains(part),
            "{args:?} {lines:?}"
        );
        assert!(!ended.stderr.contains("secret"), "{}", ended.stderr);
    }
    drop(port);
}

#[test]
fn all_settings_stand_in_the_config_file() {
    let folder = Folder::with(&["en/library"]);
    let made = folder.run(&["serve", "--new-token", "desk", "--rights", "read,check,write"]);
    let secret = made.stdout.lines().find_map(|line| line.strip_prefix("# ibid_")).unwrap();
    folder.write("etc/tokens.toml", &made.stdout);
    assert_eq!(folder.run(&["add", "--index", "etc/library", "en/library"]).code, Some(0));
    let settings = "listen = \"127.0.0.1:0\"\ndata = \"store\"\nindex = \"library\"\ntokens = \"tokens.toml\"\n\
                    match-by = [\"title\"]\nrule = \"paper\"\nweight-levels = 7\nmax-body = 2000\nmax-connections = 9\n\
                    timeout = 5\nrate = 1000\nbehind-proxy = true\nlog = \"text\"\n";
    folder.write("etc/serve.toml", settings);
    let service = Service::start(&folder, &["--config", "etc/serve.toml"]);
    let ask = |method: &str, path: &str, body: String| {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let url = format!("http://{}{path}", service.address);
        let bearer = format!("Bearer ibid_{secret}");
        let answer = match method {
            "GET" => agent.get(url).header("authorization", bearer).call(),
            _ => agent.post(url).header("authorization", bearer).content_type("application/json").send(body),
        };
        let mut answer = answer.unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::Null))
    };
    assert_eq!(service.send("GET", "/v1/documents/7", &Value::Null).0, 401, "the file of tokens");
    assert_eq!(ask("GET", "/health/ready", String::new()).1["index"], json!(true));
    let article = json!({"url": "u", "content": "it did"});
    assert_eq!(ask("POST", "/v1/documents", article.to_string()).1["matchedBy"], "none");
    let moved = json!({"url": "u", "content": "it did not"});
    assert_eq!(ask("POST", "/v1/documents", moved.to_string()).1["matchedBy"], "none", "by its title only");
    assert_eq!(ask("POST", "/v1/documents", "x".repeat(3000)).0, 413);
    assert_eq!(service.stop().0, Some(0));
    assert!(folder.path("etc/store").is_dir(), "paths start from the folder of the file");

    // The command line wins, and so do variables of the environment.
    let ended = folder.run(&["serve", "--config", "etc/serve.toml", "--weight-levels", "5"]);
    assert!(ended.code == Some(4) && ended.stderr.contains("levels=7"), "{}", ended.stderr);
    folder.write("etc/serve.toml", format!("{settings}map = \"redis://localhost\"\n"));
    let mut command = folder.command(["serve", "--config", "etc/serve.toml"]);
    let ended = Ended::of(command.env("IBID_SERVE_MAP", "carrier-pigeon://here").output().unwrap());
    assert!(
        ended.code == Some(2) && ended.stderr.contains("the address of a store begins with"),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_folder_that_lost_articles_is_not_served() {
    let folder = Folder::new();
    let service = Service::start(&folder, &[]);
    for n in 0..50 {
        service.post(&json!({"id": n.to_string(), "content": format!("Article number {n} of the harbour.")}));
    }
    assert_eq!(service.stop().0, Some(0));
    let data = folder.path(".ibid-service");
    let journal = std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path());
    let journal = journal.into_iter().find(|path| path.extension().is_some_and(|end| end == "jnl")).unwrap();
    let whole = std::fs::read(&journal).unwrap();
    let refused = |part: &str| {
        let ended = folder.run(&["serve", "--listen", "127.0.0.1:0"]);
        assert_eq!((ended.code, ended.stderr.lines().count()), (Some(4), 1), "{}", ended.stderr);
        assert!(ended.stderr.contains(part) && ended.stderr.contains("backup"), "{}", ended.stderr);
    };
    std::fs::remove_file(&journal).unwrap();
    refused("its journal (\"*.jnl\") is missing");
    // A journal has zeros behind what was written.
    let written = whole.iter().rposition(|&byte| byte != 0).unwrap() + 1;
    let mut zeros = whole.clone();
    zeros[written / 2..].fill(0);
    std::fs::write(&journal, zeros).unwrap();
    refused("50 articles were acknowledged, ");
    // It was not made whole by being looked at.
    refused("50 articles were acknowledged, ");
    std::fs::write(&journal, whole).unwrap();
    let service = Service::start(&folder, &[]);
    for n in 0..50 {
        assert_eq!(service.send("GET", &format!("/v1/documents/{n}"), &Value::Null).0, 200);
    }
    assert_eq!(service.stop().0, Some(0));
}
