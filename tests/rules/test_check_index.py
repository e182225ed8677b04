"""A rulebook finds its checks by an index of their modules; whatever becomes of the index, it finds the same."""

import json
import os
import subprocess
import sys

import pytest
from places import ROOT

from auditor.auditing.engine import check_index
from auditor.auditing.engine.registry import RECORD, check, on, registered
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Wager

FOUND = """if True:
    import json, sys
    from datetime import date
    from auditor.auditing.engine.binding import bindings_of
    from auditor.rules.loading.loader import rules_in_force
    bound = bindings_of(rules_in_force("act/canberra-manila", date.max))
    print(json.dumps([[one.check.name, one.figure.clause] for one in bound]))
"""


def found(folder):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder)}
    return json.loads(subprocess.run([sys.executable, "-c", FOUND], env=environment, capture_output=True).stdout)


def test_the_first_run_and_the_next_find_the_same_checks(tmp_path):
    first = found(tmp_path)

    assert first
    assert list((tmp_path / "auditor").glob("check-modules-*"))
    assert found(tmp_path) == first


@pytest.mark.parametrize(
    "index",
    [
        pytest.param({}, id="empty"),
        pytest.param({"raise-cap": ["auditor.checks.draw.draw"]}, id="of another state of the checks"),
    ],
)
def test_an_index_that_lacks_a_check_is_no_reason_to_lack_it(index, monkeypatch):
    monkeypatch.setattr(check_index, "_index", lambda: index)

    known = check_index.checks_named(["raise-cap", "no such check"])

    assert known.keys() == registered().keys()
    assert any(name.startswith(RECORD) for name in known)


def test_nothing_but_checks_is_imported_by_a_name_from_the_cache():
    with pytest.raises(ValueError, match="no checks"):
        check_index._read('{"raise-cap": ["antigravity"]}')


def test_a_check_that_a_program_entered_itself_is_not_looked_for_in_a_module(monkeypatch):
    registered()
    monkeypatch.delitem(check_index.CHECKS, "of-a-program", raising=False)

    @check("of-a-program", watches=on(Wager), figure=Figure)
    def of_a_program(state, act, figure):
        """It finds nothing."""
        return ()

    monkeypatch.setitem(check_index.CHECKS, "of-a-program", check_index.CHECKS.pop("of-a-program"))

    assert "of-a-program" in registered()
    assert "of-a-program" not in check_index._made()
