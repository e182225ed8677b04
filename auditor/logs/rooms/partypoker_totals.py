"""Works out what only the whole of a PartyPoker hand shows: seats and posts without a line, last chips, what went back.

The room has no line on the seat of somebody who comes in the middle of a hand. It does not print the blinds of its
older tournaments. It says of somebody's last chips only how many they are, and counts as won what nobody called. Each
of these follows from the acts.
"""

from __future__ import annotations

import re

from auditor.logs import remarks
from auditor.logs.rooms.common.amounts import numbers
from auditor.logs.rooms.common.chips import Chips, at_the_end, misfits, with_chips
from auditor.logs.rooms.common.hand import DEAD, FIXED, LIVE, RoomHand
from auditor.logs.rooms.common.open_questions import (
    ask_post,
    ask_uncalled,
    fits,
    is_asked,
    take_off,
    wins_of,
)
from auditor.logs.rooms.partypoker_doubts import (
    BOTH,
    BY_ACTS,
    BY_BUTTON,
    NONE,
    POSTED,
    ask_blinds,
    ask_regular,
    ask_seat,
    ask_silent,
)
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.wording import escaped

SEATED = re.compile(r"Seat ?[0-9]{1,3}: ?(.{1,120}?) ?\(([^()]*)\)(?: - .*)?", re.IGNORECASE)
ACT = re.compile(
    r"(.{1,60}?) ++(?:folds|checks|raises \S+ to \S+|"
    r"(?:calls|(?:double )?bets|raises|completes|bring-ins|is all-In|posts [a-z +]{4,20}) *[\[(][^\])]*[\])]) *\.?"
)
SEATS = re.compile(r"Total number of players *: *[0-9]+ */ *([0-9]+)")
LEFT, JOINED = " has left the table.", " has joined the table."
UNSHOWN = " does not show cards."
NO_SMALL_BLIND = "There is no Small Blind in this hand"
ANTES = re.compile(r"-Antes ?\([^)\n]*?-([^)\n]*)\)", re.IGNORECASE)
MOST_SEATS = 10  # if the room does not say how many there are
Seated = tuple[int, int, str, int | None]  # line, seat, name, stake
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
    _revive_posts(hand, lines)
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
        free = [one for one in between if one not in taken.values()] or [one for one in between if one in gone]
        seat = _first_free(hand, name, between, free)
        if seat is None:
            raise Unreadable(f"found no free seat for {escaped(name, 40)}, who acts without one", hand.stakes.line, 1)
        hand.seats = [one for one in hand.seats if one[1] != seat]
        taken = {one: place for one, place in taken.items() if place != seat} | {name: seat}
        gone -= {seat}
        hand.seats.append((_first_line(hand, name), seat, name, None))


def _first_free(hand: RoomHand, name: str, between: list[int], free: list[int]) -> int | None:
    """The first free seat. If the button lies between the neighbours, another may be on the other side of it."""
    button = hand.button[1] if hand.button is not None else None
    if len(free) < 2 or button not in between:
        return free[0] if free else None
    here = [one for one in free if between.index(one) <= between.index(button)]
    there = [one for one in free if one not in here]
    return ask_seat(hand, name, here[0], there[0], hand.stakes.line) if here and there else free[0]


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
    button = hand.button[1]
    order = sorted(
        [one for one in hand.seats if one[2] in hand.taking_part], key=lambda one: (one[1] <= button, one[1])
    )
    if small is not None and order[0][2] != small:
        _drop_button(hand, lines)


def _drop_button(hand: RoomHand, lines: list[str]) -> None:
    """Leave open where the button is, and report the line that says it."""
    assert hand.button is not None
    line = hand.button[0]
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
        regular = ask_regular(hand, posts, last)
        for one in posts:
            one.kind = "blind" if one is regular else "post"


def _post_blinds(hand: RoomHand, lines: list[str]) -> None:
    """Post the blinds of a tournament that prints none. Whoever acts first sits after the big blind.

    If the button shows another big blind, it is a doubt, and the calls show which is the likelier. By the acts, the
    button is printed wrong.
    """
    players = sorted([one for one in hand.seats if one[3] != 0], key=lambda one: one[1])
    if hand.stakes.pair is None or len(players) < 2:
        return
    if any(isinstance(one, e.Post) and one.kind == "blind" for one in hand.found):
        return
    alone = any(one.startswith(NO_SMALL_BLIND) for one in lines)
    line = _line_of(hand, lines, ("Blinds", "Trny"))
    names = [name for _, _, name, _ in players]
    acts, button = _before_first(hand, names), _after_button(hand, names, alone)
    place = button if acts is None else acts
    if acts is not None and button is not None and acts != button:
        wrong = [_misfits_with(hand, players, one, alone, line) for one in (acts, button)]
        likely = BY_BUTTON if wrong[1] < wrong[0] else BY_ACTS
        place = acts if ask_blinds(hand, names[acts], names[button], likely, line) else button
        if place == acts:
            _drop_button(hand, lines)
    if place is not None:
        _post_pair(hand, players, place, alone, line)


def _misfits_with(hand: RoomHand, players: list[Seated], place: int, alone: bool, line: int) -> int:
    """How many calls do not fit if this player has the big blind."""
    found, blinds, part = [*hand.found], [*hand.blinds], {**hand.taking_part}
    _post_pair(hand, players, place, alone, line)
    wrong = misfits(hand)
    hand.found, hand.blinds, hand.taking_part = found, blinds, part
    return wrong


def _post_pair(hand: RoomHand, players: list[Seated], place: int, alone: bool, line: int) -> None:
    """Post the big blind for the player at this place and, unless it is alone, the small one for the player before."""
    pair, antes = hand.stakes.pair or (0, 0), at_the_end(hand).dead
    small, big = (pair[0] // 2, pair[0]) if hand.stakes.limit == FIXED else pair
    for at, kind, amount in ((place - 1, "small blind", 0 if alone else small), (place, "big blind", big)):
        _, _, name, stake = players[at]
        _post_left(hand, name, kind, amount if stake is None else min(amount, stake - antes.get(name, 0)), line)


def _post_left(hand: RoomHand, name: str, kind: str, amount: int, line: int) -> None:
    """Post a blind, or as much of it as the ante left."""
    if amount > 0:
        _post(hand, name, kind, amount, line)


def _before_first(hand: RoomHand, names: list[str]) -> int | None:
    """The place of the player before the first to act."""
    first = next((one.player for one in hand.found if isinstance(one, e.Act)), None)
    return (names.index(first) - 1) % len(names) if first in names else None


def _after_button(hand: RoomHand, names: list[str], alone: bool) -> int | None:
    """The place of the big blind by the button, which has the small one between two players."""
    button = next((name for _, seat, name, _ in hand.seats if hand.button and seat == hand.button[1]), None)
    if button not in names:
        return None
    return (names.index(button) + (1 if alone or len(names) == 2 else 2)) % len(names)


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

    There may be a dead blind beside it. If the payments do not show how much was put up, it is a doubt.
    """
    pair, big, wagered = hand.stakes.pair, hand.stakes.big_blind, at_the_end(hand).all
    silent: dict[str, int] = {}
    for one, chips in with_chips(hand):
        if isinstance(one, e.Check) and not chips.later and chips.highest == big and not chips.live.get(one.player):
            silent[one.player] = one.line
            chips.add(one.player, big)
    if pair is None or big is None or not silent:
        return
    small = pair[0] // 2 if hand.stakes.limit == FIXED else pair[0]
    order = _silent_choices(hand, wagered, big * len(silent), small if len(silent) == 1 else 0)
    first = next(iter(silent))
    choice = ask_silent(hand, [*silent], order, big, small, silent[first]) if len(order) > 1 else order[0]
    for name, line in silent.items() if choice != NONE else ():
        _post(hand, name, "post", big, line)
    if choice == BOTH:
        _post(hand, first, "dead", small, silent[first])


def _silent_choices(hand: RoomHand, wagered: int, blinds: int, small: int) -> list[str]:
    """What may have been put up in silence, the likeliest first: what the payments show, or what they leave open."""
    put = {NONE: 0, POSTED: blinds} | ({BOTH: blinds + small} if small else {})
    paid = _paid(hand)
    taken = next((one.commission for one in hand.found if isinstance(one, e.PotTaken)), None)
    if taken is not None or hand.stakes.tournament is not None:
        exact = [one for one, more in put.items() if wagered + more == paid + (taken or 0)]
        if exact:
            return exact
    likely = NONE if paid == wagered else BOTH if small and paid > wagered + blinds else POSTED
    return [likely, *[one for one, more in put.items() if one != likely and paid <= wagered + more]]


def _revive_posts(hand: RoomHand, lines: list[str]) -> None:
    """Ask whether a second small blind is live: so it is if its owner calls, or at limit raises, with so much less."""
    posts = [one for one in hand.found if isinstance(one, e.Post) and one.kind == "dead"]
    unit = hand.stakes.big_blind if hand.stakes.limit == FIXED else None
    likely: dict[str, str] = {}
    for one, chips in with_chips(hand) if posts else ():
        if isinstance(one, e.Act) and one.player not in likely:
            added = one.added or 0 if isinstance(one, e.Wager) else 0
            total = added + sum(post.amount for post in posts if post.player == one.player)
            calls = isinstance(one, e.Call) and total == chips.highest
            raises = isinstance(one, e.Raise) and bool(unit) and added % (unit or 1) > total % (unit or 1) == 0
            fresh = not (chips.later or chips.live.get(one.player))
            likely[one.player] = LIVE if fresh and (calls or raises) else DEAD
    for post in posts:
        if "small blind" in lines[post.line - hand.stakes.line].lower() and not is_asked(hand, post):
            ask_post(hand, post, likely.get(post.player, DEAD))


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
    own = [one for one in wins_of(hand) if one.player == name]
    if back and sum(win.amount for win in own) >= back and _counts_uncalled(hand, chips, own, back):
        hand.returned(name, back, own[0].line)
        take_off(hand, own, back)
    pot = next((one for one in hand.found if isinstance(one, e.PotTaken)), None)
    if pot is not None and pot.commission and pot.amount - pot.commission == called:
        pot.amount = called  # the rake is in it already
    if hand.outside and pot is not None:
        hand.outside = _paid(hand) + (pot.commission or 0) != pot.amount
    if hand.outside:
        hand.found = [one for one in hand.found if not isinstance(one, e.Counted)]


def _counts_uncalled(hand: RoomHand, chips: Chips, own: list[e.Win], back: int) -> bool:
    """Is what nobody called counted as won? The owner's balance shows it, or the sums; otherwise it is a doubt."""
    name, won, called, paid = own[0].player, sum(win.amount for win in own), chips.all - back, _paid(hand)
    stake = next((stake for _, _, owner, stake in hand.seats if owner == name), None)
    balance = next((one.amount for one in hand.found if isinstance(one, e.Counted) and one.player == name), None)
    if stake is not None and balance is not None:
        rest = balance - (stake - chips.put_by(name) + won)
        if rest in (0, back):
            return rest == 0
    inside, outside = fits(hand, paid - back, called), fits(hand, paid, called)
    if inside != outside:
        return inside
    if len({win.player for win in wins_of(hand)}) < 2:
        return paid != called  # nothing hangs on it
    return ask_uncalled(hand, own, back)


def _put_in_order(hand: RoomHand) -> None:
    """Lay cards open before pots are paid, and count stakes afterwards: the lines of a summary go by seats."""
    play = [
        n for n, one in enumerate(hand.found) if not isinstance(one, e.Event) or isinstance(one, e.Act | e.Communal)
    ]
    end = play[-1] + 1 if play else 0
    hand.found[end:] = sorted(hand.found[end:], key=lambda one: AFTER_SHOWING.get(type(one), 0))
