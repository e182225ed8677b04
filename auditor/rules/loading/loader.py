"""Loading a rulebook as it stood on a day: its own file, amendments in force, readings chosen, a house's figures.

A file is read once, and only the version that is asked for is built. The rulebook's own file is validated by itself
first, so whatever is wrong after that comes from an amendment, a reading or a house file, and is an error of that file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from auditor.rules.loading.amendments import DatedAmendment, amend
from auditor.rules.loading.customs import ROOMS, customs_file, is_customs_file
from auditor.rules.loading.merging import Draft, File, game_file, mentions, read, validated
from auditor.rules.loading.toml_lines import line_with
from auditor.rules.schema.data import Data, closest, guess
from auditor.rules.schema.house import House
from auditor.rules.schema.rulebook import Amendment, Clause, Game, Reading, Rulebook
from auditor.storage.bundled_files import folder, laid_out
from auditor.storage.plugins import RULEBOOKS, Plugin, loaded, plugin_named, plugins
from auditor.vocabulary.errors import RulebookError, UsageError
from auditor.vocabulary.records import value_class

KEYS = (
    "id",
    "title",
    "of",
    "may_vary",
    "interregnum",
    "contested",
    "instrument",
    "game",
    "clauses",
    "readings",
)  # the keys of a rulebook
BESIDE = ("amendments", ROOMS)  # the folders of files that are laid over rulebooks
AMENDMENT = "amendment."  # a target of a reading that begins so is the day of an amendment, no value of the rulebook

Readings = tuple[tuple[str, str], ...]


class Asked(NamedTuple):
    """Which readings of a rulebook somebody asks for, and whether it is to judge what a room records of its play."""

    readings: Readings = ()
    room: bool = False


USUAL = Asked()
SURE = 0.8  # how alike two ids are, one of which can only be a slip for the other


def rulebook_ids() -> list[str]:
    """What comes with the auditor and can be played: the rulebooks of one game, and each game of the others."""
    root = folder("rulesets")
    files = (path for path in root.rglob("*.toml") if path.parent.name not in BESIDE and not _has_games(path))
    return sorted(path.relative_to(root).with_suffix("").as_posix() for path in files)


def every_id() -> list[str]:
    """All that can be played, with what installed packages add."""
    return [*rulebook_ids(), *[one.name for one in plugins(RULEBOOKS)]]


def book_ids() -> list[str]:
    """The rulebooks that come with the auditor, each once, however many games it has."""
    return sorted({str(read(_path(id)).data.get("of", id)) for id in rulebook_ids()})


def games_of(rules: str) -> list[str]:
    """The games of a rulebook: those in the folder of its name or, if it has no such folder, itself."""
    several = not rules.endswith(".toml") and _has_games(folder("rulesets") / f"{rules}.toml")
    return [id for id in rulebook_ids() if id.startswith(f"{rules}/")] if several else [rules]


def rulebooks_in(file: str) -> list[str]:
    """The files of the rulebooks that a file is a part of: itself, the games that share it, or those that it amends."""
    path, data = Path(file), read(Path(file)).data
    found: list[Path] = []
    if "common" in data:
        found = sorted(path.with_suffix("").glob("*.toml"))
    elif "change" in data:
        amended = {change.rulebook for change in read(path).checked(Amendment).change}
        found = [one for one in sorted(path.parent.parent.glob("*.toml")) if read(one).data.get("id") in amended]
    return [str(one) for one in found] or [file]


def path_of(rules: str) -> Path:
    """The rulebook's own file."""
    return _path(rules)


def files_of(rules: str) -> list[Path]:
    """The files that a rulebook may be made of, whatever the day: its own, all that these lie over, amendments."""
    file = read(_path(rules))
    base = read(_extended(file)) if "extends" in file.data else file
    layers = [base, *_alike(base), read(_book_of(base))] if "of" in base.data else [base]
    beside = sorted((base.path.parent / "amendments").glob("*.toml"))
    return list(dict.fromkeys([file.path, *[one.path for one in layers], *beside]))


def base_of(rules: str) -> str | None:
    """The rulebook that a file lies over: what a house file extends, or the game that one's own is like and plays."""
    file = read(_path(rules))
    if "extends" in file.data:
        return _id_or_path(_extended(file))
    if "of" in file.data and not file.path.resolve().is_relative_to(folder("rulesets").resolve()):
        model = _model(file)
        return None if model is None else _id_or_path(model)
    return None


def _id_or_path(path: Path) -> str:
    """A rulebook as `rules_in_force` takes it: by its id if it comes with the auditor."""
    root = folder("rulesets")
    return path.relative_to(root).with_suffix("").as_posix() if path.is_relative_to(root) else str(path)


def _has_games(path: Path) -> bool:
    return path.is_file() and path.with_suffix("").is_dir()


def rules_in_force(rules: str, on: date, readings: Mapping[str, str] | None = None, room: bool = False) -> Rulebook:
    """The rulebook (an id, or the path of a `.toml` file) as it stood on a day, under the chosen readings.

    Before its first day in force the first version is returned, marked as not applying: the hand is still replayed, and
    the version check says that there were no rules yet. A record that a `room` keeps of its own play may have other
    defaults. The same version is always the same object.
    """
    asked = Asked(_sorted(readings), room)
    plan = _plan(rules, asked)
    if room and plan.chosen == _plan(rules, asked._replace(room=False)).chosen:
        return rules_in_force(rules, on, readings)
    count = sum(due.day <= on for due in plan.amendments)
    approved = [due.day for due in plan.amendments[count:] if (due.amendment.instrument.made or date.max) <= on]
    pending = min(approved, default=None)
    return _version(rules, asked, count, pending, plan.first is None or plan.first <= on)


def check_readings(chosen: Mapping[str, str], rules: str | None) -> None:
    """Refuse a chosen reading that the rulebook does not have, or that no rulebook has if none is named."""
    if not chosen:
        return
    offered = [one for id in ([rules] if rules else every_id()) for one in rules_in_force(id, date.max).readings]
    for name, choice in chosen.items():
        if reason := _no_choice(offered, name, choice):
            raise UsageError(reason)


def turning_days(rules: str, readings: Mapping[str, str] | None = None) -> list[date]:
    """The days on which a version of the rulebook comes into force; none for a rulebook without a date."""
    plan = _plan(rules, Asked(_sorted(readings)))
    days = {due.day for due in plan.amendments}
    return sorted(days if plan.first is None else {plan.first, *days})


def bears_date(rules: str) -> bool:
    """Does the rulebook come into force on some day, so that a hand without a day cannot be judged by it?"""
    plan = _plan(rules, USUAL)
    return plan.first is not None or bool(plan.amendments)


def every_version(rules: str) -> Iterator[Rulebook]:
    """The rulebook on each of its turning days, under the defaults and under each single other choice of a reading."""
    offered = rules_in_force(rules, date.max).readings
    choices: list[dict[str, str]] = [{}]
    choices += [{one.name: choice.name} for one in offered for choice in one.choices if choice.name != one.default]
    for chosen in choices:
        for day in turning_days(rules, chosen) or [date.max]:
            yield rules_in_force(rules, day, chosen)


def wrong_rule(book: Rulebook, clause: str, rule: int, reason: str, *place: str | int) -> RulebookError:
    """An error in a rule of a clause, with its line, for callers who know what its check expects."""
    found = book.clause(clause)
    file = read(Path(book.house)) if found is not None and found.house else _source(Path(book.path))
    numbers = [one["id"] for one in file.data["clauses"]]
    where = ("clauses", numbers.index(clause), "rules", rule, *place) if clause in numbers else ()
    return file.error(f"clause {clause}: {reason}", *where)


def wrong_word(book: Rulebook, reason: str, word: str) -> RulebookError:
    """An error in a word of a rulebook, wherever in its files the word stands."""
    own = Path(book.path)
    paths = [*([Path(book.house)] if book.house else []), own, *([_book_of(read(own))] if book.of else [])]
    found = [(path, line) for path in paths if (line := line_with(path, f'"{word}"'))]
    path, line = found[0] if found else (own, 0)
    return RulebookError(reason, str(path), line)


def _sorted(readings: Mapping[str, str] | None) -> Readings:
    return tuple(sorted((readings or {}).items()))


# ---- what a rulebook is made of ----


@value_class
class LoadPlan:
    """The parts that a version is built from: its own file, the amendments in order, the house's file, the readings."""

    base: File
    house: File | None
    first: date | None  # the first day in force; None: the rulebook bears no date and always applies
    amendments: tuple[DatedAmendment, ...]
    chosen: dict[str, str]
    pinned: frozenset[str]  # the readings for which somebody made the choice, even if it is the default


@lru_cache(maxsize=64)
def _plan(rules: str, asked: Asked) -> LoadPlan:
    file = read(_path(rules))
    if "change" in file.data:
        raise file.error("an amendment, expected the rulebook that it amends", "change")
    if is_customs_file(str(file.path)):
        raise file.error("customs of several games, which --customs lays over the rulebook of each log", "extends")
    house = file if "extends" in file.data else None
    base = _source(_extended(house) if house is not None else file.path)
    own = _own(base.path)
    wanted = file.checked(House).readings if house is not None else {}
    chosen = {reading.name: (asked.room and reading.in_room) or reading.default for reading in own.readings}
    for name, choice in wanted.items():
        if reason := _no_choice(own.readings, name, choice):
            raise file.error(reason, "readings", name)
    for name, choice in asked.readings:
        if reason := _no_choice(own.readings, name, choice):
            raise UsageError(reason)
    pinned = {**wanted, **dict(asked.readings)}
    chosen |= pinned
    return LoadPlan(base, house, own.instruments[0].in_force.from_, _dues(own, base, chosen), chosen, frozenset(pinned))


def _of_that_name(rules: str, known: list[str]) -> str:
    """The advice for a game that is named without its authority."""
    same = _of_game(rules, known)
    return f"; write {' or '.join([repr(f'rules {id}') for id in same])}" if same else ""


def _of_game(rules: str, known: list[str]) -> list[str]:
    """The rulebooks of a game, by its id or its name: that of the authority named, if it has the game."""
    game = _words(rules.rpartition("/")[2])
    same = [id for id in known if game in (_words(id.rpartition("/")[2]), _words(_name_of_game(id)))]
    return [id for id in same if id.rpartition("/")[0] == rules.lower().rpartition("/")[0]] or same


def _name_of_game(rules: str) -> str:
    return str(read(folder("rulesets") / f"{rules}.toml").data.get("game", {}).get("name", ""))


def _words(game: str) -> list[str]:
    """The words of a game's name, be a number in words or in figures, and high and low written out or not."""
    text = game.lower().replace("'", "").replace("’", "").replace("high-low", "hi-lo").replace("hilo", "hi-lo")
    return text.replace("five", "5").replace("seven", "7").replace("-", " ").split()


def rulebook_meant(rules: str) -> str | None:
    """The rulebook that was meant by an id that is none, if that can only be one."""
    known = rulebook_ids()
    if rules in known or games_of(rules) != [rules]:
        return None
    if same := _of_game(rules, known):
        return same[0] if len(same) == 1 else None
    near = closest(rules, known)
    wanted = {*_words(rules.rpartition("/")[2])}
    return (
        near
        if near is not None and (wanted <= {*_words(near.rpartition("/")[2])} or closest(rules, [near], SURE))
        else None
    )


def _path(rules: str) -> Path:
    if rules.endswith(".toml"):
        if not Path(rules).is_file():
            raise UsageError(f"no rulebook file {rules}")
        return Path(rules)
    known = rulebook_ids()
    if (games := games_of(rules)) != [rules]:
        raise UsageError(f"{rules} has several games: name one of {', '.join(games)}")
    if rules not in known and (path := laid_out(rules)) is not None:
        return path
    if rules not in known and (added := plugin_named(RULEBOOKS, rules)) is not None:
        return _added(added)
    if rules not in known:
        hint = _of_that_name(rules, known) or guess(rules, known)
        raise UsageError(f"no rulebook {rules!r}{hint or '; there are ' + ', '.join(known)}")
    return folder("rulesets") / f"{rules}.toml"


def _added(plugin: Plugin) -> Path:
    """The file of a rulebook that an installed package adds."""
    found = loaded(plugin)
    if not isinstance(found, str | Path) or not str(found).endswith(".toml"):
        raise plugin.error("expected the path of a .toml file")
    if not Path(found).is_file():
        raise plugin.error(f"there is no file {found}")
    if read(Path(found)).data.get("id") != plugin.name:
        raise plugin.error(f"the id in {Path(found).name} is not the name of its entry point")
    return Path(found)


def _source(path: Path) -> File:
    """The file of a rulebook; for a game of a rulebook that has several, together with the rulebook's file."""
    file = read(path)
    return game_file(file, _alike(file), read(_book_of(file))) if "of" in file.data else file


def _alike(game: File) -> list[File]:
    """The games that a game is like, the nearest first. Each is beside it or in its rulebook's folder."""
    found = [game]
    while (like := found[-1].data.get("like")) is not None:
        places = (found[-1].path.parent, _book_of(game).with_suffix(""))
        path = next((each for place in places if (each := place / f"{like}.toml").is_file()), None)
        if path is None or any(path == one.path for one in found):
            raise found[-1].error(f"there is no game {like} beside it", "like")
        found.append(read(path))
    return found[1:]


def _book_of(game: File) -> Path:
    """The rulebook that a game belongs to: one that comes with the auditor, or a file beside the game's."""
    of = str(game.data["of"])
    path = game.path.parent / of if of.endswith(".toml") else folder("rulesets") / f"{of}.toml"
    if not path.is_file():
        raise game.error(f"there is no rulebook {of}", "of")
    return path


def _extended(house: File) -> Path:
    """The file that a house file extends: a rulebook that comes with the auditor, or one beside the house file."""
    if "game" in house.data:
        sets = '[sets] and clauses of the house set figures, as in "game.round.first.raises.most" = 5'
        raise house.error(f"a house file has no [game] of its own: {sets}", "game")
    extends = house.checked(House).extends
    try:
        path = _path(str(house.path.parent / extends) if extends.endswith(".toml") else extends)
    except UsageError as error:
        raise house.error(str(error), "extends") from None
    if "extends" in read(path).data:
        raise house.error(f"{extends} is a house file itself, expected a rulebook", "extends")
    return path


@lru_cache(maxsize=64)
def _amendments(base: Path, rules: str) -> tuple[tuple[File, Amendment], ...]:
    """The amendments of a rulebook, from the folder beside it or, if there is none, from those of the auditor."""
    beside = base.parent / "amendments"
    found = beside.glob("*.toml") if beside.is_dir() else folder("rulesets").rglob("amendments/*.toml")
    files = [read(path) for path in sorted(found)]
    parsed = [(file, file.checked(Amendment)) for file in files]
    return tuple(one for one in parsed if any(change.rulebook == rules for change in one[1].change))


def _dues(own: Rulebook, base: File, chosen: dict[str, str]) -> tuple[DatedAmendment, ...]:
    """The amendments in order of effect, each with the day that the chosen readings give it."""
    set_days = [(target, day) for _, _, target, day in _sets(own.readings, chosen) if target.startswith(AMENDMENT)]
    days = {_label(target): day for target, day in set_days}
    dues = [
        DatedAmendment(
            file, amendment, days.get(amendment.instrument.label, amendment.instrument.in_force.from_ or date.max)
        )
        for file, amendment in _amendments(base.path, own.id)
    ]
    return tuple(sorted(dues, key=lambda due: due.day))


# ---- a rulebook's own file ----


@lru_cache(maxsize=64)
def _own(path: Path) -> Rulebook:
    """The rulebook as its own file states it, after everything was refused that can be wrong with the file alone."""
    file = _source(path)
    _keeps_checks(file)
    for key in file.data:
        if key not in KEYS:
            raise file.error(f"{key}: unknown key{guess(key, list(KEYS))}", key)
    if "instrument" not in file.data:
        raise file.error("instrument: missing")

    def error(reason: str, *place: str | int) -> RulebookError:
        return file.error(reason, *(("instrument", *place[2:]) if place[0] == "instruments" else place))

    data = {key: value for key, value in file.data.items() if key != "instrument"}
    book = validated(Rulebook, {**data, "instruments": [file.data["instrument"]]}, error)
    _no_duplicates(file, book)
    draft = Draft(file)
    _consistent(draft)
    _possible(draft, book)
    return book


def _keeps_checks(file: File) -> None:
    """Refuse somebody's own game of a rulebook that loses checks in silence; ours are held to the clause book."""
    own = read(file.path)
    if "of" in own.data and not file.path.resolve().is_relative_to(folder("rulesets").resolve()):
        from auditor.rules.loading.house import keeps_checks

        book, model = read(_book_of(own)), _model(own)
        siblings = [one.stem for one in book.path.with_suffix("").glob("*.toml")]
        keeps_checks(own, book, siblings, file.data, None if model is None else _source(model))


def _model(own: File) -> Path | None:
    """The game that somebody's own file must have every check of: the one it is like, if it plays no other."""
    plays = own.data.get("plays", own.path.stem)
    same = "like" in own.data and plays in (own.data["like"], [own.data["like"]])
    return _alike(own)[0].path if same else None


def _no_duplicates(file: File, book: Rulebook) -> None:
    for key, name in (("clauses", "id"), ("readings", "name")):
        names = set()
        for number, one in enumerate(getattr(book, key)):
            if getattr(one, name) in names:
                raise file.error(f"{getattr(one, name)} stands in {key} twice", key, number, name)
            names.add(getattr(one, name))


def _consistent(draft: Draft, parts: Data | None = None) -> None:
    """Refuse a clause that is cited but not listed, or a reading that is not there; in these parts, or in all."""
    rules = parts or {key: value for key, value in draft.data.items() if key != "instruments"}
    for name, place in mentions(rules, ("clause", "clauses", "with")):
        if name not in draft.data["clauses"]:
            raise draft.error(f"clause {name} is cited and not listed", *place)
    readings = [reading["name"] for reading in draft.data.get("readings", [])]
    for name, place in mentions(rules, ("reading",)):
        if name not in readings:
            raise draft.error(f"there is no reading {name}{guess(name, readings)}", *place)


def _possible(draft: Draft, book: Rulebook) -> None:
    """Refuse what a reading or a house may set if it is not there to be set."""
    labels = [amendment.instrument.label for _, amendment in _amendments(draft.file.path, book.id)]
    for number, reading in enumerate(book.readings):
        names = [choice.name for choice in reading.choices]
        for key, default in (("default", reading.default), ("in_room", reading.in_room)):
            if default is not None and default not in names:
                reason = f"the default of {reading.name} is none of its choices ({', '.join(names)})"
                raise draft.error(reason, "readings", number, key)
        for place, choice in enumerate(reading.choices):
            for target, value in choice.sets.items():
                at = ("readings", number, "choices", place, "sets", target)
                dates = target.startswith(AMENDMENT)
                if not (_label(target) in labels if dates else draft.room_for(target)):
                    raise draft.error(f"there is no {target}", *at)
                if dates and not isinstance(value, date):
                    raise draft.error(f"{target} = {value!r}: expected a day", *at)
    for number, variable in enumerate(book.may_vary):
        if not draft.has(variable.figure):
            raise draft.error(f"there is no {variable.figure}", "may_vary", number, "figure")


# ---- building a version ----


@lru_cache(maxsize=2048)  # every rulebook under each choice of its readings: what differs is little, and slow to make
def _version(rules: str, asked: Asked, count: int, pending: date | None, applies: bool) -> Rulebook:
    """The rulebook with so many of its amendments in force, and with the customs of its house."""
    book, house = _built(rules, asked, count, pending, applies), _plan(rules, asked).house
    return (
        book
        if house is None or "customs" not in house.data
        else book.but(customs=customs_file(str(house.path)).customs)
    )


def _built(rules: str, asked: Asked, count: int, pending: date | None, applies: bool) -> Rulebook:
    plan = _plan(rules, asked)
    own = _own(plan.base.path)
    in_force = plan.amendments[:count]
    draft = _drafted(rules, asked, count)
    files = [plan.base, *(due.file for due in in_force), *([plan.house] if plan.house else [])]
    facts: dict[str, Any] = {
        "chosen": plan.chosen,
        "room": asked.room,
        "pinned": tuple(sorted(plan.pinned)),
        "pending": pending,
        "applies": applies,
        "sha256": hashlib.sha256(b"".join(file.content for file in files)).hexdigest(),
        "path": str(plan.base.path),
    }
    if plan.house is not None:
        facts |= {key: plan.house.data[key] for key in ("id", "title") if key in plan.house.data}
        facts["house"] = str(plan.house.path)
    if not draft.changed:
        return own.but(**facts)
    usual = _drafted(rules, USUAL, count)
    if asked != USUAL and all(
        draft.data[key] == usual.data[key] for key in usual.data if key not in ("game", "clauses")
    ):
        book = _version(rules, USUAL, count, pending, applies)  # most of it need not be validated again
        return book.but(**_differing(draft, usual, book), **facts)
    _consistent(draft)
    return draft.finished(Rulebook, **facts)


@lru_cache(maxsize=128)
def _drafted(rules: str, asked: Asked, count: int) -> Draft:
    """The data of a version: its own file with amendments, readings and a house's figures put in."""
    plan = _plan(rules, asked)
    own = _own(plan.base.path)
    draft = Draft(plan.base)
    amend(draft, own.id, plan.amendments[:count])
    for number, choice, target, value in _sets(own.readings, plan.chosen):
        if not target.startswith(AMENDMENT):
            draft.put(target, value, plan.base, "readings", number, "choices", choice, "sets", target)
    if plan.house is not None:
        from auditor.rules.loading.house import lay_over  # most rulebooks are nobody's house file

        lay_over(draft, own, plan.house)
    return draft


def _differing(draft: Draft, usual: Draft, book: Rulebook) -> dict[str, Any]:
    """The parts of a version that differ from the usual one, made anew: the game, or the clauses with other rules."""
    found: dict[str, Any] = {}
    game, clauses = draft.data["game"], draft.data["clauses"]
    changed = {id: clause for id, clause in clauses.items() if clause != usual.data["clauses"][id]}
    _consistent(draft, {"game": game, "clauses": changed})
    if game != usual.data["game"]:
        found["game"] = validated(Game, game, _below(draft, "game"))
    if changed:
        new = {id: validated(Clause, clause, _below(draft, "clauses", id)) for id, clause in changed.items()}
        found["clauses"] = tuple(new.get(one.id, one) for one in book.clauses)
    return found


def _below(draft: Draft, *place: str) -> Callable[..., RulebookError]:
    """A function that makes an error at a place below this place of the draft."""
    return lambda reason, *inner: draft.error(reason, *place, *inner)


def _sets(readings: Iterable[Reading], chosen: Mapping[str, str]) -> Iterator[tuple[int, int, str, Any]]:
    """What the chosen readings set: the number of the reading, that of the choice, the target and the value."""
    for number, reading in enumerate(readings):
        for place, choice in enumerate(reading.choices):
            if choice.name == chosen[reading.name]:
                yield from ((number, place, target, value) for target, value in choice.sets.items())


def _no_choice(readings: Iterable[Reading], name: str, choice: str) -> str:
    """Why this is no choice of this reading; empty if it is one."""
    known = {reading.name: [one.name for one in reading.choices] for reading in readings}
    if name not in known:
        return f"there is no reading {name!r}{guess(name, list(known))}"
    return "" if choice in known[name] else f"reading {name} is one of {', '.join(known[name])}, not {choice!r}"


def _label(target: str) -> str:
    """The label of the amendment whose day a target names."""
    return target.removeprefix(AMENDMENT).removesuffix(".from")
