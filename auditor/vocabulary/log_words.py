"""The words with a fixed meaning in logs: what a log undertakes to record, what people agree on or announce."""

from __future__ import annotations

from typing import get_args

from auditor.vocabulary.events import ACTS, ProcedureStep
from auditor.vocabulary.hand import PLAY_ONLY, SHOWN_TOGETHER

# ---- what a log may undertake to record in every hand ----

AGREEMENTS = "agreements"  # and objections
ANNOUNCEMENTS = "announcements"
BURNS = "burns"
CARDS = "cards"  # every card that was dealt or turned, if only as one that nobody saw
CHECKS = "checks"  # every one: who is not said to have checked did not
DECLARATIONS = "declarations"
DISCARDS = "discards"
DRAW = "draw"  # every player's part in it, also that of players who keep their cards
INCIDENTS = "incidents"
ROOM = "room"  # no choice of the house: what a log says of itself
STATED = "stated-blinds"  # the blinds that the head of a hand states, beside those put up
LOOKS = "looks"  # every look of a player at cards that matters
NOTICES = "notices"
ORDER = "order"  # in which things happened: every line stands in its place, once
PAYMENTS = "payments"  # everything that was paid, handed back or refunded
POSTS = "posts"  # every blind and ante
SHOWS = "shows"  # every hand that was laid open
PROMISES = (
    *(PLAY_ONLY, SHOWN_TOGETHER, NOTICES, ANNOUNCEMENTS, INCIDENTS, DRAW, BURNS, CHECKS, DISCARDS, DECLARATIONS),
    *(CARDS, ORDER, PAYMENTS, POSTS, SHOWS, AGREEMENTS, LOOKS),
    *("cut", *(step for step in get_args(ProcedureStep) if step not in ACTS)),
)

# ---- what people may agree on ----

ACE_LOW = "ace-low"
BETTING_FORM = "betting-form"
REDUCED_DECK = "reduced-deck"

# ---- what may be announced beforehand, or agreed on instead ----

CLOSURE = "closure"  # of a table
COMMISSION = "commission"
LIMITS = "limits"
MINIMUM = "minimum"
SIGN = "sign"
STAKE = "stake"
ANNOUNCED = (LIMITS, MINIMUM, STAKE, COMMISSION, CLOSURE)
