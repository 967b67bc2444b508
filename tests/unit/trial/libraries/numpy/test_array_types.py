"""What NumPy tells of types, of how arrays lie and of their places, and what it draws: as NumPy itself does."""

from __future__ import annotations

import numpy as np
import pytest

from perfcast.trial import Trials
from perfcast.trial.interpreter.stops import Lacking, Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

_BEGIN = "import types\nimport numpy as np\nx = np.arange(6.0).reshape(2, 3)\ny = np.array([[2, 0, 1], [0, 1, 2]])\n"


@pytest.mark.parametrize(
    "expression",
    [
        "x.dtype.kind + x.dtype.char + x.dtype.name + x.dtype.str, x.dtype.itemsize, x.dtype.names",
        "x.dtype.type is np.float64, x.dtype.type(3) + 1, isinstance(x.dtype, np.dtype)",
        "np.dtype('f4') == np.float32, np.dtype(int).kind, np.dtype(x.dtype) == x.dtype, np.dtype(None).char",
        "np.result_type(x, 1), np.promote_types('f4', 'i8'), np.can_cast('f4', 'f8'), np.min_scalar_type(300)",
        "np.issubdtype(x.dtype, np.datetime64), isinstance('a', np.str_), np.issubdtype(x.dtype, np.character)",
        "x.flags.c_contiguous, x.T.flags['F_CONTIGUOUS'], x.T.flags.contiguous, x.strides",
        "hasattr(x, 'iloc'), getattr(x, 'columns', 5), x.__len__(), np.float64(3).is_integer()",
        "x.flat[1], x.flat[:2].tolist(), [float(one) for one in x.flat], (x.flat == 2).tolist(), len(x.flat)",
        "x.view(np.int64).sum(), np.asfortranarray(x).flags.f_contiguous, np.isfortran(x), np.isrealobj(x)",
        "x[np.ix_([0], [2, 1])].tolist(), np.s_[1:2, ...], np.s_[:3], np.index_exp[3], np.r_[0:3].tolist()",
        "np.unravel_index(4, (2, 3)), np.ravel_multi_index(([0, 1], [1, 1]), (2, 3)).tolist()",
        "list(np.ndindex(2, 2)), list(np.ndindex((1, 2))), [(p, float(v)) for p, v in np.ndenumerate(x)]",
        "[part.tolist() for part in np.diag_indices(2)], [part.tolist() for part in np.triu_indices_from(x)]",
        "np.divmod(7, 4), [float(one) for one in np.modf(1.5)], np.broadcast_shapes((2, 1), (3,)), np.iterable(3)",
        "np.frombuffer(b'abc', dtype=np.uint8).tolist(), np.require(y, np.float32).dtype, np.real_if_close(x).tolist()",
        "np.put_along_axis(x, y, 7.0, axis=1), x.tolist()",
        "isinstance(x, np.ma.MaskedArray), np.ma.isMaskedArray(x), np.seterr(all='ignore')['over']",
        "np.random.RandomState(3).randint(0, 9, size=4).tolist(), np.random.RandomState(3).random_sample(2).tolist()",
        "np.random.default_rng(3).integers(0, 9, size=4).tolist()",
        "np.random.default_rng(np.random.default_rng(3)).random()",
        "isinstance(np.random.RandomState(0), np.random.RandomState), isinstance(3, np.random.Generator)",
        "isinstance(np, types.ModuleType), isinstance(run, types.FunctionType), isinstance(3, types.MethodType)",
        "(x + (1, 2, 3)).tolist(), (x > [1, 2, 3]).tolist(), ([1, 2] - np.ones(2)).tolist(), (x @ [1, 2, 3]).tolist()",
        "hasattr(np, 'bool8'), hasattr(np, 'float64'), getattr(np, 'bool8', None)",
        "np.zeros(0).tolist(), np.zeros((0, 2)).tolist(), np.shape(3.0), np.shape(x[0, 0])",
        "types.SimpleNamespace(a=1, b=2).b, types.MethodType(run, 3)()",
    ],
)
def test_values_are_those_of_numpy(expression: str) -> None:
    source = f"{_BEGIN}run = lambda value=0: value\nfound = {expression}\n"
    assert interpreted(source) == run(source)


def test_errors_of_linear_algebra_are_handled() -> None:
    source = (
        "try:\n    np.linalg.inv(np.zeros((2, 2)))\nexcept np.linalg.LinAlgError as error:\n    found = 'singular'\n"
    )
    assert interpreted(_BEGIN + source) == "singular"


@pytest.mark.parametrize(
    "expression",
    [
        *("np.dtype('V1000')", "np.dtype([('a', 'i4', 2)])", "x.ctypes", "x.dtype.newbyteorder()"),
        *("np.seterr(all='raise')", "np.random.RandomState(x)", "np.ma.MaskedArray(x)", "types.FunctionType(1, 2)"),
        "np.ndenumerate([1])",
    ],
)
def test_what_is_not_known_is_refused(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_BEGIN}found = {expression}\n")


@pytest.mark.parametrize("expression", ["x.iloc", "x.machine", "x.dtype.iloc", "np.float64(1).append"])
def test_what_arrays_lack_is_known(expression: str) -> None:
    with pytest.raises(Lacking):
        interpreted(f"{_BEGIN}found = {expression}\n")


@pytest.mark.parametrize(
    "call",
    [
        *("np.random.RandomState(0).randint(0, 9, 10**9)", "sum(1 for _ in np.ndindex(10**5, 10**5))"),
        *("np.zeros((10**5, 1)) + [0] * 10**5", "np.zeros((10**5, 1)) > [0] * 10**5"),
    ],
)
def test_long_draws_and_many_places_are_too_much(call: str) -> None:
    with pytest.raises(BaseException) as raised:
        interpreted(f"{_BEGIN}found = {call}\n")
    assert type(raised.value).__name__ in {"Unsupported", "OutOfSteps"}


@pytest.mark.parametrize(
    "call",
    [
        *("np.ones(np.array(5 * 10**6))", "np.arange(np.array(5 * 10**6))", "np.eye(np.array(3_000))"),
        *("np.random.default_rng(0).normal(size=np.array([3_000, 3_000]))", "np.repeat([1] * 10, [10**6] * 10)"),
        *("np.random.multinomial([5] * 3_000, [0.0005] * 2_000)", "np.random.dirichlet([1.0] * 2_000, 3_000)"),
        *("np.linalg.svd([[1.0] * 300] * 300)", "np.dot([[1] * 300] * 300, [[1] * 300] * 300)"),
        *("np.polyfit(np.arange(10**5), np.arange(10**5), 50)", "np.random.choice(5 * 10**6, 2, replace=False)"),
    ],
)
def test_lengths_in_arrays_and_lists_are_looked_at_before_the_call(call: str) -> None:
    with pytest.raises(Unsupported, match="arrays too large"):
        interpreted(f"{_BEGIN}found = {call}\n")


@pytest.mark.parametrize(
    "expression",
    [
        *("np.repeat(np.arange(3_000), 2).size", "np.tile(np.arange(3_000), 2).size", "y.repeat([3, 1, 2], axis=1)"),
        *("np.pad(np.arange(9_000), 1).size", "np.repeat(a=np.arange(3_000), repeats=2).size"),
        *("np.zeros(np.array([2, 3])).shape", "np.arange(np.array(2), np.array(5)).tolist()"),
        *("np.fft.rfft([x[0], x[1]], axis=1).shape", "np.unique(ar=y, return_counts=True)", "np.power((2, 3), 2)"),
        *("np.delete(x, np.int64(1), axis=1)", "np.polyfit(np.arange(9.0), np.arange(9.0), 2).round(3) + 0.0"),
    ],
)
def test_numbers_that_are_no_lengths_and_operands_in_lists(expression: str) -> None:
    source = f"{_BEGIN}found = repr({expression})\n"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("seed", ["-1", "'a'"])
def test_seeds_that_are_none_raise(seed: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        interpreted(f"{_BEGIN}found = np.random.RandomState({seed})\n")


def test_modules_of_types_and_fields_of_dataclasses_are_told() -> None:
    begin = "from dataclasses import dataclass, fields\n@dataclass\nclass A:\n    a: int\n    b: int = 2\n"
    source = f"{begin}found = [one.name for one in (*fields(A), *fields(A(1)))], type(3).__module__\n"
    assert interpreted(source) == run(source)


def test_the_version_of_numpy_is_told() -> None:
    assert interpreted("import numpy as np\nfound = np.__version__\n") == np.__version__


@pytest.mark.parametrize(
    "code",
    [
        "a[1][0] == 7 and a[1]['mu'] == 0.5",
        "np.sort(a, order='mu')[0][0] == 7",
        "[a[i][0] for i in range(2)] == [3, 7]",
    ],
)
def test_records_of_structured_arrays_are_asked_by_place_or_name(code: str) -> None:
    made = "a = np.zeros(2, dtype=[('id', int), ('mu', float)])\n    a[:] = [(3, 1.5), (7, 0.5)]"
    trials = Trials(f"def run():\n    {made}\n    assert {code}\n\nimport numpy as np\n")
    trials.estimate(parse(""))
    assert not trials.error and not trials.stopped_at


def test_a_number_of_an_array_has_no_elements() -> None:
    trials = Trials("def run(a):\n    return np.dot(a, a)[0]\n\nimport numpy as np\n")
    trials.estimate(parse("a: float64[9]"))
    assert trials.error.startswith("IndexError")
