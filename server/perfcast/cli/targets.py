"""PATH, PATH::NAME and PATH:LINE on the command line."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from perfcast.cli.problems import fail

if TYPE_CHECKING:
    from perfcast.cli.problems import Problems
    from perfcast.forecast import Predictor, UnitForecast
    from perfcast.forecast.project_calls import Question
    from perfcast.source import SourceFile, Unit
    from perfcast.source.locations.place import Place


TargetsArgument = Annotated[
    list[str],
    typer.Argument(metavar="PATH[::NAME]...", help="Files, folders, or units of files, also as PATH:LINE."),
]
ExcludeOption = Annotated[
    list[str] | None,
    typer.Option(metavar="GLOB", help="Files that folders are taken without, as 'tests/**'; may be given repeatedly."),
]
#: A place as editors and linters print it, perhaps with a column.
_PLACE: Final = re.compile(r"(?P<path>.+?):(?P<line>[1-9]\d*)(?::\d*)?", re.DOTALL)


@dataclass(frozen=True)
class Target:
    """A file, or one unit of it; the path - stands for stdin.

    Attributes:
        name: of the unit; line: of the file, which is the unit's; None where that is not said.
        may_be_empty: nobody says that there is a function in it.
        lies_at: where the file that is read from stdin lies, if it does.
        projects: folders that the user works in; the present one where none is named.
    """

    path: Path
    name: str | None
    may_be_empty: bool = False
    lies_at: Path | None = None
    projects: tuple[Path, ...] = ()
    line: int | None = None

    @classmethod
    def parse(cls, text: str) -> Target:
        """Raises typer.Exit where there is nothing in it."""
        if not text:
            # For `Path` it is the present folder; in a script it is a variable that is not set.
            raise fail("PATH", "it is empty")
        path, separator, name = text.rpartition("::")
        if Path(text).exists():
            return cls(Path(text), None)
        if separator and path and name:
            return cls(Path(path), name)
        place = _PLACE.fullmatch(text)
        return cls(Path(text), None) if place is None else cls(Path(place["path"]), None, line=int(place["line"]))

    @property
    def home(self) -> Place | None:
        """Where the file lies; stdin lies nowhere, unless it is said."""
        from perfcast.source.locations.place import Place

        path = self.lies_at if str(self.path) == "-" else self.path
        return None if path is None else Place.of(path, self.projects or [Path.cwd()])

    def read(self, problems: Problems) -> SourceFile | None:
        """The file, with whatever of it parses; None where it cannot be read at all. Problems are reported."""
        from perfcast.source import SourceError, SourceFile, decode_source

        try:
            data = sys.stdin.buffer.read() if str(self.path) == "-" else self.path.read_bytes()
            file = SourceFile.parse_tolerant(decode_source(data), home=self.home)
        except FileNotFoundError:
            problems.report(str(self.path), "no such file")
            return None
        except OSError as error:
            problems.report(str(self.path), error.strerror or error)
            return None
        except (SourceError, ValueError) as error:
            problems.report(str(self.path), error)
            return None
        for left_out in file.errors:
            problems.report(str(self.path), left_out)
        if not file.units and not file.errors and not self.may_be_empty:
            problems.report(str(self.path), "line 1: the file is empty" if not data.strip() else "no function in it")
        return file

    @property
    def is_of_one(self) -> bool:
        """Whether it means one unit of the file."""
        return self.name is not None or self.line is not None

    def unit(self, file: SourceFile, line: int | None = None) -> Unit:
        """The unit that it means; of a whole file the one that it is mainly about.

        Args:
            line: tells apart units that have the name.

        Raises:
            SourceError: the file has none such.
        """
        from perfcast.forecast.questions import main_unit

        if self.line is not None:
            return file.unit_at(self.line)
        return main_unit(file) if self.name is None else file.unit(self.name, line)

    def question(self, predictor: Predictor, file: SourceFile, size: int | None = None) -> Question | None:
        """What the project may show of the units that the target means; see `Predictor.pending_question`."""
        from perfcast.source import SourceError
        from perfcast.workload.origins.resolution import DEFAULT_SIZE

        try:
            names = [self.unit(file).name] if self.is_of_one else None
        except SourceError:
            return None
        return predictor.pending_question(file, size or DEFAULT_SIZE, names)

    def forecasts(
        self,
        predictor: Predictor,
        file: SourceFile,
        problems: Problems,
        workload: str | None = None,
        size: int | None = None,
        device: str | None = None,
        gpu: str | None = None,
    ) -> list[UnitForecast]:
        """Forecasts for the units of the file that the target means. What is wrong with them is reported."""
        from perfcast.forecast import UnknownDeviceError
        from perfcast.forecast.kernel_forecasts import UnknownGpuError
        from perfcast.source import SourceError

        try:
            units = [self.unit(file)] if self.is_of_one else None
            found = predictor.forecast_file(file, units=units, workload=workload, resize=size, device=device, gpu=gpu)
        except SourceError as error:
            problems.report(str(self.path), error)
            return []
        except UnknownDeviceError as error:
            raise fail("--gpu" if isinstance(error, UnknownGpuError) else "--device", error) from None
        for forecast in found:
            for note in forecast.notes:
                problems.report(str(self.path), note)
        return found


def expanded(texts: Iterable[str], exclude: Iterable[str] | None, *, may_be_empty: bool = False) -> Iterator[Target]:
    """What is named, folders as the Python files below them.

    Args:
        exclude: globs of paths from such a folder on, besides those that are left out anyway.
        may_be_empty: whether files that are named may be without a function, as those of folders may.
    """
    from perfcast.source.locations.globs import matches
    from perfcast.source.locations.python_files import EXCLUDED, walked

    patterns = (*EXCLUDED, *(exclude or ()))

    def is_excluded(below: str) -> bool:
        return any(matches(pattern, below) for pattern in patterns)

    for text in texts:
        target = Target.parse(text)
        if target.is_of_one or not target.path.is_dir():
            yield replace(target, may_be_empty=may_be_empty)
            continue
        for folder, names in walked(target.path, is_excluded):
            yield from (Target(folder / name, None, may_be_empty=True) for name in names)
