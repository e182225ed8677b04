"""Where a user's cache and settings are: as platformdirs has it for every system, at no cost where XDG says it."""

import sys
from pathlib import Path, PureWindowsPath

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from auditor.review import trust
from auditor.storage import user_folders

APPDATA = {"CSIDL_APPDATA": r"C:\Users\Zoë\AppData\Roaming", "CSIDL_LOCAL_APPDATA": r"C:\Users\Zoë\AppData\Local"}


@pytest.fixture
def no_variables(monkeypatch, tmp_path):
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def as_if_on(monkeypatch, system, kind):
    """Let platformdirs and us take this for another system."""
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platformdirs, "PlatformDirs", kind)


def test_elsewhere_they_are_what_platformdirs_says_though_it_is_not_asked(no_variables):
    dirs = Unix("auditor", appauthor=False)

    assert (user_folders.cache_folder(), user_folders.settings_folder()) == (
        Path(dirs.user_cache_dir),
        Path(dirs.user_config_dir),
    )


@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
def test_a_variable_of_xdg_counts_everywhere_if_it_is_absolute(monkeypatch, tmp_path, system):
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "s"))

    assert user_folders.cache_folder() == tmp_path / "c" / "auditor"
    assert user_folders.settings_folder() == tmp_path / "s" / "auditor"


def test_one_that_is_not_absolute_counts_for_nothing(no_variables, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "here")

    assert user_folders.cache_folder() == no_variables / ".cache" / "auditor"


def test_on_windows_they_are_among_the_users_application_data(no_variables, monkeypatch):
    as_if_on(monkeypatch, "win32", Windows)
    monkeypatch.setattr("platformdirs.windows.get_win_folder", APPDATA.__getitem__)

    cache, settings = (PureWindowsPath(str(one())) for one in (user_folders.cache_folder, user_folders.settings_folder))

    assert cache.parts[:5] == (*settings.parts[:3], "AppData", "Local")
    assert settings.parent == PureWindowsPath(APPDATA["CSIDL_APPDATA"])
    assert (settings.name, PureWindowsPath(str(trust.store())).name) == ("auditor", "trusted.json")


def test_on_macos_they_are_in_the_library(no_variables, monkeypatch):
    as_if_on(monkeypatch, "darwin", MacOS)

    assert user_folders.cache_folder() == no_variables / "Library" / "Caches" / "auditor"
    assert user_folders.settings_folder() == no_variables / "Library" / "Application Support" / "auditor"
