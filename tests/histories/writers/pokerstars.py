"""Hands as PokerStars and GGPoker write them."""

from __future__ import annotations

from histories.model import FIXED, HOLDEM, NO_LIMIT, OMAHA, STUD, Act, Hand, Player
from histories.writers.common import Format, clock, plain, pot_names, thousands

TITLES = {HOLDEM: "Hold'em", OMAHA: "Omaha", STUD: "7 Card Stud"}
STREETS = ("HOLE CARDS", "FLOP", "TURN", "RIVER")
STUD_STREETS = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")
POSTS = {"ante": "posts the ante", "straddle": "posts straddle", "bring-in": "brings in for"}


def money(hand: Hand, amount: int) -> str:
    """An amount at this table."""
    return plain(amount) if hand.game.tournament else f"${plain(amount)}"


def _pokerstars_head(hand: Hand) -> list[str]:
    game = hand.game
    limit = {FIXED: "Limit", NO_LIMIT: "No Limit"}.get(game.limit, "Pot Limit")
    low, high = game.bets if game.limit == FIXED else (game.small, game.big)
    when = f"2024/05/01 {clock(hand.number)} ET"
    button = "" if game.stud else f" Seat #{hand.button} is the button"
    if game.tournament:
        title = f"Tournament #{7000 + hand.number}, $5+$0.50 USD {TITLES[game.kind]} {limit} - Level IV"
        head = f"PokerStars Hand #{hand.number}: {title} ({plain(low)}/{plain(high)}) - {when}"
        return [head, f"Table '{7000 + hand.number} 1' 6-max{button}"]
    head = f"PokerStars Hand #{hand.number}:  {TITLES[game.kind]} {limit} (${plain(low)}/${plain(high)} USD) - {when}"
    return [head, f"Table 'Ours {hand.number}' 6-max{button}"]


def _ggpoker_head(hand: Hand) -> list[str]:
    game = hand.game
    when = f"2024/05/01 {clock(hand.number)}"
    name = "PLO" if game.kind == OMAHA else "Hold'em No Limit"
    if game.tournament:
        stakes = f"({thousands(game.small)}/{thousands(game.big)}({thousands(game.ante)}))"
        head = f"Poker Hand #HD{hand.number}: Tournament #{hand.number}, Our Cup {name} - Level4{stakes} - {when}"
    else:
        head = f"Poker Hand #HD{hand.number}: {name} (${plain(game.small)}/${plain(game.big)}) - {when}"
    return [head, f"Table 'Ours{hand.number}' 6-max Seat #{hand.button} is the button"]


def _text(hand: Hand, gg: bool) -> str:
    lines = _ggpoker_head(hand) if gg else _pokerstars_head(hand)
    say = (lambda amount: _gg_money(hand, amount)) if gg else (lambda amount: money(hand, amount))
    lines += [f"Seat {one.seat}: {one.name} ({say(one.stack)} in chips)" for one in hand.players]
    for post in hand.posts:
        if post.kind != "bring-in":
            words = POSTS.get(post.kind, f"posts {post.kind}")
            words = "straddle" if gg and post.kind == "straddle" else words
            lines.append(f"{post.player.name}: {words} {say(post.amount)}{all_in(post.all_in)}")
    board: list[str] = []
    for street in hand.streets:
        if hand.game.stud:
            lines += _stud_street(hand, street.number, say)
        elif street.number == 0:
            lines.append("*** HOLE CARDS ***")
            lines += _hole_cards(hand, gg)
        elif street.board:
            old = f" [{' '.join(board)}]" if board else ""
            lines.append(f"*** {STREETS[street.number]} ***{old} [{' '.join(street.board)}]")
            board += street.board
        lines += [f"{act.player.name}: {_act(act, say)}" for act in street.acts]
    lines += _end(hand, say, gg)
    return "\n".join(lines) + "\n\n\n"


def _gg_money(hand: Hand, amount: int) -> str:
    return thousands(amount) if hand.game.tournament else f"${thousands(amount)}"


def all_in(is_so: bool) -> str:
    """What stands after a wager of the last chips."""
    return " and is all-in" if is_so else ""


def _hole_cards(hand: Hand, gg: bool) -> list[str]:
    held = hand.dealt.get(hand.hero.name, hand.hero.cards)
    if not gg:
        return [f"Dealt to {hand.hero.name} [{' '.join(held)}]"]
    return [f"Dealt to {one.name}" + (f" [{' '.join(held)}]" if one is hand.hero else " ") for one in hand.players]


def _stud_street(hand: Hand, number: int, say) -> list[str]:
    """The cards of a street: those of the hero in full, of the others what lies open."""
    lines = [f"*** {STUD_STREETS[number]} ***"]
    for player in hand.players:
        new = hand.streets[number].dealt.get(player.name)
        if new is None:
            continue
        own = player is hand.hero
        had = player.cards[: number + 2] if own else player.cards[2 : number + 2]
        if number == 0:
            lines.append(f"Dealt to {player.name} [{' '.join(new if own else new[2:])}]")
        elif number < 4 or own:
            lines.append(f"Dealt to {player.name} [{' '.join(had)}] [{new[0]}]")
    opening = hand.post("bring-in")
    if number == 0 and opening is not None:
        lines.append(f"{opening.player.name}: brings in for {say(opening.amount)}{all_in(opening.all_in)}")
    return lines


def _act(act: Act, say) -> str:
    match act.kind:
        case "fold":
            return "folds"
        case "check":
            return "checks"
        case "raise":
            return f"raises {say(act.by)} to {say(act.total)}{all_in(act.all_in)}"
        case kind:
            return f"{kind}s {say(act.added)}{all_in(act.all_in)}"


def _end(hand: Hand, say, gg: bool) -> list[str]:
    lines = []
    if hand.back is not None:
        lines.append(f"Uncalled bet ({say(hand.back[1])}) returned to {hand.back[0].name}")
    if hand.compared:
        lines.append("*** SHOWDOWN ***" if gg else "*** SHOW DOWN ***")
    for player, cards in hand.shown:
        lines.append(f"{player.name}: shows [{' '.join(cards)}] (a hand)" if cards else f"{player.name}: mucks hand")
    names = pot_names(len(hand.pots))
    for name, pot in reversed([*zip(names, hand.pots, strict=True)]):
        lines += [f"{who} collected {say(amount)} from {name}" for who, amount in pot.paid.items()]
    if not hand.compared:
        lines += [f"{who}: doesn't show hand" for who in hand.paid if not gg]
    return [*lines, *_summary(hand, say, gg)]


def _summary(hand: Hand, say, gg: bool) -> list[str]:
    parts = ""
    if len(hand.pots) > 1 and not gg:
        sides = [
            f"{name.capitalize()} {say(pot.amount)}."
            for name, pot in zip(pot_names(len(hand.pots)), hand.pots, strict=True)
        ]
        parts = f" {' '.join(sides)}"
    more = " | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0" if gg else ""
    lines = ["*** SUMMARY ***", f"Total pot {say(hand.total)}{parts} | Rake {say(hand.rake)}{more}"]
    if hand.board:
        lines.append(f"Board [{' '.join(hand.board)}]")
    return [
        *lines,
        *[f"Seat {one.seat}: {one.name}{_role(hand, one)}{_result(hand, one, say)}" for one in hand.players],
    ]


def _role(hand: Hand, player: Player) -> str:
    roles = " (button)" if player.seat == hand.button and not hand.game.stud else ""
    for post in hand.posts:
        if post.player is player and post.kind in ("small blind", "big blind"):
            roles += f" ({post.kind})"
    return roles


def _result(hand: Hand, player: Player, say) -> str:
    won = hand.paid.get(player.name, 0)
    cards = next((cards for one, cards in hand.shown if one is player and cards), None)
    if cards is not None:
        end = f"won ({say(won)})" if won else "lost"
        return f" showed [{' '.join(cards)}] and {end} with a hand"
    if won:
        return f" collected ({say(won)})"
    if not player.folded:
        return " mucked"
    street = next(
        (one.number for one in hand.streets if any(a.player is player and a.kind == "fold" for a in one.acts)), 0
    )
    if hand.game.stud:
        return f" folded on the {STUD_STREETS[street].replace('STREET', 'Street')}"
    return " folded before Flop" if street == 0 else f" folded on the {STREETS[street].capitalize()}"


POKERSTARS = Format("pokerstars", ".txt", lambda hand: _text(hand, False), raises_by=True)
GGPOKER = Format(
    "ggpoker", ".txt", lambda hand: _text(hand, True), ("holdem-nl", "omaha-pl", "tournament"), raises_by=True
)
