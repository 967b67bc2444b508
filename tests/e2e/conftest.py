"""What all tests over the protocol share."""

import pytest

from tests.e2e.session import ENVIRONMENT


@pytest.fixture(autouse=True)
def _servers_forecast_anew(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which processes a server starts depends on what it need not find out."""
    monkeypatch.setitem(ENVIRONMENT, "XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
