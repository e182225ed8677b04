"""Checks of how players open and win a pot of a draw game: for how much, on which cards, and by which words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.auditing.engine.outcomes import Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import CALLS, SHOWDOWN
from auditor.checks.support.check_names import MISCALL
from auditor.checks.support.deal_so_far import deal_events_after
from auditor.checks.support.entering import entry
from auditor.checks.support.players import player_label
from auditor.checks.support.table_features import features_of
from auditor.replay.forced_bets.blinds_and_antes import least_opening
from auditor.replay.settlement.compute import Settled
from auditor.replay.settlement.miscalls import claimed_better, miscalled, plays_low, rank_of
from auditor.replay.settlement.showdown import joker_of, order_of, own_cards, own_cards_in_the_end, stray_joker
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure, Opening
from auditor.rules.schema.showdown_figures import Miscall
from auditor.vocabulary.card_keys import FIVE
from auditor.vocabulary.cards import JOKER, RANKS, Cards, parse_card
from auditor.vocabulary.events import Deal, Declares, Discards, Event, Misdeal, Muck, Show, TakenBack, Wager
from auditor.vocabulary.findings import OPERATOR
from auditor.vocabulary.log_words import DECLARATIONS
from auditor.vocabulary.money import money_text

# ---- for how much ----


def _comes_in(state: HandState, act: Wager, figure: Opening) -> bool:
    return entry(state) == "opening"


@check("least-opening", watches=on(Wager, CALLS), figure=Opening, when=_comes_in)
def least_open(state: HandState, act: Wager, figure: Opening) -> Iterable[Outcome]:
    """A player opens a pot, or enters it before any raise, for less than the opening that the table declares."""
    return _came_in_short(state, act, figure, f"{money_text(least_opening(state))} opens at this table")


def _after_declaration(state: HandState, act: Wager, figure: Figure) -> bool:
    return entry(state) == "declared-open"


@check("declared-open", watches=on(Wager, CALLS), figure=Figure, when=_after_declaration)
def declared_open(state: HandState, act: Wager, figure: Figure) -> Iterable[Outcome]:
    """A player calls for less than the full opening bet in a pot that a player without chips declared open."""
    assert state.round is not None
    if state.round.least is None:
        return [not_recorded(figure, "the bet of the round")]
    return _came_in_short(state, act, figure, f"the full opening bet of {money_text(state.round.least)}")


def _came_in_short(state: HandState, act: Wager, figure: Figure, expected: str) -> list[Outcome]:
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    short = betround.highest - move.total
    if short <= 0 or move.all_in:
        return []
    if move.player.start is None:
        return [not_recorded(figure, "the player's stake")]
    return [breach(figure, act, f"came in for {money_text(move.total)}", expected, money=short)]


# ---- on which cards ----


class OpeningHand(Figure):
    """The lowest pair with which a player may open, at tables that declare this feature."""

    pair: str
    feature: str


def _must_hold(state: HandState, event: Settled, figure: OpeningHand) -> bool:
    return figure.feature in features_of(state.hand.setup) and _first_wager(state) is not None


def _first_wager(state: HandState) -> Wager | None:
    """The first wager of the deal, if it came before the draw."""
    found: Wager | None = None
    for event in state.hand.events:
        if isinstance(event, Misdeal):
            found = None
        elif isinstance(event, Discards) and found is None:
            return None
        elif isinstance(event, Wager) and found is None:
            found = event
    return found


def _cards_at(state: HandState, act: Wager) -> Cards:
    """The player's cards at the time of a wager, as far as the record tells."""
    cards: list[int] = []
    for event in state.hand.events:
        if event is act:
            break
        if isinstance(event, Misdeal):
            cards.clear()
        elif isinstance(event, Deal):
            cards += [card for name, given in event.holdings if name == act.player for card in given]
        elif isinstance(event, TakenBack) and event.player == act.player:
            cards = [card for card in cards if card not in event.cards]
    return tuple(cards)


@check("opening-hand", watches=Settled, figure=OpeningHand, when=_must_hold)
def opening_hand(state: HandState, event: Settled, figure: OpeningHand) -> Iterable[Outcome]:
    """A player opens a pot without the cards that opening takes.

    The five cards before the draw count, whatever the player draws to them and shows in the end.
    """
    act = _first_wager(state)
    assert act is not None
    cards = _cards_at(state, act)
    joker = joker_of(state)
    if len(cards) != FIVE or any(card < 0 for card in cards) or stray_joker(cards, joker):
        return [not_recorded(figure, "the opener's cards")]
    order = order_of(state, True, "all-cards", joker)
    lowest = [parse_card(text) for text in (f"{figure.pair}c", f"{figure.pair}d", "2c", "3d", "4h")]
    if order.five(cards) >= order.five(lowest):
        return ()
    least = order.describe(lowest)
    observed = f"opened on {_described(order.describe(cards))}"
    return [breach(figure, act, observed, f"{least} or better", money=event.settlement.called or None)]


def _described(words: str) -> str:
    return f"a {words}" if words.startswith("pair") else words


# ---- by which words ----


def _has_declared(state: HandState, event: Settled, figure: Miscall) -> bool:
    return plays_low(state) and any(isinstance(one, Declares) and one.hand in RANKS for one in state.hand.events)


@check(MISCALL, watches=Settled, figure=Miscall, when=_has_declared)
def miscall(state: HandState, event: Settled, figure: Miscall) -> Iterable[Outcome]:
    """A player calls a hand better than it is, by the rank of its highest card.

    A wrong second card is no miscall. The hand is dead if another player then threw a hand away, or in a pot of several
    players; otherwise the best hand wins.
    """
    for one in (each for each in state.hand.events if isinstance(each, Declares) and each.hand in RANKS):
        player = state.player(one.player, one)
        cards = own_cards(player, own_cards_in_the_end(state))
        if cards is None:
            yield not_recorded(figure, f"the cards of seat {player.seat}")
        elif claimed_better(state, one, cards):
            dead = miscalled(state, player)
            observed = f"{player_label(player)} called {_a(one.hand)} with {_top(state, cards)}"
            expected = "the hand is dead" if dead else "the best hand wins"
            paid = player.won if dead and player.won else None
            yield irregularity(figure, one, observed, expected, by=player.name, money=paid)


def _a(rank: str) -> str:
    spelt = "10" if rank == "T" else rank
    return f"{'an' if rank in '8A' else 'a'} {spelt}"


def _top(state: HandState, cards: Cards) -> str:
    """A hand in words: a pair, or its highest card."""
    ranks = [card >> 2 for card in cards if card != JOKER]
    if len(set(ranks)) < len(ranks):
        return "a pair"
    return _a(RANKS[max(ranks, key=lambda rank: rank_of(state, rank))])


def _pair_is_open(state: HandState, event: Settled, figure: Figure) -> bool:
    return next(_spread_pairs(state), None) is not None


def _spread_pairs(state: HandState) -> Iterator[tuple[Show, Player, Muck]]:
    """The hands laid open with a pair, each with its player and the hand that another player threw away after that."""
    for show in state.shows:
        ranks = [card >> 2 for card in show.cards if card >= 0 and card != JOKER]
        later = (each for each in deal_events_after(state, show, Muck) if each.player != show.player)
        muck = next(later, None)
        if len(set(ranks)) < len(ranks) and muck is not None:
            yield show, state.player(show.player, show), muck


@check("pair-unannounced", watches=on(Settled, SHOWDOWN), figure=Figure, when=_pair_is_open)
def pair_unannounced(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A player lays a pair open without a word, another throws a hand away, and the pair is paid.

    Only logs that note what players say of their hands are judged.
    """
    declared = [one for one in state.hand.events if isinstance(one, Declares)]
    for show, player, muck in _spread_pairs(state):
        if any(one.player == player.name and one.hand == "pair" for one in declared) or not player.won:
            continue
        if not declared and DECLARATIONS not in state.hand.setup.records:
            yield not_recorded(figure, "what was said of the hands")
            return
        observed = f"pair of {player_label(player)} laid open without a word, and {muck.player} threw a hand away"
        yield irregularity(figure, show, observed, "a pair is announced", evidence=(muck,), money=player.won)


# ---- the joker ----


def _joker_matters(state: HandState, event: Settled, figure: Figure) -> bool:
    return state.attempt.dealt


@check("joker-announced", watches=Settled, figure=Figure, when=_joker_matters)
def joker_announced(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A joker is dealt at a table that does not declare whether there is one."""
    if state.hand.setup.deck is not None:
        return ()
    where: Event | None = next((where for card, where in state.cards_named if card == JOKER), None)
    if where is None:
        return [not_recorded(figure, "whether the joker is in use")]
    return [breach(figure, where, "joker dealt and not announced", "players are told", by=OPERATOR)]
