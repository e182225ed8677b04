"""Turns the words of a statement of the table log into the fields of its event. Every statement has an entry."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import Any

from auditor.vocabulary import events as e
from auditor.vocabulary.cards import Cards, parse_card, parse_cards
from auditor.vocabulary.money import named_currency, parse_money
from auditor.vocabulary.wording import escaped

MOST_SEATS = 99
MOST_CARDS = 99  # that somebody may be said to hold or to give up
MOST_RUNS = 9  # of the cards to come
PIECES = 4096  # names and runs of cards to remember: few cards come at a time, and the same players get them
ESCAPED = re.compile(r"\\(.)")
HOLDING = re.compile(r'(?<![^\s,])("(?:[^"\\]|\\["\\])++"|[^\s",\[\]]++)[ \t]++(?:(up|down)[ \t]++)?(\[[^\]]*+\])')
LISTED = re.compile(r'"(?:[^"\\]|\\["\\])+"|[^\s",]+')
DEALT = re.compile(r"deal(?:[ \t]+(early))?(?:[ \t]+(up))?[ \t]")
CALLED = re.compile(r'(?<![ \t])[ \t]++("(?:[^"\\]|\\["\\])*+")\Z')
COMMA = re.compile(r"(?<![ \t])[ \t]*+,[ \t]*+")
PARTED = re.compile(r"(?<![ \t])[ \t]*+,[ \t]++")


class WrongStatement(ValueError):
    """A statement that has the right form and an impossible piece."""

    def __init__(self, piece: str, expected: str) -> None:
        super().__init__(f"found '{escaped(piece, 40)}', expected {expected}")
        self.piece = piece


# ---- pieces ----


def name_of(text: str) -> str:
    """A name in the form in which names are compared: letters beyond ASCII are composed, whatever wrote the log."""
    if not text.strip():
        raise WrongStatement(text, "a name")
    return text if text.isascii() else unicodedata.normalize("NFC", text)


@lru_cache(maxsize=PIECES)
def _name(text: str) -> str:
    return name_of(ESCAPED.sub(r"\1", text[1:-1]) if text[0] == '"' else text)


def _who(text: str | None) -> str | None:
    return None if text is None else _name(text)


def _text(text: str | None) -> str | None:
    return None if text is None else ESCAPED.sub(r"\1", text[1:-1])


def cards_of(text: str) -> Cards:
    """Read cards with blanks between them. If a word is no card, the error names it."""
    try:
        return parse_cards(text)
    except ValueError:
        raise WrongStatement(next(word for word in text.split() if not _is_card(word)), CARD) from None


CARD = "a card such as As, 10d or ??"


def _is_card(word: str) -> bool:
    try:
        parse_card(word)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=PIECES)
def _cards(text: str | None) -> Cards:
    return () if text is None else cards_of(text[1:-1])


def _money(text: str | None) -> int | None:
    return None if text is None else parse_money(text)


def _change(text: str | None) -> int | None:
    """An amount that may have a minus sign."""
    return -parse_money(text[1:]) if text is not None and text[0] == "-" else _money(text)


def _above_zero(text: str) -> int:
    amount = parse_money(text)
    if amount == 0:
        raise WrongStatement(text, "an amount above zero")
    return amount


def _int(text: str | None) -> int | None:
    return None if text is None else int(text)


def seat_of(number: int, text: str) -> int:
    """The number of a seat, if a table can have such a seat."""
    if not 1 <= number <= MOST_SEATS:
        raise WrongStatement(text, f"a seat from 1 to {MOST_SEATS}")
    return number


def _card_count(text: str) -> int:
    if int(text) > MOST_CARDS:
        raise WrongStatement(text, f"a number of cards up to {MOST_CARDS}")
    return int(text)


def _run(text: str) -> int:
    if not 2 <= int(text) <= MOST_RUNS:
        raise WrongStatement(text, f"a run from 2 to {MOST_RUNS}")
    return int(text)


def _seated(seat: str, name: str, stake: str | None, out: str | None, why: str | None) -> tuple[Any, ...]:
    return _seat(seat), _name(name), _money(stake), out is not None, _phrase(why)


def _phrase(text: str | None) -> str | None:
    """Words with one blank between them."""
    return None if text is None else " ".join(text.split())


def _any_run(text: str) -> int:
    return 1 if int(text) == 1 else _run(text)


def _seat(text: str) -> int:
    return seat_of(int(text), text)


def day_of(text: str) -> date:
    """A day written as 1994-06-11."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise WrongStatement(text, "a day of the calendar such as 1994-06-11") from None


def _day(text: str | None) -> date | None:
    return None if text is None else day_of(text)


def _words(text: str) -> tuple[str, ...]:
    return tuple(COMMA.split(text))


def _seen(text: str | None) -> bool | None:
    return None if text is None else text == "seen"


def _pot(which: str | None) -> int | None:
    """The number of a pot: zero for the main pot, None for all pots together."""
    words = which.split() if which is not None else []
    return None if len(words) < 2 else 0 if words[0] == "main" else int(words[2])


# ---- statements that need a function ----


def _holdings(statement: str) -> tuple[Any, ...]:
    how = DEALT.match(statement)
    assert how is not None
    early, up = how.groups()
    given = HOLDING.findall(statement, how.end())
    other = "down" if up else "up"
    contrary = tuple([_name(name) for name, way, _ in given if way == other])
    both = [name for name, way, _ in given if way != other and _name(name) in contrary] if contrary else []
    if both:
        raise WrongStatement(both[0], "all cards of a player the same way up in one statement")
    holdings = tuple([(_name(name), _cards(cards)) for name, _, cards in given])
    return (holdings, up is not None, contrary, True) if early else (holdings, up is not None, contrary)


def _discards(name: str, count: str | None, cards: str | None, said: str | None, silent: str | None) -> tuple[Any, ...]:
    given = _cards(cards)
    if count is None and cards is None:
        raise WrongStatement("discards", "a number or cards: 'discards 2' or 'discards [7c ??]'")
    if count is not None and cards is not None and int(count) != len(given):
        raise WrongStatement(count, f"the number of the cards named, {len(given)}")
    return (
        _name(name),
        len(given) if count is None else _card_count(count),
        given,
        None if said is None else _card_count(said),
        silent is not None,
    )


def _reshuffled(statement: str) -> tuple[Any, ...]:
    _reshuffle, _with, contents = [*statement.split(None, 2), "", ""][:3]
    if not contents.startswith("discards"):
        return _cards(contents or None), ()
    _discards, _of, names = contents.split(None, 2)
    return (), tuple(_name(name) for name in LISTED.findall(names))


def _winners(statement: str) -> tuple[Any, ...]:
    _announce, _winner, names = statement.split(None, 2)
    called = CALLED.search(names)
    if called is not None and not names[: called.start()].endswith(","):
        return _listed_names(names[: called.start()]), None, None, _text(called[1])
    return _listed_names(names), None, None


def _listed_names(names: str) -> tuple[str, ...]:
    return tuple([_name(name) for name in LISTED.findall(names)])


def _not_agreed(what: str, who: str | None) -> tuple[Any, ...]:
    return what, False, False, None, None, None, _phrase(who) or "players and operator"


def _noticed(what: str, by: str | None, waiting: str | None) -> tuple[Any, ...]:
    return what, _who(by), () if waiting is None else _listed_names(waiting)


def _seats(count: str) -> tuple[Any, ...]:
    return "seats", str(_seat(count))


def _win(name: str, amount: str, which: str | None, run: str | None) -> tuple[Any, ...]:
    paid = _name(name), parse_money(amount), _pot(which)
    return paid if run is None else (*paid, _any_run(run))


def _wager(name: str, added: str | None, total: str | None, *tail: str | None) -> tuple[Any, ...]:
    all_in, announced, said, manner, chips = tail
    words = None if said is None else "nothing" if said == "silently" else said.split()[1]
    amounts = (_money(added), _money(total), all_in is not None, _money(announced), _phrase(manner))
    return _name(name), *amounts, words, () if chips is None else _amounts(chips)


def _bet(name: str, to: str | None, amount: str, *tail: str | None) -> tuple[Any, ...]:
    return _wager(name, amount if to is None else None, None if to is None else amount, *tail)


def _raise(name: str, by: str | None, total: str | None, added: str | None, *tail: str | None) -> tuple[Any, ...]:
    if by is None and total is None and added is None and tail[0] is None:
        raise WrongStatement("raises", "an amount: 'raises $10', 'raises to $20' or 'raises $10 to $20'")
    return *_wager(name, added, total, *tail), _change(by)


def _amounts(text: str) -> tuple[int, ...]:
    """Amounts with commas between them. A digit follows a comma within an amount, a blank one between two amounts."""
    return tuple([_above_zero(amount) for amount in PARTED.split(text)])


def _bets(text: str) -> tuple[Any, ...]:
    """The bets of each round: amounts, or ranges such as $5-$25."""
    ends = [[_above_zero(amount) for amount in each.split("-")] for each in PARTED.split(text)]
    if len({len(each) for each in ends}) > 1:
        raise WrongStatement(text, "amounts such as '$10, $20', or ranges such as '$5-$25, $10-$50'")
    least, most = tuple([each[0] for each in ends]), tuple([each[1] for each in ends if len(each) > 1])
    return least, most


def _commission(percent: str, rounded: str | None, unit: str | None, *bounds: str | None) -> tuple[Any, ...]:
    return parse_money(percent), rounded, _price(unit), None, None, False, *_bounds(*bounds)


def _fee(fee: str, started: str | None, per: str, *bounds: str | None) -> tuple[Any, ...]:
    return None, None, None, parse_money(fee), _above_zero(per), started is not None, *_bounds(*bounds)


def _bounds(least: str | None, cap: str | None, by: str | None) -> tuple[Any, ...]:
    return _price(least), _price(cap), _who(by)


def _price(text: str | None) -> int | None:
    return None if text is None else _above_zero(text)


def _charge(basis: str, schedule: str, cap: str | None, by: str | None) -> tuple[Any, ...]:
    """A fee, or several fees by the number of players: '2-4 $2, 5+ $4'."""
    rows = [each.split() for each in PARTED.split(schedule)]
    fees = tuple([_above_zero(row[-1]) for row in rows])
    if len(rows) == 1 and len(rows[0]) == 1:
        return basis, fees, (), (), _price(cap), _who(by)
    if basis != "hand" or any(len(row) == 1 for row in rows):
        raise WrongStatement(schedule, "a fee, or for each hand fees by the number of players: '2-4 $2, 5+ $4'")
    ends = [[int(number) for number in row[0].replace("+", f"-{MOST_SEATS}").split("-")] for row in rows]
    return basis, fees, tuple([each[0] for each in ends]), tuple([each[-1] for each in ends]), _price(cap), _who(by)


def _pays(name: str, amount: str, what: str, hour: str | None, time: str | None) -> tuple[Any, ...]:
    return _name(name), _above_zero(amount), what, hour, time


def _sits(name: str, seat: str, amount: str | None, origin: str | None, *ordered: str | None) -> tuple[Any, ...]:
    by, time = ordered
    return _name(name), _seat(seat), _money(amount), origin, _who(by), time


def _lots(statement: str) -> tuple[Any, ...]:
    _lots, _for, purpose, how, holdings = statement.split(None, 4)
    given = HOLDING.findall(holdings)
    return purpose, how == "dealt", tuple([(_name(name), _cards(cards)) for name, _, cards in given])


def _race(statement: str) -> tuple[Any, ...]:
    _race, low, _for, high, rest = statement.split(None, 4)
    holdings, winners = re.split(r"(?<=\])[ \t]+won[ \t]+by[ \t]+", rest, maxsplit=1)
    given = tuple([(_name(name), _cards(cards)) for name, _, cards in HOLDING.findall(holdings)])
    return _above_zero(low), _above_zero(high), given, tuple([_name(name) for name in LISTED.findall(winners)])


def _transfer(name: str, why: str, players: str | None, time: str | None, refused: str | None) -> tuple[Any, ...]:
    return _name(name), why, _int(players), time, refused is not None


def _claim(name: str, hand: str, amount: str | None, outcome: str | None) -> tuple[Any, ...]:
    return _name(name), hand, _money(amount), None if outcome is None else outcome == "upheld"


def _entry_fees(entrants: str, fee: str, withdrawn: str | None, kept: str, *went: str | None) -> tuple[Any, ...]:
    refunded, prizes = went
    if withdrawn is not None and int(withdrawn) > int(entrants):
        raise WrongStatement(withdrawn, f"no more than the {int(entrants)} who entered")
    return int(entrants), parse_money(fee), parse_money(kept), _money(prizes), _int(withdrawn), _money(refunded)


def _placed(place: str, name: str, employee: str | None, prize: str | None) -> tuple[Any, ...]:
    return int(place), _name(name), employee is not None, _money(prize)


def _agreed(what: str, count: str | None, of: str | None, who: str) -> tuple[Any, ...]:
    if count is not None and of is not None and int(count) > int(of):
        raise WrongStatement(count, f"no more than the {of} there are")
    return what, "players" in who, "operator" in who, None, _int(count), _int(of)


def _incident(kind: str, by: str | None, to: str | None, amount: str | None, note: str | None) -> tuple[Any, ...]:
    return kind, _who(by), _who(to), _money(amount), _text(note)


def _fault(kind: str, name: str, cards: str | None, meant: str | None, seen: bool | None) -> tuple[Any, ...]:
    return kind, _name(name), _cards(cards), _who(meant), seen


Maker = tuple[type[e.Event], Callable[..., tuple[Any, ...]]]
"""The event that a statement makes, and the function for its fields. It gets the groups of the line, or all of it."""

MAKERS: dict[str, Maker] = {
    "LOG": (e.LogStarted, lambda version: (int(version),)),
    "TABLE": (e.TableOpened, lambda name: (_name(name),)),
    "RULES": (e.RulesNamed, lambda rules: (rules,)),
    "DATE": (e.Dated, lambda day: (day_of(day),)),
    "LIMIT": (e.Limit, lambda what, amount: (what, _above_zero(amount))),
    "BETS": (e.Bets, _bets),
    "MINIMUMS": (e.Minimums, lambda amounts: (_amounts(amounts),)),
    "VENUE": (e.VenueNamed, lambda name: (_name(name),)),
    "CURRENCY": (e.Currency, lambda code: (named_currency(code),)),
    "LEFT": (e.PlayersLeft, lambda count: (int(count),)),
    "BLINDS": (e.Blinds, lambda amounts: (_amounts(amounts),)),
    "DECLARE": (e.Declared, lambda what, value: (what, value)),
    "LISTED": (e.Listed, lambda what, words: (what, _words(words))),
    "RECORDS": (e.Records, lambda words: (_words(words),)),
    "AGREED": (e.Agreement, _agreed),
    "OBJECTED": (e.Agreement, lambda what, who: (what, False, False, _name(who))),
    "NOT_AGREED": (e.Agreement, _not_agreed),
    "NOT_OBJECTED": (e.Agreement, lambda what: (what, False, False, None, None, None, None, True)),
    "SEATS": (e.Declared, _seats),
    "COMMISSION": (e.CommissionDeclared, _commission),
    "FEE": (e.CommissionDeclared, _fee),
    "NIL": (e.CommissionDeclared, lambda by: (0, None, None, None, None, False, None, None, _who(by))),
    "CHARGE": (e.ChargeDeclared, _charge),
    "TOURNAMENT": (e.Tournament, lambda name: (_name(name),)),
    "CONDITION": (e.Condition, lambda text, clauses: (_words(clauses), _text(text))),
    "ENTRY_FEES": (e.EntryFees, _entry_fees),
    "PRIZES": (e.Prizes, lambda amounts: (_amounts(amounts),)),
    "PLACE": (e.Placed, _placed),
    "OPEN": (e.Opened, lambda time: (time,)),
    "CLOSE": (e.Closed, lambda early, time, by: (time, early is not None, _who(by))),
    "REPLACE": (e.Replaced, lambda cards: (_cards(cards),)),
    "NEW_SETUP": (e.Replaced, lambda _statement: ((), True)),
    "SITS": (e.Sits, _sits),
    "REQUIRE": (e.Required, lambda name, what, by: (_name(name), what, _who(by))),
    "PICK_UP": (e.PickedUp, lambda name, time, by: (_name(name), time, _who(by))),
    "QUEUE": (e.Queued, lambda name, end, time: (_name(name), end, time)),
    "LOTS": (e.Lots, _lots),
    "LOCK_UP": (e.LockedUp, lambda seat, name, start, end: (_seat(seat), _name(name), start, end)),
    "TRANSFER": (e.Transfer, _transfer),
    "RACE": (e.Raced, _race),
    "MOVES": (e.Moves, lambda name, seat, way, by: (_name(name), _seat(seat), _who(by), way)),
    "ASKS": (e.Asks, lambda name, seat: (_name(name), _seat(seat))),
    "LEAVES": (e.Leaves, lambda name, ordered, time: (_name(name), ordered is not None, time)),
    "BUYS": (e.Buys, lambda name, amount: (_name(name), parse_money(amount))),
    "BEHIND": (e.Behind, lambda name, amount, announced: (_name(name), parse_money(amount), announced is not None)),
    "REMOVES": (e.Removes, lambda name, amount: (_name(name), parse_money(amount))),
    "LENDS": (e.Lends, lambda name, amount, to: (_name(name), parse_money(amount), _name(to))),
    "PAYS": (e.Pays, _pays),
    "COUNTED": (e.Counted, lambda name, amount: (_name(name), parse_money(amount))),
    "DEALER": (e.DealerNamed, lambda name: (_name(name),)),
    "DEALER_CHANGE": (e.Procedure, lambda to, by: ("dealer-change", True, _who(by), _name(to))),
    "PROCEDURE": (e.Procedure, lambda no, what, by: (what, no is None, _who(by))),
    "NO_CUT": (e.Procedure, lambda _statement: ("cut", False, None)),
    "NO_STEP": (e.Procedure, lambda what, by: (what, False, _who(by))),
    "NOTICE": (e.Notice, lambda no, about, to, time, by: (about, to, time, no is None, _who(by))),
    "TIME": (e.Clock, lambda time: (time,)),
    "INCIDENT": (e.Incident, _incident),
    "REMARK": (e.Remark, lambda kind, text: (kind, _text(text))),
    "RULING": (e.Ruling, lambda by, text: (_text(text), _who(by))),
    "CLAIM": (e.Claimed, _claim),
    "HAND": (e.HandStarted, lambda number, time, day: (number, time, _day(day))),
    "SEAT": (e.Seat, _seated),
    "END": (e.HandEnded, lambda _statement: ()),
    "BUCK": (e.Buck, lambda seat: (_seat(seat),)),
    "DECLINES": (e.Declined, lambda name, what: (_name(name), what)),
    "CUT": (e.Cut, lambda name, depth, exposed: (_who(name), _int(depth), _cards(exposed))),
    "POST": (e.Post, lambda name, kind, amount, all_in: (_name(name), kind, parse_money(amount), all_in is not None)),
    "DEAL": (e.Deal, _holdings),
    "MISDIRECT": (e.DealFault, lambda cards, name, meant, seen: _fault("misdirected", name, cards, meant, _seen(seen))),
    "LEAVE_OUT": (e.DealFault, lambda name, seen: _fault("left-out", name, None, None, _seen(seen))),
    "EXTRA": (e.DealFault, lambda cards, name, seen: _fault("extra", name, cards, None, _seen(seen))),
    "EXPOSE": (e.DealFault, lambda cards, name, by: (*_fault("exposed", name, cards, None, True), _who(by))),
    "BOXED": (e.Boxed, lambda cards: (_cards(cards),)),
    "TAKE_BACK": (e.TakenBack, lambda cards, name: (_cards(cards), _who(name))),
    "WANTS": (e.Wants, lambda name, count: (_name(name), _card_count(count))),
    "DISCARD": (e.Discards, _discards),
    "STAND": (e.Discards, lambda name: (_name(name), 0, (), None, False)),
    "ASK_DRAW": (e.DrawAsked, lambda name, of, answer, by: (_name(name), _name(of), answer == "answered", _who(by))),
    "RESHUFFLE": (e.Reshuffled, _reshuffled),
    "BURN": (e.Burn, lambda cards: (_cards(cards),)),
    "COMMUNAL": (e.Communal, lambda cards, how: (_cards(cards), how)),
    "RUN": (e.Run, lambda number, cards: (_run(number), _cards(cards))),
    "SET_ASIDE": (e.SetAside, lambda cards: (_cards(cards),)),
    "MISDEAL": (e.Misdeal, lambda reason, by, time, again: (_text(reason), _who(by), time, again)),
    "HOLDS": (e.Holds, lambda name, count: (_name(name), _card_count(count))),
    "LOOKS": (e.Looks, lambda name: (_name(name),)),
    "NOT_LOOKED": (e.Looks, lambda name: (_name(name), False)),
    "KEEPS": (e.Kept, lambda name, cards: (_name(name), _cards(cards))),
    "NOTICED": (e.Noticed, _noticed),
    "VOID": (e.Voided, lambda name, reason: (_name(name), _text(reason))),
    "FOLD": (e.Fold, lambda name: (_name(name),)),
    "CHECK": (e.Check, lambda name: (_name(name),)),
    "PASS": (e.Pass, lambda name: (_name(name),)),
    "CALL": (e.Call, _wager),
    "BET": (e.Bet, _bet),
    "RAISE": (e.Raise, _raise),
    "PUTS": (e.Wager, lambda name, added, *tail: _wager(name, added, None, *tail)),
    "REFUSE": (e.Refused, lambda name, what: (_name(name), what)),
    "RETURN": (e.Returned, lambda amount, name: (_name(name), parse_money(amount))),
    "TIMEOUT": (e.TimedOut, lambda name: (_name(name),)),
    "SHOW": (e.Show, lambda name, cards, freely: (_name(name), _cards(cards), freely is not None)),
    "DECLARES": (e.Declares, lambda name, hand: (_name(name), hand.replace("10", "T"))),
    "ASK_TO_SEE": (e.Requested, lambda name, of: (_name(name), _name(of))),
    "TAP": (e.Tapped, lambda name: (_name(name),)),
    "NO_TAP": (e.Tapped, lambda name: (_name(name), False)),
    "MUCK": (e.Muck, lambda name: (_name(name),)),
    "ANNOUNCE_WINNER": (e.Announced, _winners),
    "ANNOUNCE_POT": (e.Announced, lambda pot, commission: ((), parse_money(pot), _money(commission))),
    "POT": (e.PotTaken, lambda which, amount, taken: (_pot(which), parse_money(amount), _money(taken))),
    "HOUSE_ADDS": (e.HouseAdds, lambda amount: (_above_zero(amount),)),
    "WIN": (e.Win, _win),
    "INVALIDATE": (e.Invalidated, lambda ground, by: (ground, _who(by))),
    "REFUND": (e.Refund, lambda amount, name: (_name(name), parse_money(amount))),
    "SIDE_WAGER": (e.SideWager, lambda name, amount, on: (_name(name), _above_zero(amount), on)),
    "SIDE_SETTLED": (e.SideSettled, lambda name, how, amount, on: (_name(name), _phrase(how), parse_money(amount), on)),
    "BONUS": (e.Bonus, lambda amount, name, by: (_name(name), parse_money(amount), _who(by))),
}
