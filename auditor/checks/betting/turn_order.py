"""Checks of whose turn it is: the first to act, the order, the end of a round, refusals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import check
from auditor.auditing.engine.situations import (
    ALL_CHECKED,
    CLOSED,
    CONTESTED,
    FIRST_ACT,
    IN_TURN,
    LATER_ACT,
    OPEN,
    OPENED,
    OPTION,
    PASSED_OVER,
    RAISES,
    UNOPENED,
    WAGERED,
)
from auditor.checks.explanations.cause import watched
from auditor.replay.betting.lookahead import unanswered
from auditor.replay.betting.openers import BY_CARDS
from auditor.replay.betting.options import granted, options
from auditor.replay.betting.sizes import forfeited, uncapped
from auditor.replay.forced_bets.blinds_and_antes import BRING_IN, brought_in
from auditor.replay.forced_bets.kills import began_left_of_kill
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import Player, Table
from auditor.rules.schema.figures import Designated, Figure, Grant, Opener
from auditor.vocabulary.cards import cards_text
from auditor.vocabulary.events import (
    Act,
    Bet,
    Call,
    Communal,
    Deal,
    Discards,
    Event,
    Fold,
    Pass,
    Raise,
    Refused,
    Returned,
    Wager,
)
from auditor.vocabulary.events import Check as Checks
from auditor.vocabulary.findings import DEALER, RECORD, Actor, Severity
from auditor.vocabulary.hand import PLAY_ONLY
from auditor.vocabulary.wording import joined, plural, shown

# ---- who acts first, who acts next ----


def _first_act(table: Table, act: Act, opener: Opener) -> bool:
    betround = table.round
    if betround is None or (table.turn is None and betround.unknown is None):
        return False
    if table.game.kill is not None and betround.round.place == 0 and began_left_of_kill(table, act.player):
        return False  # the clause on the kill says whose turn it was
    if opener.turned is not None and opener.turned != _last_turned(table):
        return False
    return (opener is betround.betting.stand_in) == (betround.stand_in and betround.betting.stand_in is not None)


@check("first-actor", watches={Act: FIRST_ACT}, when=_first_act)
def first_actor(table: Table, act: Act, opener: Opener) -> Iterable[Outcome]:
    """A betting round begun by another player than the one who should act first.

    Reported only if play then went on from the player who did act; if the player passed over acts next, somebody acted
    out of turn instead. Later turns are counted from the player who began.
    """
    turn, betround = table.turn, table.round
    assert betround is not None
    if turn is None:
        return [not_recorded(opener, betround.unknown or "")]
    player = table.player(act.player, act)
    if player is turn or table.skipped or table.absent or not player.able or _nothing_to_add(table, act, turn):
        return ()
    if _lacks_bring_in(table, act, turn):
        return [not_recorded(opener, "the forced bet")]
    showing = opener.seat in BY_CARDS and (betround.round.place > 0 or brought_in(table) is None)
    observed = f"seat {player.seat}{_showing(player, showing)} began the {betround.name} betting round"
    expected = f"seat {turn.seat}{_showing(turn, showing)} acts first"
    return [fault(Severity[opener.severity.upper()], opener, act, observed, expected, by=taker(table) or DEALER)]


def _last_turned(table: Table) -> bool:
    """Is this the last betting round, and does somebody show one card more than there should be?"""
    betround = table.round
    if betround is None or betround.round is not table.rounds[-1]:
        return False
    return any(player.active and len(player.up) > betround.round.pattern.count("u") for player in table.players)


def _nothing_to_add(table: Table, act: Act, turn: Player) -> bool:
    """Did play go on from the next player, because the one to begin has met the wager with the blind already?

    Not if the record says of another that he opened, or if it begins further round the table.
    """
    betround = table.round
    if betround is None or not 0 < betround.highest == turn.total or isinstance(act, Bet):
        return False
    following = next((other for other in table.clockwise(turn) if other.able), None)
    return following is not None and following.name == act.player


def _lacks_bring_in(table: Table, act: Act, turn: Player) -> bool:
    """Did play go on from the next player, so that the forced opening of the one to begin may just not be noted?"""
    betround = table.round
    if betround is None or betround.round.place or betround.opened or isinstance(act, Bet):
        return False
    following = next((other for other in table.clockwise(turn) if other.able), None)
    return BRING_IN in table.game.forced_by_kind and following is not None and following.name == act.player


def _showing(player: Player, showing: bool) -> str:
    return f" ({cards_text(player.up)})" if showing else ""


ROUND_COMPLETION = "round-completion"
QUIET = (Fold, Checks, Pass)  # acts that are no wagers


class Turns(Figure):
    """The betting rounds, by name, whose turns the clause orders; and whether before or after their opening.

    One clause may order the turns (`kept`) while another says what becomes of a check or a fold out of turn
    (`broken`).
    """

    rounds: tuple[str, ...] = ()  # none: all of them
    opened: bool | None = None
    acts: tuple[Literal["fold", "check"], ...] = ("fold", "check")
    judges: Literal["both", "kept", "broken"] = "both"

    @property
    def kinds(self) -> tuple[type[Act], ...]:
        """The kinds of act it is about."""
        return tuple(kind for word, kinds in QUIETLY.items() if word in self.acts for kind in kinds)


def _turn_moments(figure: Turns) -> dict[type, int]:
    return {} if figure.judges == "kept" else dict.fromkeys(figure.kinds, PASSED_OVER | OPENING[figure.opened])


def _turns_kept(figure: Turns) -> dict[type, int]:
    return {} if figure.judges == "broken" else dict.fromkeys(figure.kinds, IN_TURN | OPENING[figure.opened])


QUIETLY: dict[str, tuple[type[Act], ...]] = {"fold": (Fold,), "check": (Checks, Pass)}
OPENING = {None: 0, True: OPENED, False: UNOPENED}


@check("turn-order", watches=QUIET, narrow=_turn_moments, by_round=True, passes=_turns_kept)
def turn_order(table: Table, act: Act, figure: Turns) -> Iterable[Outcome]:
    """A fold or a check out of turn.

    Reported only where a player able to act was passed over and acted later in the round. A wager out of turn is judged
    by its own clauses. A room that records play alone takes acts in turn: there it is the record that is out of order.
    """
    if not table.skipped:
        return ()
    word = "folded" if isinstance(act, Fold) else "checked"
    first = acts_before([player.seat for player in table.skipped])
    return [irregularity(figure, act, f"{word} out of turn", first, by=taker(table))]


def taker(table: Table) -> Actor | None:
    """Who answers for an act out of turn: the player or, where a room records what it takes in turn, the record."""
    return RECORD if PLAY_ONLY in table.hand.setup.records else None


def acts_before(seats: list[int]) -> str:
    """Who should have acted first, in words."""
    if len(seats) == 1:
        return f"seat {seats[0]} acts first"
    return f"seats {joined([str(seat) for seat in seats])} act first"


def _absent(table: Table, event: Act | Communal | Settled) -> Sequence[Player]:
    if isinstance(event, Settled):
        return _left_waiting(table) if PLAY_ONLY in table.hand.setup.records else ()
    return unanswered(table, event) if isinstance(event, Communal) else table.absent


def _left_waiting(table: Table) -> list[Player]:
    """Who had a wager to meet, or to check to, when the pot was paid in the middle of a betting round.

    Nobody, if the hand shows no checks at all, or if last chips may have gone in with the wager before. Once a wager is
    handed back that nobody called, all others have folded or have no chips.
    """
    betround = table.round
    if betround is None or betround.acts == 0 or not table.wins or table.gaps or watched(table, ROUND_COMPLETION):
        return []
    back = next((one.player for one in reversed(table.hand.events) if isinstance(one, Returned)), None)
    if back is not None:
        return [one for one in table.able if one.name != back and one.start]
    if betround.highest == 0 and not any(isinstance(one, Checks) for one in table.hand.events):
        return []
    return [one for one in table.players if table.pending(one) and one.start and not 0 < betround.highest == one.total]


def _somebody_absent(table: Table, event: Act | Communal | Settled, figure: Figure) -> bool:
    return bool(_absent(table, event))


@check(
    "record/missing-act", watches={Act: PASSED_OVER, Communal: OPEN, Settled: OPEN | CONTESTED}, when=_somebody_absent
)
def missing_act(table: Table, event: Act | Communal | Settled, figure: Figure) -> Iterable[Outcome]:
    """A player whose turn came and of whom the record shows no act before the betting round ended.

    Where a room records play alone, also one who had still to act when the pot was paid.
    """
    names = joined([f"seat {player.seat} {shown(player.name, 40)}" for player in _absent(table, event)])
    at = table.wins[0] if isinstance(event, Settled) else event
    return [irregularity(figure, at, f"no act of {names} is recorded", "an act at each turn", by=RECORD)]


# ---- the end of a betting round ----

NEXT = (Communal, Deal, Discards, Settled)  # what comes after a betting round
ENDED = dict.fromkeys(NEXT, CLOSED | WAGERED | CONTESTED)  # the round ended by wagers that were met


class Closure(Figure):
    """The betting rounds, by name, whose end the clause fixes; none: all of them."""

    rounds: tuple[str, ...] = ()


def _after_closure(table: Table, event: Event, figure: Closure) -> bool:
    return table.round is not None and not table.round.all_checked and not table.over


@check("round-closure", watches={Act: CLOSED}, when=_after_closure, by_round=True, passes=ENDED)
def round_closure(table: Table, event: Event, figure: Closure) -> Iterable[Outcome]:
    """An act after all wagers of the betting round have been met.

    A wager of the last player with chips against players who tapped out is uncalled money, no fault. Nor is it one to
    make good what the same player's own wager fell short of.
    """
    if not isinstance(event, Act) or len(table.able) < 2 or not _in_hand(table, event):
        return ()
    assert table.round is not None
    if table.player(event.player, event).total < table.round.highest:
        return ()
    observed = f"acted in the {table.round.name} betting round after all wagers were met"
    return [breach(figure, event, observed, "the round is over")]


def _over_too_soon(table: Table, event: Settled, figure: Closure) -> bool:
    """Is the hand paid out with a betting round under way, of which the log shows any act?"""
    return table.round is not None and table.round.acts > 0 and bool(table.wins) and not table.gaps


@check(
    ROUND_COMPLETION,
    watches={Settled: OPEN | CONTESTED},
    when=_over_too_soon,
    by_round=True,
    passes={Settled: CLOSED},
)
def round_completion(table: Table, event: Settled, figure: Closure) -> Iterable[Outcome]:
    """A hand ended with somebody still to act on the last wager.

    Who has only an option on a blind, or checked against the wager and was told of it, is not waited for. In a hand
    that shows no checks at all, those who had nothing to meet may have checked.
    """
    betround = table.round
    assert betround is not None
    waiting = [player for player in table.players if table.pending(player) and not 0 < betround.highest == player.total]
    if not waiting:
        return ()
    if betround.highest == 0 and not any(isinstance(one, Checks) for one in table.hand.events):
        return [not_recorded(figure, "the checks of the hand")]
    if any(player.start is None for player in waiting):
        return [not_recorded(figure, "the player's stake")]  # the last wager may have taken all of it
    seats = joined([str(player.seat) for player in waiting])
    observed = (
        f"hand ended with {plural(len(waiting), 'seat')} {seats} still to act in the {betround.name} betting round"
    )
    return [breach(figure, table.wins[0], observed, "everybody left acts on the last wager", by=DEALER)]


def _all_checked(table: Table, event: Event, figure: Closure) -> bool:
    return table.round is not None and table.round.all_checked and table.round.closed


@check("all-check", watches={Act: CLOSED}, when=_all_checked, by_round=True, passes=dict.fromkeys(NEXT, ALL_CHECKED))
def all_check(table: Table, event: Event, figure: Closure) -> Iterable[Outcome]:
    """An act after everybody has checked, which ends the betting round.

    The last player with chips may still put some in against players who tapped out: uncalled money, no fault.
    """
    if not isinstance(event, Act) or len(table.able) < 2 or not _in_hand(table, event):
        return ()
    assert table.round is not None
    observed = f"acted in the {table.round.name} betting round after everybody had checked"
    return [breach(figure, event, observed, "the round is over")]


def _in_hand(table: Table, act: Act) -> bool:
    """Is the player one of those who are in and have chips? If not, the record or the clause on last chips speaks.

    Of a wager of somebody who may only call, the clause on that.
    """
    player, betround, move = table.by_name.get(act.player), table.round, table.move
    if player is None or betround is None or not player.able:
        return False
    return move is None or move.kind == "call" or not forfeited(table, betround, player)


# ---- acts refused ----

OFFERED = {"bet": "open"}  # what the log calls an act, where the rulebook has another word


TAKEN: dict[str, type[Act]] = {"fold": Fold, "check": Checks, "open": Bet, "call": Call, "raise": Raise}
MOMENT = {"first": FIRST_ACT, "following": LATER_ACT, "opened": OPENED, "unopened": UNOPENED, "any": 0}


def _taken(grant: Grant) -> dict[type, int]:
    """The act itself, when it is taken, shows that it was not refused."""
    return {TAKEN[grant.act]: MOMENT[grant.to]}


def _refused_grant(table: Table, event: Refused, grant: Grant) -> bool:
    act = OFFERED.get(event.what, event.what)
    return act == grant.act and granted(table, act) is grant and not _own_clause(table, event)


def _own_clause(table: Table, event: Refused) -> bool:
    """Is the refusal of a raise judged by the clause on the option or on two players instead?"""
    return event.what == "raise" and (_beyond_cap(table) or _is_option(table, event.player))


@check("option-refused", watches=Refused, when=_refused_grant, passes=_taken)
def option_refused(table: Table, event: Refused, grant: Grant) -> Iterable[Outcome]:
    """A player refused an act that the rulebook offered at that moment.

    A refusal of what was not open to the player, such as one raise too many, is no fault. An act that is taken shows
    that it was not refused.
    """
    return _refusal(table, event, grant)


def _refusal(table: Table, event: Refused, figure: Figure) -> list[Outcome]:
    act = OFFERED.get(event.what, event.what)
    if table.turn is None or table.turn.name != event.player or act not in {option.act for option in options(table)}:
        return []
    return [
        breach(
            figure, event, f"seat {table.turn.seat} {event.player} was refused a {event.what}", "it was open", by=DEALER
        )
    ]


def _beyond_cap(table: Table) -> bool:
    betround = table.round
    cap = betround.wagering.raises if betround is not None else None
    return betround is not None and cap is not None and betround.raises >= cap.most and uncapped(table, betround)


def _raise_beyond_cap(table: Table, event: Event, figure: Figure) -> bool:
    if isinstance(event, Refused):
        return event.what == "raise" and _beyond_cap(table)
    return table.move is not None and table.move.kind == "raise" and _beyond_cap(table)


@check("two-player-exception", watches={Refused: 0, Wager: RAISES}, when=_raise_beyond_cap)
def two_player_exception(table: Table, event: Event, figure: Figure) -> Iterable[Outcome]:
    """A raise refused by count, although so few players are left that they may go on raising."""
    return _refusal(table, event, figure) if isinstance(event, Refused) else ()


def _among(player: Player, others: tuple[Player, ...]) -> bool:
    return any(player is one for one in others)


def _is_option(table: Table, name: str) -> bool:
    betround, designated = table.round, table.designated
    if betround is None or designated is None or betround.round.place > 0 or designated.name != name:
        return False
    if all(forced.by != "buck" for forced in table.game.forced):
        return False  # the buck has no blind, and so no option of its own
    if betround.betting.designated is not None and (betround.acts or not _among(designated, betround.openers)):
        return False  # where the blind may be the opening wager, the option is that of the one who opens
    return designated.acted < 0 and designated.total == betround.highest > 0


def _option_situation(table: Table, event: Act | Refused, figure: Figure) -> bool:
    if isinstance(event, Refused) and event.what != "raise":
        return False
    return table.turn is not None and table.turn.name == event.player and _is_option(table, event.player)


@check("designated-option", watches={Act: OPTION, Refused: 0}, when=_option_situation)
def designated_option(table: Table, event: Act | Refused, figure: Figure) -> Iterable[Outcome]:
    """The designated player refused the option to raise a blind that others have met.

    Taking the option, or letting it pass, is in order; that the dealer did not ask is no fault by itself. Where such a
    player opens the betting and another blind has to be added first, to let it pass is a fault.
    """
    if isinstance(event, Refused):
        return _refusal(table, event, figure)
    betround = table.round
    if not isinstance(figure, Designated) or figure.blind_is_opening or betround is None or betround.acts:
        return ()
    if isinstance(event, Wager) and table.move is not None and table.move.added >= (table.blind or 0):
        return ()
    return [breach(figure, event, "no wager beside the blind", "another is added first")]
