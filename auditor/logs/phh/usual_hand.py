"""Reads the usual hand of PHH in one go, which takes half the time: most hands leave nothing open.

In such a hand no blind is anybody's last chips, every action is a common one, and one player is paid as the fields say.
Whatever else stands there, this reader gives up, and `hand.py` reads the hand: it reads any hand, and asks what that
leaves open. For a usual hand both give the same events.
"""

from __future__ import annotations

from collections.abc import Sequence

from auditor.logs.blocks import Block
from auditor.logs.phh.actions import ACTIONS, BOARD, CALL, FOLD, SHOW, TWO_CARDS, WAGER
from auditor.logs.phh.deals import deal_to_all
from auditor.logs.phh.fields import GAP, Fields, amounts_of, plain_texts
from auditor.logs.phh.hand import clock_of, distinct_names, seat_numbers, show_or_muck
from auditor.logs.phh.head import TableHead
from auditor.logs.phh.payments import USUALLY_PAID, fits, settle
from auditor.logs.phh.play import Play
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN, Cards
from auditor.vocabulary.errors import Unreadable

Amounts = Sequence[int]
DEALS = [f"d dh p{number} " for number in range(1, 10)]  # how a deal to each player begins
TO_CARDS = len(DEALS[0])
DEAL_WIDTH = len("d dh p1 AsKs") + GAP  # from one deal of two cards to the next
HIDDEN_DEALS = [f"{deal}????" for deal in DEALS]  # two cards that nobody saw, for each player
HIDDEN_HANDS: list[Cards] = [(UNKNOWN, UNKNOWN)] * len(DEALS)


def usual_hand(fields: Fields, head: TableHead, block: Block) -> list[e.Event] | None:
    """The events of a usual hand; None if it is another."""
    doubts = block.doubts
    try:
        events = _read(fields, head, block)
    except (LookupError, ValueError, Unreadable):  # whatever is wrong, the other reader tells it
        events = None
    if events is None:
        block.doubts = doubts
    return events


def _read(fields: Fields, head: TableHead, block: Block) -> list[e.Event] | None:
    """Read the hand from its first line to its last, as long as it is a usual one."""
    values, line = fields.values, fields.line
    stacks, names = amounts_of(values["starting_stacks"]), distinct_names(values["players"])
    size, words = len(stacks), plain_texts(values["actions"]) or []
    blinds, hands = head.certain_blinds(size), _hands(words[:size])
    if not blinds or len(names) != size or len(hands) != size or min(stacks) <= blinds[-1][2]:
        return None
    seats = seat_numbers(fields.words("seats"), size)
    events: list[e.Event] = [e.HandStarted(line, 1, block.number or "1", clock_of(fields), block.day)]
    events += [e.Seat(line, 1, seat, name, own, False) for seat, name, own in zip(seats, names, stacks, strict=True)]
    events.append(e.Buck(line, 1, seats[-1]))
    events += [e.Post(line, 1, names[player], "blind", amount, False) for player, _, amount in blinds]
    at, column = fields.place("actions")
    places = range(column + 2, column + 2 + DEAL_WIDTH * size, DEAL_WIDTH)
    if hands == HIDDEN_HANDS[:size]:
        events.append(e.Deal(at, places.start, tuple([(name, HIDDEN_HANDS[0]) for name in names])))
    else:
        dealt = zip(places, zip(names, hands, strict=True), strict=True)
        events.append(deal_to_all([e.Deal(at, place, (holding,)) for place, holding in dealt], block))
    play = Play(fields, block, False, names, stacks, [0] * size, [0] * size, events)
    for player, _, amount in blinds:
        play.put[player] = play.level = amount
    if not _take(play, stacks, words, at, places.stop) or not (_settle(play, stacks) or settle(play)):
        return None
    events.append(e.HandEnded(line, 1))
    return events


def _hands(deals: list[str]) -> list[Cards]:
    """The cards that are dealt to one player after the other; none if these are other actions."""
    size = len(deals)
    if deals == HIDDEN_DEALS[:size]:
        return HIDDEN_HANDS[:size]
    if [deal[:TO_CARDS] for deal in deals] != DEALS[:size]:
        return []
    hands = [TWO_CARDS[deal[TO_CARDS:]] for deal in deals]
    return hands if all(hands) else []


def _take(play: Play, stacks: Amounts, actions: list[str], line: int, column: int) -> bool:
    """Take the acts after the deal. Is every one of them a common act?"""
    names, append, put, before, level = play.players, play.events.append, play.put, play.before, play.level
    for action in actions[len(names) :]:
        word, player, given = ACTIONS[action]
        if word == FOLD:
            append(e.Fold(line, column, names[player]))
        elif word == CALL:
            owed, left = level - put[player] + before[player], stacks[player] - put[player]
            if owed <= 0:
                append(e.Check(line, column, names[player]))
            else:
                added = owed if owed < left else left
                put[player] += added
                append(e.Call(line, column, names[player], added, None, added == left, None, None, None, ()))
        elif word == WAGER and given > level:
            put[player] = after = given + before[player]
            all_in = after >= stacks[player]
            if level:
                append(e.Raise(line, column, names[player], None, given, all_in, None, None, None, (), None))
            else:
                append(e.Bet(line, column, names[player], None, given, all_in, None, None, None, ()))
            level = given
        elif word == BOARD:
            before, level = put.copy(), 0
            append(e.Communal(line, column, given, None))
        elif word == SHOW:
            show_or_muck(play, player, given, line, column)
        else:
            return False
        column += len(action) + GAP
    return True


def _settle(play: Play, stacks: Amounts) -> bool:
    """Add how the hand was settled, if one field tells it, and of one payment, which comes to the pot. Does it?"""
    fields, names, put, events = play.fields, play.players, play.put, play.events
    second, most = sorted(put)[-2:]
    alone, uncalled = put.index(most), most - second
    pot, stated = sum(put) - uncalled, "winnings" in fields.values
    if stated == ("finishing_stacks" in fields.values):
        return False
    if stated:
        paid = [*fields.amounts("winnings")]
    else:
        ends = fields.amounts("finishing_stacks")
        paid = [end - stack + chips for end, stack, chips in zip(ends, stacks, put, strict=True)]
        paid[alone] -= uncalled
    total = sum(paid)
    if len(paid) != len(names) or paid.count(0) < len(paid) - 1:
        return False
    if stated and not total:
        return True  # nobody noted it
    winner = paid.index(total)
    if stated and winner == alone and 0 < uncalled <= total:
        with_it, without = fits(total - uncalled, pot), fits(total, pot)
        total -= uncalled if with_it > without or (total == uncalled and not without) else 0
    if not USUALLY_PAID * pot <= total <= pot or not total:
        return False
    line = fields.line
    if winner in play.unseen:
        at, column, cards = play.unseen[winner]
        events.append(e.Show(at, column, names[winner], cards))
    if uncalled:
        events.append(e.Returned(line, 1, names[alone], uncalled))
    events.append(e.PotTaken(line, 1, None, pot, pot - total))
    events.append(e.Win(line, 1, names[winner], total, None))
    return True
