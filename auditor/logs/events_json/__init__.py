"""Events as JSON lines: reader and writer."""
