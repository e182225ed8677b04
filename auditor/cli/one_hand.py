"""`auditor replay`, `auditor settle` and `auditor sheet`: a close look at one hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli import arguments, output, shared
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.records import record_class
from auditor.vocabulary.wording import escaped, joined

if TYPE_CHECKING:
    from auditor.auditing.engine.collector import Judged
    from auditor.auditing.engine.dispatch import BoundRulebook
    from auditor.auditing.options import Options
    from auditor.auditing.result import Result
    from auditor.logs.files.decoding import Passed, RefusedFile, Source
    from auditor.logs.reader import RawHand
    from auditor.report.layout import Line
    from auditor.report.pages.one_hand import HandSeen
    from auditor.report.pages.settle import SettledHand
    from auditor.vocabulary.events import Event
    from auditor.vocabulary.findings import Finding
    from auditor.vocabulary.hand import Aftermath

NOT_READ = 3
OFFERED = 12  # tables or hands to name to somebody who asked for one that is not there


class HandForm(StrEnum):
    """The forms in which a hand is shown."""

    text = "text"
    json = "json"
    html = "html"


LogPath = Annotated[str, typer.Argument(metavar="PATH", help="The log, or - for stdin.")]
HandNumber = Annotated[str, typer.Option("--hand", metavar="N", help="The number of the hand.")]
TableName = Annotated[
    str | None, typer.Option("--table", metavar="NAME", help="Its table, where several have such a hand.")
]
Form = Annotated[HandForm, typer.Option("--format", metavar="NAME", help="The form of the answer: text, json or html.")]
OutputFile = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where it goes instead of standard output.")
]


@record_class
class ChosenHand:
    """A hand of a log: where it stands, which rules judge it, and what the audit of the whole log found in it."""

    path: str
    raw: RawHand
    bound: BoundRulebook
    findings: list[Finding]
    result: Result | None = None  # of the audit of the whole log
    options: Options | None = None  # by which that was made

    def seen(self) -> HandSeen:
        """The hand with what pages and documents tell of it."""
        from auditor.report.pages.one_hand import HandSeen
        from auditor.report.view import Selection, view

        assert self.result is not None
        return HandSeen(self.raw.read(), self.bound, self.path, view(self.result, Selection(), self.options))

    def settlement(self) -> SettledHand:
        """Its settlement, under the other readings as well."""
        from auditor.auditing.every_reading import every_reading
        from auditor.report.pages.settle import settlement_of

        assert self.options is not None
        hand = self.raw.read()
        readings = every_reading(self.raw, hand, self.bound, self.options, self.path)
        return settlement_of(hand, self.bound, self.findings, readings)

    def source_line(self) -> Callable[[Event], str]:
        """A function that gives the log's line for an event, or a table log's statement if there is none."""
        from auditor.auditing.excerpts import written_lines
        from auditor.logs.table_log.write_events import as_statement

        lines = written_lines(self.raw)
        return lambda event: lines.get(event.line) or as_statement(event)


def replay(
    path: LogPath,
    hand: HandNumber,
    table: TableName = None,
    rules: shared.RulesId = None,
    as_of: shared.AsOf = None,
    interpret: shared.Interpret = None,
    log_format: shared.FormatName = None,
    form: Form = HandForm.text,
    output_file: OutputFile = None,
) -> int:
    """Step through a hand, with what was open to each player and the clauses that say so."""
    from auditor.report.pages.replay import replay_of, replayed

    chosen = _look(path, hand, table, _options(rules, as_of, interpret, log_format))
    if chosen is None:
        return NOT_READ
    if form is HandForm.text:
        hand_read, lines = chosen.raw.read(), chosen.source_line()
        _tell(lambda width: replayed(hand_read, chosen.bound, chosen.path, lines, chosen.findings, width), output_file)
        return 0
    from auditor.report.pages.one_hand import replay_html, replay_json

    seen = chosen.seen()
    found = replay_of(seen.hand, chosen.bound, chosen.source_line(), chosen.findings)
    _write([replay_json(seen, found)] if form is HandForm.json else replay_html(seen, found), output_file)
    return 0


def settle(
    path: LogPath,
    hand: HandNumber,
    table: TableName = None,
    rules: shared.RulesId = None,
    as_of: shared.AsOf = None,
    interpret: shared.Interpret = None,
    log_format: shared.FormatName = None,
    form: Form = HandForm.text,
    output_file: OutputFile = None,
) -> int:
    """Show pots, commission and payments as they should have been, beside what the log says.

    Another reading of the rulebook or of the record that changes a sum is shown beside it.
    """
    from auditor.report.pages.settle import settled

    chosen = _look(path, hand, table, _options(rules, as_of, interpret, log_format))
    if chosen is None:
        return NOT_READ
    if form is HandForm.text:
        hand_read, found = chosen.raw.read(), chosen.settlement()
        _tell(lambda width: settled(hand_read, chosen.bound, chosen.path, found, width), output_file)
        return 0
    from auditor.report.pages.one_hand import settle_html, settle_json

    seen, found = chosen.seen(), chosen.settlement()
    _write([settle_json(seen, found)] if form is HandForm.json else settle_html(seen, found), output_file)
    return 0


def sheet(
    path: LogPath,
    hand: HandNumber,
    table: TableName = None,
    rules: shared.RulesId = None,
    as_of: shared.AsOf = None,
    interpret: shared.Interpret = None,
    log_format: shared.FormatName = None,
    output_file: OutputFile = None,
) -> int:
    """Write the ruling sheet of a hand: one page of HTML to print and sign, with what was due to whom by which clause.

    The settlement has a column for each other reading, of the rulebook or of the record, that changes it.
    """
    from auditor.report.pages.replay import replay_of
    from auditor.report.pages.sheet import ruling_sheet

    chosen = _look(path, hand, table, _options(rules, as_of, interpret, log_format))
    if chosen is None:
        return NOT_READ
    seen = chosen.seen()
    steps = replay_of(seen.hand, chosen.bound, chosen.source_line(), chosen.findings)
    _write(ruling_sheet(seen, steps, chosen.findings, chosen.settlement()), output_file)
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


def _look(path: str, number: str, table: str | None, options: Options) -> ChosenHand | None:
    """Audit the log, because a hand's findings depend on the hands before it, and return the hand that is asked for.

    None if that hand is there and cannot be read, which has been reported by then.
    """
    from auditor.auditing.pipeline import audit
    from auditor.logs.files.discovery import find, open_all
    from auditor.logs.reader import RawHand

    hands: list[ChosenHand] = []
    others: dict[str, None] = {}
    current = ""

    def sources() -> Iterator[Source | RefusedFile | Passed]:
        nonlocal current
        for source in open_all(find([path])):
            current = source.name
            yield source

    def observe(item: RawHand | Aftermath, bound: BoundRulebook, judged: tuple[Judged, ...]) -> None:
        if not isinstance(item, RawHand) or (table is not None and item.setup.table != table):
            return
        if item.number == number:
            hands.append(ChosenHand(current, item, bound, [finding for one in judged for finding in one.findings]))
        elif len(others) <= OFFERED:
            others[item.number] = None

    result = audit(sources(), options, observe)
    unread = [one for one in result.unread if one.hand == number or one.hand is None]
    if len(hands) > 1:
        names = joined(list(dict.fromkeys(f"'{escaped(one.raw.setup.table, 40)}'" for one in hands))[:OFFERED])
        raise UsageError(f"{len(hands)} hands are numbered {escaped(number, 30)}: choose by --table from {names}")
    if hands:
        hands[0].result, hands[0].options = result, options
        return hands[0]
    for one in unread:
        place = f"{escaped(one.path)}:{one.line}:{one.column}" if one.line else escaped(one.path)
        output.say(f"{place}: {escaped(one.reason)}")
    if unread:
        return None
    known = joined([escaped(other, 30) for other in list(others)[:OFFERED]]) + (" …" if len(others) > OFFERED else "")
    raise UsageError(f"no hand '{escaped(number, 30)}' there" + (f"; there are {known}" if others else ""))
