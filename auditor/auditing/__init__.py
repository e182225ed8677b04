"""The use of it all on logs: choose the rulebook, judge each hand, mitigate, tally, in one process or many."""
