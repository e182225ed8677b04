"""The desk for programs: the same findings, hands and clauses as JSON, and a feed."""

import json

import pytest
from desks import SAMPLES
from jsonschema import Draft202012Validator

from auditor.api import audit
from auditor.report.formats.json import finding_part

NIGHT = SAMPLES / "manila-night.log"


def checked(client, path, **query):
    """An answer, held against its description."""
    document = client.get(path, params=query).json()
    described = client.get("/api/openapi.json").json()
    schema = described["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    validator = Draft202012Validator({**schema, "components": described["components"]})
    assert [*validator.iter_errors(document)] == []
    return document


def test_findings_come_by_the_filters_of_the_list(client):
    found = checked(client, "/api/findings", clause="act/canberra-manila 10.2", severity="breach", limit=2)

    assert {one["clause"] for one in found["findings"]} == {"10.2"}
    assert found["total"] == len(found["findings"])
    assert [one["key"] for one in found["facets"]["severity"] if one["chosen"]] == ["breach"]


def test_what_does_not_fit_into_an_answer_has_an_address(client):
    first = checked(client, "/api/findings", limit=5)
    names = [one["fingerprint"] for one in first["findings"]]
    following = client.get(first["next"]).json()

    assert len(names) == 5
    assert following["start"] == 5
    assert not {*names} & {one["fingerprint"] for one in following["findings"]}


def test_figures_are_those_of_the_report(client):
    found = checked(client, "/api/overview")

    assert found["summary"]["hands"] == sum(one["hands"] for one in found["inputs"])
    assert found["summary"]["findings"] == checked(client, "/api/findings")["total"]


@pytest.mark.parametrize("path", ["/api/hand", "/api/settlement"])
def test_a_hand_is_what_the_command_line_gives(client, path):
    log = next(one["path"] for one in client.get("/api/overview").json()["inputs"] if "manila-night" in one["path"])
    found = checked(client, path, log=log, hand="7")

    assert found["hand"]["table"] == "Manila 3"


def test_a_clause_has_its_gist_and_how_it_fared(client):
    found = checked(client, "/api/clause", rules="act/canberra-manila", clause="10.2")

    assert found["gist"]
    assert found["citation"]
    assert sum(one["fail"] for one in found["verdicts"]) > 0


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/hand?log=nothing", 404),
        ("/api/clause?rules=act/canberra-manila&clause=99.9", 404),
        ("/api/clause?rules=no/such", 400),
        ("/api/findings?sort=<script>", 400),
        ("/api/nothing", 404),
    ],
)
def test_why_there_is_no_answer(client, path, status):
    answer = client.get(path)

    assert answer.status_code == status
    assert [*answer.json()] == ["problem"]


def test_events_are_answered_hand_by_hand_with_what_an_audit_finds(client):
    from auditor.logs.events_json.reader import event_line
    from auditor.logs.files.discovery import find, open_all
    from auditor.logs.reader import RawHand, read

    [source] = open_all(find([str(NIGHT)]))
    events = [
        event
        for part in read(source)
        if hasattr(part, "before") or hasattr(part, "events")
        for event in ([*part.before, *part.read().events] if isinstance(part, RawHand) else part.events)
    ]
    lines = "".join(f"{event_line(one)}\n" for one in events)
    answers = [json.loads(line) for line in client.post("/api/events", content=lines).text.splitlines()]

    found = audit(NIGHT)
    told = [one["fingerprint"] for each in answers for one in each["findings"]]
    assert sorted(told) == sorted(finding_part(found.view, one).fingerprint for one in found.findings)
    assert len(answers) > 5
    assert answers[0]["events"] < answers[-1]["events"] == len(events)


def test_a_line_that_is_no_event_is_told(client):
    [answer] = client.post("/api/events", content=b'{"event": "fold"}\nnothing\n').text.splitlines()

    assert json.loads(answer)["unread"]
