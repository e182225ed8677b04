"""Writes the page of the licences of all packages that run with the auditor, from their own metadata.

`python tests/helpers/licences.py` writes it anew, after a lock was renewed and installed.
"""

from __future__ import annotations

from importlib import metadata

from locks import locked, needs
from places import ROOT

PAGE = ROOT / "docs" / "licences.md"
CLASSIFIERS = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD",
    "License :: OSI Approved :: ISC License (ISCL)": "ISC",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Python Software Foundation License": "PSF-2.0",
}
WHERE = {"python_full_version < '3.14'": "with Python before 3.14", "sys_platform == 'win32'": "on Windows"}
HEAD = """# Licences

auditor is under the MIT licence. Its wheel has no code of others in it; these packages are installed with it and run
with it, in the versions of `requirements/runtime.txt` where that lock is used. The page is made from what the packages
state themselves, by `python tests/helpers/licences.py`, and a test holds it to that.

| package | licence | needed |
| --- | --- | --- |
"""


def licence(package: str) -> str:
    """The licence that an installed package states."""
    stated = metadata.metadata(package)
    if expression := stated.get("License-Expression"):
        return expression
    classifiers = [one for one in stated.get_all("Classifier") or [] if one.startswith("License ::")]
    return CLASSIFIERS[classifiers[0]] if classifiers else str(stated["License"])


def row(package: str) -> str:
    marker = locked("runtime")[package].marker
    return f"| {package} | {licence(package)} | {WHERE[marker] if marker else 'always'} |\n"


EXTRAS = {  # each with what it asks for, and what needs it
    "lsp": (["pygls"], "`auditor lsp`"),
    "register": (["sqlalchemy"], "`--register`"),
    "postgresql": (["sqlalchemy", "psycopg", "psycopg-binary"], "`--register postgresql://…`"),
    "cluster": (["distributed", "fsspec", "aiohttp"], "`auditor audit --cluster`"),
    "remote": (["fsspec", "aiohttp"], "a log at `https://…`"),
    "parquet": (["sqlalchemy", "pyarrow"], "`auditor register export --format parquet`"),
}


def beside(packages: list[str]) -> list[str]:
    """The packages that only an extra brings, each with its licence."""
    wanted, found = [*packages], list[str]()
    while wanted:
        package = wanted.pop()
        if package not in found and package not in locked("runtime"):
            found.append(package)
            wanted += needs(package)
    return [f"{package} ({licence(package)})" for package in sorted(found)]


def page() -> str:
    extras = [
        f"\nThe extra `{name}`, which {what} needs, brings these besides: {', '.join(beside(packages))}.\n"
        for name, (packages, what) in EXTRAS.items()
    ]
    return HEAD + "".join(map(row, locked("runtime"))) + "".join(extras)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
