"""How many dimensions an array parameter has, judged by what a function does to it."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import walk
from perfcast.workload.arrays.diagonals import has_diagonal
from perfcast.workload.arrays.element_by_element import leading_name, names_of_one_shape
from perfcast.workload.arrays.squares import is_named_as_square
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.libraries.scipy import are_points, axes_given
from perfcast.workload.sequences.compared_elements import part_of, parts_known
from perfcast.workload.uses.name_uses import is_name

#: NumPy's functions of matrices.
_OF_MATRICES: Final = frozenset(
    {"inv", "det", "solve", "eig", "eigh", "eigvals", "eigvalsh", "svd", "qr", "cholesky", "pinv", "matrix_rank"}
    | {"trace", "triu", "tril", "fliplr", "fft2", "ifft2"}
)
#: NumPy's functions of one variable a row or column, which give a number for a single one.
_OF_VARIABLES: Final = frozenset({"cov", "corrcoef"})
#: Places of more than one element, or of one of several axes.
_OF_SEVERAL: Final = (ast.Slice, ast.Tuple, ast.List, ast.Compare)
#: SciPy's functions of points, one a row.
_OF_POINTS: Final = frozenset({"cdist", "pdist"})
#: Functions and methods that go along an axis, which is gone then.
_ALONG_AN_AXIS: Final = frozenset(
    {"sum", "mean", "std", "var", "max", "min", "argmax", "argmin", "prod", "any", "all", "median", "norm", "nansum"}
    | {"nanmean", "amax", "amin", "ptp", "average", "logsumexp"}
)
#: Where their axis stands behind the array.
_AXIS_AT: Final = {**dict.fromkeys(_ALONG_AN_AXIS - {"norm"}, 0), "cumsum": 0, "roll": 1, "norm": 1}
_LIBRARIES: Final = frozenset({"np", "numpy", "torch", "jnp", "F"})
_ORDERING: Final = frozenset({"argsort", "argpartition"})
#: Functions of ``einops`` that are told a pattern, and what it names as one.
PATTERNED: Final = frozenset({"rearrange", "repeat", "reduce"})
_GROUPS: Final = re.compile(r"\([^()]*\)")
#: More than any array of practice has.
_MOST_AXES: Final = 8
_PICTURE_NAMES: Final = frozenset({"image", "img", "picture"})
#: Names of what is a picture or a matrix, whatever is done to it.
_MATRIX_NAMES: Final = _PICTURE_NAMES | frozenset(
    {"matrix", "mat", "grid", "board", "mask", "adjacency"}
    # As in scikit-learn: a sample a row.
    | {"X", "X_train", "X_test", "X_val"}
)


def pattern_axes(pattern: str) -> int:
    """Dimensions that a pattern of ``einops`` asks for."""
    left = _GROUPS.sub("g", pattern.partition("->")[0])
    return min(max(1, len([part for part in left.split() if part != "..."])), _MOST_AXES)


def rank(node: FunctionNode, name: str) -> int:
    """Dimensions of the parameter `name`: as many as its uses need, one where none of them tells."""
    found = [2 if name in _MATRIX_NAMES or is_named_as_square(name) else 1]
    places = _grids_of_places(node)
    # Weights beside a covariance are a vector, turned or not.
    may_be_turned = not any(is_named_as_square(one.arg) for one in node.args.args if one.arg != name)
    found += [axes_given(call, name) for call in parts_of(node, ast.Call)]
    found += [2] * (are_points(node, name) or has_diagonal(node, name))
    names = names_of_one_shape(node, name)
    for part in parts_of(node, ast.Subscript, ast.Assign, ast.Call, ast.Attribute, ast.BinOp):
        for used in names:
            if not (places and _is_taken_at(part, used, places)):
                found.extend(_needed(part, used, may_be_turned))
    gone = 1 if places and _is_taken_at(node, name, places) else _gone_through(node, name)
    return min(max(*found, gone), _MOST_AXES)


def _grids_of_places(node: FunctionNode) -> set[str]:
    """Names of places that are arrays of several dimensions."""
    return {
        target.id
        for part in parts_of(node, ast.Assign)
        if _is_grid_of_places(part.value)
        for target in part.targets
        if isinstance(target, ast.Name)
    }


def _is_grid_of_places(node: ast.expr) -> bool:
    """Whether they are drawn, ``rng.integers(0, n, size=(times, n))``, or put in order row by row, ``np.argsort(d,
    axis=1)[:, :k]``."""
    match node:
        case ast.Subscript(value=ast.Call(func=function), slice=ast.Tuple()):
            return last_name(function) in _ORDERING
        case ast.Subscript(value=ast.Call() as call) | (ast.Call() as call):
            return any(
                (option.arg == "size" and isinstance(option.value, ast.Tuple) and len(option.value.elts) > 1)
                or (option.arg in {"axis", "dim"} and last_name(call.func) in _ORDERING and _axis(option.value) > 1)
                for option in call.keywords
            )
    return False


def _is_taken_at(node: ast.AST, name: str, places: Container[str]) -> bool:
    """Whether it is made of what the array has at these places, whose dimensions are theirs."""
    return any(
        isinstance(part, ast.Subscript)
        and is_name(part.value, name)
        and isinstance(part.slice, ast.Name)
        and part.slice.id in places
        for part in walk(node)
    )


def _gone_through(node: FunctionNode, name: str) -> int:
    """Dimensions that loops within loops go through, ``for row in data: for cell in row``."""
    known = parts_known(node, {name})
    zipped = (
        call.args for call in parts_of(node, ast.Call) if isinstance(call.func, ast.Name) and call.func.id == "zip"
    )
    over = [*(loop.iter for loop in loops_of(node)), *(one for args in zipped for one in args)]
    gone = max((part[1] + 1 for one in over if (part := part_of(_numbered(one), known)) is not None), default=1)
    return max(gone, 2 if any(used == name for used, _ in unpacked_rows(node)) else 1)


def unpacked_rows(node: FunctionNode) -> Iterator[tuple[str, int]]:
    """Names of what has rows that are unpacked, ``for x, y in points``, ``x, y = points[i]``, and how many parts they
    have."""
    for loop in loops_of(node):
        target, of = loop.target, _numbered(loop.iter)
        if of is not loop.iter:
            target = target.elts[1] if isinstance(target, ast.Tuple) and len(target.elts) > 1 else target
        parts = target.elts if isinstance(target, ast.Tuple) else []
        if parts and isinstance(of, ast.Name) and not any(isinstance(part, ast.Starred) for part in parts):
            yield of.id, len(parts)
    for part in parts_of(node, ast.Assign):
        match part:
            case ast.Assign([ast.Tuple(elts=parts)], ast.Subscript(ast.Name(id=name), place)) if not (
                isinstance(place, _OF_SEVERAL) or any(isinstance(one, ast.Starred) for one in parts)
            ):
                yield name, len(parts)


def _numbered(node: ast.expr) -> ast.expr:
    """What is gone through by numbers and elements."""
    match node:
        case ast.Call(func=ast.Name(id="enumerate"), args=[of, *_]):
            return of
    return node


def _needed(node: ast.AST, name: str, may_be_turned: bool) -> Iterator[int]:  # noqa: PLR0912
    """Dimensions that one piece of syntax needs the array to have."""
    match node:
        case ast.Subscript(value=ast.Name(id=used), slice=index) if used == name:
            yield _indexed(index)
        case ast.Subscript(value=ast.Subscript(value=ast.Name(id=used), slice=first)) if used == name:
            yield _indexed(first) + 1 if not isinstance(first, ast.Slice) else 1
        case ast.Subscript(value=shape, slice=ast.Constant(value=int(axis))) if _is_shape(shape, name) and axis >= 0:
            yield axis + 1
        case ast.Assign(targets=[ast.Tuple(elts=parts)], value=shape) if _is_shape(shape, name):
            yield len(parts)
        case ast.Assign(targets=[ast.Tuple(elts=parts)], value=ast.Tuple(elts=[ast.Starred(value=shape), *others])) if (
            _is_shape(shape, name)
        ):
            yield len(parts) - len(others)
        case ast.Call(func=function, args=[ast.Name(id=used), ast.Constant(value=str(pattern)), *_]) if (
            used == name and last_name(function) in PATTERNED
        ):
            yield pattern_axes(pattern)
        case ast.Call(func=function, args=[ast.Constant(value=str(subscripts)), *operands]) if (
            last_name(function) == "einsum"
        ):
            yield from _axes_in_subscripts(subscripts, operands, name)
        case ast.Attribute(value=ast.Name(id=used), attr="T") if used == name and may_be_turned:
            yield 2
        case ast.BinOp(op=ast.MatMult(), left=ast.Name(id=used), right=right) if used == name and numbers_beside(right):
            # Of a picture, each colour's share.
            yield 3 if name in _PICTURE_NAMES else 2
        case ast.BinOp(op=ast.MatMult(), left=left, right=right) if name.isupper():
            # A @ x: vectors are written small.
            yield 2 if any(isinstance(part, ast.Name) and part.id == name for part in _factors(left, right)) else 1
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=used), attr="size"), args=[ast.Constant(value=int(axis))]
        ) if used == name and axis >= 0:
            yield axis + 1
        case ast.Call(ast.Attribute(ast.Name(id="np" | "numpy"), function), [ast.Name(id=used)], options) if (
            used == name and function in _OF_VARIABLES and all(option.arg != "y" for option in options)
        ):
            yield 2
        case ast.Call(func=function, args=points) if last_name(function) in _OF_POINTS:
            yield 2 if any(isinstance(part, ast.Name) and part.id == name for part in points[:2]) else 1
        case ast.Call(func=ast.Attribute(value=reckoned) as function) if leading_name(reckoned) == name:
            yield from _called(node, function.attr, node.args)
        case ast.Call(func=ast.Attribute(attr=function), args=[ast.Name(id=used), *behind]) if used == name:
            yield from _called(node, function, behind)
            if function in _OF_MATRICES:
                yield 2
        case ast.Call(func=ast.Attribute(attr=function)) if function in _ALONG_AN_AXIS:
            yield from (max(2, axes) for used, axes in _reduced(node, 0) if used == name and axes > 0)


def _axes_in_subscripts(subscripts: str, operands: list[ast.expr], name: str) -> Iterator[int]:
    """Dimensions that ``einsum`` has letters for."""
    for letters, operand in zip(subscripts.partition("->")[0].split(","), operands, strict=False):
        if isinstance(operand, ast.Name) and operand.id == name:
            yield sum(map(str.isalpha, letters))


def _factors(*operands: ast.expr) -> Iterator[ast.expr]:
    """What a product of matrices is made of, scaled or not."""
    for operand in operands:
        if isinstance(operand, ast.BinOp):
            yield from _factors(operand.left, operand.right)
        else:
            yield operand


def _indexed(index: ast.expr) -> int:
    """Dimensions that an index names: ``None`` adds one of its own, ``...`` stands for any."""
    if not isinstance(index, ast.Tuple):
        return 1
    return sum(1 for part in index.elts if not _is_new_axis(part) and not _is_constant(part, Ellipsis))


def _called(call: ast.Call, function: str, given: list[ast.expr]) -> Iterator[int]:
    """Of a method or function of the array: the axes that it is given.

    Args:
        given: what it is given besides the array.
    """
    yield from map(_axis, given[_AXIS_AT[function] :][:1] if function in _AXIS_AT else [])
    if function in {"transpose", "permute"} and len(call.args) > 1:
        yield len([arg for arg in call.args if not isinstance(arg, ast.Name)])
    if function in {"transpose", "swapaxes"}:
        yield from map(_axis, call.args)
    for keyword in call.keywords:
        if keyword.arg in {"axis", "dim"}:
            yield _axis(keyword.value)


def _reduced(node: ast.expr, axes: int) -> Iterator[tuple[str, int]]:
    """Names in an expression of so many dimensions, and how many those have then: of what is computed along axes."""
    match node:
        case ast.Name(id=name):
            yield name, axes
        case ast.UnaryOp(operand=inner):
            yield from _reduced(inner, axes)
        case ast.BinOp(left=left):
            # The right one may be spread over it.
            yield from _reduced(left, axes)
        case ast.Subscript(value=inner, slice=index):
            parts = index.elts if isinstance(index, ast.Tuple) else [index]
            yield from _reduced(inner, axes - sum(map(_is_new_axis, parts)))
        case ast.Call(func=ast.Attribute(value=value, attr=function)):
            # A method of it, or a function of NumPy's or torch's.
            is_method = not (isinstance(value, ast.Name) and value.id in _LIBRARIES) and last_name(value) != "linalg"
            given = [value, *node.args] if is_method else node.args
            if given and function in _ALONG_AN_AXIS:
                named = [one.value for one in node.keywords if one.arg in {"axis", "dim"}]
                along = [axis for one in (*named, *given[1:2]) if (axis := _literal_axis(one)) is not None]
                keeps = any(one.arg in {"keepdims", "keepdim"} for one in node.keywords)
                needed = [axis + 1 if axis >= 0 else -axis for axis in along]
                yield from _reduced(given[0], max(axes + (bool(along) and not keeps), *needed, 0))
            elif given and not is_method:
                yield from _reduced(given[0], axes)


def _axis(node: ast.expr) -> int:
    if isinstance(node, ast.Tuple):
        return max(map(_axis, node.elts), default=1)
    axis = _literal_axis(node)
    # One of a single dimension would be no more than all of it.
    return 1 if axis is None else max(2, axis + 1 if axis >= 0 else -axis)


def _literal_axis(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(axis)):
            return axis
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(axis))):
            return -axis
    return None


def _is_shape(node: ast.expr, name: str) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=used), attr="shape"):
            return used == name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=used), attr="size"), args=[]):
            return used == name
    return False


def _is_new_axis(node: ast.expr) -> bool:
    return _is_constant(node, None) or (isinstance(node, ast.Attribute) and node.attr == "newaxis")


def _is_constant(node: ast.expr, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def numbers_beside(node: ast.expr) -> int:
    """How many numbers stand there, in a list or an array of it; 0 for what is neither."""
    match node:
        case ast.List(elts=numbers) | ast.Tuple(elts=numbers) if all(map(_is_number, numbers)):
            return len(numbers)
        case ast.Call(func=function, args=[inner, *_]) if last_name(function) in {"array", "asarray"}:
            return numbers_beside(inner)
    return 0


def _is_number(node: ast.expr) -> bool:
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)
