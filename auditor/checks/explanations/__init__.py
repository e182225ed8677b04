"""Why money went wrong: one cause for one wrong payment."""
