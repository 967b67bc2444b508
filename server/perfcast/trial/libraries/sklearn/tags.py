"""Tags of estimators, and ``clone``.

Prices are those of scikit-learn 1.9.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.attributes import Super, attribute
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.dataclass_fields import Field
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke

#: Nanoseconds of what the base says, and of what another class adds to that; of asking for it.
_SAID: Final = 750.0
_ADDED: Final = 300.0
_ASKED: Final = 100.0
#: Of a copy of an estimator, and of each of its parameters.
_COPIED: Final = 14_000.0
_PARAMETER: Final = 3_500.0
#: Names of fields of each part, true or false; those that are true where nothing is said.
_PARTS: Final[dict[str, str]] = {
    "InputTags": "one_d_array two_d_array three_d_array sparse categorical string dict positive_only allow_nan "
    "pairwise",
    "TargetTags": "required one_d_labels two_d_labels positive_only multi_output single_output",
    "ClassifierTags": "poor_score multi_class multi_label",
    "RegressorTags": "poor_score",
}
_TRUE: Final = frozenset({"two_d_array", "single_output", "multi_class"})
_WHOLE: Final = ("transformer_tags", "classifier_tags", "regressor_tags")
_SWITCHES: Final = {"array_api_support": False, "no_validation": False, "non_deterministic": False}
#: What each of the other bases says of the kind of an estimator.
TYPES: Final = {
    "ClassifierMixin": "classifier", "RegressorMixin": "regressor", "ClusterMixin": "clusterer",
    "OutlierMixin": "outlier_detector", "DensityMixin": "density_estimator",
}  # fmt: skip


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``sklearn.utils._tags`` holds."""
    found = {name: _part(name, fields.split()) for name, fields in _PARTS.items()}
    kinds = Class("TransformerTags", [], None)
    kinds.fields = {"preserves_dtype": Field(make=lambda: machine.made(["float64"]))}
    whole = Class("Tags", [], None)
    whole.fields = {
        **{name: Field() for name in ("estimator_type", "target_tags")},
        **{name: Field(None) for name in _WHOLE},
        **{name: Field(value) for name, value in _SWITCHES.items()},
        "requires_fit": Field(True),
        "_skip_test": Field(False),
        "input_tags": Field(make=found["InputTags"]),
    }
    return {**found, "TransformerTags": kinds, "Tags": whole, "get_tags": Guarded(partial(tags_of, machine))}


def _part(name: str, fields: list[str]) -> Class:
    of = Class(name, [], None)
    of.fields = {one: Field() if one == "required" else Field(one in _TRUE) for one in fields}
    return of


def tags_of(machine: Machine, estimator: Any) -> Any:
    """As ``get_tags``. Raises AttributeError, TypeError."""
    machine.array(0, _ASKED, 0.0)
    if isinstance(estimator, Class):
        raise TypeError("Expected an estimator instance, got estimator class instead")
    return invoke(machine, attribute(machine, estimator, "__sklearn_tags__"), (), {})


def is_of_type(machine: Machine, wanted: str, estimator: Any) -> bool:
    """As ``is_classifier`` and its like."""
    return bool(attribute(machine, tags_of(machine, estimator), "estimator_type") == wanted)


def saying(machine: Machine, bases: dict[str, Class], kinds: dict[str, Any]) -> None:
    """Lets the bases of estimators say what theirs do.

    Args:
        bases: by name, ``BaseEstimator`` among them; kinds: what `members` gives.
    """

    def said(_: Any) -> Any:
        machine.array(0, _SAID, 0.0)
        return kinds["Tags"](estimator_type=None, target_tags=kinds["TargetTags"](required=False))

    bases["BaseEstimator"].attributes["__sklearn_tags__"] = Guarded(said)
    for name in (*TYPES, "TransformerMixin", "MultiOutputMixin"):
        bases[name].attributes["__sklearn_tags__"] = Guarded(partial(_said_besides, machine, bases[name], kinds))


def _said_besides(machine: Machine, base: Class, kinds: dict[str, Any], estimator: Any) -> Any:
    """As ``__sklearn_tags__`` of another base. Raises AttributeError where no class behind it says anything."""
    tags = invoke(machine, Super(base, estimator).find(machine, "__sklearn_tags__"), (), {})
    machine.array(0, _ADDED, 0.0)
    if not isinstance(tags, Instance):
        raise Unsupported("what an estimator says in another way")
    said = tags.attributes
    said["estimator_type"] = TYPES.get(base.name, said["estimator_type"])
    transforming = said.get("transformer_tags")
    match base.name:
        case "ClassifierMixin":
            said["classifier_tags"] = kinds["ClassifierTags"]()
        case "RegressorMixin":
            said["regressor_tags"] = kinds["RegressorTags"]()
        case "TransformerMixin":
            said["transformer_tags"] = kinds["TransformerTags"]()
        case "MultiOutputMixin":
            said["target_tags"].attributes["multi_output"] = True
        case "ClusterMixin" if transforming is not None:
            transforming.attributes["preserves_dtype"] = machine.made([])
    if base.name in {"ClassifierMixin", "RegressorMixin"}:
        said["target_tags"].attributes["required"] = True
    return tags


def copied(machine: Machine, deep_copy: Callable[[Any], Any], estimator: Any, *, safe: Any = True) -> Any:
    """As ``clone``.

    Args:
        deep_copy: of what is no estimator.

    Raises:
        TypeError: it is none, and is to be one.
    """
    if type(estimator) is dict:
        return machine.made({key: copied(machine, deep_copy, one, safe=safe) for key, one in estimator.items()})
    if type(estimator) in (list, tuple, set, frozenset):
        return machine.made(type(estimator)([copied(machine, deep_copy, one, safe=safe) for one in estimator]))
    if isinstance(estimator, Instance) and estimator.of.find("__sklearn_clone__") is not MISSING:
        return invoke(machine, attribute(machine, estimator, "__sklearn_clone__"), (), {})
    if not isinstance(estimator, Instance) or estimator.of.find("get_params") is MISSING:
        if safe:
            raise TypeError("Cannot clone object: it does not seem to be a scikit-learn estimator")
        return deep_copy(estimator)
    params = invoke(machine, attribute(machine, estimator, "get_params"), (), {"deep": False})
    machine.array(0, _COPIED + _PARAMETER * len(params), 0.0)
    given = {name: copied(machine, deep_copy, value, safe=False) for name, value in params.items()}
    made = estimator.of(**given)
    machine.made(made)
    kept = invoke(machine, attribute(machine, made, "get_params"), (), {"deep": False})
    if any(kept[name] is not value for name, value in given.items()):
        raise RuntimeError("Cannot clone object, as the constructor either does not set or modifies a parameter")
    return made
