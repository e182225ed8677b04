"""Reads and writes logs. A reader for each format gives hands, or an `Unreadable` with its place and reason."""
