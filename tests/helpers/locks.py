"""The locks of `requirements/`, read by a plain expression, and what `pyproject.toml` asks for."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from typing import NamedTuple

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from places import ROOT

LOCKS = {path.stem: path for path in sorted((ROOT / "requirements").glob("*.txt"))}
PACKAGE = re.compile(
    r"^([a-z0-9-]+)==(\S+)(?: ; (.+?))? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)
COMMENT = re.compile(r"^ *#.*\n", re.MULTILINE)


class Locked(NamedTuple):
    """A package of a lock."""

    version: str
    marker: str | None  # where it is needed, if not everywhere
    hashes: int

    @property
    def needed(self) -> bool:
        """Is it needed with this Python, on this system?"""
        return self.marker is None or Marker(self.marker).evaluate()


def entries(name: str) -> list[tuple[str, Locked]]:
    """The entries of a lock. A package has several if some Python needs another version of it."""
    found = PACKAGE.findall(LOCKS[name].read_text(encoding="utf-8"))
    return [
        (package, Locked(version, marker or None, hashes.count("--hash"))) for package, version, marker, hashes in found
    ]


def locked(name: str) -> dict[str, Locked]:
    """The packages of a lock by name, of several versions the one that is needed here."""
    return dict(sorted(entries(name), key=lambda entry: (entry[0], entry[1].needed)))


def strange(name: str) -> str:
    """What is neither a package with its hashes nor a comment."""
    return COMMENT.sub("", PACKAGE.sub("", LOCKS[name].read_text(encoding="utf-8")))


def asked_for() -> dict[str, list[Requirement]]:
    """What `pyproject.toml` asks for: to run, to build, and by extra and group."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = {
        "runtime": project["project"]["dependencies"],
        "build-system": project["build-system"]["requires"],
        **project["project"]["optional-dependencies"],
        **project["dependency-groups"],
    }
    return {name: [Requirement(one) for one in each if isinstance(one, str)] for name, each in found.items()}


def installed(package: str) -> str | None:
    """The version of a package that is installed, if it is."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def needs(package: str) -> set[str]:
    """The packages that an installed package needs here, without its extras."""
    found = map(Requirement, metadata.requires(package) or ())
    return {canonicalize_name(one.name) for one in found if one.marker is None or one.marker.evaluate({"extra": ""})}
