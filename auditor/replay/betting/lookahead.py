"""Reading ahead: what the rest of a record tells about the act or the card being looked at.

A log leaves things out. Whether a card came early or acts before it are missing, whether somebody was passed over or
merely not noted, shows only in what comes after.
"""

from __future__ import annotations

from auditor.replay.betting.openers import shows_best
from auditor.replay.betting.sizes import least_call
from auditor.replay.forced_bets.blinds_and_antes import blind_player
from auditor.replay.state import Betround, Player, Table
from auditor.vocabulary import events as e

# ---- the events to come ----


def _after(table: Table, event: e.Event) -> list[e.Event]:
    return table.hand.events[place_of(table, event) + 1 :]


def place_of(table: Table, event: e.Event) -> int:
    """Where this very event stands among those of the hand; their number if it is none of them."""
    events, place = table.hand.events, table.place
    if place < len(events) and events[place] is event:  # it is the one being looked at
        return place
    places = list(map(id, events))  # to compare events themselves would compare all that they say
    return places.index(id(event)) if id(event) in places else len(places)


def _rest_of_round(events: list[e.Event]) -> list[e.Act | e.Declined]:
    """The acts that come before the next card, the showdown or the payments; an option declined is one."""
    acts: list[e.Act | e.Declined] = []
    for event in events:
        if isinstance(event, e.Act) or (isinstance(event, e.Declined) and event.what == "option"):
            acts.append(event)
        elif isinstance(event, e.Show | e.Win | e.PotTaken | e.Deal | e.Discards) or (
            isinstance(event, e.Communal) and event.how != "early"
        ):
            break
    return acts


def acts_again(table: Table, player: Player) -> bool:
    """Does the record show an act of the player in what is left of the betting round?"""
    rest = _rest_of_round(_after(table, table.event)) if table.event is not None else []
    return any(act.player == player.name for act in rest)


def acts_later(table: Table, player: Player, event: e.Event) -> bool:
    """Does the record show an act of the player in what is left of the hand?"""
    return any(isinstance(one, e.Act) and one.player == player.name for one in _after(table, event))


def acts_next(table: Table) -> str | None:
    """Whose act the record of the betting round has next."""
    rest = _rest_of_round(_after(table, table.event)) if table.event is not None else []
    return rest[0].player if rest else None


def takes_back(table: Table, player: Player, kept: int) -> bool:
    """Does a player whose turn has come give up a wager made before: by folding, or by taking back more than is free?

    What lies above the wagers of all others, and so may be left uncalled, is `kept` free.
    """
    for event in _after(table, table.event) if table.event is not None else []:
        if isinstance(event, e.Returned) and event.player == player.name:
            return event.amount > kept
        if isinstance(event, e.Act):
            return isinstance(event, e.Fold) and event.player == player.name
        if isinstance(event, e.Show | e.Win | e.PotTaken | e.Deal | e.Communal | e.Discards):
            break
    return False


def lose_sight(table: Table, players: tuple[Player, ...], after: e.Event) -> None:
    """Expect nothing more in the round of players whose act the record lacks.

    One of whom the rest of the hand says nothing has no turns any more.
    """
    assert table.round is not None
    table.gaps = table.gaps or bool(players)
    later = {getattr(event, "player", None) for event in _after(table, after)}
    for player in players:
        player.acted = table.round.highest
        player.lost = player.name not in later


# ---- cards: in their time, or early ----


def cards_noted(table: Table) -> bool:
    """Does the record show any of the cards that come between betting rounds?

    Of a card that comes face down only a record tells that notes such cards at all, and likewise face up.
    """
    if table.rounds[-1].communal:
        return bool(table.board)
    coming = table.rounds[min(table.rounds_played, len(table.rounds) - 1)].passes
    deals = [event for event in table.hand.events if isinstance(event, e.Deal)]
    if coming and not any(event.up == (coming[0] == "u") or event.contrary for event in deals):
        return False
    acted = False
    for event in table.hand.events:
        if isinstance(event, e.Deal | e.Discards) and acted:
            return True
        acted = acted or isinstance(event, e.Act)
    return False


def is_early(table: Table, event: e.Communal | e.Deal | e.Discards) -> bool:
    """Did this card come before the betting on the last one was finished?

    A card the log marks as early did. One it does not mark is early if some but not all of the betting has been done
    and the record shows it going on after the card. If it does not go on, the record lacks acts; if none has been done,
    it shows a betting round left out instead, unless the card is taken off the table before that betting.
    """
    betround = table.round
    if betround is None or betround.closed or table.over:
        return False
    if isinstance(event, e.Communal) and event.how == "early":
        return True
    if awaited(table, event):
        return False
    if option_only(table):
        return betround.acts > 0 and _option_taken(table, event)
    begun = betround.acts > 0 or _comes_off(_after(table, event), event)
    return begun and _goes_on(table, event)


def awaited(table: Table, event: e.Event) -> bool:
    """Do these cards belong to the betting round under way, somebody having acted in it before they came?"""
    betround = table.round
    if betround is None or betround.closed or not isinstance(event, e.Communal):
        return False
    shown = len(table.board) - table.waiting_card - table.surplus
    return shown < betround.round.communal == shown + len(event.cards)


def _goes_on(table: Table, event: e.Event) -> bool:
    """Does the player whose turn it is act next, and not as the one who opens the betting on the new card?

    Somebody who has only an option may have let it pass unnoted.
    """
    turn = table.turn
    rest = _after(table, event)
    if turn is not None and table.rounds[-1].betting.draw:
        rest = [each for each in rest if not _draw_of_another(each, turn)]
    acts = _rest_of_round(rest)
    if turn is None or not acts:
        return False
    if acts[0].player != turn.name:
        owing = [one for one in (turn, *table.clockwise(turn)) if table.pending(one) and one.total < _level(table)]
        return bool(owing) and owing[0].name == acts[0].player and isinstance(acts[0], e.Call | e.Raise)
    if isinstance(acts[0], e.Call | e.Raise) or _comes_off(rest, event):
        return True
    opener = table.designated
    if opener is not None and not opener.able:
        opener = next((player for player in table.clockwise(opener) if player.able), None)
    by_seat = table.rounds[-1].betting.opener.seat == "buck" and turn is not opener
    return by_seat or _checks_twice(acts)


def _option_taken(table: Table, event: e.Event) -> bool:
    """Does the player who has an option raise next? There is nothing else to raise yet."""
    acts = _rest_of_round(_after(table, event))
    return bool(acts) and table.turn is not None and acts[0].player == table.turn.name and isinstance(acts[0], e.Raise)


def _checks_twice(acts: list[e.Act | e.Declined]) -> bool:
    """Does the first player act again though nobody wagered in between? Then the two are acts of two rounds."""
    for act in acts[1:] if isinstance(acts[0], e.Check) else ():
        if isinstance(act, e.Wager):
            return False
        if act.player == acts[0].player:
            return True
    return False


def _comes_off(rest: list[e.Event], event: e.Event) -> bool:
    """Is the card taken off the table again before another is turned, as one that came early is?"""
    if not isinstance(event, e.Communal):
        return False
    for each in rest:
        if isinstance(each, e.Communal):
            break
        if isinstance(each, e.SetAside | e.TakenBack) and set(each.cards) & set(event.cards):
            return True
    return False


def _draw_of_another(event: e.Event, player: Player) -> bool:
    """Does somebody else draw? That may go on while this player has yet to answer a wager."""
    if isinstance(event, e.Discards):
        return event.player != player.name
    return isinstance(event, e.Deal) and all(name != player.name for name, _ in event.holdings)


def _level(table: Table) -> int:
    return table.round.highest if table.round is not None else 0


def option_only(table: Table) -> bool:
    """Is nothing left but an option on a blind already met? Whether it was offered need not be noted."""
    waiting = [player for player in table.players if table.pending(player)]
    betround = table.round
    assert betround is not None
    return all(0 < betround.highest == player.total and player.acted < 0 for player in waiting)


def unanswered(table: Table, event: e.Communal | e.Deal | e.Discards) -> tuple[Player, ...]:
    """Those whose act in the round the record lacks when this card, in its time, is turned."""
    betround = table.round
    if betround is None or betround.closed or betround.acts == 0 or awaited(table, event) or is_early(table, event):
        return ()
    owing = [player for player in table.players if table.pending(player) and player.early is None]
    return tuple(player for player in owing if not 0 < least_call(table, betround) <= player.total)


# ---- acts: of this round or of the next ----


def acted_already(table: Table, betround: Betround, act: e.Act) -> bool:
    """Has the player nothing more to do in the round, so that the record of an unnoted card must lack its end?"""
    player = table.by_name.get(act.player)
    if player is None or not 0 <= betround.highest <= player.acted:
        return False
    return player.able and player.early is None and not cards_noted(table)


def in_the_dark(table: Table, act: e.Act) -> bool:
    """Does the player who begins the next betting round check or bet before its card, which comes right after?"""
    coming = table.rounds[min(table.rounds_played, len(table.rounds) - 1)]
    if coming.betting.opener.seat != "after-buck" or not isinstance(act, e.Check | e.Bet):
        return False
    first = next((player for player in table.left_of_buck() if player.able), None)
    if first is None or first.name != act.player:
        return False
    shown = len(table.board) - table.surplus
    for event in _after(table, act):
        if isinstance(event, e.Communal):
            return shown + len(event.cards) == coming.communal
        if isinstance(event, e.Act | e.Show | e.Win | e.PotTaken):
            break
    return False


def answers(table: Table, betround: Betround, act: e.Act) -> bool:
    """Does an act answer a wager: by what it is, or because its player has yet to pay for one?"""
    player = table.by_name.get(act.player)
    return isinstance(act, e.Call | e.Raise) or (player is not None and player.total < betround.highest)


# ---- players passed over ----


def passed_over(table: Table, act: e.Act, number: int) -> None:
    """Find out whom an act passes over, and what the rest of the record says about them.

    Those who act later in the round, before play has gone past the act, were skipped: the act is out of turn. If the
    round begins with it and play goes on clockwise from there, the round merely began in the wrong place. Of those who
    never act in the round again the record lacks an act; nothing more is expected of them. Where a hand shows no checks
    at all and may leave them out, nobody can tell who was passed over.
    """
    table.skipped = table.absent = ()
    player = table.by_name.get(act.player) or table.player(act.player, act)
    turn, betround = table.turn, table.round
    if turn is player or turn is None or betround is None or not player.able or player.undercalled:
        return
    if betround.acts == 0 and any(player is one for one in betround.openers):
        table.turn = player  # the text leaves open which of them begins
        return
    if player.forfeited == betround.round.place and betround.highest == 0 and _comes_after(table, player, turn):
        return  # the turn of a player who checked before it has come
    if table.early and called_early(table, betround, player) and _comes_after(table, player, turn):
        return  # or of one who called before it, and does not leave it at that
    order = [turn, *table.clockwise(turn)]
    before = order[: order.index(player)]
    waiting = [other for other in before if table.pending(other) and not 0 < betround.highest == other.total]
    rest = _rest_of_round(table.hand.events[number + 1 :])
    if waiting and _may_have_checked(table, player, waiting, rest):
        for other in waiting:
            other.acted = betround.highest
        table.turn, betround.unknown = None, "the checks of the hand"
        return
    later = [event.player for event in rest]
    table.absent = tuple(other for other in waiting if other.name not in later)
    lose_sight(table, table.absent, act)
    skipped = tuple(other for other in waiting if other.name in later)
    begins = betround.acts == 0 and (not later or all(other.name != later[0] for other in skipped))
    if begins and isinstance(act, e.Wager):
        begins = not _checks_later(rest, skipped)
    table.skipped = () if begins or _follows_anyway(table, act, player, skipped) else skipped


def called_early(table: Table, betround: Betround, player: Player) -> bool:
    """Has the player called out of turn in this round, and does the call stand?"""
    return any(
        early.player == player.name
        and early.round is betround
        and early.outcome == "stands"
        and early.total == early.level == betround.highest
        for early in table.early
    )


def _comes_after(table: Table, player: Player, turn: Player) -> bool:
    """Is it the turn of the next one after this player who is still to act?"""
    return next((other for other in table.clockwise(player) if table.pending(other)), None) is turn


def _may_have_checked(table: Table, player: Player, before: list[Player], rest: list[e.Act | e.Declined]) -> bool:
    """May others have checked before a player's act, in a hand that shows no checks?

    Not if one of them bets later, or comes next although it is the turn of somebody else.
    """
    betround = table.round
    if betround is None or betround.highest or not betround.betting.checking.allowed:
        return False
    names = [other.name for other in before]
    following = next((other.name for other in table.clockwise(player) if other.able), None)
    if rest and rest[0].player in names and rest[0].player != following:
        return False
    if any(isinstance(act, e.Bet) and act.player in names for act in rest):
        return False
    return not any(isinstance(event, e.Check) for event in table.hand.events)


def _checks_later(rest: list[e.Act | e.Declined], skipped: tuple[Player, ...]) -> bool:
    """Does one of those passed over check, as players may whom a wager out of turn has passed over?"""
    first = {act.player: act for act in reversed(rest)}
    return any(isinstance(first.get(player.name), e.Check) for player in skipped)


def _follows_anyway(table: Table, act: e.Act, player: Player, skipped: tuple[Player, ...]) -> bool:
    """Would the player passed over have come next all the same? Then a check or fold only began in the wrong place.

    Not where a check out of turn costs the right to bet: then it is one.
    """
    betround, early = table.round, table.game.early
    if isinstance(act, e.Wager) or betround is None or betround.acts > 0 or not skipped:
        return False
    if isinstance(act, e.Check) and early is not None and early.forfeits != "nothing":
        return False
    following = next((other for other in table.clockwise(player) if other.able), None)
    return following is skipped[0]


# ---- who began ----


def note_beginning(table: Table, act: e.Act) -> None:
    """Somebody begins a round: it is open already if the blind is the opening wager.

    It is if the player who put it up begins or, leaving it at that, has let the turn pass without a word; and it may be
    if that player has the highest card and no chips left.
    """
    betround = table.round
    if betround is not None and betround.acts == 0 and betround.betting.designated is not None and not table.skipped:
        blind = blind_player(table)
        names = [one.name for one in betround.openers]
        silent = blind is not None and (not names or blind.name in names) and _may_follow(table, blind, act, names)
        betround.opened = blind is not None and (silent or blind.name == act.player or _after_best(table, blind, act))


def _may_follow(table: Table, blind: Player, act: e.Act, openers: list[str]) -> bool:
    """May this act come after the blind player's silence? Not if it opens for somebody with an equal card elsewhere."""
    following = next((player for player in table.clockwise(blind) if player.able), None)
    return act.player not in openers or (following is not None and following.name == act.player)


def _after_best(table: Table, blind: Player, act: e.Act) -> bool:
    """Is the blind, which took its maker's last chips, the wager of the highest card, and does the next player answer?

    A call of it may as well be the opening wager of another, and is measured as that.
    """
    assert table.round is not None
    following = next((player for player in table.clockwise(blind) if player.able), None)
    if following is None or following.name != act.player or not isinstance(act, e.Fold | e.Raise):
        return False
    return blind.tapped_out and shows_best(table, table.round.betting.opener, blind)
