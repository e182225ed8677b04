"""The application: its commands, and how a run ends."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from auditor.cli import interruption
from auditor.cli.output import prepare, say, show_text
from auditor.version import __version__
from auditor.vocabulary.errors import AuditorError
from auditor.vocabulary.wording import escaped

NOT_AUDITED = 3
USAGE = 2

UsageFault: type[Exception] = typer.BadParameter.__mro__[
    1
]  # the parent of all complaints about the command line itself

HELP = """Audits poker logs against codified rulebooks, clause by clause.

Exit status: 0 nothing at or above the fail level; 1 findings; 2 wrong usage or configuration; 3 part of the input
could not be read or audited (which outweighs 1)."""

COMMANDS = {
    "audit": ("audit", "audit"),
    "watch": ("watch", "watch"),
    "explain": ("rules", "explain"),
    "decide": ("decide", "decide"),
    "trust": ("trust", "trust"),
    "replay": ("one_hand", "replay"),
    "settle": ("one_hand", "settle"),
    "parse": ("formats", "parse"),
    "convert": ("convert", "convert"),
    "pack": ("evidence", "pack"),
    "verify": ("evidence", "verify"),
    "formats": ("formats", "formats"),
    "schema": ("formats", "schema"),
    "rules": ("rules", "app"),
}  # each with its module in this package and its name there


def application(words: Sequence[str] = ()) -> typer.Typer:
    """All commands, or only the one that the first word names, because typer takes its time to look at each."""
    app = typer.Typer(
        name="auditor",
        help=HELP,
        no_args_is_help=True,
        add_completion=False,
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
        show_text(f"auditor {__version__}\n")
        raise typer.Exit


def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and end.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show where an internal error arose; works anywhere.")] = False,
) -> None:
    """Nothing is done here: `--version` ends the run, and `run` has taken `--debug` out already."""
    del version, debug


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status. An error is one line; only our own faults may show a traceback."""
    debug = "--debug" in arguments
    words = [word for word in arguments if word != "--debug"]
    try:
        prepare()
        command = typer.main.get_command(application(words))
        status = command.main(words, prog_name="auditor", standalone_mode=False)
    except AuditorError as error:
        say(escaped(str(error)))
        return USAGE
    except (KeyboardInterrupt, typer.Abort):
        status = interruption.STATUS
    except UsageFault as error:
        return _misused(error)
    except OSError as error:
        say(f"the system refused what was asked of it: {_told(error)}")
        return NOT_AUDITED
    except Exception as error:
        return _our_fault(error, debug)
    if status == interruption.STATUS:  # typer itself answers an interruption with this status
        say(interruption.SAID)
    return status if isinstance(status, int) else 0


def _told(error: OSError) -> str:
    reason = escaped(str(error.strerror or error), 200)
    return reason if error.filename is None else f"{escaped(str(error.filename), 200)}: {reason}"


def _misused(error: Exception) -> int:
    """Have typer report a wrong option or argument. It answers a call without any words with the help text."""
    error.show()  # type: ignore[attr-defined]
    return USAGE


def _our_fault(error: Exception, debug: bool) -> int:
    import traceback

    if debug:
        traceback.print_exc(file=sys.stderr)
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    say(f"internal error: {type(error).__name__}: {escaped(str(error), 200)}{where}")
    if not debug:
        say("this is a fault of the auditor itself; please report it with what --debug prints")
    return NOT_AUDITED
