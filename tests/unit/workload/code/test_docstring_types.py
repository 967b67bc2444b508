"""What docstrings say of parameters that neither an annotation nor the body tells of."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.workload.origins.resolution import resolve
from tests.unit.trial.interpreting import soon


def _said(lines: str, parameters: str = "x", body: str = "return x") -> str:
    docstring = "\n".join(f"    {line}" for line in lines.split("\n"))
    file = SourceFile.parse(f'def f({parameters}):\n    """Does.\n\n{docstring}\n    """\n    {body}\n')
    return str(resolve(file.units[0], file).workload)


@pytest.mark.parametrize(
    ("type_", "wanted"),
    [
        ("(M, N) ndarray", "x: float64[32, 32]"),
        ("ndarray of shape (M, N), optional", "x: float64[32, 32]"),
        (":py:class:`ndarray <numpy.ndarray>` of shape `(n_ex, n_in, n_t)`", "x: float64[10, 10, 10]"),
        ("{array-like, sparse matrix} of shape (n_samples, n_features)", "x: float64[32, 32]"),
        ("(M, N[, P][, C]) ndarray", "x: float64[32, 32]"),
        ("2-D array (integer or float)", "x: int64[32, 32]"),
        ("array_like of shape (N, 3)", "x: float64[32, 3]"),
        ("ndarray of bools, shape (M, N)", "x: bool[32, 32]"),
        ("float, default 1", "x: float"),
        ("int or float", "x: int = 10"),
        ("tuple, int, or 'same'", "x: int = 10"),
        ("list of strings", "x: list[str] * 1000 * 8 in 'a'..'z'"),
        ("{'C', 'G'}", "x: str = 'C'"),
        ("pd.Series or pd.DataFrame", "x: Series[1000]"),
        ("callable", "x: Callable"),
        ("tuple of ints", "x: tuple[int, int] in 0..1000"),
        ("Graph", "x: int = 10"),
        ("array of shape (400, 400, 3)", "x: float64[400, 400, 3]"),
        ("array of shape (400, 400, 400)", "x: float64[1000]"),
    ],
)
def test_types_of_numpys_style(type_: str, wanted: str) -> None:
    assert _said(f"Parameters\n----------\nx : {type_}\n    What it is.\n\nReturns\n-------\nx : str") == wanted


@pytest.mark.parametrize(
    "lines", ["Args:\n    x (dict): what\n    it (is): not", ":param dict x: what", ":param x: what\n:type x: dict"]
)
def test_other_styles(lines: str) -> None:
    assert _said(lines) == "x: dict[str, int] * 1000 in 0..1000"


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("x - A pandas Series of prices.", "x: Series[1000]"),
        ("x -- pandas DataFrame", "x: DataFrame[1000, 3]"),
        (":param x: the numpy array", "x: float64[1000]"),
        ("x: np.ndarray of shape (n, 2)", "x: float64[32, 2]"),
        (":param x:\n:type x: numpy array", "x: float64[1000]"),
        ("x: the pandas in the zoo", "x: int = 10"),
    ],
)
def test_descriptions_that_begin_with_a_type_of_a_library(line: str, wanted: str) -> None:
    assert _said(line) == wanted


def test_annotations_and_the_body_say_more() -> None:
    lines = "Parameters\n----------\nx : list\ny : list\nz, k : ndarray"
    said = _said(lines, "x: str, y, z, k", "return [word.upper() for word in y], z[:, :, 0]")
    assert said == (
        "x: str * 1000 in 'a'..'z'; y: list[str] * 1000 * 8 in 'a'..'z'; z: float64[10, 10, 10]; k: float64[10]"
    )


def test_what_is_gone_through_is_no_number() -> None:
    lines = "Parameters\n----------\nx : int or str\ny : int"
    said = _said(lines, "x, y", "return [one for one in range(10) if one not in x and one != y]")
    assert said == "x: list[int] * 1000 in 0..1000; y: int = 10"


def test_what_may_have_more_axes_has_those_that_its_name_tells() -> None:
    assert _said("Parameters\n----------\nimage : (M[, ...]) ndarray", "image") == "image: float64[32, 32]"


def test_several_may_be_described_in_one_line() -> None:
    said = _said("X: array of shape (n, d); weights: array of shape (n, k)", "X, weights", "return X.T @ weights")
    assert said == "X: float64[32, 32]; weights: float64[32, 32]"


def test_arrays_fit_together_where_they_are_said_to() -> None:
    lines = "Parameters\n----------\nX : ndarray of shape (N, M)\ny : array of shape (N, K)\npoints : (N, 3) array"
    assert _said(lines, "X, y, points") == "X: float64[32, 32]; y: float64[32, 32]; points: float64[32, 3]"


@pytest.mark.parametrize("line", [":param" + 9_000 * " ", ":param" + 4_000 * " x", 9_000 * " " + "."])
def test_what_is_long_is_read_at_once(line: str) -> None:
    with soon():
        assert _said(line + "\n:param list of str x: what") == "x: list[str] * 1000 * 8 in 'a'..'z'"


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("x: (n, 2) latitudes and longitudes", "x: float64[32, 2]"),
        ("x: image (H, W, 3)", "x: float64[10, 10, 3]"),
        ("x: Tensor, shape [batch, seq_len, d_model]", "x: float64[10, 10, 10]"),
        ("x, y : arrays of shape (rows, columns)", "x: float64[32, 32]"),
        ("Of boxes (N, 4) and others (M, 4).", "boxes1: float64[32, 4]"),
        # What is no shape.
        ("x: what is given (see below, optional)", "x: float64[1000]"),
        ("x: the array (default, None)", "x: float64[1000]"),
        ("x: where they are (km)", "x: float64[1000]"),
        ("Of points boxes (x1, y1, x2, y2) that overlap.", "boxes: float64[1000]"),
        ("x: values of shape (n, m)", "x: float64[32, 32]"),
    ],
)
def test_axes_of_what_is_annotated(line: str, wanted: str) -> None:
    assert _said(line, f"{wanted.partition(':')[0]}: np.ndarray") == wanted


@pytest.mark.parametrize(
    ("parameters", "text", "expected"),
    [
        ("prices, lookback=20", "prices: (days, assets)", "prices: float64[32, 32]; lookback: int = 20"),
        ("a, b", "a: (N, 3), b: (M, 3)", "a: float64[32, 3]; b: float64[32, 3]"),
        ("points, queries", "points: (N, 3), queries: (M, 3)", "points: float64[32, 3]; queries: float64[32, 3]"),
    ],
)
def test_what_has_axes_alone_said_of_it_is_an_array(parameters: str, text: str, expected: str) -> None:
    first = parameters.split(",", maxsplit=1)[0]
    source = f'def f({parameters}):\n    """{text}"""\n    return {first}[0]\n'
    assert str(resolve(SourceFile.parse(source).unit("f"), SourceFile.parse(source)).workload) == expected


@pytest.mark.parametrize(
    "said",
    [
        "Args:\n    x (dict[str, pd.DataFrame]): all of them",
        "Args:\n    x (dict):\n        Dictionary that maps each name to a ``pandas.DataFrame``.",
        "Parameters\n----------\nx : dict of DataFrame\n    All of them.",
    ],
)
def test_dictionaries_of_tables(said: str) -> None:
    for body in ("return x", "return [one for one in x.values()]"):
        assert _said(said, body=body) == "x: dict[str, DataFrame[1000, 3]] * 10"


def test_other_dictionaries_hold_no_tables() -> None:
    said = "Args:\n    x (dict): Names (of any DataFrame).\n    y (int): of a DataFrame"
    assert _said(said, "x, y").startswith("x: dict[str, int] * 1000")
