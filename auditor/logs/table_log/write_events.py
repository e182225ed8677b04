"""Writes events as statements of the table log, the other direction of `statements`. Every kind of event has an entry.

An event that no statement can say is `Unwritable`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from auditor.logs.blocks import LONGEST_LINE
from auditor.logs.table_log.quoting import badge, cards, change, money, name, number, quoted, who
from auditor.logs.table_log.statements import MOST_SEATS
from auditor.logs.writing import Unwritable
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import Cards
from auditor.vocabulary.money import money_text

# ---- parts of a statement ----


def _amounts(amounts: Iterable[int]) -> str:
    return ", ".join([money(amount) for amount in amounts])


def _names(names: Iterable[str]) -> str:
    return ", ".join([name(one) for one in names])


def _holdings(holdings: Iterable[tuple[str, Cards]]) -> str:
    return ", ".join([f"{name(player)} {cards(held)}" for player, held in holdings])


def _if(word: str, value: Any, spell: Callable[[Any], str] = str) -> str:
    """A part of a statement that is there only if there is a value."""
    return "" if value is None else f" {word} {spell(value)}" if word else f" {spell(value)}"


def _flag(word: str, there: bool) -> str:
    return f" {word}" if there else ""


def _ordered(by: str | None) -> str:
    return _if("by", by, who)


def _fail(event: e.Event) -> Unwritable:
    return Unwritable(f"found {event!r}, which no statement can say")


# ---- statements that need a function ----


def _bets(event: e.Bets) -> str:
    if not event.most:
        return f"bets {_amounts(event.least)}"
    ranges = [f"{money(least)}-{money(most)}" for least, most in zip(event.least, event.most, strict=True)]
    return f"bets {', '.join(ranges)}"


def _agreement(event: e.Agreement) -> str:
    if event.objector is not None:
        return f"objected {event.what} by {name(event.objector)}"
    if event.unopposed:
        return f"no objection {event.what}"
    if event.withheld is not None:
        return f"no agreement {event.what} by {event.withheld}"
    sides = [side for side, agreed in (("players", event.players), ("operator", event.operator)) if agreed]
    if not sides:
        raise _fail(event)
    counted = "" if event.count is None else f"{event.count} of {event.of} "
    return f"agreed {event.what} by {counted}{' and '.join(sides)}"


def _commission(event: e.CommissionDeclared) -> str:
    bounds = _if("least", event.least, money) + _if("cap", event.cap, money) + _ordered(event.by)
    if event.percent is not None:
        percent = money_text(event.percent, "")
        rounded = "" if event.rounded is None else f" rounded {event.rounded} to {money(event.unit or 0)}"
        if not (event.percent or rounded or event.least or event.cap):
            return f"commission nil{_ordered(event.by)}"
        return f"commission {percent}%{rounded}{bounds}"
    if event.fee is None or event.per is None:
        raise _fail(event)
    return f"commission {money(event.fee)} per{_flag('started', event.started)} {money(event.per)}{bounds}"


def _charge(event: e.ChargeDeclared) -> str:
    rows = [money(fee) for fee in event.fees]
    if event.fewest:
        ends = zip(event.fewest, event.most, strict=True)
        rows = [f"{_players(*range)} {fee}" for range, fee in zip(ends, rows, strict=True)]
    return f"commission per {event.basis} {', '.join(rows)}{_if('cap', event.cap, money)}{_ordered(event.by)}"


def _players(fewest: int, most: int) -> str:
    """A range of players, which may have no upper end."""
    return f"{fewest}+" if most == MOST_SEATS else f"{fewest}-{most}"


def _condition(event: e.Condition) -> str:
    return f"condition{_if('', event.text, quoted)} overrides {', '.join(event.clauses)}"


def _entry_fees(event: e.EntryFees) -> str:
    entries = f"entry-fees {event.entrants} of {money(event.fee)}{_if('withdrawn', event.withdrawn)}"
    went = _if("refunded", event.refunded, money) + _if("prizes", event.prizes, money)
    return f"{entries} kept {money(event.kept)}{went}"


def _procedure(event: e.Procedure) -> str:
    if event.what in e.ACTS and (event.done or (event.what == "cut" and event.by is not None)):
        raise _fail(event)
    if event.to is not None:
        if event.what != "dealer-change" or not event.done:
            raise _fail(event)
        return f"dealer-change to {badge(event.to)}{_ordered(event.by)}"
    return f"{'' if event.done else 'no '}{event.what}{_ordered(event.by)}"


def _replaced(event: e.Replaced) -> str:
    return "replace setup" if event.setup else f"replace {cards(event.cards) if event.cards else 'deck'}"


def _notice(event: e.Notice) -> str:
    at = _if("at", event.time) + _ordered(event.by)
    return f"{'' if event.given else 'no '}notice {event.about} to {event.to}{at}"


def _incident(event: e.Incident) -> str:
    people = _ordered(event.player) + _if("to", event.to, name)
    return f"incident {event.kind}{people}{_if('', event.amount, money)}{_if('', event.note, quoted)}"


def _claimed(event: e.Claimed) -> str:
    outcome = "" if event.upheld is None else " upheld" if event.upheld else " refused"
    return f"{name(event.player)} claims hand {number(event.hand)}{_if('', event.amount, money)}{outcome}"


def _sits(event: e.Sits) -> str:
    terms = _if("", event.amount, money) + _if("from", event.origin) + _ordered(event.by) + _if("at", event.time)
    return f"{name(event.player)} sits {event.seat}{terms}"


def _lots(event: e.Lots) -> str:
    return f"lots for {event.purpose} {'dealt' if event.dealt else 'drawn'} {_holdings(event.holdings)}"


def _raced(event: e.Raced) -> str:
    exchanged = f"race {money(event.low)} for {money(event.high)}"
    return f"{exchanged} {_holdings(event.holdings)} won by {_names(event.winners)}"


def _transfer(event: e.Transfer) -> str:
    players = "" if event.players is None else f" to {event.players} players"
    ends = _if("at", event.time) + _flag("refused", event.refused)
    return f"transfer {name(event.player)} by {event.why}{players}{ends}"


def _cut(event: e.Cut) -> str:
    by = "dealer" if event.player is None else name(event.player)
    return f"cut by {by}{_if('at', event.depth)}{_if('exposing', event.exposed or None, cards)}"


def _deal(event: e.Deal) -> str:
    other = "down " if event.up else "up "
    given = [
        f"{name(player)} {other if player in event.contrary else ''}{cards(held)}" for player, held in event.holdings
    ]
    return f"deal{_flag('early', event.early)}{_flag('up', event.up)} {', '.join(given)}"


def _deal_fault(event: e.DealFault) -> str:
    seen = "" if event.seen is None else " seen" if event.seen else " unseen"
    player = name(event.player)
    match event.kind:
        case "exposed" if event.seen and event.meant_for is None:
            return f"expose {cards(event.cards)} of {player}{_ordered(event.by)}"
        case "misdirected" if event.meant_for is not None and event.by is None:
            return f"misdirect {cards(event.cards)} to {player} for {name(event.meant_for)}{seen}"
        case "extra" if event.meant_for is None and event.by is None:
            return f"extra {cards(event.cards)} to {player}{seen}"
        case "left-out" if event.meant_for is None and event.by is None and not event.cards:
            return f"leave out {player}{seen}"
    raise _fail(event)


def _discards(event: e.Discards) -> str:
    player = name(event.player)
    if not (event.count or event.cards or event.announced is not None or event.unannounced):
        return f"{player} stands pat"
    if event.cards and len(event.cards) != event.count:
        raise _fail(event)
    given = cards(event.cards) if event.cards else str(event.count)
    return f"{player} discards {given}{_if('announcing', event.announced)}{_flag('unannounced', event.unannounced)}"


def _draw_asked(event: e.DrawAsked) -> str:
    answer = "answered" if event.answered else "unanswered"
    return f"{name(event.player)} asks the draw of {name(event.of)} {answer}{_ordered(event.by)}"


def _reshuffled(event: e.Reshuffled) -> str:
    if event.owners:
        return f"reshuffle with discards of {_names(event.owners)}"
    return f"reshuffle{_if('with', event.cards or None, cards)}"


def _call(event: e.Call) -> str:
    return f"{name(event.player)} calls{_if('', event.added, money)}{_if('to', event.total, money)}{_tail(event)}"


def _bet(event: e.Bet) -> str:
    if (event.added is None) is (event.total is None):
        raise _fail(event)
    return f"{name(event.player)} bets{_if('', event.added, money)}{_if('to', event.total, money)}{_tail(event)}"


def _puts(event: e.Wager) -> str:
    if event.added is None or event.total is not None:
        raise _fail(event)
    return f"{name(event.player)} puts in {money(event.added)}{_tail(event)}"


def _raise(event: e.Raise) -> str:
    amounts = _if("", event.by, change) + _if("to", event.total, money) + _if("putting in", event.added, money)
    return f"{name(event.player)} raises{amounts}{_tail(event)}"


def _tail(event: e.Wager) -> str:
    """How a wager was made: the words, the motions, the chips."""
    words = "" if event.said is None else " silently" if event.said == "nothing" else f" saying {event.said}"
    said = _flag("all in", event.all_in) + _if("announcing", event.announced, money) + words
    return f"{said}{_if('', event.manner)}{_if('in chips', event.chips or None, _amounts)}"


def _announced(event: e.Announced) -> str:
    if event.winners and event.pot is None and event.commission is None:
        return f"announce winner {_names(event.winners)}{_if('', event.hand, quoted)}"
    if event.winners or event.pot is None:
        raise _fail(event)
    return f"announce pot {money(event.pot)}{_if('commission', event.commission, money)}"


def _pot(which: int) -> str:
    return f"side pot {which}" if which else "main pot"


def _pot_taken(event: e.PotTaken) -> str:
    pot = "pot" if event.pot is None else _pot(event.pot)
    return f"{pot} {money(event.amount)}{_if('commission', event.commission, money)}"


def _hand(event: e.HandStarted) -> str:
    return f"hand {number(event.number)}{_if('at', event.time)}{_if('on', event.day)}"


def _seat(event: e.Seat) -> str:
    if event.why is not None and not event.out:
        raise _fail(event)
    out = f" out{_if('', event.why)}" if event.out else ""
    return f"seat {event.seat} {name(event.player)}{_if('', event.stake, money)}{out}"


def _misdeal(event: e.Misdeal) -> str:
    declared = f"{_if('', event.reason, quoted)}{_ordered(event.by)}{_if('at', event.time)}"
    return f"misdeal{declared}{_if('dealt again at', event.again)}"


def _noticed(event: e.Noticed) -> str:
    waiting = f" with {_names(event.waiting)} to act" if event.waiting else ""
    return f"noticed {event.what}{_ordered(event.by)}{waiting}"


def _win(event: e.Win) -> str:
    return f"{name(event.player)} wins {money(event.amount)}{_if('from', event.pot, _pot)}{_if('in run', event.run)}"


STATEMENTS: dict[type[e.Event], Callable[[Any], str]] = {
    e.LogStarted: lambda event: f"log {event.version}",
    e.TableOpened: lambda event: f"table {name(event.name)}",
    e.RulesNamed: lambda event: f"rules {event.rules}",
    e.Dated: lambda event: f"date {event.day}",
    e.Limit: lambda event: f"{event.what} {money(event.amount)}",
    e.Bets: _bets,
    e.Blinds: lambda event: f"blinds {_amounts(event.amounts)}",
    e.Declared: lambda event: f"{event.what} {event.value}",
    e.Listed: lambda event: f"{event.what} {', '.join(event.items)}",
    e.Records: lambda event: f"records {', '.join(event.items)}",
    e.Agreement: _agreement,
    e.CommissionDeclared: _commission,
    e.ChargeDeclared: _charge,
    e.Notice: _notice,
    e.Tournament: lambda event: f"tournament {name(event.name)}",
    e.Condition: _condition,
    e.EntryFees: _entry_fees,
    e.Prizes: lambda event: f"prizes {_amounts(event.amounts)}",
    e.Placed: lambda event: (
        f"place {event.place} {name(event.player)}{_flag('employee', event.employee)}{_if('prize', event.prize, money)}"
    ),
    e.Opened: lambda event: f"open{_if('at', event.time)}",
    e.Closed: lambda event: f"close{_flag('early', event.early)}{_if('at', event.time)}{_ordered(event.by)}",
    e.Minimums: lambda event: f"minimum {_amounts(event.amounts)}",
    e.VenueNamed: lambda event: f"venue {name(event.name)}",
    e.Currency: lambda event: f"currency {event.code}",
    e.PlayersLeft: lambda event: f"left {event.count}",
    e.DealerNamed: lambda event: f"dealer {badge(event.name)}",
    e.Procedure: _procedure,
    e.Replaced: _replaced,
    e.Clock: lambda event: f"time {event.time}",
    e.Incident: _incident,
    e.Remark: lambda event: f"remark {event.kind} {quoted(event.text)}",
    e.Ruling: lambda event: f"ruling{_ordered(event.by)} {quoted(event.text)}",
    e.Claimed: _claimed,
    e.Sits: _sits,
    e.Required: lambda event: f"require {name(event.player)} to {event.what}{_ordered(event.by)}",
    e.PickedUp: lambda event: f"pick up {name(event.player)}{_if('at', event.time)}{_ordered(event.by)}",
    e.Queued: lambda event: f"queue {name(event.player)} at the {event.end}{_if('at', event.time)}",
    e.Leaves: lambda event: f"{name(event.player)} leaves{_flag('by order', event.ordered)}{_if('at', event.time)}",
    e.Lots: _lots,
    e.Raced: _raced,
    e.LockedUp: lambda event: f"lock up {event.seat} for {name(event.player)} from {event.start} to {event.end}",
    e.Transfer: _transfer,
    e.Moves: lambda event: f"{name(event.player)} moves to {event.seat}{_if('', event.way)}{_ordered(event.by)}",
    e.Asks: lambda event: f"{name(event.player)} asks for {event.seat}",
    e.Buys: lambda event: f"{name(event.player)} buys {money(event.amount)}",
    e.Behind: lambda event: (
        f"{name(event.player)} plays behind {money(event.amount)}{_flag('announced', event.announced)}"
    ),
    e.Removes: lambda event: f"{name(event.player)} removes {money(event.amount)}",
    e.Lends: lambda event: f"{name(event.player)} lends {money(event.amount)} to {name(event.to)}",
    e.Pays: lambda event: (
        f"{name(event.player)} pays {money(event.amount)} {event.what}{_if('for', event.hour)}{_if('at', event.time)}"
    ),
    e.Counted: lambda event: f"{name(event.player)} has {money(event.amount)}",
    e.HandStarted: _hand,
    e.Seat: _seat,
    e.Buck: lambda event: f"button {event.seat}",
    e.Declined: lambda event: f"{name(event.player)} declines {event.what}",
    e.Cut: _cut,
    e.Post: lambda event: f"{name(event.player)} {event.kind} {money(event.amount)}{_flag('all in', event.all_in)}",
    e.Deal: _deal,
    e.DealFault: _deal_fault,
    e.Boxed: lambda event: f"boxed {cards(event.cards)}",
    e.TakenBack: lambda event: f"take back {cards(event.cards)}{_if('of', event.player, name)}",
    e.Wants: lambda event: f"{name(event.player)} wants {event.count}",
    e.Discards: _discards,
    e.DrawAsked: _draw_asked,
    e.Reshuffled: _reshuffled,
    e.Burn: lambda event: f"burn{_if('', event.cards or None, cards)}",
    e.Communal: lambda event: f"communal {cards(event.cards)}{_if('', event.how)}",
    e.Run: lambda event: f"run {event.number} {cards(event.cards)}",
    e.SetAside: lambda event: f"set aside {cards(event.cards)}",
    e.Misdeal: _misdeal,
    e.Kept: lambda event: f"{name(event.player)} keeps {cards(event.cards)}",
    e.Noticed: _noticed,
    e.Holds: lambda event: f"{name(event.player)} holds {event.count}",
    e.Looks: lambda event: f"{name(event.player)} {'looks' if event.looked else 'has not looked'}",
    e.Voided: lambda event: f"void {name(event.player)}{_if('', event.reason, quoted)}",
    e.Fold: lambda event: f"{name(event.player)} folds",
    e.Check: lambda event: f"{name(event.player)} checks",
    e.Pass: lambda event: f"{name(event.player)} passes",
    e.Wager: _puts,
    e.Call: _call,
    e.Bet: _bet,
    e.Raise: _raise,
    e.Refused: lambda event: f"refuse {name(event.player)} {event.what}",
    e.TimedOut: lambda event: f"timeout {name(event.player)}",
    e.Returned: lambda event: f"return {money(event.amount)} to {name(event.player)}",
    e.Show: lambda event: f"{name(event.player)} shows {cards(event.cards)}{_flag('freely', event.freely)}",
    e.Declares: lambda event: f"{name(event.player)} declares {event.hand}",
    e.Requested: lambda event: f"{name(event.player)} asks to see {name(event.of)}",
    e.Tapped: lambda event: f"{'' if event.done else 'no '}tap {name(event.player)}",
    e.Muck: lambda event: f"{name(event.player)} mucks",
    e.Announced: _announced,
    e.PotTaken: _pot_taken,
    e.HouseAdds: lambda event: f"house adds {money(event.amount)}",
    e.Win: _win,
    e.Invalidated: lambda event: f"invalidate {event.ground}{_ordered(event.by)}",
    e.Refund: lambda event: f"refund {money(event.amount)} to {name(event.player)}",
    e.SideWager: lambda event: f"{name(event.player)} stakes {money(event.amount)} on {event.on}",
    e.SideSettled: lambda event: f"{name(event.player)} {event.how} {money(event.amount)} on {event.on}",
    e.Bonus: lambda event: f"bonus {money(event.amount)} to {name(event.player)}{_if('verified by', event.by, who)}",
    e.HandEnded: lambda _event: "end",
}


def statement_of(event: e.Event) -> str:
    """An event as a line of the table log. Raises Unwritable if no line can say it."""
    text = STATEMENTS[type(event)](event)
    if len(text) > LONGEST_LINE:
        raise Unwritable(f"found a statement of {len(text):,} characters, which no line can hold")
    return text


def as_statement(event: e.Event) -> str:
    """An event in the words of the table log or, if it has no words for the event, with all its fields."""
    try:
        return statement_of(event)
    except Unwritable:
        return repr(event)
