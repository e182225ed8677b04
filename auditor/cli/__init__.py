"""The command line: typer commands without logic of their own, one module a group.

Whatever is heavy is imported inside the commands, so that `auditor --help` answers at once.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command given on the command line and end with its exit status."""
    from auditor.cli.app import run

    sys.exit(run(sys.argv[1:]))
