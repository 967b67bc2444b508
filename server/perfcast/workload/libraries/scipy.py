"""What calls of SciPy's functions tell of what they are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import walk
from perfcast.workload.code.body import parts_of


class _Given(NamedTuple):
    """Of a function.

    Attributes:
        arrays: places of its arguments that are arrays; names: of those that are told by name.
        axes: that each of them has.
    """

    arrays: tuple[int, ...] = (0,)
    names: tuple[str, ...] = ()
    axes: int = 1


#: Sparse matrices, which are made of values and their places: ``coo_matrix((values, (rows, columns)))``.
OF_PLACES: Final = frozenset(f"{kind}_{of}" for kind in ("coo", "csr", "csc") for of in ("matrix", "array"))
#: Modules that are told by these names, and by no others.
_MODULES: Final = frozenset(
    {
        "stats",
        "signal",
        "ndimage",
        "optimize",
        "integrate",
        "interpolate",
        "spatial",
        "special",
        "linalg",
        "fft",
        "scipy",
    }
    | {"st", "ndi", "sig", "sparse", "csgraph", "hierarchy", "vq", "distance", "windows"}
)
_PAIRED: Final = _Given((0, 1), ("x", "y"))
_POINTS: Final = _Given((0,), ("data", "points"), axes=2)
_PICTURE: Final = _Given((0,), ("input",), axes=2)
_SIGNAL: Final = _Given((0,), ("x",))
#: Names of functions that say enough by themselves, whatever they are imported from.
_ALONE: Final[Mapping[str, _Given]] = {
    "curve_fit": _Given((1, 2), ("xdata", "ydata")),
    "linear_sum_assignment": _Given((0,), ("cost_matrix",), axes=2),
    **dict.fromkeys(("trapezoid", "simpson", "cumulative_trapezoid", "trapz", "cumtrapz"), _PAIRED),
    **dict.fromkeys(("CubicSpline", "PchipInterpolator", "Akima1DInterpolator", "make_interp_spline"), _PAIRED),
    **dict.fromkeys(("UnivariateSpline", "InterpolatedUnivariateSpline", "interp1d", "splrep"), _PAIRED),
    "odeint": _Given((2,), ("t",)),
    "binned_statistic": _Given((0, 1), ("x", "values")),
    **dict.fromkeys(
        ("KDTree", "cKDTree", "ConvexHull", "Delaunay", "Voronoi", "linkage", "kmeans2", "whiten"), _POINTS
    ),
    **dict.fromkeys(
        ("gaussian_filter", "median_filter", "uniform_filter", "maximum_filter", "minimum_filter"), _PICTURE
    ),
    **dict.fromkeys(("binary_dilation", "binary_erosion", "binary_opening", "binary_closing"), _PICTURE),
    **dict.fromkeys(("binary_fill_holes", "distance_transform_edt", "center_of_mass"), _PICTURE),
    **dict.fromkeys(("gaussian_filter1d", "uniform_filter1d"), _Given((0,), ("input",))),
    **dict.fromkeys(("lfilter", "filtfilt"), _Given((2,), ("x",))),
    **dict.fromkeys(("sosfilt", "sosfiltfilt"), _Given((1,), ("x",))),
    **dict.fromkeys(("find_peaks", "savgol_filter", "medfilt", "hilbert", "welch", "periodogram"), _SIGNAL),
    **dict.fromkeys(("spectrogram", "stft", "argrelextrema", "argrelmax", "argrelmin", "detrend"), _SIGNAL),
    **dict.fromkeys(("ttest_ind", "ttest_rel", "mannwhitneyu", "ks_2samp", "wilcoxon", "pearsonr"), _Given((0, 1))),
    **dict.fromkeys(("spearmanr", "kendalltau", "linregress", "wasserstein_distance"), _Given((0, 1))),
    **dict.fromkeys(("f_oneway", "kruskal", "levene", "bartlett"), _Given((0, 1, 2, 3))),
    **dict.fromkeys(("ttest_1samp", "shapiro", "normaltest", "jarque_bera", "gaussian_kde", "rankdata"), _Given()),
    # Numbers alone would be a shape, and a vector is one row at most.
    **dict.fromkeys(
        ("csr_matrix", "csc_matrix", "coo_matrix", "lil_matrix", "dok_matrix", "csr_array", "csc_array", "coo_array"),
        _Given((0,), ("arg1",), axes=2),
    ),
    "chi2_contingency": _Given((0,), ("observed",), axes=2),
}
#: Others, of a module alone that is SciPy's by its name.
_OF_MODULES: Final[Mapping[str, _Given]] = {
    **dict.fromkeys(
        ("zscore", "skew", "kurtosis", "entropy", "mode", "iqr", "sem", "gmean", "hmean", "describe"), _Given()
    ),
    **dict.fromkeys(("label", "sobel", "laplace", "zoom", "rotate", "shift"), _PICTURE),
    **dict.fromkeys(("convolve", "correlate", "fftconvolve"), _Given((0, 1))),
    **dict.fromkeys(("resample", "decimate"), _SIGNAL),
}
#: They go along what they are given first, which is in order.
_ALONG: Final = frozenset(
    {"CubicSpline", "PchipInterpolator", "Akima1DInterpolator", "make_interp_spline", "UnivariateSpline"}
    | {"InterpolatedUnivariateSpline", "splrep"}
)
#: Those of points, each of which has but a few coordinates.
OF_POINTS: Final = frozenset(name for name, given in _ALONE.items() if given is _POINTS)
#: They tell which points are near to others, and how these are asked.
_TREES: Final = frozenset({"KDTree", "cKDTree"})
_ASKING: Final = frozenset({"query", "query_ball_point"})
#: They bring a function of the unit's near to numbers around it, which are called such.
_FITTING: Final = frozenset({"minimize", "curve_fit", "least_squares", "leastsq", "differential_evolution"})
#: Names of all of them, and of those that bring a function near to numbers.
KNOWN_FUNCTIONS: Final = frozenset({*_ALONE, *_OF_MODULES, *_FITTING})
_DATA: Final = frozenset(
    {"x", "y", "t", "xs", "ys", "ts", "xdata", "ydata", "tdata", "times", "target", "targets", "observed", "obs"}
    | {"measured", "returns", "data"}
)


def axes_given(call: ast.Call, name: str) -> int:
    """How many axes a parameter has that a function of SciPy's is given; 0 where it is given to none, or is no
    array."""
    given = _given(call.func)
    if given is None:
        return 0
    placed = [one for place, one in enumerate(call.args) if place in given.arrays]
    named = [one.value for one in call.keywords if one.arg in given.names]
    return given.axes if any(isinstance(one, ast.Name) and one.id == name for one in (*placed, *named)) else 0


def _given(function: ast.expr) -> _Given | None:
    called = last_name(function) or ""
    if called in _ALONE:
        return _ALONE[called]
    is_of_module = isinstance(function, ast.Attribute) and last_name(function.value) in _MODULES
    return _OF_MODULES.get(called) if is_of_module else None


def gone_along(node: FunctionNode) -> Iterator[str]:
    """Names of places, one behind the other, between which values are told."""
    for call in parts_of(node, ast.Call):
        if last_name(call.func) in _ALONG and call.args and isinstance(call.args[0], ast.Name):
            yield call.args[0].id
        if _is_interpolation(call) and isinstance(call.args[1], ast.Name):
            yield call.args[1].id


def _is_interpolation(call: ast.Call) -> bool:
    match call:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="interp"), args=[_, _, _, *_]):
            return True
    return False


def is_fitted_to(node: FunctionNode, name: str) -> bool:
    """Whether a function within the body reckons with it that is brought near to it, or made least."""
    if name not in _DATA or not any(last_name(call.func) in _FITTING for call in parts_of(node, ast.Call)):
        return False
    functions: tuple[ast.FunctionDef | ast.Lambda, ...] = (
        *parts_of(node, ast.FunctionDef),
        *parts_of(node, ast.Lambda),
    )
    return any(
        isinstance(part, ast.Name) and part.id == name
        for inner in functions
        if name not in {one.arg for one in inner.args.args}
        for operator in walk(inner)
        if isinstance(operator, ast.BinOp)
        for part in (operator.left, operator.right)
    )


def are_points(node: FunctionNode, name: str) -> bool:
    """Whether it is an array of points, one a row, or is looked for among such."""
    calls = parts_of(node, ast.Call)
    has_tree = any(last_name(call.func) in _TREES for call in calls)
    asking = OF_POINTS | _ASKING if has_tree else OF_POINTS
    return any(
        last_name(call.func) in asking
        and bool(call.args)
        and isinstance(call.args[0], ast.Name)
        and call.args[0].id == name
        for call in calls
    )
