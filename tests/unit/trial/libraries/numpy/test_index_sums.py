"""``einsum``, beside what memray and short runs of NumPy found."""

import pytest

from tests.unit.trial.interpreting import peak_of, time_of


def _source(told: str, operands: int, options: str = "") -> str:
    names = ", ".join("abcd"[:operands])
    return f"import numpy as np\ndef f({names}):\n    return np.einsum('{told}', {names}{options})\n"


def _workload(*shapes: tuple[int, ...]) -> str:
    return "; ".join(f"{name}: float64{list(shape)}" for name, shape in zip("abcd", shapes, strict=False))


@pytest.mark.parametrize(
    ("told", "shapes", "measured"),
    [
        ("bi,ij,bj->b", ((32, 32), (32, 32), (32, 32)), 133_044),
        ("ij,jk,ik->i", ((1_000, 8), (8, 8), (1_000, 8)), 141_044),
        ("i,j,k->ijk", ((32,), (32,), (32,)), 460_723),
        # These lie in memory as they are gone through.
        ("ir,jr,kr->ijk", ((32, 32), (32, 32), (32, 32)), 264_174),
        ("bij,bjk->bik", ((10, 32, 32), (10, 32, 32)), 83_637),
        ("i,j->ij", ((300,), (300,)), 721_616),
    ],
)
def test_more_than_two_operands_are_gathered(told: str, shapes: tuple[tuple[int, ...], ...], measured: int) -> None:
    assert peak_of(_source(told, len(shapes)), _workload(*shapes)) == pytest.approx(measured, rel=0.05)


@pytest.mark.parametrize(
    ("told", "shapes", "measured"),
    [
        # Times those of a product of two arrays of a hundred thousand.
        ("bij,bjk->bik", ((10, 10, 10), (10, 10, 10)), 0.32),
        ("ij,jk,kl->il", ((20, 20), (20, 20), (20, 20)), 5.0),
        ("bi,ij,bj->b", ((64, 64), (64, 64), (64, 64)), 7.4),
        ("ijkl,kl->ij", ((60, 60, 3, 3), (3, 3)), 0.97),
    ],
)
def test_short_rows_and_third_operands_take_longer(
    told: str, shapes: tuple[tuple[int, ...], ...], measured: float
) -> None:
    product = time_of(_source("i,i->", 2), _workload((100_000,), (100_000,)))
    assert time_of(_source(told, len(shapes)), _workload(*shapes)) / product == pytest.approx(measured, rel=0.3)


@pytest.mark.parametrize(
    ("told", "shapes", "measured"),
    [
        ("ij,jk,kl->il", ((50, 50), (50, 50), (50, 50)), 44_373),
        ("ijk,ia,jb->abk", ((16, 16, 16), (16, 16), (16, 16)), 103_315),
        ("bij,bjk->bik", ((10, 32, 32), (10, 32, 32)), 84_945),
    ],
)
def test_what_is_made_on_the_way_counts(told: str, shapes: tuple[tuple[int, ...], ...], measured: int) -> None:
    found = peak_of(_source(told, len(shapes), ", optimize=True"), _workload(*shapes))
    assert found == pytest.approx(measured, rel=0.1)


@pytest.mark.parametrize(("kind", "measured"), [("float32", 51_043), ("complex128", 198_499)])
def test_what_is_made_on_the_way_is_as_wide_as_the_operands(kind: str, measured: int) -> None:
    shapes = _workload((16, 16, 16), (16, 16), (16, 16)).replace("float64", kind)
    found = peak_of(_source("ijk,ia,jb->abk", 3, ", optimize=True"), shapes)
    assert found == pytest.approx(measured, rel=0.1)


def test_an_order_that_is_chosen_multiplies_two_at_a_time() -> None:
    workload = _workload((50, 50), (50, 50), (50, 50))
    # Measured: 35 us beside 12 ms.
    assert time_of(_source("ij,jk,kl->il", 3), workload) > 40 * time_of(
        _source("ij,jk,kl->il", 3, ", optimize=True"), workload
    )


def test_an_order_that_is_said_costs_what_the_same_one_does_that_is_looked_for() -> None:
    workload = _workload((50, 50), (50, 50), (50, 50))
    said = _source("ij,jk,kl->il", 3, ", optimize=['einsum_path', (0, 1), (0, 1)]")
    found = _source("ij,jk,kl->il", 3, ", optimize='greedy'")
    # The list of pairs is there besides.
    assert peak_of(said, workload) == pytest.approx(peak_of(found, workload), rel=0.01)
    assert time_of(said, workload) == pytest.approx(time_of(found, workload), rel=0.05)
