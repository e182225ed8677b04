"""Hands that PokerKit, an independent engine, plays at random, written down as a table log.

PokerKit decides what may be done and who is paid; chance decides what is done. What it did is kept beside the log, so
that a test can say of any line what was known when it was written.
"""

import random
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from io import BytesIO

from pokerkit import Automation, BettingStructure, Card, ChipsPushing, Hand, State, Street

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.findings import Finding

LIMITS = {
    "no-limit": BettingStructure.NO_LIMIT,
    "pot-limit": BettingStructure.POT_LIMIT,
    "fixed": BettingStructure.FIXED_LIMIT,
}
OURS = {
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
}
AUTOMATED = tuple(one for one in Automation if one not in OURS)
MOST_AT_ONCE = 4  # cards of a draw that are dealt in one go


@dataclass(frozen=True)
class Stakes:
    """The money of a game: blinds, of which one alone is the button's, or an ante and a bring-in; fixed bets."""

    blinds: tuple[int, ...] = ()
    ante: int = 0
    bring_in: int = 0
    bets: tuple[int, ...] = ()

    def blind_of(self, players: int) -> dict[int, int]:
        """Who puts up which blind, the button being the last player; of two it has the first."""
        if len(self.blinds) == 1:
            return {players - 1: self.blinds[0]}
        return dict(zip(range(players) if players > 2 else (1, 0), self.blinds, strict=False))


@dataclass(frozen=True)
class Act:
    """Something a player did, with the chips as they were before it."""

    line: int  # the place among the lines of the hand
    street: int
    player: int
    word: str  # bets, raises, calls, checks, folds, bring-in, blind
    to: int  # what then stands before the player
    own: int  # what stood there
    level: int  # the highest there was
    stack: int  # what the player had left
    pot: int  # all that lay in the pots and before the players
    able: int  # players with chips and cards after it

    @property
    def all_in(self) -> bool:
        return self.to - self.own == self.stack

    @property
    def wager(self) -> bool:
        return self.word in ("bets", "raises")


@dataclass
class Played:
    """A hand as PokerKit played it."""

    state: State
    stakes: Stakes
    deck: list[Card]
    lines: list[str] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    put: list[int] = field(default_factory=list)
    hands: list[list[Card]] = field(default_factory=list)
    folding: float = 0.15  # how often a bet is not called
    level: bool = False  # are the highest cards for all, so that hands tie?

    @property
    def players(self) -> int:
        return len(self.put)

    def before(self, act: Act) -> list[Act]:
        """The acts of the same betting round before that one."""
        return [one for one in self.acts if one.street == act.street and one.line < act.line]

    def round(self) -> list[Act]:
        """The acts of the betting round that is on."""
        return [one for one in self.acts if one.street == self.state.street_index]


Choice = Callable[[Played], bool]


def name(index: int) -> str:
    return f"P{index + 1}"


def text_of(cards: list[Card]) -> str:
    return " ".join(f"{card.rank.value}{card.suit.value}" for card in cards)


def new_state(
    hands: tuple[type[Hand], ...],
    streets: tuple[Street, ...],
    limit: str,
    stakes: Stakes,
    stacks: list[int],
    ranks: str = "23456789TJQKA",
) -> State:
    """A hand before its first card, with the blinds and antes up; PokerKit turns the blinds of two players round."""
    structure, count = LIMITS[limit], len(stacks)
    put = stakes.blind_of(count)
    blinds = {index if count > 2 else 1 - index: amount for index, amount in put.items()} or 0
    return State(
        AUTOMATED,
        tuple(Card.parse("".join(f"{rank}{suit}" for rank in ranks for suit in "cdhs"))),
        hands,
        streets,
        structure,
        True,
        stakes.ante,
        blinds,
        stakes.bring_in,
        tuple(stacks),
        count,
    )


def play(state: State, stakes: Stakes, rng: random.Random, may_raise: Choice = lambda played: True) -> Played:
    """Let PokerKit play a random hand to its end, writing down what happens as a log does."""
    played = begin(state, stakes, rng)
    while state.status:
        step(played, rng, may_raise)
    return played


def begin(state: State, stakes: Stakes, rng: random.Random) -> Played:
    """The hand with what was put up before the cards."""
    deck = list(state.deck)
    rng.shuffle(deck)
    count = state.player_count
    played = Played(state, stakes, deck, put=[0] * count, hands=[[] for _ in range(count)])
    played.folding, played.level = rng.choice((0.02, 0.15)), rng.random() < 0.1
    for index in range(count) if stakes.ante else ():
        _put_up(played, index, "ante", min(stakes.ante, state.starting_stacks[index]))
    for index, due in stakes.blind_of(count).items():
        _put_up(played, index, "blind", min(due, state.starting_stacks[index] - played.put[index]))
    return played


def _put_up(played: Played, index: int, word: str, amount: int) -> None:
    if amount:
        played.put[index] += amount
        tail = " all in" if played.put[index] == played.state.starting_stacks[index] else ""
        played.lines.append(f"{name(index)} {word} ${amount}{tail}")


def step(played: Played, rng: random.Random, may_raise: Choice) -> None:
    """The next thing that PokerKit waits for."""
    state = played.state
    if state.can_stand_pat_or_discard():
        _draw(played, rng)
    elif state.card_burning_status:
        _burn(played)
    elif state.can_deal_hole():
        _deal(played)
    elif state.can_deal_board():
        if played.level:
            played.deck.sort(key=_height)
        cards = [_card(played) for _ in range(state.board_dealing_count)]
        state.deal_board(cards)
        played.lines.append(f"communal [{text_of(cards)}]")
    elif state.can_show_or_muck_hole_cards():
        index = state.showdown_index
        state.show_or_muck_hole_cards(True)
        played.lines.append(f"{name(index)} shows [{text_of(played.hands[index])}]")
    elif state.actor_index is not None:
        _act(played, rng, may_raise)
    else:
        raise AssertionError("PokerKit waits for something that nobody here knows")


# ---- cards ----


def _held(played: Played) -> set[Card]:
    """The cards of those who are still in the hand."""
    return {card for hand, live in zip(played.hands, played.state.statuses, strict=True) if live for card in hand}


def _card(played: Played, kept: Set[Card] = frozenset()) -> Card:
    """The next card; when there is none, those that were burnt, thrown away or folded come again."""
    if not played.deck:
        out = _held(played) | kept | {card for cards in played.state.board_cards for card in cards}
        played.deck = [card for card in played.state.deck if card not in out]
        random.Random(len(out)).shuffle(played.deck)
        played.lines.append("reshuffle")
    return played.deck.pop()


def _burn(played: Played) -> None:
    played.state.burn_card(_card(played))
    played.lines.append("burn")


def _deal(played: Played) -> None:
    """One card to each player, as often as the street has it."""
    state = played.state
    while state.can_deal_hole():
        up = state.hole_dealing_statuses[state.hole_dealee_index][0]
        row = []
        for index in range(played.players):
            if state.hole_dealing_statuses[index]:
                card = _card(played)
                state.deal_hole([card], index)
                played.hands[index].append(card)
                row.append(f"{name(index)} [{text_of([card])}]")
        played.lines.append(f"deal {'up ' if up else ''}{', '.join(row)}")


def _height(card: Card) -> int:
    return "A23456789TJQK".index(card.rank.value)


def _draw(played: Played, rng: random.Random) -> None:
    """All discards, then the cards for them; the fifth of five comes after everybody else's.

    Nobody asks for more than there is without what is thrown away now, since PokerKit takes that from all at once.
    """
    state, given = played.state, {}
    size = len(played.hands[state.stand_patter_or_discarder_index])
    spare = len(state.deck) - len(_held(played)) - 2  # cards may be burnt before the first and the last
    while state.can_stand_pat_or_discard():
        index = state.stand_patter_or_discarder_index
        count = min(spare, size, rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 5)))
        spare -= count
        highest = sorted(played.hands[index], key=_height, reverse=True)
        given[index] = rng.choice((highest[:count], rng.sample(highest, count)))
        state.stand_pat_or_discard(given[index])
    kept = _held(played)
    state.burn_card(_card(played, kept))
    played.lines.append("burn")
    last = [*given][-1]
    for index, cards in given.items():
        what = f"discards [{text_of(cards)}]" if cards else "stands pat"
        played.lines.append(f"{name(index)} {what}")
        played.hands[index] = [card for card in played.hands[index] if card not in cards]
        _replace(played, index, min(len(cards), MOST_AT_ONCE), kept)
    for index in [last, *given]:
        if len(played.hands[index]) < size:
            played.lines += ["burn"] * (index == last)
            _replace(played, index, 1, kept)


def _replace(played: Played, index: int, count: int, kept: Set[Card]) -> None:
    if count:
        for _ in range(count):
            played.hands[index].append(_card(played, kept))
        cards = played.hands[index][-count:]
        played.state.deal_hole(cards, index)
        played.lines.append(f"deal {name(index)} [{text_of(cards)}]")


# ---- acts ----


def _act(played: Played, rng: random.Random, may_raise: Choice) -> None:
    state = played.state
    least, most = (
        state.min_completion_betting_or_raising_to_amount,
        state.max_completion_betting_or_raising_to_amount,
    )
    wish, owed = rng.random(), state.checking_or_calling_amount
    if least is not None and wish < 0.4 and may_raise(played):
        amount = rng.choice((least, most, rng.randint(least, most), rng.randint(least, most)))
        note(played, "raises" if max(state.bets) else "bets", amount)
        state.complete_bet_or_raise_to(amount)
    elif state.can_post_bring_in():
        note(played, "bring-in", state.effective_bring_in_amount)
        state.post_bring_in()
    elif owed and wish > 1 - played.folding and state.can_fold():
        note(played, "folds", state.bets[state.actor_index])
        state.fold()
    else:
        note(played, "calls" if owed else "checks", state.bets[state.actor_index] + owed)
        state.check_or_call()


def note(played: Played, word: str, to: int, index: int | None = None) -> None:
    """Write down an act that is about to be done, by whoever is to act."""
    state = played.state
    index = state.actor_index if index is None else index
    own, stack = state.bets[index], state.stacks[index]
    rest = [n for n in range(played.players) if state.statuses[n] and state.stacks[n] and n != index]
    able = len(rest) + (word != "folds" and to - own < stack)
    where = (len(played.lines), state.street_index or 0, index)
    pot = sum(played.put)
    played.acts.append(Act(*where, word, to, own, max(state.bets), stack, pot, able))
    played.put[index] += to - own
    tail = " all in" if to > own and to - own == stack else ""
    amount = {"raises": f" to ${to}", "bets": f" ${to}", "calls": f" ${to - own}", "bring-in": f" ${to}"}.get(word, "")
    played.lines.append(f"{name(index)} {word}{amount}{tail}")


# ---- the log ----


def log_of(played: Played, head: list[str]) -> tuple[str, int]:
    """The hand as a log, with the payments PokerKit made; and the number of lines before its first."""
    state = played.state
    gains = [state.payoffs[index] + played.put[index] for index in range(played.players)]
    second, top = sorted(played.put)[-2:]
    back = top - second
    lines = list(played.lines)
    if back:
        index = played.put.index(top)
        gains[index] -= back
        shows = next((n for n, line in enumerate(lines) if " shows [" in line), len(lines))
        lines.insert(shows, f"return ${back} to {name(index)}")
    wins = [f"{name(n)} wins ${gain}" for n, gain in enumerate(gains) if gain]
    return _with_head(played, head, [*lines, f"pot ${sum(played.put) - back} commission $0", *wins])


def unfinished(played: Played, head: list[str]) -> tuple[str, int]:
    """A hand whose record ends with its last act."""
    return _with_head(played, head, played.lines)


def _with_head(played: Played, head: list[str], lines: list[str]) -> tuple[str, int]:
    stacks = enumerate(played.state.starting_stacks)
    seats = [f"seat {n + 1} {name(n)} ${stack}" for n, stack in stacks]
    button = [f"button {played.players}"] if played.stakes.blinds else []
    before = [*head, "hand 1", *seats, *button]
    return "\n".join([*before, *lines, "end"]) + "\n", len(before)


def pushes(played: Played) -> list[ChipsPushing]:
    """What PokerKit paid, pot by pot and half by half."""
    return [one for one in played.state.operations if isinstance(one, ChipsPushing)]


def findings(text: str) -> list[Finding]:
    result = audit([open_stream(BytesIO(text.encode()), "pokerkit.log")], Options(debug=True))
    assert [one.reason for one in result.unread] == []
    return result.findings
