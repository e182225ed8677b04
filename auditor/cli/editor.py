"""`auditor lsp`: the language server for editors."""

from __future__ import annotations

from auditor.cli import shared
from auditor.vocabulary.errors import UsageError

TABLE_LOG = "table-log"


def lsp(
    rules: shared.RulesId = None,
    as_of: shared.AsOf = None,
    interpret: shared.Interpret = None,
) -> None:
    """Help an editor in which table logs are written.

    It speaks the language server protocol over standard input and output. The editor shows errors with their fixes
    and findings while somebody types, the clause over a finding, and what may come next. It needs 'pip install
    auditor[lsp]'; the editor starts this command itself.
    """
    from auditor.api import audit_text
    from auditor.cli import arguments

    try:
        from auditor.editing.server import server_for
    except ModuleNotFoundError as error:
        raise UsageError(f"lsp: {error.name} is not installed; expected 'pip install auditor[lsp]' before") from None
    day, readings = arguments.day(as_of), dict(arguments.readings(interpret or (), rules))
    audit_text("", rules=rules, as_of=day, interpretations=readings)  # a wrong option is told before anything is served
    server_for(
        lambda text, name: audit_text(
            text, name=name, rules=rules, as_of=day, interpretations=readings, log_format=TABLE_LOG
        )
    ).start_io()
