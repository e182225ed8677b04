"""Hands as Winamax writes them: what nobody called is paid with the pot, and pots are printed without the rake."""

from __future__ import annotations

from histories.model import OMAHA, Act, Hand
from histories.writers.common import Format, clock, plain

STREETS = ("PRE-FLOP", "FLOP", "TURN", "RIVER")


def text(hand: Hand) -> str:
    """The hand as the room writes it."""
    lines = _head(hand)
    lines += [f"Seat {one.seat}: {one.name} ({_money(hand, one.stack)})" for one in hand.players]
    lines.append("*** ANTE/BLINDS ***")
    lines += [
        f"{one.player.name} posts {one.kind} {_money(hand, one.amount)}{_all_in(one.all_in)}" for one in hand.posts
    ]
    lines.append(f"Dealt to {hand.hero.name} [{' '.join(hand.dealt.get(hand.hero.name, hand.hero.cards))}]")
    board: list[str] = []
    for street in hand.streets:
        if street.number == 0:
            lines.append("*** PRE-FLOP ***")
        elif street.board:
            old = f"[{' '.join(board)}]" if board else ""
            lines.append(f"*** {STREETS[street.number]} *** {old}[{' '.join(street.board)}]")
            board += street.board
        lines += [f"{act.player.name} {_act(hand, act)}" for act in street.acts]
    return "\n".join([*lines, *_end(hand)]) + "\n\n\n"


def _head(hand: Hand) -> list[str]:
    game, when = hand.game, f"2024/05/01 {clock(hand.number)} UTC"
    number = f"HandId: #{hand.number}-1-1714600000"
    name = "Omaha pot limit" if game.kind == OMAHA else "Holdem no limit"
    button = f"6-max (real money) Seat #{hand.button} is the button"
    if game.tournament:
        stakes = "/".join(plain(one) for one in (game.ante, game.small, game.big))
        head = f'Winamax Poker - Tournament "Nuit" buyIn: 9€ + 1€ level: 8 - {number} - {name} ({stakes}) - {when}'
        return [head, f"Table: 'Nuit({hand.number})#003' {button}"]
    stakes = f"{plain(game.small)}€/{plain(game.big)}€"
    return [
        f"Winamax Poker - CashGame - {number} - {name} ({stakes}) - {when}",
        f"Table: 'Brest {hand.number}' {button}",
    ]


def _money(hand: Hand, amount: int) -> str:
    return plain(amount) if hand.game.tournament else f"{plain(amount)}€"


def _all_in(is_so: bool) -> str:
    return " and is all-in" if is_so else ""


def _act(hand: Hand, act: Act) -> str:
    if act.kind in ("fold", "check"):
        return f"{act.kind}s"
    if act.kind == "raise":
        return f"raises {_money(hand, act.by)} to {_money(hand, act.total)}{_all_in(act.all_in)}"
    return f"{act.kind}s {_money(hand, act.added)}{_all_in(act.all_in)}"


def _end(hand: Hand) -> list[str]:
    lines, payments = [], _payments(hand)
    if hand.compared:
        lines.append("*** SHOW DOWN ***")
    for player, cards in hand.shown:
        lines.append(f"{player.name} shows [{' '.join(cards)}] (a hand)" if cards else f"{player.name} mucks")
    lines += [f"{name} collected {_money(hand, amount)} from {pot}" for name, amount, pot in payments]
    total = hand.total - hand.rake + (hand.back[1] if hand.back else 0)
    rake = f"Rake {_money(hand, hand.rake)}" if hand.rake else "No rake"
    lines += ["*** SUMMARY ***", f"Total pot {_money(hand, total)} | {rake}"]
    if hand.board:
        lines.append(f"Board: [{' '.join(hand.board)}]")
    for player in hand.players:
        won = sum(amount for name, amount, _ in payments if name == player.name)
        shown = next((cards for one, cards in hand.shown if one is player and cards), None)
        if shown:
            end = f"won {_money(hand, won)}" if won else "lost"
            lines.append(f"Seat {player.seat}: {player.name} showed [{' '.join(shown)}] and {end} with a hand")
        elif won:
            lines.append(f"Seat {player.seat}: {player.name} won {_money(hand, won)}")
    return lines


def _payments(hand: Hand) -> list[tuple[str, int, str]]:
    """What is paid from which pot. What nobody called goes with the only pot, or is a side pot of its own."""
    back = hand.back
    if not hand.compared and len(hand.pots) == 1:
        whole = dict(hand.pots[0].paid)
        if back is not None:
            whole[back[0].name] = whole.get(back[0].name, 0) + back[1]
        return [(name, amount, "pot") for name, amount in whole.items()]
    names = ["pot" if len(hand.pots) == 1 and back is None else "main pot"]
    names += [f"side pot {number}" for number in range(1, len(hand.pots) + 1)]
    found = [(name, amount, names[n]) for n, pot in enumerate(hand.pots) for name, amount in pot.paid.items()]
    if back is not None:
        found.append((back[0].name, back[1], names[len(hand.pots)]))
    return found


FORMAT = Format(
    "winamax",
    ".txt",
    text,
    ("holdem-nl", "omaha-pl", "tournament"),
    back=False,
    raises_by=True,
    by_pot=False,
    halves=True,
)
