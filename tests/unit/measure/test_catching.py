"""A unit's calls, seen while other code makes them, of a unit that is as before while and after that."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import pytest

from perfcast.measure.catching import catching_of


class Unchanging(type):
    """Of classes that nobody may change."""

    def __setattr__(cls, name: str, value: Any) -> None:
        raise AttributeError(name)


class Base:
    def twice(self, n: int) -> int:
        return 2 * n


class Thing(Base, metaclass=Unchanging):
    def twice(self, n: int, *, more: int = 1) -> int:
        return super().twice(n) + more


def half(n: int, by: int = 2) -> int:
    return n // by


@functools.lru_cache
def kept(n: int) -> int:
    return n + 1


def calls_of(function: Callable[..., Any], owner: Any, name: str, run: Callable[[], Any]) -> tuple[list[Any], Any]:
    """What the unit was called with while this ran, and what it gave."""
    found: list[Any] = []

    def seen(args: tuple[Any, ...], kwargs: dict[str, Any], unseen: Callable[..., Any]) -> Any:
        found.append((args, kwargs))
        return unseen(*args, **kwargs)

    with catching_of(function, vars(owner)[name], owner, name).catching(seen):
        made = run()
    return found, made


def test_methods_of_a_class_that_stays_as_it_is() -> None:
    thing = Thing()
    found, made = calls_of(Thing.twice, Thing, "twice", lambda: thing.twice(3, more=4))
    assert (found, made) == ([((thing, 3), {"more": 4})], 10)
    assert thing.twice(3) == 7


def test_whoever_holds_a_function_is_seen_to_call_it() -> None:
    module = inspect.getmodule(half)
    bound, listed = functools.partial(half, 9), [half]
    found, made = calls_of(half, module, "half", lambda: (bound(by=3), listed[0](8)))
    assert (found, made) == ([((9,), {"by": 3}), ((8,), {})], (3, 4))


def test_the_variables_of_a_watched_method_can_be_looked_at() -> None:
    """As tracebacks with locals do, of a method that has a variable of the class around it."""
    seen: list[Any] = []

    def look(args: tuple[Any, ...], kwargs: dict[str, Any], unseen: Callable[..., Any]) -> Any:
        frame = inspect.currentframe()
        while frame is not None:
            seen.append(dict(frame.f_locals))
            frame = frame.f_back
        return unseen(*args, **kwargs)

    with catching_of(Thing.twice, vars(Thing)["twice"], Thing, "twice").catching(look):
        assert Thing().twice(2) == 5
    assert any("seen" in variables for variables in seen)


def test_what_it_takes_is_said_while_it_is_watched() -> None:
    _, said = calls_of(half, inspect.getmodule(half), "half", lambda: inspect.signature(half))
    assert said == inspect.signature(half)
    assert "__signature__" not in vars(half)


def test_what_is_no_plain_function_is_seen_where_it_is_held() -> None:
    found, made = calls_of(kept, inspect.getmodule(half), "kept", lambda: kept(5))
    assert (found, made) == ([((5,), {})], 6)
    assert hasattr(kept, "cache_info")


def test_an_error_of_the_code_leaves_the_unit_as_it_was() -> None:
    with pytest.raises(ZeroDivisionError):
        calls_of(half, inspect.getmodule(half), "half", lambda: half(1, 0))
    assert half(8) == 4
