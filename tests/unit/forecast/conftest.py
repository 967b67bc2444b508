"""A predictor with a model of known costs."""

from __future__ import annotations

import pytest

from perfcast.forecast import Predictor
from tests.engine import StandInModel


@pytest.fixture
def model() -> StandInModel:
    return StandInModel()


@pytest.fixture
def predictor(model: StandInModel) -> Predictor:
    return Predictor(model)  # type: ignore[arg-type]
