"""The button games of Robert's Rules."""
