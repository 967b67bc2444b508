"""Parameters that are tensors in files that have PyTorch and no NumPy."""

from __future__ import annotations

import ast

import pytest

from perfcast.source import SourceFile
from perfcast.workload.arrays.tensors import holds_classes
from perfcast.workload.arrays.unannotated_tensors import has_tensors_alone
from perfcast.workload.origins.resolution import resolve


def _workload(source: str) -> str:
    file = SourceFile.parse(source)
    return str(resolve(file.unit("f"), file, 1000).workload)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("def f(w):\n    return w.abs().amax() / 127", "w: torch.float32[1000]"),
        ("def f(x):\n    return x.view(x.size(0), -1).softmax(dim=-1)", "x: torch.float32[1000]"),
        (
            "def f(q, k, v):\n    return (q @ k.transpose(-2, -1)).softmax(dim=-1) @ v",
            "q: torch.float32[10, 10, 10]; k: torch.float32[10, 10, 10]; v: torch.float32[10, 10, 10]",
        ),
        (
            "def f(x):\n    b, t, d = x.shape\n    return torch.cat([x[..., ::2], x[..., 1::2]], dim=-1)",
            "x: torch.float32[10, 10, 10]",
        ),
        (
            "def f(x, y):\n    i = torch.randperm(x.size(0))\n    return 0.3 * x + x[i], 0.3 * y + 0.7 * y[i]",
            "x: torch.float32[1000]; y: torch.float32[1000]",
        ),
        (
            "def f(seqs):\n    out = torch.zeros(len(seqs), max(len(s) for s in seqs))\n"
            "    for i, s in enumerate(seqs):\n        out[i, : len(s)] = s\n    return out",
            "seqs: list[torch.float32[1000]] * 32",
        ),
    ],
)
def test_what_is_asked_for_what_tensors_have_is_one(body: str, said: str) -> None:
    assert _workload(f"import torch\n{body}") == said


@pytest.mark.parametrize(
    "body",
    [
        "def f(args):\n    return torch.zeros(args.size, device=args.device)",
        "def f(rows):\n    return [row + 1 for row in rows]",
        "def f(text):\n    return text.split()",
        "def f(w: list[int]):\n    return sum(w)",
    ],
)
def test_others_are_none(body: str) -> None:
    assert "torch" not in _workload(f"import torch\n{body}")


def test_where_there_is_numpy_arrays_are_of_it() -> None:
    body = "def f(q, k):\n    return q @ k\n"
    assert "float64" in _workload(f"import numpy as np\nimport torch\n{body}")


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("import torch\n", True),
        ("from torch import nn\n", True),
        ("import torch.nn.functional as F\n", True),
        ("import torch\nimport numpy as np\n", False),
        ("def f():\n    import torch\n", True),
        ("import torchvision\n", False),
        ("important = 'torch'\n", False),
    ],
)
def test_what_files_import_is_read_off_their_text(text: str, alone: bool) -> None:
    assert has_tensors_alone(text) is alone


def test_what_is_made_of_classes_is_told_by_them() -> None:
    node = ast.parse("def f(p, target):\n    return p.gather(-1, target.unsqueeze(-1)).squeeze(-1)").body[0]
    assert isinstance(node, ast.FunctionDef)
    assert holds_classes(node, "target")
    assert not holds_classes(node, "p")
