"""Patterns of ``match`` as closures: each takes the frame and a value, says whether it fits, and binds names if so."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.errors.handlers import caught
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

Pattern = Callable[[Frame, Any], bool]

#: Built-in types whose class pattern takes the value itself.
_WHOLE = (int, float, str, bool, bytes, bytearray, list, tuple, dict, set, frozenset)
#: Nanoseconds of looking up keys, for which a set of those seen is made, and of each of them; of asking whether a value
#: is of a class; of taking apart one of its instances, and one of a built-in class, which is asked in vain for names of
#: its parts.
_KEYS, _KEY = 95.0, 22.0
_IS_OF = 15.0
_PARTS = 170.0
_WHOLE_PART = 650.0


class Patterns:
    """Compiles patterns for one unit."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler

    def compile(self, node: ast.pattern) -> Pattern:
        """Raises Unsupported."""
        handler = getattr(self, "_" + type(node).__name__.lower(), None)
        if handler is None:
            raise Unsupported(type(node).__name__)
        found: Pattern = handler(node)
        return found

    def _matchvalue(self, node: ast.MatchValue) -> Pattern:
        wanted = self.compiler.expressions.compile(node.value)

        def fits(frame: Frame, value: Any) -> bool:
            other = wanted(frame)
            check_nesting(other)
            return bool(value == other)

        return fits

    def _matchsingleton(self, node: ast.MatchSingleton) -> Pattern:
        return lambda frame, value: value is node.value

    def _matchor(self, node: ast.MatchOr) -> Pattern:
        choices = [self.compile(choice) for choice in node.patterns]
        return lambda frame, value: any(choice(frame, value) for choice in choices)

    def _matchas(self, node: ast.MatchAs) -> Pattern:
        inner = None if node.pattern is None else self.compile(node.pattern)
        bind = None if node.name is None else self.compiler.targets.compile(ast.Name(node.name))

        def fits(frame: Frame, value: Any) -> bool:
            if inner is not None and not inner(frame, value):
                return False
            if bind is not None:
                bind(frame, value)
            return True

        return fits

    def _matchsequence(self, node: ast.MatchSequence) -> Pattern:
        star = next((i for i, part in enumerate(node.patterns) if isinstance(part, ast.MatchStar)), None)
        parts = [self.compile(part) for part in node.patterns if not isinstance(part, ast.MatchStar)]
        rest = None
        if star is not None:
            name = node.patterns[star].name  # type: ignore[attr-defined]
            rest = None if name is None else self.compiler.targets.compile(ast.Name(name))

        def fits(frame: Frame, value: Any) -> bool:
            if not isinstance(value, list | tuple | deque | range):
                return False
            if len(value) < len(parts) or (star is None and len(value) > len(parts)):
                return False
            self.compiler.machine.pass_over(len(value) // 4)
            items = list(value)
            behind = len(parts) - (star or 0) if star is not None else 0
            ends = len(items) - behind
            taken = items if star is None else [*items[:star], *items[ends:]]
            if not all(part(frame, item) for part, item in zip(parts, taken, strict=True)):
                return False
            if rest is not None:
                rest(frame, self.compiler.machine.made(items[star:ends]))
            return True

        return fits

    def _matchmapping(self, node: ast.MatchMapping) -> Pattern:
        rest = None if node.rest is None else self.compiler.targets.compile(ast.Name(node.rest))
        keys = [self.compiler.expressions.compile(key) for key in node.keys]
        parts = [self.compile(part) for part in node.patterns]
        machine = self.compiler.machine

        def fits(frame: Frame, value: Any) -> bool:
            if not isinstance(value, Mapping):
                return False
            wanted = [key(frame) for key in keys]
            check_nesting(wanted)
            if wanted:
                machine.pay(_KEYS + _KEY * len(wanted))
            if not all(key in value and part(frame, value[key]) for key, part in zip(wanted, parts, strict=True)):
                return False
            if rest is not None:
                machine.pass_over(len(value))
                others = dict(value)
                for key in wanted:
                    others.pop(key, None)
                rest(frame, machine.made(others))
            return True

        return fits

    def _matchclass(self, node: ast.MatchClass) -> Pattern:
        of = self.compiler.expressions.compile(node.cls)
        parts = [self.compile(part) for part in node.patterns]
        named = [(name, self.compile(part)) for name, part in zip(node.kwd_attrs, node.kwd_patterns, strict=True)]
        machine = self.compiler.machine

        def fits(frame: Frame, value: Any) -> bool:
            kind = of(frame)
            machine.pay(_IS_OF)
            if isinstance(kind, Class):
                if not isinstance(value, Instance) or not value.of.extends(kind):
                    return False
                if parts:
                    machine.pay(_PARTS)
                places = _places(kind, len(parts))
                wanted = [*zip(places, parts, strict=True), *named]
                return all(self._has(frame, value, name, part) for name, part in wanted)
            if kind not in _WHOLE or named or len(parts) > 1:
                raise Unsupported("a class pattern")
            if not isinstance(value, kind):
                return False
            if parts:
                machine.pay(_WHOLE_PART)
            return all(part(frame, value) for part in parts)

        return fits

    def _has(self, frame: Frame, value: Instance, name: str, part: Pattern) -> bool:
        """Whether an instance has an attribute that a pattern fits."""
        try:
            found = attribute(self.compiler.machine, value, name)
        except Exception as error:
            if not caught(error, AttributeError):
                raise
            return False
        return part(frame, found)


def _places(kind: Class, count: int) -> list[Any]:
    """Names of the first attributes that a class pattern gives patterns for. Raises TypeError where it gives more."""
    own = kind.find("__match_args__")
    names = [*(own if own is not MISSING else kind.all_fields or {})]
    if len(names) < count:
        raise kind.lacks("__match_args__", TypeError(f"{kind.name}() accepts {len(names)} positional sub-patterns"))
    return names[:count]
