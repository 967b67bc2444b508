"""What OpenCV's functions tell of what they are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.naming.names import last_word


class Role(Enum):
    """What a parameter is to OpenCV, the surest first."""

    COLOURED = "coloured"
    WITH_ALPHA = "with alpha"
    MASK = "mask"
    GREY = "grey"
    PICTURE = "picture"
    TEMPLATE = "template"
    ELEMENT = "element"
    WEIGHTS = "weights"
    OUTLINE = "outline"
    OUTLINES = "outlines"
    CORNERS = "corners"


#: Functions by what their first argument is.
_FIRST: Final[Mapping[Role, str]] = {
    Role.PICTURE: """
        resize GaussianBlur blur medianBlur bilateralFilter filter2D boxFilter copyMakeBorder warpAffine warpPerspective
        flip rotate split rectangle circle line putText polylines drawContours fillPoly ellipse arrowedLine inRange
        erode dilate morphologyEx normalize LUT convertScaleAbs pyrDown pyrUp remap meanStdDev mean transpose""",
    Role.GREY: """
        equalizeHist adaptiveThreshold goodFeaturesToTrack cornerHarris calcOpticalFlowFarneback
        minMaxLoc HoughCircles integral threshold Canny Sobel Scharr Laplacian""",
    Role.MASK: """
        findContours connectedComponents connectedComponentsWithStats countNonZero distanceTransform HoughLinesP
        HoughLines findNonZero""",
    Role.OUTLINE: """
        contourArea arcLength boundingRect approxPolyDP minAreaRect convexHull minEnclosingCircle fitEllipse
        isContourConvex pointPolygonTest""",
    Role.CORNERS: "getPerspectiveTransform",
}
#: The same of other arguments, by their place.
_OTHERS: Final[Mapping[tuple[str, int], Role]] = {
    **dict.fromkeys(((name, 1) for name in ("absdiff", "add", "subtract", "multiply", "divide")), Role.PICTURE),
    **dict.fromkeys(((name, 0) for name in ("absdiff", "add", "subtract", "multiply", "divide")), Role.PICTURE),
    **dict.fromkeys(
        ((f"bitwise_{name}", place) for name in ("and", "or", "xor", "not") for place in (0, 1)), Role.PICTURE
    ),
    **dict.fromkeys((("addWeighted", 0), ("addWeighted", 2), ("imencode", 1), ("matchTemplate", 0)), Role.PICTURE),
    **dict.fromkeys((("imwrite", 1), ("imshow", 1)), Role.PICTURE),
    ("matchTemplate", 1): Role.TEMPLATE,
    ("calcHist", 2): Role.MASK,
    **dict.fromkeys((("calcOpticalFlowFarneback", 1),), Role.GREY),
    **dict.fromkeys((("erode", 1), ("dilate", 1), ("morphologyEx", 2)), Role.ELEMENT),
    ("filter2D", 2): Role.WEIGHTS,
    ("drawContours", 1): Role.OUTLINES,
    ("getPerspectiveTransform", 1): Role.CORNERS,
}
_BY_PLACE: Final = {
    **{(name, 0): role for role, names in _FIRST.items() for name in names.split()},
    **_OTHERS,
}
_OUTLINE_NAMES: Final = frozenset({"contour", "contours", "cnt", "cnts", "c", "points", "pts", "hull", "polygon"})


class Told(NamedTuple):
    """Of a parameter: what it is, or what its elements are."""

    role: Role
    of_elements: bool


def told_of_pictures(node: FunctionNode) -> dict[str, Told]:
    """Names of what OpenCV is given, and the surest of what they are to it."""
    found: dict[str, Told] = {}
    order = list(Role)
    copies, elements = dict(_copies(node)), dict(_elements(node))
    for given, role in _given(node):
        name = given
        for _ in range(len(copies)):
            name = copies.get(name, name)
        told = Told(role, name in elements)
        name = elements.get(name, name)
        if name not in found or order.index(role) < order.index(found[name].role):
            found[name] = told
    return found


def _given(node: FunctionNode) -> Iterator[tuple[str, Role]]:
    asks_for_axes = any(part.attr == "ndim" for part in parts_of(node, ast.Attribute))
    for call in parts_of(node, ast.Call):
        yield from _of_others(call)
        function = _of_library(call.func)
        if function is None:
            continue
        for keyword in call.keywords:
            if keyword.arg == "mask" and isinstance(keyword.value, ast.Name):
                yield keyword.value.id, Role.MASK
        if function == "calcHist" and call.args and isinstance(call.args[0], ast.List):
            yield from ((one.id, Role.PICTURE) for one in call.args[0].elts if isinstance(one, ast.Name))
        for place, one in enumerate(call.args):
            role = _BY_PLACE.get((function, place))
            if function == "cvtColor" and place == 0:
                role = _of_conversion(call)
                role = None if role is Role.GREY and asks_for_axes else role
            if function == "moments" and isinstance(one, ast.Name):
                role = Role.OUTLINE if last_word(one.id) in _OUTLINE_NAMES else Role.MASK
            if role is Role.GREY and function == "threshold" and "OTSU" not in ast.unparse(call):
                role = Role.PICTURE if asks_for_axes else role
            if (
                isinstance(one, ast.Subscript)
                and isinstance(one.slice, ast.Tuple)
                and isinstance(one.slice.elts[0], ast.Slice)
            ):
                one = one.value  # noqa: PLW2901
            if role is not None and isinstance(one, ast.Name):
                yield one.id, role


def _of_others(call: ast.Call) -> Iterator[tuple[str, Role]]:
    """What others tell: ``max(contours, key=cv2.contourArea)``, ``Image.fromarray(pixels)``."""
    if not call.args or not isinstance(call.args[0], ast.Name):
        return
    key = next((one.value for one in call.keywords if one.arg == "key"), None)
    if _of_library(key) in _FIRST[Role.OUTLINE].split():
        yield call.args[0].id, Role.OUTLINES
    if last_name(call.func) == "fromarray":
        yield call.args[0].id, Role.PICTURE


def _of_library(node: ast.expr | None) -> str | None:
    match node:
        case ast.Attribute(value=ast.Name(id="cv2" | "cv"), attr=name):
            return name
    return None


def _of_conversion(call: ast.Call) -> Role:
    code = last_name(call.args[1]) if len(call.args) > 1 else ""
    source = (code or "").removeprefix("COLOR_").partition("2")[0]
    return Role.GREY if source == "GRAY" else Role.WITH_ALPHA if source.endswith("A") else Role.COLOURED


def _copies(node: FunctionNode) -> Iterator[tuple[str, str]]:
    """Names of copies, and of what they are of."""
    for part in parts_of(node, ast.Assign):
        match part:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Name(id=of)
                | ast.Call(func=ast.Attribute(value=ast.Name(id=of), attr="copy" | "astype"))
                | ast.Call(func=ast.Attribute(attr="array" | "asarray" | "ascontiguousarray"), args=[ast.Name(id=of)])
                | ast.Subscript(value=ast.Name(id=of), slice=ast.Tuple(elts=[ast.Slice(), ast.Slice()])),
            ) if name != of:
                yield name, of


def _elements(node: FunctionNode) -> Iterator[tuple[str, str]]:
    """Names of elements, and of what they are of."""
    for loop in loops_of(node):
        target, over = loop.target, loop.iter
        match target, over:
            case ast.Tuple(elts=[_, inner]), ast.Call(func=ast.Name(id="enumerate"), args=[of, *_]):
                target, over = inner, of
            case _, ast.Call(func=ast.Name(id="sorted"), args=[of, *_]):
                over = of
        if isinstance(target, ast.Name) and isinstance(over, ast.Name):
            yield target.id, over.id
