"""A module that takes from its package what the package has from another one, and is itself taken whole by it."""

from __future__ import annotations

from pathlib import Path

from perfcast.source.locations.place import Place
from tests.unit.trial.interpreting import interpreted

_FILES = {
    "__init__.py": "from held.first import *\nfrom held.second import *\n",
    "first.py": "def doubled(x):\n    return 2 * x\n",
    "second.py": "from held import doubled\n\ndef again(x):\n    return doubled(doubled(x))\n",
}


def test_the_name_is_that_of_the_module_before(tmp_path: Path) -> None:
    (tmp_path / "held").mkdir()
    for name, text in _FILES.items():
        (tmp_path / "held" / name).write_text(text)
    source = "from held import again, doubled\nfound = doubled(3), again(3)\n"
    assert interpreted(source, place=Place((str(tmp_path),))) == (6, 12)
