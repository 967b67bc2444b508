"""Loggers that a project's own functions make, which look up who called them or set up where records go: whatever they
do, what they give back tells nobody anything here."""

from __future__ import annotations

import ast
import re
from typing import Final

_NAMED: Final = re.compile(r"^_?log$|(?:^|_)logger$", re.IGNORECASE)


def maker_of_logger(statement: ast.stmt) -> str:
    """The name of the function that a statement makes a logger by, as the name of what it assigns tells: ``_logger =
    make_logger(__name__)``; '' for other statements."""
    match statement:
        case ast.Assign([ast.Name(name)], ast.Call(ast.Name(made))) if _NAMED.search(name):
            return made
        case ast.AnnAssign(ast.Name(name), _, ast.Call(ast.Name(made))) if _NAMED.search(name):
            return made
    return ""
