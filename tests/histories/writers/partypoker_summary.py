"""Hands as PartyPoker writes them since 2021: they end with everybody's balance."""

from __future__ import annotations

from histories.model import OMAHA, Act, Hand
from histories.writers.common import Format, clock

STREETS = ("down cards", "Flop", "Turn", "River")


def text(hand: Hand) -> str:
    """The hand as the room writes it."""
    lines = _head(hand)
    lines += [f"Seat {one.seat}: {one.name} ({_signed(hand, one.stack)})" for one in hand.players]
    lines += [f"{one.player.name} posts {one.kind} ({_money(hand, one.amount)})" for one in hand.posts]
    for street in hand.streets:
        if street.number == 0:
            held = hand.dealt.get(hand.hero.name, hand.hero.cards)
            lines += ["** Dealing down cards **", f"Dealt to {hand.hero.name} [ {', '.join(held)} ]"]
        elif street.board:
            lines.append(f"** Dealing {STREETS[street.number]} ** :  [ {', '.join(street.board)} ]")
        for act in street.acts:
            lines.append(f"{act.player.name} {_act(hand, act)}")
            if act.all_in:
                lines.append(f"{act.player.name} is all-In.")
    return "\n".join([*lines, *_summary(hand)]) + "\n\n\n"


def _head(hand: Hand) -> list[str]:
    game = hand.game
    name = "Omaha" if game.kind == OMAHA else "Texas Holdem"
    limit = "PL" if game.kind == OMAHA else "NL"
    stakes = f"{_money(hand, game.small)}/{_money(hand, game.big)}"
    when = f"Mon Feb 09 {clock(hand.number)} EST 2026"
    if game.tournament:
        title = f"{stakes} Tourney {name} Game Table ({limit}) (MTT Tournament #{hand.number}) (Buyin $3.0 + $0.3)"
        place = f"({hand.number}) Table #22"
    else:
        title, place = f"{stakes} {name} Game Table ({limit})", f"Table {hand.number}"
    return [
        f"***** Hand History For Game {hand.number}abcdefghij *****",
        f"{title} - {when}",
        f"Table {place} (Real Money) -- Seat {hand.button} is the button",
        f"Total number of players : {len(hand.players)}/6",
    ]


def _money(hand: Hand, amount: int) -> str:
    return str(amount // 100) if hand.game.tournament else f"{amount // 100}.{amount % 100:02}"


def _signed(hand: Hand, amount: int) -> str:
    return _money(hand, amount) if hand.game.tournament else f"${_money(hand, amount)}"


def _act(hand: Hand, act: Act) -> str:
    match act.kind:
        case "fold" | "check" as kind:
            return f"{kind}s"
        case "raise":
            return f"raises {_money(hand, act.added)} to {_money(hand, act.total)}"
        case kind:
            return f"{kind}s ({_money(hand, act.added)})"


def _summary(hand: Hand) -> list[str]:
    rake = f" Rake: {_signed(hand, hand.rake)}" if hand.rake else ""
    pots = [_signed(hand, pot.amount - pot.rake) for pot in hand.pots]
    sides = "".join(f" Side Pot {number}: {amount}" for number, amount in enumerate(pots[1:], 1))
    lines = ["** Summary **", f"Main Pot: {pots[0]}{sides}{rake}"]
    if hand.board:
        lines.append(f"Board: [ {', '.join(hand.board)} ]")
    back = hand.back
    for player in hand.players:
        won = hand.paid.get(player.name, 0) + (back[1] if back is not None and back[0] is player else 0)
        balance, net = player.stack - player.put + won, won - player.put
        shown = next((cards for one, cards in hand.shown if one is player and cards), None)
        cards = f"[ {', '.join(shown)} ] [ a hand -- {','.join(shown)} ]" if shown else ""
        if won:
            more = f"bet {_signed(hand, player.put)}, collected {_signed(hand, won)}, net {'+' if net >= 0 else '-'}"
            lines.append(f"{player.name} balance {_signed(hand, balance)}, {more}{_signed(hand, abs(net))}{cards}")
        else:
            lost = f"lost {_signed(hand, player.put)}" if player.put else "didn't bet"
            end = cards or (" (folded)" if player.folded else "")
            lines.append(f"{player.name} balance {_signed(hand, balance)}, {lost}{end}")
    return lines


FORMAT = Format(
    "partypoker-summary",
    ".txt",
    text,
    ("holdem-nl", "omaha-pl", "tournament"),
    back=False,
    mucks=False,
    by_pot=False,
    balances=True,
)
