"""The review in a pseudo-terminal, for the scripts that sit in it."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path


class Terminal:
    """The program in a pseudo-terminal, and the number of keys that were pressed."""

    def __init__(self, command, folder, size):
        self.keys = 0
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.environ.update(TERM="xterm-256color", IBID_REVIEWER="Ana Reyes")
            os.execv(command[0], command)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def press(self, key):
        os.write(self.terminal, key.encode())
        self.keys += 1

    def read(self, seconds):
        """Returns what the program writes until it has been silent for so long."""
        written = b""
        while select.select([self.terminal], [], [], seconds)[0]:
            try:
                written += os.read(self.terminal, 1 << 16)
            except OSError:
                break
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", written.decode(errors="replace"))

    def shows(self, text, seconds=60):
        """Returns the seconds until the program writes a text, all of it in one place."""
        begun, written = time.monotonic(), b""
        while text.encode() not in written:
            left = begun + seconds - time.monotonic()
            if left < 0 or not select.select([self.terminal], [], [], left)[0]:
                sys.exit(f"{text!r} was not shown in {seconds} s")
            written += os.read(self.terminal, 1 << 16)
        return time.monotonic() - begun

    def kill(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


class Ledger:
    def __init__(self, path):
        self.path = path

    def lines(self):
        return self.path.read_text().count("\n") if self.path.exists() else 0

    def grows(self, terminal, press):
        """Presses a key, and waits for the line that it saves."""
        before = self.lines()
        terminal.press(press)
        deadline = time.monotonic() + 10
        while self.lines() <= before:
            terminal.read(0.005)
            if time.monotonic() > deadline:
                sys.exit(f"{press!r} saved nothing after {before} lines")


def findings(document):
    """Returns the best passage of each finding of a document of a report, by its number."""
    best = {p["finding"]: p for p in document["passages"] if p["is_best"]}
    return [best[number] for number in sorted(best)]


def documents(report):
    return json.loads(Path(report).read_text())["documents"]


def decided(passage):
    decision = passage.get("decision", {})
    return decision.get("as"), decision.get("note", "")
