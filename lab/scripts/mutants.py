"""How many changes of the library's code its unit tests notice: a sample of those that cargo-mutants knows.

    mutants.py [NUMBER [SEED]]             NUMBER changes (200) drawn by chance; `.ci/mutants library` runs this

Needs `cargo install cargo-mutants` and `pip install tree-sitter tree-sitter-rust`.

A change takes a minute and more to compile, so all are compiled at once, in a copy of the checkout: each stands behind a
switch, which the environment variable MUTANT sets when the tests start. `a < b` becomes
`(if is(7) {a == b} else {a < b})`, a function returns early, an arm of a match gets a guard. A change inside another one
is in the branch that is not changed. What does not compile so (in a constant, or where a function returns `impl Trait`)
is compiled by itself; what does not compile by itself either is not viable and does not count.

The tests of the file run first, then those of the folder, then those of every module that uses it. A change is noticed
when a test fails, when the tests take five times the processor time as without it and a minute of it at least, or when
they take more than eight gigabytes. The sample is drawn from the list sorted by file, line, column and replacement. What
became of each change is in target/mutants-library/outcomes.jsonl; a run goes on where the last one with the same sample
was stopped, so delete that file when code or tests are others.
"""

import functools
import json
import math
import os
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

try:
    import tree_sitter
    import tree_sitter_rust
except ImportError:
    print("SKIPPED: the strength of the library's tests needs `pip install tree-sitter tree-sitter-rust`")
    sys.exit(0)

FOLDERS = "normalize split lexicon analyze retrieve align judge detect".split()
NUMBER, SEED = 200, 20261124
LEAST = 88
MEMORY = 8 << 30

CHECKOUT = Path(__file__).resolve().parents[2]
WORK = CHECKOUT / "target" / "mutants-library"
TREE = WORK / "tree"
LIBRARY = ["--package", "ibid", "--lib"]
# The tests run often: what they are built on is optimized well, they and the library so far as it costs little.
PROFILE = ["debug=0", "opt-level=1", 'package."*".opt-level=2']

SWITCH = """
pub(crate) mod mutant {
    static ON: std::sync::LazyLock<usize> =
        std::sync::LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|on| on.parse().ok()).unwrap_or(0));
    #[inline]
    pub(crate) fn is(number: usize) -> bool {
        *ON == number
    }
}
"""


def main():
    changes = sample(*map(int, sys.argv[1:]))
    WORK.mkdir(parents=True, exist_ok=True)
    outcomes = Outcomes(changes)
    copy_checkout()
    binary, together, hopeless = compile_together(changes, LIBRARY)
    alone = [change for change in changes if change not in together and change not in hopeless]
    print(f"{len(together)} compile together, {len(hopeless)} not at all, {len(alone)} are tried alone", flush=True)
    for change, why in hopeless.items():
        outcomes.add(change, "unit", {"viable": False, "why": why})
    tests = Tests(binary)
    for change in together:
        if not outcomes.has(change, "unit"):
            outcomes.add(change, "unit", tests.run(change))
    for change in alone:
        if not outcomes.has(change, "unit"):
            outcomes.add(change, "unit", try_alone(change, tests))
    return outcomes.sum_up()


# What is changed


class Change:
    """One change: at these bytes of a file stands something else."""

    def __init__(self, number, found):
        self.number = number
        self.file, self.genre, self.text = found["file"], found["genre"], found["replacement"]
        self.name = found["name"]
        self.source = (CHECKOUT / self.file).read_bytes()
        self.start, self.end = (byte_of(self.source, found["span"][end]) for end in ("start", "end"))
        function = found.get("function") or {}
        self.returns = function.get("return_type") or ""

    def alone(self):
        """The file with nothing but this change."""
        return self.source[: self.start] + self.text.encode() + self.source[self.end :]

    def modules(self):
        """The tests of its file, of its folder, and of what uses its folder."""
        path = self.file.removeprefix("src/").removesuffix(".rs").removesuffix("/mod").split("/")
        steps = [["::".join(path) + "::"], [f"{path[0]}::"], [f"{module}::" for module in users(path[0])]]
        return [step for step in steps if step]


@functools.cache
def users(folder):
    """The modules of the library that use a folder, directly or not."""
    library = (CHECKOUT / "src/lib.rs").read_text()
    modules = re.findall(r"^(?:pub )?mod (\w+);", library, re.M)
    home = {name: module for module in modules for name in shown(library, f"pub use {module}::")}
    uses = {}
    for module in modules:
        files = [CHECKOUT / f"src/{module}.rs", *(CHECKOUT / "src" / module).rglob("*.rs")]
        text = re.sub(r"//.*", "", "".join(file.read_text() for file in files if file.is_file()))
        uses[module] = {home.get(name, name) for name in shown(text, "crate::")}
    found = {folder}
    while more := {module for module in modules if uses[module] & found} - found:
        found |= more
    return sorted(found - {folder})


def shown(text, before):
    """The first names behind this prefix, in braces or not."""
    names = re.findall(rf"{before}(?:(\w+)|\{{([^;]*?)\}};)", text)
    return {name for one, several in names for name in [one, *re.findall(r"\w+", several)]} - {""}


def sample(number=NUMBER, seed=SEED):
    files = [argument for folder in FOLDERS for argument in ("--file", f"src/{folder}/**")]
    command = ["cargo", "mutants", "--list", "--json", *LIBRARY[:-1], *files]
    listed = json.loads(subprocess.run(command, cwd=CHECKOUT, check=True, stdout=subprocess.PIPE).stdout)
    listed.sort(key=lambda one: (one["file"], *place(one["span"]["start"]), *place(one["span"]["end"]), one["replacement"]))
    print(f"{len(listed)} changes, {number} of them drawn with the seed {seed}", flush=True)
    drawn = random.Random(seed).sample(listed, min(number, len(listed)))
    return [Change(number, found) for number, found in enumerate(drawn, 1)]


def place(position):
    return position["line"], position["column"]


def byte_of(source, position):
    """Where a line and a column, which count from one and in characters, are in the bytes."""
    lines = source.split(b"\n")
    before = sum(len(line) + 1 for line in lines[: position["line"] - 1])
    line = lines[position["line"] - 1].decode()
    return before + len(line[: position["column"] - 1].encode())


# All changes behind switches


class Region:
    """An expression, or an empty place, with the changes made to it."""

    def __init__(self, start, end):
        self.start, self.end = start, end
        self.early, self.instead, self.guards = [], [], []
        self.inside = []


def region_of(tree, change):
    """Where the switch of a change stands: start, end and which list of the region it belongs to."""
    node = tree.root_node.descendant_for_byte_range(change.start, max(change.start, change.end - 1) + 1)
    if change.genre == "FnValue":
        if "impl " in change.returns:
            return None
        node = climb(node, lambda one: one.type == "block" and one.parent.type == "function_item")
        return node and (node.start_byte + 1, node.start_byte + 1, "early")
    if change.genre == "MatchArm":
        arm = climb(node, lambda one: one.type == "match_arm")
        pattern = arm and arm.child_by_field_name("pattern")
        if not pattern:
            return None
        guard = pattern.child_by_field_name("condition")
        return (guard.start_byte, guard.end_byte, "guards") if guard else (pattern.end_byte, pattern.end_byte, "guards")
    if change.genre == "UnaryOperator":
        node = climb(node, lambda one: one.type == "unary_expression")
    elif change.genre == "BinaryOperator":
        node = climb(node, lambda one: one.type in ("binary_expression", "compound_assignment_expr"))
        # Another operator may bind otherwise, so that all of the expression is written twice.
        while node and node.parent.type == "binary_expression":
            node = node.parent
    elif change.genre == "StructField":
        node = climb(node, lambda one: one.type == "struct_expression")
    elif change.genre == "MatchArmGuard":
        return change.start, change.end, "instead"
    else:
        return None
    return node and (node.start_byte, node.end_byte, "instead")


def climb(node, is_it):
    while node and not is_it(node):
        node = node.parent
    return node


def with_switches(source, changes):
    """The file with all changes behind switches, and which bytes of it belong to which changes."""
    tree = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language())).parse(source)
    regions = {}
    for change in changes:
        found = region_of(tree, change)
        if found:
            start, end, kind = found
            getattr(regions.setdefault((start, end), Region(start, end)), kind).append(change)
    whole, open_regions = Region(0, len(source)), []
    for region in sorted(regions.values(), key=lambda one: (one.start, -one.end)):
        while open_regions and open_regions[-1].end < max(region.end, region.start + 1):
            open_regions.pop()
        (open_regions[-1] if open_regions else whole).inside.append(region)
        if region.end > region.start:
            open_regions.append(region)
    writer = Writer(source)
    writer.unchanged(whole)
    return b"".join(writer.pieces), writer.owned


class Writer:
    def __init__(self, source):
        self.source, self.pieces, self.at, self.owned = source, [], 0, []

    def put(self, text):
        text = text.encode() if isinstance(text, str) else text
        self.pieces.append(text)
        self.at += len(text)

    def own(self, change, *texts):
        start = self.at
        for text in texts:
            self.put(text)
        self.owned.append((start, self.at, [change], True))

    def unchanged(self, region):
        at = region.start
        for inner in region.inside:
            self.put(self.source[at : inner.start])
            self.region(inner)
            at = inner.end
        self.put(self.source[at : region.end])

    def region(self, region):
        start = self.at
        for change in region.early:
            self.own(change, f" if {switch(change)} {{ return {change.text}; }} ")
        if region.start == region.end:
            for change in region.guards:
                self.own(change, f" if !{switch(change)}")
            return
        for change in region.guards:
            self.own(change, f"!{switch(change)} && ")
        if region.instead:
            self.put("(")
            for change in region.instead:
                changed = self.source[region.start : change.start] + change.text.encode()
                changed += self.source[change.end : region.end]
                self.own(change, f"if {switch(change)} {{ (", changed, ") } else ")
            self.put("{ (")
            self.unchanged(region)
            self.put(") })")
        else:
            self.put("(")
            self.unchanged(region)
            self.put(")")
        self.owned.append((start, self.at, region.instead + region.guards, False))


def switch(change):
    return f"crate::mutant::is({change.number})"


def compile_together(changes, what):
    """The tests, the changes in them, and those that are not viable: what does not compile is left out until the rest does."""
    left, hopeless = list(changes), {}
    while True:
        owned = {}
        files = sorted({change.file for change in changes})
        for file in files:
            of_file = [change for change in left if change.file == file]
            text, owned[file] = with_switches((CHECKOUT / file).read_bytes(), of_file)
            write(file, text)
        placed = {change for ranges in owned.values() for _, _, owners, _ in ranges for change in owners}
        left = [change for change in left if change in placed]
        library = (CHECKOUT / "src/lib.rs").read_text()
        write("src/lib.rs", library.replace("\nmod error;", f"{SWITCH}\nmod error;", 1).encode())
        errors, binary = build(what)
        if binary:
            return binary, left, hopeless
        guilty = {}
        for error in errors:
            owners, is_hopeless = guilty_of(error, owned)
            guilty |= {change: error["message"] if is_hopeless else None for change in owners}
        if not guilty:
            rendered = "".join(error["rendered"] for error in errors)
            sys.exit(f"does not compile, and no change is to blame:\n{rendered}")
        hopeless |= {change: why for change, why in guilty.items() if why}
        left = [change for change in left if change not in guilty]


def guilty_of(error, owned):
    """The changes that an error comes from, and whether it would be there without the switch."""
    for primary in (True, False):
        for span in error["spans"]:
            while span["file_name"] not in owned and span.get("expansion"):
                span = span["expansion"]["span"]
            within = [
                (end - start, owners, is_text)
                for start, end, owners, is_text in owned.get(span["file_name"], [])
                if start <= span["byte_start"] < end
            ]
            if within and span["is_primary"] is primary:
                _, owners, is_text = min(within, key=lambda one: one[0])
                is_switch = (error["code"] or {}).get("code") == "E0015"
                return owners, is_text and not is_switch
    # A match that lacks an arm is reported at its head.
    for span in error["spans"]:
        behind = [one for one in owned.get(span["file_name"], []) if one[0] >= span["byte_start"]]
        if behind:
            return min(behind, key=lambda one: one[0])[2], False
    return [], False


def build(what):
    """Compiles the tests: the errors, and the file of the tests if there are none."""
    command = ["cargo", "test", *what, "--no-run", "--message-format=json", "-j1", "--target-dir", str(WORK / "build")]
    for setting in PROFILE:
        command += ["--config", f"profile.dev.{setting}"]
    environment = {**os.environ, "RUSTFLAGS": "--cap-lints=allow"}
    run = subprocess.run(command, cwd=TREE, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    errors, binary = [], None
    for line in run.stdout.splitlines():
        told = json.loads(line)
        if told["reason"] == "compiler-message" and told["message"]["level"] == "error":
            errors.append(told["message"])
        if told["reason"] == "compiler-artifact" and told["profile"]["test"]:
            binary = told["executable"]
    if run.returncode != 0:
        if not errors:
            sys.exit(run.stderr)
        return errors, None
    return [], binary


# The copy of the checkout


def copy_checkout():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=CHECKOUT, check=True, stdout=subprocess.PIPE).stdout
    for file in listed.decode().split("\0"):
        if file and (CHECKOUT / file).is_file():
            write(file, (CHECKOUT / file).read_bytes())


def write(file, text):
    """Only what differs is written, so that no more than that is compiled again."""
    path = TREE / file
    if not path.is_file() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def forget_failures():
    """proptest writes down what failed and tries it first the next time, which would tell one change by another's failure."""
    for folder in TREE.rglob("proptest-regressions"):
        kept = CHECKOUT / folder.relative_to(TREE)
        shutil.rmtree(folder)
        if kept.is_dir():
            shutil.copytree(kept, folder)


# The tests


class Tests:
    """A program of tests, and how long it takes with no change switched on."""

    def __init__(self, binary):
        # A change that is compiled alone comes to stand in the same file.
        self.binary, self.seconds = shutil.copy(binary, WORK / "tests"), {}
        self.measure()

    def measure(self, *filters):
        if filters not in self.seconds:
            failed, seconds = run_tests(self.binary, None, filters, None)
            if failed:
                sys.exit(f"without any change, this fails: {failed}")
            self.seconds[filters] = seconds
            print(f"the tests {' '.join(filters)} pass in {seconds:.0f} s", flush=True)
        return self.seconds[filters]

    def run(self, change, binary=None):
        """What became of a change. The nearest tests come first: they notice most."""
        taken = 0
        for modules in change.modules():
            limit = max(60, 5 * self.measure(*modules))
            failed, seconds = run_tests(binary or self.binary, change, modules, limit)
            taken += seconds
            if failed:
                return {"noticed": True, "by": failed, "seconds": round(taken)}
        return {"noticed": False, "seconds": round(taken)}


def run_tests(binary, change, filters, limit):
    """The first test that fails, or why the tests ended, and the seconds. The limit is one of processor time; tests that
    wait for each other for ever are ended after ten times as long."""
    environment = {**os.environ, "INSTA_UPDATE": "no", "RUST_BACKTRACE": "0"}
    environment.pop("MUTANT", None)
    if change:
        environment["MUTANT"] = str(change.number)
    tests = subprocess.Popen(
        [binary, "--test-threads=1", *filters],
        cwd=TREE,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=lambda: bound(limit),
    )
    seconds, last, printed, failed = 0.0, time.monotonic(), b"", None
    while True:
        ready, _, _ = select.select([tests.stdout], [], [], 1)
        now = time.monotonic()
        seconds, last = seconds + min(now - last, 2), now
        more = os.read(tests.stdout.fileno(), 1 << 16) if ready else b""
        printed += more
        lines = printed.decode(errors="replace").splitlines()
        failed = next((line for line in lines if line.startswith("test ") and line.endswith("... FAILED")), None)
        if failed or (ready and not more):
            break
        if limit and seconds > 10 * limit:
            failed = "time"
            break
    stop(tests)
    if tests.returncode == -signal.SIGXCPU:
        failed = "time"
    elif not failed and tests.returncode != 0:
        running = [line for line in lines if line.startswith("test ")]
        failed = f"ended with {tests.returncode}: {running[-1] if running else ''}"
    if change:
        forget_failures()
    return failed, seconds


def bound(seconds):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 5))


def stop(tests):
    """The tests, and what they started, if they still run."""
    try:
        tests.wait(1)
    except subprocess.TimeoutExpired:
        os.killpg(tests.pid, signal.SIGKILL)
        tests.wait()
    tests.stdout.close()


def try_alone(change, tests):
    copy_checkout()
    write(change.file, change.alone())
    errors, binary = build(LIBRARY)
    if not binary:
        return {"viable": False, "why": errors[0]["message"]}
    return tests.run(change, binary)


# What became of them


class Outcomes:
    def __init__(self, changes):
        self.changes, self.path, self.known = changes, WORK / "outcomes.jsonl", {}
        if self.path.is_file():
            for line in self.path.read_text().splitlines():
                told = json.loads(line)
                self.known[told["number"], told["name"], told["tests"]] = told

    def key(self, change, tests):
        return change.number, change.name, tests

    def has(self, change, tests):
        return self.key(change, tests) in self.known

    def of(self, change, tests):
        return self.known.get(self.key(change, tests))

    def add(self, change, tests, became):
        became = {"number": change.number, "name": change.name, "tests": tests, **became}
        if self.has(change, tests):
            return
        self.known[self.key(change, tests)] = became
        with self.path.open("a") as file:
            file.write(json.dumps(became, ensure_ascii=False) + "\n")
        print(json.dumps(became, ensure_ascii=False), flush=True)

    def sum_up(self):
        units = [self.of(change, "unit") for change in self.changes]
        viable = [unit for unit in units if unit.get("viable", True)]
        noticed = [unit for unit in viable if unit["noticed"]]
        missed = [unit["name"] for unit in viable if not unit["noticed"]]
        (WORK / "missed.txt").write_text("".join(f"{name}\n" for name in missed))
        print(f"{len(noticed)} of {len(viable)} viable changes were noticed, {len(units) - len(viable)} did not compile")
        if len(noticed) * 100 < len(viable) * LEAST or not viable:
            print(f"fewer than {LEAST} in 100; target/mutants-library/missed.txt lists the others")
            return 1
        return 0


if __name__ == "__main__":
    sys.exit(main())
