"""The desk: an audit to look at in a browser on this machine.

Whatever a page shows comes from the functions that the command line uses: no rule, no sum and no wording is worked out
a second time. Pages are made on the server and work without a script.
"""
