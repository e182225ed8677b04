"""`auditor serve`: the desk, an audit to look at in a browser on this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from auditor.cli import output, shared
from auditor.cli.audit import DEFAULTS, baseline_of, decided, decision_sources, log_places
from auditor.cli.decide import entered, ledger_of, read_by
from auditor.cli.registering import RunRegister
from auditor.cli.settings import given_options, run_settings
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import without_password

if TYPE_CHECKING:
    from auditor.auditing.result import Result
    from auditor.report.view import View
    from auditor.review.ledger import Decision, DecisionSource

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(
    context: typer.Context,
    paths: Annotated[list[str] | None, typer.Argument(metavar="PATH...", help=shared.LOGS)] = None,
    rules: shared.RulesId = None,
    as_of: shared.AsOf = None,
    interpret: shared.Interpret = None,
    customs: shared.Customs = None,
    log_format: shared.FormatName = None,
    baseline: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="An earlier report of --format json, or 'register': what is new since then."),
    ] = None,
    register: shared.RegisterAddress = None,
    decisions: shared.Decisions = None,
    config: shared.Config = None,
    isolated: shared.Isolated = False,
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="The port; 0 for any that is free.")] = 8686,
    watch: Annotated[bool, typer.Option("--watch", help="Audit anew whenever a log has grown or changed.")] = False,
    read_only: Annotated[bool, typer.Option("--read-only", help="Nobody can decide or save anything.")] = False,
    user_header: Annotated[
        str | None,
        typer.Option("--trust-user-header", metavar="NAME", help="The header by which a proxy says who asks."),
    ] = None,
) -> int:
    """Open the desk in a browser: findings, hands, rulebooks, rulings.

    It audits the logs and answers on this machine only, to whoever opens the address that it prints. Ctrl-C ends it.
    """
    values: dict[str, Any] = {name: value for name, value in locals().items() if name != "context"}
    try:
        from auditor.desk.app import desk_app
        from auditor.desk.deciding import DecisionPlaces
        from auditor.desk.manners import Manners
        from auditor.desk.open_logs import Desk
        from auditor.desk.pages.rulebooks import load_ahead
        from auditor.desk.server import serve_until_ended
    except ModuleNotFoundError as error:
        raise UsageError(f"serve: {error.name} is not installed; expected 'pip install auditor[desk]' before") from None
    from auditor.logs.files.discovery import find
    from auditor.report.view import view

    named = paths or []
    found = find(named)
    settings = run_settings({**DEFAULTS, **values}, given_options(context, values), log_places(named, found))
    options, choice = settings.options(), settings.choice()

    register_of_run = None if settings["register"] is None else RunRegister(settings["register"], options)
    served = None if register_of_run is None else register_of_run.register
    earlier = baseline_of(settings["baseline"], register_of_run)

    def see(result: Result) -> View:
        today = date.today()
        ledger, files = decided(settings, named, found, today, served)
        return view(result, choice, options, earlier, ledger, today, files=files)

    def sources() -> tuple[Sequence[DecisionSource], Mapping[Path, str]]:
        return decision_sources(settings["decisions"], named, found, served)

    def enter(decision: Decision, log: str) -> Sequence[str]:
        return entered(decision, settings["decisions"], settings["register"], log, named)

    def place_for(log: str) -> tuple[str, str]:
        if settings["register"] is not None:
            return without_password(settings["register"]), "an audit with this register reads it"
        ledger = ledger_of(settings["decisions"], log, named)
        return str(ledger), read_by(ledger, log)

    sources()  # a ledger that is not there is told now
    manners = Manners(LOOPBACK, read_only=read_only, user_header=user_header)
    desk = Desk(named, options, see, DecisionPlaces(sources, enter, place_for))
    desk.begin(then=lambda: load_ahead(desk))
    app = desk_app(desk, manners, watch)
    serve_until_ended(app, port, lambda address: output.say(f"{address}?token={manners.once}"))
    return 0
