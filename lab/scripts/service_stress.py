#!/usr/bin/env python3
"""Loads `ibid serve` with slow, cancelled and idle clients, and measures what others wait.

    service_stress.py IBID [SECONDS]

Starts the service on the loopback over a folder of its own, with an index of some texts. One address (127.0.0.1) sends 50
slow checks, cancels 50 others, opens 1,000 connections and begins jobs until they are refused; another (127.0.0.2)
checks a page meanwhile, once every 50 ms. Stops by itself after SECONDS (20, at most 120), and prints the times of the
other client, the memory of the service and the bytes of its open files.
"""

import http.client
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time

SLOW = 50
IDLE = 1000
BAD, OTHER = "127.0.0.1", "127.0.0.2"
MARKS = 80_000
WORDS = "The ferry to Quandix island will not run before the first of March. "
PAGE = json.dumps({"text": WORDS * 3 + "Nobody knew why the boats were late that year."})


def slow_text():
    """A text whose quotations lie one in the other."""
    return "\u201c" * MARKS + WORDS * 300 + "\u201d" * MARKS


def ask(port, source, method, path, body=None, timeout=60.0):
    """The status of an answer, None where the connection was closed; its headers and text."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=(source, 0))
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except (OSError, http.client.HTTPException):
        return None, ""
    finally:
        connection.close()


def idle_connections(port, until, opened):
    """Opens as many connections as may be opened in this time."""
    while len(opened) < IDLE and time.monotonic() < until:
        try:
            opened.append(socket.create_connection(("127.0.0.1", port), 5, (BAD, 0)))
        except OSError:
            time.sleep(0.01)


def slow_checks(port, body, until):
    while time.monotonic() < until:
        ask(port, BAD, "POST", "/v1/check", body)


def cancelled_checks(port, body, until):
    while time.monotonic() < until:
        ask(port, BAD, "POST", "/v1/check", body, timeout=0.3)


def jobs(port, until, statuses):
    """Begins jobs of slow and of plain documents until one is refused, and again."""
    body = json.dumps({"check": [{"text": WORDS * 1000}] * 100})
    while time.monotonic() < until:
        status, _ = ask(port, BAD, "POST", "/v1/jobs", body)
        statuses[status] = statuses.get(status, 0) + 1
        time.sleep(0.1)


def figures(pid):
    """The resident memory, and the bytes of files that have no name any more: the results of jobs."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    resident = int(status.split("VmRSS:")[1].split()[0]) / 1024
    files = 0
    for link in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        try:
            if "(deleted)" in os.readlink(link):
                files += link.stat().st_size
        except OSError:
            pass
    return resident, files / (1 << 20)


def start(ibid, folder):
    folder = pathlib.Path(folder)
    (folder / "slow.txt").write_text(slow_text())
    for number in range(20):
        (folder / f"{number}.txt").write_text(WORDS * 5 + f"Page {number} tells of the harbour. " * 20)
    subprocess.run([ibid, "add", "."], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    service = subprocess.Popen([ibid, "serve", "--listen", "127.0.0.1:0", "--timeout", "10"], cwd=folder,
                               stderr=subprocess.PIPE, text=True)
    for line in service.stderr:
        if "answers at" in line:
            port = int(line.split("//")[1].split(";")[0].rsplit(":", 1)[1])
            threading.Thread(target=lambda: [None for _ in service.stderr], daemon=True).start()
            return service, port
    raise SystemExit("the service does not start")


def measure(service, port, until):
    """The times of the other client and its statuses, and the largest figures."""
    times, statuses, most = [], {}, (0.0, 0.0)
    while time.monotonic() < until:
        began = time.monotonic()
        status, _ = ask(port, OTHER, "POST", "/v1/check", PAGE)
        times.append(time.monotonic() - began)
        statuses[status] = statuses.get(status, 0) + 1
        most = tuple(map(max, most, figures(service.pid)))
        time.sleep(0.05)
    if not times:
        raise SystemExit("no check of the other client was answered")
    return sorted(times), statuses, most


def main():
    ibid = str(pathlib.Path(sys.argv[1]).resolve())
    seconds = min(float(sys.argv[2]) if len(sys.argv) > 2 else 20.0, 120.0)
    with tempfile.TemporaryDirectory() as folder:
        service, port = start(ibid, folder)
        try:
            alone, _, _ = measure(service, port, time.monotonic() + 3)
            until = time.monotonic() + seconds
            body = json.dumps({"text": slow_text()})
            accepted = {}
            work = [(slow_checks, (port, body, until))] * SLOW + [(cancelled_checks, (port, body, until))] * SLOW
            opened = []
            work += [(jobs, (port, until, accepted)), (idle_connections, (port, until, opened))]
            threads = [threading.Thread(target=target, args=args, daemon=True) for target, args in work]
            for thread in threads:
                thread.start()
            times, statuses, (memory, files) = measure(service, port, until)
            ready, _ = ask(port, OTHER, "GET", "/health/ready")
            for connection in opened:
                connection.close()
            p = lambda times, share: times[min(int(share * len(times)), len(times) - 1)] * 1000
            print(f"alone: {len(alone)} checks, p50 {p(alone, .5):.0f} ms, p99 {p(alone, .99):.0f} ms")
            print(f"under load: {len(times)} checks {statuses}, p50 {p(times, .5):.0f} ms, p99 {p(times, .99):.0f} ms, "
                  f"most {times[-1] * 1000:.0f} ms")
            print(f"{len(opened)} connections opened, jobs {accepted}, /health/ready {ready}, memory {memory:.0f} MiB, "
                  f"results {files:.1f} MiB")
        finally:
            service.terminate()
            try:
                service.wait(30)
            except subprocess.TimeoutExpired:
                service.kill()


if __name__ == "__main__":
    main()
