"""Short Canberra Manila logs for tests: only the lines that matter are written out."""

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_stream

NAMES = ("Ann", "Ben", "Cam", "Dot", "Eve")
HOLE = ("[Ah Kd]", "[7c 7d]", "[9h 9s]", "[Qc Jc]", "[8h 8s]")
BOARD = ("[Qh]", "[Td]", "[8c]", "[Js]", "[Ad]")


def log(
    *lines: str,
    players: int = 4,
    stakes: tuple[int, ...] = (),
    blind: int = 10,
    minimum: int = 5,
    day: str = "1994-06-11",
) -> str:
    """A hand with the buck at seat 1, dealt and up to its first communal card; `|` turns the next one."""
    seats = [f"seat {n + 1} {NAMES[n]} ${stakes[n] if stakes else 1000}" for n in range(players)]
    dealt = ", ".join(f"{NAMES[n]} {HOLE[n]}" for n in range(players))
    head = [f"date {day}", f"minimum ${minimum}", "stake $10", "hand 1", *seats, "buck 1", f"Ann blind ${blind}"]
    board = iter(BOARD)
    body = [f"deal {dealt}", "|", *lines]
    cards = [line if line[0] != "|" else f"communal {next(board)} {line[1:]}" for line in body]
    return "\n".join(['table "Test"', "rules act/canberra-manila", *head, *cards, "end", ""])


FOUR_RAISES = log(
    "Ben raises $10 to $20",
    "Cam raises $10 to $30",
    "Dot raises $10 to $40",
    "Ann raises $10 to $50",
    "Ben folds",
    "Cam folds",
    "Dot folds",
    "return $10 to Ann",
    "pot $130 commission $6",
    "Ann wins $124",
)


def audited(text: str, **readings: str) -> Result:
    """The audit of a log in memory, under the readings given."""
    from io import BytesIO

    return audit([open_stream(BytesIO(text.encode()), "test.log")], Options(readings=tuple(sorted(readings.items()))))


def found(text: str, **readings: str) -> list[str]:
    """The clause and the severity of each finding, and the reading it rests on."""
    result = audited(text, **readings)
    assert result.unread == []
    return [
        " ".join(filter(None, (finding.severity.word, finding.clause, finding.interpretation)))
        for finding in result.findings
    ]
