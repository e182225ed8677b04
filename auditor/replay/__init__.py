"""The replay: the state of the table, how events change it, pots and settlement."""
