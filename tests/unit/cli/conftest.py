"""The CLI with the stand-in model, in this process."""

from collections.abc import Callable

import pytest
from click.testing import Result
from typer.testing import CliRunner

import perfcast.rlm
from perfcast.cli.app import app
from tests.engine import StandInModel

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs ``perfcast ARGUMENTS...``; the result has exit_code, stdout and stderr."""
    monkeypatch.setattr(perfcast.rlm, "RegressionModel", StandInModel)
    runner = CliRunner()
    return lambda *arguments, **options: runner.invoke(app, [str(a) for a in arguments], **options)
