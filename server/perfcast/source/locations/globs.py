"""Glob patterns as editors have them: ``**`` crosses folders, ``*`` and ``?`` do not, ``{a,b}`` is either."""

import re
from functools import lru_cache

_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?|\{[^{}]*\}|\[[^\]]*\]|.", re.DOTALL)


def matches(pattern: str, path: str) -> bool:
    """Whether a path, with '/' between its parts, matches a pattern as a whole."""
    return _compiled(pattern).fullmatch(path) is not None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile("".join(map(_translated, _TOKEN.findall(pattern))), re.DOTALL)
    except re.error:
        return re.compile(re.escape(pattern))


def _translated(token: str) -> str:
    fixed = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}.get(token)
    if fixed is not None:
        return fixed
    if token.startswith("{") and token.endswith("}"):
        return (
            "(?:" + "|".join("".join(map(_translated, _TOKEN.findall(part))) for part in token[1:-1].split(",")) + ")"
        )
    if token.startswith("[") and token.endswith("]") and len(token) > 2:
        return "[" + token[1:-1].replace("!", "^", 1).replace("\\", "\\\\") + "]" if token[1] == "!" else token
    return re.escape(token)
