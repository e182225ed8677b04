"""Checks of the record itself: money and cards that cannot have been as written. They accuse the log, and no person."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from auditor.auditing.engine.outcomes import Outcome, advisory, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import (
    ADDS_UP,
    ALL_IN,
    AS_DEALT,
    BOARD_IN_STAGES,
    BOARDLESS,
    CALLS,
    CLOSED,
    COUNTED_RIGHT,
    COVERED,
    KNOWN_CARDS,
    OPENS,
    OUT,
    OVERDRAWN,
    TOLD_BY,
    TOLD_TWICE,
    TWICE,
    UNCOUNTED,
    UNDEALT,
    UNSEEN,
    UNSTAKED,
)
from auditor.checks.support.check_names import TABLE_STAKES, TAP_OUT, has_clause_for
from auditor.checks.support.duplicate_cards import cards_held, contradicts, doubled, has_duplicate_card_clause
from auditor.checks.support.missing_posts import missing_posts
from auditor.checks.support.players import amounts_unknown, player_label, pot_name
from auditor.checks.support.record_defects import defect
from auditor.replay.betting.lookahead import is_change, place_of
from auditor.replay.betting.sizes import held_level
from auditor.replay.settlement.compute import Settled, Settlement
from auditor.replay.state import EarlyWager, HandState
from auditor.replay.state.timeline import NEVER, Kinds, first_from
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.cards import UNKNOWN, card_text, cards_text
from auditor.vocabulary.events import (
    Act,
    Call,
    Communal,
    Deal,
    Event,
    Fold,
    Post,
    Raise,
    Returned,
    Show,
    Voided,
    Wager,
)
from auditor.vocabulary.findings import RECORD
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import number, plural

# ---- cards ----


@check(
    "record/duplicate-card",
    watches=on(Settled, TWICE),
    figure=Figure,
    passes_at=on(Settled, KNOWN_CARDS),
    record="full",
)
def duplicate_card(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The record has a card in two places.

    A card noted in a dealing mishap and again where it ended up is one card, and so are cards that a player was dealt
    and then showed. A card that was put back among the cards to be dealt may come again. Where the rulebook has a
    clause on a card found twice, or on a deck in which everybody could see one twice, that clause judges it instead;
    but in a record of play only, such as an online room's, the record is always at fault.
    """
    if has_duplicate_card_clause(state.rules):
        return ()
    of_deck = {card for card, _ in doubled(state)} if state.deck.cards.distinct else set()
    return _in_two_places(state, figure, state.released | of_deck)


@check(
    "record/duplicate-card",
    watches=on(Settled, TWICE),
    figure=Figure,
    passes_at=on(Settled, KNOWN_CARDS),
    record="play",
)
def duplicate_card_in_record_of_play(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A record of play has a card in two places."""
    return _in_two_places(state, figure, state.released)


def _in_two_places(state: HandState, figure: Figure, free: set[int]) -> list[Outcome]:
    """Cards that the record has in two places, but for those that are `free` to come again."""
    places: dict[int, list[tuple[str, Event]]] = {}
    for holder, card, where in cards_held(state):
        places.setdefault(card, []).append((holder, where))
    found: list[Outcome] = []
    for card, held in places.items():
        if len(held) > 1 and card not in free:
            (first, earlier), (second, later) = held[0], held[1]
            both = f"twice {first}" if first == second else f"{first} and {second}"
            observed = f"{card_text(card)} is recorded {both}"
            seen, again = _lines_with(state, card, earlier)[0], _lines_with(state, card, later)[-1]
            found.append(defect(figure, again, observed, "a deck has it once", evidence=(seen,)))
    return found


def _lines_with(state: HandState, card: int, where: Event) -> list[Event]:
    """The lines that have the card, where a pass of the deal is written in several."""
    lines = [one for one in state.hand.lines_of(where) if isinstance(one, Deal)]
    return [one for one in lines if any(card in cards for _, cards in one.holdings)] or [where]


def _knows_hand(state: HandState, event: Show, figure: Figure) -> bool:
    player = state.by_name.get(event.player)
    if player is None or not player.cards:
        return False
    return player.cards[0] != UNKNOWN or any(card != UNKNOWN for card in player.cards)


@check(
    "record/shown-cards",
    watches=Show,
    figure=Figure,
    when=_knows_hand,
    moot_at=on(Show, UNSEEN),
    clears_at=on(Show, AS_DEALT),
)
def shown_cards(state: HandState, event: Show, figure: Figure) -> Iterable[Outcome]:
    """A player shows other cards than the record dealt to that player.

    Where the deal was put right after a mishap, the log may show other cards than it dealt, and nothing is reported.
    """
    player = state.player(event.player, event)
    if not contradicts(state, player, event) or state.attempt.faults:
        return ()
    observed = f"{player_label(player)} shows {cards_text(event.cards)}"
    return [defect(figure, event, observed, f"{cards_text(player.cards)} was dealt")]


def _has_board(state: HandState, event: Settled, figure: Figure) -> bool:
    return Communal in state.kinds and state.rounds[-1].communal > 0 and not state.attempts


@check(
    "record/communal-cards",
    watches=Settled,
    figure=Figure,
    when=_has_board,
    moot_at=on(Settled, BOARDLESS),
    clears_at=on(Settled, BOARD_IN_STAGES),
    record="play",
)
def communal_cards(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A record of play has more or fewer communal cards than come before a betting round, and then goes on with acts.

    A record that notes the cards of several rounds together is in order if nobody acts after them, and so is one that
    notes them one by one. Only the first fault is reported. Other records are judged by the clauses on such errors.
    """
    stages = sorted({one.communal for one in state.rounds})
    turned_at_once = [len(one.cards) for one in state.hand.events if type(one) is Communal]
    if turned_at_once == [after - before for before, after in pairwise(stages)][: len(turned_at_once)]:
        return ()
    before = out = 0  # how many lay there at the last act, and lie there now
    turned: Event = event
    for one in state.hand.events:
        if isinstance(one, Communal):
            turned = one if before == out else turned
            out += len(one.cards)
        elif isinstance(one, Act) and out > before:
            due = next((stage for stage in stages if stage > before), before)
            if out != due:
                return [_wrong_stage(figure, turned, out - before, due - before)]
            before = out
    return [_wrong_stage(figure, turned, out - before, stages[-1] - before)] if out > stages[-1] else ()


def _wrong_stage(figure: Figure, at: Event, turned: int, due: int) -> Outcome:
    cards = f"{number(turned)} communal {plural(turned, 'card')}"
    return defect(figure, at, f"{cards} recorded", f"{number(due) if due > 0 else 'none'} came at that point")


# ---- pots ----


def _pot_counted(state: HandState, event: Settled, figure: Figure) -> bool:
    return event.settlement.counted is not None and event.settlement.state != "invalidated"


def _total_called(state: HandState) -> int:
    """All that the players wagered except what nobody called, whatever was handed back."""
    wagered = sorted([player.put_in_hand + player.returned for player in state.players], reverse=True)
    return sum(wagered) - (wagered[0] - wagered[1] if len(wagered) > 1 else 0)


@check(
    "record/pot-total",
    watches=Settled,
    figure=Figure,
    when=_pot_counted,
    moot_at=on(Settled, UNCOUNTED),
    clears_at=on(Settled, COUNTED_RIGHT),
    record="full",
)
def pot_total(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The pot on record is not the sum of the wagers.

    A wager that nobody called may be counted with the pot or left out: the pot is measured by the sum it is nearer to.
    A record of play only, such as an online room's, may hand back another amount than nobody called. That is then the
    fault, and the pot is none if it is right otherwise.
    """
    return _miscounted(state, event.settlement, figure)


@check(
    "record/pot-total",
    watches=Settled,
    figure=Figure,
    when=_pot_counted,
    moot_at=on(Settled, UNCOUNTED),
    clears_at=on(Settled, COUNTED_RIGHT),
    record="play",
)
def pot_total_in_record_of_play(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The pot in a record of play is not the sum of the wagers, whatever was handed back, or one of several is not."""
    done = event.settlement
    if done.counted == _total_called(state) or not done.miscounted:
        return _each_miscounted(done, figure) if done.right else ()
    lacking = sum(one.amount for one in missing_posts(state))
    more = (done.counted or 0) - done.called
    if lacking and lacking in (more, more - done.uncalled, more + done.uncalled):
        return ()  # what the pot has more is told as a blind or an ante that is not on record
    return _miscounted(state, done, figure)


def _miscounted(state: HandState, done: Settlement, figure: Figure) -> Iterable[Outcome]:
    if not done.miscounted:
        return ()
    if amounts_unknown(state):
        return [not_recorded(figure, "the amount of a wager")]
    counted = done.counted or 0
    line = state.pots_taken[-1]
    due, expected = done.called, f"the wagers come to {money_text(done.called)}"
    if done.uncalled and counted - done.called > done.uncalled // 2:
        due += done.uncalled
        expected = f"the wagers come to {money_text(due)} with {money_text(done.uncalled)} that nobody called"
    return [defect(figure, line, f"pot recorded as {money_text(counted)}", expected, money=counted - due)]


def _each_miscounted(done: Settlement, figure: Figure) -> Iterable[Outcome]:
    """Pots counted one by one of which one is not what the wagers make it, though together they are.

    The commission may be counted with each or left out of it, and so may the money that nobody called.
    """
    lines, due = done.pot_lines(), done.pot_levels()
    if len(lines) < 2 or len(lines) != len(due) or amounts_unknown(done.table) or missing_posts(done.table):
        return ()
    together = sum(line.amount for line in lines)
    least = due if together != done.called - (done.taken or 0) else [0] * len(due)
    most = [*due[:-1], due[-1] + (done.uncalled if together > done.called else 0)]
    for line, low, high in zip(lines, least, most, strict=True):
        if not low <= line.amount <= high:
            observed = f"{pot_name(line.pot or 0)} recorded as {money_text(line.amount)}"
            expected = f"the wagers make it {money_text(high)}"
            return [defect(figure, line, observed, expected, money=line.amount - high)]
    return ()


def _in_betting(state: HandState, event: Returned, figure: Figure) -> bool:
    before = state.hand.events[place_of(state, event) - 1]
    return state.round is not None and event.player in state.by_name and not is_change(event, before)


@check("record/uncalled", watches=Returned, figure=Figure, when=_in_betting, record="play")
def uncalled(state: HandState, event: Returned, figure: Figure) -> Iterable[Outcome]:
    """The record hands back another amount than nobody called.

    It may count antes or leave them out. Only records of play are judged, such as an online room's: there nothing else
    goes back.
    """
    if amounts_unknown(state):
        return [not_recorded(figure, "the amount of a wager")]
    player = state.player(event.player, event)
    level = most = 0  # of the others, in the round and in the hand
    for one in state.players:
        if one is not player:
            level = one.put_in_round if one.put_in_round > level else level
            most = one.put_in_hand if one.put_in_hand > most else most
    due = max(player.put_in_round - level, 0)
    if event.amount in (due, player.put_in_hand - most):
        return ()
    observed = f"{money_text(event.amount)} handed back to {player_label(player)}"
    return [defect(figure, event, observed, f"nobody called {money_text(due)}", money=event.amount - due)]


# ---- stakes ----


def _stake_known(state: HandState, event: Wager | Post | EarlyWager, figure: Figure) -> bool:
    player = state.by_name.get(event.player)
    return player is not None and player.start is not None


def judges_table_stakes(rules: Rulebook) -> bool:
    """Does the rulebook have a clause that judges wagers of more than lay on the table?"""
    return any(rule.check == TABLE_STAKES for clause in rules.clauses for rule in clause.rules)


@check(
    "record/overdrawn",
    watches=on(Wager, OVERDRAWN) | on(Post) | on(EarlyWager),
    figure=Figure,
    when=_stake_known,
    moot_at=on(Post, UNSTAKED),
    clears_at=on(Post, COVERED),
)
def overdrawn(state: HandState, event: Wager | Post | EarlyWager, figure: Figure) -> Iterable[Outcome]:
    """A player wagers more than the record leaves that player.

    The wager that goes beyond the stake is reported; later ones of the same player follow from it. A wager of a player
    who had put in the last chip before is passed over: there chips appeared, and another check judges that. Where the
    rulebook has a clause on such wagers, that clause judges them instead.
    """
    player = state.player(event.player, event)
    if isinstance(event, Wager):
        added = state.move.added if state.move is not None else 0
    else:
        added = event.amount if isinstance(event, Post) else event.added
    if added <= player.stake or (player.put_in_hand and not player.stake) or judges_table_stakes(state.rules):
        return ()
    observed = f"{player_label(player)} wagers {money_text(added)}"
    return [defect(figure, event, observed, f"{money_text(player.stake)} was left", money=added - player.stake)]


def _last_chips_unjudged(state: HandState, act: Wager, figure: Figure) -> bool:
    return _stake_known(state, act, figure) and state.hand.setup.notes_table and not has_clause_for(state, TAP_OUT)


@check("record/last-chips", watches=on(Wager, ALL_IN), figure=Figure, when=_last_chips_unjudged)
def not_the_last_chips(state: HandState, act: Wager, figure: Figure) -> Iterable[Outcome]:
    """A wager is said to be a player's last chips, and the record leaves the player more.

    Either the stake or the word is wrong. Where the rulebook has a clause on tapping out, that clause judges it.
    """
    player, move = state.player(act.player, act), state.move
    kept = 0 if move is None else player.stake - player.bought - move.added
    if kept <= 0 or not act.all_in:
        return ()
    observed = f"last chips of {player_label(player)} said to be in, {money_text(kept)} left"
    return [advisory(figure, act, observed, "nothing left", by=RECORD)]


# ---- acts ----


def _inactive(state: HandState, act: Act, figure: Figure) -> bool:
    player = state.by_name.get(act.player)
    return player is not None and not player.active


def _acted_before(state: HandState, act: Act, since: Kinds) -> bool:
    """Has the player acted since leaving the hand? Then this act only follows from that one."""
    left = first_from(state.timeline.places_of(act.player, *since), 0, NEVER)
    return left < place_of(state, act) and next(state.timeline.each_of(act.player, left + 1, Act)) is not act


@check("record/act-after-fold", watches=on(Act, OUT), figure=Figure, when=_inactive)
def act_after_fold(state: HandState, act: Act, figure: Figure) -> Iterable[Outcome]:
    """A player acts after folding, or with a void hand. Only the first such act is reported."""
    player = state.player(act.player, act)
    if (player.folded is None and not player.void) or _acted_before(state, act, (Fold, Voided)):
        return ()
    why = "had folded" if player.folded is not None else "had a void hand"
    return [defect(figure, act, f"{player_label(player)} acts", f"{why} before")]


def _not_out(state: HandState, act: Act, figure: Figure) -> bool:
    player = state.by_name.get(act.player)
    return player is not None and player.folded is None and not player.void


@check("record/act-not-in-hand", watches=on(Act, OUT, UNDEALT), figure=Figure, when=_not_out)
def act_not_in_hand(state: HandState, act: Act, figure: Figure) -> Iterable[Outcome]:
    """A player to whom the record deals no cards acts. Only the first such act is reported."""
    player = state.player(act.player, act)
    if next(state.timeline.each_of(act.player, 0, Act)) is not act:
        return ()
    return [defect(figure, act, f"{player_label(player)} acts", "no cards were dealt to that seat")]


def _after_close(state: HandState, act: Act, figure: Figure) -> bool:
    """Is the betting round over, with players who could go on, and has the player met all wagers of it?"""
    player, betround = state.by_name.get(act.player), state.round
    if player is None or betround is None or betround.overrun is not act or state.over or len(state.able) < 2:
        return False
    return player.able and player.put_in_round >= max(betround.highest, *[one.put_in_round for one in state.players])


@check("record/act-after-close", watches=on(Act, CLOSED), figure=Figure, when=_after_close, record="play")
def act_after_close(state: HandState, act: Act, figure: Figure) -> Iterable[Outcome]:
    """A player acts after the betting round was over and before the next card. The first such act is reported.

    A player who makes good what an own wager fell short of is passed over, and so is one who begins the next betting
    round without waiting for its card. Where the rulebook has a clause on such acts, that clause judges them instead.
    """
    player = state.player(act.player, act)
    assert state.round is not None
    observed = f"{player_label(player)} acts in the {state.round.name} betting round"
    return [defect(figure, act, observed, "it was over before")]


def _both_amounts(state: HandState, act: Raise, figure: Figure) -> bool:
    amounts = act.by is not None and (act.total is not None or act.added is not None)
    return amounts and state.move is not None and state.round is not None


@check(
    "record/raise-arithmetic",
    watches=Raise,
    figure=Figure,
    when=_both_amounts,
    call_only_at=on(Raise, OPENS, CALLS, TOLD_BY),
    clears_at=on(Raise, ADDS_UP),
)
def raise_arithmetic(state: HandState, act: Raise, figure: Figure) -> Iterable[Outcome]:
    """The two amounts of a raise do not agree: the increase, and the total it leads to or what was put in.

    If the wager to be met is an all-in of less than a full raise, the increase may be counted from its level or from
    the last full one. If it is a blind of less than the full amount, the increase may be counted from the chips that
    lie there. Where somebody at the table takes notes, a player passed over may also count it from a wager made out of
    turn.
    """
    assert act.by is not None and state.move is not None and state.round is not None
    there = max([player.put_in_round for player in state.players])
    held = held_level(state, state.move.player) if state.hand.setup.notes_table else None
    if state.move.total - act.by in (state.round.highest, state.round.full_level, there, held):
        return ()
    to = f"to {money_text(state.move.total)}"
    leads = to if act.total is not None else f"{to} with {money_text(state.move.added)}"
    observed = f"raise of {money_text(act.by)} {leads}"
    return [defect(figure, act, observed, f"the wager to be met was {money_text(state.round.highest)}")]


@check("record/call-arithmetic", watches=on(Call, TOLD_TWICE), figure=Figure, clears_at=on(Call, ADDS_UP))
def call_arithmetic(state: HandState, act: Call, figure: Figure) -> Iterable[Outcome]:
    """The two amounts of a call do not agree: what was put in, and the total it leads to."""
    assert act.added is not None and act.total is not None
    before = state.player(act.player, act).put_in_round
    if before + act.added == act.total:
        return ()
    observed = f"call of {money_text(act.added)} to {money_text(act.total)}"
    return [defect(figure, act, observed, f"{money_text(before)} was in front of the player")]
