"""Hands played by the book are found faultless, and the same hands with one fault planted guilty of that alone."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from itertools import islice

import pytest
from answerable import strange
from generated_hands import undertaking
from mutations import MUTATIONS
from play.act.evening import logs
from play.act.events import Act
from play.act.games import GAMES
from play.act.hand import Play
from play.act.options import options as text_options
from play.act.planting import subjects

from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.replay.betting.options import options
from auditor.replay.engine.observer import Observer
from auditor.replay.engine.replayer import replay
from auditor.replay.state import HandState
from auditor.vocabulary import events as e
from auditor.vocabulary.findings import Severity, Verdict

SEEDS, HANDS = (1, 5, 6), 250  # of each game, together some 4,500 hands
SUBJECTS = 700  # hands that a fault may look for its place in
TIMES = 2  # hands that each fault is planted in


def audited(log: str) -> Result:
    return audit([open_stream(io.BytesIO(log.encode()), "generated.log")], Options())


def told(log: str, result: Result) -> list[str]:
    """What an audit found in a log, each with the hand it stands in, so that a failure can be read."""
    lines = log.split("\n")
    found = [f"{one.line}: {one.reason}" for one in result.unread]
    for finding in result.findings:
        line = finding.location.line
        start = max((n for n, text in enumerate(lines[:line]) if text.startswith("hand ")), default=0)
        end = next((n for n, text in enumerate(lines) if n >= line and text == "end"), len(lines))
        found.append("\n".join([f"{finding.clause}: {finding.message} ({lines[line - 1].strip()})", *lines[start:end]]))
    return found


# ---- no false accusation ----

COMMON = (
    "1", "4.2[depth]", "5.2", "5.3", "5.4", "6.1[vacant]", "6.2[first]", "6.2[rotation]", "terms:call", "terms:raise",
)  # fmt: skip
REDUCED = ("3.5[ace-full]", "3.5[ace-low]", "3.5[deck-32]", "3.5[deck-40]")
STUD = (
    *COMMON, *REDUCED, "6.4", "6.6", "6.7", "7.1[sequence]", "7.2(a)", "7.2(b)", "7.3", "8.1", "8.3(a)", "8.3(b)",
    "8.4", "9.1", "9.2", "9.2[announce]", "9.2[others]", "9.3(b)", "9.4", "9.4[odd]", "12.1(a)", "12.1(b)",
    "12.1(b)[cap]", "12.2", "12.2[notice]", "12.3", "12.4", "13.1", "13.1[remain]", "13.1[side-pot]", "13.2",
    "13.2[rest]", "13.3[leave]", "13.3[minimum]", "14.2", "14.3", "15.1", "15.2", "15.3(e)", "15.3(f)", "15.3(g)",
    "15.3(h)", "15.3(i)", "15.3(j)", "15.4(d)", "15.4(f)", "15.4(g)", "15.4(h)", "15.4(i)", "15.5(f)",
    "15.5(g)", "15.5(h)", "17.1(a)", "17.1(b)", "17.1(c)", "17.1(d)", "17.1(e)", "17.2", "17.3", "17.6", "17.7",
    "17.8", "17.9", "18.2", "19.4", "terms:check",
)  # fmt: skip
BLIND = (
    "6.5(a)", "7.1(a)", "7.1(a)[amount]", "7.1(a)[designated]", "10.1", "10.2", "10.2[floor]", "10.2[size]", "10.3",
    "10.3[cap]", "10.3[floor]", "10.3[size]", "10.4", "10.4[floor]", "10.4[limit]", "10.5", "14.1",
)  # fmt: skip
ANTE = (
    "6.5(b)", "7.1(b)", "7.1(b)[amount]", "11.1", "11.1[max]", "11.2", "11.2[floor]", "11.3", "terms:half-pot",
    "terms:full-pot",
)  # fmt: skip
CORNERS = {
    "manila": (
        *COMMON, "3.5[ace-low]", "7.2", "7.3(a)", "8.3(a)", "8.5", "9.2", "9.2[announce]", "9.3(b)", "9.4", "9.4[odd]",
        "10.1", "10.2", "10.2[floor]", "10.3[cap]", "10.3[floor]", "10.4", "10.4[floor]", "10.4[limit]", "10.5",
        "11.1(a)", "11.1(b)", "11.1(b)[cap]", "11.2", "11.2[notice]", "11.3", "11.4", "11.5", "12.1", "12.1[remain]",
        "12.1[side-pot]", "12.2", "12.2[rest]", "12.3[leave]", "12.3[minimum]", "13.1", "13.2", "13.3", "14.1", "14.2",
        "14.3(a)", "14.3(c)", "14.3(d)", "14.3(e)", "14.3(f)", "14.3(g)", "14.3(h)", "14.3(i)", "14.3(j)", "16.1",
        "16.2", "16.7", "16.8", "17.2", "18.4", "19.2", "19.4", "terms:check",
    ),
    "7cs-blind": (*STUD, *BLIND),
    "7cs-ante": (*STUD, *ANTE),
    "5cs-blind": (*STUD, *BLIND),
    "5cs-ante": (*STUD, *ANTE),
    "draw": (
        *COMMON, *REDUCED, "6.4", "6.4[over]", "6.4[second]", "6.5", "7.1", "7.1(i)", "7.1(ii)", "7.2(i)", "7.2(ii)",
        "7.2(iii)", "7.3(a)", "7.3(b)", "8.1", "8.1[equal]", "8.2", "8.2[immediate]", "8.3(a)", "8.3(b)", "8.4",
        "8.4[reshuffle]", "9.1", "9.1(i)", "9.1(ii)", "9.2(i)", "9.2(ii)", "9.3", "9.3[announce]", "9.3[others]",
        "9.4(b)", "9.5", "9.5[odd]", "10.1", "10.2", "10.3", "10.4", "10.4[max]", "10.5", "10.5[floor]", "10.6", "10.7",
        "11.1(a)", "11.1(b)", "11.1(b)[cap]", "11.2", "11.3", "11.4", "11.5", "12.1", "12.1[remain]", "12.2[rest]",
        "12.3[leave]", "13.1", "13.2", "13.3(e)", "13.3(f)", "13.3(h)", "13.4(d)", "13.4(i)", "13.5(d)", "13.5(e)",
        "13.5(g)", "13.5(h)", "15.1(b)", "15.1(c)", "15.1(d)", "15.1(f)", "15.1(g)", "15.2", "15.5", "16.2",
        "17.4", "18.2", "18.4", "terms:over-blind", "terms:straddle",
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_hands_played_by_the_book_give_no_finding_and_get_into_every_corner(game):
    """No finding in any of them, and each of these clauses put to the test and kept in one at least."""
    accused, kept = [], set()
    for seed in SEEDS:
        for log in logs(seed, HANDS, game=game):
            result = audited(log)
            accused += told(log, result)
            kept |= {clause for (_, clause), count in result.verdicts.items() if count[Verdict.PASS]}

    assert accused == []
    assert sorted(set(CORNERS[game]) - kept) == []


# ---- a record that leaves things out ----

LEFT_OUT = {
    "the buck": r"  (buck|button) ",
    "options passed": r"  .* (passes|declines option)(\s|$)",
    "cards": r"  deal ",
    "the cut": r"  (shuffle|cut|no cut|.* declines cut)",
    "hands shown": r"  .* (shows \[|mucks)",
    "payments": r"  .* wins ",
    "money handed back": r"  return ",
}


@pytest.mark.parametrize("what", LEFT_OUT)
@pytest.mark.parametrize("game", [game for game in GAMES if "cs-" in game])
def test_what_a_record_leaves_out_accuses_nobody(game, what):
    """The same hands without a kind of line: nobody but the record is to blame for anything."""
    accused = []
    for log in logs(7, 60, game=game):
        bare = "\n".join(line for line in log.split("\n") if not re.match(LEFT_OUT[what], line))
        found = audited(bare).findings
        accused += [one.message for one in found if one.severity > Severity.ADVISORY and one.actor.role != "record"]

    assert accused == []


# ---- what may be done ----

Situation = tuple[str, int, int, dict[str, tuple[int, ...]]]  # whose turn, the wager to be met, the pot, what is open


def played(play: Play) -> Iterator[Situation | None]:
    """Each act with what the text makes of the moment; None where it leaves open who begins, or nobody has a turn."""
    for _, table, step in play.moments():
        if isinstance(step.event, Act) and step.text is not None:
            turn, betround = table.turn, table.round
            if turn is None or betround is None or not (betround.acts or len(betround.openers) == 1):
                yield None
                continue
            offered = {option.act: option.totals for option in text_options(table).values()}
            yield turn.name, betround.level, table.pot, offered


class Looking(Observer):
    """Notes what may be done before every act."""

    def __init__(self) -> None:
        self.seen: list[Situation | None] = []

    def before_event(self, state: HandState, event: e.Event) -> None:
        if isinstance(event, e.Act) or (isinstance(event, e.Declined) and event.what == "option"):
            turn, betround = state.turn, state.round
            offered = {option.act: option.totals for option in options(state)}
            self.seen.append((turn.name, betround.highest, state.pot, offered) if turn and betround else None)


def replayed(play: Play) -> list[Situation | None]:
    """The same moments, as the auditor's replay makes them out from the log alone."""
    parts = read(open_stream(io.BytesIO(play.log().encode()), "generated.log"))
    hands = [part for part in parts if isinstance(part, RawHand)]
    bound = bound_for(hands[-1], Options())
    assert bound is not None
    looking = Looking()
    replay(hands[-1].read(), bound.rules, looking)
    return looking.seen


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_turns_pots_and_options_are_those_of_the_text(game, seed):
    for play in islice(subjects(seed, game), 40):
        expected = list(played(play))
        found = replayed(play)

        assert [one and two for one, two in zip(expected, found, strict=True)] == expected, str(play)


SHORT_BLIND = """log 1
table "short blind"
  rules act/canberra-manila
  date 1994-06-11
  minimum $5
  stake $100

hand 1
  seat 1 Ann $2
  seat 2 Ben $200
  seat 3 Cam $200
  buck 1
  Ann blind $2 all in
  deal Ann [As Kd], Ben [7c 7d], Cam [8c 9d]
  communal [Qh]
  Ben calls $2
  Cam folds
  communal [Jh]
  communal [Ts]
  communal [9h]
  communal [8h]
  Ann shows [As Kd]
  Ben mucks
  pot $4 commission $0
  Ann wins $4
end
"""


def test_a_blind_of_last_chips_is_called_for_what_lies_there():
    """A call makes a player's total equal to the highest that anybody has wagered in the round, and no more."""
    assert told(SHORT_BLIND, audited(SHORT_BLIND)) == []


def test_a_blind_of_last_chips_is_called_for_the_blind_that_it_stands_for():
    """A blind is one, two or three times the table minimum: the text leaves open that less of it changes that."""
    log = SHORT_BLIND.replace("Ben calls $2", "Ben calls $5").replace("Ben mucks", "return $3 to Ben\n  Ben mucks")

    assert told(log, audited(log)) == []


# ---- one fault, one finding ----


_HANDS = {game: subjects(1994, game) for game in GAMES}
_MADE: dict[str, list[Play]] = {game: [] for game in GAMES}


def hand(game: str, number: int) -> Play:
    """A hand to plant faults in; they are made when they are first needed, and kept."""
    made = _MADE[game]
    while len(made) <= number:
        made.append(next(_HANDS[game]))
    return made[number]


@pytest.mark.parametrize(("game", "name"), MUTATIONS)
def test_a_planted_fault_is_found_and_nothing_else(game, name):
    planted = 0
    for number in range(SUBJECTS):
        mutated = MUTATIONS[game, name](hand(game, number), random.Random(number))
        if mutated is not None:
            log, clauses = mutated
            log = undertaking(log)
            result = audited(log)
            assert tuple(finding.clause for finding in result.findings) == clauses, "\n".join(told(log, result)) or log
            assert strange(log, result) == []
            planted += 1
        if planted == TIMES:
            break

    assert planted == TIMES
