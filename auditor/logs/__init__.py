"""One reader a format: bytes in, hands or an `Unreadable` with its place and reason out."""
