"""From bytes to text: encodings, line ends, what is no text at all."""

import io
import sys
from pathlib import PureWindowsPath

import pytest

from auditor.logs.files import discovery
from auditor.logs.files.decoding import Source, open_stream
from auditor.logs.formats import format_of
from auditor.logs.reader import RawHand, read
from auditor.report.formats import sarif
from auditor.vocabulary.errors import Unreadable


def source(data: str | bytes) -> Source:
    return open_stream(io.BytesIO(data.encode() if isinstance(data, str) else data), "log")


ACCENTS = 'table "José Müller – 5 €"\nhand 1\n  seat 1 Zoë $5\nend\n'
CHINESE = ACCENTS.replace("Zoë", "陳大文")


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        pytest.param(CHINESE.encode(), "utf-8", id="UTF-8"),
        pytest.param(CHINESE.encode("utf-8-sig"), "utf-8-sig", id="UTF-8 with a mark"),
        pytest.param(b"\xff\xfe" + CHINESE.encode("utf-16-le"), "utf-16", id="UTF-16 LE with a mark"),
        pytest.param(b"\xfe\xff" + CHINESE.encode("utf-16-be"), "utf-16", id="UTF-16 BE with a mark"),
        pytest.param(CHINESE.encode("utf-16-le"), "utf-16-le", id="UTF-16 LE"),
        pytest.param(CHINESE.encode("utf-16-be"), "utf-16-be", id="UTF-16 BE"),
        pytest.param(ACCENTS.encode("cp1252"), "utf-8 with windows-1252", id="Windows-1252"),
        pytest.param(CHINESE.replace("\n", "\r\n").encode(), "utf-8", id="CRLF"),
        pytest.param(CHINESE.replace("\n", "\r").encode(), "utf-8", id="CR"),
    ],
)
def test_a_text_is_read_in_any_usual_encoding(data, encoding):
    found = source(data)
    text = "".join(found.chunks())

    assert found.encoding == encoding
    assert text == (ACCENTS if "1252" in encoding else CHINESE)


def test_one_bad_letter_spoils_no_other():
    data = CHINESE.encode()[:-4] + b"\xe9\x81\nend\n" + "中".encode()[:2]

    assert "".join(source(data).chunks()) == CHINESE[:-4] + "é\x81\nend\nä¸"


def test_joined_files_leave_their_marks_and_are_read():
    logs = [f"table T\nhand {number}\nend\n".encode("utf-8-sig") for number in (1, 2)]

    assert [part.line for part in read(source(b"".join(logs))) if isinstance(part, RawHand)] == [2, 5]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(bytes(range(256)) * 8, id="every byte"),
        pytest.param(b"\x7fELF\x02\x01\x01" + bytes(200), id="a program"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", id="a picture"),
    ],
)
def test_a_binary_file_is_refused(data):
    with pytest.raises(Unreadable, match=r"^found a binary file, expected the text of a log$"):
        source(data)


@pytest.mark.parametrize(
    ("head", "format"),
    [("", "table-log"), (" \n# x", "table-log"), ("# a = 1\nlog 1", "table-log"), ('\n {"event"', "events")],
)
def test_a_format_is_known_by_how_it_begins(head, format):
    assert format_of(source(head).head).name == format


@pytest.mark.parametrize(
    ("path", "name", "address"),
    [
        pytest.param(
            r"C:\logs\März 1.log", "C:/logs/März 1.log", "file:///C:/logs/M%C3%A4rz%201.log", id="with a drive"
        ),
        pytest.param(r"logs\night.log", "logs/night.log", "logs/night.log", id="from here"),
        pytest.param(
            r"\\desk\logs\night.log", "//desk/logs/night.log", "file:////desk/logs/night.log", id="of a server"
        ),
    ],
)
def test_paths_of_windows_are_told_with_slashes_and_as_addresses(monkeypatch, path, name, address):
    monkeypatch.setattr(sys, "platform", "win32")

    assert discovery._name(PureWindowsPath(path)) == name
    assert sarif._uri(name) == address
