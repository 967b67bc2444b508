"""Constructors of instances that are made up find no files; units that look for some end the run, as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.workload import Workload

_CONFIG = """
import os
from pathlib import Path

class Config:
    def __init__(self, name: str = "program"):
        self.places = []
        for folder in ("/etc", "~/.config"):
            self.places.append(Path(folder).expanduser() / name)
        self.read = {{}}
        {looking}
        self.width = self.read.get("width", 70)

    def lines(self):
        return [self.width * k for k in range(100)]
"""
LOOKING = [
    "for path in self.places:\n            if path.exists(): self.read = path.read_text()",
    "for path in self.places:\n            if os.path.isfile(path): self.read = open(path).read()",
    "try:\n            with open(self.places[0]) as file: self.read = file.read()"
    "\n        except FileNotFoundError as error: self.missing = error.filename",
    "try:\n            self.read = self.places[1].read_bytes()\n        except OSError: pass",
    "while not os.access('/etc/program', os.R_OK) and not os.path.isdir('/etc'): pass",
]
ELSEWHERE = [
    "os.path.exists('a')",
    "open('a')",
    "Path('a').exists()",
    "Path('a').read_text()",
    "os.stat('a')",
]


def _ended(folder: Path, text: str, unit: str) -> tuple[bool, str]:
    (folder / "a.py").write_text(text)
    file = SourceFile.parse_tolerant(text, home=Place.of(folder / "a.py"))
    trials = Trials(file.normal_form(file.unit(unit)), file.home)
    told = dict(zip(NAMES, trials.estimate(Workload()), strict=True))
    return told["trial_runs"] > 0 and not told["trial_raised"], trials.stopped_at


@pytest.mark.parametrize("looking", LOOKING)
def test_what_is_made_up_goes_on_without_files(tmp_path: Path, looking: str) -> None:
    assert _ended(tmp_path, _CONFIG.format(looking=looking), "Config.lines") == (True, "")


@pytest.mark.parametrize("asked", ELSEWHERE)
def test_what_the_unit_itself_looks_for_is_not_known(tmp_path: Path, asked: str) -> None:
    text = f"import os\nfrom pathlib import Path\ndef unit():\n    return {asked}\n"
    assert _ended(tmp_path, text, "unit")[1] != ""


@pytest.mark.parametrize("looking", ["open('a', 'w').write", "open('/etc').read", "os.path.exists(__file__)"])
def test_what_may_be_there_or_is_written_is_not_known(tmp_path: Path, looking: str) -> None:
    assert _ended(tmp_path, _CONFIG.format(looking=f"self.read = {looking}"), "Config.lines")[1] != ""


BESIDE = [
    "os.path.exists(os.path.join(os.path.dirname(__file__), '..', 'config.json'))",
    "Path(__file__).parent.joinpath('../config.json').exists()",
    "os.path.exists({project!r} + '/config.json')",
    "os.path.exists('/etc/../' + {project!r} + '/config.json')",
    "os.path.isdir({project!r})",
    "open({project!r} + '/src/lib/../../config.json')",
]
NOT_BESIDE = [
    "os.path.exists({project!r} + '/../config.json')",
    "os.path.exists({project!r} + '-other/config.json')",
    "os.path.exists('config.json')",
]


@pytest.mark.parametrize("looking", [*BESIDE, *NOT_BESIDE])
def test_what_lies_in_the_project_is_not_known_however_it_is_asked_for(tmp_path: Path, looking: str) -> None:
    project = tmp_path / "project"
    (project / "src").mkdir(parents=True)
    (project / "pyproject.toml").touch()
    looked = looking.format(project=str(project))
    text = _CONFIG.format(looking=f"self.read = {{}} if {looked} else {{}}")
    assert _ended(project / "src", text, "Config.lines")[0] is (looking in NOT_BESIDE)


@pytest.mark.parametrize(("path", "is_told"), [("/etc/told", True), ("told", False), ("../told", False)])
def test_modules_are_refused_what_lies_where_they_are_run(tmp_path: Path, path: str, is_told: bool) -> None:
    (tmp_path / "beside.py").write_text(f"import os\nTOLD = os.path.exists({path!r})\n")
    text = "from beside import TOLD\ndef unit(): return [1 + TOLD for k in range(100)]\n"
    assert _ended(tmp_path, text, "unit")[0] is is_told


def test_modules_are_imported_without_files(tmp_path: Path) -> None:
    beside = "import os\nclass Told:\n    at = '/etc/told' if os.path.exists('/etc/told') else None\nTOLD = Told()\n"
    (tmp_path / "beside.py").write_text(beside)
    text = "from beside import TOLD\ndef unit(): return [TOLD.at is None for k in range(100)]\n"
    assert _ended(tmp_path, text, "unit") == (True, "")
