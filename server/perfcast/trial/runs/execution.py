"""One trial run: the unit is called with a workload, and its costs are added up."""

from __future__ import annotations

import inspect
import math
from collections.abc import Collection
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from enum import Enum, auto
from types import GeneratorType
from typing import Any, Final

from perfcast.trial.interpreter.accounting.counts import HIDDEN, Counts
from perfcast.trial.interpreter.accounting.fresh_inputs import Inputs
from perfcast.trial.interpreter.accounting.heap_walk import KEYS, TABLE
from perfcast.trial.interpreter.accounting.live_tensor_bytes import Live
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import FLOAT
from perfcast.trial.interpreter.accounting.prices import AWAITED, LOOP, LOOPED
from perfcast.trial.interpreter.accounting.shared_state import RECEIVER
from perfcast.trial.interpreter.accounting.shortened_loops import Loops
from perfcast.trial.interpreter.accounting.spare_attribute_capacity import spare_room
from perfcast.trial.interpreter.accounting.syntax_prices import STATEMENT
from perfcast.trial.interpreter.errors.failed_lookups import looked_in
from perfcast.trial.interpreter.errors.handlers import in_full, in_short
from perfcast.trial.interpreter.objects.context_managers import Manager, opened
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Lacking, OutOfSteps, Stop, TooLarge, Unfit, Unindexed, Unsupported
from perfcast.trial.interpreter.syntax.repeated_iterations import are_cut_short
from perfcast.trial.libraries.numpy.buffers import BUFFER
from perfcast.trial.libraries.torch.shape_only import are_left_out
from perfcast.trial.runs.calls import Calls
from perfcast.trial.runs.compiled_unit import Unit
from perfcast.trial.runs.keyword_arguments import given_by_name
from perfcast.trial.runs.run import Failure, Run, run_of
from perfcast.trial.runs.schedule import ALLOWANCE, FIRST
from perfcast.trial.scaling import exponent, largest, shrunk, shrunk_number
from perfcast.trial.stdlib.concurrency.async_context_managers import OpeningOnLoop, passed_through
from perfcast.trial.stdlib.concurrency.coroutines import AsynchronousGenerator, Coroutine
from perfcast.trial.stdlib.concurrency.tasks import finished
from perfcast.workload import Workload

SEED: Final = 7
#: Runs of one unit that are remembered.
_MOST_KNOWN: Final = 500


class Outcome(Enum):
    """How a run ended: as it should, by what may be spent, or with an error."""

    ENDED = auto()
    TOO_MUCH = auto()
    FAILED = auto()


class Running:
    """Runs of one unit, those that are known among them.

    Attributes:
        too_little: what the last run that came to no end might spend, or would have.
        unfinished: what the call of the last one that came to no end has cost until then; what it is called with had
            been made.
        lacked: what the last one's inputs lacked, in short; '' for nothing.
    """

    def __init__(self, unit: Unit) -> None:
        self._unit, self._calls = unit, Calls(unit)
        self._machine, self._receivers, self._repetition = unit.machine, unit.receivers, unit.repetition
        self._module, self._caps = unit.module, unit.caps
        self._known: dict[str, Run | float] = {}
        self._known_unfinished: dict[str, Run] = {}
        self.too_little = 0.0
        self._has_begun = False
        self.forget()

    def forget(self) -> None:
        """What is told of runs is told of those from now on."""
        self.unfinished: Run | None = None
        self.lacked = ""

    def shrink(self, caps: dict[int, int]) -> None:
        """From now on constants of the unit are as large as these say."""
        self._machine.caps = caps
        known = {place: turns for place, turns in self._machine.turns.items() if place in caps}
        shares = {place: caps[place] / turns.number for place, turns in known.items()}
        self._machine.loops = Loops(shares, known) if known else None
        self._module.names.update(self._caps.named(caps))

    def run(self, workload: Workload, limit: float, caps: dict[int, int], seed: int = SEED, share: float = 1.0) -> Run:
        """The run of the unit; workloads of several sizes have their small runs in common.

        Args:
            share: what sizes were raised to.
        """
        buffer = self._machine.buffer = shrunk_number(BUFFER, share)
        turns = {place: of for place, of in self._machine.turns.items() if place in caps}
        self._machine.largest = max(largest(workload), *[caps[place] for place in turns], 1.0)
        changed = self._receivers.changes.told
        key = f"{workload} {caps} {turns} {seed} {are_left_out()} {are_cut_short()} {self._unit.receiver} {changed}"
        known = self._known.get(key)
        if isinstance(known, Run) and not self._costs_the_same(known, buffer):
            known = None
        if isinstance(known, Run) and known.needed <= limit:
            return known
        if isinstance(known, Run):
            self.too_little = limit
            raise OutOfSteps
        if known is not None and known >= limit:
            self.too_little = known
            self.unfinished = self._known_unfinished.get(key, self.unfinished)
            raise OutOfSteps
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
            self._known_unfinished.clear()
        self._receivers.most = caps.get(RECEIVER)
        self.shrink(caps)
        try:
            counts, error = self.call(workload, limit, seed)
            if (loops := self._machine.loops) is not None and not loops.are_as_known:
                raise Unsupported("a loop that now has more turns, now fewer")
        except OutOfSteps:
            # What would have been too much at once was not done.
            self.too_little = max(limit, self._machine.spent)
            if self._has_begun and (self._machine.spent >= limit or self._machine.is_late):
                run = run_of(self._machine.counts, None, self.too_little, limit, buffer)
                self.unfinished = replace(run, is_cold=self._machine.before.has_changed_lasting)
            if not self._machine.is_late:
                self._known[key] = self.too_little
                if self.unfinished is not None and self._machine.spent >= limit:
                    self._known_unfinished[key] = self.unfinished
            raise
        spent = self._machine.spent
        run = run_of(counts, error, spent, limit, buffer)
        if self._machine.before.has_changed_lasting:
            run = self._warm(run, workload, limit, seed, buffer)
        self._known[key] = run
        return run

    def _costs_the_same(self, run: Run, buffer: int) -> bool:
        """Whether it would, though its sizes may have stood for others then."""
        return run.buffer in {0, buffer} and run.told.would_be_alike(
            self._machine.at_whole_size, self._machine.in_buffer, is_shrunk=buffer != BUFFER
        )

    def smallest(self, workload: Workload) -> Run:
        """The run at the smallest size that is tried. Raises what keeps it from coming to an end."""
        small = self._smallest(workload)
        return self.run(small, ALLOWANCE / 4, {}, share=exponent(small, workload, self._caps.offsets))

    def _smallest(self, workload: Workload) -> Workload:
        most = math.log2(largest(workload))
        return shrunk(workload, min(1.0, FIRST / most) if most else 1.0, offsets=self._caps.offsets)

    def loops(self, workload: Workload, limit: float, caps: dict[int, int]) -> tuple[Loops, Outcome]:
        """Of a run at the smallest size; and how that ended.

        Args:
            caps: by place, how often loops go round that are left earlier.
        """
        told = self.unfinished, self.lacked
        self._receivers.most = None
        self.shrink(caps)
        loops = self._machine.loops = self._machine.loops or Loops({}, {})
        try:
            _, error = self.call(self._smallest(workload), limit, SEED)
            outcome = Outcome.ENDED if error is None else Outcome.FAILED
        except (OutOfSteps, TooLarge):
            outcome = Outcome.TOO_MUCH
        except (Stop, Exception):
            outcome = Outcome.FAILED
        self._machine.loops = None
        self.unfinished, self.lacked = told
        return loops, outcome

    def sought_in(self, workload: Workload) -> list[Collection[Any]]:
        """Containers in which a run at the smallest size looked for texts that they do not hold."""
        small = self._smallest(workload)
        self.shrink({})
        sought: list[Collection[Any]] = []
        self._machine.sought = sought
        with suppress(Stop, Exception):
            self.call(small, ALLOWANCE / 4, SEED)
        self._machine.sought = None
        return sought

    def _warm(self, first: Run, workload: Workload, limit: float, seed: int, buffer: int) -> Run:
        """A call that comes after one with the same workload: what that has put into what lasts is there by then, as it
        is where calls are measured. The first one where there is no such call."""
        lacked = self.lacked
        try:
            counts, error = self.call(workload, limit, seed)
        except (Stop, Exception):
            if self._machine.is_late:
                raise OutOfSteps from None
            self.lacked = lacked
            return replace(first, is_cold=True)
        if (error.in_short if error else "") != first.error:
            return replace(first, is_cold=True)
        # What it spent is what the first did: without that there is none.
        return replace(run_of(counts, error, first.spent, limit, buffer), first=first)

    def call(self, workload: Workload, limit: float, seed: int) -> tuple[Counts, Failure | None]:
        """What a call costs, and what it ended with where that was an exception."""
        machine, self._has_begun = self._machine, False
        for table in machine.lasting_tables:
            table.clear()
        machine.tables.clear()
        machine.records = dict(machine.lasting_records)
        machine.begin(limit, ())
        # What a program has built is much to look at for each tensor that is made.
        tells = are_left_out() or (self._repetition is not None and self._unit.has_tensors)
        live = machine.live = Live() if tells else None
        function: Any = None
        if self._repetition is not None:
            function, args, kwargs = self._calls.repeated(self._repetition, workload, seed)
        else:
            args, kwargs = self._calls.arguments(workload, seed)
        machine.begin(limit, [args, kwargs], self._module.names)
        machine.live = live
        machine.keeps_steps = self._repetition is None or self._repetition.keeps_steps
        if function is None:
            with machine.unseen() if are_left_out() else nullcontext():
                function = self._calls.function(workload, args, kwargs)
            kwargs = self._calls.met(function, workload, kwargs)
            args, kwargs = self._calls.as_taken(function, args, kwargs)
        inputs = Inputs(
            function.receiver if isinstance(function, Method) else None, args, kwargs, before=machine.before
        )
        machine.start()
        self._has_begun = True
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
                self.lacked = in_short(lacking)
            raise Unfit("a value of another type than the unit takes", in_full(lacking)) from None
        except Exception as raised:
            # What the unit raises on made-up inputs ends the call as it would end it for real, but for those of which
            # nobody knows what they are.
            if _are_unknown(*args, *kwargs.values()):
                raise Unfit("an error over unknown values", in_full(raised)) from None
            error = _failure(machine, raised)
        machine.counts.longer = inputs.longer(
            by_code=self._repetition is not None, lookups=machine.counts.scattered.in_containers
        )
        return self._counted(result), error

    def _counted(self, result: Any) -> Counts:
        """What the call that has ended has cost."""
        machine = self._machine
        machine.look(result)
        machine.frames = [Frame(None)]
        machine.suspended.clear()
        machine.held = machine.aside = 0
        machine.has_ended = True
        before, grown, step = machine.counts.peak, machine.counts.grown, machine.counts.step
        numbers, table = machine.counts.numbers, machine.counts.table
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
            machine.counts.step, machine.counts.numbers, machine.counts.table = step, numbers, table
        return machine.counts


def _failure(machine: Machine, raised: Exception) -> Failure:
    if machine.sought is not None:
        machine.sought += looked_in(raised)
    return Failure(in_short(raised), in_full(raised))


def _takes_anything(function: Any) -> bool:
    """Whether a function names none of what it is given, and says of no other one that it stands for it."""
    if type(function) is not Function or "__wrapped__" in function.attributes:
        return False
    kinds = {one.kind for one in function.parameters}
    return kinds == {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}


def _to_its_end(machine: Machine, function: Any, result: Any) -> Any:
    """The result of a call once all that it stands for is done."""
    if isinstance(function.function if isinstance(function, Method) else function, Manager):
        result = _passed_through(machine, result)
    if isinstance(result, Coroutine | AsynchronousGenerator):
        machine.schedules(LOOPED)
        # What the loop and the task take for a coroutine is there beside all that it holds.
        number = machine.number
        machine.put_aside(LOOP)
        try:
            result = finished(machine, _to_be_awaited(machine, result))
        finally:
            machine.take_back(LOOP, number)
    # Who gets a generator that a plain function returns pays for what that does.
    if isinstance(result, GeneratorType) and _yields(function):
        for _ in result:
            machine.step(STATEMENT)
        result = None
    return result


def _to_be_awaited(machine: Machine, result: Coroutine | AsynchronousGenerator) -> Coroutine:
    """What goes through all that the unit does on an event loop, as ``async for`` does where it yields."""
    if isinstance(result, Coroutine):
        return result
    return Coroutine(lambda: result.exhausted(lambda: machine.step(STATEMENT + 2 * AWAITED)))


def _passed_through(machine: Machine, manager: Any) -> Coroutine | None:
    """Enters the context that the unit has made, and leaves it: on an event loop if it is of that kind."""
    if isinstance(manager, OpeningOnLoop):
        return Coroutine(lambda: passed_through(machine, manager))
    _, leave = opened(machine, manager)
    leave(None)
    return None


def _yields(function: Any) -> bool:
    called = function.function if isinstance(function, Method) else function
    return not isinstance(called, Function) or called.yields


def _are_unknown(*values: Any) -> bool:
    return any(type(value) is Unknown for value in values)
