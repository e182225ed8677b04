"""Readers of the hand histories that online rooms write: one module a room, one grammar for those that write text.

A room's module says how a hand begins, what its header tells, and which terminal of its grammar is which act. The
rest is shared: `lines.py` cuts and reads the text, `hand.py` puts the hand together, `amounts.py` knows their numbers.
"""
