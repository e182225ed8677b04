import pytest

from auditor.vocabulary.cards import (
    RANKS,
    UNKNOWN,
    card_text,
    cards_text,
    deck,
    parse_card,
    parse_cards,
    rank_name,
    rank_plural,
)


def test_every_card_is_read_as_it_is_written() -> None:
    assert [parse_card(card_text(card)) for card in (UNKNOWN, *range(52))] == [UNKNOWN, *range(52)]


@pytest.mark.parametrize("spelt", ["Td", "td", "TD", "tD", "10d", "10D"])
def test_a_card_may_be_spelt_in_several_ways(spelt: str) -> None:
    assert card_text(parse_card(spelt)) == "Td"


def test_a_run_of_cards_keeps_its_order() -> None:
    assert cards_text(parse_cards(" As 10d  ?? As")) == "As Td ?? As"


@pytest.mark.parametrize("text", ["", "A", "1d", "11d", "Ax", "?", "As ", "AsKd", "Ās"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_card(text)


def test_a_run_names_the_word_that_is_no_card() -> None:
    with pytest.raises(ValueError, match="not a card: 'Xd'"):
        parse_cards("As Xd Qc")


@pytest.mark.parametrize(("ranks", "size", "lowest"), [(RANKS, 52, 0), (RANKS[3:], 40, 3), ("AKQJT987", 32, 5)])
def test_a_deck_has_four_suits_of_each_rank(ranks: str, size: int, lowest: int) -> None:
    assert sorted(deck(ranks)) == list(range(4 * lowest, 52))
    assert len(deck(ranks)) == size


def test_ranks_have_names_for_messages() -> None:
    assert [(rank_name(rank), rank_plural(rank)) for rank in (0, 1, 8, 12)] == [
        ("deuce", "deuces"),
        ("3", "threes"),
        ("10", "tens"),
        ("ace", "aces"),
    ]
