"""What operations on sparse matrices cost: taken from short runs of SciPy 1.17 on one core."""

from __future__ import annotations

from typing import Final, NamedTuple

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS


class Cost(NamedTuple):
    """
    Attributes:
        call: microseconds of calling it; row, entry: nanoseconds of each row, and of each entry that is there.
        held: bytes that it takes besides its result; of_row, of_entry: of each.
    """

    call: float
    row: float = 0.0
    entry: float = 0.0
    held: float = 1_200.0
    of_row: float = 0.0
    of_entry: float = 0.0


_COSTS: Final = {
    "coo": Cost(30, 0, 1.3, 1_800),
    "from_entries": Cost(46, 0, 16, 2_000, 0, 8),
    "from_parts": Cost(11.8, 0, 0, 700),
    "from_dense": Cost(41, 0, 11, 3_800, 0, 18),
    "dense_cell": Cost(0, 0, 3.8, 0),
    "toarray": Cost(2.2, 0, 0.5, 250),
    "array_cell": Cost(0, 0, 0.13, 0),
    "by_vector": Cost(3.6, 0.55, 0.7, 400),
    "vector_by": Cost(17, 0.7, 0.9, 1_000),
    "by_columns": Cost(3.9, 0.4, 0.3, 500),
    "product": Cost(31, 0, 8, 1_000),
    "product_step": Cost(0, 0, 4, 0),
    "T": Cost(13, 0, 0, 700),
    "add": Cost(30, 2.4, 1.8, 1_200, 0, 6),
    "scaled": Cost(14.5, 0, 0.42, 900),
    "multiply": Cost(35, 1.5, 2.2, 1_500, 0, 6),
    "turned": Cost(19.5, 2.4, 3.2, 900),
    "sorted": Cost(26, 0, 11, 900),
    "tocoo": Cost(27, 0.27, 0.55, 1_200),
    "copy": Cost(13, 0, 0.4, 900),
    "astype": Cost(26, 0.6, 0.7, 1_000),
    "sum": Cost(8.7, 0.06, 0.18, 2_000),
    "sum_down": Cost(32, 1.4, 0.8, 3_800, 16),
    "sum_across": Cost(11.6, 12.6, 0.2, 2_400, 27),
    "max": Cost(4.2, 0.02, 0.1, 1_100),
    "max_along": Cost(54, 26, 0.15, 2_400, 25),
    "diagonal": Cost(2.7, 0.5, 0.6, 350),
    "item": Cost(10.7, 0, 0, 2_000),
    "row": Cost(20, 0, 0, 1_800),
    "rows": Cost(19.5, 1.3, 0.8, 1_600),
    "columns": Cost(22.5, 2.7, 0.73, 1_600),
    "picked": Cost(34, 12, 0.5, 3_500, 12),
    "compared": Cost(14.3, 0, 3, 900),
    "nonzero": Cost(29, 0, 1.75, 1_400, 0, 5),
    "cleaned": Cost(3.1, 0.4, 0.62, 400),
    "counted": Cost(3.3, 0.07, 0, 800),
    "nnz": Cost(0.9, 0, 0, 0),
    "told": Cost(0.6, 0, 0, 0),
    "eye": Cost(25, 0.46, 0, 1_000),
    "diags": Cost(29, 0.3, 0, 4_500),
    "diags_compressed": Cost(43, 1.4, 0, 1_500, 8),
    "random": Cost(81, 0, 151, 1_200, 0, 12),
    "random_cell": Cost(0, 0, 15.4, 0, 0, 8),
    "stacked": Cost(33, 0, 0.9, 1_800),
    "stacked_beside": Cost(62, 8, 2.8, 2_000, 0, 24),
    "kron": Cost(233, 0, 7.7, 4_000, 0, 48),
    "norm": Cost(3.3, 0, 0.14, 400),
    "lil_made": Cost(8, 160, 0, 500),
    "lil_put": Cost(1.15, 0, 0, 300),
    "lil_compressed": Cost(22, 22, 10, 1_500),
    "dok_put": Cost(7.5, 0, 0, 500),
    "dok_compressed": Cost(60, 0, 500, 1_500, 0, 80),
    "spsolve": Cost(28, 200, 0, 90_000, 0, 790),
    "factor_entry": Cost(0, 0, 35, 0, 0, 24),
    "factor_step": Cost(0, 0, 0.1, 0),
    "splu": Cost(28, 200, 0, 90_000, 0, 790),
    "solved": Cost(2, 17, 0, 300),
    "solved_entry": Cost(0, 0, 0.7, 0),
    "cg": Cost(60, 0, 0, 2_500, 32),
    "cg_turn": Cost(12, 2, 0, 500),
    "dijkstra": Cost(16, 10, 6, 3_500, 40),
    "dijkstra_level": Cost(0, 8.5, 0, 0),
    "from_each": Cost(4, 0, 0, 0),
    "components": Cost(38, 19, 4.3, 1_200, 4, 12),
    "tree": Cost(30, 0, 5.1, 6_500, 0, 12),
    "breadth_first": Cost(3.7, 3.2, 0.85, 700),
}  # fmt: skip


def pay(machine: Machine, name: str, rows: float = 0.0, entries: float = 0.0, result: float = 0.0) -> None:
    """
    Args:
        result: bytes of what is made, which is there beside all that the making takes.
    """
    if not entries <= MOST_CELLS or not rows <= MOST_CELLS:
        raise Unsupported("a matrix too large")
    cost = _COSTS[name]
    machine.array(int(entries + rows), cost.call * 1e3, cost.row * rows + cost.entry * entries)
    machine.briefly(int(result + cost.held + cost.of_row * rows + cost.of_entry * entries))
