"""Recognises a hand history of a kind that is not known, so that it is named as that and counts as unread.

No list of rooms could ever be whole. What all histories share is what they tell of: a hand with a number, people in
seats, forced bets, cards, streets, acts, pots. Each of these is a kind of evidence, with the forms that text, XML and
JSON give it. The lines of people or acts must be there, several of them, and other kinds beside them. Prose about
poker, a summary of a tournament, a program and a spreadsheet have some kinds of evidence and never that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from auditor.logs.blocks import Block
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.events import Event
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped

HEAD = 4000  # characters that are looked at
LONGEST_QUOTE = 60
ENOUGH, ENOUGH_WITHOUT_ACTS = 4, 5  # kinds of evidence
HAND, SEATS, POSTS, ACTS, CARDS = "hand", "seats", "posts", "acts", "cards"
LEAST = {SEATS: 2, ACTS: 3}  # lines of a kind; of any other kind one is enough

MONEY = r"[^\s0-9A-Za-z]{0,3} ?[0-9][0-9.,]*"
CARD = r"(?:(?:10|[2-9TJQKA])[cdhs♣♦♥♠]|[CDHS](?:10|[2-9TJQKA]))"
VERB = (
    "fold(?:s|ed)?|check(?:s|ed)?|call(?:s|ed)?|bets?|raise(?:s|d)?|(?:is |goes )?all[- ]?in(?: raises?)?"
    "|passe|suit|relance|mise|passt|foldet|checkt|callt|setzt|erhöht|geht mit|pasa|iguala|sube|apuesta|se retira"
    "|desiste|paga|aumenta|aposta|vede|rilancia|punta|lascia|пас|чек|колл|рейз|бет"
)
DONE = "(?:action_?)?(?:fold|check|call|bet|raise|all[_ -]?in)"
GAME = r"(?:hold ?'?em|omaha|stud|razz|badugi|lowball|triple draw)"

TEXT = {  # the forms in a text, line by line
    HAND: r"\b(?:hand|game|stage|mano|mão|main|donne|partie|spiel|раздача|игра)"
    r"(?: ?(?:id|no|nr|number|history|started?|for))*+[ .:]*(?:[#№] ?[A-Z]{0,4}[0-9]|[A-Z]{0,3}[0-9][0-9A-Z-]{4})",
    SEATS: r"^\W{0,4}(?:seat|sitz|platz|place|siège|asiento|posto|lugar|место) ?#?[0-9]{1,2} ?(?:[:=.)-]|[\[(])"
    rf"|^[^\n]{{1,60}}\( ?{MONEY} (?:in )?chips ?\)",
    POSTS: r"\bpost(?:s|ed)?\b[^\n]{0,30}\b(?:blind|ante|straddle|bb|sb)\b"
    rf"|\b(?:(?:small|big) blind|ante)\b[^\n]{{0,30}}?[ :(\[]{MONEY}"
    r"|\b(?:paga|pone|mette|posta|coloca|pose|met|setzt|bringt|ставит)\b[^\n]{0,30}(?:ciega|blind|buio|ante|блайнд)",
    ACTS: rf"^(?=\S)[^\n]{{1,40}}?[ :,\])-] ?(?:{VERB})"
    rf"(?:[ :(\[-]++(?:(?:to|by|for|de|à|auf|até|до) )?[(\[ ]*+{MONEY}(?: ?[A-Za-z€]{{1,5}})?"
    r"(?:[ )\],(]++[^\n]{0,40})?)?[ ).\]!]*+$",
    CARDS: rf"[\[(|:] ?{CARD}(?:[ ,|-]*{CARD})*+ ?(?:[\])|,]|$)",
    "streets": r"^[^\w\n]{0,8}(?:dealing |dealt |round |street:? )?"
    r"(?:(?:the )?(?:pre-?flop|flop|turn|river)|(?:hole|pocket|down|private) cards"
    r"|(?:third|3rd|fourth|4th) street|show ?down|summary|(?:first|second) draw|флоп|терн|ривер)"
    r"(?:[ *=-]*[\[(:]|[ *=:.-]*$)",
    "paid": r"\b(?:wins?|won|collect(?:s|ed)?|gewinnt|gagne|remporte|gana|vince|ganhou|выигр\w*)\b"
    rf"[^\n]{{0,40}}?{MONEY}|\bpot\b[^\n]{{0,12}}{MONEY}",
    "button": r"\b(?:is (?:the|on the) (?:button|dealer)|(?:button|dealer)(?: is)?(?: in| on)?(?: seat| ?: )|set dealer"
    r"|hat den button|(?:bouton|botón|bottone|botão) ?:?)",
    "game": rf"{GAME}[^\n]{{0,60}}(?:limit|\b[NPF]L\b|[0-9] ?/)"
    rf"|(?:limit|\b[NPF]L|[0-9])[^\n]{{0,60}}\b(?:texas[_ ])?{GAME}",
}
XML = {  # the forms among elements and their attributes
    HAND: r"<(?:[a-z]*hand[a-z]*|game|[a-z]*history|deal)\b[^<>]{0,300}?\b(?:[a-z]*id|no|num|number|code)\s*=",
    SEATS: r"<(?:seat|player)[a-z]*\b[^<>]{0,200}?\b(?:[a-z]*name|alias|num|no|position|seat|id)\s*=",
    POSTS: r"<(?:blind|ante|post)s?\b|[\"'](?:[a-z]+_)?(?:post(?:s|ed)?[ _]?)?"
    r"(?:small[ _]?blinds?|big[ _]?blinds?|antes?|sb|bb|blinds)[\"']",
    ACTS: rf"<(?:fold|check|call|bet|raise|allin)s?\b|\b(?:type|action|name|event|kind|act)\s*=\s*[\"']{DONE}s?[\"']",
    CARDS: rf"<(?:cards?|hole|pocket)\b|[\"'>] ?{CARD}(?:[ ,]*{CARD})*+ ?[\"'<]",
    "streets": r"<(?:flop|turn|river|preflop|community|street|round|deal)\b"
    r"|[\"'](?:[a-z]+_)?(?:flop|turn|river|preflop)[\"']",
    "paid": r"<(?:win|winner|pot|showdown|rake)[a-z]*\b|\b(?:win|winnings|won|pot|rake)\s*=",
    "button": r"<(?:dealer|button)\b|\b(?:dealer|button)[a-z]*\s*=",
    "game": rf"[\"'>][^\"'<>\n]{{0,40}}{GAME.replace(' ?', '[ -]?')}|\b(?:gametype|limit|stakes|blinds)\s*=",
}
JSON = {  # the forms among keys and values
    HAND: r'"[a-z]*(?:hand|game)[_-]?(?:id|no|num|number|code)"\s*:',
    SEATS: r'"seat(?:[_-]?(?:no|num|number|id|index))?"\s*:',
    POSTS: r'"(?:post[a-z_ -]*)?(?:small|big)[_ -]?blind"|"(?:post[_ -]?)?ante"',
    ACTS: rf'"{DONE}s?"',
    CARDS: rf'"[a-z_]*cards?"\s*:|"{CARD}(?:[ ,]*{CARD})*+"',
    "streets": r'"(?:pre[_-]?flop|flop|turn|river|street)"',
    "paid": r'"(?:pots?|win|winners?|winnings|won|rake)"\s*:',
    "button": r'"(?:dealer|button)[a-z_]*"\s*:',
    "game": rf'"[^"\n]{{0,40}}{GAME}[^"\n]{{0,40}}"',
}


@value_class
class Evidence:
    """What shows that a text is a hand history: the line with its first sign, and that line's text."""

    line: int
    text: str

    @property
    def reason(self) -> str:
        """Why the text is not read."""
        quote = escaped(self.text, LONGEST_QUOTE)
        return (
            f"looks like a hand history of a kind that is not known: found {quote!r}; "
            "'auditor formats' lists the kinds that are read"
        )


@cache
def _patterns(first: str) -> dict[str, re.Pattern[str]]:
    """The kinds of evidence to look for, by the first letter of a text."""
    forms = XML if first == "<" else JSON if first in ("{", "[") else TEXT
    return {kind: re.compile(form, re.IGNORECASE | re.MULTILINE) for kind, form in forms.items()}


def evidence_of(text: str) -> Evidence | None:
    """What shows that a text is a hand history, by how it begins; None if too little does."""
    head = text[:HEAD]
    start = head.lstrip("\ufeff \0\t\r\n\f\v")
    found: dict[str, int] = {}  # where the first sign of each kind stands
    for kind, pattern in _patterns(start[:1] if not start.startswith("[") or '"' in start[:40] else "").items():
        matches = [match.start() for _, match in zip(range(LEAST.get(kind, 1)), pattern.finditer(head), strict=False)]
        if len(matches) == LEAST.get(kind, 1):
            found[kind] = matches[0]
    if not _is_enough(found):
        return None
    at = found.get(HAND, min(found.values()))
    line = head[head.rfind("\n", 0, at) + 1 :].partition("\n")[0]
    return Evidence(1 + head.count("\n", 0, at), line.strip())


def _is_enough(found: Iterable[str]) -> bool:
    """Do these kinds of evidence show a hand history? People or acts must be among them, and something of the play."""
    kinds = set(found)
    if not kinds & {SEATS, ACTS} or not kinds & {POSTS, ACTS, CARDS}:
        return False
    return len(kinds) >= (ENOUGH if ACTS in kinds else ENOUGH_WITHOUT_ACTS)


# ---- as a format ----


def blocks(chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
    """Give one Unreadable for the whole text, which is read to its end so that its lines are counted."""
    head = ""
    for chunk in chunks:
        head += chunk[: HEAD - len(head)] if len(head) < HEAD else ""
    found = evidence_of(head) or Evidence(1, head.strip().partition("\n")[0])
    yield Unreadable(found.reason, found.line, 1)


def read_block(block: Block) -> list[Event]:
    """Nothing can be read of such a text."""
    raise Unreadable("a hand history of a kind that is not known", block.line, 1)
