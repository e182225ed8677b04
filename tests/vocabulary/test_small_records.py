"""Small records do what dataclasses do, though they share their functions."""

import dataclasses
from typing import ClassVar

import pytest

from auditor.vocabulary.records import event, field, fields, object_class, record_class, replace, value_class


class Fields:
    """The same fields for every decorator."""

    first: int
    second: tuple[int, ...] = ()
    unseen: int = field(default=3, compare=False, repr=False)


class FieldsOfDataclass(Fields):
    """The same for a dataclass of the standard library."""

    first: int
    second: tuple[int, ...] = ()
    unseen: int = dataclasses.field(default=3, compare=False, repr=False)


def made(decorator, model=Fields):
    return decorator(type("Sample", (), {**vars(model)}))


@pytest.mark.parametrize("decorator", [record_class, value_class])
def test_a_record_is_shown_compared_and_changed_as_a_dataclass(decorator):
    model, kind = made(dataclasses.dataclass(frozen=True), FieldsOfDataclass), made(decorator)

    assert repr(kind(1, (2,), 8)) == repr(model(1, (2,), 8))
    assert kind(1, (2,)) == replace(kind(1, unseen=8), second=(2,)) == dataclasses.replace(kind(1), second=(2,))
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


@record_class
class Above:
    """A class with a field of each kind but one."""

    first: int
    known: ClassVar[int] = 5
    room: dict[str, int] = field(default_factory=dict)
    rest: list[int] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)
    own: list[int] = field(init=False, default_factory=list)
    later: int = field(init=False)

    def __post_init__(self):
        self.later = self.first + 1


@record_class
class Below(Above):
    """One that adds a field and changes the default of another."""

    first: int = 7
    last: str = "z"


def test_each_record_has_what_it_was_given_and_values_of_its_own():
    given, one, other = Below(1, {"a": 2}, [3], {4}, "y"), Below(), Below()
    one.room["a"] = one.rest.append(1) or one.seen.add(1) or one.own.append(1)

    names = [each.name for each in fields(Below)]
    assert names == ["first", "room", "rest", "seen", "own", "later", "last"]
    assert [getattr(given, name) for name in names] == [1, {"a": 2}, [3], {4}, [], 2, "y"]
    assert [getattr(other, name) for name in names] == [7, {}, [], set(), [], 8, "z"]
    assert Below.known == 5
    assert not hasattr(given, "__dict__")


def test_the_standard_library_takes_records_for_dataclasses():
    assert dataclasses.is_dataclass(Below)
    assert [each.name for each in dataclasses.fields(Below)] == [each.name for each in fields(Below)]
    assert dataclasses.asdict(Below(1))["later"] == 2


def test_a_record_may_have_no_fields():
    kind = value_class(type("Empty", (), {}))

    assert kind() == kind()
    assert repr(kind()) == "Empty()"


def test_a_field_without_a_default_follows_none_with_one():
    with pytest.raises(TypeError, match="follows one with a default"):
        event(type("Wrong", (), {"__annotations__": {"first": int, "second": int}, "first": 1}))


def test_objects_are_equal_to_themselves_only():
    kind = made(object_class)

    assert kind(1) != kind(1)
    assert len({kind(1), kind(1)}) == 2
