"""Every sample log says in comments what an audit must find in it. All of that is found, and nothing else."""

from pathlib import Path

import pytest

from auditor.auditing.options import Options
from auditor.storage.bundled_files import folder
from auditor.testing.expectations import Differences, differences

SAMPLES = sorted(folder("samples").rglob("*.log"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_sample_is_judged_as_it_says(path: Path) -> None:
    assert differences(path, path.name, Options()) == Differences(path.name)
