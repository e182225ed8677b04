"""The command line: typer commands without logic of their own, one module a group.

Heavy modules are imported inside the commands, so that `auditor --help` answers at once.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress

LITTER = 100_000  # objects made between two searches for garbage in cycles; a hand leaves no cycles behind


def main() -> None:
    """Run the command given on the command line and end with its exit status."""
    if sys.argv[1:] == ["--version"]:  # programs ask this most often, and should not wait for typer
        from auditor.version import BUILD, __version__

        with suppress(OSError):  # what cannot be written is tried again below, and told
            print(f"auditor {__version__}, {BUILD}", flush=True)
            if sys.stdout is not None:
                sys.exit(0)
    from auditor.cli.interruption import SAID, STATUS, Interruption

    signals = Interruption()
    try:
        status = _run()
    except KeyboardInterrupt:  # before there was a command, or after its end
        from auditor.cli.output import say

        say(SAID)
        status = STATUS
    signals.end()
    gc.freeze()  # otherwise Python would search everything for garbage once more before it ends
    sys.exit(status)


def _run() -> int:
    gc.set_threshold(LITTER, 20, 20)  # Python's 700 would cost a tenth of the time, at the start and in bulk
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # pydantic looks for no plugins of its own
    from auditor.cli.app import run

    return run(sys.argv[1:])
