"""What several rooms leave open in a hand as a whole: the lowest chip, a wager that nobody called, a live or dead post.

Each question is asked only where the sums of the hand do not answer it. The likelier choice comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from auditor.logs.rooms.common.chips import at_the_end
from auditor.logs.rooms.common.hand import DEAD, LIVE, PAID, PART, RoomHand, Stakes
from auditor.vocabulary import events as e
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped

MARK = re.compile(r"[0-9]([.,])([0-9]{1,2})(?![0-9.,])")  # the mark before hundredths, if it is none before thousands
WHOLE = 100  # hundredths in a chip of a tournament
LEAST_PAID = 0.75  # the part of a pot that payments must come to, since no room takes more than the rest
INSIDE, OUTSIDE = "inside", "outside"
BECAUSE = {LIVE: "others meet such a post", DEAD: "it stands beside the blinds", PART: "it is more than a big blind"}


def wins_of(hand: RoomHand) -> list[e.Win]:
    """The payments of a hand."""
    return [one for one in hand.found if isinstance(one, e.Win)]


# ---- the lowest chip ----


def usual_chip(stakes: Stakes, amounts: Iterable[str]) -> int:
    """The usual lowest chip: a hundredth; in a tournament a whole chip, unless there are parts in these amounts."""
    return 1 if stakes.tournament is None or _has_parts(amounts, stakes.decimal) else WHOLE


def _has_parts(amounts: Iterable[str], decimal: str) -> bool:
    """Are there parts of a chip among these amounts, as they are written?"""
    marks = [found for amount in amounts for found in MARK.findall(amount)]
    return any(mark == decimal and digits.strip("0") for mark, digits in marks)


# ---- what nobody called ----


def tell_uncalled(hand: RoomHand) -> None:
    """Hand back what nobody called, if several players were paid and the sums leave open whether that is counted.

    Otherwise nothing hangs on it, and it is left as it is.
    """
    wins = wins_of(hand)
    if hand.outside or len({win.player for win in wins}) < 2:
        return
    chips = at_the_end(hand)
    name, back = chips.uncalled(hand)
    own = [win for win in wins if win.player == name]
    won = sum(win.amount for win in own)
    if not back or won < back or any(isinstance(one, e.Returned) for one in hand.found):
        return
    called, paid = chips.all - back, sum(win.amount for win in wins)
    inside, outside = fits(hand, paid - back, called), fits(hand, paid, called)
    if inside != outside:
        return
    if ask_uncalled(hand, own, back):
        take_off(hand, own, back)
    at = next(n for n, one in enumerate(hand.found) if isinstance(one, PAID))
    hand.found.insert(at, e.Returned(own[0].line, 1, name, back))


def fits(hand: RoomHand, paid: int, called: int) -> bool:
    """Do payments and what the room took come to what was called? In a tournament it takes nothing."""
    taken = [one.commission for one in hand.found if isinstance(one, e.PotTaken)]
    if taken and None not in taken:
        return paid + sum([one or 0 for one in taken]) == called
    if hand.stakes.tournament is not None:
        return paid == called
    return LEAST_PAID * called <= paid <= called


def ask_uncalled(hand: RoomHand, own: list[e.Win], back: int) -> bool:
    """Does what the owner won count what nobody called? That is likely, if it is nearer to another share without."""
    name, won = own[0].player, sum(win.amount for win in own)
    others = max(win.amount for win in wins_of(hand) if win.player != name)
    likely = abs(won - back - others) < abs(won - others)
    what = f"the {money_text(back)} that nobody called of {escaped(name, 40)}"
    words = {INSIDE: f"the payments count {what}", OUTSIDE: f"the payments leave out {what}"}
    order = (INSIDE, OUTSIDE) if likely else (OUTSIDE, INSIDE)
    doubt = Doubt(
        "uncalled",
        "whether the payments count what nobody called",
        own[0].line,
        tuple([(word, words[word]) for word in order]),
        "the shares are more alike then",
    )
    return hand.block.ask(doubt) == INSIDE


def take_off(hand: RoomHand, wins: list[e.Win], back: int) -> None:
    """Take an amount off what a player won: off a win of that very size if there is one, or from the last pot on."""
    for win in sorted(wins, key=lambda win: (win.amount != back, -(win.pot or 0))):
        part = min(win.amount, back)
        win.amount -= part
        back -= part
    hand.found = [one for one in hand.found if not (isinstance(one, e.Win) and not one.amount)]


# ---- live and dead posts ----


def ask_post(hand: RoomHand, post: e.Post, likely: str) -> None:
    """Make a post that a player put up to get cards live, dead or both, as this reading has it."""
    big = hand.stakes.big_blind or post.amount
    what = f"the post of {money_text(post.amount)} by {escaped(post.player, 40)}"
    words = {
        LIVE: f"{what} was live",
        DEAD: f"{what} was dead",
        PART: f"{money_text(big)} of {what} was live and the rest dead",
    }
    others = (PART, LIVE, DEAD) if post.amount > big else (LIVE, DEAD)
    order = (likely, *[word for word in others if word != likely])
    doubt = Doubt(
        f"post of {post.player}",
        "whether a post was live or dead",
        post.line,
        tuple([(word, words[word]) for word in order]),
        BECAUSE[likely],
    )
    choice = hand.block.ask(doubt)
    post.kind = "dead" if choice == DEAD else "post"
    if choice == PART:
        at = hand.found.index(post)
        hand.found.insert(at + 1, e.Post(post.line, 1, post.player, "dead", post.amount - big, post.all_in))
        post.amount = big


def is_asked(hand: RoomHand, post: e.Post) -> bool:
    """Has it been asked already what a post was?"""
    return any(one.name == f"post of {post.player}" for one in hand.block.doubts)
