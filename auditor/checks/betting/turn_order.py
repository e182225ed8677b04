"""Checks of whose turn it is: the first to act, the order, the end of a round, refusals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import On, check, never, on, on_each
from auditor.auditing.engine.situations import (
    ALL_CHECKED,
    BELOW_CAP,
    CLOSED,
    CONTESTED,
    FIRST_ACT,
    IN_TURN,
    LATER_ACT,
    NO_CAP,
    OPEN,
    OPENED,
    OPENERS,
    OPTION,
    PASSED_OVER,
    RAISES,
    UNKILLED,
    UNOPENED,
    WAGERED,
)
from auditor.checks.support.check_names import has_clause_for
from auditor.replay.betting.lookahead import notes_checks, place_of, unanswered
from auditor.replay.betting.openers import BY_CARDS
from auditor.replay.betting.options import granted, options
from auditor.replay.betting.sizes import forfeited, uncapped
from auditor.replay.engine.apply_cards import comes_after_betting
from auditor.replay.forced_bets.blinds_and_antes import BRING_IN, brought_in
from auditor.replay.forced_bets.kills import began_left_of_kill
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState, Player
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
from auditor.vocabulary.wording import escaped, joined, plural

# ---- who acts first, who acts next ----


def _first_act(state: HandState, act: Act, opener: Opener) -> bool:
    betround = state.round
    if betround is None or (state.turn is None and betround.unknown is None):
        return False
    if state.game.kill is not None and betround.round.round_index == 0 and began_left_of_kill(state, act.player):
        return False  # the clause on the kill says whose turn it was
    if opener.turned is not None and opener.turned != _last_turned(state):
        return False
    return (opener is betround.betting.stand_in) == (betround.stand_in and betround.betting.stand_in is not None)


def _for_another(opener: Opener) -> On[Event]:
    """Where a round is opened from a place that is not the one of the figure: that of a stand-in, or of the opener."""
    return on(Act, *[flag for seat, flag in OPENERS.items() if seat != opener.seat])


def _in_turn(opener: Opener) -> On[Event]:
    return on(Act, IN_TURN | UNKILLED | OPENERS[opener.seat]) if opener.turned is None else never()


@check(
    "first-actor",
    watches=on(Act, FIRST_ACT),
    figure=Opener,
    when=_first_act,
    moot_at=_for_another,
    clears_at=_in_turn,
    record="full",
    laid_to_record=True,
    answers=("dealer",),
)
def first_actor(state: HandState, act: Act, opener: Opener) -> Iterable[Outcome]:
    """A betting round begins with another player than the one who should act first.

    The fault is reported only if play goes on from the player who did act: others act before those passed over, or
    somebody calls or raises the wager. If those passed over act next, or check or bet as if nothing had been wagered,
    somebody acted out of turn instead. Later turns are counted from the player who began. A log that neither shows nor
    promises checks may leave them out. A room that records play alone takes acts in turn: there it is the record that
    is out of order.
    """
    return _wrong_beginning(state, act, opener, DEALER)


@check(
    "first-actor",
    watches=on(Act, FIRST_ACT),
    figure=Opener,
    when=_first_act,
    moot_at=_for_another,
    clears_at=_in_turn,
    record="play",
    laid_to_record=True,
)
def first_actor_in_record_of_play(state: HandState, act: Act, opener: Opener) -> Iterable[Outcome]:
    """The same where a room records play alone: it takes acts in turn, so the fault is laid to the record."""
    return _wrong_beginning(state, act, opener, RECORD)


def _wrong_beginning(state: HandState, act: Act, opener: Opener, by: Actor) -> Iterable[Outcome]:
    """The fault of a betting round that another player begins than should."""
    turn, betround = state.turn, state.round
    assert betround is not None
    if turn is None:
        return [not_recorded(opener, betround.unknown or "")]
    player = state.player(act.player, act)
    if player is turn or state.skipped or state.absent or not player.able or _nothing_to_add(state, act, turn):
        return ()
    if _lacks_bring_in(state, act, turn):
        return [not_recorded(opener, "the forced bet")]
    showing = opener.seat in BY_CARDS and (betround.round.round_index > 0 or brought_in(state) is None)
    observed = f"seat {player.seat}{_showing(player, showing)} began the {betround.name} betting round"
    expected = f"seat {turn.seat}{_showing(turn, showing)} acts first"
    return [fault(Severity[opener.severity.upper()], opener, act, observed, expected, by=by)]


def _last_turned(state: HandState) -> bool:
    """Is this the last betting round, and does somebody show one card more than there should be?"""
    betround = state.round
    if betround is None or betround.round is not state.rounds[-1]:
        return False
    return any(player.active and len(player.up) > betround.round.pattern.count("u") for player in state.players)


def _nothing_to_add(state: HandState, act: Act, turn: Player) -> bool:
    """Does play go on from the next player, because the one to begin has met the wager with the blind already?

    Not if the record calls the act a bet, or if play begins further round the table.
    """
    betround = state.round
    if betround is None or not 0 < betround.highest == turn.put_in_round or isinstance(act, Bet):
        return False
    following = next((other for other in state.clockwise(turn) if other.able), None)
    return following is not None and following.name == act.player


def _lacks_bring_in(state: HandState, act: Act, turn: Player) -> bool:
    """Does play go on from the next player, so that the forced opening of the one to begin may just not be noted?"""
    betround = state.round
    if betround is None or betround.round.round_index or betround.opened or isinstance(act, Bet):
        return False
    following = next((other for other in state.clockwise(turn) if other.able), None)
    return BRING_IN in state.game.forced_by_kind and following is not None and following.name == act.player


def _showing(player: Player, showing: bool) -> str:
    return f" ({cards_text(player.up)})" if showing else ""


ROUND_COMPLETION = "round-completion"
QUIET: tuple[type[Act], ...] = (Fold, Checks, Pass)  # acts that are no wagers


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
        """The kinds of act that the clause is about."""
        return tuple(kind for word, kinds in QUIETLY.items() if word in self.acts for kind in kinds)


def _turn_moments(figure: Turns) -> On[Event]:
    """The moments at which somebody was passed over; a clause that only orders the turns leaves those to another."""
    return never() if figure.judges == "kept" else on_each(figure.kinds, PASSED_OVER | OPENING[figure.opened])


def _turns_kept(figure: Turns) -> On[Event]:
    """The acts in turn that show compliance; a clause on acts out of turn leaves those to another."""
    return never() if figure.judges == "broken" else on_each(figure.kinds, IN_TURN | OPENING[figure.opened])


QUIETLY: dict[str, tuple[type[Act], ...]] = {"fold": (Fold,), "check": (Checks, Pass)}
OPENING = {None: 0, True: OPENED, False: UNOPENED}


@check(
    "turn-order",
    watches=on_each(QUIET),
    figure=Turns,
    watched_for=_turn_moments,
    by_round=True,
    passes_at=_turns_kept,
    laid_to_record=True,
)
def turn_order(state: HandState, act: Act, figure: Turns) -> Iterable[Outcome]:
    """A player folds or checks out of turn.

    The fault is reported only where a player able to act was passed over and acted later in the round. If a misdeal
    ended the round before, it is an advisory, because the act of the player passed over may not have been noted. A
    wager out of turn is judged by its own clauses. A room that records play alone takes acts in turn: there it is the
    record that is out of order.
    """
    if not state.skipped:
        return ()
    return [displaced(state, act, figure, "folded" if isinstance(act, Fold) else "checked")]


def displaced(state: HandState, at: Event, figure: Figure, what: str, by: Actor | None = None) -> Outcome:
    """The fault of an act that passed over players who acted later, or may just not have come to act."""
    seats = [player.seat for player in state.skipped]
    named = f"{plural(len(seats), 'seat')} {joined([str(seat) for seat in seats])}"
    first = f"{named} {'acts' if len(seats) == 1 else 'act'} first"
    if state.called_off:
        return advisory(figure, at, f"{what} out of turn, or no act of {named} was noted before", first, by=by)
    return irregularity(figure, at, f"{what} out of turn", first, by=by)


NEXT_CARDS: tuple[type[Event], ...] = (Communal, Deal, Discards)
NEXT: tuple[type[Event], ...] = (*NEXT_CARDS, Settled)  # what comes after a betting round


def _without_act(state: HandState, event: Event) -> Sequence[Player]:
    """The players whose act is missing, unless they had nothing to answer but an act after the round was over."""
    if state.round is not None and state.round.overrun is not None:
        return ()
    if isinstance(event, Settled):
        return _left_waiting(state)
    if isinstance(event, Communal | Deal | Discards):
        return unanswered(state, event) if comes_after_betting(state, event) else ()
    return state.absent


def _left_waiting(state: HandState) -> list[Player]:
    """The players who had still to act when the pot was paid in the middle of a betting round.

    If a wager that nobody called went back, they are all others with chips: each of these should have folded. If none
    did, they are the players who had still to meet the wager or to check; in a hand without a wager that neither shows
    nor promises checks, they may have checked. A player whose stake the record does not tell may have had no chips
    left. Where all who are in take back what they put in, they agreed to end the hand. A rulebook with a clause on the
    end of betting rounds reports such players under the clause.
    """
    betround = state.round
    if (
        betround is None
        or betround.acts == 0
        or not state.wins
        or state.gaps
        or has_clause_for(state, ROUND_COMPLETION)
        or all(one.won == one.put_in_hand for one in state.active)
    ):
        return []
    back = next((one.player for one in reversed(state.hand.events) if isinstance(one, Returned)), None)
    if back is not None:
        return [one for one in state.able if one.name != back and one.start]
    if betround.highest == 0 and not notes_checks(state):
        return []
    return [
        one
        for one in state.players
        if state.pending(one) and one.start and not 0 < betround.highest == one.put_in_round
    ]


def _somebody_without_act(state: HandState, event: Event, figure: Figure) -> bool:
    return bool(_without_act(state, event))


@check(
    "record/missing-act",
    watches=on(Act, PASSED_OVER) | on_each(NEXT_CARDS, OPEN) | on(Settled, OPEN | CONTESTED),
    figure=Figure,
    when=_somebody_without_act,
)
def missing_act(state: HandState, event: Event, figure: Figure) -> Iterable[Outcome]:
    """A player's turn came, and the record shows no act of the player before the betting round ended.

    A round ends when the next communal card is turned, when the next cards are dealt, with the draw, or when the pot is
    paid. Players whom a misdeal may have kept from acting are passed over.
    """
    players = _without_act(state, event)
    names = joined([f"seat {player.seat} {escaped(player.name, 40)}" for player in players])
    at = state.wins[0] if isinstance(event, Settled) else event
    return [irregularity(figure, at, f"no act of {names} is recorded", "an act at each turn", by=RECORD)]


# ---- the end of a betting round ----

ENDED = on_each(NEXT, CLOSED | WAGERED | CONTESTED)  # the round ended by wagers that were met


class Closure(Figure):
    """The betting rounds, by name, whose end the clause fixes; none: all of them."""

    rounds: tuple[str, ...] = ()


def _after_closure(state: HandState, event: Event, figure: Closure) -> bool:
    return state.round is not None and not state.round.all_checked and not state.over


@check(
    "round-closure",
    watches=on(Act, CLOSED),
    figure=Closure,
    when=_after_closure,
    by_round=True,
    passes_at=ENDED,
    replaces="record/act-after-close",
    laid_to_record=True,
)
def round_closure(state: HandState, event: Event, figure: Closure) -> Iterable[Outcome]:
    """A player acts after all wagers of the betting round have been met.

    If the last player with chips wagers against players who tapped out, that is uncalled money and no fault. Nor is it
    a fault if a player makes good what the same player's own wager fell short of. A fold and what goes back after it
    may be noted in either order.
    """
    if not isinstance(event, Act) or len(state.able) < 2 or not _in_hand(state, event) or _after_return(state, event):
        return ()
    assert state.round is not None
    if state.player(event.player, event).put_in_round < state.round.highest:
        return ()
    observed = f"acted in the {state.round.name} betting round after all wagers were met"
    return [breach(figure, event, observed, "the round is over")]


def _after_return(state: HandState, act: Act) -> bool:
    """Is this a fold, or one of several, right after money went back?"""
    at = place_of(state, act)
    while at >= 0 and isinstance(state.hand.events[at], Fold):
        at -= 1
    return isinstance(act, Fold) and at >= 0 and isinstance(state.hand.events[at], Returned)


def _over_too_soon(state: HandState, event: Settled, figure: Closure) -> bool:
    """Is the hand paid out while a betting round is under way in which the log shows any act?

    Players who win what each of them put in took it back instead, by another clause.
    """
    if state.round is None or state.round.acts == 0 or not state.wins or state.gaps:
        return False
    return any(one.won != one.put_in_hand for one in state.active)


@check(
    ROUND_COMPLETION,
    watches=on(Settled, OPEN | CONTESTED),
    figure=Closure,
    when=_over_too_soon,
    by_round=True,
    passes_at=on(Settled, CLOSED),
)
def round_completion(state: HandState, event: Settled, figure: Closure) -> Iterable[Outcome]:
    """A hand ends while somebody has still to act on the last wager.

    Nobody waits for a player who has only an option on a blind, or who checked against the wager and was reported for
    that. Where the log neither shows nor promises checks, those who had nothing to meet may have checked.
    """
    betround = state.round
    assert betround is not None
    waiting = [
        player for player in state.players if state.pending(player) and not 0 < betround.highest == player.put_in_round
    ]
    if not waiting:
        return ()
    if betround.highest == 0 and not notes_checks(state):
        return [not_recorded(figure, "the checks of the hand")]
    if any(player.start is None for player in waiting):
        return [not_recorded(figure, "the player's stake")]  # the last wager may have taken all of it
    seats = joined([str(player.seat) for player in waiting])
    observed = (
        f"hand ended with {plural(len(waiting), 'seat')} {seats} still to act in the {betround.name} betting round"
    )
    return [breach(figure, state.wins[0], observed, "everybody left acts on the last wager", by=DEALER)]


def _all_checked(state: HandState, event: Event, figure: Closure) -> bool:
    return state.round is not None and state.round.all_checked and state.round.closed


@check(
    "all-check",
    watches=on(Act, CLOSED),
    figure=Closure,
    when=_all_checked,
    by_round=True,
    passes_at=on_each(NEXT, ALL_CHECKED),
    laid_to_record=True,
)
def all_check(state: HandState, event: Event, figure: Closure) -> Iterable[Outcome]:
    """A player acts after everybody has checked, which ends the betting round.

    The last player with chips may still put some in against players who tapped out: that is uncalled money and no
    fault.
    """
    if not isinstance(event, Act) or len(state.able) < 2 or not _in_hand(state, event):
        return ()
    assert state.round is not None
    observed = f"acted in the {state.round.name} betting round after everybody had checked"
    return [breach(figure, event, observed, "the round is over")]


def _in_hand(state: HandState, act: Act) -> bool:
    """Is the player in with chips, and free to make this wager? If not, other checks report the act.

    Those are the checks of the record, of last chips, and of a check out of turn that costs the right to bet.
    """
    player, betround, move = state.by_name.get(act.player), state.round, state.move
    if player is None or betround is None or not player.able:
        return False
    return move is None or move.kind == "call" or not forfeited(state, betround, player)


# ---- acts refused ----

RULEBOOK_WORDS = {"bet": "open"}  # what the log calls an act, where the rulebook has another word


ACT_KINDS: dict[str, type[Act]] = {"fold": Fold, "check": Checks, "open": Bet, "call": Call, "raise": Raise}
MOMENT = {"first": FIRST_ACT, "following": LATER_ACT, "opened": OPENED, "unopened": UNOPENED, "any": 0}


def _act_moments(grant: Grant) -> On[Event]:
    """An act that is taken shows by itself that it was not refused."""
    return on(ACT_KINDS[grant.act], MOMENT[grant.to])


def _refused_grant(state: HandState, event: Refused, grant: Grant) -> bool:
    act = RULEBOOK_WORDS.get(event.what, event.what)
    return act == grant.act and granted(state, act) is grant and not _own_clause(state, event)


def _own_clause(state: HandState, event: Refused) -> bool:
    """Does the clause on the option, or the one on two players, judge the refusal of a raise instead?"""
    return event.what == "raise" and (_beyond_cap(state) or _is_option(state, event.player))


@check("option-refused", watches=Refused, figure=Grant, when=_refused_grant, passes_at=_act_moments)
def option_refused(state: HandState, event: Refused, grant: Grant) -> Iterable[Outcome]:
    """A player is refused an act that the rulebook offers at that moment.

    It is no fault to refuse what was not open to the player, such as one raise too many. An act that is taken shows
    that it was not refused.
    """
    return _refusal(state, event, grant)


def _refusal(state: HandState, event: Refused, figure: Figure) -> list[Outcome]:
    act = RULEBOOK_WORDS.get(event.what, event.what)
    if state.turn is None or state.turn.name != event.player or act not in {option.act for option in options(state)}:
        return []
    return [
        breach(
            figure, event, f"seat {state.turn.seat} {event.player} was refused a {event.what}", "it was open", by=DEALER
        )
    ]


def _beyond_cap(state: HandState) -> bool:
    betround = state.round
    cap = betround.wagering.raises if betround is not None else None
    return betround is not None and cap is not None and betround.raises >= cap.most and uncapped(state, betround)


def _raise_beyond_cap(state: HandState, event: Event, figure: Figure) -> bool:
    if isinstance(event, Refused):
        return event.what == "raise" and _beyond_cap(state)
    return state.move is not None and state.move.kind == "raise" and _beyond_cap(state)


@check(
    "two-player-exception",
    watches=on(Refused) | on(Wager, RAISES),
    figure=Figure,
    when=_raise_beyond_cap,
    moot_at=on(Wager, BELOW_CAP, NO_CAP),
)
def two_player_exception(state: HandState, event: Event, figure: Figure) -> Iterable[Outcome]:
    """A player is refused a raise by count, although so few players are left that they may go on raising."""
    return _refusal(state, event, figure) if isinstance(event, Refused) else ()


def _among(player: Player, others: tuple[Player, ...]) -> bool:
    return any(player is one for one in others)


def _is_option(state: HandState, name: str) -> bool:
    betround, designated = state.round, state.designated
    if betround is None or designated is None or betround.round.round_index > 0 or designated.name != name:
        return False
    if all(forced.by != "buck" for forced in state.game.forced):
        return False  # the buck has no blind, and so no option of its own
    if betround.betting.designated is not None and (betround.acts or not _among(designated, betround.openers)):
        return False  # where the blind may be the opening wager, the option is that of the one who opens
    return designated.level_at_last_act < 0 and designated.put_in_round == betround.highest > 0


def _option_situation(state: HandState, event: Act | Refused, figure: Figure) -> bool:
    if isinstance(event, Refused) and event.what != "raise":
        return False
    return state.turn is not None and state.turn.name == event.player and _is_option(state, event.player)


@check("designated-option", watches=on(Act, OPTION) | on(Refused), figure=Figure, when=_option_situation)
def designated_option(state: HandState, event: Act | Refused, figure: Figure) -> Iterable[Outcome]:
    """The designated player is refused the option to raise a blind that others have met.

    To take the option, or to let it pass, is in order; that the dealer did not ask is no fault by itself. Where the
    designated player opens the betting and has to add another blind first, it is a fault to let that pass.
    """
    if isinstance(event, Refused):
        return _refusal(state, event, figure)
    betround = state.round
    if not isinstance(figure, Designated) or figure.blind_is_opening or betround is None or betround.acts:
        return ()
    if isinstance(event, Wager) and state.move is not None and state.move.added >= (state.blind or 0):
        return ()
    return [breach(figure, event, "no wager beside the blind", "another is added first")]
