"""Logs at addresses are read by fsspec, piece by piece, and come out as they do from the disk."""

import re
import sys
import threading
import warnings
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from places import SAMPLES

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.cli.app import run as command
from auditor.logs.files import remote
from auditor.logs.files.discovery import find
from auditor.report import formats
from auditor.report.view import Selection, view
from auditor.vocabulary.errors import UsageError

NO_FSSPEC = "NO FSSPEC HERE: logs elsewhere were not tested; 'pip install auditor[remote]' has it"
OPTIONS = Options()
HISTORIES = SAMPLES / "hand-histories"


@pytest.fixture(scope="module", autouse=True)
def fsspec():
    try:
        import aiohttp  # noqa: F401
        import fsspec
    except ModuleNotFoundError:
        warnings.warn(NO_FSSPEC, stacklevel=1)
        pytest.skip(NO_FSSPEC)
    return fsspec


class Ranges(SimpleHTTPRequestHandler):
    """A server of files that gives parts of them where it is asked to, and notes what it gave."""

    ranged = True

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.do_GET(body=False)

    def do_GET(self, body=True):
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            return super().do_GET() if body else super().do_HEAD()
        if not path.is_file():
            return self.send_error(404)
        data, wanted = path.read_bytes(), re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        whole = len(data)
        if wanted and self.ranged:
            start, end = int(wanted[1]), min(int(wanted[2]), whole - 1)
            data = data[start : end + 1]
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{end}/{whole}")
        else:
            self.send_response(200)
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if body:
            self.server.given.append((path.name, len(data)))
            self.wfile.write(data)
        return None


class Whole(Ranges):
    ranged = False


@pytest.fixture(params=[Ranges, Whole], ids=["with ranges", "without"])
def web(request, tmp_path):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(request.param, directory=str(tmp_path)))
    server.given = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def told(result, before, after=""):
    text = "".join(formats.render("json", view(result, Selection(), OPTIONS)))
    return text.replace(before, after)


@pytest.fixture
def in_memory(fsspec):
    """A folder of logs in fsspec's own memory."""
    system = fsspec.filesystem("memory")
    for path in HISTORIES.iterdir():
        system.pipe(f"/logs/{path.name}", path.read_bytes())
    system.pipe("/logs/readme.md", b"no log")
    system.pipe("/logs/.hidden.txt", b"no log")
    yield "memory://logs"
    system.rm("/logs", recursive=True)


def test_a_folder_elsewhere_is_audited_as_one_here(in_memory):
    here = told(audit(find([str(HISTORIES)]), OPTIONS), str(HISTORIES))

    assert told(audit(find([in_memory]), OPTIONS), "memory:///logs") == here


def test_a_pattern_names_some_files_and_one_address_one(in_memory):
    names = sorted(path.name for path in HISTORIES.glob("poker*"))

    assert [one.name.rpartition("/")[2] for one in find([f"{in_memory}/poker*"])] == names
    assert [one.size for one in find([f"{in_memory}/{names[0]}"])] == [(HISTORIES / names[0]).stat().st_size]


def test_a_large_log_on_the_web_is_fetched_in_pieces(web, tmp_path, monkeypatch):
    server, address = web
    path = tmp_path / "large.txt"
    path.write_bytes(b"\r\n\r\n\r\n".join([(HISTORIES / "888-holdem.txt").read_bytes()] * 4))
    monkeypatch.setattr(remote, "AT_ONCE", 1000)
    expected = told(audit(find([str(path)]), OPTIONS), str(tmp_path))

    result = audit(find([f"{address}/large.txt"]), OPTIONS)

    assert told(result, address) == expected
    assert server.given


def test_logs_on_the_web_are_judged_by_several_processes(web, tmp_path):
    _, address = web
    names = ["888-holdem.txt", "pokerstars-holdem.txt"]
    for name in names:
        (tmp_path / name).write_bytes((HISTORIES / name).read_bytes())
    expected = told(audit(find([str(tmp_path / name) for name in names]), OPTIONS), str(tmp_path))

    result = audit(find([f"{address}/{name}" for name in names]), Options(jobs=2))

    assert told(result, address) == expected


def test_only_the_bytes_of_a_stretch_are_fetched(web, tmp_path, monkeypatch):
    server, address = web
    (tmp_path / "large.txt").write_bytes(bytes(range(256)) * 100)
    monkeypatch.setattr(remote, "AT_ONCE", 1000)

    with remote.open_file(f"{address}/large.txt") as file:
        file.seek(5000)
        data = file.read(300)

    assert data == (bytes(range(256)) * 100)[5000:5300]
    if server.RequestHandlerClass.func is Ranges:
        assert server.given == [("large.txt", 300)]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("memory://nowhere/night.log", "no file at memory://nowhere/night.log"),
        ("http://127.0.0.1:1/night.log", "(no file at|cannot look for) http://127.0.0.1:1/night.log"),
        ("strange://x/night.log", "strange://x/night.log: .*[Pp]rotocol"),
    ],
)
def test_an_address_of_nothing_is_the_users_mistake(address, words):
    with pytest.raises(UsageError, match=words):
        find([address])


def test_an_extra_that_is_missing_is_named(monkeypatch, capsys):
    remote._opened.cache_clear()
    monkeypatch.setitem(sys.modules, "s3fs", None)

    assert command(["audit", "s3://bucket/night.log"]) == 2
    assert "s3fs" in capsys.readouterr().err

    monkeypatch.setitem(sys.modules, "fsspec", None)

    assert command(["audit", "gs://bucket/night.log"]) == 2
    assert "expected 'pip install auditor[remote]'" in capsys.readouterr().err
