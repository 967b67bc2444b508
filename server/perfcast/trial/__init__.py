"""Trial runs: a unit is interpreted on small made-up inputs in a closed world, its counts are carried to large ones.

Nothing of the user's is handed to Python to be run. The interpreter walks the syntax tree, and what it meets is either
the unit's own code, source that it imports (`imports`), or one of the pure functions that its tables name: nothing is
imported for real, no file is opened but such source, and every step, element and bit is paid for out of a small
allowance. For what no allowance can foresee, the faces let it run in a process of its own (`process`).

- From the call to the numbers: `process` is asked, `runs` tries a unit at growing sizes, `inputs` makes what it is
  called with, or `observing` finds a call of the project's own.
- The interpreter: `syntax` makes closures of the text, `objects` and `errors` are what they work on, `accounting` says
  what that has spent and what it holds, `world` what names mean, `natives` and `methods` what Python's own functions
  cost.
- Libraries: `standard`, `concurrency`, `regular` and `testing` for the standard library and what tests use, `arrays`
  for NumPy, `tables` for pandas, `tensors` for PyTorch, `scientific` for SciPy, `learning` for scikit-learn, `imaging`
  for OpenCV and Pillow, `validating` for pydantic and attrs; `imports` finds these models by the names of modules, and
  follows the source of all others.
"""

from typing import TYPE_CHECKING

from perfcast.trial.quantities import NAMES

if TYPE_CHECKING:
    from perfcast.trial.runs.trials import Trials

__all__ = ["NAMES", "Trials"]


def __getattr__(name: str) -> object:
    # Whoever has trial runs made by another process needs no interpreter, and an editor's first answer waits for none.
    if name != "Trials":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from perfcast.trial.runs.trials import Trials

    return Trials
