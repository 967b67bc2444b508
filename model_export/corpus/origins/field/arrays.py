"""Numerical functions as people write them."""

import numpy as np


# perfcast: r: float64[300, 3]; epsilon = 1.0; sigma = 1.0
def lennard_jones(r, epsilon, sigma):
    delta = r[:, np.newaxis, :] - r[np.newaxis, :, :]
    square = np.sum(delta**2, axis=-1)
    np.fill_diagonal(square, np.inf)
    inverse = (sigma**2 / square) ** 3
    return 2.0 * epsilon * np.sum(inverse**2 - inverse)


# perfcast: u: float64[200, 200]; v: float64[200, 200]; steps = 20
def gray_scott(u: np.ndarray, v: np.ndarray, steps: int) -> tuple[np.ndarray, np.ndarray]:
    def laplacian(z):
        return z[:-2, 1:-1] + z[2:, 1:-1] + z[1:-1, :-2] + z[1:-1, 2:] - 4 * z[1:-1, 1:-1]

    for _ in range(steps):
        reaction = u[1:-1, 1:-1] * v[1:-1, 1:-1] ** 2
        du = 0.16 * laplacian(u) - reaction + 0.035 * (1 - u[1:-1, 1:-1])
        dv = 0.08 * laplacian(v) + reaction - 0.1 * v[1:-1, 1:-1]
        u[1:-1, 1:-1] += du
        v[1:-1, 1:-1] += dv
    return u, v


# perfcast: A: float64[120, 120]; b: float64[120]
def conjugate_gradient(A, b, iterations=30):
    x = np.zeros_like(b)
    r = b - A @ x
    p = r.copy()
    rs = r @ r
    for _ in range(iterations):
        Ap = A @ p
        alpha = rs / (p @ Ap + 1e-12)
        x = x + alpha * p
        r = r - alpha * Ap
        rs_new = r @ r
        p = r + (rs_new / (rs + 1e-12)) * p
        rs = rs_new
    return x


# perfcast: x: float32[8, 3, 32, 32]; w: float32[16, 3, 3, 3]
def conv_forward(x, w):
    n, c, h, width = x.shape
    f, _, kh, kw = w.shape
    out = np.zeros((n, f, h - kh + 1, width - kw + 1), dtype=x.dtype)
    for i in range(out.shape[2]):
        for j in range(out.shape[3]):
            patch = x[:, :, i : i + kh, j : j + kw]
            out[:, :, i, j] = np.tensordot(patch, w, axes=([1, 2, 3], [1, 2, 3]))
    return out


# perfcast: X: float64[400, 8]; k = 5
def k_means(X, k, rounds=10):
    centres = X[:k].copy()
    for _ in range(rounds):
        distance = np.linalg.norm(X[:, None] - centres[None], axis=2)
        label = np.argmin(distance, axis=1)
        for j in range(k):
            members = X[label == j]
            if len(members):
                centres[j] = members.mean(axis=0)
    return label, centres


# perfcast: prices: float64[5000]
def drawdown(prices: np.ndarray) -> float:
    peak = np.maximum.accumulate(prices)
    return float(np.max((peak - prices) / peak))


# perfcast: image: uint8[240, 320]
def equalise(image: np.ndarray) -> np.ndarray:
    histogram = np.bincount(image.ravel(), minlength=256)
    cumulative = histogram.cumsum()
    scaled = (cumulative - cumulative.min()) * 255 / max(1, cumulative.max() - cumulative.min())
    return scaled.astype(np.uint8)[image]


# perfcast: image: float64[96, 96]
def sobel(image):
    padded = np.pad(image, 1, mode="edge")
    gx = np.zeros_like(image)
    gy = np.zeros_like(image)
    kernel = [(-1, 1), (0, 2), (1, 1)]
    for offset, weight in kernel:
        gx += weight * (padded[1 + offset : 1 + offset + image.shape[0], 2:] - padded[1 + offset : 1 + offset + image.shape[0], :-2])
        gy += weight * (padded[2:, 1 + offset : 1 + offset + image.shape[1]] - padded[:-2, 1 + offset : 1 + offset + image.shape[1]])
    return np.hypot(gx, gy)


# perfcast: n = 64
def laplace_matrix(n: int) -> np.ndarray:
    size = n * n
    matrix = np.zeros((size, size))
    for i in range(n):
        for j in range(n):
            row = i * n + j
            matrix[row, row] = 4
            if i > 0:
                matrix[row, row - n] = -1
            if i < n - 1:
                matrix[row, row + n] = -1
            if j > 0:
                matrix[row, row - 1] = -1
            if j < n - 1:
                matrix[row, row + 1] = -1
    return matrix


# perfcast: samples: float64[20000]; order = 12
def autocorrelation(samples, order):
    centred = samples - samples.mean()
    variance = np.dot(centred, centred)
    return np.array([np.dot(centred[: len(centred) - lag], centred[lag:]) / variance for lag in range(order)])


# perfcast: seq: float64[60, 16]; hidden = 32
def rnn(seq, hidden):
    rng = np.random.default_rng(1)
    wx = rng.standard_normal((seq.shape[1], hidden)) * 0.1
    wh = rng.standard_normal((hidden, hidden)) * 0.1
    state = np.zeros(hidden)
    states = []
    for x in seq:
        state = np.tanh(x @ wx + state @ wh)
        states.append(state)
    return np.stack(states)


# perfcast: a: int64[30000] in 0..1000; b: int64[30000] in 0..1000
def jaccard(a, b):
    both = np.intersect1d(a, b)
    either = np.union1d(a, b)
    return len(both) / len(either)


# perfcast: signal: float64[8192]
def low_pass(signal, cutoff=0.1):
    spectrum = np.fft.rfft(signal)
    frequency = np.fft.rfftfreq(signal.size)
    spectrum[frequency > cutoff] = 0
    return np.fft.irfft(spectrum, signal.size)


# perfcast: cost: float64[60, 60]
def sinkhorn(cost, rounds=50):
    kernel = np.exp(-cost / 0.1)
    u = np.ones(cost.shape[0])
    v = np.ones(cost.shape[1])
    for _ in range(rounds):
        u = 1.0 / (kernel @ v)
        v = 1.0 / (kernel.T @ u)
    return u[:, None] * kernel * v[None, :]


# perfcast: N = 1500
def primes_mask(N: int) -> np.ndarray:
    mask = np.ones(N + 1, dtype=bool)
    mask[:2] = False
    for i in range(2, int(N**0.5) + 1):
        if mask[i]:
            mask[i * i :: i] = False
    return np.flatnonzero(mask)
