"""Arrays of default workloads are such as the unit can be called with."""

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
        # Places in other arrays are whole, and numbers of classes small.
        (
            "def f(table: np.ndarray, rows: np.ndarray): return table[rows]",
            "table: float64[1000]; rows: int64[1000] in 0..999",
        ),
        (
            "def f(xs: np.ndarray, groups: np.ndarray): return np.bincount(groups, weights=xs)",
            "xs: float64[1000]; groups: int64[1000] in 0..9",
        ),
        (
            "def f(a: np.ndarray, b: np.ndarray):\n"
            "    m = np.zeros((10, 10))\n"
            "    for one, other in zip(a, b):\n"
            "        m[one, other] += 1\n"
            "    return m",
            "a: int64[1000] in 0..9; b: int64[1000] in 0..9",
        ),
        (
            "def f(grey: np.ndarray): return np.bincount(grey.ravel(), minlength=256)",
            "grey: int64[1000] in 0..9",
        ),
        (
            "def f(a: np.ndarray, b: np.ndarray):\n"
            "    m = np.zeros((10, 10))\n"
            "    np.add.at(m, (a, b), 1)\n"
            "    return m",
            "a: int64[1000] in 0..9; b: int64[1000] in 0..9",
        ),
        # What a place is reckoned of is one.
        ("def f(x: np.ndarray, a: np.ndarray): return x[(a + 1) % len(x)]", "x: float64[1000]; a: int64[1000] in 0..9"),
        (
            "def f(a: np.ndarray, b: np.ndarray): return np.bincount(a * 10 + b, minlength=100)",
            "a: int64[1000] in 0..9; b: int64[1000] in 0..9",
        ),
        (
            "def f(a: np.ndarray, b: np.ndarray):\n"
            "    m = np.zeros((10, 10))\n"
            "    np.add.at(m, (a % 10, b % 10), 1)\n"
            "    return m",
            "a: int64[1000] in 0..9; b: int64[1000] in 0..9",
        ),
        # Columns of places, also of those of a sparse matrix, and what is counted of some of what is given.
        (
            "def f(edges: np.ndarray):\n    m = np.zeros((10, 10))\n    m[edges[:, 0], edges[:, 1]] = 1\n    return m",
            "edges: int64[500, 2] in 0..9",
        ),
        (
            "def f(rows, columns): return coo_matrix((np.ones(len(rows)), (rows, columns)), shape=(10, 10))",
            "rows: int64[1000] in 0..9; columns: int64[1000] in 0..9",
        ),
        (
            "def f(y: np.ndarray, x: np.ndarray):\n"
            "    near = np.argpartition(x, 3, axis=1)[:, :3]\n"
            "    votes = y[near]\n"
            "    return [np.bincount(few).argmax() for few in votes]",
            "y: int64[32] in 0..9; x: float64[32, 32]",
        ),
        (
            "def f(seen: np.ndarray, chances: np.ndarray):\n"
            "    few, logs = len(seen), np.log(chances)\n"
            "    return [logs[:, seen[i]] for i in range(few)]",
            "seen: int64[32] in 0..9; chances: float64[32, 32]",
        ),
        # What is reckoned of it element by element has its axes; numbers beside it are as many as its last one has.
        (
            "def f(batch: np.ndarray):\n    x = batch.astype(np.float32) / 255\n    return x.transpose(0, 3, 1, 2)",
            "batch: float64[6, 6, 6, 6]",
        ),
        (
            "def f(batch: np.ndarray):\n"
            "    mean = np.array([0.5, 0.4, 0.4])\n"
            "    return (batch / 255 - mean).transpose(0, 3, 1, 2)",
            "batch: float64[6, 6, 6, 3]",
        ),
        # What puts arrays together looks like a place, and is none.
        ("def f(x: np.ndarray): return np.c_[np.ones(len(x)), x]", "x: float64[1000]"),
        # Columns that it is unpacked into, halves of boxes, numbers that it is multiplied with, letters of its axes.
        ("def f(boxes: np.ndarray):\n    a, b, c, d = boxes.T\n    return (c - a) * (d - b)", "boxes: float64[250, 4]"),
        (
            "def f(boxes: np.ndarray): return boxes[:, None, 2:] - boxes[None, :, :2]",
            "boxes: float64[250, 4]",
        ),
        ("def f(img: np.ndarray): return img @ np.array([0.3, 0.6, 0.1])", "img: float64[10, 10, 3]"),
        ("def f(rows: np.ndarray): return rows @ [0.3, 0.6, 0.1]", "rows: float64[333, 3]"),
        ("def f(points: np.ndarray): return [x * y for x, y in points]", "points: float64[500, 2]"),
        (
            "def f(points: np.ndarray):\n"
            "    total = 0.0\n"
            "    for i in range(len(points)):\n"
            "        x, y = points[i]\n"
            "        total += x * y\n"
            "    return total",
            "points: float64[500, 2]",
        ),
        ("def f(points: np.ndarray): return [i + x for i, (x, y, z) in enumerate(points)]", "points: float64[333, 3]"),
        ("def f(steps: np.ndarray): return [p for s in steps for i, p in enumerate(s)]", "steps: float64[32, 32]"),
        ("def f(q: np.ndarray): return np.einsum('bhqd,bhkd->bhqk', q, q)", "q: float64[6, 6, 6, 6]"),
        # Variables in columns, of which there is a weight for each.
        (
            "def f(returns: np.ndarray, weights: np.ndarray): return weights @ np.cov(returns, rowvar=False) @ weights",
            "returns: float64[32, 32]; weights: float64[32]",
        ),
        ("def f(x: np.ndarray, y: np.ndarray): return np.cov(x, y)[0, 1]", "x: float64[1000]; y: float64[1000]"),
        ("def f(x: np.ndarray, y: np.ndarray): return np.cov(x, y=y)[0, 1]", "x: float64[1000]; y: float64[1000]"),
        ("def f(x: np.ndarray): return own.cov(x)", "x: float64[1000]"),
        # Two elements are no row.
        ("def f(x: np.ndarray):\n    low, high = x[[0, -1]]\n    return high - low", "x: float64[1000]"),
        # Coordinates that are all asked for by their numbers are as many as these.
        ("def f(points: np.ndarray): return points[:, 0] * points[:, 1]", "points: float64[500, 2]"),
        (
            "def f(boxes: np.ndarray): return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])",
            "boxes: float64[250, 4]",
        ),
        # There are as many as of what is beside them.
        ("def f(X, y: np.ndarray): return X[:, 0] * y, X[:, 1] + y", "X: float64[32, 2]; y: float64[32]"),
        # One that is used as a whole besides is any matrix.
        ("def f(m: np.ndarray): return m[:, 0] + m[:, 1] + m.sum(axis=1)", "m: float64[32, 32]"),
        # What belongs to a few groups says so by its name, and what is taken where something holds is an array.
        (
            "def f(x, groups): return {g: x[groups == g].mean() for g in np.unique(groups)}",
            "x: float64[1000]; groups: int64[1000] in 0..9",
        ),
        ("def f(xs): return xs[xs > 0]", "xs: float64[1000]"),
        ("def f(xs): return xs[None]", "xs: float64[1000]"),
        ("def f(cache): return cache[None]", "cache: dict[str, int] * 1000 in 0..1000"),
        # Tensors have coordinates, too.
        ("def f(at: torch.Tensor): return at[:, 1] - at[:, 0]", "at: torch.float32[500, 2]"),
        (
            "def f(xs: np.ndarray, k: int):\n"
            "    idx = rng.choice(len(xs), size=(k,))\n"
            "    return np.linalg.norm(xs[idx], axis=1)",
            "xs: float64[32, 32]; k: int = 10",
        ),
        (
            "def f(W: np.ndarray, xs: np.ndarray):\n"
            "    idx = rng.integers(0, len(xs), size=(3, 5))\n"
            "    return np.linalg.solve(W, xs[idx])",
            "W: float64[32, 32]; xs: float64[32]",
        ),
        (
            "def f(cand, score, best): return cand[score > best]",
            "cand: float64[1000]; score: float; best: float",
        ),
        ("def f(names, i): return names[i in names]", "names: list[str] * 1000 * 8 in 'a'..'z'; i: int = 10"),
        # Drawn places of two dimensions leave what they are places in with one; what is left at the end is little.
        (
            "def f(xs: np.ndarray, times: int = 50):\n"
            "    idx = rng.integers(0, len(xs), size=(times, len(xs)))\n"
            "    return xs[idx].mean(axis=1)",
            "xs: float64[1000]; times: int = 50",
        ),
        ("def f(xs: np.ndarray, n: int): return (xs[n:] - xs[:-n]) / n", "xs: float64[1000]; n: int = 10"),
        # A kernel is smaller than what it is moved over.
        (
            "def f(image: np.ndarray, kernel: np.ndarray):\n    h, w = kernel.shape\n    return image[:h, :w] * kernel",
            "image: float64[32, 32]; kernel: float64[3, 3]",
        ),
    ],
)
def test_arrays_are_what_they_are_used_as(source: str, workload: str) -> None:
    assert _default(source) == workload


@pytest.mark.parametrize(
    "body",
    [
        "orders.merge(customers, on='id')",
        "orders.dropna().join(customers, how='left')",
        "pd.merge(orders, customers, how='left')",
    ],
)
def test_tables_are_put_beside_tables(body: str) -> None:
    assert _default(f"def f(orders, customers): return {body}").count("DataFrame[1000") == 2


@pytest.mark.parametrize("body", ["orders.dropna().join(other, key, how='left')", "orders.merge(other, key, on='id')"])
def test_how_tables_are_put_beside_each_other_is_no_table(body: str) -> None:
    found = _default(f"def f(orders, other, key): return {body}")
    assert "other: DataFrame" in found and "key: DataFrame" not in found


@pytest.mark.parametrize(
    ("body", "dimensions"),
    [
        ("return np.linalg.norm(x - y, axis=1)", 2),
        ("return ((x[:, None] - y[None]) ** 2).sum(-1).argmin(1)", 2),
        ("return np.sqrt((x ** 2).sum(axis=1, keepdims=True))", 2),
        ("return (x * 2).mean(axis=0).sum(axis=0).max(axis=0)", 3),
        ("return np.abs(x).sum()", 1),
        ("return (x * 2).sum(axis=axis)", 1),
        ("return x.sum(1)", 2),
        ("return np.roll(x, 1, 0) - np.roll(x, -1, 1)", 2),
        ("return np.roll(x, 1)", 1),
    ],
)
def test_axes_of_what_is_computed_tell_dimensions(body: str, dimensions: int) -> None:
    said = _default(f"def f(x: np.ndarray, y: np.ndarray, axis=None):\n    {body}").partition(";")[0]
    assert said.count(",") + 1 == dimensions


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(X, y, w): return X.T @ (X @ w - y)", "X: float64[32, 32]; y: float64[32]; w: float64[32]"),
        ("def f(m): return m / np.sqrt((m ** 2).sum(axis=1, keepdims=True))", "m: float64[32, 32]"),
        (
            "def f(q, k, v): return (q @ k.swapaxes(-1, -2)) @ v",
            "q: float64[32, 32]; k: float64[32, 32]; v: float64[32, 32]",
        ),
    ],
)
def test_what_nothing_else_tells_is_an_array_by_products_and_sums(source: str, workload: str) -> None:
    assert _default(source) == workload


def test_targets_are_as_many_as_samples() -> None:
    assert _default("def fit(Z, y):\n    return Z.shape, y") == "Z: float64[1000]; y: int = 10"
    assert _default("def fit(X, y):\n    return X.shape, y") == "X: float64[32, 32]; y: float64[32]"
    assert _default("def loss(X, y_pred):\n    return X.shape, y_pred") == "X: float64[32, 32]; y_pred: float64[32]"
    assert _default("def fit(X_train, y_train):\n    return X_train.shape, y_train").endswith("y_train: float64[32]")
    assert _default("def fit(X, y: int):\n    return X.shape, y") == "X: float64[32, 32]; y: int = 10"
