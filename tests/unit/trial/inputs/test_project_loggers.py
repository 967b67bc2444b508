"""Instances that are made of a class of another file, which writes to a logger that the project makes by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_FILES = {
    "world/__init__.py": "",
    "world/logs.py": """
import inspect
import logging

def make_logger():
    return logging.getLogger(inspect.getmodule(inspect.stack()[1][0]).__name__)
""",
    "world/model.py": """
from world.logs import make_logger

_logger = make_logger()
_tally = make_logger()

class Model:
    def __init__(self, seed=None):
        self.agents = {}

    def register(self, agent):
        self.agents[agent] = None
        _logger.debug("registered")

    def counted(self):
        return _tally.debug("counted")
""",
    "world/agent.py": """
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from world.model import Model

class Agent:
    def __init__(self, model: "Model", *args):
        self.model: Model = model
        self.model.register(self)
        self.age = 3
""",
    "world/group.py": """
from world.agent import Agent

class Group(Agent):
    def ages(self):
        return [self.age for k in range(50)]

    def counted(self):
        return self.model.counted()
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in _FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path / "world"


def _trials(folder: Path, unit: str, workload: str = "") -> Trials:
    path = folder / "group.py"
    file = SourceFile.parse_tolerant(path.read_text(), home=Place.of(path))
    trials = Trials(file.normal_form(file.unit(unit)), file.home)
    trials.estimate(parse(workload))
    return trials


def test_instances_are_made_of_what_their_own_file_says_for_type_checkers(folder: Path) -> None:
    trials = _trials(folder, "Group.ages")
    told = dict(zip(NAMES, trials.estimate(parse("")), strict=True))
    assert told["trial_runs"] > 0
    assert not told["trial_raised"]
    assert {str(folder / "agent.py"), str(folder / "model.py")} <= trials.followed.keys()


def test_what_is_not_called_like_a_logger_is_none(folder: Path) -> None:
    assert "_tally" in _trials(folder, "Group.counted").stopped_at
