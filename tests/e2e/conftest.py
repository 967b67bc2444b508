"""What all tests over the protocol share."""

import math

import pytest

from perfcast.lsp import forecasting
from tests.e2e.session import ENVIRONMENT


@pytest.fixture(autouse=True)
def _servers_forecast_anew(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which processes a server starts depends on what it need not find out."""
    monkeypatch.setitem(ENVIRONMENT, "XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(autouse=True)
def _nothing_is_shown_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that stalls, a file of two functions may take as long as others of which a part is shown first."""
    monkeypatch.setattr(forecasting, "_SECONDS_BETWEEN_REFRESHES", math.inf)
