"""Ways to write the same fact in other words: each takes the text of a table log and gives it rewritten, or None.

What an audit finds may not depend on which of them the writer of a log chose. A rewriting gives None where a log has
nothing that it applies to.

Two apply to lawful hands alone (`LAWFUL_ONLY`): a fourth card in a line of its own is the turn come early, no flop of
four; and the total of a raise says whether a blind counts, which the rules of draw poker leave open.

Left out, because the two forms do not say the same: a bare `calls` where only blinds were put up, which is what is due
of them, and the amount that a player put in; where a blind is short, the two differ.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from auditor.logs.converting import Conversion
from auditor.logs.events_json.reader import event_lines
from auditor.logs.files.decoding import open_stream
from auditor.logs.writing import target_named

Rewriting = Callable[[str], str | None]
LineRewriting = Callable[[str], str]

NAME = r'(?:"(?:[^"\\]|\\.)+"|[^\x00-@\[-\x7f\s][^\s"#,\[\]]*)'
MONEY = r"\$?[0-9][0-9,]*(?:\.[0-9]+)?"
PIECES = re.compile(r'"(?:[^"\\]|\\.)*"|\[[^\]]*\]|#.*|[^"\[#]+')
REWRITINGS: dict[str, Rewriting] = {}
LAWFUL_ONLY = {"one line for each communal card", "raises without the total"}


@dataclass(frozen=True)
class Differing:
    """Clauses that may be kept, or lack evidence, in the one form of a log and not come up in the other, and why."""

    why: str
    clauses: frozenset[str]


def _differing(why: str, clauses: str) -> Differing:
    return Differing(why, frozenset(clauses.split()))


TWO_AMOUNTS = "two amounts, which have to agree, are said in the one form only"
NO_WORD = "the word that the clause asks about is said in the one form only"
CHIPS_TOLD = "which chips were put in, and with which words, is said in the one form only"
RAISED = "record/raise-arithmetic terms:raise 7.1(ii) 8.2(ii)"
CALLED = (
    "record/call-arithmetic terms:call 7.1(i) 7.2(i) 8.2(i) 9.2(i) 1.1:call 8.18.3 8.19.3 S3.BR.16 S3.BR.16/1"
    " S14.NL.2/2 S14.NL.9"
)
MAY_DIFFER = {
    **dict.fromkeys(
        (
            "raises without the increase",
            "raises without the total",
            "raises to",
            "raises by",
            "raises by and to",
            "last chips told",
        ),
        _differing(TWO_AMOUNTS, "record/raise-arithmetic"),
    ),
    **dict.fromkeys(
        ("calls bare", "calls with what is added", "calls to a total"),
        _differing(TWO_AMOUNTS, "record/call-arithmetic"),
    ),
    "a fold after what is returned": _differing(
        "once the money is back there is nothing that the fold answers, if the record lacks acts or cards, or the money"
        " is change for chips put in without a word, of which nothing is uncalled then",
        "7.5 8.3 8.3(b) 11.4 12.4 13.3 14.3 GL.fold S3.BR.11 S3.DH.1(a)",
    ),
    "puts in for raises": _differing(NO_WORD, RAISED),
    "puts in for bets": _differing(NO_WORD, "8.1(i)"),
    "puts in for openings over a blind": _differing(NO_WORD, "7.1(i) 8.1(i) terms:call"),
    "puts in for calls": _differing(NO_WORD, CALLED),
    "chips and change for raises": _differing(CHIPS_TOLD, f"{RAISED} S3.BR.14 record/uncalled"),
    "announced in chips with change": _differing(CHIPS_TOLD, f"{RAISED} 6.18 S3.BR.9 S14.NL.8 record/uncalled"),
    "calls in one chip": _differing(CHIPS_TOLD, "record/call-arithmetic 5.5 6.2"),
    **dict.fromkeys(("in chips for one chip", "one chip for in chips"), _differing(CHIPS_TOLD, "5.5 6.2")),
}
HOW_OFTEN_MAY_DIFFER = {  # which clauses come up, are broken or left open is the same, in how many hands is not: why
    **dict.fromkeys(
        ("notes after a hand inside it", "notes at the end of a hand after it"),
        "what a note keeps, or leaves open, counts for the hand in which it stands or, behind its end, for the next",
    ),
}
ANY_MAY_DIFFER = {  # findings are the same, and what clauses lack is not: why
    "taken back for misdirected": "that the card was meant for another is said in the one form only",
    "refund for money taken back": "money refunded is still in the pot, whose payment then lacks the cards",
    "wins for money taken back": "the same for money won",
    "return for money taken back": "the same the other way round",
    "a level signalled and not declared": "what the blinds should be is then known from the hands alone",
}
WRITTEN_WRONGLY = {"record", "slips"}  # samples with amounts that do not agree, which a rewriting would put right
EVERY: frozenset[str] = frozenset()  # of the samples
IN_SAMPLES_LEFT_OUT = {  # rewritings, and the samples that they are not for, by their names: why
    "one line for each communal card": EVERY,  # as for other logs with faults
    "puts in for openings over a blind": EVERY,  # chips without a word may meet the blind, and open nothing
    "bets to a total with a blind": EVERY,  # it says that the blind counts, which is the question there
    "raises without the increase": WRITTEN_WRONGLY,
    "raises by": {"out-of-turn"},  # who was passed over may raise the wager to be met, or the one out of turn
    "notes after a hand inside it": {"dead-hands"},  # what an incident is asked in a hand, it is not asked between two
}


def rewriting(function: Rewriting, called: str = "") -> Rewriting:
    """Enter a rewriting into the register, under its function's name or what else it is called."""

    def changed(text: str) -> str | None:
        other = function(text)
        return None if other in (text, without_comments(text)) else other

    REWRITINGS[called or function.__name__.replace("_", " ")] = changed
    return function


def each_line(function: LineRewriting, called: str = "") -> LineRewriting:
    """Enter a rewriting of single lines, which are given without their comments."""

    def rewritten(text: str) -> str:
        return "\n".join(function(line) for line in without_comments(text).split("\n"))

    rewriting(rewritten, called or function.__name__.replace("_", " "))
    return function


def without_comments(text: str) -> str:
    """The text without its comments."""
    lines = (_pieces(line, lambda piece: "" if piece.startswith("#") else piece) for line in text.split("\n"))
    return "\n".join(line.rstrip() for line in lines)


def _pieces(line: str, change: LineRewriting) -> str:
    return "".join(change(piece) for piece in PIECES.findall(line))


def _plain(line: str, pattern: str, instead: str | Callable[[re.Match[str]], str]) -> str:
    """The line with a pattern replaced wherever it stands outside quotes and brackets."""
    return _pieces(line, lambda piece: piece if piece[0] in '"[#' else re.sub(pattern, instead, piece))


# ---- how a log looks ----


@rewriting
def comments_and_blank_lines(text: str) -> str:
    lines = without_comments(text).split("\n")
    noted = (f'{line}  # "noted" [by] Ann $5\n\n' if line.strip() else line for line in lines)
    return "# a log\n\n" + "\n".join(noted)


@rewriting
def tabs_and_blanks(text: str) -> str:
    return "\n".join("\t " + _plain(line.strip(), "[ \t]+", " \t ") + " \t" for line in text.split("\n"))


@rewriting
def line_ends_of_another_system(text: str) -> str:
    return "\ufeff" + text.replace("\n", "\r\n")


@each_line
def names_in_quotes(line: str) -> str:
    if re.match(r"\s*(?:hand|currency|end)\b", line):
        return line
    return _plain(line, r"(?<![^\s])" + r"[^\x00-@\[-\x7f\s][^\s\"#,\[\]]*", lambda name: f'"{name[0]}"')


@each_line
def amounts_without_a_sign(line: str) -> str:
    return _plain(line, r"\$(?=[0-9])", "")


@each_line
def amounts_with_thousands_and_cents(line: str) -> str:
    amount = r"\$(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?"
    return _plain(line, amount, lambda amount: f"${cents(amount[0]) / 100:,.2f}")


@each_line
def tens_in_figures(line: str) -> str:
    return _pieces(line, lambda piece: re.sub(r"\bT(?=[cdhs])", "10", piece) if piece[0] == "[" else piece)


@each_line
def cards_in_capitals(line: str) -> str:
    return _pieces(line, lambda piece: piece.upper().replace("JO", "Jo") if piece[0] == "[" else piece)


@rewriting
def as_json_events(text: str) -> str:
    return "\n".join(event_lines(open_stream(io.BytesIO(text.encode()), "log")))


@rewriting
def converted_to_a_table_log(text: str) -> str:
    parts = Conversion(target_named("table-log")).texts(open_stream(io.BytesIO(text.encode()), "log"))
    return "".join(part for part in parts if isinstance(part, str))


# ---- words that mean the same ----


WHO, LEFT = rf"^(\s*{NAME}) ", r"(?=\s|$)"
WORDS = {  # a pattern, and what may stand in its place
    "opens for bets": (rf"{WHO}bets{LEFT}", r"\1 opens"),
    "bets for opens": (rf"{WHO}opens{LEFT}", r"\1 bets"),
    "button for buck": (r"^(\s*)buck ", r"\1button "),
    "buck for button": (r"^(\s*)button ", r"\1buck "),
    "taps out for all in": (rf"^([^\"#]*\s)all in{LEFT}", r"\1taps out"),
    "declines option for passes": (rf"{WHO}passes{LEFT}", r"\1 declines option"),
    "passes for declines option": (rf"{WHO}declines option{LEFT}", r"\1 passes"),
    "checks for passes": (rf"{WHO}(?:passes|declines option){LEFT}", r"\1 checks"),
    "raises without the increase": (rf"^(\s*{NAME} raises) {MONEY} to (?={MONEY})", r"\1 to "),
    "raises without the total": (rf"^(\s*{NAME} raises {MONEY}) to {MONEY}", r"\1"),
    "in chips for one chip": (
        rf"^(\s*{NAME} (?:calls|bets|opens|puts in) ({MONEY})(?: [a-z -]+)?) with one chip$",
        r"\1 in chips \2",
    ),
    "one chip for in chips": (
        rf"^(\s*{NAME} (?:calls|bets|opens|puts in) ({MONEY})(?: [a-z -]+)?) in chips \2$",
        r"\1 with one chip",
    ),
}
for called, (words, instead) in WORDS.items():
    each_line(partial(re.sub, words, instead), called)


# ---- what lies in front of the players ----


def cents(amount: str) -> int:
    """An amount in cents."""
    whole, _, part = amount.lstrip("$").replace(",", "").partition(".")
    return int(whole) * 100 + int((part + "00")[:2])


def dollars(amount: int) -> str:
    """An amount as it is written."""
    return f"${amount // 100}" if amount % 100 == 0 else f"${amount / 100:.2f}"


LIVE = ("blind", "over-blind", "straddle", "post", "bring-in")
ACT = re.compile(
    rf"^(?P<who>\s*{NAME}) (?P<verb>calls|bets|opens|raises|puts in)(?: (?P<added>{MONEY}))?(?: to (?P<total>{MONEY}))?"
    rf"(?P<tail>(?: all in| taps out)?)$"
)
STRANGE = re.compile(
    rf"^\s*(?:{NAME} (?:kill|dead) |misdeal|refuse |void |misdirect|communal .*early|deal early"
    rf"|{NAME} .*(?:announcing|saying|silently|putting in|chip|motions|cash))"
)
POST_ALL_IN = re.compile(rf"^\s*{NAME} [a-z-]+ {MONEY} (?:all in|taps out)")


@dataclass
class Front:
    """What lies in front of the players in a betting round, and what they have left."""

    stakes: dict[str, int] = field(default_factory=dict)
    put_in: dict[str, int] = field(default_factory=dict)
    acted: set[str] = field(default_factory=set)
    wagered: bool = False  # by somebody who did not have to

    @property
    def highest(self) -> int:
        return max(self.put_in.values(), default=0)

    def pay(self, name: str, amount: int, live: bool = True) -> None:
        if name in self.stakes:
            self.stakes[name] -= amount
        if live:
            self.put_in[name] = self.put_in.get(name, 0) + amount

    def follow(self, line: str) -> None:
        """Take a line that is no wager."""
        if seat := re.match(rf"\s*seat [0-9]+ ({NAME}) ({MONEY})", line):
            self.stakes[seat[1]] = cents(seat[2])
        elif lent := re.match(rf"\s*({NAME}) lends ({MONEY}) to ({NAME})", line):
            self.pay(lent[1], cents(lent[2]), live=False)
            self.pay(lent[3], -cents(lent[2]), live=False)
        elif post := re.match(rf"\s*({NAME}) ([a-z-]+) ({MONEY})", line):
            if post[2] in (*LIVE, "ante", "dead", "kill"):
                self.pay(post[1], cents(post[3]), post[2] in LIVE)
        elif back := re.match(rf"\s*return ({MONEY}) to ({NAME})", line):
            self.pay(back[2], -cents(back[1]))
        elif re.match(rf"\s*(?:communal|burn|{NAME} (?:discards|stands pat)|deal|run) ?", line) and self.acted:
            self.put_in, self.acted, self.wagered = {}, set(), False
        elif passes := re.match(rf"\s*({NAME}) (?:checks|folds)$", line):
            self.acted.add(passes[1])


@dataclass(frozen=True)
class Wager:
    """A wager of a log: how it is written, and what it comes to."""

    who: str
    verb: str
    added: int
    total: int
    highest: int
    left: int | None
    tail: str
    over_blinds: bool  # it meets nothing but blinds, of which another amount than lies there may be due
    acted: bool  # the player has acted before in this betting round
    returned: bool  # the next line hands money back to the player

    @property
    def by(self) -> int:
        return self.total - self.highest

    @property
    def before(self) -> int:
        """What lay in front of the player already."""
        return self.total - self.added

    @property
    def plain_call(self) -> bool:
        return self.verb == "calls" and (self.by == 0 or self.left == 0)


def each_wager(function: Callable[[Wager], str | None], unless: str = "$^") -> Callable[[Wager], str | None]:
    """Enter a rewriting of single wagers, of which what they come to is worked out; None leaves one as it is.

    It is not for logs in which the pattern `unless` is found: there the two forms do not say the same.
    """

    def rewritten(text: str) -> str | None:
        if re.search(unless, text):
            return None
        blocks = re.split(r"(?m)(?<=\n)(?=[ \t]*hand )", without_comments(text))
        return "".join("\n".join(_wagers(block.split("\n"), function)) for block in blocks)

    called = function.__name__.replace("_", " ")
    rewriting(rewritten, called)
    return function


def _wagers(lines: list[str], change: Callable[[Wager], str | None]) -> Iterator[str]:
    front, plain = Front(), _plain_hand(lines)
    for line, then in zip(lines, [*lines[1:], ""], strict=True):
        act = ACT.match(line.rstrip()) if plain else None
        if act is None:
            front.follow(line)
            yield line
            continue
        wager = _wager(front, act, then)
        plain = wager.highest > 0 or wager.verb not in ("calls", "raises")  # else it goes on from before a card
        plain = plain and not _contradicts(wager, act)
        front.pay(act["who"].strip(), wager.added)
        front.acted.add(act["who"].strip())
        front.wagered = front.wagered or (wager.by > 0 and wager.verb != "calls")
        yield (change(wager) if plain else None) or line


def _contradicts(wager: Wager, act: re.Match[str]) -> bool:
    """Does a wager say two things: a raise by an amount and to another, a call of too much? Or not how much it is?"""
    unlike = act["added"] and act["total"] and cents(act["added"]) != wager.by
    too_much = wager.verb == "calls" and wager.by > 0 and wager.left != 0
    unknown = wager.left is None and not (act["added"] or act["total"]) and (act["tail"] or wager.verb == "raises")
    return bool(unlike or too_much or unknown) or (wager.left is not None and wager.left < 0)


def _plain_hand(lines: list[str]) -> bool:
    """Can it be told from these lines alone what lies in front of whom, and where betting rounds end?

    Not if cards are not noted, if somebody's last chips are a blind, for which a larger one is to be met, or if
    somebody puts up more than the blinds to get cards, a part of which is dead.
    """
    front = Front()
    for line in lines:
        front.follow(line)
    short = any(one <= 0 for one in front.stakes.values()) or any(POST_ALL_IN.match(line) for line in lines)
    dealt = any(re.match(r"\s*deal ", line) for line in lines)
    posts = [(one[1], cents(one[2])) for line in lines if (one := re.match(rf"\s*{NAME} (blind|post) ({MONEY})", line))]
    blind = max((amount for kind, amount in posts if kind == "blind"), default=0)
    dead = any(kind == "post" and amount > blind for kind, amount in posts)
    return dealt and not short and not dead and not any(STRANGE.match(line) for line in lines)


def _wager(front: Front, act: re.Match[str], then: str) -> Wager:
    name, verb = act["who"].strip(), act["verb"]
    before, left = front.put_in.get(name, 0), front.stakes.get(name)
    if act["total"]:
        added = cents(act["total"]) - before
    elif act["added"]:
        added = cents(act["added"]) + (front.highest - before if verb == "raises" else 0)
        if verb == "calls" and before and added == front.highest and added != left:
            added -= before  # the amount is that of the wager to be met
    elif verb == "raises" or (act["tail"] and verb != "calls"):
        added = left if left is not None else front.highest - before
    else:
        added = front.highest - before if left is None else min(front.highest - before, left)
    rest = None if left is None else left - added
    back = re.match(rf"\s*return {MONEY} to {re.escape(name)}$", then) is not None
    total, acted = before + added, name in front.acted
    return Wager(act["who"], verb, added, total, front.highest, rest, act["tail"], not front.wagered, acted, back)


@each_wager
def raises_to(one: Wager) -> str | None:
    return f"{one.who} raises to {dollars(one.total)}{one.tail}" if one.verb == "raises" else None


@each_wager
def raises_by(one: Wager) -> str | None:
    return f"{one.who} raises {dollars(one.by)}{one.tail}" if one.verb == "raises" and one.by > 0 else None


@each_wager
def raises_by_and_to(one: Wager) -> str | None:
    if one.verb != "raises" or one.by <= 0:
        return None
    return f"{one.who} raises {dollars(one.by)} to {dollars(one.total)}{one.tail}"


@each_wager
def puts_in_for_raises(one: Wager) -> str | None:
    """Not if the word tells that a round goes on which is over, or that what goes back at once is no change."""
    over = one.before == one.highest and one.acted
    raises = one.verb == "raises" and one.by > 0 and not over and not one.returned
    return f"{one.who} puts in {dollars(one.added)}{one.tail}" if raises else None


@each_wager
def puts_in_for_bets(one: Wager) -> str | None:
    """Not if something was wagered already, which a bet passes over, and chips without a word may be meant to meet."""
    bets = one.verb in ("bets", "opens") and one.highest == 0
    return f"{one.who} puts in {dollars(one.added)}{one.tail}" if bets else None


@each_wager
def puts_in_for_openings_over_a_blind(one: Wager) -> str | None:
    opens = one.verb in ("bets", "opens") and one.highest > 0
    return f"{one.who} puts in {dollars(one.added)}{one.tail}" if opens else None


@each_wager
def bets_to_a_total(one: Wager) -> str | None:
    bets = one.verb in ("bets", "opens") and not one.before
    return f"{one.who} bets to {dollars(one.total)}{one.tail}" if bets else None


@each_wager
def bets_to_a_total_with_a_blind(one: Wager) -> str | None:
    bets = one.verb in ("bets", "opens") and one.before
    return f"{one.who} bets to {dollars(one.total)}{one.tail}" if bets else None


@each_wager
def calls_bare(one: Wager) -> str | None:
    return f"{one.who} calls{one.tail}" if one.plain_call and not one.over_blinds else None


@each_wager
def calls_with_what_is_added(one: Wager) -> str | None:
    return f"{one.who} calls {dollars(one.added)}{one.tail}" if one.plain_call else None


@each_wager
def calls_to_a_total(one: Wager) -> str | None:
    return f"{one.who} calls to {dollars(one.total)}{one.tail}" if one.plain_call else None


@each_wager
def puts_in_for_calls(one: Wager) -> str | None:
    return f"{one.who} puts in {dollars(one.added)}{one.tail}" if one.plain_call and one.added else None


@each_wager
def last_chips_told(one: Wager) -> str | None:
    return _written(one, " all in") if one.left == 0 and not one.tail else None


def _with_change(one: Wager, words: str) -> str | None:
    """A raise in several chips, all of which it needs, and the change that comes back at once."""
    before = one.total - one.added
    for chip in (2500, 500, 10000):
        count = -(-one.added // chip)
        change = count * chip - one.added
        needed = before + (count - 1) * chip > one.highest
        if one.verb == "raises" and not one.tail and one.by > 0 and change and count > 1 and needed:
            if one.left is None or one.left < change:
                continue
            chips = ", ".join([dollars(chip)] * count)
            put = f"{one.who} puts in {dollars(count * chip)} {words} in chips {chips}"
            return f"{put}\n  return {dollars(change)} to {one.who.strip()}"
    return None


@partial(each_wager, unless="rules crown/")
def chips_and_change_for_raises(one: Wager) -> str | None:
    """Without a word. By the rules of Crown such chips are a raise of all that they come to, and no change is due."""
    return _with_change(one, "silently")


@each_wager
def announced_in_chips_with_change(one: Wager) -> str | None:
    return _with_change(one, f"announcing {dollars(one.total)}")


@each_wager
def calls_in_one_chip(one: Wager) -> str | None:
    exact = one.plain_call and one.by == 0 and one.left and not one.tail and one.added in (500, 2500, 10000)
    return f"{one.who} calls {dollars(one.added)} with one chip" if exact else None


def _written(one: Wager, tail: str) -> str:
    amount = f"to {dollars(one.total)}" if one.verb in ("raises", "calls", "bets") else dollars(one.added)
    return f"{one.who} {one.verb} {amount}{tail}"


# ---- money that goes back, and notes ----


@rewriting
def a_fold_after_what_is_returned(text: str) -> str:
    """The last fold of a hand, and what goes back to the only player left, in the other order."""
    paid = r"(?=(?:[ \t]*(?:announce|pot) .*\n)*[ \t]*\3 wins )"
    last = rf"(?m)^([ \t]*{NAME} folds)\n([ \t]*return {MONEY} to ({NAME}))\n{paid}"
    return re.sub(last, r"\2\n\1\n", without_comments(text))


NOTES = (
    rf"(?:{NAME} (?:leaves|asks for [0-9]+|buys {MONEY})(?: at [0-9:]+)?|time [0-9:]+|remark .*|ruling .*|incident .*"
    r"|notice .*|no notice .*)"
)


@rewriting
def notes_after_a_hand_inside_it(text: str) -> str:
    """Somebody leaves or is heard after the payments of a hand: before its `end` instead of behind it."""
    return re.sub(rf"(?m)^[ \t]*end\n+((?:[ \t]*{NOTES}\n)+)", r"\1end\n\n", without_comments(text))


@rewriting
def notes_at_the_end_of_a_hand_after_it(text: str) -> str:
    """The same the other way round."""
    paid = rf"(?m)^([ \t]*{NAME} wins .*\n)((?:[ \t]*{NOTES}\n)+)[ \t]*end$"
    return re.sub(paid, r"\1end\n\n\2", without_comments(text))


def each_hand(function: Callable[[list[str]], list[str] | None]) -> Callable[[list[str]], list[str] | None]:
    """Enter a rewriting of single hands, given as their lines; None leaves one as it is."""

    def rewritten(text: str) -> str:
        parts = re.split(r"(?m)(^[ \t]*hand .*\n(?:.*\n)*?[ \t]*end$)", without_comments(text))
        hands = (function(part.split("\n")) or part.split("\n") for part in parts[1::2])
        parts[1::2] = ["\n".join(hand) for hand in hands]
        return "".join(parts)

    rewriting(rewritten, function.__name__.replace("_", " "))
    return function


BACK = re.compile(rf"^(\s*)(?:(?:return|refund) ({MONEY}) to ({NAME})|({NAME}) wins ({MONEY}))$")


def _as_put_up(hand: list[str], found: list[re.Match[str] | None]) -> bool:
    """Does nobody wager, and everybody get as much as that player put up? Else to win it is to divide the pot."""
    put: dict[str, int] = {}
    for post in filter(
        None, (re.match(rf"\s*({NAME}) (?:blind|ante|bring-in|post) ({MONEY})$", line) for line in hand)
    ):
        put[post[1]] = put.get(post[1], 0) + cents(post[2])
    alike = all(put.get(one[3] or one[4]) == cents(one[2] or one[5]) for one in found if one)
    return alike and not any(ACT.match(line) for line in hand)


def _taken_back(hand: list[str], written: str) -> list[str] | None:
    """A hand that ended when two players or more took their money back, with that written so."""
    found = [BACK.match(line) for line in hand]
    names = {one[3] or one[4] for one in found if one}
    ended = any(
        re.match(r"\s*(?:main |side )?(?:pot|communal|misdeal|invalidate|void|announce)\b| .* shows ", one)
        for one in hand
    )
    last = [one is not None for one in found[:-1]]
    if (
        ended
        or not _as_put_up(hand, found)
        or len(names) < 2
        or sum(last) != len(names)
        or not all(last[-len(names) :])
    ):
        return None
    given = (one and written.format(money=one[2] or one[5], name=one[3] or one[4]) for one in found)
    return [line if back is None else f"  {back}" for line, back in zip(hand, given, strict=True)]


for word, written in {
    "return": "return {money} to {name}",
    "refund": "refund {money} to {name}",
    "wins": "{name} wins {money}",
}.items():
    rewriting_of = partial(_taken_back, written=written)
    rewriting_of.__name__ = f"{word}_for_money_taken_back"  # type: ignore[attr-defined]
    each_hand(rewriting_of)


def _on_the_button(hand: list[str], kind: str, instead: str) -> list[str] | None:
    """A hand in which the player on the button puts up a blind beside two others, with that called otherwise."""
    text = "\n".join(hand)
    button = re.search(r"(?m)^\s*(?:button|buck) ([0-9]+)$", text)
    seat = button and re.search(rf"(?m)^\s*seat {button[1]} ({NAME})", text)
    blinds = re.findall(rf"(?m)^\s*({NAME}) blind ({MONEY})$", text)
    others = [amount for name, amount in blinds if seat is not None and name != seat[1]]
    if seat is None or len(others) != 2:
        return None
    own = rf"(?m)^(\s*{re.escape(seat[1])}) {kind} (?={re.escape(others[-1])}$)"
    return re.sub(own, rf"\1 {instead} ", text).split("\n")


@each_hand
def post_for_a_blind_on_the_button(hand: list[str]) -> list[str] | None:
    return _on_the_button(hand, "blind", "post")


@each_hand
def blind_for_a_post_on_the_button(hand: list[str]) -> list[str] | None:
    return _on_the_button(hand, "post", "blind")


HOLDING = re.compile(rf"({NAME}) (\[[^\]]*\])")


@each_hand
def taken_back_for_misdirected(hand: list[str]) -> list[str] | None:
    """Cards dealt to the wrong player, taken back and dealt again, instead of a note that they went astray."""
    text = "\n".join(hand)
    note = re.search(rf"(?m)^\s*misdirect (\[[^\]]*\]) to ({NAME}) for ({NAME})\n", text)
    deal = note and re.search(rf"(?m)^(\s*deal )(.*{re.escape(note[3])} {re.escape(note[1])}.*)$", text)
    if note is None or deal is None or "misdeal" in text or len(HOLDING.findall(deal[2])) != deal[2].count("["):
        return None
    given = HOLDING.findall(deal[2])
    at = given.index((note[3], note[1]))
    if note[2] not in [name for name, _ in given[at + 1 :]]:
        return None  # the player had a card of this pass already
    first = ", ".join(f"{name} {cards}" for name, cards in [*given[:at], (note[2], note[1])])
    rest = ", ".join(f"{name} {cards}" for name, cards in given[at:])
    again = f"{deal[1]}{first}\n  take back {note[1]} of {note[2]}\n{deal[1]}{rest}"
    return text.replace(deal[0], again, 1).replace(note[0], "", 1).split("\n")


@rewriting
def dealt_face_up_for_exposed(text: str) -> str:
    """A card noted as exposed right after the pass that goes face down: dealt face up in that pass instead."""

    def turned(found: re.Match[str]) -> str:
        deal, cards, name = found.groups()
        dealt = f"{name} {cards}"
        ways = re.findall(rf"(?:^|[ ,]){re.escape(dealt)}(?=,|$)", deal)
        return deal.replace(dealt, f"{name} up {cards}") + "\n" if len(ways) == 1 else found[0]

    note = rf"^([ \t]*deal (?!up |early )[^\n]*)\n[ \t]*expose (\[[^\]]*\]) of ({NAME})(?: by dealer)?\n"
    return re.sub(f"(?m){note}", turned, without_comments(text))


@rewriting
def exposed_for_dealt_face_up(text: str) -> str:
    """The same the other way round, in games that deal no card face up."""
    if re.search(r"(?m)^\s*rules .*(?:stud|razz)", text):
        return text
    up = rf"(?m)^([ \t]*deal (?!up |early )[^\n]*?)({NAME}) up (\[[^\]]*\])([^\n]*)\n"
    return re.sub(up, r"\1\2 \3\4\n  expose \3 of \2 by dealer\n", without_comments(text))


# ---- declarations ----


@rewriting
def a_level_signalled_and_not_declared(text: str) -> str:
    """Blinds and ante of a new level, which the hands show: signalled by a notice alone."""
    level = rf"(?m)^([ \t]*notice level .*\n)(?:[ \t]*(?:blinds|ante) {MONEY}(?:, {MONEY})*\n)+"
    return re.sub(level, r"\1", without_comments(text))


def _prizes(text: str, place: Callable[[list[str], str], list[str]]) -> str:
    """The text with the prizes of each table declared in another place of its record."""
    tables = re.split(r"(?m)^(?=table )", without_comments(text))
    for at, table in enumerate(tables):
        lines = table.rstrip("\n").split("\n")
        prizes = [line for line in lines if re.match(r"\s*prizes ", line)]
        if len(prizes) == 1:
            lines.remove(prizes[0])
            tables[at] = "\n".join(place(lines, prizes[0])) + "\n\n"
    return "".join(tables)


@rewriting
def prizes_at_the_head(text: str) -> str:
    return _prizes(text, lambda lines, prizes: [*lines[:2], prizes, *lines[2:]])


@rewriting
def prizes_at_the_end(text: str) -> str:
    return _prizes(text, lambda lines, prizes: [*lines, prizes.strip()])


@rewriting
def prizes_before_the_last_hand(text: str) -> str:
    def placed(lines: list[str], prizes: str) -> list[str]:
        hands = [at for at, line in enumerate(lines) if re.match(r"\s*hand ", line)]
        return [*lines[: hands[-1]], prizes.strip(), *lines[hands[-1] :]] if hands else [*lines, prizes]

    return _prizes(text, placed)


# ---- cards ----


@each_line
def one_line_for_each_communal_card(line: str) -> str:
    """The cards of a flop; others that come at once are another fact than one after the other."""
    cards = re.match(r"^(\s*communal) \[(\S+ \S+ \S+)\]\s*$", line)
    return line if cards is None else "\n".join(f"{cards[1]} [{card}]" for card in cards[2].split())


@each_line
def one_deal_line_for_each_player(line: str) -> str:
    deal = re.match(r"^(\s*deal(?: up)?) (?!early)(.*\])\s*$", line)
    if deal is None:
        return line
    return "\n".join(f"{deal[1]} {one}" for one in re.findall(rf"{NAME} (?:up |down )?\[[^\]]*\]", deal[2]))
