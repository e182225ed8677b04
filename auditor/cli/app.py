"""How a run begins, and how it ends."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from auditor.cli import interruption
from auditor.cli.output import prepare, say
from auditor.storage.plugins import plugins_ignored
from auditor.vocabulary.errors import AuditorError
from auditor.vocabulary.wording import escaped

NOT_AUDITED = 3
USAGE = 2


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status. An error is one line; only our own faults may show a traceback."""
    debug = "--debug" in arguments
    words = [word for word in arguments if word != "--debug"]
    try:
        prepare()
        with plugins_ignored("--isolated" in words):
            status = _command(words)
    except AuditorError as error:
        say(escaped(str(error)))
        return USAGE
    except KeyboardInterrupt:
        status = interruption.STATUS
    except OSError as error:
        say(f"the system refused what was asked of it: {_told(error)}")
        return NOT_AUDITED
    except Exception as error:
        return _our_fault(error, debug)
    if status == interruption.STATUS:  # typer itself answers an interruption with this status
        say(interruption.SAID)
    return status if isinstance(status, int) else 0


def _command(words: Sequence[str]) -> object:
    """Do what is asked. Logs to be audited without any option are no question of options, and do not wait for typer."""
    if words[:1] == ["audit"] and words[1:] and not any(word.startswith("-") for word in words):
        from auditor.cli.audit import DEFAULTS, audit_logs

        return audit_logs({**DEFAULTS, "paths": [*words[1:]]})
    from auditor.cli.commands import run_command

    return run_command(words)


def _told(error: OSError) -> str:
    reason = escaped(str(error.strerror or error), 200)
    return reason if error.filename is None else f"{escaped(str(error.filename), 200)}: {reason}"


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
