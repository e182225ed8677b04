"""Records: declared like dataclasses, and as strict."""

from collections.abc import Mapping
from typing import Any

import pytest

from auditor.rules.schema.record import Record, table
from auditor.rules.schema.validation import checked
from auditor.vocabulary.errors import RulebookError


class Card(Record):
    """A card, for the sake of the tests."""

    rank: str
    with_: tuple[str, ...] = ()


class Hand(Record):
    """Cards, for the sake of the tests."""

    cards: tuple[Card, ...]
    best: Card | None = None

    def __post_init__(self) -> None:
        if len(self.cards) > 2:
            raise ValueError("too many cards")


class Open(Record, rest="values"):
    """A record that takes any key."""

    check: str
    values: Mapping[str, Any] = {}


def wrong(kind: type[Record], data: dict[str, Any]) -> str:
    with pytest.raises(RulebookError) as caught:
        checked(kind, data, lambda reason, *place: RulebookError(f"{reason} at {place}"))
    return caught.value.reason


def test_a_table_becomes_a_record_and_a_table_again():
    data = {"cards": [{"rank": "A", "with": ["K"]}, {"rank": "7"}]}

    hand = checked(Hand, data, RulebookError)

    assert hand == Hand(cards=(Card(rank="A", with_=("K",)), Card(rank="7")))
    assert repr(hand.cards[0]) == "Card(rank='A', with_=('K',))"
    assert table(hand) == {"cards": ({"rank": "A", "with": ("K",)}, {"rank": "7", "with": ()}), "best": None}


def test_the_rest_of_a_table_is_kept_where_there_is_a_field_for_it():
    data = {"check": "raise-cap", "most": 3, "values": [1]}

    record = checked(Open, data, RulebookError)

    assert record.values == {"most": 3, "values": [1]}
    assert table(record) == data


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(
            {"cards": [{"rnak": "A"}]},
            "cards.0.rnak: unknown key; did you mean rank? at ('cards', 0, 'rnak')",
            id="mistyped",
        ),
        pytest.param({"cards": [{"rank": "A", "with_": []}]}, "cards.0.with_: unknown key; did you mean with?", id="_"),
        pytest.param({"cards": [{}]}, "cards.0.rank: Field required at ('cards', 0, 'rank')", id="missing"),
        pytest.param(
            {"cards": [], "best": {"rank": 7}}, "best.rank: Input should be a valid string", id="another type"
        ),
        pytest.param({"cards": [{"rank": "A"}] * 3}, "too many cards at ()", id="contradiction"),
    ],
)
def test_what_is_wrong_with_a_table_is_told_with_its_place(data, reason):
    assert reason in wrong(Hand, data)


@pytest.mark.parametrize("values", [{}, {"rank": "A", "suit": "s"}], ids=["missing", "unknown"])
def test_a_record_has_all_its_fields_and_no_others(values):
    with pytest.raises(TypeError, match="Card: missing or unknown"):
        Card(**values)


def test_a_record_never_changes():
    card = Card(rank="A")

    with pytest.raises(AttributeError, match="Card never changes"):
        card.rank = "K"

    assert card.but(rank="K") == Card(rank="K") != card
