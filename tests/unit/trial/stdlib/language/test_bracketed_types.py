"""Types with brackets: code that looks at hints learns what is in them."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

_IMPORTS = """
from collections import defaultdict
from typing import (
    Any, Callable, ClassVar, Dict, Generic, List, Literal, Optional, Sequence, Tuple, TypeVar, Union,
    get_args, get_origin
)
class A: pass
class Box(Generic[TypeVar("T")]): pass
def asked(kind):
    try:
        return isinstance(3, kind)
    except TypeError:
        return "refused"
"""


@pytest.mark.parametrize(
    "found",
    [
        "list[int].__args__, List[int].__origin__ is list, get_origin(Dict[str, int]) is dict",
        "get_args(Tuple[int, ...]), get_args(dict[str, List[int]])[0], getattr(List[int], '__args__', None)",
        "Union[int, str].__args__, Union[int, str].__origin__ is Union, Union[int, Union[str, int]].__args__",
        "Optional[int] == Union[None, int], Optional[int].__origin__ is Union, Union[int] is int",
        "get_args(Optional[A]) == (A, type(None)), (int | None).__args__, hasattr(int | None, '__origin__')",
        "Literal['a', None].__args__, Literal['a'].__origin__ is Literal, Literal[1, 2] == Literal[2, 1]",
        "Literal[1] == Literal[True], get_args(Literal[Literal['a'], 'b']), hasattr(Literal[1], 'nothing')",
        "isinstance(3, Union[int, str]), isinstance(A(), Union[int, A]), isinstance(2.0, Optional[int])",
        "get_origin(int), get_args(A), get_origin(None), hasattr(Union, '__args__')",
        "list[int]('ab'), defaultdict[str, int](int)['a'], dict[str, int].fromkeys('ab')",
        "defaultdict(list[int])['a'], asked(list[int]), asked(List[int])",
        "Optional[int] == (int | None), (str | int) == Union[int, str], {int | None: 3}.get(Optional[int])",
        "Union[A, int] == (int | A), Union[A, int] == int, (int | None) == (int, type(None))",
        "get_args(Union[Literal['a'], int])[0] == Literal['a'], len(get_args(List[int] | None))",
    ],
)
def test_what_is_in_brackets_is_told(found: str) -> None:
    assert interpreted(f"{_IMPORTS}found = [{found}]") == run(f"{_IMPORTS}found = [{found}]")


@pytest.mark.parametrize(
    "asked",
    [
        *("ClassVar[int].__args__", "get_args(ClassVar[int])", "get_origin(Any)"),
        *("get_origin(Callable[[int], str])", "get_args(Sequence[int])", "get_origin(Box[int])"),
    ],
)
def test_what_is_in_other_brackets_is_not_known(asked: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_IMPORTS}found = {asked}")


@pytest.mark.parametrize("hint", ["List[int]", "Optional[str]", "int | None", "Literal['a']"])
@pytest.mark.parametrize("copied", ["copy.copy({})", "copy.deepcopy({})", "copy.deepcopy([{{'a': {}}}])"])
def test_what_copies_of_hints_take_is_not_known(hint: str, copied: str) -> None:
    with pytest.raises(Unsupported, match="copy of a type"):
        interpreted(f"{_IMPORTS}import copy\nfound = {copied.format(hint)}")


def test_classes_extend_types_with_brackets() -> None:
    source = "class Table(Dict[str, int]):\n    pass\nfound = Table(a=1)['a'], isinstance(Table(), dict)"
    assert interpreted(_IMPORTS + source) == run(_IMPORTS + source)
