"""How many parts of a text have to be there: ``if len(parts) < 4: continue`` passes over lines with fewer."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

#: What a text with other parts is passed over by. A value that is returned may as well be what is wanted.
_PASSING: Final = (ast.Continue, ast.Break, ast.Raise)


def least_parts(body: Sequence[ast.AST], parts: str, most: int) -> int:
    """Of the list of that name, so that nothing is passed over that asks how many there are; 0 where nobody asks for
    any number up to `most`."""
    asked = (count for part in body if isinstance(part, ast.If) for count in _needed(part, parts))
    return max((count for count in asked if count <= most), default=0)


def _needed(branch: ast.If, parts: str) -> Iterator[int]:
    """By a branch: so many are there where it is not left, or where it is gone into."""
    last = branch.body[-1]
    is_left = isinstance(last, (*_PASSING, ast.Return))
    is_passed_over = isinstance(last, _PASSING) or (isinstance(last, ast.Return) and not _gives(last.value))
    for test in _either(branch.test, ast.Or):
        match length_compared(test, parts):
            case (ast.Lt() | ast.NotEq(), ast.Constant(value=int(count))) if is_left:
                yield count
            case (ast.LtE(), ast.Constant(value=int(count))) if is_left:
                yield count + 1
    for test in _either(branch.test, ast.And):
        match length_compared(test, parts):
            case (ast.GtE() | ast.Eq(), ast.Constant(value=int(count))) if not is_passed_over:
                yield count
            case (ast.Gt(), ast.Constant(value=int(count))) if not is_passed_over:
                yield count + 1


def length_compared(test: ast.AST, parts: str) -> tuple[ast.cmpop, ast.expr] | None:
    """How the length of the list of that name is compared, and with what."""
    match test:
        case ast.Compare(ast.Call(ast.Name("len"), [ast.Name(id=one)]), [comparison], [other]) if one == parts:
            return comparison, other
    return None


def _either(test: ast.expr, operator: type[ast.boolop]) -> Sequence[ast.expr]:
    """The parts of a test that such an operator puts together."""
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, operator) else [test]


def _gives(value: ast.expr | None) -> bool:
    """Whether what is returned is more than constants or something empty."""
    match value:
        case None | ast.Constant() | ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Call(ast.Name(), [], []):
            return False
        case ast.UnaryOp(operand=one):
            return _gives(one)
        case ast.Tuple(elts=several):
            return any(map(_gives, several))
    return True
