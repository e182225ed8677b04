"""Lines that may have been left out: what would have to stand there for play to go on as the record has it."""

from __future__ import annotations

from itertools import pairwise, product, takewhile
from typing import Final

from auditor.auditing.slips.slip import Slip, inserted, place_before, seen_to
from auditor.replay.engine.replayer import Observer, replay
from auditor.replay.forced_bets.kills import declares_kills, kill_amounts
from auditor.replay.pots import uncalled
from auditor.replay.settlement.showdown import own_cards_in_the_end
from auditor.replay.state import Draw, EarlyWager, HandState, Player
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.log_words import BURNS, CHECKS, DRAW, POSTS, SHOWS
from auditor.vocabulary.log_words import CARDS as DEALT
from auditor.vocabulary.log_words import PAYMENTS as PAID
from auditor.vocabulary.wording import escaped

CARDS = (e.Communal, e.Deal, e.Discards, e.Burn)
STAYED = (e.Show, e.Win, e.Returned, e.Refund)  # what shows of a player that there was no fold
PAYMENTS = (e.Win, e.PotTaken, e.Announced, e.HandEnded)
ENDS = (*CARDS, e.Show, e.Muck, *PAYMENTS)  # what comes when a betting round is over
SHUFFLE: Final = "shuffle"
UNDERTAKEN: tuple[tuple[type[e.Event], str], ...] = (
    (e.Act, CHECKS),
    (e.Burn, BURNS),
    (e.Show, SHOWS),
    (e.Post, POSTS),
    (e.Communal, DEALT),
    (e.Deal, DEALT),
    (e.Declined, "cut"),
    (e.Reshuffled, SHUFFLE),
    (e.Procedure, SHUFFLE),
    (e.Discards, DRAW),
    *[(kind, PAID) for kind in (e.Returned, e.Refund, e.Win)],
)  # lines that a log leaves out by no slip, if it undertakes to record them in every hand
STEPS: dict[type[e.Event], str] = {e.Burn: "burn", e.Discards: "discard", e.Refund: "refund"}  # as `no …` denies them
BLINDS = 4  # players on the left of the button who may owe a blind


def left_out(hand: Hand, rules: Rulebook) -> list[Slip]:
    """Each line that may be missing where the record goes on otherwise than play would."""
    gaps = _Gaps(hand)
    state = replay(hand, rules, gaps).table
    counted = sum([taken.amount for taken in state.pots_taken])
    return [*gaps.wagers_of(counted - state.pot), *gaps.found]


class _Gaps(Observer):
    """Looks on, and notes what would have to stand before a line for play to go on with it."""

    __slots__ = ("begun", "deals", "due", "ended", "found", "hand", "paid", "passed", "seen_to", "tried")

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.ended = {one.player for one in hand.events if isinstance(one, e.Show | e.Muck)}
        self.passed: list[tuple[int, str, int, int]] = []  # place, player, wager to be met, put in by then
        self.seen_to = seen_to(hand)
        self.found: list[Slip] = []
        self.tried: set[tuple[int, str]] = set()  # places and lines, so that none is tried twice
        self.paid = False  # the payments have begun
        self.deals = any(isinstance(one, e.Deal) for one in hand.events)
        self.begun: object = None  # the deal of which the cards or the wagers have begun
        self.due: Player | None = None  # whose turn it was before the act

    def before_event(self, state: HandState, event: e.Event) -> None:
        """A card, the showdown or the payments come while somebody is to act, or without what has to come before."""
        at = 0 if state.event is None else state.event_index + 1
        self.due = state.turn
        if isinstance(event, (*ENDS, e.Returned)) and _awaits(state):
            assert state.turn is not None
            if sum(map(state.pending, state.players)) == 1:
                self._acts(state, state.turn, at)
            else:
                self._fold(state.turn.name, at)
        if _lacks_cards(state, event):
            self._cards(state, at)
        if (e.Burn in state.kinds or state.draw is not None) and _lacks_burn(state, event):
            self._insert(at, e.Burn(*place_before(self.hand, at), ()), "a burn")
        if isinstance(event, e.Deal | e.Burn) and self._draws(state):
            self._discards(at)
        if isinstance(event, (e.Discards, e.Act, *ENDS)) and self._draws(state):
            self._stands_pat(state, at)
        if state.draw is not None and isinstance(event, (e.Discards, e.Burn, *ENDS, e.Act)):
            self._served(state, state.draw, event, at)
        if state.draw is not None and isinstance(event, e.Deal | e.Burn | e.Reshuffled):
            self._around_reshuffle(state.draw, event, at)
        begins = isinstance(event, e.Deal | e.Communal) or (isinstance(event, e.Act) and not self.deals)
        if begins and state.attempt is not self.begun:
            self.begun = state.attempt
            self._posts(state, at)
        if isinstance(event, e.Deal) and self._short_of_cards(state, event):
            unseen = tuple([(name, (UNKNOWN,) * len(cards)) for name, cards in event.holdings])
            self._insert(at, e.Deal(*place_before(self.hand, at), unseen), "a card to each player")
        if isinstance(event, e.Cut) and event.player is None:
            self._declined(state, at)
        if isinstance(event, e.Cut | e.Procedure):
            self._begins_again(event, at)
        if isinstance(event, e.Boxed):
            self._around_boxed(state, event, at)
        if isinstance(event, PAYMENTS) or (isinstance(event, e.Show) and not state.shows):
            self._end(state, at)
            self.paid = self.paid or isinstance(event, PAYMENTS)

    def _around_boxed(self, state: HandState, boxed: e.Boxed, at: int) -> None:
        """The cards that were dealt before one was found face up, and that it was taken back."""
        coming = next((one for one in self.hand.events[at:] if isinstance(one, e.Deal)), None)
        served = {name for name, _ in coming.holdings} if coming is not None else set()
        others = tuple([(player.name, (UNKNOWN,)) for player in state.active if player.name not in served])
        if coming is not None and others:
            self._insert(at, e.Deal(*place_before(self.hand, at), others, coming.up), "a card to some players")
        dealt = [card for _, cards in coming.holdings for card in cards] if coming is not None else []
        if not isinstance(self.hand.events[at + 1], e.TakenBack) and not set(dealt) & set(boxed.cards):
            back = e.TakenBack(*place_before(self.hand, at + 1), boxed.cards)
            self._insert(at + 1, back, "that the card was taken back")

    def _begins_again(self, event: e.Cut | e.Procedure, at: int) -> None:
        """That the deal was called off, or the deck shuffled after a cut that exposed cards, before it is cut again."""
        if isinstance(event, e.Procedure) and (event.what != SHUFFLE or not event.done):
            return
        before = [*takewhile(lambda one: not isinstance(one, e.Misdeal), reversed(self.hand.events[:at]))]
        place = place_before(self.hand, at)
        if any(isinstance(one, e.Deal | e.DealFault) for one in before):
            self._insert(at, e.Misdeal(*place), "a misdeal")
        if isinstance(event, e.Cut) and any(isinstance(one, e.Cut) and one.exposed for one in before):
            self._insert(at, e.Procedure(*place, SHUFFLE, done=True), "a shuffle")

    def _declined(self, state: HandState, at: int) -> None:
        """That the designated player declined the cut: where no buck is on record, who puts up the first blind."""
        posts = [one.player for one in self.hand.events if isinstance(one, e.Post)]
        name = state.designated.name if state.designated is not None else next(iter(posts), None)
        if name is not None:
            declined = e.Declined(*place_before(self.hand, at), name, "cut")
            self._insert(at, declined, f"that {escaped(name, 40)} declined the cut")

    def at_act(self, state: HandState, act: e.Act) -> None:
        """Somebody acts who passes over another, or begins in another's place."""
        betround = state.round
        first = betround.openers if betround is not None and betround.acts == 0 else []
        others = [player for player in first if player.name != act.player]
        passed = state.skipped or state.absent or (others if len(others) == len(first) else ())
        if not passed and self.due is not None and self.due.name != act.player:
            passed = [self.due]  # who may have let an option pass, and may as well not
        if not passed and self.due is None and betround is not None and betround.acts == 0 and state.rounds_played < 2:
            passed = _after_blinds(state, act)
        if passed:
            self._brings_in(state, passed[0])
            self._acts(state, passed[0], state.event_index)

    def at_early_wager(self, state: HandState, early: EarlyWager) -> None:
        """Somebody wagers out of turn."""
        skipped = state.by_name[early.skipped[0]]
        self._brings_in(state, skipped)
        self._acts(state, skipped, state.event_index)

    # ---- what may be missing ----

    def _insert(self, at: int, event: e.Event, what: str) -> None:
        promised = any(isinstance(event, kind) and word in self.hand.setup.records for kind, word in UNDERTAKEN)
        line = at, repr(event)
        if line not in self.tried and at not in self.seen_to and not promised and not self._denied(at, event):
            self.tried.add(line)
            self.found.append(inserted(self.hand, at, event, what))

    def _denied(self, at: int, event: e.Event) -> bool:
        """Does the log say that there was none? A burn is denied for the cards that follow, the rest for the hand."""
        word = event.kind if isinstance(event, e.Post) else STEPS.get(type(event))
        if isinstance(event, e.Burn):
            noted = [*takewhile(_no_cards, reversed(self.hand.events[:at]))]
        else:
            noted = self.hand.events
        steps = [one for one in noted if isinstance(one, e.Procedure) and one.what == word and not one.done]
        return any(one.by is None or one.by == getattr(event, "player", None) for one in steps)

    def _acts(self, state: HandState, player: Player, at: int) -> None:
        """An act of a player: a fold, a check or a call, or a wager that others then have answered."""
        if _acts_next(state, player, at):
            return
        place, name, betround = place_before(self.hand, at), player.name, state.round
        level = 0 if betround is None else betround.highest
        self.passed.append((at, name, level, player.put_in_round))
        who = escaped(name, 40)
        if level > player.put_in_round:
            self._insert(at, e.Call(*place, name), f"a call of {who}")
        else:
            self._insert(at, e.Check(*place, name), f"a check of {who}")
        self._fold(name, at)
        back = [one for one in self.hand.events[at:] if isinstance(one, e.Returned) and one.player == name]
        own = [one for one in self.hand.events[at:] if isinstance(one, e.Wager) and one.player == name]
        last = [one.added or 0 for one in own if one.all_in]  # which leaves the rest of the stake for this one
        everything = [player.put_in_round + player.stake - added for added in (0, *last)]
        likely = [*_totals(state, at), *[level + one.amount for one in back], *everything]
        for total in dict.fromkeys(likely):
            self._wager(at, name, level, total)

    def _fold(self, name: str, at: int) -> None:
        """A fold, unless the record has the player act later, show a hand, or be paid."""
        events = self.hand.events
        stayed = any(isinstance(one, STAYED) and one.player == name for one in events)
        if not stayed and not any(isinstance(one, e.Act) and one.player == name for one in events[at:]):
            self._insert(at, e.Fold(*place_before(self.hand, at), name), f"a fold of {escaped(name, 40)}")

    def _wager(self, at: int, name: str, level: int, total: int) -> None:
        place, who = place_before(self.hand, at), escaped(name, 40)
        if total > level:
            what, kind = ("raise", e.Raise) if level else ("bet", e.Bet)
            self._insert(at, kind(*place, name, total=total), f"a {what} of {who}")

    def wagers_of(self, amount: int) -> list[Slip]:
        """The wagers that were left out, if as much as this is missing in the record of a pot."""
        before, self.found = self.found, []
        for at, name, level, put in self.passed if amount > 0 else ():
            if put + amount > level:
                self._wager(at, name, level, put + amount)
            else:
                call = e.Call(*place_before(self.hand, at), name, added=amount)
                self._insert(at, call, f"a call of {escaped(name, 40)}")
        wagers, self.found = self.found, before
        return wagers

    def _posts(self, state: HandState, at: int) -> None:
        """An ante, a blind or a straddle, of a player whose it may have been."""
        setup = self.hand.setup
        antes = [post.amount for post in state.posts if post.kind == "ante"]
        if antes or (setup.ante and not state.posts):
            for player in _without_post(state, state.players, "ante"):
                self._post(at, player, "ante", max(antes, default=setup.ante or 0), len(antes))
        if antes and not (setup.blinds or any(post.kind == "blind" for post in state.posts)):
            return
        known = [*state.left_of_buck()[:BLINDS], state.designated]
        around = [one for one in (known if state.buck is not None else state.players) if one is not None]
        amounts = _unposted(state, at)
        for player in _without_post(state, around, "blind", "dead", "post"):
            for amount in amounts:
                for before in range(len(antes), len(state.posts) + 1) if amount else ():
                    self._post(at, player, "blind", amount, before)
        self._straddles(state, at)
        self._kills(state, at)

    def _kills(self, state: HandState, at: int) -> None:
        """A kill where the table has them and none is on record."""
        kill = state.game.kill
        if (
            kill is None
            or not declares_kills(kill, self.hand.setup)
            or any(post.kind == "kill" for post in state.posts)
        ):
            return
        for player, amount in product(state.players, kill_amounts(kill, self.hand.setup)):
            if not player.out:
                self._post(at, player, "kill", amount, len(state.posts))

    def _straddles(self, state: HandState, at: int) -> None:
        """A straddle where the game has them: twice the last blind, or half of the straddle that comes after it."""
        if "straddle" not in state.game.forced_by_kind:
            return
        made = [post for post in state.posts if post.kind == "straddle"]
        blinds = [*self.hand.setup.blinds, *[post.amount for post in state.posts if post.kind == "blind"]]
        amounts = dict.fromkeys(
            [*[post.amount // 2 for post in made], 2 * max([*blinds, *[one.amount for one in made]], default=0)]
        )
        for player in _without_post(state, state.left_of_buck()[: BLINDS + 1], "blind", "straddle"):
            for amount in filter(None, amounts):
                lower = sum(post.kind != "straddle" or post.amount < amount for post in state.posts)
                self._post(at, player, "straddle", amount, lower)

    def _brings_in(self, state: HandState, player: Player) -> None:
        """The forced opening of a player whom the first act passes over, if nobody's is on record."""
        amount, betround = self.hand.setup.bring_in, state.round
        made = any(post.kind == "bring-in" for post in state.posts)
        if amount is None or made or betround is None or betround.acts or "bring-in" not in state.game.forced_by_kind:
            return
        at = state.event_index
        post = e.Post(*place_before(self.hand, at), player.name, "bring-in", min(amount, player.stake or amount))
        self._insert(at, post, f"the bring-in of {escaped(player.name, 40)}")

    def _post(self, at: int, player: Player, kind: e.Posting, amount: int, before: int) -> None:
        """A post after so many of the others, as much as the player has."""
        amount = min(amount, player.stake or amount)
        made = takewhile(lambda one: not isinstance(one[1], e.Misdeal), reversed([*enumerate(self.hand.events[:at])]))
        places = [n for n, one in made if isinstance(one, e.Post)][::-1]
        where = places[before] if before < len(places) else at
        post = e.Post(*place_before(self.hand, where), player.name, kind, amount)
        self._insert(where, post, f"the {kind} of {escaped(player.name, 40)}")

    def _cards(self, state: HandState, at: int) -> None:
        """The communal cards or the cards of a street that are due."""
        place = place_before(self.hand, at)
        coming = state.rounds[min(state.rounds_played, len(state.rounds) - 1)]
        if coming.communal or state.rounds[-1].betting.draw:
            due = next((one.communal for one in state.rounds if one.communal > len(state.board)), 0) - len(state.board)
            if due > 0:
                self._insert(at, e.Communal(*place, (UNKNOWN,) * due), "a communal card")
            return
        holdings = tuple([(player.name, (UNKNOWN,)) for player in state.active])
        for up in (True, False):
            self._insert(at, e.Deal(*place, holdings, up), "a card to each player")

    def _short_of_cards(self, state: HandState, event: e.Deal) -> bool:
        """Is a pass missing in the deal before the first betting round of a stud game?"""
        if state.rounds[-1].communal or state.rounds[-1].betting.draw or state.rounds_played or event.contrary:
            return False
        dealt, name = 0, event.holdings[0][0]
        for one in self.hand.events:
            if isinstance(one, e.Act | e.Burn) or (isinstance(one, e.Post) and one.kind == "bring-in"):
                break
            dealt += sum([len(cards) for to, cards in one.holdings if to == name]) if isinstance(one, e.Deal) else 0
        return dealt == state.rounds[0].own - 1

    def _draws(self, state: HandState) -> bool:
        """Is the game one with a draw, and has the betting before it begun?"""
        return state.rounds[-1].betting.draw and state.rounds_played > 0

    def _discards(self, at: int) -> None:
        """What the player gave up who is dealt cards next."""
        for event in self.hand.events[at:]:
            if isinstance(event, e.Deal) and len(event.holdings) == 1:
                name, cards = event.holdings[0]
                for count in (len(cards), len(cards) + 1):
                    what = f"what {escaped(name, 40)} gave up"
                    self._insert(at, e.Discards(*place_before(self.hand, at), name, count, ()), what)
                return

    def _stands_pat(self, state: HandState, at: int) -> None:
        """That a player keeps all cards, of whom the draw has nothing; or anybody, where draw follows draw."""
        events = self.hand.events
        draw = [*takewhile(_no_act, reversed(events[:at])), *takewhile(_no_act, events[at:])]
        drawn = {one.player for one in draw if isinstance(one, e.Discards)}
        for player in state.active if drawn else ():
            if player.name not in drawn or len(state.able) < 2:
                pat = e.Discards(*place_before(self.hand, at), player.name, 0, ())
                self._insert(at, pat, f"that {escaped(player.name, 40)} stood pat")

    def _served(self, state: HandState, draw: Draw, event: e.Event, at: int) -> None:
        """The cards for those that a player gave up, if none of them is noted, or none but the last."""
        turn = draw.waiting()
        if turn is None:
            return
        name = turn.player.name
        coming = [
            len(cards)
            for one in self.hand.events[at:]
            if isinstance(one, e.Deal)
            for to, cards in one.holdings
            if to == name
        ]
        whole = turn.count == own_cards_in_the_end(state)  # of which the last comes by itself
        if turn.owed < turn.count and not (whole and turn.owed == 1 and not coming):
            return
        rest = turn.owed - (sum(coming[:1]) if whole else 0)
        if isinstance(event, e.Deal) and event.holdings[0][0] == name and rest == turn.owed:
            return
        for count in (rest, rest - 1) if rest == turn.owed else (rest,):
            cards = ((turn.player.name, (UNKNOWN,) * count),)
            if count > 0:
                what = f"cards to {escaped(turn.player.name, 40)}"
                self._insert(at, e.Deal(*place_before(self.hand, at), cards), what)

    def _around_reshuffle(self, draw: Draw, event: e.Event, at: int) -> None:
        """Cards dealt before the deck was made up anew, or that it was, where the last of them would be used."""
        turn, stub = draw.waiting(), draw.stub
        if stub is None or turn is None:
            return
        if isinstance(event, e.Reshuffled):
            if 0 < stub - 1 <= turn.owed:
                cards = ((turn.player.name, (UNKNOWN,) * (stub - 1)),)
                what = f"cards to {escaped(turn.player.name, 40)}"
                self._insert(at, e.Deal(*place_before(self.hand, at), cards), what)
        elif _count(event) >= stub:
            steps = [*takewhile(_no_cards, reversed(self.hand.events[:at]))]
            before = at - len([*takewhile(lambda one: isinstance(one, e.Cut | e.Procedure), steps)])
            self._insert(before, e.Reshuffled(*place_before(self.hand, before), (), ()), "a reshuffle")

    def _end(self, state: HandState, at: int) -> None:
        """A hand that was shown before the payments, or what nobody called and went back."""
        place = place_before(self.hand, at)
        for player in state.active:
            if player.name not in self.ended and not self.paid:
                count = (
                    own_cards_in_the_end(state) if player.cards else max(player.received, own_cards_in_the_end(state))
                )
                cards = (*player.cards, *(UNKNOWN,) * (count - len(player.cards)))
                self._insert(at, e.Show(*place, player.name, cards), f"the hand shown by {escaped(player.name, 40)}")
        for player in state.players if state.invalidated is not None else ():
            rest = player.put_in_hand - player.returned
            if rest > 0 and not player.refunded:
                self._insert(at, e.Refund(*place, player.name, rest), f"the refund to {escaped(player.name, 40)}")
        if at == len(self.hand.events) - 1:
            self._payments(state, at)
        seat, back = uncalled([(one.seat, one.put_in_hand, one.active) for one in state.players])
        if seat is not None and state.invalidated is None:
            name = state.by_seat[seat].name
            self._insert(at, e.Returned(*place, name, back), f"what went back to {escaped(name, 40)}")

    def _payments(self, state: HandState, at: int) -> None:
        """What is left of the pots, paid to somebody who is still in."""
        noted = sum([one.amount - (one.commission or 0) for one in state.pots_taken])
        taken = noted or (state.pot if state.wins else 0)  # without a payment on record, the log has none of this pot
        paid = [one.amount for one in state.wins]
        rest = taken - sum(paid)
        amounts = dict.fromkeys([rest, *[amount for amount in paid if amount < rest]])  # or half of it, as another's
        pots = dict.fromkeys([None, *[one.pot for one in state.wins]])
        for player in state.active if rest > 0 else ():
            for pot, amount in product(pots, amounts):
                win = e.Win(*place_before(self.hand, at), player.name, amount, pot)
                self._insert(at, win, f"a payment to {escaped(player.name, 40)}")


def _after_blinds(state: HandState, act: e.Act) -> list[Player]:
    """Who comes after the last blind, if somebody else begins and the record does not tell who is to."""
    last = state.by_name.get(state.posts[-1].player) if state.posts else None
    coming = next((player for player in state.clockwise(last) if player.able), None) if last is not None else None
    return [coming] if coming is not None and coming.name != act.player else []


def _without_post(state: HandState, players: list[Player], *kinds: str) -> list[Player]:
    """The players who may have put up something of these kinds that the record does not have, each once."""
    posted = {post.player for post in state.posts if post.kind in kinds}
    names = dict.fromkeys(player.name for player in players if not player.out)
    return [state.by_name[name] for name in names if name not in posted]


def _unposted(state: HandState, at: int) -> list[int]:
    """The blinds that the table declares and nobody posted; without a declaration, what they may have come to."""
    setup, posted = state.hand.setup, [post.amount for post in state.posts if post.kind == "blind"]
    if setup.blinds:
        return [amount for amount in dict.fromkeys(setup.blinds) if setup.blinds.count(amount) > posted.count(amount)]
    if len(posted) >= len(state.game.forced_by_kind.get("blind", ())):
        return []
    unit = setup.minimum or 0
    return list(dict.fromkeys([unit, 2 * unit, *_totals(state, at)]))


def _only_options(state: HandState) -> bool:
    """Have all wagers been met, so that whoever is still to act may let that option pass without a word?"""
    betround = state.round
    if betround is None or not betround.acts or not betround.highest:
        return False
    return all(player.put_in_round == betround.highest for player in state.players if state.pending(player))


def _count(event: e.Event) -> int:
    """How many cards a line of a draw takes from the deck."""
    if isinstance(event, e.Deal):
        return sum([len(cards) for _, cards in event.holdings])
    return (len(event.cards) or 1) if isinstance(event, e.Burn) else 0


def _no_cards(event: e.Event) -> bool:
    return not isinstance(event, CARDS)


def _no_act(event: e.Event) -> bool:
    return not isinstance(event, e.Act)


def _awaits(state: HandState) -> bool:
    """Is one act missing for a betting round to be over? Of two players, the fold of either ends it."""
    turn, betround = state.turn, state.round
    if turn is None or betround is None or betround.closed or not turn.able:
        return False
    return len(state.active) == 2 or sum(map(state.pending, state.players)) == 1


def _acts_next(state: HandState, player: Player, at: int) -> bool:
    """Does a player act in the round before anybody else has raised? Then no act of that player is missing."""
    for event in state.hand.events[at:]:
        if isinstance(event, e.Act) and event.player == player.name:
            return True
        if isinstance(event, ENDS) or (isinstance(event, e.Wager) and not isinstance(event, e.Call)):
            break
    return False


def _lacks_burn(state: HandState, event: e.Event) -> bool:
    """May a burn be missing before this, as a hand notes others? In a draw, cards may be burnt between two deals."""
    if isinstance(event, e.Communal):
        return not state.burns
    return isinstance(event, e.Deal) and state.round is not None


def _lacks_cards(state: HandState, event: e.Event) -> bool:
    """May cards be missing before this: a turn after a burn or the betting, or cards when nobody can bet any more?"""
    if isinstance(event, e.Act | e.Discards):
        return state.round is None or state.round.closed or isinstance(state.event, e.Burn) or _only_options(state)
    if isinstance(event, e.Burn) and state.burns:
        return True
    run_out = state.round is not None and not state.over and len(state.able) < 2
    return run_out and isinstance(event, (e.Communal, e.Deal, e.Show, *PAYMENTS))


def _totals(state: HandState, at: int) -> list[int]:
    """What may have stood before a player who wagered: what others then have before them, less their own raises."""
    totals: dict[int, None] = {}
    sizes: dict[int, None] = {}  # of raises, which may not be smaller than one before
    put = {player.name: player.put_in_round for player in state.players}
    raised = 0  # by raises of which the log has only the increase
    for event in state.hand.events[at:]:
        if isinstance(event, e.Wager):
            total = event.total
            if total is None and event.added is not None:
                total = put.get(event.player, 0) + event.added
            elif total is None and _is_last_chip(event) and (player := state.by_name.get(event.player)) is not None:
                total = player.put_in_round + player.stake
            by = (event.by or 0) if isinstance(event, e.Raise) else 0
            sizes |= {by: None} if by else {}
            if total is None:
                raised += by
                continue
            put[event.player] = total
            totals |= dict.fromkeys([total, total - by, total - by - raised])
        elif isinstance(event, (e.Show, e.Muck, *PAYMENTS)) or (totals and isinstance(event, CARDS)):
            break
    level, usual = 0 if state.round is None else state.round.highest, _usual(state)
    later = [other - one for one, other in pairwise(totals)]
    raised_by = [total - by for total in list(totals)[:1] for by in [*usual, *later, *sizes] if level < total - by]
    likely = [*totals, *[level + size for size in usual], *raised_by]
    return [total for total in dict.fromkeys(likely) if total]


def _is_last_chip(event: e.Wager) -> bool:
    """Does a player bet or raise all that is left? A call for that may be less than the wager."""
    return event.all_in and not isinstance(event, e.Call)


def _usual(state: HandState) -> list[int]:
    """What a bet or raise usually comes to: the least, the most, a blind, as much as the largest raise of the round."""
    setup, betround = state.hand.setup, state.round
    units = [setup.minimum or 0, max([post.amount for post in state.posts], default=0)]
    sizes = [*units, *[2 * unit for unit in units], *[least for least, _ in setup.bets], setup.maximum]
    if betround is not None:
        sizes += [betround.floor, betround.min_raise, betround.most]
    return [size for size in dict.fromkeys(sizes) if size]
