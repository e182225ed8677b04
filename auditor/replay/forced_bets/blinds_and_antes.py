"""Wagers before the cards: which figure of the rulebook each is made under, and what it should be."""

from __future__ import annotations

from auditor.replay.memo import remembered
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Forced
from auditor.vocabulary.events import Event, Post

BLIND = "blind"
BRING_IN = "bring-in"  # the opening that the cards showing force one player to make
KILL = "kill"  # a blind by which one player raises the limits of the hand; the player acts where sitting
LIVE = (BLIND, "over-blind", "straddle", BRING_IN, "post", KILL)  # what counts towards the first betting round
LATER = frozenset(LIVE) - {BLIND, "post", KILL}  # the part of that which comes after the blinds
ENTRY = "post"  # what a player puts up to come in or come back: nobody has to meet it
REPEATED = ("all", "any", "left", "onward")  # who makes wagers before the cards that come again under the same figure
OWN_WILL = ("any", "onward")  # who of those does not have to make them
ONWARD = "onward"  # who puts up a blind that follows the last one
DEAD_BUTTON, MOVING_BUTTON = "dead-button", "moving-button"  # what a table may declare of it
AFTER = 1 << 30  # the number of a wager that is none of the table's blinds: it comes after them


def figure_and_number(state: HandState, post: Post) -> tuple[Forced | None, int]:
    """The figure for a wager before the cards that is about to be made, and which of the table's blinds it is."""
    figures = state.game.forced_by_kind.get(post.kind, ())
    if len(figures) == 1 and figures[0].by == "left" and _is_next(state, post):
        return figures[0], len(state.posts)
    figure = figure_of(state, post)
    return figure, number_of(state, figure, post)


def _is_next(state: HandState, post: Post) -> bool:
    """Is it just the next of the table's blinds, by the player who is due for it? Nearly all blinds are."""
    number, blinds = len(state.posts), state.hand.setup.blinds
    if number >= len(blinds) or post.amount != blinds[number] or state.post_blind_indexes != [*range(number)]:
        return False
    due = dealt_in(state)
    if number >= len(due) or due[number].name != post.player:
        return False
    return due[number] is not state.designated or len(state.players) <= len(blinds)


def figure_of(state: HandState, post: Post) -> Forced | None:
    """The figure for a wager before the cards that is about to be made; None where the rulebook has none for it.

    A wager that is the duty of the player's seat has the figure of that duty, in whatever order the log has the wagers.
    Otherwise the first figure of a kind is for the first such wager, and so on; the figure of a wager that everybody or
    anybody may make is for any number of them. A blind on a moving button is none of the blinds of the hand.
    """
    if on_moving_button(state, post):
        return None
    figures = state.game.forced_by_kind.get(post.kind, ())
    made = state.post_figures
    free = [one for one in figures if _comes_again(one, figures) or all(one is not each for each in made)]
    if state.hand.setup.blinds and not missing_blinds(state) and not _taken_again(state, post):
        free = [one for one in free if one.by != "left"]  # all blinds that the table declares are up: this is another
    if len(figures) > 1:
        free = [figure for figure in free if _is_duty(state, figure, post)] or free
    return free[0] if free else None


def on_moving_button(state: HandState, post: Post) -> bool:
    """Does the player on the button put up a blind beside all those of the hand?

    A button that always moves on to the next player may come to one who still owes a blind. It counts like any other
    money put up to get cards: nobody sits to the left of it.
    """
    button, blinds = state.designated, state.hand.setup.blinds
    if button is None or button.name != post.player or post.kind != BLIND or len(blinds) < 2:
        return False
    if not may_move(state):
        return False
    others = [one for one in state.players if one.name != post.player and one.name in _first_blinds(state)]
    return len(others) >= len(blinds)


@remembered
def _first_blinds(state: HandState) -> dict[str, Post]:
    """The first blind that each player puts up in the hand, by name. The record of the hand does not change."""
    return {one.player: one for one in reversed(state.timeline.all(Post)) if one.kind == BLIND}


def may_move(state: HandState) -> bool:
    """May the button always move on to the next player? Not in a tournament, nor where the table lets it lie dead."""
    setup = state.hand.setup
    dead = setup.tournament is not None or DEAD_BUTTON in setup.listed.get("features", ())
    return state.game.blinds.repeated and not dead


def _taken_again(state: HandState, post: Post) -> bool:
    """Does the next player put up the only blind of a table, after another put up last chips that were less?"""
    blinds = state.hand.setup.blinds
    if not state.game.blinds.repeated or len(blinds) != 1 or post.kind != BLIND:
        return False
    return post.amount == blinds[0] and all(one.amount < blinds[0] for one in state.posts if one.kind == BLIND)


def _comes_again(figure: Forced, figures: tuple[Forced, ...]) -> bool:
    """Is this figure, one of several of a kind, for any number of wagers? Of voluntary blinds only the last is."""
    return figure.by in REPEATED and (figure.by != "onward" or figure is figures[-1])


def _is_duty(state: HandState, figure: Forced, post: Post) -> bool:
    """Is a wager before the cards the one that the player's seat has to make?"""
    seat = maker(state, figure)
    return seat is not None and seat.name == post.player and (post.all_in or post.amount in amounts(state, figure))


def number_of(state: HandState, figure: Forced | None, post: Post) -> int:
    """Which of the table's blinds a wager that is about to be made is, from zero; `AFTER` if it is none of them.

    It is the blind of the player's seat, if the amount may be that, or else the first blind of this amount that is not
    up yet. If no blind has this amount, it is the blind of the player's seat or the first that is not up yet.
    """
    if figure is None or figure.by != "left":
        return AFTER
    blinds = state.hand.setup.blinds
    missing = [number for number in range(len(blinds)) if number not in state.post_blind_indexes]
    if state.game.blinds.repeated and len(blinds) - 1 in state.post_blind_indexes and post.amount == blinds[-1]:
        return AFTER  # two players are due for the last one
    own = AFTER
    for number, player in enumerate(dealt_in(state)):
        if player.name == post.player:
            own = number
            break
    if own in missing and post.amount == blinds[own]:
        return own
    short = post.all_in or post.amount >= state.player(post.player, post).stake
    if own in missing and short and post.amount < blinds[own]:
        return own
    alike = [n for n in missing if blinds[n] == post.amount or (short and blinds[n] > post.amount)]
    if own in missing and alike and not _exchanged(state, own, alike[0]):
        return own
    return next(iter(alike or ([own] if own in missing else missing)), len(state.posts))


def _exchanged(state: HandState, own: int, other: int) -> bool:
    """May two players have put up each other's blind? Not if the other has put up an amount that is neither blind."""
    players, blinds = dealt_in(state), state.hand.setup.blinds
    name = players[other].name if other < len(players) else None
    post = None if name is None else _first_blinds(state).get(name)
    return post is None or post.amount in (blinds[own], blinds[other])


def dealt_in(state: HandState) -> list[Player]:
    """The players who are to be dealt in, in the order in which they have the blinds: from the left of the buck.

    In some games the player with the buck comes first if there are two players, or if there is only one blind.
    """
    order = state.left_of_buck()
    if state.duty[0] is not order:  # the seats or the buck have changed since this was last asked
        state.duty = order, _in_blind_order(state, [player for player in order if not player.out])
    return state.duty[1]


def _in_blind_order(state: HandState, players: list[Player]) -> list[Player]:
    blinds = state.game.blinds
    first = (len(players) == 2 and blinds.heads_up == "button") or (
        blinds.alone == "button" and len(state.hand.setup.blinds) == 1
    )
    return players[-1:] + players[:-1] if first and players and players[-1].seat == state.buck else players


def poster(state: HandState, number: int) -> Player | None:
    """The player who put up the blind of this number, from zero, of those that the table declares."""
    numbers = state.post_blind_indexes
    return state.by_name.get(state.posts[numbers.index(number)].player) if number in numbers else None


def unposted(state: HandState) -> list[Forced]:
    """The figures of the blinds that are the duty of a seat and not on record, where another blind is."""
    if not blinds_noted(state):
        return []
    figures = state.game.forced_by_kind.get(BLIND, ())
    if any(figure.by == "left" for figure in figures):
        return [figures[0] for _ in missing_blinds(state)]
    return (
        [figure for figure in figures if all(figure is not one for one in state.post_figures)]
        if len(figures) > 1
        else []
    )


def missing_blinds(state: HandState) -> list[int]:
    """The numbers of the blinds that the table declares and the record does not show."""
    return [number for number in range(len(state.hand.setup.blinds)) if number not in state.post_blind_indexes]


def blinds_noted(state: HandState) -> bool:
    """Does the record show any wager before the cards that counts towards the first betting round?"""
    return not state.post_kinds.isdisjoint(LIVE)


def least_opening(state: HandState) -> int:
    """The least that the betting is opened with, even if no blind is as much: a minimum that the table declares.

    It is a bet that the blinds are a part of: a player who comes in meets it, and the next wager above it is a raise.
    """
    declared = state.game.blinds.minimum == "blind" and bool(state.blind)
    return (state.hand.setup.minimum or 0) if declared else 0


def antes_only(state: HandState) -> bool:
    """Is the hand played for antes, at a table that declares no blinds?"""
    return bool(state.posts) and not state.hand.setup.blinds and not blinds_noted(state)


def lacks_level(state: HandState) -> bool:
    """Is the blind that the wagers of the first betting round are measured by not on record?"""
    if state.round is not None and state.round.round.round_index:
        return False
    return state.lacks_last or lacks_all(state)


def lacks_all(state: HandState) -> bool:
    """Does the record show no blind at all, though the game is played with those that the table declares?"""
    if blinds_noted(state) or antes_only(state):
        return False
    return any(one.by == "left" for one in state.game.forced_by_kind.get(BLIND, ()))


def lacks_blind(state: HandState, player: Player) -> bool:
    """Should this player have put up a blind that is not on record, and does it count in this betting round?"""
    if state.round is not None and state.round.round.round_index:
        return False
    if lacks_all(state) and not state.hand.setup.blinds:
        return True  # the log does not say how many blinds there are
    if state.hand.setup.blinds:
        missing = [] if blinds_of(state, player) else missing_blinds(state)
        return any(one is player for n, one in enumerate(dealt_in(state)) if n in missing)
    seats = [maker(state, figure) for figure in unposted(state)]
    return any(seat is None or seat is player for seat in seats)


def amounts(state: HandState, figure: Forced, number: int = AFTER) -> list[int]:
    """The amounts that a wager before the cards may have; none where the record lacks what it is measured by."""
    if figure.of == "declared":
        return _declared(state, figure, number)
    unknown = figure.by in OWN_WILL and state.lacks_last
    base = state.minimum if figure.of == "minimum" else None if unknown else state.blind
    return [] if base is None else [step * base for step in figure.multiples]


def _declared(state: HandState, figure: Forced, number: int) -> list[int]:
    """The amounts that the table declares for it. A player who brings in may open for the full bet instead."""
    setup = state.hand.setup
    if figure.kind == "ante":
        return [] if setup.ante is None else [setup.ante]
    if figure.kind != BRING_IN:
        return list(setup.blinds[number : number + 1])
    full = setup.bets[0][0] if setup.bets else setup.minimum
    return [] if setup.bring_in is None else sorted({setup.bring_in, full or setup.bring_in})


def brought_in(state: HandState) -> Player | None:
    """The player who opened the first betting round by a bring-in, if it still lies there."""
    for post in reversed(state.posts):
        if post.kind == BRING_IN and (player := state.by_name[post.player]).put_in_round:
            return player
    return None


def maker(state: HandState, figure: Forced, number: int = 0) -> Player | None:
    """The one player whose duty it is to put it up, if there is one and the record shows where the buck lies."""
    if figure.by == "left":
        return next(iter(dealt_in(state)[number : number + 1]), None)
    designated = state.designated
    if designated is None or designated.out or figure.by not in ("buck", "next"):
        return None
    if figure.by == "buck":
        return designated
    return next((player for player in state.clockwise(designated) if not player.out), None)


def dead_part(state: HandState, player: Player, post: Post) -> int:
    """The part of a post to get cards that goes beyond the least opening, and so counts for nothing in the betting.

    The least opening is the last of the table's blinds, a higher minimum, or a blind that raised the limits of the
    hand.
    """
    blinds = state.hand.setup.blinds
    if not blinds:
        return 0
    kills = [one.amount for one in state.posts if one.kind == KILL] if state.timeline.places_where(_kills) else []
    opening = max([blinds[-1], least_opening(state), *kills])
    return min(max(player.put_in_round - opening, 0), post.amount)


def _kills(event: Event) -> bool:
    return type(event) is Post and event.kind == KILL


def taken_for_live(state: HandState, player: Player, short: int) -> bool:
    """Does a call lack no more than what its player posted beyond the least opening?"""
    posts = [one.amount for one in state.posts if one.kind == ENTRY and one.player == player.name]
    blinds = state.hand.setup.blinds
    return bool(posts) and bool(blinds) and short <= sum(posts) - max(blinds[-1], least_opening(state))


def blinds_of(state: HandState, player: Player) -> int:
    """What a player has put up in blinds."""
    return sum(one.amount for one in state.posts if one.kind in LIVE and one.player == player.name)


def straddle_due(state: HandState) -> int:
    """What a straddle of the first betting round should be, which last chips may fall short of; zero without one."""
    if state.round is None or state.round.round.round_index:
        return 0
    onward = [one for one in state.post_figures if one is not None and one.by == ONWARD]
    return onward[0].multiples[0] * (state.compulsory or 0) if onward else 0


def stands_for(state: HandState, post: Post) -> tuple[int, ...]:
    """The amounts that a blind of somebody's last chips may stand for: its own, or any that it falls short of."""
    figures = state.game.forced_by_kind.get(post.kind, ())
    before = sum(1 for one in state.posts if one.kind == post.kind and one is not post)
    allowed = amounts(state, figures[min(before, len(figures) - 1)]) if figures else []
    return post.amount, *(amount for amount in allowed if amount > post.amount)


def blind_player(state: HandState) -> Player | None:
    """The designated player or, where the record does not show the buck, the player who put up the first blind."""
    if state.designated is not None or not state.posts or state.posts[0].kind not in LIVE:
        return state.designated
    return state.by_name.get(state.posts[0].player)


def last_blind(state: HandState) -> Player | None:
    """The player who put up the last blind of the hand; nobody where one that comes after it is not on record.

    At a table that declares its blinds, one more does not count: it is that of a player who comes in late.
    """
    if state.lacks_last:
        return None
    declared = bool(state.hand.setup.blinds)
    for post, figure in zip(reversed(state.posts), reversed(state.post_figures), strict=True):
        if (figure is not None or not declared) and post.kind in LIVE and post.kind not in (ENTRY, KILL):
            return state.by_name.get(post.player)
    return None


def lacks_last(state: HandState) -> bool:
    """Is the last of the blinds that are somebody's duty not on record, and no later one either?"""
    kinds = state.post_kinds
    if not kinds.isdisjoint(LATER):
        return False
    if blinds := state.hand.setup.blinds:
        return len(blinds) - 1 not in state.post_blind_indexes and BLIND in kinds
    missing = unposted(state)
    return bool(missing) and missing[-1] is state.game.forced_by_kind[BLIND][-1]
