"""Errors that scikit-learn raises."""

from __future__ import annotations

from perfcast.trial.interpreter.builtin_functions import ALLOWED


class NotFittedError(ValueError, AttributeError):
    """As scikit-learn's."""


ALLOWED.add(NotFittedError)
