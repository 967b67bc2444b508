"""Values of libraries that handle attribute access and operators themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perfcast.trial.interpreter.stops import Unsupported


class Foreign:
    """A value of a library's that says what is behind its dots and in its brackets, and what operators make of it.

    It pays for all of that itself.

    Attributes:
        attributes: what it holds; nbytes: of the object without that.
    """

    #: NumPy leaves operators to it.
    __array_ufunc__ = None

    def __init__(self, attributes: dict[str, Any], nbytes: int) -> None:
        self.attributes, self.nbytes = attributes, nbytes

    def member(self, name: str) -> Any:
        """What is behind a dot. Raises Unsupported for what is not known."""
        if name not in self.attributes:
            raise Unsupported(f"{type(self).__name__}.{name}")
        return self.attributes[name]

    def assign(self, name: str, value: Any) -> None:
        """What an assignment behind its dot does. Raises Unsupported where that is not known."""
        raise Unsupported(f"assigning to {type(self).__name__}.{name}")

    def __getitem__(self, place: Any) -> Any:
        raise Unsupported(f"an index into {type(self).__name__}")

    def put(self, place: Any, value: Any) -> None:
        """What an assignment to its brackets does."""
        raise Unsupported(f"an index into {type(self).__name__}")

    def __len__(self) -> int:
        raise Unsupported(f"the length of {type(self).__name__}")

    def __iter__(self) -> Iterator[Any]:
        raise Unsupported(f"the elements of {type(self).__name__}")

    def _compared(self, _: Any) -> Any:
        raise Unsupported(f"comparing {type(self).__name__}")

    __lt__ = __le__ = __gt__ = __ge__ = _compared

    def __bool__(self) -> bool:
        raise Unsupported(f"the truth of {type(self).__name__}")

    def __contains__(self, value: Any) -> bool:
        raise Unsupported(f"what is within {type(self).__name__}")

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise Unsupported(f"an array of {type(self).__name__}")

    def as_array(self) -> Any:
        """Its elements, as NumPy asks for them."""
        raise Unsupported("an array of objects")

    def __str__(self) -> str:
        raise Unsupported(f"the text of {type(self).__name__}")

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        raise Unsupported(f"the text of {type(self).__name__}")

    def __eq__(self, other: object) -> Any:
        if other is None or type(other) is not type(self):
            return self is other
        raise Unsupported(f"comparing {type(self).__name__}")

    __hash__ = object.__hash__
