"""Checks of the showdown: who shows first, who must show, agreements, announcements, and when pots are paid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import SHOWDOWN, TAKEN_FIRST
from auditor.checks.explanations.payments import cause_of
from auditor.checks.showdown.announced_hands import announced_wrongly
from auditor.checks.showdown.how_hands_end import Back, blinds_alone, taken_back
from auditor.checks.showdown.unshown import beats_shown
from auditor.checks.support.players import player_label
from auditor.replay.betting.lookahead import cards_noted
from auditor.replay.betting.sizes import FEATURES, LAST
from auditor.replay.settlement.compute import Settled, Settlement
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.showdown_figures import Undivided
from auditor.vocabulary.events import (
    Act,
    Bet,
    Communal,
    Event,
    Incident,
    Muck,
    Raise,
    Show,
)
from auditor.vocabulary.findings import DEALER, Severity
from auditor.vocabulary.hand import SHOWN_TOGETHER
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import joined, number, plural

# ---- showing the cards ----


def _was_called(state: HandState, event: Settled, figure: Figure) -> bool:
    return event.settlement.called_player is not None


class Graded(Figure):
    """How grave a fault is."""

    severity: Literal["irregularity", "advisory"] = "irregularity"

    @property
    def grade(self) -> Severity:
        """The severity of a finding."""
        return Severity[self.severity.upper()]


class ShowOrder(Graded):
    """Who shows first if nobody wagered in the final betting round: nobody in particular, or the first to act in it."""

    unwagered: Literal["any", "first"] = "any"


def _ordered(state: HandState, event: Settled, figure: ShowOrder) -> bool:
    return event.settlement.called_player is not None or _first_checked(state, event, figure) is not None


def _first_checked(state: HandState, event: Settled, figure: ShowOrder) -> Player | None:
    """The player who acted first in the final betting round, if everybody checked and that decides who shows first."""
    betround = state.round
    if figure.unwagered == "any" or betround is None or betround.round is not state.rounds[-1]:
        return None
    if state.over or event.settlement.state != "showdown" or not betround.all_checked or len(event.settlement.pots) > 1:
        return None
    if not cards_noted(state):
        return None  # nothing tells which acts belong to the final round
    player = betround.beginner
    return player if player is not None and player.active else None


LAST_AGGRESSOR, BY_SEAT = "last-aggressor-shows-first", "shown-by-seat-number"


@check(
    "exposure-order",
    watches=on(Settled, SHOWDOWN),
    figure=ShowOrder,
    when=_ordered,
    practices=(LAST_AGGRESSOR, BY_SEAT),
    answers=("player",),
)
def exposure_order(state: HandState, event: Settled, figure: ShowOrder) -> Iterable[Outcome]:
    """The player who was called does not show first.

    That player answers for it, and the finding names whoever showed first instead. It is the player who made the last
    opening wager or raise of the final betting round. If everybody checked, no order is fixed, unless the clause has
    the player show first who acted first. If nobody could bet, there is no order at all. The check passes over players
    who had tapped out before that round, hands shown before its end, and hands that the log says were shown freely. A
    called player who never showed is another matter. A log may have the hands of a showdown in whatever order: then
    nobody can tell who was first. A room may have the player show first who made the last bet or raise of the hand, in
    whichever round (the practice `last-aggressor-shows-first`), or take the hands by the numbers of the seats
    (`shown-by-seat-number`).
    """
    if SHOWN_TOGETHER in state.hand.setup.records:
        return [not_recorded(figure, "the order of the hands shown")]
    called = event.settlement.called_player
    if called is None:
        return _order_after_checks(state, event, figure)
    shows = _shows_after_betting(state)
    if not shows:
        return [not_recorded(figure, "the hands shown")]
    first = next((show for show in shows if not show.freely), shows[0])
    if first.freely:
        return ()
    player = state.player(first.player, first)
    if player is called or called.shown is None or player.put_in_round == 0 or not player.active:
        return ()
    if all(show.player != called.name for show in shows):
        return ()
    return [_shown_first(state, figure, first, called, "was called")]


def _order_after_checks(state: HandState, event: Settled, figure: ShowOrder) -> Iterable[Outcome]:
    """The same where everybody checked."""
    due = _first_checked(state, event, figure)
    shows = _shows_after_betting(state)
    assert due is not None
    if not shows:
        return [not_recorded(figure, "the hands shown")]
    first = shows[0]
    player = state.player(first.player, first)
    if first.freely or player is due or due.shown is None or not player.active:
        return ()
    return [_shown_first(state, figure, first, due, "acted first")]


def _shown_first(state: HandState, figure: ShowOrder, first: Show, due: Player, why: str) -> Outcome:
    """The fault of whoever had to show first and did not, with the orders of showing that the hand follows instead."""
    aggressor = next((one for one in reversed(state.hand.events) if isinstance(one, Bet | Raise)), None)
    seats = [state.player(show.player, show).seat for show in _shows_after_betting(state)]
    practices = [LAST_AGGRESSOR] if aggressor is not None and aggressor.player == first.player else []
    practices += [BY_SEAT] if len(seats) > 1 and seats == sorted(seats) else []
    observed = f"{player_label(state.player(first.player, first))} showed before {player_label(due)}, who {why}"
    expected = f"the player who {why} shows first"
    return fault(figure.grade, figure, first, observed, expected, by=due.name, practices=tuple(practices))


def _shows_after_betting(state: HandState) -> list[Show]:
    """The hands shown after the last act and the last communal card of the hand."""
    found: list[Show] = []
    for event in reversed(state.hand.events):
        if isinstance(event, Show):
            found.append(event)
        elif isinstance(event, Act | Communal):
            break
    return found[::-1]


@check("exposure-duty", watches=on(Settled, SHOWDOWN), figure=Figure, when=_was_called)
def exposure_duty(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A hand that has to be shown is not shown.

    After a called wager the player who was called shows, and so does everybody whose hand is equal to the best hand
    shown or better. A player who throws such a hand away commits an irregularity, and the pot goes to the best hand
    shown. A dealer who pays a hand that was not shown commits a breach. Hands that lose need not be shown.
    """
    done = event.settlement
    called = done.called_player
    assert called is not None
    cause = cause_of(done)
    if cause.check == "exposure-duty":
        return [cause.fault(figure)]
    if not any(player.active and (player.shown is not None or player.mucked) for player in state.players):
        return [not_recorded(figure, "the hands shown")]
    if not cause.check and _paid_unshown(done, called):
        return [_unshown_fault(state, figure, called)]
    return [
        irregularity(figure, _muck_of(state, player) or event, text, "it has to be shown", by=player.name)
        for player, text in _hidden(state, done, called)
    ]


def _paid_unshown(done: Settlement, called: Player) -> bool:
    """Was the called player paid without showing? Any other player whom everybody left alone need not show."""
    return called.shown is None and called.won > (done.uncalled if called is done.uncalled_to else 0)


def _unshown_fault(state: HandState, figure: Figure, player: Player) -> Outcome:
    """The fault of a pot paid for cards that nobody saw."""
    win = next(win for win in state.wins if win.player == player.name)
    observed = f"{money_text(player.won)} of the pot passed to {player_label(player)}, who did not show the cards"
    return breach(figure, win, observed, "after a called wager the winner shows", by=DEALER)


def _hidden(state: HandState, done: Settlement, called: Player) -> Iterable[tuple[Player, str]]:
    showdown = done.showdown
    void = [player.name for player in done.invalid]  # hands with a wrong number of cards need not be shown
    unshown = [player for player in state.players if player.active and player.shown is None and player.name not in void]
    thrown = [player for player in unshown if player is not called]
    if called.mucked and called.shown is None and called.name not in void:
        yield called, f"{player_label(called)} was called and threw the cards away"
    if showdown is None and len(done.live) != 1:
        return
    for player in thrown:
        words = beats_shown(state, done, player)
        if words:
            yield player, f"{player_label(player)} did not show {words}"


def _muck_of(state: HandState, player: Player) -> Event | None:
    mucks = (event for event in state.hand.events if isinstance(event, Muck) and event.player == player.name)
    return next(mucks, None)


# ---- pots divided by agreement ----


def _could_agree(state: HandState, event: Settled, figure: Figure) -> bool:
    """Were several players in at the end, and does the log tell what became of their money?"""
    return state.invalidated is None and not state.attempts and bool(state.wins or _taken_back(state))


@check(
    "agreed-split",
    watches=on(Settled, SHOWDOWN),
    figure=Undivided,
    when=_could_agree,
    replaces="record/all-handed-back",
)
def agreed_split(state: HandState, event: Settled, figure: Undivided) -> Iterable[Outcome]:
    """Players without equal hands share a pot out, or share it before all cards are out, or take the blinds back.

    Where hands were compared, the check reports equal shares of unequal hands. A hand that was misread, or whose
    further cards were not compared, is reported as such. An agreement that an observer noted is reported by itself.
    """
    if Incident in state.kinds and any(
        isinstance(each, Incident) and each.kind == "agreed-split" for each in state.hand.events
    ):
        return ()
    back = taken_back(state) if figure.chopped else _taken_back(state)
    if back and figure.chopped:
        return ()  # under a clause of its own
    if back:
        names = joined([player_label(state.by_name[each.player]) for each in back])
        what = "the blinds" if blinds_alone(state) else "their money"
        return [breach(figure, back[0], f"{names} took {what} back", "every hand is played out", by=DEALER)]
    done = event.settlement
    paid = [one for one in state.active if one.won > (done.uncalled if one is done.uncalled_to else 0)]
    missing = state.rounds[-1].communal - len(state.board)
    if missing > 0 and len(paid) > 1 and state.attempt.holes:
        if any(player.shown for player in paid) and (not state.board or len(state.able) < 2):
            return [not_recorded(figure, "the communal cards")]
        names = joined([player_label(player) for player in paid])
        observed = f"{names} divided the pot with {number(missing)} communal {plural(missing, 'card')} to come"
        return [breach(figure, state.wins[0], observed, "every hand is played out", by=DEALER)]
    cause = cause_of(done)
    return [cause.fault(figure)] if cause.check == "agreed-split" else ()


def _taken_back(state: HandState) -> list[Back]:
    """All money handed back to the players who were still in."""
    if blinds_alone(state):
        kept = any(player.put_in_hand != player.won + player.refunded for player in state.active)
    else:  # wagers may go back by another clause
        kept = any(player.put_in_hand or player.won for player in state.active)
    if kept or any(one.early or one.void for one in state.players):
        return []
    return taken_back(state)


# ---- announcements ----


def _unannounced(state: HandState, event: Settled, figure: Graded, observed: str, expected: str) -> list[Outcome]:
    """The fault of an announcement left out: somebody noted that, or the log records announcements and has none."""
    note = state.steps.get("announcement")
    if note is not None and note.done:
        return []
    if note is not None or "announcements" in state.hand.setup.records:
        return [fault(figure.grade, figure, note or event, observed, expected, by=DEALER)]
    return [not_recorded(figure, "announcements")]


def _hands_shown(state: HandState, event: Settled, figure: Figure) -> bool:
    return event.settlement.state in ("showdown", "sole") and not state.over


@check("winner-announced", watches=on(Settled, SHOWDOWN), figure=Graded, when=_hands_shown)
def winner_announced(state: HandState, event: Settled, figure: Graded) -> Iterable[Outcome]:
    """The dealer does not announce the winning hand after a showdown, or announces another than won.

    The check reports an omission where an observer noted it, or where the log undertakes to record announcements. An
    announcement is compared with the cards: who had won and, where the log tells what the hand was called, its class.
    If a pot was also paid wrongly, that is reported instead.
    """
    if any(one.winners for one in state.announced):
        return announced_wrongly(state, event.settlement, figure, figure.grade)
    return _unannounced(state, event, figure, "winning hand not announced", "the dealer names it")


def _paid_out(state: HandState, event: Settled, figure: Figure) -> bool:
    """Is there a pot to announce? A blind that nobody called makes none."""
    return event.settlement.called > 0 and event.settlement.state not in ("nothing", "invalidated")


@check("commission-announced", watches=Settled, figure=Graded, when=_paid_out)
def commission_announced(state: HandState, event: Settled, figure: Graded) -> Iterable[Outcome]:
    """The dealer does not announce pot and commission, or announces other amounts than were taken.

    The check reports an omission where an observer noted it, or where the log undertakes to record announcements.
    """
    announced = next((one for one in state.announced if one.pot is not None), None)
    if announced is None:
        expected = "the dealer states both amounts"
        return _unannounced(state, event, figure, "pot and commission not announced", expected)
    done = event.settlement
    taken = done.taken
    if announced.commission is not None and taken is not None and announced.commission != taken:
        observed = f"commission announced as {money_text(announced.commission)}, {money_text(taken)} taken"
        return [irregularity(figure, announced, observed, "the amount of the commission", by=DEALER)]
    if announced.pot not in (done.called, done.called + done.uncalled, done.counted):
        observed = f"pot announced as {money_text(announced.pot or 0)}"
        return [irregularity(figure, announced, observed, f"it was {money_text(done.called)}", by=DEALER)]
    return ()


def _has_payments(state: HandState, event: Settled, figure: Figure) -> bool:
    return bool(state.wins) and event.settlement.state not in ("nothing", "invalidated")


@check("settlement-order", watches=Settled, figure=Figure, when=_has_payments, clears_at=on(Settled, TAKEN_FIRST))
def settlement_order(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A pot is paid before its commission is worked out, announced and taken.

    The order of a log's lines proves something only where the log undertakes to record announcements.
    """
    paid = state.wins[0]
    steps: list[Event] = [*state.pots_taken, *[one for one in state.announced if one.pot is not None]]
    late = [one for one in steps if (one.line, one.column) > (paid.line, paid.column)]
    if not late:
        return () if state.pots_taken else [not_recorded(figure, "the commission taken")]
    if "announcements" not in state.hand.setup.records:
        return [not_recorded(figure, "the order of the settlement")]
    observed = f"{player_label(state.player(paid.player, paid))} paid before the commission was taken"
    return [irregularity(figure, paid, observed, "commission first", by=DEALER, evidence=tuple(late))]


# ---- cards shown while there is betting to come ----


class ShownInPlay(Figure):
    """What a table may declare (`features`) that lets two players show their hands to each other."""

    between_two: tuple[str, ...] = ()


def _live_in_tournament(state: HandState, event: Show, figure: ShownInPlay) -> bool:
    player = state.by_name.get(event.player)
    return state.hand.setup.tournament is not None and player is not None and player.active


@check("shown-in-play", watches=Show, figure=ShownInPlay, when=_live_in_tournament)
def shown_in_play(state: HandState, event: Show, figure: ShownInPlay) -> Iterable[Outcome]:
    """A player in a tournament shows a live hand while betting is left. The hand stays live.

    Between two players it matters how many are left in the event and what they play for, which a log of one table does
    not tell unless the table declares it.
    """
    betround = state.round
    if betround is None or state.over or len(state.able) < 2:
        return ()
    if betround.closed and betround.round is state.rounds[-1]:
        return ()
    if not cards_noted(state):
        return [not_recorded(figure, "the cards between the betting rounds")]
    if len(state.active) < 3:
        declared, left = state.hand.setup.listed.get(FEATURES), state.hand.setup.left
        if any(word in (declared or ()) for word in figure.between_two) or (left is not None and left <= LAST):
            return ()
        if left is None:
            return [not_recorded(figure, "how many players are left in the tournament")]
        if declared is None:
            return [not_recorded(figure, "whether the winner of the tournament takes all")]
    observed = f"{player_label(state.player(event.player, event))} showed the hand with betting to come"
    return [irregularity(figure, event, observed, "no cards are shown during a deal", by=event.player)]
