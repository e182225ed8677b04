"""Drawings of a table: its state after a line of the log, and the geometry that a template writes as SVG."""
