"""What a house lays over a rulebook: figures that it may set, clauses of its own, and what these override.

A figure that a house overrides is cited as the house's own clause, so that no finding blames the rulebook for it. No
check of the rulebook goes missing on the way unless the file says that its clause is dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from auditor.rules.loading.merging import NAMES, Draft, File, decided, mentions
from auditor.rules.schema.data import Data, DataPath, guess
from auditor.rules.schema.house import House, HouseClause
from auditor.rules.schema.rulebook import Rulebook, Variable
from auditor.vocabulary.wording import plural

WORDS = ("id", "title", "gist", "evidence", "rules", "note")  # what a house's clause has in common with any other
MOST_NAMED = 12  # clauses and places that a message lists


def lay_over(draft: Draft, own: Rulebook, house: File) -> None:
    """Put in what a house sets, adds and overrides."""
    stated = house.checked(House)
    for target, value in stated.sets.items():
        _vary(draft, own, house, target, value)
    for number, clause in enumerate(stated.clauses):
        _add(draft, house, number, clause, stated.cite or stated.title or stated.id)
    for number, clause in enumerate(stated.clauses):
        replaced = _override(draft, house, number, clause)
        _cite_in_place(draft, clause, replaced)
        for place, dropped in enumerate(clause.drops):
            _drop(draft, house, clause, dropped, ("clauses", number, "drops", place))


def _vary(draft: Draft, own: Rulebook, house: File, target: str, value: Any) -> None:
    """Set a figure that a clause lets a house set, within the bounds of the clause."""
    may = next((one for one in own.may_vary if one.figure == target), None)
    if may is None:
        _there(draft, house, target, ("sets", target))
        raise house.error(
            f"{target}: no clause of {own.id} lets a house set it. {_what_may_be_set(own.may_vary)} To override it all "
            f"the same, add a clause of the house's own: [[clauses]] with id, title, gist, evidence, overrides = true, "
            f'reason = "…" and sets = {{ "{target}" = … }}',
            "sets",
            target,
        )
    if isinstance(value, int) and (excess := may.excess(value)):
        raise house.error(f"{target} = {value}: {may.clause} lets a house set nothing {excess}", "sets", target)
    _put(draft, house, target, value, (), ("sets", target))


def _what_may_be_set(variables: Iterable[Variable]) -> str:
    told = [
        one.figure
        + (f" from {one.least}" if one.least is not None else "")
        + (f" up to {one.most}" if one.most is not None else "")
        + f" ({one.clause})"
        for one in variables
    ]
    return f"In [sets] it may set {', '.join(told)}." if told else "In [sets] it may set nothing."


def _add(draft: Draft, house: File, number: int, clause: HouseClause, cite: str) -> None:
    """Enter a clause of the house after those of the rulebook."""
    if clause.id in draft.data["clauses"]:
        reason = f"clause {clause.id} is there already, expected a number of the house's own such as H{number + 1}"
        raise house.error(reason, "clauses", number, "id")
    stated: Data = house.data["clauses"][number]
    words = {key: deepcopy(stated[key]) for key in WORDS if key in stated}
    draft.put(f"clauses.{{{clause.id}}}", words | {"house": cite}, house, "clauses", number)


def _override(draft: Draft, house: File, number: int, clause: HouseClause) -> set[str]:
    """Put in the figures that a clause of the house overrides, cited as that clause; tell whose place it takes."""
    replaced: set[str] = set()
    rules: set[DataPath] = set()
    for target, value in clause.sets.items():
        at = ("clauses", number, "sets", target)
        _there(draft, house, target, at)
        place, before = _put(draft, house, target, value, clause.drops, at)
        if place[0] == "clauses":
            rules.add(place)
        else:
            replaced |= _recite(draft, house, place, before, clause.id, at)
    for place in sorted(rules, key=lambda one: int(one[3]), reverse=True):  # from the last, so that numbers still hold
        listed = draft.data["clauses"][place[1]]["rules"]
        draft.data["clauses"][clause.id].setdefault("rules", []).append(listed.pop(place[3]))
        replaced.add(str(place[1]))
    return replaced


def _there(draft: Draft, house: File, target: str, at: tuple[str | int, ...]) -> None:
    """Refuse a target that is no figure of the rulebook."""
    parts = target.split(".", 1)[0], ".rules." in target
    if parts[0] != "game" and parts != ("clauses", True):
        reason = f"{target}: expected a figure of the game or of a rule under a clause, such as game.round.first.raises"
        raise house.error(f"{reason}; the words of its clauses are the rulebook's own", *at)
    if not draft.room_for(target):
        raise house.error(f"there is no {target}{guess(target, list(_targets(draft.data['game'], 'game')))}", *at)


def _targets(value: Any, place: str) -> Iterator[str]:
    """The places of single values, as a house file names them."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _targets(item, f"{place}.{{{key}}}" if "." in key else f"{place}.{key}")
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for item in value:
            name = next((item[key] for key in NAMES if isinstance(item.get(key), str)), None)
            if name is not None:
                yield from _targets(item, f"{place}.{name}")
    else:
        yield place


def _put(
    draft: Draft, house: File, target: str, value: Any, dropped: Iterable[str], at: tuple[str | int, ...]
) -> tuple[DataPath, Any]:
    """Put a value in, unless that loses a check. Tell the place of the figure around it, and what that was before."""
    place = draft.figure_around(target)
    before = deepcopy(draft.at(place))
    draft.put(target, value, house, *at)
    after = draft.at(place)
    if isinstance(before, dict) and isinstance(after, dict) and "clause" in before:
        after.setdefault("clause", before["clause"])
    lost = Counter(decided(before, "")) - Counter(decided(after, ""))
    kept = Counter(check for _, check in decided(after, ""))
    for clause, check in lost:
        missing = kept[check] < sum(one == check for _, one in decided(before, ""))
        if missing and clause not in dropped:
            reason = f"{target}: what is put there no longer names the check {check}, so nothing would decide "
            reason += f"{clause or place[1]}; add 'check', set a single value such as {target}.…, or drop the clause"
            raise house.error(reason, *at)
    return place, before


def _recite(draft: Draft, house: File, place: DataPath, before: Any, own: str, at: tuple[str | int, ...]) -> set[str]:
    """Cite every figure that is not as it was as the house's own clause. Tell which clauses were cited there."""
    known = list(_figures(before))
    replaced = set()
    for figure in _figures(draft.at(place)):
        if figure in known or figure["clause"] == own:
            continue
        if draft.data["clauses"].get(figure["clause"], {}).get("house"):
            raise house.error(f"{'.'.join(map(str, place))} is overridden by {figure['clause']} already", *at)
        replaced.add(figure["clause"])
        figure["clause"] = own
    return replaced


def _figures(value: Any) -> Iterator[Data]:
    """The tables with a clause in a value, the outer ones first."""
    if isinstance(value, dict):
        if "clause" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _figures(item)


def _cite_in_place(draft: Draft, clause: HouseClause, replaced: set[str]) -> None:
    """Say beside each clause that was replaced what stands in its place; what may be read two ways may be so here."""
    for one in replaced:
        _remark(draft, one, f"In this house {clause.id} is in its place: {clause.reason}")
        if one in draft.data["clauses"]:
            draft.data["clauses"][one]["replaced_by"] = clause.id
    for reading in draft.data.get("readings", []):
        if replaced.intersection(reading["clauses"]):
            reading["clauses"] = [*reading["clauses"], clause.id]
    if clause.overrides:
        whose = sorted({*replaced, *clause.drops})
        _remark(draft, clause.id, f"It overrides {', '.join(whose) or 'the structure of the game'}: {clause.reason}")


def _remark(draft: Draft, clause: str, words: str) -> None:
    entry = draft.data["clauses"].get(clause)
    if entry is not None:
        entry["note"] = f"{entry['note']} {words}" if entry.get("note") else words


def _drop(draft: Draft, house: File, clause: HouseClause, dropped: str, at: tuple[str | int, ...]) -> None:
    """Take away whatever decides a clause of the rulebook. The clause itself stays listed, with the reason."""
    clauses = draft.data["clauses"]
    entry = clauses.get(dropped)
    if entry is None or entry.get("house"):
        raise house.error(f"there is no clause {dropped} to drop{guess(dropped, list(clauses))}", *at)
    ruled = entry.pop("rules", [])
    figures = [one for one in _figures(draft.data["game"]) if one["clause"] == dropped and "check" in one]
    if not ruled and not figures and dropped not in clause.drops[: int(at[-1])]:
        raise house.error(f"no check decides {dropped}, so there is nothing to drop", *at)
    for figure in figures:
        del figure["check"]
    _remark(draft, dropped, f"In this house it does not hold, by {clause.id}: {clause.reason}")


# ---- a game of a rulebook that has several ----


def keeps_checks(own: File, book: File, siblings: Iterable[str], merged: Data, model: File | None) -> None:
    """Refuse a file that is laid over a game and loses checks of it without saying so.

    Rules of such a rulebook are for games by name. `siblings` are the names of the rulebook's own games, `merged` is
    all that the file comes to, and `model` the rulebook's own game that it is like and plays.
    """
    named = {name for name, _ in mentions(book.data, ("games",))}
    known = {*siblings, *named, *(name for name, _ in mentions(book.data, ("but",)))}
    plays = own.data.get("plays", own.path.stem)
    unknown = [str(name) for name in (plays if isinstance(plays, list) else [plays]) if str(name) not in known]
    if named and unknown:
        others = f"{guess(unknown[0], sorted(known))}; {book.path.stem} has rules for {', '.join(sorted(known))}"
        advice = f'; say whose rules it takes over, as in plays = ["{own.data.get("like", sorted(known)[0])}"]'
        place = ("plays",) if "plays" in own.data else ("of",)
        raise own.error(f"no rule is for a game called {unknown[0]}{others}{advice}", *place)
    if model is not None:
        _nothing_lost(own, merged, model.data, model.path.stem)


def _nothing_lost(own: File, merged: Data, base: Data, name: str) -> None:
    """Refuse a game that has not every check of the rulebook's own, but for the clauses that it drops."""
    drops = own.data.get("drops", [])
    if not isinstance(drops, list) or not all(isinstance(one, str) for one in drops):
        raise own.error("drops: expected a list of clauses", "drops")
    lost = [pair for pair in dict.fromkeys(decided(base)) if pair not in set(decided(merged))]
    silent = list(dict.fromkeys(clause for clause, _ in lost if clause not in drops))
    if silent:
        shown = ", ".join(f'"{one}"' for one in silent)
        checks = ", ".join(list(dict.fromkeys(check for clause, check in lost if clause in silent))[:MOST_NAMED])
        reason = f"it loses what decides {len(silent)} {plural(len(silent), 'clause')} of {name} ({checks})"
        raise own.error(f"{reason}; if that is meant, write drops = [{shown}]", "of")
    for number, clause in enumerate(drops):
        if not any(clause == one for one, _ in lost):
            raise own.error(f"{clause} is as in {name}, so there is nothing to drop", "drops", number)


def drops_of(data: Mapping[str, Any]) -> frozenset[str]:
    """The clauses of its base that a house file, or the file of a game, says do not hold."""
    lists = [data.get("drops", []), *[one.get("drops", []) for one in data.get("clauses", [])]]
    return frozenset(str(clause) for each in lists for clause in each)
