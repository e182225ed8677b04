"""Checks of how a hand ends: blinds taken back, cards dealt twice, hands turned up, pots paid in order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import SHOWDOWN
from auditor.checks.showdown.pot_award import explained, or_broken
from auditor.checks.showdown.unshown import beats_shown
from auditor.checks.support.check_names import BOARD_DECLARED
from auditor.checks.support.duplicate_cards import repeated
from auditor.checks.support.players import player_label, pot_name
from auditor.replay.betting.lookahead import place_of
from auditor.replay.settlement.compute import Settled, Settlement
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import (
    Act,
    Communal,
    DealFault,
    Declares,
    Event,
    Holds,
    Incident,
    Muck,
    Refund,
    Returned,
    Ruling,
    Run,
    Show,
    Voided,
    Wager,
    Win,
)
from auditor.vocabulary.findings import DEALER, OPERATOR, Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import joined, number

# ---- blinds taken back ----


UNDONE = {Voided, DealFault, Incident, Ruling, Holds}  # what may undo a hand, or explain a return
Back = Returned | Refund | Win  # the ways in which a log may say that money went back


def taken_back(state: HandState) -> list[Back]:
    """What players who were still in took back from the pot instead of playing on.

    A log may write it as money that is returned or refunded, or as what each wins: then it is as much as each put in.
    """
    if state.over or not state.posts or state.attempts or state.invalidated is not None:
        return []
    if (state.board or Show in state.kinds) if state.wins else state.kinds.isdisjoint((Returned, Refund)):
        return []
    alone = blinds_alone(state)
    back = _handed_back(state) or (_won_back(state) if alone or _cards_to_come(state) else [])
    if len({event.player for event in back}) < 2:
        return []
    if not alone and (not UNDONE.isdisjoint(state.kinds) or any(repeated(state))):
        return []  # a fault on record may be the reason
    return back


def _handed_back(state: HandState) -> list[Back]:
    """What went back to players who were still in; all that they put in, if somebody else was paid."""
    found = [event for event in state.hand.events if isinstance(event, Returned | Refund)]
    players = [player for player in state.active if not state.wins or not player.put_in_hand]
    names = {player.name for player in players}
    return [event for event in found if event.player in names]


def _won_back(state: HandState) -> list[Back]:
    """What the players won, if each won as much as that player put in."""
    paid = [player for player in state.players if player.won or player.active]
    return list(state.wins) if all(player.won == player.put_in_hand for player in paid) else []


def _cards_to_come(state: HandState) -> bool:
    """Does a record that has the players' cards show that the hand ended before the communal ones?"""
    return bool(state.attempt.holes) and state.rounds[-1].communal > 0 and state.rounds_played < 2


def blinds_alone(state: HandState) -> bool:
    """Has nobody wagered anything but what players put up before the cards?"""
    return not any(isinstance(event, Wager) for event in state.hand.events)


class Chopped(Figure):
    """How many blinds, counted from the first, may be taken back."""

    blinds: int


def _chopped(state: HandState, event: Settled, figure: Chopped) -> bool:
    return bool(taken_back(state))


@check("blinds-chopped", watches=on(Settled, SHOWDOWN), figure=Chopped, when=_chopped)
def blinds_chopped(state: HandState, event: Settled, figure: Chopped) -> Iterable[Outcome]:
    """Players take their blinds back though somebody else is still in, or take back more or less than they put up.

    Once anybody has called, there is no more taking back: the hand is played out. The money is then all that went back.
    """
    back = taken_back(state)
    if not blinds_alone(state):
        return [_after_wager(state, back, figure)]
    posted = zip(state.post_blind_indexes, state.posts, strict=True)
    blinds = {post.player for place, post in posted if place < figure.blinds and post.kind == "blind"}
    others = [player for player in state.active if player.name not in blinds]
    if others:
        observed = f"blinds taken back with {joined([player_label(player) for player in others])} still in"
        return [breach(figure, back[0], observed, "only when everybody but the blinds has folded", by=DEALER)]
    for player in state.active:
        put = sum(post.amount for post in state.posts if post.player == player.name)
        got = sum(each.amount for each in back if each.player == player.name)
        if put != got:
            where = next((each for each in back if each.player == player.name), back[0])
            observed = f"{money_text(got)} taken back by {player_label(player)}"
            return [
                breach(figure, where, observed, f"the blind was {money_text(put)}", by=DEALER, money=abs(got - put))
            ]
    return ()


def _after_wager(state: HandState, back: list[Back], figure: Chopped) -> Outcome:
    """The fault of players who took their money back after somebody had come in."""
    wager = next(event for event in state.hand.events if isinstance(event, Wager))
    names = joined(list(dict.fromkeys(player_label(state.by_name[each.player]) for each in back)))
    observed = f"let {names} take their money back after {player_label(state.by_name[wager.player])} had come in"
    money = sum(each.amount for each in back)
    expected = "the blinds may go back only if nobody has wagered anything else"
    return breach(figure, back[0], observed, expected, by=DEALER, money=money, evidence=(wager,))


# ---- the cards to come dealt more than once ----


class RunLimits(Figure):
    """The kinds of betting limit under which the cards to come may be dealt more than once."""

    under: tuple[str, ...]


@check("run-limit", watches=Run, figure=RunLimits)
def run_limit(state: HandState, event: Run, figure: RunLimits) -> Iterable[Outcome]:
    """The cards to come are dealt more than once under a betting limit that does not allow it."""
    limit = state.hand.setup.limit
    if limit is None:
        return [not_recorded(figure, "the betting limit")]
    if event.number > 2 or limit in figure.under:
        return ()
    observed = f"board run {_times(state)} in a {limit.replace('-', ' ')} game"
    return [breach(figure, event, observed, f"only at {' or '.join(figure.under)}", by=OPERATOR)]


class Runs(Figure):
    """How often the cards to come may be dealt, once somebody is all in and there is no more betting."""

    most: int


@check("run-count", watches=Run, figure=Runs)
def run_count(state: HandState, event: Run, figure: Runs) -> Iterable[Outcome]:
    """The cards to come are dealt too often, with nobody all in, or after betting on the first of them."""
    if event.number > figure.most:
        observed = f"cards to come dealt {number(event.number)} times"
        return [breach(figure, event, observed, f"at most {number(figure.most)} times", by=OPERATOR)]
    if not any(player.tapped_out for player in state.active):
        return [breach(figure, event, "cards to come dealt again with nobody all in", by=OPERATOR)]
    if _acts_on_last(state, len(event.cards)):
        return [breach(figure, event, "cards to come dealt again after betting on the first", by=OPERATOR)]
    return ()


def _times(state: HandState) -> str:
    runs = 1 + len(state.timeline.places(Run))
    return {2: "twice"}.get(runs, f"{number(runs)} times")


def _acts_on_last(state: HandState, cards: int) -> bool:
    """Did anybody act after the first of the cards that were dealt again?"""
    left = len(state.board) - cards
    acts = state.timeline.places(Act)
    if not acts or left < 0:
        return bool(acts)
    for event in state.timeline.all(Communal):
        left -= len(event.cards)
        if left < 0:
            return acts[-1] > place_of(state, event)
    return False


# ---- hands turned up ----


def _all_in(state: HandState, event: Settled, figure: Figure) -> bool:
    """Is somebody all in at a tournament, with nobody left who can bet against another or no round left to bet in?"""
    if state.hand.setup.tournament is None or event.settlement.state not in ("showdown", "sole"):
        return False
    if state.over or (len(state.able) > 1 and state.rounds_played < len(state.rounds)):
        return False
    return any(player.tapped_out for player in state.active)


LOSER_MUCKED = "losing-hand-mucked"


@check(
    "all-in-open",
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=_all_in,
    record="full",
    practices=(LOSER_MUCKED,),
)
def all_in_open(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A player in a tournament keeps the hand closed though somebody is all in and the betting is over.

    A record of play tells what became of every hand. Where it does not, the check decides nothing. A room may muck a
    hand that loses (the practice `losing-hand-mucked`): its player wins nothing, and no card that is known says that it
    should have won.
    """
    if not any(player.shown for player in state.active):
        return [not_recorded(figure, "the hands shown")]
    return [
        irregularity(
            figure,
            _muck_of(state, player) or event,
            f"{player_label(player)} kept the hand closed",
            ALL_UP,
            by=player.name,
            practices=(LOSER_MUCKED,) if _lost(state, event.settlement, player) else (),
        )
        for player in _closed_hands(state)
    ]


@check("all-in-open", watches=on(Settled, SHOWDOWN), figure=Figure, when=_all_in, record="play")
def all_in_open_in_record_of_play(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The same in a record of play, which lacks something if it does not tell what became of a hand."""
    anything_shown = any(player.shown for player in state.active)
    if anything_shown and any(_muck_of(state, player) is None for player in _closed_hands(state)):
        return [not_recorded(figure, "what became of a hand")]
    return all_in_open(state, event, figure)


def _lost(state: HandState, done: Settlement, player: Player) -> bool:
    """Did the player throw a hand away that won nothing, while nothing known of it says that it should have won?"""
    return player.mucked and not player.won and not beats_shown(state, done, player)


def _closed_hands(state: HandState) -> list[Player]:
    return [player for player in state.active if player.shown is None]


ALL_UP = "all hands are turned up when somebody is all in and the betting is over"


def _muck_of(state: HandState, player: Player) -> Event | None:
    mucks = (event for event in state.hand.events if isinstance(event, Muck) and event.player == player.name)
    return next(mucks, None)


# ---- playing the board ----


def _board_plays(state: HandState, event: Settled, figure: Figure) -> bool:
    return event.settlement.contested and any(
        isinstance(one, Declares) and one.hand == "board" for one in state.hand.events
    )


@check(BOARD_DECLARED, watches=on(Settled, SHOWDOWN), figure=Figure, when=or_broken(BOARD_DECLARED, _board_plays))
def board_declared(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The board wins, and a player who threw the cards away in silence is paid, or one who declared it is not."""
    return explained(event, figure, BOARD_DECLARED)


# ---- several pots ----


class PotOrder(Figure):
    """How grave it is to pay the pots in the wrong order."""

    severity: Literal["irregularity", "advisory"] = "irregularity"


def _pots_named(state: HandState, event: Settled, figure: PotOrder) -> bool:
    return len({win.pot for win in state.wins if win.pot is not None}) > 1


@check("side-pot-order", watches=on(Settled, SHOWDOWN), figure=PotOrder, when=_pots_named, laid_to_record=True)
def side_pot_order(state: HandState, event: Settled, figure: PotOrder) -> Iterable[Outcome]:
    """A pot is paid before one that was formed after it.

    The last side pot comes first, the main pot last. Where the last cards were run several times, every pot is paid as
    often, and the log has to tell which run a payment is for.
    """
    named = [win for win in state.wins if win.pot is not None]
    if state.runs and any(win.run is None for win in named):
        return [not_recorded(figure, "the run that each payment is for")]
    for place, win in enumerate(named):
        later = max([one.pot or 0 for one in named[place + 1 :] if one.run == win.run], default=0)
        if later > (win.pot or 0):
            observed = f"{pot_name(win.pot or 0)} paid before {pot_name(later)}"
            severity = Severity[figure.severity.upper()]
            return [
                fault(severity, figure, win, observed, "side pots first, the last of them before the others", by=DEALER)
            ]
    return ()
