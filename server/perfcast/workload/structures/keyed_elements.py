"""Tables whose keys are the elements of something else: ``{letter: i for i, letter in enumerate(ALPHABET)}``."""

from __future__ import annotations

import ast


def elements_keyed(node: ast.expr) -> ast.expr | None:
    """What a table has the elements of as keys; None of what is no such table."""
    match node:
        case ast.DictComp(key=ast.Name(id=key), generators=[ast.comprehension(target, over, [])]):
            return _gone_through_as(key, target, over)
        case ast.Call(ast.Name(id="dict"), [ast.Call(ast.Name(id="zip"), [of, _])], []):
            return of
        case ast.Call(ast.Attribute(ast.Name(id="dict"), "fromkeys"), [of, *_], []):
            return of
    return None


def _gone_through_as(name: str, target: ast.expr, over: ast.expr) -> ast.expr | None:
    """What a loop calls the elements of by that name."""
    match target, over:
        case ast.Name(id=one), of if one == name:
            return of
        case ast.Tuple(elts=[_, element]), ast.Call(ast.Name(id="enumerate"), [of, *_]):
            return _gone_through_as(name, element, of)
        case ast.Tuple(elts=targets), ast.Call(ast.Name(id="zip"), several):
            found = (_gone_through_as(name, *pair) for pair in zip(targets, several, strict=False))
            return next((of for of in found if of is not None), None)
    return None
