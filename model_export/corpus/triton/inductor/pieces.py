"""Pieces that networks are made of, and steps of training them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from model_export.corpus.triton.inductor.tensors import Tensors

Made = tuple[Callable[..., Any], tuple[Any, ...]]
PIECES: Final[dict[str, Callable[[Tensors], Made]]] = {}
#: Those that no gradient goes through.
INFERENCE: Final = {"adam", "momentum", "quantised", "dequantised", "top", "one_hot", "greedy", "exponential_average"}


def _piece(make: Callable[[Tensors], Made]) -> Callable[[Tensors], Made]:
    PIECES[make.__name__.strip("_")] = make
    return make


def _functional() -> Any:
    from torch.nn import functional

    return functional


@_piece
def _layer_norm(t: Tensors) -> Made:
    rows, columns = t.rows()
    f = _functional()
    after = t.one_of(lambda x: x, f.gelu, f.relu)
    return lambda x, w, b: after(f.layer_norm(x, (columns,), w, b)), (
        *(t.real(rows, columns), t.real(columns), t.real(columns)),
    )


@_piece
def _residual_norm(t: Tensors) -> Made:
    batch, length, width = t.sequence()
    f = _functional()

    def run(x: Any, y: Any, w: Any, b: Any) -> Any:
        total = x + y
        return f.layer_norm(total, (width,), w, b), total

    return run, (t.real(batch, length, width), t.real(batch, length, width), t.real(width), t.real(width))


@_piece
def _rms_norm(t: Tensors) -> Made:
    batch, length, width = t.sequence()

    def run(x: Any, w: Any) -> Any:
        wide = x.float()
        return (wide * (wide.square().mean(-1, keepdim=True) + 1e-6).rsqrt()).to(x.dtype) * w

    return run, (t.real(batch, length, width), t.real(width))


@_piece
def _batch_norm(t: Tensors) -> Made:
    batch, channels, height, width = t.image()
    f = _functional()
    after = t.one_of(lambda x: x, f.relu, f.silu, f.hardswish)
    trained = t.one_of(True, False)
    return (
        lambda x, m, v, w, b: after(f.batch_norm(x, m.detach().clone(), v.detach().clone(), w, b, training=trained)),
        (t.real(batch, channels, height, width), *(t.real(channels) for _ in range(4))),
    )


@_piece
def _group_norm(t: Tensors) -> Made:
    batch, _, height, width = t.image()
    channels, f = t.one_of(32, 64, 96), _functional()
    return (
        lambda x, w, b: f.silu(f.group_norm(x, 8, w, b)),
        (t.real(batch, channels, height, width), t.real(channels), t.real(channels)),
    )


@_piece
def _instance_norm(t: Tensors) -> Made:
    f = _functional()
    return lambda x: f.leaky_relu(f.instance_norm(x), 0.2), (t.real(*t.image()),)


@_piece
def _perceptron(t: Tensors) -> Made:
    rows, columns = t.rows()
    f, hidden = _functional(), t.one_of(128, 300, 1024)
    activation = t.one_of(f.relu, f.gelu, f.silu, f.tanh)
    return (
        lambda x, a, b, c, d: f.linear(activation(f.linear(x, a, b)), c, d),
        (t.real(rows, columns), t.real(hidden, columns), t.real(hidden), t.real(columns, hidden), t.real(columns)),
    )


@_piece
def _gated_perceptron(t: Tensors) -> Made:
    batch, length, width = t.sequence()
    f = _functional()
    gate = t.one_of(f.silu, f.gelu, f.relu)
    return (
        lambda x, a, b, c: f.linear(gate(f.linear(x, a)) * f.linear(x, b), c),
        (t.real(batch, length, width), t.real(2 * width, width), t.real(2 * width, width), t.real(width, 2 * width)),
    )


@_piece
def _gates(t: Tensors) -> Made:
    rows, columns = t.rows()
    f = _functional()
    return lambda x: f.glu(x, -1), (t.real(rows, columns - columns % 2),)


@_piece
def _attention(t: Tensors) -> Made:
    import torch

    batch, length, width = t.sequence()
    heads = width // 32
    causal = t.one_of(True, False)

    def run(q: Any, k: Any, v: Any) -> Any:
        scores = q @ k.transpose(-2, -1) * 32**-0.5
        if causal:
            after = torch.ones(length, length, dtype=torch.bool).triu(1)
            scores = scores.masked_fill(after, float("-inf"))
        return scores.softmax(-1) @ v

    return run, tuple(t.real(batch, heads, length, 32) for _ in range(3))


@_piece
def _masked_softmax(t: Tensors) -> Made:
    rows, columns = t.rows()
    return (
        lambda x, mask, bias: (x * 0.125 + bias).masked_fill(mask, -1e4).float().softmax(-1).to(x.dtype),
        (t.real(rows, columns), t.truths(rows, columns), t.real(columns)),
    )


@_piece
def _split_heads(t: Tensors) -> Made:
    batch, length, width = t.sequence()
    f = _functional()
    return (
        lambda x, w, b: f.linear(x, w, b).view(batch, length, 3, width // 32, 32).permute(2, 0, 3, 1, 4).contiguous(),
        (t.real(batch, length, width), t.real(3 * width, width), t.real(3 * width)),
    )


@_piece
def _rotary(t: Tensors) -> Made:
    import torch

    batch, length, width = t.sequence()
    halves = t.one_of(True, False)

    def run(x: Any, cos: Any, sin: Any) -> Any:
        if halves:
            first, second = x.chunk(2, -1)
            turned = torch.cat((-second, first), -1)
        else:
            turned = torch.stack((-x[..., 1::2], x[..., ::2]), -1).flatten(-2)
        return x * cos + turned * sin

    return run, (t.real(batch, width // 64, length, 64), t.real(length, 64), t.real(length, 64))


@_piece
def _embedding(t: Tensors) -> Made:
    import torch

    batch, length, width = t.sequence()
    return (
        lambda ids, table, places: table[ids] + places[torch.arange(length)],
        (t.indices(batch, length), t.real(t.one_of(1000, 32000), width), t.real(length, width)),
    )


@_piece
def _cross_entropy(t: Tensors) -> Made:
    rows, columns = t.rows()
    f, smoothing = _functional(), t.one_of(0.0, 0.1)
    return (
        lambda x, y: f.cross_entropy(x.float(), y, label_smoothing=smoothing),
        (t.real(rows, columns), t.indices(rows)),
    )


@_piece
def _losses(t: Tensors) -> Made:
    rows, columns = t.rows()
    f = _functional()
    loss = t.one_of(f.mse_loss, f.l1_loss, f.smooth_l1_loss, f.huber_loss, f.binary_cross_entropy_with_logits)
    return loss, (t.real(rows, columns), t.real(rows, columns))


@_piece
def _divergence(t: Tensors) -> Made:
    rows, columns = t.rows()
    f, heat = _functional(), t.one_of(1.0, 2.0, 4.0)
    return (
        lambda x, y: f.kl_div(f.log_softmax(x / heat, -1), f.softmax(y / heat, -1), reduction="batchmean") * heat**2,
        (t.real(rows, columns), t.real(rows, columns)),
    )


@_piece
def _similarity(t: Tensors) -> Made:
    rows, columns = t.rows()
    f = _functional()
    compare = t.one_of(
        lambda x, y: f.cosine_similarity(x, y, dim=-1),
        lambda x, y: f.normalize(x, dim=-1) - f.normalize(y, dim=-1),
        lambda x, y: (x - y).square().sum(-1).sqrt(),
        lambda x, y: f.triplet_margin_loss(x, y, y.flip(0)),
    )
    return compare, (t.real(rows, columns), t.real(rows, columns))


@_piece
def _convolution(t: Tensors) -> Made:
    batch, channels, height, width = t.image()
    f, out = _functional(), t.one_of(16, 64)
    activation = t.one_of(f.relu, f.silu, f.leaky_relu, lambda x: x)
    return (
        lambda x, w, b: activation(f.conv2d(x, w, b, padding=1)),
        (t.real(batch, channels, height, width), t.real(out, channels, 3, 3), t.real(out)),
    )


@_piece
def _residual_block(t: Tensors) -> Made:
    batch, channels, height, width = t.image()
    f = _functional()

    def run(x: Any, w: Any, m: Any, v: Any, g: Any, b: Any) -> Any:
        return f.relu(f.batch_norm(f.conv2d(x, w, padding=1), m, v, g, b) + x)

    return run, (t.real(batch, channels, height, width), t.real(channels, channels, 3, 3), *(t.real(channels),) * 4)


@_piece
def _pooling(t: Tensors) -> Made:
    f = _functional()
    pool = t.one_of(
        lambda x: f.max_pool2d(x, 2),
        lambda x: f.max_pool2d(x, 3, stride=2, padding=1),
        lambda x: f.avg_pool2d(x, 2),
        lambda x: f.avg_pool2d(x, 3, stride=1, padding=1),
        lambda x: f.adaptive_avg_pool2d(x, 1),
        lambda x: x.amax((2, 3)),
    )
    return pool, (t.real(*t.image()),)


@_piece
def _resized(t: Tensors) -> Made:
    f = _functional()
    mode = t.one_of("nearest", "bilinear", "bicubic")
    return lambda x: f.interpolate(x, scale_factor=2.0, mode=mode), (t.real(*t.image()),)


@_piece
def _squeeze_excitation(t: Tensors) -> Made:
    batch, channels, height, width = t.image()
    f, few = _functional(), max(1, channels // 4)

    def run(x: Any, a: Any, b: Any) -> Any:
        return x * f.linear(f.relu(f.linear(x.mean((2, 3)), a)), b).sigmoid()[:, :, None, None]

    return run, (t.real(batch, channels, height, width), t.real(few, channels), t.real(channels, few))


@_piece
def _patches(t: Tensors) -> Made:
    batch, channels, _, _ = t.image()
    return (
        lambda x: (
            x.view(batch, channels, 8, 8, 8, 8).permute(0, 2, 4, 1, 3, 5).reshape(batch, 64, channels * 64) * 2 - 1
        ),
        (t.real(batch, channels, 64, 64),),
    )


@_piece
def _shuffled(t: Tensors) -> Made:
    f = _functional()
    batch, _, height, width = t.image()
    return lambda x: f.pixel_shuffle(x, 2).clamp(0, 1), (t.real(batch, 16, height, width),)


@_piece
def _normalised_image(t: Tensors) -> Made:
    batch, _, height, width = t.image()
    return (
        lambda x, mean, deviation: ((x.permute(0, 3, 1, 2).float() / 255 - mean) / deviation).contiguous(),
        (t.indices(batch, height, width, 3).byte(), t.real(3, 1, 1), t.real(3, 1, 1)),
    )


@_piece
def _joined(t: Tensors) -> Made:
    import torch

    batch, channels, height, width = t.image()
    f = _functional()
    return (
        lambda x, y, z: f.relu(torch.cat((x, y * 2, f.relu(z)), 1)),
        tuple(t.real(batch, channels, height, width) for _ in range(3)),
    )


@_piece
def _long_short_term(t: Tensors) -> Made:
    rows, columns = t.rows()

    def run(gates: Any, cell: Any) -> Any:
        into, forget, new, out = gates.chunk(4, -1)
        after = forget.sigmoid() * cell + into.sigmoid() * new.tanh()
        return out.sigmoid() * after.tanh(), after

    return run, (t.real(rows, 4 * columns), t.real(rows, columns))


@_piece
def _gated_recurrent(t: Tensors) -> Made:
    rows, columns = t.rows()

    def run(x: Any, h: Any, before: Any) -> Any:
        (r, z, n), (hr, hz, hn) = x.chunk(3, -1), h.chunk(3, -1)
        update = (z + hz).sigmoid()
        return (1 - update) * (n + (r + hr).sigmoid() * hn).tanh() + update * before

    return run, (t.real(rows, 3 * columns), t.real(rows, 3 * columns), t.real(rows, columns))


@_piece
def _adam(t: Tensors) -> Made:
    count, step = t.one_of(1000, 65536, 1 << 20, 12345678), t.one_of(1, 10)
    decoupled = t.one_of(True, False)

    def run(p: Any, g: Any, m: Any, v: Any) -> Any:
        grad = g if decoupled else g + 0.01 * p
        m = 0.9 * m + 0.1 * grad
        v = 0.999 * v + 0.001 * grad * grad
        rate = (m / (1 - 0.9**step)) / ((v / (1 - 0.999**step)).sqrt() + 1e-8)
        return (p * 0.9999 if decoupled else p) - 1e-3 * rate, m, v

    return run, tuple(t.real(count) for _ in range(4))


@_piece
def _momentum(t: Tensors) -> Made:
    count = t.one_of(1000, 65536, 1 << 20)

    def run(p: Any, g: Any, m: Any) -> Any:
        m = 0.9 * m + (g + 1e-4 * p).clamp(-1, 1)
        return p - 0.01 * (g + 0.9 * m), m

    return run, tuple(t.real(count) for _ in range(3))


@_piece
def _exponential_average(t: Tensors) -> Made:
    rows, columns = t.rows()
    return lambda x, y: x.mul(0.999).add(y.float(), alpha=0.001), (t.real(rows, columns).float(), t.real(rows, columns))


@_piece
def _clipped_gradient(t: Tensors) -> Made:
    rows, columns = t.rows()
    return lambda g: g * (1.0 / (g.float().norm() + 1e-6)).clamp(max=1.0).to(g.dtype), (t.real(rows, columns),)


@_piece
def _quantised(t: Tensors) -> Made:
    import torch

    rows, columns = t.rows()
    axis = t.one_of(-1, 0)

    def run(x: Any) -> Any:
        scale = x.abs().amax(axis, keepdim=True).float().clamp(min=1e-8) / 127
        return (x / scale).round().clamp(-128, 127).to(torch.int8), scale

    return run, (t.real(rows, columns),)


@_piece
def _dequantised(t: Tensors) -> Made:
    rows, columns = t.rows()
    return (
        lambda q, scale, zero: (q.to(scale.dtype) - zero) * scale,
        (t.indices(rows, columns).byte(), t.real(rows, 1), t.real(rows, 1)),
    )


@_piece
def _top(t: Tensors) -> Made:
    rows, columns = t.rows()
    choose = t.one_of(lambda x: x.max(-1), lambda x: (x.argmax(-1), x.amin(-1)), lambda x: x.argmin(0))
    return choose, (t.real(rows, columns),)


@_piece
def _one_hot(t: Tensors) -> Made:
    f, rows = _functional(), t.one_of(64, 1024, 50000)
    classes = t.one_of(10, 100, 1000)
    return lambda ids: f.one_hot(ids, classes).float() * 0.9 + 0.1 / classes, (t.indices(rows),)


@_piece
def _greedy(t: Tensors) -> Made:
    rows, columns = t.rows()
    return lambda x, heat: (x.float() / heat).softmax(-1).cumsum(-1) > 0.9, (t.real(rows, columns), t.real(1))


@_piece
def _gathered(t: Tensors) -> Made:
    rows, columns = t.rows()
    return (
        lambda x, i, w: (x[i] * w[:, None]).sum(0),
        (t.real(rows, columns), t.indices(rows), t.real(rows)),
    )


@_piece
def _scattered(t: Tensors) -> Made:
    import torch

    rows, columns = t.rows()
    return (
        lambda x, i: torch.zeros_like(x).index_add(0, i, x * 2),
        (t.real(rows, columns), t.indices(rows)),
    )


@_piece
def _statistics(t: Tensors) -> Made:
    rows, columns = t.rows()
    axis = t.one_of(-1, 0, None)
    tell = t.one_of(
        lambda x: (x.mean(axis), x.var(axis)) if axis is not None else (x.mean(), x.var()),
        lambda x: (x.amax(), x.amin()) if axis is None else (x.amax(axis), x.amin(axis)),
        lambda x: x.std() if axis is None else x.std(axis),
        lambda x: (x > 0).sum() if axis is None else (x > 0).sum(axis),
        lambda x: x.square().sum() if axis is None else x.prod(axis),
    )
    return tell, (t.real(rows, columns),)


@_piece
def _complex_rotation(t: Tensors) -> Made:
    import torch

    rows, columns = t.rows()

    def run(a: Any, b: Any, angle: Any) -> Any:
        c, s = torch.cos(angle), torch.sin(angle)
        return a * c - b * s, a * s + b * c

    return run, (t.real(rows, columns), t.real(rows, columns), t.real(columns))


@_piece
def _distances(t: Tensors) -> Made:
    points, dims = t.one_of(64, 300, 1024), t.one_of(2, 3, 16)
    return (
        lambda x, y: (x[:, None] - y[None]).square().sum(-1).add(1e-6).rsqrt(),
        (t.real(points, dims), t.real(points, dims)),
    )


@_piece
def _transposed_sum(t: Tensors) -> Made:
    rows, columns = t.rows()
    return lambda x, y: x + y.t(), (t.real(rows, columns), t.real(columns, rows))


@_piece
def _windows(t: Tensors) -> Made:
    batch, length, width = t.sequence()
    return (
        lambda x, w: (x.unfold(1, 4, 1) * w).sum(-1),
        (t.real(batch, length, width), t.real(4)),
    )


@_piece
def _scan(t: Tensors) -> Made:
    rows, columns = t.rows()
    run = t.one_of(
        lambda x: x.cumsum(-1),
        lambda x: x.cumsum(0),
        lambda x: x.exp().cumsum(-1) / x.shape[-1],
        lambda x: x.abs().add(0.5).cumprod(-1),
    )
    return run, (t.real(rows, columns),)


@_piece
def _focal(t: Tensors) -> Made:
    rows, columns = t.rows()
    f = _functional()

    def run(x: Any, y: Any) -> Any:
        chance = x.sigmoid()
        near = chance * y + (1 - chance) * (1 - y)
        return (f.binary_cross_entropy_with_logits(x, y, reduction="none") * (1 - near) ** 2).mean()

    return run, (t.real(rows, columns), t.real(rows, columns))


@_piece
def _boxes(t: Tensors) -> Made:
    import torch

    count = t.one_of(100, 1000, 8192)

    def run(a: Any, b: Any) -> Any:
        low, high = torch.maximum(a[:, :2], b[:, :2]), torch.minimum(a[:, 2:], b[:, 2:])
        inner = (high - low).clamp(min=0).prod(1)
        areas = (a[:, 2:] - a[:, :2]).prod(1) + (b[:, 2:] - b[:, :2]).prod(1)
        return inner / (areas - inner + 1e-6)

    return run, (t.real(count, 4), t.real(count, 4))
