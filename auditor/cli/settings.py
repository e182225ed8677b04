"""The settings of a run: the command line over the settings file over the defaults, each with its origin."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.cli import arguments
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.records import field, value_class
from auditor.vocabulary.wording import escaped, without_password

if TYPE_CHECKING:
    import typer

    from auditor.auditing.options import Options
    from auditor.report.view import Selection
    from auditor.review.effects import FileEffect
    from auditor.review.settings import Settings
    from auditor.review.trust import LogPlaces

NEGATED = {"color": "no_color", "cache": "no_cache"}  # settings whose option says the opposite
KEYS = {option: key for key, option in NEGATED.items()}


@value_class
class RunSettings:
    """The value of each setting by the name of its option, and where it comes from."""

    values: Mapping[str, Any]
    origins: Mapping[str, str]
    settings: Settings
    given: frozenset[str]  # on the command line
    effects: tuple[FileEffect, ...] = ()  # of the file, and of those that were found and not applied
    memo: dict[tuple[object, ...], Any] = field(default_factory=dict)  # for all logs that the same tables fit

    def __getitem__(self, name: str) -> Any:
        """The value of an option."""
        return self.values[name]

    def options(self, path: str | None = None) -> Options:
        """How to audit a log of this name, or any log if none is given."""
        options: Options = self._once(path, self._options)
        return options

    def choice(self, path: str | None = None) -> Selection:
        """Which findings on a log of this name are reported, and how grave they are."""
        choice: Selection = self._once(path, self._choice)
        return choice

    def _once(self, path: str | None, make: Callable[[dict[str, Any]], Any]) -> Any:
        """Make something of the settings for a log, once for all logs that the same tables fit."""
        fitting = () if path is None else self.settings.fitting(path)
        key = (make.__name__, *[one.pattern for one in fitting])
        if key not in self.memo:
            self.memo[key] = make(self._at(path))
        return self.memo[key]

    def _options(self, values: dict[str, Any]) -> Options:
        from auditor.auditing.options import Options

        rules = values["rules"]
        since, until = _day(self.values.get("since")), _day(self.values.get("until"))
        if since is not None and until is not None and until < since:
            raise UsageError(f"--until {until} is before --since {since}: no night is left")
        return Options(
            rules,
            _day(values["as_of"]),
            arguments.readings(values["interpret"] or (), rules),
            self["jobs"] or cores(),
            arguments.log_format(values["log_format"]),
            arguments.customs(values.get("customs") or (), rules),
            since,
            until,
        )

    def _choice(self, values: dict[str, Any]) -> Selection:
        from auditor.report.view import Selection

        rules, severities = values["rules"], values.get("severity") or ()
        arguments.clauses([one.name for one in severities], rules, "severity")
        return Selection(
            arguments.clauses(values["select"] or (), rules, "--select"),
            arguments.clauses(values["ignore"] or (), rules, "--ignore"),
            severities,
        )

    @property
    def by_path(self) -> bool:
        """Is anything set for some logs only?"""
        return bool(self.settings.paths)

    def _at(self, path: str | None) -> dict[str, Any]:
        found = dict(self.values)
        if path is not None:
            apart = {key.replace("-", "_"): value for key, value in self.settings.at(path).items()}
            found |= {key: value for key, value in apart.items() if key in found and key not in self.given}
        return found


def _day(value: str | date | None) -> date | None:
    """A day, as the command line writes it or as a settings file has it."""
    return arguments.day(value) if isinstance(value, str) else value


def given_options(context: typer.Context, names: Iterable[str]) -> frozenset[str]:
    """Those of the options that somebody gave on the command line."""
    return frozenset(name for name in names if _given(context, name))


def run_settings(options: Mapping[str, Any], given: Collection[str], places: LogPlaces) -> RunSettings:
    """The settings of this run.

    `options` are those of the command line, with their defaults, and `given` those of them that are no defaults;
    `places` has the logs.
    """
    from auditor.review.effects import APPLIED, SETTINGS, FileEffect, of_settings
    from auditor.review.settings import Settings, load

    config: Path | None = options["config"]
    isolated: bool = options["isolated"]
    if isolated and config is not None:
        raise UsageError("--isolated and --config exclude each other")
    overruled = {KEYS.get(name, name.replace("_", "-")) for name in given}
    path, effects = config, list[FileEffect]()
    if path is None and not isolated:
        path, effects = _found(places, overruled)
    settings = Settings() if path is None else load(path)
    if path is not None and (weaker := of_settings(settings, overruled, weakening=True)):
        effects.append(FileEffect(SETTINGS, _shown(path) if config is None else path.as_posix(), APPLIED, weaker))
    values: dict[str, Any] = {**options, "severity": ()}
    origins = {name: "the command line" if name in given else "default" for name in values}
    for key, value in settings.values.items():
        name = NEGATED.get(key, key.replace("-", "_"))
        if name not in given:
            values[name] = not value if key in NEGATED else value
            origins[name] = str(path)
    return RunSettings(values, origins, settings, frozenset(given), tuple(effects))


def _found(places: LogPlaces, overruled: Collection[str]) -> tuple[Path | None, list[FileEffect]]:
    """The nearest settings file that may be applied, and those on the way to it that may not, with their effects.

    One among the logs, or of another user, may only if it is trusted. A file that may not does not hide one above it
    that may. One beside the logs that is not on the way is never applied by itself, and told all the same: who put it
    there may believe that it is.
    """
    from auditor.review.effects import ELSEWHERE
    from auditor.review.settings import found
    from auditor.review.trust import withheld

    others: list[FileEffect] = []
    chosen = None
    for path in found(Path.cwd()):
        reason = withheld(path, places)
        if reason is None:
            chosen = path
            break
        others.append(_not_applied(path, overruled, reason))
    others += [_not_applied(path, overruled, ELSEWHERE) for path in _not_looked_for(places)]
    return chosen, others


def _not_looked_for(places: LogPlaces) -> Iterator[Path]:
    """The settings files beside logs that are not on the way up from the current folder, where none is looked for."""
    from auditor.review.settings import inside

    here = Path(os.path.realpath(Path.cwd()))
    for folder in dict.fromkeys(Path(os.path.realpath(one)) for one in places.folders):
        if folder not in (here, *here.parents) and (path := inside(folder)) is not None:
            yield path


def _not_applied(path: Path, overruled: Collection[str], reason: str) -> FileEffect:
    """What a settings file that is not applied would have done."""
    from auditor.review.effects import SETTINGS, UNREADABLE, WITHHELD, FileEffect, of_settings
    from auditor.review.settings import load

    try:
        effects = of_settings(load(path), overruled, weakening=False)
    except UsageError as error:
        return FileEffect(SETTINGS, _shown(path), UNREADABLE, reason=str(error))
    return FileEffect(SETTINGS, _shown(path), WITHHELD, effects, reason)


def _shown(path: Path) -> str:
    """A settings file that was found, seen from the current folder."""
    return Path(os.path.relpath(path)).as_posix()


def _given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name in ("COMMANDLINE", "ENVIRONMENT")


def cores() -> int:
    """How many processes can work at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# no settings of a file:
HIDDEN = (
    "paths",
    "config",
    "missing_ok",
    "isolated",
    "show_settings",
    "output_file",
    "today",
    "quiet",
    "cluster",
    "resume",
)


def settings_lines(run: RunSettings) -> Iterator[str]:
    """Each setting with its value and its origin."""
    for name in sorted(run.values, key=lambda name: KEYS.get(name, name)):
        if name not in HIDDEN:
            value = not run[name] if name in KEYS else run[name]
            key = KEYS.get(name, name.replace("_", "-"))
            yield f"{key} = {_value_text(value)}  # {escaped(run.origins[name])}\n"
    for one in run.settings.paths:
        for key, value in one.values.items():
            pattern = escaped(one.pattern)
            yield f'paths."{pattern}".{key} = {_value_text(value)}  # {escaped(str(run.settings.path))}\n'
    for effect in run.effects:
        if not effect.applied:
            yield f"# {effect.sentence}\n"


def _value_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value_text(one) for one in value)}]"
    named = getattr(value, "name", None)
    if hasattr(value, "severity") and isinstance(named, str):
        return f"{escaped(named)} is {value.severity.word}: {escaped(value.reason)}"
    return escaped(without_password(str(getattr(value, "value", value))))
