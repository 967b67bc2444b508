"""Calls that a project's code makes of a file's units: of each unit the one that gives it most to do."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

from perfcast.source import SourceError, SourceFile, Unit
from perfcast.source.definitions.unit_keys import name_of
from perfcast.source.locations.place import Caller, Place, Stamp, stamp_of
from perfcast.trial.inputs.call_description import Described, described
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.libraries.networkx import held_ahead, time_ahead
from perfcast.trial.observing.borrowed_instances import Borrower, Lenders
from perfcast.trial.observing.callers import called_name, callers_of
from perfcast.trial.observing.network_scripts import networks_in
from perfcast.trial.observing.script_runner import End, Stage
from perfcast.trial.observing.scripts import FUNCTIONS, Script, examples_in, of_name, scripts_in
from perfcast.trial.observing.supposed_instances import Suppositions
from perfcast.trial.stdlib.concurrency.coroutines import Coroutine, Steps
from perfcast.workload import Workload
from perfcast.workload.origins.resolution import drops_first

#: Seconds of CPU that all scripts may take together; they are run while nothing else is to be done.
_SECONDS: Final = 3.0
#: Files that are looked into, those of which more is run than what mentions the units, and scripts of one; most often
#: the time is over before.
_MOST_FILES: Final = 60
_MOST_OF_ALL: Final = 12
_MOST_SCRIPTS: Final = 500
#: Calls of one unit that are described, in one statement of a script; scripts that show calls of it.
_MOST_CALLS: Final = 20
_ENOUGH: Final = 3
#: Named by files that make tensors.
_TENSORS: Final = "torch"
#: Files that are kept parsed.
_MOST_PARSED: Final = 4


@dataclass(frozen=True)
class Observed:
    """A call of a unit.

    Attributes:
        described: what it was made with.
        caller: by which it can be seen again; line: of the script, in the caller's file.
        has_ended: the trial run went on beyond it; is_method: its first argument stands before the dot.
    """

    described: Described
    caller: Caller
    line: int
    has_ended: bool
    is_method: bool


@dataclass
class _Call:
    described: Described
    step: int
    number: int
    spent: float
    has_ended: bool

    @property
    def rank(self) -> tuple[bool, int, float]:
        # To the nearest power of two: a call is not the better one for having to make what the next one finds made.
        return self.has_ended, round(math.log2(1.0 + self.spent)), self.described.workload.size


class Observer:
    """Runs scripts of a project and notes the calls of one file's units.

    Attributes:
        units: those that are asked about, by their keys.
    """

    def __init__(self, place: Place, keys: Collection[str]) -> None:
        """
        Args:
            place: of the file; keys: of the units, see `SourceFile.key`.
        """
        self._place = place
        self._file = _parsed(Path(place.file))
        keyed = {} if self._file is None else {self._file.key(unit): unit for unit in self._file.units}
        self.units = {key: unit for key, unit in keyed.items() if key in keys}
        # One unit is looked for where the whole file's are: what is found of it depends little on what else is asked.
        self._mentions = {called_name(unit.name) for unit in (() if self._file is None else self._file.units)}
        # Calls of all that have a wanted name are counted, as `Repetition` does, which knows no keys.
        names = {unit.name for unit in self.units.values()}
        counted = {key: unit for key, unit in keyed.items() if unit.name in names}
        nodes = {} if self._file is None else {key: self._file.node(unit) for key, unit in counted.items()}
        self._wanted = {key: drops_first(unit, nodes[key]) for key, unit in self.units.items()}
        self._machine = Machine()
        lines = {node.lineno: key for key, node in nodes.items()}
        self._stage = Stage(self._machine, place, lines, self._seen, self._ended)
        self._lenders = Lenders(self._stage.class_of)
        self._running: tuple[Path, Script] | None = None
        self._counts: Counter[tuple[str, int]] = Counter()
        self._calls: dict[str, _Call] = {}

    @property
    def read(self) -> Mapping[str, Stamp | None]:
        """Files that it rests on, as they were."""
        supposed = self.suppositions.read if self.units else {}
        return {**supposed, **self._stage.read}

    def observed(self) -> dict[str, Observed]:
        """By the unit's key; those that nobody calls are left out."""
        found: dict[str, tuple[_Call, Observed]] = {}
        enough: Counter[str] = Counter()
        end = time.process_time() + _SECONDS
        for path, script in self._scripts(enough):
            if time.process_time() > end:
                break
            self._run(path, script)
            for key, call in self._calls.items():
                enough[key] += call.has_ended
                if key in found and script.is_made_up:
                    continue
                if key not in found or call.rank > found[key][0].rank:
                    found[key] = call, self._observed(path, script, key, call)
        return {key: one for key, (_, one) in found.items()}

    @cached_property
    def suppositions(self) -> Suppositions:
        """Of the file. Raises LookupError: there is none."""
        if self._file is None:
            raise LookupError(self._place.file)
        return Suppositions(self._place, self._file)

    def lent(self, unit: Unit, workload: Workload) -> Iterator[Observed]:
        """Calls of a unit with instances that the scripts have made which were run; of its other parameters nothing.

        Args:
            workload: see `Borrower.of`.
        """
        borrower = None if self._file is None else Borrower.of(unit, self._file, workload)
        key = "" if self._file is None else self._file.key(unit)
        for path, script in () if borrower is None else self._lenders.lending(borrower, self._place.module):
            self._run(path, script)
            if key in self._calls:
                yield self._observed(path, script, key, self._calls[key])

    def _run(self, path: Path, script: Script) -> None:
        self._counts.clear()
        self._calls.clear()
        self._running = path, script
        self._stage.run(path, script)

    def _ended(self, frame: Frame) -> None:
        if self._running is not None and not self._running[1].is_made_up:
            self._lenders.note(*self._running, frame)

    def _observed(self, path: Path, script: Script, key: str, call: _Call) -> Observed:
        caller = Caller(str(path), script.name, name_of(key), call.step, call.number)
        return Observed(call.described, caller, script.line, call.has_ended, self._wanted[key])

    def _scripts(self, enough: Counter[str]) -> Iterator[tuple[Path, Script]]:
        """Those first that mention what is wanted, the nearest ones before others."""
        own = Path(self._place.file)
        if self._file is not None:
            yield from ((own, script) for script in self._of_use(examples_in(self._file.tree), enough))
        rest: list[tuple[Path, Script]] = []
        for place, path in enumerate([own, *callers_of(self._place, self._mentions)[:_MOST_FILES]]):
            parsed = _parsed(path)
            scripts = [] if parsed is None else scripts_in(parsed.tree)
            used = set()
            for script in islice(self._of_use(scripts, enough), _MOST_SCRIPTS):
                used.add(script.name)
                yield path, script
            if place <= _MOST_OF_ALL:
                rest += [(path, script) for script in scripts if script.name not in used][:_MOST_SCRIPTS]
        # What is not named is called by what is.
        if any(not enough[key] for key in self._wanted):
            yield from sorted(rest, key=lambda found: found[1].words.isdisjoint(self._mentions))
        if self._file is not None:
            yield from ((own, script) for script in self._of_use(networks_in(self._file), enough))

    def _of_use(self, scripts: list[Script], enough: Counter[str]) -> Iterator[Script]:
        for script in scripts:
            if any(called_name(name_of(key)) in script.words and enough[key] < _ENOUGH for key in self._wanted):
                yield script

    def _seen(
        self, key: str, function: Function, args: tuple[Any, ...], kwargs: dict[str, Any], call: Callable[[], Any]
    ) -> Any:
        name, step = name_of(key), self._stage.step
        number = self._counts[name, step]
        self._counts[name, step] += 1
        if number >= _MOST_CALLS or key not in self._wanted:
            return call()
        try:
            made_with = described(function, args, kwargs, is_method=self._wanted[key])
        except (ValueError, TypeError, RecursionError):
            return call()
        noted = _Call(made_with, step, number, 0.0, False)
        self._note(key, noted)
        before = self._machine.spent
        result = call()
        if isinstance(result, Coroutine):
            return Coroutine(lambda: self._awaited(key, noted, result))
        self._note(key, replace(noted, spent=self._machine.spent - before, has_ended=True))
        return result

    def _awaited(self, key: str, noted: _Call, called: Coroutine) -> Steps:
        before = self._machine.spent
        result = yield from called.steps()
        self._note(key, replace(noted, spent=self._machine.spent - before, has_ended=True))
        return result

    def _note(self, key: str, call: _Call) -> None:
        # Of those of one script that are alike the last: what they are made with has grown by then.
        if key not in self._calls or call.rank >= self._calls[key].rank:
            self._calls[key] = call


class Repetition:
    """The call that a `Caller` tells of, made again up to where the unit's own code begins.

    Attributes:
        is_method: its first argument stands before the dot.
        text: the normal form of what is called, as its file has it; of several units of a name that of the first, until
            the call is made.
        keeps_steps: as the machine's, where the call is made: a decorator may say that no gradient is asked for.
        has_tensors: whether the unit's file, or what calls it, may make tensors.
        time_ahead: nanoseconds that it spends in what its decorators made of it before its own code begins.
        held_ahead: kinds of the places that each of those holds meanwhile, and bytes.
    """

    def __init__(self, machine: Machine, place: Place, caller: Caller) -> None:
        """
        Raises:
            LookupError: the unit, or what calls it, is not there any more.
        """
        self._caller, self._count = caller, 0
        file = _parsed(Path(place.file))
        path = Path(caller.file)
        calling = file if caller.file == place.file else _parsed(path)
        if file is None or calling is None:
            raise LookupError(caller.file)
        nodes = {unit: file.node(unit) for unit in file.units if unit.name == caller.unit}
        lines = {node.lineno: file.key(unit) for unit, node in nodes.items()}
        self._texts = {file.key(unit): file.normal_form(unit) for unit in nodes}
        self.is_method = any(drops_first(unit, node) for unit, node in nodes.items())
        functions = [node for node in nodes.values() if isinstance(node, FUNCTIONS)]
        self.time_ahead = sum(map(time_ahead, functions))
        self.held_ahead = [held_ahead(node) for node in functions]
        self.text = next(iter(self._texts.values()), "")
        self.has_tensors = any(_TENSORS in one.text for one in (file, calling))
        scripts = [*scripts_in(calling.tree), *examples_in(calling.tree), *networks_in(calling)]
        found = of_name(scripts, caller.script)
        if found is None or not lines:
            raise LookupError(caller.script)
        self._script = found
        self._stage = Stage(machine, place, lines, self._seen)
        self._call: tuple[Function, tuple[Any, ...], dict[str, Any]] | None = None
        self._is_open = False
        self._machine, self.keeps_steps = machine, True

    @property
    def read(self) -> Mapping[str, Stamp | None]:
        """Files that it rests on, as they were."""
        return self._stage.read

    def call(self) -> tuple[Function, tuple[Any, ...], dict[str, Any]]:
        """The function and what it is called with, made anew each time.

        Raises:
            LookupError: it is not called any more.
        """
        self._count, self._call, self._is_open = 0, None, True
        try:
            self._stage.run(Path(self._caller.file), self._script)
        except End:
            pass
        finally:
            self._is_open = False
        if self._call is None:
            raise LookupError(self._caller.unit)
        return self._call

    def _seen(
        self, key: str, function: Function, args: tuple[Any, ...], kwargs: dict[str, Any], call: Callable[[], Any]
    ) -> Any:
        if self._is_open and self._stage.step == self._caller.step:
            if self._count == self._caller.number:
                self._call, self.text = (function, args, kwargs), self._texts[key]
                self.keeps_steps = self._machine.keeps_steps
                raise End
            self._count += 1
        return call()


def _parsed(path: Path) -> SourceFile | None:
    return _parsed_at(path, stamp_of(str(path)))


@lru_cache(maxsize=_MOST_PARSED)
def _parsed_at(path: Path, _: Stamp | None) -> SourceFile | None:
    """As it is while its stamp is that: each of a file's units asks for it."""
    try:
        return SourceFile.parse_tolerant(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, SourceError):
        return None
