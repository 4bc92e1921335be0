#!/usr/bin/env python3
"""Sends articles through `ibid serve` into HBase, and compares all rows with what was sent.

    hbase.py IBID [--articles 20000] [--clients 32] [--rows 0] [--kill 0]

IBID is a program with the feature `hbase`. HBase is started from target/hbase/lib, in a folder of its own (see
service/tests/hbase/pom.xml). Every fourth article repeats an earlier one, some three times, so that another one is the
hottest. Read back by the gateway: one row per docId, the hottest article of each, every attribute a column. --rows fills
another table with rows first, and measures how long the lookup of one takes. --kill ends HBase with SIGKILL during the
load, for so many seconds.
"""

import argparse
import base64
import collections
import concurrent.futures
import http.client
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import tempfile
import threading
import time

LIB = pathlib.Path(__file__).resolve().parents[2] / "target/hbase/lib"
OPENS = [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in
         ("java.lang", "java.nio", "sun.nio.ch", "jdk.internal.ref")] + ["--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"]
ATTRIBUTES = ["id", "url", "title", "content", "media", "category", "imageCount", "sent"]
WORDS = ("harbour council winter ferry bridge archive orchard railway market lantern 港口 议会 冬天 渡轮 桥梁 档案 果园 铁路 市场 灯笼 "
         "monday tide miller clock paper river copper valley engine granite 星期一 潮水 磨坊 时钟 报纸 河流 铜矿 山谷 引擎 花岗岩").split()


def free_port(first):
    """A port below those that the system gives to connections."""
    for port in range(first + os.getpid() % 5000, 32000):
        with socket.socket() as test:
            try:
                test.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


class HBase:
    def __init__(self, folder, heap):
        self.folder, self.heap, self.running = folder, heap, []
        self.port, keeper = free_port(20000), free_port(26000)
        settings = {
            "hbase.rootdir": f"file://{folder}/root", "hbase.tmp.dir": f"{folder}/tmp",
            "hbase.zookeeper.property.dataDir": f"{folder}/zookeeper", "hbase.zookeeper.property.clientPort": keeper,
            "hbase.zookeeper.quorum": "127.0.0.1", "hbase.cluster.distributed": "false",
            "hbase.master.hostname": "localhost", "hbase.regionserver.hostname": "localhost",
            "hbase.master.port": 0, "hbase.regionserver.port": 0, "hbase.master.info.port": -1,
            "hbase.regionserver.info.port": -1, "hbase.rest.info.port": -1, "hbase.rest.host": "127.0.0.1",
            "fs.file.impl": "org.apache.hadoop.fs.RawLocalFileSystem", "hbase.unsafe.stream.capability.enforce": "false",
            "zookeeper.session.timeout": 3000, "hbase.zookeeper.property.tickTime": 500,
            "hbase.zookeeper.property.minSessionTimeout": 1000,
        }
        hasty = {"hbase.client.retries.number": 3, "hbase.client.operation.timeout": 8000, "hbase.rpc.timeout": 4000,
                 "zookeeper.recovery.retry": 1}
        (folder / "gateway").mkdir()
        for place, values in ((folder, settings), (folder / "gateway", settings | hasty)):
            properties = "".join(f"<property><name>{n}</name><value>{v}</value></property>\n" for n, v in values.items())
            (place / "hbase-site.xml").write_text(f"<configuration>\n{properties}</configuration>\n")

    def start(self):
        java = ["java", f"-Xmx{self.heap}", "-XX:+UseSerialGC", *OPENS, "-cp"]
        log = open(self.folder / "log", "ab")
        for program in ([f"{self.folder}:{LIB}/*", "org.apache.hadoop.hbase.master.HMaster", "start"],
                        [f"{self.folder}/gateway:{LIB}/*", "org.apache.hadoop.hbase.rest.RESTServer", "-p", str(self.port),
                         "start"]):
            self.running.append(subprocess.Popen(java + program, stdout=log, stderr=log))

    def kill(self):
        while self.running:
            process = self.running.pop()
            process.send_signal(signal.SIGKILL)
            process.wait()

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def wait(self):
        start = time.monotonic()
        while time.monotonic() < start + 180:
            try:
                status, body = self.ask("GET", "/status/cluster")
                if status == 200 and json.loads(body)["LiveNodes"]:
                    return
            except OSError:
                pass
            time.sleep(0.2)
        raise SystemExit(f"HBase does not start: see {self.folder}/log")

    def insist(self, path, body):
        """Puts something, again while the server is starting or busy."""
        for _ in range(300):
            status, answer = self.ask("PUT", path, body)
            if status in (200, 201):
                return
            time.sleep(0.2)
        raise SystemExit(f"{path} cannot be written: {status} {answer[:300]}")

    def rows(self, table):
        """All rows, page by page, each as its key and its columns of the family `a`."""
        start = ""
        while True:
            status, body = self.ask("GET", f"/{table}/*?limit=500&startrow={start}")
            assert status == 200, (status, body[:200])
            rows = json.loads(body)["Row"]
            for row in rows:
                key = base64.b64decode(row["key"]).decode()
                cells = {base64.b64decode(c["column"]).decode(): base64.b64decode(c["$"]).decode() for c in row["Cell"]}
                yield key, {name.removeprefix("a:"): value for name, value in cells.items()}
            if not rows:
                return
            start = key + "%00"


def article(n):
    """Every fourth article is an earlier one under another id."""
    original = n if n % 4 else n // 4 * 2 + 1
    rng = random.Random(original)
    content = " ".join(f"{rng.choice(WORDS)}{original}" for _ in range(80)) + "。"
    title = f"{original} {' '.join(rng.choices(WORDS, k=7))} {original}"
    return {"id": f"article-{n}", "url": f"https://example.com/{n}", "title": title, "content": content,
            "media": f"媒体 {original % 9}", "category": "news", "imageCount": str(original % 5)}


def times(n):
    return 3 if n % 8 == 0 else 1


class Client(threading.local):
    connection = None


def send(client, address, body):
    """Sends one article, as often as it takes, and returns its docId."""
    data = json.dumps(body)
    while True:
        try:
            client.connection = client.connection or http.client.HTTPConnection(address, timeout=60)
            client.connection.request("POST", "/v1/documents", data, {"Content-Type": "application/json"})
            answer = client.connection.getresponse()
            text = answer.read()
            if answer.status in (200, 201):
                return json.loads(text)["docId"]
            assert answer.status == 503, (answer.status, text)
        except (OSError, http.client.HTTPException):
            client.connection = None
        time.sleep(0.05)


def lookups(hbase, count):
    """Fills a table, and prints how long a lookup of one row takes."""
    hbase.insist("/lookup/schema", {"name": "lookup", "ColumnSchema": [{"name": "a", "VERSIONS": "1"}]})
    encode = lambda text: base64.b64encode(text.encode()).decode()
    key = lambda n: f"{n * 2654435761 % 256:02x}-{n:032x}"
    began = time.monotonic()
    for first in range(0, count, 2000):
        rows = [{"key": encode(key(n)), "Cell": [{"column": encode("a:" + name), "$": encode(f"{name} {n} " * 4)}
                                                  for name in ATTRIBUTES]} for n in range(first, min(count, first + 2000))]
        hbase.insist("/lookup/rows", {"Row": rows})
    print(f"{count} rows in {time.monotonic() - began:.1f} s")
    connection = http.client.HTTPConnection("127.0.0.1", hbase.port, timeout=60)
    rng, took = random.Random(1), []
    for _ in range(5000):
        began = time.perf_counter()
        connection.request("GET", f"/lookup/multiget?row={key(rng.randrange(count))}", headers={"Accept": "application/json"})
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read()
        took.append(1000 * (time.perf_counter() - began))
    took = sorted(took[1000:])
    print(f"lookup of a row of {count}: median {took[len(took) // 2]:.1f} ms, p99 {took[len(took) * 99 // 100]:.1f} ms")


def compare(hbase, sent, count):
    """Compares all rows with what was sent; returns the number of differences."""
    by_doc = collections.defaultdict(list)
    for n, docs in sent.items():
        assert len(set(docs)) == 1, f"the id of article {n} changed: {docs}"
        by_doc[docs[0]].append(n)
    rows = {key[3:]: columns for key, columns in hbase.rows("articles") if key != "ibid"}
    wrong = set(rows) ^ set(by_doc)
    for doc, columns in rows.items():
        most = max(map(times, by_doc[doc]), default=0)
        hottest = [article(n) | {"sent": str(times(n))} for n in by_doc[doc] if times(n) == most]
        is_one = any(all(columns[name] == candidate[name] for name in ATTRIBUTES) for candidate in hottest)
        if not (is_one and columns["first"].isdigit() and int(columns["last"]) >= int(columns["first"])):
            wrong.add(doc)
    print(f"{count} articles, {len(by_doc)} docIds, {len(rows)} rows, {len(wrong)} of them wrong: {sorted(wrong)[:3]}")
    return len(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ibid")
    parser.add_argument("--articles", type=int, default=20_000)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--rows", type=int, default=0)
    parser.add_argument("--kill", type=float, default=0)
    parser.add_argument("--heap", default="1g")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ibid-hbase-") as name:
        hbase = HBase(pathlib.Path(name), options.heap)
        service = None
        try:
            hbase.start()
            hbase.wait()
            hbase.insist("/articles/schema", {"name": "articles", "ColumnSchema": [{"name": "a", "VERSIONS": "1"}]})
            if options.rows:
                lookups(hbase, options.rows)
            service = subprocess.Popen(
                [options.ibid, "serve", "--listen", "127.0.0.1:0", "--data", f"{name}/service",
                 "--articles", f"hbase+http://127.0.0.1:{hbase.port}/articles"], stderr=subprocess.PIPE, text=True)
            lines = iter(service.stderr.readline, "")
            line = next((line for line in lines if "answers at" in line), None)
            assert line, "the service does not start"
            address = line.split("http://")[1].split(";")[0]
            threading.Thread(target=collections.deque, args=(lines, 0), daemon=True).start()
            if options.kill:
                threading.Timer(1, lambda: (hbase.kill(), time.sleep(options.kill), hbase.start())).start()
            client, began = Client(), time.monotonic()
            order = [n for n in range(options.articles) for _ in range(times(n))]
            with concurrent.futures.ThreadPoolExecutor(options.clients) as pool:
                docs = list(pool.map(lambda n: send(client, address, article(n)), order))
            took = time.monotonic() - began
            print(f"{len(order)} requests by {options.clients} clients in {took:.1f} s: {len(order) / took:.0f} articles/s")
            sent = collections.defaultdict(list)
            for n, doc in zip(order, docs):
                sent[n].append(doc)
            began = time.monotonic()
            while True:
                connection = http.client.HTTPConnection(address, timeout=60)
                connection.request("GET", "/metrics")
                metrics = connection.getresponse().read().decode()
                if 'ibid_store_waiting_bytes{store="articles"} 0\n' in metrics:
                    break
                assert time.monotonic() < began + 300, "it does not become empty"
                time.sleep(0.1)
            print(f"the last was in HBase {time.monotonic() - began:.1f} s later")
            raise SystemExit(1 if compare(hbase, sent, options.articles) else 0)
        finally:
            if service:
                service.terminate()
                service.wait()
            hbase.kill()


main()
