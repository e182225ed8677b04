"""PHH, the poker hand history notation of researchers: reader and writer."""
