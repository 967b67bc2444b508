"""What numbers beyond plain ones cost: long, complex and decimal ones, and fractions that floats are averaged by."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def _time(body: str, workload: str, imports: str) -> float:
    parsed = parse(workload)
    names = ", ".join(str(argument.name) for argument in parsed.arguments)
    found = dict(zip(NAMES, Trials(f"def run({names}):\n    {body}\n\n{imports}").estimate(parsed), strict=True))
    assert found["trial_runs"] >= 1 and not found["trial_refused"], body
    return float(2.0 ** found["trial_time"])


#: As measured in the sandbox, with CPython 3.11 on an AMD EPYC (family 25).
@pytest.mark.parametrize(
    ("body", "workload", "time"),
    [
        ("return [7 ** n // i for i in (2, 3, 5)]", "n: int = 3000", 45_000),
        ("x, y = 7 ** n, 7 ** (n - 20)\n    return [x // y for _ in range(100)]", "n: int = 3000", 140_000),
        ("x, y = 7 ** n, 3 ** n\n    return [x // y for _ in range(20)]", "n: int = 3000", 510_000),
        ("x, y = 7 ** n, 3 ** n\n    return [x * y for _ in range(20)]", "n: int = 3000", 730_000),
        ("return str(3 ** n)", "n: int = 3000", 28_500),
        ("x = (1 << n) - 1\n    for _ in range(100): x & ~(1 << n // 2)\n    return 0", "n: int = 20000", 58_000),
        ("x = (1 << n) - 1\n    for _ in range(100): x & (1 << n // 2)\n    return 0", "n: int = 20000", 13_300),
        ("x = (1 << n) - 1\n    for _ in range(100): ~x\n    return 0", "n: int = 100000", 95_000),
        ("z = 1j\n    for x in xs: z = z * 0.5 + x * 1j\n    return z", "xs: list[float] * 1000", 105_000),
        ("return [statistics.mean(xs[i:i + 10]) for i in range(90)]", "xs: list[float] * 100", 1_150_000),
        ("return [statistics.pstdev(xs[i:i + 10]) for i in range(90)]", "xs: list[float] * 100", 2_750_000),
        ("return [statistics.mean(xs[i:i + 10]) for i in range(90)]", "xs: list[int] * 100 in 0..1000", 560_000),
        ("return [f'{Decimal(x):.2f}' for x in xs]", "xs: list[int] * 1000 in 0..1000", 330_000),
    ],
)
def test_prices(body: str, workload: str, time: float) -> None:
    found = _time(body, workload, "import statistics\nfrom decimal import Decimal")
    assert 0.5 < found / time < 1.9


#: Beyond what an operator between small numbers takes.
@pytest.mark.parametrize(
    ("power", "measured"), [("3 ** 500", 326), ("10 ** 1000", 2_060), ("12345 ** 200", 1_440), ("10 ** 100", 148)]
)
def test_powers_take_longer_by_their_digits_and_by_their_squares(power: str, measured: float) -> None:
    base, exponent = power.split(" ** ")
    body = "for _ in range(100): {}\n    return 0"
    found = _time(body.format(f"{base} ** n"), f"n: int = {exponent}", "")
    assert found - _time(body.format("7 * n"), "n: int = 7", "") == pytest.approx(100 * measured, rel=0.2)


@pytest.mark.parametrize(("operator", "measured"), [("+", 150), ("-", 124)])
def test_sums_and_differences_go_through_the_digits_of_the_longer_number(operator: str, measured: float) -> None:
    """264 of them, beyond what an operator between small numbers takes."""
    body = "x, y = 3 ** n, 3 ** n - 12345\n    for _ in range({}): x {} y\n    return 0"
    times = [_time(body.format(turns, operator), "n: int = 5000", "") for turns in (100, 200)]
    small = [_time(body.format(turns, operator), "n: int = 8", "") for turns in (100, 200)]
    assert times[1] - times[0] - (small[1] - small[0]) == pytest.approx(100 * measured, rel=0.35)
