"""Where this user's cache and settings are kept: by the custom of the system, or where XDG variables say.

The folders of Windows and macOS are known to platformdirs. On other systems they are what XDG lays down, which takes
no import: platformdirs needs longer to load than an audit of one hand may take.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "auditor"


def cache_folder() -> Path:
    """The folder for what can be made again. Raises RuntimeError if there is no home."""
    if (stated := _stated("XDG_CACHE_HOME")) is not None:
        return stated / NAME
    if _has_own_custom():
        from platformdirs import user_cache_path

        return user_cache_path(NAME, appauthor=False)
    return Path.home() / ".cache" / NAME


def settings_folder() -> Path:
    """The folder for what the user has set. Raises RuntimeError if there is no home."""
    if (stated := _stated("XDG_CONFIG_HOME")) is not None:
        return stated / NAME
    if _has_own_custom():
        from platformdirs import user_config_path

        return user_config_path(NAME, appauthor=False, roaming=True)
    return Path.home() / ".config" / NAME


def _stated(variable: str) -> Path | None:
    """The folder that a variable names. One that is not absolute counts for nothing, as XDG has it."""
    path = Path(os.environ.get(variable, ""))
    return path if path.is_absolute() else None


def _has_own_custom() -> bool:
    return sys.platform in ("win32", "darwin")
