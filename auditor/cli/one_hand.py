"""`auditor replay`, `auditor settle` and `auditor sheet`: a close look at one hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli import arguments, output, shared
from auditor.vocabulary.wording import escaped

if TYPE_CHECKING:
    from auditor.auditing.chosen_hand import ChosenHand
    from auditor.auditing.options import Options
    from auditor.report.layout import Line
    from auditor.report.view import View

NOT_READ = 3


class HandForm(StrEnum):
    """The forms in which a hand is shown."""

    text = "text"
    json = "json"
    html = "html"


LogPath = Annotated[str, typer.Argument(metavar="PATH", help="The log, or - for stdin.")]
HandNumber = Annotated[str, typer.Option("--hand", metavar="N", help="The number of the hand.")]
TableName = Annotated[
    str | None, typer.Option("--table", metavar="NAME", help="Its table, if several have a hand of that number.")
]
Night = Annotated[
    str | None, typer.Option("--night", metavar="DATE", help="Its night, if the table has such a hand on several.")
]
LineNumber = Annotated[
    int | None, typer.Option("--line", metavar="N", min=1, help="A line of it, if nothing else tells it from others.")
]
Form = Annotated[HandForm, typer.Option("--format", metavar="NAME", help="The form of the answer: text, json or html.")]
OutputFile = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write it to this file instead of standard output."),
]


def replay(
    path: LogPath,
    hand: HandNumber,
    table: TableName = None,
    night: Night = None,
    line: LineNumber = None,
    rules: shared.RulesId = None,
    as_of: shared.AsOf = None,
    interpret: shared.Interpret = None,
    log_format: shared.FormatName = None,
    form: Form = HandForm.text,
    output_file: OutputFile = None,
) -> int:
    """Step through a hand, with what was open to each player, and why."""
    from auditor.report.pages.replay import replayed

    looked = _look(path, hand, table, night, line, _options(rules, as_of, interpret, log_format))
    if looked is None:
        return NOT_READ
    chosen, view = looked
    if form is HandForm.text:
        hand_read, lines = chosen.raw.read(), chosen.source_line()
        _tell(lambda width: replayed(hand_read, chosen.bound, chosen.path, lines, chosen.findings, width), output_file)
        return 0
    from auditor.report.pages.one_hand import hand_seen, replay_html, replay_json, steps_of

    seen, found = hand_seen(chosen, view), steps_of(chosen)
    _write([replay_json(seen, found)] if form is HandForm.json else replay_html(seen, found), output_file)
    return 0


def settle(
    path: LogPath,
    hand: HandNumber,
    table: TableName = None,
    night: Night = None,
    line: LineNumber = None,
    rules: shared.RulesId = None,
    as_of: shared.AsOf = None,
    interpret: shared.Interpret = None,
    log_format: shared.FormatName = None,
    form: Form = HandForm.text,
    output_file: OutputFile = None,
) -> int:
    """Show who should have been paid what, beside what the log says.

    Pots and commission are worked out, too. Another reading of the rulebook or of the record that changes a sum is
    shown beside it.
    """
    from auditor.report.pages.settle import settled, settlement_of_chosen

    looked = _look(path, hand, table, night, line, _options(rules, as_of, interpret, log_format))
    if looked is None:
        return NOT_READ
    chosen, view = looked
    found = settlement_of_chosen(chosen)
    if form is HandForm.text:
        hand_read = chosen.raw.read()
        _tell(lambda width: settled(hand_read, chosen.bound, chosen.path, found, width), output_file)
        return 0
    from auditor.report.pages.one_hand import hand_seen, settle_html, settle_json

    seen = hand_seen(chosen, view)
    _write([settle_json(seen, found)] if form is HandForm.json else settle_html(seen, found), output_file)
    return 0


def sheet(
    path: LogPath,
    hand: HandNumber,
    table: TableName = None,
    night: Night = None,
    line: LineNumber = None,
    rules: shared.RulesId = None,
    as_of: shared.AsOf = None,
    interpret: shared.Interpret = None,
    log_format: shared.FormatName = None,
    output_file: OutputFile = None,
) -> int:
    """Write the ruling sheet of a hand: one page to print and sign.

    It is HTML, and tells what was due to whom by which clause. The settlement has a column for each other reading,
    of the rulebook or of the record, that changes it.
    """
    from auditor.report.pages.sheet import sheet_of

    looked = _look(path, hand, table, night, line, _options(rules, as_of, interpret, log_format))
    if looked is None:
        return NOT_READ
    _write(sheet_of(*looked), output_file)
    return 0


def _tell(lines: Callable[[int], Iterable[Line]], file: Path | None) -> None:
    """Print lines made for a width, or put them into a file."""
    if file is None:
        output.show(lines(output.width()))
        return
    from auditor.report.layout import PLAIN_WIDTH, plain_texts

    _write(plain_texts(lines(PLAIN_WIDTH)), file)


def _write(texts: Iterable[str], file: Path | None) -> None:
    if file is None:
        output.show_texts(texts)
    else:
        output.check_output(file, ())
        output.save_texts(texts, file)


def _options(rules: str | None, as_of: str | None, interpret: list[str] | None, log_format: str | None) -> Options:
    from auditor.auditing.options import Options

    return Options(
        rules,
        arguments.day(as_of),
        arguments.readings(interpret or (), rules),
        log_format=arguments.log_format(log_format),
    )


def _look(
    path: str, number: str, table: str | None, night: str | None, line: int | None, options: Options
) -> tuple[ChosenHand, View] | None:
    """Give the hand that is asked for, with the audit of its log.

    None if that hand is there and cannot be read, which has been reported by then.
    """
    from auditor.auditing.chosen_hand import HandAsked, audited_hand
    from auditor.logs.files.discovery import find, open_all
    from auditor.report.view import Selection, view

    wanted = HandAsked(number, table, line, arguments.day(night))
    found = audited_hand(open_all(find([path])), wanted, options)
    if found.chosen is not None:
        return found.chosen, view(found.result, Selection(), options)
    for one in found.unread:
        place = f"{escaped(one.path)}:{one.line}:{one.column}" if one.line else escaped(one.path)
        output.say(f"{place}: {escaped(one.reason)}")
    return None
