"""Forced wagers that may have been left out: antes, blinds, straddles, kills, the bring-in."""

from __future__ import annotations

from itertools import product, takewhile

from auditor.auditing.slips.acts_left_out import likely_totals
from auditor.auditing.slips.gaps import Gaps
from auditor.auditing.slips.slip import Slip, place_before
from auditor.replay.forced_bets.kills import declares_kills, kill_amounts
from auditor.replay.state import HandState, Player
from auditor.vocabulary import events as e
from auditor.vocabulary.wording import escaped

DOUBLED: tuple[e.Posting, ...] = ("straddle", "over-blind")  # each twice what was put up before it
BLINDS = 4  # players on the left of the button who may owe a blind


def posts(gaps: Gaps, state: HandState, at: int) -> None:
    """An ante, a blind or a straddle, of a player whose it may have been."""
    setup = gaps.hand.setup
    antes = [post.amount for post in state.posts if post.kind == "ante"]
    if antes or (setup.ante and not state.posts):
        for player in _without_post(state, state.players, "ante"):
            _post(gaps, at, player, "ante", max(antes, default=setup.ante or 0), len(antes))
            gaps.posters.append((at, player, "ante", len(antes)))
    if antes and not (setup.blinds or any(post.kind == "blind" for post in state.posts)):
        return
    known = [*state.left_of_buck()[:BLINDS], state.designated]
    around = [one for one in (known if state.buck is not None else state.players) if one is not None]
    amounts = _unposted(state, at)
    for player in _without_post(state, around, "blind", "dead", "post"):
        places = range(len(antes), len(state.posts) + 1)
        for amount, before in product(filter(None, amounts), places):
            _post(gaps, at, player, "blind", amount, before)
        gaps.posters += [(at, player, "blind", before) for before in places if amounts]
    _doubled(gaps, state, at)
    _to_get_cards(gaps, state, at)
    _kills(gaps, state, at)


def last_chips(gaps: Gaps, amount: int) -> list[Slip]:
    """The antes and blinds of players who never act, if as much as this, their last chips, is missing in a pot."""
    acted = {one.player for one in gaps.hand.events if isinstance(one, e.Act)}
    before, gaps.found = gaps.found, []
    for at, player, kind, others in gaps.posters if amount > 0 else ():
        if player.name not in acted:
            _post(gaps, at, player, kind, amount, others, all_in=True)
    made, gaps.found = gaps.found, before
    return made


def _to_get_cards(gaps: Gaps, state: HandState, at: int) -> None:
    """As much as the last blind that the table declares, of a player who then has nothing to call and checks."""
    acts = [*takewhile(lambda one: not isinstance(one, e.Communal), gaps.hand.events[at:])]
    first = {one.player: one for one in reversed(acts) if isinstance(one, e.Act)}
    for amount in gaps.hand.setup.blinds[-1:]:
        for player in _without_post(state, state.players, "blind", "straddle", "over-blind", "post", "dead"):
            if isinstance(first.get(player.name), e.Check):
                _post(gaps, at, player, "post", amount, len(state.posts))


def _kills(gaps: Gaps, state: HandState, at: int) -> None:
    """A kill where the table has them and none is on record."""
    kill = state.game.kill
    if kill is None or not declares_kills(kill, gaps.hand.setup) or any(post.kind == "kill" for post in state.posts):
        return
    for player, amount in product(state.players, kill_amounts(kill, gaps.hand.setup)):
        if not player.out:
            _post(gaps, at, player, "kill", amount, len(state.posts))


def _doubled(gaps: Gaps, state: HandState, at: int) -> None:
    """A straddle or an over-blind, where the game has them."""
    for kind in DOUBLED:
        if kind in state.game.forced_by_kind:
            _doubled_blinds(gaps, state, at, kind)


def _doubled_blinds(gaps: Gaps, state: HandState, at: int, kind: e.Posting) -> None:
    """Twice the last blind, or half of what comes after it."""
    made = [post for post in state.posts if post.kind == kind]
    blinds = [*gaps.hand.setup.blinds, *[post.amount for post in state.posts if post.kind == "blind"]]
    amounts = dict.fromkeys(
        [*[post.amount // 2 for post in made], 2 * max([*blinds, *[one.amount for one in made]], default=0)]
    )
    for player in _without_post(state, state.left_of_buck()[: BLINDS + 1], "blind", kind):
        for amount in filter(None, amounts):
            lower = sum(post.kind != kind or post.amount < amount for post in state.posts)
            _post(gaps, at, player, kind, amount, lower)


def bring_in_of(gaps: Gaps, state: HandState, player: Player) -> None:
    """The forced opening of a player whom the first act passes over, if nobody's is on record."""
    amount, betround = gaps.hand.setup.bring_in, state.round
    made = any(post.kind == "bring-in" for post in state.posts)
    if amount is None or made or betround is None or betround.acts or "bring-in" not in state.game.forced_by_kind:
        return
    at = state.event_index
    post = e.Post(*place_before(gaps.hand, at), player.name, "bring-in", min(amount, player.stake or amount))
    gaps.insert(at, post, f"the bring-in of {escaped(player.name, 40)}")


def _post(
    gaps: Gaps, at: int, player: Player, kind: e.Posting, amount: int, before: int, *, all_in: bool = False
) -> None:
    """A post after so many of the others, as much as the player has."""
    amount = min(amount, player.stake or amount)
    made = takewhile(lambda one: not isinstance(one[1], e.Misdeal), reversed([*enumerate(gaps.hand.events[:at])]))
    places = [n for n, one in made if isinstance(one, e.Post)][::-1]
    where = places[before] if before < len(places) else at
    post = e.Post(*place_before(gaps.hand, where), player.name, kind, amount, all_in)
    gaps.insert(where, post, f"the {kind} of {escaped(player.name, 40)}")


def _without_post(state: HandState, players: list[Player], *kinds: str) -> list[Player]:
    """The players who may have put up something of these kinds that the record does not have, each once."""
    posted = {post.player for post in state.posts if post.kind in kinds}
    names = dict.fromkeys(player.name for player in players if not player.out)
    return [state.by_name[name] for name in names if name not in posted]


def _unposted(state: HandState, at: int) -> list[int]:
    """The blinds that the table declares and nobody posted; without a declaration, what they may have come to."""
    setup, posted = state.hand.setup, [post.amount for post in state.posts if post.kind == "blind"]
    if setup.blinds:
        return [amount for amount in dict.fromkeys(setup.blinds) if setup.blinds.count(amount) > posted.count(amount)]
    if len(posted) >= len(state.game.forced_by_kind.get("blind", ())):
        return []
    unit = setup.minimum or 0
    return list(dict.fromkeys([unit, 2 * unit, *likely_totals(state, at)]))
