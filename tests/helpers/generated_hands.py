"""Generated hands audited, and what was found in them in words."""

from __future__ import annotations

import io
import os
import re

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_stream

SIGNS = {
    **{"burns": " burn", "cards": "", "checks": " checks", "draw": " discards", "order": "", "payments": ""},
    **{"posts": "", "shows": " shows [", "notices": "Jo"},  # a joker is what players are told of
}
MORE = int(os.environ.get("AUDITOR_GENERATED", "1"))  # how many times as much


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "generated.log")], Options())


def told(result: Result) -> list[str]:
    """What an audit found, each as its severity and clause."""
    return [f"{one.severity.word} {one.clause}" for one in result.findings]


def in_full(text: str) -> list[str]:
    """What is found in a log, each with what was observed, and what cannot be read or judged."""
    result = audited(text)
    found = [f"{one.severity.word} {one.clause}: {one.observed}" for one in result.findings]
    return found + [one.reason for one in result.unread]


def words(text: str, result: Result) -> str:
    """The same in full and with the log, so that a failure can be read."""
    found = [f"{one.line}: {one.reason}" for one in result.unread]
    return "\n".join([*found, *(f"{one.location.line}: {one.message}" for one in result.findings), text])


def undertaking(text: str) -> str:
    """The same log, with the promise to record what it records: what it then leaves out was not done."""
    noted = [word for word, sign in SIGNS.items() if sign in text or (word == "checks" and "rules act/" not in text)]
    return re.sub(r"(?m)^(\s*)(rules .*)$", rf"\1\2\n\1records {', '.join(noted)}", text)
