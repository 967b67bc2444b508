"""Tensors of the closed world are what PyTorch's are."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
import torch

from perfcast.trial import NAMES, Trials
from perfcast.trial.stops import Stop, Unsupported
from perfcast.trial.tensors.kinds import Kind
from perfcast.trial.tensors.values import Tensor
from perfcast.trial.trials import ALLOWANCE
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

#: What all expressions are about.
SETUP = """
import math
import torch
import torch.nn.functional as F
from torch import nn
x = torch.tensor([0.3, 0.9, 0.1, 0.7, 0.5])
y = torch.tensor([1.5, -0.5, 2.0, 0.25, -1.0])
d = torch.tensor([0.5, 1.5], dtype=torch.float64)
k = torch.tensor([3, 1, 2, 0, 1])
m = torch.tensor([True, False, True, True, False])
A = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]])
B = torch.tensor([[0.5, -1.0], [2.0, 0.25], [1.0, 1.0]])
S = torch.tensor([[2.0, 0.5, 0.1], [0.5, 3.0, 0.2], [0.1, 0.2, 1.5]])
Q = (torch.arange(24.0) / 10).reshape(2, 4, 3)
im = (torch.arange(96.0) / 7 % 1).reshape(2, 3, 4, 4)
zero = torch.tensor(2.0)
w = torch.ones(8)
"""
EXPRESSIONS = (
    *("x + y", "x - 1", "2 - x", "x * 2", "x / 3", "1 / x", "x // 0.3", "x % 0.3", "x ** 2", "x ** y", "2 ** x"),
    *("-x", "k + 1", "k * 2", "k / 2", "k // 2", "k % 2", "k ** 2", "k + 0.5", "k + x", "x + d[0]", "d + x[:2]"),
    *("k * True", "m + k", "m & (x > 0.5)", "m | ~m", "m ^ True", "k & 1", "k << 2", "k >> 1", "~k", "abs(y)"),
    *("x > 0.5", "x == y", "k == 1", "(x > y).sum()", "x != 0.3", "m.sum()", "m.float().mean()", "zero * k"),
    *("zero + x", "A + x[:3]", "A * A[:, :1]", "A - A.mean(0)"),
    *("(A - A.mean(1, keepdim=True)) / A.std(1, keepdim=True)", "A @ B", "A.T @ A", "A.mv(x[:3])"),
    *("torch.matmul(A, B)", "A.mm(B)", "Q @ B", "Q.bmm(Q.transpose(1, 2))", "x @ y", "x.dot(y)"),
    *("torch.einsum('ij,jk->ik', A, B)", "torch.einsum('bij,bkj->bik', Q, Q)", "torch.outer(x, y)", "A.addmm(A, S)"),
    *("x.exp()", "torch.log1p(x)", "torch.sigmoid(y)", "torch.tanh(y)", "x.sqrt()", "x.rsqrt()", "torch.erf(y)"),
    *("torch.relu(y)", "F.gelu(y)", "F.silu(y)", "F.softplus(y)", "F.leaky_relu(y, 0.2)", "F.elu(y)", "y.floor()"),
    *("y.round()", "y.ceil()", "y.trunc()", "y.sign()", "y.square()", "torch.sin(x)", "k.exp()", "k.float().log()"),
    *("y.clamp(0.0, 1.0)", "y.clamp(min=0)", "torch.clamp(y, max=0.5)", "torch.maximum(x, y)", "torch.minimum(x, y)"),
    *("torch.where(x > 0.4, x, y)", "torch.where(m, x, 0.0)", "torch.where(m)", "torch.where(x > 0.4, 1, 0)"),
    *("torch.lerp(x, y, 0.3)", "torch.addcmul(x, x, y, value=0.5)", "torch.nan_to_num(x / (x - 0.3))", "x.fmod(0.2)"),
    *("torch.isnan(x / 0 * 0)", "torch.isfinite(x / (x - 0.3))", "torch.logical_and(m, x > 0.4)", "x.pow(3)"),
    *("A.sum()", "A.sum(0)", "A.sum(dim=1, keepdim=True)", "A.sum((0, 1))", "k.sum()", "A.mean()", "A.mean(-1)"),
    *("A.prod()", "A.max()", "A.min(1)", "A.max(dim=0).values", "A.max(0)[1]", "A.amax(1)", "A.amin()", "A.argmax()"),
    *("A.argmax(1)", "A.argmin(dim=0)", "A.std()", "A.var(0)", "A.var(1, unbiased=False)", "A.norm()"),
    *("A.norm(dim=1)", "A.norm(1)", "A.norm(p=2, dim=0, keepdim=True)", "x.median()", "A.median(1)", "m.any()"),
    *("m.all()", "A.any(0)", "A.logsumexp(1)", "A.cumsum(0)", "x.cumprod(0)", "y.cummax(0)", "x.logcumsumexp(0)"),
    *("A.count_nonzero()", "x.quantile(0.3)", "S.trace()", "x.diff()", "x.kthvalue(2)", "m.count_nonzero()"),
    *("torch.max(x, y)", "A.reshape(3, 2)", "A.view(-1)", "A.T", "A.t()", "Q.transpose(0, 2)", "Q.permute(2, 0, 1)"),
    *("A.unsqueeze(1)", "A[None].squeeze(0)", "x.expand(2, 5)", "x.expand(2, -1)", "x.repeat(2, 2)"),
    *("x.repeat_interleave(2)", "Q.flatten(1)", "Q.flatten()", "Q.movedim(0, -1)", "x.unfold(0, 3, 1)", "A.flip(1)"),
    *("x.flip([0])", "x.roll(2)", "S.tril()", "S.triu(1)", "S.diag()", "x.diag()", "S.diagonal()", "x.split(2)"),
    *("x.split([1, 4])", "x.chunk(2)", "A.unbind(1)", "torch.cat([x, y])", "torch.cat([A, A], dim=1)"),
    *("torch.stack([x, y])", "torch.stack([x, y], 1)", "torch.cat([x, k])", "torch.hstack([x, y])"),
    *("torch.vstack([x, y])", "torch.meshgrid(x, y, indexing='ij')", "x.double()", "x.long()", "k.float()"),
    *("m.long()", "x.half().dtype", "x.to(torch.float64)", "k.to(torch.int32)", "x.to(d)"),
    *("A.contiguous().view(3, 2)", "A.T.contiguous()", "A.T.reshape(-1)", "x.tolist()", "zero.item()", "x[0]"),
    *("x[-1].item()", "x[1:4]", "x[::2]", "A[0]", "A[:, 1]", "A[0, 2]", "A[..., 0]", "A[None, :, :2]", "x[m]"),
    *("x[k]", "A[:, [0, 2]]", "A[[1, 0]]", "A[A > 2]", "A[k[:2] % 2, 0]", "Q[1, :2, -1]", "Q[:, 0][:, None]"),
    *("x[x > 5]", "x[torch.tensor([0, 1])]", "A[1][1]", "x[len(x) // 2:]", "x[k == 1]", "x[(x > 0.2) & m]"),
    *("x.masked_fill(m, 0.0)", "x.masked_select(m)", "x.index_select(0, k)", "x.gather(0, k)", "x.take(k)"),
    *("m.nonzero()", "A.gather(1, torch.tensor([[0, 2], [1, 1]]))", "torch.zeros(4).index_add_(0, k, x)"),
    *("x.argsort()", "A.sort(1)", "torch.zeros(4).scatter_add_(0, k, x)"),
    *("torch.zeros(4).scatter_reduce(0, k, x, 'amax')", "x.sort().values"),
    *("torch.zeros(2, 4).scatter_(1, k[:2, None], 1.0)", "x.sort(descending=True)", "x.topk(2)", "A.topk(2, dim=1)"),
    *("x.topk(2, largest=False)", "k.unique()", "k.unique(return_counts=True)", "torch.bincount(k, minlength=6)"),
    *("torch.unique(k, return_inverse=True)", "torch.searchsorted(x.sort().values, y)", "torch.isin(k, k[:2])"),
    *("torch.bucketize(y, x.sort().values)", "torch.histc(x, 4, 0, 1)", "torch.bincount(k, weights=x)"),
    *("k.argsort()", "torch.zeros(2, 3)", "torch.ones((2,))", "torch.full((2, 2), 7)", "torch.arange(5)"),
    *("torch.arange(0, 1, 0.25)", "torch.arange(10, 0, -3)", "torch.linspace(0, 1, 5)", "torch.eye(3)"),
    *("torch.zeros_like(k)", "torch.ones_like(x)", "torch.full_like(x, 3)", "x.new_zeros(2)"),
    *("torch.tensor([1, 2.5])", "torch.tensor([[1, 2], [3, 4]])", "torch.tensor(3)", "torch.tensor([True, False])"),
    *("torch.tensor([1, 2], dtype=torch.float64)", "x.numel()", "torch.as_tensor([1.0, 2.0])"),
    *("torch.triu_indices(3, 3)", "x.shape", "A.size()", "A.size(1)", "A.dim()", "len(A)", "A.shape[0]", "A.ndim"),
    *("x.dtype == torch.float32", "A.stride()", "A.T.is_contiguous()", "A.nelement()", "F.softmax(A, dim=1)"),
    *("A.softmax(-1)", "torch.log_softmax(A, 0)", "F.normalize(A, dim=1)", "F.one_hot(k, 5)", "F.one_hot(k)"),
    *("F.cosine_similarity(A, A.flip(1), dim=1)", "F.cosine_similarity(A[:, None], A[None], dim=-1)"),
    *("F.pad(x, (1, 2))", "F.pad(im, (1, 1, 1, 1), mode='reflect')", "F.pad(A, (0, 1), value=9.0)"),
    *("F.mse_loss(x, y)", "F.l1_loss(x, y, reduction='sum')", "F.cross_entropy(A, k[1:3])"),
    *("F.nll_loss(A.log_softmax(1), k[1:3])", "F.binary_cross_entropy(x, m.float())"),
    *("F.binary_cross_entropy_with_logits(y, m.float())", "F.relu(y)", "F.kl_div(x.log(), x, reduction='batchmean')"),
    *("F.smooth_l1_loss(x, y)", "F.linear(A, B.T)", "F.embedding(k[1:], A.T)", "F.unfold(im, 2, stride=2)"),
    *("F.avg_pool2d(im, 2)", "F.max_pool2d(im, 2)", "F.adaptive_avg_pool2d(im, 1)"),
    *("F.avg_pool1d(x[None, None], 3, stride=1)", "F.conv1d(x[None, None], torch.ones(1, 1, 3))"),
    *("F.layer_norm(A, (3,))", "F.conv2d(im, torch.ones(2, 3, 3, 3), padding=1)"),
    *("F.conv2d(im, torch.ones(3, 1, 2, 2), groups=3, stride=2)", "F.group_norm(im, 3)"),
    *("F.batch_norm(im, None, None, training=True)", "F.interpolate(im, scale_factor=2)"),
    *("F.scaled_dot_product_attention(Q, Q, Q)", "F.scaled_dot_product_attention(Q, Q, Q, is_causal=True)"),
    *("torch.linalg.inv(S)", "torch.linalg.solve(S, B)", "torch.linalg.det(S)", "torch.linalg.norm(A)"),
    *("S.inverse()", "torch.linalg.eigh(S).eigenvalues", "torch.linalg.svd(S).S", "torch.linalg.pinv(A)"),
    *("torch.linalg.cholesky(S)", "torch.cdist(A, A)", "torch.allclose(x, x)", "torch.equal(x, y)"),
    *("torch.fft.rfft(x).abs()", "torch.cov(A)", "sum(x)", "max(x)", "[float(v) for v in x]"),
    *("[row.sum() for row in A]", "list(zip(x, y))[0]", "x.sum() / len(x)", "float(x.sum())", "int(k[0])"),
    *("bool(x[0] > 0)", "range(k[0])[1]", "math.sqrt(x[0])", "sorted(x.tolist())", "torch.is_tensor(x)"),
    *("isinstance(x, torch.Tensor)", "x.clone().detach()", "k.half().dtype", "x.bfloat16().dtype", "(x + k).dtype"),
    *("(d[0] + x).dtype", "(d + x[:2]).dtype", "(k / 2).dtype", "k.float().mean().dtype", "k.sum().dtype"),
    *("torch.zeros(2, dtype=torch.int32) + 1", "x.T", "nn.Flatten()(im).shape", "nn.ReLU()(y)"),
    *("nn.Softmax(dim=0)(x)", "nn.Linear(3, 4)(A).shape"),
    "nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))(A).shape",
    *("nn.Conv2d(3, 8, 3, padding=1)(im).shape", "nn.MaxPool2d(2)(im).shape", "nn.LayerNorm(3)(A).shape"),
    *("nn.GRU(3, 5, batch_first=True)(Q)[0].shape", "nn.LSTM(3, 5)(Q)[1][0].shape", "nn.Embedding(9, 4)(k).shape"),
    *("nn.TransformerEncoderLayer(3, 1, 8, batch_first=True)(Q).shape", "nn.BatchNorm2d(3)(im).shape"),
    *("sum(p.numel() for p in nn.Linear(3, 4).parameters())", "nn.Linear(3, 4).weight.shape", "nn.MSELoss()(x, y)"),
    *("nn.utils.rnn.pad_sequence([x, y[:2]], batch_first=True)", "torch.multinomial(x, 3).shape"),
    *("torch.rand(2, 3).shape", "torch.randint(0, 5, (4,)).dtype", "torch.randperm(6).sort().values"),
    "torch.stft(x.repeat(8), 8, return_complex=True, window=w).shape",
)  # fmt: skip
#: Bodies that change tensors, and what is looked at then.
STATEMENTS = (
    ("x += 1", "x"),
    ("x *= y", "x"),
    ("x /= 2", "x"),
    ("z = x\nz -= 1", "x"),
    ("x[0] = 9", "x"),
    ("x[1:3] = 0.5", "x"),
    ("x[m] = 0", "x"),
    ("x[m] = y[m]", "x"),
    ("x[k] = 1.0", "x"),
    ("A[:, 0] = 7", "A"),
    ("A[0] = A[1] * 2", "A"),
    ("A[:, 1] += 1", "A"),
    ("A[A > 3] = 0", "A"),
    ("x.add_(1).mul_(2)", "x"),
    ("x.clamp_(0.2, 0.6)", "x"),
    ("x.copy_(y)", "x"),
    ("x.fill_(3)", "x"),
    ("x.zero_()", "x"),
    ("x.exp_()", "x"),
    ("z = x[1:]\nz += 1", "x"),
    ("z = A.T\nz[0] = 5", "A"),
    ("z = A.reshape(-1)\nz[0] = 5", "A"),
    ("z = A.T.reshape(-1)\nz[0] = 5", "A"),
    ("z = x[m]\nz += 1", "x"),
    ("z = x.clone()\nz += 1", "x"),
    ("z = x.detach()\nz += 1", "x"),
    ("z = x.numpy()\nz[0] = 4", "x"),
    ("for row in A:\n    row += 1", "A"),
    ("x.masked_fill_(m, -1.0)", "x"),
    ("x.index_add_(0, k, y)", "x"),
    ("A.scatter_(1, k[:2, None] % 3, 0.0)", "A"),
    ("with torch.no_grad():\n    x.sub_(1)", "x"),
    ("w = torch.zeros(3, requires_grad=True)\n((A @ w - 1) ** 2).mean().backward()\nz = w.grad.shape", "z"),
    ("w = torch.ones(3, requires_grad=True)\nwith torch.no_grad():\n    z = (A @ w).requires_grad", "z"),
    ("w = torch.ones(3, requires_grad=True)\nz = (A @ w).requires_grad", "z"),
)


def plain(value: Any) -> Any:
    """Elements, types and shapes, of PyTorch and of ours."""
    if isinstance(value, torch.Tensor):
        held = value.detach()
        numbers = held.float() if held.dtype in {torch.float16, torch.bfloat16} else held
        return [str(value.dtype), list(value.shape), rounded(numbers.numpy())]
    if isinstance(value, Tensor):
        return [str(value.kind), list(value.shape), rounded(value.array)]
    if isinstance(value, Kind | torch.dtype):
        return str(value)
    if isinstance(value, list | tuple | torch.Size):
        return [plain(part) for part in value]
    return round(float(value), 3) if isinstance(value, int | float) else value


def rounded(array: Any) -> Any:
    found = np.round(np.asarray(array, dtype=np.float64), 3) + 0.0
    return np.where(np.isnan(found), "nan", found.astype(str)).tolist()


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions_give_what_pytorch_gives(expression: str) -> None:
    source = f"{SETUP}\nfound = {expression}"
    assert plain(interpreted(source)) == plain(run(source))


@pytest.mark.parametrize(("body", "name"), STATEMENTS)
def test_tensors_change_as_those_of_pytorch_do(body: str, name: str) -> None:
    source = f"{SETUP}\n{body}\nfound = {name}"
    assert plain(interpreted(source)) == plain(run(source))
