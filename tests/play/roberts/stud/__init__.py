"""Stud of Robert's Rules."""
