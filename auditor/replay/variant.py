"""What a table chooses of all that its game offers: the deck, the form of betting, the kind of limit."""

from __future__ import annotations

from auditor.rules.schema.rulebook import DeckRules, Game, Round
from auditor.vocabulary.events import Post
from auditor.vocabulary.hand import Hand

TABLE_LIMIT = "table-limit"  # the limit of a table that declares no kind of limit


def deck_of(game: Game, declared: str | None) -> DeckRules:
    """The deck of a table: the one that it declares or, if the game has no such deck, the game's usual one."""
    return game.deck[deck_key(game, declared)]


def deck_key(game: Game, declared: str | None) -> str:
    """The name of the table's deck in the rulebook."""
    if declared is not None and declared in game.deck:
        return declared
    first, *_ = game.deck
    return game.usual_deck or first


def rounds_of(game: Game, hand: Hand) -> tuple[Round, ...]:
    """The betting rounds of a hand, by its form of betting.

    The wagers before the cards show the form. If there are none, the declared form decides, then the first form that
    has the declared limit, or else the game's usual form.
    """
    forms = game.rounds_by_form
    if len(forms) == 1:
        return game.rounds
    kinds = game.form_by_post
    for event in hand.events:
        if type(event) is Post and event.kind in kinds:
            if (posted := kinds[event.kind]) is not None:
                return forms[posted]
            break
    declared = hand.setup.betting if hand.setup.betting in forms else None
    limited = [form for form in forms if hand.setup.limit in game.limits_by_form[form]]
    return forms[declared or (limited or game.forms)[0]]
