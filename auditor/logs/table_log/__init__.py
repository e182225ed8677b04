"""The table log, our own language: its grammar, its reader and its writer side by side."""
