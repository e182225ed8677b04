"""A player of random legal hands of every game, and an oracle that settles them without the auditor's help."""
