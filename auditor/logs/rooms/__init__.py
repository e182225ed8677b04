"""Readers of the hand histories that online rooms write: one module a room, and a grammar for each that writes text.

A room's module says how a hand begins, what its header says, and which terminal of its grammar is which act. The rest
is shared, in `common`: `lines.py` cuts and reads the text, `hand.py` puts the hand together, `amounts.py` reads
numbers.
"""
