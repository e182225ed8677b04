"""Hands in which all wagers go back: what each player is due and got, what the house kept, and who owes it to whom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.checks.support.misdeal_grounds import MisdealCause, listed, present
from auditor.checks.support.players import player_label
from auditor.replay.memo import remembered
from auditor.replay.settlement.result import Settlement
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Event, HandEnded, Misdeal, PotTaken, Refund, Returned, SideSettled, Win
from auditor.vocabulary.findings import DEALER, REMEDIED, DueAndPaid, Money
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped, joined


@value_class
class Share:
    """What a player had wagered, which goes back, and what the record says the player got."""

    player: Player
    due: int
    got: int


@value_class
class GoingBack:
    """A hand in which all wagers go back: the commission, too, if any was taken before that."""

    shares: tuple[Share, ...]
    kept: int  # what the record says the house took or kept as commission
    noted: bool  # does the record say what anybody got?
    whole_pot: bool = False  # is the money at stake all that was wagered, and not only what went astray?
    wins: tuple[Win, ...] = ()  # pots that were paid out all the same
    taken: tuple[PotTaken, ...] = ()  # the lines on the commission that was kept
    left: tuple[Share, ...] = ()  # those whose blinds may have stayed on the table for a new deal

    @property
    def short(self) -> list[Share]:
        """The players who got too little."""
        return [share for share in self.shares if share.got < share.due] if self.noted else []

    @property
    def over(self) -> list[Share]:
        """The players who got too much."""
        return [share for share in self.shares if share.got > share.due] if self.noted else []

    @property
    def right(self) -> bool:
        """Did everybody get back what they wagered, as far as the record tells, and did the house keep nothing?"""
        return not (self.short or self.over or self.kept)

    @property
    def money(self) -> Money | None:
        """What is owed: to all who got too little, by those who got too much and the house as far as it kept some."""
        if self.right:
            return None
        missing = sum(share.due - share.got for share in self.short)
        surplus = sum(share.got - share.due for share in self.over)
        amount = sum(share.due for share in self.shares) if self.whole_pot and self.wins else max(missing, surplus)
        to = "the players" if self.whole_pot and self.wins else _labels(self.short)
        by = [player_label(share.player) for share in self.over]
        if self.kept or missing > surplus:
            by.append("the operator" if by else "operator")
        sums = [DueAndPaid(player_label(share.player), share.due, share.got) for share in self.shares if self.noted]
        sums += [DueAndPaid("the house", 0, self.kept)] if self.kept else []
        return Money(amount or self.kept, to or None, joined(by), tuple(sums))

    @property
    def words(self) -> str:
        """What is wrong with it, in words: the commission kept and of whom, or what each got who got another sum."""
        wrong = [*self.short, *self.over]
        missing = sum(share.due - share.got for share in self.short)
        if self.kept and missing in (0, self.kept) and not self.over:
            parts = [f"{money_text(share.due - share.got)} of {player_label(share.player)}" for share in self.short]
            return f"commission of {money_text(self.kept)} kept" + (f", {joined(parts)}" if parts else "")
        got = [f"{money_text(share.got)} refunded to {player_label(share.player)}" for share in wrong]
        return joined(got)

    @property
    def expected(self) -> str:
        """What should have gone back."""
        wrong = [*self.short, *self.over]
        if not wrong or self.kept:
            return "all wagers go back"
        return f"{joined([money_text(share.due) for share in wrong])} had been wagered"


def _labels(shares: Sequence[Share]) -> str:
    return joined([player_label(share.player) for share in shares])


@remembered
def going_back(done: Settlement) -> GoingBack | None:
    """What goes back, if all wagers of the hand do: it is annulled, ends with its misdeal, or the deal was void."""
    state = done.table
    if state.invalidated is not None:
        return _of(state, _wagered(state), state.invalidated)
    if misdealt(state):
        last = state.attempts[-1]
        assert last.misdeal is not None
        return _of(state, last.wagered or _left_on_table(state), last.misdeal)
    cause = void_for(state)
    if cause is not None or done.state == "invalidated":
        return _of(state, _wagered(state), None, cause is not None and cause.money == "pot")
    return None


def misdealt(state: HandState) -> bool:
    """Did the hand end with its misdeal?"""
    return bool(state.attempts) and state.round is None and not state.pot


def chips_go_back(state: HandState) -> bool:
    """Does the rulebook have a clause by which chips go back after a misdeal?"""
    return any(
        rule.check == "misdeal-remedy" and rule.values.get("chips_back")
        for clause in state.rules.clauses
        for rule in clause.rules
    )


def void_for(state: HandState) -> MisdealCause | None:
    """The cause for which all wagers go back though nobody declared a misdeal, if the record shows one."""
    cards_tell = state.hand.setup.notes_table
    causes = [one for one in listed(state) if one.cause in VOIDING]
    return next((one for one in causes if present(state, one, cards_tell)), None)


VOIDING = ("defective", "sole-hand")  # causes that are judged at the end of a hand, and not when they come up


def _left_on_table(state: HandState) -> dict[str, int]:
    """What players had wagered in an earlier deal that was called off, if nobody puts up anything for the next one.

    Blinds and antes stay for it. Of what had been wagered beyond them the record may not say that it went back.
    """
    earlier = next((one.wagered for one in reversed(state.attempts) if one.wagered), {})
    refunds = {(one.player, one.amount) for one in state.hand.events if isinstance(one, Refund)}
    blinds = {name: amount for name, amount in _posted(state).items() if (name, amount) in refunds}
    return {name: blinds.get(name, amount) for name, amount in earlier.items()}


def _wagered(state: HandState) -> dict[str, int]:
    return {player.name: player.put_in_hand for player in state.players if player.put_in_hand}


def _of(state: HandState, wagered: dict[str, int], ground: Event | None, whole_pot: bool = False) -> GoingBack:
    """Compare what goes back with the record, from the event on that made the wagers go back.

    Commission taken before that goes back with the rest: what the house kept of it shows in what players lack. What was
    paid before that goes back as well, and does not count. After a misdeal the blinds and antes of a player to whom
    nothing is handed back may have stayed on the table for the new deal.
    """
    events = state.hand.events
    at = 0 if ground is None else next(number for number, one in enumerate(events) if one is ground)
    since = events[at:]
    wins = tuple([one for one in since if isinstance(one, Win)])
    deal = _last_deal(events, at) if isinstance(ground, Misdeal) else events
    handed: list[Win | Refund | Returned] = [*wins, *(one for one in deal if isinstance(one, Refund))]
    if isinstance(ground, Misdeal):
        handed += [one for one in since if isinstance(one, Returned)]
    elif returned := _returned_at_last(events):
        handed += returned
        wagered = dict(wagered)
        for back in returned:  # which the replay has taken off already
            wagered[back.player] = wagered.get(back.player, 0) + back.amount
    got: dict[str, int] = {}
    for each in handed:
        got[each.player] = got.get(each.player, 0) + each.amount
    left = _posted(state) if isinstance(ground, Misdeal) else {}
    shares = [
        Share(one, wagered.get(one.name, 0), got.get(one.name, 0))
        for one in state.players
        if not got or one.name in got or left.get(one.name) != wagered.get(one.name)
    ]
    lines = [one for one in events if isinstance(one, PotTaken) and one.commission]
    after = sum([one.commission or 0 for one in lines if any(one is each for each in since)])
    before = sum([one.commission or 0 for one in lines]) - after
    missing = sum([share.due - share.got for share in shares]) if got else 0
    kept = after + min(before, max(missing - after, 0))
    taken = tuple(lines) if kept else ()
    noted = bool(got) or "refund" in state.steps
    seen = {share.player.name for share in shares}
    staying = tuple(
        [Share(one, left[one.name], 0) for one in state.players if one.name in left and one.name not in seen]
    )
    gone = tuple([share for share in shares if share.due or share.got])
    return GoingBack(gone, kept, noted, whole_pot, wins, taken, staying)


def _returned_at_last(events: Sequence[Event]) -> list[Returned]:
    """What several players got back at the end of a hand, where the log says `return` for `refund`."""
    ending = takewhile(lambda one: isinstance(one, Returned | Refund | HandEnded), reversed(events))
    returned = [one for one in ending if isinstance(one, Returned)]
    return returned if len({one.player for one in returned}) > 1 else []


def _posted(state: HandState) -> dict[str, int]:
    """What players had put up before the cards of the deal that was called off, by name."""
    posted: dict[str, int] = {}
    for post in state.posts_left_on_table:
        posted[post.player] = posted.get(post.player, 0) + post.amount
    return posted


def _last_deal(events: Sequence[Event], misdeal: int) -> Sequence[Event]:
    """The events from the misdeal before this one on."""
    first = max([number for number, one in enumerate(events[:misdeal]) if isinstance(one, Misdeal)], default=0)
    return events[first:]


# ---- findings ----


def unreturned(done: Settlement, figure: Figure, found: Event, observed: str) -> list[Outcome]:
    """Judge a hand in which all wagers must go back though nobody declared a misdeal.

    The pot may have been paid out instead, players may have got back other amounts, or the house may have kept
    commission: that is one fault. If everything went back, the mishap is noted as put right.
    """
    back = going_back(done)
    assert back is not None
    if back.right and not back.noted:
        return [not_recorded(figure, "the refunds")]
    if back.right:
        right = f"all wagers went back, {REMEDIED}"
        return [irregularity(figure, found, observed, right, by=DEALER), *settled_beside(done.table, figure, found)]
    event, text, expected = not_back(back, found)
    evidence = (found,) if event is not found else ()
    return [breach(figure, event, f"{observed}, {text}", expected, by=DEALER, money=back.money, evidence=evidence)]


def not_back(back: GoingBack, ground: Event, after: str = "") -> tuple[Event, str, str]:
    """The event, the words and what was expected, where something did not go back; `after` says after what."""
    if back.wins:
        paid = money_text(sum(win.amount for win in back.wins))
        to = joined(list(dict.fromkeys([escaped(win.player, 40) for win in back.wins])))
        how = f"to {to} {after}" if after else "instead of returned"
        return back.wins[0], f"{paid} awarded {how}", "all wagers go back"
    event = back.taken[0] if back.taken and not (back.short or back.over) else ground
    return event, f"{back.words} {after}".rstrip(), back.expected


def settled_beside(state: HandState, figure: Figure, since: Event) -> list[Outcome]:
    """Point out side wagers that were won or lost once all wagers had to go back.

    Without communal cards in a game that was not invalidated, nothing is reported: another check judges a side wager
    that is settled before its cards lie there.
    """
    if not state.board and state.invalidated is None:
        return []
    events = state.hand.events
    after = events[next(number for number, one in enumerate(events) if one is since) :]
    settled = [one for one in after if isinstance(one, SideSettled) and one.how != "gets back"]
    return [
        advisory(figure, one, f"side wager on {one.on} settled after that", "not settled yet, it goes back", by=DEALER)
        for one in settled
    ]
