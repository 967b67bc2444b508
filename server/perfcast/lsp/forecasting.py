"""Forecasts for open programs: made on open and on save, kept while the user types."""

from __future__ import annotations

import asyncio
import gc
import itertools
import logging
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from perfcast.forecast import Predictor, UnitForecast
from perfcast.lsp.configuration.settings import Settings
from perfcast.lsp.documents.homes import home_of
from perfcast.lsp.documents.programs import Part, Program, file_path, is_excluded
from perfcast.lsp.documents.relocation import Block, followed, split_lines
from perfcast.lsp.engine import Job, State
from perfcast.lsp.threads import in_thread
from perfcast.source import SourceFile, Unit
from perfcast.source.locations.place import Place

if TYPE_CHECKING:
    from perfcast.lsp.server import PerfcastServer
    from perfcast.triton import Device

logger = logging.getLogger(__name__)

# The model's thread turns to other work after this long, so that a hover need not wait for a whole file.
_SECONDS_A_TURN = 0.1
# Editors are asked to show what is there so far this often in a file that takes long, and when all on the screen has
# forecasts, be they of the text before, and again when these are new.
_SECONDS_BETWEEN_REFRESHES = 2.0
# So long the model's thread leaves the interpreter to the event loop then, which has that to answer first.
_SECONDS_TO_ASK = 0.02
# Characters of a file some ten thousand lines long.
_LARGE = 300_000


@dataclass
class Entry:
    """One unit of an analysed text, with its forecast once there is one."""

    unit: Unit
    block: Block
    forecast: UnitForecast | None = None


@dataclass
class Analysis:
    """What is known of one program as it was when it was opened or saved.

    Attributes:
        serial: tells analyses apart; tooltips are asked for by it.
        text: that was analysed.
        file: the same, parsed; the next analysis takes from it what did not change.
        first_left_out: the first unit beyond those that the settings have forecast; None where that is all of them.
        is_whole: nothing of it is still to be forecast.
    """

    serial: int
    text: str
    file: SourceFile
    entries: list[Entry]
    first_left_out: Entry | None = None
    is_whole: bool = False
    _located: tuple[str, list[int | None]] | None = field(default=None, repr=False)

    def located(self, text: str) -> Iterator[tuple[int, int, Entry]]:
        """(line of the `def`, index, entry) of the units whose lines are all in a later text."""
        if text == self.text:
            yield from ((entry.unit.line, index, entry) for index, entry in enumerate(self.entries))
            return
        for index, (line, entry) in enumerate(zip(self._lines(text), self.entries, strict=False)):
            if line is not None:
                yield line, index, entry

    def line_left_out(self, text: str) -> int | None:
        """The line of the `def` of the first unit that is not forecast, in a later text; None where there is none."""
        if self.first_left_out is None:
            return None
        return self.first_left_out.unit.line if text == self.text else self._lines(text)[-1]

    def _lines(self, text: str) -> list[int | None]:
        """The lines of the entries in a later text, and after them that of the first unit that is left out."""
        if self._located is None or self._located[0] != text:
            before = self.file.lines
            after = before.edited(text.removeprefix("\ufeff"))
            followed_ones = self.entries if self.first_left_out is None else [*self.entries, self.first_left_out]
            self._located = text, followed([entry.block for entry in followed_ones], before, after)
        return self._located[1]

    def within(self, part: Part, text: str) -> Iterator[tuple[int, int, Entry]]:
        """As `located`, of the units in one of a later program's documents: their lines are those of the document."""
        for line, index, entry in self.located(text):
            number = line - part.first_line + 1
            if 1 <= number <= part.line_count:
                yield number, index, entry


class _Screen(IntEnum):
    """What is known of the units that the user looks at."""

    UNKNOWN = 0
    """Some have no forecast."""
    KEPT = 1
    """All have one, be it of the text before."""
    NEW = 2


class _UnderWay(NamedTuple):
    """A task, and the text that it forecasts."""

    task: asyncio.Task[None]
    text: str


class Forecasting:
    """Keeps an analysis for each open program, and one task at most that makes a newer one."""

    def __init__(self, server: PerfcastServer) -> None:
        self._server = server
        self._serials = itertools.count(1)
        self._analyses: dict[str, Analysis] = {}
        self._tasks: dict[str, _UnderWay] = {}
        self._focus: dict[str, tuple[int, int]] = {}
        self._looking: dict[str, asyncio.Task[None]] = {}
        self._one_looks = asyncio.Lock()
        # Looks to be begun once the one under way has ended.
        self._wanted: dict[str, tuple[SourceFile, int]] = {}
        # Programs that were being forecast while files changed.
        self._outrun: set[str] = set()
        self._keeping: asyncio.Task[None] | None = None

    @property
    def is_working(self) -> bool:
        """Whether a forecast is under way."""
        return bool(self._tasks)

    @property
    def unit_count(self) -> int:
        """Units with a forecast in all open programs."""
        return sum(entry.forecast is not None for a in self._analyses.values() for entry in a.entries)

    def analysis(self, key: str) -> Analysis | None:
        """The latest analysis of a program, perhaps of an earlier text."""
        return self._analyses.get(key)

    def focus(self, key: str, first_line: int, last_line: int) -> None:
        """Forecast these lines of a program before others."""
        self._focus[key] = first_line, last_line

    def update(self, uri: str) -> None:
        """Forecast what has changed of the program of an open document."""
        program = self._server.programs.at(uri)
        if program is None:
            return
        known, under_way = self._analyses.get(program.key), self._tasks.get(program.key)
        if under_way is not None:
            is_known = under_way.text == program.text
        else:
            is_known = known is not None and known.is_whole and known.text == program.text
        if not is_known:
            self._update_program(program)

    def update_importing(self) -> None:
        """Forecast anew what is open and rests on files that have changed since."""
        for program in self._server.programs.all():
            if program.key in self._tasks:
                # What is done of it may rest on what the files were.
                self._outrun.add(program.key)
                continue
            self._update_if_outdated(program)

    def _update_if_outdated(self, program: Program) -> None:
        predictor, analysis = self._server.engine.predictor, self._analyses.get(program.key)
        if predictor is None or analysis is None:
            return
        known = [entry.unit for entry in analysis.entries if entry.forecast is not None]
        if not all(predictor.is_current(analysis.file, unit) for unit in known):
            self._update_program(program)

    async def update_called(self, uris: Collection[str]) -> None:
        """Look again for calls of what is open, where files that have been written may show some."""
        paths = [path for path in map(file_path, uris) if path is not None]
        if self._server.engine.state is not State.READY:
            return
        files = [path for program in self._server.programs.all() if (path := file_path(program.key)) is not None]
        outdated = await self._server.engine.run_in_background(
            lambda predictor, _: predictor.calls.outdated_by(paths, files)
        )
        for program in self._server.programs.all():
            if file_path(program.key) in outdated:
                self._update_program(program)

    def _update_program(self, program: Program) -> None:
        self._stop(program.key)
        task = asyncio.get_running_loop().create_task(self._update(program))
        self._tasks[program.key] = _UnderWay(task, program.text)
        task.add_done_callback(lambda _: self._ended(program.key, task))
        self._server.status.update()

    def update_all(self) -> None:
        """Forecast all open programs anew, as after a change of model or settings."""
        for program in self._server.programs.all():
            self._update_program(program)

    def forget(self, key: str) -> None:
        """Drop all that is kept of a program that was closed."""
        self._stop(key)
        self._look_away(key)
        self._analyses.pop(key, None)
        self._outrun.discard(key)
        self._focus.pop(key, None)
        self._server.hint_refresh.forget(key)
        self._server.status.update()

    def close(self) -> None:
        """Stop all work."""
        for key in list(self._tasks):
            self._stop(key)
        for key in list(self._looking):
            self._look_away(key)
        if self._keeping is not None:
            self._keeping.cancel()

    async def wait(self, key: str) -> None:
        """Until the work on a program is done, if there is any: that which takes the place of other work, too."""
        while (under_way := self._tasks.get(key)) is not None:
            await asyncio.wait([under_way.task])

    async def wait_for_all(self) -> None:
        """Until there is no work on any open program."""
        while self._tasks:
            await asyncio.wait([under_way.task for under_way in self._tasks.values()])

    def _stop(self, key: str) -> None:
        under_way = self._tasks.pop(key, None)
        if under_way is not None:
            under_way.task.cancel()

    def _look_away(self, key: str) -> None:
        self._wanted.pop(key, None)
        task = self._looking.pop(key, None)
        if task is not None:
            task.cancel()

    def _ended(self, key: str, task: asyncio.Task[None]) -> None:
        under_way = self._tasks.get(key)
        if under_way is not None and under_way.task is task:
            del self._tasks[key]
            program = self._server.programs.at(key)
            if key in self._outrun and program is not None:
                self._outrun.discard(key)
                self._update_if_outdated(program)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("forecasting failed", exc_info=error)
        self._server.status.update()

    async def _update(self, program: Program) -> None:
        settings = self._server.configuration.settings(program.key)
        if is_excluded(program, settings):
            if self._analyses.pop(program.key, None) is not None:
                self._server.refresh(program.key)
            return
        engine = self._server.engine
        await self._server.loaded.wait()
        self._outrun.discard(program.key)
        if engine.state is not State.READY:
            return
        device, gpu = self._server.device(settings), self._server.gpu(settings)
        before = self._analyses.get(program.key)
        previous, home = None if before is None else before.file, home_of(self._server, program.key)
        file, units = await engine.run(lambda _, __: _parsed(program.text, settings.max_units + 1, previous, home))
        entries, left_out = units[: settings.max_units], next(iter(units[settings.max_units :]), None)
        analysis = Analysis(next(self._serials), program.text, file, entries, left_out)
        self._carry_over(program, analysis)
        self._analyses[program.key] = analysis
        pending, is_shown = list(entries), False
        refreshed, shown_screen = time.monotonic(), _Screen.UNKNOWN
        while pending:
            turn = self._turn(program.key, pending)
            done = await engine.run(partial(_forecast_some, file, turn, settings, device, gpu))
            for entry, forecast in done:
                is_shown = is_shown and entry.forecast is not None and forecast.says_the_same_as(entry.forecast)
                entry.forecast = forecast
            finished = {id(entry) for entry, _ in done}
            pending = [entry for entry in pending if id(entry) not in finished]
            screen = self._screen(program.key, pending)
            is_due = time.monotonic() > refreshed + _SECONDS_BETWEEN_REFRESHES
            if pending and not is_shown and (is_due or screen > shown_screen):
                self._server.refresh(program.key)
                refreshed, shown_screen, is_shown = time.monotonic(), screen, True
                await asyncio.sleep(_SECONDS_TO_ASK)
        analysis.is_whole = True
        if not is_shown:
            self._server.refresh(program.key)
        if self._keeping is None or self._keeping.done():
            self._keeping = asyncio.get_running_loop().create_task(self._keep())
        if home is not None:
            self._wanted[program.key] = file, settings.default_size
            self._begin_look(program.key)

    async def _keep(self) -> None:
        """Has forecasts kept for later servers, once there is nothing else to do."""
        with suppress(RuntimeError):
            # Another model may be loaded by then.
            await self._server.engine.run_in_background(lambda predictor, _: predictor.keep())

    def _begin_look(self, key: str) -> None:
        """Begins the look that is wanted, unless one is under way, at whose end this is called again."""
        if key in self._wanted and key not in self._looking:
            looking = asyncio.get_running_loop().create_task(self._look(key, *self._wanted.pop(key)))
            self._looking[key] = looking
            looking.add_done_callback(lambda _: self._looked(key, looking))

    def _looked(self, key: str, task: asyncio.Task[None]) -> None:
        if self._looking.get(key) is task:
            del self._looking[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("looking for calls failed", exc_info=error)
        if not task.cancelled():
            self._begin_look(key)

    async def _look(self, key: str, file: SourceFile, size: int) -> None:
        """Sees what the project's code calls a program's units with, and forecasts anew where that is news."""
        engine = self._server.engine
        question = await engine.run_in_background(lambda predictor, _: predictor.pending_question(file, size))
        if question is None:
            return
        async with self._one_looks:
            observations = await in_thread(question.answered)
        is_news = await engine.run_in_background(lambda predictor, _: predictor.calls.note(question, observations))
        program = self._server.programs.at(key)
        if is_news and program is not None:
            self._looking.pop(key, None)
            self._update_program(program)

    def _carry_over(self, program: Program, analysis: Analysis) -> None:
        """Keep the old forecasts of units whose lines are the same until the new ones are there: no flicker."""
        before = self._analyses.get(program.key)
        if before is None:
            return
        known = {line: entry.forecast for line, _, entry in before.located(program.text)}
        for entry in analysis.entries:
            entry.forecast = known.get(entry.unit.line)

    def _turn(self, key: str, pending: Sequence[Entry]) -> list[Entry]:
        """What is to be forecast next, what the user looks at first: what has no forecast by itself, as it is shown
        before one sees whether those that there are still hold."""
        unknown = [entry for entry in pending if entry.forecast is None]
        return sorted(unknown or pending, key=lambda one: not self._is_on_screen(key, one))

    def _screen(self, key: str, pending: Sequence[Entry]) -> _Screen:
        awaited = [entry for entry in pending if self._is_on_screen(key, entry)]
        if key not in self._focus or any(entry.forecast is None for entry in awaited):
            return _Screen.UNKNOWN
        return _Screen.KEPT if awaited else _Screen.NEW

    def _is_on_screen(self, key: str, entry: Entry) -> bool:
        first, last = self._focus.get(key, (1, 0))
        return first <= entry.unit.line <= last


def _parsed(
    text: str, max_units: int, previous: SourceFile | None, home: Place | None
) -> tuple[SourceFile, list[Entry]]:
    file = SourceFile.parse_tolerant(text, previous, home)
    if previous is None and len(text) > _LARGE:
        # Its trees are no cycles, and so many objects that looking among them for some would hold up every answer.
        gc.freeze()
    lines = split_lines(file.text)
    return file, [Entry(unit, Block.of(unit, file, lines)) for unit in file.units[:max_units]]


def _forecast_some(
    file: SourceFile,
    entries: Sequence[Entry],
    settings: Settings,
    device: str,
    gpu: Device | None,
    predictor: Predictor,
    job: Job,
) -> list[tuple[Entry, UnitForecast]]:
    """Forecasts for as many of the entries as a turn allows, at least one."""
    done: list[tuple[Entry, UnitForecast]] = []
    end = time.monotonic() + _SECONDS_A_TURN
    asked = ((entry.unit, predictor.resolve(file, entry.unit, settings.default_size)) for entry in entries)
    for entry, (unit, resolved) in zip(entries, predictor.expecting(file, asked, device), strict=False):
        done.append((entry, predictor.forecast_unit(file, unit, resolved, device, gpu)))
        if job.cancelled or time.monotonic() > end:
            break
    return done
