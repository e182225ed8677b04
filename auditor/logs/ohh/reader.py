"""Reads hands of OHH, the Open Hand History standard: one JSON object a hand, with a blank line between them.

A file as a whole is no JSON. Some programs write an object a line, or an array of objects, or other keys beside `ohh`.
So a hand begins wherever that key stands, and whatever comes after its value is passed over. Amounts are decimals; the
amount of a wager is what it put in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache

from auditor.logs import remarks
from auditor.logs.blocks import HAND, TABLE, Block, last_match, pieces
from auditor.logs.ohh.amounts import take_payments, take_raises
from auditor.logs.ohh.objects import OhhObject, parsed
from auditor.logs.room_names import room_named
from auditor.logs.rooms.common.hand import DEAD, FIXED, LIVE, PART, RoomHand, Stakes
from auditor.logs.rooms.common.lowest_chip import ask_chip, with_chosen_chip
from auditor.logs.rooms.common.open_posts import decide_posts
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import Setup, declared
from auditor.vocabulary.money import named_currency
from auditor.vocabulary.records import field, record_class
from auditor.vocabulary.wording import escaped

KEY = re.compile(r'"ohh"\s*:\s*')
NUMBER = re.compile(r'"game_number"\s*:\s*"?([^"\\,\s]{1,60})')  # of a hand that is damaged
DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-2][0-9]:[0-5][0-9]))?")
MOST_SEATS = 99

LIMITS = {"NL": "no-limit", "PL": "pot-limit", "FL": FIXED}
BY_CARDS = {("Omaha", 5): "5 Card Omaha", ("Omaha", 6): "6 Card Omaha"} | {
    ("OmahaHiLo", count): f"{count} Card Omaha Hi/Lo" for count in (5, 6)
}
NONE = "XXX"  # no currency is known, and nothing follows from that
OF_PLAY = ("", "PPC", "XSC", "CHIPS", NONE)  # stand for a currency if no money is played for, or nobody knows which
STREETS = {"Flop": 3, "Turn": 1, "River": 1}  # communal cards
POSTS = {
    "Post Ante": "ante",
    "Post SB": "small blind",
    "Post BB": "big blind",
    "Straddle": "straddle",
    "Post Dead": "dead",
    "Post Extra Blind": "post",
}
BESIDE = ("Added Chips", "Sits Down", "Stands Up", "Player Adjustment")  # no part of the play
ADDED_TO_POT = ("Add to Pot", "Added To Pot")


# ---- cutting ----


def blocks(chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
    """Give a table and a hand for each object."""
    for piece in pieces(chunks, KEY):
        if isinstance(piece, Unreadable):
            yield piece
            continue
        line, text = piece
        if KEY.match(text) is None:
            continue
        number, day = _number_and_day(text, line)
        yield Block(TABLE, text, line, line)
        yield Block(HAND, text, line, line, number, day)


def last(text: str) -> int:
    """Where the last hand of a text begins; -1 if there is none."""
    return last_match(KEY, text)


def _number_and_day(text: str, line: int) -> tuple[str, date | None]:
    try:
        found = _hand(text, line)
    except Unreadable:  # reported when the hand is read
        number = NUMBER.search(text)
        return number[1] if number else "?", None
    day = DAY.match(found.text("start_date_utc"))
    try:
        return found.text("game_number") or "?", date(int(day[1]), int(day[2]), int(day[3])) if day else None
    except ValueError:
        return found.text("game_number") or "?", None


@lru_cache(maxsize=1)  # the table, the hand and its number come from one text
def _hand(text: str, line: int) -> OhhObject:
    """The object that is the value of a hand's key."""
    key = KEY.match(text)
    return parsed(text, key.end() if key else 0, line)


# ---- reading ----


def table(block: Block) -> tuple[list[e.Event], Setup]:
    """Read what a hand states of its table, and the set-up that this makes."""
    try:
        found = _hand(block.text, block.line)
        events = _table(found, with_chosen_chip(_stakes(found, block), block))
    except Unreadable:  # reported for the hand
        events = [e.TableOpened(block.line, 1, "?")]
    return events, declared(events)


def read_block(block: Block) -> list[e.Event]:
    """Read the set-up of the table that a hand was played at, or the hand."""
    if block.kind == TABLE:
        return table(block)[0]
    found = _hand(block.text, block.line)
    stakes = _stakes(found, block)
    if stakes.variant is None:
        raise Unreadable(f"no rulebook is known for the game {escaped(stakes.game or '?', 40)}", block.line, 1)
    hand = RoomHand(stakes, block.number or "?", block)
    _Play(hand, found).read()
    decide_posts(hand)
    take_raises(hand)
    take_payments(hand)
    if _has_known_chip(found, stakes):
        ask_chip(hand)
    return hand.events()


def _table(found: OhhObject, stakes: Stakes) -> list[e.Event]:
    """The set-up of the table, from the head of the hand."""
    events, _ = stakes.told()
    place = stakes.line, 1
    if not _has_known_chip(found, stakes):
        events = [one for one in events if not (isinstance(one, e.Limit) and one.what == "chip")]
    blinds = found.cents("small_blind_amount"), found.cents("big_blind_amount")
    if stakes.limit == FIXED and min(blinds) > 0 and stakes.pair == (blinds[1], 2 * blinds[1]):  # never at stud
        events.append(e.Blinds(*place, blinds))
    antes = [act.cents("amount") for act in _actions(found) if act.text("action") == "Post Ante"]
    ante = found.cents("ante_amount")
    if ante and len(antes) > 1 and max(antes) == ante:  # otherwise one player puts it up for all
        events.append(e.Limit(*place, "ante", ante))
    return events


def _has_known_chip(found: OhhObject, stakes: Stakes) -> bool:
    """Is the lowest chip known: a hundredth of money, or a whole chip in a tournament that has no parts of chips?"""
    currency = found.text("currency").upper()
    if stakes.tournament is None or currency == NONE:
        return currency not in OF_PLAY
    amounts = [one.cents("starting_stack") for one in found.objects("players")]
    return all(amount % 100 == 0 for amount in (*amounts, *[act.cents("amount") for act in _actions(found)]))


def _actions(found: OhhObject) -> list[OhhObject]:
    return [act for one in found.objects("rounds") for act in one.objects("actions")]


def _stakes(found: OhhObject, block: Block) -> Stakes:
    """The stakes from the head of the hand. The number of cards shows which Omaha it is."""
    bet_limit = found.get("bet_limit")
    limit = bet_limit.text("bet_type") if isinstance(bet_limit, OhhObject) else found.text("bet_limit")
    if limit.upper() not in LIMITS:
        raise Unreadable(f"found the limit {escaped(limit, 20)!r}, expected one of {', '.join(LIMITS)}", found.line, 1)
    game = found.text("game_type")
    acts_with_cards = [act for act in _actions(found) if act.text("action") in ("Dealt Cards", "Shows Cards")]
    game = BY_CARDS.get((game, max([len(one.cards("cards")) for one in acts_with_cards], default=0)), game)
    moment = DAY.match(found.text("start_date_utc"))
    stakes = Stakes(
        line=block.line,
        table=found.text("table_name") or "?",
        game=game,
        limit=LIMITS[limit.upper()],
        pair=None,
        tournament=_tournament(found),
        clock=moment[4] if moment else None,
        day=block.day,
        room=room_named(found.text("site_name")) or room_named(found.text("network_name")),
        currency=_currency(found),
        together=True,  # acts have numbers, but converters seldom know who showed first
    )
    stakes.pair = _pair(found, stakes)
    return stakes


def _currency(found: OhhObject) -> str | None:
    """The currency that the head names, unless it is none."""
    named = found.text("currency").upper()
    return None if named in OF_PLAY else named_currency(named)


def _tournament(found: OhhObject) -> str | None:
    """The name or number of the tournament, if the hand is of one. Some files show it only by details of it."""
    details = found.get("tournament_info")
    name = (details.text("name") or details.text("tournament_number")) if isinstance(details, OhhObject) else ""
    if found.get("tournament") is False:
        return None
    return (name or "?") if name or found.get("tournament") is True else None


def _pair(found: OhhObject, stakes: Stakes) -> tuple[int, int] | None:
    """The blinds or, at limit, the bets: at stud the two amounts, elsewhere the big blind and twice as much.

    If the big blind that was posted is the smaller of the two amounts, then these are the bets.
    """
    small, big = found.cents("small_blind_amount"), found.cents("big_blind_amount")
    if stakes.limit != FIXED:
        return (small, big) if min(small, big) > 0 else None
    if "stud" in (stakes.variant or {}):
        return (small, big) if 0 < 2 * small == big else None
    posted = next((act.cents("amount") for act in _actions(found) if act.text("action") == "Post BB"), 0)
    least = small if posted == small else big
    return (least, 2 * least) if least else None


@record_class
class _Play:
    """A hand that is being read, and what has been read of it."""

    hand: RoomHand
    found: OhhObject
    names: dict[str, str] = field(default_factory=dict)  # names of players by their numbers
    beside: dict[str, OhhObject] = field(default_factory=dict)  # players whose cards the file names at their seats
    streets: dict[str, int] = field(default_factory=dict)  # how often each street came
    dealt: bool = False

    def read(self) -> None:
        """Read the whole hand."""
        self._players()
        rounds = self.found.objects("rounds")
        if not rounds:
            raise Unreadable("found no rounds, expected those of the hand", self.found.line, 1)
        for one in sorted(rounds, key=lambda each: each.whole("id") or 0):
            self._round(one)
        self._pots()
        self.hand.last = max(self.hand.last, *[self.hand.stakes.line, *[one.line for one in self.hand.found]])

    def _players(self) -> None:
        """Read the seats. A player without any act was not dealt in: some files list those who only watch."""
        hand = self.hand
        acting = {act.text("player_id") for act in _actions(self.found)}
        for number, player in enumerate(self.found.objects("players"), 1):
            name = player.text("name") or player.text("display") or f"p{player.text('id')}"
            seat = player.whole("seat")
            if seat is None or not 0 < seat <= MOST_SEATS:
                raise player.wrong("seat", "the number of a seat")
            name = f"{name} ({number})" if name in self.names.values() else name
            self.names[player.text("id")] = name
            if player.get("cards"):
                self.beside[name] = player
            hand.seat(seat, name, player.cents("starting_stack") if "starting_stack" in player else None, player.line)
            if player.text("id") in acting and player.get("is_sitting_out") is not True:
                hand.taking_part.setdefault(name)
            if seat == self.found.whole("dealer_seat"):
                hand.button = self.found.line, seat

    def _round(self, one: OhhObject) -> None:
        """Read the cards of a round and its acts. What was put up before the cards comes before them."""
        hand, street = self.hand, one.text("street")
        acts = sorted(one.objects("actions"), key=lambda act: act.whole("action_number") or 0)
        cards = one.cards("cards")
        run = self.streets[street] = self.streets.get(street, 0) + 1
        if not hand.stud and (cards or street in STREETS):
            hand.board(cards or (UNKNOWN,) * STREETS[street], one.line, run if street in STREETS else 1)
        if hand.stud:  # a street deals to everybody, even if the file knows none of its cards
            shown = any(act.text("action") == "Dealt Cards" for act in acts)
            self.dealt = self.dealt and not shown and not street.lower().endswith("street")
        elif not self.dealt:
            acts.sort(key=lambda act: act.text("action") not in POSTS)
        for act in acts:
            self._act(act)

    def _act(self, act: OhhObject) -> None:
        hand, kind = self.hand, act.text("action")
        if kind in ADDED_TO_POT:
            hand.outside = True
        elif kind in BESIDE:
            hand.remark(f"{kind}: {self.names.get(act.text('player_id'), '?')}", "observer", act.line)
        elif kind == "Dealt Cards":
            self._deal(act)
        elif kind in POSTS:
            self._post(self._name(act), POSTS[kind], act)
        elif kind in ("Shows Cards", "Mucks Cards"):
            self._end(self._name(act), kind, act)
        else:
            if not self.dealt:
                self._deal(None)
            self._play(self._name(act), kind, act)

    def _name(self, act: OhhObject) -> str:
        """The player who acts."""
        name = self.names.get(act.text("player_id"))
        if name is None:
            raise act.wrong("player_id", "the number of a player")
        return name

    def _deal(self, act: OhhObject | None) -> None:
        """Deal cards to all players. This act may show those of one of them."""
        hand = self.hand
        if not self.dealt:
            hand.deal(act.line if act is not None else hand.stakes.line)
            self.dealt = True
            for name, player in self.beside.items():
                self._holds(name, player)
        if act is not None:
            self._holds(self._name(act), act)

    def _holds(self, name: str, known: OhhObject) -> None:
        """Note the cards of a player, as far as they are known."""
        hand, cards = self.hand, known.cards("cards")
        hand.taking_part.setdefault(name)
        if cards and not hand.stud:
            cards = (*cards, *(UNKNOWN,) * ((hand.stakes.variant or {}).get("cards", 0) - len(cards)))
        if cards:
            hand.holds(name, [cards], known.line)

    def _post(self, name: str, kind: str, act: OhhObject) -> None:
        """Read a forced bet. At stud, whatever is no ante is the bring-in."""
        hand, amount, all_in = self.hand, act.cents("amount"), act.get("is_allin") is True
        if hand.stud and kind != "ante":
            hand.post(name, "bring-in", amount, all_in, act.line)
        elif kind == "post":
            more = amount > (hand.stakes.big_blind or amount)
            hand.post_for_cards(name, amount, all_in, act.line, (PART, LIVE, DEAD) if more else (LIVE, DEAD))
        else:
            hand.post(name, kind, amount, all_in, act.line)

    def _play(self, name: str, kind: str, act: OhhObject) -> None:
        hand, all_in = self.hand, act.get("is_allin") is True
        match kind:
            case "Fold":
                hand.fold(name, act.line)
            case "Check":
                hand.check(name, act.line)
            case "Call":
                hand.call(name, act.cents("amount"), all_in, act.line)
            case "Bet":
                hand.bet(name, act.cents("amount"), all_in, act.line)
            case "Raise":
                hand.raise_with(name, act.cents("amount"), all_in, act.line)
            case _:
                hand.remark(f"{name}: {kind}", remarks.UNKNOWN_ACT, act.line)

    def _end(self, name: str, kind: str, act: OhhObject) -> None:
        """Read cards that are laid open or given up."""
        cards = act.cards("cards")
        if kind == "Mucks Cards":
            self.hand.muck(name, act.line)
        elif cards and set(cards) != {UNKNOWN}:
            self.hand.show(name, cards, act.line)

    def _pots(self) -> None:
        """Read what was in the pots, what the room took, and who was paid. After a cash-out the payments are not known.

        Pots stand in the order of their numbers, which is not that of payment: the last side pot counts as paid first.
        """
        pots = self.found.objects("pots")
        wins: list[e.Event] = []
        for pot in sorted(pots, key=lambda one: -(one.whole("number") or 0)):
            number = None if len(pots) == 1 else pot.whole("number")
            taken = [pot.cents(key) for key in ("rake", "jackpot") if pot.get(key) is not None]
            if pot.get("amount") is not None:
                amount = pot.cents("amount")
                self.hand.found.append(e.PotTaken(pot.line, 1, number, amount, sum(taken) if taken else None))
            for win in pot.objects("player_wins"):
                self.hand.outside |= win.cents("cashout_amount") > 0
                if won := win.cents("win_amount"):
                    wins.append(e.Win(win.line, 1, self._name(win), won, number))
        self.hand.found += wins
