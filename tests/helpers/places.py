"""Where the checkout, its samples and the real logs beside it lie, and the tables of the clause books."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
HISTORIES = SAMPLES / "hand-histories"
CORPORA = ROOT.parent / "shared" / "corpora"  # no part of the project


def table_of(book: str, name: str) -> str:
    """A table of a clause book by its name, as it stands there: `table_of("crown/button", "dead button")`."""
    parts = re.split(r"(?m)^(?=table )", (SAMPLES / "clauses" / f"{book}.log").read_text("utf-8"))
    return next(part for part in parts if part.startswith(f'table "{name}"'))
