"""Parameters of constructors that are of a class which their module imports, by their names and what they are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_FILES = {
    "drawing.py": """
        import random

        class Generator:
            def __init__(self):
                self.source = random.Random(3)
            def drawn(self, letters):
                return self.source.choice(letters)
            def put(self, name, value):
                setattr(self, name, value)

        class Plain:
            def drawn(self, letters):
                return letters[0]
    """,
    "providing.py": """
        from typing import Any
        from drawing import Generator, Plain

        class Provider:
            def __init__(self, generator: Any):
                self.generator = generator
            def letter(self):
                return self.generator.drawn("abc")
            def word(self):
                return self.generator.letter() * 4

        class Told:
            def __init__(self, plain: str):
                self.plain = plain
            def letter(self):
                return self.plain.drawn("abc")
    """,
    "shop.py": """
        from providing import Provider

        class Codes(Provider):
            def code(self):
                return [self.letter() for _ in range(8)]
            def listed(self):
                return self.generator.entries
    """,
}


@pytest.fixture
def error_of(project_of: Callable[[Mapping[str, str]], Path]) -> Callable[[str, str], str]:
    """What a method's trial run ends with; '' where it comes to its end."""
    folder = project_of(_FILES)

    def tried(name: str, unit: str) -> str:
        file = SourceFile.parse((folder / name).read_text())
        trials = Trials(file.normal_form(file.unit(unit)), Place.of(folder / name))
        row = dict(zip(NAMES, trials.estimate(parse("")), strict=True))
        return trials.error or trials.stopped_at or ("" if row["trial_runs"] >= 1 else "nothing")

    return tried


@pytest.mark.parametrize(("name", "unit"), [("providing.py", "Provider.letter"), ("shop.py", "Codes.code")])
def test_it_is_made_for_the_unit_and_for_those_that_extend_its_class_elsewhere(error_of, name, unit):
    assert error_of(name, unit) == ""


def test_what_its_instances_may_get_by_computed_names_is_not_there_for_that(error_of):
    assert "entries" in error_of("shop.py", "Codes.listed")


def test_another_annotation_is_taken_at_its_word(error_of):
    assert "drawn" in error_of("providing.py", "Told.letter")
