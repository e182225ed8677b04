"""What kind of moment an event comes at, as a set of flags worked out once for all the checks that watch it.

Most checks concern a moment that seldom comes: a raise, an act after the round is closed, a hand with a mishap. A check
that names its situations is not called at any other moment, which is what keeps a hundred and more checks cheap.
"""

from __future__ import annotations

from typing import get_args

from auditor.replay.settlement.showdown import CLASSES
from auditor.rules.schema.figures import Maker, OpenerSeat
from auditor.vocabulary.events import (
    Behind,
    Boxed,
    Buys,
    Counted,
    Discards,
    Holds,
    Incident,
    Lends,
    Posting,
    ProcedureStep,
    Show,
    SideWager,
    Voided,
)

CALLS = 1 << 0  # a wager that meets what is to be met
OPENS = 1 << 1  # the first wager of a betting round
RAISES = 1 << 2  # a wager above the highest total
FIRST_ACT = 1 << 3  # nobody has acted in the betting round yet
CLOSED = 1 << 4  # the betting round is over
PASSED_OVER = 1 << 5  # somebody else should have acted
OUT = 1 << 6  # the player is not, or no longer, in the hand
TAPPED_OUT = 1 << 7  # the player has no chips left
FROZEN = 1 << 8  # a communal card was shown too early in this round
FIRST_CARD = 1 << 9  # no card has been dealt yet
MISHAP = 1 << 10  # a misdeal, a dealing fault, a wager out of turn, or a card marked as unusual
SHOWDOWN = 1 << 11  # two or more hands are in at the end
CHECKED = 1 << 12  # the player has checked in this round
OPTION = 1 << 13  # the player has met the wager without having acted: a blind may be raised
LATER_ACT = 1 << 14  # somebody has acted in the betting round before
ALL_IN = 1 << 15  # a wager that takes, or is said to take, the player's last chips
OVERDRAWN = 1 << 16  # a wager of more than the player has left
NOTED_MANNER = 1 << 17  # the log says how the wager was made
IN_TURN = 1 << 18  # it is the player's turn
WAGERED = 1 << 19  # a wager stands in the betting round
SHORT = 1 << 20  # a call for less than the wager, not with the last chips
OPEN = 1 << 21  # the betting round is not over
ALL_CHECKED = 1 << 22  # everybody has checked, which ended the round
CONTESTED = 1 << 23  # more than one player is in
UNDEALT = 1 << 24  # the log records cards dealt to players, and none to this one
OPENED = 1 << 25  # a wager has been made in the betting round, or a blind counts as one
UNOPENED = 1 << 26  # none has
FIRST_HOLDING = 1 << 27  # no player has a card yet, as far as the log records them
BEFORE_BETTING = 1 << 28  # no betting round has begun
WON = 1 << 29  # one player is left
FIRST_ROUND = 1 << 30  # it is the first betting round
LATER_ROUND = 1 << 31  # it is a later one
ENTERING = 1 << 32  # nobody has raised in the first betting round yet
ANSWERS = 1 << 33  # the player has acted in the betting round before
UNEVEN = 1 << 34  # no full wager stands, or one of last chips above the last full one
WAS_EARLY = 1 << 35  # somebody has made a wager out of turn in this hand
FORFEITED = 1 << 36  # the player has checked out of turn
ABLE = 1 << 37  # the player is in with chips, and no wager of the player is held aside
UNWAGERED = 1 << 38  # no wager stands in the betting round
TOLD_TWICE = 1 << 39  # the log says what was put in and to what total
TOLD_HOW = 1 << 40  # or words that were spoken, or the chips one by one
SHORTAGE = 1 << 41  # the last opening or raise took somebody's last chips, and was less than a full one

IN_CHIPS = 1 << 42  # of a wager: in whole chips of the table, or just what there was to call
NO_WAGER_CHIP = 1 << 43  # the table wants wagers in no chips larger than the lowest
MEETS = 1 << 44  # a call of just the highest total, which is no bet of too few last chips
PLAIN = 1 << 45  # it goes over no straddle, short blind, or bet or raise of too few last chips
FOLLOWED = 1 << 46  # somebody has called the blinds before, or there are none
SIZED = 1 << 47  # the sizes of the rulebook hold for it, the record has their unit, and it has one of them
WITHIN_LIMIT = 1 << 48  # the sizes and limits hold for it, and it keeps within them
SET_ASIDE = 1 << 49  # sizes and limits do not hold for it
HAS_MAXIMUM = 1 << 50  # the table has a maximum in this round
NO_MAXIMUM = 1 << 51  # it has none
BELOW_CAP = 1 << 52  # of a raise in a round that is open: the round has had fewer raises than it may have
NO_FLOOR = 1 << 53  # nothing has set a least raise
ABOVE_FLOOR = 1 << 54  # it is no less than an earlier one
TOLD_BY = 1 << 55  # the log says by how much, and to what total or with what
ADDS_UP = 1 << 56  # the two amounts that the log has of a raise or a call agree
EVENLY_DEALT = 1 << 57  # at the first act: everybody in has the cards due, and nobody more
UNHELD = 1 << 58  # the record has no cards of players
UNKILLED = 1 << 59  # nobody has killed the pot
NO_CAP = 1 << 60  # of a raise: the round has no cap on raises
NOTHING_BACK = 1 << 61  # of a wager: no money goes back before the last act that is no fold, or nobody wins the hand
SEATS = get_args(OpenerSeat)
OPENERS = {seat: 1 << 62 + number for number, seat in enumerate(SEATS)}  # at the first act: whose it is to open
ACTS = 62 + len(SEATS)  # acts come most often: their flags make small numbers
STEPS = {
    word: 1 << ACTS + number for number, word in enumerate(get_args(ProcedureStep))
}  # a note of this step of procedure
AFTER_STEPS = ACTS + len(STEPS)
LATER_HAND = 1 << AFTER_STEPS  # of a hand as a part of its session, or of a note: there was a hand before
NEXT_HAND = 1 << AFTER_STEPS + 1  # and it is known to be the one right after it
IN_TOURNAMENT = 1 << AFTER_STEPS + 2  # it is played in a tournament
LISTED = 1 << AFTER_STEPS + 3  # its table declared lists: features, signs, terms
REMARKED = 1 << AFTER_STEPS + 4  # something was noted since the hand before, or in it for later
ATTENDED = 1 << AFTER_STEPS + 5  # the floor may have something to tell: of hands before, or of those who come and go
DECLARED_ANEW = 1 << AFTER_STEPS + 6  # its set-up is not that of the hand before
AFTER_HANDS = AFTER_STEPS + 7
PROVIDED = 1 << AFTER_HANDS  # of a wager before the cards: the rulebook has a figure for it
UNPROVIDED = 1 << AFTER_HANDS + 1  # it has none
FOLLOWS = 1 << AFTER_HANDS + 2  # it comes after the last blind, on its left
SEATED = 1 << AFTER_HANDS + 3  # it is none of the blinds that a table declares
DECLARED = 1 << AFTER_HANDS + 4  # the table declares its blinds
POSTS = {word: 1 << AFTER_HANDS + 5 + number for number, word in enumerate(get_args(Posting))}  # by the log's word
AFTER_POSTS = AFTER_HANDS + 5 + len(POSTS)
KNOWN_CARDS = 1 << AFTER_POSTS  # of the end: the record tells some of the cards
TWICE = 1 << AFTER_POSTS + 1  # and one of them was seen in two places, or noted twice
BROKEN = 1 << AFTER_POSTS + 2  # what was paid is not what was due
IN_CASH = 1 << AFTER_POSTS + 3  # the hand is played in no tournament
ODD_BLINDS = 1 << AFTER_POSTS + 4  # the table declares no blinds, or more than two
PLAIN_POSTS = 1 << AFTER_POSTS + 5  # nothing was put up before the cards but as many blinds as the table declares
OTHER_POSTS = 1 << AFTER_POSTS + 6  # something else was
RARE = (Behind, Boxed, Buys, Counted, Discards, Holds, Incident, Lends, Show, SideWager, Voided)  # kinds of event
NOTED = {kind: 1 << AFTER_POSTS + 7 + number for number, kind in enumerate(RARE)}  # in the hand or before it
AFTER_NOTED = AFTER_POSTS + 7 + len(NOTED)
PAID_RIGHT = 1 << AFTER_NOTED  # of the end: a pot was paid, and what was paid is what was due
SINGLE_POT = 1 << AFTER_NOTED + 1  # there is no more than one pot
SEVERAL_POTS = 1 << AFTER_NOTED + 2  # there are a main pot and side pots
UNSHARED = 1 << AFTER_NOTED + 3  # no pot has more than one winner, for high or for low
UNCALLED = 1 << AFTER_NOTED + 4  # nobody called the whole of the last wager
ALL_CALLED = 1 << AFTER_NOTED + 5  # all wagers were called, and nothing went back
UNMUCKED = 1 << AFTER_NOTED + 6  # no hand that was in at the end was thrown away
COMPARED = 1 << AFTER_NOTED + 7  # hands were laid open and compared
UNCOMPARED = 1 << AFTER_NOTED + 8  # none were
UNCOUNTED = 1 << AFTER_NOTED + 9  # the log counts no pot
COUNTED_RIGHT = 1 << AFTER_NOTED + 10  # it counts one pot, which is what was wagered
TAKEN_FIRST = 1 << AFTER_NOTED + 11  # it has pots and announcements before the first payment
BY_SCALE = 1 << AFTER_NOTED + 12  # the hand bears commission on the rulebook's own scale
SMALL_POT = 1 << AFTER_NOTED + 13  # by which a pot of this size bears none
LARGE_POT = 1 << AFTER_NOTED + 14  # by which it bears some
UNDER_CEILING = 1 << AFTER_NOTED + 15  # and the pot does not go beyond what bears commission
CHARGED_RIGHT = 1 << AFTER_NOTED + 16  # one player won the only pot, and it bore the commission that was due
IN_DECK = 1 << AFTER_NOTED + 17  # all cards known are of the deck in use, each once
NO_CARDS = 1 << AFTER_NOTED + 18  # no card is known, and the game has the deck that the table declares
FIRST_DEAL = 1 << AFTER_NOTED + 19  # no deal was called off
BOARDLESS = 1 << AFTER_NOTED + 20  # the record has no communal cards
BOARD_IN_STAGES = 1 << AFTER_NOTED + 21  # they came in as many at once as the betting rounds call for
PLAYED_OUT = 1 << AFTER_NOTED + 22  # cards are noted, and all of them came or one player is left, who was paid
UNNOTED = 1 << AFTER_NOTED + 23  # the cards that a hand is played out with are not noted
LAST_ROUND = 1 << AFTER_NOTED + 24  # there was betting in the last round, with all communal cards, and a payment
WITHIN_STAKES = 1 << AFTER_NOTED + 25  # money was wagered, and nobody wagered more than the stake before the hand
DEALT_TO_ALL = 1 << AFTER_NOTED + 26  # the record deals cards to everybody, and some put up chips before
BLINDS_IN_TURN = 1 << AFTER_NOTED + 27  # just the two blinds that the table declares, by the players due for them
HEADS_UP = 1 << AFTER_NOTED + 28  # and those two play alone
MORE_PLAYERS = 1 << AFTER_NOTED + 29  # and others play with them
DUTIES_DONE = 1 << AFTER_NOTED + 30  # every blind that the rulebook has is on record
NO_ANTES = 1 << AFTER_NOTED + 31  # the table declares no ante and nobody put one up
ALL_ANTED = 1 << AFTER_NOTED + 32  # everybody who was dealt in put up an ante
STATED_BLINDS = 1 << AFTER_NOTED + 33  # the head of the hand states blinds, beside those put up
AFTER_END = AFTER_NOTED + 34
WINNERS = {name: 1 << AFTER_END + number for number, name in enumerate(CLASSES)}  # a hand of this class won
AFTER_WINNERS = AFTER_END + len(WINNERS)
COVERED = 1 << AFTER_WINNERS  # of a wager before the cards: the player's stake is known and as large
UNSTAKED = 1 << AFTER_WINNERS + 1  # the player's stake is not known
AS_DUE = 1 << AFTER_WINNERS + 2  # it is an amount that the table declares or the rulebook allows for it
BY = {
    word: 1 << AFTER_WINNERS + 3 + number for number, word in enumerate(get_args(Maker))
}  # who the rulebook has make it
AFTER_MAKERS = AFTER_WINNERS + 3 + len(BY)
MADE_RIGHT = tuple([1 << AFTER_MAKERS + number for number in range(3)])
"""It is the blind of this number that the rulebook has, before the cards, by the player whose duty it is."""
AFTER_MADE = AFTER_MAKERS + len(MADE_RIGHT)
NEXT_CARDS = 1 << AFTER_MADE  # of cards: the first ones after a betting round that is over, with players left
MORE_CARDS = 1 << AFTER_MADE + 1  # no betting round has come since others, or one player is left
OWN_TO_COME = 1 << AFTER_MADE + 2  # players have cards, and further ones are due to them without a draw
IN_DRAW = 1 << AFTER_MADE + 3  # the betting round is one before which cards are changed
AFTER_CARDS = AFTER_MADE + 4
RIGHT_WAY_UP = 1 << AFTER_CARDS  # of a pass of the deal: all its cards lie the way they should
ROUND_THE_TABLE = 1 << AFTER_CARDS + 1  # in the first deal: clockwise, and to everybody as many at once as it should be
FACE_DOWN = 1 << AFTER_CARDS + 2  # all its cards lie face down
NOT_LAST = 1 << AFTER_CARDS + 3  # a further round of cards is to come
NOTHING_OPEN = 1 << AFTER_CARDS + 4  # no player has a card face up yet
CUT_NOTED = 1 << AFTER_CARDS + 5  # the log notes that the deck was cut, or was not
SHUFFLED = 1 << AFTER_CARDS + 6  # it notes that the deck was shuffled, and nobody has a card yet
OLD_DECK = 1 << AFTER_CARDS + 7  # nothing was replaced since the hand before
FROM_BUCK = 1 << AFTER_CARDS + 8  # the first card of the first deal goes to the player at the buck
NONE_SITS_OUT = 1 << AFTER_CARDS + 9  # nobody gets cards who sits the hand out
ENOUGH_CARDS = 1 << AFTER_CARDS + 10  # the record shows all that are out, and the others go round
CUT_AS_DUE = 1 << AFTER_CARDS + 11  # of a cut: the first, before the cards, by the designated player
UNEXPOSED = 1 << AFTER_CARDS + 12  # it exposed no card
BUCK_PLACED = 1 << AFTER_CARDS + 13  # of the buck: it comes, before the cards, to a player who is not sitting out
BUCK_DECLINED = 1 << AFTER_CARDS + 14  # a player has declined it
AS_DEALT = 1 << AFTER_CARDS + 15  # of cards shown: all are known to have been dealt to the player
UNSEEN = 1 << AFTER_CARDS + 16  # nothing is known of the cards of the player
DONE = 1 << AFTER_CARDS + 17  # of a step of procedure: it was taken, and by no player
STAKE_LEFT = 1 << AFTER_CARDS + 18  # of a count: it is what a stake that is known has left by wagers and payments
AFTER_DEAL = AFTER_CARDS + 19
TURNED = tuple([1 << AFTER_DEAL + number for number in range(8)])
"""It is one communal card, after cards of players, with so many on the table before."""
AFTER_TURNED = AFTER_DEAL + len(TURNED)
ORDERLY = 1 << AFTER_TURNED  # of the end: there was betting, and nobody wagered out of turn
VALID = 1 << AFTER_TURNED + 1  # nobody annulled the hand
BUCK_KNOWN = 1 << AFTER_TURNED + 2  # the record has the seat of the buck
HANDS_WHOLE = 1 << AFTER_TURNED + 3  # no hand is void, none was counted, and all shown have the right number of cards
UNDRAWN = 1 << AFTER_TURNED + 4  # no cards were changed
PLAYER_TAPPED_OUT = 1 << AFTER_TURNED + 5  # a player who is in wagered the last chip
NONE_TAPPED_OUT = 1 << AFTER_TURNED + 6  # none did
AFTER_ALL = AFTER_TURNED + 7
SOUND_SET_UP = 1 << AFTER_ALL  # of a hand in its session: its table declares plain blinds, chips or a limit that agree
IN_FORCE = 1 << AFTER_ALL + 1  # the rules were in force on its day
BEGINS = 1 << AFTER_ALL + 2  # it is known to be the first of the game
AFTER_MISDEAL = 1 << AFTER_ALL + 3  # the hand before ended with its misdeal
BUCK_ON = 1 << AFTER_ALL + 4  # the buck has moved to the next player from a hand that was played out
CONDITIONED = 1 << AFTER_ALL + 5  # its table declared conditions
NO_PURCHASE = 1 << AFTER_ALL + 6  # nobody in it has bought chips since the hand before
NO_NEWCOMER = 1 << AFTER_ALL + 7  # everybody in it has played before
NO_RETURN = 1 << AFTER_ALL + 8  # nobody in it had lost everything
ALL_DEALT_IN = 1 << AFTER_ALL + 9  # of a hand of a tournament: everybody at the table was dealt in
RECOGNISED = 1 << AFTER_ALL + 10  # of a declaration: a limit of the rulebook, a room, or promises that rules know
