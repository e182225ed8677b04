"""Marked logs as tests, and the plug-in that lets pytest run them."""
