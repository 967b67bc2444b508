"""``sklearn.ensemble.IsolationForest``.

As other trees, none is grown here: how easily a row is cut off is taken from how far it lies from the middle.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call
from perfcast.trial.libraries.sklearn.models import Model, check_features, know, learned, note_features

#: Rows of each tree where nothing else is said.
_SAMPLES: Final = 256
#: Microseconds of a tree, nanoseconds of each of its rows and of each row there is.
_TREE: Final = 600.0
_OF_SAMPLE: Final = 1_600.0
_OF_ROW: Final = 19.0
#: Microseconds of asking a tree, and nanoseconds of each row that it is asked about.
_ASKED: Final = 57.0
_FOLLOWED: Final = 52.0
#: Bytes of a row of a tree's, and of a tree; of a row besides its features, which are kept in half as many bytes.
_NODES: Final = 62.0
_HELD: Final = 2_400.0
_ROW: Final = 32.0
_FEATURE: Final = 4.0
#: Of a row that is asked about.
_TOLD: Final = 48.0
_HERE: Final = 0.3


class _Grown:
    """What stands for the trees.

    Attributes:
        nbytes: of their nodes.
    """

    __slots__ = ("nbytes",)
    attributes: Final[dict[str, Any]] = {}

    def __init__(self, nbytes: int) -> None:
        self.nbytes = nbytes


def _fit(call: Call, own: Instance, X: Any, y: Any = None, sample_weight: Any = None) -> Instance:
    table = call.table(X)
    note_features(own, X, table)
    rows, trees = len(table), int(own.attributes["n_estimators"])
    samples = _samples(own, rows)
    call.allows(table.size, _HERE)
    call.pay(trees * (_TREE + (_OF_SAMPLE * samples + _OF_ROW * rows) / 1e3), 0.0, table.size)
    held = trees * (_NODES * samples + _HELD)
    call.pays("IsolationForest.fit", table.size, 0.0, held + rows * (_ROW + _FEATURE * table.shape[1]))
    spread = table.std(axis=0)
    kept = _Grown(int(held))
    learned(
        call,
        own,
        max_samples_=samples,
        n_features_in_=table.shape[1],
        offset_=-0.5,
        _middle=table.mean(axis=0),
        _spread=np.where(spread > 0.0, spread, 1.0),
        _trees=kept,
    )
    call.machine.made_of(own, call.operands)
    if own.attributes["contamination"] != "auto":
        scores = _asked(call, own, table)
        learned(call, own, offset_=float(np.percentile(scores, 100.0 * float(own.attributes["contamination"]))))
    return own


def _samples(own: Instance, rows: int) -> int:
    most = own.attributes["max_samples"]
    if most == "auto":
        return min(_SAMPLES, rows)
    return max(1, min(rows, int(most * rows) if isinstance(most, float) else int(most)))


def _asked(call: Call, own: Instance, X: Any) -> Array:
    """How far each row is from being one of few cuts: at least -1, and the less the sooner it is cut off."""
    middle = know(own, "_middle")
    table = call.table(X)
    check_features(own, table)
    rows, trees = len(table), int(own.attributes["n_estimators"])
    call.allows(table.size, _HERE)
    call.pay(trees * _ASKED, trees * _FOLLOWED * rows, rows)
    call.pays("IsolationForest.predict", table.size, 0.0, rows * (_TOLD + _FEATURE * table.shape[1]))
    far = (((table - middle) / own.attributes["_spread"]) ** 2).mean(axis=1)
    found: Array = -0.35 - 0.4 * far / (1.0 + far)
    return found


def _scores(call: Call, own: Instance, X: Any) -> Any:
    found = _asked(call, own, X)
    return call.gives("told", found, len(found))


def _decided(call: Call, own: Instance, X: Any) -> Any:
    found = _asked(call, own, X) - own.attributes["offset_"]
    return call.gives("told", found, len(found))


def _labels(call: Call, own: Instance, X: Any) -> Any:
    found = np.where(_asked(call, own, X) < own.attributes["offset_"], -1, 1)
    return call.gives("told", found, len(found), 0.0, 9.0 * len(found))


def _fit_predict(call: Call, own: Instance, X: Any, y: Any = None) -> Any:
    _fit(call, own, X)
    return _labels(Call(call.machine, own), own, X)


_GIVEN: Final = {
    "n_estimators": 100, "max_samples": "auto", "contamination": "auto", "max_features": 1.0, "bootstrap": False,
    "n_jobs": None, "random_state": None, "verbose": 0, "warm_start": False,
}  # fmt: skip
CLASSES: Final = {
    "IsolationForest": Model(
        ("OutlierMixin",),
        _GIVEN,
        {
            "fit": _fit,
            "predict": _labels,
            "fit_predict": _fit_predict,
            "score_samples": _scores,
            "decision_function": _decided,
        },
        frozenset({"n_estimators", "max_samples", "contamination"}),
    )
}
