import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.vocabulary.wording import counting, escaped, joined, number, ordinal, plural


def test_numbers_are_words_up_to_twelve():
    assert [number(n) for n in (0, 1, 3, 12, 13, -1)] == ["zero", "one", "three", "twelve", "13", "-1"]


def test_ordinals_are_words_up_to_the_twelfth():
    read = [ordinal(n) for n in (0, 1, 4, 12, 13, 21, 22, 23, 24, 111, 112, 113, 121)]

    assert read == "0th first fourth twelfth 13th 21st 22nd 23rd 24th 111th 112th 113th 121st".split()


@pytest.mark.parametrize(
    ("noun", "several"),
    [("raise", "raises"), ("match", "matches"), ("box", "boxes"), ("penalty", "penalties"), ("day", "days")],
)
def test_a_noun_follows_its_number(noun, several):
    assert [plural(n, noun) for n in (0, 1, 2)] == [several, noun, several]


@pytest.mark.parametrize(
    ("items", "sentence"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_a_list_reads_as_part_of_a_sentence(items, sentence):
    assert joined(items) == sentence


def test_a_list_may_be_of_alternatives():
    assert joined(["call", "raise", "fold"], "or") == "call, raise or fold"


def test_clauses_and_tables_come_in_the_order_of_their_numbers():
    names = [
        "record/pot-total",
        "16.1(c)",
        "10.2",
        "S3.MD.10",
        "9.4",
        "S3.MD.2",
        "10.2[size]",
        f"{'9' * 5000}",
        "Manila",
    ]

    assert sorted(names, key=counting)[:4] == ["9.4", "10.2", "10.2[size]", "16.1(c)"]
    assert sorted(names, key=counting)[4:] == ["9" * 5000, "Manila", "S3.MD.2", "S3.MD.10", "record/pot-total"]


@pytest.mark.parametrize("name", "O'Neil Zoë Nguyễn Łukasz Ελένη Юрий 王小明 ひろし 김민수 नमिता أحمد יעל ♠½€".split())
def test_names_of_all_scripts_stay_as_they_are(name):
    assert escaped(name) is name


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        pytest.param("\x1b[2JAnn", r"\x1b[2JAnn", id="a terminal escape"),
        pytest.param("\x9b31mAnn", r"\x9b31mAnn", id="the same in one character"),
        pytest.param("Ann\r\nBen\tfolds\x00", r"Ann\r\nBen\tfolds\x00", id="forged lines"),
        pytest.param("Ann\u202e05$", r"Ann\u202e05$", id="a mark that turns the reading direction"),
        pytest.param("A\u200bnn\ufeff", r"A\u200bnn\ufeff", id="zero-width"),
        pytest.param("Ann\xa0\u2028", r"Ann\xa0\u2028", id="spaces and line ends that pass for others"),
        pytest.param("\ud800\ue000\U0010fffe", r"\ud800\ue000\U0010fffe", id="surrogate, private, unassigned"),
        pytest.param("\u3164\u2800\ufe0f\U000e0041", r"\u3164\u2800\ufe0f\U000e0041", id="blank letters and tags"),
    ],
)
def test_what_would_not_be_seen_is_made_visible(text, visible):
    assert escaped(text) == visible


@pytest.mark.parametrize(
    ("text", "limit", "cut"),
    [
        pytest.param("Ann", 3, "Ann", id="just fits"),
        pytest.param("Anne", 3, "An…", id="too long"),
        pytest.param("A\x1bnn", 7, r"A\x1bnn", id="an escape that just fits"),
        pytest.param("A\x1bnn", 6, r"A\x1b…", id="an escape before the cut"),
        pytest.param("A\x1bnn", 5, "A…", id="an escape at the cut goes whole"),
        pytest.param("\x1b", 1, "…", id="no room for the first"),
    ],
)
def test_long_text_is_cut_between_characters(text, limit, cut):
    assert escaped(text, limit) == cut


@given(st.text(st.characters()), st.none() | st.integers(1, 20))
def test_nothing_invisible_comes_through_and_no_limit_is_passed(text, limit):
    safe = escaped(text, limit)

    assert not {unicodedata.category(char) for char in safe} & {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
    assert limit is None or len(safe) <= limit
    assert escaped(safe, limit) == safe
