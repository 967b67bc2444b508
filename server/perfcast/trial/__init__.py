"""Trial runs: a unit is interpreted on small made-up inputs in a closed world, its costs are extrapolated to large
ones.

Nothing of the user's is handed to Python to be run. The interpreter walks the syntax tree, and what it meets is either
the unit's own code, source that it imports (`interpreter.imports`), or one of the pure functions that its tables name:
nothing is imported for real, no file is opened but such source, and every step, element and bit is paid for out of a
small allowance. For what no allowance can foresee, the faces let it run in a process of its own (`process`).

- From the call to the numbers: `process` is asked, `runs` tries a unit at growing sizes, `inputs` makes what it is
  called with, or `observing` finds a call of the project's own.
- `interpreter`: `syntax` compiles the text to closures, `objects` and `errors` are what they work on, `accounting`
  says what that has spent and what it holds, `world` what names mean, `builtin_functions` and `builtin_methods` what
  Python's own functions cost; `imports` finds the models of modules by their names, and follows the source of all
  others.
- The models: `stdlib` of the standard library's modules, `libraries` of NumPy, pandas, PyTorch, SciPy, scikit-learn,
  OpenCV, Pillow, pydantic, attrs and a few small ones, each in a folder or file of its name.
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
