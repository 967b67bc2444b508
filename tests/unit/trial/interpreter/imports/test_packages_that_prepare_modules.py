"""What a package does to its modules when it is imported is done before they are used."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_OPTIONS = """
options = {}

def set_default_options():
    options.clear()
    options["size"] = 100

def set_other_options():
    options["size"] = 1
"""
_USING = "from .options import options\n\ndef made(n):\n    return bytearray(options['size'] * n)\n"


@pytest.mark.parametrize("imports", ["from .options import *", "from shop.options import set_default_options"])
def test_a_package_fills_what_a_module_holds(tmp_path: Path, imports: str) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "__init__.py").write_text(f"{imports}\n\nset_default_options()\n")
    (folder / "options.py").write_text(_OPTIONS)
    (folder / "using.py").write_text(_USING)
    trials = Trials(_USING, Place.of(folder / "using.py"))
    found = dict(zip(NAMES, trials.estimate(parse("n: int = 1000")), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    assert 2 ** found["trial_peak"] == pytest.approx(100_000, rel=0.1)


def test_a_package_calls_functions_in_the_order_in_which_they_stand(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from .options import *\n\nset_other_options()\nset_default_options()\nadd_option()\n"
    )
    (folder / "options.py").write_text(f"{_OPTIONS}\ndef add_option():\n    options['size'] *= 2\n")
    (folder / "using.py").write_text(_USING)
    trials = Trials(_USING, Place.of(folder / "using.py"))
    found = dict(zip(NAMES, trials.estimate(parse("n: int = 1000")), strict=True))
    assert not trials.stopped_at
    assert 2 ** found["trial_peak"] == pytest.approx(200_000, rel=0.1)


def test_what_was_filled_but_in_part_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "__init__.py").write_text("from .options import set_default_options\n\nset_default_options()\n")
    (folder / "options.py").write_text(
        "import unknown\n\noptions = {}\n\ndef set_default_options():\n"
        "    options['size'] = 1\n    unknown.ask()\n    options['size'] = 100\n"
    )
    (folder / "using.py").write_text(_USING)
    trials = Trials(_USING, Place.of(folder / "using.py"))
    trials.estimate(parse("n: int = 1000"))
    assert trials.stopped_at


def test_what_cannot_be_followed_leaves_a_logger_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "__init__.py").write_text("from .logs import set_up\n\nset_up()\n")
    (folder / "logs.py").write_text(
        "import logging\nimport unknown\n\nlogger = logging.getLogger(__name__)\n\n"
        "def set_up():\n    logger.addHandler(unknown.Handler())\n"
    )
    text = "from .logs import logger\n\ndef made(n):\n    logger.debug('made')\n    return bytearray(100 * n)\n"
    (folder / "using.py").write_text(text)
    trials = Trials(text, Place.of(folder / "using.py"))
    found = dict(zip(NAMES, trials.estimate(parse("n: int = 1000")), strict=True))
    assert not trials.stopped_at
    assert 2 ** found["trial_peak"] == pytest.approx(100_000, rel=0.1)
