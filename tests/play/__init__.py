"""A player of random legal hands of every game, and an oracle that settles them without the auditor's help.

`common` plays, writes and settles hands with the rulebook as data; `act`, `crown` and `roberts` hold what each rulebook
says of its games and limits, the faults that can be planted in its hands, and its part of the oracle.
"""
