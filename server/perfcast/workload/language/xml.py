"""Values -> XML that says them: an element for each key, several for a list, attributes for keys such as '@id'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

#: What keys of attributes begin with.
ATTRIBUTE: Final = "@"
_ROOT: Final = "root"
_ONE: Final = "item"


def as_xml(said: Any) -> str:
    """One element with all of it, on lines of their own where it holds others."""
    return "\n".join(_element(_ROOT, {_ONE: said} if isinstance(said, list) else said, ""))


def _element(name: str, said: Any, space: str) -> Iterator[str]:
    # What reads from the network is imported with it.
    from xml.sax.saxutils import escape, quoteattr

    parts = said if isinstance(said, Mapping) else {}
    attributes = "".join(
        f" {key.removeprefix(ATTRIBUTE)}={quoteattr(str(value))}"
        for key, value in parts.items()
        if key.startswith(ATTRIBUTE)
    )
    inner = {key: value for key, value in parts.items() if not key.startswith(ATTRIBUTE)}
    if not inner:
        text = "" if isinstance(said, Mapping) or said is None else escape(str(said))
        yield f"{space}<{name}{attributes}>{text}</{name}>"
        return
    yield f"{space}<{name}{attributes}>"
    for key, value in inner.items():
        for one in value if isinstance(value, list) else [value]:
            yield from _element(key, one, f"{space}  ")
    yield f"{space}</{name}>"
