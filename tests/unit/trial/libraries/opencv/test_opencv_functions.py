"""OpenCV's functions in the closed world: what they give, and what that costs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries import opencv_and_pillow
from perfcast.workload import parse

_IMPORTS = "import cv2\nimport numpy as np\n"


def _cv2() -> dict[str, Any]:
    machine = Machine()
    machine.begin(1e12, ())
    return opencv_and_pillow.members(machine, "cv2", pytest.fail)


def _told(body: str, workload: str) -> dict[str, float]:
    """What a trial run of ``def f(img)`` tells."""
    found = Trials(f"{_IMPORTS}def f(img):\n    {body}\n").estimate(parse(workload))
    return dict(zip(NAMES, found, strict=True))


_COLOURS = np.array([[[255, 0, 0], [0, 255, 0], [0, 0, 255], [10, 20, 30]]], dtype=np.uint8)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("COLOR_BGR2GRAY", [29, 150, 76, 22]),
        ("COLOR_BGR2RGB", [[0, 0, 255], [0, 255, 0], [255, 0, 0], [30, 20, 10]]),
        ("COLOR_BGR2HSV", [[120, 255, 255], [60, 255, 255], [0, 255, 255], [15, 170, 30]]),
        ("COLOR_BGR2BGRA", [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [10, 20, 30, 255]]),
    ],
)
def test_colours_are_told_in_other_ways(code: str, found: list[Any]) -> None:
    cv2 = _cv2()
    assert cv2["cvtColor"](_COLOURS, cv2[code]).tolist() == [found]


_ROWS = np.arange(16, dtype=np.uint8).reshape(4, 4)


@pytest.mark.parametrize(
    ("call", "found"),
    [
        (lambda cv2: cv2["resize"](_ROWS, (2, 2), interpolation=cv2["INTER_AREA"]), [[2, 4], [10, 12]]),
        (lambda cv2: cv2["resize"](_ROWS, None, fx=0.5, fy=0.5, interpolation=0), [[0, 2], [8, 10]]),
        (lambda cv2: cv2["flip"](_ROWS, 1)[0], [3, 2, 1, 0]),
        (lambda cv2: cv2["rotate"](_ROWS, cv2["ROTATE_90_CLOCKWISE"])[0], [12, 8, 4, 0]),
        (lambda cv2: cv2["threshold"](_ROWS, 7, 255, cv2["THRESH_BINARY_INV"])[1][1], [255, 255, 255, 255]),
        (lambda cv2: cv2["inRange"](_ROWS, 5, 6)[1], [0, 255, 255, 0]),
        (lambda cv2: cv2["add"](_ROWS, np.full((4, 4), 250, np.uint8))[1], [254, 255, 255, 255]),
        (lambda cv2: cv2["subtract"](_ROWS, np.full((4, 4), 6, np.uint8))[1], [0, 0, 0, 1]),
        (lambda cv2: cv2["dilate"](_ROWS, np.ones((3, 3), np.uint8))[0], [5, 6, 7, 7]),
        (lambda cv2: cv2["erode"](_ROWS, np.ones((3, 3), np.uint8))[3], [8, 8, 9, 10]),
        (lambda cv2: cv2["Sobel"](_ROWS, cv2["CV_64F"], 1, 0, ksize=3)[1], [0.0, 8.0, 8.0, 0.0]),
        (lambda cv2: cv2["GaussianBlur"](_ROWS, (3, 3), 0)[1], [4, 5, 6, 6]),
        (lambda cv2: cv2["copyMakeBorder"](_ROWS, 0, 0, 1, 2, cv2["BORDER_REPLICATE"])[0], [0, 0, 1, 2, 3, 3, 3]),
    ],
)
def test_pictures_become_others(call: Any, found: list[Any]) -> None:
    assert call(_cv2()).tolist() == found


def test_of_two_groups_the_limit_lies_between() -> None:
    cv2 = _cv2()
    image = np.array([[10, 12, 11], [200, 202, 201]], dtype=np.uint8)
    limit, found = cv2["threshold"](image, 0, 255, cv2["THRESH_BINARY"] + cv2["THRESH_OTSU"])
    assert limit == 12.0
    assert found.tolist() == [[0, 0, 0], [255, 255, 255]]


def test_a_mask_leaves_what_is_set() -> None:
    found = _cv2()["bitwise_and"](_ROWS, _ROWS, mask=np.eye(4, dtype=np.uint8))
    assert np.diag(found).tolist() == [0, 5, 10, 15]
    assert found.sum() == 30


def _ring() -> Any:
    mask = np.zeros((12, 14), dtype=np.uint8)
    mask[1:5, 1:5] = 255
    mask[2:4, 2:4] = 0
    mask[7:10, 2:6] = 255
    return mask


def test_contours_are_followed_as_opencv_does() -> None:
    cv2 = _cv2()
    outer, _ = cv2["findContours"](_ring(), cv2["RETR_EXTERNAL"], cv2["CHAIN_APPROX_SIMPLE"])
    assert [one[:, 0].tolist() for one in outer] == [
        [[2, 7], [2, 9], [5, 9], [5, 7]],
        [[1, 1], [1, 4], [4, 4], [4, 1]],
    ]
    every, related = cv2["findContours"](_ring(), cv2["RETR_TREE"], cv2["CHAIN_APPROX_NONE"])
    assert [len(one) for one in every] == [10, 12, 8]
    assert related.tolist() == [[[1, -1, -1, -1], [-1, 0, 2, -1], [-1, -1, -1, 1]]]
    assert [cv2["contourArea"](one) for one in outer] == [6.0, 9.0]
    assert cv2["boundingRect"](outer[0]) == (2, 7, 4, 3)
    assert cv2["arcLength"](outer[0], True) == 10.0


def test_parts_are_counted_and_measured() -> None:
    count, labels, told, middles = _cv2()["connectedComponentsWithStats"](_ring())
    assert count == 3
    assert labels.max() == 2
    assert told[1:].tolist() == [[1, 1, 4, 4, 12], [2, 7, 4, 3, 12]]
    assert middles[2].tolist() == [3.5, 8.0]


def test_what_is_drawn_is_drawn_in_place() -> None:
    image = np.zeros((6, 6, 3), dtype=np.uint8)
    found = _cv2()["rectangle"](image, (1, 1), (3, 2), (0, 255, 0), -1)
    assert found is image
    assert image[:, :, 1].sum() == 6 * 255
    _cv2()["line"](image, (0, 5), (5, 5), (255, 0, 0), 1)
    assert image[5, :, 0].tolist() == [255] * 6


def test_what_is_written_can_be_read() -> None:
    cv2 = _cv2()
    image = np.full((20, 30, 3), 7, dtype=np.uint8)
    is_done, data = cv2["imencode"](".jpg", image)
    assert is_done
    assert data.dtype == np.uint8
    assert cv2["imdecode"](data, cv2["IMREAD_COLOR"]).tolist() == image.tolist()
    with pytest.raises(Unsupported):
        cv2["imdecode"](np.arange(100, dtype=np.uint8), 1)


@pytest.mark.parametrize(
    ("body", "workload", "nanoseconds"),
    [
        # As measured with OpenCV 5.0 on one core.
        ("return cv2.cvtColor(img, cv2.COLOR_BGR2GRAY)", "uint8[480, 640, 3]", 76_000),
        ("return cv2.GaussianBlur(img, (5, 5), 0)", "uint8[480, 640]", 119_000),
        ("return cv2.resize(img, (320, 240))", "uint8[480, 640, 3]", 71_000),
        ("return cv2.threshold(img, 0, 255, cv2.THRESH_OTSU)[1]", "uint8[480, 640]", 95_000),
        ("return cv2.warpAffine(img, np.eye(2, 3), (640, 480))", "uint8[480, 640, 3]", 1_300_000),
        ("return cv2.medianBlur(img, 5)", "uint8[480, 640]", 318_000),
        ("return cv2.bilateralFilter(img, 9, 75, 75)", "uint8[480, 640, 3]", 20_500_000),
    ],
)
def test_time_is_that_of_opencv(body: str, workload: str, nanoseconds: float) -> None:
    found = 2 ** _told(body, workload)["trial_time_by_power"]
    assert 0.6 * nanoseconds < found < 1.6 * nanoseconds


def test_memory_is_that_of_results_and_of_what_stands_beside() -> None:
    # One byte a pixel of grey, and five of slopes and marks beside that.
    found = (
        2
        ** _told("return cv2.Canny(cv2.cvtColor(img, cv2.COLOR_BGR2GRAY), 50, 150)", "uint8[480, 640, 3]")[
            "trial_peak_by_power"
        ]
    )
    assert 1.8e6 < found < 2.6e6


def test_files_are_not_opened() -> None:
    found = Trials(f"{_IMPORTS}def f(path):\n    return cv2.imread(path)\n").estimate(parse("path: str * 8"))
    assert found[NAMES.index("trial_peak")] == -1.0


def test_values_are_those_of_opencv() -> None:
    cv2 = pytest.importorskip("cv2")
    own = _cv2()
    noise = np.random.default_rng(1).integers(0, 256, (48, 64, 3), dtype=np.uint8)
    grey = noise[:, :, 0].copy()
    turn = cv2.getRotationMatrix2D((32, 24), 30, 1.2)
    for name, args in (
        ("cvtColor", (noise, cv2.COLOR_BGR2YCrCb)),
        ("blur", (noise, (5, 5))),
        ("filter2D", (grey, -1, np.ones((3, 3)) / 9)),
        ("Laplacian", (grey, cv2.CV_64F)),
        ("adaptiveThreshold", (grey, 255, 0, 0, 11, 2)),
        ("equalizeHist", (grey,)),
        ("warpAffine", (grey, turn, (80, 30))),
        ("integral", (grey,)),
        ("matchTemplate", (grey, grey[10:20, 12:24].copy(), cv2.TM_CCOEFF_NORMED)),
    ):
        found, real = own[name](*args), getattr(cv2, name)(*args)
        assert found.shape == real.shape and found.dtype == real.dtype
        assert np.abs(found.astype(float) - real).max() <= 1.0
