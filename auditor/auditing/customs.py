"""Files of customs that somebody names: they are found in order before anything is judged by them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from auditor.auditing.engine.registry import registered
from auditor.rules.loading.customs import CustomsFile, customs_file
from auditor.rules.loading.merging import read
from auditor.rules.schema.data import guess


def check_customs(file: str) -> CustomsFile:
    """Load a file of customs and refuse a practice that the check of its clause has no name for."""
    found = customs_file(file)
    for number, custom in enumerate(found.house.customs):
        known = registered()[custom.check].practices if custom.check in registered() else ()
        if custom.practice not in known:
            offered = f"expected one of {', '.join(known)}" if known else "and has no name for any"
            hint = guess(custom.practice, list(known))
            raise found.error(
                f"{custom.check} knows no practice {custom.practice!r}{hint}; {offered}", number, "practice"
            )
    return found


def checked_files(files: Iterable[str], rules: str | None) -> tuple[str, ...]:
    """The files of customs that somebody names, once they and the customs of a house's rulebook are found in order."""
    if rules is not None and rules.endswith(".toml") and Path(rules).is_file() and "customs" in read(Path(rules)).data:
        check_customs(rules)
    return tuple([str(check_customs(one).path) for one in files])
