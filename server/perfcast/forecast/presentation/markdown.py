"""Texts of code put into Markdown, and Markdown as plain text."""

from __future__ import annotations

import re

# What a renderer takes for a mark in the midst of a line; an underscore between letters is none, nor are brackets
# without an address.
_MARKS = re.compile(r"[\\`*<&~]|(?<=\])\(|(?<![^\W_])_|_(?![^\W_])")
_TICKS = re.compile(r"`+")
# What is escaped, a span of code with what encloses it, and what makes bold.
_MARKED = re.compile(r"\\(?P<escaped>[!-/:-@\[-`{-~])|(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)|\*\*")


def escaped(text: str) -> str:
    """A text that is shown as it is, in one line: the underscores of ``__init__`` would make it bold."""
    return _MARKS.sub(r"\\\g<0>", " ".join(text.split()))


def code_span(text: str) -> str:
    """A text as code, in one line, backticks within it included."""
    text = " ".join(text.split("\n"))
    fence = "`" * (max(map(len, _TICKS.findall(text)), default=0) + 1)
    if len(fence) > 1:
        # A renderer takes one space from each end.
        text = f" {text} "
    return f"{fence}{text}{fence}"


def plain(markdown: str) -> str:
    """The same for clients that do not render Markdown: tables without their rules, no marks."""
    lines = [line for line in markdown.split("\n") if not re.fullmatch(r"[|: -]+", line) or not line]
    return "\n".join(_MARKED.sub(_unmarked, line.strip("| ").replace(" | ", "   ")) for line in lines)


def _unmarked(mark: re.Match[str]) -> str:
    if mark["escaped"]:
        return mark["escaped"]
    code = mark["code"] or ""
    return code[1:-1] if len(mark["ticks"] or "") > 1 else code
