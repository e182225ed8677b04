"""Checks of the communal cards: the burn before them, errors in turning them, and how these are put right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.auditing.engine.outcomes import Outcome, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import BOARDLESS
from auditor.checks.cards.discards import proof_of_surplus
from auditor.checks.support.burns import burn_left_out, notes_burns
from auditor.checks.support.check_names import has_clause_for
from auditor.replay.cards.board import ASIDE, BACK, BURNT, noted_together, substantial, unnoted_before
from auditor.replay.cards.draw import discard_round, notes_discards
from auditor.replay.cards.mishaps import by_player
from auditor.replay.memo import remembered
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import BoardOpening, HandState
from auditor.rules.schema.figures import Figure, Remedy
from auditor.vocabulary.events import Burn, Event
from auditor.vocabulary.findings import DEALER, Severity
from auditor.vocabulary.log_words import BURNS, DISCARDS
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import number, ordinal, plural

WRONG_BURNS = ("unburnt", "overburnt")


# ---- the burn before the cards ----


class Street(Figure):
    """The name of the betting round that communal cards are for, and how many cards are burnt before them."""

    street: str
    burns: int


def _turned(state: HandState, event: Settled, figure: Street) -> bool:
    return figure.street in _streets(state)


@check("burn-sequence", watches=Settled, figure=Street, when=_turned, moot_at=on(Settled, BOARDLESS))
def burn_sequence(state: HandState, event: Settled, figure: Street) -> Iterable[Outcome]:
    """The dealer burns too many cards before communal cards.

    A burn left out has a remedy of its own, and so has a burn after another error or after a card exposed in the deal;
    other clauses judge these. Cards that come only to settle side wagers may come with a burn or without.
    """
    opening = next(one for one in state.openings if one.round.name == figure.street)
    if not notes_burns(state) and not burn_left_out(state, opening.event):
        return [not_recorded(figure, "the burn cards")]
    if opening.won or opening.burnt <= figure.burns or _exposed_before(state, opening):
        return ()
    if _burns_changed_before(state, opening):
        return ()
    observed = f"{number(opening.burnt)} cards burnt before the {_called(opening)}"
    return [irregularity(figure, opening.burns[-1], observed, number(figure.burns), by=DEALER)]


def _burns_changed_before(state: HandState, opening: BoardOpening) -> bool:
    """Has an error with earlier communal cards changed what is burnt before these?"""
    before = [one for one in state.openings if one.round.round_index < opening.round.round_index]
    if not before:
        return False
    last = [one for one in before if one.round is before[-1].round]
    changing = [remedy for remedy in state.game.remedies if remedy.next_burns != 1]
    return any(_is_for(state, one, remedy) for one in last for remedy in changing)


# ---- errors, and their remedies ----


@value_class
class WrongCards:
    """A wrong step after an error: the part of the remedy it belongs to, and what should have been done instead."""

    part: str
    event: Event
    observed: str
    expected: str


def _has_cards(state: HandState, event: Settled, remedy: Remedy) -> bool:
    if not state.openings:
        return False
    if remedy.fault == "undiscarded":
        due = discard_round(state)
        return due is not None and due.name in remedy.streets and bool(_of(state, remedy))
    return not _streets(state).isdisjoint(remedy.streets)


@remembered
def _streets(state: HandState) -> set[str]:
    """The betting rounds that communal cards were turned for, worked out once because several clauses ask."""
    return {one.round.name for one in state.openings}


def _of(state: HandState, remedy: Remedy) -> list[BoardOpening]:
    return [one for one in state.openings if one.round.name in remedy.streets]


@check(
    "communal-remedy", watches=Settled, figure=Remedy, when=_has_cards, moot_at=on(Settled, BOARDLESS), record="full"
)
def communal_remedy(state: HandState, event: Settled, remedy: Remedy) -> Iterable[Outcome]:
    """The dealer turns communal cards too early, without a burn, or too many of them.

    An error that is put right as the clause says is noted, and nobody is accused of more. Any other remedy is a fault
    of the dealer, and is reported once, at the first step that went wrong. Steps that the log does not mention, such as
    the shuffle of cards taken back, are taken as done.
    """
    if remedy.fault in WRONG_BURNS and not notes_burns(state):
        left_out = [burn_left_out(state, one.event) for one in _of(state, remedy)]
        if not all(left_out):
            found = _remedied(state, remedy) if any(left_out) else ()
            return [*found, not_recorded(remedy, "the burn cards")]
    if remedy.fault == "undiscarded" and not notes_discards(state):
        return [not_recorded(remedy, "the discards")]
    return _remedied(state, remedy) if remedy.fault in _errors(state) else ()


@check(
    "communal-remedy", watches=Settled, figure=Remedy, when=_has_cards, moot_at=on(Settled, BOARDLESS), record="play"
)
def communal_remedy_in_record_of_play(state: HandState, event: Settled, remedy: Remedy) -> Iterable[Outcome]:
    """The same where a room records play alone: it turns as many cards as it should, and the record is wrong."""
    if remedy.fault == "surplus" and remedy.fault in _errors(state):
        return [not_recorded(remedy, "when each communal card was turned")]
    return communal_remedy(state, event, remedy)


@remembered
def _errors(state: HandState) -> set[str]:
    """The errors with which communal cards of the hand may have been turned, worked out once for several clauses."""
    found: set[str] = set()
    for one in state.openings:
        if one.early:
            found.add("early")
        if one.owing:
            found.add("undiscarded")
        if len(one.cards) > one.due:
            found.add("surplus")
        burnt = one.burnt
        if burnt != 1:
            found.add("overburnt" if burnt else "unburnt")
    return found


def _remedied(state: HandState, remedy: Remedy) -> Iterator[Outcome]:
    """Judge each error that the remedy is for."""
    for opening in _of(state, remedy):
        if not _is_for(state, opening, remedy):
            if remedy.fault == "surplus" and opening.over and noted_together(state, opening):
                yield not_recorded(remedy, "when each communal card was turned")
            continue
        if remedy.fault == "undiscarded" and not _surely_owed(state, opening):
            yield not_recorded(remedy, "all the discards")
            continue
        wrong = next(_wrongs(state, opening, remedy), None)
        if "error" in remedy.decides and (wrong is None or remedy.apart):
            error, outcome = _error(state, opening, remedy), _outcome(state, opening, remedy)
            yield irregularity(remedy, opening.event, error, outcome, by=DEALER)
        elif wrong is not None and wrong.part in remedy.decides:
            evidence, severity = () if wrong.event is opening.event else (opening.event,), remedy.severity.upper()
            wrongly = (wrong.event, wrong.observed, wrong.expected)
            yield fault(Severity[severity], remedy, *wrongly, by=DEALER, evidence=evidence)


def _is_for(state: HandState, opening: BoardOpening, remedy: Remedy) -> bool:
    """Is this the error that the remedy is for? If an opening has several errors, the first named here counts."""
    if opening.round.name not in remedy.streets:
        return False
    if opening.early or remedy.fault == "early":
        return opening.early and remedy.fault == "early"
    if opening.owing or remedy.fault == "undiscarded":
        return remedy.fault == "undiscarded" and bool(opening.owing) and _board_matters(state, opening)
    if opening.over or remedy.fault == "surplus":
        return remedy.fault == "surplus" and _is_surplus(state, opening, remedy)
    if remedy.fault == "overburnt":
        return opening.burnt > 1 and _burns_matter(state, opening) and not unnoted_before(state, opening)
    return _unburnt(state, opening) and remedy.action in (None, not opening.gone and substantial(opening.betround))


def _board_matters(state: HandState, opening: BoardOpening) -> bool:
    """Is the board to be judged? Once there was substantial action, the card that somebody kept is judged instead."""
    return bool(opening.gone) or not substantial(opening.betround) or _given_in_time(state, opening)


def _surely_owed(state: HandState, opening: BoardOpening) -> bool:
    """Did somebody surely still have to give up a card, rather than give one up without a note of it?"""
    if opening.gone or DISCARDS in state.hand.setup.records:
        return True
    late = [one.player for one in state.given_up if one.event.count]
    own = opening.round.own
    return any(any(one is player for one in late) or proof_of_surplus(state, player, own) for player in opening.owing)


def _is_surplus(state: HandState, opening: BoardOpening, remedy: Remedy) -> bool:
    if opening.won or opening.over < remedy.least or (remedy.most is not None and opening.over > remedy.most):
        return False
    return not noted_together(state, opening)


def _given_in_time(state: HandState, opening: BoardOpening) -> bool:
    """Did all players who owed a card give it up before there was substantial action on the communal cards?"""
    given = [one.player for one in state.given_up if not one.acted]
    return all(any(player is one for one in given) for player in opening.owing)


def _unburnt(state: HandState, opening: BoardOpening) -> bool:
    """Is a burn missing before the first cards of a betting round, for no reason that another clause gives?"""
    noted = _notes_others(state) or burn_left_out(state, opening.event)
    return not opening.burnt and noted and _burns_matter(state, opening)


def _notes_others(state: HandState) -> bool:
    """Does the log note burn cards other than a card that the deal went wrong with?"""
    if not state.attempt.faults:
        return notes_burns(state)
    astray = {card for one in state.attempt.faults for card in one.cards}
    burns = (event for event in state.hand.events if isinstance(event, Burn))
    named = any(not event.cards or not astray.issuperset(event.cards) for event in burns)
    return named or BURNS in state.hand.setup.records


def _burns_matter(state: HandState, opening: BoardOpening) -> bool:
    """Are these the first cards of a betting round, with no other clause on the burns before them?"""
    if opening.won:
        return False
    first = next(one for one in state.openings if one.round is opening.round)
    return first is opening and not _exposed_before(state, opening) and not _burns_changed_before(state, opening)


def _exposed_before(state: HandState, opening: BoardOpening) -> bool:
    """Did the deal expose a card, or deal one too many, that may now lie as the first burn card?"""
    if opening is not state.openings[0] or not state.attempt.faults:
        return False
    kinds = [kind for kind, check in AS_BURNS.items() if kind == "exposed" or has_clause_for(state, check)]
    return any(one.kind in kinds and not by_player(state, one) for one in state.attempt.faults)


AS_BURNS = {"exposed": "exposed-card", "extra": "extra-card"}  # cards that may be the first burn, by their checks


def _wrongs(state: HandState, opening: BoardOpening, remedy: Remedy) -> Iterator[WrongCards]:
    """The wrong steps after an error, in the order of the remedy."""
    if remedy.fault in WRONG_BURNS and not opening.gone:
        return  # nobody saw it in time, and play goes on
    if remedy.fault == "undiscarded" and not opening.gone:
        yield from _left_in_play(opening, remedy)
        return
    acted = opening.begun if remedy.stands == "act" else opening.acted
    if acted and (remedy.fault == "undiscarded" or remedy.fault in WRONG_BURNS):
        event = next(iter(opening.gone.values()))[1]
        action = "somebody had acted" if remedy.stands == "act" else "substantial action"
        yield WrongCards("cards", event, f"{_called(opening)} taken back after {action}", "the cards stand")
    yield from _cards(state, opening, remedy)
    yield from _new_cards(state, opening, remedy)
    yield from _next_cards(state, opening, remedy)
    if remedy.fault == "undiscarded" and remedy.kept == "always":
        yield WrongCards("cards", opening.event, f"{_called(opening)} taken back for a late discard", "the cards stand")


def _left_in_play(opening: BoardOpening, remedy: Remedy) -> Iterator[WrongCards]:
    if remedy.kept == "never":
        observed = f"{_called(opening)} left in play though a discard was still to come"
        yield WrongCards("cards", opening.event, observed, _way(remedy))


def _cards(state: HandState, opening: BoardOpening, remedy: Remedy) -> Iterator[WrongCards]:
    """The cards that should not be there: did they go, and did they go to the right place?"""
    wrong = opening.cards[opening.due :] if remedy.stays else opening.cards
    left = [card for card in wrong if card not in opening.gone]
    if remedy.stays and any(card in opening.gone for card in opening.cards[: opening.due]):
        event = next(iter(opening.gone.values()))[1]
        yield WrongCards(
            "stay", event, f"right card taken away after {_error(state, opening, remedy)}", "the first one stays"
        )
    elif left and opening.betround is not None:
        part = "stay" if remedy.stays else "cards"
        yield WrongCards(part, opening.event, f"{_error(state, opening, remedy)}, and left in play", _way(remedy))
    for card in wrong:
        where, event = opening.gone.get(card, ("", opening.event))
        if where and not _right_place(state, opening, remedy, where):
            observed = f"{PLACES[where]} after {_error(state, opening, remedy)}"
            yield WrongCards("cards", event, observed, _way(remedy))
    if remedy.goes == BACK and opening.gone:
        for step in [step for step, done in opening.done.items() if not done and step in remedy.steps]:
            event = next(iter(opening.gone.values()))[1]
            yield WrongCards("cards", event, f"no {step} after {_error(state, opening, remedy)}", _way(remedy))


PLACES = {BACK: "cards shuffled back", ASIDE: "cards set aside", BURNT: "card made a burn card"}


def _right_place(state: HandState, opening: BoardOpening, remedy: Remedy, where: str) -> bool:
    """Did the cards go where the clause sends them? A card put aside lies as well as a burn card does."""
    if remedy.goes in (where, "anywhere"):
        return True
    if remedy.goes == BURNT:
        new = _replacement(state, opening)
        on_top = new is not None and new.burnt > 0 and not opening.done.get("shuffle", False)
        return where == ASIDE if remedy.stays else where == BACK and on_top
    return False


def _replacement(state: HandState, opening: BoardOpening) -> BoardOpening | None:
    """The cards that were turned in place of these."""
    at = next(n for n, one in enumerate(state.openings) if one is opening)
    following = state.openings[at + 1 : at + 2]
    return following[0] if following and following[0].round is opening.round else None


def _new_cards(state: HandState, opening: BoardOpening, remedy: Remedy) -> Iterator[WrongCards]:
    """The cards in their place: are the burns before them right, and are they others than the cards set aside?"""
    new = None if remedy.stays else _replacement(state, opening)
    if new is None:
        return
    aside = [card for card, (where, _) in opening.gone.items() if where == ASIDE]
    if any(card in new.cards for card in aside):
        yield WrongCards("burns", new.event, f"card set aside turned as the new {_called(opening)}", "it stays aside")
    if notes_burns(state) and new.burnt != remedy.burns and not remedy.any_burns:
        event = new.burns[-1] if new.burns else new.event
        yield WrongCards(
            "burns", event, f"{_burnt(opening, new)} before the new {_called(opening)}", _so_many(remedy.burns)
        )


def _next_cards(state: HandState, opening: BoardOpening, remedy: Remedy) -> Iterator[WrongCards]:
    """The cards of the next betting round, if the clause changes what is burnt before them."""
    if remedy.next_burns == 1 or not notes_burns(state):
        return
    later = next((one for one in state.openings if one.round.round_index > opening.round.round_index), None)
    if later is None or later.won:
        return
    burns = [event for event in later.burns if not any(event is each for _, each in opening.gone.values())]
    if sum(len(event.cards) or 1 for event in burns) != remedy.next_burns:
        event = burns[-1] if burns else later.event
        what = _burnt(opening, later) if not opening.over else "another card burnt"
        yield WrongCards("next", event, f"{what} before the {_called(later)}", _so_many(remedy.next_burns))
    before = [one for one in state.openings if one.round.round_index == opening.round.round_index]
    if remedy.goes == ASIDE and any(not one.done.get("shuffle", True) for one in before):
        yield WrongCards("next", later.event, "card set aside not shuffled in", "it is shuffled with the cards left")


# ---- words ----


def _called(opening: BoardOpening) -> str:
    """What the cards of a betting round are called: a single card by its number, several the flop."""
    return "flop" if opening.due != 1 else f"{ordinal(opening.round.communal)} card"


def _error(state: HandState, opening: BoardOpening, remedy: Remedy) -> str:
    name = _called(opening)
    if remedy.fault == "early":
        before = state.rounds[opening.round.round_index - 1].name
        return f"{name} turned before the {before} betting round was complete"
    if remedy.fault == "undiscarded":
        return f"{name} turned before all discards were made"
    if remedy.fault in WRONG_BURNS:
        burnt = number(opening.burnt) if opening.burnt else "no"
        return f"{burnt} {'cards' if opening.burnt else 'card'} burnt before the {name}"
    return f"{number(len(opening.cards))} cards opened for the {name}"


def _outcome(state: HandState, opening: BoardOpening, remedy: Remedy) -> str:
    """How an error ended that was handled as the clause says; the rule itself if another clause finds it was not."""
    alike = [one for one in state.game.remedies if remedy.apart and _is_for(state, opening, one)]
    if any(next(_wrongs(state, opening, one), None) is not None for one in alike if not one.apart):
        return "such cards may not be used"
    if opening.gone:
        return "put right"
    ends = dict.fromkeys(WRONG_BURNS, "the hand goes on") | {"undiscarded": "the cards stand"}
    return ends.get(remedy.fault, "the hand ended first")


def _way(remedy: Remedy) -> str:
    """What the clause does with the wrong cards, in words."""
    ways = {
        BACK: "shuffled into the rest",
        ASIDE: "set aside for the time being",
        BURNT: "the next burn card, or mucked after the last",
        "anywhere": "taken away",
    }
    return ("only the right card stays, any other is " if remedy.stays else "such cards are ") + ways[remedy.goes]


def _burnt(opening: BoardOpening, new: BoardOpening) -> str:
    count = new.burnt
    if not count:
        return "no card burnt"
    words = f"{number(count)} {plural(count, 'card')} burnt"
    return f"second burn, {words}" if opening.burnt and new.round is opening.round and count == 1 else words


def _so_many(burns: int) -> str:
    return f"{number(burns)} {plural(burns, 'burn')}" if burns else "no burn"
