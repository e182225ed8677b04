"""Whose hand is best at the end: under the rulebook, and to somebody who misreads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from auditor.ranking.distinct import DistinctRanking, distinct_ranking
from auditor.ranking.high_and_low import CLASSES as CLASSES
from auditor.ranking.high_and_low import WHOLE, Joker, LowRanking, Ranking, low_ranking, ranking, with_ranks
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import LowAce
from auditor.rules.schema.rulebook import DeckRules
from auditor.rules.schema.showdown_figures import LowHand
from auditor.vocabulary.card_keys import FIVE, MOST
from auditor.vocabulary.cards import ACE, JOKER, UNKNOWN, Cards, deck
from auditor.vocabulary.events import Agreement, Deal, Declares, Discards, Muck
from auditor.vocabulary.log_words import ACE_LOW, AGREEMENTS
from auditor.vocabulary.records import replace, value_class

_ORDERS: dict[tuple[int, bool, str, Joker | None], tuple[DeckRules, Ranking]] = {}
ORDERS = 256  # how many orders of hands are remembered at once


def order_of(state: HandState, low_ace: bool, tie_break: str, joker: Joker | None = None) -> Ranking:
    """The order of hands with a table's deck. With the tie-break 'none' only the cards that define a class count in it.

    It is remembered by the deck's identity, because hashing a rulebook would cost more than the whole showdown.
    """
    deck, kickers = state.deck, state.game.kickers
    key = (id(deck), low_ace, tie_break, joker)
    known = _ORDERS.get(key)
    if known is None or known[0] is not deck:
        classes = tuple(each.hand for each in deck.order)
        counting = frozenset(kickers.classes if tie_break != "none" else ())
        mode = "all-cards" if tie_break == "all-cards" else "literal"
        known = (deck, ranking(classes, deck.cards.ranks, low_ace, mode, counting, joker))
        if len(_ORDERS) >= ORDERS:
            _ORDERS.clear()
        _ORDERS[key] = known
    return known[1]


# ---- the low ace ----


def consents(agreement: Agreement, figure: LowAce) -> bool:
    """Is this an agreement of all who have to consent? An agreement of some may be presumed to be of all."""
    if agreement.refused_by("players") or agreement.refused_by("operator"):
        return False
    return (agreement.players and agreement.operator) or figure.presumed


def low_ace_agreed(state: HandState) -> bool | None:
    """May the ace stand low in this hand? None if the record says nothing about it."""
    figure = state.deck.low_ace
    if figure.when != "agreed":
        return figure.when == "always"
    if state.aces_low is not None:
        return state.aces_low
    for agreement in reversed(state.hand.setup.agreements):
        if agreement.what == ACE_LOW and not agreement.unopposed:
            return consents(agreement, figure)
    return False if AGREEMENTS in state.hand.setup.records else None


@cache
def low_straight(ranks: str) -> frozenset[int]:
    """The ranks of the straight in which the ace stands low."""
    lowest = sorted({card >> 2 for card in deck(ranks)})[: FIVE - 1]
    return frozenset({ACE, *lowest})


# ---- hands ----


def replaced(state: HandState) -> int:
    """How many own cards each player lacks because a card for all replaced them, in a game without communal cards."""
    return len(state.board) if not state.rounds[-1].communal else 0


def own_cards_due(state: HandState) -> int:
    """How many cards of their own the players should hold at this moment."""
    current = state.round.round if state.round is not None else state.rounds[0]
    return current.own - replaced(state)


def own_cards_in_the_end(state: HandState) -> int:
    """How many cards of their own the players hold once all cards are out."""
    return state.rounds[-1].own - replaced(state)


def own_cards(player: Player, count: int) -> Cards | None:
    """The player's own cards, if all are known: as shown, perhaps with those that lie open, or else as dealt."""
    shown = player.shown
    if shown is not None and UNKNOWN not in shown:
        if len(shown) == count:
            return shown
        with_open = tuple(dict.fromkeys((*player.up, *shown)))
        if len(with_open) == count and UNKNOWN not in with_open:
            return with_open
    dealt = player.cards
    return dealt if len(dealt) == count and UNKNOWN not in dealt else None


def stray_joker(cards: Cards, joker: Joker | None) -> bool:
    """Is there a joker more among these cards than the deck has? Nobody can say what it stands for."""
    return cards.count(JOKER) > (joker is not None)


def laid_open(state: HandState, player: Player) -> int:
    """How many of their own cards a player has laid open in the end, with those that lay open before."""
    shows = [event.cards for event in state.shows if event.player == player.name]
    unread = max([cards.count(UNKNOWN) for cards in shows], default=0) + player.up.count(UNKNOWN)
    return len({card for cards in (player.up, *shows) for card in cards if card != UNKNOWN}) + unread


def has_wrong_size(state: HandState, player: Player) -> bool:
    """Did the player turn out to have too few or too many cards? A count decides, or else what the player showed.

    Cards shown together with those that lie open are too many only if as many were dealt. If the hand is over before
    players have to give up a card, they still have it.
    """
    if player.cards_counted is not None:
        return player.wrong_card_count and not _ruled_live(state, player)
    if player.shown is None:
        return False
    due, shown = own_cards_due(state), len(player.shown)
    if shown <= due and player.received <= due:
        return False
    most = max(state.rounds[-1].own, due)
    dealt_too_many = player.received > most and len({*player.up, *player.shown}) > most
    return dealt_too_many or shown > max(own_cards_in_the_end(state), due)


def _ruled_live(state: HandState, player: Player) -> bool:
    """Does a hand lack only its last card, and was it paid all the same, under rules that allow such a ruling?

    A count tells, or else that the player was dealt one card less and showed all of them.
    """
    if state.game.lacking_last is None or not player.won:
        return False
    lacking = own_cards_in_the_end(state) - 1
    if player.cards_counted is not None:
        return player.cards_counted == lacking
    return player.received == lacking == laid_open(state, player)


def plays_board(state: HandState, player: Player) -> bool:
    """Did a player say that the board is the hand, then throw the cards away? In tournaments that does not count."""
    if player.shown is not None or state.game.composition.hole is not None or state.hand.setup.tournament is not None:
        return False
    own = [event for event in state.hand.events if isinstance(event, Declares | Muck) and event.player == player.name]
    return len(own) > 1 and isinstance(own[0], Declares) and own[0].hand == "board"


def _low_order(figure: LowHand, joker: Joker | None = None) -> LowRanking | DistinctRanking:
    if figure.distinct:
        return distinct_ranking(figure.ace_low)
    return low_ranking(figure.qualifier, figure.ace_low, figure.straights, figure.pairs, joker)


def joker_of(state: HandState) -> Joker | None:
    """What a joker stands for at this table; None if the deck has none."""
    return state.game.joker[0].use if state.game.joker and state.deck.cards.joker else None


def _undrawn(state: HandState, player: Player) -> Cards:
    """A player's cards before the draw."""
    cards: Cards = ()
    for event in state.hand.events:
        if isinstance(event, Discards):
            break
        if isinstance(event, Deal):
            cards += tuple(card for name, given in event.holdings if name == player.name for card in given)
    return cards


@value_class
class Footing:
    """How hands are valued: may the ace stand low, what breaks ties, how many cards are the player's own."""

    low_ace: bool  # may the ace stand low?
    tie_break: str
    hole: int | None  # how many cards are the player's own; None: any five of all the cards
    mistaken: bool = False  # do only the cards count that somebody might mistake for the hand?
    joker: Joker | None = None  # what it stands for; None: there is none
    lows: LowHand | None = None  # what makes a low hand, to somebody who thinks otherwise than the rulebook


class Showdown:
    """The hands that are compared, and what each is worth."""

    __slots__ = (
        "_strengths",
        "all_open",
        "board",
        "footing",
        "low",
        "lowest",
        "lows",
        "on_board",
        "order",
        "own",
        "table",
        "unseen",
    )

    def __init__(self, state: HandState, live: Sequence[Player], run: int = 0) -> None:
        """Compare the hands that were shown or, if the record shows none at all, those known from the deal.

        `run` says which of several runs of the cards to come decides.
        """
        self.table = state
        game = state.game
        self.low = low_ace_agreed(state)
        self.lowest = game.wins if game.wins is not None and game.wins.order == "low" else None
        self.footing = Footing(self.low is True, game.kickers.tie_break, game.composition.hole, joker=joker_of(state))
        self.order = self._order(self.footing)
        self.unseen = not any(player.shown for player in live)
        last = state.rounds[-1]
        self.own = own_cards_in_the_end(state)
        board = tuple(state.board)
        if run:
            again = state.runs[run - 1].cards
            board = again if run < game.boards else board[: max(len(board) - len(again), 0)] + again
        complete = len(board) == last.communal + replaced(state) and UNKNOWN not in board
        complete = complete and len(state.runs) + 1 >= game.boards
        self.board = board if complete and self._ranked(board) else None
        self._strengths: dict[int, int | None] = {}
        self.lows = _low_order(game.hi_lo.low) if game.hi_lo is not None else None
        self.all_open = game.exposure is not None  # does a hand compete only with all its cards open?
        self.on_board: frozenset[str] = frozenset()  # the players who play the board and need not show
        if game.on_board is not None:
            self.on_board = frozenset([player.name for player in live if plays_board(state, player)])

    def _ranked(self, board: Cards) -> bool:
        """Can hands be made with this board? Not with a joker that the deck does not have, nor where none belongs."""
        if stray_joker(board, self.footing.joker):
            return False
        return len(board) + self.own <= MOST and not (board and isinstance(self.order, DistinctRanking))

    def board_strength(self) -> int | None:
        """How strong the board is by itself; None if the record does not tell, or there is none."""
        return self.order.strength((), self.board, None) if self.board else None

    def competes(self, player: Player) -> bool:
        """Does this hand compete: was it laid open as the rules ask, or was no hand shown at all?"""
        if self.unseen or player.shown is None or not self.all_open:
            return self.unseen or player.shown is not None or player.name in self.on_board
        return laid_open(self.table, player) >= self.own - _ruled_live(self.table, player)

    def cards(self, player: Player) -> Cards | None:
        """The player's own cards, if known. They are not if a joker is among them that the deck does not have."""
        if player.name in self.on_board:
            return ()
        cards = own_cards(player, self.own - _ruled_live(self.table, player))
        return None if cards is None or stray_joker(cards, self.footing.joker) else cards

    def strength(self, player: Player, footing: Footing | None = None) -> int | None:
        """How strong a player's hand is; None if the record does not tell."""
        if footing is None and player.seat in self._strengths:
            return self._strengths[player.seat]
        cards = self.cards(player)
        strength = None
        if cards is not None and self.board is not None:
            order = self.order if footing is None else self._order(footing)
            if footing is not None and footing.mistaken:
                cards = self._mistaken(player)
            valued = bool(cards) or player.name in self.on_board
            strength = order.strength(cards, self.board, (footing or self.footing).hole) if valued else None
        if footing is None:
            self._strengths[player.seat] = strength
        return strength

    def best(self, eligible: Iterable[Player], footing: Footing | None = None) -> tuple[Player, ...] | None:
        """The players of these who hold the best hand; None if the record does not tell."""
        competing = [player for player in eligible if self.competes(player)]
        if len(competing) < 2:
            return tuple(competing) or None
        top, found = -1, []
        for player in competing:
            strength = self.strength(player, footing)
            if strength is None:
                return None
            if strength > top:
                top, found = strength, [player]
            elif strength == top:
                found.append(player)
        return tuple(found)

    def best_low(self, eligible: Iterable[Player], footing: Footing | None = None) -> tuple[Player, ...] | None:
        """The players of these who hold the best low hand, if any has one; None if the record does not tell."""
        if self.lows is None:
            return ()
        competing = [player for player in eligible if self.competes(player)]
        if self.board is None or any(self.cards(player) is None for player in competing):
            return None
        strengths = [self.low_strength(player, footing) or 0 for player in competing]
        top = max(strengths, default=0)
        return tuple([player for player, each in zip(competing, strengths, strict=True) if each == top > 0])

    def low_strength(self, player: Player, footing: Footing | None = None) -> int | None:
        """How good a player's low hand is; None if there is none, or if the record does not tell the cards."""
        cards = self.cards(player)
        if self.lows is None or cards is None or self.board is None:
            return None
        footing = footing or self.footing
        lows = self.lows if footing.lows is None else _low_order(footing.lows)
        return lows.strength(cards, self.board, footing.hole)

    def low_words(self, player: Player) -> str:
        """A player's low hand in words; empty if there is none or it is not known."""
        five = self.low_five(player)
        return self.lows.describe(five) if self.lows is not None and five else ""

    def low_five(self, player: Player) -> Cards:
        """The five cards that make a player's low hand; none if there is no low hand, or it is not known."""
        if self.lows is None or self.low_strength(player) is None:
            return ()
        found = self.lows.best(self.cards(player) or (), self.board or (), self.footing.hole)
        return found[1] if found is not None else ()

    def missing(self, eligible: Iterable[Player]) -> str:
        """What the record lacks to tell the best hand of these players."""
        if self.board is None:
            return "the communal cards"
        unknown = [player for player in eligible if self.competes(player) and self.strength(player) is None]
        if not unknown:
            return "the hands shown for a pot"
        return "the cards of " + ", ".join(f"seat {player.seat}" for player in unknown)

    def class_of(self, player: Player, footing: Footing | None = None) -> str | None:
        """The class of a player's hand, in games in which the highest hand wins."""
        strength = self.strength(player, footing)
        return self.order.class_of(strength) if strength is not None and isinstance(self.order, Ranking) else None

    def takes_five(self, player: Player) -> bool:
        """Is a player's hand of a class that needs five cards?"""
        return self.class_of(player) in WHOLE

    def same_within_class(self, one: Player, other: Player) -> bool:
        """Do the same ranks define two hands of one class, so that only further cards can decide?"""
        return self._defining(one) == self._defining(other)

    def _defining(self, player: Player) -> int | None:
        """How strong a player's hand is without its further cards; None if the record does not tell."""
        strength, order = self.strength(player), self.order
        return order.defining(strength) if strength is not None and isinstance(order, Ranking) else strength

    def five(self, player: Player, footing: Footing | None = None) -> Cards:
        """The five cards that make a player's hand; none if they are not known."""
        cards = self.cards(player)
        if cards is None or self.board is None:
            return ()
        footing = footing or self.footing
        found = self._order(footing).best(cards, self.board, footing.hole)
        return found[1] if found is not None else ()

    def words(self, player: Player, footing: Footing | None = None) -> str:
        """A player's hand in words; empty if it is not known."""
        five = self.five(player, footing)
        return self._order(footing or self.footing).describe(five) if five else ""

    def words_beside(self, player: Player, others: Iterable[Player]) -> str:
        """A player's hand in words, with the cards that tell it from better or worse hands that have the same words."""
        words, order = self.words(player), self.order
        if not words or not isinstance(order, Ranking):
            return words
        mine, telling = order.ranks(self.five(player)), set()
        for other in others:
            if self.words(other) == words and self.strength(other) != self.strength(player):
                theirs = order.ranks(self.five(other))
                telling |= {next(n for n, rank in enumerate(mine) if rank != theirs[n])}
        return f"{words}{with_ranks([mine[n] for n in sorted(telling)])}"

    def ace_matters(self, players: Iterable[Player]) -> bool:
        """Does one of these players hold a hand whose value depends on whether the ace may stand low?"""
        deck, board = self.table.deck, self.board
        if board is None or deck.low_ace.when == "never" or self.lowest is not None:
            return False
        needed = low_straight(deck.cards.ranks)
        lacking = needed.difference([card >> 2 for card in board])
        if len(lacking) > self.own:
            return False
        holders = [player for player in players if lacking <= {card >> 2 for card in self.cards(player) or ()}]
        other = self.other_ace() if holders else None
        return any(self.strength(player) != self.strength(player, other) for player in holders)

    def other_composition(self) -> Footing | None:
        """The footing of somebody who takes other cards for a hand than the rulebook does, if that is likely."""
        figure = self.table.game.composition
        own = self.footing
        if figure.hole is not None:
            return replace(own, hole=None)
        if figure.mistaken_for == "all hole cards":
            return replace(own, hole=self.own)
        return replace(own, mistaken=True) if figure.mistaken_for is not None else None

    def other_lows(self) -> list[LowHand]:
        """What makes a low hand to somebody who errs about straights and flushes, about the ace, or about both."""
        game = self.table.game
        own = game.hi_lo.low if game.hi_lo is not None else self.lowest
        if own is None:
            return []
        straights, ace_low = not own.straights, not own.ace_low
        return [own.but(straights=straights), own.but(ace_low=ace_low), own.but(straights=straights, ace_low=ace_low)]

    def _mistaken(self, player: Player) -> Cards:
        """The cards that somebody might mistake for a player's hand; none if the record does not tell them."""
        cards = (
            player.up if self.table.game.composition.mistaken_for == "cards showing" else _undrawn(self.table, player)
        )
        return () if UNKNOWN in cards or stray_joker(cards, self.footing.joker) else cards

    def other_ace(self) -> Footing:
        """The same footing, but the ace stands low if it did not, or the other way about."""
        return replace(self.footing, low_ace=not self.footing.low_ace)

    def _order(self, footing: Footing) -> Ranking | LowRanking | DistinctRanking:
        if self.lowest is not None:
            return _low_order(footing.lows or self.lowest, footing.joker)
        return order_of(self.table, footing.low_ace, footing.tie_break, footing.joker)
