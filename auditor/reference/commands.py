"""The page of the command line: every command with its arguments and options, as typer knows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.cli.command_tree import below, default_of, words_of
from auditor.reference.markdown import code, escaped, page, table
from auditor.vocabulary.wording import joined


def commands(root: Any) -> str:
    """The page of all commands below this one; `root` is what typer makes of an application."""
    lines = ["# Command line", "", *_text(root.help), *_options(root)]
    for name, command in below(root, "auditor"):
        context = command.make_context(name, [], resilient_parsing=True)
        usage = " ".join([name, *command.collect_usage_pieces(context)])
        lines += ["", f"## {name}", "", *_text(command.help), "", "```text", usage, "```", ""]
        lines += [*_arguments(command), *_options(command)]
    return page(lines)


def _text(words: str | None) -> Iterator[str]:
    for paragraph in (words or "").split("\n\n"):
        yield from (escaped(" ".join(paragraph.split())), "")


def _arguments(command: Any) -> Iterator[str]:
    found = [one for one in command.params if one.param_type_name == "argument" and not one.hidden]
    yield from table(
        ("argument", "meaning"), [(code(one.make_metavar(None)), escaped(one.help or "")) for one in found]
    )


def _options(command: Any) -> Iterator[str]:
    found = [one for one in command.params if one.param_type_name == "option" and not one.hidden]
    rows = [
        (_names(one), " ".join(filter(None, (escaped(one.help or ""), _choices(one), _default(one))))) for one in found
    ]
    yield from table(("option", "meaning"), rows)


def _names(option: Any) -> str:
    """All names of an option, the first one with what it takes."""
    first, *others = [*map(str, option.opts), *map(str, option.secondary_opts)]
    takes = "" if option.is_flag or words_of(option) else f" {option.metavar or option.type.name.upper()}"
    return ", ".join(code(name) for name in (f"{first}{takes}", *others))


def _choices(option: Any) -> str:
    words = [code(word) for word in words_of(option)]
    return f"One of {joined(words, 'or')}." if words else ""


def _default(option: Any) -> str:
    default = default_of(option)
    return f"If not given: {code(default)}." if default else ""
