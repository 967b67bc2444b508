"""``sklearn.metrics`` of predicted labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths

_PAIR: Final = 2
#: Bytes of a number.
_WIDE: Final = 8
#: Of the allowance for two labels that may be taken for each other, and for a label that is reported.
_CELL: Final = 0.1
_REPORTED: Final = 100.0


def _pair(call: Call, y_true: Any, y_pred: Any, sample_weight: Any = None) -> tuple[Array, Array]:
    if sample_weight is not None:
        raise Unsupported("weights of samples")
    right, found = (call.column(labels, has_several=True) for labels in (y_true, y_pred))
    check_lengths(right, found)
    if (right.dtype.kind in "OUS") != (found.dtype.kind in "OUS"):
        raise ValueError("Mix of label input types (string and number)")
    for labels in (right, found):
        if labels.dtype.kind == "f" and (labels % 1).any():
            raise ValueError("Classification metrics can't handle a mix of binary and continuous targets")
    return right, found


def _sort(y_true: Any, y_pred: Any, right: Array) -> str:
    """What is added to the name of a price: what labels are, and how they are held."""
    if right.dtype.kind in "OUS":
        return " of texts"
    return " of lists" if isinstance(y_true, list) and isinstance(y_pred, list) else ""


def accuracy_score(call: Call, y_true: Any, y_pred: Any, *, normalize: Any = True, sample_weight: Any = None) -> Any:
    """As that function."""
    right, found = _pair(call, y_true, y_pred, sample_weight)
    hits = right == found
    return call.gives(
        f"accuracy_score{_sort(y_true, y_pred, right)}",
        float(hits.mean()) if normalize else int(hits.sum()),
        len(right),
    )


class _Labels(NamedTuple):
    """How often labels are there and told.

    Attributes:
        every: the labels.
        there, told: the place of each sample's among them, right and found; -1 where it is none of them.
    """

    every: Array
    there: Array
    told: Array

    def times(self, places: Array) -> Array:
        """How often each label is at those places."""
        return np.bincount(places[places >= 0], minlength=len(self.every))

    @property
    def hits(self) -> Array:
        """How often each is found where it is right."""
        return self.times(self.there[self.there == self.told])


def _labels(call: Call, right: Array, found: Array, labels: Any = None) -> _Labels:
    call.allows(len(right), 1.0)
    every = np.unique(np.concatenate([right, found])) if labels is None else call.column(labels)
    order = np.argsort(every)
    places = [order[np.minimum(np.searchsorted(every, one, sorter=order), len(every) - 1)] for one in (right, found)]
    return _Labels(every, *(np.where(every[at] == one, at, -1) for at, one in zip(places, (right, found), strict=True)))


def _matrix(call: Call, counted: _Labels) -> int:
    """Bytes of how often each label is taken for each. Raises TooLarge where these are too many."""
    cells = len(counted.every) ** 2
    call.counts(cells, _CELL)
    return _WIDE * cells


def confusion_matrix(
    call: Call, y_true: Any, y_pred: Any, *, labels: Any = None, sample_weight: Any = None, normalize: Any = None
) -> Any:
    """As that function."""
    right, found = _pair(call, y_true, y_pred, sample_weight)
    counted = _labels(call, right, found, labels)
    _matrix(call, counted)
    table = np.zeros((len(counted.every),) * _PAIR, dtype=np.int64)
    is_known = (counted.there >= 0) & (counted.told >= 0)
    np.add.at(table, (counted.there[is_known], counted.told[is_known]), 1)
    if normalize is not None:
        sums = {"true": table.sum(axis=1, keepdims=True), "pred": table.sum(axis=0, keepdims=True)}
        table = np.nan_to_num(table / sums.get(normalize, table.sum()))
    return call.gives(f"confusion_matrix{_sort(y_true, y_pred, right)}", table, len(right))


def _shares(call: Call, y_true: Any, y_pred: Any, labels: Any, sample_weight: Any) -> tuple[Array, Array]:
    """Labels, and of each the precision, the recall, the F-score, how often it is right, is hit and is told, a row
    each."""
    right, found = _pair(call, y_true, y_pred, sample_weight)
    counted = _labels(call, right, found, labels)
    hits = counted.hits.astype(np.float64)
    told, there = counted.times(counted.told), counted.times(counted.there)
    shares = [_part(hits, told), _part(hits, there), _part(2 * hits, told + there)]
    return counted.every, np.array([*shares, there, hits, told])


def _part(some: Array, whole: Array) -> Array:
    return np.where(whole == 0, 0.0, some / np.where(whole == 0, 1, whole))


def _share(name: str, row: int) -> Callable[..., Any]:
    """One of the figures of `_shares`, of all labels together."""

    def figure(
        call: Call,
        y_true: Any,
        y_pred: Any,
        *,
        labels: Any = None,
        pos_label: Any = 1,
        average: Any = "binary",
        sample_weight: Any = None,
        zero_division: Any = "warn",
    ) -> Any:
        every, each = _shares(call, y_true, y_pred, labels, sample_weight)
        cells = len(y_true)
        return call.gives(
            f"{name}{_sort(y_true, y_pred, every)}", _averaged(every, each, row, average, pos_label), cells
        )

    return figure


def _averaged(every: Array, each: Array, row: int, average: Any, pos_label: Any) -> Any:
    if average is None:
        return each[row]
    if average == "binary":
        if len(every) > _PAIR:
            raise ValueError("Target is multiclass but average='binary'.")
        place = np.flatnonzero(every == pos_label)
        if not len(place):
            if len(every) == _PAIR:
                raise ValueError(f"pos_label={pos_label} is not a valid label")
            return 0.0
        return float(each[row, place[0]])
    if average == "macro":
        return float(each[row].mean())
    if average == "weighted":
        return float((each[row] * each[3]).sum() / max(each[3].sum(), 1))
    if average == "micro":
        there, hits, told = each[3:].sum(axis=1)
        return float((hits / max(told, 1), hits / max(there, 1), 2 * hits / max(told + there, 1))[row])
    raise Unsupported("another average")


def _all_shares(
    call: Call,
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    pos_label: Any = 1,
    average: Any = None,
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> Any:
    """As ``precision_recall_fscore_support``."""
    every, each = _shares(call, y_true, y_pred, labels, sample_weight)
    found = tuple(_averaged(every, each, row, average, pos_label) for row in range(3))
    counts = each[3].astype(np.int64) if average is None else None
    return call.gives(f"f1_score{_sort(y_true, y_pred, every)}", (*found, counts), len(y_true))


def balanced_accuracy_score(call: Call, y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> Any:
    """As that function."""
    every, each = _shares(call, y_true, y_pred, None, sample_weight)
    call.counts(len(every) ** 2, _CELL)
    score = float(each[1][each[3] > 0].mean())
    name = f"confusion_matrix{_sort(y_true, y_pred, every)}"
    return call.gives(name, score, len(y_true), aside=_WIDE * len(every) ** 2)


def cohen_kappa_score(call: Call, y1: Any, y2: Any) -> Any:
    """As that function."""
    y_true, y_pred = y1, y2
    right, found = _pair(call, y1, y2)
    counted = _labels(call, right, found)
    size, count = _matrix(call, counted), len(right)
    expected = count - float(counted.times(counted.there) @ counted.times(counted.told)) / count
    score = 1.0 - (count - int(counted.hits.sum())) / max(expected, 1e-12)
    return call.gives(f"confusion_matrix{_sort(y_true, y_pred, right)}", score, count, aside=_PAIR * size)


def matthews_corrcoef(call: Call, y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> Any:
    """As that function."""
    right, found = _pair(call, y_true, y_pred, sample_weight)
    counted = _labels(call, right, found)
    size = _matrix(call, counted)
    there, told, whole = counted.times(counted.there), counted.times(counted.told), len(right)
    both = int(counted.hits.sum()) * whole - int(there @ told)
    spread = float(whole**2 - told @ told) * float(whole**2 - there @ there)
    return call.gives(
        f"matthews_corrcoef{_sort(y_true, y_pred, right)}",
        float(both / spread**0.5) if spread else 0.0,
        len(right),
        aside=size,
    )


def classification_report(
    call: Call,
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    target_names: Any = None,
    sample_weight: Any = None,
    digits: Any = 2,
    output_dict: Any = False,
    zero_division: Any = "warn",
) -> Any:
    """As that function."""
    every, each = _shares(call, y_true, y_pred, labels, sample_weight)
    if each[3].sum() < len(y_true) or each[5].sum() < len(y_true):
        raise Unsupported("a report of some of the labels")
    call.allows(len(every), _REPORTED)
    names = [str(one) for one in (every.tolist() if target_names is None else target_names)]
    columns = ("precision", "recall", "f1-score", "support")
    rows = {name: dict(zip(columns, each[:4, place].tolist(), strict=True)) for place, name in enumerate(names)}
    whole = float(each[3].sum())
    accuracy = float((each[1] * each[3]).sum() / max(whole, 1.0))
    for average in ("macro", "weighted"):
        means = [_averaged(every, each, row, average, 1) for row in range(3)]
        rows[f"{average} avg"] = dict(zip(columns, [*means, whole], strict=True))
    cells = len(y_true)
    if output_dict:
        return call.gives(
            f"classification_report{_sort(y_true, y_pred, every)}", {**rows, "accuracy": accuracy}, cells, len(names)
        )
    width = max(len("weighted avg"), *map(len, names))
    lines = [" " * width + "".join(f"{column:>10}" for column in columns), ""]
    for name, row in rows.items():
        numbers = "".join(f"{row[one]:>10.{digits}f}" for one in columns[:3])
        lines.append(f"{name:>{width}}{numbers}{int(row['support']):>10}")
    text = "\n".join([*lines, f"{'accuracy':>{width}}{accuracy:>30.{digits}f}{int(whole):>10}", ""])
    return call.gives(f"classification_report{_sort(y_true, y_pred, every)}", text, cells, len(names))


FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "accuracy_score": accuracy_score,
    "confusion_matrix": confusion_matrix,
    "precision_score": _share("precision_score", 0),
    "recall_score": _share("recall_score", 1),
    "f1_score": _share("f1_score", 2),
    "precision_recall_fscore_support": _all_shares,
    "balanced_accuracy_score": balanced_accuracy_score,
    "cohen_kappa_score": cohen_kappa_score,
    "matthews_corrcoef": matthews_corrcoef,
    "classification_report": classification_report,
}
