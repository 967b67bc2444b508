"""What the static estimates say of layers of neural networks and of tables."""

import math
from textwrap import dedent

import pytest

from perfcast.static import NAMES, Analysis
from perfcast.workload import parse


def peak(source: str, workload: str) -> float:
    estimate = Analysis(dedent(source)).estimate(parse(workload))
    return dict(zip(NAMES, estimate, strict=True))["log2_peak"]


ATTENTION = """
    def f(x):
        layer = nn.MultiheadAttention(x.shape[-1], 4, batch_first=True)
        output, _ = layer(x, x, x, need_weights=False)
        return output

    import torch.nn as nn
"""
LINEAR = """
    def f(x, units):
        return nn.Linear(x.shape[1], units)(x)

    import torch.nn as nn
"""
MODULE = """
    class Task:
        def f(self, x):
            return Net(x.shape[1], 1000)(x)

    import torch.nn as nn

    class Net(nn.Module):
        def __init__(self, inputs, units):
            super().__init__()
            self.layer = nn.Linear(inputs, units)

        def forward(self, x):
            return self.layer(x)
"""
SEQUENTIAL = """
    def f(x):
        return nn.Sequential(nn.Linear(32, 1000), nn.ReLU())(x)

    import torch.nn as nn
"""
CONCATENATED = """
    def f(table):
        result = pd.DataFrame(columns=table.columns, dtype=float)
        for start in range(0, len(table), 20):
            result = pd.concat([result, table.iloc[start:start + 10] * 2])
        return result

    import pandas as pd
"""
ROW_BY_ROW = """
    def f(n):
        table = pd.DataFrame(columns=["a", "b"])
        for i in range(n):
            table.loc[len(table)] = [i, i]
        return table

    import pandas as pd
"""
COVARIANCE = """
    def f(a, b):
        return a.cov(b)

    import pandas as pd
"""
SLICED = """
    def f(a):
        return a.iloc[:len(a) // 2]

    import pandas as pd
"""
GELU = """
    def f(a):
        return F.gelu(a)

    import torch.nn.functional as F
"""


@pytest.mark.parametrize(
    ("source", "workload", "size"),
    [
        # Its parameters, and six tensors as large as its argument.
        (ATTENTION, "x: torch.float32[4, 128, 256]", 4 * (4 * 256**2 + 6 * 4 * 128 * 256)),
        (LINEAR, "x: torch.float32[1000, 32]; units: int = 500", 4 * (32 * 500 + 1000 * 500)),
        (MODULE, "x: torch.float32[1000, 32]", 4 * (32 * 1000 + 1000 * 1000)),
        (SEQUENTIAL, "x: torch.float32[1000, 32]", 4 * 2 * 1000 * 1000),
        # Half of the rows are taken; the table before the last one is alive as well.
        (CONCATENATED, "table: DataFrame[20000, 3]", 2 * 8 * 3 * 10_000),
        (ROW_BY_ROW, "n: int = 5000", 2 * 8 * 2 * 5000),
        (COVARIANCE, "a: Series[100000]; b: Series[100000]", 25 * 100_000),
        (SLICED, "a: Series[100000]", 2300),
        (GELU, "a: torch.float32[10]", 12_000),
    ],
)
def test_peak_is_that_of_a_measured_call(source: str, workload: str, size: float) -> None:
    assert peak(source, workload) == pytest.approx(math.log2(size), abs=0.6)
