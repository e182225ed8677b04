"""Reads how a PHH hand ended: who was paid how much, by the stacks after the hand or by the winnings.

The two may contradict each other: a converter cut numbers at the comma of the thousands. And some rooms count as
winnings what nobody called, others do not. The reading that fits what was put in is taken, and the doubt is stated.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import sub

from auditor.logs.phh.chip import ask_chip
from auditor.logs.phh.play import Play
from auditor.vocabulary import events as e
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped

LEAST_PAID = 0.75  # the part of a pot that winnings must come to, since no room takes more than the rest
USUALLY_PAID = 0.9  # the part of a pot that is paid even where a room takes much
LIKELY = 2
STACKS, WINNINGS = "stacks", "winnings"
INSIDE, OUTSIDE = "inside", "outside"


def settle(play: Play) -> bool:
    """Add what the file tells of the end. If it tells nothing, or a share is left out, add nothing.

    Tells whether the payments add up: nobody has lost more than was put in, and no more was paid than there was.
    """
    alone, uncalled = _uncalled(play)
    pot = sum(play.put) - uncalled
    paid = _paid(play, alone, uncalled, pot)
    if paid is None:
        return True
    if 0 < sum(paid) < USUALLY_PAID * pot:
        _ask_rake(play, pot - sum(paid))
    if len(paid) - paid.count(0) > 1:
        _ask_stacks(play, paid)
    if len(paid) - paid.count(0) > 1:
        ask_chip(play.fields, play.block, (*play.put, *paid))
    events, line, players, total = play.events, play.fields.line, play.players, sum(paid)
    for player, (at, column, cards) in play.unseen.items():
        if paid[player] > 0:
            events.append(e.Show(at, column, players[player], cards))
    if uncalled:
        events.append(e.Returned(line, 1, players[alone], uncalled))
    taken = max(pot - total, 0) if total >= LEAST_PAID * pot else None  # otherwise a share of a tie is left out
    if taken and len(paid) - paid.count(0) > 1:
        taken = None  # no field states it, and a share may be written wrong
    events.append(e.PotTaken(line, 1, None, pot, taken))
    events += [e.Win(line, 1, players[player], won, None) for player, won in enumerate(paid) if won > 0]
    if play.unfit:
        events += _wrong_stacks(play)
    return fits(total, pot) == LIKELY and min(paid) >= 0


def _uncalled(play: Play) -> tuple[int, int]:
    """Who put in more live chips than anybody else, and how much more. If there are only antes, these count."""
    live = play.put if play.dead is None else [*map(sub, play.put, play.dead)]
    live = live if any(live) else play.put
    second, most = sorted(live)[-2:]
    return live.index(most), most - second


def _paid(play: Play, alone: int, uncalled: int, pot: int) -> list[int] | None:
    """What each player was paid of the pot; None if the file does not say, or leaves out a share."""
    by_stacks = _by_stacks(play, alone, uncalled)
    stated = [*play.fields.amounts("winnings")]
    if len(stated) != len(play.players) or not any(stated):
        return by_stacks
    if by_stacks is None:
        paid = _by_winnings(play, stated, alone, uncalled, pot)
        if sum(paid) >= LEAST_PAID * pot:
            return paid
        _ask_rake(play, pot - sum(paid))
        return None
    other = [*stated]
    other[alone] -= uncalled
    if by_stacks in (stated, other):
        return by_stacks
    if _result(play, by_stacks, pot) == STACKS:
        return by_stacks
    return _by_winnings(play, stated, alone, uncalled, pot)


def _by_stacks(play: Play, alone: int, uncalled: int) -> list[int] | None:
    """What each player has more after the hand than what was put in leaves; None if not all stacks are known."""
    ends = play.fields.amounts("finishing_stacks")
    if len(ends) != len(play.players) or None in play.stacks:
        return None
    paid = [end - (stack or 0) + put for end, stack, put in zip(ends, play.stacks, play.put, strict=True)]
    play.unfit = min(paid) < 0
    paid[alone] -= uncalled
    return paid


def _result(play: Play, by_stacks: list[int], pot: int) -> str:
    """Which of two fields that contradict each other tells the result?

    The stacks, if nobody has less than what was put in leaves and no more was paid than there was; otherwise the
    winnings. Either way it is a doubt.
    """
    fits = min(by_stacks) >= 0 and LEAST_PAID * pot <= sum(by_stacks) <= pot
    words = {
        STACKS: "the stacks after the hand are right and the winnings wrong",
        WINNINGS: "the winnings are right and the stacks after the hand wrong",
    }
    likely, other = (STACKS, WINNINGS) if fits else (WINNINGS, STACKS)
    doubt = Doubt(
        "result",
        "whether the winnings or the stacks after the hand are right",
        play.fields.place("finishing_stacks")[0],
        ((likely, words[likely]), (other, words[other])),
        "the stacks fit what was put in" if fits else "the stacks do not fit what was put in",
    )
    return play.block.ask(doubt)


def _wrong_stacks(play: Play) -> Iterator[e.Event]:
    """The stacks after the hand, if somebody has less than wagers and payments leave: the contradiction is reported."""
    ends = play.fields.amounts("finishing_stacks")
    if len(ends) != len(play.players) or None in play.stacks:
        return
    left = [(stack or 0) - put for stack, put in zip(play.stacks, play.put, strict=True)]
    if any(end < stake for end, stake in zip(ends, left, strict=True)):
        line = play.fields.place("finishing_stacks")[0]
        yield from (e.Counted(line, 1, name, end) for name, end in zip(play.players, ends, strict=True))


def _by_winnings(play: Play, stated: list[int], alone: int, uncalled: int, pot: int) -> list[int]:
    """The winnings without what nobody called, if they count that: a doubt if they fit the pot both ways."""
    paid, total = [*stated], sum(stated)
    if not uncalled or paid[alone] < uncalled:
        return paid
    with_it, without = fits(total - uncalled, pot), fits(total, pot)
    inside = with_it > without or (paid[alone] == uncalled and not without)
    if with_it and without and len(paid) - paid.count(0) > 1:
        inside = _counts_uncalled(play, alone, uncalled, inside) == INSIDE
    paid[alone] -= uncalled if inside else 0
    return paid


def fits(total: int, pot: int) -> int:
    """Can so much have been paid of a pot: not at all, possibly, or likely, by what rooms take?"""
    if not LEAST_PAID * pot <= total <= pot:
        return 0
    return LIKELY if total >= USUALLY_PAID * pot else 1


def _counts_uncalled(play: Play, alone: int, uncalled: int, likely: bool) -> str:
    """Do the winnings count what nobody called?"""
    what = f"the {money_text(uncalled)} that nobody called of {escaped(play.players[alone], 40)}"
    words = {INSIDE: f"the winnings count {what}", OUTSIDE: f"the winnings leave out {what}"}
    order = (INSIDE, OUTSIDE) if likely else (OUTSIDE, INSIDE)
    doubt = Doubt(
        "uncalled",
        "whether the winnings count what nobody called",
        play.fields.place("winnings")[0],
        tuple([(word, words[word]) for word in order]),
        "the winnings are more than the pot otherwise" if likely else "the winnings are no more than the pot",
    )
    return play.block.ask(doubt)


def _ask_rake(play: Play, missing: int) -> None:
    """State the doubt that money missing from the payments may be no rake, but an amount that was written wrong."""
    amount = money_text(missing)
    doubt = Doubt(
        "rake",
        "whether what is missing from the payments is rake",
        play.fields.place("winnings")[0],
        (
            ("rake", f"the {amount} missing from the payments were rake"),
            ("wrong", f"the {amount} missing from the payments were no rake and an amount of this hand is wrong"),
        ),
        "no field states the rake",
        voids=True,
    )
    play.block.ask(doubt)


def _ask_stacks(play: Play, paid: list[int]) -> None:
    """State the doubt that a stack is wrong, if it has chips more for somebody who folded, or just a few."""
    if "finishing_stacks" not in play.fields.values:
        return
    folded = {one.player for one in play.events if type(one) is e.Fold}
    least = play.fields.amount("min_bet") or 0
    each = zip(play.players, paid, strict=True)
    gained = [name for name, won in each if won > 0 and (name in folded or won < least)]
    if gained:
        name = escaped(gained[0], 40)
        doubt = Doubt(
            "stack after",
            "whether the stacks after the hand are right",
            play.fields.place("finishing_stacks")[0],
            (("right", "the stacks after the hand are right"), ("wrong", f"the stack of {name} is written wrong")),
            "no other field contradicts them",
            voids=True,
        )
        play.block.ask(doubt)
