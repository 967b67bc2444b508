"""Arrays whose axes are named as those of pictures are of their usual shapes."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload.defaults.assembly import default_workload


def _default(source: str, size: int = 1000) -> str:
    [node] = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    return str(default_workload(node, size, drop_first=False))


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(img: torch.Tensor):\n    B, C, H, W = img.shape", "img: torch.float32[8, 3, 32, 32]"),
        ("def f(x: torch.Tensor):\n    b, c, h, w = x.size()", "x: torch.float32[8, 16, 32, 32]"),
        ("def f(images: np.ndarray):\n    n, h, w, c = images.shape", "images: float64[8, 32, 32, 3]"),
        # Of the same functions with something beside it that has to fit.
        (
            "def f(x: torch.Tensor, y: torch.Tensor):\n    b, c, h, w = x.shape\n    return x + y[:, :, :, :]",
            "x: torch.float32[6, 6, 6, 6]; y: torch.float32[6, 6, 6, 6]",
        ),
        # Other axes say nothing of pictures.
        ("def f(x: torch.Tensor):\n    b, t, h, d = x.shape", "x: torch.float32[6, 6, 6, 6]"),
    ],
)
def test_axes_are_as_long_as_their_names_say(source: str, workload: str) -> None:
    assert _default(source) == workload


def test_pictures_grow_by_their_sides() -> None:
    assert _default("def f(img: np.ndarray):\n    c, h, w = img.shape", 4_000) == "img: float64[3, 64, 64]"
