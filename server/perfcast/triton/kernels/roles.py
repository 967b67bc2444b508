"""What the parameters of a kernel are: pointers, numbers or compile-time constants."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from perfcast.source import FunctionNode
from perfcast.triton.kernels.names import TritonNames
from perfcast.workload.language.workload import Literal

#: Operations whose first argument is an address.
ADDRESSED: Final = frozenset(
    {"load", "store", "make_block_ptr", "make_tensor_descriptor", "_experimental_make_tensor_descriptor"}
    | {f"atomic_{name}" for name in ("add", "max", "min", "and", "or", "xor", "xchg", "cas")}
)


class Role(Enum):
    """What a parameter takes."""

    POINTER = "pointer"
    SCALAR = "scalar"
    CONSTEXPR = "constexpr"


@dataclass(frozen=True)
class Parameter:
    """One parameter of a kernel.

    Attributes:
        default: the literal that it has where a launch gives none, if `has_default`.
    """

    name: str
    role: Role
    default: Literal = None
    has_default: bool = False


def parameters(node: FunctionNode, names: TritonNames, helpers: dict[str, FunctionNode]) -> tuple[Parameter, ...]:
    """The parameters in order.

    Args:
        node: the kernel's definition.
        names: of its file.
        helpers: the jit functions of the file by name: what is handed on to them as an address is one.
    """
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    pairs = [*zip(plain, [*defaults, *arguments.defaults], strict=True)]
    pairs += zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    pointers = _pointers(node, names, helpers, set())
    found = []
    for argument, default in pairs:
        if argument.annotation is not None and _is_constexpr(argument.annotation, names):
            role = Role.CONSTEXPR
        else:
            role = Role.POINTER if argument.arg in pointers else Role.SCALAR
        literal = default.value if isinstance(default, ast.Constant) else None
        known = isinstance(default, ast.Constant) and isinstance(literal, int | float | str | None)
        found.append(Parameter(argument.arg, role, literal if known else None, known))  # type: ignore[arg-type]
    return tuple(found)


def _is_constexpr(annotation: ast.expr, names: TritonNames) -> bool:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value.rpartition(".")[2] == "constexpr"
    return names.operation(annotation) == "constexpr" or (
        isinstance(annotation, ast.Attribute | ast.Name)
        and (annotation.attr if isinstance(annotation, ast.Attribute) else annotation.id) == "constexpr"
    )


def _pointers(
    node: FunctionNode, names: TritonNames, helpers: dict[str, FunctionNode], seen: set[FunctionNode]
) -> set[str]:
    """Names of the parameters from which addresses are made."""
    seen.add(node)
    own = {argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    assigned: dict[str, list[ast.expr]] = {}
    for inner in ast.walk(node):
        if isinstance(inner, ast.Assign):
            for target in inner.targets:
                for name, value in _pairs(target, inner.value):
                    assigned.setdefault(name, []).append(value)
    found: set[str] = set()
    for address in _addresses(node, names, helpers, seen):
        pending, visited = [address], set()
        while pending:
            base = _base(pending.pop(), names)
            if base is None or base in visited:
                continue
            visited.add(base)
            if base in own:
                found.add(base)
            pending += assigned.get(base, [])
    return found


def _addresses(
    node: FunctionNode, names: TritonNames, helpers: dict[str, FunctionNode], seen: set[FunctionNode]
) -> Iterator[ast.expr]:
    for inner in ast.walk(node):
        if not isinstance(inner, ast.Call):
            continue
        if names.operation(inner.func) in ADDRESSED:
            given = inner.args[:1] or [k.value for k in inner.keywords if k.arg in {"pointer", "base"}]
            yield from given
        elif isinstance(inner.func, ast.Attribute) and inner.func.attr in {"load", "store"}:
            yield inner.func.value
        elif isinstance(inner.func, ast.Name) and (helper := helpers.get(inner.func.id)) and helper not in seen:
            wanted = _pointers(helper, names, helpers, set(seen))
            positional = [argument.arg for argument in (*helper.args.posonlyargs, *helper.args.args)]
            given_by_name = {**dict(zip(positional, inner.args, strict=False)),
                             **{k.arg: k.value for k in inner.keywords if k.arg}}  # fmt: skip
            yield from (value for name, value in given_by_name.items() if name in wanted)


def _base(address: ast.expr, names: TritonNames) -> str | None:
    """The name that an address begins with: the pointer of ``pointer + offsets`` stands first but for rare cases."""
    while not isinstance(address, ast.Name):
        if isinstance(address, ast.BinOp) and isinstance(address.op, ast.Add | ast.Sub):
            address = address.left if not isinstance(address.left, ast.Constant) else address.right
        elif isinstance(address, ast.Call):
            if isinstance(address.func, ast.Attribute) and not names.operation(address.func):
                address = address.func.value
            elif address.args and names.operation(address.func) not in {"program_id", "arange", "num_programs"}:
                address = address.args[0]
            else:
                return None
        elif isinstance(address, ast.Subscript | ast.Attribute):
            address = address.value
        elif isinstance(address, ast.IfExp):
            address = address.body
        else:
            return None
    return address.id


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        return [(target.id, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return [pair for part, given in zip(target.elts, value.elts, strict=True) for pair in _pairs(part, given)]
    return []
