"""Hands of the PHH standard, which tell the end by stacks or by winnings, the latter with or without what came back.

Players stand clockwise from the left of the button. With two players, blinds and antes stand in the other order.
"""

from __future__ import annotations

from histories.model import FIXED, HOLDEM, NO_LIMIT, OMAHA, STUD, Act, Hand, Player
from histories.writers.common import Format, clock, plain

CODES = {(HOLDEM, NO_LIMIT): "NT", (HOLDEM, FIXED): "FT", (STUD, FIXED): "F7S"}
UNKNOWN = "??"


def _text(hand: Hand, end: str) -> str:
    game = hand.game
    players = hand.players if game.stud else hand.clockwise()
    fields: list[tuple[str, str]] = [
        ("variant", f"'{'PO' if game.kind == OMAHA else CODES[game.kind, game.limit]}'"),
        ("antes", _posted(hand, players, ("ante",))),
    ]
    if not game.stud:
        fields.append(("blinds_or_straddles", _posted(hand, players, ("small blind", "big blind", "straddle"))))
    if game.limit == FIXED:
        opening = hand.post("bring-in")
        fields += [("bring_in", plain(opening.amount if opening else game.bring_in))] if game.stud else []
        fields += [("small_bet", plain(game.bets[0])), ("big_bet", plain(game.bets[1]))]
    else:
        fields.append(("min_bet", plain(game.big)))
    fields += [
        ("starting_stacks", _amounts([one.stack for one in players])),
        ("actions", f"[{', '.join(repr(one) for one in _actions(hand, players))}]"),
        ("table", f"'Ours {hand.number}'"),
        ("hand", str(hand.number)),
        ("seats", f"[{', '.join(str(one.seat) for one in players)}]"),
        ("players", f"[{', '.join(repr(one.name) for one in players)}]"),
        ("time", clock(hand.number)),
        ("day", "1"),
        ("month", "5"),
        ("year", "2024"),
    ]
    if not game.tournament:
        fields.append(("currency", "'USD'"))
    won = [hand.paid.get(one.name, 0) for one in players]
    back = [hand.back[1] if hand.back is not None and hand.back[0] is one else 0 for one in players]
    if end == "stacks":
        ends = [one.stack - one.put + paid + more for one, paid, more in zip(players, won, back, strict=True)]
        fields.append(("finishing_stacks", _amounts(ends)))
    else:
        ends = [paid + more for paid, more in zip(won, back, strict=True)] if end == "uncalled" else won
        fields.append(("winnings", _amounts(ends)))
    return "\n".join([f"[{hand.number}]", *[f"{key} = {value}" for key, value in fields], "", ""])


def _amounts(amounts: list[int]) -> str:
    return f"[{', '.join(plain(one) for one in amounts)}]"


def _posted(hand: Hand, players: list[Player], kinds: tuple[str, ...]) -> str:
    found = [sum(post.amount for post in hand.posts if post.player is one and post.kind in kinds) for one in players]
    return _amounts(found[::-1] if len(players) == 2 else found)


def _actions(hand: Hand, players: list[Player]) -> list[str]:
    place = {one.name: f"p{number}" for number, one in enumerate(players, 1)}
    actions = []
    for street in hand.streets:
        if hand.game.stud:
            actions += [f"d dh {place[one.name]} {_stud_cards(hand, one, street.dealt[one.name], street.number)}"
                        for one in players if one.name in street.dealt]  # fmt: skip
            opening = hand.post("bring-in")
            if street.number == 0 and opening is not None:
                actions.append(f"{place[opening.player.name]} pb")
        elif street.number == 0:
            actions += [f"d dh {place[one.name]} {_hole(hand, one)}" for one in players]
        elif street.board:
            actions.append(f"d db {''.join(street.board)}")
        actions += [f"{place[act.player.name]} {_act(act)}" for act in street.acts]
    for player, cards in hand.shown:
        actions.append(f"{place[player.name]} sm {''.join(cards)}" if cards else f"{place[player.name]} sm")
    return actions


def _hole(hand: Hand, player: Player) -> str:
    cards = hand.dealt.get(player.name, player.cards) if player is hand.hero else [UNKNOWN] * len(player.cards)
    return "".join(cards)


def _stud_cards(hand: Hand, player: Player, new: list[str], number: int) -> str:
    if player is hand.hero:
        return "".join(new)
    return f"{UNKNOWN}{UNKNOWN}{new[2]}" if number == 0 else new[0] if number < 4 else UNKNOWN


def _act(act: Act) -> str:
    return {"fold": "f", "check": "cc", "call": "cc"}.get(act.kind) or f"cbr {plain(act.total)}"


def _format(name: str, end: str) -> Format:
    return Format(
        name,
        ".phhs",
        lambda hand: _text(hand, end),
        rake=False,
        total=False,
        back=False,
        calls=False,
        by_pot=False,
        posts=False,
        chip=False,
    )


WITH_STACKS = _format("phh-stacks", "stacks")
WITH_WINNINGS = _format("phh-winnings", "winnings")
WITH_UNCALLED = _format("phh-uncalled", "uncalled")
