"""A list of trusted folders for one test, so that none depends on what the user of this machine trusts."""

from pathlib import Path

import pytest

from auditor.review import trust


def trust_only(monkeypatch: pytest.MonkeyPatch, home: Path, *folders: Path) -> None:
    """Trust these folders, and no others, in this test. The list is kept in `home`."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.setenv("APPDATA", str(home))
    for folder in folders:
        trust.add(folder)
