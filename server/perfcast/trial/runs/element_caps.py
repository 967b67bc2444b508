"""Constants of a unit's text that say how many elements it takes at most: they shrink as the workload's sizes do.

A small run meets no bound such as that of ``values[:300]``, so that it seems to grow as the values do. With the bound
raised to the power that sizes are raised to, a cost that goes as some power of either stays a straight line over it.
"""

from __future__ import annotations

import ast
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import takewhile
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import walk
from perfcast.trial.runs.extrapolation import may_be_superpolynomial
from perfcast.trial.runs.growth_bounds import ahead
from perfcast.trial.runs.run import Run, may_grow_superpolynomially
from perfcast.trial.scaling import FEW, Offsets

#: Functions that take so many of what they are given, and at which place they are told.
_TAKING: Final = {"nlargest": 0, "nsmallest": 0, "most_common": 0, "islice": -1}
#: The argument of ``range`` that is its step.
_STEP: Final = 2
#: What is taken off a number at most for the rest of it alone to shrink: all runs do as much as that says.
_MOST_TAKEN: Final = 1_000
#: log2 of how much larger than a bound the largest run is, at most, where too few runs tell what comes after it.
_SOON: Final = 2.0
#: log2 of how much longer one of several runs takes that do hardly anything.
_LITTLE: Final = 0.5
#: What bounds more than that is taken for a value.
_MOST: Final = 100_000
#: From here on one may be why code does much. What does much with fewer goes as a power of them, or their factorial.
_MANY: Final = 50


class Caps:
    """Those of a unit's tree.

    Attributes:
        sizes: of all of them; none where the unit has none.
        turns: how often something is done by constants alone, ``range(5_000)``, where that may be much by itself.
        names: of the module that stand for one.
        offsets: by names, what is taken off them: of ``range(size - 256)``.
    """

    def __init__(self, tree: ast.Module) -> None:
        self._nodes = set[int]()
        self.sizes = set[int]()
        self.turns = set[int]()
        self.names: dict[str, int] = {}
        nodes = walk(tree)
        self.offsets: Offsets = _offsets(tree)
        bound = _bound(nodes)
        module = {id(statement.value) for statement in tree.body if isinstance(statement, ast.Assign)}
        for into, found, least in ((self.sizes, _capping(nodes), FEW + 1), (self.turns, _turning(nodes), _MANY)):
            looked_at = set[str]()
            for node in found:
                if isinstance(node, ast.Name):
                    if node.id in looked_at:
                        continue
                    looked_at.add(node.id)
                for constant in bound.get(node.id, ()) if isinstance(node, ast.Name) else [node]:
                    if not isinstance(constant, ast.Constant) or type(constant.value) is not int:
                        continue
                    if least <= constant.value <= _MOST:
                        self._nodes.add(id(constant))
                        into.add(constant.value)
                        if isinstance(node, ast.Name) and id(constant) in module:
                            self.names[node.id] = constant.value

    def ahead(self, runs: Sequence[Run], size: float, cache_maxsizes: Set[int] = frozenset()) -> set[int]:
        """Those that no run has met, and larger ones will. What a length is compared with is one of them, wherever it
        comes from: it shrinks where it is compared.

        Args:
            cache_maxsizes: others that may be met, of functions that remember so many results.
        """
        if not runs:
            return set()
        sizes = self.sizes | cache_maxsizes | runs[-1].capacities.keys()
        if not sizes or may_grow_superpolynomially(runs):
            return set()
        return ahead(runs, size) & sizes

    def late(self, runs: Sequence[Run], size: float) -> set[int]:
        """Those that only the last runs are larger than, or none, where hardly anything is done below: ``len(values) -
        500``."""
        sizes = [run.size for run in runs]
        if not self.sizes or len(runs) < 2 or sizes[-1] >= size:
            return set()
        times = [run.costs[0] for run in runs]
        idle = sum(1 for _ in takewhile(lambda time: time - times[0] < _LITTLE, times))
        if idle == len(runs):
            return {cap for cap in self.sizes if sizes[-1] <= math.log2(cap) < size}
        if min(times[idle:]) - times[0] < _LITTLE:
            # Some do much and others little, whatever their sizes.
            return set()
        met = {cap for cap in self.sizes if sizes[idle - 1] <= math.log2(cap) < sizes[idle]}
        is_met_late = bool(met) and sizes[-1] < math.log2(max(met)) + _SOON
        return met if is_met_late and may_be_superpolynomial(sizes[idle - 1 :], times[idle - 1 :]) else set()

    @property
    def large(self) -> set[int]:
        """Those that may say by themselves that much is done."""
        return {size for size in self.sizes if size >= _MANY}

    def named(self, shrunk: dict[int, int]) -> dict[str, int]:
        """What the module's names stand for then."""
        return {name: shrunk.get(size, size) for name, size in self.names.items()}

    def __contains__(self, node: object) -> bool:
        return id(node) in self._nodes


def _capping(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """Expressions that say how much is taken, or how much there has to be."""
    lengths = _named_lengths(nodes)
    for node in nodes:
        match node:
            case ast.Slice():
                yield from _cut(node)
            case ast.Call():
                yield from _taken(node)
            case ast.BinOp(op=ast.Sub()) if _is_length(node.left, lengths):
                yield node.right
            case ast.Compare():
                sides = (node.left, *node.comparators)
                yield from sides if any(_is_length(side, lengths) for side in sides) else ()


def _turning(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """Expressions that say how often something is done: where a ``range`` ends that begins with a constant, if at all.
    One whose loop may be left before says at most how often."""
    left = {id(node.iter) for node in nodes if isinstance(node, ast.For) and any(map(_leaves, walk(node)))}
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[end] | [ast.Constant(), end]) if id(node) not in left:
                yield end


def _leaves(node: ast.AST) -> bool:
    return isinstance(node, ast.Break | ast.Return)


def _offsets(tree: ast.Module) -> dict[str, int]:
    """Of the unit itself: what is taken off a name where it says how often something is done, or where it is cut."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    unit = next((node for node in tree.body if isinstance(node, kinds)), None)
    found: dict[str, int] = {}
    for node in () if unit is None else walk(unit):
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int(number)), ast.Name(id=name), *_]):
                found[name] = max(found.get(name, 0), number)
            case ast.Call(func=ast.Name(id="range")) | ast.Slice():
                for part in walk(node):
                    match part:
                        case ast.BinOp(left=ast.Name(id=name), op=ast.Sub(), right=ast.Constant(value=int(number))):
                            found[name] = max(found.get(name, 0), number)
    return {name: number for name, number in found.items() if FEW < number <= _MOST_TAKEN}


def _cut(node: ast.Slice) -> Iterator[ast.expr]:
    """How long a part is."""
    if node.lower is None and node.upper is not None:
        yield node.upper
    elif node.upper is None and isinstance(node.lower, ast.UnaryOp) and isinstance(node.lower.op, ast.USub):
        yield node.lower.operand
    elif node.lower is not None and isinstance(node.upper, ast.BinOp) and _is_after(node.upper, node.lower):
        yield node.upper.right
    elif isinstance(node.lower, ast.BinOp) and node.upper is not None and _is_before(node.lower, node.upper):
        yield node.lower.right


def _taken(node: ast.Call) -> Iterator[ast.expr]:
    """How much a call is told to take."""
    name = last_name(node.func)
    if name in _TAKING and len(node.args) > 0:
        yield node.args[_TAKING[name]]
    elif name == "min" and len(node.args) > 1:
        yield from node.args
    elif name == "range" and len(node.args) > 1:
        yield node.args[0]
        yield from node.args[_STEP:]
    yield from (keyword.value for keyword in node.keywords if keyword.arg == "maxlen")


def _is_after(end: ast.BinOp, start: ast.expr) -> bool:
    """Whether it is so many elements behind another place: ``values[i : i + 500]``."""
    return isinstance(end.op, ast.Add) and ast.dump(end.left) == ast.dump(start)


def _is_before(start: ast.BinOp, end: ast.expr) -> bool:
    """The same, before it: ``values[i - 500 : i]``."""
    return isinstance(start.op, ast.Sub) and ast.dump(start.left) == ast.dump(end)


def _is_length(node: ast.expr, names: Set[str]) -> bool:
    """Whether it is how many elements something has, or one of the names that say it."""
    match node:
        case ast.Call(func=ast.Name(id="len")) | ast.Attribute(attr="size"):
            return True
        case ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
        case ast.Name(id=name):
            return name in names
    return False


def _named_lengths(nodes: Sequence[ast.AST]) -> set[str]:
    """Names that are bound to how many elements something has."""
    found = set[str]()
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_length(value, frozenset()):
                found.add(name)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Attribute(attr="shape")):
                found |= {one.id for one in names if isinstance(one, ast.Name)}
    return found


def _bound(nodes: Sequence[ast.AST]) -> dict[str, list[ast.expr]]:
    """Names and all that they are ever bound to, of those that are bound to constants alone."""
    found = defaultdict[str, list[ast.expr]](list)
    others = set[str]()
    for node in nodes:
        if isinstance(node, ast.arguments):
            places = [*node.posonlyargs, *node.args]
            without = len(places) - len(node.defaults)
            pairs = [*zip(places, [*[None] * without, *node.defaults]), *zip(node.kwonlyargs, node.kw_defaults)]  # noqa: B905
            for argument, default in pairs:
                if default is None:
                    others.add(argument.arg)
                else:
                    found[argument.arg].append(default)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found[target.id].append(node.value)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            found[node.target.id].append(node.value)
    assigned = {id(target) for node in nodes for target in _targets(node)}
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and id(node) not in assigned:
            others.add(node.id)
    return {
        name: values
        for name, values in found.items()
        if name not in others and all(isinstance(value, ast.Constant) for value in values)
    }


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AnnAssign) else []
