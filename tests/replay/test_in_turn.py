"""The usual act takes a short path, and the general code is the oracle: both come to the same, field by field.

`AUDITOR_GENERATED=100` looks at a hundred times as many generated hands, and at all samples instead of some.
"""

import io
import random
from collections.abc import Iterator

import pytest
from generated_hands import MORE
from places import SAMPLES
from slips import GENERATORS, slips

from auditor.auditing.engine.judge_hand import HandJudge
from auditor.auditing.engine.situation_of_act import of_act, of_turn
from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.logs.files.decoding import open_path, open_stream
from auditor.logs.reader import RawHand, read
from auditor.replay.betting import in_turn
from auditor.replay.engine import replayer
from auditor.replay.state import BettingRound, HandState, Move, Player
from auditor.vocabulary.errors import AuditorError
from auditor.vocabulary.events import Act, Event

EACH = 2  # slips of each generated log: hands with a mishap come by moments that lawful ones never have
FILES = 20  # of the samples
MEASURED = 0.25  # how many of the acts in turn the general code may measure
ALL_FLAGS = -1  # as if the checks asked for every flag
STATE = ("folds", "over", "overrun", "rounds_played", "fresh", "waiting_card", "blind", "min_raise", "gaps", "goes_on")


class Noting(HandJudge):
    """Judges a hand, and notes what the state and the wager are at each act and what the checks said by then."""

    __slots__ = ("notes", "usual")

    def at_act(self, state: HandState, act: Act) -> None:
        self._note(state, act, of_act(state, act, ALL_FLAGS))
        super().at_act(state, act)

    def at_turn(self, state: HandState, act: Act) -> None:
        player, betround = state.turn, state.round
        self.usual += 1
        self._note(state, act, of_turn(state, act, player, betround, ALL_FLAGS))
        super().at_turn(state, act)

    def before_event(self, state: HandState, event: Event) -> None:
        self._note(state, event, 0)

    def _note(self, state: HandState, event: Event, situation: int) -> None:
        self.notes.append((event.line, situation, told(state.move), whole(state), self.verdicts))


def told(value: object) -> object:
    """The fields of a wager, a player or a betting round, and other players by name."""
    if isinstance(value, Player):
        return value.name
    if isinstance(value, tuple):
        return tuple(told(one) for one in value)
    return fields(value) if isinstance(value, Move) else value


def fields(value: object) -> list[object]:
    return [told(getattr(value, name)) for name in type(value).__slots__ if name not in ("betting", "early", "free")]


def whole(state: HandState) -> list[object]:
    """All that an act may change."""
    found: list[object] = [getattr(state, name) for name in STATE]
    found += [told(state.turn), told(state.last_to_act), told(state.skipped), told(state.absent)]
    found += [fields(player) for player in state.players]
    if isinstance(state.round, BettingRound):
        found += [fields(state.round), state.round.before and fields(state.round.before)]
    return found


def judged(raw: RawHand) -> tuple[list[object], int]:
    """What is noted of a hand, and how many of its acts took the short path."""
    bound = bound_for(raw, Options())
    assert bound is not None
    hand = raw.read()
    own = bound.for_table(hand.setup)
    noting = Noting(own, "test.log")
    noting.notes, noting.usual = [], 0
    done = replayer.replay(hand, own.rules, noting)
    return [*noting.notes, noting.findings, noting.missing, done.payments, done.right], noting.usual


def assert_both_paths_agree(monkeypatch, sources, least: int) -> None:
    usual = 0
    measured = [0]
    with monkeypatch.context() as patched:
        patched.setattr(in_turn, "measure", counted(in_turn.measure, measured))
        for source in sources:
            for part in read(source):
                usual += same_on_both_paths(monkeypatch, part, source.name) if isinstance(part, RawHand) else 0
    assert usual > least
    assert measured[0] < MEASURED * usual  # the short path is taken, and hardly ever left for the general code


def same_on_both_paths(monkeypatch, raw: RawHand, path: str) -> int:
    """How many acts of a hand took the short path, once it is certain that the general code comes to the same."""
    try:
        quick, number = judged(raw)
    except AuditorError:
        return 0
    with monkeypatch.context() as patched:
        patched.setattr(replayer, "in_turn", lambda *_: False)
        general, none = judged(raw)
    assert none == 0
    assert quick == general, f"{path}:{raw.line}"
    return number


def counted(function, count: list[int]):
    """The same function, with its calls counted."""

    def counting(*arguments):
        count[0] += 1
        return function(*arguments)

    return counting


@pytest.mark.parametrize("book", ["act", "crown", "roberts"])
def test_generated_hands_come_to_the_same_on_both_paths(monkeypatch, book):
    assert_both_paths_agree(monkeypatch, generated(book), 200)


def test_samples_come_to_the_same_on_both_paths(monkeypatch):
    files = [path for path in sorted(SAMPLES.rglob("*")) if path.suffix in (".log", ".phh", ".phhs", ".txt")]
    chosen = files if MORE > 1 else random.Random(1).sample(files, FILES)
    assert_both_paths_agree(monkeypatch, (open_path(path, path.name) for path in chosen), 100)


def generated(book: str) -> Iterator[object]:
    """Logs of every game of a book, each once as it was played and a few times with a slip of the pen."""
    for name, make in GENERATORS.items():
        for seed in range(MORE) if name.startswith(book) else ():
            text, chance = make(seed), random.Random(seed)
            for one in (text, *(slip.text for slip in chance.sample(list(slips(text, chance)), EACH))):
                yield open_stream(io.BytesIO(one.encode()), f"{name}.log")
