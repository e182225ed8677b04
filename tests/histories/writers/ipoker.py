"""Hands as the rooms of the iPoker network write them: acts by seat with numbers, and what each player bet and won."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from histories.model import FIXED, NO_LIMIT, OMAHA, Act, Hand, Player
from histories.writers.common import BUTTON_GAMES, Format, clock, plain

FOLD, SMALL, BIG, CALL, CHECK, BET, ALL_IN, ANTE, RAISE_TO = 0, 1, 2, 3, 4, 5, 7, 15, 23
POSTS = {"ante": ANTE, "small blind": SMALL, "big blind": BIG}
KINDS = {"fold": FOLD, "check": CHECK, "call": CALL, "bet": BET, "raise": RAISE_TO}
BOARDS = ("", "Flop", "Turn", "River")


def text(hand: Hand) -> str:
    """The hand as a session of its own."""
    game = hand.game
    limit = {FIXED: "L", NO_LIMIT: "NL"}.get(game.limit, "PL")
    low, high = game.bets if game.limit == FIXED else (game.small, game.big)
    stakes = "" if game.tournament else f" {_money(hand, low)}/{_money(hand, high)}"
    event = "<tournamentname>Our Sit and Go</tournamentname>" if game.tournament else ""
    when = f"2024-05-01 {clock(hand.number)}"
    lines = [
        f'<session sessioncode="{hand.number}">',
        f" <general><gametype>{'Omaha' if game.kind == OMAHA else 'Holdem'} {limit}{stakes}</gametype>",
        f"  <tablename>Ours, {hand.number}</tablename><startdate>{when}</startdate>{event}",
        f"  <currency>EUR</currency><nickname>{hand.hero.name}</nickname></general>",
        f' <game gamecode="{hand.number}">',
        f"  <general><startdate>{when}</startdate><players>",
        *[_player(hand, one) for one in hand.players],
        "  </players></general>",
        *_rounds(hand),
        " </game>",
        "</session>",
    ]
    return "\n".join(lines) + "\n"


def _money(hand: Hand, amount: int) -> str:
    return plain(amount) if hand.game.tournament else f"€{plain(amount)}"


def _player(hand: Hand, player: Player) -> str:
    back = hand.back
    won = hand.paid.get(player.name, 0) + (back[1] if back is not None and back[0] is player else 0)
    fields = f'seat="{player.seat}" name={quoteattr(player.name)} chips="{_money(hand, player.stack)}"'
    dealer = int(player.seat == hand.button)
    return f'   <player {fields} dealer="{dealer}" win="{_money(hand, won)}" bet="{_money(hand, player.put)}"/>'


def _rounds(hand: Hand) -> list[str]:
    """The rounds, each with the acts of a player beside each other, wherever they stand in the order of play."""
    count, lines = 0, [' <round no="0">']
    for post in hand.posts:
        count += 1
        lines.append(_action(hand, count, post.player, POSTS[post.kind], post.amount))
    lines.append(" </round>")
    for street in hand.streets:
        lines.append(f' <round no="{street.number + 1}">')
        if street.number == 0:
            lines += [_pocket(hand, one) for one in hand.players]
        elif street.board:
            lines.append(f'  <cards type="{BOARDS[street.number]}" player="">{_cards(street.board)}</cards>')
        acts = [*enumerate(street.acts, count + 1)]
        count += len(acts)
        for number, act in sorted(acts, key=lambda one: (one[1].player.seat, one[0])):
            lines.append(_action(hand, number, act.player, *_what(act)))
        lines.append(" </round>")
    return lines


def _what(act: Act) -> tuple[int, int]:
    if act.all_in:
        return ALL_IN, act.added
    return KINDS[act.kind], act.total if act.kind == "raise" else act.added


def _action(hand: Hand, number: int, player: Player, kind: int, amount: int) -> str:
    return f'  <action no="{number}" player={quoteattr(player.name)} type="{kind}" sum="{_money(hand, amount)}"/>'


def _pocket(hand: Hand, player: Player) -> str:
    shown = next((cards for one, cards in hand.shown if one is player), None)
    held = hand.dealt.get(player.name, player.cards) if player is hand.hero else shown
    cards = _cards(held) if held else " ".join("X" * len(player.cards))
    return f'  <cards type="Pocket" player={quoteattr(player.name)}>{cards}</cards>'


def _cards(cards: list[str]) -> str:
    return " ".join(card[1].upper() + card[0].replace("T", "10") for card in cards)


FORMAT = Format(
    "ipoker",
    ".xml",
    text,
    BUTTON_GAMES,
    rake=False,
    total=False,
    back=False,
    mucks=False,
    by_pot=False,
    straddles=False,
    dealt=False,
    levels=False,
)
