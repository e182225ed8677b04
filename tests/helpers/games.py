"""Short logs of the studs and of Draw Poker for tests: only the lines that matter are written out."""

from collections.abc import Sequence
from itertools import chain, repeat

from manila import NAMES

MORE = (*NAMES, "Fay", "Gus", "Hal", "Ivy", "Jon")
SEVEN = "act/7-card-stud"
STUDS = {SEVEN: 3, "act/5-card-stud": 2}  # the cards before the first betting round
DRAW = "act/draw-poker"
UP = ("Kc", "9d", "7h", "4s", "3c", "2d", "5h", "6s")


def stud(
    *lines: str,
    rules: str = "act/7-card-stud",
    players: int = 4,
    up: str = "",
    down: str = "",
    buck: int = 2,
    blind: int | None = 10,
    day: str = "1994-06-11",
    prepared: tuple[str, ...] = (),
    **given: object,
) -> str:
    """A hand dealt up to its first betting round; without a blind everybody puts up an ante.

    Each player's first open card is one of `up`, by seat; the cards face down, unless given, were not noted. `|` deals
    one more card face up to all who are still in, by seat, `|down` one face down. Seat 1 has the king, seat 2 the buck.
    """
    names = MORE[:players]
    hidden = down.split() or ["??"] * (STUDS[rules] - 1) * players
    ante = given.get("minimum", 5)
    before = [f"{name} ante ${ante}" for name in names] if blind is None else [f"{names[buck - 1]} blind ${blind}"]
    passes = [hidden[n : n + players] for n in range(0, len(hidden), players)]
    dealt = [_pass(names, cards, "deal", buck) for cards in passes]
    body = [*before, *prepared, *dealt, _pass(names, up.split() or list(UP), "deal up", buck)]
    for line in lines:
        still = [name for name in names if f"{name} folds" not in body]
        order = "deal" if line.startswith("|down") else "deal up"
        cards = line.removeprefix("|down").removeprefix("|").split()
        body.append(_pass(still, cards, order) if line[0] == "|" else line)
    return _table(rules, day, names, buck, body, **given)


def draw(
    *lines: str,
    players: int = 4,
    hands: tuple[str, ...] = (),
    blinds: tuple[float, ...] = (5, 10),
    buck: int = 1,
    day: str = "1994-11-09",
    prepared: tuple[str, ...] = (),
    **given: object,
) -> str:
    """A hand of Draw Poker dealt up to its first betting round, blinds posted from the buck on."""
    names = MORE[:players]
    around = names[buck - 1 :] + names[: buck - 1]
    kinds = ("blind", "blind", *repeat("over-blind", len(blinds)))
    before = [f"{name} {kind} ${amount}" for name, kind, amount in zip(around, kinds, blinds, strict=False)]
    cards = [*(hand.split() for hand in hands), *[["??"] * 5] * (players - len(hands))]
    dealt = [_pass(names, [hand[n] for hand in cards], "deal", buck) for n in range(5)]
    return _table(DRAW, day, names, buck, [*before, *prepared, *dealt, *lines], **given)


def showdown(rules: str, stakes: tuple[int, int, int], hands: tuple[str, str, str], *paid: str, **given: object) -> str:
    """Three players put in all they have, of whom Ann has the most, and show their hands; of seven cards all count."""
    called = ("Ben calls all in", "Cam calls all in")
    cards = [" ".join(hand.split()[: 7 if rules == SEVEN else 5]) for hand in hands]
    shown = [f"{name} shows [{each}]" for name, each in zip(MORE, cards, strict=False)]
    given |= {"players": 3, "stakes": stakes}
    if rules == DRAW:
        low = 4 * int(given.get("minimum", 5) * 100) / 100  # type: ignore[operator]
        acts = (f"Cam opens ${low}", f"Ann raises to ${stakes[0]} all in", *called)
        pat = (f"{name} stands pat" for name in MORE[:3])
        return draw(*acts, *pat, *shown, *paid, blinds=(low / 4, low / 2), **given)
    acts = (f"Ann bets ${stakes[0] - given.get('minimum', 5)} all in", *called)  # type: ignore[operator]
    streets = ("|", "|", "|", "|down") if rules == SEVEN else ("|", "|", "|")
    return stud(*acts, *streets, *shown, *paid, rules=rules, up="?? ?? ??", buck=1, blind=None, **given)


def _pass(names: Sequence[str], cards: Sequence[str], order: str, buck: int = 1) -> str:
    """One card to each player, from the buck on; those that are not given were not noted."""
    each = [f"{name} [{card}]" for name, card in zip(names, chain(cards, repeat("??")), strict=False)]
    return f"{order} " + ", ".join(each[buck - 1 :] + each[: buck - 1])


def _table(
    rules: str,
    day: str,
    names: tuple[str, ...],
    buck: int,
    body: list[str],
    *,
    head: tuple[str, ...] = (),
    minimum: int | float = 5,
    stakes: tuple[int, ...] = (),
    also: tuple[str, ...] = (),
    start: str = "hand 1",
) -> str:
    """The log of one hand. `head` are further lines of the table, `also` further seats."""
    seats = [f"seat {n} {name} ${stakes[n - 1] if stakes else 1000}" for n, name in enumerate(names, 1)]
    setup = ['table "Test"', f"rules {rules}", f"date {day}", f"minimum ${minimum}", "stake $10", *head]
    return "\n".join([*setup, start, *seats, *also, f"buck {buck}", *body, "end", ""])
