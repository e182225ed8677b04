"""Questions that checks of several topics ask. There are no checks here."""
