"""Checks of wagers: the form of betting, the number of raises, how a call is met, when a player may check."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on, session_check, stood
from auditor.auditing.engine.situations import (
    ABLE,
    ALL_IN,
    BELOW_CAP,
    CALLS,
    CHECKED,
    FIRST_ROUND,
    LATER_ROUND,
    NONE_TAPPED_OUT,
    OPENS,
    PLAYER_TAPPED_OUT,
    RAISES,
    SHORT,
    TAPPED_OUT,
    UNWAGERED,
    WAGERED,
    WAS_EARLY,
)
from auditor.checks.support.agreements import agreements, all_noted
from auditor.checks.support.check_names import TAP_OUT
from auditor.checks.support.cost_of_wager import excess, later_raises
from auditor.checks.support.entering import entry
from auditor.checks.support.table_features import features_of
from auditor.replay.betting.lookahead import net_after
from auditor.replay.betting.measuring import counts_as_raise
from auditor.replay.betting.sizes import (
    HOUSE_RAISES,
    answerable,
    lacks_unit,
    last_two,
    least_call,
    may_raise,
    no_part,
    raises_what_lies_there,
    short_of_call,
    uncapped,
)
from auditor.replay.forced_bets.blinds_and_antes import lacks_all, lacks_blind, taken_for_live
from auditor.replay.session.state import Session
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState
from auditor.rules.schema.figures import CallRule, Checking, Figure, RaiseCap
from auditor.vocabulary.events import Act, Bet, Call, Check, Declared, Event, Pass, Raise, Returned, Wager
from auditor.vocabulary.findings import OPERATOR
from auditor.vocabulary.log_words import BETTING_FORM
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import joined, number, ordinal, plural

# ---- the form of betting ----


class Forms(Figure):
    """The forms of betting of which one is agreed on before the hand, and whether silence of the record will do."""

    asks_agreement_on: ClassVar[str | None] = BETTING_FORM

    forms: tuple[str, ...]
    presumed: bool = True


@check("betting-form-agreement", watches=Settled, figure=Forms, answers=("operator",))
def betting_form_agreement(state: HandState, event: Settled, figure: Forms) -> Iterable[Outcome]:
    """A hand is played in a form of betting that was not agreed on, or in two of them.

    An objection made before the cards, or an agreement that somebody noted as missing, is a breach. Where the log says
    nothing, the agreement is presumed, unless the rulebook says otherwise or the log undertakes to record agreements.
    """
    if len(state.post_kinds.intersection(figure.forms)) > 1:
        mixed = {post.kind: post for post in state.posts if post.kind in figure.forms}
        later = state.posts[-1] if state.posts[-1].kind in mixed else next(reversed(mixed.values()))
        observed = f"{joined([f'{kind} betting' for kind in mixed])} in one hand"
        return [breach(figure, later, observed, "one form, agreed on before the hand", by=OPERATOR)]
    noted = agreements(state, BETTING_FORM)
    if noted and (noted[-1].objector is not None or noted[-1].withheld is not None):
        against = "against an objection" if noted[-1].objector is not None else f"without the {noted[-1].withheld}"
        return [breach(figure, noted[-1], f"form of betting played {against}", "all agree", by=OPERATOR)]
    if (figure.presumed and (noted or not all_noted(state.hand.setup))) or (
        noted and noted[-1].players and noted[-1].operator
    ):
        return ()
    observed = "no agreement of all players and the operator on the form of betting"
    return [irregularity(figure, state.hand.header, observed, "agreed beforehand", by=OPERATOR)]


# ---- meeting a wager ----


def _meets(state: HandState, act: Wager, figure: Figure) -> bool:
    """Is this a call of something, and not only chips that nobody is left to match?

    Other clauses judge a call where too little has to be made up, or where what it enters over has a clause of its own.
    """
    if state.round is None or (isinstance(act, Raise) and not state.round.betting.call.strict):
        return False
    if isinstance(figure, CallRule) and (figure.made_up or (figure.apart and entry(state) in figure.apart)):
        return False
    return not state.round.closed or len(state.able) > 1


@check(
    "call-amount",
    watches=on(Wager, CALLS | SHORT),
    figure=CallRule,
    when=_meets,
    passes_at=on(Call, CALLS) | on(Bet, CALLS),
    laid_to_record=True,
)
def call_amount(state: HandState, act: Wager, figure: CallRule) -> Iterable[Outcome]:
    """A player who keeps chips calls for less than the wager.

    A call brings the player's total to the highest total of the round, or is all that is left. A player who put in too
    little stays in as recorded, and what follows from it is not reported again. The money is the shortfall. A room that
    records play alone takes no less: there the record is wrong.
    """
    return short_call(state, act, figure)


def short_call(state: HandState, act: Wager, figure: Figure) -> list[Outcome]:
    """The fault of a call that is less than what is to be met, if it is."""
    move = state.move
    assert move is not None and state.round is not None
    short = short_of_call(state, state.round, move.total)
    if short <= 0 or move.all_in or (state.posts and taken_for_live(state, move.player, short)):
        return []  # the clause on blinds made up judges the last of these
    if move.player.start is None:
        return [not_recorded(figure, "the player's stake")]
    if lacks_blind(state, move.player):
        return [not_recorded(figure, "the player's blind")]
    observed = f"put in {money_text(move.added)} against {money_text(move.added + short)} and kept chips"
    return [breach(figure, act, observed, "a call meets the wager or takes the last chip", money=short)]


def _is_measured(state: HandState, act: Raise, figure: Figure) -> bool:
    return state.move is not None


MEASURED = (CALLS, OPENS, RAISES)


@check(
    "raise-count",
    watches=Raise,
    figure=Figure,
    when=_is_measured,
    call_only_at=on(Raise, CALLS),
    passes_at=on(Raise, *MEASURED),
)
def raise_count(state: HandState, act: Raise, figure: Figure) -> Iterable[Outcome]:
    """A player makes a raise in name that lifts nothing.

    Only a wager above the highest total of the round is a raise. One that is not, made with chips to spare, is reported
    and counts as no raise. A player's last chips are a tap-out, whatever the log calls them.
    """
    move = state.move
    assert move is not None and state.round is not None
    if move.kind != "call" or move.all_in or raises_what_lies_there(state, state.round, move.total):
        return ()
    if move.player.start is None:
        return [not_recorded(figure, "the player's stake")]
    highest = money_text(state.round.highest)
    lies_there = any(player.put_in_round >= state.round.highest for player in state.players)
    already = f"the highest total being {highest} already" if lies_there else f"the blind being {highest}"
    observed = f"raise to {money_text(move.total)}, {already}"
    return [
        irregularity(figure, act, observed, "a raise goes above it", money=max(move.to_call - move.added, 0) or None)
    ]


# ---- the number of raises ----


def _part_of_round(state: HandState, act: Wager, cap: RaiseCap) -> bool:
    """Is the raise a part of its round? If the round is over, or the player may only call, other clauses judge it."""
    betround, move = state.round, state.move
    return betround is not None and move is not None and not no_part(state, betround, move.player)


@check(
    "raise-cap",
    watches=on(Wager, RAISES) | stood(RAISES),
    figure=RaiseCap,
    when=_part_of_round,
    clears_at=on(Wager, BELOW_CAP),
)
def raise_cap(state: HandState, act: Wager, cap: RaiseCap) -> Iterable[Outcome]:
    """A player raises more often in a betting round than the clause allows.

    The check counts the raises that the rulebook counts, up to and including this one. It counts nothing where so few
    players are left that the number of raises is free, or where nobody is left who could call. A raise with the last
    chips that is less than a full one does not count either. Every raise past the cap is a fault of its own, or all of
    them together are one. Where the rulebook leaves the number to the house, that of the table counts.
    """
    betround, move = state.round, state.move
    assert betround is not None and move is not None
    cap = betround.wagering.raises or cap  # with the number that the house declares, if it may
    if betround.raises < cap.most or (move.all_in and betround.wagering.short.bounded):
        return ()
    if not move.counts or betround.cap_lifted or uncapped(state, betround) or not answerable(state, move.player):
        return ()
    if move.all_in and not counts_as_raise(betround, move):
        return _short_past_cap(state, act, cap)
    return _past_cap(state, act, cap, cap.joined, "")


def _short_past_cap(state: HandState, act: Wager, cap: RaiseCap) -> list[Outcome]:
    """The fault of last chips above the wager that make no raise, once the round has had all its raises."""
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    if betround.wagering.short.past_cap == "ignored":
        return []
    observed = f"all-in for {money_text(move.total)}, {money_text(move.increase)} above the last raise"
    return [irregularity(cap, act, observed, f"at most {number(cap.most)} raises", money=move.increase)]


def _past_cap(state: HandState, act: Wager, figure: Figure, together: bool, between: str) -> list[Outcome]:
    """The fault of a raise past the cap, with those that follow it if all of them together are one."""
    betround, move = state.round, state.move
    assert betround is not None and move is not None
    cap = betround.wagering.raises
    assert cap is not None
    if together and betround.raises > cap.most:
        return []
    if move.short and not move.all_in:
        return [not_recorded(figure, "the player's stake")]
    if lacks_unit(state, betround) and any(one.tapped_out and one.put_in_round for one in state.players):
        return [not_recorded(figure, "the bet of the round")]  # somebody's last chips may have been no raise
    observed = f"{ordinal(betround.raises + 1)} raise{between} in the {betround.name} betting round"
    observed += f", of {money_text(move.increase)}"
    further = later_raises(state, act, -(-move.full // 2)) if together else []
    if further:
        observed += f", and {number(len(further))} further {plural(len(further), 'raise')}"
    money = excess(state, act, betround.highest, move.increase)
    expected = f"at most {number(cap.most)}"
    return [breach(figure, act, observed, expected, money=money, also=tuple(further))]


def _between_few(state: HandState, act: Wager, figure: Figure) -> bool:
    """Does a player raise past the cap in a tournament, between so few that elsewhere it would not hold?"""
    betround, move = state.round, state.move
    if betround is None or move is None or state.hand.setup.tournament is None:
        return False
    cap = betround.wagering.raises
    beyond = cap is not None and betround.raises >= cap.most and betround.cap_lifted
    return beyond and not no_part(state, betround, move.player) and answerable(state, move.player)


@check(
    "raise-cap-heads-up",
    watches=on(Wager, RAISES) | stood(RAISES),
    figure=Figure,
    when=_between_few,
    moot_at=on(Wager, BELOW_CAP),
)
def raise_cap_heads_up(state: HandState, act: Wager, figure: Figure) -> Iterable[Outcome]:
    """A player raises once too often in a tournament, between so few players that elsewhere the number would be free.

    The cap does not bind the last two players of the event. Where the record does not tell whether these are the last
    two, nothing is decided.
    """
    betround, move, free = state.round, state.move, state.game.uncapped
    assert betround is not None and move is not None and free is not None
    if not move.counts or (move.all_in and not counts_as_raise(betround, move)):
        return ()
    last = last_two(state, free)
    if last is None:
        return [not_recorded(figure, "how many players are left in the event")]
    return () if last else _past_cap(state, act, figure, True, " heads-up")


def _house_caps(session: Session) -> set[int]:
    """How many raises the book has in the betting rounds of this table, where it leaves the number to the house."""
    game, setup = session.rules.game, session.setup
    form = setup.betting if setup is not None and setup.betting in game.forms else game.forms[0]
    return {round.house_cap.most for round in game.rounds_by_form[form] if round.house_cap is not None}


def _declares_raises(session: Session, event: Declared, figure: Figure) -> bool:
    return event.what == HOUSE_RAISES and event.value.isdigit() and bool(_house_caps(session))


@session_check("house-raises", watches=Declared, figure=Figure, when=_declares_raises)
def house_raises(session: Session, event: Declared, figure: Figure) -> Iterable[Outcome]:
    """A house has another number of raises than the book.

    That is for the house to choose. The check points it out where the table declares it, and raises are counted by what
    it declares.
    """
    raises = int(event.value)
    others = sorted(_house_caps(session) - {raises})
    if not others:
        return ()
    observed = f"the house has a bet and {number(raises)} {plural(raises, 'raise')}"
    expected = f"the book has {joined([number(most) for most in others], 'or')}"
    return [advisory(figure, event, observed, expected, by=OPERATOR)]


# ---- checking ----


def _may_act(state: HandState, act: Check | Pass, rule: Checking) -> bool:
    """Does the player have a turn in this round at all? Other checks judge one who tapped out or folded.

    They also judge a player who takes back a wager out of turn and gives no answer, where the rulebook asks for one.
    """
    player, early = state.player(act.player, act), state.game.early
    answers = early is not None and early.answer and player.early is not None and player.early.returned > 0
    return player.able and not answers


@check("check-first-round", watches=on(Check) | on(Pass), figure=Checking, when=_may_act)
def check_first_round(state: HandState, act: Check | Pass, rule: Checking) -> Iterable[Outcome]:
    """A player checks in a betting round that has no checks.

    A player who has met the wager already, as the designated player has with the blind, may let the option pass,
    however the log puts it. The clause on the opening judges a player who has to open the betting.
    """
    betround = state.round
    assert betround is not None
    owed = betround.highest - state.player(act.player, act).put_in_round
    if _must_open(state, act):
        return ()
    if owed > 0:
        observed = f"checked in the {betround.name} betting round against {money_text(owed)}"
        return [breach(rule, act, observed, "call, raise or fold", money=owed)]
    if rule.option_pass == "check":
        return [breach(rule, act, "checked the option", "no check in this round")]
    return ()


def _must_open(state: HandState, act: Act) -> bool:
    """Is it for this player to make a forced opening?"""
    betround = state.round
    if betround is None or betround.opened or betround.acts or state.turn is None:
        return False
    opening = betround.wagering.opening
    return opening is not None and opening.forced and state.turn.name == act.player


@check("check-not-available", watches=on(Check) | on(Pass), figure=Checking, when=_may_act, laid_to_record=True)
def check_not_available(state: HandState, act: Check | Pass, rule: Checking) -> Iterable[Outcome]:
    """A player checks in a game that has no checks.

    The fault is reported once for a player in a betting round. A player who has met what there is to be met may let the
    turn pass, and so may the only one left with chips.
    """
    betround = state.round
    assert betround is not None
    player = state.player(act.player, act)
    owed = betround.highest - player.put_in_round
    met = betround.highest > 0 and owed <= betround.highest - least_call(state, betround)
    if player.checked or met or (betround.closed and len(state.able) < 2):
        return ()
    choices = "open or fold" if not betround.opened else "call, raise or fold"
    return [breach(rule, act, f"checked in the {betround.name} betting round", choices, money=owed or None)]


NOTHING_TO_MEET = ABLE | UNWAGERED | LATER_ROUND  # a check is in order, whatever came before
ELSE = (WAGERED, FIRST_ROUND, WAS_EARLY)


@check(
    "checking-after-wager",
    watches=on(Check) | on(Pass),
    figure=Checking,
    when=_may_act,
    call_only_at=on(Check, *ELSE) | on(Pass, *ELSE),
    passes_at=on(Check, NOTHING_TO_MEET) | on(Pass, NOTHING_TO_MEET),
    laid_to_record=True,
)
def checking_after_wager(state: HandState, act: Check | Pass, rule: Checking) -> Iterable[Outcome]:
    """A player checks after a wager has been made in the betting round.

    A player passed over by a wager out of turn may still check, because that wager is held aside. A player who checked
    wrongly stays in as recorded; that the wager was never met belongs to the same finding, which states it as money.
    """
    betround = state.round
    assert betround is not None
    player = state.player(act.player, act)
    owed = betround.highest - player.put_in_round
    if betround.round.round_index == 0 and not player.put_in_hand and (lacks_all(state) or lacks_blind(state, player)):
        return [not_recorded(rule, "the player's blind")]
    if owed <= 0 and betround.highest and rule.option_pass == "check":
        return [breach(rule, act, "checked the option", "no check over a blind")]
    if betround.highest == 0 or owed <= betround.highest - least_call(state, betround):
        return ()
    if betround.round.round_index and not any(
        one.active for one in state.players if one.put_in_round == betround.highest
    ):
        return ()  # the maker of the wager is out of the hand: only the maker is reported
    observed = f"checked after a wager of {money_text(betround.highest)} in the {betround.name} betting round"
    return [breach(rule, act, observed, "call, raise or fold", money=owed)]


class CheckRaise(Figure):
    """Whether a player who checked may raise later in the round, or may do so at tables with a feature.

    `word` is how a finding says that a player did.
    """

    allowed: bool
    unless: str | None = None
    word: str = "raised after having checked"


@check("check-raise", watches=on(Wager, RAISES | CHECKED), figure=CheckRaise)
def check_raise(state: HandState, act: Wager, rule: CheckRaise) -> Iterable[Outcome]:
    """A player who checked earlier in the round raises, where that is not allowed.

    A raise over somebody's last chips that is not open to the player is judged by the clause on that.
    """
    betround, move = state.round, state.move
    if rule.allowed or (rule.unless is not None and rule.unless in features_of(state.hand.setup)):
        return ()
    assert betround is not None and move is not None
    if not may_raise(betround, move.player):
        return ()
    cost = excess(state, act, betround.highest, move.increase) if rule.unless is not None else None
    return [breach(rule, act, rule.word, "a check keeps the right to call", money=cost)]


# ---- tapping out ----


def _taps_out(state: HandState, act: Wager, figure: Figure) -> bool:
    return state.move is not None and state.move.player.start is not None


@check(TAP_OUT, watches=on(Wager, ALL_IN), figure=Figure, when=_taps_out)
def tap_out(state: HandState, act: Wager, figure: Figure) -> Iterable[Outcome]:
    """A player is said to tap out, and keeps chips.

    To tap out is to put in all that is left of the table stake; chips bought during the hand are no part of it. The
    money is what was kept back. A player who called in full gained nothing by the word, which may be the writer's slip:
    that is pointed out.
    """
    move = state.move
    assert move is not None
    kept = move.player.stake - move.player.bought - move.added
    if kept <= 0:
        return ()
    observed = f"tapped out for {money_text(move.added)} and kept {money_text(kept)}"
    if move.kind == "call" and move.added >= move.to_call:
        return [advisory(figure, act, f"{observed}, or they were not the last chips")]
    return [breach(figure, act, observed, "all chips of the table stake go in", money=kept)]


def _someone_tapped_out(state: HandState, event: Event, figure: Figure) -> bool:
    if isinstance(event, Act):
        player = state.by_name.get(event.player)
        return player is not None and player.tapped_out and player.put_in_hand > 0
    return any(player.active and player.put_in_hand > 0 and player.stake == 0 for player in state.players)


@check(
    "tapped-out-acts",
    watches=on(Act, TAPPED_OUT) | on(Settled),
    figure=Figure,
    when=_someone_tapped_out,
    moot_at=on(Settled, NONE_TAPPED_OUT),
    clears_at=on(Settled, PLAYER_TAPPED_OUT),
)
def tapped_out_acts(state: HandState, event: Event, figure: Figure) -> Iterable[Outcome]:
    """A player who tapped out acts again.

    Such a player stays in until the showdown and takes no part in the betting. A further wager would mean that chips
    appeared, which other checks report.
    """
    if not isinstance(event, Act) or isinstance(event, Wager):
        return ()
    word = "folded" if type(event).__name__ == "Fold" else "checked"
    return [irregularity(figure, event, f"{word} after tapping out", "stays in until the showdown without acting")]


# ---- what a call may be, when more than a call was put in ----


def surplus_returned(state: HandState, act: Wager) -> bool:
    """Is a call for too much put right at once, by handing the surplus back?"""
    move = state.move
    if move is None or not (isinstance(act, Call) or act.said is not None):
        return False
    back = next(net_after(state, act), None)
    return isinstance(back, Returned) and back.player == act.player and back.amount == move.increase
