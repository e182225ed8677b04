"""Cards that may have been left out, and what is done with a deck: a street, a burn, a boxed card, a cut, a misdeal."""

from __future__ import annotations

from itertools import takewhile

from auditor.auditing.slips.gaps import PAYMENTS, SHUFFLE, Gaps
from auditor.auditing.slips.slip import place_before
from auditor.replay.state import HandState
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.wording import escaped


def cards_due(gaps: Gaps, state: HandState, at: int) -> None:
    """The communal cards or the cards of a street that are due."""
    place = place_before(gaps.hand, at)
    coming = state.rounds[min(state.rounds_played, len(state.rounds) - 1)]
    if coming.communal or state.rounds[-1].betting.draw:
        due = next((one.communal for one in state.rounds if one.communal > len(state.board)), 0) - len(state.board)
        if due > 0:
            gaps.insert(at, e.Communal(*place, (UNKNOWN,) * due), "a communal card")
        return
    holdings = tuple([(player.name, (UNKNOWN,)) for player in state.active])
    for up in (True, False):
        gaps.insert(at, e.Deal(*place, holdings, up), "a card to each player")


def lacks_cards(state: HandState, event: e.Event) -> bool:
    """May cards be missing before this: a turn after a burn or the betting, or cards when nobody can bet any more?"""
    if isinstance(event, e.Act | e.Discards):
        return state.round is None or state.round.closed or isinstance(state.event, e.Burn) or _only_options(state)
    if isinstance(event, e.Burn) and state.burns:
        return True
    run_out = state.round is not None and not state.over and len(state.able) < 2
    return run_out and isinstance(event, (e.Communal, e.Deal, e.Show, *PAYMENTS))


def _only_options(state: HandState) -> bool:
    """Have all wagers been met, so that whoever is still to act may let that option pass without a word?"""
    betround = state.round
    if betround is None or not betround.acts or not betround.highest:
        return False
    return all(player.put_in_round == betround.highest for player in state.players if state.pending(player))


def short_of_cards(gaps: Gaps, state: HandState, event: e.Deal) -> bool:
    """Is a pass missing in the deal before the first betting round, in a game without communal cards?"""
    if state.rounds[-1].communal or state.rounds_played or event.contrary:
        return False
    dealt, name = 0, event.holdings[0][0]
    for one in gaps.hand.events:
        if isinstance(one, e.Act | e.Burn | e.Discards) or (isinstance(one, e.Post) and one.kind == "bring-in"):
            break
        dealt += sum([len(cards) for to, cards in one.holdings if to == name]) if isinstance(one, e.Deal) else 0
    return dealt == state.rounds[0].own - 1


def lacks_burn(state: HandState, event: e.Event) -> bool:
    """May a burn be missing before this, as a hand notes others? In a draw, cards may be burnt between two deals."""
    if isinstance(event, e.Communal):
        return not state.burns
    return isinstance(event, e.Deal) and state.round is not None


def around_boxed(gaps: Gaps, state: HandState, boxed: e.Boxed, at: int) -> None:
    """The cards that were dealt before one was found face up, and that it was taken back."""
    coming = next((one for one in gaps.hand.events[at:] if isinstance(one, e.Deal)), None)
    served = {name for name, _ in coming.holdings} if coming is not None else set()
    others = tuple([(player.name, (UNKNOWN,)) for player in state.active if player.name not in served])
    if coming is not None and others:
        gaps.insert(at, e.Deal(*place_before(gaps.hand, at), others, coming.up), "a card to some players")
    _rest_of_pass(gaps, state, at)
    dealt = [card for _, cards in coming.holdings for card in cards] if coming is not None else []
    if not isinstance(gaps.hand.events[at + 1], e.TakenBack) and not set(dealt) & set(boxed.cards):
        back = e.TakenBack(*place_before(gaps.hand, at + 1), boxed.cards)
        gaps.insert(at + 1, back, "that the card was taken back")


def _rest_of_pass(gaps: Gaps, state: HandState, at: int) -> None:
    """The cards to players whom a pass had not reached when a card was found face up, which is dealt in its turn."""
    before = gaps.hand.events[:at][-2:]
    if [type(one) for one in before] != [e.Deal, e.Boxed]:
        return
    begun, found = before
    assert isinstance(begun, e.Deal) and isinstance(found, e.Boxed)
    served = {name for name, _ in begun.holdings}
    cards = [*found.cards, *[UNKNOWN] * len(state.active)]
    rest = [player.name for player in state.clockwise(state.by_name[begun.holdings[-1][0]]) if player.active]
    holdings = tuple([(name, (cards.pop(0),)) for name in rest if name not in served])
    if holdings:
        gaps.insert(at, e.Deal(*place_before(gaps.hand, at), holdings, begun.up), "a card to some players")


def new_beginning(gaps: Gaps, event: e.Cut | e.Procedure | e.Post, at: int) -> None:
    """That the deal was called off, or the deck shuffled after a cut that exposed cards, before it is cut again."""
    if isinstance(event, e.Procedure) and not event.done:
        return
    before = [*takewhile(lambda one: not isinstance(one, e.Misdeal), reversed(gaps.hand.events[:at]))]
    place = place_before(gaps.hand, at)
    again = not isinstance(event, e.Post) or any(_same_post(one, event) for one in before)
    if again and any(isinstance(one, e.Deal | e.DealFault) for one in before):
        gaps.insert(at, e.Misdeal(*place), "a misdeal")
    if isinstance(event, e.Cut) and any(isinstance(one, e.Cut) and one.exposed for one in before):
        gaps.insert(at, e.Procedure(*place, SHUFFLE, done=True), "a shuffle")


def _same_post(one: e.Event, post: e.Post) -> bool:
    """Has the player put up the same before? Then it is put up for another deal, and is no late post of this one."""
    return isinstance(one, e.Post) and (one.player, one.kind) == (post.player, post.kind)


def card_taken_back(gaps: Gaps, at: int) -> None:
    """That the card of a player went back who is dealt another next, once the deck was made ready."""
    before = gaps.hand.events[at - 1]
    coming = next((one for one in gaps.hand.events[at:] if not isinstance(one, e.Cut | e.Procedure)), None)
    if not isinstance(before, e.Deal) or not isinstance(coming, e.Deal) or len(coming.holdings) > 1:
        return
    name = coming.holdings[0][0]
    cards = dict(before.holdings).get(name)
    if cards is not None:
        back = e.TakenBack(*place_before(gaps.hand, at), cards, name)
        gaps.insert(at, back, "that the card was taken back")


def card_exposed(gaps: Gaps, back: e.TakenBack, at: int) -> None:
    """That the dealer exposed the card of a player that is taken back, if the record does not say why it goes back."""
    before = [*takewhile(lambda one: not isinstance(one, e.Misdeal), reversed(gaps.hand.events[:at]))]
    if back.player is None or any(isinstance(one, e.DealFault | e.Boxed | e.Reshuffled) for one in before):
        return
    exposed = e.DealFault(*place_before(gaps.hand, at), "exposed", back.player, back.cards, by="dealer")
    gaps.insert(at, exposed, "that the card was exposed", seen_to=True)


def void_hand(gaps: Gaps, event: e.Event, counted: e.Holds, at: int) -> None:
    """That a hand was declared void after its cards were counted."""
    name = counted.player
    if not isinstance(event, e.Voided) and not any(
        isinstance(one, e.Voided | e.Act | e.Show) and one.player == name for one in gaps.hand.events[at:]
    ):
        gaps.insert(at, e.Voided(*place_before(gaps.hand, at), name), f"that the hand of {escaped(name, 40)} was void")


def declined_cut(gaps: Gaps, state: HandState, at: int) -> None:
    """That the designated player declined the cut: where no buck is on record, who puts up the first blind."""
    posts = [one.player for one in gaps.hand.events if isinstance(one, e.Post)]
    name = state.designated.name if state.designated is not None else next(iter(posts), None)
    if name is not None:
        declined = e.Declined(*place_before(gaps.hand, at), name, "cut")
        gaps.insert(at, declined, f"that {escaped(name, 40)} declined the cut")
