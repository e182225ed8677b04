"""How a clause can be decided, in words."""

from __future__ import annotations

EVIDENCE = {
    "play": "from cards, wagers and payments",
    "procedure": "from the dealer's steps, where the log notes them",
    "table": "from the table's set-up, signs and agreements",
    "session": "from several hands of a table together",
    "incident": "from an observer's note in the log",
    "none": "not from a record: no log can show whether it was kept",
}
