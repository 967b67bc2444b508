"""What is gone after its use is told apart from what has a name: both are held while they are used, and each once.

Python counts references differently from one version to the next (`perfcast.trial.interpreter.accounting.references`);
that a name makes no difference here holds for all.
"""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

#: What is given, the body where something is made of it for its use alone, and the one where that has a name meanwhile.
PAIRS = {
    "an operand of texts": ("s: str * 1000", "return (s + 'x') + s", "t = s + 'x'\n    return t + s"),
    "a right operand of texts": ("s: str * 1000", "return s + (s + 'x')", "t = s + 'x'\n    return s + t"),
    "an operand of numbers": ("n: int = 1000", "return (n ** 900) * n", "m = n ** 900\n    return m * n"),
    "what is sliced": ("v: list[int] * 1000", "return len((v + v)[::2])", "w = v + v\n    return len(w[::2])"),
    "what a function is given": ("v: list[int] * 1000", "return sorted(v + v)", "w = v + v\n    return sorted(w)"),
    "what is gone through": (
        "v: list[int] * 1000",
        "return sum(x for x in v + v)",
        "w = v + v\n    return sum(x for x in w)",
    ),
    "what is asked for a method": ("s: str * 1000", "return (s + s).upper()", "t = s + s\n    return t.upper()"),
    "what a method is given": ("s: str * 1000", "return s.count(s + 'x')", "t = s + 'x'\n    return s.count(t)"),
    "compared arrays": ("a: float64[1000]", "return (a + 1) > 0", "b = a + 1\n    return b > 0"),
    "an array that a function is given": (
        "a: float64[1000]",
        "return np.sort(a + 1)",
        "b = a + 1\n    return np.sort(b)",
    ),
    "an array that is asked for a method": (
        "a: float64[1000]",
        "return (a + 1).argsort()",
        "b = a + 1\n    return b.argsort()",
    ),
    "an array that is assigned": ("a: float64[1000]", "a[:] = a + 1.5", "b = a + 1.5\n    a[:] = b"),
    "what is hashed": (
        "d: bytes * 10000",
        "return hashlib.sha256(d + d).digest()",
        "e = d + d\n    return hashlib.sha256(e).digest()",
    ),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_a_name_makes_no_difference_to_what_is_held(pair: str) -> None:
    given, *bodies = PAIRS[pair]
    alone, named = (_peak(given, body) for body in bodies)
    assert alone == pytest.approx(named, rel=0.05, abs=100)


def _peak(given: str, body: str) -> float:
    trials = Trials(f"import hashlib\nimport numpy as np\ndef f({given[0]}):\n    {body}\n")
    return float(2 ** trials.estimate(parse(given))[NAMES.index("trial_peak")])
