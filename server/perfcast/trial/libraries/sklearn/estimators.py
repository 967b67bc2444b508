"""``sklearn.base`` and ``sklearn.utils``: what estimators of the unit's own extend, and validation of their inputs.

Prices are those of scikit-learn 1.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.attribute_assignment import assign_attribute
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function, Parameter
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, nothing
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.libraries.numpy.library import array_call
from perfcast.trial.libraries.pandas.values import Table
from perfcast.trial.libraries.sklearn import tags as estimator_tags
from perfcast.trial.libraries.sklearn import targets as estimator_targets
from perfcast.trial.libraries.sklearn.classification_metrics import accuracy_score
from perfcast.trial.libraries.sklearn.errors import NotFittedError
from perfcast.trial.libraries.sklearn.function_calls import Call
from perfcast.trial.libraries.sklearn.regression_metrics import r2_score
from perfcast.trial.libraries.sklearn.tags import TYPES, tags_of

NAMES: Final = (
    *("sklearn", "sklearn.base", "sklearn.exceptions", "sklearn.utils", "sklearn.utils.validation"),
    *("sklearn.utils._tags", "sklearn.utils._param_validation", "sklearn.utils.fixes", "sklearn.utils.multiclass"),
    "sklearn.utils.random",
)
_VERSION: Final = "1.9.1"
#: Nanoseconds of looking at an array, and of each element; of other values before they are one, and of a table's.
_CHECKED: Final = 60_000.0
_ELEMENT: Final = 0.4
_CONVERTED: Final = 30_000.0
_TABLE: Final = 300_000.0
#: Of looking at a target besides, and of two lengths.
_TARGET: Final = 35_000.0
_LENGTHS: Final = 2_500.0
_FITTED: Final = 2_200.0
_COUNTED: Final = 1_100.0
#: Of looking whether data are what an estimator was fitted for, and whether its parameters are what they may be.
_COMPARED: Final = 5_000.0
_VALIDATED: Final = 30_000.0
#: Of asking for the parameters of an estimator, and of each; of setting them.
_ASKED: Final = 5_000.0
_PARAMETER: Final = 1_500.0
_SET: Final = 6_000.0
#: Of fitting and transforming at once, besides both.
_AT_ONCE: Final = 2_500.0
#: What `BaseEstimator` has besides.
_LACKING: Final = frozenset(
    {"_get_tags", "_more_tags", "_validate_data", "_check_n_features", "_check_feature_names"}
    | {"_repr_html_", "_repr_html_inner", "_repr_mimebundle_", "get_metadata_routing"}
    | {"_get_metadata_request", "_get_default_requests", "_build_request_for_signature", "_get_doc_link", "_html_repr"}
    | {"_get_params_html", "_doc_link_module", "_doc_link_template", "__getstate__", "__setstate__", "__dir__"}
    | {"__repr__", "_parameter_constraints"}
)
#: The other bases, with what each has besides.
_MIXINS: Final[dict[str, frozenset[str]]] = {
    "TransformerMixin": frozenset({"set_output", "_sklearn_auto_wrap_output_keys"}),
    "ClassifierMixin": frozenset(),
    "RegressorMixin": frozenset(),
    "ClusterMixin": frozenset(),
    "OutlierMixin": frozenset(),
    "DensityMixin": frozenset(),
    "BiclusterMixin": frozenset({"biclusters_", "get_indices", "get_shape", "get_submatrix"}),
    "MetaEstimatorMixin": frozenset(),
    "MultiOutputMixin": frozenset(),
    "OneToOneFeatureMixin": frozenset({"get_feature_names_out"}),
    "ClassNamePrefixFeaturesOutMixin": frozenset({"get_feature_names_out"}),
}
#: What may be said of an array that is looked at, and what it is where nothing is said.
_CHECKING: Final[dict[str, Any]] = {
    "accept_sparse": False, "accept_large_sparse": True, "dtype": "numeric", "order": None, "copy": False,
    "force_writeable": False, "ensure_all_finite": True, "ensure_non_negative": False, "ensure_2d": True,
    "allow_nd": False, "ensure_min_samples": 1, "ensure_min_features": 1, "estimator": None, "input_name": "",
}  # fmt: skip
_FLAGS: Final = _CHECKING.keys() | {"force_all_finite"}
_OF_PAIRS: Final = frozenset({"multi_output", "y_numeric"})
_NUMBERS: Final = "biufc"
#: Kinds of parameters, as `Parameter` numbers them, that take what others do not.
_REST: Final = 2
_OTHERS: Final = 4
#: Dimensions of a table.
_TABULAR: Final = 2


def members(machine: Machine, name: str, module: Callable[[str], Module]) -> dict[str, Any]:
    """What the module of that name holds, one of `NAMES`.

    Args:
        module: gives those that it holds in turn.
    """
    checks = {
        "check_array": _signed(
            "check_array", lambda array, *args, **flags: _array(machine, array, _told(args, flags)), _CHECKING
        ),
        "check_X_y": Guarded(lambda X, y, *args, **flags: _pair(machine, X, y, _told(args, flags))),
        "check_consistent_length": Guarded(lambda *arrays: _same_lengths(machine, arrays)),
        "check_random_state": Guarded(partial(estimator_targets.seeded, machine, partial(module, "numpy"))),
        "column_or_1d": Guarded(lambda y, **_: _one_column(machine, y)),
    }
    made: dict[str, Callable[[], dict[str, Any]]] = {
        "sklearn": lambda: {"__version__": _VERSION},
        "sklearn.base": lambda: _bases(machine, module),
        "sklearn.exceptions": lambda: {"NotFittedError": NotFittedError},
        "sklearn.utils": lambda: {
            **checks,
            **module("sklearn.utils._tags").members,
        },
        "sklearn.utils._tags": lambda: estimator_tags.members(machine),
        "sklearn.utils.random": lambda: {"check_random_state": checks["check_random_state"]},
        "sklearn.utils._param_validation": estimator_targets.constraints,
        "sklearn.utils.fixes": lambda: {"parse_version": estimator_targets.version(machine)},
        "sklearn.utils.multiclass": lambda: estimator_targets.members(machine),
        "sklearn.utils.validation": lambda: (
            checks
            | {
                "check_is_fitted": Guarded(lambda *args, **flags: _fitted(machine, *args, **flags)),
                "NotFittedError": NotFittedError,
                "_num_samples": Guarded(lambda value: _rows(machine, value)),
                "validate_data": Guarded(partial(_validated, machine)),
            }
        ),
    }
    return made[name]()


def _signed(name: str, run: Callable[..., Any], given: Mapping[str, Any]) -> Function:
    """A function that code may ask for its parameters: which of them there are depends on the version."""
    found = Function(name, lambda _, args, kwargs: run(*args, **kwargs), given=given)
    found.parameters = [Parameter("array", 1, False), *(Parameter(one, 3, False) for one in given)]
    return found


def _told(args: tuple[Any, ...], flags: dict[str, Any]) -> dict[str, Any]:
    """The flags of a check by name. Raises TypeError for more than there is."""
    if len(args) > 1 or not flags.keys() <= _FLAGS | _OF_PAIRS:
        raise TypeError("unexpected arguments")
    return flags | dict(zip(("accept_sparse",), args, strict=False))


def _array(machine: Machine, given: Any, flags: dict[str, Any]) -> Any:
    """As ``check_array``. Raises ValueError for what does not pass."""
    found = given
    if not isinstance(given, np.ndarray):
        if isinstance(given, Instance):
            raise Unsupported("an array of another kind")
        machine.array(0, _CONVERTED if isinstance(given, list | tuple) else _TABLE, 0.0)
        found = array_call(machine, np.asarray, (given,), {}, "asarray")
    if not isinstance(found, np.ndarray) or found.dtype.kind not in _NUMBERS:
        raise Unsupported("an array of other than numbers")
    machine.array(found.size, _CHECKED, _ELEMENT * found.size)
    _check_shape(found, flags)
    found = _of_kind(machine, found, flags.get("dtype"))
    if flags.get("copy") and found is given:
        found = array_call(machine, found.copy, (), {}, "copy", found)
    _check_values(found, flags)
    return found


def _check_shape(found: Any, flags: dict[str, Any]) -> None:
    if flags.get("ensure_2d", True) and found.ndim < _TABULAR:
        raise ValueError(f"Expected 2D array, got {'1D' if found.ndim else 'scalar'} array instead")
    if not flags.get("allow_nd", False) and found.ndim > _TABULAR:
        raise ValueError(f"Found array with dim {found.ndim}, while dim <= 2 is required.")
    if found.ndim and len(found) < flags.get("ensure_min_samples", 1):
        raise ValueError(f"Found array with {len(found)} sample(s) while a minimum is required.")
    if found.ndim == _TABULAR and found.shape[1] < flags.get("ensure_min_features", 1):
        raise ValueError(f"Found array with {found.shape[1]} feature(s) while a minimum is required.")


def _of_kind(machine: Machine, found: Any, wanted: Any) -> Any:
    """The array as one of the type that is wanted, or the first of several of which it has none."""
    if wanted is None or (isinstance(wanted, str) and wanted == "numeric"):
        return found
    kinds = wanted if isinstance(wanted, list | tuple) else [wanted]
    for kind in kinds:
        if array_call(machine, np.empty, (0,), {"dtype": kind}, "empty").dtype == found.dtype:
            return found
    return array_call(machine, found.astype, (kinds[0],), {}, "astype", found)


def _check_values(found: Any, flags: dict[str, Any]) -> None:
    wanted = flags.get("ensure_all_finite", flags.get("force_all_finite", True))
    if wanted and found.dtype.kind in "fc":
        if np.isinf(found).any():
            raise ValueError("Input contains infinity or a value too large.")
        if wanted is True and np.isnan(found).any():
            raise ValueError("Input contains NaN.")
    if flags.get("ensure_non_negative") and found.size and found.min() < 0:
        raise ValueError("Negative values in data.")


def _pair(machine: Machine, table: Any, target: Any, flags: dict[str, Any]) -> tuple[Any, Any]:
    """As ``check_X_y``."""
    if target is None:
        raise ValueError("estimator requires y to be passed, but the target y is None")
    found = _array(machine, table, {name: flag for name, flag in flags.items() if name not in _OF_PAIRS})
    machine.array(0, _TARGET, 0.0)
    values = array_call(machine, np.asarray, (target,), {}, "asarray")
    if not isinstance(values, np.ndarray) or (values.ndim != 1 and not flags.get("multi_output")):
        raise ValueError("y should be a 1d array")
    _check_values(values, {})
    _same_lengths(machine, (found, values))
    return found, values


def _same_lengths(machine: Machine, arrays: tuple[Any, ...]) -> None:
    """As ``check_consistent_length``."""
    machine.array(0, _LENGTHS, 0.0)
    if len({len(array) for array in arrays if array is not None}) > 1:
        raise ValueError("Found input variables with inconsistent numbers of samples")


def _one_column(machine: Machine, target: Any) -> Any:
    """As ``column_or_1d``. Raises ValueError."""
    flags = {"ensure_2d": False, "dtype": None, "ensure_all_finite": False, "ensure_min_samples": 0}
    found = _array(machine, target, flags)
    if found.ndim == 1 or (found.ndim == _TABULAR and found.shape[1] == 1):
        return array_call(machine, found.reshape, (-1,), {}, "reshape", found)
    raise ValueError(f"y should be a 1d array, got an array of shape {found.shape} instead.")


def _rows(machine: Machine, value: Any) -> int:
    """As ``_num_samples``. Raises TypeError."""
    machine.array(0, _COUNTED, 0.0)
    if _has(machine, value, "fit") or not hasattr(value, "__len__"):
        raise TypeError(f"Expected sequence or array-like, got {type(value).__name__}")
    return len(value)


def _validated(
    machine: Machine,
    estimator: Any,
    /,
    X: Any = "no_validation",
    y: Any = "no_validation",
    reset: Any = True,
    validate_separately: Any = False,
    skip_check_array: Any = False,
    **flags: Any,
) -> Any:
    """As ``validate_data``. Raises ValueError."""
    if not isinstance(estimator, Instance) or validate_separately or isinstance(X, str):
        raise Unsupported("data that are looked at in another way")
    machine.array(0, _COMPARED, 0.0)
    if y is None and attribute(machine, attribute(machine, tags_of(machine, estimator), "target_tags"), "required"):
        raise ValueError("This estimator requires y to be passed, but the target y is None.")
    is_pair = y is not None and not isinstance(y, str)
    flags.pop("estimator", None)
    if skip_check_array:
        found = (X, y) if is_pair else X
    else:
        found = _pair(machine, X, y, flags) if is_pair else _array(machine, X, flags)
    _count_features(estimator, found[0] if isinstance(found, tuple) else found, reset=reset)
    return found


def _count_features(estimator: Instance, table: Any, *, reset: Any) -> None:
    """Notes how many columns there are, or looks whether there are as many as before. Raises ValueError."""
    columns = len(table.data) if isinstance(table, Table) else table.shape[-1] if np.ndim(table) == _TABULAR else None
    if columns is None:
        return
    if reset:
        estimator.attributes["n_features_in_"] = columns
    elif estimator.attributes.get("n_features_in_", columns) != columns:
        raise ValueError(f"X has {columns} features, but the estimator is expecting others.")


def _fitted(
    machine: Machine, estimator: Any, attributes: Any = None, *, msg: Any = None, all_or_any: Any = all
) -> None:
    """As ``check_is_fitted``. Raises NotFittedError."""
    machine.array(0, _FITTED, 0.0)
    if not isinstance(estimator, Instance):
        raise Unsupported("an estimator of another library")
    told = estimator.of.find("__sklearn_is_fitted__")
    if attributes is not None:
        names = list(attributes) if isinstance(attributes, list | tuple) else [attributes]
        has = [_has(machine, estimator, name) for name in names]
        is_fitted = any(has) if all_or_any is any else all(has)
    elif isinstance(told, Function):
        is_fitted = bool(told(estimator))
    else:
        is_fitted = any(name.endswith("_") and not name.startswith("__") for name in estimator.attributes)
    if not is_fitted:
        if estimator.is_partial:
            raise Unsupported("whether an estimator is fitted")
        raise NotFittedError(msg if isinstance(msg, str) else f"This {estimator.of.name} instance is not fitted yet.")


def _has(machine: Machine, value: Any, name: Any) -> bool:
    if not isinstance(name, str):
        raise TypeError("attribute name must be string")
    try:
        attribute(machine, value, name)
    except AttributeError:
        return False
    return True


def _bases(machine: Machine, module: Callable[[str], Module]) -> dict[str, Any]:
    """What the module ``sklearn.base`` holds."""
    found = {name: _lacking(Class(name, [], None), lacking) for name, lacking in _MIXINS.items()}
    for name, told in TYPES.items():
        found[name].attributes["_estimator_type"] = told
    base = found["BaseEstimator"] = _lacking(Class("BaseEstimator", [], None), _LACKING)
    base.attributes.update(
        get_params=Guarded(lambda estimator, deep=True: _params(machine, estimator, deep=deep)),
        set_params=Guarded(lambda estimator, **params: _set(machine, estimator, params)),
        _validate_params=Guarded(lambda estimator: machine.array(0, _VALIDATED, 0.0)),
    )
    found["TransformerMixin"].attributes["fit_transform"] = Guarded(
        lambda estimator, X, y=None, **more: _at_once(machine, estimator, X, y, more, "transform")
    )
    found["OutlierMixin"].attributes["fit_predict"] = Guarded(
        lambda estimator, X, y=None, **more: _at_once(machine, estimator, X, None, more, "predict")
    )
    for name, figure in (("ClassifierMixin", accuracy_score), ("RegressorMixin", r2_score)):
        found[name].attributes["score"] = Guarded(partial(_scored, machine, figure))
    estimator_tags.saying(machine, found, dict(module("sklearn.utils._tags").members))
    types = {name: f"is_{told}" for name, told in TYPES.items() if name != "DensityMixin"}
    deep_copy = module("copy").get("deepcopy")
    return {
        **found,
        **{name: Guarded(partial(estimator_tags.is_of_type, machine, TYPES[of])) for of, name in types.items()},
        "clone": Guarded(partial(estimator_tags.copied, machine, deep_copy)),
        "_fit_context": Guarded(lambda **_: Guarded(nothing)),
    }


def _lacking(of: Class, names: frozenset[str]) -> Class:
    of.is_partial, of.lacking = True, names
    return of


def _params(machine: Machine, estimator: Instance, *, deep: Any) -> dict[str, Any]:
    """As ``get_params``."""
    begin = estimator.of.find("__init__")
    taken = begin.parameters[1:] if isinstance(begin, Function) else []
    if any(one.kind == _REST for one in taken):
        raise RuntimeError("estimators take no varargs")
    names = sorted(one.name for one in taken if one.kind != _OTHERS)
    machine.array(0, _ASKED + _PARAMETER * len(names), 0.0)
    found: dict[str, Any] = {}
    for name in names:
        value = attribute(machine, estimator, name)
        if deep and isinstance(value, Instance) and _has(machine, value, "get_params"):
            inner = invoke(machine, attribute(machine, value, "get_params"), (), {})
            found |= {f"{name}__{key}": one for key, one in inner.items()}
        found[name] = value
    made: dict[str, Any] = machine.made(found)
    return made


def _set(machine: Machine, estimator: Instance, params: dict[str, Any]) -> Instance:
    """As ``set_params``. Raises ValueError for what is no parameter."""
    if not params:
        return estimator
    machine.array(0, _SET + _PARAMETER * len(params), 0.0)
    known = _params(machine, estimator, deep=True)
    for name, value in params.items():
        if name not in known:
            raise ValueError(f"Invalid parameter {name!r}")
        if "__" in name:
            raise Unsupported("parameters of an estimator within another one")
        assign_attribute(machine, estimator, name, value)
    return estimator


def _scored(machine: Machine, figure: Callable[..., Any], estimator: Any, X: Any, y: Any) -> Any:
    """As ``score``."""
    told = invoke(machine, attribute(machine, estimator, "predict"), (X,), {})
    return figure(Call(machine, estimator), y, told)


def _at_once(machine: Machine, estimator: Any, table: Any, target: Any, more: dict[str, Any], last: str) -> Any:
    """As ``fit_transform`` and ``fit_predict``."""
    machine.array(0, _AT_ONCE, 0.0)
    given = (table,) if target is None else (table, target)
    fitted = invoke(machine, attribute(machine, estimator, "fit"), given, more)
    return invoke(machine, attribute(machine, fitted, last), (table,), {})
