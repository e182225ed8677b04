"""What a clause may turn on and a log may lack, each with the lines that would have told.

A check that cannot decide says what is missing in the words of this table, and nothing else: no report asks for a fact
that the table log cannot state. Where a text has a part in braces, the report puts a seat, a name or a word there, and
the lines take it over.
"""

from __future__ import annotations

import re
from functools import cache

from auditor.vocabulary.records import value_class

TABLE, HAND, LOG = "table", "hand", "log"  # where the lines are written: outside of hands, in the hand, as more hands


@value_class
class MissingFact:
    """A fact that a clause turns on, and how to write it down.

    `lines` are written together; `contrary` are what to write instead if it was not so.
    """

    text: str
    lines: tuple[str, ...]
    where: str = HAND
    contrary: tuple[str, ...] = ()

    def filled(self, text: str) -> tuple[str, ...]:
        """The lines to write where a report asks for the fact with this text."""
        parts = _matched(self, text)
        return tuple([line.format(**parts) for line in self.lines]) if parts else self.lines

    def opposed(self, text: str) -> tuple[str, ...]:
        """The lines that tell the contrary."""
        parts = _matched(self, text)
        return tuple([line.format(**parts) for line in self.contrary]) if parts else self.contrary


def _matched(fact: MissingFact, text: str) -> dict[str, str]:
    found = _pattern(fact.text).fullmatch(text) if "{" in fact.text else None
    return found.groupdict() if found is not None else {}


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """The texts that a text with parts in braces stands for. A part that comes twice is the same both times."""
    pieces, named = [], set()
    for plain, name in re.findall(r"([^{]*)(?:\{([a-z]+)\})?", text):
        pieces.append(re.escape(plain))
        if name:
            pieces.append(f"(?P={name})" if name in named else f"(?P<{name}>.+)")
            named.add(name)
    return re.compile("".join(pieces))


def evidence_for(text: str) -> MissingFact | None:
    """The entry of the table that a report's text is about."""
    exact = _exact().get(text)
    if exact is not None:
        return exact
    return next((one for one in EVIDENCE if "{" in one.text and _pattern(one.text).fullmatch(text)), None)


@cache
def _exact() -> dict[str, MissingFact]:
    return {one.text: one for one in EVIDENCE}


def _in_hand(text: str, *lines: str, contrary: tuple[str, ...] = ()) -> MissingFact:
    return MissingFact(text, lines, HAND, contrary)


def _at_table(text: str, *lines: str, contrary: tuple[str, ...] = ()) -> MissingFact:
    return MissingFact(text, lines, TABLE, contrary)


def _of_hands(text: str, *lines: str) -> MissingFact:
    """Evidence that other hands give: they are written in full."""
    return MissingFact(text, lines, LOG)


EARLIER = ("hand 87 at 21:36", "seat 1 Ann $240", "seat 2 Ben $180", "button 1", "Ben blind $5", "end")

EVIDENCE: tuple[MissingFact, ...] = (
    # ---- steps that somebody saw done, or left out ----
    _in_hand("a note of '{step}' or 'no {step}'", "{step}", contrary=("no {step}",)),
    _in_hand("the cut", "cut by Ann at 15", contrary=("no cut",)),
    _in_hand("how deep the deck was cut", "cut by Ann at 15"),
    _in_hand("the shuffle after the misdeal", "shuffle", contrary=("no shuffle",)),
    _in_hand("the cut after the misdeal", "cut by Ann", contrary=("no cut",)),
    _in_hand(
        "the shuffle and the cut once the card was put back", "shuffle", "cut by dealer", contrary=("no shuffle",)
    ),
    _in_hand("shuffle and cut of the new deck", "shuffle", "cut by Ann", contrary=("no shuffle",)),
    _in_hand("the cut after the reshuffle", "cut by dealer", contrary=("no cut",)),
    _at_table("the check of the deck at the opening and at the close", "deck-check", contrary=("no deck-check",)),
    _in_hand("the burn cards", "burn", contrary=("no burn",)),
    _in_hand("announcements", "announce winner Ann", contrary=("no announcement",)),
    _at_table("the order of the settlement", "records announcements"),
    _at_table("whether a line was left out", "records burns, cards, checks, posts, shows"),
    _at_table("whether a line was written twice", "records order"),
    _at_table("which of two equal cards was another", "records cards"),
    _in_hand("which of the lines that contradict each other is right", "pot $40 commission $1"),
    _at_table("what the line says that could not be read", "minimum $5"),
    _of_hands("a record of the hand, and of the one before it, that is in no doubt", *EARLIER),
    _in_hand("whom a misspelt name means", "cut by Ann"),
    _at_table("whether two lines were interchanged", "records order"),
    _at_table("the draw for a seat", "seat-draw", contrary=("no seat-draw",)),
    _at_table("the draw for seats", "lots for seats drawn Ann [4d], Ben [Kc]", contrary=("no seat-draw",)),
    _at_table("how the first seats were given", "seat-draw", contrary=("no seat-draw",)),
    _at_table("the reserved button", "reserved-button", contrary=("no reserved-button",)),
    _at_table("whether the dealer changed with the deck", "dealer-change", contrary=("no dealer-change",)),
    _at_table("whether the sign was changed with the commission", "sign", contrary=("no sign",)),
    _at_table("the approval of the conditions", "approval", contrary=("no approval",)),
    _in_hand("whether the player had looked at cards", "Ann looks", contrary=("Ann has not looked",)),
    _in_hand(
        "whether the cards had been looked at", "misdirect [As] to Ben for Ann seen", contrary=("leave out Cam unseen",)
    ),
    # ---- the table and what it declares ----
    _at_table("the table minimum", "minimum $5"),
    _at_table("the minimum table stake", "stake $100"),
    _at_table("the minimum buy-in", "stake $100"),
    _at_table("the lowest chip in play", "chip $1"),
    _at_table("the unit to which pots are rounded up", "pot-unit $25"),
    _at_table("the form of betting", "betting triple-draw"),
    _at_table("the kind of betting limit", "limit half-pot"),
    _at_table("the betting limit", "limit no-limit"),
    _at_table("the limits of the table", "bets $10, $20"),
    _at_table("the blinds of the table", "blinds $5, $10"),
    _at_table("the blinds of the level", "blinds $100, $200"),
    _at_table("the ante of the table", "ante $1"),
    _at_table("the bring-in of the table", "bring-in $5"),
    _at_table("the forced bet of the table", "bring-in $5"),
    _at_table("whether the table allows straddles", "straddles allowed", contrary=("straddles none",)),
    _at_table("the time to act", "time-to-act 45"),
    _at_table("whether the joker is in use", "deck 53", contrary=("deck 52",)),
    _at_table("the deck of the table", "deck 40"),
    _at_table("how many seats the table has", "seats 9"),
    _at_table("what the signs show", "signs game, limits, buy-in, commission"),
    _at_table("what the layout has", "layout dealer-place, player-places, markings"),
    _at_table("what the sign of the bonus shows", "bonus-sign type, outcomes"),
    _at_table("the commission that the table declares", "commission 5% rounded down to $1 cap $10"),
    _at_table("the commission for so many players", "commission per hand 2-4 $2, 5-10 $4"),
    _at_table("the day of the hand", "date 1994-06-11"),
    # ---- notices, agreements, orders ----
    _at_table(
        "notice {whom}: {change}", "notice limits to players at 20:00", contrary=("no notice limits to players",)
    ),
    _at_table(
        "notice of the lower commission", "notice commission to players", contrary=("no notice commission to players",)
    ),
    _at_table("how many hands before the change it was announced", "notice limits to players at 20:00"),
    _at_table("for how long the sign of a higher minimum had been up", "notice sign to players at 20:00"),
    _at_table(
        "whether the operator approved of a higher limit",
        "agreed limits by players and operator",
        contrary=("no agreement limits by operator",),
    ),
    _at_table("the rank of whoever ordered it: {order}", "commission 5% by area-manager"),
    _at_table("the rank of whoever moved the player", "Gus sits 3 $200 by higher-duties-dealer"),
    _at_table("the rank of whoever verified the time charges", "charge-verification by area-manager"),
    # ---- the button, the blinds and who posts ----
    _in_hand("the seat of the buck", "buck 1"),
    _in_hand("the seat of the button", "button 8"),
    _in_hand("the position of the {marker}", "button 8"),
    _in_hand("the button", "button 8"),
    _in_hand("the button and the blinds", "button 8", "Ann blind $5", "Ben blind $10"),
    _in_hand("the button and the big blind", "button 8", "Ben blind $10"),
    _in_hand("the blinds", "Ann blind $5", "Ben blind $10"),
    _in_hand("the blind bet", "Ann blind $10", contrary=("no blind by Ann",)),
    _in_hand("the last blind", "Ben blind $10"),
    _in_hand("the {ordinal} blind", "Ann blind $5", contrary=("no blind by Ann",)),
    _in_hand("the blind before it", "Ann blind $5"),
    _in_hand("the player's blind", "Ann blind $5"),
    _in_hand("the player on the left of the blind", "button 8", "seat 3 Cam $305"),
    _in_hand("the ante of {seats}", "Ann ante $5", contrary=("no ante by Ann",)),
    _in_hand("the forced bet", "Ann bring-in $5"),
    _of_hands("the big blind before the move", *EARLIER),
    _of_hands("who was due for the blinds, with one on the button", *EARLIER),
    _of_hands("the hand before this one, to see where the {marker} came from", *EARLIER),
    _of_hands("the hand before this one, to see what it left of the stake", *EARLIER),
    _of_hands("who had the big blind most recently", *EARLIER),
    _of_hands("who was due for the first blind", *EARLIER),
    _of_hands("who has won pots before, and how much", *EARLIER),
    _of_hands("the hands around the order to leave", *EARLIER),
    _of_hands("the hands before the table was closed", *EARLIER),
    _of_hands("for how many rounds of play a player had abstained", *EARLIER),
    _of_hands("whether the blinds had gone round once", *EARLIER),
    _of_hands("whether the player has paid the blinds", *EARLIER),
    _of_hands("whether a player who tapped out lost everything", *EARLIER),
    _of_hands("several tables over several days in the order of time", *EARLIER),
    _of_hands("day and time of the hands at several tables", *EARLIER),
    # ---- people, seats, stakes ----
    _in_hand("the player's stake", "seat 2 Ben $180"),
    _in_hand("the players' stakes", "seat 1 Ann $240", "seat 2 Ben $180"),
    _in_hand("the stake of seat {seat}", "seat {seat} Ben $180"),
    _in_hand("the stake before the hand", "seat 2 Ben $180"),
    _in_hand("the stake a player begins with", "seat 2 Ben $180"),
    _in_hand("the stake after a purchase", "seat 2 Ben $180"),
    _in_hand("the stake of a returning player", "seat 2 Ben $180"),
    _in_hand("the stake of a player with a side wager", "seat 2 Ben $180"),
    _in_hand("the stake before an absence, or after it", "seat 2 Ben $180"),
    _in_hand("the chips every player began with", "seat 1 Ann $5,000", "seat 2 Ben $5,000"),
    _in_hand("the chips they began the hand with", "seat 1 Ann $2,400", "seat 2 Ben $1,900"),
    _in_hand("the buy-in of a player", "seat 2 Ben $180"),
    _at_table("the buy-in of a player, or the least there is", "Ben sits 2 $180", "stake $100"),
    _at_table("whether a player with less than the minimum stake has just begun to play", "Ben sits 2 $80"),
    _at_table("where the player comes from", "Gus sits 3 $200 from closed-game"),
    _at_table(
        "which way round the player moved", "Eve moves to 6 clockwise", contrary=("Eve moves to 6 anticlockwise",)
    ),
    _in_hand("why a player was not dealt in", "seat 4 Dot $95 out by order", contrary=("seat 4 Dot $95 out away",)),
    _at_table("since when somebody waited for a seat that was kept", "queue Ida at the bottom at 20:41"),
    _at_table("when the player was picked up, and came back", "pick up Fay at 20:10", "queue Fay at the top at 20:28"),
    _at_table(
        "with how much, and when, a player left the game and came back",
        "Hal leaves at 20:40",
        "Hal sits 3 $200 at 21:05",
    ),
    _at_table("for how long a player has been away", "time 20:40"),
    _at_table("for how long a player who refused to move was away", "transfer Ben by must-move at 20:50 refused"),
    _at_table("the players of the game that is left", "transfer Cam by request to 6 players"),
    _at_table("where those sit who were dealt lots", "Ann sits 1 $240"),
    _at_table("the seat of whoever drew the button", "Ann sits 1 $240"),
    _at_table("the cards drawn for the button, and where it lay", "lots for button drawn Ann [Ad], Ben [Ac], Cam [Ks]"),
    _at_table("whether the game is new", "open at 18:00"),
    _at_table("whether the game was new", "open at 18:00"),
    _at_table("whether a new game began", "open at 18:00"),
    _at_table("since when the deck was in use", "replace deck"),
    _at_table("since when the set-up was in use", "replace setup", "time 20:00"),
    _in_hand("whether the next hand had begun", "shuffle", "Ben claims hand 7 $40 upheld"),
    _at_table("what came of a claim", "Ben claims hand 7 $40 upheld", contrary=("Ben claims hand 7 refused",)),
    # ---- the cards of the deal ----
    _at_table("the cards of the race", "race $25 for $100 Ann [Kd 4c], Ben [Ac 6h] won by Ben"),
    _in_hand("the cards showing", "deal up Ann [9c], Ben [8d]"),
    _in_hand("the cards of {player}", "deal Ann [As Kd], Ben [7c 7d]"),
    _in_hand("all the cards dealt", "deal Ann [As Kd], Ben [7c 7d]"),
    _in_hand("all the cards dealt before it", "deal Ann [As], Ben [7c]"),
    _in_hand("all the cards turned", "communal [Kh]"),
    _in_hand("the communal cards", "communal [Qh 9s 4c]"),
    _in_hand("the communal cards for side wagers", "communal [Qh 9s 4c]"),
    _in_hand("when each communal card was turned", "communal [Kh]"),
    _in_hand("the cards between the betting rounds", "communal [Kh]"),
    _in_hand("the cards that came later", "deal up Ann [6s], Ben [Td]"),
    _in_hand("the other player's last card", "deal up Ben [8h]"),
    _in_hand("cards that occur once each", "deal Ann [As Kd], Ben [7c 7d]"),
    _in_hand("what became of the exposed card", "take back [7h] of Cam", contrary=("Cam keeps [7h]",)),
    _in_hand("the card in place of the exposed one", "deal Cam [3c]"),
    _in_hand("what became of the extra card", "take back [7c] of Ben", contrary=("Ben keeps [7c]",)),
    _in_hand("what became of the card", "take back [Kd]", contrary=("deal up Ann [Kd]",)),
    _in_hand("the cause of the misdeal", "expose [Kd] of Ann", "misdeal"),
    _in_hand("who had acted in turn before the misdeal", "Ann checks"),
    _in_hand("what became of the hand", "void Ben", "return $10 to Ben"),
    # ---- the draw and other discards ----
    _in_hand("the discards", "Ann discards [7c]"),
    _in_hand("all the discards", "Ann discards [7c]"),
    _in_hand("the discard of {player}", "Ann discards [7c]"),
    _in_hand("the cards given up", "Ann discards [7c 8d]"),
    _in_hand("the cards given up by a player who was dealt to", "Ann discards [7c 8d]"),
    _in_hand("when the card too many was found", "noticed count with Cam, Dot to act", "Ben holds 3 cards"),
    _in_hand("the draw of seat {seat}", "Ann discards 2", contrary=("Ann stands pat",)),
    _in_hand("the number of cards stated", "Ann discards 2 announcing 2", contrary=("Ann discards 2 unannounced",)),
    _in_hand("the cards dealt in the draw", "deal Ann [Kc Kd]"),
    _in_hand("all the cards dealt in the draw", "deal Ann [Kc Kd]"),
    _in_hand("all the cards dealt before the draw", "deal Ann [4s], Ben [Jd]"),
    _in_hand("the cards dealt to seat {seat} in the draw", "deal Ann [Kc Kd]"),
    _in_hand("whose cards were to come", "Eve discards 5", "deal Eve [2c 9s Jd 6h]"),
    _in_hand("what was shuffled", "reshuffle with discards of Ann, Ben"),
    _in_hand("the opener's cards", "Ann shows [Jh Jd 7c 6s 2d]"),
    # ---- the betting ----
    _in_hand("the betting", "Ann bets $10"),
    _in_hand("the checks of the hand", "Ann checks"),
    _in_hand("the amount of a wager", "Ben calls $10"),
    _in_hand("all the wagers before it", "Ben calls $10"),
    _in_hand("what seat {seat} put in", "Ben calls $10"),
    _in_hand("the bet of the round", "Ann bets $10"),
    _in_hand("how the betting ended", "Ben folds"),
    _in_hand("who opened the betting", "Ann opens $10"),
    _in_hand("who was left to win", "Ben folds"),
    _in_hand("whether anything was said", "Ben raises to $40 saying raise", contrary=("Ben calls $20 silently",)),
    _in_hand("the chips put in", "Ben calls $20 in chips $25"),
    _in_hand("what the house had added to the pot", "house adds $20"),
    # ---- the showdown and what was paid ----
    _in_hand("the hands shown", "Ann shows [As Kd]", contrary=("Ben mucks",)),
    _in_hand("the hands shown for a pot", "Ann shows [As Kd]"),
    _in_hand("that seat {seat} showed the cards", "Ann shows [As Kd]"),
    _in_hand("the order of the hands shown", "Ann shows [As Kd]", "Ben shows [7c 7d]"),
    _in_hand("whether a hand that ties is the best one", "Ann shows [As 2d 3c 4h 6s]"),
    _in_hand("the hand asked for", "Ben shows [7c 7d]", contrary=("refuse Ann show",)),
    _in_hand("what became of a hand", "Ben mucks"),
    _in_hand("what was said of the hands", "Ann declares pair"),
    _in_hand("who had been announced as the winner", "announce winner Ann"),
    _in_hand("which hand was announced", 'announce winner Ann "flush, ace high"'),
    _in_hand("what was ruled about the cards thrown away", 'ruling by floorperson "the hand of Ben is dead"'),
    _in_hand("a pot that agrees with the wagers", "pot $90 commission $4"),
    _in_hand("the commission taken", "pot $90 commission $4"),
    _in_hand("the commission of each pot", "main pot $90 commission $4", "side pot 1 $48 commission $2"),
    _in_hand("who won the pots", "Ann wins $86 from main pot", "Ben wins $46 from side pot 1"),
    _in_hand("the payments", "Ann wins $86"),
    _in_hand("the payments of the hand", "Ann wins $86"),
    _in_hand("payments that no other fault has led to", "Ann wins $86"),
    _in_hand("why the payments are not what was due", 'ruling by supervisor "the pot is divided"'),
    _in_hand("the run that each payment is for", "Ann wins $45 from main pot in run 2"),
    _in_hand("the refunds", "refund $40 to Ann"),
    _in_hand("an incident that bears out the ground '{ground}'", "incident {ground}"),
    _in_hand("{kinds} on record", "incident collusion by Ann"),
    # ---- fees and wagers beside the pot ----
    _in_hand("the fee collected from each player", "Ben pays $3 fee"),
    _at_table("when an hourly charge was collected, and for which hour", "Ann pays $12 time for 20:00 at 19:55"),
    _at_table("what players were charged between hands", "Ann pays $12 time for 20:00"),
    _at_table(
        "whether time charges were verified before they were dropped",
        "charge-verification by area-manager",
        contrary=("no charge-verification",),
    ),
    _in_hand("how a side wager was settled", "Ann wins $70 on red", contrary=("Ben loses $5 on black",)),
    # ---- tournaments ----
    _at_table("the terms of the tournament", "terms when, fees, field, location"),
    _at_table("all that the terms of the tournament state", "terms when, fees, field, location"),
    _at_table("what went into prizes", "entry-fees 40 of $50 kept $200 prizes $1,800"),
    _at_table("the prizes and all places that win one", "prizes $1,000, $500", "place 1 Eve prize $1,000"),
    _at_table(
        "the kind of event and the approval of employees taking part",
        "features charity",
        "approval by chief-operating-officer",
    ),
    _in_hand("whether the deal had begun", "shuffle"),
    _at_table(
        "what went back to entrants who withdrew",
        "entry-fees 40 of $50 withdrawn 3 kept $200 refunded $135 prizes $1,665",
    ),
    _at_table("whether the winner of the tournament takes all", "features winner-take-all"),
    _at_table("how many players are left in the event", "left 14"),
    _at_table("how many players are left in the tournament", "left 14"),
    _at_table("whether this is the first hand of the tournament", "open at 18:00"),
    _at_table("when the tournament began, and when the chips were taken away", "open at 18:00", "pick up Fay at 19:05"),
    _at_table(
        "why the table of a tournament was ended early",
        "agreed early-end by players",
        contrary=("objected early-end by Ben",),
    ),
    _at_table("the other chips of those in the race", "Ann has $400"),
)
