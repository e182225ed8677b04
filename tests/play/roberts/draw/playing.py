"""Playing a hand of draw or lowball of Robert's Rules by the book: the betting and the draw, from header to end."""

from __future__ import annotations

from play.common import betting as bets
from play.common.betting import begin, play_round
from play.common.dealing import burn, deal, dealt, post_blinds
from play.common.drawing import AT_ONCE, COUNTS, WEIGHTS
from play.common.hand import Player
from play.common.playing import Course
from play.common.ranking import LOW
from play.common.tempers import MEEK, TEMPERS, Temper
from play.common.words import called, cards
from play.roberts.draw.hand import DrawFault, DrawHand
from play.roberts.draw.oracle import JOKER, jacks
from play.roberts.draw.settling import settle

# ---- before the betting ----


def blinds(hand: DrawHand) -> None:
    """The blinds, if the table has any."""
    if hand.house.blinds:
        post_blinds(hand)


def first_cards(hand: DrawHand) -> None:
    """The cards before the draw."""
    arrange(hand)
    deal(hand)


def temper_of(hand: DrawHand) -> Temper:
    """How the hand is played: meekly where a fault asks for that."""
    return MEEK if hand.fault is not None and hand.fault.meek else hand.rng.choice(TEMPERS)


def next_round(hand: DrawHand, number: int) -> None:
    """A draw, and a betting round begins."""
    if number > 1:
        draw(hand)
        begin(hand, number)
    hand.before = {player.name: player.put for player in hand.players}
    hand.checked, hand.calls = set(), []


def arrange(hand: DrawHand) -> None:
    """Lay the deck so that the hands of a fault come, and that somebody can open where that takes a pair of jacks."""
    fault = hand.fault if isinstance(hand.fault, DrawFault) else None
    hands = fault.hands if fault is not None else ()
    for place, some in enumerate(hands):
        hand.pat.add(hand.players[place].name)
        stack(hand, place, some.split())
    for place in fault.bold if fault is not None else ():
        hand.bound[hand.players[place].name] = "bet"
    if hand.house.sevens and not hands and hand.rng.random() < 0.6:
        low_hands(hand)
    elif not hands and hand.rng.random() < 0.1:
        like_hands(hand)
    if hand.house.openers and not any(jacks(coming(hand, hand.players.index(one))) for one in hand.able):
        able = hand.able or hand.players
        stack(hand, hand.players.index(able[-1]), ["Qd", "Qs"] if "Qd" not in " ".join(hands) else ["Kd", "Ks"])


def low_hands(hand: DrawHand) -> None:
    """Deal sevens or better to some players, who will hardly change them."""
    for place, player in enumerate(hand.players):
        if hand.rng.random() < 0.5:
            stack(hand, place, [rank + hand.rng.choice("cdhs") for rank in hand.rng.sample(LOW[:7], 5)])
            hand.pat |= {player.name} if hand.rng.random() < 0.8 else set()


def like_hands(hand: DrawHand) -> None:
    """Deal the first two players hands that are worth the same, which they keep."""
    for place, suits in enumerate(("cdhsc", "dhscd")):
        stack(
            hand,
            place,
            [rank + suit for rank, suit in zip("23479" if hand.house.lowball else "AKQJT", suits, strict=True)],
        )
        hand.pat.add(hand.players[place].name)


def places(hand: DrawHand, place: int) -> list[int]:
    """Where in the deck the cards of a player lie."""
    count = len(hand.players)
    return [-1 - place - count * number for number in range(5)]


def coming(hand: DrawHand, place: int) -> list[str]:
    """The five cards that a player is about to get."""
    return [hand.deck[one] for one in places(hand, place)]


def stack(hand: DrawHand, place: int, wanted: list[str]) -> None:
    """Put these cards where a player's come from."""
    for there, card in zip(places(hand, place), wanted, strict=False):
        if card in hand.deck:
            now = hand.deck.index(card)
            hand.deck[now], hand.deck[there] = hand.deck[there], hand.deck[now]


# ---- the betting ----


def betting(hand: DrawHand, temper: Temper) -> None:
    """A betting round; the opener is first after the draw where there was no blind."""
    last = None
    if hand.betting.number > 1 and hand.house.form == "ante" and hand.opener is not None:
        last = hand.after(hand.opener)[-2]
    play_round(hand, temper, last, act)


def may_raise(hand: DrawHand, player: Player) -> tuple[int, int] | None:
    """The least and the most that a total may become; None where no raise is open."""
    if player.name in hand.checked and not hand.house.check_raise:
        return None
    if hand.unopened and hand.house.openers and not jacks(player.cards):
        return None
    bounds, size = bets.may_raise(hand, player), hand.betting.size
    if bounds is None or not hand.fixed or not hand.unopened or player.everything < size:
        return bounds
    return size, max(total for total in hand.targets() if total <= player.everything)  # last chips between are a doubt


def act(hand: DrawHand, player: Player, temper: Temper) -> None:
    """The player does something that is open."""
    bounds = may_raise(hand, player)
    if hand.unopened:
        open_or_pass(hand, player, temper, bounds)
        return
    facing = player.bet < hand.betting.level
    weights = [temper.fold * (1 if facing else 0.02), temper.stay, temper.more * (bounds is not None)]
    choice = hand.rng.choices(("fold", "stay", "more"), weights)[0]
    bound = hand.bound.get(player.name)
    if bound == "bet":
        choice = "more" if hand.betting.number > 1 else "stay"
    elif bound == "out" or (bound and facing):
        choice = bound
    if choice == "stay" and not facing:
        check(hand, player)
    else:
        bets.do(hand, player, "fold" if choice == "out" else choice, bounds)


def open_or_pass(hand: DrawHand, player: Player, temper: Temper, bounds: tuple[int, int] | None) -> None:
    """Where nothing is wagered before the draw, a player opens, or folds at lowball and checks at draw high."""
    lowball = hand.house.lowball
    others = [one for one in hand.able if one is not player and not one.acted]
    last = not any(may_raise(hand, one) is not None for one in others)
    eager = hand.rng.random() < (0.3 if not lowball or temper.fold else 1)
    if hand.bound.get(player.name) == "fold":
        bets.fold(hand, player)
    elif bounds is not None and (eager or last):
        bets.raise_to(hand, player, bets.some_total(hand, *bounds))
    elif lowball:
        bets.fold(hand, player)
    else:
        check(hand, player)


def check(hand: DrawHand, player: Player) -> None:
    """A player wagers nothing."""
    bets.check(hand, player)
    hand.checked.add(player.name)


# ---- the draw ----


def draw(hand: DrawHand) -> None:
    """Everybody who is in changes cards, from the left of the button; of five cards the last comes after all others."""
    burn(hand)
    hand.first = hand.first or {player.name: list(player.cards) for player in hand.live}
    if hand.plant("draw"):
        return
    draw_in_order(hand, hand.live)


def draw_in_order(hand: DrawHand, players: list[Player]) -> None:
    """These players change cards one after the other."""
    waiting: Player | None = None
    for number, player in enumerate(players):
        left = len(players) - number - 1
        count = wanted(hand, player)
        count = min(count, len(hand.deck) - 2 - left, 5 if waiting is None else AT_ONCE)
        count = max(count, 0)
        discard(hand, player, count)
        serve(hand, player, min(count, AT_ONCE))
        if count > AT_ONCE and not left:
            burn(hand)
            serve(hand, player, 1)
        elif count > AT_ONCE:
            waiting = player
    if waiting is not None:
        serve(hand, waiting, 1)


def wanted(hand: DrawHand, player: Player) -> int:
    """How many cards a player changes: mostly those that are of no use."""
    if player.name in hand.pat:
        return 0
    if hand.rng.random() < 0.25:
        return hand.rng.choices(COUNTS, WEIGHTS)[0]
    return min(len(useless(hand, player)), AT_ONCE if hand.rng.random() < 0.5 else 5)


def useless(hand: DrawHand, player: Player) -> list[str]:
    """The cards that make a hand bad: at lowball those above an eight and all but one of a rank, else those alone."""
    ranks = [card[0] for card in player.cards]
    if not hand.house.lowball:
        return [card for card in player.cards if card != JOKER and card[0] != "A" and ranks.count(card[0]) == 1]
    bad, kept = [], set()
    for card in player.cards:
        high = card != JOKER and (card[0] not in LOW[:8] or (card[0] == "A" and hand.house.form != "a5"))
        bad += [card] * (high or card[0] in kept)
        kept.add(card[0])
    return bad


def discard(hand: DrawHand, player: Player, count: int) -> list[str]:
    """A player gives up cards, or none."""
    bad = useless(hand, player)
    good = [card for card in player.cards if card not in bad]
    gone = (bad + hand.rng.sample(good, len(good)))[:count]
    player.cards = [card for card in player.cards if card not in gone]
    if hand.habits.cards == "none":
        return gone
    if not count:
        hand.note(f"{called(player)} stands pat")
    else:
        known = hand.habits.cards == "all" and hand.rng.random() < 0.7
        hand.note(f"{called(player)} discards {cards(gone) if known else count}")
    return gone


def serve(hand: DrawHand, player: Player, count: int) -> None:
    """A player gets so many cards."""
    if not count:
        return
    some = [hand.deck.pop() for _ in range(count)]
    player.cards += some
    if hand.habits.cards != "none":
        hand.note(dealt(hand, [(player, some)]))


COURSE: Course[DrawHand] = Course(blinds, first_cards, temper_of, next_round, betting, settle)
