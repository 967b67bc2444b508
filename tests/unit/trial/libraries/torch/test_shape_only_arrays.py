"""Arrays without elements have the shapes that NumPy's would have, and runs with them cost what they would cost."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np
import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.shape_only import Hollow, hollow, in_order, made, without_elements
from perfcast.workload import parse
from tests.unit.trial.interpreting import soon

Array = np.ndarray[Any, Any]
SHAPES: dict[str, Callable[[Array, Array], Any]] = {
    "sums": lambda a, b: a + b,
    "numbers": lambda a, b: a * 2.5 - 1,
    "rows": lambda a, b: a - a.mean(1, keepdims=True),
    "comparisons": lambda a, b: a > b,
    "products": lambda a, b: a @ np.swapaxes(b, -1, -2),
    "turned": lambda a, b: a.T,
    "parts": lambda a, b: a[1:, ::2],
    "places": lambda a, b: a[np.array([3, 1, 2])],
    "places of an axis": lambda a, b: a[:, np.array([[3, 1], [2, 0]])],
    "chosen rows": lambda a, b: a[np.arange(80) % 2 == 0],
    "reshaped": lambda a, b: a.reshape(-1, 10),
    "reshaped after turning": lambda a, b: a.T.reshape(4, -1),
    "spread": lambda a, b: np.broadcast_to(a[None], (3, 80, 90)),
    "reduced": lambda a, b: a.sum(0),
    "reduced to one": lambda a, b: a.max(),
    "places of the largest": lambda a, b: a.argmax(1),
    "variance": lambda a, b: a.var((0, 1), keepdims=True),
    "running": lambda a, b: np.cumsum(a, axis=1),
    "sorted": lambda a, b: np.sort(a, axis=0),
    "order": lambda a, b: np.argsort(a, axis=-1),
    "chosen": lambda a, b: np.where(a > 0, a, 0),
    "joined": lambda a, b: np.concatenate([a, b], axis=1),
    "stacked": lambda a, b: np.stack([a, b]),
    "split": lambda a, b: np.split(a, [30, 50])[1],
    "padded": lambda a, b: np.pad(a, [(1, 2), (0, 3)]),
    "tiled": lambda a, b: np.tile(a, (2, 1)),
    "repeated": lambda a, b: np.repeat(a, 2, axis=0),
    "taken": lambda a, b: np.take(a, [1, 2, 3], 1),
    "taken along": lambda a, b: np.take_along_axis(a, np.zeros((80, 2), int), 1),
    "contracted": lambda a, b: np.tensordot(a, b, ([1], [1])),
    "summed over names": lambda a, b: np.einsum("ij,kj->ik", a, b),
    "windows": lambda a, b: np.lib.stride_tricks.sliding_window_view(a, 3, 0),
    "rolled": lambda a, b: np.roll(a, 3, 0),
    "flipped": lambda a, b: np.flip(a, 0),
    "triangle": lambda a, b: np.tril(a),
    "differences": lambda a, b: np.diff(a, axis=0),
    "as whole numbers": lambda a, b: a.astype(np.int64),
    "complex": lambda a, b: a.reshape(80, 45, 2).view(np.complex64),
    "expanded": lambda a, b: np.expand_dims(a, 1),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_and_types_are_those_of_numpy(name: str) -> None:
    run = SHAPES[name]
    real = run(np.ones((80, 90), np.float32), np.ones((80, 90), np.float32))
    empty = run(hollow((80, 90), np.float32), hollow((80, 90), np.float32))
    assert (np.shape(empty), empty.dtype) == (np.shape(real), real.dtype)
    if empty.size > 3_000:
        assert isinstance(empty, Hollow)


def test_views_share_their_elements_and_copies_do_not() -> None:
    array = hollow((80, 90), np.float32)
    assert np.may_share_memory(array, array[3:])
    assert np.may_share_memory(array, array.reshape(-1))
    assert not np.may_share_memory(array.T, array.T.reshape(-1))
    assert not np.may_share_memory(array, array.copy())
    assert in_order(array) is array
    assert in_order(array.T).flags.c_contiguous


@pytest.mark.parametrize(
    "misfit",
    [
        lambda a: a + np.ones(7),
        lambda a: a @ a,
        lambda a: np.concatenate([a, a[:, 1:]]),
        lambda a: a.reshape(7, 7),
        lambda a: a.__setitem__(slice(0, 3), np.ones(7)),
    ],
)
def test_what_does_not_fit_is_an_error(misfit: Callable[[Array], Any]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        misfit(hollow((80, 90), np.float32))


@pytest.mark.parametrize(
    "unknown",
    [
        lambda a: a[a > 0],
        np.linalg.svd,
        lambda a: a.tolist(),
        np.unique,
        lambda a: hollow((2**20, 2**18), np.float32),
    ],
)
def test_what_elements_would_tell_is_not_known(unknown: Callable[[Array], Any]) -> None:
    with pytest.raises(Unsupported):
        unknown(hollow((80, 90), np.float32))


def test_reshaping_gives_a_view_where_numpy_does_and_the_same_one() -> None:
    draws = random.Random(3)
    for _ in range(2_000):
        array = np.zeros([draws.choice([1, 2, 3, 4, 6]) for _ in range(draws.randint(1, 5))])
        for _ in range(draws.randint(0, 2)):
            array = array.transpose(draws.sample(range(array.ndim), array.ndim))
            array = array[: draws.randint(1, len(array))]
        wanted = [draws.choice([1, 2, 3]) for _ in range(3)]
        if array.size % prod(wanted):
            continue
        wanted.insert(draws.randint(0, 3), array.size // prod(wanted))
        real = array.reshape(wanted)
        empty = hollow((40, 400), np.float64)
        strided = np.lib.stride_tricks.as_strided(empty, array.shape, array.strides, subok=True).reshape(wanted)
        assert np.may_share_memory(strided, empty) == np.may_share_memory(real, array)
        if np.may_share_memory(real, array):
            pairs = zip(real.strides, strided.strides, wanted, strict=True)
            assert all(one == other for one, other, size in pairs if size > 1)


def test_what_was_expanded_is_copied_as_it_is() -> None:
    forward = "return torch.zeros(1, 1024).expand(1024, 1024).contiguous()"
    found = costs(of_module(forward, "self.l = nn.Linear(4096, 4096)"), "x: torch.float32[64, 4096]")
    assert 2 ** found["trial_peak"] == pytest.approx(1024 * 1024 * 4, rel=0.05)


def test_training_steps_end_with_a_loss_whose_targets_are_many() -> None:
    source = of_module("return self.l(x)", "self.l = nn.Linear(4096, 10)").replace(
        "return self.l(x)", "y = torch.zeros(len(x), dtype=torch.long)\n        return F.cross_entropy(self.l(x), y)"
    )
    assert costs(source, "x: torch.float32[8192, 4096]")["trial_whole"] == 1


def test_small_arrays_have_their_elements() -> None:
    with without_elements():
        assert made((4,), np.float32, lambda: np.arange(4)).tolist() == [0, 1, 2, 3]
        assert isinstance(made((400, 400), np.float32, lambda: np.ones((400, 400))), Hollow)
    assert not isinstance(made((400, 400), np.float32, lambda: np.ones((400, 400))), Hollow)


LIBRARIES = "\n\nimport torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"


def costs(source: str, workload: str) -> dict[str, float]:
    return dict(zip(NAMES, Trials(source + LIBRARIES).estimate(parse(workload)), strict=True))


def of_module(forward: str, layers: str) -> str:
    made_of = "".join(f"        {line}\n" for line in layers.splitlines())
    body = "".join(f"        {line}\n" for line in forward.splitlines())
    method = f"    def forward(self, x):\n{body}"
    return f"class M(nn.Module):\n{method}    def __init__(self):\n        super().__init__()\n{made_of}"


def test_a_module_is_run_whole_with_weights_that_nobody_could_make_for_a_trial() -> None:
    source = of_module("return self.inner(x).relu()", "self.inner = nn.Linear(8192, 8192)")
    found = costs(source, "x: torch.float32[16, 8192]")
    assert (found["trial_whole"], found["trial_runs"], found["trial_raised"]) == (1, 1, 0)
    # The product and what is cut of it; the weights were there before.
    assert 2 ** found["trial_peak"] == pytest.approx(2 * 16 * 8192 * 4, rel=0.02)
    # A thousand million multiplications take longer than ten thousand microseconds.
    assert 1e7 < 2 ** found["trial_time"] < 1e9


def test_what_is_kept_for_the_way_back_counts_and_what_is_gone_does_not() -> None:
    layers = "self.layers = nn.ModuleList([nn.Linear(512, 512) for _ in range(10)])"
    forward = "for layer in self.layers:\n    x = layer(x).relu()\nreturn x"
    kept = costs(of_module(forward, layers), "x: torch.float32[256, 512]")
    source = of_module(forward, layers).replace("    def forward", "    @torch.no_grad()\n    def forward")
    gone = costs(source, "x: torch.float32[256, 512]")
    # Of each layer what is cut, and at the end the last product; without gradients two at a time.
    assert 2 ** kept["trial_peak"] == pytest.approx(11 * 256 * 512 * 4, rel=0.1)
    assert 2 ** gone["trial_peak"] == pytest.approx(3 * 256 * 512 * 4, rel=0.4)


def test_what_a_call_held_is_gone_with_it() -> None:
    source = of_module("y = self.inner(x)\nreturn y.relu()", "self.inner = nn.Linear(512, 512)")
    method = "    @torch.no_grad()\n    def again(self, x):\n        for _ in range(30):\n            self(x)\n"
    found = costs(source.replace("    def forward", f"{method}    def forward", 1), "x: torch.float32[256, 512]")
    assert 2 ** found["trial_peak"] == pytest.approx(2 * 256 * 512 * 4, rel=0.1)


def test_what_is_done_too_often_to_be_tried_is_tried_less_often() -> None:
    layers = "self.layers = nn.ModuleList([nn.Linear(256, 256) for _ in range(20)])"
    source = of_module("for layer in self.layers:\n    x = layer(x).relu()\nreturn x", layers)
    method = "    @torch.no_grad()\n    def again(self, x, n):\n        while n:\n            x, n = self(x), n - 1\n"
    source = source.replace("    def forward", f"{method}    def forward", 1)
    often = costs(source, "x: torch.float32[64, 256]; n: int = 500")
    assert (often["trial_whole"], often["trial_runs"], often["trial_refused"]) == (0, 3, 0)
    seldom = costs(source, "x: torch.float32[64, 256]; n: int = 5")
    assert 2 ** (often["trial_time"] - seldom["trial_time"]) == pytest.approx(100, rel=0.2)


def test_turns_that_are_alike_are_told_by_a_few_of_them() -> None:
    source = of_module(
        "for layer in self.layers:\n    x = layer(x).relu()\nreturn x", "self.layers = [nn.Linear(64, 64)]"
    )
    method = "    def again(self, x, n):\n        for _ in range(n):\n            x = self(x)\n"
    source = source.replace("    def forward", f"{method}    def forward", 1)
    often = costs(source, "x: torch.float32[64, 64]; n: int = 50000")
    assert (often["trial_whole"], often["trial_runs"]) == (1, 1)
    seldom = costs(source, "x: torch.float32[64, 64]; n: int = 50")
    assert 2 ** (often["trial_time"] - seldom["trial_time"]) == pytest.approx(1000, rel=0.2)


def test_what_an_instance_takes_is_told_of_its_making() -> None:
    layers = "self.table = nn.Embedding(50000, 512)\nself.out = nn.Linear(512, 50000, bias=False)"
    source = of_module("return self.out(self.table(x))", layers + "\nself.table.weight = self.out.weight")
    making = source.replace("    def forward(self, x):\n        return self.out(self.table(x))\n", "")
    found = costs(making, "")
    # Both tables are there until one is the other.
    assert 2 ** found["trial_peak"] == pytest.approx(2 * 50_000 * 512 * 4, rel=0.02)
    assert 2 ** costs(source, "x: torch.int64[4, 8] in 0..99")["trial_result"] == pytest.approx(
        32 * 50_000 * 4, rel=0.02
    )


def test_a_function_whose_tensors_are_too_large_for_any_trial_is_told_by_their_shapes() -> None:
    source = "def f(x):\n    w = torch.zeros(4000, 4000)\n    return F.gelu(x @ w)\n"
    found = costs(source, "x: torch.float32[64, 4000]")
    assert found["trial_whole"] == 1
    # PyTorch's gelu has its result beside the product; the matrix is there all along.
    assert 2 ** found["trial_peak"] == pytest.approx((4000 * 4000 + 2 * 64 * 4000) * 4, rel=0.05)


def test_what_shapes_do_not_tell_is_left_alone() -> None:
    source = of_module("return x[x > 0.5].sum() + self.inner.weight.sum()", "self.inner = nn.Linear(4096, 4096)")
    assert costs(source, "x: torch.float32[16, 4096]")["trial_runs"] <= 0


def test_a_deep_network_is_no_slower_to_try_for_its_weights() -> None:
    block = """
class M(nn.Module):
    def forward(self, x):
        for block in self.blocks:
            x = x + block(x)
        return x
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(*[
            nn.Sequential(nn.LayerNorm(1024), nn.Linear(1024, 4096), nn.GELU(), nn.Linear(4096, 1024))
            for _ in range(48)
        ])
"""
    found = costs(block, "x: torch.float32[8, 512, 1024]")
    assert found["trial_whole"] == 1
    # 48 blocks of two products, each of 4,096 rows: 1.6 million million multiplications.
    assert 1e10 < 2 ** found["trial_time"] < 1e11


@pytest.mark.parametrize(
    "forward",
    [
        "a = torch.arange(2000.0)\nb = a + a[:, None]\nreturn (b + a[:, None, None]).sum() + self.l(x)",
        "a = torch.ones(2000)\nfor _ in range(3):\n    a = a[..., None] * torch.ones(2000)\nreturn a",
        "return torch.cat([self.l(x)] * 5000).sum()",
        "return self.l(x)[:, None, None].expand(-1, 2000, 2000, -1) * x",
        "while self.l(x).sum() < 1:\n    x = x + 1\nreturn x",
        "x[...] = self.l(x)\nx += 1\nx.fill_(2)\nreturn x.sort()",
        "if self.l(x).sum() != 0:\n    x = x @ x.T\nreturn x",
        "return torch.zeros(2).repeat(10 ** 8) + self.l(x).sum()",
        "return torch.randperm(10 ** 8)[0] + torch.tril_indices(20000, 20000).sum() + self.l(x).sum()",
        "for _ in range(6):\n    x = x.view(64, 8, 512).transpose(1, 2).reshape(64, 4096)\nreturn x",
        "return self.l(x).tolist()",
        "return self.l(x).numpy()",
        "return [float(v) for v in self.l(x).flatten()]",
    ],
)
def test_hostile_modules_end_soon(forward: str) -> None:
    with soon():
        costs(of_module(forward, "self.l = nn.Linear(4096, 4096)"), "x: torch.float32[64, 4096]")
