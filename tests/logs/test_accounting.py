"""Every hand of a log is judged or told to be unread, once: as many as a plain count of headers finds in the text.

The counts here know nothing of the readers: each is one expression for what every header of a format has, wherever it
stands in a line. They are held against the logs as they are, and against logs that were torn in all the ways in which
files get torn: a newline lost, a stretch lost, hands that run into each other, a hand twice, the end missing.
"""

import io
import os
import random
import re
from pathlib import Path

import pytest

from auditor import audit_text
from auditor.logs.files.decoding import open_path, open_stream
from auditor.logs.formats import format_named, format_of
from auditor.logs.reader import RawHand, read
from auditor.vocabulary.errors import Unreadable

ROOT = Path(__file__).parents[2]
SAMPLES = [
    *sorted((ROOT / "samples" / "hand-histories").iterdir()),
    ROOT / "samples" / "sessions" / "manila-night.log",
]
CORPORA = ROOT.parent / "shared" / "corpora"
ROOMS = ("pokerstars", "ggpoker", "winamax", "fulltilt", "888", "partypoker", "ipoker")
TEARS = 400 if os.environ.get("AUDITOR_LONG") else 12  # torn copies of each sample

TEXT = {
    "pokerstars": re.compile(r"\b(?:hand|game) #[a-z]*[0-9]+:", re.IGNORECASE),
    "winamax": re.compile(r"Winamax Poker - (?:(?!Winamax).)* - HandId: #[0-9]"),
    "full-tilt": re.compile(r"Full ?Tilt ?Poker(?:\.[a-z.]+)? Game #[0-9]+:"),
    "888": re.compile(r"\*{3,} *[^\s*][^*\n]* Hand History for Game [0-9]", re.IGNORECASE),
    "partypoker": re.compile(r"\*{3,} *Hand History for Game #?[a-z0-9]", re.IGNORECASE),
    "ipoker": re.compile(r"<game\s"),
    "ohh": re.compile(r'"ohh"\s*:\s*'),
    "table-log": re.compile(r"^\s*hand +[A-Za-z0-9]", re.MULTILINE),
}
LONE_NUMBER = re.compile(
    r"^ *#Game No *: *([0-9]+) *$(?!\n+ *\*{3,} *[^\s*][^*\n]* Hand History for Game \1\b)", re.MULTILINE
)


def headers(text, format):
    """A plain count of the hands that begin in a text. At 888, a number without its title begins a hand, too."""
    plain = text.replace("\0", "").replace("\xa0", " ").replace("\r", "")
    return len(TEXT[format].findall(plain)) + (len(LONE_NUMBER.findall(plain)) if format == "888" else 0)


def source(text):
    return open_stream(io.BytesIO(text.encode("utf-8", "surrogatepass")), "torn")


def hands(text, format):
    """The numbers of the hands that the reader gives, be they readable or not, and what it cannot make sense of."""
    parts = list(read(source(text), format_named(format)))
    found = [
        part for part in parts if isinstance(part, RawHand) or (isinstance(part, Unreadable) and part.hand is not None)
    ]
    return len(found)


def text_of(path):
    return "".join(open_path(path, path.name).chunks())


def torn(text, rng, format):
    """A copy of a text that went wrong in one of many ways."""
    starts = [match.start() for match in TEXT[format].finditer(text)] or [0]
    at = rng.choice(starts)
    way = rng.randrange(8)
    if way == 0:  # nothing stands between two hands, not even a newline
        line = text.rfind("\n", 0, at) + 1
        return text[:line].rstrip("\n") + text[line:]
    if way == 1:  # a header runs into the next line
        end = text.find("\n", at)
        return text[:end] + text[end + 1 :]
    if way == 2:  # a stretch is lost around a header
        begin = max(0, at - rng.randrange(400))
        return text[:begin] + text[at + rng.randrange(-30, 300) if rng.random() < 0.5 else begin + rng.randrange(300) :]
    if way == 3:  # a stretch is lost anywhere
        begin = rng.randrange(len(text))
        return text[:begin] + text[begin + rng.randrange(1, 500) :]
    if way == 4:  # the end is missing
        return text[: rng.randrange(1, len(text))]
    if way == 5:  # the beginning is missing
        return text[rng.randrange(len(text)) :]
    if way == 6:  # two files were written into each other
        return text[: rng.randrange(len(text))] + text
    lost = [match.start() for match in re.finditer("\n", text)]
    for place in sorted(rng.sample(lost, min(len(lost), 5)), reverse=True):  # some newlines are lost
        text = text[:place] + text[place + 1 :]
    return text


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_no_hand_of_a_torn_file_vanishes_or_is_counted_twice(path):
    text = text_of(path)
    format = format_of(open_path(path, path.name).head).name
    rng = random.Random(path.name)

    for _ in range(TEARS):
        copy = torn(text, rng, format)
        assert hands(copy, format) == headers(copy, format), copy


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_what_is_reported_of_a_torn_file_adds_up_to_its_headers(path):
    text = text_of(path)
    format = format_of(open_path(path, path.name).head).name
    rng = random.Random(path.name * 2)

    for _ in range(3):
        copy = torn(text, rng, format)
        found = audit_text(copy, log_format=format)
        assert found.hands + sum(one.hand is not None for one in found.unread) == headers(copy, format), copy


@pytest.mark.skipif(not CORPORA.is_dir(), reason="the logs of others are not here")
@pytest.mark.parametrize("room", ROOMS)
def test_every_hand_of_the_logs_of_others_is_accounted_for(room):
    for path in sorted((CORPORA / room).rglob("*")):
        if path.is_file() and path.stat().st_size:
            text, format = text_of(path), format_of(open_path(path, path.name).head).name
            assert hands(text, format) == headers(text, format), path.name


CASH = (ROOT / "samples" / "hand-histories" / "pokerstars-holdem.txt").read_text(encoding="utf-8")


def test_hands_that_run_into_each_other_are_both_judged():
    fused = CASH.rstrip("\n") + CASH.replace("#9000000", "#9100000")

    assert (audit_text(fused).hands, audit_text(fused).unread) == (2 * audit_text(CASH).hands, ())


def test_a_hand_that_the_next_one_cuts_short_is_unread_and_the_next_is_judged():
    first, _, second = CASH.partition("\n\n")
    torn_off = first[: first.index(" *** SUMMARY") if " *** SUMMARY" in first else first.index("*** SUMMARY") - 5]

    found = audit_text(torn_off + second)

    assert [(one.hand, one.reason) for one in found.unread] == [
        ("900000001", "found the end of the hand before it was over")
    ]
    assert found.hands == headers(second, "pokerstars")


def test_what_a_player_says_begins_no_hand():
    said = CASH.replace('said, "', 'said, "PokerStars Hand #7: was mine, ', 1)

    assert audit_text(said).hands == audit_text(CASH).hands
    assert audit_text(said).complete
