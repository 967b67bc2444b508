"""What code turns records down for: keys that they had better lack, ``if reply.get("error"): raise``, and values other
than some, ``if reply["status"] != "OK": raise``."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from perfcast.source import FunctionNode
from perfcast.source.parsing.walking import walk
from perfcast.workload.code.body import body_of, parts_of
from perfcast.workload.code.parameters import parameters
from perfcast.workload.code.separators import constants, written
from perfcast.workload.structures.named_parts import NamedParts
from perfcast.workload.structures.shapes import NOTHING, Shape


class _Asked(NamedTuple):
    """A key that a record is asked for.

    Attributes:
        may_lack: whether there need not be any; default: what it is then, where that is written down.
    """

    of: ast.expr
    key: str
    may_lack: bool
    default: Any = None


class Refusals:
    """The guards of a function that turn records down."""

    def __init__(self, node: FunctionNode) -> None:
        self._node = node

    def note(self, parts: NamedParts, guard: ast.If) -> None:
        """Notes what a guard tells of parts of parameters."""
        if guard not in self._guards:
            return
        for test in _enough(guard.test):
            asked = self._asked(test) or self._other_than_default(test)
            of = None if asked is None else parts.shape(asked.of)
            if asked is not None and of is not None and asked.key in of.keys:
                if self._uses_elsewhere[asked.key] == 0:
                    of.refused[asked.key] = asked.may_lack
            elif isinstance(guard.body[-1], ast.Raise) or guard in self._node.body:
                self._note_only(parts, test)

    def _note_only(self, parts: NamedParts, test: ast.expr) -> None:
        """Notes that a part is one of the texts other than which are turned down, or of those that it was told from
        before: ``if kind == "a": ... elif kind != "b": raise``."""
        match test:
            case (
                ast.Compare(left=one, ops=[ast.NotEq()], comparators=[ast.Constant() as among])
                | ast.Compare(
                    left=one, ops=[ast.NotIn()], comparators=[(ast.Tuple() | ast.List() | ast.Set()) as among]
                )
            ) if self._is_told_of_all(one):
                values = tuple(constants(among))
                shape = parts.shape(one) if values and all(isinstance(value, str) for value in values) else None
                if shape is not None:
                    told_before = (text for text in shape.among if isinstance(text, str))
                    shape.only, shape.members = tuple(dict.fromkeys((*values, *told_before))), ()

    def _is_told_of_all(self, part: ast.expr) -> bool:
        """Whether all values of a part are like one: those of a parameter, a key or an attribute are, while the first
        token of several, or the next one, is told from the others."""
        if isinstance(part, ast.Name):
            return part.id in self._named or part.id in self._parameters
        return isinstance(part, ast.Attribute) or _asked_for(part) is not None

    def is_of_values(self, test: ast.Compare) -> bool:
        """Whether what something is compared with is turned down: ``if reply["status"] == "failed": raise``."""
        return test in self._failing and isinstance(test.ops[0], ast.Eq | ast.In)

    @cached_property
    def _guards(self) -> frozenset[ast.If]:
        return frozenset(part for part in parts_of(self._node, ast.If) if _turns_down(part.body, _names(part.test)))

    @cached_property
    def _failing(self) -> frozenset[ast.expr]:
        """Tests each of which is enough for the function to fail."""
        failing = (guard for guard in self._guards if isinstance(guard.body[-1], ast.Raise))
        return frozenset(test for guard in failing for test in _enough(guard.test))

    @cached_property
    def _parameters(self) -> frozenset[str]:
        """Those that stand for what the function was given throughout."""
        stored = {one.id for one in parts_of(self._node, ast.Name) if isinstance(one.ctx, ast.Store)}
        return frozenset(one.arg for one, _ in parameters(self._node, drop_first=False)) - stored

    @cached_property
    def _named(self) -> dict[str, _Asked]:
        """Names that stand for what a record has by a key, and for nothing else."""
        given = [(one.targets[0], one.value) for one in parts_of(self._node, ast.Assign) if len(one.targets) == 1]
        stored = Counter(one.id for one in parts_of(self._node, ast.Name) if isinstance(one.ctx, ast.Store))
        return {
            target.id: asked
            for target, value in given
            if isinstance(target, ast.Name) and stored[target.id] == 1 and (asked := _asked_for(value)) is not None
        }

    @cached_property
    def _uses_elsewhere(self) -> Counter[str]:
        """By key: how often it, or what is named for it, is used by other code than such guards."""
        within = {part for guard in self._guards for one in (guard.test, *guard.body) for part in walk(one)}
        found: Counter[str] = Counter()
        for part in body_of(self._node):
            if part in within or not isinstance(part, ast.expr):
                continue
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id in self._named:
                found[self._named[part.id].key] += 1
            elif (asked := _asked_for(part)) is not None:
                found[asked.key] += 1
        found.subtract(asked.key for asked in self._named.values())
        return found

    def _asked(self, test: ast.expr) -> _Asked | None:
        """The key without which, or with nothing by which, a test does not hold."""
        match test:
            case ast.Compare(left=value, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
                return self._asked(value)
            case ast.NamedExpr(value=value):
                return _asked_for(value)
            case ast.Name(id=name):
                found = self._named.get(name)
            case _:
                found = _asked_for(test)
        return None if found is None or found.default else found

    def _other_than_default(self, test: ast.expr) -> _Asked | None:
        """The key that is turned down unless it is what it is by default: ``reply.get("code", 200) != 200``."""
        match test:
            case ast.Compare(left=value, ops=[ast.NotEq() | ast.NotIn()], comparators=[among]):
                asked = self._named.get(value.id) if isinstance(value, ast.Name) else _asked_for(value)
                is_meant = asked is not None and asked.default is not None and asked.default in constants(among)
                return asked if is_meant else None
        return None


def without_refused(shapes: Iterable[Shape]) -> None:
    """Takes from shapes, and the parts of these, the keys for which they would be turned down."""
    left, seen = list(shapes), set[int]()
    while left:
        shape = left.pop()
        if id(shape) in seen:
            continue
        seen.add(id(shape))
        for key, may_lack in shape.refused.items():
            if may_lack:
                shape.keys.pop(key, None)
            else:
                shape.keys[key] = Shape(type=NOTHING)
        beside = (shape.element, shape.lines, shape.content, None if shape.said is None else shape.said[1])
        left += [*shape.keys.values(), *shape.fields.values(), *(one for one in beside if one is not None)]


def _turns_down(body: list[ast.stmt], told: set[str]) -> bool:
    """Whether nothing comes of what it is done for, beside a note that there was some.

    Args:
        told: names that the guard is about: what goes on with them makes something of them.
    """
    *before, last = body
    match last:
        case ast.Raise():
            return True
        case ast.If(body=one, orelse=[_, *_] as other):
            return _turns_down(one, told) and _turns_down(other, told)
        case ast.Continue() | ast.Return(value=None | ast.Constant(value=None | False)):
            pass
        case ast.Return(value=ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[])):
            pass
        case _:
            return False
    return all(isinstance(one, ast.Expr | ast.AugAssign) and told.isdisjoint(_names(one)) for one in before)


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in walk(node) if isinstance(part, ast.Name)}


def _enough(test: ast.expr) -> Iterator[ast.expr]:
    """Tests each of which is enough for one to hold; of those that have to hold together the first."""
    match test:
        case ast.BoolOp(op=ast.Or(), values=several):
            for one in several:
                yield from _enough(one)
        case ast.BoolOp(op=ast.And(), values=[first, *_]) if not isinstance(first, ast.Compare) or isinstance(
            first.ops[0], ast.In
        ):
            yield first
        case ast.BoolOp():
            pass
        case _:
            yield test


def _asked_for(node: ast.expr) -> _Asked | None:
    match node:
        case ast.Subscript(value=of, slice=place, ctx=ast.Load()) if (key := written(place)) is not None:
            return _Asked(of, key, may_lack=False)
        case ast.Call(func=ast.Attribute(value=of, attr="get"), args=[asked, *default]) if (
            key := written(asked)
        ) is not None:
            known = [one.value for one in default if isinstance(one, ast.Constant)]
            return _Asked(of, key, may_lack=True, default=known[0] if known else None)
        case ast.Compare(left=asked, ops=[ast.In()], comparators=[of]) if (key := written(asked)) is not None:
            return _Asked(of, key, may_lack=True)
    return None
