"""Ways to write the same fact in other words: each takes the text of a table log and gives it rewritten, or None.

What an audit finds may not depend on which of them the writer of a log chose. A rewriting gives None where a log has
nothing that it applies to.

Some apply to lawful hands alone (`LAWFUL_ONLY`): one `deal` line is one pass round the table, so that lines of their
own do not tell in which order a pass went; and a fourth card in a line of its own is the turn come early, no flop of
four.

Left out, because the two forms do not say the same: a bare `calls` where only blinds were put up, which is what is due
of them, and the amount that a player put in; where a blind is short, the two differ.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

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
LAWFUL_ONLY = {"one line for each communal card", "one deal line for each player"}


def rewriting(function: Rewriting) -> Rewriting:
    """Enter a rewriting into the register, under its function's name."""

    def changed(text: str) -> str | None:
        other = function(text)
        return None if other == text else other

    REWRITINGS[function.__name__.replace("_", " ")] = changed
    return function


def each_line(function: LineRewriting) -> LineRewriting:
    """Enter a rewriting of single lines, which are given without their comments."""

    def rewritten(text: str) -> str:
        return "\n".join(function(line) for line in without_comments(text).split("\n"))

    rewritten.__name__ = function.__name__
    rewriting(rewritten)
    return function


def without_comments(text: str) -> str:
    """The text without its comments."""
    return "\n".join(_pieces(line, lambda piece: "" if piece.startswith("#") else piece) for line in text.split("\n"))


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


def _act(line: str, pattern: str, instead: str) -> str:
    """The line with the words of an act replaced."""
    return re.sub(rf"^(\s*{NAME}) {pattern}(?=\s|$)", rf"\1 {instead}", line)


@each_line
def opens_for_bets(line: str) -> str:
    return _act(line, "bets", "opens")


@each_line
def bets_for_opens(line: str) -> str:
    return _act(line, "opens", "bets")


@each_line
def button_for_buck(line: str) -> str:
    return re.sub(r"^(\s*)buck ", r"\1button ", line)


@each_line
def buck_for_button(line: str) -> str:
    return re.sub(r"^(\s*)button ", r"\1buck ", line)


@each_line
def taps_out_for_all_in(line: str) -> str:
    return _plain(line, r"(?<=\s)all in(?=\s|$)", "taps out")


@each_line
def declines_option_for_passes(line: str) -> str:
    return _act(line, "passes", "declines option")


@each_line
def passes_for_declines_option(line: str) -> str:
    return _act(line, "declines option", "passes")


@each_line
def checks_for_passes(line: str) -> str:
    return _act(line, "(?:passes|declines option)", "checks")


@each_line
def raises_without_the_increase(line: str) -> str:
    return re.sub(rf"^(\s*{NAME} raises) {MONEY} to (?={MONEY})", r"\1 to ", line)


@each_line
def raises_without_the_total(line: str) -> str:
    return re.sub(rf"^(\s*{NAME} raises {MONEY}) to {MONEY}", r"\1", line)


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
    acted: bool = False
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
        elif post := re.match(rf"\s*({NAME}) ([a-z-]+) ({MONEY})", line):
            if post[2] in (*LIVE, "ante", "dead", "kill"):
                self.pay(post[1], cents(post[3]), post[2] in LIVE)
        elif back := re.match(rf"\s*return ({MONEY}) to ({NAME})", line):
            self.pay(back[2], -cents(back[1]))
        elif re.match(rf"\s*(?:communal|burn|{NAME} (?:discards|stands pat)|deal|run) ?", line) and self.acted:
            self.put_in, self.acted, self.wagered = {}, False, False
        elif re.match(rf"\s*{NAME} (?:checks|folds)$", line):
            self.acted = True


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

    @property
    def by(self) -> int:
        return self.total - self.highest

    @property
    def plain_call(self) -> bool:
        return self.verb == "calls" and (self.by == 0 or self.left == 0)


def each_wager(function: Callable[[Wager], str | None]) -> Callable[[Wager], str | None]:
    """Enter a rewriting of single wagers, of which what they come to is worked out; None leaves one as it is."""

    def rewritten(text: str) -> str:
        blocks = re.split(r"(?m)(?<=\n)(?=[ \t]*hand )", without_comments(text))
        return "".join("\n".join(_wagers(block.split("\n"), function)) for block in blocks)

    rewritten.__name__ = function.__name__
    rewriting(rewritten)
    return function


def _wagers(lines: list[str], change: Callable[[Wager], str | None]) -> Iterator[str]:
    front, plain = Front(), _plain_hand(lines)
    for line in lines:
        act = ACT.match(line.rstrip()) if plain else None
        if act is None:
            front.follow(line)
            yield line
            continue
        wager = _wager(front, act)
        plain = wager.highest > 0 or wager.verb not in ("calls", "raises")  # else it goes on from before a card
        front.pay(act["who"].strip(), wager.added)
        front.acted, front.wagered = True, front.wagered or (wager.by > 0 and wager.verb != "calls")
        yield (change(wager) if plain else None) or line


def _plain_hand(lines: list[str]) -> bool:
    """Can it be told from these lines alone what lies in front of whom, and where betting rounds end?

    Not if cards are not noted, or if somebody's last chips are a blind, for which a larger one is to be met.
    """
    front = Front()
    for line in lines:
        front.follow(line)
    short = any(one <= 0 for one in front.stakes.values()) or any(POST_ALL_IN.match(line) for line in lines)
    dealt = any(re.match(r"\s*deal ", line) for line in lines)
    return dealt and not short and not any(STRANGE.match(line) for line in lines)


def _wager(front: Front, act: re.Match[str]) -> Wager:
    name, verb = act["who"].strip(), act["verb"]
    before, left = front.put_in.get(name, 0), front.stakes.get(name)
    if act["total"]:
        added = cents(act["total"]) - before
    elif act["added"]:
        added = cents(act["added"]) + (front.highest - before if verb == "raises" else 0)
        if verb == "calls" and before and added == front.highest and added != left:
            added -= before  # the amount is that of the wager to be met
    elif verb == "raises" or act["tail"]:
        added = left if left is not None else front.highest - before
    else:
        added = front.highest - before if left is None else min(front.highest - before, left)
    rest = None if left is None else left - added
    return Wager(act["who"], verb, added, before + added, front.highest, rest, act["tail"], not front.wagered)


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
    return f"{one.who} puts in {dollars(one.added)}{one.tail}" if one.verb == "raises" and one.by > 0 else None


@each_wager
def puts_in_for_bets(one: Wager) -> str | None:
    return f"{one.who} puts in {dollars(one.added)}{one.tail}" if one.verb in ("bets", "opens") else None


@each_wager
def bets_to_a_total(one: Wager) -> str | None:
    return f"{one.who} bets to {dollars(one.total)}{one.tail}" if one.verb in ("bets", "opens") else None


@each_wager
def calls_bare(one: Wager) -> str | None:
    said_wrongly = bool(one.tail) and one.left != 0  # last chips that are none: a bare call would be all of them
    return f"{one.who} calls{one.tail}" if one.plain_call and not one.over_blinds and not said_wrongly else None


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


def _written(one: Wager, tail: str) -> str:
    amount = f"to {dollars(one.total)}" if one.verb in ("raises", "calls", "bets") else dollars(one.added)
    return f"{one.who} {one.verb} {amount}{tail}"


# ---- money that goes back, and notes ----


@rewriting
def a_fold_after_what_is_returned(text: str) -> str:
    """The last fold of a hand, and what goes back to the only player left, in the other order."""
    return re.sub(rf"(?m)^([ \t]*{NAME} folds)\n([ \t]*return {MONEY} to {NAME})$", r"\2\n\1", without_comments(text))


NOTES = rf"(?:{NAME} (?:leaves|asks for [0-9]+)(?: at [0-9:]+)?|time [0-9:]+|remark .*|ruling .*)"


@rewriting
def notes_after_a_hand_inside_it(text: str) -> str:
    """Somebody leaves, or is heard, after the payments of a hand: before its `end` or behind it."""
    return re.sub(rf"(?m)^end\n\n?((?:{NOTES}\n)+)", r"\1end\n\n", without_comments(text))


@each_line
def one_line_for_each_communal_card(line: str) -> str:
    cards = re.match(r"^(\s*communal) \[([^\]]*)\]\s*$", line)
    return line if cards is None else "\n".join(f"{cards[1]} [{card}]" for card in cards[2].split())


@each_line
def one_deal_line_for_each_player(line: str) -> str:
    deal = re.match(r"^(\s*deal(?: up)?) (?!early)(.*\])\s*$", line)
    if deal is None:
        return line
    return "\n".join(f"{deal[1]} {one}" for one in re.findall(rf"{NAME} (?:up |down )?\[[^\]]*\]", deal[2]))
