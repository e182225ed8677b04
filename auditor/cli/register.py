"""`auditor register …`: what was audited, found and decided over years."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli import arguments, output
from auditor.cli.registering import check_installed, opened
from auditor.review.ledger import DECISIONS, LEDGER
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped, joined, plural

if TYPE_CHECKING:
    from auditor.register.answers import Sheet
    from auditor.register.asking import Chosen, Question
    from auditor.register.store import Register
    from auditor.report.layout import Line

UNDECIDED = "undecided"
WORDS = {one.replace(" ", "-"): one for one in (*DECISIONS, UNDECIDED)}

app = typer.Typer(
    help="Ask what was audited, found and decided over years.\n\n'auditor audit --register register.db' enters it.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def ready() -> None:
    """Refuse at once where the extra is not installed."""
    check_installed()


class AnswerForm(StrEnum):
    """The forms of an answer."""

    text = "text"
    json = "json"
    csv = "csv"
    xlsx = "xlsx"


class ExportForm(StrEnum):
    """The forms in which all findings are given out."""

    csv = "csv"
    json = "json"
    xlsx = "xlsx"
    parquet = "parquet"


class Period(StrEnum):
    """Stretches of time that are counted together."""

    night = "night"
    week = "week"
    month = "month"
    year = "year"


Address = Annotated[
    str | None,
    typer.Option(
        "--register", metavar="FILE|URL", help="The register: a file or postgresql://…; else that of the settings."
    ),
]
Since = Annotated[
    str | None, typer.Option(metavar="DATE", help="Only this night and later ones; what has no date, too.")
]
Until = Annotated[
    str | None, typer.Option(metavar="DATE", help="Only this night and earlier ones; what has no date, too.")
]
TableName = Annotated[str | None, typer.Option("--table", metavar="NAME", help="Only this table.")]
Person = Annotated[str | None, typer.Option(metavar="NAME", help="Only what is laid to this person, by the name.")]
Clause = Annotated[str | None, typer.Option(metavar="CLAUSE", help="Only this clause; 10 takes in 10.2, too.")]
DecisionWord = Annotated[
    str | None, typer.Option("--decision", metavar="WORD", help=f"Only what is {joined(list(WORDS), 'or')}.")
]
Gone = Annotated[bool, typer.Option("--gone", help="What a corrected log does not have any more, instead of the rest.")]
Form = Annotated[AnswerForm, typer.Option("--format", metavar="NAME", help="The form: text, json, csv or xlsx.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write it to this file instead of standard output."),
]
Today = Annotated[str | None, typer.Option(metavar="DATE", help="Count waivers as they stand on this day.")]


@app.command()
def summary(
    register: Address = None,
    since: Since = None,
    until: Until = None,
    table: TableName = None,
    person: Person = None,
    clause: Clause = None,
    decision: DecisionWord = None,
    today: Today = None,
    format: Form = AnswerForm.text,
    output_file: Output = None,
) -> None:
    """Tell how much was audited, found and decided, by month."""
    from auditor.register import answers, telling

    with _question(register, _chosen(since, until, table, person, clause, decision), today) as asked:
        found = answers.summary(asked)
        sheets = [answers.summary_sheet(found), answers.trend_sheet(found.trend), answers.clauses_sheet(found.clauses)]

        def lines(width: int) -> Iterator[Line]:
            yield from telling.summary_text(_title("REGISTER", asked), found, width)
            yield from telling.notes_text(asked.notes(), width)

        _give(format, output_file, "Register", sheets, lines)


@app.command()
def findings(
    register: Address = None,
    since: Since = None,
    until: Until = None,
    table: TableName = None,
    person: Person = None,
    clause: Clause = None,
    decision: DecisionWord = None,
    gone: Gone = False,
    today: Today = None,
    format: Form = AnswerForm.text,
    output_file: Output = None,
) -> None:
    """List findings by night and table, with their decisions.

    Each has the days on which it was first and last seen.
    """
    from auditor.register import answers, telling

    with _question(register, _chosen(since, until, table, person, clause, decision, gone), today) as asked:
        rows = answers.found(asked)
        _give(
            format,
            output_file,
            "Findings",
            [answers.findings_sheet(rows)],
            lambda width: telling.findings_text(rows, width),
        )


@app.command()
def trend(
    register: Address = None,
    since: Since = None,
    until: Until = None,
    table: TableName = None,
    person: Person = None,
    clause: Clause = None,
    decision: DecisionWord = None,
    by: Annotated[Period, typer.Option(help="Stretches of time to count together.")] = Period.month,
    today: Today = None,
    format: Form = AnswerForm.text,
    output_file: Output = None,
) -> None:
    """Tell how faults went over time.

    Where there are hands enough, it tells their rate in a hundred hands, too.
    """
    from auditor.register import answers, telling

    with _question(register, _chosen(since, until, table, person, clause, decision), today) as asked:
        rows = answers.trend(asked, by.value)
        title = _title(f"BY {by.value.upper()}", asked)
        sheets = [answers.trend_sheet(rows)]
        _give(format, output_file, "Trend", sheets, lambda width: telling.trend_text(title, rows, width))


@app.command()
def people(
    register: Address = None,
    since: Since = None,
    until: Until = None,
    table: TableName = None,
    person: Person = None,
    clause: Clause = None,
    decision: DecisionWord = None,
    today: Today = None,
    format: Form = AnswerForm.text,
    output_file: Output = None,
) -> None:
    """Tell what is laid to whom, or to one person.

    Of --person it tells what was found by clause and by month, and the latest findings.

    A name is told once for each house: it may be two people. Advisories and customs of a room accuse nobody.
    """
    from auditor.register import answers, telling

    with _question(register, _chosen(since, until, table, person, clause, decision), today) as asked:
        rows = answers.people(asked)
        sheets = [answers.people_sheet(rows)]
        if person is None:
            title = _title("BY PERSON", asked)
            _give(format, output_file, "People", sheets, lambda width: telling.people_text(title, rows, width))
            return
        clauses = answers.by_clause(asked, verdicts=False)
        months = answers.trend(asked, answers.MONTH)
        latest = answers.found(asked, newest_first=True)
        sheets += [answers.clauses_sheet(clauses), answers.trend_sheet(months), answers.findings_sheet(latest)]

        def lines(width: int) -> Iterator[Line]:
            yield from telling.person_text(_title("PERSON", asked), rows, clauses, months, latest, width)

        _give(format, output_file, f"Person {escaped(person, 60)}", sheets, lines)


@app.command()
def clauses(
    register: Address = None,
    since: Since = None,
    until: Until = None,
    table: TableName = None,
    person: Person = None,
    clause: Clause = None,
    decision: DecisionWord = None,
    today: Today = None,
    format: Form = AnswerForm.text,
    output_file: Output = None,
) -> None:
    """Tell how often each clause was kept, and how often not."""
    from auditor.register import answers, telling

    with _question(register, _chosen(since, until, table, person, clause, decision), today) as asked:
        whole = answers.tells_verdicts(asked)
        rows, title = answers.by_clause(asked, whole), _title("BY CLAUSE", asked)
        sheets = [answers.clauses_sheet(rows)]
        _give(format, output_file, "Clauses", sheets, lambda width: telling.clauses_text(title, rows, width, whole))


@app.command()
def evidence(
    register: Address = None,
    since: Since = None,
    until: Until = None,
    table: TableName = None,
    clause: Clause = None,
    format: Form = AnswerForm.text,
    output_file: Output = None,
) -> None:
    """Tell what the logs lacked for clauses to be decided.

    What bears on most clauses comes first.
    """
    from auditor.register import answers, telling

    with _question(register, _chosen(since, until, table, None, clause, None), None) as asked:
        rows = answers.evidence(asked)
        title = _title("WHAT THE LOGS LACK", asked)
        sheets = [answers.evidence_sheet(rows)]
        _give(format, output_file, "Evidence", sheets, lambda width: telling.evidence_text(title, rows, width))


@app.command()
def export(
    output_file: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    register: Address = None,
    since: Since = None,
    until: Until = None,
    table: TableName = None,
    person: Person = None,
    clause: Clause = None,
    decision: DecisionWord = None,
    gone: Gone = False,
    today: Today = None,
    format: Annotated[
        ExportForm, typer.Option("--format", metavar="NAME", help="The form: csv, json, xlsx or parquet.")
    ] = ExportForm.csv,
) -> None:
    """Write the chosen findings to a file, a row each.

    It is for those who analyse elsewhere, and has everything about each.

    Parquet needs 'pip install auditor[parquet]'; texts are then as the logs have them, nothing is escaped.
    """
    from auditor.register import answers, forms

    output.check_output(output_file, ())
    with _question(register, _chosen(since, until, table, person, clause, decision, gone), today) as asked:
        sheet = answers.findings_sheet(answers.found(asked))
        if format is ExportForm.parquet:
            output.save_bytes(forms.parquet_pieces(sheet), output_file)
        else:
            _give(AnswerForm(format.value), output_file, "Findings", [sheet], lambda _: iter(()))


# ---- decisions ----


@app.command("import-decisions")
def import_decisions(
    ledger: Annotated[Path, typer.Argument(metavar="FILE", help="A ledger such as decisions.toml.")] = Path(LEDGER),
    register: Address = None,
) -> int:
    """Enter the decisions of a ledger in the register.

    Those that it has already are left out. Exit status: 2 if some cannot be read.
    """
    from auditor.register.decisions import RegisterDecisions, take_over
    from auditor.review.ledger import LedgerFile

    taken = take_over(RegisterDecisions(_opened(register)), LedgerFile(ledger))
    output.say(f"{taken.entered:,} {plural(taken.entered, 'decision')} entered, {taken.known:,} known already")
    if taken.older:
        output.say(f"not entered, because the register has later decisions: {joined(sorted(set(taken.older)))}")
    for note in taken.notes:
        output.say(f"{escaped(note.path)}:{note.line}: {escaped(note.text)}")
    return 2 if taken.notes else 0


@app.command("export-decisions")
def export_decisions(
    ledger: Annotated[Path, typer.Argument(metavar="FILE", help="The ledger to write, which must not be there yet.")],
    register: Address = None,
) -> None:
    """Write all decisions of the register into a new ledger.

    They come in the order in which they were made.
    """
    from auditor.register.decisions import RegisterDecisions, written

    output.check_output(ledger, ())
    if ledger.exists():
        raise UsageError(f"{escaped(str(ledger))} is there already; a ledger is not written over")
    output.save_texts(written(RegisterDecisions(_opened(register))), ledger)


# ---- what all of them do ----


def _opened(address: str | None) -> Register:
    """The register that was named, or that of the settings here."""
    from auditor.cli.audit import DEFAULTS, log_places
    from auditor.cli.settings import run_settings

    if address is None:
        address = run_settings(DEFAULTS, (), log_places((), ()))["register"]
    if address is None:
        raise UsageError("no register named, expected --register FILE or a setting 'register'")
    return opened(address, make=False)


def _chosen(
    since: str | None,
    until: str | None,
    table: str | None,
    person: str | None,
    clause: str | None,
    decision: str | None,
    gone: bool = False,
) -> Callable[[], Chosen]:
    """What was chosen, checked before the register is opened."""
    if decision is not None and decision not in WORDS:
        raise UsageError(f"--decision: '{escaped(decision, 40)}', expected {joined(list(WORDS), 'or')}")
    first, last = arguments.day(since), arguments.day(until)
    if first is not None and last is not None and last < first:
        raise UsageError(f"--until {last} is before --since {first}: no night is left")

    def made() -> Chosen:
        from auditor.register.asking import Chosen

        return Chosen(first, last, table, person, clause, None if decision is None else WORDS[decision], gone)

    return made


@contextmanager
def _question(address: str | None, chosen: Callable[[], Chosen], today: str | None) -> Iterator[Question]:
    """A question to the register, as it is at this moment."""
    day = arguments.day(today) or date.today()
    register = _opened(address)
    from auditor.register.asking import Question

    with register.reading() as connection:
        yield Question(connection, register, chosen(), day)


def _title(what: str, question: Question) -> str:
    words = question.chosen.words
    return f"{what}: {words}" if words else what


def _give(
    form: AnswerForm,
    file: Path | None,
    title: str,
    sheets: Sequence[Sheet],
    lines: Callable[[int], Iterable[Line]],
) -> None:
    """Give an answer in the form that is wanted, here or into a file."""
    from auditor.register import forms

    if form is AnswerForm.xlsx:
        pieces = forms.xlsx_pieces(title, sheets)
        output.show_bytes(pieces) if file is None else output.save_bytes(pieces, file)
        return
    if form is AnswerForm.text:
        from auditor.report.layout import PLAIN_WIDTH, plain_texts

        if file is None:
            output.show(lines(output.width()))
        else:
            output.save_texts(plain_texts(lines(PLAIN_WIDTH)), file)
        return
    texts = forms.json_pieces(sheets) if form is AnswerForm.json else forms.csv_pieces(sheets[0])
    output.show_texts(texts) if file is None else output.save_texts(texts, file)
