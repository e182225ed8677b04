"""Checks of the record itself: cards, chips and words that contradict each other."""
