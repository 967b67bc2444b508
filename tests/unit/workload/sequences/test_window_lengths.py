"""What is gone through window by window, with a window of a certain length by default."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.workload.origins.resolution import resolve
from tests.unit.workload.made_up import default

FRAMES = """
def frames(y: np.ndarray, n_fft: int = 1024, hop: int = 256):
    return [y[i * hop : i * hop + n_fft] for i in range(1 + (len(y) - n_fft) // hop)]
"""
CROPS = """
def crops(batch: np.ndarray, crop=28):
    n, h, w, c = batch.shape
    return [batch[i, : h - crop, : w - crop] for i in range(n)]
"""
READS = """
def count(reads: list[str], k=21):
    found = {}
    for read in reads:
        for i in range(len(read) - k + 1):
            found[read[i : i + k]] = 1
    return found
"""


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (FRAMES, "y: float64[8192]; n_fft: int = 1024; hop: int = 256"),
        (CROPS, "batch: float64[8, 56, 56, 16]; crop: int = 28"),
        (READS, "reads: list[str] * 1000 * 42 in 'a'..'z'; k: int = 21"),
        # What was as long stays so.
        (
            "def f(x: np.ndarray, y: np.ndarray, width=512):\n"
            "    return [(x[i : i + width] * y[i : i + width]).sum() for i in range(len(x) - width)]",
            "x: float64[4096]; y: float64[4096]; width: int = 512",
        ),
        # Not of a limit that no window has.
        ("def f(values: list[int], most=50000): return values[max(0, len(values) - most) :]", None),
        # There are enough of them.
        (FRAMES.replace("1024", "64"), "y: float64[1000]; n_fft: int = 64; hop: int = 256"),
        # Nothing is taken off its length.
        (FRAMES.replace("(len(y) - n_fft)", "len(y)"), "y: float64[1000]; n_fft: int = 1024; hop: int = 256"),
    ],
)
def test_several_windows_fit(source: str, wanted: str | None) -> None:
    wanted = wanted or "values: list[int] * 1000 in 0..1000; most: int = 50000"
    assert default(source) == wanted


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x.topk(k, dim=-1)", "torch.float32[32, 100]"),
        ("x = x / 2\n    return torch.topk(x, k)", "torch.float32[32, 100]"),
    ],
)
def test_the_largest_are_taken_of_more(body: str, expected: str) -> None:
    source = f'import torch\ndef f(x: torch.Tensor, k: int = 50):\n    """x: (batch, vocab)"""\n    {body}\n'
    file = SourceFile.parse(source)
    assert f"x: {expected}" in str(resolve(file.unit("f"), file).workload)
