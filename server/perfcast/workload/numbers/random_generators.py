"""Parameters that random numbers are drawn from: ``rng.normal(size=n)``."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import parts_of
from perfcast.workload.language.workload import DRAWN_FROM, NUMPY_GENERATOR, PYTHON_GENERATOR, Argument, TypeExpression

#: Last words of their names.
_NAMES: Final = frozenset({"rng", "rnd", "prng", "generator", "random", "rand", "r"})
#: Methods that those of NumPy and of Python have, those of NumPy, and those of Python.
_OF_BOTH: Final = frozenset({"random", "choice", "shuffle", "uniform", "triangular"})
_OF_NUMPY: Final = frozenset(
    {"normal", "standard_normal", "integers", "permutation", "permuted", "poisson", "exponential", "binomial", "gamma"}
    | {"beta", "lognormal", "multivariate_normal", "dirichlet", "multinomial", "standard_exponential", "spawn", "bytes"}
)
_OF_PYTHON: Final = frozenset(
    {"randint", "randrange", "sample", "choices", "gauss", "getrandbits", "expovariate", "normalvariate", "randbytes"}
    | {"betavariate", "gammavariate", "lognormvariate", "paretovariate", "vonmisesvariate", "weibullvariate"}
)
#: What NumPy is called, and what tells how many of its numbers are drawn.
_NUMPY: Final = frozenset({"np", "numpy"})
_SIZES: Final = frozenset({"size", "replace", "p"})


def with_generators(node: FunctionNode, arguments: list[Argument], open_to_guesses: Collection[str]) -> list[Argument]:
    """With generators of random numbers for parameters that are called such and drawn from.

    Args:
        open_to_guesses: parameters of which neither annotation nor default says what they are.
    """
    found = []
    for one in arguments:
        is_named = one.name in open_to_guesses and (one.name or "").lower().rpartition("_")[2] in _NAMES
        kind = _kind(node, one.name) if is_named and one.name and one.type.name not in DRAWN_FROM else None
        found.append(one if kind is None else Argument(one.name, TypeExpression(kind)))
    return found


def _kind(node: FunctionNode, name: str) -> str | None:
    """Of which library it is, by what it is asked for."""
    methods, is_called, is_sized = set[str](), False, False
    for part in parts_of(node, ast.Attribute, ast.Call):
        match part:
            case ast.Attribute(ast.Name(id=of), method) if of == name:
                methods.add(method)
            case ast.Call(ast.Attribute(ast.Name(id=of), method), args, keywords) if of == name:
                is_called = True
                is_sized |= (method == "random" and bool(args)) or any(one.arg in _SIZES for one in keywords)
    if not is_called or not methods <= _OF_BOTH | _OF_NUMPY | _OF_PYTHON:
        return None
    if methods & _OF_PYTHON:
        return None if methods & _OF_NUMPY else PYTHON_GENERATOR
    uses_numpy = any(isinstance(one, ast.Name) and one.id in _NUMPY for one in parts_of(node, ast.Name))
    return NUMPY_GENERATOR if methods & _OF_NUMPY or is_sized or uses_numpy else PYTHON_GENERATOR
