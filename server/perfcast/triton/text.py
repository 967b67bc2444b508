"""What is known of a kernel on a device, as short text."""

from __future__ import annotations

from typing import Final

from perfcast.triton.bounds.roofline import Bound
from perfcast.triton.finding.plans import LaunchPlan
from perfcast.triton.kernels.launch import Launch
from perfcast.triton.kernels.roles import Role
from perfcast.workload.language.workload import LAUNCH

_STEPS: Final = ("", "K", "M", "G", "T", "P")
_TIMES: Final = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def seconds_text(seconds: float) -> str:
    """A time to three digits, such as '141 µs'."""
    size, name = next(((size, name) for size, name in _TIMES if seconds >= size), _TIMES[-1])
    return f"{seconds / size:.3g} {name}"


def quantity_text(number: float, unit: str) -> str:
    """'137 GFLOP', '101 MB': by thousands."""
    step = 0
    while number >= 999.5 and step < len(_STEPS) - 1:
        number, step = number / 1000, step + 1
    return f"{number:.3g} {_STEPS[step]}{unit}"


def bound_text(bound: Bound) -> str:
    """'at least 141 µs (roofline bound: compute; 137 GFLOP, 101 MB)'."""
    moved, operations = quantity_text(bound.bytes, "B"), quantity_text(bound.operations, "FLOP")
    return f"at least {seconds_text(bound.seconds)} (roofline bound: {bound.limited_by}; {operations}, {moved})"


def sizes_text(plan: LaunchPlan, launch: Launch) -> str:
    """Tensors and sizes of a launch: what it shares with launches of other configurations."""
    constants = set(plan.kernel.named(Role.CONSTEXPR)) - set(plan.values)
    left_out = {name for name in plan.kernel.roles if "stride" in name} | constants
    arguments = launch.workload(tuple(plan.kernel.roles)).arguments
    shown = [one for one in arguments if one.name not in left_out and one.type.name != LAUNCH]
    return "; ".join(map(str, shown))


def origin_text(plan: LaunchPlan) -> str:
    """Who says the workload, as the end of a sentence."""
    origins = {"given": "as given", "comment": "from its comment", "default": "by default sizes"}
    origin = origins.get(plan.origin, f"from the {plan.origin}")
    guessed = [name for name in plan.guessed if "stride" not in name]
    return f"{origin}; {', '.join(guessed)} by the names of parameters" if guessed else origin
