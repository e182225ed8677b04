"""Runs commands again and again, each time with another call that fails. `test_failing_calls.py` starts it.

What all runs need is imported once; each is a copy of this process, with a new folder. The plans come as JSON on
standard input; for each run a line of JSON goes out: the call that failed, the status, what was printed, the files.
"""

import ctypes
import importlib
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
from pathlib import Path

KINDS = ("open", "read", "write", "rename", "fsync", "fork", "opendir")
KIND = 7  # the bits of what a call is like that have its kind
REGISTER = "register.db"
PATIENCE = 120  # seconds before a run counts as one that hangs
NEEDED = """
    auditor.api auditor.watching.watched_folder auditor.auditing.shards.gathering
    auditor.logs.converting auditor.review.ledger
    auditor.logs.phh.reader auditor.logs.table_log.reader auditor.report.formats.concise filelock pydantic
    tomllib zipfile auditor.packing.writing auditor.packing.checking auditor.review.trust auditor.register.entering
    auditor.register.telling auditor.register.decisions auditor.cli.register
""".split()


def main():
    plans = json.load(sys.stdin)
    for name in NEEDED:
        importlib.import_module(name)
    from auditor.cli import app, commands

    commands.application()
    for plan in plans:
        if plan["first"]:
            go_first(plan)
        if plan["warm"]:  # what comes with the auditor has been read, and only what is of this run can fail
            prepare(plan, Path(plan["folder"]))
            with open(os.devnull, "w") as sys.stdout:
                app.run(plan["words"])
            sys.stdout = sys.__stdout__
        good = report(plan, 0, 0)
        plan["like"] = [ctypes.CDLL(None).failing_like(ctypes.c_long(call + 1)) for call in range(good["calls"])]
        print(json.dumps(good), flush=True)
        for call in chosen(plan, good["calls"]):
            for error in plan["errors"]:
                print(json.dumps(report(plan, call, error)), flush=True)


def go_first(plan):
    """Run the commands that come before the one that is tried: what they leave behind is there in all its runs."""
    folder = Path(plan["folder"])
    prepare(plan, folder)
    for words in plan["first"]:
        child = os.fork()
        if child == 0:
            run({**plan, "words": words}, folder, ctypes.CDLL(None), 0, 0)
        os.waitpid(child, 0)
        ctypes.CDLL(None).failing_disarm()
    left = folder.with_name(f"after {plan['name']}")
    shutil.rmtree(left, ignore_errors=True)
    folder.rename(left)
    for name in ("out", "err"):
        (left / name).unlink()
    plan["template"] = str(left)


def chosen(plan, calls):
    """The calls of a command that are to fail: all of them or, if that would take too long, some.

    Of calls that do the same to files of one folder, the first, the last and one between stand for all, if so asked.
    Of a few, one is of each kind that the command makes.
    """
    numbers = range(1, calls + 1)
    if plan["alike"]:
        like = {}
        for number in numbers:
            like.setdefault(plan["like"][number - 1], []).append(number)
        return sorted({one[place] for one in like.values() for place in (0, len(one) // 2, -1)})
    if plan["most"] is None or calls <= plan["most"]:
        return numbers
    chance, kinds = random.Random(plan["name"]), {}
    for number in numbers:
        kinds.setdefault(plan["like"][number - 1] & KIND, []).append(number)
    some = {chance.choice(one) for one in kinds.values()}
    others = [number for number in numbers if number not in some]
    return sorted([*some, *chance.sample(others, max(0, plan["most"] - len(some)))])


def prepare(plan, folder):
    """Make the folder of a run with its files anew."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(plan["template"], folder)
    tempfile.tempdir = None
    os.environ["TMPDIR"] = str(folder / "temporary")
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    os.environ["XDG_CONFIG_HOME"] = str(folder / "config")


def report(plan, call, error):
    """Run the command with this call failing, and tell what became of it. Call 0 is none."""
    folder = Path(plan["folder"])
    library = ctypes.CDLL(None)
    prepare(plan, folder)
    child = os.fork()
    if child == 0:
        run(plan, folder, library, call, error)
    _, status = os.waitpid(child, 0)
    library.failing_disarm()
    hit = library.failing_hit()
    files = {
        str(path.relative_to(folder)): path.read_bytes().decode("latin-1" if path.suffix == ".zip" else "utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "cache" not in path.relative_to(folder).parts and not path.name.startswith(REGISTER)
    }
    found = {
        "name": plan["name"],
        "call": call,
        "calls": library.failing_count(),
        "hit": KINDS[hit] if hit >= 0 else None,
    }
    found |= {"status": os.waitstatus_to_exitcode(status), "files": files, "register": registered(folder / REGISTER)}
    return found


def registered(path):
    """What is in a register: whether its pages are whole, and how many rows each table has. None if there is none."""
    if not path.exists():
        return None
    register = sqlite3.connect(path)
    try:
        (whole,) = register.execute("PRAGMA integrity_check").fetchone()
        names = [name for (name,) in register.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")]
        rows = {name: register.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}
        return {"pages": whole, "rows": rows}
    except sqlite3.DatabaseError as error:
        return {"pages": str(error), "rows": {}}
    finally:
        register.close()


def run(plan, folder, library, call, error):
    """Become a run of the command, up to its end."""
    from auditor.cli.app import run as command

    signal.alarm(PATIENCE)
    for number, name in enumerate(("out", "err"), 1):
        to = os.open(folder / name, os.O_WRONLY | os.O_CREAT)
        os.dup2(to, number)
        os.close(to)
    library.failing_arm(ctypes.c_long(call), error, f"{folder}/".encode(), plan["also"].encode())
    sys.exit(command(plan["words"]))  # and the rest of the end, as Python ends


if __name__ == "__main__":
    main()
