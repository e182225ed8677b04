"""What holds for all tests."""

from hypothesis import settings

# How long an example takes tells of the machine, which may be busy, and nothing of the code.
settings.register_profile("unhurried", parent=settings.default, deadline=None)
settings.load_profile("unhurried")
