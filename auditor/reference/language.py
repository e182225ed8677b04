"""The page of the log language: every statement with an example, its event, and the grammar itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from auditor.logs.table_log.reader import lexer
from auditor.logs.table_log.statements import MAKERS
from auditor.reference.checks import EVENT_NAMES, EVENTS_PAGE
from auditor.reference.markdown import code, escaped, link, page, table
from auditor.report.addresses import REFERENCE
from auditor.report.pages.explain import paragraphs

PAGE = f"{REFERENCE}/log-language"
GUIDE = "table-log"
REMARK = "// ---- "
TERMINAL = re.compile(r"([A-Z_]+)(?:\.[0-9]+)?:")
FENCE = re.compile(r"^```log.*\n((?:.*\n)*?)```$", re.MULTILINE)


def language(grammar: str, guide: str) -> str:
    """The page, made from the text of the grammar and from the guide to the language, whose examples it shows."""
    lines = [
        "# Statements of the table log",
        "",
        f"{link('The table log', PAGE, GUIDE)} explains the language. This is an ",
    ]
    lines += [
        "index of its statements, in the order of the grammar, each with one example and the event that it becomes.",
        "",
    ]
    examples = examples_of(guide)
    for remark, names in _topics(grammar).items():
        rows = [(code(examples[name]), _event(name)) for name in names if name in examples]
        lines += [*_headed(remark), *table(("statement", "event"), rows)] if rows else []
    lines += ["", "## The grammar", "", "```text", *grammar.rstrip().splitlines(), "```"]
    return page(lines)


def _event(name: str) -> str:
    kind = MAKERS[name][0]
    word = EVENT_NAMES[kind]
    return f"{link(code(word), PAGE, EVENTS_PAGE, word)}: {escaped(paragraphs(kind.__doc__)[0])}"


def examples_of(guide: str) -> Mapping[str, str]:
    """The shortest example that the guide has of each statement, without comments."""
    found: dict[str, str] = {}
    for text in FENCE.findall(guide):
        for line in text.splitlines():
            known = lexer().recognise(line, 1)
            bare = " ".join(line.split("  #")[0].split())
            if known and (known[1] not in found or len(bare) < len(found[known[1]])):
                found[known[1]] = bare
    return found


def _topics(grammar: str) -> dict[str, list[str]]:
    """The statements under the remarks that divide the grammar. A remark may go on over several lines."""
    found: dict[str, list[str]] = {}
    remark, before = "", ""
    for line in grammar.splitlines():
        if line.startswith(REMARK):
            words = line.removeprefix(REMARK).removesuffix(" ----")
            remark = f"{remark} {words}" if before.startswith(REMARK) else words
        elif (terminal := TERMINAL.match(line)) and terminal[1] in MAKERS:
            found.setdefault(remark, []).append(terminal[1])
        before = line
    return found


def _headed(remark: str) -> Iterator[str]:
    """A remark of the grammar: its first words as a heading, the rest below."""
    title, *rest = re.split(r"[:.] ", remark, maxsplit=1)
    yield from ("", f"## {escaped(_capital(title))}", "", *(escaped(_capital(words)) + "." for words in rest))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
