"""Checks of side wagers and bonuses: when wagers are placed, which cards settle them, and what is paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, not_recorded
from auditor.auditing.engine.registry import check, on, session_check
from auditor.auditing.engine.situations import NOTED
from auditor.checks.support.players import player_label
from auditor.checks.support.ranks import authority
from auditor.replay.pots import uncalled
from auditor.replay.session.state import Session
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.cards import UNKNOWN, card_text, cards_text
from auditor.vocabulary.events import (
    Act,
    Bonus,
    Communal,
    Deal,
    Event,
    Misdeal,
    Post,
    Procedure,
    Returned,
    SideSettled,
    SideWager,
    Wager,
)
from auditor.vocabulary.findings import DEALER, OPERATOR, Money
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped


class SideGame(Figure):
    """A wager beside the game: the suits of each outcome, and how many of the first communal cards it is on."""

    outcomes: Mapping[str, str]
    cards: int


class Outcomes(SideGame):
    """An outcome of a wager beside the game that the clause is about, and whether it is won or lost."""

    on: str
    won: bool


class Odds(SideGame):
    """What a winning wager beside the game pays for each unit staked."""

    odds: int


# ---- placing ----


@check("side-wager-placement", watches=SideWager, figure=Figure, answers=("dealer",))
def side_wager_placement(state: HandState, event: SideWager, figure: Figure) -> Iterable[Outcome]:
    """A side wager is placed after a card was dealt. It should have been handed back."""
    if not state.attempt.dealt:
        return ()
    paid = sum(one.amount for one in _settled(state, event.player, event.on) if one.how == "wins")
    observed = f"side wager of {money_text(event.amount)} on {event.on} placed after the first card"
    return [breach(figure, event, observed, "before any card is dealt", by=DEALER, money=paid or event.amount)]


@session_check("side-wager-placement", watches=SideWager, figure=Figure)
def side_wager_placement_between_hands(session: Session, event: SideWager, figure: Figure) -> Iterable[Outcome]:
    """A side wager placed between hands is in time."""
    return ()


class Offer(Figure):
    """The side wagers that a table may offer, by name."""

    offers: tuple[str, ...]


@check("side-wager-seated", watches=SideWager, figure=Offer, answers=("dealer",))
def side_wager_seated(state: HandState, event: SideWager, figure: Offer) -> Iterable[Outcome]:
    """Somebody who has no seat at the table places a side wager. A seated player need not be dealt in."""
    return () if event.player in state.by_name else [_unseated(event, figure)]


@session_check("side-wager-seated", watches=SideWager, figure=Offer)
def side_wager_seated_between_hands(session: Session, event: SideWager, figure: Offer) -> Iterable[Outcome]:
    """Somebody who has no seat then or in the coming hand places a side wager between hands."""
    hand = session.coming
    seated = event.player in session.seated or (hand is not None and _in_hand(hand, event.player))
    return () if seated else [_unseated(event, figure)]


def _unseated(event: SideWager, figure: Offer) -> Outcome:
    observed = f"side wager of {money_text(event.amount)} by {escaped(event.player, 40)}, who has no seat"
    return breach(figure, event, observed, "seated players only", by=DEALER, money=event.amount)


def _in_hand(hand: Event, name: str) -> bool:
    return any(seat.name == name for seat in getattr(hand, "seats", ()))


# ---- settling ----


STAKED = on(Settled, NOTED[SideWager])  # the end of a hand with wagers beside the game


def _placed(state: HandState, outcome: str | None = None) -> dict[tuple[str, str], int]:
    """What players staked in time, by player and outcome: before this hand, or in it before the first card."""
    staked: dict[tuple[str, str], int] = {}
    late = {id(one) for one in _late(state)}
    for event in [*state.hand.before, *state.timeline.all(SideWager)]:
        if isinstance(event, SideWager) and outcome in (None, event.on) and id(event) not in late:
            staked[event.player, event.on] = staked.get((event.player, event.on), 0) + event.amount
    return staked


def _late(state: HandState) -> list[SideWager]:
    """The wagers placed after the first card of the deal that counted."""
    found: list[SideWager] = []
    dealt = False
    for event in state.timeline.all(Deal, Communal, Misdeal, SideWager) if SideWager in state.kinds else ():
        dealt = (dealt or isinstance(event, Deal | Communal)) and not isinstance(event, Misdeal)
        if dealt and isinstance(event, SideWager):
            found.append(event)
    return found


def _settled(state: HandState, player: str, outcome: str) -> list[SideSettled]:
    return [one for one in state.timeline.each_of(player, 0, SideSettled) if one.on == outcome]


def _flop(state: HandState, figure: SideGame) -> tuple[int, ...] | None:
    """The cards that decide: the first ones as they lay in the end; None if they are not all known."""
    cards = tuple(state.board[: figure.cards])
    return None if len(cards) < figure.cards or UNKNOWN in cards else cards


def _wins(cards: Iterable[int], outcome: str, figure: SideGame) -> bool:
    return all(card_text(card)[-1] in figure.outcomes[outcome] for card in cards)


def _retracted(state: HandState, figure: SideGame) -> list[tuple[int, ...]]:
    """The communal cards that were laid and then taken back."""
    final = tuple(state.board[: figure.cards])
    laid = [event.cards[: figure.cards] for event in state.hand.events if isinstance(event, Communal)]
    return [cards for cards in laid if len(cards) == figure.cards and set(cards) != set(final) and UNKNOWN not in cards]


def _misled(state: HandState, settled: SideSettled, figure: SideGame) -> bool:
    """Was a wager settled as if cards that were taken back still lay there, or handed back on account of them?"""
    cards, former = _flop(state, figure), _retracted(state, figure)
    if cards is None or not former or settled.how == "gets back":
        return bool(former) and settled.how == "gets back"
    won = settled.how == "wins"
    return _wins(cards, settled.on, figure) != won and any(_wins(one, settled.on, figure) == won for one in former)


def _annulled(state: HandState) -> bool:
    return state.invalidated is not None or not state.attempt.dealt


def _stands(state: HandState, event: Settled) -> bool:
    """Is there an outcome to settle by? There is none where all wagers went back."""
    return not _annulled(state) and event.settlement.state != "invalidated"


def _decides(state: HandState, event: Settled, figure: Outcomes) -> bool:
    if not _stands(state, event) or not _placed(state, figure.on):
        return False
    cards = _flop(state, figure)
    return cards is not None and _wins(cards, figure.on, figure) == figure.won


@check("side-wager-result", watches=Settled, figure=Outcomes, when=_decides, call_only_at=STAKED)
def side_wager_result(state: HandState, event: Settled, figure: Outcomes) -> Iterable[Outcome]:
    """A side wager that was won is settled as lost, or the other way round.

    The cards that lay there in the end decide. The clause on cards taken back judges a wager that was settled by those,
    and the clause on the odds how much a winning wager pays.
    """
    cards = _flop(state, figure)
    assert cards is not None
    for (player, outcome), stake in _placed(state, figure.on).items():
        settled = _settled(state, player, outcome)
        if not settled:
            yield not_recorded(figure, "how a side wager was settled")
            continue
        last = settled[-1]
        right = last.how == ("wins" if figure.won else "loses")
        if not right and not _misled(state, last, figure):
            yield _wrong(figure, last, cards, stake, figure.won)


def _wrong(figure: SideGame, event: SideSettled, cards: tuple[int, ...], stake: int, won: bool) -> Outcome:
    words = {"wins": "paid", "loses": "lost", "gets back": "handed back"}
    observed = f"{money_text(stake)} on {event.on} {words[event.how]} on {cards_text(cards)}"
    money = event.amount + (stake if event.how == "wins" else 0)
    if won:
        return breach(figure, event, observed, f"{event.on} won", by=DEALER, money=stake)
    return breach(figure, event, observed, f"{event.on} lost", by=DEALER, money=money)


def _won_any(state: HandState, event: Settled, figure: Odds) -> bool:
    return _stands(state, event) and any(True for _ in _winners(state, figure))


def _winners(state: HandState, figure: Odds) -> Iterator[tuple[SideSettled, int, int]]:
    """The winning wagers, each with the last payment on it, the sum of the payments, and the stake."""
    cards = _flop(state, figure)
    if cards is None:
        return
    for (player, outcome), stake in _placed(state).items():
        paid = [one for one in _settled(state, player, outcome) if one.how == "wins"]
        if outcome in figure.outcomes and _wins(cards, outcome, figure) and paid:
            yield paid[-1], sum(one.amount for one in paid), stake


@check("side-wager-odds", watches=Settled, figure=Odds, when=_won_any, call_only_at=STAKED)
def side_wager_odds(state: HandState, event: Settled, figure: Odds) -> Iterable[Outcome]:
    """A winning side wager is paid at the wrong odds.

    The stake itself goes back beside what is won. The log may note a payment of both together as one, which is an
    advisory.
    """
    for last, paid, stake in _winners(state, figure):
        due = figure.odds * stake
        if paid == due + stake:
            observed = f"{money_text(stake)} on {last.on} paid {money_text(paid)}, perhaps with the stake"
            expected = f"{figure.odds} to 1 is {money_text(due)}, and the stake goes back beside it"
            yield advisory(figure, last, observed, expected, by=DEALER)
        elif paid != due:
            observed = f"{money_text(stake)} on {last.on} paid {money_text(paid)}"
            expected = f"{figure.odds} to 1 is {money_text(due)}"
            short, player = due > paid, _label(state, last.player)
            money = Money(abs(due - paid), player if short else "operator", "operator" if short else player)
            yield breach(figure, last, observed, expected, by=DEALER, money=money)


def _label(state: HandState, name: str) -> str:
    """A player with the seat, if the player has one: whoever is seated may stake beside the game."""
    player = state.by_name.get(name)
    return escaped(name, 40) if player is None else player_label(player)


def _corrected(state: HandState, event: Settled, figure: SideGame) -> bool:
    return bool(_placed(state)) and bool(_retracted(state, figure)) and _flop(state, figure) is not None


@check("side-wager-corrected-flop", watches=Settled, figure=SideGame, when=_corrected, call_only_at=STAKED)
def side_wager_corrected_flop(state: HandState, event: Settled, figure: SideGame) -> Iterable[Outcome]:
    """A side wager is settled by communal cards that were taken back, or handed back on account of them."""
    cards = _flop(state, figure)
    assert cards is not None
    for (player, outcome), stake in _placed(state).items():
        for last in _settled(state, player, outcome)[-1:]:
            if outcome in figure.outcomes and _misled(state, last, figure):
                yield _wrong(figure, last, cards, stake, _wins(cards, outcome, figure))


class Timing(SideGame):
    """In which betting round side wagers are settled, by its number in order."""

    round: int


@check("side-wager-timing", watches=SideSettled, figure=Timing)
def side_wager_timing(state: HandState, event: SideSettled, figure: Timing) -> Iterable[Outcome]:
    """A side wager is settled before its cards lie there, or before anybody acts in the betting round they begin.

    Where nobody is left to bet, side wagers are settled at once. A wager that was placed too late goes back at any
    time.
    """
    late = any((one.player, one.on) == (event.player, event.on) for one in _late(state))
    if event.how == "gets back" and (late or _annulled(state) or len(state.board) < figure.cards):
        return ()
    dealt = Communal in state.kinds
    if (state.over and not dealt) or state.invalidated is not None:
        return ()  # other clauses judge these
    expected = "once the betting of that round has begun"
    if len(state.board) < figure.cards:
        observed = f"side wager on {event.on} settled before {figure.cards} communal cards lay there"
        return [breach(figure, event, observed, expected, by=DEALER)]
    waiting = state.rounds_played == figure.round and state.round is not None and not state.round.acts
    if not waiting or len(state.able) < 2:
        return ()
    return [breach(figure, event, f"side wager on {event.on} settled before anybody acted", expected, by=DEALER)]


def _walk(state: HandState, event: Settled, figure: SideGame) -> bool:
    """Did all players but one give up before the communal cards, with side wagers placed?"""
    if not _stands(state, event) or not _placed(state):
        return False
    events = state.hand.events
    flop = next((number for number, one in enumerate(events) if isinstance(one, Communal)), len(events))
    acted = any(isinstance(one, Act) for one in events[flop:])
    return len([player for player in state.players if player.active]) == 1 and not acted


@check("side-wager-walk", watches=Settled, figure=SideGame, when=_walk, call_only_at=STAKED)
def side_wager_walk(state: HandState, event: Settled, figure: SideGame) -> Iterable[Outcome]:
    """All players but one give up before the communal cards, and none are dealt for the side wagers."""
    if len(state.board) >= figure.cards:
        return ()
    settled = [one for player, outcome in _placed(state) for one in _settled(state, player, outcome)]
    if not settled:
        return [not_recorded(figure, "the communal cards for side wagers")]
    observed = "side wagers settled without the flop"
    return [breach(figure, settled[0], observed, "it is dealt for them when one player is left", by=DEALER)]


# ---- what they are paid from and into ----


class Funds(Figure):
    """Which chips beside the game may not be wagered in it: those staked, or those won in the same hand."""

    chips: Literal["staked", "won"]


def excess(state: HandState, player: Player, had: int) -> int:
    """How much more a player wagered than lay in front of them.

    What went back because nobody called it counts as wagered. What was handed back earlier may have been wagered again,
    and counts only once; so does what nobody called in an earlier betting round, which went back without a note.
    """
    if not player.returned:
        over = player.put_in_hand - had
        return over - _uncalled_before(state, player) if over > 0 else over
    back = 0
    for event in reversed(state.hand.events):
        if isinstance(event, Returned) and event.player == player.name:
            back += event.amount
        elif isinstance(event, Wager | Post) and event.player == player.name:
            break
    return player.put_in_hand + back - had


def _uncalled_before(state: HandState, player: Player) -> int:
    """What nobody had called of a player's wagers when the last betting round began."""
    put = [(one.seat, one.put_in_hand - one.put_in_round - one.dead_money, one.active) for one in state.players]
    seat, back = uncalled(put)
    return back if seat == player.seat and player.active else 0


def _beside(state: HandState, event: Settled, figure: Funds) -> bool:
    return any(player.side_wagers for player in state.players)


@check("side-wager-funds", watches=Settled, figure=Funds, when=_beside, call_only_at=STAKED)
def side_wager_funds(state: HandState, event: Settled, figure: Funds) -> Iterable[Outcome]:
    """A player wagers chips in the game that were staked beside it, or won beside it in the same hand.

    A stake beside the game leaves the table stake, and what it wins joins it when the hand is over.
    """
    for player in state.players:
        if not player.side_wagers:
            continue
        if player.start is None:
            yield not_recorded(figure, "the stake of a player with a side wager")
            continue
        had = player.start + player.bought - player.removed - sum(player.side_wagers.values())
        over = excess(state, player, had)
        if over <= 0 or ("won" if player.winnings_off_table else "staked") != figure.chips:
            continue
        at = last_wager(state, player) or event
        what = {"won": "of side wager winnings in the same round of play", "staked": "that lay on a side wager"}
        observed = f"wagered {money_text(over)} {what[figure.chips]}"
        yield breach(figure, at, observed, f"{money_text(had)} could be wagered", by=player.name, money=over)


def last_wager(state: HandState, player: Player) -> Event | None:
    """The last act by which a player put chips in, if there is one."""
    wagers = state.timeline.places_of(player.name, Wager, Post)
    return state.hand.events[wagers[-1]] if wagers else None


# ---- bonuses ----


class Verifier(Figure):
    """The lowest rank that may verify a hand before its bonus is paid."""

    least: str


@check("bonus-verification", watches=Bonus, figure=Verifier)
def bonus_verification(state: HandState, event: Bonus, figure: Verifier) -> Iterable[Outcome]:
    """A bonus is paid for a hand that nobody of the required rank verified."""
    steps = [one for one in state.timeline.all(Procedure) if one.what == "bonus-verification"]
    if any(not one.done for one in steps):
        return [breach(figure, event, "bonus paid without verification of the hand", by=OPERATOR, money=event.amount)]
    role = event.by or next((one.by for one in steps if one.by is not None), None)
    return authority(state.rules, figure, event, role, figure.least, "hand verified for a bonus")


@check("bonus-eligibility", watches=Bonus, figure=Figure)
def bonus_eligibility(state: HandState, event: Bonus, figure: Figure) -> Iterable[Outcome]:
    """A bonus is paid on a hand that was folded."""
    player = state.player(event.player, event)
    if player.folded is None:
        return ()
    observed = f"bonus of {money_text(event.amount)} paid on a folded hand"
    return [breach(figure, event, observed, "a folded hand wins none", by=OPERATOR, money=event.amount)]
