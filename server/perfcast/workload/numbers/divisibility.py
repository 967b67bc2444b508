"""Numbers with few divisors, where most work is done only for those: numbers that are tested for being primes, that are
taken apart into factors, or by which remainders are taken."""

from __future__ import annotations

import ast
import re
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import parts_of
from perfcast.workload.naming.names import last_word
from perfcast.workload.uses.name_uses import is_name

#: Words in names of functions that look for divisors.
_LOOKING: Final = frozenset(
    {"prime", "isprime", "miller", "rabin", "fermat", "factor", "factors", "factorize", "factorise", "factorization"}
)
_MODULI: Final = frozenset({"mod", "modulus"})
_WORD: Final = re.compile(r"[A-Za-z][a-z]*")


def is_better_prime(node: FunctionNode, name: str) -> bool:
    """Whether a round number would be done with at once."""
    if last_word(name) in _MODULI:
        return any(is_name(divisor, name) for _, divisor in _remainders(node))
    is_looking = any(word.lower() in _LOOKING for word in _WORD.findall(node.name))
    return is_looking and any(is_name(side, name) for sides in _remainders(node) for side in sides)


def _remainders(node: FunctionNode) -> list[tuple[ast.expr, ast.expr]]:
    """What remainders are taken of, each with what by."""
    found = []
    for part in parts_of(node, ast.BinOp, ast.AugAssign, ast.Call):
        match part:
            case ast.BinOp(left=of, op=ast.Mod(), right=by) | ast.AugAssign(target=of, op=ast.Mod(), value=by):
                found.append((of, by))
            case ast.Call(func=ast.Name(id="divmod"), args=[of, by]):
                found.append((of, by))
            case ast.Call(func=ast.Name(id="pow"), args=[of, _, by]):
                found.append((of, by))
    return found
