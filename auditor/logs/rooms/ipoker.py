"""Reads sessions as the rooms of the iPoker network write them: XML, a head on the session, and a game for each hand.

Each game is parsed by itself, so a damaged one leaves its neighbours alone. The acts of a round stand in the order of
the seats and have numbers in the order of play. Nothing is said of wagers that nobody called, nor of the rake.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import ParseError
from xml.sax.saxutils import unescape

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import XMLParser

from auditor.logs import remarks
from auditor.logs.blocks import HAND, TABLE, Block, last_match, pieces
from auditor.logs.limit_bets import bets_in_force
from auditor.logs.rooms.common.hand import DEAD, FIXED, LIVE, PART, RoomHand, Stakes, games
from auditor.logs.rooms.common.lowest_chip import ask_chip, with_chosen_chip
from auditor.logs.rooms.common.open_posts import decide_posts
from auditor.logs.rooms.common.open_questions import tell_uncalled, usual_chip
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN, Cards, parse_cards
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import Setup, declared
from auditor.vocabulary.money import currency_in, money_text, named_currency
from auditor.vocabulary.records import field, record_class
from auditor.vocabulary.wording import escaped

GAME = re.compile(r"<game\s")
END = "</game>"
NUMBER = re.compile(r"<game\s[^<>]{0,200}?\bgamecode\s*=\s*[\"']([^\"'<>]{1,40})[\"']")
FIELD = re.compile(r"<([a-z_]{1,30})>([^<>]{0,300})</")
AMOUNT = re.compile(r"\b(?:sum|chips|win|bet)\s*=\s*[\"']([^\"'<>]{1,40})[\"']")
STAKED = re.compile(r"\b(?:sum|chips)\s*=\s*[\"']([^\"'<>]{1,40})[\"']")
MARK = re.compile(r"[0-9]([.,])([0-9]+)(?![0-9.,])")  # the mark before the last digits of a number
PAIR = re.compile(r"(?:[A-Z]{3}|\S)?([0-9][0-9.,]{0,15})/(?:[A-Z]{3}|\S)?([0-9][0-9.,]{0,15})")
BARE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)")  # an ampersand that is only that
LONGEST_HEAD = 20_000  # characters of the head of a session
BETWEEN_PARTS = "\x1e"  # stands in a block between the head of the session and the game

NO_LIMIT, POT_LIMIT = "no-limit", "pot-limit"
LIMITS = {
    **dict.fromkeys(("nl", "sl", "бл", "lz"), NO_LIMIT),  # English, Spanish, Russian
    **dict.fromkeys(("pl", "lp", "пл"), POT_LIMIT),
    **dict.fromkeys(("l", "fl", "lf", "л", "limit"), FIXED),
}
IN_WORDS = {"no limit": "NL", "pot limit": "PL", "fixed limit": "L"}
BY_CARDS = {2: "Holdem", 4: "Omaha", 5: "5 Card Omaha", 6: "6 Card Omaha"}  # a game that is not named, or not in full
PACES = ("speed", "fast", "turbo")  # words before the name of a game that do not change its rules
FORMS = ("%Y-%m-%d %H:%M:%S", "%Y/%m/%d %H:%M:%S", "%d-%b-%Y %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%d/%m/%Y %H:%M")

FOLD, SMALL, BIG, CALL, CHECK, BET, RAISE_WITH, ALL_IN, JOINED, AWAY = range(10)
ANTE, BRING_IN, RAISE_TO = 15, 16, 23
POSTS = {SMALL: "small blind", BIG: "big blind", ANTE: "ante", BRING_IN: "bring-in"}


# ---- cutting ----


def blocks(chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
    """Give a table and a hand for each game, with the head of the session that it belongs to."""
    head = ""
    for piece in pieces(chunks, GAME):
        if isinstance(piece, Unreadable):
            yield piece
            continue
        line, text = piece
        if GAME.match(text) is None:
            head = _head(text) or head
            continue
        game, end, after = text.partition(END)
        number = NUMBER.match(game)
        whole = f"{head}{BETWEEN_PARTS}{game}{end}"
        yield Block(TABLE, whole, line, line)
        yield Block(HAND, whole, line, line, number[1] if number else "?", _day(whole))
        head = _head(after) or head


def last(text: str) -> int:
    """Where the last hand of a text begins; -1 if there is none."""
    return last_match(GAME, text)


def lead(text: str) -> str:
    """The last head of a session in a text, which holds for the hands after it; empty if there is none."""
    first, *games = GAME.split(text)
    heads = [_head(first), *[_head(game.partition(END)[2]) for game in games]]
    return next((head for head in reversed(heads) if head), "")


def _head(text: str) -> str:
    """The head of a session, without the mark that would end it in a block."""
    start = text.rfind("<general>")
    return text[start : start + LONGEST_HEAD].replace(BETWEEN_PARTS, "") if start >= 0 else ""


def _started(text: str) -> datetime | None:
    """When the hand began. The day may be written in any of several forms."""
    found = [value for key, value in FIELD.findall(text) if key == "startdate"]
    for form in FORMS:
        try:
            return datetime.strptime(found[-1].strip(), form) if found else None
        except ValueError:
            continue
    return None


def _day(text: str) -> date | None:
    started = _started(text)
    return None if started is None else started.date()


# ---- what stands in a game ----


@record_class
class _Part:
    """An element, be it a player, an act or cards, with its line, its attributes and its text."""

    line: int
    fields: dict[str, str]
    text: str = ""

    def number(self, key: str) -> int:
        """A whole number, which has to be there."""
        value = self.fields.get(key, "")
        if not value.isascii() or not value.isdigit() or len(value) > 9:
            raise Unreadable(f"found {key}={escaped(value, 20)!r}, expected a number", self.line, 1)
        return int(value)

    def name(self, key: str) -> str:
        """The name of a player, which has to be there."""
        name = self.fields.get(key, "")
        if not name:
            raise Unreadable("found an entry without a player", self.line, 1)
        return name

    def cards(self) -> Cards:
        """Cards, with the suit before the rank; crosses stand for those that nobody saw."""
        try:
            return parse_cards(" ".join(["??" if word in "Xx" else word[1:] + word[0] for word in self.text.split()]))
        except ValueError as error:
            raise Unreadable(str(error), self.line, 1) from None


@record_class
class _Round:
    """A betting round: the cards that came before it, and the acts."""

    line: int
    number: int
    cards: list[_Part] = field(default_factory=list)
    acts: list[_Part] = field(default_factory=list)


class _Game:
    """The players and rounds of a game, gathered while it is parsed."""

    def __init__(self, text: str, line: int) -> None:
        """Parse the text of a game that begins in this line."""
        self.before = line - 1
        self.players: list[_Part] = []
        self.rounds: list[_Round] = []
        self.open: _Part | None = None  # cards whose text comes next
        parser = XMLParser(target=self, forbid_dtd=True)
        self.expat: Any = parser.parser
        try:
            parser.feed(BARE.sub("&amp;", text))
            parser.close()
        except ParseError as error:
            at = self.before + error.position[0]
            raise Unreadable(f"found damaged XML: {str(error).partition(':')[0]}", at, 1) from None
        except DefusedXmlException:
            raise Unreadable(
                "found XML that declares types or entities, expected a history", self.before + 1, 1
            ) from None
        self.rounds.sort(key=lambda one: one.number)
        for one in self.rounds:
            one.acts.sort(key=lambda act: act.number("no"))

    def start(self, tag: str, fields: dict[str, str]) -> None:
        """An element begins."""
        part = _Part(self.before + self.expat.CurrentLineNumber, fields)
        if tag == "player":
            self.players.append(part)
        elif tag == "round":
            self.rounds.append(_Round(part.line, part.number("no")))
        elif tag in ("action", "cards") and not self.rounds:
            raise Unreadable("found an act outside of any round", part.line, 1)
        elif tag == "action":
            self.rounds[-1].acts.append(part)
        elif tag == "cards":
            self.rounds[-1].cards.append(part)
            self.open = part

    def data(self, text: str) -> None:
        """What stands in an element."""
        if self.open is not None:
            self.open.text += text

    def end(self, tag: str) -> None:
        """An element is over."""
        if tag == "cards":
            self.open = None

    def close(self) -> None:
        """The game is over."""

    def posted(self, kind: int) -> _Part | None:
        """The first forced bet of this kind."""
        acts = [act for one in self.rounds for act in one.acts]
        return next((act for act in acts if act.number("type") == kind), None)


# ---- reading ----


def table(block: Block) -> tuple[list[e.Event], Setup]:
    """Read what a hand states of its table, and the set-up that this makes."""
    head, _, text = block.text.partition(BETWEEN_PARTS)
    try:
        return with_chosen_chip(_stakes(head, _parsed(text, block.line), block), block).told()
    except Unreadable:  # reported for the hand
        opened = e.TableOpened(block.line, 1, _fields(head).get("tablename", "?"))
        return [opened], declared([opened])


def read_block(block: Block) -> list[e.Event]:
    """Read the set-up of the table that a hand was played at, or the hand."""
    if block.kind == TABLE:
        return table(block)[0]
    head, _, text = block.text.partition(BETWEEN_PARTS)
    game = _parsed(text, block.line)
    stakes = _stakes(head, game, block)
    if not any(one.cards for one in game.rounds):
        raise Unreadable("found nothing after the blinds: the history leaves out the play", block.line, 1)
    if stakes.variant is None:
        raise Unreadable(f"no rulebook has a game called {escaped(stakes.game, 40)}", block.line, 1)
    hand = RoomHand(stakes, block.number or "?", block)
    play = _Play(hand, game)
    play.read()
    if not text.endswith(END) and not play.complete():
        raise Unreadable("found no end of this hand, and not all that was wagered in it", hand.last, 1)
    play.doubt_wagers()
    return hand.events()


@lru_cache(maxsize=1)  # the table and the hand come from one text
def _parsed(text: str, line: int) -> _Game:
    """Parse a game. The last one of a file may lack its end, but none of its rounds may."""
    if not text.endswith(END):
        text = text.rstrip()
        if not text.endswith("</round>"):
            raise Unreadable("found no end of this hand", line + text.count("\n"), 1)
        text += END
    return _Game(text, line)


def _fields(head: str) -> dict[str, str]:
    return {key: unescape(value).strip() for key, value in FIELD.findall(head)}


def _stakes(head: str, game: _Game, block: Block) -> Stakes:
    """The stakes, from the head of the session; the blinds from the game if the head does not state them."""
    fields = _fields(head)
    kind = fields.get("gametype", "")
    first = PAIR.search(kind)
    name, limit = _game_and_limit(kind[: first.start()] if first else kind, game)
    started = _started(block.text)
    table = fields.get("tablename") or "?"
    stakes = Stakes(
        line=block.line,
        table=table,
        game=name,
        limit=limit,
        pair=None,
        tournament=fields.get("tournamentname") or (None if first else table),
        clock=f"{started:%H:%M}" if started else None,
        day=block.day,
        decimal=_decimal([kind, *AMOUNT.findall(block.text)]),
        together=True,
        room="ipoker",
        currency=named_currency(fields.get("currency", "")) or currency_in(kind),
    )
    stakes.chip = usual_chip(stakes, STAKED.findall(block.text) if stakes.tournament else ())
    hand = RoomHand(stakes, "?", block)
    posted = {kind: _blind(game, kind, hand) for kind in (SMALL, BIG)}
    pairs = [(hand.cents(one, block.line), hand.cents(other, block.line)) for one, other in PAIR.findall(kind)]
    stakes.pair = _pair(pairs, posted, limit)
    if stakes.pair is not None and limit == FIXED and pairs:
        blind = None if "stud" in (stakes.variant or {}) else posted[BIG]
        stakes.pair = bets_in_force(block, block.line, stakes.pair, blind or None)
    return stakes


def _game_and_limit(words: str, game: _Game) -> tuple[str, str]:
    """The game's name, and its limit, which is the last word. The number of cards shows what the name leaves open."""
    for in_full, short in IN_WORDS.items():
        words = re.sub(rf"(?i)\b{in_full}\b", short, words)
    named = words.split()
    limit = LIMITS.get(named[-1].lower()) if named else None
    name = " ".join([word for word in (named[:-1] if limit else named) if word.lower() not in PACES])
    pocket = [part.text.split() for one in game.rounds for part in one.cards if part.fields.get("type") == "Pocket"]
    if pocket and not name:
        name = BY_CARDS.get(len(pocket[0]), name)
    elif pocket and limit and "omaha" in name.lower():
        halves = " Hi/Lo" if "hi" in re.split("[^a-z]+", name.lower()) else ""
        name = f"{BY_CARDS.get(len(pocket[0]), name)}{halves}"
    return name, limit or str(games().get(name.lower(), {}).get("limit", ""))


def _decimal(amounts: list[str]) -> str:
    """The mark before hundredths: one before one or two digits, or the one that does not stand between thousands."""
    marks = [found for amount in amounts for found in MARK.findall(amount)]
    hundredths: Counter[str] = Counter(mark for mark, digits in marks if len(digits) < 3)
    if hundredths:
        return hundredths.most_common(1)[0][0]
    return "," if any(mark == "." for mark, _ in marks) else "."


def _blind(game: _Game, kind: int, hand: RoomHand) -> int | None:
    """A blind as posted, unless it was all that the player had."""
    post = game.posted(kind)
    if post is None:
        return None
    owner = next((one for one in game.players if one.fields.get("name") == post.fields.get("player")), None)
    amount = _cents(hand, post, "sum")
    return None if owner is not None and _cents(hand, owner, "chips") == amount else amount


def _pair(pairs: list[tuple[int, int]], posted: dict[int, int | None], limit: str) -> tuple[int, int] | None:
    """The blinds or, at limit, the bets: as stated, of several those that fit the blinds; in tournaments as posted."""
    small, big = posted[SMALL], posted[BIG]
    if pairs:
        fitting = [pair for pair in pairs if (pair[0] == big if limit == FIXED else pair == (small, big))]
        pair = (fitting or pairs)[0]
        return pair if min(pair) > 0 else None
    if not big:
        return None
    return (big, 2 * big) if limit == FIXED else (small or big // 2, big)


def _cents(hand: RoomHand, part: _Part, key: str) -> int:
    text = part.fields.get(key, "")
    if "-" in text:
        raise Unreadable(f"found {escaped(text, 40)!r}, expected an amount that is not negative", part.line, 1)
    return hand.cents(text, part.line)


@record_class
class _Play:
    """A hand that is being read, with the chips of the round, which show what an all-in amounts to."""

    hand: RoomHand
    game: _Game
    put: Counter[str] = field(default_factory=Counter)  # in the whole hand
    own: Counter[str] = field(default_factory=Counter)  # in this round
    held: dict[str, Cards] = field(default_factory=dict)

    def read(self) -> None:
        """Read the whole hand."""
        hand = self.hand
        for player in self.game.players:
            if not player.fields.get("name") and _cents(hand, player, "chips") == 0:
                continue  # an empty seat
            seat, name = player.number("seat"), player.name("name")
            hand.seat(seat, name, _cents(hand, player, "chips"), player.line)
            if player.fields.get("dealer") == "1":
                hand.button = player.line, seat
            hand.last = player.line
        for one in self.game.rounds:
            self._cards(one)
            for act in one.acts:
                self._act(act)
                hand.last = max(hand.last, act.line)
        self._end()

    def complete(self) -> bool:
        """Do each player's wagers come to what the history says the player put in?"""
        stated = self._stated()
        return bool(stated) and all(bet == self.put[one.name("name")] for one, bet in stated)

    def doubt_wagers(self) -> None:
        """State the doubt that an amount is written wrong, if somebody's wagers do not come to what is stated.

        Some files state nothing for everybody.
        """
        stated = self._stated()
        misfits = [(one, bet) for one, bet in stated if bet != self.put[one.name("name")]]
        if not misfits or any(bet == 0 for _, bet in misfits):
            return
        (one, bet), *_ = misfits
        name, counted = escaped(one.name("name"), 40), money_text(self.put[one.name("name")])
        words = (
            ("right", f"the wagers of {name} come to {counted}"),
            ("wrong", f"the wagers of {name} come to {money_text(bet)} and one of them is written wrong"),
        )
        kind = "whether somebody's wagers are written right"
        self.hand.block.ask(Doubt("wagers", kind, one.line, words, "they are written so", voids=True))

    def _stated(self) -> list[tuple[_Part, int]]:
        """What the history says that players put in, where it does."""
        players = [player for player in self.game.players if player.fields.get("name") and "bet" in player.fields]
        return [(one, _cents(self.hand, one, "bet")) for one in players]

    def _cards(self, one: _Round) -> None:
        """Read the cards of a round, which go to the players or to the board."""
        own = [part for part in one.cards if part.fields.get("player")]
        if own:
            self.hand.deal(own[0].line)
        for part in own:
            name, cards = part.name("player"), part.cards()
            self.held[name] = (*self.held.get(name, ()), *cards)
            self.hand.taking_part.setdefault(name)
            if set(cards) != {UNKNOWN}:
                self.hand.holds(name, [cards], part.line)
        for part in one.cards:
            if not part.fields.get("player"):
                self.hand.board(part.cards(), part.line)
            self.hand.last = max(self.hand.last, part.line)
        if one.number > 1:
            self.own.clear()

    def _act(self, act: _Part) -> None:
        """Read one act. The state of the betting shows whether last chips call or raise."""
        hand, kind = self.hand, act.number("type")
        if kind == JOINED or (kind == AWAY and act.fields.get("player") not in hand.taking_part):
            hand.remark(f"{act.fields.get('player')} does not take part", "observer", act.line)
            return
        name = act.name("player")
        if kind == AWAY and self.put[name] and name not in self._dealt_in():
            hand.taking_part.pop(name)  # the ante stays, but the player got no cards
            hand.remark(f"{name} does not take part", "observer", act.line)
        elif kind in (FOLD, AWAY):
            hand.fold(name, act.line)
        elif kind == CHECK:
            hand.check(name, act.line)
        elif kind in POSTS:
            self._post(name, POSTS[kind], _cents(hand, act, "sum"), act.line)
        elif kind in (CALL, BET, RAISE_WITH, ALL_IN, RAISE_TO):
            self._wager(name, kind, _cents(hand, act, "sum"), act.line)
        else:
            hand.remark(f"{name}: action of type {kind}", remarks.UNKNOWN_ACT, act.line)

    def _dealt_in(self) -> set[str | None]:
        """The players who got cards."""
        return {part.fields.get("player") for one in self.game.rounds for part in one.cards}

    def _post(self, name: str, kind: str, amount: int, line: int) -> None:
        """Read a forced bet. Somebody who comes back to the game may put up both blinds in one."""
        hand, before = self.hand, len(self.hand.found)
        if kind == "big blind" and kind in hand.blinds and amount > (hand.stakes.big_blind or amount):
            hand.post_for_cards(name, amount, False, line, (PART, LIVE, DEAD))
        else:
            hand.post(name, kind, amount, False, line)
        posts = [one for one in hand.found[before:] if isinstance(one, e.Post) and one.kind not in ("ante", "dead")]
        self._add(name, sum(one.amount for one in posts), amount)

    def _wager(self, name: str, kind: int, amount: int, line: int) -> None:
        """Read a wager. The amount is what is put in now, except for a raise to a total."""
        hand, level = self.hand, max(self.own.values(), default=0)
        if amount <= 0:
            raise Unreadable("found a wager of nothing, expected an amount", line, 1)
        added = amount - self.own[name] if kind == RAISE_TO else amount
        if kind == RAISE_TO:
            hand.raise_to(name, amount, False, line)
        elif kind == CALL or (kind == ALL_IN and 0 < level >= self.own[name] + amount):
            hand.call(name, amount, kind == ALL_IN, line)
        elif kind == RAISE_WITH or (level and (kind == ALL_IN or hand.stud)):  # a bet over a bring-in completes it
            hand.raise_with(name, amount, kind == ALL_IN, line)
        else:
            hand.bet(name, amount, kind == ALL_IN, line)
        self._add(name, added, added)

    def _add(self, name: str, live: int, put: int) -> None:
        self.own[name] += live
        self.put[name] += put

    def _end(self) -> None:
        """Read the end: known hands that were compared, in an order that nobody knows, and what was won."""
        hand = self.hand
        left = [name for name in hand.taking_part if name not in hand.folded]
        for name in left if len(left) > 1 else []:
            cards = self.held.get(name, ())
            if cards and UNKNOWN not in cards:
                hand.show(name, cards, hand.last)
        for player in self.game.players:
            won = _cents(hand, player, "win") if player.fields.get("win") else 0
            if won:
                hand.win(player.name("name"), won, None, player.line)
        decide_posts(hand)
        tell_uncalled(hand)
        ask_chip(hand, rounded=True)
