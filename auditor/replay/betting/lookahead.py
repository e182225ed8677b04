"""Reading ahead: what the rest of a record tells about the current act or card.

A log leaves things out. Only what comes later shows whether a card came early or acts before it are missing, and
whether somebody was passed over or merely not noted.
"""

from __future__ import annotations

from auditor.replay.betting.openers import shows_best
from auditor.replay.betting.sizes import least_call
from auditor.replay.forced_bets.blinds_and_antes import blind_player
from auditor.replay.state import BettingRound, HandState, Player
from auditor.vocabulary import events as e

# ---- the events to come ----


def _after(state: HandState, event: e.Event) -> list[e.Event]:
    return state.hand.events[place_of(state, event) + 1 :]


def place_of(state: HandState, event: e.Event) -> int:
    """The place of this very event among those of the hand; their number if it is none of them."""
    events, place = state.hand.events, state.event_index
    if place < len(events) and events[place] is event:  # it is the current event
        return place
    places = list(map(id, events))  # to compare the events themselves would compare all their fields
    return places.index(id(event)) if id(event) in places else len(places)


def _rest_of_round(events: list[e.Event]) -> list[e.Act | e.Declined]:
    """The acts before the next card, the showdown or the payments; to decline an option is an act."""
    acts: list[e.Act | e.Declined] = []
    for event in events:
        if isinstance(event, e.Act) or (isinstance(event, e.Declined) and event.what == "option"):
            acts.append(event)
        elif isinstance(event, e.Show | e.Win | e.PotTaken | e.Deal | e.Discards) or (
            isinstance(event, e.Communal) and event.how != "early"
        ):
            break
    return acts


def acts_again(state: HandState, player: Player) -> bool:
    """Does the record show an act of the player in the rest of the betting round?"""
    rest = _rest_of_round(_after(state, state.event)) if state.event is not None else []
    return any(act.player == player.name for act in rest)


def acts_later(state: HandState, player: Player, event: e.Event) -> bool:
    """Does the record show an act of the player in the rest of the hand?"""
    return any(isinstance(one, e.Act) and one.player == player.name for one in _after(state, event))


def acts_next(state: HandState) -> str | None:
    """The player whose act comes next in the record of the betting round."""
    rest = _rest_of_round(_after(state, state.event)) if state.event is not None else []
    return rest[0].player if rest else None


def takes_back(state: HandState, player: Player, uncalled: int) -> bool:
    """Does a player whose turn has come give up a wager made before, by folding or by taking back a part of it?

    It does not count if the player takes back only what lies above the wagers of all others (`uncalled`).
    """
    for event in _after(state, state.event) if state.event is not None else []:
        if isinstance(event, e.Returned) and event.player == player.name:
            return event.amount > uncalled
        if isinstance(event, e.Act):
            return isinstance(event, e.Fold) and event.player == player.name
        if isinstance(event, e.Show | e.Win | e.PotTaken | e.Deal | e.Communal | e.Discards):
            break
    return False


def mark_unaccounted_for(state: HandState, players: tuple[Player, ...], after: e.Event) -> None:
    """Expect nothing more in this round of the players whose act the record lacks.

    A player of whom the rest of the hand says nothing has no more turns at all.
    """
    assert state.round is not None
    state.gaps = state.gaps or bool(players)
    later = {getattr(event, "player", None) for event in _after(state, after)}
    for player in players:
        player.level_at_last_act = state.round.highest
        player.unaccounted_for = player.name not in later


# ---- cards: in their time, or early ----


def cards_noted(state: HandState) -> bool:
    """Does the record show any of the cards that come between betting rounds?

    Where the next card comes face down, only a record that notes some cards face down counts; likewise face up.
    """
    if state.rounds[-1].communal:
        return e.Communal in state.kinds
    coming = state.rounds[min(state.rounds_played, len(state.rounds) - 1)].passes
    deals = [event for event in state.hand.events if isinstance(event, e.Deal)]
    if coming and not any(event.up == (coming[0] == "u") or event.contrary for event in deals):
        return False
    acted = False
    for event in state.hand.events:
        if isinstance(event, e.Deal | e.Discards) and acted:
            return True
        acted = acted or isinstance(event, e.Act)
    return False


def is_early(state: HandState, event: e.Communal | e.Deal | e.Discards) -> bool:
    """Did this card come before the betting on the last one was finished?

    A card that the log marks as early did. An unmarked card is early if somebody has acted in the betting round and the
    record shows that the betting goes on after the card. If it does not go on, the record lacks acts. If nobody has
    acted, a betting round was left out instead, unless the card is taken off the table before that betting.
    """
    betround = state.round
    if betround is None or betround.closed or state.over:
        return False
    if marked_early(event):
        return True
    if awaited(state, event):
        return False
    if option_only(state):
        return betround.acts > 0 and _option_taken(state, event)
    begun = betround.acts > 0 or _comes_off(_after(state, event), event)
    return begun and _goes_on(state, event)


def marked_early(event: e.Event) -> bool:
    """Does the log say that these cards came before the betting that had to come first?"""
    return event.how == "early" if isinstance(event, e.Communal) else isinstance(event, e.Deal) and event.early


def awaited(state: HandState, event: e.Event) -> bool:
    """Do these cards belong to the current betting round, because somebody acted in it before they came?"""
    betround = state.round
    if betround is None or betround.closed or not isinstance(event, e.Communal):
        return False
    out = len(state.board) - state.waiting_card - state.surplus
    return out < betround.round.communal == out + len(event.cards)


def _goes_on(state: HandState, event: e.Event) -> bool:
    """Does the player whose turn it is act next, and not as the one who opens the betting on the new card?

    A player who has only an option may have let it pass without a note; then the next one counts.
    """
    turn = state.turn
    rest = _after(state, event)
    if turn is not None and state.rounds[-1].betting.draw:
        rest = [each for each in rest if not _draw_of_another(each, turn)]
    acts = _rest_of_round(rest)
    if turn is None or not acts:
        return False
    if acts[0].player != turn.name:
        owing = [
            one for one in (turn, *state.clockwise(turn)) if state.pending(one) and one.put_in_round < _level(state)
        ]
        return bool(owing) and owing[0].name == acts[0].player and isinstance(acts[0], e.Call | e.Raise)
    if isinstance(acts[0], e.Call | e.Raise) or _comes_off(rest, event):
        return True
    opener = state.designated
    if opener is not None and not opener.able:
        opener = next((player for player in state.clockwise(opener) if player.able), None)
    by_seat = state.rounds[-1].betting.opener.seat == "buck" and turn is not opener
    return by_seat or _checks_twice(acts)


def _option_taken(state: HandState, event: e.Event) -> bool:
    """Does the player who has an option raise next? A raise cannot be of the next round, where nobody has wagered."""
    acts = _rest_of_round(_after(state, event))
    return bool(acts) and state.turn is not None and acts[0].player == state.turn.name and isinstance(acts[0], e.Raise)


def _checks_twice(acts: list[e.Act | e.Declined]) -> bool:
    """Does the first player check and act again, though nobody wagered in between? Then these are two rounds."""
    for act in acts[1:] if isinstance(acts[0], e.Check) else ():
        if isinstance(act, e.Wager):
            return False
        if act.player == acts[0].player:
            return True
    return False


def _comes_off(rest: list[e.Event], event: e.Event) -> bool:
    """Is the card taken off the table before another is turned, like a card that came early?"""
    if not isinstance(event, e.Communal):
        return False
    for each in rest:
        if isinstance(each, e.Communal):
            break
        if isinstance(each, e.SetAside | e.TakenBack) and set(each.cards) & set(event.cards):
            return True
    return False


def _draw_of_another(event: e.Event, player: Player) -> bool:
    """Does somebody else draw? Others may go on drawing while this player has yet to answer a wager."""
    if isinstance(event, e.Discards):
        return event.player != player.name
    return isinstance(event, e.Deal) and all(name != player.name for name, _ in event.holdings)


def _level(state: HandState) -> int:
    return state.round.highest if state.round is not None else 0


def option_only(state: HandState) -> bool:
    """Is nothing left but an option on a blind already met? A log need not note whether it was offered."""
    waiting = [player for player in state.players if state.pending(player)]
    betround = state.round
    assert betround is not None
    return all(0 < betround.highest == player.put_in_round and player.level_at_last_act < 0 for player in waiting)


def unanswered(state: HandState, event: e.Communal | e.Deal | e.Discards) -> tuple[Player, ...]:
    """The players whose act in the round the record lacks when this card comes in its time."""
    betround = state.round
    if betround is None or betround.closed or betround.acts == 0 or awaited(state, event) or is_early(state, event):
        return ()
    owing = [player for player in state.players if state.pending(player) and player.early is None]
    return tuple(player for player in owing if not 0 < least_call(state, betround) <= player.put_in_round)


# ---- acts: of this round or of the next ----


def acted_already(state: HandState, betround: BettingRound, act: e.Act) -> bool:
    """Has the player nothing more to do in the round? Then it is over, and the log did not note the next card."""
    player = state.by_name.get(act.player)
    if player is None or not 0 <= betround.highest <= player.level_at_last_act:
        return False
    return player.able and player.early is None and not cards_noted(state)


def in_the_dark(state: HandState, act: e.Act) -> bool:
    """Does the player who begins the next betting round check or bet before its card, which comes right after?"""
    coming = state.rounds[min(state.rounds_played, len(state.rounds) - 1)]
    if coming.betting.opener.seat != "after-buck" or not isinstance(act, e.Check | e.Bet):
        return False
    first = next((player for player in state.left_of_buck() if player.able), None)
    if first is None or first.name != act.player:
        return False
    out = len(state.board) - state.surplus
    came = False
    for event in _after(state, act):
        if isinstance(event, e.Communal):
            if came or out + len(event.cards) != coming.communal:
                return came
            came = True
        elif isinstance(event, e.Act):
            return came and event.player != act.player  # who acts again right after the card did not act for it before
        elif isinstance(event, e.Show | e.Win | e.PotTaken):
            break
    return came


def answers(state: HandState, betround: BettingRound, act: e.Act) -> bool:
    """Does an act answer a wager, because it is a call or a raise or because its player has yet to meet a wager?"""
    player = state.by_name.get(act.player)
    return isinstance(act, e.Call | e.Raise) or (player is not None and player.put_in_round < betround.highest)


# ---- players passed over ----


def passed_over(state: HandState, act: e.Act, number: int) -> None:
    """Find out whom an act passes over, and what the rest of the record says about them.

    Players who act later in the round were skipped: the act is out of turn. But if the round begins with the act and
    play goes on clockwise from there, the round merely began in the wrong place. Of players who never act in the round
    again the record lacks an act, and nothing more is expected of them. Where a hand shows no checks at all and may
    leave them out, nobody can tell who was passed over.
    """
    state.skipped = state.absent = ()
    player = state.by_name.get(act.player) or state.player(act.player, act)
    turn, betround = state.turn, state.round
    if turn is player or turn is None or betround is None or not player.able or player.undercalled:
        return
    if betround.acts == 0 and any(player is one for one in betround.openers):
        state.turn = player  # the text leaves open which of them begins
        return
    if player.forfeited == betround.round.round_index and betround.highest == 0 and _comes_after(state, player, turn):
        return  # the player checked out of turn before, and now the turn has come
    if state.early and called_early(state, betround, player) and _comes_after(state, player, turn):
        return  # or the player called out of turn before, and acts again now
    order = [turn, *state.clockwise(turn)]
    before = order[: order.index(player)]
    waiting = [other for other in before if state.pending(other) and not 0 < betround.highest == other.put_in_round]
    rest = _rest_of_round(state.hand.events[number + 1 :])
    if waiting and _may_have_checked(state, player, waiting, rest):
        for other in waiting:
            other.level_at_last_act = betround.highest
        state.turn, betround.unknown = None, "the checks of the hand"
        return
    later = [event.player for event in rest]
    state.absent = tuple(other for other in waiting if other.name not in later)
    mark_unaccounted_for(state, state.absent, act)
    skipped = tuple(other for other in waiting if other.name in later)
    begins = betround.acts == 0 and (not later or all(other.name != later[0] for other in skipped))
    if begins and isinstance(act, e.Wager):
        begins = not _checks_later(rest, skipped)
    state.skipped = () if begins or _follows_anyway(state, act, player, skipped) else skipped


def called_early(state: HandState, betround: BettingRound, player: Player) -> bool:
    """Has the player called out of turn in this round, and does the call stand?"""
    return any(
        early.player == player.name
        and early.round is betround
        and early.outcome == "stands"
        and early.total == early.level == betround.highest
        for early in state.early
    )


def _comes_after(state: HandState, player: Player, turn: Player) -> bool:
    """Is `turn` the next player after this one who is still to act?"""
    return next((other for other in state.clockwise(player) if state.pending(other)), None) is turn


def _may_have_checked(state: HandState, player: Player, before: list[Player], rest: list[e.Act | e.Declined]) -> bool:
    """May others have checked before a player's act, in a hand that shows no checks?

    They may not if one of them bets later, or acts next although it is the turn of somebody else.
    """
    betround = state.round
    if betround is None or betround.highest or not betround.betting.checking.allowed:
        return False
    names = [other.name for other in before]
    following = next((other.name for other in state.clockwise(player) if other.able), None)
    if rest and rest[0].player in names and rest[0].player != following:
        return False
    if any(isinstance(act, e.Bet) and act.player in names for act in rest):
        return False
    return not any(isinstance(event, e.Check) for event in state.hand.events)


def _checks_later(rest: list[e.Act | e.Declined], skipped: tuple[Player, ...]) -> bool:
    """Does one of the players passed over check first? A wager out of turn still lets them."""
    first = {act.player: act for act in reversed(rest)}
    return any(isinstance(first.get(player.name), e.Check) for player in skipped)


def _follows_anyway(state: HandState, act: e.Act, player: Player, skipped: tuple[Player, ...]) -> bool:
    """Would the player passed over have come next all the same? Then a check or fold only began in the wrong place.

    But where a check out of turn costs the right to bet, such a check is out of turn.
    """
    betround, early = state.round, state.game.early
    if isinstance(act, e.Wager) or betround is None or betround.acts > 0 or not skipped:
        return False
    if isinstance(act, e.Check) and early is not None and early.forfeits != "nothing":
        return False
    following = next((other for other in state.clockwise(player) if other.able), None)
    return following is skipped[0]


# ---- who began ----


def note_beginning(state: HandState, act: e.Act) -> None:
    """Note at the first act of a round whether it is open already, because the blind is the opening wager.

    It is if the player who put up the blind begins, or may have let the turn pass without a word. It may also be if
    that player has the highest card and no chips left.
    """
    betround = state.round
    if betround is not None and betround.acts == 0 and betround.betting.designated is not None and not state.skipped:
        blind = blind_player(state)
        names = [one.name for one in betround.openers]
        silent = blind is not None and (not names or blind.name in names) and _may_follow(state, blind, act, names)
        betround.opened = blind is not None and (silent or blind.name == act.player or _after_best(state, blind, act))


def _may_follow(state: HandState, blind: Player, act: e.Act, openers: list[str]) -> bool:
    """May this act come after the blind player's silence? Not if another player with an equal card opens by it."""
    following = next((player for player in state.clockwise(blind) if player.able), None)
    return act.player not in openers or (following is not None and following.name == act.player)


def _after_best(state: HandState, blind: Player, act: e.Act) -> bool:
    """Did the blind take the last chips of the player with the highest card, and does the next player answer it?

    A call may as well be the opening wager of the next player, and is measured as that.
    """
    assert state.round is not None
    following = next((player for player in state.clockwise(blind) if player.able), None)
    if following is None or following.name != act.player or not isinstance(act, e.Fold | e.Raise):
        return False
    return blind.tapped_out and shows_best(state, state.round.betting.opener, blind)
