"""Why a pot was paid wrongly to, or against, a hand that had to be bet."""

from __future__ import annotations

from auditor.checks.explanations.cause import Cause, WrongPayment
from auditor.checks.support.check_names import MUST_BET
from auditor.checks.support.players import player_label
from auditor.replay.settlement.must_bet import BEATEN, CHECKED, COMPLETED, SHORT
from auditor.replay.settlement.showdown import Showdown
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import joined

DID = {
    CHECKED: "checked",
    SHORT: "called a short all-in with",
    BEATEN: "checked",
    COMPLETED: "completed a short all-in with",
}


def explain_unbet(wrong: WrongPayment) -> Cause | None:
    """Wagers after the draw paid to a hand that should have been bet, or handed back though they were won."""
    done, case = wrong.done, wrong.done.obliged
    if case not in DID:
        return None
    over = {one.seat: wrong.payments[one.seat] - wrong.due.get(one.seat, 0) for one in wrong.overpaid()}
    showdown = done.showdown or Showdown(done.table, done.live)
    hands = {one.seat: f"{player_label(one)} {DID[case]} {showdown.words(one)}" for one in done.obliged_players}
    if case in (CHECKED, SHORT):
        if not set(over) <= set(hands):
            return None
        paid = [f"{hands[seat]} and was paid {money_text(extra)} of after-draw bets" for seat, extra in over.items()]
        return wrong.named(MUST_BET, joined(paid))
    back = [one for one in wrong.overpaid() if over[one.seat] <= one.put_in_round]
    if not back or len(back) != len(over):
        return None
    hand = next((hands[one.seat] for one in back if one.seat in hands), next(iter(hands.values())))
    return wrong.named(
        MUST_BET, f"{hand}, and after-draw bets went back to {joined([player_label(one) for one in back])}"
    )
