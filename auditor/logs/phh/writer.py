"""Writes hands of PHH, the open hand history standard: tables of TOML, players in the order of their positions.

What the standard has no field for at the head of a table goes into a field of our own, `_table_log`, as it allows.
Every hand is read again before it is given out. If a reader would find other forced bets or acts, the hand is not
written; if a reader would find another end of the hand, that is noted as lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from auditor.logs.blocks import HAND, TABLE, Block
from auditor.logs.phh.fields import toml_text
from auditor.logs.phh.head import STATEMENTS, variants
from auditor.logs.phh.reader import read_block
from auditor.logs.phh.write_actions import Acts, chips
from auditor.logs.table_log.write_setup import setup_statements, unremembered
from auditor.logs.writing import Unwritable, Written
from auditor.vocabulary import events as e
from auditor.vocabulary.clock import to_the_second
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import PLAY_ONLY, SHOWN_TOGETHER, Hand, Setup
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import escaped

TWO = 2  # players; their blinds and antes stand the other way about


def text_of(hand: Hand, index: int) -> Written:
    """Write a hand with everything that the standard has a field for."""
    code, variant = _variant(hand.setup)
    seats = _positions(hand, "stud" in variant)
    acts = Acts(hand.setup, [one.player for one in seats], [one.stake for one in seats], "stud" in variant)
    for event in hand.events:
        acts.take(event)
    acts.flush()
    header = f"[{index}]\n" if index else ""
    fields = dict(_fields(hand, code, variant, seats, acts))
    text = header + _toml(fields)
    if not _same_table(hand.setup, text):
        text = header + _toml(fields | {STATEMENTS: _texts(_statements(hand.setup))})
    again = _read(text, hand.number)
    _compare(hand, acts, again)
    return Written(f"{text}\n", tuple(dict.fromkeys([*_lost_around(hand), *acts.lost, *_lost_at_end(hand, again)])))


def _variant(setup: Setup) -> tuple[str, dict[str, Any]]:
    """The variant of the standard that is this game."""
    game = (setup.rules or "").rpartition("/")[2]
    for code, variant in variants().items():
        same = variant.get("rules", "").rpartition("/")[2] == game and variant["limit"] == setup.limit
        if same and variant.get("betting") == setup.betting:
            return code, variant
    if not game:
        raise Unwritable("the hand names no rulebook, so no variant of PHH is known for its game")
    how = " ".join(filter(None, [setup.limit or "no kind of limit", setup.betting]))
    raise Unwritable(f"PHH has no variant for the game of {escaped(setup.rules or '', 60)} with {escaped(how, 60)}")


# ---- positions ----


def _positions(hand: Hand, stud: bool) -> list[e.Seat]:
    """The players who are dealt in, in the order of their positions: the button last or, at stud, as they sit."""
    seats = [event for event in hand.events if isinstance(event, e.Seat) and not event.out]
    if len(seats) < TWO:
        raise Unwritable("fewer than two players are dealt in")
    if stud:
        return seats if _goes_round(seats) else sorted(seats, key=lambda one: one.seat)
    last = _button(hand, seats)
    return sorted(seats, key=lambda one: (one.seat <= last, one.seat))


def _goes_round(seats: list[e.Seat]) -> bool:
    numbers = [one.seat for one in seats]
    return sum(after < before for before, after in pairwise([*numbers, *numbers[:1]])) == 1


def _button(hand: Hand, seats: list[e.Seat]) -> int:
    """The seat before the first position: that of the button or, if nobody noted it, the one that the blinds show."""
    noted = [event.seat for event in hand.events if isinstance(event, e.Buck)]
    if noted:
        return noted[-1]
    numbers = {one.player: one.seat for one in seats}
    blinds = [event.player for event in hand.events if isinstance(event, e.Post) and event.kind == "blind"]
    if not blinds or blinds[0] not in numbers:
        raise Unwritable("neither a button nor a blind tells the positions, which PHH is written by")
    first = numbers[blinds[0]]
    if len(seats) == TWO:
        return first
    return max([number for number in numbers.values() if number < first], default=max(numbers.values()))


# ---- fields ----


def _fields(
    hand: Hand, code: str, variant: dict[str, Any], seats: list[e.Seat], acts: Acts
) -> Iterator[tuple[str, str]]:
    """Keys and values, in the order of the standard."""
    setup, header = hand.setup, hand.header
    back = slice(None, None, -1 if len(seats) == TWO else 1)
    yield "variant", toml_text(code)
    if any(acts.antes):
        yield "ante_trimming_status", "true" if len(set(acts.antes)) == 1 else "false"  # else one antes for all
    yield "antes", _amounts(acts.antes[back])
    if acts.stud:
        yield "bring_in", chips(acts.bring_in or setup.bring_in or 0)
    else:
        yield "blinds_or_straddles", _amounts(acts.blinds[back])
    yield from _bets(setup, variant, acts)
    yield "starting_stacks", f"[{', '.join('inf' if one.stake is None else chips(one.stake) for one in seats)}]"
    yield "actions", _texts(acts.actions)
    if setup.tournament is not None:
        yield "event", toml_text(_plain(setup.tournament))
    if header.time is not None:
        yield "time", to_the_second(header.time)
    if hand.day is not None:
        yield from {"day": str(hand.day.day), "month": str(hand.day.month), "year": str(hand.day.year)}.items()
    plain = hand.number.isascii() and hand.number.isdigit() and len(hand.number) < 19 and hand.number[0] != "0"
    yield "hand", hand.number if plain else toml_text(_plain(hand.number))
    yield "seats", f"[{', '.join(str(one.seat) for one in seats)}]"
    yield "table", toml_text(_plain(setup.table))
    yield "players", _texts(_plain(one.player) for one in seats)
    yield from _payments(hand, acts)


def _bets(setup: Setup, variant: dict[str, Any], acts: Acts) -> Iterator[tuple[str, str]]:
    """The least bet or, at limit, the bets of the first and of the later rounds."""
    if variant["limit"] == "fixed":
        if len(setup.bets) != TWO or any(most is not None for _, most in setup.bets):
            raise Unwritable("PHH needs the two bets of a limit game, and the table has declared no such two")
        yield from zip(("small_bet", "big_bet"), [chips(least) for least, _ in setup.bets], strict=True)
        return
    least = setup.minimum or max([*setup.blinds, *acts.blinds])
    if least <= 0:
        raise Unwritable("PHH needs the least bet, and neither the table nor a blind tells it")
    yield "min_bet", chips(least)


def _payments(hand: Hand, acts: Acts) -> Iterator[tuple[str, str]]:
    """The stacks after the hand if all were known before it, otherwise the winnings."""
    won = Counter[str]()
    for event in hand.events:
        if isinstance(event, e.Win):
            won[event.player] += event.amount
    if not won:
        return
    if any(name not in acts.players for name in won):
        raise Unwritable("somebody is paid who was not dealt in")
    live = acts.live if any(acts.live) else acts.put  # if there are only antes
    most = max(range(len(live)), key=live.__getitem__)
    back = [0] * len(live)
    back[most] = live[most] - max(amount for player, amount in enumerate(live) if player != most)
    if _with_uncalled(hand, won[acts.players[most]], won.total() - sum(acts.put), back[most]):
        back[most] = 0
    stacks = [stack for stack in acts.stacks if stack is not None]
    if len(stacks) < len(acts.stacks):
        yield "winnings", _amounts(won[name] for name in acts.players)
        return
    rows = zip(stacks, acts.put, back, acts.players, strict=True)
    yield "finishing_stacks", _amounts(stack - put + more + won[name] for stack, put, more, name in rows)


def _with_uncalled(hand: Hand, paid: int, more: int, uncalled: int) -> bool:
    """Do the payments include what nobody called? Some rooms do not separate the two, so what was put in decides."""
    if not uncalled or any(isinstance(event, e.Returned) for event in hand.events):
        return False
    return paid == uncalled or (more > -uncalled and paid > uncalled)


def _statements(setup: Setup) -> list[str]:
    """The set-up, without what the log undertook to note: a record of play has nothing of that."""
    return setup_statements(replace(setup, records=setup.records & {SHOWN_TOGETHER}))


def _plain(text: str) -> str:
    """Text that can stand in a file."""
    return text.encode("utf-8", "backslashreplace").decode()


def _texts(texts: Iterable[str]) -> str:
    return f"[{', '.join(toml_text(text) for text in texts)}]"


def _amounts(amounts: Iterable[int]) -> str:
    return f"[{', '.join(chips(amount) for amount in amounts)}]"


def _toml(fields: dict[str, str]) -> str:
    return "".join([f"{key} = {value}\n" for key, value in fields.items()])


# ---- how a reader will understand it ----


def _same_table(setup: Setup, text: str) -> bool:
    """Does a reader find this set-up in the fields of the standard?"""
    found = Setup().after_all(read_block(Block(TABLE, text, 1, 1)))
    return _statements(found) == _statements(setup)


def _read(text: str, number: str) -> list[e.Event]:
    try:
        return read_block(Block(HAND, text, 1, 1, number))
    except Unreadable as error:
        raise Unwritable(f"PHH cannot tell of this hand: {error.reason}") from None


def _compare(hand: Hand, acts: Acts, again: list[e.Event]) -> None:
    """Refuse a hand in which a reader would find other players, forced bets or acts."""
    for what, part_of in (("players", _seated), ("forced bets", _forced)):
        if part_of(hand.events) != part_of(again):
            raise Unwritable(f"PHH would tell of other {what} than the hand does")
    found = [(type(event), event.player, _amount(event)) for event in again if isinstance(event, e.Act)]
    if found != acts.understood:
        raise Unwritable("PHH would tell of other acts than the hand does")


def _seated(events: list[e.Event]) -> dict[str, tuple[int, int | None]]:
    return {one.player: (one.seat, one.stake) for one in events if isinstance(one, e.Seat) and not one.out}


def _forced(events: list[e.Event]) -> Counter[tuple[str, str, int]]:
    return Counter((one.player, one.kind, one.amount) for one in events if isinstance(one, e.Post))


def _amount(event: e.Act) -> int | None:
    if not isinstance(event, e.Wager):
        return None
    return event.added if isinstance(event, e.Call) else event.total


def _lost_around(hand: Hand) -> Iterator[str]:
    """What the head of the table and the seats say, and a hand of PHH does not."""
    if PLAY_ONLY not in hand.setup.records:
        yield "that procedure and conduct were noted"
    if not any(isinstance(event, e.TableOpened) for event in hand.before):
        yield "which hand came before at the table"
    if unremembered(hand.before):
        yield "what was noted between hands"
    if hand.setup.unread:
        yield "that part of the set-up could not be read"
    if any(isinstance(event, e.Seat) and event.out for event in hand.events):
        yield "those who sat there and were not dealt in"


def _lost_at_end(hand: Hand, again: list[e.Event]) -> Iterator[str]:
    """Where the button was, and what was counted, taken and paid, if a reader would find something else."""
    if _buttons(hand.events) != _buttons(again):
        yield "where the button was, if anybody noted it"
    if _wins(hand.events) != _wins(again):
        yield "payments as they were made"
    if len({event.pot for event in hand.events if isinstance(event, e.Win)}) > 1:
        yield "from which pot each was paid"
    if (pots := _pots(hand.events)) != _pots(again):
        yield "pots and commission as they were stated" if pots else "that nobody stated the pot and the commission"
    if (returned := _returned(hand.events)) and returned != _returned(again):
        yield "what was handed back as uncalled"


def _buttons(events: list[e.Event]) -> list[int]:
    return [event.seat for event in events if isinstance(event, e.Buck)]


def _wins(events: list[e.Event]) -> Counter[str]:
    won = Counter[str]()
    for event in events:
        if isinstance(event, e.Win):
            won[event.player] += event.amount
    return won


def _pots(events: list[e.Event]) -> list[tuple[int, int | None]]:
    """The pots with what was taken from them. If nobody said what was taken and all was paid, that is nothing."""
    pots = [event for event in events if isinstance(event, e.PotTaken)]
    paid = _wins(events).total()
    return [(one.amount, _taken(one, paid)) for one in pots]


def _taken(pot: e.PotTaken, paid: int) -> int | None:
    return 0 if pot.commission is None and pot.amount == paid else pot.commission


def _returned(events: list[e.Event]) -> Counter[tuple[str, int]]:
    return Counter((event.player, event.amount) for event in events if isinstance(event, e.Returned))
