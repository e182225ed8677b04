"""`auditor man`: the manual page, made from the help of all commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from auditor.cli import output
from auditor.cli.command_tree import below, default_of, words_of
from auditor.version import __version__
from auditor.vocabulary.wording import joined

STATUS = (
    ("0", "nothing was found at or above the fail level, and everything was read"),
    ("1", "there are findings"),
    ("2", "the command was called wrongly, or a settings file or rulebook is wrong"),
    ("3", "part of the input could not be read or audited, which outweighs findings"),
)
FILES = (
    ("auditor.toml", "settings, looked for in the current folder and above; pyproject.toml may have them, too"),
    ("decisions.toml", "decisions on findings, beside the logs; applied if the folder is trusted"),
)


def man() -> None:
    """Print the manual page; 'auditor man | man -l -' shows it."""
    from auditor.cli.commands import application

    output.show_text(manual(typer.main.get_command(application()), __version__))


def manual(root: Any, version: str) -> str:
    """The page of all commands below this one, in the language of man; `root` is what typer makes of an application."""
    lines = [f'.TH AUDITOR 1 "" "auditor {version}" "User Commands"']
    lines += [".SH NAME", "auditor \\- audits poker logs against codified rulebooks, clause by clause"]
    lines += [".SH SYNOPSIS", ".B auditor", ".I COMMAND", "[\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]..."]
    lines += [".SH DESCRIPTION", *_paragraphs((root.help or "").split("Exit status:")[0])]
    lines += [".SH OPTIONS", *_options(root), ".SH COMMANDS"]
    for name, command in below(root, "auditor"):
        context = command.make_context(name, [], resilient_parsing=True)
        usage = " ".join([name, *command.collect_usage_pieces(context)])
        lines += [f".SS {_plain(usage)}", *_paragraphs(command.help), *_arguments(command), *_options(command)]
    lines += [".SH EXIT STATUS", *(part for one in STATUS for part in _item(*one))]
    lines += [".SH FILES", *(part for one in FILES for part in _item(*one))]
    return "\n".join(lines) + "\n"


def _arguments(command: Any) -> Iterator[str]:
    for one in command.params:
        if one.param_type_name == "argument" and not one.hidden:
            yield from _item(one.make_metavar(None), one.help or "")


def _options(command: Any) -> Iterator[str]:
    for one in command.params:
        if one.param_type_name == "option" and not one.hidden:
            words = words_of(one)
            takes = "" if one.is_flag else " " + ("|".join(words) or one.metavar or one.type.name.upper())
            default = default_of(one)
            told = [one.help or "", f"If not given: {default}." if default else ""]
            yield from _item(f"{joined([*one.opts, *one.secondary_opts], 'or')}{takes}", " ".join(filter(None, told)))


def _item(term: str, text: str) -> tuple[str, ...]:
    return ".TP", f"\\fB{_plain(term)}\\fR", _plain(text)


def _paragraphs(text: str | None) -> Iterator[str]:
    for paragraph in filter(None, (" ".join(one.split()) for one in (text or "").split("\n\n"))):
        yield from (".PP", _plain(paragraph))


def _plain(text: str) -> str:
    """A text in which nothing is a request or an escape to man, in ASCII: not every man reads another encoding."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    safe = "".join(each if each.isascii() else f"\\[u{ord(each):04X}]" for each in safe)
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe
