"""Functions that code on the host calls beside torch's, and what they give for values that are known."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from perfcast.triton.host_code.values import Unknown
from perfcast.triton.kernels.configurations import Config
from perfcast.workload.code.evaluation import UnknownValueError

#: Containers that a configuration list or a loop over sizes may reach.
MOST_ITEMS: Final = 4096
_MOST_BITS: Final = 64


def cdiv(left: int, right: int) -> int:
    """``triton.cdiv``: how often `right` fits in `left`, the last time perhaps in part."""
    return -(-left // right)


def next_power_of_2(number: int) -> int:
    """``triton.next_power_of_2``."""
    return 1 << max(number - 1, 0).bit_length() if number.bit_length() <= _MOST_BITS else 0


FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "triton.cdiv": cdiv,
    "triton.language.cdiv": cdiv,
    "triton.next_power_of_2": next_power_of_2,
    "triton.language.next_power_of_2": next_power_of_2,
    "cdiv": cdiv,
    "next_power_of_2": next_power_of_2,
    "math.ceil": math.ceil,
    "math.floor": math.floor,
    "math.sqrt": math.sqrt,
    "math.log2": math.log2,
    "math.log": math.log,
    "math.exp": math.exp,
    "math.prod": math.prod,
    "itertools.product": lambda *parts: _taken(itertools.product(*map(iterated, parts))),
    "zip": lambda *parts: list(zip(*map(iterated, parts), strict=False)),
    "enumerate": lambda items, start=0: list(enumerate(iterated(items), start)),
    "any": lambda items: any(iterated(items)),
    "all": lambda items: all(iterated(items)),
    "reversed": lambda items: iterated(items)[::-1],
    "dict": dict,
    "divmod": divmod,
    "isinstance": lambda *_: unknown_value(),
}


def config_of(values: Sequence[object], keywords: Mapping[str, object]) -> Config:
    meta = values[0] if values else keywords.get("kwargs")
    if not isinstance(meta, dict):
        raise UnknownValueError
    constants = {}
    for name, value in meta.items():
        if not (value is None or isinstance(value, int | float | bool | str)):
            raise UnknownValueError
        constants[str(name)] = value
    options: dict[str, int | None] = {}
    for position, option in enumerate(("num_warps", "num_stages", "num_ctas", "maxnreg"), 1):
        value = keywords.get(option, values[position] if len(values) > position else None)
        if isinstance(value, Unknown) or not (value is None or isinstance(value, int)):
            raise UnknownValueError
        options[option] = value
    return Config.of(constants, options)


def container_method(owner: dict[Any, Any] | list[Any], name: str, values: Sequence[object]) -> object:
    """What a method of a dict or list gives; None where it is no such method."""
    if isinstance(owner, dict):
        views: dict[str, Callable[[], object]] = {
            "items": lambda: [tuple(item) for item in owner.items()],
            "keys": lambda: list(owner),
            "values": lambda: list(owner.values()),
            "copy": lambda: dict(owner),
            "get": lambda: owner.get(values[0], values[1] if len(values) > 1 else None),
        }
        if name == "update" and values and isinstance(values[0], dict):
            owner.update(values[0])
            return owner
        return views[name]() if name in views else None
    if name == "append" and len(values) == 1:
        owner.append(values[0])
    elif name == "extend" and len(values) == 1:
        owner.extend(iterated(values[0]))
    else:
        return None
    return owner


def iterated(value: object) -> list[Any]:
    if isinstance(value, dict):
        return list(value)
    if not isinstance(value, list | tuple | range | set | str) or len(value) > MOST_ITEMS:
        raise UnknownValueError
    return list(value)


def _taken(items: Iterable[Any]) -> list[Any]:
    """Raises UnknownValueError where they are too many."""
    found = list(itertools.islice(items, MOST_ITEMS + 1))
    if len(found) > MOST_ITEMS:
        raise UnknownValueError
    return found


def unknown_value() -> Any:
    raise UnknownValueError
