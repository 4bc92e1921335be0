//! What `ibid` deletes, makes and needs in and beside the folder of an index: only its own, for whom the umask lets, and
//! no more than to read it where it only reads.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::index_files::{entries, generation, index_files};
use crate::program::{Ended, Folder, wait_until};

fn with_index() -> Folder {
    let folder = Folder::with(&["en/library", "zh/library"]);
    folder.run(&["add", "en/library"]).done();
    folder
}

/// The names in a folder.
fn names(path: &Path) -> Vec<String> {
    let entries = fs::read_dir(path).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The files of an index with their bytes, also of one that is damaged.
fn files(paths: &[PathBuf]) -> BTreeMap<&Path, Vec<u8>> {
    paths.iter().map(|path| (&**path, fs::read(path).unwrap())).collect()
}

#[test]
fn folders_beside_the_index_that_are_not_its_own_are_left_alone() {
    let folder = with_index();
    let names = [".ibid.new-drafts", ".ibid.new-1", ".ibid.rebuild-drafts", ".ibid.rebuild-0123456789abcdef"];
    for name in names {
        folder.write(&format!("{name}/thesis.md"), "Mine.");
    }
    folder.run(&["rebuild"]).done();
    folder.run(&["add", "zh/library"]).done();
    for name in names {
        assert_eq!(fs::read_to_string(folder.path(name).join("thesis.md")).unwrap(), "Mine.");
    }
}

#[test]
fn add_remove_and_rebuild_touch_nothing_foreign() {
    let folder = with_index();
    let store = "0123456789abcdef0123456789abcdef.store";
    let names =
        [".tmp-notes", store, "meta.json", "notes.txt", ".managed.json", "drafts/thesis.md", "g-drafts/x"];
    let foreign = names.map(|name| format!(".ibid/{name}"));
    for name in &foreign {
        folder.write(name, "Mine.");
    }
    folder.run(&["add", "zh/library"]).done();
    let ids = folder.ids();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    folder.run(&[&["remove"], &ids[..9]].concat()).done();
    folder.run(&["add", "en/library"]).done();
    let ended = folder.run(&["rebuild"]);
    assert_eq!((ended.done().stdout.as_str(), ended.stderr.as_str()), ("rebuilt 6\n", ""));
    for name in &foreign {
        assert_eq!(fs::read_to_string(folder.path(name)).unwrap(), "Mine.");
    }
    folder.run(&["info", "--verify"]).done();
}

/// A file among those of the engine keeps the old index where it is, until the file is moved away.
#[test]
fn a_rebuild_leaves_an_old_index_with_other_files_in_it_and_says_so() {
    let folder = with_index();
    let old = generation(&folder.path(".ibid"));
    fs::write(old.join("thesis.md"), "Mine.").unwrap();
    let ended = folder.run(&["rebuild"]);
    let name = old.file_name().unwrap().to_str().unwrap();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), "rebuilt 5\n"));
    let expected = format!("{name}\": it cannot be deleted, or has other files in it\n");
    assert!(ended.stderr.ends_with(&expected), "{ended:?}");
    folder.run(&["rebuild"]).done();
    assert_eq!(fs::read_to_string(old.join("thesis.md")).unwrap(), "Mine.");
    fs::rename(old.join("thesis.md"), folder.path("thesis.md")).unwrap();
    folder.run(&["add", "zh/library"]).done();
    assert!(!old.exists());
    folder.run(&["info", "--verify"]).done();
    assert_eq!(folder.ids().len(), 10);
}

#[test]
fn no_index_is_made_where_other_files_are() {
    let folder = with_index();
    folder.write("home/notes.txt", "Mine.");
    for name in ["home", "home/../home/."] {
        folder
            .run(&["add", "en/library", "--index", name])
            .says(4, &["not an index", "notes.txt", "name a folder that is empty or not there yet"]);
    }
    assert_eq!(names(&folder.path("home")), ["notes.txt"]);
    fs::create_dir(folder.path("empty")).unwrap();
    folder.run(&["add", "en/library", "--index", "empty"]).done();
    let inside = folder.command(["info", "--index", "."]).current_dir(folder.path("empty")).output().unwrap();
    Ended::of(inside).done();
}

/// The first bit of every kilobyte of each file, one at a time: wherever it is, the old index stays, and is said to be
/// damaged.
#[test]
fn a_rebuild_does_not_spread_damage() {
    let folder = with_index();
    let dir = folder.path(".ibid");
    let mut tried = 0;
    let mut paths = index_files(&dir);
    paths.retain(|path| !path.ends_with("writer.lock"));
    for (path, whole) in files(&paths) {
        if [".managed.json", "meta.json"].iter().any(|name| path.ends_with(name)) {
            continue;
        }
        for at in (100..whole.len()).step_by(4096) {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            fs::write(path, &bytes).unwrap();
            let damaged = files(&paths);
            let ended = folder.run(&["rebuild"]);
            ended.says(4, &[".ibid", &path.file_name().unwrap().to_string_lossy()]);
            assert_eq!(files(&paths), damaged, "the old index is as it was");
            tried += 1;
        }
        fs::write(path, &whole).unwrap();
    }
    assert!(tried > 7, "{tried}");
    assert_eq!(entries(&dir).len(), 3, "nothing is left of what was begun");
    folder.run(&["rebuild"]).done();
    folder.run(&["info", "--verify"]).done();
}

#[test]
fn a_rebuilt_folder_may_be_read_by_the_same_users() {
    let folder = with_index();
    for mode in [0o700, 0o755] {
        fs::set_permissions(folder.path(".ibid"), fs::Permissions::from_mode(mode)).unwrap();
        folder.run(&["rebuild"]).done();
        assert_eq!(fs::metadata(folder.path(".ibid")).unwrap().permissions().mode() & 0o777, mode);
    }
}

#[test]
fn files_follow_the_umask() {
    for (umask, mode, folder_mode) in [("022", 0o644, 0o755), ("077", 0o600, 0o700), ("002", 0o664, 0o775)] {
        let folder = Folder::with(&["en/library", "zh/library"]);
        let ibid = |args: &str| {
            let script = format!("umask {umask}; exec \"$0\" {args}");
            let mut run = Command::new("sh");
            run.args(["-c", &script, env!("CARGO_BIN_EXE_ibid")]).current_dir(folder.path(""));
            Ended::of(run.output().unwrap()).done();
        };
        for args in ["add en/library", "add zh/library", "rebuild", "remove en/library/salt-roads.txt"] {
            ibid(args);
            assert_eq!(fs::metadata(folder.path(".ibid")).unwrap().permissions().mode() & 0o777, folder_mode);
            let inside = generation(&folder.path(".ibid"));
            assert_eq!(fs::metadata(&inside).unwrap().permissions().mode() & 0o777, folder_mode, "{args}");
            for path in index_files(&folder.path(".ibid")) {
                let about = fs::metadata(&path).unwrap();
                assert_eq!(about.permissions().mode() & 0o777, mode, "{args}: {path:?}");
            }
        }
    }
}

/// Somebody who is not the owner, and may write nothing.
const NOBODY: &str = "65534";

#[test]
fn an_index_of_another_user_is_read() {
    let folder = Folder::with(&["en/library", "en/paper.md"]);
    let script = "umask 022; exec \"$0\" add en/library";
    let add = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_ibid")])
        .current_dir(folder.path(""))
        .output();
    Ended::of(add.unwrap()).done();
    let paths = index_files(&folder.path(".ibid"));
    let before = files(&paths);
    for args in reading() {
        match as_nobody(&folder, args) {
            Ok(ended) => {
                ended.done();
            }
            Err(why) => return eprintln!("SKIPPED: {why}"),
        }
    }
    assert_eq!(index_files(&folder.path(".ibid")), paths);
    assert_eq!(files(&paths), before);
}

#[test]
#[cfg(feature = "serve")]
fn a_folder_that_the_service_may_not_write_is_named() {
    let folder = Folder::new();
    for data in ["data", "data/below"] {
        fs::create_dir_all(folder.path("data")).unwrap();
        let ended = match as_nobody(&folder, &["serve", "--listen", "127.0.0.1:0", "--data", data]) {
            Ok(ended) => ended,
            Err(why) => return eprintln!("SKIPPED: {why}"),
        };
        let said =
            format!("ibid: --data {data:?}: the embedded store cannot be reached: permission denied; make");
        ended.says(4, &[&said, "writable for this user\n"]);
    }
}

/// What `ibid` does in a folder for another user, who may read it. An error says why it cannot be had.
fn as_nobody(folder: &Folder, args: &[&str]) -> Result<Ended, String> {
    let readable = |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    readable(&folder.path(""));
    // The program itself may lie where others may not go.
    let program = folder.path("ibid-copy");
    if !program.exists() {
        fs::copy(env!("CARGO_BIN_EXE_ibid"), &program).unwrap();
        readable(&program);
    }
    let mut run = Command::new("setpriv");
    run.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--"]).arg(&program).args(args);
    let Ok(output) = run.current_dir(folder.path("")).stdin(Stdio::null()).output() else {
        return Err("there is no setpriv to become another user with".to_owned());
    };
    let ended = Ended::of(output);
    if ended.stderr.contains("setpriv:") {
        return Err(format!("this user may not become another one: {}", ended.stderr));
    }
    Ok(ended)
}

/// What needs to read only.
fn reading() -> [&'static [&'static str]; 7] {
    [
        &["list"],
        &["show", "en/library/salt-roads.txt"],
        &["info"],
        &["info", "--verify"],
        &["check", "en/paper.md"],
        &["compare", "en/paper.md", "en/library/salt-roads.txt"],
        &["review", "en/paper.md", "-q"],
    ]
}

#[test]
fn an_index_on_a_read_only_medium_is_read() {
    let folder = Folder::with(&["en/library", "en/paper.md"]);
    folder.run(&["add", "en/library"]).done();
    let Some(_mounted) = ReadOnly::mount(&folder.path(".ibid")) else {
        return eprintln!("SKIPPED: nothing can be mounted read-only here");
    };
    for args in reading() {
        folder.run(args).done();
    }
    folder.run(&["add", "en/paper.md"]).says(4, &[".ibid", "the disk can only be read"]);
    folder.run(&["remove", "x"]).says(4, &[".ibid", "the disk can only be read"]);
    folder.run(&["rebuild"]).says(4, &[".ibid", "the disk can only be read"]);
}

/// A folder that is read-only until this goes away.
struct ReadOnly(PathBuf);

impl ReadOnly {
    fn mount(path: &Path) -> Option<ReadOnly> {
        let mount = |options: &[&str]| {
            let status = Command::new("mount").args(options).stderr(Stdio::null()).status();
            status.is_ok_and(|status| status.success())
        };
        let path_str = path.to_str()?;
        if !mount(&["--bind", path_str, path_str]) {
            return None;
        }
        let mounted = ReadOnly(path.to_owned());
        mount(&["-o", "remount,bind,ro", path_str]).then_some(mounted)
    }
}

impl Drop for ReadOnly {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn ctrl_c_in_the_first_add_leaves_no_index() {
    let folder = Folder::with(&["zh/library"]);
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    let add = |name: &str| {
        let child = folder.spawn(&["add", "zh/library", "pipe"], Stdio::null());
        wait_until("the engine", || {
            let is_made = |path: PathBuf| path.join(".managed.json").exists();
            folder.path(".ibid").exists() && entries(&folder.path(".ibid")).into_iter().any(is_made)
        });
        let status = Command::new("kill").args([name, &child.id().to_string()]).status();
        assert!(status.unwrap().success());
        Ended::of(child.wait_with_output().unwrap())
    };
    add("-INT").says(130, &["interrupted"]);
    assert!(!folder.path(".ibid").exists());
    folder.run(&["check", "zh/library"]).says(4, &["there is no index"]);
    // Killed, it leaves what is no index, and what the next run makes one of.
    assert_eq!(add("-KILL").code, None);
    folder.run(&["check", "zh/library"]).says(4, &["not an index", "ibid add"]);
    folder.run(&["add", "zh/library"]).done();
    folder.run(&["info", "--verify"]).done();
    assert_eq!(folder.ids().len(), 5);
}

#[test]
fn nothing_to_add_makes_no_index() {
    let folder = Folder::with(&["odd/nul.txt"]);
    fs::create_dir(folder.path("empty")).unwrap();
    folder.run(&["add", "odd/nul.txt"]).says(3, &["nul.txt"]);
    folder.run(&["add", "odd/nul.txt", "--commit-every", "0"]).says(3, &["nul.txt"]);
    folder.run(&["add", "empty"]);
    assert!(!folder.path(".ibid").exists());
}

#[test]
fn without_an_index_each_command_advises_what_it_takes() {
    let folder = Folder::with(&["en/paper.md"]);
    for args in [&["list"][..], &["info"], &["show", "x"], &["remove", "x"], &["rebuild"], &["calibrate"]] {
        let ended = folder.run(args);
        ended.says(4, &["there is no index here or above", "`ibid add PATH`", "--index"]);
        assert!(!ended.stderr.contains("--against"), "{ended:?}");
    }
    folder.run(&["check", "en/paper.md"]).says(4, &["there is no index here or above", "--against"]);
}
