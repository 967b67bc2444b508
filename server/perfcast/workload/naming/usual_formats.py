"""Usual formats of strings, by their names: an e-mail address, a URL, a version, a colour."""

from __future__ import annotations

from typing import Final

from perfcast.workload.naming.names import last_word

WEB: Final = "`https`://aaaaaa.aaa/aaaaaa"
#: No number of it begins with a zero, which who reads addresses takes for none.
ADDRESS: Final = ".".join(["`1`0"] * 4)
NETWORK: Final = "`10`.0.0.`0/24`"
#: Last word of a name -> a pattern, see `perfcast.workload.values.random_strings`.
LOOKS: Final[dict[str, str]] = {
    "version": "1.1.1",
    "url": WEB,
    "uri": WEB,
    "email": "aaaaaa@aaaaaa.aaa",
    "ip": ADDRESS,
    **dict.fromkeys(("cidr", "subnet"), NETWORK),
    "color": "#111111",
    "colour": "#111111",
}
#: The same -> some texts, where a pattern cannot be said of one among others.
_EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("email", "mail"), ("ada@example.com", "bob@example.org", "eve.stone@mail.example.com")),
    **dict.fromkeys(("url", "uri", "link"), ("https://example.com/a?b=1", "https://www.example.org/news/2?page=3")),
    "ip": ("10.0.0.1", "10.0.1.17", "192.168.7.42"),
    "version": ("1.0.2", "1.4.0", "2.1.3"),
    **dict.fromkeys(("color", "colour"), ("#336699", "#ffcc00", "#1a2b3c")),
}


def look(name: str) -> str | None:
    """Of a text of that name, or of each of several: ``email``, ``emails``; None where it tells nothing."""
    word = last_word(name)
    return LOOKS.get(word) or (LOOKS.get(word[:-1]) if word.endswith("s") else None)


def examples(name: str) -> tuple[str, ...]:
    """Some texts that are called so; none where it tells nothing."""
    return _EXAMPLES.get(last_word(name), ())
