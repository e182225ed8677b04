"""Lawful hands in which somebody opens a betting round before the player who is to begin it, or a turn is left out.

The lines of a table log are moved, left out or called otherwise, so that the money stays as it was. Nothing here knows
the rules of a game: who is to begin a round is who begins it in the lawful hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

ACT = re.compile(r'  ("(?:[^"\\]|\\.)*"|\S+) (checks|folds|bets|opens|calls|raises|puts in)\b(.*)')
CARDS = re.compile(r'  (deal |communal |("(?:[^"\\]|\\.)*"|\S+) (discards|stands pat))')
SEATED = r'(?m)^  seat [0-9]+ ("(?:[^"\\]|\\.)*"|\S+)(?! .*out$)'
ALL_IN = re.compile(r" (?:all in|taps out)$")
OPENS = ("bets", "opens")
ANSWERS = ("calls", "raises")

Finding = tuple[str, str, str | None]  # the check, the role of who is accused, and the name of a player
DEALER_ALONE: Finding = ("any check", "dealer", None)


@dataclass(frozen=True)
class Line:
    """An act of a betting round: the place of its line in the log, the player as written, the verb and the rest."""

    place: int
    player: str
    verb: str
    rest: str

    @property
    def name(self) -> str:
        """The player's name without quotes."""
        return re.sub(r"\\(.)", r"\1", self.player[1:-1]) if self.player.startswith('"') else self.player

    def __str__(self) -> str:
        return f"  {self.player} {self.verb}{self.rest}"


@dataclass(frozen=True)
class Round:
    """The acts of a betting round after the first in which everybody acts who is still in."""

    lines: tuple[Line, ...]
    last: bool  # no cards come after it

    @property
    def players(self) -> set[str]:
        """Who acts in it."""
        return {line.player for line in self.lines}


def hands(log: str) -> Iterator[str]:
    """Each hand of a log under the head of its table, in a record that promises to note checks."""
    head, *rest = re.split(r"(?m)^(?=hand )", log)
    for each in rest:
        hand = each.partition("\nend")[0]
        yield f"{head.rstrip()}\nrecords checks\n\n{hand}\nend\n"


def rounds(text: str) -> Iterator[Round]:
    """The betting rounds of a hand after the first, where the log notes cards before them.

    Rounds are left out in which somebody who is in has no turn, for want of chips: who begins them may be open.
    """
    found: list[list[Line]] = []
    cards_since = True
    for place, line in enumerate(text.split("\n")):
        act = ACT.fullmatch(line)
        if CARDS.match(line):
            cards_since = True
        elif act is not None:
            if cards_since:
                found.append([])
            cards_since = False
            found[-1].append(Line(place, *act.groups()))
    live = set(re.findall(SEATED, text))
    for number, lines in enumerate(found, 1):
        if number > 1 and live == {line.player for line in lines}:
            yield Round(tuple(lines), last=number == len(found))
        live -= {line.player for line in lines if line.verb == "folds"}


def changed(text: str, lines: tuple[Line, ...], others: list[str]) -> str:
    """The log with these lines of a betting round, the first and those after it, in place of others."""
    all_lines = text.split("\n")
    first = min(line.place for line in lines)
    gone = {line.place for line in lines}
    kept = [line for place, line in enumerate(all_lines[first:], first) if place not in gone]
    return "\n".join([*all_lines[:first], *others, *kept])


# ---- what is done to a round, and what is to be found then ----


@dataclass(frozen=True)
class Displaced:
    """A hand with one thing changed, and all that an audit must find in it."""

    text: str
    found: tuple[Finding, ...]


def _checks(one: Round) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The checks that a round begins with, and the rest if that begins with a bet."""
    count = next((number for number, line in enumerate(one.lines) if line.verb != "checks"), len(one.lines))
    before, rest = one.lines[:count], one.lines[count:]
    return (before, rest) if before and rest and rest[0].verb in OPENS else ((), ())


def _once(one: Round) -> tuple[Line, ...]:
    """The acts of a round in which somebody bets, the next calls for the same, and nobody raises."""
    lines = one.lines
    if len(lines) < 2 or lines[0].verb not in OPENS or lines[1].verb != "calls":
        return ()
    once = len(one.players) == len(lines) and not any(line.rest.endswith(("all in", "taps out")) for line in lines[:2])
    bet, call = ({*re.findall(r"\$[0-9.,]+", line.rest)} for line in lines[:2])
    return lines if once and bet == call and all(line.verb in ("calls", "folds") for line in lines[1:]) else ()


def goes_on(text: str, one: Round) -> Displaced | None:
    """Those who checked before the bet have not acted: whoever bet began, and play goes on from there.

    Unless nobody takes the bet up, and the player who was to begin comes next: then nothing tells. Nor is a check left
    out that costs its player a part of the pot, as a seven does at lowball, where several are then paid.
    """
    before, rest = _checks(one)
    if not before or len(rest) < 2 or ("rules roberts/lowball-a5" in text and text.count(" wins ") > 1):
        return None
    waiting = {line.player for line in before}
    if {line.player for line in rest[1:]} < waiting:
        return None
    taken = any(line.verb in (*ANSWERS, "puts in") for line in rest[1:]) or rest[1].player not in waiting
    found = ("first-actor", "dealer", None) if taken else ("out-of-turn-wager", "player", rest[0].name)
    return Displaced(changed(text, before, []), (found,))


def goes_round(text: str, one: Round) -> Displaced | None:
    """The second player bets and the one who was to begin calls, as the last one.

    Not if these are the last chips of the one who was to begin, who then never acts again: of anybody else they may be
    too few.
    """
    lines = _once(one)
    if not lines or one.last:
        return None
    first, second, *rest = lines
    later = (ACT.fullmatch(line) for line in text.split("\n")[lines[-1].place + 1 :])
    if not any(act is not None and act[1] == first.player for act in later):
        return None
    others = [f"  {second.player} {first.verb}{first.rest}", *map(str, rest), f"  {first.player} calls"]
    return Displaced(changed(text, lines, others), (("first-actor", "dealer", None),))


def goes_back(text: str, one: Round) -> Displaced | None:
    """Somebody bets first, and those who were to act before check then."""
    before, rest = _checks(one)
    if not before:
        return None
    lines = (*before, rest[0])
    found = ("out-of-turn-wager", "player", rest[0].name)
    return Displaced(changed(text, lines, [str(rest[0]), *map(str, before)]), (found,))


def bets_too(text: str, one: Round) -> Displaced | None:
    """The second player bets first, and the one who was to begin bets as if that had not been."""
    lines = _once(one)
    if not lines:
        return None
    first, second = lines[:2]
    others = [f"  {second.player} {first.verb}{first.rest}", str(first)]
    return Displaced(changed(text, lines[:2], others), (("out-of-turn-wager", "player", second.name),))


def left_out(text: str, one: Round) -> Displaced | None:
    """A player has no turn, and everybody else checks: the record lacks an act, and nobody is accused."""
    if one.last or len(one.lines) < 2 or any(line.verb != "checks" for line in one.lines):
        return None
    gone = one.lines[-1 if len(one.lines) % 2 else 0]
    return Displaced(changed(text, (gone,), []), (("record/missing-act", "record", None),))


def card_early(text: str, one: Round) -> Displaced | None:
    """The next communal card, or the next street, comes before the bet, whose player does not begin the next round.

    The betting goes on after it. What the dealer is accused of is another matter, but nobody else is.
    """
    before, rest = _checks(one)
    lines = text.split("\n")
    end = one.lines[-1].place + 1
    coming = [place for place in range(end, len(lines)) if CARDS.match(lines[place])]
    card, until = (*coming, len(lines), len(lines))[:2]
    following = [act[1] for act in map(ACT.fullmatch, lines[card:until]) if act]
    if not before or {*following} != one.players or following[0] == rest[0].player:
        return None
    if not re.match("  (communal|deal up) ", lines[card]):
        return None
    place = rest[0].place
    other = [*lines[:place], *lines[end : card + 1], *lines[place:end], *lines[card + 1 :]]
    return Displaced("\n".join(other), (DEALER_ALONE,))


def first_card_early(text: str) -> str | None:
    """The hand with its first communal card, or second street, before all acts, if they begin with a call or a raise.

    Not if the log has no cards of the players and they get more of their own: then nothing tells which street it is.
    """
    lines = text.split("\n")
    first = next((place for place, line in enumerate(lines) if ACT.fullmatch(line)), len(lines))
    act = ACT.fullmatch(lines[first]) if first < len(lines) else None
    card = next((place for place in range(first, len(lines)) if CARDS.match(lines[place])), None)
    if act is None or act[2] not in ANSWERS or card is None or any(ALL_IN.search(line) for line in lines[first:card]):
        return None
    street = "  deal up " if re.search(r"(?m)^rules .*stud", text) else "  communal "
    folds = any(" folds" in line for line in lines[first:card])  # and gets no card of the street any more
    if not lines[card].startswith(street) or (folds and street == "  deal up "):
        return None
    return "\n".join([*lines[:first], lines[card], *lines[first:card], *lines[card + 1 :]])


Displacement = Callable[[str, Round], Displaced | None]
DISPLACEMENTS: tuple[Displacement, ...] = (goes_on, goes_round, goes_back, bets_too, left_out, card_early)
