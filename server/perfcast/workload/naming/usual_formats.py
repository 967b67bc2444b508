"""Usual formats of strings, by their names: an e-mail address, a URL, a version, a colour."""

from __future__ import annotations

from typing import Final

from perfcast.workload.naming.names import last_word

WEB: Final = "`https`://aaaaaa.aaa/aaaaaa"
#: No number of it begins with a zero, which who reads addresses takes for none.
ADDRESS: Final = ".".join(["`1`0"] * 4)
#: Last word of a name -> a pattern, see `perfcast.workload.values.random_strings`.
LOOKS: Final[dict[str, str]] = {
    "version": "1.1.1",
    "url": WEB,
    "uri": WEB,
    "email": "aaaaaa@aaaaaa.aaa",
    "ip": ADDRESS,
    "color": "#111111",
    "colour": "#111111",
}


def look(name: str) -> str | None:
    """Of a text of that name, or of each of several: ``email``, ``emails``; None where it tells nothing."""
    word = last_word(name)
    return LOOKS.get(word) or (LOOKS.get(word[:-1]) if word.endswith("s") else None)
