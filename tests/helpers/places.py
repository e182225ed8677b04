"""Where the checkout, its samples and the real logs beside it lie."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
HISTORIES = SAMPLES / "hand-histories"
CORPORA = ROOT.parent / "shared" / "corpora"  # no part of the project
