"""The findings of an audit, of which a bounded number is in memory. The others are on the disk."""

from __future__ import annotations

from typing import Any

from auditor.auditing.finding_values import finding_of, values_of
from auditor.storage.disk_list import DiskList
from auditor.vocabulary.findings import Finding


class FindingStore(DiskList[Finding]):
    """The findings in the order in which they were found. They can be added to, never changed."""

    WHAT = "findings"

    @staticmethod
    def _packed(element: Finding) -> tuple[str, list[Any]]:
        return element.location.path, values_of(element)

    @staticmethod
    def _unpacked(values: tuple[str, list[Any]]) -> Finding:
        path, said = values
        return finding_of(said, path)
