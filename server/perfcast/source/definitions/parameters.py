"""The parameters of functions."""

from __future__ import annotations

import ast


def every_parameter(arguments: ast.arguments) -> list[ast.arg]:
    """All that a function binds when it is called, those with stars last."""
    with_stars = [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *with_stars]
