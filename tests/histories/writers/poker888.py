"""Hands as 888 writes them: the rake and what nobody called are not printed, and a raise is what is put in now."""

from __future__ import annotations

from histories.model import FIXED, NO_LIMIT, OMAHA, Hand
from histories.writers.common import BUTTON_GAMES, Format, clock, thousands

STREETS = ("down cards", "flop", "turn", "river")


def text(hand: Hand) -> str:
    """The hand as the room writes it."""
    game = hand.game
    limit = {FIXED: "Fix", NO_LIMIT: "No"}.get(game.limit, "Pot")
    name = "Omaha" if game.kind == OMAHA else "Holdem"
    lines = [
        f"#Game No : {hand.number}",
        f"***** 888poker Hand History for Game {hand.number} *****",
        f"{_money(game.small)}/{_money(game.big)} Blinds {limit} Limit {name} - *** 07 03 2024 {clock(hand.number)}",
        f"Tournament #{hand.number} $4 + $0.40 - Table #1 6 Max (Real Money)"
        if game.tournament
        else f"Table Our Harbour {hand.number} 6 Max (Real Money)",
        f"Seat {hand.button} is the button",
        f"Total number of players : {len(hand.players)}",
    ]
    lines += [f"Seat {one.seat}: {one.name} ( {_money(one.stack)} )" for one in hand.players]
    lines += [f"{one.player.name} posts {one.kind} [{_money(one.amount)}]" for one in hand.posts]
    for street in hand.streets:
        if street.number == 0:
            held = hand.dealt.get(hand.hero.name, hand.hero.cards)
            lines += ["** Dealing down cards **", f"Dealt to {hand.hero.name} [ {', '.join(held)} ]"]
        elif street.board:
            lines.append(f"** Dealing {STREETS[street.number]} ** [ {', '.join(street.board)} ]")
        for act in street.acts:
            amount = "" if act.kind in ("fold", "check") else f" [{_money(act.added)}]"
            lines.append(f"{act.player.name} {act.kind}s{amount}")
    lines.append("** Summary **")
    for player, cards in hand.shown:
        words = "shows" if cards else "mucks"
        lines.append(f"{player.name} {words} [ {', '.join(cards or player.cards)} ]")
    if not hand.compared:
        lines += [f"{name} did not show his hand" for name in hand.paid]
    for pot in hand.pots:
        lines += [f"{name} collected [ {_money(amount)} ]" for name, amount in pot.paid.items()]
    return "\n".join(lines) + "\n\n\n\n"


def _money(amount: int) -> str:
    return f"${thousands(amount)}"


FORMAT = Format("888", ".txt", text, BUTTON_GAMES, rake=False, total=False, back=False, by_pot=False)
