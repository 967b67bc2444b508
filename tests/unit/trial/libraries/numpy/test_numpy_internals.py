"""What NumPy's own modules hold, followed where it is written in Python: as NumPy itself does."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.imports.sources import find
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

_BEGIN = (
    "import numpy as np\nimport numpy._core.numeric as nx\nfrom numpy._core import multiarray as mu\n"
    "from numpy._core.umath import add\nfrom numpy._core.multiarray import normalize_axis_index\n"
    "from numpy.polynomial import polyutils as pu\nx = np.arange(6.0).reshape(2, 3)\n"
)


@pytest.mark.parametrize(
    "expression",
    [
        "nx.asarray([1, 2]).sum(), type(x) is mu.ndarray, add(x, 1).tolist(), add.reduce(x).tolist()",
        "normalize_axis_index(-1, 2), normalize_axis_index(-1, 2, 'axis')",
        "np.sum(x, initial=np._NoValue), np._NoValue is np._NoValue, x.dtype.subdtype",
        "[one.tolist() for one in pu.as_series([[1, 2, 0], [3]])], pu.trimcoef([1.0, 2.0, 0.0]).tolist()",
        "np.common_type(x) is np.float64, np.base_repr(37, 5), np.base_repr(-10, 3)",
        "np.block([[x, x], [x, 2 * x]]).tolist(), np.diagflat([1, 2]).tolist()",
        "np.polynomial.polynomial.polyval(2.0, [1.0, 2.0, 3.0]), np.polyadd([1, 2], [1, 2, 3]).tolist()",
        "np.polyint([1, 2, 3]).tolist(), np.polyint([6, 2], 2, k=[3, 4]).tolist(), np.typecodes['AllFloat']",
    ],
)
def test_it_is_as_in_numpy(expression: str) -> None:
    source = f"{_BEGIN}found = repr(({expression},))"
    assert interpreted(source, place=here()) == run(source)


def test_a_reduction_follows_numpy_s_own_code() -> None:
    text = "def f(a):\n    return _methods._mean(a)\n\nfrom numpy._core import _methods\n"
    found = Trials(text, here()).estimate(parse("a: float64[20]"))
    assert found[NAMES.index("trial_whole")] == 1


@pytest.mark.parametrize("expression", ["1 and x", "0 or x", "1 and 2 and x"])
def test_nobody_asks_the_last_of_several_whether_it_is_true(expression: str) -> None:
    source = f"{_BEGIN}found = ({expression}).tolist()"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    ("name", "is_followed"),
    [
        ("numpy._core.numeric", True),
        ("numpy._core.numerictypes", False),
        ("numpy.lib._function_base_impl", True),
        ("numpy.lib._npyio_impl", False),
        ("numpy.lib._datasource", False),
        ("numpy.polynomial.polyutils", True),
    ],
)
def test_what_opens_files_is_not_followed(name: str, is_followed: bool) -> None:
    assert (find(name, here().folders) is not None) == is_followed


@pytest.mark.parametrize(
    "expression",
    [
        "p(x).tolist()",
        "[p(2), p.order, p.coeffs.tolist(), p[1], p.deriv().coeffs.tolist(), p.integ()(1.0)]",
        "[(p * p).coeffs.tolist(), (p + 1)(3), (2 - p).coeffs.tolist()]",
        "[part.tolist() for part in (np.histogramdd(pairs, bins=3)[0], *np.histogramdd(pairs, bins=3)[1])]",
    ],
)
def test_polynomials_and_counts_by_several_axes_are_followed(expression: str) -> None:
    source = (
        "import numpy as np\np = np.poly1d([1.0, -3.0, 2.0])\nx = np.array([0.5, 1.5, 4.0])\n"
        f"pairs = np.array([[0.0, 1.0], [0.2, 0.3], [1.0, 0.0], [0.4, 0.9]])\nfound = {expression}"
    )
    assert interpreted(source, place=here()) == run(source)


def test_calling_a_polynomial_holds_what_its_value_takes() -> None:
    text = "import numpy as np\n\ndef f(x):\n    return {}\n"
    whole, alone = (
        Trials(text.format(body), here()).estimate(parse("x: float64[5000]"))[NAMES.index("trial_peak")]
        for body in ("np.poly1d([1.0, 2.0, 3.0])(x)", "np.polyval([1.0, 2.0, 3.0], x)")
    )
    assert whole == pytest.approx(alone, abs=0.1)
