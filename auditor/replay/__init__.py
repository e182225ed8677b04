"""The replay: the state of a hand, how events change it, pots and settlement."""
