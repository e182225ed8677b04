"""Hands as PartyPoker wrote them with amounts in brackets: no rake is printed, and what nobody called counts as won."""

from __future__ import annotations

from histories.model import FIXED, HOLDEM, NO_LIMIT, OMAHA, STUD, Act, Hand
from histories.writers.common import Format, clock, thousands

TITLES = {HOLDEM: "Texas Hold'em", OMAHA: "Omaha", STUD: "7 Card Stud"}
STREETS = ("down cards", "Flop", "Turn", "River")
STUD_STREETS = ("", "Fourth street", "Fifth street", "Sixth street", "River")


def text(hand: Hand) -> str:
    """The hand as the room writes it."""
    lines = _head(hand)
    lines += [f"Seat {one.seat}: {one.name} ( {_money(hand, one.stack)} )" for one in hand.players]
    for post in hand.posts:
        if post.kind != "bring-in":
            lines.append(f"{post.player.name} posts {post.kind} [{_money(hand, post.amount)}].")
    for street in hand.streets:
        number = street.number
        if hand.game.stud:
            own = street.dealt.get(hand.hero.name)
            lines.append(f"** Dealing {STUD_STREETS[number]} **" if number else "** Dealing **")
            lines += [f"Dealt to {hand.hero.name} [  {' '.join(own)} ]"] if own else []
            opening = hand.post("bring-in")
            if number == 0 and opening is not None:
                lines.append(f"{opening.player.name} bring-ins [{_money(hand, opening.amount)}]")
        elif number == 0:
            held = hand.dealt.get(hand.hero.name, hand.hero.cards)
            lines += ["** Dealing down cards **", f"Dealt to {hand.hero.name} [  {' '.join(held)} ]"]
        elif street.board:
            lines.append(f"** Dealing {STREETS[number]} ** [ {', '.join(street.board)} ]")
        lines += [f"{act.player.name} {_act(hand, act)}" for act in street.acts]
    return "\n".join([*lines, *_end(hand)]) + "\n\n"


def _head(hand: Hand) -> list[str]:
    game = hand.game
    limit = {FIXED: "FL", NO_LIMIT: "NL"}.get(game.limit, "PL")
    when = f"Wednesday, May 01, {clock(hand.number)} EDT 2013"
    low, high = game.bets if game.limit == FIXED else (game.small, game.big)
    if game.tournament:
        level = f"Blinds-Antes({thousands(low)}/{thousands(high)} -{thousands(game.ante)})"
        head = f"{limit} {TITLES[game.kind]} $10 USD Buy-in Trny: {hand.number} Level: 3  {level} - {when}"
        table = f"Table Our Guaranteed ({hand.number}) Table #2 (Real Money)"
    else:
        head = f"${thousands(low)}/${thousands(high)} USD {limit} {TITLES[game.kind]} - {when}"
        table = f"Table Ours {hand.number} (Real Money)"
    return [
        f"***** Hand History for Game {hand.number} *****",
        head,
        table,
        f"Seat {0 if game.stud else hand.button} is the button",
        f"Total number of players : {len(hand.players)}/6",
    ]


def _money(hand: Hand, amount: int) -> str:
    return thousands(amount) if hand.game.tournament else f"${thousands(amount)} USD"


def _act(hand: Hand, act: Act) -> str:
    if act.kind in ("fold", "check"):
        return f"{act.kind}s"
    if act.all_in:
        return f"is all-In  [{_money(hand, act.added)}]"
    opening = hand.post("bring-in")
    completes = opening is not None and act.kind == "raise" and act.total - act.by == opening.amount
    words = "completes" if completes and act in hand.streets[0].acts else f"{act.kind}s"
    return f"{words} [{_money(hand, act.added)}]"


def _end(hand: Hand) -> list[str]:
    lines = []
    for player, cards in hand.shown:
        words, held = "shows" if cards else "doesn't show", ", ".join(cards or player.cards)
        lines.append(f"{player.name} {words} [ {held} ]a hand.")
    back = hand.back
    if not hand.compared:
        names = dict.fromkeys([*hand.paid, *([back[0].name] if back else [])])
        for name in names:
            won = hand.paid.get(name, 0) + (back[1] if back is not None and back[0].name == name else 0)
            lines += [f"{name} does not show cards.", f"{name} wins {_money(hand, won)}"]
        return lines
    titles = ["main pot", *[f"side pot {n}" for n in range(1, len(hand.pots) + 1)]]
    if back is not None:
        lines.append(f"{back[0].name} wins {_money(hand, back[1])} from the {titles[len(hand.pots)]} with a hand.")
    for title, pot in reversed([*zip(titles, hand.pots, strict=False)]):
        lines += [f"{name} wins {_money(hand, won)} from the {title} with a hand." for name, won in pot.paid.items()]
    return lines


FORMAT = Format("partypoker", ".txt", text, rake=False, total=False, back=False, upcards=False)
