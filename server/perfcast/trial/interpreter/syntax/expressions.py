"""Expressions as closures: each takes the frame and gives the value."""

from __future__ import annotations

import ast
import operator
import re
import sys
from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence, ValuesView
from fractions import Fraction
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Final, TypeGuard

import numpy as np

from perfcast.source.parsing.walking import walk as nodes_within
from perfcast.trial.interpreter.accounting import ordered_dicts
from perfcast.trial.interpreter.accounting.collected_iterators import extend
from perfcast.trial.interpreter.accounting.counts import HIDDEN
from perfcast.trial.interpreter.accounting.generator_sizes import generator_bytes
from perfcast.trial.interpreter.accounting.generators import generated
from perfcast.trial.interpreter.accounting.heap_walk import FEW_ENTRIES, KEYS, TABLE
from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting, keyed, text_length
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TUPLE, ITERATOR, POINTER, shallow
from perfcast.trial.interpreter.accounting.prices import (
    AWAITED,
    COMPARED,
    COMPARED_KEY,
    COPIED,
    COUNTED,
    ENTERED,
    FLOAT_FORMATTED,
    FLOAT_WIDENED,
    FRACTION_COMPARED,
    KEY,
    MERGED,
    MISSED,
    OPERATOR,
    PLACED,
    SEEN,
    SEEN_FLOAT,
    SEEN_TEXT,
    SEEN_UNLIKE,
    SEEN_WITHIN,
    STEPPED,
    STORED,
    TEXT_FORMATTED,
    TEXTS_IN_ORDER,
    WHOLE_FILLED,
    WHOLE_SEPARATED,
)
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.accounting.syntax_prices import (
    GENERATED,
    TURN_WITHIN,
    time_apart,
    time_of,
    time_of_value,
)
from perfcast.trial.interpreter.builtin_functions import HELD, entries
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.types import (
    FUNCTION_BYTES,
    Class,
    Frame,
    Function,
    Instance,
    Module,
    StaticMethod,
    Unknown,
    contained,
)
from perfcast.trial.interpreter.stops import Unindexed, Unsupported
from perfcast.trial.interpreter.syntax.constant_folding import Folding
from perfcast.trial.interpreter.syntax.length_comparisons import noting_capacity
from perfcast.trial.interpreter.syntax.operators import MOST_WIDTH, NUMPY, binary, digit_runs, turned_over
from perfcast.trial.libraries.numpy.index_objects import Indexed
from perfcast.trial.libraries.numpy.library import compared, elements_of, negated, picked
from perfcast.trial.libraries.pandas.elementwise import changed, operated
from perfcast.trial.libraries.pandas.selection import item
from perfcast.trial.libraries.pandas.values import Tabular
from perfcast.trial.libraries.sortedcontainers import SortedList, pay, pay_for_place
from perfcast.trial.libraries.torch.indexing import item as tensor_item
from perfcast.trial.libraries.torch.modules import Layer
from perfcast.trial.libraries.torch.values import Tensor
from perfcast.trial.stdlib.concurrency.coroutines import Coroutine, following
from perfcast.trial.stdlib.concurrency.tasks import finished
from perfcast.trial.stdlib.containers.chain_maps import Chain
from perfcast.trial.stdlib.language.enums import Enumeration
from perfcast.trial.stdlib.regular_expressions.bounded_searches import Match
from perfcast.trial.stdlib.regular_expressions.substring_search import seeking
from perfcast.trial.stdlib.text.formatting_times import note_text, pay_for_text, shown
from perfcast.workload.code.evaluation import COMPARISONS

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

Expression = Callable[[Frame], Any]

_UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
}
#: What is compared at no cost of its own.
_NUMBERS = frozenset({int, float, bool, type(None)})
#: Bytes of an iterator with the one that it goes over, and of one that goes over two.
_CHAINED = 120
_PAIRING = 160
_TEXTS = (str, bytes)
#: Characters of a number that is written into a text, at most.
_WRITTEN = 32
#: How often a text is referred to that only a list has: there, and where it is asked.
_WRITTEN_ALONE: Final = counted(3, lent=2)
_IDENTITY = frozenset({ast.Is, ast.IsNot})
#: Formats of numbers whose digits are parted, and those that are filled up, before the point.
_SEPARATING = frozenset(",_")
_WIDTH: Final = re.compile(r"\d")
_SEARCHING = frozenset({ast.In, ast.NotIn})
_ORDERING = frozenset({ast.Lt, ast.LtE, ast.Gt, ast.GtE})
_SEARCHED = (list, tuple, np.ndarray, array, ValuesView)
_WITH_PARTS = (tuple, list, Instance)
_LOOKED_INTO = (dict, set, frozenset)
_TABLES = frozenset({defaultdict, Counter})
_CONTAINERS = (str, bytes, bytearray, list, tuple, set, frozenset, dict, np.ndarray, array)

#: Of these, and functions, those that a call is given are there while what comes behind them is evaluated.
_WAITING = (*_CONTAINERS, Function)
#: Constants from which on a display of them is made of a tuple that is there.
_MADE_OF_TUPLE: Final = 3


class Expressions:
    """Compiles expressions for one unit."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.machine = compiler.machine
        self._folding = Folding()

    def compile(self, node: ast.expr) -> Expression:
        """Raises Unsupported for syntax that is not interpreted."""
        handler = getattr(self, "_" + type(node).__name__.lower(), None)
        if handler is None:
            raise Unsupported(type(node).__name__)
        found: Expression = handler(node)
        return found

    def searched(self, node: ast.expr) -> Expression:
        """As `compile`, of what ``in`` or a loop goes through."""
        folded = self._folding.gone_through(node)
        return self.compile(node) if folded is MISSING else self.known(folded)

    def _constant(self, node: ast.Constant) -> Expression:
        if node in self.compiler.caps:
            value: Any = node.value
            machine = self.machine
            return lambda frame: machine.caps.get(value, value)
        return self.known(node.value)

    def known(self, value: Any) -> Expression:
        """What is there before the unit is called."""
        if self.compiler.is_followed:
            self.machine.before.written(value)
        else:
            self.machine.constants.append(value)
        return lambda frame: value

    def _name(self, node: ast.Name) -> Expression:
        name = node.id
        return lambda frame: frame.names[name]

    def of_two(self, run: Callable[[Any, Any], Any], left: ast.expr, right: ast.expr) -> Expression:
        """What `run` gives for the values of two expressions; names are looked up without a call."""
        first, second = self.compile(left), self.compile(right)
        if isinstance(left, ast.Name):
            one = left.id
            if isinstance(right, ast.Name):
                other = right.id
                return lambda frame: run(frame.names[one], frame.names[other])
            if self._is_fixed(right):
                value = right.value
                return lambda frame: run(frame.names[one], value)
            return lambda frame: run(frame.names[one], second(frame))
        if isinstance(right, ast.Name):
            other = right.id
            return lambda frame: run(first(frame), frame.names[other])
        if self._is_fixed(right):
            value = right.value
            return lambda frame: run(first(frame), value)
        return lambda frame: run(first(frame), second(frame))

    def _is_fixed(self, node: ast.expr) -> TypeGuard[ast.Constant]:
        return isinstance(node, ast.Constant) and node not in self.compiler.caps

    def _namedexpr(self, node: ast.NamedExpr) -> Expression:
        name, value = node.target.id, self.compile(node.value)

        def run(frame: Frame) -> Any:
            found = frame.home.names[name] = value(frame)
            return found

        return run

    def _binop(self, node: ast.BinOp) -> Expression:
        folded = self._folding.constant(node)
        if folded is not MISSING:
            return self.known(folded)
        return self._operation(binary(self.machine, type(node.op)), node.left, node.right)

    def _operation(self, run: Callable[[Any, Any], Any], left: ast.expr, right: ast.expr) -> Expression:
        """An operator; the first operand is held while the other one is evaluated."""
        if not waiting([left, right])[0]:
            return self.of_two(run, left, right)
        # Nothing here may refer to the operands: whether anything else does tells who holds them.
        first, second, hold, release = self.compile(left), self.compile(right), self.machine.hold, self.machine.release
        return lambda frame: run(hold(first(frame)), release(second(frame)))

    def _unaryop(self, node: ast.UnaryOp) -> Expression:
        operand, run = self.compile(node.operand), _UNARY[type(node.op)]
        return lambda frame: self._changed(run, operand(frame))

    def _changed(self, run: Callable[[Any], Any], operand: Any) -> Any:
        if isinstance(operand, Tabular) and run is not operator.not_:
            return changed(run, operand)
        if run is operator.invert and type(operand) is int:
            return turned_over(self.machine, operand)
        return negated(self.machine, run, operand) if isinstance(operand, np.ndarray) else run(operand)

    def _boolop(self, node: ast.BoolOp) -> Expression:
        first, *others = node.values
        *values, last = [self.compile(first), *map(self._paying, others)]
        stops_at = isinstance(node.op, ast.Or)

        def run(frame: Frame) -> Any:
            for value in values:
                found = value(frame)
                if bool(found) is stops_at:
                    return found
            # Nobody asks the last one whether it is true.
            return last(frame)

        return run

    def _ifexp(self, node: ast.IfExp) -> Expression:
        test, body, other = self.compile(node.test), self._paying(node.body), self._paying(node.orelse)
        return lambda frame: body(frame) if test(frame) else other(frame)

    def _paying(self, node: ast.expr) -> Expression:
        """One that may not be evaluated, and pays for itself where it is."""
        value, time, machine = self.compile(node), time_apart(node), self.machine
        if not time:
            return value

        def run(frame: Frame) -> Any:
            machine.step(time)
            return value(frame)

        return run

    def _compare(self, node: ast.Compare) -> Expression:
        if len(node.ops) == 1:
            return self._compare_two(node.left, type(node.ops[0]), node.comparators[0])
        first = self.compile(node.left)
        # What stands before another comparison takes part in that, too.
        *between, last = node.comparators
        at_last = self.searched if type(node.ops[-1]) in _SEARCHING else self.compile
        found = [*map(self.compile, between), at_last(last)]
        rest = [(self._comparison(type(op)), right) for op, right in zip(node.ops, found, strict=True)]

        def run(frame: Frame) -> Any:
            left, found = first(frame), True
            for compare, expression in rest:
                right = expression(frame)
                found = compare(left, right)
                if not found:
                    return found
                left = right
            return found

        return run

    def _compare_two(self, left: ast.expr, kind: type[ast.cmpop], right: ast.expr) -> Expression:
        folded = self._folding.gone_through(right) if kind in _SEARCHING else MISSING
        if folded is MISSING:
            compare = noting_capacity(self.machine, self._comparison(kind), left, kind, right)
            return self._operation(compare, left, right)
        first, second, compare = self.compile(left), self.known(folded), self._comparison(kind)
        return lambda frame: compare(first(frame), second(frame))

    def _comparison(self, kind: type) -> Callable[[Any, Any], Any]:
        if kind in _SEARCHING:
            wanted = kind is ast.In
            return lambda item, container: self._holds(item, container) is wanted
        plain = COMPARISONS[kind]
        if kind in _IDENTITY:
            return plain
        tells_order = kind in _ORDERING

        def compare(left: Any, right: Any) -> Any:
            if type(left) in _NUMBERS and type(right) in _NUMBERS:
                return plain(left, right)
            if isinstance(left, Instance):
                check_nesting(left)
                if left.of.container is not None:
                    self.machine.pass_over(len(left) // 4)
            if isinstance(left, Tabular) or isinstance(right, Tabular):
                return operated(plain, left, right)
            if isinstance(left, Tensor) or isinstance(right, Tensor):
                return plain(left, right)
            if isinstance(left, NUMPY) or isinstance(right, NUMPY):
                return compared(self.machine, plain, left, right)
            if isinstance(left, _CONTAINERS) and isinstance(right, _CONTAINERS):
                are_texts = isinstance(left, _TEXTS)
                if are_texts and tells_order:
                    self.machine.counts.native += TEXTS_IN_ORDER
                if not are_texts:
                    check_nesting(left)
                self.machine.pass_over(min(len(left), len(right)) // (32 if are_texts else 4))
                found = plain(left, right)
                if found and not are_texts:
                    self.machine.pay(_compared(left, right))
                return found
            if isinstance(left, Fraction) or isinstance(right, Fraction):
                self.machine.pay(FRACTION_COMPARED)
            return plain(left, right)

        return compare

    def _holds(self, item: Any, container: Any) -> bool:
        if isinstance(item, _WITH_PARTS):
            check_nesting(item)
        if isinstance(container, Instance) and container.of.find("__contains__") is MISSING:
            container = contained(container)
        if type(container) is SortedList:
            pay(self.machine, container)
            return container.find(item) >= 0
        if isinstance(container, _SEARCHED):
            found = item in container
            sought = self.machine.sought
            if not found and sought is not None and type(item) is str and len(sought) < _MOST_SOUGHT:
                sought.append(container)
            is_in_order = isinstance(container, list | ValuesView)
            seen = operator.indexOf(container, item) if found and is_in_order else len(container)
            self.machine.pay(_seen(item, container) * seen)
            return bool(found)
        if isinstance(container, _TEXTS):
            where = container.find(item)
            self.machine.pay(seeking(item, len(container) if where < 0 else where, len(container)))
            return where >= 0
        if isinstance(container, Iterator) and type(container) is not Instance:
            return item in self.machine.counted(container)
        self.machine.pay(PLACED + (KEY * len(item) if type(item) is tuple else 0.0))
        if isinstance(container, _LOOKED_INTO):
            self.machine.counts.scattered.found(container, item)
        return item in container

    def _tuple(self, node: ast.Tuple) -> Expression:
        folded = self._folding.constant(node)
        if folded is not MISSING:
            return self.known(folded)
        return self._display(node.elts, tuple)

    def _list(self, node: ast.List) -> Expression:
        # Three constants or more are put into it as a tuple of them is, which leaves room for an even number.
        is_extended = len(node.elts) >= _MADE_OF_TUPLE and all(isinstance(part, ast.Constant) for part in node.elts)
        return self._display(node.elts, list if is_extended else _list_of)

    def _set(self, node: ast.Set) -> Expression:
        return self._display(node.elts, _set_of)

    def _display(self, nodes: list[ast.expr], make: Callable[[Any], Any]) -> Expression:
        machine = self.machine
        if any(isinstance(node, ast.Starred) for node in nodes):
            spread = self.spread(nodes)

            def made_of(frame: Frame) -> Any:
                parts = spread(frame)
                value = parts if make is _list_of else make(parts)
                if make is tuple:
                    # They are in a list first.
                    machine.briefly(shallow(value) + (0 if machine.is_known(parts) else shallow(parts)))
                return machine.made(value)

            return made_of
        if any(waiting(nodes)):
            all_parts = self.in_turn(nodes)
            return lambda frame: machine.made(make(all_parts(frame)))
        parts = [self.compile(node) for node in nodes]
        if make is tuple and len(parts) == 2:
            one, two = parts
            return lambda frame: machine.made((one(frame), two(frame)))
        return lambda frame: machine.made(make([part(frame) for part in parts]))

    def in_turn(self, nodes: list[ast.expr]) -> Callable[[Frame], list[Any]]:
        """Values of expressions, of which those of the first ones are held while the others are evaluated."""
        parts = [(self.compile(node), waits) for node, waits in zip(nodes, waiting(nodes), strict=True)]
        held = self.machine.waiting

        def run(frame: Frame) -> list[Any]:
            found, before = [], len(held)
            try:
                for part, waits in parts:
                    value = part(frame)
                    found.append(value)
                    if waits and isinstance(value, _WAITING):
                        held.append(value)
            finally:
                del held[before:]
            return found

        return run

    def spread(self, nodes: list[ast.expr]) -> Callable[[Frame], list[Any]]:
        """Values of expressions some of which are starred."""
        parts = [
            (isinstance(node, ast.Starred), self.compile(node.value if isinstance(node, ast.Starred) else node))
            for node in nodes
        ]

        def run(frame: Frame) -> list[Any]:
            found: list[Any] = []
            for is_starred, part in parts:
                if is_starred:
                    value = part(frame)
                    extend(self.machine, found, self.machine.counted(value))
                    if type(value) in HELD:
                        self.machine.gathered(found, gone=(value,), size=shallow(found) + shallow(value))
                else:
                    found.append(part(frame))
            return found

        return run

    def _dict(self, node: ast.Dict) -> Expression:
        parts = [
            (None if key is None else self.compile(key), self.compile(value))
            for key, value in zip(node.keys, node.values, strict=True)
        ]

        passing = _apart(node.keys)

        def run(frame: Frame) -> Any:
            found: dict[Any, Any] = {}
            for key, value in parts:
                if key is None:
                    others = mapping(self.machine, value(frame))
                    self.machine.pay((MERGED if found else COPIED) * len(others))
                    is_copied, size = not found, shallow(found)
                    found.update(others)
                    if is_copied:
                        self.machine.copied_table(found)
                    # What it had no room in is there until all is in the new one.
                    old = size if shallow(found) > size and not is_copied else 0
                    if old or not self.machine.outside.holds(others):
                        self.machine.aside += old
                        self.machine.gathered(found, others, size=shallow(found) + shallow(others))
                        self.machine.aside -= old
                else:
                    place = key(frame)
                    check_nesting(place)
                    found[place] = value(frame)
            if passing:
                self.machine.passes(*passing)
            return self.machine.made(found)

        return run

    def _attribute(self, node: ast.Attribute) -> Expression:
        value, name, machine = self.compile(node.value), self.compiler.attribute(node.attr), self.machine
        if isinstance(node.value, ast.Name):
            of = node.value.id
            return lambda frame: attribute(machine, frame.names[of], name)
        return lambda frame: attribute(machine, value(frame), name)

    def _subscript(self, node: ast.Subscript) -> Expression:
        machine = self.machine

        def run(container: Any, place: Any) -> Any:
            if type(container) is list and type(place) is int:
                found = container[place]
                machine.counts.scattered.found(container, place, found)
                return found
            return _item(machine, container, place)

        return self.of_two(run, node.value, node.slice)

    def _slice(self, node: ast.Slice) -> Expression:
        parts = [
            (lambda frame: None) if part is None else self.compile(part) for part in (node.lower, node.upper, node.step)
        ]
        low, high, step = parts
        return lambda frame: slice(low(frame), high(frame), step(frame))

    def _joinedstr(self, node: ast.JoinedStr) -> Expression:
        parts = [self.compile(value) for value in node.values]
        in_turn = any(map(_works, node.values[1:]))

        def run(frame: Frame) -> Any:
            texts = self._all_held(parts, frame) if in_turn else [part(frame) for part in parts]
            check_length(sum(map(len, texts)))
            text = "".join(texts)
            # Those that were written for this alone are there until it is done.
            written = sum([sys.getsizeof(one) for one in texts if sys.getrefcount(one) <= _WRITTEN_ALONE])
            if written > HIDDEN:
                self.machine.briefly(written + sys.getsizeof(text))
            # What numbers are written as is short; long parts are moved.
            self.machine.pass_over(sum(min(len(part), _WRITTEN) for part in texts))
            self.machine.copies(text)
            return self.machine.made(text)

        return run

    def _all_held(self, parts: list[Expression], frame: Frame) -> list[Any]:
        """Values, each of which is there while the ones behind it are evaluated."""
        held = self.machine.waiting
        before = len(held)
        try:
            for part in parts:
                held.append(part(frame))
            return held[before:]
        finally:
            del held[before:]

    def _formattedvalue(self, node: ast.FormattedValue) -> Expression:
        value = self.compile(node.value)
        spec = None if node.format_spec is None else self.compile(node.format_spec)
        convert = {-1: None, 115: str, 114: repr, 97: ascii}[node.conversion]

        def run(frame: Frame) -> str:
            found = value(frame)
            check_length(text_length(found))
            check_nesting(found)
            if convert is not None:
                found = self._converted(convert, found)
                check_length(len(found))
            form = "" if spec is None else spec(frame)
            self.machine.pay(shown(found, by_format=bool(form)) + _in_text(found, form))
            pay_for_text(self.machine, found)
            text = formatted(found, form)
            note_text(self.machine, found, text)
            return text

        return run

    def _converted(self, convert: Callable[[Any], str], value: Any) -> str:
        """As in an f-string, before what comes after the colon."""
        pay_for_text(self.machine, value)
        text = convert(value)
        note_text(self.machine, value, text)
        return text

    def _lambda(self, node: ast.Lambda) -> Expression:
        return self.compiler.functions.compile_lambda(node)

    def _yield(self, node: ast.Yield) -> Expression:
        raise Unsupported("a yield within an expression")

    _yieldfrom = _yield

    def _await(self, node: ast.Await) -> Expression:
        """Where nothing around it can be held up, others run within it."""
        value, machine = self.compile(node.value), self.machine

        def run(frame: Frame) -> Any:
            machine.pay(AWAITED)
            return finished(machine, value(frame))

        return run

    def _call(self, node: ast.Call) -> Expression:
        return self.compiler.calls.compile(node)

    def _listcomp(self, node: ast.ListComp) -> Expression:
        return self._collected(node, list)

    def _setcomp(self, node: ast.SetComp) -> Expression:
        return self._collected(node, set)

    def _collected(self, node: ast.ListComp | ast.SetComp, make: Callable[[Any], Any]) -> Expression:
        element, machine = self.compile(node.elt), self.machine
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

    def _dictcomp(self, node: ast.DictComp) -> Expression:
        key, value, machine = self.compile(node.key), self.compile(node.value), self.machine
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

    def _generatorexp(self, node: ast.GeneratorExp) -> Expression:
        element = self.compile(node.elt)
        first = self.searched(node.generators[0].iter)
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
            tests = [self.compile(test) for test in generator.ifs]
            levels.append(
                (
                    self.searched(generator.iter),
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

    def _starred(self, node: ast.Starred) -> Expression:
        raise Unsupported("a star")


def _apart(keys: list[ast.expr | None]) -> list[int]:
    """Kinds of places that a dictionary takes besides its own while it is made of entries with these keys, None of
    those that are another dictionary's.

    A few entries are put into a table of their size at once: the first ones into that of the dictionary, others into
    another one's that is merged into it. As many as go together at most are put in one by one.
    """
    groups: list[int] = []
    for key in keys:
        if key is not None and groups and 0 < groups[-1] < _TOGETHER:
            groups[-1] += 1
        else:
            groups.append(0 if key is None else 1)
    merged = [number for number in groups[1:] if number]
    has_small = _TOGETHER in groups or any(number <= FEW_ENTRIES for number in merged)
    return [TABLE] * 2 * bool(merged) + [KEYS] * has_small


#: Entries of a display that are put into a dictionary together, at most.
_TOGETHER = 16
#: Syntax that may make an object, and that may take more memory while it is evaluated.
_MAKING = ast.Lambda | ast.Call | ast.BinOp | ast.ListComp | ast.SetComp | ast.DictComp | ast.List | ast.Set | ast.Dict
_WORKING = ast.Call | ast.ListComp | ast.SetComp | ast.DictComp | ast.Slice


def _works(node: ast.expr) -> bool:
    """Whether it may take more memory while it is evaluated."""
    return any(isinstance(part, _WORKING) for part in nodes_within(node))


def waiting(nodes: Sequence[ast.expr]) -> list[bool]:
    """Whether each expression's value may be an object that nothing else holds while those behind it are evaluated."""
    found, works = [], False
    for node in reversed(nodes):
        makes = isinstance(node, _MAKING) or (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice))
        found.append(makes and works)
        works = works or (node is not nodes[0] and _works(node))
    return found[::-1]


_SUBSCRIPTED = (
    *(str, bytes, bytearray, tuple, range, list, dict, deque, memoryview, array),
    *(re.Match, Match, Chain, Layer, Enumeration),
)

#: How often a container is referred to that nobody else has, where it is sliced.
_SLICED: Final = counted(3, lent=1)
#: Containers that a text was looked for in vain in which are known.
_MOST_SOUGHT: Final = 100
_WITHOUT_ITEMS = frozenset({int, float, bool, complex, type(None)})


def _item(machine: Machine, container: Any, place: Any) -> Any:  # noqa: PLR0911, PLR0912
    kind = type(container)
    if type(place) is not int:
        keyed(place)
    if kind is list or kind is dict:
        if type(place) is tuple:
            machine.pay(KEY * len(place))
        if type(place) is not slice:
            found = container[place]
            machine.counts.scattered.found(container, place, found)
            return found
    elif isinstance(container, Tabular):
        return item(container, place)
    elif isinstance(container, Tensor):
        return tensor_item(container, place)
    elif isinstance(container, Foreign):
        return container[place]
    elif isinstance(container, np.ndarray | Indexed):
        return _picked(machine, container, place) if isinstance(container, np.ndarray) else container[place]
    elif not isinstance(container, _SUBSCRIPTED) and not hasattr(container, "special"):
        return _of_other(container, place)
    if kind is Counter:
        machine.pay(COUNTED)
    if kind is defaultdict and place not in container:
        machine.changes(container)
        machine.pay(MISSED)
        before = len(container)
        container.__missing__(place)
        machine.inserted(container, before)
    if kind in _TABLES:
        machine.counts.scattered.found(container, place, container[place])
    if kind is SortedList:
        pay_for_place(machine, container, place)
    found = container[place]
    if type(place) is slice and kind is not range:
        _note_bound(machine, len(container), place)
        # All of what cannot change is that itself.
    if type(place) is slice and kind is not range and found is not container:
        # A part of a view is one, too.
        if hasattr(found, "__len__") and kind is not memoryview:
            if place.step is not None and isinstance(found, _TEXTS):
                machine.counts.native += STEPPED * len(found)
            machine.copies(found)
        # What is sliced may be there for that alone.
        is_alone = sys.getrefcount(container) <= _SLICED + machine.references(container)
        if is_alone:
            machine.made_from(container, found)
        machine.made(found)
    return found


def _picked(machine: Machine, array: np.ndarray, place: Any) -> Any:
    if type(place) is slice and array.ndim:
        _note_bound(machine, len(array), place)
    elif type(place) is tuple:
        # What stands behind an ellipsis is of the last axes; None makes one of its own.
        parts = [part for part in place if part is not None]
        where = next((index for index, part in enumerate(parts) if part is ...), len(parts))
        for shape, ones in ((array.shape, parts[:where]), (array.shape[::-1], parts[:where:-1])):
            for length, one in zip(shape, ones, strict=False):
                _note_bound(machine, length, one)
    return picked(machine, array, place)


def _note_bound(machine: Machine, length: int, place: Any) -> None:
    """Of so many elements no more are used than a slice takes of the first or the last ones, or of those behind one."""
    if type(place) is not slice:
        return
    if type(place.stop) is int:
        start = place.start if type(place.start) is int else 0
        machine.bounded(length - start, place.stop - start)
    elif type(place.start) is int:
        machine.bounded(length, -place.start)


def _in_text(value: Any, form: str) -> float:
    """Nanoseconds of putting it into a text besides."""
    if type(value) is int:
        return (0.0 if _SEPARATING.isdisjoint(form) else WHOLE_SEPARATED) if form else WHOLE_FILLED
    if form and type(value) is float:
        is_widened = not _SEPARATING.isdisjoint(form) or bool(_WIDTH.search(form.partition(".")[0]))
        return FLOAT_FORMATTED + (FLOAT_WIDENED if is_widened else 0.0)
    return TEXT_FORMATTED if form and type(value) is str else 0.0


def _list_of(values: list[Any]) -> list[Any]:
    """A list with room for just these: a call of ``list`` makes room for an even number."""
    return values[:]


def _set_of(values: list[Any]) -> set[Any]:
    check_nesting(values)
    return set(values)


def _of_other(container: Any, place: Any) -> Any:
    """Of a type, as in ``list[int]``."""
    own = container.find("__class_getitem__") if type(container) is Class else MISSING
    own = own.function if isinstance(own, StaticMethod) else own
    if isinstance(own, Function):
        return own(container, place)
    if isinstance(container, type | Module):
        return container
    if isinstance(container, Class):
        return container.of_types(place)
    if isinstance(container, np.void) and container.dtype.names is not None:
        return container[place]
    if isinstance(container, np.number):
        raise IndexError("invalid index to scalar variable.")
    if type(container) in _WITHOUT_ITEMS:
        raise Unindexed(f"'{type(container).__name__}' object is not subscriptable")
    raise Unsupported(f"an index into {type(container).__name__}")


def _seen(item: Any, container: Any) -> float:
    """Nanoseconds of holding what is looked for against an element; the first one tells of which type all are."""
    if isinstance(item, _WITH_PARTS):
        return SEEN_WITHIN
    kind = type(item)
    if not container or kind is not type(next(iter(container))):
        return SEEN_UNLIKE
    return SEEN_TEXT if kind is str else SEEN_FLOAT if kind is float else SEEN


def _compared(left: Any, right: Any) -> float:
    """Nanoseconds of what holding equal containers against each other takes besides going through them."""
    if isinstance(left, dict | set | frozenset):
        return (COMPARED if isinstance(left, dict) else COMPARED_KEY) * min(len(left), len(right))
    if isinstance(left, list | tuple) and left and isinstance(left[0], _CONTAINERS):
        # Their elements are compared too; those within these are few as a rule.
        return OPERATOR * sum(len(part) for part in left if isinstance(part, _CONTAINERS))
    return 0.0


def mapping(machine: Machine, value: Any) -> dict[Any, Any]:
    """What two stars spread. Raises TypeError for what is no dictionary."""
    found = contained(entries(machine, value))
    if isinstance(found, dict):
        return found
    if isinstance(found, Chain):
        return found.merged()
    if isinstance(found, Instance | Module | Unknown):
        raise Unsupported("spreading a mapping of another kind")
    raise TypeError("a mapping is expected")


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


#: Bytes of a cell.
_CELL = 40
#: Comprehensions are run in place (PEP 709).
_HAS_NO_FUNCTION: Final = sys.version_info >= (3, 12)
#: What loops go over most often; and bytes of the iterators of what has places that may be empty.
_LISTED = frozenset({list, tuple, str})
_OF_PLACES: Final[dict[type, int]] = {dict: 72, set: 64}


def closed_over(loaded: set[str], frame: Frame, name: str = "") -> int:
    """Bytes of the cells that a function of that name takes from the calls around it, and of their tuple."""
    cells = cells_of(loaded, frame, name)
    return EMPTY_TUPLE + (_CELL + POINTER) * cells if cells else 0


def cells_of(loaded: set[str], frame: Frame, name: str = "") -> int:
    """How many cells that are."""
    cells = 0
    place: Frame | None = frame
    while place is not None and place.outer is not None:
        cells += len(loaded & place.names.keys()) + (place is frame and name in loaded and name not in place.names)
        place = place.outer
    return cells


def iterator_bytes(elements: Any, written: ast.expr | None = None) -> int:
    """Of what a loop takes the elements from, beside what a name stands for."""
    if type(elements) in _OF_PLACES:
        return _OF_PLACES[type(elements)]
    if type(elements) in _LISTED:
        return ITERATOR
    if isinstance(elements, GeneratorType) or (isinstance(written, ast.Name) and isinstance(elements, Iterator)):
        return 0
    if isinstance(elements, zip):
        return _PAIRING
    return _CHAINED if isinstance(elements, Iterator) else ITERATOR


def iterated(machine: Machine, value: Any) -> Iterator[Any]:
    """The elements of what may be iterated over; those of an array become objects one by one."""
    return elements_of(machine, value) if isinstance(value, np.ndarray) else ordered_dicts.followed(machine, value)


def iterated_on_loop(machine: Machine, value: Any) -> Iterator[Any]:
    """The same asynchronously, where nothing around can be held up: others run within it."""
    follow = following(value)
    if follow is None:
        yield from iterated(machine, value)
        return
    while True:
        try:
            item = finished(machine, Coroutine(follow))
        except StopAsyncIteration:
            return
        yield item


def formatted(value: Any, spec: str) -> str:
    """As in an f-string, of what is neither long nor nested too often; wide fields are refused."""
    digits = digit_runs(spec)
    if any(len(run) > len(str(MOST_WIDTH)) or int(run) > MOST_WIDTH for run in digits):
        raise Unsupported("a wide field")
    return format(value, spec) if spec or isinstance(value, Instance) else str(value)
