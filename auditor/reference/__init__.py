"""The reference of the documentation site: pages of Markdown, made from the data and docstrings that `explain` prints.

A plain function makes each page and returns its text. `pages` has them all; `docs/hooks/reference.py` hands them to
MkDocs, and nothing else of the auditor uses this package.
"""
