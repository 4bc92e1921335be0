//! Stories in a pseudo-terminal: the real program is opened, moved in, resized and left.
//!
//! A story reads what the program writes until the screen shows what is waited for. Only one step sleeps.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::program::Folder;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};
use rustix::fs::{Mode, OFlags, open};
use rustix::termios::{Action, LocalModes, tcflow, tcgetattr};
use serde_json::{Value, json};

/// Nothing takes that long.
const PATIENCE: Duration = Duration::from_secs(20);

/// The program in a terminal.
pub(crate) struct Story {
    master: Box<dyn MasterPty + Send>,
    /// Held open, for the system may throw away what was written last once nobody has it open.
    _slave: Box<dyn SlavePty + Send>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    child: Box<dyn Child + Send + Sync>,
    terminal: vt100::Parser,
    written: Vec<u8>,
    _folder: Option<tempfile::TempDir>,
}

impl Story {
    pub(crate) fn open(report: &Value, (cols, rows): (u16, u16)) -> Story {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        std::fs::write(&path, report.to_string()).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ibid"));
        command.args(["review".as_ref(), path.as_os_str()]);
        Story::start(folder, command, (cols, rows))
    }

    /// The program makes the report itself.
    fn compare(paper: &str, source: &str) -> Story {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("paper.txt"), paper).unwrap();
        std::fs::write(folder.path().join("source.txt"), source).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ibid"));
        command.args(["review", "paper.txt", "--against", "source.txt"]);
        Story::start(folder, command, (80, 24))
    }

    /// The program with an index of three documents that carry a quotation.
    fn trace(before: &[&[&str]], args: &[&str], size: (u16, u16)) -> Story {
        let folder = tempfile::tempdir().unwrap();
        let letters = [
            (
                "pier-1",
                "2026-02-01",
                "“We will not close the pier before the herring leave,” said the keeper.",
            ),
            (
                "pier-2",
                "2026-02-03",
                "Good news: “We will close the pier before the herring leave,” he is quoted.",
            ),
            (
                "栈桥",
                "2026-02-05",
                "管理员说：“在鲱鱼离开之前我们不会关闭栈桥。”\u{1b}]0;stolen\u{7}没有人说话。",
            ),
        ];
        let record = |&(id, date, text): &(&str, &str, &str)| {
            json!({"id": id, "date": date, "text": text}).to_string()
        };
        let records: Vec<String> = letters.iter().map(record).collect();
        std::fs::write(folder.path().join("letters.jsonl"), records.join("\n")).unwrap();
        let article = "He said: “We will close the pier before the herring leave.”\n\n管理员说：“在鲱鱼离开之前我们不会关闭栈桥。”\n";
        std::fs::write(folder.path().join("article.txt"), article).unwrap();
        let add: &[&str] = &["add", "-q", "--index", "letters", "letters.jsonl"];
        for args in std::iter::once(add).chain(before.iter().copied()) {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_ibid"));
            assert!(command.args(args).current_dir(folder.path()).status().unwrap().success());
        }
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ibid"));
        command.args(args);
        Story::start(folder, command, size)
    }

    pub(crate) fn start(folder: tempfile::TempDir, mut command: CommandBuilder, size: (u16, u16)) -> Story {
        command.cwd(folder.path());
        clear_environment(&mut command);
        command.env("XDG_CONFIG_HOME", folder.path());
        Story { _folder: Some(folder), ..Story::start_as_is(command, size) }
    }

    /// Starts a command whose folder and environment are set.
    pub(crate) fn start_as_is(command: CommandBuilder, (cols, rows): (u16, u16)) -> Story {
        let pair = native_pty_system().openpty(size(cols, rows)).unwrap();
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let keys = pair.master.take_writer().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let terminal = vt100::Parser::new(rows, cols, 0);
        Story {
            master: pair.master,
            _slave: pair.slave,
            keys,
            output,
            child,
            terminal,
            written: vec![],
            _folder: None,
        }
    }

    pub(crate) fn press(&mut self, keys: &str) -> &mut Story {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
        self
    }

    pub(crate) fn resize(&mut self, cols: u16, rows: u16) -> &mut Story {
        // An empty screen, so that only what is drawn after this is waited for.
        self.terminal = vt100::Parser::new(rows, cols, 0);
        self.master.resize(size(cols, rows)).unwrap();
        self
    }

    /// Gives the program time for a step that no screen shows.
    pub(crate) fn settle(&mut self) -> &mut Story {
        std::thread::sleep(Duration::from_millis(200));
        self
    }

    /// Stops or continues what the terminal takes from the program.
    fn flow(&mut self, action: Action) -> &mut Story {
        let terminal = self.master.tty_name().unwrap();
        tcflow(open(terminal, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap(), action).unwrap();
        self
    }

    /// Reads until the screen shows a text.
    pub(crate) fn shows(&mut self, text: &str) -> &mut Story {
        self.wait(text, |screen| screen.contains(text))
    }

    pub(crate) fn wait(&mut self, what: &str, is_there: impl Fn(&str) -> bool) -> &mut Story {
        self.wait_for(what, |screen| is_there(&screen.contents()))
    }

    /// Reads until the screen, with its caret, is as it should be.
    pub(crate) fn wait_for(&mut self, what: &str, is_there: impl Fn(&vt100::Screen) -> bool) -> &mut Story {
        let deadline = Instant::now() + PATIENCE;
        while !is_there(self.terminal.screen()) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(_) => panic!("never showed {what}:\n{}", self.terminal.screen().contents()),
            }
        }
        self
    }

    /// Reads until something holds that no screen shows.
    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn() -> bool) -> &mut Story {
        let deadline = Instant::now() + PATIENCE;
        while !holds() {
            assert!(Instant::now() < deadline, "{what}:\n{}", self.terminal.screen().contents());
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(20)) {
                self.take(&bytes);
            }
        }
        self
    }

    fn take(&mut self, bytes: &[u8]) {
        self.terminal.process(bytes);
        self.written.extend(bytes);
    }

    pub(crate) fn signal(&mut self, name: &str) {
        let process = self.child.process_id().unwrap();
        let kill = format!("kill -s {name} {process}");
        assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }

    /// Waits for the end; the exit code, and everything that was written. The terminal has to be given back.
    pub(crate) fn ends(mut self) -> (u32, Vec<u8>) {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            let ended = self.child.try_wait().unwrap();
            // What was written last may come after the end.
            while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
                self.take(&bytes);
            }
            match ended {
                Some(status) => break status,
                None => assert!(
                    Instant::now() < deadline,
                    "it never ended:\n{}",
                    self.terminal.screen().contents()
                ),
            }
        };
        let terminal =
            open(self.master.tty_name().unwrap(), OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let modes = tcgetattr(terminal).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG), "{modes:?}");
        assert!(!self.terminal.screen().alternate_screen() && !self.terminal.screen().hide_cursor());
        (status.exit_code(), self.written)
    }
}

/// Takes out of a command's environment what changes a review, and sets a usual terminal.
pub(crate) fn clear_environment(command: &mut CommandBuilder) {
    command.env("TERM", "xterm-256color");
    for name in ["NO_COLOR", "TMUX", "STY", "VTE_VERSION", "TERM_PROGRAM", "VISUAL", "EDITOR"] {
        command.env_remove(name);
    }
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

pub(crate) fn holds(written: &[u8], sequence: &str) -> bool {
    written.windows(sequence.len()).any(|bytes| bytes == sequence.as_bytes())
}

/// A passage of `document`; its words are equal up to the code point `same` on both sides.
fn passage(document: (&str, &str), words: &str, source: (&str, &str), same: u32) -> Value {
    let start = document.1.find(words).unwrap();
    let chars = |text: &str| text.chars().count() as u32;
    let a_start = chars(document.1.get(..start).unwrap());
    json!({
        "a": document.0, "a_start": a_start, "a_end": a_start + chars(words),
        "b": source.0, "b_start": 0, "b_end": chars(source.1),
        "kind": "near-verbatim", "similarity": 0.9, "a_sentences": [0, 1], "b_sentences": [0, 1],
        "a_byte_start": start, "a_byte_end": start + words.len(), "b_byte_start": 0, "b_byte_end": source.1.len(),
        "finding": 0, "is_best": true, "matched_words": 9, "a_words": 9, "b_words": 9, "equal_words": 8,
        "information": 9.0, "sentence_pairs": [], "moved": [], "own": [],
        "equal": [[a_start, a_start + same, 0, same]], "b_also": [], "a_hash": "", "b_hash": "",
        "a_text": words, "b_text": source.1,
    })
}

fn document((id, text): (&str, &str), unit: &str, sources: &[&str], passages: &[Value]) -> Value {
    let sources = sources.iter().map(|id| json!({"id": id, "matched": 9, "ratio": 0.25, "passages": 1}));
    let mut passages = passages.to_vec();
    for (number, passage) in (1..).zip(&mut passages) {
        passage["finding"] = json!(number);
    }
    json!({
        "id": id, "unit": unit, "total": 36, "matched": 18, "text_hash": "", "text": text, "passages": passages,
        "ratios": {"overall": 0.5, "without_quotations": 0.5, "without_own_work": 0.5, "largest_source": 0.25},
        "sources": sources.collect::<Vec<_>>(),
    })
}

/// Two documents, with escape sequences in them.
pub(crate) fn report() -> Value {
    let english = (
        "diary.txt",
        "The lock-keeper wrote down every barge. \u{1b}]0;stolen\u{7}\n\nOn Mondays he counted barges full of bricks. \
         On Fridays he counted barges full of nothing, and \u{1b}[31mhe liked Fridays best.\n",
    );
    let chinese =
        ("日记.txt", "船闸管理员把每一条船都记下来。星期一他数运砖的船，星期五他数空船，他最喜欢星期五。\n");
    json!({
        "schema_version": 2, "tool": "ibid", "failures": [],
        "parameters": {"feature": "", "min_jaccard": 0.5, "versions": ""},
        "collection": {"documents": 3, "sentences": 9},
        "documents": [
            document(english, "words", &["bricks.txt", "fridays.txt"], &[
                passage(english, "On Mondays he counted barges full of bricks.",
                    ("bricks.txt", "On Mondays he counted barges full of stones."), 37),
                passage(english, "he liked Fridays best.", ("fridays.txt", "he liked Fridays most."), 17),
            ]),
            document(chinese, "characters", &["运砖.txt"],
                &[passage(chinese, "星期一他数运砖的船", ("运砖.txt", "星期一他数运煤的船"), 6)]),
        ],
    })
}

#[test]
fn a_reader_moves_searches_resizes_and_quits() {
    let mut story = Story::open(&report(), (80, 24));
    story.shows("2 documents, 2 with passages").press("\r");
    story.shows("Passages 2").shows("passage 1 of 2").shows("bricks.txt").shows("stones.");
    story.press("n").shows("passage 2 of 2").shows("he liked Fridays most");
    story.press("/BARGES\r").shows("/BARGES  1 of 3").press("n").shows("2 of 3");
    story.press("\x1b").shows("the search has ended").press("?").shows("line down, up");
    story.press("G").shows("previous, next document");
    story.press("?").shows("1–5 decide");
    story.press("]").shows("[2/2]").shows("星期一他数运煤的船");
    story.resize(160, 50).shows("Sources 1").shows("by coverage");
    story.resize(30, 8).wait("one pane", |screen| !screen.trim().is_empty() && !screen.contains("Sources 1"));
    story.resize(80, 24).shows("passage 1 of 1");
    story.press("y").shows("both sides: sent to the terminal's clipboard").press("q");
    let (code, written) = story.ends();
    assert_eq!(code, 0);
    assert!(holds(&written, "\x1b]52;c;"), "the clipboard");
    assert!(
        !holds(&written, "\x1b]0;") && !holds(&written, "\x1b[31mhe"),
        "an escape sequence of the document"
    );
    for sequence in ["\x1b[?1049l", "\x1b[?1000l", "\x1b[?2004l", "\x1b[?25h"] {
        assert!(holds(&written, sequence), "{sequence:?}");
    }
}

#[test]
fn a_key_that_comes_with_a_new_size_counts() {
    let mut story = Story::open(&report(), (80, 24));
    story.shows("2 documents").press("\r").shows("passage 1 of 2");
    // The program waits with a frame that is not taken, so that it finds the new size and the key after it together.
    story.settle().flow(Action::OOff).press("n").settle().resize(90, 24).settle();
    story.press("N").flow(Action::OOn).shows("passage 1 of 2").press("q");
    assert_eq!(story.ends().0, 0);
}

#[test]
fn the_mouse_selects() {
    let mut story = Story::open(&report(), (80, 24));
    // A click on the second row of the list, then the wheel up above it.
    story
        .shows("2 documents")
        .press("\r")
        .shows("passage 1 of 2")
        .press("\x1b[<0;5;5M\x1b[<0;5;5m")
        .shows("passage 2 of 2");
    story.press("\x1b[<64;5;5M").shows("passage 1 of 2").press("\x03");
    assert_eq!(story.ends().0, 0);
}

#[test]
fn a_signal_gives_the_terminal_back() {
    let sentence = "The lock-keeper wrote down every barge that was full of bricks on a Monday.";
    for signal in ["TERM", "HUP", "INT"] {
        let read = Story::open(&report(), (80, 24));
        let made = Story::compare(sentence, sentence);
        for mut story in [read, made] {
            story.shows("assages").signal(signal);
            let (code, written) = story.ends();
            assert_eq!(code, 130, "{signal}");
            for sequence in ["\x1b[?1049l", "\x1b[?1000l", "\x1b[?2004l", "\x1b[?25h"] {
                assert!(holds(&written, sequence), "{signal}: {sequence:?}");
            }
            assert!(written.ends_with(b"\x1b[?25h"), "{signal}: something was drawn after the end");
        }
    }
}

#[test]
fn a_quotation_is_followed_to_its_places() {
    let quote = "We will not close the pier before the herring leave";
    let mut story = Story::trace(&[], &["trace", quote, "--index", "letters", "--review"], (80, 24));
    story.shows("witness: pier-1, 2026-02-01").shows("Carriers 2").shows("1 of 2");
    story.press("j").shows("! negation lost").shows("[-not-]").shows("Likely taken from 1 · pier-1");
    story.press("m").shows("We will not close").press("m").shows("[-not-]");
    story.press("p").shows("1 of 2").press("G").shows("2 of 2");
    story
        .press("\r")
        .shows("pier-2, characters")
        .shows("“[We will close the pier before the herring leave],”");
    story.resize(40, 12).shows("▌ before the herring leave],”").resize(120, 40).shows("he is quoted");
    story.press("/good news\r").shows("1 of 1").press("\x1b").shows("the search has ended");
    story.press("\x1b").shows("Carriers 2").press("y").shows("sent to the terminal's clipboard").press("q");
    let (code, written) = story.ends();
    assert_eq!(code, 0);
    for sequence in ["\x1b]52;c;", "\x1b[?1049l", "\x1b[?1000l", "\x1b[?2004l", "\x1b[?25h"] {
        assert!(holds(&written, sequence), "{sequence:?}");
    }
}

#[test]
fn the_quotations_of_an_article_are_traced_in_the_terminal() {
    let open = &["trace", "--from", "article.txt", "--review", "--index", "letters"];
    let mut story = Story::trace(&[], open, (100, 30));
    story.shows("[1/2] “We will close the pier").shows("pier-2").press("]").shows("[2/2] “在鲱鱼").press("q");
    assert_eq!(story.ends().0, 0);
}

#[test]
fn a_trace_is_opened_from_a_file_in_chinese() {
    let quote = "在鲱鱼离开之前我们不会关闭栈桥";
    let make: &[&str] = &["trace", quote, "--index", "letters", "--format", "json", "-o", "found.txt"];
    let open = &["review", "--lang", "zh", "--index", "letters", "found.txt"];
    let mut story = Story::trace(&[make], open, (80, 24));
    story.shows("最早见于：栈桥").press("\r").shows("没有人说话").press("q");
    let (code, written) = story.ends();
    assert_eq!(code, 0);
    assert!(!holds(&written, "\x1b]0;"), "an escape sequence of the document");
    let mut story = Story::trace(&[make], &["review", "--lang", "zh", "found.txt"], (80, 24));
    story.shows("文献 1").press("\r").shows("没有找到索引").press("\x03");
    assert_eq!(story.ends().0, 0);
}

/// Decides in the review of the English paper, whose ledger is in its folder.
fn decide(folder: &Folder, keys: &[(&str, &str)]) {
    let path = |name: &str| folder.path(name).display().to_string();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ibid"));
    command.args(["review", &path("en/paper.md"), "--against", &path("en/library"), "--by", "Ana Reyes"]);
    command.args(["--decisions", &path("ledger.jsonl")]);
    let mut story = Story::start(tempfile::tempdir().unwrap(), command, (80, 24));
    story.shows("Passages 6");
    for (keys, shown) in keys {
        story.press(keys).shows(shown);
    }
    story.press("q");
    assert_eq!(story.ends().0, 0);
}

#[test]
fn decisions_in_the_review_are_there_in_the_next_one_and_in_a_check() {
    let folder = Folder::with(&["en"]);
    folder.write("ledger.jsonl", "");
    decide(
        &folder,
        &[
            ("1", "1/6"),
            ("a施工\u{7b14}记\r", "goes with the decision to come"),
            ("2", "2/6"),
            ("3", "3/6"),
            ("u", "2/6"),
            ("\x12", "3/6"),
            ("0", "2/6"),
            ("?", "copied, quotation, own work"),
            ("?", "1–5 decide"),
        ],
    );
    let ledger = std::fs::read_to_string(folder.path("ledger.jsonl")).unwrap();
    assert_eq!(ledger.lines().count(), 6, "{ledger}");
    decide(&folder, &[("n", "施工笔记")]);
    let paper = folder.path("en/paper.md").display().to_string();
    let library = folder.path("en/library").display().to_string();
    let args = ["check", &paper, "--format", "json", "--decisions", "ledger.jsonl", "--against", &library];
    let report: Value = serde_json::from_str(&folder.run(&args).stdout).unwrap();
    let decided = &report["documents"][0]["decided"];
    assert_eq!((&decided["findings"], &decided["open"]), (&json!(6), &json!(4)), "{decided}");
}

#[test]
fn a_ledger_that_cannot_be_written_is_told_and_nothing_is_decided() {
    let folder = Folder::with(&["en"]);
    let (paper, library) = (folder.path("en/paper.md"), folder.path("en/library"));
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ibid"));
    command.args(["review".as_ref(), paper.as_os_str(), "--against".as_ref(), library.as_os_str()]);
    command.args(["--decisions", "none", "--by", "Ana"]);
    let mut story = Story::start(tempfile::tempdir().unwrap(), command, (80, 24));
    story.shows("Passages 6").press("1").shows("begun with --decisions none").press("q");
    assert_eq!(story.ends().0, 0);
}
