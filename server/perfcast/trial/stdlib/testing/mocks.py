"""What stands in for objects in tests: ``unittest.mock``. What is asked of one is another one; nothing is asserted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import MOCK_CALLED, MOCKED
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.context_managers import Opening
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.stops import Raised, Unsupported
from perfcast.trial.stdlib.concurrency.coroutines import Coroutine, Steps
from perfcast.trial.stdlib.system.platform_facts import ignored

_ASSERTIONS: Final = frozenset(
    {"assert_called", "assert_called_once", "assert_called_with", "assert_called_once_with", "assert_any_call"}
    | {"assert_has_calls", "assert_not_called"}
)
#: The same of how often one was awaited.
_AWAITED: Final = frozenset(name.replace("call", "await") for name in _ASSERTIONS)
#: What enters and leaves one as a context.
_CONTEXT: Final = frozenset({"__enter__", "__exit__"})
#: Bytes of one, with the class that it gets for itself, which has all that may be asked of a magic one.
_MOCK: Final = 7_900
_MAGIC: Final = 28_000
_AWAITED_MOCK: Final = 12_500
#: What a side effect gives to say that the usual value is to be given.
DEFAULT: Final = Guarded(ignored)


class Call(NamedTuple):
    """How one was called."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class Anything:
    """``ANY``."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True


class _Children(dict[str, Any]):
    """The attributes of one, made when they are asked for."""

    def __init__(self, make: Callable[[], Mock], allows: Callable[[str], bool]) -> None:
        super().__init__()
        self._make, self._allows = make, allows

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and self._allows(name))

    def __missing__(self, name: str) -> Any:
        made = self[name] = self._make()
        return made


class Mock(Opening):
    """One that stands in for some object.

    Attributes:
        is_like: whether it is taken for an object of some class.
    """

    __slots__ = ("_machine", "is_like")
    _size = _MOCK

    def __init__(self, machine: Machine, spec: Any = None, side_effect: Any = None, **attributes: Any) -> None:
        """
        Args:
            spec: what it is like, whose attributes it has; anything else is unsupported.
            side_effect: raised, called or taken one by one by its calls.
            attributes: by their names; ``return_value`` among them.
        """
        if attributes.pop("wraps", None) is not None:
            raise Unsupported("a mock around an object")
        attributes.pop("name", None)
        like = attributes.pop("spec_set", None) if spec is None else spec
        super().__init__(self._called, nbytes=self._size)
        self._machine, self.is_like = machine, like is not None
        self.attributes: Any = _Children(lambda: type(self)(machine), lambda name: self._has(like, name))
        machine.pay(MOCKED)
        self._reset()
        self.attributes.update(dict.fromkeys(_ASSERTIONS, Guarded(ignored)))
        self.attributes["reset_mock"] = Guarded(self._reset)
        self.attributes["configure_mock"] = Guarded(self._configure)
        self._configure(side_effect=side_effect, **attributes)

    def put(self, name: str, value: Any) -> None:
        """Gives it an attribute."""
        children: Any = self.attributes
        children[name] = iter(value) if name == "side_effect" and isinstance(value, list | tuple) else value

    def enter(self) -> Any:
        raise TypeError("'Mock' object does not support the context manager protocol")

    def _has(self, like: Any, name: str) -> bool:
        if name == "return_value" or like is None or isinstance(like, Module):
            return not name.startswith(("_", "assert"))
        if isinstance(like, list | tuple):
            return name in like
        return isinstance(like, Class | Instance) and _class_of(like).find(name) is not MISSING

    def _configure(self, **attributes: Any) -> None:
        for name, value in attributes.items():
            if "." in name:
                raise Unsupported("a mock's attribute by a path")
            self.put(name, value)

    def _reset(self, **_: Any) -> None:
        self._configure(called=False, call_count=0, call_args=None, call_args_list=[], mock_calls=[])

    def _called(self, *args: Any, **kwargs: Any) -> Any:
        self._machine.pay(MOCK_CALLED)
        children: Any = self.attributes
        call = Call(args, kwargs)
        children.update(called=True, call_count=children["call_count"] + 1, call_args=call)
        for name in ("call_args_list", "mock_calls"):
            children[name].append(call)
        effect = children["side_effect"]
        found = DEFAULT if effect is None else self._effect(effect, args, kwargs)
        return children["return_value"] if found is DEFAULT else found

    def _effect(self, effect: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        _raise(effect)
        if not isinstance(effect, Iterator) or isinstance(effect, Instance):
            return guarded(self._machine, effect)(*args, **kwargs)
        found = next(effect)
        _raise(found)
        return found


class Magic(Mock):
    """One that can be gone through, counted, entered and so on, too."""

    __slots__ = ()
    _size = _MAGIC

    def __len__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __contains__(self, item: object) -> bool:
        return False

    def __int__(self) -> int:
        return 1

    def __float__(self) -> float:
        return 1.0

    def enter(self) -> Any:
        return self.attributes["__enter__"]()

    def _has(self, like: Any, name: str) -> bool:
        return name in _CONTEXT or super()._has(like, name)

    def _refused(self, *_: Any) -> Any:
        raise Unsupported("an operator of a mock")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refused
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __or__ = __and__ = __neg__ = _refused


class Asynchronous(Magic):
    """One whose calls are awaited."""

    __slots__ = ()
    # Besides the magic one that it gives.
    _size = _AWAITED_MOCK

    def __init__(self, machine: Machine, spec: Any = None, side_effect: Any = None, **attributes: Any) -> None:
        super().__init__(machine, spec, side_effect, **{"return_value": Magic(machine)} | attributes)
        self.attributes.update(dict.fromkeys(_AWAITED, Guarded(ignored)))

    def _called(self, *args: Any, **kwargs: Any) -> Coroutine:
        return Coroutine(lambda: self._awaited(args, kwargs))

    def _awaited(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Steps:
        try:
            found = super()._called(*args, **kwargs)
        except StopIteration:
            raise StopAsyncIteration from None
        # A side effect may be an asynchronous function.
        return (yield from found.steps()) if isinstance(found, Coroutine) else found


def _class_of(like: Any) -> Class:
    return like if isinstance(like, Class) else like.of


def _raise(effect: Any) -> None:
    """Raises what is an error."""
    found = effect() if isinstance(effect, Class) and effect.exception is not None else effect
    if isinstance(found, Instance) and found.of.exception is not None:
        raise Raised(found)
    if isinstance(found, Exception) or (isinstance(found, type) and issubclass(found, Exception)):
        raise found
