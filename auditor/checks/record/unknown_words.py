"""Checks of what a table says of itself: words that no rule knows, and a set-up that contradicts itself or the play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from auditor.auditing.engine.outcomes import Outcome, advisory
from auditor.auditing.engine.registry import CHECKS, check, on, session_check
from auditor.auditing.engine.situations import POSTS, RECOGNISED, SOUND_SET_UP, UNPROVIDED
from auditor.checks.support.incidents import ROLES
from auditor.checks.support.record_defects import defect, unknown_word
from auditor.checks.support.stated_blinds import amounts_stated
from auditor.checks.support.table_features import EVIDENT
from auditor.replay.forced_bets.blinds_and_antes import BLIND, ENTRY, missing_blinds, on_moving_button
from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.state import Session
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.record import cached_on_record
from auditor.rules.schema.rulebook import Game, Rule, Rulebook
from auditor.vocabulary.events import (
    Agreement,
    Bets,
    Blinds,
    Bonus,
    ChargeDeclared,
    Closed,
    CommissionDeclared,
    Condition,
    Declared,
    Event,
    Invalidated,
    Limit,
    Listed,
    Minimums,
    Misdeal,
    Notice,
    PickedUp,
    Post,
    Records,
    Required,
    Ruling,
    SideWager,
    Sits,
)
from auditor.vocabulary.findings import RECORD
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.log_words import (
    ACE_LOW,
    ANNOUNCED,
    CLOSURE,
    LIMITS,
    MINIMUM,
    PROMISES,
    REDUCED_DECK,
    ROOM,
    SIGN,
    STATED,
)
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped, joined, number

OVERRIDE, VOID_TERM = "tournament-override", "tournament-term-void"  # the checks of clauses on conditions
OFFERED = "side-wager-seated"  # the check whose figure names the side wagers that may be offered
ROLE = re.compile("[a-z][a-z-]*")  # how a log writes a role

# ---- words ----


@session_check(
    "record/unknown-setting",
    watches=on(Declared) | on(ChargeDeclared),
    figure=Figure,
    clears_at=on(Declared, RECOGNISED),
)
def unknown_setting(session: Session, event: Declared | ChargeDeclared, figure: Figure) -> Iterable[Outcome]:
    """The table declares a form of betting, a limit, a deck or a charge that the rulebook does not know.

    Nothing is judged by such a word. A number of cards that none of the game's decks has is passed over here: the
    clause on the deck judges it.
    """
    game = session.rules.game
    if isinstance(event, ChargeDeclared):
        if not game.commission.own or event.basis == "hand":
            return ()
        expected = f"{game.name} has a commission from the pot only"
        return [defect(figure, event, f"'commission per {event.basis}' declared", expected)]
    known = house_choices(session.rules, event.what) or choices_of(game, event.what)
    declared = f"'{event.what} {escaped(event.value, 40)}' declared"
    if event.what == STATED:
        stated = amounts_stated(event.value)
        return () if stated else [defect(figure, event, declared, "the blinds in hundredths, such as 500-1000")]
    if event.what == ROOM or event.value in known or (event.what in COUNTED and event.value.isdigit()):
        return ()
    if event.what == RAISES and known and event.value.isdigit():
        return ()
    if event.what == TIME:
        known = ["a number of seconds"]
    expected = f"{game.name} has {joined(known, 'or')}" if known else f"{game.name} leaves no such choice"
    return [defect(figure, event, declared, expected)]


COUNTED = ("deck", "time-to-act", "seats")  # cards, seconds, seats
STRADDLES, SIDE_WAGERS, TIME, STANDING = "straddles", "side-wagers", "time-to-act", "standing"
RAISES = "raises"
NONE = "none"


@cached_on_record
def house_choices(rules: Rulebook, what: str) -> list[str]:
    """The words that this rulebook leaves the house for over-blinds, side wagers and where the table stands."""
    if what == STRADDLES:
        optional = any(kind in ("straddle", "over-blind") for kind in rules.game.forced_by_kind)
        return ["allowed", NONE] if optional else []
    if what == SIDE_WAGERS:
        offers = [rule for clause in rules.clauses for rule in clause.rules if rule.check == OFFERED]
        return [*(name for rule in offers for name in rule.values.get("offers", ())), NONE] if offers else []
    if what == RAISES:
        return ["a number of raises"] if any(round.house_cap for round in rules.game.rounds) else []
    return ["alone"] if what == STANDING and rules.game.staff else []


@cached_on_record
def choices_of(game: Game, what: str) -> list[str]:
    """The words that a rulebook has for what a table may choose: its deck, its form of betting, its kind of limit."""
    if what in (STRADDLES, SIDE_WAGERS, TIME, STANDING, RAISES):
        return []
    if what == "deck":
        return list(game.deck)
    if what == "betting":
        return [form for form in game.forms if form is not None]
    return list(dict.fromkeys(limit for limits in game.limits_by_form.values() for limit in limits))


@check("record/unknown-word", watches=on(Agreement) | on(Notice), figure=Figure)
def word_not_of_the_rulebook(state: HandState, event: Agreement | Notice, figure: Figure) -> Iterable[Outcome]:
    """The log has an agreement, a notice or a promise to record that no rule asks about.

    Nothing comes of such a word. It may be meant as a note of something else, and is pointed out in case it is a slip
    of the pen.
    """
    return _unknown_words(state.rules, event, figure)


@session_check(
    "record/unknown-word",
    watches=on(Agreement) | on(Notice) | on(Records),
    figure=Figure,
    clears_at=on(Records, RECOGNISED),
)
def word_not_of_the_rulebook_between_hands(
    session: Session, event: Agreement | Notice | Records, figure: Figure
) -> Iterable[Outcome]:
    """The log has such a word between hands or at the head of a table, where promises to record stand."""
    return _unknown_words(session.rules, event, figure)


def _unknown_words(rules: Rulebook, event: Agreement | Notice | Records, figure: Figure) -> list[Outcome]:
    if isinstance(event, Records):
        noun, words, known = "promise to record", event.items, list(PROMISES)
    elif isinstance(event, Notice):
        noun, words, known = "notice of", (event.about,), list(dict.fromkeys([*ANNOUNCED, *_announced(rules)]))
    else:
        noun, words, known = "agreement on", (event.what,), agreements_of(rules)
    return [unknown_word(figure, event, noun, word, known) for word in words if word not in known]


@cached_on_record
def agreements_of(rules: Rulebook) -> list[str]:
    """What this rulebook lets the people at a table agree on, in the words of a log."""
    decks = rules.game.deck.values()
    ruled = {CHECKS[rule.check].figure.asks_agreement_on for clause in rules.clauses for rule in clause.rules}
    asked = {
        ACE_LOW: any(deck.low_ace.when == "agreed" for deck in decks),
        REDUCED_DECK: any(deck.players is not None for deck in decks),
    }
    by_deck = [what for what, is_asked in asked.items() if is_asked]
    return [*by_deck, *sorted(word for word in ruled if word is not None), *_waivers(rules)]


def _unavailing(session: Session, event: Condition, figure: Figure) -> bool:
    """Does no clause of the rulebook say what becomes of such a condition here?"""
    if session.setup is not None and session.setup.tournament is not None and _rules_of(session.rules, VOID_TERM):
        return False
    return not _rules_of(session.rules, OVERRIDE)


@session_check("record/condition", watches=Condition, figure=Figure, when=_unavailing)
def condition_without_effect(session: Session, event: Condition, figure: Figure) -> Iterable[Outcome]:
    """A condition is to override clauses of a rulebook that lets no condition prevail.

    It has no effect: the clauses are judged as if the line were not there. Where the rulebook has a clause on this, or
    lets conditions of a tournament prevail, that is told under the clause.
    """
    observed = f"condition overrides {joined([escaped(name, 40) for name in event.clauses])}"
    return [defect(figure, event, observed, "no condition prevails over these rules, so the clauses hold all the same")]


def _rules_of(rules: Rulebook, *checks: str) -> list[Rule]:
    """The rules of the rulebook that one of these checks decides."""
    return [rule for clause in rules.clauses for rule in clause.rules if rule.check in checks]


@cached_on_record
def _announced(rules: Rulebook) -> list[str]:
    """What else this rulebook has announced: changes that need notice, the end of a level, a sign."""
    changes = [word for rule in _rules_of(rules, "change-notice") for word in rule.values["changes"]]
    signals = [rule.values["notice"] for rule in _rules_of(rules, "level-change")]
    return [*changes, *signals, *([SIGN] if _rules_of(rules, "min-wager-sign") else [])]


def _waivers(rules: Rulebook) -> list[str]:
    """What players may agree on instead of having notice of it, or to end a game early."""
    waived = [rule for rule in _rules_of(rules, "change-notice") if rule.values.get("waived_by")]
    changes = [*(word for rule in waived for word in rule.values["changes"]), *([MINIMUM] if waived else [])]
    closing = [CLOSURE for rule in _rules_of(rules, "closure-notice") if rule.values.get("waived_by")]
    limits = [LIMITS for _ in _rules_of(rules, "limit-change")]
    other = _rules_of(rules, "tournament-early-end", "absence-limit")
    return [*changes, *closing, *limits, *(rule.values["agreement"] for rule in other)]


ANY_ORDERS = on(Notice) | on(PickedUp) | on(Ruling)
ORDERS_IN_HAND = on(Bonus) | on(Invalidated) | on(Misdeal) | ANY_ORDERS
ORDERS_BETWEEN = on(ChargeDeclared) | on(Closed) | on(CommissionDeclared) | on(Required) | on(Sits) | ANY_ORDERS
DIRECTOR = "director"  # the role of whoever leads a tournament


def _names_role(state: HandState, event: Event, figure: Figure) -> bool:
    return _by_role(event) and bool(state.rules.game.staff)


def _names_role_between_hands(session: Session, event: Event, figure: Figure) -> bool:
    return _by_role(event) and bool(session.rules.game.staff)


def _by_role(event: Event) -> bool:
    """Does the log say by role, and not by name, who gave the order?"""
    by = getattr(event, "by", None)
    return isinstance(by, str) and ROLE.fullmatch(by) is not None


@check("record/unknown-role", watches=ORDERS_IN_HAND, figure=Figure, when=_names_role)
def unknown_role(state: HandState, event: Event, figure: Figure) -> Iterable[Outcome]:
    """An order comes from somebody whose role the rulebook does not rank, so that nothing is judged by it."""
    return _unranked(state.rules, event, figure)


@session_check("record/unknown-role", watches=ORDERS_BETWEEN, figure=Figure, when=_names_role_between_hands)
def unknown_role_between_hands(session: Session, event: Event, figure: Figure) -> Iterable[Outcome]:
    """An order between hands comes from somebody whose role the rulebook does not rank."""
    return _unranked(session.rules, event, figure)


def _unranked(rules: Rulebook, event: Event, figure: Figure) -> Iterable[Outcome]:
    approvers = [word for rule in _rules_of(rules, "tournament-prizes") for word in rule.values["approvers"]]
    role, known = getattr(event, "by", ""), list(dict.fromkeys([*rules.game.staff, *ROLES, *approvers, DIRECTOR]))
    return () if role in known else [unknown_word(figure, event, "role", role, known)]


FEATURES = "features"


@session_check("record/unknown-item", watches=Listed, figure=Figure)
def unknown_item(session: Session, event: Listed, figure: Figure) -> Iterable[Outcome]:
    """The log lists an item of a sign, a layout, terms or features that no clause asks about.

    Perhaps another word was meant.
    """
    known = items_of(session.rules, event.what)
    return [
        unknown_word(figure, event, f"item of {event.what}", word, known) for word in event.items if word not in known
    ]


def items_of(rules: Rulebook, what: str) -> list[str]:
    """The words by which a log lists what a clause asks for, or the features that clauses depend on."""
    lists, ends = _rules_of(rules, "listing"), _rules_of(rules, "tournament-early-end")
    if what != FEATURES:
        words = [word for rule in lists if rule.values["list"] == what for word in rule.values["items"]]
        return words + [rule.values["term"] for rule in ends if what == "terms"]
    words = [word for rule in lists for key in ("where", "unless") for word in rule.values.get(key, ())]
    words += [word for rule in _rules_of(rules, "tournament-prizes") for word in rule.values["events"]]
    return sorted({*rules.game.features, *words, *(rule.values["decided"] for rule in ends)} - EVIDENT)


@check("record/unknown-side-wager", watches=SideWager, figure=Figure)
def unknown_side_wager(state: HandState, event: SideWager, figure: Figure) -> Iterable[Outcome]:
    """A side wager is on an outcome that no rule knows, or at a table that offers no side wagers."""
    return _not_offered(state.rules, state.hand.setup, event, figure)


@session_check("record/unknown-side-wager", watches=SideWager, figure=Figure)
def unknown_side_wager_between_hands(session: Session, event: SideWager, figure: Figure) -> Iterable[Outcome]:
    """A side wager made between hands is on an outcome that no rule knows, or at a table that offers none."""
    return _not_offered(session.rules, session.setup, event, figure)


def _not_offered(rules: Rulebook, setup: Setup | None, event: SideWager, figure: Figure) -> Iterable[Outcome]:
    known = [name for rule in _rules_of(rules, "side-wager-odds") for name in rule.values["outcomes"]]
    if event.on not in known:
        return [unknown_word(figure, event, "side wager on", event.on, known)]
    if setup is None or setup.house.get(SIDE_WAGERS) != NONE:
        return ()
    observed = f"side wager of {money_text(event.amount)} on {event.on}"
    return [defect(figure, event, observed, f"'{SIDE_WAGERS} {NONE}' is declared")]


DEAD = "dead"  # the kind of money put in that is no wager


def _is_wager(state: HandState, event: Post, figure: Figure) -> bool:
    return event.kind != DEAD


@check(
    "record/unknown-wager",
    watches=on(Post, UNPROVIDED),
    figure=Figure,
    when=_is_wager,
    passes_at=on(Post, *[flag for kind, flag in POSTS.items() if kind != DEAD]),
)
def unknown_wager(state: HandState, event: Post, figure: Figure) -> Iterable[Outcome]:
    """A player makes a wager before the cards that the rulebook does not provide for, so that nothing judges it.

    A wager of a kind that the rulebook knows may be one too many: a second blind where it has one. A button that always
    moves on may lie before a player who owes a blind, which is then none too many; and a last blind that the player on
    the button puts up beside those of the table is a post to get cards, where the rulebook knows such posts.
    """
    kinds = list(dict.fromkeys(forced.kind for forced in state.game.forced))
    if state.forced is not None or on_moving_button(state, event) or (ENTRY in kinds and _enters(state, event)):
        return ()
    what = f"another {event.kind}" if event.kind in kinds else f"{event.kind} before the cards"
    expected = f"{state.game.name} provides for {joined(kinds, 'or')}"
    return [advisory(figure, event, f"{what}, of {money_text(event.amount)}", expected, by=RECORD)]


def _enters(state: HandState, event: Post) -> bool:
    """Does the player on the button put up as much as the last blind, beside all those that the table declares?"""
    blinds, button = state.hand.setup.blinds, state.designated
    if button is None or button.name != event.player or event.kind != BLIND or missing_blinds(state):
        return False
    return event.amount == (blinds[-1] if blinds else None)


# ---- contradictions ----


def _says_anything(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    setup = hand.setup
    if setup.blinds or setup.bets or setup.minimums or setup.limit is not None or setup.betting is not None:
        return True
    return setup.maximum is not None or setup.chip is not None


@session_check(
    "record/set-up",
    watches=HandPlayed,
    figure=Figure,
    when=_says_anything,
    clears_at=on(HandPlayed, SOUND_SET_UP),
)
def set_up(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """The set-up of a table contradicts itself, or the hand played under it.

    A table maximum below the minimum bounds nothing, and the wagers before the cards show the form of betting whatever
    the table declares. A contradiction is reported once, for as long as it stays the same.
    """
    before, game = session.previous, session.rules.game
    if before is not None and before.setup is hand.setup and before.form == hand.form:
        return ()
    found = list(_contradictions(game, hand.setup, hand.form))
    if not found:
        return ()
    known = list(_contradictions(game, before.setup, before.form)) if before is not None else []
    new = [one for one in found if one not in known]
    return [defect(figure, _declaration(hand, what), observed, expected) for what, observed, expected in new]


def _contradictions(game: Game, setup: Setup, form: str | None) -> Iterator[tuple[str, str, str]]:
    """Yield what was declared, the contradiction, and what stands against it."""
    least = max((*setup.minimums, setup.minimum or 0))
    if setup.maximum is not None and setup.maximum < least:
        observed = f"table maximum of {money_text(setup.maximum)} declared"
        yield "maximum", observed, f"the minimum is {money_text(least)}"
    yield from _amounts(game, setup)
    yield from _by_round(game, setup, form)
    if form is None or form not in game.forms:
        return
    if setup.betting in game.forms and setup.betting != form:
        yield "betting", f"'betting {setup.betting}' declared", f"the hand is played with {form} betting"
    limit = setup.limit
    if limit in choices_of(game, "limit") and limit not in game.limits_by_form[form]:
        yield "limit", f"'limit {limit}' declared", f"{form} betting has no such limit"


def _amounts(game: Game, setup: Setup) -> Iterator[tuple[str, str, str]]:
    """Find bets and blinds that contradict each other, the kind of limit, or the lowest chip."""
    for least, most in setup.bets:
        if most is not None and most < least:
            yield "bets", f"bets of {money_text(least)} to {money_text(most)} declared", "the larger amount stands last"
    if setup.blinds != tuple(sorted(setup.blinds)):
        yield "blinds", "a blind smaller than the one before it declared", "they grow in their order"
    if setup.bets and setup.limit in choices_of(game, "limit"):
        yield from _kind_of_bets(game, setup, setup.limit or "")
    if not setup.chip:
        return
    stated = {*setup.blinds, *(amount for pair in setup.bets for amount in pair if amount is not None)}
    odd = sorted(amount for amount in stated if amount % setup.chip)
    if odd:
        yield "chip", f"lowest chip of {money_text(setup.chip)} declared", f"no {money_text(odd[0])} can be made of it"


def _by_round(game: Game, setup: Setup, form: str | None) -> Iterator[tuple[str, str, str]]:
    """Find bets or minimums that are neither one for each betting round nor one for each of equal parts of them."""
    rounds = game.rounds_by_form[form] if form in game.forms else game.rounds
    halves = rounds[-1].betting.bet is not None  # the rulebook says which rounds have the first of two bets
    for what, amounts in (("bets", setup.bets), ("minimum", setup.minimums)):
        many = len(amounts)
        if many and len(rounds) % many and not (what == "bets" and many == 2 and halves):
            expected = f"there are {number(len(rounds))} betting rounds: one for each, or for equal parts of them"
            yield what, f"{number(many)} amounts declared as '{what}'", expected


def _kind_of_bets(game: Game, setup: Setup, limit: str) -> Iterator[tuple[str, str, str]]:
    """Find amounts where the kind of limit has ranges, or the other way round, or bets where it has none."""
    wagering = game.wagering(game.rounds[-1], limit)
    fixed = wagering.size is not None and wagering.size.unit == "bet"
    ranged = any(ceiling.of == "maximum" for ceiling in wagering.ceilings)
    ranges = any(most is not None for _, most in setup.bets)
    if fixed and ranges:
        yield "bets", "bets declared as ranges", f"'limit {limit}' has amounts"
    elif ranged and not ranges and setup.maximum is None:
        yield "bets", "bets declared without their maximum", f"'limit {limit}' has ranges"
    elif not fixed and not ranged:
        yield "bets", "bets declared for each round", f"'limit {limit}' has none"


def _declaration(hand: HandPlayed, what: str) -> Event:
    """The line since the last hand on which this was last declared; if it was declared earlier, the hand itself."""
    kinds = {"bets": Bets, "blinds": Blinds, "minimum": Minimums}
    if what in kinds:
        lines: list[Event] = [event for event in hand.before if isinstance(event, kinds[what])]
    else:
        lines = [event for event in hand.before if isinstance(event, Declared | Limit) and event.what == what]
    return lines[-1] if lines else hand
