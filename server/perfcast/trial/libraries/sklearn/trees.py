"""``sklearn.tree`` and ``sklearn.ensemble``.

Trees are not grown here: what they cost goes by how many rows, features and levels there are. What they tell is taken
from the row of what they were grown from that is next by the one feature that goes most with the target.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, log2
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths
from perfcast.trial.libraries.sklearn.labels import labels_of
from perfcast.trial.libraries.sklearn.models import Model, check_features, know, learned, note_features

#: Nanoseconds of each row, feature and level, and binary order of rows, of a tree of labels and one of numbers.
_SORTED: Final = (8.3, 6.7)
#: Levels of a tree that ends with single rows, for each binary order of rows, of made-up data.
_LEVELS: Final = 1.25
#: Of them, those that a row comes by, and nanoseconds of these: the more there are, the farther apart they lie.
_FOLLOWED: Final = 0.4
#: Rows for each node of such a tree, and bytes of a node, and of each label in it.
_NODES: Final = (0.6, 1.8)
_NODE: Final = 80.0
#: How many times as many there are where most features of a row are nothing.
_MORE_NODES: Final = 1.5
_LABEL: Final = 8.0
#: What drawing rows anew leaves of the work of a tree of many.
_DRAWN: Final = 0.67
#: Microseconds of each tree of many, of labels and numbers, and the same of trees that mend each other.
_EACH: Final = (950.0, 620.0)
_MENDING: Final = (600.0, 350.0)
_TOLD_BY_EACH: Final = 47.0
#: Nanoseconds of each row that a tree is asked about, in a sum of many.
_SUMMED: Final = 7.0
#: Of the allowance for a row.
_HERE: Final = 0.5
_TREE: Final = "DecisionTree"
_FOREST: Final = "RandomForest"


class _Grown:
    """What stands for a tree or many.

    Attributes:
        order: a feature's values in their order; told: the target in that order; feature: its place.
        levels: of the tree; trees: how many there are; mends: whether each mends what those before it get wrong.
        nbytes: of their nodes.
    """

    __slots__ = ("feature", "levels", "mends", "nbytes", "order", "told", "trees")
    #: Nothing of it is there in the library's own.
    attributes: Final[Mapping[str, Any]] = {}

    def __init__(self, table: Array, told: Array, feature: int, levels: float, trees: int, *, mends: bool) -> None:
        places = np.argsort(table[:, feature], kind="stable")
        self.order, self.told, self.feature = table[places, feature], told[places], feature
        self.levels, self.trees, self.mends, self.nbytes = levels, trees, mends, 0


def _levels(own: Instance, rows: int) -> float:
    depth = own.attributes["max_depth"]
    leaf, split = (_number(own.attributes[f"min_samples_{name}"], rows) for name in ("leaf", "split"))
    least = max(1.0, leaf, split / 2)
    whole = max(1.0, _LEVELS * log2(max(2.0, rows / least)))
    return whole if depth is None else min(float(depth), whole)


def _number(said: Any, rows: int) -> float:
    number = float(said)
    return number * rows if isinstance(said, float) else number


def _features(own: Instance, columns: int) -> float:
    """How many features a node looks at."""
    most = own.attributes["max_features"]
    if most is None:
        return float(columns)
    if most in ("sqrt", "log2"):
        return max(1.0, float(int(columns**0.5 if most == "sqrt" else log2(columns))))
    return max(1.0, _number(most, columns))


def _nodes(own: Instance, rows: int, levels: float, *, of_labels: bool) -> float:
    whole = _NODES[not of_labels] * rows
    if own.attributes["max_depth"] is None:
        return whole
    # Of those that there is room for at the depth, as many as rows get there.
    share: float = 0.5 ** (levels + 1)
    return 1.0 / (1.0 / whole + share)


def _work(call: Call, own: Instance, table: Array, levels: float, *, of_labels: bool) -> float:
    """Nanoseconds of growing one tree of all rows."""
    rows, columns = table.shape
    features = _features(own, columns)
    if call.filled != 1.0:
        # Those that are nothing are passed by.
        features = min(features, max(1.0, call.entries / rows))
    looks: float = levels * rows * features
    return _SORTED[not of_labels] * log2(max(2, rows)) * looks


def _grown(
    call: Call, own: Instance, X: Any, y: Any, *, of_labels: bool, trees: int, mends: bool = False
) -> tuple[Array, _Grown]:
    """The table, and what stands for what is grown from it."""
    table = call.table(X)
    target = labels_of(call, y, has_several=True) if of_labels else call.numbers(y)
    check_lengths(table, target)
    if target.ndim > 1:
        raise Unsupported("trees of several targets")
    note_features(own, X, table)
    call.allows(table.size + len(table), _HERE)
    codes = target
    if of_labels:
        classes, codes = np.unique(target, return_inverse=True)
        learned(call, own, classes_=classes, n_classes_=len(classes))
    levels = _levels(own, len(table))
    with np.errstate(all="ignore"):
        going = np.abs(np.nan_to_num((table - table.mean(axis=0)).T @ (codes - codes.mean())))
        spread = going / np.maximum(table.std(axis=0), 1e-12)
    feature = int(np.argmax(spread))
    shares = spread / max(float(spread.sum()), 1e-12)
    kept = _Grown(table, codes, feature, levels, trees, mends=mends)
    learned(call, own, feature_importances_=shares, n_outputs_=1, **{_KEPT: kept})
    return table, kept


#: Where an instance keeps `_Grown`.
_KEPT: Final = "_grown"


def _fit_tree(call: Call, own: Instance, X: Any, y: Any, *, of_labels: bool) -> Instance:
    table, kept = _grown(call, own, X, y, of_labels=of_labels, trees=1)
    rows, levels = len(table), kept.levels
    nodes = _nodes(own, rows, levels, of_labels=of_labels)
    labels = own.attributes.get("n_classes_", 1)
    held = nodes * (_NODE + _LABEL * labels)
    work = _work(call, own, table, levels, of_labels=of_labels)
    call.pays(f"{_TREE}.fit", table.size, work, held + rows * (57 if of_labels else 21))
    return _held(call, own, kept, held)


def _held(call: Call, own: Instance, kept: _Grown, nbytes: float) -> Instance:
    kept.nbytes = int(nbytes)
    call.machine.made_of(own, call.operands)
    return own


def _fit_forest(call: Call, own: Instance, X: Any, y: Any, *, of_labels: bool) -> Instance:
    trees = int(own.attributes["n_estimators"])
    table, kept = _grown(call, own, X, y, of_labels=of_labels, trees=trees)
    rows, levels = len(table), kept.levels
    nodes = _DRAWN * _nodes(own, rows, levels, of_labels=of_labels) * (1.0 if call.filled == 1.0 else _MORE_NODES)
    held = trees * (nodes * (_NODE + _LABEL * own.attributes.get("n_classes_", 1)) + 1_000)
    work = _work(call, own, table, levels, of_labels=of_labels) * (_DRAWN if own.attributes["bootstrap"] else 1.0)
    call.pay(trees * _EACH[not of_labels], trees * work, table.size)
    call.pays(f"{_FOREST}.fit", table.size, 0.0, held + rows * (80 if of_labels else 42))
    return _held(call, own, kept, held)


def _fit_mending(call: Call, own: Instance, X: Any, y: Any, *, of_labels: bool) -> Instance:
    """As ``fit`` of gradient boosting: each tree mends what those before it get wrong."""
    stages = int(own.attributes["n_estimators"])
    table, kept = _grown(call, own, X, y, of_labels=of_labels, trees=stages, mends=True)
    levels, classes = kept.levels, own.attributes.get("n_classes_", 1)
    trees = stages * (classes if classes > 2 else 1)
    rows = len(table)
    held = trees * (2.0 ** (levels + 1) * _NODE + 1_000)
    work = _SORTED[1] * log2(max(2, rows)) * levels * rows * _features(own, table.shape[1])
    call.pay(trees * _MENDING[not of_labels], trees * work * float(own.attributes["subsample"]), table.size)
    call.pays(f"{_FOREST}.fit", table.size, 0.0, held + rows * (105 if of_labels else 50))
    return _held(call, own, kept, held)


def _asked(call: Call, own: Instance, X: Any) -> tuple[Array, Array]:
    """The table, and what is told of each row, after the times of all trees."""
    kept = know(own, _KEPT)
    table = call.table(X)
    check_features(own, table)
    rows, trees = len(table), kept.trees
    each = _FOLLOWED * kept.levels**2 if not kept.mends else _SUMMED
    name = f"{_TREE}.predict" if trees == 1 else f"{_FOREST}.predict"
    micros = _TOLD_BY_EACH * trees if trees > 1 and not kept.mends else 0.0
    call.pay(micros, trees * rows * each, rows)
    call.pays(name, table.size, 0.0, 40.0 * rows)
    places = np.minimum(np.searchsorted(kept.order, table[:, kept.feature]), len(kept.order) - 1)
    return table, kept.told[places]


def _labels(call: Call, own: Instance, X: Any) -> Any:
    table, codes = _asked(call, own, X)
    return call.gives("told", own.attributes["classes_"][codes], len(table))


def _chances(call: Call, own: Instance, X: Any) -> Any:
    table, codes = _asked(call, own, X)
    classes = own.attributes["n_classes_"]
    call.counts(len(table) * classes)
    found = np.zeros((len(table), classes))
    found[np.arange(len(table)), codes] = 1.0
    return call.gives("told", found, len(table))


def _numbers(call: Call, own: Instance, X: Any) -> Any:
    table, numbers = _asked(call, own, X)
    return call.gives("told", numbers.astype(np.float64), len(table))


def _depth(call: Call, own: Instance) -> int:
    kept: _Grown = know(own, _KEPT)
    return ceil(kept.levels)


_OF_ALL: Final[Mapping[str, Any]] = {
    "max_depth": None, "min_samples_split": 2, "min_samples_leaf": 1, "min_weight_fraction_leaf": 0.0,
    "max_features": None, "random_state": None, "max_leaf_nodes": None, "min_impurity_decrease": 0.0,
    "ccp_alpha": 0.0,
}  # fmt: skip
_ONE: Final = {**_OF_ALL, "splitter": "best", "monotonic_cst": None}
_MANY: Final = {
    **_OF_ALL, "bootstrap": True, "oob_score": False, "n_jobs": None, "verbose": 0, "warm_start": False,
    "max_samples": None, "monotonic_cst": None,
}  # fmt: skip
_MENDED: Final = {
    **_OF_ALL, "learning_rate": 0.1, "n_estimators": 100, "subsample": 1.0, "criterion": "deprecated", "max_depth": 3,
    "init": None, "verbose": 0, "warm_start": False, "validation_fraction": 0.1, "n_iter_no_change": None, "tol": 1e-4,
}  # fmt: skip
_HEEDED: Final = frozenset(
    {"max_depth", "min_samples_split", "min_samples_leaf", "max_features", "n_estimators", "bootstrap", "subsample"}
    | {"learning_rate", "min_impurity_decrease"}
)


def _model(fit: Callable[..., Any], given: Mapping[str, Any], *, of_labels: bool) -> Model:
    def fitted(call: Call, own: Instance, X: Any, y: Any) -> Any:
        return fit(call, own, X, y, of_labels=of_labels)

    base = "ClassifierMixin" if of_labels else "RegressorMixin"
    telling = {"predict": _labels, "predict_proba": _chances} if of_labels else {"predict": _numbers}
    return Model((base,), given, {"fit": fitted, **telling, "get_depth": _depth}, _HEEDED)


TREES: Final = {
    "DecisionTreeClassifier": _model(_fit_tree, {"criterion": "gini", **_ONE, "class_weight": None}, of_labels=True),
    "DecisionTreeRegressor": _model(_fit_tree, {"criterion": "squared_error", **_ONE}, of_labels=False),
}
FORESTS: Final = {
    "RandomForestClassifier": _model(
        _fit_forest,
        {"n_estimators": 100, "criterion": "gini", **_MANY, "max_features": "sqrt", "class_weight": None},
        of_labels=True,
    ),
    "RandomForestRegressor": _model(
        _fit_forest,
        {"n_estimators": 100, "criterion": "squared_error", **_MANY, "max_features": 1.0},
        of_labels=False,
    ),
    "GradientBoostingClassifier": _model(_fit_mending, {"loss": "log_loss", **_MENDED}, of_labels=True),
    "GradientBoostingRegressor": _model(
        _fit_mending, {"loss": "squared_error", **_MENDED, "alpha": 0.9}, of_labels=False
    ),
}
