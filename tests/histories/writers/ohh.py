"""Hands of the Open Hand History standard: an object a hand, and a raise is what is put in."""

from __future__ import annotations

import json
import re
from typing import Any

from histories.model import FIXED, HOLDEM, NO_LIMIT, OMAHA, STUD, Hand, Street
from histories.writers.common import Format, clock

GAMES = {HOLDEM: "Holdem", OMAHA: "Omaha", STUD: "Stud"}
STREETS = ("Preflop", "Flop", "Turn", "River")
STUD_STREETS = ("Third Street", "Fourth Street", "Fifth Street", "Sixth Street", "Seventh Street")
POSTS = {
    "ante": "Post Ante",
    "small blind": "Post SB",
    "big blind": "Post BB",
    "straddle": "Straddle",
    "bring-in": "Post Extra Blind",
}


def text(hand: Hand) -> str:
    """The hand as an object."""
    game = hand.game
    small, big = game.bets if game.stud else (game.small, game.big)
    limit = {FIXED: "FL", NO_LIMIT: "NL"}.get(game.limit, "PL")
    found: dict[str, Any] = {
        "spec_version": "1.4.6",
        "site_name": "Our Room",
        "network_name": "Our Network",
        "internal_version": "1.0.0",
        "tournament": game.tournament,
        "game_number": str(hand.number),
        "start_date_utc": f"2024-05-01T{clock(hand.number)}Z",
        "table_name": f"Ours {hand.number}",
        "game_type": GAMES[game.kind],
        "bet_limit": {"bet_type": limit, "bet_cap": 0},
        "table_size": 6,
        "currency": "Chips" if game.tournament else "USD",
        "dealer_seat": 0 if game.stud else hand.button,
        "small_blind_amount": _amount(small),
        "big_blind_amount": _amount(big),
        "ante_amount": _amount(game.ante),
        "hero_player_id": hand.players.index(hand.hero),
        "flags": [],
        "players": [
            {"id": n, "seat": one.seat, "name": one.name, "starting_stack": _amount(one.stack)}
            for n, one in enumerate(hand.players)
        ],
        "rounds": [_round(hand, street) for street in hand.streets],
        "pots": [_pot(hand, number) for number in range(len(hand.pots))],
    }
    if game.tournament:
        found["tournament_info"] = {"tournament_number": "77", "name": "Our Cup", "type": "MTT"}
    if hand.compared:
        found["rounds"].append({"id": len(hand.streets), "street": "Showdown", "cards": [], "actions": _shown(hand)})
    whole = json.dumps({"ohh": found})
    return re.sub(r'(\{"(?:action_number|id|number|player_id)")', r"\n  \1", whole) + "\n\n"  # one act a line


def _amount(amount: int) -> int | float:
    return amount // 100 if amount % 100 == 0 else amount / 100


def _numbered(acts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"action_number": number, **act} for number, act in enumerate(acts)]


def _round(hand: Hand, street: Street) -> dict[str, Any]:
    acts: list[dict[str, Any]] = []
    opening: list[dict[str, Any]] = []
    if street.number == 0:
        for post in hand.posts:
            entry = {"player_id": hand.players.index(post.player), "action": POSTS[post.kind]}
            entry |= {"amount": _amount(post.amount)} | ({"is_allin": True} if post.all_in else {})
            (opening if post.kind == "bring-in" else acts).append(entry)
    acts += [*_dealt(hand, street), *opening]
    for act in street.acts:
        entry = {"player_id": hand.players.index(act.player), "action": act.kind.capitalize()}
        if act.kind not in ("fold", "check"):
            entry |= {"amount": _amount(act.added)} | ({"is_allin": True} if act.all_in else {})
        acts.append(entry)
    name = (STUD_STREETS if hand.game.stud else STREETS)[street.number]
    return {"id": street.number, "street": name, "cards": street.board, "actions": _numbered(acts)}


def _dealt(hand: Hand, street: Street) -> list[dict[str, Any]]:
    hero = hand.players.index(hand.hero)
    if not hand.game.stud:
        held = hand.dealt.get(hand.hero.name, hand.hero.cards)
        return [{"player_id": hero, "action": "Dealt Cards", "cards": held}] if street.number == 0 else []
    found = []
    for number, player in enumerate(hand.players):
        new = street.dealt.get(player.name)
        if new is not None and (player is hand.hero or street.number < 4):
            cards = new if player is hand.hero else new[-1:]
            found.append({"player_id": number, "action": "Dealt Cards", "cards": cards})
    return found


def _shown(hand: Hand) -> list[dict[str, Any]]:
    acts: list[dict[str, Any]] = []
    for player, cards in hand.shown:
        entry: dict[str, Any] = {"player_id": hand.players.index(player)}
        acts.append(entry | ({"action": "Shows Cards", "cards": cards} if cards else {"action": "Mucks Cards"}))
    return _numbered(acts)


def _pot(hand: Hand, number: int) -> dict[str, Any]:
    pot = hand.pots[number]
    numbers = {one.name: at for at, one in enumerate(hand.players)}
    wins = [{"player_id": numbers[name], "win_amount": _amount(won)} for name, won in pot.paid.items()]
    return {"number": number, "amount": _amount(pot.amount), "rake": _amount(pot.rake), "player_wins": wins}


FORMAT = Format("ohh", ".ohh", text, back=False, streets=False)
