"""`auditor rules …` and `auditor explain`: what the rulebooks say, and how far they are decided."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli import arguments, completion, output
from auditor.vocabulary.errors import RulebookError, UsageError
from auditor.vocabulary.wording import escaped

if TYPE_CHECKING:
    from auditor.auditing.engine.dispatch import BoundRulebook
    from auditor.auditing.house_difference import HouseDifference
    from auditor.report.pages.coverage import Covered
    from auditor.rules.loading.customs import CustomsFile

WRONG = 2  # the exit status for rulebooks that cannot be used

app = typer.Typer(
    help="What the rulebooks say, and how far they are decided.", no_args_is_help=True, rich_markup_mode=None
)

RulesId = Annotated[
    str,
    typer.Argument(
        metavar="RULES",
        help="A rulebook or game such as act/canberra-manila, or a house file.",
        autocompletion=completion.rulebooks,
    ),
]
AsOf = Annotated[
    str | None, typer.Option("--as-of", metavar="DATE", help="As it stood on this day; the latest if left out.")
]
Samples = Annotated[
    Path | None, typer.Option("--samples", metavar="DIR", help="The clause book, if it is not in samples/ here.")
]


class Format(StrEnum):
    """The forms in which coverage is shown."""

    text = "text"
    json = "json"


@app.command("list")
def list_() -> None:
    """List the rulebooks, and the rooms whose customs are known."""
    from auditor.report.pages.customs import rooms
    from auditor.report.pages.rulebook import listed
    from auditor.rules.loading.customs import customs_of, room_ids
    from auditor.rules.loading.loader import every_id, rules_in_force, turning_days

    books = [(rules_in_force(id, arguments.LATEST), turning_days(id)) for id in every_id()]
    output.show(listed(books, output.width()))
    output.show(rooms([customs_of(room) for room in room_ids()], output.width()))


@app.command()
def show(rules: RulesId, as_of: AsOf = None) -> None:
    """Show a rulebook, clause by clause, or the customs of a room."""
    from auditor.report.pages.customs import shown_customs
    from auditor.report.pages.rulebook import shown_whole

    if (customs := _customs(rules)) is not None:
        output.show(shown_customs(customs, output.width()))
        return
    bounds = _bounds(rules, as_of)
    output.show(shown_whole(rules, bounds[0].rules, _covered(bounds, None), output.width()))


@app.command()
def coverage(
    rules: Annotated[
        str | None, typer.Argument(metavar="[RULES]", help="One rulebook; all of them if left out.")
    ] = None,
    format: Annotated[Format, typer.Option(help="The form.")] = Format.text,
    samples: Samples = None,
) -> None:
    """Tell which clauses are decided, by which checks and samples."""
    from auditor.report.layout import EMPTY
    from auditor.report.pages import coverage as report
    from auditor.rules.loading.loader import book_ids

    folder = arguments.samples(samples)
    books = []
    for id in [rules] if rules is not None else book_ids():
        bounds = _bounds(id, None)
        books.append((id, bounds[0].rules.version, _covered(bounds, folder)))
    if format is Format.json:
        from auditor.report.formats.json import text

        output.show_text(text(report.document(books, folder)))
        return
    for number, (id, version, covered) in enumerate(books):
        output.show([EMPTY] if number else [])
        output.show(report.text(id, version, covered, folder, output.width()))


@app.command()
def diff(
    rules: RulesId,
    first: Annotated[str, typer.Argument(metavar="DATE", help="A day.")],
    second: Annotated[str, typer.Argument(metavar="DATE", help="Another day.")],
) -> None:
    """Tell what changed in a rulebook between two days."""
    from auditor.report.pages.rulebook import compared
    from auditor.rules.diff import compare
    from auditor.rules.loading.loader import rules_in_force

    days = arguments.a_day(first), arguments.a_day(second)
    before, after = (rules_in_force(rules, day) for day in days)
    output.show(compared(before, after, compare(rules, *days), output.width()))


def explain(
    rules: RulesId,
    clause: Annotated[
        str, typer.Argument(metavar="CLAUSE", help="A clause such as 10.2, or a part of it such as '10.2[size]'.")
    ],
    as_of: AsOf = None,
    samples: Samples = None,
) -> None:
    """Explain a clause: what it says, how it is decided, an example."""
    from auditor.report.pages.explain import explained

    bounds = _bounds(rules, as_of)
    folder = arguments.samples(samples)
    covered = {one.clause.id: one for one in _covered(bounds, folder)}
    if clause not in covered:
        raise UsageError(f"{rules} has no clause '{escaped(clause, 60)}'{arguments.near(clause, covered)}")
    limbs = [one for one in covered.values() if one.clause.cited == clause and one.clause.id != clause]
    output.show(explained(rules, bounds[0], covered[clause], limbs, folder, output.width()))


@cache
def _bounds(rules: str, as_of: str | None) -> list[BoundRulebook]:
    """The games of a rulebook, each with its checks. Most rulebooks have one game."""
    from auditor.report.pages.coverage import bound_games

    return bound_games(rules, arguments.day(as_of) or arguments.LATEST)


def _customs(rules: str) -> CustomsFile | None:
    """The customs of a room such as rooms/pokerstars, or of a file that has nothing but customs."""
    from auditor.auditing.customs import check_customs
    from auditor.rules.loading.customs import ROOMS, customs_of, is_customs_file, room_ids

    folder, _, room = rules.partition("/")
    if folder == ROOMS and not rules.endswith(".toml"):
        if room not in room_ids():
            raise UsageError(f"no room '{escaped(room, 60)}'{arguments.near(room, room_ids())}")
        return customs_of(room)
    if rules.endswith(".toml") and Path(rules).is_file() and is_customs_file(rules):
        return check_customs(rules)
    return None


def _covered(bounds: list[BoundRulebook], samples: Path | None) -> list[Covered]:
    from auditor.report.pages.coverage import coverage
    from auditor.rules.clause_book import book

    return coverage(bounds, book(samples) if samples is not None else ())


@app.command()
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Rulebooks, amendments or house files, ending in .toml.")
    ],
) -> int:
    """Tell what is wrong with a rulebook or house file, by line.

    Of a house file it also tells how it differs from its base.
    """
    from auditor.rules.loading.loader import rulebooks_in

    for file in files:
        if not file.endswith(".toml") or not Path(file).is_file():
            raise UsageError(f"no rulebook file {escaped(file)}; expected the path of a .toml file")
    wrong = False
    done: set[str] = set()
    for file in files:
        try:
            for one in rulebooks_in(file):
                if one not in done:
                    done.add(one)
                    _check(one)
        except RulebookError as error:  # the next file may be wrong, too
            wrong = True
            output.say(escaped(str(error)))
    return WRONG if wrong else 0


def _check(file: str) -> None:
    from auditor.auditing.engine.dispatch import bind
    from auditor.report.pages.customs import checked_customs
    from auditor.report.pages.rulebook import checked
    from auditor.rules.loading.loader import every_version

    if (customs := _customs(file)) is not None:
        output.show(checked_customs(file, customs, output.width()))
        return
    arguments.customs((), file)
    for book in every_version(file):
        bind(book)
    bounds = _bounds(file, None)
    difference = _difference(file, bounds[0])
    output.show(checked(file, bounds[0].rules, _covered(bounds, None), output.width()))
    if difference is not None:
        from auditor.report.pages.house import shown_difference

        output.show(shown_difference(difference, output.width()))


def _difference(file: str, own: BoundRulebook) -> HouseDifference | None:
    """What a house's file makes of its base. A check that it loses without a word is an error of the file."""
    from auditor.auditing.house_difference import difference_to_base

    found = difference_to_base(file, own)
    if found is None:
        return None
    if found.silent_loss:
        lost = f"nothing decides {', '.join(found.lost)} any longer; " if found.lost else ""
        less = f"checks called less often: {', '.join(found.missing)}" if found.missing else ""
        raise RulebookError(f"it loses checks of {found.base} without saying so: {lost}{less}".rstrip("; "), file, 0)
    return found
