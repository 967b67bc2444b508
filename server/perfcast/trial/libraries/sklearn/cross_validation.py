"""``sklearn.model_selection``: cross-validation and grid search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.libraries.sklearn import classification_metrics, probability_metrics, regression_metrics
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call, while_there
from perfcast.trial.libraries.sklearn.models import Model, classes, know, learned
from perfcast.trial.libraries.sklearn.sparse import rows_of
from perfcast.trial.libraries.sklearn.splitting import rows_at
from perfcast.trial.libraries.sklearn.tags import is_of_type

_FIGURES: Final = {**classification_metrics.FUNCTIONS, **regression_metrics.FUNCTIONS, **probability_metrics.FUNCTIONS}
#: What may be asked for: the figure, what it is told besides, and whether less is better.
_SCORINGS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "accuracy": ("accuracy_score", {}),
    "balanced_accuracy": ("balanced_accuracy_score", {}),
    "r2": ("r2_score", {}),
    "roc_auc": ("roc_auc_score", {}),
    **{
        f"{name}{suffix}": (f"{name}_score", {"average": average})
        for name in ("precision", "recall", "f1")
        for suffix, average in (("", "binary"), ("_macro", "macro"), ("_micro", "micro"), ("_weighted", "weighted"))
    },
    **{
        f"neg_{name}": (name, {})
        for name in ("mean_squared_error", "root_mean_squared_error", "mean_absolute_error", "median_absolute_error")
    },
}
_OF_CHANCES: Final = "roc_auc"
_PARTS: Final = 5
#: Bytes that are held meanwhile, whatever is validated.
_KEPT: Final = 35_000
#: Of the allowance for a combination of parameters.
_COMBINED: Final = 10.0


class Validation(NamedTuple):
    """What validating needs of the modules around it.

    Attributes:
        clone: copies an estimator that is not fitted; folds: classes that split data, by their names.
    """

    machine: Machine
    clone: Callable[..., Any]
    folds: Mapping[str, Class]

    def members(self, bases: Mapping[str, Any]) -> dict[str, Any]:
        """What the module holds.

        Args:
            bases: what ``sklearn.base`` holds.
        """
        runs: dict[str, Callable[..., Any]] = {
            "cross_val_score": self._scores,
            "cross_validate": self._several_scores,
            "cross_val_predict": self._predictions,
        }
        search = Model(
            ("MetaEstimatorMixin",),
            _SEARCHING,
            {"fit": self._search, **{name: _by_best(name) for name in _OF_BEST}},
            frozenset(_SEARCHING),
        )
        found: dict[str, Any] = {name: Guarded(run) for name, run in runs.items()}
        return found | classes(self.machine, {"GridSearchCV": search}, bases)

    def _scores(
        self, estimator: Any, X: Any, y: Any = None, *, scoring: Any = None, cv: Any = None, n_jobs: Any = None
    ) -> Any:
        call = Call(self.machine, estimator, X, y)
        found = [one[0] for one in self._each(call, estimator, X, y, cv, [scoring])]
        return call.gives("told", np.array(found), 1)

    def _several_scores(
        self,
        estimator: Any,
        X: Any,
        y: Any = None,
        *,
        scoring: Any = None,
        cv: Any = None,
        n_jobs: Any = None,
        return_train_score: Any = False,
    ) -> Any:
        if return_train_score:
            raise Unsupported("scores of what is trained with")
        call = Call(self.machine, estimator, X, y)
        names = scoring if isinstance(scoring, list | tuple) else [scoring]
        found = np.array(list(self._each(call, estimator, X, y, cv, names)))
        times = {name: np.full(len(found), 1e-3) for name in ("fit_time", "score_time")}
        keys = [f"test_{name}" if isinstance(scoring, list | tuple) else "test_score" for name in names]
        scores = {key: found[:, place].copy() for place, key in enumerate(keys)}
        return self.machine.made({**times, **scores})

    def _predictions(
        self, estimator: Any, X: Any, y: Any = None, *, cv: Any = None, n_jobs: Any = None, method: Any = "predict"
    ) -> Any:
        call = Call(self.machine, estimator, X, y)
        parts = []
        places = []
        for train, test in self._split(call, estimator, X, y, cv):
            fitted = self._fitted(call, estimator, {}, X, y, train)
            places.append(test)
            parts.append(self._called(fitted, method, rows_at(call, X, test)))
        order = np.argsort(np.concatenate(places))
        return call.gives("told", np.concatenate(parts)[order], len(order))

    def _each(
        self, call: Call, estimator: Any, X: Any, y: Any, cv: Any, scorings: Iterable[Any], params: Any = None
    ) -> Iterator[list[float]]:
        """Scores of each fold."""
        kept = Guarded(Guarded, nbytes=_KEPT)
        for train, test in self._split(call, estimator, X, y, cv):
            samples, targets = rows_at(call, X, test), None if y is None else rows_at(call, y, test)
            held = [one for one in (kept, train, test, samples, targets) if one is not None]
            before = len(self.machine.waiting)
            self.machine.waiting.extend(held)
            try:
                fitted = self._fitted(call, estimator, params or {}, X, y, train)
                scores = [self._score(call, fitted, samples, targets, scoring) for scoring in scorings]
            finally:
                del self.machine.waiting[before:]
            yield scores

    def _split(self, call: Call, estimator: Any, X: Any, y: Any, cv: Any) -> Iterator[tuple[Array, Array]]:
        is_of_labels = y is not None and is_of_type(self.machine, "classifier", estimator)
        call.pays("validated by labels" if is_of_labels else "validated", rows_of(X))
        if cv is None or isinstance(cv, int):
            parts = {"n_splits": _PARTS if cv is None else cv}
            cv = self.folds["StratifiedKFold" if is_of_labels else "KFold"](**parts)
        if not isinstance(cv, Instance):
            raise Unsupported("folds of another kind")
        for train, test in invoke(self.machine, attribute(self.machine, cv, "split"), (X, y), {}):
            call.pays(
                "validated fold", int(np.prod(np.shape(X) if isinstance(X, np.ndarray) else (rows_of(X),))), rows_of(X)
            )
            yield train, test

    def _fitted(self, call: Call, estimator: Any, params: Mapping[str, Any], X: Any, y: Any, train: Array) -> Any:
        fitted = self.clone(estimator)
        if params:
            invoke(self.machine, attribute(self.machine, fitted, "set_params"), (), dict(params))
        given = (rows_at(call, X, train), *([] if y is None else [rows_at(call, y, train)]))
        self._called(fitted, "fit", *given)
        return fitted

    def _called(self, estimator: Any, name: str, *given: Any) -> Any:
        """Calls a method while what it is given is there."""
        machine = self.machine
        return while_there(machine, given, lambda: invoke(machine, attribute(machine, estimator, name), given, {}))

    def _score(self, call: Call, estimator: Any, X: Any, y: Any, scoring: Any) -> float:
        if scoring is None:
            return float(self._called(estimator, "score", X, y))
        if not isinstance(scoring, str) or scoring not in _SCORINGS:
            raise Unsupported("another scoring")
        name, told = _SCORINGS[scoring]
        asked = "predict_proba" if scoring == _OF_CHANCES else "predict"
        found = self._called(estimator, asked, X)
        found = found[:, 1] if scoring == _OF_CHANCES else found
        score = float(_FIGURES[name](Call(call.machine), y, found, **told))
        return -score if scoring.startswith("neg_") else score

    def _search(self, call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
        """As ``GridSearchCV.fit``."""
        said = own.attributes
        estimator, scoring = said["estimator"], said["scoring"]
        if not isinstance(scoring, str | None) or said["refit"] is not True:
            raise Unsupported("a search of another kind")
        tried = _combined(call, said["param_grid"])
        scores = []
        for params in tried:
            folds = [one[0] for one in self._each(call, estimator, X, y, said["cv"], [scoring], params)]
            call.pays("searched", len(folds), len(folds))
            scores.append(folds)
        means = np.array(scores).mean(axis=1)
        best = int(means.argmax())
        fitted = self.clone(estimator)
        if tried[best]:
            invoke(self.machine, attribute(self.machine, fitted, "set_params"), (), tried[best])
        self._called(fitted, "fit", *((X,) if y is None else (X, y)))
        results = {"params": tried, "mean_test_score": means, "std_test_score": np.array(scores).std(axis=1)}
        return learned(
            call,
            own,
            best_estimator_=fitted,
            best_params_=tried[best],
            best_score_=float(means[best]),
            best_index_=best,
            cv_results_=self.machine.made(results),
            n_splits_=len(scores[0]),
        )


def _combined(call: Call, grid: Any) -> list[dict[str, Any]]:
    """All combinations of what parameters may be. Raises Unsupported for other grids."""
    grids = grid if isinstance(grid, list) else [grid]
    for one in grids:
        if not isinstance(one, dict) or not all(isinstance(values, list | tuple) for values in one.values()):
            raise Unsupported("a grid of another kind")
    call.allows(sum(prod(map(len, one.values())) for one in grids), _COMBINED)
    return [
        dict(zip(sorted(one), values, strict=True))
        for one in grids
        for values in product(*(one[name] for name in sorted(one)))
    ]


def _by_best(name: str) -> Callable[..., Any]:
    def run(call: Call, own: Instance, *given: Any) -> Any:
        best = know(own, "best_estimator_")
        call.pays("Pipeline.predict", 1)
        return invoke(call.machine, attribute(call.machine, best, name), given, {})

    return run


_OF_BEST: Final = ("predict", "predict_proba", "decision_function", "transform", "score")
_SEARCHING: Final = {
    "estimator": None, "param_grid": None, "scoring": None, "n_jobs": None, "refit": True, "cv": None, "verbose": 0,
    "pre_dispatch": "2*n_jobs", "error_score": np.nan, "return_train_score": False,
}  # fmt: skip
