"""What a record leaves open: a question with its choices, of which the reader had to take one.

The law has readings, and so has the record. A reader that cannot know whether a post was live or dead says so, with a
`Doubt`, and goes on with the likelier choice. What is found is then judged again under the other choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from auditor.vocabulary.records import replace, value_class

ReadAs = tuple[tuple[str, str], ...]  # a way to read a record: the names of its doubts, each with the choice taken


@value_class
class Doubt:
    """A question that a record leaves open, its choices in words, and why the first of them was taken."""

    name: str  # which question of this hand: 'post of Ann'
    kind: str  # the question itself, the same in every hand: 'whether a post was live or dead'
    line: int
    choices: tuple[tuple[str, str], ...]  # a word and a statement: ('dead', 'the post of $2 by Ann was dead')
    because: str  # what speaks for the first
    voids: bool = False  # under the others the hand cannot be read at all, so that nothing in it accuses anybody

    @property
    def taken(self) -> str:
        """The choice that the reader takes by itself."""
        return self.choices[0][0]

    def statement(self, choice: str) -> str:
        """A choice as a statement."""
        return dict(self.choices)[choice]

    def known(self, choice: str) -> bool:
        """Is this one of the choices?"""
        return any(word == choice for word, _ in self.choices)

    def with_first(self, choice: str) -> Doubt:
        """The same doubt, if this choice was taken because the record adds up so."""
        ordered = tuple(sorted(self.choices, key=lambda one: one[0] != choice))
        return replace(self, choices=ordered, because="the record adds up so")


def other_choices(doubts: tuple[Doubt, ...]) -> Iterator[ReadAs]:
    """Give every other way to read, in full: first those that change one choice, then two, and so on."""
    doubts = tuple([one for one in doubts if not one.voids])
    for size in range(1, len(doubts) + 1):
        for some in combinations(doubts, size):
            for words in product(*[[word for word, _ in one.choices[1:]] for one in some]):
                changed = dict(zip([one.name for one in some], words, strict=True))
                yield tuple([(one.name, changed.get(one.name, one.taken)) for one in doubts])
