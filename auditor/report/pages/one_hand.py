"""The forms of `auditor settle` and `auditor replay` beside the text: JSON by a public contract, and a page of HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from auditor.auditing.chosen_hand import ChosenHand
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.report import hand_model, markup, model
from auditor.report.drawing.table_drawing import DrawnTable, drawing_of
from auditor.report.drawing.table_state import TableAfter
from auditor.report.formats import json
from auditor.report.formats.html import Ids, Item, item
from auditor.report.pages.replay import ReplayedHand, Step, closed_by_rule, doubts_of, replay_of, subtitle_of, title_of
from auditor.report.pages.settle import SettledHand, SumRow, lacking, rows_of
from auditor.report.view import View
from auditor.version import __version__
from auditor.vocabulary.findings import Finding, Verdict
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.records import replace, value_class
from auditor.vocabulary.wording import escaped

LONGEST = 120  # characters of a line of the log in the title of a drawing


@value_class
class HandSeen:
    """A hand that somebody looks at, with the audit of its log."""

    hand: Hand
    bound: BoundRulebook
    path: str
    view: View
    verdicts: Mapping[str, Verdict]  # on the clauses that came up in the hand by itself

    @property
    def sha256(self) -> str | None:
        """The hash of the log."""
        return next((one.sha256 for one in self.view.result.inputs if one.path == self.path), None)


def hand_seen(chosen: ChosenHand, view: View) -> HandSeen:
    """A hand that was looked up, with the audit of its log."""
    verdicts = {clause: chosen.verdicts[clause] for clause in sorted(chosen.verdicts)}
    return HandSeen(chosen.raw.read(), chosen.bound, chosen.path, view, verdicts)


def steps_of(chosen: ChosenHand) -> ReplayedHand:
    """The steps of a hand that was looked up."""
    return replay_of(chosen.raw.read(), chosen.bound, chosen.source_line(), chosen.findings)


# ---- JSON ----


def settle_json(seen: HandSeen, found: SettledHand) -> str:
    """The settlement by its contract."""
    document = hand_model.Settlement(
        schema_=hand_model.SETTLE,
        tool=model.Tool(version=__version__),
        hand=_place(seen, found.sign),
        ending=found.ending,
        lacks=list(found.lacks),
        hands=[hand_model.ComparedHand(player=player, hand=words) for player, words in found.hands],
        sums=[_sum(row) for row in found.rows],
        readings=[
            hand_model.SettledReading(
                of=one.reading.of,
                question=one.reading.question,
                choice=one.reading.choice or None,
                means=one.reading.means,
                sums=[_sum(row) for row in one.found.rows],
            )
            for one in found.others
        ],
        readings_tried=found.tried,
        rests_on=found.by,
        findings=_findings(seen, found.findings),
    )
    return json.text(document.model_dump(mode="json", by_alias=True))


def replay_json(seen: HandSeen, found: ReplayedHand) -> str:
    """The replay by its contract."""
    document = hand_model.Replay(
        schema_=hand_model.REPLAY,
        tool=model.Tool(version=__version__),
        hand=_place(seen, found.sign),
        steps=[_step(seen, step) for step in found.steps],
        findings=_findings(seen, found.rest),
        verdicts=[hand_model.ClauseVerdict(clause=clause, verdict=one.word) for clause, one in seen.verdicts.items()],
    )
    return json.text(document.model_dump(mode="json", by_alias=True))


def _place(seen: HandSeen, sign: str) -> hand_model.HandPlace:
    hand, rules = seen.hand, seen.bound.rules
    return hand_model.HandPlace(
        path=seen.path,
        sha256=seen.sha256,
        table=hand.setup.table,
        hand=hand.number,
        night=hand.night,
        time=hand.header.time,
        rules=rules.id,
        version=rules.version,
        interpretations=dict(sorted(rules.chosen.items())),
        currency=sign,
        doubts=list(doubts_of(hand)),
    )


def _sum(row: SumRow) -> hand_model.SettledSum:
    return hand_model.SettledSum(
        kind=row.kind, what=row.what.strip(), due=row.due, logged=row.logged, difference=row.difference
    )


def _step(seen: HandSeen, step: Step) -> hand_model.Step:
    turn = None
    if step.player is not None:
        rules = seen.bound.rules
        options = [
            hand_model.Option(
                act=one.option.act,
                clause=rules.named(one.option.clause),
                totals=list(one.option.totals),
                ranged=one.option.ranged,
                bounds=[
                    hand_model.Bound(text=each.text, clause=rules.named(each.clause)) for each in one.option.bounds
                ],
            )
            for one in step.options
        ]
        closed = [
            hand_model.Closed(
                act=one.closed.act,
                why=one.closed.why,
                clause=rules.named(one.closed.clause),
                by_rule=one.closed.by_rule,
            )
            for one in step.closed
        ]
        turn = hand_model.Turn(
            player=step.player.name,
            seat=step.player.seat,
            pot=step.pot or 0,
            text=step.situation,
            options=options,
            closed=closed,
        )
    found = _findings(seen, step.findings)
    table = None if step.table is None else _table(step.table)
    return hand_model.Step(
        line=step.number, text=step.text, begins=step.title or None, turn=turn, findings=found, table=table
    )


def _table(table: TableAfter) -> hand_model.TableAfter:
    seats = [
        hand_model.SeatAfter(
            number=one.number,
            name=one.name,
            left=one.left,
            wager=one.wager,
            cards=list(one.cards),
            state=one.state,
            doing=one.doing or None,
            fault=one.fault,
            won=one.won,
        )
        for one in table.seats
    ]
    return hand_model.TableAfter(
        places=table.places,
        seats=seats,
        marker=table.marker,
        mark=table.mark,
        board=list(table.board),
        runs=[list(run) for run in table.runs],
        most_cards=table.most_cards,
        pot=table.pot,
        pots=[hand_model.PotAfter(name=name, amount=amount) for name, amount in table.pots],
    )


def _findings(seen: HandSeen, findings: tuple[Finding, ...]) -> list[model.Finding]:
    return [json.finding_part(seen.view, one) for one in findings]


# ---- pages ----


def settle_html(seen: HandSeen, found: SettledHand) -> Iterator[str]:
    """The settlement as a page that stands alone."""
    items = items_of(seen, found.findings)
    lacks = lacking(found) if found.lacks else ""
    rows = list(rows_of(found, [one.found for one in found.others]))
    yield from markup.page("settle.html", **_heading(seen), found=found, rows=rows, lacks=lacks, findings=items)


def replay_html(seen: HandSeen, found: ReplayedHand) -> Iterator[str]:
    """The replay as a page that stands alone."""
    ids = Ids()
    steps = [
        (step, closed_by_rule(step), [item(seen.view, one, ids, False) for one in step.findings], drawn)
        for step, drawn in zip(found.steps, _drawings(seen, found.steps), strict=True)
    ]
    rest = [item(seen.view, one, ids) for one in found.rest]
    yield from markup.page("replay.html", **_heading(seen), steps=steps, rest=rest)


def _drawings(seen: HandSeen, steps: tuple[Step, ...]) -> Iterator[DrawnTable | None]:
    """The table after each step that changes it, and before the next line looks at another."""
    latest: TableAfter | None = None
    for step in steps:
        same = step.table is None or (latest is not None and step.table.looks_like(latest))
        if step.table is None or same or not step.table.begun:
            yield None
            continue
        latest = step.table
        yield drawing_of(latest, f"{title_of(seen.hand)}, line {step.number}: {escaped(step.text, LONGEST)}")


def items_of(seen: HandSeen, findings: tuple[Finding, ...]) -> list[Item]:
    """Findings as a page shows them that has the settlement itself."""
    ids = Ids()
    return [replace(item(seen.view, one, ids), sums=()) for one in findings]


def _heading(seen: HandSeen) -> dict[str, object]:
    return {
        "title": title_of(seen.hand),
        "subtitle": subtitle_of(seen.hand, seen.bound, seen.path),
        "doubts": list(doubts_of(seen.hand)),
        "hash": seen.sha256 or escaped("not known"),
    }
