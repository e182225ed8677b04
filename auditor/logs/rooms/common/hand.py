"""Puts a hand of an online room together from its lines: the table it was played at, and its events in order.

A history shows one player's cards and those that are laid open. Everybody else who takes part gets as many unknown
cards. A room's reader calls a method of `RoomHand` for each thing that happened.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cache
from operator import attrgetter
from typing import Any

from auditor.logs.blocks import Block
from auditor.logs.rooms.common.amounts import KNOWN, Amounts, cents
from auditor.storage.bundled_files import folder
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN, Cards
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import PLAY_ONLY, SHOWN_TOGETHER, Setup, declared
from auditor.vocabulary.money import CHIPS
from auditor.vocabulary.records import field, record_class

MOST_STREETS = 52  # how often communal cards may come
MOST_SEATS = 99
MOST_TABLES = 1024  # to remember
STUD_HOLE = 2  # cards face down before the first one face up
FACE_UP_UNTIL = 4  # streets of stud; the last card comes face down
STREETS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")
STREET = re.compile(rf"\b(?:([2-7])(?:nd|rd|th)|({'|'.join(STREETS[1:])})) street", re.IGNORECASE)
FIXED = "fixed"
PAID = (e.PotTaken, e.Win)  # the events that settle a hand
LIVE, DEAD = "live", "dead"  # what a post is: all of it live, or dead
PART, REST = "part", "rest"  # or live as far as the big blind and the rest dead; or live beyond a dead small blind
BESIDE_THE_GAME = re.compile(r"\b(?:cap|omaholic)\b", re.IGNORECASE)


@cache
def games() -> dict[str, dict[str, Any]]:
    """The games for which a rulebook is known, by the rooms' names for them in small letters."""
    found = tomllib.loads((folder("grammars") / "games.toml").read_text(encoding="utf-8"))
    return {name.lower(): game for name, game in found.items()}


def plain_game(name: str) -> str:
    """The name of a game without words that do not change its rules: that there is a cap, or a room's word for it."""
    return name if name.lower() in games() else " ".join(BESIDE_THE_GAME.sub(" ", name).split())


@record_class
class Stakes:
    """What the head of a hand says of the table and its game."""

    line: int
    table: str
    game: str  # as the room calls it
    limit: str  # fixed, pot-limit or no-limit; empty if nothing says which
    pair: tuple[int, int] | None  # the blinds or, at limit, the bets
    button_blind: bool = False  # then `pair` is the only blind, which is the button's, and the ante
    stated: tuple[int, int] | None = None  # what the header says, if other blinds were put up
    tournament: str | None = None
    clock: str | None = None
    day: date | None = None
    decimal: str = "."  # the mark before hundredths in the amounts of this hand
    together: bool = False  # a showdown lists its hands in whatever order
    chip: int | None = None  # the smallest unit, if it is not a hundredth in cash and a whole chip elsewhere
    chip_read_as: int | None = None  # the smallest unit by another reading of the hand; zero if nobody knows it then
    house_money: bool = False  # the room adds to the pot
    partial: bool = False  # the room saw only a part of the hand
    room: str | None = None  # that wrote the history
    language: str = ""  # whose letters the cards are written in, if the room translates them
    currency: str | None = None  # of a cash game, by its code or sign; None if the history has neither

    @property
    def variant(self) -> dict[str, Any] | None:
        """The game as the rulebooks know it."""
        return games().get(self.game.lower())

    @property
    def big_blind(self) -> int | None:
        """The larger blind, which at limit is as much as the smaller bet."""
        return None if self.pair is None else self.pair[0 if self.limit == FIXED or self.button_blind else 1]

    @property
    def lowest_chip(self) -> int:
        """The smallest unit, as the reader takes it."""
        return self.chip or (1 if self.tournament is None else 100)

    def told(self) -> tuple[list[e.Event], Setup]:
        """The statements that a table log would have at the head of the table, and the set-up that they make.

        Hundreds of hands state the same. That is worked out once and remembered by what it depends on.
        """
        key, line = _stated(self), self.line
        known = _TABLES.get(key)
        if known is None:
            statements = [*self._statements()]
            if len(_TABLES) >= MOST_TABLES:
                _TABLES.clear()
            known = _TABLES[key] = statements, declared([kind(line, 1, *given) for kind, given in statements])
        return [kind(line, 1, *given) for kind, given in known[0]], known[1]

    def _statements(self) -> Iterator[Statement]:
        """The statements without their place."""
        yield e.TableOpened, (self.table,)
        yield e.Records, ((PLAY_ONLY, SHOWN_TOGETHER) if self.together else (PLAY_ONLY,),)
        if self.room is not None:
            yield e.Declared, ("room", self.room)
        if self.tournament is not None:
            yield e.Tournament, (self.tournament,)
        currency = self.currency if self.tournament is None else CHIPS
        if currency is not None:
            yield e.Currency, (currency,)
        variant = self.variant
        if variant is None:
            return
        yield e.RulesNamed, (variant["rules"],)
        if self.limit:
            yield e.Declared, ("limit", self.limit)
        if "betting" in variant:
            yield e.Declared, ("betting", variant["betting"])
        if self.house_money:
            yield e.Listed, ("features", ("house-money",))
        if self.chip_read_as != 0:
            yield e.Limit, ("chip", self.chip_read_as or self.lowest_chip)
        yield from self._wagers()

    def _wagers(self) -> Iterator[Statement]:
        """The statements on bets, blinds and antes."""
        pair = self.pair
        if pair is None:
            return
        if self.limit == FIXED:
            yield e.Bets, (pair, ())
            return
        if self.button_blind:
            yield e.Blinds, (pair[:1],)
            yield e.Limit, ("minimum", pair[0])
            yield e.Limit, ("ante", pair[1])
            return
        if self.stated is not None:
            yield e.Declared, ("stated-blinds", f"{self.stated[0]}-{self.stated[1]}")
        yield e.Blinds, (pair,)
        yield e.Limit, ("minimum", pair[1])


Statement = tuple[type[e.Event], tuple[Any, ...]]  # its kind, and what it says
_TABLES: dict[tuple[object, ...], tuple[list[Statement], Setup]] = {}
_stated = attrgetter(  # what the statements depend on
    "table",
    "game",
    "limit",
    "pair",
    "button_blind",
    "stated",
    "tournament",
    "together",
    "chip",
    "chip_read_as",
    "house_money",
    "room",
    "currency",
)


def _street_of(title: str) -> int:
    """Which street of stud a title names: 4 for '4th STREET' or 'Dealing Fourth street'; zero if it names none."""
    found = STREET.search(title)
    if found is None:
        return 0
    return int(found[1]) if found[1] else STREETS.index(found[2].lower())


@record_class
class _Dealing:
    """Cards dealt to all players at once. The lines after it show those of some players."""

    line: int
    street: int
    stud: bool
    count: int
    out: frozenset[str]
    hole: int = STUD_HOLE
    known: dict[str, Cards] = field(default_factory=dict)

    def first_cards(self, known: Cards | None) -> list[tuple[Cards, bool]]:
        """The first cards of one player at stud, and whether they lie face up."""
        own = (*(UNKNOWN,) * (self.hole + 1 - len(known or ())), *(known or ()))
        return [((card,), number == self.hole) for number, card in enumerate(own)]


@record_class
class OpenPost:
    """Chips put up to get cards of which the line does not tell whether they were live or dead: the likeliest first."""

    line: int
    player: str
    amount: int
    all_in: bool
    choices: tuple[str, ...]
    made: list[e.Event] = field(default_factory=list)  # of it, by the first of the choices
    blind: str = ""  # `small blind` or `big blind`, if the line calls it that like the regular one


@record_class
class RoomHand:
    """A hand that is being put together from its lines."""

    stakes: Stakes
    number: str
    block: Block  # whose text is read, and of which a reader asks what that leaves open
    seats: list[tuple[int, int, str, int | None]] = field(default_factory=list)  # line, seat, name, stake
    button: tuple[int, int] | None = None  # line, seat
    found: list[e.Event | _Dealing] = field(default_factory=list)
    street: int = -1  # how often cards have come, counted from zero
    taking_part: dict[str, None] = field(default_factory=dict)
    folded: set[str] = field(default_factory=set)
    blinds: list[str] = field(default_factory=list)
    open_posts: list[OpenPost] = field(default_factory=list)
    held: dict[str, Cards] = field(default_factory=dict)  # cards of players that the history shows
    later: dict[int, Cards] = field(default_factory=dict)  # communal cards of the second run, and of the third
    shared: dict[int, int] = field(default_factory=dict)  # how many cards such a run shares with the first, if told
    outside: bool = False  # somebody was paid beside the pot, or the room paid into it, so payments do not match wagers
    last: int = 0  # the line that was read last
    communal: list[e.Communal] = field(default_factory=list)  # of the first run, in order
    dealing: _Dealing | None = None  # the last time cards came
    drawn: dict[str, e.Discards] = field(default_factory=dict)  # what each player gave up last
    straddles: list[tuple[e.Post, int]] = field(default_factory=list)  # of players with a blind, as amounts are printed
    variant: dict[str, Any] = field(init=False)  # the game as the rulebooks know it
    stud: bool = field(init=False)  # cards are dealt face up to each player
    amounts: Amounts = field(init=False)

    def __post_init__(self) -> None:
        """Look up what most lines need."""
        self.variant = self.stakes.variant or {}
        self.stud = "stud" in self.variant
        self.amounts = KNOWN[self.stakes.decimal]

    # ---- the whole ----

    def events(self) -> list[e.Event]:
        """Give the events of the hand. Everybody who took part got cards, even if the history does not show them."""
        place = self.stakes.line, 1
        events: list[e.Event] = [e.HandStarted(*place, self.number, self.stakes.clock, self.stakes.day)]
        if len(self.taking_part) < 2:
            raise Unreadable("found no two players who take part in this hand", self.stakes.line, 1)
        playing = self.taking_part
        events += [e.Seat(line, 1, seat, name, stake, name not in playing) for line, seat, name, stake in self.seats]
        if self.button is not None and not self.stud:
            events.append(e.Buck(self.button[0], 1, self.button[1]))
        self._check_opening()
        events += self._found_with_deals()
        kinds = list(map(type, events))
        first = min([kinds.index(kind) for kind in PAID if kind in kinds], default=len(events))  # of the settlement
        if self.outside:
            events[first:] = [event for event in events[first:] if type(event) not in PAID]
        events[first:first] = [e.Run(self.last, 1, number, self._whole_run(number)) for number in self.later]
        events.append(e.HandEnded(self.last, 1))
        return events

    def _found_with_deals(self) -> list[e.Event]:
        """What was found, with the cards of all players wherever cards came."""
        events: list[Any] = [*self.found]
        kinds, places = list(map(type, events)), list[int]()
        for _ in range(kinds.count(_Dealing)):
            places.append(kinds.index(_Dealing, places[-1] + 1 if places else 0))
        for place in reversed(places):
            events[place : place + 1] = self._deals(events[place])
        return events

    def _whole_run(self, number: int) -> Cards:
        """The cards of a later run, with unknown ones for the last if they are fewer than those of the first run."""
        cards = self.later[number]
        lacking = len(self.out) - self.shared[number] - len(cards) if number in self.shared else 0
        return (*cards, *(UNKNOWN,) * lacking)

    def _check_opening(self) -> None:
        """Refuse a hand with a call, bet or raise before the first cards: nobody can tell what it was."""
        early: e.Wager | None = None
        for one in self.found:
            if isinstance(one, _Dealing):
                break
            early = one if early is None and isinstance(one, e.Wager) else early
        else:
            early = None  # no cards came at all
        if early is not None:
            raise Unreadable("found a wager before any cards came", early.line, 1)

    def _deals(self, dealing: _Dealing) -> list[e.Event]:
        """Deal cards to everybody who is in, among them those that the history shows."""
        line, known = dealing.line, dealing.known
        players = [name for name in self.taking_part if name not in dealing.out]
        if not dealing.stud:
            unknown = (UNKNOWN,) * dealing.count
            return self._deal_to_all([(name, known.get(name) or unknown) for name in players], line, False)
        if dealing.street:
            dealt = [(name, (known.get(name) or (UNKNOWN,))[-1:]) for name in players]
            return self._deal_to_all(dealt, line, dealing.street < FACE_UP_UNTIL)
        passes = [(name, *each) for name in players for each in dealing.first_cards(known.get(name))]
        return [e.Deal(line, 1, ((name, cards),), up) for name, cards, up in passes]

    def _deal_to_all(self, holdings: list[tuple[str, Cards]], line: int, up: bool) -> list[e.Event]:
        """Deal one pass of cards, if anybody is there to get any."""
        return [e.Deal(line, 1, tuple(holdings), up)] if holdings else []

    def cents(self, text: str, line: int) -> int:
        """An amount of this hand in hundredths."""
        return self.amounts[text] or cents(text, line, self.stakes.decimal)

    @property
    def wins(self) -> list[e.Win]:
        """The payments to players."""
        kinds = list(map(type, self.found))
        first = kinds.index(e.Win) if e.Win in kinds else len(kinds)
        return [one for one in self.found[first:] if type(one) is e.Win]

    @property
    def out(self) -> Cards:
        """The communal cards that lie on the table."""
        return tuple([card for one in self.communal for card in one.cards])

    # ---- before the cards ----

    def seat(self, seat: int, name: str, stake: int | None, line: int) -> None:
        """Somebody sits here. Whether that player takes part shows later."""
        if len(self.seats) >= MOST_SEATS:
            raise Unreadable(f"found more than {MOST_SEATS} players, expected those of one table", line, 1)
        self.seats.append((line, seat, name, stake))

    def post(self, name: str, kind: str, amount: int, all_in: bool, line: int) -> None:
        """A player puts up a forced bet: `small blind`, `big blind`, `ante`, `straddle`, `dead`, `post`, `bring-in`.

        A blind beside the regular one is live if it is a big blind, and dead if it is a small one, as it seems.
        """
        self.taking_part.setdefault(name)
        if kind in ("small blind", "big blind"):
            again = kind in self.blinds
            self.blinds.append(kind)
            if again:
                choices = (LIVE, DEAD) if kind == "big blind" else (DEAD, LIVE)
                self.post_for_cards(name, amount, all_in, line, choices, kind)
                return
            kind = "blind"
        posted: Any = kind
        self.found.append(e.Post(line, 1, name, posted, amount, all_in))

    def post_both(self, name: str, amount: int, all_in: bool, line: int) -> None:
        """A player puts up both blinds at once to get cards. The big one is live, the rest dead.

        If it is less than both blinds, nobody knows which of them is missing.
        """
        both = self.small_blind + (self.stakes.big_blind or 0)
        self.post_for_cards(name, amount, all_in, line, (PART,) if amount >= both else (PART, REST))

    def post_for_cards(
        self, name: str, amount: int, all_in: bool, line: int, choices: tuple[str, ...], blind: str = ""
    ) -> None:
        """A player puts up chips to get cards: the first of these choices, if the line leaves open what they are."""
        self.taking_part.setdefault(name)
        post = OpenPost(line, name, amount, all_in, choices, [], blind)
        post.made = self.parts_of(post, choices[0])
        self.found += post.made
        if post.made and len(choices) > 1:
            self.open_posts.append(post)

    def parts_of(self, post: OpenPost, choice: str) -> list[e.Event]:
        """The live and the dead part of a post, by what it is said to be."""
        live = self.live_part(post.amount, choice)
        place, dead = (post.line, 1, post.player), post.amount - live
        parts: list[e.Event] = [e.Post(*place, "post", live, post.all_in)] if live else []
        return [*parts, e.Post(*place, "dead", dead, post.all_in)] if dead else parts

    @property
    def small_blind(self) -> int:
        """The smaller blind, which at limit is half of the smaller bet; zero if it is not known."""
        pair = self.stakes.pair
        return 0 if pair is None else pair[0] // 2 if self.stakes.limit == FIXED else pair[0]

    def live_part(self, amount: int, choice: str) -> int:
        """How much of a post others have to meet, by what the post is said to be."""
        if choice == PART:
            return min(amount, self.stakes.big_blind or amount)
        return {LIVE: amount, DEAD: 0, REST: max(amount - self.small_blind, 0)}[choice]

    def post_with_dead(self, name: str, kind: str, amount: int, all_in: bool, line: int) -> None:
        """A player puts up a blind and dead chips in one amount. With a big blind, these are both blinds at once."""
        small = self.small_blind
        if kind != "small blind" or not small or amount <= small:
            self.post_both(name, amount, all_in, line)
        else:
            self.post(name, kind, small, all_in, line)
            self.post(name, "dead", amount - small, all_in, line)

    # ---- cards ----

    def deal(self, line: int, title: str = "") -> None:
        """Everybody who is in gets as many cards as the game deals now. A title may tell which street of stud it is."""
        self.street += 1
        count, hole = self.variant.get("cards", 1), self.variant.get("hole", STUD_HOLE)
        if self.stud and (named := _street_of(title)) > hole + 1 + self.street:
            raise Unreadable(f"found street {named}, and no line on street {hole + 1 + self.street}", line, 1)
        self.dealing = _Dealing(line, self.street, self.stud, count, frozenset(self.folded), hole)
        self.found.append(self.dealing)

    def holds(self, name: str, parts: list[Cards], line: int) -> None:
        """The history shows cards of a player. After a draw, the last part has the new ones."""
        self.taking_part.setdefault(name)
        dealing, drawn = self.dealing, self.drawn.get(name)
        before, self.held[name] = self.held.get(name, ()), tuple([card for one in parts for card in one])
        if drawn is not None and drawn.count and len(parts) == 1 and len(parts[0]) == len(before):
            parts = [tuple([card for card in parts[0] if (card in before) is kept]) for kept in (True, False)]
        if drawn is not None and drawn.count and len(parts) > 1:
            _check_kept(parts[0], before, line)
            _check_drawn(drawn.count, parts[0], parts[-1], line)
            if not drawn.cards:
                self._learn_discards(drawn, before)
            self.found.append(e.Deal(line, 1, ((name, parts[-1]),), False))
        elif dealing is not None and drawn is None and parts:
            dealing.known[name] = self.held[name] if dealing.street == 0 else parts[-1]

    def _learn_discards(self, drawn: e.Discards, before: Cards) -> None:
        """Note which cards a player gave up: those that are gone. The unknown cards in their place become known."""
        gone = tuple([card for card in before if card not in self.held[drawn.player]])
        drawn.cards = gone if len(gone) == drawn.count else ()
        after = self.found.index(drawn) + 1
        dealt = self.found[after] if after < len(self.found) else None
        if isinstance(dealt, e.Deal) and dealt.holdings == ((drawn.player, (UNKNOWN,) * drawn.count),):
            del self.found[after]

    def board(self, cards: Cards, line: int, run: int = 1) -> None:
        """Communal cards come, in the first run or in a later one."""
        if run > 1:
            self.later[run] = (*self.later.get(run, ()), *cards)
        else:
            if len(self.communal) >= MOST_STREETS:
                raise Unreadable(f"found more than {MOST_STREETS} times communal cards, expected a few", line, 1)
            self.communal.append(e.Communal(line, 1, cards or (UNKNOWN,), None))
            self.found.append(self.communal[-1])

    def discard(self, name: str, count: int, cards: Cards, line: int) -> None:
        """A player gives up cards. If those are not shown, as many unknown cards come in their place."""
        self.taking_part.setdefault(name)
        self.drawn[name] = e.Discards(line, 1, name, count, cards, None, False)
        self.found.append(self.drawn[name])
        if count and not cards:
            self.found.append(e.Deal(line, 1, ((name, (UNKNOWN,) * count),), False))

    # ---- acts ----

    def fold(self, name: str, line: int) -> None:
        """A player gives up the hand."""
        self.taking_part.setdefault(name)
        self.folded.add(name)
        self.found.append(e.Fold(line, 1, name))

    def check(self, name: str, line: int) -> None:
        """A player stays in without a wager."""
        self.taking_part.setdefault(name)
        self.found.append(e.Check(line, 1, name))

    def call(self, name: str, added: int, all_in: bool, line: int) -> None:
        """A player puts in so much to meet the wager."""
        self.taking_part.setdefault(name)
        self.found.append(e.Call(line, 1, name, added, None, all_in, None, None, None, ()))

    def bet(self, name: str, added: int, all_in: bool, line: int) -> None:
        """A player opens the betting of a round."""
        if added <= 0:
            raise Unreadable("found a bet of nothing, expected an amount", line, 1)
        self.taking_part.setdefault(name)
        self.found.append(e.Bet(line, 1, name, added, None, all_in, None, None, None, ()))

    def raise_to(self, name: str, total: int, all_in: bool, line: int, by: int | None = None) -> None:
        """A player raises to a total of the round. The increase is kept as stated, so that a wrong one is reported."""
        self.taking_part.setdefault(name)
        self.found.append(e.Raise(line, 1, name, None, total, all_in, None, None, None, (), by))

    def raise_with(self, name: str, added: int, all_in: bool, line: int, by: int | None = None) -> None:
        """A player raises by putting in so much now. The increase is kept as stated, if it is."""
        self.taking_part.setdefault(name)
        self.found.append(e.Raise(line, 1, name, added, None, all_in, None, None, None, (), by))

    # ---- the end ----

    def show(self, name: str, cards: Cards, line: int) -> None:
        """A player lays cards open."""
        self.taking_part.setdefault(name)
        if cards:
            self.found.append(e.Show(line, 1, name, cards))

    def muck(self, name: str, line: int) -> None:
        """A player gives up cards without showing them."""
        self.taking_part.setdefault(name)
        self.found.append(e.Muck(line, 1, name))

    def returned(self, name: str, amount: int, line: int) -> None:
        """What nobody called goes back to a player."""
        self.found.append(e.Returned(line, 1, name, amount))

    def pot(self, amount: int, taken: int | None, line: int, number: int | None = None) -> None:
        """Count all pots together or the pot of this number, and what the room took. This comes before payments."""
        kinds = list(map(type, self.found))
        self.found.insert(
            kinds.index(e.Win) if e.Win in kinds else len(kinds), e.PotTaken(line, 1, number, amount, taken)
        )

    def win(self, name: str, amount: int, number: int | None, line: int) -> None:
        """A player is paid from all pots together or from the pot of this number, the main pot being 0."""
        self.taking_part.setdefault(name)
        self.found.append(e.Win(line, 1, name, amount, number))

    def remark(self, text: str, kind: e.RemarkKind, line: int) -> None:
        """Note a line that is no part of the play."""
        self.found.append(e.Remark(line, 1, kind, text))


def _check_kept(kept: Cards, before: Cards, line: int) -> None:
    """Refuse a hand in which a player keeps cards at a draw that were not there, or one card twice."""
    known = UNKNOWN not in before and UNKNOWN not in kept
    if known and before and (not set(kept) <= set(before) or len(set(kept)) < len(kept)):
        raise Unreadable("found cards kept at the draw that the player did not have", line, 1)


def _check_drawn(count: int, kept: Cards, new: Cards, line: int) -> None:
    """Refuse a hand in which not as many cards are drawn as were given up, or a card is drawn that was kept."""
    if len(new) != count or (set(kept) & set(new)) - {UNKNOWN}:
        raise Unreadable(f"found {len(new)} cards drawn after {count} given up, or some that were kept", line, 1)
