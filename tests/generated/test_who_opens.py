"""Whoever opens a betting round before the player who is to begin: told by how play goes on, in every game alike.

`AUDITOR_GENERATED=20 pytest tests/generated/test_who_opens.py` tries twenty times as many hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product

import pytest
from displaced import DEALER_ALONE, DISPLACEMENTS, Displaced, Finding, first_card_early, hands, rounds
from generated_hands import MORE, audited, words
from play.act.games import GAMES as ACT_GAMES
from play.act.planting import subjects
from play.crown import evening as crown
from play.crown.games import GAMES as CROWN_GAMES
from play.crown.games import LIMITS as CROWN_LIMITS
from play.roberts.button import evening as button
from play.roberts.button.evening import BUTTON_GAMES
from play.roberts.draw import planting as draw
from play.roberts.draw.games import FORMS
from play.roberts.games import LIMITS
from play.roberts.stud import playing as stud
from play.roberts.stud.games import STUD_GAMES

from auditor.auditing.result import Result

LOGS = {"act": 10 * MORE, "crown": 2 * MORE, "button": 4 * MORE, "stud": 7 * MORE, "draw": 5 * MORE}
"""Of each game and limit, up to four hands each."""
OWN_LIMITS = "premature-communal"  # limits the wagers that come after a card shown too early
NO_ACCUSATION = "skipped-turn"  # only says that the right to act may be lost


def _of_act() -> Iterator[str]:
    for game in ACT_GAMES:
        yield from (play.log() for play in islice(subjects(16, game), LOGS["act"]))


def _of(
    log: Callable[..., str], count: int, games: Iterable[str], limits: Iterable[str], first: int = 0
) -> Iterator[str]:
    return (log(seed, game, limit) for seed, game, limit in product(range(first, first + count), games, limits))


SOURCES: dict[str, Callable[[], Iterator[str]]] = {
    "the games of the ACT": _of_act,
    "Crown": lambda: _of(crown.log, LOGS["crown"], CROWN_GAMES, CROWN_LIMITS),
    "Robert's, with a button": lambda: _of(button.log, LOGS["button"], BUTTON_GAMES, LIMITS),
    "Robert's, stud": lambda: _of(stud.log, LOGS["stud"], STUD_GAMES, LIMITS, first=7),  # with all displacements
    "Robert's, draw": lambda: _of(draw.log, LOGS["draw"], FORMS, LIMITS),
}
NEVER = {("Robert's, draw", "card_early")}  # a draw is no card that comes too early by a line


NOT_THERE = ((OWN_LIMITS, "player"), ("record/missing-act", "record"))  # a bring-in's option may seem to be taken
NO_CARD = "Robert's, draw"  # no card comes between its rounds but by the draw


def _as_told(result: Result) -> tuple[Finding, ...]:
    return tuple((one.check, one.actor.role, one.actor.name) for one in result.findings if one.check != NO_ACCUSATION)


def _is_right(displaced: Displaced, result: Result) -> bool:
    told = _as_told(result)
    if displaced.found == (DEALER_ALONE,):
        others = {each[1:] for each in told if each[:2] != (OWN_LIMITS, "player")}
        told = tuple([("any check", *each) for each in others])
    return told == displaced.found and not result.unread


@pytest.mark.parametrize("source", SOURCES)
def test_play_that_goes_on_accuses_the_dealer_and_play_that_goes_back_the_player(source):
    """And of a turn left out nobody is accused; alike for two players and for more."""
    wrong, tried = [], Counter[tuple[str, bool]]()
    for log in SOURCES[source]():
        for text in hands(log):
            lawful = audited(text)
            if lawful.findings or lawful.unread:
                continue  # the log does not note all checks, or the hand cannot stand without those before it
            for one, displace in product(rounds(text), DISPLACEMENTS):
                displaced = displace(text, one)
                if displaced is not None:
                    result = audited(displaced.text)
                    tried[displace.__name__, len(one.players) == 2] += 1
                    if not _is_right(displaced, result):
                        wrong.append(f"{displace.__name__}: {displaced.found}\n{words(displaced.text, result)}")

    names = [one.__name__ for one in DISPLACEMENTS if (source, one.__name__) not in NEVER]
    assert wrong == []
    assert [each for each in product(names, (True, False)) if not tried[each]] == []


@pytest.mark.parametrize("source", sorted({*SOURCES} - {NO_CARD}))
def test_a_card_before_any_act_is_the_dealers_alone(source):
    """A blind or bring-in that is called or raised behind it shows that the betting was still to come."""
    wrong, tried = [], 0
    for log in islice(SOURCES[source](), 40 * MORE):
        for text in hands(log):
            early = first_card_early(text)
            if early is not None and not (lawful := audited(text)).findings and not lawful.unread:
                result = audited(early)
                told = {each[1:] for each in _as_told(result) if each[:2] not in NOT_THERE}
                tried += 1
                if told != {DEALER_ALONE[1:]} or result.unread:
                    wrong.append(words(early, result))

    assert wrong == []
    assert tried > 0
