"""Hands as Full Tilt wrote them."""

from __future__ import annotations

from histories.model import FIXED, HOLDEM, NO_LIMIT, OMAHA, STUD, Act, Hand
from histories.writers.common import Format, clock, thousands

TITLES = {HOLDEM: "Hold'em", OMAHA: "Omaha Hi", STUD: "Stud Hi"}
STREETS = ("HOLE CARDS", "FLOP", "TURN", "RIVER")
STUD_STREETS = ("3RD STREET", "4TH STREET", "5TH STREET", "6TH STREET", "7TH STREET")
POSTS = {
    "ante": "antes",
    "small blind": "posts the small blind of",
    "big blind": "posts the big blind of",
    "straddle": "straddles",
    "bring-in": "brings in for",
}


def text(hand: Hand) -> str:
    """The hand as the room writes it."""
    lines = [_head(hand)]
    lines += [f"Seat {one.seat}: {one.name} ({_money(hand, one.stack)})" for one in hand.players]
    for post in hand.posts:
        if post.kind != "bring-in":
            lines.append(f"{post.player.name} {POSTS[post.kind]} {_money(hand, post.amount)}{_all_in(post.all_in)}")
    if not hand.game.stud:
        lines.append(f"The button is in seat #{hand.button}")
    board: list[str] = []
    for street in hand.streets:
        if hand.game.stud:
            lines += _stud_street(hand, street.number)
        elif street.number == 0:
            held = hand.dealt.get(hand.hero.name, hand.hero.cards)
            lines += ["*** HOLE CARDS ***", f"Dealt to {hand.hero.name} [{' '.join(held)}]"]
        elif street.board:
            old = f" [{' '.join(board)}]" if board else ""
            lines.append(f"*** {STREETS[street.number]} ***{old} [{' '.join(street.board)}]")
            board += street.board
        lines += [f"{act.player.name} {_act(hand, act)}" for act in street.acts]
    return "\n".join([*lines, *_end(hand)]) + "\n\n\n"


def _head(hand: Hand) -> str:
    game = hand.game
    limit = {FIXED: "Limit", NO_LIMIT: "No Limit"}.get(game.limit, "Pot Limit")
    pair = game.bets if game.limit == FIXED else (game.small, game.big)
    stakes = "/".join(_money(hand, one) for one in pair) + (f" Ante {_money(hand, game.ante)}" if game.ante else "")
    place = f"Our Cup ({hand.number}), Table 1" if game.tournament else f"Table Ours {hand.number} (6 max)"
    when = f"{clock(hand.number)} ET - 2012/11/06"
    return f"Full Tilt Poker Game #{hand.number}: {place} - {stakes} - {limit} {TITLES[game.kind]} - {when}"


def _money(hand: Hand, amount: int) -> str:
    return thousands(amount) if hand.game.tournament else f"${thousands(amount)}"


def _all_in(is_so: bool) -> str:
    return ", and is all in" if is_so else ""


def _stud_street(hand: Hand, number: int) -> list[str]:
    lines = [f"*** {STUD_STREETS[number]} ***"]
    for player in hand.players:
        new = hand.streets[number].dealt.get(player.name)
        if new is None:
            continue
        own = player is hand.hero
        had = player.cards[: number + 2] if own else player.cards[2 : number + 2]
        if number == 0 and own:
            lines.append(f"Dealt to {player.name} [{' '.join(new[:2])}] [{new[2]}]")
        elif number == 0:
            lines.append(f"Dealt to {player.name} [{new[2]}]")
        elif number < 4 or own:
            lines.append(f"Dealt to {player.name} [{' '.join(had)}] [{new[0]}]")
    opening = hand.post("bring-in")
    if number == 0 and opening is not None:
        lines.append(f"{opening.player.name} brings in for {_money(hand, opening.amount)}{_all_in(opening.all_in)}")
    return lines


def _act(hand: Hand, act: Act) -> str:
    match act.kind:
        case "fold" | "check" as kind:
            return f"{kind}s"
        case "raise":
            opening = hand.post("bring-in")
            first = opening is not None and act.total - act.by == opening.amount and act in hand.streets[0].acts
            words = "completes it to" if first else "raises to"
            return f"{words} {_money(hand, act.total)}{_all_in(act.all_in)}"
        case kind:
            return f"{kind}s {_money(hand, act.added)}{_all_in(act.all_in)}"


def _end(hand: Hand) -> list[str]:
    lines = []
    if hand.back is not None:
        lines.append(f"Uncalled bet of {_money(hand, hand.back[1])} returned to {hand.back[0].name}")
    if hand.compared:
        lines.append("*** SHOW DOWN ***")
    for player, cards in hand.shown:
        lines.append(f"{player.name} shows [{' '.join(cards)}] a hand" if cards else f"{player.name} mucks")
    if not hand.compared:
        lines += [f"{name} mucks" for name in hand.paid]
    names = ["pot"] if len(hand.pots) == 1 else ["main pot", "side pot"]
    names = names if len(hand.pots) < 3 else ["main pot", *[f"side pot #{n}" for n in range(1, len(hand.pots))]]
    for name, pot in reversed([*zip(names, hand.pots, strict=True)]):
        words = "wins" if len(pot.paid) == 1 else "ties for"
        lines += [f"{who} {words} the {name} ({_money(hand, won)}) with a hand" for who, won in pot.paid.items()]
    lines += ["*** SUMMARY ***", f"Total pot {_money(hand, hand.total)} | Rake {_money(hand, hand.rake)}"]
    if hand.board:
        lines.append(f"Board: [{' '.join(hand.board)}]")
    for player in hand.players:
        won = hand.paid.get(player.name)
        shown = next((cards for one, cards in hand.shown if one is player and cards), None)
        if shown:
            end = f"won ({_money(hand, won)})" if won else "lost"
            lines.append(f"Seat {player.seat}: {player.name} showed [{' '.join(shown)}] and {end} with a hand")
        else:
            end = f"collected ({_money(hand, won)}), mucked" if won else "folded" if player.folded else "mucked"
            lines.append(f"Seat {player.seat}: {player.name} {end}")
    return lines


FORMAT = Format("full-tilt", ".txt", text)
