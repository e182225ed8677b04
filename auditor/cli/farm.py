"""Who judges the shards of a run if not this process alone, and what is kept of them for a run that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.cli import output
from auditor.cli.settings import RunSettings
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import plural

if TYPE_CHECKING:
    from auditor.auditing.shards.cluster import Cluster
    from auditor.auditing.shards.kit import Kit
    from auditor.auditing.shards.run_file import RunFile
    from auditor.logs.files.discovery import FoundFiles


class Farm:
    """The cluster that was asked for, if any, and the file of the run."""

    def __init__(self, settings: RunSettings, found: Sequence[FoundFiles]) -> None:
        """Connect and open. Raises UsageError if that cannot be done."""
        self.workers: Cluster | None = None
        self.kept: RunFile | None = None
        address, run = settings["cluster"], settings["resume"]
        self.used = address is not None or run is not None
        if not self.used:
            return
        from auditor.auditing.shards.kit import kit_for  # few runs need it

        if address is not None and "jobs" in settings.given:
            raise UsageError("--cluster has workers of its own, and --jobs is about this machine; expected one of them")
        paths = [one.path for one in found if one.path is not None]
        options = [settings.options()]
        if settings.by_path:
            options += [settings.options(one.name) for one in found]
        kit = kit_for(options, settings["isolated"])
        if run is not None:
            self.kept = _run_file(run, paths, kit)
        if address is not None:
            from auditor.auditing.shards.cluster import Cluster

            self.workers = Cluster(address, kit)
            self.workers.check_sight([path.absolute() for path in (*paths[:1], *paths[-1:]) if path.is_file()])

    def seen_from_afar(self, files: Sequence[FoundFiles]) -> Sequence[FoundFiles]:
        """The logs as workers of other folders and machines find them: their paths are absolute."""
        if self.workers is None:
            return files
        return [one if one.path is None else replace(one, path=one.path.absolute()) for one in files]

    def end(self) -> None:
        """Part from the cluster, and let go of the file."""
        if self.workers is not None:
            self.workers.close()
        if self.kept is not None:
            self.kept.close()

    def say(self) -> None:
        """Say how much had been judged before."""
        if self.kept is not None and self.kept.recalled:
            every = self.kept.recalled + self.kept.judged
            were = f"{self.kept.recalled:,} of {every:,} {plural(every, 'shard')}"
            output.say(f"{were} had been judged before, as {self.kept.name} has it")


def _run_file(path: Path, logs: Sequence[Path], kit: Kit) -> RunFile:
    from auditor.auditing.shards.run_file import RunFile

    output.check_output(path, logs, database=True)
    return RunFile(path, kit)
