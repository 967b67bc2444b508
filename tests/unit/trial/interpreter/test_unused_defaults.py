"""What a table gives for a key that it lacks is not gone through, however much it is."""

from perfcast.trial import Trials
from perfcast.workload import parse


def test_nested_default_is_no_reason_to_stop() -> None:
    trials = Trials(
        "def f(n: int) -> int:\n    held = [0]\n    for _ in range(40):\n        held = [held, held]\n"
        "    return len({1: [n]}.pop(2, held))\n"
    )
    assert trials.estimate(parse("n: int = 5"))[0] > 0
    assert not trials.stopped_at
