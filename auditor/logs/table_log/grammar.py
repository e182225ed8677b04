"""What reading takes of a grammar of lines: the patterns of its lines, and the order in which they may come.

Lark builds the tables of an LALR parser from the grammar. That takes longer than the audit of a small log, so what is
needed of them is stored (`auditor.storage.disk_cache`), and Lark itself is imported only to build them. A run of lines
needs no tree: it only has to be accepted, and that takes a few lines here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from auditor.storage.bundled_files import folder
from auditor.storage.disk_cache import load_or_make
from auditor.vocabulary.records import as_tuple, record_class

if TYPE_CHECKING:
    import lark

FORM = 1  # of what is stored here
LAST = "$END"  # Lark's name for the end of the input


@record_class
class LineGrammar:
    """The line terminals of a grammar, and its LALR tables.

    In a state, a symbol leads to another state, or a rule is to be reduced, which is written as a number below zero:
    -1 for the first rule. Where every symbol that may come has the same rule reduced, the state has only that number. A
    wrong symbol is then found a few reductions later, but before anything else is taken in.
    """

    patterns: dict[str, str]  # of every terminal
    priorities: dict[str, int]  # the same
    groups: dict[str, int]  # see `_groups`
    states: list[dict[str, int] | int]
    rules: list[tuple[str, int]]  # each by the name of what it makes, and of how many symbols
    starts: dict[str, int]  # the first state for each kind of block
    ends: dict[str, int]  # and the last

    def misplaced(self, kind: str, order: Sequence[str]) -> int | None:
        """The place of the first terminal that cannot stand where it does, or None. Past the last one is the end."""
        states, rules, end = self.states, self.rules, self.ends[kind]
        stack = [self.starts[kind]]
        for place, symbol in enumerate([*order, LAST]):
            while symbol != LAST or stack[-1] != end:
                state = states[stack[-1]]
                move = state if isinstance(state, int) else state.get(symbol)
                if move is None:
                    return place
                if move >= 0:
                    stack.append(move)
                    break
                made, size = rules[-1 - move]
                del stack[len(stack) - size :]
                state = states[stack[-1]]
                assert not isinstance(state, int)
                stack.append(state[made])
        return None


def load_grammar(name: str, start: list[str]) -> LineGrammar:
    """The grammar `grammars/NAME.lark`, from the cache if it is there."""
    return load_or_make(
        name,
        (FORM, start, _text(name)),
        lambda: _needed(build(name, start)),
        lambda grammar: json.dumps(as_tuple(grammar), separators=(",", ":")),
        lambda text: LineGrammar(*json.loads(text)),
    )


def build(name: str, start: list[str]) -> lark.Lark:
    """Have Lark build the parser of `grammars/NAME.lark`. Lines are told apart by us, so it needs no lexer."""
    import lark
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        def __init__(self, conf: object) -> None:
            pass

        def lex(self, *_: object) -> None:  # type: ignore[override]
            raise NotImplementedError

    return lark.Lark(_text(name), parser="lalr", start=start, lexer=NoLexer)


def _text(name: str) -> str:
    return (folder("grammars") / f"{name}.lark").read_text(encoding="utf-8")


def _needed(parser: lark.Lark) -> LineGrammar:
    """What reading takes of a parser."""
    table = parser.parser.parser._parse_table
    rules = {rule: number for number, rule in enumerate(parser.rules)}
    numbers = {state: number for number, state in enumerate(table.states)}
    states: list[dict[str, int] | int] = []
    for moves in table.states.values():
        row = {
            symbol: -1 - rules[to] if action.name == "Reduce" else numbers[to] for symbol, (action, to) in moves.items()
        }
        first = next(iter(row.values()), 0)
        states.append(first if first < 0 and set(row.values()) == {first} else row)
    return LineGrammar(
        {one.name: one.pattern.to_regexp() for one in parser.terminals},
        {one.name: one.priority for one in parser.terminals},
        _groups(parser),
        states,
        [(rule.origin.name, len(rule.expansion)) for rule in rules],
        {kind: numbers[state] for kind, state in table.start_states.items()},
        {kind: numbers[state] for kind, state in table.end_states.items()},
    )


def _groups(parser: lark.Lark) -> dict[str, int]:
    """For every terminal of a grammar, the groups of alternatives that it belongs to, one bit each.

    A group is a rule without a node that the grammar allows any number of times in a row. A line that belongs to all
    groups of the line before it can follow that line, so the parser need not be asked. A terminal in no group is a
    group of its own.
    """
    within: dict[str, set[str]] = {}
    for rule in parser.rules:
        name = rule.origin.name
        if name.startswith("_") and not name.startswith("__"):  # two underscores mark Lark's own
            within.setdefault(rule.expansion[0].name, set()).add(name)
    bits: dict[str, int] = {}
    found: dict[str, int] = {}
    for terminal in parser.terminals:
        mine = _closure(terminal.name, within) or {terminal.name}
        found[terminal.name] = sum(1 << bits.setdefault(group, len(bits)) for group in sorted(mine))
    return found


def _closure(name: str, within: dict[str, set[str]]) -> set[str]:
    """The groups that a terminal or a group belongs to, directly or as part of another group."""
    own = within.get(name, set())
    return own.union(*[_closure(group, within) for group in own])
