"""Values -> texts of configuration files that say them: TOML, and INI as `configparser` reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
#: Of an INI file, what stands outside of its sections, and what a section has that is no table.
_DEFAULTS: Final = "DEFAULT"
_VALUE: Final = "value"


def as_toml(said: Any) -> str:
    """A table for each dictionary that the value holds, several for each list of them, behind plain keys."""
    top = said if isinstance(said, Mapping) else {"items": said}
    plain = {key: value for key, value in top.items() if not _is_table(value) and not _are_tables(value)}
    lines = [*_pairs(plain)]
    for key, value in top.items():
        if key in plain:
            continue
        brackets = ("[", "]") if _is_table(value) else ("[[", "]]")
        for table in [value] if _is_table(value) else value:
            lines += [f"{brackets[0]}{_key(key)}{brackets[1]}", *_pairs(table)]
    return "\n".join(lines)


def as_ini(said: Any) -> str:
    """A section for each dictionary that the value holds; what stands beside them holds for all."""
    top = said if isinstance(said, Mapping) else {_DEFAULTS: {_VALUE: said}}
    beside = {key: value for key, value in top.items() if not _is_table(value)}
    sections = {**({_DEFAULTS: beside} if beside else {}), **{key: top[key] for key in top if key not in beside}}
    return "\n".join(
        line
        for name, section in sections.items()
        for line in (f"[{name}]", *(f"{key} = {_plain(value)}" for key, value in section.items()))
    )


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_table, value))


def _pairs(table: Mapping[Any, Any]) -> Iterator[str]:
    return (f"{_key(key)} = {_inline(value)}" for key, value in table.items())


def _key(key: Any) -> str:
    return str(key) if _BARE.fullmatch(str(key)) else json.dumps(str(key))


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(_pairs(value))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_inline, value))}]"
    # What TOML lacks is said by a text.
    return json.dumps(value if isinstance(value, bool | int | float | str) else str(value))


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
