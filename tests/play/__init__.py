"""A player of random legal hands of Canberra Manila, and an oracle that settles them without the auditor's help."""
