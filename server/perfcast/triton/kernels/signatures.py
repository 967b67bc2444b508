"""What torch's Inductor leaves to its own launcher: element types, in ``triton_meta``, and the grid."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from perfcast.source import FunctionNode

#: Triton's names of element types -> torch's.
DTYPES: Final[Mapping[str, str]] = {
    "fp16": "float16",
    "bf16": "bfloat16",
    "fp32": "float32",
    "fp64": "float64",
    "fp8e4nv": "float8_e4m3fn",
    "fp8e5": "float8_e5m2",
    **{f"i{bits}": f"int{bits}" for bits in (8, 16, 32, 64)},
    **{f"u{bits}": f"uint{bits}" for bits in (8, 16, 32, 64)},
    "i1": "bool",
    "u1": "bool",
}

#: The names of element types in Triton's language -> torch's.
LANGUAGE_DTYPES: Final[Mapping[str, str]] = {
    **{name: name for name in DTYPES.values()},
    "int1": "bool",
    "float8e4nv": "float8_e4m3fn",
    "float8e4b15": "float8_e4m3fn",
    "float8e5": "float8_e5m2",
}


def pointed_to(node: FunctionNode) -> dict[str, str]:
    """The element types of the pointers that a ``signature`` in the decorators names: {'in_ptr0': 'float32'}."""
    parameters = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    found: dict[str, str] = {}
    for decorator in node.decorator_list:
        for inner in ast.walk(decorator):
            if not isinstance(inner, ast.Dict):
                continue
            for key, value in zip(inner.keys, inner.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "signature" and isinstance(value, ast.Dict):
                    found.update(_of_signature(value, parameters))
    return found


def _of_signature(signature: ast.Dict, parameters: list[str]) -> dict[str, str]:
    found = {}
    for key, value in zip(signature.keys, signature.values, strict=True):
        if not (isinstance(key, ast.Constant) and isinstance(value, ast.Constant) and isinstance(value.value, str)):
            continue
        dtype = DTYPES.get(value.value.removeprefix("*").partition(":")[0])
        # Older versions number the parameters.
        name = parameters[key.value] if isinstance(key.value, int) and key.value < len(parameters) else str(key.value)
        if value.value.startswith("*") and dtype is not None:
            found[name] = dtype
    return found


def inductor_grid(arguments: Mapping[str, object]) -> tuple[int, ...] | None:
    """The grid of a kernel that goes through ``xnumel`` elements in blocks of ``XBLOCK``, and so with y and z."""
    grid = []
    for axis in "xyz":
        elements, block = arguments.get(f"{axis}numel"), arguments.get(f"{axis.upper()}BLOCK")
        if not (isinstance(elements, int) and isinstance(block, int) and block > 0):
            break
        grid.append(-(-elements // block))
    return tuple(grid) or None
