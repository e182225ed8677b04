"""An example of the clause book is shown with the lines that decide it, not with all of its hand."""

from pathlib import Path

from auditor.report.excerpt import MOST, block_of, excerpt
from auditor.rules.clause_book import marks
from auditor.storage.bundled_files import folder

SAMPLES = folder("samples")


def example(log: str, clause: str) -> list[str]:
    mark = next(one for one in marks(SAMPLES / "clauses" / log) if one.clause == clause and one.kind == "breach")
    return excerpt(mark)


def test_the_acts_that_lead_to_a_fault_are_shown_and_the_rest_is_left_out() -> None:
    assert example("act-canberra-manila/raise-cap.log", "10.2") == [
        'table "cap 2"  # the fourth raise',
        "  …",
        "  minimum $5",
        "  stake $100",
        "hand 1 at 21:00",
        "  seat 1 Ann $500",
        "  …",
        "  deal Ann [Ah Kd], Ben [7c 7d], Cam [9h 9s], Dot [Qc Jc]",
        "  communal [Qh]",
        "  Ben raises $10 to $20",
        "  Cam raises $20 to $40",
        "  Dot raises $20 to $60",
        "  Ann raises $20 to $80     # expect 10.2: fourth raise in the first betting round",
        "  …",
    ]


def test_where_the_hand_before_decides_its_end_is_shown() -> None:
    assert example("roberts/kill.log", "S13.8") == [
        'table "Scoop of five times the upper limit, and no kill"',
        "…",
        "hand 1",
        "  seat 1 Ann $500",
        "  …",
        "  button 1",
        "  …",
        "  Ann wins $105",
        "…",
        "hand 2   # expect S13.8 with S13.0/3: seat 1 scooped $105, 5 times $20 or more, and did not kill",
        "  seat 1 Ann $555",
        "  …",
        "  button 2",
        "  …",
    ]


def test_every_example_is_short_and_has_the_marked_line_and_the_head_of_its_hand() -> None:
    for path in sorted(SAMPLES.rglob("*.log")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for mark in marks(path):
            shown = excerpt(mark)
            assert len(shown) <= MOST
            assert {lines[mark.line - 1], block_of(mark)[0]} <= set(shown), f"{path}:{mark.line}"


def test_a_short_hand_is_shown_whole(tmp_path: Path) -> None:
    path = tmp_path / "short.log"
    path.write_text("hand 1\n  buck 1\n  Ann blind $5   # complies 6.4\nend\n\nhand 2\nend\n", encoding="utf-8")
    (mark,) = marks(path)

    assert excerpt(mark) == ["hand 1", "  buck 1", "  Ann blind $5   # complies 6.4", "end"]
