"""A JSON object read member by member is the same as one read at once, however little is read at a time."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.storage import json_stream
from auditor.storage.json_stream import JsonMembers

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


def read(text, chunk):
    stream = io.StringIO(text)
    before, json_stream.CHUNK = json_stream.CHUNK, chunk
    try:
        members = JsonMembers(stream)
        assert members.is_object
        return {name: list(members.elements()) if name == "list" else members.value() for name in members.names()}
    finally:
        json_stream.CHUNK = before


@given(
    st.dictionaries(st.text(max_size=4), VALUES, max_size=4),
    st.lists(VALUES, max_size=4),
    st.integers(1, 9),
    st.sampled_from([None, 2]),
    st.booleans(),
)
def test_the_members_are_those_of_the_whole(members, elements, chunk, indent, escapes):
    document = {**members, "list": elements}

    assert read(json.dumps(document, indent=indent, ensure_ascii=escapes) + "\n", chunk) == document


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1',
        '{"a" 1}',
        '{"a": 1}}',
        '{"a": 1,}',
        '{"list": [1 2]}',
        '{"list": [1,]}',
        '{"list": 1}',
        "{1: 2}",
        '{"a": x}',
    ],
)
@pytest.mark.parametrize("chunk", [1, 100])
def test_what_is_no_json_is_refused(text, chunk):
    with pytest.raises(ValueError, match=r"."):
        read(text, chunk)


def test_no_more_is_kept_than_an_element_needs():
    class Counting(io.StringIO):
        taken = 0

        def read(self, size=-1):
            text = super().read(size)
            self.taken += len(text)
            return text

    stream = Counting(json.dumps({"list": ["x" * 1_000] * 1_000}))
    members = JsonMembers(stream)
    next(members.names())
    next(members.elements())

    assert stream.taken <= 2 * json_stream.CHUNK < 1_000_000
