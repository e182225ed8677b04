"""How quick a desk is with 50 viewers and one editor: p95 of each kind of page, on this machine, by loopback.

    python bench/desk_visitors.py [SECONDS]

The viewers ask one page after the other, with a pause of a second in between, as somebody who reads does.
"""

import http.client
import json
import random
import socket
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path

import uvicorn

from auditor.auditing.options import Options
from auditor.desk.app import desk_app
from auditor.desk.manners import COOKIE, CSRF_HEADER, Manners
from auditor.desk.open_logs import Desk
from auditor.report.view import Selection, view

SAMPLES = Path(__file__).parent.parent / "samples" / "sessions"
VIEWERS = 50
PAUSE = 1.0  # seconds between two pages of a viewer
MOST = 120.0  # seconds
LOG = "manila-night.log"


def main() -> None:
    """Serve, ask, print."""
    seconds = min(float(sys.argv[1]) if len(sys.argv) > 1 else 15.0, MOST)
    desk = Desk([str(SAMPLES)], Options(), lambda result: view(result, Selection()))
    desk.audit()
    manners = Manners(("127.0.0.1",))
    server = uvicorn.Server(uvicorn.Config(desk_app(desk, manners), log_level="warning"))
    taken: dict[str, list[float]] = defaultdict(list)
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        opened.listen(128)
        serving = threading.Thread(target=server.run, args=([opened],), daemon=True)
        serving.start()
        end = time.monotonic() + seconds
        port = opened.getsockname()[1]
        people = [threading.Thread(target=_view, args=(port, manners, desk, taken, end, n)) for n in range(VIEWERS)]
        people.append(threading.Thread(target=_edit, args=(port, manners, taken, end)))
        for one in people:
            one.start()
        for one in people:
            one.join()
        server.should_exit = True
        serving.join(10)
    print(f"{VIEWERS} viewers and one editor for {seconds:.0f} s; milliseconds")
    for name, times in sorted(taken.items()):
        ordered = sorted(times)
        middle, late = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
        print(f"{name:12} {len(times):6} requests   median {middle * 1000:7.1f}   p95 {late * 1000:7.1f}")


def _view(port: int, manners: Manners, desk: Desk, taken: dict[str, list[float]], end: float, seed: int) -> None:
    chance = random.Random(seed)
    path = next(one.path for one in desk.view.result.inputs if one.path.endswith(LOG))
    pages = {
        "overview": ["/"],
        "findings": ["/findings", "/findings?severity=breach", "/findings?q=raise"],
        "finding": [f"/finding?ref={one.ref}" for one in desk.view.findings],
        "hand": [f"/hand?log={path}&hand={n}&table=Manila+3" for n in range(1, 30)],
        "clause": ["/clause?rules=act/canberra-manila&clause=10.2"],
        "api": ["/api/findings", "/api/overview"],
    }
    time.sleep(chance.random() * PAUSE)
    while time.monotonic() < end:
        name = chance.choice([*pages])
        _ask(port, manners, taken, name, "GET", chance.choice(pages[name]))
        time.sleep(PAUSE)


def _edit(port: int, manners: Manners, taken: dict[str, list[float]], end: float) -> None:
    text = (SAMPLES / LOG).read_text(encoding="utf-8").partition("\nhand 2")[0]
    number = 0
    while time.monotonic() < end:
        number += 1
        body = json.dumps({"text": text.replace("$240", f"${240 + number % 50}"), "line": 30})
        _ask(port, manners, taken, "editor", "POST", "/api/look/write", body)
        time.sleep(PAUSE / 4)


def _ask(port: int, manners: Manners, taken: dict[str, list[float]], name: str, how: str, path: str, body=None) -> None:
    headers = {
        "cookie": f"{COOKIE}-{port}={manners.session}",
        CSRF_HEADER: manners.csrf,
        "content-type": "application/json",
    }
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    begun = time.perf_counter()
    asked.request(how, path, body, headers)
    answer = asked.getresponse()
    answer.read()
    taken[name if answer.status == 200 else f"{name} {answer.status}"].append(time.perf_counter() - begun)
    asked.close()


if __name__ == "__main__":
    main()
