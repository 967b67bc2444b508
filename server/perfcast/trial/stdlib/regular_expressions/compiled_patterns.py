"""Patterns that were compiled: what code asks them beside searching with them."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any, Final

from perfcast.trial.interpreter.objects.guarded_functions import Kind, Unbound
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.stdlib.regular_expressions.bounded_searches import Match
from perfcast.trial.stdlib.system.platform_facts import refused

#: The parser that the library's own compiler uses; it has no public name.
parser: Any = importlib.import_module("re._parser")


class Pattern(Unbound):
    """One of them.

    Attributes:
        text: as it is written; given: the flags that it was compiled with.
    """

    def __init__(self, text: str, given: int, methods: Mapping[str, Any], nbytes: int) -> None:
        super().__init__(lambda: None, {**methods, "pattern": text}, **({"nbytes": nbytes} if nbytes else {}))
        self.text, self.given = text, given

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pattern) and (self.text, self.given) == (other.text, other.given)

    def __hash__(self) -> int:
        return hash((self.text, self.given))

    def told(self, name: str) -> Any:
        """What only reading the pattern tells; `MISSING` for other attributes."""
        match name:
            case "groups":
                return self._read.groups - 1
            case "groupindex":
                return dict(self._read.groupdict)
            case "flags":
                return self._read.flags
        return MISSING

    @cached_property
    def _read(self) -> Any:
        return parser.parse(self.text, self.given).state


#: What code asks whether something is a pattern or what was found.
KINDS: Final = {
    "Match": Kind((re.Match, Match), partial(refused, "re.Match"), {"__name__": "Match"}),
    "Pattern": Kind(Pattern, partial(refused, "re.Pattern"), {"__name__": "Pattern"}),
}
#: What the types of such values are told to be.
OF_EXPRESSIONS: Final = {re.Match: KINDS["Match"], Match: KINDS["Match"], Pattern: KINDS["Pattern"]}
