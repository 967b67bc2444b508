"""Loggers that a unit makes by their class hand records to its own handlers, and say where they come from."""

from __future__ import annotations

import sys

import pytest

from perfcast.source.locations.place import here
from tests.unit.trial.interpreting import interpreted, run
from tests.unit.trial.peaks import peak

_KEPT = """
import logging

class Kept(logging.Handler):
    def __init__(self):
        super().__init__()
        self.kept = []

    def emit(self, record):
        self.kept.append((record.funcName, self.format(record)))

def told(names):
    handler = Kept()
    logger = logging.Logger("own", logging.INFO)
    logger.addHandler(handler)
    for name in names:
        logger.info("n=%s", name)
        logger.debug("not of %s", name)
    return handler.kept
"""


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this module of later Pythons is not followed to its end")
def test_their_records_are_as_the_library_makes_them() -> None:
    source = f"{_KEPT}\nfound = told(['a', 'b'])\n"
    assert interpreted(source, place=here()) == run(source) == [("told", "n=a"), ("told", "n=b")]


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this module of later Pythons is not followed to its end")
def test_what_a_handler_keeps_is_held() -> None:
    # Measured.
    held = peak("return told(names)", "names: list[str] * 1000 * 8 in 'a'..'z'", _KEPT, here())
    assert held == pytest.approx(126_750, rel=0.1)


def test_functions_of_followed_modules_say_their_file() -> None:
    source = "import textwrap\nfound = textwrap.TextWrapper.wrap.__code__.co_filename == textwrap.__file__\n"
    assert interpreted(source, place=here())
