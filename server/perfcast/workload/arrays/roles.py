"""What arrays among a unit's parameters are for: numbers of rows, points of a few coordinates, small kernels."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.arrays.element_by_element import leading_name, names_of_one_shape
from perfcast.workload.arrays.ranks import numbers_beside, unpacked_rows
from perfcast.workload.arrays.tensors import CLASSES, TENSOR
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.language.workload import Argument
from perfcast.workload.libraries.scipy import OF_PLACES, are_points
from perfcast.workload.naming.names import ANYTHING, ARRAY, INT, INTS, MATRIX, last_word

#: Functions of NumPy that are given numbers of rows or of classes, and which of their arguments these are.
_COUNTING: Final = {"bincount": 0, "take": 1, "take_along_axis": 1, "choose": 0, "unravel_index": 0}
#: What puts arrays together that stand where places would.
_JOINING: Final = frozenset({"c_", "r_"})
#: Last words of names of what is moved over a larger array, and its length along each axis.
_KERNELS: Final = frozenset({"kernel", "stencil", "filter"})
_KERNEL_LENGTH: Final = 3
#: Coordinates that points and boxes have.
_COORDINATES: Final = range(2, 5)
_MATRIX: Final = 2
#: Last words of names of what says for each sample which of a few it belongs to.
_LABELS: Final = frozenset({"labels", "classes", "clusters", "groups", "categories", "assignments"})
SAMPLES: Final = "X"
SAMPLE_TARGETS: Final = "y"
#: Names of samples, and of what there is one of for each of them.
_TARGETS: Final = {
    SAMPLES: frozenset({SAMPLE_TARGETS, "y_true", "y_pred", "y_hat"}),
    **{f"X_{part}": frozenset({f"y_{part}"}) for part in ("train", "test", "val")},
}


def with_roles(node: FunctionNode, arguments: list[Argument], size: int) -> list[Argument]:
    """The arrays as the unit uses them.

    Args:
        size: elements of an array of one dimension, and rows of one of a few columns.
    """
    rows = {one.name: one.type.shape[0] for one in arguments if one.name is not None and _is_open(one)}
    if not rows:
        return arguments
    most = {name: rows.get(of, CLASSES) - 1 for name, of in _places(node) if name in rows}
    found = [_in_its_role(node, one, most) if one.name in rows else one for one in arguments]
    points = [one for one, before in zip(found, arguments, strict=True) if one.type.shape != before.type.shape]
    if len(points) < len(rows) or any(one.type == INT and one.value in rows.values() for one in arguments):
        # There are as many of them as of what is beside them.
        return found
    return [_with_rows(one, size) for one in found]


def _with_rows(points: Argument, size: int) -> Argument:
    if len(points.type.shape) != _MATRIX or points.kept:
        return points
    columns = points.type.shape[1]
    return replace(points, type=replace(points.type, shape=(max(1, size // columns), columns)))


def with_targets(arguments: list[Argument], annotated: Collection[str], size: int) -> list[Argument]:
    """With a value for each sample: ``y`` and ``y_pred`` beside ``X``, ``y_train`` beside ``X_train``, as scikit-learn
    calls them, where nothing says what it is."""
    unknown = (INT, INTS, MATRIX, ANYTHING)
    samples = {one.name for one in arguments if _is_plain(one)}
    targets = {target for of, several in _TARGETS.items() if of in samples for target in several}
    return [
        Argument(one.name, replace(ARRAY, shape=(size,)))
        if one.name in targets and one.name not in annotated and one.type in unknown
        else one
        for one in arguments
    ]


def with_classes(node: FunctionNode, arguments: list[Argument], annotated: Collection[str]) -> list[Argument]:
    """With lists of numbers of rows or columns that an array of the body's own has, where they are its places."""
    lists = {one.name for one in arguments if one.type == INTS and one.name not in annotated}
    if not lists:
        return arguments
    elements = dict(_elements(node))
    within = {
        elements.get(place.id, place.id)
        for part in parts_of(node, ast.Subscript)
        if isinstance(part.slice, ast.Tuple)
        for place in part.slice.elts
        if isinstance(place, ast.Name)
    }
    return [replace(one, low=0, high=CLASSES - 1) if one.name in lists & within else one for one in arguments]


def _is_plain(argument: Argument) -> bool:
    """Whether it is an array of NumPy's of which nothing but the shape is known."""
    return argument.type.name == "float64" and bool(argument.type.shape)


def _is_open(argument: Argument) -> bool:
    """The same of NumPy's or PyTorch's."""
    return _is_plain(argument) or (argument.type.name == TENSOR and bool(argument.type.shape))


def _in_its_role(node: FunctionNode, one: Argument, most: Mapping[str, int]) -> Argument:
    name, shape = one.name or "", one.type.shape
    if _is_plain(one) and (name in most or last_word(name) in _LABELS):
        high = most.get(name, CLASSES - 1)
        columns = _coordinates(node, name) if len(shape) == _MATRIX else None
        shape = shape if columns is None else (*shape[:-1], columns)
        return replace(one, type=replace(one.type, name="int64", shape=shape), low=0, high=high)
    if last_word(name) in _KERNELS and len(shape) == _MATRIX:
        return replace(one, type=replace(one.type, shape=(_KERNEL_LENGTH,) * _MATRIX), kept=(0, 1))
    coordinates = _coordinates(node, name) if len(shape) >= _MATRIX else None
    if coordinates is not None:
        return replace(one, type=replace(one.type, shape=(*shape[:-1], coordinates)))
    return one


def _places(node: FunctionNode) -> Iterator[tuple[str, str]]:
    """Names that stand for places within something else, or whose elements do, and the name of that, '' where it has
    none."""
    elements = dict(_elements(node))
    for part in parts_of(node, ast.Subscript, ast.Call):
        within = ""
        match part:
            case ast.Subscript(value=of) if last_name(of) in _JOINING:
                continue
            case ast.Subscript(slice=ast.Tuple(elts=places)):
                used = [*places]
            case ast.Subscript(value=of, slice=place):
                used, within = [place], of.id if isinstance(of, ast.Name) else ""
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(value=ast.Name(id="np" | "numpy")), attr="at"),
                args=[_, places, *_],
            ):
                # ``np.add.at(counts, (rows, columns), 1)``
                used = [*places.elts] if isinstance(places, ast.Tuple) else [places]
            case ast.Call(func=function, args=[ast.Tuple(elts=[_, ast.Tuple(elts=[*used])]), *_]) if (
                last_name(function) in OF_PLACES
            ):
                # ``coo_matrix((values, (rows, columns)))``
                pass
            case ast.Call(func=function, args=given) if last_name(function) in _COUNTING:
                used = [*map(_unshaped, given[_COUNTING[last_name(function)] :][:1])]
                # Some of them.
                used = [one.value if isinstance(one, ast.Subscript) else one for one in used]
            case _:
                continue
        for one in used:
            for place in _reckoned_of(one):
                # What is reckoned lies within whatever it is reckoned for.
                yield _whole(place.id, elements), within if place is one else ""


def _whole(name: str, elements: Mapping[str, str]) -> str:
    """What something is an element of, or an element of an element."""
    for _ in elements:
        name = elements.get(name, name)
    return name


def _reckoned_of(node: ast.expr) -> Iterator[ast.Name]:
    """Names of what a place is reckoned of: of ``labels % classes``, ``truth * classes + found``, ``edges[:, 0]``."""
    match node:
        case ast.Name():
            yield node
        case ast.Subscript(
            value=ast.Name() as of,
            slice=ast.Tuple(elts=[ast.Slice(), ast.Constant(value=int())]) | ast.Constant(value=int()) | ast.Name(),
        ):
            yield of
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Mod(), left=left, right=right):
            yield from _reckoned_of(left)
            yield from _reckoned_of(right)


def _unshaped(node: ast.expr) -> ast.expr:
    """What is brought into another shape: of ``grey.ravel()``."""
    match node:
        case ast.Call(func=ast.Attribute(value=inner, attr="ravel" | "flatten" | "reshape")):
            return inner
    return node


def _elements(node: FunctionNode) -> Iterator[tuple[str, str]]:
    """Name of an element or of several, name of what these are of."""
    for part in parts_of(node, ast.Assign):
        match part:
            case ast.Assign(targets=[ast.Name(id=several)], value=ast.Subscript(value=ast.Name(id=whole))):
                yield several, whole
    for loop in loops_of(node):
        pairs = [(loop.target, loop.iter)] if isinstance(loop, ast.For | ast.comprehension) else []
        match loop.target, loop.iter:
            case ast.Tuple(elts=targets), ast.Call(func=ast.Name(id="zip"), args=given):
                pairs = [*zip(targets, given, strict=False)]
        for one, of in pairs:
            if isinstance(one, ast.Name) and isinstance(of, ast.Name):
                yield one.id, of.id


def _coordinates(node: FunctionNode, name: str) -> int | None:
    """Columns of an array that is unpacked into them or multiplied with so many numbers, or of which each is asked for
    by its number, and which is used in no other way; else None."""
    told = [*(parts for used, parts in unpacked_rows(node) if used == name), *_lengths_told(node, name)]
    if told:
        return told[0]
    asked: set[int] = set()
    whole = sum(part.id == name for part in parts_of(node, ast.Name))
    for part in parts_of(node, ast.Subscript, ast.Call):
        match part:
            case ast.Subscript(value=ast.Name(id=used), slice=ast.Tuple(elts=[*_, ast.Constant(value=int(place))])) if (
                used == name
            ):
                asked.add(place)
                whole -= 1
            case ast.Subscript(value=ast.Name(id=used), slice=ast.Tuple(elts=[*_, ast.Slice()])) if used == name:
                whole -= 1
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=used)]) if used == name:
                whole -= 1
            case ast.Subscript(
                value=ast.Attribute(value=ast.Name(id=used), attr="shape"), slice=ast.Constant(value=0)
            ) if used == name:
                whole -= 1
    count = max(asked, default=0) + 1
    if whole == 0 and count in _COORDINATES and asked == set(range(count)):
        return count
    return max(count, _COORDINATES[0]) if are_points(node, name) and count in range(_COORDINATES[-1] + 1) else None


def _lengths_told(node: FunctionNode, name: str) -> Iterator[int]:
    """How long the last axis is, by what stands beside the array."""
    starts, ends = set[int](), set[int]()
    rows, names = dict(_rows_of_numbers(node)), names_of_one_shape(node, name)
    for part in parts_of(node, ast.Assign, ast.BinOp, ast.Call, ast.Subscript):
        match part:
            case ast.Assign(
                targets=[ast.Tuple(elts=parts)], value=ast.Attribute(value=ast.Name(id=used), attr="T")
            ) if used == name and not any(isinstance(one, ast.Starred) for one in parts):
                yield len(parts)
            case (
                ast.BinOp(left=ast.Name(id=used), op=ast.MatMult(), right=right)
                | ast.Call(func=ast.Attribute(attr="dot"), args=[ast.Name(id=used), right])
            ) if used == name and (numbers := numbers_beside(right)):
                yield numbers
            case ast.BinOp(left=left, right=ast.Name(id=row)) if row in rows and leading_name(left) in names:
                yield rows[row]
            case ast.Subscript(value=ast.Name(id=used), slice=ast.Tuple(elts=[*_, ast.Slice() as last])) if (
                used == name
            ):
                match last:
                    case ast.Slice(lower=None, upper=ast.Constant(value=int(bound)), step=None):
                        ends.add(bound)
                    case ast.Slice(lower=ast.Constant(value=int(bound)), upper=None, step=None):
                        starts.add(bound)
    # Corners of boxes: the first and the last half.
    yield from (2 * bound for bound in starts & ends if bound > 0)


def _rows_of_numbers(node: FunctionNode) -> Iterator[tuple[str, int]]:
    """Names of arrays that are written out, ``mean = np.array([0.5, 0.4, 0.4])``, and how many numbers they have."""
    for part in parts_of(node, ast.Assign):
        numbers = numbers_beside(part.value) if isinstance(part.value, ast.Call) else 0
        if numbers > 1:
            yield from ((target.id, numbers) for target in part.targets if isinstance(target, ast.Name))
