"""Logs are judged in shards: several small logs, or a stretch of a large one, each judged to one result."""
