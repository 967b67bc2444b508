import ast

import numpy as np
import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from perfcast.workload.defaults.annotations import said_type
from perfcast.workload.language.describing import describe
from perfcast.workload.values.building import build
from perfcast.workload.values.sparse_matrices import ROW_ENTRIES, drawn_rows

_IMPORTS = "import numpy as np\nimport scipy.sparse as sp\n"


@pytest.mark.parametrize("columns", [0, 1, 7, 16, 1_000])
def test_the_columns_of_a_row_are_different_ones_in_order(columns: int) -> None:
    rows = drawn_rows((50, columns), np.random.default_rng(0))
    each = min(columns, ROW_ENTRIES)
    assert rows.indptr.tolist() == [each * row for row in range(51)]
    places = rows.indices.reshape(50, each)
    assert (np.diff(places, axis=1) > 0).all()
    assert ((places >= 0) & (places < max(1, columns))).all()


@pytest.mark.parametrize("name", ["csr_matrix", "csc_matrix", "coo_matrix", "csr_array"])
def test_a_matrix_is_one_of_scipys(name: str) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    workload = parse(f"a: {name}[200, 30]")
    assert str(workload) == f"a: {name}[200, 30]"
    value = build(workload, 1)[1]["a"]
    assert type(value) is getattr(sparse, name)
    assert (value.shape, value.nnz) == ((200, 30), 2_000)
    assert str(describe(a=value)) == str(workload)


@pytest.mark.parametrize(
    ("annotation", "name"),
    [("sp.csr_matrix", "csr_matrix"), ("csc_array", "csc_array"), ("sparse.spmatrix", "csr_matrix")],
)
def test_annotations_say_matrices(annotation: str, name: str) -> None:
    said = said_type(ast.parse(annotation, mode="eval").body)
    assert said is not None
    assert (said.name, len(said.shape)) == (name, 2)


@pytest.mark.parametrize(
    ("body", "workload", "result"),
    [
        ("return a.toarray()", "a: csr_matrix[300, 40]", 96_000),
        ("return np.asarray(a.sum(axis=1)).ravel()", "a: csr_matrix[300, 400]", 2_400),
        ("return a.multiply(a).tocsr()", "a: csc_array[300, 16]", 12 * 3_000 + 1_204),
        ("return a.row", "a: coo_matrix[1000, 400]", 0),
    ],
)
def test_trial_runs_are_given_matrices(body: str, workload: str, result: int) -> None:
    found = dict(zip(NAMES, Trials(f"{_IMPORTS}def f(a):\n    {body}\n").estimate(parse(workload)), strict=True))
    assert found["trial_raised"] == 0
    assert 2 ** found["trial_result"] == pytest.approx(result, rel=0.1, abs=700)
