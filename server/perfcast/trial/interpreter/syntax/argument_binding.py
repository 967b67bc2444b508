"""Parameters of functions: what binds the arguments of calls to them, and what their defaults hold."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TUPLE, POINTER
from perfcast.trial.interpreter.accounting.prices import GATHERED, GATHERED_NAME
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import Parameter
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.closures import Expression

if TYPE_CHECKING:
    from perfcast.trial.interpreter.syntax.compiler import Compiler

Bind = Callable[[Frame, tuple[Any, ...], dict[str, Any]], None]


def binder(compiler: Compiler, args: ast.arguments) -> Callable[[Frame], tuple[dict[str, Any], Bind]]:
    """What evaluates the defaults in a frame and gives them, and what binds arguments."""
    compile_ = compiler.expressions.compile
    places = [a.arg for a in [*args.posonlyargs, *args.args]]
    named = [a.arg for a in args.kwonlyargs]
    by_name = frozenset([*places[len(args.posonlyargs) :], *named])
    pairs = [*zip(places[len(places) - len(args.defaults) :], args.defaults, strict=True)]
    pairs += [(name, value) for name, value in zip(named, args.kw_defaults, strict=True) if value is not None]
    defaults = {name: compile_(value) for name, value in pairs}
    known = frozenset([*places, *named])
    # Those that shrink with the workload are other numbers in each run.
    shrinking = [(name, compile_(value)) for name, value in pairs if value in compiler.caps]
    rest, others, machine = args.vararg and args.vararg.arg, args.kwarg and args.kwarg.arg, compiler.machine

    def at(frame: Frame) -> tuple[dict[str, Any], Bind]:
        if frame.leaves_defaults:
            given, left = _followed(defaults, frame)
        else:
            given, left = {name: default(frame) for name, default in defaults.items()}, {}

        def bind(inner: Frame, values: tuple[Any, ...], keywords: dict[str, Any]) -> None:
            names = inner.names
            names.update(given)
            for name, default in shrinking:
                names[name] = default(frame)
            for name, value in zip(places, values, strict=False):
                names[name] = value
            if rest:
                names[rest] = machine.made(values[len(places) :])
            elif len(values) > len(places):
                raise TypeError("too many arguments")
            extra = {}
            taken = places[: len(values)] if keywords else ()
            for name, value in keywords.items():
                if name in by_name:
                    if name in taken:
                        raise TypeError(f"multiple values for argument '{name}'")
                    names[name] = value
                elif others:
                    extra[name] = value
                else:
                    raise TypeError(f"unexpected argument {name}")
            if others:
                machine.pay(GATHERED + GATHERED_NAME * len(extra))
                machine.named_one_by_one(extra)
                names[others] = machine.made(extra)
                machine.given(2 * len(machine.frames) + 1, *names.values())
            if not known <= names.keys():
                # Evaluated but once, as Python does.
                made = {name: default(frame) for name, default in left.items() if name not in names}
                given.update(made)
                names.update(made)
                if not known <= names.keys():
                    raise TypeError("an argument is missing")

        return given, bind

    return at


def _followed(defaults: Mapping[str, Expression], frame: Frame) -> tuple[dict[str, Any], dict[str, Expression]]:
    """The values of defaults, and those that cannot be followed: they stop only calls that do not give the argument."""
    given, left = {}, {}
    for name, default in defaults.items():
        try:
            given[name] = default(frame)
        except Unsupported:
            left[name] = default
    return given, left


def parameters_of(args: ast.arguments) -> list[Parameter]:
    rest, others = [args.vararg] if args.vararg else [], [args.kwarg] if args.kwarg else []
    groups = (args.posonlyargs, args.args, rest, args.kwonlyargs, others)
    return [Parameter(a.arg, kind, a.annotation is not None) for kind, group in enumerate(groups) for a in group]


def bytes_of_defaults(args: ast.arguments) -> int:
    """Of a tuple of those by place, unless all are constants and so is it, and of a dictionary of those by name."""
    are_constant = all(isinstance(default, ast.Constant) for default in args.defaults)
    by_place = 0 if are_constant else EMPTY_TUPLE + POINTER * len(args.defaults)
    named = {name.arg: None for name, value in zip(args.kwonlyargs, args.kw_defaults, strict=True) if value is not None}
    return by_place + (sys.getsizeof(named) if named else 0)
