"""What all tests share."""

import os
import tempfile
from typing import Final

import pytest
from hypothesis import settings

#: What was measured on this machine before is none of the tests' business, and nothing of theirs is kept for its user.
_STATE: Final = tempfile.TemporaryDirectory(prefix="perfcast-state-")
os.environ["XDG_STATE_HOME"] = os.environ["XDG_CACHE_HOME"] = _STATE.name


@pytest.fixture(autouse=True)
def _nothing_was_forecast_before(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


# Machines that run tests are busy: how long an example takes says nothing.
settings.register_profile("busy", deadline=None)
settings.load_profile("busy")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes minutes is begun first, so that other workers have the rest to do meanwhile."""
    items.sort(key=lambda item: item.get_closest_marker("takes_minutes") is None)
