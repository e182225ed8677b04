"""Pages about one thing: a clause, a rulebook, its coverage, a hand replayed or settled, the formats."""
