"""Built-in functions and classes with the interpreter's own limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from perfcast.trial.interpreter.objects.classes import Class, Either
from perfcast.trial.interpreter.stops import Unsupported

#: Bytes of a function that holds nothing.
_BARE: Final = 56


class Guarded:
    """A built-in function that keeps the rules by itself.

    Attributes:
        attributes: what interpreted code may reach behind a dot.
        nbytes: of the object.
    """

    __slots__ = ("attributes", "nbytes", "run")

    def __init__(
        self, run: Callable[..., Any], attributes: Mapping[str, Any] | None = None, *, nbytes: int = _BARE
    ) -> None:
        self.run = run
        self.nbytes = nbytes
        self.attributes = attributes or {}

    @property
    def is_bare(self) -> bool:
        """Whether it is a function and no more, as methods of what a library makes are."""
        return type(self) is Guarded and self.nbytes == _BARE and not self.attributes

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        try:
            return self.run(*args, **kwargs)
        except TypeError as error:
            if _lacks_argument(error):
                raise Unsupported(f"a function with other arguments: {error}") from None
            raise


def _lacks_argument(error: TypeError) -> bool:
    """Whether an error says that a built-in function was given what its like here does not take: it comes from calling
    that, or what that calls at once. An error of the unit's comes from further within."""
    trace, text = error.__traceback__, str(error)
    is_near = trace is None or trace.tb_next is None or trace.tb_next.tb_next is None
    return is_near and ("unexpected keyword" in text or ("positional argument" in text and "given" in text))


class Extendable(Guarded):
    """One that classes of the unit's may extend.

    Attributes:
        as_class: gives what they extend then.
    """

    __slots__ = ("as_class",)
    as_class: Callable[[], Class]


class Kind(Guarded):
    """A class of a library's, for calling it and for asking for it."""

    __slots__ = ("_kind", "_which")

    def __init__(
        self,
        kind: type | tuple[type, ...],
        make: Callable[..., Any],
        attributes: Mapping[str, Any] | None = None,
        which: Callable[[Any], bool] | None = None,
    ) -> None:
        """
        Args:
            kind: of its instances; which: whether one of that kind is among them, all where it is None.
        """
        super().__init__(make, attributes)
        self._kind, self._which = kind, which

    def __or__(self, other: Any) -> Either:
        return Either.of(self, other)

    def __ror__(self, other: Any) -> Either:
        return Either.of(other, self)

    def has(self, value: Any) -> bool:
        """Whether a value is one of its instances."""
        return isinstance(value, self._kind) and (self._which is None or self._which(value))


class Unbound(Guarded):
    """One that stays what it is where a class holds it, as what is written in C does, or is no function."""

    __slots__ = ()


class Settable(Unbound):
    """One whose attributes code may set."""

    __slots__ = ()

    def put(self, name: str, value: Any) -> None:
        self.attributes = {**self.attributes, name: value}


class Bindable(Guarded):
    """One that a class binds to its instances for certain, as what is written in Python."""

    __slots__ = ()


class Elementwise(Guarded):
    """A ``ufunc`` of NumPy's."""

    __slots__ = ()


class Partial(Unbound):
    """What ``functools.partial`` gives."""

    __slots__ = ()


def nothing(*args: Any, **_: Any) -> Any:
    """A decorator that leaves things as they are, with arguments and without."""
    return args[0] if args else Guarded(nothing)
