import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.vocabulary.money import money_text, parse_money


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("5", 500),
        ("$5", 500),
        ("5.5", 550),
        ("5.50", 550),
        ("$0.05", 5),
        ("$1,250", 125_000),
        ("$1,250.50", 125_050),
        ("999999999999.99", 99_999_999_999_999),
        ("999,999,999,999", 99_999_999_999_900),
    ],
)
def test_an_amount_is_read_in_cents(text, cents):
    assert parse_money(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        *("", "$", ".5", "5.", "5.505", "-5", "+5", "$-5", "$ 5", "5 ", "5\n", "1e3", "1_000", "€5", "5$", "٥"),
        *("1,25", "1,2500", "1250,000", ",250", "1,,250", "1000000000000", "1,000,000,000,000"),
        pytest.param("9" * 100_000, id="endless"),
    ],
)
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(ValueError, match=r"^not an amount of money: .{,45}$"):
        parse_money(text)


@pytest.mark.parametrize(
    ("cents", "text"),
    [(0, "$0"), (5, "$0.05"), (500, "$5"), (550, "$5.50"), (125_000, "$1,250"), (-500, "-$5"), (-5, "-$0.05")],
)
def test_an_amount_reads_as_people_write_it(cents, text):
    assert money_text(cents) == text


def test_an_amount_names_its_currency():
    assert money_text(-125_050, "€") == "-€1,250.50"


@given(st.integers(0, 10**14 - 1))
def test_what_is_written_is_read_back(cents):
    assert parse_money(money_text(cents)) == cents
