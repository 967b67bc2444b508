"""Decimal numbers of the closed world: ``decimal``, of a bounded precision."""

from __future__ import annotations

import decimal
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import (
    DECIMAL,
    DECIMAL_CALLS,
    DECIMAL_CONTEXT,
    DECIMAL_FUNCTIONS,
    DECIMAL_MADE,
    DECIMAL_OF_FLOAT,
)
from perfcast.trial.interpreter.objects.context_managers import Context
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.numbers.decimal_costs import MOST_DIGITS, kept

_TYPES: Final = (Decimal, decimal.Context)
#: Of a context what may be asked for and, with what is checked, be put there; its methods that are not needed.
_SETTINGS: Final = frozenset({"prec", "rounding", "Emin", "Emax", "capitals", "clamp"})
_SETTABLE: Final = frozenset({"prec", "rounding"})
_WITHOUT: Final = frozenset({"flags", "traps", "clear_traps"})
#: Characters and digits of what a number is made of.
_MOST_CHARACTERS: Final = 2 * MOST_DIGITS
_GIVEN: Final = (int, float, str, Decimal, type(None), Fraction, bytes)
#: What the last part of a tuple that a number is made of says besides its exponent.
_NO_NUMBERS: Final = ("F", "n", "N")
#: What the module holds that does nothing: errors, ways of rounding, bounds.
CONSTANTS: Final[dict[str, Any]] = {
    name: value
    for name, value in vars(decimal).items()
    if name.startswith(("ROUND_", "MAX_", "MIN_")) or (isinstance(value, type) and issubclass(value, ArithmeticError))
}


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``decimal`` holds besides `CONSTANTS`."""

    def get() -> decimal.Context:
        machine.pay(DECIMAL_CONTEXT)
        return decimal.getcontext()

    def put(context: Any) -> None:
        machine.pay(DECIMAL_CONTEXT)
        decimal.setcontext(_context(context))
        machine.decimals = decimal.getcontext()

    def local(context: Any = None, **settings: Any) -> Context:
        before = decimal.getcontext()
        inner = (before if context is None else _context(context)).copy()
        for name, value in settings.items():
            put_setting(inner, name, value)

        def leave(error: Exception | None) -> bool:
            decimal.setcontext(before)
            return False

        decimal.setcontext(inner)
        return Context(inner, leave)

    return {
        **{kind.__name__: kind for kind in _TYPES},
        "getcontext": Guarded(get),
        "setcontext": Guarded(put),
        "localcontext": Guarded(local),
        "DecimalTuple": Guarded(decimal.DecimalTuple),
        **{name: getattr(decimal, name).copy() for name in ("DefaultContext", "BasicContext", "ExtendedContext")},
    }


def put_setting(context: decimal.Context, name: str, value: Any) -> None:
    """Raises Unsupported for other settings than these, and for too large a precision."""
    if name not in _SETTABLE or not isinstance(value, int | str):
        raise Unsupported(f"a context's {name}")
    if isinstance(value, int) and value > MOST_DIGITS:
        raise Unsupported("decimal numbers too long")
    setattr(context, name, value)


def has(value: Any, name: str) -> bool:
    """Whether a decimal number, a context or one of their types has the attribute in the closed world."""
    kind = value if isinstance(value, type) else type(value)
    if kind not in _TYPES or name.startswith("_") or name in _WITHOUT or not hasattr(kind, name):
        return False
    return kind is not value or callable(getattr(kind, name))


def decimal_attribute(machine: Machine, value: Any, name: str) -> Any:
    """An attribute that the value has, see `has`."""
    if isinstance(value, decimal.Context) and name in _SETTINGS:
        return getattr(value, name)
    found = getattr(value, name)
    return Guarded(_limited(machine, found, name)) if callable(found) else found


#: Bytes that are there while a number is rounded to the places of another one; and where it is said by name how.
_QUANTISED: Final = 88
_QUANTISED_BY_NAME: Final = 248


def _limited(machine: Machine, function: Callable[..., Any], name: str) -> Callable[..., Any]:
    time, squared = DECIMAL_FUNCTIONS.get(name, (DECIMAL_CALLS.get(name, DECIMAL), 0.0))

    def run(*args: Any, **kwargs: Any) -> Any:
        for value in (*args, *kwargs.values()):
            _check(value)
        # The thread's own, or the one that the method is asked of.
        context = getattr(function, "__self__", None)
        prec = (context if isinstance(context, decimal.Context) else decimal.getcontext()).prec
        machine.pay(time + squared * prec**2)
        if name == "quantize":
            machine.briefly(_QUANTISED_BY_NAME if kwargs else _QUANTISED)
        return _noted(machine, function(*args, **kwargs))

    return run


def _noted(machine: Machine, value: Any) -> Any:
    if isinstance(value, Decimal):
        return kept(machine, value)
    if isinstance(value, tuple):
        for part in value:
            _noted(machine, part)
    return value if value is None or isinstance(value, bool | Decimal | decimal.Context) else machine.made(value)


def _check(value: Any) -> None:
    """Raises Unsupported for what a number is not to be made of, or would be too long."""
    if isinstance(value, decimal.Context):
        return
    if isinstance(value, list | tuple):
        _check_parts(value)
    elif not isinstance(value, _GIVEN):
        raise Unsupported("a decimal number of another kind")
    elif isinstance(value, str | bytes) and len(value) > _MOST_CHARACTERS:
        raise Unsupported("decimal numbers too long")


def _check_parts(parts: list[Any] | tuple[Any, ...]) -> None:
    """Of a sign, digits and an exponent."""
    for part in parts:
        digits = part if isinstance(part, list | tuple) else ()
        if len(digits) > _MOST_CHARACTERS or not all(isinstance(digit, int) for digit in digits):
            raise Unsupported("decimal numbers too long")
        if not isinstance(part, int | list | tuple) and part not in _NO_NUMBERS:
            raise Unsupported("a decimal number of another kind")


def _context(value: Any) -> decimal.Context:
    if not isinstance(value, decimal.Context):
        raise Unsupported("a context of another kind")
    return value


def _made(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    of_float = any(isinstance(value, float) for value in args)
    for value in (*args, *kwargs.values()):
        _check(value)
    machine.pay(DECIMAL_OF_FLOAT if of_float else DECIMAL_MADE)
    return kept(machine, Decimal(*args, **kwargs))


def _made_context(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    machine.pay(DECIMAL_CONTEXT)
    made = decimal.Context()
    for name, value in (dict(zip(("prec", "rounding"), args, strict=False)) | kwargs).items():
        put_setting(made, name, value)
    return made


#: Type -> what is done where it is called.
MAKERS: Final = {Decimal: _made, decimal.Context: _made_context}
