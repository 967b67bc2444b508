"""A unit's trial runs at growing sizes."""

from __future__ import annotations

import ast
import inspect
import math
import sys
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from types import GeneratorType
from typing import Any, Final

import numpy as np

from perfcast.source import SourceError
from perfcast.source.abstract import left_open
from perfcast.source.networks import method_of
from perfcast.source.place import NOWHERE, Place, Stamp, are_unchanged
from perfcast.trial.accounting.machine import HIDDEN, Counts, Live, Machine
from perfcast.trial.accounting.made_anew import Inputs
from perfcast.trial.accounting.memory import FLOAT
from perfcast.trial.accounting.prices import LOOP, LOOPED
from perfcast.trial.accounting.sole_instances import spare_room
from perfcast.trial.accounting.syntax_prices import STATEMENT
from perfcast.trial.accounting.walk import KEYS, TABLE
from perfcast.trial.accounting.whole_numbers import part_of_objects
from perfcast.trial.arrays.buffers import BUFFER
from perfcast.trial.concurrency.contexts import OpeningOnLoop, passed_through
from perfcast.trial.concurrency.coroutines import AsynchronousGenerator, Coroutine
from perfcast.trial.concurrency.tasks import finished
from perfcast.trial.errors.kinds import in_full, in_short, stop_in_full, stop_in_short
from perfcast.trial.imports.followed import Globals
from perfcast.trial.inputs.annotations import meant_there
from perfcast.trial.inputs.described import described
from perfcast.trial.inputs.enclosing import enclosing
from perfcast.trial.inputs.fitting import Seen, watched
from perfcast.trial.inputs.left_out import LeftOut, is_left_out
from perfcast.trial.inputs.mixed_in import MixedIn
from perfcast.trial.inputs.needs import behind, in_order
from perfcast.trial.inputs.preparing import preparing
from perfcast.trial.inputs.receivers import Receivers, arguments, can_be_made
from perfcast.trial.objects.attributes import OF_CLASSES
from perfcast.trial.objects.contexts import Manager, opened
from perfcast.trial.objects.kinds import (
    Class,
    ClassMethod,
    Frame,
    Function,
    Instance,
    Method,
    Property,
    StaticMethod,
    Unknown,
    mangled,
)
from perfcast.trial.objects.missing import MISSING
from perfcast.trial.objects.records import Kind, Written
from perfcast.trial.observing.observer import Repetition
from perfcast.trial.runs.by_name import given_by_name
from perfcast.trial.runs.caps import Caps
from perfcast.trial.runs.carrying import is_explosive
from perfcast.trial.runs.clamps import Clamp, clamped, clamps_of
from perfcast.trial.runs.run import Failure, Run, are_steep, of_one_kind, run_of
from perfcast.trial.runs.schedule import FIRST, Schedule
from perfcast.trial.runs.summary import NOTHING, disagreement, numbers
from perfcast.trial.scaling import cells, consists_of_arrays, exponent, have_bounds, largest, shrunk, shrunk_number
from perfcast.trial.standard.enums import Enumeration
from perfcast.trial.stops import Lacking, OutOfSteps, Stop, TooDeep, TooLarge, Unfit, Unindexed, Unsupported
from perfcast.trial.syntax.compiler import Compiler
from perfcast.trial.syntax.turns import are_cut_short, cut_short
from perfcast.trial.tensors.hollow import are_left_out, without_elements
from perfcast.workload import Workload
from perfcast.workload.build import first_member
from perfcast.workload.columns import NamedColumns
from perfcast.workload.nodes import LINKED, ListNode, TreeNode, relinked, value_name
from perfcast.workload.resize import receiver_size
from perfcast.workload.sought import met
from perfcast.workload.tensors import is_tensor

#: What all trial runs of one workload together may spend, about in nanoseconds that the unit would take.
ALLOWANCE: Final = 690_000.0
#: Binary orders by which the ways may differ in which small runs are carried on, and how many times as much all runs
#: may spend where they differ by more. Of 893 training calls, 408 of them too large to be run whole, the mean error of
#: memory went from 0.39 to 0.34 and its 90th percentile from 1.06 to 0.87, those of time from 0.52 to 0.49 and from
#: 1.12 to 1.08; it took two fifths longer. With as much to spend for all it takes twice as long, and is no closer.
_IN_DOUBT: Final = 0.5
_MORE: Final = 4.0
#: Runs that tell little of how it goes on, where the smallest ones take most of what may be spent.
_TOO_FEW: Final = 2
#: How many times as much as the first run one of twice the size may spend, where that is more than all may.
_ONCE_MORE: Final = 2.2
#: Workloads of a unit of which all runs may spend that.
_MOST_FARTHER: Final = 3
#: Statements that need none of the others, and how often those that failed are run again, after the others.
_FIRST: Final = ast.Import | ast.ImportFrom
_PASSES: Final = 3
#: The same, of a run whose tensors have no elements, each operation of which counts as a few dozen of them.
_LARGE_ALLOWANCE: Final = 1.5 * ALLOWANCE
#: The same, where turns of loops are left out besides: what trains a network does much in each.
_CUT_SHORT_ALLOWANCE: Final = 4.0 * ALLOWANCE
#: Exponents by which numbers shrink that say how often something is done to such tensors.
_LESS_OFTEN: Final = (0.3, 0.5, 0.7)
#: The same, of all that is tried to find how a method can be called, each time.
_FITTING_ALLOWANCE: Final = 2.0 * ALLOWANCE
_SEED: Final = 7
#: Of runs with other values, what each may take of what all of the others took, or at least, and how much longer than
#: its like it may take besides.
_OTHER_SEEDS: Final = (11, 13)
_OTHERS_SHARE: Final = 1 / 8
_OTHERS_LEAST: Final = 8_000.0
_OTHERS_PATIENCE: Final = 2.0
#: Frames of Python's own that the deepest allowed recursion takes.
_FRAMES: Final = 6_000
#: Characters of the longest text that is tried, and cells of the largest inputs that are made.
_LONGEST: Final = 50_000
_MOST_CELLS: Final = 300_000
#: Errors of what only a class that extends the unit's gives.
_LEFT_TO_OTHERS: Final = ("AttributeError '", "NotImplementedError")
#: What texts are held in that code chooses from.
_HOLDING_TEXTS: Final = (dict, list, tuple, set, frozenset)
#: The size of what was begun, as against that of a run that came to an end.
_NOT_WHOLE: Final = 2.0
#: Place among shrunk caps of how many elements what a method is called on is made with.
_RECEIVER: Final = -1
#: Runs of one unit that are remembered.
_MOST_KNOWN: Final = 500


#: What a run was made with: the workload, its caps; and the run.
_Made = tuple[Workload, dict[int, int], Run]


@dataclass(frozen=True)
class _Shrinking:
    """What is shrunk of a workload besides its sizes.

    Attributes:
        caps: of the unit; is_by_caps: sizes are told by them, too, which may be far larger than the workload.
        values: the bounds of all values.
        insists: as of `Schedule`.
        receiver: elements of each sized argument of what a method is called on, where they shrink; sizes are told by
            them, too. is_receiver_alone: and by nothing else, as nothing else shrinks.
    """

    caps: Collection[int] = frozenset()
    is_by_caps: bool = False
    values: bool = False
    insists: bool = False
    receiver: int = 0
    is_receiver_alone: bool = False


@dataclass(frozen=True)
class _Series:
    """Runs of a workload.

    Attributes:
        runs: that came to an end, small ones first.
        refused: whether the next one met what is not supported.
        made: what they were, as they were made.
        size: of the workload, where that is not the largest number that it says.
        stop: what ended the next one, in full, where that was refused.
        shrinking: what was shrunk besides sizes.
    """

    runs: list[Run]
    refused: bool
    made: list[_Made]
    size: float | None = None
    stop: str = ""
    shrinking: _Shrinking = _Shrinking()


class Trials:
    """A unit's normal form, compiled once for all its workloads. For one thread at a time.

    Attributes:
        error: what the largest run of the last estimate ended with; '' where that came to its end, or there is none.
        stopped_at: what the first of its runs could not follow, in short; '' where it followed all, or came too far.
    """

    def __init__(self, text: str, place: Place = NOWHERE) -> None:
        """
        Args:
            place: where modules are looked for that the text imports.

        Raises:
            SyntaxError: the text does not parse.
        """
        self._text = text
        self.error = self._lacked = self.stopped_at = ""
        if len(text) > _LONGEST:
            text = ""
        self._machine = Machine()
        self._unit: Any = None
        # What keeps the unit from being made, in short; '' where that is not known.
        self._unmade = ""
        self._known: dict[str, Run | float] = {}
        self._recipes: dict[str, Any] = {}
        self._outer = ""
        self._places: list[str] = []
        self._written: ast.FunctionDef | ast.AsyncFunctionDef | None = None
        #: The same, asynchronous or not.
        self._method: ast.FunctionDef | ast.AsyncFunctionDef | None = None
        self._is_setter = False
        self._too_little = 0.0
        # What the last run that came to no end has cost until then.
        self._unfinished: Run | None = None
        self._went_farther = set[str]()
        self._clamps: Mapping[str, Clamp] = {}
        tree = ast.parse(text)
        self._caps = Caps(tree)
        self._node_values = {
            node.name: value_name(node) for node in tree.body if isinstance(node, ast.ClassDef) and node.name in LINKED
        }
        self._has_tensors = "torch" in text
        self._columns = cache(lambda: NamedColumns(tree))
        compiler = Compiler(self._machine, self._caps, place)
        self._read, self._place = compiler.world.read, place
        self._module = Frame(None, builtins=compiler.world.builtins)
        self._module.names = Globals(compiler.world.builtins, place.package, is_part=True)
        # A module's docstring is in no normal form, and what programs say of themselves.
        self._module.names.update(__doc__="", __package__=place.package)
        if place.file:
            self._module.names["__file__"] = place.file
        self._left_out = LeftOut(compiler, place, self._module.names)
        compiler.file = lambda: self._left_out.tree
        recipes: dict[str, Callable[[], Any]] = {}
        make = partial(Receivers, self._machine, self._module.names, self._columns, recipes)
        self._receivers = make(meant=self._meant, elsewhere=compiler.world.told)
        self._enclosing = None
        if place.caller is None:
            self._enclosing = enclosing(tree, compiler, self._left_out, self._module, self._receivers)
        with undisturbed(), suppress(Stop, Exception), self._machine.apart(ALLOWANCE):
            self._load(compiler, tree)
        self._repetition: Repetition | None = None
        self._until = math.inf
        if place.caller is not None:
            with suppress(LookupError, SourceError):
                self._repetition = Repetition(self._machine, place, place.caller)
                self._has_tensors |= self._repetition.has_tensors
        recipes |= {name: partial(run, self._module) for name, run in self._recipes.items()}
        self._standing = MixedIn(self._left_out, compiler.world, place).standing
        self._receivers = make(self._outer, self._left_out.class_for, self._meant, compiler.world.told)

    def _meant(self, of: Class | Written, written: ast.FunctionDef) -> ast.FunctionDef:
        """As `meant_there`; what its own file says is no part of the normal form."""
        meant = meant_there(of, written, self._place)
        self._left_out.is_asked |= meant is not written
        return meant

    @property
    def followed(self) -> dict[str, Stamp | None]:
        """The user's own files that were followed, as they were then, and those that were not there; its own file is
        what it is by the text, but for what that leaves out."""
        repeated = {} if self._repetition is None else self._repetition.read
        # What shows a call may lie anywhere in the project.
        shown = {
            path: stamp for path, stamp in repeated.items() if stamp is not None and not self._place.is_library(path)
        }
        read = {path: stamp for path, stamp in self._all_read.items() if self._place.is_own(path)} | shown
        if not self._left_out.is_asked:
            read.pop(self._place.file, None)
        return read

    @property
    def is_current(self) -> bool:
        """Whether the modules that it follows are still what they were."""
        return are_unchanged(self._all_read)

    @property
    def _all_read(self) -> Mapping[str, Stamp | None]:
        return self._read if self._repetition is None else {**self._read, **self._repetition.read}

    @property
    def receiver(self) -> str:
        """What the method of the last estimate was called on, as "Queue after put()"; '' where the unit says it."""
        of, _ = self._unit or (None, "")
        if self._receivers.is_left_empty and isinstance(of, Class):
            return f"{of.name} left empty"
        if self._receivers.prepared is None or not isinstance(of, Class):
            extending = self._receivers.extending
            if extending is None and isinstance(of, Class) and self._receivers.makes_otherwise(of):
                extending = of
            return "" if extending is None else f"{extending.name} made up"
        method, _ = self._receivers.prepared
        return f"{of.name} after {method}()" if method else f"{of.name} with entries"

    def estimate(self, workload: Workload, until: float = math.inf) -> list[float]:
        """What a call with the workload costs by its trial runs, see `NAMES`; all -1 where none was possible.

        Args:
            until: seconds of this process' CPU time after which no larger run is begun: the smaller ones tell.
        """
        self._until = until
        self._unfinished = None
        self.error = self._lacked = self.stopped_at = ""
        self._receivers.prepared = self._receivers.extending = None
        self._receivers.is_left_empty = False
        # A call that is not made any more tells nothing.
        if self._repetition is None and (self._unit is None or self._place.caller is not None):
            self.stopped_at = self._unmade if self._unit is None else ""
            return list(NOTHING)
        if self._repetition is None:
            workload = clamped(workload, self._clamps)
        with undisturbed():
            # Layers take tensors of their own sizes alone.
            whole = self._without_elements(workload) if self._is_of_module else None
            series = whole or self._runs(workload)
            series = self._prepared(series, workload)
            # What takes tensors of some shapes alone ends well at few sizes, if at any.
            has_failed = series.refused or not series.runs or any(run.raised for _, _, run in series.made)
            if self._has_tensors and not self._is_of_module and has_failed:
                series = self._without_elements(workload) or series
            self.error = _error(series.runs) if series.runs else self._lacked
            if not series.runs and self._unfinished is not None and largest(workload) <= 1.0:
                # Nothing can be shrunk. It costs more than that; nothing tells how much more.
                series = replace(series, runs=[self._unfinished], refused=True, size=_NOT_WHOLE)
            with self._machine.ending_at(self._until):
                others = self._others(series, workload)
        size = largest(workload) if series.size is None else series.size
        return numbers(series.runs, size, series.refused, others)

    def _prepared(self, series: _Series, workload: Workload) -> _Series:
        """The runs of a method that fails on what its made-up receiver lacks, of a class that extends its own, or with
        another method called before; those that it had where that helps none. See `perfcast.trial.inputs.mixed_in`,
        `perfcast.trial.inputs.preparing`."""
        of, unit = self._unit or (None, "")
        if not isinstance(of, Class) or self._repetition is not None or self._is_of_module:
            return series
        error, stopped = _error(series.runs) if series.runs else self._lacked, self.stopped_at
        # Where nothing says that the receiver lacks something, this rests on no more of the file.
        may_lack = bool(error) or stopped.startswith(f"{of.name}.")
        if not may_lack or not all(run.raised for run in series.runs):
            return series
        classes = {node.name: node for node in self._left_out.tree.body if isinstance(node, ast.ClassDef)}
        owner = classes.get(of.name, of.node)
        if not isinstance(owner, ast.ClassDef):
            return series
        is_left = error.startswith(_LEFT_TO_OTHERS) or bool(left_open(of.name, classes.get))
        if is_left and (extending := self._standing(of, unit)) is not None:
            self._receivers.extending = extending
            again = self._runs(workload)
            if again.runs and not any(run.raised for run in again.runs):
                return again
            self._receivers.extending = None
        for name in preparing(of, owner, unit, error, stopped):
            # It is so in other runs of the workload, too.
            self._receivers.prepared = name, owner
            again = self._runs(workload)
            if again.runs and not any(run.raised for run in again.runs):
                return again
        self._receivers.prepared = None
        self.stopped_at = stopped
        return series

    def comes_to_an_end(self, workload: Workload) -> bool:
        """Whether the call does at all sizes that are tried, without an error; or by the shapes of its tensors alone,
        where it does at none."""
        return not self._failure_of_series(workload)

    def _failure_of_series(self, workload: Workload) -> str:
        """With what it does not, in full; '' where it does."""
        with undisturbed():
            series = self._series(workload)
            runs = [run for _, _, run in series.made]
            has_failed = series.refused or all(run.raised for run in runs)
            if self._has_tensors and has_failed and self._without_elements(workload) is not None:
                return ""
        is_whole = bool(series.made) and series.made[-1][0] == workload
        if is_whole and not runs[-1].raised and any(one.type.shape for one in workload.arguments):
            # What takes arrays of its own lengths alone fails at all others.
            return ""
        raised = next((run.error_in_full for run in runs if run.raised), "")
        return raised or (series.stop or in_full(OutOfSteps()) if series.refused or not runs else "")

    def failure(self, workload: Workload) -> str:
        """The error that a call ends with at the smallest size at which it does, or what it could not follow, in full:
        "KeyError: price"; '' where it comes to its end at all sizes that are tried, or at its own."""
        most = math.log2(largest(workload))
        small = shrunk(workload, min(1.0, FIRST / most) if most else 1.0, offsets=self._caps.offsets)
        with undisturbed():
            try:
                run = self._run(small, ALLOWANCE / 4, {}, share=exponent(small, workload, self._caps.offsets))
            except (Stop, Exception) as reason:
                return stop_in_full(reason)
        if run.error_in_full and not any(one.type.shape for one in workload.arguments):
            return run.error_in_full
        failed = self._failure_of_series(workload)
        return run.error_in_full if failed and run.error_in_full else failed

    def held_texts(self) -> list[Collection[str]]:
        """Texts that names of the module stand for, of each that stands for several: a table's keys, a list, an
        enumeration's values or names."""
        named = list(self._module.names.values())
        held: list[Collection[Any]] = [value for value in named if type(value) in _HOLDING_TEXTS]
        for kind in named:
            if isinstance(kind, Enumeration):
                held += [[one.attributes["value"] for one in kind.members.values()], list(kind.members)]
        return [value for value in held if len(value) > 1 and all(type(one) is str for one in value)]

    def enumerations(self) -> list[str]:
        """Names of those of the module whose members it may be given."""
        return [name for name, one in self._module.names.items() if isinstance(one, Enumeration) and one.members]

    def fitted(self, ways: Sequence[Workload], outer: Sequence[Workload]) -> int | Workload | None:
        """How the unit, a method of a neural network's module, can be called so that it comes to an end.

        Args:
            ways: workloads that it may take.
            outer: those that ``forward`` of the module may take which it is a part of.

        Returns:
            What the first of the others that does calls it with; else the place of the first of the ways that will do;
            None where none does.
        """
        if not self._is_of_module:
            return None
        self._machine.caps = {}
        self._module.names.update(self._caps.named({}))
        with undisturbed():
            holder = self._holder(outer[0]) if outer else None
            for workload in self._affordable(outer if holder else ()):
                seen = None if holder is None else self._seen(holder, workload)
                if seen is not None and self._ends_by_shapes(seen):
                    return seen
            ended = (place for place, way in enumerate(self._affordable(ways)) if self._ends_by_shapes(way))
            found = next(ended, None)
            # Some that decide by values, or are small, come to an end with all their elements.
            return 0 if found is None and ways and _ends(self._first_runs(ways[0]).runs) else found

    def _affordable(self, workloads: Sequence[Workload]) -> Iterator[Workload]:
        """As many of them as may be tried, by what trying those before has taken."""
        spent = 0.0
        for workload in workloads:
            if spent > _FITTING_ALLOWANCE:
                return
            self._machine.begin(0.0, ())
            yield workload
            spent += self._machine.spent_before + self._machine.spent

    def _holder(self, workload: Workload) -> Class | None:
        """The class of the module that the unit is part of; None where it is part of none."""
        of = self._module.names.get(self._outer)
        if not isinstance(of, Class):
            with suppress(Stop, Exception), without_elements():
                self._machine.begin(_LARGE_ALLOWANCE, ())
                whole = self._receivers.outer(workload)
                of = None if whole is None else whole.of
        return of if isinstance(of, Class) and of is not self._unit[0] else None

    def _seen(self, holder: Class, whole: Workload) -> Workload | None:
        """What the unit is called with where the module that it is part of is called so; None where it is not."""
        unit = self._unit
        function = unit[0].find(unit[1])
        if not isinstance(function, Function):
            return None
        self._unit = holder, "forward"
        try:
            with without_elements(), watched(function):
                self._call(whole, _LARGE_ALLOWANCE, _SEED)
        except Seen as seen:
            return seen.workload
        except (Stop, Exception):
            return None
        finally:
            self._unit = unit
        return None

    def _ends_by_shapes(self, workload: Workload) -> bool:
        return bool(self._without_elements(workload))

    @property
    def _is_of_module(self) -> bool:
        """Whether it is a method of a neural network's module."""
        of = None if self._unit is None or self._repetition is not None else self._unit[0]
        return isinstance(of, Class) and any(one.name == "Module" and one.node is None for one in of.order)

    @property
    def _is_called_on_what_is_made(self) -> bool:
        """Whether it is a method, called on an instance that is made up, of sizes of its own."""
        of = None if self._unit is None or self._repetition is not None else self._unit[0]
        return isinstance(of, Class) and not self._is_of_module and self._receivers.prepared is None

    def _load(self, compiler: Compiler, tree: ast.Module) -> None:
        kinds = ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef
        definition = next((node for node in tree.body if isinstance(node, kinds)), None)
        if definition is None:
            return
        if isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef):
            self._clamps = clamps_of(tree, definition, drop_first=False)
        elif (method := method_of(definition, _first_method(definition))) is not None:
            self._clamps = clamps_of(tree, method, drop_first=True)
            self._is_setter = any(
                isinstance(one, ast.Attribute) and one.attr == "setter" for one in method.decorator_list
            )
            self._written = method
        if isinstance(definition, ast.ClassDef):
            functions = (part for part in definition.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef))
            self._method = next(functions, None)
        else:
            # What a decorator makes of a function need not know its parameters' names.
            by_place = definition.args.args if definition.decorator_list else []
            self._places = [one.arg for one in (*definition.args.posonlyargs, *by_place)]
        # A normal form begins with the unit, which may need what follows: a base class, a constant in its header.
        later = behind(tree.body, definition)
        waiting = sorted(
            in_order(tree.body),
            key=lambda node: (node in later, node is definition, is_left_out(node), not isinstance(node, _FIRST)),
        )
        told: dict[str, str] = {}
        for _ in range(_PASSES):
            waiting = [node for node in waiting if not self._done(compiler, node, told)]
        unit = self._module.names.get(definition.name)
        if isinstance(unit, Class) or (isinstance(unit, Kind) and isinstance(definition, ast.ClassDef)):
            self._unit = (unit, mangled(_first_method(definition), definition.name))
        elif isinstance(unit, Function) or callable(unit):
            self._unit = (None, unit)
        else:
            self._unmade = told.get(definition.name, "")

    def _done(self, compiler: Compiler, node: ast.stmt, told: dict[str, str]) -> bool:
        """Whether a statement of the module could be run; what it cannot do in the closed world stays undone.

        Args:
            told: gets what it could not follow, by the name of what it defines.
        """
        if is_left_out(node):
            self._module.names.update(self._left_out.of_module(node))
            return True
        if isinstance(node, ast.ClassDef):
            self._module.names.update(self._left_out.of_class(node))
        try:
            match node:
                # How an instance of the unit's class is made, see `perfcast.source.networks`, or of what holds it.
                case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call):
                    self._recipes[name] = compiler.expressions.compile(call)
                    self._outer = name
                    return True
                case ast.Expr(value=ast.Name(id=name)):
                    self._outer = name
                    return True
            compiler.statements.compile(node)(self._module)
        except (Stop, Exception) as reason:
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                told[node.name] = stop_in_short(reason)
            return False
        made = self._module.names.get(node.name) if isinstance(node, ast.ClassDef) else None
        if type(made) is Class:
            self._left_out.watch(made)
        return True

    def _runs(self, workload: Workload) -> _Series:
        """The runs; more of them where the first ones do not tell how it goes on."""
        with self._machine.ending_at(self._until):
            series = self._first_runs(workload)
            size = math.log2(series.size or largest(workload))
            if series.refused or not series.runs or series.runs[-1].raised or series.runs[-1].size >= size:
                return series
            if disagreement(series.runs, size) < _IN_DOUBT or self._machine.is_late:
                return series
            if not self._may_go_farther(workload, series.runs):
                return series
            more = self._series(workload, series.shrinking, goes_farther=True)
            is_farther = bool(more.runs) and more.runs[-1].size > series.runs[-1].size
            return series if more.refused or not is_farther or more.runs[-1].raised else more

    def is_asked(self) -> None:
        """Begins a question about workloads of one call: what may be spent on them does not depend on those before."""
        self._went_farther.clear()

    def _may_go_farther(self, workload: Workload, runs: Sequence[Run]) -> bool:
        """Whether as much more may be spent on it: not at every size of a sweep, nor where that makes the last run
        hardly larger."""
        if are_steep(runs):
            return False
        if len(self._went_farther) < _MOST_FARTHER:
            self._went_farther.add(str(workload))
        return str(workload) in self._went_farther

    def _first_runs(self, workload: Workload) -> _Series:
        size = math.log2(largest(workload))
        series = self._series(workload)
        is_whole = bool(series.runs) and series.runs[-1].size >= size
        is_short = len(series.runs) < 2 and not (is_whole or series.refused or self._machine.is_late)
        if is_short and self._caps.offsets:
            # What is done as often as a constant says is too much by itself.
            self._caps.offsets = {}
            series = self._series(workload)
            is_whole = bool(series.runs) and series.runs[-1].size >= size
        is_unsettled = not (is_whole or series.refused or self._machine.is_late)
        if is_unsettled and (otherwise := self._by_other_sizes(workload, len(series.runs))) is not None:
            return otherwise
        if len(series.runs) < 2 and is_unsettled:
            # Code does much whatever it is given: as much as its caps say, or its values.
            if caps := self._caps.large:
                by_caps = self._series(workload, _Shrinking(caps, is_by_caps=True))
                if len(by_caps.runs) > 1:
                    return by_caps
            if have_bounds(workload):
                by_values = self._series(workload, _Shrinking(values=True))
                series = by_values if len(by_values.runs) > 1 else series
            if len(series.runs) == 1:
                series = self._series(workload, _Shrinking(insists=True))
            if len(series.runs) == 1 and not self._machine.is_late:
                series = self._with_a_larger_one(series, workload)
        met = self._caps.late(series.runs, size) or self._caps.ahead(series.runs, size, self._machine.rooms)
        if met and not self._machine.is_late:
            again = self._series(workload, _Shrinking(met))
            if len(again.runs) > 1:
                return replace(again, refused=series.refused)
        return series

    def _by_other_sizes(self, workload: Workload, count: int) -> _Series | None:
        """Runs of code that does much whatever it is given, by what says how much; None where these tell no more than
        those that there are."""
        if count < _TOO_FEW and self._is_called_on_what_is_made:
            for is_alone in (True, False):
                shrinking = _Shrinking(receiver=receiver_size(workload), is_receiver_alone=is_alone)
                by_receiver = self._series(workload, shrinking)
                if _tells(by_receiver) and not _is_erratic(by_receiver.runs):
                    return by_receiver
        if count <= _TOO_FEW and self._caps.turns:
            by_turns = self._series(workload, _Shrinking(self._caps.large | self._caps.turns, is_by_caps=True))
            if _tells(by_turns):
                return by_turns
        return None

    def _with_a_larger_one(self, series: _Series, workload: Workload) -> _Series:
        """Where the smallest run is all that can be spent, the next one alone tells what each element adds to it."""
        most, first = math.log2(largest(workload)), series.runs[0]
        larger = shrunk(workload, min(1.0, (first.size + 1.0) / most), offsets=self._caps.offsets)
        share = exponent(larger, workload, self._caps.offsets)
        if share * most <= first.size:
            return series
        try:
            run = self._run(larger, _ONCE_MORE * first.spent, {}, share=share)
        except (Stop, Exception):
            return series
        runs = of_one_kind([first, replace(run.among(share), size=share * most)])
        return series if run.raised else replace(series, runs=runs, made=[*series.made, (larger, {}, run)])

    def _without_elements(self, workload: Workload) -> _Series | None:
        """The whole run, of tensors without elements: what is too large to be tried, or takes no other shapes than its
        layers have, is told by shapes alone. None where that ends otherwise than it should."""
        if cells(_without_tensors(workload)) > _MOST_CELLS:
            return None
        try:
            with without_elements():
                run = self._run(workload, _LARGE_ALLOWANCE, {})
        except OutOfSteps:
            return self._with_few_turns(workload) or self._less_often(workload)
        except (Stop, Exception):
            return None
        return self._whole(run, workload)

    def _with_few_turns(self, workload: Workload) -> _Series | None:
        """The same, of what does so much over and over: the turns of its loops that are alike are not all run."""
        try:
            with without_elements(), cut_short():
                run = self._run(workload, _CUT_SHORT_ALLOWANCE, {})
        except (Stop, Exception):
            return None
        return self._whole(run, workload)

    def _whole(self, run: Run, workload: Workload) -> _Series | None:
        """One run of the workload as it is; None where it ended otherwise than it should."""
        size = _size_by_shapes(workload)
        return None if run.raised else _Series([replace(run, size=math.log2(size))], False, [], size)

    def _less_often(self, workload: Workload) -> _Series | None:
        """The same, of what does so much to tensors so many times: as many times less, to tensors of the same shapes.
        None where no number says how often."""
        numbers = _without_tensors(workload)
        most = math.log2(largest(workload))
        runs: list[Run] = []
        for share in _LESS_OFTEN:
            less = iter(shrunk(numbers, share).arguments)
            small = Workload(tuple(one if is_tensor(one.type) else next(less) for one in workload.arguments))
            if small == workload:
                return None
            try:
                with without_elements():
                    run = self._run(small, _LARGE_ALLOWANCE, {})
            except OutOfSteps:
                break
            except (Stop, Exception):
                return None
            if run.raised:
                return None
            runs.append(replace(run.among(share), size=share * most))
        return _Series(of_one_kind(runs), False, []) if len(runs) > 1 else None

    def _others(self, series: _Series, workload: Workload) -> list[Run]:
        """Of one of the runs the like with other values, after that one; none where there are no values to choose."""
        if self._repetition is None:
            is_drawn = any(not argument.has_value for argument in workload.arguments)
        else:
            # Of what was seen, only sizes are made up.
            is_drawn = len(series.runs) > 1
        if not is_drawn or not series.made or self._machine.is_late:
            return []
        spent = min(ALLOWANCE, sum(run.spent for _, _, run in series.made))
        most = max(_OTHERS_LEAST, _OTHERS_SHARE * spent)
        small, caps, run = next((m for m in reversed(series.made) if m[2].spent <= most), series.made[0])
        if run.spent > ALLOWANCE:
            return []
        found = [run]
        for seed in _OTHER_SEEDS:
            with suppress(Stop, Exception):
                limit = _OTHERS_PATIENCE * run.spent + most
                found.append(self._run(small, limit, caps, seed, share=exponent(small, workload, self._caps.offsets)))
        return of_one_kind(found)

    def _series(
        self, workload: Workload, shrinking: _Shrinking = _Shrinking(), *, goes_farther: bool = False
    ) -> _Series:
        caps, is_by_caps = shrinking.caps, shrinking.is_by_caps or shrinking.receiver > 0
        size = max(largest(workload), shrinking.receiver, *caps) if is_by_caps else largest(workload)
        if shrinking.is_receiver_alone:
            size = float(shrinking.receiver)
        most = math.log2(size)
        runs: list[Run] = []
        made: list[_Made] = []
        schedule = Schedule(
            most,
            _MORE * ALLOWANCE if goes_farther else ALLOWANCE,
            of_arrays=consists_of_arrays(workload),
            insists=shrinking.insists,
            goes_farther=goes_farther,
        )
        goes_on = True
        while goes_on:
            by = 1.0 if schedule.is_whole or shrinking.is_receiver_alone else schedule.size / most
            small = shrunk(workload, by, values=shrinking.values, offsets=self._caps.offsets)
            if cells(small) > _MOST_CELLS:
                goes_on = schedule.was_too_much(0.0)
                continue
            share = schedule.size / most if is_by_caps else exponent(small, workload, self._caps.offsets)
            shrunk_caps = {cap: shrunk_number(cap, share) for cap in caps}
            if shrinking.receiver:
                shrunk_caps[_RECEIVER] = shrunk_number(shrinking.receiver, share)
            try:
                run = self._run(small, schedule.limit, shrunk_caps, share=share)
            except OutOfSteps:
                goes_on = schedule.was_too_much(self._too_little) and not self._machine.is_late
                continue
            except (Stop, Exception) as reason:
                is_first = not (runs or schedule.is_whole)
                is_small = isinstance(reason, TooDeep) or (isinstance(reason, Unfit) and self._receivers.is_left_empty)
                if is_small and is_first and schedule.skipped(self._machine.spent):
                    # What ends for larger sizes alone: a number that has shrunk below where it stops, what learns of
                    # too little.
                    continue
                # An instance that cannot be made, inputs that do not fit: whatever it is, it is not tried.
                self.stopped_at = "" if runs else stop_in_short(reason)
                # With other numbers shrunk besides, even the first may not be too large.
                refused = bool(runs) or not isinstance(reason, TooLarge)
                runs = _like_the_last(of_one_kind(_among_larger(runs, most)), most)
                return _Series(runs, refused, made, size, stop_in_full(reason), shrinking)
            self.stopped_at = ""
            made.append((small, shrunk_caps, run))
            if not runs or share * most > runs[-1].size:
                runs.append(replace(run, size=share * most))
            goes_on = schedule.ran(run.spent, raised=run.raised) and not self._machine.is_late
        runs = _like_the_last(of_one_kind(_among_larger(runs, most)), most)
        return _Series(runs, False, made, size, shrinking=shrinking)

    def _run(
        self, workload: Workload, limit: float, caps: dict[int, int], seed: int = _SEED, share: float = 1.0
    ) -> Run:
        """The run of the unit; workloads of several sizes have their small runs in common.

        Args:
            share: what sizes were raised to.
        """
        buffer = self._machine.buffer = shrunk_number(BUFFER, share)
        self._machine.largest = largest(workload)
        key = f"{workload} {caps} {seed} {are_left_out()} {are_cut_short()} {self.receiver}"
        known = self._known.get(key)
        if isinstance(known, Run) and known.buffer not in (0, buffer):
            known = None
        if isinstance(known, Run) and known.needed <= limit:
            return known
        if isinstance(known, Run):
            self._too_little = limit
            raise OutOfSteps
        if known is not None and known >= limit:
            self._too_little = known
            raise OutOfSteps
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._machine.caps = caps
        self._receivers.most = caps.get(_RECEIVER)
        self._module.names.update(self._caps.named(caps))
        try:
            counts, error = self._call(workload, limit, seed)
        except OutOfSteps:
            # What would have been too much at once was not done.
            self._too_little = max(limit, self._machine.spent)
            if self._machine.spent >= limit or self._machine.is_late:
                self._unfinished = run_of(self._machine.counts, None, self._too_little, limit, buffer)
            if not self._machine.is_late:
                self._known[key] = self._too_little
            raise
        spent = self._machine.spent
        run = run_of(counts, error, spent, limit, buffer)
        if self._machine.has_changed_lasting:
            run = self._warm(run, workload, limit, seed, buffer)
        self._known[key] = run
        return run

    def _warm(self, first: Run, workload: Workload, limit: float, seed: int, buffer: int) -> Run:
        """A call that comes after one with the same workload: what that has put into what lasts is there by then, as it
        is where calls are measured. The first one where there is no such call."""
        lacked = self._lacked
        try:
            counts, error = self._call(workload, limit, seed)
        except (Stop, Exception):
            if self._machine.is_late:
                raise OutOfSteps from None
            self._lacked = lacked
            return replace(first, is_cold=True)
        if (error.in_short if error else "") != first.error:
            return replace(first, is_cold=True)
        # What it spent is what the first did: without that there is none.
        return replace(run_of(counts, error, first.spent, limit, buffer), first=first)

    def _call(self, workload: Workload, limit: float, seed: int) -> tuple[Counts, Failure | None]:
        """What a call costs, and what it ended with where that was an exception."""
        machine = self._machine
        for table in machine.lasting_tables:
            table.clear()
        machine.tables.clear()
        machine.records = dict(machine.lasting_records)
        machine.begin(limit, ())
        # What a program has built is much to look at for each tensor that is made.
        tells = are_left_out() or (self._repetition is not None and self._has_tensors)
        live = machine.live = Live() if tells else None
        function: Any = None
        if self._repetition is not None:
            function, args, kwargs = self._repeated(self._repetition, workload, seed)
        else:
            args, kwargs = self._arguments(workload, seed)
        machine.begin(limit, [args, kwargs], self._module.names)
        machine.live = live
        machine.keeps_steps = self._repetition is None or self._repetition.keeps_steps
        if function is None:
            with machine.unseen() if are_left_out() else nullcontext():
                function = self._function(workload, args, kwargs)
            kwargs = self._met(function, workload, kwargs)
            args, kwargs = self._as_taken(function, args, kwargs)
        inputs = Inputs(function.receiver if isinstance(function, Method) else None, args, kwargs)
        machine.start()
        if self._repetition is not None:
            machine.pay(self._repetition.time_ahead)
            for places, size in self._repetition.held_ahead:
                machine.opens(*places)
                machine.put_aside(size)
        is_given_by_name: AbstractContextManager[None] = given_by_name(machine, function, args, kwargs)
        if workload.arguments and self._repetition is None and _takes_anything(function):
            # Measuring gives it what it takes by name, and so does it as a rule; a call that was seen is as it was.
            machine.passes(*[TABLE, KEYS] * 3, 1, 1)
            is_given_by_name = nullcontext()
        error: Failure | None = None
        result: Any = None
        try:
            with is_given_by_name:
                result = function(*args, **kwargs)
            result = _to_its_end(machine, function, result)
        except MemoryError:
            raise Unsupported("more memory than there is") from None
        except (Lacking, Unindexed) as lacking:
            if not _are_unknown(*args, *kwargs.values()):
                self._lacked = in_short(lacking)
            raise Unfit("a value of another type than the unit takes", in_full(lacking)) from None
        except Exception as raised:
            # What the unit raises on made-up inputs ends the call as it would end it for real, but for those of which
            # nobody knows what they are.
            if _are_unknown(*args, *kwargs.values()):
                raise Unfit("an error over unknown values", in_full(raised)) from None
            error = Failure(in_short(raised), in_full(raised))
        machine.counts.longer = inputs.longer(by_code=self._repetition is not None)
        return self._counted(result), error

    def _arguments(self, workload: Workload, seed: int) -> tuple[list[Any], dict[str, Any]]:
        """What the workload says, made, and what the unit finds around it."""
        machine = self._machine
        if self._enclosing is not None:
            self._enclosing.begin(workload)
        make = partial(self._receivers.of_type, workload=workload)
        with machine.unseen() if are_left_out() else nullcontext():
            makers = replace(self._receivers.makers(), first=self._first_member())
            args, kwargs = arguments(machine, workload, seed, make, self._columns, makers)
        named = {name: self._own(value) for name, value in kwargs.items()}
        return self._at_places([self._own(value) for value in args], named, self._places)

    def _first_member(self) -> int:
        """As that function says it."""
        of, unit = self._unit or (None, "")
        return first_member(of is not None, unit)

    @staticmethod
    def _at_places(args: list[Any], kwargs: dict[str, Any], names: Sequence[str]) -> tuple[list[Any], dict[str, Any]]:
        """Those that the unit takes by places of these names without their names, where it may know none."""
        given, places = dict(kwargs), []
        for name in names[len(args) :]:
            if name not in given:
                break
            places.append(given.pop(name))
        return [*args, *places], given

    def _met(self, function: Any, workload: Workload, kwargs: dict[str, Any]) -> dict[str, Any]:
        """What a method is given by name, with what its instance holds where it looks for that."""
        receiver = function.receiver if isinstance(function, Method) else None
        if self._method is None or not isinstance(receiver, Instance):
            return kwargs
        return met(self._method, workload, kwargs, receiver.attributes.get, _held_by)

    def _as_taken(self, function: Any, args: list[Any], kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """What a method is given, by place where it takes it by no name, or a decorator has made it such."""
        if self._written is None or not isinstance(function, Method) or not isinstance(function.function, Function):
            return args, kwargs
        args, kwargs = self._at_places(args, kwargs, [one.arg for one in self._written.args.posonlyargs[1:]])
        taken = function.function.parameters
        if any(one.kind == inspect.Parameter.VAR_KEYWORD for one in taken) or kwargs.keys() <= {
            one.name for one in taken
        }:
            return args, kwargs
        names = [one.arg for one in (*self._written.args.posonlyargs, *self._written.args.args)]
        return self._at_places(args, kwargs, names[1:])

    def _counted(self, result: Any) -> Counts:
        """What the call that has ended has cost."""
        machine = self._machine
        machine.look(result)
        machine.frames = [Frame(None)]
        machine.suspended.clear()
        machine.held = machine.aside = 0
        machine.has_ended = True
        before, grown, step = machine.counts.peak, machine.counts.grown, machine.counts.step
        numbers = machine.counts.numbers
        machine.counts.peak, machine.counts.grown = 0, [0] * len(grown)
        walk = machine.look(result)
        machine.counts.small_result = walk.growing
        if machine.floats:
            # With the one that an operator gives before it takes a name's place.
            machine.counts.lingering += FLOAT
        machine.counts.result = machine.counts.peak
        stays = machine.counts.lingering + machine.places.staying(walk)
        at_end = machine.counts.result + stays
        spare = spare_room(result, machine.outside)
        machine.counts.peak = max(before - HIDDEN, at_end) + spare
        machine.counts.grown = [
            max(most - HIDDEN, last + stays) + spare for most, last in zip(grown, machine.counts.grown, strict=True)
        ]
        if before - HIDDEN >= at_end:
            machine.counts.step, machine.counts.numbers = step, numbers
        return machine.counts

    def _repeated(self, seen: Repetition, workload: Workload, seed: int) -> tuple[Any, list[Any], dict[str, Any]]:
        """The call that was seen, with what the workload says otherwise."""
        seen_function, args, kwargs = seen.call()
        before = described(seen_function, args, kwargs, is_method=seen.is_method).workload
        # Another text than the file's, as of another revision, is what is to be tried.
        function = seen_function if seen.text == self._text else self._own_function()
        if str(before) == str(workload):
            return function, list(args), kwargs
        as_seen = {one.name: str(one) for one in before.arguments}
        others = [one for one in workload.arguments if can_be_made(one) and as_seen.get(one.name) != str(one)]
        makers = self._receivers.makers()
        said = Workload(tuple(others))
        _, made = arguments(self._machine, said, seed, lambda name: Unknown(), self._columns, makers)
        by_place = [made.pop(name, value) for name, value in zip(seen_function.places, args, strict=False)]
        return function, [*by_place, *args[len(by_place) :]], {**kwargs, **made}

    def _of_text(self) -> Any:
        """Of what class the unit is, None for a function, and its name, or what the function is."""
        if self._unit is None:
            raise Unsupported(self._unmade or "a text without a function")
        return self._unit

    def _own_function(self) -> Any:
        """That of the text, to be called with what stands before the dot, too."""
        of, unit = self._of_text()
        found = unit if of is None else self._member(of, unit)
        found = found.getter if isinstance(found, Property) else found
        return found.function if isinstance(found, StaticMethod) else found

    def _function(self, workload: Workload, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """What is called with these."""
        of, unit = self._of_text()
        if of is None:
            return unit
        found = self._member(of, unit)
        if found is MISSING:
            raise Unsupported(f"no method {unit}")
        if unit == "__new__" or unit in OF_CLASSES:
            # Called with the class, without being marked as such.
            return Method(found.function if isinstance(found, StaticMethod) else found, of)
        if isinstance(found, StaticMethod):
            return Method(found.function, of) if isinstance(found, ClassMethod) else found.function
        given = {**{str(place): value for place, value in enumerate(args)}, **kwargs}
        if unit == "__init__":
            receiver = of.blank(()) if isinstance(of, Class) else Instance(of)
            # It is made before it is initialised.
            self._machine.outside.add(receiver)
        else:
            receiver = self._receivers.receiver(of, unit, workload, given)
        if isinstance(found, Property):
            found = found.setting if self._is_setter else found.getter
        elif isinstance(found, Instance) and {"fget", "fset"} <= found.attributes.keys():
            # A property of a class that extends them.
            found = found.attributes["fset" if self._is_setter else "fget"]
        return Method(found, receiver)

    @staticmethod
    def _member(of: Class | Kind, name: str) -> Any:
        """What a class has by that name, `MISSING` where it has none."""
        return of.members.get(name, MISSING) if isinstance(of, Kind) else of.find(name)

    def _own(self, value: Any) -> Any:
        """Linked nodes as instances of the unit's class of that name, or of one made for them."""
        if not isinstance(value, ListNode | TreeNode):
            return value
        name = type(value).__name__
        of = self._module.names.get(name)
        kind = of if isinstance(of, Class) else Class(name, [], None)
        return relinked(
            value,
            lambda: Instance(kind),
            lambda one, attribute, part: one.attributes.__setitem__(attribute, part),
            self._node_values.get(name, "val"),
        )


def _size_by_shapes(workload: Workload) -> float:
    """By which one run that is told by shapes is told from a first one that is small, see `Schedule`."""
    return float(max(largest(workload), 2.0 ** (FIRST + 1.0)))


def _takes_anything(function: Any) -> bool:
    """Whether a function names none of what it is given, and says of no other one that it stands for it."""
    if type(function) is not Function or "__wrapped__" in function.attributes:
        return False
    kinds = {one.kind for one in function.parameters}
    return kinds == {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}


def _held_by(element: Any, name: str) -> Any:
    """What an instance has by the name of an attribute, or a dictionary by a key; None for nothing."""
    held = element.attributes if isinstance(element, Instance) else element
    return held.get(name) if isinstance(held, dict) else None


def _to_its_end(machine: Machine, function: Any, result: Any) -> Any:
    """The result of a call once all that it stands for is done."""
    if isinstance(function.function if isinstance(function, Method) else function, Manager):
        result = _passed_through(machine, result)
    if isinstance(result, Coroutine | AsynchronousGenerator):
        machine.schedules(LOOPED)
        machine.briefly(LOOP)
        result = finished(machine, result if isinstance(result, Coroutine) else Coroutine(result.exhausted))
    # Who gets a generator that a plain function returns pays for what that does.
    if isinstance(result, GeneratorType) and _yields(function):
        for _ in result:
            machine.step(STATEMENT)
        result = None
    return result


def _passed_through(machine: Machine, manager: Any) -> Coroutine | None:
    """Enters the context that the unit has made, and leaves it: on an event loop if it is of that kind."""
    if isinstance(manager, OpeningOnLoop):
        return Coroutine(lambda: passed_through(machine, manager))
    _, leave = opened(machine, manager)
    leave(None)
    return None


def _ends(runs: Sequence[Run]) -> bool:
    return any(not run.raised for run in runs)


def _without_tensors(workload: Workload) -> Workload:
    return Workload(tuple(one for one in workload.arguments if not is_tensor(one.type)))


def _first_method(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return next((part.name for part in node.body if isinstance(part, kinds)), "")


@contextmanager
def undisturbed() -> Iterator[None]:
    """Lets Python recurse as deep as the interpreter needs, and keeps NumPy's warnings to itself."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        sys.setrecursionlimit(before)


def _among_larger(runs: Sequence[Run], most: float) -> list[Run]:
    """The runs as among those of the workload itself, of size `most`, see `Run.among`."""
    part = part_of_objects([run.numbers for run in runs])
    return [run.among(run.size / most if most else 1.0, part) for run in runs]


def _like_the_last(runs: list[Run], most: float) -> list[Run]:
    """Those that ended as the largest did, to their end or with an error: so the workload does, as far as one can tell.
    An error of the largest alone may be by chance, where that is not the workload itself, of size `most`."""
    by_chance = len(runs) > 2 and runs[-1].raised and not runs[-2].raised and runs[-1].size < most
    return [run for run in runs if run.raised == (runs[-1].raised and not by_chance)]


def _tells(series: _Series) -> bool:
    """Whether there are enough runs to tell how it goes on."""
    return len(series.runs) > _TOO_FEW and not series.refused and not series.runs[-1].raised


def _is_erratic(runs: Sequence[Run]) -> bool:
    """Whether what they cost may be by chance: small ones do now this and now that."""
    sizes, courses = [run.size for run in runs], zip(*(run.costs for run in runs), strict=True)
    return any(is_explosive(sizes, course) for course in courses)


def _error(runs: Sequence[Run]) -> str:
    return runs[-1].error if all(run.raised for run in runs) else ""


def _yields(function: Any) -> bool:
    called = function.function if isinstance(function, Method) else function
    return not isinstance(called, Function) or called.yields


def _are_unknown(*values: Any) -> bool:
    return any(type(value) is Unknown for value in values)
