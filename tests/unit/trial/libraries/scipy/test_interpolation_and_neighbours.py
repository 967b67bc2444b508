"""Curves through points, points near to each other and groups of them, as SciPy finds them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.unit.trial.interpreting import interpreted

_BEGIN = """
import numpy as np
from scipy import interpolate as I, spatial as S
from scipy.cluster import hierarchy as h, vq
x = np.array([0.0, 1.0, 2.5, 3.0, 4.2, 5.0, 6.1])
y = np.sin(x) + 0.3 * x
q = np.linspace(0, 6.1, 5)
p = np.array([[np.sin(i * 7.3) * 3, np.cos(i * 3.1) * 2] for i in range(20)])
z = np.array([[np.sin(i * 1.3) * 3, np.cos(i * 5.1) * 2] for i in range(6)])
t = S.KDTree(p)
gx, gy = np.linspace(0, 1, 5), np.linspace(0, 2, 4)
V = np.add.outer(gx**2, gy)
D = S.Delaunay(p)
def canon(Z): return np.sort(Z, axis=None)
def part(labels): return [int(labels[i] == labels[j]) for i in range(len(labels)) for j in range(i)]
"""


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ("I.CubicSpline(x, y)(q)", [0, 1.42078, 1.00611, 0.38719, 1.64784]),
        ("I.CubicSpline(x, y)(q, 1)", [1.53837, 0.320778, -0.701707, 0.170862, 1.44036]),
        ("I.CubicSpline(x, y).derivative()(q)", [1.53837, 0.320778, -0.701707, 0.170862, 1.44036]),
        ('I.CubicSpline(x, y, bc_type="natural")(q)', [0, 1.43823, 1.00645, 0.380267, 1.64784]),
        ('I.CubicSpline(x, y, bc_type="clamped")(q)', [0, 1.53554, 1.00829, 0.344394, 1.64784]),
        (
            "I.CubicSpline(x, np.outer(y, [1, 2]))(q)",
            [0, 0, 1.42078, 2.84157, 1.00611, 2.01223, 0.38719, 0.77438, 1.64784, 3.29567],
        ),
        ("I.CubicSpline(x, y).integrate(0.5, 4.0)", [3.87141]),
        ("I.CubicSpline(x[:3], y[:3])(q[:4])", [0, 1.41938, 0.971808, -1.34272]),
        ("I.CubicSpline(x, y)(2.2)", [1.45299]),
        ("I.PchipInterpolator(x, y)(q)", [0, 1.25742, 1.01109, 0.428684, 1.64784]),
        ("I.Akima1DInterpolator(x, y)(q)", [0, 1.3933, 1.0122, 0.352342, 1.64784]),
        ("I.make_interp_spline(x, y)(q)", [0, 1.42078, 1.00611, 0.38719, 1.64784]),
        ("I.make_interp_spline(x, y, k=3)(q)", [0, 1.42078, 1.00611, 0.38719, 1.64784]),
        ("I.InterpolatedUnivariateSpline(x, y)(q)", [1.69562e-17, 1.42078, 1.00611, 0.38719, 1.64784]),
        ("I.UnivariateSpline(x, y, s=0)(q)", [1.69562e-17, 1.42078, 1.00611, 0.38719, 1.64784]),
        ("I.UnivariateSpline(x, y)(q)", [-0.0387504, 1.44025, 0.984374, 0.436776, 1.64059]),
        ('I.interp1d(x, y, kind="cubic")(q)', [0, 1.42078, 1.00611, 0.38719, 1.64784]),
        ("I.RegularGridInterpolator((gx, gy), V)([[0.3, 0.7], [0.9, 1.9]])", [0.8, 2.725]),
        (
            'I.RegularGridInterpolator((gx, gy), V, method="nearest")(np.array([[0.3, 0.7], [0.9, 1.9]]))',
            [0.729167, 3],
        ),
        (
            "I.RegularGridInterpolator((gx, gy), V, bounds_error=False, fill_value=None)([[1.3, 0.7], [0.9, 1.9]])",
            [2.225, 2.725],
        ),
        ('I.griddata(p, p[:, 0] ** 2, z, method="nearest")', [0, 8.91342, 1.8454, 7.81287, 8.99955, 0]),
        ("np.isnan(I.griddata(p, p[:, 0], z))", [0, 1, 0, 0, 0, 0]),
        ("t.query(z)[0]", [0, 0.919355, 0.189243, 0.741795, 1.59989, 0.658997]),
        ("t.query(z)[1]", [0, 14, 19, 5, 17, 0]),
        (
            "t.query(z, k=3)[0]",
            [
                0,
                0.547385,
                1.09718,
                0.919355,
                1.13437,
                1.25421,
                0.189243,
                0.298385,
                0.396432,
                0.741795,
                0.884038,
                0.988282,
                1.59989,
                1.79383,
                1.85872,
                0.658997,
                1.19137,
                1.71863,
            ],
        ),
        ("t.query(z[0])", [0, 0]),
        ("t.query(z, k=2, distance_upper_bound=0.5)[1]", [0, 20, 20, 20, 19, 15, 20, 20, 20, 20, 20, 20]),
        ("sorted(t.query_ball_point(z[1], 1.5))", [2, 8, 14]),
        (
            "sorted(t.query_pairs(0.8))",
            [
                0,
                6,
                1,
                7,
                1,
                13,
                2,
                8,
                2,
                14,
                3,
                9,
                4,
                10,
                5,
                11,
                5,
                17,
                6,
                12,
                7,
                13,
                8,
                14,
                9,
                15,
                9,
                19,
                10,
                16,
                10,
                18,
                11,
                17,
                12,
                16,
                12,
                18,
                13,
                15,
                13,
                19,
                15,
                19,
                16,
                18,
            ],
        ),
        ("[t.n, t.m]", [20, 2]),
        ("[S.ConvexHull(p).area, S.ConvexHull(p).volume]", [18.6342, 21.8517]),
        ("(D.find_simplex(z) >= 0).tolist()", [1, 0, 1, 1, 1, 1]),
        ("vq.vq(p, z[:3])[0]", [0, 2, 1, 2, 0, 2, 0, 2, 1, 2, 0, 2, 0, 2, 1, 2, 0, 2, 0, 2]),
        ("vq.kmeans(p, 1)[0]", [0.0485499, 0.0155559]),
        ("vq.kmeans2(p, 1)[0]", [0.0485499, 0.0155559]),
        ("sorted(S.ConvexHull(p).vertices.tolist())", [0, 1, 2, 3, 4, 5, 8, 11, 14, 17]),
        ('canon(h.linkage(p, "ward")[:, 2])[:5]', [0.113941, 0.219234, 0.222046, 0.223397, 0.338582]),
        ('h.linkage(p, "complete")[:3]', [16, 18, 0.113941, 2, 15, 19, 0.219234, 2, 5, 11, 0.222046, 2]),
        (
            '[float(np.sum(h.linkage(p, how)[:, 2])) for how in ("single", "average", "centroid")]',
            [15.3377, 21.714, 20.7667],
        ),
        (
            'part(h.fcluster(h.linkage(p[:7], "ward"), 3, criterion="maxclust"))',
            [0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0],
        ),
        (
            'part(h.fcluster(h.linkage(p[:7], "average"), 1.5, criterion="distance"))',
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0],
        ),
        (
            "sorted(map(sorted, S.Delaunay(p[:7]).simplices.tolist()))",
            [0, 2, 3, 0, 3, 6, 0, 4, 6, 1, 2, 3, 3, 5, 6, 4, 5, 6],
        ),
        ("vq.whiten(p)[:2]", [0, 1.10929, 1.23574, -1.10833]),
    ],
)
def test_values(expression: str, values: list[float]) -> None:
    found = _flat(interpreted(f"{_BEGIN}\nfound = {expression}\n", 1e9))
    assert np.allclose(found, values, rtol=2e-4, atol=1e-6, equal_nan=True)


def _flat(found: Any) -> list[float]:
    if isinstance(found, list | tuple):
        return [one for part in found for one in _flat(part)]
    return [float(one) for one in np.ravel(found)]
