"""An error of Perfcast's own in one unit costs the others of its file nothing."""

from __future__ import annotations

import pytest

from perfcast.forecast import Predictor
from perfcast.forecast import predictor as predictors
from perfcast.forecast.grounds import FAILED, Grounds
from perfcast.source import SourceFile

_SOURCE = "def one(xs: list[int]):\n    return sum(xs)\n\n\ndef other(xs: list[int]):\n    return max(xs)\n"


def _fails_for(name: str, does):
    def run(*given):
        if any(getattr(one, "name", "") == name for one in given):
            raise RecursionError("maximum recursion depth exceeded")
        return does(*given)

    return run


def test_a_workload_that_is_not_found(
    predictor: Predictor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(predictors, "resolve", _fails_for("one", predictors.resolve))
    one, other = predictor.forecast_file(SourceFile.parse(_SOURCE))
    assert one.outside == ("takes what could not be found out",)
    assert other.forecasts and not other.outside
    assert "no workload of one" in caplog.text and "RecursionError" in caplog.text


def test_a_forecast_that_fails(
    predictor: Predictor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Grounds, "receiver", _fails_for("one", Grounds.receiver))
    one, other = predictor.forecast_file(SourceFile.parse(_SOURCE))
    assert one.outside == (FAILED,) and not one.forecasts
    assert other.forecasts and not other.outside
    assert "forecast of one failed" in caplog.text
