"""What takes the place of objects' attributes for a while: ``unittest.mock.patch``, and what else is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.objects.attribute_assignment import assign_attribute
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.context_managers import Opening
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.concurrency.asynchronous import is_asynchronous
from perfcast.trial.stdlib.concurrency.coroutines import Coroutine, Steps
from perfcast.trial.stdlib.testing.mocks import DEFAULT, Anything, Asynchronous, Call, Magic, Mock

#: Where a function keeps those that it is decorated with, the innermost first.
PATCHES: Final = "_patches"
#: Options of a patch that change nothing here.
_SAYING_NOTHING: Final = frozenset({"autospec", "create"})


class Patch(Opening):
    """An attribute that is another one, while a context is open or a function runs."""

    __slots__ = ("_before", "_find", "_machine", "_make", "_name")

    def __init__(self, machine: Machine, find: Callable[[], Any], name: str, make: Callable[[Any], Any]) -> None:
        """
        Args:
            find: gives what has the attribute; make: what it is to be, from what it is.
        """
        started = {"start": Guarded(self.enter), "stop": Guarded(self.leave)}
        super().__init__(self._decorate, started)
        self._machine, self._find, self._name, self._make = machine, find, name, make
        self._before: list[Any] = []

    def enter(self) -> Any:
        target = self._find()
        if not isinstance(target, Class | Instance | Module):
            raise Unsupported("patching another kind of object")
        own = target.members if isinstance(target, Module) else target.attributes
        found: Any = MISSING
        with suppress(Unsupported):
            found = own.get(self._name, MISSING)
        self._before.append((target, own, found))
        inherited = target.of.find(self._name) if found is MISSING and isinstance(target, Instance) else found
        made = self._make(inherited)
        assign_attribute(self._machine, target, self._name, made)
        return made

    def leave(self, error: Exception | None = None) -> bool:
        target, own, found = self._before.pop()
        if found is MISSING:
            own.pop(self._name, None)
        else:
            own[self._name] = found
        if isinstance(target, Class):
            target.changed()
        return False

    def _decorate(self, function: Any) -> Any:
        if not isinstance(function, Function):
            raise Unsupported("patching around another kind of object")
        patches = function.attributes.setdefault(PATCHES, [])
        patches.append(self)
        if len(patches) == 1:
            function.call = partial(_patched, patches, function.call)
        return function


def _patched(
    patches: Sequence[Patch],
    call: Callable[..., Any],
    function: Function,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """Calls a function with what its decorators put in the places, as long as it runs."""
    if function.is_asynchronous:
        return Coroutine(lambda: _awaited(patches, lambda made: call(function, (*args, *made), kwargs)))
    with patched(patches) as made:
        return call(function, (*args, *made), kwargs)


def _awaited(patches: Sequence[Patch], call: Callable[[Sequence[Mock]], Coroutine]) -> Steps:
    with patched(patches) as made:
        return (yield from call(made).steps())


@contextmanager
def patched(patches: Sequence[Patch]) -> Iterator[list[Mock]]:
    """What takes the places, as far as a function is told of it; it does within the context."""
    with ExitStack() as stack:
        made = []
        for patch in [one for one in patches if isinstance(one, Patch)]:
            made.append(patch.enter())
            stack.callback(patch.leave)
        yield [one for one in made if isinstance(one, Mock)]


def members(machine: Machine, module: Callable[[str], Module]) -> dict[str, Any]:
    """What the module ``unittest.mock`` holds.

    Args:
        module: gives one of the closed world's.
    """

    def maker(new: Any = MISSING, *, new_callable: Any = None, **options: Any) -> Callable[[Any], Any]:
        if new is not MISSING:
            return lambda found: new
        given = {name: value for name, value in options.items() if name not in _SAYING_NOTHING}
        if new_callable is not None:
            return lambda found: guarded(machine, new_callable)(**given)
        return lambda found: (Asynchronous if is_asynchronous(found) else Magic)(machine, **given)

    def patch(target: Any, *new: Any, **options: Any) -> Patch:
        if not isinstance(target, str) or "." not in target:
            raise TypeError("Need a valid target to patch.")
        path, _, name = target.rpartition(".")
        return Patch(machine, lambda: _found(machine, module, path), name, maker(*new, **options))

    def patch_object(target: Any, name: str, *new: Any, **options: Any) -> Patch:
        return Patch(machine, lambda: target, name, maker(*new, **options))

    makers = {
        **dict.fromkeys(("Mock", "NonCallableMock"), Guarded(partial(Mock, machine))),
        "AsyncMock": Guarded(partial(Asynchronous, machine)),
        **dict.fromkeys(("MagicMock", "NonCallableMagicMock"), Guarded(partial(Magic, machine))),
    }
    return makers | {
        "patch": Guarded(patch, {"object": Guarded(patch_object)}),
        "create_autospec": Guarded(lambda spec, **_: Magic(machine, spec if isinstance(spec, Class) else None)),
        "call": Guarded(lambda *args, **kwargs: Call(args, kwargs)),
        "sentinel": Mock(machine),
        "ANY": Anything(),
        "DEFAULT": DEFAULT,
    }


def _found(machine: Machine, module: Callable[[str], Module], path: str) -> Any:
    """What a dotted path leads to: a module, or what lies in one."""
    name, _, rest = path, "", ""
    found = module(path)
    parts: list[str] = []
    while not found.members and found.source is None and "." in name:
        name, _, rest = name.rpartition(".")
        parts.insert(0, rest)
        found = module(name)
    value: Any = found
    for part in parts:
        value = attribute(machine, value, part)
    return value
