"""What autograd functions are given first: an object that keeps tensors, or has kept them."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            "def forward(ctx, x):\n    ctx.save_for_backward(x)\n    return x.tanh()",
            "ctx: {.save_for_backward: Callable}; x: torch.float32[1000]",
        ),
        (
            "def forward(ctx, x, alpha):\n    ctx.alpha = alpha\n    ctx.save_for_backward(x)\n    return x * alpha",
            "ctx: {.save_for_backward: Callable}; x: torch.float32[1000]; alpha: float",
        ),
        (
            "def backward(ctx, grad_output):\n    x, y = ctx.saved_tensors\n    return grad_output * x * y * ctx.alpha",
            "ctx: {.saved_tensors: tuple[torch.float32[1000], torch.float32[1000]], .alpha: float}; "
            "grad_output: torch.float32[1000]",
        ),
        (
            "def backward(c, grad):\n    w = c.saved_tensors[1]\n    n, m = grad.shape\n"
            "    return grad @ w.T if c.needs_input_grad[0] else None",
            "c: {.saved_tensors: tuple[torch.float32[32, 32], torch.float32[32, 32]], .needs_input_grad: tuple[bool]}; "
            "grad: torch.float32[32, 32]",
        ),
    ],
)
def test_contexts_keep_tensors(source: str, said: str) -> None:
    assert default(source) == said


@pytest.mark.parametrize(
    "source",
    ["def forward(ctx, x):\n    return x", "def backward(ctx: dict, grad):\n    return ctx['saved_tensors']"],
)
def test_what_is_asked_for_nothing_of_the_kind_is_none(source: str) -> None:
    assert "torch" not in default(source)
