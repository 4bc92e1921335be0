#!/usr/bin/env python3
"""Attacks `ibid serve` from outside.

    service.py mutate IBID N [SEED]    N requests with bytes changed, cut, doubled and exchanged, over raw sockets
    service.py schema IBID             schemathesis (pip install schemathesis) over the OpenAPI that the service publishes

Both start the service over a folder of their own, with an index of two small texts. It must stay up, give no status of
500 or more but 503, and name no folder of the machine.
"""

import collections
import json
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.request

THREADS = 32
# How long a service may take to answer a request that is whole; of one that ends early it waits for the rest.
PATIENCE = 0.15
ARTICLE = json.dumps({"id": "7", "url": "https://example.com/7", "title": "The harbour opens again after eleven years",
                      "content": "The harbour opened again on Monday after eleven years of silence. " * 4})
CHECK = json.dumps({"id": "paper", "text": "The miller's day was ruled by a clock that nobody could wind. 潮水每天晚来五十分钟。"})


def request(method, path, body="", kind="application/json", more=""):
    body = body.encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n{more}Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


FORM = "".join(f'--b\r\nContent-Disposition: form-data; name="{head}\r\n\r\n{text}\r\n' for head, text in [
    ('file"; filename="a.txt"', "The miller's day was ruled by a clock that nobody could wind."),
    ('file"; filename="b.tex"', "\\documentclass{article}\\begin{document}The miller's day.\\end{document}"),
    ('options"', '{"among": true}')]) + "--b--\r\n"

SEEDS = [
    request("GET", "/docId/getDocId?json=%7B%22url%22%3A%22u%22%2C%22title%22%3A%22t%22%7D"),
    request("POST", "/v1/documents", ARTICLE),
    request("POST", "/v1/documents", ARTICLE + "\n" + ARTICLE, "application/x-ndjson"),
    request("PUT", "/v1/documents/a%20b", ARTICLE.replace('"id": "7", ', "")),
    request("GET", "/v1/documents/7"),
    request("DELETE", "/v1/documents/a%20b"),
    request("POST", "/v1/check", CHECK),
    request("POST", "/v1/check", FORM, "multipart/form-data; boundary=b"),
    request("POST", "/v1/jobs", FORM, "multipart/form-data; boundary=b"),
    request("POST", "/v1/compare", json.dumps({"a": json.loads(CHECK), "b": json.loads(CHECK)})),
    request("POST", "/v1/trace", json.dumps({"quote": "ruled by a clock that nobody could wind", "since": "2020-01-01"})),
    request("POST", "/v1/jobs", json.dumps({"check": [json.loads(CHECK)]})),
    request("GET", "/v1/jobs/7/events"),
    request("GET", "/health/ready", more="X-Request-Id: 7\r\nAuthorization: Bearer x\r\n"),
    request("GET", "/metrics"),
    request("GET", "/openapi.json"),
    request("POST", "/v1/documents", ARTICLE, more="Content-Encoding: gzip\r\n"),
]
TOKENS = [b"\x00", b"\xff\xfe", b"%", b"%ZZ", b"../../etc/passwd", b"{", b"[" * 50, b'"', b"\\ud800", b"-1", b"1e999",
          b"null", "数".encode(), b"\r\n", b"Transfer-Encoding: chunked\r\n", b"Content-Encoding: zstd\r\n", b"A" * 3000]


def mutated(rng):
    """A request with changed bytes: in the head too, or in the body only, with its length told right."""
    seed = rng.choice(SEEDS)
    head, body = seed.split(b"\r\n\r\n", 1)
    if not body or rng.random() < 0.3:
        return changed(rng, seed)
    body = changed(rng, body)
    return re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % len(body), head) + b"\r\n\r\n" + body


def changed(rng, seed):
    data = bytearray(seed)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0 if data:
                data[at % len(data)] = rng.randrange(256)
            case 1:
                del data[at:at + rng.randint(1, 20)]
            case 2:
                data[at:at] = rng.choice(TOKENS)
            case 3:
                data[at:at] = data[at:at + rng.randint(1, 40)]
            case _:
                other = rng.choice(SEEDS)
                data[at:] = other[rng.randrange(len(other)):]
    return bytes(data)


class Service:
    def __init__(self, program, folder):
        folder = pathlib.Path(folder)
        (folder / "library").mkdir()
        (folder / "library/mill.txt").write_text("The miller's day was ruled by a clock that nobody could wind. " * 3)
        (folder / "library/chao.txt").write_text("潮水每天晚来五十分钟，磨坊主人只好跟着潮水起床。" * 3)
        subprocess.run([program, "-q", "add", "library"], cwd=folder, check=True)
        self.log = open(folder / "log", "w")
        self.folder = folder
        self.process = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--timeout", "5"], cwd=folder,
                                        stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        self.address = re.search(r"http://([\d.]+):(\d+)", line).groups()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stderr:
            self.log.write(line)

    def url(self, path):
        return f"http://{self.address[0]}:{self.address[1]}{path}"

    def is_up(self):
        with urllib.request.urlopen(self.url("/health/live"), timeout=10) as answer:
            return self.process.poll() is None and answer.status == 200

    def stop(self):
        self.process.terminate()
        code = self.process.wait(30)
        self.log.close()
        text = (self.folder / "log").read_text(errors="replace")
        return code, [line for line in text.splitlines() if "panicked" in line or "a bug" in line]


def is_whole(answer):
    head, _, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    return length is not None and len(body) >= int(length[1])


def send(address, data):
    """The answer. The connection stays open until it is there: the service does not work for a client that is gone."""
    with socket.create_connection(address, timeout=PATIENCE) as link:
        link.sendall(data)
        answer, is_over = b"", False
        while len(answer) < 4 << 20:
            try:
                chunk = link.recv(65536)
            except TimeoutError:
                if is_over:
                    raise
                chunk = None
            if chunk == b"":
                break
            answer += chunk or b""
            if not is_over and (chunk is None or is_whole(answer)):
                link.shutdown(socket.SHUT_WR)
                link.settimeout(20)
                is_over = True
    return answer


def mutate(program, count, seed):
    with tempfile.TemporaryDirectory() as folder:
        service = Service(program, folder)
        address = (service.address[0], int(service.address[1]))
        statuses, wrong, lock = collections.Counter(), [], threading.Lock()
        leak = re.compile(folder.encode() + rb"|/root/|/home/|\.rs:\d|panicked")

        def work(number):
            rng = random.Random(seed * 1000 + number)
            for _ in range(count // THREADS):
                data = mutated(rng)
                try:
                    answer = send(address, data)
                except TimeoutError:
                    answer = b"timeout"
                except OSError:
                    answer = b""
                found = re.match(rb"HTTP/1\.1 (\d+)", answer)
                status = int(found[1]) if found else answer.decode() or "closed"
                with lock:
                    statuses[status] += 1
                    is_bad = status == "timeout" or isinstance(status, int) and status >= 500 and status != 503
                    if is_bad or leak.search(answer):
                        wrong.append((data, answer[:500]))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        up = service.is_up()
        code, bugs = service.stop()
        print(f"{sum(statuses.values())} requests: {dict(sorted(statuses.items(), key=str))}")
        print(f"up: {up}, exit code when stopped: {code}, panics: {len(bugs)}, wrong answers: {len(wrong)}")
        for data, answer in wrong[:5]:
            print(data, answer, sep="\n", end="\n\n")
        sys.exit(0 if up and code == 0 and not bugs and not wrong else 1)


def schema(program):
    with tempfile.TemporaryDirectory() as folder:
        service = Service(program, folder)
        # Rules between fields, such as that one of url, title and content has to be there, and those of words and dates stand
        # in no schema: what fits the schema may be understood and refused for them.
        settings = pathlib.Path(folder) / "schemathesis.toml"
        # A string that has to hold JSON stands in none either.
        settings.write_text('[checks.positive_data_acceptance]\n'
                            'expected-statuses = ["2xx", "404", "409", "422", "503"]\n'
                            '[[operations]]\n'
                            'include-path = "/docId/getDocId"\n'
                            'checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "422", "503"]\n')
        code = subprocess.run(["schemathesis", "--config-file", str(settings), "run", service.url("/openapi.json"),
                               "--max-examples", "200", "--request-timeout", "20", "--continue-on-failure"],
                              cwd=folder).returncode
        up = service.is_up()
        ended, bugs = service.stop()
        print(f"schemathesis: exit code {code}; up: {up}, exit code when stopped: {ended}, panics: {len(bugs)}")
        sys.exit(0 if code == 0 and up and ended == 0 and not bugs else 1)


match sys.argv[1:]:
    case ["mutate", program, count, *seed]:
        mutate(str(pathlib.Path(program).resolve()), int(count), int(*seed or [1]))
    case ["schema", program]:
        schema(str(pathlib.Path(program).resolve()))
    case _:
        sys.exit(__doc__)
