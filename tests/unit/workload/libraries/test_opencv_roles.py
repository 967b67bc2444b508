"""What OpenCV's functions tell of parameters that they are given."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from perfcast.source import FunctionNode
from perfcast.workload import parse
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.values.building import build


def _function(source: str) -> FunctionNode:
    [node] = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    return node


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(a: np.ndarray): return cv2.cvtColor(a, cv2.COLOR_BGR2GRAY)", "a: uint8[480, 640, 3]"),
        ("def f(a): return cv2.cvtColor(a, cv2.COLOR_GRAY2BGR)", "a: uint8[480, 640]"),
        ("def f(a): return cv2.cvtColor(a, cv2.COLOR_BGRA2BGR)", "a: uint8[480, 640, 4]"),
        ("def f(img: np.ndarray): return cv2.resize(img, (64, 64))", "img: uint8[480, 640, 3]"),
        ("def f(gray: np.ndarray): return cv2.GaussianBlur(gray, (5, 5), 0)", "gray: uint8[480, 640]"),
        ("def f(a: np.ndarray): return cv2.equalizeHist(a)", "a: uint8[480, 640]"),
        ("def f(a: np.ndarray): return cv2.findContours(a, 0, 2)[0]", "a: uint8[480, 640] in 0..255 of 2"),
        ("def f(a: np.ndarray): return Image.fromarray(a)", "a: uint8[480, 640, 3]"),
        # Shapes that are told, copies, and what stands beside a picture.
        ("def f(img: np.ndarray):\n    h, w = img.shape\n    return cv2.flip(img, 1)", "img: uint8[480, 640]"),
        ("def f(a: np.ndarray):\n    b = a.copy()\n    return cv2.circle(b, (9, 9), 3, 0)", "a: uint8[480, 640, 3]"),
        (
            "def f(a: np.ndarray, mask: np.ndarray): return cv2.mean(a[mask > 0]), cv2.flip(a, 1)",
            "a: uint8[480, 640, 3]; mask: uint8[480, 640] in 0..255 of 2",
        ),
        (
            "def f(image: np.ndarray, part: np.ndarray): return cv2.matchTemplate(image, part, 5)",
            "image: uint8[480, 640, 3]; part: uint8[64, 64, 3]",
        ),
        ("def f(c: np.ndarray): return cv2.contourArea(c)", "c: int32[100, 1, 2] in 0..479"),
        (
            "def f(contours): return max(contours, key=cv2.contourArea)",
            "contours: list[int32[100, 1, 2]] * 10 in 0..479",
        ),
        (
            "def f(frames: list[np.ndarray]):\n    for frame in frames:\n        cv2.imencode('.jpg', frame)",
            "frames: list[uint8[480, 640, 3]] * 10",
        ),
        # What is something else is left so.
        ("def f(path: str): return cv2.imread(path)", "path: str * 10 in 'a'..'z'"),
        ("def f(img: np.ndarray): return img.mean()", "img: float64[32, 32]"),
    ],
)
def test_arguments_are_what_opencv_takes(source: str, workload: str) -> None:
    assert str(default_workload(_function(source), 1000, drop_first=False)) == workload


def test_pictures_of_pillow_are_told_by_their_annotation() -> None:
    node = _function("def f(img: Image.Image, own: Image): return img.size")
    assert str(default_workload(node, 1000, drop_first=False)) == "img: Image[640, 480]; own: Image"
    assert str(parse("img: Image[640, 480]")) == "img: Image[640, 480]"


def test_pictures_are_pillows_where_that_is_installed() -> None:
    pytest.importorskip("PIL")
    _, named = build(parse("img: Image[64, 48]"), 1)
    assert named["img"].size == (64, 48)
    assert named["img"].mode == "RGB"


def test_pictures_of_a_size_have_as_many_places() -> None:
    node = _function("def f(gray: np.ndarray): return cv2.blur(gray, (3, 3))")
    assert str(default_workload(node, 120_000, drop_first=False)) == "gray: uint8[300, 400]"


def test_masks_hold_both_ends() -> None:
    _, named = build(parse("mask: uint8[48, 64] in 0..255 of 2"), 1)
    assert np.unique(named["mask"]).tolist() == [0, 255]
