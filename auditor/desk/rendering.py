"""The desk's pages, made by the templates beside this module within the frame that all of them have.

The templates of reports are there, too, so that a finding, a drawing or a settlement is one macro wherever it is shown.
Texts of logs are made visible and escaped as on every page of a report.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from auditor.desk.asked import list_address
from auditor.desk.links import address, clause_address, finding_address, hand_address, log_address
from auditor.report import markup
from auditor.report.totals import table_name

if TYPE_CHECKING:
    from jinja2 import Environment

    from auditor.desk.logs_again import LogsAgain
    from auditor.desk.open_logs import Desk

TEMPLATES = Path(__file__).parent / "templates"
STATIC = Path(__file__).parent / "static"
NOTHING_ELSE = ("default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'")


def desk_of(request: Request) -> Desk:
    """The desk that is asked."""
    found: Desk = request.app.state.desk
    return found


def again(request: Request) -> LogsAgain:
    """The open logs, to be read again."""
    found: LogsAgain = request.app.state.again
    return found


def number_in(text: str | None) -> int | None:
    """The number that a part of an address is, if it is one."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def page(request: Request, template: str, place: str = "", status: int = 200, **values: Any) -> HTMLResponse:
    """A page within the frame. `place` names which of the places in the bar it belongs to."""
    desk = desk_of(request)
    values |= {
        "desk": desk,
        "place": place,
        "scope": desk.open_line(),
        "path": request.url.path,
        "csrf": request.state.csrf,
        "changes": request.app.state.watch.changes,
    }
    return HTMLResponse(environment().get_template(template).render(values), status)


def standing_alone(texts: Iterable[str]) -> Response:
    """A page that is whole by itself, as the command line writes it: its style is within, and nothing else may be."""
    pieces: Iterator[bytes] = (text.encode("utf-8", "backslashreplace") for text in texts)
    headers = {"content-security-policy": _policy_alone()}
    return StreamingResponse(pieces, media_type="text/html; charset=utf-8", headers=headers)


@cache
def _policy_alone() -> str:
    """Nothing but the style that a page has inside."""
    named = b64encode(sha256(str(environment().globals["style"]).encode()).digest()).decode()
    return "; ".join((*NOTHING_ELSE, f"style-src 'sha256-{named}'"))


def auditing(request: Request, place: str = "") -> HTMLResponse:
    """How far the audit has come, until there is something to show."""
    return page(request, "auditing.html", place, progress=desk_of(request).progress)


@cache
def environment() -> Environment:
    """The templates of the desk, and behind them those of reports."""
    from jinja2 import ChoiceLoader, FileSystemLoader

    reports = markup.environment()
    found = reports.overlay(loader=ChoiceLoader([FileSystemLoader(TEMPLATES), FileSystemLoader(markup.TEMPLATES)]))
    found.filters = {**reports.filters, "verbatim": _verbatim}
    found.globals = {
        **reports.globals,
        "address": address,
        "list_address": list_address,
        "finding_address": finding_address,
        "hand_address": hand_address,
        "clause_address": clause_address,
        "log_address": log_address,
        "table_name": table_name,
    }
    return found


def _verbatim(text: str) -> object:
    """A text as it is, for a field in which somebody goes on writing it; only markup is kept out."""
    from markupsafe import escape

    return escape(text)
