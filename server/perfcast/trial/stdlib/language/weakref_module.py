"""What the module ``weakref`` holds: what is referred to never goes."""

from __future__ import annotations

import weakref
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.functions import Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.stdlib.system.platform_facts import ignored

#: Bytes of a reference to an object, and of one to a method, with the two references and the function it is made of.
_REFERENCE: Final = 80
_METHOD_REFERENCE: Final = 560
#: Nanoseconds of making one to a method, which Python's own code does, and of asking it for that, besides the call.
_METHOD_REFERRED_TO: Final = 600.0
_METHOD_ASKED_FOR: Final = 330.0


class _Reference(Guarded):
    """A weak one."""

    __slots__ = ("__weakref__",)


class _MethodReference(Guarded):
    """One to a bound method, which itself is made anew each time; two of the same method are equal."""

    __slots__ = ("method",)

    def __init__(self, machine: Machine, method: Method) -> None:
        self.method = method

        def bound() -> Method:
            machine.pay(_METHOD_ASKED_FOR)
            return Method(method.function, method.receiver)

        super().__init__(bound, nbytes=_METHOD_REFERENCE)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _MethodReference) and self.method == other.method

    def __hash__(self) -> int:
        return hash(self.method)


def members(machine: Machine) -> dict[str, Any]:
    """The module's members. As long as a reference to something is there that calls nobody, whoever asks for one gets
    that."""
    shared = weakref.WeakValueDictionary[int, _Reference]()

    def reference(value: Any, called: Any = None) -> _Reference:
        found = shared.get(id(value)) if called is None else None
        if found is None:
            found = _Reference(lambda: value, nbytes=_REFERENCE)
            if called is None:
                shared[id(value)] = found
        return found

    def method_reference(method: Any, called: Any = None) -> _MethodReference:
        if not isinstance(method, Method):
            raise TypeError(f"argument should be a bound method, not {type(method)}")
        machine.pay(_METHOD_REFERRED_TO)
        return _MethodReference(machine, method)

    return {
        "ref": Guarded(reference),
        "WeakMethod": Guarded(method_reference),
        "proxy": Guarded(lambda value, *_: value),
        "finalize": Guarded(ignored),
        **dict.fromkeys(("WeakKeyDictionary", "WeakValueDictionary"), dict),
        "WeakSet": set,
    }
