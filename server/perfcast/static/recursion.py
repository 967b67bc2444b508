"""How often the body of a recursive function runs, told from how the arguments change from call to call."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Final, Literal

from perfcast.source.parsing.walking import children, walk
from perfcast.static.counters import Machine
from perfcast.static.values import Collection, Linked, Number, Text, Value

#: Searches through all choices turn back early; few of those that end run more often than this.
_MOST_RUNS: Final = 2.0**17
_MOST_STATES: Final = 1e8

Change = Literal["same", "less", "more", "halved", "left or right", "next", "part", "other"]


@dataclass(frozen=True)
class Recursion:
    """The calls of a function to itself.

    Attributes:
        changes: for each call site, parameter -> how its argument differs from the parameter.
        in_loop: whether a call stands in a loop.
        memoised: whether results are kept.
        visits: whether places are marked as visited, so that none is visited twice.
    """

    parameters: tuple[str, ...]
    changes: tuple[Mapping[str, Change], ...]
    in_loop: bool
    memoised: bool
    visits: bool

    @property
    def divides(self) -> bool:
        """Whether it calls itself for both halves."""
        return (
            len(self.changes) > 1 and not self.memoised and any("halved" in change.values() for change in self.changes)
        )

    @property
    def is_branching(self) -> bool:
        return len(self.changes) > 1 or self.in_loop


def recursion_of(node: ast.FunctionDef | ast.AsyncFunctionDef, memoised: bool) -> Recursion | None:
    """None where the function does not call itself."""
    inside = (part for statement in node.body for part in walk(statement))
    if not any(isinstance(part, ast.Call) and _called_name(part) == node.name for part in inside):
        return None
    parameters = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    calls: list[tuple[ast.Call, bool]] = []
    marked: set[str] = set()
    unmarked: set[str] = set()
    walked = False
    elements = _loop_targets(node)
    pending: list[tuple[ast.AST, bool]] = [(child, False) for child in node.body]
    while pending:
        inner, in_loop = pending.pop()
        if isinstance(inner, ast.Call):
            if _called_name(inner) == node.name:
                calls.append((inner, in_loop))
                walked = walked or any(isinstance(a, ast.Name) and a.id in elements for a in inner.args)
            elif isinstance(inner.func, ast.Attribute):
                if inner.func.attr == "add":
                    marked.add(ast.unparse(inner.func.value))
                elif inner.func.attr in ("pop", "remove", "discard"):
                    unmarked.add(ast.unparse(inner.func.value))
        elif isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Subscript):
            name = ast.unparse(inner.targets[0]).partition("[")[0]
            (unmarked if name in marked else marked).add(name)
        elif isinstance(inner, ast.If):
            memoised = memoised or _returns_known(inner)
        loops = isinstance(inner, ast.For | ast.While | ast.comprehension | ast.GeneratorExp | ast.ListComp)
        pending.extend((child, in_loop or loops) for child in children(inner))
    bound = parameters[1:] if parameters[:1] in (["self"], ["cls"]) else parameters
    locals_ = _assigned(node)
    visits = bool(marked - unmarked) or (walked and not unmarked)
    changes = tuple(
        {name: _change(name, argument, locals_) for name, argument in zip(bound, call.args, strict=False)}
        for call, _ in calls
    )
    exclusive = _exclusive(node, [call for call, _ in calls])
    if exclusive and len(changes) > 1:
        changes = changes[:1]
    return Recursion(tuple(bound), changes, any(loop for _, loop in calls), memoised, visits)


def runs(machine: Machine, recursion: Recursion, values: Mapping[str, Value]) -> tuple[float, float]:
    """(how often the body runs, how deep the calls nest) for one call from outside, with the parameters' values."""
    linked = [value for name in recursion.parameters if isinstance(value := values.get(name), Linked)]
    if linked:
        node = max(linked, key=lambda value: value.count)
        is_tree = node.kind == "TreeNode"
        branches = len(recursion.changes) > 1 or not is_tree
        return (node.count if branches else math.log2(node.count + 2.0)), (
            math.log2(node.count + 2.0) if is_tree else node.count
        )
    changing = [
        name for name in recursion.parameters if any(change.get(name, "same") != "same" for change in recursion.changes)
    ]
    kinds = {name: {change.get(name, "same") for change in recursion.changes} - {"same"} for name in changing}
    ranges = {name: _range(machine, values.get(name), kinds[name]) for name in changing}
    halved = any("halved" in kinds[name] for name in changing)
    depth = max(ranges.values(), default=machine.scale)
    if recursion.memoised:
        return _states(ranges.values()), min(depth, _states(ranges.values()))
    if halved:
        depth = max((ranges[name] for name in changing if "halved" in kinds[name]), default=2.0)
        depth = math.log2(depth + 2.0)
        return (2.0**depth if recursion.divides else depth), depth
    if recursion.visits and recursion.is_branching:
        places = machine.states if len(changing) >= 2 else machine.scale
        # No place is visited twice, wherever the search is begun.
        return max(1.0, places / max(1.0, machine.multiplicity)), places / 2.0
    if not recursion.is_branching:
        return depth, depth
    depth = min([value for name, value in ranges.items() if kinds[name] & {"less", "more", "part"}] or [depth])
    decreasing = len(recursion.changes) == 2 and all("less" in kinds[name] for name in changing)
    base = 1.6 if decreasing and not recursion.in_loop else float(max(2, len(recursion.changes)))
    return min(_MOST_RUNS, base ** min(depth, 60.0)), depth


def share(values: Mapping[str, Value], recursion: Recursion) -> dict[str, Value]:
    """The arguments of an average call of a function that divides: all calls together go n log n elements."""
    shares: dict[str, Value] = {}
    for name in recursion.parameters:
        value = values.get(name)
        if all(change.get(name, "same") == "same" for change in recursion.changes):
            continue
        if isinstance(value, Collection):
            shares[name] = replace(value, length=math.log2(value.length + 2.0) / 2.0, items=None)
        elif isinstance(value, Text):
            shares[name] = replace(value, length=math.log2(value.length + 2.0) / 2.0)
        elif isinstance(value, Number) and value.mean > 2.0:
            shares[name] = replace(value, mean=math.log2(value.mean + 2.0) / 2.0, known=False)
    return shares


def _states(ranges: Iterable[float]) -> float:
    total = 1.0
    for length in ranges:
        total *= max(1.0, length)
    return min(total, _MOST_STATES)


def _range(machine: Machine, value: Value | None, kinds: AbstractSet[str]) -> float:  # noqa: PLR0911
    """How many values a parameter goes through."""
    if isinstance(value, Text | Collection):
        return value.length + 1.0
    if isinstance(value, Number):
        if value.kind == "bool" or (value.high < 1.5 and "other" in kinds and "more" not in kinds):
            return 2.0
        start = abs(value.mean)
        if kinds <= {"less"} or (kinds <= {"less", "other"} and start > 1.0):
            return start + 1.0
        if "halved" in kinds and start > 1.0:
            return start
        if "more" in kinds:
            return max(1.0, machine.scale - start)
        return max(start, min(machine.scale, 64.0))
    return machine.scale


def _change(name: str, argument: ast.expr, assigned: Mapping[str, ast.expr]) -> Change:  # noqa: PLR0911
    if isinstance(argument, ast.Name):
        if argument.id == name:
            return "same"
        origin = assigned.get(argument.id)
        return _change(name, origin, {}) if origin is not None else "other"
    names = {inner.id for inner in walk(argument) if isinstance(inner, ast.Name)}
    if isinstance(argument, ast.BinOp):
        if isinstance(argument.op, ast.FloorDiv | ast.RShift | ast.Div):
            return "halved"
        if name in names and isinstance(argument.op, ast.Sub):
            return "less"
        if isinstance(argument.op, ast.Add):
            return "halved" if "mid" in names else "more"
        if isinstance(argument.op, ast.Mod):
            return "halved"
        return "halved" if "mid" in names else "other"
    if isinstance(argument, ast.Subscript) and isinstance(argument.slice, ast.Slice):
        bounds = [part for part in (argument.slice.lower, argument.slice.upper) if part is not None]
        if all(isinstance(bound, ast.Constant | ast.UnaryOp) for bound in bounds):
            return "part"
        return (
            "halved" if any(isinstance(b, ast.Name) and (b.id in assigned or b.id == "mid") for b in bounds) else "part"
        )
    if isinstance(argument, ast.ListComp):
        return "halved"
    if isinstance(argument, ast.Attribute):
        return "left or right" if argument.attr in ("left", "right") else "next"
    return "other"


def _assigned(node: ast.AST) -> dict[str, ast.expr]:
    """Local names that stand for one expression each."""
    found: dict[str, ast.expr] = {}
    for inner in walk(node):
        if isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Name):
            found[inner.targets[0].id] = inner.value
        elif isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Tuple):
            values = inner.value.elts if isinstance(inner.value, ast.Tuple) else []
            for target, value in zip(inner.targets[0].elts, values, strict=False):
                if isinstance(target, ast.Name):
                    found[target.id] = value
    return found


def _loop_targets(node: ast.AST) -> set[str]:
    """Names that go through the elements of something, a `range` left out."""
    found: set[str] = set()
    for inner in walk(node):
        if isinstance(inner, ast.For | ast.comprehension):
            is_range = isinstance(inner.iter, ast.Call) and _called_name(inner.iter) in ("range", "enumerate")
            if not is_range:
                found.update(part.id for part in walk(inner.target) if isinstance(part, ast.Name))
    return found


def _exclusive(node: ast.AST, calls: list[ast.Call]) -> bool:
    """Whether each call is a `return` of its own, so that only one of them is made."""
    returned = {id(inner.value) for inner in walk(node) if isinstance(inner, ast.Return)}
    return all(id(call) in returned for call in calls)


def _returns_known(node: ast.If) -> bool:
    """``if key in memo: return memo[key]``."""
    last = node.body[-1]
    test = node.test
    return (
        isinstance(last, ast.Return)
        and isinstance(last.value, ast.Subscript)
        and (
            (
                isinstance(test, ast.Compare)
                and isinstance(test.ops[0], ast.In | ast.IsNot | ast.NotEq | ast.Gt | ast.GtE)
            )
            or isinstance(test, ast.Subscript)
        )
    )


def _called_name(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        return node.func.attr if node.func.value.id in ("self", "cls") else ""
    return ""
