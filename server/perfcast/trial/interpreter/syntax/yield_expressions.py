"""``yield`` and ``await`` within expressions, hoisted before the statement that they stand in."""

from __future__ import annotations

import ast
import copy
import itertools
from typing import Any, Final

from perfcast.source.parsing.walking import walk
from perfcast.trial.interpreter.stops import Unsupported

#: Syntax that holds up the code around it.
POINTS: Final = (ast.Yield, ast.YieldFrom, ast.Await)
#: Expressions whose parts are evaluated more than once, or later.
_LATER: Final = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Inside(ast.stmt):
    """The statements of a comprehension, whose names are its own."""

    _fields = ("body",)

    def __init__(self, body: list[ast.stmt]) -> None:
        super().__init__()
        self.body = body


#: Of statements with others inside, the part that is evaluated before these.
_HEADS: Final[dict[type[ast.stmt], str]] = {
    **{ast.If: "test", ast.For: "iter", ast.AsyncFor: "iter", ast.Match: "subject"},
    **dict.fromkeys((ast.While, ast.Try, ast.TryStar, ast.With, ast.AsyncWith, Inside), ""),
}
#: What adds an element to what a comprehension makes.
_ADDING: Final = {ast.ListComp: "append", ast.SetComp: "add"}
_numbers: Final = itertools.count()


def is_asynchronous(node: ast.AST) -> bool:
    """Whether a comprehension goes over what is waited for."""
    return isinstance(node, ast.comprehension) and bool(node.is_async)


def has_points(node: ast.AST) -> bool:
    """Whether an expression is held up somewhere, a lambda or comprehension in it perhaps only later."""
    return any(isinstance(part, POINTS) or is_asynchronous(part) for part in walk(node))


class TakenOut:
    """What stands in the place of a statement.

    What stands left of a yield is evaluated after it then, which costs the same.

    Attributes:
        names: that code cannot have, for what yields and awaits give.
        before: statements that bind them; last: the statement itself with these names.
    """

    def __init__(self, statement: ast.stmt) -> None:
        """Raises Unsupported where a yield may be met more than once."""
        self.names: list[str] = []
        self.before: list[ast.stmt] = []
        head = _HEADS.get(type(statement))
        if head is None:
            self.last = self._without(statement)
        else:
            self.last = _with(statement, {head: self._without(getattr(statement, head))} if head else {})

    def _without(self, node: Any) -> Any:
        if isinstance(node, ast.IfExp | ast.BoolOp) and has_points(node):
            return self._one_of(node)
        if isinstance(node, _LATER):
            return self._begun(node)
        changed = _with(node, {name: self._part(part) for name, part in ast.iter_fields(node)})
        if not isinstance(changed, POINTS):
            return changed
        name = self._name()
        self.before.append(_assigned(name, changed))
        return ast.Name(name, ast.Load())

    def _part(self, part: Any) -> Any:
        if isinstance(part, ast.AST):
            return self._without(part)
        if not isinstance(part, list):
            return part
        parts = [self._part(one) for one in part]
        return part if all(one is before for one, before in zip(parts, part, strict=True)) else parts

    def _one_of(self, node: ast.IfExp | ast.BoolOp) -> ast.Name:
        """Of an expression whose parts are evaluated or not, written as statements."""
        name = self._name()
        found = ast.Name(name, ast.Load())
        if isinstance(node, ast.IfExp):
            test = self._without(node.test)
            self.before.append(ast.If(test, [_assigned(name, node.body)], [_assigned(name, node.orelse)]))
            return found
        goes_on = found if isinstance(node.op, ast.And) else ast.UnaryOp(ast.Not(), found)
        first, *others = node.values
        inner: list[ast.stmt] = []
        for value in reversed(others):
            inner = [ast.If(goes_on, [_assigned(name, value), *inner], [])]
        self.before += [_assigned(name, first), *inner]
        return found

    def _begun(self, node: Any) -> Any:
        """Of a comprehension, what it goes over is evaluated first, and once; the rest is written as loops."""
        changed = node
        if not isinstance(node, ast.Lambda):
            first, *others = node.generators
            source = _with(first, {"iter": self._without(first.iter)})
            changed = node if source is first else _with(node, {"generators": [source, *others]})
        if any(isinstance(part, ast.Yield | ast.YieldFrom) for part in walk(changed)):
            raise Unsupported("a yield within an expression")
        is_collected = isinstance(changed, ast.ListComp | ast.SetComp | ast.DictComp)
        return self._collected(changed) if is_collected and has_points(changed) else changed

    def _collected(self, node: ast.ListComp | ast.SetComp | ast.DictComp) -> ast.Name:
        name = self._name()
        found = ast.Name(name, ast.Load())
        body: ast.stmt
        if isinstance(node, ast.DictComp):
            empty: ast.expr = ast.Dict([], [])
            body = ast.Assign([ast.Subscript(found, node.key, ast.Store())], node.value)
        else:
            empty = ast.List([], ast.Load())
            if isinstance(node, ast.SetComp):
                empty = ast.Call(ast.Name("set", ast.Load()), [], [])
            body = ast.Expr(ast.Call(ast.Attribute(found, _ADDING[type(node)], ast.Load()), [node.elt], []))
        for one in reversed(node.generators):
            for test in reversed(one.ifs):
                body = ast.If(test, [body], [])
            loop = ast.AsyncFor if one.is_async else ast.For
            body = loop(one.target, one.iter, [body], [])
        self.before += [_assigned(name, empty), Inside([body])]
        return found

    def _name(self) -> str:
        self.names.append(f"yield {next(_numbers)}")
        return self.names[-1]


def _assigned(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _with(node: Any, parts: dict[str, Any]) -> Any:
    """A node with other parts; where they are none, the same one, which others may know it by."""
    if all(getattr(node, name) is part for name, part in parts.items()):
        return node
    changed = copy.copy(node)
    vars(changed).update(parts)
    return changed
