"""``functools``, but for what memoizes or dispatches: ``partial``, ``wraps``, ``reduce``."""

from __future__ import annotations

import functools
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.heap_walk import LONGEST_TUPLE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import BEGUN, BEGUN_BY_NAME, PARTIAL_MADE, WRAPPED, WRAPPED_NAMELESS
from perfcast.trial.interpreter.builtin_functions import called_back, fed, guarded, noted
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Partial
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.properties import CachedProperty
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch import library as tensor_library

#: Nanoseconds of asking an instance for a method with arguments given already, and of calling it; bytes held by that.
_BEGUN_METHOD: Final = 550.0
_ASIDE_OF_METHOD: Final = 800
#: Bytes of an iterator and of arguments, while elements are reduced to one.
_REDUCING: Final = 176
#: Bytes of the attributes of a function that has got another one's name, besides the place of one; those of the
#: dictionaries and tuples that `wraps` gives it by, whose room stays.
_REMEMBERED: Final = 176
_HANDED_ON: Final = 592


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``functools`` holds of the kind."""
    return _Making(machine).members()


class _Making:
    """What makes them."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def members(self) -> dict[str, Any]:
        return {
            "reduce": Guarded(self._reduced),
            "cmp_to_key": Guarded(
                lambda compare: Guarded(
                    functools.cmp_to_key(lambda one, other: called_back(self._machine, compare, (one, other), {}))
                )
            ),
            "partial": tensor_library.Type(self._begun, Partial),
            "partialmethod": Guarded(self._begun_method),
            "wraps": Guarded(self._wrapping),
            "update_wrapper": Guarded(lambda wrapper, wrapped, *_, **__: self._wrapped(wrapped, wrapper)),
            "cached_property": Guarded(lambda getter: CachedProperty(guarded(self._machine, getter))),
        }

    def _begun(self, function: Any, /, *first: Any, **named: Any) -> Partial:
        """As ``functools.partial``."""
        self._machine.pay(PARTIAL_MADE)
        if len(first) < LONGEST_TUPLE:
            # What it is given comes in a tuple.
            self._machine.passes(1 + len(first))

        def call(*rest: Any, **more: Any) -> Any:
            self._machine.pay(BEGUN + (BEGUN_BY_NAME if named or more else 0.0))
            return called_back(self._machine, function, (*first, *rest), named | more)

        return Partial(call, {"func": function, "args": first, "keywords": named})

    def _begun_method(self, function: Any, /, *first: Any, **named: Any) -> Guarded:
        """As ``functools.partialmethod``, which a class holds."""
        if not isinstance(function, Function | Guarded):
            raise Unsupported("a partial method of what is no function")

        def call(receiver: Any, /, *rest: Any, **more: Any) -> Any:
            self._machine.pay(_BEGUN_METHOD)
            self._machine.briefly(_ASIDE_OF_METHOD)
            return called_back(self._machine, function, (receiver, *first, *rest), named | more)

        return Guarded(call)

    def _wrapping(self, wrapped: Any, *_: Any, **__: Any) -> Guarded:
        """As ``functools.wraps``."""
        self._machine.keeps(_HANDED_ON)
        return Guarded(partial(self._wrapped, wrapped))

    def _wrapped(self, of: Any, function: Any) -> Any:
        """What has got another function's name, and remembers that one."""
        self._machine.pay(WRAPPED + (WRAPPED_NAMELESS if isinstance(of, Unknown | Instance) else 0.0))
        if isinstance(function, Function):
            function.nbytes += _REMEMBERED
            if isinstance(of, Function):
                function.name = of.name
                function.attributes |= of.attributes
            function.attributes["__wrapped__"] = of
        return function

    def _reduced(self, function: Any, elements: Any, *first: Any) -> Any:
        aside = _REDUCING + (function.nbytes if isinstance(function, Function) else 0)
        self._machine.put_aside(aside)
        try:
            machine, call = self._machine, guarded(self._machine, function)
            return noted(machine, functools.reduce(call, fed(machine, elements), *first))
        finally:
            self._machine.aside -= aside
