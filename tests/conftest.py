"""What all tests share."""

import os
import sys
import tempfile
from typing import Final

import pytest
from hypothesis import settings

#: What was measured on this machine before is none of the tests' business, and nothing of theirs is kept for its user.
_STATE: Final = tempfile.TemporaryDirectory(prefix="perfcast-state-")
os.environ["XDG_STATE_HOME"] = os.environ["XDG_CACHE_HOME"] = _STATE.name
# Processes that tests start find their modules compiled, as pip leaves them: else that is most of what they do.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


@pytest.fixture(autouse=True)
def _nothing_was_forecast_before(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


# Machines that run tests are busy: how long an example takes says nothing. Examples are the same each time, so that a
# change fails for what it changes; others are tried by `tests.fuzzing`.
settings.register_profile("busy", deadline=None, derandomize=True, database=None)
settings.load_profile("busy")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--examples", type=int, help="at most so many of each parametrized test")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes minutes is begun first, so that other workers have the rest to do meanwhile."""
    if (most := config.getoption("examples")) is not None:
        left_out = _beyond(items, most)
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: item.get_closest_marker("takes_minutes") is None)


def _beyond(items: list[pytest.Item], most: int) -> set[pytest.Item]:
    """All items but so many of each test."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {test[number * len(test) // most] for test in tests.values() for number in range(most)}
    return set(items) - kept
