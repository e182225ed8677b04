"""The commands, as typer reads and shows them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from auditor.cli.output import show_text
from auditor.version import BUILD, __version__

USAGE = 2  # the exit status of a wrong call

UsageFault: type[Exception] = typer.BadParameter.__mro__[
    1
]  # the parent of all complaints about the command line itself

HELP = """Audits poker logs against codified rulebooks, clause by clause.

Exit status: 0 nothing at or above the fail level; 1 findings; 2 wrong usage or configuration; 3 part of the input
could not be read or audited (which outweighs 1)."""

COMMANDS = {
    "audit": ("audit_command", "audit"),
    "watch": ("watch", "watch"),
    "serve": ("serve", "serve"),
    "explain": ("rules", "explain"),
    "decide": ("decide", "decide"),
    "register": ("register", "app"),
    "trust": ("trust", "trust"),
    "replay": ("one_hand", "replay"),
    "settle": ("one_hand", "settle"),
    "sheet": ("one_hand", "sheet"),
    "evidence": ("record_more", "evidence"),
    "parse": ("formats", "parse"),
    "convert": ("convert", "convert"),
    "pack": ("evidence", "pack"),
    "verify": ("evidence", "verify"),
    "formats": ("formats", "formats"),
    "schema": ("formats", "schema"),
    "rules": ("rules", "app"),
    "plugins": ("plugins", "plugins"),
    "lsp": ("editor", "lsp"),
    "man": ("manual", "man"),
}  # each with its module in this package and its name there


def application(words: Sequence[str] = ()) -> typer.Typer:
    """All commands, or only the one that the first word names, because typer takes its time to look at each."""
    app = typer.Typer(
        name="auditor",
        help=HELP,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(root)
    for name in words[:1] if words and words[0] in COMMANDS else COMMANDS:
        module, member = COMMANDS[name]
        command = getattr(import_module(f"auditor.cli.{module}"), member)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name)(command)
    return app


def _version(wanted: bool) -> None:
    if wanted:
        show_text(f"auditor {__version__}, {BUILD}\n")
        raise typer.Exit


def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print version and build, and end.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show where an internal error arose; works anywhere.")] = False,
    isolated: Annotated[bool, typer.Option("--isolated", help="Use no plugins; it stands before the command.")] = False,
) -> None:
    """Nothing is done here: `--version` ends the run, and `run` has seen to the others already."""
    del version, debug, isolated


def run_command(words: Sequence[str]) -> object:
    """Have typer find the command that these words call and run it; give what it returns."""
    command = typer.main.get_command(application(words))
    try:
        return command.main([*words], prog_name="auditor", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except UsageFault as error:
        return _misused(error)


def _misused(error: Exception) -> int:
    """Have typer report a wrong option or argument. It answers a call without any words with the help text."""
    error.show()  # type: ignore[attr-defined]
    return USAGE
