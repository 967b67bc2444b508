"""Steps as LSODA's: explicit ones while values change at one pace, backward differences from where they do not.

LSODA itself goes by Adams' methods in shorter steps, of two slopes each: one of Runge's and Kutta's stands for several.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.libraries.scipy.backward_differences import backward_steps
from perfcast.trial.libraries.scipy.implicit_systems import Jacobian
from perfcast.trial.libraries.scipy.initial_value_steps import Problem, Step
from perfcast.trial.libraries.scipy.runge_kutta import RULES, explicit_steps

#: Beyond which a step is as short as it is for reasons of stability alone, and how many of these in a row tell it.
_STIFF: Final = 2.5
_TELLING: Final = 15
#: How many of LSODA's steps an explicit one stands for.
_IN_EXPLICIT: Final = 3
#: One in so many of those by backward differences stands for two.
_LONG: Final = 3
#: Times as wide bounds as these are those with which explicit steps look at slopes as often as LSODA does, as parts of
#: the values, and by which power that changes: its orders go farther.
_LEAST: Final = 1e-3
_WIDER: Final = 0.6
_POWER: Final = 0.338


def lsoda_steps(machine: Machine, problem: Problem, jacobian: Jacobian) -> Iterator[Step]:
    """From one place to the other one."""
    rule = RULES["RK45"]._replace(step=_IN_EXPLICIT * jacobian.prices.step)
    wider = _WIDER * (_LEAST / problem.part_allowed) ** _POWER
    explicit = problem._replace(
        relative=problem.relative * wider, absolute=problem.absolute * wider, longest=_IN_EXPLICIT * problem.longest
    )
    in_row = 0
    for one in explicit_steps(machine, rule, explicit):
        yield one.step._replace(stands_for=_IN_EXPLICIT)
        in_row = in_row + 1 if one.stiffness > _STIFF else 0
        if in_row == _TELLING:
            length = abs(one.step.end - one.step.start)
            rest = problem._replace(begun=one.step.value, start=one.step.end, first=length)
            break
    else:
        return
    backward = backward_steps(machine, rest, jacobian, keeps=False)
    for number, implicit in enumerate(backward, 1):
        yield implicit._replace(stands_for=1 if number % _LONG else 2)
