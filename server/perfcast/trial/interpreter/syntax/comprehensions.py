"""Comprehensions and generator expressions as closures."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from perfcast.source.parsing.walking import walk as nodes_within
from perfcast.trial.interpreter.accounting.generator_sizes import generator_bytes
from perfcast.trial.interpreter.accounting.generators import generated
from perfcast.trial.interpreter.accounting.nested_containers import keyed
from perfcast.trial.interpreter.accounting.object_sizes import ITERATOR
from perfcast.trial.interpreter.accounting.prices import ENTERED, STORED
from perfcast.trial.interpreter.accounting.syntax_prices import GENERATED, TURN_WITHIN, time_of, time_of_value
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import FUNCTION_BYTES
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.syntax.cells import closed_over
from perfcast.trial.interpreter.syntax.closures import Expression
from perfcast.trial.interpreter.syntax.iteration import iterated, iterated_on_loop, iterator_bytes

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

#: Comprehensions are run in place (PEP 709).
_HAS_NO_FUNCTION: Final = sys.version_info >= (3, 12)


class Comprehensions:
    """Compiles comprehensions and generator expressions."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.machine = compiler.machine

    def collected(self, node: ast.ListComp | ast.SetComp, make: Callable[[Any], Any]) -> Expression:
        """Into a list or a set."""
        element, machine = self.compiler.expressions.compile(node.elt), self.machine
        cost = time_of_value(node.elt) + (0.0 if make is list else STORED)
        over, aside_of = self._over(node.generators, cost), _aside(node)

        def run(frame: Frame) -> Any:
            inner = Frame(frame, frame.home)
            aside = aside_of(frame)
            machine.put_aside(aside)
            waiting = len(machine.waiting)
            try:
                if make is list:
                    elements: list[Any] = []
                    # What the last element came from is there until the next one is asked for.
                    source = machine.aside
                    machine.waiting.append(elements)
                    for _ in over(frame, inner):
                        elements.append(machine.made(element(inner)))
                        source = machine.aside
                    machine.collected(elements)
                    machine.beside(source)
                    return elements
                found: set[Any] = set()
                machine.waiting.append(found)
                for _ in over(frame, inner):
                    before = len(found)
                    key = machine.made(keyed(element(inner)))
                    found.add(key)
                    machine.counts.scattered.found(found, key)
                    machine.inserted(found, before)
                return machine.collected(found)
            finally:
                machine.aside -= aside
                del machine.waiting[waiting:]

        return run

    def compile_dict(self, node: ast.DictComp) -> Expression:
        key, value, machine = (
            self.compiler.expressions.compile(node.key),
            self.compiler.expressions.compile(node.value),
            self.machine,
        )
        over, aside_of = self._over(node.generators, ENTERED + time_of(node.key) + time_of(node.value)), _aside(node)

        def run(frame: Frame) -> Any:
            inner = Frame(frame, frame.home)
            aside = aside_of(frame)
            machine.put_aside(aside)
            waiting = len(machine.waiting)
            try:
                found: dict[Any, Any] = {}
                machine.waiting.append(found)
                for _ in over(frame, inner):
                    before = len(found)
                    place = keyed(key(inner))
                    found[place] = given = machine.made(value(inner))
                    machine.counts.scattered.found(found, place, given)
                    machine.inserted(found, before)
                return machine.collected(found)
            finally:
                machine.aside -= aside
                del machine.waiting[waiting:]

        return run

    def compile_generator(self, node: ast.GeneratorExp) -> Expression:
        element = self.compiler.expressions.compile(node.elt)
        first = self.compiler.expressions.searched(node.generators[0].iter)
        machine = self.machine
        over = self._over(node.generators, GENERATED + time_of_value(node.elt), collects=False)
        aside_of, own = _aside(node), generator_bytes(node)

        def run(frame: Frame) -> Any:
            # The first iterable is evaluated at once, the others as they are met.
            inner = Frame(frame, frame.home)
            start = first(frame)
            machine.about_to_go_through(start)
            nbytes = own()
            return generated(
                machine, aside_of(frame) + nbytes, nbytes, (element(inner) for _ in over(frame, inner, start))
            )

        return run

    def _over(
        self, generators: list[ast.comprehension], cost: float, *, collects: bool = True
    ) -> Callable[..., Iterator[None]]:
        """Binds the targets in the inner frame, once for every element that is wanted."""
        machine = self.machine
        levels = []
        for generator in generators:
            if collects:
                # Who goes through what is not collected may leave it earlier, or know how much it is.
                self.compiler.calls.note_loop(generator)
            tests = [self.compiler.expressions.compile(test) for test in generator.ifs]
            levels.append(
                (
                    self.compiler.expressions.searched(generator.iter),
                    self.compiler.targets.compile(generator.target),
                    tests,
                    TURN_WITHIN + sum(time_of(test) for test in generator.ifs),
                    iterated_on_loop if generator.is_async else iterated,
                )
            )

        def walk(level: int, frame: Frame, inner: Frame, start: Any) -> Iterator[None]:
            source, bind, tests, time, of_all = levels[level]
            is_last = level == len(levels) - 1
            elements = source(frame) if start is MISSING else start
            frame.home.hold(levels[level], elements)
            # One iterator is known to be there.
            aside, number = iterator_bytes(elements) - ITERATOR, machine.number
            machine.put_aside(aside)
            if type(elements) is range and elements:
                # The next number is made while a name still holds the one before.
                machine.numbered(0, 2, max(elements[0], elements[-1]).bit_length())
            try:
                for item in of_all(machine, elements):
                    machine.step(time + (cost if is_last else 0.0))
                    bind(inner, item)
                    for test in tests:
                        if not test(inner):
                            break
                    else:
                        if is_last:
                            yield
                        else:
                            yield from walk(level + 1, inner, inner, MISSING)
                if collects and not level:
                    machine.all_collected()
            finally:
                # Whoever is left in the middle may end in a later run.
                frame.home.release(levels[level])
                machine.take_back(aside, number)

        return lambda frame, inner, start=MISSING: walk(0, frame, inner, start)


def _aside(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> Callable[[Frame], int]:
    """Bytes of a comprehension's function, of what it takes from the calls around it, and of its iterators."""
    iterators = ITERATOR * len(node.generators)
    if _HAS_NO_FUNCTION and not isinstance(node, ast.GeneratorExp):
        return lambda frame: iterators
    size = FUNCTION_BYTES + iterators
    first = {id(part) for part in nodes_within(node.generators[0].iter)}
    names = [part for part in nodes_within(node) if isinstance(part, ast.Name) and id(part) not in first]
    loaded = {part.id for part in names} - {part.id for part in names if not isinstance(part.ctx, ast.Load)}
    return lambda frame: size + closed_over(loaded, frame) if loaded else size
