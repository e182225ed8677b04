"""Checks of who was paid: the winner, the pots a player may win, the order of hands, hands that cannot win.

`auditor.checks.explanations.payments` finds the one cause of a wrong payment. Each check here reports the causes that
bear its name, and passes where its clause came into play and nobody broke it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar

from auditor.auditing.engine.outcomes import Fault, Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import On, When, check, never, on
from auditor.auditing.engine.situations import (
    ALL_CALLED,
    BROKEN,
    COMPARED,
    FIRST_DEAL,
    HANDS_WHOLE,
    NOTED,
    PAID_RIGHT,
    SEVERAL_POTS,
    SHOWDOWN,
    SINGLE_POT,
    UNCOMPARED,
    UNMUCKED,
    WINNERS,
    WON,
)
from auditor.checks.explanations.payments import cause_of, defect_of, lacking
from auditor.checks.support.check_names import ANTE_ONLY, JOKER_VALUE, POT_CONTENTS, RECORD_PAYMENTS
from auditor.checks.support.going_back import chips_go_back, going_back, misdealt, not_back
from auditor.checks.support.players import player_label
from auditor.replay.settlement.compute import Settled, Unsettled
from auditor.replay.settlement.showdown import Showdown, has_wrong_size
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure, LowAce
from auditor.rules.schema.showdown_figures import AskedFor, Composition, Exposure, HandClass, Joker, Kickers
from auditor.vocabulary.cards import ACE, JOKER
from auditor.vocabulary.events import Discards, Event, Holds, Ruling, Show, Voided
from auditor.vocabulary.findings import DEALER, RECORD, Severity
from auditor.vocabulary.money import money_text

F = TypeVar("F", bound=Figure)

# Where all was paid as due, a check of payments has nothing to say, and its clause comes into play or does not.
RIGHT = on(Settled, PAID_RIGHT)
RIGHT_UNCOMPARED = on(Settled, PAID_RIGHT | UNCOMPARED)
RIGHT_COMPARED = on(Settled, PAID_RIGHT | COMPARED)
RIGHT_SINGLE = on(Settled, PAID_RIGHT | SINGLE_POT)
RIGHT_SEVERAL = on(Settled, PAID_RIGHT | SEVERAL_POTS)


def explained(event: Settled, figure: Figure, name: str) -> Iterable[Outcome]:
    """The cause of a wrong payment if it bears this check's name; what the record lacks, if nobody can tell."""
    done = event.settlement
    if done.right:
        return ()
    cause = cause_of(done)
    if cause.check == name:
        return [cause.fault(figure)]
    missing = lacking(done)
    if missing is None and cause.elsewhere:
        missing = "payments that no other fault has led to"
    return [not_recorded(figure, missing)] if missing is not None and not cause.check else ()


def or_broken(name: str, arises: When[HandState, Settled, F]) -> When[HandState, Settled, F]:
    """When a check applies: where its clause comes into play, and in any case where it explains a wrong payment."""

    def applies(state: HandState, event: Settled, figure: F) -> bool:
        done = event.settlement
        return arises(state, event, figure) or (not done.right and cause_of(done).check == name)

    return applies


def _settled(state: HandState, event: Settled | Unsettled, figure: Figure) -> bool:
    return event.settlement.state not in ("nothing", "invalidated")


# ---- the winner ----


def _unreported(event: Unsettled) -> bool:
    """Did no check report why the payments are wrong, though the record would let somebody say?"""
    done = event.settlement
    cause = cause_of(done)
    if cause.elsewhere:
        return not event.told()
    if cause.check == "":
        return lacking(done) is None
    return cause.check not in event.told()


def _answers_for(name: str) -> When[HandState, Settled | Unsettled, Figure]:
    """When a check applies that answers for all payments: no wrong one keeps its clause, whatever else explains it."""

    def applies(state: HandState, event: Settled | Unsettled, figure: Figure) -> bool:
        if isinstance(event, Unsettled):
            return _unreported(event)
        done = event.settlement
        return _settled(state, event, figure) and (done.right or cause_of(done).check in ("", name))

    return applies


@check(
    "pot-award",
    watches=on(Settled) | on(Unsettled),
    figure=Figure,
    when=_answers_for("pot-award"),
    clears_at=RIGHT,
)
def pot_award(state: HandState, event: Settled | Unsettled, figure: Figure) -> Iterable[Outcome]:
    """A pot goes to a player who did not win it.

    The check compares what players were paid with what was due to them after the commission that was taken. Money that
    goes back because nobody called it may be recorded with the pot or apart from it. Where a closer clause explains the
    payment, such as the one on the order of hands, that clause reports it. If the log records no showdown, a payment
    against the cards that were dealt is only an advisory. Where no clause tells of a wrong payment, because such a
    record cannot show what it is about, nothing is decided.
    """
    if isinstance(event, Unsettled):
        return [not_recorded(figure, "why the payments are not what was due")]
    return explained(event, figure, "pot-award")


class ShowdownRounds(Figure):
    """The betting rounds, by name, that the clause is about."""

    rounds: tuple[str, ...]


def _one_left(state: HandState, event: Settled, figure: ShowdownRounds) -> bool:
    if not state.over or event.settlement.state != "sole":
        return False
    return (state.round.name if state.round is not None else state.rounds[0].name) in figure.rounds


@check("sole-player-wins", watches=on(Settled, WON), figure=ShowdownRounds, when=_one_left)
def sole_player_wins(state: HandState, event: Settled, figure: ShowdownRounds) -> Iterable[Outcome]:
    """A pot does not go to the only player left.

    Once everybody else has folded, the last player wins without showing any cards.
    """
    return explained(event, figure, "sole-player-wins")


# ---- several pots ----


def _several_pots(state: HandState, event: Settled, figure: Figure) -> bool:
    return len({pot.level for pot in event.settlement.pots}) > 1


def _limited(state: HandState, event: Settled, figure: Figure) -> bool:
    done = event.settlement
    return len(done.pots) > 1 or (done.uncalled > 0 and len(done.live) > 1)


def _went_back(state: HandState, event: Settled, figure: Figure) -> bool:
    return event.settlement.uncalled > 0 or any(player.returned for player in state.players)


@check(
    POT_CONTENTS,
    watches=Settled,
    figure=Figure,
    when=or_broken(POT_CONTENTS, _went_back),
    moot_at=on(Settled, PAID_RIGHT | ALL_CALLED),
)
def pot_contents(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Money that nobody called is paid with a pot to another player than the one who wagered it."""
    return explained(event, figure, POT_CONTENTS)


@check(
    "eligible-pots",
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=or_broken("eligible-pots", _limited),
    moot_at=on(Settled, PAID_RIGHT | SINGLE_POT | ALL_CALLED),
    clears_at=RIGHT_SEVERAL,
)
def eligible_pots(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A side pot is paid to a player who tapped out before it was formed."""
    return explained(event, figure, "eligible-pots")


def _ante_only(state: HandState, event: Settled, figure: Figure) -> bool:
    """Is a player still in whose last chips went into the ante?"""
    antes = {post.player: post.amount for post in state.posts if post.kind == "ante"}
    in_pots = [player for player in state.players if player.active and not player.stake]
    return len(event.settlement.pots) > 1 and any(player.put_in_hand == antes.get(player.name) for player in in_pots)


@check(
    ANTE_ONLY,
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=or_broken(ANTE_ONLY, _ante_only),
    moot_at=RIGHT_SINGLE,
)
def ante_only(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A player whose last chips went into the ante is paid more than the antes that were matched."""
    return explained(event, figure, ANTE_ONLY)


@check(
    "remaining-pots",
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=or_broken("remaining-pots", _several_pots),
    moot_at=RIGHT_SINGLE,
    clears_at=RIGHT_SEVERAL,
)
def remaining_pots(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A side pot does not go to the best hand among the players still in for it.

    This check reports it where the main pot went where it should. A hand that was misjudged for all pots is reported
    once, by the order of hands.
    """
    return explained(event, figure, "remaining-pots")


@check(
    "side-pot",
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=or_broken("side-pot", _several_pots),
    moot_at=RIGHT_SINGLE,
    clears_at=RIGHT_SEVERAL,
)
def side_pot(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Pots are formed wrongly, so that a player who tapped out is paid from what others wagered beyond.

    Pots kept together on the table are no fault if the payments are right.
    """
    return explained(event, figure, "side-pot")


# ---- the order of hands ----


def _hands_compared(state: HandState, event: Settled, figure: Figure) -> bool:
    return event.settlement.contested


@check(
    "hand-composition",
    watches=on(Settled, SHOWDOWN),
    figure=Composition,
    when=or_broken("hand-composition", _hands_compared),
    moot_at=RIGHT_UNCOMPARED,
    clears_at=RIGHT_COMPARED,
)
def hand_composition(state: HandState, event: Settled, figure: Composition) -> Iterable[Outcome]:
    """A pot is paid for a hand made of other cards than the rulebook says.

    The check reports a payment that would be right on such a mistake: any five of the player's own and the communal
    cards, where so many of each make a hand; only the cards that lay open; or the cards as they were before the draw.
    """
    return explained(event, figure, "hand-composition")


def _class_won(state: HandState, event: Settled, figure: HandClass) -> bool:
    return figure.hand in event.settlement.winning_classes


def _won_by(figure: HandClass) -> On[Event]:
    """Where a hand of the class won a pot; of a class that only one house knows, wherever hands were compared."""
    return on(Settled, SHOWDOWN | COMPARED | WINNERS.get(figure.hand, 0))


def _won_rightly_by(figure: HandClass) -> On[Event]:
    return on(Settled, PAID_RIGHT | WINNERS[figure.hand]) if figure.hand in WINNERS else never()


@check(
    "hand-rank",
    watches=on(Settled, SHOWDOWN),
    figure=HandClass,
    when=_class_won,
    call_only_at=_won_by,
    clears_at=_won_rightly_by,
)
def hand_rank(state: HandState, event: Settled, figure: HandClass) -> Iterable[Outcome]:
    """A hand of a lower class is paid before this one.

    The clause of the class that should have won is the one broken. There is no class below the lowest: its clause is
    broken if lower cards are paid before higher ones. So is the clause of a class in which further cards decide, where
    the rulebook's clause on further cards does not reach that class.
    """
    cause = cause_of(event.settlement)
    if cause.check == "hand-rank" and cause.hand != figure.hand:
        return ()
    return explained(event, figure, "hand-rank")


def _ranks_decide(state: HandState, event: Settled, figure: Figure) -> bool:
    return event.settlement.decided_by == "ranks"


@check(
    "card-rank",
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=or_broken("card-rank", _ranks_decide),
    moot_at=RIGHT_UNCOMPARED,
)
def card_rank(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A hand is paid before one of the same class made of higher cards: kings before aces, a suit before a rank."""
    return explained(event, figure, "card-rank")


def _further_cards_decide(state: HandState, event: Settled, figure: Kickers) -> bool:
    done = event.settlement
    if done.decided_by != "kickers":
        return False
    return figure.others == "this" or done.winning_classes[0] in figure.classes


@check(
    "tie-break",
    watches=on(Settled, SHOWDOWN),
    figure=Kickers,
    when=or_broken("tie-break", _further_cards_decide),
    moot_at=RIGHT_UNCOMPARED,
)
def tie_break(state: HandState, event: Settled, figure: Kickers) -> Iterable[Outcome]:
    """Two hands of the same class and the same ranks are paid without comparing their further cards.

    Where the text itself leaves open whether further cards count in a class, a payment that is right on the other
    reading is an advisory. In a class that the clause does not reach, the clause of that class may judge it instead.
    """
    return explained(event, figure, "tie-break")


def _ace_matters(state: HandState, event: Settled, figure: LowAce) -> bool:
    done = event.settlement
    if not done.contested or done.showdown is None:
        return False
    return done.showdown.ace_matters(done.live) or any(_low_with_ace(done.showdown, player) for player in done.live)


def _low_with_ace(showdown: Showdown, player: Player) -> bool:
    """Does a player have a low hand with an ace in it? It takes time to find which cards it is made of."""
    there = (*(showdown.cards(player) or ()), *(showdown.board or ()))
    held = showdown.lows is not None and any(card >> 2 == ACE for card in there)
    return held and any(card >> 2 == ACE for card in showdown.low_five(player))


@check(
    "ace-low-agreement",
    watches=on(Settled, SHOWDOWN),
    figure=LowAce,
    when=or_broken("ace-low-agreement", _ace_matters),
    moot_at=RIGHT_UNCOMPARED,
)
def ace_low_agreement(state: HandState, event: Settled, figure: LowAce) -> Iterable[Outcome]:
    """A pot is paid on the wrong footing as to the low ace.

    The ace stands below the lowest card only if that was agreed before the hand. The check reports a payment that
    counts it low against an objection, or on an agreement made too late, and one that holds it high although it was
    agreed low. Where the log says nothing about an agreement, a payment that counts it low is an advisory, unless
    agreements are not to be presumed. Where pots are halved, the check also reports that a low hand was denied its ace.
    """
    return explained(event, figure, "ace-low-agreement")


def _joker_plays(state: HandState, event: Settled, figure: Joker) -> bool:
    done = event.settlement
    if not done.contested or done.showdown is None or done.showdown.footing.joker is None:
        return False
    holders = [player for player in done.live if JOKER in (done.showdown.cards(player) or ())]
    if figure.mistaken_for == "double-ace":
        return any("flush" in (done.showdown.class_of(player) or "") for player in holders)
    return bool(holders)


@check(
    JOKER_VALUE,
    watches=on(Settled, SHOWDOWN),
    figure=Joker,
    when=or_broken(JOKER_VALUE, _joker_plays),
    moot_at=RIGHT_UNCOMPARED,
)
def joker_value(state: HandState, event: Settled, figure: Joker) -> Iterable[Outcome]:
    """A pot is paid as if the joker stood for a card that it may not stand for.

    In a high hand the joker is an ace, or completes a straight or a flush, where it is the highest card that is
    missing. In a low hand it is the lowest rank that is missing.
    """
    cause = cause_of(event.settlement)
    if cause.check == JOKER_VALUE and cause.hand != figure.mistaken_for:
        return ()
    return explained(event, figure, JOKER_VALUE)


# ---- hands that cannot win ----


def _size_noted(state: HandState, event: Settled, figure: Figure) -> bool:
    if event.settlement.state in ("nothing", "invalidated"):
        return False
    for player in state.players:
        if (
            player.void
            or player.cards_counted is not None
            or (player.shown is not None and has_wrong_size(state, player))
        ):
            return True
    return False


NOTES_SIZE = (NOTED[Voided], NOTED[Holds], NOTED[Discards], NOTED[Show], BROKEN)


@check(
    "hand-size",
    watches=Settled,
    figure=Figure,
    when=or_broken("hand-size", _size_noted),
    call_only_at=on(Settled, *NOTES_SIZE),
    moot_at=on(Settled, PAID_RIGHT | HANDS_WHOLE),
    laid_to_record=True,
)
def hand_size(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A pot goes to a hand with too few or too many cards, or past the player who wins in its place.

    Such a hand is void and its wagers stay in the pot. If no hand left is valid, the player who folded last wins.
    """
    return explained(event, figure, "hand-size")


def _mucked(state: HandState, event: Settled, figure: Figure) -> bool:
    return bool(event.settlement.mucked)


class DeadCards(Figure):
    """How grave it is to pay a hand that was thrown away, and whether a ruling may retrieve one."""

    severity: Literal["breach", "irregularity"] = "breach"
    retrievable: bool = False


@check(
    "dead-cards",
    watches=Settled,
    figure=DeadCards,
    when=or_broken("dead-cards", _mucked),
    moot_at=on(Settled, PAID_RIGHT | UNMUCKED),
)
def dead_cards(state: HandState, event: Settled, figure: DeadCards) -> Iterable[Outcome]:
    """A pot goes to a hand that had gone into the discards.

    Where such a hand may be retrieved, a ruling in the record is taken to have done so.
    """
    if figure.retrievable and any(isinstance(one, Ruling) for one in state.hand.events):
        return []
    found = list(explained(event, figure, "dead-cards"))
    for one in found:
        if isinstance(one, Fault):
            one.severity = Severity[figure.severity.upper()]
    return found


def _asked_for(state: HandState, event: Settled, figure: Figure) -> bool:
    from auditor.checks.explanations.unentitled import asked_for  # few games have hands that somebody asks to see

    return any(asked_for(state, player) for player in state.players if player.active and player.mucked)


@check(
    "mucked-hand",
    watches=on(Settled, SHOWDOWN),
    figure=AskedFor,
    when=or_broken("mucked-hand", _asked_for),
)
def mucked_hand(state: HandState, event: Settled, figure: AskedFor) -> Iterable[Outcome]:
    """A hand that was thrown away and shown on request is paid although dead, or passed over although live.

    It is live only if the player who asked had been announced as a winner of the pot.
    """
    return explained(event, figure, "mucked-hand")


def _compared_open(state: HandState, event: Settled, figure: Exposure) -> bool:
    done = event.settlement
    return done.showdown is not None or (figure.last == "shown" and done.state == "sole" and not state.over)


@check(
    "exposed-hand",
    watches=on(Settled, SHOWDOWN),
    figure=Exposure,
    when=or_broken("exposed-hand", _compared_open),
    clears_at=RIGHT_COMPARED,
)
def exposed_hand(state: HandState, event: Settled, figure: Exposure) -> Iterable[Outcome]:
    """A pot goes to a player who did not lay all of their own cards open while others did.

    The player may lay them open one by one. A player whom all others left alone wins without showing. A player whose
    opponents all threw their cards away at the end wins so only if the rulebook is read that way.
    """
    showdown = event.settlement.showdown
    if showdown is None and event.settlement.right:
        last = event.settlement.live[0]
        if last.shown is not None or not last.won:
            return ()
        observed = f"{money_text(last.won)} of the pot passed to {player_label(last)}, who did not show the cards"
        win = next(win for win in state.wins if win.player == last.name)
        return [breach(figure, win, observed, "whoever wins shows", by=DEALER)]
    if showdown is not None and showdown.unseen:
        return [not_recorded(figure, "the hands shown")]
    return explained(event, figure, "exposed-hand")


# ---- the record ----


def _payments_told(state: HandState, event: Settled | Unsettled, figure: Figure) -> bool:
    """Do the payments of the hand, or what went back after its misdeal, have to be compared with what was due?"""
    return _answers_for(RECORD_PAYMENTS)(state, event, figure) or (
        isinstance(event, Settled) and misdealt(state) and not chips_go_back(state)
    )


@check(
    RECORD_PAYMENTS,
    watches=on(Settled) | on(Unsettled),
    figure=Figure,
    when=_payments_told,
    clears_at=on(Settled, PAID_RIGHT | FIRST_DEAL),
)
def payments(state: HandState, event: Settled | Unsettled, figure: Figure) -> Iterable[Outcome]:
    """Payments and commission are more or less than what was wagered, though nobody was wrongly preferred.

    The check is silent where the log counts another pot than its wagers come to: that is reported as such. Any other
    payment that is not what was due, and of which no clause tells, is a defect of the record as well, with both
    figures. So is what is paid, kept or not given back after a misdeal, where the rulebook has no clause on the chips.
    """
    if isinstance(event, Unsettled):
        return [defect_of(event.settlement).fault(figure)]
    back = going_back(event.settlement) if misdealt(state) else None
    if back is None:
        return explained(event, figure, RECORD_PAYMENTS)
    ground = state.attempts[-1].misdeal
    if back.right or ground is None:
        return ()
    at, observed, expected = not_back(back, ground, "after a misdeal")
    return [irregularity(figure, at, observed, expected, by=RECORD, money=back.money)]
