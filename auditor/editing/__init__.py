"""Serves editors in which a table log is written: what is wrong with it, what a clause says, what may come next."""
