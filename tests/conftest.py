"""What holds for all tests."""

import signal

from hypothesis import settings

# A shell that has the tests run in the background has them ignore Ctrl-C, and so would every process that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes tells of the machine, which may be busy, and nothing of the code.
settings.register_profile("unhurried", parent=settings.default, deadline=None)
settings.load_profile("unhurried")
