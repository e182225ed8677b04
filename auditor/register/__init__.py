"""The register: what was audited, found and decided, over years, in SQLite or PostgreSQL.

A log is entered once for its bytes and for what an audit made of them. Another log in the same place that tells of the
same table on the same night takes its place, and both are kept. Totals are kept by log and night, so that questions
about years need not go through all findings.
"""
