"""Draw and lowball of Robert's Rules."""
