"""A real PostgreSQL server for tests, in a temporary folder with a socket of its own and no port.

It is started from the binaries on the PATH, or from those of Debian's package, and ended by its number.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DEBIAN = Path("/usr/lib/postgresql")
USER = "postgres"  # the server refuses to run as root
QUICK = "-c listen_addresses='' -c fsync=off -c max_connections=40"


def binaries() -> Path | None:
    """The folder of `initdb` and `pg_ctl`; None if there is none."""
    if (found := shutil.which("initdb")) is not None and shutil.which("pg_ctl") is not None:
        return Path(found).parent
    versions = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


@contextmanager
def server() -> Iterator[str]:
    """Run a server, and give what stands before and after the name of a database in its address, with `{}` for it."""
    programs = binaries()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    data = folder / "data"
    try:
        as_user: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(folder, USER, USER)
            as_user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
        else:
            folder.chmod(0o700)
        run = [*as_user, str(programs / "initdb"), "-D", str(data), "-U", USER, "-A", "trust", "-E", "UTF8"]
        subprocess.run([*run, "--locale=C.UTF-8", "--no-sync"], check=True, capture_output=True, cwd=folder)
        control = [*as_user, str(programs / "pg_ctl"), "-D", str(data), "-w"]
        options = ["-o", f"-k {folder} {QUICK}", "-l", str(folder / "log"), "start"]
        subprocess.run([*control, *options], check=True, cwd=folder, stdout=subprocess.DEVNULL)
        try:
            yield f"postgresql://{USER}@/{{}}?host={folder}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], check=True, capture_output=True, cwd=folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
