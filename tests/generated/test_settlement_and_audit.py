"""`auditor settle` and the audit tell the same of the money: in samples, in generated hands, in hands called off."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from accounts import contradictions
from generated_hands import MORE, audited
from mutations import MUTATIONS
from places import SAMPLES
from play.act.evening import logs
from play.act.games import GAMES as ACT
from play.act.planting import subjects
from play.crown import faults_money as _crown  # noqa: F401  (registers)
from play.crown import planting as crown
from play.crown.evening import log as crown_log
from play.crown.games import GAMES as CROWN
from play.crown.games import LIMITS as CROWN_LIMITS
from play.roberts.button import faults_money as _button  # noqa: F401  (registers)
from play.roberts.button import planting as button
from play.roberts.button.evening import log as button_log
from play.roberts.draw import faults_money as _draw  # noqa: F401  (registers)
from play.roberts.draw import planting as draw
from play.roberts.draw.games import FORMS
from play.roberts.games import BUTTON_GAMES, LIMITS
from play.roberts.stud import faults_ending as _stud  # noqa: F401  (registers)
from play.roberts.stud import planting as stud
from play.roberts.stud.games import STUD_GAMES
from play.roberts.stud.playing import log as stud_log

from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.logs.table_log.quoting import quoted
from auditor.replay.engine.replayer import replay

LOGS = sorted(path for path in SAMPLES.rglob("*.*") if path.is_file())
PLANTED = {"crown": crown, "button": button, "stud": stud, "draw": draw}
SUBJECTS = 150  # hands that a fault may look for its place in


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_sample_is_settled_as_it_is_judged(path: Path) -> None:
    assert contradictions(path.read_bytes(), path.name) == []


# ---- generated hands ----


def lawful(seed: int) -> Iterator[str]:
    """A log of every game, by the book."""
    for game in ACT:
        yield from logs(seed, 20, game=game)
    for number, name in enumerate(CROWN):
        yield crown_log(seed, name, CROWN_LIMITS[(seed + number) % len(CROWN_LIMITS)])
    for number, button_game in enumerate(BUTTON_GAMES):
        yield button_log(seed, button_game, LIMITS[(seed + number) % len(LIMITS)], bool(seed % 2))
    for number, stud_game in enumerate(STUD_GAMES):
        yield stud_log(seed, stud_game, LIMITS[(seed + number) % len(LIMITS)])
    for number, form in enumerate(FORMS):
        yield draw.log(seed, form, LIMITS[(seed + number) % len(LIMITS)])


@pytest.mark.parametrize("seed", range(4 * MORE))
def test_a_hand_played_by_the_book_is_settled_as_it_was_paid(seed: int) -> None:
    assert [one for text in lawful(seed) for one in contradictions(text.encode(), "lawful")] == []


@pytest.mark.parametrize("game", ACT)
def test_a_fault_planted_in_a_game_of_the_act_is_settled_as_it_is_judged(game: str) -> None:
    hands = list(islice(subjects(77, game), SUBJECTS))
    found: list[str] = []
    for (of, name), plant in MUTATIONS.items():
        texts = (plant(hand, random.Random(number)) for number, hand in enumerate(hands) if of == game)
        for text, _ in islice(filter(None, texts), MORE):
            found += contradictions(text.encode(), name)

    assert found == []


@pytest.mark.parametrize("book", PLANTED)
def test_a_fault_planted_in_another_game_is_settled_as_it_is_judged(book: str) -> None:
    found: list[str] = []
    for number, (name, fault) in enumerate(PLANTED[book].FAULTS.items()):
        for limit in fault.limits if MORE > 1 else fault.limits[number % len(fault.limits) :: 2]:
            texts = (PLANTED[book].planted(name, limit, seed) for seed in range(SUBJECTS))
            for text, _ in islice(filter(None, texts), MORE):
                found += contradictions(text.encode(), f"{name} {limit}")

    assert found == []


# ---- hands called off ----

ENDS = ("pot ", "return ", "run ")
Wagers = dict[str, int]


def cut_off(text: str, rng: random.Random) -> tuple[list[str], Wagers] | None:
    """The first hand of a log up to a moment at which there is money in the pot, and what each player put in."""
    lines = text.split("\n")
    start = next(n for n, one in enumerate(lines) if one.startswith("hand "))
    end = next(n for n, one in enumerate(lines) if n > start and one == "end")
    last = next((n for n in range(start, end) if lines[n].strip().startswith(ENDS) or " wins " in lines[n]), end)
    for at in rng.sample(range(start + 1, last), last - start - 1):
        if " deal" in lines[at] or " communal" in lines[at]:
            wagers = _wagers("\n".join([*lines[:at], "end", ""]))
            if len(wagers) > 1 and min(wagers.values()) > 100:
                return lines[:at], wagers
    return None


def _wagers(text: str) -> Wagers:
    hand = next(part for part in read(open_stream(io.BytesIO(text.encode()), "cut.log")) if isinstance(part, RawHand))
    bound = bound_for(hand, Options())
    assert bound is not None
    players = replay(hand.read(), bound.rules).table.players
    return {player.name: player.put_in_hand for player in players if player.put_in_hand}


def _all_back(wagers: Wagers, ground: str) -> list[str]:
    return [ground, *(f"refund ${amount / 100} to {quoted(name)}" for name, amount in wagers.items())]


def _rake_back(wagers: Wagers, ground: str) -> list[str]:
    """The house took commission before, and hands it back with the rest."""
    return [_pot(wagers), *_all_back(wagers, ground)]


def _rake_kept(wagers: Wagers, ground: str) -> list[str]:
    """A dollar of everybody goes to the house and stays there."""
    less = {name: amount - 100 for name, amount in wagers.items()}
    return [_pot(wagers), *_all_back(less, ground)]


def _rake_taken(wagers: Wagers, ground: str) -> list[str]:
    return [*_all_back({name: amount - 100 for name, amount in wagers.items()}, ground), _pot(wagers)]


def _awarded(wagers: Wagers, ground: str) -> list[str]:
    first, total = next(iter(wagers)), sum(wagers.values())
    return [ground, f"pot ${total / 100} commission $0", f"{quoted(first)} wins ${total / 100}"]


def _pot(wagers: Wagers) -> str:
    return f"pot ${sum(wagers.values()) / 100} commission ${len(wagers)}"


HANDLED: dict[Callable[[Wagers, str], list[str]], bool] = {
    _all_back: True, _rake_back: True, _rake_kept: False, _rake_taken: False, _awarded: False,
}  # fmt: skip


@pytest.mark.parametrize("ground", ["invalidate fire", "misdeal"])
@pytest.mark.parametrize("handled", HANDLED, ids=lambda one: one.__name__.strip("_"))
def test_a_hand_called_off_is_settled_as_it_is_judged_and_one_act_is_one_finding(handled, ground: str) -> None:
    """The house's share goes back, too. What did not go back is one finding, with the sum and all who lack it."""
    rng, wrong = random.Random(4), []
    for text in (text for seed in range(2 * MORE) for text in lawful(seed)):
        cut = cut_off(text, rng)
        if cut is None or (ground != "misdeal" and "rules roberts" in text):
            continue
        lines, wagers = cut
        log = "\n".join([*lines, *handled(wagers, ground), "end", ""])
        wrong += contradictions(log.encode(), log)
        told = [one for one in audited(log).findings if one.money and (one.money.owed_by or one.money.owed_to)]
        lost = [] if HANDLED[handled] else [len(wagers) * 100]
        if handled is _awarded:
            lost = [sum(wagers.values()) - next(iter(wagers.values()))]
        if [one.money.amount for one in told if one.money] != lost:
            wrong.append(f"{[one.message for one in told]}, expected {lost} in\n{log}")
        elif handled in (_rake_kept, _rake_taken):
            wrong += [f"{name} is not named in {told}" for name in wagers if name not in (told[0].money.owed_to or "")]

    assert wrong == []
