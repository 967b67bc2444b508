"""The accessor ``str``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_WIDTH
from perfcast.trial.libraries.pandas import string_patterns
from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.prices import COLUMN
from perfcast.trial.libraries.pandas.string_patterns import as_python, is_plain
from perfcast.trial.libraries.pandas.values import Column, Tabular, characters, check_characters, of_objects

_PLAIN: Final = (
    *("upper", "lower", "strip", "lstrip", "rstrip", "title", "capitalize", "swapcase", "casefold", "isdigit"),
    *("isalpha", "isalnum", "isspace", "isupper", "islower", "startswith", "endswith", "find"),
    *("removeprefix", "removesuffix", "isnumeric", "isdecimal", "istitle"),
)
#: They look where words begin.
_BY_WORDS: Final = frozenset({"title", "capitalize"})
#: Nanoseconds of a part that a text is split into.
_PART: Final = 90.0
_PADDING: Final = ("zfill", "rjust", "ljust", "center")


class Texts(Tabular):
    """What ``str`` of a column is."""

    __slots__ = ("of",)

    def __init__(self, of: Column) -> None:
        super().__init__(of.machine)
        if of.values.dtype.kind != "O":
            raise AttributeError("Can only use .str accessor with string values")
        self.of = of

    @property
    def attributes(self) -> dict[str, Any]:
        return {"of": self.of}

    def each(
        self,
        run: Callable[[Any], Any],
        price: str = "str",
        *,
        times: int = 1,
        parts: bool = False,
        missing: Any = np.nan,
    ) -> Any:
        """What a function gives for each text, nothing where there is none.

        Args:
            times: how many characters it may make of one.
            parts: whether lists of texts are told too.
            missing: what there is for no text.
        """
        self.machine.pass_over(len(self.of))
        check_characters(self.machine, times * (len(self.of) + characters(self.of.values)))
        kinds = (str, list, tuple) if parts else (str,)
        found = [run(value) if type(value) in kinds else missing for value in self.of.values.tolist()]
        return settled(COLUMN, price, self.of.like(of_objects(found)), self.of)

    def special_item(self, key: Any) -> Any:
        return self.each(
            lambda value: value[key] if isinstance(key, slice) or -len(value) <= key < len(value) else np.nan,
            "str" if isinstance(key, slice) else "parts",
            parts=True,
        )

    def method(self, name: str) -> Guarded:
        """Raises Unsupported."""
        if name in _PLAIN:
            price = "str_by_words" if name in _BY_WORDS else "str"
            return Guarded(lambda *args: self.each(lambda value: getattr(value, name)(*_few(args)), price))
        if name in _PADDING:
            return Guarded(lambda width, *filling, **named: self._padded(name, width, *filling, **named))
        if name == "pad":
            return Guarded(
                lambda width, side="left", fillchar=" ": self._padded(
                    "rjust" if side == "left" else "ljust", width, fillchar
                )
            )
        others: dict[str, Callable[..., Any]] = {
            "len": lambda: self.each(len, parts=True),
            **string_patterns.members(self.of),
            "contains": self._contains,
            "replace": self._replaced,
            "split": lambda between=None, n=-1, expand=False: self._split(between, n, expand=expand),
            "slice": lambda start=None, stop=None, step=None: self.each(lambda value: value[slice(start, stop, step)]),
            "get": self.special_item,
            "cat": self._joined,
            "join": self._put_between,
            "repeat": self._repeated,
        }
        if name not in others:
            raise Unsupported(f"str.{name} of a column")
        return Guarded(others[name])

    def _padded(self, name: str, width: int, fillchar: str = " ", **named: Any) -> Any:
        if not isinstance(width, int | np.integer) or width > MOST_WIDTH:
            raise Unsupported("a wide field")
        filling = (named.get("fillchar", fillchar),) if name != "zfill" else ()
        return self.each(lambda value: getattr(value, name)(int(width), *filling), times=1 + int(width) // 8)

    def _put_between(self, between: str) -> Any:
        if not isinstance(between, str) or len(between) > MOST_WIDTH:
            raise Unsupported("a long text between others")
        return self.each(
            lambda value: between.join(value) if isinstance(value, str) else np.nan, times=1 + len(between)
        )

    def _repeated(self, times: int) -> Any:
        if not isinstance(times, int) or times > MOST_WIDTH:
            raise Unsupported("a wide field")
        return self.each(lambda value: value * times, times=max(1, times))

    def _contains(self, text: str, case: bool = True, flags: int = 0, na: Any = None, regex: bool = True) -> Any:
        missing = False if na is None else bool(na)
        if regex and (flags or not case or not is_plain(text)):
            return string_patterns.contains(self.of, text, case=case, flags=flags, missing=missing)
        if not isinstance(text, str):
            raise TypeError("a text is expected")
        sought = text if case else text.lower()
        return self.each(lambda value: sought in (value if case else value.lower()), "contains", missing=missing)

    def _replaced(self, old: Any, new: Any, n: int = -1, case: Any = None, flags: int = 0, regex: bool = False) -> Any:
        if not isinstance(old, str) or not isinstance(new, str) or len(new) > MOST_WIDTH:
            raise Unsupported("what takes the place of a text")
        if case is False and not regex:
            raise Unsupported("texts alike but for their case")
        flags |= re.IGNORECASE if case is False else 0
        if regex and (flags or not is_plain(old)):
            return string_patterns.replaced(self.of, old, new, n, flags)
        return self.each(lambda value: value.replace(old, new, n), "contains", times=1 + len(new))

    def _split(self, between: Any, n: int, *, expand: bool) -> Any:
        if isinstance(between, str) and len(between) > 1 and not is_plain(between):
            raise Unsupported("texts split by a pattern")
        found = self.each(lambda value: value.split(between, n or -1), "split")
        parts = sum(len(value) for value in found.values.tolist() if isinstance(value, list))
        self.machine.array(0, 0.0, _PART * parts)
        self.machine.briefly(as_python(self.of))
        return string_patterns.beside(self.of, found.values.tolist()) if expand else found

    def _joined(self, others: Any = None, sep: str = "", na_rep: Any = None) -> Any:
        if not isinstance(sep, str) or len(sep) > MOST_WIDTH:
            raise Unsupported("a long text between others")
        check_characters(self.machine, characters(self.of.values) + len(sep) * len(self.of))
        if others is None:
            return settled(COLUMN, "cat", sep.join(v for v in self.of.values.tolist() if isinstance(v, str)), self.of)
        theirs = others.values.tolist() if isinstance(others, Column) else list(others)
        pairs = zip(self.of.values.tolist(), theirs, strict=True)
        found = of_objects([f"{a}{sep}{b}" if isinstance(a, str) and isinstance(b, str) else np.nan for a, b in pairs])
        return settled(COLUMN, "cat", self.of.like(found), self.of)


def _few(args: tuple[Any, ...]) -> tuple[Any, ...]:
    if not all(isinstance(arg, str | int | tuple) for arg in args):
        raise TypeError("texts are expected")
    return args
