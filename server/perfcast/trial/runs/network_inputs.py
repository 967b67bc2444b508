"""How a method of an ``nn.Module`` can be called so that it returns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from perfcast.trial.inputs.enclosing_network import Seen, watched
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.stops import Stop
from perfcast.trial.libraries.torch.shape_only import without_elements
from perfcast.trial.runs.compiled_unit import Unit
from perfcast.trial.runs.execution import SEED, Running
from perfcast.trial.runs.host_settings import undisturbed
from perfcast.trial.runs.schedule import ALLOWANCE
from perfcast.trial.runs.series import ends
from perfcast.trial.runs.series_choice import Choosing
from perfcast.trial.runs.shape_only_runs import LARGE_ALLOWANCE, ByShapes
from perfcast.workload import Workload

#: As `ALLOWANCE`, of all that is tried to find how a method can be called, each time.
_FITTING_ALLOWANCE: Final = 2.0 * ALLOWANCE


class Fitting:
    """What tries it, for one unit."""

    def __init__(self, unit: Unit, running: Running, choosing: Choosing, by_shapes: ByShapes) -> None:
        self._unit, self._running, self._choosing, self._by_shapes = unit, running, choosing, by_shapes
        self._machine, self._receivers = unit.machine, unit.receivers

    def fitted(self, ways: Sequence[Workload], outer: Sequence[Workload]) -> int | Workload | None:
        """How the unit, a method of a neural network's module, can be called so that it comes to an end.

        Args:
            ways: workloads that it may take.
            outer: those that ``forward`` of the module may take which it is a part of.

        Returns:
            What the first of the others that does calls it with; else the place of the first of the ways that will do;
            None where none does.
        """
        if not self._unit.is_of_module:
            return None
        self._running.shrink({})
        with undisturbed():
            holder = self._holder(outer[0]) if outer else None
            for workload in self._affordable(outer if holder else ()):
                seen = None if holder is None else self._seen(holder, workload)
                if seen is not None and self._ends_by_shapes(seen):
                    return seen
            ended = (place for place, way in enumerate(self._affordable(ways)) if self._ends_by_shapes(way))
            found = next(ended, None)
            # Some that decide by values, or are small, come to an end with all their elements.
            return 0 if found is None and ways and ends(self._choosing.first_runs(ways[0]).runs) else found

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
        of = self._unit.module.names.get(self._unit.definition.outer)
        if not isinstance(of, Class):
            with suppress(Stop, Exception), without_elements():
                self._machine.begin(LARGE_ALLOWANCE, ())
                whole = self._receivers.outer(workload)
                of = None if whole is None else whole.of
        return of if isinstance(of, Class) and of is not self._unit.definition.callee[0] else None

    def _seen(self, holder: Class, whole: Workload) -> Workload | None:
        """What the unit is called with where the module that it is part of is called so; None where it is not."""
        unit = self._unit.definition.callee
        function = unit[0].find(unit[1])
        if not isinstance(function, Function):
            return None
        self._unit.definition.callee = holder, "forward"
        try:
            with without_elements(), watched(function):
                self._running.call(whole, LARGE_ALLOWANCE, SEED)
        except Seen as seen:
            return seen.workload
        except (Stop, Exception):
            return None
        finally:
            self._unit.definition.callee = unit
        return None

    def _ends_by_shapes(self, workload: Workload) -> bool:
        return bool(self._by_shapes.whole(workload))
