"""``sklearn.metrics`` of predicted probabilities and scores: ROC, precision and recall, log loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths

_HERE: Final = 2.0


def _ranked(call: Call, y_true: Any, y_score: Any, pos_label: Any = None) -> tuple[Array, Array, Array]:
    """Scores that differ, the largest first, and how many of those right and wrong are at least as large."""
    right, scores = call.column(y_true), call.column(y_score).astype(np.float64)
    check_lengths(right, scores)
    classes = np.unique(right)
    if len(classes) > 2:
        raise ValueError("multiclass format is not supported")
    call.allows(len(right), _HERE)
    is_one = right == (classes[-1] if pos_label is None else pos_label)
    order = np.argsort(-scores, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(scores[order])), len(scores) - 1)
    hits = np.cumsum(is_one[order])[ends]
    return scores[order][ends], hits, ends + 1 - hits


def _rates(call: Call, y_true: Any, y_score: Any) -> tuple[Array, Array]:
    _, hits, misses = _ranked(call, y_true, y_score)
    if not hits[-1] or not misses[-1]:
        return np.array([0.0, 1.0]), np.array([np.nan, np.nan])
    return np.append(0.0, misses / misses[-1]), np.append(0.0, hits / hits[-1])


def roc_auc_score(call: Call, y_true: Any, y_score: Any, *, average: Any = "macro", multi_class: Any = "raise") -> Any:
    """As that function, of two labels."""
    if np.ndim(y_score) > 1:
        raise Unsupported("chances of several labels")
    wrong, right = _rates(call, y_true, y_score)
    return call.gives("roc_auc_score", float(np.trapezoid(right, wrong)), len(y_true))


def roc_curve(call: Call, y_true: Any, y_score: Any, *, pos_label: Any = None, drop_intermediate: Any = True) -> Any:
    """As that function."""
    scores, hits, misses = _ranked(call, y_true, y_score, pos_label)
    if drop_intermediate and len(hits) > 2:
        bends = np.logical_or(np.diff(hits, 2), np.diff(misses, 2))
        kept = np.flatnonzero(np.concatenate([[True], bends, [True]]))
        scores, hits, misses = scores[kept], hits[kept], misses[kept]
    found = (
        np.append(0.0, misses / max(1, misses[-1])),
        np.append(0.0, hits / max(1, hits[-1])),
        np.append(np.inf, scores),
    )
    return call.gives("roc_curve", found, len(y_true))


def precision_recall_curve(call: Call, y_true: Any, y_score: Any, *, pos_label: Any = None) -> Any:
    """As that function."""
    scores, hits, misses = _ranked(call, y_true, y_score, pos_label)
    precision = np.append((hits / (hits + misses))[::-1], 1.0)
    recall = np.append((hits / max(1, hits[-1]))[::-1], 0.0)
    return call.gives("precision_recall_curve", (precision, recall, scores[::-1].copy()), len(y_true))


def average_precision_score(call: Call, y_true: Any, y_score: Any) -> Any:
    """As that function."""
    _, hits, misses = _ranked(call, y_true, y_score)
    recall = np.append(0.0, hits / max(1, hits[-1]))
    score = float((np.diff(recall) * (hits / (hits + misses))).sum())
    return call.gives("average_precision_score", score, len(y_true))


def log_loss(call: Call, y_true: Any, y_pred: Any, *, normalize: Any = True, labels: Any = None) -> Any:
    """As that function."""
    right, chances = call.column(y_true), call.numbers(y_pred).astype(np.float64)
    check_lengths(right, chances)
    classes, codes = np.unique(right if labels is None else np.asarray(labels), return_inverse=True)
    if labels is not None:
        codes = np.searchsorted(classes, right)
    if len(classes) < 2 and call.is_shrunk:
        classes = np.repeat(classes, 2)
    if len(classes) < 2:
        raise ValueError("y_true contains only one label")
    if chances.ndim == 1:
        chances = np.column_stack([1.0 - chances, chances])
    if chances.shape[1] != len(classes):
        raise ValueError("The number of classes in labels is different from that in y_pred.")
    each = -np.log(np.clip(chances[np.arange(len(right)), codes], 1e-15, 1.0))
    found = float(each.mean() if normalize else each.sum())
    return call.gives("log_loss", found, len(right), chances.size, 12.0 * (chances.size - 2 * len(right)))


def brier_score_loss(call: Call, y_true: Any, y_proba: Any) -> Any:
    """As that function."""
    right, chances = call.column(y_true), call.column(y_proba)
    check_lengths(right, chances)
    return call.gives("brier_score_loss", float((((right == right.max()) - chances) ** 2).mean()), len(right))


FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    one.__name__: one
    for one in (
        roc_auc_score, roc_curve, precision_recall_curve, average_precision_score, log_loss, brier_score_loss,
    )
}  # fmt: skip
