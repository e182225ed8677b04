"""Writes the acts of a hand as PHH has them: `p3 cbr 225`, `d dh p1 AsKs`, with the forced bets apart from them.

The standard states only what is wagered, never what that amounts to. So the chips of the round are counted here as a
reader of the file will count them, and an act that such a reader would take for another one is `Unwritable`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from auditor.logs.writing import Unwritable
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN, Cards, card_text
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.records import field, record_class

FACE_UP = range(2, 6)  # of a player's cards at stud, counted from zero
TWO = 2  # players: so many put up blinds, and a showdown takes so many

LOST: dict[type[e.Event], str] = {
    e.Agreement: "agreements",
    e.Announced: "what the dealer announced",
    e.Asks: "people who came, went or asked for a seat",
    e.Bonus: "bonus prizes and side wagers",
    e.Burn: "burnt cards",
    e.Claimed: "rulings and claims",
    e.Clock: "times within hands",
    e.Counted: "stakes counted within hands",
    e.Cut: "shuffle, cut and other procedure",
    e.DealerNamed: "who dealt",
    e.Declares: "what players said of their hands",
    e.Declined: "options and cuts declined",
    e.DrawAsked: "questions about the draw",
    e.Holds: "how many cards players were found to hold",
    e.Incident: "incidents",
    e.Leaves: "people who came, went or asked for a seat",
    e.Looks: "who looked at the cards",
    e.Notice: "notices",
    e.Pays: "fees paid beside the pot",
    e.PickedUp: "people who came, went or asked for a seat",
    e.Procedure: "shuffle, cut and other procedure",
    e.Refused: "acts that the dealer refused",
    e.Remark: "talk and other lines that are no part of the play",
    e.Requested: "who asked to see a hand",
    e.Reshuffled: "cards shuffled again within a hand",
    e.Ruling: "rulings and claims",
    e.SideSettled: "bonus prizes and side wagers",
    e.SideWager: "bonus prizes and side wagers",
    e.Tapped: "hands tapped by the dealer",
    e.TimedOut: "players whose time ran out",
    e.Transfer: "people who came, went or asked for a seat",
    e.Wants: "how many cards players asked for",
}
"""What can be left out of a hand without changing how it was played."""
SILENT = (e.HandStarted, e.Seat, e.Buck, e.HandEnded, e.Returned, e.PotTaken, e.Win)  # these have fields of their own


@record_class
class Acts:
    """A hand that is written event by event, for players in the order of their positions."""

    setup: Setup
    players: list[str]
    stacks: list[int | None]
    stud: bool
    actions: list[str] = field(default_factory=list)
    antes: list[int] = field(default_factory=list)
    blinds: list[int] = field(default_factory=list)
    bring_in: int | None = None
    put: list[int] = field(default_factory=list)  # in the whole hand
    live: list[int] = field(default_factory=list)  # the part of that which others had to meet
    round: list[int] = field(default_factory=list)
    dealt: dict[int, list[int]] = field(default_factory=dict)  # cards that came in one go, not yet written
    held: dict[int, int] = field(default_factory=dict)  # how many cards each player has had
    folded: set[int] = field(default_factory=set)
    drawn: set[str] = field(default_factory=set)  # players who gave up cards in this draw; new cards come once all have
    understood: list[tuple[type[e.Event], str, int | None]] = field(default_factory=list)  # as a reader takes the acts
    lost: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Start with nothing put in by anybody."""
        size = len(self.players)
        self.antes, self.blinds, self.put, self.live, self.round = ([0] * size for _ in range(5))

    def take(self, event: e.Event) -> None:
        """Write one more event."""
        if isinstance(event, SILENT):
            return
        if type(event) in LOST:
            self.lost[LOST[type(event)]] = None
            return
        write = WRITERS.get(type(event))
        if write is None:
            raise Unwritable(f"PHH has no place for {_called(event)}")
        again = isinstance(event, e.Discards) and event.player in self.drawn
        if again or not (isinstance(event, e.Deal) or (isinstance(event, e.Discards) and self.drawn)):
            self.flush()
        write(self, event)

    def flush(self) -> None:
        """Write the cards that came in one go, in the order of the players."""
        for player, cards in sorted(self.dealt.items()):
            self.actions.append(f"d dh p{player + 1} {_cards(tuple(cards))}")
            if self.stud and self.held[player] - len(cards) > FACE_UP.start:
                self.next_round()
        self.dealt = {}
        self.drawn = set()

    def next_round(self) -> None:
        """Begin a betting round, in which nobody has put in anything yet."""
        self.round = [0] * len(self.players)

    # ---- chips ----

    def seat(self, name: str) -> int:
        """The place of a player in the order of positions, from zero."""
        if name not in self.players:
            raise Unwritable("somebody acts who was not dealt in")
        return self.players.index(name)

    def left(self, player: int) -> int | None:
        """How much a player has left; None if nobody knows."""
        stack = self.stacks[player]
        return None if stack is None else stack - self.put[player]

    def add(self, player: int, amount: int, live: bool = True) -> None:
        """Count chips that a player puts in. Dead chips do not count towards what others must meet."""
        self.put[player] += amount
        if live:
            self.live[player] += amount
            self.round[player] += amount

    def all_in(self, player: int, said: bool) -> None:
        """Note that a player is said to be all in whose chips do not show it. Readers of the file go by the chips."""
        if said and self.left(player) != 0:
            self.lost["that somebody was all in whose stake is unknown or was larger"] = None


def _called(event: e.Event) -> str:
    words = {e.Run: "cards dealt a second time", e.Wager: "chips put in without a word", e.Misdeal: "a misdeal"}
    return words.get(type(event), f"what the table log calls '{type(event).__name__.lower()}'")


def _cards(cards: Cards) -> str:
    return "".join([card_text(card) for card in cards])


def chips(amount: int) -> str:
    """An amount as the standard writes it: 5, 2.50."""
    whole, hundredths = divmod(abs(amount), 100)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{hundredths:02}" if hundredths else f"{sign}{whole}"


# ---- before the cards ----


def _post(acts: Acts, event: e.Post) -> None:
    player = acts.seat(event.player)
    amount = _nominal(acts, event, player)
    if event.kind == "bring-in":
        acts.bring_in = acts.setup.bring_in if acts.left(player) == event.amount else None
        acts.bring_in = acts.bring_in or event.amount
        acts.actions.append(f"p{player + 1} pb")
    elif event.kind == "ante":
        acts.antes[player] += amount
    elif event.kind in ("post", "dead") and acts.blinds[player] <= 0:
        acts.blinds[player] -= event.amount
    elif event.kind in ("blind", "straddle") and acts.blinds[player] == 0:
        acts.blinds[player] = amount
    else:
        raise Unwritable(f"PHH has no place for a forced bet of the kind '{event.kind}' here")
    acts.add(player, event.amount, live=event.kind not in ("ante", "dead"))
    acts.all_in(player, event.all_in)


def _nominal(acts: Acts, event: e.Post, player: int) -> int:
    """The full size of a forced bet for which a player had too little. Readers of the file take what there is."""
    if acts.left(player) != event.amount:
        return event.amount
    if event.kind == "ante":
        return max(event.amount, acts.setup.ante or 0)
    blinds = acts.setup.blinds
    small = player == (1 if len(acts.players) == TWO else 0)
    if event.kind == "blind" and len(blinds) == TWO:
        return max(event.amount, blinds[0] if small else blinds[1])
    return event.amount


# ---- cards ----


def _deal(acts: Acts, event: e.Deal) -> None:
    for name, cards in event.holdings:
        player = acts.seat(name)
        up = event.up is not (name in event.contrary)
        for card in cards:
            number = acts.held.get(player, 0)
            if acts.stud and number > FACE_UP.start and player in acts.dealt:
                acts.flush()  # another street, though nobody could act in between
            if up is not (acts.stud and number in FACE_UP):
                acts.lost["which cards lay face up"] = None
            acts.held[player] = number + 1
            acts.dealt.setdefault(player, []).append(card)


def _communal(acts: Acts, event: e.Communal) -> None:
    if event.how is not None:
        acts.lost["that communal cards were turned early or lay face up"] = None
    acts.next_round()
    acts.actions.append(f"d db {_cards(event.cards)}")


def _discards(acts: Acts, event: e.Discards) -> None:
    player = acts.seat(event.player)
    acts.drawn.add(event.player)
    if event.announced is not None or event.unannounced:
        acts.lost["how many cards players announced to draw"] = None
    given = event.cards or (UNKNOWN,) * event.count
    acts.actions.append(f"p{player + 1} sd {_cards(given)}".rstrip())
    acts.next_round()


# ---- acts ----


def _fold(acts: Acts, event: e.Fold) -> None:
    player = acts.seat(event.player)
    acts.folded.add(player)
    acts.understood.append((e.Fold, event.player, None))
    acts.actions.append(f"p{player + 1} f")


def _check(acts: Acts, event: e.Check | e.Pass) -> None:
    player = acts.seat(event.player)
    if max(acts.round) > acts.round[player]:
        raise Unwritable("PHH has no check by somebody who has to call")
    if isinstance(event, e.Pass):
        acts.lost["that an option was passed, which is a check"] = None
    acts.understood.append((e.Check, event.player, None))
    acts.actions.append(f"p{player + 1} cc")


def _call(acts: Acts, event: e.Call) -> None:
    player = acts.seat(event.player)
    level, left = max(acts.round), acts.left(player)
    owed = level - acts.round[player]
    due = owed if left is None else min(owed, left)
    added = event.total - acts.round[player] if event.total is not None else event.added
    if added is not None and added not in (due, level):  # the whole wager may be named instead
        raise Unwritable("PHH has no call of another amount than was to be called")
    if due <= 0:
        raise Unwritable("PHH has no call of nothing")
    _note_manner(acts, event)
    acts.add(player, due)
    acts.all_in(player, event.all_in)
    acts.understood.append((e.Call, event.player, due))
    acts.actions.append(f"p{player + 1} cc")


def _bet(acts: Acts, event: e.Bet) -> None:
    if max(acts.round) > 0:
        raise Unwritable("PHH has no bet where there is something to call")
    player = acts.seat(event.player)
    _to(acts, event, player, event.total if event.total is not None else event.added)


def _raise(acts: Acts, event: e.Raise) -> None:
    level, player = max(acts.round), acts.seat(event.player)
    left = acts.left(player)
    if level <= 0:
        raise Unwritable("PHH has no raise where nothing was wagered")
    total = event.total
    if total is None and event.added is not None:
        total = acts.round[player] + event.added
    elif total is None and event.by is not None:
        total = level + event.by
    elif total is None and event.all_in and left is not None:
        total = acts.round[player] + left
    if event.by is not None and total is not None and event.by != total - level:
        acts.lost["by how much a raise was said to be"] = None
    _to(acts, event, player, total)


def _to(acts: Acts, event: e.Wager, player: int, total: int | None) -> None:
    if total is None:
        raise Unwritable("PHH has no wager of an unknown amount")
    _note_manner(acts, event)
    acts.add(player, total - acts.round[player])
    acts.all_in(player, event.all_in)
    acts.understood.append((type(event), event.player, total))
    acts.actions.append(f"p{player + 1} cbr {chips(total)}")


def _note_manner(acts: Acts, event: e.Wager) -> None:
    if event.announced is not None or event.manner is not None or event.said is not None or event.chips:
        acts.lost["words and chips of wagers"] = None


# ---- the end ----


def _show(acts: Acts, event: e.Show) -> None:
    player = acts.seat(event.player)
    if event.freely:
        acts.lost["that a hand was shown freely"] = None
    if player in acts.folded:
        acts.lost["cards shown by those who had folded"] = None
    elif set(event.cards) == {UNKNOWN}:
        acts.lost["that unknown cards were shown"] = None
    else:
        acts.actions.append(f"p{player + 1} sm {_cards(event.cards)}")


def _muck(acts: Acts, event: e.Muck) -> None:
    player = acts.seat(event.player)
    if len(acts.players) - len(acts.folded) < TWO or player in acts.folded:
        acts.lost["cards mucked without a showdown"] = None
    else:
        acts.actions.append(f"p{player + 1} sm")


WRITERS: dict[type[e.Event], Callable[[Acts, Any], None]] = {
    e.Post: _post,
    e.Deal: _deal,
    e.Communal: _communal,
    e.Discards: _discards,
    e.Fold: _fold,
    e.Check: _check,
    e.Pass: _check,
    e.Call: _call,
    e.Bet: _bet,
    e.Raise: _raise,
    e.Show: _show,
    e.Muck: _muck,
}
