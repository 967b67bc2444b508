"""``__subclasses__``: of classes whose module makes what extends them when it is asked for."""

from __future__ import annotations

from pathlib import Path

from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

READERS = """
class Reader:
    name = ""
class Yaml(Reader):
    name = "yaml"
class Csv(Reader):
    name = "csv"
class Tsv(Csv):
    name = "tsv"
def named(name):
    waiting = Reader.__subclasses__()
    found = []
    while waiting:
        one = waiting.pop()
        waiting += one.__subclasses__()
        found.append(one.name)
    return found.index(name)
"""


def test_they_stand_in_order() -> None:
    source = f"{READERS}found = [one.name for one in Reader.__subclasses__()], named('tsv'), Tsv.__subclasses__()"
    assert interpreted(source) == run(source) == (["yaml", "csv"], 1, [])


def test_a_module_makes_those_that_nobody_asked_for(tmp_path: Path) -> None:
    (tmp_path / "readers.py").write_text(READERS)
    place = Place((str(tmp_path),))
    source = "from readers import Reader, named\nfound = named('yaml'), [one.name for one in Reader.__subclasses__()]"
    assert interpreted(source, place=place) == (2, ["yaml", "csv"])


def test_a_unit_finds_those_of_its_file(tmp_path: Path) -> None:
    (path := tmp_path / "readers.py").write_text(READERS)
    form = 'def named(xs): return xs[len(Reader.__subclasses__()) - 2]\nclass Reader:\n    name = ""\n'
    found = Trials(form, Place.of(path)).estimate(parse("xs: list[int] * 1"))
    assert found[NAMES.index("trial_runs")] > 0


def test_those_that_are_known_in_part_are_among_them(tmp_path: Path) -> None:
    (tmp_path / "readers.py").write_text(f"import os\n{READERS}\nclass Last(Reader):\n    name = os.listdir()[0]\n")
    source = "from readers import Reader\nfound = len(Reader.__subclasses__())"
    assert interpreted(source, place=Place((str(tmp_path),))) == 3
