"""Small records do what dataclasses do, though they share their functions."""

from dataclasses import dataclass, field, replace

import pytest

from auditor.vocabulary.records import record_class, value_class


class Fields:
    """The same fields for every decorator."""

    first: int
    second: tuple[int, ...] = ()
    unseen: int = field(default=3, compare=False, repr=False)


def made(decorator):
    return decorator(type("Sample", (), {**vars(Fields)}))


@pytest.mark.parametrize("decorator", [record_class, value_class])
def test_a_record_is_shown_compared_and_changed_as_a_dataclass(decorator):
    model, kind = made(dataclass(frozen=True)), made(decorator)

    assert repr(kind(1, (2,), 8)) == repr(model(1, (2,), 8))
    assert kind(1, (2,)) == replace(kind(1, unseen=8), second=(2,))
    assert kind(1) != kind(2)
    assert kind(1) != model(1)


def test_only_values_are_keys():
    value, record = made(value_class), made(record_class)

    assert {value(1), value(1, unseen=8), value(2)} == {value(1), value(2)}
    with pytest.raises(TypeError, match="unhashable"):
        hash(record(1))


def test_what_a_class_has_of_its_own_stays():
    @value_class
    class Named:
        name: str

        def __eq__(self, other):
            return isinstance(other, Named) and self.name.lower() == other.name.lower()

        def __hash__(self):
            return hash(self.name.lower())

        def __repr__(self):
            return self.name

    assert {Named("Ann"), Named("ANN")} == {Named("ann")}
    assert repr(Named("Ann")) == "Ann"
