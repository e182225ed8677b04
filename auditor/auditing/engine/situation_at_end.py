"""The situation at the end of a hand: what the settlement, the cards and the money together show.

An ordinary hand ends as it should in nearly every respect. Its flags say so once, and most checks of the end need not
be asked.
"""

from __future__ import annotations

from itertools import pairwise

from auditor.auditing.engine.situation_of_event import of_event
from auditor.auditing.engine.situations import (
    ALL_ANTED,
    ALL_CALLED,
    BLINDS_IN_TURN,
    BOARD_IN_STAGES,
    BOARDLESS,
    BROKEN,
    BUCK_KNOWN,
    BY_SCALE,
    CHARGED_RIGHT,
    COMPARED,
    COUNTED_RIGHT,
    DEALT_TO_ALL,
    DUTIES_DONE,
    FIRST_DEAL,
    HANDS_WHOLE,
    HEADS_UP,
    IN_CASH,
    IN_DECK,
    IN_TOURNAMENT,
    KNOWN_CARDS,
    LARGE_POT,
    LAST_ROUND,
    MORE_PLAYERS,
    NO_ANTES,
    NO_CARDS,
    NONE_TAPPED_OUT,
    NOTED,
    ODD_BLINDS,
    ORDERLY,
    OTHER_POSTS,
    PAID_RIGHT,
    PLAIN_POSTS,
    PLAYED_OUT,
    PLAYER_TAPPED_OUT,
    SEVERAL_POTS,
    SHOWDOWN,
    SINGLE_POT,
    SMALL_POT,
    STATED_BLINDS,
    STEPS,
    TAKEN_FIRST,
    TWICE,
    UNCALLED,
    UNCOMPARED,
    UNCOUNTED,
    UNDER_CEILING,
    UNDRAWN,
    UNMUCKED,
    UNNOTED,
    UNSHARED,
    VALID,
    WINNERS,
    WITHIN_STAKES,
)
from auditor.replay.forced_bets.blinds_and_antes import BLIND, dealt_in
from auditor.replay.settlement.commission import fee, varied
from auditor.replay.settlement.result import Settled, Settlement
from auditor.replay.settlement.showdown import has_wrong_size
from auditor.replay.state import HandState, Player
from auditor.rules.schema.record import cached_on_record
from auditor.rules.schema.rulebook import DeckRules, Game, Round
from auditor.vocabulary.cards import UNKNOWN, deck
from auditor.vocabulary.events import Communal, Deal, Returned
from auditor.vocabulary.log_words import STATED

WON_CLASSES = sum(WINNERS.values())
VOID = ("nothing", "invalidated")  # how a hand ends without a pot
ANTE = "ante"


def of_end(state: HandState, event: Settled, asked: int) -> int:
    """The situation at the end of a hand. What takes time is worked out only if a check `asked` for it."""
    done = event.settlement
    flags = of_event(state, event, asked) | _of_money(state, done) | _of_cards(state, asked) | _of_play(state, asked)
    if not state.over:
        flags |= SHOWDOWN
        if done.contested:
            flags |= COMPARED
            if asked & WON_CLASSES:
                for name in done.winning_classes:
                    flags |= WINNERS.get(name, 0)
        else:
            flags |= UNCOMPARED
    setup, before = state.hand.setup, state.hand.before
    flags |= IN_CASH if setup.tournament is None else IN_TOURNAMENT
    if asked & BY_SCALE and state.game.commission.own:
        flags |= _of_commission(state, done)
    flags |= _of_posts(state, asked)
    if asked & WITHIN_STAKES and _within_stakes(state):
        flags |= WITHIN_STAKES
    if asked & NONE_TAPPED_OUT:
        flags |= NONE_TAPPED_OUT if not any(_wagered_last_chip(one) for one in state.players) else PLAYER_TAPPED_OUT
    if asked & HANDS_WHOLE and _hands_whole(state):
        flags |= HANDS_WHOLE
    if STATED in setup.house:
        flags |= STATED_BLINDS
    kinds = state.kinds.union(map(type, before)) if before else state.kinds
    for kind in kinds & NOTED.keys():
        flags |= NOTED[kind]
    return flags


# ---- money ----


def _of_money(state: HandState, done: Settlement) -> int:
    """What was won, paid and counted."""
    pots = done.pots
    flags = UNSHARED
    for pot in pots:
        if (pot.winners is not None and len(pot.winners) > 1) or len(pot.low) > 1:
            flags = 0
            break
    if len(pots) < 2:
        flags |= SINGLE_POT
    elif len({pot.level for pot in pots}) > 1:
        flags |= SEVERAL_POTS
    if not done.right:
        flags |= BROKEN
    elif done.state not in VOID:
        flags |= PAID_RIGHT
    if done.uncalled:
        flags |= UNCALLED
    elif Returned not in state.kinds:
        flags |= ALL_CALLED
    if not done.mucked:
        flags |= UNMUCKED
    lines = state.pots_taken
    if done.counted is None:
        flags |= UNCOUNTED
    elif len(lines) == 1 and done.counted in (done.called, done.called + done.uncalled):
        flags |= COUNTED_RIGHT
    wins = state.wins
    if lines and wins and done.state not in VOID:
        last = max(lines[-1].line, state.announced[-1].line) if state.announced else lines[-1].line
        if last < wins[0].line:
            flags |= TAKEN_FIRST
    return flags


def _of_commission(state: HandState, done: Settlement) -> int:
    """What a pot bears by the rulebook's own scale, and whether that was taken."""
    scale, pots = state.game.commission, done.pots
    flags = SMALL_POT if done.called <= scale.free_to else LARGE_POT
    ceiling = scale.ceiling_at(state.minimum)
    if ceiling is None or done.called <= ceiling:
        flags |= UNDER_CEILING
    if varied(state) or state.hand.setup.tournament is not None or not (pots or done.uncalled):
        return flags
    flags |= BY_SCALE
    taken, winners = done.taken, pots[0].winners if len(pots) == 1 else None
    if taken is not None and winners is not None and len(winners) == 1 and taken == fee(state, pots[0].amount):
        flags |= CHARGED_RIGHT
    return flags


def _within_stakes(state: HandState) -> bool:
    """Did players wager, and nobody more than the stake before the hand, counting what went back?"""
    wagered = False
    for player in state.players:
        put = player.put_in_hand
        if put or player.returned:
            if player.start is None or put + player.returned > player.start or player.chips_in_transit:
                return False
            wagered = wagered or put > 0
    return wagered


def _wagered_last_chip(player: Player) -> bool:
    return player.stake == 0 and player.active and player.put_in_hand > 0


# ---- cards ----


def _hands_whole(state: HandState) -> bool:
    """Is no hand void, was none counted, and has no hand that was shown a wrong number of cards?"""
    for player in state.players:
        if player.void or player.cards_counted is not None:
            return False
        if player.shown is not None and has_wrong_size(state, player):
            return False
    return True


def _of_cards(state: HandState, asked: int) -> int:
    """Which cards the record names."""
    known = [card for card, _ in state.cards_named if card != UNKNOWN]
    declared = state.hand.setup.deck
    if declared is not None and declared.isdigit() and declared not in state.game.deck:
        flags = 0  # a deck that the game does not have
    elif not known:
        flags = NO_CARDS
    else:
        flags = IN_DECK if asked & IN_DECK and _cards(state.deck).issuperset(known) else 0
    if known:
        if len(set(known)) == len(known):
            return flags | KNOWN_CARDS
        return flags & ~IN_DECK | KNOWN_CARDS | TWICE
    return flags


@cached_on_record
def _cards(rules: DeckRules) -> frozenset[int]:
    """The cards of a deck."""
    return frozenset(deck(rules.cards.ranks, rules.cards.joker))


def _of_play(state: HandState, asked: int) -> int:
    """How far the cards and the betting went."""
    flags = FIRST_DEAL if not state.attempts else 0
    if not state.early and state.rounds_played:
        flags |= ORDERLY
    if state.invalidated is None:
        flags |= VALID
    if state.buck is not None:
        flags |= BUCK_KNOWN
    if not state.draws:
        flags |= UNDRAWN
    for step in state.steps:
        flags |= STEPS[step]
    last = state.rounds[-1]
    if Communal in state.kinds:
        if asked & BOARD_IN_STAGES and last.communal and not state.attempts and _in_stages(state):
            flags |= BOARD_IN_STAGES
    elif not state.openings:
        flags |= BOARDLESS
    if not (state.board if last.communal else state.attempt.holes):
        flags |= UNNOTED
    elif state.wins and state.invalidated is None and (state.over or _all_came(state, last)):
        flags |= PLAYED_OUT
    if state.wins and not state.over and state.invalidated is None and _bet_at_last(state, last):
        flags |= LAST_ROUND
    return flags


def _all_came(state: HandState, last: Round) -> bool:
    """Did all cards come that the last betting round is played with?"""
    return len(state.board) >= last.communal if last.communal else state.rounds_played == len(state.rounds)


def _bet_at_last(state: HandState, last: Round) -> bool:
    """Was there betting in the last round, on all communal cards?"""
    betround = state.round
    if betround is None or betround.round is not last or not (betround.closed or betround.acts):
        return False
    return not last.communal or len(state.board) == last.communal


def _in_stages(state: HandState) -> bool:
    """Did as many communal cards come at once as the betting rounds call for?"""
    turned = [len(one.cards) for one in state.hand.events if type(one) is Communal]
    return turned == _stages(state.game, state.rounds[0].betting.form)[: len(turned)]


@cached_on_record
def _stages(game: Game, form: str | None) -> list[int]:
    """How many communal cards come before each betting round that has any."""
    there = sorted({one.communal for one in game.rounds_by_form[form]})
    return [after - before for before, after in pairwise(there)]


# ---- posts ----


def _of_posts(state: HandState, asked: int) -> int:
    """What was put up before the cards, and by whom."""
    setup, posts = state.hand.setup, state.posts
    blinds = len(setup.blinds)
    flags = 0 if blinds in (1, 2) else ODD_BLINDS
    if posts:
        plain = [post.kind for post in posts] == [BLIND] * blinds
        flags |= PLAIN_POSTS if plain else OTHER_POSTS
        if plain and blinds == 2 and asked & BLINDS_IN_TURN and not state.attempts:
            flags |= _of_two_blinds(state)
        if asked & DEALT_TO_ALL and state.invalidated is None and _dealt_to_all(state):
            flags |= DEALT_TO_ALL
    if asked & ALL_ANTED:
        flags |= _of_antes(state)
    if asked & DUTIES_DONE and _duties_done(state):
        flags |= DUTIES_DONE
    return flags


def _dealt_to_all(state: HandState) -> bool:
    """Does the record deal cards to everybody?"""
    return state.attempt.holes and all(player.received for player in state.players)


def _of_antes(state: HandState) -> int:
    """Did nobody put up an ante, and was none to be put up, or did everybody with cards?"""
    if ANTE not in state.post_kinds:
        return NO_ANTES if state.hand.setup.ante is None else 0
    anted = {post.player for post in state.posts if post.kind == ANTE}
    for player in state.players:
        if player.received and player.name not in anted:
            return 0
    return ALL_ANTED


def _duties_done(state: HandState) -> bool:
    """Is every blind on record that the rulebook has, where the table does not declare its own?"""
    figures = state.game.forced_by_kind.get(BLIND, ())
    if not figures or figures[0].by == "left":
        return False
    made = set(map(id, state.post_figures))
    return made.issuperset(map(id, figures))


def _of_two_blinds(state: HandState) -> int:
    """Were two blinds, and nothing else, put up by the players due for them?"""
    players = dealt_in(state)
    if state.post_blind_indexes != [0, 1] or len(players) < 2 or not (state.attempt.dealt or state.round is not None):
        return 0
    if [post.player for post in state.posts] != [players[0].name, players[1].name]:
        return 0
    if len(players) == 2:
        return BLINDS_IN_TURN | HEADS_UP
    if Deal in state.kinds and not (players[2].received or players[2].put_in_hand):
        return 0
    return BLINDS_IN_TURN | MORE_PLAYERS
