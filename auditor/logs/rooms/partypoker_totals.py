"""Works out what only the whole of a PartyPoker hand shows: seats and posts without a line, last chips, what went back.

The room has no line on the seat of somebody who comes in the middle of a hand. It does not print the blinds of its
older tournaments. It says of somebody's last chips only how many they are, and counts as won what nobody called. Each
of these follows from the acts.
"""

from __future__ import annotations

import re

from auditor.logs import remarks
from auditor.logs.rooms.common.amounts import numbers
from auditor.logs.rooms.common.chips import at_the_end, with_chips
from auditor.logs.rooms.common.hand import FIXED, RoomHand
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.wording import escaped

SEATED = re.compile(r"Seat ?[0-9]{1,3}: ?(.{1,120}?) ?\(([^()]*)\)(?: - .*)?", re.IGNORECASE)
ACT = re.compile(
    r"(.{1,60}?) +(?:folds|checks|raises \S+ to \S+|"
    r"(?:calls|(?:double )?bets|raises|completes|bring-ins|is all-In|posts [a-z +]{4,20}) *[\[(][^\])]*[\])]) *\.?"
)
SEATS = re.compile(r"Total number of players *: *[0-9]+ */ *([0-9]+)")
LEFT, JOINED = " has left the table.", " has joined the table."
UNSHOWN = " does not show cards."
NO_SMALL_BLIND = "There is no Small Blind in this hand"
ANTES = re.compile(r"-Antes ?\([^)\n]*?-([^)\n]*)\)", re.IGNORECASE)
MOST_SEATS = 10  # if the room does not say how many there are
AFTER_SHOWING = {e.Returned: 1, e.PotTaken: 2, e.Win: 3, e.Counted: 4}  # whatever the order of lines


def unseated(lines: list[str]) -> list[str]:
    """Players who act without a line on a seat, because they came in the middle of the hand. Talk is no act."""
    seated = {found[1] for line in lines if (found := SEATED.fullmatch(line))}
    heads = dict.fromkeys([found[1] for line in lines if (found := ACT.fullmatch(line))])
    return [name for name in heads if name not in seated and ": " not in name][:MOST_SEATS]


def finish(hand: RoomHand, lines: list[str]) -> None:
    """Add to a hand what follows from the whole of it."""
    _rejoin_names(hand, lines)
    _name_only_big_blind(hand)
    _tell_blinds_apart(hand)
    _give_seats(hand, lines)
    _doubt_stakes(hand, lines)
    _doubt_button(hand, lines)
    if hand.stakes.tournament is not None and not hand.stud:
        _post_blinds(hand, lines)
        _post_antes(hand, lines)
    _post_in_silence(hand)
    _name_last_chips(hand)
    _revive_posts(hand)
    _return_uncalled(hand)
    _put_in_order(hand)


# ---- where posts go ----


def _before_the_cards(hand: RoomHand) -> int:
    """The place in a hand of a post that is not printed: after those that are, before cards and acts."""
    return next(
        (n for n, one in enumerate(hand.found) if isinstance(one, e.Act) or not isinstance(one, e.Event)),
        len(hand.found),
    )


def _post(hand: RoomHand, name: str, kind: str, amount: int, line: int) -> None:
    """Add a post that the room does not print."""
    hand.post(name, kind, amount, False, line)
    hand.found.insert(_before_the_cards(hand), hand.found.pop())


# ---- names and seats ----


def _rejoin_names(hand: RoomHand, lines: list[str]) -> None:
    """Complete a name that lines cut short, if it begins that of only one seated player without any line."""
    seated = [name for _, _, name, _ in hand.seats]
    for cut in [name for name in hand.taking_part if name not in seated and f"{name}{JOINED}" not in lines]:
        whole = [name for name in seated if name not in hand.taking_part and name.startswith(cut)]
        if len(whole) == 1:
            hand.taking_part = {whole[0] if name == cut else name: None for name in hand.taking_part}
            hand.folded = {whole[0] if name == cut else name for name in hand.folded}
            for one in hand.found:
                if isinstance(one, e.Act | e.Post | e.Show | e.Muck | e.Win | e.Counted) and one.player == cut:
                    one.player = whole[0]


def _give_seats(hand: RoomHand, lines: list[str]) -> None:
    """Seat everybody who acts without a seat: in the first free one after the player before in turn."""
    taken = {name: seat for _, seat, name, _ in hand.seats}
    without = [name for name in hand.taking_part if name not in taken]
    if not without:
        return
    found = next((match for line in lines if (match := SEATS.match(line))), None)
    most = max(int(found[1]) if found else MOST_SEATS, *taken.values(), 2)
    gone = {seat for name, seat in taken.items() if name not in hand.taking_part and f"{name}{LEFT}" in lines}
    order = _in_turn(hand)
    sure = most - len(taken) <= len(without)  # there are no more free seats than players without one
    for name in without:
        if not sure and f"{name}{JOINED}" not in lines:
            raise Unreadable(f"found acts of {escaped(name, 40)}, who has no seat", hand.stakes.line, 1)
        start = order.index(name)
        before = next((taken[one] for one in reversed(order[start:] + order[:start]) if one in taken), 0)
        after = next((taken[one] for one in order[start:] + order[:start] if one in taken), 0)
        between = [(before + step) % most + 1 for step in range((after - before - 1) % most or most - 1)]
        seat = next((one for one in between if one not in taken.values()), None)
        seat = seat or next((one for one in between if one in gone), None)
        if seat is None:
            raise Unreadable(f"found no free seat for {escaped(name, 40)}, who acts without one", hand.stakes.line, 1)
        hand.seats = [one for one in hand.seats if one[1] != seat]
        taken = {one: place for one, place in taken.items() if place != seat} | {name: seat}
        gone -= {seat}
        hand.seats.append((_first_line(hand, name), seat, name, None))


def _doubt_stakes(hand: RoomHand, lines: list[str]) -> None:
    """Drop the stakes of a tournament if none reaches the big blind: they are no chips, but something else.

    A stake of nothing is dropped, too, if its owner plays: those chips had not come yet.
    """
    hand.seats = [
        (line, seat, name, None if stake == 0 and name in hand.taking_part else stake)
        for line, seat, name, stake in hand.seats
    ]
    stakes = [stake for _, _, _, stake in hand.seats if stake is not None]
    if hand.stakes.tournament is None or not stakes or max(stakes) >= (hand.stakes.big_blind or 0):
        return
    for line, _, _, stake in hand.seats:
        if stake is not None:
            hand.remark(lines[line - hand.stakes.line], remarks.UNKNOWN, line)
    hand.seats = [(line, seat, name, None) for line, seat, name, _ in hand.seats]


def _doubt_button(hand: RoomHand, lines: list[str]) -> None:
    """Drop the button of a converter that writes the seat before it, if that leaves its place open.

    The converter is known by saying of those who folded, too, that they do not show. If somebody in the hand sits
    between the seat it names and the small blind, nobody knows where the button was.
    """
    small = next((one.player for one in hand.found if isinstance(one, e.Post) and one.kind == "blind"), None)
    if hand.button is None or not any(f"{name}{UNSHOWN}" in lines for name in hand.folded):
        return
    line, button = hand.button
    order = sorted(
        [one for one in hand.seats if one[2] in hand.taking_part], key=lambda one: (one[1] <= button, one[1])
    )
    if small is not None and order[0][2] != small:
        hand.remark(lines[line - hand.stakes.line], remarks.UNKNOWN, line)
        hand.button = None


def _in_turn(hand: RoomHand) -> list[str]:
    """The players in the order of their turns in the first betting round, the blinds last."""
    posts = [one for one in hand.found if isinstance(one, e.Post)]
    blinds = dict.fromkeys([one.player for one in posts if one.kind == "blind"])
    acted = dict.fromkeys([one.player for one in hand.found if isinstance(one, e.Act) and one.player not in blinds])
    others = [name for name in hand.taking_part if name not in blinds and name not in acted]
    return [*acted, *others, *blinds]


def _first_line(hand: RoomHand, name: str) -> int:
    return next((one.line for one in hand.found if getattr(one, "player", None) == name), hand.stakes.line)


# ---- posts that the room does not print, or prints in another order ----


def _name_only_big_blind(hand: RoomHand) -> None:
    """Take a big blind with something dead beside it for the regular one, if no line has another."""
    live = [one for one in hand.found if isinstance(one, e.Post) and one.kind == "post"]
    if len(live) == 1 and "big blind" not in hand.blinds and live[0].amount == hand.stakes.big_blind:
        live[0].kind = "blind"


def _tell_blinds_apart(hand: RoomHand) -> None:
    """Take the big blind of the player who acts last for the regular one; others were put up to get cards."""
    big = hand.stakes.big_blind
    posts = [
        one for one in hand.found if isinstance(one, e.Post) and one.kind in ("blind", "post") and one.amount == big
    ]
    turns = list(dict.fromkeys([one.player for one in hand.found if isinstance(one, e.Act)]))
    if len({one.player for one in posts}) == len(posts) > sum(one.kind == "blind" for one in posts) == 1:
        last = max(posts, key=lambda one: turns.index(one.player) if one.player in turns else len(turns))
        for one in posts:
            one.kind = "blind" if one is last else "post"


def _post_blinds(hand: RoomHand, lines: list[str]) -> None:
    """Post the blinds of a tournament that prints none. Whoever acts first sits after the big blind."""
    pair = hand.stakes.pair
    if pair is None or any(isinstance(one, e.Post) and one.kind == "blind" for one in hand.found):
        return
    small, big = (pair[0] // 2, pair[0]) if hand.stakes.limit == FIXED else pair
    players = sorted([one for one in hand.seats if one[3] != 0], key=lambda one: one[1])
    antes = at_the_end(hand).dead
    line = _line_of(hand, lines, ("Blinds", "Trny"))
    place = _big_blind(hand, [name for _, _, name, _ in players])
    if len(players) < 2 or place is None:
        return
    if not any(one.startswith(NO_SMALL_BLIND) for one in lines):
        _, _, name, stake = players[place - 1]
        _post_left(hand, name, "small blind", small if stake is None else min(small, stake - antes.get(name, 0)), line)
    _, _, name, stake = players[place]
    _post_left(hand, name, "big blind", big if stake is None else min(big, stake - antes.get(name, 0)), line)


def _post_left(hand: RoomHand, name: str, kind: str, amount: int, line: int) -> None:
    """Post a blind, or as much of it as the ante left."""
    if amount > 0:
        _post(hand, name, kind, amount, line)


def _big_blind(hand: RoomHand, names: list[str]) -> int | None:
    """The index of the player with the big blind: the one before the first to act, or as the button shows."""
    first = next((one.player for one in hand.found if isinstance(one, e.Act)), None)
    if first in names:
        return names.index(first) - 1
    button = next((name for _, seat, name, _ in hand.seats if hand.button and seat == hand.button[1]), None)
    if button not in names:
        return None
    return (names.index(button) + (1 if len(names) == 2 else 2)) % len(names)


def _line_of(hand: RoomHand, lines: list[str], starts: tuple[str, ...]) -> int:
    """The last line that begins like this; the first line of the hand if none does."""
    found = [number for number, line in enumerate(lines, hand.stakes.line) if line.startswith(starts)]
    return found[-1] if found else hand.stakes.line


def _post_antes(hand: RoomHand, lines: list[str]) -> None:
    """Post the antes of a level, if none is printed and exactly as much was paid beyond all other wagers."""
    stated = numbers(next((found[1] for line in reversed(lines) if (found := ANTES.search(line))), ""))
    if not stated or any(isinstance(one, e.Post) and one.kind == "ante" for one in hand.found):
        return
    ante = hand.cents(stated[0], hand.stakes.line)
    antes = [(name, min(ante, stake or ante)) for _, _, name, stake in hand.seats if stake != 0]
    if sum(amount for _, amount in antes) == _paid(hand) - at_the_end(hand).all:
        for name, amount in antes:
            _post(hand, name, "ante", amount, _line_of(hand, lines, ("Blinds", "Trny")))


def _paid(hand: RoomHand) -> int:
    return sum(one.amount for one in hand.found if isinstance(one, e.Win))


def _post_in_silence(hand: RoomHand) -> None:
    """Post big blinds for players who check while only the blinds are up: they have met them, though no line says so.

    There may be a dead blind beside it. If all that was wagered was paid without such a post, there was none, and the
    check is left to be judged.
    """
    pair, big, wagered = hand.stakes.pair, hand.stakes.big_blind, at_the_end(hand).all
    silent: list[tuple[str, int]] = []
    for one, chips in with_chips(hand):
        if isinstance(one, e.Check) and not chips.later and chips.highest == big and not chips.live.get(one.player):
            silent.append((one.player, one.line))
            chips.add(one.player, big)
    if pair is None or big is None or _paid(hand) == wagered:
        return
    for name, line in silent:
        _post(hand, name, "post", big, line)
    if len(silent) == 1 and _paid(hand) > wagered + big:
        name, line = silent[0]
        _post(hand, name, "dead", pair[0] // 2 if hand.stakes.limit == FIXED else pair[0], line)


def _revive_posts(hand: RoomHand) -> None:
    """Make a second small blind live if its owner calls, or at limit raises a full bet, with so much less."""
    posts = [one for one in hand.found if isinstance(one, e.Post) and one.kind == "dead"]
    unit = hand.stakes.big_blind if hand.stakes.limit == FIXED else None
    for one, chips in with_chips(hand) if posts else ():
        if isinstance(one, e.Wager) and one.added and not (chips.later or chips.live.get(one.player)):
            own = [post for post in posts if post.player == one.player]
            total = one.added + sum(post.amount for post in own)
            calls = isinstance(one, e.Call) and total == chips.highest
            raises = isinstance(one, e.Raise) and bool(unit) and one.added % (unit or 1) > total % (unit or 1) == 0
            for post in own if calls or raises else ():
                post.kind = "post"


# ---- last chips, and what went back ----


def _name_last_chips(hand: RoomHand) -> None:
    """Make last chips a call if they do not exceed what is to be met, and a bet if nothing is to be met."""
    named = list(hand.found)
    for place, (one, chips) in enumerate(with_chips(hand)):
        if isinstance(one, e.Raise) and one.all_in and one.added is not None:
            kind = e.Bet if not chips.highest else e.Call
            if not chips.highest or chips.street.get(one.player, 0) + one.added <= chips.highest:
                named[place] = kind(one.line, 1, one.player, one.added, None, True, None, None, None, ())
    hand.found = named


def _return_uncalled(hand: RoomHand) -> None:
    """Hand back what nobody called, which the room counts as won. Converters have a line for it."""
    chips = at_the_end(hand)
    name, back = chips.uncalled(hand)
    called = chips.all - back
    wins = [one for one in hand.found if isinstance(one, e.Win) and one.player == name]
    if back and _paid(hand) != called and sum(win.amount for win in wins) >= back:
        hand.returned(name, back, wins[0].line)
        _take_off(hand, wins, back)
    pot = next((one for one in hand.found if isinstance(one, e.PotTaken)), None)
    if pot is not None and pot.commission and pot.amount - pot.commission == called:
        pot.amount = called  # the rake is in it already
    if hand.outside and pot is not None:
        hand.outside = _paid(hand) + (pot.commission or 0) != pot.amount
    if hand.outside:
        hand.found = [one for one in hand.found if not isinstance(one, e.Counted)]


def _take_off(hand: RoomHand, wins: list[e.Win], back: int) -> None:
    """Take an amount off what a player won: off a win of that very size if there is one, or from the last pot on."""
    for win in sorted(wins, key=lambda win: (win.amount != back, -(win.pot or 0))):
        part = min(win.amount, back)
        win.amount -= part
        back -= part
    hand.found = [one for one in hand.found if not (isinstance(one, e.Win) and not one.amount)]


def _put_in_order(hand: RoomHand) -> None:
    """Lay cards open before pots are paid, and count stakes afterwards: the lines of a summary go by seats."""
    play = [
        n for n, one in enumerate(hand.found) if not isinstance(one, e.Event) or isinstance(one, e.Act | e.Communal)
    ]
    end = play[-1] + 1 if play else 0
    hand.found[end:] = sorted(hand.found[end:], key=lambda one: AFTER_SHOWING.get(type(one), 0))
